// SPDX-License-Identifier: Apache-2.0
// The OBI port of a copy engine: reads of index lists, and accesses of data.
//
// Index blocks go first: they are few, and a row waits for each. Answers come in the order of
// requests, so a queue of tags tells whose each one is.
//
// Latency: 1 cycle from a request to the port, none for answers. Throughput: one access a cycle.
// Handshake: valid/ready for requests; ready depends on registers only, and that of data on
// whether an index is requested. Answers cannot be stalled.

`include "gsq_assert.svh"

module gsq_dma_obi
  import gsq_pkg::BlockBytes;
#(
  /// Bits of a byte address in UB.
  parameter int unsigned UbAddrWidth = 18
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    index_valid_i,
  output logic                    index_ready_o,
  /// Block of indices to read.
  input  logic [UbAddrWidth-6:0]  index_block_i,
  /// A block of indices has been answered.
  output logic                    index_done_o,
  input  logic                    data_valid_i,
  output logic                    data_ready_o,
  /// Block of data.
  input  logic [UbAddrWidth-6:0]  data_block_i,
  /// Bytes to write; none: read.
  input  logic [BlockBytes-1:0]   data_be_i,
  /// Data to write.
  input  logic [8*BlockBytes-1:0] data_wdata_i,
  /// An access of data has been answered.
  output logic                    data_done_o,
  /// Accesses of data that are not answered.
  output logic [3:0]              data_pending_o,
  /// Data of the answer.
  output logic [8*BlockBytes-1:0] rdata_o,
  /// The answer is an error.
  output logic                    error_o,
  /// OBI: request.
  output logic                    host_req_o,
  /// OBI: grant.
  input  logic                    host_gnt_i,
  /// OBI: byte address.
  output logic [31:0]             host_addr_o,
  /// OBI: write.
  output logic                    host_we_o,
  /// OBI: bytes to write.
  output logic [BlockBytes-1:0]   host_be_o,
  /// OBI: data to write.
  output logic [8*BlockBytes-1:0] host_wdata_o,
  /// OBI: answer valid.
  input  logic                    host_rvalid_i,
  /// OBI: data read.
  input  logic [8*BlockBytes-1:0] host_rdata_i,
  /// OBI: the address is outside UB.
  input  logic                    host_err_i
);

  // A request of cycle t is on the port in t+1, answered in t+4 by gsq_host_port, and its place is
  // free in t+5.
  localparam int unsigned Places = 8;

  typedef struct packed {
    logic [UbAddrWidth-6:0]  block;
    logic [BlockBytes-1:0]   be;
    logic [8*BlockBytes-1:0] wdata;
  } request_t;

  request_t   request, port;
  logic [3:0] used_q;      // requests that are not answered
  logic [3:0] pending_q;   // those of data
  logic       room;
  logic       slice_ready;
  logic       push;
  logic       tag;         // the answer is that of data
  logic       tag_valid;
  logic       data_sent;

  assign room          = used_q != 4'(Places) && slice_ready;
  assign index_ready_o = room;
  assign data_ready_o  = room && !index_valid_i;
  assign push          = room && (index_valid_i || data_valid_i);
  assign data_sent     = data_valid_i && data_ready_o;
  assign request.block = index_valid_i ? index_block_i : data_block_i;
  assign request.be    = index_valid_i ? '0 : data_be_i;
  assign request.wdata = data_wdata_i;

  gsq_register_slice #(
    .data_t(request_t)
  ) u_port (
    .clk_i, .rst_ni,
    .valid_i(push),
    .ready_o(slice_ready),
    .data_i (request),
    .valid_o(host_req_o),
    .ready_i(host_gnt_i),
    .data_o (port)
  );

  assign host_addr_o  = 32'({port.block, 5'b0});
  assign host_we_o    = port.be != '0;
  assign host_be_o    = host_we_o ? port.be : '1;
  assign host_wdata_o = port.wdata;

  gsq_fifo #(
    .data_t(logic),
    .Depth (Places)
  ) u_tags (
    .clk_i, .rst_ni,
    .push_i (push),
    .data_i (!index_valid_i),
    .valid_o(tag_valid),
    .ready_i(host_rvalid_i),
    .data_o (tag)
  );

  assign index_done_o   = host_rvalid_i && !tag;
  assign data_done_o    = host_rvalid_i && tag;
  assign data_pending_o = pending_q;
  assign rdata_o        = host_rdata_i;
  assign error_o        = host_err_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q    <= '0;
      pending_q <= '0;
    end else begin
      used_q    <= used_q + 4'(push) - 4'(host_rvalid_i);
      pending_q <= pending_q + 4'(data_sent) - 4'(data_done_o);
    end
  end

  `GSQ_ASSUME(answers_are_expected, !host_rvalid_i || tag_valid)
  `GSQ_ASSERT_HOLD(request_holds, host_req_o, host_gnt_i,
                   {host_addr_o, host_we_o, host_be_o, host_wdata_o})

endmodule
