// SPDX-License-Identifier: Apache-2.0
// gsq: gather/scatter/squeeze unit with its banked Unified Buffer. The device under test.
//
// Commands in, responses out in the same order; the host reaches the buffer through OBI. A system
// takes gsq_core instead and puts its own SRAM macros behind the bank ports.
//
// Latency, throughput, handshake: see gsq_core and docs/reference/timing.md.

`include "gsq_param_checks.svh"

module gsq_top
  import gsq_pkg::*;
#(
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
  parameter int unsigned PerfCounters = 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    cmd_valid_i,
  output logic                    cmd_ready_o,
  /// Command.
  input  cmd_t                    cmd_i,
  output logic                    rsp_valid_o,
  input  logic                    rsp_ready_i,
  /// Response.
  output rsp_t                    rsp_o,
  /// OBI: request.
  input  logic                    host_req_i,
  /// OBI: grant.
  output logic                    host_gnt_o,
  /// OBI: byte address; the low five bits are ignored.
  input  logic [31:0]             host_addr_i,
  /// OBI: write.
  input  logic                    host_we_i,
  /// OBI: bytes to write.
  input  logic [BlockBytes-1:0]   host_be_i,
  /// OBI: data to write.
  input  logic [8*BlockBytes-1:0] host_wdata_i,
  /// OBI: answer valid.
  output logic                    host_rvalid_o,
  /// OBI: data read.
  output logic [8*BlockBytes-1:0] host_rdata_o,
  /// OBI: the address is outside UB.
  output logic                    host_err_o
);

  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks);

  logic [Banks-1:0]                  bank_req;
  logic [Banks-1:0]                  bank_we;
  logic [Banks-1:0][WordWidth-1:0]   bank_addr;
  logic [Banks-1:0][8*BankBytes-1:0] bank_wdata;
  logic [Banks-1:0][BankBytes-1:0]   bank_be;
  logic [Banks-1:0][8*BankBytes-1:0] bank_rdata;

  gsq_core #(
    `GSQ_SAME_PARAMETERS,
    .PerfCounters(PerfCounters)
  ) u_core (
    .clk_i, .rst_ni,
    .cmd_valid_i,
    .cmd_ready_o,
    .cmd_i,
    .rsp_valid_o,
    .rsp_ready_i,
    .rsp_o,
    .host_req_i,
    .host_gnt_o,
    .host_addr_i,
    .host_we_i,
    .host_be_i,
    .host_wdata_i,
    .host_rvalid_o,
    .host_rdata_o,
    .host_err_o,
    .bank_req_o  (bank_req),
    .bank_we_o   (bank_we),
    .bank_addr_o (bank_addr),
    .bank_wdata_o(bank_wdata),
    .bank_be_o   (bank_be),
    .bank_rdata_i(bank_rdata)
  );

  gsq_ub #(
    .UbBytes  (UbBytes),
    .Banks    (Banks),
    .BankBytes(BankBytes)
  ) u_ub (
    .clk_i,
    .bank_req_i  (bank_req),
    .bank_we_i   (bank_we),
    .bank_addr_i (bank_addr),
    .bank_wdata_i(bank_wdata),
    .bank_be_i   (bank_be),
    .bank_rdata_o(bank_rdata)
  );

endmodule
