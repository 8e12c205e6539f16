// SPDX-License-Identifier: Apache-2.0
// gsq shrink: a minimal part of a program on which RTL and golden model still differ, in the same
// kind of result.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using Lines = std::vector<std::string>;

constexpr double kSeconds = 20;        // after which what has been reached must do
constexpr unsigned kRunSeconds = 120;  // after which a single run is given up

struct ShrinkOptions {
  std::string program;
  std::string output;
  std::string arguments;  // of gsq run
  std::string kind;       // of the difference; empty: what the program alone leads to
  double seconds = kSeconds;
};

/// Statements of a program, a line each.
Lines statements_of(const std::string& file) {
  constexpr std::size_t kLongest = std::size_t{1} << 30;
  const auto bytes = gsq::read_file(file, kLongest);
  Lines lines;
  std::string line;
  const auto end_line = [&] {
    line.erase(std::min(line.find('#'), line.size()));
    if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back(line);
    line.clear();
  };
  for (const std::uint8_t byte : bytes) {
    if (byte == '\n') {
      end_line();
    } else {
      line += static_cast<char>(byte);
    }
  }
  end_line();
  return lines;
}

/// What a report says behind a key; empty when it does not have it.
std::string line_of(const std::string& report, const std::string& key) {
  const std::string begin = fmt::format("\n  {:9} ", key);
  const std::size_t at = report.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + begin.size();
  return report.substr(from, report.find('\n', from) - from);
}

/// Runs candidates, each in its own process: a process cannot start a second simulation.
class Trial {
 public:
  explicit Trial(const ShrinkOptions& options)
      : options_(options),
        end_(Clock::now() +
             std::chrono::milliseconds(static_cast<std::int64_t>(1000 * options.seconds))) {}

  /// The report of the mismatch that this program leads to; empty when there is none. Throws
  /// std::runtime_error when the file cannot be written, or the run does not end.
  std::string report(const Lines& lines, const std::string& more = "") {
    ++count_;
    gsq::write_file(options_.output, fmt::format("{}\n", fmt::join(lines, "\n")));
    const std::string command = fmt::format(
        "exec timeout --foreground --kill-after=1 {} {} run {} --failures none {} {} 2>&1",
        kRunSeconds,
        shell_quoted(std::filesystem::proximate(std::filesystem::read_symlink("/proc/self/exe"))),
        shell_quoted(options_.output), options_.arguments, more);
    std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (!pipe) throw std::runtime_error("cannot start " + command);
    std::string output;
    std::array<char, 4096> part{};
    while (const std::size_t read = std::fread(part.data(), 1, part.size(), pipe.get())) {
      output.append(part.data(), read);
    }
    const int status = pclose(pipe.release());
    constexpr int kOutOfTime = 124;  // of timeout
    constexpr int kKilled = 137;     // by it, a second later
    if (WIFEXITED(status) &&
        (WEXITSTATUS(status) == kOutOfTime || WEXITSTATUS(status) == kKilled)) {
      throw std::runtime_error(
          fmt::format("a run of {} takes more than {} s", options_.output, kRunSeconds));
    }
    return output.rfind("mismatch in cycle", 0) == 0 ? output : "";
  }

  /// The kind of the difference that this program leads to; empty when there is none.
  [[nodiscard]] std::string kind_of(const Lines& lines) { return line_of(report(lines), "kind"); }
  [[nodiscard]] bool in_time() const { return Clock::now() < end_; }
  [[nodiscard]] unsigned count() const { return count_; }

 private:
  const ShrinkOptions& options_;
  Clock::time_point end_;
  unsigned count_{};
};

/// Removes larger, then smaller ranges of lines as long as RTL and model still differ in this kind:
/// another one would be another fault, or another effect than the one that is looked for.
Lines shrink(Lines lines, const std::string& kind, Trial& trial) {
  const bool progress = isatty(STDERR_FILENO) != 0;
  for (std::size_t size = std::max<std::size_t>(lines.size() / 2, 1); trial.in_time();) {
    bool smaller = false;
    for (std::size_t end = lines.size(); end > 0 && trial.in_time();) {  // from the end
      const std::size_t begin = end - std::min(size, end);
      Lines rest(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(begin));
      rest.insert(rest.end(), lines.begin() + static_cast<std::ptrdiff_t>(end), lines.end());
      if (!rest.empty() && trial.kind_of(rest) == kind) {
        lines = std::move(rest);
        smaller = true;
      }
      end = begin;
      if (progress) fmt::print(stderr, "\rshrinking: {} lines left ", lines.size());
    }
    if (size == 1 && !smaller) break;
    size = std::max<std::size_t>(std::min(size, lines.size()) / 2, 1);
  }
  if (progress) fmt::print(stderr, "\r\x1b[K");
  return lines;
}

