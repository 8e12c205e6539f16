// SPDX-License-Identifier: Apache-2.0
// Stream compaction: keeps the positive numbers of a float array, in order and without gaps.
//
// Scalar code computes the predicate and passes it as mask immediates. A vector takes four
// commands: set_mask, load_align, squeeze and store_unalign. The kernel loads some vectors ahead,
// so that no squeeze waits for memory and the unit issues a command in every cycle.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

namespace Reg = AscendC::Reg;

constexpr std::size_t kAhead = 8;    // vectors that are loaded before the first is squeezed
constexpr std::size_t kResults = 4;  // registers for squeezed vectors, in turn

/// Keeps the elements of `count` / lanes vectors at `src` that `keep` says, in a stream at `dst`.
void Compact(__ubuf__ float* dst, __ubuf__ float* src, std::int32_t lanes,
             const std::vector<std::vector<bool>>& keep) {
  std::array<Reg::RegTensor<float>, 2 * kAhead> loaded;
  std::array<Reg::RegTensor<float>, kResults> squeezed;
  Reg::MaskReg mask;
  Reg::UnalignRegForStore rest;
  const auto load = [&](std::size_t vector) {
    if (vector >= keep.size()) return;
    Reg::LoadAlign<float, Reg::PostLiteral::POST_MODE_UPDATE>(loaded[vector % loaded.size()], src,
                                                              lanes);
  };
  for (std::size_t vector = 0; vector < kAhead; ++vector) load(vector);
  for (std::size_t vector = 0; vector < keep.size(); ++vector) {
    Reg::SetMask<float>(mask, keep[vector]);
    load(vector + kAhead);
    Reg::RegTensor<float>& result = squeezed[vector % kResults];
    Reg::Squeeze<float, Reg::GatherMaskMode::STORE_REG>(result, loaded[vector % loaded.size()],
                                                        mask);
    Reg::StoreUnAlign(dst, result, rest);
  }
  Reg::StoreUnAlignPost(dst, rest);
}

constexpr std::uint32_t kSource = 0;
constexpr std::uint32_t kResult = 0x20004;  // not a multiple of 32: the stream is unaligned
constexpr std::size_t kElements = 24576;    // 96 KiB
constexpr double kLeastPercent = 90;        // of the bound

void compact(gsq::kernel::Session& session) {
  const std::uint32_t lanes = session.config().lanes(sizeof(float));
  std::mt19937 random(1);
  std::vector<float> source(kElements);
  for (float& value : source) {
    value = static_cast<float>(static_cast<int>(random() % 2001) - 1000) / 8;
  }
  float* const from = session.put(kSource, source);
  float* const to = session.put(kResult, std::vector<float>(kElements + 1, -1.0F));

  std::vector<std::vector<bool>> keep(kElements / lanes);
  for (std::size_t vector = 0; vector < keep.size(); ++vector) {
    const auto first = source.begin() + static_cast<std::ptrdiff_t>(vector * lanes);
    std::transform(first, first + lanes, std::back_inserter(keep[vector]),
                   [](float value) { return value > 0; });
  }

  session.launch([&] { Compact(to, from, static_cast<std::int32_t>(lanes), keep); });

  std::vector<float> expected;
  std::copy_if(source.begin(), source.end(), std::back_inserter(expected),
               [](float value) { return value > 0; });
  fmt::print("input  {}\noutput {}\n", gsq::kernel::list(source, 12),
             gsq::kernel::list(expected, 6));
  fmt::print("{} of {} elements kept, {} bytes\n", expected.size(), source.size(),
             expected.size() * sizeof(float));
  session.check(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>() ==
                    static_cast<std::int64_t>(expected.size() * sizeof(float)),
                "AR is the sum of the kept bytes");
  expected.resize(kElements + 1, -1.0F);
  session.check_equal(session.get(to, expected.size()), expected,
                      "kept elements, and those behind");
  if (gsq::kernel::launch_cost().cycles != 0) {
    session.check(gsq::kernel::launch_cost().percent_of_bound() >= kLeastPercent,
                  fmt::format("at least {} % of the bound", kLeastPercent));
  }
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, compact); }
