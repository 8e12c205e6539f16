// SPDX-License-Identifier: Apache-2.0
// Stages K and X of the crossbar with a window: lanes serve the slots of up to Groups groups.
//
// Every bank is a queue of the words of all groups in the window, in program order, and offers its
// first (gsq_bank_queues). A group's slots go to the places of their lanes (gsq_lane), which serve
// them by themselves: a place is free when its slot is served, whatever other lanes do. A word
// stays in its queue until all its slots are served. What is served in a cycle is in stage X in the
// next. There are no hazards: a word lives in one bank, whose queue is program order.
// docs/reference/timing.md, section 4, is the rule.
//
//                   +-----------------+  counts   +--------+  words that lanes take    stage X
//   group, E --+--> | gsq_bank_queues | --------> | lane 0 | -------------------------> ports of
//              |    +-----------------+           |  ...   |                            lane 0 ...
//              |             ^  which words stay  |        |
//              |             +--------------------| lane n |
//              +--> ring of groups <------------- +--------+
//                   the oldest leaves when no lane has a slot of it
//
// V has one port for fractions, whose place depends on their kind: so the groups in the window give
// fractions of one kind only. Results of the compute pipe and words that lanes serve second use it,
// too.
//
// Latency: a group taken in t is called in t+1 if its words are first, and in stage X in t+2.
// Throughput: one group, one word a bank and LanePorts words a lane, a cycle. Handshake:
// valid/ready for groups, ready_o does not depend on valid_i. Stage X has no ready, but hold_i.

