// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/instructions.py from configs/instructions.toml. Do not edit.
//
// Commands of gsq as instructions of a RISC-V core: a function for each, for C and C++.
// docs/reference/instructions.md describes them.
//
// Numbers of registers of the unit, codes and flags must be constants. The compiler sees them after
// inlining only, so it has to optimise: -O1 or more.
//
// A program that defines GSQ_EXECUTE(word, rs1, rs2) before it includes this file gets calls of
// that in place of instructions, on any machine: word is the instruction with x10 in rd, x11 in rs1
// and x12 in rs2 where it has x registers, rs1 and rs2 are the values of these, and what it returns
// is the answer.
#ifndef GSQ_H
#define GSQ_H

#include <stdint.h>

#define GSQ_WIDTH_B8 0
#define GSQ_WIDTH_B16 1
#define GSQ_WIDTH_B32 2
#define GSQ_WIDTH_B64 3

#define GSQ_FORM_B8 0
#define GSQ_FORM_B16 1
#define GSQ_FORM_B8X32 2
#define GSQ_FORM_B16X32 3
#define GSQ_FORM_B32 4
#define GSQ_FORM_B64 5
#define GSQ_FORM_B8X8 6

#define GSQ_MODE_ELEM 0
#define GSQ_MODE_BYTE 1
#define GSQ_MODE_ROW 2

#define GSQ_DIST_NORM 0
#define GSQ_DIST_UNPACK_B8 1
#define GSQ_DIST_UNPACK_B16 2
#define GSQ_DIST_PACK_B16 3
#define GSQ_DIST_PACK_B32 4

#define GSQ_PATTERN_ALL 0
#define GSQ_PATTERN_VL1 1
#define GSQ_PATTERN_VL2 2
#define GSQ_PATTERN_VL3 3
#define GSQ_PATTERN_VL4 4
#define GSQ_PATTERN_VL8 5
#define GSQ_PATTERN_VL16 6
#define GSQ_PATTERN_VL32 7
#define GSQ_PATTERN_VL64 8
#define GSQ_PATTERN_VL128 9
#define GSQ_PATTERN_M3 10
#define GSQ_PATTERN_M4 11
#define GSQ_PATTERN_H 12
#define GSQ_PATTERN_Q 13
#define GSQ_PATTERN_ALLF 14

// cfg registers
#define GSQ_CFG_ROW_STRIDE 0
#define GSQ_CFG_COL 1
#define GSQ_CFG_ALIGN 2
#define GSQ_CFG_INDEX_WIDTH 3
#define GSQ_CFG_ITERATIONS 4
#define GSQ_CFG_BITWISE 5
#define GSQ_CFG_BLK0 6
#define GSQ_CFG_REP0 7
#define GSQ_CFG_BLK1 8
#define GSQ_CFG_REP1 9
#define GSQ_CFG_BLK2 10
#define GSQ_CFG_REP2 11
#define GSQ_CFG_SRC1 12
#define GSQ_CFG_MASK0 16
#define GSQ_CFG_MASK1 17
#define GSQ_CFG_MASK2 18
#define GSQ_CFG_MASK3 19
#define GSQ_CFG_MASK4 20
#define GSQ_CFG_MASK5 21
#define GSQ_CFG_MASK6 22
#define GSQ_CFG_MASK7 23

#define GSQ_INLINE static inline __attribute__((always_inline))

// RUN: no answer; _1, _2, _12: rs1, rs2 or both are values; ASK: an answer.
#ifdef GSQ_EXECUTE

#define GSQ_WORD(major, funct3, funct7, rd, rs1, rs2) \
  ((uint32_t)(funct7) << 25 | (uint32_t)(rs2) << 20 | (uint32_t)(rs1) << 15 | \
   (uint32_t)(funct3) << 12 | (uint32_t)(rd) << 7 | (uint32_t)(major))
#define GSQ_FIT(value, bits) (void)0
#define GSQ_RUN(major, funct3, funct7, rd, rs1, rs2) \
  (void)GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, rd, rs1, rs2), 0u, 0u)
