// SPDX-License-Identifier: Apache-2.0
// Puts pieces of up to 32 bytes where they belong in UB, and merges neighbours into one write.
//
// A piece is rotated to its place and added to the block that is being collected. The block is
// written when a piece completes it or begins elsewhere. A later byte replaces an earlier one.
//
// Latency: none to a write; the last block leaves with flush_i. Throughput: a piece a cycle; one
// that lies in two blocks, neither of which is being collected while another one is, takes two.
// Handshake: valid/ready on both sides; ready_o depends on ready_i.

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
  /// What is being collected is to be written.
  input  logic                          flush_i,
  /// Nothing is being collected.
  output logic                          empty_o,
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

  logic                       held_q;    // a block is being collected
  logic [BlockWidth-1:0]      block_q;
  logic [BlockBytes-1:0]      be_q;
  logic [BlockBytes-1:0][7:0] data_q;
  logic                       second_q;  // of the piece, the part in its first block is done

  logic [4:0]                 shift;
  logic [BlockBytes-1:0][7:0] rotated, data, merged;
  logic [2*BlockBytes-1:0]    bytes;     // of the piece, from the start of its first block
  logic [BlockBytes-1:0]      be;        // of the part that is next
  logic [BlockWidth-1:0]      block;
  logic                       spills;    // and there is another one behind it
  logic                       joins;     // it goes to the block that is being collected

  // A piece of a narrow bus is copied to all places of the block, and rotated within each.
  assign shift = (ub_i[4:0] - place_i) & 5'(PieceBytes - 1);

  gsq_dma_rotate u_rotate (
    .data_i ({Copies{data_i}}),
    .shift_i(shift),
    .data_o (rotated)
  );

  assign data   = fill_i ? {(BlockBytes/4){value_i}} : rotated;
  assign bytes  = (((2*BlockBytes)'(1) << bytes_i) - 1'b1) << ub_i[4:0];
  assign be     = second_q ? bytes[BlockBytes +: BlockBytes] : bytes[0 +: BlockBytes];
  assign block  = ub_i[UbAddrWidth-1:5] + BlockWidth'(second_q);
  assign spills = !second_q && bytes[2*BlockBytes-1:BlockBytes] != '0;
  assign joins  = !held_q || block_q == block;

  for (genvar i = 0; i < BlockBytes; i++) begin : g_merged
    assign merged[i] = be[i] ? data[i] : data_q[i];
  end

  assign empty_o = !held_q;
  assign valid_o = valid_i ? !joins || spills : flush_i && held_q;
  assign ready_o = joins ? !spills || ready_i : !spills && ready_i;
  assign block_o = joins && valid_i ? block : block_q;
  assign be_o    = joins && valid_i ? (held_q ? be_q : '0) | be : be_q;
  assign data_o  = joins && valid_i ? merged : data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q   <= 1'b0;
      second_q <= 1'b0;
    end else if (valid_i) begin
      if (ready_o || ready_i) held_q <= 1'b1;
      if (ready_o) second_q <= 1'b0;
      else if (!joins && ready_i) second_q <= 1'b1;
    end else if (flush_i && ready_i) begin
      held_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && joins && spills) begin
      if (ready_i) begin
        block_q <= block + 1'b1;
        be_q    <= bytes[BlockBytes +: BlockBytes];
        data_q  <= data;
      end
    end else if (valid_i && joins) begin
      block_q <= block;
      be_q    <= (held_q ? be_q : '0) | be;
      data_q  <= merged;
    end else if (valid_i && ready_i) begin
      block_q <= block;
      be_q    <= be;
      data_q  <= data;
    end
  end

  `GSQ_ASSUME(piece_has_bytes, !valid_i || (bytes_i != '0 && bytes_i <= 6'd32))
  `GSQ_ASSERT_HOLD(write_holds, valid_o && valid_i, ready_i, {block_o, be_o})
  `GSQ_ASSERT(second_part_is_elsewhere, !second_q || !valid_i || !joins)

endmodule
