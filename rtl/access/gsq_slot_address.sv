// SPDX-License-Identifier: Apache-2.0
// Bank, word and legality of the access of each slot.
//
// Adds the numbers that make the address of a slot (see gsq_slot_offset), and checks bounds and
// alignment. Local accesses (register gather) address the vector itself.
//
// Combinational.

`include "gsq_param_checks.svh"

module gsq_slot_address
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
                                                                         : Banks),
  /// Derived, do not set: bits of a byte number within a word.
  localparam int unsigned ByteWidth = $clog2(BankBytes)
) (
  /// The outputs are used; else they are undefined.
  input  logic                 valid_i,
  /// Contents of a slot.
  input  slot_ctrl_t           ctrl_i,
  /// Address bits that must be 0 in every active lane.
  input  logic [AddrWidth-1:0] align_mask_i,
  /// Numbers whose sum is the address of a slot, see gsq_slot_offset.
  input  logic [AddrWidth+1:0] sum_i [Slots],
  /// See gsq_slot_offset.
  input  logic [AddrWidth+1:0] carry_i [Slots],
  /// See gsq_slot_offset.
  input  logic [AddrWidth-1:0] start_i [Blocks],
  /// See gsq_slot_offset.
  input  logic [Slots-1:0]     far_i,
  /// Per slot: bank; register gather: word of the vector.
  output logic [SelWidth-1:0]  sel_o [Slots],
  /// Per slot: word within the bank.
  output logic [RowWidth-1:0]  row_o [Slots],
  /// Per slot: byte within the word.
  output logic [ByteWidth-1:0] byte_o [Slots],
  /// Per slot: its lane or block is not inside UB.
  output logic [Slots-1:0]     outside_o,
  /// Per slot: an address bit that must be 0 is not.
  output logic [Slots-1:0]     misaligned_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(BankBytes)
  `GSQ_CHECK_BANK_HASH(BankHash)
  `GSQ_CHECK_ROW(Banks, BankBytes, UbBytes)
  `GSQ_CHECK_HASH(Banks, BankHash)

  localparam int unsigned BankWidth = $clog2(Banks);
  localparam int unsigned WordWidth = $clog2(VlenBytes / BankBytes);  // of a word of the vector

  logic [4:0] elem_mask;  // bytes of an element, less one
  logic       checked;    // the command has lanes that can be illegal

  assign checked   = ctrl_i.place inside {PlaceLanes, PlaceIndexed};
  assign elem_mask = ctrl_i.place == PlaceIndexed ? 5'd31 : 5'((8'd1 << ctrl_i.elem) - 8'd1);

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    logic [AddrWidth+1:0] start;  // first byte of the lane or block
    logic                 over;   // its last byte is in the next block
    logic [4:0]           inner;  // offset of this slot in the lane or block
    logic [AddrWidth-1:0] addr;
    logic [BankWidth-1:0] bank;

    always_comb begin
      start = 'x;
      // Saves simulation time, costs no gates.
      if (valid_i) start = sum_i[s] + carry_i[s] + (AddrWidth + 2)'(start_i[s/8]);
    end
    assign over  = start[4:0] > 5'd31 - elem_mask;

    assign outside_o[s]    = checked && (far_i[s] || start[AddrWidth+1:AddrWidth] != '0 ||
                                         (over && start[AddrWidth-1:5] == '1));
    assign misaligned_o[s] = checked && (start[AddrWidth-1:0] & align_mask_i) != '0;

    always_comb begin
      inner = '0;
      if (ctrl_i.place inside {PlaceBlocks, PlaceIndexed}) inner = 5'(4 * s % 32);
      else if (checked && ctrl_i.elem == 2'd3) inner = 5'(4 * s % 8);
    end

    assign addr = start[AddrWidth-1:0] | AddrWidth'(inner);

    gsq_word_map #(
      .UbBytes  (UbBytes),
      .Banks    (Banks),
      .BankBytes(BankBytes),
      .BankHash (BankHash)
    ) u_word_map (
      .word_i(addr[AddrWidth-1:ByteWidth]),
      .bank_o(bank),
      .row_o (row_o[s])
    );

    // Indices of a register gather wrap modulo the lanes of a vector.
    assign sel_o[s]  = ctrl_i.place == PlaceVector ? SelWidth'(addr[ByteWidth +: WordWidth])
                                                   : SelWidth'(bank);
    assign byte_o[s] = addr[ByteWidth-1:0];
  end

endmodule
