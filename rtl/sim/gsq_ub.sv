// SPDX-License-Identifier: Apache-2.0
// The Unified Buffer: Banks single-port memories side by side.
//
// Latency: read data in the cycle after the request. Throughput: one access a bank a cycle.
// Handshake: none, every request is served; gsq_core arbitrates.

module gsq_ub #(
  /// Bytes of the whole buffer.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4,
  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks)
) (
  input  logic                              clk_i,
  /// Per bank: an access is made in this cycle.
  input  logic [Banks-1:0]                  bank_req_i,
  /// Per bank: the access is a write.
  input  logic [Banks-1:0]                  bank_we_i,
  /// Per bank: word of the access.
  input  logic [Banks-1:0][WordWidth-1:0]   bank_addr_i,
  /// Per bank: data to write.
  input  logic [Banks-1:0][8*BankBytes-1:0] bank_wdata_i,
  /// Per bank: bytes to write.
  input  logic [Banks-1:0][BankBytes-1:0]   bank_be_i,
  /// Per bank: data of the last read.
  output logic [Banks-1:0][8*BankBytes-1:0] bank_rdata_o
);

  for (genvar i = 0; i < Banks; i++) begin : g_bank
    gsq_ub_bank #(
      .BankBytes(BankBytes),
      .Words    (UbBytes / BankBytes / Banks)
    ) u_bank (
      .clk_i,
      .req_i  (bank_req_i[i]),
      .we_i   (bank_we_i[i]),
      .addr_i (bank_addr_i[i]),
      .wdata_i(bank_wdata_i[i]),
      .be_i   (bank_be_i[i]),
      .rdata_o(bank_rdata_o[i])
    );
  end

endmodule
