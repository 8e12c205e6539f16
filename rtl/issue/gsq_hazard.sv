// SPDX-License-Identifier: Apache-2.0
// Decides when the command at the head of the issue queue issues.
//
// A command waits for a place in the response queue. A compute command also waits until the pipe
// moves, its source is written, and older loads of its destination are done; a memory command also
// waits for a place in the memory queue, and for older compute commands that write its destination.
// A memory command waits for its sources later, in the memory queue and the access pipe.
//
// Combinational.
module gsq_hazard
  import gsq_pkg::*;
(
  input  logic   valid_i,
  /// Class of the command.
  input  class_e class_i,
  /// The command reads V at vs.
  input  logic   reads_vs_i,
  /// A compute command reads V at vi.
  input  logic   reads_vi_i,
  /// The command writes V at vd.
  input  logic   writes_vd_i,
  /// The response queue is full.
  input  logic   rsp_full_i,
  /// The memory queue is full.
  input  logic   queue_full_i,
  /// The compute pipe moves in this cycle.
  input  logic   compute_move_i,
  /// A compute command writes vs in a later cycle.
  input  logic   vs_from_compute_i,
  /// A memory command writes vs in a later cycle.
  input  logic   vs_from_memory_i,
  /// A compute command writes vi in a later cycle.
  input  logic   vi_from_compute_i,
  /// A memory command writes vi in a later cycle.
  input  logic   vi_from_memory_i,
  /// A compute command writes vd in a later cycle.
  input  logic   vd_from_compute_i,
  /// A memory command writes vd in a later cycle.
  input  logic   vd_from_memory_i,
  /// The command issues.
  output logic   issue_o
);

  logic free;  // the conditions for the class of the command hold

  always_comb begin
    free = 1'b1;
    if (class_i == ClassCompute) begin
      free = compute_move_i && !(reads_vs_i && (vs_from_compute_i || vs_from_memory_i)) &&
             !(reads_vi_i && (vi_from_compute_i || vi_from_memory_i)) &&
             !(writes_vd_i && vd_from_memory_i);
    end else if (class_i == ClassMemory) begin
      free = !queue_full_i && !(writes_vd_i && vd_from_compute_i);
    end
  end

  assign issue_o = valid_i && !rsp_full_i && free;

endmodule
