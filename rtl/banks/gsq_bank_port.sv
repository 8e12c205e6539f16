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

module gsq_bank_port
  import gsq_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  /// OBI: request.
  input  logic                                      host_req_i,
  /// OBI: grant.
  output logic                                      host_gnt_o,
  /// OBI: byte address.
  input  logic [31:0]                               host_addr_i,
  /// OBI: write.
  input  logic                                      host_we_i,
  /// OBI: bytes to write.
  input  logic [BlockBytes-1:0]                     host_be_i,
  /// OBI: data to write.
  input  logic [8*BlockBytes-1:0]                   host_wdata_i,
  /// OBI: answer valid.
  output logic                                      host_rvalid_o,
  /// OBI: data read.
  output logic [8*BlockBytes-1:0]                   host_rdata_o,
  /// OBI: the address is outside UB.
  output logic                                      host_err_o,
  /// The access pipe must not make a beat in this cycle.
  output logic                                      hold_o,
  /// Access pipe, per bank: it needs the bank in this cycle, whatever hold_o is.
  input  logic [Cfg.Banks-1:0]                      unit_want_i,
  /// Access pipe, per bank: the access is a write.
  input  logic [Cfg.Banks-1:0]                      unit_we_i,
  /// Access pipe, per bank: access valid.
  input  logic [Cfg.Banks-1:0]                      unit_req_i,
  /// Access pipe, per bank: word.
  input  logic [Cfg.RowWidth-1:0]                   unit_row_i [Cfg.Banks],
  /// Access pipe, per bank: bytes read or written.
  input  logic [Cfg.BankBytes-1:0]                  unit_be_i [Cfg.Banks],
  /// Access pipe, per bank: data to write.
  input  logic [8*Cfg.BankBytes-1:0]                unit_wdata_i [Cfg.Banks],
  /// Access pipe, per bank: data read in the cycle before.
  output logic [8*Cfg.BankBytes-1:0]                unit_rdata_o [Cfg.Banks],
  /// Per bank: access valid.
  output logic [Cfg.Banks-1:0]                      bank_req_o,
  /// Per bank: the access is a write.
  output logic [Cfg.Banks-1:0]                      bank_we_o,
  /// Per bank: word of the access.
  output logic [Cfg.Banks-1:0][Cfg.RowWidth-1:0]    bank_addr_o,
  /// Per bank: data to write.
  output logic [Cfg.Banks-1:0][8*Cfg.BankBytes-1:0] bank_wdata_o,
  /// Per bank: bytes to read; byte enables of a write.
  output logic [Cfg.Banks-1:0][Cfg.BankBytes-1:0]   bank_be_o,
  /// Per bank: data of the last read, one cycle after its request.
  input  logic [Cfg.Banks-1:0][8*Cfg.BankBytes-1:0] bank_rdata_i
);

  localparam int unsigned BlockWords = BlockBytes / Cfg.BankBytes;
  localparam int unsigned Cols       = Cfg.Banks / BlockWords;
  localparam int unsigned ColWidth   = Cols > 1 ? $clog2(Cols) : 1;
  localparam int unsigned PlaceWidth = $clog2(BlockWords);

  logic [Cfg.BlockWidth-1:0]       host_block;
  logic                            host_we;
  logic [BlockBytes-1:0]           host_be;
  logic [8*BlockBytes-1:0]         host_wdata;
  logic                            host_busy;
  logic                            host_serve;
  logic [8*BlockBytes-1:0]         host_rdata;
  logic [ColWidth-1:0]             host_col;
  logic [PlaceWidth-1:0]           host_swizzle;
  logic [Cfg.RowWidth-1:0]         host_row;
  logic [Cols-1:0][BlockWords-1:0] want_cols;

  assign want_cols = unit_want_i;
  assign host_busy = want_cols[host_col] != '0;

  gsq_host_port #(.Cfg(Cfg)) u_host_port (
    .clk_i, .rst_ni,
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

  gsq_block_map #(.Cfg(Cfg)) u_host_map (
    .block_i  (host_block),
    .col_o    (host_col),
    .swizzle_o(host_swizzle),
    .word_o   (host_row)
  );

  gsq_bank_mux #(.Cfg(Cfg)) u_bank_mux (
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

  for (genvar i = 0; i < Cfg.Banks; i++) begin : g_rdata
    assign unit_rdata_o[i] = bank_rdata_i[i];
  end

endmodule
