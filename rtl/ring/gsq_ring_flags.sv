// SPDX-License-Identifier: Apache-2.0
// The flags of the ring: queues set them and wait for them.
//
// Latency: a flag that is set is 1 from the next cycle on; a wait is granted in the cycle in which
// it asks. Throughput: a set and a wait of each queue a cycle. Handshake: a queue asks until it is
// granted.

module gsq_ring_flags
  import gsq_ring_pkg::*;
(
  input  logic                       clk_i,
  input  logic                       rst_ni,
  /// All flags become 0.
  input  logic                       clear_i,
  /// Per queue: a flag becomes 1.
  input  logic [RingQueues-1:0]      set_i,
  /// Per queue: which.
  input  logic [RingQueues-1:0][5:0] set_flag_i,
  /// Per queue: it waits for a flag.
  input  logic [RingQueues-1:0]      wait_i,
  /// Per queue: for which.
  input  logic [RingQueues-1:0][5:0] wait_flag_i,
  /// Per queue: it gets the flag, which becomes 0.
  output logic [RingQueues-1:0]      grant_o,
  /// Per queue: it waits, and the flag is 0.
  output logic [RingQueues-1:0]      waiting_o,
  /// The flags.
  output logic [RingFlags-1:0]       flags_o
);

  logic [RingFlags-1:0] flags_q, set, taken;

  assign flags_o = flags_q;

  // The lowest queue gets a flag that several wait for.
  always_comb begin
    set   = '0;
    taken = '0;
    for (int unsigned i = 0; i < RingQueues; i++) begin
      waiting_o[i] = wait_i[i] && !flags_q[wait_flag_i[i]];
      grant_o[i]   = wait_i[i] && flags_q[wait_flag_i[i]];
      for (int unsigned k = 0; k < i; k++) begin
        if (wait_i[k] && wait_flag_i[k] == wait_flag_i[i]) grant_o[i] = 1'b0;
      end
      for (int unsigned f = 0; f < RingFlags; f++) begin
        if (grant_o[i] && wait_flag_i[i] == 6'(f)) taken[f] = 1'b1;
        if (set_i[i] && set_flag_i[i] == 6'(f)) set[f] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      flags_q <= '0;
    else if (clear_i) flags_q <= '0;
    else              flags_q <= (flags_q & ~taken) | set;
  end

endmodule