#define GSQ_RUN_1(major, funct3, funct7, rd, rs1, rs2) \
  (void)GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, rd, 11, rs2), rs1, 0u)
#define GSQ_RUN_2(major, funct3, funct7, rd, rs1, rs2) \
  (void)GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, rd, rs1, 12), 0u, rs2)
#define GSQ_RUN_12(major, funct3, funct7, rd, rs1, rs2) \
  (void)GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, rd, 11, 12), rs1, rs2)
#define GSQ_ASK(answer, major, funct3, funct7, rs1, rs2) \
  ((answer) = GSQ_EXECUTE(GSQ_WORD(major, funct3, funct7, 10, rs1, rs2), 0u, 0u))

#else

#ifndef __riscv
#error "gsq.h: expected a compiler for RISC-V, or GSQ_EXECUTE(word, rs1, rs2) defined before"
#endif
#ifndef __OPTIMIZE__
#error "gsq.h: expected -O1 or more: operands must be constants after inlining"
#endif

#ifdef __cplusplus
extern "C"
#endif
void gsq_does_not_fit(void)
    __attribute__((error("gsq: expected a register number or code that fits its bits")));
#define GSQ_FIT(value, bits) \
  do {                       \
    if ((value) >> (bits)) gsq_does_not_fit(); \
  } while (0)
#define GSQ_RUN(major, funct3, funct7, rd, rs1, rs2)                              \
  __asm__ volatile(".insn r %0, %1, %2, x%3, x%4, x%5" ::"i"(major), "i"(funct3), \
                   "i"(funct7), "i"(rd), "i"(rs1), "i"(rs2)                       \
                   : "memory")
#define GSQ_RUN_1(major, funct3, funct7, rd, rs1, rs2)                           \
  __asm__ volatile(".insn r %0, %1, %2, x%3, %4, x%5" ::"i"(major), "i"(funct3), \
                   "i"(funct7), "i"(rd), "r"(rs1), "i"(rs2)                      \
                   : "memory")
#define GSQ_RUN_2(major, funct3, funct7, rd, rs1, rs2)                           \
  __asm__ volatile(".insn r %0, %1, %2, x%3, x%4, %5" ::"i"(major), "i"(funct3), \
                   "i"(funct7), "i"(rd), "i"(rs1), "r"(rs2)                      \
                   : "memory")
#define GSQ_RUN_12(major, funct3, funct7, rd, rs1, rs2)                         \
  __asm__ volatile(".insn r %0, %1, %2, x%3, %4, %5" ::"i"(major), "i"(funct3), \
                   "i"(funct7), "i"(rd), "r"(rs1), "r"(rs2)                     \
                   : "memory")
#define GSQ_ASK(answer, major, funct3, funct7, rs1, rs2)          \
  __asm__ volatile(".insn r %1, %2, %3, %0, x%4, x%5"             \
                   : "=r"(answer)                                 \
                   : "i"(major), "i"(funct3), "i"(funct7),        \
                     "i"(rs1), "i"(rs2)                           \
                   : "memory")

#endif

/// Loads elements of UB from the places that a vector of indices names, one for each active lane.
GSQ_INLINE void gsq_gather(uint32_t vd, uint32_t addr, uint32_t vi, uint32_t m, uint32_t form,
  uint32_t merge, uint32_t mode) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(form, 3);
  GSQ_FIT(merge, 1);
  GSQ_FIT(mode, 2);
  GSQ_RUN_1(0x0b, form, merge << 6 | mode << 4 | m, vd, addr, vi);
}

/// Stores the active lanes of a vector register to the places that a vector of indices names.
GSQ_INLINE void gsq_scatter(uint32_t addr, uint32_t vs, uint32_t vi, uint32_t m, uint32_t form,
  uint32_t mode) {
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(form, 3);
  GSQ_FIT(mode, 2);
  GSQ_RUN_1(0x0b, form, 8u | mode << 4 | m, vs, addr, vi);
}

