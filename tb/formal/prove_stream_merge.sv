// SPDX-License-Identifier: Apache-2.0
// gsq_stream_rotate and gsq_stream_merge: at every place of the stream, a byte that was held or appended is
// either written or still held.
//
// Places count bytes from the start of the block of the first appended byte.
module prove_stream_merge #(
  parameter int unsigned VlenBytes = 32
) (
  input logic [VlenBytes-1:0][7:0]       data_i,
  input logic [$clog2(VlenBytes+1)-1:0]  n_i,
  input logic [4:0]                      offset_i,
  input logic [4:0]                      first_i,
  input logic [31:0][7:0]                held_i,
  input logic [$clog2(VlenBytes+32)-1:0] place_i  // any place
);

  localparam int unsigned Blocks = VlenBytes / 32;
  localparam int unsigned Width = $clog2(VlenBytes + 32) + 1;

  logic [Blocks-1:0][31:0][7:0] rotated, blocks;
  logic [Blocks-1:0][31:0]      be;
  logic [$clog2(Blocks+1)-1:0]  complete;
  logic [31:0][7:0]             held;
  logic [4:0]                   lo, hi;  // what is valid of the bytes held next

  gsq_stream_rotate #(
    .VlenBytes(VlenBytes)
  ) rotate (
    .data_i, .n_i, .offset_i, .first_i, .blocks_o(rotated), .be_o(be), .complete_o(complete)
  );

  gsq_stream_merge #(
    .VlenBytes(VlenBytes)
  ) dut (
    .blocks_i(rotated), .offset_i, .complete_i(complete), .held_i, .blocks_o(blocks), .held_o(held)
  );

  logic [Width-1:0] stop;       // end of the stream
  logic [Width-6:0] block;      // of the place
  logic             in_stream, is_written, is_held;
  logic [7:0]       was, appended, written;

  always_comb begin
    // The caller appends at least one byte, and the held bytes end where the new bytes begin.
    assume (n_i >= 1 && 32'(n_i) <= VlenBytes);
    assume (first_i <= offset_i);
    assume (32'(place_i) < VlenBytes + 32);

    stop       = Width'(offset_i) + Width'(n_i);
    lo         = 32'(stop) < 32 ? first_i : '0;
    hi         = stop[4:0];
    block      = (Width-5)'(place_i[$high(place_i):5]);
    in_stream  = place_i >= ($bits(place_i))'(first_i) && Width'(place_i) < stop;
    appended   = '0;
    for (int unsigned i = 0; i < VlenBytes; i++) begin
      if (32'(place_i) == 32'(offset_i) + i) appended = data_i[i];
    end
    was        = place_i < ($bits(place_i))'(offset_i) ? held_i[place_i[4:0]] : appended;
    is_written = 1'b0;
    written    = '0;
    for (int unsigned k = 0; k < Blocks; k++) begin
      if (32'(block) == k && be[k][place_i[4:0]]) begin
        is_written = 1'b1;
        written    = blocks[k][place_i[4:0]];
      end
    end
    // Held bytes lie in the block in which the stream ends.
    is_held = block == stop[Width-1:5] && place_i[4:0] >= lo && place_i[4:0] < hi;
    written_is_right: assert (!is_written || written == was);
    none_lost: assert (!in_stream || is_written || is_held);
    none_invented: assert (in_stream || !(is_written || is_held));
    none_twice: assert (!(is_written && is_held));
    held_is_right: assert (!is_held || held[place_i[4:0]] == was);
  end

endmodule
