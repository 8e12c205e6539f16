// SPDX-License-Identifier: Apache-2.0
// The processor of examples/soc/riscv with riscv_stub in place of the unit, and nothing where the
// Unified Buffer is: for tests of the core. Its ports are those of soc_riscv.
//
// Latency, throughput, handshake: see soc_riscv_host.
module riscv_stub_soc (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// Console: there is a character.
  output logic        console_valid_o,
  /// Console: the character.
  output logic [7:0]  console_char_o,
  /// The program has ended.
  output logic        end_valid_o,
  /// Status of the program.
  output logic [31:0] end_status_o
);

  logic             issue_valid;
  logic             issue_ready;
  logic [31:0]      issue_instr;
  logic [3:0]       issue_id;
  logic [1:0][31:0] issue_rs;
  logic             issue_accept;
  logic             issue_writeback;
  logic             commit_valid;
  logic [3:0]       commit_id;
  logic             commit_kill;
  logic             result_valid;
  logic             result_ready;
  logic [3:0]       result_id;
  logic [31:0]      result_data;
  logic [4:0]       result_rd;
  logic             result_we;

  soc_riscv_host u_host (
    .clk_i, .rst_ni,
    .issue_valid_o    (issue_valid),
    .issue_ready_i    (issue_ready),
    .issue_instr_o    (issue_instr),
    .issue_id_o       (issue_id),
    .issue_rs_o       (issue_rs),
    .issue_rs_valid_o (),
    .issue_accept_i   (issue_accept),
    .issue_writeback_i(issue_writeback),
    .commit_valid_o   (commit_valid),
    .commit_id_o      (commit_id),
    .commit_kill_o    (commit_kill),
    .result_valid_i   (result_valid),
    .result_ready_o   (result_ready),
    .result_id_i      (result_id),
    .result_data_i    (result_data),
    .result_rd_i      (result_rd),
    .result_we_i      (result_we),
    .irq_i            (1'b0),
    .ub_req_o         (),
    .ub_gnt_i         (1'b0),
    .ub_addr_o        (),
    .ub_we_o          (),
    .ub_be_o          (),
    .ub_wdata_o       (),
    .ub_rvalid_i      (1'b0),
    .ub_rdata_i       ('0),
    .ub_err_i         (1'b0),
    .console_valid_o,
    .console_char_o,
    .end_valid_o,
    .end_status_o
  );

  riscv_stub u_stub (
    .clk_i, .rst_ni,
    .issue_valid_i    (issue_valid),
    .issue_ready_o    (issue_ready),
    .issue_instr_i    (issue_instr),
    .issue_id_i       (issue_id),
    .issue_rs_i       (issue_rs),
    .issue_accept_o   (issue_accept),
    .issue_writeback_o(issue_writeback),
    .commit_valid_i   (commit_valid),
    .commit_id_i      (commit_id),
    .commit_kill_i    (commit_kill),
    .result_valid_o   (result_valid),
    .result_ready_i   (result_ready),
    .result_id_o      (result_id),
    .result_data_o    (result_data),
    .result_rd_o      (result_rd),
    .result_we_o      (result_we)
  );

endmodule
