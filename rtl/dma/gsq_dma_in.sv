// SPDX-License-Identifier: Apache-2.0
// Copies from memory to UB, one descriptor after the other: half of an AXI4 manager, AR and R.
//
// docs/reference/dma.md is the contract. Addresses go out ahead of data, as far as there are
// places for segments; what a segment is waits in a queue for its data.
//
// Latency: 8 cycles from a descriptor of one row to its first address. Throughput: a burst and a
// beat a cycle, of 64 bytes one in two cycles. Handshake: valid/ready, AXI4, OBI; ar_* and host_*
// are registers, and so are r_ready_o and comp_*.

`include "gsq_assert.svh"

module gsq_dma_in
  import gsq_dma_pkg::*;
  import gsq_pkg::BlockBytes;
#(
  /// Data width of the bus: 64, 128, 256 or 512.
  parameter int unsigned DmaDataWidth = 256,
  /// Bits of a byte address in memory: from 32 to 64.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bits of a byte address in UB: from 12 to 31.
  parameter int unsigned UbAddrWidth = 18,
  /// Bursts that are under way, at most: at least 2.
  parameter int unsigned Outstanding = 64,
  /// A burst ends at a multiple of it: a power of two from 64 to 4096, at most 256 beats.
  parameter int unsigned BurstBytes = 1024,
  /// Windows of memory: at least 1.
  parameter int unsigned MemWindows = 2
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// Windows of memory.
  input  dma_window_t             mem_window_i [MemWindows],
  /// Window of UB.
  input  dma_window_t             ub_window_i,
  input  logic                    desc_valid_i,
  output logic                    desc_ready_o,
  /// Descriptor.
  input  dma_descriptor_t         desc_i,
  output logic                    comp_valid_o,
  input  logic                    comp_ready_i,
  /// Completion.
  output dma_completion_t         comp_o,
  output logic                    ar_valid_o,
  input  logic                    ar_ready_i,
  output logic [DmaAddrWidth-1:0] ar_addr_o,
  output logic [7:0]              ar_len_o,
  input  logic                    r_valid_i,
  output logic                    r_ready_o,
  input  logic [DmaDataWidth-1:0] r_data_i,
  input  logic [1:0]              r_resp_i,
  input  logic                    r_last_i,
  /// OBI: request.
  output logic                    host_req_o,
  /// OBI: grant.
  input  logic                    host_gnt_i,
  /// OBI: byte address.
  output logic [31:0]             host_addr_o,
  /// OBI: write.
  output logic                    host_we_o,
  /// OBI: bytes to write.
  output logic [BlockBytes-1:0]   host_be_o,
  /// OBI: data to write.
  output logic [8*BlockBytes-1:0] host_wdata_o,
  /// OBI: answer valid.
  input  logic                    host_rvalid_i,
  /// OBI: data read.
  input  logic [8*BlockBytes-1:0] host_rdata_i,
  /// OBI: the address is outside UB.
  input  logic                    host_err_i
);

  if (!($onehot(64'(DmaDataWidth)) && DmaDataWidth >= 64 && DmaDataWidth <= 512))
  begin : gen_bad_dma_data_width
    $fatal(1, "DmaDataWidth must be 64, 128, 256 or 512, found %0d", DmaDataWidth);
  end
  if (!(BurstBytes <= 32 * DmaDataWidth)) begin : gen_bad_burst_bytes
    $fatal(1, "BurstBytes must be at most 256 beats of %0d bits, found %0d", DmaDataWidth,
           BurstBytes);
  end

  localparam int unsigned BusWidth   = $clog2(DmaDataWidth / 8);
  localparam int unsigned LenWidth   = $clog2(BurstBytes) + 1;
  localparam int unsigned CountWidth = $clog2(Outstanding + 1);

  typedef struct packed {
    dma_kind_e               kind;
    logic [DmaAddrWidth-1:0] addr;
    logic [UbAddrWidth-1:0]  ub;
    logic [LenWidth-1:0]     bytes;
  } segment_t;

  typedef struct packed {
    logic [DmaAddrWidth-1:0] addr;
    logic [7:0]              len;
  } ar_t;

  logic                    index_valid, index_ready, index_done;
  logic [UbAddrWidth-6:0]  index_block;
  logic                    write_valid, write_ready, write_done;
  logic [UbAddrWidth-6:0]  write_block;
  logic [BlockBytes-1:0]   write_be;
  logic [8*BlockBytes-1:0] write_data, rdata;
  logic [3:0]              pending;
  logic                    ub_error;
  logic                    failed, ended, completed;

  // ---------------------------------------------------------------------------------------------
  // Segments: those of a burst go to AR as well
  // ---------------------------------------------------------------------------------------------

  logic                  seg_valid, seg_ready;
  segment_t              seg, land;
  logic                  land_valid, land_ready, land_done;
  logic [CountWidth-1:0] used_q;  // places of segments
  logic                  room;
  logic                  push;
  logic                  ar_slice_ready;
  ar_t                   ar, ar_out;
  logic [LenWidth:0]     ar_span;  // from the start of the first beat to the last byte

  gsq_dma_plan #(
    .Store       (1'b0),
    .MemWindows  (MemWindows),
    .BurstBytes  (BurstBytes),
    .Outstanding (Outstanding),
    .DmaAddrWidth(DmaAddrWidth),
    .UbAddrWidth (UbAddrWidth)
  ) u_plan (
    .clk_i, .rst_ni,
    .mem_window_i, .ub_window_i,
    .desc_valid_i, .desc_ready_o, .desc_i,
    .index_valid_o(index_valid),
    .index_ready_i(index_ready),
    .index_block_o(index_block),
    .index_done_i (index_done),
    .index_data_i (rdata),
    .index_error_i(ub_error),
    .failed_i     (failed),
    .ended_i      (ended),
    .completed_i  (completed),
    .valid_o      (seg_valid),
    .ready_i      (seg_ready),
    .kind_o       (seg.kind),
    .addr_o       (seg.addr),
    .ub_o         (seg.ub),
    .bytes_o      (seg.bytes)
  );

  assign room      = used_q != CountWidth'(Outstanding);
  assign seg_ready = room && ar_slice_ready;
  assign push      = seg_valid && seg_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) used_q <= '0;
    else used_q <= used_q + CountWidth'(push) - CountWidth'(land_done);
  end

  assign ar_span = (LenWidth + 1)'(seg.addr[BusWidth-1:0]) + (LenWidth + 1)'(seg.bytes) - 1'b1;
  assign ar.addr = {seg.addr[DmaAddrWidth-1:BusWidth], BusWidth'(0)};
  assign ar.len  = 8'(ar_span >> BusWidth);

  gsq_register_slice #(
    .data_t(ar_t)
  ) u_ar (
    .clk_i, .rst_ni,
    .valid_i(push && seg.kind == DmaCopy),
    .ready_o(ar_slice_ready),
    .data_i (ar),
    .valid_o(ar_valid_o),
    .ready_i(ar_ready_i),
    .data_o (ar_out)
  );

  assign ar_addr_o = ar_out.addr;
  assign ar_len_o  = ar_out.len;

  gsq_fifo #(
    .data_t(segment_t),
    .Depth (Outstanding)
  ) u_segments (
    .clk_i, .rst_ni,
    .push_i (push),
    .data_i (seg),
    .valid_o(land_valid),
    .ready_i(land_ready),
    .data_o (land)
  );

  // ---------------------------------------------------------------------------------------------
  // Data
  // ---------------------------------------------------------------------------------------------

  gsq_dma_land #(
    .DmaDataWidth(DmaDataWidth),
    .BurstBytes  (BurstBytes),
    .DmaAddrWidth(DmaAddrWidth),
    .UbAddrWidth (UbAddrWidth)
  ) u_land (
    .clk_i, .rst_ni,
    .valid_i(land_valid),
    .ready_o(land_ready),
    .kind_i (land.kind),
    .addr_i (land.addr),
    .ub_i   (land.ub),
    .bytes_i(land.bytes),
    .r_valid_i, .r_ready_o, .r_data_i, .r_resp_i, .r_last_i,
    .write_valid_o (write_valid),
    .write_ready_i (write_ready),
    .write_block_o (write_block),
    .write_be_o    (write_be),
    .write_data_o  (write_data),
    .pending_i     (pending),
    .answer_i      (write_done),
    .answer_error_i(ub_error),
    .done_o        (land_done),
    .failed_o      (failed),
    .ended_o       (ended),
    .completed_o   (completed),
    .comp_valid_o, .comp_ready_i, .comp_o
  );

  gsq_dma_obi #(
    .UbAddrWidth(UbAddrWidth)
  ) u_obi (
    .clk_i, .rst_ni,
    .index_valid_i (index_valid),
    .index_ready_o (index_ready),
    .index_block_i (index_block),
    .index_done_o  (index_done),
    .data_valid_i  (write_valid),
    .data_ready_o  (write_ready),
    .data_block_i  (write_block),
    .data_be_i     (write_be),
    .data_wdata_i  (write_data),
    .data_done_o   (write_done),
    .data_pending_o(pending),
    .rdata_o       (rdata),
    .error_o       (ub_error),
    .host_req_o, .host_gnt_i, .host_addr_o, .host_we_o, .host_be_o, .host_wdata_o,
    .host_rvalid_i, .host_rdata_i, .host_err_i
  );

  `GSQ_ASSERT_HOLD(address_holds, ar_valid_o, ar_ready_i, {ar_addr_o, ar_len_o})
  `GSQ_ASSERT(in_page, !ar_valid_o || 32'(ar_addr_o[11:0]) + ((32'(ar_len_o) + 1) << BusWidth)
                                     <= 4096)

endmodule
