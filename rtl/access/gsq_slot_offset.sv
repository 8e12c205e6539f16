// First half of the index decode: how far from the base the access of each slot lies.
//
// A slot is the quarter of a word lane that the crossbar serves at a time: slot s of a group is
// its lane s, for b64 half of lane s/2, for blocks four bytes of block s/8. Groups of two-byte
// lanes number Slots lanes each. Mode row multiplies here, or shifts where RowMultiplier is 0.
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
  /// Command.
  input  mem_op_t                   op_i,
  /// Group of the command.
  input  logic [1:0]                group_i,
  /// Blocks of a command whose accesses are blocks: number of each.
  input  logic [AddrWidth-6:0]      block_i [VlenBytes/BlockBytes],
  /// Indices.
  input  logic [VlenBytes-1:0][7:0] index_i,
  /// Per slot: offset in bytes; the slots of a b64 lane or of a block have the same.
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

  logic [AddrWidth-1:0]         row_stride;
  logic [$clog2(AddrWidth)-1:0] row_shift;  // log2 of the row stride
  logic [AddrWidth-1:0]         col;

  assign row_stride = AddrWidth'(op_i.row_stride);
  assign col        = AddrWidth'(op_i.col);

  always_comb begin
    row_shift = '0;
    for (int unsigned i = 0; i < AddrWidth; i++) begin
      if (row_stride[i]) row_shift = ($clog2(AddrWidth))'(i);
    end
  end

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    logic [31:0]          x;      // index
    logic [8:0]           lane;   // number of the lane in the vector
    logic                 above;  // the index has bits above those of an address
    logic [AddrWidth-1:0] low;    // the others
    logic [AddrWidth-1:0] bytes8; // register gather: element of the vector as a byte offset
    logic [SumWidth-1:0]  row;    // mode row: bytes to the row
    logic [AddrWidth+9:0] cols;   // mode row: columns
    logic [SumWidth+3:0]  sum;

    // Groups choose among constant places, not by a shift of the whole vector.
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
      unique case (op_i.kind)
        MemGatherReg: begin
          if (op_i.width == WidthB8) x = 32'(index8_of_group[group_i]);
          if (op_i.width == WidthB16) x = 32'(index16_of_group[group_i[0]]);
        end
        MemGatherBlock: x = index32[s/8];
        default: begin
          if (slot_width(op_i.form) == WidthB16) begin
            x    = 32'(index16_of_group[group_i[0]]);
            lane = lane_of_group[group_i[0]];
          end
          if (slot_width(op_i.form) == WidthB64) begin
            x    = index32[s/2];
            lane = 9'(s / 2);
          end
        end
      endcase
    end

    assign above  = x[31:AddrWidth] != '0;
    assign low    = x[AddrWidth-1:0];
    assign bytes8 = AddrWidth'($clog2(VlenBytes)'(x << op_i.width));
    assign cols   = ((AddrWidth + 10)'(col) + (AddrWidth + 10)'(lane)) << elem_log2(op_i.form);

    if (RowMultiplier != 0) begin : g_multiply
      assign row = SumWidth'(low) * SumWidth'(row_stride);
    end else begin : g_shift
      assign row = row_stride == '0 ? '0 : SumWidth'(low) << row_shift;
    end

    always_comb begin
      unique case (op_i.kind)
        MemGather, MemScatter: begin
          unique case (op_i.mode)
            ModeElem: begin
              sum      = (SumWidth + 4)'(low) << elem_log2(op_i.form);
              far_o[s] = above;
            end
            ModeByte: begin
              sum      = (SumWidth + 4)'(low);
              far_o[s] = above;
            end
            default: begin
              sum      = (SumWidth + 4)'(row) + (SumWidth + 4)'(cols);
              far_o[s] = above && row_stride != '0;
            end
          endcase
        end
        MemGatherReg: begin
          sum      = (SumWidth + 4)'(bytes8);
          far_o[s] = 1'b0;
        end
        MemGatherBlock: begin
          sum      = (SumWidth + 4)'(low);
          far_o[s] = above;
        end
        default: begin
          sum      = (SumWidth + 4)'({block_i[s/8], 5'(4 * (s % 8))});
          far_o[s] = 1'b0;
        end
      endcase
      if (sum[SumWidth+3:AddrWidth] != '0) far_o[s] = 1'b1;
    end

    assign offset_o[s] = sum[AddrWidth-1:0];
  end

endmodule
