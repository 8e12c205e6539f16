// SPDX-License-Identifier: Apache-2.0
// The instructions of the RISC-V vector extension that write vl and vtype, vset, or read them.
//
// Combinational.

module gsq_rvv_set
  import gsq_rvv_pkg::*;
#(
  /// Bytes of a vector register.
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
  /// The word is vsetvli, vsetivli or vsetvl.
  output logic        sets_o,
  /// The word reads vl, vtype or vlenb, and writes none of them.
  output logic        reads_o,
  /// vl and vtype after the instruction.
  output rvv_state_t  state_o
);

  logic [4:0]        rd, rs1;
  logic [2:0]        funct3;
  logic              immediate;  // vsetivli: the number of elements is in the word
  logic              keeps;      // vl stays, so VLMAX has to
  logic              set_legal;
  logic [31:0]       vtype, avl;
  logic signed [3:0] ratio;
  logic [11:0]       vlmax;
  rvv_state_t        set;

  assign rd        = instr_i[11:7];
  assign rs1       = instr_i[19:15];
  assign funct3    = instr_i[14:12];
  assign immediate = instr_i[31:30] == 2'b11;
  assign keeps     = !immediate && rs1 == '0 && rd == '0;
  assign sets_o    = instr_i[6:0] == 7'h57 && funct3 == 3'b111 &&
                     (!instr_i[31] || immediate || instr_i[30:25] == '0);
  // csrrs, csrrc and those with an immediate, of nothing: 0xc20 to 0xc22.
  assign reads_o   = instr_i[6:0] == 7'h73 && funct3[1] && rs1 == '0 &&
                     instr_i[31:22] == 10'h308 && instr_i[21:20] != 2'd3;

  always_comb begin
    vtype = rs2_i;
    if (!instr_i[31]) vtype = {21'd0, instr_i[30:20]};
    else if (immediate) vtype = {22'd0, instr_i[29:20]};
    avl = rs1_i;
    if (immediate) avl = {27'd0, rs1};
    else if (rs1 == '0) avl = rd == '0 ? 32'(state_i.vl) : '1;
  end

  assign ratio     = rvv_ratio(vtype[4:3], vtype[2:0]);
  assign vlmax     = rvv_vlmax(ratio, VlenBytes);
  assign set_legal = vtype[31:8] == '0 && vtype[5:3] < 3'd3 && vtype[2:0] != 3'b100 &&
                     ratio <= 4'sd2 &&
                     (!keeps || (!state_i.vill &&
                                 ratio == rvv_ratio(state_i.vsew, state_i.vlmul)));

  always_comb begin
    set      = '0;
    set.vill = !set_legal;
    if (set_legal) begin
      set.vma   = vtype[7];
      set.vta   = vtype[6];
      set.vsew  = vtype[4:3];
      set.vlmul = vtype[2:0];
      set.vl    = avl > 32'(vlmax) ? vlmax : avl[11:0];
    end
  end

  assign state_o = sets_o ? set : state_i;

endmodule
