// SPDX-License-Identifier: Apache-2.0
// The first program of docs/start/riscv.md: every other number of a vector.
#include <stdio.h>

#include "gsq.h"
#include "soc.h"

int main(void) {
  volatile uint32_t *numbers = UB, *evens = UB + 64;
  for (uint32_t i = 0; i < 64; ++i) numbers[i] = 100 + i;

  gsq_create_mask(0, GSQ_WIDTH_B32, GSQ_PATTERN_ALL);
  gsq_load_align(1, (uint32_t)(uintptr_t)numbers, GSQ_DIST_NORM);    // V1: the first numbers
  gsq_set_mask(1, 0x01010101, 0);                                    // M1: every other lane
  uint32_t bytes = gsq_squeeze_count(2, 1, 1, GSQ_WIDTH_B32, 0, 0);  // V2: those, behind each other
  gsq_store_align((uint32_t)(uintptr_t)evens, 2, 0, GSQ_WIDTH_B32, GSQ_DIST_NORM);

  for (uint32_t i = 0; i < bytes / 4; ++i) printf("%u ", (unsigned)evens[i]);
  printf("\n%u errors\n", (unsigned)gsq_sync());
  return evens[3] != 106;
}
