// SPDX-License-Identifier: Apache-2.0
// The mask registers: written and read by the command in the intake register.
//
// create_mask and update_mask write the lanes of a pattern or a count (gsq_mask_gen), set_mask its
// immediate. A command that reads a mask gets the register and the bytes of the active lanes; a
// strided, repeated command has its mask in the command, and gets the bytes of its lanes. Reset
// does not change the mask registers.
//
// Latency: outputs are combinational; a register changes at the end of the cycle with commit_i.
// Throughput: one command a cycle. Handshake: none, commit_i only without error.

`include "gsq_param_checks.svh"

module gsq_mask_regs
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Bytes of a vector, bits of a mask.
  parameter int unsigned VlenBytes = 256,
  /// Derived, do not set: bits that hold 0..VlenBytes.
  localparam int unsigned CountWidth = $clog2(VlenBytes + 1)
) (
  /// Clock.
  input  logic                  clk_i,
  /// Command in the intake register.
  input  cmd_t                  cmd_i,
  /// How the command uses a mask.
  input  mask_use_e             use_i,
  /// The command issues without error: write its mask register, if it has one to write.
  input  logic                  commit_i,
  /// Mask register of the command.
  output logic [VlenBytes-1:0]  mask_o,
  /// Bytes of the active lanes by that register.
  output logic [VlenBytes-1:0]  bytes_o,
  /// Number of these bytes.
  output logic [CountWidth-1:0] kept_o,
  /// The mask in the command is legal: it selects at least one lane, none above the last.
  output logic                  own_legal_o,
  /// Bytes of the lanes that the mask in the command selects.
  output logic [VlenBytes-1:0]  own_bytes_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)

  logic [NumMregs-1:0][VlenBytes-1:0] mreg_q;  // no reset
  logic [VlenBytes-1:0]               made;
  logic [VlenBytes-1:0]               value;   // to write
  width_e                             width;   // of the lanes

  assign mask_o = mreg_q[cmd_i.m];
  assign kept_o = CountWidth'($countones(bytes_o));
  assign value  = cmd_i.op == OpSetMask ? VlenBytes'(set_mask_imm(cmd_i)) : made;

  always_ff @(posedge clk_i) begin
    if (commit_i && use_i == MaskWrite) mreg_q[cmd_i.m] <= value;
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
    unique case (use_i)
      MaskNone, MaskLane, MaskOwn, MaskWrite: ;
      MaskSlot:  width = slot_width(cmd_i.form);
      MaskBlock: width = WidthB32;
    endcase
  end

  gsq_lane_mask #(
    .VlenBytes(VlenBytes)
  ) u_lane_mask (
    .mask_i (mask_o),
    .width_i(width),
    .bytes_o(bytes_o)
  );

  gsq_vec_mask #(
    .VlenBytes(VlenBytes)
  ) u_vec_mask (
    .mask_i   (cmd_i.mask),
    .bitwise_i(cmd_i.bitwise),
    .width_i  (cmd_i.width),
    .legal_o  (own_legal_o),
    .bytes_o  (own_bytes_o)
  );

endmodule
