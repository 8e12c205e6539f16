// SPDX-License-Identifier: Apache-2.0
// gsq_rsp_queue: follows one arbitrary response from its allocation until it is taken.
module prove_rsp_queue
  import gsq_pkg::*;
#(
  parameter int unsigned NumDone = 3,
  parameter int unsigned UbBytes = 262144
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    offer_i,
  input logic                    alloc_i,
  input rsp_t                    alloc_rsp_i,
  input logic                    alloc_done_i,
  input logic                    fault_i,
  input logic [3:0]              fault_id_i,
  input status_e                 fault_status_i,
  input logic [8:0]              fault_lane_i,
  input logic [NumDone-1:0]      done_i,
  input logic [NumDone-1:0][3:0] done_id_i,
  input logic                    rsp_ready_i,
  input logic                    pick_i        // follow the response that is allocated now
);

  logic       full, valid;
  logic [3:0] alloc_id;
  rsp_t       rsp;

  gsq_rsp_queue #(
    .NumDone(NumDone),
    .UbBytes(UbBytes)
  ) dut (
    .clk_i, .rst_ni, .full_o(full), .offer_i, .alloc_i, .alloc_rsp_i, .alloc_done_i,
    .alloc_id_o(alloc_id),
    .fault_i, .fault_id_i, .fault_status_i, .fault_lane_i, .done_i, .done_id_i,
    .rsp_valid_o(valid), .rsp_ready_i, .rsp_o(rsp)
  );

  logic        started_q = 1'b0;
  logic [4:0]  count_q;   // entries taken
  logic [15:0] open_q;    // taken and not done
  logic        follow_q;  // one is followed
  logic [3:0]  id_q;      // its entry
  logic [3:0]  ahead_q;   // older ones in the queue
  logic        done_q;    // it is done
  rsp_t        rsp_q;     // its expected payload
  logic        stall_q;   // the response of the last cycle was not taken
  rsp_t        stall_rsp_q;

  logic        pop;
  logic [3:0]  oldest;
  assign pop    = valid && rsp_ready_i;
  assign oldest = alloc_id - count_q[3:0];

  rsp_t        stored;    // what the queue holds of it
  assign stored = '{tag: dut.rsp_q[id_q].tag, status: dut.rsp_q[id_q].status,
                    info: 32'(dut.rsp_q[id_q].info)};

  function automatic logic taken(logic [3:0] id);
    return 5'(4'(id - oldest)) < count_q;
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
      count_q <= count_q + 5'(alloc_i) - 5'(pop);
      stall_q <= valid && !rsp_ready_i;
      if (alloc_i) open_q[alloc_id] <= !alloc_done_i;
      for (int unsigned p = 0; p < NumDone; p++) begin
        if (done_i[p]) open_q[done_id_i[p]] <= 1'b0;
      end
      if (follow_q) begin
        if (pop) ahead_q <= ahead_q - 1'b1;
        if (pop && ahead_q == '0) follow_q <= 1'b0;
      end else if (alloc_i && pick_i) begin
        follow_q <= 1'b1;
        id_q     <= alloc_id;
        ahead_q  <= 4'(count_q - 5'(pop));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!follow_q) begin
      rsp_q  <= alloc_rsp_i;
      done_q <= alloc_done_i;
    end else begin
      for (int unsigned p = 0; p < NumDone; p++) begin
        if (done_i[p] && done_id_i[p] == id_q) done_q <= 1'b1;
      end
      if (fault_i && fault_id_i == id_q) begin
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
    assume (!fault_i || open_q[fault_id_i]);

    full_is_right: assert (full == (count_q == 5'd16));
    none_from_empty: assert (!valid || count_q != '0);
    valid_stays: assert (!stall_q || !rst_ni || valid);
    payload_stays: assert (!stall_q || !rst_ni || rsp == stall_rsp_q);
    if (follow_q) begin
      in_its_turn: assert (ahead_q != '0 || valid == done_q);
      as_it_was: assert (ahead_q != '0 || !valid || rsp == rsp_q);
    end

    // Invariants that make the above inductive: registers of the queue and those here agree.
    inv_count: assert (5'(dut.tail_q - dut.head_q) == count_q && count_q <= 5'd16);
    inv_follow: assert (!follow_q || (5'(ahead_q) < count_q && id_q == 4'(oldest + ahead_q) &&
                                      dut.done_q[id_q] == done_q && stored == rsp_q));
    inv_stall: assert (!stall_q || !rst_ni || (count_q != '0 && dut.done_q[oldest]));
  end

  for (genvar i = 0; i < 16; i++) begin : g_entry
    always_comb begin
      inv_open: assert (open_q[i] == (taken(4'(i)) && !dut.done_q[i]));
    end
  end

endmodule