/// Sets a mask register to a pattern of lanes, for example the lower half or every fourth lane.
GSQ_INLINE void gsq_create_mask(uint32_t m, uint32_t width, uint32_t pattern) {
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(pattern, 5);
  GSQ_RUN(0x0b, 0u, 48u | m, 0u, pattern, width);
}

/// Sets a mask register to the lowest n lanes: the mask of the last, incomplete vector of a loop.
GSQ_INLINE void gsq_update_mask(uint32_t m, uint32_t width, uint32_t n) {
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN_1(0x0b, 0u, 56u | m, 0u, n, width);
}

/// Sets a mask register to any bits, given in the command.
GSQ_INLINE void gsq_set_mask(uint32_t m, uint32_t mask0, uint32_t mask1) {
  GSQ_FIT(m, 3);
  GSQ_RUN_12(0x0b, 0u, 112u | m, 0u, mask0, mask1);
}

/// Counts, for each lane, the active lanes below it: the indices that undo a squeeze.
GSQ_INLINE void gsq_unsqueeze(uint32_t vd, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x0b, 0u, 120u | m, vd, 0u, width);
}

/// Begins a new squeeze stream: AR becomes 0, and a count that still waits for its store is
/// dropped.
GSQ_INLINE void gsq_clear_spr(void) {
  GSQ_RUN(0x0b, 1u, 48u, 0u, 0u, 0u);
}

/// Answers with AR, the number of bytes that the squeeze stream has stored.
GSQ_INLINE uint32_t gsq_get_spr(void) {
  uint32_t answer;
  GSQ_ASK(answer, 0x0b, 1u, 49u, 0u, 0u);
  return answer;
}

/// Waits until all commands before it have been answered, and gives the first error since the last
/// sync, 0 without one.
GSQ_INLINE uint32_t gsq_sync(void) {
  uint32_t answer;
  GSQ_ASK(answer, 0x0b, 1u, 50u, 0u, 0u);
  return answer;
}

/// Writes a cfg register; bits above it are dropped.
GSQ_INLINE void gsq_cfg_write(uint32_t number, uint32_t low) {
  GSQ_FIT(number, 5);
  GSQ_RUN_1(0x0b, 1u, 52u, number, low, 0u);
}

/// Writes a cfg register with an even number and the one behind it.
GSQ_INLINE void gsq_cfg_pair(uint32_t number, uint32_t low, uint32_t high) {
  GSQ_FIT(number, 5);
  GSQ_RUN_12(0x0b, 1u, 53u, number, low, high);
}

/// Reads a cfg register.
GSQ_INLINE uint32_t gsq_cfg_read(uint32_t number) {
  GSQ_FIT(number, 5);
  uint32_t answer;
  GSQ_ASK(answer, 0x0b, 1u, 54u, number, 0u);
  return answer;
}

/// Copies blocks of UB to others.
GSQ_INLINE void gsq_vec_copy(uint32_t width, uint32_t addr, uint32_t src0) {
  GSQ_FIT(width, 2);
  GSQ_RUN_12(0x0b, 2u, 48u | width, 0u, addr, src0);
}

/// Takes absolute values of signed numbers in blocks of UB.
GSQ_INLINE void gsq_vec_abs(uint32_t width, uint32_t addr, uint32_t src0) {
  GSQ_FIT(width, 2);
  GSQ_RUN_12(0x0b, 2u, 52u | width, 0u, addr, src0);
}

/// Adds the numbers in two rows of blocks of UB.
GSQ_INLINE void gsq_vec_add(uint32_t width, uint32_t addr, uint32_t src0) {
  GSQ_FIT(width, 2);
  GSQ_RUN_12(0x0b, 2u, 56u | width, 0u, addr, src0);
}

/// Loads the blocks of a vector from the places that offsets in a vector register name.
GSQ_INLINE void gsq_gather_block(uint32_t vd, uint32_t addr, uint32_t vi, uint32_t m, uint32_t
  merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(merge, 1);
  GSQ_RUN_1(0x0b, 6u, merge << 6 | m, vd, addr, vi);
}

