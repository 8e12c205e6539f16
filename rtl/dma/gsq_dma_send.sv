// SPDX-License-Identifier: Apache-2.0
// The data of gsq_dma_out: makes the beats of segments from blocks of UB.
//
// A piece of a beat, at most 32 bytes, lies in one block or in two neighbours: the one that was
// used last is held, the next one is the oldest of those that have been read. A beat of 64 bytes
// is two pieces. Of a piece with a byte that could not be read no byte is written.
//
// Latency: 1 cycle from a block to its beat. Throughput: a piece a cycle; a segment that begins
// in a block that is not held, with a piece in two blocks, takes one more. Handshake: valid/ready
// on all sides; the outputs of W are registers, ready_o and block_ready_o depend on a register of
// W.

`include "gsq_assert.svh"

module gsq_dma_send
  import gsq_pkg::BlockBytes;
#(
  /// Data width of the bus.
  parameter int unsigned DmaDataWidth = 256,
  /// Bits of the number of bytes of a segment.
  parameter int unsigned LenWidth = 11,
  localparam int unsigned BusWidth = $clog2(DmaDataWidth / 8)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      valid_i,
  output logic                      ready_o,
  /// Place of the first byte of the segment in its beat.
  input  logic [BusWidth-1:0]       place_i,
  /// Place of the first byte of the segment in its block.
  input  logic [4:0]                ub_i,
  /// Bytes of the segment.
  input  logic [LenWidth-1:0]       bytes_i,
  /// The first block of the segment is the last one of the segment before.
  input  logic                      again_i,
  input  logic                      block_valid_i,
  output logic                      block_ready_o,
  /// Next block of UB.
  input  logic [8*BlockBytes-1:0]   block_data_i,
  /// The block could not be read.
  input  logic                      block_error_i,
  /// A segment has been sent.
  output logic                      done_o,
  /// With bytes that could not be read.
  output logic                      error_o,
  output logic                      w_valid_o,
  input  logic                      w_ready_i,
  output logic [DmaDataWidth-1:0]   w_data_o,
  output logic [DmaDataWidth/8-1:0] w_strb_o,
  output logic                      w_last_o
);

  localparam int unsigned BusBytes   = DmaDataWidth / 8;
  localparam int unsigned PieceBytes = BusBytes < BlockBytes ? BusBytes : BlockBytes;
  localparam int unsigned PieceWidth = $clog2(PieceBytes);

  typedef struct packed {
    logic                    last;
    logic [BusBytes-1:0]     strb;
    logic [DmaDataWidth-1:0] data;
  } w_t;

  logic                valid_q;
  logic [BusWidth-1:0] place_q;  // of the next byte in its beat
  logic [4:0]          ub_q;     // and in its block
  logic [LenWidth-1:0] left_q;
  logic                held_q;   // its block is held
  logic                bad_q;    // a piece of the segment could not be read

  logic [BlockBytes-1:0][7:0] hold_q;        // the block that was used last
  logic                       hold_error_q;

  logic [5:0] room_q;   // bytes up to the end of the piece of the bus
  logic [5:0] take;     // bytes of this piece
  logic [6:0] behind;   // its end, from the start of its block
  logic       last;     // of its segment
  logic       spans;    // it lies in two blocks
  logic       fetches;  // it needs the next block
  logic       first;    // only the first of its two blocks comes
  logic       ready;    // W takes a beat
  logic       goes;     // the piece goes
  logic       bad;      // it could not be read
  logic       beat;     // it is the last one of its beat

  logic [BlockBytes-1:0][7:0] from, rotated;
  logic [BlockBytes-1:0]      own;      // bytes from the next one on, in its block
  logic [PieceBytes-1:0]      strb;
  w_t                         w, w_out;

  assign last    = left_q <= LenWidth'(room_q);
  assign take    = last ? 6'(left_q) : room_q;
  assign behind  = 7'(ub_q) + 7'(take);
  assign spans   = behind > 7'(BlockBytes);
  assign fetches = !held_q || spans;
  assign first   = !held_q && spans;
  assign goes    = valid_q && !first && ready && (!fetches || block_valid_i);
  assign bad     = (held_q && hold_error_q) || (fetches && block_error_i);

  assign block_ready_o = valid_q && fetches && (first || ready);
  assign done_o        = goes && last;
  assign error_o       = bad_q || bad;
  assign ready_o       = !valid_q || done_o;

  // Bytes below the first one are those of the next block.
  assign own = BlockBytes'('1) << ub_q;

  for (genvar i = 0; i < BlockBytes; i++) begin : g_from
    assign from[i] = held_q && own[i] ? hold_q[i] : block_data_i[8*i +: 8];
  end

  gsq_dma_rotate u_rotate (
    .data_i (from),
    .shift_i(5'(place_q[PieceWidth-1:0]) - ub_q),
    .data_o (rotated)
  );

  assign strb = bad ? '0
                    : ((PieceBytes'(1) << take) - 1'b1) << place_q[PieceWidth-1:0];

  if (BusBytes > BlockBytes) begin : g_wide
    logic [BlockBytes-1:0]      lower_strb_q;
    logic [BlockBytes-1:0][7:0] lower_q;

    assign beat   = last || place_q[5];
    assign w.last = last;
    assign w.strb = place_q[5] ? {strb, lower_strb_q} : {BlockBytes'(0), strb};
    assign w.data = {rotated, place_q[5] ? lower_q : rotated};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) lower_strb_q <= '0;
      else if (goes) lower_strb_q <= beat ? '0 : strb;
    end

    always_ff @(posedge clk_i) begin
      if (goes) lower_q <= rotated;
    end
  end else begin : g_narrow
    assign beat   = 1'b1;
    assign w.last = last;
    assign w.strb = strb;
    assign w.data = (8*PieceBytes)'(rotated);

    logic unused;  // what is above the width of the bus
    assign unused = ^rotated;
  end

  gsq_register_slice #(
    .data_t(w_t)
  ) u_w (
    .clk_i, .rst_ni,
    .valid_i(goes && beat),
    .ready_o(ready),
    .data_i (w),
    .valid_o(w_valid_o),
    .ready_i(w_ready_i),
    .data_o (w_out)
  );

  assign {w_last_o, w_strb_o, w_data_o} = w_out;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (ready_o) valid_q <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (block_valid_i && block_ready_o) begin
      hold_q       <= block_data_i;
      hold_error_q <= block_error_i;
    end
    if (ready_o) begin
      place_q <= place_i;
      ub_q    <= ub_i;
      left_q  <= bytes_i;
      room_q  <= 6'(PieceBytes) - 6'(place_i[PieceWidth-1:0]);
      held_q  <= again_i;
      bad_q   <= 1'b0;
    end else if (goes) begin
      place_q <= place_q + BusWidth'(take);
      room_q  <= 6'(PieceBytes);
      ub_q    <= 5'(behind);
      left_q  <= left_q - LenWidth'(take);
      held_q  <= behind != 7'(BlockBytes);
      bad_q   <= error_o;
    end else if (block_valid_i && block_ready_o) begin
      held_q <= 1'b1;
    end
  end

  `GSQ_ASSERT_HOLD(beat_holds, w_valid_o, w_ready_i, {w_data_o, w_strb_o, w_last_o})

endmodule
