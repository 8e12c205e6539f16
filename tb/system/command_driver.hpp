// SPDX-License-Identifier: Apache-2.0
// Driver of the command port.
#pragma once

#include <Vgsq_top.h>

#include "common/handshake.hpp"
#include "gsq/isa.hpp"
#include "gsq/stimulus/random.hpp"
#include "system/stalls.hpp"

namespace tb {

/// Drives queued commands in order, with random bits on the port in between.
class CommandDriver {
 public:
  CommandDriver(gsq::Rng& rng, Stalls& stalls) : rng_(rng), stalls_(stalls) {}

  /// Queues a command, and returns it with the random tag that it gets.
  gsq::Command submit(gsq::Command command);

  /// Drives a new cycle. `taken`: the last cycle transferred the command on the port. `reset`:
  /// valid is 0; a command that was on the port waits in the queue again. Returns whether a command
  /// is on the port for the first time, or for the first time since a reset.
  bool drive(Vgsq_top& ports, bool taken, bool reset);

  /// The command on the port, null while valid is 0.
  [[nodiscard]] const gsq::Command* shown() const { return source_.offer(); }

 private:
  gsq::Rng& rng_;
  Stalls& stalls_;
  Source<gsq::Command> source_;
};

}  // namespace tb
