// SPDX-License-Identifier: Apache-2.0
// Front end for a RISC-V core with the eXtension interface (CV-X-IF): takes instructions from the
// core and gives commands to the unit.
//
// An instruction is judged when it is issued, waits in a queue as it is, and becomes a command
// after the core has committed it. Most give their result at once, before the command; those with
// an answer wait for the response. docs/reference/front_end.md defines every cycle.
//
// Latency: a command is offered two cycles after its issue, one after its commit. Throughput: one
// instruction a cycle. Handshake: valid/ready on issue, results, commands and responses; OBI for
// the accesses of the core to the Unified Buffer, which pass through here, but for address and
// data, to be held back while older commands still access it.

`include "gsq_assert.svh"
`include "xif/gsq_xif_param_checks.svh"

module gsq_xif
  import gsq_pkg::*;
  import gsq_xif_pkg::*;
#(
  /// Bits of an x register: 32 or 64. The low 32 count; results have the sign of bit 31 above them.
  parameter int unsigned OperandWidth = 32,
  /// Bits of an instruction's number.
  parameter int unsigned IdWidth = 4,
  /// Instructions between issue and the later one of command and result: from 2 to 16.
  parameter int unsigned QueueDepth = 4,
  /// Bytes of a vector.
  parameter int unsigned VlenBytes = 256,
  /// Bytes of the Unified Buffer, a power of two.
  parameter int unsigned UbBytes = 262144,
  /// Where the core sees the Unified Buffer, a multiple of UbBytes: addresses there in x registers
  /// become those that the unit knows, which begin with 0. Others stay as they are.
  parameter logic [31:0] UbBase = 0,
  /// 1: there are the commands that need LaneOps, and merge.
  parameter int unsigned LaneOps = 0,
  /// 1: vector instructions of RISC-V; needs LaneOps 1.
  parameter int unsigned RvvOps = 0
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         issue_valid_i,
  output logic                         issue_ready_o,
  /// Issue: instruction word.
  input  logic [31:0]                  issue_instr_i,
  /// Issue: number of the instruction.
  input  logic [IdWidth-1:0]           issue_id_i,
  /// Issue: values of the x registers in the fields rs1 and rs2.
  input  logic [1:0][OperandWidth-1:0] issue_rs_i,
  /// Issue: these values are there.
  input  logic [1:0]                   issue_rs_valid_i,
  /// Issue: the instruction is accepted; 0: it is illegal.
  output logic                         issue_accept_o,
  /// Issue: its result writes rd.
  output logic                         issue_writeback_o,
  /// Commit: the core says what becomes of an instruction.
  input  logic                         commit_valid_i,
  /// Commit: number of that instruction.
  input  logic [IdWidth-1:0]           commit_id_i,
  /// Commit: it shall not be executed.
  input  logic                         commit_kill_i,
  output logic                         result_valid_o,
  input  logic                         result_ready_i,
  /// Result: number of the instruction.
  output logic [IdWidth-1:0]           result_id_o,
  /// Result: rd is written.
  output logic                         result_we_o,
  /// Result: the field rd.
  output logic [4:0]                   result_rd_o,
  /// Result: value of rd.
  output logic [OperandWidth-1:0]      result_data_o,
  output logic                         cmd_valid_o,
  input  logic                         cmd_ready_i,
  /// Command.
  output cmd_t                         cmd_o,
  input  logic                         rsp_valid_i,
  output logic                         rsp_ready_o,
  /// Response.
  input  rsp_t                         rsp_i,
  /// OBI of the core, for an access to the Unified Buffer: request.
  input  logic                         ub_req_i,
  /// OBI of the core: grant.
  output logic                         ub_gnt_o,
  /// OBI of the unit's host port: request.
  output logic                         host_req_o,
  /// OBI of the unit's host port: grant.
  input  logic                         host_gnt_i,
  /// Interrupt, active high: a command has failed since the last sync.
  output logic                         irq_o
);

  `GSQ_CHECK_XIF_PARAMETERS
  if (RvvOps > LaneOps) begin : gen_bad_rvv_without_lanes
    $fatal(1, "RvvOps 1 needs LaneOps 1, found %0d", LaneOps);
  end
  if ((UbBase & 32'(UbBytes - 1)) != '0) begin : gen_bad_ub_base
    $fatal(1, "UbBase must be a multiple of UbBytes, found 0x%0h", UbBase);
  end

  // Commands given to the unit and not answered: its queues, and RspDepth of at most 32.
  localparam int unsigned CountWidth = 6;
  typedef logic [CountWidth-1:0] count_t;

  // The tag of a command, which comes back with its response.
  localparam int unsigned TagAnswer = 0;  // an instruction waits for the response
  localparam int unsigned TagUb     = 1;  // the command accesses the Unified Buffer

  // ---- Issue ------------------------------------------------------------------------------------

  logic        legal, answers, reads_rs1, reads_rs2, ub, aligned;
  logic        place;
  logic        values_there;
  xif_kind_e   kind;
  xif_answer_e answer;

  /* verilator lint_off PINCONNECTEMPTY */  // the command is made when it is executed
  gsq_xif_decode #(.LaneOps(LaneOps), .UbBytes(UbBytes), .UbBase(UbBase)) u_judge (
    .instr_i(issue_instr_i), .rs1_i(issue_rs_i[0][31:0]), .rs2_i(issue_rs_i[1][31:0]),
    .cfg_i('0), .legal_o(legal), .kind_o(kind), .cmd_o(), .answers_o(answers),
    .reads_rs1_o(reads_rs1), .reads_rs2_o(reads_rs2), .ub_o(ub), .aligned_o(aligned), .number_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Vector instructions of RISC-V: the same, and what depends on their state.
  logic        vec_legal, vec_reads_rs1, vec_reads_rs2, vec_ub, vec_aligned;
  xif_answer_e vec_answer;
  logic        vec_state;   // it reads or writes vl and vtype for rd
  logic        vec_ready;   // the state is there
  logic [31:0] vec_data;    // of the state, for the result
  logic [31:0] vec_rs1;     // the first operand, as the unit counts

  logic legal_any;

  assign legal_any         = legal || vec_legal;
  assign values_there      = (!(vec_legal ? vec_reads_rs1 : reads_rs1) || issue_rs_valid_i[0]) &&
                             (!(vec_legal ? vec_reads_rs2 : reads_rs2) || issue_rs_valid_i[1]);
  assign issue_accept_o    = (legal && aligned) || (vec_legal && vec_aligned);
  assign issue_writeback_o = issue_accept_o && ((legal && answers) ||
                             (vec_legal && vec_answer != XifAtOnce && issue_instr_i[11:7] != '0));
  // What is illegal needs no place.
  assign issue_ready_o     = vec_ready &&
                             (!legal_any || (values_there && (!issue_accept_o || place)));

  always_comb begin
    answer = XifAtOnce;
    if (vec_legal) answer = vec_answer;
    else if (kind == XifRead || kind == XifSync) answer = XifFromHere;
    else if (answers) answer = XifFromResponse;
  end

  // ---- From commit to command -------------------------------------------------------------------

  logic        exec_valid, exec_ready, exec_ub, exec_new;
  logic [31:0] exec_instr, exec_rs1, exec_rs2;
  xif_kind_e   exec_kind;
  xif_answer_e exec_answer;
  logic        result_valid, result_ready;
  xif_answer_e result_answer;
  logic        same;
  logic        ub_waits;
  logic        state_waits, state_owes, state_commits;
  xif_cfg_t    cfg;
  logic [4:0]  cfg_number;
  logic        cfg_pair;
  logic [31:0] cfg_data;
  cmd_t        cmd;
  logic        here_done;     // the front end has executed the instruction, and its result leaves
  logic        write;
  logic        host_waits_q;  // a request of the core has been shown to the unit

  gsq_xif_queue #(.IdWidth(IdWidth), .Depth(QueueDepth), .RvvOps(RvvOps)) u_queue (
    .clk_i, .rst_ni, .place_o(place),
    .issue_i(issue_valid_i && issue_ready_o), .accept_i(issue_accept_o), .id_i(issue_id_i),
    .instr_i(issue_instr_i), .rs1_i(vec_legal ? vec_rs1 : issue_rs_i[0][31:0]),
    .rs2_i(issue_rs_i[1][31:0]), .kind_i(vec_legal ? XifVector : kind), .answer_i(answer),
    .ub_i(vec_legal ? vec_ub : ub), .state_i(vec_legal && vec_state),
    .commit_i(commit_valid_i), .commit_id_i, .kill_i(commit_kill_i),
    .exec_valid_o(exec_valid), .exec_ready_i(exec_ready), .exec_instr_o(exec_instr),
    .exec_rs1_o(exec_rs1), .exec_rs2_o(exec_rs2), .exec_kind_o(exec_kind),
    .exec_answer_o(exec_answer), .exec_ub_o(exec_ub), .exec_new_o(exec_new),
    .result_valid_o(result_valid), .result_ready_i(result_ready), .result_id_o, .result_rd_o,
    .result_answer_o(result_answer), .same_o(same),
    .state_waits_o(state_waits), .state_owes_o(state_owes), .state_commits_o(state_commits),
    .ub_waits_o(ub_waits)
  );

  /* verilator lint_off PINCONNECTEMPTY */  // judged at its issue
  gsq_xif_decode #(.LaneOps(LaneOps), .UbBytes(UbBytes), .UbBase(UbBase)) u_decode (
    .instr_i(exec_instr), .rs1_i(exec_rs1), .rs2_i(exec_rs2), .cfg_i(cfg), .legal_o(),
    .kind_o(), .cmd_o(cmd), .answers_o(), .reads_rs1_o(), .reads_rs2_o(cfg_pair),
    .ub_o(), .aligned_o(), .number_o(cfg_number)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  gsq_xif_cfg #(.VlenBytes(VlenBytes), .UbBytes(UbBytes), .UbBase(UbBase)) u_cfg (
    .clk_i, .rst_ni, .write_i(write), .pair_i(cfg_pair), .number_i(cfg_number),
    .low_i(exec_rs1), .high_i(exec_rs2), .cfg_o(cfg), .data_o(cfg_data)
  );

  // The present step of a vector instruction.
  cmd_t vec_cmd;
  logic vec_there;  // the tables have been read for it
  logic vec_valid;  // it has a command
  logic vec_last;   // it is the last one
  logic gives;      // there is a command
  logic last;       // there is no other one behind it

  assign gives       = exec_kind == XifCommand ||
                       (exec_kind == XifVector && vec_there && vec_valid);
  assign last        = exec_kind != XifVector || vec_last;
  assign cmd_valid_o = exec_valid && gives && !(exec_ub && host_waits_q);
  assign write       = exec_valid && exec_kind == XifWrite;

  always_comb begin
    cmd_o = exec_kind == XifVector ? vec_cmd : cmd;
    cmd_o.tag[TagAnswer] = last && exec_answer inside {XifFromResponse, XifFirst, XifByte, XifHalf};
    cmd_o.tag[TagUb]     = exec_ub;
  end

  logic goes;  // what has its turn does not wait for the unit

  assign goes = !gives || (cmd_ready_i && !(exec_ub && host_waits_q));

  always_comb begin
    unique case (exec_kind)
      XifCommand: exec_ready = goes;
      XifVector:  exec_ready = goes && vec_there && vec_last;
      XifRead,
      XifSync:    exec_ready = here_done;
      default:    exec_ready = 1'b1;
    endcase
  end

  // ---- Responses and results --------------------------------------------------------------------

  logic        answered;
  logic        failed_q;
  logic [31:0] failure_q;  // position of the first command that failed, low byte of info, status
  logic        sync_done;
  logic        cmd_go, rsp_go;
  count_t      open_q;     // commands given and not answered
  count_t      ub_open_q;  // ... that access the Unified Buffer

  logic of_response;  // the result is that of a response

  assign of_response = result_answer inside {XifFromResponse, XifFirst, XifByte, XifHalf};
  assign rsp_ready_o = !rsp_i.tag[TagAnswer] || (result_valid && of_response && result_ready_i);

  always_comb begin
    if (of_response) answered = rsp_valid_i && rsp_i.tag[TagAnswer];
    else if (result_answer == XifFromHere) begin
      answered = same && (exec_kind == XifRead || open_q == '0);
    end else answered = 1'b1;
  end

  assign result_valid_o = result_valid && answered;
  assign result_ready   = answered && result_ready_i;
  assign result_we_o    = result_answer != XifAtOnce && result_rd_o != '0;
  assign here_done      = result_valid && result_answer == XifFromHere && result_ready;
  assign sync_done      = here_done && exec_kind == XifSync;

  always_comb begin
    logic [31:0] data;
    unique case (result_answer)
      XifFromHere: data = exec_kind == XifRead ? cfg_data : failed_q ? failure_q : '0;
      XifFirst:    data = rsp_i.info == 32'(VlenBytes) ? '1 : rsp_i.info;
      XifByte:     data = 32'(signed'(rsp_i.info[7:0]));
      XifHalf:     data = 32'(signed'(rsp_i.info[15:0]));
      XifVl,
      XifVtype,
      XifVlenb:    data = vec_data;
      default:     data = rsp_i.info;
    endcase
    result_data_o = OperandWidth'($signed(data));
  end

  assign cmd_go = cmd_valid_o && cmd_ready_i;
  assign rsp_go = rsp_valid_i && rsp_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q    <= '0;
      ub_open_q <= '0;
    end else begin
      open_q    <= open_q + count_t'(cmd_go) - count_t'(rsp_go);
      ub_open_q <= ub_open_q + count_t'(cmd_go && exec_ub) - count_t'(rsp_go && rsp_i.tag[TagUb]);
    end
  end

  // The upper half counts responses until the first one of a command that failed.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      failed_q  <= 1'b0;
      failure_q <= '0;
    end else if (sync_done) begin
      failed_q  <= 1'b0;
      failure_q <= '0;
    end else if (rsp_go && !failed_q) begin
      if (rsp_i.status == StOk) begin
        failure_q[31:16] <= failure_q[31:16] + 1'b1;
      end else begin
        failed_q        <= 1'b1;
        failure_q[15:0] <= {rsp_i.info[7:0], 8'(rsp_i.status)};
      end
    end
  end

  assign irq_o = failed_q;

  // ---- Vector instructions of RISC-V ------------------------------------------------------------

  if (RvvOps != 0) begin : g_rvv
    gsq_xif_vector #(.VlenBytes(VlenBytes), .UbBytes(UbBytes), .UbBase(UbBase)) u_vector (
      .clk_i, .rst_ni,
      .instr_i(issue_instr_i), .rs1_i(issue_rs_i[0][31:0]), .rs2_i(issue_rs_i[1][31:0]),
      .issue_i(issue_valid_i && issue_ready_o), .legal_o(vec_legal), .aligned_o(vec_aligned),
      .reads_rs1_o(vec_reads_rs1), .reads_rs2_o(vec_reads_rs2), .ub_o(vec_ub),
      .answer_o(vec_answer), .state_o(vec_state), .ready_o(vec_ready), .rs1_o(vec_rs1),
      .state_waits_i(state_waits), .state_owes_i(state_owes), .state_commits_i(state_commits),
      .exec_new_i(exec_new), .exec_valid_i(exec_valid && exec_kind == XifVector),
      .exec_instr_i(exec_instr), .exec_rs1_i(exec_rs1), .exec_rs2_i(exec_rs2), .goes_i(goes),
      .there_o(vec_there), .valid_o(vec_valid), .cmd_o(vec_cmd), .last_o(vec_last),
      .result_answer_i(result_answer), .data_o(vec_data)
    );
  end else begin : g_no_rvv
    logic unused;

    assign unused        = exec_new ^ state_waits ^ state_owes ^ state_commits;
    assign vec_legal     = 1'b0;
    assign vec_reads_rs1 = 1'b0;
    assign vec_reads_rs2 = 1'b0;
    assign vec_ub        = 1'b0;
    assign vec_aligned   = 1'b1;
    assign vec_answer    = XifAtOnce;
    assign vec_state     = 1'b0;
    assign vec_ready     = 1'b1;
    assign vec_data      = '0;
    assign vec_rs1       = '0;
    assign vec_cmd       = '0;
    assign vec_valid     = 1'b0;
    assign vec_last      = 1'b1;
    assign vec_there     = 1'b1;
  end

  // ---- Order of accesses to the Unified Buffer --------------------------------------------------

  logic ub_busy;  // an older command can still access it

  assign ub_busy    = ub_waits || ub_open_q != '0;
  // A request that has been shown stays.
  assign host_req_o = ub_req_i && (!ub_busy || host_waits_q);
  assign ub_gnt_o   = host_req_o && host_gnt_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) host_waits_q <= 1'b0;
    else host_waits_q <= host_req_o && !host_gnt_i;
  end

  `GSQ_ASSERT_HOLD(command_holds, cmd_valid_o, cmd_ready_i, cmd_o)
  `GSQ_ASSERT_HOLD(result_holds, result_valid_o, result_ready_i,
                   {result_id_o, result_we_o, result_rd_o, result_we_o ? result_data_o : '0})
  `GSQ_ASSERT(ub_commands_are_commands, ub_open_q <= open_q)
  `GSQ_ASSERT(request_stays, !host_waits_q || !ub_req_i || host_req_o)
  `GSQ_ASSUME_HOLD(ub_request_holds, ub_req_i, ub_gnt_o, 1'b0)
  `GSQ_ASSUME(response_was_asked, !rsp_valid_i || (open_q != '0 && rsp_i.tag[7:2] == '0))

endmodule
