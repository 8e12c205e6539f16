// SPDX-License-Identifier: Apache-2.0
// Counts the bytes of a mask, in two cycles.
//
// The first cycle counts those of each PartBytes bytes, the second adds these counts.
//
// Latency: count_o refers to the mask of the last cycle with en_i. Throughput: one mask a cycle.
// Handshake: none.

`include "gsq_param_checks.svh"

module gsq_byte_count #(
  /// Bytes of a vector, bits of a mask.
  parameter int unsigned VlenBytes = 256,
  /// Derived, do not set: bits that hold 0..VlenBytes.
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1)
) (
  /// Clock.
  input  logic                  clk_i,
  /// Take the mask.
  input  logic                  en_i,
  /// Mask.
  input  logic [VlenBytes-1:0]  bytes_i,
  /// Number of its bits that are 1.
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

  for (genvar i = 0; i < Parts; i++) begin : g_part
    logic [PartBytes-1:0][PartWidth-1:0] bits;
    logic [PartWidth-1:0]                part_sum;
    logic [PartWidth-1:0]                part_carry;

    always_comb begin
      for (int unsigned k = 0; k < PartBytes; k++) bits[k] = PartWidth'(bytes_i[PartBytes*i+k]);
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

  assign count_o = sum + carry;

endmodule
