// SPDX-License-Identifier: Apache-2.0
// Writes results as records into an array in memory.
//
// Latency: 1 cycle from a result to its address and data. Throughput: a record in two cycles with a
// bus of 256 bits or more. Handshake: valid/ready for results, ready in turn; AXI4, addresses and
// data are independent, all outputs are registers but for the choice of a beat.

`include "gsq_assert.svh"

module gsq_ring_record
  import gsq_ring_pkg::*;
#(
  /// Data width of the bus: 64, 128, 256 or 512.
  parameter int unsigned DmaDataWidth = 256,
  /// Bits of a byte address in memory: from 32 to 64.
  parameter int unsigned DmaAddrWidth = 48,
  /// Where results come from.
  parameter int unsigned Sources = 4
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// The ring begins: the next record is record 0.
  input  logic                      start_i,
  /// Address of the array: a multiple of 128.
  input  logic [DmaAddrWidth-1:0]   base_i,
  /// log2 of its records; 0: none is written.
  input  logic [4:0]                size_i,
  /// Records that software has read.
  input  ring_number_t              head_i,
  /// Records that are in memory.
  output ring_number_t              tail_o,
  /// A record could not be written: a pulse.
  output logic                      error_o,
  /// Nothing is under way.
  output logic                      idle_o,
  input  logic [Sources-1:0]        result_valid_i,
  output logic [Sources-1:0]        result_ready_o,
  /// Per source: a result.
  input  ring_result_t              result_i [Sources],
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
  input  logic [1:0]                b_resp_i
);

  localparam int unsigned BusBytes   = DmaDataWidth / 8;
  localparam int unsigned Beats      = BusBytes < RingRecordBytes ? RingRecordBytes / BusBytes : 1;
  localparam int unsigned BeatWidth  = Beats > 1 ? $clog2(Beats) : 1;
  localparam int unsigned MaxAnswers = 15;

  logic                         aw_valid_q, w_valid_q;
  logic [BeatWidth-1:0]         beat_q;
  logic [DmaAddrWidth-1:0]      addr_q;            // no reset
  logic [8*RingRecordBytes-1:0] record_q, record;  // no reset
  ring_number_t                 count_q, tail_q;   // records that are begun, answered
  logic [3:0]                   answers_q;         // records that are not answered
  logic                         answered_q;
  ring_number_t                 place, taken;
  logic [15:0]                  mask_q;            // records of the array - 1
  logic                         free, accept, last, none;
  logic [Sources-1:0]           turn_q, above, pick;  // turn_q: those behind the one that was last
  ring_result_t                 chosen;

  // A record takes two cycles at least, so these are right when the next one is begun.
  ring_number_t plus_q;  // count_q + 1
  logic         full_q;  // no place is free, or too many are not answered

  assign none  = size_i == '0;
  assign place = count_q & 32'(mask_q);
  assign taken = count_q - head_i;
  assign last  = beat_q == BeatWidth'(Beats - 1);
  assign free  = none || (!aw_valid_q && !w_valid_q && !full_q);

  // In turn: the lowest source behind the last one, or the lowest.
  assign above          = result_valid_i & turn_q;
  assign pick           = above != '0 ? above & -above : result_valid_i & -result_valid_i;
  assign result_ready_o = free ? pick : '0;
  assign accept         = free && pick != '0 && !none;

  always_comb begin
    chosen = '0;
    for (int unsigned i = 0; i < Sources; i++) chosen = chosen | (pick[i] ? result_i[i] : '0);
    record = {
      31'd0,
      (count_q & (32'(mask_q) + 1'b1)) == '0,  // in the first pass; it is written last
      32'd0,
      chosen.addr,
      chosen.cycle,
      chosen.info,
      chosen.number,
      14'd0, chosen.origin, 5'd0, chosen.status, chosen.tag
    };
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_valid_q <= 1'b0;
      w_valid_q  <= 1'b0;
      beat_q     <= '0;
      count_q    <= '0;
      plus_q     <= '0;
      tail_q     <= '0;
      answered_q <= 1'b0;
      answers_q  <= '0;
      turn_q     <= '0;
      mask_q     <= '0;
      full_q     <= 1'b0;
    end else begin
      mask_q     <= 16'((17'd1 << size_i) - 1'b1);
      full_q     <= taken > 32'(mask_q) || answers_q >= 4'(MaxAnswers - 1);
      aw_valid_q <= accept || (aw_valid_q && !aw_ready_i);
      w_valid_q  <= accept || (w_valid_q && !(w_ready_i && last));
      if (w_valid_q && w_ready_i) beat_q <= last ? '0 : beat_q + 1'b1;
      plus_q     <= count_q + 1'b1;
      if (start_i)     count_q <= '0;
      else if (accept) count_q <= plus_q;
      if (start_i)         tail_q <= '0;
      else if (answered_q) tail_q <= tail_q + 1'b1;
      answered_q <= b_valid_i;
      answers_q  <= answers_q + 4'(accept) - 4'(answered_q);
      if (free && pick != '0) turn_q <= ~(pick | (pick - 1'b1));
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) begin
      addr_q   <= base_i + (DmaAddrWidth'(place) << $clog2(RingRecordBytes));
      record_q <= record;
    end
  end

  assign aw_valid_o = aw_valid_q;
  assign aw_addr_o  = {addr_q[DmaAddrWidth-1:$clog2(BusBytes)], $clog2(BusBytes)'(0)};
  assign aw_len_o   = 8'(Beats - 1);
  assign w_valid_o  = w_valid_q;
  assign w_last_o   = last;
  assign b_ready_o  = 1'b1;
  assign tail_o     = tail_q;
  assign idle_o     = !aw_valid_q && !w_valid_q && answers_q == '0 && !error_o;

  if (BusBytes <= RingRecordBytes) begin : gen_narrow
    logic [Beats-1:0][DmaDataWidth-1:0] beats;
    assign beats    = record_q;
    assign w_data_o = beats[beat_q];
    assign w_strb_o = '1;
  end else begin : gen_wide
    assign w_data_o = {2{record_q}};
    assign w_strb_o = {{32{w_valid_q && addr_q[5]}}, {32{w_valid_q && !addr_q[5]}}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) error_o <= 1'b0;
    else         error_o <= b_valid_i && b_resp_i[1];
  end

  // Records are aligned, and OKAY and EXOKAY alike.
  logic unused;
  assign unused = ^{addr_q[4:0], b_resp_i[0]};

  `GSQ_ASSUME(base_is_a_multiple, base_i[6:0] == '0)
  `GSQ_ASSUME(answers_a_record, !b_valid_i || answers_q != '0)

endmodule
