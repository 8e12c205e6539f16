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
// Latency: 0 for first_o, 1 for count_o. Throughput: one group a cycle. Handshake: push_i.

`include "gsq_assert.svh"

module gsq_window_queues #(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Window(4)),
  localparam int unsigned CountWidth = $clog2(Cfg.Window * Cfg.Slots)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     valid_i,
  /// The group enters in this cycle.
  input  logic                     push_i,
  /// The group has lost its slots: it adds no word.
  input  logic                     killed_i,
  /// Per slot of the group that may enter: it stands for a word, if the group still has its slots.
  input  logic [Cfg.Slots-1:0]     lead_i,
  /// Per slot: it has a word, the first of its group in its bank.
  input  logic [Cfg.Slots-1:0]     head_i,
  /// Per slot: bank.
  input  logic [Cfg.BankWidth-1:0] bank_i [Cfg.Slots],
  /// Per slot of the group that entered in the cycle before: its rank.
  input  logic [Cfg.RankWidth-1:0] rank_i [Cfg.Slots],
  /// Per bank: the word that it offers stays.
  input  logic [Cfg.Banks-1:0]     hold_i,
  /// Per slot of the group that may enter: its word would be the first in its bank's queue.
  output logic [Cfg.Slots-1:0]     first_o,
  /// Per slot of the group that entered in the cycle before: words before its own as it entered.
  output logic [CountWidth-1:0]    count_o [Cfg.Slots],
  /// Per slot of the group that entered: one of the words before its own left in that cycle.
  output logic [Cfg.Slots-1:0]     dec_o
);

  localparam int unsigned LengthWidth = CountWidth + 1;
  localparam int unsigned HalfWidth   = $clog2(Cfg.Slots / 2 + 1);

  logic [LengthWidth-1:0]    length_q [Cfg.Banks];  // before the last cycle
  logic [1:0][HalfWidth-1:0] added_q [Cfg.Banks];   // words that entered in it, by halves
  logic [Cfg.Banks-1:0]      pop_q;                 // a word left in the last cycle
  logic [CountWidth-1:0]     base_q [Cfg.Banks];    // length at the last group; without reset
  logic [Cfg.BankWidth-1:0]  bank_q [Cfg.Slots];    // of that group

  logic [LengthWidth-1:0]    rest [Cfg.Banks];    // length without the words that entered
  logic [LengthWidth-1:0]    length [Cfg.Banks];  // at the start of this cycle
  logic [CountWidth-1:0]     base_d [Cfg.Banks];
  logic [Cfg.Banks-1:0]      none, one;               // the length is 0, 1
  logic [1:0][HalfWidth-1:0] added [Cfg.Banks];       // words of the group that may enter
  logic [1:0][HalfWidth-1:0] push_words [Cfg.Banks];  // of the group that enters

  for (genvar b = 0; b < Cfg.Banks; b++) begin : g_push
    assign push_words[b] = added[b] & {2 * HalfWidth{push_i && !killed_i}};
  end

  if (Cfg.XbarOneHot != 0) begin : g_one_hot
    // Lengths 0 and 1 are known before the sum.
    always_comb begin
      none = '0;
      one  = '0;
      for (int unsigned b = 0; b < Cfg.Banks; b++) begin
        rest[b]   = length_q[b] - LengthWidth'(pop_q[b]);
        length[b] = rest[b] + LengthWidth'(added_q[b][0]) + LengthWidth'(added_q[b][1]);
        base_d[b] = CountWidth'(length[b]);
        none[b]   = rest[b] == '0 && added_q[b] == '0;
        one[b]    = (rest[b] == LengthWidth'(1) && added_q[b] == '0) ||
                    (rest[b] == '0 && (added_q[b] == {HalfWidth'(0), HalfWidth'(1)} ||
                                       added_q[b] == {HalfWidth'(1), HalfWidth'(0)}));
      end
    end

    for (genvar b = 0; b < Cfg.Banks; b++) begin : g_added
      logic [Cfg.Slots-1:0] mine;
      for (genvar i = 0; i < Cfg.Slots; i++) begin : g_mine
        assign mine[i] = lead_i[i] && bank_i[i] == Cfg.BankWidth'(b);
      end
      assign added[b][0] = HalfWidth'($countones(mine[Cfg.Slots/2-1:0]));
      assign added[b][1] = HalfWidth'($countones(mine[Cfg.Slots-1:Cfg.Slots/2]));
    end
    for (genvar i = 0; i < Cfg.Slots; i++) begin : g_slot
      logic [Cfg.Banks-1:0]  here, was, last;  // its bank
      logic                  free;
      logic [CountWidth-1:0] behind;
      for (genvar b = 0; b < Cfg.Banks; b++) begin : g_here
        assign here[b] = bank_i[i] == Cfg.BankWidth'(b);
        assign was[b]  = bank_q[i] == Cfg.BankWidth'(b);
      end
      always_comb begin
        behind = '0;
        for (int unsigned b = 0; b < Cfg.Banks; b++) behind |= base_q[b] & {CountWidth{was[b]}};
      end
      // Known early, apart from hold_i: the bank is empty, or its only word may leave.
      assign free       = head_i[i] && (here & none) != '0;
      assign last       = here & one & {Cfg.Banks{head_i[i]}};
      assign first_o[i] = free || (last & ~hold_i) != '0;
      assign dec_o[i]   = (was & pop_q) != '0;
      assign count_o[i] = behind + CountWidth'(rank_i[i]);
    end
  end else begin : g_indexed
    always_comb begin
      for (int unsigned b = 0; b < Cfg.Banks; b++) begin
        rest[b]   = length_q[b] - LengthWidth'(pop_q[b]);
        length[b] = rest[b] + LengthWidth'(added_q[b][0]) + LengthWidth'(added_q[b][1]);
        base_d[b] = CountWidth'(length[b]);
        none[b]   = length[b] == '0;
        one[b]    = length[b] == LengthWidth'(1);
      end
    end

    logic pushed_q;  // a group entered in the cycle before

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) pushed_q <= 1'b0;
      else pushed_q <= push_i;
    end

    logic [Cfg.Banks-1:0] empty;  // when this cycle ends, without the group that may enter
    assign empty = none | (one & ~hold_i);

    always_comb begin
      first_o = '0;
      for (int unsigned b = 0; b < Cfg.Banks; b++) added[b] = '0;
      if (valid_i) begin
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          first_o[i] = head_i[i] && empty[bank_i[i]];
          if (lead_i[i]) added[bank_i[i]][i / (Cfg.Slots / 2)] += 1'b1;
        end
      end
    end
    always_comb begin
      for (int unsigned i = 0; i < Cfg.Slots; i++) count_o[i] = 'x;
      dec_o = 'x;
      if (pushed_q) begin  // saves simulation time, costs no gates
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          count_o[i] = base_q[bank_q[i]] + CountWidth'(rank_i[i]);
          dec_o[i]   = pop_q[bank_q[i]];
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pop_q    <= '0;
      length_q <= '{default: '0};
      added_q  <= '{default: '0};
    end else begin
      pop_q    <= ~none & ~hold_i;
      length_q <= length;
      added_q  <= push_words;
    end
  end

  always_ff @(posedge clk_i) begin
    base_q <= base_d;
    if (push_i) bank_q <= bank_i;
  end

  `GSQ_ASSUME(push_when_valid, !push_i || valid_i)

endmodule
