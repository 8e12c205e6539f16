// SPDX-License-Identifier: Apache-2.0
#include "system/host_traffic.hpp"

#include <array>

namespace tb {

std::optional<gsq::HostRequest> HostTraffic::next(std::uint64_t cycle, bool pause) {
  if (cycle % 256 == 0) {
    constexpr std::array<std::uint32_t, 4> kLoads{0, 5, 50, 100};
    percent_ = kLoads[rng_.below(kLoads.size())];
  }
  if (pause || percent_ == 0 || !rng_.percent(percent_)) return std::nullopt;
  gsq::HostRequest request;
  request.address = region_.base + rng_.below(region_.bytes);
  if (rng_.percent(5)) request.address = ub_bytes_ + static_cast<std::uint32_t>(rng_.next()) / 2;
  request.write = rng_.percent(50);
  request.be = static_cast<std::uint32_t>(rng_.next());
  if (rng_.percent(30)) request.be = rng_.percent(50) ? ~std::uint32_t{0} : 0;
  for (auto& word : request.wdata) word = static_cast<std::uint32_t>(rng_.next());
  return request;
}

}  // namespace tb
