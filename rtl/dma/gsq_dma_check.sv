// SPDX-License-Identifier: Apache-2.0
// Checks a descriptor against the windows before anything of it happens.
//
// Latency: 5 cycles and one for each bit of the number of rows - 1. Throughput: one at a time;
// the next one is checked while this one runs. Handshake: valid/ready on both sides; ready_o does
// not depend on ready_i.

`include "gsq_assert.svh"

module gsq_dma_check
  import gsq_dma_pkg::*;
#(
  /// 1: the engine reads UB and writes memory; 0: the other way.
  parameter bit Store = 1'b0,
  /// Windows of memory.
  parameter int unsigned MemWindows = 2,
  /// Bits of a byte address in memory.
  parameter int unsigned DmaAddrWidth = 48
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  /// Windows of memory.
  input  dma_window_t             mem_window_i [MemWindows],
  /// Window of UB.
  input  dma_window_t             ub_window_i,
  input  logic                    valid_i,
  output logic                    ready_o,
  /// Descriptor.
  input  dma_descriptor_t         desc_i,
  output logic                    valid_o,
  input  logic                    ready_i,
  /// The descriptor; rows is 0 if nothing is to be done, indexed if no index is to be read.
  output dma_descriptor_t         desc_o,
  /// Why it is refused, or DmaOk.
  output dma_status_e             status_o,
  /// The address that is refused.
  output logic [DmaAddrWidth-1:0] addr_o
);

  // What of a descriptor means something here.
  dma_descriptor_t desc;
  logic [32:0]     bytes;   // of a row in UB
  dma_descriptor_t raw_q;   // the descriptor as it came
  logic            raw_valid_q;
  logic            start;
  logic            checks;  // it accesses something

  always_comb begin
    desc          = raw_q;
    desc.reserved = '0;
    if (Store) begin
      desc.left  = '0;
      desc.right = '0;
    end
    desc.indexed = raw_q.indexed && raw_q.bytes != '0;
    bytes        = 33'(desc.bytes) + 33'(desc.left) + 33'(desc.right);
    checks       = desc.rows != '0 && bytes != '0;
    if (!checks) desc.rows = '0;
  end

  logic        busy_q;   // a descriptor is here and has no verdict
  logic        trivial_q;
  logic        mem_valid, ub_valid;
  logic        judge;

  logic signed [65:0] mem_low, mem_end, ub_low, ub_end, index_low, index_end;

  assign ready_o = !raw_valid_q || start;
  assign start   = raw_valid_q && !busy_q && !valid_o;

  gsq_dma_reach u_mem (
    .clk_i, .rst_ni,
    .start_i (start),
    .base_i  (desc.mem_addr),
    .rows_i  (desc.indexed ? desc.table_rows : desc.rows),
    .stride_i(desc.mem_stride),
    .bytes_i (33'(desc.bytes)),
    .valid_o (mem_valid),
    .low_o   (mem_low),
    .end_o   (mem_end)
  );

  gsq_dma_reach u_ub (
    .clk_i, .rst_ni,
    .start_i (start),
    .base_i  (64'(desc.ub_addr)),
    .rows_i  (desc.rows),
    .stride_i(desc.ub_stride),
    .bytes_i (bytes),
    .valid_o (ub_valid),
    .low_o   (ub_low),
    .end_o   (ub_end)
  );

  assign index_low = 66'({34'b0, desc_o.index_addr});
  assign index_end = index_low + (desc_o.half ? 66'({33'b0, desc_o.rows, 1'b0})
                                              : 66'({32'b0, desc_o.rows, 2'b0}));

  function automatic logic contains(logic [57:0] base, logic [57:0] limit, logic signed [65:0] low,
                                    logic signed [65:0] behind);
    return low >= $signed({2'b00, base, 6'b0}) && behind <= $signed({2'b00, limit, 6'b0});
  endfunction

  logic [MemWindows-1:0] mem_hit;
  logic                  mem_good, ub_good, index_good;

  for (genvar i = 0; i < MemWindows; i++) begin : g_window
    assign mem_hit[i] = (Store ? mem_window_i[i].write : mem_window_i[i].read) &&
                        contains(mem_window_i[i].base, mem_window_i[i].limit, mem_low, mem_end);
  end

  assign mem_good   = mem_hit != '0 || desc_o.bytes == '0 ||
                      (desc_o.indexed && desc_o.table_rows == '0);
  assign ub_good    = (Store ? ub_window_i.read : ub_window_i.write) &&
                      contains(ub_window_i.base, ub_window_i.limit, ub_low, ub_end);
  assign index_good = !desc_o.indexed ||
                      (ub_window_i.read && !desc_o.index_addr[0] &&
                       (desc_o.half || !desc_o.index_addr[1]) &&
                       contains(ub_window_i.base, ub_window_i.limit, index_low, index_end));

  assign judge = busy_q && (trivial_q || (mem_valid && ub_valid));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      raw_valid_q <= 1'b0;
      busy_q      <= 1'b0;
      valid_o     <= 1'b0;
    end else begin
      if (ready_o) raw_valid_q <= valid_i;
      busy_q  <= start || (busy_q && !judge);
      valid_o <= judge || (valid_o && !ready_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_o) raw_q <= desc_i;
    if (start) begin
      desc_o    <= desc;
      trivial_q <= !checks;
    end
    if (judge) begin
      status_o <= DmaOk;
      addr_o   <= '0;
      if (!trivial_q && !mem_good) begin
        status_o <= DmaMemWindow;
        addr_o   <= DmaAddrWidth'(desc_o.mem_addr);
      end else if (!trivial_q && !ub_good) begin
        status_o <= DmaUbWindow;
        addr_o   <= DmaAddrWidth'(desc_o.ub_addr);
      end else if (!trivial_q && !index_good) begin
        status_o <= DmaIndexWindow;
        addr_o   <= DmaAddrWidth'(desc_o.index_addr);
      end
    end
  end


  `GSQ_ASSERT_HOLD(verdict_holds, valid_o, ready_i, {desc_o, status_o, addr_o})

endmodule
