// SPDX-License-Identifier: Apache-2.0
// What commands would cost the core without instructions: by the driver of gsq_axi, in C. This SoC has
// no gsq_axi, so its registers are words of the RAM here, in which there is always room for a command
// and always a response. A bus that is slower than the RAM comes on top.
#include "../axi/gsq_driver.c"

#include <stdio.h>
#include <string.h>

#include "soc.h"

enum { COMMANDS = 64 };

static volatile uint32_t registers[sizeof(gsq_axi_regs_t) / 4];

static uint32_t read_register(uint32_t offset) { return registers[offset / 4]; }
static void write_register(uint32_t offset, uint32_t value) { registers[offset / 4] = value; }

static const struct gsq_bus bus = {.read = read_register, .write = write_register};

// A gather, as in examples/soc/axi/gather.c, and its response.
static uint32_t gather(uint8_t tag) {
  uint32_t command[GSQ_CMD_WORDS];
  memset(command, 0, sizeof command);
  GSQ_SET(command, OP, GSQ_OP_GATHER);
  GSQ_SET(command, FORM, GSQ_FORM_B32);
  GSQ_SET(command, VD, 2);
  GSQ_SET(command, VI, 1);
  GSQ_SET(command, ADDR, 0x100u * tag);
  GSQ_SET(command, TAG, tag);
  gsq_push(&bus, command);
  return gsq_pop(&bus, 0).status;
}

int main(void) {
  registers[GSQ_OFFSET(status) / 4] = GSQ_AXI_REGS__STATUS__ROOM_bm;
  registers[GSQ_OFFSET(rsp_status) / 4] = GSQ_AXI_REGS__RSP_STATUS__VALID_bm;
  uint32_t failed = 0;
  const uint32_t start = soc_cycles();
  for (uint32_t i = 0; i < COMMANDS; ++i) failed |= gather((uint8_t)i);
  const uint32_t cycles = soc_cycles() - start;
  printf("a command and its response by the driver of gsq_axi, whose registers are as fast as RAM: %lu cycles\n",
         (unsigned long)(cycles / COMMANDS));
  return failed != 0;
}
