// SPDX-License-Identifier: Apache-2.0
// Shifts the lanes in four bytes: four of one byte, two of two bytes, or one.
//
// Bits move to the right, in steps of 1, 2, 4, 8 and 16 places; each byte has the amount of its
// lane, and what would come from above the lane is filled in. For a shift to the left all bits are
// taken and given in the other order, and so are the amounts.
//
// Combinational.

module gsq_lane_shift (
  /// The result is used; else it is undefined.
  input  logic        valid_i,
  /// 1: to the left; 0: to the right.
  input  logic        left_i,
  /// A shift to the right fills in the sign of the lane; otherwise zeros.
  input  logic        signed_i,
  /// Lanes of one byte.
  input  logic        b8_i,
  /// Lanes of two bytes; neither: a lane of four.
  input  logic        b16_i,
  /// Lanes to shift.
  input  logic [31:0] data_i,
  /// Amounts, in the lowest bits of each lane.
  input  logic [31:0] amount_i,
  /// Result.
  output logic [31:0] data_o
);

  function automatic logic [31:0] turned(logic [31:0] bits);
    for (int unsigned i = 0; i < 32; i++) turned[i] = bits[31-i];
  endfunction

  logic [3:0]      top;       // bytes that are the last one of a lane
  logic [3:0]      negative;  // per byte: sign of its lane, if it is filled in
  logic [3:0][4:0] amount;    // per byte, of the lane to which it belongs
  logic [31:0]     bits, filled, moved, from_above, moves;

  assign top = b8_i ? 4'b1111 : (b16_i ? 4'b1010 : 4'b1000);

  always_comb begin
    {negative, amount, filled, moved, from_above, moves, bits} = 'x;
    if (valid_i) begin  // saves simulation time, costs no gates
      for (int unsigned i = 0; i < 4; i++) begin
        negative[i] = signed_i && data_i[b8_i ? 8*i+7 : (b16_i ? 8*(i|1)+7 : 31)];
        amount[i]   = amount_i[4:0];
        if (b16_i) amount[i] = {1'b0, amount_i[8*(i/2*2)+:4]};
        if (b8_i)  amount[i] = {2'b00, amount_i[8*i+:3]};
      end
      bits = data_i;
      if (left_i) begin
        bits   = turned(data_i);
        amount = {amount[0], amount[1], amount[2], amount[3]};
      end
      for (int unsigned i = 0; i < 4; i++) filled[8*i+:8] = {8{negative[i]}};
      for (int unsigned k = 0; k < 5; k++) begin
        for (int unsigned i = 0; i < 4; i++) begin
          moves[8*i+:8]      = {8{amount[i][k]}};
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

endmodule
