// SPDX-License-Identifier: Apache-2.0
// gsq_slot_to_bank: both codings give the same function.
module prove_slot_to_bank #(
  parameter int unsigned Slots = 4,
  parameter int unsigned Banks = 2,
  parameter int unsigned RowWidth = 3,
  parameter int unsigned WordBytes = 4
) (
  input logic [Slots-1:0]                    hit_i,
  input logic [Slots-1:0][$clog2(Banks)-1:0] bank_i,
  input logic [Slots-1:0][RowWidth-1:0]      row_i,
  input logic [Slots-1:0][WordBytes-1:0]     be_i,
  input logic [Slots-1:0][8*WordBytes-1:0]   data_i
);

  logic [$clog2(Banks)-1:0] bank [Slots];
  logic [RowWidth-1:0]      row [Slots];
  logic [WordBytes-1:0]     be [Slots];
  logic [8*WordBytes-1:0]   data [Slots];

  for (genvar i = 0; i < Slots; i++) begin : g_slot
    assign bank[i] = bank_i[i];
    assign row[i]  = row_i[i];
    assign be[i]   = be_i[i];
    assign data[i] = data_i[i];
  end

  logic [Banks-1:0]       req [2];
  logic [RowWidth-1:0]    bank_row [2][Banks];
  logic [WordBytes-1:0]   bank_be [2][Banks];
  logic [8*WordBytes-1:0] bank_data [2][Banks];

  for (genvar c = 0; c < 2; c++) begin : g_coding
    gsq_slot_to_bank #(
      .Slots(Slots), .Banks(Banks), .RowWidth(RowWidth), .WordBytes(WordBytes), .OneHot(c)
    ) dut (
      .hit_i, .bank_i(bank), .row_i(row), .be_i(be), .data_i(data), .req_o(req[c]),
      .row_o(bank_row[c]), .be_o(bank_be[c]), .data_o(bank_data[c])
    );
  end

  always_comb begin
    // Slots of one beat that name the same bank name the same word: prove_xbar shows it.
    for (int unsigned i = 1; i < Slots; i++) begin
      for (int unsigned j = 0; j < i; j++) begin
        assume (!hit_i[i] || !hit_i[j] || bank_i[i] != bank_i[j] || row_i[i] == row_i[j]);
      end
    end
    same_req: assert (req[0] == req[1]);
  end

  for (genvar b = 0; b < Banks; b++) begin : g_bank
    always_comb begin
      same_row: assert (bank_row[0][b] == bank_row[1][b]);
      same_be: assert (bank_be[0][b] == bank_be[1][b]);
      same_data: assert (bank_data[0][b] == bank_data[1][b]);
    end
  end

endmodule
