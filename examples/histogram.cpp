// SPDX-License-Identifier: Apache-2.0
// Histogram: how often each of 128 characters occurs in a text.
//
// Lanes with the same character would meet in one counter. So each lane has counters of its own:
// 1536 private histograms of one byte a counter, 12 tables of 128 lanes. Lane l of a table is in
// word l % 64 of each row of 256 bytes, so the lanes of a group are in different banks, whatever
// the characters are: gathers and scatters have no conflict. Two tables share a row, since a word
// has four bytes and a group 64 lanes.
//
// First pass: 12 vectors of text are counted together, each in its table, so their gathers need not
// stay behind their scatters. A vector takes a load, a gather and a scatter, and five cycles of the
// banks, which bind. Second pass: the counters of a character are loaded and added, and their sum
// is appended to the result. Seven commands a character.
//
// The processor adds when the unit is idle: in the first pass once for 12 vectors, 60 bank cycles.
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
constexpr std::uint32_t kTables = 6;
constexpr std::uint32_t kTogether = 2;  // tables that share rows
constexpr std::uint32_t kAtOnce = 8;    // characters that are added up together
constexpr std::uint32_t kRounds = 84;   // vectors of text for each table
static_assert(kRounds * kTables / kTogether <= 255, "four counters are added in one byte");

// Places in UB: the tables above all else, see docs/performance.md.
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
      Reg::MulDstAdd(index.at(t), row_bytes, place, all);
    }
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
    using Rows = std::array<Reg::RegTensor<std::uint8_t>, kAtOnce>;
    std::array<Rows, kPairs> rows;
    for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
      for (std::uint32_t c = 0; c < kAtOnce; ++c) {
        Reg::LoadAlign(rows.at(pair).at(c),
                       counters + (pair * kCharacters + first + c) * vlen_bytes);
      }
    }
    Rows& sums = rows[0];  // of bytes, without overflow
    for (std::uint32_t pair = 1; pair < kPairs; ++pair) {
      for (std::uint32_t c = 0; c < kAtOnce; ++c) {
        Reg::Add(sums.at(c), sums.at(c), rows.at(pair).at(c), bytes);
      }
    }
    std::array<Reg::RegTensor<std::uint32_t>, kAtOnce> totals;
    for (std::uint32_t c = 0; c < kAtOnce; ++c) {
      auto& words = reinterpret_cast<Reg::RegTensor<std::uint16_t>&>(sums.at(c));  // of two bytes
      Reg::RegTensor<std::uint16_t> odd;
      Reg::ShiftRights(odd, words, 8, all);
      Reg::And(words, words, low_byte, all);
      Reg::Add(words, words, odd, all);
      Reg::Reduce(totals.at(c), words, all);
      sums.at(c) = {};  // its register is free
    }
    for (auto& total : totals) Reg::StoreUnAlign(result, total, rest, 1);
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
