// SPDX-License-Identifier: Apache-2.0
// gsq_lane_ops with gsq_lane_decode and gsq_lane_operands: every lane separately, for all operations of lane.* and of
// vec.*.
module prove_lane_ops
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 8,
  localparam int unsigned Words = VlenBytes / 4
) (
  input logic [4:0]             op_i,
  input logic [1:0]             width_i,
  input logic [VlenBytes-1:0]   lanes_i,
  input logic [Words-1:0][31:0] a_i,
  input logic [Words-1:0][31:0] b_i,
  input logic                   vector_i,
  input logic [31:0]            scalar_i,
  input logic                   vec_i,
  input logic [Words-1:0][1:0]  vec_op_i,
  input logic [Words-1:0]       wide_i,
  input logic [Words-1:0][31:0] vec_a_i,
  input logic [Words-1:0][31:0] vec_b_i
);

  lane_op_e               op;
  width_e                 width;
  vec_alu_t               vec_op [Words];
  logic [VlenBytes-1:0]   active;
  logic [Words-1:0][31:0] result;
  logic [VlenBytes-1:0]   mask;

  assign op    = lane_op_e'(op_i);
  assign width = width_e'(width_i);

  lane_control_t control;
  logic [31:0]   scalar;

  gsq_lane_decode u_decode (
    .op_i(op), .width_i(width), .vector_i, .scalar_i, .control_o(control), .scalar_o(scalar)
  );

  logic [Words-1:0][31:0] a, x;
  logic [Words-1:0]       words;
  lane_control_t          shown;

  gsq_lane_operands #(
    .VlenBytes(VlenBytes)
  ) u_operands (
    .control_i(control), .first_i(a_i), .second_i(b_i), .scalar_i(scalar), .a_o(a), .x_o(x)
  );

  for (genvar i = 0; i < Words; i++) begin : g_words
    assign words[i] = !vec_i && (op == LaneOpSelect || active[4*i +: 4] != '0);
  end

  always_comb begin
    shown = control;
    if (vec_i) begin
      shown     = '0;
      shown.sum = 1'b1;
    end
  end

  gsq_lane_ops #(
    .VlenBytes(VlenBytes)
  ) dut (
    .control_i(shown), .words_i(words), .active_i(active), .a_i(a), .x_i(x), .vec_i,
    .vec_op_i(vec_op), .vec_a_i, .vec_b_i, .result_o(result), .mask_o(mask)
  );

  always_comb begin
    assume (op_i <= 5'(LaneOpMask) && width != WidthB64);
    assume (op != LaneOpNone || vec_i);  // else the results mean nothing
    assume (!vector_i || !(op inside {LaneOpAbs, LaneOpIndex, LaneOpSteps, LaneOpBits, LaneOpMask}));
    for (int unsigned i = 0; i < Words; i++) begin
      assume (vec_i || vec_a_i[i] == '0);
      assume ((vec_i && vec_op_i[i] == 2'(AluAdd)) || vec_b_i[i] == '0);
    end
    for (int unsigned i = 0; i < VlenBytes; i++) begin
      active[i] = lanes_i[width == WidthB8 ? i : (width == WidthB16 ? i & ~1 : i & ~3)];
    end
  end

  logic [8*VlenBytes-1:0] all_a, all_b, all_y;
  assign all_a = a_i;
  assign all_b = b_i;
  assign all_y = result;

  logic [2:0] part;
  assign part = scalar_i[2:0];

  // Bits of the active lanes, by their width, where the part is.
  logic [2:0][8*VlenBytes-1:0] packed_bits;
  always_comb begin
    packed_bits = '0;
    for (int unsigned i = 0; i < VlenBytes; i++) begin
      packed_bits[0][32'(part)*VlenBytes+i] = active[i];
      if (i % 2 == 0) packed_bits[1][32'(part)*(VlenBytes/2)+i/2] = active[i];
      if (i % 4 == 0) packed_bits[2][32'(part)*(VlenBytes/4)+i/4] = active[i];
    end
  end

  // The result in a lane of Bits bits.
  for (genvar k = 3; k <= 5; k++) begin : g_width
    localparam int unsigned Bits = 1 << k;
    for (genvar i = 0; i < 8 * VlenBytes / Bits; i++) begin : g_lane
      logic [Bits-1:0]        a, b, y, expected;
      logic signed [Bits-1:0] sa, sb;
      logic [k-1:0]           amount;
      logic                   holds;

      assign a      = all_a[Bits*i +: Bits];
      assign b      = vector_i ? all_b[Bits*i +: Bits] : scalar_i[Bits-1:0];
      assign y      = all_y[Bits*i +: Bits];
      assign sa     = a;
      assign sb     = b;
      assign amount = b[k-1:0];

      always_comb begin
        expected = '0;
        case (op)
          LaneOpAdd:   expected = a + b;
          LaneOpSub:   expected = a - b;
          LaneOpRsub:  expected = b - a;
          LaneOpAnd:   expected = a & b;
          LaneOpOr:    expected = a | b;
          LaneOpXor:   expected = a ^ b;
          LaneOpShl:   expected = a << amount;
          LaneOpShr:   expected = a >> amount;
          LaneOpSar:   expected = sa >>> amount;
          LaneOpMin:   expected = sa < sb ? a : b;
          LaneOpMinu:  expected = a < b ? a : b;
          LaneOpMax:   expected = sa > sb ? a : b;
          LaneOpMaxu:  expected = a > b ? a : b;
          LaneOpAbs:   expected = sa < 0 ? -a : a;
          LaneOpCopy:  expected = b;
          LaneOpIndex: expected = Bits'(i) + b;
          LaneOpSteps: expected = Bits'(i) << amount;
          default: ;
        endcase
        holds = 1'b0;
        case (op)
          LaneOpEq:  holds = a == b;
          LaneOpNe:  holds = a != b;
          LaneOpLt:  holds = sa < sb;
          LaneOpLe:  holds = sa <= sb;
          LaneOpLtu: holds = a < b;
          LaneOpLeu: holds = a <= b;
          LaneOpMask: holds = all_a[32'(part)*(8*VlenBytes/Bits)+i];
          default: ;
        endcase
        if (!active[Bits/8*i]) {expected, holds} = '0;
        if (op == LaneOpSelect) expected = active[Bits/8*i] ? a : b;
        if (op == LaneOpBits) expected = packed_bits[k-3][Bits*i +: Bits];
        compare: assert (vec_i || width != width_e'(k - 3) || mask[Bits/8*i +: Bits/8] == holds);
        lane: assert (vec_i || width != width_e'(k - 3) || y == expected);
      end
    end
  end

  // Those of vec, on four bytes each.
  for (genvar i = 0; i < Words; i++) begin : g_word
    logic [31:0] a, b, y;
    assign vec_op[i] = '{abs: vec_i && vec_op_i[i] == 2'(AluAbs), half: vec_i && !wide_i[i]};
    assign a = vec_a_i[i];
    assign b = vec_b_i[i];
    assign y = result[i];

    always_comb begin
      if (vec_i && vec_op_i[i] == 2'(AluCopy)) copy: assert (y == a);
      if (vec_i && vec_op_i[i] == 2'(AluAdd)) begin
        sum32: assert (!wide_i[i] || y == a + b);
        sum16: assert (wide_i[i] || (y[15:0] == a[15:0] + b[15:0] &&
                                     y[31:16] == a[31:16] + b[31:16]));
      end
      if (vec_i && vec_op_i[i] == 2'(AluAbs)) begin
        abs32: assert (!wide_i[i] || y == (a[31] ? -a : a));
        abs16: assert (wide_i[i] || (y[15:0] == (a[15] ? -a[15:0] : a[15:0]) &&
                                     y[31:16] == (a[31] ? -a[31:16] : a[31:16])));
      end
    end
  end

endmodule
