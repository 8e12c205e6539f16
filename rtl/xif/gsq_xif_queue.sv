// SPDX-License-Identifier: Apache-2.0
// Instructions that a core has issued and the unit has accepted, in order, until each has been
// executed and has given its result.
//
// An instruction waits for its commit. From then on it is executed and gives its result, each in
// order, and either may come first. A kill takes it away with all that were issued after it. So
// does the issue of an instruction with its number: the core has dropped it without saying so.
//
// Latency: 1 cycle from the issue, or a later commit, to execution and result. Throughput: one in
// and one out a cycle. Handshake: none at the input, where an instruction must only come when
// there is a place; valid/ready at both outputs.

`include "gsq_assert.svh"

module gsq_xif_queue
  import gsq_xif_pkg::*;
#(
  /// Bits of an instruction's number.
  parameter int unsigned IdWidth = 4,
  /// Instructions that it holds, from 2 to 16.
  parameter int unsigned Depth = 4,
  /// 1: there are vector instructions of RISC-V.
  parameter int unsigned RvvOps = 0
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// There is a place.
  output logic               place_o,
  /// The core has issued an instruction in this cycle.
  input  logic               issue_i,
  /// The instruction that is issued has been accepted.
  input  logic               accept_i,
  /// Number of the instruction that is issued.
  input  logic [IdWidth-1:0] id_i,
  /// Word of the instruction that is issued.
  input  logic [31:0]        instr_i,
  /// Value of the first operand of the instruction that is issued.
  input  logic [31:0]        rs1_i,
  /// Value of the second operand of the instruction that is issued.
  input  logic [31:0]        rs2_i,
  /// What the instruction that is issued does.
  input  xif_kind_e          kind_i,
  /// From where the result of the instruction that is issued comes.
  input  xif_answer_e        answer_i,
  /// The instruction accesses the Unified Buffer.
  input  logic               ub_i,
  /// The instruction that is issued reads or writes the state of vector instructions.
  input  logic               state_i,
  /// The core says in this cycle what becomes of an instruction.
  input  logic               commit_i,
  /// Number of the instruction of which the core says it.
  input  logic [IdWidth-1:0] commit_id_i,
  /// The instruction of which the core says something shall not be executed.
  input  logic               kill_i,
  output logic               exec_valid_o,
  input  logic               exec_ready_i,
  /// Word of the next instruction to be executed.
  output logic [31:0]        exec_instr_o,
  /// Value of the first operand of the next instruction to be executed.
  output logic [31:0]        exec_rs1_o,
  /// Value of the second operand of the next instruction to be executed.
  output logic [31:0]        exec_rs2_o,
  /// What the next instruction to be executed does.
  output xif_kind_e          exec_kind_o,
  /// From where the result of the next instruction to be executed comes.
  output xif_answer_e        exec_answer_o,
  /// The next instruction to be executed accesses the Unified Buffer.
  output logic               exec_ub_o,
  /// Another instruction is the next one to be executed from the next cycle on.
  output logic               exec_new_o,
  output logic               result_valid_o,
  input  logic               result_ready_i,
  /// Number of the next instruction that gives its result.
  output logic [IdWidth-1:0] result_id_o,
  /// Field rd of the next instruction that gives its result.
  output logic [4:0]         result_rd_o,
  /// From where the result of that instruction comes.
  output xif_answer_e        result_answer_o,
  /// The next instruction that gives its result is the next one to be executed, too.
  output logic               same_o,
  /// An instruction of those with state_i is left without a commit, if one is issued.
  output logic               state_waits_o,
  /// An instruction of those with state_i has been committed, and has not given its result.
  output logic               state_owes_o,
  /// An instruction of those with state_i is committed in this cycle.
  output logic               state_commits_o,
  /// An instruction that accesses the Unified Buffer has been committed and not been executed.
  output logic               ub_waits_o
);

  localparam int unsigned CountWidth = $clog2(Depth + 1);
  typedef logic [CountWidth-1:0] count_t;

  typedef struct packed {
    logic [31:0] instr;
    logic [31:0] rs1;
    logic [31:0] rs2;
    xif_kind_e   kind;
    xif_answer_e answer;
    logic        ub;
  } exec_t;

  typedef struct packed {
    logic [IdWidth-1:0] id;
    logic [4:0]         rd;
    xif_answer_e        answer;
  } result_t;

  // Two lists of the same instructions: those not executed, those without a result. The oldest is
  // entry 0. Those without a commit are the youngest ones, at the end of both.
  exec_t   [Depth-1:0]              exec_q;     // no reset
  result_t [Depth-1:0]              result_q;   // no reset
  logic    [Depth-1:0][IdWidth-1:0] open_id_q;  // no reset; without a commit, oldest first
  logic    [Depth-1:0]              state_q;    // the same, of those with state_i
  count_t                           execs_q;    // committed instructions in the first list
  count_t                           results_q;  // ... in the second
  count_t                           open_q;     // instructions without a commit
  logic                             push;
  logic                             exec_pop, result_pop;

  // What other instructions can have, so that no register holds a constant.
  xif_kind_e   kind;
  xif_answer_e answer;
  logic        state;

  assign kind   = RvvOps != 0 ? kind_i : xif_kind_e'(kind_i & (XifWrite | XifRead | XifSync));
  assign answer = RvvOps != 0 ? answer_i
                              : xif_answer_e'(answer_i & (XifFromResponse | XifFromHere));
  assign state  = RvvOps != 0 && state_i;

  assign place_o    = count_t'(execs_q + open_q) != count_t'(Depth) &&
                      count_t'(results_q + open_q) != count_t'(Depth);
  assign exec_pop   = exec_valid_o && exec_ready_i;
  assign result_pop = result_valid_o && result_ready_i;

  // What the core says of instructions without a commit, in a cycle without an issue, and how many
  // an issue leaves. Of several with one number the oldest counts.
  count_t commits;  // that are committed
  count_t left;     // that are not killed
  count_t spared;   // that the issue does not take away

  always_comb begin
    commits = '0;
    left    = open_q;
    spared  = open_q;
    for (int i = Depth - 1; i >= 0; --i) begin
      if (count_t'(i) < open_q) begin
        if (open_id_q[i] == id_i) spared = count_t'(i);
        if (commit_i && open_id_q[i] == commit_id_i) begin
          if (kill_i) left = count_t'(i);
          else commits = count_t'(i) + 1'b1;
        end
      end
    end
  end

  // The same with an issue, which is known late. The core may speak of what it issues.
  logic   of_issued;
  count_t commits_issue, left_issue;
  count_t commits_now, left_now;

  assign of_issued     = commit_i && commit_id_i == id_i;
  assign commits_issue = of_issued ? '0 : commits;
  assign left_issue    = of_issued || spared < left ? spared : left;
  assign push          = issue_i && accept_i && !(of_issued && kill_i);
  assign commits_now   = issue_i ? commits_issue : commits;
  assign left_now      = issue_i ? left_issue : left;

  // Where a new instruction comes.
  count_t exec_end, result_end;

  assign exec_end   = execs_q + left_issue - count_t'(exec_pop);
  assign result_end = results_q + left_issue - count_t'(result_pop);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      execs_q   <= '0;
      results_q <= '0;
      open_q    <= '0;
    end else if (push && of_issued) begin
      execs_q   <= exec_end + 1'b1;
      results_q <= result_end + 1'b1;
      open_q    <= '0;
    end else begin
      execs_q   <= execs_q + commits_now - count_t'(exec_pop);
      results_q <= results_q + commits_now - count_t'(result_pop);
      open_q    <= left_now - commits_now + count_t'(push);
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Depth; i++) begin
      if (push && left_issue - commits_issue == count_t'(i)) begin
        open_id_q[i] <= id_i;
        state_q[i]   <= state;
      end else begin
        for (int unsigned j = 1; i + j < Depth; j++) begin
          if (commits_now == count_t'(j)) begin
            open_id_q[i] <= open_id_q[i+j];
            state_q[i]   <= state_q[i+j];
          end
        end
      end
    end
  end

  for (genvar i = 0; i < Depth; i++) begin : g_entry
    logic exec_new, result_new;  // the new instruction comes here

    assign exec_new   = push && exec_end == count_t'(i);
    assign result_new = push && result_end == count_t'(i);

    always_ff @(posedge clk_i) begin
      if (exec_new) begin
        exec_q[i] <= '{instr: instr_i, rs1: rs1_i, rs2: rs2_i, kind: kind, answer: answer,
                       ub: ub_i};
      end else if (exec_pop && i + 1 < Depth) exec_q[i] <= exec_q[(i+1)%Depth];
      if (result_new) result_q[i] <= '{id: id_i, rd: instr_i[11:7], answer: answer};
      else if (result_pop && i + 1 < Depth) result_q[i] <= result_q[(i+1)%Depth];
    end
  end

  assign exec_valid_o    = execs_q != '0;
  assign exec_instr_o    = exec_q[0].instr;
  assign exec_rs1_o      = exec_q[0].rs1;
  assign exec_rs2_o      = exec_q[0].rs2;
  assign exec_kind_o     = exec_q[0].kind;
  assign exec_answer_o   = exec_q[0].answer;
  assign exec_ub_o       = exec_q[0].ub;
  assign result_valid_o  = results_q != '0;
  assign result_id_o     = result_q[0].id;
  assign result_rd_o     = result_q[0].rd;
  assign result_answer_o = result_q[0].answer;
  assign same_o          = execs_q == results_q;

  assign exec_new_o = exec_pop || (push && exec_end == '0);

  always_comb begin
    state_waits_o   = 1'b0;
    state_owes_o    = 1'b0;
    state_commits_o = push && of_issued && state;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (count_t'(i) < spared && state_q[i]) state_waits_o = 1'b1;
      if (count_t'(i) < commits_now && state_q[i]) state_commits_o = 1'b1;
      if (count_t'(i) < results_q && result_q[i].answer inside {XifVl, XifVtype, XifVlenb}) begin
        state_owes_o = 1'b1;
      end
    end
  end

  always_comb begin
    ub_waits_o = 1'b0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (count_t'(i) < execs_q) ub_waits_o = ub_waits_o | exec_q[i].ub;
    end
  end

  `GSQ_ASSUME(issue_has_place, !(issue_i && accept_i) || place_o)
  // The core does not commit an instruction behind one that it drops in the same cycle.
  `GSQ_ASSUME(committed_is_kept, commits_now <= left_now)
  `GSQ_ASSERT(counts_fit, 32'(execs_q) + 32'(open_q) <= Depth &&
                          32'(results_q) + 32'(open_q) <= Depth)

endmodule
