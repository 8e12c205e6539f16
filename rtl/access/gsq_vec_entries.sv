// SPDX-License-Identifier: Apache-2.0
// Computes the results of strided, repeated commands from operand words in any order, and keeps
// them until they are written.
//
// Every iteration has an entry, in turn. An operand word is computed with as it comes: the first of
// a lane of four bytes is kept, or its absolute value, and the second is added to it. A sum does
// not depend on their order. What a command does not read is not written, and may be anything.
//
// Latency: 1, from read_whole_i to valid_o. Throughput: an operand word a lane and cycle.
// Handshake: operands have no ready; the producer must not use an entry again before its result
// was taken; valid/ready for results, valid_o does not depend on ready_i.

`include "gsq_assert.svh"

module gsq_vec_entries
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Entries.
  parameter int unsigned Depth = ReadAhead + 1,
  /// 0: it has a lane ALU; 1: it uses that of the compute pipe.
  parameter int unsigned LaneOps = 0,
  localparam int unsigned Words = VlenBytes / 4
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  /// Per four bytes: operand valid.
  input  logic [Words-1:0]       operand_i,
  /// Per four bytes: its entry.
  input  logic [2:0]             entry_i [Words],
  /// Per four bytes: operation; of a sum each operand comes with it.
  input  alu_op_e                op_i [Words],
  /// Per four bytes: 1: a lane of four bytes; 0: two lanes of two.
  input  logic [Words-1:0]       wide_i,
  /// Per four bytes: operand, 0 without one.
  input  logic [Words-1:0][31:0] data_i,
  /// Per four bytes: an operand comes in the next cycle; with LaneOps, like its entry.
  input  logic [Words-1:0]       next_i,
  /// Per four bytes: its entry.
  input  logic [2:0]             next_entry_i [Words],
  /// All operands of the oldest iteration that lacks some have come, with those of this cycle.
  input  logic                   read_whole_i,
  output logic                   valid_o,
  input  logic                   ready_i,
  /// Result of the oldest iteration.
  output logic [Words-1:0][31:0] data_o,
  /// Per four bytes: the operand of a sum that came before, else 0; with LaneOps, for the lane ALU
  /// outside.
  output logic [Words-1:0][31:0] before_o,
  /// Result of the lane ALU outside, in the cycle of the operand.
  input  logic [Words-1:0][31:0] alu_result_i
);

  localparam int unsigned CountWidth = $clog2(Depth + 1);

  logic [Words-1:0][31:0] stored [Depth];
  logic [Words-1:0]       first_d [Depth], first_q [Depth];  // a word has come
  logic [Depth-1:0]       head_q;            // one bit, at the oldest entry
  logic [CountWidth-1:0]  count_q;           // results
  logic                   pop;
  logic [Words-1:0]       store [Depth];     // words that come, per entry
  logic [Words-1:0][31:0] result;

  assign valid_o = count_q != '0;
  assign pop     = valid_o && ready_i;

  always_comb begin
    for (int unsigned e = 0; e < Depth; e++) store[e] = '0;
    if (operand_i != '0) begin  // saves simulation time
      for (int unsigned i = 0; i < Words; i++) begin
        for (int unsigned e = 0; e < Depth; e++) begin
          store[e][i] = operand_i[i] && entry_i[i] == 3'(e);
        end
      end
    end
  end

  if (LaneOps == 0) begin : g_own
    logic [Words-1:0]       again;  // it is the second of its lane
    logic [Words-1:0][31:0] kept;
    alu_op_e                op [Words];

    always_comb begin
      again = '0;
      kept  = 'x;
      for (int unsigned i = 0; i < Words; i++) op[i] = AluCopy;
      if (operand_i != '0) begin  // saves simulation time
        kept = '0;
        for (int unsigned i = 0; i < Words; i++) begin
          for (int unsigned e = 0; e < Depth; e++) begin
            again[i] |= store[e][i] && first_q[e][i];
            kept[i]  |= stored[e][i] & {32{store[e][i]}};
          end
          if (again[i] || op_i[i] != AluAdd) op[i] = op_i[i];
        end
      end
    end

    gsq_lane_alu #(
      .VlenBytes(VlenBytes)
    ) u_lane_alu (
      .valid_i (operand_i != '0),
      .op_i    (op),
      .wide_i,
      .a_i     (data_i),
      .b_i     (kept),
      .result_o(result)
    );

    assign before_o = '0;

    logic unused_result;
    assign unused_result = ^{alu_result_i, next_i, next_entry_i[0]};
  end else begin : g_shared
    // Which entries have the other operand is known as the cycle begins: what follows is long.
    logic [Words-1:0] again_d [Depth], again_q [Depth];

    always_comb begin
      for (int unsigned e = 0; e < Depth; e++) begin
        for (int unsigned i = 0; i < Words; i++) begin
          again_d[e][i] = next_i[i] && next_entry_i[i] == 3'(e) && first_d[e][i];
        end
      end
    end

    for (genvar e = 0; e < Depth; e++) begin : g_entry
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) again_q[e] <= '0;
        else         again_q[e] <= again_d[e];
      end

      `GSQ_ASSERT(again_is_stored, again_q[e] == (store[e] & first_q[e]))
    end

    always_comb begin
      before_o = '0;
      for (int unsigned e = 0; e < Depth; e++) begin
        for (int unsigned i = 0; i < Words; i++) begin
          if (again_q[e][i]) before_o[i] |= stored[e][i];
        end
      end
    end

    assign result = alu_result_i;

    logic unused_operand;
    assign unused_operand = ^{op_i[0], wide_i, data_i};
  end

