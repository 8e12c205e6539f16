// SPDX-License-Identifier: Apache-2.0
// gsq_xif with the unit and its banked Unified Buffer, for simulation.
//
// A system takes gsq_xif and gsq_core instead and puts its own SRAM macros behind the bank ports.
//
// Latency, throughput, handshake: see gsq_xif and gsq_core.

`include "gsq_param_checks.svh"

module gsq_xif_top
  import gsq_pkg::*;
#(
  /// Bits of an instruction's number.
  parameter int unsigned IdWidth = 4,
  /// Instructions between issue and the later one of command and result: from 2 to 16.
  parameter int unsigned QueueDepth = 4,
  /// Where the core sees the Unified Buffer, a multiple of UbBytes.
  parameter logic [31:0] UbBase = 0,
  /// 1: vector instructions of RISC-V; needs LaneOps 1.
  parameter int unsigned RvvOps = 0,
  /// Length of a vector register, in bytes: a power of two from 32 to 256.
  parameter int unsigned VlenBytes = 256,
  /// Size of the Unified Buffer, in bytes: a power of two from 4096 to 2147483648.
  parameter int unsigned UbBytes = 262144,
  /// Banks of the Unified Buffer: a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Width of a bank, and of a word, in bytes: 4 or 8.
  parameter int unsigned BankBytes = 4,
  /// 0: the bank is the low bits of the word address; 1: the XOR of all its slices; 2: its
  /// remainder modulo a primitive polynomial.
  parameter int unsigned BankHash = 0,
  /// 0: strides of rows and of lanes are 0 or a power of two; 1: any.
  parameter int unsigned RowMultiplier = 1,
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
  parameter int unsigned SqueezeCuts = 3,
  /// Coding of the crossbars, with the same function: 1: AND-OR trees, for gates; 0: indexed, fast
  /// to simulate.
  parameter int unsigned XbarOneHot = 1,
  /// Radix of the compaction network: 2 or 4.
  parameter int unsigned SqueezeRadix = 2,
  /// 1: lanes that access the same word share one bank access; 0: each has its own.
  parameter int unsigned Coalesce = 1,
  /// 1: merge and the commands whose pages ask for it; 0: they are unknown.
  parameter int unsigned LaneOps = 0,
  /// 1: performance counters for waveforms, see gsq_perf.
  parameter int unsigned PerfCounters = 0
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    issue_valid_i,
  output logic                    issue_ready_o,
  /// Issue: instruction word.
  input  logic [31:0]             issue_instr_i,
  /// Issue: number of the instruction.
  input  logic [IdWidth-1:0]      issue_id_i,
  /// Issue: values of the x registers in the fields rs1 and rs2.
  input  logic [1:0][31:0]        issue_rs_i,
  /// Issue: these values are there.
  input  logic [1:0]              issue_rs_valid_i,
  /// Issue: the instruction is accepted; 0: it is illegal.
  output logic                    issue_accept_o,
  /// Issue: the result of the instruction writes rd.
  output logic                    issue_writeback_o,
  /// Commit: the core says what becomes of an instruction.
  input  logic                    commit_valid_i,
  /// Commit: number of that instruction.
  input  logic [IdWidth-1:0]      commit_id_i,
  /// Commit: the instruction shall not be executed.
  input  logic                    commit_kill_i,
  output logic                    result_valid_o,
  input  logic                    result_ready_i,
  /// Result: number of the instruction.
  output logic [IdWidth-1:0]      result_id_o,
  /// Result: rd is written.
  output logic                    result_we_o,
  /// Result: the field rd.
  output logic [4:0]              result_rd_o,
  /// Result: value of rd.
  output logic [31:0]             result_data_o,
  /// OBI: request.
  input  logic                    ub_req_i,
  /// OBI: grant.
  output logic                    ub_gnt_o,
  /// OBI: byte address in the Unified Buffer; the low five bits are ignored.
  input  logic [31:0]             ub_addr_i,
  /// OBI: write.
  input  logic                    ub_we_i,
  /// OBI: bytes to write.
  input  logic [BlockBytes-1:0]   ub_be_i,
  /// OBI: data to write.
  input  logic [8*BlockBytes-1:0] ub_wdata_i,
  /// OBI: answer valid.
  output logic                    ub_rvalid_o,
  /// OBI: data read.
  output logic [8*BlockBytes-1:0] ub_rdata_o,
  /// OBI: the address is outside the Unified Buffer.
  output logic                    ub_err_o,
  /// A command goes to the unit in this cycle, to be watched.
  output logic                    cmd_go_o,
  /// The command at the port of the unit, to be watched.
  output cmd_t                    cmd_o,
  /// Interrupt, active high: a command has failed since the last sync.
  output logic                    irq_o
);

  logic cmd_valid, cmd_ready, rsp_valid, rsp_ready;
  rsp_t rsp;
  logic host_req, host_gnt;

  assign cmd_go_o = cmd_valid && cmd_ready;

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
    .issue_valid_i,
    .issue_ready_o,
    .issue_instr_i,
    .issue_id_i,
    .issue_rs_i,
    .issue_rs_valid_i,
    .issue_accept_o,
    .issue_writeback_o,
    .commit_valid_i,
    .commit_id_i,
    .commit_kill_i,
    .result_valid_o,
    .result_ready_i,
    .result_id_o,
    .result_we_o,
    .result_rd_o,
    .result_data_o,
    .cmd_valid_o(cmd_valid),
    .cmd_ready_i(cmd_ready),
    .cmd_o,
    .rsp_valid_i(rsp_valid),
    .rsp_ready_o(rsp_ready),
    .rsp_i      (rsp),
    .ub_req_i,
    .ub_gnt_o,
    .host_req_o (host_req),
    .host_gnt_i (host_gnt),
    .irq_o
  );

  gsq_top #(
    `GSQ_SAME_PARAMETERS,
    .PerfCounters(PerfCounters)
  ) u_gsq (
    .clk_i, .rst_ni,
    .cmd_valid_i  (cmd_valid),
    .cmd_ready_o  (cmd_ready),
    .cmd_i        (cmd_o),
    .rsp_valid_o  (rsp_valid),
    .rsp_ready_i  (rsp_ready),
    .rsp_o        (rsp),
    .host_req_i   (host_req),
    .host_gnt_o   (host_gnt),
    .host_addr_i  (ub_addr_i),
    .host_we_i    (ub_we_i),
    .host_be_i    (ub_be_i),
    .host_wdata_i (ub_wdata_i),
    .host_rvalid_o(ub_rvalid_o),
    .host_rdata_o (ub_rdata_o),
    .host_err_o   (ub_err_o)
  );

endmodule
