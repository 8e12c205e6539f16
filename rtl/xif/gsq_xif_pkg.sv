// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/instructions.py from configs/instructions.toml. Do not edit.
//
// The instructions by which a RISC-V core gives commands to gsq: their bits, from where each field
// of a command comes, and the cfg registers of the front end.
package gsq_xif_pkg;

  import gsq_pkg::*;

  // Lowest bits and sizes are those of the R-type of RISC-V.
  //   funct7 bits 31:25
  //   rs2    bits 24:20
  //   rs1    bits 19:15
  //   funct3 bits 14:12
  //   rd     bits 11:7
  //   custom-0 opcode 0x0b, bits 6:0
  //   custom-1 opcode 0x2b, bits 6:0
  //   custom-2 opcode 0x5b, bits 6:0
  //   custom-3 opcode 0x7b, bits 6:0

  // The cfg registers, by their numbers.
  typedef struct packed {
    logic [31:0] row_stride;  // gathers and scatters in mode row: bytes from row to row
    logic [31:0] col;  // the same: first column
    logic [15:0] align;  // gathers and scatters: required alignment in bytes, 0 or a power of two
    logic [1:0] index_width;  // gather_index, scatter_index: width of an index
    logic [15:0] iterations;  // vec: repeat
    logic [0:0] bitwise;  // vec: mask is a bit per lane, otherwise a number of lanes
    logic [15:0] blk0;  // vec: block stride of dst
    logic [7:0] rep0;  // vec: repeat stride of dst, in blocks
    logic [15:0] blk1;  // vec: block stride of src0
    logic [7:0] rep1;  // vec: repeat stride of src0
    logic [15:0] blk2;  // vec: block stride of src1
    logic [7:0] rep2;  // vec: repeat stride of src1
    logic [31:0] src1;  // vec.add: byte address of src1
    logic [31:0] mask0;  // vec: bits 31:0 of its mask, or the number of lanes
    logic [31:0] mask1;  // vec: bits 63:32 of its mask
    logic [31:0] mask2;  // vec, set_mask: bits 95:64
    logic [31:0] mask3;  // vec, set_mask: bits 127:96
    logic [31:0] mask4;  // set_mask: bits 159:128
    logic [31:0] mask5;  // set_mask: bits 191:160
    logic [31:0] mask6;  // set_mask: bits 223:192
    logic [31:0] mask7;  // set_mask: bits 255:224
  } xif_cfg_t;

  localparam logic [4:0] CfgRowStride  = 5'd0;
  localparam logic [4:0] CfgCol        = 5'd1;
  localparam logic [4:0] CfgAlign      = 5'd2;
  localparam logic [4:0] CfgIndexWidth = 5'd3;
  localparam logic [4:0] CfgIterations = 5'd4;
  localparam logic [4:0] CfgBitwise    = 5'd5;
  localparam logic [4:0] CfgBlk0       = 5'd6;
  localparam logic [4:0] CfgRep0       = 5'd7;
  localparam logic [4:0] CfgBlk1       = 5'd8;
  localparam logic [4:0] CfgRep1       = 5'd9;
  localparam logic [4:0] CfgBlk2       = 5'd10;
  localparam logic [4:0] CfgRep2       = 5'd11;
  localparam logic [4:0] CfgSrc1       = 5'd12;
  localparam logic [4:0] CfgMask0      = 5'd16;
  localparam logic [4:0] CfgMask1      = 5'd17;
  localparam logic [4:0] CfgMask2      = 5'd18;
  localparam logic [4:0] CfgMask3      = 5'd19;
  localparam logic [4:0] CfgMask4      = 5'd20;
  localparam logic [4:0] CfgMask5      = 5'd21;
  localparam logic [4:0] CfgMask6      = 5'd22;
  localparam logic [4:0] CfgMask7      = 5'd23;

  // Per number: there is such a register; there is one behind it, and both can be written at once.
  localparam logic [31:0] CfgThere = 32'h00ff1fff;
  localparam logic [31:0] CfgPairs = 32'h00550555;

  // The value of a cfg register; 0 if there is none of this number.
  function automatic logic [31:0] cfg_value(xif_cfg_t cfg, logic [4:0] number);
    unique case (number)
      CfgRowStride: return 32'(cfg.row_stride);
      CfgCol: return 32'(cfg.col);
      CfgAlign: return 32'(cfg.align);
      CfgIndexWidth: return 32'(cfg.index_width);
      CfgIterations: return 32'(cfg.iterations);
      CfgBitwise: return 32'(cfg.bitwise);
      CfgBlk0: return 32'(cfg.blk0);
      CfgRep0: return 32'(cfg.rep0);
      CfgBlk1: return 32'(cfg.blk1);
      CfgRep1: return 32'(cfg.rep1);
      CfgBlk2: return 32'(cfg.blk2);
      CfgRep2: return 32'(cfg.rep2);
      CfgSrc1: return 32'(cfg.src1);
      CfgMask0: return 32'(cfg.mask0);
      CfgMask1: return 32'(cfg.mask1);
      CfgMask2: return 32'(cfg.mask2);
      CfgMask3: return 32'(cfg.mask3);
      CfgMask4: return 32'(cfg.mask4);
      CfgMask5: return 32'(cfg.mask5);
      CfgMask6: return 32'(cfg.mask6);
      CfgMask7: return 32'(cfg.mask7);
      default: return '0;
    endcase
  endfunction

  // The cfg registers after the write of one of them.
  function automatic xif_cfg_t cfg_with(xif_cfg_t cfg, logic [4:0] number, logic [31:0] value);
    cfg_with = cfg;
    unique case (number)
      CfgRowStride: cfg_with.row_stride = value;
      CfgCol: cfg_with.col = value;
      CfgAlign: cfg_with.align = value[15:0];
      CfgIndexWidth: cfg_with.index_width = value[1:0];
      CfgIterations: cfg_with.iterations = value[15:0];
      CfgBitwise: cfg_with.bitwise = value[0];
      CfgBlk0: cfg_with.blk0 = value[15:0];
      CfgRep0: cfg_with.rep0 = value[7:0];
      CfgBlk1: cfg_with.blk1 = value[15:0];
      CfgRep1: cfg_with.rep1 = value[7:0];
      CfgBlk2: cfg_with.blk2 = value[15:0];
      CfgRep2: cfg_with.rep2 = value[7:0];
      CfgSrc1: cfg_with.src1 = value;
      CfgMask0: cfg_with.mask0 = value;
      CfgMask1: cfg_with.mask1 = value;
      CfgMask2: cfg_with.mask2 = value;
      CfgMask3: cfg_with.mask3 = value;
      CfgMask4: cfg_with.mask4 = value;
      CfgMask5: cfg_with.mask5 = value;
      CfgMask6: cfg_with.mask6 = value;
      CfgMask7: cfg_with.mask7 = value;
      default: ;
    endcase
  endfunction

  // What an instruction does.
  typedef enum logic [2:0] {
    XifCommand = 3'd0,  // gives a command to the unit
    XifWrite   = 3'd1,  // writes cfg registers
    XifRead    = 3'd2,  // reads a cfg register
    XifSync    = 3'd3,  // waits, and gives the first error
    XifVector  = 3'd4   // is a vector instruction of RISC-V
  } xif_kind_e;

  // Bits of an instruction that are a field with codes; 0 bits: there is none.
  typedef struct packed {
    logic [4:0] low;   // lowest bit
    logic [2:0] bits;  // number of bits
  } place_t;

  // From where the result of an instruction comes, and what it is. The last three are the state of
  // vector instructions.
  typedef enum logic [3:0] {
    XifAtOnce       = 4'd0,  // there is nothing to wait for, and no value
    XifFromResponse = 4'd1,  // info of the response to its command
    XifFirst        = 4'd2,  // the same, -1 for a lane that there is not
    XifByte         = 4'd3,  // the same, its low byte with sign
    XifHalf         = 4'd4,  // the same, its low half with sign
    XifFromHere     = 4'd5,  // the front end, when it executes the instruction
    XifVl           = 4'd6,
    XifVtype        = 4'd7,
    XifVlenb        = 4'd8
  } xif_answer_e;

  // An address of a core that sees the Unified Buffer at `base`, as the unit counts: those in there
  // from 0 on, others as they are.
  function automatic logic [31:0] in_ub(logic [31:0] address, int unsigned bytes,
                                        logic [31:0] base);
    logic [31:0] inside_bits;
    inside_bits = 32'(bytes - 1);
    if (base != '0 && (address & ~inside_bits) == base) return address & inside_bits;
    return address;
  endfunction

  // From where the fields of a command come; what none of its bits says is 0.
  typedef struct packed {
    logic number_11_7;                // bits 11:7
    logic number_19_15;               // bits 19:15
    logic width_21_20;                // bits 21:20
    logic width_26_25;                // bits 26:25
    logic width_29_28;                // bits 29:28
    logic width_cfg_index_width;      // the cfg register index_width
    logic form_14_12;                 // bits 14:12
    logic mode_30_29;                 // bits 30:29
    logic distr_22_20;                // bits 22:20
    logic pattern_19_15;              // bits 19:15
    logic store_reg_30;               // bit 30
    logic post_27;                    // bit 27
    logic abs_is_1;                   // always 1
    logic abs_27;                     // bit 27
    logic bitwise_cfg_bitwise;        // the cfg register bitwise
    logic scalar_is_1;                // always 1
    logic merge_31;                   // bit 31
    logic vd_11_7;                    // bits 11:7
    logic vd_24_20;                   // bits 24:20
    logic vd_9_7;                     // bits 9:7
    logic vs_11_7;                    // bits 11:7
    logic vs_19_15;                   // bits 19:15
    logic vs_24_20;                   // bits 24:20
    logic vs_17_15;                   // bits 17:15
    logic vi_24_20;                   // bits 24:20
    logic vi_22_20;                   // bits 22:20
    logic m_27_25;                    // bits 27:25
    logic u_26_25;                    // bits 26:25
    logic addr_rs1;                   // the x register rs1
    logic n_rs1;                      // the x register rs1
    logic n_rs2;                      // the x register rs2
    logic n_22_20;                    // bits 22:20
    logic n_17_15;                    // bits 17:15
    logic align_cfg_align;            // the cfg register align
    logic iterations_cfg_iterations;  // the cfg register iterations
    logic blk0_cfg_blk0;              // the cfg register blk0
    logic blk0_rs2;                   // the x register rs2
    logic blk1_cfg_blk1;              // the cfg register blk1
    logic blk2_cfg_blk2;              // the cfg register blk2
    logic rep0_cfg_rep0;              // the cfg register rep0
    logic rep1_cfg_rep1;              // the cfg register rep1
    logic rep2_cfg_rep2;              // the cfg register rep2
    logic src0_cfg_mask7;             // the cfg register mask7
    logic src0_rs2;                   // the x register rs2
    logic src1_cfg_mask6;             // the cfg register mask6
    logic src1_cfg_src1;              // the cfg register src1
    logic row_stride_cfg_row_stride;  // the cfg register row_stride
    logic row_stride_cfg_mask5;       // the cfg register mask5
    logic row_stride_rs2;             // the x register rs2
    logic col_cfg_col;                // the cfg register col
    logic col_cfg_mask4;              // the cfg register mask4
    logic mask0_rs1;                  // the x register rs1
    logic mask0_cfg_mask0;            // the cfg register mask0
    logic mask1_rs2;                  // the x register rs2
    logic mask1_cfg_mask1;            // the cfg register mask1
    logic mask2_cfg_mask2;            // the cfg register mask2
    logic mask3_cfg_mask3;            // the cfg register mask3
  } xif_takes_t;

  // Facts about an instruction.
  typedef struct packed {
    logic [31:0] mask;       // bits that are always the same
    logic [31:0] match;      // these bits
    xif_kind_e   kind;       // what it does
    opcode_e     op;         // command
    logic        answers;    // rd is an x register
    logic        reads_rs1;  // rs1 is an x register
    logic        reads_rs2;  // rs2 is an x register
    place_t      width;      // `width` of cmd_t
    place_t      form;       // `form` of cmd_t
    place_t      mode;       // `mode` of cmd_t
    place_t      distr;      // `distr` of cmd_t
    place_t      pattern;    // `pattern` of cmd_t
    place_t      merge;      // `merge` of cmd_t
    place_t      number;     // number of a cfg register
    xif_takes_t  takes;      // from where the fields come
  } xif_facts_t;

  localparam int unsigned NumInstructions = 88;

  localparam xif_facts_t Instructions [NumInstructions] = '{
    // "gather"
    '{mask: 32'h1000007f, match: 32'h0000000b, kind: XifCommand, op: OpGather, reads_rs1: '1, form:
      '{low: 5'd12, bits: 3'd3}, mode: '{low: 5'd29, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1},
      takes: '{merge_31: '1, mode_30_29: '1, m_27_25: '1, vi_24_20: '1, form_14_12: '1, vd_11_7: '1,
      addr_rs1: '1, align_cfg_align: '1, row_stride_cfg_row_stride: '1, col_cfg_col: '1, default:
      '0}, default: '0},
    // "scatter"
    '{mask: 32'h9000007f, match: 32'h1000000b, kind: XifCommand, op: OpScatter, reads_rs1: '1, form:
      '{low: 5'd12, bits: 3'd3}, mode: '{low: 5'd29, bits: 3'd2}, takes: '{mode_30_29: '1, m_27_25:
      '1, vi_24_20: '1, form_14_12: '1, vs_11_7: '1, addr_rs1: '1, align_cfg_align: '1,
      row_stride_cfg_row_stride: '1, col_cfg_col: '1, default: '0}, default: '0},
    // "create_mask"
    '{mask: 32'hf1c07fff, match: 32'h6000000b, kind: XifCommand, op: OpCreateMask, width: '{low:
      5'd20, bits: 3'd2}, pattern: '{low: 5'd15, bits: 3'd5}, takes: '{m_27_25: '1, width_21_20: '1,
      pattern_19_15: '1, default: '0}, default: '0},
    // "update_mask"
    '{mask: 32'hf1c07fff, match: 32'h7000000b, kind: XifCommand, op: OpUpdateMask, reads_rs1: '1,
      width: '{low: 5'd20, bits: 3'd2}, takes: '{m_27_25: '1, width_21_20: '1, n_rs1: '1, default:
      '0}, default: '0},
    // "set_mask"
    '{mask: 32'hf0007fff, match: 32'he000000b, kind: XifCommand, op: OpSetMask, reads_rs1: '1,
      reads_rs2: '1, takes: '{m_27_25: '1, mask1_rs2: '1, mask0_rs1: '1, mask2_cfg_mask2: '1,
      mask3_cfg_mask3: '1, col_cfg_mask4: '1, row_stride_cfg_mask5: '1, src1_cfg_mask6: '1,
      src0_cfg_mask7: '1, default: '0}, default: '0},
    // "unsqueeze"
    '{mask: 32'hf1cff07f, match: 32'hf000000b, kind: XifCommand, op: OpUnsqueeze, width: '{low:
      5'd20, bits: 3'd2}, takes: '{m_27_25: '1, width_21_20: '1, vd_11_7: '1, default: '0}, default:
      '0},
    // "clear_spr"
    '{mask: 32'hffffffff, match: 32'h6000100b, kind: XifCommand, op: OpClearSpr, takes: '{default:
      '0}, default: '0},
    // "get_spr"
    '{mask: 32'hfffff07f, match: 32'h6200100b, kind: XifCommand, op: OpGetSpr, answers: '1, takes:
      '{default: '0}, default: '0},
    // "sync"
    '{mask: 32'hfffff07f, match: 32'h6400100b, kind: XifSync, op: OpCreateMask, answers: '1, takes:
      '{default: '0}, default: '0},
    // "cfg.write"
    '{mask: 32'hfff0707f, match: 32'h6800100b, kind: XifWrite, op: OpCreateMask, reads_rs1: '1,
      number: '{low: 5'd7, bits: 3'd5}, takes: '{number_11_7: '1, default: '0}, default: '0},
    // "cfg.pair"
    '{mask: 32'hfe00707f, match: 32'h6a00100b, kind: XifWrite, op: OpCreateMask, reads_rs1: '1,
      reads_rs2: '1, number: '{low: 5'd7, bits: 3'd5}, takes: '{number_11_7: '1, default: '0},
      default: '0},
    // "cfg.read"
    '{mask: 32'hfff0707f, match: 32'h6c00100b, kind: XifRead, op: OpCreateMask, answers: '1, number:
      '{low: 5'd15, bits: 3'd5}, takes: '{number_19_15: '1, default: '0}, default: '0},
    // "vec.copy"
    '{mask: 32'hf8007fff, match: 32'h6000200b, kind: XifCommand, op: OpVecCopy, reads_rs1: '1,
      reads_rs2: '1, width: '{low: 5'd25, bits: 3'd2}, takes: '{width_26_25: '1, src0_rs2: '1,
      addr_rs1: '1, bitwise_cfg_bitwise: '1, iterations_cfg_iterations: '1, blk0_cfg_blk0: '1,
      blk1_cfg_blk1: '1, rep0_cfg_rep0: '1, rep1_cfg_rep1: '1, mask0_cfg_mask0: '1, mask1_cfg_mask1:
      '1, mask2_cfg_mask2: '1, mask3_cfg_mask3: '1, default: '0}, default: '0},
    // "vec.abs"
    '{mask: 32'hf8007fff, match: 32'h6800200b, kind: XifCommand, op: OpVecAbs, reads_rs1: '1,
      reads_rs2: '1, width: '{low: 5'd25, bits: 3'd2}, takes: '{width_26_25: '1, src0_rs2: '1,
      addr_rs1: '1, bitwise_cfg_bitwise: '1, iterations_cfg_iterations: '1, blk0_cfg_blk0: '1,
      blk1_cfg_blk1: '1, rep0_cfg_rep0: '1, rep1_cfg_rep1: '1, mask0_cfg_mask0: '1, mask1_cfg_mask1:
      '1, mask2_cfg_mask2: '1, mask3_cfg_mask3: '1, default: '0}, default: '0},
    // "vec.add"
    '{mask: 32'hf8007fff, match: 32'h7000200b, kind: XifCommand, op: OpVecAdd, reads_rs1: '1,
      reads_rs2: '1, width: '{low: 5'd25, bits: 3'd2}, takes: '{width_26_25: '1, src0_rs2: '1,
      addr_rs1: '1, bitwise_cfg_bitwise: '1, iterations_cfg_iterations: '1, blk0_cfg_blk0: '1,
      blk1_cfg_blk1: '1, blk2_cfg_blk2: '1, rep0_cfg_rep0: '1, rep1_cfg_rep1: '1, rep2_cfg_rep2: '1,
      src1_cfg_src1: '1, mask0_cfg_mask0: '1, mask1_cfg_mask1: '1, mask2_cfg_mask2: '1,
      mask3_cfg_mask3: '1, default: '0}, default: '0},
    // "gather_block"
    '{mask: 32'h7000707f, match: 32'h0000600b, kind: XifCommand, op: OpGatherBlock, reads_rs1: '1,
      merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, m_27_25: '1, vi_24_20: '1, vd_11_7:
      '1, addr_rs1: '1, default: '0}, default: '0},
    // "load_align"
    '{mask: 32'hff80707f, match: 32'h1000600b, kind: XifCommand, op: OpLoadAlign, reads_rs1: '1,
      distr: '{low: 5'd20, bits: 3'd3}, takes: '{distr_22_20: '1, vd_11_7: '1, addr_rs1: '1,
      default: '0}, default: '0},
    // "load_block"
    '{mask: 32'hfe00707f, match: 32'h9000600b, kind: XifCommand, op: OpLoadBlock, reads_rs1: '1,
      reads_rs2: '1, takes: '{vd_11_7: '1, blk0_rs2: '1, addr_rs1: '1, default: '0}, default: '0},
    // "store_unalign"
    '{mask: 32'hf1f0707f, match: 32'h2000600b, kind: XifCommand, op: OpStoreUnalign, reads_rs1: '1,
      takes: '{post_27: '1, u_26_25: '1, vs_11_7: '1, addr_rs1: '1, default: '0}, default: '0},
    // "store_unalign_n"
    '{mask: 32'hf800707f, match: 32'ha000600b, kind: XifCommand, op: OpStoreUnalign, reads_rs1: '1,
      reads_rs2: '1, takes: '{u_26_25: '1, vs_11_7: '1, n_rs2: '1, addr_rs1: '1, abs_is_1: '1,
      default: '0}, default: '0},
    // "store_unalign_post"
    '{mask: 32'hf1f07fff, match: 32'h3000600b, kind: XifCommand, op: OpStoreUnalignPost, reads_rs1:
      '1, takes: '{abs_27: '1, u_26_25: '1, addr_rs1: '1, default: '0}, default: '0},
    // "gather_reg"
    '{mask: 32'hf800707f, match: 32'hb000600b, kind: XifCommand, op: OpGatherReg, width: '{low:
      5'd25, bits: 3'd2}, takes: '{width_26_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1,
      default: '0}, default: '0},
    // "store_align"
    '{mask: 32'hc180707f, match: 32'h4000600b, kind: XifCommand, op: OpStoreAlign, reads_rs1: '1,
      width: '{low: 5'd28, bits: 3'd2}, distr: '{low: 5'd20, bits: 3'd3}, takes: '{width_29_28: '1,
      m_27_25: '1, distr_22_20: '1, vs_11_7: '1, addr_rs1: '1, default: '0}, default: '0},
    // "store_block"
    '{mask: 32'hc000707f, match: 32'hc000600b, kind: XifCommand, op: OpStoreBlock, reads_rs1: '1,
      reads_rs2: '1, width: '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1,
      vs_11_7: '1, blk0_rs2: '1, addr_rs1: '1, default: '0}, default: '0},
    // "squeeze"
    '{mask: 32'h0000707f, match: 32'h0000700b, kind: XifCommand, op: OpSqueeze, answers: '1, width:
      '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      store_reg_30: '1, width_29_28: '1, m_27_25: '1, vd_24_20: '1, vs_19_15: '1, default: '0},
      default: '0},
    // "lane.add"
    '{mask: 32'h4000707f, match: 32'h0000002b, kind: XifCommand, op: OpLaneAdd, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.sub"
    '{mask: 32'h4000707f, match: 32'h0000102b, kind: XifCommand, op: OpLaneSub, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.rsub"
    '{mask: 32'h4000707f, match: 32'h0000202b, kind: XifCommand, op: OpLaneRsub, width: '{low:
      5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.and"
    '{mask: 32'h4000707f, match: 32'h0000302b, kind: XifCommand, op: OpLaneAnd, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.or"
    '{mask: 32'h4000707f, match: 32'h0000402b, kind: XifCommand, op: OpLaneOr, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.xor"
    '{mask: 32'h4000707f, match: 32'h0000502b, kind: XifCommand, op: OpLaneXor, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.shl"
    '{mask: 32'h4000707f, match: 32'h0000602b, kind: XifCommand, op: OpLaneShl, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.shr"
    '{mask: 32'h4000707f, match: 32'h0000702b, kind: XifCommand, op: OpLaneShr, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.sar"
    '{mask: 32'h4000707f, match: 32'h4000002b, kind: XifCommand, op: OpLaneSar, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.min"
    '{mask: 32'h4000707f, match: 32'h4000102b, kind: XifCommand, op: OpLaneMin, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.minu"
    '{mask: 32'h4000707f, match: 32'h4000202b, kind: XifCommand, op: OpLaneMinu, width: '{low:
      5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.max"
    '{mask: 32'h4000707f, match: 32'h4000302b, kind: XifCommand, op: OpLaneMax, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.maxu"
    '{mask: 32'h4000707f, match: 32'h4000402b, kind: XifCommand, op: OpLaneMaxu, width: '{low:
      5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.select"
    '{mask: 32'hc000707f, match: 32'h4000502b, kind: XifCommand, op: OpLaneSelect, width: '{low:
      5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_24_20: '1, vs_19_15: '1,
      vd_11_7: '1, default: '0}, default: '0},
    // "lane.copy"
    '{mask: 32'h400ff07f, match: 32'h4000602b, kind: XifCommand, op: OpLaneCopy, width: '{low:
      5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.abs"
    '{mask: 32'h400ff07f, match: 32'h4000e02b, kind: XifCommand, op: OpLaneAbs, width: '{low: 5'd28,
      bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vs_24_20: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.bits"
    '{mask: 32'h418ff07f, match: 32'h4001602b, kind: XifCommand, op: OpLaneBits, width: '{low:
      5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, n_22_20: '1, vd_11_7: '1, default: '0}, default: '0},
    // "lane.mask"
    '{mask: 32'hc00c7c7f, match: 32'h400c602b, kind: XifCommand, op: OpLaneMask, width: '{low:
      5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_24_20: '1, n_17_15: '1, vd_9_7:
      '1, default: '0}, default: '0},
    // "lane.eq"
    '{mask: 32'hc0007c7f, match: 32'h4000702b, kind: XifCommand, op: OpLaneEq, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "lane.ne"
    '{mask: 32'hc0007c7f, match: 32'h4000742b, kind: XifCommand, op: OpLaneNe, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "lane.lt"
    '{mask: 32'hc0007c7f, match: 32'h4000782b, kind: XifCommand, op: OpLaneLt, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "lane.le"
    '{mask: 32'hc0007c7f, match: 32'h40007c2b, kind: XifCommand, op: OpLaneLe, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "lane.ltu"
    '{mask: 32'hc0007c7f, match: 32'hc000702b, kind: XifCommand, op: OpLaneLtu, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "lane.leu"
    '{mask: 32'hc0007c7f, match: 32'hc000742b, kind: XifCommand, op: OpLaneLeu, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "lane.add_n"
    '{mask: 32'h4000707f, match: 32'h0000005b, kind: XifCommand, op: OpLaneAdd, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.sub_n"
    '{mask: 32'h4000707f, match: 32'h0000105b, kind: XifCommand, op: OpLaneSub, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.rsub_n"
    '{mask: 32'h4000707f, match: 32'h0000205b, kind: XifCommand, op: OpLaneRsub, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.and_n"
    '{mask: 32'h4000707f, match: 32'h0000305b, kind: XifCommand, op: OpLaneAnd, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.or_n"
    '{mask: 32'h4000707f, match: 32'h0000405b, kind: XifCommand, op: OpLaneOr, reads_rs2: '1, width:
      '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.xor_n"
    '{mask: 32'h4000707f, match: 32'h0000505b, kind: XifCommand, op: OpLaneXor, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.shl_n"
    '{mask: 32'h4000707f, match: 32'h0000605b, kind: XifCommand, op: OpLaneShl, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.shr_n"
    '{mask: 32'h4000707f, match: 32'h0000705b, kind: XifCommand, op: OpLaneShr, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.sar_n"
    '{mask: 32'h4000707f, match: 32'h4000005b, kind: XifCommand, op: OpLaneSar, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.min_n"
    '{mask: 32'h4000707f, match: 32'h4000105b, kind: XifCommand, op: OpLaneMin, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.minu_n"
    '{mask: 32'h4000707f, match: 32'h4000205b, kind: XifCommand, op: OpLaneMinu, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.max_n"
    '{mask: 32'h4000707f, match: 32'h4000305b, kind: XifCommand, op: OpLaneMax, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.maxu_n"
    '{mask: 32'h4000707f, match: 32'h4000405b, kind: XifCommand, op: OpLaneMaxu, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default:
      '0}, default: '0},
    // "lane.select_n"
    '{mask: 32'hc000707f, match: 32'h4000505b, kind: XifCommand, op: OpLaneSelect, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_19_15: '1,
      vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default: '0}, default: '0},
    // "lane.copy_n"
    '{mask: 32'h400ff07f, match: 32'h4000605b, kind: XifCommand, op: OpLaneCopy, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vd_11_7: '1, n_rs2: '1, scalar_is_1: '1, default: '0}, default:
      '0},
    // "lane.index"
    '{mask: 32'h400ff07f, match: 32'h4000e05b, kind: XifCommand, op: OpLaneIndex, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vd_11_7: '1, n_rs2: '1, default: '0}, default: '0},
    // "lane.steps"
    '{mask: 32'h400ff07f, match: 32'h4001605b, kind: XifCommand, op: OpLaneSteps, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1,
      width_29_28: '1, m_27_25: '1, vd_11_7: '1, n_rs2: '1, default: '0}, default: '0},
    // "lane.eq_n"
    '{mask: 32'hc0007c7f, match: 32'h4000705b, kind: XifCommand, op: OpLaneEq, reads_rs2: '1, width:
      '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_9_7: '1,
      n_rs2: '1, scalar_is_1: '1, default: '0}, default: '0},
    // "lane.ne_n"
    '{mask: 32'hc0007c7f, match: 32'h4000745b, kind: XifCommand, op: OpLaneNe, reads_rs2: '1, width:
      '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_9_7: '1,
      n_rs2: '1, scalar_is_1: '1, default: '0}, default: '0},
    // "lane.lt_n"
    '{mask: 32'hc0007c7f, match: 32'h4000785b, kind: XifCommand, op: OpLaneLt, reads_rs2: '1, width:
      '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_9_7: '1,
      n_rs2: '1, scalar_is_1: '1, default: '0}, default: '0},
    // "lane.le_n"
    '{mask: 32'hc0007c7f, match: 32'h40007c5b, kind: XifCommand, op: OpLaneLe, reads_rs2: '1, width:
      '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_9_7: '1,
      n_rs2: '1, scalar_is_1: '1, default: '0}, default: '0},
    // "lane.ltu_n"
    '{mask: 32'hc0007c7f, match: 32'hc000705b, kind: XifCommand, op: OpLaneLtu, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_9_7:
      '1, n_rs2: '1, scalar_is_1: '1, default: '0}, default: '0},
    // "lane.leu_n"
    '{mask: 32'hc0007c7f, match: 32'hc000745b, kind: XifCommand, op: OpLaneLeu, reads_rs2: '1,
      width: '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_19_15: '1, vd_9_7:
      '1, n_rs2: '1, scalar_is_1: '1, default: '0}, default: '0},
    // "gather_index"
    '{mask: 32'h1000007f, match: 32'h0000007b, kind: XifCommand, op: OpGatherIndex, reads_rs1: '1,
      form: '{low: 5'd12, bits: 3'd3}, mode: '{low: 5'd29, bits: 3'd2}, merge: '{low: 5'd31, bits:
      3'd1}, takes: '{merge_31: '1, mode_30_29: '1, m_27_25: '1, vi_24_20: '1, form_14_12: '1,
      vd_11_7: '1, addr_rs1: '1, width_cfg_index_width: '1, align_cfg_align: '1,
      row_stride_cfg_row_stride: '1, col_cfg_col: '1, default: '0}, default: '0},
    // "scatter_index"
    '{mask: 32'h9000007f, match: 32'h1000007b, kind: XifCommand, op: OpScatterIndex, reads_rs1: '1,
      form: '{low: 5'd12, bits: 3'd3}, mode: '{low: 5'd29, bits: 3'd2}, takes: '{mode_30_29: '1,
      m_27_25: '1, vi_24_20: '1, form_14_12: '1, vs_11_7: '1, addr_rs1: '1, width_cfg_index_width:
      '1, align_cfg_align: '1, row_stride_cfg_row_stride: '1, col_cfg_col: '1, default: '0},
      default: '0},
    // "load_strided"
    '{mask: 32'h7000007f, match: 32'h6000007b, kind: XifCommand, op: OpLoadStrided, reads_rs1: '1,
      reads_rs2: '1, form: '{low: 5'd12, bits: 3'd3}, merge: '{low: 5'd31, bits: 3'd1}, takes:
      '{merge_31: '1, m_27_25: '1, form_14_12: '1, vd_11_7: '1, row_stride_rs2: '1, addr_rs1: '1,
      align_cfg_align: '1, default: '0}, default: '0},
    // "store_strided"
    '{mask: 32'hf000007f, match: 32'h7000007b, kind: XifCommand, op: OpStoreStrided, reads_rs1: '1,
      reads_rs2: '1, form: '{low: 5'd12, bits: 3'd3}, takes: '{m_27_25: '1, form_14_12: '1, vs_11_7:
      '1, row_stride_rs2: '1, addr_rs1: '1, align_cfg_align: '1, default: '0}, default: '0},
    // "gather_lanes"
    '{mask: 32'h4000707f, match: 32'h4000707b, kind: XifCommand, op: OpGatherLanes, width: '{low:
      5'd28, bits: 3'd2}, merge: '{low: 5'd31, bits: 3'd1}, takes: '{merge_31: '1, width_29_28: '1,
      m_27_25: '1, vi_24_20: '1, vs_19_15: '1, vd_11_7: '1, default: '0}, default: '0},
    // "mask.and"
    '{mask: 32'hc18c7c7f, match: 32'h0000707b, kind: XifCommand, op: OpMaskAnd, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_22_20: '1, vs_17_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "mask.or"
    '{mask: 32'hc18c7c7f, match: 32'h0080707b, kind: XifCommand, op: OpMaskOr, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_22_20: '1, vs_17_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "mask.xor"
    '{mask: 32'hc18c7c7f, match: 32'h0100707b, kind: XifCommand, op: OpMaskXor, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_22_20: '1, vs_17_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "mask.and_not"
    '{mask: 32'hc18c7c7f, match: 32'h0180707b, kind: XifCommand, op: OpMaskAndNot, width: '{low:
      5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vi_22_20: '1, vs_17_15: '1, vd_9_7:
      '1, default: '0}, default: '0},
    // "mask.not"
    '{mask: 32'hc1fc7c7f, match: 32'h0008707b, kind: XifCommand, op: OpMaskNot, width: '{low: 5'd28,
      bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_17_15: '1, vd_9_7: '1, default: '0},
      default: '0},
    // "mask.before_first"
    '{mask: 32'hc1fc7c7f, match: 32'h0018707b, kind: XifCommand, op: OpMaskBeforeFirst, width:
      '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_17_15: '1, vd_9_7: '1,
      default: '0}, default: '0},
    // "mask.to_first"
    '{mask: 32'hc1fc7c7f, match: 32'h0028707b, kind: XifCommand, op: OpMaskToFirst, width: '{low:
      5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_17_15: '1, vd_9_7: '1, default:
      '0}, default: '0},
    // "mask.only_first"
    '{mask: 32'hc1fc7c7f, match: 32'h0038707b, kind: XifCommand, op: OpMaskOnlyFirst, width: '{low:
      5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_17_15: '1, vd_9_7: '1, default:
      '0}, default: '0},
    // "mask.count"
    '{mask: 32'hc1fc707f, match: 32'h0004707b, kind: XifCommand, op: OpMaskCount, answers: '1,
      width: '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_17_15: '1,
      default: '0}, default: '0},
    // "mask.first"
    '{mask: 32'hc1fc707f, match: 32'h0014707b, kind: XifCommand, op: OpMaskFirst, answers: '1,
      width: '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_17_15: '1,
      default: '0}, default: '0},
    // "mask.bits"
    '{mask: 32'hc1fc707f, match: 32'h0024707b, kind: XifCommand, op: OpMaskBits, answers: '1, width:
      '{low: 5'd28, bits: 3'd2}, takes: '{width_29_28: '1, m_27_25: '1, vs_17_15: '1, default: '0},
      default: '0}
  };

endpackage
