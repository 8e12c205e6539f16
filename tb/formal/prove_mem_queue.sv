// SPDX-License-Identifier: Apache-2.0
// gsq_mem_queue: follows one arbitrary command from its push until it leaves.
module prove_mem_queue
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 32,
  parameter int unsigned AheadWidth = 3
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  offer_i,
  input logic                  push_i,
  input mem_op_t               op_i,
  input logic [VlenBytes-1:0]  bytes_i,
  input logic [AheadWidth-1:0] data_ahead_i,
  input logic [AheadWidth-1:0] index_ahead_i,
  input logic                  compute_write_i,
  input logic [4:0]            compute_vd_i,
  input logic [2:0][4:0]       query_i,
  input logic                  ready_i,
  input logic                  pick_i           // follow the command that is pushed now
);

  logic                 full, overwrites, valid;
  logic [2:0]           loads;
  mem_op_t              op;
  logic [VlenBytes-1:0] bytes;

  gsq_mem_queue #(
    .VlenBytes(VlenBytes), .AheadWidth(AheadWidth)
  ) dut (
    .clk_i, .rst_ni, .full_o(full), .offer_i, .push_i, .op_i, .bytes_i, .data_ahead_i,
    .index_ahead_i, .compute_write_i, .compute_vd_i, .overwrites_o(overwrites), .query_i, .loads_o(loads),
    .valid_o(valid), .ready_i, .op_o(op), .bytes_o(bytes)
  );

  logic                  started_q = 1'b0;
  logic [2:0]            count_q;   // commands in the queue
  logic                  follow_q;  // one is followed
  logic [1:0]            ahead_q;   // older ones in the queue
  mem_op_t               op_q;      // the followed command
  logic [VlenBytes-1:0]  bytes_q;
  logic [AheadWidth-1:0] data_q;    // writes of the compute pipe that it waits for
  logic [AheadWidth-1:0] index_q;
  logic                  stall_q;   // the head of the last cycle was not taken
  mem_op_t               stall_op_q;
  logic [VlenBytes-1:0]  stall_bytes_q;

  logic       pop;
  logic [1:0] place;  // of the followed one
  assign pop   = valid && ready_i;
  assign place = 2'(dut.head_q + ahead_q);

  always_ff @(posedge clk_i) begin
    started_q     <= 1'b1;
    stall_op_q    <= op;
    stall_bytes_q <= bytes;
    if (!follow_q) begin
      op_q    <= op_i;
      bytes_q <= bytes_i;
      data_q  <= data_ahead_i;
      index_q <= index_ahead_i;
    end else if (compute_write_i) begin
      if (data_q != '0) data_q <= data_q - 1'b1;
      if (index_q != '0) index_q <= index_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q  <= '0;
      follow_q <= 1'b0;
      stall_q  <= 1'b0;
    end else begin
      count_q <= count_q + 3'(push_i) - 3'(pop);
      stall_q <= valid && !ready_i;
      if (follow_q) begin
        if (pop) ahead_q <= ahead_q - 1'b1;
        if (pop && ahead_q == '0) follow_q <= 1'b0;
      end else if (push_i && pick_i) begin
        follow_q <= 1'b1;
        ahead_q  <= 2'(count_q - 3'(pop));
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!push_i || (offer_i && !full));  // the caller does not push into a full queue

    full_is_right: assert (full == (count_q == 3'd4));
    none_from_empty: assert (count_q != '0 || (!valid && !overwrites && loads == '0));
    valid_stays: assert (!stall_q || !rst_ni || valid);
    payload_stays: assert (!stall_q || !rst_ni || {op, bytes} == {stall_op_q, stall_bytes_q});
    if (follow_q) begin
      in_its_turn: assert (ahead_q != '0 || valid == (data_q == '0 && index_q == '0));
      as_it_was: assert (ahead_q != '0 || !valid || {op, bytes} == {op_q, bytes_q});
      data_guarded: assert (!reads_data(op_q.kind) || op_q.vs != compute_vd_i || data_q != '0 ||
                            overwrites);
      index_guarded: assert (!reads_index(op_q.kind, op_q.strided) || op_q.vi != compute_vd_i || index_q != '0 ||
                             overwrites);
      load_known: assert (!writes_v(op_q.kind) || ((loads[0] || op_q.vd != query_i[0]) &&
                                                   (loads[1] || op_q.vd != query_i[1]) &&
                                                   (loads[2] || op_q.vd != query_i[2])));
    end

    // Invariants that make the above inductive: registers of the queue and those here agree.
    inv_count: assert (count_q <= 3'd4 && dut.tail_q == 2'(dut.head_q + count_q[1:0]));
    inv_follow: assert (!follow_q || (
        3'(ahead_q) < count_q && dut.op_q[place] == op_q && dut.bytes_q[place] == bytes_q &&
        dut.data_ahead_q[place] == data_q && dut.index_ahead_q[place] == index_q));
    inv_stall: assert (!stall_q || !rst_ni || (count_q != '0 && valid));
  end

  for (genvar i = 0; i < 4; i++) begin : g_entry
    always_comb begin
      inv_used: assert (dut.used_q[i] == (3'(2'(2'(i) - dut.head_q)) < count_q));
    end
  end

endmodule
