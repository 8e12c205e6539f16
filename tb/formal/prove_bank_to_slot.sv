// SPDX-License-Identifier: Apache-2.0
// gsq_bank_to_slot: both codings give the same function.
module prove_bank_to_slot #(
  parameter int unsigned Slots = 4,
  parameter int unsigned Words = 4,
  parameter int unsigned WordBytes = 4
) (
  input logic [Words-1:0][8*WordBytes-1:0]  word_i,
  input logic [Slots-1:0][$clog2(Words)-1:0] sel_i
);

  logic [8*WordBytes-1:0]   word [Words];
  logic [$clog2(Words)-1:0] sel [Slots];
  logic [8*WordBytes-1:0]   taken [2][Slots];

  for (genvar w = 0; w < Words; w++) begin : g_word
    assign word[w] = word_i[w];
  end

  for (genvar c = 0; c < 2; c++) begin : g_coding
    gsq_bank_to_slot #(
      .Slots(Slots), .Words(Words), .WordBytes(WordBytes), .OneHot(c)
    ) dut (
      .word_i(word), .sel_i(sel), .word_o(taken[c])
    );
  end

  for (genvar i = 0; i < Slots; i++) begin : g_slot
    assign sel[i] = sel_i[i];
    always_comb begin
      same_word: assert (taken[0][i] == taken[1][i]);
    end
  end

endmodule
