// SPDX-License-Identifier: Apache-2.0
// What becomes of a command that fails. An address that is not aligned is refused with the instruction
// itself, as an illegal one. What only the unit finds out, such as an index beyond the buffer, raises
// the unit's interrupt, and the next sync says which command it was.
#include "gsq.h"

#include <stdio.h>

#include "soc.h"

enum { INDEX_VECTOR = 1, RESULT = 2 };

static volatile uint32_t illegal, failures, failure;

uint32_t soc_trap(uint32_t cause, uint32_t pc) {
  if (cause == SOC_CAUSE_ILLEGAL) {
    ++illegal;
    return pc + 4;
  }
  if (cause == (SOC_CAUSE_INTERRUPT | SOC_IRQ_UNIT)) {
    ++failures;
    failure = gsq_sync();  // and with it the interrupt is gone
    return pc;
  }
  printf("trap: cause 0x%lx at 0x%lx\n", (unsigned long)cause, (unsigned long)pc);
  soc_end(1);
}

int main(void) {
  for (uint32_t i = 0; i < VLEN_BYTES / 4; ++i) UB[i] = i;
  UB[5] = UB_BYTES;  // an index of an element: far beyond the buffer
  gsq_create_mask(0, GSQ_WIDTH_B32, GSQ_PATTERN_ALL);
  gsq_load_align(INDEX_VECTOR, UB_BASE, GSQ_DIST_NORM);
  gsq_sync();
  soc_enable(1u << SOC_IRQ_UNIT);

  gsq_load_align(RESULT, UB_BASE + 2, GSQ_DIST_NORM);
  printf("load_align from a place that is not aligned: %lu illegal instruction, %lu failures\n", (unsigned long)illegal,
         (unsigned long)failures);

  gsq_gather(RESULT, UB_BASE, INDEX_VECTOR, 0, GSQ_FORM_B32, 0, GSQ_MODE_ELEM);
  for (uint32_t i = 0; failures == 0 && i < 1000; ++i) __asm__ volatile("nop");
  printf("gather beyond the buffer: %lu illegal instruction, %lu failure, sync said 0x%lx\n", (unsigned long)illegal,
         (unsigned long)failures, (unsigned long)failure);
  const uint32_t after = gsq_sync();
  printf("the sync after it: 0x%lx\n", (unsigned long)after);
  return !(illegal == 1 && failures == 1 && failure != 0 && after == 0);
}
