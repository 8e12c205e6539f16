// SPDX-License-Identifier: Apache-2.0
// Spreads a mask register over the bytes of the active lanes.
//
// Byte i is set when the bit of its lane is: bit i itself for b8, bit i rounded down to a multiple
// of the lane width for the others. Combinational.

module gsq_lane_mask
  import gsq_pkg::*;
#(
  /// Bytes of a vector, bits of a mask.
  parameter int unsigned VlenBytes = 256
) (
  /// Mask register.
  input  logic [VlenBytes-1:0] mask_i,
  /// Lane width.
  input  width_e               width_i,
  /// Bytes of the active lanes.
  output logic [VlenBytes-1:0] bytes_o
);

  // In operations on whole words, which simulate faster than bit by bit.
  logic [VlenBytes-1:0] bits, pairs, fours;  // the bit of each lane; copied to 2 and to 4 bytes

  always_comb begin
    unique case (width_i)
      WidthB8:  bits = mask_i;
      WidthB16: bits = mask_i & {VlenBytes / 2{2'b01}};
      WidthB32: bits = mask_i & {VlenBytes / 4{4'b0001}};
      default:  bits = mask_i & {VlenBytes / 8{8'b0000_0001}};
    endcase
    pairs = bits | bits << 1;
    fours = pairs | pairs << 2;
    unique case (width_i)
      WidthB8:  bytes_o = bits;
      WidthB16: bytes_o = pairs;
      WidthB32: bytes_o = fours;
      default:  bytes_o = fours | fours << 4;
    endcase
  end

endmodule
