// SPDX-License-Identifier: Apache-2.0
// The index of each slot of a group, from the index vector; of a strided command the number of its
// lane.
//
// A slot is one access of a group to one word. Slot s of group g serves lane g*Slots+s; with b64
// lanes it serves one half of lane s/2, and with indexed blocks four bytes of block s/8. The index
// of a lane has the same number in the index vector, whatever the widths of both are.
//
// Combinational.

module gsq_slot_index
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  /// The outputs are used; else they are undefined.
  input  logic                          valid_i,
  /// Contents of a slot.
  input  slot_ctrl_t                    ctrl_i,
  /// The index is the number of the lane; with LaneOps.
  input  logic                          strided_i,
  /// Width of an index, where it may be another one than that of the lanes: with LaneOps.
  input  width_e                        width_i,
  /// Group of the command.
  input  logic [1:0]                    group_i,
  /// Index vector.
  input  logic [Cfg.VlenBytes-1:0][7:0] index_i,
  /// Per slot: the index bits of an address; 0 for commands without indices.
  output logic [Cfg.AddrWidth-1:0]      index_o [Cfg.Slots],
  /// Per slot: the index has bits above them.
  output logic [Cfg.Slots-1:0]          above_o
);

  localparam int unsigned SlotWidth = $clog2(Cfg.Slots);

  // Place of the index of a slot. A constant place for each group replaces a shift of the vector.
  typedef enum logic [3:0] {
    FromNone,
    FromByte0, FromByte1, FromByte2, FromByte3,  // of one byte, by group
    FromHalf0, FromHalf1,                        // of two bytes, by group
    FromWord,                                    // of four bytes
    FromPair,                                    // for lanes of eight bytes, two slots each
    FromBlock,                                   // blocks, eight slots each
    // Numbers of lanes, as those that they would be
    FromNumber, FromNumberPair,
    FromPairByte, FromPairHalf                   // like FromPair, of one byte and of two
  } from_e;

  from_e  from;
  width_e width;  // of an index; lanes of eight bytes have indices of four unless width_i is less
  logic   pairs;

  assign pairs = ctrl_i.lane == WidthB64;
  assign width = Cfg.LaneOps != 0 ? width_i : width_e'(ctrl_i.lane);

  always_comb begin
    from = FromNone;
    if (Cfg.LaneOps != 0 && strided_i) begin
      from = pairs ? FromNumberPair : FromNumber;
    end else if (ctrl_i.place == PlaceIndexed) begin
      from = FromBlock;
    end else if (ctrl_i.place != PlaceBlocks) begin
      unique case (width)
        WidthB8: begin
          unique case (group_i)
            2'd0: from = FromByte0;
            2'd1: from = FromByte1;
            2'd2: from = FromByte2;
            2'd3: from = FromByte3;
          endcase
          if (Cfg.LaneOps != 0 && pairs) from = FromPairByte;
        end
        WidthB16: begin
          from = group_i[0] ? FromHalf1 : FromHalf0;
          if (Cfg.LaneOps != 0 && pairs) from = FromPairHalf;
        end
        WidthB32: from = Cfg.LaneOps != 0 && pairs ? FromPair : FromWord;
        WidthB64: from = FromPair;
      endcase
    end
  end

  // What an address needs of an index: its low bits, and above them whether there are others.
  function automatic logic [Cfg.AddrWidth:0] clip(logic [31:0] index);
    return {index[31:Cfg.AddrWidth] != '0, index[Cfg.AddrWidth-1:0]};
  endfunction

  logic [Cfg.VlenBytes/2-1:0][15:0] index16;
  logic [Cfg.VlenBytes/4-1:0][31:0] index32;
  assign index16 = index_i;
  assign index32 = index_i;

  always_comb begin
    above_o = 'x;
    for (int unsigned s = 0; s < Cfg.Slots; s++) index_o[s] = 'x;
    if (valid_i) begin  // saves simulation time, costs no gates
      for (int unsigned s = 0; s < Cfg.Slots; s++) begin
        {above_o[s], index_o[s]} = '0;
        unique case (from)
          FromByte0: index_o[s] = Cfg.AddrWidth'(index_i[s]);
          FromByte1: index_o[s] = Cfg.AddrWidth'(index_i[Cfg.Slots+s]);
          FromByte2: index_o[s] = Cfg.AddrWidth'(index_i[2*Cfg.Slots+s]);
          FromByte3: index_o[s] = Cfg.AddrWidth'(index_i[3*Cfg.Slots+s]);
          FromHalf0: {above_o[s], index_o[s]} = clip(32'(index16[s]));
          FromHalf1: {above_o[s], index_o[s]} = clip(32'(index16[Cfg.Slots+s]));
          FromWord:  {above_o[s], index_o[s]} = clip(index32[s]);
          FromPairByte: index_o[s] = Cfg.AddrWidth'(index_i[s/2]);
          FromPairHalf: {above_o[s], index_o[s]} = clip(32'(index16[s/2]));
          FromPair:  {above_o[s], index_o[s]} = clip(index32[s/2]);
          FromBlock: {above_o[s], index_o[s]} = clip(index32[s/8]);
          FromNumber:     index_o[s] = Cfg.AddrWidth'({group_i, SlotWidth'(s)});
          FromNumberPair: index_o[s] = Cfg.AddrWidth'(s / 2);
          default: ;  // FromNone
        endcase
      end
    end
  end

endmodule
