// The address generator: block addresses of a strided, repeated command, in the order of access.
//
// A command has a destination and up to two sources, each with a start, a stride between the blocks
// of an iteration and a stride between iterations. The block k of iteration r of an operand is
// start + r*rep_stride + k*blk_stride. For each iteration there is an access of every source (src0
// before src1) and one of the destination, each of all VlenBytes/32 blocks. Reads run ahead of
// writes by at most Ahead iterations, and never past the write of a block that they read, so that
// iteration r+1 sees what r wrote: while iterations are left to be read, fewer than Ahead of those
// read are yet to be written, and no source block of the next one is a destination block of these,
// it is read; otherwise the oldest one that was read is written. Without sources there are only the
// accesses of the destination.
//
// The range of a command is not checked here: gsq_agu_range does that, before it is offered.
//
// Latency: the first access is offered in the cycle after the command is taken. Throughput: one
// access a cycle, also from command to command. Handshake: valid/ready at both ends; outputs depend
// on registers alone, but for ready_o, which depends on ready_i.

`include "gsq_assert.svh"
`include "gsq_param_checks.svh"

module gsq_agu
  import gsq_pkg::*;
#(
  /// Bytes of a vector: of what an operand has in one iteration.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer.
  parameter int unsigned UbBytes = 262144,
  /// Iterations that are read before the first of them is written, at least 1.
  parameter int unsigned Ahead = 3,
  /// Derived, do not set: blocks of an iteration.
  localparam int unsigned Blocks = VlenBytes / BlockBytes,
  /// Derived, do not set: bits of a block number in UB.
  localparam int unsigned BlockWidth = $clog2(UbBytes / BlockBytes)
) (
  /// Clock.
  input  logic                       clk_i,
  /// Reset, active low.
  input  logic                       rst_ni,
  /// A command is offered.
  input  logic                       valid_i,
  /// It is taken when offered.
  output logic                       ready_o,
  /// Number of iterations, at least 1.
  input  logic [7:0]                 repeat_i,
  /// Number of sources, 0 to 2.
  input  logic [1:0]                 sources_i,
  /// Per block: it has a lane that is read or written; others do not count as overlap.
  input  logic [Blocks-1:0]          active_i,
  /// Operands 0 dst, 1 src0, 2 src1: number of the first block in UB.
  input  logic [2:0][BlockWidth-1:0] start_i,
  /// Per operand: from block to block of an iteration, in blocks.
  input  logic [2:0][15:0]           blk_stride_i,
  /// Per operand: from iteration to iteration, in blocks.
  input  logic [2:0][7:0]            rep_stride_i,
  /// An access is offered.
  output logic                       valid_o,
  /// It is taken when offered.
  input  logic                       ready_i,
  /// Its operand: 0 for the destination, which is written, 1 src0, 2 src1.
  output logic [1:0]                 operand_o,
  /// It is the last access of the command.
  output logic                       last_o,
  /// Numbers of its blocks in UB.
  output logic [BlockWidth-1:0]      block_o [Blocks]
);

  `GSQ_CHECK_VLEN_BYTES(VlenBytes)
  `GSQ_CHECK_UB_BYTES(UbBytes)
  `GSQ_CHECK_AHEAD(Ahead)

  typedef logic [BlockWidth-1:0] block_t;

  localparam int unsigned PendingWidth = $clog2(Ahead + 1);

  // Strides count modulo the size of UB: what was checked never wraps.
  logic                    busy_q;
  logic [7:0]              read_left_q;   // iterations yet to be read; all below without reset
  logic [7:0]              write_left_q;  // yet to be written
  logic [PendingWidth-1:0] pending_q;     // read and not written
  logic                    second_q;      // src0 of an iteration has left, src1 has not
  logic [1:0]              sources_q;
  logic [Blocks-1:0]       active_q;
  block_t [2:0]            base_q;        // first block of the next iteration of each operand
  block_t [2:0]            blk_stride_q;
  block_t [2:0]            rep_stride_q;
  logic                    takes;
  logic                    leaves;
  logic                    overlap;
  logic                    reads;

  assign takes  = valid_i && ready_o;
  assign leaves = valid_o && ready_i;

  // Blocks of the next access of each operand.
  block_t offset [3][Blocks];
  for (genvar i = 0; i < 3; i++) begin : g_operand
    for (genvar k = 0; k < Blocks; k++) begin : g_block
      assign offset[i][k] = BlockWidth'(k) * blk_stride_q[i];
    end
  end

  // How far the first block of the p-th pending iteration lies behind that of the next source.
  block_t apart [Ahead][2];
  for (genvar p = 0; p < Ahead; p++) begin : g_pending
    for (genvar i = 0; i < 2; i++) begin : g_source
      assign apart[p][i] = base_q[0] + BlockWidth'(p) * rep_stride_q[0] - base_q[i+1];
    end
  end

  // A source block of the next iteration is a destination block of one that is not written yet.
  always_comb begin
    overlap = 1'b0;
    if (busy_q && pending_q != '0 && read_left_q != '0) begin
      for (int unsigned p = 0; p + 1 < Ahead; p++) begin
        for (int unsigned i = 1; i <= 2; i++) begin
          if (32'(pending_q) > p && 32'(sources_q) >= i) begin
            for (int unsigned k = 0; k < Blocks; k++) begin
              for (int unsigned j = 0; j < Blocks; j++) begin
                overlap |= active_q[k] && active_q[j] &&
                           offset[i][k] == apart[p][i-1] + offset[0][j];
              end
            end
          end
        end
      end
    end
  end

  assign reads     = sources_q != '0 && read_left_q != '0 && 32'(pending_q) < Ahead && !overlap;
  assign operand_o = {second_q, !second_q && reads};
  assign valid_o   = busy_q;
  assign last_o    = operand_o == 2'd0 && write_left_q == 8'd1;
  assign ready_o   = !busy_q || (leaves && last_o);

  always_comb begin
    for (int unsigned k = 0; k < Blocks; k++) begin
      unique case (operand_o)
        2'd1:    block_o[k] = base_q[1] + offset[1][k];
        2'd2:    block_o[k] = base_q[2] + offset[2][k];
        default: block_o[k] = base_q[0] + offset[0][k];
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= 1'b0;
    else if (takes || (leaves && last_o)) busy_q <= takes;
  end

  always_ff @(posedge clk_i) begin
    if (takes) begin
      read_left_q  <= repeat_i;
      write_left_q <= repeat_i;
      pending_q    <= '0;
      second_q     <= 1'b0;
      sources_q    <= sources_i;
      active_q     <= active_i;
      base_q       <= start_i;
      for (int unsigned i = 0; i < 3; i++) begin
        blk_stride_q[i] <= BlockWidth'(blk_stride_i[i]);
        rep_stride_q[i] <= BlockWidth'(rep_stride_i[i]);
      end
    end else if (leaves) begin
      second_q <= operand_o == 2'd1 && sources_q == 2'd2;
      if (operand_o == 2'd0) begin
        base_q[0]    <= base_q[0] + rep_stride_q[0];
        write_left_q <= write_left_q - 1'b1;
        pending_q    <= pending_q - 1'b1;
      end else begin
        if (operand_o == 2'd1) base_q[1] <= base_q[1] + rep_stride_q[1];
        else base_q[2] <= base_q[2] + rep_stride_q[2];
        if (operand_o == 2'(sources_q)) begin
          read_left_q <= read_left_q - 1'b1;
          pending_q   <= pending_q + 1'b1;
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
