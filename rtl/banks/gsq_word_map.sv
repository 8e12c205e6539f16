// SPDX-License-Identifier: Apache-2.0
// The bank function: bank of a word address, and its word within the bank.
//
// Without hashing neighbouring words are in neighbouring banks. With BankHash the bank is the XOR
// of all slices of the word address, of as many bits as a bank number has.
//
// Combinational.

`include "gsq_param_checks.svh"

module gsq_word_map #(
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4,
  /// 0: bank = low bits of the word address; 1: XOR of all its slices.
  parameter int unsigned BankHash = 0,
  /// Derived, do not set: bits of a word address.
  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes),
  /// Derived, do not set: bits of a bank number.
  localparam int unsigned BankWidth = $clog2(Banks),
  /// Derived, do not set: bits of a word address within a bank.
  localparam int unsigned RowWidth = WordWidth - BankWidth
) (
  /// Word address: byte address / BankBytes.
  input  logic [WordWidth-1:0] word_i,
  /// Bank.
  output logic [BankWidth-1:0] bank_o,
  /// Word within the bank.
  output logic [RowWidth-1:0]  row_o
);

  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(BankBytes)
  `GSQ_CHECK_BANK_HASH(BankHash)
  `GSQ_CHECK_ROW(Banks, BankBytes, UbBytes)

  assign row_o = word_i[WordWidth-1:BankWidth];

  always_comb begin
    bank_o = word_i[BankWidth-1:0];
    if (BankHash != 0) begin
      for (int unsigned i = 0; i < RowWidth; i++) bank_o[i % BankWidth] ^= row_o[i];
    end
  end

endmodule
