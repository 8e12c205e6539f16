// SPDX-License-Identifier: Apache-2.0
// Random accesses for the host port.
#pragma once

#include <cstdint>
#include <optional>

#include "gsq/stimulus/random.hpp"
#include "gsq/timing/cycle_ports.hpp"

namespace tb {

/// Host accesses to a region and, sometimes, to addresses outside UB. The load changes every 256
/// cycles between none, a few percent, half and all of the cycles.
class HostTraffic {
 public:
  HostTraffic(gsq::Region region, std::uint32_t ub_bytes, gsq::Rng& rng)
      : region_(region), ub_bytes_(ub_bytes), rng_(rng) {}

  /// The access of this cycle, if any. `pause`: none.
  std::optional<gsq::HostRequest> next(std::uint64_t cycle, bool pause);

 private:
  gsq::Region region_;
  std::uint32_t ub_bytes_;
  gsq::Rng& rng_;
  std::uint32_t percent_{};
};

}  // namespace tb
