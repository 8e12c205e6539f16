// SPDX-License-Identifier: Apache-2.0
// The lengths of the bank queues of the window, and with them the counts of a group that enters.
//
// A group's words go behind those that are in the queue of their bank. So a slot's count is the
// length of this queue plus the slot's rank in its own group, and a queue becomes longer by one
// word more than the rank of the group's last word there.
//
// Which words leave is known late in a cycle. It decides at once only which slots are called as
// they enter; lengths and counts are changed by it in the next cycle.
//
// A queue has at most twice as many words as a group: full_o keeps groups out before. It counts
// words that left in the cycle before as well, since it comes from a register.
//
// Latency: 0. Throughput: one group a cycle. Handshake: push_i.

`include "gsq_assert.svh"

module gsq_bank_queues #(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Places(6), .Parts(4)),
  localparam int unsigned CountWidth = Cfg.RankWidth + 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  /// The group enters in this cycle.
  input  logic                     push_i,
  /// Per slot of the group that may enter: it requests a word of a bank.
  input  logic [Cfg.Slots-1:0]     use_i,
  /// Per slot: it stands for a word, the last of the group in its bank.
  input  logic [Cfg.Slots-1:0]     last_i,
  /// Per slot: bank.
  input  logic [Cfg.BankWidth-1:0] bank_i [Cfg.Slots],
  /// Per slot: rank.
  input  logic [Cfg.RankWidth-1:0] rank_i [Cfg.Slots],
  /// Per bank: the word that it offers stays.
  input  logic [Cfg.Banks-1:0]     stay_i,
  /// A queue has no room for another group.
  output logic                     full_o,
  /// Per slot of the group that may enter: its word would be the first in its bank's queue.
  output logic [Cfg.Slots-1:0]     first_o,
  /// Per slot: words before its own at the start of this cycle.
  output logic [CountWidth-1:0]    count_o [Cfg.Slots],
  /// Per slot: one of the words before its own leaves in this cycle.
  output logic [Cfg.Slots-1:0]     dec_o
);

  logic [CountWidth-1:0] length_q [Cfg.Banks];  // before the last cycle's leaving
  logic [Cfg.Banks-1:0]  pop_q;                 // a word left in the last cycle
  logic [Cfg.Banks-1:0]  is0_q, is1_q, is2_q;   // length_q is 0, 1, 2
  logic                  full_q;

  logic [CountWidth-1:0]    length [Cfg.Banks];    // at the start of this cycle
  logic [CountWidth-1:0]    length_d [Cfg.Banks];  // with the words that enter
  logic [Cfg.Banks-1:0]     none, one;             // the length is 0, 1
  logic [Cfg.Banks-1:0]     is0_d, is1_d, is2_d, full_d;
  logic [Cfg.Banks-1:0]     has;                   // the group has a word of the bank
  logic [Cfg.RankWidth-1:0] top [Cfg.Banks];       // rank of its last one, else 0

  assign full_o = full_q;
  assign none   = (pop_q & is1_q) | (~pop_q & is0_q);
  assign one    = (pop_q & is2_q) | (~pop_q & is1_q);

  always_comb begin
    for (int unsigned b = 0; b < Cfg.Banks; b++) begin
      length[b]   = length_q[b] - CountWidth'(pop_q[b]);
      length_d[b] = length[b];
      if (push_i) length_d[b] = length[b] + CountWidth'(top[b]) + CountWidth'(has[b]);
      is0_d[b]  = length_d[b] == '0;
      is1_d[b]  = length_d[b] == CountWidth'(1);
      is2_d[b]  = length_d[b] == CountWidth'(2);
      full_d[b] = length_d[b][CountWidth-1];
    end
  end

  if (Cfg.XbarOneHot != 0) begin : g_one_hot
    logic [Cfg.Slots-1:0] mine [Cfg.Banks];  // slots that stand for the last word
    logic [Cfg.Banks-1:0] here [Cfg.Slots];  // the slot's bank

    for (genvar i = 0; i < Cfg.Slots; i++) begin : g_here
      for (genvar b = 0; b < Cfg.Banks; b++) begin : g_bank
        assign here[i][b] = bank_i[i] == Cfg.BankWidth'(b);
        assign mine[b][i] = last_i[i] && here[i][b];
      end
    end

    for (genvar b = 0; b < Cfg.Banks; b++) begin : g_top
      assign has[b] = mine[b] != '0;
      always_comb begin
        top[b] = '0;
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          top[b] |= rank_i[i] & {Cfg.RankWidth{mine[b][i]}};
        end
      end
    end

    for (genvar i = 0; i < Cfg.Slots; i++) begin : g_slot
      logic                  head;    // no word of its group is before its own
      logic [CountWidth-1:0] behind;  // words of older groups
      always_comb begin
        behind = '0;
        for (int unsigned b = 0; b < Cfg.Banks; b++) behind |= length[b] & {CountWidth{here[i][b]}};
      end
      // Known early, apart from stay_i: the bank is empty, or its only word may leave.
      assign head       = use_i[i] && rank_i[i] == '0;
      assign first_o[i] = (head && (here[i] & none) != '0) ||
                          (here[i] & one & {Cfg.Banks{head}} & ~stay_i) != '0;
      assign dec_o[i]   = (here[i] & ~none & ~stay_i) != '0;
      assign count_o[i] = behind + CountWidth'(rank_i[i]);
    end
  end else begin : g_indexed
    logic [Cfg.Banks-1:0] empty;  // when this cycle ends, without the group that may enter
    logic [Cfg.Banks-1:0] pop;

    assign empty = none | (one & ~stay_i);
    assign pop   = ~none & ~stay_i;

    always_comb begin
      has = '0;
      for (int unsigned b = 0; b < Cfg.Banks; b++) top[b] = '0;
      first_o = 'x;
      dec_o   = 'x;
      for (int unsigned i = 0; i < Cfg.Slots; i++) count_o[i] = 'x;
      if (push_i) begin  // saves simulation time
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          first_o[i] = use_i[i] && rank_i[i] == '0 && empty[bank_i[i]];
          dec_o[i]   = pop[bank_i[i]];
          count_o[i] = length[bank_i[i]] + CountWidth'(rank_i[i]);
          if (last_i[i]) begin
            has[bank_i[i]] = 1'b1;
            top[bank_i[i]] = rank_i[i];
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pop_q    <= '0;
      length_q <= '{default: '0};
      is0_q    <= '1;
      is1_q    <= '0;
      is2_q    <= '0;
      full_q   <= 1'b0;
    end else begin
      pop_q    <= ~none & ~stay_i;
      length_q <= length_d;
      is0_q    <= is0_d;
      is1_q    <= is1_d;
      is2_q    <= is2_d;
      full_q   <= full_d != '0;
    end
  end

  `GSQ_ASSUME(push_when_not_full, !push_i || !full_q)

endmodule
