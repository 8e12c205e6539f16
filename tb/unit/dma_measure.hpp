// SPDX-License-Identifier: Apache-2.0
// What the benches of the copies between memory and UB measure: the figures are those of
// docs/reference/dma.md, for a bus of 256 bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsq/stimulus/random.hpp"
#include "unit/dma.hpp"

namespace tb::dma {

enum Per : unsigned { kBeats, kBursts, kAccesses, kCompletions };

/// Events, and their rate.
struct Meter {
  std::uint64_t count{}, first{}, last{};

  void tick(std::uint64_t cycle) {
    if (count++ == 0) first = cycle;
    last = cycle;
  }
  [[nodiscard]] double rate() const {
    return static_cast<double>(count) / static_cast<double>(last - first + 1);
  }
};

/// A measurement: what is copied, at which latency, and the rate that the page promises.
struct Measure {
  static constexpr unsigned kIndexed = 1;  // flags
  static constexpr unsigned kHalf = 2;
  static constexpr unsigned kSkip = 4;    // every second index is outside the table
  static constexpr unsigned kSingle = 8;  // each row has a descriptor of its own
  static constexpr unsigned kFill = 16;   // padding only

  const char* name;
  Per per;
  std::uint32_t rows;
  std::uint32_t bytes;
  unsigned flags;
  unsigned mem_place;  // of the first row
  unsigned ub_place;
  unsigned gap;  // in memory, between rows
  unsigned latency;
  unsigned outstanding;  // the figures are for so many bursts under way, or 0
  double in;             // a cycle; 0: is not measured
  double out;

  [[nodiscard]] bool is(unsigned flag) const { return (flags & flag) != 0; }
  [[nodiscard]] double figure(bool store) const { return store ? out : in; }
  [[nodiscard]] const char* unit() const {
    static constexpr std::array<const char*, 4> kUnits = {"beats", "bursts", "accesses of UB",
                                                          "completions"};
    return kUnits.at(per);
  }

  /// What is expected: the figure of the page, in other engines 95 % of it as far as the width of
  /// UB and the bursts that are under way allow. An end takes a place as well, and so
  /// does a row that is left out.
  [[nodiscard]] double least(bool store) const {
    const double promised = figure(store);
    if (kBusBytes == kBlock && (outstanding == 0 || outstanding == PARAM_Outstanding)) {
      return promised - 0.005;  // it is rounded
    }
    if (per == kAccesses) return promised * 0.95;
    const unsigned burst = std::min<unsigned>(bytes, PARAM_BurstBytes);
    const double beats = per == kBeats ? std::max(1U, burst / kBusBytes) : 1;
    const double places = PARAM_Outstanding / (is(kSingle) || is(kSkip) ? 2.0 : 1.0);
    const double width = per == kBeats && kBusBytes > kBlock ? 0.5 : 1.0;
    return 0.95 * std::min(promised * width, places * beats / (latency + beats + 10));
  }

  /// The descriptors, whose windows and lists are put into the world.
  [[nodiscard]] std::vector<Descriptor> prepare(World& world, gsq::Rng& random) const {
    constexpr std::uint32_t kTable = 4096;
    world.ub_window = {0, kUbLimit, true, true};
    world.mem_windows.fill({0, kMemLimit, true, true});
    Descriptor d;
    d.rows = is(kSingle) ? 1 : rows;
    d.bytes = is(kFill) ? 0 : bytes;
    d.left = static_cast<std::uint16_t>(is(kFill) ? bytes : 0);
    d.mem_addr = mem_place;
    d.mem_stride = static_cast<std::int32_t>(bytes + gap);
    d.indexed = is(kIndexed);
    d.half = is(kHalf);
    d.skip = is(kSkip);
    d.table_rows = kTable;
    d.index_addr = kUbBase;
    d.ub_addr = kUbBase + (d.indexed ? 0x8000 : ub_place);
    d.ub_stride = static_cast<std::int32_t>(
        bytes < kBlock ? bytes : (bytes + ub_place + kBlock - 1) / kBlock * kBlock);
    const unsigned width = d.half ? 2 : 4;
    for (std::uint32_t i = 0; i < d.rows && d.indexed; ++i) {
      const std::uint64_t index = random.next() % kTable + (d.skip && i % 2 == 1 ? kTable : 0);
      for (unsigned k = 0; k < width; ++k) {
        world.ub.at(std::size_t{width} * i + k) = static_cast<std::uint8_t>(index >> (8 * k));
      }
    }
    std::vector<Descriptor> all(is(kSingle) ? rows : 1, d);
    for (std::size_t i = 1; i < all.size(); ++i) {
      all[i].mem_addr = all[i - 1].mem_addr + d.mem_stride;
      all[i].ub_addr = all[i - 1].ub_addr + d.ub_stride;
    }
    return all;
  }
};

inline const std::vector<Measure>& measures() {
  constexpr unsigned kIndexed = Measure::kIndexed;
  constexpr unsigned kSingle = Measure::kSingle;
  static const std::vector<Measure> all = {
      {"rows of 256 bytes", kBeats, 512, 256, 0, 0, 0, 0, 100, 64, 1.00, 1.00},
      {"rows of 256 bytes, unaligned", kBeats, 512, 256, 0, 1, 0, 101, 100, 64, 1.00, 1.00},
      {"rows of 1000 bytes, unaligned", kBeats, 128, 1000, 0, 3, 0, 77, 100, 64, 1.00, 1.00},
      {"rows of 256 bytes, unaligned in UB", kBeats, 512, 256, 0, 0, 5, 0, 100, 64, 0.89, 0.89},
      {"rows of 256 bytes, a descriptor each", kBeats, 512, 256, kSingle, 0, 0, 0, 100, 64, 0.89,
       1.00},
      {"rows of 32 bytes, a descriptor each", kCompletions, 512, 32, kSingle, 0, 0, 0, 100, 64,
       0.14, 0.20},
      {"rows of 64 bytes by index", kBeats, 2048, 64, kIndexed, 0, 0, 0, 100, 64, 0.94, 0.94},
      {"elements of 4 bytes", kBursts, 4096, 4, 0, 0, 0, 12, 54, 64, 1.00, 1.00},
      {"the same by index", kBursts, 4096, 4, kIndexed, 0, 0, 0, 54, 64, 1.00, 1.00},
      {"by index of 16 bits", kBursts, 4096, 4, kIndexed | Measure::kHalf, 0, 0, 0, 54, 64, 1.00,
       1.00},
      {"by index, half of them left out", kBursts, 4096, 4, kIndexed | Measure::kSkip, 0, 0, 0, 54,
       64, 0.50, 0.50},
      {"by index, 64 bursts under way", kBursts, 4096, 4, kIndexed, 0, 0, 0, 100, 64, 0.62, 0.59},
      {"by index, 128 bursts under way", kBursts, 4096, 4, kIndexed, 0, 0, 0, 118, 128, 1.00, 1.00},
      {"padding", kAccesses, 64, 2048, Measure::kFill, 0, 0, 0, 100, 0, 1.00, 0},
  };
  return all;
}

}  // namespace tb::dma
