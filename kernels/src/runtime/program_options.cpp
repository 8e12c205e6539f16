// SPDX-License-Identifier: Apache-2.0
#include "runtime/program_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "cli/command_line.hpp"

namespace gsq::kernel {
namespace {

void check_writable(const char* option, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::path(path).parent_path();
  const std::string target =
      fs::exists(path, ignored) ? path : (folder.empty() ? "." : folder.string());
  if (!fs::is_directory(path, ignored) && access(target.c_str(), W_OK) == 0) return;
  throw UsageError(
      fmt::format("{} '{}': expected the name of a file that can be written", option, path));
}

bool same_parameters(const Config& a, const Config& b) {
  return std::all_of(kParameters.begin(), kParameters.end(), [&](const Parameter& parameter) {
    return a.*parameter.field == b.*parameter.field;
  });
}

}  // namespace

void add_options(CLI::App& app, ProgramOptions& options) {
  app.add_option("--backend", options.backend, "What runs the kernels")
      ->check(command_line::word_of({"golden", "cycle", "rtl", "lockstep"}))
      ->capture_default_str();
  app.add_option("--config", options.config,
                 "Name of a configuration, or a file like those in configs/; the RTL has the one "
                 "that is linked")
      ->type_name("NAME|FILE.json")
      ->capture_default_str();
  app.add_option("--set", options.overrides, "Other values of some of its parameters")
      ->type_name("Name=Value,…");
  app.add_option("--lookahead", options.lookahead,
                 "The next command to issue is chosen among so many; 1: order of the program")
      ->transform(command_line::number(1))
      ->capture_default_str();
  app.add_option("--repeat", options.repeat, "Run the kernels so many times, to measure the speed")
      ->type_name("N")
      ->transform(command_line::number(1))
      ->capture_default_str();
  app.add_option("--stall", options.stall, "Stall every channel of the unit at random")
      ->type_name("PERCENT")
      ->transform(command_line::number(0, 99))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Seed of the stalls")
      ->type_name("N")
      ->transform(command_line::number())
      ->capture_default_str();
  app.add_option("--waves", options.waves, "Waveform of the RTL")->type_name("FILE.fst");
  app.add_flag("--trace", options.trace,
               "Chart where the commands are in each cycle (cycle, lockstep), as gsq trace does")
      ->disable_flag_override();
  app.add_option("--from", options.trace_from, "First cycle of the chart")
      ->type_name("CYCLE")
      ->transform(command_line::number());
  app.add_option("--to", options.trace_to, "Last cycle of the chart")
      ->type_name("CYCLE")
      ->transform(command_line::number());
  app.add_option("--commands", options.trace_commands,
                 "Only these commands of the chart, counted from 1")
      ->type_name("A..B");
  app.add_option("--stats", options.stats, "Cycles of every command, as JSON")
      ->type_name("FILE.json");
  app.add_option("--record", options.record, "Write a program that gsq run repeats")
      ->type_name("FILE.gsq");
}

Config config_of(const ProgramOptions& options) {
  const std::string& text = options.config;
  std::error_code ignored;
  if (std::filesystem::path(text).extension() != ".json" &&
      std::filesystem::is_regular_file(text, ignored)) {
    throw UsageError(fmt::format(
        "--config {}: expected the name of a configuration, or of a file that ends in .json",
        text));
  }
  const auto said_by = [](const char* option, auto&& make) {
    try {
      return make();
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("{}: {}", option, error.what()));
    }
  };
  const Config base = said_by("--config", [&] {
    return std::filesystem::path(text).extension() == ".json" ? load_config(text)
                                                              : named_config(text);
  });
  return said_by("--set", [&] { return with_overrides(base, options.overrides); });
}

void check_options(const ProgramOptions& options, const LinkedRtl* rtl) {
  const bool on_rtl = options.backend == "rtl" || options.backend == "lockstep";
  if (on_rtl && rtl == nullptr) {
    throw UsageError(
        fmt::format("--backend {}: this program is linked with the models alone; "
                    "link it with gsq::rtl_CONFIG",
                    options.backend));
  }
  if (on_rtl && (options.config != rtl->config().name || !options.overrides.empty())) {
    const Config asked = config_of(options);
    if (!same_parameters(asked, rtl->config())) {
      throw UsageError(
          fmt::format("--config {}: the RTL of this program is that of {}; link it with "
                      "gsq::rtl_{}, or use --backend golden or cycle",
                      asked.name, rtl->config().name, asked.name));
    }
  }
  if (!on_rtl && !options.waves.empty()) {
    throw UsageError("--waves: expected --backend rtl or lockstep; models have no waves");
  }
  if (options.backend == "golden" && options.stall != 0) {
    throw UsageError("--stall: expected another --backend; the golden model has no time");
  }
  if (options.trace && options.backend != "lockstep" && options.backend != "cycle") {
    throw UsageError(
        "--trace: expected --backend cycle or lockstep, which know where commands are");
  }
  if (!options.trace &&
      (options.trace_from || options.trace_to || !options.trace_commands.empty())) {
    throw UsageError("--from, --to, --commands: expected --trace, whose chart they are for");
  }
  if (!options.waves.empty()) check_writable("--waves", options.waves);
  if (!options.record.empty()) check_writable("--record", options.record);
  if (!options.stats.empty()) check_writable("--stats", options.stats);
}

}  // namespace gsq::kernel
