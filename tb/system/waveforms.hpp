// SPDX-License-Identifier: Apache-2.0
// Waveforms of a run: all of it, its last cycles, or the cycles around a failure.
#pragma once

#include <cstdint>
#include <exception>
#include <string>

#include "common/snapshots.hpp"
#include "system/dut.hpp"
#include "system/rtl_options.hpp"

namespace tb {

/// Traces the unit by the options. A waveform of the whole run is written during the run; the last
/// cycles are written by a replay, a forked copy of this process, see Snapshots. In a replay this
/// object traces the cycles that were ordered, and its owner must end the process by end_replay().
class Waveforms {
 public:
  /// Keeps references to both. Throws std::runtime_error when the waveform of the whole run cannot
  /// be opened.
  Waveforms(const RtlOptions& options, Dut& dut);

  /// Call it at the start of every cycle: forks at intervals. Returns once more in each replay, and
  /// starts its trace when its first cycle comes.
  void begin_cycle(std::uint64_t cycle);

  /// Whether this process is a replay.
  [[nodiscard]] bool replaying() const { return snapshots_.replaying(); }
  /// In a replay: whether `cycle` is the last one of the waveform.
  [[nodiscard]] bool replay_complete(std::uint64_t cycle) const {
    return cycle >= snapshots_.order().last;
  }
  /// In a replay: the point of interest is among the first `cycles` cycles. The original process
  /// has not simulated more.
  [[nodiscard]] bool past_point(std::uint64_t cycles) const {
    return cycles > snapshots_.order().point;
  }
  /// Ends a replay. Its waveform is complete, or impossible because of `error`.
  [[noreturn]] void end_replay(const std::exception_ptr& error = nullptr);

  /// Writes the waveform of a failure in `cycle`, by default to a file in `folder`. Returns the
  /// file and what it shows, or in brackets why there is none.
  std::string of_failure(std::uint64_t cycle, const std::string& folder);

  /// The run has ended after `cycles` cycles: writes what is not written yet, the first time only,
  /// and ends a replay. `failed`: of_failure() was called. Throws std::runtime_error when a
  /// waveform cannot be written.
  void finish(std::uint64_t cycles, bool failed);

 private:
  const RtlOptions& options_;
  Dut& dut_;
  Snapshots snapshots_;
  bool finished_{};
};

}  // namespace tb
