// SPDX-License-Identifier: Apache-2.0
// Range check of a command that accesses blocks once: which of its blocks lie outside UB.
//
// The stride is never negative, so the blocks outside are the last ones.
//
// Combinational.

`include "gsq_param_checks.svh"

module gsq_block_range
  import gsq_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Derived, do not set: blocks of a vector.
  localparam int unsigned Blocks = VlenBytes / BlockBytes,
  /// Derived, do not set: bits of the number of a block in a vector.
  localparam int unsigned PlaceWidth = Blocks > 1 ? $clog2(Blocks) : 1
) (
  /// Number of the first block.
  input  logic [26:0]           start_i,
  /// Stride between blocks, in blocks.
  input  logic [15:0]           blk_stride_i,
  /// A block lies outside UB.
  output logic                  outside_o,
  /// Lowest block outside UB.
  output logic [PlaceWidth-1:0] block_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)

  localparam int unsigned BlockWidth  = $clog2(UbBytes / BlockBytes);
  localparam int unsigned StrideWidth = BlockWidth < 16 ? BlockWidth : 16;
  localparam int unsigned SumWidth    = BlockWidth + $clog2(Blocks);

  logic              first_outside;
  logic [Blocks-1:0] outside;

  // The high bits decide alone: of the start for all blocks, of the stride for all but the first.
  assign first_outside = (start_i >> BlockWidth) != '0;
  assign outside[0]    = first_outside;

  for (genvar k = 1; k < Blocks; k++) begin : g_block
    logic [3:0][SumWidth-1:0] rows;  // start, and the stride for each bit of k
    logic [SumWidth-1:0]      sum;
    logic [SumWidth-1:0]      carry;
    logic [SumWidth-1:0]      block;

    assign rows[3] = SumWidth'(start_i[BlockWidth-1:0]);
    for (genvar i = 0; i < 3; i++) begin : g_bit
      assign rows[i] = (k >> i) % 2 == 1 ? SumWidth'(blk_stride_i[StrideWidth-1:0]) << i : '0;
    end

    gsq_carry_save #(
      .Rows (4),
      .Width(SumWidth)
    ) u_sum (
      .valid_i(1'b1),
      .rows_i (rows),
      .sum_o  (sum),
      .carry_o(carry)
    );

    assign block      = sum + carry;
    assign outside[k] = first_outside || (blk_stride_i >> StrideWidth) != '0 ||
                        (block >> BlockWidth) != '0;
  end

  if (Blocks == 1) begin : g_one
    logic unused_stride;
    assign unused_stride = ^blk_stride_i;
  end

  assign outside_o = outside[Blocks-1];

  always_comb begin
    block_o = '0;
    for (int unsigned k = Blocks; k > 0; k--) begin
      if (outside[k-1]) block_o = PlaceWidth'(k - 1);
    end
  end

endmodule
