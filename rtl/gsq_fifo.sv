// SPDX-License-Identifier: Apache-2.0
// Queue whose sender knows that there is room: it has counted what it asked for.
//
// Latency: 1 cycle. Throughput: one in and one out a cycle. Handshake: valid/ready at the output;
// none at the input, where a push into a full queue must not happen.

`include "gsq_assert.svh"

module gsq_fifo #(
  /// What it holds.
  parameter type data_t = logic [31:0],
  /// Entries, at least 2.
  parameter int unsigned Depth = 4
) (
  input  logic  clk_i,
  input  logic  rst_ni,
  /// An entry comes in this cycle.
  input  logic  push_i,
  /// The entry.
  input  data_t data_i,
  output logic  valid_o,
  input  logic  ready_i,
  /// The oldest entry.
  output data_t data_o
);

  data_t            data_q [Depth];  // no reset
  logic [Depth-1:0] used_q;
  logic [Depth-1:0] head_q;  // one bit: a deep queue would need long to find its entry by number
  logic [Depth-1:0] tail_q;
  logic             pop;

  assign valid_o = (head_q & used_q) != '0;
  assign pop     = valid_o && ready_i;

  always_comb begin
    data_o = '0;
    for (int unsigned i = 0; i < Depth; i++) data_o = data_o | (head_q[i] ? data_q[i] : '0);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
      head_q <= Depth'(1);
      tail_q <= Depth'(1);
    end else begin
      if (pop) head_q <= {head_q[Depth-2:0], head_q[Depth-1]};
      if (push_i) tail_q <= {tail_q[Depth-2:0], tail_q[Depth-1]};
      used_q <= (used_q & ~(pop ? head_q : '0)) | (push_i ? tail_q : '0);
    end
  end

  for (genvar i = 0; i < Depth; i++) begin : g_entry
    always_ff @(posedge clk_i) begin
      if (push_i && tail_q[i]) data_q[i] <= data_i;
    end
  end

  `GSQ_ASSUME(never_overflows, !push_i || (used_q & tail_q) == '0)
  `GSQ_ASSERT_HOLD(oldest_holds, valid_o, ready_i, data_o)

endmodule
