// SPDX-License-Identifier: Apache-2.0
// The mask registers: written and read by the command in stage D0.
//
// create_mask and update_mask write the lanes of a pattern or a count (gsq_mask_gen), set_mask its
// immediate. A command that reads a mask gets the bytes of the active lanes; a strided, repeated
// command has its mask in the command, and gets the bytes of its lanes. Reset does not change the
// mask registers.
//
// Latency: outputs are combinational; a register changes at the end of the cycle with write_i.
// Throughput: one command a cycle. Handshake: none.

module gsq_mask_regs
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector, bits of a mask.
  parameter int unsigned VlenBytes = 256
) (
  input  logic                 clk_i,
  /// Command in D0.
  input  cmd_t                 cmd_i,
  /// How the command uses a mask.
  input  mask_use_e            use_i,
  /// The command writes its mask register, in this cycle.
  input  logic                 write_i,
  /// Mask register of the command.
  output logic [VlenBytes-1:0] mask_o,
  /// Bytes of the active lanes.
  output logic [VlenBytes-1:0] bytes_o,
  /// The mask in the command is legal: it selects at least one lane, none above the last.
  output logic                 own_legal_o
);

  logic [NumMregs-1:0][VlenBytes-1:0] mreg_q;  // no reset
  logic [VlenBytes-1:0]               made;
  logic [VlenBytes-1:0]               lane_bytes;  // by the mask register
  logic [VlenBytes-1:0]               own_bytes;   // by the mask in the command
  logic [VlenBytes-1:0]               value;       // to write
  width_e                             width;       // of the lanes

  assign mask_o = mreg_q[cmd_i.m];
  assign value  = cmd_i.op == OpSetMask ? VlenBytes'(set_mask_imm(cmd_i)) : made;

  always_ff @(posedge clk_i) begin
    if (write_i) mreg_q[cmd_i.m] <= value;
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

  always_comb begin
    width = cmd_i.width;
    if (use_i == MaskSlot) width = slot_width(cmd_i.form);
    if (use_i == MaskBlock) width = WidthB32;
  end

  gsq_lane_mask #(
    .VlenBytes(VlenBytes)
  ) u_lane_mask (
    .mask_i (mask_o),
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

  assign bytes_o = use_i == MaskOwn ? own_bytes : lane_bytes;

endmodule