`include "gsq_assert.svh"

module gsq_lanes
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Places(6), .Parts(4)),
  localparam int unsigned Served = Cfg.LanePorts * Cfg.Slots
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       valid_i,
  output logic                       ready_o,
  /// Group.
  input  xbar_group_t                group_i,
  /// What a place of a lane keeps of its tag.
  input  slot_tag_t                  slot_tag_i,
  /// Per slot: it requests a word.
  input  logic [Cfg.Slots-1:0]       use_i,
  /// Per slot: it stands for a word of a bank, the last of the group there.
  input  logic [Cfg.Slots-1:0]       last_i,
  /// Per slot: bank, or local word.
  input  logic [Cfg.SelWidth-1:0]    sel_i [Cfg.Slots],
  /// Per slot: word within the bank.
  input  logic [Cfg.RowWidth-1:0]    row_i [Cfg.Slots],
  /// Per slot: bytes of the word that it reads or writes.
  input  logic [Cfg.BankBytes-1:0]   be_i [Cfg.Slots],
  /// Per slot: data to write, or words of a local group.
  input  logic [8*Cfg.BankBytes-1:0] data_i [Cfg.Slots],
  /// Per slot: rank.
  input  logic [Cfg.RankWidth-1:0]   rank_i [Cfg.Slots],
  /// The host wins: nothing is served, and stage X holds.
  input  logic                       hold_i,
  /// No slot that gives fractions is served, and no lane serves two.
  input  logic                       no_fractions_i,
  /// Per group: it is in the window.
  output logic [Cfg.Groups-1:0]      valid_o,
  /// Per group: tag.
  output mem_tag_t                   tag_o [Cfg.Groups],
  /// The oldest group leaves.
  output logic                       end_o,
  /// The oldest group.
  output xbar_group_t                oldest_o,
  /// Stage X: the slots are those of a local group.
  output logic                       x_local_o,
  /// Stage X: kind of the fractions that the slots give.
  output fractions_t                 x_fractions_o,
  /// Stage X, first what every lane serves first, then what it serves second, like the others: a
  /// slot is served.
  output logic [Served-1:0]          x_hit_o,
  /// The slot accesses a bank.
  output logic [Served-1:0]          x_access_o,
  /// The slot's group counts in the statistics of lanes.
  output logic [Served-1:0]          x_lanes_o,
  /// Bank, or local word.
  output logic [Cfg.SelWidth-1:0]    x_sel_o [Served],
  /// Word within the bank.
  output logic [Cfg.RowWidth-1:0]    x_row_o [Served],
  /// Bytes of the word.
  output logic [Cfg.BankBytes-1:0]   x_be_o [Served],
  /// Where the word goes.
  output slot_tag_t                  x_tag_o [Served],
  /// Data; of a local group also those of slots that are not served.
  output logic [8*Cfg.BankBytes-1:0] x_data_o [Served]
);

  localparam int unsigned CountWidth = Cfg.RankWidth + 1;
  localparam int unsigned GroupWidth = $clog2(Cfg.Groups);

  // ---- Groups: a ring, in which they enter at the tail and leave at the head --------------------

  logic [Cfg.Groups-1:0] valid_q;
  logic [GroupWidth-1:0] head_d, head_q, tail_q;
  logic [Cfg.Groups-1:0] entered_q;  // in the last cycle
  logic [Cfg.Groups-1:0] waits_d, waits_q;  // a local group that has not had its turn
  logic                  single_q;   // a group gives fractions, or reads for a vec command
  xbar_group_t           group_q [Cfg.Groups];  // no reset, down to fractions_q
  logic [Cfg.Groups-1:0] fractions_q;  // groups that give them
  logic [Cfg.Groups-1:0] alone_q;      // groups while which lanes serve one slot only
  fractions_t            kind_q;       // of the fractions of all groups that give some

  logic                  push, pop;
  logic                  gives;        // the group that may enter gives fractions
  logic                  alone;
  logic                  kind_fits;
  logic                  full;         // a bank's queue has no room
  logic                  room;         // every lane has a place for the group
  logic                  left;         // slots of the oldest group are left
  logic                  turn;         // a local group has its turn
  logic [GroupWidth-1:0] turn_group_q;
  logic [Cfg.Groups-1:0] load;         // the place in the ring that a group takes
  logic [Cfg.Groups-1:0] valid_d;

  logic [Cfg.Slots-1:0]  ready, oldest;
  logic [Cfg.Slots-1:0]  first, dec;
  logic [CountWidth-1:0] count [Cfg.Slots];
  logic [Cfg.Banks-1:0]  stay, stay_of [Cfg.Slots];

  assign gives     = slot_tag_i.to == SlotFraction;
  assign alone     = gives || slot_tag_i.to == SlotOperand;
  assign kind_fits = !gives || (valid_q & fractions_q) == '0 ||
                     kind_q == fractions_of(group_i.tag.ctrl);
  assign room      = (ready | ~(use_i | {Cfg.Slots{group_i.is_local}})) == '1;

  assign ready_o = !valid_q[tail_q] && !full && kind_fits && room;
  assign push    = valid_i && ready_o;
  assign pop     = valid_q[head_q] && !entered_q[head_q] && !left && !hold_i;
  assign left    = oldest != '0;
  assign load    = Cfg.Groups'(push) << tail_q;
  assign valid_d = (valid_q & ~(Cfg.Groups'(pop) << head_q)) | load;
  assign valid_o = valid_q;
  assign end_o   = pop;
  assign oldest_o = group_q[head_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= '0;
      head_q    <= '0;
      tail_q    <= '0;
      entered_q <= '0;
      waits_q   <= '0;
      single_q  <= 1'b0;
    end else begin
      valid_q   <= valid_d;
      head_q    <= head_d;
      tail_q    <= tail_q + GroupWidth'(push);
      entered_q <= load;
      waits_q   <= waits_d | (load & {Cfg.Groups{group_i.is_local}});
      single_q  <= (valid_d & ~load & alone_q) != '0 || (push && alone);
    end
  end

  for (genvar g = 0; g < Cfg.Groups; g++) begin : g_group
    always_ff @(posedge clk_i) begin
      if (load[g]) begin
        group_q[g]     <= group_i;
        fractions_q[g] <= gives;
        alone_q[g]     <= alone;
      end
    end
    assign tag_o[g] = group_q[g].tag;
  end
  always_ff @(posedge clk_i) begin
    if (push && gives) kind_q <= fractions_of(group_i.tag.ctrl);
  end

  // ---- Turns of local groups --------------------------------------------------------------------

  // The oldest group may have its turn, or the one behind a local group that has had its own. There
  // is one such group at most: those that had their turns are the oldest ones. Since all lanes need
  // to know it early in a cycle, it is found in the one before.
  logic                  may_q;        // a group may have its turn, turn_group_q
  logic                  may_gives_q;  // it gives fractions; no reset, like turn_group_q
  logic [Cfg.Groups-1:0] may_d;        // of groups that were in the window
  logic                  may_new;      // of the group that may enter
  logic [GroupWidth-1:0] before_tail;

  assign turn    = may_q && !(may_gives_q && no_fractions_i) && !hold_i;
  assign waits_d = waits_q & ~(Cfg.Groups'(turn) << turn_group_q);
  assign head_d  = head_q + GroupWidth'(pop);
  assign before_tail = tail_q - 1'b1;

  always_comb begin
    for (int unsigned g = 0; g < Cfg.Groups; g++) begin
      automatic logic [GroupWidth-1:0] previous = GroupWidth'(g) - 1'b1;
      may_d[g] = waits_d[g] && (head_d == GroupWidth'(g) ||
                                (group_q[previous].is_local && !waits_d[previous]));
    end
    // With another group in the window, what is before the tail is the youngest one.
    may_new = group_i.is_local && (head_d == tail_q ||
                                   (group_q[before_tail].is_local && !waits_d[before_tail]));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) may_q <= 1'b0;
    else         may_q <= may_d != '0 || (push && may_new);
  end
  always_ff @(posedge clk_i) begin
    turn_group_q <= tail_q;
    may_gives_q  <= gives;
    for (int unsigned g = 0; g < Cfg.Groups; g++) begin
      if (may_d[g]) begin
        turn_group_q <= GroupWidth'(g);
        may_gives_q  <= fractions_q[g];
      end
    end
  end

  // ---- Banks and lanes --------------------------------------------------------------------------

  logic [Cfg.BankWidth-1:0] bank [Cfg.Slots];
  logic [Cfg.BankBytes-1:0] be [Cfg.Slots];

  always_comb begin
    stay = {Cfg.Banks{hold_i || turn}};
    for (int unsigned i = 0; i < Cfg.Slots; i++) stay |= stay_of[i];
  end

  gsq_bank_queues #(.Cfg(Cfg)) u_queues (
    .clk_i, .rst_ni,
    .push_i (push),
    .use_i  (use_i & {Cfg.Slots{!group_i.is_local}}),
    .last_i,
    .bank_i (bank),
    .rank_i,
    .stay_i (stay),
    .full_o (full),
    .first_o(first),
    .count_o(count),
    .dec_o  (dec)
  );

  for (genvar i = 0; i < Cfg.Slots; i++) begin : g_lane
    logic [Cfg.LanePorts-1:0]   access, lanes;
    logic [Cfg.SelWidth-1:0]    sel [Cfg.LanePorts];
    logic [Cfg.RowWidth-1:0]    row [Cfg.LanePorts];
    logic [Cfg.BankBytes-1:0]   bytes [Cfg.LanePorts];
    slot_tag_t                  slot_tag [Cfg.LanePorts];
    logic [8*Cfg.BankBytes-1:0] data [Cfg.LanePorts];

    assign bank[i] = Cfg.BankWidth'(sel_i[i]);
    assign be[i]   = be_i[i] & {Cfg.BankBytes{use_i[i]}};

    gsq_lane #(.Cfg(Cfg)) u_lane (
      .clk_i, .rst_ni,
      .load_i        (push && (use_i[i] || group_i.is_local)),
      .ready_o       (ready[i]),
      .local_i       (group_i.is_local),
      .group_i       (tail_q),
      .first_i       (first[i]),
      .count_i       (count[i]),
      .dec_i         (dec[i]),
      .sel_i         (sel_i[i]),
      .row_i         (row_i[i]),
      .be_i          (be[i]),
      .lanes_i       (group_i.lanes),
      .tag_i         (slot_tag_i),
      .carries_i     (group_i.we || group_i.is_local),
      .data_i        (data_i[i]),
      .single_i      (single_q || no_fractions_i),
      .no_fractions_i,
      .turn_i        (turn),
      .turn_group_i  (turn_group_q),
      .hold_i,
      .oldest_i      (head_q),
      .oldest_o      (oldest[i]),
      .stay_o        (stay_of[i]),
      .stay_i        (stay),
      .x_access_o    (access),
      .x_sel_o       (sel),
      .x_row_o       (row),
      .x_be_o        (bytes),
      .x_lanes_o     (lanes),
      .x_tag_o       (slot_tag),
      .x_data_o      (data)
    );

    for (genvar x = 0; x < Cfg.LanePorts; x++) begin : g_port
      assign x_hit_o[x*Cfg.Slots+i]    = access[x] || (x == 0 && x_local_o && bytes[x] != '0);
      assign x_access_o[x*Cfg.Slots+i] = access[x];
      assign x_lanes_o[x*Cfg.Slots+i]  = lanes[x];
      assign x_sel_o[x*Cfg.Slots+i]    = sel[x];
      assign x_row_o[x*Cfg.Slots+i]    = row[x];
      assign x_be_o[x*Cfg.Slots+i]     = bytes[x];
      assign x_tag_o[x*Cfg.Slots+i]    = slot_tag[x];
      assign x_data_o[x*Cfg.Slots+i]   = data[x];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) x_local_o <= 1'b0;
    else if (!hold_i) x_local_o <= turn;
  end
  always_ff @(posedge clk_i) begin
    if (!hold_i) x_fractions_o <= kind_q;
  end

  `GSQ_ASSUME(killed_group_has_no_request,
              !(valid_i && group_i.killed) || (use_i | last_i) == '0)
  `GSQ_ASSERT(one_turn, $onehot0(may_d) && (may_d == '0 || !(push && may_new)))

endmodule
