// SPDX-License-Identifier: Apache-2.0
// Range check of a command that accesses blocks once: which of its blocks lie outside UB.
//
// The high bits of the start decide alone for all blocks, those of the stride for all but the
// first.
//
// Combinational.

module gsq_block_range
  import gsq_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  /// Number of the first block.
  input  logic [26:0]           start_i,
  /// Stride between blocks, in blocks.
  input  logic [15:0]           blk_stride_i,
  /// Per block: it lies outside UB.
  output logic [Cfg.Blocks-1:0] outside_o
);

  localparam int unsigned StrideWidth = Cfg.BlockWidth < 16 ? Cfg.BlockWidth : 16;
  localparam int unsigned SumWidth    = Cfg.BlockWidth + $clog2(Cfg.Blocks);

  logic first_outside;

  assign first_outside = (start_i >> Cfg.BlockWidth) != '0;
  assign outside_o[0]  = first_outside;

  for (genvar k = 1; k < Cfg.Blocks; k++) begin : g_block
    logic [3:0][SumWidth-1:0] rows;  // start, and the stride for each bit of k
    logic [SumWidth-1:0]      sum;
    logic [SumWidth-1:0]      carry;
    logic [SumWidth-1:0]      block;

    assign rows[3] = SumWidth'(start_i[Cfg.BlockWidth-1:0]);
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
                          (block >> Cfg.BlockWidth) != '0;
  end

  if (Cfg.Blocks == 1) begin : g_one
    logic unused_stride;
    assign unused_stride = ^blk_stride_i;
  end

endmodule
