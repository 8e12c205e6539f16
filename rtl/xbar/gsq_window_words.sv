// SPDX-License-Identifier: Apache-2.0
// Words read for groups of the window that are not the oldest yet.
//
// A word that comes back for the oldest group is passed on at once. Others wait here, and are
// passed on together with the first words of their group that come while it is the oldest, or in
// their place. The group's place may be taken by another one then, whose words come later.
//
// Latency: 0 for words of the oldest group. Throughput: a word a slot and cycle. Handshake: none.

`include "gsq_assert.svh"

module gsq_window_words #(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Window(4))
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  /// Per slot: its word comes.
  input  logic [Cfg.Slots-1:0]       hit_i,
  /// Per slot: place of its group.
  input  logic [Cfg.PlaceWidth-1:0]  place_i [Cfg.Slots],
  /// Per slot: bytes that it requested.
  input  logic [Cfg.BankBytes-1:0]   be_i [Cfg.Slots],
  /// Per slot: the word.
  input  logic [8*Cfg.BankBytes-1:0] word_i [Cfg.Slots],
  /// The oldest group takes its words.
  input  logic                       oldest_valid_i,
  /// Place of the group that was the oldest as these words were served.
  input  logic [Cfg.PlaceWidth-1:0]  oldest_i,
  /// Per slot: a word of the oldest group.
  output logic [Cfg.Slots-1:0]       hit_o,
  /// Per slot: bytes that it requested.
  output logic [Cfg.BankBytes-1:0]   be_o [Cfg.Slots],
  /// Per slot: the word.
  output logic [8*Cfg.BankBytes-1:0] word_o [Cfg.Slots]
);

  logic [Cfg.Slots-1:0]       held_q [Cfg.Window];             // the slot's word waits
  logic [Cfg.BankBytes-1:0]   be_q [Cfg.Window][Cfg.Slots];    // no reset
  logic [8*Cfg.BankBytes-1:0] word_q [Cfg.Window][Cfg.Slots];  // no reset
  logic [Cfg.Slots-1:0]       now;                             // words for the oldest group
  logic [Cfg.Slots-1:0]       later;                           // words for others
  logic [Cfg.Slots-1:0]       store [Cfg.Window];              // words that wait for a place

  assign hit_o = (now | held_q[oldest_i]) & {Cfg.Slots{oldest_valid_i}};

  for (genvar w = 0; w < Cfg.Window; w++) begin : g_held
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) held_q[w] <= '0;
      else if (oldest_valid_i && oldest_i == Cfg.PlaceWidth'(w)) held_q[w] <= '0;
      else held_q[w] <= held_q[w] | store[w];
    end
  end

  if (Cfg.XbarOneHot != 0) begin : g_one_hot
    always_comb begin
      for (int unsigned i = 0; i < Cfg.Slots; i++) begin
        now[i]   = hit_i[i] && place_i[i] == oldest_i;
        later[i] = hit_i[i] && place_i[i] != oldest_i;
      end
    end

    always_comb begin
      for (int unsigned i = 0; i < Cfg.Slots; i++) begin
        be_o[i]   = 'x;
        word_o[i] = 'x;
      end
      if (oldest_valid_i) begin  // saves simulation time, costs no gates
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          be_o[i]   = now[i] ? be_i[i] : be_q[oldest_i][i];
          word_o[i] = now[i] ? word_i[i] : word_q[oldest_i][i];
        end
      end
    end

    for (genvar w = 0; w < Cfg.Window; w++) begin : g_place
      always_comb begin
        store[w] = '0;
        if (later != '0) begin
          for (int unsigned i = 0; i < Cfg.Slots; i++) begin
            store[w][i] = later[i] && place_i[i] == Cfg.PlaceWidth'(w);
          end
        end
      end

      always_ff @(posedge clk_i) begin
        if (store[w] != '0) begin  // saves simulation time
          automatic logic [Cfg.BankBytes-1:0]   be [Cfg.Slots];
          automatic logic [8*Cfg.BankBytes-1:0] word [Cfg.Slots];
          be   = be_q[w];
          word = word_q[w];
          for (int unsigned i = 0; i < Cfg.Slots; i++) begin
            if (store[w][i]) begin
              be[i]   = be_i[i];
              word[i] = word_i[i];
            end
          end
          be_q[w]   <= be;
          word_q[w] <= word;
        end
      end
    end
  end else begin : g_indexed
    // With masks of slots instead of conditions, which a processor could not predict.
    logic [Cfg.Slots-1:0] place_bit [Cfg.PlaceWidth];
    logic [Cfg.Slots-1:0] of_place [Cfg.Window];  // words of each place

    always_comb begin
      for (int unsigned p = 0; p < Cfg.PlaceWidth; p++) begin
        for (int unsigned i = 0; i < Cfg.Slots; i++) place_bit[p][i] = place_i[i][p];
      end
      for (int unsigned w = 0; w < Cfg.Window; w++) begin
        of_place[w] = hit_i;
        for (int unsigned p = 0; p < Cfg.PlaceWidth; p++) begin
          of_place[w] &= ((w >> p) & 1) != 0 ? place_bit[p] : ~place_bit[p];
        end
      end
      now   = of_place[oldest_i];
      later = hit_i & ~now;
      for (int unsigned w = 0; w < Cfg.Window; w++) store[w] = of_place[w] & ~now;
    end

    always_comb begin
      be_o   = be_q[oldest_i];
      word_o = word_q[oldest_i];
      if (oldest_valid_i && now != '0) begin
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          be_o[i] = (be_o[i] & {Cfg.BankBytes{!now[i]}}) | (be_i[i] & {Cfg.BankBytes{now[i]}});
          word_o[i] = (word_o[i] & {8 * Cfg.BankBytes{!now[i]}}) |
                      (word_i[i] & {8 * Cfg.BankBytes{now[i]}});
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (later != '0) begin
        automatic logic [Cfg.BankBytes-1:0]   be [Cfg.Window][Cfg.Slots];
        automatic logic [8*Cfg.BankBytes-1:0] word [Cfg.Window][Cfg.Slots];
        be   = be_q;
        word = word_q;
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          if (later[i]) begin
            be[place_i[i]][i]   = be_i[i];
            word[place_i[i]][i] = word_i[i];
          end
        end
        be_q   <= be;
        word_q <= word;
      end
    end
  end

`ifdef GSQ_ASSERT_ON
  logic again;  // a word comes for a slot whose word waits already
  always_comb begin
    again = 1'b0;
    if (later != '0) begin
      for (int unsigned i = 0; i < Cfg.Slots; i++) again |= later[i] && held_q[place_i[i]][i];
    end
  end
`endif
  `GSQ_ASSERT(word_comes_once, !again)

endmodule
