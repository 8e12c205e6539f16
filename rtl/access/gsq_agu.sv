// SPDX-License-Identifier: Apache-2.0
// The address generator: block addresses of a strided, repeated command, in the order of access.
//
// A command has a destination and up to two sources, each with a start, a stride between the
// blocks of an iteration and a stride between iterations. The block k of iteration r of an operand
// is start + r*rep_stride + k*blk_stride. For each iteration there is an access of every source
// (src0 before src1) and one of the destination, each of all VlenBytes/32 blocks. Reads run ahead
// of writes by at most Ahead iterations: the next iteration is read while fewer than Ahead
// iterations are read but not yet written, and none of these writes a block that the next one
// reads. Otherwise the oldest of these is written. So iteration r+1 always sees what iteration r
// wrote. A command without sources has only the accesses of the destination.
//
// Whether iteration r+1 reads a block that one of the iterations r, r-1, ... writes is computed
// while the groups that read iteration r leave, one source after the other, and registered: a bit
// for each of them. The next access uses the bits of those that are not written yet.
//
// This module does not check the range of a command; gsq_agu_range does, before issue.
//
// Latency: the first access is valid in the cycle after the command is taken. Throughput: one
// access a cycle, also across commands. Handshake: valid/ready at both ends. ready_o depends on
// ready_i; all other outputs depend on registers only.

