// SPDX-License-Identifier: Apache-2.0
// Second half of the index decode: bank, word and legality of the access of each slot.
//
// Adds the base, checks bounds and then alignment of every active lane, and reports the lowest
// faulty lane of the group. Local accesses (register gather) address the vector itself.
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
  /// 0: bank = low bits of the word address; 1: XOR of all its slices.
  parameter int unsigned BankHash = 0,
  /// Derived, do not set: slots of a group.
  localparam int unsigned Slots = VlenBytes / 4,
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
  /// Contents of a slot.
  input  slot_ctrl_t           ctrl_i,
  /// Two-byte lanes: the group has the upper half of them.
  input  logic                 upper_i,
  /// Base address of the command.
  input  logic [31:0]          addr_i,
  /// Address bits that must be 0 in every active lane.
  input  logic [AddrWidth-1:0] align_mask_i,
  /// Per slot: its lane is active.
  input  logic [Slots-1:0]     active_i,
  /// Per slot: offset from the base.
  input  logic [AddrWidth-1:0] offset_i [Slots],
  /// Per slot: the offset is UbBytes or more.
  input  logic [Slots-1:0]     far_i,
  /// Per slot: bank; register gather: word of the vector.
  output logic [SelWidth-1:0]  sel_o [Slots],
  /// Per slot: word within the bank.
  output logic [RowWidth-1:0]  row_o [Slots],
  /// Per slot: byte within the word.
  output logic [ByteWidth-1:0] byte_o [Slots],
  /// StErrBounds or StErrAlign when an active lane is illegal, else StOk.
  output status_e              status_o,
  /// Lowest illegal lane or block.
  output logic [8:0]           lane_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(BankBytes)
  `GSQ_CHECK_BANK_HASH(BankHash)
  `GSQ_CHECK_ROW(Banks, BankBytes, UbBytes)

  localparam int unsigned BankWidth = $clog2(Banks);

  logic                 far_base;
  logic [AddrWidth-1:0] base;
  logic [4:0]           elem_mask;  // bytes of an element, less one
  logic [Slots-1:0]     outside;
  logic [Slots-1:0]     misaligned;
  logic                 checked;    // the command has lanes that can be illegal

  assign far_base = addr_i[31:AddrWidth] != '0;
  assign checked  = ctrl_i.place inside {PlaceLanes, PlaceIndexed};

  always_comb begin
    base = addr_i[AddrWidth-1:0];
    if (!checked) base = '0;  // block addresses include it; a register gather has none
    if (ctrl_i.place == PlaceIndexed) elem_mask = 5'd31;
    else elem_mask = 5'((8'd1 << ctrl_i.elem) - 8'd1);
  end

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    logic [AddrWidth:0]   start;   // first byte of the lane or block
    logic [AddrWidth:0]   last;    // last byte of the lane or block
    logic [4:0]           inner;   // offset of this slot in the lane or block
    logic [AddrWidth-1:0] addr;
    logic [BankWidth-1:0] bank;

    assign start         = (AddrWidth + 1)'(base) + (AddrWidth + 1)'(offset_i[s]);
    assign last          = start + (AddrWidth + 1)'(elem_mask);
    assign outside[s]    = checked && (far_base || far_i[s] || start[AddrWidth] || last[AddrWidth]);
    assign misaligned[s] = checked && (start[AddrWidth-1:0] & align_mask_i) != '0;

    always_comb begin
      inner = '0;
      if (ctrl_i.place == PlaceIndexed) inner = 5'(4 * s % 32);
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

    assign sel_o[s]  = ctrl_i.place == PlaceVector ? SelWidth'(addr[AddrWidth-1:ByteWidth])
                                                   : SelWidth'(bank);
    assign byte_o[s] = addr[ByteWidth-1:0];
  end

  // The lowest faulty slot, found by a tree: of two neighbours it selects the lower one if faulty.
  logic [Slots-1:0]      fault;
  logic [Slots-1:0]      bounds;  // the selected fault is a bounds fault
  logic [Slots-1:0][8:0] slot;    // slot of the selected fault

  always_comb begin
    fault  = active_i & (outside | misaligned);
    bounds = 'x;
    slot   = 'x;
    if (fault != '0) begin  // saves simulation time, costs no gates
      bounds = outside;
      for (int unsigned i = 0; i < Slots; i++) slot[i] = 9'(i);
      for (int unsigned half = 1; half < Slots; half *= 2) begin
        for (int unsigned i = 0; i < Slots; i += 2 * half) begin
          if (!fault[i]) begin
            bounds[i] = bounds[i+half];
            slot[i]   = slot[i+half];
          end
          fault[i] |= fault[i+half];
        end
      end
    end
    status_o = StOk;
    lane_o   = '0;
    if (fault[0]) begin
      status_o = bounds[0] ? StErrBounds : StErrAlign;
      lane_o   = slot[0];
      if (ctrl_i.place == PlaceIndexed) lane_o = slot[0] >> 3;
      else if (ctrl_i.elem == 2'd3) lane_o = slot[0] >> 1;
      else if (ctrl_i.lane == WidthB16 && upper_i) lane_o = slot[0] + 9'(Slots);
    end
  end

endmodule