/// What a report says where its waveform is, or why there is none.
std::string waveform_of(const std::string& report) {
  const std::string line = line_of(report, "waveform");
  return line.empty() ? "(none)" : line.substr(0, line.find(" (from cycle"));
}

/// A candidate is no result. The output may be something else than a file: that stays.
void remove_candidate(const ShrinkOptions& options) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(options.output, ignored)) {
    std::filesystem::remove(options.output, ignored);
  }
}

/// What came of shrinking.
struct Shrunk {
  std::string text;  ///< lines to print
  int status{kAsExpected};
};

/// Shrinks, and leaves beside the result its report and its waveform.
Shrunk shrink_into_files(const ShrinkOptions& options) {
  Lines lines = statements_of(options.program);
  const std::size_t before = lines.size();
  Trial trial(options);
  const std::string kind = trial.kind_of(lines);
  if (!options.kind.empty() && !kind.empty() && kind != options.kind) {
    remove_candidate(options);
    return {fmt::format("  shrunk    (none: the program alone leads to a mismatch of the kind {}, "
                        "run with '{}'; this one is of the kind {})\n",
                        kind, options.arguments, options.kind),
            kNotAsExpected};
  }
  if (kind.empty()) {
    remove_candidate(options);
    return {
        fmt::format("  shrunk    (none: the program alone leads to no mismatch, run with '{}')\n",
                    options.arguments),
        kNotAsExpected};
  }
  lines = shrink(std::move(lines), kind, trial);
  const std::string stem = options.output.substr(0, options.output.rfind('.'));
  const std::string report = trial.report(
      lines, fmt::format("--waves {} --wave-last 100000", shell_quoted(stem + ".fst")));
  gsq::write_file(stem + ".txt", report);
  const std::string waveform = waveform_of(report);
  return {fmt::format("  shrunk    {}, {} of {} lines after {} runs{}\n            {}.txt, {}\n",
                      options.output, lines.size(), before, trial.count(),
                      trial.in_time() ? "" : ", out of time", stem, waveform),
          waveform.front() == '(' ? kError : kAsExpected};
}

Shrunk run_shrink(const ShrinkOptions& options) {
  try {
    return shrink_into_files(options);
  } catch (...) {
    remove_candidate(options);
    throw;
  }
}

}  // namespace

std::string shrink_failure(const gsq::FailureFolder& folder) {
  ShrinkOptions options{folder.path + "/program.gsq", folder.path + "/shrunk.gsq", folder.arguments,
                        folder.kind};
  if (const char* seconds = std::getenv("GSQ_SHRINK_SECONDS")) {
    options.seconds = std::strtod(seconds, nullptr);
  }
  if (folder.path.empty() || options.seconds <= 0 || !std::filesystem::exists(options.program)) {
    return "";
  }
  try {
    return run_shrink(options).text;
  } catch (const std::exception& error) {
    return fmt::format("  shrunk    (none: {})\n", error.what());
  }
}

void add_shrink(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<ShrinkOptions>();
  auto rtl = std::make_shared<tb::RtlOptions>();
  CLI::App* command = add_command(
      app, "shrink", "The least of a program on which RTL and golden model still differ");
  command->add_option("PROGRAM", options->program, "Program file (.gsq)")
      ->required()
      ->check(gsq::command_line::file_name());
  command->add_option("--output", options->output, "What to write (default: shrunk.gsq beside it)")
      ->type_name("FILE.gsq");
  add_stall_options(*command, *rtl);
  command->add_option("--seconds", options->seconds, "When to stop")
      ->type_name("SECONDS")
      ->check(gsq::command_line::seconds())
      ->capture_default_str();
  command->callback([options, rtl, &exit_status] {
    gsq::load_program(options->program, unit_config());  // throws if it has an error
    const auto folder = std::filesystem::path(options->program).parent_path();
    if (options->output.empty()) options->output = folder / "shrunk.gsq";
    check_writable(options->output);
    options->arguments = tb::run_arguments(*rtl);
    const Shrunk shrunk = run_shrink(*options);
    std::cout << shrunk.text;
    exit_status = shrunk.status;
  });
}
