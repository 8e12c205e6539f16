// SPDX-License-Identifier: Apache-2.0
// gsq run: a program on one of the backends.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/programs/statistics.hpp"
#include "progress.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct RunOptions {
  std::string program;
  std::string backend = default_backend();
  std::vector<std::string> loads;
  std::vector<std::string> dumps;
  std::string stats;
  std::string coverage;
  tb::RtlOptions rtl;
};

/// Raw bytes of UB that come from a file or go to one.
struct Transfer {
  std::uint32_t address{};
  std::uint32_t bytes{};
  std::string file;
};

/// The two sides of a separator; the right one is empty if there is no separator.
std::pair<std::string, std::string> split(const std::string& text, char separator) {
  const std::size_t at = std::min(text.find(separator), text.size());
  return {text.substr(0, at), at < text.size() ? text.substr(at + 1) : ""};
}

/// ADDR=FILE, and the bytes of the file.
std::pair<Transfer, std::vector<std::uint8_t>> parse_load(const std::string& argument) {
  const std::uint32_t ub_bytes = unit_config().ub_bytes;
  const auto [place, file] = split(argument, '=');
  const auto address = gsq::parse_number(place);
  if (!address || *address >= ub_bytes || file.empty()) {
    throw UsageError(
        fmt::format("--load {}: expected ADDR=FILE with ADDR below {:#x}", argument, ub_bytes));
  }
  try {
    return {{*address, 0, file}, gsq::read_file(file, ub_bytes - *address)};
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("--load {}: expected a file that fits between {:#x} and the end "
                    "of the Unified Buffer at {:#x}, but {}",
                    argument, *address, ub_bytes, error.what()));
  }
}

/// ADDR:LEN=FILE
Transfer parse_dump(const std::string& argument) {
  const std::uint32_t ub_bytes = unit_config().ub_bytes;
  const auto [range, file] = split(argument, '=');
  const auto [place, size] = split(range, ':');
  const auto address = gsq::parse_number(place);
  const auto bytes = gsq::parse_number(size);
  if (!address || !bytes || std::uint64_t{*address} + *bytes > ub_bytes || file.empty()) {
    throw UsageError(fmt::format("--dump {}: expected ADDR:LEN=FILE with ADDR+LEN at most {:#x}",
                                 argument, ub_bytes));
  }
  check_writable(file);
  return {*address, *bytes, file};
}

/// The object of --stats.
nlohmann::ordered_json stats_json(const gsq::RunResult& result, gsq::Backend& backend) {
  std::vector<gsq::ExecutedCommand> executed;
  executed.reserve(result.commands.size());
  for (const gsq::CommandResult& done : result.commands) {
    executed.push_back({done.statement->place.line,
                        std::get<gsq::CommandStatement>(done.statement->body).command,
                        done.completion});
  }
  return gsq::statistics_json(executed, backend.cycles(), backend);
}

std::size_t count_commands(const gsq::Program& program) {
  return static_cast<std::size_t>(
      std::count_if(program.begin(), program.end(), [](const gsq::Statement& statement) {
        return std::holds_alternative<gsq::CommandStatement>(statement.body);
      }));
}

std::size_t count_expectations(const gsq::Program& program) {
  return static_cast<std::size_t>(
      std::count_if(program.begin(), program.end(), [](const gsq::Statement& statement) {
        return !std::holds_alternative<gsq::CommandStatement>(statement.body) &&
               !std::holds_alternative<gsq::UbStatement>(statement.body);
      }));
}

void print_failures(const std::vector<std::string>& failures) {
  constexpr std::size_t kShown = 20;
  for (std::size_t i = 0; i < std::min(failures.size(), kShown); ++i) {
    std::cerr << failures[i] << '\n';
  }
  if (failures.size() > kShown) {
    std::cerr << fmt::format("… and {} more\n", failures.size() - kShown);
  }
}

