// SPDX-License-Identifier: Apache-2.0
// Maps a 32-byte block to its place in the banks.
//
// The words of a block lie in different banks, which together form one column. Without hashing the
// words lie in the column in order; BankHash moves the block to another column and permutes its
// words there by an XOR. The bank of its first word gives both.
//
// Combinational.

`include "gsq_param_checks.svh"

module gsq_block_map #(
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4,
  /// 0: bank = low bits of the word address; 1: XOR of its slices; 2: remainder of a polynomial.
  parameter int unsigned BankHash = 0,
  /// Derived, do not set: bits of a block address.
  localparam int unsigned BlockWidth = $clog2(UbBytes / gsq_pkg::BlockBytes),
  /// Derived, do not set: words of a block.
  localparam int unsigned BlockWords = gsq_pkg::BlockBytes / BankBytes,
  /// Derived, do not set: bits of a column number, at least 1.
  localparam int unsigned ColWidth = Banks > BlockWords ? $clog2(Banks / BlockWords) : 1,
  /// Derived, do not set: bits of a word's place in its column.
  localparam int unsigned PlaceWidth = $clog2(BlockWords),
  /// Derived, do not set: bits of a word address within a bank.
  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks)
) (
  /// Block address: byte address / 32.
  input  logic [BlockWidth-1:0] block_i,
  /// Column of the block.
  output logic [ColWidth-1:0]   col_o,
  /// Word i of the block lies at place i ^ swizzle_o of the column.
  output logic [PlaceWidth-1:0] swizzle_o,
  /// Word within each bank of the column.
  output logic [WordWidth-1:0]  word_o
);

  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(BankBytes)
  `GSQ_CHECK_BANK_HASH(BankHash)
  `GSQ_CHECK_ROW(Banks, BankBytes, UbBytes)
  `GSQ_CHECK_HASH(Banks, BankHash)

  localparam int unsigned BankWidth = $clog2(Banks);

  logic [BankWidth-1:0] first_bank;  // bank of word 0 of the block

  gsq_word_map #(
    .UbBytes  (UbBytes),
    .Banks    (Banks),
    .BankBytes(BankBytes),
    .BankHash (BankHash)
  ) u_word_map (
    .word_i({block_i, PlaceWidth'(0)}),
    .bank_o(first_bank),
    .row_o (word_o)
  );

  assign swizzle_o = first_bank[PlaceWidth-1:0];

  if (Banks > BlockWords) begin : g_columns
    assign col_o = first_bank[BankWidth-1:PlaceWidth];
  end else begin : g_one_column
    assign col_o = '0;
  end

endmodule
