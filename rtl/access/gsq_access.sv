// SPDX-License-Identifier: Apache-2.0
// The access pipe: executes memory commands whose operands are ready.
//
// Every access goes through the gather/scatter crossbar in groups of VlenBytes/4 slots: blocks, at
// the addresses of the address generator, as neighbouring slots; gathers and scatters as slots at
// their indices. P (gsq_group_gen) holds a command and outputs its groups, one a cycle. S
// (gsq_group_sum) has the data of a group and the numbers that make its addresses. A
// (gsq_group_slots) adds these, checks every lane and makes word accesses. M, R, E, K, X and B are
// in gsq_xbar; gsq_group_check removes the groups of a command with an illegal lane. W
// (gsq_group_return) assembles the words for V, or for the lane ALU of vec commands.
//
// Latency: a command taken in t is in P in t+1, S in t+2, A in t+3, has its first beat in t+6 (with
// a window t+8); V is written two cycles after the last beat. Throughput: one group and one beat a
// cycle. Handshake: valid_i && ready_o; ready_o waits for older loads of the command's sources.

`include "gsq_assert.svh"

module gsq_access
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned Served = Cfg.LanePorts * Cfg.Slots
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          valid_i,
  /// Ready; the handshake also starts the read of the command's sources from V.
  output logic                          ready_o,
  /// Command.
  input  mem_op_t                       op_i,
  /// Bytes of the active lanes.
  input  logic [Cfg.VlenBytes-1:0]      bytes_i,
  /// Data read from V for the command in stage P.
  input  logic [Cfg.VlenBytes-1:0][7:0] data_i,
  /// Indices read from V for the command in stage P.
  input  logic [Cfg.VlenBytes-1:0][7:0] index_i,
  /// Per register: a command in the pipe writes it in a later cycle.
  output logic [NumVregs-1:0]           loads_o,
  /// A command has an illegal lane.
  output logic                          fault_o,
  /// Status of the failed command: StErrBounds or StErrAlign.
  output status_e                       fault_status_o,
  /// Lowest illegal lane or block of the failed command.
  output logic [8:0]                    fault_lane_o,
  /// Entry of the failed command in the response queue.
  output logic [RspIdWidth-1:0]         fault_id_o,
  /// A command that reads V is complete in this cycle.
  output logic                          done_o,
  /// Entry of the complete command that reads V in the response queue.
  output logic [RspIdWidth-1:0]         done_id_o,
  /// A command that writes V is complete in this cycle.
  output logic                          write_done_o,
  /// Entry of the complete command that writes V in the response queue.
  output logic [RspIdWidth-1:0]         write_id_o,
  /// Per slice of V: it is written.
  output logic [Cfg.Slices-1:0]         write_o,
  /// Per slice: destination register.
  output logic [Cfg.Slices-1:0][4:0]    vd_o,
  /// Data to write.
  output logic [Cfg.VlenBytes-1:0][7:0] data_o,
  /// Without a window: only the bytes of bytes_o are written.
  output logic                          merge_o,
  /// Bytes to write then.
  output logic [Cfg.VlenBytes-1:0]      bytes_o,
  /// The second port of V is used, which results of the compute pipe use, too.
  output logic                          second_o,
  /// Per slice of V: it is written by that port.
  output logic [Cfg.Slices-1:0]         second_write_o,
  /// Per slice: destination register there.
  output logic [Cfg.Slices-1:0][4:0]    second_vd_o,
  /// Data to write there.
  output logic [Cfg.VlenBytes-1:0][7:0] second_data_o,
  /// There only the bytes of second_bytes_o are written; with LaneOps.
  output logic                          second_part_o,
  /// Bytes to write then.
  output logic [Cfg.VlenBytes-1:0]      second_bytes_o,
  /// The compute pipe will have a result in the next cycle, which waits while that port is used.
  input  logic                          result_next_i,
  /// Set a register to zero.
  output logic                          clear_o,
  /// Which one.
  output logic [4:0]                    clear_vd_o,
  /// In the next cycle vec has the lane ALU of the compute pipe; with LaneOps, like all of alu.
  output logic                          alu_next_o,
  /// Per four bytes: operation.
  output vec_alu_t                      alu_op_o [Cfg.Slots],
  /// Operand.
  output logic [Cfg.VlenBytes-1:0][7:0] alu_a_o,
  /// The other operand of a sum.
  output logic [Cfg.VlenBytes-1:0][7:0] alu_b_o,
  /// Result, in the same cycle.
  input  logic [Cfg.VlenBytes-1:0][7:0] alu_result_i,
  /// Suppress the beat of this cycle.
  input  logic                          hold_i,
  /// Per slot of gathers and scatters that is served in this cycle, of a lane up to LanePorts.
  output logic [Served-1:0]             served_o,
  /// Per bank: it serves a slot of a gather or scatter.
  output logic [Cfg.Banks-1:0]          served_bank_o,
  /// Per bank: the beat of this cycle needs it, whatever hold_i is.
  output logic [Cfg.Banks-1:0]          want_o,
  /// Per bank: the access is a write.
  output logic [Cfg.Banks-1:0]          bank_we_o,
  /// Per bank: it is accessed.
  output logic [Cfg.Banks-1:0]          bank_req_o,
  /// Per bank: word.
  output logic [Cfg.RowWidth-1:0]       bank_row_o [Cfg.Banks],
  /// Per bank: bytes read or written.
  output logic [Cfg.BankBytes-1:0]      bank_be_o [Cfg.Banks],
  /// Per bank: data to write.
  output logic [8*Cfg.BankBytes-1:0]    bank_wdata_o [Cfg.Banks],
  /// Per bank: data read in the cycle before.
  input  logic [8*Cfg.BankBytes-1:0]    bank_rdata_i [Cfg.Banks]
);

  localparam int unsigned Ahead = Cfg.Places > 1 ? ReadAhead + 1 : ReadAhead;  // of reads of vec

  // ---- Stage P: groups --------------------------------------------------------------------------

  mem_ctrl_t                ctrl;  // of the command at the input, like format
  data_format_e             format;
  logic                     stall;  // the command waits for an older load of its sources
  logic                     p_valid, p_write, p_ready, s_ready;
  mem_tag_t                 p_tag;
  logic [Cfg.AddrWidth-6:0] p_block [Cfg.Blocks];
  mem_op_t                  p_op;
  data_format_e             p_format;
  logic [Cfg.VlenBytes-1:0] p_bytes;

  assign ready_o = p_ready && !stall;

  gsq_access_decode u_decode (
    .kind_i   (op_i.kind),
    .form_i   (op_i.form),
    .width_i  (op_i.width),
    .distr_i  (op_i.distr),
    .merge_i  (Cfg.LaneOps != 0 && op_i.merge),
    .bounded_i(Cfg.LaneOps != 0 && op_i.bounded),
    .ctrl_o   (ctrl),
    .format_o (format)
  );

  gsq_group_gen #(
    .Cfg  (Cfg),
    .Ahead(Ahead)
  ) u_group_gen (
    .clk_i, .rst_ni,
    .valid_i (valid_i && !stall),
    .ready_o (p_ready),
    .op_i    (op_with(op_i, Cfg.LaneOps)),
    .ctrl_i  (ctrl),
    .format_i(format),
    .bytes_i,
    .valid_o (p_valid),
    .ready_i (s_ready),
    .tag_o   (p_tag),
    .write_o (p_write),
    .block_o (p_block),
    .op_o    (p_op),
    .format_o(p_format),
    .bytes_o (p_bytes)
  );

  // ---- Stage S: data and sums -------------------------------------------------------------------

  logic                          s_valid, s_write, a_ready;
  mem_tag_t                      s_tag;
  logic [Cfg.AddrWidth-1:0]      s_align_mask, s_start [Cfg.Blocks];
  logic [Cfg.AddrWidth+1:0]      s_sum [Cfg.Slots], s_carry [Cfg.Slots];
  logic [Cfg.Slots-1:0]          s_far;
  logic [Cfg.VlenBytes-1:0][7:0] s_data;
  logic [Cfg.VlenBytes-1:0]      s_be;

  gsq_group_sum #(.Cfg(Cfg)) u_group_sum (
    .clk_i, .rst_ni,
    .valid_i     (p_valid),
    .ready_o     (s_ready),
    .tag_i       (tag_with(p_tag, Cfg.LaneOps)),
    .write_i     (p_write),
    .op_i        (op_with(p_op, Cfg.LaneOps)),
    .format_i    (p_format),
    .block_i     (p_block),
    .bytes_i     (p_bytes),
    .data_i,
    .index_i,
    .valid_o     (s_valid),
    .ready_i     (a_ready),
    .tag_o       (s_tag),
    .write_o     (s_write),
    .align_mask_o(s_align_mask),
    .sum_o       (s_sum),
    .carry_o     (s_carry),
    .start_o     (s_start),
    .far_o       (s_far),
    .data_o      (s_data),
    .be_o        (s_be)
  );

  // ---- Stage A: addresses, slots ----------------------------------------------------------------

  logic                       a_valid, a_write, xbar_ready;
  mem_tag_t                   a_tag;
  logic [Cfg.Slots-1:0]       a_use, a_fault, a_outside;
  logic [Cfg.SelWidth-1:0]    a_sel [Cfg.Slots];
  logic [Cfg.RowWidth-1:0]    a_row [Cfg.Slots];
  logic [Cfg.BankBytes-1:0]   a_be [Cfg.Slots];
  logic [8*Cfg.BankBytes-1:0] a_data [Cfg.Slots];

  gsq_group_slots #(.Cfg(Cfg)) u_group_slots (
    .clk_i, .rst_ni,
    .valid_i     (s_valid),
    .ready_o     (a_ready),
    .tag_i       (tag_with(s_tag, Cfg.LaneOps)),
    .write_i     (s_write),
    .align_mask_i(s_align_mask),
    .sum_i       (s_sum),
    .carry_i     (s_carry),
    .start_i     (s_start),
    .far_i       (s_far),
    .data_i      (s_data),
    .be_i        (s_be),
    .valid_o     (a_valid),
    .ready_i     (xbar_ready),
    .tag_o       (a_tag),
    .write_o     (a_write),
    .use_o       (a_use),
    .sel_o       (a_sel),
    .row_o       (a_row),
    .be_o        (a_be),
    .data_o      (a_data),
    .fault_o     (a_fault),
    .outside_o   (a_outside)
  );

  // ---- Stages M, R, X, B: the crossbar ---------------------------------------------------------

  // M, R, X, B; with a window E and the groups of K
  localparam int unsigned XbarStages = Cfg.Places > 1 ? 5 + Cfg.Groups : 4;
  logic [XbarStages-1:0]      xbar_valid;  // a stage, or K, holds a group
  logic                       second_next;     // second_o, in the next cycle
  logic                       no_fractions_q;  // a result waits: known early, for all lanes
  mem_tag_t                   xbar_tag [XbarStages];
  mem_tag_t                   m_tag, r_tag, x_tag, b_tag;
  logic                       kill_m, kill_r, b_killed;
  logic                       enter, x_ends, b_last, vec_valid, vec_ready;
  fractions_t                 b_fractions;
  logic [Served-1:0]          b_hit;
  slot_tag_t                  b_slot_tag [Served];
  logic [Cfg.BankBytes-1:0]   b_be [Served];
  logic [8*Cfg.BankBytes-1:0] b_word [Served], vec_data [Cfg.Slots];

  gsq_xbar #(.Cfg(Cfg)) u_xbar (
    .clk_i, .rst_ni,
    .valid_i      (a_valid),
    .ready_o      (xbar_ready),
    .we_i         (a_write),
    .local_i      (a_tag.ctrl.slot.place == PlaceVector),
    .lanes_i      (a_tag.ctrl.slot.place inside {PlaceLanes, PlaceIndexed}),
    .late_i       (a_tag.ctrl.vec && a_write),
    .tag_i        (tag_with(a_tag, Cfg.LaneOps)),
    .use_i        (a_use),
    .sel_i        (a_sel),
    .row_i        (a_row),
    .be_i         (a_be),
    .data_i       (a_data),
    .late_valid_i (vec_valid),
    .late_ready_o (vec_ready),
    .late_data_i  (vec_data),
    .kill_m_i     (kill_m),
    .kill_r_i     (kill_r),
    .hold_i,
    .no_fractions_i(no_fractions_q),
    .stage_valid_o(xbar_valid),
    .stage_tag_o  (xbar_tag),
    .enter_o      (enter),
    .end_o        (x_ends),
    .served_o, .served_bank_o,
    .want_o,
    .bank_we_o, .bank_req_o, .bank_row_o, .bank_be_o, .bank_wdata_o, .bank_rdata_i,
    .ret_last_o   (b_last),
    .ret_killed_o (b_killed),
    .ret_fractions_o(b_fractions),
    .ret_hit_o    (b_hit),
    .ret_slot_tag_o(b_slot_tag),
    .ret_be_o     (b_be),
    .ret_word_o   (b_word)
  );

  assign {m_tag, r_tag, x_tag, b_tag} = {xbar_tag[0], xbar_tag[1], xbar_tag[2], xbar_tag[3]};

  gsq_group_check #(
    .Slots(Cfg.Slots)
  ) u_group_check (
    .clk_i, .rst_ni,
    .load_i    (a_valid && xbar_ready),
    .fault_i   (a_fault),
    .outside_i (a_outside),
    .m_valid_i (xbar_valid[0]),
    .m_pop_i   (xbar_valid[0] && xbar_ready),
    .m_slot_i  (m_tag.ctrl.slot),
    .m_group_i (m_tag.group),
    .m_check_i (m_tag.check),
    .m_last_i  (m_tag.last),
    .m_id_i    (m_tag.rsp_id),
    .r_valid_i (xbar_valid[1]),
    .r_last_i  (r_tag.last),
    .kill_m_o  (kill_m),
    .kill_r_o  (kill_r),
    .fault_o,
    .status_o  (fault_status_o),
    .lane_o    (fault_lane_o),
    .id_o      (fault_id_o)
  );

  assign done_o    = x_ends && x_tag.last && !x_tag.ctrl.writes_v;
  assign done_id_o = x_tag.rsp_id;

  // ---- Stage W: words to V, or through the lane ALU --------------------------------------------

  gsq_group_return #(
    .Cfg  (Cfg),
    .Ahead(Ahead)
  ) u_group_return (
    .clk_i, .rst_ni,
    .valid_i     (xbar_valid[3]),
    .last_i      (b_last),
    .tag_i       (b_tag),
    .killed_i    (b_killed),
    .fractions_i (b_fractions),
    .hit_i       (b_hit),
    .slot_tag_i  (b_slot_tag),
    .be_i        (b_be),
    .word_i      (b_word),
    .done_o      (write_done_o),
    .id_o        (write_id_o),
    .write_o, .vd_o, .data_o, .merge_o, .bytes_o,
    .second_next_o(second_next),
    .second_o, .second_write_o, .second_vd_o, .second_data_o, .second_part_o, .second_bytes_o,
    .alu_next_o, .alu_op_o, .alu_a_o, .alu_b_o, .alu_result_i,
    .vec_valid_o (vec_valid), .vec_ready_i (vec_ready), .vec_data_o(vec_data)
  );

  // With a window words go to V as they come: what no word is written to must be 0 before, or keeps
  // its value. Blocks that are not spread fill a register.
  if (Cfg.Places > 1) begin : g_clear
    logic       keeps;  // what no word is written to
    logic       clear_q;
    logic [4:0] vd_q;  // no reset

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) clear_q <= 1'b0;
      else clear_q <= enter && xbar_tag[4].first && xbar_tag[4].ctrl.writes_v && !keeps;
    end

    always_ff @(posedge clk_i) begin
      if (enter) vd_q <= xbar_tag[4].vd;
    end

    assign keeps      = (Cfg.LaneOps != 0 && xbar_tag[4].ctrl.merge) ||
                        (xbar_tag[4].ctrl.slot.place == PlaceBlocks &&
                         xbar_tag[4].ctrl.unpack == DistNorm);
    assign {clear_o, clear_vd_o} = {clear_q, vd_q};
  end else begin : g_no_clear
    logic unused_enter;
    assign unused_enter = enter;

    assign {clear_o, clear_vd_o} = '0;
  end

  // ---- Registers that are not written yet -------------------------------------------------------

  mem_tag_t tags [3+XbarStages];
  assign tags[0:6] = '{p_tag, s_tag, a_tag, m_tag, r_tag, x_tag, b_tag};
  for (genvar i = 4; i < XbarStages; i++) begin : g_place
    assign tags[3+i] = xbar_tag[i];
  end

  gsq_pending_loads #(
    .Stages(3 + XbarStages)
  ) u_pending_loads (
    .valid_i({xbar_valid, a_valid, s_valid, p_valid}),
    .tag_i  (tags),
    .kind_i (op_i.kind), .strided_i(Cfg.LaneOps != 0 && op_i.strided),
    .vs_i   (op_i.vs), .vi_i(op_i.vi),
    .loads_o,
    .stall_o(stall)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) no_fractions_q <= 1'b0;
    else         no_fractions_q <= second_next && result_next_i;
  end

  `GSQ_ASSUME_HOLD(command_holds, valid_i, ready_o, {op_i, bytes_i})
  // What gsq_group_check takes for granted: groups of a command are in stages next to each other.
  `GSQ_ASSERT(no_gap, !xbar_valid[1] || r_tag.last ||
                      (xbar_valid[0] && m_tag.rsp_id == r_tag.rsp_id))
  `GSQ_ASSERT(one_end, !done_o || !write_done_o || done_id_o != write_id_o)

endmodule
