// SPDX-License-Identifier: Apache-2.0
// Memory commands between issue and the access pipe, in order.
//
// A command waits here until older commands of the compute pipe have written its sources. For each
// of its two sources, data and indices, an entry counts the compute commands that must write first,
// up to and including the writer of that source. Every write of the compute pipe lowers the counts.
// At count 0 the register holds the value that the entry will read, and a younger write of it must
// wait until the entry has left: overwrites_o is 1.
//
// Latency: a command pushed in t can leave from t+1. Throughput: one a cycle.
// Handshake: push_i only while full_o is 0; the head leaves with valid_o && ready_i.

`include "gsq_assert.svh"

module gsq_mem_queue
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bits of the count of writers ahead.
  parameter int unsigned AheadWidth = 3
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Queue full.
  output logic                  full_o,
  /// The inputs hold a command, which is appended in this or a later cycle.
  input  logic                  offer_i,
  /// Append it.
  input  logic                  push_i,
  /// Command to append.
  input  mem_op_t               op_i,
  /// Bytes of the active lanes of the command to append.
  input  logic [VlenBytes-1:0]  bytes_i,
  /// Number of compute commands that must write before its data is ready; 0 without data.
  input  logic [AheadWidth-1:0] data_ahead_i,
  /// Number of compute commands that must write before its indices are ready; 0 without.
  input  logic [AheadWidth-1:0] index_ahead_i,
  /// The compute pipe writes a register in this cycle.
  input  logic                  compute_write_i,
  /// Register that the compute pipe is about to write.
  input  logic [4:0]            compute_vd_i,
  /// The next write would replace a value that an entry still has to read.
  output logic                  overwrites_o,
  /// Registers that loads_o refers to.
  input  logic [2:0][4:0]       query_i,
  /// Per register of query_i: a command in the queue writes it later.
  output logic [2:0]            loads_o,
  /// Head valid: the compute pipe has written all its sources.
  output logic                  valid_o,
  input  logic                  ready_i,
  /// Command at the head.
  output mem_op_t               op_o,
  /// Bytes of the active lanes of the head.
  output logic [VlenBytes-1:0]  bytes_o
);

  localparam int unsigned PtrWidth = $clog2(MemQueueDepth);

  mem_op_t                                  op_q    [MemQueueDepth];  // no reset, like bytes_q
  logic [VlenBytes-1:0]                     bytes_q [MemQueueDepth];
  logic [MemQueueDepth-1:0][AheadWidth-1:0] data_ahead_q;
  logic [MemQueueDepth-1:0][AheadWidth-1:0] index_ahead_q;
  logic [MemQueueDepth-1:0]                 used_q;
  logic [PtrWidth-1:0]                      head_q;
  logic [PtrWidth-1:0]                      tail_q;

  assign full_o  = &used_q;
  assign valid_o = used_q[head_q] && data_ahead_q[head_q] == '0 && index_ahead_q[head_q] == '0;
  assign op_o    = op_q[head_q];
  assign bytes_o = bytes_q[head_q];

  always_comb begin
    overwrites_o = 1'b0;
    loads_o      = '0;
    for (int unsigned i = 0; i < MemQueueDepth; i++) begin
      if (used_q[i]) begin
        if (reads_data(op_q[i].kind) && op_q[i].vs == compute_vd_i && data_ahead_q[i] == '0) begin
          overwrites_o = 1'b1;
        end
        if (reads_index(op_q[i].kind, op_q[i].strided) && op_q[i].vi == compute_vd_i &&
            index_ahead_q[i] == '0) begin
          overwrites_o = 1'b1;
        end
        for (int unsigned j = 0; j < 3; j++) begin
          if (writes_v(op_q[i].kind) && op_q[i].vd == query_i[j]) loads_o[j] = 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      data_ahead_q  <= '0;
      index_ahead_q <= '0;
      used_q        <= '0;
      head_q        <= '0;
      tail_q        <= '0;
    end else begin
      for (int unsigned i = 0; i < MemQueueDepth; i++) begin
        if (compute_write_i && data_ahead_q[i] != '0) data_ahead_q[i] <= data_ahead_q[i] - 1'b1;
        if (compute_write_i && index_ahead_q[i] != '0) index_ahead_q[i] <= index_ahead_q[i] - 1'b1;
      end
      // The free entry at the tail takes what is offered: its registers do not wait for push_i.
      if (offer_i && !full_o) begin
        data_ahead_q[tail_q]  <= data_ahead_i;
        index_ahead_q[tail_q] <= index_ahead_i;
      end
      if (push_i) begin
        used_q[tail_q] <= 1'b1;
        tail_q         <= tail_q + 1'b1;
      end
      if (valid_o && ready_i) begin
        used_q[head_q] <= 1'b0;
        head_q         <= head_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (offer_i && !full_o) begin
      op_q[tail_q]    <= op_i;
      bytes_q[tail_q] <= bytes_i;
    end
  end

  `GSQ_ASSUME(push_has_place, !push_i || (offer_i && !full_o))
  // The used entries are contiguous, from the head to the tail.
  `GSQ_ASSERT(tail_is_free, used_q[tail_q] == full_o)
  `GSQ_ASSERT(head_is_used, used_q[head_q] == (used_q != '0))
  `GSQ_ASSUME(write_overwrites_nothing, !compute_write_i || !overwrites_o)
  `GSQ_ASSERT_HOLD(head_holds, valid_o, ready_i, {op_o, bytes_o})

endmodule
