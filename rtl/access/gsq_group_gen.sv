// SPDX-License-Identifier: Apache-2.0
// Stage P of the access pipe: holds a command and outputs its groups, one after the other.
//
// A command on blocks has as many groups as the address generator has accesses. Lanes of two bytes
// at indices of UB fill two groups, those of one byte four; a group without an active lane is
// omitted. Where more than two remain, those after the first two pass before them as well, only to
// be checked. A register gather has four groups of byte lanes, or two of two-byte lanes. Any other
// command has one group.
//
// Latency: the first group of a command taken in t is valid in t+1. Throughput: one group a cycle,
// also across commands. Handshake: valid/ready at both ends; groups depend on registers only,
// ready_o also on ready_i.

`include "gsq_assert.svh"

module gsq_group_gen
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  /// Maximum number of iterations that are read but not yet written.
  parameter int unsigned Ahead = ReadAhead
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      valid_i,
  output logic                      ready_o,
  /// Command.
  input  mem_op_t                   op_i,
  /// Control signals of the command, see gsq_access_decode.
  input  mem_ctrl_t                 ctrl_i,
  /// How its data and byte masks are computed.
  input  data_format_e              format_i,
  /// Bytes of the active lanes.
  input  logic [Cfg.VlenBytes-1:0]  bytes_i,
  output logic                      valid_o,
  input  logic                      ready_i,
  /// Tag of the group.
  output mem_tag_t                  tag_o,
  /// The group writes UB.
  output logic                      write_o,
  /// Numbers of its blocks in UB (commands on blocks).
  output logic [Cfg.BlockWidth-1:0] block_o [Cfg.Blocks],
  /// Command of the group.
  output mem_op_t                   op_o,
  /// How its data and byte mask are computed.
  output data_format_e              format_o,
  /// Bytes of the active lanes of its command.
  output logic [Cfg.VlenBytes-1:0]  bytes_o
);

  logic                     valid_q;
  logic [1:0]               group_q;  // groups that have left, or were omitted
  logic                     check_q;  // those that are only checked have left
  mem_op_t                  op_q;     // no reset, down to bytes_q
  mem_ctrl_t                ctrl_q;
  data_format_e             format_q;
  logic [Cfg.VlenBytes-1:0] bytes_q;
  logic                     push;
  logic                     pop;
  logic [1:0]               group;  // group that leaves next
  logic                     check;  // it is only checked
  logic                     last;   // that group is the last one
  logic                     check_last;  // it is the last one of those that are only checked

  assign push    = valid_i && ready_o;
  assign pop     = valid_o && ready_i;
  assign ready_o = !valid_q || (pop && last);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      group_q <= '0;
      check_q <= 1'b0;
    end else begin
      if (push) valid_q <= 1'b1;
      else if (pop && last) valid_q <= 1'b0;
      if (pop) group_q <= last || check_last ? '0 : group + 1'b1;
      if (pop) check_q <= !last && (check_q || check_last);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) begin
      op_q     <= op_i;
      ctrl_q   <= ctrl_i;
      format_q <= format_i;
      bytes_q  <= bytes_i;
    end
  end

  // Block addresses; 0 for commands whose lanes have addresses from indices.
  logic                  agu_last;
  logic [1:0]            agu_operand;
  logic                  unused_agu_valid, unused_agu_ready;  // equal to valid_q and ready_o
  logic [Cfg.Blocks-1:0] active_blocks;
  logic [1:0]            sources;

  for (genvar k = 0; k < Cfg.Blocks; k++) begin : g_active
    assign active_blocks[k] = bytes_i[BlockBytes*k +: BlockBytes] != '0;
  end

  always_comb begin
    sources = 2'd0;
    if (ctrl_i.vec) sources = op_i.alu == AluAdd ? 2'd2 : 2'd1;
  end

  gsq_agu #(
    .Cfg  (Cfg),
    .Ahead(Ahead)
  ) u_agu (
    .clk_i, .rst_ni,
    .valid_i  (push && ctrl_i.slot.place == PlaceBlocks),
    .ready_o  (unused_agu_ready),
    .repeat_i (op_i.iterations),
    .sources_i(sources),
    .active_i (active_blocks),
    .start_i  ({Cfg.BlockWidth'(op_i.src_block[1]), Cfg.BlockWidth'(op_i.src_block[0]),
                   op_i.addr[5 +: Cfg.BlockWidth]}),
    .blk_stride_i(op_i.blk_stride),
    .rep_stride_i(op_i.rep_stride),
    .valid_o     (unused_agu_valid),
    .ready_i     (pop && ctrl_q.slot.place == PlaceBlocks),
    .operand_o   (agu_operand),
    .last_o      (agu_last),
    .block_o
  );

  // Lanes narrower than words: halves of the vector for two-byte lanes, quarters for byte lanes.
  logic [3:0] quarter_used;  // a quarter of the vector has an active lane
  logic [3:0] parts;         // those that do, as groups; group 0 if there is none
  logic [3:0] above_one;     // without the lowest one of them
  logic [3:0] above_two;     // without the lowest two
  logic [3:0] ahead, later;  // groups from group_q on; those behind the one that leaves next

  for (genvar g = 0; g < 4; g++) begin : g_quarter
    assign quarter_used[g] = bytes_q[Cfg.VlenBytes/4*g +: Cfg.VlenBytes/4] != '0;
  end

  always_comb begin
    parts = 4'b0001;
    if (ctrl_q.slot.lane == WidthB16) parts = {2'b00, |quarter_used[3:2], |quarter_used[1:0]};
    if (Cfg.LaneOps != 0 && ctrl_q.slot.lane == WidthB8) parts = quarter_used;
    above_one = parts & (parts - 1'b1);
    above_two = above_one & (above_one - 1'b1);
    // Before a group accesses anything gsq_group_check knows the one behind it, but no other.
    check = ctrl_q.slot.place == PlaceLanes && above_two != '0 && !check_q;
    ahead = (check ? above_two : parts) & (4'b1111 << group_q);
    later = ahead & (ahead - 1'b1);
  end

  always_comb begin
    group = group_q;
    last  = 1'b1;
    unique case (ctrl_q.slot.place)
      PlaceBlocks: last = agu_last;
      PlaceLanes: begin
        group = 2'd0;
        for (int unsigned g = 0; g < 4; g++) begin
          if ((ahead & ~later) == 4'(1 << g)) group |= 2'(g);
        end
        last = later == '0 && !check;
      end
      PlaceVector: begin
        if (ctrl_q.slot.lane == WidthB8) last = group_q == 2'd3;
        if (ctrl_q.slot.lane == WidthB16) last = group_q == 2'd1;
      end
      default: ;  // PlaceIndexed
    endcase
  end

  assign check_last = check && later == '0;

  // With a window words come back in any order; those of an iteration go to the same entry.
  logic [2:0] entry;

  if (Cfg.Places > 1) begin : g_entry
    logic [2:0] entry_q;
    logic       read_whole;  // the last group that reads an iteration leaves

    assign read_whole = pop && ctrl_q.vec && agu_operand == (op_q.alu == AluAdd ? 2'd2 : 2'd1);
    assign entry      = entry_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) entry_q <= '0;
      else if (read_whole) entry_q <= entry_q == 3'(Ahead - 1) ? '0 : entry_q + 1'b1;
    end
  end else begin : g_no_entry
    assign entry = '0;
  end

  assign tag_o = '{
    ctrl:   ctrl_q,
    alu:    op_q.alu,
    second: agu_operand == 2'd2,
    vd:     op_q.vd,
    rsp_id: op_q.rsp_id,
    group:  group,
    check:  check,
    first:  Cfg.Places > 1 && group_q == '0 && !check,
    entry:  entry,
    last:   last
  };

  assign valid_o  = valid_q;
  assign write_o  = ctrl_q.vec ? agu_operand == 2'd0 : !ctrl_q.writes_v;
  assign op_o     = op_q;
  assign format_o = format_q;
  assign bytes_o  = bytes_q;

  `GSQ_ASSERT_HOLD(group_holds, valid_o, ready_i, {tag_o, write_o, op_o, format_o, bytes_o})
  `GSQ_ASSERT(agu_agrees, u_agu.valid_o == (valid_q && ctrl_q.slot.place == PlaceBlocks))

endmodule
