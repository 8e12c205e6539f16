// SPDX-License-Identifier: Apache-2.0
// Maps a 32-byte block to its place in the banks.
//
// The words of a block lie in different banks, which together form one column. Without hashing the
// words lie in the column in order; BankHash moves the block to another column and permutes its
// words there by an XOR. The bank of its first word gives both.
//
// Combinational.

module gsq_block_map #(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned BlockWords = gsq_pkg::BlockBytes / Cfg.BankBytes,
  localparam int unsigned ColWidth = Cfg.Banks > BlockWords ? $clog2(Cfg.Banks / BlockWords) : 1,
  localparam int unsigned PlaceWidth = $clog2(BlockWords)
) (
  /// Block address: byte address / 32.
  input  logic [Cfg.BlockWidth-1:0] block_i,
  /// Column of the block.
  output logic [ColWidth-1:0]       col_o,
  /// Word i of the block lies at place i ^ swizzle_o of the column.
  output logic [PlaceWidth-1:0]     swizzle_o,
  /// Word within each bank of the column.
  output logic [Cfg.RowWidth-1:0]   word_o
);


  logic [Cfg.BankWidth-1:0] first_bank;  // bank of word 0 of the block

  gsq_word_map #(.Cfg(Cfg)) u_word_map (
    .word_i({block_i, PlaceWidth'(0)}),
    .bank_o(first_bank),
    .row_o (word_o)
  );

  assign swizzle_o = first_bank[PlaceWidth-1:0];

  if (Cfg.Banks > BlockWords) begin : g_columns
    assign col_o = first_bank[Cfg.BankWidth-1:PlaceWidth];
  end else begin : g_one_column
    assign col_o = '0;
  end

endmodule
