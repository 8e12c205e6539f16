// SPDX-License-Identifier: Apache-2.0
// The gsq executable: one subcommand a file, exit statuses, one line on standard error for bad
// input.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <new>
#include <utility>

#include "commands.hpp"
#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/stimulus/spatter.hpp"
#include "linked_rtl.hpp"
#include "system/make_rtl_backend.hpp"

namespace {

// What run_gsq() sets once, before anything reads it.
std::string shell_line;                 // NOLINT
const LinkedRtl* linked_rtl = nullptr;  // NOLINT

gsq::command_line::UnitOptions chosen_unit;  // NOLINT: read when all options are

int complain(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::cerr << message << '\n';
  return kError;
}

/// Runs the subcommand that the command line names.
int run_subcommand(int argc, char* argv[]) {
  CLI::App app(linked_rtl == nullptr
                   ? "Runs the gather, scatter and squeeze unit: its golden and its cycle model."
                   : "Runs the gather, scatter and squeeze unit: its RTL against its golden model.",
               "gsq");
  app.set_version_flag("--version", fmt::format("gsq {}", version()), "Print the version and exit");
  app.require_subcommand(1);
  if (linked_rtl != nullptr) {
    app.footer(
        "Environment:\n"
        "  GSQ_COVERAGE=FILE     as --coverage FILE, for every run in lockstep, also of tests\n"
        "  GSQ_SHRINK_SECONDS=N  when to stop shrinking the program of a mismatch; 0: it is not "
        "shrunk");
  }
  int exit_status = kAsExpected;
  add_run(app, exit_status);
  add_trace(app, exit_status);
  add_random(app, exit_status);
  add_perf(app, exit_status);
  add_info(app, exit_status);
  if (linked_rtl != nullptr) {
    add_shrink(app, exit_status);
    add_serve(app, exit_status);
  }
  try {
    app.parse(argc, argv);
    return exit_status;
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    const auto used = app.get_subcommands();
    return complain(fmt::format("gsq: error: {} (gsq {}--help says more)",
                                gsq::command_line::sentence(app, error),
                                used.empty() ? "" : used.front()->get_name() + " "));
  } catch (const gsq::ProgramError& error) {
    std::cerr << error.what() << '\n';
    return kError;
  } catch (const gsq::SpatterError& error) {
    return complain(error.what());
  } catch (const gsq::Mismatch& mismatch) {
    std::cerr << mismatch.what() << '\n' << shrink_failure(mismatch.folder());
    return kNotAsExpected;
  } catch (const tb::Interrupted& interrupted) {
    complain(fmt::format("gsq: {}", interrupted.what()));
    return 128 + interrupted.signal();  // as shells say it
  } catch (const std::bad_alloc&) {
    return complain("gsq: error: out of memory");
  } catch (const std::exception& error) {
    return complain(fmt::format("gsq: error: {}", error.what()));
  }
}

}  // namespace

std::string shell_quoted(const std::string& argument) {
  const bool plain =
      !argument.empty() && std::all_of(argument.begin(), argument.end(), [](unsigned char letter) {
        return std::isalnum(letter) != 0 ||
               std::string_view("-_./=:,+@%").find(static_cast<char>(letter)) !=
                   std::string_view::npos;
      });
  if (plain) return argument;
  std::string text = "'";
  for (const char letter : argument) text += letter == '\'' ? "'\\''" : std::string(1, letter);
  return text + "'";
}

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  using Json = nlohmann::ordered_json;
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

const std::string& command_line() { return shell_line; }

void Outputs::write(const std::string& path, std::string_view bytes) {
  write(path, [&] { gsq::write_file(path, bytes); });
}

void Outputs::write(const std::string& path, const std::function<void()>& writer) {
  try {
    writer();
    written_.push_back(path);
  } catch (const std::runtime_error& error) {
    failed_ = true;
    complain(fmt::format("gsq: error: {}", error.what()));
  }
}

int Outputs::status(int status) const { return failed_ && status == kAsExpected ? kError : status; }

