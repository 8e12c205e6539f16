// SPDX-License-Identifier: Apache-2.0
// Checks the rules of AXI4 on one port, of both sides, in simulation.
//
// valid and payload hold until ready; answers come only to what was asked, with its identifier and
// its number of beats, a write answer after its last data; no answer is valid in reset; an answer
// comes within Patience cycles.

`include "gsq_assert.svh"

module axi_checker #(
  /// Width of the data.
  parameter int unsigned DataWidth = 64,
  /// Width of identifiers.
  parameter int unsigned IdWidth = 4,
  /// Cycles in which something is outstanding and no answer is offered.
  parameter int unsigned Patience = 2000,
  /// 1: AXI4-Lite, where every burst is one beat.
  parameter int unsigned Lite = 0
) (
  /// Clock.
  input logic                   clk_i,
  /// Reset, active low.
  input logic                   rst_ni,
  /// The channels of AXI4.
  input logic                   aw_valid_i,
  input logic                   aw_ready_i,
  input logic [IdWidth-1:0]     aw_id_i,
  input logic [31:0]            aw_addr_i,
  input logic [7:0]             aw_len_i,
  input logic [2:0]             aw_size_i,
  input logic [1:0]             aw_burst_i,
  input logic                   w_valid_i,
  input logic                   w_ready_i,
  input logic [DataWidth-1:0]   w_data_i,
  input logic [DataWidth/8-1:0] w_strb_i,
  input logic                   w_last_i,
  input logic                   b_valid_i,
  input logic                   b_ready_i,
  input logic [IdWidth-1:0]     b_id_i,
  input logic [1:0]             b_resp_i,
  input logic                   ar_valid_i,
  input logic                   ar_ready_i,
  input logic [IdWidth-1:0]     ar_id_i,
  input logic [31:0]            ar_addr_i,
  input logic [7:0]             ar_len_i,
  input logic [2:0]             ar_size_i,
  input logic [1:0]             ar_burst_i,
  input logic                   r_valid_i,
  input logic                   r_ready_i,
  input logic [IdWidth-1:0]     r_id_i,
  input logic [DataWidth-1:0]   r_data_i,
  input logic [1:0]             r_resp_i,
  input logic                   r_last_i
);

  localparam int unsigned Ids = 1 << IdWidth;
  localparam int unsigned Most = 64;  // bursts outstanding with one identifier
  localparam logic [1:0] ExOkay = 2'b01;

  // Both sides: what is offered stays until it is taken.
  `GSQ_ASSUME_HOLD(aw_holds, aw_valid_i, aw_ready_i,
                   {aw_id_i, aw_addr_i, aw_len_i, aw_size_i, aw_burst_i})
  `GSQ_ASSUME_HOLD(w_holds, w_valid_i, w_ready_i, {w_data_i, w_strb_i, w_last_i})
  `GSQ_ASSUME_HOLD(ar_holds, ar_valid_i, ar_ready_i,
                   {ar_id_i, ar_addr_i, ar_len_i, ar_size_i, ar_burst_i})
  `GSQ_ASSERT_HOLD(b_holds, b_valid_i, b_ready_i, {b_id_i, b_resp_i})
  `GSQ_ASSERT_HOLD(r_holds, r_valid_i, r_ready_i, {r_id_i, r_data_i, r_resp_i, r_last_i})

  // No answer in reset.
  `GSQ_ASSERT(quiet_in_reset, rst_ni || !(b_valid_i || r_valid_i), 1'b1)

  // No exclusive access was asked for.
  `GSQ_ASSERT(b_not_exclusive, !b_valid_i || b_resp_i != ExOkay)
  `GSQ_ASSERT(r_not_exclusive, !r_valid_i || r_resp_i != ExOkay)

  // Writes: bursts outstanding by identifier; last data not yet answered.
  int unsigned writes_q [Ids];
  int unsigned data_q;   // bursts whose last data came
  logic        b_taken;

  assign b_taken = b_valid_i && b_ready_i;

  `GSQ_ASSERT(b_was_asked, !b_valid_i || writes_q[b_id_i] != 0)
  `GSQ_ASSERT(b_after_data, !b_valid_i || data_q != 0)

  // Reads: lengths of the bursts outstanding by identifier, a ring.
  logic [7:0]  length_q [Ids][Most];
  int unsigned first_q [Ids];
  int unsigned reads_q [Ids];
  logic [7:0]  beat_q [Ids];
  logic        r_taken;
  logic [7:0]  length;

  assign r_taken = r_valid_i && r_ready_i;
  assign length  = Lite != 0 ? '0 : length_q[r_id_i][first_q[r_id_i] % Most];

  `GSQ_ASSERT(r_was_asked, !r_valid_i || reads_q[r_id_i] != 0)
  `GSQ_ASSERT(r_last_is_last, !r_valid_i || r_last_i == (beat_q[r_id_i] == length))

  // Something is outstanding, and nothing comes.
  int unsigned waited_q;
  int unsigned asked_q;  // read bursts

  `GSQ_ASSERT(answers_come, waited_q < Patience)

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < Ids; i++) begin
        writes_q[i] <= 0;
        first_q[i]  <= 0;
        reads_q[i]  <= 0;
        beat_q[i]   <= 0;
      end
      data_q        <= 0;
      waited_q      <= 0;
      asked_q       <= 0;
    end else begin
      if (aw_valid_i && aw_ready_i) writes_q[aw_id_i] <= writes_q[aw_id_i] + 1;
      if (b_taken) writes_q[b_id_i] <= writes_q[b_id_i] - 1;
      if (aw_valid_i && aw_ready_i && b_taken && aw_id_i == b_id_i) begin
        writes_q[b_id_i] <= writes_q[b_id_i];
      end
      data_q <= data_q + 32'(w_valid_i && w_ready_i && w_last_i) - 32'(b_taken);
      if (ar_valid_i && ar_ready_i) begin
        length_q[ar_id_i][(first_q[ar_id_i] + reads_q[ar_id_i]) % Most] <= ar_len_i;
        reads_q[ar_id_i] <= reads_q[ar_id_i] + 1;
      end
      if (r_taken) begin
        beat_q[r_id_i] <= r_last_i ? '0 : beat_q[r_id_i] + 1'b1;
        if (r_last_i) begin
          first_q[r_id_i] <= first_q[r_id_i] + 1;
          if (ar_valid_i && ar_ready_i && ar_id_i == r_id_i) reads_q[r_id_i] <= reads_q[r_id_i];
          else reads_q[r_id_i] <= reads_q[r_id_i] - 1;
        end
      end
      asked_q <= asked_q + 32'(ar_valid_i && ar_ready_i) - 32'(r_taken && r_last_i);
      waited_q <= (asked_q == 0 && data_q == 0) || b_valid_i || r_valid_i ? 0 : waited_q + 1;
    end
  end

endmodule
