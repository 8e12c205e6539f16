// SPDX-License-Identifier: Apache-2.0
// gsq_xif_queue: follows one arbitrary instruction from its issue until it has been executed and
// has given its result, or the core has killed it.
module prove_xif_queue
  import gsq_xif_pkg::*;
#(
  parameter int unsigned IdWidth = 2,
  parameter int unsigned Depth = 4
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               issue_i,
  input logic               accept_i,
  input logic [IdWidth-1:0] id_i,
  input logic [31:0]        instr_i,
  input logic [31:0]        rs1_i,
  input logic [31:0]        rs2_i,
  input xif_kind_e          kind_i,
  input xif_answer_e        answer_i,
  input logic               ub_i,
  input logic               commit_i,
  input logic [IdWidth-1:0] commit_id_i,
  input logic               kill_i,
  input logic               exec_ready_i,
  input logic               result_ready_i,
  input logic               pick_i  // follow the instruction that is issued now
);

  localparam int unsigned CountWidth = $clog2(Depth + 1);
  localparam int unsigned Ids        = 2 ** IdWidth;
  typedef logic [CountWidth-1:0] count_t;

  typedef struct packed {
    logic [31:0]        instr;
    logic [31:0]        rs1;
    logic [31:0]        rs2;
    xif_kind_e          kind;
    xif_answer_e        answer;
    logic               ub;
    logic [IdWidth-1:0] id;
  } entry_t;

  logic               place, exec_valid, exec_ub, result_valid, same, ub_waits, exec_new;
  logic               state_waits, state_owes, state_commits;
  logic [31:0]        exec_instr, exec_rs1, exec_rs2;
  logic [IdWidth-1:0] result_id;
  logic [4:0]         result_rd;
  xif_kind_e          exec_kind;
  xif_answer_e        exec_answer, result_answer;

  gsq_xif_queue #(.IdWidth(IdWidth), .Depth(Depth), .RvvOps(1)) dut (
    .clk_i, .rst_ni, .place_o(place), .issue_i, .accept_i, .id_i, .instr_i, .rs1_i, .rs2_i,
    .kind_i, .answer_i, .ub_i, .state_i(ub_i), .commit_i, .commit_id_i, .kill_i,
    .exec_valid_o(exec_valid), .exec_ready_i, .exec_instr_o(exec_instr), .exec_rs1_o(exec_rs1),
    .exec_rs2_o(exec_rs2), .exec_kind_o(exec_kind), .exec_answer_o(exec_answer),
    .exec_ub_o(exec_ub),
    .result_valid_o(result_valid), .result_ready_i, .result_id_o(result_id),
    .result_rd_o(result_rd), .result_answer_o(result_answer), .same_o(same),
    .exec_new_o(exec_new), .state_waits_o(state_waits), .state_owes_o(state_owes),
    .state_commits_o(state_commits), .ub_waits_o(ub_waits)
  );

  logic           started_q = 1'b0;
  logic           follow_q;     // one is followed
  logic           committed_q;  // it has been committed
  logic           executed_q;   // it has been executed
  logic           resulted_q;   // it has given its result
  count_t         execs_q;      // older ones that have not been executed
  count_t         results_q;    // older ones without a result
  entry_t         entry_q;      // what was issued
  logic [Ids-1:0] named_q;      // numbers of accepted instructions of which the core has said nothing
  logic [Ids-1:0] older_q;      // ... when the followed one was issued
  logic [Ids-1:0] younger_q;    // ... that were issued after it

  // ---- What the core does -----------------------------------------------------------------------

  logic   of_issued;  // it speaks of the instruction that it issues
  logic   says;       // ... of another one
  logic   comes;      // an instruction comes to stay
  logic   commits, kills, goes, execute, result;

  assign of_issued = commit_i && issue_i && commit_id_i == id_i;
  assign says      = commit_i && !of_issued;
  assign comes     = issue_i && accept_i && !(of_issued && kill_i);
  assign commits   = says && !kill_i && commit_id_i == entry_q.id;
  assign kills     = (says && kill_i && commit_id_i == entry_q.id) || (issue_i && id_i == entry_q.id);
  assign execute   = exec_valid && exec_ready_i;
  assign result    = result_valid && result_ready_i;
  // The queue lets go of the followed instruction.
  assign goes      = follow_q && !committed_q && dut.results_q + dut.left_now <= results_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!follow_q) begin
      entry_q  <= '{instr: instr_i, rs1: rs1_i, rs2: rs2_i, kind: kind_i, answer: answer_i, ub: ub_i, id: id_i};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      follow_q    <= 1'b0;
      committed_q <= 1'b0;
      executed_q  <= 1'b0;
      resulted_q  <= 1'b0;
      execs_q     <= '0;
      results_q   <= '0;
      named_q     <= '0;
      older_q     <= '0;
      younger_q   <= '0;
    end else begin
      for (int unsigned n = 0; n < Ids; n++) begin
        if (comes && id_i == IdWidth'(n)) named_q[n] <= !of_issued;
        else if ((commit_i && commit_id_i == IdWidth'(n)) || (issue_i && id_i == IdWidth'(n))) begin
          named_q[n] <= 1'b0;
        end
      end
      if (follow_q) begin
        if (comes) younger_q[id_i] <= 1'b1;
        if (commits && !goes) committed_q <= 1'b1;
        if (execute && execs_q == '0) executed_q <= 1'b1;
        if (result && results_q == '0) resulted_q <= 1'b1;
        if (execute && !executed_q && execs_q != '0) execs_q <= execs_q - 1'b1;
        if (result && !resulted_q && results_q != '0) results_q <= results_q - 1'b1;
        if (goes || (executed_q && resulted_q)) follow_q <= 1'b0;
      end else if (comes && pick_i) begin
        follow_q    <= 1'b1;
        committed_q <= of_issued;
        executed_q  <= 1'b0;
        resulted_q  <= 1'b0;
        younger_q   <= '0;
        older_q     <= named_q;
        execs_q     <= dut.exec_end;
        results_q   <= dut.result_end;
      end
    end
  end

  // ---- Properties -------------------------------------------------------------------------------

  logic live;     // the followed instruction is in the queue
  logic waiting;  // ... and not committed

  assign live    = follow_q && !(executed_q && resulted_q);
  assign waiting = follow_q && !committed_q;

  // Of the instructions without a commit: no two have one number, which both lists know; the core
  // knows all of them; older and younger ones than the followed one have been seen as such.
  logic numbers_differ, numbers_there, all_named, sides_right;

  always_comb begin
    numbers_differ = 1'b1;
    numbers_there  = 1'b1;
    all_named      = 1'b1;
    sides_right    = 1'b1;
    for (int unsigned i = 0; i < Depth; i++) begin
      automatic count_t at = dut.results_q + count_t'(i);  // in the list of results
      if (count_t'(i) < dut.open_q) begin
        if (!named_q[dut.open_id_q[i]]) all_named = 1'b0;
        if (at < results_q && !older_q[dut.open_id_q[i]]) sides_right = 1'b0;
        if (at > results_q && !younger_q[dut.open_id_q[i]]) sides_right = 1'b0;
        if (dut.result_q[at].id != dut.open_id_q[i]) numbers_there = 1'b0;
        for (int unsigned j = i + 1; j < Depth; j++) begin
          if (count_t'(j) < dut.open_q && dut.open_id_q[j] == dut.open_id_q[i]) begin
            numbers_differ = 1'b0;
          end
        end
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!(issue_i && accept_i) || place);
    assume (4'(answer_i) <= 4'd8 && 3'(kind_i) <= 3'd4);
    // It does not commit an instruction behind one that it drops in this cycle.
    assume (dut.commits_now <= dut.left_now);
    // Commits come in the order of issue: none of a younger one while the followed one waits.
    assume (!waiting || !commit_i || kill_i || commit_id_i == entry_q.id || !younger_q[commit_id_i]);
    assume (!waiting || !of_issued || kill_i || id_i == entry_q.id);

    not_before_commit: assert (!waiting || ((!exec_valid || execs_q != '0) &&
                                            (!result_valid || results_q != '0)));
    executed_as_issued: assert (!live || !committed_q || executed_q || execs_q != '0 ||
        (exec_valid && {exec_instr, exec_rs1, exec_rs2, exec_kind, exec_answer, exec_ub} ==
                       {entry_q.instr, entry_q.rs1, entry_q.rs2, entry_q.kind, entry_q.answer,
                        entry_q.ub}));
    result_as_issued: assert (!live || !committed_q || resulted_q || results_q != '0 ||
        (result_valid && result_id == entry_q.id && result_rd == entry_q.instr[11:7] &&
         result_answer == entry_q.answer));
    killed_is_gone: assert (!waiting || !kills || goes);
    gone_is_killed: assert (!goes || kills || (says && kill_i && older_q[commit_id_i]) ||
                            (issue_i && older_q[id_i]));
    ub_is_seen: assert (!live || !committed_q || executed_q || !entry_q.ub || ub_waits);
    // Both lists end with the same instructions, so they differ by those that are in one alone.
    same_is_right: assert (same == (dut.execs_q == dut.results_q));

    // Invariants that make the above inductive: the lists hold what was issued, in places that
    // follow from those before; no two instructions without a commit have one number.
    inv_counts: assert (32'(dut.execs_q) + 32'(dut.open_q) <= Depth &&
                        32'(dut.results_q) + 32'(dut.open_q) <= Depth);
    inv_exec: assert (!live || executed_q || (execs_q < dut.execs_q + dut.open_q &&
        dut.exec_q[execs_q] == {entry_q.instr, entry_q.rs1, entry_q.rs2, entry_q.kind,
                                entry_q.answer, entry_q.ub}));
    inv_result: assert (!live || resulted_q || (results_q < dut.results_q + dut.open_q &&
        dut.result_q[results_q] == {entry_q.id, entry_q.instr[11:7], entry_q.answer}));
    inv_committed: assert (!live || ((executed_q || committed_q == (execs_q < dut.execs_q)) &&
                                     (resulted_q || committed_q == (results_q < dut.results_q))));
    inv_places: assert (!live || executed_q || resulted_q ||
                        dut.execs_q - execs_q == dut.results_q - results_q);
    inv_waiting: assert (!waiting || (!executed_q && !resulted_q));
    inv_numbers: assert (numbers_differ && numbers_there);
    inv_named: assert (all_named);
    inv_sides: assert (!waiting || sides_right);
  end

endmodule
