// SPDX-License-Identifier: Apache-2.0
// Translates a memory command into a memory operation for the access pipe.
//
// A field that the command does not have gets its neutral value: contiguous blocks, one iteration,
// no distribution. The address of an unaligned store comes from gsq_stream_state.
//
// Combinational.

`include "gsq_param_checks.svh"

module gsq_translate
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Derived, do not set: bits that hold 0..VlenBytes.
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1)
) (
  /// Command.
  input  cmd_t                  cmd_i,
  /// Its row in the table of commands.
  input  cmd_facts_t            facts_i,
  /// Unaligned stores: first byte to write.
  input  logic [31:0]           start_i,
  /// Unaligned stores: bytes of the stream, or end of the bytes held.
  input  logic [CountWidth-1:0] n_i,
  /// Unaligned stores: first valid byte of the first block.
  input  logic [4:0]            first_i,
  /// Entry of that command in the response queue.
  input  logic [RspIdWidth-1:0] rsp_id_i,
  /// Memory operation; any value for other commands.
  output mem_op_t               op_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)

  logic [31:0] align_mask;  // of the addresses of slots and blocks at indices

  always_comb begin
    align_mask = '0;
    unique case (facts_i.mask)
      MaskSlot: begin
        align_mask = (32'd1 << elem_log2(cmd_i.form)) - 32'd1;
        if (cmd_i.align != '0) align_mask |= cmd_i.align - 32'd1;
      end
      MaskBlock: align_mask = 32'(BlockBytes - 1);
      MaskNone, MaskLane, MaskOwn, MaskWrite: ;  // checked at issue
    endcase
  end

  assign op_o = '{
    kind:       facts_i.kind,
    distr:      facts_i.fields.distr ? cmd_i.distr : DistNorm,
    form:       cmd_i.form,
    mode:       cmd_i.mode,
    width:      cmd_i.width,
    alu:        facts_i.alu,
    addr:       facts_i.stream == StreamNone ? cmd_i.addr : start_i,
    row_stride: cmd_i.row_stride,
    col:        cmd_i.col,
    align_mask: align_mask,
    src_block:  {cmd_i.src1[31:5], cmd_i.src0[31:5]},
    blk_stride: {cmd_i.blk2, cmd_i.blk1, facts_i.fields.blk0 ? cmd_i.blk0 : 16'd1},
    rep_stride: {cmd_i.rep2, cmd_i.rep1, cmd_i.rep0},
    iterations: facts_i.fields.iterations ? cmd_i.iterations[7:0] : 8'd1,
    n:          9'(n_i),
    first:      first_i,
    u:          cmd_i.u,
    vd:         cmd_i.vd,
    vs:         cmd_i.vs,
    vi:         cmd_i.vi,
    rsp_id:     rsp_id_i
  };

endmodule
