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
  /// Bytes of a vector: power of two, 32..256.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer: power of two, at least 4096.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks: power of two, Banks * BankBytes at least 32, at least two words a bank.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word: 4 or 8.
  parameter int unsigned BankBytes = 4,
  /// 0: bank = low bits of the word address; 1: XOR of its slices; 2: remainder of a polynomial.
  parameter int unsigned BankHash = 0,
  /// 0: row strides of gather and scatter are 0 or a power of two; 1: any.
  parameter int unsigned RowMultiplier = 1,
  /// Groups of accesses in bank arbitration at the same time: 1, 2, 4 or 8.
  parameter int unsigned Window = 1,
  /// Commands that may be issued and not yet answered: 16 or 32.
  parameter int unsigned RspDepth = 16,
  /// Cycles that a host access waits before it wins: power of two, 2..1024.
  parameter int unsigned HostPatience = 64,
  /// Pipeline cuts inside the compaction network, 0..3.
  parameter int unsigned SqueezeCuts = 3,
  /// 1: the crossbars as AND-OR trees, for gates; 0: indexed, for simulation.
  parameter int unsigned XbarOneHot = 1,
  /// Radix of the compaction network: 2 or 4.
  parameter int unsigned SqueezeRadix = 2,
  /// 1: lanes that access the same word share one bank access; 0: each has its own.
  parameter int unsigned Coalesce = 1,
  /// 1: performance counters for waveforms, see gsq_perf.
  parameter int unsigned PerfCounters = 1
) (
  /// Clock.
  input  logic                    clk_i,
  /// Reset, active low, asynchronous assertion, synchronous release.
  input  logic                    rst_ni,
  /// Command valid.
  input  logic                    cmd_valid_i,
  /// Ready.
  output logic                    cmd_ready_o,
  /// Command.
  input  cmd_t                    cmd_i,
  /// Response valid.
  output logic                    rsp_valid_o,
  /// Ready.
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

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(BankBytes)
  `GSQ_CHECK_BANK_HASH(BankHash)
  `GSQ_CHECK_ROW_MULTIPLIER(RowMultiplier)
  `GSQ_CHECK_WINDOW(Window)
  `GSQ_CHECK_RSP_DEPTH(RspDepth)
  `GSQ_CHECK_HOST_PATIENCE(HostPatience)
  `GSQ_CHECK_SQUEEZE_CUTS(SqueezeCuts)
  `GSQ_CHECK_XBAR_ONE_HOT(XbarOneHot)
  `GSQ_CHECK_SQUEEZE_RADIX(SqueezeRadix)
  `GSQ_CHECK_COALESCE(Coalesce)
  `GSQ_CHECK_PERF_COUNTERS(PerfCounters)
  `GSQ_CHECK_ROW(Banks, BankBytes, UbBytes)
  `GSQ_CHECK_HASH(Banks, BankHash)

  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks);

  logic [Banks-1:0]                  bank_req;
  logic [Banks-1:0]                  bank_we;
  logic [Banks-1:0][WordWidth-1:0]   bank_addr;
  logic [Banks-1:0][8*BankBytes-1:0] bank_wdata;
  logic [Banks-1:0][BankBytes-1:0]   bank_be;
  logic [Banks-1:0][8*BankBytes-1:0] bank_rdata;

  gsq_core #(
    .VlenBytes    (VlenBytes),
    .UbBytes      (UbBytes),
    .Banks        (Banks),
    .BankBytes    (BankBytes),
    .BankHash     (BankHash),
    .RowMultiplier(RowMultiplier),
    .Window       (Window),
    .RspDepth     (RspDepth),
    .HostPatience (HostPatience),
    .SqueezeCuts  (SqueezeCuts),
    .XbarOneHot   (XbarOneHot),
    .SqueezeRadix (SqueezeRadix),
    .Coalesce     (Coalesce),
    .PerfCounters (PerfCounters)
  ) u_core (
    .clk_i,
    .rst_ni,
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
