// SPDX-License-Identifier: Apache-2.0
// Stage X of the crossbar: which slots each beat of a group serves, and which beat is its last.
//
// Beat k serves the slots of rank k. The slots of a beat, and whether it is the last, are computed
// in the cycle before it, from a comparison of ranks made yet another cycle before, so that a beat
// starts at registers. The first beat does without ranks: its slots have no other slot before them.
//
// Latency: a group taken in t has its first beat in t+1. Throughput: one beat a cycle; the next
// group is taken with the last beat. Handshake: valid/ready for groups, ready_o depends on hold_i;
// beats have no ready.

`include "gsq_assert.svh"

module gsq_slot_beats #(
  /// Slots of a group, at least 2.
  parameter int unsigned Slots = 64,
  localparam int unsigned RankWidth = $clog2(Slots)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 valid_i,
  output logic                 ready_o,
  /// Per slot: it requests a word.
  input  logic [Slots-1:0]     use_i,
  /// Per slot: its rank is 0.
  input  logic [Slots-1:0]     first_i,
  /// Per slot: its rank, from the cycle after the group is taken up to its last beat.
  input  logic [RankWidth-1:0] rank_i [Slots],
  /// Suppress the beat of this cycle.
  input  logic                 hold_i,
  output logic                 valid_o,
  /// Per slot: the beat of this cycle serves it, unless it is suppressed.
  output logic [Slots-1:0]     hit_o,
  /// A beat takes place: the stage holds a group and hold_i is 0.
  output logic                 beat_o,
  /// The beat of this cycle is the last of its group.
  output logic                 end_o
);

  logic                 valid_q;
  logic [Slots-1:0]     hit_q;    // slots of this beat
  logic [Slots-1:0]     later_q;  // slots of later beats; no reset, down to soon_q
  logic                 last_q;   // there is no later beat
  logic                 first_q;  // this beat is the first
  logic [RankWidth-1:0] after_q;  // number of the beat after the next
  logic [Slots-1:0]     soon_q;   // from the second beat on: slots whose rank is that of the next
  logic [Slots-1:0]     soon;     // slots whose rank is that of the beat after the next
  logic [Slots-1:0]     next;     // slots of the next beat
  logic                 push;
  logic [Slots-1:0]     later;    // slots of the group that is taken that its first beat leaves

  assign ready_o = !valid_q || end_o;
  assign push    = valid_i && ready_o;
  assign later   = use_i & ~first_i;
  assign valid_o = valid_q;
  assign hit_o   = hit_q;
  assign beat_o  = valid_q && !hold_i;
  assign end_o   = beat_o && last_q;

  always_comb begin
    next = '0;
    soon = 'x;
    if (valid_q && !last_q) begin
      for (int unsigned i = 0; i < Slots; i++) begin
        next[i] = later_q[i] && (first_q ? rank_i[i] == RankWidth'(1) : soon_q[i]);
        soon[i] = rank_i[i] == after_q;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      hit_q   <= '0;
    end else begin
      if (push || end_o) valid_q <= push;
      if (push) hit_q <= use_i & first_i;
      else if (beat_o) hit_q <= next;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) begin
      later_q <= later;
      last_q  <= later == '0;
      first_q <= 1'b1;
      after_q <= RankWidth'(2);
    end else if (beat_o) begin
      later_q <= later_q & ~next;
      last_q  <= (later_q & ~next) == '0;
      first_q <= 1'b0;
      after_q <= after_q + 1'b1;
      soon_q  <= soon;
    end
  end

  `GSQ_ASSERT(each_slot_once, !valid_q || (hit_q & later_q) == '0)
  `GSQ_ASSERT(last_beat_is_last, !valid_q || last_q == (later_q == '0))
`ifndef GSQ_FORMAL
  // Holds because ranks have no gap: a proof has to follow a group from where they are computed, as
  // prove_xbar does, and it does not help an induction.
  `GSQ_ASSERT(beats_not_empty, !valid_q || last_q || hit_q != '0)
`endif

endmodule
