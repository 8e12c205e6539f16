// SPDX-License-Identifier: Apache-2.0
// The last block of an iteration of a strided, repeated command in which its mask selects a lane.
//
// A mask is a number of lanes, from lane 0 on, or has a bit for each lane. Of a mask that is not
// legal, see gsq_vec_mask, the answer may be any block.
//
// Combinational.

module gsq_last_block
  import gsq_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  localparam int unsigned Blocks = VlenBytes / BlockBytes,
  localparam int unsigned PlaceWidth = Blocks > 1 ? $clog2(Blocks) : 1
) (
  /// Number of lanes, or one bit per lane: those bits that a legal mask can have.
  input  logic [VlenBytes/2-1:0] mask_i,
  /// 1: one bit per lane; 0: number of lanes.
  input  logic                   bitwise_i,
  /// Lane width: b16 or b32.
  input  width_e                 width_i,
  /// Number of the block in the vector.
  output logic [PlaceWidth-1:0]  block_o
);

  localparam int unsigned Lanes16 = BlockBytes / 2;  // of a block
  localparam int unsigned Lanes32 = BlockBytes / 4;

  logic       wide;
  logic [7:0] last_lane;  // of a number of lanes

  assign wide      = width_i == WidthB32;
  assign last_lane = mask_i[7:0] - 1'b1;

  always_comb begin
    block_o = wide ? PlaceWidth'(last_lane / 8'(Lanes32)) : PlaceWidth'(last_lane / 8'(Lanes16));
    if (bitwise_i) begin
      block_o = '0;
      for (int unsigned k = 0; k < Blocks; k++) begin
        if (wide ? mask_i[Lanes32*k +: Lanes32] != '0 : mask_i[Lanes16*k +: Lanes16] != '0) begin
          block_o = PlaceWidth'(k);
        end
      end
    end
  end

endmodule
