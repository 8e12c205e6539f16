// SPDX-License-Identifier: Apache-2.0
// Compaction network over byte lanes: packs the kept bytes from lane 0 upwards, in order, and
// zeroes the other lanes. Wider elements are compacted by giving all bytes of a lane the same bit.
//
// The network is an inverse butterfly. The rank of a kept byte, the number of kept bytes below it,
// is its destination. After level k every block of 2^(k+1) lanes holds its kept bytes at their rank
// modulo 2^(k+1), so level k either exchanges two lanes 2^k apart or leaves them. In a block, the
// ranks below the middle end just before the count at the middle, and those above begin at that
// count. So this one count, modulo the block size, decides all exchanges of the block. No
// count moves with the data; half of the counts need one bit, a quarter two, and so on.
// Bytes that are not kept enter as zeros; the network moves them to the lanes above the kept ones.
// With radix 4 one level does the work of two: each byte of a block goes to one of four places.
//
//   lane            3   2   1   0
//   kept bytes      .   b   a   .    the rank of a is 0, that of b is 1
//   after level 0   b   .   .   a    pairs 1 apart: even ranks to the even lane, odd to the odd one
//   after level 1   .   .   b   a    pairs 2 apart: lanes 1 and 3 are exchanged, 0 and 2 are not
//
// A lane ALU may lie beside the part after the first cut, or beside the only one: it takes the
// vector as it enters that part (passed_o), and what it gives goes on instead.
//
// Latency: Cuts cycles in which en_i is 1. Throughput: one vector per such cycle. Handshake: none;
// valid_o follows valid_i; en_i = 0 holds every register. data_o is undefined while valid_o is 0.
// Only valid bits are reset.

