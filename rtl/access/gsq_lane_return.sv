// SPDX-License-Identifier: Apache-2.0
// Stage W of the access pipe with a window: every word that came back goes to its place in V, or to
// the lane ALU.
//
// Words of a cycle may belong to different groups and commands; each comes with what its lane kept
// of the tag. Nothing is collected: a lane's word is written as it comes, and what no word is
// written to was set to zero before, unless the command merges. V has a port for the whole words
// that lanes served first, and a second one for fractions (fractions_t of gsq_core_pkg) and for the
// words that lanes served second. Of fractions a cycle has one kind only, and no second words
// beside them, so one lane at most writes each half.
//
// Latency: 1, from a word to V or to the lane ALU, and from the last word of a command to done_o.
// Throughput: LanePorts words a lane and cycle. Handshake: none; neither words nor writes can be
// stalled.

`include "gsq_assert.svh"

module gsq_lane_return
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Places(6), .Parts(4)),
  localparam int unsigned Halves = Cfg.VlenBytes / 2,
  localparam int unsigned Served = Cfg.LanePorts * Cfg.Slots
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// A group that reads ends.
  input  logic                           valid_i,
  /// Tag of the group.
  input  mem_tag_t                       tag_i,
  /// Kind of fractions.
  input  fractions_t                     fractions_i,
  /// Per slot served, first what every lane served first, down to the word: it comes.
  input  logic [Served-1:0]              hit_i,
  /// Where it goes.
  input  slot_tag_t                      slot_tag_i [Served],
  /// Bytes to read.
  input  logic [Cfg.BankBytes-1:0]       be_i [Served],
  /// Word.
  input  logic [8*Cfg.BankBytes-1:0]     word_i [Served],
  /// A command that writes V is complete in this cycle.
  output logic                           done_o,
  /// Entry of the complete command in the response queue.
  output logic [RspIdWidth-1:0]          id_o,
  /// Per half of a word in V: words served first write it.
  output logic [Halves-1:0]              write_o,
  /// Per half: destination register.
  output logic [Halves-1:0][4:0]         vd_o,
  /// Data of words served first.
  output logic [Halves-1:0][15:0]        data_o,
  /// The second port is used in this cycle.
  output logic                           second_o,
  /// The second port is used in the next cycle.
  output logic                           second_next_o,
  /// Per half: fractions or words served second write it.
  output logic [Halves-1:0]              second_write_o,
  /// Per half: destination register.
  output logic [Halves-1:0][4:0]         second_vd_o,
  /// Data of fractions and words served second.
  output logic [Halves-1:0][15:0]        second_data_o,
  /// Of a half only one byte is written; with LaneOps, like these bytes.
  output logic                           second_part_o,
  /// Bytes to write then.
  output logic [2*Halves-1:0]            second_bytes_o,
  /// An iteration of a vec command has its last operand word.
  output logic                           read_whole_o,
  /// Per four bytes: an operand of a vec command, 0 without one.
  output logic [Cfg.Slots-1:0][31:0]     operand_o,
  /// Per four bytes: there is one.
  output logic [Cfg.Slots-1:0]           operand_valid_o,
  /// There will be one in the next cycle.
  output logic                           operand_next_o,
  /// Per four bytes: entry of the results that it goes to.
  output logic [2:0]                     entry_o [Cfg.Slots],
  /// Per four bytes: operation.
  output alu_op_e                        alu_o [Cfg.Slots],
  /// Per four bytes: 1: a lane of four bytes; 0: two lanes of two.
  output logic [Cfg.Slots-1:0]           wide_o,
  /// Per four bytes: there will be an operand in the next cycle.
  output logic [Cfg.Slots-1:0]           next_o,
  /// Per four bytes: its entry.
  output logic [2:0]                     next_entry_o [Cfg.Slots],
  /// Per four bytes: what the lane ALU of the compute pipe does with them; with LaneOps.
  output vec_alu_t                       alu_op_o [Cfg.Slots]
);

  localparam int unsigned Step = Cfg.BankBytes / 4;  // slots of a word of the vector

  // The element in a word, shifted to bit 0, zero-extended; or the whole word. What selects a byte
  // of the word is known before the word.
  function automatic logic [8*Cfg.BankBytes-1:0] pick(logic [8*Cfg.BankBytes-1:0] word,
                                                      logic [Cfg.BankBytes-1:0] be,
                                                      logic [1:0] elem);
    logic here;  // the element can begin at byte i, and does
    pick = word & {8 * Cfg.BankBytes{elem == 2'd3}};
    for (int unsigned i = 0; i < Cfg.BankBytes; i++) begin
      here = be[i] && (elem == 2'd0 || (elem == 2'd1 && i % 2 == 0) ||
                       (elem == 2'd2 && i % 4 == 0));
      pick[7:0] |= word[8*i +: 8] & {8{here}};
      if (i % 2 == 0) pick[15:8] |= word[8*i+8 +: 8] & {8{here && elem != 2'd0}};
      if (i % 4 == 0) pick[31:16] |= word[8*i+16 +: 16] & {16{here && elem[1]}};
    end
  endfunction

  logic                       done_q, read_whole_q, second_q;
  logic [Served-1:0]          hit_q;
  logic [RspIdWidth-1:0]      rsp_id_q;  // no reset, down to data_q
  logic [1:0]                 lane_q;    // of fractions: width of lanes
  dist_e                      unpack_q;  // of fractions
  slot_tag_t                  tag_q [Served];
  logic [8*Cfg.BankBytes-1:0] data_q [Served];

  logic [8*Cfg.BankBytes-1:0] data_d [Served];
  logic                       second_d;
  logic                       operand_d;  // an operand word comes
  logic [1:0]                 elem;       // log2 of its bytes

  always_comb begin
    second_d  = 1'b0;
    operand_d = 1'b0;
    elem      = 'x;
    for (int unsigned s = 0; s < Served; s++) data_d[s] = 'x;
    if (hit_i != '0) begin  // saves simulation time, costs no gates
      for (int unsigned s = 0; s < Served; s++) begin
        elem = slot_tag_i[s].info;
        if (slot_tag_i[s].to == SlotFraction && s < Cfg.Slots) elem = fractions_i.elem;
        if (slot_tag_i[s].to == SlotOperand && s < Cfg.Slots) elem = 2'd3;
        data_d[s] = pick(word_i[s], be_i[s], elem);
        operand_d |= hit_i[s] && slot_tag_i[s].to == SlotOperand && s < Cfg.Slots;
        second_d |= hit_i[s] && (slot_tag_i[s].to == SlotFraction || s >= Cfg.Slots);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q       <= 1'b0;
      read_whole_q <= 1'b0;
      second_q     <= 1'b0;
      hit_q        <= '0;
    end else begin
      done_q       <= valid_i && tag_i.last;
      read_whole_q <= valid_i && tag_i.ctrl.vec && tag_i.second == (tag_i.alu == AluAdd);
      second_q     <= second_d;
      hit_q        <= hit_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) rsp_id_q <= tag_i.rsp_id;
    if (second_d) begin
      lane_q   <= fractions_i.lane;
      unpack_q <= fractions_i.unpack;
    end
  end

  for (genvar s = 0; s < Served; s++) begin : g_slot
    always_ff @(posedge clk_i) begin
      if (hit_i[s]) begin
        tag_q[s]  <= slot_tag_i[s];
        data_q[s] <= data_d[s];
      end
    end
  end

  assign done_o         = done_q;
  assign id_o           = rsp_id_q;
  assign read_whole_o   = read_whole_q;
  assign second_o       = second_q;
  assign second_next_o  = second_d;
  assign operand_next_o = operand_d;

  // ---- V ----------------------------------------------------------------------------------------

  logic [Cfg.Slots-1:0] words, second_words;  // slots that give whole words to V
  logic [Cfg.Slots-1:0] fractions;            // those that give fractions
  logic                 bytes, halves, fours;   // their kind: lanes of 1, 2, 4 bytes
  logic                 spreads;                // the same: words to unpack
  logic [Halves-1:0]    in_part;                // halves of which one byte is written

  always_comb begin
    words        = '0;
    second_words = '0;
    fractions    = '0;
    if (hit_q != '0) begin  // saves simulation time, costs no gates
      for (int unsigned s = 0; s < Cfg.Slots; s++) begin
        words[s]     = hit_q[s] && tag_q[s].to == SlotWord;
        fractions[s] = hit_q[s] && tag_q[s].to == SlotFraction;
        if (Cfg.LanePorts > 1) second_words[s] = hit_q[(Cfg.LanePorts-1)*Cfg.Slots+s];
      end
    end
  end

  assign spreads = unpack_q != DistNorm;
  assign bytes   = !spreads && lane_q == WidthB8;
  assign halves  = !spreads && lane_q == WidthB16;
  assign fours   = !spreads && lane_q == WidthB32 && Cfg.BankBytes == 8;

  for (genvar h = 0; h < Halves; h++) begin : g_word
    localparam int unsigned Slot = h / 2 / Step * Step;

    assign write_o[h] = words[Slot];
    assign vd_o[h]    = tag_q[Slot].vd;
    assign data_o[h]  = data_q[Slot][16*(h%(2*Step)) +: 16];
  end

  // The places of lanes are constants: a place that depends on the group would need a shifter over
  // the whole vector in gates.
  for (genvar h = 0; h < Halves; h++) begin : g_half
    localparam int unsigned Lane   = h % Cfg.Slots;      // of two bytes
    localparam int unsigned Group  = h / Cfg.Slots;      // in which it is
    localparam int unsigned Low    = 2 * h % Cfg.Slots;  // of one byte, and the next one
    localparam int unsigned LowIn  = 2 * h / Cfg.Slots;
    localparam int unsigned Four   = h / 2;              // of four bytes
    localparam int unsigned Spread = h / Cfg.BankBytes * Step;  // of words whose byte h this is
    localparam int unsigned Word   = h / 2 / Step * Step;       // of whole words
    localparam int unsigned Second = (Cfg.LanePorts - 1) * Cfg.Slots + Word;

    logic [1:0] low_high;
    logic       two, four, spread, word;
    logic [7:0] high_byte;  // of a half that is spread

    assign low_high = {bytes && fractions[Low+1] && tag_q[Low+1].info == 2'(LowIn),
                       bytes && fractions[Low] && tag_q[Low].info == 2'(LowIn)};
    assign two      = halves && fractions[Lane] && tag_q[Lane].info[0] == 1'(Group);
    assign four     = fours && fractions[Four];
    assign spread   = spreads && fractions[Spread];
    assign word     = second_words[Word];

    if (h % 2 == 0) begin : g_even
      assign high_byte = data_q[Spread][8*(h%Cfg.BankBytes)+8 +: 8] &
                         {8{unpack_q == DistUnpackB16}};
    end else begin : g_odd
      assign high_byte = '0;
    end

    // Of lanes of one byte one may have no result; all else fills its half.
    assign second_bytes_o[2*h +: 2] = low_high == '0 ? 2'b11 : low_high;
    assign in_part[h]               = ^low_high;
    assign second_write_o[h] = low_high != '0 || two || four || word ||
                               (spread && (h % 2 == 0 || unpack_q == DistUnpackB8));

    always_comb begin
      second_vd_o[h]   = '0;
      second_data_o[h] = '0;
      if (second_q) begin  // saves simulation time
        second_vd_o[h]   = (tag_q[Low].vd & {5{low_high[0]}}) |
                           (tag_q[Low+1].vd & {5{low_high[1]}}) |
                           (tag_q[Lane].vd & {5{two}}) | (tag_q[Four].vd & {5{four}}) |
                           (tag_q[Spread].vd & {5{spread}}) | (tag_q[Second].vd & {5{word}});
        second_data_o[h] = {data_q[Low+1][7:0] & {8{low_high[1]}},
                            data_q[Low][7:0] & {8{low_high[0]}}} |
                           (data_q[Lane][15:0] & {16{two}}) |
                           (data_q[Four][16*(h%2) +: 16] & {16{four}}) |
                           ({high_byte, data_q[Spread][8*(h%Cfg.BankBytes) +: 8]} & {16{spread}}) |
                           (data_q[Second][16*(h%(2*Step)) +: 16] & {16{word}});
      end
    end
  end

  assign second_part_o = Cfg.LaneOps != 0 && in_part != '0;

  // ---- Operands ---------------------------------------------------------------------------------

  // Words for V pass by the lane ALU: its inputs are 0 then, which saves the energy of its gates.
  for (genvar s = 0; s < Cfg.Slots; s++) begin : g_operand
    localparam int unsigned Slot = s / Step * Step;

    assign next_o[s]       = hit_i[Slot] && slot_tag_i[Slot].to == SlotOperand;
    assign next_entry_o[s] = slot_tag_i[Slot].vd[2:0];

    if (Cfg.LaneOps != 0) begin : g_next
      logic     operand_q;
      vec_alu_t alu_op_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) {operand_q, alu_op_q} <= '0;
        else begin
          operand_q <= next_o[s];
          alu_op_q  <= '{abs: next_o[s] && slot_tag_i[Slot].vd[4:3] == AluAbs,
                         half: next_o[s] && !slot_tag_i[Slot].info[0]};
        end
      end

      assign operand_valid_o[s] = operand_q;
      assign alu_op_o[s]        = alu_op_q;
    end else begin : g_now
      assign operand_valid_o[s] = hit_q[Slot] && tag_q[Slot].to == SlotOperand;
      assign alu_op_o[s]        = '{default: 1'b0};
    end

    assign operand_o[s]       = data_q[Slot][32*(s%Step) +: 32] & {32{operand_valid_o[s]}};
    assign entry_o[s]         = tag_q[Slot].vd[2:0];
    assign alu_o[s]           = alu_op_e'(tag_q[Slot].vd[4:3]);
    assign wide_o[s]          = tag_q[Slot].info[0];
  end

`ifdef GSQ_ASSERT_ON
  logic second_others;  // words served second that do not go to V whole
  always_comb begin
    second_others = 1'b0;
    for (int unsigned s = Cfg.Slots; s < Served; s++) begin
      second_others |= hit_q[s] && tag_q[s].to != SlotWord;
    end
  end
`endif
  `GSQ_ASSUME(second_is_whole, !second_others)
  `GSQ_ASSUME(second_comes_without_fractions, fractions == '0 || second_words == '0)
  `GSQ_ASSERT(second_port_is_registered, second_q == (second_write_o != '0))

endmodule
