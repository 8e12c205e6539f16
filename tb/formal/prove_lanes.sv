// SPDX-License-Identifier: Apache-2.0
// gsq_lanes: against the rule of docs/reference/timing.md with queues of words. Every bank is a queue
// of words in program order and offers its first; a lane takes the offers of its two oldest groups,
// the second only if it comes from another part of the banks. Groups of gather_reg have turns.
//
// The proof keeps the queues, and of every group its requests and which of its slots are not served
// yet. What the crossbar computes of a group before it enters (its words, their order, and bytes
// that no higher slot writes), which prove_xbar shows, is computed or assumed here.
//
// The window has fewer groups than the 16 of the RTL, but more than a lane has places.
module prove_lanes
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 16,
  parameter int unsigned UbBytes = 64,
  parameter int unsigned Banks = 4,
  parameter int unsigned Places = 3,
  parameter int unsigned Parts = 2,
  parameter int unsigned BankBytes = 4,
  parameter int unsigned XbarOneHot = 1,
  parameter int unsigned Groups = 4,
  localparam int unsigned Slots = VlenBytes / 4,
  localparam int unsigned Ports = Parts > 1 ? 2 : 1,  // slots that a lane serves at once
  localparam int unsigned Served = Ports * Slots,
  localparam int unsigned RowWidth = $clog2(UbBytes / BankBytes / Banks),
  localparam int unsigned WordBytes = BankBytes,
  localparam int unsigned TagWidth = 1,
  localparam int unsigned Bytes = 2,  // of a word that may be used, and of data one bit: the rest is
                                      // stored alike
  localparam int unsigned SelWidth = $clog2(Banks),
  localparam int unsigned RankWidth = $clog2(Slots),
  localparam int unsigned GroupWidth = $clog2(Groups),
  localparam int unsigned Longest = 2 * Slots,  // more words than a queue has
  localparam int unsigned CountWidth = RankWidth + 1
) (
  input logic                              clk_i,
  input logic                              rst_ni,
  input logic                              valid_i,
  input logic                              we_i,
  input logic                              local_i,
  input logic                              lanes_i,
  input logic                              killed_i,
  input logic [TagWidth-1:0]               tag_i,
  input logic [1:0]                        kind_i,  // 0: whole words; 1, 2: fractions; 3: of vec
  input logic [Slots-1:0]                  use_i,
  input logic [Slots-1:0][RankWidth-1:0]   rank_i,  // where it does not matter
  input logic [Slots-1:0][SelWidth-1:0]    sel_i,
  input logic [Slots-1:0][RowWidth-1:0]    row_i,
  input logic [Slots-1:0][Bytes-1:0]       be_i,
  input logic [Slots-1:0]                  data_i,
  input logic                              hold_i,
  input logic                              no_fractions_i
);

  // -----------------------------------------------------------------------------------------------
  // Words of the group that may enter, in the order of their lowest slots
  // -----------------------------------------------------------------------------------------------

  logic [Slots-1:0]                asks;   // slots with a word in a bank
  logic [Slots-1:0]                lead;   // the lowest slot of a word
  logic [Slots-1:0]                last;   // the same, of the last word of its bank
  logic [Slots-1:0][RankWidth-1:0] order;  // words of its bank before its own
  logic [RankWidth:0]              beats;  // words in the fullest bank

  function automatic logic same_word(int unsigned i, int unsigned j);
    return asks[i] && asks[j] && sel_i[i] == sel_i[j] && row_i[i] == row_i[j];
  endfunction

  always_comb begin
    asks  = local_i ? '0 : use_i;
    lead  = asks;
    beats = '0;
    for (int unsigned i = 0; i < Slots; i++) begin
      for (int unsigned j = 0; j < i; j++) if (same_word(i, j)) lead[i] = 1'b0;
    end
    for (int unsigned i = 0; i < Slots; i++) begin
      automatic logic reached = 1'b0;  // slot j, or one below it, has the word of slot i
      order[i] = '0;
      for (int unsigned j = 0; j < Slots; j++) begin
        if (same_word(i, j)) reached = 1'b1;
        if (lead[j] && !reached && sel_i[j] == sel_i[i]) order[i]++;
      end
      if (asks[i] && (RankWidth+1)'(order[i]) + 1'b1 > beats) begin
        beats = (RankWidth+1)'(order[i]) + 1'b1;
      end
    end
    last = lead;
    for (int unsigned i = 0; i < Slots; i++) begin
      for (int unsigned j = i + 1; j < Slots; j++) if (lead[j] && sel_i[j] == sel_i[i]) last[i] = 1'b0;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // The lanes; arrays on their ports are packed here
  // -----------------------------------------------------------------------------------------------

  logic [SelWidth-1:0]    sel [Slots], x_sel [Served];
  logic [RowWidth-1:0]    row [Slots], x_row [Served];
  logic [WordBytes-1:0]   be [Slots], x_be [Served];
  logic [8*WordBytes-1:0] data [Slots], x_data [Served];
  logic [RankWidth-1:0]   rank [Slots];
  slot_tag_t              x_tag [Served];
  logic [Groups-1:0]      in_window;
  mem_tag_t               in_window_tag [Groups];
  xbar_group_t            group, oldest_group;
  logic                   ready, ends, x_local;
  fractions_t             x_fractions;
  logic [Served-1:0]      x_hit, x_access, x_lanes;

  function automatic logic fractions(logic [1:0] kind);
    return kind == 2'd1 || kind == 2'd2;
  endfunction

  // Lanes of one byte, and words to unpack.
  function automatic mem_tag_t tag_of(logic we, logic [1:0] kind, logic [TagWidth-1:0] tag);
    tag_of = '0;
    tag_of.vd             = 5'(tag);
    tag_of.entry          = 3'(tag);
    tag_of.ctrl.writes_v  = !we && kind != 2'd3;
    tag_of.ctrl.vec       = kind == 2'd3;
    tag_of.ctrl.slot.elem = kind == 2'd1 ? 2'd0 : 2'd3;
    tag_of.ctrl.slot.lane = WidthB8;
    tag_of.ctrl.unpack    = kind == 2'd2 ? DistUnpackB8 : DistNorm;
  endfunction

  assign group = {we_i, local_i, lanes_i, killed_i, tag_of(we_i, kind_i, tag_i)};

  for (genvar i = 0; i < Slots; i++) begin : g_in
    assign sel[i]  = sel_i[i];
    assign row[i]  = row_i[i];
    assign be[i]   = WordBytes'(be_i[i]);
    assign data[i] = (8*WordBytes)'(data_i[i]);
    assign rank[i] = asks[i] ? order[i] : rank_i[i];
  end

  function automatic gsq_cfg_pkg::gsq_cfg_t cfg();
    cfg = gsq_cfg_pkg::made(.VlenBytes(VlenBytes), .UbBytes(UbBytes), .Banks(Banks),
                            .BankBytes(BankBytes), .Places(Places), .Parts(Parts),
                            .XbarOneHot(XbarOneHot));
    cfg.Groups = Groups;
  endfunction
  localparam gsq_cfg_pkg::gsq_cfg_t Cfg = cfg();

  gsq_lanes #(.Cfg(Cfg)) dut (
    .clk_i, .rst_ni, .valid_i, .ready_o(ready), .group_i(group),
    .slot_tag_i(slot_tag_of(group.tag, group.we, BankBytes)), .use_i, .last_i(last), .sel_i(sel),
    .row_i(row), .be_i(be), .data_i(data), .rank_i(rank), .hold_i, .no_fractions_i,
    .valid_o(in_window), .tag_o(in_window_tag), .end_o(ends), .oldest_o(oldest_group),
    .x_local_o(x_local), .x_fractions_o(x_fractions), .x_hit_o(x_hit), .x_access_o(x_access),
    .x_lanes_o(x_lanes),
    .x_sel_o(x_sel), .x_row_o(x_row), .x_be_o(x_be), .x_tag_o(x_tag), .x_data_o(x_data)
  );

  // -----------------------------------------------------------------------------------------------
  // The groups, oldest first from number head_q on, and the queues of words
  // -----------------------------------------------------------------------------------------------

  typedef struct packed {
    logic                              we;
    logic                              local_group;
    logic                              lanes;
    logic                              killed;
    logic [TagWidth-1:0]               tag;
    logic [1:0]                        kind;
    logic [Slots-1:0]                  asks;
    logic [Slots-1:0][SelWidth-1:0]    sel;
    logic [Slots-1:0][RowWidth-1:0]    row;
    logic [Slots-1:0][Bytes-1:0]       be;
    logic [Slots-1:0]                  data;
  } group_t;

  typedef struct packed {
    logic [GroupWidth-1:0] group;
    logic [RowWidth-1:0]   row;
  } word_t;

  logic                               started_q = 1'b0;
  logic [GroupWidth-1:0]              head_q;   // the oldest group
  logic [GroupWidth:0]                number_q; // of groups
  logic [Groups-1:0]                  new_q;    // entered in the last cycle
  group_t [Groups-1:0]                group_q;
  logic [Groups-1:0][Slots-1:0]       left_q;   // slots, of local groups places, not served yet
  logic [Groups-1:0][Slots-1:0][CountWidth:0] count_q;  // words before the slot's in its bank's queue
  logic [Groups-1:0][RankWidth:0]     beats_q;  // once it is the oldest: within so many beats none is
  logic [Banks-1:0][CountWidth:0]     length_q;
  word_t [Banks-1:0][Longest-1:0]     queue_q;

  logic [Groups-1:0]                  there;    // numbers with a group
  logic [Groups-1:0][GroupWidth-1:0]  age;      // number of older groups
  logic [GroupWidth-1:0]              tail;     // the group that enters
  logic [Groups-1:0]                  may;      // a local group may have its turn
  logic [Groups-1:0]                  turn;     // it has it
  logic                               single;   // lanes serve one slot at most
  logic                               some_fractions, fits;
  logic [Slots-1:0]                   room;     // a place is free or becomes so
  logic                               free;     // the group may enter
  logic                               full_q;   // a queue has Slots words, with what left just now
  logic                               full_d;
  logic                               takes, leaves;
  logic [Groups-1:0]                  waits;    // its fractions do
  logic [Groups-1:0][Slots-1:0]       called, first, second;  // second: served as such
  logic [Banks-1:0]                   pop;
  logic [Banks-1:0][CountWidth:0]     length_d;
  word_t [Banks-1:0][Longest-1:0]     queue_d;

  function automatic logic [SelWidth-1:0] part(logic [SelWidth-1:0] bank);
    return bank & SelWidth'(Parts - 1);
  endfunction

  // What the state says.
  always_comb begin
    tail = head_q + GroupWidth'(number_q);
    single = 1'b0;
    some_fractions = 1'b0;
    fits = 1'b1;
    for (int unsigned g = 0; g < Groups; g++) begin
      age[g]   = GroupWidth'(g) - head_q;
      there[g] = (GroupWidth+1)'(age[g]) < number_q;
      single  |= there[g] && (fractions(group_q[g].kind) || (group_q[g].kind == 2'd3 && !group_q[g].we));
      some_fractions |= there[g] && fractions(group_q[g].kind);
      if (there[g] && fractions(group_q[g].kind) && fractions(kind_i)) begin
        fits &= group_q[g].kind == kind_i;
      end
      for (int unsigned i = 0; i < Slots; i++) begin
        called[g][i] = there[g] && !group_q[g].local_group && left_q[g][i] && count_q[g][i] == '0;
      end
    end
  end

  always_comb begin
    for (int unsigned g = 0; g < Groups; g++) begin
      automatic logic [GroupWidth-1:0] previous = GroupWidth'(g) - 1'b1;
      waits[g] = no_fractions_i && fractions(group_q[g].kind);
      may[g]  = there[g] && group_q[g].local_group && left_q[g] != '0 &&
                (age[g] == '0 || (group_q[previous].local_group && left_q[previous] == '0));
      turn[g] = may[g] && !hold_i && !waits[g];
    end
    {first, second} = '0;
    for (int unsigned g = 0; g < Groups; g++) begin
      for (int unsigned i = 0; i < Slots; i++) begin
        automatic logic [1:0] older = '0;  // that are called: 0, 1, more
        automatic logic       same = 1'b0;  // one of them is of the same part
        for (int unsigned v = 0; v < Groups; v++) begin
          if (called[v][i] && age[v] < age[g]) begin
            older = {|older, older == '0};
            same |= part(group_q[v].sel[i]) == part(group_q[g].sel[i]);
          end
        end
        first[g][i]  = called[g][i] && older == '0 && !waits[g];
        second[g][i] = called[g][i] && older == 2'd1 && !same && Parts > 1 && !single && !no_fractions_i;
      end
    end
    if (hold_i || turn != '0) {first, second} = '0;
    for (int unsigned g = 0; g < Groups; g++) if (turn[g]) first[g] = left_q[g];
  end

  always_comb begin
    for (int unsigned i = 0; i < Slots; i++) begin
      automatic logic [GroupWidth:0] taken = '0;  // places
      room[i] = 1'b0;
      for (int unsigned g = 0; g < Groups; g++) begin
        taken += (GroupWidth+1)'(there[g] && left_q[g][i]);
        room[i] |= first[g][i] && turn == '0;
      end
      room[i] |= 32'(taken) < Places;
    end
    free   = 32'(number_q) < Groups && !full_q && fits && (room | ~(use_i | {Slots{local_i}})) == '1;
    takes  = valid_i && free;
    leaves = number_q != '0 && !hold_i && !new_q[head_q] && left_q[head_q] == '0;
    full_d = 1'b0;
    for (int unsigned b = 0; b < Banks; b++) begin
      pop[b] = length_q[b] != '0 && !hold_i && turn == '0;
      for (int unsigned g = 0; g < Groups; g++) begin
        for (int unsigned i = 0; i < Slots; i++) begin
          if (called[g][i] && !first[g][i] && !second[g][i] && 32'(group_q[g].sel[i]) == b) pop[b] = 1'b0;
        end
      end
      length_d[b] = length_q[b] - (CountWidth+1)'(pop[b]);
      queue_d[b]  = pop[b] ? queue_q[b] >> $bits(word_t) : queue_q[b];
      for (int unsigned i = 0; i < Slots; i++) begin
        if (takes && lead[i] && 32'(sel_i[i]) == b) begin
          queue_d[b][CountWidth'(length_q[b]) - CountWidth'(pop[b]) + CountWidth'(order[i])] =
              {tail, row_i[i]};
        end
      end
      for (int unsigned i = 0; i < Slots; i++) begin
        if (takes && lead[i] && 32'(sel_i[i]) == b) length_d[b]++;
      end
      full_d |= 32'(length_d[b]) + 32'(pop[b]) >= Slots;
    end
  end

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q   <= '0;
      number_q <= '0;
      new_q    <= '0;
      left_q   <= '0;
      length_q <= '0;
      full_q   <= 1'b0;
    end else begin
      head_q   <= head_q + GroupWidth'(leaves);
      number_q <= number_q + (GroupWidth+1)'(takes) - (GroupWidth+1)'(leaves);
      new_q    <= Groups'(takes) << tail;
      length_q <= length_d;
      full_q   <= full_d;
      for (int unsigned g = 0; g < Groups; g++) left_q[g] <= left_q[g] & ~first[g] & ~second[g];
      if (takes) left_q[tail] <= use_i | {Slots{local_i}};
    end
  end

  always_ff @(posedge clk_i) begin
    queue_q <= queue_d;
    for (int unsigned g = 0; g < Groups; g++) begin
      for (int unsigned i = 0; i < Slots; i++) begin
        if (count_q[g][i] != '0) count_q[g][i] <= count_q[g][i] - (CountWidth+1)'(pop[group_q[g].sel[i]]);
        if (takes && GroupWidth'(g) == tail) begin
          count_q[g][i] <= length_q[sel_i[i]] - (CountWidth+1)'(pop[sel_i[i]]) + (CountWidth+1)'(order[i]);
        end
      end
    end
    if (number_q != '0 && !hold_i && !waits[head_q]) beats_q[head_q] <= beats_q[head_q] - 1'b1;
    if (takes) begin
      group_q[tail] <= {we_i, local_i, lanes_i, killed_i, tag_i, kind_i, use_i, sel_i, row_i, be_i, data_i};
      beats_q[tail] <= beats;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // Stage X
  // -----------------------------------------------------------------------------------------------

  logic                               gx_turn_q, gx_single_q;
  logic [1:0][Slots-1:0]              gx_hit_q;
  group_t [1:0][Slots-1:0]            gx_group_q;  // of each slot
  logic [1:0][Slots-1:0][GroupWidth-1:0] gx_number_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {gx_hit_q, gx_turn_q} <= '0;
    end else if (!hold_i) begin
      gx_turn_q <= turn != '0;
      gx_hit_q  <= '0;
      for (int unsigned g = 0; g < Groups; g++) begin
        for (int unsigned i = 0; i < Slots; i++) begin
          if (first[g][i] && group_q[g].asks[i]) gx_hit_q[0][i] <= 1'b1;
          if (second[g][i]) gx_hit_q[1][i] <= 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!hold_i) gx_single_q <= single || no_fractions_i;
    for (int unsigned g = 0; g < Groups; g++) begin
      for (int unsigned i = 0; i < Slots; i++) begin
        if (first[g][i])  {gx_number_q[0][i], gx_group_q[0][i]} <= {GroupWidth'(g), group_q[g]};
        if (second[g][i]) {gx_number_q[1][i], gx_group_q[1][i]} <= {GroupWidth'(g), group_q[g]};
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What must hold
  // -----------------------------------------------------------------------------------------------

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!killed_i || use_i == '0);
    assume (!we_i || (!local_i && !fractions(kind_i)));
    assume (!local_i || kind_i != 2'd3);
    for (int unsigned i = 0; i < Slots; i++) begin
      assume (!use_i[i] || !local_i || be_i[i] != '0);
      for (int unsigned j = 0; j < i; j++) begin
        assume (!we_i || !same_word(i, j) || (be_i[i] & be_i[j]) == '0);
      end
    end

    enters_when_free: assert (!valid_i || ready == free);
    window_is: assert (in_window == there);
    leaves_when_served: assert (ends == leaves);
    oldest_is: assert (number_q == '0 || {oldest_group.we, oldest_group.is_local, oldest_group.lanes,
                                          oldest_group.killed, oldest_group.tag} ==
        {group_q[head_q].we, group_q[head_q].local_group, group_q[head_q].lanes,
         group_q[head_q].killed,
         tag_of(group_q[head_q].we, group_q[head_q].kind, group_q[head_q].tag)});
    x_turn: assert (x_local == gx_turn_q);
    served_within_beats: assert (number_q == '0 || group_q[head_q].local_group ||
                                 left_q[head_q] == '0 || beats_q[head_q] != '0);
  end

  for (genvar g = 0; g < Groups; g++) begin : g_tag
    always_comb begin
      tag_is: assert (!there[g] || in_window_tag[g] ==
                      tag_of(group_q[g].we, group_q[g].kind, group_q[g].tag));
    end
  end

  for (genvar x = 0; x < Ports; x++) begin : g_port
    for (genvar i = 0; i < Slots; i++) begin : g_slot
      localparam int unsigned S = x * Slots + i;
      group_t   mine;
      mem_tag_t tag;
      logic     one_word, apart;  // of this slot and those that its bank serves, too
      logic     one_turn;         // all that is served is of one group
      logic     others;           // fractions are served
      assign mine = gx_group_q[x][i];
      assign tag  = tag_of(mine.we, mine.kind, mine.tag);
      always_comb begin
        {one_word, apart, one_turn} = '1;
        others = 1'b0;
        for (int unsigned j = 0; j < Slots; j++) others |= x_hit[j] && x_tag[j].to == SlotFraction;
        for (int unsigned s = 0; s < S; s++) begin
          automatic int unsigned y = s / Slots, j = s % Slots;
          if (gx_hit_q[x][i] && gx_hit_q[y][j]) one_turn &= gx_number_q[x][i] == gx_number_q[y][j];
          if (gx_hit_q[x][i] && gx_hit_q[y][j] && !gx_turn_q &&
              mine.sel[i] == gx_group_q[y][j].sel[j]) begin
            one_word &= mine.row[i] == gx_group_q[y][j].row[j] && gx_number_q[x][i] == gx_number_q[y][j] &&
                        mine.we == gx_group_q[y][j].we;
            apart    &= !mine.we || (mine.be[i] & gx_group_q[y][j].be[j]) == '0;
          end
        end
        x_hit_is: assert (x_hit[S] == gx_hit_q[x][i]);
        x_access_is: assert (x_access[S] == (x_hit[S] && !x_local));
        x_slot_is: assert (!x_hit[S] || {x_lanes[S], x_sel[S], x_row[S], x_be[S][Bytes-1:0], x_tag[S]} ==
            {mine.lanes, mine.sel[i], mine.row[i], mine.be[i], slot_tag_of(tag, mine.we, BankBytes)});
        x_fractions_are: assert (!x_hit[S] || x_tag[S].to != SlotFraction ||
                                 x_fractions == fractions_of(tag.ctrl));
        x_written_data: assert (!x_hit[S] || x_tag[S].to != SlotWrites || x_data[S][0] == mine.data[i]);
        x_local_data: assert (!x_local || x > 0 || x_data[S][0] == mine.data[i]);
        one_word_a_bank: assert (one_word);
        bytes_disjoint: assert (apart);
        turn_is_alone: assert (!x_local || one_turn);
        if (x > 0) begin
          of_another_part: assert (!x_hit[S] || (x_hit[i] && part(x_sel[S]) != part(x_sel[i])));
          not_single: assert (!x_hit[S] || (!gx_single_q && !x_local));
          second_is_whole: assert (!x_hit[S] || x_tag[S].to inside {SlotWrites, SlotWord});
          second_without_fractions: assert (!x_hit[S] || !others);
        end
      end
    end
  end

  for (genvar b = 0; b < Banks; b++) begin : g_bank
    always_comb begin
      length_of_queue: assert (dut.u_queues.length[b] == CountWidth'(length_q[b]) &&
                               length_q[b] < (CountWidth+1)'(Longest));
      no_wrap: assert (dut.u_queues.length[b] <= dut.u_queues.length_q[b]);
      inv_flags: assert ({dut.u_queues.is0_q[b], dut.u_queues.is1_q[b], dut.u_queues.is2_q[b]} ==
          {dut.u_queues.length_q[b] == '0, dut.u_queues.length_q[b] == CountWidth'(1),
           dut.u_queues.length_q[b] == CountWidth'(2)});
      inv_pop: assert (length_q[b] == '0 || dut.stay[b] == !pop[b]);
      inv_room: assert (full_q || dut.u_queues.length_q[b] < CountWidth'(Slots));
    end
  end

  // Places of lanes.
  for (genvar i = 0; i < Slots; i++) begin : g_lane
    logic [Places-1:0]                 valid, serve, load;
    logic [Places-1:0][GroupWidth-1:0] number;

    assign valid = dut.g_lane[i].u_lane.called_q | dut.g_lane[i].u_lane.waiting_q;
    assign serve = dut.g_lane[i].u_lane.serve;
    assign load  = dut.g_lane[i].u_lane.load;

    always_comb begin
      one_place_loaded: assert ($onehot0(load) && (load & valid & ~serve) == '0);
      ports_at_most: assert ($countones(serve) <= Ports);
    end

    for (genvar k = 0; k < Places; k++) begin : g_place
      group_t              mine;
      logic                waiting;   // in a queue
      logic [SelWidth-1:0] bank;
      logic [CountWidth:0] count;     // the lane's

      assign number[k] = dut.g_lane[i].u_lane.group_q[k];

      always_comb begin
        mine    = group_q[number[k]];
        bank    = mine.sel[i];
        waiting = valid[k] && !mine.local_group;
        count   = dut.g_lane[i].u_lane.called_q[k] ? '0 :
                  (CountWidth+1)'(CountWidth'(dut.g_lane[i].u_lane.count_q[k] -
                                              CountWidth'(dut.g_lane[i].u_lane.dec_q[k])));
        count_is_place: assert (!waiting || (count < length_q[bank] &&
            queue_q[bank][CountWidth'(count)] == {number[k], mine.row[i]}));
        inv_count: assert (!waiting || count == count_q[number[k]][i]);
        inv_called: assert (!valid[k] || dut.g_lane[i].u_lane.called_q[k] == called[number[k]][i]);
        inv_serve: assert (!valid[k] || serve[k] == (first[number[k]][i] || second[number[k]][i]));
        oldest_called_is_served: assert (!dut.g_lane[i].u_lane.called_q[k] || number[k] != head_q ||
                                         hold_i || waits[head_q] || serve[k]);
        inv_in_window: assert (!valid[k] || (there[number[k]] && left_q[number[k]][i]));
        inv_local: assert (!valid[k] || dut.g_lane[i].u_lane.local_q[k] == mine.local_group);
        inv_slot: assert (!valid[k] || {dut.g_lane[i].u_lane.slot_q[k].sel,
                                        dut.g_lane[i].u_lane.slot_q[k].row,
                                        dut.g_lane[i].u_lane.slot_q[k].be,
                                        dut.g_lane[i].u_lane.slot_q[k].lanes,
                                        dut.g_lane[i].u_lane.slot_q[k].tag} ==
            {mine.sel[i], mine.row[i], WordBytes'(mine.be[i] & {Bytes{mine.asks[i]}}), mine.lanes,
             slot_tag_of(tag_of(mine.we, mine.kind, mine.tag), mine.we, BankBytes)});
        inv_data: assert (!valid[k] || !(mine.we || mine.local_group) ||
                          dut.g_lane[i].u_lane.data_q[k][0] == mine.data[i]);
      end
      for (genvar j = 0; j < k; j++) begin : g_pair
        logic both, older;
        assign both  = valid[k] && valid[j];
        assign older = age[number[j]] < age[number[k]];
        always_comb begin
          inv_alone: assert (!both || number[k] != number[j]);
          inv_older: assert (!both || dut.g_lane[i].u_lane.older_than[k][j] == older);
          inv_alike: assert (!both || Parts == 1 ||
              {dut.g_lane[i].u_lane.alike[k][j], dut.g_lane[i].u_lane.alike[j][k]} ==
              ({older, !older} & {2{part(group_q[number[k]].sel[i]) == part(group_q[number[j]].sel[i])}}));
        end
      end
    end
    for (genvar g = 0; g < Groups; g++) begin : g_of
      logic held;
      always_comb begin
        held = 1'b0;
        for (int unsigned k = 0; k < Places; k++) held |= valid[k] && number[k] == GroupWidth'(g);
        inv_held: assert (left_q[g][i] == held);
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // Invariants that make the above inductive
  // -----------------------------------------------------------------------------------------------

  always_comb begin
    inv_number: assert (number_q <= (GroupWidth+1)'(Groups));
    inv_ring: assert (dut.head_q == head_q && dut.tail_q == tail);
    inv_new: assert (dut.entered_q == new_q);
    inv_full: assert (dut.u_queues.full_q == full_q);
    inv_single: assert (dut.single_q == single);
    inv_one_may: assert ($onehot0(may));
    inv_may: assert (dut.may_q == (may != '0) && (may == '0 || may[dut.turn_group_q]));
    inv_may_gives: assert (may == '0 || dut.may_gives_q == fractions(group_q[dut.turn_group_q].kind));
  end

  for (genvar b = 0; b < Banks; b++) begin : g_queue
    for (genvar k = 0; k < Longest; k++) begin : g_word
      logic wanted;   // by a slot
      logic ordered;  // behind other words, of groups that are not younger
      always_comb begin
        ordered = 1'b1;
        for (int unsigned m = 0; m < k; m++) begin
          ordered &= queue_q[b][k] != queue_q[b][m] &&
                     age[queue_q[b][m].group] <= age[queue_q[b][k].group];
        end
        wanted = 1'b0;
        for (int unsigned i = 0; i < Slots; i++) begin
          wanted |= there[queue_q[b][k].group] && left_q[queue_q[b][k].group][i] &&
                    !group_q[queue_q[b][k].group].local_group &&
                    32'(group_q[queue_q[b][k].group].sel[i]) == b &&
                    group_q[queue_q[b][k].group].row[i] == queue_q[b][k].row;
        end
        inv_word: assert ((CountWidth+1)'(k) >= length_q[b] || (wanted && ordered));
      end
    end
    for (genvar g = 0; g < Groups; g++) begin : g_of
      logic [CountWidth:0] words;
      always_comb begin
        words = '0;
        for (int unsigned k = 0; k < Longest; k++) begin
          if ((CountWidth+1)'(k) < length_q[b] && queue_q[b][k].group == GroupWidth'(g)) words++;
        end
        inv_beats: assert (!there[g] || words <= (CountWidth+1)'(beats_q[g]));
      end
    end
  end

  for (genvar g = 0; g < Groups; g++) begin : g_inv
    logic apart;      // bytes of slots of one word
    logic had_turns;  // all older groups
    always_comb begin
      apart     = 1'b1;
      had_turns = 1'b1;
      for (int unsigned i = 0; i < Slots; i++) begin
        for (int unsigned j = 0; j < i; j++) begin
          if (left_q[g][i] && left_q[g][j] && group_q[g].sel[i] == group_q[g].sel[j] &&
              group_q[g].row[i] == group_q[g].row[j]) begin
            apart &= (group_q[g].be[i] & group_q[g].be[j]) == '0;
          end
        end
      end
      for (int unsigned v = 0; v < Groups; v++) begin
        if (there[v] && age[v] < age[g]) had_turns &= group_q[v].local_group && left_q[v] == '0;
      end
      inv_nothing_left: assert (there[g] || left_q[g] == '0);
      inv_of_group: assert (!there[g] || (
          {dut.group_q[g].we, dut.group_q[g].is_local, dut.group_q[g].lanes, dut.group_q[g].killed,
           dut.group_q[g].tag} ==
          {group_q[g].we, group_q[g].local_group, group_q[g].lanes, group_q[g].killed,
           tag_of(group_q[g].we, group_q[g].kind, group_q[g].tag)}));
      inv_facts: assert (!there[g] || (
          dut.fractions_q[g] == fractions(group_q[g].kind) &&
          dut.alone_q[g] == (fractions(group_q[g].kind) || (group_q[g].kind == 2'd3 && !group_q[g].we)) &&
          (!group_q[g].we || (!group_q[g].local_group && !fractions(group_q[g].kind))) &&
          (!group_q[g].local_group || group_q[g].kind != 2'd3)));
      inv_kind: assert (!there[g] || !fractions(group_q[g].kind) ||
          dut.kind_q == fractions_of(tag_of(1'b0, group_q[g].kind, '0).ctrl));
      inv_waits: assert (dut.waits_q[g] == (there[g] && group_q[g].local_group && left_q[g] != '0));
      inv_local_left: assert (!there[g] || (group_q[g].local_group ? left_q[g] inside {'0, '1}
                                                                   : (left_q[g] & ~group_q[g].asks) == '0));
      inv_turns: assert (!there[g] || !group_q[g].local_group || left_q[g] != '0 || had_turns);
      inv_disjoint: assert (!there[g] || !group_q[g].we || group_q[g].local_group || apart);
    end
    for (genvar i = 0; i < Slots; i++) begin : g_slot
      logic                waits;     // in a queue
      logic [SelWidth-1:0] bank;
      logic                in_order;  // no slot of an older group waits for its bank
      always_comb begin
        waits    = there[g] && !group_q[g].local_group && left_q[g][i];
        bank     = group_q[g].sel[i];
        in_order = 1'b1;
        for (int unsigned v = 0; v < Groups; v++) begin
          for (int unsigned j = 0; j < Slots; j++) begin
            if (there[v] && left_q[v][j] && !group_q[v].local_group && group_q[v].sel[j] == bank &&
                age[v] < age[g]) in_order = 1'b0;
          end
        end
        inv_place: assert (!waits || (count_q[g][i] < length_q[bank] &&
            queue_q[bank][CountWidth'(count_q[g][i])] == {GroupWidth'(g), group_q[g].row[i]}));
        called_when_first: assert (!waits || called[g][i] ==
            (length_q[bank] != '0 && queue_q[bank][0] == {GroupWidth'(g), group_q[g].row[i]}));
        older_words_first: assert (!called[g][i] || in_order);
        inv_bytes: assert (!there[g] || !group_q[g].local_group || !group_q[g].asks[i] ||
                           group_q[g].be[i] != '0);
      end
    end
  end

endmodule
