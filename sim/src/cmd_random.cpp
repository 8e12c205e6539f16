// gsq random: constrained-random commands in lockstep.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "commands.hpp"
#include "gsq/program.hpp"
#include "gsq/random.hpp"
#include "rtl_backend.hpp"
#include "system/rtl_backend.hpp"

namespace {

constexpr std::uint64_t kBatch =
    250;  // commands between two drains, each of which compares all state

struct Options {
  std::uint64_t commands = 10000;
  std::uint64_t seed = 1;
  unsigned stall = 0;
  std::string mix = "all";
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// What was run, as program text.
class Recorder {
 public:
  explicit Recorder(const gsq::Config& config) : config_(config) {}

  void add(const gsq::Fill& fill) { text_ += fill.text + "\n"; }

  /// Returns the command as one line.
  std::string add(const gsq::Command& command, const gsq::Response& response) {
    const auto text = gsq::format_command(command, config_);
    if (!text) {
      std::string line =
          fmt::format("# opcode {}: no program text for these codes, answers {}",
                      static_cast<unsigned>(command.op), gsq::to_text(response.status));
      text_ += line + "\n";
      return line;
    }
    text_ += *text + "\n";
    if (response.status != gsq::Status::Ok) {
      text_ +=
          fmt::format(".expect status {} info {}\n", gsq::to_text(response.status), response.info);
    }
    return *text;
  }

  /// Writes it all to a file and returns the file's name.
  [[nodiscard]] std::string save(std::uint64_t seed) const {
    const std::filesystem::path folder =
        std::filesystem::is_directory("build") ? "build/failures" : "gsq-failures";
    std::filesystem::create_directories(folder);
    const auto file = folder / fmt::format("gsq-{}-seed{}.gsq", config_.name, seed);
    std::ofstream(file) << text_;
    return file;
  }

 private:
  const gsq::Config& config_;
  std::string text_;
};

int run_random(const Options& options) {
  const gsq::Config& config = built_config();
  gsq::RandomCommands random(config, options.seed, options.mix);
  RtlOptions rtl;
  rtl.lockstep = true;
  rtl.stall_percent = options.stall;
  rtl.seed = options.seed;
  rtl.rerun = command_line();
  tb::RtlBackend backend(config, rtl);
  backend.start_host_traffic(random.host_region());

  Recorder recorder(config);
  std::array<std::uint64_t, gsq::kStatusNames.size()> statuses{};
  std::uint64_t ub_beats = 0;
  std::uint64_t bound = 0;
  std::uint64_t merged = 0;
  const auto start = std::chrono::steady_clock::now();
  const bool progress = isatty(STDERR_FILENO) != 0;
  try {
    for (std::uint64_t done = 0; done < options.commands;) {
      for (const gsq::Fill& fill : random.refill()) {
        backend.write_ub(fill.address, fill.bytes);
        recorder.add(fill);
      }
      const std::uint64_t batch = std::min(kBatch, options.commands - done);
      for (std::uint64_t i = 0; i < batch; ++i) {
        const gsq::Command command = random.next();
        backend.submit(command, fmt::format("random command {}: {}", done + i,
                                            recorder.add(command, random.response())));
      }
      for (const gsq::Completion& completion : backend.drain()) {
        ++statuses.at(static_cast<std::size_t>(completion.response.status));
        ub_beats += completion.ub_beats;
        bound += completion.bound;
        merged += completion.merged;
      }
      done += batch;
      if (progress) fmt::print(stderr, "\r{} of {} commands", done, options.commands);
    }
  } catch (const gsq::Mismatch& mismatch) {
    if (progress) fmt::print(stderr, "\n");
    fmt::print("{}\n  program   {} (without host accesses and stalls)\n", mismatch.what(),
               recorder.save(options.seed));
    return kNotAsExpected;
  }
  if (progress) fmt::print(stderr, "\n");

  const double seconds = seconds_since(start);
  fmt::print("{}: {} random commands ({}), seed {}, stalls {} %: {} cycles\n", config.name,
             options.commands, options.mix, options.seed, options.stall, backend.cycles());
  fmt::print("{:.0f} commands/s, {:.0f} cycles/s\n",
             static_cast<double>(options.commands) / seconds,
             static_cast<double>(backend.cycles()) / seconds);
  fmt::print("{} bank cycles of commands, bound {}, {} lanes merged, banks busy {:.1f} %\n",
             ub_beats, bound, merged,
             100.0 * static_cast<double>(backend.take_bank_use().accesses) /
                 (static_cast<double>(backend.cycles()) * config.banks));
  for (const auto& status : gsq::kStatusNames) {
    fmt::print("  {:<14} {}\n", status.text, statuses.at(static_cast<std::size_t>(status.code)));
  }
  fmt::print("RTL and golden model agreed on {} cycles\n", backend.compared_cycles());
  return kAsExpected;
}

}  // namespace

void add_random(CLI::App& app, int& exit_status) {
  static Options options;
  CLI::App* command =
      app.add_subcommand("random", "Constrained-random commands in lockstep, every cycle compared");
  command->add_option("--commands", options.commands, "How many commands")
      ->check(whole_number)
      ->capture_default_str();
  command->add_option("--seed", options.seed, "Seed of commands and stalls")
      ->check(whole_number)
      ->capture_default_str();
  command->add_option("--stall", options.stall, "How often each port rests, percent of the cycles")
      ->check(CLI::Range(0, 99))
      ->capture_default_str();
  command->add_option("--mix", options.mix, "Which commands come how often")
      ->check(CLI::IsMember(gsq::random_mixes()))
      ->capture_default_str();
  command->callback([&exit_status] { exit_status = run_random(options); });
}
