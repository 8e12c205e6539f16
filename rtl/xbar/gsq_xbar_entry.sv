// SPDX-License-Identifier: Apache-2.0
// Stage E of the crossbar with a window: a group and its ranks wait to enter.
//
// A group waits while the window has no room for it, while a late one has no data, and while an
// older command is there that writes the same register: words come back in the order in which their
// slots were served.
//
// Latency: 1. Throughput: a group a cycle. Handshake: valid/ready on both sides; valid_o does not
// depend on ready_i. Late data are taken with the group.

`include "gsq_assert.svh"

module gsq_xbar_entry
  import gsq_core_pkg::*;
#(
  parameter gsq_cfg_pkg::gsq_cfg_t Cfg = gsq_cfg_pkg::made(.Places(6), .Parts(4))
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       valid_i,
  output logic                       ready_o,
  /// The group is late.
  input  logic                       late_i,
  /// Group.
  input  xbar_group_t                group_i,
  /// Per slot: it requests a word.
  input  logic [Cfg.Slots-1:0]       use_i,
  /// Per slot: it stands for its word.
  input  logic [Cfg.Slots-1:0]       lead_i,
  /// Per slot: slots that stand for the words before its own, in its bank.
  input  logic [Cfg.Slots-1:0]       before_i [Cfg.Slots],
  /// Per slot: bank, or local word.
  input  logic [Cfg.SelWidth-1:0]    sel_i [Cfg.Slots],
  /// Per slot: word within the bank.
  input  logic [Cfg.RowWidth-1:0]    row_i [Cfg.Slots],
  /// Per slot: bytes of the word.
  input  logic [Cfg.BankBytes-1:0]   be_i [Cfg.Slots],
  /// Per slot: data.
  input  logic [8*Cfg.BankBytes-1:0] data_i [Cfg.Slots],
  input  logic                       late_valid_i,
  output logic                       late_ready_o,
  /// Per slot: data of the next late group.
  input  logic [8*Cfg.BankBytes-1:0] late_data_i [Cfg.Slots],
  /// Per group of the window, and for stage B: there is one.
  input  logic [Cfg.Groups:0]        in_window_i,
  /// Tags of these groups.
  input  mem_tag_t                   in_window_tag_i [Cfg.Groups+1],
  /// Stage E holds a group.
  output logic                       held_o,
  output logic                       valid_o,
  input  logic                       ready_i,
  /// Group.
  output xbar_group_t                group_o,
  /// What a place of a lane keeps of the tag.
  output slot_tag_t                  slot_tag_o,
  /// Per slot: it requests a word.
  output logic [Cfg.Slots-1:0]       use_o,
  /// Per slot: it stands for its word, the last of the group in its bank.
  output logic [Cfg.Slots-1:0]       last_o,
  /// Per slot: bank, or local word.
  output logic [Cfg.SelWidth-1:0]    sel_o [Cfg.Slots],
  /// Per slot: word within the bank.
  output logic [Cfg.RowWidth-1:0]    row_o [Cfg.Slots],
  /// Per slot: bytes of the word.
  output logic [Cfg.BankBytes-1:0]   be_o [Cfg.Slots],
  /// Per slot: data.
  output logic [8*Cfg.BankBytes-1:0] data_o [Cfg.Slots]
);

  logic                       valid_q;
  logic                       late_q;  // no reset, down to data_q
  xbar_group_t                group_q;
  slot_tag_t                  slot_tag_q;  // drives all places: a register, not gates behind one
  logic [Cfg.Slots-1:0]       use_q, last_q;
  logic [Cfg.SelWidth-1:0]    sel_q [Cfg.Slots];
  logic [Cfg.RowWidth-1:0]    row_q [Cfg.Slots];
  logic [Cfg.BankBytes-1:0]   be_q [Cfg.Slots];
  logic [8*Cfg.BankBytes-1:0] data_q [Cfg.Slots];
  logic [Cfg.Slots-1:0]       followed;  // slots whose word is before another of their bank
  logic                       push, pop;
  logic                       waits;     // an older command still writes the register

  assign pop     = valid_o && ready_i;
  assign ready_o = !valid_q || pop;
  assign push    = valid_i && ready_o;

  always_comb begin
    followed = '0;
    for (int unsigned i = 0; i < Cfg.Slots; i++) if (lead_i[i]) followed |= before_i[i];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (ready_o) valid_q <= valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (push) begin
      late_q     <= late_i;
      group_q    <= group_i;
      slot_tag_q <= slot_tag_of(group_i.tag, group_i.we, Cfg.BankBytes);
      use_q      <= use_i;
      last_q     <= use_i & lead_i & ~followed;
      sel_q      <= sel_i;
      row_q      <= row_i;
      be_q       <= be_i;
    end
    if (push && (group_i.we || group_i.is_local)) data_q <= data_i;
  end

  // Of its own command only the last group counts, which is this one or younger.
  always_comb begin
    waits = 1'b0;
    for (int unsigned i = 0; i <= Cfg.Groups; i++) begin
      waits |= in_window_i[i] && in_window_tag_i[i].ctrl.writes_v && in_window_tag_i[i].last &&
               in_window_tag_i[i].vd == group_q.tag.vd;
    end
    waits &= group_q.tag.ctrl.writes_v;
  end

  assign held_o       = valid_q;
  assign valid_o      = valid_q && !waits && (!late_q || late_valid_i);
  assign late_ready_o = valid_q && late_q && !waits && ready_i;
  assign group_o      = group_q;
  assign slot_tag_o   = slot_tag_q;
  assign use_o        = use_q;
  assign last_o       = last_q;
  assign sel_o        = sel_q;
  assign row_o        = row_q;
  assign be_o         = be_q;
  assign data_o       = late_q ? late_data_i : data_q;

  `GSQ_ASSERT_STILL(data_is_still, push && (group_i.we || group_i.is_local), data_q[0])

endmodule
