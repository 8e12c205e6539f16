// SPDX-License-Identifier: Apache-2.0
// Data that each slot of a group writes, and the bytes of its word that it accesses.
//
// An element narrower than a word is copied to every place that it can have in the word; the byte
// enables select one. Accesses of whole words take the data at the place of the slot; with words
// of eight bytes only the even slots make accesses.
//
// Combinational.

module gsq_slot_data
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned ByteWidth = $clog2(Cfg.BankBytes)
) (
  /// Contents of a slot.
  input  slot_ctrl_t                    ctrl_i,
  /// Group of the command: two-byte lanes fill two, byte lanes four.
  input  logic [1:0]                    group_i,
  /// Data of the command.
  input  logic [Cfg.VlenBytes-1:0][7:0] data_i,
  /// Bytes to access, or bytes of the active lanes.
  input  logic [Cfg.VlenBytes-1:0]      be_i,
  /// Per slot: byte of the element within the word.
  input  logic [ByteWidth-1:0]          byte_i [Cfg.Slots],
  /// Per slot: its lane is active, or it has bytes to access.
  output logic [Cfg.Slots-1:0]          active_o,
  /// Per slot: bytes of the word.
  output logic [Cfg.BankBytes-1:0]      be_o [Cfg.Slots],
  /// Per slot: word to write; for elements of the data vector, the words of that vector.
  output logic [8*Cfg.BankBytes-1:0]    data_o [Cfg.Slots]
);

  logic lanes;   // elements of UB at indices
  logic bytes;   // of them, byte lanes: the group takes a quarter of the vector
  logic halves;  // of them, two-byte lanes: the group takes half of the vector
  logic upper;   // it is the upper half
  logic picks;   // elements of the data vector, for lanes of a mask
  logic whole;   // slots access whole words
  logic double;  // words of eight bytes

  assign lanes  = ctrl_i.place == PlaceLanes;
  assign bytes  = Cfg.LaneOps != 0 && lanes && ctrl_i.lane == WidthB8;
  assign halves = lanes && ctrl_i.lane == WidthB16;
  assign upper  = group_i[0];
  assign picks  = Cfg.LaneOps != 0 && ctrl_i.place == PlaceVector;
  assign whole  = ctrl_i.elem == 2'd3;
  assign double = Cfg.BankBytes == 8 && whole;

  logic [Cfg.VlenBytes/2-1:0][15:0] data16;
  logic [Cfg.VlenBytes/2-1:0]       be16;  // one bit per two-byte lane
  assign data16 = data_i;

  for (genvar i = 0; i < Cfg.VlenBytes / 2; i++) begin : g_be16
    assign be16[i] = be_i[2*i];
  end

  for (genvar s = 0; s < Cfg.Slots; s++) begin : g_slot
    localparam int unsigned Even = s & ~1;
    localparam int unsigned Word = Cfg.BankBytes == 8 ? Even : s;
    logic [31:0] element;  // or, where slots take words, four bytes of the vector
    logic [15:0] half;     // two-byte lanes: by group
    logic [7:0]  quarter;  // byte lanes: by group
    logic        quarter_be;

    assign half = upper ? data16[Cfg.Slots+s] : data16[s];

    // A constant place for each group replaces a shift of the vector.
    always_comb begin
      {quarter_be, quarter} = '0;
      for (int unsigned g = 0; g < 4; g++) begin
        if (group_i == 2'(g)) {quarter_be, quarter} |= {be_i[g*Cfg.Slots+s], data_i[g*Cfg.Slots+s]};
      end
    end

    always_comb begin
      element = data_i[4*s +: 4];
      if (halves) element = 32'(half);
      if (bytes) element = 32'(quarter);
      if (lanes && ctrl_i.elem == 2'd0) element = {4{element[7:0]}};
      if (lanes && ctrl_i.elem == 2'd1) element = {2{element[15:0]}};
    end

    always_comb begin
      if (halves || (picks && ctrl_i.lane == WidthB16)) begin
        active_o[s] = upper ? be16[Cfg.Slots+s] : be16[s];
      end else if (bytes || (picks && ctrl_i.lane == WidthB8)) active_o[s] = quarter_be;
      else if (ctrl_i.place == PlaceIndexed) active_o[s] = be_i[4*(s/8)];
      else if (lanes && whole) active_o[s] = be_i[4*Even];
      else if (double) active_o[s] = |be_i[4*Even +: 8];
      else active_o[s] = |be_i[4*s +: 4];
      if (double && s % 2 != 0) active_o[s] = 1'b0;
    end

    always_comb begin
      unique case (ctrl_i.elem)
        2'd0:    be_o[s] = Cfg.BankBytes'(1) << byte_i[s];
        2'd1:    be_o[s] = Cfg.BankBytes'(3) << byte_i[s];
        2'd2:    be_o[s] = Cfg.BankBytes'(15) << byte_i[s];
        default: be_o[s] = ctrl_i.place == PlaceBlocks ? be_i[4*Word +: Cfg.BankBytes] : '1;
      endcase
    end

    if (Cfg.BankBytes == 4) begin : g_word
      assign data_o[s] = element;
    end else begin : g_double
      assign data_o[s] = lanes && !whole ? {Cfg.BankBytes / 4{element}}
                                         : data_i[4*Word +: Cfg.BankBytes];
    end
  end

endmodule
