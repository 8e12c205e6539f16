// SPDX-License-Identifier: Apache-2.0
// Splits items into segments: what one burst takes, or as much padding.
//
// A segment ends at the latest at a multiple of BurstBytes of the memory, so no burst crosses a
// page of 4 KB.
//
// Latency: 1 cycle. Throughput: a segment a cycle. Handshake: valid/ready on both sides; ready_o
// depends on ready_i; valid_o falls with drop_i.

module gsq_dma_split
  import gsq_dma_pkg::*;
#(
  /// A burst ends at a multiple of it: a power of two.
  parameter int unsigned BurstBytes = 1024,
  /// Bits of a byte address in memory.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bits of a byte address in UB.
  parameter int unsigned UbAddrWidth = 18,
  localparam int unsigned LenWidth = $clog2(BurstBytes) + 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// The item is to be dropped, if it is not an end.
  input  logic                    drop_i,
  input  logic                    valid_i,
  output logic                    ready_o,
  /// What the item is.
  input  dma_kind_e               kind_i,
  /// Address in memory; of padding, its value; of an end, the address of its error.
  input  logic [DmaAddrWidth-1:0] addr_i,
  /// Address in UB; of an end, its tag.
  input  logic [UbAddrWidth-1:0]  ub_i,
  /// Bytes; of an end, its status.
  input  logic [31:0]             bytes_i,
  output logic                    valid_o,
  input  logic                    ready_i,
  /// What the segment is.
  output dma_kind_e               kind_o,
  /// Address in memory; of padding, its value; of an end, the address of its error.
  output logic [DmaAddrWidth-1:0] addr_o,
  /// Address in UB; of an end, its tag.
  output logic [UbAddrWidth-1:0]  ub_o,
  /// Bytes; of an end, its status.
  output logic [LenWidth-1:0]     bytes_o
);

  logic                    valid_q;
  dma_kind_e               kind_q;
  logic [DmaAddrWidth-1:0] addr_q;
  logic [UbAddrWidth-1:0]  ub_q;
  logic [31:0]             left_q;
  logic [LenWidth-1:0]     room_q;  // bytes up to the next multiple
  logic                    fits_q;  // the rest is one segment
  logic [LenWidth-1:0]     room_in;
  logic [31:0]             behind;  // bytes behind the segment
  logic                    dropped;

  assign dropped = drop_i && kind_q != DmaEnd;
  assign room_in = LenWidth'(BurstBytes) -
                   (kind_i == DmaCopy ? LenWidth'(addr_i[LenWidth-2:0]) : '0);
  assign behind  = left_q - 32'(room_q);
  assign valid_o = valid_q && !dropped;
  assign kind_o  = kind_q;
  assign addr_o  = addr_q;
  assign ub_o    = ub_q;
  assign bytes_o = fits_q ? LenWidth'(left_q) : room_q;
  assign ready_o = !valid_q || dropped || (ready_i && fits_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (ready_o) valid_q <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      kind_q <= kind_i;
      addr_q <= addr_i;
      ub_q   <= ub_i;
      left_q <= bytes_i;
      room_q <= room_in;
      fits_q <= bytes_i <= 32'(room_in) || kind_i == DmaEnd;
    end else if (ready_i) begin
      if (kind_q == DmaCopy) addr_q <= addr_q + DmaAddrWidth'(room_q);
      ub_q   <= ub_q + UbAddrWidth'(room_q);
      left_q <= behind;
      room_q <= LenWidth'(BurstBytes);
      fits_q <= behind <= BurstBytes;
    end
  end

endmodule
