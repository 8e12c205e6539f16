// SPDX-License-Identifier: Apache-2.0
// gsq_group_gen, to be compared with a second copy: a command in stage P has no reset but for its
// flags.
module prove_twice_group_gen
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 32,
  parameter int unsigned UbBytes = 4096,
  parameter int unsigned LaneOps = 0,
  localparam int unsigned Lags = ReadAhead - 1,
  localparam type block_t = logic [$clog2(UbBytes)-6:0]
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       valid_i,
  input  mem_op_t                    op_i,
  input  mem_ctrl_t                  ctrl_i,
  input  data_format_e               format_i,
  input  logic [VlenBytes-1:0]       bytes_i,
  input  logic                       ready_i,
  output logic                       ready_o,
  output logic                       valid_o,
  output mem_tag_t                   tag_o,
  output logic                       write_o,
  output block_t                     block_o,  // of accesses to blocks
  output mem_op_t                    op_o,
  output data_format_e               format_o,
  output logic [VlenBytes-1:0]       bytes_o,
  output logic [4:0]                 inv_flags_o,
  output logic [27:0]                inv_left_o,
  output block_t [5:0]               inv_bases_o,
  output logic [Lags-1:0]            inv_overlap_o,
  output block_t [1:0][Lags-1:0]     inv_gap_o,
  output block_t [1:0]               inv_drift_o
);

  mem_tag_t                   tag;
  logic                       write;
  block_t                     block [1];
  mem_op_t                    op;
  data_format_e               format;
  logic [VlenBytes-1:0]       bytes;

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg =
      gsq_cfg_pkg::made(.VlenBytes(VlenBytes), .UbBytes(UbBytes), .LaneOps(LaneOps));

  gsq_group_gen #(.Cfg(Cfg)) dut (
    .tag_o(tag), .write_o(write), .block_o(block), .op_o(op), .format_o(format), .bytes_o(bytes), .*
  );

  // Without blocks there is no operand, and no block.
  logic blocks;
  assign blocks = tag.ctrl.slot.place == PlaceBlocks;

  always_comb begin
    {tag_o, write_o, op_o, format_o, bytes_o} = valid_o ? {tag, write, op, format, bytes} : '0;
    tag_o.second &= blocks;
    block_o = valid_o && blocks ? block[0] : '0;
  end

  // What is left of a command, and of older iterations as far as they are not written yet.
  assign inv_flags_o = {dut.valid_q, dut.group_q, dut.check_q, dut.u_agu.busy_q};
  assign inv_left_o  = dut.u_agu.busy_q ?
      {dut.u_agu.read_left_q, dut.u_agu.write_left_q, 8'(dut.u_agu.pending_q), dut.u_agu.second_q,
       dut.u_agu.sources_q, dut.u_agu.active_q} : '0;
  assign inv_bases_o = dut.u_agu.busy_q ? {dut.u_agu.base_q, dut.u_agu.rep_stride_q} : '0;

  logic vec;  // it has sources
  assign vec = dut.u_agu.busy_q && dut.u_agu.sources_q != '0;

  for (genvar l = 0; l < Lags; l++) begin : g_lag
    assign inv_overlap_o[l] = vec && dut.u_agu.overlap_q[l] &&
                              l < 32'(dut.u_agu.pending_q) + 32'(dut.u_agu.second_q);
    for (genvar i = 0; i < 2; i++) begin : g_source
      assign inv_gap_o[i][l] = vec && l <= 32'(dut.u_agu.pending_q) ?
                               dut.u_agu.gap_q[i][l] : '0;
    end
  end
  for (genvar i = 0; i < 2; i++) begin : g_drift
    assign inv_drift_o[i] = dut.u_agu.busy_q ? dut.u_agu.drift_q[i] : '0;
  end

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!ctrl_i.vec || ctrl_i.slot.place == PlaceBlocks);
  end

endmodule
