// SPDX-License-Identifier: Apache-2.0
// The lengths of the bank queues of the window, and with them the counts of a group that enters.
//
// A group's words go behind those that are in the queue of their bank. So a slot's count is the
// length of this queue, less the word that leaves in the same cycle, plus the slot's rank in its
// own group. Whether a count is 0 is needed as the group enters; the counts themselves follow in
// the next cycle, when its ranks are registered.
//
// Which words leave, and how many enter, is known late in a cycle. Lengths are changed by it in the
// next cycle, and only then the two halves of the slots are summed up.
//
// Latency: 0 for first_o, 1 for count_o. Throughput: one group a cycle. Handshake: take_i.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_window_queues #(
  /// Slots of a group, at least 2.
  parameter int unsigned Slots = 64,
  /// Number of banks, a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Groups in the window, a power of two, at least 2.
  parameter int unsigned Window = 4,
  /// Coding: 1: AND-OR trees, for gates; 0: indexed, for simulation.
  parameter int unsigned OneHot = 1,
  /// Derived, do not set: bits of a bank number.
  localparam int unsigned BankWidth = $clog2(Banks),
  /// Derived, do not set: bits of a rank.
  localparam int unsigned RankWidth = $clog2(Slots),
  /// Derived, do not set: bits of a count.
  localparam int unsigned CountWidth = $clog2(Window * Slots)
) (
  /// Clock.
  input  logic                  clk_i,
  /// Reset, active low.
  input  logic                  rst_ni,
  /// There is a group that may enter.
  input  logic                  valid_i,
  /// It enters in this cycle.
  input  logic                  take_i,
  /// It has lost its slots: it adds no word.
  input  logic                  killed_i,
  /// Per slot of it: it stands for a word, if the group still has its slots.
  input  logic [Slots-1:0]      lead_i,
  /// Per slot: it has a word, the first of its group in its bank.
  input  logic [Slots-1:0]      head_i,
  /// Per slot: bank.
  input  logic [BankWidth-1:0]  bank_i [Slots],
  /// Per slot of the group that entered in the cycle before: its rank.
  input  logic [RankWidth-1:0]  rank_i [Slots],
  /// Per bank: the word that it offers stays.
  input  logic [Banks-1:0]      stay_i,
  /// Per slot of the group that may enter: its word would be the first in its bank's queue.
  output logic [Slots-1:0]      first_o,
  /// Per slot of the group that entered in the cycle before: words before its own as it entered.
  output logic [CountWidth-1:0] count_o [Slots],
  /// Per slot of that group: one of these words left in that cycle.
  output logic [Slots-1:0]      fall_o
);

  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_XBAR_ONE_HOT(OneHot)
  `GSQ_CHECK_SLOTS(Slots)
  `GSQ_CHECK_WINDOW(Window)

  localparam int unsigned LengthWidth = CountWidth + 1;
  localparam int unsigned HalfWidth   = $clog2(Slots / 2 + 1);

  logic [LengthWidth-1:0]    length_q [Banks];  // before the last cycle
  logic [1:0][HalfWidth-1:0] added_q [Banks];   // words that entered in the last cycle, by halves
  logic [Banks-1:0]          leave_q;           // a word left in the last cycle
  logic [CountWidth-1:0]     base_q [Banks];    // length as the last group entered; without reset
  logic [BankWidth-1:0]      bank_q [Slots];    // of that group

  logic [LengthWidth-1:0]    rest [Banks];      // length without the words that entered
  logic [LengthWidth-1:0]    length [Banks];    // at the start of this cycle
  logic [CountWidth-1:0]     base_d [Banks];
  logic [Banks-1:0]          none, one;         // the length is 0, 1
  logic [1:0][HalfWidth-1:0] added [Banks];     // words of the group that may enter
  logic [1:0][HalfWidth-1:0] enters [Banks];    // of the group that enters

  for (genvar b = 0; b < Banks; b++) begin : g_enters
    assign enters[b] = added[b] & {2 * HalfWidth{take_i && !killed_i}};
  end

  if (OneHot != 0) begin : g_one_hot
    // Lengths 0 and 1 are known before the sum.
    always_comb begin
      none = '0;
      one  = '0;
      for (int unsigned b = 0; b < Banks; b++) begin
        rest[b]   = length_q[b] - LengthWidth'(leave_q[b]);
        length[b] = rest[b] + LengthWidth'(added_q[b][0]) + LengthWidth'(added_q[b][1]);
        base_d[b] = CountWidth'(length[b]);
        none[b]   = rest[b] == '0 && added_q[b] == '0;
        one[b]    = (rest[b] == LengthWidth'(1) && added_q[b] == '0) ||
                    (rest[b] == '0 && (added_q[b] == {HalfWidth'(0), HalfWidth'(1)} ||
                                       added_q[b] == {HalfWidth'(1), HalfWidth'(0)}));
      end
    end

    for (genvar b = 0; b < Banks; b++) begin : g_added
      logic [Slots-1:0] mine;
      for (genvar i = 0; i < Slots; i++) begin : g_mine
        assign mine[i] = lead_i[i] && bank_i[i] == BankWidth'(b);
      end
      assign added[b][0] = HalfWidth'($countones(mine[Slots/2-1:0]));
      assign added[b][1] = HalfWidth'($countones(mine[Slots-1:Slots/2]));
    end
    for (genvar i = 0; i < Slots; i++) begin : g_slot
      logic [Banks-1:0]      here, was, last;  // its bank
      logic                  free;
      logic [CountWidth-1:0] behind;
      for (genvar b = 0; b < Banks; b++) begin : g_here
        assign here[b] = bank_i[i] == BankWidth'(b);
        assign was[b]  = bank_q[i] == BankWidth'(b);
      end
      always_comb begin
        behind = '0;
        for (int unsigned b = 0; b < Banks; b++) behind |= base_q[b] & {CountWidth{was[b]}};
      end
      // Known early, apart from stay_i: the bank is empty, or its only word may leave.
      assign free       = head_i[i] && (here & none) != '0;
      assign last       = here & one & {Banks{head_i[i]}};
      assign first_o[i] = free || (last & ~stay_i) != '0;
      assign fall_o[i]  = (was & leave_q) != '0;
      assign count_o[i] = behind + CountWidth'(rank_i[i]);
    end
  end else begin : g_indexed
    always_comb begin
      for (int unsigned b = 0; b < Banks; b++) begin
        rest[b]   = length_q[b] - LengthWidth'(leave_q[b]);
        length[b] = rest[b] + LengthWidth'(added_q[b][0]) + LengthWidth'(added_q[b][1]);
        base_d[b] = CountWidth'(length[b]);
        none[b]   = length[b] == '0;
        one[b]    = length[b] == LengthWidth'(1);
      end
    end

    logic fresh_q;  // a group entered in the cycle before

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) fresh_q <= 1'b0;
      else fresh_q <= take_i;
    end

    logic [Banks-1:0] empty;  // when this cycle ends, without the group that may enter
    assign empty = none | (one & ~stay_i);

    always_comb begin
      first_o = '0;
      for (int unsigned b = 0; b < Banks; b++) added[b] = '0;
      if (valid_i) begin
        for (int unsigned i = 0; i < Slots; i++) begin
          first_o[i] = head_i[i] && empty[bank_i[i]];
          if (lead_i[i]) added[bank_i[i]][i / (Slots / 2)] += 1'b1;
        end
      end
    end
    always_comb begin
      for (int unsigned i = 0; i < Slots; i++) count_o[i] = 'x;
      fall_o = 'x;
      if (fresh_q) begin  // saves simulation time, costs no gates
        for (int unsigned i = 0; i < Slots; i++) begin
          count_o[i] = base_q[bank_q[i]] + CountWidth'(rank_i[i]);
          fall_o[i]  = leave_q[bank_q[i]];
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      leave_q  <= '0;
      length_q <= '{default: '0};
      added_q  <= '{default: '0};
    end else begin
      leave_q  <= ~none & ~stay_i;
      length_q <= length;
      added_q  <= enters;
    end
  end

  always_ff @(posedge clk_i) begin
    base_q <= base_d;
    if (take_i) bank_q <= bank_i;
  end

  `GSQ_ASSUME(enters_when_there, !take_i || valid_i)

endmodule
