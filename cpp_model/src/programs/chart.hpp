// SPDX-License-Identifier: Apache-2.0
/// The chart of gsq trace: the state of each command in each cycle, and what it waited for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsq/timing/cycle_model.hpp"

namespace gsq {

/// Consecutive cycles in which a command did the same.
struct Span {
  char letter{};  ///< small: it waits
  Cause cause{};
  std::uint8_t reg{};     ///< V of the cause
  std::uint64_t by{};     ///< of the cause: index of the command that causes it
  std::uint64_t first{};  ///< cycle
  std::uint64_t count{};  ///< cycles
};

/// The command neither moves nor uses a bank for the first time: it waits.
bool waits(const Span& span);

/// Short name of the stage or queue of a letter: "D0". Commands at the banks are in stage X, those
/// whose data comes and that write their register in V.
std::string_view stage_of(char letter);

/// What a waiting command waits for, in words. `index`: its own; others are named #1, #2 ….
std::string cause_of(const Span& span, std::size_t index);

/// One command of a run.
struct CommandTrace {
  unsigned line{};
  std::string text;
  /// From its first offer to the transfer of its response, or to the end of the run; without gaps.
  std::vector<Span> spans;
  std::optional<std::uint64_t> issue;
  std::uint64_t first_bank{};  ///< cycle of its first beat; meaningless without beats
  std::uint64_t last_bank{};
  std::uint32_t beats{};
  std::optional<std::uint32_t> bound;

  [[nodiscard]] std::uint64_t first() const { return spans.front().first; }
  [[nodiscard]] std::uint64_t last() const { return spans.back().first + spans.back().count - 1; }
  /// Its response was taken, in the cycle last(). Otherwise the run ended in that cycle.
  [[nodiscard]] bool retired() const { return spans.back().letter == 'Z'; }
};

/// What is shown: cycles `from` to `to`, and of the commands those with these indices.
struct Window {
  std::uint64_t from{};
  std::uint64_t to{};
  std::vector<std::size_t> rows;
};

/// The commands of a run, recorded cycle by cycle.
class Trace {
 public:
  /// Records a cycle of the model in which `inputs` are driven. Call it in every cycle.
  void watch(std::uint64_t cycle, const CycleModel& model, const CycleInputs& inputs);
  /// What calls it, for Surroundings::observer; not for longer than this lives.
  std::function<void(std::uint64_t, const CycleModel&, const CycleInputs&)> observer() {
    return [this](std::uint64_t cycle, const CycleModel& model, const CycleInputs& inputs) {
      watch(cycle, model, inputs);
    };
  }

  [[nodiscard]] std::vector<CommandTrace>& commands() { return commands_; }
  [[nodiscard]] const std::vector<CommandTrace>& commands() const { return commands_; }

  /// A row of letters for each command, a column for each cycle, and what the letters mean.
  [[nodiscard]] std::string chart(const Window& window) const;
  /// The same as a stand-alone picture.
  [[nodiscard]] std::string svg(const Window& window, const std::string& title) const;
  /// The rows as a table: cycles, beats, and causes of waiting in the order of time.
  [[nodiscard]] std::string table(const Window& window) const;
  /// Causes of all commands, the largest first.
  [[nodiscard]] std::string summary() const;

  /// Columns of a chart before the first cycle.
  static constexpr std::size_t kLabelWidth = 50;

 private:
  [[nodiscard]] char letter_of(const Whereabouts& where) const;

  unsigned last_stage_{};  // of the compute pipe
  std::vector<CommandTrace> commands_;
};

}  // namespace gsq
