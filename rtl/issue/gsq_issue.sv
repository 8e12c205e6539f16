// SPDX-License-Identifier: Apache-2.0
// The issue pipe: takes commands, checks them, sends them to the pipes, and answers in order.
//
// Stage D0 checks what the command alone decides, and reads and writes the mask registers; D1 ends
// the checks of ranges, and has AR and the state of the unaligned stores. The commands then wait in
// the issue queue. When a compute command issues it enters the compute pipe; a memory command goes
// through the memory queue to the access pipe. The pipes report which commands are done, by entry
// of the response queue.
//
// Latency: a command taken in t issues in t+3 at the earliest; a memory command is valid at the
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
  /// The command that issues next.
  output issue_entry_t                       entry_o,
  /// Bytes of its active lanes.
  output logic [VlenBytes-1:0]               bytes_o,
  /// Entry of that command in the response queue.
  output logic [RspIdWidth-1:0]              rsp_id_o,
  /// The compute pipe moves in this cycle.
  input  logic                               compute_move_i,
  /// Number of compute commands that write vs, vi and vd of that command in later cycles.
  input  logic [2:0][AheadWidth-1:0]         ahead_i,
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
  // Stage D0: the command and its facts; checks that need no more; masks
  // ---------------------------------------------------------------------------------------------

  // A command of D1 before its last checks. The byte mask of its active lanes is a separate signal.
  typedef struct packed {
    class_e      cls;     // if it has no error
    errors_t     errors;  // found in D0
    field_e      field;
    logic [2:0]  block;
    logic [7:0]  tag;
    stream_use_e stream;
    logic        post;
    logic        abs;
    logic        store_reg;
    logic        outside;  // explicit form of an unaligned store: it ends above UB
    logic        unsqueeze;
    logic        reads_vs;
    logic        reads_vi;
    logic        writes_vd;
    mem_op_t     op;
  } checked_t;

  logic                 d0_valid;
  logic                 d0_go;  // what D0 holds goes on to D1
  cmd_t                 cmd;
  cmd_facts_t           facts;
  logic                 own_legal;
  logic                 writes_mask;
  logic [VlenBytes-1:0] mask;
  logic [VlenBytes-1:0] bytes;
  checked_t             checked;

  gsq_intake u_intake (
    .clk_i,
    .rst_ni,
    .valid_i(cmd_valid_i),
    .ready_o(cmd_ready_o),
    .cmd_i,
    .valid_o(d0_valid),
    .cmd_o  (cmd),
    .facts_o(facts),
    .go_i   (d0_go)
  );

  gsq_mask_regs #(
    .VlenBytes(VlenBytes)
  ) u_masks (
    .clk_i,
    .cmd_i       (cmd),
    .use_i       (facts.mask),
    .write_i     (d0_valid && d0_go && writes_mask),
    .mask_o      (mask),
    .bytes_o     (bytes),
    .own_legal_o (own_legal)
  );

  gsq_decode #(
    .VlenBytes    (VlenBytes),
    .UbBytes      (UbBytes),
    .RowMultiplier(RowMultiplier)
  ) u_decode (
    .cmd_i           (cmd),
    .facts_i         (facts),
    .vec_mask_legal_i(own_legal),
    .class_o         (checked.cls),
    .errors_o        (checked.errors),
    .field_o         (checked.field),
    .block_o         (checked.block),
    .writes_mask_o   (writes_mask),
    .stream_outside_o(checked.outside)
  );

  gsq_translate #(
    .UbBytes(UbBytes)
  ) u_translate (
    .cmd_i  (cmd),
    .facts_i(facts),
    .op_o   (checked.op)
  );

  assign checked.tag       = cmd.tag;
  assign checked.stream    = facts.stream;
  assign checked.post      = cmd.post;
  assign checked.abs       = cmd.abs;
  assign checked.store_reg = cmd.store_reg;
  assign checked.unsqueeze = cmd.op == OpUnsqueeze;
  assign checked.reads_vs  = facts.reads_vs;
  assign checked.reads_vi  = facts.reads_vi;
  assign checked.writes_vd = facts.writes_vd;

  // ---------------------------------------------------------------------------------------------
  // Stage D1: ranges of strided, repeated commands; the squeeze stream; final status
  // ---------------------------------------------------------------------------------------------

  logic                  d1_valid_q;
  checked_t              d1_q;       // no reset, like d1_bytes_q
  logic [VlenBytes-1:0]  d1_bytes_q;
  logic                  d1_go;      // what D1 holds goes on to the issue queue
  logic                  d1_issues;  // a command does
  logic [2:0]            repeated;   // operands that this strided, repeated command in D0 has
  logic [2:0]            outside;
  logic [CountWidth-1:0] kept;
  status_e               stream_status;
  logic                  stream_nothing;
  logic [ArWidth-1:0]    stream_start;
  logic [CountWidth-1:0] stream_n;
  logic [4:0]            stream_first;
  logic [ArWidth-1:0]    ar;
  issue_entry_t          entry;

  assign d0_go     = !d1_valid_q || d1_go;
  assign d1_issues = d1_valid_q && d1_go;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) d1_valid_q <= 1'b0;
    else if (d0_go) d1_valid_q <= d0_valid;
  end

  always_ff @(posedge clk_i) begin
    if (d0_go) begin
      d1_q       <= checked;
      d1_bytes_q <= bytes;
    end
  end

  gsq_agu_range #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes)
  ) u_range (
    .clk_i,
    .en_i        (d0_go),
    .check_i     (repeated),
    .start_i     ({cmd.src1[31:5], cmd.src0[31:5], cmd.addr[31:5]}),
    .blk_stride_i({cmd.blk2, cmd.blk1, cmd.blk0}),
    .rep_stride_i({cmd.rep2, cmd.rep1, cmd.rep0}),
    .repeat_i    (cmd.iterations[7:0]),
    .outside_o   (outside)
  );

  // Errors of D0 have priority, so the check does not wait for them.
  assign repeated = facts.fields.iterations && cmd.iterations[7:0] != '0 ?
                    {facts.fields.src1, 2'b11} : '0;

  gsq_byte_count #(
    .VlenBytes(VlenBytes)
  ) u_kept (
    .clk_i,
    .en_i   (d0_go),
    .mask_i (mask),
    .width_i(cmd.width),
    .count_o(kept)
  );

  gsq_stream_state #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes)
  ) u_stream (
    .clk_i,
    .rst_ni,
    .use_i      (d1_q.stream),
    .addr_i     (d1_q.op.addr[ArWidth-1:0]),
    .abs_i      (d1_q.abs),
    .n_i        (d1_q.op.n[CountWidth-1:0]),
    .outside_i  (d1_q.outside),
    .post_i     (d1_q.post),
    .store_reg_i(d1_q.store_reg),
    .u_i        (d1_q.op.u),
    .kept_i     (kept),
    .commit_i   (d1_issues && d1_q.errors == '0),
    .status_o   (stream_status),
    .nothing_o  (stream_nothing),
    .start_o    (stream_start),
    .n_o        (stream_n),
    .first_o    (stream_first),
    .ar_o       (ar)
  );

  gsq_verdict #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes)
  ) u_verdict (
    .class_i         (d1_q.cls),
    .errors_i        (d1_q.errors),
    .field_i         (d1_q.field),
    .block_i         (d1_q.block),
    .use_i           (d1_q.stream),
    .stream_status_i (stream_status),
    .stream_nothing_i(stream_nothing),
    .outside_i       (outside),
    .kept_i          (kept),
    .ar_i            (ar),
    .class_o         (entry.cls),
    .status_o        (entry.status),
    .info_o          (entry.info)
  );

  assign entry.tag       = d1_q.tag;
  assign entry.unsqueeze = d1_q.unsqueeze;
  assign entry.reads_vs  = d1_q.reads_vs;
  assign entry.reads_vi  = d1_q.reads_vi;
  assign entry.writes_vd = d1_q.writes_vd;

  always_comb begin
    entry.op       = d1_q.op;
    entry.op.n     = 9'(stream_n);
    entry.op.first = stream_first;
    if (d1_q.stream != StreamNone) entry.op.addr = 32'(stream_start);
  end

  // ---------------------------------------------------------------------------------------------
  // Issue
  // ---------------------------------------------------------------------------------------------

  logic       head_valid;
  logic       issue;
  logic       rsp_full;
  logic       queue_full;
  logic [1:0] queue_loads;  // of vd and vs

  assign compute_o = issue && entry_o.cls == ClassCompute;

  gsq_issue_queue #(
    .VlenBytes(VlenBytes)
  ) u_issue_queue (
    .clk_i,
    .rst_ni,
    .ready_o(d1_go),
    .push_i (d1_issues),
    .entry_i(entry),
    .bytes_i(d1_bytes_q),
    .valid_o(head_valid),
    .pop_i  (issue),
    .entry_o,
    .bytes_o
  );

  gsq_hazard u_hazard (
    .valid_i          (head_valid),
    .class_i          (entry_o.cls),
    .reads_vs_i       (entry_o.reads_vs),
    .writes_vd_i      (entry_o.writes_vd),
    .rsp_full_i       (rsp_full),
    .queue_full_i     (queue_full),
    .compute_move_i,
    .vs_from_compute_i(ahead_i[0] != '0),
    .vs_from_memory_i (queue_loads[0] || loads_i[entry_o.op.vs]),
    .vd_from_compute_i(ahead_i[2] != '0),
    .vd_from_memory_i (queue_loads[1] || loads_i[entry_o.op.vd]),
    .issue_o          (issue)
  );

  // ---------------------------------------------------------------------------------------------
  // Memory commands
  // ---------------------------------------------------------------------------------------------

  mem_op_t mem_op;

  always_comb begin
    mem_op        = entry_o.op;
    mem_op.rsp_id = rsp_id_o;
  end

  gsq_mem_queue #(
    .VlenBytes (VlenBytes),
    .AheadWidth(AheadWidth)
  ) u_mem_queue (
    .clk_i,
    .rst_ni,
    .full_o         (queue_full),
    .push_i         (issue && entry_o.cls == ClassMemory),
    .op_i           (mem_op),
    .bytes_i        (bytes_o),
    .data_ahead_i   (entry_o.reads_vs ? ahead_i[0] : '0),
    .index_ahead_i  (entry_o.reads_vi ? ahead_i[1] : '0),
    .compute_write_i,
    .compute_vd_i,
    .overwrites_o,
    .query_i        ({entry_o.op.vd, entry_o.op.vs}),
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
    .NumDone(NumDone),
    .UbBytes(UbBytes)
  ) u_rsp_queue (
    .clk_i,
    .rst_ni,
    .full_o        (rsp_full),
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
