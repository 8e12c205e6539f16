// SPDX-License-Identifier: Apache-2.0
// The issue pipe: takes commands, checks them, sends them to the pipes, and answers in order.
//
// Stages D0 and D1 check a command (gsq_checks). It then waits in the issue queue. When a compute
// command issues it enters the compute pipe; a memory command goes through the memory queue to the
// access pipe. The pipes report which commands are done, by entry of the response queue.
//
// Latency: a command taken in t issues in t+3 at the earliest; a memory command is valid at the
// access pipe one cycle after its issue, a response one cycle after its command is done.
// Throughput: one command a cycle. Handshake: valid/ready on commands, responses and the head of
// the memory queue; compute_o only while compute_move_i is 1.

module gsq_issue
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  /// Ports that report commands done.
  parameter int unsigned NumDone = 4,
  localparam int unsigned AheadWidth = $clog2(Cfg.SqueezeCuts + 3)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic                               cmd_valid_i,
  output logic                               cmd_ready_o,
  /// Command.
  input  cmd_t                               cmd_i,
  output logic                               rsp_valid_o,
  input  logic                               rsp_ready_i,
  /// Response.
  output rsp_t                               rsp_o,
  /// A compute command issues.
  output logic                               compute_o,
  /// The command that issues next.
  output issue_entry_t                       entry_o,
  /// Bytes of its active lanes.
  output logic [Cfg.VlenBytes-1:0]           bytes_o,
  /// Entry of the issued command in the response queue.
  output logic [RspIdWidth-1:0]              rsp_id_o,
  /// The compute pipe moves in this cycle.
  input  logic                               compute_move_i,
  /// A compare is at the lane ALU.
  input  logic                               compare_i,
  /// The compare writes its mask register in this cycle.
  input  logic                               compare_write_i,
  /// Mask register to write.
  input  logic [2:0]                         compare_m_i,
  /// Value to write.
  input  logic [Cfg.VlenBytes-1:0]           compare_mask_i,
  /// Number of compute commands that write vs, vi and vd of the head in later cycles.
  input  logic [2:0][AheadWidth-1:0]         ahead_i,
  /// A compute command writes V in this cycle.
  input  logic                               compute_write_i,
  /// Destination of the oldest compute command.
  input  logic [4:0]                         compute_vd_i,
  /// A memory command in the queue still has to read that register.
  output logic                               overwrites_o,
  output logic                               mem_valid_o,
  input  logic                               mem_ready_i,
  /// Memory command.
  output mem_op_t                            mem_op_o,
  /// Bytes of the active lanes.
  output logic [Cfg.VlenBytes-1:0]           mem_bytes_o,
  /// Per register: a command in the access pipe writes it in a later cycle.
  input  logic [NumVregs-1:0]                loads_i,
  /// A command has an illegal lane.
  input  logic                               fault_i,
  /// Entry of the failed command in the response queue.
  input  logic [RspIdWidth-1:0]              fault_id_i,
  /// Status of the fault.
  input  status_e                            fault_status_i,
  /// Lowest illegal lane or block.
  input  logic [8:0]                         fault_lane_i,
  /// Per done port: a command is done.
  input  logic [NumDone-1:0]                 done_i,
  /// Per done port: entry of the complete command in the response queue.
  input  logic [NumDone-1:0][RspIdWidth-1:0] done_id_i
);

  // ---------------------------------------------------------------------------------------------
  // Checks and issue
  // ---------------------------------------------------------------------------------------------

  logic                     d1_valid;
  logic                     d1_ready;  // the issue queue has a place
  issue_entry_t             d1_entry;
  logic [Cfg.VlenBytes-1:0] d1_bytes;
  logic                     head_valid;
  logic                     issue;
  logic                     rsp_full;
  logic                     queue_full;
  logic [2:0]               queue_loads;  // of vd, vi and vs

  assign compute_o = issue && entry_o.cls == ClassCompute;

  gsq_checks #(.Cfg(Cfg)) u_checks (
    .clk_i, .rst_ni,
    .valid_i(cmd_valid_i),
    .ready_o(cmd_ready_o),
    .cmd_i,
    .compare_i,
    .compare_write_i,
    .compare_m_i,
    .compare_mask_i,
    .valid_o(d1_valid),
    .ready_i(d1_ready),
    .entry_o(d1_entry),
    .bytes_o(d1_bytes)
  );

  gsq_issue_queue #(
    .VlenBytes(Cfg.VlenBytes)
  ) u_issue_queue (
    .clk_i, .rst_ni,
    .ready_o(d1_ready),
    .push_i (d1_valid && d1_ready),
    .entry_i(d1_entry),
    .bytes_i(d1_bytes),
    .valid_o(head_valid),
    .pop_i  (issue),
    .entry_o,
    .bytes_o
  );

  gsq_hazard u_hazard (
    .valid_i          (head_valid),
    .class_i          (entry_o.cls),
    .reads_vs_i       (entry_o.reads_vs),
    .reads_vi_i       (Cfg.LaneOps != 0 && entry_o.reads_vi),
    .writes_vd_i      (entry_o.writes_vd),
    .rsp_full_i       (rsp_full),
    .queue_full_i     (queue_full),
    .compute_move_i,
    .vs_from_compute_i(ahead_i[0] != '0),
    .vs_from_memory_i (queue_loads[0] || loads_i[entry_o.op.vs]),
    .vi_from_compute_i(ahead_i[1] != '0),
    .vi_from_memory_i (queue_loads[1] || loads_i[entry_o.op.vi]),
    .vd_from_compute_i(ahead_i[2] != '0),
    .vd_from_memory_i (queue_loads[2] || loads_i[entry_o.op.vd]),
    .issue_o          (issue)
  );

  // ---------------------------------------------------------------------------------------------
  // Memory commands
  // ---------------------------------------------------------------------------------------------

  mem_op_t mem_op;

  always_comb begin
    mem_op        = op_with(entry_o.op, Cfg.LaneOps);
    mem_op.rsp_id = rsp_id_o;
  end

  gsq_mem_queue #(
    .VlenBytes (Cfg.VlenBytes),
    .AheadWidth(AheadWidth)
  ) u_mem_queue (
    .clk_i, .rst_ni,
    .full_o         (queue_full),
    .offer_i        (head_valid),
    .push_i         (issue && entry_o.cls == ClassMemory),
    .op_i           (mem_op),
    .bytes_i        (bytes_o),
    .data_ahead_i   (entry_o.reads_vs ? ahead_i[0] : '0),
    .index_ahead_i  (entry_o.reads_vi ? ahead_i[1] : '0),
    .compute_write_i,
    .compute_vd_i,
    .overwrites_o,
    .query_i        ({entry_o.op.vd, entry_o.op.vi, entry_o.op.vs}),
    .loads_o        (queue_loads),
    .valid_o        (mem_valid_o),
    .ready_i        (mem_ready_i),
    .op_o           (mem_op_o),
    .bytes_o        (mem_bytes_o)
  );

  // ---------------------------------------------------------------------------------------------
  // Responses
  // ---------------------------------------------------------------------------------------------

  gsq_rsp_queue #(
    .Cfg    (Cfg),
    .NumDone(NumDone)
  ) u_rsp_queue (
    .clk_i, .rst_ni,
    .full_o        (rsp_full),
    .offer_i       (head_valid),
    .alloc_i       (issue),
    .alloc_rsp_i   ('{tag: entry_o.tag, status: entry_o.status, info: entry_o.info}),
    .alloc_done_i  (entry_o.cls == ClassImmediate),
    .alloc_id_o    (rsp_id_o),
    .fault_i,
    .fault_id_i,
    .fault_status_i,
    .fault_lane_i,
    .done_i,
    .done_id_i,
    .rsp_valid_o,
    .rsp_ready_i,
    .rsp_o
  );

endmodule
