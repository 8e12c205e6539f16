// SPDX-License-Identifier: Apache-2.0
// Offset of one slot: its index times a factor, plus a constant, as two numbers to be added.
//
// The index has digits of two bits. A digit selects 0, 1, 2 or 3 times the factor; these multiples
// are shared by all slots. A carry-save tree reduces the rows of the digits to two. All numbers
// are modulo 4*UbBytes: a product of UbBytes or more is recognized by the places of the leading
// ones of its factors, or is below 2*UbBytes and exact. Where RowMultiplier is 0 the factor is 0
// or a power of two, and the index is shifted. A factor may be negative: what is said of its size
// and of that of the product is then meant without the sign.
//
// Combinational. Two codings of the same sum, chosen by XbarOneHot: the carry-save tree, for gates,
// and a product, which simulates faster.

module gsq_row_product #(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned ByteWidth = $clog2(Cfg.VlenBytes)
) (
  /// The outputs are used; else they are undefined.
  input  logic                             valid_i,
  /// Index.
  input  logic [Cfg.AddrWidth-1:0]         index_i,
  /// Factor, two's complement.
  input  logic [Cfg.AddrWidth+1:0]         factor_i,
  /// Three times the factor, likewise; where RowMultiplier is 1.
  input  logic [Cfg.AddrWidth+1:0]         triple_i,
  /// Bit k: the product of 2**k and the factor is UbBytes or more, without the sign of a negative
  /// one more than UbBytes; bit 0: the factor is not 0.
  input  logic [Cfg.AddrWidth-1:0]         beyond_i,
  /// Log2 of the factor; where RowMultiplier is 0.
  input  logic [$clog2(Cfg.AddrWidth)-1:0] shift_i,
  /// The factor is negative, and the constant 0.
  input  logic                             negative_i,
  /// Constant to add.
  input  logic [ByteWidth-1:0]             bytes_i,
  /// One number, and another: their sum is the offset, modulo 4*UbBytes.
  output logic [Cfg.AddrWidth+1:0]         sum_o,
  /// See sum_o.
  output logic [Cfg.AddrWidth+1:0]         carry_o,
  /// The product is UbBytes or more, and not given by sum_o and carry_o; where this is 0 the
  /// product is below 2*UbBytes.
  output logic                             far_o
);

  localparam int unsigned Width = Cfg.AddrWidth + 2;

  // With leading ones at places a and b a product has its own at a+b or a+b+1. Every 1 of the index
  // is tried, since none gives more than the leading one.
  assign far_o = (index_i[Cfg.AddrWidth-1:1] & beyond_i[Cfg.AddrWidth-1:1]) != '0;

  if (Cfg.RowMultiplier == 0) begin : g_shift
    assign sum_o   = beyond_i[0] ? (Width'(index_i) << shift_i) ^ {Width{negative_i}} : '0;
    assign carry_o = Width'(bytes_i) | Width'(negative_i);
    logic unused_factors;
    assign unused_factors = ^{valid_i, factor_i, triple_i};
  end else begin : g_multiply
    logic unused_shift;
    assign unused_shift = ^{shift_i, negative_i, beyond_i[0]};
    if (Cfg.XbarOneHot == 0) begin : g_product
      always_comb begin
        {sum_o, carry_o} = 'x;
        if (valid_i) begin  // saves simulation time
          sum_o   = Width'(index_i) * factor_i + Width'(bytes_i);
          carry_o = '0;
        end
      end
      logic unused_triple;
      assign unused_triple = ^triple_i;
    end else begin : g_carry_save
      localparam int unsigned Digits = (Cfg.AddrWidth + 1) / 2;
      logic [2*Digits-1:0]          digits;
      logic [Digits-1:0][Width-1:0] rows;

      assign digits = (2 * Digits)'(index_i);

      for (genvar k = 0; k < Digits; k++) begin : g_digit
        logic [Width-1:0] row;
        logic             one, two, three;
        assign one   = digits[2*k+:2] == 2'd1;
        assign two   = digits[2*k+:2] == 2'd2;
        assign three = digits[2*k+:2] == 2'd3;
        assign row   = (factor_i & {Width{one}}) | (factor_i << 1 & {Width{two}}) |
                       (triple_i & {Width{three}});
        // The low places of the fifth row are free.
        if (k == 4) begin : g_bytes
          assign rows[k] = row << (2 * k) | Width'(bytes_i);
        end else begin : g_row
          assign rows[k] = row << (2 * k);
        end
      end

      gsq_carry_save #(
        .Rows (Digits),
        .Width(Width)
      ) u_carry_save (
        .valid_i,
        .rows_i (rows),
        .sum_o,
        .carry_o
      );
    end
  end

endmodule
