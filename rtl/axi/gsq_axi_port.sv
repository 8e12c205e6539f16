// SPDX-License-Identifier: Apache-2.0
// AXI4 subordinate in front of the host port of gsq_core: the Unified Buffer on an AXI bus.
//
// Takes bursts of every type and length, narrow and unaligned ones. Reads and writes share the host
// port, beat by beat in turn. Answers come in the order of the bursts. A beat outside the buffer is
// answered with DECERR, a burst that AXI4 forbids, or with WLAST elsewhere, with SLVERR.
//
// Latency: 6 cycles from an address to its first beat of read data, if the unit leaves the banks.
// Throughput: a beat a cycle of reads or writes; of 64 bytes, one in two cycles. Handshake: AXI4;
// every output is a register or, for read data and write answers, the selected entry of a queue.

`include "gsq_assert.svh"
`include "axi/gsq_axi_param_checks.svh"

module gsq_axi_port
  import gsq_pkg::*;
#(
  /// Data width of the bus.
  parameter int unsigned AxiDataWidth = 64,
  /// Width of identifiers.
  parameter int unsigned AxiIdWidth = 4
) (
  /// Clock.
  input  logic                      clk_i,
  /// Reset, active low.
  input  logic                      rst_ni,
  /// AXI4: AWVALID.
  input  logic                      aw_valid_i,
  /// AXI4: AWREADY.
  output logic                      aw_ready_o,
  /// AXI4: AWID.
  input  logic [AxiIdWidth-1:0]     aw_id_i,
  /// AXI4: AWADDR.
  input  logic [31:0]               aw_addr_i,
  /// AXI4: AWLEN.
  input  logic [7:0]                aw_len_i,
  /// AXI4: AWSIZE.
  input  logic [2:0]                aw_size_i,
  /// AXI4: AWBURST.
  input  logic [1:0]                aw_burst_i,
  /// AXI4: WVALID.
  input  logic                      w_valid_i,
  /// AXI4: WREADY.
  output logic                      w_ready_o,
  /// AXI4: WDATA.
  input  logic [AxiDataWidth-1:0]   w_data_i,
  /// AXI4: WSTRB.
  input  logic [AxiDataWidth/8-1:0] w_strb_i,
  /// AXI4: WLAST.
  input  logic                      w_last_i,
  /// AXI4: BVALID.
  output logic                      b_valid_o,
  /// AXI4: BREADY.
  input  logic                      b_ready_i,
  /// AXI4: BID.
  output logic [AxiIdWidth-1:0]     b_id_o,
  /// AXI4: BRESP.
  output logic [1:0]                b_resp_o,
  /// AXI4: ARVALID.
  input  logic                      ar_valid_i,
  /// AXI4: ARREADY.
  output logic                      ar_ready_o,
  /// AXI4: ARID.
  input  logic [AxiIdWidth-1:0]     ar_id_i,
  /// AXI4: ARADDR.
  input  logic [31:0]               ar_addr_i,
  /// AXI4: ARLEN.
  input  logic [7:0]                ar_len_i,
  /// AXI4: ARSIZE.
  input  logic [2:0]                ar_size_i,
  /// AXI4: ARBURST.
  input  logic [1:0]                ar_burst_i,
  /// AXI4: RVALID.
  output logic                      r_valid_o,
  /// AXI4: RREADY.
  input  logic                      r_ready_i,
  /// AXI4: RID.
  output logic [AxiIdWidth-1:0]     r_id_o,
  /// AXI4: RDATA.
  output logic [AxiDataWidth-1:0]   r_data_o,
  /// AXI4: RRESP.
  output logic [1:0]                r_resp_o,
  /// AXI4: RLAST.
  output logic                      r_last_o,
  /// A beat or a burst is being answered with an error.
  output logic                      error_o,
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

  `GSQ_CHECK_AXI_DATA_WIDTH(AxiDataWidth)
  `GSQ_CHECK_AXI_ID_WIDTH(AxiIdWidth)

  // Not 0 either where the check above refuses the width, so that its message is the one to come.
  localparam int unsigned BusBytes = AxiDataWidth >= 8 ? AxiDataWidth / 8 : 1;
  // A request of cycle t is answered in t+3, goes out in t+4 at the earliest, and its place can be
  // promised again in t+5: this many places keep a beat a cycle going.
  localparam int unsigned Places = 5;
  localparam int unsigned CountWidth = $clog2(Places + 1);
  // Requests in the host port: its queue, and those between service and answer.
  localparam int unsigned InFlight = HostQueueDepth + 2;
  localparam int unsigned AxWidth = AxiIdWidth + 45;
  // Blocks in a beat, and beats in a block: places of the data.
  localparam int unsigned Lanes = BusBytes < BlockBytes ? BlockBytes / BusBytes : 1;
  localparam int unsigned LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1;

  localparam logic [1:0] Okay   = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;
  localparam logic [1:0] DecErr = 2'b11;

  // What the answer of a request becomes.
  typedef struct packed {
    logic                  we;
    logic [AxiIdWidth-1:0] id;
    logic                  bad;    // SLVERR
    logic                  beat;   // the last access of a beat
    logic                  last;   // and of its burst
    logic                  pair;   // the beat has two accesses
    logic [LaneWidth-1:0]  lane;   // place of the beat in the block
  } tag_t;

  // ---------------------------------------------------------------------------------------------
  // Bursts
  // ---------------------------------------------------------------------------------------------

  logic [1:0]                 ax_valid;  // [1] write, [0] read, here and below
  logic [1:0]                 ax_ready;
  logic [1:0][AxWidth-1:0]    ax;
  logic [1:0]                 slice_valid;
  logic [1:0]                 slice_ready;
  logic [1:0][AxWidth-1:0]    slice;
  logic [1:0]                 acc_valid;
  logic [1:0]                 acc_ready;
  logic [1:0][AxiIdWidth-1:0] acc_id;
  logic [1:0][31:0]           acc_addr;
  logic [1:0]                 acc_bad;
  logic [1:0]                 acc_pair;
  logic [1:0]                 acc_beat;
  logic [1:0]                 acc_last;

  assign ax_valid   = {aw_valid_i, ar_valid_i};
  assign ax[1]      = {aw_id_i, aw_addr_i, aw_len_i, aw_size_i, aw_burst_i};
  assign ax[0]      = {ar_id_i, ar_addr_i, ar_len_i, ar_size_i, ar_burst_i};
  assign aw_ready_o = ax_ready[1];
  assign ar_ready_o = ax_ready[0];

  for (genvar i = 0; i < 2; i++) begin : g_burst
    gsq_axi_skid #(
      .Width(AxWidth)
    ) u_slice (
      .clk_i,
      .rst_ni,
      .valid_i(ax_valid[i]),
      .ready_o(ax_ready[i]),
      .data_i (ax[i]),
      .valid_o(slice_valid[i]),
      .ready_i(slice_ready[i]),
      .data_o (slice[i])
    );

    gsq_axi_burst #(
      .AxiDataWidth(AxiDataWidth),
      .AxiIdWidth  (AxiIdWidth)
    ) u_burst (
      .clk_i,
      .rst_ni,
      .valid_i(slice_valid[i]),
      .ready_o(slice_ready[i]),
      .id_i   (slice[i][45 +: AxiIdWidth]),
      .addr_i (slice[i][44:13]),
      .len_i  (slice[i][12:5]),
      .size_i (slice[i][4:2]),
      .burst_i(slice[i][1:0]),
      .valid_o(acc_valid[i]),
      .ready_i(acc_ready[i]),
      .id_o   (acc_id[i]),
      .addr_o (acc_addr[i]),
      .bad_o  (acc_bad[i]),
      .pair_o (acc_pair[i]),
      .beat_o (acc_beat[i]),
      .last_o (acc_last[i])
    );
  end

  logic                    w_valid;
  logic                    w_take;
  logic [AxiDataWidth-1:0] w_data;
  logic [BusBytes-1:0]     w_strb;
  logic                    w_last;

  gsq_axi_skid #(
    .Width(AxiDataWidth + BusBytes + 1)
  ) u_write_data (
    .clk_i,
    .rst_ni,
    .valid_i(w_valid_i),
    .ready_o(w_ready_o),
    .data_i ({w_last_i, w_strb_i, w_data_i}),
    .valid_o(w_valid),
    .ready_i(w_take),
    .data_o ({w_last, w_strb, w_data})
  );

  // ---------------------------------------------------------------------------------------------
  // Requests: an access goes out when there is a place for its answer
  // ---------------------------------------------------------------------------------------------

  logic [CountWidth-1:0] r_used_q;  // places for read data that are promised or taken
  logic [CountWidth-1:0] b_used_q;
  logic                  r_out;     // such a place becomes free
  logic                  b_out;
  logic                  r_wants;
  logic                  b_wants;
  logic                  write;     // the request is that of a write
  logic                  prefer_q;  // when both want: the write
  logic                  waits_q;   // a request was not granted: it stays
  logic                  write_q;   // it is that of a write
  logic                  granted;
  tag_t                  tag;

  assign r_wants    = acc_valid[0] && r_used_q != CountWidth'(Places);
  assign b_wants    = acc_valid[1] && w_valid && b_used_q != CountWidth'(Places);
  assign write      = waits_q ? write_q : b_wants && (prefer_q || !r_wants);
  assign host_req_o = r_wants || b_wants;
  assign granted    = host_req_o && host_gnt_i;
  assign acc_ready  = {granted && write, granted && !write};
  assign w_take     = acc_ready[1] && acc_beat[1];

  assign tag.we   = write;
  assign tag.id   = acc_id[write];
  assign tag.bad  = acc_bad[write] || (write && w_take && w_last != acc_last[1]);
  assign tag.beat = acc_beat[write];
  assign tag.last = acc_last[write];
  assign tag.pair = acc_pair[write];

  // What must not touch the buffer is a write of no byte, so that it is answered in its turn.
  assign host_addr_o = acc_addr[write];
  assign host_we_o   = write || acc_bad[0];

  logic [BlockBytes-1:0]   be;
  logic [8*BlockBytes-1:0] wdata;

  if (Lanes > 1) begin : g_narrow
    assign tag.lane = acc_addr[write][$clog2(BusBytes) +: LaneWidth];
    assign wdata    = {Lanes{w_data}};

    for (genvar i = 0; i < Lanes; i++) begin : g_lane
      assign be[i*BusBytes +: BusBytes] =
          acc_addr[1][$clog2(BusBytes) +: LaneWidth] == LaneWidth'(i) ? w_strb : '0;
    end
  end else if (AxiDataWidth == 8 * BlockBytes) begin : g_equal
    assign tag.lane = '0;
    assign wdata    = w_data;
    assign be       = w_strb;
  end else begin : g_wide
    assign tag.lane = '0;
    assign wdata    = w_data[8*BlockBytes*32'(acc_addr[1][5]) +: 8*BlockBytes];
    assign be       = w_strb[BlockBytes*32'(acc_addr[1][5]) +: BlockBytes];
  end

  assign host_be_o    = write && !acc_bad[1] ? be : '0;
  assign host_wdata_o = write ? wdata : '0;  // also that of a read must hold until it is granted

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      prefer_q <= 1'b0;
      waits_q  <= 1'b0;
      write_q  <= 1'b0;
      r_used_q <= '0;
      b_used_q <= '0;
    end else begin
      waits_q <= host_req_o && !host_gnt_i;
      write_q <= write;
      if (granted) prefer_q <= !write;
      r_used_q <= r_used_q + CountWidth'(acc_ready[0] && acc_beat[0]) - CountWidth'(r_out);
      b_used_q <= b_used_q + CountWidth'(acc_ready[1] && acc_last[1]) - CountWidth'(b_out);
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Answers
  // ---------------------------------------------------------------------------------------------

  tag_t                    answer;        // tag of the answer
  logic                    answer_valid;
  logic [AxiDataWidth-1:0] r_data;
  logic                    r_push;
  logic                    b_push;
  logic                    b_bad_q;       // an earlier beat of the burst
  logic                    b_outside_q;
  logic                    b_bad;
  logic                    b_outside;
  logic [1:0]              r_resp;
  logic [1:0]              b_resp;

  gsq_axi_fifo #(
    .Width($bits(tag_t)),
    .Depth(InFlight)
  ) u_tags (
    .clk_i,
    .rst_ni,
    .push_i (granted),
    .data_i (tag),
    .valid_o(answer_valid),
    .ready_i(host_rvalid_i),
    .data_o (answer)
  );

  assign r_push    = host_rvalid_i && !answer.we && answer.beat;
  assign b_push    = host_rvalid_i && answer.we && answer.last;
  assign b_bad     = b_bad_q || answer.bad;
  assign b_outside = b_outside_q || host_err_i;
  assign r_resp    = answer.bad ? SlvErr : host_err_i ? DecErr : Okay;
  assign b_resp    = b_bad ? SlvErr : b_outside ? DecErr : Okay;
  assign error_o   = (r_push && r_resp != Okay) || (b_push && b_resp != Okay);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      b_bad_q     <= 1'b0;
      b_outside_q <= 1'b0;
    end else if (host_rvalid_i && answer.we) begin
      b_bad_q     <= b_bad && !answer.last;
      b_outside_q <= b_outside && !answer.last;
    end
  end

  if (Lanes > 1) begin : g_read_narrow
    assign r_data = host_rdata_i[AxiDataWidth*32'(answer.lane) +: AxiDataWidth];
  end else if (AxiDataWidth == 8 * BlockBytes) begin : g_read_equal
    assign r_data = host_rdata_i;
  end else begin : g_read_wide
    logic [8*BlockBytes-1:0] lower_q;

    // The answer of a write may come between the two of a beat.
    always_ff @(posedge clk_i) begin
      if (host_rvalid_i && !answer.we) lower_q <= host_rdata_i;
    end

    assign r_data = {host_rdata_i, answer.pair ? lower_q : host_rdata_i};
  end

  // Each width of the bus needs one of the two, or none.
  logic unused;
  assign unused = ^{answer.pair, answer.lane};

  assign r_out = r_valid_o && r_ready_i;
  assign b_out = b_valid_o && b_ready_i;

  gsq_axi_fifo #(
    .Width(AxiDataWidth + AxiIdWidth + 3),
    .Depth(Places)
  ) u_read_data (
    .clk_i,
    .rst_ni,
    .push_i (r_push),
    .data_i ({r_data, answer.id, r_resp, answer.last}),
    .valid_o(r_valid_o),
    .ready_i(r_ready_i),
    .data_o ({r_data_o, r_id_o, r_resp_o, r_last_o})
  );

  gsq_axi_fifo #(
    .Width(AxiIdWidth + 2),
    .Depth(Places)
  ) u_write_answers (
    .clk_i,
    .rst_ni,
    .push_i (b_push),
    .data_i ({answer.id, b_resp}),
    .valid_o(b_valid_o),
    .ready_i(b_ready_i),
    .data_o ({b_id_o, b_resp_o})
  );

  `GSQ_ASSERT(answers_are_expected, !host_rvalid_i || answer_valid)
  `GSQ_ASSERT_HOLD(request_holds, host_req_o, host_gnt_i,
                   {host_addr_o, host_we_o, host_be_o, host_wdata_o})
  `GSQ_ASSERT(places_suffice, r_used_q <= CountWidth'(Places) && b_used_q <= CountWidth'(Places))

endmodule
