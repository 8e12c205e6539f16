// SPDX-License-Identifier: Apache-2.0
// Puts pieces of up to 32 bytes where they belong in UB, and merges neighbours into one write.
//
// A piece is rotated to its place, and in the next cycle added to the block that is being
// collected. The block is written when a piece completes it or begins elsewhere, or when the
// descriptor ends. A later byte replaces an earlier one.
//
// Latency: 1 cycle from a piece to the write that it completes. Throughput: a piece or an end a
// cycle; a piece that lies in two blocks, neither of which is being collected while another one
// is, takes two. Handshake: valid/ready on both sides; ready_o depends on ready_i.

`include "gsq_assert.svh"

module gsq_dma_merge
  import gsq_pkg::BlockBytes;
#(
  /// Bytes in the data of a piece: a power of two, at most 32.
  parameter int unsigned PieceBytes = 32,
  /// Bits of a byte address in UB.
  parameter int unsigned UbAddrWidth = 18
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          valid_i,
  output logic                          ready_o,
  /// Address in UB of the first byte of the piece.
  input  logic [UbAddrWidth-1:0]        ub_i,
  /// Bytes of the piece, from 1 to 32.
  input  logic [5:0]                    bytes_i,
  /// Place of the first byte in the data.
  input  logic [4:0]                    place_i,
  /// Data of the piece.
  input  logic [8*PieceBytes-1:0]       data_i,
  /// The piece is padding: it has no data.
  input  logic                          fill_i,
  /// The padding.
  input  logic [31:0]                   value_i,
  /// Instead of a piece a descriptor ends: what is being collected is to be written.
  input  logic                          end_i,
  /// The end leaves in this cycle, behind all writes.
  output logic                          ended_o,
  output logic                          valid_o,
  input  logic                          ready_i,
  /// Block to write.
  output logic [UbAddrWidth-6:0]        block_o,
  /// Bytes to write.
  output logic [BlockBytes-1:0]         be_o,
  /// Data to write.
  output logic [8*BlockBytes-1:0]       data_o
);

  localparam int unsigned BlockWidth = UbAddrWidth - 5;
  localparam int unsigned Copies     = BlockBytes / PieceBytes;

  // The piece, rotated.
  logic                       valid_q;
  logic                       end_q;
  logic [BlockWidth-1:0]      first_q;   // its first block
  logic [2*BlockBytes-1:0]    bytes_q;   // its bytes, from the start of this block
  logic [BlockBytes-1:0][7:0] piece_q;
  logic                       second_q;  // the part in its first block is done

  // The block that is being collected.
  logic                       held_q;
  logic [BlockWidth-1:0]      block_q;
  logic [BlockBytes-1:0]      be_q;
  logic [BlockBytes-1:0][7:0] data_q;

  logic [4:0]                 shift;
  logic [BlockBytes-1:0][7:0] rotated, merged;
  logic [BlockBytes-1:0]      be;      // of the part that is next
  logic [BlockWidth-1:0]      block;
  logic                       spills;  // and there is another one behind it
  logic                       joins;   // it goes to the block that is being collected
  logic                       done;    // the piece, or the end, leaves

  // A piece of a narrow bus is copied to all places of the block, and rotated within each.
  assign shift   = (ub_i[4:0] - place_i) & 5'(PieceBytes - 1);
  assign ready_o = !valid_q || done;

  gsq_dma_rotate u_rotate (
    .data_i ({Copies{data_i}}),
    .shift_i(shift),
    .data_o (rotated)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (ready_o) valid_q <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      end_q   <= end_i;
      first_q <= ub_i[UbAddrWidth-1:5];
      bytes_q <= (((2*BlockBytes)'(1) << bytes_i) - 1'b1) << ub_i[4:0];
      piece_q <= fill_i ? {(BlockBytes/4){value_i}} : rotated;
    end
  end

  assign be     = second_q ? bytes_q[BlockBytes +: BlockBytes] : bytes_q[0 +: BlockBytes];
  assign block  = first_q + BlockWidth'(second_q);
  assign spills = !second_q && bytes_q[2*BlockBytes-1:BlockBytes] != '0;
  assign joins  = !end_q && (!held_q || block_q == block);
  assign done   = end_q ? !held_q || ready_i :
                  joins ? !spills || ready_i : !spills && ready_i;

  for (genvar i = 0; i < BlockBytes; i++) begin : g_merged
    assign merged[i] = be[i] ? piece_q[i] : data_q[i];
  end

  assign ended_o = valid_q && end_q && done;
  assign valid_o = valid_q && (end_q ? held_q : !joins || spills);
  assign block_o = joins ? block : block_q;
  assign be_o    = joins ? (held_q ? be_q : '0) | be : be_q;
  assign data_o  = joins ? merged : data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q   <= 1'b0;
      second_q <= 1'b0;
    end else if (valid_q && end_q) begin
      if (done) held_q <= 1'b0;
    end else if (valid_q) begin
      if (done || ready_i) held_q <= 1'b1;
      if (done) second_q <= 1'b0;
      else if (!joins && ready_i) second_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_q && joins && spills) begin
      if (ready_i) begin
        block_q <= block + 1'b1;
        be_q    <= bytes_q[BlockBytes +: BlockBytes];
        data_q  <= piece_q;
      end
    end else if (valid_q && joins) begin
      block_q <= block;
      be_q    <= (held_q ? be_q : '0) | be;
      data_q  <= merged;
    end else if (valid_q && !end_q && ready_i) begin
      block_q <= block;
      be_q    <= be;
      data_q  <= piece_q;
    end
  end

  `GSQ_ASSUME(piece_has_bytes, !valid_i || end_i || (bytes_i != '0 && bytes_i <= 6'd32))
  `GSQ_ASSERT_HOLD(write_holds, valid_o, ready_i, {block_o, be_o, data_o})
  `GSQ_ASSERT(second_part_is_elsewhere, !second_q || !joins)

endmodule
