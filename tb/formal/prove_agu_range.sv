// SPDX-License-Identifier: Apache-2.0
// gsq_agu_range: compared with an arbitrary block of an arbitrary iteration, not after an arbitrary
// last block, and with that block of the last iteration, of an arbitrary operand.
module prove_agu_range
  import gsq_pkg::*;
#(
  parameter int unsigned VlenBytes = 128,
  parameter int unsigned UbBytes = 4096,
  localparam int unsigned PlaceWidth = $clog2(VlenBytes / BlockBytes)
) (
  input logic                  clk_i,
  input logic                  en_i,
  input logic [2:0]            check_i,
  input logic [PlaceWidth-1:0] last_i,
  input logic [2:0][26:0]      start_i,
  input logic [2:0][15:0]      blk_stride_i,
  input logic [2:0][7:0]       rep_stride_i,
  input logic [7:0]            repeat_i,
  input logic [1:0]            operand_i,    // any
  input logic [7:0]            iteration_i,  // any
  input logic [PlaceWidth-1:0] place_i       // any block of it
);

  logic [2:0] outside;

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg =
      gsq_cfg_pkg::made(.VlenBytes(VlenBytes), .UbBytes(UbBytes));

  gsq_agu_range #(.Cfg(Cfg)) dut (
    .clk_i, .en_i, .check_i, .last_i, .start_i, .blk_stride_i, .rep_stride_i, .repeat_i,
    .outside_o(outside)
  );

  // Is that block of that iteration of the operand outside UB?
  function automatic logic leaves_ub(logic [7:0] iteration, logic [PlaceWidth-1:0] place);
    return 40'(start_i[operand_i]) + 40'(iteration) * 40'(rep_stride_i[operand_i]) +
           40'(place) * 40'(blk_stride_i[operand_i]) >= 40'(UbBytes / BlockBytes);
  endfunction

  logic [7:0] last;
  assign last = repeat_i - 8'd1;

  logic       taken_q = 1'b0;  // the inputs of the last cycle were taken
  logic [1:0] operand_q;
  logic       some_q, last_q;  // that block is outside; the last one is
  logic       stays_q = 1'b0;  // the last cycle took nothing
  logic [2:0] outside_q;

  always_ff @(posedge clk_i) begin
    taken_q   <= en_i && repeat_i != '0 && operand_i != 2'd3;
    operand_q <= operand_i;
    some_q    <= check_i[operand_i] && iteration_i <= last && place_i <= last_i &&
                 leaves_ub(iteration_i, place_i);
    last_q    <= check_i[operand_i] && leaves_ub(last, last_i);
    stays_q   <= !en_i;
    outside_q <= outside;
  end

  always_comb begin
    if (taken_q) begin
      none_missed: assert (outside[operand_q] || !some_q);
      no_false_alarm: assert (!outside[operand_q] || last_q);
    end
    stays: assert (!stays_q || outside == outside_q);
  end

endmodule
