/// The RTL as a backend, alone or in lockstep with the golden model.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "gsq/backend.hpp"
#include "gsq/config.hpp"

namespace gsq {
class CycleModel;
struct CycleInputs;
}  // namespace gsq

struct RtlOptions {
  bool lockstep{};            ///< compare every cycle with the golden model
  unsigned stall_percent{};   ///< how often every channel is stalled at random
  std::uint64_t seed{};       ///< of the stalls
  std::string waves;          ///< FST file; empty: none
  std::uint64_t wave_last{};  ///< only the last cycles of the run; 0: all of it
  std::string rerun;          ///< command line that does this run again, for reports
  /// Lockstep: told of every cycle in which RTL and model agreed, before it ends, and what is
  /// driven in it.
  std::function<void(std::uint64_t cycle, const gsq::CycleModel& model,
                     const gsq::CycleInputs& inputs)>
      observer;
};

/// Elaborates the SystemC testbench around the Verilated unit of this build. At most one in a
/// process, from within sc_main.
std::unique_ptr<gsq::Backend> make_rtl_backend(const gsq::Config& config,
                                               const RtlOptions& options);
