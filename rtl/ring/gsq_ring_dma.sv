// SPDX-License-Identifier: Apache-2.0
// The ring of commands with both copy engines: all that moves data and commands between the unit
// and a memory on AXI4.
//
// docs/reference/ring.md and docs/reference/dma.md are the contract. One AXI4 manager with two
// identifiers, 0: ring and records, 1: copies. Commands from registers and accesses of UB from the
// bus go with those of the ring to the unit.
//
// Latency, throughput: those of gsq_ring, gsq_dma_in and gsq_dma_out, and 1 cycle more for each
// address on AXI4. Handshake: valid/ready, AXI4, OBI.

module gsq_ring_dma
  import gsq_dma_pkg::*;
  import gsq_pkg::*;
  import gsq_ring_pkg::*;
#(
  /// Data width of the bus: 64, 128, 256 or 512.
  parameter int unsigned DmaDataWidth = 256,
  /// Bits of a byte address in memory: from 32 to 64.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bits of a byte address in UB: from 12 to 31.
  parameter int unsigned UbAddrWidth = 18,
  /// Bursts of each engine that are under way, at most: at least 2.
  parameter int unsigned Outstanding = 64,
  /// A burst of a copy ends at a multiple of it: a power of two from 64 to 4096, at most 256 beats.
  parameter int unsigned BurstBytes = 1024,
  /// Windows of memory.
  parameter int unsigned MemWindows = 2,
  /// Commands that the unit has taken and not answered, at most: at least 2.
  parameter int unsigned CmdDepth = 32,
  /// Slots that are fetched ahead: a power of two from 16 to 256.
  parameter int unsigned PrefetchSlots = 32,
  /// Entries of a queue that have not begun: at least 2.
  parameter int unsigned EntryDepth = 8,
  /// Entries of the queue of the unit that have begun and are not complete: at least 2.
  parameter int unsigned UnitDepth = 16,
  /// The same of a queue of copies.
  parameter int unsigned CopyDepth = 4
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// What software sets. Addresses and sizes stay from enable to idle.
  input  ring_control_t             control_i,
  /// Windows of memory.
  input  dma_window_t               mem_window_i [MemWindows],
  /// Window of UB.
  input  dma_window_t               ub_window_i,
  /// Goes on after an error that stopped the ring: a pulse.
  input  logic                      resume_i,
  /// What software reads.
  output ring_state_t               state_o,
  /// An end is complete: a pulse.
  output logic                      end_o,
  /// One error or more in the cycle before: a pulse.
  output logic                      error_o,
  input  logic                      reg_cmd_valid_i,
  output logic                      reg_cmd_ready_o,
  /// Command from registers.
  input  cmd_t                      reg_cmd_i,
  output logic                      reg_rsp_valid_o,
  /// Response of such a command is taken; rsp_i is what it says.
  input  logic                      reg_rsp_ready_i,
  output logic                      cmd_valid_o,
  input  logic                      cmd_ready_i,
  /// Command to the unit.
  output cmd_t                      cmd_o,
  input  logic                      rsp_valid_i,
  output logic                      rsp_ready_o,
  /// Response of the unit, in the order of commands.
  input  rsp_t                      rsp_i,
  output logic                      ar_valid_o,
  input  logic                      ar_ready_i,
  output logic                      ar_id_o,
  output logic [DmaAddrWidth-1:0]   ar_addr_o,
  output logic [7:0]                ar_len_o,
  input  logic                      r_valid_i,
  output logic                      r_ready_o,
  input  logic                      r_id_i,
  input  logic [DmaDataWidth-1:0]   r_data_i,
  input  logic [1:0]                r_resp_i,
  input  logic                      r_last_i,
  output logic                      aw_valid_o,
  input  logic                      aw_ready_i,
  output logic                      aw_id_o,
  output logic [DmaAddrWidth-1:0]   aw_addr_o,
  output logic [7:0]                aw_len_o,
  output logic                      w_valid_o,
  input  logic                      w_ready_i,
  output logic [DmaDataWidth-1:0]   w_data_o,
  output logic [DmaDataWidth/8-1:0] w_strb_o,
  output logic                      w_last_o,
  input  logic                      b_valid_i,
  output logic                      b_ready_o,
  input  logic                      b_id_i,
  input  logic [1:0]                b_resp_i,
  /// The bus port of UB: request.
  input  logic                      bus_req_i,
  /// Grant.
  output logic                      bus_gnt_o,
  /// Byte address.
  input  logic [31:0]               bus_addr_i,
  /// Write.
  input  logic                      bus_we_i,
  /// Bytes to write.
  input  logic [BlockBytes-1:0]     bus_be_i,
  /// Data to write.
  input  logic [8*BlockBytes-1:0]   bus_wdata_i,
  /// Answer valid; data and error are host_rdata_i and host_err_i.
  output logic                      bus_rvalid_o,
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

  localparam int unsigned Ring  = 0;  // managers of AXI4
  localparam int unsigned Copy  = 1;
  localparam int unsigned In    = 0;  // managers of UB
  localparam int unsigned Out   = 1;
  localparam int unsigned Bus   = 2;

  logic                           ring_cmd_valid, ring_cmd_ready, ring_rsp_valid, ring_rsp_ready;
  cmd_t                           ring_cmd;
  logic                           in_desc_valid, in_desc_ready, in_comp_valid, in_comp_ready;
  logic                           out_desc_valid, out_desc_ready, out_comp_valid, out_comp_ready;
  logic                           in_done, out_done;
  dma_descriptor_t                in_desc, out_desc;
  dma_completion_t                in_comp, out_comp, in_done_comp, out_done_comp;
  logic [1:0]                     ar_valid, ar_ready, r_valid, r_ready;
  logic [1:0]                     aw_valid, aw_ready, w_valid, w_ready, w_last, b_valid, b_ready;
  logic [1:0][DmaAddrWidth-1:0]   ar_addr, aw_addr;
  logic [1:0][7:0]                ar_len, aw_len;
  logic [1:0][DmaDataWidth-1:0]   w_data;
  logic [1:0][DmaDataWidth/8-1:0] w_strb;
  logic [2:0]                     req, gnt, we, rvalid;
  logic [2:0][31:0]               addr;
  logic [2:0][BlockBytes-1:0]     be;
  logic [2:0][8*BlockBytes-1:0]   wdata;

  // A window ends where addresses do, whatever software writes.
  localparam logic [58:0] MemEnd = 59'd1 << (DmaAddrWidth - 6);
  localparam logic [58:0] UbEnd  = 59'd1 << (UbAddrWidth - 6);

  dma_window_t mem_window [MemWindows];
  dma_window_t ub_window;

  for (genvar i = 0; i < MemWindows; i++) begin : g_window
    always_comb begin
      mem_window[i] = mem_window_i[i];
      if (59'(mem_window_i[i].limit) > MemEnd) mem_window[i].limit = MemEnd[57:0];
    end
  end

  always_comb begin
    ub_window = ub_window_i;
    if (59'(ub_window_i.limit) > UbEnd) ub_window.limit = UbEnd[57:0];
  end

  gsq_ring #(
    .DmaDataWidth (DmaDataWidth),
    .DmaAddrWidth (DmaAddrWidth),
    .PrefetchSlots(PrefetchSlots),
    .EntryDepth   (EntryDepth),
    .UnitDepth    (UnitDepth),
    .CopyDepth    (CopyDepth)
  ) u_ring (
    .clk_i, .rst_ni,
    .control_i, .resume_i, .state_o, .end_o, .error_o,
    .cmd_valid_o     (ring_cmd_valid),
    .cmd_ready_i     (ring_cmd_ready),
    .cmd_o           (ring_cmd),
    .rsp_valid_i     (ring_rsp_valid),
    .rsp_ready_o     (ring_rsp_ready),
    .rsp_i,
    .in_desc_valid_o (in_desc_valid),
    .in_desc_ready_i (in_desc_ready),
    .in_desc_o       (in_desc),
    .in_comp_valid_i (in_comp_valid),
    .in_comp_ready_o (in_comp_ready),
    .in_comp_i       (in_comp),
    .out_desc_valid_o(out_desc_valid),
    .out_desc_ready_i(out_desc_ready),
    .out_desc_o      (out_desc),
    .out_comp_valid_i(out_comp_valid),
    .out_comp_ready_o(out_comp_ready),
    .out_comp_i      (out_comp),
    .ar_valid_o      (ar_valid[Ring]),
    .ar_ready_i      (ar_ready[Ring]),
    .ar_addr_o       (ar_addr[Ring]),
    .ar_len_o        (ar_len[Ring]),
    .r_valid_i       (r_valid[Ring]),
    .r_ready_o       (r_ready[Ring]),
    .r_data_i, .r_resp_i, .r_last_i,
    .aw_valid_o      (aw_valid[Ring]),
    .aw_ready_i      (aw_ready[Ring]),
    .aw_addr_o       (aw_addr[Ring]),
    .aw_len_o        (aw_len[Ring]),
    .w_valid_o       (w_valid[Ring]),
    .w_ready_i       (w_ready[Ring]),
    .w_data_o        (w_data[Ring]),
    .w_strb_o        (w_strb[Ring]),
    .w_last_o        (w_last[Ring]),
    .b_valid_i       (b_valid[Ring]),
    .b_ready_o       (b_ready[Ring]),
    .b_resp_i
  );

  gsq_dma_in #(
    .DmaDataWidth(DmaDataWidth),
    .DmaAddrWidth(DmaAddrWidth),
    .UbAddrWidth (UbAddrWidth),
    .Outstanding (Outstanding),
    .BurstBytes  (BurstBytes),
    .MemWindows  (MemWindows)
  ) u_in (
    .clk_i, .rst_ni,
    .mem_window_i (mem_window),
    .ub_window_i  (ub_window),
    .desc_valid_i (in_desc_valid),
    .desc_ready_o (in_desc_ready),
    .desc_i       (in_desc),
    .comp_valid_o (in_done),
    .comp_ready_i (1'b1),
    .comp_o       (in_done_comp),
    .ar_valid_o   (ar_valid[Copy]),
    .ar_ready_i   (ar_ready[Copy]),
    .ar_addr_o    (ar_addr[Copy]),
    .ar_len_o     (ar_len[Copy]),
    .r_valid_i    (r_valid[Copy]),
    .r_ready_o    (r_ready[Copy]),
    .r_data_i, .r_resp_i, .r_last_i,
    .host_req_o   (req[In]),
    .host_gnt_i   (gnt[In]),
    .host_addr_o  (addr[In]),
    .host_we_o    (we[In]),
    .host_be_o    (be[In]),
    .host_wdata_o (wdata[In]),
    .host_rvalid_i(rvalid[In]),
    .host_rdata_i, .host_err_i
  );

  gsq_dma_out #(
    .DmaDataWidth(DmaDataWidth),
    .DmaAddrWidth(DmaAddrWidth),
    .UbAddrWidth (UbAddrWidth),
    .Outstanding (Outstanding),
    .BurstBytes  (BurstBytes),
    .MemWindows  (MemWindows)
  ) u_out (
    .clk_i, .rst_ni,
    .mem_window_i (mem_window),
    .ub_window_i  (ub_window),
    .desc_valid_i (out_desc_valid),
    .desc_ready_o (out_desc_ready),
    .desc_i       (out_desc),
    .comp_valid_o (out_done),
    .comp_ready_i (1'b1),
    .comp_o       (out_done_comp),
    .aw_valid_o   (aw_valid[Copy]),
    .aw_ready_i   (aw_ready[Copy]),
    .aw_addr_o    (aw_addr[Copy]),
    .aw_len_o     (aw_len[Copy]),
    .w_valid_o    (w_valid[Copy]),
    .w_ready_i    (w_ready[Copy]),
    .w_data_o     (w_data[Copy]),
    .w_strb_o     (w_strb[Copy]),
    .w_last_o     (w_last[Copy]),
    .b_valid_i    (b_valid[Copy]),
    .b_ready_o    (b_ready[Copy]),
    .b_resp_i,
    .host_req_o   (req[Out]),
    .host_gnt_i   (gnt[Out]),
    .host_addr_o  (addr[Out]),
    .host_we_o    (we[Out]),
    .host_be_o    (be[Out]),
    .host_wdata_o (wdata[Out]),
    .host_rvalid_i(rvalid[Out]),
    .host_rdata_i, .host_err_i
  );

  // All completions of copies that have begun have room. Otherwise one that waits for its record
  // would stall R or B, where the read of an entry or the answer of that very record may be next.
  gsq_fifo #(
    .data_t(dma_completion_t),
    .Depth (CopyDepth)
  ) u_in_done (
    .clk_i, .rst_ni,
    .push_i (in_done),
    .data_i (in_done_comp),
    .valid_o(in_comp_valid),
    .ready_i(in_comp_ready),
    .data_o (in_comp)
  );

  gsq_fifo #(
    .data_t(dma_completion_t),
    .Depth (CopyDepth)
  ) u_out_done (
    .clk_i, .rst_ni,
    .push_i (out_done),
    .data_i (out_done_comp),
    .valid_o(out_comp_valid),
    .ready_i(out_comp_ready),
    .data_o (out_comp)
  );

  gsq_cmd_join #(
    .Depth(CmdDepth)
  ) u_cmd (
    .clk_i, .rst_ni,
    .cmd_valid_i({ring_cmd_valid, reg_cmd_valid_i}),
    .cmd_ready_o({ring_cmd_ready, reg_cmd_ready_o}),
    .cmd_i      ({ring_cmd, reg_cmd_i}),
    .rsp_valid_o({ring_rsp_valid, reg_rsp_valid_o}),
    .rsp_ready_i({ring_rsp_ready, reg_rsp_ready_i}),
    .cmd_valid_o, .cmd_ready_i, .cmd_o,
    .rsp_valid_i, .rsp_ready_o
  );

  gsq_axi_join #(
    .DmaDataWidth(DmaDataWidth),
    .DmaAddrWidth(DmaAddrWidth),
    .Depth       (8)
  ) u_axi (
    .clk_i, .rst_ni,
    .ar_valid_i(ar_valid),
    .ar_ready_o(ar_ready),
    .ar_addr_i (ar_addr),
    .ar_len_i  (ar_len),
    .r_valid_o (r_valid),
    .r_ready_i (r_ready),
    .aw_valid_i(aw_valid),
    .aw_ready_o(aw_ready),
    .aw_addr_i (aw_addr),
    .aw_len_i  (aw_len),
    .w_valid_i (w_valid),
    .w_ready_o (w_ready),
    .w_data_i  (w_data),
    .w_strb_i  (w_strb),
    .w_last_i  (w_last),
    .b_valid_o (b_valid),
    .b_ready_i (b_ready),
    .ar_valid_o, .ar_ready_i, .ar_id_o, .ar_addr_o, .ar_len_o,
    .r_valid_i, .r_ready_o, .r_id_i,
    .aw_valid_o, .aw_ready_i, .aw_id_o, .aw_addr_o, .aw_len_o,
    .w_valid_o, .w_ready_i, .w_data_o, .w_strb_o, .w_last_o,
    .b_valid_i, .b_ready_o, .b_id_i
  );

  gsq_obi_join #(
    .Managers(3),
    .Depth   (8)
  ) u_obi (
    .clk_i, .rst_ni,
    .req_i   (req),
    .gnt_o   (gnt),
    .addr_i  (addr),
    .we_i    (we),
    .be_i    (be),
    .wdata_i (wdata),
    .rvalid_o(rvalid),
    .host_req_o, .host_gnt_i, .host_addr_o, .host_we_o, .host_be_o, .host_wdata_o,
    .host_rvalid_i
  );

  assign req[Bus]     = bus_req_i;
  assign addr[Bus]    = bus_addr_i;
  assign we[Bus]      = bus_we_i;
  assign be[Bus]      = bus_be_i;
  assign wdata[Bus]   = bus_wdata_i;
  assign bus_gnt_o    = gnt[Bus];
  assign bus_rvalid_o = rvalid[Bus];

endmodule
