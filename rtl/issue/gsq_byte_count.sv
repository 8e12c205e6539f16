// SPDX-License-Identifier: Apache-2.0
// Counts the bytes of the active lanes of a mask register, in two cycles.
//
// The first cycle counts the lanes among each PartBytes bytes: a lane is active when the bit of its
// first byte is set. The second adds these counts, and multiplies by the width of a lane.
//
// Latency: count_o refers to the inputs of the last cycle with en_i. Throughput: one mask a cycle.
// Handshake: none.

`include "gsq_param_checks.svh"

module gsq_byte_count
  import gsq_pkg::*;
#(
  /// Bytes of a vector, bits of a mask.
  parameter int unsigned VlenBytes = 256,
  /// Derived, do not set: bits that hold 0..VlenBytes.
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1)
) (
  /// Clock.
  input  logic                  clk_i,
  /// Take the inputs.
  input  logic                  en_i,
  /// Mask register.
  input  logic [VlenBytes-1:0]  mask_i,
  /// Lane width: b8, b16 or b32.
  input  width_e                width_i,
  /// Bytes of the active lanes.
  output logic [CountWidth-1:0] count_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)

  localparam int unsigned PartBytes = VlenBytes > 64 ? 16 : 8;
  localparam int unsigned PartWidth = $clog2(PartBytes + 1);
  localparam int unsigned Parts     = VlenBytes / PartBytes;

  logic [Parts-1:0][PartWidth-1:0]  part_q;  // no reset
  logic [Parts-1:0][CountWidth-1:0] rows;
  logic [CountWidth-1:0]            sum;
  logic [CountWidth-1:0]            carry;
  width_e                           width_q;  // no reset
  logic                             below_b16;
  logic                             below_b32;

  assign below_b16 = width_i == WidthB8;
  assign below_b32 = width_i == WidthB8 || width_i == WidthB16;

  always_ff @(posedge clk_i) begin
    if (en_i) width_q <= width_i;
  end

  for (genvar i = 0; i < Parts; i++) begin : g_part
    logic [PartBytes-1:0][PartWidth-1:0] bits;
    logic [PartWidth-1:0]                part_sum;
    logic [PartWidth-1:0]                part_carry;

    always_comb begin
      for (int unsigned k = 0; k < PartBytes; k++) begin
        bits[k] = PartWidth'(mask_i[PartBytes*i+k]);
        if (k % 2 == 1 && !below_b16) bits[k] = '0;
        if (k % 4 == 2 && !below_b32) bits[k] = '0;
      end
    end

    gsq_carry_save #(
      .Rows (PartBytes),
      .Width(PartWidth)
    ) u_part (
      .rows_i (bits),
      .sum_o  (part_sum),
      .carry_o(part_carry)
    );

    always_ff @(posedge clk_i) begin
      if (en_i) part_q[i] <= part_sum + part_carry;
    end

    assign rows[i] = CountWidth'(part_q[i]);
  end

  gsq_carry_save #(
    .Rows (Parts),
    .Width(CountWidth)
  ) u_sum (
    .rows_i (rows),
    .sum_o  (sum),
    .carry_o(carry)
  );

  assign count_o = (sum + carry) << width_q;

endmodule
