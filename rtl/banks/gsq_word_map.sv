// SPDX-License-Identifier: Apache-2.0
// The bank function: bank of a word address, and its word within the bank.
//
// The bank is the remainder of the word address modulo a polynomial over GF(2), bit i being the
// coefficient of x^i. Its degree k is the bits of a bank number. BankHash chooses it: x^k makes the
// bank the low bits, so that neighbouring words are in neighbouring banks; x^k + 1 makes it the XOR
// of all slices of k bits; a primitive one spreads every stride of a power of two over all banks.
//
// Combinational.

module gsq_word_map #(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned WordWidth = $clog2(Cfg.UbBytes / Cfg.BankBytes)
) (
  /// Word address: byte address / BankBytes.
  input  logic [WordWidth-1:0]     word_i,
  /// Bank.
  output logic [Cfg.BankWidth-1:0] bank_o,
  /// Word within the bank.
  output logic [Cfg.RowWidth-1:0]  row_o
);

  assign row_o = word_i[WordWidth-1:Cfg.BankWidth];

  typedef logic [Cfg.BankWidth-1:0] bank_t;

  // Coefficients of the polynomial below x^k.
  localparam logic [7:0] Primitive [8] = '{8'h00, 8'h03, 8'h07, 8'h0B, 8'h13, 8'h25, 8'h73, 8'h83};
  localparam bank_t Low = Cfg.BankHash == 0 ? '0 : Cfg.BankHash == 1 ? bank_t'(1) :
                          bank_t'(Primitive[Cfg.BankWidth % 8]);

  always_comb begin
    bank_t rest;  // remainder of x^(k + i)
    rest   = Low;
    bank_o = word_i[Cfg.BankWidth-1:0];
    if (Cfg.BankHash != 0) begin
      for (int unsigned i = 0; i < Cfg.RowWidth; i++) begin
        if (row_o[i]) bank_o ^= rest;
        rest = (rest << 1) ^ (rest[Cfg.BankWidth-1] ? Low : '0);
      end
    end
  end

endmodule
