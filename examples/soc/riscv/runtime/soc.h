// SPDX-License-Identifier: Apache-2.0
// What programs of the SoC know of it: its memory map, its cycles, its traps.
// docs/integrate/riscv.md describes it.
#ifndef SOC_H
#define SOC_H

#include <stdint.h>

#define SOC_CONSOLE (*(volatile uint32_t *)0x20000000u)
#define SOC_TIME ((volatile uint32_t *)0x20000008u)          // low half, high half
#define SOC_TIME_COMPARE ((volatile uint32_t *)0x20000010u)  // low half, high half

// The Unified Buffer, of UB_BYTES bytes; the make target defines these two from the configuration.
#define UB_BASE 0x10000000u
#define UB ((volatile uint32_t *)UB_BASE)
#if !defined UB_BYTES || !defined VLEN_BYTES
#error "soc.h: expected UB_BYTES and VLEN_BYTES, as python3 -m scripts soc defines them"
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Bits of mie and mip, and the causes of their interrupts.
#define SOC_IRQ_TIMER 7
#define SOC_IRQ_UNIT 16
#define SOC_CAUSE_INTERRUPT 0x80000000u
#define SOC_CAUSE_ILLEGAL 2u

// Cycles since the start; the difference of two calls right behind each other is soc_cycles_empty().
static inline uint32_t soc_cycles(void) {
  uint32_t cycles;
  __asm__ volatile("csrr %0, mcycle" : "=r"(cycles)::"memory");
  return cycles;
}

static inline uint32_t soc_cycles_empty(void) {
  const uint32_t start = soc_cycles();
  return soc_cycles() - start;
}

// Lets these interrupts (bits of mie) come, and no others.
static inline void soc_enable(uint32_t interrupts) {
  __asm__ volatile("csrw mie, %0\n csrsi mstatus, 8" ::"r"(interrupts) : "memory");
}

static inline void soc_wait_for_interrupt(void) { __asm__ volatile("wfi" ::: "memory"); }

// The timer's interrupt comes in so many cycles.
static inline void soc_timer_in(uint32_t cycles) {
  SOC_TIME_COMPARE[1] = 0xffffffffu;  // none in between
  const uint64_t now = (uint64_t)SOC_TIME[1] << 32 | SOC_TIME[0];
  const uint64_t then = now + cycles;
  SOC_TIME_COMPARE[0] = (uint32_t)then;
  SOC_TIME_COMPARE[1] = (uint32_t)(then >> 32);
}

static inline void soc_timer_off(void) { SOC_TIME_COMPARE[1] = 0xffffffffu; }

// A program may define this. It gets mcause and the address of the instruction, and returns where the
// program goes on. The one of soc.c says what happened and ends the program.
uint32_t soc_trap(uint32_t cause, uint32_t pc);

__attribute__((noreturn)) void soc_end(int status);

#ifdef __cplusplus
}
#endif

#endif
