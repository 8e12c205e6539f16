// SPDX-License-Identifier: Apache-2.0
// Stage A of the access pipe: makes the word accesses of a group and checks each of its lanes.
//
// What an illegal lane means for its group and its command is decided one stage later, in
// gsq_group_check.
//
// Latency: 1, from a group to its accesses. Throughput: one group a cycle. Handshake: valid/ready
// at both ends; accesses depend on registers only, ready_o also on ready_i.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_group_slots
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4,
  /// 0: bank = low bits of the word address; 1: XOR of its slices; 2: remainder of a polynomial.
  parameter int unsigned BankHash = 0,
  /// Derived, do not set: slots of a group.
  localparam int unsigned Slots = VlenBytes / 4,
  /// Derived, do not set: blocks of a vector.
  localparam int unsigned Blocks = VlenBytes / BlockBytes,
  /// Derived, do not set: bits of an address in UB.
  localparam int unsigned AddrWidth = $clog2(UbBytes),
  /// Derived, do not set: bits of a word address within a bank.
  localparam int unsigned RowWidth = $clog2(UbBytes / BankBytes / Banks),
  /// Derived, do not set: bits of a bank number, or of a word number within a vector.
  localparam int unsigned SelWidth = $clog2(VlenBytes / BankBytes > Banks ? VlenBytes / BankBytes
                                                                         : Banks)
) (
  /// Clock.
  input  logic                      clk_i,
  /// Reset, active low.
  input  logic                      rst_ni,
  /// Group valid.
  input  logic                      valid_i,
  /// Ready.
  output logic                      ready_o,
  /// Tag of the group.
  input  mem_tag_t                  tag_i,
  /// The group writes UB.
  input  logic                      write_i,
  /// Address bits that must be 0 in every active lane.
  input  logic [AddrWidth-1:0]      align_mask_i,
  /// Numbers whose sum is the address of a slot, see gsq_slot_offset.
  input  logic [AddrWidth+1:0]      sum_i [Slots],
  /// See gsq_slot_offset.
  input  logic [AddrWidth+1:0]      carry_i [Slots],
  /// See gsq_slot_offset.
  input  logic [AddrWidth-1:0]      start_i [Blocks],
  /// See gsq_slot_offset.
  input  logic [Slots-1:0]          far_i,
  /// Data.
  input  logic [VlenBytes-1:0][7:0] data_i,
  /// Bytes to access, or bytes of active lanes.
  input  logic [VlenBytes-1:0]      be_i,
  /// Accesses valid.
  output logic                      valid_o,
  /// Ready.
  input  logic                      ready_i,
  /// Tag of the group.
  output mem_tag_t                  tag_o,
  /// The group writes UB.
  output logic                      write_o,
  /// Per slot: the slot makes an access.
  output logic [Slots-1:0]          use_o,
  /// Per slot: bank; elements of the data vector: word of it.
  output logic [SelWidth-1:0]       sel_o [Slots],
  /// Per slot: word within the bank.
  output logic [RowWidth-1:0]       row_o [Slots],
  /// Per slot: bytes of the word.
  output logic [BankBytes-1:0]      be_o [Slots],
  /// Per slot: word to write.
  output logic [8*BankBytes-1:0]    data_o [Slots],
  /// Per slot: its lane is active and illegal.
  output logic [Slots-1:0]          fault_o,
  /// Per slot: if so, it is outside of UB; otherwise not aligned.
  output logic [Slots-1:0]          outside_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(BankBytes)
  `GSQ_CHECK_BANK_HASH(BankHash)
  `GSQ_CHECK_ROW(Banks, BankBytes, UbBytes)
  `GSQ_CHECK_HASH(Banks, BankHash)

  logic                      valid_q;
  mem_tag_t                  tag_q;  // no reset, down to be_q
  logic                      write_q;
  logic [AddrWidth-1:0]      align_mask_q;
  logic [AddrWidth+1:0]      sum_q [Slots];
  logic [AddrWidth+1:0]      carry_q [Slots];
  logic [AddrWidth-1:0]      start_q [Blocks];
  logic [Slots-1:0]          far_q;
  logic [VlenBytes-1:0][7:0] data_q;
  logic [VlenBytes-1:0]      be_q;
  logic                      carries;  // the group carries data

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

  logic [Slots-1:0]             misaligned;
  logic [$clog2(BankBytes)-1:0] byte_of [Slots];

  gsq_slot_address #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes),
    .Banks    (Banks),
    .BankBytes(BankBytes),
    .BankHash (BankHash)
  ) u_slot_address (
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
    .misaligned_o(misaligned)
  );

  gsq_slot_data #(
    .VlenBytes(VlenBytes),
    .BankBytes(BankBytes)
  ) u_slot_data (
    .ctrl_i  (tag_q.ctrl.slot),
    .upper_i (tag_q.group[0]),
    .data_i  (data_q),
    .be_i    (be_q),
    .byte_i  (byte_of),
    .active_o(use_o),
    .be_o,
    .data_o
  );

  assign fault_o = use_o & (outside_o | misaligned);
  assign valid_o = valid_q;
  assign tag_o   = tag_q;
  assign write_o = write_q;

  `GSQ_ASSERT_HOLD(group_holds, valid_o, ready_i, {tag_o, write_o, fault_o})
  `GSQ_ASSERT_STILL(data_is_still,
                    valid_i && ready_o && (write_i || tag_i.ctrl.slot.place == PlaceVector),
                    data_q[0])

endmodule
