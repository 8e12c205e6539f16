// SPDX-License-Identifier: Apache-2.0
// The commands of a run without a response.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "gsq/backend.hpp"

namespace tb {

/// Bytes of a register of V, to be written just before a command is on the port.
struct Preload {
  unsigned index{};
  std::vector<std::uint8_t> bytes;
};

/// A command from its submission to its response.
struct TrackedCommand {
  gsq::Label label;  ///< its origin and its text
  std::vector<Preload> preloads;
  std::uint64_t issue{};  ///< cycle of issue

  /// The label from its line or command number on, since waveforms are narrow.
  [[nodiscard]] std::string short_label() const;
};

/// Tracks the state of each command: submitted, on the port, accepted, issued, answered.
/// Commands change to each of these states in the order of submission.
class CommandTracker {
 public:
  void submit(TrackedCommand command) { commands_.push_back(std::move(command)); }

  /// The oldest command that is not accepted is on the port for the first time, or for the first
  /// time since a reset. Returns it.
  const TrackedCommand& offer();
  /// The command on the port is accepted.
  void accept() { ++accepted_; }
  /// The oldest command that is accepted and not issued has issued.
  void issue(std::uint64_t cycle) { commands_[issued_++ - answered_].issue = cycle; }
  /// The oldest command is answered and leaves the tracker. It must have issued.
  TrackedCommand answer();
  /// A reset of the unit discards what is accepted and not answered.
  void discard_accepted();

  // By state, null if there is none.
  /// `place` 0 is the oldest command.
  [[nodiscard]] const TrackedCommand* at(std::uint64_t place) const {
    return place < commands_.size() ? &commands_[place] : nullptr;
  }
  /// The next to be accepted: on the port, or the next there.
  [[nodiscard]] const TrackedCommand* next() const { return at(accepted_ - answered_); }
  /// The oldest that is accepted and has not issued.
  [[nodiscard]] const TrackedCommand* next_to_issue() const {
    return issued_ == accepted_ ? nullptr : at(issued_ - answered_);
  }
  /// The oldest that is accepted.
  [[nodiscard]] const TrackedCommand* oldest_accepted() const {
    return answered_ == accepted_ ? nullptr : at(0);
  }

  /// No command is without an answer.
  [[nodiscard]] bool empty() const { return commands_.empty(); }
  /// Commands without an answer.
  [[nodiscard]] std::size_t unanswered() const { return commands_.size(); }

  // Counts since the start. Those that a reset discarded count as offered only.
  [[nodiscard]] std::uint64_t offered() const { return offered_; }
  [[nodiscard]] std::uint64_t accepted() const { return accepted_; }
  [[nodiscard]] std::uint64_t issued() const { return issued_; }
  [[nodiscard]] std::uint64_t answered() const { return answered_; }

 private:
  std::deque<TrackedCommand> commands_;  // oldest first
  std::uint64_t offered_{};
  std::uint64_t accepted_{};
  std::uint64_t issued_{};
  std::uint64_t answered_{};
};

}  // namespace tb
