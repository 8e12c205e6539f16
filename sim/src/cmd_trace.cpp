// SPDX-License-Identifier: Apache-2.0
// gsq trace: a program in lockstep or on the cycle model, as a chart of its commands over cycles.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"
#include "programs/chart.hpp"
#include "programs/chart_part.hpp"
#include "trace_export.hpp"

namespace {

constexpr const char* kText = "text";
constexpr const char* kKonata = "konata";
constexpr const char* kPerfetto = "perfetto";

struct TraceOptions {
  std::string program;
  std::string backend = default_backend();
  std::string format{kText};
  std::string output;
  gsq::ChartPart part;
  std::string commands;
  std::string svg;
  tb::RtlOptions rtl;
};

std::string in_format(const std::string& format, const gsq::Trace& trace,
                      const gsq::ChartPart& part, const std::string& title) {
  if (format == kKonata) return konata_of(trace);
  if (format == kPerfetto) return json_text(trace_events_of(trace, title), 1);
  return text_of(trace, part);
}

/// Gives the commands that were recorded their lines, texts and bounds.
void describe(const gsq::Program& program, const gsq::RunResult& result,
              std::vector<gsq::CommandTrace>& commands) {
  std::size_t i = 0;
  for (const gsq::Statement& statement : program) {
    const auto* command = std::get_if<gsq::CommandStatement>(&statement.body);
    if (command == nullptr) continue;
    if (i == commands.size()) return;
    commands[i].line = statement.place.line;
    commands[i].text = command->text;
    if (i < result.commands.size()) commands[i].bound = result.commands[i].completion.bound;
    ++i;
  }
}

int trace(const TraceOptions& options) {
  const gsq::Program program = gsq::load_program(options.program, unit_config());
  const auto count = static_cast<std::size_t>(
      std::count_if(program.begin(), program.end(), [](const gsq::Statement& statement) {
        return std::holds_alternative<gsq::CommandStatement>(statement.body);
      }));
  if (count == 0) {
    throw UsageError(fmt::format("{}: expected at least one command, found none", options.program));
  }
  gsq::ChartPart part = options.part;
  part.commands = gsq::parse_commands(options.commands, count);
  check_cycles(part);
  if (options.format != kText && (part.from || part.to || part.commands)) {
    throw UsageError(fmt::format(
        "--format {}: expected no --from, --to or --commands, since viewers of that format zoom",
        options.format));
  }
  if (!options.svg.empty()) check_writable(options.svg);
  if (!options.output.empty()) check_writable(options.output);

  gsq::Trace trace;
  tb::RtlOptions rtl = options.rtl;
  rtl.name = stem_of(options.program);
  rtl.observer = trace.observer();
  const auto backend = make_backend(options.backend, rtl);
  gsq::RunResult result;
  std::exception_ptr mismatch;
  try {
    result = gsq::run_program(program, *backend);
  } catch (const gsq::Mismatch&) {
    mismatch = std::current_exception();
  }
  describe(program, result, trace.commands());
  if (mismatch) {
    // What was asked for is shown as far as there is any.
    const std::size_t begun = trace.commands().size();
    if (begun == 0 || (part.commands && part.commands->first >= begun)) {
      std::rethrow_exception(mismatch);
    }
    if (part.commands) part.commands->second = std::min(part.commands->second, begun);
    part.ending = true;
  }

  const std::string title =
      fmt::format("{}, configuration {}", options.program, unit_config().name);
  const std::string shown = in_format(options.format, trace, part, title);
  Outputs outputs;
  if (options.output.empty()) {
    fmt::print("{}", shown);
  } else {
    outputs.write(options.output, shown);
  }
  if (!options.svg.empty()) outputs.write(options.svg, picture_of(trace, part, title));
  // Standard output is either for readers, or the trace and nothing else.
  std::FILE* report = options.format == kText || !options.output.empty() ? stdout : stderr;
  for (const std::string& file : outputs.written()) fmt::print(report, "written       {}\n", file);
  if (mismatch) {
    fmt::print(report,
               "The run ended here with a mismatch; places are those of the golden model.\n");
    std::fflush(report);
    std::rethrow_exception(mismatch);
  }
  if (backend->compared_cycles() != 0) {
    fmt::print(report, "RTL and golden model agreed on {} cycles\n", backend->compared_cycles());
  }
  for (const std::string& failure : result.failures) std::cerr << failure << '\n';
  return outputs.status(result.failures.empty() ? kAsExpected : kNotAsExpected);
}

}  // namespace

void add_trace(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command =
      add_command(app, "trace", "Run a program and chart where its commands are in each cycle");
  command->add_option("PROGRAM", options->program, "Program file (.gsq)")
      ->required()
      ->check(gsq::command_line::file_name());
  add_backend_option(*command, options->backend, {"cycle", "lockstep"});
  gsq::command_line::add_chart_options(*command, options->part, options->commands);
  command->add_option("--svg", options->svg, "The chart as a picture, too")->type_name("FILE.svg");
  command
      ->add_option("--format", options->format,
                   "The chart as text, or the whole run for the viewers Konata or Perfetto")
      ->check(gsq::command_line::word_of({kText, kKonata, kPerfetto}))
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "Where it goes instead of standard output")
      ->type_name("FILE");
  add_stall_options(*command, options->rtl);
  add_failure_options(*command, options->rtl);
  command->callback([options, &exit_status] { exit_status = trace(*options); });
}
