// SPDX-License-Identifier: Apache-2.0
// Checks a command, and gives its class and the contents of its response.
//
// All checks at issue are here, by priority: opcode, form and width first, then fields out of
// range, alignment, the order of the squeeze stream, and bounds. Legal widths, forms, modes and
// distributions come from the table of commands. A command with an error becomes an immediate one:
// it only sends a response. The lanes of gathers and scatters are checked later, in the access
// pipe.
//
// Combinational.

`include "gsq_param_checks.svh"

module gsq_decode
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// 1: any row stride; 0: row strides of 0 or a power of two.
  parameter int unsigned RowMultiplier = 1,
  /// Derived, do not set: bits that hold 0..VlenBytes.
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1),
  /// Derived, do not set: bits that hold 0..UbBytes.
  localparam int unsigned ArWidth = $clog2(UbBytes + 1)
) (
  /// Command.
  input  cmd_t        cmd_i,
  /// Its row in the table of commands; all zero for an undefined opcode.
  input  cmd_facts_t  facts_i,
  /// The mask of a vec command is legal, see gsq_vec_mask.
  input  logic        vec_mask_legal_i,
  /// Error of the squeeze stream, see gsq_stream_state.
  input  status_e     stream_status_i,
  /// The command is a stream command that has nothing to write.
  input  logic        stream_nothing_i,
  /// Bytes that a squeeze keeps.
  input  logic [CountWidth-1:0] kept_i,
  /// AR.
  input  logic [ArWidth-1:0] ar_i,
  /// Class of the command.
  output class_e      class_o,
  /// Status.
  output status_e     status_o,
  /// Info word.
  output logic [31:0] info_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_ROW_MULTIPLIER(RowMultiplier)

  logic        known;      // the opcode exists, with this width, form, mode and distribution
  logic        pack_fits;  // the lane width is the one that packing needs
  field_e      field;      // lowest field out of range
  logic        bad_field;
  logic        row_stride_fits;
  logic        blk_stride_bad;
  logic [4:0]  start_bits;  // bits of the start that must be 0
  logic        aligned;
  logic [31:0] footprint;  // bytes of a load or store of neighbouring blocks
  logic        inside_ub;
  logic        nothing;    // the command is legal and has nothing to do
  logic [8:0]  fault;      // lowest operand or block outside UB

  assign known = facts_i.widths[cmd_i.width] && facts_i.forms[cmd_i.form] &&
                 facts_i.modes[cmd_i.mode] && facts_i.dists[cmd_i.distr] && pack_fits;

  assign pack_fits = !facts_i.fields.distr ||
                     ((cmd_i.distr != DistPackB16 || cmd_i.width == WidthB16) &&
                      (cmd_i.distr != DistPackB32 || cmd_i.width == WidthB32));

  always_comb begin
    bad_field = 1'b0;
    field     = FieldN;
    // Which check a command has follows from the fields that mean something to it.
    if (facts_i.fields.pattern) begin
      bad_field = cmd_i.pattern > PatAllf;
      field     = FieldPattern;
    end else if (facts_i.fields.iterations) begin
      bad_field = 1'b1;
      if (!vec_mask_legal_i) field = FieldMask;
      else if (cmd_i.iterations > 32'd255) field = FieldRepeat;
      else if (blk_stride_bad) field = FieldBlkStride;
      else bad_field = 1'b0;
    end else if (facts_i.fields.blk0 && !facts_i.writes_vd) begin
      bad_field = blk_stride_bad;
      field     = FieldBlkStride;
    end else if (facts_i.fields.n && facts_i.fields.abs) begin
      bad_field = cmd_i.abs && cmd_i.n > 32'(VlenBytes);
    end else if (facts_i.fields.align) begin
      bad_field = 1'b1;
      if ((cmd_i.align & (cmd_i.align - 32'd1)) != '0) field = FieldAlign;
      else if (cmd_i.mode == ModeRow && !row_stride_fits) field = FieldRowStride;
      else if (cmd_i.mode == ModeRow && cmd_i.col >= UbBytes) field = FieldCol;
      else bad_field = 1'b0;
    end
  end

  // A block stride of 0 would write several blocks to one address.
  assign blk_stride_bad  = VlenBytes > BlockBytes && cmd_i.blk0 == '0;
  assign row_stride_fits = cmd_i.row_stride < UbBytes &&
      (RowMultiplier != 0 || (cmd_i.row_stride & (cmd_i.row_stride - 32'd1)) == '0);

  // Ranges of strided operands: 0 dst or the operand of a block form, 1 src0, 2 src1.
  localparam int unsigned PlaceWidth = VlenBytes > BlockBytes ? $clog2(VlenBytes / BlockBytes) : 1;
  logic [2:0][31:0]       start;
  logic [2:0][15:0]       blk_stride;
  logic [2:0][7:0]        rep_stride;
  logic [2:0]             outside;
  logic [PlaceWidth-1:0]  outside_block [3];
  logic                   unused_blocks;  // vec names the operand

  assign start         = {cmd_i.src1, cmd_i.src0, cmd_i.addr};
  assign blk_stride    = {cmd_i.blk2, cmd_i.blk1, cmd_i.blk0};
  assign rep_stride    = {cmd_i.rep2, cmd_i.rep1, cmd_i.rep0};
  assign unused_blocks = ^{outside_block[1], outside_block[2]};

  for (genvar i = 0; i < 3; i++) begin : g_range
    gsq_agu_range #(
      .VlenBytes(VlenBytes),
      .UbBytes  (UbBytes)
    ) u_range (
      .start_i     (start[i][31:5]),
      .blk_stride_i(blk_stride[i]),
      .rep_stride_i(rep_stride[i]),
      .repeat_i    (facts_i.fields.iterations ? cmd_i.iterations[7:0] : 8'd1),
      .outside_o   (outside[i]),
      .block_o     (outside_block[i])
    );
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

  always_comb begin
    // Blocks whose places do not depend on indices; gsq_stream_state checks those of the stream.
    inside_ub = 1'b1;
    fault     = '0;
    footprint = cmd_i.distr == DistNorm ? 32'(VlenBytes) : 32'(VlenBytes / 2);
    if (facts_i.fields.iterations) begin
      inside_ub = cmd_i.iterations == '0 ||
                  !(outside[0] || outside[1] || (facts_i.fields.src1 && outside[2]));
      fault     = outside[0] ? 9'd0 : (outside[1] ? 9'd1 : 9'd2);
    end else if (facts_i.fields.blk0) begin
      inside_ub = !outside[0];
      fault     = 9'(outside_block[0]);
    end else if (facts_i.fields.addr && !facts_i.reads_vi && facts_i.stream == StreamNone) begin
      inside_ub = 33'(cmd_i.addr) + 33'(footprint) <= 33'(UbBytes);
    end
  end

  always_comb begin
    info_o = '0;
    if (!known) begin
      status_o = StErrOpcode;
    end else if (bad_field) begin
      status_o = StErrParam;
      info_o   = 32'(field);
    end else if (!aligned) begin
      status_o = StErrAlign;
    end else if (stream_status_i != StOk) begin
      status_o = stream_status_i;
    end else if (!inside_ub) begin
      status_o = StErrBounds;
      info_o   = 32'(fault);
    end else begin
      status_o = StOk;
      if (facts_i.stream == StreamCount) info_o = 32'(kept_i);
      if (facts_i.stream == StreamRead) info_o = 32'(ar_i);
    end
  end

  assign nothing = stream_nothing_i || (facts_i.fields.iterations && cmd_i.iterations == '0);
  assign class_o = status_o == StOk && !nothing ? facts_i.cls : ClassImmediate;

endmodule
