// SPDX-License-Identifier: Apache-2.0
// Two sources of commands in front of the unit; each gets the responses of its own.
//
// Source 0 goes first: it is software, which pushes commands one by one. Responses come in the
// order of commands, so a source that does not take its own holds those of the other.
//
// Latency: none. Throughput: a command and a response a cycle. Handshake: valid/ready; a command
// that is offered stays.

`include "gsq_assert.svh"

module gsq_cmd_join
  import gsq_pkg::*;
#(
  /// Commands that are taken and not answered, at most: at least 2.
  parameter int unsigned Depth = 32
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  /// Per source: a command.
  input  logic [1:0] cmd_valid_i,
  output logic [1:0] cmd_ready_o,
  /// Per source: the command.
  input  cmd_t [1:0] cmd_i,
  /// Per source: a response.
  output logic [1:0] rsp_valid_o,
  input  logic [1:0] rsp_ready_i,
  output logic       cmd_valid_o,
  input  logic       cmd_ready_i,
  /// Command to the unit.
  output cmd_t       cmd_o,
  input  logic       rsp_valid_i,
  output logic       rsp_ready_o
);

  localparam int unsigned CountWidth = $clog2(Depth + 1);

  logic                  second, held_q, held_second_q;
  logic                  push, pop, owned, owner;
  logic [CountWidth-1:0] count_q;

  assign second      = held_q ? held_second_q : !cmd_valid_i[0];
  assign cmd_valid_o = cmd_valid_i[second] && count_q != CountWidth'(Depth);
  assign cmd_o       = cmd_i[second];
  assign push        = cmd_valid_o && cmd_ready_i;
  assign cmd_ready_o = {push && second, push && !second};

  assign rsp_valid_o = {rsp_valid_i && owned && owner, rsp_valid_i && owned && !owner};
  assign rsp_ready_o = owned && rsp_ready_i[owner];
  assign pop         = rsp_valid_i && rsp_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q  <= 1'b0;
      count_q <= '0;
    end else begin
      held_q  <= cmd_valid_o && !cmd_ready_i;
      count_q <= count_q + CountWidth'(push) - CountWidth'(pop);
    end
  end

  always_ff @(posedge clk_i) begin
    held_second_q <= second;
  end

  gsq_fifo #(
    .data_t(logic),
    .Depth (Depth)
  ) u_owners (
    .clk_i, .rst_ni,
    .push_i (push),
    .data_i (second),
    .valid_o(owned),
    .ready_i(pop),
    .data_o (owner)
  );

  `GSQ_ASSUME(answers_a_command, !rsp_valid_i || owned)

endmodule
