// SPDX-License-Identifier: Apache-2.0
// The compute pipe: commands that read V and write V, all with the same latency.
//
// Stage 0 holds the operands (vectors are in the output registers of the V read ports). The last
// stage holds the result and writes it to V when the pipe moves. The pipe stalls while its result
// would overwrite a register that an older command in the memory queue still has to read, and
// while the access pipe needs the port of V. Of a command of lanes (LaneOps) stage 0 selects the
// operands, and stage 1, with Cuts = 0 the same, calculates. Its first operand comes through the
// compaction network, and its result goes on there, with all bytes kept; a compare leaves the pipe
// there, to a mask register. A command that merges writes the bytes for which it has a result, and
// no others. While a vec command needs the lane ALU, which they share, a command of lanes at it
// stalls the pipe.
//
// Latency: a command that issues in t is in stage 0 in t+1 and, but for compares, in the last stage
// Cuts+1 cycles later. Throughput: one command a cycle. Handshake: issue_i may be 1 only while
// move_o is 1.

`include "gsq_assert.svh"

module gsq_compute
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned Last = Cfg.SqueezeCuts + 1,
  localparam int unsigned AluStage = Cfg.SqueezeCuts == 0 ? 0 : 1,  // which has the lane ALU
  localparam int unsigned KeptWidth = $clog2(Cfg.VlenBytes + 1),
  localparam int unsigned AheadWidth = $clog2(Last + 2)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  /// A command issues.
  input  logic                       issue_i,
  /// 1: unsqueeze; 0: squeeze.
  input  logic                       unsqueeze_i,
  /// Operation on lanes; LaneOpNone: squeeze or unsqueeze.
  input  lane_op_e                   lane_op_i,
  /// Second operand: 1: a vector; 0: scalar_i.
  input  logic                       vector_i,
  /// Second operand of every lane.
  input  logic [31:0]                scalar_i,
  /// Lane width of the command: b8, b16 or b32.
  input  width_e                     width_i,
  /// Bytes of the active lanes.
  input  logic [Cfg.VlenBytes-1:0]   bytes_i,
  /// Lanes of V without a result keep their value; with LaneOps.
  input  logic                       merge_i,
  /// Of a squeeze: number of bytes of its active lanes.
  input  logic [KeptWidth-1:0]       kept_i,
  /// Destination register.
  input  logic [4:0]                 vd_i,
  /// Entry of the command in the response queue.
  input  logic [RspIdWidth-1:0]      rsp_id_i,
  /// Vector read for the command in stage 0.
  input  logic [8*Cfg.VlenBytes-1:0] data_i,
  /// Second vector read for it.
  input  logic [8*Cfg.VlenBytes-1:0] second_i,
  /// In the next cycle an operand of a vec command is at the lane ALU, which is then taken; with
  /// LaneOps, like all of vec.
  input  logic                       vec_next_i,
  /// Per four bytes: operation of vec.
  input  vec_alu_t                   vec_op_i [Cfg.Slots],
  /// Operand of vec.
  input  logic [8*Cfg.VlenBytes-1:0] vec_a_i,
  /// Other operand of a sum of vec.
  input  logic [8*Cfg.VlenBytes-1:0] vec_b_i,
  /// Result for vec, in the same cycle.
  output logic [8*Cfg.VlenBytes-1:0] vec_result_o,
  /// The result would overwrite a register that an older command still has to read.
  input  logic                       overwrites_i,
  /// Another writes V in this cycle, by the same port.
  input  logic                       port_taken_i,
  /// The pipe moves in this cycle.
  output logic                       move_o,
  /// The last stage holds a result.
  output logic                       result_o,
  /// The last stage holds one in the next cycle.
  output logic                       result_next_o,
  /// The last stage writes V in this cycle, and its command is complete.
  output logic                       write_o,
  /// Destination of the command in the last stage.
  output logic [4:0]                 vd_o,
  /// Result in the last stage.
  output logic [8*Cfg.VlenBytes-1:0] data_o,
  /// The result merges: only the bytes of results_o are written.
  output logic                       merge_o,
  /// Bytes that the result has.
  output logic [Cfg.VlenBytes-1:0]   results_o,
  /// Response entry of the command in the last stage.
  output logic [RspIdWidth-1:0]      rsp_id_o,
  /// A compare is at the lane ALU, where it leaves the pipe; with LaneOps, like all of compares.
  output logic                       compare_o,
  /// The compare writes its mask register in this cycle, and is complete.
  output logic                       compare_write_o,
  /// Mask register to write.
  output logic [2:0]                 compare_m_o,
  /// Value to write.
  output logic [Cfg.VlenBytes-1:0]   compare_mask_o,
  /// Response entry of the compare.
  output logic [RspIdWidth-1:0]      compare_id_o,
  /// Registers that ahead_o refers to.
  input  logic [2:0][4:0]            query_i,
  /// Number of writes in later cycles, up to and including the youngest writer of the register in
  /// query_i; 0: the pipe does not write that register in a later cycle.
  output logic [2:0][AheadWidth-1:0] ahead_o
);

  typedef struct packed {
    logic       unsqueeze;
    logic       merge;
    width_e     width;
    logic [4:0] vd;
    logic [RspIdWidth-1:0] rsp_id;
  } stage_t;

  logic [Last:0]            valid_q;
  stage_t                   stage_q [Last+1];  // no reset, like bytes_q
  logic [Cfg.VlenBytes-1:0] bytes_q;
  logic                     entering_lanes;  // stage 0 holds a command of lanes
  logic                     lanes;     // there is one at the lane ALU
  logic                     vec;       // the lane ALU is taken
  logic [Last:0]            writes;    // per stage: its command writes V
  logic [Last:0]            goes_on;   // per stage: its command goes on, from the last one to V
  logic [8*Cfg.VlenBytes-1:0] entering;  // the network
  logic [8*Cfg.VlenBytes-1:0] passed;    // behind its first cut

  assign move_o   = !(valid_q[Last] && (overwrites_i || port_taken_i)) && !(lanes && vec);
  assign result_o = valid_q[Last];
  assign result_next_o = move_o ? goes_on[Last-1] : valid_q[Last];
  assign write_o  = valid_q[Last] && move_o;
  assign vd_o     = stage_q[Last].vd;
  assign rsp_id_o = stage_q[Last].rsp_id;
  assign merge_o  = stage_q[Last].merge;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else if (move_o) valid_q <= {goes_on[Last-1:0], issue_i};
  end

  always_ff @(posedge clk_i) begin
    if (move_o) begin
      if (issue_i) begin
        stage_q[0] <= '{unsqueeze: unsqueeze_i, merge: Cfg.LaneOps != 0 && merge_i,
                        width: width_i, vd: vd_i, rsp_id: rsp_id_i};
        bytes_q    <= bytes_i;
      end
      for (int unsigned i = 0; i < Last; i++) begin
        if (goes_on[i]) stage_q[i+1] <= stage_q[i];
      end
    end
  end

  // Writes in this cycle or later, then without that of this cycle: move_o comes late.
  logic [2:0][AheadWidth-1:0] from_now;

  always_comb begin
    from_now = '0;
    for (int unsigned i = 0; i <= Last; i++) begin  // from the youngest to the oldest
      for (int unsigned j = 0; j < 3; j++) begin
        if (writes[i] && (stage_q[i].vd == query_i[j] || from_now[j] != '0)) from_now[j] += 1'b1;
      end
    end
    for (int unsigned j = 0; j < 3; j++) begin
      ahead_o[j] = from_now[j] - AheadWidth'(from_now[j] != '0 && write_o);
    end
  end

  // Lanes.
  if (Cfg.LaneOps != 0) begin : g_lanes
    logic [AluStage:0]          compares;  // per stage
    logic [8*Cfg.VlenBytes-1:0] first;     // operand of lanes in stage 0
    logic                       to_bits;   // it writes bits of lanes to a part of V
    logic [2:0]                 part;

    gsq_lane_pipe #(.Cfg(Cfg)) u_lane_pipe (
      .clk_i, .rst_ni,
      .issue_i,
      .lane_op_i,
      .vector_i,
      .scalar_i,
      .width_i,
      .move_i    (move_o),
      .bytes_i   (bytes_q),
      .data_i,
      .second_i,
      .passed_i  (passed),
      .vec_next_i,
      .vec_op_i,
      .vec_a_i,
      .vec_b_i,
      .entering_o(entering_lanes),
      .operand_o (first),
      .compares_o(compares),
      .to_bits_o (to_bits),
      .part_o    (part),
      .lanes_o   (lanes),
      .vec_o     (vec),
      .result_o  (vec_result_o),
      .mask_o    (compare_mask_o)
    );

    assign entering = entering_lanes ? first : data_i;

    always_comb begin
      goes_on           = valid_q;
      goes_on[AluStage] = valid_q[AluStage] && !compare_o;
      writes            = valid_q;
      for (int unsigned i = 0; i <= AluStage; i++) writes[i] = valid_q[i] && !compares[i];
    end

    assign compare_o       = compares[AluStage];
    assign compare_write_o = compare_o && move_o;
    assign compare_m_o     = stage_q[AluStage].vd[2:0];
    assign compare_id_o    = stage_q[AluStage].rsp_id;

    `GSQ_ASSERT(lanes_are_of_their_stage, !lanes || valid_q[AluStage])

    // Bytes that a command that merges has: those of its active lanes, or of its part; of a squeeze
    // as many from the lowest one on.
    localparam int unsigned LogPart = $clog2(Cfg.VlenBytes / 8);  // of bytes, with lanes of b8
    logic [KeptWidth-1:0]     kept_q;            // no reset, like results_q
    logic [Cfg.VlenBytes-1:0] results;           // of the command in stage 0
    logic [Cfg.VlenBytes-1:0] results_q [Last];  // of that in the next stage, and so on

    for (genvar i = 0; i < Cfg.VlenBytes; i++) begin : g_byte
      logic of_part;

      always_comb begin
        unique case (stage_q[0].width)
          WidthB8:  of_part = i >> LogPart == 32'(part);
          WidthB16: of_part = i >> (LogPart - 1) == 32'(part);
          default:  of_part = i >> (LogPart - 2) == 32'(part);
        endcase
      end

      assign results[i] = to_bits ? of_part
                                  : entering_lanes ? bytes_q[i] : KeptWidth'(i) < kept_q;
    end

    always_ff @(posedge clk_i) begin
      if (move_o) begin
        if (issue_i && merge_i) kept_q <= kept_i;
        if (goes_on[0] && stage_q[0].merge) results_q[0] <= results;
        for (int unsigned i = 1; i < Last; i++) begin
          if (goes_on[i] && stage_q[i].merge) results_q[i] <= results_q[i-1];
        end
      end
    end

    assign results_o = results_q[Last-1];
  end else begin : g_no_lanes
    assign {lanes, vec, entering_lanes} = '0;
    assign writes       = valid_q;
    assign goes_on      = valid_q;
    assign {compare_o, compare_write_o, compare_m_o, compare_mask_o, compare_id_o} = '0;
    assign entering     = data_i;
    assign vec_result_o = '0;
    assign results_o    = '0;

    logic unused_lanes;
    assign unused_lanes = ^{lane_op_i, vector_i, scalar_i, second_i, vec_next_i, vec_op_i[0],
                            vec_a_i, vec_b_i, merge_i, kept_i, passed};
  end

  // Squeeze: the compaction network, between stage 0 and the last stage.
  logic                       squeezed_valid;
  logic [8*Cfg.VlenBytes-1:0] squeezed;

  gsq_compact #(
    .Lanes(Cfg.VlenBytes),
    .Cuts (Cfg.SqueezeCuts),
    .Radix(Cfg.SqueezeRadix),
    .LaneOps(Cfg.LaneOps)
  ) u_compact (
    .clk_i, .rst_ni,
    .en_i   (move_o),
    .valid_i(valid_q[0] && !stage_q[0].unsqueeze),
    .data_i (entering),
    .keep_i (bytes_q),
    .whole_i(entering_lanes),
    .passed_o  (passed),
    .replace_i (lanes),
    .replaced_i(vec_result_o),
    .end_i     (compare_o),
    .valid_o(squeezed_valid),
    .data_o (squeezed)
  );

  // Unsqueeze: the active lanes below each lane, counted in the same stages. The bit of a lane is
  // that of its first byte.
  localparam int unsigned CountWidth = $clog2(Cfg.VlenBytes);

  logic [Cfg.VlenBytes-1:0]                 lane_bits;
  logic [Cfg.SqueezeCuts:0]                 counts;  // per stage
  logic [Cfg.VlenBytes-1:0][CountWidth-1:0] count;
  logic [8*Cfg.VlenBytes-1:0]               spread;
  logic                                     unsqueezes;

  for (genvar i = 0; i <= Cfg.SqueezeCuts; i++) begin : g_counts
    assign counts[i] = valid_q[i] && stage_q[i].unsqueeze;
  end
  assign unsqueezes = counts[Cfg.SqueezeCuts];

  always_comb begin
    unique case (stage_q[0].width)
      WidthB8:  lane_bits = bytes_q;
      WidthB16: lane_bits = bytes_q & {Cfg.VlenBytes / 2{2'b01}};
      default:  lane_bits = bytes_q & {Cfg.VlenBytes / 4{4'b0001}};
    endcase
  end

  gsq_prefix_count #(
    .Width(Cfg.VlenBytes),
    .Cuts (Cfg.SqueezeCuts)
  ) u_prefix_count (
    .clk_i,
    .en_i   (move_o),
    .valid_i(counts),
    .bits_i (lane_bits),
    .count_o(count)
  );

  always_comb begin
    spread = 'x;
    if (unsqueezes) begin
      spread = '0;
      unique case (stage_q[Last-1].width)
        WidthB8: for (int unsigned i = 0; i < Cfg.VlenBytes; i++) spread[8*i +: 8] = 8'(count[i]);
        WidthB16: begin
          for (int unsigned i = 0; i < Cfg.VlenBytes / 2; i++) spread[16*i +: 16] = 16'(count[2*i]);
        end
        default: begin
          for (int unsigned i = 0; i < Cfg.VlenBytes / 4; i++) spread[32*i +: 32] = 32'(count[4*i]);
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (move_o && goes_on[Last-1]) data_o <= squeezed_valid ? squeezed : spread;
  end

  `GSQ_ASSUME(issue_while_moving, !issue_i || move_o)
  `GSQ_ASSERT(one_result, !squeezed_valid || !unsqueezes)
  `GSQ_ASSERT(some_result, goes_on[Last-1] == (squeezed_valid || unsqueezes))
  `GSQ_ASSERT_HOLD(result_holds, valid_q[Last], move_o, {vd_o, rsp_id_o, data_o})

endmodule
