// SPDX-License-Identifier: Apache-2.0
// Stage X of the crossbar, and stage K before it if there is a window: which word each bank serves.
//
// Without a window a group has its beats, gsq_slot_beats; with one, groups take turns, gsq_window.
// gsq_slot_to_bank puts the slots that are served onto the ports of their banks.
//
//                  Window 1    +----------------+
//              +-------------> | gsq_slot_beats | ---+   stage X:
//   group, R   |               +----------------+    |   slots     +------------------+
//   or E ------+                                     +-----------> | gsq_slot_to_bank | ---> banks
//              |   Window > 1  +----------------+    |   served    +------------------+
//              +-------------> | gsq_window (K) | ---+
//                              +----------------+
//
// Latency: a group taken in t is served from t+1 on, with a window from t+2. Throughput: one word a
// bank and cycle, one group a cycle. Handshake: valid/ready for groups; banks serve every request.

`include "gsq_assert.svh"

module gsq_xbar_schedule
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       valid_i,
  output logic                       ready_o,
  /// Group.
  input  xbar_group_t                group_i,
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
  /// No slot of a group that gives parts is served. With a window.
  input  logic                       no_parts_i,
  /// Places of the window that hold a group.
  output logic [Cfg.Window-1:0]      place_valid_o,
  /// Per place of the window: tag of its group.
  output mem_tag_t                   place_tag_o [Cfg.Window],
  output logic                       valid_o,
  /// Stage X holds a group, and is not held.
  output logic                       beat_o,
  /// The oldest group in stage X ends in this cycle.
  output logic                       end_o,
  /// The oldest group in stage X.
  output xbar_group_t                group_o,
  /// Per place of the window: tag of the group whose slots are served.
  output mem_tag_t                   tag_o [Cfg.Window],
  /// Per slot: served, unless held.
  output logic [Cfg.Slots-1:0]       hit_o,
  /// Per slot: it writes.
  output logic [Cfg.Slots-1:0]       slot_we_o,
  /// Per slot: place of its group in the window.
  output logic [Cfg.PlaceWidth-1:0]  place_o [Cfg.Slots],
  /// Per slot: bank, or local word.
  output logic [Cfg.SelWidth-1:0]    sel_o [Cfg.Slots],
  /// Per slot: bytes of the word.
  output logic [Cfg.BankBytes-1:0]   be_o [Cfg.Slots],
  /// Per slot: data.
  output logic [8*Cfg.BankBytes-1:0] data_o [Cfg.Slots],
  /// Per slot: a bank serves it in this cycle, for a group that counts.
  output logic [Cfg.Slots-1:0]       served_o,
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


  logic [Cfg.Slots-1:0]     lanes;  // stage X, per slot: its group counts
  logic [Cfg.BankWidth-1:0] bank [Cfg.Slots];
  logic [Cfg.RowWidth-1:0]  row [Cfg.Slots];

  for (genvar i = 0; i < Cfg.Slots; i++) begin : g_bank
    assign bank[i] = Cfg.BankWidth'(sel_o[i]);
  end

  if (Cfg.Window > 1) begin : g_window
    logic last;  // stage X: the oldest group has no slot left

    gsq_window #(.Cfg(Cfg)) u_window (
      .clk_i, .rst_ni,
      .valid_i,
      .ready_o,
      .group_i,
      .use_i,
      .last_i,
      .sel_i,
      .row_i,
      .be_i,
      .data_i,
      .rank_i,
      .hold_i,
      .no_parts_i,
      .valid_o    (place_valid_o),
      .tag_o      (place_tag_o),
      .x_valid_o  (valid_o),
      .x_last_o   (last),
      .x_group_o  (group_o),
      .x_tag_o    (tag_o),
      .x_hit_o    (hit_o),
      .x_lanes_o  (lanes),
      .x_slot_we_o(slot_we_o),
      .x_place_o  (place_o),
      .x_sel_o    (sel_o),
      .x_row_o    (row),
      .x_be_o     (be_o),
      .x_data_o   (data_o)
    );
    assign beat_o = valid_o && !hold_i;
    assign end_o  = last && !hold_i;

    logic unused_first;
    assign unused_first = ^first_i;
  end else begin : g_beats
    logic unused_window;
    assign unused_window = ^{last_i, no_parts_i};

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

    assign place_valid_o  = '0;
    assign place_tag_o[0] = '0;
    assign lanes          = {Cfg.Slots{group_o.lanes}};
    assign slot_we_o      = {Cfg.Slots{group_o.we}};
    assign tag_o[0]       = '0;
    for (genvar i = 0; i < Cfg.Slots; i++) begin : g_place
      assign place_o[i] = '0;
    end
  end

  logic [Cfg.RowWidth:0] we_row [Cfg.Slots];  // the write enable goes with the word
  logic [Cfg.RowWidth:0] bank_we_row [Cfg.Banks];

  for (genvar i = 0; i < Cfg.Slots; i++) begin : g_we_row
    assign we_row[i] = {Cfg.Window > 1 && slot_we_o[i], row[i]};
  end
  for (genvar b = 0; b < Cfg.Banks; b++) begin : g_bank_row
    assign bank_row_o[b] = bank_we_row[b][Cfg.RowWidth-1:0];
    assign bank_we_o[b]  = Cfg.Window > 1 ? bank_we_row[b][Cfg.RowWidth] : group_o.we;
  end

  gsq_slot_to_bank #(
    .Slots    (Cfg.Slots),
    .Banks    (Cfg.Banks),
    .RowWidth (Cfg.RowWidth + 1),
    .WordBytes(Cfg.BankBytes),
    .OneHot   (Cfg.XbarOneHot)
  ) u_slot_to_bank (
    .hit_i (group_o.is_local ? '0 : hit_o),
    .bank_i(bank),
    .row_i (we_row),
    .be_i  (be_o),
    .data_i(data_o),
    .req_o (want_o),
    .row_o (bank_we_row),
    .be_o  (bank_be_o),
    .data_o(bank_wdata_o)
  );

  assign served_o   = hit_o & lanes & {Cfg.Slots{!hold_i && !group_o.is_local}};
  assign bank_req_o = want_o & {Cfg.Banks{!hold_i}};

  always_comb begin
    served_bank_o = '0;
    if (served_o != '0) begin
      for (int unsigned i = 0; i < Cfg.Slots; i++) begin
        if (served_o[i]) served_bank_o[bank[i]] = 1'b1;
      end
    end
  end

`ifndef GSQ_FORMAL
  // Holds because of the ranks, with which the group came: a proof has to follow a group from
  // there, as prove_xbar does, and it does not help an induction.
  for (genvar i = 0; i < Cfg.Slots; i++) begin : g_slot
    // What gsq_slot_to_bank takes for granted: slots of a beat that share a bank share the word.
    `GSQ_ASSERT(slot_gets_its_word,
                !(hit_o[i] && beat_o && !group_o.is_local) || bank_row_o[bank[i]] == row[i])
  end
`endif

endmodule
