// SPDX-License-Identifier: Apache-2.0
// Options of a run of the RTL.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "gsq/stimulus/port_stimulus.hpp"

namespace tb {

class FunctionalCoverage;

/// build/failures where there is a folder build, else gsq-failures.
std::string default_failures();

/// Options of a run: stimulus of the RTL, comparison, and files to write.
struct RtlOptions : gsq::Surroundings {
  bool lockstep{};            ///< compare every cycle with the golden model
  std::string waves;          ///< FST file; empty: none
  std::uint64_t wave_last{};  ///< only the last cycles of the run; 0: all of it
  /// Time limit for the waveform of the last cycles; it is written when the run has ended.
  std::chrono::seconds wave_patience{60};
  std::string rerun;  ///< command line that repeats this run, for reports
  std::string name;   ///< name of the run, for the folder of a failure
  /// Parent of the folders of failures; empty: none is written.
  std::string failures = default_failures();
  /// Address of a UB byte whose lowest bit is inverted when the unit writes it: a failure for tests
  /// and demonstrations.
  std::optional<std::uint32_t> plant_fault;
  /// Register of V of which the lowest bit of byte 0 is: likewise.
  std::optional<std::uint32_t> plant_register;
  /// The RTL gets commands with this `addr` with the address behind it: likewise.
  std::optional<std::uint32_t> plant_command;
  /// Lockstep: the host may access bytes of running commands. No data is compared then, of memory,
  /// V or their ports; no index may depend on such data.
  bool races{};
  /// Lockstep: counts what the run covers; null: coverage_of_process() does.
  FunctionalCoverage* coverage{};
};

/// Arguments of gsq run with the same effect on the RTL as these options.
std::string run_arguments(const RtlOptions& options);

}  // namespace tb
