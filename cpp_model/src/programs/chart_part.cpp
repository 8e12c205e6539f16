// SPDX-License-Identifier: Apache-2.0
#include "programs/chart_part.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "gsq/programs/program.hpp"

namespace gsq {
namespace {

/// Limits of the chart by default.
struct Limits {
  std::uint64_t cycles;
  std::size_t commands;
};
constexpr Limits kTextLimits{200, 60};
constexpr Limits kSvgLimits{1000, 200};

/// Number of cycles that fit beside the labels: on a terminal by its width.
Limits text_limits() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col <= Trace::kLabelWidth) {
    return kTextLimits;
  }
  return {std::min<std::uint64_t>(kTextLimits.cycles, size.ws_col - Trace::kLabelWidth),
          kTextLimits.commands};
}

std::string numbers(std::size_t first, std::size_t end) {
  return fmt::format("commands {} to {}", first + 1, end);
}

/// The commands to choose from.
std::pair<std::size_t, std::size_t> range_of(const ChartPart& part,
                                             const std::vector<CommandTrace>& commands) {
  return part.commands.value_or(std::pair<std::size_t, std::size_t>{0, commands.size()});
}

/// The end of a run within the limits.
Window end_of(const std::vector<CommandTrace>& commands, const Limits& limits) {
  Window window;
  for (const CommandTrace& command : commands) window.to = std::max(window.to, command.last());
  const std::uint64_t earliest = window.to < limits.cycles ? 0 : window.to - limits.cycles + 1;
  for (std::size_t i = commands.size(); i-- > 0 && window.rows.size() < limits.commands;) {
    if (commands[i].last() >= earliest) window.rows.push_back(i);
  }
  std::reverse(window.rows.begin(), window.rows.end());
  window.from = std::max(earliest, commands[window.rows.front()].first());
  return window;
}

/// Only the end is to be shown.
bool only_end(const ChartPart& part) {
  return part.ending && !part.from && !part.to && !part.commands;
}

/// The part of a run to show within the limits.
Window window_of(const ChartPart& part, const std::vector<CommandTrace>& commands,
                 const Limits& limits) {
  if (only_end(part)) return end_of(commands, limits);
  const auto [first, end] = range_of(part, commands);
  Window window;
  window.from = part.from.value_or(commands[first].first());
  window.to = part.to.value_or(std::max(window.from, window.from + limits.cycles - 1));
  for (std::size_t i = first; i < end; ++i) {
    if (!part.commands && window.rows.size() == limits.commands) break;
    if (commands[i].first() <= window.to && commands[i].last() >= window.from) {
      window.rows.push_back(i);
    }
  }
  if (window.rows.empty()) {
    throw std::invalid_argument(fmt::format(
        "nothing to show in cycles {} to {}: {} are in the unit in cycles {} to {}", window.from,
        window.to, numbers(first, end), commands[first].first(), commands[end - 1].last()));
  }
  window.to = std::min(window.to, commands[window.rows.back()].last());
  return window;
}

/// What the limits omit, and how gsq trace shows it; empty when they omit nothing.
std::string omitted(const ChartPart& part, const std::vector<CommandTrace>& commands,
                    const Window& window) {
  const auto [first, end] = range_of(part, commands);
  std::string text;
  if (only_end(part) && commands.front().first() < window.from) {
    return fmt::format("cycles {0} to {1} are not shown: --from {0} shows the first of them\n",
                       commands.front().first(), window.from - 1);
  }
  if (!part.to && window.to < commands[end - 1].last()) {
    text += fmt::format("cycles {} to {} are not shown: --from {} shows the next, --to {} all\n",
                        window.to + 1, commands[end - 1].last(), window.to + 1,
                        commands[end - 1].last());
  }
  if (!part.commands && window.rows.back() + 1 < end) {
    text += fmt::format("{} are not shown: --commands {}..{} shows them\n",
                        numbers(window.rows.back() + 1, end), window.rows.back() + 2, end);
  }
  return text;
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> parse_commands(const std::string& range,
                                                                  std::size_t count) {
  if (range.empty()) return std::nullopt;
  const std::size_t dots = range.find("..");
  if (dots != std::string::npos) {
    const auto first = parse_number(range.substr(0, dots));
    const auto last = parse_number(range.substr(dots + 2));
    if (first && last && *first >= 1 && *first <= *last && *last <= count) {
      return std::pair<std::size_t, std::size_t>{*first - 1, *last};
    }
  }
  throw std::invalid_argument(
      fmt::format("--commands {}: expected A..B with 1 <= A <= B <= {}, the commands "
                  "of the program",
                  range, count));
}

void check_cycles(const ChartPart& part) {
  if (!part.from || !part.to || *part.from <= *part.to) return;
  throw std::invalid_argument(
      fmt::format("--to {}: expected a cycle from --from {} on", *part.to, *part.from));
}

std::string text_of(const Trace& trace, const ChartPart& part) {
  const Window window = window_of(part, trace.commands(), text_limits());
  return fmt::format("{}\n{}\n{}{}", trace.chart(window), trace.table(window), trace.summary(),
                     omitted(part, trace.commands(), window));
}

std::string picture_of(const Trace& trace, const ChartPart& part, const std::string& title) {
  const Window window = window_of(part, trace.commands(), kSvgLimits);
  return trace.svg(window, fmt::format("{}, cycles {} to {}", title, window.from, window.to));
}

}  // namespace gsq
