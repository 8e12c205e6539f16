// SPDX-License-Identifier: Apache-2.0
// Driver of the host port.
#pragma once

#include <Vgsq_top.h>

#include <cstdint>
#include <optional>

#include "common/handshake.hpp"
#include "gsq/stimulus/random.hpp"
#include "gsq/timing/cycle_ports.hpp"
#include "system/host_traffic.hpp"
#include "system/stalls.hpp"

namespace tb {

/// Drives queued accesses in order, and those of random traffic when none is queued, with random
/// bits on the port in between.
class HostDriver {
 public:
  HostDriver(std::uint32_t ub_bytes, gsq::Rng& rng, Stalls& stalls)
      : ub_bytes_(ub_bytes), rng_(rng), stalls_(stalls) {}

  /// Queues an access.
  void push(const gsq::HostRequest& request) { source_.push(request); }

  /// Starts random traffic.
  void start_traffic(gsq::Region region) { traffic_.emplace(region, ub_bytes_, rng_); }

  /// Drives a new cycle. `taken`: the last cycle transferred the request. `reset`: req is 0; a
  /// request that was on the port waits in the queue again. `pause`: no new traffic.
  void drive(Vgsq_top& ports, std::uint64_t cycle, bool taken, bool reset, bool pause);

  /// The request on the port, null while there is none.
  [[nodiscard]] const gsq::HostRequest* shown() const { return source_.offer(); }

  /// Whether no request is on the port or queued.
  [[nodiscard]] bool idle() const { return source_.empty() && shown() == nullptr; }

 private:
  std::uint32_t ub_bytes_;
  gsq::Rng& rng_;
  Stalls& stalls_;
  Source<gsq::HostRequest> source_;
  std::optional<HostTraffic> traffic_;
};

}  // namespace tb
