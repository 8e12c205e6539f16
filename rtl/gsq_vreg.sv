// SPDX-License-Identifier: Apache-2.0
// The vector registers: synchronous reads, two writes a cycle.
//
// Latency: a read requested in cycle t shows its data from t+1 and holds it until the next read of
// that port. A value written in t is seen by a read requested in t. Throughput: every port every
// cycle. Handshake: none. The two writes of a cycle never name the same register: the core stalls
// commands to ensure it. Models a register file macro; its contents have no reset.

`include "gsq_assert.svh"

module gsq_vreg #(
  /// Bytes of a register.
  parameter int unsigned VlenBytes = 256,
  /// Read ports.
  parameter int unsigned NumRead = 2,
  localparam int unsigned RegWidth = $clog2(gsq_pkg::NumVregs)
) (
  input  logic                                clk_i,
  /// Per read port: read in this cycle.
  input  logic [NumRead-1:0]                  re_i,
  /// Per read port: register.
  input  logic [NumRead-1:0][RegWidth-1:0]    raddr_i,
  /// Per read port: data of the last read.
  output logic [NumRead-1:0][8*VlenBytes-1:0] rdata_o,
  /// Per write port: write in this cycle.
  input  logic [1:0]                          we_i,
  /// Per write port: register.
  input  logic [1:0][RegWidth-1:0]            waddr_i,
  /// Per write port: data.
  input  logic [1:0][8*VlenBytes-1:0]         wdata_i
);

  logic [8*VlenBytes-1:0] mem_q [gsq_pkg::NumVregs];

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 2; i++) begin
      if (we_i[i]) mem_q[waddr_i[i]] <= wdata_i[i];
    end
  end

  for (genvar i = 0; i < NumRead; i++) begin : g_read
    always_ff @(posedge clk_i) begin
      if (re_i[i]) begin
        if (we_i[0] && waddr_i[0] == raddr_i[i]) rdata_o[i] <= wdata_i[0];
        else if (we_i[1] && waddr_i[1] == raddr_i[i]) rdata_o[i] <= wdata_i[1];
        else rdata_o[i] <= mem_q[raddr_i[i]];
      end
    end
  end

  `GSQ_ASSUME(writes_differ, we_i != 2'b11 || waddr_i[0] != waddr_i[1], 1'b1)

endmodule
