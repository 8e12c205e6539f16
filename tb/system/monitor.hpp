// SPDX-License-Identifier: Apache-2.0
// Monitor of the ports: transfers, responses, activity.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/handshake.hpp"
#include "gsq/backend.hpp"
#include "gsq/isa.hpp"
#include "system/command_tracker.hpp"
#include "system/difference.hpp"
#include "system/dut.hpp"

namespace tb {

/// An answer on the host port.
struct HostAnswer {
  std::uint64_t cycle{};  ///< cycle of the answer
  bool err{};
  std::array<std::uint32_t, 8> rdata{};
};

/// A command that wrote a register.
struct Writer {
  gsq::Label label;          ///< empty: none
  std::uint64_t answered{};  ///< cycle
};

/// Observes the ports in the second half of every cycle, checks the rules that need no golden
/// model, and collects responses and counts.
class Monitor {
 public:
  Monitor(const Dut& dut, CommandTracker& commands) : dut_(dut), commands_(commands) {}

  /// Observes a cycle without reset. Returns the rule that the RTL violates, if any; then the rest
  /// of the cycle is not observed.
  std::optional<Difference> watch(std::uint64_t cycle);

  /// Observes a cycle of reset: commands and accesses in flight are discarded.
  void reset();

  /// Adds data of the golden model on the command that was answered in this cycle.
  void add(const gsq::Transaction& done);

  /// The violation when no command was accepted or answered for too long although some are in
  /// flight. `oldest`: the oldest command of the golden model, null if unknown.
  [[nodiscard]] std::optional<Difference> hang(std::uint64_t cycle,
                                               const gsq::Transaction* oldest) const;
  /// Restarts the time of hang() in this cycle.
  void restart_hang(std::uint64_t cycle) { last_progress_ = cycle; }
  /// Takes the memory for the completions of all commands without an answer, which is faster than
  /// to take it bit by bit.
  void reserve_completions() { completions_.reserve(completions_.size() + commands_.unanswered()); }

  /// From now on host answers are not kept: those of random traffic would fill the memory.
  void drop_host_answers() { keep_host_answers_ = false; }

  // Transfers of the last cycle.
  [[nodiscard]] bool command_taken() const { return command_taken_; }
  [[nodiscard]] bool host_taken() const { return host_taken_; }

  /// Whether no host request waits for its answer.
  [[nodiscard]] bool host_idle() const { return host_in_flight_ == 0; }
  [[nodiscard]] const std::vector<HostAnswer>& host_answers() const { return host_answers_; }

  /// The completions since the last call.
  std::vector<gsq::Completion> take_completions();
  /// The activity of the bank ports since the last call.
  gsq::BankUse take_bank_use();
  /// The last command that wrote a register of V.
  [[nodiscard]] const Writer& writer(unsigned vreg) const { return writers_.at(vreg); }
  /// The last command that wrote a mask register.
  [[nodiscard]] const Writer& mask_writer(unsigned mreg) const { return mask_writers_.at(mreg); }

 private:
  void count_bank_accesses(std::uint64_t cycle);
  std::optional<Difference> watch_response(std::uint64_t cycle);
  std::optional<Difference> watch_host(std::uint64_t cycle);

  const Dut& dut_;
  CommandTracker& commands_;
  HandshakeMonitor<std::uint64_t> response_port_;
  bool command_taken_{};
  bool host_taken_{};
  unsigned host_in_flight_{};
  bool keep_host_answers_{true};
  std::vector<HostAnswer> host_answers_;
  std::vector<gsq::Completion> completions_;
  gsq::Label answered_label_;  // of the last command that was answered
  std::array<Writer, gsq::kNumVregs> writers_;
  std::array<Writer, gsq::kNumMregs> mask_writers_;
  gsq::BankUse bank_use_;
  std::uint64_t last_progress_{};
};

}  // namespace tb
