// SPDX-License-Identifier: Apache-2.0
// What commands would cost the core without instructions: by the driver of gsq_axi, in C. This SoC
// has no gsq_axi, so its registers are words of the RAM here, in which there is always room for a
// command and always a response. A bus that is slower than the RAM comes on top.
#include <stdio.h>
#include <string.h>

#include "../axi/gsq_driver.c"
#include "soc.h"

enum { COMMANDS = 64 };

static volatile uint32_t registers[sizeof(gsq_axi_regs_t) / 4];

static uint32_t read_register(uint32_t offset) { return registers[offset / 4]; }
static void write_register(uint32_t offset, uint32_t value) { registers[offset / 4] = value; }

static const struct gsq_bus bus = {.read = read_register, .write = write_register};

static uint32_t command[GSQ_CMD_WORDS];

// A gather, as in examples/soc/axi/gather.c.
static void build(uint8_t tag) {
  memset(command, 0, sizeof command);
  GSQ_SET(command, OP, GSQ_OP_GATHER);
  GSQ_SET(command, FORM, GSQ_FORM_B32);
  GSQ_SET(command, VD, 2);
  GSQ_SET(command, VI, 1);
  GSQ_SET(command, ADDR, 0x100u * tag);
  GSQ_SET(command, TAG, tag);
}

// Cycles of a command and its response.
static uint32_t measured(int with_build) {
  uint32_t failed = 0;
  build(0);
  const uint32_t start = soc_cycles();
  for (uint32_t i = 0; i < COMMANDS; ++i) {
    if (with_build) build((uint8_t)i);
    gsq_push(&bus, command);
    failed |= gsq_pop(&bus, 0).status;
  }
  const uint32_t cycles = soc_cycles() - start;
  return failed ? 0 : cycles / COMMANDS;
}

int main(void) {
  registers[GSQ_OFFSET(status) / 4] = GSQ_AXI_REGS__STATUS__ROOM_bm;
  registers[GSQ_OFFSET(rsp_status) / 4] = GSQ_AXI_REGS__RSP_STATUS__VALID_bm;
  const uint32_t ready = measured(0), built = measured(1);
  printf(
      "a command and its response by the driver of gsq_axi, words ready, registers as fast as RAM: "
      "%lu cycles\n",
      (unsigned long)ready);
  printf("the same, its words set by GSQ_SET: %lu cycles\n", (unsigned long)built);
  return ready == 0 || built == 0;
}
