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
#include <functional>
#include <memory>
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
/// counted in commands. A result of the access pipe is taken to be there as many commands later as
/// the pipe holds (docs/reference/timing.md): its stages, the group in E, and as many groups as a
/// lane of the window has places. That of the compute pipe, and the mask of a compare, are there
/// when the contract says.
class IssueOrder {
 public:
  explicit IssueOrder(const Config& config)
      : access_latency_(kStages + (config.places == 1 ? 1 : 1 + config.places)),
        compute_latency_(config.squeeze_cuts + 1),
        compare_latency_(config.squeeze_cuts == 0 ? 3 : 4) {}

  /// Adds a step, the youngest.
  void add(std::unique_ptr<Step> step);

  [[nodiscard]] std::size_t size() const { return size_; }

  /// Whether a step that uses this would stay behind none of those that wait.
  [[nodiscard]] bool is_free(const Uses& uses) const;

  /// Removes the command that should be issued next. Null if all wait for operations.
  std::unique_ptr<Step> take_command();

  /// Removes the oldest operation that may run on the idle unit. Null if all wait for commands.
  std::unique_ptr<Step> take_operation();

  /// Removes a step of which nothing is needed any more, if it is still here.
  void cancel(std::uint64_t number) noexcept;

  /// Removes the steps behind this one in the program.
  void drop_after(std::uint64_t number);

  /// The unit is idle: no register is awaited.
  void all_done() { there_at_.fill(0); }

 private:
  static constexpr unsigned kPlaces = 64;
  /// Places of a block, a bit for each.
  using Set = std::uint64_t;

  struct Place {
    std::unique_ptr<Step> step;        // null: free
    std::size_t behind{};              // older steps in the queue that it must stay behind
    std::vector<std::size_t> younger;  // places of steps that must stay behind it
  };

  /// A range for each place, [0, 0) where there is none.
  struct Ranges {
    std::array<std::uint64_t, kPlaces> begin{};
    std::array<std::uint64_t, kPlaces> end{};
  };

  /// Steps that wait, in any order. What they use is side by side, so that a new step is compared
  /// with all of them in a loop without branches.
  struct Block {
    std::array<std::uint64_t, kPlaces> uses{};    // sets of registers, as in Uses
    std::array<std::uint64_t, kPlaces> writes{};  // likewise
    std::array<std::uint64_t, kPlaces> host{};
    Ranges reads_ub;  // all bytes that a step reads, and where there are several ranges, others
    Ranges writes_ub;
    std::array<std::uint64_t, kPlaces> number{};
    std::array<std::uint64_t, kPlaces> waits{};  // of commands: set of registers to wait for
    Set several{};                               // ranges that it reads, or that it writes
    Set used{};
    Set commands{};
    Set ready{};  // behind none
    std::array<Place, kPlaces> places;
  };

  // A place is the number of its block times kPlaces, and its bit in there.
  Block& block_of(std::size_t place) { return *blocks_[place / kPlaces]; }
  static Set bit_of(std::size_t place) { return Set{1} << (place % kPlaces); }
  Place& at(std::size_t place) { return block_of(place).places[place % kPlaces]; }
  std::uint64_t number_of(std::size_t place) { return block_of(place).number[place % kPlaces]; }

  /// Calls `function` with the place of each step of `set(block)`.
  template <typename SetOf, typename F>
  void for_each(const SetOf& set, const F& function);

  std::size_t free_place();
  static Set older_of(const Block& block, const Uses& uses);
  std::unique_ptr<Step> remove(std::size_t place);

  static constexpr std::uint64_t kStages = 8;  // from the memory queue to V, without E and K

  std::uint64_t access_latency_;
  std::uint64_t compute_latency_;
  std::uint64_t compare_latency_;  // commands until its mask may be used
  std::size_t size_{};
  std::vector<std::unique_ptr<Block>> blocks_;
  std::uint64_t now_{};  // commands issued, and waits
  /// When the result in a register is there, by its bit in Uses.
  std::array<std::uint64_t, kNumVregs + kNumMregs> there_at_{};
};

}  // namespace gsq::kernel
