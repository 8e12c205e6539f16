// gsq_slot_order followed by gsq_slot_rank: a slot's rank is the number of smaller words that its
// group wants from its bank; of slots that write the same byte only the highest keeps it.
//
// Both blocks only have output registers: a group that enters in cycle 0 leaves in cycle 2.
module prove_slot_rank #(
  parameter int unsigned Slots = 8,
  parameter int unsigned Banks = 4,
  parameter int unsigned RowWidth = 3,
  parameter int unsigned WordBytes = 2
) (
  input logic                                clk_i,
  input logic                                we_i,
  input logic [Slots-1:0]                    use_i,
  input logic [Slots-1:0][$clog2(Banks)-1:0] bank_i,
  input logic [Slots-1:0][RowWidth-1:0]      row_i,
  input logic [Slots-1:0][WordBytes-1:0]     be_i
);

  logic [$clog2(Banks)-1:0] bank [Slots];
  logic [RowWidth-1:0]      row [Slots];
  logic [WordBytes-1:0]     be [Slots], be_o [Slots];
  logic [Slots-1:0]         earlier [Slots];
  logic [Slots-1:0]         lead;
  logic [$clog2(Slots)-1:0] rank [Slots];

  for (genvar i = 0; i < Slots; i++) begin : g_slot
    assign bank[i] = bank_i[i];
    assign row[i]  = row_i[i];
    assign be[i]   = be_i[i];
  end

  gsq_slot_order #(
    .Slots(Slots), .BankWidth($clog2(Banks)), .RowWidth(RowWidth), .WordBytes(WordBytes)
  ) u_order (
    .clk_i, .en_i(1'b1), .we_i, .use_i, .bank_i(bank), .row_i(row), .be_i(be), .before_o(earlier),
    .lead_o(lead), .be_o
  );

  gsq_slot_rank #(
    .Slots(Slots)
  ) u_rank (
    .clk_i, .en_i(1'b1), .before_i(earlier), .lead_i(lead), .rank_o(rank)
  );

  // What entered one and two cycles ago.
  logic                                known1_q = 1'b0, known2_q = 1'b0;
  logic                                we_q;
  logic [Slots-1:0]                    use1_q, use2_q;
  logic [Slots-1:0][$clog2(Banks)-1:0] bank1_q, bank2_q;
  logic [Slots-1:0][RowWidth-1:0]      row1_q, row2_q;
  logic [Slots-1:0][WordBytes-1:0]     be_q;

  always_ff @(posedge clk_i) begin
    {known1_q, we_q, use1_q, bank1_q, row1_q, be_q} <= {1'b1, we_i, use_i, bank_i, row_i, be_i};
    {known2_q, use2_q, bank2_q, row2_q} <= {known1_q, use1_q, bank1_q, row1_q};
  end

  logic [Banks-1:0][2**RowWidth-1:0] wanted;

  always_comb begin
    wanted = '0;
    for (int unsigned i = 0; i < Slots; i++) begin
      if (use2_q[i]) wanted[bank2_q[i]][row2_q[i]] = 1'b1;
    end
  end

  for (genvar i = 0; i < Slots; i++) begin : g_check
    logic [$clog2(Slots):0] smaller;
    logic [WordBytes-1:0]   covered;  // bytes that a higher slot names too

    always_comb begin
      smaller = '0;
      for (int unsigned r = 0; r < 2 ** RowWidth; r++) begin
        if (r < 32'(row2_q[i])) smaller += ($clog2(Slots)+1)'(wanted[bank2_q[i]][r]);
      end
      covered = '0;
      for (int unsigned j = i + 1; j < Slots; j++) begin
        if (use1_q[j] && bank1_q[j] == bank1_q[i] && row1_q[j] == row1_q[i]) covered |= be_q[j];
      end
      ranked: assert (!known2_q || !use2_q[i] || ($clog2(Slots)+1)'(rank[i]) == smaller);
      highest_wins: assert (!known1_q || !use1_q[i] ||
                            be_o[i] == (we_q ? be_q[i] & ~covered : be_q[i]));
    end
  end

endmodule
