// SPDX-License-Identifier: Apache-2.0
// Operands of a command of lanes as gsq_lane_ops takes them: selected, the second one inverted
// where it is subtracted, and those of shifts as gsq_lane_shift takes them.
//
// Combinational.

module gsq_lane_operands
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  localparam int unsigned Words = VlenBytes / 4
) (
  /// What the command has to do, from gsq_lane_decode.
  input  lane_control_t          control_i,
  /// First vector of the command.
  input  logic [Words-1:0][31:0] first_i,
  /// Second vector of the command.
  input  logic [Words-1:0][31:0] second_i,
  /// Second operand, if it is a scalar, in every lane; 0 without.
  input  logic [31:0]            scalar_i,
  /// First operand: the first vector, the numbers of the lanes, or 0; of a shift to the left in the
  /// other order.
  output logic [Words-1:0][31:0] a_o,
  /// Second operand: the second vector or the scalar, or 0; inverted, if control_i says so. Of a
  /// shift how it is shifted, for gsq_lane_shift.
  output logic [Words-1:0][31:0] x_o
);

  // All bits in the other order.
  function automatic logic [31:0] turned(logic [31:0] bits);
    for (int unsigned i = 0; i < 32; i++) turned[i] = bits[31-i];
  endfunction

  logic unused_control;  // what the lane ALU does with the operands
  assign unused_control = ^control_i;

  for (genvar w = 0; w < Words; w++) begin : g_word
    logic [31:0]     number, a, b;
    logic [3:0]      fill;    // per byte: sign of its lane, if a shift fills it in
    logic [3:0][4:0] amount;  // per byte, of the lane to which it belongs

    // Undefined without a command, which saves simulation time and costs no gates, like below.
    always_comb begin
      if (!control_i.lanes)   number = 'x;
      else if (control_i.b8)  number = {8'(4*w+3), 8'(4*w+2), 8'(4*w+1), 8'(4*w)};
      else if (control_i.b16) number = {16'(2*w+1), 16'(2*w)};
      else                    number = 32'(w);
    end

    always_comb begin
      {a, b, fill, amount, a_o[w], x_o[w]} = 'x;
      if (control_i.lanes) begin
        a = (first_i[w] & {32{control_i.first}}) | (number & {32{control_i.number}});
        b = (second_i[w] & {32{control_i.second}}) | scalar_i;
        for (int unsigned i = 0; i < 4; i++) begin
          fill[i] = control_i.signs && a[control_i.b8 ? 8*i+7 : (control_i.b16 ? 8*(i|1)+7 : 31)];
          amount[i] = b[4:0];
          if (control_i.b16) amount[i] = {1'b0, b[8*(i/2*2)+:4]};
          if (control_i.b8)  amount[i] = {2'b00, b[8*i+:3]};
        end
        a_o[w] = a;
        if (control_i.left) begin
          a_o[w] = turned(a);
          amount = {amount[0], amount[1], amount[2], amount[3]};
        end
        x_o[w] = b ^ {32{control_i.invert}};
        if (control_i.shifts) begin
          for (int unsigned i = 0; i < 4; i++) x_o[w][8*i+:8] = {fill[i], 2'b00, amount[i]};
        end
      end
    end
  end

endmodule
