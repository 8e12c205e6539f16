// SPDX-License-Identifier: Apache-2.0
// Joins the data accesses of a processor with its RAM, its devices and the Unified Buffer. Where
// there is none of them, the access is answered with an error.
//
//   from 0            RAM
//   from UbBase       Unified Buffer
//   from DevicesBase  devices, 4 KB
//
// Latency: a grant in the cycle of the request, and the answer of RAM and devices in the next one.
// An access to the Unified Buffer waits for the buffer's grant and answer. Throughput: one access a
// cycle as long as the accesses stay with the buffer, or away from it: the first one that changes
// waits for the last answer. Handshake: OBI.

`include "gsq_assert.svh"

module soc_riscv_bus #(
  /// Bytes of the RAM, a power of two.
  parameter int unsigned RamBytes = 262144,
  /// First address of the Unified Buffer, a multiple of UbBytes.
  parameter logic [31:0] UbBase = 32'h1000_0000,
  /// Bytes of the Unified Buffer, a power of two.
  parameter int unsigned UbBytes = 4096,
  /// First address of the devices, a multiple of 4096.
  parameter logic [31:0] DevicesBase = 32'h2000_0000
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  /// Processor: request.
  input  logic        req_i,
  /// Processor: grant.
  output logic        gnt_o,
  /// Processor: byte address.
  input  logic [31:0] addr_i,
  /// Processor: answer valid.
  output logic        rvalid_o,
  /// Processor: word read.
  output logic [31:0] rdata_o,
  /// Processor: the access failed.
  output logic        err_o,
  /// RAM: an access.
  output logic        ram_req_o,
  /// RAM: word of the last access.
  input  logic [31:0] ram_rdata_i,
  /// Devices: an access.
  output logic        devices_req_o,
  /// Devices: word of the last access.
  input  logic [31:0] devices_rdata_i,
  /// Devices: the last access failed.
  input  logic        devices_err_i,
  /// Unified Buffer: request.
  output logic        ub_req_o,
  /// Unified Buffer: grant.
  input  logic        ub_gnt_i,
  /// Unified Buffer: answer valid.
  input  logic        ub_rvalid_i,
  /// Unified Buffer: word read.
  input  logic [31:0] ub_rdata_i,
  /// Unified Buffer: the access failed.
  input  logic        ub_err_i
);

  logic in_ram;
  logic in_devices;
  logic in_ub;

  assign in_ram     = addr_i < 32'(RamBytes);
  assign in_devices = (addr_i & ~32'hfff) == DevicesBase;
  assign in_ub      = (addr_i & ~32'(UbBytes - 1)) == UbBase;

  // Answers come in the order of the requests: what is in flight is all in the buffer, or none.
  logic [1:0] flying_q;   // accesses that were granted and not answered
  logic       in_ub_q;    // where they are
  logic       ram_q;      // the access of the last cycle: which of those that answer at once
  logic       devices_q;
  logic       at_once_q;
  logic       may;

  assign may           = in_ub == in_ub_q || flying_q == 2'd0 || (flying_q == 2'd1 && rvalid_o);
  assign ub_req_o      = req_i && may && in_ub;
  assign gnt_o         = may && (!in_ub || ub_gnt_i);
  assign ram_req_o     = req_i && may && in_ram;
  assign devices_req_o = req_i && may && in_devices;

  assign rvalid_o = at_once_q || ub_rvalid_i;
  assign rdata_o  = ram_q ? ram_rdata_i : devices_q ? devices_rdata_i : ub_rdata_i;
  assign err_o    = at_once_q ? !ram_q && (!devices_q || devices_err_i) : ub_err_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flying_q  <= '0;
      in_ub_q   <= 1'b0;
      ram_q     <= 1'b0;
      devices_q <= 1'b0;
      at_once_q <= 1'b0;
    end else begin
      flying_q  <= flying_q + 2'(req_i && gnt_o) - 2'(rvalid_o);
      at_once_q <= req_i && gnt_o && !in_ub;
      ram_q     <= ram_req_o;
      devices_q <= devices_req_o;
      if (req_i && gnt_o) in_ub_q <= in_ub;
    end
  end

  `GSQ_ASSERT(room, flying_q != 2'd3 || !(req_i && gnt_o) || rvalid_o)

endmodule
