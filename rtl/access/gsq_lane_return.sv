// SPDX-License-Identifier: Apache-2.0
// Stage W of the access pipe with a window: every word that came back goes to its place in V, or to
// the lane ALU.
//
// Words of a cycle may belong to different groups and commands, whose tags come with their places.
// Nothing is collected: a lane's word is written as it comes, and what no word is written to was
// set to zero before. V has a port for whole words, which only their own lane writes, and one for
// parts (give_e of gsq_core_pkg). Of these a cycle has one kind only, so one lane at most writes
// each half.
//
// Latency: 1, from a word to V or to the lane ALU, and from the last word of a command to done_o.
// Throughput: a word a lane and cycle. Handshake: none; neither words nor writes can be stalled.

`include "gsq_assert.svh"

module gsq_lane_return
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Window(4)),
  localparam int unsigned Halves = Cfg.VlenBytes / 2
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// A group that reads gives words, or ends without any.
  input  logic                           valid_i,
  /// The group ends.
  input  logic                           last_i,
  /// Tag of the group.
  input  mem_tag_t                       tag_i,
  /// Per slot: word valid; of any group.
  input  logic [Cfg.Slots-1:0]           hit_i,
  /// Per slot: place of its group in the window.
  input  logic [Cfg.PlaceWidth-1:0]      place_i [Cfg.Slots],
  /// Per place: tag of its group.
  input  mem_tag_t                       place_tag_i [Cfg.Window],
  /// Per slot: bytes to read.
  input  logic [Cfg.BankBytes-1:0]       be_i [Cfg.Slots],
  /// Per slot: word.
  input  logic [8*Cfg.BankBytes-1:0]     word_i [Cfg.Slots],
  /// A command that writes V is complete in this cycle.
  output logic                           done_o,
  /// Entry of the complete command in the response queue.
  output logic [RspIdWidth-1:0]          id_o,
  /// Per half of a word in V: whole words write it.
  output logic [Halves-1:0]              write_o,
  /// Per half: destination register.
  output logic [Halves-1:0][4:0]         vd_o,
  /// Data of whole words.
  output logic [Halves-1:0][15:0]        data_o,
  /// Parts are written in this cycle.
  output logic                           parts_o,
  /// Per half: parts write it.
  output logic [Halves-1:0]              part_write_o,
  /// Per half: destination register.
  output logic [Halves-1:0][4:0]         part_vd_o,
  /// Data of parts.
  output logic [Halves-1:0][15:0]        part_data_o,
  /// An iteration of a vec command has its last operand word.
  output logic                           read_whole_o,
  /// Per four bytes: an operand of a vec command, 0 without one.
  output logic [Cfg.Slots-1:0][31:0]     operand_o,
  /// Per four bytes: there is one.
  output logic [Cfg.Slots-1:0]           operand_valid_o,
  /// Per four bytes: entry of the results that it goes to.
  output logic [2:0]                     entry_o [Cfg.Slots],
  /// Per four bytes: operation.
  output alu_op_e                        alu_o [Cfg.Slots],
  /// Per four bytes: 1: a lane of four bytes; 0: two lanes of two.
  output logic [Cfg.Slots-1:0]           wide_o
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

  logic                       done_q, read_whole_q, parts_q;
  logic [Cfg.Slots-1:0]       hit_q;
  logic [RspIdWidth-1:0]      rsp_id_q;  // no reset, down to data_q
  logic [Cfg.PlaceWidth-1:0]  place_q [Cfg.Slots];
  mem_tag_t                   tag_q [Cfg.Window];
  logic [8*Cfg.BankBytes-1:0] data_q [Cfg.Slots];

  logic [8*Cfg.BankBytes-1:0] data_d [Cfg.Slots];
  logic                       part_d [Cfg.Window];  // the group of the place gives parts
  logic                       parts_d;

  for (genvar w = 0; w < Cfg.Window; w++) begin : g_part
    assign part_d[w] = gives(place_tag_i[w].ctrl, Cfg.BankBytes) != GiveWords;
  end

  always_comb begin
    parts_d = 1'b0;
    for (int unsigned s = 0; s < Cfg.Slots; s++) data_d[s] = 'x;
    if (hit_i != '0) begin  // saves simulation time, costs no gates
      for (int unsigned s = 0; s < Cfg.Slots; s++) begin
        data_d[s] = pick(word_i[s], be_i[s], place_tag_i[place_i[s]].ctrl.slot.elem);
        parts_d  |= hit_i[s] && part_d[place_i[s]];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q       <= 1'b0;
      read_whole_q <= 1'b0;
      parts_q      <= 1'b0;
      hit_q        <= '0;
    end else begin
      done_q       <= valid_i && last_i && tag_i.last;
      read_whole_q <= valid_i && last_i && tag_i.ctrl.vec &&
                      tag_i.second == (tag_i.alu == AluAdd);
      parts_q      <= parts_d;
      hit_q        <= hit_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) rsp_id_q <= tag_i.rsp_id;
    if (hit_i != '0) tag_q <= place_tag_i;
  end

  for (genvar s = 0; s < Cfg.Slots; s++) begin : g_slot
    always_ff @(posedge clk_i) begin
      if (hit_i[s]) begin
        place_q[s] <= place_i[s];
        data_q[s]  <= data_d[s];
      end
    end
  end

  assign done_o       = done_q;
  assign id_o         = rsp_id_q;
  assign read_whole_o = read_whole_q;
  assign parts_o      = parts_q;

  // ---- V ----------------------------------------------------------------------------------------

  give_e                give [Cfg.Window];  // of the group of each place
  mem_tag_t             tag [Cfg.Slots];    // of the group of each slot
  logic [Cfg.Slots-1:0] words;              // slots that give whole words to V
  give_e                kind [Cfg.Slots];   // of those that give parts; else words

  for (genvar w = 0; w < Cfg.Window; w++) begin : g_give
    assign give[w] = gives(tag_q[w].ctrl, Cfg.BankBytes);
  end

  always_comb begin
    words = '0;
    for (int unsigned s = 0; s < Cfg.Slots; s++) begin
      tag[s]  = 'x;
      kind[s] = GiveWords;
    end
    if (hit_q != '0) begin  // saves simulation time, costs no gates
      for (int unsigned s = 0; s < Cfg.Slots; s++) begin
        tag[s]   = tag_q[place_q[s]];
        words[s] = hit_q[s] && tag[s].ctrl.writes_v && give[place_q[s]] == GiveWords;
        if (hit_q[s]) kind[s] = give[place_q[s]];
      end
    end
  end

  for (genvar h = 0; h < Halves; h++) begin : g_word
    localparam int unsigned Slot = h / 2 / Step * Step;

    assign write_o[h] = words[Slot];
    assign vd_o[h]    = tag[Slot].vd;
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

    logic [1:0] low_high;
    logic       two, four, spread;
    logic [7:0] high_byte;  // of a half that is spread

    assign low_high = {kind[Low+1] == GiveBytes && tag[Low+1].group == 2'(LowIn),
                       kind[Low] == GiveBytes && tag[Low].group == 2'(LowIn)};
    assign two      = kind[Lane] == GiveHalves && tag[Lane].group[0] == 1'(Group);
    assign four     = Cfg.BankBytes == 8 && kind[Four] == GiveFours;
    assign spread   = kind[Spread] == GiveSpread;

    if (h % 2 == 0) begin : g_even
      assign high_byte = data_q[Spread][8*(h%Cfg.BankBytes)+8 +: 8] &
                         {8{tag[Spread].ctrl.unpack == DistUnpackB16}};
    end else begin : g_odd
      assign high_byte = '0;
    end

    assign part_write_o[h] = low_high != '0 || two || four ||
                             (spread && (h % 2 == 0 || tag[Spread].ctrl.unpack == DistUnpackB8));

    always_comb begin
      part_vd_o[h]   = '0;
      part_data_o[h] = '0;
      if (parts_q) begin  // saves simulation time
        part_vd_o[h]   = (tag[Low].vd & {5{low_high[0]}}) | (tag[Low+1].vd & {5{low_high[1]}}) |
                         (tag[Lane].vd & {5{two}}) | (tag[Four].vd & {5{four}}) |
                         (tag[Spread].vd & {5{spread}});
        part_data_o[h] = {data_q[Low+1][7:0] & {8{low_high[1]}},
                          data_q[Low][7:0] & {8{low_high[0]}}} |
                         (data_q[Lane][15:0] & {16{two}}) |
                         (data_q[Four][16*(h%2) +: 16] & {16{four}}) |
                         ({high_byte, data_q[Spread][8*(h%Cfg.BankBytes) +: 8]} & {16{spread}});
      end
    end
  end

  // ---- Operands ---------------------------------------------------------------------------------

  // Words for V pass by the lane ALU: its inputs are 0 then, which saves the energy of its gates.
  for (genvar s = 0; s < Cfg.Slots; s++) begin : g_operand
    localparam int unsigned Slot = s / Step * Step;

    assign operand_valid_o[s] = hit_q[Slot] && tag[Slot].ctrl.vec;
    assign operand_o[s]       = data_q[Slot][32*(s%Step) +: 32] & {32{operand_valid_o[s]}};
    assign entry_o[s]         = tag[Slot].entry;
    assign alu_o[s]           = tag[Slot].alu;
    assign wide_o[s]          = tag[Slot].ctrl.slot.lane == WidthB32;
  end

`ifdef GSQ_ASSERT_ON
  logic mixed;  // parts of different kinds
  always_comb begin
    mixed = 1'b0;
    for (int unsigned s = 0; s < Cfg.Slots; s++) begin
      for (int unsigned r = 0; r < s; r++) begin
        mixed |= parts_q && kind[s] != GiveWords && kind[r] != GiveWords && kind[s] != kind[r];
      end
    end
  end
`endif
  `GSQ_ASSERT(one_kind_of_parts, !mixed)
  `GSQ_ASSERT(parts_are_registered, parts_q == (part_write_o != '0))

endmodule
