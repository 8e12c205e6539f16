// SPDX-License-Identifier: Apache-2.0
// The filter of filter.h, by commands and in plain C: its results and its cycles.
#include "filter.h"

#include <stdio.h>

int main(void) {
  uint32_t kept = 0, cycles = 0, plain = 0;
  prepare();
  for (int run = 0; run < 2; ++run) {
    gsq_sync();
    uint32_t start = soc_cycles();
    kept = filter();
    cycles = soc_cycles() - start;
    start = soc_cycles();
    filter_plain();
    plain = soc_cycles() - start;
  }
  const uint32_t error = gsq_sync(), wrong = wrong_words(kept);
  printf("filter: %lu cycles, in plain C %lu\n", (unsigned long)cycles, (unsigned long)plain);
  printf("%lu of %d bytes kept, error 0x%lx, %lu wrong\n", (unsigned long)kept, VECTORS * VLEN_BYTES,
         (unsigned long)error, (unsigned long)wrong);
  return error != 0 || wrong != 0;
}
