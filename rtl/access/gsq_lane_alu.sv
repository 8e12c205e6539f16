// SPDX-License-Identifier: Apache-2.0
// Copy, absolute value and sum of lanes of two or four bytes, wrapping.
//
// A sum is a XOR b XOR its carries. -a is a with all bits above its lowest 1 inverted. One of them
// is selected last, so neither the operation nor a sign has to pass an adder. Both halves of a lane
// compute at the same time which carries they make and which they pass on (Kogge-Stone).
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

  // For each place of a half, the OR of the bits below it, and of all; in groups of four.
  function automatic logic [16:0] below(logic [15:0] a);
    logic [3:0] group;  // OR of the groups of four bits
    for (int unsigned k = 0; k < 4; k++) group[k] = a[4*k+:4] != '0;
    for (int unsigned k = 0; k <= 16; k++) begin
      below[k] = (group & 4'((1 << (k / 4)) - 1)) != '0 ||
                 (k < 16 && (a[4*(k/4%4)+:4] & 4'((1 << (k % 4)) - 1)) != '0);
    end
  endfunction

  for (genvar i = 0; i < VlenBytes / 4; i++) begin : g_lane
    logic        low_negative, high_negative;  // sign of each half, or of the whole lane
    logic [31:0] make;   // per place, with those below it in its half: it makes a carry
    logic [31:0] pass;   // the same: it passes on a carry into the half
    logic [15:0] into;   // carries into the high half
    logic [16:0] ones, high_ones;
    logic [31:0] negate;

    always_comb begin
      make = a_i[i] & b_i[i];
      pass = a_i[i] ^ b_i[i];
      for (int unsigned reach = 1; reach < 16; reach *= 2) begin
        make[31:16] |= pass[31:16] & (make[31:16] << reach);
        make[15:0]  |= pass[15:0] & (make[15:0] << reach);
        pass[31:16] &= (pass[31:16] << reach) | ~(16'hffff << reach);
        pass[15:0]  &= (pass[15:0] << reach) | ~(16'hffff << reach);
      end
      into = {make[30:16], 1'b0} |
             ({pass[30:16], 1'b1} & {16{wide_i && make[15]}});
    end

    assign ones          = below(a_i[i][15:0]);
    assign high_ones     = below(a_i[i][31:16]);
    assign high_negative = op_i == AluAbs && a_i[i][31];
    assign low_negative  = op_i == AluAbs && a_i[i][wide_i ? 31 : 15];
    assign negate        = {(high_ones[15:0] | {16{wide_i && ones[16]}}) & {16{high_negative}},
                            ones[15:0] & {16{low_negative}}};

    assign result_o[i] = a_i[i] ^ (op_i == AluAdd ? b_i[i] ^ {into, make[14:0], 1'b0} : negate);

    logic unused_carries;
    assign unused_carries = ^{make[31], pass[31], pass[15], high_ones[16]};
  end

endmodule
