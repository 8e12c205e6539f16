// SPDX-License-Identifier: Apache-2.0
// Splits an AXI4 burst into accesses of the host port, which are at most 32 bytes long.
//
// A beat is one access; a beat of 64 bytes is two, its lower half first. A burst that AXI4 forbids
// (a reserved type, beats wider than the bus, a wrong length or address of WRAP, FIXED with more
// than 16 beats, more than its 4 KB page) has all its accesses marked, so that they touch nothing.
//
// Latency: 1 cycle from a burst to its first access. Throughput: one access a cycle, without a gap
// between bursts. Handshake: valid/ready on both sides; ready_o depends on ready_i.

`include "gsq_assert.svh"

module gsq_axi_burst #(
  /// Data width of the bus.
  parameter int unsigned AxiDataWidth = 64,
  /// Width of identifiers.
  parameter int unsigned AxiIdWidth = 4
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  output logic                  ready_o,
  /// AxID.
  input  logic [AxiIdWidth-1:0] id_i,
  /// AxADDR.
  input  logic [31:0]           addr_i,
  /// AxLEN: beats - 1.
  input  logic [7:0]            len_i,
  /// AxSIZE: log2 of the bytes of a beat.
  input  logic [2:0]            size_i,
  /// AxBURST.
  input  logic [1:0]            burst_i,
  output logic                  valid_o,
  input  logic                  ready_i,
  /// AxID of its burst.
  output logic [AxiIdWidth-1:0] id_o,
  /// Byte address.
  output logic [31:0]           addr_o,
  /// The burst is not legal: the access must touch nothing.
  output logic                  bad_o,
  /// The beat has two accesses.
  output logic                  pair_o,
  /// The last access of a beat.
  output logic                  beat_o,
  /// The last access of the last beat.
  output logic                  last_o
);

  localparam int unsigned BusSize = $clog2(AxiDataWidth / 8);
  localparam int unsigned PageWidth = 12;  // a burst stays in its 4 KB
  localparam int unsigned BeatWidth = 7;   // a beat has at most 128 bytes, by its AxSIZE

  localparam logic [1:0] Fixed = 2'b00;
  localparam logic [1:0] Wrap  = 2'b10;

  logic                  valid_q;
  logic [AxiIdWidth-1:0] id_q;
  logic [31:0]           addr_q;
  logic [7:0]            left_q;   // beats after this one
  logic [BeatWidth-1:0]  bytes_q;  // of a beat, minus 1
  logic [PageWidth-1:0]  moves_q;  // bits of the address that change from beat to beat
  logic                  bad_q;
  logic                  upper_q;  // the second access of a beat

  // What a new burst is.
  logic [BeatWidth-1:0] bytes;
  logic [PageWidth:0]   span;      // bytes from the first to the end of the last beat, minus 1
  logic [PageWidth:0]   end_addr;  // its last byte, in the page or not
  logic                 too_long;
  logic                 wrap_len;
  logic                 bad;

  assign bytes    = ~(BeatWidth'('1) << size_i);
  assign span     = ((PageWidth + 1)'(len_i) << size_i) | (PageWidth + 1)'(bytes);
  assign end_addr = {1'b0, addr_i[PageWidth-1:0] & ~PageWidth'(bytes)} + span;
  // Longer than a page: bits of the length that were shifted out of the span.
  assign too_long = {8'b0, len_i} >> (PageWidth - 32'(size_i)) != '0;
  assign wrap_len = len_i == 8'd1 || len_i == 8'd3 || len_i == 8'd7 || len_i == 8'd15;

  always_comb begin
    unique case (burst_i)
      Fixed:   bad = len_i > 8'd15;
      Wrap:    bad = !wrap_len || (addr_i[BeatWidth-1:0] & bytes) != '0;
      2'b11:   bad = 1'b1;
      default: bad = too_long || end_addr[PageWidth];
    endcase
    if (size_i > 3'(BusSize)) bad = 1'b1;
  end

  // The next beat.
  logic [PageWidth-1:0] next;

  assign next = (addr_q[PageWidth-1:0] | PageWidth'(bytes_q)) + 1'b1;

  logic done;  // the burst ends in this cycle

  assign valid_o = valid_q;
  assign id_o    = id_q;
  assign bad_o   = bad_q;
  assign last_o  = beat_o && left_q == '0;
  assign done    = ready_i && last_o;
  assign ready_o = !valid_q || done;

  if (AxiDataWidth > 256) begin : g_pairs
    assign pair_o = bytes_q[5];
    assign beat_o = upper_q || !pair_o;
    assign addr_o = {addr_q[31:6], pair_o ? upper_q : addr_q[5], addr_q[4:0]};
  end else begin : g_single
    assign pair_o = 1'b0;
    assign beat_o = 1'b1;
    assign addr_o = addr_q;

    logic unused_upper;
    assign unused_upper = upper_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      upper_q <= 1'b0;
    end else begin
      if (ready_o) valid_q <= valid_i;
      if (valid_q && ready_i) upper_q <= !beat_o;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      id_q    <= id_i;
      addr_q  <= addr_i;
      left_q  <= len_i;
      bytes_q <= bytes;
      moves_q <= burst_i == Fixed ? '0 : burst_i == Wrap ? span[PageWidth-1:0] : '1;
      bad_q   <= bad;
    end else if (ready_i && beat_o) begin
      addr_q[PageWidth-1:0] <= (addr_q[PageWidth-1:0] & ~moves_q) | (next & moves_q);
      left_q                <= left_q - 1'b1;
    end
  end

  `GSQ_ASSERT_HOLD(access_holds, valid_o, ready_i, {id_o, addr_o, bad_o, pair_o, beat_o, last_o})

endmodule
