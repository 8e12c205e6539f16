// SPDX-License-Identifier: Apache-2.0
/// The subcommands of gsq. Each add_… registers one; its callback sets the exit status.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/run_options.hpp"
#include "gsq/backend.hpp"
#include "system/coverage_run.hpp"
#include "system/rtl_options.hpp"

/// Exit statuses of gsq.
enum ExitStatus {
  kAsExpected = 0,
  kNotAsExpected = 1,  ///< RTL and golden model differ, or an expectation is not met
  kError = 2,          ///< bad command line or program: nothing was run; or a file was not written
};

class Outputs;

using gsq::command_line::add_backend_option;
using gsq::command_line::add_stall_options;
using gsq::command_line::check_writable;
using gsq::command_line::is_rtl;
using gsq::command_line::UsageError;

/// The configuration of the unit in this run: that of the RTL, or what the command line asks for.
/// Throws UsageError when that is not legal.
const gsq::Config& unit_config();

/// A subcommand. Without RTL it gets the options --config and --set.
CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& description);

/// The backend for timed runs: lockstep, or cycle without RTL.
const char* default_backend();

/// The backend of that name; `options` as far as they mean something to it. Throws UsageError where
/// there is none.
std::unique_ptr<gsq::Backend> make_backend(const std::string& backend, tb::RtlOptions options);

/// tb::run_for_coverage() of this executable. Throws UsageError without RTL.
tb::CoverageRun run_for_coverage(tb::RtlOptions options, const std::string& file,
                                 std::uint64_t commands);

/// The counts of --coverage FILE of a subcommand that runs `backend`, which go into `options`;
/// without a file, none. Throws UsageError where nothing could be counted or written.
class CoverageFile {
 public:
  CoverageFile(std::string file, const std::string& backend, tb::RtlOptions& options);

  void write(Outputs& outputs) const;

 private:
  std::string file_;
  tb::CoverageCounts counts_;
};

/// Option --coverage of such a subcommand.
void add_coverage_option(CLI::App& command, std::string& file);

/// The version of the project, as in the file VERSION.
const char* version();

/// The text of a file, with U+FFFD for what is no UTF-8: names of files may be anything.
std::string json_text(const nlohmann::ordered_json& json, int indent);

/// The command line of this process, quoted for a shell.
const std::string& command_line();

/// A word of a command line, quoted for a shell if needed.
std::string shell_quoted(const std::string& argument);

/// The files that a subcommand writes after its run. If one cannot be written, a sentence goes to
/// standard error, and the others are still written.
class Outputs {
 public:
  void write(const std::string& path, std::string_view bytes);
  /// Something else that writes `path`, and throws std::runtime_error when it cannot.
  void write(const std::string& path, const std::function<void()>& writer);

  /// Those that were written.
  [[nodiscard]] const std::vector<std::string>& written() const { return written_; }

  /// What a subcommand exits with whose run came to `status`.
  [[nodiscard]] int status(int status) const;

 private:
  std::vector<std::string> written_;
  bool failed_{};
};

/// Options --failures, --wave-seconds, --plant-… of a subcommand that runs the RTL.
void add_failure_options(CLI::App& command, tb::RtlOptions& options);

/// Name of a file without folder and extension, for RtlOptions::name.
std::string stem_of(const std::string& path);

/// Shrinks program.gsq of a failure to shrunk.gsq in the same folder. Returns lines to print about
/// the result; empty if there is no program, or GSQ_SHRINK_SECONDS is 0.
std::string shrink_failure(const gsq::FailureFolder& folder);

void add_run(CLI::App& app, int& exit_status);
void add_trace(CLI::App& app, int& exit_status);
void add_random(CLI::App& app, int& exit_status);
void add_perf(CLI::App& app, int& exit_status);
void add_info(CLI::App& app, int& exit_status);
void add_shrink(CLI::App& app, int& exit_status);
void add_serve(CLI::App& app, int& exit_status);
