// SPDX-License-Identifier: Apache-2.0
// Start of a program, and its traps. The core begins at address 0.
  .section .text.start, "ax"
  .globl _start
_start:
  j reset

  // mtvec: exceptions and interrupts; 15 words behind it the core goes on after a bus error.
  .balign 128
trap_vector:
  j trap
  .org trap_vector + 15 * 4
  j bus_error

reset:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  la sp, __stack_top
  la t0, trap_vector
  csrw mtvec, t0
  csrw mcountinhibit, zero      // mcycle and minstret count from here on
  la t0, __bss_start
  la t1, __bss_end
1:
  bgeu t0, t1, 2f
  sw zero, 0(t0)
  addi t0, t0, 4
  j 1b
2:
  call main
  // The status of main is that of the program.
  .globl soc_end
soc_end:
  li t0, 0x20000004
  sw a0, 0(t0)
1:
  j 1b

  // A bus error is an interrupt to the core: it came after the access, nobody knows how long.
bus_error:
  la sp, __stack_top
  call soc_bus_error

  // uint32_t soc_trap(uint32_t cause, uint32_t pc) in C says where the program goes on.
trap:
  addi sp, sp, -64
  sw ra, 0(sp)
  sw t0, 4(sp)
  sw t1, 8(sp)
  sw t2, 12(sp)
  sw t3, 16(sp)
  sw t4, 20(sp)
  sw t5, 24(sp)
  sw t6, 28(sp)
  sw a0, 32(sp)
  sw a1, 36(sp)
  sw a2, 40(sp)
  sw a3, 44(sp)
  sw a4, 48(sp)
  sw a5, 52(sp)
  sw a6, 56(sp)
  sw a7, 60(sp)
  csrr a0, mcause
  csrr a1, mepc
  call soc_trap
  csrw mepc, a0
  lw ra, 0(sp)
  lw t0, 4(sp)
  lw t1, 8(sp)
  lw t2, 12(sp)
  lw t3, 16(sp)
  lw t4, 20(sp)
  lw t5, 24(sp)
  lw t6, 28(sp)
  lw a0, 32(sp)
  lw a1, 36(sp)
  lw a2, 40(sp)
  lw a3, 44(sp)
  lw a4, 48(sp)
  lw a5, 52(sp)
  lw a6, 56(sp)
  lw a7, 60(sp)
  addi sp, sp, 64
  mret