`include "gsq_assert.svh"

module gsq_compact #(
  /// Byte lanes, a power of two, at least 8
  parameter int unsigned Lanes = 256,
  /// Register stages (cuts), 0..3, spread over the levels of counting and of the network
  parameter int unsigned Cuts = 3,
  /// Lanes that change places at once, 2 or 4: affects area and delay, not the result
  parameter int unsigned Radix = 2,
  /// 1: a lane ALU lies beside it
  parameter int unsigned LaneOps = 0
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Pipeline enable
  input  logic                  en_i,
  input  logic                  valid_i,
  /// Bytes to compact
  input  logic [Lanes-1:0][7:0] data_i,
  /// Bytes to keep
  input  logic [Lanes-1:0]      keep_i,
  /// No byte becomes zero up to passed_o; with LaneOps, like all up to end_i
  input  logic                  whole_i,
  /// The vector behind the first cut
  output logic [Lanes-1:0][7:0] passed_o,
  /// replaced_i goes on instead of it, all bytes kept
  input  logic                  replace_i,
  /// What goes on then
  input  logic [Lanes-1:0][7:0] replaced_i,
  /// The vector behind the first cut does not go on
  input  logic                  end_i,
  output logic                  valid_o,
  /// Kept bytes from lane 0 upwards, zeros above them
  output logic [Lanes-1:0][7:0] data_o
);

  localparam int unsigned Levels = $clog2(Lanes);
  localparam int unsigned Words = Lanes / 8;
  localparam int unsigned Passed = Cuts == 0 ? 0 : 1;  // part that passed_o enters

  // Levels k and k+1 form one level of radix 4. If Levels is odd, level 0 has radix 2.
  function automatic bit paired(int unsigned k);
    return Radix == 4 && (Levels - k) % 2 == 0;
  endfunction

  // Number of levels before part c. All levels of counting come first, then those of the network.
  function automatic int unsigned start(int unsigned c);
    int unsigned level;
    // In times of a level of the network: a level of counting takes two, but the first ones, whose
    // counts are short, take one.
    int unsigned short_counts = Levels < 3 ? Levels : 3;
    int unsigned at = c * (3 * Levels - short_counts) / (Cuts + 1);
    if (at <= short_counts) level = at;
    else if (at <= 2 * Levels - short_counts) level = (at + short_counts) / 2;
    else level = at + short_counts - Levels;
    if (level > Levels && Radix == 4 && (2 * Levels - level) % 2 != 0) level++;
    return level;
  endfunction

  // Data has eight lanes a word, and is computed only while valid: both make simulation fast.
  // While it is not valid the results are don't-care, so the condition costs no gates.
  typedef logic [63:0] vec_t[Words];
  typedef logic [Levels-1:0] counts_t[Lanes];

  // Part 0 lies before the first cut, part c after cut c.
  for (genvar c = 0; c <= Cuts; c++) begin : gen_part
    localparam int unsigned First = start(c);
    localparam int unsigned End = start(c + 1);
    localparam int unsigned From = First > Levels ? First - Levels : 0;  // of the network
    localparam int unsigned To = End > Levels ? End - Levels : 0;

    logic    valid;
    logic    goes_on;
    vec_t    data;    // as it enters the part
    vec_t    x;       // as it leaves the network of the part
    vec_t    left;    // what goes on
    counts_t counts;  // kept bytes up to each lane, as counted by earlier parts
    counts_t sums;    // the same, counted up to this part

    if (c == 0) begin : gen_in
      assign valid = valid_i;
      always_comb begin
        if (!valid) begin
          data   = '{default: 'x};
          counts = '{default: 'x};
        end else begin
          for (int unsigned i = 0; i < Lanes; i++) begin
            data[i/8][8*(i%8)+:8] = keep_i[i] || (LaneOps != 0 && whole_i) ? data_i[i] : '0;
            counts[i] = Levels'(keep_i[i]);
          end
        end
      end
    end else begin : gen_cut
      localparam int unsigned Counted = 1 << (First < Levels ? First : Levels);  // lanes of a block
      counts_t counts_d;

      always_comb begin
        counts_d = gen_part[c-1].sums;
        if (LaneOps != 0 && c == Passed + 1 && replace_i) begin
          for (int unsigned i = 0; i < Lanes; i++) counts_d[i] = Levels'(i % Counted + 1);
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid <= 1'b0;
        else if (en_i) valid <= gen_part[c-1].goes_on;
      end
      always_ff @(posedge clk_i) begin
        if (en_i && gen_part[c-1].goes_on) begin
          data   <= gen_part[c-1].left;
          counts <= counts_d;  // bits that no part from here on reads are dropped
        end
      end
    end

    if (LaneOps != 0 && c == Passed) begin : gen_replace
      assign goes_on = valid && !end_i;
      for (genvar i = 0; i < Words; i++) begin : gen_word
        assign left[i] = replace_i ? replaced_i[8*i+:8] : x[i];
      end
    end else begin : gen_no_replace
      assign goes_on = valid;
      assign left    = x;
    end

    if (First >= Levels) begin : gen_no_count
      assign sums = counts;
    end else begin : gen_count
      always_comb begin
        if (!valid) begin
          sums = '{default: 'x};
        end else begin
          sums = counts;
          for (int unsigned k = First; k < End && k < Levels; k++) begin
            for (int unsigned mid = 1 << k; mid < Lanes; mid += 2 << k) begin
              for (int unsigned i = mid; i < mid + (1 << k); i++) sums[i] += sums[mid-1];
            end
          end
        end
      end
    end

    if (From == To) begin : gen_no_level
      assign x = data;
    end else begin : gen_levels
      logic [63:0] swap, a, b;
      logic [Levels-1:0] count, low;
      logic [31:0] moved;
      logic [1:0] place;
      int unsigned from;
      always_comb begin
        {swap, a, b, count, low, moved, place, from} = '0;
        if (!valid) begin
          x = '{default: 'x};
        end else begin
          x = data;
          for (int unsigned k = From; k < To; k += paired(k) ? 2 : 1) begin
            if (paired(k)) begin
              // The ranks in quarter s begin at the count below it; those in quarter 0 end at the
              // count below quarter 1.
              for (int unsigned base = 0; base < Lanes; base += 4 << k) begin
                for (int unsigned i = base; i < base + (1 << k); i++) begin
                  moved = '0;
                  for (int unsigned s = 0; s < 4; s++) begin
                    count = sums[base+((s == 0 ? 1 : s)<<k)-1];
                    low = count & Levels'((1 << k) - 1);
                    place = 2'(count >> k) - 2'(s == 0);
                    place += 2'(Levels'(i - base) < low);
                    from = i + (s << k);
                    moved |= 32'(x[from/8][8*(from%8)+:8]) << {place, 3'b000};
                  end
                  for (int unsigned t = 0; t < 4; t++) begin
                    from = i + (t << k);
                    x[from/8][8*(from%8)+:8] = moved[8*t+:8];
                  end
                end
              end
            // In a block, byte i of the lower half is exchanged when i >= low, or when i < low if
            // bit k of the count is set.
            end else if (k < 3) begin  // both halves within a word
              for (int unsigned i = 0; i < Words; i++) begin
                swap = '0;
                for (int unsigned j = 0; j < 8; j += 2 << k) begin
                  count = sums[8*i+j+(1<<k)-1];
                  low = count & Levels'((1 << k) - 1);
                  b = ~64'd0 << {low[1:0], 3'b000};
                  if (count[k]) b = ~b;
                  swap |= (b & ((64'd1 << (8 << k)) - 1)) << (8 * j);
                end
                a = x[i];
                x[i] = (a & ~(swap | (swap << (8 << k)))) | ((a >> (8 << k)) & swap) |
                       ((a & swap) << (8 << k));
              end
            end else begin  // halves of 2^(k-3) words
              for (int unsigned base = 0; base < Words; base += 2 << (k - 3)) begin
                count = sums[8*base+(1<<k)-1];
                low = count & Levels'((1 << k) - 1);
                for (int unsigned i = 0; i < (1 << (k - 3)); i++) begin
                  if (32'(low) >> 3 < i) swap = '1;
                  else if (32'(low) >> 3 > i) swap = '0;
                  else swap = ~64'd0 << {low[2:0], 3'b000};
                  if (count[k]) swap = ~swap;
                  a = x[base+i];
                  b = x[base+i+(1<<(k-3))];
                  x[base+i] = (a & ~swap) | (b & swap);
                  x[base+i+(1<<(k-3))] = (b & ~swap) | (a & swap);
                end
              end
            end
          end
        end
      end
    end
  end

  if (LaneOps == 0) begin : gen_no_lane_ops
    logic unused_lane_ops;
    assign unused_lane_ops = ^{whole_i, replace_i, replaced_i, end_i};
  end

  if (Cuts == 0) begin : gen_no_state
    logic unused;
    assign unused = ^{clk_i, rst_ni, en_i};
  end

  if (Cuts != 0) begin : gen_hold
    `GSQ_ASSERT_HOLD(result_holds, valid_o && !(LaneOps != 0 && Cuts == Passed && replace_i), en_i,
                     data_o)
  end

  assign valid_o = gen_part[Cuts].goes_on;
  for (genvar i = 0; i < Words; i++) begin : gen_out
    assign data_o[8*i+:8]   = gen_part[Cuts].left[i];
    assign passed_o[8*i+:8] = LaneOps != 0 ? gen_part[Passed].data[i] : '0;
  end

endmodule
