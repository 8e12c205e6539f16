// SPDX-License-Identifier: Apache-2.0
// Reduces several numbers to two with the same sum, without a carry chain.
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
  /// The outputs are used; else they are undefined.
  input  logic                       valid_i,
  /// Numbers to add.
  input  logic [Rows-1:0][Width-1:0] rows_i,
  /// One number, and another: their sum is that of all rows.
  output logic [Width-1:0]           sum_o,
  /// See sum_o.
  output logic [Width-1:0]           carry_o
);

  // Rows that remain after a level.
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

  for (genvar i = 0; i < Levels; i++) begin : g_level
    localparam int unsigned Before  = rows_after(i);
    localparam int unsigned Triples = Before / 3;
    localparam int unsigned After   = Before - Triples;

    logic [Before-1:0][Width-1:0] given;
    logic [After-1:0][Width-1:0]  left;

    if (i == 0) begin : g_first
      assign given = rows_i;
    end else begin : g_next
      assign given = g_level[i-1].left;
    end
    always_comb begin
      logic [Width-1:0] a, b, c;
      left      = 'x;
      {a, b, c} = 'x;
      if (valid_i) begin  // saves simulation time, costs no gates
        for (int unsigned k = 0; k < Triples; k++) begin
          {a, b, c}   = given[3*k+:3];
          left[2*k]   = a ^ b ^ c;
          left[2*k+1] = ((a & b) | (c & (a ^ b))) << 1;
        end
        for (int unsigned k = 3 * Triples; k < Before; k++) left[k-Triples] = given[k];
      end
    end
  end

  if (Levels == 0) begin : g_two
    assign {carry_o, sum_o} = rows_i;
    logic unused_valid;
    assign unused_valid = valid_i;
  end else begin : g_sum
    assign {carry_o, sum_o} = g_level[Levels-1].left;
  end

endmodule
