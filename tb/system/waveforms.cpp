// SPDX-License-Identifier: Apache-2.0
#include "system/waveforms.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>
#include <utility>

namespace tb {
namespace {

constexpr std::uint64_t kFailureCycles = 2000;  // waveform before a mismatch
constexpr std::uint64_t kCyclesAfter = 8;       // and after it

/// Length of the waveform that a replay may have to write; 0: none.
std::uint64_t snapshot_cycles(const RtlOptions& options) {
  if (options.wave_last != 0) return options.wave_last;
  return options.lockstep && options.waves.empty() && !options.failures.empty() ? kFailureCycles
                                                                                : 0;
}

}  // namespace

Waveforms::Waveforms(const RtlOptions& options, Dut& dut)
    : options_(options), dut_(dut), snapshots_(snapshot_cycles(options), options.wave_patience) {
  if (!options.waves.empty() && options.wave_last == 0) dut.open_trace(options.waves);
}

void Waveforms::begin_cycle(std::uint64_t cycle) {
  snapshots_.tick(cycle);
  if (replaying() && !dut_.tracing() && cycle >= snapshots_.order().first) {
    dut_.open_trace(snapshots_.order().file.data());
  }
}

void Waveforms::end_replay(const std::exception_ptr& error) {
  try {  // nothing else is written: the original process reports
    if (error) std::rethrow_exception(error);
    dut_.close_trace();
    snapshots_.end_replay("");
  } catch (const std::exception& reason) {
    snapshots_.end_replay(reason.what());
  } catch (...) {
    snapshots_.end_replay("an exception of an unknown type");
  }
}

std::string Waveforms::of_failure(std::uint64_t cycle, const std::string& folder) {
  try {
    if (dut_.tracing()) {
      dut_.close_trace();
      return options_.waves;
    }
    if (snapshot_cycles(options_) == 0) {
      return options_.failures.empty() ? "(none, as --failures none says)"
                                       : "(none: run with --waves FILE)";
    }
    const std::string file = options_.waves.empty() ? folder + "/waves.fst" : options_.waves;
    const std::uint64_t first = snapshots_.write(cycle, kCyclesAfter, file);
    return fmt::format("{} (from cycle {} on)", file, first);
  } catch (const std::exception& error) {
    return fmt::format("(none: {})", error.what());
  }
}

void Waveforms::finish(std::uint64_t cycles, bool failed) {
  if (replaying()) snapshots_.end_replay("the run came to another end than before");
  if (std::exchange(finished_, true)) return;
  if (dut_.tracing()) dut_.close_trace();
  if (options_.wave_last == 0 || failed || cycles == 0) return;
  const std::string file = options_.waves.empty() ? "gsq-last.fst" : options_.waves;
  const std::uint64_t first = snapshots_.write(cycles - 1, 0, file);
  fmt::print(stderr, "waveform of cycles {} to {}: {}\n", first, cycles - 1, file);
}

}  // namespace tb
