// SPDX-License-Identifier: Apache-2.0
// gsq_issue with gsq_compute: whatever commands come, the oldest one that is not answered moves, or
// is in the access pipe as the oldest there, or waits while that uses the second port of V or, with
// LaneOps, the lane ALU. So response queue, issue queue, memory queue and compute pipe never wait
// for each other in a circle, and no command waits for younger ones.
//
// Commands after their checks are free, and so is what lanes do. The access pipe is any that takes
// a command when it is empty, and ends one of its commands a cycle at most. Data is not part of the
// proof.
module prove_progress
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned LaneOps = 0
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                rsp_ready_i,
  input logic                take_i,      // the access pipe is ready
  input logic                end_i,       // one of its commands ends
  input logic [1:0]          end_at_i,    // that one
  input logic [NumVregs-1:0] loads_i,     // registers that its commands write
  input logic                second_i,    // with a window: it uses the second port of V
  input logic                vec_i        // it uses the lane ALU in the next cycle: commands of lanes wait
);

  localparam int unsigned Vlen = 32;
  localparam int unsigned Depth = 16;      // of the response queue
  localparam int unsigned Stages = 2;      // of the compute pipe
  localparam int unsigned Places = 4;      // of the access pipe
  typedef logic [3:0] id_t;

  logic                  rsp_valid, compute, move, write, overwrites, mem_valid, mem_ready;
  issue_entry_t          entry;
  logic                  compare, compare_write;
  logic [RspIdWidth-1:0] rsp_id, compute_id, compare_id;
  logic [2:0][1:0]       ahead;
  logic [4:0]            compute_vd;
  mem_op_t               mem_op;
  logic                  ends;
  logic [2:0]            count_q;          // commands in the access pipe
  id_t [Places-1:0]      id_q;             // from the oldest on

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(
      .VlenBytes(Vlen), .UbBytes(4096), .RowMultiplier(0), .RspDepth(Depth),
      .SqueezeCuts(Stages - 2), .LaneOps(LaneOps));

  gsq_issue #(.Cfg(Cfg), .NumDone(3)) dut (
    .clk_i, .rst_ni, .cmd_valid_i(1'b0), .cmd_ready_o(), .cmd_i('0), .rsp_valid_o(rsp_valid),
    .rsp_ready_i, .rsp_o(), .compute_o(compute), .entry_o(entry), .bytes_o(), .rsp_id_o(rsp_id),
    .compute_move_i(move), .compare_i(compare), .compare_write_i(compare_write), .compare_m_i('0),
    .compare_mask_i('0), .ahead_i(ahead), .compute_write_i(write), .compute_vd_i(compute_vd),
    .overwrites_o(overwrites), .mem_valid_o(mem_valid), .mem_ready_i(mem_ready), .mem_op_o(mem_op),
    .mem_bytes_o(), .loads_i, .fault_i(1'b0), .fault_id_i('0), .fault_status_i(StOk),
    .fault_lane_i('0), .done_i({compare_write, ends, write}),
    .done_id_i({compare_id, RspIdWidth'(id_q[end_at_i]), compute_id})
  );

  vec_alu_t vec_op [Cfg.Slots];
  for (genvar i = 0; i < Cfg.Slots; i++) begin : g_vec
    assign vec_op[i] = '0;
  end

  gsq_compute #(.Cfg(Cfg)) dut_compute (
    .clk_i, .rst_ni, .issue_i(compute), .unsqueeze_i(entry.unsqueeze), .lane_op_i(entry.lane_op),
    .vector_i(entry.reads_vi), .scalar_i('0), .width_i(entry.op.width), .bytes_i('0),
    .merge_i(1'b0), .kept_i('0),
    .vd_i(entry.op.vd), .rsp_id_i(rsp_id), .data_i('0), .second_i('0), .vec_next_i(vec_i), .vec_op_i(vec_op),
    .vec_a_i('0), .vec_b_i('0), .vec_result_o(), .overwrites_i(overwrites),
    .port_taken_i(second_i), .move_o(move), .result_o(), .result_next_o(), .write_o(write),
    .vd_o(compute_vd), .data_o(), .rsp_id_o(compute_id), .compare_o(compare),
    .compare_write_o(compare_write), .compare_m_o(), .compare_mask_o(), .compare_id_o(compare_id),
    .query_i({entry.op.vd, entry.op.vi, entry.op.vs}), .ahead_o(ahead)
  );

  // ---- The access pipe -------------------------------------------------------------------------

  logic takes;

  assign mem_ready = take_i && count_q < 3'(Places);
  assign takes     = mem_valid && mem_ready;
  assign ends      = end_i && 3'(end_at_i) < count_q;

  always_ff @(posedge clk_i) begin
    for (int unsigned p = 0; p < Places - 1; p++) begin
      if (ends && p >= 32'(end_at_i)) id_q[p] <= id_q[p+1];
    end
    if (takes) id_q[2'(count_q - 3'(ends))] <= id_t'(mem_op.rsp_id);
  end

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= count_q + 3'(takes) - 3'(ends);
  end

  function automatic logic right(issue_entry_t command);  // facts of a command fit together
    return command.cls inside {ClassImmediate, ClassCompute} || (command.cls == ClassMemory &&
        {command.reads_vs, command.reads_vi, command.writes_vd} ==
        {reads_data(command.op.kind), reads_index(command.op.kind, LaneOps != 0 && command.op.strided),
         writes_v(command.op.kind)});
  endfunction

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!rst_ni || right(dut.d1_entry));
    assume (count_q != '0 || (take_i && loads_i == '0));
  end

  // ---- Who has what ---------------------------------------------------------------------------

  id_t  oldest;                       // in the response queue
  logic [4:0] entries;                // in it
  assign oldest  = id_t'(dut.u_rsp_queue.head_q);
  assign entries = dut.u_rsp_queue.tail_q - dut.u_rsp_queue.head_q;

  function automatic id_t age(id_t id);  // place in the response queue
    return id - oldest;
  endfunction

  logic [2:0] queued;
  assign queued = dut.queue_full ? 3'd4 :
                  {1'b0, 2'(dut.u_mem_queue.tail_q - dut.u_mem_queue.head_q)};

  // All commands that have issued and are not done.
  localparam int unsigned Holders = Stages + MemQueueDepth + Places;
  logic [Holders-1:0] holds;
  id_t [Holders-1:0]  held;

  for (genvar s = 0; s < Stages; s++) begin : g_stage
    assign holds[s] = dut_compute.valid_q[s];
    assign held[s]  = id_t'(dut_compute.stage_q[s].rsp_id);
  end
  for (genvar e = 0; e < MemQueueDepth; e++) begin : g_entry
    mem_op_t op;
    logic    used;
    logic [1:0] data_ahead, index_ahead;
    logic [1:0] stages;  // those that write V, from the oldest on
    assign op   = dut.u_mem_queue.op_q[e];
    assign used = dut.u_mem_queue.used_q[e];
    assign holds[Stages+e] = used;
    assign held[Stages+e]  = id_t'(op.rsp_id);

    // What it waits for, by the timing contract.
    always_comb begin
      {data_ahead, index_ahead, stages} = '0;
      for (int s = Stages - 1; s >= 0; s--) begin
        if (dut_compute.goes_on[s] && age(held[s]) < age(held[Stages+e])) begin
          stages++;
          if (reads_data(op.kind) && dut_compute.stage_q[s].vd == op.vs) data_ahead = stages;
          if (reads_index(op.kind, op.strided) && dut_compute.stage_q[s].vd == op.vi) index_ahead = stages;
        end
      end
      inv_used: assert (used == ({1'b0, 2'(2'(e) - dut.u_mem_queue.head_q)} < queued));
      inv_ahead: assert (!used || (dut.u_mem_queue.data_ahead_q[e] == data_ahead &&
                                   dut.u_mem_queue.index_ahead_q[e] == index_ahead));
      inv_number: assert (!used || op.rsp_id[RspIdWidth-1:4] == '0);
    end
  end
  for (genvar p = 0; p < Places; p++) begin : g_place
    assign holds[Stages+MemQueueDepth+p] = 3'(p) < count_q;
    assign held[Stages+MemQueueDepth+p]  = id_q[p];
  end

  // ---- The property ----------------------------------------------------------------------------

  logic [Holders-1:0] first;  // who has the oldest command

  always_comb begin
    for (int unsigned h = 0; h < Holders; h++) begin
      first[h] = entries != '0 && holds[h] && held[h] == oldest;
    end
    someone_has_it: assert (entries == '0 || rsp_valid || first != '0);
    compute_moves: assert (first[Stages-1:0] == '0 || move || second_i ||
                           (LaneOps != 0 && dut_compute.vec));
    queue_offers: assert (first[Stages+:MemQueueDepth] == '0 ||
                          (mem_valid && id_t'(mem_op.rsp_id) == oldest));
    access_has_no_older: assert (first[Holders-1:Stages+MemQueueDepth] <= Places'(1));
    issues: assert (entries != '0 || !dut.head_valid || dut.issue);
  end

  // ---- Invariants ------------------------------------------------------------------------------

  for (genvar i = 0; i < Depth; i++) begin : g_id
    logic [3:0] holders;
    always_comb begin
      holders = '0;
      for (int unsigned h = 0; h < Holders; h++) holders += 4'(holds[h] && held[h] == id_t'(i));
      inv_one_holder: assert (holders == 4'({1'b0, age(id_t'(i))} < entries &&
                                            !dut.u_rsp_queue.done_q[i]));
    end
  end

  always_comb begin
    inv_rsp_queue: assert (entries <= 5'(Depth) &&
                           dut.u_rsp_queue.first_q == Depth'(1) << oldest);
    inv_full: assert (!dut.queue_full || dut.u_mem_queue.head_q == dut.u_mem_queue.tail_q);
    inv_issue_queue: assert (dut.u_issue_queue.valid_q != 2'b10);
    inv_count: assert (count_q <= 3'(Places));
    // Each pipe is in the order of issue; the access pipe is older than the memory queue.
    inv_compute_order: assert (!(&dut_compute.valid_q) || age(held[1]) < age(held[0]));
    inv_access_older: assert (count_q == '0 || queued == '0 ||
        age(id_q[2'(count_q - 1'b1)]) < age(held[Stages+32'(dut.u_mem_queue.head_q)]));
  end
  for (genvar i = 0; i < 2; i++) begin : g_facts
    always_comb begin
      inv_facts: assert (!dut.u_issue_queue.valid_q[i] || right(dut.u_issue_queue.entry_q[i]));
    end
  end
  if (LaneOps != 0) begin : g_lanes
    lane_control_t control;
    assign control = dut_compute.g_lanes.u_lane_pipe.control_q[0];
    always_comb begin
      inv_lanes: assert ((!control.lanes || dut_compute.valid_q[0]) &&
                         (!control.compare || control.lanes));
    end
  end
  for (genvar s = 0; s < Stages; s++) begin : g_number
    always_comb begin
      inv_number: assert (!dut_compute.valid_q[s] ||
                          dut_compute.stage_q[s].rsp_id[RspIdWidth-1:4] == '0);
    end
  end
  for (genvar p = 1; p < Places; p++) begin : g_access_order
    always_comb begin
      inv_access_order: assert (3'(p) >= count_q || age(id_q[p-1]) < age(id_q[p]));
    end
  end
  for (genvar e = 0; e < MemQueueDepth - 1; e++) begin : g_queue_order
    logic [1:0] older, younger;
    assign older   = dut.u_mem_queue.head_q + 2'(e);
    assign younger = older + 1'b1;
    always_comb begin
      inv_queue_order: assert (3'(e + 1) >= queued ||
                               age(held[Stages+32'(older)]) < age(held[Stages+32'(younger)]));
    end
  end

endmodule
