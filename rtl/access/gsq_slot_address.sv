// SPDX-License-Identifier: Apache-2.0
// Bank, word and legality of the access of each slot.
//
// Adds the numbers that make the address of a slot (see gsq_slot_offset), and checks bounds and
// alignment. Local accesses (register gather) address the vector itself.
//
// Combinational.

module gsq_slot_address
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned ByteWidth = $clog2(Cfg.BankBytes)
) (
  /// The outputs are used; else they are undefined.
  input  logic                     valid_i,
  /// Contents of a slot.
  input  slot_ctrl_t               ctrl_i,
  /// Address bits that must be 0 in every active lane.
  input  logic [Cfg.AddrWidth-1:0] align_mask_i,
  /// Numbers whose sum is the address of a slot, see gsq_slot_offset.
  input  logic [Cfg.AddrWidth+1:0] sum_i [Cfg.Slots],
  /// See gsq_slot_offset.
  input  logic [Cfg.AddrWidth+1:0] carry_i [Cfg.Slots],
  /// See gsq_slot_offset.
  input  logic [Cfg.AddrWidth-1:0] start_i [Cfg.Blocks],
  /// See gsq_slot_offset.
  input  logic [Cfg.Slots-1:0]     far_i,
  /// Per slot: bank; register gather: word of the vector.
  output logic [Cfg.SelWidth-1:0]  sel_o [Cfg.Slots],
  /// Per slot: word within the bank.
  output logic [Cfg.RowWidth-1:0]  row_o [Cfg.Slots],
  /// Per slot: byte within the word.
  output logic [ByteWidth-1:0]     byte_o [Cfg.Slots],
  /// Per slot: its lane or block is not inside UB.
  output logic [Cfg.Slots-1:0]     outside_o,
  /// Per slot: in a register gather its element is not inside the vector.
  output logic [Cfg.Slots-1:0]     beyond_o,
  /// Per slot: an address bit that must be 0 is not.
  output logic [Cfg.Slots-1:0]     misaligned_o
);

  localparam int unsigned WordWidth = $clog2(Cfg.VectorWords);  // of a word of the vector

  logic [4:0] elem_mask;  // bytes of an element, less one
  logic       checked;    // the command has lanes that can be illegal

  assign checked   = ctrl_i.place inside {PlaceLanes, PlaceIndexed};
  assign elem_mask = ctrl_i.place == PlaceIndexed ? 5'd31 : 5'((8'd1 << ctrl_i.elem) - 8'd1);

  for (genvar s = 0; s < Cfg.Slots; s++) begin : g_slot
    logic [Cfg.AddrWidth+1:0] start;  // first byte of the lane or block
    logic                     over;   // its last byte is in the next block
    logic [4:0]               inner;  // offset of this slot in the lane or block
    logic [Cfg.AddrWidth-1:0] addr;
    logic [Cfg.BankWidth-1:0] bank;

    always_comb begin
      start = 'x;
      // Saves simulation time, costs no gates.
      if (valid_i) start = sum_i[s] + carry_i[s] + (Cfg.AddrWidth + 2)'(start_i[s/8]);
    end
    assign over  = start[4:0] > 5'd31 - elem_mask;

    assign outside_o[s] = checked && (far_i[s] || start[Cfg.AddrWidth+1:Cfg.AddrWidth] != '0 ||
                                         (over && start[Cfg.AddrWidth-1:5] == '1));
    assign beyond_o[s] = far_i[s] || start[Cfg.AddrWidth+1:$clog2(Cfg.VlenBytes)] != '0;
    assign misaligned_o[s] = checked && (start[Cfg.AddrWidth-1:0] & align_mask_i) != '0;

    always_comb begin
      inner = '0;
      if (ctrl_i.place inside {PlaceBlocks, PlaceIndexed}) inner = 5'(4 * s % 32);
      else if (checked && ctrl_i.elem == 2'd3) inner = 5'(4 * s % 8);
    end

    assign addr = start[Cfg.AddrWidth-1:0] | Cfg.AddrWidth'(inner);

    gsq_word_map #(.Cfg(Cfg)) u_word_map (
      .word_i(addr[Cfg.AddrWidth-1:ByteWidth]),
      .bank_o(bank),
      .row_o (row_o[s])
    );

    // Indices of gather_reg wrap modulo the lanes of a vector; those of gather_lanes that would are
    // beyond it.
    assign sel_o[s] = ctrl_i.place == PlaceVector ? Cfg.SelWidth'(addr[ByteWidth +: WordWidth])
                                                   : Cfg.SelWidth'(bank);
    assign byte_o[s] = addr[ByteWidth-1:0];
  end

endmodule
