// SPDX-License-Identifier: Apache-2.0
// Stage B of the crossbar: words that the banks read go back to their slots.
//
// A local group reads no bank; its words are data of its own slots. With a window a cycle may bring
// words for several groups; each comes with the place of its group.
//
// Latency: words of a beat come out in the cycle after it. Throughput: one beat a cycle. Handshake:
// none.

`include "gsq_assert.svh"

module gsq_word_return
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned LocalStep = Cfg.BankBytes / 4,
  localparam int unsigned Words = Cfg.VectorWords > Cfg.Banks ? Cfg.VectorWords : Cfg.Banks
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  /// Stage X has a group, and is not held.
  input  logic                       beat_i,
  /// The oldest group in stage X ends.
  input  logic                       last_i,
  /// The oldest group in stage X.
  input  xbar_group_t                group_i,
  /// Per place of the window: tag of its group.
  input  mem_tag_t                   tag_i [Cfg.Window],
  /// Per slot: served.
  input  logic [Cfg.Slots-1:0]       hit_i,
  /// Per slot: it writes.
  input  logic [Cfg.Slots-1:0]       slot_we_i,
  /// Per slot: place of its group in the window.
  input  logic [Cfg.PlaceWidth-1:0]  place_i [Cfg.Slots],
  /// Per slot: bank, or local word.
  input  logic [Cfg.SelWidth-1:0]    sel_i [Cfg.Slots],
  /// Per slot: bytes of the word.
  input  logic [Cfg.BankBytes-1:0]   be_i [Cfg.Slots],
  /// Per slot: data of a local group.
  input  logic [8*Cfg.BankBytes-1:0] data_i [Cfg.Slots],
  /// Per bank: data read in the cycle before.
  input  logic [8*Cfg.BankBytes-1:0] bank_rdata_i [Cfg.Banks],
  /// Words of a group come, or it ends without words; a group that reads.
  output logic                       valid_o,
  /// The last words of a group come.
  output logic                       last_o,
  /// The group has lost its slots.
  output logic                       killed_o,
  /// Tag of the group.
  output mem_tag_t                   tag_o,
  /// Per slot: its word comes.
  output logic [Cfg.Slots-1:0]       hit_o,
  /// Per slot: place of its group in the window.
  output logic [Cfg.PlaceWidth-1:0]  place_o [Cfg.Slots],
  /// Per place: tag of its group.
  output mem_tag_t                   place_tag_o [Cfg.Window],
  /// Per slot: bytes that it requested.
  output logic [Cfg.BankBytes-1:0]   be_o [Cfg.Slots],
  /// Per slot: the word.
  output logic [8*Cfg.BankBytes-1:0] word_o [Cfg.Slots]
);

  logic                       valid_q, last_q;
  logic [Cfg.Slots-1:0]       hit_q;  // without reset, down to local_word_q
  mem_tag_t                   tag_q;
  logic [Cfg.SelWidth-1:0]    sel_q [Cfg.Slots];
  logic [Cfg.BankBytes-1:0]   be_q [Cfg.Slots];
  logic                       local_q;
  logic                       killed_q;
  logic [8*Cfg.BankBytes-1:0] local_word_q [Cfg.VectorWords];

  logic                       read_d;  // words come in the next cycle
  logic [8*Cfg.BankBytes-1:0] source [Words];
  logic [8*Cfg.BankBytes-1:0] word [Cfg.Slots];

  assign read_d = beat_i && (Cfg.Window > 1 || !group_i.we);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      last_q  <= 1'b0;
    end else begin
      valid_q <= beat_i && !group_i.we;
      last_q  <= last_i && !group_i.we;
    end
  end

  always_ff @(posedge clk_i) begin
    if (read_d) begin
      hit_q    <= Cfg.Window > 1 ? hit_i & ~slot_we_i : hit_i;
      tag_q    <= group_i.tag;
      sel_q    <= sel_i;
      be_q     <= be_i;
      local_q  <= group_i.is_local;
      killed_q <= group_i.killed;
    end
  end

  for (genvar i = 0; i < Cfg.VectorWords; i++) begin : g_local
    always_ff @(posedge clk_i) begin
      if (beat_i && group_i.is_local) local_word_q[i] <= data_i[i*LocalStep];
    end
  end

  for (genvar i = 0; i < Words; i++) begin : g_word
    if (i < Cfg.Banks && i < Cfg.VectorWords) begin : g_both
      assign source[i] = local_q ? local_word_q[i] : bank_rdata_i[i];
    end else if (i < Cfg.Banks) begin : g_bank_only
      assign source[i] = bank_rdata_i[i];
    end else begin : g_local_only
      assign source[i] = local_word_q[i];
    end
  end

  gsq_bank_to_slot #(
    .Slots    (Cfg.Slots),
    .Words    (Words),
    .WordBytes(Cfg.BankBytes),
    .OneHot   (Cfg.XbarOneHot)
  ) u_bank_to_slot (
    .word_i(source),
    .sel_i (sel_q),
    .word_o(word)
  );

  logic unused_lanes;
  assign unused_lanes = group_i.lanes;

  assign valid_o  = valid_q;
  assign last_o   = last_q;
  assign killed_o = killed_q;
  assign tag_o    = tag_q;

  assign be_o     = be_q;
  assign word_o   = word;

  if (Cfg.Window > 1) begin : g_window
    logic                      read_q;   // words came
    logic [Cfg.PlaceWidth-1:0] place_q [Cfg.Slots];  // no reset, like place_tag_q
    mem_tag_t                  place_tag_q [Cfg.Window];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) read_q <= 1'b0;
      else read_q <= read_d;
    end

    always_ff @(posedge clk_i) begin
      if (read_d) begin
        place_q     <= place_i;
        place_tag_q <= tag_i;
      end
    end

    assign hit_o       = hit_q & {Cfg.Slots{read_q}};
    assign place_o     = place_q;
    assign place_tag_o = place_tag_q;
  end else begin : g_single
    logic unused_window;
    assign unused_window = ^{tag_i[0], slot_we_i, place_i[0]};

    assign hit_o          = hit_q & {Cfg.Slots{valid_q}};
    assign place_tag_o[0] = '0;
    for (genvar i = 0; i < Cfg.Slots; i++) begin : g_place
      assign place_o[i] = '0;
    end
  end

  `GSQ_ASSERT_STILL(local_is_still, beat_i && group_i.is_local, local_word_q[0])

endmodule
