// SPDX-License-Identifier: Apache-2.0
// Merger of the unaligned-store stream: appends the low bytes of a vector to the bytes that a
// register holds, outputs the 32-byte blocks that became complete and keeps the rest.
//
// The vector is moved up to its place relative to the first block; the bytes below it come from the
// register. The blocks that end at or below the end of the stream are complete.
//
// Latency: combinational. Throughput: one vector whenever the inputs change. No handshake.

`include "gsq_param_checks.svh"

module gsq_stream_merge
  import gsq_pkg::BlockBytes;
#(
  /// Bytes of a vector, a power of two, 32..256
  parameter int unsigned VlenBytes = 256,
  /// Derived, do not set: bits of a byte count
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1),
  /// Derived, do not set: blocks of a vector
  localparam int unsigned Blocks = VlenBytes / BlockBytes
) (
  /// Vector; its low n_i bytes are appended
  input  logic [VlenBytes-1:0][7:0]               data_i,
  /// Bytes to append, 1..VlenBytes
  input  logic [CountWidth-1:0]                   n_i,
  /// Place of the first appended byte in its block
  input  logic [4:0]                              offset_i,
  /// First valid byte of that block: where the held bytes begin, offset_i when there are none
  input  logic [4:0]                              first_i,
  /// Held bytes at their places in the block; first_i..offset_i-1 are valid
  input  logic [BlockBytes-1:0][7:0]              held_i,
  /// Blocks, beginning with that of the first appended byte; a byte whose be_o is 0 has no
  /// meaning
  output logic [Blocks-1:0][BlockBytes-1:0][7:0]  blocks_o,
  /// Bytes to write: none of an incomplete block; the first block only from first_i on
  output logic [Blocks-1:0][BlockBytes-1:0]       be_o,
  /// The incomplete block; lo_o..hi_o-1 are valid
  output logic [BlockBytes-1:0][7:0]              held_o,
  /// First valid byte of held_o
  output logic [4:0]                              lo_o,
  /// End of the valid bytes of held_o; 0: nothing is held
  output logic [4:0]                              hi_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)

  localparam int unsigned EndWidth = $clog2(VlenBytes + BlockBytes);

  logic [Blocks:0][BlockBytes-1:0][7:0] window;  // the blocks that the stream can reach
  logic [EndWidth-1:0]                  end_pos; // end of the stream in the window
  logic [EndWidth-6:0]                  complete;  // number of complete blocks

  assign end_pos  = EndWidth'(offset_i) + EndWidth'(n_i);
  assign complete = end_pos[EndWidth-1:5];

  always_comb begin
    window = {{BlockBytes{8'h00}}, data_i} << {offset_i, 3'b000};
    for (int unsigned i = 0; i < BlockBytes; i++) begin
      if (i < 32'(offset_i)) window[0][i] = held_i[i];
    end
    for (int unsigned k = 0; k < Blocks; k++) be_o[k] = {BlockBytes{k < 32'(complete)}};
    be_o[0] &= {BlockBytes{1'b1}} << first_i;
  end

  assign blocks_o = window[Blocks-1:0];
  assign held_o   = window[complete];
  assign lo_o     = complete == '0 ? first_i : '0;
  assign hi_o     = end_pos[4:0];

endmodule
