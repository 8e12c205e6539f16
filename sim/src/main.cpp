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
#include <systemc>

#include "commands.hpp"
#include "gsq/backend.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/stimulus/spatter.hpp"
#include "system/make_rtl_backend.hpp"

namespace {

std::string shell_line;  // NOLINT: set once, before anything reads it

int complain(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::cerr << message << '\n';
  return kError;
}

/// Runs the subcommand that the command line names.
int run_subcommand(int argc, char* argv[]) {
  CLI::App app("Runs the gather, scatter and squeeze unit: its RTL against its golden model.",
               "gsq");
  app.set_version_flag("--version", fmt::format("gsq {}", version()), "Print the version and exit");
  app.require_subcommand(1);
  int exit_status = kAsExpected;
  add_run(app, exit_status);
  add_trace(app, exit_status);
  add_random(app, exit_status);
  add_perf(app, exit_status);
  add_info(app, exit_status);
  add_shrink(app, exit_status);
  add_serve(app, exit_status);
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

void check_writable(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::path(path).parent_path();
  const std::string target =
      fs::exists(path, ignored) ? path : (folder.empty() ? "." : folder.string());
  if (path.empty() || fs::is_directory(path, ignored) || access(target.c_str(), W_OK) != 0) {
    throw UsageError(fmt::format("'{}': expected the name of a file that can be written", path));
  }
}

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

void add_stall_options(CLI::App& command, tb::RtlOptions& options) {
  command.add_option("--stall", options.stall_percent, "Stall every channel at random")
      ->type_name("PERCENT")
      ->transform(gsq::command_line::number(0, 99))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Seed of all random numbers")
      ->type_name("N")
      ->transform(gsq::command_line::number())
      ->capture_default_str();
}

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
  command
      .add_option("--plant-fault", options.plant_fault,
                  "Corrupt this byte of UB in the RTL, to see what a mismatch looks like")
      ->type_name("ADDR")
      ->transform(gsq::command_line::number(0, built_config().ub_bytes - 1));
}

std::string stem_of(const std::string& path) { return std::filesystem::path(path).stem().string(); }

// SystemC elaborates in this function, but only when a subcommand creates a backend with RTL.
int sc_main(int argc, char* argv[]) {
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

// The library's own main would print a banner first.
int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is one that cannot be written
  return sc_core::sc_elab_and_sim(argc, argv);
}
