// SPDX-License-Identifier: Apache-2.0
// gsq random: constrained-random commands, mostly in lockstep.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "gsq/programs/program.hpp"
#include "gsq/stimulus/random.hpp"
#include "progress.hpp"

namespace {

constexpr std::uint64_t kBatch = 250;  // commands between two drains, which compare all state

struct Options {
  std::uint64_t commands = 10000;
  std::string mix = "all";
  std::string backend = default_backend();
  std::string coverage;  // file; empty: none
  tb::RtlOptions rtl;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string label_of(std::uint64_t number, const gsq::Command& command, const gsq::Config& config) {
  const auto text = gsq::format_command(command, config);
  return fmt::format("random command {}: {}", number,
                     text ? *text
                          : fmt::format("opcode {}, no program text for these codes",
                                        static_cast<unsigned>(command.op)));
}

/// Random commands for bins; `options.mix` and its stalls have no effect.
int run_covered(const Options& options) {
  check_writable(options.coverage);
  tb::RtlOptions rtl = options.rtl;
  rtl.name = "random-coverage";
  std::optional<Progress> progress(std::in_place, "gsq random", options.commands);
  rtl.answered = [&] { (*progress)(); };
  const tb::CoverageRun run = run_for_coverage(rtl, options.coverage, options.commands);
  progress.reset();
  fmt::print(
      "{}: {} random commands in {} episodes, seed {}: RTL and golden model agreed on {} cycles\n",
      unit_config().name, run.commands, run.episodes, options.rtl.seed, run.cycles);
  fmt::print("{} of {} bins hit\n", run.bins_hit, run.bins);
  Outputs outputs;
  outputs.write(options.coverage, run.json);
  return outputs.status(kAsExpected);
}

int run_random(const Options& options) {
  if (!options.coverage.empty()) return run_covered(options);
  const gsq::Config& config = unit_config();
  gsq::RandomCommands random(config, options.rtl.seed, options.mix);
  tb::RtlOptions rtl = options.rtl;
  rtl.host_traffic = random.host_region();
  rtl.name = "random-" + options.mix;
  std::optional<Progress> progress(std::in_place, "gsq random", options.commands);
  rtl.answered = [&] { (*progress)(); };
  const auto backend = make_backend(options.backend, rtl);

  std::array<std::uint64_t, gsq::kStatusNames.size()> statuses{};
  std::uint64_t ub_beats = 0;
  std::uint64_t bound = 0;
  std::uint64_t merged = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t done = 0; done < options.commands;) {
    for (const gsq::Fill& fill : random.refill()) {
      backend->write_ub(fill.address, fill.bytes);
    }
    const std::uint64_t batch = std::min(kBatch, options.commands - done);
    for (std::uint64_t i = 0; i < batch; ++i) {
      const gsq::Command command = random.next();
      // The text only if a report needs it: to form all of them takes a good part of the time.
      backend->submit(command, [&config, command, number = done + i] {
        return label_of(number, command, config);
      });
    }
    for (const gsq::Completion& completion : backend->drain()) {
      ++statuses.at(static_cast<std::size_t>(completion.response.status));
      ub_beats += completion.ub_beats;
      bound += completion.bound;
      merged += completion.merged;
    }
    done += batch;
  }
  progress.reset();

  const double seconds = seconds_since(start);
  fmt::print("{}: {} random commands ({}), seed {}, stalls {} %: {} cycles\n", config.name,
             options.commands, options.mix, options.rtl.seed, options.rtl.stall_percent,
             backend->cycles());
  fmt::print("{:.0f} commands/s, {:.0f} cycles/s\n",
             static_cast<double>(options.commands) / seconds,
             static_cast<double>(backend->cycles()) / seconds);
  const double bank_cycles = static_cast<double>(backend->cycles()) * config.banks;
  const auto accesses = static_cast<double>(backend->take_bank_use().accesses);
  fmt::print("{} bank cycles of commands, bound {}, {} lanes merged, banks busy {:.1f} %\n",
             ub_beats, bound, merged, bank_cycles > 0 ? 100.0 * accesses / bank_cycles : 0.0);
  for (const auto& status : gsq::kStatusNames) {
    fmt::print("  {:<14} {}\n", status.text, statuses.at(static_cast<std::size_t>(status.code)));
  }
  if (backend->compared_cycles() != 0) {
    fmt::print("RTL and golden model agreed on {} cycles\n", backend->compared_cycles());
  }
  return kAsExpected;
}

}  // namespace

void add_random(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<Options>();
  options->rtl.seed = 1;
  const auto mixes = gsq::random_mixes();
  CLI::App* command =
      add_command(app, "random", "Constrained-random commands in lockstep, every cycle compared");
  command->add_option("--commands", options->commands, "How many commands")
      ->transform(gsq::command_line::number())
      ->capture_default_str();
  add_backend_option(*command, options->backend, {"cycle", "lockstep"});
  add_stall_options(*command, options->rtl);
  command->add_option("--mix", options->mix, "Which commands come how often")
      ->check(gsq::command_line::word_of({mixes.begin(), mixes.end()}))
      ->capture_default_str();
  command
      ->add_option(
          "--coverage", options->coverage,
          "Count bins in this file, and go on from what it has; bins that were not hit are "
          "the goal: all mixes, stalls and resets")
      ->type_name("FILE")
      ->excludes("--backend")
      ->excludes("--mix")
      ->excludes("--stall");
  add_failure_options(*command, options->rtl);
  command->callback([options, &exit_status] { exit_status = run_random(*options); });
}
