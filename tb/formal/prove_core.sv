// SPDX-License-Identifier: Apache-2.0
// gsq_core: its responses stay while they stall, and its blocks keep to what they ask of each other,
// which their assertions say.
//
// The vector registers are not included: their read data is free, like bank data.
module prove_core
  import gsq_pkg::*;
#(
  parameter int unsigned VlenBytes = 32,
  parameter int unsigned UbBytes = 4096,
  parameter int unsigned Banks = 8,
  parameter int unsigned SqueezeCuts = 0
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   cmd_valid_i,
  input cmd_t                   cmd_i,
  input logic                   rsp_ready_i,
  input logic                   host_req_i,
  input logic [31:0]            host_addr_i,
  input logic                   host_we_i,
  input logic [31:0]            host_be_i,
  input logic [255:0]           host_wdata_i,
  input logic [Banks-1:0][31:0] bank_rdata_i
);

  logic rsp_valid, host_gnt;
  rsp_t rsp;

  gsq_core #(
    .VlenBytes(VlenBytes), .UbBytes(UbBytes), .Banks(Banks), .SqueezeCuts(SqueezeCuts)
  ) dut (
    .clk_i, .rst_ni, .cmd_valid_i, .cmd_ready_o(), .cmd_i, .rsp_valid_o(rsp_valid), .rsp_ready_i,
    .rsp_o(rsp), .host_req_i, .host_gnt_o(host_gnt), .host_addr_i, .host_we_i, .host_be_i, .host_wdata_i,
    .host_rvalid_o(), .host_rdata_o(), .host_err_o(), .bank_req_o(), .bank_we_o(), .bank_addr_o(),
    .bank_wdata_o(), .bank_be_o(), .bank_rdata_i
  );

  logic started_q = 1'b0;
  logic stall_q;  // the response of the last cycle was not taken
  rsp_t rsp_q;
  logic host_waits_q;  // the last cycle had a host access that was not granted
  logic [32+1+32+256-1:0] host_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    rsp_q     <= rsp;
    host_q    <= {host_addr_i, host_we_i, host_be_i, host_wdata_i};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {stall_q, host_waits_q} <= '0;
    else {stall_q, host_waits_q} <= {rsp_valid && !rsp_ready_i, host_req_i && !host_gnt};
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!host_waits_q || {host_req_i, host_addr_i, host_we_i, host_be_i, host_wdata_i} ==
                             {1'b1, host_q});  // OBI
    valid_stays: assert (!stall_q || rsp_valid);
    payload_stays: assert (!stall_q || rsp == rsp_q);
  end

endmodule
