// SPDX-License-Identifier: Apache-2.0
// On riscv_stub_soc: a load or store right behind a slow instruction of the coprocessor accesses the bus
// once. The console shows how often; the core must not hang.
#include <stdio.h>

#include "soc.h"

static volatile uint32_t words[4] = {11, 22, 33, 44};

int main(void) {
  uint32_t a, b, wrong = 0;
  for (const char *text = "stores: "; *text != 0; ++text) SOC_CONSOLE = (unsigned char)*text;
  __asm__ volatile(".insn r 0x0b, 1, 9, %0, %2, %2\n sw %1, 0(%3)"
                   : "=&r"(a) : "r"('x'), "r"(5), "r"(&SOC_CONSOLE) : "memory");
  SOC_CONSOLE = '\n';
  wrong += a != 10;
#define LOAD(cycles)                                                                              \
  __asm__ volatile(".insn r 0x0b, 1, " #cycles ", %0, %2, %2\n lw %1, 4(%3)\n lw %1, 8(%3)"      \
                   : "=&r"(a), "=&r"(b) : "r"(5), "r"(words) : "memory");                         \
  wrong += a != 10 || b != 33
  LOAD(0);
  LOAD(1);
  LOAD(2);
  LOAD(3);
  LOAD(9);
  printf("%lu wrong\n", (unsigned long)wrong);
  return (int)wrong;
}
