// SPDX-License-Identifier: Apache-2.0
// Range check of a command that accesses blocks once: which of its blocks lie outside UB.
//
// The high bits of the start decide alone for all blocks, those of the stride for all but the
// first.
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
  localparam int unsigned Blocks = VlenBytes / BlockBytes
) (
  /// Number of the first block.
  input  logic [26:0]       start_i,
  /// Stride between blocks, in blocks.
  input  logic [15:0]       blk_stride_i,
  /// Per block: it lies outside UB.
  output logic [Blocks-1:0] outside_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)

  localparam int unsigned BlockWidth  = $clog2(UbBytes / BlockBytes);
  localparam int unsigned StrideWidth = BlockWidth < 16 ? BlockWidth : 16;
  localparam int unsigned SumWidth    = BlockWidth + $clog2(Blocks);

  logic first_outside;

  assign first_outside = (start_i >> BlockWidth) != '0;
  assign outside_o[0]  = first_outside;

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

    assign block        = sum + carry;
    assign outside_o[k] = first_outside || (blk_stride_i >> StrideWidth) != '0 ||
                          (block >> BlockWidth) != '0;
  end

  if (Blocks == 1) begin : g_one
    logic unused_stride;
    assign unused_stride = ^blk_stride_i;
  end

endmodule
