// SPDX-License-Identifier: Apache-2.0
// Vector instructions of RISC-V in the front end: judges them when they are issued, keeps vl and
// vtype, and makes their commands when they are executed.
//
// vl and vtype are there twice: after the last vset that was committed, with which instructions
// are judged, and after the last one that was executed, with which commands are made.
//
// Latency: that of an issue is 0; the first step of an instruction is there in the third cycle in
// which it is the next one to be executed. Throughput: a step a cycle. Handshake: see
// docs/reference/front_end.md.

module gsq_xif_vector
  import gsq_pkg::*;
  import gsq_xif_pkg::*;
  import gsq_rvv_pkg::*;
#(
  /// Bytes of a vector register.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer, a power of two.
  parameter int unsigned UbBytes = 262144,
  /// Where the core sees the Unified Buffer, a multiple of UbBytes.
  parameter logic [31:0] UbBase = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// Issue: instruction word.
  input  logic [31:0] instr_i,
  /// Issue: value of the x register in the field rs1.
  input  logic [31:0] rs1_i,
  /// Issue: value of the x register in the field rs2.
  input  logic [31:0] rs2_i,
  /// Issue: an instruction is issued in this cycle.
  input  logic        issue_i,
  /// Issue: the word is a legal vector instruction. Those below mean something only then.
  output logic        legal_o,
  /// Issue: its base address has a legal alignment.
  output logic        aligned_o,
  /// Issue: the field rs1 is an x register whose value counts.
  output logic        reads_rs1_o,
  /// Issue: the same for rs2.
  output logic        reads_rs2_o,
  /// Issue: the commands access the Unified Buffer.
  output logic        ub_o,
  /// Issue: from where the result comes.
  output xif_answer_e answer_o,
  /// Issue: the instruction reads or writes vl and vtype for rd.
  output logic        state_o,
  /// Issue: vl and vtype are there for the word, or it does not need them.
  output logic        ready_o,
  /// Issue: value of the first operand, as the unit counts addresses.
  output logic [31:0] rs1_o,
  /// Queue: see gsq_xif_queue.
  input  logic        state_waits_i,
  /// Queue: see gsq_xif_queue.
  input  logic        state_owes_i,
  /// Queue: see gsq_xif_queue.
  input  logic        state_commits_i,
  /// Queue: see gsq_xif_queue.
  input  logic        exec_new_i,
  /// Execution: a vector instruction has its turn.
  input  logic        exec_valid_i,
  /// Execution: word of the next instruction to be executed.
  input  logic [31:0] exec_instr_i,
  /// Execution: value of its first operand.
  input  logic [31:0] exec_rs1_i,
  /// Execution: value of its second operand.
  input  logic [31:0] exec_rs2_i,
  /// Execution: the present step does not wait for the unit.
  input  logic        goes_i,
  /// Execution: the present step is there.
  output logic        there_o,
  /// Execution: it has a command.
  output logic        valid_o,
  /// Execution: the command, with tag 0.
  output cmd_t        cmd_o,
  /// Execution: the step is the last one.
  output logic        last_o,
  /// Result: from where it comes.
  input  xif_answer_e result_answer_i,
  /// Result: vl, vtype or vlenb.
  output logic [31:0] data_o
);

  rvv_state_t  state_q;       // after the last committed vset
  rvv_state_t  pending_q;     // after the one that waits for its commit
  rvv_state_t  exec_state_q;  // after the last executed one
  rvv_state_t  state, exec_state;

  // ---- Issue ------------------------------------------------------------------------------------

  rvv_kind_e   kind;
  rvv_answer_e answer;
  logic        of_state;  // the word can be one for which vl and vtype count
  logic        takes;     // an instruction with state_o is issued

  gsq_rvv_judge #(.VlenBytes(VlenBytes)) u_judge (
    .instr_i, .rs1_i, .rs2_i, .state_i(state_q), .legal_o, .kind_o(kind), .answer_o(answer),
    .reads_rs1_o, .reads_rs2_o, .ub_o, .aligned_o, .state_o(state)
  );

  always_comb begin
    unique case (answer)
      RvvNumber: answer_o = XifFromResponse;
      RvvFirst:  answer_o = XifFirst;
      RvvByte:   answer_o = XifByte;
      RvvHalf:   answer_o = XifHalf;
      default:   answer_o = XifAtOnce;
    endcase
    if (kind == RvvSet) answer_o = XifVl;
    if (kind == RvvRead) begin
      unique case (instr_i[21:20])
        2'd0:    answer_o = XifVl;
        2'd1:    answer_o = XifVtype;
        default: answer_o = XifVlenb;
      endcase
    end
  end

  // One instruction at a time may change the state, or wait for its value.
  assign state_o  = kind == RvvSet || kind == RvvRead;
  assign of_state = instr_i[6:0] inside {7'h07, 7'h27, 7'h57, 7'h73};
  assign ready_o  = !of_state || (!state_waits_i && !(kind == RvvSet && state_owes_i));
  assign rs1_o    = ub_o ? in_ub(rs1_i, UbBytes, UbBase) : rs1_i;
  assign takes    = issue_i && legal_o && state_o;

  always_ff @(posedge clk_i) begin
    if (takes) pending_q <= state;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= '{vill: 1'b1, default: '0};
    else if (state_commits_i) state_q <= takes ? state : pending_q;
  end

  always_comb begin
    unique case (result_answer_i)
      XifVtype: data_o = {state_q.vill, 23'd0, state_q.vma, state_q.vta, 1'b0, state_q.vsew,
                          state_q.vlmul};
      XifVlenb: data_o = VlenBytes;
      default:  data_o = 32'(state_q.vl);
    endcase
  end

  // ---- Execution --------------------------------------------------------------------------------

  logic       sets;     // it is vset that has its turn
  logic [6:0] step_q, step_next;
  logic [1:0] stage_q;  // cycles for which the instruction has been the next one
  logic       done;     // a step is done

  /* verilator lint_off PINCONNECTEMPTY */  // reads have no commands
  gsq_rvv_set #(.VlenBytes(VlenBytes)) u_set (
    .instr_i(exec_instr_i), .rs1_i(exec_rs1_i), .rs2_i(exec_rs2_i), .state_i(exec_state_q),
    .sets_o(sets), .reads_o(), .state_o(exec_state)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  gsq_rvv_commands #(.VlenBytes(VlenBytes)) u_commands (
    .clk_i, .instr_i(exec_instr_i), .rs1_i(exec_rs1_i), .rs2_i(exec_rs2_i),
    .vl_i(exec_state_q.vl[$clog2(VlenBytes)+3:0]), .vsew_i(exec_state_q.vsew),
    .vlmul_i(exec_state_q.vlmul),
    .there_i(there_o), .step_i(step_q), .go_i(done), .valid_o, .cmd_o, .last_o,
    .next_o(step_next)
  );

  assign there_o = stage_q == 2'd2;
  assign done    = exec_valid_i && there_o && goes_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      exec_state_q <= '{vill: 1'b1, default: '0};
      step_q       <= '0;
      stage_q      <= '0;
    end else begin
      if (done) begin
        step_q <= last_o ? '0 : step_next;
        if (step_q == '0 && sets) exec_state_q <= exec_state;
      end
      if (exec_new_i) stage_q <= '0;
      else if (!there_o) stage_q <= stage_q + 1'b1;
    end
  end

endmodule
