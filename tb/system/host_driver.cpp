// SPDX-License-Identifier: Apache-2.0
#include "system/host_driver.hpp"

#include <algorithm>

namespace tb {

void HostDriver::drive(Vgsq_top& ports, std::uint64_t cycle, bool taken, bool reset, bool pause) {
  if (traffic_ && source_.empty()) {
    if (const auto request = traffic_->next(cycle, pause)) source_.push(*request);
  }
  source_.next(taken, reset || (!source_.empty() && stalls_.now()));
  if (reset) source_.withdraw();
  const gsq::HostRequest* request = shown();
  ports.host_req_i = request != nullptr;
  if (request != nullptr) {
    ports.host_addr_i = request->address;
    ports.host_we_i = request->write;
    ports.host_be_i = request->be;
    std::copy(request->wdata.begin(), request->wdata.end(), &ports.host_wdata_i[0]);
  } else {  // random bits, which the unit must ignore
    const std::uint64_t garbage = rng_.next();
    ports.host_addr_i = static_cast<std::uint32_t>(garbage) % ub_bytes_;
    ports.host_we_i = garbage >> 63U;
    ports.host_be_i = static_cast<std::uint32_t>(garbage >> 16U);
    ports.host_wdata_i[garbage % 8] = static_cast<std::uint32_t>(garbage >> 32U);
  }
}

}  // namespace tb
