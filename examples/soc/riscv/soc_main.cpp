// SPDX-License-Identifier: Apache-2.0
// Runs a program on the SoC: loads it into the RAM, prints its console, and ends with its status.
// Golden models follow the front end and the unit in lockstep.
#include <fmt/format.h>
#include <verilated.h>
#include <verilated_fst_c.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/assertions.hpp"
#include "common/signal.hpp"
#include "gsq/files.hpp"
#include "soc_lockstep.hpp"
#include "verilated/fst_writer.hpp"
#include SOC_HEADER  // of the Verilated top, whose class is SOC_CLASS and whose module is SOC_TOP

namespace {

using Top = SOC_CLASS;

constexpr int kResetCycles = 10;
constexpr int kNoEnd = 125;     // exit status of a program that did not end
constexpr int kBadUse = 126;    // of a command line or a file that cannot be
constexpr int kDiffers = 124;   // of a port that differs from the golden models
constexpr int kAsserted = 127;  // of an assertion of the RTL that failed

/// A counter of soc_riscv_profile, and what its cycles or events are.
struct Count {
  const char* name;
  const char* text;
};

constexpr std::array<Count, 6> kCounts{{
    {"commands", "commands that the unit took"},
    {"issue_stall", "cycles in which the front end took no instruction"},
    {"command_stall", "cycles in which the unit took no command"},
    {"result_stall", "cycles in which the core waited for an answer"},
    {"buffer_stall", "cycles in which an access of the core to the Unified Buffer waited"},
    {"order_stall", "of these, cycles in which commands before it held it back"},
}};

struct Options {
  std::string program;
  std::string waves;
  std::uint64_t cycles{100'000'000};
  bool profile{true};
  bool alone{};
  std::uint64_t fault{};
};

class Simulation {
 public:
  Simulation() {
    context_.threads(1);
    context_.traceEverOn(true);
    context_.randReset(2);
    context_.randSeed(1);
    top_ = std::make_unique<Top>(&context_, "");
  }
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  ~Simulation() {
    if (waves_) waves_->close();
    top_->final();
  }

  /// Puts the bytes of a file into the RAM from address 0 on. Returns what is wrong, if anything.
  std::optional<std::string> load(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return fmt::format("{}: the program cannot be read", file);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    const tb::Signal ram(context_, SOC_TOP ".u_host.u_ram", "mem_q");
    if (bytes.size() > ram.size()) {
      return fmt::format("{}: the program has {} bytes, the RAM only {}", file, bytes.size(),
                         ram.size());
    }
    std::fill_n(ram.bytes(), ram.size(), 0);
    std::copy(bytes.begin(), bytes.end(), ram.bytes());
    return std::nullopt;
  }

  void open_waves(const std::string& file) {
    waves_ = std::make_unique<VerilatedFstC>();
    top_->trace(waves_.get(), 99);
    waves_->open(file.c_str());
    if (!waves_->isOpen()) throw gsq::write_error(file, tb::take_fst_error());
  }

  /// Ends the waveform. Throws std::runtime_error when not all of it could be written.
  void close_waves(const std::string& file) {
    waves_->close();
    waves_.reset();
    if (const int error = tb::take_fst_error()) throw gsq::write_error(file, error);
  }

  /// `record`: the commands, for stretches().
  void reset(bool record) {
    top_->clk_i = 0;
    top_->rst_ni = 1;
    top_->eval();
    top_->rst_ni = 0;
    for (int i = 0; i < kResetCycles; ++i) cycle();
    top_->rst_ni = 1;
    tb::take_failed_assertion();  // of the state before the reset, which is random
    lockstep_ = soc::make_lockstep(context_);
    if (lockstep_ && record) lockstep_->record();
  }

  /// One cycle: what its outputs are before its end is in top().
  void cycle() {
    top_->clk_i = 0;
    settle();
    console_ = top_->console_valid_o != 0 && top_->rst_ni != 0;
    character_ = static_cast<char>(top_->console_char_o);
    ended_ = top_->end_valid_o != 0 && top_->rst_ni != 0;
    status_ = top_->end_status_o;
    if (lockstep_ && !difference_) difference_ = lockstep_->watch();
    top_->clk_i = 1;
    settle();
  }

  [[nodiscard]] bool console() const { return console_; }
  [[nodiscard]] char character() const { return character_; }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] std::uint32_t status() const { return status_; }

  /// What differs from the golden models, if anything.
  [[nodiscard]] std::optional<std::string> difference() const { return difference_; }
  /// The same at the end of a program.
  [[nodiscard]] std::optional<std::string> difference_at_rest() const {
    return lockstep_ ? lockstep_->at_rest() : std::nullopt;
  }
  [[nodiscard]] std::vector<soc::Stretch> stretches() const {
    return lockstep_ ? lockstep_->stretches() : std::vector<soc::Stretch>{};
  }
  void plant_fault() {
    if (lockstep_) lockstep_->flip();
  }

