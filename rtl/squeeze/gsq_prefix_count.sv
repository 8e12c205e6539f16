// Exclusive prefix count of a bit vector: how many ones lie below each position.
//
// Sklansky tree: level k adds the sum of the lower half of a block of 2^(k+1) positions to every
// position of its upper half, so $clog2(Width) additions are in series. The sums of level k have
// k+2 bits that can differ from 0, the adders are no wider than that once constants are folded.
//
// Latency: combinational. Throughput: one vector whenever the input changes. No handshake.
module gsq_prefix_count #(
  /// Number of inputs, at least 2
  parameter int unsigned Width = 256,
  /// Bits of a count; derived, not to be set
  localparam int unsigned CountWidth = $clog2(Width + 1)
) (
  /// Bits to count
  input  logic [Width-1:0]                 bits_i,
  /// Number of ones strictly below each position
  output logic [Width-1:0][CountWidth-1:0] count_o,
  /// Number of ones
  output logic [CountWidth-1:0]            total_o
);

  // sum[i]: ones at i and below it, within the block that the level has reached.
  logic [CountWidth-1:0] sum[Width];

  always_comb begin
    for (int unsigned i = 0; i < Width; i++) sum[i] = CountWidth'(bits_i[i]);
    for (int unsigned half = 1; half < Width; half *= 2) begin
      for (int unsigned mid = half; mid < Width; mid += 2 * half) begin
        for (int unsigned i = mid; i < mid + half && i < Width; i++) sum[i] += sum[mid-1];
      end
    end
    count_o[0] = '0;
    for (int unsigned i = 1; i < Width; i++) count_o[i] = sum[i-1];
    total_o = sum[Width-1];
  end

endmodule
