// SPDX-License-Identifier: Apache-2.0
// Range check of the operands of a strided, repeated command, before its first access.
//
// Only blocks in which a lane is selected are accessed, the same of each iteration. Strides are
// never negative, so the last of them in the last iteration is the highest of an operand, and it
// alone decides. The first cycle reduces the terms of its number to two; the second adds
// these and compares. An operand with high bits of the start or block stride that no legal one has
// is outside whatever the sum is, so sums are short.
//
// Latency: outside_o refers to the inputs of the last cycle with en_i. Throughput: one command a
// cycle. Handshake: none.

module gsq_agu_range
  import gsq_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned LastWidth = Cfg.Blocks > 1 ? $clog2(Cfg.Blocks) : 1
) (
  input  logic                 clk_i,
  /// Take the inputs.
  input  logic                 en_i,
  /// Per operand: it exists. Operands: 0 dst, 1 src0, 2 src1.
  input  logic [2:0]           check_i,
  /// Last block of an iteration in which a lane is selected, see gsq_last_block.
  input  logic [LastWidth-1:0] last_i,
  /// Per operand: number of the first block.
  input  logic [2:0][26:0]     start_i,
  /// Per operand: stride between the blocks of an iteration, in blocks.
  input  logic [2:0][15:0]     blk_stride_i,
  /// Per operand: stride between iterations, in blocks.
  input  logic [2:0][7:0]      rep_stride_i,
  /// Number of iterations, at least 1.
  input  logic [7:0]           repeat_i,
  /// Per operand: it exists, and a block of it in which a lane is selected lies outside UB.
  output logic [2:0]           outside_o
);

  localparam int unsigned PlaceWidth  = $clog2(Cfg.VlenBytes / BlockBytes);
  localparam int unsigned StrideWidth = Cfg.BlockWidth < 16 ? Cfg.BlockWidth : 16;
  // For a start below 2^BlockWidth, a product of 16 bits, and fewer than 2^PlaceWidth strides.
  localparam int unsigned BlocksWidth = StrideWidth + PlaceWidth;
  localparam int unsigned MostWidth   = BlocksWidth > Cfg.BlockWidth ? BlocksWidth : Cfg.BlockWidth;
  localparam int unsigned SumWidth    = (MostWidth > 16 ? MostWidth : 16) + 2;

  localparam int unsigned EarlyRows = 1 + (PlaceWidth > 0 ? PlaceWidth : 1);

  // From the first iteration to the last, once and three times: a digit of a stride, of two bits,
  // takes these or none, or twice the former.
  logic [7:0] steps;
  logic [9:0] triple;
  logic [9:0] triple_sum, triple_carry;

  assign steps  = repeat_i - 8'd1;
  assign triple = triple_sum + triple_carry;

  gsq_carry_save #(
    .Rows (3),
    .Width(10)
  ) u_triple (
    .valid_i(check_i != '0),
    .rows_i ({10'(repeat_i), 10'({repeat_i, 1'b0}), -10'd3}),
    .sum_o  (triple_sum),
    .carry_o(triple_carry)
  );

  for (genvar i = 0; i < 3; i++) begin : g_operand
    logic [EarlyRows-1:0][SumWidth-1:0] early;    // those that do not wait for steps
    logic [5:0][SumWidth-1:0]           rows;
    logic [SumWidth-1:0]                sum;
    logic [SumWidth-1:0]                carry;
    logic                               far;      // outside by the high bits
    logic                               check_q;  // no reset, down to carry_q
    logic                               far_q;
    logic [SumWidth-1:0]                sum_q;
    logic [SumWidth-1:0]                carry_q;
    logic [SumWidth-1:0]                last;     // number of the highest block

    always_comb begin
      early    = '0;
      early[0] = SumWidth'(start_i[i][Cfg.BlockWidth-1:0]);
      for (int unsigned k = 1; k < EarlyRows; k++) begin
        if (Cfg.VlenBytes > BlockBytes && last_i[k-1]) begin
          early[k] = SumWidth'(blk_stride_i[i][StrideWidth-1:0]) << (k - 1);
        end
      end
    end

    gsq_carry_save #(
      .Rows (EarlyRows),
      .Width(SumWidth)
    ) u_early (
      .valid_i(check_i[i]),
      .rows_i (early),
      .sum_o  (rows[0]),
      .carry_o(rows[1])
    );

    for (genvar k = 0; k < 4; k++) begin : g_digit
      always_comb begin
        unique case (rep_stride_i[i][2*k +: 2])
          2'd0: rows[2+k] = '0;
          2'd1: rows[2+k] = SumWidth'(steps) << (2 * k);
          2'd2: rows[2+k] = SumWidth'(steps) << (2 * k + 1);
          2'd3: rows[2+k] = SumWidth'(triple) << (2 * k);
        endcase
      end
    end

    assign far = (start_i[i] >> Cfg.BlockWidth) != '0 ||
                 (Cfg.VlenBytes > BlockBytes && last_i != '0 &&
                  (blk_stride_i[i] >> StrideWidth) != '0);

    gsq_carry_save #(
      .Rows (6),
      .Width(SumWidth)
    ) u_sum (
      .valid_i(check_i[i]),
      .rows_i (rows),
      .sum_o  (sum),
      .carry_o(carry)
    );

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        check_q <= check_i[i];
        far_q   <= far;
        sum_q   <= sum;
        carry_q <= carry;
      end
    end

    assign last         = sum_q + carry_q;
    assign outside_o[i] = check_q && (far_q || (last >> Cfg.BlockWidth) != '0);
  end

endmodule
