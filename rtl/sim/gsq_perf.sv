// SPDX-License-Identifier: Apache-2.0
// Performance counters for waveforms: nothing in the unit reads them.
//
// Latency: an event of a cycle is counted from the next cycle on. Throughput: every cycle.
// Handshake: none, the module only observes. The reset sets all counters to 0.

`include "gsq_assert.svh"

module gsq_perf #(
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Slots of a group of accesses.
  parameter int unsigned Slots = 64
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             cmd_valid_i,
  input logic             cmd_ready_i,
  /// A response is taken.
  input logic             rsp_i,
  /// Per bank: an access is made, for a command or the host.
  input logic [Banks-1:0] bank_req_i,
  /// Per bank: the access is a write.
  input logic [Banks-1:0] bank_we_i,
  /// Per bank: the access belongs to the gather or scatter whose slots are served.
  input logic [Banks-1:0] lane_req_i,
  /// Per slot of a gather or scatter: served in this cycle.
  input logic [Slots-1:0] served_i
);

  logic [63:0] cycles_q;
  logic [63:0] stalls_q;       // a command waited at the port
  logic [63:0] commands_q;     // answered
  logic [63:0] bank_cycles_q;  // some bank was accessed
  logic [63:0] reads_q;        // words
  logic [63:0] writes_q;       // words
  logic [63:0] slots_q;        // words read or written by lanes of gathers and scatters
  logic [63:0] merged_q;       // of these, those that shared an access with another lane

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycles_q      <= '0;
      stalls_q      <= '0;
      commands_q    <= '0;
      bank_cycles_q <= '0;
      reads_q       <= '0;
      writes_q      <= '0;
      slots_q       <= '0;
      merged_q      <= '0;
    end else begin
      cycles_q      <= cycles_q + 64'd1;
      stalls_q      <= stalls_q + 64'(cmd_valid_i && !cmd_ready_i);
      commands_q    <= commands_q + 64'(rsp_i);
      bank_cycles_q <= bank_cycles_q + 64'(|bank_req_i);
      reads_q       <= reads_q + 64'($countones(bank_req_i & ~bank_we_i));
      writes_q      <= writes_q + 64'($countones(bank_req_i & bank_we_i));
      slots_q       <= slots_q + 64'($countones(served_i));
      merged_q      <= merged_q + 64'($countones(served_i)) - 64'($countones(lane_req_i));
    end
  end

  `GSQ_ASSUME(lanes_access_banks, (lane_req_i & ~bank_req_i) == '0)
  `GSQ_ASSERT_FINAL(stalls_within_cycles, stalls_q <= cycles_q)
  `GSQ_ASSERT_FINAL(merged_within_slots, merged_q <= slots_q)

endmodule
