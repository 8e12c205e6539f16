// SPDX-License-Identifier: Apache-2.0
// gsq_xbar: follows one arbitrary group from its acceptance through its beats to the words that
// return.
module prove_xbar
  import gsq_core_pkg::*;
#(
  parameter int unsigned VlenBytes = 16,
  parameter int unsigned UbBytes = 32,
  parameter int unsigned Banks = 2,
  parameter int unsigned BankBytes = 4,
  parameter int unsigned XbarOneHot = 1,
  localparam int unsigned Slots = VlenBytes / 4,
  localparam int unsigned RowWidth = $clog2(UbBytes / BankBytes / Banks),
  localparam int unsigned WordBytes = BankBytes,
  localparam int unsigned TagWidth = 2,
  localparam int unsigned SelWidth = $clog2(Banks),
  localparam int unsigned BeatWidth = $clog2(Slots)
) (
  input logic                              clk_i,
  input logic                              rst_ni,
  input logic                              valid_i,
  input logic                              we_i,
  input logic                              local_i,
  input logic                              lanes_i,
  input logic                              late_i,
  input logic [TagWidth-1:0]               tag_i,
  input logic [Slots-1:0]                  use_i,
  input logic [Slots-1:0][SelWidth-1:0]    sel_i,
  input logic [Slots-1:0][RowWidth-1:0]    row_i,
  input logic [Slots-1:0][WordBytes-1:0]   be_i,
  input logic [Slots-1:0][8*WordBytes-1:0] data_i,
  input logic                              late_valid_i,
  input logic [Slots-1:0][8*WordBytes-1:0] late_data_i,
  input logic                              kill_m_i,
  input logic                              kill_r_i,
  input logic                              hold_i,
  input logic [Banks-1:0][8*WordBytes-1:0] rdata_i,
  input logic                              pick_i    // follow the group that is accepted now
);

  // -----------------------------------------------------------------------------------------------
  // The crossbar; arrays on its ports are packed here
  // -----------------------------------------------------------------------------------------------

  logic [$clog2(Slots)-1:0] sel [Slots];  // of a local group: among its first words
  logic [RowWidth-1:0]    row [Slots], bank_row [Banks];
  logic [WordBytes-1:0]   be [Slots], bank_be [Banks], ret_be [Slots];
  logic [8*WordBytes-1:0] data [Slots], late_data [Slots], bank_wdata [Banks], rdata [Banks], ret_word [Slots];
  mem_tag_t               tags [4];
  logic [TagWidth-1:0]    stage_tag [4];
  logic [3:0]             stage_valid;
  logic                   ready, late_ready, ends, ret_last, ret_killed;
  logic [Banks-1:0]       want, req, bank_we, served_bank;
  logic [Slots-1:0]       served_now;
  logic [Slots-1:0]       ret_hit;

  for (genvar i = 0; i < Slots; i++) begin : g_in
    assign sel[i]  = sel_i[i];
    assign row[i]  = row_i[i];
    assign be[i]   = be_i[i];
    assign data[i] = data_i[i];
    assign late_data[i] = late_data_i[i];
  end
  for (genvar s = 0; s < 4; s++) begin : g_tag
    assign stage_tag[s] = TagWidth'(tags[s]);
  end
  for (genvar b = 0; b < Banks; b++) begin : g_rdata
    assign rdata[b] = rdata_i[b];
  end

  localparam gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(
      .VlenBytes(VlenBytes), .UbBytes(UbBytes), .Banks(Banks), .BankBytes(BankBytes),
      .XbarOneHot(XbarOneHot));

  gsq_xbar #(.Cfg(Cfg)) dut (
    .clk_i, .rst_ni, .valid_i, .ready_o(ready), .we_i, .local_i, .lanes_i, .late_i, .tag_i(mem_tag_t'(tag_i)), .use_i, .sel_i(sel),
    .row_i(row), .be_i(be), .data_i(data), .late_valid_i, .late_ready_o(late_ready),
    .late_data_i(late_data), .kill_m_i, .kill_r_i, .hold_i, .no_fractions_i(1'b0), .stage_valid_o(stage_valid), .stage_tag_o(tags), .enter_o(), .end_o(ends), .served_o(served_now), .served_bank_o(served_bank), .want_o(want), .bank_we_o(bank_we), .bank_req_o(req),
    .bank_row_o(bank_row), .bank_be_o(bank_be), .bank_wdata_o(bank_wdata), .bank_rdata_i(rdata),
    .ret_hit_o(ret_hit), .ret_slot_tag_o(), .ret_fractions_o(), .ret_last_o(ret_last), .ret_killed_o(ret_killed), .ret_be_o(ret_be), .ret_word_o(ret_word)
  );

  // -----------------------------------------------------------------------------------------------
  // The group that is followed
  // -----------------------------------------------------------------------------------------------

  typedef enum logic [1:0] {None = 0, InM = 1, InR = 2, InX = 3} place_e;

  logic                              started_q = 1'b0;
  place_e                            place_q;
  logic                              we_q, local_q, lanes_q, late_q, killed_q;
  logic [TagWidth-1:0]               tag_q;
  logic [Slots-1:0]                  use_q;
  logic [Slots-1:0][SelWidth-1:0]    sel_q;
  logic [Slots-1:0][RowWidth-1:0]    row_q;
  logic [Slots-1:0][WordBytes-1:0]   be_q;
  logic [Slots-1:0][8*WordBytes-1:0] data_q;
  logic [Slots-1:0]                  served_q;  // in earlier beats
  logic [BeatWidth-1:0]              beats_q;   // earlier beats
  logic [4:0]                        age_q;     // cycles since it was accepted, less those below
  logic [BeatWidth-1:0]              x_age_q;   // those that the group in stage X has been there

  logic [Slots-1:0] asks;    // slots with a request, none once killed
  logic [Slots-1:0] served;  // up to and including this cycle
  logic             beat;    // a beat of the group in this cycle
  logic             stuck;   // hold_i, or missing late data, stops all groups in this cycle
  assign stuck = hold_i || (late_ready && !late_valid_i);
  assign asks = killed_q ? '0 : use_q;
  assign beat = place_q == InX && !hold_i;

  always_comb begin
    served = served_q;
    if (beat) begin
      for (int unsigned i = 0; i < Slots; i++) begin
        // Local groups have no words to wait for.
        if (asks[i] && (local_q || (req[sel_q[i]] && bank_row[sel_q[i]] == row_q[i]))) begin
          served[i] = 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      place_q <= None;
      x_age_q <= '0;
    end else begin
      unique case (place_q)
        None: if (valid_i && ready && pick_i) place_q <= InM;
        InM:  if (ready) place_q <= InR;
        InR:  if ((!stage_valid[2] || ends) && (!late_q || late_valid_i)) place_q <= InX;
        InX:  if (ends) place_q <= None;
      endcase
      if (!stage_valid[2] || ends) x_age_q <= '0;
      else if (!hold_i) x_age_q <= x_age_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (place_q == None) begin
      {we_q, local_q, lanes_q, late_q, tag_q, use_q, sel_q, row_q, be_q, data_q} <=
          {we_i, local_i, lanes_i, late_i, tag_i, use_i, sel_i, row_i, be_i, data_i};
      killed_q <= 1'b0;
      served_q <= '0;
      beats_q  <= '0;
      age_q    <= '0;
    end else begin
      if (place_q == InM && ready) killed_q <= kill_m_i;
      if (place_q == InR && (!stage_valid[2] || ends) && (!late_q || late_valid_i)) begin
        killed_q <= killed_q || kill_r_i;
      end
      served_q <= served;
      if (beat) beats_q <= beats_q + 1'b1;
      if (!stuck) age_q <= age_q + 1'b1;
      if (place_q == InR && late_q && late_ready && late_valid_i) data_q <= late_data_i;
    end
  end

  // -----------------------------------------------------------------------------------------------
  // Properties of its beats
  // -----------------------------------------------------------------------------------------------

  logic [Banks-1:0][2**RowWidth-1:0] wanted;    // words that the group requests
  logic [Banks-1:0][BeatWidth:0]     words;     // how many in a bank
  logic [BeatWidth:0]                fullest;   // largest such number, at least one beat

  always_comb begin
    wanted = '0;
    for (int unsigned i = 0; i < Slots; i++) begin
      if (asks[i] && !local_q) wanted[sel_q[i]][row_q[i]] = 1'b1;
    end
    fullest = 1;
    for (int unsigned b = 0; b < Banks; b++) begin
      words[b] = '0;
      for (int unsigned r = 0; r < 2 ** RowWidth; r++) words[b] += (BeatWidth+1)'(wanted[b][r]);
      if (words[b] > fullest) fullest = words[b];
    end

    assume (started_q || !rst_ni);

    no_access_without_group: assert (stage_valid[2] || req == '0);
    no_access_in_hold: assert (!hold_i || (req == '0 && !ends));
    if (place_q == InX) begin
      ends_when_served: assert (ends == (beat && served == asks));
      as_many_beats_as_words: assert (!ends || (BeatWidth+1)'(beats_q) + 1'b1 == fullest);
      direction: assert ((req & bank_we) == (we_q ? req : '0));
      slots_counted: assert (served_now == (lanes_q && !local_q ? served & ~served_q : '0) &&
                             served_bank == (lanes_q ? req : '0));
    end
    tag_travels: assert (place_q == None || stage_tag[2'(place_q)-2'd1] == tag_q);
    in_bounded_time: assert (place_q == None || age_q < 5'(3 * Slots));
  end

  for (genvar b = 0; b < Banks; b++) begin : g_bank
    logic                   any;       // a slot not served before needs this bank
    logic [RowWidth-1:0]    first;     // the word of the lowest such slot
    logic [WordBytes-1:0]   bytes;     // bytes of that word that slots name
    logic [8*WordBytes-1:0] merged;    // their data, the highest slot last

    always_comb begin
      {any, first, bytes, merged} = '0;
      for (int unsigned i = 0; i < Slots; i++) begin
        if (asks[i] && !served_q[i] && !local_q && 32'(sel_q[i]) == b && !any) begin
          any   = 1'b1;
          first = row_q[i];
        end
      end
      for (int unsigned i = 0; i < Slots; i++) begin
        if (asks[i] && 32'(sel_q[i]) == b && row_q[i] == first) begin
          bytes |= be_q[i];
          for (int unsigned k = 0; k < WordBytes; k++) begin
            if (be_q[i][k]) merged[8*k +: 8] = data_q[i][8*k +: 8];
          end
        end
      end
      if (place_q == InX) begin
        lowest_slot_next: assert (want[b] == any && (!any || bank_row[b] == first));
        accessed_without_hold: assert (req[b] == (want[b] && !hold_i));
        bytes_merged: assert (!req[b] || bank_be[b] == bytes);
        highest_slot_wins: assert (!req[b] || !we_q || bank_wdata[b] == merged);
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // Words that return, one cycle after the beat of a read
  // -----------------------------------------------------------------------------------------------

  logic                              back_q, back_last_q, back_local_q, back_killed_q, idle_q;
  logic [Slots-1:0]                  back_hit_q;
  logic [Slots-1:0][SelWidth-1:0]    back_sel_q;
  logic [Slots-1:0][WordBytes-1:0]   back_be_q;
  logic [Slots-1:0][8*WordBytes-1:0] back_data_q;
  logic [TagWidth-1:0]               back_tag_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      back_q <= 1'b0;
      idle_q <= 1'b1;
    end else begin
      back_q <= beat && !we_q;
      idle_q <= !stage_valid[2] || hold_i || (beat && we_q);
    end
  end

  always_ff @(posedge clk_i) begin
    back_last_q <= ends;
    back_hit_q  <= served & ~served_q;
    {back_local_q, back_sel_q, back_be_q, back_data_q, back_tag_q, back_killed_q} <=
        {local_q, sel_q, be_q, data_q, tag_q, killed_q};
  end

  always_comb begin
    nothing_returns: assert (!idle_q || (ret_hit == '0 && !ret_last));
    slots_return: assert (!back_q || (ret_hit == back_hit_q && ret_last == back_last_q &&
                                      stage_valid[3] && stage_tag[3] == back_tag_q &&
                                      ret_killed == back_killed_q));
  end

  for (genvar i = 0; i < Slots; i++) begin : g_slot
    always_comb begin
      if (back_q && ret_hit[i]) begin
        right_word: assert (ret_word[i] == (back_local_q ? back_data_q[back_sel_q[i]]
                                                         : rdata_i[back_sel_q[i]]));
        right_bytes: assert (ret_be[i] == back_be_q[i]);
      end
    end
  end

  // -----------------------------------------------------------------------------------------------
  // Invariants that make the above inductive: registers of the crossbar and those here agree
  // -----------------------------------------------------------------------------------------------

  always_comb begin
    inv_place: assert (place_q == None || stage_valid[2'(place_q)-2'd1]);
    inv_none_served: assert (place_q == InX || place_q == None ||
                             (served_q == '0 && beats_q == '0));
    inv_m: assert (place_q != InM || (!killed_q &&
        {dut.m_we_q, dut.m_local_q, dut.m_lanes_q, dut.m_late_q, TagWidth'(dut.m_tag_q), dut.m_use_q} ==
            {we_q, local_q, lanes_q, late_q, tag_q, use_q} &&
        age_q <= (stage_valid[2] ? 5'(x_age_q)
                                 : (stage_valid[1] && dut.r_late_q ? 5'(Slots - 1) : '0))));
    inv_r: assert (place_q != InR || (
        {dut.r_we_q, dut.r_local_q, dut.r_lanes_q, dut.r_late_q, TagWidth'(dut.r_tag_q), dut.r_use_q} ==
            {we_q, local_q, lanes_q, late_q, tag_q, asks} && dut.r_killed_q == killed_q &&
        age_q <= 5'(Slots) + (stage_valid[2] ? 5'(x_age_q) : (late_q ? 5'(Slots - 1) : '0))));
    waits_for_data: assert (place_q != InR || !late_q || late_ready == (!stage_valid[2] || ends));
    inv_x: assert (place_q != InX || (
        {dut.x_group.we, dut.x_group.is_local, dut.x_group.lanes, TagWidth'(dut.x_group.tag)} ==
            {we_q, local_q, lanes_q, tag_q} &&
        (dut.x_hit | dut.u_schedule.g_beats.u_slot_beats.later_q) == (asks & ~served_q) &&
        dut.x_group.killed == killed_q &&
        age_q <= 5'(2 * Slots) + 5'(x_age_q)));
    inv_beats: assert (place_q != InX || x_age_q == beats_q);
    inv_x_age: assert (!stage_valid[2] || (
        dut.u_schedule.g_beats.u_slot_beats.after_q == ($clog2(Slots))'(x_age_q + 2'd2) &&
        dut.u_schedule.g_beats.u_slot_beats.first_q == (x_age_q == '0) &&
        (x_age_q == '0 || (dut.x_hit | dut.u_schedule.g_beats.u_slot_beats.later_q) != '0)));
    inv_last: assert (!stage_valid[2] ||
                      dut.u_schedule.g_beats.u_slot_beats.last_q == (dut.u_schedule.g_beats.u_slot_beats.later_q == '0));
    inv_idle: assert (stage_valid[2] || dut.x_hit == '0);
  end

  for (genvar i = 0; i < Slots; i++) begin : g_inv
    logic [Slots-1:0]     earlier;  // slots of the same bank below all that request its word
    logic                 below;    // no slot up to j requests its word
    logic                 lead;     // the first with a request for its word
    logic [Slots-1:0]     leads;
    logic [WordBytes-1:0] kept;     // bytes that no higher slot writes
    logic [BeatWidth-1:0] rank;
    logic                 carries;  // the group carries data

    always_comb begin
      earlier = '0;
      below   = 1'b1;
      lead    = use_q[i];
      kept    = be_q[i];
      for (int unsigned j = 0; j < Slots; j++) begin
        if (use_q[i] && use_q[j] && sel_q[j] == sel_q[i] && row_q[j] == row_q[i]) begin
          if (j < i) lead = 1'b0;
          if (j <= i) below = 1'b0;
          if (j > i && we_q && !local_q) kept &= ~be_q[j];
        end
        earlier[j] = j < i && below && sel_q[j] == sel_q[i];
      end
      carries = we_q || local_q;
      rank = local_q ? '0 : BeatWidth'($countones(earlier & leads));
      inv_m: assert (place_q != InM || {dut.m_sel_q[i], dut.m_row_q[i], dut.m_be_q[i]} ==
                                       {sel_q[i], row_q[i], be_q[i]});
      inv_r: assert (place_q != InR || {dut.r_sel_q[i], dut.r_row_q[i], dut.r_be[i]} ==
                                       {sel_q[i], row_q[i], kept});
      inv_m_data: assert (!carries || place_q != InM || dut.m_data_q[i] == data_q[i]);
      inv_r_data: assert (!carries || place_q != InR || late_q || dut.r_data_q[i] == data_q[i]);
      inv_order: assert (place_q != InR || 
                         dut.r_before[i] == (local_q ? '0 : earlier & leads));
      inv_x: assert (place_q != InX || {dut.x_sel[i], dut.u_schedule.row[i], dut.x_be[i]} ==
                                       {sel_q[i], row_q[i], kept});
      inv_x_data: assert (!carries || place_q != InX || dut.x_data[i] == data_q[i]);
      inv_rank: assert (place_q != InX || (dut.rank[i] == rank &&
                                           (served_q[i] == (asks[i] && rank < beats_q)) &&
          dut.x_hit[i] == (asks[i] && rank == beats_q)));
      inv_not_self: assert (!stage_valid[1] || !dut.r_before[i][i]);
      inv_hit: assert (!stage_valid[2] || !dut.x_hit[i] || dut.rank[i] == x_age_q);
      inv_soon: assert (!stage_valid[2] || x_age_q == '0 || !dut.u_schedule.g_beats.u_slot_beats.later_q[i] ||
                        dut.u_schedule.g_beats.u_slot_beats.soon_q[i] == (dut.rank[i] == x_age_q + 1'b1));
      inv_later: assert (!stage_valid[2] || !dut.u_schedule.g_beats.u_slot_beats.later_q[i] ||
                         dut.rank[i] > x_age_q);
    end
  end
  for (genvar i = 0; i < Slots; i++) begin : g_leads
    for (genvar j = 0; j < Slots; j++) begin : g_of
      assign g_inv[i].leads[j] = g_inv[j].lead;
    end
  end

endmodule
