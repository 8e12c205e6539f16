// SPDX-License-Identifier: Apache-2.0
// Histogram: how often each of 128 characters occurs in a text.
//
// Lanes with the same character would meet in one counter. So each lane of eight vectors has
// counters of its own: 1024 private histograms with a byte a counter. Lane l of a vector is in word
// l % 64 of each row of 256 bytes, so the lanes of a group are in different banks, whatever the
// characters are: gathers and scatters have no conflict. Two vectors share rows, since a word has
// four bytes and a vector two groups.
//
// First pass: groups of lanes take the eight tables in turn, so that the gather of a group does not
// have to stay behind the scatter of the one before. The index of a counter has the character in
// its upper byte and the place of the lane in its lower one. So a register of text gives indices to
// two groups: to one its odd bytes beside the places, which is a selection, to the other its even
// bytes, shifted. A group takes five commands: half a load, one and a half that make indices, a
// gather, one that adds 1 to the counters, a scatter. Its results, the gathered one in two parts,
// take the port of V for four and a half cycles, and the banks are used for as many.
//
// Second pass: each lane adds up the counters of a character, in 64 words of each of the four
// pairs of tables. In a step lane l takes word l ^ k, so the lanes are in different banks. The four
// words of the pairs are added as bytes, then the bytes as numbers of 16 bits: `odd` of odd bytes,
// and `sum` of both, where odd ones count 256 times. Ten commands for 64 characters a step;
// commands bind. Without lane operations in the unit, the processor calculates when the unit is
// idle.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/session.hpp"

namespace {

namespace Reg = AscendC::Reg;

constexpr std::uint32_t kCharacters = 128;  // ASCII
constexpr std::uint32_t kTables = 8;
constexpr std::uint32_t kTogether = 2;  // tables that share rows
constexpr std::uint32_t kRowBytes = 256;
constexpr std::uint32_t kRounds = 63;  // vectors of text for each table
static_assert(kRounds * kTables / kTogether <= 255, "counters of all rows are added in a byte");

// Places in UB: the tables above all else, see docs/evaluate/performance.md.
constexpr std::uint32_t kResult = 0x00000;
constexpr std::uint32_t kText = 0x00200;
constexpr std::uint32_t kCounters = 0x20000;

/// Of a power of two.
int log2(std::uint32_t number) { return __builtin_ctz(number); }

/// Adds 1 to the counters of `kTables` vectors of text in each round.
void Count(__ubuf__ std::uint8_t* counters, __ubuf__ std::uint8_t* text, std::uint32_t vlen_bytes) {
  const Reg::MaskReg all = Reg::CreateMask<std::uint16_t>();
  // Byte of a lane in a row: the lower half of the lanes has byte 0 of each word, the upper half 1.
  Reg::RegTensor<std::uint16_t> place;
  const Reg::MaskReg lower = Reg::CreateMask<std::uint16_t, Reg::MaskPattern::H>();
  Reg::RegTensor<std::uint16_t> upper;
  Reg::Arange(place, 0);
  Reg::ShiftLefts(place, place, 2, all);
  Reg::Adds(upper, place, 1 - static_cast<int>(vlen_bytes), all);
  Reg::Select(place, place, upper, lower);
  constexpr std::uint32_t kPairBytes = kCharacters * kRowBytes;
  const auto table = [&](std::uint32_t t) {
    return counters + t / kTogether * kPairBytes + t % kTogether * 2;
  };
  const auto as_bytes = [](Reg::RegTensor<std::uint16_t> & lanes) -> auto& {
    return reinterpret_cast<Reg::RegTensor<std::uint8_t>&>(lanes);
  };
  Reg::RegTensor<std::uint8_t> number;
  Reg::MaskReg odd;
  const Reg::MaskReg bytes = Reg::CreateMask<std::uint8_t>();
  Reg::Arange(number, 0);
  Reg::ShiftLefts(number, number, 7, bytes);
  Reg::Compares<std::uint8_t, AscendC::CMPMODE::NE>(odd, number, 0, bytes);
  // Groups of lanes are numbered in the order of the text: group g counts in table g % kTables. Its
  // index is made a round before, and its characters are loaded before that, to an odd place for
  // two groups. While the counters of a group come, the next ones are asked for. So commands of all
  // kinds are mixed, which the port of V needs: a gather takes it for two cycles.
  constexpr std::uint32_t kGroups = kRounds * kTables;
  constexpr std::uint32_t kAhead = 4;  // groups whose counters come
  using Lanes = std::array<Reg::RegTensor<std::uint16_t>, kTables>;
  std::array<Lanes, 2> indices;
  Lanes counts;
  const auto index = [&](std::uint32_t group) -> auto& {
    return indices.at(group / kTables % 2).at(group % kTables);
  };
  const auto load = [&](std::uint32_t group) {
    if (group % 2 != 0 || group >= kGroups) return;
    Reg::LoadAlign(as_bytes(index(group + 1)), text + group * vlen_bytes / 2);
  };
  const auto make_index = [&](std::uint32_t group) {
    if (group >= kGroups) return;
    if (group % 2 == 0) {
      Reg::ShiftLefts(index(group), index(group + 1), 8, all);
      Reg::Or(index(group), index(group), place, all);
    } else {
      Reg::Select(as_bytes(index(group)), as_bytes(index(group)), as_bytes(place), odd);
    }
  };
  constexpr std::uint32_t kLoaded = kTables + 2;
  for (std::uint32_t group = 0; group < kLoaded; ++group) load(group);
  for (std::uint32_t group = 0; group < kTables; ++group) make_index(group);
  for (std::uint32_t group = 0; group < kGroups + kAhead; ++group) {
    if (group < kGroups) {
      Reg::Gather(counts.at(group % kTables), table(group % kTables), index(group), all);
    }
    if (group >= kAhead) {
      const std::uint32_t counted = group - kAhead;
      auto& count = counts.at(counted % kTables);
      Reg::Adds(count, count, 1, all);
      Reg::Scatter(table(counted % kTables), count, index(counted), all);
    }
    make_index(group + kTables);
    load(group + kLoaded);
  }
}

/// The sums of the counters of each character.
void AddUp(__ubuf__ std::uint32_t* result, __ubuf__ std::uint8_t* counters,
           std::uint32_t vlen_bytes) {
  constexpr std::uint32_t kPairs = kTables / kTogether;
  const std::uint32_t lanes = vlen_bytes / 4;
  const std::uint32_t parts = kCharacters / lanes;
  const Reg::MaskReg all = Reg::CreateMask<std::uint8_t>();
  std::vector<Reg::RegTensor<std::uint16_t>> odd(parts);
  std::vector<Reg::RegTensor<std::uint16_t>> sum(parts);
  for (std::uint32_t part = 0; part < parts; ++part) {
    Reg::Duplicate(odd[part], 0);
    Reg::Duplicate(sum[part], 0);
  }

  // Word l of row l, then by a Gray code all others of the row.
  Reg::RegTensor<std::uint32_t> index;
  Reg::RegTensor<std::uint32_t> word;
  Reg::Arange(word, 0);
  Reg::ShiftLefts(index, word, log2(kRowBytes / 4), all);
  Reg::Or(index, index, word, all);
  std::vector<Reg::RegTensor<std::uint32_t>> bit(log2(lanes));
  for (std::uint32_t i = 0; i < bit.size(); ++i) Reg::Duplicate(bit[i], 1U << i);

  const auto as_bytes = [](Reg::RegTensor<std::uint32_t> & words) -> auto& {
    return reinterpret_cast<Reg::RegTensor<std::uint8_t>&>(words);
  };
  const auto add = [&](Reg::RegTensor<std::uint32_t>& to, Reg::RegTensor<std::uint32_t>& more) {
    Reg::Add(as_bytes(to), as_bytes(to), as_bytes(more), all);
  };
  for (std::uint32_t step = 1; step <= lanes; ++step) {
    std::vector<std::array<Reg::RegTensor<std::uint32_t>, kPairs>> words(parts);
    for (std::uint32_t part = 0; part < parts; ++part) {
      for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
        const std::uint32_t row = pair * kCharacters + part * lanes;
        Reg::Gather(words[part].at(pair),
                    reinterpret_cast<__ubuf__ std::uint32_t*>(counters + row * kRowBytes), index,
                    all);
      }
    }
    for (auto& each : words) add(each[0], each[1]);
    for (auto& each : words) add(each[2], each[3]);
    for (auto& each : words) add(each[0], each[2]);
    for (std::uint32_t part = 0; part < parts; ++part) {
      auto& halves = reinterpret_cast<Reg::RegTensor<std::uint16_t>&>(words[part][0]);
      Reg::Add(sum[part], sum[part], halves, all);
      Reg::ShiftRights(halves, halves, 8, all);
      Reg::Add(odd[part], odd[part], halves, all);
    }
    if (step < lanes) Reg::Xor(index, index, bit[__builtin_ctz(step)], all);
  }

