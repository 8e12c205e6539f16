// SPDX-License-Identifier: Apache-2.0
// gsq_agu_range: compared with an arbitrary block of an arbitrary iteration, and the last ones.
module prove_agu_range
  import gsq_pkg::*;
#(
  parameter int unsigned VlenBytes = 128,
  parameter int unsigned UbBytes = 4096,
  localparam int unsigned Blocks = VlenBytes / BlockBytes,
  localparam int unsigned PlaceWidth = $clog2(Blocks)
) (
  input logic [26:0]           start_i,
  input logic [15:0]           blk_stride_i,
  input logic [7:0]            rep_stride_i,
  input logic [7:0]            repeat_i,
  input logic [7:0]            iteration_i,  // any
  input logic [PlaceWidth-1:0] place_i       // any block of it
);

  logic                  outside;
  logic [PlaceWidth-1:0] block;

  gsq_agu_range #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes)
  ) dut (
    .start_i, .blk_stride_i, .rep_stride_i, .repeat_i, .outside_o(outside), .block_o(block)
  );

  // Is that block of that iteration outside UB?
  function automatic logic leaves_ub(logic [7:0] iteration, logic [PlaceWidth-1:0] place);
    return 40'(start_i) + 40'(iteration) * 40'(rep_stride_i) + 40'(place) * 40'(blk_stride_i) >=
           40'(UbBytes / BlockBytes);
  endfunction

  logic [7:0] last;
  assign last = repeat_i - 8'd1;

  always_comb begin
    if (repeat_i != '0) begin
      none_missed: assert (outside || iteration_i > last || !leaves_ub(iteration_i, place_i));
      no_false_alarm: assert (!outside || leaves_ub(last, block));
      lowest: assert (place_i >= block || !leaves_ub(last, place_i));
    end
  end

endmodule
