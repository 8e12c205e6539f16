// SPDX-License-Identifier: Apache-2.0
// The processor of the SoC with its RAM and devices. Outside are a coprocessor and the Unified
// Buffer.
//
// Latency, throughput, handshake: those of soc_riscv_cpu at its eXtension interface, of
// soc_riscv_bus at the Unified Buffer.
module soc_riscv_host #(
  /// Bits of the number of an offloaded instruction.
  parameter int unsigned IdWidth = 4,
  /// Bytes of the RAM, a power of two.
  parameter int unsigned RamBytes = 262144,
  /// First address of the Unified Buffer, a multiple of UbBytes.
  parameter logic [31:0] UbBase = 32'h1000_0000,
  /// Bytes of the Unified Buffer, a power of two.
  parameter int unsigned UbBytes = 4096
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  output logic               issue_valid_o,
  input  logic               issue_ready_i,
  /// Issue: instruction.
  output logic [31:0]        issue_instr_o,
  /// Issue: number of the instruction.
  output logic [IdWidth-1:0] issue_id_o,
  /// Issue: values of rs1 and rs2.
  output logic [1:0][31:0]   issue_rs_o,
  /// Issue: which of these values are valid.
  output logic [1:0]         issue_rs_valid_o,
  /// Issue: the coprocessor has the instruction; otherwise the instruction is illegal.
  input  logic               issue_accept_i,
  /// Issue: the instruction has a result for rd.
  input  logic               issue_writeback_i,
  output logic               commit_valid_o,
  /// Commit: number of the instruction.
  output logic [IdWidth-1:0] commit_id_o,
  /// Commit: the instruction must have no effect.
  output logic               commit_kill_o,
  input  logic               result_valid_i,
  output logic               result_ready_o,
  /// Result: number of the instruction.
  input  logic [IdWidth-1:0] result_id_i,
  /// Result: value for rd.
  input  logic [31:0]        result_data_i,
  /// Result: number of rd.
  input  logic [4:0]         result_rd_i,
  /// Result: rd is written.
  input  logic               result_we_i,
  /// Interrupt of the coprocessor, a level: bit 16 of mip.
  input  logic               irq_i,
  /// Unified Buffer: request.
  output logic               ub_req_o,
  /// Unified Buffer: grant.
  input  logic               ub_gnt_i,
  /// Unified Buffer: byte address.
  output logic [31:0]        ub_addr_o,
  /// Unified Buffer: write.
  output logic               ub_we_o,
  /// Unified Buffer: bytes of the word.
  output logic [3:0]         ub_be_o,
  /// Unified Buffer: word to write.
  output logic [31:0]        ub_wdata_o,
  /// Unified Buffer: answer valid.
  input  logic               ub_rvalid_i,
  /// Unified Buffer: word read.
  input  logic [31:0]        ub_rdata_i,
  /// Unified Buffer: the access failed.
  input  logic               ub_err_i,
  /// Console: there is a character.
  output logic               console_valid_o,
  /// Console: the character.
  output logic [7:0]         console_char_o,
  /// The program has ended.
  output logic               end_valid_o,
  /// Status of the program.
  output logic [31:0]        end_status_o
);

  localparam logic [31:0] Boot = 32'h0;
  localparam logic [31:0] TrapHandler = 32'h80;
  localparam int unsigned TimerIrq = 7;
  localparam int unsigned UnitIrq = 16;
  localparam int unsigned RamBits = $clog2(RamBytes);

  logic        instr_req;
  logic [31:0] instr_addr;
  logic [31:0] instr_rdata;
  logic        instr_rvalid_q;
  logic        instr_err_q;
  logic        data_req;
  logic        data_gnt;
  logic        data_rvalid;
  logic [31:0] data_rdata;
  logic        data_err;
  logic        ram_req;
  logic [31:0] ram_rdata;
  logic        devices_req;
  logic [31:0] devices_rdata;
  logic        devices_err;
  logic        timer_irq;
  logic [31:0] irqs;

  always_comb begin
    irqs           = '0;
    irqs[TimerIrq] = timer_irq;
    irqs[UnitIrq]  = irq_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) instr_rvalid_q <= 1'b0;
    else instr_rvalid_q <= instr_req;
  end

  always_ff @(posedge clk_i) instr_err_q <= instr_addr >= 32'(RamBytes);

  soc_riscv_cpu #(
    .IdWidth(IdWidth)
  ) u_cpu (
    .clk_i, .rst_ni,
    .boot_addr_i   (Boot),
    .mtvec_addr_i  (TrapHandler),
    .irq_i         (irqs),
    .instr_req_o   (instr_req),
    .instr_addr_o  (instr_addr),
    .instr_rvalid_i(instr_rvalid_q),
    .instr_rdata_i (instr_rdata),
    .instr_err_i   (instr_err_q),
    .data_req_o    (data_req),
    .data_gnt_i    (data_gnt),
    .data_addr_o   (ub_addr_o),
    .data_we_o     (ub_we_o),
    .data_be_o     (ub_be_o),
    .data_wdata_o  (ub_wdata_o),
    .data_rvalid_i (data_rvalid),
    .data_rdata_i  (data_rdata),
    .data_err_i    (data_err),
    .issue_valid_o,
    .issue_ready_i,
    .issue_instr_o,
    .issue_id_o,
    .issue_rs_o,
    .issue_rs_valid_o,
    .issue_accept_i,
    .issue_writeback_i,
    .commit_valid_o,
    .commit_id_o,
    .commit_kill_o,
    .result_valid_i,
    .result_ready_o,
    .result_id_i,
    .result_data_i,
    .result_rd_i,
    .result_we_i
  );

  soc_riscv_bus #(
    .RamBytes(RamBytes),
    .UbBase  (UbBase),
    .UbBytes (UbBytes)
  ) u_bus (
    .clk_i, .rst_ni,
    .req_i          (data_req),
    .gnt_o          (data_gnt),
    .addr_i         (ub_addr_o),
    .rvalid_o       (data_rvalid),
    .rdata_o        (data_rdata),
    .err_o          (data_err),
    .ram_req_o      (ram_req),
    .ram_rdata_i    (ram_rdata),
    .devices_req_o  (devices_req),
    .devices_rdata_i(devices_rdata),
    .devices_err_i  (devices_err),
    .ub_req_o,
    .ub_gnt_i,
    .ub_rvalid_i,
    .ub_rdata_i,
    .ub_err_i
  );

  soc_riscv_ram #(
    .Bytes(RamBytes)
  ) u_ram (
    .clk_i,
    .instr_addr_i (instr_addr[RamBits-1:2]),
    .instr_rdata_o(instr_rdata),
    .data_req_i   (ram_req),
    .data_addr_i  (ub_addr_o[RamBits-1:2]),
    .data_we_i    (ub_we_o),
    .data_be_i    (ub_be_o),
    .data_wdata_i (ub_wdata_o),
    .data_rdata_o (ram_rdata)
  );

  soc_riscv_devices u_devices (
    .clk_i, .rst_ni,
    .req_i      (devices_req),
    .addr_i     (ub_addr_o[11:0]),
    .we_i       (ub_we_o),
    .be_i       (ub_be_o),
    .wdata_i    (ub_wdata_o),
    .rdata_o    (devices_rdata),
    .err_o      (devices_err),
    .timer_irq_o(timer_irq),
    .console_valid_o,
    .console_char_o,
    .end_valid_o,
    .end_status_o
  );

endmodule
