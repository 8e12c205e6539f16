// SPDX-License-Identifier: Apache-2.0
// Says when the command in stage D0 waits for a compare, which writes its mask register later.
//
// A mask register is awaited from the cycle after a compare has left D0 until it is written. Until
// then nobody reads or writes it. A command that writes a mask register waits as well while a
// compare is at the lane ALU: both have one port.
//
// What registers a command names is kept here, a bit each: its own numbers drive the multiplexers
// of all masks, and are too late for the ready of the command port.
//
// Latency: waits_o is combinational, from registers only. Throughput: one compare a cycle.
// Handshake: leaves_i only while waits_o is 0.

`include "gsq_assert.svh"

module gsq_mask_order
  import gsq_pkg::*;
(
  input  logic            clk_i,
  input  logic            rst_ni,
  /// Per field m, vs, vi and vd of the command in D0: it names a mask register that the command
  /// reads or writes.
  input  logic [3:0]      uses_i,
  /// A command goes to D0.
  input  logic            take_i,
  /// Numbers in these fields of that command.
  input  logic [3:0][2:0] masks_i,
  /// The command writes a mask register as it leaves D0.
  input  logic            writes_i,
  /// A compare without error leaves D0; it writes the last of them later.
  input  logic            leaves_i,
  /// A compare is at the lane ALU.
  input  logic            compare_i,
  /// The compare writes its mask register in this cycle.
  input  logic            compare_write_i,
  /// Mask register to write.
  input  logic [2:0]      compare_m_i,
  /// The command in D0 has to stay there.
  output logic            waits_o
);

  logic [NumMregs-1:0]      awaited_d, awaited_q;
  logic [3:0][NumMregs-1:0] named_q;  // per field; no reset

  always_ff @(posedge clk_i) begin
    if (take_i) begin
      for (int unsigned i = 0; i < 4; i++) named_q[i] <= NumMregs'(1) << masks_i[i];
    end
  end

  always_comb begin
    waits_o = writes_i && compare_i;
    for (int unsigned i = 0; i < 4; i++) waits_o |= uses_i[i] && (named_q[i] & awaited_q) != '0;
  end

  always_comb begin
    awaited_d = awaited_q;
    if (compare_write_i) awaited_d[compare_m_i] = 1'b0;
    if (leaves_i) awaited_d |= named_q[3];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) awaited_q <= '0;
    else         awaited_q <= awaited_d;
  end

  `GSQ_ASSUME(leaves_when_it_may, !leaves_i || !waits_o)
  `GSQ_ASSUME(write_is_awaited, !compare_write_i || awaited_q[compare_m_i])

endmodule
