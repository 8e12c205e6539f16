// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/command_line.hpp"

namespace gsq::command_line {
namespace {

namespace fs = std::filesystem;

/// What `make` returns. Its errors become those of the option.
template <typename Make>
Config said_by(const char* option, Make&& make) {
  try {
    return make();
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("{}: {}", option, error.what()));
  }
}

Config named_or_loaded(const std::string& text) {
  if (fs::path(text).extension() == ".json") return load_config(text);
  try {
    return named_config(text);
  } catch (const std::exception&) {
    std::error_code ignored;
    if (!fs::is_regular_file(text, ignored)) throw;
    throw UsageError(fmt::format(
        "{}: expected the name of a configuration, or of a file that ends in .json", text));
  }
}

}  // namespace

void add_unit_options(CLI::App& app, UnitOptions& options) {
  app.add_option("--config", options.config, "Name of a configuration, or a file of one")
      ->type_name("NAME|FILE.json")
      ->capture_default_str();
  app.add_option("--set", options.overrides, "Other values of some of its parameters")
      ->type_name("Name=Value,…");
}

Config config_of(const UnitOptions& options) {
  const Config base = said_by("--config", [&] { return named_or_loaded(options.config); });
  return said_by("--set", [&] { return with_overrides(base, options.overrides); });
}

void add_backend_option(CLI::App& app, std::string& backend, std::vector<std::string> backends) {
  app.add_option("--backend", backend, "What runs it")
      ->check(word_of(std::move(backends)))
      ->capture_default_str();
}

bool is_rtl(const std::string& backend) { return backend == "rtl" || backend == "lockstep"; }

std::unique_ptr<Backend> make_model(const std::string& backend, const Config& config,
                                    const Surroundings& surroundings) {
  if (backend == "golden") return make_golden_backend(config);
  if (backend == "cycle") return make_cycle_backend(config, surroundings);
  return nullptr;
}

void add_stall_options(CLI::App& app, Surroundings& surroundings) {
  app.add_option("--stall", surroundings.stall_percent, "Stall every channel at random")
      ->type_name("PERCENT")
      ->transform(number(0, 99))
      ->capture_default_str();
  app.add_option("--seed", surroundings.seed, "Seed of all random numbers")
      ->type_name("N")
      ->transform(number())
      ->capture_default_str();
}

void add_chart_options(CLI::App& app, ChartPart& part, std::string& commands) {
  app.add_option("--from", part.from, "First cycle of the chart")
      ->type_name("CYCLE")
      ->transform(number());
  app.add_option("--to", part.to, "Last cycle of the chart")
      ->type_name("CYCLE")
      ->transform(number());
  app.add_option("--commands", commands, "Only these commands of the chart, counted from 1")
      ->type_name("A..B");
}

void check_waves(const std::string& backend, const std::string& waves) {
  if (waves.empty() || is_rtl(backend)) return;
  throw UsageError("--waves: expected --backend rtl or lockstep; models have no waves");
}

void check_writable(const std::string& path, const std::string& option) {
  std::error_code ignored;
  const fs::path folder = fs::path(path).parent_path();
  const std::string target =
      fs::exists(path, ignored) ? path : (folder.empty() ? "." : folder.string());
  if (path.empty() || fs::is_directory(path, ignored) || access(target.c_str(), W_OK) != 0) {
    throw UsageError(fmt::format("{}'{}': expected the name of a file that can be written",
                                 option.empty() ? "" : option + " ", path));
  }
}

}  // namespace gsq::command_line
