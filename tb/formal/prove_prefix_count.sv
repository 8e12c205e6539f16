// SPDX-License-Identifier: Apache-2.0
// gsq_prefix_count: Cuts moves after a vector entered, its counts begin at 0 and each adds the bit before
// it, whatever the registers held.
//
// Moves in every cycle; a vector is in part c in the c-th cycle after it entered.
module prove_prefix_count #(
  parameter int unsigned Width = 32,
  parameter int unsigned Cuts  = 0
) (
  input logic             clk_i,
  input logic [Width-1:0] bits_i
);

  localparam int unsigned CountWidth = $clog2(Width);

  logic [Width-1:0][CountWidth-1:0] count;
  logic [Cuts:0]                    part_q = '0;  // parts after the first that hold a vector
  logic [Width-1:0]                 was [Cuts+1];  // the bits of the vector in each part

  gsq_prefix_count #(
    .Width(Width),
    .Cuts (Cuts)
  ) dut (
    .clk_i, .en_i(1'b1), .valid_i('1), .bits_i, .count_o(count)
  );

  assign was[0] = bits_i;
  always_ff @(posedge clk_i) part_q <= {part_q, 1'b1};
  for (genvar c = 1; c <= Cuts; c++) begin : g_was
    always_ff @(posedge clk_i) was[c] <= was[c-1];
  end

  logic entered;
  if (Cuts == 0) begin : g_now
    assign entered = 1'b1;
  end else begin : g_later
    assign entered = part_q[Cuts-1];
  end

  always_comb begin
    begins: assert (!entered || count[0] == '0);
  end

  for (genvar i = 1; i < Width; i++) begin : g_bit
    always_comb begin
      grows: assert (!entered || count[i] == count[i-1] + CountWidth'(was[Cuts][i-1]));
    end
  end

endmodule
