// SPDX-License-Identifier: Apache-2.0
#include "gsq_driver.h"

int gsq_open(const struct gsq_bus *bus) {
  if (bus->read(GSQ_OFFSET(id)) != GSQ_AXI_REGS__ID__VALUE_reset) return -1;
  if (bus->read(GSQ_OFFSET(status)) & GSQ_AXI_REGS__STATUS__BUSY_bm) return -1;
  bus->write(GSQ_OFFSET(irq_enable), 0);
  bus->write(GSQ_OFFSET(error), UINT32_MAX);  // clears all flags
  return 0;
}

void gsq_push(const struct gsq_bus *bus, const uint32_t command[GSQ_CMD_WORDS]) {
  while (!(bus->read(GSQ_OFFSET(status)) & GSQ_AXI_REGS__STATUS__ROOM_bm)) {
  }
  for (uint32_t i = 0; i < GSQ_CMD_WORDS; ++i) bus->write(GSQ_OFFSET(cmd) + 4 * i, command[i]);
  bus->write(GSQ_OFFSET(push), GSQ_AXI_REGS__PUSH__GO_bm);
}

uint32_t gsq_errors(const struct gsq_bus *bus) {
  uint32_t flags = bus->read(GSQ_OFFSET(error));
  bus->write(GSQ_OFFSET(error), flags);
  return flags;
}

struct gsq_response gsq_pop(const struct gsq_bus *bus, int by_interrupt) {
  if (by_interrupt) {
    bus->write(GSQ_OFFSET(irq_enable), GSQ_AXI_REGS__IRQ_ENABLE__RESPONSE_bm);
    bus->wait();
    bus->write(GSQ_OFFSET(irq_enable), 0);
  }
  uint32_t status;
  do {
    status = bus->read(GSQ_OFFSET(rsp_status));
  } while (!(status & GSQ_AXI_REGS__RSP_STATUS__VALID_bm));
  struct gsq_response response = {
      .tag = (status & GSQ_AXI_REGS__RSP_STATUS__TAG_bm) >> GSQ_AXI_REGS__RSP_STATUS__TAG_bp,
      .status = (status & GSQ_AXI_REGS__RSP_STATUS__CODE_bm) >> GSQ_AXI_REGS__RSP_STATUS__CODE_bp,
      .info = bus->read(GSQ_OFFSET(rsp_info))};
  bus->write(GSQ_OFFSET(pop), GSQ_AXI_REGS__POP__GO_bm);
  return response;
}
