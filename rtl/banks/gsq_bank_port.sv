// SPDX-License-Identifier: Apache-2.0
// The ports of the banks, shared by the access pipe and the host.
//
// The access pipe has priority. The host gets a column of banks in a cycle in which the pipe needs
// none of them. After HostPatience cycles the host gets the column anyway, and the pipe holds.
//
// Latency: an access of the pipe reaches the banks in the same cycle, and its read data comes one
// cycle later; for the host see gsq_host_port. Throughput: each cycle a beat of the pipe, an access
// of the host, or both if they need different columns. Handshake: OBI on the host port; the access
// pipe makes no beat while hold_o is 1.

`include "gsq_param_checks.svh"

module gsq_bank_port
  import gsq_pkg::*;
#(
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4,
  /// 0: bank = low bits of the word address; 1: XOR of its slices; 2: remainder of a polynomial.
  parameter int unsigned BankHash = 0,
  /// Cycles that a host access waits before it wins.
  parameter int unsigned HostPatience = 64,
  /// Derived, do not set: bits of a word address within a bank.
  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks)
) (
  /// Clock.
  input  logic                              clk_i,
  /// Reset, active low.
  input  logic                              rst_ni,
  /// OBI: request.
  input  logic                              host_req_i,
  /// OBI: grant.
  output logic                              host_gnt_o,
  /// OBI: byte address.
  input  logic [31:0]                       host_addr_i,
  /// OBI: write.
  input  logic                              host_we_i,
  /// OBI: bytes to write.
  input  logic [BlockBytes-1:0]             host_be_i,
  /// OBI: data to write.
  input  logic [8*BlockBytes-1:0]           host_wdata_i,
  /// OBI: answer valid.
  output logic                              host_rvalid_o,
  /// OBI: data read.
  output logic [8*BlockBytes-1:0]           host_rdata_o,
  /// OBI: the address is outside UB.
  output logic                              host_err_o,
  /// The access pipe must not make a beat in this cycle.
  output logic                              hold_o,
  /// Access pipe, per bank: it needs the bank in this cycle, whatever hold_o is.
  input  logic [Banks-1:0]                  unit_want_i,
  /// Access pipe, per bank: the access is a write.
  input  logic [Banks-1:0]                  unit_we_i,
  /// Access pipe, per bank: access valid.
  input  logic [Banks-1:0]                  unit_req_i,
  /// Access pipe, per bank: word.
  input  logic [WordWidth-1:0]              unit_row_i [Banks],
  /// Access pipe, per bank: bytes read or written.
  input  logic [BankBytes-1:0]              unit_be_i [Banks],
  /// Access pipe, per bank: data to write.
  input  logic [8*BankBytes-1:0]            unit_wdata_i [Banks],
  /// Access pipe, per bank: data read in the cycle before.
  output logic [8*BankBytes-1:0]            unit_rdata_o [Banks],
  /// Per bank: access valid.
  output logic [Banks-1:0]                  bank_req_o,
  /// Per bank: the access is a write.
  output logic [Banks-1:0]                  bank_we_o,
  /// Per bank: word of the access.
  output logic [Banks-1:0][WordWidth-1:0]   bank_addr_o,
  /// Per bank: data to write.
  output logic [Banks-1:0][8*BankBytes-1:0] bank_wdata_o,
  /// Per bank: bytes to read; byte enables of a write.
  output logic [Banks-1:0][BankBytes-1:0]   bank_be_o,
  /// Per bank: data of the last read, one cycle after its request.
  input  logic [Banks-1:0][8*BankBytes-1:0] bank_rdata_i
);

  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_BANKS(Banks)
  `GSQ_CHECK_BANK_BYTES(BankBytes)
  `GSQ_CHECK_BANK_HASH(BankHash)
  `GSQ_CHECK_HOST_PATIENCE(HostPatience)
  `GSQ_CHECK_ROW(Banks, BankBytes, UbBytes)
  `GSQ_CHECK_HASH(Banks, BankHash)

  localparam int unsigned BlockWidth = $clog2(UbBytes / BlockBytes);
  localparam int unsigned BlockWords = BlockBytes / BankBytes;
  localparam int unsigned Cols       = Banks / BlockWords;
  localparam int unsigned ColWidth   = Cols > 1 ? $clog2(Cols) : 1;
  localparam int unsigned PlaceWidth = $clog2(BlockWords);

  logic [BlockWidth-1:0]            host_block;
  logic                             host_we;
  logic [BlockBytes-1:0]            host_be;
  logic [8*BlockBytes-1:0]          host_wdata;
  logic                             host_busy;
  logic                             host_serve;
  logic [8*BlockBytes-1:0]          host_rdata;
  logic [ColWidth-1:0]              host_col;
  logic [PlaceWidth-1:0]            host_swizzle;
  logic [WordWidth-1:0]             host_row;
  logic [Cols-1:0][BlockWords-1:0]  want_cols;

  assign want_cols = unit_want_i;
  assign host_busy = want_cols[host_col] != '0;

  gsq_host_port #(
    .UbBytes     (UbBytes),
    .HostPatience(HostPatience)
  ) u_host_port (
    .clk_i,
    .rst_ni,
    .host_req_i,
    .host_gnt_o,
    .host_addr_i,
    .host_we_i,
    .host_be_i,
    .host_wdata_i,
    .host_rvalid_o,
    .host_rdata_o,
    .host_err_o,
    .block_o(host_block),
    .we_o   (host_we),
    .be_o   (host_be),
    .wdata_o(host_wdata),
    .busy_i (host_busy),
    .win_o  (hold_o),
    .serve_o(host_serve),
    .rdata_i(host_rdata)
  );

  gsq_block_map #(
    .UbBytes  (UbBytes),
    .Banks    (Banks),
    .BankBytes(BankBytes),
    .BankHash (BankHash)
  ) u_host_map (
    .block_i  (host_block),
    .col_o    (host_col),
    .swizzle_o(host_swizzle),
    .word_o   (host_row)
  );

  gsq_bank_mux #(
    .UbBytes  (UbBytes),
    .Banks    (Banks),
    .BankBytes(BankBytes)
  ) u_bank_mux (
    .clk_i,
    .unit_req_i,
    .unit_we_i,
    .unit_row_i,
    .unit_be_i,
    .unit_wdata_i,
    .host_req_i    (host_serve),
    .host_we_i     (host_we),
    .host_col_i    (host_col),
    .host_row_i    (host_row),
    .host_swizzle_i(host_swizzle),
    .host_be_i     (host_be),
    .host_wdata_i  (host_wdata),
    .host_rdata_o  (host_rdata),
    .bank_req_o,
    .bank_we_o,
    .bank_addr_o,
    .bank_wdata_o,
    .bank_be_o,
    .bank_rdata_i
  );

  for (genvar i = 0; i < Banks; i++) begin : g_rdata
    assign unit_rdata_o[i] = bank_rdata_i[i];
  end

endmodule
