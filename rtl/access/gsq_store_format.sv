// SPDX-License-Identifier: Apache-2.0
// Data and byte mask of a group in stage P, from the vector that its command read.
//
// Stores may pack their bytes. Those of a stream are moved to their places in a block, see
// gsq_stream_rotate; stage S adds the bytes that an unaligned-store register holds. A post store
// writes only these.
//
// Combinational.

module gsq_store_format
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  localparam int unsigned BlocksWidth = $clog2(VlenBytes / BlockBytes + 1)
) (
  /// How data and mask are computed.
  input  data_format_e              format_i,
  /// Vector read from V.
  input  logic [VlenBytes-1:0][7:0] data_i,
  /// Bytes of the active lanes.
  input  logic [VlenBytes-1:0]      bytes_i,
  /// Stream: place of the first appended byte in its block.
  input  logic [4:0]                offset_i,
  /// Stream, post: first valid byte of the first block.
  input  logic [4:0]                first_i,
  /// Stream: bytes to append, 1..VlenBytes; post: end of the bytes held, at most 31.
  input  logic [8:0]                n_i,
  /// Data: contiguous accesses, bytes in order of address, those of a stream rotated; scatters,
  /// lanes as read.
  output logic [VlenBytes-1:0][7:0] data_o,
  /// Contiguous accesses: bytes to read or write; otherwise bytes of active lanes.
  output logic [VlenBytes-1:0]      be_o,
  /// Bytes of the first block that are held, or 31 if it has no others; 0 for other commands.
  output logic [4:0]                below_o,
  /// Stream: number of complete blocks.
  output logic [BlocksWidth-1:0]    complete_o
);

  localparam int unsigned CountWidth = $clog2(VlenBytes + 1);

  logic [4:0]                offset;   // 0: nothing is moved
  logic [VlenBytes-1:0][7:0] rotated;
  logic [VlenBytes-1:0]      stream_be;

  assign offset = format_i == DataStream ? offset_i : '0;

  gsq_stream_rotate #(
    .VlenBytes(VlenBytes)
  ) u_stream_rotate (
    .data_i,
    .n_i       (CountWidth'(n_i)),
    .offset_i  (offset),
    .first_i,
    .blocks_o  (rotated),
    .be_o      (stream_be),
    .complete_o
  );

  // A post store appends nothing to the bytes held, so its first block is just these: at most 31.
  assign below_o = format_i == DataPost ? '1 : offset;

  always_comb begin
    data_o = rotated;
    be_o   = bytes_i;
    unique case (format_i)
      DataAll:   be_o = '1;
      DataLower: be_o = (VlenBytes)'({(VlenBytes / 2){1'b1}});
      DataPackB16: begin
        be_o = '0;
        for (int unsigned i = 0; i < VlenBytes / 2; i++) begin
          data_o[i] = data_i[2*i];
          be_o[i]   = bytes_i[2*i];
        end
      end
      DataPackB32: begin
        be_o = '0;
        for (int unsigned i = 0; i < VlenBytes / 2; i++) begin
          data_o[i] = data_i[4*(i/2) + i%2];
          be_o[i]   = bytes_i[4*(i/2) + i%2];
        end
      end
      DataStream: be_o = stream_be;
      DataPost: begin
        be_o = '0;
        for (int unsigned i = 0; i < BlockBytes; i++) begin
          be_o[i] = i >= 32'(first_i) && i < 32'(n_i);
        end
      end
      default: ;  // DataPlain
    endcase
  end

endmodule
