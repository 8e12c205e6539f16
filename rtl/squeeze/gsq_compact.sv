// Compaction network over byte lanes: packs the kept bytes from lane 0 upwards, in order, and zeroes
// the other lanes. Wider elements are compacted by giving all bytes of a lane the same keep bit.
//
// The network is an inverse butterfly. Let the rank of a kept byte be the number of kept bytes below
// it: its destination. After level k every block of 2^(k+1) lanes holds its kept bytes at their rank
// modulo 2^(k+1), so level k only has to exchange, or not, lanes 2^k apart. Bytes below the middle
// of a block have the ranks just before the count at that middle, bytes above it those from that
// count on; hence the exchanges of a block follow from that one count modulo the block size. No
// count travels with the data, and half of the counts need just one bit, a quarter two, and so on.
// Bytes that are not kept enter as zeros; the network permutes, so they end in the lanes left over.
//
// Latency: Cuts cycles in which en_i is 1. Throughput: one vector per such cycle. valid_o follows
// valid_i; data_o means something while valid_o is 1. en_i 0 holds everything.
module gsq_compact #(
  /// Byte lanes, a power of two, at least 2
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

  typedef logic [Lanes-1:0][7:0] vec_t;
  typedef logic [Lanes-1:0][Levels-1:0] counts_t;

  // Kept bytes at each lane and below it. Lane i is asked only for the bits that the block whose
  // middle is i+1 needs, so synthesis drops the others.
  function automatic counts_t count(logic [Lanes-1:0] keep);
    logic [Levels-1:0] sum[Lanes];
    counts_t counts;
    for (int unsigned i = 0; i < Lanes; i++) sum[i] = Levels'(keep[i]);
    for (int unsigned half = 1; half < Lanes; half *= 2) begin
      for (int unsigned mid = half; mid < Lanes; mid += 2 * half) begin
        for (int unsigned i = mid; i < mid + half; i++) sum[i] += sum[mid-1];
      end
    end
    for (int unsigned i = 0; i < Lanes; i++) counts[i] = sum[i];
    return counts;
  endfunction

  // Levels from..to-1 of the network.
  function automatic vec_t exchange(vec_t data, counts_t counts, int unsigned from,
                                    int unsigned to);
    logic [7:0] x[Lanes];
    logic [Levels-1:0] cnt, low;
    logic [7:0] a, b;
    logic high, swap;
    for (int unsigned i = 0; i < Lanes; i++) x[i] = data[i];
    for (int unsigned k = from; k < to; k++) begin
      for (int unsigned base = 0; base < Lanes; base += 2 << k) begin
        cnt = counts[base+(1<<k)-1];
        high = cnt[k];
        low = cnt & Levels'((1<<k)-1);
        for (int unsigned i = 0; i < (1 << k); i++) begin
          swap = (Levels'(i) >= low) ^ high;
          a = x[base+i];
          b = x[base+i+(1<<k)];
          x[base+i] = swap ? b : a;
          x[base+i+(1<<k)] = swap ? a : b;
        end
      end
    end
    for (int unsigned i = 0; i < Lanes; i++) exchange[i] = x[i];
  endfunction

  vec_t kept;
  for (genvar i = 0; i < Lanes; i++) begin : gen_kept
    assign kept[i] = data_i[i] & {8{keep_i[i]}};
  end

  if (Cuts == 0) begin : gen_comb
    logic unused;
    assign unused = ^{clk_i, rst_ni, en_i};
    assign valid_o = valid_i;
    assign data_o = exchange(kept, count(keep_i), 0, Levels);
  end else begin : gen_pipe
    logic [Cuts:1] valid_q;
    vec_t    data_q [1:Cuts];
    counts_t counts_q [1:Cuts];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= '0;
      else if (en_i) valid_q <= (Cuts)'({valid_q, valid_i});
    end
    always_ff @(posedge clk_i) begin
      if (en_i && valid_i) begin
        data_q[1] <= kept;
        counts_q[1] <= count(keep_i);
      end
    end
    for (genvar c = 2; c <= Cuts; c++) begin : gen_cut
      always_ff @(posedge clk_i) begin
        if (en_i && valid_q[c-1]) begin
          data_q[c] <= exchange(data_q[c-1], counts_q[c-1], (c-2)*Levels/Cuts, (c-1)*Levels/Cuts);
          counts_q[c] <= counts_q[c-1];
        end
      end
    end
    assign valid_o = valid_q[Cuts];
    assign data_o = exchange(data_q[Cuts], counts_q[Cuts], (Cuts-1)*Levels/Cuts, Levels);
  end

endmodule
