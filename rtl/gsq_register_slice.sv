// SPDX-License-Identifier: Apache-2.0
// Register slice of a valid/ready channel: all its outputs are registers.
//
// A place behind the output register takes what comes in the cycle in which the other side stops.
//
// Latency: 1 cycle. Throughput: one transfer a cycle. Handshake: valid/ready on both sides; ready_o
// does not depend on ready_i of the same cycle.

`include "gsq_assert.svh"

module gsq_register_slice #(
  /// What it carries.
  parameter type data_t = logic [31:0]
) (
  input  logic  clk_i,
  input  logic  rst_ni,
  input  logic  valid_i,
  output logic  ready_o,
  /// Payload.
  input  data_t data_i,
  output logic  valid_o,
  input  logic  ready_i,
  /// Payload.
  output data_t data_o
);

  logic  valid_q;
  logic  spill_valid_q;
  data_t data_q;
  data_t spill_q;
  logic  load;  // the output register takes something, or becomes empty

  assign valid_o = valid_q;
  assign data_o  = data_q;
  assign ready_o = !spill_valid_q;
  assign load    = !valid_q || ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q       <= 1'b0;
      spill_valid_q <= 1'b0;
    end else if (load) begin
      valid_q       <= valid_i || spill_valid_q;
      spill_valid_q <= 1'b0;
    end else if (valid_i) begin
      spill_valid_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) data_q <= spill_valid_q ? spill_q : data_i;
    if (!spill_valid_q) spill_q <= data_i;
  end

  `GSQ_ASSERT_HOLD(output_holds, valid_o, ready_i, data_o)
  `GSQ_ASSERT(spill_is_behind, !spill_valid_q || valid_q)

endmodule
