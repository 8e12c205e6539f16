// SPDX-License-Identifier: Apache-2.0
// Written by scripts/spec/axi_registers.py from rtl/axi/gsq_axi_regs.rdl. Do not edit.
//
// The registers of the ring of commands, without the bus: see docs/integrate/axi.md.
//
// Latency: a read is answered in the same cycle, a write has its effect from the next on.
// Throughput: one read and one write a cycle. Handshake: none, every access is answered.

module gsq_ring_regs (
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
  /// `control.enable`: 1: the ring runs; 0: it is reset.
  output logic control_enable_o,
  /// `control.pause`: 1: no entry is given to a queue.
  output logic control_pause_o,
  /// `control.stop_on_error`: 1: an error stops the ring until resume.
  output logic control_stop_on_error_o,
  /// `resume.go`: 1: a ring that an error stopped goes on.
  output logic resume_go_o,
  /// `state.idle`: nothing is under way.
  input  logic state_idle_i,
  /// `state.stopped`: stopped by an error, until resume.
  input  logic state_stopped_i,
  /// `state.ended`: ended by an error, until it is disabled.
  input  logic state_ended_i,
  /// `state.waiting`: per queue: its next entry waits for a flag.
  input  logic [2:0] state_waiting_i,
  /// Sets `event.end`: an end is complete.
  input  logic event_end_set_i,
  /// `event.end`: an end is complete.
  output logic event_end_o,
  /// Sets `event.error`: an error; its record says which.
  input  logic event_error_set_i,
  /// `event.error`: an error; its record says which.
  output logic event_error_o,
  /// `irq_enable.end`: while event.end is 1.
  output logic irq_enable_end_o,
  /// `irq_enable.error`: while event.error is 1.
  output logic irq_enable_error_o,
  /// `size.slots`: log2 of the slots of the ring: 3 to 16.
  output logic [4:0] size_slots_o,
  /// `size.records`: log2 of the records: 1 to 16; 0: none.
  output logic [4:0] size_records_o,
  /// `base_low.value`: bits 31:7 of the address; the others are 0.
  output logic [24:0] base_low_value_o,
  /// `base_high.value`: bits 63:32.
  output logic [31:0] base_high_value_o,
  /// `rec_base_low.value`: bits 31:7 of the address; the others are 0.
  output logic [24:0] rec_base_low_value_o,
  /// `rec_base_high.value`: bits 63:32.
  output logic [31:0] rec_base_high_value_o,
  /// `tail.value`: slots that are written.
  output logic [31:0] tail_value_o,
  /// `head.value`: first slot that is not given to a queue.
  input  logic [31:0] head_value_i,
  /// `rec_head.value`: records that software has read.
  output logic [31:0] rec_head_value_o,
  /// `rec_tail.value`: records that are in memory.
  input  logic [31:0] rec_tail_value_i,
  /// `done_in.value`: slot behind it.
  input  logic [31:0] done_in_value_i,
  /// `done_unit.value`: slot behind it.
  input  logic [31:0] done_unit_value_i,
  /// `done_out.value`: slot behind it.
  input  logic [31:0] done_out_value_i,
  /// `mem0_base_low.value`: bits 31:6 of the address; the others are 0.
  output logic [25:0] mem0_base_low_value_o,
  /// `mem0_base_high.value`: bits 63:32.
  output logic [31:0] mem0_base_high_value_o,
  /// `mem0_limit_low.value`: bits 31:6 of the address; the others are 0.
  output logic [25:0] mem0_limit_low_value_o,
  /// `mem0_limit_high.value`: bits 63:32.
  output logic [31:0] mem0_limit_high_value_o,
  /// `mem1_base_low.value`: bits 31:6 of the address; the others are 0.
  output logic [25:0] mem1_base_low_value_o,
  /// `mem1_base_high.value`: bits 63:32.
  output logic [31:0] mem1_base_high_value_o,
  /// `mem1_limit_low.value`: bits 31:6 of the address; the others are 0.
  output logic [25:0] mem1_limit_low_value_o,
  /// `mem1_limit_high.value`: bits 63:32.
  output logic [31:0] mem1_limit_high_value_o,
  /// `ub_base.value`: bits 31:6 of the address; the others are 0.
  output logic [25:0] ub_base_value_o,
  /// `ub_limit.value`: bits 31:6 of the address; the others are 0.
  output logic [25:0] ub_limit_value_o,
  /// `allow.mem0_read`: reads in it.
  output logic allow_mem0_read_o,
  /// `allow.mem0_write`: writes in it.
  output logic allow_mem0_write_o,
  /// `allow.mem1_read`: reads in it.
  output logic allow_mem1_read_o,
  /// `allow.mem1_write`: writes in it.
  output logic allow_mem1_write_o,
  /// `allow.ub_read`: reads in it.
  output logic allow_ub_read_o,
  /// `allow.ub_write`: writes in it.
  output logic allow_ub_write_o
);

  localparam logic [1:0] Okay   = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;
  localparam logic [1:0] DecErr = 2'b11;

  logic [9:0] wword;  // number of the register
  logic [9:0] rword;
  logic [31:0] wmask;  // bits of the bytes to write
  logic write_control;
  logic write_resume;
  logic write_event;
  logic write_irq_enable;
  logic write_size;
  logic write_base_low;
  logic write_base_high;
  logic write_rec_base_low;
  logic write_rec_base_high;
  logic write_tail;
  logic write_rec_head;
  logic write_mem0_base_low;
  logic write_mem0_base_high;
  logic write_mem0_limit_low;
  logic write_mem0_limit_high;
  logic write_mem1_base_low;
  logic write_mem1_base_high;
  logic write_mem1_limit_low;
  logic write_mem1_limit_high;
  logic write_ub_base;
  logic write_ub_limit;
  logic write_allow;

  assign wword = waddr_i[11:2];
  assign rword = raddr_i[11:2];
  assign wmask = {{8{wstrb_i[3]}}, {8{wstrb_i[2]}}, {8{wstrb_i[1]}}, {8{wstrb_i[0]}}};

  // Low bits of addresses select no register.
  logic unused;
  assign unused = ^{waddr_i[1:0], raddr_i[1:0]};

  always_comb begin
    wresp_o = Okay;
    no_register_o = 1'b0;
    write_control = 1'b0;
    write_resume = 1'b0;
    write_event = 1'b0;
    write_irq_enable = 1'b0;
    write_size = 1'b0;
    write_base_low = 1'b0;
    write_base_high = 1'b0;
    write_rec_base_low = 1'b0;
    write_rec_base_high = 1'b0;
    write_tail = 1'b0;
    write_rec_head = 1'b0;
    write_mem0_base_low = 1'b0;
    write_mem0_base_high = 1'b0;
    write_mem0_limit_low = 1'b0;
    write_mem0_limit_high = 1'b0;
    write_mem1_base_low = 1'b0;
    write_mem1_base_high = 1'b0;
    write_mem1_limit_low = 1'b0;
    write_mem1_limit_high = 1'b0;
    write_ub_base = 1'b0;
    write_ub_limit = 1'b0;
    write_allow = 1'b0;
    unique casez (wword)
      10'b0100000000: begin
        write_control = write_i;
      end
      10'b0100000001: begin
        write_resume = write_i;
      end
      10'b0100000011: begin
        write_event = write_i;
      end
      10'b0100000100: begin
        write_irq_enable = write_i;
      end
      10'b0100000110: begin
        write_size = write_i;
      end
      10'b0100001000: begin
        write_base_low = write_i;
      end
      10'b0100001001: begin
        write_base_high = write_i;
      end
      10'b0100001010: begin
        write_rec_base_low = write_i;
      end
      10'b0100001011: begin
        write_rec_base_high = write_i;
      end
      10'b0100001100: begin
        write_tail = write_i;
      end
      10'b0100001110: begin
        write_rec_head = write_i;
      end
      10'b0100011000: begin
        write_mem0_base_low = write_i;
      end
      10'b0100011001: begin
        write_mem0_base_high = write_i;
      end
      10'b0100011010: begin
        write_mem0_limit_low = write_i;
      end
      10'b0100011011: begin
        write_mem0_limit_high = write_i;
      end
      10'b0100011100: begin
        write_mem1_base_low = write_i;
      end
      10'b0100011101: begin
        write_mem1_base_high = write_i;
      end
      10'b0100011110: begin
        write_mem1_limit_low = write_i;
      end
      10'b0100011111: begin
        write_mem1_limit_high = write_i;
      end
      10'b0100100000: begin
        write_ub_base = write_i;
      end
      10'b0100100001: begin
        write_ub_limit = write_i;
      end
      10'b0100100010: begin
        write_allow = write_i;
      end
      10'b0100000010,
      10'b0100001101,
      10'b0100001111,
      10'b0100010000,
      10'b0100010001,
      10'b0100010010: begin
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
      10'b0100000000: begin
        rdata_o[0] = control_enable_o;
        rdata_o[1] = control_pause_o;
        rdata_o[2] = control_stop_on_error_o;
      end
      10'b0100000001: rdata_o = '0;  // resume: write only
      10'b0100000010: begin
        rdata_o[0] = state_idle_i;
        rdata_o[1] = state_stopped_i;
        rdata_o[2] = state_ended_i;
        rdata_o[6:4] = state_waiting_i;
      end
      10'b0100000011: begin
        rdata_o[0] = event_end_o;
        rdata_o[1] = event_error_o;
      end
      10'b0100000100: begin
        rdata_o[0] = irq_enable_end_o;
        rdata_o[1] = irq_enable_error_o;
      end
      10'b0100000110: begin
        rdata_o[4:0] = size_slots_o;
        rdata_o[12:8] = size_records_o;
      end
      10'b0100001000: rdata_o[31:7] = base_low_value_o;
      10'b0100001001: rdata_o = base_high_value_o;
      10'b0100001010: rdata_o[31:7] = rec_base_low_value_o;
      10'b0100001011: rdata_o = rec_base_high_value_o;
      10'b0100001100: rdata_o = tail_value_o;
      10'b0100001101: rdata_o = head_value_i;
      10'b0100001110: rdata_o = rec_head_value_o;
      10'b0100001111: rdata_o = rec_tail_value_i;
      10'b0100010000: rdata_o = done_in_value_i;
      10'b0100010001: rdata_o = done_unit_value_i;
      10'b0100010010: rdata_o = done_out_value_i;
      10'b0100011000: rdata_o[31:6] = mem0_base_low_value_o;
      10'b0100011001: rdata_o = mem0_base_high_value_o;
      10'b0100011010: rdata_o[31:6] = mem0_limit_low_value_o;
      10'b0100011011: rdata_o = mem0_limit_high_value_o;
      10'b0100011100: rdata_o[31:6] = mem1_base_low_value_o;
      10'b0100011101: rdata_o = mem1_base_high_value_o;
      10'b0100011110: rdata_o[31:6] = mem1_limit_low_value_o;
      10'b0100011111: rdata_o = mem1_limit_high_value_o;
      10'b0100100000: rdata_o[31:6] = ub_base_value_o;
      10'b0100100001: rdata_o[31:6] = ub_limit_value_o;
      10'b0100100010: begin
        rdata_o[0] = allow_mem0_read_o;
        rdata_o[1] = allow_mem0_write_o;
        rdata_o[2] = allow_mem1_read_o;
        rdata_o[3] = allow_mem1_write_o;
        rdata_o[4] = allow_ub_read_o;
        rdata_o[5] = allow_ub_write_o;
      end
      default: rresp_o = DecErr;
    endcase
  end

  assign resume_go_o = write_resume && wdata_i[0] && wmask[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_enable_o <= 1'h0;
      control_pause_o <= 1'h0;
      control_stop_on_error_o <= 1'h0;
      event_end_o <= 1'h0;
      event_error_o <= 1'h0;
      irq_enable_end_o <= 1'h0;
      irq_enable_error_o <= 1'h0;
      size_slots_o <= 5'h0;
      size_records_o <= 5'h0;
      base_low_value_o <= 25'h0;
      base_high_value_o <= 32'h0;
      rec_base_low_value_o <= 25'h0;
      rec_base_high_value_o <= 32'h0;
      tail_value_o <= 32'h0;
      rec_head_value_o <= 32'h0;
      mem0_base_low_value_o <= 26'h0;
      mem0_base_high_value_o <= 32'h0;
      mem0_limit_low_value_o <= 26'h0;
      mem0_limit_high_value_o <= 32'h0;
      mem1_base_low_value_o <= 26'h0;
      mem1_base_high_value_o <= 32'h0;
      mem1_limit_low_value_o <= 26'h0;
      mem1_limit_high_value_o <= 32'h0;
      ub_base_value_o <= 26'h0;
      ub_limit_value_o <= 26'h0;
      allow_mem0_read_o <= 1'h0;
      allow_mem0_write_o <= 1'h0;
      allow_mem1_read_o <= 1'h0;
      allow_mem1_write_o <= 1'h0;
      allow_ub_read_o <= 1'h0;
      allow_ub_write_o <= 1'h0;
    end else begin
      if (write_control) begin
        control_enable_o <= (control_enable_o & ~wmask[0]) | (wdata_i[0] & wmask[0]);
        control_pause_o <= (control_pause_o & ~wmask[1]) | (wdata_i[1] & wmask[1]);
        control_stop_on_error_o <= (control_stop_on_error_o & ~wmask[2]) | (wdata_i[2] & wmask[2]);
      end
      if (event_end_set_i) event_end_o <= 1'b1;
      else if (write_event && wdata_i[0] && wmask[0]) event_end_o <= 1'b0;
      if (event_error_set_i) event_error_o <= 1'b1;
      else if (write_event && wdata_i[1] && wmask[1]) event_error_o <= 1'b0;
      if (write_irq_enable) begin
        irq_enable_end_o <= (irq_enable_end_o & ~wmask[0]) | (wdata_i[0] & wmask[0]);
        irq_enable_error_o <= (irq_enable_error_o & ~wmask[1]) | (wdata_i[1] & wmask[1]);
      end
      if (write_size) begin
        size_slots_o <= (size_slots_o & ~wmask[4:0]) | (wdata_i[4:0] & wmask[4:0]);
        size_records_o <= (size_records_o & ~wmask[12:8]) | (wdata_i[12:8] & wmask[12:8]);
      end
      if (write_base_low) begin
        base_low_value_o <= (base_low_value_o & ~wmask[31:7]) | (wdata_i[31:7] & wmask[31:7]);
      end
      if (write_base_high) begin
        base_high_value_o <= (base_high_value_o & ~wmask) | (wdata_i & wmask);
      end
      if (write_rec_base_low) begin
        rec_base_low_value_o <= (rec_base_low_value_o & ~wmask[31:7]) |
            (wdata_i[31:7] & wmask[31:7]);
      end
      if (write_rec_base_high) begin
        rec_base_high_value_o <= (rec_base_high_value_o & ~wmask) | (wdata_i & wmask);
      end
      if (write_tail) begin
        tail_value_o <= (tail_value_o & ~wmask) | (wdata_i & wmask);
      end
      if (write_rec_head) begin
        rec_head_value_o <= (rec_head_value_o & ~wmask) | (wdata_i & wmask);
      end
      if (write_mem0_base_low) begin
        mem0_base_low_value_o <= (mem0_base_low_value_o & ~wmask[31:6]) |
            (wdata_i[31:6] & wmask[31:6]);
      end
      if (write_mem0_base_high) begin
        mem0_base_high_value_o <= (mem0_base_high_value_o & ~wmask) | (wdata_i & wmask);
      end
      if (write_mem0_limit_low) begin
        mem0_limit_low_value_o <= (mem0_limit_low_value_o & ~wmask[31:6]) |
            (wdata_i[31:6] & wmask[31:6]);
      end
      if (write_mem0_limit_high) begin
        mem0_limit_high_value_o <= (mem0_limit_high_value_o & ~wmask) | (wdata_i & wmask);
      end
      if (write_mem1_base_low) begin
        mem1_base_low_value_o <= (mem1_base_low_value_o & ~wmask[31:6]) |
            (wdata_i[31:6] & wmask[31:6]);
      end
      if (write_mem1_base_high) begin
        mem1_base_high_value_o <= (mem1_base_high_value_o & ~wmask) | (wdata_i & wmask);
      end
      if (write_mem1_limit_low) begin
        mem1_limit_low_value_o <= (mem1_limit_low_value_o & ~wmask[31:6]) |
            (wdata_i[31:6] & wmask[31:6]);
      end
      if (write_mem1_limit_high) begin
        mem1_limit_high_value_o <= (mem1_limit_high_value_o & ~wmask) | (wdata_i & wmask);
      end
      if (write_ub_base) begin
        ub_base_value_o <= (ub_base_value_o & ~wmask[31:6]) | (wdata_i[31:6] & wmask[31:6]);
      end
      if (write_ub_limit) begin
        ub_limit_value_o <= (ub_limit_value_o & ~wmask[31:6]) | (wdata_i[31:6] & wmask[31:6]);
      end
      if (write_allow) begin
        allow_mem0_read_o <= (allow_mem0_read_o & ~wmask[0]) | (wdata_i[0] & wmask[0]);
        allow_mem0_write_o <= (allow_mem0_write_o & ~wmask[1]) | (wdata_i[1] & wmask[1]);
        allow_mem1_read_o <= (allow_mem1_read_o & ~wmask[2]) | (wdata_i[2] & wmask[2]);
        allow_mem1_write_o <= (allow_mem1_write_o & ~wmask[3]) | (wdata_i[3] & wmask[3]);
        allow_ub_read_o <= (allow_ub_read_o & ~wmask[4]) | (wdata_i[4] & wmask[4]);
        allow_ub_write_o <= (allow_ub_write_o & ~wmask[5]) | (wdata_i[5] & wmask[5]);
      end
    end
  end

endmodule
