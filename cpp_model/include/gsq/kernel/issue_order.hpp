// SPDX-License-Identifier: Apache-2.0
/// The order in which the commands of kernels are issued.
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
#include <optional>
#include <string>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"

namespace gsq::kernel {

/// Bytes [begin, end) of UB.
struct Range {
  std::uint64_t begin{};
  std::uint64_t end{};
};

/// State that a command reads and writes, or more of it. Registers and the state of the squeeze
/// stream are bits of a set.
struct Uses {
  std::uint64_t reads{};
  std::uint64_t writes{};
  std::array<Range, 2> reads_ub{};
  Range writes_ub{};
};

/// What a command uses. `lanes` is a range that holds the elements of all active lanes of a gather
/// or scatter; without it, they can be anywhere from the base on, since indices are unsigned.
Uses uses_of(const Command& command, std::uint32_t vlen_bytes, std::optional<Range> lanes = {});

/// Whether `later` must stay behind `earlier`: one of them writes what the other one uses.
bool depends(const Uses& later, const Uses& earlier);

/// A command of a kernel.
struct Issued {
  Command command;
  std::string api;         ///< name of the call
  std::string part;        ///< of the call, if it has many commands
  std::uint64_t number{};  ///< place in the program
};

/// Commands that wait for their issue.
///
/// Any order of calls keeps the results of the program: dependent commands stay in order. Time is
/// counted in commands. A result is taken to be there as many commands later as the access pipe
/// holds (docs/timing.md): its stages, and the groups in the window.
class IssueOrder {
 public:
  explicit IssueOrder(const Config& config)
      : vlen_bytes_(config.vlen_bytes), latency_(kStages + config.window) {}

  /// Adds a command, the youngest. `lanes`: see uses_of().
  void add(Issued issued, std::optional<Range> lanes);

  [[nodiscard]] std::size_t size() const { return waiting_.size(); }

  /// Removes the command that should be issued next. There must be one.
  Issued take_next();

  /// The unit is idle: no register is awaited.
  void all_done() { there_at_.fill(0); }

 private:
  struct Waiting {
    Issued issued;
    Uses uses;
    std::size_t behind{};  ///< older commands in the queue that it must stay behind
  };

  [[nodiscard]] std::uint64_t wait_of(const Command& command) const;

  static constexpr std::uint64_t kStages = 8;  // from the memory queue to V, without the window

  std::uint32_t vlen_bytes_;
  std::uint64_t latency_;
  std::deque<Waiting> waiting_;                      // in the order of the program
  std::uint64_t now_{};                              // commands issued, and waits
  std::array<std::uint64_t, kNumVregs> there_at_{};  // when the result in a register is there
};

}  // namespace gsq::kernel
