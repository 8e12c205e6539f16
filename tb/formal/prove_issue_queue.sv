// SPDX-License-Identifier: Apache-2.0
// gsq_issue_queue: follows one arbitrary command from its push until it leaves.
module prove_issue_queue
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 32
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 push_i,
  input issue_entry_t         entry_i,
  input logic [VlenBytes-1:0] bytes_i,
  input logic                 pop_i,
  input logic                 pick_i    // follow the command that is pushed now
);

  logic                 ready, valid;
  issue_entry_t         entry;
  logic [VlenBytes-1:0] bytes;

  gsq_issue_queue #(
    .VlenBytes(VlenBytes)
  ) dut (
    .clk_i, .rst_ni, .ready_o(ready), .push_i, .entry_i, .bytes_i, .valid_o(valid), .pop_i,
    .entry_o(entry), .bytes_o(bytes)
  );

  logic                 started_q = 1'b0;
  logic [1:0]           count_q;   // commands in the queue
  logic                 follow_q;  // one is followed
  logic                 ahead_q;   // an older one is in the queue
  issue_entry_t         entry_q;   // the followed command
  logic [VlenBytes-1:0] bytes_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!follow_q) {entry_q, bytes_q} <= {entry_i, bytes_i};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q  <= '0;
      follow_q <= 1'b0;
      ahead_q  <= 1'b0;
    end else begin
      count_q <= count_q + 2'(push_i) - 2'(pop_i);
      if (follow_q) begin
        if (pop_i) ahead_q <= 1'b0;
        if (pop_i && !ahead_q) follow_q <= 1'b0;
      end else if (push_i && pick_i) begin
        follow_q <= 1'b1;
        ahead_q  <= count_q != 2'(pop_i);
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!push_i || ready);
    assume (!pop_i || valid);

    ready_is_right: assert (ready == (count_q < 2'(IssueQueueDepth)));
    valid_is_right: assert (valid == (count_q != '0));
    in_its_turn: assert (!follow_q || ahead_q || (valid && {entry, bytes} == {entry_q, bytes_q}));

    // Invariants that make the above inductive: registers of the queue and those here agree.
    inv_count: assert (count_q <= 2'd2 && dut.valid_q == {count_q == 2'd2, count_q != '0});
    inv_ahead: assert (!follow_q || {1'b0, ahead_q} < count_q);
    inv_follow: assert (!follow_q || ({dut.entry_q[ahead_q], dut.bytes_q[ahead_q]} ==
                                      {entry_q, bytes_q}));
  end

endmodule