`include "gsq_assert.svh"

module gsq_agu
  import gsq_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  /// Maximum number of iterations that are read but not yet written, at least 1.
  parameter int unsigned Ahead = ReadAhead
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           valid_i,
  output logic                           ready_o,
  /// Number of iterations, at least 1.
  input  logic [7:0]                     repeat_i,
  /// Number of sources, 0 to 2.
  input  logic [1:0]                     sources_i,
  /// Per block: it has an active lane. Only such blocks count as overlap.
  input  logic [Cfg.Blocks-1:0]          active_i,
  /// Operands 0 dst, 1 src0, 2 src1: number of the first block in UB.
  input  logic [2:0][Cfg.BlockWidth-1:0] start_i,
  /// Per operand: stride between the blocks of an iteration, in blocks.
  input  logic [2:0][15:0]               blk_stride_i,
  /// Per operand: stride between iterations, in blocks.
  input  logic [2:0][7:0]                rep_stride_i,
  output logic                           valid_o,
  input  logic                           ready_i,
  /// Operand of the access: 0 dst (a write), 1 src0, 2 src1 (reads).
  output logic [1:0]                     operand_o,
  /// Last access of the command.
  output logic                           last_o,
  /// Numbers of the blocks of the access in UB.
  output logic [Cfg.BlockWidth-1:0]      block_o [Cfg.Blocks]
);

  typedef logic [Cfg.BlockWidth-1:0] block_t;

  localparam int unsigned Lags = Ahead > 1 ? Ahead - 1 : 1;  // older iterations that reads can pass
  localparam int unsigned PendingWidth = $clog2(Ahead + 1);

  // Block numbers are modulo the size of UB. A command whose range was checked never wraps.
  logic                    busy_q;
  logic [7:0]              read_left_q;   // iterations not read yet; no reset from here on
  logic [7:0]              write_left_q;  // not written yet
  logic [PendingWidth-1:0] pending_q;     // read and not written
  logic                    second_q;      // src0 of an iteration has left, src1 has not
  logic [1:0]              sources_q;
  logic [Cfg.Blocks-1:0]   active_q;
  block_t [2:0]            base_q;  // first block of the next iteration of each operand
  block_t [2:0]            rep_stride_q;
  logic                    push;
  logic                    pop;
  logic                    reads;

  assign push = valid_i && ready_o;
  assign pop  = valid_o && ready_i;

  // Blocks of an iteration relative to its first: multiples of the block stride. Odd multiples are
  // made as the command enters and kept; the others are shifts of them.
  function automatic int unsigned twos(int unsigned k);  // how often 2 divides k
    twos = 0;
    for (int unsigned i = k; i % 2 == 0; i /= 2) twos++;
  endfunction

  block_t offset [3][Cfg.Blocks];
  for (genvar i = 0; i < 3; i++) begin : g_operand
    assign offset[i][0] = '0;
    for (genvar k = 1; k < Cfg.Blocks; k++) begin : g_block
      if (k % 2 != 0) begin : g_odd
        block_t multiple_q;
        always_ff @(posedge clk_i) begin
          if (push) multiple_q <= Cfg.BlockWidth'(k) * Cfg.BlockWidth'(blk_stride_i[i]);
        end
        assign offset[i][k] = multiple_q;
      end else begin : g_even
        assign offset[i][k] = g_block[k >> twos(k)].g_odd.multiple_q << twos(k);
      end
    end
  end

  // ---- Overlap ---------------------------------------------------------------------------------

  // Let r be the iteration that is read now. gap_q[i][l] is the first block of source i in
  // iteration r+1, relative to the first one that iteration r-l writes.
  block_t          gap_q [2][Lags];
  block_t          drift_q [2];  // growth of a gap from one iteration to the next
  block_t          from;         // a block that is read, relative to the first one that is written
  logic [Lags-1:0] meets;        // iteration r+1 reads a block that iteration r-l writes
  logic [Lags-1:0] overlap_q;    // the same for the iteration read next and the l+1-th before it

  always_comb begin
    from  = 'x;
    meets = 'x;
    if (busy_q && sources_q != '0) begin  // saves simulation time, costs no gates
      meets = '0;
      for (int unsigned l = 0; l < Lags; l++) begin
        for (int unsigned k = 0; k < Cfg.Blocks; k++) begin
          from = second_q ? gap_q[1][l] + offset[2][k] : gap_q[0][l] + offset[1][k];
          for (int unsigned j = 0; j < Cfg.Blocks; j++) begin
            meets[l] |= active_q[k] && active_q[j] && from == offset[0][j];
          end
        end
      end
    end
  end

  // ---- Accesses --------------------------------------------------------------------------------

  logic [Lags-1:0] waiting;  // the l+1-th iteration before the next to be read is not written yet

  always_comb begin
    for (int unsigned l = 0; l < Lags; l++) waiting[l] = 32'(pending_q) > l;
  end

  assign reads     = sources_q != '0 && read_left_q != '0 && 32'(pending_q) < Ahead &&
                     (overlap_q & waiting) == '0;
  assign operand_o = {second_q, !second_q && reads};
  assign valid_o   = busy_q;
  assign last_o    = operand_o == 2'd0 && write_left_q == 8'd1;
  assign ready_o   = !busy_q || (pop && last_o);

  // The operand is selected before the addition, so that one set of adders serves all three.
  always_comb begin
    for (int unsigned k = 0; k < Cfg.Blocks; k++) begin
      unique case (operand_o)
        2'd1:    block_o[k] = offset[1][k];
        2'd2:    block_o[k] = offset[2][k];
        default: block_o[k] = offset[0][k];
      endcase
      block_o[k] += operand_o == 2'd1 ? base_q[1] : operand_o == 2'd2 ? base_q[2] : base_q[0];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else if (push || (pop && last_o)) busy_q <= push;
  end

  always_ff @(posedge clk_i) begin
    if (push) begin
      read_left_q  <= repeat_i;
      write_left_q <= repeat_i;
      pending_q    <= '0;
      second_q     <= 1'b0;
      sources_q    <= sources_i;
      active_q     <= active_i;
      base_q       <= start_i;
      for (int unsigned i = 0; i < 3; i++) rep_stride_q[i] <= Cfg.BlockWidth'(rep_stride_i[i]);
      for (int unsigned i = 0; i < 2; i++) begin
        gap_q[i][0] <= start_i[i+1] - start_i[0] + Cfg.BlockWidth'(rep_stride_i[i+1]);
        drift_q[i]  <= Cfg.BlockWidth'(rep_stride_i[i+1]) - Cfg.BlockWidth'(rep_stride_i[0]);
      end
    end else if (pop) begin
      second_q <= operand_o == 2'd1 && sources_q == 2'd2;
      if (operand_o == 2'd0) begin
        base_q[0]    <= base_q[0] + rep_stride_q[0];
        write_left_q <= write_left_q - 1'b1;
        pending_q    <= pending_q - 1'b1;
      end else begin
        if (operand_o == 2'd1) base_q[1] <= base_q[1] + rep_stride_q[1];
        else base_q[2] <= base_q[2] + rep_stride_q[2];
        overlap_q <= second_q ? overlap_q | meets : meets;
        if (operand_o == sources_q) begin
          read_left_q <= read_left_q - 1'b1;
          pending_q   <= pending_q + 1'b1;
          for (int unsigned i = 0; i < 2; i++) begin
            gap_q[i][0] <= gap_q[i][0] + drift_q[i];
            for (int unsigned l = 1; l < Lags; l++) begin
              gap_q[i][l] <= gap_q[i][l-1] + rep_stride_q[i+1];
            end
          end
        end
      end
    end
  end

  `GSQ_ASSUME(command_legal, !valid_i || (repeat_i != '0 && sources_i <= 2'd2))
  `GSQ_ASSUME_HOLD(command_holds, valid_i, ready_o,
                   {repeat_i, sources_i, active_i, start_i, blk_stride_i, rep_stride_i})
  `GSQ_ASSERT_HOLD(access_holds, valid_o, ready_i, {operand_o, last_o, base_q})
  `GSQ_ASSERT(writes_after_reads, !valid_o || operand_o != '0 || sources_q == '0 || pending_q != '0)

endmodule
