// SPDX-License-Identifier: Apache-2.0
// Two copies of gsq_core whose registers without reset start with different values: from the first
// reset on no output shows which copy it is of.
//
// V and the mask registers, which commands read before they write them, start alike. V is not part of
// the proof: what it returns is free, the same in both.
module prove_twice_core
  import gsq_pkg::*;
#(
  parameter int unsigned VlenBytes = 32,
  parameter int unsigned UbBytes = 4096,
  parameter int unsigned Banks = 8,
  parameter int unsigned SqueezeCuts = 0,
  parameter int unsigned Window = 1
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       cmd_valid_i,
  input cmd_t                       cmd_i,
  input logic                       rsp_ready_i,
  input logic                       host_req_i,
  input logic [31:0]                host_addr_i,
  input logic                       host_we_i,
  input logic [31:0]                host_be_i,
  input logic [255:0]               host_wdata_i,
  input logic [Banks-1:0][31:0]     bank_rdata_i,
  input logic [2:0][8*VlenBytes-1:0] v_rdata_i
);

  localparam int unsigned WordWidth = $clog2(UbBytes / 4 / Banks);

  typedef struct packed {
    logic                            cmd_ready;
    logic                            rsp_valid;
    rsp_t                            rsp;
    logic                            host_gnt;
    logic                            host_rvalid;
    logic                            host_err;
    logic [255:0]                    host_rdata;
    logic [Banks-1:0]                bank_req;
    logic [Banks-1:0]                bank_we;
    logic [Banks-1:0][WordWidth-1:0] bank_addr;
    logic [Banks-1:0][3:0]           bank_be;
    logic [Banks-1:0][3:0][7:0]      bank_wdata;
    logic [1:0]                      v_we;
    logic [1:0][4:0]                 v_waddr;
    logic [1:0][8*VlenBytes-1:0]     v_wdata;
  } ports_t;

  ports_t [1:0] ports;  // 0 where they say nothing
  logic [1:0][NumMregs*VlenBytes-1:0] masks;

  for (genvar k = 0; k < 2; k++) begin : g_copy
    ports_t out;
    gsq_core #(
      .VlenBytes(VlenBytes), .UbBytes(UbBytes), .Banks(Banks), .SqueezeCuts(SqueezeCuts),
      .Window(Window)
    ) dut (
      .clk_i, .rst_ni, .cmd_valid_i, .cmd_ready_o(out.cmd_ready), .cmd_i,
      .rsp_valid_o(out.rsp_valid), .rsp_ready_i, .rsp_o(out.rsp), .host_req_i,
      .host_gnt_o(out.host_gnt), .host_addr_i, .host_we_i, .host_be_i, .host_wdata_i,
      .host_rvalid_o(out.host_rvalid), .host_rdata_o(out.host_rdata), .host_err_o(out.host_err),
      .bank_req_o(out.bank_req), .bank_we_o(out.bank_we), .bank_addr_o(out.bank_addr),
      .bank_wdata_o(out.bank_wdata), .bank_be_o(out.bank_be), .bank_rdata_i
    );
    assign out.v_we = dut.v_we;
    assign out.v_waddr = dut.v_waddr;
    assign out.v_wdata = dut.v_wdata;
    assign masks[k] = dut.u_issue.u_checks.u_masks.mreg_q;
    always_comb begin
      assume (dut.v_rdata == v_rdata_i);
      ports[k] = out;
      if (!out.rsp_valid) ports[k].rsp = '0;
      if (!out.host_rvalid) ports[k].host_rdata = '0;
      for (int unsigned i = 0; i < Banks; i++) begin
        if (!out.bank_req[i]) begin
          ports[k].bank_we[i] = 1'b0;
          {ports[k].bank_addr[i], ports[k].bank_be[i]} = '0;
        end
        for (int unsigned j = 0; j < 4; j++) begin
          if (!(out.bank_req[i] && out.bank_we[i] && out.bank_be[i][j])) begin
            ports[k].bank_wdata[i][j] = '0;
          end
        end
      end
      for (int unsigned i = 0; i < 2; i++) begin
        if (!out.v_we[i]) {ports[k].v_waddr[i], ports[k].v_wdata[i]} = '0;
      end
    end
  end

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_comb begin
    assume (started_q || (!rst_ni && masks[0] == masks[1]));
    same_control: assert ({ports[0].cmd_ready, ports[0].rsp_valid, ports[0].rsp, ports[0].host_gnt, ports[0].host_rvalid, ports[0].host_err} ==
      {ports[1].cmd_ready, ports[1].rsp_valid, ports[1].rsp, ports[1].host_gnt, ports[1].host_rvalid, ports[1].host_err});
    same_host: assert (ports[0].host_rdata == ports[1].host_rdata);
    same_access: assert ({ports[0].bank_req, ports[0].bank_we, ports[0].bank_addr, ports[0].bank_be} ==
                         {ports[1].bank_req, ports[1].bank_we, ports[1].bank_addr, ports[1].bank_be});
    same_wdata: assert (ports[0].bank_wdata == ports[1].bank_wdata);
    same_v: assert ({ports[0].v_we, ports[0].v_waddr, ports[0].v_wdata} ==
                    {ports[1].v_we, ports[1].v_waddr, ports[1].v_wdata});
  end

endmodule
