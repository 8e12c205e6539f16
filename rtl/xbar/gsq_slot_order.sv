// SPDX-License-Identifier: Apache-2.0
// First half of the bank arbitration: compares every pair of slots of a group.
//
// Among slots that request the same word, the lowest represents them all; without Coalesce each
// slot represents itself. For each slot, before_o marks the representatives of its bank that are
// lower than its own. Among slots of a word that write the same byte, only the highest keeps it.
//
// Latency: one register, loaded when en_i is 1. Throughput: one group a cycle. Handshake: en_i.

module gsq_slot_order #(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  input  logic                     clk_i,
  /// Load the outputs.
  input  logic                     en_i,
  /// The group writes; 0 if it is local.
  input  logic                     we_i,
  /// The group is local: no slot has another before it.
  input  logic                     local_i,
  /// Per slot: it requests a word.
  input  logic [Cfg.Slots-1:0]     use_i,
  /// Per slot: bank.
  input  logic [Cfg.BankWidth-1:0] bank_i [Cfg.Slots],
  /// Per slot: word within the bank.
  input  logic [Cfg.RowWidth-1:0]  row_i [Cfg.Slots],
  /// Per slot: bytes of the word that it reads or writes.
  input  logic [Cfg.BankBytes-1:0] be_i [Cfg.Slots],
  /// Per slot: it represents its word.
  output logic [Cfg.Slots-1:0]     lead_o,
  /// Per slot: the representatives of the same bank that are lower than its own.
  output logic [Cfg.Slots-1:0]     before_o [Cfg.Slots],
  /// Per slot: bytes of be_i that no higher slot writes.
  output logic [Cfg.BankBytes-1:0] be_o [Cfg.Slots]
);

  logic [Cfg.Slots-1:0]     bank [Cfg.Slots];  // lower slots of the same bank
  logic [Cfg.Slots-1:0]     word [Cfg.Slots];  // lower slots that request the same word
  logic [Cfg.Slots-1:0]     lead;
  logic [Cfg.BankBytes-1:0] be [Cfg.Slots];

  if (Cfg.XbarOneHot != 0) begin : g_one_hot
    always_comb begin
      for (int unsigned i = 0; i < Cfg.Slots; i++) begin
        bank[i] = '0;
        word[i] = '0;
        be[i]   = be_i[i];
        for (int unsigned j = 0; j < i; j++) begin
          if (bank_i[i] == bank_i[j]) begin
            bank[i][j] = 1'b1;
            if (Cfg.Coalesce != 0 && row_i[i] == row_i[j] && use_i[i] && use_i[j]) begin
              word[i][j] = 1'b1;
              if (we_i) be[j] &= ~be_i[i];
            end
          end
        end
      end
    end
  end else begin : g_indexed
    localparam int unsigned Chunk = 8;  // slots of a list that are looked at together

    logic [Cfg.Slots-1:0] list [1 << Cfg.BankWidth];  // slots of a bank so far

    always_comb begin
      for (int unsigned b = 0; b < 1 << Cfg.BankWidth; b++) list[b] = 'x;
      for (int unsigned i = 0; i < Cfg.Slots; i++) begin
        bank[i] = 'x;
        word[i] = 'x;
        be[i]   = 'x;
      end
      if (en_i) begin  // saves simulation time
        for (int unsigned i = 0; i < Cfg.Slots; i++) list[bank_i[i]] = '0;
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          word[i] = '0;
          be[i]   = be_i[i];
          bank[i] = list[bank_i[i]];
          list[bank_i[i]][i] = 1'b1;
          for (int unsigned c = 0; c < i && Cfg.Coalesce != 0; c += Chunk) begin
            if ((bank[i] & (Cfg.Slots'((1 << Chunk) - 1) << c)) != '0) begin
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
      for (int unsigned i = 0; i < Cfg.Slots; i++) lead[i] = use_i[i] && word[i] == '0 && !local_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      lead_o <= lead;
      be_o   <= be;
      for (int unsigned i = 0; i < Cfg.Slots; i++) begin
        // Those below the slot that represents it: below the lowest bit of `word`, all if it is 0.
        before_o[i] <= bank[i] & lead & ~word[i] & (word[i] - 1'b1);
      end
    end
  end

endmodule
