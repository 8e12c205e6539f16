// SPDX-License-Identifier: Apache-2.0
/// Options of a run, and what they ask for: the same for gsq and programs of kernels.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/config.hpp"
#include "gsq/stimulus/port_stimulus.hpp"
#include "programs/chart_part.hpp"

namespace CLI {
class App;
}

namespace gsq::command_line {

/// An error in the command line that CLI11 cannot detect. what() is a sentence of one line.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The unit, where no RTL says what it is.
struct UnitOptions {
  std::string config{"full"};
  std::string overrides;  ///< of its parameters
};

/// Options --config and --set.
void add_unit_options(CLI::App& app, UnitOptions& options);

/// The configuration that they ask for. Throws UsageError.
Config config_of(const UnitOptions& options);

/// Option --backend.
void add_backend_option(CLI::App& app, std::string& backend,
                        std::vector<std::string> backends = {"golden", "cycle", "rtl", "lockstep"});

/// Whether a backend has RTL.
bool is_rtl(const std::string& backend);

/// The backend of that name, golden or cycle; null for others.
std::unique_ptr<Backend> make_model(const std::string& backend, const Config& config,
                                    const Surroundings& surroundings);

/// Options --stall and --seed.
void add_stall_options(CLI::App& app, Surroundings& surroundings);

/// Options --from, --to and --commands; `commands` is for parse_commands().
void add_chart_options(CLI::App& app, ChartPart& part, std::string& commands);

/// Throws UsageError for a waveform that this backend has not.
void check_waves(const std::string& backend, const std::string& waves);

/// Throws UsageError when a file cannot be written, which names the option. Does not create or
/// change the file.
void check_writable(const std::string& path, const std::string& option = "");

}  // namespace gsq::command_line
