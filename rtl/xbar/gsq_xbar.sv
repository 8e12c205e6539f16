// SPDX-License-Identifier: Apache-2.0
// The gather/scatter crossbar: carries out groups of word accesses on a banked memory.
//
// A group is a set of slots that each ask for one word, all reads or all writes. Every cycle each
// bank serves one word for all slots that want it: reads are broadcast, writes to the same word
// are merged, the highest slot winning each byte. A group takes exactly as many beats as the
// largest number of different words that it needs from one bank, and the beats of the next group
// follow at once; each bank serves its words by the lowest slot that asks for them. A group without
// a slot takes one cycle and accesses nothing. Without Coalesce every slot has its own access.
//
// Groups that write and local groups carry data; of others data_i is not looked at.
//
// A local group does not access the banks: its slots read words of the group's own data. A late
// group waits in stage R, with a window in stage E, for its data and takes it as it leaves.
// With a window words come back in the order in which their slots were served. So a group waits in
// E, too, while an older command is there that writes the same register.
//
// Latency: a group taken in t is in stage M in t+1, in R in t+2, has its first beat (stage X) in
// t+3; with a window it is in stage E in t+3 and in X in t+5; a beat's words come back in the cycle
// after it. Throughput: one beat a cycle. Handshake: valid/ready for groups; banks serve every
// request and return read data one cycle later; results and end_o have no ready.

