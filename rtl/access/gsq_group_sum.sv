// SPDX-License-Identifier: Apache-2.0
// Stage S of the access pipe: data of a group, and numbers whose sums are its addresses.
//
// S makes products, and adds the bytes that an unaligned-store register holds; the sums are left to
// stage A. The logic of stage P for data and addresses, which selects indices and moves bytes to
// their places, is here too, before the registers of S.
//
// Latency: 1, from a group to its sums. Throughput: one group a cycle. Handshake: valid/ready at
// both ends; outputs depend on registers only, ready_o also on ready_i.

`include "gsq_assert.svh"

module gsq_group_sum
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          valid_i,
  output logic                          ready_o,
  /// Tag of the group.
  input  mem_tag_t                      tag_i,
  /// The group writes UB.
  input  logic                          write_i,
  /// Command of the group in P.
  input  mem_op_t                       op_i,
  /// How its data and byte mask are computed.
  input  data_format_e                  format_i,
  /// Numbers of its blocks in UB (commands on blocks).
  input  logic [Cfg.AddrWidth-6:0]      block_i [Cfg.Blocks],
  /// Bytes of the active lanes of its command.
  input  logic [Cfg.VlenBytes-1:0]      bytes_i,
  /// Data read from V.
  input  logic [Cfg.VlenBytes-1:0][7:0] data_i,
  /// Indices read from V.
  input  logic [Cfg.VlenBytes-1:0][7:0] index_i,
  output logic                          valid_o,
  input  logic                          ready_i,
  /// Tag of the group.
  output mem_tag_t                      tag_o,
  /// The group writes UB.
  output logic                          write_o,
  /// Address bits that must be 0 in every active lane.
  output logic [Cfg.AddrWidth-1:0]      align_mask_o,
  /// Numbers whose sum is the address of a slot, see gsq_slot_offset.
  output logic [Cfg.AddrWidth+1:0]      sum_o [Cfg.Slots],
  /// See gsq_slot_offset.
  output logic [Cfg.AddrWidth+1:0]      carry_o [Cfg.Slots],
  /// See gsq_slot_offset.
  output logic [Cfg.AddrWidth-1:0]      start_o [Cfg.Blocks],
  /// See gsq_slot_offset.
  output logic [Cfg.Slots-1:0]          far_o,
  /// Data: contiguous accesses, bytes in order of address; scatters, lanes as read.
  output logic [Cfg.VlenBytes-1:0][7:0] data_o,
  /// Contiguous accesses: bytes to read or write; otherwise bytes of active lanes.
  output logic [Cfg.VlenBytes-1:0]      be_o
);

  logic                     valid_q;
  mem_tag_t                 tag_q;  // no reset, down to align_mask_q
  logic                     write_q;
  logic [Cfg.AddrWidth-1:0] align_mask_q;
  logic                     loads;

  assign ready_o = !valid_q || ready_i;
  assign loads   = valid_i && ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (ready_o) valid_q <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (loads) begin
      tag_q        <= tag_i;
      write_q      <= write_i;
      align_mask_q <= Cfg.AddrWidth'(op_i.align_mask);
    end
  end

  gsq_slot_offset #(.Cfg(Cfg)) u_slot_offset (
    .clk_i,
    .valid_i     (valid_q),
    .load_i      (loads),
    .ctrl_i      (tag_i.ctrl.slot),
    .mode_i      (op_i.mode),
    .strided_i   (op_i.strided),
    .width_i     (Cfg.LaneOps != 0 ? op_i.width : WidthB8),  // else no register has it
    .addr_i      (op_i.addr),
    .row_stride_i({op_i.row_stride[31], op_i.row_stride[Cfg.AddrWidth-1:0]}),
    .col_i       (Cfg.AddrWidth'(op_i.col)),
    .group_i     (tag_i.group),
    .block_i,
    .index_i,
    .sum_o,
    .carry_o,
    .start_o,
    .far_o
  );

  gsq_store_data #(
    .VlenBytes(Cfg.VlenBytes)
  ) u_store_data (
    .clk_i,
    .load_i   (loads),
    .carries_i(carries_data(write_i, tag_i.ctrl.slot.place)),
    .pop_i    (valid_q && ready_i),
    .format_i,
    .data_i,
    .bytes_i,
    .u_i      (op_i.u),
    .offset_i (op_i.addr[4:0]),
    .first_i  (op_i.first),
    .n_i      (op_i.n),
    .data_o,
    .be_o
  );

  assign valid_o      = valid_q;
  assign tag_o        = tag_q;
  assign write_o      = write_q;
  assign align_mask_o = align_mask_q;

  `GSQ_ASSUME_HOLD(group_holds, valid_i, ready_o, {tag_i, write_i})

endmodule
