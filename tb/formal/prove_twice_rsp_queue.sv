// SPDX-License-Identifier: Apache-2.0
// gsq_rsp_queue, to be compared with a second copy: entries have no reset.
module prove_twice_rsp_queue
  import gsq_pkg::*;
#(
  parameter int unsigned RspDepth = 16,
  parameter int unsigned NumDone = 3,
  parameter int unsigned UbBytes = 262144
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic                               offer_i,
  input  logic                               alloc_i,
  input  rsp_t                               alloc_rsp_i,
  input  logic                               alloc_done_i,
  input  logic                               fault_i,
  input  logic [RspIdWidth-1:0]              fault_id_i,
  input  status_e                            fault_status_i,
  input  logic [8:0]                         fault_lane_i,
  input  logic [NumDone-1:0]                 done_i,
  input  logic [NumDone-1:0][RspIdWidth-1:0] done_id_i,
  input  logic                               rsp_ready_i,
  output logic                               full_o,
  output logic [RspIdWidth-1:0]              alloc_id_o,
  output logic                               rsp_valid_o,
  output rsp_t                               rsp_o,
  output logic [2*RspDepth-1:0]              inv_flags_o,
  output logic [2*$clog2(RspDepth)+1:0]      inv_pointers_o,
  output rsp_t [RspDepth-1:0]                inv_entries_o  // those in use
);

  typedef logic [$clog2(RspDepth)-1:0] id_t;

  rsp_t rsp;

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg =
      gsq_cfg_pkg::made(.UbBytes(UbBytes), .RspDepth(RspDepth));

  gsq_rsp_queue #(.Cfg(Cfg), .NumDone(NumDone)) dut (.rsp_o(rsp), .*);

  assign rsp_o          = rsp_valid_o ? rsp : '0;
  assign inv_flags_o    = {dut.done_q, dut.first_q};
  assign inv_pointers_o = {dut.head_q, dut.tail_q};

  always_comb begin
    inv_entries_o = '0;
    for (int unsigned i = 0; i < RspDepth; i++) begin
      if ({1'b0, id_t'(id_t'(i) - id_t'(dut.head_q))} < dut.tail_q - dut.head_q) begin
        inv_entries_o[i] = '{tag: dut.rsp_q[i].tag, status: dut.rsp_q[i].status,
                             info: 32'(dut.rsp_q[i].info)};
      end
    end
  end

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_comb begin
    assume (started_q || !rst_ni);
  end

endmodule