/// Loads neighbouring bytes of UB into a vector register, as they are or widened by zeros.
GSQ_INLINE void gsq_load_align(uint32_t vd, uint32_t addr, uint32_t distr) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(distr, 3);
  GSQ_RUN_1(0x0b, 6u, 8u, vd, addr, distr);
}

/// Loads the blocks of a vector from places a fixed stride apart: a column of blocks.
GSQ_INLINE void gsq_load_block(uint32_t vd, uint32_t addr, uint32_t blk0) {
  GSQ_FIT(vd, 5);
  GSQ_RUN_12(0x0b, 6u, 72u, vd, addr, blk0);
}

/// Appends bytes of a vector register to a stream in UB, which may begin at any address.
GSQ_INLINE void gsq_store_unalign(uint32_t addr, uint32_t vs, uint32_t u, uint32_t post) {
  GSQ_FIT(vs, 5);
  GSQ_FIT(u, 2);
  GSQ_FIT(post, 1);
  GSQ_RUN_1(0x0b, 6u, 16u | post << 2 | u, vs, addr, 0u);
}

/// Appends bytes of a vector register to a stream in UB, which may begin at any address.
GSQ_INLINE void gsq_store_unalign_n(uint32_t addr, uint32_t vs, uint32_t u, uint32_t n) {
  GSQ_FIT(vs, 5);
  GSQ_FIT(u, 2);
  GSQ_RUN_12(0x0b, 6u, 80u | u, vs, addr, n);
}

/// Ends a stream: writes the bytes that an unaligned-store register still holds, and empties it.
GSQ_INLINE void gsq_store_unalign_post(uint32_t addr, uint32_t u, uint32_t abs) {
  GSQ_FIT(u, 2);
  GSQ_FIT(abs, 1);
  GSQ_RUN_1(0x0b, 6u, 24u | abs << 2 | u, 0u, addr, 0u);
}

/// Picks elements of a vector register by a vector of indices: a permutation without memory.
GSQ_INLINE void gsq_gather_reg(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t width) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x0b, 6u, 88u | width, vd, vs, vi);
}

/// Stores the active lanes of a vector register to neighbouring places in UB, as they are or their
/// lower halves.
GSQ_INLINE void gsq_store_align(uint32_t addr, uint32_t vs, uint32_t m, uint32_t width, uint32_t
  distr) {
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(distr, 3);
  GSQ_RUN_1(0x0b, 6u, 32u | width << 3 | m, vs, addr, distr);
}

/// Stores the active lanes of a vector register, its blocks to places a fixed stride apart.
GSQ_INLINE void gsq_store_block(uint32_t addr, uint32_t vs, uint32_t m, uint32_t width, uint32_t
  blk0) {
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN_12(0x0b, 6u, 96u | width << 3 | m, vs, addr, blk0);
}

/// Packs the active lanes of a vector register at its low end, in their order, and counts them.
GSQ_INLINE void gsq_squeeze(uint32_t vd, uint32_t vs, uint32_t m, uint32_t width, uint32_t
  store_reg, uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(store_reg, 1);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x0b, 7u, merge << 6 | store_reg << 5 | width << 3 | m, 0u, vs, vd);
}

/// Packs the active lanes of a vector register at its low end, in their order, and counts them.
/// Answers with their bytes.
GSQ_INLINE uint32_t gsq_squeeze_count(uint32_t vd, uint32_t vs, uint32_t m, uint32_t width, uint32_t
  store_reg, uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(store_reg, 1);
  GSQ_FIT(merge, 1);
  uint32_t answer;
  GSQ_ASK(answer, 0x0b, 7u, merge << 6 | store_reg << 5 | width << 3 | m, vs, vd);
  return answer;
}

