// SPDX-License-Identifier: Apache-2.0
// Model of a single-port SRAM macro with a write enable for each bit. Replace it by a real macro.
//
// Latency: read data in the cycle after the request. Throughput: one access a cycle.
// Handshake: none. A read of a word that was never written returns an undefined value.
module soc_sram #(
  /// Bits of a word.
  parameter int unsigned Width = 32,
  /// Words, a power of two.
  parameter int unsigned Words = 256
) (
  /// Clock.
  input  logic                     clk_i,
  /// Chip enable.
  input  logic                     ce_i,
  /// Write; otherwise read.
  input  logic                     we_i,
  /// Bits to write.
  input  logic [Width-1:0]         bit_we_i,
  /// Word.
  input  logic [$clog2(Words)-1:0] addr_i,
  /// Data to write.
  input  logic [Width-1:0]         wdata_i,
  /// Data of the last read.
  output logic [Width-1:0]         rdata_o
);

  logic [Width-1:0] mem_q [Words];

  always_ff @(posedge clk_i) begin
    if (ce_i && we_i) mem_q[addr_i] <= (mem_q[addr_i] & ~bit_we_i) | (wdata_i & bit_we_i);
    if (ce_i && !we_i) rdata_o <= mem_q[addr_i];
  end

endmodule
