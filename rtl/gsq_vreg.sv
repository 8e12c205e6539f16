// SPDX-License-Identifier: Apache-2.0
// The vector registers: synchronous reads, two writes a cycle.
//
// A register has slices, each of which is written by itself: the two writes of a slice may be of
// other registers than those of its neighbours. A write may be limited to some of its bytes. A
// clear sets a whole register to zero.
//
// Latency: a read requested in cycle t shows its data from t+1 and holds it until the next read of
// that port. A value written in t is seen by a read requested in t. Throughput: every port every
// cycle. Handshake: none. The two writes of a slice never name the same register in a cycle, and
// nobody writes a register that is cleared, nor uses what he reads of it: the core stalls commands
// to ensure it. Models a register file macro; its contents have no reset.

`include "gsq_assert.svh"

module gsq_vreg #(
  /// Bytes of a register.
  parameter int unsigned VlenBytes = 256,
  /// Read ports.
  parameter int unsigned NumRead = 2,
  /// Slices of a register.
  parameter int unsigned Slices = 1,
  /// 1: a write may be limited to some bytes.
  parameter int unsigned ByteWrites = 0,
  localparam int unsigned SliceBytes = VlenBytes / Slices,
  localparam int unsigned SliceBits = 8 * SliceBytes,
  localparam int unsigned Step = Slices > 1 ? 2 : 1,
  localparam int unsigned RegWidth = $clog2(gsq_pkg::NumVregs)
) (
  input  logic                                 clk_i,
  /// Per read port: read in this cycle.
  input  logic [NumRead-1:0]                   re_i,
  /// Per read port: register.
  input  logic [NumRead-1:0][RegWidth-1:0]     raddr_i,
  /// Per read port: data of the last read.
  output logic [NumRead-1:0][8*VlenBytes-1:0]  rdata_o,
  /// Per write port and slice: write in this cycle.
  input  logic [1:0][Slices-1:0]               we_i,
  /// Per write port and slice: register.
  input  logic [1:0][Slices-1:0][RegWidth-1:0] waddr_i,
  /// Per write port: data.
  input  logic [1:0][8*VlenBytes-1:0]          wdata_i,
  /// Per write port: only the bytes of wbytes_i are written; with ByteWrites, like these.
  input  logic [1:0]                           wpart_i,
  /// Per write port: which ones.
  input  logic [1:0][VlenBytes-1:0]            wbytes_i,
  /// Set a register to zero.
  input  logic                                 clear_i,
  /// Which one.
  input  logic [RegWidth-1:0]                  clear_addr_i
);

  logic [8*VlenBytes-1:0] mem_q [gsq_pkg::NumVregs];

  // Blocking: a read of this cycle, and only that, sees what was written before it. Many writes of
  // parts of an array would cost a simulator a register each. Neighbours that are written together
  // are written at once.
  always_ff @(posedge clk_i) begin
    // verilator lint_off BLKSEQ
    for (int unsigned i = 0; i < 2; i++) begin
      if (ByteWrites != 0 && we_i[i] != '0 && wpart_i[i]) begin
        for (int unsigned n = 0; n < VlenBytes; n++) begin
          if (we_i[i][n/SliceBytes] && wbytes_i[i][n]) begin
            mem_q[waddr_i[i][n/SliceBytes]][8*n +: 8] = wdata_i[i][8*n +: 8];
          end
        end
      end else if (we_i[i] != '0) begin  // saves simulation time
        for (int unsigned s = 0; s < Slices; s += Step) begin
          if (we_i[i][s +: Step] == '1 && waddr_i[i][s] == waddr_i[i][s+Step-1]) begin
            mem_q[waddr_i[i][s]][s*SliceBits +: Step*SliceBits] =
                wdata_i[i][s*SliceBits +: Step*SliceBits];
          end else if (we_i[i][s +: Step] != '0) begin
            for (int unsigned n = s; n < s + Step; n++) begin
              if (we_i[i][n]) begin
                mem_q[waddr_i[i][n]][n*SliceBits +: SliceBits] =
                    wdata_i[i][n*SliceBits +: SliceBits];
              end
            end
          end
        end
      end
    end
    if (clear_i) mem_q[clear_addr_i] = '0;
    // verilator lint_on BLKSEQ
    for (int unsigned i = 0; i < NumRead; i++) begin
      if (re_i[i]) rdata_o[i] <= mem_q[raddr_i[i]];
    end
  end

`ifdef GSQ_ASSERT_ON
  logic same;     // both ports write a slice of one register
  logic cleared;  // a port writes the register that is cleared
  always_comb begin
    same    = 1'b0;
    cleared = 1'b0;
    for (int unsigned s = 0; s < Slices; s++) begin
      if (we_i[0] != '0 && we_i[1] != '0) begin
        same |= we_i[0][s] && we_i[1][s] && waddr_i[0][s] == waddr_i[1][s];
      end
      if (clear_i) begin
        cleared |= (we_i[0][s] && waddr_i[0][s] == clear_addr_i) ||
                   (we_i[1][s] && waddr_i[1][s] == clear_addr_i);
      end
    end
  end
`endif
  `GSQ_ASSUME(writes_differ, !same, 1'b1)
  `GSQ_ASSUME(no_write_of_cleared, !cleared, 1'b1)

endmodule