void add_failure_options(CLI::App& command, tb::RtlOptions& options) {
  command
      .add_option_function<std::string>(
          "--failures",
          [&options](const std::string& folder) {
            options.failures = folder == "none" ? "" : folder;
          },
          "Folder for the files of a mismatch; none: no files")
      ->type_name("FOLDER")
      ->default_str(options.failures);
  command
      .add_option_function<unsigned>(
          "--wave-seconds",
          [&options](unsigned seconds) { options.wave_patience = std::chrono::seconds(seconds); },
          "The most time that the waveform of the last cycles may take")
      ->type_name("N")
      ->transform(gsq::command_line::number(1, 86400))
      ->default_str(std::to_string(options.wave_patience.count()));
  const CLI::Validator address(
      [](std::string& text) {  // when it is read, the configuration may be known
        return gsq::command_line::number(0, unit_config().ub_bytes - 1)(text);
      },
      "");
  command
      .add_option("--plant-fault", options.plant_fault,
                  "Corrupt this byte of UB in the RTL, to see what a mismatch looks like")
      ->type_name("ADDR")
      ->transform(address);
  command
      .add_option("--plant-register", options.plant_register,
                  "Corrupt byte 0 of this register of V in the RTL, likewise")
      ->type_name("N")
      ->transform(gsq::command_line::number(0, gsq::kNumVregs - 1));
  command
      .add_option("--plant-command", options.plant_command,
                  "Give the RTL commands with this address with the one behind it, likewise")
      ->type_name("ADDR")
      ->transform(address);
}

std::string stem_of(const std::string& path) { return std::filesystem::path(path).stem().string(); }

const gsq::Config& unit_config() {
  if (linked_rtl != nullptr) return linked_rtl->config;
  static const gsq::Config config = gsq::command_line::config_of(chosen_unit);
  return config;
}

CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& description) {
  CLI::App* command = app.add_subcommand(name, description);
  if (linked_rtl != nullptr) return command;
  add_unit_options(*command, chosen_unit);
  return command;
}

const char* default_backend() { return linked_rtl == nullptr ? "cycle" : "lockstep"; }

std::unique_ptr<gsq::Backend> make_backend(const std::string& backend, tb::RtlOptions options) {
  if (auto model = gsq::command_line::make_model(backend, unit_config(), options)) return model;
  if (linked_rtl == nullptr) {
    throw UsageError(fmt::format(
        "--backend {}: expected golden or cycle, since this executable has no RTL; the one of a "
        "configuration has it: make build CONFIG=full builds build/full/gsq",
        backend));
  }
  options.lockstep = backend == "lockstep";
  options.rerun = command_line();
  return linked_rtl->make(unit_config(), options);
}

namespace {

void need_rtl_for_coverage() {
  if (linked_rtl != nullptr) return;
  throw UsageError(
      "--coverage: this executable has no RTL; the one of a configuration has it: make build "
      "CONFIG=full builds build/full/gsq");
}

}  // namespace

CoverageFile::CoverageFile(std::string file, const std::string& backend, tb::RtlOptions& options)
    : file_(std::move(file)) {
  if (file_.empty()) return;
  need_rtl_for_coverage();
  if (backend != "lockstep") {
    throw UsageError(fmt::format(
        "--coverage: expected --backend lockstep, whose model says what is covered, found {}",
        backend));
  }
  check_writable(file_);
  counts_ = linked_rtl->open_coverage(unit_config(), file_);
  options.coverage = counts_.counts.get();
}

void CoverageFile::write(Outputs& outputs) const {
  if (file_.empty()) return;
  fmt::print("coverage      {}\n", counts_.text());
  outputs.write(file_, counts_.json());
}

void add_coverage_option(CLI::App& command, std::string& file) {
  command
      .add_option("--coverage", file,
                  "Count bins of functional coverage in this file, and go on from what it has "
                  "(lockstep)")
      ->type_name("FILE");
}

tb::CoverageRun run_for_coverage(tb::RtlOptions options, const std::string& file,
                                 std::uint64_t commands) {
  need_rtl_for_coverage();
  options.rerun = command_line();
  return linked_rtl->cover(unit_config(), options, file, commands);
}

int run_gsq(int argc, char* argv[], const LinkedRtl* rtl) {
  linked_rtl = rtl;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is one that cannot be written
  for (int i = 0; i < argc; ++i) shell_line += (i == 0 ? "" : " ") + shell_quoted(argv[i]);
  const int status = run_subcommand(argc, argv);
  Outputs outputs;
  outputs.write("standard output", [] {
    errno = 0;
    std::cout.flush();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw gsq::write_error("standard output", errno != 0 ? errno : EIO);
    }
  });
  return outputs.status(status);
}
