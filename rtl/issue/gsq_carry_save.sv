// SPDX-License-Identifier: Apache-2.0
// Sum of several numbers as two, without a carry chain.
//
// Each level replaces every three numbers by two with the same sum: their XOR, and the carries one
// place higher. Sums are modulo 2^Width. Rows that are constant cost nothing.
//
// Combinational.

module gsq_carry_save #(
  /// Number of numbers, at least 2.
  parameter int unsigned Rows = 3,
  /// Bits of each number and of the sum.
  parameter int unsigned Width = 8
) (
  /// Numbers to add.
  input  logic [Rows-1:0][Width-1:0] rows_i,
  /// One number, and another: their sum is that of all rows.
  output logic [Width-1:0]           sum_o,
  /// See sum_o.
  output logic [Width-1:0]           carry_o
);

  // Rows that are left after a level.
  function automatic int unsigned rows_after(int unsigned level);
    int unsigned rows = Rows;
    for (int unsigned i = 0; i < level; i++) rows = rows - rows / 3;
    return rows;
  endfunction

  function automatic int unsigned levels();
    int unsigned level = 0;
    while (rows_after(level) > 2) level++;
    return level;
  endfunction

  localparam int unsigned Levels = levels();

  logic [Rows-1:0][Width-1:0] row [Levels+1];

  assign row[0] = rows_i;

  for (genvar i = 0; i < Levels; i++) begin : g_level
    localparam int unsigned Triples = rows_after(i) / 3;
    localparam int unsigned Left    = rows_after(i) % 3;
    localparam int unsigned After   = rows_after(i + 1);
    for (genvar k = 0; k < Triples; k++) begin : g_triple
      logic [Width-1:0] a, b, c;
      assign {a, b, c}        = {row[i][3*k], row[i][3*k+1], row[i][3*k+2]};
      assign row[i+1][2*k]   = a ^ b ^ c;
      assign row[i+1][2*k+1] = ((a & b) | (c & (a ^ b))) << 1;
    end
    for (genvar k = 0; k < Left; k++) begin : g_left
      assign row[i+1][2*Triples+k] = row[i][3*Triples+k];
    end
    for (genvar k = After; k < Rows; k++) begin : g_none
      assign row[i+1][k] = '0;
    end
  end

  assign sum_o   = row[Levels][0];
  assign carry_o = row[Levels][1];

endmodule
