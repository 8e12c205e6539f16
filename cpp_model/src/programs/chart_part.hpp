// SPDX-License-Identifier: Apache-2.0
/// The part of a chart that fits on a terminal or in a picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "programs/chart.hpp"

namespace gsq {

/// What to show; limits apply to what is left open.
struct ChartPart {
  std::optional<std::uint64_t> from;  ///< first cycle
  std::optional<std::uint64_t> to;    ///< last cycle
  /// Commands as indices: the first, and one past the last.
  std::optional<std::pair<std::size_t, std::size_t>> commands;
  bool ending{};  ///< when nothing else is chosen, the end of the run rather than its beginning
};

/// A..B, as --commands has it, as indices: the first, and one past the last. Empty: all. Throws
/// std::invalid_argument for anything else, `count` being the number of commands there are.
std::optional<std::pair<std::size_t, std::size_t>> parse_commands(const std::string& range,
                                                                  std::size_t count);

/// Throws std::invalid_argument when the last cycle comes before the first.
void check_cycles(const ChartPart& part);

/// Chart, table and summary of a run with at least one command, and what the limits leave out.
/// Throws std::invalid_argument when no command is in the unit in these cycles.
std::string text_of(const Trace& trace, const ChartPart& part);

/// The chart as a picture. Throws like text_of().
std::string picture_of(const Trace& trace, const ChartPart& part, const std::string& title);

}  // namespace gsq
