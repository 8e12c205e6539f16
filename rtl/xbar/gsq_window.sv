// SPDX-License-Identifier: Apache-2.0
// Stages Q and X of the crossbar with a window: groups take turns at the banks.
//
// Every bank is a queue of the words of all groups in the window, in program order, and offers its
// first. The slots of an offered word are called. Of called slots with the same number that of the
// oldest group is served; a word stays in its queue until all its slots are served. Groups leave
// in order, the oldest as soon as all its slots are served. What is served in a cycle is in stage X
// in the next. There are no hazards: a word lives in one bank, whose queue is program order.
// docs/reference/timing.md, section 4, is the rule. With group A older than group B:
//
//   bank 0   queue: A slots 0, 4 | A slot 2 | B slot 1    slots 0 and 4 of A are served
//   bank 1   queue: B slots 0, 3                          slot 3 of B is served, 0 of A comes first
//   bank 2   queue: B slot 2                              slot 2 of B is served
//
// Latency: a group taken in t is called in t+1 if its words are first, and in stage X in t+2.
// Throughput: one group, and one word a bank and slot number, a cycle. Handshake: valid/ready for
// groups; ready_o depends on registers only. Stage X has no ready, hold_i holds it.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_window #(
  /// Slots of a group, at least 2.
  parameter int unsigned Slots = 64,
  /// Number of banks, a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Groups that the window holds, a power of two, at least 2.
  parameter int unsigned Window = 4,
  /// Bits of a word address within a bank.
  parameter int unsigned RowWidth = 10,
  /// Bytes of a word, 4 or 8.
  parameter int unsigned WordBytes = 4,
  /// Words of a local group, a power of two.
  parameter int unsigned LocalWords = 64,
  /// Bits of the tag that goes with a group.
  parameter int unsigned TagWidth = 8,
  /// Coding: 1: AND-OR trees, for gates; 0: indexed, for simulation.
  parameter int unsigned OneHot = 1,
  /// Derived, do not set: bits of a place number.
  localparam int unsigned PlaceWidth = $clog2(Window),
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
  /// The group counts in x_lanes_o.
  input  logic                   lanes_i,
  /// The group has lost its slots.
  input  logic                   killed_i,
  /// Tag of the group.
  input  logic [TagWidth-1:0]    tag_i,
  /// Per slot: it requests a word.
  input  logic [Slots-1:0]       use_i,
  /// Per slot: it stands for a word of a bank, unless the group has lost its slots.
  input  logic [Slots-1:0]       lead_i,
  /// Per slot: its word is the first of its group in its bank.
  input  logic [Slots-1:0]       head_i,
  /// Per slot: bank, or local word.
  input  logic [SelWidth-1:0]    sel_i [Slots],
  /// Per slot: word within the bank.
  input  logic [RowWidth-1:0]    row_i [Slots],
  /// Per slot: bytes of the word that it reads or writes.
  input  logic [WordBytes-1:0]   be_i [Slots],
  /// Per slot: data to write, or words of a local group.
  input  logic [8*WordBytes-1:0] data_i [Slots],
  /// Per slot: rank, in the cycle after the group is taken.
  input  logic [RankWidth-1:0]   rank_i [Slots],
  /// The host wins: nothing is served, and stage X holds.
  input  logic                   hold_i,
  /// Per place: it holds a group.
  output logic [Window-1:0]      valid_o,
  /// Per place: tag of its group.
  output logic [TagWidth-1:0]    tag_o [Window],
  /// Stage X: the window held a group, the oldest of which the following describe.
  output logic                   x_valid_o,
  /// Stage X: that group has no slot left.
  output logic                   x_last_o,
  /// Stage X: it writes.
  output logic                   x_we_o,
  /// Stage X: it is local.
  output logic                   x_local_o,
  /// Stage X: it has lost its slots.
  output logic                   x_killed_o,
  /// Stage X: its tag.
  output logic [TagWidth-1:0]    x_tag_o,
  /// Stage X: its place.
  output logic [PlaceWidth-1:0]  x_oldest_o,
  /// Stage X, per slot: served.
  output logic [Slots-1:0]       x_hit_o,
  /// Stage X, per slot: the slot served belongs to a group that counts.
  output logic [Slots-1:0]       x_lanes_o,
  /// Stage X, per slot: it writes.
  output logic [Slots-1:0]       x_slot_we_o,
  /// Stage X, per slot: place of its group.
  output logic [PlaceWidth-1:0]  x_place_o [Slots],
  /// Stage X, per slot: bank, or local word.
  output logic [SelWidth-1:0]    x_sel_o [Slots],
  /// Stage X, per slot: word within the bank.
  output logic [RowWidth-1:0]    x_row_o [Slots],
  /// Stage X, per slot: bytes of the word.
  output logic [WordBytes-1:0]   x_be_o [Slots],
  /// Stage X, per slot: data; of a local group also those of slots that are not served.
  output logic [8*WordBytes-1:0] x_data_o [Slots]
);

  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(WordBytes)
  `GSQ_CHECK_XBAR_ONE_HOT(OneHot)
  `GSQ_CHECK_LOCAL_WORDS(LocalWords)
  `GSQ_CHECK_ROW_WIDTH(RowWidth)
  `GSQ_CHECK_SLOTS(Slots)
  `GSQ_CHECK_TAG_WIDTH(TagWidth)
  `GSQ_CHECK_WINDOW(Window)

  localparam int unsigned BankWidth  = $clog2(Banks);
  localparam int unsigned CountWidth = $clog2(Window * Slots);

  // ---- Places: a ring, in which groups enter at the tail and leave at the head ------------------

  logic [Window-1:0] valid_q;
  logic [Window-1:0] head_q;             // one bit, at the place of the oldest group, if any
  logic [Window-1:0] tail_q;             // one bit, at the place for the next group
  logic [Window-1:0] fresh_q;            // the place whose group came in the cycle before
  logic [Window-1:0] older_q [Window];   // no reset, down to data_q; [w][v]: v's group is older
  logic [Window-1:0] we_q, lanes_q, killed_q;
  logic [Window-1:0] carries_q;          // the group carries data: it writes, or is local
  logic [TagWidth-1:0] tag_q [Window];
  logic [SelWidth-1:0]    sel_q [Window][Slots];
  logic [RowWidth-1:0]    row_q [Window][Slots];
  logic [WordBytes-1:0]   be_q [Window][Slots];
  logic [8*WordBytes-1:0] data_q [Window][Slots];

  logic                  takes;
  logic                  leaves;   // the oldest group leaves
  logic [Window-1:0]     load;     // the place that a group takes
  logic [Window-1:0]     more;
  logic [Window-1:0]     local_place;
  logic [Window-1:0]     valid_d, head_d;
  logic [Window-1:0]     turn_q, turn_d;  // of the oldest group, if it is local
  logic [Window-1:0]     blocked_q;       // it is the turn of another place
  logic                  local_q;         // it is the turn of any place
  logic [Slots-1:0]      called [Window];
  logic [Slots-1:0]      older [Window];  // numbers that older groups take
  logic [Window-1:0]     quiet;           // no slot of the place is served
  logic [Slots-1:0]      serve [Window];
  logic [Slots-1:0]      select [Window];  // whose data go to stage X
  logic [Banks-1:0]      stay_of [Window];
  logic [Banks-1:0]      stay;
  logic [Slots-1:0]      first;
  logic [BankWidth-1:0]  bank [Slots];
  logic [CountWidth-1:0] count [Slots];
  logic [Slots-1:0]      fall;

  assign ready_o = (valid_q & tail_q) == '0;
  assign takes   = valid_i && ready_o;
  assign load    = tail_q & {Window{takes}};
  // All slots of the oldest group that are called are served.
  assign leaves  = (valid_q & head_q & (~more | turn_q)) != '0 && !hold_i;
  assign valid_d = (valid_q | load) & ~(head_q & {Window{leaves}});
  assign head_d  = leaves ? {head_q[Window-2:0], head_q[Window-1]} : head_q;
  assign valid_o = valid_q;
  assign tag_o   = tag_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= '0;
      head_q    <= Window'(1);
      tail_q    <= Window'(1);
      fresh_q   <= '0;
      turn_q    <= '0;
      blocked_q <= '0;
      local_q   <= 1'b0;
    end else begin
      valid_q   <= valid_d;
      head_q    <= head_d;
      if (takes) tail_q <= {tail_q[Window-2:0], tail_q[Window-1]};
      fresh_q   <= load;
      turn_q    <= turn_d;
      blocked_q <= ~turn_d & {Window{turn_d != '0}};
      local_q   <= turn_d != '0;
    end
  end

  for (genvar w = 0; w < Window; w++) begin : g_place
    always_ff @(posedge clk_i) begin
      if (load[w]) begin
        older_q[w]   <= ~(Window'(1) << w);
        we_q[w]      <= we_i;
        carries_q[w] <= we_i || local_i;
        lanes_q[w]   <= lanes_i;
        killed_q[w]  <= killed_i;
        tag_q[w]     <= tag_i;
        sel_q[w]     <= sel_i;
        row_q[w]     <= row_i;
        be_q[w]      <= be_i;
      end else begin
        older_q[w] <= older_q[w] & ~load;
      end
      if (load[w] && (we_i || local_i)) data_q[w] <= data_i;
    end

    `GSQ_ASSERT_STILL(data_is_still, load[w] && (we_i || local_i), data_q[w][0])

    gsq_window_row #(
      .Slots (Slots),
      .Banks (Banks),
      .Window(Window),
      .OneHot(OneHot)
    ) u_row (
      .clk_i,
      .rst_ni,
      .load_i  (load[w]),
      .local_i,
      .use_i,
      .first_i (first),
      .bank_i  (bank),
      .fresh_i (fresh_q[w]),
      .count_i (count),
      .fall_i  (fall),
      .turn_i  (turn_q[w]),
      .older_i (older[w]),
      .quiet_i (quiet[w]),
      .stay_o  (stay_of[w]),
      .stay_i  (stay),
      .called_o(called[w]),
      .serve_o (serve[w]),
      .more_o  (more[w]),
      .local_o (local_place[w])
    );
  end

  // ---- Turns ------------------------------------------------------------------------------------

  // While the host wins, or at the turn of a local group, no other slot is served.
  for (genvar w = 0; w < Window; w++) begin : g_turn
    always_comb begin
      older[w] = '0;
      for (int unsigned v = 0; v < Window; v++) older[w] |= called[v] & {Slots{older_q[w][v]}};
    end
    assign quiet[w]  = hold_i || blocked_q[w];
    assign select[w] = serve[w] | {Slots{turn_q[w]}};
  end

  always_comb begin
    stay = {Banks{hold_i || local_q}};
    for (int unsigned w = 0; w < Window; w++) stay |= stay_of[w];
  end

  // The turn of a local group begins as the group before it leaves, or as it enters.
  for (genvar w = 0; w < Window; w++) begin : g_local
    assign turn_d[w] = load[w] ? local_i && (valid_d & ~load) == '0
                               : valid_d[w] && head_d[w] && local_place[w];
  end

  for (genvar i = 0; i < Slots; i++) begin : g_slot
    assign bank[i] = BankWidth'(sel_i[i]);
  end

  gsq_window_queues #(
    .Slots (Slots),
    .Banks (Banks),
    .Window(Window),
    .OneHot(OneHot)
  ) u_queues (
    .clk_i,
    .rst_ni,
    .valid_i,
    .take_i (takes),
    .killed_i,
    .lead_i,
    .head_i (head_i & use_i & {Slots{!local_i}}),
    .bank_i (bank),
    .rank_i,
    .stay_i (stay),
    .first_o(first),
    .count_o(count),
    .fall_o (fall)
  );

  // ---- Stage X ----------------------------------------------------------------------------------

  logic [PlaceWidth-1:0]  place [Slots];  // of the slots that are served, down to data
  logic [SelWidth-1:0]    sel [Slots];
  logic [RowWidth-1:0]    row [Slots];
  logic [WordBytes-1:0]   be [Slots];
  logic [8*WordBytes-1:0] data [Slots];
  logic [Slots-1:0]       hit, lanes, slot_we;
  logic [PlaceWidth-1:0]  oldest;
  logic [TagWidth-1:0]    oldest_tag;
  logic                   served;          // any, or a local group

  always_comb begin
    hit     = '0;
    lanes   = '0;
    slot_we = '0;
    for (int unsigned w = 0; w < Window; w++) begin
      hit     |= serve[w];
      lanes   |= serve[w] & {Slots{lanes_q[w]}};
      slot_we |= serve[w] & {Slots{we_q[w]}};
    end
    served = hit != '0 || (local_q && !hold_i);
  end

  always_comb begin
    oldest     = '0;
    oldest_tag = '0;
    for (int unsigned w = 0; w < Window; w++) begin
      if (head_q[w]) begin
        oldest     |= PlaceWidth'(w);
        oldest_tag |= tag_q[w];
      end
    end
  end

  if (OneHot != 0) begin : g_one_hot
    always_comb begin
      for (int unsigned i = 0; i < Slots; i++) begin
        place[i] = '0;
        sel[i]   = '0;
        row[i]   = '0;
        be[i]    = '0;
        data[i]  = '0;
        for (int unsigned w = 0; w < Window; w++) begin
          place[i] |= PlaceWidth'(w) & {PlaceWidth{select[w][i]}};
          sel[i]   |= sel_q[w][i] & {SelWidth{select[w][i]}};
          row[i]   |= row_q[w][i] & {RowWidth{select[w][i]}};
          be[i]    |= be_q[w][i] & {WordBytes{select[w][i]}};
          data[i]  |= data_q[w][i] & {8 * WordBytes{select[w][i]}};
        end
      end
    end
  end else begin : g_indexed
    // Without branches, which a simulator's processor could not predict.
    logic [Slots-1:0] place_bit [PlaceWidth];

    always_comb begin
      for (int unsigned p = 0; p < PlaceWidth; p++) begin
        place_bit[p] = '0;
        for (int unsigned w = 0; w < Window; w++) begin
          if (((w >> p) & 1) != 0) place_bit[p] |= select[w];
        end
      end
      for (int unsigned i = 0; i < Slots; i++) begin
        for (int unsigned p = 0; p < PlaceWidth; p++) place[i][p] = place_bit[p][i];
        sel[i]  = sel_q[place[i]][i];
        row[i]  = row_q[place[i]][i];
        be[i]   = be_q[place[i]][i];
        data[i] = data_q[place[i]][i];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_valid_o <= 1'b0;
      x_last_o  <= 1'b0;
      x_hit_o   <= '0;
    end else if (!hold_i) begin
      x_valid_o <= valid_q != '0;
      x_last_o  <= leaves;
      x_hit_o   <= hit;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!hold_i) begin
      x_we_o      <= (we_q & head_q) != '0;
      x_local_o   <= local_q;
      x_killed_o  <= (killed_q & head_q) != '0;
      x_tag_o     <= oldest_tag;
      x_oldest_o  <= oldest;
      x_lanes_o   <= lanes;
      x_slot_we_o <= slot_we;
    end
    if (served && (valid_q & carries_q) != '0) x_data_o <= data;
    if (served) begin
      x_place_o <= place;
      x_sel_o   <= sel;
      x_row_o   <= row;
      x_be_o    <= be;
    end
  end

  `GSQ_ASSERT_STILL(x_data_is_still, served && (valid_q & carries_q) != '0, x_data_o[0])
  `GSQ_ASSUME(killed_group_asks_nothing, !(valid_i && killed_i) || use_i == '0)

endmodule
