// SPDX-License-Identifier: Apache-2.0
// Stage X of the crossbar, and stage Q before it if there is a window: which word each bank serves.
//
// Without a window a group has its beats, gsq_slot_beats; with one, groups take turns, gsq_window.
// gsq_slot_to_bank puts the slots that are served onto the ports of their banks.
//
//                  Window 1    +----------------+
//              +-------------> | gsq_slot_beats | ---+   stage X:
//   group,     |               +----------------+    |   slots     +------------------+
//   from R ----+                                     +-----------> | gsq_slot_to_bank | ---> banks
//              |   Window > 1  +----------------+    |   served    +------------------+
//              +-------------> | gsq_window (Q) | ---+
//                              +----------------+
//
// Latency: a group taken in t is served from t+1 on, with a window from t+2. Throughput: one word a
// bank and cycle, one group a cycle. Handshake: valid/ready for groups; banks serve every request.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_turns #(
  /// Slots of a group, at least 2.
  parameter int unsigned Slots = 64,
  /// Number of banks, a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Bits of a word address within a bank.
  parameter int unsigned RowWidth = 10,
  /// Bytes of a word, 4 or 8.
  parameter int unsigned WordBytes = 4,
  /// Words of a local group, a power of two.
  parameter int unsigned LocalWords = 64,
  /// Bits of the tag that goes with a group.
  parameter int unsigned TagWidth = 8,
  /// Coding, see gsq_slot_to_bank.
  parameter int unsigned OneHot = 1,
  /// Groups in bank arbitration at the same time.
  parameter int unsigned Window = 1,
  /// Derived, do not set: bits of a place of the window.
  localparam int unsigned PlaceWidth = Window > 1 ? $clog2(Window) : 1,
  /// Derived, do not set: bits of a choice, or of a bank number.
  localparam int unsigned SelWidth = $clog2(LocalWords > Banks ? LocalWords : Banks),
  /// Derived, do not set: bits of a rank.
  localparam int unsigned RankWidth = $clog2(Slots)
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
  /// The group has lost its slots.
  input  logic                   killed_i,
  /// Tag of the group.
  input  logic [TagWidth-1:0]    tag_i,
  /// Per slot: it requests a word.
  input  logic [Slots-1:0]       use_i,
  /// Per slot: it represents its word, unless the group has lost its slots.
  input  logic [Slots-1:0]       lead_i,
  /// Per slot: no other word of the group is before its own.
  input  logic [Slots-1:0]       first_i,
  /// Per slot: bank, or local word.
  input  logic [SelWidth-1:0]    sel_i [Slots],
  /// Per slot: word within the bank.
  input  logic [RowWidth-1:0]    row_i [Slots],
  /// Per slot: bytes of the word that it reads or writes.
  input  logic [WordBytes-1:0]   be_i [Slots],
  /// Per slot: data to write, or words of a local group.
  input  logic [8*WordBytes-1:0] data_i [Slots],
  /// Per slot: rank, from the cycle after the group is taken, until the next is.
  input  logic [RankWidth-1:0]   rank_i [Slots],
  /// Suppress the accesses of this cycle.
  input  logic                   hold_i,
  /// Places of the window that hold a group.
  output logic [Window-1:0]      place_valid_o,
  /// Tags of these groups.
  output logic [TagWidth-1:0]    place_tag_o [Window],
  /// Stage X holds a group. The following, down to its data, are those of the oldest one there.
  output logic                   valid_o,
  /// It is not held.
  output logic                   beat_o,
  /// It ends in this cycle.
  output logic                   end_o,
  /// It writes.
  output logic                   we_o,
  /// It is local.
  output logic                   local_o,
  /// It has lost its slots.
  output logic                   killed_o,
  /// Its tag.
  output logic [TagWidth-1:0]    tag_o,
  /// Its place in the window.
  output logic [PlaceWidth-1:0]  oldest_o,
  /// Per slot: served, unless held.
  output logic [Slots-1:0]       hit_o,
  /// Per slot: it writes.
  output logic [Slots-1:0]       slot_we_o,
  /// Per slot: place of its group in the window.
  output logic [PlaceWidth-1:0]  place_o [Slots],
  /// Per slot: bank, or local word.
  output logic [SelWidth-1:0]    sel_o [Slots],
  /// Per slot: bytes of the word.
  output logic [WordBytes-1:0]   be_o [Slots],
  /// Per slot: data.
  output logic [8*WordBytes-1:0] data_o [Slots],
  /// Per slot: a bank serves it in this cycle, for a group that counts.
  output logic [Slots-1:0]       served_o,
  /// Per bank: it serves such a slot.
  output logic [Banks-1:0]       served_bank_o,
  /// Per bank: it is needed in this cycle, whatever hold_i is.
  output logic [Banks-1:0]       want_o,
  /// Per bank: it is accessed.
  output logic [Banks-1:0]       bank_req_o,
  /// Per bank: the access is a write.
  output logic [Banks-1:0]       bank_we_o,
  /// Per bank: word.
  output logic [RowWidth-1:0]    bank_row_o [Banks],
  /// Per bank: bytes read or written.
  output logic [WordBytes-1:0]   bank_be_o [Banks],
  /// Per bank: data to write.
  output logic [8*WordBytes-1:0] bank_wdata_o [Banks]
);

  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(WordBytes)
  `GSQ_CHECK_XBAR_ONE_HOT(OneHot)
  `GSQ_CHECK_LOCAL_WORDS(LocalWords)
  `GSQ_CHECK_ROW_WIDTH(RowWidth)
  `GSQ_CHECK_SLOTS(Slots)
  `GSQ_CHECK_TAG_WIDTH(TagWidth)
  `GSQ_CHECK_WINDOW(Window)

  localparam int unsigned BankWidth = $clog2(Banks);

  logic [Slots-1:0]     lanes;  // stage X, per slot: its group counts
  logic [BankWidth-1:0] bank [Slots];
  logic [RowWidth-1:0]  row [Slots];

  for (genvar i = 0; i < Slots; i++) begin : g_bank
    assign bank[i] = BankWidth'(sel_o[i]);
  end

  if (Window > 1) begin : g_window
    logic last;  // stage X: the oldest group has no slot left

    gsq_window #(
      .Slots     (Slots),
      .Banks     (Banks),
      .Window    (Window),
      .RowWidth  (RowWidth),
      .WordBytes (WordBytes),
      .LocalWords(LocalWords),
      .TagWidth  (TagWidth),
      .OneHot    (OneHot)
    ) u_window (
      .clk_i,
      .rst_ni,
      .valid_i,
      .ready_o,
      .we_i,
      .local_i,
      .lanes_i,
      .killed_i,
      .tag_i,
      .use_i,
      .lead_i,
      .head_i     (first_i),
      .sel_i,
      .row_i,
      .be_i,
      .data_i,
      .rank_i,
      .hold_i,
      .valid_o    (place_valid_o),
      .tag_o      (place_tag_o),
      .x_valid_o  (valid_o),
      .x_last_o   (last),
      .x_we_o     (we_o),
      .x_local_o  (local_o),
      .x_killed_o (killed_o),
      .x_tag_o    (tag_o),
      .x_oldest_o (oldest_o),
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
  end else begin : g_beats
    logic lanes_q;  // without reset
    logic unused_lead;
    assign unused_lead = ^lead_i;

    always_ff @(posedge clk_i) begin
      if (valid_i && ready_o) begin
        we_o     <= we_i;
        local_o  <= local_i;
        lanes_q  <= lanes_i;
        killed_o <= killed_i;
        tag_o    <= tag_i;
        sel_o    <= sel_i;
        row      <= row_i;
        be_o     <= be_i;
      end
      if (valid_i && ready_o && (we_i || local_i)) data_o <= data_i;
    end

    gsq_slot_beats #(
      .Slots(Slots)
    ) u_slot_beats (
      .clk_i,
      .rst_ni,
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
    `GSQ_ASSERT_STILL(data_is_still, valid_i && ready_o && (we_i || local_i), data_o[0])

    assign place_valid_o  = '0;
    assign place_tag_o[0] = '0;
    assign lanes          = {Slots{lanes_q}};
    assign slot_we_o      = {Slots{we_o}};
    assign oldest_o       = '0;
    for (genvar i = 0; i < Slots; i++) begin : g_place
      assign place_o[i] = '0;
    end
  end

  logic [RowWidth:0] we_row [Slots];  // the write enable goes with the word
  logic [RowWidth:0] bank_we_row [Banks];

  for (genvar i = 0; i < Slots; i++) begin : g_we_row
    assign we_row[i] = {Window > 1 && slot_we_o[i], row[i]};
  end
  for (genvar b = 0; b < Banks; b++) begin : g_bank_row
    assign bank_row_o[b] = bank_we_row[b][RowWidth-1:0];
    assign bank_we_o[b]  = Window > 1 ? bank_we_row[b][RowWidth] : we_o;
  end

  gsq_slot_to_bank #(
    .Slots    (Slots),
    .Banks    (Banks),
    .RowWidth (RowWidth + 1),
    .WordBytes(WordBytes),
    .OneHot   (OneHot)
  ) u_slot_to_bank (
    .hit_i (local_o ? '0 : hit_o),
    .bank_i(bank),
    .row_i (we_row),
    .be_i  (be_o),
    .data_i(data_o),
    .req_o (want_o),
    .row_o (bank_we_row),
    .be_o  (bank_be_o),
    .data_o(bank_wdata_o)
  );

  assign served_o   = hit_o & lanes & {Slots{!hold_i && !local_o}};
  assign bank_req_o = want_o & {Banks{!hold_i}};

  always_comb begin
    served_bank_o = '0;
    if (served_o != '0) begin
      for (int unsigned i = 0; i < Slots; i++) begin
        if (served_o[i]) served_bank_o[bank[i]] = 1'b1;
      end
    end
  end

`ifndef GSQ_FORMAL
  // Holds because of the ranks, with which the group came: a proof has to follow a group from
  // there, as prove_xbar does, and it does not help an induction.
  for (genvar i = 0; i < Slots; i++) begin : g_slot
    // What gsq_slot_to_bank takes for granted: slots of a beat that share a bank share the word.
    `GSQ_ASSERT(slot_gets_its_word,
                !(hit_o[i] && beat_o && !local_o) || bank_row_o[bank[i]] == row[i])
  end
`endif

endmodule