`ifdef GSQ_ASSERT_ON
  logic [Depth-1:0] whole;  // entries with a result
  always_comb begin
    whole = '0;
    for (int unsigned e = 0; e < Depth; e++) begin
      for (int unsigned n = 0; n < Depth; n++) begin
        whole[(e + n) % Depth] |= head_q[e] && CountWidth'(n) < count_q;
      end
    end
  end
`endif

  for (genvar e = 0; e < Depth; e++) begin : g_entry
    logic [Words-1:0][31:0] stored_q;  // no reset

    assign stored[e] = stored_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) first_q[e] <= '0;
      else         first_q[e] <= first_d[e];
    end

    assign first_d[e] = pop && head_q[e] ? '0 : first_q[e] | store[e];

    always_ff @(posedge clk_i) begin
      if (store[e] != '0) begin  // saves simulation time
        for (int unsigned i = 0; i < Words; i++) begin
          if (store[e][i]) stored_q[i] <= result[i];
        end
      end
    end

    // From its last operand on until the result is taken, nobody comes for the entry.
    `GSQ_ASSUME(entry_is_free, !whole[e] || store[e] == '0)
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= Depth'(1);
      count_q <= '0;
    end else begin
      if (pop) head_q <= {head_q[Depth-2:0], head_q[Depth-1]};
      count_q <= count_q + CountWidth'(read_whole_i) - CountWidth'(pop);
    end
  end

  always_comb begin
    data_o = 'x;
    if (valid_o) begin  // saves simulation time, costs no gates
      data_o = '0;
      for (int unsigned e = 0; e < Depth; e++) data_o |= stored[e] & {32 * Words{head_q[e]}};
    end
  end

  `GSQ_ASSUME(result_has_entry, !read_whole_i || pop || count_q != CountWidth'(Depth))
`ifdef GSQ_ASSERT_ON
  logic [Words-1:0] not_of_sum;  // second operands of what has one
  always_comb begin
    not_of_sum = '0;
    for (int unsigned i = 0; i < Words; i++) begin
      for (int unsigned e = 0; e < Depth; e++) begin
        not_of_sum[i] |= store[e][i] && first_q[e][i] && op_i[i] != AluAdd;
      end
    end
  end
`endif
  `GSQ_ASSUME(second_operand_is_of_a_sum, not_of_sum == '0)
  `GSQ_ASSERT_HOLD(result_holds, valid_o, ready_i, data_o)

endmodule
