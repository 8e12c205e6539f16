// SPDX-License-Identifier: Apache-2.0
// Copies from UB to memory, one descriptor after the other: half of an AXI4 manager, AW, W and B.
//
// docs/reference/dma.md is the contract. Addresses go out ahead of data, as far as there are
// places for segments; what a segment is waits in a queue for its answer, and in a short one for
// its data.
//
// Latency: 8 cycles from a descriptor of one row to its first address, 15 to its first beat.
// Throughput: a burst and a beat a cycle, of 64 bytes one in two cycles. Handshake: valid/ready,
// AXI4, OBI; aw_*, w_*, host_* and comp_* are registers.

`include "gsq_assert.svh"

module gsq_dma_out
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
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// Windows of memory.
  input  dma_window_t               mem_window_i [MemWindows],
  /// Window of UB.
  input  dma_window_t               ub_window_i,
  input  logic                      desc_valid_i,
  output logic                      desc_ready_o,
  /// Descriptor.
  input  dma_descriptor_t           desc_i,
  output logic                      comp_valid_o,
  input  logic                      comp_ready_i,
  /// Completion.
  output dma_completion_t           comp_o,
  output logic                      aw_valid_o,
  input  logic                      aw_ready_i,
  output logic [DmaAddrWidth-1:0]   aw_addr_o,
  output logic [7:0]                aw_len_o,
  output logic                      w_valid_o,
  input  logic                      w_ready_i,
  output logic [DmaDataWidth-1:0]   w_data_o,
  output logic [DmaDataWidth/8-1:0] w_strb_o,
  output logic                      w_last_o,
  input  logic                      b_valid_i,
  output logic                      b_ready_o,
  input  logic [1:0]                b_resp_i,
  /// OBI: request.
  output logic                      host_req_o,
  /// OBI: grant.
  input  logic                      host_gnt_i,
  /// OBI: byte address.
  output logic [31:0]               host_addr_o,
  /// OBI: write.
  output logic                      host_we_o,
  /// OBI: bytes to write.
  output logic [BlockBytes-1:0]     host_be_o,
  /// OBI: data to write.
  output logic [8*BlockBytes-1:0]   host_wdata_o,
  /// OBI: answer valid.
  input  logic                      host_rvalid_i,
  /// OBI: data read.
  input  logic [8*BlockBytes-1:0]   host_rdata_i,
  /// OBI: the address is outside UB.
  input  logic                      host_err_i
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
  localparam int unsigned BlockWidth = UbAddrWidth - 5;
  localparam int unsigned CountWidth = $clog2(Outstanding + 1);
  // Segments between address and data: single elements of a block that is being read.
  localparam int unsigned Ahead = 12;

  // What waits for the answer.
  typedef struct packed {
    dma_kind_e               kind;
    logic [DmaAddrWidth-1:0] addr;
    logic [DmaTagWidth-1:0]  tag;
    logic [LenWidth-1:0]     bytes;
  } segment_t;

  // What is to be read.
  typedef struct packed {
    logic [UbAddrWidth-1:0] ub;
    logic [LenWidth-1:0]    bytes;
    logic                   again;
  } read_t;

  // What is to be sent.
  typedef struct packed {
    logic [BusWidth-1:0] place;
    logic [4:0]          ub;
    logic [LenWidth-1:0] bytes;
    logic                again;
  } send_t;

  typedef struct packed {
    logic [DmaAddrWidth-1:0] addr;
    logic [7:0]              len;
  } aw_t;

  logic                    index_valid, index_ready, index_done;
  logic [UbAddrWidth-6:0]  index_block;
  logic                    read_valid, read_ready, read_done;
  logic [UbAddrWidth-6:0]  read_block;
  logic [8*BlockBytes-1:0] rdata;
  logic [3:0]              pending;
  logic                    ub_error;
  logic                    failed, ended;

  // ---------------------------------------------------------------------------------------------
  // Segments: those of a burst go to AW, to be read and to be sent
  // ---------------------------------------------------------------------------------------------

  logic                    seg_valid, seg_ready;
  dma_kind_e               seg_kind;
  logic [DmaAddrWidth-1:0] seg_addr;
  logic [UbAddrWidth-1:0]  seg_ub;
  logic [LenWidth-1:0]     seg_bytes;
  logic                    push, push_copy;
  logic [CountWidth-1:0]   used_q;        // places of segments
  logic [3:0]              ahead_q;       // segments that have not been sent
  logic                    aw_slice_ready;
  aw_t                     aw, aw_out;
  logic [LenWidth:0]       aw_span;       // from the start of the first beat to the last byte
  logic                    last_valid_q;  // there was a segment before in the descriptor
  logic [UbAddrWidth-6:0]  last_block_q;  // and this was its last block
  logic                    again;
  logic                    close_valid, close_ready;
  segment_t                closing;
  logic                    fetch_valid, fetch_ready;
  read_t                   fetch;
  logic                    send_valid, send_ready, sent, sent_error;
  send_t                   send;

  gsq_dma_plan #(
    .Store       (1'b1),
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
    .completed_i  (1'b1),  // the memory has answered all bursts before an end
    .valid_o      (seg_valid),
    .ready_i      (seg_ready),
    .kind_o       (seg_kind),
    .addr_o       (seg_addr),
    .ub_o         (seg_ub),
    .bytes_o      (seg_bytes)
  );

  assign seg_ready = used_q != CountWidth'(Outstanding) && ahead_q != 4'(Ahead) && aw_slice_ready;
  assign push      = seg_valid && seg_ready;
  assign push_copy = push && seg_kind == DmaCopy;
  assign again     = last_valid_q && last_block_q == seg_ub[UbAddrWidth-1:5];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q       <= '0;
      ahead_q      <= '0;
      last_valid_q <= 1'b0;
    end else begin
      used_q  <= used_q + CountWidth'(push) - CountWidth'(close_valid && close_ready);
      ahead_q <= ahead_q + 4'(push_copy) - 4'(sent);
      if (push) last_valid_q <= seg_kind == DmaCopy;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_copy) last_block_q <= BlockWidth'((seg_ub + UbAddrWidth'(seg_bytes) - 1'b1) >> 5);
  end

  assign aw_span = (LenWidth + 1)'(seg_addr[BusWidth-1:0]) + (LenWidth + 1)'(seg_bytes) - 1'b1;
  assign aw.addr = {seg_addr[DmaAddrWidth-1:BusWidth], BusWidth'(0)};
  assign aw.len  = 8'(aw_span >> BusWidth);

  gsq_register_slice #(
    .data_t(aw_t)
  ) u_aw (
    .clk_i, .rst_ni,
    .valid_i(push_copy),
    .ready_o(aw_slice_ready),
    .data_i (aw),
    .valid_o(aw_valid_o),
    .ready_i(aw_ready_i),
    .data_o (aw_out)
  );

  assign aw_addr_o = aw_out.addr;
  assign aw_len_o  = aw_out.len;

  gsq_fifo #(
    .data_t(segment_t),
    .Depth (Outstanding)
  ) u_segments (
    .clk_i, .rst_ni,
    .push_i (push),
    .data_i ('{seg_kind, seg_addr, DmaTagWidth'(seg_ub), seg_bytes}),
    .valid_o(close_valid),
    .ready_i(close_ready),
    .data_o (closing)
  );

  gsq_fifo #(
    .data_t(read_t),
    .Depth (Ahead)
  ) u_reads (
    .clk_i, .rst_ni,
    .push_i (push_copy),
    .data_i ('{seg_ub, seg_bytes, again}),
    .valid_o(fetch_valid),
    .ready_i(fetch_ready),
    .data_o (fetch)
  );

  gsq_fifo #(
    .data_t(send_t),
    .Depth (Ahead)
  ) u_sends (
    .clk_i, .rst_ni,
    .push_i (push_copy),
    .data_i ('{seg_addr[BusWidth-1:0], seg_ub[4:0], seg_bytes, again}),
    .valid_o(send_valid),
    .ready_i(send_ready),
    .data_o (send)
  );

  // ---------------------------------------------------------------------------------------------
  // Data and answers
  // ---------------------------------------------------------------------------------------------

  logic                    block_valid, block_ready, block_error;
  logic [8*BlockBytes-1:0] block_data;

  gsq_dma_fetch #(
    .UbAddrWidth(UbAddrWidth),
    .LenWidth   (LenWidth)
  ) u_fetch (
    .clk_i, .rst_ni,
    .valid_i    (fetch_valid),
    .ready_o    (fetch_ready),
    .ub_i       (fetch.ub),
    .bytes_i    (fetch.bytes),
    .again_i    (fetch.again),
    .req_valid_o(read_valid),
    .req_ready_i(read_ready),
    .req_block_o(read_block),
    .ans_valid_i(read_done),
    .ans_data_i (rdata),
    .ans_error_i(ub_error),
    .valid_o    (block_valid),
    .ready_i    (block_ready),
    .data_o     (block_data),
    .error_o    (block_error)
  );

  gsq_dma_send #(
    .DmaDataWidth(DmaDataWidth),
    .LenWidth    (LenWidth)
  ) u_send (
    .clk_i, .rst_ni,
    .valid_i      (send_valid),
    .ready_o      (send_ready),
    .place_i      (send.place),
    .ub_i         (send.ub),
    .bytes_i      (send.bytes),
    .again_i      (send.again),
    .block_valid_i(block_valid),
    .block_ready_o(block_ready),
    .block_data_i (block_data),
    .block_error_i(block_error),
    .done_o       (sent),
    .error_o      (sent_error),
    .w_valid_o, .w_ready_i, .w_data_o, .w_strb_o, .w_last_o
  );

  gsq_dma_close #(
    .DmaAddrWidth(DmaAddrWidth),
    .LenWidth    (LenWidth),
    .Outstanding (Outstanding)
  ) u_close (
    .clk_i, .rst_ni,
    .valid_i     (close_valid),
    .ready_o     (close_ready),
    .kind_i      (closing.kind),
    .addr_i      (closing.addr),
    .tag_i       (closing.tag),
    .bytes_i     (closing.bytes),
    .sent_i      (sent),
    .sent_error_i(sent_error),
    .b_valid_i, .b_ready_o, .b_resp_i,
    .failed_o    (failed),
    .ended_o     (ended),
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
    .data_valid_i  (read_valid),
    .data_ready_o  (read_ready),
    .data_block_i  (read_block),
    .data_be_i     ('0),
    .data_wdata_i  ('0),
    .data_done_o   (read_done),
    .data_pending_o(pending),
    .rdata_o       (rdata),
    .error_o       (ub_error),
    .host_req_o, .host_gnt_i, .host_addr_o, .host_we_o, .host_be_o, .host_wdata_o,
    .host_rvalid_i, .host_rdata_i, .host_err_i
  );

  logic unused;  // completions wait for the answers of the memory
  assign unused = ^pending;

  `GSQ_ASSERT_HOLD(address_holds, aw_valid_o, aw_ready_i, {aw_addr_o, aw_len_o})
  `GSQ_ASSERT(in_page, !aw_valid_o || 32'(aw_addr_o[11:0]) + ((32'(aw_len_o) + 1) << BusWidth)
                                     <= 4096)

endmodule