/// Adds the lanes of two vector registers, or a scalar to those of one.
GSQ_INLINE void gsq_lane_add(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 0u, merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Subtracts the lanes of a second vector register, or a scalar, from those of a first one.
GSQ_INLINE void gsq_lane_sub(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 1u, merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Subtracts the lanes of a first vector register from those of a second one, or from a scalar.
GSQ_INLINE void gsq_lane_rsub(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 2u, merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Keeps the bits that are 1 in the lanes of two vector registers, or in those of one and a
/// scalar.
GSQ_INLINE void gsq_lane_and(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 3u, merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Sets the bits that are 1 in the lanes of one of two vector registers, or in both, or of one and
/// a scalar.
GSQ_INLINE void gsq_lane_or(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 4u, merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Sets the bits in which the lanes of two vector registers, or of one and a scalar, differ.
GSQ_INLINE void gsq_lane_xor(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 5u, merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Shifts lanes to the left, by the lanes of another vector register or by a scalar.
GSQ_INLINE void gsq_lane_shl(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 6u, merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Shifts lanes to the right as unsigned numbers, by the lanes of another vector register or by a
/// scalar.
GSQ_INLINE void gsq_lane_shr(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 7u, merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Shifts lanes to the right as signed numbers, by the lanes of another vector register or by a
/// scalar.
GSQ_INLINE void gsq_lane_sar(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 0u, 32u | merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Takes the smaller one of two signed numbers in each lane.
GSQ_INLINE void gsq_lane_min(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 1u, 32u | merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Takes the smaller one of two unsigned numbers in each lane.
GSQ_INLINE void gsq_lane_minu(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 2u, 32u | merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Takes the larger one of two signed numbers in each lane.
GSQ_INLINE void gsq_lane_max(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 3u, 32u | merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Takes the larger one of two unsigned numbers in each lane.
GSQ_INLINE void gsq_lane_maxu(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 4u, 32u | merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Takes the lanes of one vector register where a mask is set, and those of another, or a scalar,
/// elsewhere.
GSQ_INLINE void gsq_lane_select(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x2b, 5u, 32u | width << 3 | m, vd, vs, vi);
}

/// Copies the active lanes of a vector register, or writes a scalar into all active lanes.
GSQ_INLINE void gsq_lane_copy(uint32_t vd, uint32_t vi, uint32_t m, uint32_t width, uint32_t merge)
  {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 6u, 32u | merge << 6 | width << 3 | m, vd, 0u, vi);
}

/// Takes the absolute values of signed numbers.
GSQ_INLINE void gsq_lane_abs(uint32_t vd, uint32_t vs, uint32_t m, uint32_t width, uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x2b, 6u, 32u | merge << 6 | width << 3 | m, vd, 1u, vs);
}

/// Packs the bits of a mask, one a lane, into a vector register.
GSQ_INLINE void gsq_lane_bits(uint32_t vd, uint32_t m, uint32_t width, uint32_t merge, uint32_t n) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_FIT(n, 3);
  GSQ_RUN(0x2b, 6u, 32u | merge << 6 | width << 3 | m, vd, 2u, n);
}

/// Makes a mask of the bits in a vector register, one a lane.
GSQ_INLINE void gsq_lane_mask(uint32_t vd, uint32_t vs, uint32_t m, uint32_t width, uint32_t n) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(n, 3);
  GSQ_RUN(0x2b, 6u, 32u | width << 3 | m, vd, 24u | n, vs);
}

/// Makes a mask of the lanes in which two numbers are equal.
GSQ_INLINE void gsq_lane_eq(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x2b, 7u, 32u | width << 3 | m, vd, vs, vi);
}

/// Makes a mask of the lanes in which two numbers differ.
GSQ_INLINE void gsq_lane_ne(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x2b, 7u, 32u | width << 3 | m, 8u | vd, vs, vi);
}

/// Makes a mask of the lanes in which a first signed number is smaller than a second one.
GSQ_INLINE void gsq_lane_lt(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x2b, 7u, 32u | width << 3 | m, 16u | vd, vs, vi);
}

/// Makes a mask of the lanes in which a first signed number is smaller than a second one or equal.
GSQ_INLINE void gsq_lane_le(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x2b, 7u, 32u | width << 3 | m, 24u | vd, vs, vi);
}

/// Makes a mask of the lanes in which a first unsigned number is smaller than a second one.
GSQ_INLINE void gsq_lane_ltu(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x2b, 7u, 96u | width << 3 | m, vd, vs, vi);
}

/// Makes a mask of the lanes in which a first unsigned number is smaller than a second one or
/// equal.
GSQ_INLINE void gsq_lane_leu(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x2b, 7u, 96u | width << 3 | m, 8u | vd, vs, vi);
}

/// Adds the lanes of two vector registers, or a scalar to those of one.
GSQ_INLINE void gsq_lane_add_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 0u, merge << 6 | width << 3 | m, vd, vs, n);
}

