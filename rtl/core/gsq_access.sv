// The access pipe: what a memory command does once its operands are there.
//
// Stage P prepares blocks, byte masks and data, and merges the unaligned-store stream. Stage X accesses
// the blocks, one beat a cycle, each beat one block in each column of banks at most. Read data comes
// back one cycle later (stage R) and is written to V in the next (stage W).
//
// Latency: a command taken in t is in P in t+1, has its first beat in t+2; a load writes V two cycles
// after its last beat. Throughput: one beat a cycle without a gap between commands.
// Handshake: a command is taken with valid_i && ready_o; ready_o waits for older loads of its source.
module gsq_access
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Number of banks.
  parameter int unsigned Banks = 64,
  /// Bytes of a bank word.
  parameter int unsigned BankBytes = 4,
  /// 0: bank = low bits of the word address; 1: XOR of all its slices.
  parameter int unsigned BankHash = 0,
  /// Derived, do not set: words of a block.
  localparam int unsigned BlockWords = BlockBytes / BankBytes,
  /// Derived, do not set: columns of banks.
  localparam int unsigned Cols = Banks / BlockWords,
  /// Derived, do not set: bits of a column number, at least 1.
  localparam int unsigned ColWidth = Cols > 1 ? $clog2(Cols) : 1,
  /// Derived, do not set: bits of a word's place in its column.
  localparam int unsigned PlaceWidth = $clog2(BlockWords),
  /// Derived, do not set: bits of a word address within a bank.
  localparam int unsigned WordWidth = $clog2(UbBytes / BankBytes / Banks)
) (
  /// Clock.
  input  logic                                 clk_i,
  /// Reset, active low.
  input  logic                                 rst_ni,
  /// A command is offered.
  input  logic                                 valid_i,
  /// It is taken, and its source read from V, when offered.
  output logic                                 ready_o,
  /// The command.
  input  mem_op_t                              op_i,
  /// Bytes of its active lanes.
  input  logic [VlenBytes-1:0]                 bytes_i,
  /// Vector read for the command in stage P.
  input  logic [VlenBytes-1:0][7:0]            data_i,
  /// Per register: a load in the pipe writes it in a later cycle.
  output logic [NumVregs-1:0]                  loads_o,
  /// A command without V write is complete in this cycle.
  output logic                                 done_o,
  /// Its entry in the response queue.
  output logic [3:0]                           done_id_o,
  /// A load writes V in this cycle, and is complete.
  output logic                                 write_o,
  /// Its destination.
  output logic [4:0]                           vd_o,
  /// Data loaded.
  output logic [VlenBytes-1:0][7:0]            data_o,
  /// Its entry in the response queue.
  output logic [3:0]                           write_id_o,
  /// Column of the host's request.
  input  logic [ColWidth-1:0]                  host_col_i,
  /// The beat of this cycle uses that column, unless host_win_i.
  output logic                                 host_busy_o,
  /// The host wins: no beat in this cycle.
  input  logic                                 host_win_i,
  /// Per column: a block is accessed.
  output logic [Cols-1:0]                      col_req_o,
  /// The accesses are writes.
  output logic                                 col_we_o,
  /// Per column: word within the banks.
  output logic [Cols-1:0][WordWidth-1:0]       col_word_o,
  /// Per column: word i of the block lies at place i ^ swizzle.
  output logic [Cols-1:0][PlaceWidth-1:0]      col_swizzle_o,
  /// Per column: bytes asked for.
  output logic [Cols-1:0][BlockBytes-1:0]      col_be_o,
  /// Per column: data to write.
  output logic [Cols-1:0][BlockBytes-1:0][7:0] col_data_o,
  /// Per column: data of the last read, in the order of the banks.
  input  logic [Cols-1:0][BlockBytes-1:0][7:0] col_rdata_i
);

  localparam int unsigned Blocks     = VlenBytes / BlockBytes;
  localparam int unsigned BlockWidth = $clog2(UbBytes / BlockBytes);
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1);
  localparam int unsigned RankWidth  = Blocks > 1 ? $clog2(Blocks) : 1;

  typedef logic [BlockBytes-1:0][7:0] block_t;

  // Where a block lies, as gsq_block_map says.
  typedef struct packed {
    logic [ColWidth-1:0]   col;
    logic [PlaceWidth-1:0] swizzle;
    logic [WordWidth-1:0]  word;
  } place_t;

  // ---------------------------------------------------------------------------------------------
  // Stage P: blocks, byte masks, data
  // ---------------------------------------------------------------------------------------------

  logic                 p_valid_q;
  logic                 p_leaves;
  mem_op_t              p_op_q;     // without reset, as p_bytes_q
  logic [VlenBytes-1:0] p_bytes_q;

  assign ready_o = (!p_valid_q || p_leaves) && !(reads_v(op_i) && loads_o[op_i.vs]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) p_valid_q <= 1'b0;
    else if (valid_i && ready_o) p_valid_q <= 1'b1;
    else if (p_leaves) p_valid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o) begin
      p_op_q    <= op_i;
      p_bytes_q <= bytes_i;
    end
  end

  // The unaligned-store registers hold bytes at their places in a block; which of them are valid is
  // known at issue and comes with the command, so the data needs no reset.
  block_t [NumUregs-1:0]              u_q;
  block_t                             u_merged;
  block_t [Blocks-1:0]                merged;
  logic   [Blocks-1:0][BlockBytes-1:0] merged_be;
  logic   [4:0]                       unused_lo, unused_hi;  // gsq_stream_state keeps its own

  gsq_stream_merge #(
    .VlenBytes(VlenBytes)
  ) u_stream_merge (
    .data_i  (data_i),
    .n_i     (CountWidth'(p_op_q.n)),
    .offset_i(p_op_q.addr[4:0]),
    .first_i (p_op_q.first),
    .held_i  (u_q[p_op_q.u]),
    .blocks_o(merged),
    .be_o    (merged_be),
    .held_o  (u_merged),
    .lo_o    (unused_lo),
    .hi_o    (unused_hi)
  );

  always_ff @(posedge clk_i) begin
    if (p_leaves && p_op_q.kind == MemStream) u_q[p_op_q.u] <= u_merged;
  end

  // Data and mask of store_align: as they are, or the low halves of the slots side by side.
  logic [VlenBytes-1:0][7:0] packed_data;
  logic [VlenBytes-1:0]      packed_be;

  always_comb begin
    packed_data = data_i;
    packed_be   = p_bytes_q;
    if (p_op_q.distr == DistPackB16) begin
      packed_be = '0;
      for (int unsigned i = 0; i < VlenBytes / 2; i++) begin
        packed_data[i] = data_i[2*i];
        packed_be[i]   = p_bytes_q[2*i];
      end
    end else if (p_op_q.distr == DistPackB32) begin
      packed_be = '0;
      for (int unsigned i = 0; i < VlenBytes / 2; i++) begin
        packed_data[i] = data_i[4*(i/2) + i%2];
        packed_be[i]   = p_bytes_q[4*(i/2) + i%2];
      end
    end
  end

  block_t [Blocks-1:0]                 p_data;
  logic   [Blocks-1:0][BlockBytes-1:0] p_be;

  always_comb begin
    p_data = packed_data;
    p_be   = packed_be;
    unique case (p_op_q.kind)
      MemLoad: begin
        p_be = '1;
        if (p_op_q.distr != DistNorm) p_be = (VlenBytes)'({(VlenBytes / 2){1'b1}});
      end
      MemStream: begin
        p_data = merged;
        p_be   = merged_be;
      end
      MemPost: begin
        p_data[0] = u_q[p_op_q.u];
        p_be      = '0;
        for (int unsigned i = 0; i < BlockBytes; i++) begin
          p_be[0][i] = i >= 32'(p_op_q.first) && i < 32'(p_op_q.n);
        end
      end
      default: ;
    endcase
  end

  logic   [Blocks-1:0]                 p_used;
  logic   [Blocks-1:0][BlockWidth-1:0] p_block;
  place_t [Blocks-1:0]                 p_place;
  logic   [Blocks-1:0][ColWidth-1:0]   p_col;
  logic   [Blocks-1:0][RankWidth-1:0]  p_rank;
  logic   [RankWidth-1:0]              p_last;

  for (genvar k = 0; k < Blocks; k++) begin : g_place
    assign p_used[k]  = |p_be[k];
    assign p_block[k] = p_op_q.addr[5 +: BlockWidth] + BlockWidth'(k);
    assign p_col[k]   = p_place[k].col;

    gsq_block_map #(
      .UbBytes  (UbBytes),
      .Banks    (Banks),
      .BankBytes(BankBytes),
      .BankHash (BankHash)
    ) u_block_map (
      .block_i  (p_block[k]),
      .col_o    (p_place[k].col),
      .swizzle_o(p_place[k].swizzle),
      .word_o   (p_place[k].word)
    );
  end

  gsq_block_rank #(
    .NumBlocks (Blocks),
    .BlockWidth(BlockWidth),
    .ColWidth  (ColWidth)
  ) u_block_rank (
    .valid_i(p_used),
    .block_i(p_block),
    .col_i  (p_col),
    .rank_o (p_rank),
    .last_o (p_last)
  );

  // ---------------------------------------------------------------------------------------------
  // Stage X: beats
  // ---------------------------------------------------------------------------------------------

  logic                                x_valid_q;
  logic [RankWidth-1:0]                x_beat_q;
  mem_kind_e                           x_kind_q;   // without reset, down to x_be_q
  dist_e                               x_distr_q;
  logic   [4:0]                        x_vd_q;
  logic   [3:0]                        x_rsp_id_q;
  logic   [Blocks-1:0]                 x_used_q;
  place_t [Blocks-1:0]                 x_place_q;
  logic   [Blocks-1:0][RankWidth-1:0]  x_rank_q;
  logic   [RankWidth-1:0]              x_last_q;
  block_t [Blocks-1:0]                 x_data_q;
  logic   [Blocks-1:0][BlockBytes-1:0] x_be_q;

  logic              x_has_beat;  // there is a beat to present
  logic              x_beat;      // it is presented
  logic              x_ends;
  logic [Blocks-1:0] x_hit;       // blocks of the beat
  logic [Cols-1:0]   x_cols;      // columns of the beat

  assign x_has_beat  = x_valid_q && x_used_q != '0;
  assign x_beat      = x_has_beat && !host_win_i;
  assign x_ends      = x_valid_q && (!x_has_beat || (x_beat && x_beat_q == x_last_q));
  assign p_leaves    = p_valid_q && (!x_valid_q || x_ends);
  assign host_busy_o = x_cols[host_col_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_valid_q <= 1'b0;
      x_beat_q  <= '0;
    end else begin
      if (p_leaves) x_valid_q <= 1'b1;
      else if (x_ends) x_valid_q <= 1'b0;
      if (x_ends) x_beat_q <= '0;
      else if (x_beat) x_beat_q <= x_beat_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (p_leaves) begin
      x_kind_q   <= p_op_q.kind;
      x_distr_q  <= p_op_q.distr;
      x_vd_q     <= p_op_q.vd;
      x_rsp_id_q <= p_op_q.rsp_id;
      x_used_q   <= p_used;
      x_place_q  <= p_place;
      x_rank_q   <= p_rank;
      x_last_q   <= p_last;
      x_data_q   <= p_data;
      x_be_q     <= p_be;
    end
  end

  always_comb begin
    x_cols        = '0;
    col_word_o    = '0;
    col_swizzle_o = '0;
    col_be_o      = '0;
    col_data_o    = '0;
    for (int unsigned k = 0; k < Blocks; k++) begin
      x_hit[k] = x_has_beat && x_used_q[k] && x_rank_q[k] == x_beat_q;
      if (x_hit[k]) begin
        x_cols[x_place_q[k].col]        = 1'b1;
        col_word_o[x_place_q[k].col]    = x_place_q[k].word;
        col_swizzle_o[x_place_q[k].col] = x_place_q[k].swizzle;
        col_be_o[x_place_q[k].col]      = x_be_q[k];
        col_data_o[x_place_q[k].col]    = x_data_q[k];
      end
    end
  end

  assign col_req_o = x_cols & {Cols{!host_win_i}};
  assign col_we_o  = x_kind_q != MemLoad;
  assign done_o    = x_ends && x_kind_q != MemLoad;
  assign done_id_o = x_rsp_id_q;

  // ---------------------------------------------------------------------------------------------
  // Stages R and W: read data to V
  // ---------------------------------------------------------------------------------------------

  logic                r_valid_q;   // the beat before was a read
  logic                r_last_q;    // and the last of its command
  logic [Blocks-1:0]   r_hit_q;     // without reset, down to r_rsp_id_q
  place_t [Blocks-1:0] r_place_q;
  dist_e               r_distr_q;
  logic [4:0]          r_vd_q;
  logic [3:0]          r_rsp_id_q;
  logic                w_valid_q;
  block_t [Blocks-1:0] w_data_q;    // without reset, down to w_rsp_id_q
  dist_e               w_distr_q;
  logic [4:0]          w_vd_q;
  logic [3:0]          w_rsp_id_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      r_valid_q <= 1'b0;
      r_last_q  <= 1'b0;
      w_valid_q <= 1'b0;
    end else begin
      r_valid_q <= x_beat && x_kind_q == MemLoad;
      r_last_q  <= x_beat && x_kind_q == MemLoad && x_ends;
      w_valid_q <= r_last_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (x_beat) begin
      r_hit_q    <= x_hit;
      r_place_q  <= x_place_q;
      r_distr_q  <= x_distr_q;
      r_vd_q     <= x_vd_q;
      r_rsp_id_q <= x_rsp_id_q;
    end
    if (r_valid_q) begin
      w_distr_q  <= r_distr_q;
      w_vd_q     <= r_vd_q;
      w_rsp_id_q <= r_rsp_id_q;
    end
  end

  // Each block picks its column, and undoes the swizzle.
  for (genvar k = 0; k < Blocks; k++) begin : g_return
    logic [BlockWords-1:0][8*BankBytes-1:0] column;
    logic [BlockWords-1:0][8*BankBytes-1:0] block;

    assign column = col_rdata_i[r_place_q[k].col];

    for (genvar i = 0; i < BlockWords; i++) begin : g_word
      logic [PlaceWidth-1:0] place;
      assign place    = PlaceWidth'(i) ^ r_place_q[k].swizzle;
      assign block[i] = column[place];
    end

    always_ff @(posedge clk_i) begin
      if (r_valid_q && r_hit_q[k]) w_data_q[k] <= block;
    end
  end

  assign write_o    = w_valid_q;
  assign vd_o       = w_vd_q;
  assign write_id_o = w_rsp_id_q;

  logic [VlenBytes-1:0][7:0] w_bytes;

  assign w_bytes = w_data_q;

  always_comb begin
    data_o = w_bytes;
    if (w_distr_q == DistUnpackB8) begin
      data_o = '0;
      for (int unsigned i = 0; i < VlenBytes / 2; i++) data_o[2*i] = w_bytes[i];
    end else if (w_distr_q == DistUnpackB16) begin
      data_o = '0;
      for (int unsigned i = 0; i < VlenBytes / 2; i++) data_o[4*(i/2) + i%2] = w_bytes[i];
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Loads that have yet to write V
  // ---------------------------------------------------------------------------------------------

  always_comb begin
    loads_o = '0;
    if (p_valid_q && p_op_q.kind == MemLoad) loads_o[p_op_q.vd] = 1'b1;
    if (x_valid_q && x_kind_q == MemLoad) loads_o[x_vd_q] = 1'b1;
    if (r_last_q) loads_o[r_vd_q] = 1'b1;
  end

endmodule
