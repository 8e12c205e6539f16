// SPDX-License-Identifier: Apache-2.0
// Register slice of a valid/ready channel: all its outputs are registers.
//
// A place behind the output register takes what comes in the cycle in which the other side stops.
//
// Latency: 1 cycle. Throughput: one transfer a cycle. Handshake: valid/ready on both sides; ready_o
// does not depend on ready_i of the same cycle.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_axi_skid #(
  /// Bits of the payload.
  parameter int unsigned Width = 32
) (
  /// Clock.
  input  logic             clk_i,
  /// Reset, active low.
  input  logic             rst_ni,
  /// Input valid.
  input  logic             valid_i,
  /// Ready.
  output logic             ready_o,
  /// Payload.
  input  logic [Width-1:0] data_i,
  /// Output valid.
  output logic             valid_o,
  /// Ready.
  input  logic             ready_i,
  /// Payload.
  output logic [Width-1:0] data_o
);

  `GSQ_CHECK_WIDTH(Width)

  logic             valid_q;
  logic             spill_valid_q;
  logic [Width-1:0] data_q;
  logic [Width-1:0] spill_q;
  logic             moves;  // the output register takes something, or becomes empty

  assign valid_o = valid_q;
  assign data_o  = data_q;
  assign ready_o = !spill_valid_q;
  assign moves   = !valid_q || ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q       <= 1'b0;
      spill_valid_q <= 1'b0;
    end else if (moves) begin
      valid_q       <= valid_i || spill_valid_q;
      spill_valid_q <= 1'b0;
    end else if (valid_i) begin
      spill_valid_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (moves) data_q <= spill_valid_q ? spill_q : data_i;
    if (!spill_valid_q) spill_q <= data_i;
  end

  `GSQ_ASSERT_HOLD(output_holds, valid_o, ready_i, data_o)
  `GSQ_ASSERT(spill_is_behind, !spill_valid_q || valid_q)

endmodule
