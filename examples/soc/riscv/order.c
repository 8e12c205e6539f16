// SPDX-License-Identifier: Apache-2.0
// Commands and the core's own accesses to the Unified Buffer, without a sync between them: each sees what
// those before it in the program have written.
#include "gsq.h"

#include <stdio.h>

#include "soc.h"

int main(void) {
  const uint32_t from = UB_BASE + 1024, to = UB_BASE + 2048;
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < VLEN_BYTES / 4; ++i) UB[i] = 4 * i;
  gsq_create_mask(0, GSQ_WIDTH_B32, GSQ_PATTERN_ALL);
  gsq_load_align(1, UB_BASE, GSQ_DIST_NORM);
  for (uint32_t i = 0; i < 16; ++i) {
    // A load of the unit takes what was stored before it, not what is stored behind it.
    UB[256] = i;
    gsq_gather(2, from, 1, 0, GSQ_FORM_B32, 0, GSQ_MODE_ELEM);
    gsq_gather(3, from, 1, 0, GSQ_FORM_B32, 0, GSQ_MODE_ELEM);
    gsq_load_align(4, from, GSQ_DIST_NORM);
    UB[256] = 1000 + i;
    // A load of the core takes what a store of the unit before it has written.
    gsq_store_align(to, 4, 0, GSQ_WIDTH_B32, GSQ_DIST_NORM);
    const uint32_t seen = UB[512];
    UB[512] = 0xdead;
    if (seen != i) ++wrong;
    if (UB[256] != 1000 + i || UB[512] != 0xdead) ++wrong;
  }
  const uint32_t error = gsq_sync();
  printf("order: %lu of 16 wrong, error %lu\n", (unsigned long)wrong, (unsigned long)error);
  return error != 0 || wrong != 0;
}
