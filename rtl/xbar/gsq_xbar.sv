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
// group waits in stage R for its data and takes it as it leaves R.
//
// Latency: a group taken in t is in stage M in t+1, in R in t+2, has its first beat (stage X) in
// t+3; a beat's words come back in the cycle after it. Throughput: one beat a cycle. Handshake:
// valid/ready for groups; banks serve every request and return read data one cycle later; results
// and end_o have no ready.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_xbar #(
  /// Slots of a group, at least 2.
  parameter int unsigned Slots = 64,
  /// Number of banks, a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Bits of a word address within a bank.
  parameter int unsigned RowWidth = 10,
  /// Bytes of a word, 4 or 8.
  parameter int unsigned WordBytes = 4,
  /// Words of a local group, a power of two; they come from its slots 0, LocalStep, 2*LocalStep…
  parameter int unsigned LocalWords = 64,
  /// Slots from one local word to the next.
  parameter int unsigned LocalStep = 1,
  /// Bits of the tag that goes with a group.
  parameter int unsigned TagWidth = 8,
  /// Coding of both crossbars, see gsq_slot_to_bank and gsq_bank_to_slot.
  parameter int unsigned OneHot = 1,
  /// 1: slots that request the same word share an access; 0: each slot has its own.
  parameter int unsigned Coalesce = 1,
  /// Groups in bank arbitration at the same time.
  parameter int unsigned Window = 1,
  /// Derived, do not set: stages, or places, that hold a group.
  localparam int unsigned Stages = Window > 1 ? 4 + Window : 4,
  /// Derived, do not set: words that a slot chooses from.
  localparam int unsigned Words = LocalWords > Banks ? LocalWords : Banks,
  /// Derived, do not set: bits of a choice, or of a bank number.
  localparam int unsigned SelWidth = $clog2(Words)
) (
  /// Clock.
  input  logic                   clk_i,
  /// Reset, active low.
  input  logic                   rst_ni,
  /// Group valid.
  input  logic                   valid_i,
  /// Ready.
  output logic                   ready_o,
  /// The group writes.
  input  logic                   we_i,
  /// The group is local.
  input  logic                   local_i,
  /// The group counts in served_o and served_bank_o.
  input  logic                   lanes_i,
  /// The group is late: its data arrives at late_data_i.
  input  logic                   late_i,
  /// Tag of the group.
  input  logic [TagWidth-1:0]    tag_i,
  /// Per slot: it requests a word.
  input  logic [Slots-1:0]       use_i,
  /// Per slot: bank, or local word.
  input  logic [SelWidth-1:0]    sel_i [Slots],
  /// Per slot: word within the bank.
  input  logic [RowWidth-1:0]    row_i [Slots],
  /// Per slot: bytes of the word that it reads or writes, at least one.
  input  logic [WordBytes-1:0]   be_i [Slots],
  /// Per slot: data to write, at its place in the word; or the words of a local group.
  input  logic [8*WordBytes-1:0] data_i [Slots],
  /// Data of the next late group valid.
  input  logic                   late_valid_i,
  /// Ready for the data of a late group.
  output logic                   late_ready_o,
  /// Per slot: data of the next late group.
  input  logic [8*WordBytes-1:0] late_data_i [Slots],
  /// Remove all slots of the group in stage M as it leaves.
  input  logic                   kill_m_i,
  /// Remove all slots of the group in stage R as it leaves.
  input  logic                   kill_r_i,
  /// Suppress the beat of this cycle.
  input  logic                   hold_i,
  /// Stages M, R, X and B hold a group (bits 0 to 3), and the places of a window.
  output logic [Stages-1:0]      stage_valid_o,
  /// Tags of these stages.
  output logic [TagWidth-1:0]    stage_tag_o [Stages],
  /// The group in stage R lost its slots as it left M.
  output logic                   r_killed_o,
  /// The group in stage X ends in this cycle.
  output logic                   end_o,
  /// Per slot: a bank serves it in this cycle, for a group that counts.
  output logic [Slots-1:0]       served_o,
  /// Per bank: it serves such a slot.
  output logic [Banks-1:0]       served_bank_o,
  /// Per bank: the beat of this cycle needs it, whatever hold_i is.
  output logic [Banks-1:0]       want_o,
  /// Per bank: the access is a write.
  output logic [Banks-1:0]       bank_we_o,
  /// Per bank: it is accessed.
  output logic [Banks-1:0]       bank_req_o,
  /// Per bank: word.
  output logic [RowWidth-1:0]    bank_row_o [Banks],
  /// Per bank: bytes read or written.
  output logic [WordBytes-1:0]   bank_be_o [Banks],
  /// Per bank: data to write.
  output logic [8*WordBytes-1:0] bank_wdata_o [Banks],
  /// Per bank: data read in the cycle before.
  input  logic [8*WordBytes-1:0] bank_rdata_i [Banks],
  /// Per slot: its word was read in the cycle before.
  output logic [Slots-1:0]       ret_hit_o,
  /// The words come from the last beat of a group.
  output logic                   ret_last_o,
  /// The group has lost its slots.
  output logic                   ret_killed_o,
  /// Per slot: bytes that it requested.
  output logic [WordBytes-1:0]   ret_be_o [Slots],
  /// Per slot: the word.
  output logic [8*WordBytes-1:0] ret_word_o [Slots]
);

  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(WordBytes)
  `GSQ_CHECK_XBAR_ONE_HOT(OneHot)
  `GSQ_CHECK_COALESCE(Coalesce)
  `GSQ_CHECK_LOCAL_STEP(LocalStep)
  `GSQ_CHECK_LOCAL_WORDS(LocalWords)
  `GSQ_CHECK_ROW_WIDTH(RowWidth)
  `GSQ_CHECK_SLOTS(Slots)
  `GSQ_CHECK_TAG_WIDTH(TagWidth)
  `GSQ_CHECK_WINDOW(Window)
  `GSQ_CHECK_LOCAL(LocalWords, LocalStep, Slots)

  localparam int unsigned BankWidth = $clog2(Banks);
  localparam int unsigned RankWidth = $clog2(Slots);
  localparam int unsigned PlaceWidth = Window > 1 ? $clog2(Window) : 1;

  // ---- Stages M and R: comparing and ranking ---------------------------------------------------

  logic m_valid_q, r_valid_q;
  logic m_leaves, r_leaves;
  logic m_late_q, r_late_q;  // without reset
  logic r_complete;          // R holds a group, and its data are there
  logic x_ready;

  assign r_complete = r_valid_q && (!r_late_q || late_valid_i);
  assign r_leaves   = r_complete && x_ready;
  assign m_leaves   = m_valid_q && (!r_valid_q || r_leaves);
  assign ready_o    = !m_valid_q || m_leaves;

  assign late_ready_o = r_valid_q && r_late_q && x_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      m_valid_q <= 1'b0;
      r_valid_q <= 1'b0;
    end else begin
      if (ready_o) m_valid_q <= valid_i;
      if (m_leaves || r_leaves) r_valid_q <= m_leaves;
    end
  end

  // Payload of the stages, without reset. An output of a submodule that has its own register has no
  // _q, like the payload of stage X.
  logic                   m_we_q, r_we_q;
  logic                   m_local_q, r_local_q;
  logic                   m_lanes_q, r_lanes_q;
  logic                   r_killed_q;
  logic [TagWidth-1:0]    m_tag_q, r_tag_q;
  logic [Slots-1:0]       m_use_q, r_use_q, r_use, r_lead;
  logic [SelWidth-1:0]    m_sel_q [Slots], r_sel_q [Slots], x_sel [Slots];
  logic [RowWidth-1:0]    m_row_q [Slots], r_row_q [Slots];
  logic [WordBytes-1:0]   m_be_q [Slots], r_be [Slots], x_be [Slots];
  logic [8*WordBytes-1:0] m_data_q [Slots], r_data_q [Slots], r_data [Slots], x_data [Slots];
  logic [Slots-1:0]       r_before [Slots];
  logic [Slots-1:0]       r_first;  // slots without a word of their group before theirs
  logic [RankWidth-1:0]   x_rank [Slots];

  logic [BankWidth-1:0] m_bank [Slots];
  for (genvar i = 0; i < Slots; i++) begin : g_bank
    assign m_bank[i] = BankWidth'(m_sel_q[i]);
  end

  assign r_use  = kill_r_i ? '0 : r_use_q;
  assign r_data = r_late_q ? late_data_i : r_data_q;

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
    if (m_leaves) begin
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
    if (m_leaves && (m_we_q || m_local_q)) r_data_q <= m_data_q;
  end

  // Local groups have no conflicts: every rank is 0, and no slot takes a byte from another.
  gsq_slot_order #(
    .Slots    (Slots),
    .BankWidth(BankWidth),
    .RowWidth (RowWidth),
    .WordBytes(WordBytes),
    .Coalesce (Coalesce),
    .OneHot   (OneHot)
  ) u_slot_order (
    .clk_i,
    .en_i    (m_leaves),
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
    .Slots(Slots)
  ) u_slot_rank (
    .clk_i,
    .en_i    (r_leaves),
    .before_i(r_before),
    .rank_o  (x_rank)
  );

  // ---- Stages Q and X: turns at the banks -------------------------------------------------------

  logic                  x_valid, x_beat, x_we, x_local, x_killed;
  logic [TagWidth-1:0]   x_tag;
  logic [PlaceWidth-1:0] x_oldest;
  logic [Slots-1:0]      x_hit, x_slot_we;
  logic [PlaceWidth-1:0] x_place [Slots];
  logic [Window-1:0]     place_valid;
  logic [TagWidth-1:0]   place_tag [Window];

  for (genvar i = 0; i < Slots; i++) begin : g_first
    assign r_first[i] = r_before[i] == '0;
  end

  gsq_turns #(
    .Slots     (Slots),
    .Banks     (Banks),
    .RowWidth  (RowWidth),
    .WordBytes (WordBytes),
    .LocalWords(LocalWords),
    .TagWidth  (TagWidth),
    .OneHot    (OneHot),
    .Window    (Window)
  ) u_turns (
    .clk_i,
    .rst_ni,
    .valid_i      (r_complete),
    .ready_o      (x_ready),
    .we_i         (r_we_q),
    .local_i      (r_local_q),
    .lanes_i      (r_lanes_q),
    .killed_i     (r_killed_q || kill_r_i),
    .tag_i        (r_tag_q),
    .use_i        (r_use),
    .lead_i       (r_lead),
    .first_i      (r_first),
    .sel_i        (r_sel_q),
    .row_i        (r_row_q),
    .be_i         (r_be),
    .data_i       (r_data),
    .rank_i       (x_rank),
    .hold_i,
    .place_valid_o(place_valid),
    .place_tag_o  (place_tag),
    .valid_o      (x_valid),
    .beat_o       (x_beat),
    .end_o,
    .we_o         (x_we),
    .local_o      (x_local),
    .killed_o     (x_killed),
    .tag_o        (x_tag),
    .oldest_o     (x_oldest),
    .hit_o        (x_hit),
    .slot_we_o    (x_slot_we),
    .place_o      (x_place),
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

  gsq_word_return #(
    .Slots     (Slots),
    .Banks     (Banks),
    .WordBytes (WordBytes),
    .LocalWords(LocalWords),
    .LocalStep (LocalStep),
    .TagWidth  (TagWidth),
    .OneHot    (OneHot),
    .Window    (Window)
  ) u_word_return (
    .clk_i,
    .rst_ni,
    .beat_i   (x_beat),
    .last_i   (end_o),
    .we_i     (x_we),
    .local_i  (x_local),
    .killed_i (x_killed),
    .oldest_i (x_oldest),
    .tag_i    (x_tag),
    .hit_i    (x_hit),
    .slot_we_i(x_slot_we),
    .place_i  (x_place),
    .sel_i    (x_sel),
    .be_i     (x_be),
    .data_i   (x_data),
    .bank_rdata_i,
    .valid_o  (stage_valid_o[3]),
    .last_o   (ret_last_o),
    .killed_o (ret_killed_o),
    .tag_o    (stage_tag_o[3]),
    .hit_o    (ret_hit_o),
    .be_o     (ret_be_o),
    .word_o   (ret_word_o)
  );

  assign r_killed_o = r_killed_q;

  assign stage_valid_o[2:0] = {x_valid, r_valid_q, m_valid_q};
  assign stage_tag_o[0] = m_tag_q;
  assign stage_tag_o[1] = r_tag_q;
  assign stage_tag_o[2] = x_tag;

  if (Window > 1) begin : g_places
    assign stage_valid_o[Stages-1:4] = place_valid;
    assign stage_tag_o[4:Stages-1]   = place_tag;
  end else begin : g_no_places
    logic unused_places;
    assign unused_places = ^{place_valid, place_tag[0]};
  end

  // ---- Assertions ------------------------------------------------------------------------------

  `GSQ_ASSUME_HOLD(group_holds, valid_i, ready_o, {we_i, local_i, late_i, tag_i, use_i})
  for (genvar i = 0; i < Slots; i++) begin : g_slot
    `GSQ_ASSUME_HOLD(slot_holds, valid_i && use_i[i], ready_o,
                     {sel_i[i], row_i[i], be_i[i], data_i[i]})
    `GSQ_ASSUME(slot_has_bytes, !(valid_i && use_i[i]) || be_i[i] != '0)
  end
  `GSQ_ASSUME(killed_group_is_there, (!kill_m_i || m_valid_q) && (!kill_r_i || r_valid_q))
  `GSQ_ASSERT_STILL(m_data_is_still, valid_i && ready_o && (we_i || local_i), m_data_q[0])
  `GSQ_ASSERT_STILL(r_data_is_still, m_leaves && (m_we_q || m_local_q), r_data_q[0])
  `GSQ_ASSERT(late_data_once, !late_ready_o || r_valid_q)

endmodule
