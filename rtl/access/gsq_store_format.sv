// SPDX-License-Identifier: Apache-2.0
// Data and byte mask of a group, from the vector that its command read; holds U0..U3.
//
// Stores may pack their bytes, or append them to an unaligned-store register, which outputs the
// blocks that became complete; a post store empties such a register. The registers hold bytes at
// their places in a block. The valid range is known at issue and comes with the command, so the
// registers need no reset.
//
// Latency: combinational; an unaligned-store register has its new bytes in the cycle after take_i.
// Throughput: one group a cycle. No handshake.

`include "gsq_param_checks.svh"

module gsq_store_format
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256
) (
  /// Clock.
  input  logic                      clk_i,
  /// The group leaves: write its bytes to the unaligned-store register.
  input  logic                      take_i,
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

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)

  localparam int unsigned Blocks     = VlenBytes / BlockBytes;
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1);

  typedef logic [BlockBytes-1:0][7:0] block_t;

  block_t [NumUregs-1:0]               ureg_q;
  block_t                              held;
  block_t [Blocks-1:0]                 merged;
  logic   [Blocks-1:0][BlockBytes-1:0] merged_be;
  logic   [4:0]                        unused_lo, unused_hi;  // gsq_stream_state keeps its own

  // A post store appends nothing to the bytes held, so its first block is just these.
  logic [4:0] offset;
  assign offset = format_i == DataPost ? n_i[4:0] : offset_i;

  gsq_stream_merge #(
    .VlenBytes(VlenBytes)
  ) u_stream_merge (
    .data_i,
    .n_i     (CountWidth'(n_i)),
    .offset_i(offset),
    .first_i,
    .held_i  (ureg_q[u_i]),
    .blocks_o(merged),
    .be_o    (merged_be),
    .held_o  (held),
    .lo_o    (unused_lo),
    .hi_o    (unused_hi)
  );

  always_ff @(posedge clk_i) begin
    if (take_i && format_i == DataStream) ureg_q[u_i] <= held;
  end

  always_comb begin
    data_o = data_i;
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
      DataStream: begin
        data_o = merged;
        be_o   = merged_be;
      end
      DataPost: begin
        data_o = merged;
        be_o   = '0;
        for (int unsigned i = 0; i < BlockBytes; i++) begin
          be_o[i] = i >= 32'(first_i) && i < 32'(n_i);
        end
      end
      default: ;  // DataPlain
    endcase
  end

endmodule
