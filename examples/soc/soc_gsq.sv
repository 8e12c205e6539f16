// SPDX-License-Identifier: Apache-2.0
// gsq_core in a SoC: SRAM macros behind the bank ports, the buffer in a window of the address map,
// a reset that is released with the clock.
//
// Latency, throughput, handshake: those of gsq_core, see docs/reference/timing.md.
module soc_gsq
  import gsq_pkg::*;
#(
  /// First address of the Unified Buffer on the bus, a multiple of UbBytes.
  parameter logic [31:0] UbBase = 32'h1000_0000,
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 64,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 16384,
  /// Number of banks, one macro each.
  parameter int unsigned Banks = 16,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4
) (
  /// Clock of commands, responses, bus and macros.
  input  logic         clk_i,
  /// Reset, active low, released at any time.
  input  logic         rst_ni,
  /// Command from the vector processor valid.
  input  logic         cmd_valid_i,
  /// Ready.
  output logic         cmd_ready_o,
  /// Command.
  input  cmd_t         cmd_i,
  /// Response valid; responses come in the order of the commands.
  output logic         rsp_valid_o,
  /// Ready.
  input  logic         rsp_ready_i,
  /// Response.
  output rsp_t         rsp_o,
  /// OBI from the interconnect, 32 bytes wide: request.
  input  logic         obi_req_i,
  /// OBI: grant.
  output logic         obi_gnt_o,
  /// OBI: byte address.
  input  logic [31:0]  obi_addr_i,
  /// OBI: write.
  input  logic         obi_we_i,
  /// OBI: bytes to write.
  input  logic [31:0]  obi_be_i,
  /// OBI: data to write.
  input  logic [255:0] obi_wdata_i,
  /// OBI: answer valid; the bus must take it.
  output logic         obi_rvalid_o,
  /// OBI: data read.
  output logic [255:0] obi_rdata_o,
  /// OBI: the address was outside the buffer.
  output logic         obi_err_o
);

  localparam int unsigned Words = UbBytes / BankBytes / Banks;

  // Reset: asserted asynchronously, released synchronously.
  logic rst_n;
  logic released_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {rst_n, released_q} <= 2'b00;
    else {rst_n, released_q} <= {released_q, 1'b1};
  end

  logic [Banks-1:0]                    bank_req;
  logic [Banks-1:0]                    bank_we;
  logic [Banks-1:0][$clog2(Words)-1:0] bank_addr;
  logic [Banks-1:0][8*BankBytes-1:0]   bank_wdata;
  logic [Banks-1:0][BankBytes-1:0]     bank_be;
  logic [Banks-1:0][8*BankBytes-1:0]   bank_rdata;

  // The addresses of the core begin at 0. An address below UbBase wraps around to a large one and
  // is answered with an error, like an address above the buffer.
  gsq_core #(
    .VlenBytes  (VlenBytes),
    .UbBytes    (UbBytes),
    .Banks      (Banks),
    .BankBytes  (BankBytes),
    .SqueezeCuts(2)
  ) u_core (
    .clk_i,
    .rst_ni       (rst_n),
    .cmd_valid_i,
    .cmd_ready_o,
    .cmd_i,
    .rsp_valid_o,
    .rsp_ready_i,
    .rsp_o,
    .host_req_i   (obi_req_i),
    .host_gnt_o   (obi_gnt_o),
    .host_addr_i  (obi_addr_i - UbBase),
    .host_we_i    (obi_we_i),
    .host_be_i    (obi_be_i),
    .host_wdata_i (obi_wdata_i),
    .host_rvalid_o(obi_rvalid_o),
    .host_rdata_o (obi_rdata_o),
    .host_err_o   (obi_err_o),
    .bank_req_o   (bank_req),
    .bank_we_o    (bank_we),
    .bank_addr_o  (bank_addr),

    .bank_wdata_o (bank_wdata),
    .bank_be_o    (bank_be),
    .bank_rdata_i (bank_rdata)
  );

  for (genvar i = 0; i < Banks; i++) begin : g_bank
    logic [8*BankBytes-1:0] bit_we;

    for (genvar b = 0; b < BankBytes; b++) begin : g_byte
      assign bit_we[8*b +: 8] = {8{bank_be[i][b]}};
    end

    soc_sram #(
      .Width(8 * BankBytes),
      .Words(Words)
    ) u_sram (
      .clk_i,
      .ce_i    (bank_req[i]),
      .we_i    (bank_we[i]),
      .bit_we_i(bit_we),
      .addr_i  (bank_addr[i]),
      .wdata_i (bank_wdata[i]),
      .rdata_o (bank_rdata[i])
    );
  end

endmodule
