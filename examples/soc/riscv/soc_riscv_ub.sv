// SPDX-License-Identifier: Apache-2.0
// Accesses of a word to a host port of 32 bytes.
//
// Latency, throughput: those of the host port; combinational, but for which word of a block an
// answer has. Handshake: OBI; the grant goes to the requester without passing here. At most Depth
// accesses may be in flight.
module soc_riscv_ub
  import gsq_pkg::*;
#(
  /// Accesses that may be in flight, at least 2.
  parameter int unsigned Depth = 4
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// A request is granted in this cycle.
  input  logic                    taken_i,
  /// Processor: which word of its block, bits 4:2 of the byte address.
  input  logic [2:0]              word_i,
  /// Processor: bytes of the word.
  input  logic [3:0]              be_i,
  /// Processor: word to write.
  input  logic [31:0]             wdata_i,
  /// Processor: word read.
  output logic [31:0]             rdata_o,
  /// Host port: bytes to write.
  output logic [BlockBytes-1:0]   host_be_o,
  /// Host port: data to write.
  output logic [8*BlockBytes-1:0] host_wdata_o,
  /// Host port: answer valid.
  input  logic                    host_rvalid_i,
  /// Host port: data read.
  input  logic [8*BlockBytes-1:0] host_rdata_i
);

  logic [2:0] answered;
  logic       unused_valid;

  assign host_be_o    = BlockBytes'(be_i) << {word_i, 2'b00};
  assign host_wdata_o = {(BlockBytes / 4){wdata_i}};
  assign rdata_o      = host_rdata_i[32*answered+:32];

  gsq_fifo #(
    .data_t(logic [2:0]),
    .Depth (Depth)
  ) u_words (
    .clk_i, .rst_ni,
    .push_i (taken_i),
    .data_i (word_i),
    .valid_o(unused_valid),
    .ready_i(host_rvalid_i),
    .data_o (answered)
  );

endmodule
