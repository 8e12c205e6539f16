// SPDX-License-Identifier: Apache-2.0
// Several OBI managers in front of one subordinate, in turn.
//
// A request that is offered stays until it is granted. Answers come in the order of grants, so a
// queue of numbers tells whose each one is.
//
// Latency: none. Throughput: one access a cycle. Handshake: OBI; a grant depends on host_gnt_i and
// on the requests. Answers cannot be stalled.

`include "gsq_assert.svh"

module gsq_obi_join
  import gsq_pkg::BlockBytes;
#(
  /// Managers: at least 2.
  parameter int unsigned Managers = 3,
  /// Accesses that are granted and not answered, at most: at least 2.
  parameter int unsigned Depth = 8
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  /// Per manager: request.
  input  logic [Managers-1:0]                   req_i,
  /// Per manager: grant.
  output logic [Managers-1:0]                   gnt_o,
  /// Per manager: byte address.
  input  logic [Managers-1:0][31:0]             addr_i,
  /// Per manager: write.
  input  logic [Managers-1:0]                   we_i,
  /// Per manager: bytes to write.
  input  logic [Managers-1:0][BlockBytes-1:0]   be_i,
  /// Per manager: data to write.
  input  logic [Managers-1:0][8*BlockBytes-1:0] wdata_i,
  /// Per manager: answer valid; data and error are those of the subordinate.
  output logic [Managers-1:0]                   rvalid_o,
  /// OBI: request.
  output logic                                  host_req_o,
  /// OBI: grant.
  input  logic                                  host_gnt_i,
  /// OBI: byte address.
  output logic [31:0]                           host_addr_o,
  /// OBI: write.
  output logic                                  host_we_o,
  /// OBI: bytes to write.
  output logic [BlockBytes-1:0]                 host_be_o,
  /// OBI: data to write.
  output logic [8*BlockBytes-1:0]               host_wdata_o,
  /// OBI: answer valid.
  input  logic                                  host_rvalid_i
);

  localparam int unsigned PathWidth = $clog2(Depth + 1);

  logic [Managers-1:0]  behind_q;  // managers behind the one that was last
  logic [Managers-1:0]  above, turn, pick;
  logic [Managers-1:0]  held_q;    // offered and not granted
  logic [Managers-1:0]  owner;     // of the next answer
  logic                 grant, owned;
  logic [PathWidth-1:0] paths_q;

  assign above = req_i & behind_q;
  assign turn  = above != '0 ? above & -above : req_i & -req_i;
  assign pick  = held_q != '0 ? held_q : turn;

  assign host_req_o = pick != '0 && paths_q != PathWidth'(Depth);
  assign grant      = host_req_o && host_gnt_i;
  assign gnt_o      = grant ? pick : '0;
  assign rvalid_o   = host_rvalid_i && owned ? owner : '0;

  always_comb begin
    host_addr_o  = '0;
    host_we_o    = 1'b0;
    host_be_o    = '0;
    host_wdata_o = '0;
    for (int unsigned i = 0; i < Managers; i++) begin
      if (pick[i]) begin
        host_addr_o  = host_addr_o | addr_i[i];
        host_we_o    = host_we_o | we_i[i];
        host_be_o    = host_be_o | be_i[i];
        host_wdata_o = host_wdata_o | wdata_i[i];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      behind_q <= '0;
      held_q   <= '0;
      paths_q  <= '0;
    end else begin
      held_q  <= host_req_o && !host_gnt_i ? pick : '0;
      paths_q <= paths_q + PathWidth'(grant) - PathWidth'(host_rvalid_i);
      if (grant) behind_q <= ~(pick | (pick - 1'b1));
    end
  end

  gsq_fifo #(
    .data_t(logic [Managers-1:0]),
    .Depth (Depth)
  ) u_owners (
    .clk_i, .rst_ni,
    .push_i (grant),
    .data_i (pick),
    .valid_o(owned),
    .ready_i(host_rvalid_i),
    .data_o (owner)
  );

  `GSQ_ASSUME(answers_an_access, !host_rvalid_i || owned)
  `GSQ_ASSERT(one_access, $onehot0(pick))
  `GSQ_ASSERT_HOLD(request_holds, host_req_o, host_gnt_i, {host_addr_o, host_we_o, host_be_o})

endmodule
