// SPDX-License-Identifier: Apache-2.0
// The data of gsq_dma_in: takes beats and padding for the segments in turn, and completes
// descriptors.
//
// A beat of 64 bytes is two pieces. After an error the data of the descriptor are dropped, until
// its end comes.
//
// Latency: 2 cycles from a beat to the write that it completes. Throughput: a piece a cycle.
// Handshake: valid/ready on all sides; r_ready_o is a register; completions wait in a register
// for the answers of their writes.

`include "gsq_assert.svh"

module gsq_dma_land
  import gsq_dma_pkg::*;
  import gsq_pkg::BlockBytes;
#(
  /// Data width of the bus.
  parameter int unsigned DmaDataWidth = 256,
  /// A burst ends at a multiple of it: a power of two.
  parameter int unsigned BurstBytes = 1024,
  /// Bits of a byte address in memory.
  parameter int unsigned DmaAddrWidth = 48,
  /// Bits of a byte address in UB.
  parameter int unsigned UbAddrWidth = 18,
  localparam int unsigned LenWidth = $clog2(BurstBytes) + 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    valid_i,
  output logic                    ready_o,
  /// What the segment is.
  input  dma_kind_e               kind_i,
  /// Address in memory; of padding, its value; of an end, the address of its error.
  input  logic [DmaAddrWidth-1:0] addr_i,
  /// Address in UB; of an end, its tag.
  input  logic [UbAddrWidth-1:0]  ub_i,
  /// Bytes; of an end, its status.
  input  logic [LenWidth-1:0]     bytes_i,
  input  logic                    r_valid_i,
  output logic                    r_ready_o,
  input  logic [DmaDataWidth-1:0] r_data_i,
  input  logic [1:0]              r_resp_i,
  input  logic                    r_last_i,
  output logic                    write_valid_o,
  input  logic                    write_ready_i,
  /// Block to write.
  output logic [UbAddrWidth-6:0]  write_block_o,
  /// Bytes to write.
  output logic [BlockBytes-1:0]   write_be_o,
  /// Data to write.
  output logic [8*BlockBytes-1:0] write_data_o,
  /// Writes that are not answered.
  input  logic [3:0]              pending_i,
  /// A write is answered.
  input  logic                    answer_i,
  /// The answer is an error.
  input  logic                    answer_error_i,
  /// A segment is done: its place is free.
  output logic                    done_o,
  /// The descriptor whose end comes next has failed.
  output logic                    failed_o,
  /// The end of a descriptor has been reached.
  output logic                    ended_o,
  /// No descriptor that has ended waits for its completion.
  output logic                    completed_o,
  output logic                    comp_valid_o,
  input  logic                    comp_ready_i,
  /// Completion.
  output dma_completion_t         comp_o
);

  localparam int unsigned BusBytes   = DmaDataWidth / 8;
  localparam int unsigned PieceBytes = BusBytes < BlockBytes ? BusBytes : BlockBytes;
  localparam int unsigned PieceWidth = $clog2(PieceBytes);

  typedef struct packed {
    logic [DmaDataWidth-1:0] data;
    logic [1:0]              resp;
    logic                    last;
  } r_t;

  // ---------------------------------------------------------------------------------------------
  // Pieces
  // ---------------------------------------------------------------------------------------------

  logic                    valid_q;  // there is a segment
  dma_kind_e               kind_q;
  logic [DmaAddrWidth-1:0] addr_q;   // of the next piece
  logic [UbAddrWidth-1:0]  ub_q;
  logic [LenWidth-1:0]     left_q;
  logic [5:0]              room;     // bytes up to the end of a piece of the bus, or of a block
  logic [5:0]              whole;    // the same of the next one
  logic [LenWidth-1:0]     behind;   // bytes behind this piece

  r_t          r;
  logic        r_valid, r_pop;
  logic [5:0]  take_q;       // bytes of this piece
  logic        last_q;       // it is the last one of its segment
  logic        beat_end;     // of its beat
  logic        error;        // its beat is an error
  logic        drops;        // it is not written
  logic        piece_valid;  // it goes to the merging of writes
  logic        piece_ready;
  logic        piece_done;
  logic        ends;         // the end of a descriptor goes to the merging of writes
  logic        ended;        // and leaves it
  logic [31:0] value;

  logic [8*PieceBytes-1:0] data;

  gsq_register_slice #(
    .data_t(r_t)
  ) u_r (
    .clk_i, .rst_ni,
    .valid_i(r_valid_i),
    .ready_o(r_ready_o),
    .data_i ('{r_data_i, r_resp_i, r_last_i}),
    .valid_o(r_valid),
    .ready_i(r_pop),
    .data_o (r)
  );

  // What a piece takes, and whether it is the last one of its segment, is known a cycle ahead.
  assign room   = kind_i == DmaCopy ? 6'(PieceBytes) - 6'(addr_i[PieceWidth-1:0])
                                    : 6'(BlockBytes) - 6'(ub_i[4:0]);
  assign whole  = kind_q == DmaCopy ? 6'(PieceBytes) : 6'(BlockBytes);
  assign behind = left_q - LenWidth'(take_q);

  if (BusBytes > BlockBytes) begin : g_wide
    assign data     = r.data[8*BlockBytes*32'(addr_q[5]) +: 8*BlockBytes];
    assign beat_end = last_q || addr_q[5];
  end else begin : g_narrow
    assign data     = r.data;
    assign beat_end = 1'b1;
  end

  logic failed_q;  // the descriptor has met an error
  logic held_q;    // a completion is held

  assign error       = kind_q == DmaCopy && r.resp[1];
  assign drops       = failed_q || error;
  assign piece_valid = valid_q && (kind_q == DmaEnd ? !held_q :
                                   !drops && (kind_q == DmaFill || r_valid));
  assign piece_done  = valid_q && (kind_q == DmaFill ? drops || piece_ready :
                                   kind_q == DmaCopy ? r_valid && (drops || piece_ready) : 1'b0);
  assign ends        = valid_q && kind_q == DmaEnd && !held_q && piece_ready;
  assign r_pop       = piece_done && kind_q == DmaCopy && beat_end;
  assign done_o      = (piece_done && last_q) || ends;
  assign ready_o     = !valid_q || done_o;
  assign value       = 32'(addr_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (ready_o) valid_q <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      kind_q <= kind_i;
      addr_q <= addr_i;
      ub_q   <= ub_i;
      left_q <= bytes_i;
      last_q <= bytes_i <= LenWidth'(room);
      take_q <= bytes_i <= LenWidth'(room) ? 6'(bytes_i) : room;
    end else if (piece_done) begin
      last_q <= behind <= LenWidth'(whole);
      take_q <= behind <= LenWidth'(whole) ? 6'(behind) : whole;
      // A segment does not cross a multiple of BurstBytes.
      if (kind_q == DmaCopy) begin
        addr_q[LenWidth-2:0] <= addr_q[LenWidth-2:0] + (LenWidth - 1)'(take_q);
      end
      ub_q   <= ub_q + UbAddrWidth'(take_q);
      left_q <= behind;
    end
  end

  gsq_dma_merge #(
    .PieceBytes (PieceBytes),
    .UbAddrWidth(UbAddrWidth)
  ) u_merge (
    .clk_i, .rst_ni,
    .valid_i(piece_valid),
    .ready_o(piece_ready),
    .ub_i   (ub_q),
    .bytes_i(take_q),
    .place_i(5'(addr_q[PieceWidth-1:0])),
    .data_i (data),
    .fill_i (kind_q == DmaFill),
    .value_i(value),
    .end_i  (kind_q == DmaEnd),
    .ended_o(ended),
    .valid_o(write_valid_o),
    .ready_i(write_ready_i),
    .block_o(write_block_o),
    .be_o   (write_be_o),
    .data_o (write_data_o)
  );

  // ---------------------------------------------------------------------------------------------
  // Completions
  // ---------------------------------------------------------------------------------------------

  dma_status_e             status_q;  // of the first error, if failed_q
  logic [DmaAddrWidth-1:0] error_q;   // where it was
  logic [31:0]             bytes_q;   // copied before it
  logic                    behind_q;  // of the completion that is held, all has been written
  logic [3:0]              waits_q;   // and these answers are awaited
  dma_completion_t         comp_q;

  assign ended_o      = ends;
  assign completed_o  = !held_q;
  assign failed_o     = failed_q;
  assign comp_valid_o = held_q && behind_q && waits_q == '0;
  assign comp_o       = comp_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      failed_q <= 1'b0;
      held_q   <= 1'b0;
      behind_q <= 1'b0;
      waits_q  <= '0;
      bytes_q  <= '0;
    end else begin
      if (ends) begin
        failed_q <= 1'b0;
        held_q   <= 1'b1;
        behind_q <= 1'b0;
        bytes_q  <= '0;
      end else begin
        if (piece_done && error) failed_q <= 1'b1;
        if (comp_valid_o && comp_ready_i) held_q <= 1'b0;
        if (piece_done && kind_q == DmaCopy && !drops) bytes_q <= bytes_q + 32'(take_q);
      end
      if (ended) begin
        behind_q <= 1'b1;
        waits_q  <= pending_i + 4'(write_valid_o) - 4'(answer_i);
      end else if (answer_i && waits_q != '0) begin
        waits_q <= waits_q - 1'b1;
      end
    end
  end

  // An answer with an error belongs to the completion that waits, or to the descriptor that runs.
  logic ub_error_q;
  logic ub_error;    // of the descriptor that runs
  logic for_held;    // an answer of now is that of the completion

  assign for_held = held_q && (!behind_q || waits_q != '0);
  assign ub_error = ub_error_q || (answer_i && answer_error_i && !for_held);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ub_error_q <= 1'b0;
    else ub_error_q <= ub_error && !ends;
  end

  always_ff @(posedge clk_i) begin
    if (piece_done && error && !failed_q) begin
      status_q <= r.resp[0] ? DmaDecErr : DmaSlvErr;
      error_q  <= addr_q;
    end
    if (ends) begin
      comp_q.tag    <= DmaTagWidth'(ub_q);
      comp_q.bytes  <= bytes_q;
      comp_q.status <= failed_q ? status_q : dma_status_e'(3'(left_q));
      comp_q.addr   <= failed_q ? 64'(error_q) : 64'(addr_q);
      if (!failed_q && 3'(left_q) == DmaOk && ub_error) comp_q.status <= DmaUbError;
    end else if (answer_i && answer_error_i && for_held && comp_q.status == DmaOk) begin
      comp_q.status <= DmaUbError;
    end
  end

  `GSQ_ASSUME(last_beat_is_last, !(r_pop && (r.last != last_q)))
  `GSQ_ASSERT_HOLD(completion_holds, comp_valid_o, comp_ready_i, comp_o)

endmodule
