// SPDX-License-Identifier: Apache-2.0
// Histogram: how often each of 128 characters occurs in a text.
//
// Lanes with the same character would meet in one counter. So each lane of eight vectors has
// counters of its own: 1024 private histograms with a byte a counter. Lane l of a vector is in word
// l % 64 of each row of 256 bytes, so the lanes of a group are in different banks, whatever the
// characters are: gathers and scatters have no conflict. Two vectors share rows, since a word has
// four bytes and a vector two groups.
//
// First pass: eight vectors of text are counted together, so that no gather has to stay behind a
// scatter to its own counters. A vector takes a load, a gather and a scatter: five cycles of the
// banks, which bind. The processor makes indices of characters and adds 1 to counters. It works
// when the unit is idle, once for eight vectors: indices are made a round ahead. More vectors at
// once would need more registers than there are. Second pass: the processor adds up the counters of
// each character; commands bind, four loads and a store of the sum.
#include <fmt/format.h>

#include <algorithm>
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
constexpr std::uint32_t kAtOnce = 7;    // characters that are added up together
constexpr std::uint32_t kRounds = 63;   // vectors of text for each table
static_assert(kRounds * kTables / kTogether <= 255, "counters of all rows are added in a byte");

// Places in UB: the tables above all else, see docs/evaluate/performance.md.
constexpr std::uint32_t kResult = 0x00000;
constexpr std::uint32_t kText = 0x00200;
constexpr std::uint32_t kCounters = 0x20000;

/// Adds 1 to the counters of `kTables` vectors of text in each round.
void Count(__ubuf__ std::uint8_t* counters, __ubuf__ std::uint8_t* text, std::uint32_t vlen_bytes) {
  const std::uint32_t lanes = vlen_bytes / 2;
  const Reg::MaskReg all = Reg::CreateMask<std::uint16_t>();
  // Byte of a lane in a row: the lower half of the lanes has byte 0 of each word, the upper half 1.
  Reg::RegTensor<std::uint16_t> place;
  Reg::RegTensor<std::uint16_t> row_bytes;
  const Reg::MaskReg lower = Reg::CreateMask<std::uint16_t, Reg::MaskPattern::H>();
  Reg::RegTensor<std::uint16_t> upper;
  Reg::Arange(place, 0);
  Reg::ShiftLefts(place, place, 2, all);
  Reg::Adds(upper, place, 1 - static_cast<int>(vlen_bytes), all);
  Reg::Select(place, place, upper, lower);
  Reg::Duplicate(row_bytes, vlen_bytes);
  const std::uint32_t pair_bytes = kCharacters * vlen_bytes;
  const auto table = [&](std::uint32_t t) {
    return counters + t / kTogether * pair_bytes + t % kTogether * 2;
  };
  using Lanes = std::array<Reg::RegTensor<std::uint16_t>, kTables>;
  const auto load = [&](Lanes& index, std::uint32_t round) {
    for (std::uint32_t t = 0; t < kTables; ++t) {
      Reg::LoadAlign<std::uint8_t, Reg::LoadDist::DIST_UNPACK_B8>(
          index.at(t), text + (round * kTables + t) * lanes);
    }
    for (auto& each : index) Reg::MulDstAdd(each, row_bytes, place, all);
  };
  Lanes index;
  load(index, 0);
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    Lanes count;
    Lanes next;
    for (std::uint32_t t = 0; t < kTables; ++t) {
      Reg::Gather(count.at(t), table(t), index.at(t), all);
    }
    if (round + 1 < kRounds) load(next, round + 1);
    for (std::uint32_t t = 0; t < kTables; ++t) {
      Reg::Adds(count.at(t), count.at(t), 1, all);
      Reg::Scatter(table(t), count.at(t), index.at(t), all);
    }
    index = next;
  }
}

/// The sums of the counters of each character.
void AddUp(__ubuf__ std::uint32_t* result, __ubuf__ std::uint8_t* counters,
           std::uint32_t vlen_bytes) {
  constexpr std::uint32_t kPairs = kTables / kTogether;
  const Reg::MaskReg all = Reg::CreateMask<std::uint16_t>();
  const Reg::MaskReg bytes = Reg::CreateMask<std::uint8_t>();
  Reg::RegTensor<std::uint16_t> low_byte;
  Reg::Duplicate(low_byte, 0xff);
  Reg::UnalignRegForStore rest;
  for (std::uint32_t first = 0; first < kCharacters; first += kAtOnce) {
    const std::uint32_t characters = std::min(kAtOnce, kCharacters - first);
    using Rows = std::array<Reg::RegTensor<std::uint8_t>, kAtOnce>;
    std::array<Rows, kPairs> rows;
    for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
      for (std::uint32_t c = 0; c < characters; ++c) {
        Reg::LoadAlign(rows.at(pair).at(c),
                       counters + (pair * kCharacters + first + c) * vlen_bytes);
      }
    }
    for (std::uint32_t c = 0; c < characters; ++c) {
      Reg::RegTensor<std::uint8_t>& sum = rows[0].at(c);  // of bytes, without overflow
      for (std::uint32_t pair = 1; pair < kPairs; ++pair) {
        Reg::Add(sum, sum, rows.at(pair).at(c), bytes);
      }
      auto& words = reinterpret_cast<Reg::RegTensor<std::uint16_t>&>(sum);  // of two bytes
      Reg::RegTensor<std::uint16_t> odd;
      Reg::ShiftRights(odd, words, 8, all);
      Reg::And(words, words, low_byte, all);
      Reg::Add(words, words, odd, all);
      Reg::Reduce(reinterpret_cast<Reg::RegTensor<std::uint32_t>&>(sum), words, all);
    }
    for (std::uint32_t c = 0; c < characters; ++c) {
      Reg::StoreUnAlign(result, reinterpret_cast<Reg::RegTensor<std::uint32_t>&>(rows[0].at(c)),
                        rest, 1);
    }
  }
  Reg::StoreUnAlignPost(result, rest, 0);
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
      std::vector<std::uint8_t>(std::size_t{kTables} / kTogether * kCharacters * vlen_bytes));

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
