// SPDX-License-Identifier: Apache-2.0
// Computes the results of strided, repeated commands and queues them until they are written.
//
// Operands arrive in the order of the iterations, src0 before src1. Every iteration has an entry
// of the queue from its first operand on. The entry of a command with two sources holds src0 until
// src1 comes, and then the sum. The newest entry is always the same register, so the lane ALU
// needs no selection: the others move up by one place when an entry is added.
//
// Latency: 1, from the last operand of an iteration to valid_o. Throughput: one operand a cycle.
// Handshake: operands have no ready; the producer must never have more than Depth iterations of
// which an operand has arrived and whose result is not yet taken, which an assertion checks;
// valid/ready for results, valid_o does not depend on ready_i.

`include "gsq_assert.svh"

module gsq_vec_unit
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Places of the result queue.
  parameter int unsigned Depth = ReadAhead,
  /// 0: it has a lane ALU; 1: it uses that of the compute pipe.
  parameter int unsigned LaneOps = 0,
  localparam int unsigned Words = VlenBytes / 4
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      valid_i,
  /// 1: the second source; 0: the first.
  input  logic                      second_i,
  /// The command has two sources.
  input  logic                      pair_i,
  /// Operation on it: AluAdd for the second source, AluCopy for the first of two.
  input  alu_op_e                   op_i,
  /// 1: lanes of four bytes; 0: lanes of two.
  input  logic                      wide_i,
  /// Operand.
  input  logic [VlenBytes-1:0][7:0] data_i,
  output logic                      valid_o,
  input  logic                      ready_i,
  /// Result.
  output logic [VlenBytes-1:0][7:0] data_o,
  /// The newest entry: of a sum, the first operand.
  output logic [VlenBytes-1:0][7:0] newest_o,
  /// Result of the lane ALU outside, in the cycle of its operand; with LaneOps.
  input  logic [VlenBytes-1:0][7:0] alu_result_i
);

  typedef logic [VlenBytes-1:0][7:0] vec_t;

  vec_t             queue_q [Depth];  // no reset; from the newest to the oldest
  logic [Depth-1:0] oldest_q;         // one bit for the place of the oldest entry, 0 without one
  logic             half_q;           // the newest entry waits for src1
  vec_t             result;
  logic             push;  // an operand begins a new entry
  logic             pop;

  assign push     = valid_i && !second_i;
  assign newest_o = queue_q[0];

  if (LaneOps == 0) begin : g_own
    alu_op_e op [Words];

    for (genvar i = 0; i < Words; i++) begin : g_op
      assign op[i] = op_i;
    end

    gsq_lane_alu #(
      .VlenBytes(VlenBytes)
    ) u_lane_alu (
      .valid_i,
      .op_i    (op),
      .wide_i  ({Words{wide_i}}),
      .a_i     (data_i),
      .b_i     (queue_q[0]),
      .result_o(result)
    );

    logic unused_result;
    assign unused_result = ^alu_result_i;
  end else begin : g_shared
    assign result = alu_result_i;

    logic unused_operand;
    assign unused_operand = ^{op_i, wide_i, data_i};
  end

  assign valid_o = oldest_q != '0 && !(oldest_q[0] && half_q);
  assign pop     = valid_o && ready_i;

  always_comb begin
    data_o = 'x;
    if (valid_o) begin  // saves simulation time, costs no gates
      data_o = '0;
      for (int unsigned i = 0; i < Depth; i++) data_o |= queue_q[i] & {8 * VlenBytes{oldest_q[i]}};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      oldest_q <= '0;
      half_q   <= 1'b0;
    end else begin
      if (push && !pop) oldest_q <= oldest_q == '0 ? Depth'(1) : oldest_q << 1;
      else if (pop && !push) oldest_q <= oldest_q >> 1;
      if (valid_i) half_q <= push && pair_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) queue_q[0] <= result;
    if (push) begin
      for (int unsigned i = 1; i < Depth; i++) queue_q[i] <= queue_q[i-1];
    end
  end

  `GSQ_ASSUME(result_has_place, !push || pop || !oldest_q[Depth-1])
  `GSQ_ASSUME(second_follows_first, !valid_i || second_i == half_q)
  `GSQ_ASSERT(one_oldest, $onehot0(oldest_q))
  `GSQ_ASSERT_HOLD(result_holds, valid_o, ready_i, data_o)

endmodule
