// SPDX-License-Identifier: Apache-2.0
/// What gsq perf measured: as a table, as notes below it, and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "gsq/backend.hpp"
#include "gsq/stimulus/spatter.hpp"

/// Result of replaying one pattern. Counts only gathers and scatters.
struct Measured {
  std::uint64_t elements{};
  std::uint64_t left_out{};  ///< elements of the pattern that were not replayed
  std::uint64_t commands{};
  std::uint64_t cycles{};         ///< first issue to last retire
  std::uint64_t access_cycles{};  ///< first to last bank access
  gsq::BankUse banks;
  std::uint64_t bound{};
  gsq::Bounds bounds;
  std::uint64_t merged{};
  std::uint64_t folded{};  ///< elements whose index is beyond UB

  [[nodiscard]] bool timed() const { return banks.cycles != 0; }
  [[nodiscard]] double elements_per_cycle() const {
    return timed() ? static_cast<double>(elements) / static_cast<double>(access_cycles) : 0.0;
  }
  [[nodiscard]] double utilisation() const {
    return timed() ? static_cast<double>(banks.accesses) /
                         (static_cast<double>(banks.cycles) * unit_config().banks)
                   : 0.0;
  }
};

using MeasuredPatterns = std::vector<std::pair<const gsq::SpatterPattern*, Measured>>;

/// Bytes of elements read or written in a nanosecond, at a clock of so many nanoseconds.
double gb_per_second(const Measured& measured, std::uint32_t element_bytes, double clock_ns);

nlohmann::ordered_json to_json(const gsq::SpatterPattern& pattern, const Measured& measured);

/// The first line of the table; `clocked`: with the column GB/s.
void print_head(bool clocked);

/// `rate`: the column GB/s and the blank before it, or empty.
void print_row(const gsq::SpatterPattern& pattern, const Measured& measured,
               const std::string& rate);

/// What was left out, folded or read otherwise than written. `range`: bytes of UB that indices
/// reach.
void print_notes(const MeasuredPatterns& rows, std::uint64_t commands_max,
                 std::uint32_t element_bytes, std::uint32_t range);
