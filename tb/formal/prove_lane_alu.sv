// SPDX-License-Identifier: Apache-2.0
// gsq_lane_alu: every lane separately, with an operation and a width of its own.
module prove_lane_alu
  import gsq_pkg::*;
#(
  parameter int unsigned VlenBytes = 32
) (
  input logic [VlenBytes/4-1:0][1:0]  op_i,
  input logic [VlenBytes/4-1:0]       wide_i,
  input logic [VlenBytes/4-1:0][31:0] a_i,
  input logic [VlenBytes/4-1:0][31:0] b_i
);

  logic [VlenBytes/4-1:0][31:0] result;
  alu_op_e                      op [VlenBytes/4];

  gsq_lane_alu #(
    .VlenBytes(VlenBytes)
  ) dut (
    .valid_i(1'b1), .op_i(op), .wide_i, .a_i, .b_i, .result_o(result)
  );

  for (genvar i = 0; i < VlenBytes / 4; i++) begin : g_lane
    logic [31:0] a, b, y;
    logic        wide;
    assign op[i] = alu_op_e'(op_i[i]);
    assign wide = wide_i[i];
    assign a = a_i[i];
    assign b = b_i[i];
    assign y = result[i];

    always_comb begin
      if (op[i] == AluCopy) copy: assert (y == a);
      if (op[i] == AluAdd) begin
        sum32: assert (!wide || y == a + b);
        sum16: assert (wide || (y[15:0] == a[15:0] + b[15:0] && y[31:16] == a[31:16] + b[31:16]));
      end
      if (op[i] == AluAbs) begin
        abs32: assert (!wide || y == (a[31] ? -a : a));
        abs16: assert (wide || (y[15:0] == (a[15] ? -a[15:0] : a[15:0]) &&
                                  y[31:16] == (a[31] ? -a[31:16] : a[31:16])));
      end
    end
  end

endmodule
