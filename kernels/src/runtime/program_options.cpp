// SPDX-License-Identifier: Apache-2.0
#include "runtime/program_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>

#include "cli/command_line.hpp"
#include "cli/run_options.hpp"

namespace gsq::kernel {
namespace {

bool same_parameters(const Config& a, const Config& b) {
  return std::all_of(kParameters.begin(), kParameters.end(), [&](const Parameter& parameter) {
    return a.*parameter.field == b.*parameter.field;
  });
}

}  // namespace

void add_options(CLI::App& app, ProgramOptions& options) {
  command_line::add_backend_option(app, options.backend);
  command_line::add_unit_options(app, options.unit);
  app.add_option("--lookahead", options.lookahead,
                 "The next command to issue is chosen among so many; 1: order of the program")
      ->transform(command_line::number(1))
      ->capture_default_str();
  app.add_option("--repeat", options.repeat, "Run the kernels so many times, to measure the speed")
      ->type_name("N")
      ->transform(command_line::number(1))
      ->capture_default_str();
  command_line::add_stall_options(app, options.surroundings);
  app.add_option("--waves", options.waves, "Waveform of the RTL")->type_name("FILE.fst");
  app.add_flag("--trace", options.trace,
               "Chart where the commands are in each cycle (cycle, lockstep), as gsq trace does")
      ->disable_flag_override();
  command_line::add_chart_options(app, options.part, options.part_commands);
  app.add_option("--stats", options.stats, "Cycles of every command, as JSON")
      ->type_name("FILE.json");
  app.add_option("--record", options.record, "Write a program that gsq run repeats")
      ->type_name("FILE.gsq");
}

void check_options(const ProgramOptions& options, const LinkedRtl* rtl) {
  const bool on_rtl = command_line::is_rtl(options.backend);
  if (on_rtl && rtl == nullptr) {
    throw command_line::UsageError(
        fmt::format("--backend {}: this program is linked with the models alone; "
                    "link it with gsq::rtl_CONFIG",
                    options.backend));
  }
  if (on_rtl && (options.unit.config != rtl->config().name || !options.unit.overrides.empty())) {
    const Config asked = command_line::config_of(options.unit);
    if (!same_parameters(asked, rtl->config())) {
      throw command_line::UsageError(
          fmt::format("--config {}: the RTL of this program is that of {}; link it with "
                      "gsq::rtl_{}, or use --backend golden or cycle",
                      asked.name, rtl->config().name, asked.name));
    }
  }
  command_line::check_waves(options.backend, options.waves);
  if (options.backend == "golden" && options.surroundings.stall_percent != 0) {
    throw command_line::UsageError(
        "--stall: expected another --backend; the golden model has no time");
  }
  if (options.trace && options.backend != "lockstep" && options.backend != "cycle") {
    throw command_line::UsageError(
        "--trace: expected --backend cycle or lockstep, which know where commands are");
  }
  if (!options.trace && (options.part.from || options.part.to || !options.part_commands.empty())) {
    throw command_line::UsageError(
        "--from, --to, --commands: expected --trace, whose chart they are for");
  }
  if (!options.waves.empty()) command_line::check_writable(options.waves, "--waves");
  if (!options.record.empty()) command_line::check_writable(options.record, "--record");
  if (!options.stats.empty()) command_line::check_writable(options.stats, "--stats");
}

}  // namespace gsq::kernel
