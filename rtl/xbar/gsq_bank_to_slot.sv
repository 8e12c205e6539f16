// SPDX-License-Identifier: Apache-2.0
// Crossbar from banks to slots: every slot takes the word of its bank.
//
// Several slots may take the same word.
//
// Combinational. Two codings of the same function, chosen by OneHot: an AND-OR tree, which maps to
// fewer gates, and an index, which simulates faster.

module gsq_bank_to_slot #(
  /// Slots of a group.
  parameter int unsigned Slots = 64,
  /// Words to choose from, at least 2.
  parameter int unsigned Words = 64,
  /// Bytes of a word.
  parameter int unsigned WordBytes = 4,
  /// 1: AND-OR trees; 0: indices.
  parameter int unsigned OneHot = 1,
  localparam int unsigned SelWidth = $clog2(Words)
) (
  /// Words.
  input  logic [8*WordBytes-1:0] word_i [Words],
  /// Per slot: word to take.
  input  logic [SelWidth-1:0]    sel_i [Slots],
  /// Per slot: the word taken.
  output logic [8*WordBytes-1:0] word_o [Slots]
);

  if (OneHot != 0) begin : g_one_hot
    for (genvar i = 0; i < Slots; i++) begin : g_slot
      always_comb begin
        word_o[i] = '0;
        for (int unsigned w = 0; w < Words; w++) begin
          word_o[i] |= word_i[w] & {8 * WordBytes{sel_i[i] == SelWidth'(w)}};
        end
      end
    end
  end else begin : g_indexed
    always_comb begin
      for (int unsigned i = 0; i < Slots; i++) word_o[i] = word_i[sel_i[i]];
    end
  end

endmodule
