// SPDX-License-Identifier: Apache-2.0
// gsq_compute, to be compared with a second copy: of its stages only the valid bits have a reset.
//
// The lane ALU is left out: two of them are hard to compare. It is combinational, and its operands
// are inputs and outputs here, so the same in both copies where it calculates. So its results are
// inputs then; they are free while it is idle.
module prove_twice_compute
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 8,
  parameter int unsigned SqueezeCuts = 0,
  localparam int unsigned AheadWidth = $clog2(SqueezeCuts + 3),
  localparam int unsigned KeptWidth = $clog2(VlenBytes + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   issue_i,
  input  logic                   unsqueeze_i,
  input  lane_op_e               lane_op_i,
  input  logic                   vector_i,
  input  logic [31:0]            scalar_i,
  input  width_e                 width_i,
  input  logic [VlenBytes-1:0]   bytes_i,
  input  logic                   merge_i,
  input  logic [KeptWidth-1:0]   kept_i,
  input  logic [4:0]             vd_i,
  input  logic [RspIdWidth-1:0]  rsp_id_i,
  input  logic [8*VlenBytes-1:0] data_i,
  input  logic [8*VlenBytes-1:0] second_i,
  input  logic                   vec_next_i,
  input  logic [2*VlenBytes/4-1:0] vec_ops_i,
  input  logic [8*VlenBytes-1:0] vec_a_i,
  input  logic [8*VlenBytes-1:0] vec_b_i,
  output logic [8*VlenBytes-1:0] vec_result_o,
  input  logic                   overwrites_i,
  input  logic                   port_taken_i,
  input  logic [2:0][4:0]        query_i,
  input  logic [8*VlenBytes-1:0] lane_result_i,
  input  logic [VlenBytes-1:0]   lane_mask_i,
  output logic                   move_o,
  output logic                   result_o,
  output logic                   result_next_o,
  output logic                   write_o,
  output logic [4:0]             vd_o,
  output logic [8*VlenBytes-1:0] data_o,
  output logic                   merge_o,
  output logic [VlenBytes-1:0]   results_o,
  output logic [RspIdWidth-1:0]  rsp_id_o,
  output logic [2:0][AheadWidth-1:0] ahead_o,
  output logic [SqueezeCuts+1:0]        inv_valid_o,
  output logic [SqueezeCuts+1:0][15:0]  inv_stage_o,
  output logic [SqueezeCuts:0][VlenBytes-1:0] inv_results_o,
  output logic [KeptWidth-1:0]   inv_kept_o,
  output logic [VlenBytes-1:0]   inv_bytes_o,
  output logic                   compare_o,
  output logic                   compare_write_o,
  output logic [2:0]             compare_m_o,
  output logic [VlenBytes-1:0]   compare_mask_o,
  output logic [RspIdWidth-1:0]  compare_id_o,
  output lane_control_t          inv_control_o,
  output lane_control_t          inv_shown_o,
  output logic                   inv_vec_o,
  output logic [31:0]            inv_scalar_o,
  output lane_control_t          inv_control_of_alu_o,
  output logic [8*VlenBytes-1:0] inv_x_o,
  output logic [VlenBytes-1:0]   inv_active_o,
  output logic [8*VlenBytes-1:0] inv_data_o,
  output logic [VlenBytes-1:0][$clog2(VlenBytes)-1:0] inv_counts_o,
  output logic [VlenBytes-1:0]   inv_bits_o
);

  logic [4:0]             vd;
  logic [2:0]             compare_m;
  logic [VlenBytes-1:0]   compare_mask;
  logic [RspIdWidth-1:0]  compare_id;
  logic [8*VlenBytes-1:0] data, vec_result;
  logic                   merge;
  logic [VlenBytes-1:0]   results;
  logic [RspIdWidth-1:0]  rsp_id;

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg =
      gsq_cfg_pkg::made(.VlenBytes(VlenBytes), .SqueezeCuts(SqueezeCuts), .LaneOps(1));

  vec_alu_t vec_op [VlenBytes/4];
  for (genvar i = 0; i < VlenBytes / 4; i++) begin : g_vec
    assign vec_op[i] = vec_alu_t'(vec_ops_i[2*i +: 2]);
  end

  gsq_compute #(.Cfg(Cfg)) dut (
    .vec_op_i(vec_op), .vec_result_o(vec_result), .compare_m_o(compare_m),
    .compare_mask_o(compare_mask), .compare_id_o(compare_id), .vd_o(vd), .data_o(data),
    .merge_o(merge), .results_o(results), .rsp_id_o(rsp_id), .*
  );

  // Without an operand of vec its result means nothing.
  assign vec_result_o = inv_vec_o ? vec_result : '0;
  // The result waits in the last stage while move_o is 0.
  assign {vd_o, data_o, rsp_id_o, merge_o} =
      dut.valid_q[SqueezeCuts+1] ? {vd, data, rsp_id, merge} : '0;
  assign results_o = merge_o ? results : '0;
  assign inv_kept_o = dut.valid_q[0] && dut.stage_q[0].merge ? dut.g_lanes.kept_q : '0;
  assign inv_valid_o = dut.valid_q;
  assign inv_control_o = dut.g_lanes.u_lane_pipe.control_q[0];
  assign inv_shown_o = dut.g_lanes.u_lane_pipe.shown_q;
  assign inv_vec_o = dut.vec;
  assign inv_scalar_o = inv_control_o.lanes ? dut.g_lanes.u_lane_pipe.scalar_q : '0;
  assign {compare_m_o, compare_mask_o, compare_id_o} =
      compare_o ? {compare_m, compare_mask, compare_id} : '0;
  assign inv_bytes_o = dut.valid_q[0] ? dut.bytes_q : '0;

  // Behind a cut there are the operands of lanes, and what squeeze and unsqueeze have counted.
  if (SqueezeCuts == 0) begin : g_no_cut
    assign {inv_x_o, inv_active_o, inv_data_o, inv_counts_o, inv_bits_o} = '0;
    assign inv_control_of_alu_o = inv_control_o;
  end else begin : g_cut
    assign inv_control_of_alu_o = dut.g_lanes.u_lane_pipe.control_q[1];
    assign {inv_x_o, inv_active_o} = inv_control_of_alu_o.lanes ?
        {dut.g_lanes.u_lane_pipe.g_next.x_q, dut.g_lanes.u_lane_pipe.active} : '0;
    assign inv_bits_o = dut.counts[1] ? VlenBytes'(dut.u_prefix_count.bits[1]) : '0;
    always_comb begin
      {inv_data_o, inv_counts_o} = '0;
      if (dut.u_compact.gen_part[1].valid) begin
        for (int unsigned i = 0; i < VlenBytes; i++) begin
          inv_data_o[8*i +: 8] = dut.u_compact.gen_part[1].data[i/8][8*(i%8) +: 8];
          inv_counts_o[i]      = dut.u_compact.gen_part[1].counts[i];
        end
      end
    end
    always_comb begin
      inv_kind: assert (dut.u_compact.gen_part[1].valid ==
                        (dut.valid_q[1] && !dut.stage_q[1].unsqueeze));
      inv_lanes_of_alu: assert (!inv_control_of_alu_o.lanes ||
                                (dut.valid_q[1] && !dut.stage_q[1].unsqueeze));
      inv_compare: assert ((!inv_control_o.compare || inv_control_o.lanes) &&
                           (!inv_control_of_alu_o.compare || inv_control_of_alu_o.lanes));
      inv_plain: assert (!inv_control_o.lanes || !dut.stage_q[0].unsqueeze);
      assume (!issue_i || lane_op_i == LaneOpNone || !unsqueeze_i);
    end
  end

  for (genvar i = 0; i <= SqueezeCuts + 1; i++) begin : g_stage
    assign inv_stage_o[i] = dut.valid_q[i] ? 16'(dut.stage_q[i]) : '0;
    if (i > 0) begin : g_results
      assign inv_results_o[i-1] =
          dut.valid_q[i] && dut.stage_q[i].merge ? dut.g_lanes.results_q[i-1] : '0;
    end
  end

  localparam lane_control_t VecSum = '{sum: 1'b1, default: 1'b0};

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!(inv_vec_o || inv_control_of_alu_o.lanes) || vec_result == lane_result_i);
    assume (!compare_o || compare_mask == lane_mask_i);
    inv_lanes: assert (!inv_control_o.lanes || dut.valid_q[0]);
    inv_to_bits: assert (!inv_control_o.to_bits || inv_control_o.lanes);
    inv_shown: assert (inv_shown_o == (inv_vec_o ? VecSum : inv_control_of_alu_o));
  end

endmodule
