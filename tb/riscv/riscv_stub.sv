// SPDX-License-Identifier: Apache-2.0
// A coprocessor for tests of the core: custom-0, with a result that takes as long as the
// instruction says. funct3 0: no answer; 1: rd = rs1 + rs2. funct7: cycles from the commit to the
// result.
//
// Latency: as above. Throughput: one instruction a cycle with funct7 0. Handshake: the eXtension
// interface; an issue is taken while fewer than three instructions wait for their results. Results
// are in order.
module riscv_stub #(
  /// Bits of the number of an offloaded instruction.
  parameter int unsigned IdWidth = 4
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               issue_valid_i,
  output logic               issue_ready_o,
  /// Issue: instruction.
  input  logic [31:0]        issue_instr_i,
  /// Issue: number of the instruction.
  input  logic [IdWidth-1:0] issue_id_i,
  /// Issue: values of rs1 and rs2.
  input  logic [1:0][31:0]   issue_rs_i,
  /// Issue: the instruction is one of these.
  output logic               issue_accept_o,
  /// Issue: the instruction has a result for rd.
  output logic               issue_writeback_o,
  input  logic               commit_valid_i,
  /// Commit: number of the instruction.
  input  logic [IdWidth-1:0] commit_id_i,
  /// Commit: the instruction must have no effect.
  input  logic               commit_kill_i,
  output logic               result_valid_o,
  input  logic               result_ready_i,
  /// Result: number of the instruction.
  output logic [IdWidth-1:0] result_id_o,
  /// Result: value for rd.
  output logic [31:0]        result_data_o,
  /// Result: number of rd.
  output logic [4:0]         result_rd_o,
  /// Result: rd is written.
  output logic               result_we_o
);

  localparam logic [6:0] Custom0 = 7'h0b;

  typedef struct packed {
    logic [IdWidth-1:0] id;
    logic               we;
    logic [4:0]         rd;
    logic [31:0]        data;
    logic [6:0]         left;       // cycles
  } entry_t;

  // One instruction that is not committed, and a queue of those that are.
  entry_t     issued_q;
  logic       issued_valid_q;
  entry_t     queue_q [4];
  logic [2:0] count_q;

  entry_t     issued;
  logic       accepted;
  logic       committed;
  logic       popped;

  assign issue_accept_o    = issue_instr_i[6:0] == Custom0 && issue_instr_i[14:13] == 2'b00;
  assign issue_writeback_o = issue_accept_o && issue_instr_i[12];
  assign issue_ready_o     = count_q < 3'd3;
  assign accepted          = issue_valid_i && issue_ready_o && issue_accept_o;
  assign committed         = commit_valid_i && !commit_kill_i && issued_valid_q &&
                             commit_id_i == issued_q.id;
  assign result_valid_o    = count_q != 3'd0 && queue_q[0].left == 7'd0;
  assign popped            = result_valid_o && result_ready_i;
  assign result_id_o       = queue_q[0].id;
  assign result_data_o     = queue_q[0].data;
  assign result_rd_o       = queue_q[0].rd;
  assign result_we_o       = queue_q[0].we;
  assign issued            = '{id: issue_id_i, we: issue_writeback_o, rd: issue_instr_i[11:7],
                               data: issue_rs_i[0] + issue_rs_i[1], left: issue_instr_i[31:25]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      issued_valid_q <= 1'b0;
      count_q        <= '0;
    end else begin
      if (accepted) issued_valid_q <= 1'b1;
      else if (commit_valid_i) issued_valid_q <= 1'b0;
      count_q <= count_q + 3'(committed) - 3'(popped);
    end
  end

  always_ff @(posedge clk_i) begin
    if (accepted) issued_q <= issued;
    for (int unsigned i = 0; i < 4; ++i) begin
      automatic int unsigned from = i + 32'(popped);
      if (from == 32'(count_q)) queue_q[i] <= issued_q;
      else if (from < 4) begin
        queue_q[i] <= queue_q[from[1:0]];
        if (queue_q[from[1:0]].left != 7'd0) queue_q[i].left <= queue_q[from[1:0]].left - 7'd1;
      end
    end
  end

endmodule
