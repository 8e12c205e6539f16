// SPDX-License-Identifier: Apache-2.0
// Stage X of the crossbar, and stage K before it if there is a window: which word each bank serves.
//
// Without a window a group has its beats, gsq_slot_beats; with one, lanes serve its slots,
// gsq_lanes. gsq_slot_to_bank puts the slots that are served onto the ports of their banks. Of the
// two slots that a lane may serve in a cycle, each goes to another part of the banks; so a bank has
// as many inputs as there are lanes.
//
//                  Places 1    +----------------+
//              +-------------> | gsq_slot_beats | ---+   stage X:
//   group, R   |               +----------------+    |   slots     +------------------+
//   or E ------+                                     +-----------> | gsq_slot_to_bank | ---> banks
//              |   Places > 1  +----------------+    |   served    +------------------+
//              +-------------> | gsq_lanes (K)  | ---+             one for each part
//                              +----------------+
//
// Latency: a group taken in t is served from t+1 on, with a window from t+2. Throughput: one word a
// bank and cycle, one group a cycle. Handshake: valid/ready for groups; banks serve every request.

`include "gsq_assert.svh"

module gsq_xbar_schedule
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned Served = Cfg.LanePorts * Cfg.Slots
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       valid_i,
  output logic                       ready_o,
  /// Group.
  input  xbar_group_t                group_i,
  /// What a place of a lane keeps of the tag. With a window.
  input  slot_tag_t                  slot_tag_i,
  /// Per slot: it requests a word.
  input  logic [Cfg.Slots-1:0]       use_i,
  /// Per slot: it represents its word, the last of the group in its bank. With a window.
  input  logic [Cfg.Slots-1:0]       last_i,
  /// Per slot: no other word of the group is before its own. Without a window.
  input  logic [Cfg.Slots-1:0]       first_i,
  /// Per slot: bank, or local word.
  input  logic [Cfg.SelWidth-1:0]    sel_i [Cfg.Slots],
  /// Per slot: word within the bank.
  input  logic [Cfg.RowWidth-1:0]    row_i [Cfg.Slots],
  /// Per slot: bytes of the word that it reads or writes.
  input  logic [Cfg.BankBytes-1:0]   be_i [Cfg.Slots],
  /// Per slot: data to write, or words of a local group.
  input  logic [8*Cfg.BankBytes-1:0] data_i [Cfg.Slots],
  /// Per slot: rank; without a window it comes in the cycle after the group is taken, and stays
  /// until the next is.
  input  logic [Cfg.RankWidth-1:0]   rank_i [Cfg.Slots],
  /// Suppress the accesses of this cycle.
  input  logic                       hold_i,
  /// No slot that gives fractions is served, and one of a lane at most. With a window.
  input  logic                       no_fractions_i,
  /// Groups in the window.
  output logic [Cfg.Groups-1:0]      in_window_o,
  /// Tags of groups in the window.
  output mem_tag_t                   in_window_tag_o [Cfg.Groups],
  /// Stage X holds a group. Without a window.
  output logic                       valid_o,
  /// Stage X is not held, and holds something.
  output logic                       beat_o,
  /// The oldest group in stage X ends in this cycle.
  output logic                       end_o,
  /// The oldest group in stage X.
  output xbar_group_t                group_o,
  /// Kind of the fractions that slots give. With a window.
  output fractions_t                 fractions_o,
  /// Per slot served, first what every lane serves first, then what it serves second, like the
  /// others: it is there, unless held.
  output logic [Served-1:0]          hit_o,
  /// Where its word goes. With a window.
  output slot_tag_t                  slot_tag_o [Served],
  /// Bank, or local word.
  output logic [Cfg.SelWidth-1:0]    sel_o [Served],
  /// Bytes of the word.
  output logic [Cfg.BankBytes-1:0]   be_o [Served],
  /// Data.
  output logic [8*Cfg.BankBytes-1:0] data_o [Served],
  /// A bank accesses its word in this cycle, for a group that counts.
  output logic [Served-1:0]          served_o,
  /// Per bank: it serves a slot of a group that counts.
  output logic [Cfg.Banks-1:0]       served_bank_o,
  /// Per bank: it is needed in this cycle, whatever hold_i is.
  output logic [Cfg.Banks-1:0]       want_o,
  /// Per bank: it is accessed.
  output logic [Cfg.Banks-1:0]       bank_req_o,
  /// Per bank: the access is a write.
  output logic [Cfg.Banks-1:0]       bank_we_o,
  /// Per bank: word.
  output logic [Cfg.RowWidth-1:0]    bank_row_o [Cfg.Banks],
  /// Per bank: bytes read or written.
  output logic [Cfg.BankBytes-1:0]   bank_be_o [Cfg.Banks],
  /// Per bank: data to write.
  output logic [8*Cfg.BankBytes-1:0] bank_wdata_o [Cfg.Banks]
);

  logic [Served-1:0]       lanes;     // stage X, per slot served, like the others: it counts
  logic [Served-1:0]       slot_we;
  logic [Served-1:0]       accesses;  // it accesses a bank
  logic [Cfg.RowWidth-1:0] row [Served];

  if (Cfg.Places > 1) begin : g_window
    logic        x_local;
    xbar_group_t oldest;

    gsq_lanes #(.Cfg(Cfg)) u_lanes (
      .clk_i, .rst_ni,
      .valid_i,
      .ready_o,
      .group_i,
      .slot_tag_i,
      .use_i,
      .last_i,
      .sel_i,
      .row_i,
      .be_i,
      .data_i,
      .rank_i,
      .hold_i,
      .no_fractions_i,
      .valid_o      (in_window_o),
      .tag_o        (in_window_tag_o),
      .end_o,
      .oldest_o     (oldest),
      .x_local_o    (x_local),
      .x_fractions_o(fractions_o),
      .x_hit_o      (hit_o),
      .x_access_o   (accesses),
      .x_lanes_o    (lanes),
      .x_sel_o      (sel_o),
      .x_row_o      (row),
      .x_be_o       (be_o),
      .x_tag_o      (slot_tag_o),
      .x_data_o     (data_o)
    );

    assign valid_o = 1'b0;
    assign beat_o  = (hit_o != '0 || x_local) && !hold_i;
    always_comb begin
      group_o          = oldest;
      group_o.is_local = x_local;
    end
    for (genvar i = 0; i < Served; i++) begin : g_we
      assign slot_we[i] = slot_tag_o[i].to == SlotWrites;
    end

    logic unused_first;
    assign unused_first = ^first_i;
  end else begin : g_beats
    logic unused_window;
    assign unused_window = ^{last_i, no_fractions_i, slot_tag_i};

    always_ff @(posedge clk_i) begin
      if (valid_i && ready_o) begin
        group_o <= group_i;  // without reset, like the others
        sel_o   <= sel_i;
        row     <= row_i;
        be_o    <= be_i;
      end
      if (valid_i && ready_o && (group_i.we || group_i.is_local)) data_o <= data_i;
    end

    gsq_slot_beats #(
      .Slots(Cfg.Slots)
    ) u_slot_beats (
      .clk_i, .rst_ni,
      .valid_i,
      .ready_o,
      .use_i,
      .first_i,
      .rank_i,
      .hold_i,
      .valid_o,
      .hit_o,
      .beat_o,
      .end_o
    );
    `GSQ_ASSERT_STILL(data_is_still,
                      valid_i && ready_o && (group_i.we || group_i.is_local), data_o[0])

    assign in_window_o        = '0;
    assign in_window_tag_o[0] = '0;
    assign fractions_o     = '0;
    assign accesses        = hit_o & {Cfg.Slots{!group_o.is_local}};
    assign lanes           = {Cfg.Slots{group_o.lanes}};
    assign slot_we         = {Cfg.Slots{group_o.we}};
    for (genvar i = 0; i < Cfg.Slots; i++) begin : g_tag
      assign slot_tag_o[i] = '0;
    end
  end

  logic [Cfg.BankWidth-1:0] bank [Served];
  logic [Cfg.RowWidth:0]    we_row [Served];  // the write enable goes with the word
  logic [Cfg.RowWidth:0]    bank_we_row [Cfg.Banks];

  for (genvar i = 0; i < Served; i++) begin : g_we_row
    assign bank[i]   = Cfg.BankWidth'(sel_o[i]);
    assign we_row[i] = {Cfg.Places > 1 && slot_we[i], row[i]};
  end
  for (genvar b = 0; b < Cfg.Banks; b++) begin : g_bank_row
    assign bank_row_o[b] = bank_we_row[b][Cfg.RowWidth-1:0];
    assign bank_we_o[b]  = Cfg.Places > 1 ? bank_we_row[b][Cfg.RowWidth] : group_o.we;
  end

  if (Cfg.LanePorts > 1 && Cfg.XbarOneHot != 0) begin : g_parts
    localparam int unsigned InBanks = Cfg.Banks / Cfg.Parts;  // banks of a part
    localparam int unsigned InWidth = Cfg.BankWidth - Cfg.PartWidth;

    for (genvar p = 0; p < Cfg.Parts; p++) begin : g_part
      logic [Cfg.Slots-1:0]       second, hit;  // of every lane what it sends to this part
      logic [InWidth-1:0]         in_part [Cfg.Slots];
      logic [Cfg.RowWidth:0]      we_row_of [Cfg.Slots];
      logic [Cfg.BankBytes-1:0]   be_of [Cfg.Slots];
      logic [8*Cfg.BankBytes-1:0] data_of [Cfg.Slots];
      logic [InBanks-1:0]         req;
      logic [Cfg.RowWidth:0]      we_row_in [InBanks];
      logic [Cfg.BankBytes-1:0]   be_in [InBanks];
      logic [8*Cfg.BankBytes-1:0] data_in [InBanks];

      for (genvar i = 0; i < Cfg.Slots; i++) begin : g_lane
        localparam int unsigned Second = Cfg.Slots + i;

        assign second[i]    = accesses[Second] &&
                              bank[Second][Cfg.PartWidth-1:0] == Cfg.PartWidth'(p);
        assign hit[i]       = second[i] || (accesses[i] &&
                                            bank[i][Cfg.PartWidth-1:0] == Cfg.PartWidth'(p));
        assign in_part[i]   = second[i] ? bank[Second][Cfg.BankWidth-1:Cfg.PartWidth]
                                        : bank[i][Cfg.BankWidth-1:Cfg.PartWidth];
        assign we_row_of[i] = second[i] ? we_row[Second] : we_row[i];
        assign be_of[i]     = second[i] ? be_o[Second] : be_o[i];
        assign data_of[i]   = second[i] ? data_o[Second] : data_o[i];
      end

      gsq_slot_to_bank #(
        .Slots    (Cfg.Slots),
        .Banks    (InBanks),
        .RowWidth (Cfg.RowWidth + 1),
        .WordBytes(Cfg.BankBytes),
        .OneHot   (1)
      ) u_slot_to_bank (
        .hit_i (hit),
        .bank_i(in_part),
        .row_i (we_row_of),
        .be_i  (be_of),
        .data_i(data_of),
        .req_o (req),
        .row_o (we_row_in),
        .be_o  (be_in),
        .data_o(data_in)
      );

      for (genvar b = 0; b < InBanks; b++) begin : g_bank
        assign want_o[b*Cfg.Parts+p]       = req[b];
        assign bank_we_row[b*Cfg.Parts+p]  = we_row_in[b];
        assign bank_be_o[b*Cfg.Parts+p]    = be_in[b];
        assign bank_wdata_o[b*Cfg.Parts+p] = data_in[b];
      end
    end
  end else begin : g_all
    gsq_slot_to_bank #(
      .Slots    (Served),
      .Banks    (Cfg.Banks),
      .RowWidth (Cfg.RowWidth + 1),
      .WordBytes(Cfg.BankBytes),
      .OneHot   (Cfg.XbarOneHot)
    ) u_slot_to_bank (
      .hit_i (accesses),
      .bank_i(bank),
      .row_i (we_row),
      .be_i  (be_o),
      .data_i(data_o),
      .req_o (want_o),
      .row_o (bank_we_row),
      .be_o  (bank_be_o),
      .data_o(bank_wdata_o)
    );
  end

  assign served_o   = accesses & lanes & {Served{!hold_i}};
  assign bank_req_o = want_o & {Cfg.Banks{!hold_i}};

  always_comb begin
    served_bank_o = '0;
    if (served_o != '0) begin
      for (int unsigned i = 0; i < Served; i++) begin
        if (served_o[i]) served_bank_o[bank[i]] = 1'b1;
      end
    end
  end

`ifndef GSQ_FORMAL
  // Holds because of the ranks, with which the group came: a proof has to follow a group from
  // there, as prove_xbar does, and it does not help an induction.
  for (genvar i = 0; i < Served; i++) begin : g_slot
    // What gsq_slot_to_bank takes for granted: slots of a beat that share a bank share the word.
    `GSQ_ASSERT(slot_gets_its_word,
                !(accesses[i] && beat_o) || bank_row_o[bank[i]] == row[i])
  end
`endif

endmodule
