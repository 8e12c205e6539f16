// SPDX-License-Identifier: Apache-2.0
// gsq_row_product: the two numbers make the product plus the constant, or the product is too large.
//
// No solver proves a whole multiplier. Every digit of the index adds a row of its own, so indices
// with at most two digits other than 0 stand for all: one row, and two that are added. The bench of
// gsq_slot_offset has the others.
module prove_row_product #(
  parameter int unsigned VlenBytes = 32,
  parameter int unsigned UbBytes = 4096,
  parameter int unsigned RowMultiplier = 1,
  localparam int unsigned W = $clog2(UbBytes),
  localparam int unsigned B = $clog2(VlenBytes)
) (
  input logic [W-1:0] index_i,
  input logic [W:0]   factor_i,  // with a sign
  input logic [B-1:0] bytes_i
);

  logic [W/2-1:0]       digits;  // of the index: it is not 0
  logic                 negative;
  logic [W-1:0]         size;    // of the factor
  logic [W-1:0]         leading; // that size, or one less
  logic [W+1:0]         factor;
  logic [W+1:0]         triple;
  logic [W-1:0]         beyond;
  logic [$clog2(W)-1:0] shift;
  logic [W+1:0]         sum [2], carry [2];
  logic [1:0]           far;
  logic [2*W-1:0]       product;

  always_comb begin
    negative = factor_i[W];
    factor   = {negative, factor_i};
    size     = W'(negative ? -factor_i : factor_i);
    leading  = factor_i[W-1:0] ^ {W{negative}};
    assume (factor_i != {1'b1, W'(0)});  // -UbBytes
    assume (!negative || bytes_i == '0);
    assume (RowMultiplier != 0 || $onehot0(size));
    for (int unsigned k = 0; k < W / 2; k++) digits[k] = index_i[2*k+:2] != '0;
    assume (RowMultiplier == 0 || $countones(digits) <= 2);
    triple = 3 * factor;
    shift  = '0;
    beyond[0] = factor_i != '0;
    for (int unsigned k = 0; k < W; k++) begin
      if (k != 0) beyond[k] = {32'd0, leading} << k >= (W + 32)'(UbBytes);
      if (size[k]) shift = ($clog2(W))'(k);
    end
  end

  for (genvar i = 0; i < 2; i++) begin : g_coding
    localparam gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(
        .VlenBytes(VlenBytes), .UbBytes(UbBytes), .RowMultiplier(RowMultiplier), .XbarOneHot(i));

    gsq_row_product #(.Cfg(Cfg)) dut (
      .valid_i(1'b1), .index_i, .factor_i(factor), .triple_i(triple), .beyond_i(beyond), .shift_i(shift),
      .negative_i(negative), .bytes_i,
      .sum_o(sum[i]), .carry_o(carry[i]), .far_o(far[i])
    );
  end

  assign product = (2 * W)'(index_i) * (2 * W)'(size);

  always_comb begin
    codings_agree: assert (sum[0] + carry[0] == (W + 2)'(sum[1] + carry[1]) && far[0] == far[1]);
    far_is_far: assert (!far[1] || product >= (2 * W)'(UbBytes));
    near_is_exact: assert (far[1] || product < (2 * W)'(2 * UbBytes));
    sum_is_right: assert ((W + 2)'(sum[1] + carry[1]) ==
                          (negative ? -(W + 2)'(product) : (W + 2)'(product)) + (W + 2)'(bytes_i));
  end

endmodule
