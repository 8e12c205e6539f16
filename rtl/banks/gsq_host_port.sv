// SPDX-License-Identifier: Apache-2.0
// Host port: an OBI subordinate with a 32-byte data path in front of the banks.
//
// A request waits until the access pipe does not use its column of banks. After HostPatience cycles
// the request wins and the access pipe waits. A request outside UB is answered with an error and
// accesses nothing. The low five address bits are ignored.
//
// Latency: a request that is served in t is answered in t+2, reads and writes alike. Throughput:
// one access a cycle. Handshake: OBI; host_gnt_o does not depend on host_req_i, and the host cannot
// stall an answer.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_host_port
  import gsq_pkg::*;
#(
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Derived, do not set: bits of a block address.
  localparam int unsigned BlockWidth = $clog2(UbBytes / BlockBytes)
) (
  /// Clock.
  input  logic                       clk_i,
  /// Reset, active low.
  input  logic                       rst_ni,
  /// OBI: request.
  input  logic                       host_req_i,
  /// OBI: grant.
  output logic                       host_gnt_o,
  /// OBI: byte address.
  input  logic [31:0]                host_addr_i,
  /// OBI: write.
  input  logic                       host_we_i,
  /// OBI: bytes to write.
  input  logic [BlockBytes-1:0]      host_be_i,
  /// OBI: data to write.
  input  logic [BlockBytes-1:0][7:0] host_wdata_i,
  /// OBI: answer valid.
  output logic                       host_rvalid_o,
  /// OBI: data read.
  output logic [BlockBytes-1:0][7:0] host_rdata_o,
  /// OBI: the address is outside UB.
  output logic                       host_err_o,
  /// Block of the waiting request.
  output logic [BlockWidth-1:0]      block_o,
  /// The waiting request is a write.
  output logic                       we_o,
  /// Bytes to write.
  output logic [BlockBytes-1:0]      be_o,
  /// Data to write.
  output logic [BlockBytes-1:0][7:0] wdata_o,
  /// The access pipe needs a bank of that column in this cycle, whatever win_o is.
  input  logic                       busy_i,
  /// The request has waited long enough: the access pipe must not access a bank in this cycle.
  output logic                       win_o,
  /// The request is served in this cycle.
  output logic                       serve_o,
  /// Data of the block read in the cycle before.
  input  logic [BlockBytes-1:0][7:0] rdata_i
);

  `GSQ_CHECK_UB_BYTES(UbBytes)

  localparam int unsigned WaitWidth = $clog2(HostPatience + 1);

  logic                       valid_q;
  logic                       inside_q;
  logic [WaitWidth-1:0]       waited_q;
  logic [BlockWidth-1:0]      block_q;  // payload: no reset, down to wdata_q
  logic                       we_q;
  logic [BlockBytes-1:0]      be_q;
  logic [BlockBytes-1:0][7:0] wdata_q;

  logic wants;     // a request inside UB waits
  logic answer_q;  // a request was served in the cycle before
  logic error_q;
  logic read_q;
  logic done;      // the request leaves its register in this cycle

  assign wants      = valid_q && inside_q;
  assign block_o    = block_q;
  assign we_o       = we_q;
  assign be_o       = be_q;
  assign wdata_o    = wdata_q;
  assign win_o      = wants && busy_i && waited_q == WaitWidth'(HostPatience);
  assign serve_o    = wants && (!busy_i || win_o);
  assign done       = serve_o || (valid_q && !inside_q);
  assign host_gnt_o = !valid_q || done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q       <= 1'b0;
      inside_q      <= 1'b0;
      waited_q      <= '0;
      answer_q      <= 1'b0;
      error_q       <= 1'b0;
      read_q        <= 1'b0;
      host_rvalid_o <= 1'b0;
      host_err_o    <= 1'b0;
    end else begin
      if (host_gnt_o) begin
        valid_q  <= host_req_i;
        inside_q <= host_addr_i < UbBytes;
        waited_q <= '0;
      end else begin
        waited_q <= waited_q + 1'b1;
      end
      answer_q      <= done;
      error_q       <= !inside_q;
      read_q        <= serve_o && !we_q;
      host_rvalid_o <= answer_q;
      host_err_o    <= answer_q && error_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (host_gnt_o && host_req_i) begin
      block_q <= host_addr_i[5 +: BlockWidth];
      we_q    <= host_we_i;
      be_q    <= host_be_i;
      wdata_q <= host_wdata_i;
    end
    if (read_q) host_rdata_o <= rdata_i;
  end

  `GSQ_ASSUME_HOLD(request_holds, host_req_i, host_gnt_o,
                   {host_addr_i, host_we_i, host_be_i, host_wdata_i})
  `GSQ_ASSERT_HOLD(waiting_holds, wants, serve_o, {block_o, we_o, be_o, wdata_o})
  `GSQ_ASSERT(bounded_wait, !valid_q || waited_q <= WaitWidth'(HostPatience))
  `GSQ_ASSERT(error_answers, !host_err_o || host_rvalid_o)

endmodule
