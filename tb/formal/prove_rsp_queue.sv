// SPDX-License-Identifier: Apache-2.0
// gsq_rsp_queue: follows one arbitrary response from its allocation until it is taken.
module prove_rsp_queue
  import gsq_pkg::*;
#(
  parameter int unsigned RspDepth = 16,
  parameter int unsigned NumDone = 3,
  parameter int unsigned UbBytes = 262144
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic                               offer_i,
  input logic                               alloc_i,
  input rsp_t                               alloc_rsp_i,
  input logic                               alloc_done_i,
  input logic                               fault_i,
  input logic [RspIdWidth-1:0]              fault_id_i,
  input status_e                            fault_status_i,
  input logic [8:0]                         fault_lane_i,
  input logic [NumDone-1:0]                 done_i,
  input logic [NumDone-1:0][RspIdWidth-1:0] done_id_i,
  input logic                               rsp_ready_i,
  input logic                               pick_i        // follow the response that is allocated now
);

  localparam int unsigned IdWidth = $clog2(RspDepth);
  typedef logic [IdWidth-1:0] id_t;     // the lower bits of a number; the upper ones are 0
  typedef logic [IdWidth:0]   count_t;  // 0..RspDepth

  logic                  full, valid;
  logic [RspIdWidth-1:0] alloc_id;
  rsp_t                  rsp;

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg =
      gsq_cfg_pkg::made(.UbBytes(UbBytes), .RspDepth(RspDepth));

  gsq_rsp_queue #(.Cfg(Cfg), .NumDone(NumDone)) dut (
    .clk_i, .rst_ni, .full_o(full), .offer_i, .alloc_i, .alloc_rsp_i, .alloc_done_i,
    .alloc_id_o(alloc_id),
    .fault_i, .fault_id_i, .fault_status_i, .fault_lane_i, .done_i, .done_id_i,
    .rsp_valid_o(valid), .rsp_ready_i, .rsp_o(rsp)
  );

  logic        started_q = 1'b0;
  count_t      count_q;   // entries taken
  logic [RspDepth-1:0] open_q;  // taken and not done
  logic        follow_q;  // one is followed
  id_t         id_q;      // its entry
  id_t         ahead_q;   // older ones in the queue
  logic        done_q;    // it is done
  rsp_t        rsp_q;     // its expected payload
  logic        stall_q;   // the response of the last cycle was not taken
  rsp_t        stall_rsp_q;

  logic        pop;
  id_t         oldest;
  assign pop    = valid && rsp_ready_i;
  assign oldest = id_t'(alloc_id - RspIdWidth'(count_q));

  rsp_t        stored;    // what the queue holds of it
  assign stored = '{tag: dut.rsp_q[id_q].tag, status: dut.rsp_q[id_q].status,
                    info: 32'(dut.rsp_q[id_q].info)};

  function automatic logic taken(logic [RspIdWidth-1:0] id);
    return 32'(id) < RspDepth && count_t'(id_t'(id_t'(id) - oldest)) < count_q;
  endfunction

  always_ff @(posedge clk_i) begin
    started_q   <= 1'b1;
    stall_rsp_q <= rsp;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q  <= '0;
      open_q   <= '0;
      follow_q <= 1'b0;
      stall_q  <= 1'b0;
    end else begin
      count_q <= count_q + count_t'(alloc_i) - count_t'(pop);
      stall_q <= valid && !rsp_ready_i;
      if (alloc_i) open_q[id_t'(alloc_id)] <= !alloc_done_i;
      for (int unsigned p = 0; p < NumDone; p++) begin
        if (done_i[p]) open_q[id_t'(done_id_i[p])] <= 1'b0;
      end
      if (follow_q) begin
        if (pop) ahead_q <= ahead_q - 1'b1;
        if (pop && ahead_q == '0) follow_q <= 1'b0;
      end else if (alloc_i && pick_i) begin
        follow_q <= 1'b1;
        id_q     <= id_t'(alloc_id);
        ahead_q  <= id_t'(count_q - count_t'(pop));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!follow_q) begin
      rsp_q  <= alloc_rsp_i;
      done_q <= alloc_done_i;
    end else begin
      for (int unsigned p = 0; p < NumDone; p++) begin
        if (done_i[p] && done_id_i[p] == RspIdWidth'(id_q)) done_q <= 1'b1;
      end
      if (fault_i && fault_id_i == RspIdWidth'(id_q)) begin
        rsp_q.status <= fault_status_i;
        rsp_q.info   <= 32'(fault_lane_i);
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    // The caller: no allocation in a full queue, info words up to UbBytes, done ports name allocated
    // entries, faults name entries that are not done.
    assume (!alloc_i || (offer_i && !full));
    assume ((alloc_rsp_i.info >> $clog2(UbBytes + 1)) == '0);
    for (int unsigned p = 0; p < NumDone; p++) assume (!done_i[p] || taken(done_id_i[p]));
    assume (!fault_i || (32'(fault_id_i) < RspDepth && open_q[id_t'(fault_id_i)]));

    upper_bits_are_0: assert (32'(alloc_id) < RspDepth);
    full_is_right: assert (full == (count_q == count_t'(RspDepth)));
    none_from_empty: assert (!valid || count_q != '0);
    valid_stays: assert (!stall_q || !rst_ni || valid);
    payload_stays: assert (!stall_q || !rst_ni || rsp == stall_rsp_q);
    if (follow_q) begin
      in_its_turn: assert (ahead_q != '0 || valid == done_q);
      as_it_was: assert (ahead_q != '0 || !valid || rsp == rsp_q);
    end

    // Invariants that make the above inductive: registers of the queue and those here agree.
    inv_count: assert (count_t'(dut.tail_q - dut.head_q) == count_q && count_q <= count_t'(RspDepth));
    inv_follow: assert (!follow_q || (count_t'(ahead_q) < count_q && id_q == id_t'(oldest + ahead_q) &&
                                      dut.done_q[id_q] == done_q && stored == rsp_q));
    inv_stall: assert (!stall_q || !rst_ni || (count_q != '0 && dut.done_q[oldest]));
  end

  for (genvar i = 0; i < RspDepth; i++) begin : g_entry
    always_comb begin
      inv_open: assert (open_q[i] == (taken(RspIdWidth'(i)) && !dut.done_q[i]));
    end
  end

endmodule
