// SPDX-License-Identifier: Apache-2.0
// gsq_mem_queue, to be compared with a second copy: entries have no reset.
module prove_twice_mem_queue
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 32,
  parameter int unsigned AheadWidth = 3
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,
  input  logic                                     offer_i,
  input  logic                                     push_i,
  input  mem_op_t                                  op_i,
  input  logic [VlenBytes-1:0]                     bytes_i,
  input  logic [AheadWidth-1:0]                    data_ahead_i,
  input  logic [AheadWidth-1:0]                    index_ahead_i,
  input  logic                                     compute_write_i,
  input  logic [4:0]                               compute_vd_i,
  input  logic [2:0][4:0]                          query_i,
  input  logic                                     ready_i,
  output logic                                     full_o,
  output logic                                     overwrites_o,
  output logic [2:0]                               loads_o,
  output logic                                     valid_o,
  output mem_op_t                                  op_o,
  output logic [VlenBytes-1:0]                     bytes_o,
  output logic [MemQueueDepth*(2*AheadWidth+1)+3:0] inv_control_o,
  output mem_op_t [MemQueueDepth-1:0]              inv_ops_o,    // of entries in use
  output logic [MemQueueDepth-1:0][VlenBytes-1:0]  inv_bytes_o
);

  mem_op_t              op;
  logic [VlenBytes-1:0] bytes;

  gsq_mem_queue #(.VlenBytes(VlenBytes), .AheadWidth(AheadWidth)) dut (
    .op_o(op), .bytes_o(bytes), .*
  );

  assign op_o          = valid_o ? op : '0;
  assign bytes_o       = valid_o ? bytes : '0;
  assign inv_control_o = {dut.data_ahead_q, dut.index_ahead_q, dut.used_q, dut.head_q, dut.tail_q};

  for (genvar i = 0; i < MemQueueDepth; i++) begin : g_entry
    assign inv_ops_o[i]   = dut.used_q[i] ? dut.op_q[i] : '0;
    assign inv_bytes_o[i] = dut.used_q[i] ? dut.bytes_q[i] : '0;
  end

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_comb begin
    assume (started_q || !rst_ni);
  end

endmodule
