// SPDX-License-Identifier: Apache-2.0
// Options of a run of the RTL.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace gsq {
class CycleModel;
struct CycleInputs;
}  // namespace gsq

namespace tb {

/// build/failures where there is a folder build, else gsq-failures.
std::string default_failures();

/// How a run drives the RTL, what it is compared with, and which files it leaves.
struct RtlOptions {
  bool lockstep{};            ///< compare every cycle with the golden model
  unsigned stall_percent{};   ///< how often every channel is stalled at random
  std::uint64_t seed{};       ///< of the stalls
  std::string waves;          ///< FST file; empty: none
  std::uint64_t wave_last{};  ///< only the last cycles of the run; 0: all of it
  /// How long the waveform of the last cycles may take; it is written when the run has ended.
  std::chrono::seconds wave_patience{60};
  std::string rerun;  ///< command line that does this run again, for reports
  std::string name;   ///< of what is run, for the folder that a failure leaves
  /// Where failures leave their folder; empty: they leave nothing.
  std::string failures = default_failures();
  /// UB byte whose lowest bit the RTL's memory gets wrong when the unit writes it: a failure to try
  /// things out with.
  std::optional<std::uint32_t> plant_fault;
  /// Lockstep: called in every cycle in which RTL and model agreed, before it ends, with the inputs
  /// of that cycle.
  std::function<void(std::uint64_t cycle, const gsq::CycleModel& model,
                     const gsq::CycleInputs& inputs)>
      observer;
};

/// Arguments of gsq run that do to the RTL what these options do.
std::string run_arguments(const RtlOptions& options);

}  // namespace tb