  /// Where the core fetches.
  [[nodiscard]] std::uint64_t pc() const {
    return tb::Signal(context_, SOC_TOP ".u_host.u_cpu.u_core", "pc_if").get(0, 32);
  }

  /// A counter of soc_riscv_profile; nothing where there is none.
  [[nodiscard]] std::optional<std::uint64_t> count(const std::string& name) const {
    if (context_.scopeFind(SOC_TOP ".u_profile") == nullptr) return std::nullopt;
    return tb::Signal(context_, SOC_TOP ".u_profile", name + "_q").get(0, 64);
  }

 private:
  void settle() {
    top_->eval();
    if (waves_) waves_->dump(context_.time());
    context_.timeInc(5);
  }

  VerilatedContext context_;
  std::unique_ptr<Top> top_;
  std::unique_ptr<VerilatedFstC> waves_;
  std::unique_ptr<soc::Lockstep> lockstep_;
  std::optional<std::string> difference_;
  bool console_{};
  char character_{};
  bool ended_{};
  std::uint32_t status_{};
};

/// Runs the program to its end. Returns the exit status.
int run(Simulation& simulation, const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  simulation.reset(options.alone);
  std::uint64_t cycle = 0;
  bool line_open = false;
  std::optional<tb::FailedAssertion> failed;
  while (!simulation.ended() && cycle < options.cycles && !failed && !simulation.difference()) {
    if (options.fault != 0 && cycle == options.fault) simulation.plant_fault();
    simulation.cycle();
    ++cycle;
    failed = tb::take_failed_assertion();
    if (simulation.console()) {
      line_open = simulation.character() != '\n';
      std::putchar(simulation.character());
      if (!line_open) std::fflush(stdout);
    }
  }
  if (line_open) std::putchar('\n');
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (options.profile) {
    fmt::print("{:>12} cycles, {:.0f} thousand a second\n", cycle,
               static_cast<double>(cycle) / seconds / 1e3);
    for (const Count& count : kCounts) {
      if (const auto value = simulation.count(count.name)) {
        fmt::print("{:>12} {}\n", *value, count.text);
      }
    }
  }
  if (options.alone) {
    for (const soc::Stretch& stretch : simulation.stretches()) fmt::print("{}\n", stretch.text());
  }
  std::fflush(stdout);
  if (failed) {
    fmt::print(stderr, "soc: assertion {} failed in cycle {}: {} ({})\n", failed->name, cycle,
               failed->expression, failed->place);
    return kAsserted;
  }
  std::optional<std::string> difference = simulation.difference();
  if (!difference && simulation.ended()) difference = simulation.difference_at_rest();
  if (difference) {
    fmt::print(stderr, "soc: golden models and RTL differ in cycle {}: {}\n", cycle, *difference);
    return kDiffers;
  }
  if (!simulation.ended()) {
    fmt::print(
        stderr,
        "soc: expected the program to end within {} cycles, it has not: it waits for ever, or "
        "needs more (--cycles); the core is at 0x{:x}\n",
        cycle, simulation.pc());
    return kNoEnd;
  }
  if (simulation.status() != 0) {
    fmt::print(stderr, "soc: the program ended with status {} in cycle {}, expected 0\n",
               simulation.status(), cycle);
  }
  // A shell sees eight bits: those of a failure must not all be 0.
  const std::uint32_t low = simulation.status() & 0xffU;
  return static_cast<int>(simulation.status() != 0 && low == 0 ? 1 : low);
}

int simulate(const Options& options) {
  Simulation simulation;
  if (const auto wrong = simulation.load(options.program)) {
    fmt::print(stderr, "soc: {}\n", *wrong);
    return kBadUse;
  }
  if (options.waves.empty()) return run(simulation, options);
  simulation.open_waves(options.waves);
  const int status = run(simulation, options);
  simulation.close_waves(options.waves);
  return status;
}

int command(int argc, char* argv[]) {
  Options options;
  CLI::App app{"Runs a program on the SoC of examples/soc/riscv."};
  app.add_option("program", options.program, "bytes of the RAM from address 0 on")->required();
  app.add_option("--waves", options.waves, "write a waveform into this file");
  app.add_option("--cycles", options.cycles, "end after so many, with exit status 125");
  app.add_option("--plant-fault", options.fault,
                 "flip a bit of the Unified Buffer in this cycle, which lockstep must notice");
  app.add_flag("--alone", options.alone,
               "print for the commands between each two syncs how long the unit alone takes");
  app.add_flag("!--no-profile", options.profile, "print the console only");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error);
    return status == 0 ? 0 : kBadUse;
  }
  return simulate(options);
}

}  // namespace

int main(int argc, char* argv[]) {
  try {
    return command(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "soc: %s\n", error.what());
    return kBadUse;
  }
}
