// SPDX-License-Identifier: Apache-2.0
// Reads the blocks of UB that segments lie in, each once when the next one begins where one ends.
//
// Latency: 1 cycle from a segment to its first request, 1 from an answer to its block.
// Throughput: a block a cycle; a segment that needs no block takes one. Handshake: valid/ready
// for segments, requests and blocks; an answer cannot be stalled, so a request goes out when
// there is a place.

`include "gsq_assert.svh"

module gsq_dma_fetch
  import gsq_pkg::BlockBytes;
#(
  /// Bits of a byte address in UB.
  parameter int unsigned UbAddrWidth = 18,
  /// Bits of the number of bytes of a segment.
  parameter int unsigned LenWidth = 11
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    valid_i,
  output logic                    ready_o,
  /// Address in UB of the segment.
  input  logic [UbAddrWidth-1:0]  ub_i,
  /// Bytes of the segment.
  input  logic [LenWidth-1:0]     bytes_i,
  /// The first block of the segment is the last one of the segment before.
  input  logic                    again_i,
  output logic                    req_valid_o,
  input  logic                    req_ready_i,
  /// Block to read.
  output logic [UbAddrWidth-6:0]  req_block_o,
  /// An answer comes.
  input  logic                    ans_valid_i,
  /// Data of the answer.
  input  logic [8*BlockBytes-1:0] ans_data_i,
  /// The answer is an error.
  input  logic                    ans_error_i,
  output logic                    valid_o,
  input  logic                    ready_i,
  /// Block.
  output logic [8*BlockBytes-1:0] data_o,
  /// The block could not be read.
  output logic                    error_o
);

  // A request of cycle t is answered in t+4, its block taken in t+5, its place free in t+6.
  localparam int unsigned Places     = 6;
  localparam int unsigned BlockWidth = UbAddrWidth - 5;
  localparam int unsigned CountWidth = LenWidth > 5 ? LenWidth - 3 : 2;  // of blocks in a segment

  typedef struct packed {
    logic                    error;
    logic [8*BlockBytes-1:0] data;
  } entry_t;

  logic                  valid_q;
  logic [BlockWidth-1:0] block_q;  // the next one to read
  logic [CountWidth-1:0] left_q;   // blocks to read
  logic [2:0]            used_q;   // places for blocks that are promised or taken
  logic                  sent;
  logic                  pop;
  entry_t                entry;
  logic [LenWidth+1:0]   behind;   // end of the segment, from the start of its first block

  assign behind      = (LenWidth + 2)'(ub_i[4:0]) + (LenWidth + 2)'(bytes_i) + (LenWidth + 2)'(31);
  assign req_valid_o = valid_q && left_q != '0 && used_q != 3'(Places);
  assign req_block_o = block_q;
  assign sent        = req_valid_o && req_ready_i;
  assign ready_o     = !valid_q || left_q == '0 || (left_q == CountWidth'(1) && sent);
  assign pop         = valid_o && ready_i;
  assign data_o      = entry.data;
  assign error_o     = entry.error;

  gsq_fifo #(
    .data_t(entry_t),
    .Depth (Places)
  ) u_blocks (
    .clk_i, .rst_ni,
    .push_i (ans_valid_i),
    .data_i ('{ans_error_i, ans_data_i}),
    .valid_o,
    .ready_i,
    .data_o (entry)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      used_q  <= '0;
    end else begin
      if (ready_o) valid_q <= valid_i;
      used_q <= used_q + 3'(sent) - 3'(pop);
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      block_q <= ub_i[UbAddrWidth-1:5] + BlockWidth'(again_i);
      left_q  <= CountWidth'(behind >> 5) - CountWidth'(again_i);
    end else if (sent) begin
      block_q <= block_q + 1'b1;
      left_q  <= left_q - 1'b1;
    end
  end

endmodule
