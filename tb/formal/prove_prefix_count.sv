// SPDX-License-Identifier: Apache-2.0
// gsq_prefix_count: the counts begin at 0 and each adds the bit before it.
module prove_prefix_count #(
  parameter int unsigned Width = 32
) (
  input logic [Width-1:0] bits_i
);

  localparam int unsigned CountWidth = $clog2(Width + 1);

  logic [Width-1:0][CountWidth-1:0] count;
  logic [CountWidth-1:0] total;

  gsq_prefix_count #(
    .Width(Width)
  ) dut (
    .valid_i(1'b1), .bits_i, .count_o(count), .total_o(total)
  );

  always_comb begin
    begins: assert (count[0] == '0);
    ends: assert (total == count[Width-1] + CountWidth'(bits_i[Width-1]));
  end

  for (genvar i = 1; i < Width; i++) begin : g_bit
    always_comb begin
      grows: assert (count[i] == count[i-1] + CountWidth'(bits_i[i-1]));
    end
  end

endmodule
