// SPDX-License-Identifier: Apache-2.0
#include "gsq/stimulus/port_stimulus.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace gsq {

PortStimulus::PortStimulus(const Config& config, const Surroundings& surroundings)
    : ub_bytes_(config.ub_bytes),
      stall_percent_(surroundings.stall_percent),
      rng_(surroundings.seed),
      traffic_(surroundings.host_traffic) {
  if (stall_percent_ > 99) {
    throw std::invalid_argument(
        fmt::format("stalls must be 0 to 99 percent, found {}", stall_percent_));
  }
}

Command PortStimulus::submit(Command command) {
  command.tag = static_cast<std::uint8_t>(rng_.next());
  commands_.push(command);
  return command;
}

bool PortStimulus::next(const Cycle& cycle) {
  if (cycle.wind_down) {
    commands_.next(cycle.command_taken, true);
    requests_.next(cycle.host_taken, true);
    rsp_ready_ = true;
    return false;
  }
  const bool fresh = commands_.next(cycle.command_taken, cycle.reset || stall());
  rsp_ready_ = !cycle.hold_responses && !cycle.reset && !stall();
  if (traffic_) add_traffic(cycle);
  requests_.next(cycle.host_taken, cycle.reset || (!requests_.last() && stall()));
  if (!cycle.reset) return fresh;
  commands_.withdraw();
  requests_.withdraw();
  return false;
}

void PortStimulus::add_traffic(const Cycle& cycle) {
  if (!requests_.last()) return;
  // The load changes between none, a few percent, half and all of the cycles.
  if (cycle.number % 256 == 0) {
    constexpr std::array<std::uint32_t, 4> kLoads{0, 5, 50, 100};
    load_ = kLoads[rng_.below(kLoads.size())];
  }
  if (cycle.pause_traffic || load_ == 0 || !rng_.percent(load_)) return;
  HostRequest request;
  request.address = traffic_->base + rng_.below(traffic_->bytes);
  if (rng_.percent(5)) request.address = ub_bytes_ + static_cast<std::uint32_t>(rng_.next()) / 2;
  request.write = rng_.percent(50);
  request.be = static_cast<std::uint32_t>(rng_.next());
  if (rng_.percent(30)) request.be = rng_.percent(50) ? ~std::uint32_t{0} : 0;
  for (auto& word : request.wdata) word = static_cast<std::uint32_t>(rng_.next());
  requests_.push(request);
}

}  // namespace gsq
