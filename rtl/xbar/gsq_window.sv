// SPDX-License-Identifier: Apache-2.0
// Stages K and X of the crossbar with a window: groups take turns at the banks.
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
// Groups that give V parts of words are held back while an older group gives parts of another kind,
// since a lane's place in V has one port for parts, and while a result needs that port.
//
// Latency: a group taken in t is called in t+1 if its words are first, and in stage X in t+2.
// Throughput: one group, and one word a bank and slot number, a cycle. Handshake: valid/ready for
// groups; ready_o depends on registers only. Stage X has no ready, hold_i holds it.

`include "gsq_assert.svh"

module gsq_window
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Window(4))
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       valid_i,
  output logic                       ready_o,
  /// Group.
  input  xbar_group_t                group_i,
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
  /// No slot of a group that gives parts is served.
  input  logic                       no_parts_i,
  /// Per place: it holds a group.
  output logic [Cfg.Window-1:0]      valid_o,
  /// Per place: tag of its group.
  output mem_tag_t                   tag_o [Cfg.Window],
  /// Stage X: the window held a group, the oldest of which the following describe.
  output logic                       x_valid_o,
  /// Stage X: that group has no slot left.
  output logic                       x_last_o,
  /// Stage X: that group.
  output xbar_group_t                x_group_o,
  /// Stage X, per place: tag of its group.
  output mem_tag_t                   x_tag_o [Cfg.Window],
  /// Stage X, per slot: served.
  output logic [Cfg.Slots-1:0]       x_hit_o,
  /// Stage X, per slot: the slot served belongs to a group that counts.
  output logic [Cfg.Slots-1:0]       x_lanes_o,
  /// Stage X, per slot: it writes.
  output logic [Cfg.Slots-1:0]       x_slot_we_o,
  /// Stage X, per slot: place of its group.
  output logic [Cfg.PlaceWidth-1:0]  x_place_o [Cfg.Slots],
  /// Stage X, per slot: bank, or local word.
  output logic [Cfg.SelWidth-1:0]    x_sel_o [Cfg.Slots],
  /// Stage X, per slot: word within the bank.
  output logic [Cfg.RowWidth-1:0]    x_row_o [Cfg.Slots],
  /// Stage X, per slot: bytes of the word.
  output logic [Cfg.BankBytes-1:0]   x_be_o [Cfg.Slots],
  /// Stage X, per slot: data; of a local group also those of slots that are not served.
  output logic [8*Cfg.BankBytes-1:0] x_data_o [Cfg.Slots]
);

  localparam int unsigned CountWidth = Cfg.RankWidth + 1;

  // ---- Places: a ring, in which groups enter at the tail and leave at the head ------------------

  logic [Cfg.Window-1:0]      valid_q;
  logic [Cfg.Window-1:0]      head_q;    // one bit, at the place of the oldest group, if any
  logic [Cfg.Window-1:0]      tail_q;    // one bit, at the place for the next group
  // No reset, down to data_q. [w][v]: the group of v is older
  logic [Cfg.Window-1:0]      older_q [Cfg.Window];
  logic [Cfg.Window-1:0]      carries_q;  // the group carries data: it writes, or is local
  xbar_group_t                group_q [Cfg.Window];
  logic [Cfg.SelWidth-1:0]    sel_q [Cfg.Window][Cfg.Slots];
  logic [Cfg.RowWidth-1:0]    row_q [Cfg.Window][Cfg.Slots];
  logic [Cfg.BankBytes-1:0]   be_q [Cfg.Window][Cfg.Slots];
  logic [8*Cfg.BankBytes-1:0] data_q [Cfg.Window][Cfg.Slots];

  logic                     push;
  logic                     pop;   // the oldest group leaves
  logic                     full;  // a bank's queue has no room
  logic [Cfg.Window-1:0]    load;  // the place that a group takes
  logic [Cfg.Window-1:0]    pending;
  logic [Cfg.Window-1:0]    local_place;
  logic [Cfg.Window-1:0]    valid_d, head_d;
  logic [Cfg.Window-1:0]    grant_q, grant_d;  // of the oldest group, if it is local
  logic [Cfg.Window-1:0]    blocked_q;         // it is the turn of another place
  logic                     local_q;           // it is the turn of any place
  logic [Cfg.Slots-1:0]     called [Cfg.Window];
  logic [Cfg.Slots-1:0]     older [Cfg.Window];  // numbers that older groups take
  logic [Cfg.Window-1:0]    stall;               // no slot of the place is served
  logic [Cfg.Window-1:0]    waits;               // the group is held back
  give_e                    give_q [Cfg.Window];  // no reset
  logic [Cfg.Slots-1:0]     serve [Cfg.Window];
  logic [Cfg.Slots-1:0]     select [Cfg.Window];  // whose data go to stage X
  logic [Cfg.Banks-1:0]     hold_of [Cfg.Window];
  logic [Cfg.Banks-1:0]     hold;
  logic [Cfg.Slots-1:0]     first;
  logic [Cfg.BankWidth-1:0] bank [Cfg.Slots];
  logic [CountWidth-1:0]    count [Cfg.Slots];
  logic [Cfg.Slots-1:0]     dec;

  assign ready_o = (valid_q & tail_q) == '0 && !full;
  assign push    = valid_i && ready_o;
  assign load    = tail_q & {Cfg.Window{push}};
  // All slots of the oldest group that are called are served.
  assign pop     = (valid_q & head_q & (~pending | (grant_q & ~waits))) != '0 && !hold_i;
  assign valid_d = (valid_q | load) & ~(head_q & {Cfg.Window{pop}});
  assign head_d  = pop ? {head_q[Cfg.Window-2:0], head_q[Cfg.Window-1]} : head_q;
  assign valid_o = valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= '0;
      head_q    <= Cfg.Window'(1);
      tail_q    <= Cfg.Window'(1);
      grant_q   <= '0;
      blocked_q <= '0;
      local_q   <= 1'b0;
    end else begin
      valid_q   <= valid_d;
      head_q    <= head_d;
      if (push) tail_q <= {tail_q[Cfg.Window-2:0], tail_q[Cfg.Window-1]};
      grant_q   <= grant_d;
      blocked_q <= ~grant_d & {Cfg.Window{grant_d != '0}};
      local_q   <= grant_d != '0;
    end
  end

  for (genvar w = 0; w < Cfg.Window; w++) begin : g_place
    always_ff @(posedge clk_i) begin
      if (load[w]) begin
        older_q[w]   <= ~(Cfg.Window'(1) << w);
        group_q[w]   <= group_i;
        give_q[w]    <= gives(group_i.tag.ctrl, Cfg.BankBytes);
        carries_q[w] <= group_i.we || group_i.is_local;
        sel_q[w]     <= sel_i;
        row_q[w]     <= row_i;
        be_q[w]      <= be_i;
      end else begin
        older_q[w] <= older_q[w] & ~load;
      end
      if (load[w] && (group_i.we || group_i.is_local)) data_q[w] <= data_i;
    end

    assign tag_o[w] = group_q[w].tag;

    `GSQ_ASSERT_STILL(data_is_still, load[w] && (group_i.we || group_i.is_local), data_q[w][0])

    gsq_window_place #(.Cfg(Cfg)) u_place (
      .clk_i, .rst_ni,
      .load_i   (load[w]),
      .local_i  (group_i.is_local),
      .use_i,
      .first_i  (first),
      .bank_i   (bank),
      .count_i  (count),
      .dec_i    (dec),
      .grant_i  (grant_q[w]),
      .wait_i   (waits[w]),
      .older_i  (older[w]),
      .stall_i  (stall[w]),
      .hold_o   (hold_of[w]),
      .hold_i   (hold),
      .called_o (called[w]),
      .serve_o  (serve[w]),
      .pending_o(pending[w]),
      .local_o  (local_place[w])
    );
  end

  // ---- Turns ------------------------------------------------------------------------------------

  // While the host wins, or at the turn of a local group, no other slot is served.
  for (genvar w = 0; w < Cfg.Window; w++) begin : g_grant
    always_comb begin
      older[w] = '0;
      for (int unsigned v = 0; v < Cfg.Window; v++) begin
        older[w] |= called[v] & {Cfg.Slots{older_q[w][v]}};
      end
    end
    assign stall[w]  = hold_i || blocked_q[w];
    always_comb begin
      waits[w] = no_parts_i;
      for (int unsigned v = 0; v < Cfg.Window; v++) begin
        waits[w] |= valid_q[v] && older_q[w][v] &&
                    give_q[v] != GiveWords && give_q[v] != give_q[w];
      end
      waits[w] &= give_q[w] != GiveWords;
    end
    assign select[w] = serve[w] | {Cfg.Slots{grant_q[w]}};
  end

  always_comb begin
    hold = {Cfg.Banks{hold_i || local_q}};
    for (int unsigned w = 0; w < Cfg.Window; w++) hold |= hold_of[w];
  end

  // The turn of a local group begins as the group before it leaves, or as it enters.
  for (genvar w = 0; w < Cfg.Window; w++) begin : g_local
    assign grant_d[w] = load[w] ? group_i.is_local && (valid_d & ~load) == '0
                               : valid_d[w] && head_d[w] && local_place[w];
  end

  for (genvar i = 0; i < Cfg.Slots; i++) begin : g_slot
    assign bank[i] = Cfg.BankWidth'(sel_i[i]);
  end

  gsq_window_queues #(.Cfg(Cfg)) u_queues (
    .clk_i, .rst_ni,
    .push_i (push),
    .use_i  (use_i & {Cfg.Slots{!group_i.is_local}}),
    .last_i,
    .bank_i (bank),
    .rank_i,
    .hold_i (hold),
    .full_o (full),
    .first_o(first),
    .count_o(count),
    .dec_o  (dec)
  );

  // ---- Stage X ----------------------------------------------------------------------------------

  logic [Cfg.PlaceWidth-1:0]  place [Cfg.Slots];  // of the slots that are served, down to data
  logic [Cfg.SelWidth-1:0]    sel [Cfg.Slots];
  logic [Cfg.RowWidth-1:0]    row [Cfg.Slots];
  logic [Cfg.BankBytes-1:0]   be [Cfg.Slots];
  logic [8*Cfg.BankBytes-1:0] data [Cfg.Slots];
  logic [Cfg.Slots-1:0]       hit, lanes, slot_we;
  xbar_group_t                oldest_group;
  logic                       served;  // any, or a local group

  always_comb begin
    hit     = '0;
    lanes   = '0;
    slot_we = '0;
    for (int unsigned w = 0; w < Cfg.Window; w++) begin
      hit     |= serve[w];
      lanes   |= serve[w] & {Cfg.Slots{group_q[w].lanes}};
      slot_we |= serve[w] & {Cfg.Slots{group_q[w].we}};
    end
    served = hit != '0 || (local_q && !hold_i);
  end

  always_comb begin
    oldest_group = '0;
    for (int unsigned w = 0; w < Cfg.Window; w++) begin
      if (head_q[w]) oldest_group |= group_q[w];
    end
    oldest_group.is_local = local_q;
  end

  if (Cfg.XbarOneHot != 0) begin : g_one_hot
    always_comb begin
      for (int unsigned i = 0; i < Cfg.Slots; i++) begin
        place[i] = '0;
        sel[i]   = '0;
        row[i]   = '0;
        be[i]    = '0;
        data[i]  = '0;
        for (int unsigned w = 0; w < Cfg.Window; w++) begin
          place[i] |= Cfg.PlaceWidth'(w) & {Cfg.PlaceWidth{select[w][i]}};
          sel[i]   |= sel_q[w][i] & {Cfg.SelWidth{select[w][i]}};
          row[i]   |= row_q[w][i] & {Cfg.RowWidth{select[w][i]}};
          be[i]    |= be_q[w][i] & {Cfg.BankBytes{select[w][i]}};
          data[i]  |= data_q[w][i] & {8 * Cfg.BankBytes{select[w][i]}};
        end
      end
    end
  end else begin : g_indexed
    // Without branches, which a simulator's processor could not predict.
    logic [Cfg.Slots-1:0] place_bit [Cfg.PlaceWidth];

    always_comb begin
      for (int unsigned p = 0; p < Cfg.PlaceWidth; p++) begin
        place_bit[p] = '0;
        for (int unsigned w = 0; w < Cfg.Window; w++) begin
          if (((w >> p) & 1) != 0) place_bit[p] |= select[w];
        end
      end
      for (int unsigned i = 0; i < Cfg.Slots; i++) begin
        for (int unsigned p = 0; p < Cfg.PlaceWidth; p++) place[i][p] = place_bit[p][i];
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
      x_last_o  <= pop;
      x_hit_o   <= hit;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!hold_i) begin
      x_group_o   <= oldest_group;
      for (int unsigned w = 0; w < Cfg.Window; w++) x_tag_o[w] <= group_q[w].tag;
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
  `GSQ_ASSUME(killed_group_has_no_request,
              !(valid_i && group_i.killed) || (use_i | last_i) == '0)

endmodule
