// SPDX-License-Identifier: Apache-2.0
// Exclusive prefix count of a bit vector: how many ones lie below each position.
//
// Three steps: the ones of each group of eight positions, with more than eight groups also of two;
// of all groups below each, as a Sklansky tree; and from there to each position, by halves of the
// group: the count at the middle of a part is that at its beginning plus the ones in its lower
// half. Each step is in a part of its own, as far as there are cuts, and as late as possible, since
// a bit is less to keep than a count.
//
// Latency: Cuts cycles in which en_i is 1. Throughput: one vector per such cycle. Handshake: en_i;
// en_i = 0 holds every register.

module gsq_prefix_count #(
  /// Number of inputs, at least 2
  parameter int unsigned Width = 256,
  /// Register stages (cuts), 0..3
  parameter int unsigned Cuts = 3,
  localparam int unsigned CountWidth = $clog2(Width)
) (
  input  logic                             clk_i,
  /// Pipeline enable
  input  logic                             en_i,
  /// Per part, the first before the first cut: it holds a vector whose counts are needed. Counts of
  /// others are undefined, which saves simulation time
  input  logic [Cuts:0]                    valid_i,
  /// Bits to count
  input  logic [Width-1:0]                 bits_i,
  /// Number of ones strictly below each position
  output logic [Width-1:0][CountWidth-1:0] count_o
);

  typedef logic [CountWidth-1:0] count_t;

  // A ripple-carry adder: in a chain of additions the low bits of the next one are ready first, so
  // the carries of the chain overlap. A faster adder would wait for its last input bit.
  function automatic count_t plus(count_t a, count_t b);
    logic carry;
    carry = 1'b0;
    for (int unsigned i = 0; i < CountWidth; i++) begin
      plus[i] = a[i] ^ b[i] ^ carry;
      carry   = (a[i] & b[i]) | (carry & (a[i] ^ b[i]));
    end
  endfunction

  localparam int unsigned Group  = Width < 8 ? Width : 8;
  localparam int unsigned Groups = (Width + Group - 1) / Group;
  localparam int unsigned Padded = Groups * Group;
  localparam int unsigned Joined = Width > 64 ? 2 : 1;  // groups that the first step adds up
  localparam int unsigned OnesWidth = $clog2(Group * Joined + 1);

  // Parts of the three steps; the last one is in the last part.
  localparam int unsigned AddPart  = Cuts < 2 ? 0 : Cuts - 2;
  localparam int unsigned ScanPart = Cuts < 1 ? 0 : Cuts - 1;

  // Ones of `size` positions of a group, less than all of them; and of the whole group.
  function automatic count_t ones(logic [Group-1:0] bits, int unsigned from, int unsigned size);
    ones = '0;
    for (int unsigned i = 0; i < Group; i++) begin
      if (i >= from && i < from + size) ones = plus(ones, count_t'(bits[i]));
    end
  endfunction

  function automatic logic [OnesWidth-1:0] ones_of(logic [Group-1:0] bits);
    ones_of = '0;
    for (int unsigned i = 0; i < Group; i++) ones_of += OnesWidth'(bits[i]);
  endfunction

  logic [Padded-1:0] bits [Cuts+1];  // by part

  assign bits[0] = Padded'(bits_i);

  for (genvar c = 1; c <= Cuts; c++) begin : g_bits
    always_ff @(posedge clk_i) begin
      if (en_i && valid_i[c-1]) bits[c] <= bits[c-1];
    end
  end

  // ---- Ones of each group ----------------------------------------------------------------------

  logic [OnesWidth-1:0] total [Groups];    // as computed, from the first of the groups added up
  logic [OnesWidth-1:0] scanned [Groups];  // where they are needed

  always_comb begin
    total = '{default: 'x};
    if (valid_i[AddPart]) begin
      for (int unsigned g = 0; g < Groups; g++) total[g] = ones_of(bits[AddPart][g*Group +: Group]);
      for (int unsigned half = 1; half < Joined; half *= 2) begin
        for (int unsigned mid = half; mid < Groups; mid += 2 * half) begin
          for (int unsigned g = mid; g < mid + half && g < Groups; g++) total[g] += total[mid-1];
        end
      end
    end
  end

  for (genvar g = 0; g < Groups; g++) begin : g_total
    if (AddPart < ScanPart) begin : g_cut
      always_ff @(posedge clk_i) begin
        if (en_i && valid_i[AddPart]) scanned[g] <= total[g];
      end
    end else begin : g_no_cut
      assign scanned[g] = total[g];
    end
  end

  // ---- Ones below each group -------------------------------------------------------------------

  count_t upto [Groups];   // in the group and below it
  count_t below [Groups];  // where they are needed

  always_comb begin
    upto = '{default: 'x};
    if (valid_i[ScanPart]) begin
      for (int unsigned g = 0; g < Groups; g++) upto[g] = CountWidth'(scanned[g]);
      for (int unsigned half = Joined; half < Groups; half *= 2) begin
        for (int unsigned mid = half; mid < Groups; mid += 2 * half) begin
          for (int unsigned g = mid; g < mid + half && g < Groups; g++) begin
            upto[g] = plus(upto[g], upto[mid-1]);
          end
        end
      end
    end
  end

  assign below[0] = '0;
  for (genvar g = 1; g < Groups; g++) begin : g_below
    if (ScanPart < Cuts) begin : g_cut
      always_ff @(posedge clk_i) begin
        if (en_i && valid_i[ScanPart]) below[g] <= upto[g-1];
      end
    end else begin : g_no_cut
      assign below[g] = upto[g-1];
    end
  end

  // ---- Ones below each position ----------------------------------------------------------------

  for (genvar g = 0; g < Groups; g++) begin : g_group
    logic [Group-1:0] mine;
    count_t           at [Group];

    assign mine = bits[Cuts][g*Group +: Group];

    always_comb begin
      at = '{default: 'x};
      if (valid_i[Cuts]) begin
        at[0] = below[g];
        for (int unsigned half = Group / 2; half >= 1; half /= 2) begin
          for (int unsigned i = half; i < Group; i += 2 * half) begin
            at[i] = plus(at[i-half], ones(mine, i - half, half));
          end
        end
      end
    end

    assign count_o[g*Group] = below[g];
    for (genvar i = 1; i < Group && g * Group + i < Width; i++) begin : g_count
      assign count_o[g*Group+i] = at[i];
    end
  end

  if (Cuts == 0) begin : g_no_state
    logic unused;
    assign unused = ^{clk_i, en_i};
  end

endmodule
