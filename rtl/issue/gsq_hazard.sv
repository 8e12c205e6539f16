// SPDX-License-Identifier: Apache-2.0
// Decides when the command in the intake register may issue.
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
  /// Command valid.
  input  logic                valid_i,
  /// Class of the command.
  input  class_e              class_i,
  /// The command reads V at vs_i.
  input  logic                reads_vs_i,
  /// The command writes V at vd_i.
  input  logic                writes_vd_i,
  /// Vector register that it reads as data.
  input  logic [4:0]          vs_i,
  /// Vector register that it writes.
  input  logic [4:0]          vd_i,
  /// The response queue is full.
  input  logic                rsp_full_i,
  /// The memory queue is full.
  input  logic                queue_full_i,
  /// The compute pipe moves in this cycle.
  input  logic                compute_move_i,
  /// Per register: a compute command writes it in a later cycle.
  input  logic [NumVregs-1:0] compute_pending_i,
  /// Per register: a memory command writes it in this cycle or later.
  input  logic [NumVregs-1:0] memory_pending_i,
  /// The command issues.
  output logic                issue_o
);

  logic source_pending;  // vs_i is not written yet
  logic free;            // the conditions for the class of the command hold

  assign source_pending = reads_vs_i && (compute_pending_i[vs_i] || memory_pending_i[vs_i]);

  always_comb begin
    free = 1'b1;
    unique case (class_i)
      ClassImmediate: ;
      ClassCompute: begin
        free = compute_move_i && !source_pending && !(writes_vd_i && memory_pending_i[vd_i]);
      end
      ClassMemory: free = !queue_full_i && !(writes_vd_i && compute_pending_i[vd_i]);
    endcase
  end

  assign issue_o = valid_i && !rsp_full_i && free;

endmodule
