// SPDX-License-Identifier: Apache-2.0
// The row of the table of vector instructions that a word has.
//
// The word is compared with every instruction of the table. Since it is one of them at most, what
// is known of it is the OR of those that compare equal.
//
// Combinational.

module gsq_rvv_row
  import gsq_rvv_pkg::*;
(
  /// Instruction word.
  input  logic [31:0] instr_i,
  /// The word is an instruction of the table.
  output logic        hit_o,
  /// What it is.
  output rvv_what_t   row_o
);

  logic [NumRvv-1:0] hit;  // the word is this instruction

  for (genvar i = 0; i < NumRvv; i++) begin : g_instruction
    assign hit[i] = (instr_i & Rvv[i].mask) == Rvv[i].match && Rvv[i].funct3s[instr_i[14:12]];
  end

  assign hit_o = |hit;

  always_comb begin
    row_o = '0;
    for (int unsigned i = 0; i < NumRvv; i++) begin
      if (hit[i]) row_o = row_o | Rvv[i].what;
    end
  end

endmodule
