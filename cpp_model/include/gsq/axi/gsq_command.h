// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/axi_registers.py from configs/commands.toml. Do not edit.
//
// Fields and codes of a command for drivers in C: what docs/reference/commands.md says in words.
#ifndef GSQ_COMMAND_H
#define GSQ_COMMAND_H

#include <stdint.h>

// Words of a command.
#define GSQ_CMD_WORDS 16

// Fields of a command: lowest bit, number of bits. The immediate of set_mask: from 0 on.
#define GSQ_CMD_TAG_LSB 503
#define GSQ_CMD_TAG_BITS 8
#define GSQ_CMD_OP_LSB 497
#define GSQ_CMD_OP_BITS 6
#define GSQ_CMD_WIDTH_LSB 495
#define GSQ_CMD_WIDTH_BITS 2
#define GSQ_CMD_FORM_LSB 492
#define GSQ_CMD_FORM_BITS 3
#define GSQ_CMD_MODE_LSB 490
#define GSQ_CMD_MODE_BITS 2
#define GSQ_CMD_DISTR_LSB 487
#define GSQ_CMD_DISTR_BITS 3
#define GSQ_CMD_PATTERN_LSB 482
#define GSQ_CMD_PATTERN_BITS 5
#define GSQ_CMD_STORE_REG_LSB 481
#define GSQ_CMD_STORE_REG_BITS 1
#define GSQ_CMD_POST_LSB 480
#define GSQ_CMD_POST_BITS 1
#define GSQ_CMD_ABS_LSB 479
#define GSQ_CMD_ABS_BITS 1
#define GSQ_CMD_BITWISE_LSB 478
#define GSQ_CMD_BITWISE_BITS 1
#define GSQ_CMD_SCALAR_LSB 477
#define GSQ_CMD_SCALAR_BITS 1
#define GSQ_CMD_MERGE_LSB 476
#define GSQ_CMD_MERGE_BITS 1
#define GSQ_CMD_VD_LSB 471
#define GSQ_CMD_VD_BITS 5
#define GSQ_CMD_VS_LSB 466
#define GSQ_CMD_VS_BITS 5
#define GSQ_CMD_VI_LSB 461
#define GSQ_CMD_VI_BITS 5
#define GSQ_CMD_M_LSB 458
#define GSQ_CMD_M_BITS 3
#define GSQ_CMD_U_LSB 456
#define GSQ_CMD_U_BITS 2
#define GSQ_CMD_ADDR_LSB 424
#define GSQ_CMD_ADDR_BITS 32
#define GSQ_CMD_N_LSB 392
#define GSQ_CMD_N_BITS 32
#define GSQ_CMD_ALIGN_LSB 360
#define GSQ_CMD_ALIGN_BITS 32
#define GSQ_CMD_ITERATIONS_LSB 328
#define GSQ_CMD_ITERATIONS_BITS 32
#define GSQ_CMD_BLK0_LSB 312
#define GSQ_CMD_BLK0_BITS 16
#define GSQ_CMD_BLK1_LSB 296
#define GSQ_CMD_BLK1_BITS 16
#define GSQ_CMD_BLK2_LSB 280
#define GSQ_CMD_BLK2_BITS 16
#define GSQ_CMD_REP0_LSB 272
#define GSQ_CMD_REP0_BITS 8
#define GSQ_CMD_REP1_LSB 264
#define GSQ_CMD_REP1_BITS 8
#define GSQ_CMD_REP2_LSB 256
#define GSQ_CMD_REP2_BITS 8
#define GSQ_CMD_SRC0_LSB 224
#define GSQ_CMD_SRC0_BITS 32
#define GSQ_CMD_SRC1_LSB 192
#define GSQ_CMD_SRC1_BITS 32
#define GSQ_CMD_ROW_STRIDE_LSB 160
#define GSQ_CMD_ROW_STRIDE_BITS 32
#define GSQ_CMD_COL_LSB 128
#define GSQ_CMD_COL_BITS 32
#define GSQ_CMD_MASK_LSB 0
#define GSQ_CMD_MASK_BITS 128

