// SPDX-License-Identifier: Apache-2.0
// Second half of the merger of the unaligned-store stream: puts the bytes that a register holds
// before those of the vector, and outputs the new bytes to hold.
//
// gsq_stream_rotate has moved every byte to its place in a block. Below the place of the first
// appended byte each block takes the bytes of the block before it, and the first block those held.
// The block in which the stream ends is held next.
//
// Combinational.

module gsq_stream_merge
  import gsq_pkg::BlockBytes;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  localparam int unsigned Blocks = VlenBytes / BlockBytes,
  localparam int unsigned BlocksWidth = $clog2(Blocks + 1)
) (
  /// Rotated blocks of the vector.
  input  logic [Blocks-1:0][BlockBytes-1:0][7:0] blocks_i,
  /// Place of the first appended byte in its block.
  input  logic [4:0]                             offset_i,
  /// Number of complete blocks.
  input  logic [BlocksWidth-1:0]                 complete_i,
  /// Bytes held, at their places in the block; those below offset_i are used.
  input  logic [BlockBytes-1:0][7:0]             held_i,
  /// Blocks, beginning with that of the first appended byte.
  output logic [Blocks-1:0][BlockBytes-1:0][7:0] blocks_o,
  /// The block in which the stream ends: to be held. Bytes outside of the stream have no meaning.
  output logic [BlockBytes-1:0][7:0]             held_o
);

  logic [8*BlockBytes-1:0]              below;     // bits of the places below offset_i
  logic [Blocks:0][BlockBytes-1:0][7:0] previous;  // of each block: the block before it
  logic [Blocks:0][BlockBytes-1:0][7:0] merged;    // the blocks that the stream can reach

  assign below    = ~({8 * BlockBytes{1'b1}} << {offset_i, 3'd0});
  assign previous = {blocks_i, held_i};

  always_comb begin
    merged = previous;
    for (int unsigned k = 0; k < Blocks; k++) begin
      merged[k] = (previous[k] & below) | (blocks_i[k] & ~below);
    end
  end

  assign blocks_o = merged[Blocks-1:0];

  always_comb begin
    held_o = '0;
    for (int unsigned k = 0; k <= Blocks; k++) begin
      if (32'(complete_i) == k) held_o |= merged[k];
    end
  end

endmodule
