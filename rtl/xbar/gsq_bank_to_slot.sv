// Crossbar from banks to slots: every slot takes the word of its bank.
//
// Combinational. Several slots may take the same word.
module gsq_bank_to_slot #(
  /// Slots of a group.
  parameter int unsigned Slots = 64,
  /// Words to choose from, at least 2.
  parameter int unsigned Words = 64,
  /// Bytes of a word.
  parameter int unsigned WordBytes = 4,
  /// Derived, do not set: bits of a choice.
  localparam int unsigned SelWidth = $clog2(Words)
) (
  /// Words.
  input  logic [8*WordBytes-1:0] word_i [Words],
  /// Per slot: word to take.
  input  logic [SelWidth-1:0]    sel_i [Slots],
  /// Per slot: the word taken.
  output logic [8*WordBytes-1:0] word_o [Slots]
);

  always_comb begin
    for (int unsigned i = 0; i < Slots; i++) word_o[i] = word_i[sel_i[i]];
  end

endmodule
