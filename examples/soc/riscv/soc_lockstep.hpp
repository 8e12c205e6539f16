// SPDX-License-Identifier: Apache-2.0
// Golden models of the front end and of the unit follow those of the SoC: their ports must agree in
// every cycle, and their memories at the end.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "soc_recorder.hpp"

namespace soc {

/// What compares a simulation with golden models.
class Lockstep {
 public:
  virtual ~Lockstep() = default;

  /// Looks at a cycle before its end. Returns the first port that differs, as a sentence.
  virtual std::optional<std::string> watch() = 0;

  /// Compares the Unified Buffer and V when nothing is in flight. Returns the first difference.
  [[nodiscard]] virtual std::optional<std::string> at_rest() const = 0;

  /// Records commands from now on.
  virtual void record() = 0;
  /// Those that were recorded between each two syncs.
  [[nodiscard]] virtual std::vector<Stretch> stretches() const = 0;

  /// For tests: flips a bit of the simulation's Unified Buffer, in its first byte.
  virtual void flip() = 0;
};

/// The lockstep of a simulation that has just been reset, whose Unified Buffer and V become zero;
/// null where there is no unit.
std::unique_ptr<Lockstep> make_lockstep(const VerilatedContext& context);

}  // namespace soc
