// SPDX-License-Identifier: Apache-2.0
// The console behind stdout, and what happens in a trap that a program does not handle.
#include "soc.h"

#include <stdio.h>

static int put(char character, FILE *file) {
  (void)file;
  SOC_CONSOLE = (unsigned char)character;
  return character;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;

enum { STATUS_TRAP = 100, STATUS_BUS_ERROR = 101 };

__attribute__((weak)) uint32_t soc_trap(uint32_t cause, uint32_t pc) {
  printf("trap: cause 0x%lx at 0x%lx, and the program has no soc_trap of its own\n",
         (unsigned long)cause, (unsigned long)pc);
  soc_end(STATUS_TRAP);
}

__attribute__((noreturn)) void soc_bus_error(void) {
  uint32_t pc;
  __asm__ volatile("csrr %0, mepc" : "=r"(pc));
  printf("bus error: an access before 0x%lx went where there is nothing\n", (unsigned long)pc);
  soc_end(STATUS_BUS_ERROR);
}
