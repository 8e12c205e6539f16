// SPDX-License-Identifier: Apache-2.0
/// The order in which the commands and operations of kernels are executed.
///
/// The unit issues in the order in which it gets its commands, and a command that waits for a
/// register holds those behind it. So a kernel that loads, gathers and stores vector after vector
/// would leave the unit idle most of the time. As a compiler would, the runtime chooses the next
/// command among several: the oldest whose registers are not awaited, of those that need no result
/// of, and spoil nothing for, an older one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/kernel/operation.hpp"
#include "gsq/kernel/uses.hpp"

namespace gsq::kernel {

/// A command of the unit, an operation of the processor, or one of the operations that the runtime
/// adds when registers are used up.
enum class StepKind : std::uint8_t { kCommand, kOperation, kPutAway, kFetchBack };

/// A command or operation of a kernel.
struct Step {
  /// The call that it is part of.
  [[nodiscard]] Call call() const {
    return file == nullptr ? Call(api) : Call::here(api, file, line);
  }

  StepKind kind{StepKind::kCommand};
  Command command;                  ///< of kCommand
  std::function<void(State&)> run;  ///< of the other kinds
  Uses uses;
  std::string api;          ///< name of the call
  const char* file{};       ///< place of the call, null if not known
  unsigned line{};          ///< likewise
  std::string part;         ///< of the call, if it has many steps
  std::uint64_t number{};   ///< place in the program
  std::uint64_t launch{};   ///< number of the launch before it
  std::uint64_t ordinal{};  ///< place among those of its kind since that launch, from 1
};

/// Commands and operations that wait.
///
/// Any order of calls keeps the results of the program: dependent steps stay in order. Time is
/// counted in commands. A result is taken to be there as many commands later as the access pipe
/// holds (docs/timing.md): its stages, and the groups in the window.
class IssueOrder {
 public:
  explicit IssueOrder(const Config& config) : latency_(kStages + config.window) {}

  /// Adds a step, the youngest.
  void add(Step step);

  [[nodiscard]] std::size_t size() const { return waiting_.size(); }

  /// Removes the command that should be issued next. None if all wait for operations.
  std::optional<Step> take_command();

  /// Removes the oldest operation that may run on the idle unit. None if all wait for commands.
  std::optional<Step> take_operation();

  /// Removes a step of which nothing is needed any more, if it is still here.
  void cancel(std::uint64_t number) noexcept;

  /// Removes the steps behind this one in the program.
  void drop_after(std::uint64_t number);

  /// The unit is idle: no register is awaited.
  void all_done() { there_at_.fill(0); }

 private:
  struct Waiting {
    Step step;
    std::size_t behind{};           ///< older steps in the queue that it must stay behind
    std::vector<Waiting*> younger;  ///< steps that must stay behind it
  };
  using Queue = std::deque<std::unique_ptr<Waiting>>;

  [[nodiscard]] std::uint64_t wait_of(const Command& command) const;
  Step remove(const Queue::iterator& place);

  static constexpr std::uint64_t kStages = 8;  // from the memory queue to V, without the window

  std::uint64_t latency_;
  Queue waiting_;                                    // in the order of the program
  std::vector<std::unique_ptr<Waiting>> spare_;      // kept for their memory
  std::uint64_t now_{};                              // commands issued, and waits
  std::array<std::uint64_t, kNumVregs> there_at_{};  // when the result in a register is there
};

}  // namespace gsq::kernel
