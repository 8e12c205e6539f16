// SPDX-License-Identifier: Apache-2.0
// Stage W of the access pipe: assembles returned words to a vector, for V or for the lane ALU.
//
// The words of all beats and groups of a command are collected; lanes without a word are zero. The
// vector is complete with the last word: it is written into V, unless the command has an illegal
// lane; of a command that merges, only the bytes that words had. An operand of a vec command goes
// to the lane ALU instead.
//
// Latency: 1, from the last word to the vector. Throughput: the words of one beat a cycle.
// Handshake: none; neither words nor vectors can be stalled.

`include "gsq_assert.svh"

module gsq_return
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made()
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Words of a beat valid; also 1 for a group without words.
  input  logic                          valid_i,
  /// Last words of the group.
  input  logic                          last_i,
  /// Tag of the group.
  input  mem_tag_t                      tag_i,
  /// The command has an illegal lane.
  input  logic                          killed_i,
  /// Per slot: word valid.
  input  logic [Cfg.Slots-1:0]          hit_i,
  /// Per slot: bytes to read.
  input  logic [Cfg.BankBytes-1:0]      be_i [Cfg.Slots],
  /// Per slot: word.
  input  logic [8*Cfg.BankBytes-1:0]    word_i [Cfg.Slots],
  /// An operand of a vec command is complete.
  output logic                          operand_o,
  /// One will be in the next cycle.
  output logic                          operand_next_o,
  /// 1: it is the second source; 0: the first.
  output logic                          second_o,
  /// The command of the operand has two sources.
  output logic                          pair_o,
  /// Operation on it: a sum with the first source, if it is the second; the first of two is copied.
  output alu_op_e                       alu_o,
  /// 1: lanes of four bytes; 0: lanes of two.
  output logic                          wide_o,
  /// Operand.
  output logic [Cfg.VlenBytes-1:0][7:0] operand_data_o,
  /// Per four bytes of it, which a vec command reads together: they are of one, and were read; with
  /// LaneOps only in the cycle of operand_o.
  output logic [Cfg.Slots-1:0]          operand_word_o,
  /// Per four bytes: they are of the second source; with LaneOps, like alu_op_o.
  output logic [Cfg.Slots-1:0]          second_word_o,
  /// Per four bytes: what the lane ALU of the compute pipe does with them.
  output vec_alu_t                      alu_op_o [Cfg.Slots],
  /// A command that writes V is complete in this cycle.
  output logic                          done_o,
  /// Entry of the complete command in the response queue.
  output logic [RspIdWidth-1:0]         id_o,
  /// The complete command writes V: it has no illegal lane.
  output logic                          write_o,
  /// Destination register.
  output logic [4:0]                    vd_o,
  /// Value to write.
  output logic [Cfg.VlenBytes-1:0][7:0] data_o,
  /// The command merges: only the bytes of bytes_o are written; with LaneOps.
  output logic                          merge_o,
  /// Bytes that its words had.
  output logic [Cfg.VlenBytes-1:0]      bytes_o
);

  logic                          done_q;
  logic                          operand_q;
  logic                          restart_q;  // the next words begin a command, or an operand
  logic [Cfg.VlenBytes-1:0][7:0] data_q;     // no reset, down to word_q
  dist_e                         unpack_q;
  logic [4:0]                    vd_q;
  logic [RspIdWidth-1:0]         rsp_id_q;
  logic                          killed_q;
  logic                          pair_q;
  alu_op_e                       alu_q;
  logic                          wide_q;
  logic                          second_q;
  logic [Cfg.Slots-1:0]          word_q;

  assign operand_next_o = valid_i && last_i && tag_i.ctrl.vec;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q    <= 1'b0;
      operand_q <= 1'b0;
      restart_q <= 1'b1;
    end else begin
      done_q    <= valid_i && last_i && tag_i.last;
      operand_q <= operand_next_o;
      if (valid_i) restart_q <= last_i && (tag_i.last || tag_i.ctrl.vec);
    end
  end

  // The element in a word, shifted to bit 0, zero-extended. What selects a byte of the word is
  // known before the word.
  function automatic logic [31:0] pick(logic [8*Cfg.BankBytes-1:0] word,
                                       logic [Cfg.BankBytes-1:0] be, logic [1:0] elem);
    logic here;  // the element can begin at byte i, and does
    pick = '0;
    for (int unsigned i = 0; i < Cfg.BankBytes; i++) begin
      here = be[i] && (elem == 2'd0 || (elem == 2'd1 && i % 2 == 0));
      if (i % 4 == 0) here = be[i] || (elem[1] && Cfg.BankBytes == 4);
      pick[7:0] |= word[8*i +: 8] & {8{here}};
      if (i % 2 == 0) pick[15:8] |= word[8*i+8 +: 8] & {8{here && elem != 2'd0}};
      if (i % 4 == 0) pick[31:16] |= word[8*i+16 +: 16] & {16{here && elem[1]}};
    end
  endfunction

  // Where the elements of a group go. The places are constants: a place that depends on the group
  // would need a shifter over the whole vector in gates.
  typedef enum logic [1:0] {
    ToBytes,   // lanes of one byte, in four groups
    ToHalves,  // lanes of two bytes, in two groups
    ToWords,   // lanes of four bytes, or words of four bytes
    ToDoubles  // words of eight bytes
  } to_e;

  to_e                           to;
  logic [Cfg.VlenBytes-1:0]      load;  // bytes of the vector that the words have
  logic [Cfg.VlenBytes-1:0][7:0] next;  // these bytes, and zeros
  logic [31:0]                   part;  // element in the word of a slot

  always_comb begin
    to = ToWords;
    if (tag_i.ctrl.slot.elem == 2'd3) begin
      if (Cfg.BankBytes == 8) to = ToDoubles;
    end else if (tag_i.ctrl.slot.lane == WidthB8) begin
      to = ToBytes;
    end else if (tag_i.ctrl.slot.lane == WidthB16) begin
      to = ToHalves;
    end
  end

  always_comb begin
    load = 'x;
    next = 'x;
    part = 'x;
    if (valid_i) begin  // saves simulation time, costs no gates
      load = '0;
      next = '0;
      for (int unsigned s = 0; s < Cfg.Slots; s++) begin
        if (hit_i[s]) begin
          part = pick(word_i[s], be_i[s], tag_i.ctrl.slot.elem);
          // An OR, since the places of different slots are the same.
          unique case (to)
            ToBytes: begin
              for (int unsigned g = 0; g < 4; g++) begin
                load[g*Cfg.Slots+s] |= tag_i.group == 2'(g);
                next[g*Cfg.Slots+s] |= part[7:0] & {8{tag_i.group == 2'(g)}};
              end
            end
            ToHalves: begin
              for (int unsigned g = 0; g < 2; g++) begin
                load[2*(g*Cfg.Slots+s) +: 2] |= {2{tag_i.group[0] == 1'(g)}};
                next[2*(g*Cfg.Slots+s) +: 2] |= part[15:0] & {16{tag_i.group[0] == 1'(g)}};
              end
            end
            ToWords: begin
              load[4*s +: 4] |= '1;
              next[4*s +: 4] |= part;
            end
            ToDoubles: begin
              if (s % 2 == 0) begin
                load[4*s +: Cfg.BankBytes] |= '1;
                next[4*s +: Cfg.BankBytes] |= word_i[s];
              end
            end
          endcase
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      for (int unsigned i = 0; i < Cfg.VlenBytes; i++) begin
        if (restart_q || load[i]) data_q[i] <= next[i];
      end
      for (int unsigned s = 0; s < Cfg.Slots; s++) begin
        if (restart_q || load[4*s]) word_q[s] <= tag_i.ctrl.vec && load[4*s];
      end
      unpack_q <= tag_i.ctrl.unpack;
      vd_q     <= tag_i.vd;
      rsp_id_q <= tag_i.rsp_id;
      killed_q <= killed_i;
      pair_q   <= tag_i.alu == AluAdd;
      if (tag_i.alu == AluAdd) alu_q <= tag_i.second ? AluAdd : AluCopy;
      else alu_q <= tag_i.alu;
      wide_q   <= tag_i.ctrl.slot.lane == WidthB32;
      second_q <= tag_i.second;
    end
  end

  if (Cfg.LaneOps != 0) begin : g_merge
    logic                     merge_q;  // no reset, like bytes_q
    logic [Cfg.VlenBytes-1:0] bytes_q;  // of a command that merges

    always_ff @(posedge clk_i) begin
      if (valid_i) merge_q <= tag_i.ctrl.merge;
      if (valid_i && tag_i.ctrl.merge) bytes_q <= restart_q ? load : bytes_q | load;
    end

    assign merge_o = merge_q;
    assign bytes_o = bytes_q;
  end else begin : g_no_merge
    assign merge_o = 1'b0;
    assign bytes_o = '0;
  end

  if (Cfg.LaneOps != 0) begin : g_word
    // Each word has bits of its own, 0 without an operand: one bit for all would have to drive the
    // whole lane ALU.
    logic [Cfg.Slots-1:0] next_word, operand_word_q, second_word_q;
    vec_alu_t             alu_op_q [Cfg.Slots];

    for (genvar s = 0; s < Cfg.Slots; s++) begin : g_slot
      assign next_word[s] = operand_next_o && (load[4*s] || (!restart_q && word_q[s]));

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) {operand_word_q[s], second_word_q[s], alu_op_q[s]} <= '0;
        else begin
          operand_word_q[s] <= next_word[s];
          second_word_q[s]  <= next_word[s] && tag_i.second;
          alu_op_q[s]       <= '{abs: next_word[s] && tag_i.alu == AluAbs,
                                 half: next_word[s] && tag_i.ctrl.slot.lane != WidthB32};
        end
      end
    end

    assign operand_word_o = operand_word_q;
    assign second_word_o  = second_word_q;
    assign alu_op_o       = alu_op_q;
  end else begin : g_no_word
    assign operand_word_o = word_q;
    assign second_word_o  = '0;
    assign alu_op_o       = '{default: vec_alu_t'('0)};
  end

  assign operand_o      = operand_q;
  assign second_o       = second_q;
  assign pair_o         = pair_q;
  assign alu_o          = alu_q;
  assign wide_o         = wide_q;
  assign operand_data_o = data_q;

  assign done_o  = done_q;
  assign id_o    = rsp_id_q;
  assign write_o = done_q && !killed_q;
  assign vd_o    = vd_q;

  always_comb begin
    data_o = data_q;
    if (unpack_q == DistUnpackB8) begin
      data_o = '0;
      for (int unsigned i = 0; i < Cfg.VlenBytes / 2; i++) data_o[2*i] = data_q[i];
    end else if (unpack_q == DistUnpackB16) begin
      data_o = '0;
      for (int unsigned i = 0; i < Cfg.VlenBytes / 2; i++) data_o[4*(i/2) + i%2] = data_q[i];
    end
  end

  `GSQ_ASSERT(one_destination, !done_o || !operand_o)

endmodule
