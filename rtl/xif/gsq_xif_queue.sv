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
  parameter int unsigned Depth = 4
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
  /// From where the result of the instruction that is issued comes.
  input  xif_answer_e        answer_i,
  /// The instruction accesses the Unified Buffer.
  input  logic               ub_i,
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
  /// The next instruction to be executed accesses the Unified Buffer.
  output logic               exec_ub_o,
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
  /// An instruction that accesses the Unified Buffer has been committed and not been executed.
  output logic               ub_waits_o
);

  localparam int unsigned CountWidth = $clog2(Depth + 1);
  typedef logic [CountWidth-1:0] count_t;

  typedef struct packed {
    logic [31:0] instr;
    logic [31:0] rs1;
    logic [31:0] rs2;
    logic        ub;
  } exec_t;

  typedef struct packed {
    logic [IdWidth-1:0] id;
    logic [4:0]         rd;
    xif_answer_e        answer;
  } result_t;

  // Two lists of the same instructions: those not executed, those without a result. The oldest is
  // entry 0, the youngest ones are at the end of both.
  exec_t   [Depth-1:0] exec_q;        // no reset
  result_t [Depth-1:0] result_q;      // no reset
  count_t              execs_q;       // instructions in the first list
  count_t              results_q;     // ... in the second
  count_t              open_q;        // ... in both, not committed
  count_t              left;          // ... if none comes or goes
  count_t              gone;          // instructions that go, the youngest
  logic                push;
  logic                exec_pop, result_pop;
  logic                of_issued;     // what the core says is of the instruction that it issues

  assign place_o    = execs_q != count_t'(Depth) && results_q != count_t'(Depth);
  assign of_issued  = commit_i && issue_i && commit_id_i == id_i;
  assign push       = issue_i && accept_i && !(of_issued && kill_i);
  assign exec_pop   = exec_valid_o && exec_ready_i;
  assign result_pop = result_valid_o && result_ready_i;

  // From the youngest one to the oldest, so that the oldest counts.
  always_comb begin
    gone = '0;
    left = open_q;
    for (int unsigned i = Depth; i-- > 0;) begin
      if (count_t'(i) < results_q && count_t'(i) >= results_q - open_q) begin
        if (issue_i && result_q[i].id == id_i) gone = results_q - count_t'(i);
        if (commit_i && !of_issued && result_q[i].id == commit_id_i) begin
          if (kill_i) gone = results_q - count_t'(i);
          else left = results_q - count_t'(i) - 1'b1;
        end
      end
    end
  end

  // The entries behind the ones that leave and the ones that go.
  count_t exec_end, result_end;

  assign exec_end   = execs_q - gone - count_t'(exec_pop);
  assign result_end = results_q - gone - count_t'(result_pop);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      execs_q   <= '0;
      results_q <= '0;
      open_q    <= '0;
    end else begin
      execs_q   <= exec_end + count_t'(push);
      results_q <= result_end + count_t'(push);
      open_q    <= push && of_issued ? '0 : left - gone + count_t'(push);
    end
  end

  for (genvar i = 0; i < Depth; i++) begin : g_entry
    logic exec_new, result_new;  // the new instruction comes here

    assign exec_new   = push && exec_end == count_t'(i);
    assign result_new = push && result_end == count_t'(i);

    always_ff @(posedge clk_i) begin
      if (exec_new) exec_q[i] <= '{instr: instr_i, rs1: rs1_i, rs2: rs2_i, ub: ub_i};
      else if (exec_pop && i + 1 < Depth) exec_q[i] <= exec_q[(i+1)%Depth];
      if (result_new) result_q[i] <= '{id: id_i, rd: instr_i[11:7], answer: answer_i};
      else if (result_pop && i + 1 < Depth) result_q[i] <= result_q[(i+1)%Depth];
    end
  end

  assign exec_valid_o    = execs_q != open_q;
  assign exec_instr_o    = exec_q[0].instr;
  assign exec_rs1_o      = exec_q[0].rs1;
  assign exec_rs2_o      = exec_q[0].rs2;
  assign exec_ub_o       = exec_q[0].ub;
  assign result_valid_o  = results_q != open_q;
  assign result_id_o     = result_q[0].id;
  assign result_rd_o     = result_q[0].rd;
  assign result_answer_o = result_q[0].answer;
  assign same_o          = execs_q == results_q;

  always_comb begin
    ub_waits_o = 1'b0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (count_t'(i) < execs_q - open_q) ub_waits_o = ub_waits_o | exec_q[i].ub;
    end
  end

  `GSQ_ASSUME(issue_has_place, !(issue_i && accept_i) || place_o)
  // The core does not commit an instruction behind one that it drops in the same cycle.
  `GSQ_ASSUME(committed_is_kept, gone <= left)
  `GSQ_ASSERT(counts_in_order, open_q <= execs_q && open_q <= results_q &&
                               execs_q <= count_t'(Depth) && results_q <= count_t'(Depth))

endmodule
