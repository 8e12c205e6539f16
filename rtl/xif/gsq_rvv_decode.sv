// SPDX-License-Identifier: Apache-2.0
// Decodes an instruction of the RISC-V vector extension into commands of the unit.
//
// The word is compared with every instruction of the table. What the right one is made of are
// commands in a second table, for each register of a group again. The step, which begins with 0
// and becomes next_o, says which register has its turn, and which command. Before the first one
// there may be one that makes the mask of the elements below vl.
//
// Latency: none with Staged 0. With Staged 1 commands come two cycles after the instruction, in the
// cycle after go_i that of the next step; what is known at issue has no latency.

module gsq_rvv_decode
  import gsq_pkg::*;
  import gsq_rvv_pkg::*;
#(
  /// Bytes of a vector register: 32, 64, 128 or 256.
  parameter int unsigned VlenBytes = 256,
  /// 1: there are registers between the tables and behind them.
  parameter int unsigned Staged = 0
) (
  input  logic        clk_i,
  /// With Staged 1: the step becomes next_o at the end of this cycle.
  input  logic        go_i,
  /// Instruction word.
  input  logic [31:0] instr_i,
  /// Value of the x register in the field rs1.
  input  logic [31:0] rs1_i,
  /// Value of the x register in the field rs2.
  input  logic [31:0] rs2_i,
  /// vl and vtype before the instruction.
  input  rvv_state_t  state_i,
  /// Place of a command of the instruction.
  input  logic [6:0]  step_i,
  /// The word is an instruction of the table, and legal with this vtype. All other outputs mean
  /// something only then.
  output logic        legal_o,
  /// What the instruction does.
  output rvv_kind_e   kind_o,
  /// The x register in the field rd is written; 0 for x0.
  output logic        writes_o,
  /// What it gets of the response to the last command.
  output rvv_answer_e answer_o,
  /// The field rs1 is an x register whose value counts.
  output logic        reads_rs1_o,
  /// The same for rs2.
  output logic        reads_rs2_o,
  /// The commands access the Unified Buffer.
  output logic        ub_o,
  /// The first address of an access is a multiple of the bytes of an element.
  output logic        aligned_o,
  /// RvvSet: vl and vtype after the instruction, with which its commands are made behind the first
  /// step; otherwise as before.
  output rvv_state_t  state_o,
  /// RvvSet, RvvRead: the value of rd.
  output logic [31:0] data_o,
  /// In this step there is a command; otherwise nothing is done in it.
  output logic        valid_o,
  /// The command, with tag 0.
  output cmd_t        cmd_o,
  /// The step is the last one.
  output logic        last_o,
  /// The step behind it.
  output logic [6:0]  next_o
);

  localparam int unsigned LogBytes = $clog2(VlenBytes);
  typedef logic [11:0] count_t;  // elements

  // Elements of a vector register, of 2^width bytes each.
  function automatic count_t lanes_of(logic [1:0] width);
    return count_t'(VlenBytes) >> width;
  endfunction

  // The register of a group that has this element.
  function automatic logic [2:0] register_of(count_t element, logic [1:0] width);
    unique case (width)
      2'd0:    return 3'(element >> LogBytes);
      2'd1:    return 3'(element >> (LogBytes - 1));
      default: return 3'(element >> (LogBytes - 2));
    endcase
  endfunction

  // Whether a group of 2^size registers begins with this one.
  function automatic logic begins(logic [2:0] number, logic signed [3:0] size);
    unique case (size)
      4'sd1:   return !number[0];
      4'sd2:   return number[1:0] == '0;
      4'sd3:   return number[2:0] == '0;
      default: return 1'b1;
    endcase
  endfunction

  // Whether a register is one of a group of 2^size that begins with another.
  function automatic logic belongs(logic [4:0] number, logic [4:0] first, logic signed [3:0] size);
    unique case (size)
      4'sd1:   return number[4:1] == first[4:1];
      4'sd2:   return number[4:2] == first[4:2];
      4'sd3:   return number[4:3] == first[4:3];
      default: return number == first;
    endcase
  endfunction

  logic [4:0] rd, vs1, vs2;
  logic [2:0] funct3;
  logic [1:0] width;  // of loads and stores
  assign rd     = instr_i[11:7];
  assign vs1    = instr_i[19:15];
  assign vs2    = instr_i[24:20];
  assign funct3 = instr_i[14:12];
  assign width  = instr_i[13:12];

  // ---- The row of the table ---------------------------------------------------------------------

  logic [NumRvv-1:0] hit;  // the word is this instruction
  rvv_what_t         row;
  /* verilator lint_off UNUSEDSIGNAL */  // not what is only judged
  rvv_what_t         made;  // the same where commands are made
  /* verilator lint_on UNUSEDSIGNAL */

  for (genvar i = 0; i < NumRvv; i++) begin : g_instruction
    assign hit[i] = (instr_i & Rvv[i].mask) == Rvv[i].match && Rvv[i].funct3s[funct3];
  end

  always_comb begin
    row = '0;
    for (int unsigned i = 0; i < NumRvv; i++) begin
      if (hit[i]) row = row | Rvv[i].what;
    end
  end

  if (Staged != 0) begin : g_row
    (* fsm_encoding = "none" *) logic [$bits(rvv_what_t)-1:0] row_q;

    always_ff @(posedge clk_i) row_q <= row;
    assign made = rvv_what_t'(row_q);
  end else begin : g_no_row
    assign made = row;
  end

  logic sets, reads;  // vset, and reads of vl, vtype, vlenb

  // ---- vset and reads of its registers ----------------------------------------------------------

  logic signed [3:0] ratio;  // before the instruction

  assign ratio = rvv_ratio(state_i.vsew, state_i.vlmul);

  gsq_rvv_set #(
    .VlenBytes(VlenBytes)
  ) u_set (
    .instr_i, .rs1_i, .rs2_i, .state_i, .state_o, .data_o,
    .sets_o (sets),
    .reads_o(reads)
  );

  // ---- Whether it is legal ----------------------------------------------------------------------

  logic              masked, vector, store, whole;
  logic              single;    // groups have at most one register
  logic signed [3:0] lmul, own_size;
  logic signed [3:0] vd_size, vs2_size;  // log2 of the registers of groups
  logic [2:0]        counted;   // a number of registers, less 1
  logic              group_legal, into_group, apart, memory_legal, counted_legal;

  assign masked   = !instr_i[25];
  assign vector   = funct3 == 3'b000 || funct3 == 3'b010;
  assign store    = instr_i[5];
  assign whole    = row.counted && row.memory;
  assign lmul     = signed'({state_i.vlmul[2], state_i.vlmul});
  assign own_size = signed'({2'b0, width}) - ratio;
  assign single   = lmul <= 0;
  assign vd_size  = row.memory ? own_size : lmul;
  assign vs2_size = row.indexed ? own_size : lmul;
  assign counted  = row.memory ? instr_i[31:29] : vs1[2:0];

  assign group_legal =
      (!row.group_vd || (begins(rd[2:0], vd_size) && (!masked || store || rd != '0))) &&
      (!row.group_vs2 || begins(vs2[2:0], vs2_size)) &&
      (!row.group_vs1 || !vector || begins(vs1[2:0], lmul)) &&
      (!row.unmasked_vd || !masked || rd != '0);
  // A mask, which is one register, may be the first one of a group that is read.
  assign into_group = (rd != vs2 && belongs(rd, vs2, lmul)) ||
                      (vector && rd != vs1 && belongs(rd, vs1, lmul));
  assign apart = (!row.mask_vd || !into_group) && (!row.apart_vs2 || rd != vs2) &&
                 (!row.apart_vs1 || rd != vs1);

  // Indices that are not as wide as elements lie in one register.
  always_comb begin
    memory_legal = 1'b1;
    if (row.memory && !whole) memory_legal = own_size <= 4'sd3;
    if (row.indexed) begin
      memory_legal = state_i.vsew != 2'd0 &&
                     (width == state_i.vsew || (single && own_size <= 0)) &&
                     (store || width >= state_i.vsew || rd != vs2);
    end
  end

  assign counted_legal = !row.counted ||
      (counted inside {3'd0, 3'd1, 3'd3, 3'd7} && (rd[2:0] & counted) == '0 &&
       (row.memory || (vs2[2:0] & counted) == '0));

  assign legal_o = sets || reads ||
      (|hit && (row.no_vtype || !state_i.vill) &&
       (row.bits ? ratio >= 0 : row.every || row.any || single) &&
       group_legal && apart && memory_legal && counted_legal &&
       (!row.halves || state_i.vsew == 2'd1) &&
       (!row.agnostic || (state_i.vta && (!masked || state_i.vma))));

  assign ub_o        = row.memory || row.indexed;
  assign reads_rs1_o = sets ? instr_i[31:30] != 2'b11 && vs1 != '0
                            : !reads && (ub_o || funct3[2]);
  assign reads_rs2_o = sets ? instr_i[31:30] == 2'b10 : row.strided;
  assign writes_o    = rd != '0 && (sets || reads || answer_o != RvvNoAnswer);

  always_comb begin
    kind_o = RvvCommands;
    if (sets) kind_o = RvvSet;
    else if (reads) kind_o = RvvRead;
    answer_o = RvvNoAnswer;
    unique case (row.answer)
      2'd1: answer_o = RvvNumber;
      2'd2: answer_o = RvvFirst;
      2'd3: begin
        unique case (state_i.vsew)
          2'd0:    answer_o = RvvByte;
          2'd1:    answer_o = RvvHalf;
          default: answer_o = RvvNumber;
        endcase
      end
      default: ;
    endcase
  end

  // ---- The place among the commands -------------------------------------------------------------

  count_t     vl;          // with which commands are made
  logic [1:0] vsew;        // the same
  logic [1:0] lane;        // width of the elements
  logic       own_mask;    // the mask of the elements below vl is made for the instruction
  logic       one_before;  // a command before the others makes a mask
  logic       variant;
  logic [3:0] commands;    // of a register
  logic [3:0] turn;        // place among the commands of a register
  logic [2:0] k;           // register of the group
  logic [2:0] last_k;
  count_t     below;       // vl - 1
  count_t     tail;        // elements below vl in the last register
  logic       made_whole;
  logic       first, done, nothing;
  rvv_place_t place;
  rvv_step_t  step;

  assign made_whole = made.counted && made.memory;
  assign vl         = state_i.vl;
  assign vsew       = state_i.vsew;
  assign lane       = made.memory ? width : vsew;
  assign own_mask   = made.memory && !made_whole && width != vsew;
  assign one_before = own_mask || made.bits || made_whole;
  assign below      = vl - 1'b1;
  assign tail       = vl == '0 ? '0 : (below & (lanes_of(lane) - 1'b1)) + 1'b1;
  assign nothing    = vl == '0 && !made.anyway;
  assign variant    = made.same ? rd == vs1 : masked;
  assign commands   = variant ? made.others : made.count;
  assign {k, turn}  = step_i;
  assign first      = turn == '0 && one_before;
  assign last_k     = made.counted ? (made.memory ? instr_i[31:29] : vs1[2:0])
                                   : register_of(below, lane);
  assign done       = turn + 1'b1 == commands + 4'(one_before);

  // The command of the present step; with registers, of the one that is the next then.
  logic [3:0] looked_up;

  assign looked_up = (Staged != 0 && go_i ? next_o[3:0] : turn) - 4'(one_before);
  assign place     = (variant ? made.other : made.first) + rvv_place_t'(looked_up);
  assign next_o    = done && !sets ? {k + 1'b1, 4'(one_before)} : {k, turn + 1'b1};

  rvv_step_t found;

  always_comb begin
    found = '0;
    for (int unsigned i = 0; i < NumRvvSteps; i++) begin
      if (place == rvv_place_t'(i)) found = found | RvvSteps[i];
    end
  end

  if (Staged != 0) begin : g_step
    // A register of constants, which synthesis must not take for a state machine.
    (* fsm_encoding = "none" *) logic [$bits(rvv_step_t)-1:0] step_q;

    always_ff @(posedge clk_i) step_q <= found;
    assign step = rvv_step_t'(step_q);
  end else begin : g_no_step
    assign step = found;
  end

  // ---- Operands ---------------------------------------------------------------------------------

  logic [31:0] x_signed, x;  // the number of an instruction, with and without sign
  count_t      vlmax, x_max; // x, at most VLMAX
  logic        beyond;       // x is VLMAX or more
  count_t      x_lane;       // lane of element x in its register
  count_t      ends, rest;
  logic [2:0]  tail_m;       // mask registers
  logic [2:0]  active_m;
  logic [31:0] n;
  logic [31:0] stride, ahead;

  assign x        = {funct3[2] ? rs1_i[31:5] : '0, funct3[2] ? rs1_i[4:0] : vs1};
  assign x_signed = {funct3[2] ? rs1_i[31:5] : {27{vs1[4]}}, x[4:0]};
  assign vlmax    = rvv_vlmax(ratio, VlenBytes);
  assign beyond   = x >= 32'(vlmax);
  assign x_max    = beyond ? vlmax : count_t'(x);
  assign x_lane   = count_t'(x) & (lanes_of(vsew) - 1'b1);
  assign ends     = x_max + vl;
  assign rest     = vlmax - x_max;

  always_comb begin
    tail_m = MaskTail;
    if (made.every && k != last_k) tail_m = MaskAll;
    else if (own_mask || made.bits) tail_m = MaskScratch3;
    active_m = masked ? MaskScratch5 : tail_m;
  end

  function automatic logic [4:0] operand(rvv_reg_e which);
    unique case (which)
      RvvRegVd:     return rd + 5'(k);
      RvvRegMd:     return rd;
      RvvRegVs1:    return vs1 + 5'(k);
      RvvRegVs2:    return vs2 + 5'(k);
      RvvRegPicked: return vs2 + 5'(register_of(x_max, vsew));
      RvvRegV0:     return '0;
      RvvRegActive: return 5'(active_m);
      RvvRegTail:   return 5'(tail_m);
      RvvRegAll:    return 5'(MaskAll);
      RvvRegM3:     return 5'(MaskScratch3);
      RvvRegM4:     return 5'(MaskScratch4);
      default:      return 5'(MaskScratch5);
    endcase
  endfunction

  always_comb begin
    unique case (step.n)
      RvvNumOperand: n = x_signed;
      RvvNumOnes:    n = '1;
      RvvNumOne:     n = 32'd1;
      RvvNumFirst:   n = 32'(k) * 32'(lanes_of(vsew));
      RvvNumPart:    n = 32'(k);
      RvvNumOffset:  n = x;
      RvvNumBack:    n = -32'(x_max);
      RvvNumLimit:   n = 32'(vlmax) - 32'd1;
      RvvNumLane:    n = beyond ? '0 : 32'(x_lane);
      RvvNumEnd:     n = 32'(ends);
      RvvNumRest:    n = 32'(rest);
      RvvNumLast:    n = 32'(below);
      default:       n = '0;
    endcase
  end

  // From an element to the next one, and from a register to the next one.
  always_comb begin
    stride = width == 2'd1 ? 32'd2 : 32'd4;
    if (made.strided) stride = vl <= 12'd1 ? '0 : rs2_i;
    ahead = '0;
    if (made.memory && !made.strided) ahead = VlenBytes;
    else if (made.strided) ahead = width == 2'd1 ? rs2_i << (LogBytes - 1) : rs2_i << (LogBytes - 2);
  end

  assign aligned_o = !ub_o || (!whole && state_i.vl == '0) ||
                     ((row.indexed ? state_i.vsew == 2'd1 : width == 2'd1)
                          ? !rs1_i[0] : rs1_i[1:0] == '0);

  // ---- The command ------------------------------------------------------------------------------

  always_comb begin
    cmd_o         = '0;
    cmd_o.op      = OpUpdateMask;
    cmd_o.m       = MaskTail;
    cmd_o.n       = 32'(tail);
    cmd_o.width   = width_e'(lane);
    valid_o       = 1'b1;
    last_o        = 1'b0;
    cmd_o.addr    = rs1_i + (k[0] ? ahead : '0) + (k[1] ? ahead << 1 : '0) +
                    (k[2] ? ahead << 2 : '0);
    cmd_o.form    = (made.indexed ? vsew == 2'd1 : width == 2'd1) ? FormB16 : FormB32;
    cmd_o.row_stride = stride;
    if (made.indexed) cmd_o.mode = ModeByte;
    if (sets) begin
      // First the state; then the masks of the last register and of all others.
      valid_o = turn != '0;
      if (turn[1]) begin
        cmd_o.m     = MaskAll;
        cmd_o.n     = '1;
        cmd_o.width = WidthB8;
        last_o      = 1'b1;
      end
    end else if (nothing || reads) begin
      valid_o = 1'b0;
      last_o  = 1'b1;
    end else if (first) begin
      cmd_o.m = made_whole ? MaskAll : MaskScratch3;
      if (!own_mask) begin
        cmd_o.n     = made_whole ? '1 : 32'(vl);
        cmd_o.width = WidthB8;
      end
    end else begin
      cmd_o.op     = step.own ? made.op : step.op;
      cmd_o.vd     = operand(step.vd);
      cmd_o.vs     = operand(step.vs);
      cmd_o.vi     = operand(step.vi);
      cmd_o.m      = 3'(operand(step.m));
      cmd_o.n      = n;
      cmd_o.merge  = step.merge;
      cmd_o.scalar = step.n != RvvNumNone && (step.n != RvvNumOperand || !vector);
      if (made.bits || step.b8) cmd_o.width = WidthB8;
      else if (made.indexed && step.own) cmd_o.width = width_e'(width);
      if (step.vs == RvvRegPicked && beyond) valid_o = 1'b0;
      last_o = done && (!made.every || k == last_k);
    end
  end

endmodule
