// SPDX-License-Identifier: Apache-2.0
// A SoC that boots: a RISC-V core (CV32E40X) with gsq as its coprocessor, RAM, console, timer. The
// simulation's main program takes the console, and ends when the program does.
//
//   0x0000_0000  RAM, from where the core starts
//   0x1000_0000  Unified Buffer
//   0x2000_0000  devices, see soc_riscv_devices
//
// Latency, throughput, handshake: see soc_riscv_host and gsq_xif. Its parameters are those of the
// unit; their defaults are the configuration tiny.

`include "gsq_param_checks.svh"

module soc_riscv
  import gsq_pkg::*;
#(
  /// Length of a vector register, in bytes: a power of two from 32 to 256.
  parameter int unsigned VlenBytes = 32,
  /// Size of the Unified Buffer, in bytes: a power of two from 4096 to 2147483648.
  parameter int unsigned UbBytes = 4096,
  /// Banks of the Unified Buffer: a power of two, at least 2.
  parameter int unsigned Banks = 8,
  /// Width of a bank, and of a word, in bytes: 4 or 8.
  parameter int unsigned BankBytes = 4,
  /// 0: the bank is the low bits of the word address; 1: the XOR of all its slices; 2: its
  /// remainder modulo a primitive polynomial.
  parameter int unsigned BankHash = 0,
  /// 0: strides of rows and of lanes are 0 or a power of two; 1: any.
  parameter int unsigned RowMultiplier = 0,
  /// Slots that a lane of the window holds; 1: no window: 1 or from 3 to 8.
  parameter int unsigned Places = 1,
  /// Parts of the banks, from two of which a lane of the window may take words in a cycle: 1, 2 or
  /// 4.
  parameter int unsigned Parts = 1,
  /// Commands that may be issued and not yet answered: 16 or 32.
  parameter int unsigned RspDepth = 16,
  /// Cycles that a host access waits before it wins: a power of two from 2 to 1024.
  parameter int unsigned HostPatience = 64,
  /// Pipeline cuts inside the compaction network: 0, 1, 2 or 3.
  parameter int unsigned SqueezeCuts = 1,
  /// Coding of the crossbars, with the same function: 1: AND-OR trees, for gates; 0: indexed, fast
  /// to simulate.
  parameter int unsigned XbarOneHot = 0,
  /// Radix of the compaction network: 2 or 4.
  parameter int unsigned SqueezeRadix = 2,
  /// 1: lanes that access the same word share one bank access; 0: each has its own.
  parameter int unsigned Coalesce = 1,
  /// 1: merge and the commands whose pages ask for it; 0: they are unknown.
  parameter int unsigned LaneOps = 0,
  /// 1: the core has vector instructions of RISC-V, which need LaneOps 1.
  parameter int unsigned RvvOps = LaneOps
) (
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

  localparam int unsigned IdWidth = 4;
  localparam int unsigned QueueDepth = 4;
  localparam int unsigned RamBytes = 262144;
  localparam logic [31:0] UbBase = 32'h1000_0000;

  logic                    issue_valid;
  logic                    issue_ready;
  logic [31:0]             issue_instr;
  logic [IdWidth-1:0]      issue_id;
  logic [1:0][31:0]        issue_rs;
  logic [1:0]              issue_rs_valid;
  logic                    issue_accept;
  logic                    issue_writeback;
  logic                    commit_valid;
  logic [IdWidth-1:0]      commit_id;
  logic                    commit_kill;
  logic                    result_valid;
  logic                    result_ready;
  logic [IdWidth-1:0]      result_id;
  logic [31:0]             result_data;
  logic [4:0]              result_rd;
  logic                    result_we;
  logic                    irq;
  logic                    cmd_valid;
  logic                    cmd_ready;
  cmd_t                    cmd;
  logic                    rsp_valid;
  logic                    rsp_ready;
  rsp_t                    rsp;
  logic                    ub_req;
  logic                    ub_gnt;
  logic [31:0]             ub_addr;
  logic                    ub_we;
  logic [3:0]              ub_be;
  logic [31:0]             ub_wdata;
  logic [31:0]             ub_rdata;
  logic                    host_req;
  logic                    host_gnt;
  logic [BlockBytes-1:0]   host_be;
  logic [8*BlockBytes-1:0] host_wdata;
  logic                    host_rvalid;
  logic [8*BlockBytes-1:0] host_rdata;
  logic                    host_err;

  soc_riscv_host #(
    .IdWidth (IdWidth),
    .RamBytes(RamBytes),
    .UbBase  (UbBase),
    .UbBytes (UbBytes)
  ) u_host (
    .clk_i, .rst_ni,
    .issue_valid_o    (issue_valid),
    .issue_ready_i    (issue_ready),
    .issue_instr_o    (issue_instr),
    .issue_id_o       (issue_id),
    .issue_rs_o       (issue_rs),
    .issue_rs_valid_o (issue_rs_valid),
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
    .irq_i            (irq),
    .ub_req_o         (ub_req),
    .ub_gnt_i         (ub_gnt),
    .ub_addr_o        (ub_addr),
    .ub_we_o          (ub_we),
    .ub_be_o          (ub_be),
    .ub_wdata_o       (ub_wdata),
    .ub_rvalid_i      (host_rvalid),
    .ub_rdata_i       (ub_rdata),
    .ub_err_i         (host_err),
    .console_valid_o,
    .console_char_o,
    .end_valid_o,
    .end_status_o
  );

  gsq_xif #(
    .IdWidth   (IdWidth),
    .QueueDepth(QueueDepth),
    .VlenBytes (VlenBytes),
    .UbBytes   (UbBytes),
    .UbBase    (UbBase),
    .LaneOps   (LaneOps),
    .RvvOps    (RvvOps)
  ) u_xif (
    .clk_i, .rst_ni,
    .issue_valid_i    (issue_valid),
    .issue_ready_o    (issue_ready),
    .issue_instr_i    (issue_instr),
    .issue_id_i       (issue_id),
    .issue_rs_i       (issue_rs),
    .issue_rs_valid_i (issue_rs_valid),
    .issue_accept_o   (issue_accept),
    .issue_writeback_o(issue_writeback),
    .commit_valid_i   (commit_valid),
    .commit_id_i      (commit_id),
    .commit_kill_i    (commit_kill),
    .result_valid_o   (result_valid),
    .result_ready_i   (result_ready),
    .result_id_o      (result_id),
    .result_we_o      (result_we),
    .result_rd_o      (result_rd),
    .result_data_o    (result_data),
    .cmd_valid_o      (cmd_valid),
    .cmd_ready_i      (cmd_ready),
    .cmd_o            (cmd),
    .rsp_valid_i      (rsp_valid),
    .rsp_ready_o      (rsp_ready),
    .rsp_i            (rsp),
    .ub_req_i         (ub_req),
    .ub_gnt_o         (ub_gnt),
    .host_req_o       (host_req),
    .host_gnt_i       (host_gnt),
    .irq_o            (irq)
  );

  soc_riscv_ub u_ub (
    .clk_i, .rst_ni,
    .taken_i      (ub_req && ub_gnt),
    .word_i       (ub_addr[4:2]),
    .be_i         (ub_be),
    .wdata_i      (ub_wdata),
    .rdata_o      (ub_rdata),
    .host_be_o    (host_be),
    .host_wdata_o (host_wdata),
    .host_rvalid_i(host_rvalid),
    .host_rdata_i (host_rdata)
  );

  gsq_top #(
    `GSQ_SAME_PARAMETERS,
    .PerfCounters(0)
  ) u_gsq (
    .clk_i, .rst_ni,
    .cmd_valid_i  (cmd_valid),
    .cmd_ready_o  (cmd_ready),
    .cmd_i        (cmd),
    .rsp_valid_o  (rsp_valid),
    .rsp_ready_i  (rsp_ready),
    .rsp_o        (rsp),
    .host_req_i   (host_req),
    .host_gnt_o   (host_gnt),
    .host_addr_i  (ub_addr - UbBase),
    .host_we_i    (ub_we),
    .host_be_i    (host_be),
    .host_wdata_i (host_wdata),
    .host_rvalid_o(host_rvalid),
    .host_rdata_o (host_rdata),
    .host_err_o   (host_err)
  );

  soc_riscv_profile u_profile (
    .clk_i, .rst_ni,
    .command_i      (cmd_valid && cmd_ready),
    .issue_stall_i  (issue_valid && !issue_ready),
    .command_stall_i(cmd_valid && !cmd_ready),
    .result_stall_i (result_ready && !result_valid),
    .buffer_stall_i (ub_req && !ub_gnt),
    .order_stall_i  (ub_req && !host_req)
  );

endmodule
