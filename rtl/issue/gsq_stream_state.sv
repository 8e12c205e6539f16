// SPDX-License-Identifier: Apache-2.0
// State of the squeeze stream in stage D1: AR, the pending count SQZN, and the fill of U0..U3.
//
// Checks squeeze, store_unalign and store_unalign_post against that state, gives the start and the
// length of an unaligned store, and updates the state when the command leaves D1. The bytes
// themselves are handled later, in the access pipe.
//
// Latency: the checks are combinational; the state changes at the end of the cycle with commit_i.
// Throughput: one command a cycle. Handshake: none.

`include "gsq_assert.svh"

module gsq_stream_state
  import gsq_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  localparam int unsigned CountWidth = $clog2(Cfg.VlenBytes + 1),
  localparam int unsigned ArWidth = $clog2(Cfg.UbBytes + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// How the command in D1 uses the stream.
  input  stream_use_e           use_i,
  /// Address of the command; one above UbBytes may be replaced by another one from UbBytes on.
  input  logic [ArWidth-1:0]    addr_i,
  /// Explicit form: only the address is used, not AR and SQZN.
  input  logic                  abs_i,
  /// store_unalign, explicit form: bytes, 0..VlenBytes.
  input  logic [CountWidth-1:0] n_i,
  /// store_unalign, explicit form: the stream ends above UB.
  input  logic                  outside_i,
  /// AR form: advance AR.
  input  logic                  post_i,
  /// squeeze: keep the count in SQZN.
  input  logic                  store_reg_i,
  /// Unaligned-store register.
  input  logic [1:0]            u_i,
  /// Bytes that the squeeze in D1 keeps.
  input  logic [CountWidth-1:0] kept_i,
  /// The command leaves D1, and other checks found no error: if these find none, update the state.
  input  logic                  commit_i,
  /// Error of the command: StOk, StErrSqzOrder, StErrStream or StErrBounds.
  output status_e               status_o,
  /// store_unalign, store_unalign_post: no byte to write.
  output logic                  nothing_o,
  /// Address of the first byte: of the stream, or of the bytes held for store_unalign_post.
  output logic [ArWidth-1:0]    start_o,
  /// Length of the stream in bytes; store_unalign_post: end of the held bytes in their block.
  output logic [CountWidth-1:0] n_o,
  /// First valid byte of the first block.
  output logic [4:0]            first_o,
  /// AR.
  output logic [ArWidth-1:0]    ar_o
);


  logic [ArWidth-1:0]    ar_q;
  logic [CountWidth-1:0] sqzn_q;  // no reset, like block_q
  logic                  sqzn_valid_q;

  // Fill of U0..U3: bytes [lo, hi) of a block are held; empty when lo == hi.
  logic [NumUregs-1:0][Cfg.BlockWidth-1:0] block_q;
  logic [NumUregs-1:0][4:0]                lo_q;
  logic [NumUregs-1:0][4:0]                hi_q;

  logic                  commit;      // the state changes
  logic                  ar_form;
  logic                  stores;      // store_unalign, store_unalign_post
  logic                  writes;      // store_unalign with at least one byte
  logic                  bad_order;   // errors: SQZN is filled, or is empty
  logic                  bad_place;   // not where the bytes held end
  logic                  bad_bounds;
  logic [CountWidth-1:0] n;
  logic                  held;        // the register of the command holds bytes
  logic                  joins;       // the bytes held end where the stream begins
  logic                  past_end;    // the stream ends above UB
  logic                  same_block;  // the stream ends in the block in which it begins

  // Addresses; a + AR + n never wraps.
  logic [ArWidth-1:0] start;  // what lies above UB may be any address there
  localparam int unsigned SumWidth = ArWidth + 1;
  typedef logic [SumWidth-1:0] sum_t;

  sum_t stop;
  sum_t ar;           // AR, or 0 in the explicit form
  sum_t held_end;     // end of the bytes held
  sum_t stop_sum, stop_carry;
  sum_t last;         // AR form: address of the last byte, if there is one
  sum_t last_sum, last_carry;
  sum_t joins_sum, joins_carry;
  logic [9:0] stop_in_block;  // end of the stream from the beginning of its first block

  assign stores   = use_i inside {StreamStore, StreamPost};
  assign ar_form  = !abs_i;
  assign ar       = ar_form ? sum_t'(ar_q) : '0;
  assign n        = ar_form ? sqzn_q : n_i;
  assign start    = addr_i + ar[ArWidth-1:0];
  assign stop     = stop_sum + stop_carry;
  assign n_o      = use_i == StreamPost ? CountWidth'(hi_q[u_i]) : n;
  assign held     = lo_q[u_i] != hi_q[u_i];
  assign held_end = sum_t'({block_q[u_i], hi_q[u_i]});
  assign first_o  = held ? lo_q[u_i] : start[4:0];
  assign ar_o     = ar_q;

  gsq_carry_save #(
    .Rows (3),
    .Width(SumWidth)
  ) u_stop (
    .valid_i(stores),
    .rows_i ({sum_t'(addr_i), ar, sum_t'(n)}),
    .sum_o  (stop_sum),
    .carry_o(stop_carry)
  );

  // The check starts from AR and SQZN, whatever the form, since the state waits for it.
  gsq_carry_save #(
    .Rows (4),
    .Width(SumWidth)
  ) u_last (
    .valid_i(stores),
    .rows_i ({sum_t'('1), sum_t'(addr_i), sum_t'(ar_q), sum_t'(sqzn_q)}),
    .sum_o  (last_sum),
    .carry_o(last_carry)
  );

  assign last     = last_sum + last_carry;
  assign past_end = ar_form ? (last >> Cfg.AddrWidth) != '0 : outside_i;

  // Equal without a carry chain: start - held_end - 1 is -1, and two numbers add up to -1 when each
  // is the complement of the other.
  gsq_carry_save #(
    .Rows (3),
    .Width(SumWidth)
  ) u_joins (
    .valid_i(stores),
    .rows_i ({sum_t'(addr_i), ar, ~held_end}),
    .sum_o  (joins_sum),
    .carry_o(joins_carry)
  );

  assign joins         = joins_sum == ~joins_carry;
  assign stop_in_block = 10'(start[4:0]) + 10'(n);
  assign same_block    = stop_in_block < 10'(BlockBytes);

  // By priority.
  assign bad_order  = (use_i == StreamCount && store_reg_i && sqzn_valid_q) ||
                      (use_i == StreamStore && ar_form && !sqzn_valid_q);
  assign bad_place  = (writes || use_i == StreamPost) && held && !joins;
  assign bad_bounds = writes && past_end;
  assign writes     = use_i == StreamStore && n != '0;
  assign nothing_o  = (use_i == StreamStore && n == '0) || (use_i == StreamPost && !held);
  assign start_o    = use_i == StreamPost ? ArWidth'({block_q[u_i], lo_q[u_i]}) : start;
  assign commit     = commit_i && !bad_order && !bad_place && !bad_bounds;

  always_comb begin
    status_o = StOk;
    if (bad_order) status_o = StErrSqzOrder;
    else if (bad_place) status_o = StErrStream;
    else if (bad_bounds) status_o = StErrBounds;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ar_q         <= '0;
      sqzn_valid_q <= 1'b0;
      lo_q         <= '0;
      hi_q         <= '0;
    end else if (commit) begin
      unique case (use_i)
        StreamClear: begin
          ar_q         <= '0;
          sqzn_valid_q <= 1'b0;
        end
        StreamCount: begin
          if (store_reg_i) begin
            sqzn_valid_q <= 1'b1;
          end
        end
        StreamStore: begin
          if (ar_form) begin
            sqzn_valid_q <= 1'b0;
            if (post_i) ar_q <= ar_q + ArWidth'(sqzn_q);
          end
          if (writes) begin
            lo_q[u_i] <= same_block ? first_o : 5'd0;
            hi_q[u_i] <= stop[4:0];
          end
        end
        StreamPost: begin
          lo_q[u_i] <= '0;
          hi_q[u_i] <= '0;
        end
        StreamNone, StreamRead: ;
      endcase
    end
  end

  // Of an empty register, and without a valid count, these mean nothing.
  always_ff @(posedge clk_i) begin
    if (commit && use_i == StreamCount && store_reg_i) sqzn_q <= kept_i;
    if (commit && writes) block_q[u_i] <= Cfg.BlockWidth'(stop >> 5);
  end

  `GSQ_ASSERT(ar_inside, 64'(ar_q) <= 64'(Cfg.UbBytes))
  `GSQ_ASSERT(count_fits, !sqzn_valid_q || 64'(sqzn_q) <= 64'(Cfg.VlenBytes))
  for (genvar i = 0; i < NumUregs; i++) begin : g_u
    `GSQ_ASSERT(held_in_order, lo_q[i] <= hi_q[i])
  end

endmodule