/// Subtracts the lanes of a second vector register, or a scalar, from those of a first one.
GSQ_INLINE void gsq_lane_sub_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 1u, merge << 6 | width << 3 | m, vd, vs, n);
}

/// Subtracts the lanes of a first vector register from those of a second one, or from a scalar.
GSQ_INLINE void gsq_lane_rsub_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 2u, merge << 6 | width << 3 | m, vd, vs, n);
}

/// Keeps the bits that are 1 in the lanes of two vector registers, or in those of one and a
/// scalar.
GSQ_INLINE void gsq_lane_and_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 3u, merge << 6 | width << 3 | m, vd, vs, n);
}

/// Sets the bits that are 1 in the lanes of one of two vector registers, or in both, or of one and
/// a scalar.
GSQ_INLINE void gsq_lane_or_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 4u, merge << 6 | width << 3 | m, vd, vs, n);
}

/// Sets the bits in which the lanes of two vector registers, or of one and a scalar, differ.
GSQ_INLINE void gsq_lane_xor_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 5u, merge << 6 | width << 3 | m, vd, vs, n);
}

/// Shifts lanes to the left, by the lanes of another vector register or by a scalar.
GSQ_INLINE void gsq_lane_shl_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 6u, merge << 6 | width << 3 | m, vd, vs, n);
}

/// Shifts lanes to the right as unsigned numbers, by the lanes of another vector register or by a
/// scalar.
GSQ_INLINE void gsq_lane_shr_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 7u, merge << 6 | width << 3 | m, vd, vs, n);
}

/// Shifts lanes to the right as signed numbers, by the lanes of another vector register or by a
/// scalar.
GSQ_INLINE void gsq_lane_sar_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 0u, 32u | merge << 6 | width << 3 | m, vd, vs, n);
}

/// Takes the smaller one of two signed numbers in each lane.
GSQ_INLINE void gsq_lane_min_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 1u, 32u | merge << 6 | width << 3 | m, vd, vs, n);
}

/// Takes the smaller one of two unsigned numbers in each lane.
GSQ_INLINE void gsq_lane_minu_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 2u, 32u | merge << 6 | width << 3 | m, vd, vs, n);
}

/// Takes the larger one of two signed numbers in each lane.
GSQ_INLINE void gsq_lane_max_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 3u, 32u | merge << 6 | width << 3 | m, vd, vs, n);
}

/// Takes the larger one of two unsigned numbers in each lane.
GSQ_INLINE void gsq_lane_maxu_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 4u, 32u | merge << 6 | width << 3 | m, vd, vs, n);
}

/// Takes the lanes of one vector register where a mask is set, and those of another, or a scalar,
/// elsewhere.
GSQ_INLINE void gsq_lane_select_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width)
  {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN_2(0x5b, 5u, 32u | width << 3 | m, vd, vs, n);
}

/// Copies the active lanes of a vector register, or writes a scalar into all active lanes.
GSQ_INLINE void gsq_lane_copy_n(uint32_t vd, uint32_t n, uint32_t m, uint32_t width, uint32_t merge)
  {
  GSQ_FIT(vd, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 6u, 32u | merge << 6 | width << 3 | m, vd, 0u, n);
}

