// SPDX-License-Identifier: Apache-2.0
// One bank of the Unified Buffer: a single-port memory, one access a cycle, read or write.
//
// Latency: read data in the cycle after the request, held until the next read.
// Throughput: one access a cycle. Handshake: none, a request is always served.
// Models an SRAM macro with byte enables; its contents have no reset.

module gsq_ub_bank #(
  /// Bytes of a word.
  parameter int unsigned BankBytes = 4,
  /// Words of the bank.
  parameter int unsigned Words = 1024,
  localparam int unsigned WordWidth = $clog2(Words)
) (
  input  logic                   clk_i,
  /// An access is made in this cycle.
  input  logic                   req_i,
  /// The access is a write.
  input  logic                   we_i,
  /// Word of the access.
  input  logic [WordWidth-1:0]   addr_i,
  /// Data to write.
  input  logic [8*BankBytes-1:0] wdata_i,
  /// Bytes to write.
  input  logic [BankBytes-1:0]   be_i,
  /// Data of the last read.
  output logic [8*BankBytes-1:0] rdata_o
);

  logic [8*BankBytes-1:0] mem_q [Words];

  always_ff @(posedge clk_i) begin
    if (req_i) begin
      if (we_i) begin
        for (int unsigned i = 0; i < BankBytes; i++) begin
          if (be_i[i]) mem_q[addr_i][8*i +: 8] <= wdata_i[8*i +: 8];
        end
      end else begin
        rdata_o <= mem_q[addr_i];
      end
    end
  end

endmodule
