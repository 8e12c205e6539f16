// SPDX-License-Identifier: Apache-2.0
// Stage D0: the command that was taken last, and its row in the table of commands.
//
// The row is looked up when the command is taken, so that checks start from a register.
//
// Latency: a command taken in cycle t is held from t+1. Throughput: one command a cycle. Handshake:
// valid/ready; a command is taken when the stage is empty or its command goes on.

`include "gsq_assert.svh"

module gsq_intake
  import gsq_pkg::*;
  import gsq_core_pkg::*;
(
  /// Clock.
  input  logic       clk_i,
  /// Reset, active low.
  input  logic       rst_ni,
  /// Command valid.
  input  logic       valid_i,
  /// Ready.
  output logic       ready_o,
  /// Command.
  input  cmd_t       cmd_i,
  /// The stage holds a command.
  output logic       valid_o,
  /// The command held; any value while valid_o is 0.
  output cmd_t       cmd_o,
  /// Its row in the table of commands, see facts_of.
  output cmd_facts_t facts_o,
  /// A command in the stage goes on; without one this means nothing.
  input  logic       go_i
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

  logic       valid_q;
  cmd_t       cmd_q;    // no reset, like facts_q
  cmd_facts_t facts_q;

  assign ready_o = !valid_q || go_i;
  assign valid_o = valid_q;
  assign cmd_o   = cmd_q;
  assign facts_o = facts_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else if (ready_o) begin
      valid_q <= valid_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o) begin
      cmd_q   <= cmd_i;
      facts_q <= facts_of(cmd_i.op);
    end
  end

  `GSQ_ASSERT_HOLD(command_stays, valid_o, go_i, {cmd_o, facts_o})

endmodule
