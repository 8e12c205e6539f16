// SPDX-License-Identifier: Apache-2.0
// Stage D0: the command that was taken last, its row in the table of commands, and the last block
// that its mask selects.
//
// Row and block are found when the command is taken, so that checks start from registers.
//
// Latency: a command taken in cycle t is held from t+1. Throughput: one command a cycle. Handshake:
// valid/ready; a command is taken when the stage is empty or its command goes on.

`include "gsq_assert.svh"

module gsq_intake
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// 1: there are the commands that need LaneOps.
  parameter int unsigned LaneOps = 0,
  localparam int unsigned PlaceWidth = VlenBytes > BlockBytes ? $clog2(VlenBytes / BlockBytes) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  output logic                  ready_o,
  /// Command.
  input  cmd_t                  cmd_i,
  output logic                  valid_o,
  /// The command held; any value while valid_o is 0.
  output cmd_t                  cmd_o,
  /// Row of the command in the table of commands, see facts_of.
  output cmd_facts_t            facts_o,
  /// Last block of an iteration in which the mask in the command selects a lane, see
  /// gsq_last_block.
  output logic [PlaceWidth-1:0] last_block_o,
  /// A command in the stage goes on; without one this means nothing.
  input  logic                  go_i
);

  // Facts are looked up by number.
  for (genvar i = 0; i < NumCommands; i++) begin : g_command
    if (Commands[i].op != opcode_e'(i)) begin : g_place
      $error("gsq_pkg: row %0d of Commands must be that of opcode %0d; found opcode %0d", i, i,
             Commands[i].op);
    end
  end
  for (genvar i = 0; i < NumForms; i++) begin : g_form
    if (Forms[i].form != form_e'(i)) begin : g_place
      $error("gsq_pkg: row %0d of Forms must be that of form %0d; found form %0d", i, i,
             Forms[i].form);
    end
  end

  logic                  valid_q;
  cmd_t                  cmd_q;         // no reset, down to last_block_q
  cmd_facts_t            facts_q;
  logic [PlaceWidth-1:0] last_block_q;
  logic [PlaceWidth-1:0] last_block;

  assign ready_o      = !valid_q || go_i;
  assign valid_o      = valid_q;
  assign cmd_o        = cmd_q;
  assign facts_o      = facts_q;
  assign last_block_o = last_block_q;

  gsq_last_block #(
    .VlenBytes(VlenBytes)
  ) u_last_block (
    .mask_i   (cmd_i.mask[VlenBytes/2-1:0]),
    .bitwise_i(cmd_i.bitwise),
    .width_i  (cmd_i.width),
    .block_o  (last_block)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else if (ready_o) begin
      valid_q <= valid_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o) begin
      cmd_q        <= cmd_i;
      facts_q      <= facts_of(cmd_i.op, LaneOps);
      last_block_q <= last_block;
    end
  end

  `GSQ_ASSERT_HOLD(command_stays, valid_o, go_i, {cmd_o, facts_o, last_block_o})

endmodule
