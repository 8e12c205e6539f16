// SPDX-License-Identifier: Apache-2.0
// Multiplexes the word accesses of the unit and the block accesses of the host port onto the banks.
//
// The host is served only in a column of banks that the unit does not use in that cycle. A bank
// gets the host's payload whenever the unit does not access it, so that only the request of the
// bank waits for the decision whether the host is served.
//
// Latency: requests are combinational; host read data follows in the cycle after the request, when
// the banks return it. Throughput: one access a bank a cycle. Handshake: none; gsq_host_port
// requests only in a free column.

`include "gsq_assert.svh"

module gsq_bank_mux
  import gsq_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned BlockWords = BlockBytes / Cfg.BankBytes,
  localparam int unsigned Cols = Cfg.Banks / BlockWords,
  localparam int unsigned ColWidth = Cols > 1 ? $clog2(Cols) : 1,
  localparam int unsigned PlaceWidth = $clog2(BlockWords)
) (
  input  logic                                      clk_i,
  /// Per bank: the unit accesses it.
  input  logic [Cfg.Banks-1:0]                      unit_req_i,
  /// Per bank: the unit's access is a write.
  input  logic [Cfg.Banks-1:0]                      unit_we_i,
  /// Per bank: word of the unit's access.
  input  logic [Cfg.RowWidth-1:0]                   unit_row_i [Cfg.Banks],
  /// Per bank: bytes that the unit reads or writes.
  input  logic [Cfg.BankBytes-1:0]                  unit_be_i [Cfg.Banks],
  /// Per bank: data that the unit writes.
  input  logic [8*Cfg.BankBytes-1:0]                unit_wdata_i [Cfg.Banks],
  /// The host accesses a block, in a column that the unit does not use.
  input  logic                                      host_req_i,
  /// The host's access is a write.
  input  logic                                      host_we_i,
  /// Column of the host's block.
  input  logic [ColWidth-1:0]                       host_col_i,
  /// Word within the banks of the host's block.
  input  logic [Cfg.RowWidth-1:0]                   host_row_i,
  /// Swizzle of the host's block.
  input  logic [PlaceWidth-1:0]                     host_swizzle_i,
  /// Bytes that the host writes.
  input  logic [BlockBytes-1:0]                     host_be_i,
  /// Data that the host writes.
  input  logic [BlockBytes-1:0][7:0]                host_wdata_i,
  /// Block that the host read in the cycle before; 0 if it read none.
  output logic [BlockBytes-1:0][7:0]                host_rdata_o,
  /// Per bank: access valid.
  output logic [Cfg.Banks-1:0]                      bank_req_o,
  /// Per bank: the access is a write.
  output logic [Cfg.Banks-1:0]                      bank_we_o,
  /// Per bank: word of the access.
  output logic [Cfg.Banks-1:0][Cfg.RowWidth-1:0]    bank_addr_o,
  /// Per bank: data to write.
  output logic [Cfg.Banks-1:0][8*Cfg.BankBytes-1:0] bank_wdata_o,
  /// Per bank: bytes to read or write.
  output logic [Cfg.Banks-1:0][Cfg.BankBytes-1:0]   bank_be_o,
  /// Per bank: data of the last read.
  input  logic [Cfg.Banks-1:0][8*Cfg.BankBytes-1:0] bank_rdata_i
);

  logic [BlockWords-1:0][Cfg.BankBytes-1:0]   host_be;
  logic [BlockWords-1:0][8*Cfg.BankBytes-1:0] host_wdata;

  assign host_be    = host_we_i ? host_be_i : '1;
  assign host_wdata = host_wdata_i;

  for (genvar i = 0; i < Cfg.Banks; i++) begin : g_bank
    logic                  host;   // the host would access this bank
    logic [PlaceWidth-1:0] place;  // word of the host's block in this bank

    assign host            = host_col_i == ColWidth'(i / BlockWords) && host_be[place] != '0;
    assign place           = PlaceWidth'(i % BlockWords) ^ host_swizzle_i;
    assign bank_req_o[i]   = unit_req_i[i] || (host_req_i && host);
    assign bank_we_o[i]    = unit_req_i[i] ? unit_we_i[i] : host_we_i;
    assign bank_addr_o[i]  = unit_req_i[i] ? unit_row_i[i] : host_row_i;
    assign bank_wdata_o[i] = unit_req_i[i] ? unit_wdata_i[i] : host_wdata[place];
    assign bank_be_o[i]    = unit_req_i[i] ? unit_be_i[i] : host_be[place];
  end

  // The data of a host read comes back one cycle later. The multiplexer does not follow the
  // words that the unit reads, which would cost energy. None of these registers needs a reset:
  // gsq_host_port, which has one, takes the block only after a read.
  logic                                                 read_q;
  logic [ColWidth-1:0]                                  col_q;
  logic [PlaceWidth-1:0]                                swizzle_q;
  logic [Cols-1:0][BlockWords-1:0][8*Cfg.BankBytes-1:0] col_rdata;

  assign col_rdata = read_q ? bank_rdata_i : '0;

  always_ff @(posedge clk_i) begin
    read_q    <= host_req_i && !host_we_i;
    col_q     <= host_col_i;
    swizzle_q <= host_swizzle_i;
  end

  for (genvar i = 0; i < BlockWords; i++) begin : g_host
    logic [PlaceWidth-1:0] place;  // place of word i of the host's block
    assign place = PlaceWidth'(i) ^ swizzle_q;
    assign host_rdata_o[i*Cfg.BankBytes +: Cfg.BankBytes] = col_rdata[col_q][place];
  end

`ifdef GSQ_ASSERT_ON
  logic [Cols-1:0][BlockWords-1:0] col_req;
  assign col_req = unit_req_i;
`endif
  `GSQ_ASSUME(column_is_free, !host_req_i || col_req[host_col_i] == '0, 1'b1)

endmodule
