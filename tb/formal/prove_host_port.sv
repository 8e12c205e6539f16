// SPDX-License-Identifier: Apache-2.0
// gsq_host_port: every granted request is served once, in order, unchanged, in bounded time, and
// answered two cycles later with the data that the banks return.
module prove_host_port
  import gsq_pkg::*;
#(
  parameter int unsigned UbBytes = 4096,
  parameter int unsigned HostPatience = 64
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
  typedef logic [$clog2(HostPatience):0] wait_t;

  logic                  gnt, rvalid, err, we, win, serve;
  logic [255:0]          rdata, wdata;
  logic [31:0]           be;
  logic [BlockWidth-1:0] block;

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg =
      gsq_cfg_pkg::made(.UbBytes(UbBytes), .HostPatience(HostPatience));

  gsq_host_port #(.Cfg(Cfg)) dut (
    .clk_i, .rst_ni, .host_req_i, .host_gnt_o(gnt), .host_addr_i, .host_we_i, .host_be_i,
    .host_wdata_i, .host_rvalid_o(rvalid), .host_rdata_o(rdata), .host_err_o(err), .block_o(block),
    .we_o(we), .be_o(be), .wdata_o(wdata), .busy_i, .win_o(win), .serve_o(serve), .rdata_i
  );

  typedef struct packed {
    logic [31:0]  addr;
    logic         we;
    logic [31:0]  be;
    logic [255:0] wdata;
  } request_t;

  logic         started_q = 1'b0;
  logic [1:0]   count_q;          // requests granted and not finished
  request_t     oldest_q, next_q;
  wait_t        waited_q;         // cycles that the oldest one has waited
  logic         one_q, two_q;     // a request was finished one, two cycles ago
  logic         one_err_q, two_err_q, one_read_q, two_read_q;
  logic [255:0] two_rdata_q;

  request_t taken;
  logic     push, waits, inside_ub, finished;
  assign taken     = '{addr: host_addr_i, we: host_we_i, be: host_be_i, wdata: host_wdata_i};
  assign push      = host_req_i && gnt;
  assign waits     = count_q != '0;
  assign inside_ub = oldest_q.addr < UbBytes;
  assign finished  = waits && (serve || !inside_ub);

  always_ff @(posedge clk_i) begin
    started_q   <= 1'b1;
    two_rdata_q <= rdata_i;
    if (finished) oldest_q <= count_q == 2'd2 ? next_q : taken;
    else if (!waits) oldest_q <= taken;
    if (push) next_q <= taken;
    {two_err_q, one_err_q}   <= {one_err_q, !inside_ub};
    {two_read_q, one_read_q} <= {one_read_q, inside_ub && !oldest_q.we};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q  <= '0;
      waited_q <= '0;
      one_q    <= 1'b0;
      two_q    <= 1'b0;
    end else begin
      count_q  <= count_q + 2'(push) - 2'(finished);
      waited_q <= waits && !finished ? waited_q + 1'b1 : '0;
      one_q    <= finished;
      two_q    <= one_q;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);

    granted_when_free: assert (gnt == (count_q < 2'd2));
    served_once: assert (!serve || (waits && inside_ub));
    served_when_free: assert (!waits || !inside_ub || busy_i || serve);
    served_in_time: assert (waited_q <= wait_t'(HostPatience));
    wins_only_late: assert (win == (waits && inside_ub && waited_q == wait_t'(HostPatience)));
    waits_for_others: assert (!serve || !busy_i || win);
    as_it_was: assert (!waits || !inside_ub ||
                       {block, we, be, wdata} == {oldest_q.addr[5 +: BlockWidth], oldest_q.we,
                                                  oldest_q.be, oldest_q.wdata});
    answered: assert (rvalid == two_q);
    error_outside: assert (!rvalid || err == two_err_q);
    data_of_banks: assert (!rvalid || !two_read_q || rdata == two_rdata_q);

    // Invariants that make the above inductive: registers of the port and those here agree.
    inv_count: assert (count_q <= 2'd2 && dut.valid_q == (count_q == 2'd2 ? 2'b11 :
                       count_q == 2'd1 ? 2'b01 << dut.head_q : 2'b00) &&
                       dut.tail_q == (dut.head_q ^ count_q[0]));
    inv_waits: assert (dut.waited_q == waited_q[$bits(wait_t)-2:0] && (waited_q == '0 || (waits && inside_ub)));
    inv_win: assert (dut.win_q == (waited_q == wait_t'(HostPatience)));
    inv_oldest: assert (!waits || dut.request_q[dut.head_q] ==
                        {inside_ub, oldest_q.addr[5 +: BlockWidth], oldest_q.we, oldest_q.be,
                         oldest_q.wdata});
    inv_next: assert (count_q != 2'd2 || dut.request_q[~dut.head_q] ==
                      {next_q.addr < UbBytes, next_q.addr[5 +: BlockWidth], next_q.we, next_q.be,
                       next_q.wdata});
    inv_answer: assert (dut.answer_q == one_q && (!one_q || dut.error_q == one_err_q));
  end

endmodule
