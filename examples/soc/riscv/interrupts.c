// SPDX-License-Identifier: Apache-2.0
// The filter of filter.h while the timer interrupts it at random, between and in the middle of its
// commands: none of them is lost, none is executed twice.
#include "filter.h"

#include <stdio.h>

enum { RUNS = 25 };

static volatile uint32_t interrupts, others;

uint32_t soc_trap(uint32_t cause, uint32_t pc) {
  static uint32_t state = 7;
  if (cause == (SOC_CAUSE_INTERRUPT | SOC_IRQ_TIMER)) {
    state = state * 1664525u + 1013904223u;
    ++interrupts;
    soc_timer_in(70 + (state >> 16) % 64);
    return pc;
  }
  ++others;
  return pc + 4;
}

int main(void) {
  uint32_t wrong = 0;
  prepare();
  soc_timer_in(100);
  soc_enable(1u << SOC_IRQ_TIMER);
  for (int run = 0; run < RUNS; ++run) {
    for (uint32_t i = 0; i < VECTORS * LANES; ++i) OUTPUT[i] = 0;
    const uint32_t kept = filter();
    if (gsq_sync() != 0 || wrong_words(kept) != 0) ++wrong;
  }
  soc_enable(0);
  printf("%lu interrupts, %lu other traps, %lu of %d runs wrong\n", (unsigned long)interrupts, (unsigned long)others,
         (unsigned long)wrong, RUNS);
  return wrong != 0 || others != 0 || interrupts < RUNS;
}
