// Compaction network over byte lanes: packs the kept bytes from lane 0 upwards, in order, and
// zeroes the other lanes. Wider elements are compacted by giving all bytes of a lane the same bit.
//
// The network is an inverse butterfly. The rank of a kept byte, the number of kept bytes below it,
// is its destination. Behind level k every block of 2^(k+1) lanes holds its kept bytes at their
// rank modulo 2^(k+1), so level k only has to exchange, or not, lanes 2^k apart. Bytes below the
// middle of a block have the ranks just before the count at that middle, bytes above it those from
// that count on; hence all exchanges of a block follow from that one count modulo the block size.
// No count travels with the data, and half of the counts need one bit, a quarter two, and so on.
// Bytes that are not kept enter as zeros; the network permutes, so they end in the lanes left over.
//
// Latency: Cuts cycles in which en_i is 1. Throughput: one vector per such cycle. valid_o follows
// valid_i; data_o is don't-care while valid_o is 0. en_i at 0 holds everything. Only valid bits are
// reset.
module gsq_compact #(
  /// Byte lanes, a power of two, at least 8
  parameter int unsigned Lanes = 256,
  /// Register cuts, 0..3: the first one behind the counts, the others between the levels
  parameter int unsigned Cuts = 0
) (
  /// Clock; without effect when Cuts is 0
  input  logic                  clk_i,
  /// Reset, asynchronous, active low; without effect when Cuts is 0
  input  logic                  rst_ni,
  /// The pipeline moves
  input  logic                  en_i,
  /// A vector enters
  input  logic                  valid_i,
  /// Bytes to compact
  input  logic [Lanes-1:0][7:0] data_i,
  /// Bytes to keep
  input  logic [Lanes-1:0]      keep_i,
  /// A vector leaves
  output logic                  valid_o,
  /// Kept bytes from lane 0 upwards, zeros above them
  output logic [Lanes-1:0][7:0] data_o
);

  localparam int unsigned Levels = $clog2(Lanes);
  localparam int unsigned Words = Lanes / 8;

  if (Lanes < 8 || 2 ** Levels != Lanes || Cuts > 3) begin : gen_illegal
    $error("gsq_compact: Lanes must be a power of two from 8 on, Cuts at most 3");
  end

  // Eight lanes a word, and work only while there is a vector: this is what simulates quickly.
  // Without a vector the results are don't-care, so no gate comes from that.
  typedef logic [63:0] vec_t[Words];
  typedef logic [Levels-1:0] counts_t[Lanes];

  // Part 0 lies before the first cut, part c behind cut c.
  for (genvar c = 0; c <= Cuts; c++) begin : gen_part
    localparam int unsigned From = c == 0 ? 0 : (c - 1) * Levels / Cuts;  // levels From..To-1
    localparam int unsigned To = Cuts == 0 ? Levels : c * Levels / Cuts;

    logic    valid;
    vec_t    data;    // as it enters the part
    vec_t    x;       // as it leaves the part
    counts_t counts;  // kept bytes at each lane and below it

    if (c == 0) begin : gen_in
      assign valid = valid_i;
      always_comb begin
        data   = '{default: 'x};
        counts = '{default: 'x};
        if (valid) begin
          for (int unsigned i = 0; i < Lanes; i++) begin
            data[i/8][8*(i%8)+:8] = keep_i[i] ? data_i[i] : '0;
            counts[i] = Levels'(keep_i[i]);
          end
          for (int unsigned half = 1; half < Lanes; half *= 2) begin
            for (int unsigned mid = half; mid < Lanes; mid += 2 * half) begin
              for (int unsigned i = mid; i < mid + half; i++) counts[i] += counts[mid-1];
            end
          end
        end
      end
    end else begin : gen_cut
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) valid <= 1'b0;
        else if (en_i) valid <= gen_part[c-1].valid;
      end
      always_ff @(posedge clk_i) begin
        if (en_i && gen_part[c-1].valid) begin
          data   <= gen_part[c-1].x;
          counts <= gen_part[c-1].counts;  // bits that no level behind here reads are dropped
        end
      end
    end

    if (From == To) begin : gen_no_level
      assign x = data;
    end else begin : gen_levels
      logic [63:0] swap, a, b;
      logic [Levels-1:0] count, low;
      always_comb begin
        x = '{default: 'x};
        {swap, a, b, count, low} = '0;
        if (valid) begin
          x = data;
          for (int unsigned k = From; k < To; k++) begin
            // Of a block, byte i of the lower half changes places when i >= low, or when i < low if
            // bit k of the count is set.
            if (k < 3) begin  // both halves within a word
              for (int unsigned i = 0; i < Words; i++) begin
                swap = '0;
                for (int unsigned j = 0; j < 8; j += 2 << k) begin
                  count = counts[8*i+j+(1<<k)-1];
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
                count = counts[8*base+(1<<k)-1];
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

  if (Cuts == 0) begin : gen_no_state
    logic unused;
    assign unused = ^{clk_i, rst_ni, en_i};
  end

  assign valid_o = gen_part[Cuts].valid;
  for (genvar i = 0; i < Words; i++) begin : gen_out
    assign data_o[8*i+:8] = gen_part[Cuts].x[i];
  end

endmodule
