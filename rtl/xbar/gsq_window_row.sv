// SPDX-License-Identifier: Apache-2.0
// A place of the window: a group of word accesses, and when each of its slots has its turn.
//
// Every bank is a queue of words. A slot's count is the number of words before its own in the queue
// of its bank; with count 0 its bank offers its word, and the slot is called. Each cycle the count
// of a slot falls by one, unless the word that its bank offers stays. Slots of a word have equal
// counts. A slot leaves when it is served.
//
// A local group accesses no bank; it is called when it is the oldest.
//
// Latency: a group loaded in t may be called in t+1. Throughput: one group at a time; the place is
// free when all slots are served. Handshake: none, gsq_window says when to load and what is served.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_window_row #(
  /// Slots of a group, at least 2.
  parameter int unsigned Slots = 64,
  /// Number of banks, a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Coding: 1: AND-OR trees, for gates; 0: indexed, for simulation.
  parameter int unsigned OneHot = 1,
  /// Derived, do not set: bits of a bank number.
  localparam int unsigned BankWidth = $clog2(Banks),
  /// Derived, do not set: bits of a count. A queue holds less than 2 * Slots words.
  localparam int unsigned CountWidth = $clog2(2 * Slots)
) (
  /// Clock.
  input  logic                  clk_i,
  /// Reset, active low.
  input  logic                  rst_ni,
  /// Load a group; the place is free.
  input  logic                  load_i,
  /// The group is local.
  input  logic                  local_i,
  /// Per slot: it requests a word.
  input  logic [Slots-1:0]      use_i,
  /// Per slot: its word is the first in its bank's queue.
  input  logic [Slots-1:0]      first_i,
  /// Per slot: bank.
  input  logic [BankWidth-1:0]  bank_i [Slots],
  /// The group was loaded in the cycle before: its counts are at count_i.
  input  logic                  fresh_i,
  /// Per slot: words before its own.
  input  logic [CountWidth-1:0] count_i [Slots],
  /// The group is the oldest of the window.
  input  logic                  oldest_i,
  /// Per slot: served in this cycle, if it is called.
  input  logic [Slots-1:0]      serve_i,
  /// Per bank: a slot of this place that is called, and not served, names it.
  output logic [Banks-1:0]      stay_o,
  /// Per bank: its word stays, because of a slot of this or of another place.
  input  logic [Banks-1:0]      stay_i,
  /// Per slot: called.
  output logic [Slots-1:0]      called_o,
  /// There are slots that are not called yet.
  output logic                  more_o,
  /// The group is local.
  output logic                  local_o
);

  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_XBAR_ONE_HOT(OneHot)
  `GSQ_CHECK_SLOTS(Slots)

  logic [Slots-1:0]      called_q;   // count 0, not served
  logic [Slots-1:0]      waiting_q;  // count above 0; all slots of a local group
  logic                  local_q;    // without reset, down to count_q
  logic [BankWidth-1:0]  bank_q [Slots];
  logic [CountWidth-1:0] count_q [Slots];

  logic [Slots-1:0]      lost;       // called, and not served
  logic [Slots-1:0]      first;      // slots whose words become the first of their banks
  logic [CountWidth-1:0] count [Slots];
  logic [CountWidth-1:0] count_d [Slots];

  assign called_o = local_q ? waiting_q & {Slots{oldest_i}} : called_q;
  assign more_o   = waiting_q != '0;
  assign local_o  = local_q;
  assign lost     = called_o & ~serve_i;

  if (OneHot != 0) begin : g_one_hot
    logic [Banks-1:0] here [Slots];  // the slot's bank
    logic [Slots-1:0] stays;

    for (genvar i = 0; i < Slots; i++) begin : g_slot
      for (genvar b = 0; b < Banks; b++) begin : g_bank
        assign here[i][b] = bank_q[i] == BankWidth'(b);
      end
      assign stays[i] = |(here[i] & stay_i);
    end

    always_comb begin
      stay_o = '0;
      for (int unsigned i = 0; i < Slots; i++) stay_o |= here[i] & {Banks{lost[i]}};
      for (int unsigned i = 0; i < Slots; i++) begin
        count[i]   = fresh_i ? count_i[i] : count_q[i];
        count_d[i] = stays[i] ? count[i] : count[i] - 1'b1;
        first[i]   = waiting_q[i] && count[i] == CountWidth'(1) && !stays[i] && !local_q;
      end
    end
  end else begin : g_indexed
    always_comb begin
      stay_o = '0;
      if (lost != '0) begin
        for (int unsigned i = 0; i < Slots; i++) begin
          if (lost[i]) stay_o[bank_q[i]] = 1'b1;
        end
      end
    end

    // Apart from stay_o, so that a simulator sees no loop through stay_i.
    always_comb begin
      first   = '0;
      count   = fresh_i ? count_i : count_q;
      count_d = count;
      if (waiting_q != '0 && !local_q) begin
        for (int unsigned i = 0; i < Slots; i++) begin
          if (!stay_i[bank_q[i]]) begin
            count_d[i] = count[i] - 1'b1;
            first[i]   = waiting_q[i] && count[i] == CountWidth'(1);
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      called_q  <= '0;
      waiting_q <= '0;
    end else if (load_i) begin
      called_q  <= use_i & first_i & {Slots{!local_i}};
      waiting_q <= use_i & ~(first_i & {Slots{!local_i}});
    end else begin
      called_q  <= (called_q & ~serve_i) | first;
      waiting_q <= waiting_q & ~first & ~(serve_i & {Slots{local_q}});
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      local_q <= local_i;
      bank_q  <= bank_i;
    end
    count_q <= count_d;
  end

  `GSQ_ASSERT(called_or_waiting, (called_q & waiting_q) == '0)
  `GSQ_ASSERT(serves_called, (serve_i & ~called_o) == '0)
  `GSQ_ASSUME(loads_free_place, !load_i || ((lost | (waiting_q & ~serve_i)) == '0))
  for (genvar i = 0; i < Slots; i++) begin : g_count
    `GSQ_ASSERT(waits_behind_a_word, !waiting_q[i] || local_q || count[i] != '0)
  end

endmodule
