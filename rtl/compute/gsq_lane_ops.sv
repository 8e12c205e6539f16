// SPDX-License-Identifier: Apache-2.0
// The lane ALU with LaneOps: the operations of lane.*, and those of vec.*, which come first.
//
// One adder serves sums, differences, comparisons and -a. Between its bytes lie places that end a
// carry or let it pass, by the width; at the end of a lane such a place holds the carry out of it.
// What selects the operands is 0 while nobody calculates, and so are they, which saves energy.
//
// Combinational.

module gsq_lane_ops
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  localparam int unsigned Words = VlenBytes / 4
) (
  /// What lane.* have to do, from gsq_lane_decode; while vec_i is 1 a sum, and no more.
  input  lane_control_t          control_i,
  /// Per four bytes: it calculates something there; elsewhere the result is 0.
  input  logic [Words-1:0]       words_i,
  /// Bytes of the active lanes.
  input  logic [VlenBytes-1:0]   active_i,
  /// First operand of lane.*, from gsq_lane_operands; anything while it does nothing.
  input  logic [Words-1:0][31:0] a_i,
  /// The second.
  input  logic [Words-1:0][31:0] x_i,
  /// An operand of vec.* has come, for some lanes.
  input  logic                   vec_i,
  /// Per four bytes: operation of vec.*, if it is not a sum.
  input  vec_alu_t               vec_op_i [Words],
  /// Per four bytes: its operand, else 0.
  input  logic [Words-1:0][31:0] vec_a_i,
  /// Per four bytes: the other operand of a sum, else 0.
  input  logic [Words-1:0][31:0] vec_b_i,
  /// Result, of vec.* if one of its operands has come; undefined while nobody calculates.
  output logic [Words-1:0][31:0] result_o,
  /// Mask to write: a bit for the lowest byte of each lane; 0 without one.
  output logic [VlenBytes-1:0]   mask_o
);

  // Per byte of four to per bit.
  function automatic logic [31:0] spread(logic [3:0] bytes);
    return {{8{bytes[3]}}, {8{bytes[2]}}, {8{bytes[1]}}, {8{bytes[0]}}};
  endfunction

  // A bit of the last byte of each lane, for all its bytes.
  function automatic logic [3:0] of_lane(logic [3:0] bits, logic b8, logic b16);
    if (b8) return bits;
    return b16 ? {{2{bits[3]}}, {2{bits[1]}}} : {4{bits[3]}};
  endfunction

  logic uses;  // somebody calculates
  assign uses = control_i.lanes || vec_i;

  // Moves between masks and bits of V: a mask has the bit of a lane at its lowest byte, a part of V
  // has a bit for each lane.
  logic [8*VlenBytes-1:0] data, bits;  // the first operand, and the result
  logic [VlenBytes-1:0]   lanes;       // bits of the first operand where a mask has them
  logic [2:0]             part;        // the scalar, which may be inverted

  assign data = a_i;
  assign part = x_i[0][2:0] ^ {3{control_i.invert}};

  always_comb begin
    {bits, lanes} = '0;
    if (control_i.to_bits || control_i.of_bits) begin
      for (int unsigned p = 0; p < 8; p++) begin
        for (int unsigned i = 0; i < VlenBytes; i++) begin
          if (part == 3'(p) && control_i.b8) begin
            bits[p*VlenBytes+i] = active_i[i];
            lanes[i]            = data[p*VlenBytes+i];
          end else if (part == 3'(p) && control_i.b16) begin
            bits[(p*VlenBytes+i)/2] = active_i[i/2*2];
            lanes[i/2*2]            = data[(p*VlenBytes+i)/2];
          end else if (part == 3'(p)) begin
            bits[(p*VlenBytes+i)/4] = active_i[i/4*4];
            lanes[i/4*4]            = data[(p*VlenBytes+i)/4];
          end
        end
      end
    end
  end

  for (genvar w = 0; w < Words; w++) begin : g_word
    lane_control_t now;
    logic [2:0]    top;  // bytes that are the last one of a lane
    logic [31:0]   a, x, sum, shifted, result;
    logic [36:0]   places;
    logic [3:0]    negative, less, carries, active, same;
    logic [3:0]    take_sum, take_differ, take_a, take_b, take_shifted;

    always_comb begin
      {now, top, a, x} = 'x;
      if (uses) begin  // saves simulation time, costs no gates
        // Either control_i, but for its sum, or these are 0: an OR is faster than a selection.
        now         = control_i;
        now.negate |= vec_op_i[w].abs;
        now.abs    |= vec_op_i[w].abs;
        now.b16    |= vec_op_i[w].half;
        top = now.b8 ? 3'b111 : {1'b0, now.b16, 1'b0};
        a = (a_i[w] & {32{words_i[w]}}) | vec_a_i[w];
        x = (x_i[w] & {32{words_i[w]}}) | vec_b_i[w] | {32{vec_op_i[w].abs}};
      end
    end

    gsq_lane_shift u_shift (
      .valid_i(control_i.shifts),
      .left_i (control_i.left),
      .b8_i   (control_i.b8),
      .b16_i  (control_i.b16),
      .data_i (a_i[w] & {32{control_i.shifts}}),
      .how_i  (x_i[w]),
      .data_o (shifted)
    );

    always_comb begin
      {sum, places, negative, less, carries, active, same, take_sum, take_differ, take_a, take_b,
       take_shifted, result} = 'x;
      if (uses) begin
        places = {1'b0, a[31:24], !top[2] | now.carry, a[23:16], !top[1] | now.carry, a[15:8],
                  !top[0] | now.carry, a[7:0], now.carry} +
                 {1'b0, x[31:24], top[2] & now.carry, x[23:16], top[1] & now.carry, x[15:8],
                  top[0] & now.carry, x[7:0], now.carry};
        sum      = {places[35:28], places[26:19], places[17:10], places[8:1]};
        carries  = {places[36], places[27], places[18], places[9]};
        negative = of_lane({a[31], a[23], a[15], a[7]}, now.b8, now.b16);
        for (int unsigned i = 0; i < 4; i++) begin
          less[i] = now.signs && a[8*i+7] == x[8*i+7] ? a[8*i+7] : !carries[i];
          same[i] = (a[8*i+:8] ^ x[8*i+:8]) == '1;
        end
        less = of_lane(less, now.b8, now.b16);
        if (now.b16)      same = {{2{&same[3:2]}}, {2{&same[1:0]}}};
        else if (!now.b8) same = {4{&same}};

        // The absolute value of a positive number is NOT (a XOR NOT 0).
        active      = active_i[4*w+:4] | {4{vec_i}};
        take_sum    = {4{now.sum}} & (negative | {4{!now.abs}}) & active;
        take_differ = ({4{now.differ}} | ({4{now.abs}} & ~negative)) & active;
        take_a      = ((less & {4{now.smaller}}) | (~less & {4{now.larger}}) | {4{now.select}}) &
                      active;
        take_b      = ((less & {4{now.larger}}) | (~less & {4{now.smaller}})) & active |
                      ({4{now.select}} & ~active);
        take_shifted = {4{now.shifts}} & active;
        result      = (((sum & spread(take_sum)) | ((a ^ x) & spread(take_differ))) ^
                       spread({4{now.negate}} & active)) |
                      (a & x & spread({4{now.both}} & active)) | (a & spread(take_a)) |
                      ((x ^ {32{now.invert}}) & spread(take_b)) | (shifted & spread(take_shifted)) |
                      (bits[32*w +: 32] & {32{now.to_bits}});
      end
    end

    assign result_o[w]      = result;
    assign mask_o[4*w +: 4] = (control_i.b8 ? 4'b1111 : {1'b0, control_i.b16, 2'b01}) & active &
                              ((less & {4{control_i.below}}) | (same & {4{control_i.equal}}) |
                               (~same & {4{control_i.unlike}}) |
                               (lanes[4*w +: 4] & {4{control_i.of_bits}}));

    logic unused_place;
    assign unused_place = ^{places[0], now};
  end

endmodule
