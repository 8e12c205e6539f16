// SPDX-License-Identifier: Apache-2.0
// Copy, absolute value and sum of lanes of two or four bytes, wrapping.
//
// One adder serves all: |a| is a, or its complement plus one where a is negative; a copy adds zero.
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
    logic [16:0] low;
    logic        carry;                        // into the high half

    assign high_negative = op_i == AluAbs && a_i[i][31];
    assign low_negative  = wide_i ? high_negative : op_i == AluAbs && a_i[i][15];
    assign x     = a_i[i] ^ {{16{high_negative}}, {16{low_negative}}};
    assign y     = op_i == AluAdd ? b_i[i] : '0;
    assign low   = 17'(x[15:0]) + 17'(y[15:0]) + 17'(low_negative);
    assign carry = wide_i ? low[16] : high_negative;
    assign result_o[i] = {x[31:16] + y[31:16] + 16'(carry), low[15:0]};
  end

endmodule
