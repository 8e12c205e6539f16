// SPDX-License-Identifier: Apache-2.0
// Decodes an instruction of a RISC-V core into a command of the unit, or into what the front end
// itself has to do.
//
// The word is compared with every instruction of the table. Since it is one of them at most, their
// facts are put together by OR; those say from where each field of the command comes. Whether an
// instruction is legal follows from its word alone; only aligned_o looks at values of registers.
//
// Combinational.

module gsq_xif_decode
  import gsq_pkg::*;
  import gsq_xif_pkg::*;
#(
  /// 1: there are the commands that need LaneOps, and merge.
  parameter int unsigned LaneOps = 0,
  /// Bytes of the Unified Buffer, a power of two.
  parameter int unsigned UbBytes = 262144,
  /// Where the core sees the Unified Buffer, a multiple of UbBytes: addresses there become those
  /// that the unit knows, which begin with 0. Others stay as they are.
  parameter logic [31:0] UbBase = 0
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
  /// XifCommand: the command can access the Unified Buffer.
  output logic        ub_o,
  /// 0: the unit would refuse the command, since an address in rs1 or rs2 is not a multiple of what
  /// it accesses there.
  output logic        aligned_o,
  /// XifWrite, XifRead: number of the cfg register that the instruction names.
  output logic [4:0]  number_o
);

  logic [NumInstructions-1:0] hit;  // the word is this instruction

  for (genvar i = 0; i < NumInstructions; i++) begin : g_instruction
    localparam xif_facts_t Facts   = Instructions[i];
    localparam cmd_facts_t Command = Commands[Facts.op];
    localparam bit         There   = Facts.kind != XifCommand || !Command.lane_ops || LaneOps != 0;

    logic command_legal, number_legal;

    // Codes that come from cfg registers are judged by the unit: they may still change.
    assign command_legal =
        (Facts.width.bits == '0 || Command.widths[instr_i[Facts.width.low+:2]]) &&
        (Facts.form.bits == '0 || Command.forms[instr_i[Facts.form.low+:3]]) &&
        (Facts.mode.bits == '0 || Command.modes[instr_i[Facts.mode.low+:2]]) &&
        (Facts.distr.bits == '0 || Command.dists[instr_i[Facts.distr.low+:3]]) &&
        (Facts.pattern.bits == '0 || instr_i[Facts.pattern.low+:5] <= PatAllf) &&
        (Facts.merge.bits == '0 || LaneOps != 0 || !instr_i[Facts.merge.low]);

    // With two values the number is that of a pair.
    assign number_legal = Facts.number.bits == '0 ||
        (Facts.reads_rs2 ? CfgPairs[instr_i[Facts.number.low+:5]] :
                           CfgThere[instr_i[Facts.number.low+:5]]);

    assign hit[i] = There && (instr_i & Facts.mask) == Facts.match &&
                    (Facts.kind == XifCommand ? command_legal : number_legal);
  end

  // Instructions whose command is one of these operations of the access pipe. `second`: those with
  // an address in rs2.
  function automatic logic [NumInstructions-1:0] of_kinds(logic [15:0] kinds, bit second);
    for (int unsigned i = 0; i < NumInstructions; i++) begin
      of_kinds[i] = Instructions[i].kind == XifCommand &&
                    kinds[Commands[Instructions[i].op].kind] &&
                    (!second || Instructions[i].takes.src0_rs2);
    end
  endfunction

  localparam logic [15:0] BlockKinds = 16'b1 << MemLoad | 16'b1 << MemStore |
                                       16'b1 << MemGatherBlock | 16'b1 << MemVec;
  localparam logic [15:0] ElementKinds = 16'b1 << MemGather | 16'b1 << MemScatter;
  localparam logic [15:0] StreamKinds = 16'b1 << MemStream | 16'b1 << MemPost;

  localparam logic [NumInstructions-1:0] OfBlocks   = of_kinds(BlockKinds, 1'b0);
  localparam logic [NumInstructions-1:0] Of2Blocks  = of_kinds(BlockKinds, 1'b1);
  localparam logic [NumInstructions-1:0] OfElements = of_kinds(ElementKinds, 1'b0);
  localparam logic [NumInstructions-1:0] OfStream   = of_kinds(StreamKinds, 1'b0);

  logic element_aligned;  // rs1 is a multiple of the element of this form

  always_comb begin
    element_aligned = 1'b1;
    for (int unsigned i = 0; i < NumForms; i++) begin
      if (instr_i[14:12] == Forms[i].form) begin
        element_aligned = (rs1_i[2:0] & 3'((1 << Forms[i].elem) - 1)) == '0;
      end
    end
  end

  assign ub_o      = |(hit & (OfBlocks | OfElements | OfStream));
  assign aligned_o = (!(|(hit & OfBlocks)) || rs1_i[4:0] == '0) &&
                     (!(|(hit & Of2Blocks)) || rs2_i[4:0] == '0) &&
                     (!(|(hit & OfElements)) || element_aligned);

  // What the instruction is.
  opcode_e    op;
  xif_takes_t all_takes;
  xif_takes_t takes;  // only read, so that Verilator finds a bit that no field uses
  logic       answers;

  always_comb begin
    kind_o      = XifCommand;
    op          = opcode_e'('0);
    all_takes   = '0;
    answers     = 1'b0;
    reads_rs1_o = 1'b0;
    reads_rs2_o = 1'b0;
    for (int unsigned i = 0; i < NumInstructions; i++) begin
      if (hit[i]) begin
        kind_o      = xif_kind_e'(kind_o | Instructions[i].kind);
        op          = opcode_e'(op | Instructions[i].op);
        all_takes   = all_takes | Instructions[i].takes;
        answers     = answers | Instructions[i].answers;
        reads_rs1_o = reads_rs1_o | Instructions[i].reads_rs1;
        reads_rs2_o = reads_rs2_o | Instructions[i].reads_rs2;
      end
    end
  end

  assign takes     = all_takes;
  assign legal_o   = |hit;
  assign answers_o = answers && instr_i[11:7] != '0;

  always_comb begin
    cmd_o    = '0;
    cmd_o.op = op;
    if (takes.width_21_20) cmd_o.width = width_e'(instr_i[21:20]);
    if (takes.width_26_25) cmd_o.width = width_e'(instr_i[26:25]);
    if (takes.width_29_28) cmd_o.width = width_e'(instr_i[29:28]);
    if (takes.width_cfg_index_width) cmd_o.width = width_e'(cfg_i.index_width);
    if (takes.form_14_12) cmd_o.form = form_e'(instr_i[14:12]);
    if (takes.mode_30_29) cmd_o.mode = amode_e'(instr_i[30:29]);
    if (takes.distr_22_20) cmd_o.distr = dist_e'(instr_i[22:20]);
    if (takes.pattern_19_15) cmd_o.pattern = pattern_e'(instr_i[19:15]);
    cmd_o.store_reg = takes.store_reg_30 && instr_i[30];
    cmd_o.post      = takes.post_27 && instr_i[27];
    cmd_o.abs       = takes.abs_is_1 || (takes.abs_27 && instr_i[27]);
    cmd_o.bitwise   = takes.bitwise_cfg_bitwise && cfg_i.bitwise;
    cmd_o.scalar    = takes.scalar_is_1;
    cmd_o.merge     = takes.merge_31 && instr_i[31];
    if (takes.vd_11_7) cmd_o.vd = instr_i[11:7];
    if (takes.vd_9_7) cmd_o.vd = 5'(instr_i[9:7]);
    if (takes.vd_24_20) cmd_o.vd = instr_i[24:20];
    if (takes.vs_11_7) cmd_o.vs = instr_i[11:7];
    if (takes.vs_19_15) cmd_o.vs = instr_i[19:15];
    if (takes.vs_17_15) cmd_o.vs = 5'(instr_i[17:15]);
    if (takes.vs_24_20) cmd_o.vs = instr_i[24:20];
    if (takes.vi_24_20) cmd_o.vi = instr_i[24:20];
    if (takes.vi_22_20) cmd_o.vi = 5'(instr_i[22:20]);
    if (takes.m_27_25) cmd_o.m = instr_i[27:25];
    if (takes.u_26_25) cmd_o.u = instr_i[26:25];
    if (takes.addr_rs1) cmd_o.addr = in_ub(rs1_i, UbBytes, UbBase);
    if (takes.n_22_20) cmd_o.n = 32'(instr_i[22:20]);
    if (takes.n_17_15) cmd_o.n = 32'(instr_i[17:15]);
    if (takes.n_rs1) cmd_o.n = rs1_i;
    if (takes.n_rs2) cmd_o.n = rs2_i;
    if (takes.align_cfg_align) cmd_o.align = 32'(cfg_i.align);
    if (takes.iterations_cfg_iterations) cmd_o.iterations = 32'(cfg_i.iterations);
    if (takes.blk0_cfg_blk0) cmd_o.blk0 = cfg_i.blk0;
    if (takes.blk0_rs2) cmd_o.blk0 = rs2_i[15:0];
    if (takes.blk1_cfg_blk1) cmd_o.blk1 = cfg_i.blk1;
    if (takes.blk2_cfg_blk2) cmd_o.blk2 = cfg_i.blk2;
    if (takes.rep0_cfg_rep0) cmd_o.rep0 = cfg_i.rep0;
    if (takes.rep1_cfg_rep1) cmd_o.rep1 = cfg_i.rep1;
    if (takes.rep2_cfg_rep2) cmd_o.rep2 = cfg_i.rep2;
    if (takes.src0_rs2) cmd_o.src0 = in_ub(rs2_i, UbBytes, UbBase);
    if (takes.src0_cfg_mask7) cmd_o.src0 = cfg_i.mask7;
    if (takes.src1_cfg_src1) cmd_o.src1 = cfg_i.src1;
    if (takes.src1_cfg_mask6) cmd_o.src1 = cfg_i.mask6;
    if (takes.row_stride_cfg_row_stride) cmd_o.row_stride = cfg_i.row_stride;
    if (takes.row_stride_cfg_mask5) cmd_o.row_stride = cfg_i.mask5;
    if (takes.row_stride_rs2) cmd_o.row_stride = rs2_i;
    if (takes.col_cfg_col) cmd_o.col = cfg_i.col;
    if (takes.col_cfg_mask4) cmd_o.col = cfg_i.mask4;
    if (takes.mask0_rs1) cmd_o.mask[31:0] = rs1_i;
    if (takes.mask0_cfg_mask0) cmd_o.mask[31:0] = cfg_i.mask0;
    if (takes.mask1_rs2) cmd_o.mask[63:32] = rs2_i;
    if (takes.mask1_cfg_mask1) cmd_o.mask[63:32] = cfg_i.mask1;
    if (takes.mask2_cfg_mask2) cmd_o.mask[95:64] = cfg_i.mask2;
    if (takes.mask3_cfg_mask3) cmd_o.mask[127:96] = cfg_i.mask3;
  end

  assign number_o = (takes.number_11_7 ? instr_i[11:7] : '0) |
                    (takes.number_19_15 ? instr_i[19:15] : '0);

endmodule
