// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/axi_registers.py from rtl/axi/gsq_axi_regs.rdl. Do not edit.
//
// The registers of gsq_axi, without the bus: see docs/integrate/axi.md.
//
// Latency: a read is answered in the same cycle, a write has its effect from the next on.
// Throughput: one read and one write a cycle. Handshake: none, every access is answered.

module gsq_axi_regs (
  input  logic clk_i,
  input  logic rst_ni,
  /// A register is written in this cycle.
  input  logic write_i,
  /// Write: byte address; the low two bits are ignored.
  input  logic [11:0] waddr_i,
  /// Write: data.
  input  logic [31:0] wdata_i,
  /// Write: bytes of the data.
  input  logic [3:0] wstrb_i,
  /// Write: the AXI response.
  output logic [1:0] wresp_o,
  /// Read: byte address; the low two bits are ignored.
  input  logic [11:0] raddr_i,
  /// Read: data.
  output logic [31:0] rdata_o,
  /// Read: the AXI response.
  output logic [1:0] rresp_o,
  /// The write is to no register, or to one that is read only.
  output logic no_register_o,
  /// Writes that need this are done: response.
  input  logic response_i,
  /// The write is refused, since response_i is 0.
  output logic no_response_o,
  /// Writes that need this are done: room.
  input  logic room_i,
  /// The write is refused, since room_i is 0.
  output logic no_room_o,
  /// `vlen.bytes`: VlenBytes.
  input  logic [31:0] vlen_bytes_i,
  /// `ub.bytes`: UbBytes.
  input  logic [31:0] ub_bytes_i,
  /// `status.room`: a command may be written and pushed.
  input  logic status_room_i,
  /// `status.response`: a response waits in rsp_status and rsp_info.
  input  logic status_response_i,
  /// `status.busy`: a command was pushed and its response was not popped.
  input  logic status_busy_i,
  /// `status.in_flight`: commands pushed and not popped.
  input  logic [7:0] status_in_flight_i,
  /// `status.ring`: 1: there are the registers `ring`.
  input  logic status_ring_i,
  /// `push.go`: 1: the command in cmd goes to the unit.
  output logic push_go_o,
  /// `pop.go`: 1: the oldest response goes, the next one follows.
  output logic pop_go_o,
  /// `rsp_status.tag`: tag of the command.
  input  logic [7:0] rsp_status_tag_i,
  /// `rsp_status.code`: status, 0 is OK.
  input  logic [2:0] rsp_status_code_i,
  /// `rsp_status.valid`: a response waits.
  input  logic rsp_status_valid_i,
  /// `rsp_info.value`: see each command.
  input  logic [31:0] rsp_info_value_i,
  /// `irq_enable.response`: while a response waits.
  output logic irq_enable_response_o,
  /// `irq_enable.room`: while a command may be pushed.
  output logic irq_enable_room_o,
  /// `irq_enable.error`: while a flag in error is 1.
  output logic irq_enable_error_o,
  /// `irq_pending.response`: a response waits.
  input  logic irq_pending_response_i,
  /// `irq_pending.room`: a command may be pushed.
  input  logic irq_pending_room_i,
  /// `irq_pending.error`: a flag in error is 1.
  input  logic irq_pending_error_i,
  /// Sets `error.no_room`: push, or a write to cmd, without room.
  input  logic error_no_room_set_i,
  /// `error.no_room`: push, or a write to cmd, without room.
  output logic error_no_room_o,
  /// Sets `error.no_response`: pop without a response.
  input  logic error_no_response_set_i,
  /// `error.no_response`: pop without a response.
  output logic error_no_response_o,
  /// Sets `error.no_register`: write to no register, or to one that is read only.
  input  logic error_no_register_set_i,
  /// `error.no_register`: write to no register, or to one that is read only.
  output logic error_no_register_o,
  /// Sets `error.buffer`: access to the Unified Buffer that was answered with an error.
  input  logic error_buffer_set_i,
  /// `error.buffer`: access to the Unified Buffer that was answered with an error.
  output logic error_buffer_o,
  /// Sets `error.command`: response of a command that failed: its status is not OK.
  input  logic error_command_set_i,
  /// `error.command`: response of a command that failed: its status is not OK.
  output logic error_command_o,
  /// `cmd.word`: bits 32 i to 32 i + 31 of the command.
  output logic [15:0][31:0] cmd_word_o
);

  localparam logic [1:0] Okay   = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;
  localparam logic [1:0] DecErr = 2'b11;

  logic [9:0] wword;  // number of the register
  logic [9:0] rword;
  logic [31:0] wmask;  // bits of the bytes to write
  logic write_push;
  logic write_pop;
  logic write_irq_enable;
  logic write_error;
  logic write_cmd;

  assign wword = waddr_i[11:2];
  assign rword = raddr_i[11:2];
  assign wmask = {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};

  // Low bits of addresses select no register.
  logic unused;
  assign unused = ^{waddr_i[1:0], raddr_i[1:0]};

  always_comb begin
    wresp_o = Okay;
    no_register_o = 1'b0;
    no_response_o = 1'b0;
    no_room_o = 1'b0;
    write_push = 1'b0;
    write_pop = 1'b0;
    write_irq_enable = 1'b0;
    write_error = 1'b0;
    write_cmd = 1'b0;
    unique casez (wword)
      10'b0000000100: begin
        wresp_o = room_i ? Okay : SlvErr;
        write_push = write_i && room_i;
        no_room_o = write_i && !room_i;
      end
      10'b0000000101: begin
        wresp_o = response_i ? Okay : SlvErr;
        write_pop = write_i && response_i;
        no_response_o = write_i && !response_i;
      end
      10'b0000001000: begin
        write_irq_enable = write_i;
      end
      10'b0000001010: begin
        write_error = write_i;
      end
      10'b000001????: begin
        wresp_o = room_i ? Okay : SlvErr;
        write_cmd = write_i && room_i;
        no_room_o = write_i && !room_i;
      end
      10'b0000000000,
      10'b0000000001,
      10'b0000000010,
      10'b0000000011,
      10'b0000000110,
      10'b0000000111,
      10'b0000001001: begin
        wresp_o = SlvErr;
        no_register_o = write_i;
      end
      default: begin
        wresp_o = DecErr;
        no_register_o = write_i;
      end
    endcase
  end

  always_comb begin
    rdata_o = '0;
    rresp_o = Okay;
    unique casez (rword)
      10'b0000000000: rdata_o = 32'h47535101;
      10'b0000000001: rdata_o = vlen_bytes_i;
      10'b0000000010: rdata_o = ub_bytes_i;
      10'b0000000011: begin
        rdata_o[0] = status_room_i;
        rdata_o[1] = status_response_i;
        rdata_o[2] = status_busy_i;
        rdata_o[15:8] = status_in_flight_i;
        rdata_o[31] = status_ring_i;
      end
      10'b0000000100: rdata_o = '0;  // push: write only
      10'b0000000101: rdata_o = '0;  // pop: write only
      10'b0000000110: begin
        rdata_o[7:0] = rsp_status_tag_i;
        rdata_o[10:8] = rsp_status_code_i;
        rdata_o[31] = rsp_status_valid_i;
      end
      10'b0000000111: rdata_o = rsp_info_value_i;
      10'b0000001000: begin
        rdata_o[0] = irq_enable_response_o;
        rdata_o[1] = irq_enable_room_o;
        rdata_o[2] = irq_enable_error_o;
      end
      10'b0000001001: begin
        rdata_o[0] = irq_pending_response_i;
        rdata_o[1] = irq_pending_room_i;
        rdata_o[2] = irq_pending_error_i;
      end
      10'b0000001010: begin
        rdata_o[0] = error_no_room_o;
        rdata_o[1] = error_no_response_o;
        rdata_o[2] = error_no_register_o;
        rdata_o[3] = error_buffer_o;
        rdata_o[4] = error_command_o;
      end
      10'b000001????: rdata_o = cmd_word_o[rword[3:0]];
      default: rresp_o = DecErr;
    endcase
  end

  assign push_go_o = write_push && wdata_i[0] && wmask[0];

  assign pop_go_o = write_pop && wdata_i[0] && wmask[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      irq_enable_response_o <= 1'h0;
      irq_enable_room_o <= 1'h0;
      irq_enable_error_o <= 1'h0;
      error_no_room_o <= 1'h0;
      error_no_response_o <= 1'h0;
      error_no_register_o <= 1'h0;
      error_buffer_o <= 1'h0;
      error_command_o <= 1'h0;
    end else begin
      if (write_irq_enable) begin
        irq_enable_response_o <= (irq_enable_response_o & ~wmask[0]) | (wdata_i[0] & wmask[0]);
        irq_enable_room_o <= (irq_enable_room_o & ~wmask[1]) | (wdata_i[1] & wmask[1]);
        irq_enable_error_o <= (irq_enable_error_o & ~wmask[2]) | (wdata_i[2] & wmask[2]);
      end
      if (error_no_room_set_i) error_no_room_o <= 1'b1;
      else if (write_error && wdata_i[0] && wmask[0]) error_no_room_o <= 1'b0;
      if (error_no_response_set_i) error_no_response_o <= 1'b1;
      else if (write_error && wdata_i[1] && wmask[1]) error_no_response_o <= 1'b0;
      if (error_no_register_set_i) error_no_register_o <= 1'b1;
      else if (write_error && wdata_i[2] && wmask[2]) error_no_register_o <= 1'b0;
      if (error_buffer_set_i) error_buffer_o <= 1'b1;
      else if (write_error && wdata_i[3] && wmask[3]) error_buffer_o <= 1'b0;
      if (error_command_set_i) error_command_o <= 1'b1;
      else if (write_error && wdata_i[4] && wmask[4]) error_command_o <= 1'b0;
    end
  end

  logic [15:0][31:0] cmd_word_q;  // no reset

  assign cmd_word_o = cmd_word_q;

  for (genvar i = 0; i < 16; i++) begin : g_cmd
    always_ff @(posedge clk_i) begin
      if (write_cmd && wword[3:0] == 4'(i)) begin
        cmd_word_q[i] <= (cmd_word_q[i] & ~wmask) | (wdata_i & wmask);
      end
    end
  end

endmodule
