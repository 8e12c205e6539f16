// SPDX-License-Identifier: Apache-2.0
// gsq_lane_return: an arbitrary word in an arbitrary cycle, whatever the other lanes bring.
//
// What gsq_lanes sees to is assumed, and shown in prove_lanes: fractions of a cycle are of one kind
// and come without second words, which are whole; lanes of one byte, which only register gathers have, are of
// one group. What stage E sees to is assumed: words of different commands are for different registers,
// and a command that gives whole words has one group. Words to unpack stand in the lower half of the
// vector, words of eight bytes in even slots; elements that become whole words have words of four bytes.
module prove_lane_return
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 32,
  parameter int unsigned Places = 3,
  parameter int unsigned Parts = 2,
  parameter int unsigned BankBytes = 4,
  parameter int unsigned LaneOps = 0,
  localparam int unsigned Slots = VlenBytes / 4,
  localparam int unsigned Served = Parts > 1 ? 2 * Slots : Slots,  // then second words
  localparam int unsigned Halves = VlenBytes / 2,
  localparam int unsigned TagWidth = $bits(mem_tag_t),
  localparam int unsigned SlotTagWidth = $bits(slot_tag_t),
  localparam int unsigned Step = BankBytes / 4
) (
  input logic                                clk_i,
  input logic                                rst_ni,
  input logic                                valid_i,
  input logic [TagWidth-1:0]                 tag_i,
  input logic [$bits(fractions_t)-1:0]       fractions_i,
  input logic [Served-1:0]                   hit_i,
  input logic [Served-1:0][SlotTagWidth-1:0] slot_tag_i,
  input logic [Served-1:0][BankBytes-1:0]    be_i,
  input logic [Served-1:0][8*BankBytes-1:0]  word_i,
  input logic [$clog2(Served)-1:0]           slot_i,  // the word that is followed
  input logic [$clog2(BankBytes)-1:0]        at_i     // the element that its slot takes
);

  slot_tag_t              tag [Served];
  logic [BankBytes-1:0]   be [Served];
  logic [8*BankBytes-1:0] word [Served];
  fractions_t             kind;

  assign kind = fractions_t'(fractions_i);
  for (genvar s = 0; s < Served; s++) begin : g_slot
    assign tag[s]  = slot_tag_t'(slot_tag_i[s]);
    assign be[s]   = be_i[s];
    assign word[s] = word_i[s];
  end

  logic                     done, second, read_whole;
  logic [RspIdWidth-1:0]    id;
  logic [Halves-1:0]        write, second_write;
  logic [Halves-1:0][4:0]   vd, second_vd;
  logic [Halves-1:0][15:0]  data, second_data;
  logic                     second_part;
  logic [2*Halves-1:0]      second_bytes;
  logic [Slots-1:0][31:0]   operand;
  logic [Slots-1:0]         operand_valid, wide;
  logic [2:0]               entry [Slots];
  alu_op_e                  alu [Slots];

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(
      .VlenBytes(VlenBytes), .BankBytes(BankBytes), .Places(Places), .Parts(Parts),
      .LaneOps(LaneOps));

  gsq_lane_return #(.Cfg(Cfg)) dut (
    .clk_i, .rst_ni, .valid_i, .tag_i(mem_tag_t'(tag_i)), .fractions_i(kind), .hit_i,
    .slot_tag_i(tag), .be_i(be), .word_i(word), .done_o(done), .id_o(id), .write_o(write),
    .vd_o(vd), .data_o(data), .second_o(second), .second_write_o(second_write),
    .second_vd_o(second_vd), .second_data_o(second_data), .second_part_o(second_part),
    .second_bytes_o(second_bytes), .read_whole_o(read_whole),
    .operand_o(operand), .operand_valid_o(operand_valid), .entry_o(entry), .alu_o(alu), .wide_o(wide)
  );

  // -----------------------------------------------------------------------------------------------
  // Which bytes of V each word writes, by docs/reference/timing.md
  // -----------------------------------------------------------------------------------------------

  typedef logic [VlenBytes-1:0] mask_t;

  logic [Served-1:0] spreads, one, two, four, whole;  // kinds, of words that come
  mask_t             to [Served];        // bytes of V
  mask_t             by_first, by_second;  // by any word, on each port
  logic              once;               // no byte of V by two words, on one port

  always_comb begin
    {by_first, by_second} = '0;
    once = 1'b1;
    for (int unsigned s = 0; s < Served; s++) begin
      automatic int unsigned slot = s % Slots;
      automatic logic        fraction = hit_i[s] && tag[s].to == SlotFraction;
      whole[s]   = hit_i[s] && tag[s].to == SlotWord;
      spreads[s] = fraction && kind.unpack != DistNorm;
      one[s]     = fraction && kind.unpack == DistNorm && kind.lane == WidthB8;
      two[s]     = fraction && kind.unpack == DistNorm && kind.lane == WidthB16;
      four[s]    = fraction && kind.unpack == DistNorm && kind.lane == WidthB32;
      for (int unsigned b = 0; b < VlenBytes; b++) begin
        to[s][b] = (one[s] && b == 32'(tag[s].info) * Slots + slot) ||
                   (two[s] && b / 2 == 32'(tag[s].info[0]) * Slots + slot) ||
                   (four[s] && b / 4 == slot) || (whole[s] && b / BankBytes * Step == slot);
        if (spreads[s] && kind.unpack == DistUnpackB8) to[s][b] = b / 2 / BankBytes * Step == slot;
        if (spreads[s] && kind.unpack == DistUnpackB16) begin
          to[s][b] = b % 4 < 2 && b / 2 / BankBytes * Step == slot;
        end
      end
      if (whole[s] && s < Slots) begin
        once &= (by_first & to[s]) == '0;
        by_first |= to[s];
      end else begin
        once &= (by_second & to[s]) == '0;
        by_second |= to[s];
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // The word that is followed: what of it goes to each of these bytes
  // -----------------------------------------------------------------------------------------------

  slot_tag_t                 mine;
  logic                      fraction;
  logic [1:0]                elem;     // log2 of the bytes of the element; 3: the word
  logic [7:0][7:0]           element;  // or the word, then zeros
  logic [VlenBytes-1:0][7:0] value;

  always_comb begin
    mine     = tag[slot_i];
    fraction = mine.to == SlotFraction;
    elem     = fraction ? kind.elem : mine.to == SlotWord ? mine.info : 2'd3;
    element  = 64'(word[slot_i]);
    if (elem != 2'd3) begin
      element = 64'(word[slot_i] >> (32'(at_i) << (3 + elem))) & ((64'd1 << (8 << elem)) - 64'd1);
    end
    for (int unsigned b = 0; b < VlenBytes; b++) begin
      value[b] = two[slot_i] ? element[b%2] : four[slot_i] ? element[b%4] : element[b%BankBytes];
      if (one[slot_i]) value[b] = element[0];
      if (spreads[slot_i] && kind.unpack == DistUnpackB8) begin
        value[b] = b % 2 == 0 ? element[b/2%BankBytes] : '0;
      end
      if (spreads[slot_i] && kind.unpack == DistUnpackB16) begin
        value[b] = element[(b/4*2+b%2)%BankBytes];
      end
    end
  end

  logic                      started_q = 1'b0;
  logic                      gives_q, vec_q, done_q, read_whole_q;
  mask_t                     by_first_q, by_second_q;
  logic                      unpacks_q;
  logic                      second_q;     // the word goes to the second port
  logic [$clog2(Served)-1:0] slot_q;
  mask_t                     to_q;
  logic [VlenBytes-1:0][7:0] value_q;
  slot_tag_t                 mine_q;
  mem_tag_t                  ends_q, ends;
  logic [8*BankBytes-1:0]    word_q;

  assign ends = mem_tag_t'(tag_i);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    {slot_q, to_q, value_q, mine_q, word_q, ends_q, second_q} <=
        {slot_i, to[slot_i], value, mine, word[slot_i], ends, fraction || 32'(slot_i) >= Slots};
    unpacks_q <= kind.unpack != DistNorm;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {gives_q, vec_q, done_q, read_whole_q, by_first_q, by_second_q} <= '0;
    end else begin
      gives_q      <= hit_i[slot_i] && mine.to != SlotOperand;
      vec_q        <= hit_i[slot_i] && mine.to == SlotOperand;
      done_q       <= valid_i && ends.last;
      read_whole_q <= valid_i && ends.ctrl.vec && (ends.alu != AluAdd || ends.second);
      by_first_q   <= by_first;
      by_second_q  <= by_second;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What must hold
  // -----------------------------------------------------------------------------------------------

  logic [Served-1:0] fractions;
  assign fractions = spreads | one | two | four;

  always_comb begin
    assume (started_q || !rst_ni);
    assume (kind.unpack inside {DistNorm, DistUnpackB8, DistUnpackB16});
    assume (kind.unpack == DistNorm ? kind.elem <= kind.lane && kind.lane != WidthB64 &&
                                      (kind.lane != WidthB32 || BankBytes == 8)
                                    : kind.elem == 2'd3);
    for (int unsigned s = 0; s < Served; s++) begin
      assume (!hit_i[s] || tag[s].to != SlotWrites);
      assume (!hit_i[s] || s < Slots || (tag[s].to == SlotWord && fractions == '0));
      assume (!hit_i[s] || (fractions[s] && !spreads[s]) || s % Step == 0);
      assume (!spreads[s] || s < Slots / 2);
      assume (!whole[s] || tag[s].info == 2'd3 || BankBytes == 4);
      for (int unsigned r = 0; r < Served; r++) begin
        assume (!one[s] || !one[r] || (tag[s].vd == tag[r].vd && tag[s].info == tag[r].info));
        // The two words of a lane; whole words and fractions.
        assume (!whole[s] || !whole[r] || r != s + Slots || tag[s].vd != tag[r].vd);
        assume (!whole[s] || !fractions[r] || tag[s].vd != tag[r].vd);
      end
    end
    assume (ends.alu == AluAdd || !ends.second);
    // The slot takes element at_i of its word.
    assume (elem == 2'd3 || (32'(at_i) < BankBytes >> elem &&
            be[slot_i] == BankBytes'((32'd1 << (1 << elem)) - 32'd1) << (32'(at_i) << elem)));
    assume (32'(slot_i) < Served);

    done_when_last: assert (done == done_q && (!done || id == ends_q.rsp_id));
    read_when_last: assert (read_whole == read_whole_q);
    second_told: assert (second == (by_second_q != '0));
    one_word_at_most: assert (once);
    if (32'(slot_q) < Slots) begin
      operand_comes: assert (!vec_q || operand_valid[slot_q]);
      operand_comes_with: assert (!vec_q || {alu[slot_q], entry[slot_q]} == mine_q.vd);
      operand_is_wide: assert (!vec_q || wide[slot_q] == mine_q.info[0]);
      no_operand: assert (vec_q || slot_q % Step != 0 ||
                          (!operand_valid[slot_q] && operand[slot_q] == '0));
    end
  end

  for (genvar k = 0; k < Step; k++) begin : g_operand
    always_comb begin
      operand_data: assert (!vec_q || operand[32'(slot_q)+k] == word_q[32*k +: 32]);
    end
  end

  for (genvar h = 0; h < Halves; h++) begin : g_half
    logic       mine_here;
    logic [1:0] bytes;
    assign bytes     = to_q[2*h +: 2];
    assign mine_here = gives_q && bytes != '0;
    always_comb begin
      written_by_second: assert (second_write[h] == (by_second_q[2*h +: 2] != '0));
      written_by_first: assert (write[h] == (by_first_q[2*h +: 2] != '0));
      second_register: assert (!(mine_here && second_q) || second_vd[h] == mine_q.vd);
      first_register: assert (!(mine_here && !second_q) || vd[h] == mine_q.vd);
      registers_apart: assert (!write[h] || !second_write[h] || vd[h] != second_vd[h]);
    end
    for (genvar b = 0; b < 2; b++) begin : g_byte
      always_comb begin
        second_data_is: assert (!(mine_here && second_q && bytes[b]) ||
                                second_data[h][8*b +: 8] == value_q[2*h+b]);
        first_data_is: assert (!(mine_here && !second_q && bytes[b]) ||
                               data[h][8*b +: 8] == value_q[2*h+b]);
        nothing_beside: assert (!second_write[h] || by_second_q[2*h+b] ||
                                second_data[h][8*b +: 8] == '0);
        left_beside: assert (LaneOps == 0 || !second_write[h] || unpacks_q || by_second_q[2*h+b] ||
                             (second_part && !second_bytes[2*h+b]));
        written: assert (!second_write[h] || !by_second_q[2*h+b] || !second_part ||
                         second_bytes[2*h+b]);
      end
    end
  end

endmodule
