// SPDX-License-Identifier: Apache-2.0
// The unit on AXI, without its memory: AXI4 for the Unified Buffer, AXI4-Lite for commands.
//
// Connects gsq_core, gsq_axi_port and gsq_axi_lite, and with Ring gsq_ring_dma: commands and data
// from memory, through an AXI4 manager. The bank ports are those of gsq_core.
//
// Latency, throughput, handshake: see gsq_axi_port, gsq_axi_lite and docs/reference/timing.md. No
// output of a bus depends on an input of the same cycle, but mem_r_ready_o and mem_b_ready_o on the
// identifier.

`include "gsq_param_checks.svh"
`include "axi/gsq_axi_param_checks.svh"

module gsq_axi
  import gsq_dma_pkg::dma_window_t;
  import gsq_pkg::*;
  import gsq_ring_pkg::*;
#(
  /// Data width of the AXI4 port of the Unified Buffer.
  parameter int unsigned AxiDataWidth = 64,
  /// Width of its identifiers.
  parameter int unsigned AxiIdWidth = 4,
  /// 1: a ring of commands, and copies between memory and UB, on an AXI4 manager port.
  parameter int unsigned Ring = 0,
  /// Data width of that port: 64, 128, 256 or 512.
  parameter int unsigned DmaDataWidth = 256,
  /// Bits of a byte address in memory: from 32 to 64.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bursts of each copy engine that are under way: from 2 to 256.
  parameter int unsigned Outstanding = 64,
  /// A burst of a copy ends at a multiple of it: a power of two from 64 to 4096, at most 256 beats.
  parameter int unsigned BurstBytes = 1024,
  /// Slots of the ring that are fetched ahead: a power of two from 16 to 256.
  parameter int unsigned PrefetchSlots = 32,
  /// Length of a vector register, in bytes: a power of two from 32 to 256.
  parameter int unsigned VlenBytes = 256,
  /// Size of the Unified Buffer, in bytes: a power of two from 4096 to 2147483648.
  parameter int unsigned UbBytes = 262144,
  /// Banks of the Unified Buffer: a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Width of a bank, and of a word, in bytes: 4 or 8.
  parameter int unsigned BankBytes = 4,
  /// 0: the bank is the low bits of the word address; 1: the XOR of all its slices; 2: its
  /// remainder modulo a primitive polynomial.
  parameter int unsigned BankHash = 0,
  /// 0: strides of rows and of lanes are 0 or a power of two; 1: any.
  parameter int unsigned RowMultiplier = 1,
  /// Slots that a lane of the window holds; 1: no window: 1 or from 3 to 8.
  parameter int unsigned Places = 1,
  /// Parts of the banks, from two of which a lane of the window may take words in a cycle: 1, 2 or
  /// 4.
  parameter int unsigned Parts = 1,
  /// Commands that may be issued and not yet answered: 16 or 32.
  parameter int unsigned RspDepth = 16,
  /// Cycles that a host access waits before it wins: a power of two from 2 to 1024.
  parameter int unsigned HostPatience = 64,
  /// Pipeline cuts inside the compaction network: 0, 1, 2 or 3.
  parameter int unsigned SqueezeCuts = 3,
  /// Coding of the crossbars, with the same function: 1: AND-OR trees, for gates; 0: indexed, fast
  /// to simulate.
  parameter int unsigned XbarOneHot = 1,
  /// Radix of the compaction network: 2 or 4.
  parameter int unsigned SqueezeRadix = 2,
  /// 1: lanes that access the same word share one bank access; 0: each has its own.
  parameter int unsigned Coalesce = 1,
  /// 1: merge and the commands whose pages ask for it; 0: they are unknown.
  parameter int unsigned LaneOps = 0,
  /// 1: performance counters for waveforms, see gsq_perf.
  parameter int unsigned PerfCounters = 0,
  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks)
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              ub_aw_valid_i,
  output logic                              ub_aw_ready_o,
  input  logic [AxiIdWidth-1:0]             ub_aw_id_i,
  input  logic [31:0]                       ub_aw_addr_i,
  input  logic [7:0]                        ub_aw_len_i,
  input  logic [2:0]                        ub_aw_size_i,
  input  logic [1:0]                        ub_aw_burst_i,
  input  logic                              ub_w_valid_i,
  output logic                              ub_w_ready_o,
  input  logic [AxiDataWidth-1:0]           ub_w_data_i,
  input  logic [AxiDataWidth/8-1:0]         ub_w_strb_i,
  input  logic                              ub_w_last_i,
  output logic                              ub_b_valid_o,
  input  logic                              ub_b_ready_i,
  output logic [AxiIdWidth-1:0]             ub_b_id_o,
  output logic [1:0]                        ub_b_resp_o,
  input  logic                              ub_ar_valid_i,
  output logic                              ub_ar_ready_o,
  input  logic [AxiIdWidth-1:0]             ub_ar_id_i,
  input  logic [31:0]                       ub_ar_addr_i,
  input  logic [7:0]                        ub_ar_len_i,
  input  logic [2:0]                        ub_ar_size_i,
  input  logic [1:0]                        ub_ar_burst_i,
  output logic                              ub_r_valid_o,
  input  logic                              ub_r_ready_i,
  output logic [AxiIdWidth-1:0]             ub_r_id_o,
  output logic [AxiDataWidth-1:0]           ub_r_data_o,
  output logic [1:0]                        ub_r_resp_o,
  output logic                              ub_r_last_o,
  input  logic                              reg_aw_valid_i,
  output logic                              reg_aw_ready_o,
  input  logic [11:0]                       reg_aw_addr_i,
  input  logic                              reg_w_valid_i,
  output logic                              reg_w_ready_o,
  input  logic [31:0]                       reg_w_data_i,
  input  logic [3:0]                        reg_w_strb_i,
  output logic                              reg_b_valid_o,
  input  logic                              reg_b_ready_i,
  output logic [1:0]                        reg_b_resp_o,
  input  logic                              reg_ar_valid_i,
  output logic                              reg_ar_ready_o,
  input  logic [11:0]                       reg_ar_addr_i,
  output logic                              reg_r_valid_o,
  input  logic                              reg_r_ready_i,
  output logic [31:0]                       reg_r_data_o,
  output logic [1:0]                        reg_r_resp_o,
  output logic                              mem_ar_valid_o,
  input  logic                              mem_ar_ready_i,
  output logic                              mem_ar_id_o,
  output logic [DmaAddrWidth-1:0]           mem_ar_addr_o,
  output logic [7:0]                        mem_ar_len_o,
  output logic [2:0]                        mem_ar_size_o,
  output logic [1:0]                        mem_ar_burst_o,
  input  logic                              mem_r_valid_i,
  output logic                              mem_r_ready_o,
  input  logic                              mem_r_id_i,
  input  logic [DmaDataWidth-1:0]           mem_r_data_i,
  input  logic [1:0]                        mem_r_resp_i,
  input  logic                              mem_r_last_i,
  output logic                              mem_aw_valid_o,
  input  logic                              mem_aw_ready_i,
  output logic                              mem_aw_id_o,
  output logic [DmaAddrWidth-1:0]           mem_aw_addr_o,
  output logic [7:0]                        mem_aw_len_o,
  output logic [2:0]                        mem_aw_size_o,
  output logic [1:0]                        mem_aw_burst_o,
  output logic                              mem_w_valid_o,
  input  logic                              mem_w_ready_i,
  output logic [DmaDataWidth-1:0]           mem_w_data_o,
  output logic [DmaDataWidth/8-1:0]         mem_w_strb_o,
  output logic                              mem_w_last_o,
  input  logic                              mem_b_valid_i,
  output logic                              mem_b_ready_o,
  input  logic                              mem_b_id_i,
  input  logic [1:0]                        mem_b_resp_i,
  /// Interrupt, active high, until its reason has gone.
  output logic                              irq_o,
  /// Per bank: access valid.
  output logic [Banks-1:0]                  bank_req_o,
  /// Per bank: the access is a write.
  output logic [Banks-1:0]                  bank_we_o,
  /// Per bank: word of the access.
  output logic [Banks-1:0][WordWidth-1:0]   bank_addr_o,
  /// Per bank: data to write.
  output logic [Banks-1:0][8*BankBytes-1:0] bank_wdata_o,
  /// Per bank: bytes to read; byte enables of a write.
  output logic [Banks-1:0][BankBytes-1:0]   bank_be_o,
  /// Per bank: data of the last read, one cycle after its request.
  input  logic [Banks-1:0][8*BankBytes-1:0] bank_rdata_i
);

  `GSQ_CHECK_AXI_PARAMETERS

  logic                    cmd_valid, reg_cmd_valid;
  logic                    cmd_ready, reg_cmd_ready;
  cmd_t                    cmd, reg_cmd;
  logic                    rsp_valid, reg_rsp_valid;
  logic                    rsp_ready, reg_rsp_ready;
  rsp_t                    rsp;
  logic                    buffer_error;
  logic                    host_req, bus_req;
  logic                    host_gnt, bus_gnt;
  logic [31:0]             host_addr, bus_addr;
  logic                    host_we, bus_we;
  logic [BlockBytes-1:0]   host_be, bus_be;
  logic [8*BlockBytes-1:0] host_wdata, bus_wdata;
  logic                    host_rvalid, bus_rvalid;
  logic [8*BlockBytes-1:0] host_rdata;
  logic                    host_err;

  ring_control_t control;
  dma_window_t   mem_window [2];
  dma_window_t   ub_window;
  logic          resume;
  ring_state_t   state;
  logic          ring_end, ring_error;

  gsq_axi_port #(
    .AxiDataWidth(AxiDataWidth),
    .AxiIdWidth  (AxiIdWidth)
  ) u_port (
    .clk_i, .rst_ni,
    .aw_valid_i   (ub_aw_valid_i),
    .aw_ready_o   (ub_aw_ready_o),
    .aw_id_i      (ub_aw_id_i),
    .aw_addr_i    (ub_aw_addr_i),
    .aw_len_i     (ub_aw_len_i),
    .aw_size_i    (ub_aw_size_i),
    .aw_burst_i   (ub_aw_burst_i),
    .w_valid_i    (ub_w_valid_i),
    .w_ready_o    (ub_w_ready_o),
    .w_data_i     (ub_w_data_i),
    .w_strb_i     (ub_w_strb_i),
    .w_last_i     (ub_w_last_i),
    .b_valid_o    (ub_b_valid_o),
    .b_ready_i    (ub_b_ready_i),
    .b_id_o       (ub_b_id_o),
    .b_resp_o     (ub_b_resp_o),
    .ar_valid_i   (ub_ar_valid_i),
    .ar_ready_o   (ub_ar_ready_o),
    .ar_id_i      (ub_ar_id_i),
    .ar_addr_i    (ub_ar_addr_i),
    .ar_len_i     (ub_ar_len_i),
    .ar_size_i    (ub_ar_size_i),
    .ar_burst_i   (ub_ar_burst_i),
    .r_valid_o    (ub_r_valid_o),
    .r_ready_i    (ub_r_ready_i),
    .r_id_o       (ub_r_id_o),
    .r_data_o     (ub_r_data_o),
    .r_resp_o     (ub_r_resp_o),
    .r_last_o     (ub_r_last_o),
    .error_o      (buffer_error),
    .host_req_o   (bus_req),
    .host_gnt_i   (bus_gnt),
    .host_addr_o  (bus_addr),
    .host_we_o    (bus_we),
    .host_be_o    (bus_be),
    .host_wdata_o (bus_wdata),
    .host_rvalid_i(bus_rvalid),
    .host_rdata_i (host_rdata),
    .host_err_i   (host_err)
  );

  gsq_axi_lite #(
    .VlenBytes(VlenBytes),
    .UbBytes  (UbBytes),
    .Ring     (Ring)
  ) u_lite (
    .clk_i, .rst_ni,
    .aw_valid_i    (reg_aw_valid_i),
    .aw_ready_o    (reg_aw_ready_o),
    .aw_addr_i     (reg_aw_addr_i),
    .w_valid_i     (reg_w_valid_i),
    .w_ready_o     (reg_w_ready_o),
    .w_data_i      (reg_w_data_i),
    .w_strb_i      (reg_w_strb_i),
    .b_valid_o     (reg_b_valid_o),
    .b_ready_i     (reg_b_ready_i),
    .b_resp_o      (reg_b_resp_o),
    .ar_valid_i    (reg_ar_valid_i),
    .ar_ready_o    (reg_ar_ready_o),
    .ar_addr_i     (reg_ar_addr_i),
    .r_valid_o     (reg_r_valid_o),
    .r_ready_i     (reg_r_ready_i),
    .r_data_o      (reg_r_data_o),
    .r_resp_o      (reg_r_resp_o),
    .irq_o         (irq_o),
    .buffer_error_i(buffer_error),
    .cmd_valid_o   (reg_cmd_valid),
    .cmd_ready_i   (reg_cmd_ready),
    .cmd_o         (reg_cmd),
    .rsp_valid_i   (reg_rsp_valid),
    .rsp_ready_o   (reg_rsp_ready),
    .rsp_i         (rsp),
    .ring_control_o(control),
    .mem_window_o  (mem_window),
    .ub_window_o   (ub_window),
    .ring_resume_o (resume),
    .ring_state_i  (state),
    .ring_end_i    (ring_end), .ring_error_i(ring_error)
  );

  // ---------------------------------------------------------------------------------------------
  // Ring and copies
  // ---------------------------------------------------------------------------------------------

  assign mem_ar_size_o  = 3'($clog2(DmaDataWidth / 8));
  assign mem_aw_size_o  = 3'($clog2(DmaDataWidth / 8));
  assign mem_ar_burst_o = 2'b01;  // INCR
  assign mem_aw_burst_o = 2'b01;

  if (Ring != 0) begin : gen_ring
    gsq_ring_dma #(
      .DmaDataWidth (DmaDataWidth),
      .DmaAddrWidth (DmaAddrWidth),
      .UbAddrWidth  ($clog2(UbBytes)),
      .Outstanding  (Outstanding),
      .BurstBytes   (BurstBytes),
      .MemWindows   (2),
      .CmdDepth     (RspDepth + 16),
      .PrefetchSlots(PrefetchSlots)
    ) u_ring (
      .clk_i, .rst_ni,
      .control_i      (control),
      .mem_window_i   (mem_window),
      .ub_window_i    (ub_window),
      .resume_i       (resume),
      .state_o        (state),
      .end_o          (ring_end),
      .error_o        (ring_error),
      .reg_cmd_valid_i(reg_cmd_valid),
      .reg_cmd_ready_o(reg_cmd_ready),
      .reg_cmd_i      (reg_cmd),
      .reg_rsp_valid_o(reg_rsp_valid),
      .reg_rsp_ready_i(reg_rsp_ready),
      .cmd_valid_o    (cmd_valid),
      .cmd_ready_i    (cmd_ready),
      .cmd_o          (cmd),
      .rsp_valid_i    (rsp_valid),
      .rsp_ready_o    (rsp_ready),
      .rsp_i          (rsp),
      .ar_valid_o     (mem_ar_valid_o),
      .ar_ready_i     (mem_ar_ready_i),
      .ar_id_o        (mem_ar_id_o),
      .ar_addr_o      (mem_ar_addr_o),
      .ar_len_o       (mem_ar_len_o),
      .r_valid_i      (mem_r_valid_i),
      .r_ready_o      (mem_r_ready_o),
      .r_id_i         (mem_r_id_i),
      .r_data_i       (mem_r_data_i),
      .r_resp_i       (mem_r_resp_i),
      .r_last_i       (mem_r_last_i),
      .aw_valid_o     (mem_aw_valid_o),
      .aw_ready_i     (mem_aw_ready_i),
      .aw_id_o        (mem_aw_id_o),
      .aw_addr_o      (mem_aw_addr_o),
      .aw_len_o       (mem_aw_len_o),
      .w_valid_o      (mem_w_valid_o),
      .w_ready_i      (mem_w_ready_i),
      .w_data_o       (mem_w_data_o),
      .w_strb_o       (mem_w_strb_o),
      .w_last_o       (mem_w_last_o),
      .b_valid_i      (mem_b_valid_i),
      .b_ready_o      (mem_b_ready_o),
      .b_id_i         (mem_b_id_i),
      .b_resp_i       (mem_b_resp_i),
      .bus_req_i      (bus_req),
      .bus_gnt_o      (bus_gnt),
      .bus_addr_i     (bus_addr),
      .bus_we_i       (bus_we),
      .bus_be_i       (bus_be),
      .bus_wdata_i    (bus_wdata),
      .bus_rvalid_o   (bus_rvalid),
      .host_req_o     (host_req),
      .host_gnt_i     (host_gnt),
      .host_addr_o    (host_addr),
      .host_we_o      (host_we),
      .host_be_o      (host_be),
      .host_wdata_o   (host_wdata),
      .host_rvalid_i  (host_rvalid),
      .host_rdata_i   (host_rdata),
      .host_err_i     (host_err)
    );
  end else begin : gen_no_ring
    assign cmd        = reg_cmd;
    assign host_wdata = bus_wdata;
    assign {cmd_valid, reg_cmd_ready} = {reg_cmd_valid, cmd_ready};
    assign {reg_rsp_valid, rsp_ready} = {rsp_valid, reg_rsp_ready};
    assign {host_req, bus_gnt} = {bus_req, host_gnt};
    assign {host_addr, host_we, host_be} = {bus_addr, bus_we, bus_be};
    assign bus_rvalid = host_rvalid;
    assign {state, ring_end, ring_error} = '0;
    assign {mem_ar_valid_o, mem_ar_id_o, mem_ar_addr_o, mem_ar_len_o, mem_r_ready_o,
            mem_aw_valid_o, mem_aw_id_o, mem_aw_addr_o, mem_aw_len_o, mem_w_valid_o, mem_w_data_o,
            mem_w_strb_o, mem_w_last_o, mem_b_ready_o} = '0;

    logic unused;
    assign unused = ^{control, mem_window[0], mem_window[1], ub_window, resume,
                      mem_ar_ready_i, mem_r_valid_i, mem_r_id_i, mem_r_data_i, mem_r_resp_i,
                      mem_r_last_i, mem_aw_ready_i, mem_w_ready_i, mem_b_valid_i, mem_b_id_i,
                      mem_b_resp_i};
  end

  gsq_core #(
    `GSQ_SAME_PARAMETERS,
    .PerfCounters(PerfCounters)
  ) u_core (
    .clk_i, .rst_ni,
    .cmd_valid_i  (cmd_valid),
    .cmd_ready_o  (cmd_ready),
    .cmd_i        (cmd),
    .rsp_valid_o  (rsp_valid),
    .rsp_ready_i  (rsp_ready),
    .rsp_o        (rsp),
    .host_req_i   (host_req),
    .host_gnt_o   (host_gnt),
    .host_addr_i  (host_addr),
    .host_we_i    (host_we),
    .host_be_i    (host_be),
    .host_wdata_i (host_wdata),
    .host_rvalid_o(host_rvalid),
    .host_rdata_o (host_rdata),
    .host_err_o   (host_err),
    .bank_req_o, .bank_we_o, .bank_addr_o, .bank_wdata_o, .bank_be_o, .bank_rdata_i
  );

endmodule
