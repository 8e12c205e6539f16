// SPDX-License-Identifier: Apache-2.0
// Runs programs of kernels, whatever they are linked with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/run_options.hpp"
#include "gsq/backend.hpp"
#include "gsq/kernel/session.hpp"
#include "gsq/programs/recorder.hpp"
#include "gsq/stimulus/port_stimulus.hpp"
#include "programs/chart_part.hpp"

namespace gsq::kernel {

/// What the command line asks for.
struct ProgramOptions {
  std::string backend;
  command_line::UnitOptions unit;
  Surroundings surroundings;
  std::size_t lookahead = kLookahead;
  std::uint64_t repeat{1};  ///< of a session
  std::string waves;
  std::string record;
  std::string stats;
  bool trace{};
  ChartPart part;             ///< of the trace
  std::string part_commands;  ///< for parse_commands()
};

/// A backend that passes everything on, and keeps what is needed to repeat or to show the run.
class RecordingBackend final : public Backend {
 public:
  explicit RecordingBackend(Backend& backend) : backend_(backend), recorder_(backend.config()) {}

  [[nodiscard]] const Config& config() const override { return backend_.config(); }
  void submit(const Command& command, Label label) override;
  void preload_v(unsigned index, std::vector<std::uint8_t> bytes) override;
  std::vector<Completion> drain() override;
  std::vector<std::uint8_t> read_ub(std::uint32_t address, std::uint32_t bytes) override {
    return backend_.read_ub(address, bytes);
  }
  void write_ub(std::uint32_t address, const std::vector<std::uint8_t>& bytes) override;
  const std::vector<std::uint8_t>& read_v(unsigned index) override {
    return backend_.read_v(index);
  }
  void write_v(unsigned index, const std::vector<std::uint8_t>& bytes) override;
  const std::vector<std::uint8_t>& read_m(unsigned index) override {
    return backend_.read_m(index);
  }
  void write_m(unsigned index, const std::vector<std::uint8_t>& bits) override;
  std::uint32_t read_ar() override { return backend_.read_ar(); }
  [[nodiscard]] std::uint64_t cycles() const override { return backend_.cycles(); }
  [[nodiscard]] std::uint64_t compared_cycles() const override {
    return backend_.compared_cycles();
  }
  BankUse take_bank_use() override;
  Bounds take_bounds() override { return backend_.take_bounds(); }
  void finish() override { backend_.finish(); }

  [[nodiscard]] const Recorder& recorder() const { return recorder_; }
  [[nodiscard]] const std::vector<Command>& commands() const { return commands_; }
  [[nodiscard]] const std::vector<Completion>& completions() const { return completions_; }
  /// Activity of the banks that take_bank_use() has returned so far.
  [[nodiscard]] const BankUse& bank_use() const { return bank_use_; }
  /// Of each command, "kernel.cpp:12: Squeeze", or only the name where the place is not known.
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }

 private:
  Backend& backend_;
  Recorder recorder_;
  std::vector<Command> commands_;
  std::vector<Completion> completions_;
  std::vector<std::string> labels_;
  BankUse bank_use_;
};

/// The RTL that a program is linked with.
class LinkedRtl {
 public:
  LinkedRtl() = default;
  LinkedRtl(const LinkedRtl&) = delete;
  LinkedRtl& operator=(const LinkedRtl&) = delete;
  virtual ~LinkedRtl() = default;

  /// Its configuration.
  [[nodiscard]] virtual const Config& config() const = 0;
  /// The RTL as a backend, in lockstep if the options say so.
  virtual std::unique_ptr<Backend> make(const ProgramOptions& options,
                                        const Surroundings& surroundings) = 0;
};

/// What a program does: one of the two.
struct ProgramBody {
  void (*session)(Session&){};
  int (*main)(int, char**){};
};

/// run() and run_around() on the golden model, and on the RTL where there is one.
int run_program(int argc, char** argv, const ProgramBody& body, LinkedRtl* rtl);

}  // namespace gsq::kernel
