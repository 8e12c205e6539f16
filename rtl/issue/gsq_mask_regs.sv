// SPDX-License-Identifier: Apache-2.0
// The mask registers: what the command in the intake register writes to them and reads from them.
//
// create_mask and update_mask write what gsq_mask_gen makes of a pattern or a count, set_mask its
// immediate. A command that reads a mask gets the register as it is and the bytes of the active
// lanes; one of the address generator gets the bytes of the mask that it brings. Reset does not
// change the mask registers.
//
// Latency: outputs follow cmd_i at once; a register changes at the end of the cycle with commit_i.
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
  /// What it has to do with a mask.
  input  mask_use_e             use_i,
  /// The command issues and has no error: write its mask register, if it writes one.
  input  logic                  commit_i,
  /// The mask register that the command names.
  output logic [VlenBytes-1:0]  mask_o,
  /// Bytes of the active lanes by that register.
  output logic [VlenBytes-1:0]  bytes_o,
  /// How many these are.
  output logic [CountWidth-1:0] kept_o,
  /// The mask that a command brings selects from one lane to all lanes.
  output logic                  own_legal_o,
  /// Bytes of the lanes that it selects.
  output logic [VlenBytes-1:0]  own_bytes_o
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)

  logic [NumMregs-1:0][VlenBytes-1:0] mreg_q;  // without reset
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
