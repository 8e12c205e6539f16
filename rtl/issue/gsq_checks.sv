// SPDX-License-Identifier: Apache-2.0
// Stages D0 and D1 of the issue pipe: checks a command and makes its entry of the issue queue.
//
// D0 checks what the command alone decides, and reads and writes the mask registers. D1 ends the
// checks of ranges, and has AR and the state of the unaligned stores. All state that a later
// command may depend on changes here, in order.
//
// Latency: an entry is valid two cycles after its command is taken. Throughput: one command a
// cycle. Handshake: valid/ready at both ends; entries depend on registers only, ready_o also on
// ready_i.

`include "gsq_assert.svh"

module gsq_checks
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     valid_i,
  output logic                     ready_o,
  /// Command.
  input  cmd_t                     cmd_i,
  output logic                     valid_o,
  input  logic                     ready_i,
  /// A compare is at the lane ALU; with LaneOps, like all of compares.
  input  logic                     compare_i,
  /// The compare writes its mask register in this cycle.
  input  logic                     compare_write_i,
  /// Mask register to write.
  input  logic [2:0]               compare_m_i,
  /// Value to write.
  input  logic [Cfg.VlenBytes-1:0] compare_mask_i,
  /// Command after its checks.
  output issue_entry_t             entry_o,
  /// Bytes of its active lanes.
  output logic [Cfg.VlenBytes-1:0] bytes_o
);

  localparam int unsigned PlaceWidth = Cfg.Blocks > 1 ? $clog2(Cfg.Blocks) : 1;
  localparam int unsigned CountWidth = $clog2(Cfg.VlenBytes + 1);
  localparam int unsigned ArWidth    = $clog2(Cfg.UbBytes + 1);

  // ---- Stage D0: the command and its facts; checks that need no more; masks --------------------

  // A command of D1 before its last checks. The byte mask of its active lanes is a separate signal.
  typedef struct packed {
    class_e                cls;     // if it has no error
    errors_t               errors;  // found in D0
    field_e                field;
    logic [Cfg.Blocks-1:0] blocks_outside;
    logic                  names_block;
    logic [7:0]            tag;
    stream_use_e           stream;
    logic                  post;
    logic                  abs;
    logic                  store_reg;
    logic                  outside;  // explicit form of an unaligned store: it ends above UB
    logic                  counts;     // a command of masks answers with lanes counted
    logic                  finds;      // it answers with the lowest active lane
    logic [CountWidth-1:0] place;      // its bit
    logic                  shows;      // it answers with bits of lanes, in scalar
    logic                  unsqueeze;
    lane_op_e              lane_op;
    logic [31:0]           scalar;
    logic                  reads_vs;
    logic                  reads_vi;
    logic                  writes_vd;
    mem_op_t               op;
  } checked_t;

  logic                     d0_valid;
  logic                     d0_go;  // what D0 holds goes on to D1
  cmd_t                     cmd;
  cmd_facts_t               facts;
  logic [PlaceWidth-1:0]    last_block;
  logic                     own_legal;
  logic                     writes_mask, compares;
  logic                     mask_waits;  // D0 waits for a compare
  logic [3:0][2:0]          masks;  // numbers of mask registers in the fields m, vs, vi and vd
  logic [Cfg.VlenBytes-1:0] counted;  // mask of lanes to count
  logic [31:0]              mask_bits;  // the lowest of them, of commands of masks
  logic                     shows;      // the command answers with these
  logic [Cfg.VlenBytes-1:0] bytes;
  logic [Cfg.Blocks-1:0]    active;  // blocks of the vector with an active lane
  checked_t                 checked;

  gsq_intake #(
    .VlenBytes(Cfg.VlenBytes),
    .LaneOps  (Cfg.LaneOps)
  ) u_intake (
    .clk_i, .rst_ni,
    .valid_i,
    .ready_o,
    .cmd_i,
    .valid_o     (d0_valid),
    .cmd_o       (cmd),
    .facts_o     (facts),
    .last_block_o(last_block),
    .go_i        (d0_go)
  );

  assign masks = {cmd_i.vd[2:0], cmd_i.vi[2:0], cmd_i.vs[2:0], cmd_i.m};

  gsq_mask_regs #(
    .VlenBytes(Cfg.VlenBytes),
    .LaneOps  (Cfg.LaneOps)
  ) u_masks (
    .clk_i,
    .cmd_i       (cmd),
    .use_i       (facts.mask),
    .own_index_i (facts.fields.width),
    .op_i        (facts.mask_op),
    .take_i      (valid_i && ready_o),
    .masks_i     (masks),
    .write_i     (d0_valid && d0_go && writes_mask),
    .compare_i,
    .compare_write_i,
    .compare_m_i,
    .compare_mask_i,
    .count_o     (counted),
    .place_o     (checked.place),
    .bits_o      (mask_bits),
    .bytes_o     (bytes),
    .own_legal_o (own_legal)
  );

  for (genvar k = 0; k < Cfg.Blocks; k++) begin : g_active
    assign active[k] = bytes[BlockBytes*k +: BlockBytes] != '0;
  end

  gsq_decode #(.Cfg(Cfg)) u_decode (
    .cmd_i           (cmd),
    .facts_i         (facts),
    .vec_mask_legal_i(own_legal),
    .active_i        (active),
    .class_o         (checked.cls),
    .errors_o        (checked.errors),
    .field_o         (checked.field),
    .outside_o       (checked.blocks_outside),
    .writes_mask_o   (writes_mask),
    .compares_o      (compares),
    .stream_outside_o(checked.outside)
  );

  gsq_translate #(
    .UbBytes(Cfg.UbBytes),
    .LaneOps(Cfg.LaneOps)
  ) u_translate (
    .cmd_i  (cmd),
    .facts_i(facts),
    .op_o   (checked.op)
  );

  assign shows = facts.mask_op == MaskOpBits;

  assign checked.names_block = facts.fields.blk0;
  assign checked.tag         = cmd.tag;
  assign checked.stream      = facts.stream;
  assign checked.post        = cmd.post;
  assign checked.abs         = cmd.abs;
  assign checked.store_reg   = cmd.store_reg;
  assign checked.counts      = facts.mask_op == MaskOpCount;
  assign checked.finds       = facts.mask_op == MaskOpFirst;
  assign checked.shows       = shows;
  assign checked.unsqueeze   = cmd.op == OpUnsqueeze;
  assign checked.reads_vs    = facts.reads_vs;
  assign checked.lane_op     = Cfg.LaneOps != 0 ? facts.lane_op : LaneOpNone;
  assign checked.scalar      = Cfg.LaneOps == 0 ? '0 : shows ? mask_bits : cmd.n;
  assign checked.reads_vi    = facts.reads_vi &&
                               !(Cfg.LaneOps != 0 && facts.fields.scalar && cmd.scalar);
  assign checked.writes_vd   = facts.writes_vd;

  // ---- Stage D1: ranges of strided, repeated commands; the squeeze stream; final status --------

  logic                     d1_valid_q;
  checked_t                 d1_q;  // no reset, like d1_bytes_q
  logic [Cfg.VlenBytes-1:0] d1_bytes_q;
  logic [2:0]               repeated;  // operands that this strided, repeated command in D0 has
  logic [2:0]               outside;
  logic [CountWidth-1:0]    kept;
  status_e                  stream_status;
  logic                     stream_nothing;
  logic [ArWidth-1:0]       stream_start;
  logic [CountWidth-1:0]    stream_n;
  logic [4:0]               stream_first;
  logic [ArWidth-1:0]       ar;

  if (Cfg.LaneOps != 0) begin : g_mask_order
    logic       logical;
    logic [3:0] uses;  // in their order: the fields m, vs, vi and vd

    assign logical = facts.mask == MaskLogic;
    assign uses    = {(logical && facts.fields.vd) || facts.mask == MaskCompare,
                      logical && facts.fields.vi, logical, facts.fields.m};

    gsq_mask_order u_mask_order (
      .clk_i, .rst_ni,
      .uses_i         (uses),
      .take_i         (valid_i && ready_o),
      .masks_i        (masks),
      .writes_i       (facts.mask == MaskWrite || (logical && facts.fields.vd)),
      .leaves_i       (d0_valid && d0_go && compares),
      .compare_i,
      .compare_write_i,
      .compare_m_i,
      .waits_o        (mask_waits)
    );
  end else begin : g_no_mask_order
    assign mask_waits = 1'b0;

    logic unused_compares;
    assign unused_compares = ^{compare_i, compares};
  end

  assign d0_go   = (!d1_valid_q || ready_i) && !mask_waits;
  assign valid_o = d1_valid_q;
  assign bytes_o = d1_bytes_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) d1_valid_q <= 1'b0;
    else if (!d1_valid_q || ready_i) d1_valid_q <= d0_valid && !mask_waits;
  end

  always_ff @(posedge clk_i) begin
    if (d0_valid && d0_go) begin
      d1_q       <= checked;
      d1_bytes_q <= bytes;
    end
  end

  gsq_agu_range #(.Cfg(Cfg)) u_range (
    .clk_i,
    .en_i        (d0_valid && d0_go),
    .check_i     (repeated),
    .last_i      (last_block),
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
    .VlenBytes(Cfg.VlenBytes),
    .LaneOps  (Cfg.LaneOps)
  ) u_kept (
    .clk_i,
    .en_i   (d0_valid && d0_go),
    .mask_i (counted),
    .width_i(cmd.width),
    .count_o(kept)
  );

  gsq_stream_state #(.Cfg(Cfg)) u_stream (
    .clk_i, .rst_ni,
    .use_i      (d1_q.stream),
    .addr_i     (d1_q.op.addr[ArWidth-1:0]),
    .abs_i      (d1_q.abs),
    .n_i        (d1_q.op.n[CountWidth-1:0]),
    .outside_i  (d1_q.outside),
    .post_i     (d1_q.post),
    .store_reg_i(d1_q.store_reg),
    .u_i        (d1_q.op.u),
    .kept_i     (kept),
    .commit_i   (d1_valid_q && ready_i && d1_q.errors == '0),
    .status_o   (stream_status),
    .nothing_o  (stream_nothing),
    .start_o    (stream_start),
    .n_o        (stream_n),
    .first_o    (stream_first),
    .ar_o       (ar)
  );

  gsq_verdict #(.Cfg(Cfg)) u_verdict (
    .class_i         (d1_q.cls),
    .errors_i        (d1_q.errors),
    .field_i         (d1_q.field),
    .blocks_outside_i(d1_q.blocks_outside),
    .names_block_i   (d1_q.names_block),
    .use_i           (d1_q.stream),
    .stream_status_i (stream_status),
    .stream_nothing_i(stream_nothing),
    .outside_i       (outside),
    .kept_i          (kept),
    .ar_i            (ar),
    .counts_i        (d1_q.counts),
    .finds_i         (d1_q.finds),
    .shows_i         (d1_q.shows),
    .bits_i          (d1_q.scalar),
    .place_i         (d1_q.place),
    .width_i         (d1_q.op.width),
    .class_o         (entry_o.cls),
    .status_o        (entry_o.status),
    .info_o          (entry_o.info)
  );

  assign entry_o.tag       = d1_q.tag;
  assign entry_o.unsqueeze = d1_q.unsqueeze;
  assign entry_o.lane_op   = d1_q.lane_op;
  assign entry_o.scalar    = d1_q.scalar;
  assign entry_o.reads_vs  = d1_q.reads_vs;
  assign entry_o.reads_vi  = d1_q.reads_vi;
  assign entry_o.writes_vd = d1_q.writes_vd;

  always_comb begin
    entry_o.op       = op_with(d1_q.op, Cfg.LaneOps);
    entry_o.op.n     = 9'(stream_n);
    entry_o.op.first = stream_first;
    if (d1_q.stream != StreamNone) entry_o.op.addr = 32'(stream_start);
  end

  `GSQ_ASSERT_HOLD(entry_holds, valid_o, ready_i, {entry_o, bytes_o})

endmodule
