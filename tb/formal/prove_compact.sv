// SPDX-License-Identifier: Apache-2.0
// gsq_compact against a loop that writes kept bytes one after the other.
//
// A vector enters in cycle 0, in which all registers have any value, and leaves Cuts cycles later.
// So only cycles 0..Cuts need a check; prove_compact_hold adds the stalls.
module prove_compact #(
  parameter int unsigned Lanes = 8,
  parameter int unsigned Cuts = 0,
  parameter int unsigned Radix = 2
) (
  input logic                  clk_i,
  input logic                  valid_i,
  input logic [Lanes-1:0][7:0] data_i,
  input logic [Lanes-1:0]      keep_i
);

  // The input of i cycles ago.
  logic [Cuts:0]                  known;
  logic [Cuts:0]                  valid;
  logic [Cuts:0][Lanes-1:0][7:0]  data;
  logic [Cuts:0][Lanes-1:0]       keep;

  assign known[0] = 1'b1;
  assign valid[0] = valid_i;
  assign data[0]  = data_i;
  assign keep[0]  = keep_i;
  for (genvar c = 1; c <= Cuts; c++) begin : g_ago
    logic known_q = 1'b0;
    always_ff @(posedge clk_i) begin
      known_q <= known[c-1];
      valid[c] <= valid[c-1];
      data[c] <= data[c-1];
      keep[c] <= keep[c-1];
    end
    assign known[c] = known_q;
  end

  logic                  valid_o;
  logic [Lanes-1:0][7:0] data_o;
  logic [Lanes-1:0][7:0] expected;

  gsq_compact #(
    .Lanes(Lanes), .Cuts(Cuts), .Radix(Radix)
  ) dut (
    .clk_i, .rst_ni(1'b1), .en_i(1'b1), .valid_i, .data_i, .keep_i, .valid_o, .data_o,
    .whole_i(1'b0), .passed_o(), .replace_i(1'b0), .replaced_i('0), .end_i(1'b0)
  );

  always_comb begin
    automatic int unsigned place = 0;
    expected = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      if (keep[Cuts][i]) begin
        expected[place] = data[Cuts][i];
        place++;
      end
    end
    if (known[Cuts]) begin
      valid_follows: assert (valid_o == valid[Cuts]);
      compacted: assert (!valid_o || data_o == expected);
    end
  end

endmodule
