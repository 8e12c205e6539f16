// SPDX-License-Identifier: Apache-2.0
// The lane ALU with LaneOps: the operations of lane.*, and those of vec.*, which come first.
//
// One adder serves sums, differences, comparisons and -a. Between its bytes lie places that end a
// carry or let it pass, by the width; at the end of a lane such a place holds the carry out of it.
//
//   b - a = NOT (a + NOT b)      -a = NOT (a + NOT 0)      a < b unsigned: no carry of a + NOT b + 1
//
// All operands are 0 while nobody calculates, which saves the energy of the gates.
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
  /// Operation of lane.*, on vectors of lanes; LaneOpNone: not in use.
  input  lane_op_e               op_i,
  /// Width of its lanes: b8, b16 or b32.
  input  width_e                 width_i,
  /// Bytes of its active lanes; others become 0.
  input  logic [VlenBytes-1:0]   active_i,
  /// Its first operand.
  input  logic [Words-1:0][31:0] a_i,
  /// Its second operand, if it is a vector.
  input  logic [Words-1:0][31:0] b_i,
  /// It is one; not for those that have none, or only a scalar.
  input  logic                   vector_i,
  /// The second operand of every lane, if it is a scalar; its low bits count.
  input  logic [31:0]            scalar_i,
  /// An operand of vec.* has come, for some lanes.
  input  logic                   vec_i,
  /// Per four bytes: operation of vec.*.
  input  vec_alu_t               vec_op_i [Words],
  /// Per four bytes: its operand.
  input  logic [Words-1:0][31:0] vec_a_i,
  /// Per four bytes: the other operand of a sum.
  input  logic [Words-1:0][31:0] vec_b_i,
  /// Result, of vec.* if one of its operands has come.
  output logic [Words-1:0][31:0] result_o
);

  // What is done with the operands a and b.
  typedef struct packed {
    logic invert;   // b, for differences
    logic carry;    // into the lowest place of each lane
    logic negate;   // all bits of the sum
    logic sum;      // the result is the sum, but see positive
    logic differ;   // it has the bits in which a and b differ
    logic both;     // it has those that a and b have
    logic positive; // -a only where a is negative
    logic smaller;  // it is the smaller one
    logic larger;   // it is the larger one
    logic signs;    // operands are signed
    logic right;    // a is shifted to the right
    logic left;     // a is shifted to the left
  } control_t;

  function automatic control_t control_of(lane_op_e op);
    control_of = '0;
    unique case (op)
      LaneOpAdd, LaneOpIndex: control_of.sum = 1'b1;
      LaneOpSub:              {control_of.sum, control_of.invert, control_of.carry} = '1;
      LaneOpRsub:             {control_of.sum, control_of.invert, control_of.negate} = '1;
      LaneOpAbs: begin
        {control_of.sum, control_of.invert, control_of.negate, control_of.positive} = '1;
      end
      LaneOpAnd:              control_of.both = 1'b1;
      LaneOpOr:               {control_of.both, control_of.differ} = '1;
      LaneOpXor, LaneOpCopy:  control_of.differ = 1'b1;
      LaneOpShl, LaneOpSteps: control_of.left = 1'b1;
      LaneOpShr:              control_of.right = 1'b1;
      LaneOpSar:              {control_of.right, control_of.signs} = '1;
      LaneOpMinu:             {control_of.smaller, control_of.invert, control_of.carry} = '1;
      LaneOpMaxu:             {control_of.larger, control_of.invert, control_of.carry} = '1;
      LaneOpMin: begin
        {control_of.smaller, control_of.signs, control_of.invert, control_of.carry} = '1;
      end
      LaneOpMax: begin
        {control_of.larger, control_of.signs, control_of.invert, control_of.carry} = '1;
      end
      default: ;
    endcase
  endfunction

  // Per byte of four to per bit.
  function automatic logic [31:0] spread(logic [3:0] bytes);
    return {{8{bytes[3]}}, {8{bytes[2]}}, {8{bytes[1]}}, {8{bytes[0]}}};
  endfunction

  // A bit of the last byte of each lane, for all its bytes.
  function automatic logic [3:0] of_lane(logic [3:0] bits, logic b8, logic b16);
    if (b8) return bits;
    return b16 ? {{2{bits[3]}}, {2{bits[1]}}} : {4{bits[3]}};
  endfunction

  logic         uses;  // somebody calculates
  control_t     control;
  logic         first, numbers;  // a is the first operand, or the number of the lane
  logic         second;          // b is the vector
  logic         constant;        // b is the scalar
  logic [31:0]  scalar;

  assign uses     = op_i != LaneOpNone || vec_i;
  assign control  = control_of(op_i);
  assign numbers  = op_i inside {LaneOpIndex, LaneOpSteps};
  assign first    = !(op_i inside {LaneOpNone, LaneOpIndex, LaneOpSteps, LaneOpCopy});
  assign second   = op_i != LaneOpNone && vector_i;
  assign constant = !(op_i inside {LaneOpNone, LaneOpAbs}) && !vector_i;

  always_comb begin
    unique case (width_i)
      WidthB8:  scalar = {4{scalar_i[7:0]}};
      WidthB16: scalar = {2{scalar_i[15:0]}};
      default:  scalar = scalar_i;
    endcase
    if (!constant) scalar = '0;
  end

  for (genvar w = 0; w < Words; w++) begin : g_word
    control_t    now;
    logic        b8, b16;  // width; b32 else
    logic [2:0]  top;      // bytes that are the last one of a lane
    logic [31:0] number, a, b, x, sum, shifted, result;
    logic [36:0] places;
    logic [3:0]  negative, less, carries, active;
    logic [3:0]  take_sum, take_a, take_b;

    gsq_lane_shift u_shift (
      .valid_i (now.right || now.left),
      .left_i  (now.left),
      .signed_i(now.signs),
      .b8_i    (b8),
      .b16_i   (b16),
      .data_i  (a),
      .amount_i(b),
      .data_o  (shifted)
    );

    logic unused_place;
    assign unused_place = places[0];

    always_comb begin
      {now, b8, b16, top, number, a, b, x} = '0;
      if (uses) begin  // saves simulation time
        now = control;
        b8  = width_i == WidthB8;
        b16 = width_i == WidthB16;
        if (vec_i) begin
          now = '0;
          now.differ   = vec_op_i[w].op == AluCopy;
          now.sum      = vec_op_i[w].op != AluCopy;
          now.invert   = vec_op_i[w].op == AluAbs;
          now.negate   = vec_op_i[w].op == AluAbs;
          now.positive = vec_op_i[w].op == AluAbs;
          b8  = 1'b0;
          b16 = !vec_op_i[w].wide;
        end
        if (b8)       number = {8'(4*w+3), 8'(4*w+2), 8'(4*w+1), 8'(4*w)};
        else if (b16) number = {16'(2*w+1), 16'(2*w)};
        else          number = 32'(w);
        a = (a_i[w] & {32{first && !vec_i}}) | (number & {32{numbers && !vec_i}}) |
            (vec_a_i[w] & {32{vec_i}});
        b = ((b_i[w] & {32{second}} | scalar) & {32{!vec_i}}) |
            (vec_b_i[w] & {32{vec_i && vec_op_i[w].op == AluAdd}});
        x = b ^ {32{now.invert}};
        top = b8 ? 3'b111 : {1'b0, b16, 1'b0};
      end
    end

    always_comb begin
      {sum, places, negative, less, carries, active, take_sum, take_a, take_b, result} = '0;
      if (uses) begin
        places = {1'b0, a[31:24], !top[2] | now.carry, a[23:16], !top[1] | now.carry, a[15:8],
                  !top[0] | now.carry, a[7:0], now.carry} +
                 {1'b0, x[31:24], top[2] & now.carry, x[23:16], top[1] & now.carry, x[15:8],
                  top[0] & now.carry, x[7:0], now.carry};
        sum      = {places[35:28], places[26:19], places[17:10], places[8:1]};
        carries  = {places[36], places[27], places[18], places[9]};
        negative = {a[31], a[23], a[15], a[7]};
        for (int unsigned i = 0; i < 4; i++) begin
          less[i] = now.signs && a[8*i+7] != b[8*i+7] ? a[8*i+7] : !carries[i];
        end
        less     = of_lane(less, b8, b16);
        negative = of_lane(negative, b8, b16);
        take_sum = {4{now.sum}} & ~({4{now.positive}} & ~negative);
        take_a   = (less & {4{now.smaller}}) | (~less & {4{now.larger}});
        take_b   = (less & {4{now.larger}}) | (~less & {4{now.smaller}});

        active = active_i[4*w+:4] | {4{vec_i}};
        result = ((((sum & spread(take_sum)) |
                    ((a ^ x) & spread({4{now.differ || now.positive}} & ~take_sum))) ^
                   {32{now.negate}}) |
                  (a & x & {32{now.both}}) | (a & spread(take_a)) | (b & spread(take_b)) |
                  shifted) & spread(active);
      end
    end

    assign result_o[w] = result;
  end

endmodule