  for (std::uint32_t part = 0; part < parts; ++part) {
    // Even bytes are what `sum` has more than 256 times the odd ones.
    Reg::RegTensor<std::uint16_t> upper;
    Reg::ShiftLefts(upper, odd[part], 8, all);
    Reg::Sub(sum[part], sum[part], upper, all);
    Reg::Add(sum[part], sum[part], odd[part], all);
    auto& count = reinterpret_cast<Reg::RegTensor<std::uint32_t>&>(sum[part]);
    Reg::RegTensor<std::uint32_t> high;
    Reg::ShiftRights(high, count, 16, all);
    Reg::Duplicate(word, 0xffff);
    Reg::And(count, count, word, all);
    Reg::Add(count, count, high, all);
    Reg::StoreAlign(result + part * lanes, count, all);
  }
}

void histogram(gsq::kernel::Session& session) {
  const std::uint32_t vlen_bytes = session.config().vlen_bytes;
  std::mt19937 random(1);
  std::vector<std::uint8_t> text(std::size_t{kRounds} * kTables * vlen_bytes / 2);
  std::vector<std::uint32_t> expected(kCharacters);
  for (auto& character : text) {
    // As in texts, some characters are much more frequent than others.
    character = static_cast<std::uint8_t>(' ' + random() % (random() % 96 + 1));
    ++expected.at(character);
  }
  auto* const from = session.put(kText, text);
  auto* const to = session.put(kResult, std::vector<std::uint32_t>(kCharacters, 0xffffffff));
  auto* const counters = session.put(
      kCounters,
      std::vector<std::uint8_t>(std::size_t{kTables} / kTogether * kCharacters * kRowBytes));

  session.launch([&] {
    Count(counters, from, vlen_bytes);
    AddUp(to, counters, vlen_bytes);
  });

  fmt::print("{} characters, of which ' ' {}, '0' {}, 'A' {}, 'a' {}\n", text.size(), expected[' '],
             expected['0'], expected['A'], expected['a']);
  session.check_equal(session.get(to, kCharacters), expected, "counts");
}

}  // namespace

int main(int argc, char** argv) { return gsq::kernel::run(argc, argv, histogram); }
