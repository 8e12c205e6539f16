// SPDX-License-Identifier: Apache-2.0
// The first program: the console, the timer's interrupt, and an illegal instruction.
#include <stdio.h>

#include "soc.h"

static volatile uint32_t ticks, illegal;

uint32_t soc_trap(uint32_t cause, uint32_t pc) {
  if (cause == (SOC_CAUSE_INTERRUPT | SOC_IRQ_TIMER)) {
    ++ticks;
    soc_timer_off();
    return pc;
  }
  ++illegal;
  return pc + 4;
}

int main(void) {
  printf("hello from a RISC-V core with gsq: vectors of %d bytes, a Unified Buffer of %d\n", VLEN_BYTES,
         UB_BYTES);
  fflush(stdout);

  soc_enable(1u << SOC_IRQ_TIMER);
  soc_timer_in(1000);
  while (ticks == 0) soc_wait_for_interrupt();
  printf("%lu interrupt of the timer\n", (unsigned long)ticks);

  __asm__ volatile(".word 0x0000107f");  // of no extension
  printf("%lu illegal instruction\n", (unsigned long)illegal);
  return ticks == 1 && illegal == 1 ? 0 : 1;
}
