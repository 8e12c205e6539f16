// SPDX-License-Identifier: Apache-2.0
// On riscv_stub_soc: instructions of the coprocessor that are accepted while EX of the core is not ready
// write their results. Status: how many do not.
#include <stdio.h>

#include "soc.h"

// riscv_stub: rd = rs1 + rs2, so many cycles behind the commit.
#define ADD(cycles, rd, rs1, rs2) ".insn r 0x0b, 1, " #cycles ", " rd ", " rs1 ", " rs2 "\n"

static int wrong;

static void check(const char *what, uint32_t actual, uint32_t expected) {
  if (actual == expected) return;
  printf("%s: expected %lu, found %lu\n", what, (unsigned long)expected, (unsigned long)actual);
  ++wrong;
}

int main(void) {
  uint32_t a = 7, b = 7, quotient = 0;
  __asm__ volatile(ADD(0, "%0", "%1", "%2") : "=&r"(a) : "r"(1000), "r"(3));
  check("alone", a, 1003);

  __asm__ volatile("div %1, %2, %3\n" ADD(0, "%0", "%2", "%3") : "=&r"(a), "=&r"(quotient) : "r"(1000), "r"(3));
  check("quotient before it", quotient, 333);
  check("behind a division", a, 1003);

  a = 7;
  __asm__ volatile(ADD(6, "%0", "%2", "%3") ADD(0, "%1", "%2", "%3") : "=&r"(a), "=&r"(b) : "r"(2000), "r"(3));
  check("slow", a, 2003);
  check("behind a slow one", b, 2003);

  a = b = 7;
  uint32_t between = 0;
  __asm__ volatile(ADD(6, "%0", "%3", "%4") "addi %1, %3, 1\n" ADD(0, "%2", "%3", "%4")
                   : "=&r"(a), "=&r"(between), "=&r"(b) : "r"(3000), "r"(3));
  check("slow, then another", a, 3003);
  check("addition behind it", between, 3001);
  check("second behind a slow one", b, 3003);

  // What is accepted behind a branch that is taken has no effect.
  a = 7;
  for (uint32_t i = 1; i < 5; ++i) {
    __asm__ volatile("div %1, %2, %2\n beq %1, %1, 1f\n" ADD(0, "%0", "%2", "%2") "1:" : "+r"(a), "=&r"(quotient) : "r"(i));
  }
  check("behind a branch", a, 7);
  printf("%d wrong\n", wrong);
  return wrong;
}
