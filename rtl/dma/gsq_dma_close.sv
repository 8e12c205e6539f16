// SPDX-License-Identifier: Apache-2.0
// The answers of gsq_dma_out: counts what was written, and completes descriptors.
//
// Latency: 1 cycle from the last answer to the completion. Throughput: an answer a cycle.
// Handshake: valid/ready on all sides; b_ready_o does not depend on b_valid_i; completions are a
// register.

`include "gsq_assert.svh"

module gsq_dma_close
  import gsq_dma_pkg::*;
#(
  /// Bits of a byte address in memory.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bits of the number of bytes of a segment.
  parameter int unsigned LenWidth = 11,
  /// Segments that are under way, at most.
  parameter int unsigned Outstanding = 64
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    valid_i,
  output logic                    ready_o,
  /// What the segment is: not padding.
  input  dma_kind_e               kind_i,
  /// Address in memory; of an end, that of its error.
  input  logic [DmaAddrWidth-1:0] addr_i,
  /// Tag of an end.
  input  logic [DmaTagWidth-1:0]  tag_i,
  /// Bytes; of an end, its status.
  input  logic [LenWidth-1:0]     bytes_i,
  /// A segment has been sent.
  input  logic                    sent_i,
  /// With bytes that could not be read.
  input  logic                    sent_error_i,
  input  logic                    b_valid_i,
  output logic                    b_ready_o,
  input  logic [1:0]              b_resp_i,
  /// The descriptor whose end comes next has failed.
  output logic                    failed_o,
  /// The end of a descriptor has been reached.
  output logic                    ended_o,
  output logic                    comp_valid_o,
  input  logic                    comp_ready_i,
  /// Completion.
  output dma_completion_t         comp_o
);

  logic                    failed_q;
  dma_status_e             status_q;  // of the first error, if failed_q
  logic [DmaAddrWidth-1:0] error_q;   // where it was
  logic [31:0]             bytes_q;   // written before it
  logic                    end_done;
  logic                    sent_valid, sent_error;
  logic                    answered;
  logic                    error;

  gsq_fifo #(
    .data_t(logic),
    .Depth (Outstanding)
  ) u_sent (
    .clk_i, .rst_ni,
    .push_i (sent_i),
    .data_i (sent_error_i),
    .valid_o(sent_valid),
    .ready_i(answered),
    .data_o (sent_error)
  );

  assign b_ready_o = valid_i && kind_i != DmaEnd && sent_valid;
  assign answered  = b_ready_o && b_valid_i;
  assign error     = b_resp_i[1] || sent_error;
  assign end_done  = valid_i && kind_i == DmaEnd && (!comp_valid_o || comp_ready_i);
  assign ended_o   = end_done;
  assign ready_o   = answered || end_done;
  assign failed_o  = failed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      failed_q     <= 1'b0;
      comp_valid_o <= 1'b0;
      bytes_q      <= '0;
    end else begin
      comp_valid_o <= end_done || (comp_valid_o && !comp_ready_i);
      if (end_done) begin
        failed_q <= 1'b0;
        bytes_q  <= '0;
      end else if (answered) begin
        failed_q <= failed_q || error;
        if (!failed_q && !error) bytes_q <= bytes_q + 32'(bytes_i);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (answered && error && !failed_q) begin
      status_q <= !b_resp_i[1] ? DmaUbError : b_resp_i[0] ? DmaDecErr : DmaSlvErr;
      error_q  <= addr_i;
    end
    if (end_done) begin
      comp_o.tag    <= tag_i;
      comp_o.status <= failed_q ? status_q : dma_status_e'(3'(bytes_i));
      comp_o.addr   <= failed_q ? 64'(error_q) : 64'(addr_i);
      comp_o.bytes  <= bytes_q;
    end
  end

  `GSQ_ASSERT_HOLD(completion_holds, comp_valid_o, comp_ready_i, comp_o)

endmodule
