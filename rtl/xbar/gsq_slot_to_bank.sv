// SPDX-License-Identifier: Apache-2.0
// Crossbar from slots to banks: puts the accesses of one beat onto the bank ports.
//
// All slots of a beat that name the same bank name the same word there. In a write, they have
// different bytes; together they make one access.
//
// Combinational. Two codings of the same function, chosen by OneHot: AND-OR trees, which map to
// small and fast gates, and indexed assignments, which simulate an order of magnitude faster.

module gsq_slot_to_bank #(
  /// Slots of a group.
  parameter int unsigned Slots = 64,
  /// Number of banks, a power of two, at least 2.
  parameter int unsigned Banks = 64,
  /// Bits of a word address within a bank.
  parameter int unsigned RowWidth = 10,
  /// Bytes of a word.
  parameter int unsigned WordBytes = 4,
  /// 1: AND-OR trees; 0: indexed assignments.
  parameter int unsigned OneHot = 1,
  localparam int unsigned BankWidth = $clog2(Banks)
) (
  /// Per slot: it is served in this beat.
  input  logic [Slots-1:0]       hit_i,
  /// Per slot: bank.
  input  logic [BankWidth-1:0]   bank_i [Slots],
  /// Per slot: word within the bank.
  input  logic [RowWidth-1:0]    row_i [Slots],
  /// Per slot: bytes of the word that it reads or writes.
  input  logic [WordBytes-1:0]   be_i [Slots],
  /// Per slot: data to write, at its place in the word.
  input  logic [8*WordBytes-1:0] data_i [Slots],
  /// Per bank: it is accessed.
  output logic [Banks-1:0]       req_o,
  /// Per bank: word.
  output logic [RowWidth-1:0]    row_o [Banks],
  /// Per bank: bytes read or written.
  output logic [WordBytes-1:0]   be_o [Banks],
  /// Per bank: data to write, 0 where be_o is 0.
  output logic [8*WordBytes-1:0] data_o [Banks]
);

  // Bytes that a slot does not write must not reach the word.
  function automatic logic [8*WordBytes-1:0] keep(logic [8*WordBytes-1:0] data,
                                                  logic [WordBytes-1:0] be);
    for (int unsigned b = 0; b < WordBytes; b++) keep[8*b +: 8] = data[8*b +: 8] & {8{be[b]}};
  endfunction

  if (OneHot != 0) begin : g_one_hot
    for (genvar b = 0; b < Banks; b++) begin : g_bank
      logic [Slots-1:0] mine;

      always_comb begin
        row_o[b]  = '0;
        be_o[b]   = '0;
        data_o[b] = '0;
        for (int unsigned i = 0; i < Slots; i++) begin
          mine[i]    = hit_i[i] && bank_i[i] == BankWidth'(b);
          row_o[b]  |= row_i[i] & {RowWidth{mine[i]}};
          be_o[b]   |= be_i[i] & {WordBytes{mine[i]}};
          data_o[b] |= keep(data_i[i], be_i[i]) & {8 * WordBytes{mine[i]}};
        end
        req_o[b] = |mine;
      end
    end
  end else begin : g_indexed
    always_comb begin
      req_o = '0;
      for (int unsigned b = 0; b < Banks; b++) begin
        row_o[b]  = '0;
        be_o[b]   = '0;
        data_o[b] = '0;
      end
      for (int unsigned i = 0; i < Slots; i++) begin
        if (hit_i[i]) begin
          req_o[bank_i[i]]  = 1'b1;
          row_o[bank_i[i]]  = row_i[i];
          be_o[bank_i[i]]   = be_o[bank_i[i]] | be_i[i];
          data_o[bank_i[i]] = data_o[bank_i[i]] | keep(data_i[i], be_i[i]);
        end
      end
    end
  end

endmodule
