// SPDX-License-Identifier: Apache-2.0
// Stages P and S of the data of a group: bytes to write and byte mask; holds U0..U3.
//
// P packs the vector or moves the bytes of a stream to their places (gsq_store_format); S adds the
// bytes that an unaligned-store register holds, and takes those to be held next
// (gsq_stream_merge). So one stream store can follow another without a gap. The registers hold
// bytes at their places in a block. The valid range is known at issue and comes with the command,
// so the registers need no reset. Of a group that carries no data only the byte mask is computed.
//
// Latency: 1, from load_i to the outputs; an unaligned-store register has its new bytes in the
// cycle after pop_i. Throughput: one group a cycle. Handshake: load_i and pop_i.

`include "gsq_assert.svh"

module gsq_store_data
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256
) (
  input  logic                      clk_i,
  /// The group in P goes to S.
  input  logic                      load_i,
  /// The group in P carries data.
  input  logic                      carries_i,
  /// The group in S leaves: write its bytes to the unaligned-store register.
  input  logic                      pop_i,
  /// How data and mask are computed.
  input  data_format_e              format_i,
  /// Vector read from V.
  input  logic [VlenBytes-1:0][7:0] data_i,
  /// Bytes of the active lanes.
  input  logic [VlenBytes-1:0]      bytes_i,
  /// Stream, post: unaligned-store register.
  input  logic [1:0]                u_i,
  /// Stream: place of the first appended byte in its block.
  input  logic [4:0]                offset_i,
  /// Stream, post: first valid byte of the first block.
  input  logic [4:0]                first_i,
  /// Stream: bytes to append, 1..VlenBytes; post: end of the bytes held, at most 31.
  input  logic [8:0]                n_i,
  /// Data: contiguous accesses, bytes in order of address; scatters, lanes as read.
  output logic [VlenBytes-1:0][7:0] data_o,
  /// Contiguous accesses: bytes to read or write; otherwise bytes of active lanes.
  output logic [VlenBytes-1:0]      be_o
);

  localparam int unsigned BlocksWidth = $clog2(VlenBytes / BlockBytes + 1);

  // ---- Stage P ---------------------------------------------------------------------------------

  logic [VlenBytes-1:0][7:0] p_data;
  logic [VlenBytes-1:0]      p_be;
  logic [4:0]                p_below;
  logic [BlocksWidth-1:0]    p_complete;

  gsq_store_format #(
    .VlenBytes(VlenBytes)
  ) u_store_format (
    .format_i,
    .data_i,
    .bytes_i,
    .offset_i,
    .first_i,
    .n_i,
    .data_o    (p_data),
    .be_o      (p_be),
    .below_o   (p_below),
    .complete_o(p_complete)
  );

  // ---- Stage S ---------------------------------------------------------------------------------

  logic [VlenBytes-1:0][7:0]  data_q;  // no reset, down to ureg_q
  logic [4:0]                 below_q;
  logic [BlocksWidth-1:0]     complete_q;
  logic                       stream_q;
  logic [1:0]                 u_q;
  logic [BlockBytes-1:0][7:0] held;

  logic [NumUregs-1:0][BlockBytes-1:0][7:0] ureg_q;

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      be_o       <= p_be;
      below_q    <= p_below;
      complete_q <= p_complete;
      stream_q   <= format_i == DataStream;
      u_q        <= u_i;
    end
    if (load_i && carries_i) data_q <= p_data;
    if (pop_i && stream_q) ureg_q[u_q] <= held;
  end

  gsq_stream_merge #(
    .VlenBytes(VlenBytes)
  ) u_stream_merge (
    .blocks_i  (data_q),
    .offset_i  (below_q),
    .complete_i(complete_q),
    .held_i    (ureg_q[u_q]),
    .blocks_o  (data_o),
    .held_o    (held)
  );

  `GSQ_ASSERT_STILL(data_is_still, load_i && carries_i, data_q[0])

endmodule
