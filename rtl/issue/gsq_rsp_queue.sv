// SPDX-License-Identifier: Apache-2.0
// Responses in the order of issue.
//
// A command takes entry alloc_id_o when it issues. An entry that is not done at that time is marked
// done later, by its number, through one of the done ports. The oldest entry is the response once
// it is done.
//
// Latency: an entry that is allocated as done, or marked done, in cycle t is valid from t+1 on.
// Throughput: one allocation and one response a cycle. Handshake: alloc_i only while full_o is 0;
// rsp_valid_o depends on registers only and holds until the response is taken.

`include "gsq_assert.svh"

module gsq_rsp_queue
  import gsq_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  /// Number of ports that mark entries done.
  parameter int unsigned NumDone = 3,
  // Bits of an info word; mask.bits needs all 32.
  localparam int unsigned InfoWidth = Cfg.LaneOps != 0 ? 32 : $clog2(Cfg.UbBytes + 1)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  /// Queue full.
  output logic                               full_o,
  /// alloc_rsp_i holds a response, for which an entry is allocated in this or a later cycle.
  input  logic                               offer_i,
  /// Allocate it.
  input  logic                               alloc_i,
  /// Response of the allocated entry.
  input  rsp_t                               alloc_rsp_i,
  /// The allocated entry is already done.
  input  logic                               alloc_done_i,
  /// Number of the entry that is allocated next.
  output logic [RspIdWidth-1:0]              alloc_id_o,
  /// The command of an entry that is not done has failed.
  input  logic                               fault_i,
  /// Number of the entry of the failed command.
  input  logic [RspIdWidth-1:0]              fault_id_i,
  /// Status of the failed command.
  input  status_e                            fault_status_i,
  /// Info word of the failed command: its lowest illegal lane or block.
  input  logic [8:0]                         fault_lane_i,
  /// Per done port: an entry is done.
  input  logic [NumDone-1:0]                 done_i,
  /// Per done port: number of the entry that is done.
  input  logic [NumDone-1:0][RspIdWidth-1:0] done_id_i,
  output logic                               rsp_valid_o,
  input  logic                               rsp_ready_i,
  /// Response.
  output rsp_t                               rsp_o
);

  localparam int unsigned IdWidth = $clog2(Cfg.RspDepth);  // the upper bits of a number are 0

  typedef struct packed {
    logic [7:0]           tag;
    status_e              status;
    logic [InfoWidth-1:0] info;
  } stored_t;

  stored_t                 rsp_q [Cfg.RspDepth];  // no reset: valid only between the pointers
  stored_t                 head;
  logic [Cfg.RspDepth-1:0] done_q;
  logic [Cfg.RspDepth-1:0] first_q;  // one bit, at the place of the head
  logic [IdWidth:0]        head_q;   // one bit more than a number, to tell full from empty
  logic [IdWidth:0]        tail_q;
  logic [IdWidth-1:0]      tail;
  logic [IdWidth-1:0]      fault_id;
  logic [IdWidth-1:0]      done_id [NumDone];

  assign full_o      = tail_q == {~head_q[IdWidth], head_q[IdWidth-1:0]};
  assign alloc_id_o  = RspIdWidth'(tail);
  assign tail        = tail_q[IdWidth-1:0];
  assign fault_id    = fault_id_i[IdWidth-1:0];
  assign rsp_valid_o = head_q != tail_q && (done_q & first_q) != '0;
  assign rsp_o       = '{tag: head.tag, status: head.status, info: 32'(head.info)};

  for (genvar i = 0; i < NumDone; i++) begin : g_done
    assign done_id[i] = done_id_i[i][IdWidth-1:0];
  end

  if (IdWidth < RspIdWidth) begin : g_short
    logic unused_upper;
    assign unused_upper = ^{fault_id_i, done_id_i};
  end

  always_comb begin
    head = '0;
    for (int unsigned i = 0; i < Cfg.RspDepth; i++) head |= rsp_q[i] & {$bits(head){first_q[i]}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q  <= '0;
      first_q <= Cfg.RspDepth'(1);
      head_q  <= '0;
      tail_q  <= '0;
    end else begin
      if (alloc_i) begin
        done_q[tail] <= alloc_done_i;
        tail_q       <= tail_q + 1'b1;
      end
      for (int unsigned i = 0; i < NumDone; i++) begin
        if (done_i[i]) done_q[done_id[i]] <= 1'b1;
      end
      if (rsp_valid_o && rsp_ready_i) begin
        head_q  <= head_q + 1'b1;
        first_q <= {first_q[Cfg.RspDepth-2:0], first_q[Cfg.RspDepth-1]};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    // The next entry, if free, takes what is offered: its registers do not wait for alloc_i.
    if (offer_i && !full_o) begin
      rsp_q[tail] <= '{tag: alloc_rsp_i.tag, status: alloc_rsp_i.status,
                       info: alloc_rsp_i.info[InfoWidth-1:0]};
    end
    if (fault_i) begin
      rsp_q[fault_id].status <= fault_status_i;
      rsp_q[fault_id].info   <= InfoWidth'(fault_lane_i);
    end
  end

`ifdef GSQ_ASSERT_ON
  logic [Cfg.RspDepth-1:0] open;  // entries that are allocated and not done
  logic [Cfg.RspDepth-1:0] done;  // reported done in this cycle
  logic [IdWidth-1:0]      place;

  always_comb begin
    open = '0;
    done = '0;
    place = '0;
    if (done_i != '0 || fault_i) begin  // saves simulation time
      for (int unsigned i = 0; i < Cfg.RspDepth; i++) begin
        place   = IdWidth'(i) - head_q[IdWidth-1:0];
        open[i] = !done_q[i] && {1'b0, place} < tail_q - head_q;
      end
      for (int unsigned i = 0; i < NumDone; i++) begin
        if (done_i[i]) done[done_id[i]] = 1'b1;
      end
    end
  end
`endif
  `GSQ_ASSUME(alloc_has_place, !alloc_i || (offer_i && !full_o))
  `GSQ_ASSUME(info_fits, !alloc_i || (alloc_rsp_i.info >> InfoWidth) == '0)
  `GSQ_ASSERT(first_is_head, first_q == Cfg.RspDepth'(1) << head_q[IdWidth-1:0])
  `GSQ_ASSERT(at_most_depth, tail_q - head_q <= (IdWidth + 1)'(Cfg.RspDepth))
  `GSQ_ASSUME(done_once, (done & ~open) == '0 && $countones(done) == $countones(done_i))
  `GSQ_ASSUME(fault_before_done, !fault_i || open[fault_id])
  `GSQ_ASSERT_HOLD(rsp_holds, rsp_valid_o, rsp_ready_i, rsp_o)

endmodule
