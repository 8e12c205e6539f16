// SPDX-License-Identifier: Apache-2.0
// Stage W of the access pipe: words that came back go to V, or through the lane ALU to the group
// that writes them.
//
// Without a window gsq_return assembles words to vectors, and V is written whole; gsq_vec_unit
// computes the results of vec commands and keeps them until they are written. With one every word
// goes to V (gsq_lane_return) or to the result (gsq_vec_entries) as it comes.
//
// Latency: 1, from the last word of a command to V; 2, from the last word of an iteration to its
// result. Throughput: the words of one beat a cycle. Handshake: valid/ready for results,
// vec_valid_o does not depend on vec_ready_i; none for words, nor for V.

`include "gsq_assert.svh"

module gsq_group_return
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(),
  /// Maximum number of iterations that are read but not yet written.
  parameter int unsigned Ahead = ReadAhead,
  localparam int unsigned Served = Cfg.LanePorts * Cfg.Slots
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Words of a beat valid; also 1 for a group without words. With a window: a group ends.
  input  logic                          valid_i,
  /// Last words of the group.
  input  logic                          last_i,
  /// Tag of the group.
  input  mem_tag_t                      tag_i,
  /// The command has an illegal lane.
  input  logic                          killed_i,
  /// Kind of fractions.
  input  fractions_t                    fractions_i,
  /// Per slot served, down to the word: it comes; with a window of any group.
  input  logic [Served-1:0]             hit_i,
  /// Where it goes. With a window.
  input  slot_tag_t                     slot_tag_i [Served],
  /// Bytes to read.
  input  logic [Cfg.BankBytes-1:0]      be_i [Served],
  /// Word.
  input  logic [8*Cfg.BankBytes-1:0]    word_i [Served],
  /// A command that writes V is complete in this cycle.
  output logic                          done_o,
  /// Entry of the complete command in the response queue.
  output logic [RspIdWidth-1:0]         id_o,
  /// Per slice of V: it is written.
  output logic [Cfg.Slices-1:0]         write_o,
  /// Per slice: destination register.
  output logic [Cfg.Slices-1:0][4:0]    vd_o,
  /// Data to write.
  output logic [Cfg.VlenBytes-1:0][7:0] data_o,
  /// Without a window: only the bytes of bytes_o are written.
  output logic                          merge_o,
  /// Bytes to write then.
  output logic [Cfg.VlenBytes-1:0]      bytes_o,
  /// The second port of V is used, with a window.
  output logic                          second_o,
  /// The second port is used in the next cycle.
  output logic                          second_next_o,
  /// Per slice of V: it is written by that port.
  output logic [Cfg.Slices-1:0]         second_write_o,
  /// Per slice: destination register there.
  output logic [Cfg.Slices-1:0][4:0]    second_vd_o,
  /// Data to write there.
  output logic [Cfg.VlenBytes-1:0][7:0] second_data_o,
  /// There only the bytes of second_bytes_o are written.
  output logic                          second_part_o,
  /// Bytes to write then.
  output logic [Cfg.VlenBytes-1:0]      second_bytes_o,
  /// In the next cycle an operand of vec is at the lane ALU of the compute pipe; with LaneOps, like
  /// all of alu.
  output logic                          alu_next_o,
  /// Per four bytes: operation.
  output vec_alu_t                      alu_op_o [Cfg.Slots],
  /// Operand, else 0.
  output logic [Cfg.VlenBytes-1:0][7:0] alu_a_o,
  /// The other operand of a sum, else 0.
  output logic [Cfg.VlenBytes-1:0][7:0] alu_b_o,
  /// Result, in the same cycle.
  input  logic [Cfg.VlenBytes-1:0][7:0] alu_result_i,
  output logic                          vec_valid_o,
  input  logic                          vec_ready_i,
  /// Per slot: data to write; with words of eight bytes those of two slots.
  output logic [8*Cfg.BankBytes-1:0]    vec_data_o [Cfg.Slots]
);

  logic [Cfg.VlenBytes-1:0][7:0] result;
  logic [Cfg.VlenBytes-1:0][7:0] operands;  // of vec, 0 where there are none
  logic [Cfg.VlenBytes-1:0][7:0] earlier;   // of a sum, what came before
  logic                          operand_next;

  assign alu_next_o = Cfg.LaneOps != 0 && operand_next;
  assign alu_a_o    = Cfg.LaneOps != 0 ? operands : '0;
  assign alu_b_o    = Cfg.LaneOps != 0 ? earlier : '0;

  if (Cfg.Places > 1) begin : g_lanes
    logic                       read_whole;
    logic [Cfg.Slots-1:0]       operand;
    logic [Cfg.Slots-1:0][31:0] operand_data;
    logic [2:0]                 entry [Cfg.Slots], next_entry [Cfg.Slots];
    logic [Cfg.Slots-1:0]       next;
    alu_op_e                    alu [Cfg.Slots];
    logic [Cfg.Slots-1:0]       wide;

    gsq_lane_return #(.Cfg(Cfg)) u_lane_return (
      .clk_i, .rst_ni,
      .valid_i,
      .tag_i,
      .fractions_i,
      .hit_i,
      .slot_tag_i,
      .be_i,
      .word_i,
      .done_o,
      .id_o,
      .write_o,
      .vd_o,
      .data_o,
      .second_o,
      .second_next_o,
      .second_write_o,
      .second_vd_o,
      .second_data_o,
      .second_part_o,
      .second_bytes_o,
      .read_whole_o   (read_whole),
      .operand_o      (operand_data),
      .operand_valid_o(operand),
      .operand_next_o (operand_next),
      .entry_o        (entry),
      .alu_o          (alu),
      .wide_o         (wide),
      .next_o         (next),
      .next_entry_o   (next_entry),
      .alu_op_o
    );

    // A write waits in E for at most Ahead iterations read before it (see gsq_agu).
    gsq_vec_entries #(
      .VlenBytes(Cfg.VlenBytes),
      .Depth    (Ahead),
      .LaneOps  (Cfg.LaneOps)
    ) u_vec_entries (
      .clk_i, .rst_ni,
      .operand_i   (operand),
      .entry_i     (entry),
      .next_i      (next),
      .next_entry_i(next_entry),
      .op_i        (alu),
      .wide_i      (wide),
      .data_i      (operand_data),
      .read_whole_i(read_whole),
      .valid_o     (vec_valid_o),
      .ready_i     (vec_ready_i),
      .data_o      (result),
      .before_o    (earlier),
      .alu_result_i
    );

    assign operands = operand_data;

    assign merge_o = 1'b0;
    assign bytes_o = '0;

    logic unused_killed;
    assign unused_killed = killed_i ^ last_i;
  end else begin : g_vector
    logic                          operand;
    logic                          second;
    logic                          pair;
    alu_op_e                       alu;
    logic                          wide;
    logic [Cfg.VlenBytes-1:0][7:0] operand_data;
    logic [Cfg.VlenBytes-1:0][7:0] newest;
    logic [Cfg.Slots-1:0]          operand_word, second_word;

    gsq_return #(.Cfg(Cfg)) u_return (
      .clk_i, .rst_ni,
      .valid_i,
      .last_i,
      .tag_i,
      .killed_i,
      .hit_i,
      .be_i,
      .word_i,
      .operand_o     (operand),
      .operand_next_o(operand_next),
      .second_o      (second),
      .pair_o        (pair),
      .alu_o         (alu),
      .wide_o        (wide),
      .operand_data_o(operand_data),
      .operand_word_o(operand_word),
      .second_word_o (second_word),
      .alu_op_o,
      .done_o,
      .id_o,
      .write_o       (write_o[0]),
      .vd_o          (vd_o[0]),
      .data_o,
      .merge_o,
      .bytes_o
    );

    // Words for V pass by the lane ALU: its inputs are 0 then, which saves the energy of its gates.
    // One bit for all words would have to drive all of them on the longest path of this block.
    for (genvar s = 0; s < Cfg.Slots; s++) begin : g_alu
      assign operands[4*s +: 4] = operand_data[4*s +: 4] & {32{operand_word[s]}};
      assign earlier[4*s +: 4]  = newest[4*s +: 4] & {32{second_word[s]}};
    end

    // A write in R waits for at most Ahead iterations read before it (see gsq_agu). The last of
    // them leaves X only when the write leaves R, so no more iterations than these have an operand
    // that has arrived.
    gsq_vec_unit #(
      .VlenBytes(Cfg.VlenBytes),
      .Depth    (Ahead),
      .LaneOps  (Cfg.LaneOps)
    ) u_vec_unit (
      .clk_i, .rst_ni,
      .valid_i (operand),
      .second_i(second),
      .pair_i  (pair),
      .op_i    (alu),
      .wide_i  (wide),
      .data_i  (operands),
      .valid_o (vec_valid_o),
      .ready_i (vec_ready_i),
      .data_o  (result),
      .newest_o(newest),
      .alu_result_i
    );

    assign second_o       = 1'b0;
    assign second_next_o  = 1'b0;
    assign second_write_o = '0;
    assign second_vd_o    = '0;
    assign second_data_o  = '0;
    assign second_part_o  = 1'b0;
    assign second_bytes_o = '0;

    logic unused_window;
    assign unused_window = ^{fractions_i, slot_tag_i[0]};

    `GSQ_ASSERT(alu_has_operand, !operand || operands == operand_data)
    `GSQ_ASSERT(alu_is_still, !done_o || operands[0] == '0)
  end

  for (genvar s = 0; s < Cfg.Slots; s++) begin : g_slot
    assign vec_data_o[s] = result[4*(Cfg.BankBytes == 8 ? s & ~1 : s) +: Cfg.BankBytes];
  end

endmodule
