// SPDX-License-Identifier: Apache-2.0
// Rotates the bytes of a block upwards: byte 0 goes to the place shift_i.
//
// Combinational.

module gsq_dma_rotate
  import gsq_pkg::BlockBytes;
(
  /// Block.
  input  logic [BlockBytes-1:0][7:0]     data_i,
  /// Places by which a byte moves.
  input  logic [$clog2(BlockBytes)-1:0]  shift_i,
  /// The block, rotated.
  output logic [BlockBytes-1:0][7:0]     data_o
);

  localparam int unsigned Levels = $clog2(BlockBytes);

  always_comb begin
    data_o = data_i;
    for (int unsigned i = 0; i < Levels; i++) begin
      if (shift_i[i]) begin
        data_o = (8*BlockBytes)'({data_o, data_o} >> (8 * (BlockBytes - (32'd1 << i))));
      end
    end
  end

endmodule
