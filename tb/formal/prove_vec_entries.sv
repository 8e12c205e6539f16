// SPDX-License-Identifier: Apache-2.0
// gsq_vec_entries: an arbitrary lane of four bytes in an arbitrary entry has the right result, in
// whatever order its operands come; results come in the order of entries.
//
// The proof follows one lane. What it assumes is what gsq_vec_entries asks of its inputs: no operand
// comes to an entry that has a result, and a second one is of a sum. With LaneOps there is a lane ALU
// beside it, which adds what it is given.
module prove_vec_entries
  import gsq_pkg::*;
#(
  parameter int unsigned VlenBytes = 8,
  parameter int unsigned Depth = 3,
  parameter int unsigned LaneOps = 0,
  localparam int unsigned Words = VlenBytes / 4
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic [Words-1:0]       operand_i,
  input logic [Words-1:0][2:0]  entry_i,
  input logic [Words-1:0][1:0]  op_i,
  input logic [Words-1:0]       wide_i,
  input logic [Words-1:0][31:0] data_i,
  input logic [Words-1:0]       next_i,
  input logic [Words-1:0][2:0]  next_entry_i,
  input logic                   read_whole_i,
  input logic                   ready_i,
  input logic [$clog2(Words)-1:0] lane_i,  // the lane and the entry that are followed
  input logic [2:0]             pick_i
);

  logic [2:0]             entry [Words], next_entry [Words];
  alu_op_e                op [Words];
  logic                   valid;
  logic [Words-1:0][31:0] data, earlier, alu_result;

  for (genvar i = 0; i < Words; i++) begin : g_in
    assign entry[i] = entry_i[i];
    assign op[i]    = alu_op_e'(op_i[i]);

    assign next_entry[i] = next_entry_i[i];
    assign alu_result[i] = op[i] == AluAbs ? magnitude(wide_i[i], data_i[i])
                                           : sum(wide_i[i], data_i[i], earlier[i]);
  end

  gsq_vec_entries #(
    .VlenBytes(VlenBytes), .Depth(Depth), .LaneOps(LaneOps)
  ) dut (
    .clk_i, .rst_ni, .operand_i, .entry_i(entry), .op_i(op), .wide_i, .data_i, .read_whole_i,
    .valid_o(valid), .ready_i, .data_o(data),
    .next_i, .next_entry_i(next_entry), .before_o(earlier), .alu_result_i(alu_result)
  );

  // -----------------------------------------------------------------------------------------------
  // The iterations in their entries, and the words of the lane that is followed
  // -----------------------------------------------------------------------------------------------

  logic                     started_q = 1'b0;
  logic [$clog2(Words)-1:0] lane_q;
  logic [2:0]               pick_q;    // an entry
  logic [2:0]               head_q;    // entry of the oldest iteration
  logic [2:0]               count_q;   // results
  logic                     one_q, two_q;  // operands of the lane that have come to the entry
  logic                     wide_q;
  logic [1:0]               op_q;
  logic [31:0]              a_q, b_q;
  logic                     pop, mine, mine_pops;
  logic [31:0]              expected;

  assign pop       = count_q != '0 && ready_i;
  assign mine      = operand_i[lane_q] && entry_i[lane_q] == pick_q;
  assign mine_pops = pop && head_q == pick_q;

  function automatic logic [31:0] sum(logic wide, logic [31:0] a, logic [31:0] b);
    return wide ? a + b : {a[31:16] + b[31:16], a[15:0] + b[15:0]};
  endfunction

  function automatic logic [31:0] magnitude(logic wide, logic [31:0] a);
    if (wide) return a[31] ? -a : a;
    return {a[31] ? -a[31:16] : a[31:16], a[15] ? -a[15:0] : a[15:0]};
  endfunction

  // Places behind the oldest entry.
  function automatic logic [2:0] behind(logic [2:0] number);
    return number - head_q + (number < head_q ? 3'(Depth) : '0);
  endfunction

  always_comb begin
    expected = a_q;
    if (op_q == AluAbs) expected = magnitude(wide_q, a_q);
    if (two_q) expected = sum(wide_q, a_q, b_q);
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) {lane_q, pick_q} <= {lane_i, pick_i};
    if (mine && !one_q) {op_q, wide_q, a_q} <= {op_i[lane_q], wide_i[lane_q], data_i[lane_q]};
    if (mine) b_q <= data_i[lane_q];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {head_q, count_q, one_q, two_q} <= '0;
    end else begin
      if (pop) head_q <= head_q == 3'(Depth - 1) ? '0 : head_q + 1'b1;
      count_q <= count_q + 3'(read_whole_i) - 3'(pop);
      if (mine_pops) {one_q, two_q} <= '0;
      else if (mine) {one_q, two_q} <= {1'b1, one_q};
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (started_q || 32'(pick_i) < Depth);
    assume (!read_whole_i || pop || 32'(count_q) < Depth);
    // At most two words of a lane, the second of a sum like the first.
    assume (!(mine && one_q) || (!two_q && op_i[lane_q] == AluAdd && op_q == AluAdd &&
                                 wide_i[lane_q] == wide_q));
    for (int unsigned i = 0; i < Words; i++) begin
      assume (!operand_i[i] || (op_i[i] <= AluAdd && 32'(entry_i[i]) < Depth &&
                                behind(entry_i[i]) >= count_q));
    end

    valid_with_results: assert (valid == (count_q != '0));
    if (valid && head_q == pick_q && one_q) right_result: assert (data[lane_q] == expected);

    inv_entry: assert (!started_q || (32'(pick_q) < Depth && 32'(head_q) < Depth));
    inv_head: assert (!started_q || dut.head_q == Depth'(1) << head_q);
    inv_count: assert (dut.count_q == count_q && 32'(count_q) <= Depth);
    inv_two: assert (!two_q || (one_q && op_q == AluAdd));
  end

  for (genvar e = 0; e < Depth; e++) begin : g_entry
    always_comb begin
      inv_first: assert (!started_q || 3'(e) != pick_q || dut.first_q[e][lane_q] == one_q);
      inv_kept: assert (3'(e) != pick_q || !one_q || dut.stored[e][lane_q] == expected);
    end
  end

  if (LaneOps != 0) begin : g_shared
    // An operand is told a cycle ahead.
    logic [Words-1:0]      next_q = '0;
    logic [Words-1:0][2:0] next_entry_q;

    always_ff @(posedge clk_i) {next_q, next_entry_q} <= {next_i & {Words{rst_ni}}, next_entry_i};

    always_comb begin
      for (int unsigned i = 0; i < Words; i++) begin
        assume (operand_i[i] == next_q[i]);
        assume (!next_q[i] || entry_i[i] == next_entry_q[i]);
      end
      if (started_q && rst_ni) begin
        inv_again: assert (dut.g_shared.again_q[pick_q][lane_q] == (mine && one_q));
      end
    end
  end

endmodule
