// SPDX-License-Identifier: Apache-2.0
// gsq_axi with its banked Unified Buffer, for simulation.
//
// A system takes gsq_axi instead and puts its own SRAM macros behind the bank ports.
//
// Latency, throughput, handshake: see gsq_axi.

`include "gsq_param_checks.svh"

module gsq_axi_top #(
  /// Data width of the AXI4 port of the Unified Buffer.
  parameter int unsigned AxiDataWidth = 64,
  /// Width of its identifiers.
  parameter int unsigned AxiIdWidth = 4,
  /// 1: a ring of commands, and copies between memory and UB, on an AXI4 manager port.
  parameter int unsigned Ring = 0,
  /// Data width of that port: 64, 128, 256 or 512.
  parameter int unsigned DmaDataWidth = 256,
  /// Bits of a byte address in memory: from 32 to 64.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bursts of each copy engine that are under way: from 2 to 256.
  parameter int unsigned Outstanding = 64,
  /// A burst of a copy ends at a multiple of it: a power of two from 64 to 4096, at most 256 beats.
  parameter int unsigned BurstBytes = 1024,
  /// Slots of the ring that are fetched ahead: a power of two from 16 to 256.
  parameter int unsigned PrefetchSlots = 32,
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
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      ub_aw_valid_i,
  output logic                      ub_aw_ready_o,
  input  logic [AxiIdWidth-1:0]     ub_aw_id_i,
  input  logic [31:0]               ub_aw_addr_i,
  input  logic [7:0]                ub_aw_len_i,
  input  logic [2:0]                ub_aw_size_i,
  input  logic [1:0]                ub_aw_burst_i,
  input  logic                      ub_w_valid_i,
  output logic                      ub_w_ready_o,
  input  logic [AxiDataWidth-1:0]   ub_w_data_i,
  input  logic [AxiDataWidth/8-1:0] ub_w_strb_i,
  input  logic                      ub_w_last_i,
  output logic                      ub_b_valid_o,
  input  logic                      ub_b_ready_i,
  output logic [AxiIdWidth-1:0]     ub_b_id_o,
  output logic [1:0]                ub_b_resp_o,
  input  logic                      ub_ar_valid_i,
  output logic                      ub_ar_ready_o,
  input  logic [AxiIdWidth-1:0]     ub_ar_id_i,
  input  logic [31:0]               ub_ar_addr_i,
  input  logic [7:0]                ub_ar_len_i,
  input  logic [2:0]                ub_ar_size_i,
  input  logic [1:0]                ub_ar_burst_i,
  output logic                      ub_r_valid_o,
  input  logic                      ub_r_ready_i,
  output logic [AxiIdWidth-1:0]     ub_r_id_o,
  output logic [AxiDataWidth-1:0]   ub_r_data_o,
  output logic [1:0]                ub_r_resp_o,
  output logic                      ub_r_last_o,
  input  logic                      reg_aw_valid_i,
  output logic                      reg_aw_ready_o,
  input  logic [11:0]               reg_aw_addr_i,
  input  logic                      reg_w_valid_i,
  output logic                      reg_w_ready_o,
  input  logic [31:0]               reg_w_data_i,
  input  logic [3:0]                reg_w_strb_i,
  output logic                      reg_b_valid_o,
  input  logic                      reg_b_ready_i,
  output logic [1:0]                reg_b_resp_o,
  input  logic                      reg_ar_valid_i,
  output logic                      reg_ar_ready_o,
  input  logic [11:0]               reg_ar_addr_i,
  output logic                      reg_r_valid_o,
  input  logic                      reg_r_ready_i,
  output logic [31:0]               reg_r_data_o,
  output logic [1:0]                reg_r_resp_o,
  output logic                      mem_ar_valid_o,
  input  logic                      mem_ar_ready_i,
  output logic                      mem_ar_id_o,
  output logic [DmaAddrWidth-1:0]   mem_ar_addr_o,
  output logic [7:0]                mem_ar_len_o,
  output logic [2:0]                mem_ar_size_o,
  output logic [1:0]                mem_ar_burst_o,
  input  logic                      mem_r_valid_i,
  output logic                      mem_r_ready_o,
  input  logic                      mem_r_id_i,
  input  logic [DmaDataWidth-1:0]   mem_r_data_i,
  input  logic [1:0]                mem_r_resp_i,
  input  logic                      mem_r_last_i,
  output logic                      mem_aw_valid_o,
  input  logic                      mem_aw_ready_i,
  output logic                      mem_aw_id_o,
  output logic [DmaAddrWidth-1:0]   mem_aw_addr_o,
  output logic [7:0]                mem_aw_len_o,
  output logic [2:0]                mem_aw_size_o,
  output logic [1:0]                mem_aw_burst_o,
  output logic                      mem_w_valid_o,
  input  logic                      mem_w_ready_i,
  output logic [DmaDataWidth-1:0]   mem_w_data_o,
  output logic [DmaDataWidth/8-1:0] mem_w_strb_o,
  output logic                      mem_w_last_o,
  input  logic                      mem_b_valid_i,
  output logic                      mem_b_ready_o,
  input  logic                      mem_b_id_i,
  input  logic [1:0]                mem_b_resp_i,
  /// Interrupt, active high, until its reason has gone.
  output logic                      irq_o
);

  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks);

  logic [Banks-1:0]                  bank_req;
  logic [Banks-1:0]                  bank_we;
  logic [Banks-1:0][WordWidth-1:0]   bank_addr;
  logic [Banks-1:0][8*BankBytes-1:0] bank_wdata;
  logic [Banks-1:0][BankBytes-1:0]   bank_be;
  logic [Banks-1:0][8*BankBytes-1:0] bank_rdata;

  gsq_axi #(
    .AxiDataWidth(AxiDataWidth),
    .AxiIdWidth  (AxiIdWidth),
    .Ring(Ring), .DmaDataWidth(DmaDataWidth), .DmaAddrWidth(DmaAddrWidth),
    .Outstanding(Outstanding), .BurstBytes(BurstBytes), .PrefetchSlots(PrefetchSlots),
    `GSQ_SAME_PARAMETERS,
    .PerfCounters(PerfCounters)
  ) u_axi (
    .clk_i, .rst_ni,
    .ub_aw_valid_i,
    .ub_aw_ready_o,
    .ub_aw_id_i,
    .ub_aw_addr_i,
    .ub_aw_len_i,
    .ub_aw_size_i,
    .ub_aw_burst_i,
    .ub_w_valid_i,
    .ub_w_ready_o,
    .ub_w_data_i,
    .ub_w_strb_i,
    .ub_w_last_i,
    .ub_b_valid_o,
    .ub_b_ready_i,
    .ub_b_id_o,
    .ub_b_resp_o,
    .ub_ar_valid_i,
    .ub_ar_ready_o,
    .ub_ar_id_i,
    .ub_ar_addr_i,
    .ub_ar_len_i,
    .ub_ar_size_i,
    .ub_ar_burst_i,
    .ub_r_valid_o,
    .ub_r_ready_i,
    .ub_r_id_o,
    .ub_r_data_o,
    .ub_r_resp_o,
    .ub_r_last_o,
    .reg_aw_valid_i,
    .reg_aw_ready_o,
    .reg_aw_addr_i,
    .reg_w_valid_i,
    .reg_w_ready_o,
    .reg_w_data_i,
    .reg_w_strb_i,
    .reg_b_valid_o,
    .reg_b_ready_i,
    .reg_b_resp_o,
    .reg_ar_valid_i,
    .reg_ar_ready_o,
    .reg_ar_addr_i,
    .reg_r_valid_o,
    .reg_r_ready_i,
    .reg_r_data_o,
    .reg_r_resp_o,
    .mem_ar_valid_o, .mem_ar_ready_i, .mem_ar_id_o, .mem_ar_addr_o, .mem_ar_len_o, .mem_ar_size_o,
    .mem_ar_burst_o, .mem_r_valid_i, .mem_r_ready_o, .mem_r_id_i, .mem_r_data_i, .mem_r_resp_i,
    .mem_r_last_i, .mem_aw_valid_o, .mem_aw_ready_i, .mem_aw_id_o, .mem_aw_addr_o, .mem_aw_len_o,
    .mem_aw_size_o, .mem_aw_burst_o, .mem_w_valid_o, .mem_w_ready_i, .mem_w_data_o, .mem_w_strb_o,
    .mem_w_last_o, .mem_b_valid_i, .mem_b_ready_o, .mem_b_id_i, .mem_b_resp_i,
    .irq_o,
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
