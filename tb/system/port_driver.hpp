// SPDX-License-Identifier: Apache-2.0
// Drives the input ports of the unit.
#pragma once

#include <cstdint>

#include "gsq/stimulus/random.hpp"
#include "gsq/timing/cycle_ports.hpp"

class Vgsq_top;

namespace tb {

/// Sets the ports to the inputs of a cycle, with random bits where nothing is valid: the unit must
/// ignore them. They have random numbers of their own, so that what is valid does not depend on
/// them.
class PortDriver {
 public:
  PortDriver(std::uint32_t ub_bytes, std::uint64_t seed) : ub_bytes_(ub_bytes), rng_(~seed) {}

  /// Drives a new cycle. `fresh`: another command is on the port than in the last cycle.
  void drive(Vgsq_top& ports, const gsq::CycleInputs& inputs, bool fresh);

 private:
  std::uint32_t ub_bytes_;
  gsq::Rng rng_;
};

}  // namespace tb
