// SPDX-License-Identifier: Apache-2.0
// Unique: the different numbers of a sorted array, and how often each occurs.
//
// First pass: a vector is loaded twice, at its place and one element below, which is a gather. The
// processor compares both, and where they differ a run begins: its number and its position are
// squeezed into two streams, which share AR. Six commands for 128 numbers. Second pass, on the
// positions: a count is the distance to the next position. Three commands for 128 counts.
//
// Commands bind, but not alone: a gather from an odd multiple of 2 bytes is two groups, so the
// banks are used for almost as long. The processor works when the unit is idle. In the first pass
// it does so for six vectors at once, since the comparison and the unaligned load need a mask of
// all lanes each: the unit is drained once every 36 commands.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

namespace Reg = AscendC::Reg;
using Reg::GatherMaskMode;
using Reg::PostLiteral;

constexpr std::uint32_t kNumbers = 24576;

// Places in UB. There is an element below the source, and streams lie above what is loaded.
constexpr std::uint32_t kCounts = 0x00000;
constexpr std::uint32_t kSource = 0x10020;
constexpr std::uint32_t kPositions = 0x20000;
constexpr std::uint32_t kValues = 0x30000;

/// Numbers of the runs, and the positions at which they begin. Returns how many there are.
std::uint32_t FindRuns(__ubuf__ std::uint16_t* values, __ubuf__ std::uint16_t* positions,
                       __ubuf__ std::uint16_t* source, std::uint32_t lanes) {
  Reg::UnalignRegForLoad below;
  Reg::UnalignRegForStore rest_of_values;
  Reg::UnalignRegForStore rest_of_positions;
  const Reg::MaskReg all = Reg::CreateMask<std::uint16_t>();
  for (std::uint32_t i = 0; i < kNumbers; i += lanes) {
    Reg::RegTensor<std::uint16_t> value;
    Reg::RegTensor<std::uint16_t> before;
    Reg::RegTensor<std::uint16_t> position;
    Reg::MaskReg first;  // of its run
    Reg::LoadAlign(value, source + i);
    Reg::LoadUnAlign(before, below, source + i - 1);
    Reg::Arange(position, i);
    Reg::Compare<std::uint16_t, AscendC::CMPMODE::NE>(first, value, before, all);
    if (i == 0) {  // the element below is none of the array
      Reg::Or(first, first, Reg::CreateMask<std::uint16_t, Reg::MaskPattern::VL1>(), all);
    }
    Reg::Squeeze<std::uint16_t, GatherMaskMode::STORE_REG>(position, position, first);
    Reg::StoreUnAlign<std::uint16_t, PostLiteral::POST_MODE_NORMAL>(positions, position,
                                                                    rest_of_positions);
    Reg::Squeeze<std::uint16_t, GatherMaskMode::STORE_REG>(value, value, first);
    Reg::StoreUnAlign(values, value, rest_of_values);
  }
  Reg::StoreUnAlignPost(values, rest_of_values);
  const auto bytes = AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>();
  const auto runs = static_cast<std::uint32_t>(bytes) / sizeof(std::uint16_t);
  // Behind the last position follows the end of the array, so that all runs end at a position.
  Reg::RegTensor<std::uint16_t> end;
  Reg::Duplicate(end, kNumbers);
  __ubuf__ std::uint16_t* behind = positions + runs;
  Reg::StoreUnAlign(behind, end, rest_of_positions, 1);
  Reg::StoreUnAlignPost(behind, rest_of_positions, 0);
  return static_cast<std::uint32_t>(runs);
}

void CountRuns(__ubuf__ std::uint16_t* counts, __ubuf__ std::uint16_t* positions,
               std::uint32_t runs, std::uint32_t lanes) {
  Reg::UnalignRegForLoad above;
  const Reg::MaskReg all = Reg::CreateMask<std::uint16_t>();
  for (std::uint32_t i = 0; i < runs; i += lanes) {
    std::uint32_t left = runs - i;
    const Reg::MaskReg some = left < lanes ? Reg::UpdateMask<std::uint16_t>(left) : all;
    Reg::RegTensor<std::uint16_t> begin;
    Reg::RegTensor<std::uint16_t> end;
    Reg::LoadAlign(begin, positions + i);
    Reg::LoadUnAlign(end, above, positions + i + 1);
    Reg::Sub(end, end, begin, some);
    Reg::StoreAlign(counts + i, end, some);
  }
}

void unique(gsq::kernel::Session& session) {
  std::mt19937 random(1);
  std::vector<std::uint16_t> source(kNumbers);
  std::vector<std::uint16_t> values;
  std::vector<std::uint16_t> counts;
  std::uint16_t number = 7;
  for (auto& element : source) {
    if (random() % 4 == 0) number = static_cast<std::uint16_t>(number + 1 + random() % 8);
    element = number;
    if (values.empty() || values.back() != element) {
      values.push_back(element);
      counts.push_back(0);
    }
    ++counts.back();
  }
  constexpr std::uint16_t kUntouched = 0xffff;
  // The element below the first is equal to it.
  auto* const from = session.put(kSource, source);
  session.put(kSource - 2, std::vector<std::uint16_t>(1, source[0]));
  const std::vector<std::uint16_t> untouched(kNumbers, kUntouched);
  auto* const to_values = session.put(kValues, untouched);
  auto* const to_counts = session.put(kCounts, untouched);
  auto* const positions = session.at<std::uint16_t>(kPositions);
  const std::uint32_t lanes = session.config().lanes(2);

  std::uint32_t runs = 0;
  session.launch([&] {
    runs = FindRuns(to_values, positions, from, lanes);
    CountRuns(to_counts, positions, runs, lanes);
  });

  fmt::print("{} different numbers of {}: {}, {} times\n", runs, kNumbers,
             gsq::kernel::list(values, 6), gsq::kernel::list(counts, 6));
  session.check(runs == values.size(), "the number of runs");
  values.resize(kNumbers, kUntouched);
  counts.resize(kNumbers, kUntouched);
  session.check_equal(session.get(to_values, kNumbers), values, "values, and what follows");
  session.check_equal(session.get(to_counts, kNumbers), counts, "counts, and what follows");
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, unique); }
