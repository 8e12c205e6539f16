// SPDX-License-Identifier: Apache-2.0
// A driver of gsq_axi: commands and responses over its registers, by polling or by interrupt.
#ifndef GSQ_DRIVER_H
#define GSQ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "gsq/axi/gsq_axi_regs.h"
#include "gsq/axi/gsq_command.h"

// How the platform reaches the unit. On bare metal read and write are an access of
// (volatile uint32_t *)(base + offset), and wait is the instruction that waits for interrupts.
struct gsq_bus {
  uint32_t (*read)(uint32_t offset);
  void (*write)(uint32_t offset, uint32_t value);
  void (*read_buffer)(uint32_t address, void *data, uint32_t bytes);
  void (*write_buffer)(uint32_t address, const void *data, uint32_t bytes);
  void (*wait)(void);  // returns when the interrupt is 1
};

struct gsq_response {
  uint8_t tag;
  uint8_t status;  // GSQ_STATUS_OK, or why the command failed
  uint32_t info;
};

// Address of a register.
#define GSQ_OFFSET(name) ((uint32_t)offsetof(gsq_axi_regs_t, name))

// 0: the unit is there, its map is the one of this driver, and no command is in flight.
int gsq_open(const struct gsq_bus *bus);

// Waits for room and pushes a command.
void gsq_push(const struct gsq_bus *bus, const uint32_t command[GSQ_CMD_WORDS]);

// Flags of `error` that were set: GSQ_AXI_REGS__ERROR__…_bm. Clears them.
uint32_t gsq_errors(const struct gsq_bus *bus);

// Waits for the oldest response, by interrupt or by polling, and pops it.
struct gsq_response gsq_pop(const struct gsq_bus *bus, int by_interrupt);

#endif
