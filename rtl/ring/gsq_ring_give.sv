// SPDX-License-Identifier: Apache-2.0
// Gives the entries of the ring to its queues, and knows what ends the ring.
//
// The oldest entry waits in a register, decoded as far as its kind. It goes to its queue when that
// has room. An end waits until all before it is complete and told, then tells itself.
//
// Latency: 1 cycle from the slots of an entry to its queue. Throughput: an entry a cycle.
// Handshake: take_o takes slots that are there; item_valid_o only while the queue has room;
// valid/ready for results.

`include "gsq_assert.svh"

module gsq_ring_give
  import gsq_dma_pkg::dma_descriptor_t;
  import gsq_pkg::cmd_t;
  import gsq_ring_pkg::*;
#(
  /// Bits of the number of slots that are there.
  parameter int unsigned CountWidth = 6
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  /// The ring is enabled; otherwise the entry is dropped.
  input  logic                                        run_i,
  /// The ring begins.
  input  logic                                        start_i,
  /// Entries are given.
  input  logic                                        go_i,
  /// Cycles since reset.
  input  logic [31:0]                                 cycle_i,
  /// Slots that are there.
  input  logic [CountWidth-1:0]                       count_i,
  /// The oldest ones.
  input  logic [RingEntrySlots-1:0][RingSlotBits-1:0] slots_i,
  /// Per slot: it could not be read.
  input  logic [RingEntrySlots-1:0]                   errors_i,
  /// The oldest one begins an entry of four slots.
  input  logic                                        four_i,
  /// Slots that are taken.
  output logic [2:0]                                  take_o,
  /// The doorbell is too far ahead.
  input  logic                                        bad_tail_i,
  /// First slot that is not asked for.
  input  ring_number_t                                next_i,
  /// Per queue: it takes an entry.
  output logic [RingQueues-1:0]                       item_valid_o,
  /// Per queue: there is room for an entry.
  input  logic [RingQueues-1:0]                       item_ready_i,
  /// Per queue: there is room for a command or descriptor.
  input  logic [RingQueues-1:0]                       payload_ready_i,
  /// The entry.
  output ring_item_t                                  item_o,
  /// The entry as a command.
  output cmd_t                                        cmd_o,
  /// The entry as a copy.
  output dma_descriptor_t                             desc_o,
  /// Per queue: it holds no entry.
  input  logic [RingQueues-1:0]                       empty_i,
  /// Per queue: nothing has begun, and what it holds waits for a flag that is 0.
  input  logic [RingQueues-1:0]                       stuck_i,
  /// All results are in memory.
  input  logic                                        told_i,
  output logic                                        result_valid_o,
  input  logic                                        result_ready_i,
  /// Result of an end, or why the ring ended.
  output ring_result_t                                result_o,
  /// The ring ends: one pulse.
  output logic                                        fatal_o,
  /// An end is complete: one pulse.
  output logic                                        end_o,
  /// An end has begun, and is not complete.
  output logic                                        busy_o,
  /// First slot that is not given.
  output ring_number_t                                head_o
);

  typedef enum logic [2:0] {
    KindCommand,
    KindCompact,
    KindIn,
    KindOut,
    KindFlag,
    KindEnd,
    KindIllegal,
    KindUnread
  } kind_e;

  // The kind is a register of its own only as a part of it: synthesis would choose another coding.
  typedef struct packed {
    kind_e             kind;
    logic [15:0][31:0] words;
  } entry_t;

  // ---------------------------------------------------------------------------------------------
  // The oldest entry
  // ---------------------------------------------------------------------------------------------

  logic [RingEntrySlots*RingSlotBits-1:0] flat;
  logic                                   other;  // than a command of four slots
  logic [7:0]                             code;   // then it says what
  logic                                   whole;  // all slots of the entry are there
  logic                                   unread;
  kind_e                                  kind;
  logic                                   load, leave;
  logic                                   told_q;  // an end has told itself
  logic                                   valid_q;
  entry_t                                 entry_q;  // no reset
  kind_e                                  held;  // kind of the entry in the register
  logic [15:0][31:0]                      words;  // of the entry in the register
  ring_number_t                           number_q, next_q;  // of the entry, of the one behind it

  assign flat  = slots_i;
  assign other = flat[31];
  assign code  = flat[96+:8];

  // An entry whose first slot could not be read has no length.
  assign unread = errors_i[0] || (four_i && errors_i != '0);
  assign whole  = count_i >= CountWidth'(RingEntrySlots) ||
                  (count_i != '0 && (errors_i[0] || !four_i));

  always_comb begin
    kind = KindIllegal;
    if (unread) begin
      kind = KindUnread;
    end else if (!other) begin
      kind = KindCommand;
    end else begin
      unique case (code)
        RingCompact:       kind = KindCompact;
        RingIn:            kind = KindIn;
        RingOut:           kind = KindOut;
        RingSet, RingWait: if (flat[32+8+:2] != RingQueueSelf) kind = KindFlag;
        RingEnd:           kind = KindEnd;
        default:           kind = KindIllegal;
      endcase
    end
  end

  assign load   = run_i && whole && (!valid_q || leave);
  assign take_o = !load ? 3'd0 : four_i && !errors_i[0] ? 3'(RingEntrySlots) : 3'd1;
  assign head_o = valid_q ? number_q : next_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      number_q <= '0;
      next_q   <= '0;
    end else begin
      valid_q <= run_i && (load || (valid_q && !leave));
      if (load) number_q <= next_q;
      // An entry that is dropped is not given.
      if (start_i)                           next_q <= '0;
      else if (valid_q && !run_i && !told_q) next_q <= number_q;
      else                                   next_q <= next_q + ring_number_t'(take_o);
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) begin
      entry_q.kind  <= kind;
      entry_q.words <= flat;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Its queue
  // ---------------------------------------------------------------------------------------------

  logic [7:0]            tag;
  logic                  work, give;
  ring_queue_e           target;
  logic [RingQueues-1:0] room;
  logic [511:0]          cmd;
  logic                  end_ready;
  logic                  stuck_q;  // nothing can begin by itself, and nothing was given
  logic                  clear_q;  // all before the end is complete and told
  logic                  tell, result_valid_q;
  ring_result_t          result;
  logic                  fatal_q, broken, fatal;

  assign held  = entry_q.kind;
  assign words = entry_q.words;
  assign tag   = words[0][30:23];
  assign work  = held inside {KindCommand, KindCompact, KindIn, KindOut};

  always_comb begin
    unique case (held)
      KindCommand, KindCompact: target = RingQueueUnit;
      KindIn:                   target = RingQueueIn;
      KindOut:                  target = RingQueueOut;
      KindFlag:                 target = ring_queue_e'(words[1][9:8]);
      default:                  target = RingQueueSelf;
    endcase
  end

  assign room = item_ready_i & (work ? payload_ready_i : '1);
  assign give = valid_q && go_i && (work || held == KindFlag);

  for (genvar i = 0; i < RingQueues; i++) begin : g_queue
    assign item_valid_o[i] = give && target == ring_queue_e'(i) && room[i];
  end

  always_comb begin
    item_o = '{
        op:     work ? RingOpWork : words[3][7:0] == RingSet ? RingOpSet : RingOpWait,
        tag:    tag,
        flag:   words[1][5:0],
        four:   work && held != KindCompact,
        number: number_q
    };
    desc_o     = words[15:4];
    desc_o.tag = tag;
  end

  // The words of a command stand from the highest to the lowest one.
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) cmd[32*i+:32] = words[15-i];
    cmd_o = cmd[$bits(cmd_t)-1:0];
    if (held == KindCompact) begin
      cmd_o            = {cmd[$bits(cmd_t)-1:392], 392'd0};
      cmd_o.row_stride = cmd_o.n;
      cmd_o.blk0       = cmd_o.n[15:0];
    end
  end

  // ---------------------------------------------------------------------------------------------
  // What is told here: ends, and what ends the ring
  // ---------------------------------------------------------------------------------------------

  assign end_ready = valid_q && go_i && held == KindEnd && clear_q;
  assign end_o     = told_q ? told_i && !result_valid_q : end_ready && !tag[7];
  assign leave     = item_valid_o != '0 || end_o;
  assign broken    = valid_q && go_i && (held inside {KindIllegal, KindUnread} ||
                                         (stuck_q && item_valid_o == '0));
  assign fatal     = (broken || (go_i && bad_tail_i)) && !fatal_q;
  assign fatal_o   = fatal && !result_valid_q;

  assign busy_o         = told_q || result_valid_q;
  assign tell           = !result_valid_q && (fatal || (end_ready && !told_q && tag[7]));
  assign result_valid_o = result_valid_q;

  always_comb begin
    result = '{
        tag:    tag,
        status: RingOk,
        origin: RingQueueSelf,
        number: number_q,
        info:   '0,
        addr:   '0,
        cycle:  cycle_i
    };
    if (broken) begin
      unique case (held)
        KindIllegal: result.status = RingEntry;
        KindUnread:  result.status = RingFetch;
        default:     result.status = RingDeadlock;
      endcase
    end else if (fatal) begin
      result.tag    = '0;
      result.status = RingTail;
      result.number = next_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      told_q         <= 1'b0;
      fatal_q        <= 1'b0;
      stuck_q        <= 1'b0;
      clear_q        <= 1'b0;
      result_valid_q <= 1'b0;
    end else begin
      stuck_q        <= stuck_i == '1 && empty_i != '1 && item_valid_o == '0;
      clear_q        <= valid_q && held == KindEnd && empty_i == '1 && told_i && !leave;
      // Whatever happens to the ring, an end that has told itself becomes complete.
      told_q         <= told_q ? !end_o : tell && !fatal;
      result_valid_q <= result_valid_q ? !result_ready_i : tell;
      fatal_q        <= run_i && (fatal_q || fatal_o);
    end
  end

  always_ff @(posedge clk_i) begin
    if (tell) result_o <= result;
  end

  logic unused;
  assign unused = cmd[511];

endmodule
