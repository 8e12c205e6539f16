// SPDX-License-Identifier: Apache-2.0
// Judges an instruction of the RISC-V vector extension when it is issued: whether it is legal, and
// what it needs and gives.
//
// Combinational.

module gsq_rvv_judge
  import gsq_rvv_pkg::*;
#(
  /// Bytes of a vector register: 32, 64, 128 or 256.
  parameter int unsigned VlenBytes = 256
) (
  /// Instruction word.
  input  logic [31:0] instr_i,
  /// Value of the x register in the field rs1.
  input  logic [31:0] rs1_i,
  /// Value of the x register in the field rs2.
  input  logic [31:0] rs2_i,
  /// vl and vtype before the instruction.
  input  rvv_state_t  state_i,
  /// The word is an instruction of the table, and legal with this vtype. All other outputs mean
  /// something only then.
  output logic        legal_o,
  /// What the instruction does.
  output rvv_kind_e   kind_o,
  /// What the x register in the field rd gets of the response to the last command.
  output rvv_answer_e answer_o,
  /// The field rs1 is an x register whose value counts.
  output logic        reads_rs1_o,
  /// The same for rs2.
  output logic        reads_rs2_o,
  /// The commands access the Unified Buffer.
  output logic        ub_o,
  /// The first address of an access is a multiple of the bytes of an element.
  output logic        aligned_o,
  /// RvvSet: vl and vtype after the instruction, otherwise as before.
  output rvv_state_t  state_o
);

  // Whether a group of 2^size registers begins with this one.
  function automatic logic begins(logic [2:0] number, logic signed [3:0] size);
    unique case (size)
      4'sd1:   return !number[0];
      4'sd2:   return number[1:0] == '0;
      4'sd3:   return number[2:0] == '0;
      default: return 1'b1;
    endcase
  endfunction

  // Whether a register is one of a group of 2^size that begins with another.
  function automatic logic belongs(logic [4:0] number, logic [4:0] first, logic signed [3:0] size);
    unique case (size)
      4'sd1:   return number[4:1] == first[4:1];
      4'sd2:   return number[4:2] == first[4:2];
      4'sd3:   return number[4:3] == first[4:3];
      default: return number == first;
    endcase
  endfunction

  logic [4:0] rd, vs1, vs2;
  logic [2:0] funct3;
  logic [1:0] width;  // of loads and stores
  assign rd     = instr_i[11:7];
  assign vs1    = instr_i[19:15];
  assign vs2    = instr_i[24:20];
  assign funct3 = instr_i[14:12];
  assign width  = instr_i[13:12];

  logic      hit;
  /* verilator lint_off UNUSEDSIGNAL */  // not what only its commands depend on
  rvv_what_t row;
  /* verilator lint_on UNUSEDSIGNAL */

  gsq_rvv_row u_row (.instr_i, .hit_o(hit), .row_o(row));

  // ---- vset and reads of its registers ----------------------------------------------------------

  logic              sets, reads;  // vset, and reads of vl, vtype, vlenb
  logic signed [3:0] ratio;        // before the instruction

  assign ratio = rvv_ratio(state_i.vsew, state_i.vlmul);

  gsq_rvv_set #(
    .VlenBytes(VlenBytes)
  ) u_set (
    .instr_i, .rs1_i, .rs2_i, .state_i, .state_o,
    .sets_o (sets),
    .reads_o(reads)
  );

  // ---- Whether it is legal ----------------------------------------------------------------------

  logic              masked, vector, store, whole;
  logic              single;    // groups have at most one register
  logic signed [3:0] lmul, own_size;
  logic signed [3:0] vd_size, vs2_size;  // log2 of the registers of groups
  logic [2:0]        counted;   // a number of registers, less 1
  logic              group_legal, into_group, apart, memory_legal, counted_legal;

  assign masked   = !instr_i[25];
  assign vector   = funct3 == 3'b000 || funct3 == 3'b010;
  assign store    = instr_i[5];
  assign whole    = row.counted && row.memory;
  assign lmul     = signed'({state_i.vlmul[2], state_i.vlmul});
  assign own_size = signed'({2'b0, width}) - ratio;
  assign single   = lmul <= 0;
  assign vd_size  = row.memory ? own_size : lmul;
  assign vs2_size = row.indexed ? own_size : lmul;
  assign counted  = row.memory ? instr_i[31:29] : vs1[2:0];

  assign group_legal =
      (!row.group_vd || (begins(rd[2:0], vd_size) && (!masked || store || rd != '0))) &&
      (!row.group_vs2 || begins(vs2[2:0], vs2_size)) &&
      (!row.group_vs1 || !vector || begins(vs1[2:0], lmul)) &&
      (!row.unmasked_vd || !masked || rd != '0);
  // A mask, which is one register, may be the first one of a group that is read.
  assign into_group = (rd != vs2 && belongs(rd, vs2, lmul)) ||
                      (vector && rd != vs1 && belongs(rd, vs1, lmul));
  assign apart = (!row.mask_vd || !into_group) && (!row.apart_vs2 || rd != vs2) &&
                 (!row.apart_vs1 || rd != vs1);

  // Indices that are not as wide as elements lie in one register.
  always_comb begin
    memory_legal = 1'b1;
    if (row.memory && !whole && !row.any) memory_legal = own_size <= 4'sd3;
    if (row.indexed) begin
      memory_legal = own_size <= 4'sd3 &&
                     (width == state_i.vsew || (single && own_size <= 0)) &&
                     (store || width >= state_i.vsew || rd != vs2);
    end
  end

  assign counted_legal = !row.counted ||
      (counted inside {3'd0, 3'd1, 3'd3, 3'd7} && (rd[2:0] & counted) == '0 &&
       (row.memory || (vs2[2:0] & counted) == '0));

  assign legal_o = sets || reads ||
      (hit && (row.no_vtype || !state_i.vill) &&
       (row.bits ? ratio >= 0 : row.every || row.any || single) &&
       group_legal && apart && memory_legal && counted_legal &&
       (!row.halves || state_i.vsew == 2'd1) &&
       (!row.agnostic || (state_i.vta && (!masked || state_i.vma))));

  assign ub_o        = row.memory || row.indexed;
  assign reads_rs1_o = sets ? instr_i[31:30] != 2'b11 && vs1 != '0
                            : !reads && (ub_o || funct3[2]);
  assign reads_rs2_o = sets ? instr_i[31:30] == 2'b10 : row.strided;

  always_comb begin
    kind_o = RvvCommands;
    if (sets) kind_o = RvvSet;
    else if (reads) kind_o = RvvRead;
    answer_o = RvvNoAnswer;
    unique case (row.answer)
      2'd1: answer_o = RvvNumber;
      2'd2: answer_o = RvvFirst;
      2'd3: begin
        unique case (state_i.vsew)
          2'd0:    answer_o = RvvByte;
          2'd1:    answer_o = RvvHalf;
          default: answer_o = RvvNumber;
        endcase
      end
      default: ;
    endcase
  end

  always_comb begin
    unique case (row.indexed ? state_i.vsew : width)
      2'd0:    aligned_o = 1'b1;
      2'd1:    aligned_o = !rs1_i[0];
      default: aligned_o = rs1_i[1:0] == '0;
    endcase
    if (!ub_o || (!whole && state_i.vl == '0)) aligned_o = 1'b1;
  end

endmodule
