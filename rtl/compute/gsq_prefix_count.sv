// SPDX-License-Identifier: Apache-2.0
// Exclusive prefix count of a bit vector: how many ones lie below each position.
//
// Counts within groups and over groups, each as a Sklansky tree: level k adds the sum of the lower
// half of a block of 2^(k+1) positions to every position of its upper half. A last addition joins
// both. This is one addition more in series than a single tree, but a lower fan-out of its sums.
//
// Latency: combinational. Throughput: one vector whenever the input changes. No handshake.

`include "gsq_param_checks.svh"

module gsq_prefix_count #(
  /// Number of inputs, at least 2
  parameter int unsigned Width = 256,
  /// Derived, do not set: bits of a count
  localparam int unsigned CountWidth = $clog2(Width + 1)
) (
  /// The counts are needed. While this is 0 they are undefined, which saves simulation time
  input  logic                             valid_i,
  /// Bits to count
  input  logic [Width-1:0]                 bits_i,
  /// Number of ones strictly below each position
  output logic [Width-1:0][CountWidth-1:0] count_o,
  /// Number of ones
  output logic [CountWidth-1:0]            total_o
);

  `GSQ_CHECK_WIDTH(Width)

  // A ripple-carry adder: in a chain of additions the low bits of the next one are ready first, so
  // the carries of the chain overlap. A faster adder would wait for its last input bit.
  function automatic logic [CountWidth-1:0] plus(logic [CountWidth-1:0] a,
                                                 logic [CountWidth-1:0] b);
    logic carry;
    carry = 1'b0;
    for (int unsigned i = 0; i < CountWidth; i++) begin
      plus[i] = a[i] ^ b[i] ^ carry;
      carry   = (a[i] & b[i]) | (carry & (a[i] ^ b[i]));
    end
  endfunction

  // About as many groups as positions in a group.
  localparam int unsigned Group  = 2 ** (($clog2(Width) + 1) / 2);
  localparam int unsigned Groups = (Width + Group - 1) / Group;

  logic [CountWidth-1:0] total[Groups];  // ones in a group
  logic [CountWidth-1:0] upto[Groups];   // ones in it and in all groups below

  for (genvar g = 0; g < Groups; g++) begin : g_group
    localparam int unsigned Size = Width - g * Group < Group ? Width - g * Group : Group;
    logic [CountWidth-1:0] sum[Size];  // ones at a position and below it in the group

    always_comb begin
      sum = '{default: 'x};
      if (valid_i) begin
        for (int unsigned i = 0; i < Size; i++) sum[i] = CountWidth'(bits_i[g*Group+i]);
        for (int unsigned half = 1; half < Size; half *= 2) begin
          for (int unsigned mid = half; mid < Size; mid += 2 * half) begin
            for (int unsigned i = mid; i < mid + half && i < Size; i++) begin
              sum[i] = plus(sum[i], sum[mid-1]);
            end
          end
        end
      end
    end
    assign total[g] = sum[Size-1];

    always_comb begin
      for (int unsigned i = 0; i < Size; i++) count_o[g*Group+i] = 'x;
      if (valid_i) begin
        count_o[g*Group] = g == 0 ? '0 : upto[g == 0 ? 0 : g-1];
        for (int unsigned i = 1; i < Size; i++) begin
          count_o[g*Group+i] = g == 0 ? sum[i-1] : plus(sum[i-1], upto[g == 0 ? 0 : g-1]);
        end
      end
    end
  end

  always_comb begin
    upto = '{default: 'x};
    if (valid_i) begin
      upto = total;
      for (int unsigned half = 1; half < Groups; half *= 2) begin
        for (int unsigned mid = half; mid < Groups; mid += 2 * half) begin
          for (int unsigned g = mid; g < mid + half && g < Groups; g++) begin
            upto[g] = plus(upto[g], upto[mid-1]);
          end
        end
      end
    end
  end

  assign total_o = upto[Groups-1];

endmodule
