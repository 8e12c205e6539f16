// SPDX-License-Identifier: Apache-2.0
// Stage M of the access pipe, beside the crossbar: removes groups with an illegal lane, and the
// other groups of their command.
//
// A group with an illegal lane accesses nothing, nor does any other group of its command. It loses
// its slots as it leaves M, and so does each later group of the command. An earlier one is in R
// itself, and loses its own as it leaves R: groups of a command follow each other without a gap.
// Where a command has more than two groups whose lanes can be illegal, all but the first two have
// passed M before, as groups that are only checked: such a group loses its slots, legal or not.
// The lowest illegal lane of the first such group is reported. Of groups that are only checked the
// report is a preliminary one: a group before them may have a lower illegal lane.
//
// Latency: 0, from stage M to kill_m_o and kill_r_o; the report comes in the cycle after the group
// left M. Throughput: one group a cycle. Handshake: load_i and leave_i.

`include "gsq_assert.svh"

module gsq_group_check
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  /// Slots of a group, at least 2.
  parameter int unsigned Slots = 64
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// A group goes to stage M.
  input  logic                  load_i,
  /// Per slot of the group at load_i: its lane is active and illegal.
  input  logic [Slots-1:0]      fault_i,
  /// Per slot of the group at load_i: an illegal lane is outside of UB; otherwise not aligned.
  input  logic [Slots-1:0]      outside_i,
  input  logic                  m_valid_i,
  /// The group in stage M leaves.
  input  logic                  m_pop_i,
  /// Contents of its slots.
  input  slot_ctrl_t            m_slot_i,
  /// Number of the group in stage M, of lanes narrower than words.
  input  logic [1:0]            m_group_i,
  /// The group in stage M is only checked.
  input  logic                  m_check_i,
  /// The group in stage M is the last of its command.
  input  logic                  m_last_i,
  /// Entry of its command in the response queue.
  input  logic [RspIdWidth-1:0] m_id_i,
  input  logic                  r_valid_i,
  /// The group in stage R is the last of its command.
  input  logic                  r_last_i,
  /// The group in M loses its slots as it leaves.
  output logic                  kill_m_o,
  /// The group in R loses its slots as it leaves.
  output logic                  kill_r_o,
  /// A command has an illegal lane. The last report of a command counts.
  output logic                  fault_o,
  /// StErrBounds or StErrAlign.
  output status_e               status_o,
  /// Lowest illegal lane or block of the first group that has one.
  output logic [8:0]            lane_o,
  /// Entry of the failed command in the response queue.
  output logic [RspIdWidth-1:0] id_o
);

  logic [Slots-1:0] fault_q;    // no reset, like outside_q
  logic [Slots-1:0] outside_q;
  logic             faulty;     // the group in M has an illegal lane
  logic             same;       // the group in R is of the same command
  logic             failed_q;   // an earlier group of the command in M had an illegal lane
  logic             told_q;     // ... and was not only checked: the last report of the command

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      fault_q   <= fault_i;
      outside_q <= outside_i;
    end
  end

  assign faulty   = m_valid_i && fault_q != '0;
  assign same     = m_valid_i && r_valid_i && !r_last_i;
  assign kill_m_o = faulty || (m_valid_i && (failed_q || m_check_i));
  assign kill_r_o = faulty && same;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {failed_q, told_q} <= '0;
    else if (m_pop_i) begin
      failed_q <= !m_last_i && (failed_q || faulty);
      told_q   <= !m_last_i && (told_q || (faulty && !m_check_i));
    end
  end

  // The lowest faulty slot, found by a tree: of two neighbours it selects the lower one if faulty.
  logic [Slots-1:0]      fault;
  logic [Slots-1:0]      outside;  // the selected fault is a bounds fault
  logic [Slots-1:0][8:0] slot;     // slot of the selected fault
  logic [8:0]            lane;

  always_comb begin
    fault   = fault_q;
    outside = 'x;
    slot    = 'x;
    if (faulty) begin  // saves simulation time, costs no gates
      outside = outside_q;
      for (int unsigned i = 0; i < Slots; i++) slot[i] = 9'(i);
      for (int unsigned half = 1; half < Slots; half *= 2) begin
        for (int unsigned i = 0; i < Slots; i += 2 * half) begin
          if (!fault[i]) begin
            outside[i] = outside[i+half];
            slot[i]    = slot[i+half];
          end
          fault[i] |= fault[i+half];
        end
      end
    end
    lane = slot[0];
    if (m_slot_i.place == PlaceIndexed) lane = slot[0] >> 3;
    else if (m_slot_i.elem == 2'd3) lane = slot[0] >> 1;
    else if (m_slot_i.lane inside {WidthB8, WidthB16}) lane = slot[0] + 9'(m_group_i) * 9'(Slots);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fault_o <= 1'b0;
    else fault_o <= m_pop_i && faulty && !told_q;
  end

  always_ff @(posedge clk_i) begin
    if (m_pop_i && faulty) begin
      status_o <= outside[0] ? StErrBounds : StErrAlign;
      lane_o   <= lane;
      id_o     <= m_id_i;
    end
  end

`ifdef GSQ_ASSERT_ON
  logic [1:0] before_q;  // groups of the command that were in M and may access, 2 or more
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) before_q <= '0;
    else if (m_pop_i && m_last_i) before_q <= '0;
    else if (m_pop_i && !m_check_i && !before_q[1]) before_q <= before_q + 1'b1;
  end
`endif
  `GSQ_ASSERT(accesses_after_checks, !faulty || m_check_i || failed_q || !before_q[1])
  `GSQ_ASSERT(fault_names_status, !fault_o || status_o inside {StErrBounds, StErrAlign})
  `GSQ_ASSUME(pops_what_is_there, !m_pop_i || m_valid_i)
  `GSQ_ASSUME(only_lanes, !faulty || m_slot_i.place inside {PlaceLanes, PlaceIndexed})

endmodule
