// SPDX-License-Identifier: Apache-2.0
// Counters of the SoC for the profile that follows the output of a program. They count in each
// cycle in which their input is 1; the simulation reads them at its end.
//
// Latency: 1 cycle. Throughput: each may count in every cycle. Handshake: none.
module soc_riscv_profile (
  input  logic clk_i,
  input  logic rst_ni,
  /// The unit takes a command.
  input  logic command_i,
  /// The front end does not take the instruction that the core offers.
  input  logic issue_stall_i,
  /// The unit does not take the command that the front end offers.
  input  logic command_stall_i,
  /// The core waits for a result.
  input  logic result_stall_i,
  /// An access of the core to the Unified Buffer waits for its grant.
  input  logic buffer_stall_i,
  /// The same, since commands before the access are still under way.
  input  logic order_stall_i
);

  logic [63:0] commands_q;
  logic [63:0] issue_stall_q;
  logic [63:0] command_stall_q;
  logic [63:0] result_stall_q;
  logic [63:0] buffer_stall_q;
  logic [63:0] order_stall_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      commands_q      <= '0;
      issue_stall_q   <= '0;
      command_stall_q <= '0;
      result_stall_q  <= '0;
      buffer_stall_q  <= '0;
      order_stall_q   <= '0;
    end else begin
      commands_q      <= commands_q + 64'(command_i);
      issue_stall_q   <= issue_stall_q + 64'(issue_stall_i);
      command_stall_q <= command_stall_q + 64'(command_stall_i);
      result_stall_q  <= result_stall_q + 64'(result_stall_i);
      buffer_stall_q  <= buffer_stall_q + 64'(buffer_stall_i);
      order_stall_q   <= order_stall_q + 64'(order_stall_i);
    end
  end

endmodule
