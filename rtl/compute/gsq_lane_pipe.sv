// SPDX-License-Identifier: Apache-2.0
// Commands of lanes in the compute pipe, and the lane ALU, which vec commands use as well.
//
// Stage 0 selects the operands, the next one calculates (AluStage; with SqueezeCuts 0 stage 0 does
// both). Of the two operands one goes through the first register of the compaction network, and
// comes back from there; the other one has a register here. What the ALU has to do is known as its
// cycle begins, since it is the longest path.
//
// Latency: AluStage cycles in which move_i is 1, from stage 0 to result_o and mask_o, or none for
// vec. Throughput: one command a cycle. Handshake: move_i may be 1 only while lanes_o or vec_o
// is 0; vec cannot be stalled.

`include "gsq_assert.svh"

module gsq_lane_pipe
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.LaneOps(1)),
  localparam int unsigned AluStage = Cfg.SqueezeCuts == 0 ? 0 : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  /// A command issues.
  input  logic                       issue_i,
  /// Operation on lanes; LaneOpNone: it is another command.
  input  lane_op_e                   lane_op_i,
  /// Second operand: 1: a vector; 0: scalar_i.
  input  logic                       vector_i,
  /// Second operand of every lane.
  input  logic [31:0]                scalar_i,
  /// Lane width of the command: b8, b16 or b32.
  input  width_e                     width_i,
  /// The pipe moves in this cycle.
  input  logic                       move_i,
  /// Bytes of the active lanes of the command in stage 0.
  input  logic [Cfg.VlenBytes-1:0]   bytes_i,
  /// Vector read for the command in stage 0.
  input  logic [8*Cfg.VlenBytes-1:0] data_i,
  /// Second vector read for it.
  input  logic [8*Cfg.VlenBytes-1:0] second_i,
  /// What operand_o was when the command at the lane ALU was in stage 0.
  input  logic [8*Cfg.VlenBytes-1:0] passed_i,
  /// In the next cycle an operand of a vec command is at the lane ALU, which is then taken.
  input  logic                       vec_next_i,
  /// Per four bytes: operation of vec, if it is not a sum; 0 without an operand, like the next two.
  input  vec_alu_t                   vec_op_i [Cfg.Slots],
  /// Operand of vec.
  input  logic [8*Cfg.VlenBytes-1:0] vec_a_i,
  /// Other operand of a sum of vec.
  input  logic [8*Cfg.VlenBytes-1:0] vec_b_i,
  /// Stage 0 holds a command of lanes.
  output logic                       entering_o,
  /// First operand of the command in stage 0.
  output logic [8*Cfg.VlenBytes-1:0] operand_o,
  /// Per stage up to that of the lane ALU: it holds a compare.
  output logic [AluStage:0]          compares_o,
  /// A command of lanes is at the lane ALU.
  output logic                       lanes_o,
  /// Stage 0: the command there moves a mask to bits of V.
  output logic                       to_bits_o,
  /// Stage 0: the part of V that has these bits.
  output logic [2:0]                 part_o,
  /// An operand of vec is there.
  output logic                       vec_o,
  /// Result, of vec if one of its operands has come; undefined while nobody calculates.
  output logic [8*Cfg.VlenBytes-1:0] result_o,
  /// Mask that the compare there writes; 0 without one.
  output logic [Cfg.VlenBytes-1:0]   mask_o
);

  localparam lane_control_t VecSum = '{sum: 1'b1, default: 1'b0};

  lane_control_t              control;                                    // of what issues
  lane_control_t              control_d [AluStage+1], control_q [AluStage+1];  // per stage
  lane_control_t              shown_q;           // to the lane ALU: a sum while vec has it
  logic [31:0]                scalar, scalar_q;  // of stage 0; no reset
  logic                       vec_q;
  logic [8*Cfg.VlenBytes-1:0] a, x_d, x;         // operands
  logic [Cfg.VlenBytes-1:0]   active;            // bytes of active lanes at the lane ALU
  logic [Cfg.Slots-1:0]       words;             // words in which it has something to do

  gsq_lane_decode u_lane_decode (
    .op_i     (lane_op_i),
    .width_i,
    .vector_i,
    .scalar_i,
    .control_o(control),
    .scalar_o (scalar)
  );

  always_comb begin
    control_d = control_q;
    if (move_i) begin
      control_d[0] = issue_i ? control : '0;
      for (int unsigned i = 1; i <= AluStage; i++) control_d[i] = control_q[i-1];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_q <= '{default: lane_control_t'('0)};
      shown_q   <= '0;
      vec_q     <= 1'b0;
    end else begin
      control_q <= control_d;
      shown_q   <= vec_next_i ? VecSum : control_d[AluStage];
      vec_q     <= vec_next_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (move_i && issue_i) scalar_q <= scalar;
  end

  gsq_lane_operands #(
    .VlenBytes(Cfg.VlenBytes)
  ) u_lane_operands (
    .control_i(control_q[0]),
    .first_i  (data_i),
    .second_i,
    .scalar_i (scalar_q),
    .a_o      (operand_o),
    .x_o      (x_d)
  );

  if (AluStage == 0) begin : g_same
    // Which bytes are active comes with the command: too late to say which words have some.
    logic word_q;

    assign a      = operand_o;
    assign x      = x_d;
    assign active = bytes_i;
    assign words  = {Cfg.Slots{word_q}};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) word_q <= 1'b0;
      else         word_q <= control_d[0].lanes && !vec_next_i;
    end

    logic unused_passed;
    assign unused_passed = ^passed_i;
  end else begin : g_next
    logic [8*Cfg.VlenBytes-1:0] x_q;  // no reset, like active_q
    logic [Cfg.VlenBytes-1:0]   active_d, active_q;
    logic [Cfg.Slots-1:0]       words_d, words_q;

    assign active_d = move_i && entering_o ? bytes_i : active_q;

    always_ff @(posedge clk_i) begin
      if (move_i && entering_o) begin
        x_q      <= x_d;
        active_q <= bytes_i;
      end
    end

    assign a      = passed_i;
    assign x      = x_q;
    assign active = active_q;

    // Each word has a bit of its own, since one for all would have to drive the whole lane ALU.
    always_comb begin
      for (int unsigned w = 0; w < Cfg.Slots; w++) begin
        words_d[w] = control_d[AluStage].lanes && !vec_next_i &&
                     (control_d[AluStage].select || active_d[4*w +: 4] != '0);
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) words_q <= '0;
      else         words_q <= words_d;
    end

    assign words = words_q;
  end

  gsq_lane_ops #(
    .VlenBytes(Cfg.VlenBytes)
  ) u_lane_ops (
    .control_i(shown_q),
    .words_i  (words),
    .active_i (active),
    .a_i      (a),
    .x_i      (x),
    .vec_i    (vec_q),
    .vec_op_i,
    .vec_a_i,
    .vec_b_i,
    .result_o,
    .mask_o
  );

  for (genvar i = 0; i <= AluStage; i++) begin : g_compare
    assign compares_o[i] = control_q[i].compare;
  end

  assign entering_o = control_q[0].lanes;
  assign to_bits_o  = control_q[0].to_bits;
  assign part_o     = scalar_q[2:0];
  assign lanes_o    = control_q[AluStage].lanes;
  assign vec_o      = vec_q;

  `GSQ_ASSUME(lanes_wait_for_vec, !move_i || !lanes_o || !vec_o)
  // Without work the lane ALU has zeros at all inputs, which saves its energy.
  `GSQ_ASSUME(vec_is_zero, vec_o || (vec_a_i[31:0] | vec_b_i[31:0]) == '0)
  `GSQ_ASSERT(lanes_are_zero, (lanes_o && !vec_o) || words == '0)
  `GSQ_ASSERT(shown_is_control, shown_q == (vec_q ? VecSum : control_q[AluStage]))

endmodule
