// SPDX-License-Identifier: Apache-2.0
// Checks of a command that need the command alone, in stage D0.
//
// By priority: opcode, form and width first, then fields out of range, alignment, and bounds of
// accesses without repetition. Legal widths, forms, modes and distributions come from the table of
// commands. Left for stage D1 are errors of the squeeze stream and the bounds of strided, repeated
// commands, see gsq_verdict; the lanes of gathers and scatters are checked in the access pipe.
//
// Combinational.

module gsq_decode
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  /// Command.
  input  cmd_t                  cmd_i,
  /// Row of the command in the table of commands; 0 for an opcode that is not there.
  input  cmd_facts_t            facts_i,
  /// The mask of a vec command is legal, see gsq_vec_mask.
  input  logic                  vec_mask_legal_i,
  /// Per block of the vector: it has an active lane.
  input  logic [Cfg.Blocks-1:0] active_i,
  /// Class of the command, if it has no error.
  output class_e                class_o,
  /// Errors. Below the one of highest priority the others may have any value.
  output errors_t               errors_o,
  /// Lowest field out of range.
  output field_e                field_o,
  /// Per block: a command without repetition accesses it, and it lies outside UB.
  output logic [Cfg.Blocks-1:0] outside_o,
  /// The command writes a mask register and has no error.
  output logic                  writes_mask_o,
  /// The command is a compare and has no error.
  output logic                  compares_o,
  /// Unaligned store, explicit form: its bytes end above UB.
  output logic                  stream_outside_o
);

  logic                  known;      // the opcode exists, with this width, form, mode, distribution
  logic                  pack_fits;  // the lane width is the one that packing needs
  logic                  bad_field;
  logic                  strided;
  logic                  row_stride_fits;
  logic                  stride_fits;
  logic                  blk_stride_bad;
  logic [4:0]            start_bits;  // bits of the start that must be 0
  logic                  aligned;
  logic                  halves;    // half as many bytes in UB as in the vector
  logic [Cfg.Blocks-1:0] accessed;  // blocks, by a load or store without repetition
  logic [Cfg.Blocks-1:0] beyond;    // they lie outside UB

  assign known = facts_i.widths[cmd_i.width] && facts_i.forms[cmd_i.form] &&
                 facts_i.modes[cmd_i.mode] && facts_i.dists[cmd_i.distr] && pack_fits;

  assign pack_fits = !facts_i.fields.distr ||
                     ((cmd_i.distr != DistPackB16 || cmd_i.width == WidthB16) &&
                      (cmd_i.distr != DistPackB32 || cmd_i.width == WidthB32));

  always_comb begin
    bad_field = 1'b0;
    field_o   = FieldN;
    // Which check a command has follows from the fields that mean something to it.
    if (facts_i.fields.pattern) begin
      bad_field = cmd_i.pattern > PatAllf;
      field_o   = FieldPattern;
    end else if (facts_i.fields.iterations) begin
      bad_field = 1'b1;
      if (!vec_mask_legal_i) field_o = FieldMask;
      else if (cmd_i.iterations > 32'd255) field_o = FieldRepeat;
      else if (blk_stride_bad) field_o = FieldBlkStride;
      else bad_field = 1'b0;
    end else if (facts_i.fields.blk0 && !facts_i.writes_vd) begin
      bad_field = blk_stride_bad;
      field_o   = FieldBlkStride;
    end else if (facts_i.fields.n && facts_i.fields.abs) begin
      bad_field = cmd_i.abs && cmd_i.n > 32'(Cfg.VlenBytes);
    end else if (facts_i.fields.align) begin
      bad_field = 1'b1;
      if (several(cmd_i.align)) field_o = FieldAlign;
      else if (strided && !stride_fits) field_o = FieldRowStride;
      else if (!strided && cmd_i.mode == ModeRow && !row_stride_fits) field_o = FieldRowStride;
      else if (!strided && cmd_i.mode == ModeRow && cmd_i.col >= Cfg.UbBytes) field_o = FieldCol;
      else bad_field = 1'b0;
    end
  end

  // A block stride of 0 would write several blocks to one address.
  assign blk_stride_bad  = Cfg.VlenBytes > BlockBytes && cmd_i.blk0 == '0;
  assign row_stride_fits = cmd_i.row_stride < Cfg.UbBytes &&
      (Cfg.RowMultiplier != 0 || !several(cmd_i.row_stride));

  // Strides of lanes have a sign: one is above -UbBytes if its inverse is below UbBytes - 1.
  // The number of a negative power of two differs from its double in one bit.
  assign strided = Cfg.LaneOps != 0 && is_strided(facts_i);

  always_comb begin
    stride_fits = row_stride_fits;
    if (cmd_i.row_stride[31]) begin
      stride_fits = ~cmd_i.row_stride < Cfg.UbBytes - 1 &&
          (Cfg.RowMultiplier != 0 || !several(cmd_i.row_stride ^ (cmd_i.row_stride << 1)));
    end
  end

  always_comb begin
    // Slots start at an element, the stream at any byte, all others at a block.
    start_bits = 5'(BlockBytes - 1);
    if (facts_i.mask == MaskSlot) start_bits = (5'd1 << elem_log2(cmd_i.form)) - 5'd1;
    if (!facts_i.fields.addr || facts_i.stream != StreamNone) start_bits = '0;
    aligned = (cmd_i.addr[4:0] & start_bits) == '0;
    if (facts_i.fields.iterations) begin
      aligned = (cmd_i.addr[4:0] | cmd_i.src0[4:0]) == '0 &&
                (!facts_i.fields.src1 || cmd_i.src1[4:0] == '0);
    end
  end

  gsq_block_range #(.Cfg(Cfg)) u_block_range (
    .start_i     (cmd_i.addr[31:5]),
    .blk_stride_i(facts_i.fields.blk0 ? cmd_i.blk0 : 16'd1),
    .outside_o   (beyond)
  );

  // Loads access all their blocks, stores those that they write. Packed, a block holds the lanes
  // of two blocks of the vector.
  assign halves = facts_i.fields.distr && cmd_i.distr != DistNorm;

  always_comb begin
    accessed = active_i;
    if (halves) begin
      accessed = '0;
      for (int unsigned i = 0; i < Cfg.Blocks; i++) accessed[i/2] |= active_i[i];
    end
    if (facts_i.writes_vd) begin
      accessed = '1;
      if (halves && Cfg.Blocks > 1) accessed >>= Cfg.Blocks / 2;
    end
    if (!facts_i.fields.addr || facts_i.fields.iterations || facts_i.reads_vi || strided ||
        facts_i.stream != StreamNone) begin
      accessed = '0;
    end
  end

  assign errors_o  = '{opcode: !known, param: bad_field, align: !aligned};
  assign outside_o = accessed & beyond;

  // The write has to start early; such a command has no other errors.
  assign writes_mask_o = (facts_i.mask == MaskWrite ||
                         (facts_i.mask == MaskLogic && facts_i.fields.vd)) && known &&
                        !(facts_i.fields.pattern && cmd_i.pattern > PatAllf);

  assign compares_o = Cfg.LaneOps != 0 && facts_i.mask == MaskCompare && known;

  assign stream_outside_o =
      33'(cmd_i.addr) + 33'(cmd_i.n[$clog2(Cfg.VlenBytes):0]) > 33'(Cfg.UbBytes);

  // No iterations: the command is legal and has nothing to do.
  assign class_o = facts_i.fields.iterations && cmd_i.iterations == '0 ? ClassImmediate :
                                                                         facts_i.cls;

endmodule
