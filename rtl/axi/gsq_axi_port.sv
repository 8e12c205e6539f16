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

module gsq_axi_port
  import gsq_pkg::*;
#(
  /// Data width of the bus.
  parameter int unsigned AxiDataWidth = 64,
  /// Width of identifiers.
  parameter int unsigned AxiIdWidth = 4
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      aw_valid_i,
  output logic                      aw_ready_o,
  input  logic [AxiIdWidth-1:0]     aw_id_i,
  input  logic [31:0]               aw_addr_i,
  input  logic [7:0]                aw_len_i,
  input  logic [2:0]                aw_size_i,
  input  logic [1:0]                aw_burst_i,
  input  logic                      w_valid_i,
  output logic                      w_ready_o,
  input  logic [AxiDataWidth-1:0]   w_data_i,
  input  logic [AxiDataWidth/8-1:0] w_strb_i,
  input  logic                      w_last_i,
  output logic                      b_valid_o,
  input  logic                      b_ready_i,
  output logic [AxiIdWidth-1:0]     b_id_o,
  output logic [1:0]                b_resp_o,
  input  logic                      ar_valid_i,
  output logic                      ar_ready_o,
  input  logic [AxiIdWidth-1:0]     ar_id_i,
  input  logic [31:0]               ar_addr_i,
  input  logic [7:0]                ar_len_i,
  input  logic [2:0]                ar_size_i,
  input  logic [1:0]                ar_burst_i,
  output logic                      r_valid_o,
  input  logic                      r_ready_i,
  output logic [AxiIdWidth-1:0]     r_id_o,
  output logic [AxiDataWidth-1:0]   r_data_o,
  output logic [1:0]                r_resp_o,
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

  // Not 0 either where the check above refuses the width, so that its message is the one to come.
  localparam int unsigned BusBytes = AxiDataWidth >= 8 ? AxiDataWidth / 8 : 1;
  // A request of cycle t is answered in t+3, goes out in t+4 at the earliest, and its place can be
  // promised again in t+5: this many places keep a beat a cycle going.
  localparam int unsigned Places = 5;
  localparam int unsigned CountWidth = $clog2(Places + 1);
  // Requests in the host port: its queue, and those between service and answer.
  localparam int unsigned InFlight = HostQueueDepth + 2;
  // Blocks in a beat, and beats in a block: places of the data.
  localparam int unsigned Lanes = BusBytes < BlockBytes ? BlockBytes / BusBytes : 1;
  localparam int unsigned LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1;

  localparam logic [1:0] Okay   = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;
  localparam logic [1:0] DecErr = 2'b11;

  // Address of a burst.
  typedef struct packed {
    logic [AxiIdWidth-1:0] id;
    logic [31:0]           addr;
    logic [7:0]            len;
    logic [2:0]            size;
    logic [1:0]            burst;
  } ax_t;

  typedef struct packed {
    logic                    last;
    logic [BusBytes-1:0]     strb;
    logic [AxiDataWidth-1:0] data;
  } w_t;

  typedef struct packed {
    logic [AxiIdWidth-1:0] id;
    logic [1:0]            resp;
  } b_t;

  typedef struct packed {
    logic [AxiDataWidth-1:0] data;
    logic [AxiIdWidth-1:0]   id;
    logic [1:0]              resp;
    logic                    last;
  } r_t;

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

  // [1] write, [0] read, here and below
  logic [1:0]                 ax_valid, ax_ready, slice_valid, slice_ready;
  ax_t                        ax [2], slice [2];
  logic [1:0]                 acc_valid, acc_ready, acc_bad, acc_pair, acc_beat, acc_last;
  logic [1:0][AxiIdWidth-1:0] acc_id;
  logic [1:0][31:0]           acc_addr;

  assign ax_valid   = {aw_valid_i, ar_valid_i};
  assign ax[1]      = '{aw_id_i, aw_addr_i, aw_len_i, aw_size_i, aw_burst_i};
  assign ax[0]      = '{ar_id_i, ar_addr_i, ar_len_i, ar_size_i, ar_burst_i};
  assign aw_ready_o = ax_ready[1];
  assign ar_ready_o = ax_ready[0];

  for (genvar i = 0; i < 2; i++) begin : g_burst
    gsq_register_slice #(
      .data_t(ax_t)
    ) u_slice (
      .clk_i, .rst_ni,
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
      .clk_i, .rst_ni,
      .valid_i(slice_valid[i]),
      .ready_o(slice_ready[i]),
      .id_i   (slice[i].id),
      .addr_i (slice[i].addr),
      .len_i  (slice[i].len),
      .size_i (slice[i].size),
      .burst_i(slice[i].burst),
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

  logic w_valid;
  logic w_pop;
  w_t   w;

  gsq_register_slice #(
    .data_t(w_t)
  ) u_write_data (
    .clk_i, .rst_ni,
    .valid_i(w_valid_i),
    .ready_o(w_ready_o),
    .data_i ('{w_last_i, w_strb_i, w_data_i}),
    .valid_o(w_valid),
    .ready_i(w_pop),
    .data_o (w)
  );

  // ---------------------------------------------------------------------------------------------
  // Requests: an access goes out when there is a place for its answer
  // ---------------------------------------------------------------------------------------------

  logic [CountWidth-1:0] r_used_q, b_used_q;  // places for answers that are promised or taken
  logic                  r_pop, b_pop;        // such a place becomes free
  logic                  r_req, b_req;
  logic                  write;     // the request is that of a write
  logic                  prefer_q;  // with a request of each: the write
  logic                  stall_q;   // a request was not granted: it stays
  logic                  write_q;   // it is that of a write
  logic                  granted;
  tag_t                  tag;

  assign r_req      = acc_valid[0] && r_used_q != CountWidth'(Places);
  assign b_req      = acc_valid[1] && w_valid && b_used_q != CountWidth'(Places);
  assign write      = stall_q ? write_q : b_req && (prefer_q || !r_req);
  assign host_req_o = r_req || b_req;
  assign granted    = host_req_o && host_gnt_i;
  assign acc_ready  = {granted && write, granted && !write};
  assign w_pop     = acc_ready[1] && acc_beat[1];

  assign tag.we   = write;
  assign tag.id   = acc_id[write];
  assign tag.bad  = acc_bad[write] || (write && w_pop && w.last != acc_last[1]);
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
    assign wdata    = {Lanes{w.data}};

    for (genvar i = 0; i < Lanes; i++) begin : g_lane
      assign be[i*BusBytes +: BusBytes] =
          acc_addr[1][$clog2(BusBytes) +: LaneWidth] == LaneWidth'(i) ? w.strb : '0;
    end
  end else if (AxiDataWidth == 8 * BlockBytes) begin : g_equal
    assign tag.lane = '0;
    assign wdata    = w.data;
    assign be       = w.strb;
  end else begin : g_wide
    assign tag.lane = '0;
    assign wdata    = w.data[8*BlockBytes*32'(acc_addr[1][5]) +: 8*BlockBytes];
    assign be       = w.strb[BlockBytes*32'(acc_addr[1][5]) +: BlockBytes];
  end

  assign host_be_o    = write && !acc_bad[1] ? be : '0;
  assign host_wdata_o = write ? wdata : '0;  // also that of a read must hold until it is granted

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      prefer_q <= 1'b0;
      stall_q  <= 1'b0;
      write_q  <= 1'b0;
      r_used_q <= '0;
      b_used_q <= '0;
    end else begin
      stall_q <= host_req_o && !host_gnt_i;
      write_q <= write;
      if (granted) prefer_q <= !write;
      r_used_q <= r_used_q + CountWidth'(acc_ready[0] && acc_beat[0]) - CountWidth'(r_pop);
      b_used_q <= b_used_q + CountWidth'(acc_ready[1] && acc_last[1]) - CountWidth'(b_pop);
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Answers
  // ---------------------------------------------------------------------------------------------

  tag_t                    answer;                // tag of the answer
  logic                    answer_valid;
  logic [AxiDataWidth-1:0] r_data;
  logic                    r_push, b_push;
  logic                    b_bad_q, b_outside_q;  // an earlier beat of the burst
  logic                    b_bad, b_outside;
  logic [1:0]              r_resp, b_resp;

  gsq_fifo #(
    .data_t(tag_t),
    .Depth (InFlight)
  ) u_tags (
    .clk_i, .rst_ni,
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

  r_t r;
  b_t b;

  assign r_pop = r_valid_o && r_ready_i;
  assign b_pop = b_valid_o && b_ready_i;
  assign {r_data_o, r_id_o, r_resp_o, r_last_o} = r;
  assign {b_id_o, b_resp_o}                     = b;

  gsq_fifo #(
    .data_t(r_t),
    .Depth (Places)
  ) u_read_data (
    .clk_i, .rst_ni,
    .push_i (r_push),
    .data_i ('{r_data, answer.id, r_resp, answer.last}),
    .valid_o(r_valid_o),
    .ready_i(r_ready_i),
    .data_o (r)
  );

  gsq_fifo #(
    .data_t(b_t),
    .Depth (Places)
  ) u_write_answers (
    .clk_i, .rst_ni,
    .push_i (b_push),
    .data_i ('{answer.id, b_resp}),
    .valid_o(b_valid_o),
    .ready_i(b_ready_i),
    .data_o (b)
  );

  `GSQ_ASSERT(answers_are_expected, !host_rvalid_i || answer_valid)
  `GSQ_ASSERT_HOLD(request_holds, host_req_o, host_gnt_i,
                   {host_addr_o, host_we_o, host_be_o, host_wdata_o})
  `GSQ_ASSERT(places_suffice, r_used_q <= CountWidth'(Places) && b_used_q <= CountWidth'(Places))

endmodule
