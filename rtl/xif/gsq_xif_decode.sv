// SPDX-License-Identifier: Apache-2.0
// Decodes an instruction of a RISC-V core into a command of the unit, or into what the front end
// itself has to do.
//
// Every instruction of the table is compared with the word, and gives its fields if it is the one;
// since a word is one instruction at most, all of them are put together by OR. Whether an
// instruction is legal follows from its word alone, so that it can be refused before the values of
// registers are known.
//
// Combinational.

module gsq_xif_decode
  import gsq_pkg::*;
  import gsq_xif_pkg::*;
#(
  /// 1: there are the commands that need LaneOps, and merge.
  parameter int unsigned LaneOps = 0
) (
  /// Instruction word.
  input  logic [31:0] instr_i,
  /// Value of the x register in the field rs1.
  input  logic [31:0] rs1_i,
  /// Value of the x register in the field rs2.
  input  logic [31:0] rs2_i,
  /// The cfg registers before the instruction.
  input  xif_cfg_t    cfg_i,
  /// The word is an instruction of the table; all other outputs mean something only then.
  output logic        legal_o,
  /// What the instruction does.
  output xif_kind_e   kind_o,
  /// XifCommand: the command, with tag 0. Fields that the command does not use are 0.
  output cmd_t        cmd_o,
  /// The x register in the field rd gets an answer; 0 for x0.
  output logic        answers_o,
  /// The field rs1 is an x register whose value counts.
  output logic        reads_rs1_o,
  /// The same for rs2.
  output logic        reads_rs2_o,
  /// XifWrite: the cfg registers after the instruction, otherwise as before.
  output xif_cfg_t    cfg_o,
  /// XifRead: the value of the cfg register that the instruction names.
  output logic [31:0] data_o
);

  // Bits of the instruction that are a field, or its code.
  function automatic logic [4:0] at(place_t where, logic [31:0] instr);
    return 5'(instr >> where.low) & ~(5'h1f << where.bits) | where.code;
  endfunction

  function automatic logic [31:0] number(source_t from, logic [31:0] rs1, logic [31:0] rs2,
                                         xif_cfg_t cfg);
    if (from[5]) return cfg_value(cfg, from[4:0]);
    unique case (from)
      FromRs1: return rs1;
      FromRs2: return rs2;
      default: return '0;
    endcase
  endfunction

  logic [NumInstructions-1:0]       hit;        // the word is this instruction
  logic [NumInstructions-1:0]       answers;    // and rd is an x register
  logic [NumInstructions-1:0]       reads_rs1;  // the same for the others
  logic [NumInstructions-1:0]       reads_rs2;
  logic [NumInstructions-1:0][1:0]  kind;
  logic [NumInstructions-1:0][4:0]  named;      // number of a cfg register
  cmd_t                             cmd [NumInstructions];

  for (genvar i = 0; i < NumInstructions; i++) begin : g_instruction
    localparam xif_facts_t Facts   = Instructions[i];
    localparam cmd_facts_t Command = Commands[Facts.op];
    localparam bit         There   = Facts.kind != XifCommand || !Command.lane_ops || LaneOps != 0;

    logic codes_legal;

    // Codes that come from a cfg register are judged by the unit: they may still change.
    assign codes_legal = Facts.kind == XifCommand ?
        (Facts.width.bits == '0 || Command.widths[2'(at(Facts.width, instr_i))]) &&
        (Facts.form.bits == '0 || Command.forms[3'(at(Facts.form, instr_i))]) &&
        (Facts.mode.bits == '0 || Command.modes[2'(at(Facts.mode, instr_i))]) &&
        (Facts.distr.bits == '0 || Command.dists[3'(at(Facts.distr, instr_i))]) &&
        at(Facts.pattern, instr_i) <= PatAllf &&
        (LaneOps != 0 || at(Facts.merge, instr_i) == '0) :
        Facts.number.bits == '0 ||
        (Facts.reads_rs2 ? CfgPairs[named[i]] : CfgThere[at(Facts.number, instr_i)]);

    assign hit[i] = There && (instr_i & Facts.mask) == Facts.match && codes_legal;

    assign named[i]     = at(Facts.number, instr_i);
    assign answers[i]   = hit[i] && Facts.answers;
    assign reads_rs1[i] = hit[i] && Facts.reads_rs1;
    assign reads_rs2[i] = hit[i] && Facts.reads_rs2;
    assign kind[i]      = hit[i] ? Facts.kind : 2'd0;

    always_comb begin
      cmd[i]            = '0;
      cmd[i].op         = Facts.op;
      cmd[i].width      = width_e'(2'(at(Facts.width, instr_i)) |
                                   2'(number(Facts.width_from, rs1_i, rs2_i, cfg_i)));
      cmd[i].form       = form_e'(3'(at(Facts.form, instr_i)));
      cmd[i].mode       = amode_e'(2'(at(Facts.mode, instr_i)));
      cmd[i].distr      = dist_e'(3'(at(Facts.distr, instr_i)));
      cmd[i].pattern    = pattern_e'(at(Facts.pattern, instr_i));
      cmd[i].store_reg  = 1'(at(Facts.store_reg, instr_i));
      cmd[i].post       = 1'(at(Facts.post, instr_i));
      cmd[i].abs        = 1'(at(Facts.abs, instr_i));
      cmd[i].bitwise    = 1'(at(Facts.bitwise, instr_i)) |
                          1'(number(Facts.bitwise_from, rs1_i, rs2_i, cfg_i));
      cmd[i].scalar     = 1'(at(Facts.scalar, instr_i));
      cmd[i].merge      = 1'(at(Facts.merge, instr_i));
      cmd[i].vd         = at(Facts.vd, instr_i);
      cmd[i].vs         = at(Facts.vs, instr_i);
      cmd[i].vi         = at(Facts.vi, instr_i);
      cmd[i].m          = 3'(at(Facts.m, instr_i));
      cmd[i].u          = 2'(at(Facts.u, instr_i));
      cmd[i].addr       = number(Facts.addr, rs1_i, rs2_i, cfg_i);
      cmd[i].n          = number(Facts.n, rs1_i, rs2_i, cfg_i);
      cmd[i].align      = number(Facts.align, rs1_i, rs2_i, cfg_i);
      cmd[i].iterations = number(Facts.iterations, rs1_i, rs2_i, cfg_i);
      cmd[i].blk0       = 16'(number(Facts.blk0, rs1_i, rs2_i, cfg_i));
      cmd[i].blk1       = 16'(number(Facts.blk1, rs1_i, rs2_i, cfg_i));
      cmd[i].blk2       = 16'(number(Facts.blk2, rs1_i, rs2_i, cfg_i));
      cmd[i].rep0       = 8'(number(Facts.rep0, rs1_i, rs2_i, cfg_i));
      cmd[i].rep1       = 8'(number(Facts.rep1, rs1_i, rs2_i, cfg_i));
      cmd[i].rep2       = 8'(number(Facts.rep2, rs1_i, rs2_i, cfg_i));
      cmd[i].src0       = number(Facts.src0, rs1_i, rs2_i, cfg_i);
      cmd[i].src1       = number(Facts.src1, rs1_i, rs2_i, cfg_i);
      cmd[i].row_stride = number(Facts.row_stride, rs1_i, rs2_i, cfg_i);
      cmd[i].col        = number(Facts.col, rs1_i, rs2_i, cfg_i);
      cmd[i].mask       = {number(Facts.mask3, rs1_i, rs2_i, cfg_i),
                           number(Facts.mask2, rs1_i, rs2_i, cfg_i),
                           number(Facts.mask1, rs1_i, rs2_i, cfg_i),
                           number(Facts.mask0, rs1_i, rs2_i, cfg_i)};
    end
  end

  logic [$bits(cmd_t)-1:0] cmd_bits;
  logic [1:0]              kind_bits;
  logic [4:0]              register;  // that a cfg instruction names

  always_comb begin
    cmd_bits  = '0;
    kind_bits = '0;
    register  = '0;
    for (int unsigned i = 0; i < NumInstructions; i++) begin
      if (hit[i]) cmd_bits |= cmd[i];
      if (hit[i]) register |= named[i];
      kind_bits |= kind[i];
    end
  end

  assign legal_o     = |hit;
  assign kind_o      = xif_kind_e'(kind_bits);
  assign cmd_o       = cmd_t'(cmd_bits);
  assign answers_o   = |answers && instr_i[11:7] != '0;
  assign reads_rs1_o = |reads_rs1;
  assign reads_rs2_o = |reads_rs2;
  assign data_o      = cfg_value(cfg_i, register);

  always_comb begin
    cfg_o = cfg_i;
    if (kind_o == XifWrite) begin
      cfg_o = cfg_with(cfg_i, register, rs1_i);
      if (reads_rs2_o) cfg_o = cfg_with(cfg_o, {register[4:1], 1'b1}, rs2_i);
    end
  end

endmodule
