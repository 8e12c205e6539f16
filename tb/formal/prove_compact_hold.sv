// SPDX-License-Identifier: Apache-2.0
// gsq_compact with cuts: while en_i is 0 no register changes, whatever they hold. Reset empties it.
module prove_compact_hold #(
  parameter int unsigned Lanes = 8,
  parameter int unsigned Cuts = 3,
  parameter int unsigned Radix = 2
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  en_i,
  input logic                  valid_i,
  input logic [Lanes-1:0][7:0] data_i,
  input logic [Lanes-1:0]      keep_i
);

  logic                  valid_o;
  logic [Lanes-1:0][7:0] data_o;

  gsq_compact #(
    .Lanes(Lanes), .Cuts(Cuts), .Radix(Radix)
  ) dut (
    .clk_i, .rst_ni, .en_i, .valid_i, .data_i, .keep_i, .valid_o, .data_o,
    .whole_i(1'b0), .passed_o(), .replace_i(1'b0), .replaced_i('0), .end_i(1'b0)
  );

  logic stalled_q = 1'b0;
  always_ff @(posedge clk_i) stalled_q <= !en_i && rst_ni;

  always_comb begin
    reset_empties: assert (rst_ni || !valid_o);
  end

  for (genvar c = 1; c <= Cuts; c++) begin : g_cut
    logic valid_q;
    logic [Lanes-1:0][7:0] data, data_q;
    logic [Lanes-1:0][$clog2(Lanes)-1:0] counts, counts_q;
    always_comb begin
      for (int unsigned i = 0; i < Lanes; i++) begin
        data[i] = dut.gen_part[c].data[i/8][8*(i%8)+:8];
        counts[i] = dut.gen_part[c].counts[i];
      end
      if (stalled_q && rst_ni) begin
        held: assert ({dut.gen_part[c].valid, data, counts} == {valid_q, data_q, counts_q});
      end
    end
    always_ff @(posedge clk_i) begin
      valid_q <= dut.gen_part[c].valid;
      data_q <= data;
      counts_q <= counts;
    end
  end

endmodule