/// Numbers the lanes from a scalar on: the indices of elements that lie next to each other.
GSQ_INLINE void gsq_lane_index(uint32_t vd, uint32_t n, uint32_t m, uint32_t width, uint32_t merge)
  {
  GSQ_FIT(vd, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 6u, 32u | merge << 6 | width << 3 | m, vd, 1u, n);
}

/// Makes the multiples of a power of two: the number of each lane, shifted to the left by a
/// scalar.
GSQ_INLINE void gsq_lane_steps(uint32_t vd, uint32_t n, uint32_t m, uint32_t width, uint32_t merge)
  {
  GSQ_FIT(vd, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN_2(0x5b, 6u, 32u | merge << 6 | width << 3 | m, vd, 2u, n);
}

/// Makes a mask of the lanes in which two numbers are equal.
GSQ_INLINE void gsq_lane_eq_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN_2(0x5b, 7u, 32u | width << 3 | m, vd, vs, n);
}

/// Makes a mask of the lanes in which two numbers differ.
GSQ_INLINE void gsq_lane_ne_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN_2(0x5b, 7u, 32u | width << 3 | m, 8u | vd, vs, n);
}

/// Makes a mask of the lanes in which a first signed number is smaller than a second one.
GSQ_INLINE void gsq_lane_lt_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN_2(0x5b, 7u, 32u | width << 3 | m, 16u | vd, vs, n);
}

/// Makes a mask of the lanes in which a first signed number is smaller than a second one or equal.
GSQ_INLINE void gsq_lane_le_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN_2(0x5b, 7u, 32u | width << 3 | m, 24u | vd, vs, n);
}

/// Makes a mask of the lanes in which a first unsigned number is smaller than a second one.
GSQ_INLINE void gsq_lane_ltu_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN_2(0x5b, 7u, 96u | width << 3 | m, vd, vs, n);
}

/// Makes a mask of the lanes in which a first unsigned number is smaller than a second one or
/// equal.
GSQ_INLINE void gsq_lane_leu_n(uint32_t vd, uint32_t vs, uint32_t n, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN_2(0x5b, 7u, 96u | width << 3 | m, 8u | vd, vs, n);
}

/// Loads elements of UB from the places that a vector of indices names, as gather, with indices of
/// a width of their own.
GSQ_INLINE void gsq_gather_index(uint32_t vd, uint32_t addr, uint32_t vi, uint32_t m, uint32_t form,
  uint32_t merge, uint32_t mode) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(form, 3);
  GSQ_FIT(merge, 1);
  GSQ_FIT(mode, 2);
  GSQ_RUN_1(0x7b, form, merge << 6 | mode << 4 | m, vd, addr, vi);
}

/// Stores the active lanes of a vector register to the places that a vector of indices names, as
/// scatter, with indices of a width of their own.
GSQ_INLINE void gsq_scatter_index(uint32_t addr, uint32_t vs, uint32_t vi, uint32_t m, uint32_t
  form, uint32_t mode) {
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(form, 3);
  GSQ_FIT(mode, 2);
  GSQ_RUN_1(0x7b, form, 8u | mode << 4 | m, vs, addr, vi);
}

/// Loads elements of UB that lie at a stride, one for each active lane, without indices.
GSQ_INLINE void gsq_load_strided(uint32_t vd, uint32_t addr, uint32_t m, uint32_t form, uint32_t
  merge, uint32_t row_stride) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(form, 3);
  GSQ_FIT(merge, 1);
  GSQ_RUN_12(0x7b, form, 48u | merge << 6 | m, vd, addr, row_stride);
}

