// SPDX-License-Identifier: Apache-2.0
// First half of the index decode: the byte offset of each slot's access from the base.
//
// A slot is one access of a group to one word. Slot s of group g serves lane g*Slots+s; with b64
// lanes it serves one half of lane s/2, and with blocks four bytes of block s/8. Mode row
// multiplies the index by the row stride, or shifts it where RowMultiplier is 0.
//
// Combinational.

`include "gsq_param_checks.svh"

module gsq_slot_offset
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// 1: any row stride; 0: row strides of 0 or a power of two.
  parameter int unsigned RowMultiplier = 1,
  /// Derived, do not set: slots of a group.
  localparam int unsigned Slots = VlenBytes / 4,
  /// Derived, do not set: bits of an address in UB.
  localparam int unsigned AddrWidth = $clog2(UbBytes)
) (
  /// Contents of a slot.
  input  slot_ctrl_t                ctrl_i,
  /// Address mode, for lanes that are elements of UB at indices.
  input  amode_e                    mode_i,
  /// Mode row: bytes between rows, below UbBytes.
  input  logic [AddrWidth-1:0]      row_stride_i,
  /// Mode row: first column, below UbBytes.
  input  logic [AddrWidth-1:0]      col_i,
  /// Group of the command.
  input  logic [1:0]                group_i,
  /// Block numbers, for commands that access blocks at computed addresses.
  input  logic [AddrWidth-6:0]      block_i [VlenBytes/BlockBytes],
  /// Index vector.
  input  logic [VlenBytes-1:0][7:0] index_i,
  /// Per slot: offset in bytes. The slots of a b64 lane or of an indexed block share one offset.
  output logic [AddrWidth-1:0]      offset_o [Slots],
  /// Per slot: the offset is UbBytes or more.
  output logic [Slots-1:0]          far_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_ROW_MULTIPLIER(RowMultiplier)

  // Index vector as lanes of each width.
  logic [VlenBytes/2-1:0][15:0] index16;
  logic [VlenBytes/4-1:0][31:0] index32;
  assign index16 = index_i;
  assign index32 = index_i;

  localparam int unsigned SumWidth = 2 * AddrWidth + 1;

  logic [$clog2(AddrWidth)-1:0] row_shift;  // log2 of the row stride

  always_comb begin
    row_shift = '0;
    for (int unsigned i = 0; i < AddrWidth; i++) begin
      if (row_stride_i[i]) row_shift = ($clog2(AddrWidth))'(i);
    end
  end

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    logic [31:0]          x;      // index
    logic [8:0]           lane;   // number of the lane in the vector
    logic                 above;  // the index has bits above those of an address
    logic [AddrWidth-1:0] low;    // the index bits of an address
    logic [AddrWidth-1:0] bytes8; // register gather: element of the vector as a byte offset
    logic [SumWidth-1:0]  row;    // mode row: offset of the row
    logic [AddrWidth+9:0] cols;   // mode row: offset in the row
    logic [SumWidth+3:0]  sum;

    // The group selects one of several constant places; this replaces a shift of the whole vector.
    logic [3:0][7:0]  index8_of_group;
    logic [1:0][15:0] index16_of_group;
    logic [1:0][8:0]  lane_of_group;
    assign index8_of_group  = {index_i[3*Slots+s], index_i[2*Slots+s], index_i[Slots+s],
                               index_i[s]};
    assign index16_of_group = {index16[Slots+s], index16[s]};
    assign lane_of_group    = {9'(Slots + s), 9'(s)};

    always_comb begin
      x    = index32[s];
      lane = 9'(s);
      if (ctrl_i.place == PlaceIndexed) begin
        x = index32[s/8];
      end else begin
        unique case (width_e'(ctrl_i.lane))
          WidthB8: x = 32'(index8_of_group[group_i]);
          WidthB16: begin
            x    = 32'(index16_of_group[group_i[0]]);
            lane = lane_of_group[group_i[0]];
          end
          WidthB32: ;
          WidthB64: begin
            x    = index32[s/2];
            lane = 9'(s / 2);
          end
        endcase
      end
    end

    assign above  = x[31:AddrWidth] != '0;
    assign low    = x[AddrWidth-1:0];
    assign bytes8 = AddrWidth'($clog2(VlenBytes)'(x << ctrl_i.elem));
    assign cols   = ((AddrWidth + 10)'(col_i) + (AddrWidth + 10)'(lane)) << ctrl_i.elem;

    if (RowMultiplier != 0) begin : g_multiply
      assign row = SumWidth'(low) * SumWidth'(row_stride_i);
    end else begin : g_shift
      assign row = row_stride_i == '0 ? '0 : SumWidth'(low) << row_shift;
    end

    always_comb begin
      unique case (ctrl_i.place)
        PlaceLanes: begin
          unique case (mode_i)
            ModeElem: begin
              sum      = (SumWidth + 4)'(low) << ctrl_i.elem;
              far_o[s] = above;
            end
            ModeByte: begin
              sum      = (SumWidth + 4)'(low);
              far_o[s] = above;
            end
            default: begin
              sum      = (SumWidth + 4)'(row) + (SumWidth + 4)'(cols);
              far_o[s] = above && row_stride_i != '0;
            end
          endcase
        end
        PlaceVector: begin
          sum      = (SumWidth + 4)'(bytes8);
          far_o[s] = 1'b0;
        end
        PlaceIndexed: begin
          sum      = (SumWidth + 4)'(low);
          far_o[s] = above;
        end
        default: begin  // PlaceBlocks
          sum      = (SumWidth + 4)'({block_i[s/8], 5'(4 * (s % 8))});
          far_o[s] = 1'b0;
        end
      endcase
      if (sum[SumWidth+3:AddrWidth] != '0) far_o[s] = 1'b1;
    end

    assign offset_o[s] = sum[AddrWidth-1:0];
  end

endmodule
