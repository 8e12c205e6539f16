// SPDX-License-Identifier: Apache-2.0
// gsq_axi in a SoC: SRAM macros behind the bank ports, the buffer in a window of the address map,
// a reset that is released with the clock. Its buses have the names that AXI gives to signals.
//
// Latency, throughput, handshake: those of gsq_axi.
module soc_gsq_axi #(
  /// First address of the Unified Buffer on the bus, a multiple of UbBytes.
  parameter logic [31:0] UbBase = 32'h1000_0000,
  /// Data width of the AXI4 bus.
  parameter int unsigned AxiDataWidth = 64,
  /// Width of its identifiers.
  parameter int unsigned AxiIdWidth = 4,
  /// 1: a ring of commands in memory, behind m_axi.
  parameter int unsigned Ring = 1,
  /// Data width of m_axi.
  parameter int unsigned DmaDataWidth = 64,
  /// Bits of an address on m_axi.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 32,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 4096,
  /// Number of banks, one macro each.
  parameter int unsigned Banks = 8,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4
) (
  input  logic                        clk,
  input  logic                        rst_n,
  input  logic                        s_axi_awvalid,
  output logic                        s_axi_awready,
  input  logic [AxiIdWidth-1:0]       s_axi_awid,
  input  logic [31:0]                 s_axi_awaddr,
  input  logic [7:0]                  s_axi_awlen,
  input  logic [2:0]                  s_axi_awsize,
  input  logic [1:0]                  s_axi_awburst,
  input  logic                        s_axi_wvalid,
  output logic                        s_axi_wready,
  input  logic [AxiDataWidth-1:0]     s_axi_wdata,
  input  logic [AxiDataWidth/8-1:0]   s_axi_wstrb,
  input  logic                        s_axi_wlast,
  output logic                        s_axi_bvalid,
  input  logic                        s_axi_bready,
  output logic [AxiIdWidth-1:0]       s_axi_bid,
  output logic [1:0]                  s_axi_bresp,
  input  logic                        s_axi_arvalid,
  output logic                        s_axi_arready,
  input  logic [AxiIdWidth-1:0]       s_axi_arid,
  input  logic [31:0]                 s_axi_araddr,
  input  logic [7:0]                  s_axi_arlen,
  input  logic [2:0]                  s_axi_arsize,
  input  logic [1:0]                  s_axi_arburst,
  output logic                        s_axi_rvalid,
  input  logic                        s_axi_rready,
  output logic [AxiIdWidth-1:0]       s_axi_rid,
  output logic [AxiDataWidth-1:0]     s_axi_rdata,
  output logic [1:0]                  s_axi_rresp,
  output logic                        s_axi_rlast,
  input  logic                        s_axil_awvalid,
  output logic                        s_axil_awready,
  input  logic [11:0]                 s_axil_awaddr,
  input  logic                        s_axil_wvalid,
  output logic                        s_axil_wready,
  input  logic [31:0]                 s_axil_wdata,
  input  logic [3:0]                  s_axil_wstrb,
  output logic                        s_axil_bvalid,
  input  logic                        s_axil_bready,
  output logic [1:0]                  s_axil_bresp,
  input  logic                        s_axil_arvalid,
  output logic                        s_axil_arready,
  input  logic [11:0]                 s_axil_araddr,
  output logic                        s_axil_rvalid,
  input  logic                        s_axil_rready,
  output logic [31:0]                 s_axil_rdata,
  output logic [1:0]                  s_axil_rresp,
  output logic                        m_axi_arvalid,
  input  logic                        m_axi_arready,
  output logic                        m_axi_arid,
  output logic [DmaAddrWidth-1:0]     m_axi_araddr,
  output logic [7:0]                  m_axi_arlen,
  output logic [2:0]                  m_axi_arsize,
  output logic [1:0]                  m_axi_arburst,
  input  logic                        m_axi_rvalid,
  output logic                        m_axi_rready,
  input  logic                        m_axi_rid,
  input  logic [DmaDataWidth-1:0]     m_axi_rdata,
  input  logic [1:0]                  m_axi_rresp,
  input  logic                        m_axi_rlast,
  output logic                        m_axi_awvalid,
  input  logic                        m_axi_awready,
  output logic                        m_axi_awid,
  output logic [DmaAddrWidth-1:0]     m_axi_awaddr,
  output logic [7:0]                  m_axi_awlen,
  output logic [2:0]                  m_axi_awsize,
  output logic [1:0]                  m_axi_awburst,
  output logic                        m_axi_wvalid,
  input  logic                        m_axi_wready,
  output logic [DmaDataWidth-1:0]     m_axi_wdata,
  output logic [DmaDataWidth/8-1:0]   m_axi_wstrb,
  output logic                        m_axi_wlast,
  input  logic                        m_axi_bvalid,
  output logic                        m_axi_bready,
  input  logic                        m_axi_bid,
  input  logic [1:0]                  m_axi_bresp,
  output logic                        irq
);

  localparam int unsigned Words = UbBytes / BankBytes / Banks;

  // Reset: asserted asynchronously, released synchronously.
  logic rst_sync_n;
  logic released_q;

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) {rst_sync_n, released_q} <= 2'b00;
    else {rst_sync_n, released_q} <= {released_q, 1'b1};
  end

  logic [Banks-1:0]                    bank_req;
  logic [Banks-1:0]                    bank_we;
  logic [Banks-1:0][$clog2(Words)-1:0] bank_addr;
  logic [Banks-1:0][8*BankBytes-1:0]   bank_wdata;
  logic [Banks-1:0][BankBytes-1:0]     bank_be;
  logic [Banks-1:0][8*BankBytes-1:0]   bank_rdata;

  // The addresses of the unit begin at 0. An address below UbBase wraps around to a large one and
  // is answered with DECERR, like an address above the buffer.
  gsq_axi #(
    .AxiDataWidth (AxiDataWidth),
    .AxiIdWidth   (AxiIdWidth),
    .Ring         (Ring),
    .DmaDataWidth (DmaDataWidth),
    .DmaAddrWidth (DmaAddrWidth),
    .VlenBytes    (VlenBytes),
    .UbBytes      (UbBytes),
    .Banks        (Banks),
    .BankBytes    (BankBytes),
    .SqueezeCuts  (1)
  ) u_axi (
    .clk_i           (clk),
    .rst_ni          (rst_sync_n),
    .ub_aw_valid_i   (s_axi_awvalid),
    .ub_aw_ready_o   (s_axi_awready),
    .ub_aw_id_i      (s_axi_awid),
    .ub_aw_addr_i    (s_axi_awaddr - UbBase),
    .ub_aw_len_i     (s_axi_awlen),
    .ub_aw_size_i    (s_axi_awsize),
    .ub_aw_burst_i   (s_axi_awburst),
    .ub_w_valid_i    (s_axi_wvalid),
    .ub_w_ready_o    (s_axi_wready),
    .ub_w_data_i     (s_axi_wdata),
    .ub_w_strb_i     (s_axi_wstrb),
    .ub_w_last_i     (s_axi_wlast),
    .ub_b_valid_o    (s_axi_bvalid),
    .ub_b_ready_i    (s_axi_bready),
    .ub_b_id_o       (s_axi_bid),
    .ub_b_resp_o     (s_axi_bresp),
    .ub_ar_valid_i   (s_axi_arvalid),
    .ub_ar_ready_o   (s_axi_arready),
    .ub_ar_id_i      (s_axi_arid),
    .ub_ar_addr_i    (s_axi_araddr - UbBase),
    .ub_ar_len_i     (s_axi_arlen),
    .ub_ar_size_i    (s_axi_arsize),
    .ub_ar_burst_i   (s_axi_arburst),
    .ub_r_valid_o    (s_axi_rvalid),
    .ub_r_ready_i    (s_axi_rready),
    .ub_r_id_o       (s_axi_rid),
    .ub_r_data_o     (s_axi_rdata),
    .ub_r_resp_o     (s_axi_rresp),
    .ub_r_last_o     (s_axi_rlast),
    .reg_aw_valid_i  (s_axil_awvalid),
    .reg_aw_ready_o  (s_axil_awready),
    .reg_aw_addr_i   (s_axil_awaddr),
    .reg_w_valid_i   (s_axil_wvalid),
    .reg_w_ready_o   (s_axil_wready),
    .reg_w_data_i    (s_axil_wdata),
    .reg_w_strb_i    (s_axil_wstrb),
    .reg_b_valid_o   (s_axil_bvalid),
    .reg_b_ready_i   (s_axil_bready),
    .reg_b_resp_o    (s_axil_bresp),
    .reg_ar_valid_i  (s_axil_arvalid),
    .reg_ar_ready_o  (s_axil_arready),
    .reg_ar_addr_i   (s_axil_araddr),
    .reg_r_valid_o   (s_axil_rvalid),
    .reg_r_ready_i   (s_axil_rready),
    .reg_r_data_o    (s_axil_rdata),
    .reg_r_resp_o    (s_axil_rresp),
    .mem_ar_valid_o  (m_axi_arvalid),
    .mem_ar_ready_i  (m_axi_arready),
    .mem_ar_id_o     (m_axi_arid),
    .mem_ar_addr_o   (m_axi_araddr),
    .mem_ar_len_o    (m_axi_arlen),
    .mem_ar_size_o   (m_axi_arsize),
    .mem_ar_burst_o  (m_axi_arburst),
    .mem_r_valid_i   (m_axi_rvalid),
    .mem_r_ready_o   (m_axi_rready),
    .mem_r_id_i      (m_axi_rid),
    .mem_r_data_i    (m_axi_rdata),
    .mem_r_resp_i    (m_axi_rresp),
    .mem_r_last_i    (m_axi_rlast),
    .mem_aw_valid_o  (m_axi_awvalid),
    .mem_aw_ready_i  (m_axi_awready),
    .mem_aw_id_o     (m_axi_awid),
    .mem_aw_addr_o   (m_axi_awaddr),
    .mem_aw_len_o    (m_axi_awlen),
    .mem_aw_size_o   (m_axi_awsize),
    .mem_aw_burst_o  (m_axi_awburst),
    .mem_w_valid_o   (m_axi_wvalid),
    .mem_w_ready_i   (m_axi_wready),
    .mem_w_data_o    (m_axi_wdata),
    .mem_w_strb_o    (m_axi_wstrb),
    .mem_w_last_o    (m_axi_wlast),
    .mem_b_valid_i   (m_axi_bvalid),
    .mem_b_ready_o   (m_axi_bready),
    .mem_b_id_i      (m_axi_bid),
    .mem_b_resp_i    (m_axi_bresp),
    .irq_o           (irq),
    .bank_req_o      (bank_req),
    .bank_we_o       (bank_we),
    .bank_addr_o     (bank_addr),
    .bank_wdata_o    (bank_wdata),
    .bank_be_o       (bank_be),
    .bank_rdata_i    (bank_rdata)
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
      .clk_i   (clk),
      .ce_i    (bank_req[i]),
      .we_i    (bank_we[i]),
      .bit_we_i(bit_we),
      .addr_i  (bank_addr[i]),
      .wdata_i (bank_wdata[i]),
      .rdata_o (bank_rdata[i])
    );
  end

endmodule
