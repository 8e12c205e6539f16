// SPDX-License-Identifier: Apache-2.0
// CV32E40X with its eXtension interface (version 0.2) as plain ports, and what the SoC does not use
// of it tied off: debug, CLIC, atomic accesses, the coprocessor's own accesses to memory.
//
// Latency, throughput: those of the core. Handshake: OBI for instructions and data; valid/ready at
// issue and result; a commit is taken in its cycle.
module soc_riscv_cpu #(
  /// Bits of the number of an offloaded instruction.
  parameter int unsigned IdWidth = 4
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// Address of the first instruction.
  input  logic [31:0]        boot_addr_i,
  /// Address of the trap handler after reset, a multiple of 128.
  input  logic [31:0]        mtvec_addr_i,
  /// Interrupts, as the bits of mip.
  input  logic [31:0]        irq_i,
  /// OBI of instructions: request.
  output logic               instr_req_o,
  /// OBI of instructions: byte address, a multiple of 4.
  output logic [31:0]        instr_addr_o,
  /// OBI of instructions: answer valid; a request is always granted.
  input  logic               instr_rvalid_i,
  /// OBI of instructions: the word.
  input  logic [31:0]        instr_rdata_i,
  /// OBI of instructions: there is no memory at the address.
  input  logic               instr_err_i,
  /// OBI of data: request.
  output logic               data_req_o,
  /// OBI of data: grant.
  input  logic               data_gnt_i,
  /// OBI of data: byte address, a multiple of 4.
  output logic [31:0]        data_addr_o,
  /// OBI of data: write.
  output logic               data_we_o,
  /// OBI of data: bytes of the word.
  output logic [3:0]         data_be_o,
  /// OBI of data: word to write.
  output logic [31:0]        data_wdata_o,
  /// OBI of data: answer valid.
  input  logic               data_rvalid_i,
  /// OBI of data: word read.
  input  logic [31:0]        data_rdata_i,
  /// OBI of data: the access failed.
  input  logic               data_err_i,
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
  input  logic               result_we_i
);

  if_xif #(
    .X_NUM_RS  (2),
    .X_ID_WIDTH(IdWidth)
  ) xif ();

  assign issue_valid_o    = xif.issue_valid;
  assign issue_instr_o    = xif.issue_req.instr;
  assign issue_id_o       = xif.issue_req.id;
  assign issue_rs_o       = xif.issue_req.rs;
  assign issue_rs_valid_o = xif.issue_req.rs_valid;
  assign commit_valid_o   = xif.commit_valid;
  assign commit_id_o      = xif.commit.id;
  assign commit_kill_o    = xif.commit.commit_kill;
  assign result_ready_o   = xif.result_ready;

  assign xif.issue_ready  = issue_ready_i;
  assign xif.result_valid = result_valid_i;

  always_comb begin
    xif.issue_resp           = '0;
    xif.issue_resp.accept    = issue_accept_i;
    xif.issue_resp.writeback = issue_writeback_i;
    xif.result               = '0;
    xif.result.id            = result_id_i;
    xif.result.data          = result_data_i;
    xif.result.rd            = result_rd_i;
    xif.result.we            = result_we_i;
  end

  assign xif.compressed_ready = 1'b1;
  assign xif.compressed_resp  = '0;
  assign xif.mem_valid        = 1'b0;
  assign xif.mem_req          = '0;

  logic fencei;  // there is nothing to flush: the request is its own acknowledge

  cv32e40x_core #(
    .X_EXT     (1'b1),
    .X_NUM_RS  (2),
    .X_ID_WIDTH(IdWidth)
  ) u_core (
    .clk_i, .rst_ni,
    .scan_cg_en_i       (1'b0),
    .boot_addr_i,
    .dm_exception_addr_i(32'h0),
    .dm_halt_addr_i     (32'h0),
    .mhartid_i          (32'h0),
    .mimpid_patch_i     (4'h0),
    .mtvec_addr_i,
    .instr_req_o,
    .instr_gnt_i        (1'b1),
    .instr_rvalid_i,
    .instr_addr_o,
    .instr_memtype_o    (),
    .instr_prot_o       (),
    .instr_dbg_o        (),
    .instr_rdata_i,
    .instr_err_i,
    .data_req_o,
    .data_gnt_i,
    .data_rvalid_i,
    .data_addr_o,
    .data_be_o,
    .data_we_o,
    .data_wdata_o,
    .data_memtype_o     (),
    .data_prot_o        (),
    .data_dbg_o         (),
    .data_atop_o        (),
    .data_rdata_i,
    .data_err_i,
    .data_exokay_i      (1'b0),
    .mcycle_o           (),
    .xif_compressed_if  (xif),
    .xif_issue_if       (xif),
    .xif_commit_if      (xif),
    .xif_mem_if         (xif),
    .xif_mem_result_if  (xif),
    .xif_result_if      (xif),
    .irq_i,
    .wu_wfe_i           (1'b0),
    .clic_irq_i         (1'b0),
    .clic_irq_id_i      ('0),
    .clic_irq_level_i   ('0),
    .clic_irq_priv_i    ('0),
    .clic_irq_shv_i     (1'b0),
    .fencei_flush_req_o (fencei),
    .fencei_flush_ack_i (fencei),
    .debug_req_i        (1'b0),
    .debug_havereset_o  (),
    .debug_running_o    (),
    .debug_halted_o     (),
    .fetch_enable_i     (1'b1),
    .core_sleep_o       ()
  );

endmodule
