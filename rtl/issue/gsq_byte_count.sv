// SPDX-License-Identifier: Apache-2.0
// Counts the bytes of the active lanes of a mask, in two cycles.
//
// The first cycle counts the lanes among each PartBytes bytes: a lane is active when the bit of its
// first byte is set. The second adds these counts, and multiplies by the width of a lane.
//
// Latency: count_o refers to the inputs of the last cycle with en_i. Throughput: one mask a cycle.
// Handshake: none.

module gsq_byte_count
  import gsq_pkg::*;
#(
  /// Bytes of a vector, bits of a mask.
  parameter int unsigned VlenBytes = 256,
  /// 1: also lanes of b64.
  parameter int unsigned LaneOps = 0,
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1)
) (
  input  logic                  clk_i,
  /// Take the inputs.
  input  logic                  en_i,
  /// Mask.
  input  logic [VlenBytes-1:0]  mask_i,
  /// Lane width: b8, b16 or b32, with LaneOps also b64.
  input  width_e                width_i,
  /// Bytes of the active lanes.
  output logic [CountWidth-1:0] count_o
);

  localparam int unsigned PartBytes = VlenBytes > 64 ? 16 : 8;
  localparam int unsigned PartWidth = $clog2(PartBytes + 1);
  localparam int unsigned Parts     = VlenBytes / PartBytes;

  logic [Parts-1:0][PartWidth-1:0]  part_q;  // no reset
  logic [CountWidth-1:0]            sum;
  width_e                           width_q;  // no reset
  logic                             below_b16;
  logic                             below_b32;
  logic                             below_b64;

  assign below_b16 = width_i == WidthB8;
  assign below_b32 = width_i == WidthB8 || width_i == WidthB16;
  assign below_b64 = LaneOps == 0 || width_i != WidthB64;

  always_ff @(posedge clk_i) begin
    if (en_i) width_q <= width_i;
  end

  // Of eight bytes: those that begin a lane.
  logic [PartBytes-1:0] firsts;
  assign firsts = {PartBytes / 8{below_b16, below_b32, below_b16, below_b64,
                                 below_b16, below_b32, below_b16, 1'b1}};

  for (genvar i = 0; i < Parts; i++) begin : g_part
    always_ff @(posedge clk_i) begin
      if (en_i) begin
        part_q[i] <= PartWidth'($countones(mask_i[PartBytes*i +: PartBytes] & firsts));
      end
    end
  end

  always_comb begin
    sum = '0;
    for (int unsigned i = 0; i < Parts; i++) sum += CountWidth'(part_q[i]);
  end

  assign count_o = sum << width_q;

endmodule
