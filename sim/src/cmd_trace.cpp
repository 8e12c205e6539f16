// SPDX-License-Identifier: Apache-2.0
// gsq trace: a program in lockstep, as a chart of its commands over cycles.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "chart.hpp"
#include "commands.hpp"
#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"
#include "system/make_rtl_backend.hpp"

namespace {

struct TraceOptions {
  std::string program;
  std::optional<std::uint64_t> from;
  std::optional<std::uint64_t> to;
  std::string commands;
  std::string svg;
  tb::RtlOptions rtl;
};

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

/// A..B as indices, counted from 0: the first, and one past the last. `count`: commands there are.
std::pair<std::size_t, std::size_t> parse_commands(const std::string& range, std::size_t count) {
  if (range.empty()) return {0, count};
  const std::size_t dots = range.find("..");
  if (dots != std::string::npos) {
    const auto first = gsq::parse_number(range.substr(0, dots));
    const auto last = gsq::parse_number(range.substr(dots + 2));
    if (first && last && *first >= 1 && *first <= *last && *last <= count) {
      return {*first - 1, *last};
    }
  }
  throw UsageError(
      fmt::format("--commands {}: expected A..B with 1 <= A <= B <= {}, the commands "
                  "of the program",
                  range, count));
}

std::string numbers(std::size_t first, std::size_t end) {
  return fmt::format("commands {} to {}", first + 1, end);
}

/// The part of a run to show within the limits; options of the command line override the limits.
Window window_of(const TraceOptions& options, const std::vector<CommandTrace>& commands,
                 const Limits& limits) {
  const auto [first, end] = parse_commands(options.commands, commands.size());
  Window window;
  window.from = options.from.value_or(commands[first].first());
  window.to = options.to.value_or(std::max(window.from, window.from + limits.cycles - 1));
  for (std::size_t i = first; i < end; ++i) {
    if (options.commands.empty() && window.rows.size() == limits.commands) break;
    if (commands[i].first() <= window.to && commands[i].retire() >= window.from) {
      window.rows.push_back(i);
    }
  }
  if (window.rows.empty()) {
    throw UsageError(fmt::format(
        "nothing to show in cycles {} to {}: {} are in the unit in cycles {} to {}", window.from,
        window.to, numbers(first, end), commands[first].first(), commands[end - 1].retire()));
  }
  window.to = std::min(window.to, commands[window.rows.back()].retire());
  return window;
}

/// What the limits omit, and how to show it; empty when they omit nothing.
std::string cut(const TraceOptions& options, const std::vector<CommandTrace>& commands,
                const Window& window) {
  const auto [first, end] = parse_commands(options.commands, commands.size());
  std::string text;
  if (!options.to && window.to < commands[end - 1].retire()) {
    text += fmt::format("cycles {} to {} are not shown: --from {} shows the next, --to {} all\n",
                        window.to + 1, commands[end - 1].retire(), window.to + 1,
                        commands[end - 1].retire());
  }
  if (options.commands.empty() && window.rows.back() + 1 < end) {
    text += fmt::format("{} are not shown: --commands {}..{} shows them\n",
                        numbers(window.rows.back() + 1, end), window.rows.back() + 2, end);
  }
  return text;
}

int trace(const TraceOptions& options) {
  const gsq::Program program = gsq::load_program(options.program, built_config());
  const auto count = static_cast<std::size_t>(
      std::count_if(program.begin(), program.end(), [](const gsq::Statement& statement) {
        return std::holds_alternative<gsq::CommandStatement>(statement.body);
      }));
  if (count == 0) {
    throw UsageError(fmt::format("{}: expected at least one command, found none", options.program));
  }
  parse_commands(options.commands, count);
  if (options.from && options.to && *options.from > *options.to) {
    throw UsageError(
        fmt::format("--to {}: expected a cycle from --from {} on", *options.to, *options.from));
  }
  if (!options.svg.empty()) check_writable(options.svg);

  Trace trace(built_config().squeeze_cuts + 1);
  tb::RtlOptions rtl = options.rtl;
  rtl.lockstep = true;
  rtl.rerun = command_line();
  rtl.name = stem_of(options.program);
  rtl.observer = [&trace](std::uint64_t cycle, const gsq::CycleModel& model,
                          const gsq::CycleInputs& inputs) { trace.watch(cycle, model, inputs); };
  const auto backend = tb::make_rtl_backend(built_config(), rtl);
  const gsq::RunResult result = gsq::run_program(program, *backend);
  for (std::size_t i = 0; i < count; ++i) {
    const gsq::Statement& statement = *result.commands[i].statement;
    trace.commands()[i].line = statement.place.line;
    trace.commands()[i].text = std::get<gsq::CommandStatement>(statement.body).text;
    trace.commands()[i].bound = result.commands[i].completion.bound;
  }

  const Window window = window_of(options, trace.commands(), text_limits());
  fmt::print("{}\n", trace.chart(window));
  fmt::print("{}\n", trace.table(window));
  fmt::print("{}", trace.summary());
  fmt::print("{}", cut(options, trace.commands(), window));
  Outputs outputs;
  if (!options.svg.empty()) {
    const Window picture = window_of(options, trace.commands(), kSvgLimits);
    outputs.write(
        options.svg,
        trace.svg(picture, fmt::format("{}, configuration {}, cycles {} to {}", options.program,
                                       built_config().name, picture.from, picture.to)));
  }
  for (const std::string& file : outputs.written()) fmt::print("written       {}\n", file);
  fmt::print("RTL and golden model agreed on {} cycles\n", backend->compared_cycles());
  for (const std::string& failure : result.failures) std::cerr << failure << '\n';
  return outputs.status(result.failures.empty() ? kAsExpected : kNotAsExpected);
}

}  // namespace

void add_trace(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command =
      app.add_subcommand("trace", "Run a program and chart where its commands are in each cycle");
  command->add_option("PROGRAM", options->program, "Program file (.gsq)")->required();
  command->add_option("--from", options->from, "First cycle of the chart")
      ->type_name("CYCLE")
      ->check(whole_number);
  command->add_option("--to", options->to, "Last cycle of the chart")
      ->type_name("CYCLE")
      ->check(whole_number);
  command->add_option("--commands", options->commands, "Only these commands, counted from 1")
      ->type_name("A..B");
  command->add_option("--svg", options->svg, "The chart as a picture, too")->type_name("FILE.svg");
  add_stall_options(*command, options->rtl);
  add_failure_options(*command, options->rtl);
  command->callback([options, &exit_status] { exit_status = trace(*options); });
}
