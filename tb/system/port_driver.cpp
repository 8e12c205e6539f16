// SPDX-License-Identifier: Apache-2.0
#include "system/port_driver.hpp"

#include <Vgsq_top.h>

#include <algorithm>
#include <cstddef>

namespace tb {

void PortDriver::drive(Vgsq_top& ports, const gsq::CycleInputs& inputs, bool fresh) {
  ports.cmd_valid_i = inputs.command != nullptr;
  if (inputs.command == nullptr) {
    for (std::size_t i = 0; i < gsq::CommandBits{}.size(); ++i) {
      ports.cmd_i[i] = static_cast<std::uint32_t>(rng_.next());
    }
  } else if (fresh) {
    const gsq::CommandBits bits = gsq::pack(*inputs.command);
    std::copy(bits.begin(), bits.end(), &ports.cmd_i[0]);
  }
  ports.rsp_ready_i = inputs.rsp_ready;
  ports.host_req_i = inputs.host != nullptr;
  if (inputs.host != nullptr) {
    ports.host_addr_i = inputs.host->address;
    ports.host_we_i = inputs.host->write;
    ports.host_be_i = inputs.host->be;
    std::copy(inputs.host->wdata.begin(), inputs.host->wdata.end(), &ports.host_wdata_i[0]);
  } else {
    const std::uint64_t garbage = rng_.next();
    ports.host_addr_i = static_cast<std::uint32_t>(garbage) % ub_bytes_;
    ports.host_we_i = garbage >> 63U;
    ports.host_be_i = static_cast<std::uint32_t>(garbage >> 16U);
    ports.host_wdata_i[garbage % 8] = static_cast<std::uint32_t>(garbage >> 32U);
  }
}

}  // namespace tb
