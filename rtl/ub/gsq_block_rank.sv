// In which cycle each of several blocks is accessed.
//
// A column of banks serves one block a cycle. Equal block addresses share one access. The rank of a
// block is the number of different blocks before it in its column, so serving rank k in cycle k takes
// exactly as many cycles as the fullest column has different blocks.
//
// Combinational.
module gsq_block_rank #(
  /// Blocks that are ranked.
  parameter int unsigned NumBlocks = 8,
  /// Bits of a block address.
  parameter int unsigned BlockWidth = 13,
  /// Bits of a column number.
  parameter int unsigned ColWidth = 3,
  /// Derived, do not set: bits of a rank.
  localparam int unsigned RankWidth = NumBlocks > 1 ? $clog2(NumBlocks) : 1
) (
  /// The block takes part.
  input  logic [NumBlocks-1:0]                 valid_i,
  /// Address of the block.
  input  logic [NumBlocks-1:0][BlockWidth-1:0] block_i,
  /// Column of the block.
  input  logic [NumBlocks-1:0][ColWidth-1:0]   col_i,
  /// Rank of the block; 0 where it takes no part.
  output logic [NumBlocks-1:0][RankWidth-1:0]  rank_o,
  /// Largest rank.
  output logic [RankWidth-1:0]                 last_o
);

  logic [NumBlocks-1:0] leads;  // first of its address

  always_comb begin
    last_o = '0;
    for (int unsigned k = 0; k < NumBlocks; k++) begin
      leads[k]  = valid_i[k];
      rank_o[k] = '0;
      for (int unsigned j = 0; j < k; j++) begin
        if (leads[j] && col_i[j] == col_i[k]) rank_o[k] += RankWidth'(1);
      end
      for (int unsigned j = 0; j < k; j++) begin
        if (leads[j] && block_i[j] == block_i[k]) begin
          leads[k]  = 1'b0;
          rank_o[k] = rank_o[j];
        end
      end
      if (!valid_i[k]) rank_o[k] = '0;
      if (rank_o[k] > last_o) last_o = rank_o[k];
    end
  end

endmodule
