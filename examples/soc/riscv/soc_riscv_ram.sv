// SPDX-License-Identifier: Apache-2.0
// Memory of a processor for instructions and data: two ports, each of a word. The simulation writes
// the program into it before it begins.
//
// Latency: read data in the cycle after the request. Throughput: one access a cycle at each port.
// Handshake: none. A word that is read and written in one cycle is read as it was before.
module soc_riscv_ram #(
  /// Bytes, a power of two.
  parameter int unsigned Bytes = 262144
) (
  input  logic                           clk_i,
  /// Instructions: word to read.
  input  logic [$clog2(Bytes / 4)-1:0]   instr_addr_i,
  /// Instructions: what was read.
  output logic [31:0]                    instr_rdata_o,
  /// Data: an access; otherwise nothing is written.
  input  logic                           data_req_i,
  /// Data: word to read or write.
  input  logic [$clog2(Bytes / 4)-1:0]   data_addr_i,
  /// Data: write.
  input  logic                           data_we_i,
  /// Data: bytes to write.
  input  logic [3:0]                     data_be_i,
  /// Data: what to write.
  input  logic [31:0]                    data_wdata_i,
  /// Data: what was read.
  output logic [31:0]                    data_rdata_o
);

  logic [31:0] mem_q [Bytes / 4];

  always_ff @(posedge clk_i) begin
    instr_rdata_o <= mem_q[instr_addr_i];
    data_rdata_o  <= mem_q[data_addr_i];
    if (data_req_i && data_we_i) begin
      for (int unsigned i = 0; i < 4; ++i) begin
        if (data_be_i[i]) mem_q[data_addr_i][8*i+:8] <= data_wdata_i[8*i+:8];
      end
    end
  end

endmodule
