// SPDX-License-Identifier: Apache-2.0
// How fast commands go to the unit, and answers come back: cycles of straight lines of instructions.
#include "gsq.h"

#include <stdio.h>

#include "soc.h"

#define TIMES_4(x) x x x x
#define TIMES_16(x) TIMES_4(TIMES_4(x))
#define TIMES_64(x) TIMES_4(TIMES_16(x))

// Cycles of `body`, of its second run, without those of the measurement itself.
#define MEASURE(body)                              \
  ({                                               \
    uint32_t cycles = 0;                           \
    for (int run = 0; run < 2; ++run) {            \
      gsq_sync();                                  \
      const uint32_t start = soc_cycles();         \
      body;                                        \
      cycles = soc_cycles() - start - empty;       \
    }                                              \
    (unsigned long)cycles;                         \
  })

int main(void) {
  const uint32_t empty = soc_cycles_empty();
  const uint32_t place = UB_BASE;
  uint32_t answer = 0;
  for (uint32_t i = 0; i < VLEN_BYTES / 4; ++i) UB[i] = i;
  gsq_create_mask(0, GSQ_WIDTH_B32, GSQ_PATTERN_ALL);
  gsq_load_align(1, place, GSQ_DIST_NORM);
  uint32_t error = gsq_sync();

  printf("64 create_mask: %lu cycles\n",
         MEASURE(TIMES_64(gsq_create_mask(1, GSQ_WIDTH_B32, GSQ_PATTERN_VL4);)));
  printf("64 load_align: %lu cycles\n", MEASURE(TIMES_64(gsq_load_align(2, place, GSQ_DIST_NORM);)));
  printf("64 gather_reg: %lu cycles\n", MEASURE(TIMES_64(gsq_gather_reg(3, 1, 1, GSQ_WIDTH_B32);)));

  // The use is an addition, which needs the answer in the next cycle.
  printf("get_spr to its use: %lu cycles\n",
         MEASURE(answer = gsq_get_spr(); __asm__ volatile("addi %0, %0, 1" : "+r"(answer))));
  printf("squeeze_count to its use: %lu cycles\n",
         MEASURE(answer = gsq_squeeze_count(4, 1, 0, GSQ_WIDTH_B32, 0, 0);
                 __asm__ volatile("addi %0, %0, 1" : "+r"(answer))));
  printf("load_align, sync, its use: %lu cycles\n",
         MEASURE(gsq_load_align(2, place, GSQ_DIST_NORM); answer = gsq_sync();
                 __asm__ volatile("addi %0, %0, 1" : "+r"(answer))));
  printf("a word of the Unified Buffer: %lu cycles\n", MEASURE(answer = UB[3]));
  printf("64 words into the Unified Buffer: %lu cycles\n",
         MEASURE(for (uint32_t i = 0; i < 64; ++i) UB[i] = i));
  error |= gsq_sync();
  const uint32_t count = gsq_squeeze_count(4, 1, 0, GSQ_WIDTH_B32, 0, 0);
  if (count != VLEN_BYTES) printf("squeeze_count: expected %d, found %lu\n", VLEN_BYTES, (unsigned long)count);
  return error != 0 || count != VLEN_BYTES || answer != UB[3];
}
