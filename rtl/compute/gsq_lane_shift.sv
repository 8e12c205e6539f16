// SPDX-License-Identifier: Apache-2.0
// Shifts the lanes in four bytes: four of one byte, two of two bytes, or one.
//
// Bits move to the right, in steps of 1, 2, 4, 8 and 16 places; each byte has the amount of its
// lane, and what would come from above the lane is filled in. For a shift to the left
// gsq_lane_operands gives all bits, and the amounts, in the other order, and the result is turned.
//
// Combinational.

module gsq_lane_shift (
  /// The result is used; else it is undefined.
  input  logic        valid_i,
  /// 1: to the left; 0: to the right.
  input  logic        left_i,
  /// Lanes of one byte.
  input  logic        b8_i,
  /// Lanes of two bytes; neither: a lane of four.
  input  logic        b16_i,
  /// Lanes to shift; to the left, their bits in the other order.
  input  logic [31:0] data_i,
  /// Per byte: its highest bit is filled in, the lowest five are the amount.
  input  logic [31:0] how_i,
  /// Result.
  output logic [31:0] data_o
);

  function automatic logic [31:0] turned(logic [31:0] bits);
    for (int unsigned i = 0; i < 32; i++) turned[i] = bits[31-i];
  endfunction

  logic [3:0]  top;  // bytes that are the last one of a lane
  logic [31:0] bits, filled, moved, from_above, moves;

  assign top = b8_i ? 4'b1111 : (b16_i ? 4'b1010 : 4'b1000);

  always_comb begin
    {filled, moved, from_above, moves, bits} = 'x;
    if (valid_i) begin  // saves simulation time, costs no gates
      bits = data_i;
      for (int unsigned i = 0; i < 4; i++) filled[8*i+:8] = {8{how_i[8*i+7]}};
      for (int unsigned k = 0; k < 5; k++) begin
        for (int unsigned i = 0; i < 4; i++) begin
          moves[8*i+:8]      = {8{how_i[8*i+k]}};
          from_above[8*i+:8] = ~(8'hff >> (k < 3 ? 1 << k : 8)) & {8{top[i]}};
          if (k == 4) from_above[8*i+:8] = {8{i >= 2}};
        end
        moved = ((bits >> (1 << k)) & ~from_above) | (filled & from_above);
        bits  = (moved & moves) | (bits & ~moves);
      end
      if (left_i) bits = turned(bits);
    end
  end

  assign data_o = bits;

  logic unused_how;
  assign unused_how = ^{how_i[30:29], how_i[22:21], how_i[14:13], how_i[6:5]};

endmodule
