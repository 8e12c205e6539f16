// SPDX-License-Identifier: Apache-2.0
// gsq_window: against the rule of docs/reference/timing.md with queues of words. Every bank is a
// queue of words in program order and offers its first; a slot number takes the offer of its oldest
// group. Groups that give V parts wait for older ones of another kind, and for no_parts_i.
//
// The proof keeps the queues, and of every group its requests and which of its slots are not served
// yet. What the crossbar computes of a group before it enters (its words, their order, and bytes
// that no higher slot writes), which prove_xbar shows, is computed or assumed here.
module prove_window
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 16,
  parameter int unsigned UbBytes = 64,
  parameter int unsigned Banks = 4,
  parameter int unsigned Window = 2,
  parameter int unsigned BankBytes = 4,
  parameter int unsigned XbarOneHot = 1,
  localparam int unsigned Slots = VlenBytes / 4,
  localparam int unsigned RowWidth = $clog2(UbBytes / BankBytes / Banks),
  localparam int unsigned WordBytes = BankBytes,
  localparam int unsigned TagWidth = 1,
  localparam int unsigned Bytes = 2,  // of a word that may be used, and of data one bit: the rest is
                                      // stored alike
  localparam int unsigned SelWidth = $clog2(Banks),
  localparam int unsigned RankWidth = $clog2(Slots),
  localparam int unsigned PlaceWidth = $clog2(Window),
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
  input logic [1:0]                        kind_i,  // 0: whole words; else of parts
  input logic [Slots-1:0]                  use_i,
  input logic [Slots-1:0][RankWidth-1:0]   rank_i,  // where it does not matter
  input logic [Slots-1:0][SelWidth-1:0]    sel_i,
  input logic [Slots-1:0][RowWidth-1:0]    row_i,
  input logic [Slots-1:0][Bytes-1:0]       be_i,
  input logic [Slots-1:0]                  data_i,
  input logic                              hold_i,
  input logic                              no_parts_i
);

  // -----------------------------------------------------------------------------------------------
  // Words of the group that may enter, in the order of their lowest slots
  // -----------------------------------------------------------------------------------------------

  logic [Slots-1:0]                asks;   // slots with a word in a bank
  logic [Slots-1:0]                lead;   // the lowest slot of a word
  logic [Slots-1:0]                last;   // the same, of the last word of its bank
  logic [Slots-1:0][RankWidth-1:0] order;  // words of its bank before its own
  logic [RankWidth:0]              beats;  // words in the fullest bank, at least 1

  function automatic logic same_word(int unsigned i, int unsigned j);
    return asks[i] && asks[j] && sel_i[i] == sel_i[j] && row_i[i] == row_i[j];
  endfunction

  always_comb begin
    asks  = local_i ? '0 : use_i;
    lead  = asks;
    beats = 1;
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
  // The window; arrays on its ports are packed here
  // -----------------------------------------------------------------------------------------------

  logic [SelWidth-1:0]    sel [Slots], x_sel [Slots];
  logic [RowWidth-1:0]    row [Slots], x_row [Slots];
  logic [WordBytes-1:0]   be [Slots], x_be [Slots];
  logic [8*WordBytes-1:0] data [Slots], x_data [Slots];
  logic [RankWidth-1:0]   rank [Slots];
  logic [PlaceWidth-1:0]  x_place [Slots];
  mem_tag_t               x_tag [Window];
  logic [Window-1:0]      place_valid;
  mem_tag_t               place_tag [Window];
  xbar_group_t            group, x_oldest_group;
  logic                   ready, x_valid, x_last, x_local;
  logic [Slots-1:0]       x_hit, x_lanes, x_slot_we;

  // Lanes of one byte, of two, and words to unpack.
  function automatic mem_tag_t tag_of(logic [1:0] kind, logic [TagWidth-1:0] tag);
    tag_of = mem_tag_t'(tag);
    tag_of.ctrl.writes_v  = 1'b1;
    tag_of.ctrl.slot.elem = kind == 2'd0 || kind == 2'd3 ? 2'd3 : 2'd0;
    tag_of.ctrl.slot.lane = kind == 2'd2 ? WidthB16 : WidthB8;
    tag_of.ctrl.unpack    = kind == 2'd3 ? DistUnpackB8 : DistNorm;
  endfunction

  assign group   = {we_i, local_i, lanes_i, killed_i, tag_of(kind_i, tag_i)};
  assign x_local = x_oldest_group.is_local;

  for (genvar i = 0; i < Slots; i++) begin : g_in
    assign sel[i]  = sel_i[i];
    assign row[i]  = row_i[i];
    assign be[i]   = WordBytes'(be_i[i]);
    assign data[i] = (8*WordBytes)'(data_i[i]);
    assign rank[i] = asks[i] ? order[i] : rank_i[i];
  end

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(
      .VlenBytes(VlenBytes), .UbBytes(UbBytes), .Banks(Banks), .BankBytes(BankBytes),
      .Window(Window), .XbarOneHot(XbarOneHot));

  gsq_window #(.Cfg(Cfg)) dut (
    .clk_i, .rst_ni, .valid_i, .ready_o(ready), .group_i(group), .use_i, .last_i(last), .sel_i(sel), .row_i(row), .be_i(be), .data_i(data),
    .rank_i(rank), .hold_i, .no_parts_i, .valid_o(place_valid), .tag_o(place_tag), .x_valid_o(x_valid),
    .x_last_o(x_last), .x_group_o(x_oldest_group),
    .x_tag_o(x_tag), .x_hit_o(x_hit), .x_lanes_o(x_lanes), .x_slot_we_o(x_slot_we),
    .x_place_o(x_place), .x_sel_o(x_sel), .x_row_o(x_row), .x_be_o(x_be), .x_data_o(x_data)
  );

  // -----------------------------------------------------------------------------------------------
  // The groups, oldest first from place head_q on, and the queues of words
  // -----------------------------------------------------------------------------------------------

  typedef struct packed {
    logic                              we;
    logic                              local_group;
    logic                              lanes;
    logic                              killed;
    logic [TagWidth-1:0]               tag;
    logic [1:0]                        kind;
    logic [Slots-1:0][SelWidth-1:0]    sel;
    logic [Slots-1:0][RowWidth-1:0]    row;
    logic [Slots-1:0][Bytes-1:0]       be;
    logic [Slots-1:0]                  data;
  } group_t;

  typedef struct packed {
    logic [PlaceWidth-1:0] place;
    logic [RowWidth-1:0]   row;
  } word_t;

  logic                               started_q = 1'b0;
  logic [PlaceWidth-1:0]              head_q;   // place of the oldest group
  logic [PlaceWidth:0]                number_q; // of groups
  group_t [Window-1:0]                group_q;
  logic [Window-1:0][Slots-1:0]       left_q;   // slots that are not served yet
  logic [Window-1:0][RankWidth:0]     beats_q;  // once it is the oldest: within so many beats it leaves
  logic [Banks-1:0][CountWidth:0]     length_q;
  word_t [Banks-1:0][Longest-1:0]     queue_q;

  logic [Window-1:0]                  there;    // places with a group
  logic [Window-1:0][PlaceWidth-1:0]  age;      // number of older groups
  logic [PlaceWidth-1:0]              tail;     // place of the group that enters
  logic                               turn;     // the oldest group is local
  logic                               free;     // a group may enter
  logic                               full_q;   // a queue has Slots words, with what left just now
  logic                               full_d;
  logic                               takes, leaves;
  logic [Window-1:0]                  waits;    // it gives parts that wait
  logic [Window-1:0][Slots-1:0]       called, serve;
  logic [Banks-1:0]                   pop;
  logic [Banks-1:0][CountWidth:0]     length_d;
  word_t [Banks-1:0][Longest-1:0]     queue_d;

  always_comb begin
    tail = head_q + PlaceWidth'(number_q);
    free = number_q < (PlaceWidth+1)'(Window) && !full_q;
    takes = valid_i && free;
    turn  = number_q != '0 && group_q[head_q].local_group;
    for (int unsigned w = 0; w < Window; w++) begin
      age[w]   = PlaceWidth'(w) - head_q;
      there[w] = (PlaceWidth+1)'(age[w]) < number_q;
      for (int unsigned i = 0; i < Slots; i++) begin
        automatic logic [SelWidth-1:0] bank = group_q[w].sel[i];
        called[w][i] = there[w] && !group_q[w].local_group && left_q[w][i] &&
                       length_q[bank] != '0 && queue_q[bank][0] == {PlaceWidth'(w), group_q[w].row[i]};
      end
    end
    for (int unsigned w = 0; w < Window; w++) begin
      serve[w] = turn ? left_q[w] & {Slots{PlaceWidth'(w) == head_q}} : called[w];
      for (int unsigned v = 0; v < Window; v++) if (age[v] < age[w]) serve[w] &= ~called[v];
      waits[w] = no_parts_i;
      for (int unsigned v = 0; v < Window; v++) begin
        waits[w] |= there[v] && age[v] < age[w] && group_q[v].kind != 2'd0 &&
                    group_q[v].kind != group_q[w].kind;
      end
      waits[w] &= group_q[w].kind != 2'd0;
      if (hold_i || waits[w]) serve[w] = '0;
    end
    leaves = number_q != '0 && !hold_i && (left_q[head_q] & ~serve[head_q]) == '0;
    full_d = 1'b0;
    for (int unsigned b = 0; b < Banks; b++) begin
      pop[b] = length_q[b] != '0;
      for (int unsigned w = 0; w < Window; w++) begin
        for (int unsigned i = 0; i < Slots; i++) begin
          if (called[w][i] && !serve[w][i] && 32'(group_q[w].sel[i]) == b) pop[b] = 1'b0;
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
      left_q   <= '0;
      length_q <= '0;
      full_q   <= 1'b0;
    end else begin
      head_q   <= head_q + PlaceWidth'(leaves);
      number_q <= number_q + (PlaceWidth+1)'(takes) - (PlaceWidth+1)'(leaves);
      length_q <= length_d;
      full_q   <= full_d;
      for (int unsigned w = 0; w < Window; w++) left_q[w] <= left_q[w] & ~serve[w];
      if (takes) left_q[tail] <= use_i;
    end
  end

  always_ff @(posedge clk_i) begin
    queue_q <= queue_d;
    if (number_q != '0 && !hold_i && !waits[head_q]) beats_q[head_q] <= beats_q[head_q] - 1'b1;
    if (takes) begin
      group_q[tail] <= {we_i, local_i, lanes_i, killed_i, tag_i, kind_i, sel_i, row_i, be_i, data_i};
      beats_q[tail] <= beats;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What must hold
  // -----------------------------------------------------------------------------------------------

  // Stage X.
  logic                         gx_valid_q, gx_last_q, gx_turn_q;
  logic [Slots-1:0]             gx_hit_q, gx_lanes_q, gx_we_q;
  group_t                       gx_group_q;  // the oldest
  logic [Slots-1:0][PlaceWidth-1:0]  gx_place_q;
  logic [Slots-1:0][SelWidth-1:0]    gx_sel_q;
  logic [Slots-1:0][RowWidth-1:0]    gx_row_q;
  logic [Slots-1:0][TagWidth+1:0]    gx_tag_q;  // with the kind
  logic [Slots-1:0][Bytes-1:0]       gx_be_q;
  logic [Slots-1:0]                  gx_data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {gx_valid_q, gx_last_q, gx_hit_q, gx_turn_q} <= '0;
    end else if (!hold_i) begin
      gx_valid_q <= number_q != '0;
      gx_last_q  <= leaves;
      gx_turn_q  <= turn;
      gx_hit_q   <= '0;
      for (int unsigned w = 0; w < Window; w++) begin
        for (int unsigned i = 0; i < Slots; i++) if (serve[w][i]) gx_hit_q[i] <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!hold_i) begin
      gx_group_q  <= group_q[head_q];
      for (int unsigned i = 0; i < Slots; i++) begin
        for (int unsigned w = 0; w < Window; w++) begin
          if (turn ? PlaceWidth'(w) == head_q : serve[w][i]) begin
            gx_tag_q[i] <= {group_q[w].kind, group_q[w].tag};
            {gx_place_q[i], gx_lanes_q[i], gx_we_q[i], gx_sel_q[i], gx_row_q[i], gx_be_q[i],
             gx_data_q[i]} <= {PlaceWidth'(w), group_q[w].lanes, group_q[w].we, group_q[w].sel[i],
                               group_q[w].row[i], group_q[w].be[i], group_q[w].data[i]};
          end
        end
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!killed_i || use_i == '0);
    for (int unsigned i = 0; i < Slots; i++) begin
      for (int unsigned j = 0; j < i; j++) begin
        assume (!we_i || !same_word(i, j) || (be_i[i] & be_i[j]) == '0);
      end
    end

    enters_when_free: assert (ready == free);
    places: assert (place_valid == there);
    x_group: assert ({x_valid, x_hit} == {gx_valid_q, gx_hit_q} && x_last == gx_last_q);
    x_oldest_is: assert (!x_valid || {x_oldest_group.we, x_local, x_oldest_group.killed,
                                      x_oldest_group.tag} ==
        {gx_group_q.we, gx_turn_q, gx_group_q.killed, tag_of(gx_group_q.kind, gx_group_q.tag)});
    leaves_within_beats: assert (number_q == '0 || hold_i || waits[head_q] || leaves ||
                                 beats_q[head_q] > 1);
  end

  for (genvar i = 0; i < Slots; i++) begin : g_slot
    logic one_word, apart;  // of this slot and those that its bank serves, too
    logic one_kind;         // of this slot and all others that give parts
    always_comb begin
      {one_word, apart, one_kind} = '1;
      for (int unsigned j = 0; j < i; j++) begin
        one_kind &= !x_hit[i] || !x_hit[j] || gx_tag_q[i][TagWidth+:2] == 2'd0 ||
                    gx_tag_q[j][TagWidth+:2] == 2'd0 ||
                    gx_tag_q[i][TagWidth+:2] == gx_tag_q[j][TagWidth+:2];
        if (x_hit[i] && x_hit[j] && !x_local && x_sel[i] == x_sel[j]) begin
          one_word &= x_row[i] == x_row[j] && x_place[i] == x_place[j];
          apart    &= !x_slot_we[i] || Bytes'(x_be[i] & x_be[j]) == '0;
        end
      end
      one_word_a_bank: assert (one_word);
      bytes_disjoint: assert (apart);
      x_slot: assert (!x_hit[i] || {x_place[i], x_lanes[i], x_slot_we[i], x_sel[i], x_row[i],
                                    x_be[i][Bytes-1:0]} ==
          {gx_place_q[i], gx_lanes_q[i], gx_we_q[i], gx_sel_q[i], gx_row_q[i], gx_be_q[i]});
      x_tag_is: assert (!x_hit[i] || x_tag[x_place[i]] == tag_of(gx_tag_q[i][TagWidth+:2],
                                                                 gx_tag_q[i][TagWidth-1:0]));
      one_kind_of_parts: assert (one_kind);
      x_written_data: assert (!(x_hit[i] && x_slot_we[i]) || x_data[i][0] == gx_data_q[i]);
      x_local_data: assert (!(x_valid && x_local) || x_data[i][0] == gx_data_q[i]);
    end
  end

  for (genvar b = 0; b < Banks; b++) begin : g_bank
    always_comb begin
      length_of_queue: assert (dut.u_queues.length[b] == length_q[b] &&
                               length_q[b] < (CountWidth+1)'(Longest));
      no_wrap: assert (dut.u_queues.length[b] <= dut.u_queues.length_q[b]);
      inv_flags: assert ({dut.u_queues.is0_q[b], dut.u_queues.is1_q[b], dut.u_queues.is2_q[b]} ==
          {dut.u_queues.length_q[b] == '0, dut.u_queues.length_q[b] == CountWidth'(1),
           dut.u_queues.length_q[b] == CountWidth'(2)});
      inv_room: assert (full_q || dut.u_queues.length_q[b] < CountWidth'(Slots));
    end
  end

  for (genvar w = 0; w < Window; w++) begin : g_place
    for (genvar i = 0; i < Slots; i++) begin : g_slot
      logic                waits;     // of a group that is there, in a queue
      logic [SelWidth-1:0] bank;
      logic [CountWidth:0] count;     // the window's
      logic                in_order;  // no older group waits for the word that is served
      logic                apart;     // bytes of it that other slots of the group write

      always_comb begin
        waits    = there[w] && left_q[w][i] && !group_q[w].local_group;
        bank     = group_q[w].sel[i];
        count = dut.g_place[w].u_place.called_q[i] ? '0 :
                (CountWidth+1)'(dut.g_place[w].u_place.count[i]);
        count_is_place: assert (!waits || (count < length_q[bank] &&
            queue_q[bank][CountWidth'(count)] == {PlaceWidth'(w), group_q[w].row[i]}));
        called_when_first: assert (dut.called[w][i] == called[w][i]);
        {in_order, apart} = '1;
        for (int unsigned v = 0; v < Window; v++) begin
          for (int unsigned j = 0; j < Slots; j++) begin
            if (waits && dut.serve[w][i] && there[v] && left_q[v][j] && !group_q[v].local_group &&
                dut.sel_q[v][j] == dut.sel_q[w][i] &&
                dut.row_q[v][j] == dut.row_q[w][i]) begin
              in_order &= age[w] <= age[v];
              apart    &= !group_q[w].we || v != w || i == j ||
                          Bytes'(dut.be_q[v][j] & dut.be_q[w][i]) == '0;
            end
          end
        end
        older_groups_first: assert (in_order);
        parts_disjoint: assert (apart);
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // Invariants that make the above inductive
  // -----------------------------------------------------------------------------------------------

  always_comb begin
    inv_number: assert (number_q <= (PlaceWidth+1)'(Window));
    inv_ring: assert (dut.head_q == Window'(1) << head_q && dut.tail_q == Window'(1) << tail);
    inv_turn: assert (dut.grant_q == (turn ? Window'(1) << head_q : '0) &&
                      dut.blocked_q == (turn ? ~(Window'(1) << head_q) : '0) &&
                      dut.local_q == turn);
    inv_full: assert (dut.u_queues.full_q == full_q);
  end

  for (genvar b = 0; b < Banks; b++) begin : g_queue
    for (genvar k = 0; k < Longest; k++) begin : g_word
      logic wanted;   // by a slot
      logic ordered;  // behind other words, of groups that are not younger
      always_comb begin
        ordered = 1'b1;
        for (int unsigned m = 0; m < k; m++) begin
          ordered &= queue_q[b][k] != queue_q[b][m] &&
                     age[queue_q[b][m].place] <= age[queue_q[b][k].place];
        end
        wanted = 1'b0;
        for (int unsigned i = 0; i < Slots; i++) begin
          wanted |= there[queue_q[b][k].place] && left_q[queue_q[b][k].place][i] &&
                    !group_q[queue_q[b][k].place].local_group &&
                    32'(group_q[queue_q[b][k].place].sel[i]) == b &&
                    group_q[queue_q[b][k].place].row[i] == queue_q[b][k].row;
        end
        inv_word: assert ((CountWidth+1)'(k) >= length_q[b] || (wanted && ordered));
      end
    end
    for (genvar w = 0; w < Window; w++) begin : g_of
      logic [CountWidth:0] words;
      always_comb begin
        words = '0;
        for (int unsigned k = 0; k < Longest; k++) begin
          if ((CountWidth+1)'(k) < length_q[b] && queue_q[b][k].place == PlaceWidth'(w)) words++;
        end
        inv_beats: assert (!there[w] || (words <= (CountWidth+1)'(beats_q[w]) && beats_q[w] != '0));
      end
    end
  end

  for (genvar w = 0; w < Window; w++) begin : g_inv
    logic [Window-1:0] older;  // groups, of those that are there
    always_comb begin
      for (int unsigned v = 0; v < Window; v++) older[v] = age[v] < age[w];
      inv_older: assert (!there[w] || ((dut.older_q[w] ^ older) & there) == '0);
      inv_carries: assert (!there[w] || dut.carries_q[w] ==
                                        (group_q[w].we || group_q[w].local_group));
      inv_nothing_left: assert (there[w] || left_q[w] == '0);
      inv_slots: assert ((dut.g_place[w].u_place.called_q | dut.g_place[w].u_place.waiting_q) ==
                         left_q[w]);
      inv_group: assert (!there[w] || {dut.group_q[w].we, dut.local_place[w], dut.group_q[w].lanes,
                                       dut.group_q[w].killed, dut.group_q[w].tag} ==
          {group_q[w].we, group_q[w].local_group, group_q[w].lanes, group_q[w].killed,
           tag_of(group_q[w].kind, group_q[w].tag)});
    end
    for (genvar i = 0; i < Slots; i++) begin : g_slot
      logic apart;  // from the bytes of other slots of its word
      always_comb begin
        inv_access: assert (!there[w] ||
            {dut.sel_q[w][i], dut.row_q[w][i], dut.be_q[w][i][Bytes-1:0]} ==
            {group_q[w].sel[i], group_q[w].row[i], group_q[w].be[i]});
        inv_data: assert (!there[w] || !dut.carries_q[w] ||
                          dut.data_q[w][i][0] == group_q[w].data[i]);
        inv_bank: assert (!there[w] || dut.g_place[w].u_place.bank_q[i] == group_q[w].sel[i]);
        apart = 1'b1;
        for (int unsigned j = 0; j < i; j++) begin
          if (left_q[w][i] && left_q[w][j] && group_q[w].sel[i] == group_q[w].sel[j] &&
              group_q[w].row[i] == group_q[w].row[j]) begin
            apart &= (group_q[w].be[i] & group_q[w].be[j]) == '0;
          end
        end
        inv_disjoint: assert (!there[w] || !group_q[w].we || group_q[w].local_group || apart);
      end
    end
  end

endmodule
