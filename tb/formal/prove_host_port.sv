// SPDX-License-Identifier: Apache-2.0
// gsq_host_port: every granted request is served once, unchanged, in bounded time, and answered
// two cycles later with the data that the banks return.
module prove_host_port
  import gsq_pkg::*;
#(
  parameter int unsigned UbBytes = 4096
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         host_req_i,
  input logic [31:0]  host_addr_i,
  input logic         host_we_i,
  input logic [31:0]  host_be_i,
  input logic [255:0] host_wdata_i,
  input logic         busy_i,
  input logic [255:0] rdata_i
);

  localparam int unsigned BlockWidth = $clog2(UbBytes / 32);

  logic                  gnt, rvalid, err, we, win, serve;
  logic [255:0]          rdata, wdata;
  logic [31:0]           be;
  logic [BlockWidth-1:0] block;

  gsq_host_port #(
    .UbBytes(UbBytes)
  ) dut (
    .clk_i, .rst_ni, .host_req_i, .host_gnt_o(gnt), .host_addr_i, .host_we_i, .host_be_i,
    .host_wdata_i, .host_rvalid_o(rvalid), .host_rdata_o(rdata), .host_err_o(err), .block_o(block),
    .we_o(we), .be_o(be), .wdata_o(wdata), .busy_i, .win_o(win), .serve_o(serve), .rdata_i
  );

  logic         started_q = 1'b0;
  logic         waits_q;          // a request was granted and is not finished
  logic [6:0]   waited_q;         // cycles that it has waited
  logic [31:0]  addr_q, be_q;     // the request
  logic         we_q;
  logic [255:0] wdata_q;
  logic         one_q, two_q;     // a request was finished one, two cycles ago
  logic         one_err_q, two_err_q, one_read_q, two_read_q;
  logic [255:0] two_rdata_q;

  logic inside_ub, finished;
  assign inside_ub = addr_q < UbBytes;
  assign finished  = waits_q && (serve || !inside_ub);

  always_ff @(posedge clk_i) begin
    started_q   <= 1'b1;
    two_rdata_q <= rdata_i;
    if (host_req_i && gnt) {addr_q, we_q, be_q, wdata_q} <=
                           {host_addr_i, host_we_i, host_be_i, host_wdata_i};
    {two_err_q, one_err_q}   <= {one_err_q, !inside_ub};
    {two_read_q, one_read_q} <= {one_read_q, inside_ub && !we_q};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q  <= 1'b0;
      waited_q <= '0;
      one_q    <= 1'b0;
      two_q    <= 1'b0;
    end else begin
      if (host_req_i && gnt) waits_q <= 1'b1;
      else if (finished) waits_q <= 1'b0;
      waited_q <= waits_q && !finished ? waited_q + 1'b1 : '0;
      one_q    <= finished;
      two_q    <= one_q;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);

    granted_when_free: assert (gnt == (!waits_q || finished));
    served_once: assert (!serve || (waits_q && inside_ub));
    served_when_free: assert (!waits_q || !inside_ub || busy_i || serve);
    served_in_time: assert (waited_q <= 7'(HostPatience));
    wins_only_late: assert (win == (waits_q && inside_ub && busy_i &&
                                    waited_q == 7'(HostPatience)));
    waits_for_others: assert (!serve || !busy_i || win);
    as_it_was: assert (!waits_q || !inside_ub ||
                       {block, we, be, wdata} == {addr_q[5 +: BlockWidth], we_q, be_q, wdata_q});
    answered: assert (rvalid == two_q);
    error_outside: assert (!rvalid || err == two_err_q);
    data_of_banks: assert (!rvalid || !two_read_q || rdata == two_rdata_q);

    // Invariants that make the above inductive: registers of the port and those here agree.
    inv_waits: assert (dut.valid_q == waits_q && (!waits_q || dut.inside_q == inside_ub) &&
                       (!waits_q || dut.waited_q == waited_q));
    inv_request: assert (!waits_q || {dut.block_q, dut.we_q, dut.be_q, dut.wdata_q} ==
                                     {addr_q[5 +: BlockWidth], we_q, be_q, wdata_q});
    inv_answer: assert (dut.answer_q == one_q && (!one_q || (dut.error_q == one_err_q &&
                                                             dut.read_q == one_read_q)));
  end

endmodule
