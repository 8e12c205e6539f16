// SPDX-License-Identifier: Apache-2.0
// Stage A of the access pipe: makes the word accesses of a group and checks each of its lanes.
//
// What an illegal lane means for its group and its command is decided one stage later, in
// gsq_group_check.
//
// Latency: 1, from a group to its accesses. Throughput: one group a cycle. Handshake: valid/ready
// at both ends; accesses depend on registers only, ready_o also on ready_i.

`include "gsq_assert.svh"

module gsq_group_slots
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
  /// Address bits that must be 0 in every active lane.
  input  logic [Cfg.AddrWidth-1:0]      align_mask_i,
  /// Numbers whose sum is the address of a slot, see gsq_slot_offset.
  input  logic [Cfg.AddrWidth+1:0]      sum_i [Cfg.Slots],
  /// See gsq_slot_offset.
  input  logic [Cfg.AddrWidth+1:0]      carry_i [Cfg.Slots],
  /// See gsq_slot_offset.
  input  logic [Cfg.AddrWidth-1:0]      start_i [Cfg.Blocks],
  /// See gsq_slot_offset.
  input  logic [Cfg.Slots-1:0]          far_i,
  /// Data.
  input  logic [Cfg.VlenBytes-1:0][7:0] data_i,
  /// Bytes to access, or bytes of active lanes.
  input  logic [Cfg.VlenBytes-1:0]      be_i,
  output logic                          valid_o,
  input  logic                          ready_i,
  /// Tag of the group.
  output mem_tag_t                      tag_o,
  /// The group writes UB.
  output logic                          write_o,
  /// Per slot: the slot makes an access.
  output logic [Cfg.Slots-1:0]          use_o,
  /// Per slot: bank; elements of the data vector: word of the vector.
  output logic [Cfg.SelWidth-1:0]       sel_o [Cfg.Slots],
  /// Per slot: word within the bank.
  output logic [Cfg.RowWidth-1:0]       row_o [Cfg.Slots],
  /// Per slot: bytes of the word.
  output logic [Cfg.BankBytes-1:0]      be_o [Cfg.Slots],
  /// Per slot: word to write.
  output logic [8*Cfg.BankBytes-1:0]    data_o [Cfg.Slots],
  /// Per slot: its lane is active and illegal.
  output logic [Cfg.Slots-1:0]          fault_o,
  /// Per slot: if so, it is outside of UB; otherwise not aligned.
  output logic [Cfg.Slots-1:0]          outside_o
);

  logic                          valid_q;
  mem_tag_t                      tag_q;  // no reset, down to be_q
  logic                          write_q;
  logic [Cfg.AddrWidth-1:0]      align_mask_q;
  logic [Cfg.AddrWidth+1:0]      sum_q [Cfg.Slots];
  logic [Cfg.AddrWidth+1:0]      carry_q [Cfg.Slots];
  logic [Cfg.AddrWidth-1:0]      start_q [Cfg.Blocks];
  logic [Cfg.Slots-1:0]          far_q;
  logic [Cfg.VlenBytes-1:0][7:0] data_q;
  logic [Cfg.VlenBytes-1:0]      be_q;
  logic                          carries;  // the group carries data

  assign ready_o = !valid_q || ready_i;
  assign carries = carries_data(write_i, tag_i.ctrl.slot.place);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (ready_o) valid_q <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o) begin
      tag_q        <= tag_i;
      write_q      <= write_i;
      align_mask_q <= align_mask_i;
      sum_q        <= sum_i;
      carry_q      <= carry_i;
      start_q      <= start_i;
      far_q        <= far_i;
      be_q         <= be_i;
    end
    if (valid_i && ready_o && carries) data_q <= data_i;
  end

  logic [Cfg.Slots-1:0]             misaligned, beyond;
  logic [Cfg.Slots-1:0]             active;  // the slot has a lane that is active
  logic [$clog2(Cfg.BankBytes)-1:0] byte_of [Cfg.Slots];

  gsq_slot_address #(.Cfg(Cfg)) u_slot_address (
    .valid_i     (valid_q),
    .ctrl_i      (tag_q.ctrl.slot),
    .align_mask_i(align_mask_q),
    .sum_i       (sum_q),
    .carry_i     (carry_q),
    .start_i     (start_q),
    .far_i       (far_q),
    .sel_o,
    .row_o,
    .byte_o      (byte_of),
    .outside_o,
    .beyond_o    (beyond),
    .misaligned_o(misaligned)
  );

  gsq_slot_data #(.Cfg(Cfg)) u_slot_data (
    .ctrl_i  (tag_q.ctrl.slot),
    .group_i (tag_q.group),
    .data_i  (data_q),
    .be_i    (be_q),
    .byte_i  (byte_of),
    .active_o(active),
    .be_o,
    .data_o
  );

  // Only a register gather within the vector has lanes that are active without an access.
  assign use_o   = active & ~(beyond & {Cfg.Slots{Cfg.LaneOps != 0 && tag_q.ctrl.bounded}});
  assign fault_o = use_o & (outside_o | misaligned);
  assign valid_o = valid_q;
  assign tag_o   = tag_q;
  assign write_o = write_q;

  `GSQ_ASSERT_HOLD(group_holds, valid_o, ready_i, {tag_o, write_o, fault_o})
  `GSQ_ASSERT_STILL(data_is_still,
                    valid_i && ready_o && (write_i || tag_i.ctrl.slot.place == PlaceVector),
                    data_q[0])

endmodule
