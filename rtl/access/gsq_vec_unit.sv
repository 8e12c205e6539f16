// SPDX-License-Identifier: Apache-2.0
// Computes the results of strided, repeated commands and queues them until they are written.
//
// Operands arrive in the order of the iterations, src0 before src1. A command with one source has
// its result in the cycle in which src0 arrives; one with two keeps src0 until src1 comes. Results
// that are not taken at once wait in a queue, in order.
//
// Latency: 0, from operand to valid_o. Throughput: one operand a cycle. Handshake: operands have no
// ready; the producer must never have more than Depth results in flight that are not yet taken,
// which an assertion checks; valid/ready for results, valid_o does not depend on ready_i.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_vec_unit
  import gsq_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Places of the result queue, a power of two.
  parameter int unsigned Depth = ResultDepth
) (
  /// Clock.
  input  logic                      clk_i,
  /// Reset, active low.
  input  logic                      rst_ni,
  /// Operand valid.
  input  logic                      valid_i,
  /// 1: the second source; 0: the first.
  input  logic                      second_i,
  /// Operation.
  input  alu_op_e                   op_i,
  /// 1: lanes of four bytes; 0: lanes of two.
  input  logic                      wide_i,
  /// Operand.
  input  logic [VlenBytes-1:0][7:0] data_i,
  /// Result valid.
  output logic                      valid_o,
  /// Ready.
  input  logic                      ready_i,
  /// Result.
  output logic [VlenBytes-1:0][7:0] data_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_DEPTH(Depth)

  typedef logic [VlenBytes-1:0][7:0] vec_t;

  localparam int unsigned PtrWidth = $clog2(Depth);

  vec_t              first_q;          // no reset, like queue_q
  vec_t              result;
  vec_t              queue_q [Depth];
  logic [PtrWidth:0] used_q;
  logic [PtrWidth-1:0] head_q;
  logic              made;             // the lane ALU has a result
  logic              takes;

  assign made = valid_i && (second_i || op_i != AluAdd);

  gsq_lane_alu #(
    .VlenBytes(VlenBytes)
  ) u_lane_alu (
    .op_i,
    .wide_i,
    .a_i     (op_i == AluAdd ? first_q : data_i),
    .b_i     (data_i),
    .result_o(result)
  );

  assign valid_o = made || used_q != '0;
  assign data_o  = used_q != '0 ? queue_q[head_q] : result;
  assign takes   = valid_o && ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
      head_q <= '0;
    end else begin
      used_q <= used_q + (PtrWidth + 1)'(made) - (PtrWidth + 1)'(takes);
      if (takes && used_q != '0) head_q <= head_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && !second_i) first_q <= data_i;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (made && !(takes && used_q == '0) && PtrWidth'(head_q + PtrWidth'(used_q)) == PtrWidth'(i))
        queue_q[i] <= result;
    end
  end

  `GSQ_ASSUME(result_has_place, !made || takes || 32'(used_q) < Depth)
  `GSQ_ASSERT(at_most_depth, 32'(used_q) <= Depth)
  `GSQ_ASSERT_HOLD(result_holds, valid_o, ready_i, data_o)

endmodule
