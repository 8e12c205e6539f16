// SPDX-License-Identifier: Apache-2.0
// A place of the window: a group of word accesses, and when each of its slots has its turn.
//
// Every bank is a queue of words. A slot's count is the number of words before its own in the queue
// of its bank; with count 0 its bank offers its word, and the slot is called. Each cycle the count
// of a slot falls by one, unless the word that its bank offers stays. Slots of a word have equal
// counts. A slot leaves when it is served.
//
// Which words stay is known late in a cycle, and decides at once only which slots become called.
// Counts are changed by it in the next cycle.
//
// A local group accesses no bank; it is called when it has its turn.
//
// Latency: a group loaded in t may be called in t+1. Throughput: one group at a time; the place is
// free when all slots are served. Handshake: none, gsq_window says when to load and what is served.

`include "gsq_assert.svh"

module gsq_window_place #(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Window(4)),
  localparam int unsigned CountWidth = Cfg.RankWidth + 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  /// Load a group; the place is free.
  input  logic                     load_i,
  /// The group is local.
  input  logic                     local_i,
  /// Per slot: it requests a word.
  input  logic [Cfg.Slots-1:0]     use_i,
  /// Per slot: it has a word, the first in its bank's queue.
  input  logic [Cfg.Slots-1:0]     first_i,
  /// Per slot: bank.
  input  logic [Cfg.BankWidth-1:0] bank_i [Cfg.Slots],
  /// Per slot: words before its own, at the start of this cycle.
  input  logic [CountWidth-1:0]    count_i [Cfg.Slots],
  /// Per slot: one of these leaves in this cycle.
  input  logic [Cfg.Slots-1:0]     dec_i,
  /// The group is local, and has its turn.
  input  logic                     grant_i,
  /// The group is held back: its slots keep their turn, and none is served.
  input  logic                     wait_i,
  /// Per slot number: an older group takes it.
  input  logic [Cfg.Slots-1:0]     older_i,
  /// No slot is served, and the words of all banks stay.
  input  logic                     stall_i,
  /// Per bank: a slot of this place that is called, and taken by an older group, names it.
  output logic [Cfg.Banks-1:0]     hold_o,
  /// Per bank: its word stays, because of a slot of this or of another place.
  input  logic [Cfg.Banks-1:0]     hold_i,
  /// Per slot: called, of a group that is not local.
  output logic [Cfg.Slots-1:0]     called_o,
  /// Per slot: served in this cycle: called, or of a local group at its turn.
  output logic [Cfg.Slots-1:0]     serve_o,
  /// There are slots that are not called yet, or held back.
  output logic                     pending_o,
  /// The group is local.
  output logic                     local_o
);

  logic [Cfg.Slots-1:0]     called_q;   // count 0, not served
  logic [Cfg.Slots-1:0]     waiting_q;  // count above 0; all slots of a local group
  logic                     local_q;    // without reset, down to dec_q
  logic [Cfg.BankWidth-1:0] bank_q [Cfg.Slots];
  logic [CountWidth-1:0]    count_q [Cfg.Slots];  // before the last cycle
  logic [Cfg.Slots-1:0]     dec_q;                // it fell by one in the last cycle

  logic [Cfg.Slots-1:0]  lost;    // called, and taken by an older group
  logic [Cfg.Slots-1:0]  dec_d;   // the word that the bank offers leaves
  logic [Cfg.Slots-1:0]  second;  // count 1: its word is the first if the one before leaves
  logic [Cfg.Slots-1:0]  first;   // it becomes so
  logic [CountWidth-1:0] count [Cfg.Slots];

  assign called_o  = called_q;
  assign serve_o   = stall_i || wait_i ? '0 :
                     (called_q | (waiting_q & {Cfg.Slots{grant_i}})) & ~older_i;
  assign lost      = called_q & (older_i | {Cfg.Slots{wait_i}});
  assign pending_o = waiting_q != '0 || (wait_i && called_q != '0);
  assign local_o   = local_q;
  assign first     = second & dec_d;

  if (Cfg.XbarOneHot != 0) begin : g_one_hot
    always_comb begin
      second = '0;
      for (int unsigned i = 0; i < Cfg.Slots; i++) count[i] = 'x;
      if (waiting_q != '0 && !local_q) begin  // saves simulation time, costs no gates
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          count[i]  = count_q[i] - CountWidth'(dec_q[i]);
          second[i] = waiting_q[i] && count_q[i] == (dec_q[i] ? CountWidth'(2) : CountWidth'(1));
        end
      end
    end

    logic [Cfg.Banks-1:0] here [Cfg.Slots];  // the slot's bank

    for (genvar i = 0; i < Cfg.Slots; i++) begin : g_slot
      for (genvar b = 0; b < Cfg.Banks; b++) begin : g_bank
        assign here[i][b] = bank_q[i] == Cfg.BankWidth'(b);
      end
      assign dec_d[i] = |(here[i] & ~hold_i);
    end

    always_comb begin
      hold_o = '0;
      for (int unsigned i = 0; i < Cfg.Slots; i++) hold_o |= here[i] & {Cfg.Banks{lost[i]}};
    end
  end else begin : g_indexed
    always_comb begin
      second = '0;
      if (waiting_q != '0 && !local_q) begin  // saves simulation time
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          count[i]  = count_q[i] - CountWidth'(dec_q[i]);
          second[i] = count[i] == CountWidth'(1);
        end
        second &= waiting_q;
      end else begin
        count = '{default: 'x};
      end
    end

    always_comb begin
      hold_o = '0;
      if (lost != '0) begin
        for (int unsigned i = 0; i < Cfg.Slots; i++) begin
          if (lost[i]) hold_o[bank_q[i]] = 1'b1;
        end
      end
    end

    always_comb begin
      dec_d = 'x;
      if (waiting_q != '0) begin  // saves simulation time, costs no gates
        for (int unsigned i = 0; i < Cfg.Slots; i++) dec_d[i] = !hold_i[bank_q[i]];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      called_q  <= '0;
      waiting_q <= '0;
    end else if (load_i) begin
      called_q  <= first_i;
      waiting_q <= use_i & ~first_i;
    end else begin
      called_q  <= (called_q & ~serve_o) | first;
      waiting_q <= waiting_q & ~first & ~(serve_o & {Cfg.Slots{grant_i}});
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      local_q <= local_i;
      bank_q  <= bank_i;
    end
    count_q <= load_i ? count_i : count;
    dec_q   <= load_i ? dec_i : dec_d;
  end

  `GSQ_ASSERT(called_or_waiting, (called_q & waiting_q) == '0)
  `GSQ_ASSUME(grant_of_local_group, !grant_i || local_q)
  `GSQ_ASSUME(loads_free_place, !load_i || (((called_q | waiting_q) & ~serve_o) == '0))
`ifdef GSQ_ASSERT_ON
  logic [Cfg.Slots-1:0] no_count;  // slots that wait behind no word
  always_comb begin
    no_count = '0;
    if (waiting_q != '0 && !local_q) begin
      for (int unsigned i = 0; i < Cfg.Slots; i++) no_count[i] = waiting_q[i] && count[i] == '0;
    end
  end
`endif
  `GSQ_ASSERT(waits_behind_a_word, no_count == '0)

endmodule
