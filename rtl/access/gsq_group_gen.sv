// SPDX-License-Identifier: Apache-2.0
// Stage P of the access pipe: holds a command and outputs its groups, one after the other.
//
// A command on blocks has as many groups as the address generator has accesses. Lanes of two bytes
// at indices of UB fill two groups; a group without an active lane is omitted. A register gather
// has four groups of byte lanes, or two of two-byte lanes. Any other command has one group.
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
  mem_op_t                  op_q;     // no reset, down to bytes_q
  mem_ctrl_t                ctrl_q;
  data_format_e             format_q;
  logic [Cfg.VlenBytes-1:0] bytes_q;
  logic                     push;
  logic                     pop;
  logic [1:0]               group;  // group that leaves next
  logic                     last;   // that group is the last one

  assign push    = valid_i && ready_o;
  assign pop     = valid_o && ready_i;
  assign ready_o = !valid_q || (pop && last);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      group_q <= '0;
    end else begin
      if (push) valid_q <= 1'b1;
      else if (pop && last) valid_q <= 1'b0;
      if (pop) group_q <= last ? '0 : group + 1'b1;
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

  logic low_empty, high_empty;  // no active lane in that half of the vector

  assign low_empty  = bytes_q[Cfg.VlenBytes/2-1:0] == '0;
  assign high_empty = bytes_q[Cfg.VlenBytes-1:Cfg.VlenBytes/2] == '0;

  always_comb begin
    group = group_q;
    last  = 1'b1;
    unique case (ctrl_q.slot.place)
      PlaceBlocks: last = agu_last;
      PlaceLanes: begin
        if (ctrl_q.slot.lane == WidthB16) begin
          if (low_empty && !high_empty) group = 2'd1;
          last = group == 2'd1 || high_empty;
        end
      end
      PlaceVector: begin
        if (ctrl_q.slot.lane == WidthB8) last = group_q == 2'd3;
        if (ctrl_q.slot.lane == WidthB16) last = group_q == 2'd1;
      end
      default: ;  // PlaceIndexed
    endcase
  end

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
    first:  Cfg.Places > 1 && group_q == '0,
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
