// SPDX-License-Identifier: Apache-2.0
// Stage B of the crossbar: words that the banks read go back to their slots.
//
// A local group reads no bank; its words are data of its own slots. With a window a cycle may bring
// words for several groups, two for a lane; each comes with what its place kept of its group's tag.
//
// Latency: words of a beat come out in the cycle after it. Throughput: one beat a cycle. Handshake:
// none.

`include "gsq_assert.svh"

module gsq_word_return
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned LocalStep = Cfg.BankBytes / 4,
  localparam int unsigned Words = Cfg.VectorWords > Cfg.Banks ? Cfg.VectorWords : Cfg.Banks,
  localparam int unsigned Served = Cfg.LanePorts * Cfg.Slots
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  /// Stage X is not held, and has a group, with a window a slot or a local group.
  input  logic                       beat_i,
  /// The oldest group in stage X ends.
  input  logic                       last_i,
  /// The oldest group in stage X.
  input  xbar_group_t                group_i,
  /// Kind of fractions.
  input  fractions_t                 fractions_i,
  /// Per slot served, down to data: it is there.
  input  logic [Served-1:0]          hit_i,
  /// Where its word goes. With a window.
  input  slot_tag_t                  slot_tag_i [Served],
  /// Bank, or local word.
  input  logic [Cfg.SelWidth-1:0]    sel_i [Served],
  /// Bytes of the word.
  input  logic [Cfg.BankBytes-1:0]   be_i [Served],
  /// Data of a local group, from the slots served first.
  input  logic [8*Cfg.BankBytes-1:0] data_i [Served],
  /// Per bank: data read in the cycle before.
  input  logic [8*Cfg.BankBytes-1:0] bank_rdata_i [Cfg.Banks],
  /// Words of a group come, or it ends without words; a group that reads. With a window: it ends.
  output logic                       valid_o,
  /// The last words of a group come.
  output logic                       last_o,
  /// The group has lost its slots.
  output logic                       killed_o,
  /// Tag of the group.
  output mem_tag_t                   tag_o,
  /// Kind of fractions.
  output fractions_t                 fractions_o,
  /// Per slot served, down to the word: its word comes.
  output logic [Served-1:0]          hit_o,
  /// Where it goes. With a window.
  output slot_tag_t                  slot_tag_o [Served],
  /// Bytes that the slot requested.
  output logic [Cfg.BankBytes-1:0]   be_o [Served],
  /// The word.
  output logic [8*Cfg.BankBytes-1:0] word_o [Served]
);

  logic                       valid_q;
  mem_tag_t                   tag_q;  // without reset, down to local_word_q
  logic [Cfg.SelWidth-1:0]    sel_q [Served];
  logic [Cfg.BankBytes-1:0]   be_q [Served];
  logic                       local_q;
  logic                       killed_q;
  logic [8*Cfg.BankBytes-1:0] local_word_q [Cfg.VectorWords];

  logic                       read_d;  // words come in the next cycle
  logic                       group_d;  // a group that reads has a beat; with a window it ends
  logic [8*Cfg.BankBytes-1:0] source [Words];
  logic [8*Cfg.BankBytes-1:0] word [Served];

  assign read_d  = beat_i && (Cfg.Places > 1 || !group_i.we);
  assign group_d = (Cfg.Places > 1 ? last_i : beat_i) && !group_i.we;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else         valid_q <= group_d;
  end

  always_ff @(posedge clk_i) begin
    if (group_d) begin
      tag_q    <= tag_with(group_i.tag, Cfg.LaneOps);
      killed_q <= group_i.killed;
    end
    if (read_d) begin
      sel_q   <= sel_i;
      be_q    <= be_i;
      local_q <= group_i.is_local;
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

  if (Cfg.LanePorts > 1 && Cfg.XbarOneHot != 0) begin : g_parts
    // A lane receives a word of each part at most; then it takes those that its slots want.
    localparam int unsigned InWords = Words / Cfg.Parts;  // words of a part

    logic [8*Cfg.BankBytes-1:0] part_word [Cfg.Parts][Cfg.Slots];
    logic [Cfg.PartWidth-1:0]   part [Served];

    for (genvar i = 0; i < Served; i++) begin : g_port
      assign part[i] = sel_q[i][Cfg.PartWidth-1:0];
    end

    for (genvar p = 0; p < Cfg.Parts; p++) begin : g_part
      logic [8*Cfg.BankBytes-1:0]            word_in [InWords];
      logic [Cfg.SelWidth-Cfg.PartWidth-1:0] sel_in [Cfg.Slots];

      for (genvar w = 0; w < InWords; w++) begin : g_in
        assign word_in[w] = source[w*Cfg.Parts+p];
      end
      // Of a lane that has no second word the first one may have any part.
      for (genvar i = 0; i < Cfg.Slots; i++) begin : g_lane
        assign sel_in[i] = hit_o[Cfg.Slots+i] && part[Cfg.Slots+i] == Cfg.PartWidth'(p)
                           ? sel_q[Cfg.Slots+i][Cfg.SelWidth-1:Cfg.PartWidth]
                           : sel_q[i][Cfg.SelWidth-1:Cfg.PartWidth];
      end

      gsq_bank_to_slot #(
        .Slots    (Cfg.Slots),
        .Words    (InWords),
        .WordBytes(Cfg.BankBytes),
        .OneHot   (1)
      ) u_bank_to_slot (
        .word_i(word_in),
        .sel_i (sel_in),
        .word_o(part_word[p])
      );
    end

    for (genvar i = 0; i < Served; i++) begin : g_served
      always_comb begin
        word[i] = '0;
        for (int unsigned p = 0; p < Cfg.Parts; p++) begin
          word[i] |= part_word[p][i%Cfg.Slots] & {8 * Cfg.BankBytes{part[i] == Cfg.PartWidth'(p)}};
        end
      end
    end
  end else begin : g_all
    gsq_bank_to_slot #(
      .Slots    (Served),
      .Words    (Words),
      .WordBytes(Cfg.BankBytes),
      .OneHot   (Cfg.XbarOneHot)
    ) u_bank_to_slot (
      .word_i(source),
      .sel_i (sel_q),
      .word_o(word)
    );
  end

  logic unused_lanes;
  assign unused_lanes = group_i.lanes;

  assign valid_o  = valid_q;
  assign killed_o = killed_q;
  assign tag_o    = tag_q;

  assign be_o     = be_q;
  assign word_o   = word;

  if (Cfg.Places > 1) begin : g_window
    logic [Served-1:0] hit_d, hit_q;
    slot_tag_t         slot_tag_q [Served];  // no reset, like fractions_q
    fractions_t        fractions_q;

    always_comb begin
      hit_d = '0;
      if (beat_i) begin  // saves simulation time
        for (int unsigned i = 0; i < Served; i++) begin
          hit_d[i] = hit_i[i] && slot_tag_i[i].to != SlotWrites;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) hit_q <= '0;
      else hit_q <= hit_d;
    end
    always_ff @(posedge clk_i) begin
      if (read_d) begin
        slot_tag_q  <= slot_tag_i;
        fractions_q <= fractions_i;
      end
    end

    assign last_o      = valid_q;
    assign hit_o       = hit_q;
    assign slot_tag_o  = slot_tag_q;
    assign fractions_o = fractions_q;
  end else begin : g_single
    logic              last_q;
    logic [Served-1:0] hit_q;  // no reset

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) last_q <= 1'b0;
      else         last_q <= last_i && !group_i.we;
    end
    always_ff @(posedge clk_i) begin
      if (read_d) hit_q <= hit_i;
    end

    logic unused_window;
    assign unused_window = ^{fractions_i, slot_tag_i[0]};

    assign last_o      = last_q;
    assign hit_o       = hit_q & {Served{valid_q}};
    assign fractions_o = '0;
    for (genvar i = 0; i < Served; i++) begin : g_tag
      assign slot_tag_o[i] = '0;
    end
  end

  `GSQ_ASSERT_STILL(local_is_still, beat_i && group_i.is_local, local_word_q[0])

endmodule
