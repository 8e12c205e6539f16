// gsq_core: its responses stay while they stall, and it keeps to what its queues ask of it.
//
// The vector registers are left out: what is read from them may be anything, as may bank data.
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

  logic rsp_valid;
  rsp_t rsp;

  gsq_core #(
    .VlenBytes(VlenBytes), .UbBytes(UbBytes), .Banks(Banks), .SqueezeCuts(SqueezeCuts)
  ) dut (
    .clk_i, .rst_ni, .cmd_valid_i, .cmd_ready_o(), .cmd_i, .rsp_valid_o(rsp_valid), .rsp_ready_i,
    .rsp_o(rsp), .host_req_i, .host_gnt_o(), .host_addr_i, .host_we_i, .host_be_i, .host_wdata_i,
    .host_rvalid_o(), .host_rdata_o(), .host_err_o(), .bank_req_o(), .bank_we_o(), .bank_addr_o(),
    .bank_wdata_o(), .bank_be_o(), .bank_rdata_i
  );

  logic started_q = 1'b0;
  logic stall_q;  // the last cycle offered a response that nobody took
  rsp_t rsp_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    rsp_q     <= rsp;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stall_q <= 1'b0;
    else stall_q <= rsp_valid && !rsp_ready_i;
  end

  // An entry of the response queue that is taken and not done.
  function automatic logic open(logic [3:0] id, logic [4:0] head, logic [4:0] tail,
                                logic [15:0] done);
    return 5'(4'(id - head[3:0])) < 5'(tail - head) && !done[id];
  endfunction

  always_comb begin
    assume (started_q || !rst_ni);
    valid_stays: assert (!stall_q || rsp_valid);
    payload_stays: assert (!stall_q || rsp == rsp_q);
    rsp_queue_has_place: assert (!dut.u_issue.u_rsp_queue.alloc_i || !dut.u_issue.u_rsp_queue.full_o);
    mem_queue_has_place: assert (!dut.u_issue.u_mem_queue.push_i || !dut.u_issue.u_mem_queue.full_o);
    fault_is_open: assert (!dut.u_issue.u_rsp_queue.fault_i ||
        open(dut.u_issue.u_rsp_queue.fault_id_i, dut.u_issue.u_rsp_queue.head_q, dut.u_issue.u_rsp_queue.tail_q,
             dut.u_issue.u_rsp_queue.done_q));
  end

  for (genvar p = 0; p < 3; p++) begin : g_done
    always_comb begin
      done_is_open: assert (!dut.u_issue.u_rsp_queue.done_i[p] ||
          open(dut.u_issue.u_rsp_queue.done_id_i[p], dut.u_issue.u_rsp_queue.head_q, dut.u_issue.u_rsp_queue.tail_q,
               dut.u_issue.u_rsp_queue.done_q));
    end
  end

endmodule
