// SPDX-License-Identifier: Apache-2.0
// First half of the merger of the unaligned-store stream: moves the bytes of a vector to their
// places in a block, and decides which bytes of the stream are written.
//
// Every block of the vector is rotated by the place of the first appended byte. So each byte is at
// its place in a block, but the bytes below that place belong to the block after it;
// gsq_stream_merge puts them there. The blocks that end at or below the end of the stream are
// complete and written.
//
// Combinational.

module gsq_stream_rotate
  import gsq_pkg::BlockBytes;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1),
  localparam int unsigned Blocks = VlenBytes / BlockBytes,
  localparam int unsigned BlocksWidth = $clog2(Blocks + 1)
) (
  /// Vector; its low n_i bytes are appended.
  input  logic [VlenBytes-1:0][7:0]              data_i,
  /// Bytes to append, 1..VlenBytes.
  input  logic [CountWidth-1:0]                  n_i,
  /// Place of the first appended byte in its block.
  input  logic [4:0]                             offset_i,
  /// First valid byte of the first block: where the held bytes begin, offset_i when there are none.
  input  logic [4:0]                             first_i,
  /// Blocks of the vector, rotated up by offset_i bytes.
  output logic [Blocks-1:0][BlockBytes-1:0][7:0] blocks_o,
  /// Bytes to write, beginning with the block of the first appended byte: none of an incomplete
  /// block; the first block only from first_i on.
  output logic [Blocks-1:0][BlockBytes-1:0]      be_o,
  /// Number of complete blocks.
  output logic [BlocksWidth-1:0]                 complete_o
);

  logic [BlocksWidth+4:0] end_pos;  // end of the stream
  logic                   unused_end;

  assign unused_end = ^end_pos[4:0];
  assign end_pos    = (BlocksWidth + 5)'(offset_i) + (BlocksWidth + 5)'(n_i);
  assign complete_o = end_pos[BlocksWidth+4:5];

  always_comb begin
    for (int unsigned k = 0; k < Blocks; k++) be_o[k] = {BlockBytes{k < 32'(complete_o)}};
    be_o[0] &= {BlockBytes{1'b1}} << first_i;
  end

  for (genvar k = 0; k < Blocks; k++) begin : g_block
    logic [8*BlockBytes-1:0] block;
    always_comb begin
      block = data_i[BlockBytes*k +: BlockBytes];
      if (offset_i[0]) block = {block[247:0], block[255:248]};
      if (offset_i[1]) block = {block[239:0], block[255:240]};
      if (offset_i[2]) block = {block[223:0], block[255:224]};
      if (offset_i[3]) block = {block[191:0], block[255:192]};
      if (offset_i[4]) block = {block[127:0], block[255:128]};
    end
    assign blocks_o[k] = block;
  end

endmodule
