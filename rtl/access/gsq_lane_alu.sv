// SPDX-License-Identifier: Apache-2.0
// Copy, absolute value and sum of lanes of two or four bytes, wrapping.
//
// One adder serves all: |a| is a, or its complement plus one where a is negative; a copy adds zero. A place
// between the halves passes the carry of a lane of four bytes, and makes that of the upper lane of two.
//
// Combinational.

`include "gsq_param_checks.svh"

module gsq_lane_alu
  import gsq_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256
) (
  /// Operation.
  input  alu_op_e                    op_i,
  /// 1: lanes of four bytes; 0: lanes of two.
  input  logic                       wide_i,
  /// First operand.
  input  logic [VlenBytes/4-1:0][31:0] a_i,
  /// Second operand of a sum.
  input  logic [VlenBytes/4-1:0][31:0] b_i,
  /// Result.
  output logic [VlenBytes/4-1:0][31:0] result_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)

  for (genvar i = 0; i < VlenBytes / 4; i++) begin : g_lane
    logic        low_negative, high_negative;  // sign of each half, or of the whole lane
    logic [31:0] x, y;
    logic        pass, make;                   // a carry between the halves
    logic [33:0] sum;                          // with places for the carries into both halves
    logic        unused_carries;

    assign high_negative = op_i == AluAbs && a_i[i][31];
    assign low_negative  = wide_i ? high_negative : op_i == AluAbs && a_i[i][15];
    assign x    = a_i[i] ^ {{16{high_negative}}, {16{low_negative}}};
    assign y    = op_i == AluAdd ? b_i[i] : '0;
    assign make = !wide_i && high_negative;
    assign pass = wide_i || high_negative;
    assign sum  = {x[31:16], pass, x[15:0], 1'b1} + {y[31:16], make, y[15:0], low_negative};
    assign result_o[i] = {sum[33:18], sum[16:1]};
    assign unused_carries = ^{sum[17], sum[0]};
  end

endmodule
