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
  import gsq_dma_pkg::dma_window_t;
  import gsq_pkg::*;
  import gsq_ring_pkg::*;
#(
  /// Bytes of a vector, for software to read.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer, for software to read.
  parameter int unsigned UbBytes = 262144,
  /// 1: with the registers of a ring of commands.
  parameter int unsigned Ring = 0
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic          aw_valid_i,
  output logic          aw_ready_o,
  input  logic [11:0]   aw_addr_i,
  input  logic          w_valid_i,
  output logic          w_ready_o,
  input  logic [31:0]   w_data_i,
  input  logic [3:0]    w_strb_i,
  output logic          b_valid_o,
  input  logic          b_ready_i,
  output logic [1:0]    b_resp_o,
  input  logic          ar_valid_i,
  output logic          ar_ready_o,
  input  logic [11:0]   ar_addr_i,
  output logic          r_valid_o,
  input  logic          r_ready_i,
  output logic [31:0]   r_data_o,
  output logic [1:0]    r_resp_o,
  /// Interrupt, active high, until its reason has gone.
  output logic          irq_o,
  /// The port of the Unified Buffer answers an access with an error.
  input  logic          buffer_error_i,
  output logic          cmd_valid_o,
  input  logic          cmd_ready_i,
  /// Command.
  output cmd_t          cmd_o,
  input  logic          rsp_valid_i,
  output logic          rsp_ready_o,
  /// Response.
  input  rsp_t          rsp_i,
  /// Ring: what software sets.
  output ring_control_t ring_control_o,
  /// Ring: windows of memory.
  output dma_window_t   mem_window_o [2],
  /// Ring: window of UB.
  output dma_window_t   ub_window_o,
  /// Ring: goes on after an error: a pulse.
  output logic          ring_resume_o,
  /// Ring: what software reads.
  input  ring_state_t   ring_state_i,
  /// Ring: an end is complete: a pulse.
  input  logic          ring_end_i,
  /// Ring: one error or more: a pulse.
  input  logic          ring_error_i
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
  logic [1:0]        unit_b_resp;
  logic [31:0]       unit_r_data;
  logic [1:0]        unit_r_resp;
  logic              unit_no_register;
  logic [1:0]        ring_events;
  logic [1:0]        ring_enable;

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
      irq_o       <= (pending & enable) != '0 || (ring_events & ring_enable) != '0;
    end
  end

  gsq_axi_regs u_regs (
    .clk_i, .rst_ni,
    .write_i                (write && !(Ring != 0 && aw_addr[10])),
    .waddr_i                (aw_addr),
    .wdata_i                (w_data),
    .wstrb_i                (w_strb),
    .wresp_o                (unit_b_resp),
    .raddr_i                (ar_addr),
    .rdata_o                (unit_r_data),
    .rresp_o                (unit_r_resp),
    .no_register_o          (unit_no_register),
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
    .status_ring_i          (Ring != 0),
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

  // ---------------------------------------------------------------------------------------------
  // Registers of the ring: those with bit 10 of their address
  // ---------------------------------------------------------------------------------------------

  if (Ring != 0) begin : gen_ring
    logic [1:0]       ring_b_resp, ring_r_resp;
    logic [31:0]      ring_r_data;
    logic             ring_no_register;
    logic [1:0][63:6] mem_base, mem_limit;
    logic [1:0]       mem_read, mem_write;

    gsq_ring_regs u_ring_regs (
      .clk_i, .rst_ni,
      .write_i                (write && aw_addr[10]),
      .waddr_i                (aw_addr),
      .wdata_i                (w_data),
      .wstrb_i                (w_strb),
      .wresp_o                (ring_b_resp),
      .raddr_i                (ar_addr),
      .rdata_o                (ring_r_data),
      .rresp_o                (ring_r_resp),
      .no_register_o          (ring_no_register),
      .control_enable_o       (ring_control_o.enable),
      .control_pause_o        (ring_control_o.pause),
      .control_stop_on_error_o(ring_control_o.stop_on_error),
      .resume_go_o            (ring_resume_o),
      .state_idle_i           (ring_state_i.idle),
      .state_stopped_i        (ring_state_i.stopped),
      .state_ended_i          (ring_state_i.ended),
      .state_waiting_i        (ring_state_i.waiting),
      .event_end_set_i        (ring_end_i),
      .event_end_o            (ring_events[0]),
      .event_error_set_i      (ring_error_i),
      .event_error_o          (ring_events[1]),
      .irq_enable_end_o       (ring_enable[0]),
      .irq_enable_error_o     (ring_enable[1]),
      .size_slots_o           (ring_control_o.size),
      .size_records_o         (ring_control_o.rec_size),
      .base_low_value_o       (ring_control_o.base[31:7]),
      .base_high_value_o      (ring_control_o.base[63:32]),
      .rec_base_low_value_o   (ring_control_o.rec_base[31:7]),
      .rec_base_high_value_o  (ring_control_o.rec_base[63:32]),
      .tail_value_o           (ring_control_o.tail),
      .head_value_i           (ring_state_i.head),
      .rec_head_value_o       (ring_control_o.rec_head),
      .rec_tail_value_i       (ring_state_i.rec_tail),
      .done_in_value_i        (ring_state_i.done[RingQueueIn]),
      .done_unit_value_i      (ring_state_i.done[RingQueueUnit]),
      .done_out_value_i       (ring_state_i.done[RingQueueOut]),
      .mem0_base_low_value_o  (mem_base[0][31:6]),
      .mem0_base_high_value_o (mem_base[0][63:32]),
      .mem0_limit_low_value_o (mem_limit[0][31:6]),
      .mem0_limit_high_value_o(mem_limit[0][63:32]),
      .mem1_base_low_value_o  (mem_base[1][31:6]),
      .mem1_base_high_value_o (mem_base[1][63:32]),
      .mem1_limit_low_value_o (mem_limit[1][31:6]),
      .mem1_limit_high_value_o(mem_limit[1][63:32]),
      .ub_base_value_o        (ub_window_o.base[25:0]),
      .ub_limit_value_o       (ub_window_o.limit[25:0]),
      .allow_mem0_read_o      (mem_read[0]),
      .allow_mem0_write_o     (mem_write[0]),
      .allow_mem1_read_o      (mem_read[1]),
      .allow_mem1_write_o     (mem_write[1]),
      .allow_ub_read_o        (ub_window_o.read),
      .allow_ub_write_o       (ub_window_o.write)
    );

    for (genvar i = 0; i < 2; i++) begin : g_window
      assign mem_window_o[i] = '{
          base:  mem_base[i],
          limit: mem_limit[i],
          read:  mem_read[i],
          write: mem_write[i]
      };
    end
    // So no burst of the ring crosses 4 KB, whatever software writes.
    assign ring_control_o.base[6:0]     = '0;
    assign ring_control_o.rec_base[6:0] = '0;
    assign ub_window_o.base[57:26]      = '0;
    assign ub_window_o.limit[57:26]     = '0;

    assign b_resp      = aw_addr[10] ? ring_b_resp : unit_b_resp;
    assign r_data      = ar_addr[10] ? ring_r_data : unit_r_data;
    assign r_resp      = ar_addr[10] ? ring_r_resp : unit_r_resp;
    assign no_register = unit_no_register || ring_no_register;
  end else begin : gen_no_ring
    assign ring_control_o = '0;
    assign mem_window_o   = '{default: '0};
    assign ub_window_o    = '0;
    assign ring_resume_o  = 1'b0;
    assign ring_events    = '0;
    assign ring_enable    = '0;
    assign b_resp         = unit_b_resp;
    assign r_data         = unit_r_data;
    assign r_resp         = unit_r_resp;
    assign no_register    = unit_no_register;

    logic unused_ring;
    assign unused_ring = ^{ring_state_i, ring_end_i, ring_error_i};
  end

  `GSQ_ASSERT_HOLD(command_holds, cmd_valid_o, cmd_ready_i, cmd_o)
  `GSQ_ASSERT(pops_a_response, !rsp_ready_o || rsp_valid_i)

endmodule
