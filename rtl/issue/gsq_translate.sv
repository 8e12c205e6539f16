// SPDX-License-Identifier: Apache-2.0
// Translates a memory command into a memory operation for the access pipe.
//
// A field that the command does not have gets its neutral value: contiguous blocks, one iteration,
// no distribution. Numbers are cut to the bits that a legal command needs, so that no register
// holds more. An address at or above UbBytes becomes another such address. Address, length and
// first byte of an unaligned store, and the entry of the response queue, are entered in later
// stages.
//
// Combinational.

module gsq_translate
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// 1: there are strided commands, and those that name the width of their indices.
  parameter int unsigned LaneOps = 0
) (
  /// Command.
  input  cmd_t       cmd_i,
  /// Row of the command in the table of commands.
  input  cmd_facts_t facts_i,
  /// Memory operation; of other commands only the width means something.
  output mem_op_t    op_o
);

  localparam int unsigned AddrWidth  = $clog2(UbBytes);
  localparam int unsigned BlockWidth = $clog2(UbBytes / BlockBytes);

  typedef logic [AddrWidth-1:0]  addr_t;
  typedef logic [BlockWidth-1:0] block_t;

  logic  strided;     // lanes of the gather or scatter have no indices, but a stride
  logic  form_width;  // they have indices of the width of the form
  addr_t align_mask;  // of the addresses of slots and blocks at indices

  always_comb begin
    align_mask = '0;  // other commands are checked at issue
    if (facts_i.mask == MaskBlock) align_mask = addr_t'(BlockBytes - 1);
    // The bits below a power of two are those above which it has a bit.
    if (facts_i.mask == MaskSlot) begin
      align_mask = addr_t'((32'd1 << elem_log2(cmd_i.form)) - 32'd1) |
                   addr_t'(bits_above(cmd_i.align));
    end
  end

  assign strided    = LaneOps != 0 && is_strided(facts_i);
  assign form_width = LaneOps != 0 && facts_i.mask == MaskSlot && !facts_i.fields.width;

  assign op_o = '{
    kind:       facts_i.kind,
    distr:      facts_i.fields.distr ? cmd_i.distr : DistNorm,
    form:       cmd_i.form,
    mode:       cmd_i.mode,
    width:      form_width ? index_width(cmd_i.form) : cmd_i.width,
    alu:        facts_i.alu,
    addr:       32'({(cmd_i.addr >> AddrWidth) != '0, addr_t'(cmd_i.addr)}),
    strided:    strided,
    bounded:    LaneOps != 0 && facts_i.kind == MemGatherReg && facts_i.mask == MaskLane,
    row_stride: {strided && cmd_i.row_stride[31], 31'(addr_t'(cmd_i.row_stride))},
    col:        32'(addr_t'(cmd_i.col)),
    align_mask: 32'(align_mask),
    src_block:  {27'(block_t'(cmd_i.src1[31:5])), 27'(block_t'(cmd_i.src0[31:5]))},
    blk_stride: {16'(block_t'(cmd_i.blk2)), 16'(block_t'(cmd_i.blk1)),
                 facts_i.fields.blk0 ? 16'(block_t'(cmd_i.blk0)) : 16'd1},
    rep_stride: {cmd_i.rep2, cmd_i.rep1, cmd_i.rep0},
    iterations: facts_i.fields.iterations ? cmd_i.iterations[7:0] : 8'd1,
    n:          cmd_i.n[8:0],
    first:      '0,
    u:          cmd_i.u,
    merge:      LaneOps != 0 && facts_i.fields.merge && cmd_i.merge,
    vd:         cmd_i.vd,
    vs:         cmd_i.vs,
    vi:         cmd_i.vi,
    rsp_id:     '0
  };

endmodule
