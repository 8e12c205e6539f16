// SPDX-License-Identifier: Apache-2.0
// Checked commands that wait to be issued, in order.
//
// The oldest command is always in the same registers, so that what depends on it starts there. An
// entry takes its command from the next entry, or a new one if the next entry is empty. A command
// is written into every empty entry; only the valid bits say which one holds it.
//
// Latency: a command pushed in t is at the head from t+1 at the earliest. Throughput: one a cycle.
// Handshake: push_i only while ready_o is 1, which depends on registers only; pop_i only while
// valid_o is 1.

`include "gsq_assert.svh"

module gsq_issue_queue
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  output logic                 ready_o,
  /// Append a command.
  input  logic                 push_i,
  /// Command to append.
  input  issue_entry_t         entry_i,
  /// Bytes of its active lanes.
  input  logic [VlenBytes-1:0] bytes_i,
  output logic                 valid_o,
  /// Remove the head.
  input  logic                 pop_i,
  /// Command at the head.
  output issue_entry_t         entry_o,
  /// Bytes of its active lanes.
  output logic [VlenBytes-1:0] bytes_o
);

  localparam int unsigned Last = IssueQueueDepth - 1;

  logic [Last:0]        valid_q;
  issue_entry_t         entry_q [Last+1];  // no reset, like bytes_q
  logic [VlenBytes-1:0] bytes_q [Last+1];

  assign ready_o = !valid_q[Last];
  assign valid_o = valid_q[0];
  assign entry_o = entry_q[0];
  assign bytes_o = bytes_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else if (push_i && !pop_i) valid_q <= {valid_q[Last-1:0], 1'b1};
    else if (pop_i && !push_i) valid_q <= {1'b0, valid_q[Last:1]};
  end

  for (genvar i = 0; i < Last; i++) begin : g_entry
    always_ff @(posedge clk_i) begin
      if (valid_q[i+1] ? pop_i : push_i && (!valid_q[i] || pop_i)) begin
        entry_q[i] <= valid_q[i+1] ? entry_q[i+1] : entry_i;
        bytes_q[i] <= valid_q[i+1] ? bytes_q[i+1] : bytes_i;
      end
    end
  end

  // When the last entry is in use, nothing can follow it.
  always_ff @(posedge clk_i) begin
    if (push_i) begin
      entry_q[Last] <= entry_i;
      bytes_q[Last] <= bytes_i;
    end
  end

  `GSQ_ASSUME(push_has_place, !push_i || ready_o)
  `GSQ_ASSUME(pop_has_command, !pop_i || valid_o)
  `GSQ_ASSERT(no_gap, (valid_q & (valid_q + 1'b1)) == '0)
  `GSQ_ASSERT_HOLD(head_holds, valid_o, pop_i, {entry_o, bytes_o})

endmodule