/// Throws UsageError for options that mean nothing to the backend.
void check_backend(const RunOptions& options) {
  gsq::command_line::check_waves(options.backend, options.rtl.waves);
  if (is_rtl(options.backend)) return;
  if (options.rtl.plant_fault || options.rtl.plant_register || options.rtl.plant_command) {
    throw UsageError(
        "--plant-fault, --plant-register, --plant-command: expected --backend rtl or lockstep; the "
        "fault is one of the RTL");
  }
}

int run(const RunOptions& options) {
  check_backend(options);
  if (options.rtl.wave_last != 0 && options.rtl.waves.empty()) {
    throw UsageError("--wave-last: expected --waves FILE.fst, too");
  }
  const gsq::Program program = gsq::load_program(options.program, unit_config());
  std::vector<std::pair<Transfer, std::vector<std::uint8_t>>> loads;
  std::transform(options.loads.begin(), options.loads.end(), std::back_inserter(loads), parse_load);
  std::vector<Transfer> dumps;
  std::transform(options.dumps.begin(), options.dumps.end(), std::back_inserter(dumps), parse_dump);
  for (const std::string& file : {options.stats, options.rtl.waves}) {
    if (!file.empty()) check_writable(file);
  }

  const auto start = Clock::now();
  std::optional<Progress> progress(std::in_place, "gsq run", count_commands(program));
  tb::RtlOptions rtl = options.rtl;
  rtl.name = stem_of(options.program);
  rtl.answered = [&] { (*progress)(); };
  const CoverageFile coverage(options.coverage, options.backend, rtl);
  const auto backend = make_backend(options.backend, rtl);
  for (const auto& [to, bytes] : loads) backend->write_ub(to.address, bytes);
  const gsq::RunResult result = gsq::run_program(program, *backend);
  progress.reset();
  Outputs outputs;
  if (!options.rtl.waves.empty()) outputs.write(options.rtl.waves, [&] { backend->finish(); });
  for (const Transfer& dump : dumps) {
    const auto bytes = backend->read_ub(dump.address, dump.bytes);
    outputs.write(dump.file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  if (!options.stats.empty()) {
    outputs.write(options.stats, json_text(stats_json(result, *backend), 2));
  }
  const std::chrono::duration<double> elapsed = Clock::now() - start;

  print_failures(result.failures);
  fmt::print("program       {}, {} commands\n", options.program, result.commands.size());
  fmt::print("backend       {}, configuration {}\n", options.backend, unit_config().name);
  fmt::print("expectations  {} checked, {} failures\n", count_expectations(program),
             result.failures.size());
  fmt::print("AR            {}\n", backend->read_ar());
  if (backend->cycles() != 0) fmt::print("cycles        {}\n", backend->cycles());
  fmt::print("elapsed       {:.2f} s\n", elapsed.count());
  coverage.write(outputs);
  if (!outputs.written().empty()) {
    fmt::print("written       {}\n", fmt::join(outputs.written(), ", "));
  }
  if (backend->compared_cycles() != 0) {
    fmt::print("RTL and golden model agreed on {} cycles\n", backend->compared_cycles());
  }
  return outputs.status(result.failures.empty() ? kAsExpected : kNotAsExpected);
}

}  // namespace

void add_run(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = add_command(app, "run", "Run a program and check what it expects");
  command->add_option("PROGRAM", options->program, "Program file (.gsq)")
      ->required()
      ->check(gsq::command_line::file_name());
  add_backend_option(*command, options->backend);
  command->add_option("--load", options->loads, "Raw bytes into UB before the program")
      ->type_name("ADDR=FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  command->add_option("--dump", options->dumps, "Raw bytes of UB after the program")
      ->type_name("ADDR:LEN=FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  command->add_option("--stats", options->stats, "Cycles of every command, as JSON")
      ->type_name("FILE.json");
  command->add_option("--waves", options->rtl.waves, "Waveform")->type_name("FILE.fst");
  command->add_option("--wave-last", options->rtl.wave_last, "Keep the last cycles only")
      ->type_name("CYCLES")
      ->transform(gsq::command_line::number());
  add_coverage_option(*command, options->coverage);
  add_stall_options(*command, options->rtl);
  add_failure_options(*command, options->rtl);
  command->callback([options, &exit_status] { exit_status = run(*options); });
}
