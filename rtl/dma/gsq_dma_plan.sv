// SPDX-License-Identifier: Apache-2.0
// From descriptors to segments: checks, index lists, rows, bursts. Both engines have one.
//
// Latency: 7 cycles from a descriptor of one row to its first segment. Throughput: a segment a
// cycle. Handshake: valid/ready; valid_o does not depend on ready_i, and falls without a transfer
// when the engine fails.

`include "gsq_assert.svh"

module gsq_dma_plan
  import gsq_dma_pkg::*;
  import gsq_pkg::BlockBytes;
#(
  /// 1: the engine reads UB and writes memory; 0: the other way.
  parameter bit Store = 1'b0,
  /// Windows of memory.
  parameter int unsigned MemWindows = 2,
  /// A burst ends at a multiple of it: a power of two.
  parameter int unsigned BurstBytes = 1024,
  /// Segments that are under way, at most.
  parameter int unsigned Outstanding = 64,
  /// Bits of a byte address in memory.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bits of a byte address in UB.
  parameter int unsigned UbAddrWidth = 18,
  localparam int unsigned LenWidth = $clog2(BurstBytes) + 1
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
  output logic                    index_valid_o,
  input  logic                    index_ready_i,
  /// Block of indices to read.
  output logic [UbAddrWidth-6:0]  index_block_o,
  /// A block of indices comes.
  input  logic                    index_done_i,
  /// The block.
  input  logic [8*BlockBytes-1:0] index_data_i,
  /// The answer is an error.
  input  logic                    index_error_i,
  /// The descriptor whose end comes next has failed.
  input  logic                    failed_i,
  /// The end of a descriptor has been reached.
  input  logic                    ended_i,
  /// No descriptor that has ended waits for its completion.
  input  logic                    completed_i,
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

  if (!(DmaAddrWidth >= 32 && DmaAddrWidth <= 64)) begin : gen_bad_dma_addr_width
    $fatal(1, "DmaAddrWidth must be from 32 to 64, found %0d", DmaAddrWidth);
  end
  if (!(UbAddrWidth >= 12 && UbAddrWidth <= 31)) begin : gen_bad_ub_addr_width
    $fatal(1, "UbAddrWidth must be from 12 to 31, found %0d", UbAddrWidth);
  end
  if (!($onehot(64'(BurstBytes)) && BurstBytes >= 64 && BurstBytes <= 4096)) begin : gen_bad_burst
    $fatal(1, "BurstBytes must be a power of two from 64 to 4096, found %0d", BurstBytes);
  end
  if (!(Outstanding >= 2)) begin : gen_bad_outstanding
    $fatal(1, "Outstanding must be at least 2, found %0d", Outstanding);
  end
  if (!(MemWindows >= 1)) begin : gen_bad_mem_windows
    $fatal(1, "MemWindows must be at least 1, found %0d", MemWindows);
  end

  dma_descriptor_t desc;
  dma_status_e     status;
  logic [DmaAddrWidth-1:0] addr;
  logic            desc_valid, desc_ready;
  logic            index_start, index_stop, index_busy, index_valid, index_ready, index_error;
  logic [31:0]     index;
  logic            drop;

  logic                    item_valid, item_ready;
  dma_kind_e               item_kind;
  logic [DmaAddrWidth-1:0] item_addr;
  logic [UbAddrWidth-1:0]  item_ub;
  logic [31:0]             item_bytes;

  gsq_dma_check #(
    .Store       (Store),
    .MemWindows  (MemWindows),
    .DmaAddrWidth(DmaAddrWidth)
  ) u_check (
    .clk_i, .rst_ni,
    .mem_window_i, .ub_window_i,
    .valid_i (desc_valid_i),
    .ready_o (desc_ready_o),
    .desc_i  (desc_i),
    .valid_o (desc_valid),
    .ready_i (desc_ready),
    .desc_o  (desc),
    .status_o(status),
    .addr_o  (addr)
  );

  gsq_dma_index #(
    .UbAddrWidth(UbAddrWidth)
  ) u_index (
    .clk_i, .rst_ni,
    .start_i    (index_start),
    .addr_i     (UbAddrWidth'(desc.index_addr)),
    .count_i    (desc.rows),
    .half_i     (desc.half),
    .stop_i     (index_stop),
    .busy_o     (index_busy),
    .req_valid_o(index_valid_o),
    .req_ready_i(index_ready_i),
    .req_block_o(index_block_o),
    .ans_valid_i(index_done_i),
    .ans_data_i (index_data_i),
    .ans_error_i(index_error_i),
    .valid_o    (index_valid),
    .ready_i    (index_ready),
    .index_o    (index),
    .error_o    (index_error)
  );

  gsq_dma_rows #(
    .Store       (Store),
    .DmaAddrWidth(DmaAddrWidth),
    .UbAddrWidth (UbAddrWidth),
    .Ends        (Outstanding)
  ) u_rows (
    .clk_i, .rst_ni,
    .valid_i      (desc_valid),
    .ready_o      (desc_ready),
    .desc_i       (desc),
    .status_i     (status),
    .addr_i       (addr),
    .index_start_o(index_start),
    .index_stop_o (index_stop),
    .index_busy_i (index_busy),
    .index_valid_i(index_valid),
    .index_ready_o(index_ready),
    .index_i      (index),
    .index_error_i(index_error),
    .failed_i, .ended_i, .completed_i,
    .drop_o       (drop),
    .valid_o      (item_valid),
    .ready_i      (item_ready),
    .kind_o       (item_kind),
    .addr_o       (item_addr),
    .ub_o         (item_ub),
    .bytes_o      (item_bytes)
  );

  gsq_dma_split #(
    .BurstBytes  (BurstBytes),
    .DmaAddrWidth(DmaAddrWidth),
    .UbAddrWidth (UbAddrWidth)
  ) u_split (
    .clk_i, .rst_ni,
    .drop_i (drop),
    .valid_i(item_valid),
    .ready_o(item_ready),
    .kind_i (item_kind),
    .addr_i (item_addr),
    .ub_i   (item_ub),
    .bytes_i(item_bytes),
    .valid_o, .ready_i,
    .kind_o, .addr_o, .ub_o, .bytes_o
  );

  // What windows allow must have an address.
  for (genvar i = 0; i < MemWindows; i++) begin : g_window
    `GSQ_ASSUME(window_has_addresses,
                59'(mem_window_i[i].limit) <= (59'd1 << (DmaAddrWidth - 6)))
  end
  `GSQ_ASSUME(ub_window_has_addresses, 59'(ub_window_i.limit) <= (59'd1 << (UbAddrWidth - 6)))

endmodule