#define GSQ_OP_CREATE_MASK 0
#define GSQ_OP_UPDATE_MASK 1
#define GSQ_OP_SET_MASK 2
#define GSQ_OP_CLEAR_SPR 3
#define GSQ_OP_GET_SPR 4
#define GSQ_OP_LOAD_ALIGN 5
#define GSQ_OP_STORE_ALIGN 6
#define GSQ_OP_LOAD_BLOCK 7
#define GSQ_OP_STORE_BLOCK 8
#define GSQ_OP_GATHER 9
#define GSQ_OP_GATHER_REG 10
#define GSQ_OP_GATHER_BLOCK 11
#define GSQ_OP_SCATTER 12
#define GSQ_OP_SQUEEZE 13
#define GSQ_OP_UNSQUEEZE 14
#define GSQ_OP_STORE_UNALIGN 15
#define GSQ_OP_STORE_UNALIGN_POST 16
#define GSQ_OP_VEC_COPY 17
#define GSQ_OP_VEC_ABS 18
#define GSQ_OP_VEC_ADD 19
#define GSQ_OP_MASK_AND 20
#define GSQ_OP_MASK_OR 21
#define GSQ_OP_MASK_XOR 22
#define GSQ_OP_MASK_AND_NOT 23
#define GSQ_OP_MASK_NOT 24
#define GSQ_OP_MASK_BEFORE_FIRST 25
#define GSQ_OP_MASK_TO_FIRST 26
#define GSQ_OP_MASK_ONLY_FIRST 27
#define GSQ_OP_MASK_COUNT 28
#define GSQ_OP_MASK_FIRST 29
#define GSQ_OP_LANE_ADD 30
#define GSQ_OP_LANE_SUB 31
#define GSQ_OP_LANE_RSUB 32
#define GSQ_OP_LANE_AND 33
#define GSQ_OP_LANE_OR 34
#define GSQ_OP_LANE_XOR 35
#define GSQ_OP_LANE_SHL 36
#define GSQ_OP_LANE_SHR 37
#define GSQ_OP_LANE_SAR 38
#define GSQ_OP_LANE_MIN 39
#define GSQ_OP_LANE_MINU 40
#define GSQ_OP_LANE_MAX 41
#define GSQ_OP_LANE_MAXU 42
#define GSQ_OP_LANE_ABS 43
#define GSQ_OP_LANE_COPY 44
#define GSQ_OP_LANE_INDEX 45
#define GSQ_OP_LANE_STEPS 46
#define GSQ_OP_LANE_SELECT 47
#define GSQ_OP_LANE_EQ 48
#define GSQ_OP_LANE_NE 49
#define GSQ_OP_LANE_LT 50
#define GSQ_OP_LANE_LE 51
#define GSQ_OP_LANE_LTU 52
#define GSQ_OP_LANE_LEU 53
#define GSQ_OP_LANE_BITS 54
#define GSQ_OP_LANE_MASK 55
#define GSQ_OP_LOAD_STRIDED 56
#define GSQ_OP_STORE_STRIDED 57
#define GSQ_OP_MASK_BITS 58
#define GSQ_OP_GATHER_LANES 59
#define GSQ_OP_GATHER_INDEX 60
#define GSQ_OP_SCATTER_INDEX 61

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

#define GSQ_STATUS_OK 0
#define GSQ_STATUS_ERR_OPCODE 1
#define GSQ_STATUS_ERR_PARAM 2
#define GSQ_STATUS_ERR_ALIGN 3
#define GSQ_STATUS_ERR_SQZ_ORDER 4
#define GSQ_STATUS_ERR_STREAM 5
#define GSQ_STATUS_ERR_BOUNDS 6

// Sets `bits` bits of a command from bit `low` on; higher bits of `value` are dropped.
static inline void gsq_set_bits(uint32_t *words, unsigned low, unsigned bits,
                                uint32_t value) {
  for (unsigned i = 0; i < bits && i < 32; ++i) {
    uint32_t bit = UINT32_C(1) << ((low + i) % 32);
    uint32_t *word = &words[(low + i) / 32];
    *word = (value >> i) & 1 ? *word | bit : *word & ~bit;
  }
}

// Sets a field of a command: GSQ_SET(words, ADDR, 0x100).
#define GSQ_SET(words, field, value) \
  gsq_set_bits((words), GSQ_CMD_##field##_LSB, GSQ_CMD_##field##_BITS, (uint32_t)(value))

#endif
