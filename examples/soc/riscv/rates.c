// SPDX-License-Identifier: Apache-2.0
// How fast commands go to the unit, and answers come back: cycles of straight lines of instructions.
#include "gsq.h"

#include <stdio.h>

#include "soc.h"

#define TIMES_4(x) x x x x
#define TIMES_16(x) TIMES_4(TIMES_4(x))
#define TIMES_64(x) TIMES_4(TIMES_16(x))

// Cycles of `body`, of its second run.
#define MEASURE(body)                      \
  ({                                       \
    uint32_t cycles = 0;                   \
    for (int run = 0; run < 2; ++run) {    \
      gsq_sync();                          \
      const uint32_t start = soc_cycles(); \
      body;                                \
      cycles = soc_cycles() - start;       \
    }                                      \
    cycles;                                \
  })

// Cycles that 64 more of them take.
#define LINE(name, command)                                                               \
  do {                                                                                    \
    const uint32_t once = MEASURE(TIMES_64(command;));                                    \
    const uint32_t twice = MEASURE(TIMES_64(command;) TIMES_64(command;));                \
    printf("64 " name " in a line: %lu cycles\n", (unsigned long)(twice - once));         \
  } while (0)

// Cycles from the issue of the first of them until an addition behind them takes the answer.
#define ANSWER(name, commands)                                                            \
  do {                                                                                    \
    const uint32_t with = MEASURE(commands; __asm__ volatile("addi %0, %0, 1" : "+r"(answer))); \
    printf(name " to the use of the answer: %lu cycles\n", (unsigned long)(with - empty)); \
  } while (0)

int main(void) {
  const uint32_t empty = soc_cycles_empty();
  const uint32_t place = UB_BASE;
  uint32_t answer = 0;
  for (uint32_t i = 0; i < VLEN_BYTES / 4; ++i) UB[i] = i;
  gsq_create_mask(0, GSQ_WIDTH_B32, GSQ_PATTERN_ALL);
  gsq_load_align(1, place, GSQ_DIST_NORM);
  uint32_t error = gsq_sync();

  LINE("create_mask", gsq_create_mask(1, GSQ_WIDTH_B32, GSQ_PATTERN_VL4));
  LINE("load_align", gsq_load_align(2, place, GSQ_DIST_NORM));
  LINE("gather_reg", gsq_gather_reg(3, 1, 1, GSQ_WIDTH_B32));
  LINE("stores of the core to the Unified Buffer", UB[VLEN_BYTES / 4] = 1);
  LINE("loads of the core from the Unified Buffer", (void)UB[VLEN_BYTES / 4]);
  ANSWER("get_spr", answer = gsq_get_spr());
  ANSWER("squeeze_count", answer = gsq_squeeze_count(4, 1, 0, GSQ_WIDTH_B32, 0, 0));
  ANSWER("load_align and sync", gsq_load_align(2, place, GSQ_DIST_NORM); answer = gsq_sync());
  ANSWER("load of the core from the Unified Buffer", answer = UB[3]);

  error |= gsq_sync();
  const uint32_t count = gsq_squeeze_count(4, 1, 0, GSQ_WIDTH_B32, 0, 0);
  if (count != VLEN_BYTES || answer != UB[3] + 1) {
    printf("squeeze_count: expected %d, found %lu; a load: expected %lu, found %lu\n", VLEN_BYTES,
           (unsigned long)count, (unsigned long)UB[3], (unsigned long)(answer - 1));
    ++error;
  }
  return error != 0;
}
