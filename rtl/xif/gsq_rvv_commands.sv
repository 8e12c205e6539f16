// SPDX-License-Identifier: Apache-2.0
// Makes the commands of an instruction of the RISC-V vector extension.
//
// What an instruction is made of are commands in a table, for each register of a group again. The
// step, which begins with 0 and becomes next_o, says which register has its turn, and which
// command. Before the first one there may be one that makes the mask of the elements below vl.
//
// Latency: 2 cycles from the instruction, then 1 from a step to the next. Throughput: a step a
// cycle. Handshake: go_i says that the present step is done. Inputs stay until the last step is.

module gsq_rvv_commands
  import gsq_pkg::*;
  import gsq_rvv_pkg::*;
#(
  /// Bytes of a vector register: 32, 64, 128 or 256.
  parameter int unsigned VlenBytes = 256
) (
  input  logic        clk_i,
  /// Instruction word, of a legal instruction.
  input  logic [31:0] instr_i,
  /// Value of the x register in the field rs1.
  input  logic [31:0] rs1_i,
  /// Value of the x register in the field rs2.
  input  logic [31:0] rs2_i,
  /// Elements; for vset, as it leaves them from the second step on. So are the next two.
  input  logic [$clog2(VlenBytes)+3:0] vl_i,
  /// log2 of the bytes of an element.
  input  logic [1:0]  vsew_i,
  /// log2 of the registers of a group, signed.
  input  logic [2:0]  vlmul_i,
  /// All inputs have been there for two cycles. Outputs mean something only then.
  input  logic        there_i,
  /// Place of a command of the instruction.
  input  logic [6:0]  step_i,
  /// The step becomes next_o at the end of this cycle.
  input  logic        go_i,
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
  typedef logic [LogBytes+3:0] count_t;  // elements, of a group of eight registers at most

  // Elements of a vector register, of 2^width bytes each.
  function automatic count_t lanes_of(logic [1:0] width);
    return count_t'(VlenBytes >> width);
  endfunction

  // The register of a group that has this element.
  function automatic logic [2:0] register_of(count_t element, logic [1:0] width);
    unique case (width)
      2'd0:    return 3'(element >> LogBytes);
      2'd1:    return 3'(element >> (LogBytes - 1));
      default: return 3'(element >> (LogBytes - 2));
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

  logic masked, vector, sets, reads;

  assign masked = !instr_i[25];
  assign vector = funct3 == 3'b000 || funct3 == 3'b010;
  assign sets   = instr_i[6:0] == 7'h57 && funct3 == 3'b111;
  assign reads  = instr_i[6:0] == 7'h73;

  // ---- First cycle: the row of the table -------------------------------------------------------

  rvv_what_t row;
  // A register of constants, which synthesis must not take for a state machine.
  (* fsm_encoding = "none" *) logic [$bits(rvv_what_t)-1:0] row_q;
  /* verilator lint_off UNUSEDSIGNAL */  // not what is only judged
  rvv_what_t made;
  /* verilator lint_on UNUSEDSIGNAL */

  /* verilator lint_off PINCONNECTEMPTY */  // it has been judged
  gsq_rvv_row u_row (.instr_i, .hit_o(), .row_o(row));
  /* verilator lint_on PINCONNECTEMPTY */

  always_ff @(posedge clk_i) row_q <= row;
  assign made = rvv_what_t'(row_q);

  // ---- Second cycle: numbers, and the first command --------------------------------------------

  count_t     vl;    // with which commands are made
  logic [1:0] vsew;  // the same
  logic       made_whole;
  logic       variant;
  logic [1:0] lane, lane_q;                // width of the elements
  logic       own_mask, own_mask_q;        // a mask of the elements below vl is made for it
  logic       one_before, one_before_q;    // a command before the others makes a mask
  logic [3:0] commands, commands_q;        // of a register
  rvv_place_t begin_place, begin_place_q;  // of the first command
  rvv_place_t place;                       // of the command that is looked up
  logic [2:0] k;                           // register of the group
  logic [3:0] turn;                        // place among the commands of a register
  logic       first, done;                 // the one before the others; the last one of a register
  logic [3:0] behind;                      // how far the next command is from the first one
  rvv_step_t  step;

  assign made_whole = made.counted && made.memory;
  assign vl         = vl_i;
  assign vsew       = vsew_i;
  assign lane       = made.memory ? width : vsew;
  assign own_mask   = made.memory && !made_whole && !made.any && width != vsew;
  assign one_before = own_mask || made.bits || made_whole;
  assign variant    = made.same ? rd == vs1 : masked;
  assign commands   = variant ? made.others : made.count;
  assign {k, turn}  = step_i;
  assign first      = turn == '0 && one_before_q;
  assign done       = turn + 1'b1 == commands_q + 4'(one_before_q);

  // The first command, or the next one.
  assign behind      = next_o[3:0] - 4'(one_before_q);
  assign begin_place = variant ? made.other : made.first;
  assign place       = there_i ? begin_place_q + rvv_place_t'(behind) : begin_place;
  assign next_o      = done && !sets ? {k + 1'b1, 4'(one_before_q)} : {k, turn + 1'b1};

  rvv_step_t found;

  always_comb begin
    found = '0;
    for (int unsigned i = 0; i < NumRvvSteps; i++) begin
      if (place == rvv_place_t'(i)) found = found | RvvSteps[i];
    end
  end

  (* fsm_encoding = "none" *) logic [$bits(rvv_step_t)-1:0] step_q;

  always_ff @(posedge clk_i) begin
    if (!there_i || go_i) step_q <= found;
  end
  assign step = rvv_step_t'(step_q);

  logic [31:0]       x_signed, x;  // the number of an instruction, with and without sign
  logic signed [3:0] ratio;
  count_t            vlmax, x_max, below;
  logic [LogBytes:0] tail;
  logic              beyond;
  count_t            vlmax_q;
  count_t            x_max_q;    // x, at most VLMAX
  logic              beyond_q;   // x is VLMAX or more
  count_t            below_q;    // vl - 1
  logic [LogBytes:0] tail_q;     // elements below vl in the last register
  logic [2:0]        last_k_q;   // the last register of the group
  logic              nothing_q;  // there is nothing to do

  logic [2:0]  tail_m, active_m;  // mask registers
  logic [31:0] n;
  logic [1:0]  element;  // width of what a load or store moves
  logic [31:0] stride, ahead;

  assign x        = {funct3[2] ? rs1_i[31:5] : '0, funct3[2] ? rs1_i[4:0] : vs1};
  assign x_signed = {funct3[2] ? rs1_i[31:5] : {27{vs1[4]}}, x[4:0]};
  assign vlmax    = count_t'(rvv_vlmax(ratio, VlenBytes));
  assign beyond   = x >= 32'(vlmax);
  assign x_max    = beyond ? vlmax : count_t'(x);
  assign below    = vl - 1'b1;
  assign tail     = vl == '0 ? '0 : (LogBytes+1)'(below & (lanes_of(lane) - 1'b1)) + 1'b1;
  assign ratio    = rvv_ratio(vsew, vlmul_i);

  always_ff @(posedge clk_i) begin
    vlmax_q       <= vlmax;
    x_max_q       <= x_max;
    beyond_q      <= beyond;
    below_q       <= below;
    tail_q        <= tail;
    begin_place_q <= begin_place;
    commands_q    <= commands;
    own_mask_q    <= own_mask;
    one_before_q  <= one_before;
    lane_q        <= lane;
    nothing_q     <= vl == '0 && !made.anyway;
    if (!made.counted) last_k_q <= register_of(below, lane);
    else last_k_q <= made.memory ? instr_i[31:29] : vs1[2:0];
  end

  // ---- From the third cycle on: the command ----------------------------------------------------

  always_comb begin
    tail_m = MaskTail;
    if (made.every && k != last_k_q) tail_m = MaskAll;
    else if (own_mask_q || made.bits) tail_m = MaskScratch3;
    active_m = masked ? MaskScratch5 : tail_m;
  end

  function automatic logic [4:0] operand(rvv_reg_e which);
    unique case (which)
      RvvRegVd:     return rd + 5'(k);
      RvvRegMd:     return rd;
      RvvRegVs1:    return vs1 + 5'(k);
      RvvRegVs2:    return vs2 + 5'(k);
      RvvRegPicked: return vs2 + 5'(register_of(x_max_q, vsew));
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
      RvvNumFirst:   n = (32'(k) << LogBytes) >> vsew;
      RvvNumPart:    n = 32'(k);
      RvvNumOffset:  n = x;
      RvvNumBack:    n = -32'(x_max_q);
      RvvNumLimit:   n = 32'(vlmax_q) - 32'd1;
      RvvNumLane:    n = beyond_q ? '0 : 32'(count_t'(x_max_q & count_t'(lanes_of(vsew) - 1'b1)));
      RvvNumEnd:     n = 32'(count_t'(x_max_q + vl));
      RvvNumRest:    n = 32'(count_t'(vlmax_q - x_max_q));
      RvvNumLast:    n = 32'(below_q);
      RvvNumBytes:   n = (32'(below_q) >> 3) + 1'b1;
      default:       n = '0;
    endcase
  end

  // Bytes of whole registers are moved as words where they lie like these: in fewer groups.
  assign element = made_whole && width == '0 && rs1_i[1:0] == '0 ? 2'd2 : width;

  // From an element to the next one, and from a register to the next one.
  always_comb begin
    unique case (element)
      2'd0:    stride = 32'd1;
      2'd1:    stride = 32'd2;
      default: stride = 32'd4;
    endcase
    if (made.strided) stride = vl <= count_t'(1) ? '0 : rs2_i;
    ahead = '0;
    if (made.memory && !made.strided) ahead = VlenBytes;
    else if (made.strided) begin
      unique case (width)
        2'd0:    ahead = rs2_i << LogBytes;
        2'd1:    ahead = rs2_i << (LogBytes - 1);
        default: ahead = rs2_i << (LogBytes - 2);
      endcase
    end
  end

  // The base of the register.
  logic [31:0] base_sum, base_carry;

  gsq_carry_save #(.Rows(4), .Width(32)) u_sum (
    .valid_i(1'b1),
    .rows_i ({k[2] ? ahead << 2 : '0, k[1] ? ahead << 1 : '0, k[0] ? ahead : '0, rs1_i}),
    .sum_o  (base_sum),
    .carry_o(base_carry)
  );

  always_comb begin
    cmd_o         = '0;
    cmd_o.op      = OpUpdateMask;
    cmd_o.m       = MaskTail;
    cmd_o.n       = 32'(tail_q);
    cmd_o.width   = width_e'(lane_q);
    valid_o       = 1'b1;
    last_o        = 1'b0;
    cmd_o.addr    = base_sum + base_carry;
    unique case (made.indexed ? vsew : element)
      2'd0:    cmd_o.form = FormB8x8;
      2'd1:    cmd_o.form = FormB16;
      default: cmd_o.form = FormB32;
    endcase
    cmd_o.row_stride = stride;
    if (made.indexed) cmd_o.mode = ModeByte;
    if (sets) begin
      // First the state, and its numbers; then the masks of the last register and of all others.
      valid_o = turn[1];
      if (turn == 4'd3) begin
        cmd_o.m     = MaskAll;
        cmd_o.n     = '1;
        cmd_o.width = WidthB8;
        last_o      = 1'b1;
      end
    end else if (nothing_q || reads) begin
      valid_o = 1'b0;
      last_o  = 1'b1;
    end else if (first) begin
      cmd_o.m = made_whole ? MaskAll : MaskScratch3;
      if (!own_mask_q) begin
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
      if (step.vs == RvvRegPicked && beyond_q) valid_o = 1'b0;
      last_o = done && (!made.every || k == last_k_q);
    end
  end

endmodule
