// SPDX-License-Identifier: Apache-2.0
// Host port: an OBI subordinate with a 32-byte data path in front of the banks.
//
// Requests wait in a queue of HostQueueDepth. The oldest one waits until the access pipe does not
// use its column of banks. After HostPatience cycles it wins and the access pipe waits. A request
// outside UB is answered with an error and accesses nothing. The low five address bits are ignored.
//
// Latency: a request that is served in t is answered in t+2, reads and writes alike. Throughput:
// one access a cycle. Handshake: OBI; host_gnt_o and win_o depend on registers only, and the host
// cannot stall an answer.

`include "gsq_assert.svh"

module gsq_host_port
  import gsq_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  input  logic                       clk_i,
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
  /// Block of the oldest request.
  output logic [Cfg.BlockWidth-1:0]  block_o,
  /// The oldest request is a write.
  output logic                       we_o,
  /// Bytes to write.
  output logic [BlockBytes-1:0]      be_o,
  /// Data to write.
  output logic [BlockBytes-1:0][7:0] wdata_o,
  /// The access pipe needs a bank of the request's column in this cycle, whatever win_o is.
  input  logic                       busy_i,
  /// The request has waited long enough: the access pipe must not access a bank in this cycle.
  output logic                       win_o,
  /// The request is served in this cycle.
  output logic                       serve_o,
  /// Data of the block read in the cycle before.
  input  logic [BlockBytes-1:0][7:0] rdata_i
);

  localparam int unsigned WaitWidth = $clog2(Cfg.HostPatience);
  localparam int unsigned PtrWidth  = $clog2(HostQueueDepth);

  typedef struct packed {
    logic                       in_ub;
    logic [Cfg.BlockWidth-1:0]  block;
    logic                       we;
    logic [BlockBytes-1:0]      be;
    logic [BlockBytes-1:0][7:0] wdata;
  } request_t;

  logic [HostQueueDepth-1:0] valid_q;
  request_t                  request_q [HostQueueDepth];  // no reset
  logic [PtrWidth-1:0]       head_q;
  logic [PtrWidth-1:0]       tail_q;
  logic [WaitWidth-1:0]      waited_q;
  logic                      win_q;

  request_t head;      // the oldest request
  logic     request;   // it is inside UB
  logic     done;      // it leaves the queue in this cycle
  logic     answer_q;  // a request was served in the cycle before
  logic     error_q;

  assign host_gnt_o = !(&valid_q);
  assign head       = request_q[head_q];
  assign block_o    = head.block;
  assign we_o       = head.we;
  assign be_o       = head.be;
  assign wdata_o    = head.wdata;
  assign request    = valid_q[head_q] && head.in_ub;
  assign win_o      = win_q;
  assign serve_o    = request && (!busy_i || win_q);
  assign done       = serve_o || (valid_q[head_q] && !head.in_ub);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q       <= '0;
      head_q        <= '0;
      tail_q        <= '0;
      waited_q      <= '0;
      win_q         <= 1'b0;
      answer_q      <= 1'b0;
      error_q       <= 1'b0;
      host_rvalid_o <= 1'b0;
      host_err_o    <= 1'b0;
    end else begin
      if (host_req_i && host_gnt_o) begin
        valid_q[tail_q] <= 1'b1;
        tail_q          <= tail_q + 1'b1;
      end
      if (done) begin
        valid_q[head_q] <= 1'b0;
        head_q          <= head_q + 1'b1;
      end
      waited_q      <= request && !serve_o ? waited_q + 1'b1 : '0;
      win_q         <= request && !serve_o && waited_q == WaitWidth'(Cfg.HostPatience - 1);
      answer_q      <= done;
      error_q       <= !head.in_ub;
      host_rvalid_o <= answer_q;
      host_err_o    <= answer_q && error_q;
    end
  end

  // Every free entry takes the request; the valid bits say which one holds it.
  for (genvar i = 0; i < HostQueueDepth; i++) begin : g_entry
    always_ff @(posedge clk_i) begin
      if (host_req_i && !valid_q[i]) begin
        request_q[i] <= '{
          in_ub:  host_addr_i < Cfg.UbBytes,
          block:  host_addr_i[5 +: Cfg.BlockWidth],
          we:     host_we_i,
          be:     host_be_i,
          wdata:  host_wdata_i
        };
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (answer_q) host_rdata_o <= rdata_i;
  end

  `GSQ_ASSUME_HOLD(request_holds, host_req_i, host_gnt_o,
                   {host_addr_i, host_we_i, host_be_i, host_wdata_i})
  `GSQ_ASSERT_HOLD(waiting_holds, request, serve_o, {block_o, we_o, be_o, wdata_o})
  `GSQ_ASSERT(wins_when_waiting, !win_o || (request && serve_o))
  `GSQ_ASSERT(tail_is_free, valid_q[tail_q] == !host_gnt_o)
  `GSQ_ASSERT(head_is_used, valid_q[head_q] == (valid_q != '0))
  `GSQ_ASSERT(error_answers, !host_err_o || host_rvalid_o)

endmodule
