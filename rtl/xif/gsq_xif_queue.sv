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
  /// Instructions that it holds, a power of two from 2 to 16.
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

  localparam int unsigned PlaceWidth = $clog2(Depth);
  typedef logic [PlaceWidth-1:0] place_t;
  typedef logic [PlaceWidth:0]   count_t;  // of instructions since reset, modulo 2 * Depth

  // No reset.
  logic [31:0]        instr_q [Depth];
  logic [31:0]        rs1_q [Depth];
  logic [31:0]        rs2_q [Depth];
  xif_answer_e        answer_q [Depth];
  logic [IdWidth-1:0] id_q [Depth];
  logic [Depth-1:0]   ub_q;

  count_t issued_q, issued_d;        // instructions that have come
  count_t committed_q, committed_d;  // ... that have been committed, the older ones
  count_t executed_q;
  count_t resulted_q;
  count_t kept;                      // instructions without those that go
  logic   push;

  assign place_o = count_t'(issued_q - executed_q) < count_t'(Depth) &&
                   count_t'(issued_q - resulted_q) < count_t'(Depth);

  logic of_issued;  // what the core says is of the instruction that it issues

  assign of_issued = issue_i && commit_id_i == id_i;

  // From the youngest one to the oldest, so that the oldest counts.
  always_comb begin
    kept        = issued_q;
    committed_d = committed_q;
    for (int i = Depth - 1; i >= 0; --i) begin
      automatic count_t number = committed_q + count_t'(i);
      automatic place_t place  = place_t'(number);
      if (count_t'(i) < count_t'(issued_q - committed_q)) begin
        if (issue_i && id_q[place] == id_i) kept = number;
        if (commit_i && !of_issued && id_q[place] == commit_id_i) begin
          if (kill_i) kept = number;
          else committed_d = number + 1'b1;
        end
      end
    end
    push     = issue_i && accept_i && !(commit_i && of_issued && kill_i);
    issued_d = push ? kept + 1'b1 : kept;
    if (push && commit_i && of_issued) committed_d = kept + 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      issued_q    <= '0;
      committed_q <= '0;
      executed_q  <= '0;
      resulted_q  <= '0;
    end else begin
      issued_q    <= issued_d;
      committed_q <= committed_d;
      if (exec_valid_o && exec_ready_i) executed_q <= executed_q + 1'b1;
      if (result_valid_o && result_ready_i) resulted_q <= resulted_q + 1'b1;
    end
  end

  for (genvar i = 0; i < Depth; i++) begin : g_entry
    always_ff @(posedge clk_i) begin
      if (push && place_t'(kept) == place_t'(i)) begin
        instr_q[i]  <= instr_i;
        rs1_q[i]    <= rs1_i;
        rs2_q[i]    <= rs2_i;
        answer_q[i] <= answer_i;
        id_q[i]     <= id_i;
        ub_q[i]     <= ub_i;
      end
    end
  end

  place_t exec_place, result_place;

  assign exec_place   = place_t'(executed_q);
  assign result_place = place_t'(resulted_q);

  assign exec_valid_o    = executed_q != committed_q;
  assign exec_instr_o    = instr_q[exec_place];
  assign exec_rs1_o      = rs1_q[exec_place];
  assign exec_rs2_o      = rs2_q[exec_place];
  assign exec_ub_o       = ub_q[exec_place];
  assign result_valid_o  = resulted_q != committed_q;
  assign result_id_o     = id_q[result_place];
  assign result_rd_o     = instr_q[result_place][11:7];
  assign result_answer_o = answer_q[result_place];
  assign same_o          = executed_q == resulted_q;

  always_comb begin
    ub_waits_o = 1'b0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (count_t'(i) < count_t'(committed_q - executed_q)) begin
        ub_waits_o = ub_waits_o | ub_q[exec_place + place_t'(i)];
      end
    end
  end

  `GSQ_ASSUME(issue_has_place, !(issue_i && accept_i) || place_o)
  `GSQ_ASSUME(committed_is_kept, count_t'(committed_d - committed_q) <=
                                 count_t'(issued_d - committed_q))
  `GSQ_ASSERT(counts_in_order, count_t'(committed_q - executed_q) <= count_t'(Depth) &&
                               count_t'(committed_q - resulted_q) <= count_t'(Depth) &&
                               count_t'(issued_q - committed_q) <= count_t'(Depth))

endmodule
