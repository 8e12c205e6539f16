// SPDX-License-Identifier: Apache-2.0
// The mask registers: written and read by the command in stage D0.
//
// create_mask and update_mask write the lanes of a pattern or a count (gsq_mask_gen), set_mask its
// immediate, mask.* what they make of others (gsq_mask_logic). What a compare has found is written
// from the compute pipe. A command that reads a
// mask gets the bytes of the active lanes; a strided, repeated command has its mask in the command,
// and gets the bytes of its lanes. Reset does not change the mask registers.
//
// Latency: outputs are combinational; a register changes at the end of the cycle with write_i or
// compare_write_i. Throughput: one command a cycle. Handshake: none.

`include "gsq_assert.svh"

module gsq_mask_regs
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector, bits of a mask.
  parameter int unsigned VlenBytes = 256,
  /// 1: there are the commands mask.*, and indices with a width of their own.
  parameter int unsigned LaneOps = 0
) (
  input  logic                 clk_i,
  /// Command in D0.
  input  cmd_t                 cmd_i,
  /// How the command uses a mask.
  input  mask_use_e            use_i,
  /// The command has a width; where its mask is one of slots, that of its indices.
  input  logic                 own_index_i,
  /// Operation of a command mask.*.
  input  mask_op_e             op_i,
  /// A command goes to D0; with LaneOps, like masks_i.
  input  logic                 take_i,
  /// Numbers of mask registers in the fields m, vs, vi and vd of that command.
  input  logic [3:0][2:0]      masks_i,
  /// The command writes its mask register, in this cycle.
  input  logic                 write_i,
  /// There is a compare: write_i is 0. With LaneOps, like all of compares.
  input  logic                 compare_i,
  /// The compare writes a mask register in this cycle.
  input  logic                 compare_write_i,
  /// Mask register to write.
  input  logic [2:0]           compare_m_i,
  /// Value to write; 0 without a compare.
  input  logic [VlenBytes-1:0] compare_mask_i,
  /// Mask of the lanes to count: those that gsq_mask_logic finds active, else the mask register of
  /// the command.
  output logic [VlenBytes-1:0] count_o,
  /// Bit of the lowest of these lanes in a command mask.*, VlenBytes if there is none.
  output logic [$clog2(VlenBytes):0] place_o,
  /// The lowest 32 of these lanes in a command mask.*, a bit each.
  output logic [31:0]          bits_o,
  /// Bytes of the active lanes.
  output logic [VlenBytes-1:0] bytes_o,
  /// The mask in the command is legal: it selects at least one lane, none above the last.
  output logic                 own_legal_o
);

  logic [NumMregs-1:0][VlenBytes-1:0] mreg_q;  // no reset
  logic [VlenBytes-1:0]               mask;        // mask register of the command
  logic [VlenBytes-1:0]               made;        // by create_mask, update_mask
  logic [VlenBytes-1:0]               own;         // by these and set_mask
  logic [VlenBytes-1:0]               lane_bytes;  // by the mask register
  logic [VlenBytes-1:0]               own_bytes;   // by the mask in the command
  logic [VlenBytes-1:0]               value;       // to write
  logic [NumMregs-1:0]                write;
  width_e                             width;       // of the lanes

  always_ff @(posedge clk_i) begin
    for (int unsigned m = 0; m < NumMregs; m++) begin
      if (write[m]) mreg_q[m] <= value;
    end
  end

  if (LaneOps != 0) begin : g_logic
    logic [VlenBytes-1:0] first, second, result, active;
    logic                 logical;

    // A bit for each mask register that the command names: its numbers select too slowly. Those of
    // gsq_mask_order would be too slow for the ready of the command port, if they drove these.
    logic [3:0][NumMregs-1:0] named_q;  // no reset

    always_ff @(posedge clk_i) begin
      if (take_i) begin
        for (int unsigned i = 0; i < 4; i++) named_q[i] <= NumMregs'(1) << masks_i[i];
      end
    end

    always_comb begin
      {mask, first, second} = '0;
      for (int unsigned m = 0; m < NumMregs; m++) begin
        mask   |= mreg_q[m] & {VlenBytes{named_q[0][m]}};
        first  |= mreg_q[m] & {VlenBytes{named_q[1][m]}};
        second |= mreg_q[m] & {VlenBytes{named_q[2][m]}};
      end
    end

    gsq_mask_logic #(
      .VlenBytes(VlenBytes)
    ) u_logic (
      .op_i,
      .width_i (cmd_i.width),
      .first_i (first),
      .second_i(second),
      .under_i (mask),
      .mask_o  (result),
      .active_o(active),
      .place_o,
      .bits_o
    );

    assign logical = use_i == MaskLogic;
    assign count_o = logical ? active : mask;

    for (genvar m = 0; m < NumMregs; m++) begin : g_write
      assign write[m] = (write_i && (logical ? named_q[3][m] : named_q[0][m])) ||
                        (compare_write_i && compare_m_i == 3'(m));
    end

    // What mask.* and compares make comes late, and is 0 without one.
    assign value = (((own & {VlenBytes{use_i == MaskWrite}}) | result) & ~{VlenBytes{compare_i}}) |
                   compare_mask_i;

    `GSQ_ASSUME(one_write, !write_i || !compare_i, 1'b1)
    `GSQ_ASSUME(no_mask_without_compare, compare_i || compare_mask_i == '0, 1'b1)
  end else begin : g_no_logic
    assign mask    = mreg_q[cmd_i.m];
    assign write   = NumMregs'(write_i) << cmd_i.m;
    assign count_o = mask;
    assign value   = own;
    assign place_o = '0;
    assign bits_o  = '0;

    logic unused_op;
    assign unused_op = ^{op_i, take_i, masks_i, own_index_i, compare_i, compare_write_i,
                         compare_m_i, compare_mask_i};
  end

  gsq_mask_gen #(
    .VlenBytes(VlenBytes)
  ) u_mask_gen (
    .by_count_i(cmd_i.op == OpUpdateMask),
    .width_i   (cmd_i.width),
    .pattern_i (cmd_i.pattern),
    .count_i   (cmd_i.n),
    .mask_o    (made)
  );

  assign own = cmd_i.op == OpSetMask ? VlenBytes'(set_mask_imm(cmd_i)) : made;

  always_comb begin
    width = cmd_i.width;
    if (use_i == MaskSlot) width = slot_width(cmd_i.form);
    if (use_i == MaskBlock) width = WidthB32;
  end

  gsq_lane_mask #(
    .VlenBytes(VlenBytes)
  ) u_lane_mask (
    .mask_i (mask),
    .width_i(width),
    .bytes_o(lane_bytes)
  );

  gsq_vec_mask #(
    .VlenBytes(VlenBytes)
  ) u_vec_mask (
    .use_i    (use_i == MaskOwn),
    .mask_i   (cmd_i.mask),
    .bitwise_i(cmd_i.bitwise),
    .width_i  (cmd_i.width),
    .legal_o  (own_legal_o),
    .bytes_o  (own_bytes)
  );

  // Of lanes narrower than their indices there are only as many as a vector has indices.
  localparam logic [VlenBytes-1:0] Half    = VlenBytes'({VlenBytes / 2{1'b1}});
  localparam logic [VlenBytes-1:0] Quarter = VlenBytes'({VlenBytes / 4{1'b1}});
  logic [VlenBytes-1:0] indexed;  // bytes of lanes that have an index

  always_comb begin
    indexed = '1;
    if (LaneOps != 0 && use_i == MaskSlot && own_index_i) begin
      if (width == WidthB16 && cmd_i.width == WidthB32) indexed = Half;
      if (width == WidthB8 && cmd_i.width == WidthB16) indexed = Half;
      if (width == WidthB8 && cmd_i.width == WidthB32) indexed = Quarter;
    end
  end

  assign bytes_o = use_i == MaskOwn ? own_bytes : lane_bytes & indexed;

endmodule
