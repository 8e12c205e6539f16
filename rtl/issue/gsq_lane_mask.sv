// SPDX-License-Identifier: Apache-2.0
// Spreads a mask register over the bytes of the active lanes.
//
// Byte i is set when the bit of its lane is: bit i itself for b8, bit i rounded down to a multiple
// of the lane width for the others. Combinational.

`include "gsq_param_checks.svh"

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

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)

  always_comb begin
    for (int unsigned i = 0; i < VlenBytes; i++) begin
      unique case (width_i)
        WidthB8:  bytes_o[i] = mask_i[i];
        WidthB16: bytes_o[i] = mask_i[i & ~32'd1];
        WidthB32: bytes_o[i] = mask_i[i & ~32'd3];
        default:  bytes_o[i] = mask_i[i & ~32'd7];
      endcase
    end
  end

endmodule
