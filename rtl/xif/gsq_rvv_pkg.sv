// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/rvv.py from configs/rvv.toml. Do not edit.
//
// The instructions of RVV 1.0 that gsq executes: their bits, and the commands that each is made of.
package gsq_rvv_pkg;

  import gsq_pkg::*;

  // Mask registers that are reserved.
  localparam logic [2:0] MaskScratch3 = 3'd3;
  localparam logic [2:0] MaskScratch4 = 3'd4;
  localparam logic [2:0] MaskScratch5 = 3'd5;
  localparam logic [2:0] MaskAll      = 3'd6;  // all lanes; vset writes it
  localparam logic [2:0] MaskTail     = 3'd7;  // lanes of the last register below vl; the same

  // What vset writes. vtype is 0 where vill is set.
  typedef struct packed {
    logic        vill;   // vtype is illegal, and nothing but vset may follow
    logic        vma;    // inactive elements may become ones; they keep their value all the same
    logic        vta;    // the same of elements from vl on
    logic [1:0]  vsew;   // log2 of the bytes of an element
    logic [2:0]  vlmul;  // log2 of the registers of a group, signed
    logic [11:0] vl;     // elements
  } rvv_state_t;

  // What an instruction does.
  typedef enum logic [1:0] {
    RvvCommands = 2'd0,  // gives commands to the unit
    RvvSet      = 2'd1,  // writes vl and vtype, gives commands that write masks, rd gets vl
    RvvRead     = 2'd2   // reads vl, vtype or vlenb
  } rvv_kind_e;

  // What rd gets of the info word of the last command's response.
  typedef enum logic [2:0] {
    RvvNoAnswer = 3'd0,  // rd gets nothing of it
    RvvNumber   = 3'd1,  // the word
    RvvFirst    = 3'd2,  // the word; -1 if it is VlenBytes
    RvvByte     = 3'd3,  // its lowest 8 bits with their sign
    RvvHalf     = 3'd4   // its lowest 16 bits with their sign
  } rvv_answer_e;

  // log2 of VlenBytes / VLMAX: the bits that a register has for each bit of a mask, less 3.
  function automatic logic signed [3:0] rvv_ratio(logic [1:0] vsew, logic [2:0] vlmul);
    return signed'({2'b0, vsew}) - signed'({vlmul[2], vlmul});
  endfunction

  // VLMAX, for -3 to 2.
  function automatic logic [11:0] rvv_vlmax(logic signed [3:0] ratio, int unsigned vlen_bytes);
    return 12'((vlen_bytes << 3) >> (ratio + 4'sd3));
  endfunction

  // An operand of a command.
  typedef enum logic [3:0] {
    // the V register vd
    RvvRegVd = 4'd0,
    // the V register vd where it is a mask, the same for all registers of the group
    RvvRegMd = 4'd1,
    // the V register vs1
    RvvRegVs1 = 4'd2,
    // the V register vs2
    RvvRegVs2 = 4'd3,
    // the V register of the group vs2 that has element x
    RvvRegPicked = 4'd4,
    // V register 0
    RvvRegV0 = 4'd5,
    // the mask of the elements that are calculated
    RvvRegActive = 4'd6,
    // the mask of the elements below vl, whether v0 masks them or not
    RvvRegTail = 4'd7,
    // M6, the mask of all lanes
    RvvRegAll = 4'd8,
    // M3
    RvvRegM3 = 4'd9,
    // M4
    RvvRegM4 = 4'd10,
    // M5
    RvvRegM5 = 4'd11
  } rvv_reg_e;

  // The number n of a command.
  typedef enum logic [3:0] {
    // no number: the second operand is a V register
    RvvNumNone = 4'd0,
    // V register vs1, or the number x, which is the x register rs1 or the immediate, with its sign
    // but in slides and vrgather
    RvvNumOperand = 4'd1,
    // 0
    RvvNumZero = 4'd2,
    // -1
    RvvNumOnes = 4'd3,
    // 1
    RvvNumOne = 4'd4,
    // the number of the first element of the register
    RvvNumFirst = 4'd5,
    // the number of the register in its group: which part of a mask in V has its bits
    RvvNumPart = 4'd6,
    // x, without sign
    RvvNumOffset = 4'd7,
    // -x, with x at most VLMAX
    RvvNumBack = 4'd8,
    // VLMAX - 1
    RvvNumLimit = 4'd9,
    // the lane of element x in its register; 0 if x is VLMAX or more
    RvvNumLane = 4'd10,
    // x + vl, with x at most VLMAX
    RvvNumEnd = 4'd11,
    // VLMAX - x, at least 0
    RvvNumRest = 4'd12,
    // vl - 1
    RvvNumLast = 4'd13,
    // vl / 8, rounded up: the bytes of a mask
    RvvNumBytes = 4'd14
  } rvv_number_e;

  // Place of a command in the table.
  typedef logic [7:0] rvv_place_t;

  // A command.
  typedef struct packed {
    logic        own;    // it is that of the instruction
    opcode_e     op;     // otherwise this one
    rvv_reg_e    vd;     // field vd
    rvv_reg_e    vs;     // field vs
    rvv_reg_e    vi;     // field vi
    rvv_reg_e    m;      // field m
    rvv_number_e n;      // field n, and whether it is the second operand
    logic        b8;     // lanes of b8; otherwise those of the elements
    logic        merge;  // field merge
  } rvv_step_t;

  // What an instruction is.
  typedef struct packed {
    opcode_e    op;           // its own command
    rvv_place_t first;        // its first command in RvvSteps
    logic [3:0] count;        // its number of commands
    rvv_place_t other;        // the same if v0 masks it, or if vd is vs1
    logic [3:0] others;       // number of these
    logic       same;         // the latter
    logic       every;        // the commands are repeated for each register
    logic       any;          // groups do not matter
    logic       bits;         // the elements are bits
    logic       anyway;       // also with vl = 0
    logic       memory;       // it accesses memory, its elements are as wide as its own width says
    logic       indexed;      // it accesses memory, its indices are as wide as its own width says
    logic       strided;      // x register rs2 has a stride
    logic       counted;      // it has 1, 2, 4 or 8 registers, as it says itself
    logic       group_vd;     // vd is a group of registers
    logic       group_vs2;    // vs2 is a group of registers
    logic       group_vs1;    // vs1 is a group of registers
    logic       apart_vs2;    // vd must differ from vs2
    logic       apart_vs1;    // vd must differ from vs1
    logic       agnostic;     // with vta 1 only, under a mask with vma 1
    logic       halves;       // with SEW 16 only
    logic       mask_vd;      // vd is a mask, and of a source group at most the first register
    logic       no_vtype;     // legal with vill
    logic       unmasked_vd;  // vd is a mask, and not v0 where that masks
    logic [1:0] answer;       // 1: rd gets a number; 2: that of an element or -1; 3: an element
  } rvv_what_t;

  // Facts about an instruction.
  typedef struct packed {
    logic [31:0] mask;     // bits that are always the same, but for funct3
    logic [31:0] match;    // these bits
    logic [7:0]  funct3s;  // per funct3: there is such an instruction
    rvv_what_t   what;     // what it is
  } rvv_facts_t;

  localparam int unsigned NumRvvSteps = 134;
  localparam int unsigned NumRvv      = 61;

  localparam rvv_step_t RvvSteps [NumRvvSteps] = '{
    // lanes
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegActive, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b1},
    // lanes, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegActive, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b1},
    // number
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumFirst, b8: 1'b0, merge: 1'b1},
    // number, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumFirst, b8: 1'b0, merge: 1'b1},
    // memory
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVs2, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // memory, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVs2, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // bytes_of_bits
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM3, n:
      RvvNumBytes, b8: 1'b1, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM3, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // whole
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    // move
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVs2, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    // merge
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM4, vs: RvvRegTail, vi: RvvRegM5, m: RvvRegTail, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVs2, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVs1, m: RvvRegM5, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b1},
    // compare
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegActive, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegMd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM5, vs: RvvRegM5, vi: RvvRegActive, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskOr, vd: RvvRegM4, vs: RvvRegM4, vi: RvvRegM5, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneBits, vd: RvvRegMd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumPart, b8: 1'b0, merge: 1'b1},
    // compare, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegActive, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM3, vs: RvvRegMd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM3, vs: RvvRegM3, vi: RvvRegActive, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskOr, vd: RvvRegM4, vs: RvvRegM4, vi: RvvRegM3, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneBits, vd: RvvRegMd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumPart, b8: 1'b0, merge: 1'b1},
    // above
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegActive, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM4, vs: RvvRegActive, vi: RvvRegM4, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegMd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM5, vs: RvvRegM5, vi: RvvRegActive, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskOr, vd: RvvRegM4, vs: RvvRegM4, vi: RvvRegM5, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneBits, vd: RvvRegMd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumPart, b8: 1'b0, merge: 1'b1},
    // above, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegActive, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM4, vs: RvvRegActive, vi: RvvRegM4, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM3, vs: RvvRegMd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM3, vs: RvvRegM3, vi: RvvRegActive, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskOr, vd: RvvRegM4, vs: RvvRegM4, vi: RvvRegM3, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneBits, vd: RvvRegMd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumPart, b8: 1'b0, merge: 1'b1},
    // until
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegM4, vs: RvvRegM4, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM5, vs: RvvRegM5, vi: RvvRegActive, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskOr, vd: RvvRegM4, vs: RvvRegM4, vi: RvvRegM5, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneBits, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // until, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegM4, vs: RvvRegM4, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM3, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM3, vs: RvvRegM3, vi: RvvRegActive, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskOr, vd: RvvRegM4, vs: RvvRegM4, vi: RvvRegM3, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneBits, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // count
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegM4, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    // count, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegM4, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    // to_x
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegM4, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    // from_x
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOne, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b1},
    // logic
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    // logic_not
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    '{own: 1'b0, op: OpLaneXor, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumOnes, b8: 1'b1, merge: 1'b0},
    // and_not
    '{own: 1'b0, op: OpLaneOr, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    '{own: 1'b0, op: OpLaneXor, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVs1, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    // and_not, same
    '{own: 1'b0, op: OpLaneAnd, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    '{own: 1'b0, op: OpLaneXor, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVs2, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    // or_not
    '{own: 1'b0, op: OpLaneAnd, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    '{own: 1'b0, op: OpLaneXor, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVs1, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    '{own: 1'b0, op: OpLaneXor, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumOnes, b8: 1'b1, merge: 1'b0},
    // or_not, same
    '{own: 1'b0, op: OpLaneOr, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    '{own: 1'b0, op: OpLaneXor, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVs2, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b1, merge: 1'b0},
    '{own: 1'b0, op: OpLaneXor, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumOnes, b8: 1'b1, merge: 1'b0},
    // gather
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumZero, b8: 1'b0, merge: 1'b1},
    '{own: 1'b0, op: OpLaneLeu, vd: RvvRegM4, vs: RvvRegVs1, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumLimit, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // gather, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumZero, b8: 1'b0, merge: 1'b1},
    '{own: 1'b0, op: OpLaneLeu, vd: RvvRegM4, vs: RvvRegVs1, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumLimit, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVs1, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // pick
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumLane, b8: 1'b0, merge: 1'b1},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegPicked, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // pick, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumLane, b8: 1'b0, merge: 1'b1},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegPicked, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // compress
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM4, vs: RvvRegVs1, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // count_below
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskNot, vd: RvvRegM4, vs: RvvRegActive, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOnes, b8: 1'b0, merge: 1'b1},
    // count_below, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM4, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskNot, vd: RvvRegM4, vs: RvvRegActive, vi: RvvRegVd, m: RvvRegAll, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOnes, b8: 1'b0, merge: 1'b1},
    // slide_up
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOffset, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM4, vs: RvvRegActive, vi: RvvRegM4, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneIndex, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumBack, b8: 1'b0, merge: 1'b1},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // slide_up, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOffset, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM4, vs: RvvRegActive, vi: RvvRegM4, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneIndex, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumBack, b8: 1'b0, merge: 1'b1},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    // slide1_up
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOne, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM3, vs: RvvRegActive, vi: RvvRegM4, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneIndex, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM3, n:
      RvvNumOnes, b8: 1'b0, merge: 1'b1},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegM3, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    '{own: 1'b0, op: OpMaskAnd, vd: RvvRegM4, vs: RvvRegActive, vi: RvvRegM4, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b1},
    // slide1_up, masked
    '{own: 1'b0, op: OpLaneMask, vd: RvvRegM5, vs: RvvRegV0, vi: RvvRegVd, m: RvvRegTail, n:
      RvvNumPart, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOne, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM3, vs: RvvRegActive, vi: RvvRegM4, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneIndex, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM3, n:
      RvvNumOnes, b8: 1'b0, merge: 1'b1},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegM3, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    '{own: 1'b0, op: OpMaskAnd, vd: RvvRegM4, vs: RvvRegActive, vi: RvvRegM4, m: RvvRegActive, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b1},
    // slide_down
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOffset, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM5, n:
      RvvNumEnd, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM5, vs: RvvRegM5, vi: RvvRegM4, m: RvvRegM5, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegM5, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumRest, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM4, vs: RvvRegTail, vi: RvvRegM4, m: RvvRegTail, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumZero, b8: 1'b0, merge: 1'b1},
    // slide1_down
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOne, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM5, vs: RvvRegTail, vi: RvvRegM4, m: RvvRegTail, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b1, op: OpCreateMask, vd: RvvRegVd, vs: RvvRegVs2, vi: RvvRegVd, m: RvvRegM5, n:
      RvvNumNone, b8: 1'b0, merge: 1'b1},
    '{own: 1'b0, op: OpUpdateMask, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumLast, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpMaskAndNot, vd: RvvRegM4, vs: RvvRegTail, vi: RvvRegM4, m: RvvRegTail, n:
      RvvNumNone, b8: 1'b0, merge: 1'b0},
    '{own: 1'b0, op: OpLaneCopy, vd: RvvRegVd, vs: RvvRegVd, vi: RvvRegVd, m: RvvRegM4, n:
      RvvNumOperand, b8: 1'b0, merge: 1'b1}
  };

  localparam rvv_facts_t Rvv [NumRvv] = '{
    // "vle*.v"
    '{mask: 32'hfdf0007f, match: 32'h00000007, funct3s: 8'b01100001, what: '{op: OpLoadStrided,
      first: 6, count: 1, other: 7, others: 2, every: '1, memory: '1, group_vd: '1, answer: 0,
      default: '0}},
    // "vse*.v"
    '{mask: 32'hfdf0007f, match: 32'h00000027, funct3s: 8'b01100001, what: '{op: OpStoreStrided,
      first: 6, count: 1, other: 7, others: 2, every: '1, memory: '1, group_vd: '1, answer: 0,
      default: '0}},
    // "vlse*.v"
    '{mask: 32'hfc00007f, match: 32'h08000007, funct3s: 8'b01100001, what: '{op: OpLoadStrided,
      first: 6, count: 1, other: 7, others: 2, every: '1, memory: '1, strided: '1, group_vd: '1,
      answer: 0, default: '0}},
    // "vsse*.v"
    '{mask: 32'hfc00007f, match: 32'h08000027, funct3s: 8'b01100001, what: '{op: OpStoreStrided,
      first: 6, count: 1, other: 7, others: 2, every: '1, memory: '1, strided: '1, group_vd: '1,
      answer: 0, default: '0}},
    // "vluxei*.v"
    '{mask: 32'hfc00007f, match: 32'h04000007, funct3s: 8'b01100001, what: '{op: OpGatherIndex,
      first: 6, count: 1, other: 7, others: 2, every: '1, indexed: '1, group_vd: '1, group_vs2: '1,
      answer: 0, default: '0}},
    // "vloxei*.v"
    '{mask: 32'hfc00007f, match: 32'h0c000007, funct3s: 8'b01100001, what: '{op: OpGatherIndex,
      first: 6, count: 1, other: 7, others: 2, every: '1, indexed: '1, group_vd: '1, group_vs2: '1,
      answer: 0, default: '0}},
    // "vsuxei*.v"
    '{mask: 32'hfc00007f, match: 32'h04000027, funct3s: 8'b01100001, what: '{op: OpScatterIndex,
      first: 6, count: 1, other: 7, others: 2, every: '1, indexed: '1, group_vd: '1, group_vs2: '1,
      answer: 0, default: '0}},
    // "vsoxei*.v"
    '{mask: 32'hfc00007f, match: 32'h0c000027, funct3s: 8'b01100001, what: '{op: OpScatterIndex,
      first: 6, count: 1, other: 7, others: 2, every: '1, indexed: '1, group_vd: '1, group_vs2: '1,
      answer: 0, default: '0}},
    // "vlm.v"
    '{mask: 32'hfff0007f, match: 32'h02b00007, funct3s: 8'b00000001, what: '{op: OpLoadStrided,
      first: 9, count: 2, other: 9, others: 2, any: '1, memory: '1, answer: 0, default: '0}},
    // "vsm.v"
    '{mask: 32'hfff0007f, match: 32'h02b00027, funct3s: 8'b00000001, what: '{op: OpStoreStrided,
      first: 9, count: 2, other: 9, others: 2, any: '1, memory: '1, answer: 0, default: '0}},
    // "vl<n>re*.v"
    '{mask: 32'h1ff0007f, match: 32'h02800007, funct3s: 8'b01100001, what: '{op: OpLoadStrided,
      first: 11, count: 1, other: 11, others: 1, every: '1, anyway: '1, memory: '1, counted: '1,
      no_vtype: '1, answer: 0, default: '0}},
    // "vs<n>r.v"
    '{mask: 32'h1ff0007f, match: 32'h02800027, funct3s: 8'b00000001, what: '{op: OpStoreStrided,
      first: 11, count: 1, other: 11, others: 1, every: '1, anyway: '1, memory: '1, counted: '1,
      no_vtype: '1, answer: 0, default: '0}},
    // "vadd"
    '{mask: 32'hfc00007f, match: 32'h00000057, funct3s: 8'b00011001, what: '{op: OpLaneAdd, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vsub"
    '{mask: 32'hfc00007f, match: 32'h08000057, funct3s: 8'b00010001, what: '{op: OpLaneSub, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vrsub"
    '{mask: 32'hfc00007f, match: 32'h0c000057, funct3s: 8'b00011000, what: '{op: OpLaneRsub, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, answer: 0, default:
      '0}},
    // "vminu"
    '{mask: 32'hfc00007f, match: 32'h10000057, funct3s: 8'b00010001, what: '{op: OpLaneMinu, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vmin"
    '{mask: 32'hfc00007f, match: 32'h14000057, funct3s: 8'b00010001, what: '{op: OpLaneMin, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vmaxu"
    '{mask: 32'hfc00007f, match: 32'h18000057, funct3s: 8'b00010001, what: '{op: OpLaneMaxu, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vmax"
    '{mask: 32'hfc00007f, match: 32'h1c000057, funct3s: 8'b00010001, what: '{op: OpLaneMax, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vand"
    '{mask: 32'hfc00007f, match: 32'h24000057, funct3s: 8'b00011001, what: '{op: OpLaneAnd, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vor"
    '{mask: 32'hfc00007f, match: 32'h28000057, funct3s: 8'b00011001, what: '{op: OpLaneOr, first: 0,
      count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1, answer:
      0, default: '0}},
    // "vxor"
    '{mask: 32'hfc00007f, match: 32'h2c000057, funct3s: 8'b00011001, what: '{op: OpLaneXor, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vsll"
    '{mask: 32'hfc00007f, match: 32'h94000057, funct3s: 8'b00011001, what: '{op: OpLaneShl, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vsrl"
    '{mask: 32'hfc00007f, match: 32'ha0000057, funct3s: 8'b00011001, what: '{op: OpLaneShr, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vsra"
    '{mask: 32'hfc00007f, match: 32'ha4000057, funct3s: 8'b00011001, what: '{op: OpLaneSar, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vmv.v"
    '{mask: 32'hfff0007f, match: 32'h5e000057, funct3s: 8'b00011001, what: '{op: OpLaneCopy, first:
      0, count: 1, other: 1, others: 2, every: '1, group_vd: '1, group_vs1: '1, answer: 0, default:
      '0}},
    // "vmerge"
    '{mask: 32'hfe00007f, match: 32'h5c000057, funct3s: 8'b00011001, what: '{op: OpLaneCopy, first:
      13, count: 4, other: 13, others: 4, every: '1, group_vd: '1, group_vs2: '1, group_vs1: '1,
      answer: 0, default: '0}},
    // "vmv<n>r.v"
    '{mask: 32'hfe0c007f, match: 32'h9e000057, funct3s: 8'b00001000, what: '{op: OpLaneCopy, first:
      12, count: 1, other: 12, others: 1, every: '1, anyway: '1, counted: '1, answer: 0, default:
      '0}},
    // "vid.v"
    '{mask: 32'hfdff807f, match: 32'h50088057, funct3s: 8'b00000100, what: '{op: OpLaneIndex, first:
      3, count: 1, other: 4, others: 2, every: '1, group_vd: '1, answer: 0, default: '0}},
    // "vmseq"
    '{mask: 32'hfc00007f, match: 32'h60000057, funct3s: 8'b00011001, what: '{op: OpLaneEq, first:
      17, count: 5, other: 22, others: 6, every: '1, group_vs2: '1, group_vs1: '1, mask_vd: '1,
      answer: 0, default: '0}},
    // "vmsne"
    '{mask: 32'hfc00007f, match: 32'h64000057, funct3s: 8'b00011001, what: '{op: OpLaneNe, first:
      17, count: 5, other: 22, others: 6, every: '1, group_vs2: '1, group_vs1: '1, mask_vd: '1,
      answer: 0, default: '0}},
    // "vmsltu"
    '{mask: 32'hfc00007f, match: 32'h68000057, funct3s: 8'b00010001, what: '{op: OpLaneLtu, first:
      17, count: 5, other: 22, others: 6, every: '1, group_vs2: '1, group_vs1: '1, mask_vd: '1,
      answer: 0, default: '0}},
    // "vmslt"
    '{mask: 32'hfc00007f, match: 32'h6c000057, funct3s: 8'b00010001, what: '{op: OpLaneLt, first:
      17, count: 5, other: 22, others: 6, every: '1, group_vs2: '1, group_vs1: '1, mask_vd: '1,
      answer: 0, default: '0}},
    // "vmsleu"
    '{mask: 32'hfc00007f, match: 32'h70000057, funct3s: 8'b00011001, what: '{op: OpLaneLeu, first:
      17, count: 5, other: 22, others: 6, every: '1, group_vs2: '1, group_vs1: '1, mask_vd: '1,
      answer: 0, default: '0}},
    // "vmsle"
    '{mask: 32'hfc00007f, match: 32'h74000057, funct3s: 8'b00011001, what: '{op: OpLaneLe, first:
      17, count: 5, other: 22, others: 6, every: '1, group_vs2: '1, group_vs1: '1, mask_vd: '1,
      answer: 0, default: '0}},
    // "vmsgtu"
    '{mask: 32'hfc00007f, match: 32'h78000057, funct3s: 8'b00011000, what: '{op: OpLaneLeu, first:
      28, count: 6, other: 34, others: 7, every: '1, group_vs2: '1, mask_vd: '1, answer: 0, default:
      '0}},
    // "vmsgt"
    '{mask: 32'hfc00007f, match: 32'h7c000057, funct3s: 8'b00011000, what: '{op: OpLaneLe, first:
      28, count: 6, other: 34, others: 7, every: '1, group_vs2: '1, mask_vd: '1, answer: 0, default:
      '0}},
    // "vmandn.mm"
    '{mask: 32'hfe00007f, match: 32'h62000057, funct3s: 8'b00000100, what: '{op: OpLaneAnd, first:
      66, count: 2, other: 68, others: 2, same: '1, any: '1, answer: 0, default: '0}},
    // "vmand.mm"
    '{mask: 32'hfe00007f, match: 32'h66000057, funct3s: 8'b00000100, what: '{op: OpLaneAnd, first:
      63, count: 1, other: 63, others: 1, any: '1, answer: 0, default: '0}},
    // "vmor.mm"
    '{mask: 32'hfe00007f, match: 32'h6a000057, funct3s: 8'b00000100, what: '{op: OpLaneOr, first:
      63, count: 1, other: 63, others: 1, any: '1, answer: 0, default: '0}},
    // "vmxor.mm"
    '{mask: 32'hfe00007f, match: 32'h6e000057, funct3s: 8'b00000100, what: '{op: OpLaneXor, first:
      63, count: 1, other: 63, others: 1, any: '1, answer: 0, default: '0}},
    // "vmorn.mm"
    '{mask: 32'hfe00007f, match: 32'h72000057, funct3s: 8'b00000100, what: '{op: OpLaneOr, first:
      70, count: 3, other: 73, others: 3, same: '1, any: '1, answer: 0, default: '0}},
    // "vmnand.mm"
    '{mask: 32'hfe00007f, match: 32'h76000057, funct3s: 8'b00000100, what: '{op: OpLaneAnd, first:
      64, count: 2, other: 64, others: 2, any: '1, answer: 0, default: '0}},
    // "vmnor.mm"
    '{mask: 32'hfe00007f, match: 32'h7a000057, funct3s: 8'b00000100, what: '{op: OpLaneOr, first:
      64, count: 2, other: 64, others: 2, any: '1, answer: 0, default: '0}},
    // "vmxnor.mm"
    '{mask: 32'hfe00007f, match: 32'h7e000057, funct3s: 8'b00000100, what: '{op: OpLaneXor, first:
      64, count: 2, other: 64, others: 2, any: '1, answer: 0, default: '0}},
    // "vmsbf.m"
    '{mask: 32'hfc0f807f, match: 32'h50008057, funct3s: 8'b00000100, what: '{op: OpMaskBeforeFirst,
      first: 41, count: 6, other: 47, others: 7, bits: '1, apart_vs2: '1, unmasked_vd: '1, answer:
      0, default: '0}},
    // "vmsof.m"
    '{mask: 32'hfc0f807f, match: 32'h50010057, funct3s: 8'b00000100, what: '{op: OpMaskOnlyFirst,
      first: 41, count: 6, other: 47, others: 7, bits: '1, apart_vs2: '1, unmasked_vd: '1, answer:
      0, default: '0}},
    // "vmsif.m"
    '{mask: 32'hfc0f807f, match: 32'h50018057, funct3s: 8'b00000100, what: '{op: OpMaskToFirst,
      first: 41, count: 6, other: 47, others: 7, bits: '1, apart_vs2: '1, unmasked_vd: '1, answer:
      0, default: '0}},
    // "viota.m"
    '{mask: 32'hfc0f807f, match: 32'h50080057, funct3s: 8'b00000100, what: '{op: OpUnsqueeze, first:
      90, count: 4, other: 94, others: 5, group_vd: '1, apart_vs2: '1, agnostic: '1, answer: 0,
      default: '0}},
    // "vcpop.m"
    '{mask: 32'hfc0f807f, match: 32'h40080057, funct3s: 8'b00000100, what: '{op: OpMaskCount, first:
      54, count: 2, other: 56, others: 3, bits: '1, anyway: '1, answer: 1, default: '0}},
    // "vfirst.m"
    '{mask: 32'hfc0f807f, match: 32'h40088057, funct3s: 8'b00000100, what: '{op: OpMaskFirst, first:
      54, count: 2, other: 56, others: 3, bits: '1, anyway: '1, answer: 2, default: '0}},
    // "vmv.x.s"
    '{mask: 32'hfe0f807f, match: 32'h42000057, funct3s: 8'b00000100, what: '{op: OpMaskBits, first:
      59, count: 2, other: 59, others: 2, any: '1, anyway: '1, answer: 3, default: '0}},
    // "vmv.s.x"
    '{mask: 32'hfff0007f, match: 32'h42000057, funct3s: 8'b01000000, what: '{op: OpLaneCopy, first:
      61, count: 2, other: 61, others: 2, any: '1, answer: 0, default: '0}},
    // "vrgather"
    '{mask: 32'hfc00007f, match: 32'h30000057, funct3s: 8'b00000001, what: '{op: OpGatherLanes,
      first: 76, count: 3, other: 79, others: 4, group_vd: '1, group_vs2: '1, group_vs1: '1,
      apart_vs2: '1, apart_vs1: '1, answer: 0, default: '0}},
    // "vrgatherei16"
    '{mask: 32'hfc00007f, match: 32'h38000057, funct3s: 8'b00000001, what: '{op: OpGatherLanes,
      first: 76, count: 3, other: 79, others: 4, group_vd: '1, group_vs2: '1, group_vs1: '1,
      apart_vs2: '1, apart_vs1: '1, halves: '1, answer: 0, default: '0}},
    // "vrgather"
    '{mask: 32'hfc00007f, match: 32'h30000057, funct3s: 8'b00011000, what: '{op: OpGatherLanes,
      first: 83, count: 2, other: 85, others: 3, every: '1, group_vd: '1, group_vs2: '1, apart_vs2:
      '1, answer: 0, default: '0}},
    // "vcompress.vm"
    '{mask: 32'hfe00007f, match: 32'h5e000057, funct3s: 8'b00000100, what: '{op: OpSqueeze, first:
      88, count: 2, other: 88, others: 2, group_vd: '1, group_vs2: '1, apart_vs2: '1, apart_vs1: '1,
      answer: 0, default: '0}},
    // "vslideup"
    '{mask: 32'hfc00007f, match: 32'h38000057, funct3s: 8'b00011000, what: '{op: OpGatherLanes,
      first: 99, count: 4, other: 103, others: 5, group_vd: '1, group_vs2: '1, apart_vs2: '1,
      answer: 0, default: '0}},
    // "vslidedown"
    '{mask: 32'hfe00007f, match: 32'h3e000057, funct3s: 8'b00011000, what: '{op: OpSqueeze, first:
      121, count: 7, other: 121, others: 7, group_vd: '1, group_vs2: '1, answer: 0, default: '0}},
    // "vslide1up"
    '{mask: 32'hfc00007f, match: 32'h38000057, funct3s: 8'b01000000, what: '{op: OpGatherLanes,
      first: 108, count: 6, other: 114, others: 7, group_vd: '1, group_vs2: '1, apart_vs2: '1,
      answer: 0, default: '0}},
    // "vslide1down"
    '{mask: 32'hfe00007f, match: 32'h3e000057, funct3s: 8'b01000000, what: '{op: OpSqueeze, first:
      128, count: 6, other: 128, others: 6, group_vd: '1, group_vs2: '1, answer: 0, default: '0}}
  };

endpackage