`include "gsq_assert.svh"

module gsq_xbar
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned Stages = Cfg.Places > 1 ? 5 + Cfg.Groups : 4,
  localparam int unsigned Served = Cfg.LanePorts * Cfg.Slots
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       valid_i,
  output logic                       ready_o,
  /// The group writes.
  input  logic                       we_i,
  /// The group is local.
  input  logic                       local_i,
  /// The group counts in served_o and served_bank_o.
  input  logic                       lanes_i,
  /// The group is late: its data arrives at late_data_i.
  input  logic                       late_i,
  /// Tag of the group.
  input  mem_tag_t                   tag_i,
  /// Per slot: it requests a word.
  input  logic [Cfg.Slots-1:0]       use_i,
  /// Per slot: bank, or local word.
  input  logic [Cfg.SelWidth-1:0]    sel_i [Cfg.Slots],
  /// Per slot: word within the bank.
  input  logic [Cfg.RowWidth-1:0]    row_i [Cfg.Slots],
  /// Per slot: bytes of the word that it reads or writes, at least one.
  input  logic [Cfg.BankBytes-1:0]   be_i [Cfg.Slots],
  /// Per slot: data to write, at its place in the word; or the words of a local group.
  input  logic [8*Cfg.BankBytes-1:0] data_i [Cfg.Slots],
  input  logic                       late_valid_i,
  output logic                       late_ready_o,
  /// Per slot: data of the next late group.
  input  logic [8*Cfg.BankBytes-1:0] late_data_i [Cfg.Slots],
  /// Remove all slots of the group in stage M as it leaves.
  input  logic                       kill_m_i,
  /// Remove all slots of the group in stage R as it leaves.
  input  logic                       kill_r_i,
  /// Suppress the beat of this cycle.
  input  logic                       hold_i,
  /// Serve no slot that gives V fractions of words, and one of a lane at most. With a window.
  input  logic                       no_fractions_i,
  /// Stages M, R, X and B hold a group (bits 0 to 3), with a window also E
  /// and the window's groups, but not X.
  output logic [Stages-1:0]          stage_valid_o,
  /// Tags of the groups in these stages.
  output mem_tag_t                   stage_tag_o [Stages],
  /// With a window: the group in stage E leaves it, and has not lost its slots.
  output logic                       enter_o,
  /// The group in stage X ends in this cycle.
  output logic                       end_o,
  /// Per slot that is served in this cycle, of a lane up to LanePorts: a bank accesses its word,
  /// for a group that counts.
  output logic [Served-1:0]          served_o,
  /// Per bank: it serves a slot of a group that counts.
  output logic [Cfg.Banks-1:0]       served_bank_o,
  /// Per bank: the beat of this cycle needs it, whatever hold_i is.
  output logic [Cfg.Banks-1:0]       want_o,
  /// Per bank: the access is a write.
  output logic [Cfg.Banks-1:0]       bank_we_o,
  /// Per bank: it is accessed.
  output logic [Cfg.Banks-1:0]       bank_req_o,
  /// Per bank: word.
  output logic [Cfg.RowWidth-1:0]    bank_row_o [Cfg.Banks],
  /// Per bank: bytes read or written.
  output logic [Cfg.BankBytes-1:0]   bank_be_o [Cfg.Banks],
  /// Per bank: data to write.
  output logic [8*Cfg.BankBytes-1:0] bank_wdata_o [Cfg.Banks],
  /// Per bank: data read in the cycle before.
  input  logic [8*Cfg.BankBytes-1:0] bank_rdata_i [Cfg.Banks],
  /// The last words of a group come.
  output logic                       ret_last_o,
  /// The group has lost its slots.
  output logic                       ret_killed_o,
  /// Kind of fractions.
  output fractions_t                 ret_fractions_o,
  /// Per slot served, like the others: its word was read in the cycle before.
  output logic [Served-1:0]          ret_hit_o,
  /// Where it goes. With a window.
  output slot_tag_t                  ret_slot_tag_o [Served],
  /// Bytes that the slot requested.
  output logic [Cfg.BankBytes-1:0]   ret_be_o [Served],
  /// The word.
  output logic [8*Cfg.BankBytes-1:0] ret_word_o [Served]
);

  // ---- Stages M and R: comparing and ranking ---------------------------------------------------

  logic m_valid_q, r_valid_q;
  logic m_pop, r_pop;
  logic m_late_q, r_late_q;  // without reset

  assign m_pop   = m_valid_q && (!r_valid_q || r_pop);
  assign ready_o = !m_valid_q || m_pop;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      m_valid_q <= 1'b0;
      r_valid_q <= 1'b0;
    end else begin
      if (ready_o) m_valid_q <= valid_i;
      if (m_pop || r_pop) r_valid_q <= m_pop;
    end
  end

  // Payload of the stages, without reset. An output of a submodule that has its own register has no
  // _q, like the payload of stage X.
  logic                       m_we_q, r_we_q;
  logic                       m_local_q, r_local_q;
  logic                       m_lanes_q, r_lanes_q;
  logic                       r_killed_q;
  mem_tag_t                   m_tag_q, r_tag_q;
  logic [Cfg.Slots-1:0]       m_use_q, r_use_q, r_use, r_lead;
  logic [Cfg.SelWidth-1:0]    m_sel_q [Cfg.Slots], r_sel_q [Cfg.Slots], x_sel [Served];
  logic [Cfg.RowWidth-1:0]    m_row_q [Cfg.Slots], r_row_q [Cfg.Slots];
  logic [Cfg.BankBytes-1:0]   m_be_q [Cfg.Slots], r_be [Cfg.Slots], x_be [Served];
  logic [8*Cfg.BankBytes-1:0] m_data_q [Cfg.Slots], r_data_q [Cfg.Slots], x_data [Served];
  logic [Cfg.Slots-1:0]       r_before [Cfg.Slots];
  logic [Cfg.Slots-1:0]       r_first;  // slots without a word of their group before theirs
  logic [Cfg.RankWidth-1:0]   rank [Cfg.Slots];  // of the group that left R last
  xbar_group_t                r_group;

  logic [Cfg.BankWidth-1:0] m_bank [Cfg.Slots];
  for (genvar i = 0; i < Cfg.Slots; i++) begin : g_bank
    assign m_bank[i] = Cfg.BankWidth'(m_sel_q[i]);
  end
  assign r_use   = kill_r_i ? '0 : r_use_q;
  assign r_group = '{
    we:       r_we_q,
    is_local: r_local_q,
    lanes:    r_lanes_q,
    killed:   r_killed_q || kill_r_i,
    tag:      r_tag_q
  };

  for (genvar i = 0; i < Cfg.Slots; i++) begin : g_first
    assign r_first[i] = r_before[i] == '0;
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o) begin
      m_we_q    <= we_i;
      m_local_q <= local_i;
      m_late_q  <= late_i;
      m_lanes_q <= lanes_i;
      m_tag_q   <= tag_i;
      m_use_q   <= use_i;
      m_sel_q   <= sel_i;
      m_row_q   <= row_i;
      m_be_q    <= be_i;
    end
    if (valid_i && ready_o && (we_i || local_i)) m_data_q <= data_i;
    if (m_pop) begin
      r_we_q     <= m_we_q;
      r_local_q  <= m_local_q;
      r_late_q   <= m_late_q;
      r_lanes_q  <= m_lanes_q;
      r_tag_q    <= m_tag_q;
      r_use_q    <= kill_m_i ? '0 : m_use_q;
      r_killed_q <= kill_m_i;
      r_sel_q    <= m_sel_q;
      r_row_q    <= m_row_q;
    end
    if (m_pop && (m_we_q || m_local_q)) r_data_q <= m_data_q;
  end

  // Local groups have no conflicts: every rank is 0, and no slot takes a byte from another.
  gsq_slot_order #(.Cfg(Cfg)) u_slot_order (
    .clk_i,
    .en_i    (m_pop),
    .we_i    (m_we_q && !m_local_q),
    .local_i (m_local_q),
    .use_i   (m_use_q),
    .bank_i  (m_bank),
    .row_i   (m_row_q),
    .be_i    (m_be_q),
    .lead_o  (r_lead),
    .before_o(r_before),
    .be_o    (r_be)
  );

  gsq_slot_rank #(
    .Slots(Cfg.Slots)
  ) u_slot_rank (
    .clk_i,
    .en_i    (r_pop),
    .before_i(r_before),
    .rank_o  (rank)
  );

  // ---- Stage E, with a window: a group and its ranks wait to enter ------------------------------

  logic                       entry_ready;
  logic                       offer_valid, offer_ready;  // the group that leaves R, or E
  xbar_group_t                offer_group;
  slot_tag_t                  offer_slot_tag;
  logic [Cfg.Slots-1:0]       offer_use, offer_last;
  logic [Cfg.SelWidth-1:0]    offer_sel [Cfg.Slots];
  logic [Cfg.RowWidth-1:0]    offer_row [Cfg.Slots];
  logic [Cfg.BankBytes-1:0]   offer_be [Cfg.Slots];
  logic [8*Cfg.BankBytes-1:0] offer_data [Cfg.Slots];
  logic [Cfg.Groups-1:0]      in_window;  // groups in the window
  mem_tag_t                   in_window_tag [Cfg.Groups];

  if (Cfg.Places > 1) begin : g_entry
    mem_tag_t after_entry_tag [Cfg.Groups+1];

    assign after_entry_tag[Cfg.Groups] = stage_tag_o[3];
    for (genvar g = 0; g < Cfg.Groups; g++) begin : g_group
      assign after_entry_tag[g] = in_window_tag[g];
    end

    gsq_xbar_entry #(.Cfg(Cfg)) u_entry (
      .clk_i, .rst_ni,
      .valid_i     (r_valid_q),
      .ready_o     (entry_ready),
      .late_i      (r_late_q),
      .group_i     (r_group),
      .use_i       (r_use),
      .lead_i      (r_lead),
      .before_i    (r_before),
      .sel_i       (r_sel_q),
      .row_i       (r_row_q),
      .be_i        (r_be),
      .data_i      (r_data_q),
      .late_valid_i,
      .late_ready_o,
      .late_data_i,
      .in_window_i    ({stage_valid_o[3], in_window}),
      .in_window_tag_i(after_entry_tag),
      .held_o      (stage_valid_o[4]),
      .valid_o     (offer_valid),
      .ready_i     (offer_ready),
      .group_o     (offer_group),
      .slot_tag_o  (offer_slot_tag),
      .use_o       (offer_use),
      .last_o      (offer_last),
      .sel_o       (offer_sel),
      .row_o       (offer_row),
      .be_o        (offer_be),
      .data_o      (offer_data)
    );

    assign r_pop   = r_valid_q && entry_ready;
    assign enter_o = offer_valid && offer_ready && !offer_group.killed;

    assign stage_valid_o[Stages-1:5] = in_window;
    assign stage_tag_o[4]            = offer_group.tag;
    assign stage_tag_o[5:Stages-1]   = in_window_tag;
  end else begin : g_no_entry
    assign offer_valid    = r_valid_q && (!r_late_q || late_valid_i);
    assign offer_group    = r_group;
    assign offer_slot_tag = '0;
    assign offer_use      = r_use;
    assign offer_last     = '0;
    assign offer_sel      = r_sel_q;
    assign offer_row      = r_row_q;
    assign offer_be       = r_be;
    assign offer_data     = r_late_q ? late_data_i : r_data_q;
    assign r_pop          = offer_valid && offer_ready;
    assign late_ready_o   = r_valid_q && r_late_q && offer_ready;
    assign enter_o        = 1'b0;

    logic unused_entry;
    assign unused_entry = ^{in_window, in_window_tag[0], r_lead, entry_ready};
    assign entry_ready  = 1'b0;
  end

  // ---- Stages K and X: turns at the banks -------------------------------------------------------

  logic              x_valid, x_beat;
  xbar_group_t       x_group;
  logic [Served-1:0] x_hit;
  slot_tag_t         x_slot_tag [Served];
  fractions_t        x_fractions;

  gsq_xbar_schedule #(.Cfg(Cfg)) u_schedule (
    .clk_i, .rst_ni,
    .valid_i      (offer_valid),
    .ready_o      (offer_ready),
    .group_i      (offer_group),
    .slot_tag_i   (offer_slot_tag),
    .use_i        (offer_use),
    .last_i       (offer_last),
    .first_i      (r_first),
    .sel_i        (offer_sel),
    .row_i        (offer_row),
    .be_i         (offer_be),
    .data_i       (offer_data),
    .rank_i       (rank),
    .hold_i,
    .no_fractions_i,
    .in_window_o     (in_window),
    .in_window_tag_o (in_window_tag),
    .valid_o      (x_valid),
    .beat_o       (x_beat),
    .end_o,
    .group_o      (x_group),
    .fractions_o  (x_fractions),
    .hit_o        (x_hit),
    .slot_tag_o   (x_slot_tag),
    .sel_o        (x_sel),
    .be_o         (x_be),
    .data_o       (x_data),
    .served_o,
    .served_bank_o,
    .want_o,
    .bank_req_o,
    .bank_we_o,
    .bank_row_o,
    .bank_be_o,
    .bank_wdata_o
  );

  // ---- Stage B: words back to their slots ------------------------------------------------------

  gsq_word_return #(.Cfg(Cfg)) u_word_return (
    .clk_i, .rst_ni,
    .beat_i     (x_beat),
    .last_i     (end_o),
    .group_i    (x_group),
    .fractions_i(x_fractions),
    .hit_i      (x_hit),
    .slot_tag_i (x_slot_tag),
    .sel_i      (x_sel),
    .be_i       (x_be),
    .data_i     (x_data),
    .bank_rdata_i,
    .valid_o    (stage_valid_o[3]),
    .last_o     (ret_last_o),
    .killed_o   (ret_killed_o),
    .tag_o      (stage_tag_o[3]),
    .fractions_o(ret_fractions_o),
    .hit_o      (ret_hit_o),
    .slot_tag_o (ret_slot_tag_o),
    .be_o       (ret_be_o),
    .word_o     (ret_word_o)
  );

  assign stage_valid_o[2:0] = {x_valid, r_valid_q, m_valid_q};
  assign stage_tag_o[0] = m_tag_q;
  assign stage_tag_o[1] = r_tag_q;
  assign stage_tag_o[2] = x_group.tag;

  // ---- Assertions ------------------------------------------------------------------------------

  `GSQ_ASSUME_HOLD(group_holds, valid_i, ready_o, {we_i, local_i, late_i, tag_i, use_i})
  for (genvar i = 0; i < Cfg.Slots; i++) begin : g_slot
    `GSQ_ASSUME_HOLD(slot_holds, valid_i && use_i[i], ready_o,
                     {sel_i[i], row_i[i], be_i[i], data_i[i]})
    `GSQ_ASSUME(slot_has_bytes, !(valid_i && use_i[i]) || be_i[i] != '0)
  end
  `GSQ_ASSUME(killed_group_is_there, (!kill_m_i || m_valid_q) && (!kill_r_i || r_valid_q))
  `GSQ_ASSERT_STILL(m_data_is_still, valid_i && ready_o && (we_i || local_i), m_data_q[0])
  `GSQ_ASSERT_STILL(r_data_is_still, m_pop && (m_we_q || m_local_q), r_data_q[0])

endmodule
