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

  localparam int unsigned PtrWidth = Depth > 1 ? $clog2(Depth) : 1;
  localparam logic [PtrWidth-1:0] Last = PtrWidth'(Depth - 1);

  data_t               data_q [Depth];  // no reset
  logic [Depth-1:0]    used_q;
  logic [PtrWidth-1:0] head_q;
  logic [PtrWidth-1:0] tail_q;
  logic                pop;

  assign pop = valid_o && ready_i;

  // Entry by entry, since a pointer has values that name none.
  always_comb begin
    valid_o = 1'b0;
    data_o  = '0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (head_q == PtrWidth'(i)) begin
        valid_o = used_q[i];
        data_o  = data_q[i];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
      head_q <= '0;
      tail_q <= '0;
    end else begin
      if (pop) head_q <= head_q == Last ? '0 : head_q + 1'b1;
      if (push_i) tail_q <= tail_q == Last ? '0 : tail_q + 1'b1;
      for (int unsigned i = 0; i < Depth; i++) begin
        used_q[i] <= (push_i && tail_q == PtrWidth'(i)) ||
                     (used_q[i] && !(pop && head_q == PtrWidth'(i)));
      end
    end
  end

  for (genvar i = 0; i < Depth; i++) begin : g_entry
    always_ff @(posedge clk_i) begin
      if (push_i && tail_q == PtrWidth'(i)) data_q[i] <= data_i;
    end
  end

  `GSQ_ASSUME(never_overflows, !push_i || !used_q[tail_q])
  `GSQ_ASSERT_HOLD(oldest_holds, valid_o, ready_i, data_o)

endmodule
