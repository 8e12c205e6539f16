// SPDX-License-Identifier: Apache-2.0
// Vector registers that groups in the access pipe write in a later cycle.
//
// A command that reads such a register waits until the value is in V, or is being written to V.
//
// Combinational.

module gsq_pending_loads
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Stages that can hold a group whose command writes V.
  parameter int unsigned Stages = 7
) (
  /// Per stage: the stage holds a group.
  input  logic [Stages-1:0]   valid_i,
  /// Per stage: tag of its group.
  input  mem_tag_t            tag_i [Stages],
  /// Kind of the next command.
  input  mem_kind_e           kind_i,
  /// The next command has no index register.
  input  logic                strided_i,
  /// Data register of the next command, if it reads one.
  input  logic [4:0]          vs_i,
  /// Index register of the next command, if it reads one.
  input  logic [4:0]          vi_i,
  /// Per register: a command in the pipe writes it in a later cycle.
  output logic [NumVregs-1:0] loads_o,
  /// The next command reads a register that a load in the pipe still writes.
  output logic                stall_o
);

  always_comb begin
    loads_o = '0;
    for (int unsigned i = 0; i < Stages; i++) begin
      if (valid_i[i] && tag_i[i].ctrl.writes_v) loads_o[tag_i[i].vd] = 1'b1;
    end
  end

  assign stall_o = (reads_data(kind_i) && loads_o[vs_i]) ||
                   (reads_index(kind_i, strided_i) && loads_o[vi_i]);

endmodule
