// SPDX-License-Identifier: Apache-2.0
// A lane of the window: its places, each with a slot of another group, and which of them it serves.
//
// Every bank is a queue of words. A slot's count is the number of words before its own in the queue
// of its bank; with count 0 its bank offers its word, and the slot is called. Each cycle the count
// of a slot falls by one, unless the word that its bank offers stays. The lane serves the oldest of
// its called slots, and the next one, too, if its bank is of another part. Words of slots that are
// called and not served stay. A place is free when its slot is served.
//
//   place 0   bank 5, called, oldest   served
//   place 1   bank 1, called           same part as place 0: not served, bank 1 keeps its word
//   place 2   bank 6, called           third: not served, bank 6 keeps its word
//   place 3   bank 2, count 2          waits
//
// Which words stay is known late in a cycle, and decides at once only which slots become called.
// Counts are changed by it in the next cycle.
//
// A local group accesses no bank, and its data are the words of all its lanes: it has a place in
// each of them until its turn.
//
// Latency: a slot loaded in t may be called, and served, in t+1; it is in stage X one cycle later.
// Throughput: a slot, with parts two, a cycle. Handshake: load_i only with ready_o. Stage X has no
// ready, hold_i holds it.

`include "gsq_assert.svh"

module gsq_lane
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Places(6), .Parts(4)),
  localparam int unsigned CountWidth = Cfg.RankWidth + 1,
  localparam int unsigned GroupWidth = $clog2(Cfg.Groups)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  /// Load a slot.
  input  logic                       load_i,
  /// A place is free, or becomes so in this cycle, but not by a turn.
  output logic                       ready_o,
  /// The slot's group is local.
  input  logic                       local_i,
  /// Number of the group in the window.
  input  logic [GroupWidth-1:0]      group_i,
  /// The slot has a word, the first in its bank's queue.
  input  logic                       first_i,
  /// Words before its own, at the start of this cycle.
  input  logic [CountWidth-1:0]      count_i,
  /// One of these leaves in this cycle.
  input  logic                       dec_i,
  /// Bank, or local word.
  input  logic [Cfg.SelWidth-1:0]    sel_i,
  /// Word within the bank.
  input  logic [Cfg.RowWidth-1:0]    row_i,
  /// Bytes of the word; none without a slot of a local group.
  input  logic [Cfg.BankBytes-1:0]   be_i,
  /// The group counts in the statistics of lanes.
  input  logic                       lanes_i,
  /// Where the word goes.
  input  slot_tag_t                  tag_i,
  /// There is data: the slot writes, or its group is local.
  input  logic                       carries_i,
  /// Data.
  input  logic [8*Cfg.BankBytes-1:0] data_i,
  /// At most one slot is served.
  input  logic                       single_i,
  /// No slot that gives fractions is served.
  input  logic                       no_fractions_i,
  /// A local group has its turn: no slot of another is served.
  input  logic                       turn_i,
  /// Number of that group.
  input  logic [GroupWidth-1:0]      turn_group_i,
  /// The host wins: nothing is served, and stage X holds.
  input  logic                       hold_i,
  /// Number of the oldest group.
  input  logic [GroupWidth-1:0]      oldest_i,
  /// A place has a slot of the oldest group.
  output logic                       oldest_o,
  /// Per bank: its word stays, because of this lane.
  output logic [Cfg.Banks-1:0]       stay_o,
  /// Per bank: its word stays, because of any lane.
  input  logic [Cfg.Banks-1:0]       stay_i,
  /// Stage X, per word that the lane takes in a cycle, like the others: a bank is accessed.
  output logic [Cfg.LanePorts-1:0]   x_access_o,
  /// Bank, or local word.
  output logic [Cfg.SelWidth-1:0]    x_sel_o [Cfg.LanePorts],
  /// Word within the bank.
  output logic [Cfg.RowWidth-1:0]    x_row_o [Cfg.LanePorts],
  /// Bytes of the word.
  output logic [Cfg.BankBytes-1:0]   x_be_o [Cfg.LanePorts],
  /// The slot's group counts.
  output logic [Cfg.LanePorts-1:0]   x_lanes_o,
  /// Where the word goes.
  output slot_tag_t                  x_tag_o [Cfg.LanePorts],
  /// Data; of a local group also without a slot of the lane.
  output logic [8*Cfg.BankBytes-1:0] x_data_o [Cfg.LanePorts]
);

  localparam int unsigned InWidth = Cfg.BankWidth - Cfg.PartWidth;  // of a bank in its part
  localparam int unsigned InBanks = Cfg.Banks / Cfg.Parts;

  typedef logic [Cfg.Places-1:0] places_t;

  typedef struct packed {
    logic [Cfg.SelWidth-1:0]  sel;
    logic [Cfg.RowWidth-1:0]  row;
    logic [Cfg.BankBytes-1:0] be;
    logic                     lanes;
    slot_tag_t                tag;
  } slot_t;

  places_t                    called_q;   // count 0
  places_t                    waiting_q;  // count above 0; all slots of local groups
  places_t                    local_q;    // without reset, down to data_q
  places_t                    dec_q;      // the count fell by one in the last cycle
  logic [CountWidth-1:0]      count_q [Cfg.Places];  // before the last cycle
  logic [GroupWidth-1:0]      group_q [Cfg.Places];
  slot_t                      slot_q [Cfg.Places];
  logic [8*Cfg.BankBytes-1:0] data_q [Cfg.Places];

  places_t               valid, load, at_turn;
  places_t               older_than [Cfg.Places];  // [k][j]: j is older
  places_t               alike [Cfg.Places];       // the same, and its bank is of the same part
  places_t               fractions;  // slots that give them
  places_t               oldest, second_oldest;
  places_t               serve, lost;
  places_t               next;   // count 1: its word is the first if the one before leaves
  places_t               first;  // it becomes so
  places_t               dec_d;  // the word that the bank offers leaves
  places_t               select [Cfg.LanePorts];  // whose slot goes to stage X
  logic [CountWidth-1:0] count [Cfg.Places];

  assign valid = called_q | waiting_q;

  for (genvar k = 0; k < Cfg.Places; k++) begin : g_at
    assign at_turn[k]   = turn_i && local_q[k] && waiting_q[k] && group_q[k] == turn_group_i;
    assign fractions[k] = slot_q[k].tag.to == SlotFraction;
  end

  always_comb begin
    oldest_o = 1'b0;
    if (valid != '0) begin  // saves simulation time, costs no gates
      for (int unsigned k = 0; k < Cfg.Places; k++) begin
        oldest_o |= valid[k] && group_q[k] == oldest_i;
      end
    end
  end

  // ---- Which slots are served -------------------------------------------------------------------

  for (genvar k = 0; k < Cfg.Places; k++) begin : g_pick
    places_t older;  // called
    logic    any;    // there is one
    logic    loses;  // it cannot be served even as the second

    assign older     = called_q & older_than[k];
    assign any       = older != '0;
    assign oldest[k] = called_q[k] && !any;

    if (Cfg.LanePorts > 1) begin : g_second
      logic two;  // two or more of them
      always_comb begin
        two = 1'b0;
        for (int unsigned j = 1; j < Cfg.Places; j++) begin
          for (int unsigned i = 0; i < j; i++) two |= older[j] & older[i];
        end
      end
      assign loses            = two || (called_q & alike[k]) != '0 || single_i;
      assign second_oldest[k] = called_q[k] && any && !loses;
    end else begin : g_no_second
      assign loses            = 1'b1;
      assign second_oldest[k] = 1'b0;

      logic unused_second;
      assign unused_second = ^{alike[k], second_oldest[k], single_i};
    end

    // A word that is called and not served stays.
    assign lost[k] = called_q[k] && ((any && loses) || (fractions[k] && no_fractions_i));
  end

  assign select[0] = turn_i ? at_turn : oldest & ~(fractions & {Cfg.Places{no_fractions_i}});
  if (Cfg.LanePorts > 1) begin : g_select
    assign select[1] = second_oldest & {Cfg.Places{!turn_i}};
    assign serve     = (select[0] | select[1]) & {Cfg.Places{!hold_i}};
  end else begin : g_select_one
    assign serve     = select[0] & {Cfg.Places{!hold_i}};
  end

  // The lowest free place, else that of the slot that is served first.
  assign ready_o = valid != '1 || (called_q != '0 && !turn_i && !hold_i &&
                                   !(no_fractions_i && (oldest & fractions) != '0));
  always_comb begin
    load = '0;
    if (load_i) begin  // saves simulation time
      if (valid == '1) load = select[0];
      else load = ~valid & (valid + 1'b1);
    end
  end

  // ---- Counts -----------------------------------------------------------------------------------

  assign first = next & dec_d;

  if (Cfg.XbarOneHot != 0) begin : g_one_hot
    logic [Cfg.Parts-1:0] part [Cfg.Places];     // of the slot's bank
    logic [InBanks-1:0]   in_part [Cfg.Places];  // the bank in its part

    for (genvar k = 0; k < Cfg.Places; k++) begin : g_place
      logic [Cfg.BankWidth-1:0] bank;
      logic [Cfg.Parts-1:0]     stays;

      assign bank = Cfg.BankWidth'(slot_q[k].sel);
      for (genvar p = 0; p < Cfg.Parts; p++) begin : g_part
        assign part[k][p] = (bank & Cfg.BankWidth'(Cfg.Parts - 1)) == Cfg.BankWidth'(p);
      end
      for (genvar b = 0; b < InBanks; b++) begin : g_bank
        assign in_part[k][b] = bank[Cfg.BankWidth-1:Cfg.PartWidth] == InWidth'(b);
      end
      always_comb begin
        stays = '0;
        for (int unsigned p = 0; p < Cfg.Parts; p++) begin
          for (int unsigned b = 0; b < InBanks; b++) begin
            stays[p] |= in_part[k][b] & stay_i[b*Cfg.Parts+p];
          end
        end
      end
      assign dec_d[k] = !local_q[k] && (stays & part[k]) == '0;

      always_comb begin
        count[k] = 'x;
        next[k]  = 1'b0;
        if (waiting_q[k] && !local_q[k]) begin  // saves simulation time, costs no gates
          count[k] = count_q[k] - CountWidth'(dec_q[k]);
          next[k]  = count_q[k] == (dec_q[k] ? CountWidth'(2) : CountWidth'(1));
        end
      end
    end

    always_comb begin
      stay_o = '0;
      for (int unsigned k = 0; k < Cfg.Places; k++) begin
        for (int unsigned p = 0; p < Cfg.Parts; p++) begin
          for (int unsigned b = 0; b < InBanks; b++) begin
            stay_o[b*Cfg.Parts+p] |= in_part[k][b] && part[k][p] && lost[k];
          end
        end
      end
    end
  end else begin : g_indexed
    always_comb begin
      stay_o = '0;
      if (lost != '0) begin
        for (int unsigned k = 0; k < Cfg.Places; k++) begin
          if (lost[k]) stay_o[Cfg.BankWidth'(slot_q[k].sel)] = 1'b1;
        end
      end
    end

    always_comb begin
      next = '0;
      if ((waiting_q & ~local_q) != '0) begin  // saves simulation time
        for (int unsigned k = 0; k < Cfg.Places; k++) begin
          count[k] = count_q[k] - CountWidth'(dec_q[k]);
          next[k]  = waiting_q[k] && !local_q[k] && count[k] == CountWidth'(1);
        end
      end else begin
        count = '{default: 'x};
      end
    end

    always_comb begin
      dec_d = 'x;
      if (waiting_q != '0) begin  // saves simulation time, costs no gates
        for (int unsigned k = 0; k < Cfg.Places; k++) begin
          dec_d[k] = !local_q[k] && !stay_i[Cfg.BankWidth'(slot_q[k].sel)];
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      called_q  <= '0;
      waiting_q <= '0;
    end else begin
      called_q  <= (called_q & ~serve) | first | (load & {Cfg.Places{first_i}});
      waiting_q <= (waiting_q & ~first & ~(serve & {Cfg.Places{turn_i}})) |
                   (load & {Cfg.Places{!first_i}});
    end
  end

  for (genvar k = 0; k < Cfg.Places; k++) begin : g_place
    always_ff @(posedge clk_i) begin
      if (load[k]) begin
        local_q[k] <= local_i;
        group_q[k] <= group_i;
        slot_q[k]  <= '{sel: sel_i, row: row_i, be: be_i, lanes: lanes_i, tag: tag_i};
      end
      count_q[k] <= load[k] ? count_i : count[k];
      dec_q[k]   <= load[k] ? dec_i : dec_d[k];
      if (load[k] && carries_i) data_q[k] <= data_i;
    end

    for (genvar j = 0; j < Cfg.Places; j++) begin : g_pair
      if (k < j) begin : g_upper
        logic older_j_q;  // j is older than k

        always_ff @(posedge clk_i) if (load[k] || load[j]) older_j_q <= load[k];
        assign older_than[k][j] = older_j_q;
        assign older_than[j][k] = !older_j_q;

        if (Cfg.LanePorts > 1) begin : g_before
          logic alike_q;  // both of one part

          always_ff @(posedge clk_i) begin
            if (load[k] || load[j]) begin
              alike_q <= (((load[k] ? slot_q[j].sel : slot_q[k].sel) ^ sel_i) &
                          Cfg.SelWidth'(Cfg.Parts - 1)) == '0;
            end
          end
          assign alike[k][j] = alike_q && older_j_q;
          assign alike[j][k] = alike_q && !older_j_q;
        end else begin : g_no_before
          assign alike[k][j] = 1'b0;
          assign alike[j][k] = 1'b0;
        end
      end else if (k == j) begin : g_same
        assign older_than[k][k] = 1'b0;
        assign alike[k][k]  = 1'b0;
      end
    end

    `GSQ_ASSERT_STILL(data_is_still, load[k] && carries_i, data_q[k])
  end

  // ---- Stage X ----------------------------------------------------------------------------------

  for (genvar x = 0; x < Cfg.LanePorts; x++) begin : g_port
    slot_t                      slot, x_slot_q;
    logic [8*Cfg.BankBytes-1:0] data;
    logic                       carries;

    if (Cfg.XbarOneHot != 0) begin : g_one_hot
      always_comb begin
        slot = '0;
        data = '0;
        for (int unsigned k = 0; k < Cfg.Places; k++) begin
          slot |= slot_q[k] & {$bits(slot_t){select[x][k]}};
          data |= data_q[k] & {8 * Cfg.BankBytes{select[x][k]}};
        end
      end
    end else begin : g_indexed
      always_comb begin
        slot = 'x;
        data = 'x;
        for (int unsigned k = 0; k < Cfg.Places; k++) begin
          if (select[x][k]) begin
            slot = slot_q[k];
            data = data_q[k];
          end
        end
      end
    end
    assign carries = slot.tag.to == SlotWrites || turn_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) x_access_o[x] <= 1'b0;
      else if (!hold_i) x_access_o[x] <= select[x] != '0 && !turn_i;
    end
    always_ff @(posedge clk_i) begin
      if (select[x] != '0 && !hold_i) begin
        x_slot_q <= slot;
        if (carries) x_data_o[x] <= data;
      end
    end

    assign x_sel_o[x]   = x_slot_q.sel;
    assign x_row_o[x]   = x_slot_q.row;
    assign x_be_o[x]    = x_slot_q.be;
    assign x_lanes_o[x] = x_slot_q.lanes;
    assign x_tag_o[x]   = x_slot_q.tag;

    `GSQ_ASSERT_STILL(x_data_is_still, select[x] != '0 && !hold_i && carries, x_data_o[x])
  end

  `GSQ_ASSERT(called_or_waiting, (called_q & waiting_q) == '0)
  `GSQ_ASSERT(local_is_not_called, (called_q & local_q) == '0)
  `GSQ_ASSUME(load_when_ready, !load_i || ready_o)
`ifdef GSQ_ASSERT_ON
  logic no_count;  // a slot waits behind no word
  always_comb begin
    no_count = 1'b0;
    for (int unsigned k = 0; k < Cfg.Places; k++) begin
      no_count |= waiting_q[k] && !local_q[k] && count[k] == '0;
    end
  end
`endif
  `GSQ_ASSERT(waits_behind_a_word, !no_count)

endmodule
