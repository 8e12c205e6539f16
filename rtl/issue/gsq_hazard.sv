// SPDX-License-Identifier: Apache-2.0
// Says when the command in the intake register may issue.
//
// A command waits for a place in the response queue, and for what its class needs: a compute
// command for the pipe to move, for its source to be written, and for older loads of its
// destination; a memory command for a place in the memory queue and for older compute commands that
// write its destination. Sources of a memory command are waited for later, in the memory queue and
// the access pipe.
//
// Combinational.
module gsq_hazard
  import gsq_pkg::*;
(
  /// There is a command.
  input  logic                valid_i,
  /// How it is carried out.
  input  class_e              class_i,
  /// It reads V at vs_i.
  input  logic                reads_vs_i,
  /// It writes V at vd_i.
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

  logic source_pending;  // vs_i is yet to be written
  logic free;            // nothing that the class of the command needs is missing

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
