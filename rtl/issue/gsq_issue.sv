// SPDX-License-Identifier: Apache-2.0
// The issue pipe: takes commands, checks them, sends them to the pipes, and answers in order.
//
// Commands issue in order from the intake register. Masks, AR and the state of the unaligned stores
// change at issue. A compute command enters the compute pipe when it issues; a memory command goes
// through the memory queue to the access pipe. The pipes report which commands are done, by entry
// of the response queue.
//
// Latency: a command taken in t issues in t+1 at the earliest; a memory command is valid at the
// access pipe one cycle after its issue, a response one cycle after its command is done.
// Throughput: one command a cycle. Handshake: valid/ready on commands, responses and the head of
// the memory queue; compute_o only while compute_move_i is 1.

`include "gsq_param_checks.svh"

module gsq_issue
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// 1: any row stride; 0: row strides of 0 or a power of two.
  parameter int unsigned RowMultiplier = 1,
  /// Bits of the count of compute commands that a memory command waits for.
  parameter int unsigned AheadWidth = 3,
  /// Ports that report commands done.
  parameter int unsigned NumDone = 3
) (
  /// Clock.
  input  logic                               clk_i,
  /// Reset, active low.
  input  logic                               rst_ni,
  /// Command valid.
  input  logic                               cmd_valid_i,
  /// Ready.
  output logic                               cmd_ready_o,
  /// Command.
  input  cmd_t                               cmd_i,
  /// Response valid.
  output logic                               rsp_valid_o,
  /// Ready.
  input  logic                               rsp_ready_i,
  /// Response.
  output rsp_t                               rsp_o,
  /// A compute command issues.
  output logic                               compute_o,
  /// The command in the intake register.
  output cmd_t                               cmd_o,
  /// Mask register of that command.
  output logic [VlenBytes-1:0]               mask_o,
  /// Bytes of the active lanes by that register.
  output logic [VlenBytes-1:0]               bytes_o,
  /// Entry of that command in the response queue.
  output logic [RspIdWidth-1:0]              rsp_id_o,
  /// The compute pipe moves in this cycle.
  input  logic                               compute_move_i,
  /// Per register: a compute command writes it in a later cycle.
  input  logic [NumVregs-1:0]                compute_pending_i,
  /// Number of compute commands that write vs and vi of the command in later cycles.
  input  logic [1:0][AheadWidth-1:0]         ahead_i,
  /// A compute command writes V in this cycle.
  input  logic                               compute_write_i,
  /// Destination of the oldest compute command.
  input  logic [4:0]                         compute_vd_i,
  /// A memory command in the queue still has to read that register.
  output logic                               overwrites_o,
  /// Memory command valid.
  output logic                               mem_valid_o,
  /// Ready.
  input  logic                               mem_ready_i,
  /// Memory command.
  output mem_op_t                            mem_op_o,
  /// Bytes of the active lanes.
  output logic [VlenBytes-1:0]               mem_bytes_o,
  /// Per register: a command in the access pipe writes it in a later cycle.
  input  logic [NumVregs-1:0]                loads_i,
  /// A command has an illegal lane.
  input  logic                               fault_i,
  /// Entry of that command in the response queue.
  input  logic [RspIdWidth-1:0]              fault_id_i,
  /// Status of the fault.
  input  status_e                            fault_status_i,
  /// Lowest illegal lane or block.
  input  logic [8:0]                         fault_lane_i,
  /// Per done port: a command is done.
  input  logic [NumDone-1:0]                 done_i,
  /// Per done port: entry of that command in the response queue.
  input  logic [NumDone-1:0][RspIdWidth-1:0] done_id_i
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_ROW_MULTIPLIER(RowMultiplier)
  `GSQ_CHECK_AHEAD_WIDTH(AheadWidth)
  `GSQ_CHECK_NUM_DONE(NumDone)

  localparam int unsigned CountWidth = $clog2(VlenBytes + 1);
  localparam int unsigned ArWidth    = $clog2(UbBytes + 1);

  // ---------------------------------------------------------------------------------------------
  // The command that issues next: facts, checks, hazards
  // ---------------------------------------------------------------------------------------------

  logic        cmd_valid;
  cmd_t        cmd;
  cmd_facts_t  facts;
  class_e      cls;
  status_e     status;
  logic [31:0] info;
  logic        issue;
  logic        commit;  // the command issues and has no error
  logic        rsp_full;
  logic        queue_full;

  assign commit    = issue && status == StOk;
  assign compute_o = issue && cls == ClassCompute;
  assign cmd_o     = cmd;

  gsq_intake u_intake (
    .clk_i,
    .rst_ni,
    .valid_i(cmd_valid_i),
    .ready_o(cmd_ready_o),
    .cmd_i,
    .valid_o(cmd_valid),
    .cmd_o  (cmd),
    .facts_o(facts),
    .issue_i(issue)
  );

  logic                  own_legal;
  logic [VlenBytes-1:0]  own_bytes;
  logic [CountWidth-1:0] kept;
  logic                  stream_nothing;
  status_e               stream_status;
  logic [31:0]           stream_start;
  logic [CountWidth-1:0] stream_n;
  logic [4:0]            stream_first;
  logic [ArWidth-1:0]    ar;

  gsq_decode #(
    .VlenBytes    (VlenBytes),
    .UbBytes      (UbBytes),
    .RowMultiplier(RowMultiplier)
  ) u_decode (
    .cmd_i           (cmd),
    .facts_i         (facts),
    .vec_mask_legal_i(own_legal),
    .stream_status_i (stream_status),
    .stream_nothing_i(stream_nothing),
    .kept_i          (kept),
    .ar_i            (ar),
    .class_o         (cls),
    .status_o        (status),
    .info_o          (info)
  );

  logic [NumVregs-1:0] queue_loads;

  gsq_hazard u_hazard (
    .valid_i          (cmd_valid),
    .class_i          (cls),
    .reads_vs_i       (facts.reads_vs),
    .writes_vd_i      (facts.writes_vd),
    .vs_i             (cmd.vs),
    .vd_i             (cmd.vd),
    .rsp_full_i       (rsp_full),
    .queue_full_i     (queue_full),
    .compute_move_i,
    .compute_pending_i,
    .memory_pending_i (queue_loads | loads_i),
    .issue_o          (issue)
  );

  // ---------------------------------------------------------------------------------------------
  // What changes at issue
  // ---------------------------------------------------------------------------------------------

  gsq_stream_state #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes)
  ) u_stream (
    .clk_i,
    .rst_ni,
    .use_i      (facts.stream),
    .addr_i     (cmd.addr),
    .abs_i      (cmd.abs),
    .n_i        (CountWidth'(cmd.n)),
    .post_i     (cmd.post),
    .store_reg_i(cmd.store_reg),
    .u_i        (cmd.u),
    .kept_i     (kept),
    .commit_i   (commit),
    .status_o   (stream_status),
    .nothing_o  (stream_nothing),
    .start_o    (stream_start),
    .n_o        (stream_n),
    .first_o    (stream_first),
    .ar_o       (ar)
  );

  gsq_mask_regs #(
    .VlenBytes(VlenBytes)
  ) u_masks (
    .clk_i,
    .cmd_i      (cmd),
    .use_i      (facts.mask),
    .commit_i   (commit),
    .mask_o,
    .bytes_o,
    .kept_o     (kept),
    .own_legal_o(own_legal),
    .own_bytes_o(own_bytes)
  );

  // ---------------------------------------------------------------------------------------------
  // Memory commands
  // ---------------------------------------------------------------------------------------------

  mem_op_t mem_op;

  gsq_translate #(
    .VlenBytes(VlenBytes)
  ) u_translate (
    .cmd_i   (cmd),
    .facts_i (facts),
    .start_i (stream_start),
    .n_i     (stream_n),
    .first_i (stream_first),
    .rsp_id_i(rsp_id_o),
    .op_o    (mem_op)
  );

  gsq_mem_queue #(
    .VlenBytes (VlenBytes),
    .AheadWidth(AheadWidth)
  ) u_mem_queue (
    .clk_i,
    .rst_ni,
    .full_o         (queue_full),
    .push_i         (issue && cls == ClassMemory),
    .op_i           (mem_op),
    .bytes_i        (facts.mask == MaskOwn ? own_bytes : bytes_o),
    .data_ahead_i   (facts.reads_vs ? ahead_i[0] : '0),
    .index_ahead_i  (facts.reads_vi ? ahead_i[1] : '0),
    .compute_write_i,
    .compute_vd_i,
    .overwrites_o,
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
    .NumDone(NumDone)
  ) u_rsp_queue (
    .clk_i,
    .rst_ni,
    .full_o        (rsp_full),
    .alloc_i       (issue),
    .alloc_rsp_i   ('{tag: cmd.tag, status: status, info: info}),
    .alloc_done_i  (cls == ClassImmediate),
    .alloc_id_o    (rsp_id_o),
    .fault_i,
    .fault_id_i,
    .fault_status_i,
    .fault_info_i  (32'(fault_lane_i)),
    .done_i,
    .done_id_i,
    .rsp_valid_o,
    .rsp_ready_i,
    .rsp_o
  );

endmodule
