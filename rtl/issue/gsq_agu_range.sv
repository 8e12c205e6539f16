// SPDX-License-Identifier: Apache-2.0
// Range check of one operand of a strided, repeated command, before its first access.
//
// Strides are never negative, so the last block of the last iteration is the highest, and it alone
// decides. The first cycle adds up its number in two parts; the second adds these and compares.
// High bits of start and block stride that no legal operand has decide alone, so that the sums stay
// short.
//
// Latency: outside_o refers to the inputs of the last cycle with en_i. Throughput: one check a
// cycle. Handshake: none.

`include "gsq_param_checks.svh"

module gsq_agu_range
  import gsq_pkg::*;
#(
  /// Bytes of a vector: the size of an operand in one iteration.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144
) (
  /// Clock.
  input  logic        clk_i,
  /// Take the inputs.
  input  logic        en_i,
  /// The operand exists.
  input  logic        check_i,
  /// Number of the first block.
  input  logic [26:0] start_i,
  /// Stride between the blocks of an iteration, in blocks.
  input  logic [15:0] blk_stride_i,
  /// Stride between iterations, in blocks.
  input  logic [7:0]  rep_stride_i,
  /// Number of iterations after the first.
  input  logic [7:0]  steps_i,
  /// A block of the operand lies outside UB.
  output logic        outside_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)

  localparam int unsigned BlockWidth  = $clog2(UbBytes / BlockBytes);
  localparam int unsigned PlaceWidth  = $clog2(VlenBytes / BlockBytes);
  localparam int unsigned StrideWidth = BlockWidth < 16 ? BlockWidth : 16;
  // For a start below 2^BlockWidth, a product of 16 bits, and fewer than 2^PlaceWidth strides.
  localparam int unsigned BlocksWidth = StrideWidth + PlaceWidth;
  localparam int unsigned MostWidth   = BlocksWidth > BlockWidth ? BlocksWidth : BlockWidth;
  localparam int unsigned SumWidth    = (MostWidth > 16 ? MostWidth : 16) + 2;

  localparam int unsigned Rows = 9 + PlaceWidth;

  logic [Rows-1:0][SumWidth-1:0] rows;
  logic [SumWidth-1:0]           sum;
  logic [SumWidth-1:0]           carry;
  logic                          far;  // outside by the high bits

  // The blocks of an iteration are a power of two: from the first to the last there are as many
  // strides as a number of PlaceWidth ones says.
  always_comb begin
    rows[0] = SumWidth'(start_i[BlockWidth-1:0]);
    for (int unsigned i = 0; i < 8; i++) begin
      rows[1+i] = rep_stride_i[i] ? SumWidth'(steps_i) << i : '0;
    end
    for (int unsigned i = 9; i < Rows; i++) begin
      rows[i] = SumWidth'(blk_stride_i[StrideWidth-1:0]) << (i - 9);
    end
  end

  assign far = (start_i >> BlockWidth) != '0 ||
               (VlenBytes > BlockBytes && (blk_stride_i >> StrideWidth) != '0);

  gsq_carry_save #(
    .Rows (Rows),
    .Width(SumWidth)
  ) u_sum (
    .rows_i (rows),
    .sum_o  (sum),
    .carry_o(carry)
  );

  logic                check_q;  // no reset, down to carry_q
  logic                far_q;
  logic [SumWidth-1:0] sum_q;
  logic [SumWidth-1:0] carry_q;
  logic [SumWidth-1:0] last;     // number of the last block

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      check_q <= check_i;
      far_q   <= far;
      sum_q   <= sum;
      carry_q <= carry;
    end
  end

  assign last      = sum_q + carry_q;
  assign outside_o = check_q && (far_q || (last >> BlockWidth) != '0);

endmodule
