// SPDX-License-Identifier: Apache-2.0
// Range check of one operand of a strided, repeated command, before its first access.
//
// Strides are never negative, so the last block of the last iteration is the highest. One product
// and one sum a block are enough for any number of iterations.
//
// Combinational.

`include "gsq_param_checks.svh"

module gsq_agu_range
  import gsq_pkg::*;
#(
  /// Bytes of a vector: the size of an operand in one iteration.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Derived, do not set: blocks of an iteration.
  localparam int unsigned Blocks = VlenBytes / BlockBytes,
  /// Derived, do not set: bits of the number of a block in an iteration.
  localparam int unsigned PlaceWidth = Blocks > 1 ? $clog2(Blocks) : 1
) (
  /// Number of the first block.
  input  logic [26:0]           start_i,
  /// Stride between the blocks of an iteration, in blocks.
  input  logic [15:0]           blk_stride_i,
  /// Stride between iterations, in blocks.
  input  logic [7:0]            rep_stride_i,
  /// Number of iterations, at least 1.
  input  logic [7:0]            repeat_i,
  /// A block lies outside UB.
  output logic                  outside_o,
  /// Lowest block outside UB in the last iteration.
  output logic [PlaceWidth-1:0] block_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)

  localparam int unsigned SumWidth = 29;  // for terms of 27, 16 and 19 bits

  logic [SumWidth-1:0] base;  // first block of the last iteration
  logic [Blocks-1:0]   outside;

  // The product is a tree of shifted sums. The gates then have the same partial sums, which the
  // equivalence proof needs.
  logic [7:0]  steps;     // from the first iteration to the last
  logic [15:0] part [8];  // part[0] becomes the product, in blocks

  assign steps = repeat_i - 8'd1;
  assign base  = SumWidth'(start_i) + SumWidth'(part[0]);

  always_comb begin
    for (int unsigned i = 0; i < 8; i++) part[i] = rep_stride_i[i] ? 16'(steps) << i : '0;
    for (int unsigned half = 1; half < 8; half *= 2) begin
      for (int unsigned i = 0; i < 8; i += 2 * half) part[i] += part[i+half];
    end
  end

  for (genvar k = 0; k < Blocks; k++) begin : g_block
    logic [SumWidth-1:0] block;
    assign block      = base + SumWidth'(k) * SumWidth'(blk_stride_i);
    assign outside[k] = block >= SumWidth'(UbBytes / BlockBytes);
  end

  assign outside_o = outside[Blocks-1];

  always_comb begin
    block_o = '0;
    for (int unsigned k = Blocks; k > 0; k--) begin
      if (outside[k-1]) block_o = PlaceWidth'(k - 1);
    end
  end

endmodule