/// Stores the active lanes of a vector register to UB at a stride, without indices.
GSQ_INLINE void gsq_store_strided(uint32_t addr, uint32_t vs, uint32_t m, uint32_t form, uint32_t
  row_stride) {
  GSQ_FIT(vs, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(form, 3);
  GSQ_RUN_12(0x7b, form, 56u | m, vs, addr, row_stride);
}

/// Picks elements of a vector register by a vector of indices, under a mask; an index beyond the
/// vector picks none.
GSQ_INLINE void gsq_gather_lanes(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width,
  uint32_t merge) {
  GSQ_FIT(vd, 5);
  GSQ_FIT(vs, 5);
  GSQ_FIT(vi, 5);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_FIT(merge, 1);
  GSQ_RUN(0x7b, 7u, 32u | merge << 6 | width << 3 | m, vd, vs, vi);
}

/// Makes a mask of the lanes that are active in both of two masks.
GSQ_INLINE void gsq_mask_and(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 3);
  GSQ_FIT(vi, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x7b, 7u, width << 3 | m, vd, vs, vi);
}

/// Makes a mask of the lanes that are active in one of two masks, or in both.
GSQ_INLINE void gsq_mask_or(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 3);
  GSQ_FIT(vi, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x7b, 7u, width << 3 | m, vd, vs, 8u | vi);
}

/// Makes a mask of the lanes that are active in exactly one of two masks.
GSQ_INLINE void gsq_mask_xor(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 3);
  GSQ_FIT(vi, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x7b, 7u, width << 3 | m, vd, vs, 16u | vi);
}

/// Makes a mask of the lanes that are active in one mask and not in another.
GSQ_INLINE void gsq_mask_and_not(uint32_t vd, uint32_t vs, uint32_t vi, uint32_t m, uint32_t width)
  {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 3);
  GSQ_FIT(vi, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x7b, 7u, width << 3 | m, vd, vs, 24u | vi);
}

/// Makes a mask of the lanes that are not active in another.
GSQ_INLINE void gsq_mask_not(uint32_t vd, uint32_t vs, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x7b, 7u, width << 3 | m, vd, 16u | vs, 0u);
}

/// Makes a mask of the lanes below the lowest active lane of another.
GSQ_INLINE void gsq_mask_before_first(uint32_t vd, uint32_t vs, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x7b, 7u, width << 3 | m, vd, 16u | vs, 1u);
}

/// Makes a mask of the lanes up to the lowest active lane of another, with it.
GSQ_INLINE void gsq_mask_to_first(uint32_t vd, uint32_t vs, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x7b, 7u, width << 3 | m, vd, 16u | vs, 2u);
}

/// Makes a mask of the lowest active lane of another.
GSQ_INLINE void gsq_mask_only_first(uint32_t vd, uint32_t vs, uint32_t m, uint32_t width) {
  GSQ_FIT(vd, 3);
  GSQ_FIT(vs, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  GSQ_RUN(0x7b, 7u, width << 3 | m, vd, 16u | vs, 3u);
}

/// Answers with the number of active lanes of a mask.
GSQ_INLINE uint32_t gsq_mask_count(uint32_t vs, uint32_t m, uint32_t width) {
  GSQ_FIT(vs, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  uint32_t answer;
  GSQ_ASK(answer, 0x7b, 7u, width << 3 | m, 8u | vs, 0u);
  return answer;
}

/// Answers with the number of the lowest active lane of a mask.
GSQ_INLINE uint32_t gsq_mask_first(uint32_t vs, uint32_t m, uint32_t width) {
  GSQ_FIT(vs, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  uint32_t answer;
  GSQ_ASK(answer, 0x7b, 7u, width << 3 | m, 8u | vs, 1u);
  return answer;
}

/// Answers with the lowest 32 lanes of a mask, a bit for each.
GSQ_INLINE uint32_t gsq_mask_bits(uint32_t vs, uint32_t m, uint32_t width) {
  GSQ_FIT(vs, 3);
  GSQ_FIT(m, 3);
  GSQ_FIT(width, 2);
  uint32_t answer;
  GSQ_ASK(answer, 0x7b, 7u, width << 3 | m, 8u | vs, 2u);
  return answer;
}

#endif
