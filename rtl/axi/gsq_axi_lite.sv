// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite registers for the commands and responses of gsq_core, with an interrupt.
//
// Software writes a command into registers and pushes it; it reads a response and pops it. The
// registers of the command are the payload of the command port: they are refused until the unit has
// taken it. A response of a command that failed sets a flag in the cycle in which it becomes the
// oldest one, so software may clear the flag before or after it pops the response.
//
// Latency: 2 cycles from an access to its answer. Throughput: one read and one write a cycle.
// Handshake: AXI4-Lite, every output is a register; valid/ready on commands and responses.

`include "gsq_assert.svh"

module gsq_axi_lite
  import gsq_pkg::*;
#(
  /// Bytes of a vector, for software to read.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer, for software to read.
  parameter int unsigned UbBytes = 262144
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        aw_valid_i,
  output logic        aw_ready_o,
  input  logic [11:0] aw_addr_i,
  input  logic        w_valid_i,
  output logic        w_ready_o,
  input  logic [31:0] w_data_i,
  input  logic [3:0]  w_strb_i,
  output logic        b_valid_o,
  input  logic        b_ready_i,
  output logic [1:0]  b_resp_o,
  input  logic        ar_valid_i,
  output logic        ar_ready_o,
  input  logic [11:0] ar_addr_i,
  output logic        r_valid_o,
  input  logic        r_ready_i,
  output logic [31:0] r_data_o,
  output logic [1:0]  r_resp_o,
  /// Interrupt, active high, until its reason has gone.
  output logic        irq_o,
  /// The port of the Unified Buffer answers an access with an error.
  input  logic        buffer_error_i,
  output logic        cmd_valid_o,
  input  logic        cmd_ready_i,
  /// Command.
  output cmd_t        cmd_o,
  input  logic        rsp_valid_i,
  output logic        rsp_ready_o,
  /// Response.
  input  rsp_t        rsp_i
);

  // ---------------------------------------------------------------------------------------------
  // Bus
  // ---------------------------------------------------------------------------------------------

  logic        aw_valid;
  logic [11:0] aw_addr;
  logic        w_valid;
  logic [31:0] w_data;
  logic [3:0]  w_strb;
  logic        b_ready;
  logic [1:0]  b_resp;
  logic        ar_valid;
  logic [11:0] ar_addr;
  logic        r_ready;
  logic [31:0] r_data;
  logic [1:0]  r_resp;
  logic        write;

  assign write = aw_valid && w_valid && b_ready;

  gsq_register_slice #(
    .data_t(logic [11:0])
  ) u_aw (
    .clk_i, .rst_ni,
    .valid_i(aw_valid_i),
    .ready_o(aw_ready_o),
    .data_i (aw_addr_i),
    .valid_o(aw_valid),
    .ready_i(write),
    .data_o (aw_addr)
  );

  gsq_register_slice #(
    .data_t(logic [35:0])
  ) u_w (
    .clk_i, .rst_ni,
    .valid_i(w_valid_i),
    .ready_o(w_ready_o),
    .data_i ({w_strb_i, w_data_i}),
    .valid_o(w_valid),
    .ready_i(write),
    .data_o ({w_strb, w_data})
  );

  gsq_register_slice #(
    .data_t(logic [1:0])
  ) u_b (
    .clk_i, .rst_ni,
    .valid_i(write),
    .ready_o(b_ready),
    .data_i (b_resp),
    .valid_o(b_valid_o),
    .ready_i(b_ready_i),
    .data_o (b_resp_o)
  );

  gsq_register_slice #(
    .data_t(logic [11:0])
  ) u_ar (
    .clk_i, .rst_ni,
    .valid_i(ar_valid_i),
    .ready_o(ar_ready_o),
    .data_i (ar_addr_i),
    .valid_o(ar_valid),
    .ready_i(r_ready),
    .data_o (ar_addr)
  );

  gsq_register_slice #(
    .data_t(logic [33:0])
  ) u_r (
    .clk_i, .rst_ni,
    .valid_i(ar_valid),
    .ready_o(r_ready),
    .data_i ({r_resp, r_data}),
    .valid_o(r_valid_o),
    .ready_i(r_ready_i),
    .data_o ({r_resp_o, r_data_o})
  );

  // ---------------------------------------------------------------------------------------------
  // Registers
  // ---------------------------------------------------------------------------------------------

  logic              pushed_q;  // the command waits for the unit
  logic [7:0]        in_flight_q;
  logic              room;
  logic              push;
  logic              pop;
  logic              no_room;
  logic              no_response;
  logic              no_register;
  logic              seen_q;  // the oldest response waited before this cycle
  logic [4:0]        errors;
  logic [2:0]        enable;
  logic [2:0]        pending;
  logic [15:0][31:0] words;
  logic [511:0]      flat;

  assign flat        = words;
  assign room        = !pushed_q;
  assign pending     = {errors != '0, room, rsp_valid_i};
  assign cmd_valid_o = pushed_q;
  assign cmd_o       = flat[$bits(cmd_t)-1:0];
  assign rsp_ready_o = pop;

  // The highest bits of the last word are not part of a command.
  logic unused;
  assign unused = ^flat[511:$bits(cmd_t)];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pushed_q    <= 1'b0;
      in_flight_q <= '0;
      seen_q      <= 1'b0;
      irq_o       <= 1'b0;
    end else begin
      pushed_q    <= push || (pushed_q && !cmd_ready_i);
      in_flight_q <= in_flight_q + 8'(push) - 8'(pop);
      seen_q      <= rsp_valid_i && !pop;
      irq_o       <= (pending & enable) != '0;
    end
  end

  gsq_axi_regs u_regs (
    .clk_i, .rst_ni,
    .write_i                (write),
    .waddr_i                (aw_addr),
    .wdata_i                (w_data),
    .wstrb_i                (w_strb),
    .wresp_o                (b_resp),
    .raddr_i                (ar_addr),
    .rdata_o                (r_data),
    .rresp_o                (r_resp),
    .no_register_o          (no_register),
    .response_i             (rsp_valid_i),
    .no_response_o          (no_response),
    .room_i                 (room),
    .no_room_o              (no_room),
    .vlen_bytes_i           (VlenBytes),
    .ub_bytes_i             (UbBytes),
    .status_room_i          (room),
    .status_response_i      (rsp_valid_i),
    .status_busy_i          (in_flight_q != '0),
    .status_in_flight_i     (in_flight_q),
    .push_go_o              (push),
    .pop_go_o               (pop),
    .rsp_status_tag_i       (rsp_valid_i ? rsp_i.tag : '0),
    .rsp_status_code_i      (rsp_valid_i ? rsp_i.status : StOk),
    .rsp_status_valid_i     (rsp_valid_i),
    .rsp_info_value_i       (rsp_valid_i ? rsp_i.info : '0),
    .irq_enable_response_o  (enable[0]),
    .irq_enable_room_o      (enable[1]),
    .irq_enable_error_o     (enable[2]),
    .irq_pending_response_i (pending[0]),
    .irq_pending_room_i     (pending[1]),
    .irq_pending_error_i    (pending[2]),
    .error_no_room_set_i    (no_room),
    .error_no_room_o        (errors[0]),
    .error_no_response_set_i(no_response),
    .error_no_response_o    (errors[1]),
    .error_no_register_set_i(no_register),
    .error_no_register_o    (errors[2]),
    .error_buffer_set_i     (buffer_error_i),
    .error_buffer_o         (errors[3]),
    .error_command_set_i    (rsp_valid_i && !seen_q && rsp_i.status != StOk),
    .error_command_o        (errors[4]),
    .cmd_word_o             (words)
  );

  `GSQ_ASSERT_HOLD(command_holds, cmd_valid_o, cmd_ready_i, cmd_o)
  `GSQ_ASSERT(pops_a_response, !rsp_ready_o || rsp_valid_i)

endmodule
