// SPDX-License-Identifier: Apache-2.0
// First half of the bank arbitration: compares every pair of slots of a group.
//
// Among slots that request the same word, the lowest represents them all; without Coalesce each
// slot represents itself. For each slot, before_o marks the representatives of its bank that are
// lower than its own. Among slots of a word that write the same byte, only the highest keeps it.
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
  parameter int unsigned Coalesce = 1,
  /// Coding: 1: all pairs, for gates; 0: lists of banks, for simulation.
  parameter int unsigned OneHot = 1
) (
  /// Clock.
  input  logic                 clk_i,
  /// Load the outputs.
  input  logic                 en_i,
  /// The group writes; 0 if it is local.
  input  logic                 we_i,
  /// The group is local: no slot has another before it.
  input  logic                 local_i,
  /// Per slot: it requests a word.
  input  logic [Slots-1:0]     use_i,
  /// Per slot: bank.
  input  logic [BankWidth-1:0] bank_i [Slots],
  /// Per slot: word within the bank.
  input  logic [RowWidth-1:0]  row_i [Slots],
  /// Per slot: bytes of the word that it reads or writes.
  input  logic [WordBytes-1:0] be_i [Slots],
  /// Per slot: it represents its word.
  output logic [Slots-1:0]     lead_o,
  /// Per slot: the representatives of the same bank that are lower than its own.
  output logic [Slots-1:0]     before_o [Slots],
  /// Per slot: bytes of be_i that no higher slot writes.
  output logic [WordBytes-1:0] be_o [Slots]
);

  `GSQ_CHECK_BANK_BYTES(WordBytes)
  `GSQ_CHECK_COALESCE(Coalesce)
  `GSQ_CHECK_XBAR_ONE_HOT(OneHot)
  `GSQ_CHECK_BANK_WIDTH(BankWidth)
  `GSQ_CHECK_ROW_WIDTH(RowWidth)
  `GSQ_CHECK_SLOTS(Slots)

  logic [Slots-1:0]     bank [Slots];  // lower slots of the same bank
  logic [Slots-1:0]     word [Slots];  // lower slots that request the same word
  logic [Slots-1:0]     lead;
  logic [WordBytes-1:0] be [Slots];

  if (OneHot != 0) begin : g_one_hot
    always_comb begin
      for (int unsigned i = 0; i < Slots; i++) begin
        bank[i] = '0;
        word[i] = '0;
        be[i]   = be_i[i];
        for (int unsigned j = 0; j < i; j++) begin
          if (bank_i[i] == bank_i[j]) begin
            bank[i][j] = 1'b1;
            if (Coalesce != 0 && row_i[i] == row_i[j] && use_i[i] && use_i[j]) begin
              word[i][j] = 1'b1;
              if (we_i) be[j] &= ~be_i[i];
            end
          end
        end
      end
    end
  end else begin : g_indexed
    localparam int unsigned Chunk = 8;  // slots of a list that are looked at together

    logic [Slots-1:0] list [1 << BankWidth];  // slots of a bank so far

    always_comb begin
      for (int unsigned b = 0; b < 1 << BankWidth; b++) list[b] = 'x;
      for (int unsigned i = 0; i < Slots; i++) begin
        bank[i] = 'x;
        word[i] = 'x;
        be[i]   = 'x;
      end
      if (en_i) begin  // saves simulation time
        for (int unsigned i = 0; i < Slots; i++) list[bank_i[i]] = '0;
        for (int unsigned i = 0; i < Slots; i++) begin
          word[i] = '0;
          be[i]   = be_i[i];
          bank[i] = list[bank_i[i]];
          list[bank_i[i]][i] = 1'b1;
          for (int unsigned c = 0; c < i && Coalesce != 0; c += Chunk) begin
            if ((bank[i] & (Slots'((1 << Chunk) - 1) << c)) != '0) begin
              for (int unsigned j = c; j < i && j < c + Chunk; j++) begin
                if (bank[i][j] && row_i[i] == row_i[j] && use_i[i] && use_i[j]) begin
                  word[i][j] = 1'b1;
                  if (we_i) be[j] &= ~be_i[i];
                end
              end
            end
          end
        end
      end
    end
  end

  always_comb begin
    lead = 'x;
    if (en_i) begin  // saves simulation time, costs no gates
      for (int unsigned i = 0; i < Slots; i++) lead[i] = use_i[i] && word[i] == '0 && !local_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      lead_o <= lead;
      be_o   <= be;
      for (int unsigned i = 0; i < Slots; i++) begin
        // Those below the slot that represents it: below the lowest bit of `word`, all if it is 0.
        before_o[i] <= bank[i] & lead & ~word[i] & (word[i] - 1'b1);
      end
    end
  end

endmodule
