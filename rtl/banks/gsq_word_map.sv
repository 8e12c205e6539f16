// SPDX-License-Identifier: Apache-2.0
// The bank function: bank of a word address, and its word within the bank.
//
// The bank is the remainder of the word address modulo a polynomial over GF(2), bit i being the
// coefficient of x^i. Its degree k is the bits of a bank number. BankHash chooses it: x^k makes the
// bank the low bits, so that neighbouring words are in neighbouring banks; x^k + 1 makes it the XOR
// of all slices of k bits; a primitive one spreads every stride of a power of two over all banks.
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
  /// 0: bank = low bits of the word address; 1: XOR of its slices; 2: remainder of a polynomial.
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
  `GSQ_CHECK_HASH(Banks, BankHash)

  assign row_o = word_i[WordWidth-1:BankWidth];

  typedef logic [BankWidth-1:0] bank_t;

  // Coefficients of the polynomial below x^k.
  localparam logic [7:0] Primitive [8] = '{8'h00, 8'h03, 8'h07, 8'h0B, 8'h13, 8'h25, 8'h73, 8'h83};
  localparam bank_t Low = BankHash == 0 ? '0 : BankHash == 1 ? bank_t'(1) :
                          bank_t'(Primitive[BankWidth % 8]);

  always_comb begin
    bank_t rest;  // remainder of x^(k + i)
    rest   = Low;
    bank_o = word_i[BankWidth-1:0];
    if (BankHash != 0) begin
      for (int unsigned i = 0; i < RowWidth; i++) begin
        if (row_o[i]) bank_o ^= rest;
        rest = (rest << 1) ^ (rest[BankWidth-1] ? Low : '0);
      end
    end
  end

endmodule
