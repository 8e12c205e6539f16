// SPDX-License-Identifier: Apache-2.0
// gsq_lane_return: an arbitrary slot's word in an arbitrary cycle, whatever the other slots bring.
//
// What gsq_window sees to is assumed: parts of a cycle are of one kind, lanes of one byte come alone.
// Words to unpack stand in the lower half of the vector, whole words of eight bytes in even slots.
module prove_lane_return
  import gsq_pkg::*;
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 32,
  parameter int unsigned Window = 2,
  parameter int unsigned BankBytes = 4,
  localparam int unsigned Slots = VlenBytes / 4,
  localparam int unsigned Halves = VlenBytes / 2,
  localparam int unsigned PlaceWidth = $clog2(Window),
  localparam int unsigned TagWidth = $bits(mem_tag_t),
  localparam int unsigned Step = BankBytes / 4
) (
  input logic                              clk_i,
  input logic                              rst_ni,
  input logic                              valid_i,
  input logic                              last_i,
  input logic [TagWidth-1:0]               tag_i,
  input logic [Slots-1:0]                  hit_i,
  input logic [Slots-1:0][PlaceWidth-1:0]  place_i,
  input logic [Window-1:0][TagWidth-1:0]   place_tag_i,
  input logic [Slots-1:0][BankBytes-1:0]   be_i,
  input logic [Slots-1:0][8*BankBytes-1:0] word_i,
  input logic [$clog2(Slots)-1:0]          slot_i,  // the slot that is followed
  input logic [$clog2(BankBytes)-1:0]      at_i     // the element of its word that it takes
);

  logic [PlaceWidth-1:0]  place [Slots];
  mem_tag_t               place_tag [Window];
  logic [BankBytes-1:0]   be [Slots];
  logic [8*BankBytes-1:0] word [Slots];

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    assign place[s] = place_i[s];
    assign be[s]    = be_i[s];
    assign word[s]  = word_i[s];
  end
  for (genvar w = 0; w < Window; w++) begin : g_place
    assign place_tag[w] = mem_tag_t'(place_tag_i[w]);
  end

  logic                     done, parts, read_whole;
  logic [RspIdWidth-1:0]    id;
  logic [Halves-1:0]        write, part_write;
  logic [Halves-1:0][4:0]   vd, part_vd;
  logic [Halves-1:0][15:0]  data, part_data;
  logic [Slots-1:0][31:0]   operand;
  logic [Slots-1:0]         operand_valid, wide;
  logic [2:0]               entry [Slots];
  alu_op_e                  alu [Slots];

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(
      .VlenBytes(VlenBytes), .BankBytes(BankBytes), .Window(Window));

  gsq_lane_return #(.Cfg(Cfg)) dut (
    .clk_i, .rst_ni, .valid_i, .last_i, .tag_i(mem_tag_t'(tag_i)), .hit_i, .place_i(place),
    .place_tag_i(place_tag), .be_i(be), .word_i(word), .done_o(done), .id_o(id), .write_o(write),
    .vd_o(vd), .data_o(data), .parts_o(parts), .part_write_o(part_write), .part_vd_o(part_vd),
    .part_data_o(part_data), .read_whole_o(read_whole), .operand_o(operand),
    .operand_valid_o(operand_valid), .entry_o(entry), .alu_o(alu), .wide_o(wide)
  );

  // -----------------------------------------------------------------------------------------------
  // Which bytes of V the word of each slot writes, by docs/reference/timing.md
  // -----------------------------------------------------------------------------------------------

  typedef logic [VlenBytes-1:0] mask_t;

  mem_tag_t         tag [Slots];
  logic [Slots-1:0] gives_v, spreads, one, two, four, whole;  // kinds, of slots with a word
  mask_t            to [Slots];      // bytes of V
  mask_t            by_parts;        // by any slot, down to by_whole
  mask_t            by_whole;
  logic             once;            // no byte of V by two slots, on one port

  always_comb begin
    {by_parts, by_whole} = '0;
    once = 1'b1;
    for (int unsigned s = 0; s < Slots; s++) begin
      automatic logic narrow;
      tag[s]     = place_tag[place[s]];
      gives_v[s] = hit_i[s] && tag[s].ctrl.writes_v;
      spreads[s] = gives_v[s] && tag[s].ctrl.unpack != DistNorm;
      narrow     = gives_v[s] && !spreads[s] && tag[s].ctrl.slot.elem != 2'd3;
      one[s]     = narrow && tag[s].ctrl.slot.lane == WidthB8;
      two[s]     = narrow && tag[s].ctrl.slot.lane == WidthB16;
      four[s]    = narrow && tag[s].ctrl.slot.lane == WidthB32 && BankBytes == 8;
      whole[s]   = gives_v[s] && !spreads[s] && !one[s] && !two[s] && !four[s];
      for (int unsigned b = 0; b < VlenBytes; b++) begin
        to[s][b] = (one[s] && b == 32'(tag[s].group) * Slots + s) ||
                   (two[s] && b / 2 == 32'(tag[s].group[0]) * Slots + s) ||
                   (four[s] && b / 4 == s) || (whole[s] && b / BankBytes * Step == s);
        if (spreads[s] && tag[s].ctrl.unpack == DistUnpackB8) to[s][b] = b / 2 / BankBytes * Step == s;
        if (spreads[s] && tag[s].ctrl.unpack == DistUnpackB16) begin
          to[s][b] = b % 4 < 2 && b / 2 / BankBytes * Step == s;
        end
      end
      if (whole[s]) begin
        once &= (by_whole & to[s]) == '0;
        by_whole |= to[s];
      end else begin
        once &= (by_parts & to[s]) == '0;
        by_parts |= to[s];
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // The slot that is followed: what of its word goes to each of these bytes
  // -----------------------------------------------------------------------------------------------

  mem_tag_t                  mine;
  logic [1:0]                elem;
  logic [7:0][7:0]           element;  // or the word, then zeros
  logic [VlenBytes-1:0][7:0] value;

  always_comb begin
    mine    = tag[slot_i];
    elem    = mine.ctrl.slot.elem;
    element = 64'(word[slot_i]);
    if (elem != 2'd3) begin
      element = 64'(word[slot_i] >> (32'(at_i) << (3 + elem))) & ((64'd1 << (8 << elem)) - 64'd1);
    end
    for (int unsigned b = 0; b < VlenBytes; b++) begin
      value[b] = two[slot_i] ? element[b%2] : four[slot_i] ? element[b%4] : element[b%BankBytes];
      if (one[slot_i]) value[b] = element[0];
      if (spreads[slot_i] && mine.ctrl.unpack == DistUnpackB8) begin
        value[b] = b % 2 == 0 ? element[b/2%BankBytes] : '0;
      end
      if (spreads[slot_i] && mine.ctrl.unpack == DistUnpackB16) begin
        value[b] = element[(b/4*2+b%2)%BankBytes];
      end
    end
  end

  logic                      started_q = 1'b0;
  logic                      gives_q, vec_q, done_q, read_whole_q;
  mask_t                     by_parts_q, by_whole_q;
  logic                      parts_q;      // the slot gives parts
  logic [$clog2(Slots)-1:0]  slot_q;
  mask_t                     to_q;
  logic [VlenBytes-1:0][7:0] value_q;
  mem_tag_t                  mine_q, ends_q, ends;
  logic [8*BankBytes-1:0]    word_q;

  assign ends = mem_tag_t'(tag_i);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    {slot_q, to_q, value_q, mine_q, word_q, ends_q, parts_q} <=
        {slot_i, to[slot_i], value, mine, word[slot_i], ends, !whole[slot_i]};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {gives_q, vec_q, done_q, read_whole_q, by_parts_q, by_whole_q} <= '0;
    end else begin
      gives_q      <= gives_v[slot_i];
      vec_q        <= hit_i[slot_i] && mine.ctrl.vec;
      done_q       <= valid_i && last_i && ends.last;
      read_whole_q <= valid_i && last_i && ends.ctrl.vec && (ends.alu != AluAdd || ends.second);
      by_parts_q   <= by_parts;
      by_whole_q   <= by_whole;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What must hold
  // -----------------------------------------------------------------------------------------------

  always_comb begin
    assume (started_q || !rst_ni);
    assume ($countones({one != '0, two != '0, four != '0, spreads != '0}) <= 1);
    for (int unsigned s = 0; s < Slots; s++) begin
      for (int unsigned r = 0; r < s; r++) assume (!one[s] || !one[r] || place[s] == place[r]);
      assume (!hit_i[s] || !tag[s].ctrl.vec || !tag[s].ctrl.writes_v);
      assume (!hit_i[s] || !(tag[s].ctrl.vec || tag[s].ctrl.unpack != DistNorm) ||
              tag[s].ctrl.slot.elem == 2'd3);
      assume (!hit_i[s] || tag[s].ctrl.slot.elem != 2'd3 || s % Step == 0);
      assume (!spreads[s] || (s < Slots / 2 && (tag[s].ctrl.unpack == DistUnpackB8 ||
                                                tag[s].ctrl.unpack == DistUnpackB16)));
      assume (!gives_v[s] || tag[s].ctrl.slot.elem == 2'd3 ||
              (tag[s].ctrl.slot.elem <= tag[s].ctrl.slot.lane && tag[s].ctrl.slot.lane != WidthB64));
    end
    assume (ends.alu == AluAdd || !ends.second);
    // The slot takes element at_i of its word.
    assume (32'(at_i) < BankBytes >> elem || elem == 2'd3);
    assume (elem == 2'd3 ||
            be[slot_i] == BankBytes'((32'd1 << (1 << elem)) - 32'd1) << (32'(at_i) << elem));

    done_when_last: assert (done == done_q && (!done || id == ends_q.rsp_id));
    read_when_last: assert (read_whole == read_whole_q);
    parts_told: assert (parts == (by_parts_q != '0));
    one_lane_at_most: assert (once);
    operand_comes: assert (!vec_q || operand_valid[slot_q]);
    operand_comes_with: assert (!vec_q ||
        {entry[slot_q], alu[slot_q], wide[slot_q]} ==
        {mine_q.entry, mine_q.alu, mine_q.ctrl.slot.lane == WidthB32});
    no_operand: assert (vec_q || slot_q % Step != 0 ||
                        (!operand_valid[slot_q] && operand[slot_q] == '0));
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
      written_by_parts: assert (part_write[h] == (by_parts_q[2*h +: 2] != '0));
      written_by_words: assert (write[h] == (by_whole_q[2*h +: 2] != '0));
      part_register: assert (!(mine_here && parts_q) || part_vd[h] == mine_q.vd);
      word_register: assert (!(mine_here && !parts_q) || vd[h] == mine_q.vd);
    end
    for (genvar b = 0; b < 2; b++) begin : g_byte
      always_comb begin
        part_data_is: assert (!(mine_here && parts_q && bytes[b]) ||
                              part_data[h][8*b +: 8] == value_q[2*h+b]);
        word_data_is: assert (!(mine_here && !parts_q && bytes[b]) ||
                              data[h][8*b +: 8] == value_q[2*h+b]);
        nothing_beside: assert (!part_write[h] || by_parts_q[2*h+b] ||
                                part_data[h][8*b +: 8] == '0);
      end
    end
  end

endmodule
