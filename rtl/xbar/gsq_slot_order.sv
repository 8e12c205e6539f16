// SPDX-License-Identifier: Apache-2.0
// First half of the bank arbitration: compares every pair of slots of a group.
//
// Among slots that request the same word, the lowest represents them all. For each slot, before_o
// marks the representatives that request a smaller word of its bank. Among slots that write the
// same byte, only the highest keeps it. Without Coalesce no slots share an access: those of a bank
// are served one after the other, from the lowest on.
//
// Latency: one register, loaded when en_i is 1. Throughput: one group a cycle. Handshake: en_i.

`include "gsq_param_checks.svh"

module gsq_slot_order #(
  /// Slots of a group.
  parameter int unsigned Slots = 64,
  /// Bits of a bank number.
  parameter int unsigned BankWidth = 6,
  /// Bits of a word address within a bank.
  parameter int unsigned RowWidth = 10,
  /// Bytes of a word.
  parameter int unsigned WordBytes = 4,
  /// 1: slots that request the same word share an access; 0: each slot has its own.
  parameter int unsigned Coalesce = 1
) (
  /// Clock.
  input  logic                 clk_i,
  /// Load the outputs.
  input  logic                 en_i,
  /// The group writes.
  input  logic                 we_i,
  /// Per slot: it requests a word.
  input  logic [Slots-1:0]     use_i,
  /// Per slot: bank.
  input  logic [BankWidth-1:0] bank_i [Slots],
  /// Per slot: word within the bank.
  input  logic [RowWidth-1:0]  row_i [Slots],
  /// Per slot: bytes of the word that it reads or writes.
  input  logic [WordBytes-1:0] be_i [Slots],
  /// Per slot: the representatives that request a smaller word of the same bank; without Coalesce
  /// all lower slots of the same bank.
  output logic [Slots-1:0]     before_o [Slots],
  /// Per slot: bytes of be_i that no higher slot writes.
  output logic [WordBytes-1:0] be_o [Slots]
);

  `GSQ_CHECK_BANK_BYTES(WordBytes)
  `GSQ_CHECK_COALESCE(Coalesce)
  `GSQ_CHECK_BANK_WIDTH(BankWidth)
  `GSQ_CHECK_ROW_WIDTH(RowWidth)
  `GSQ_CHECK_SLOTS(Slots)

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      automatic logic [Slots-1:0]     smaller [Slots];
      automatic logic [Slots-1:0]     lead;
      automatic logic [WordBytes-1:0] be [Slots];
      lead = use_i;
      for (int unsigned i = 0; i < Slots; i++) begin
        smaller[i] = '0;
        be[i]     = be_i[i];
      end
      for (int unsigned i = 1; i < Slots; i++) begin
        for (int unsigned j = 0; j < i; j++) begin
          if (bank_i[i] == bank_i[j]) begin
            smaller[i][j] = Coalesce == 0 || row_i[j] < row_i[i];
            smaller[j][i] = Coalesce != 0 && row_i[i] < row_i[j];
            if (Coalesce != 0 && row_i[i] == row_i[j] && use_i[i] && use_i[j]) begin
              lead[i] = 1'b0;
              if (we_i) be[j] &= ~be_i[i];
            end
          end
        end
      end
      for (int unsigned i = 0; i < Slots; i++) begin
        before_o[i] <= smaller[i] & lead;
        be_o[i]     <= be[i];
      end
    end
  end

endmodule
