// SPDX-License-Identifier: Apache-2.0
// A queue of the ring: entries that have not begun, and entries that are not complete, in order.
//
// What is behind an entry's command or descriptor is answered in order, so the oldest entry that
// has begun is the one that the next answer belongs to. A set flag waits there for those before it
// without holding those behind it.
//
// Latency: 1 cycle from an entry to its work, 1 from an answer to its result; a wait asks in the
// second cycle and begins in the third. Throughput: an entry a cycle, a result every second one.
// Handshake: valid/ready; item_ready_o, payload_ready_o, answer_ready_o and result_* depend on
// registers only.

`include "gsq_assert.svh"

module gsq_ring_queue
  import gsq_ring_pkg::*;
#(
  /// Command or descriptor.
  parameter type payload_t = logic [31:0],
  /// Number of the queue.
  parameter ring_queue_e Queue = RingQueueUnit,
  /// Entries that have not begun: at least 2.
  parameter int unsigned EntryDepth = 8,
  /// Entries that have begun and are not complete: at least 2.
  parameter int unsigned Depth = 8
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// Entries begin.
  input  logic                 go_i,
  /// Entries that have not begun are dropped.
  input  logic                 drop_i,
  /// The ring begins.
  input  logic                 start_i,
  /// Cycles since reset.
  input  logic [31:0]          cycle_i,
  input  logic                 item_valid_i,
  output logic                 item_ready_o,
  /// There is room for a command or descriptor as well.
  output logic                 payload_ready_o,
  /// Entry.
  input  ring_item_t           item_i,
  /// Command or descriptor of the entry.
  input  payload_t             payload_i,
  output logic                 work_valid_o,
  input  logic                 work_ready_i,
  /// Command or descriptor.
  output payload_t             work_o,
  input  logic                 answer_valid_i,
  output logic                 answer_ready_o,
  /// Status.
  input  logic [2:0]           answer_status_i,
  /// Info, or bytes.
  input  logic [31:0]          answer_info_i,
  /// Where the error was.
  input  logic [63:0]          answer_addr_i,
  /// The flags.
  input  logic [RingFlags-1:0] flags_i,
  /// An entry waits for a flag.
  output logic                 wait_o,
  /// For which.
  output logic [5:0]           wait_flag_o,
  /// The entry takes the flag.
  input  logic                 wait_grant_i,
  /// A flag becomes 1.
  output logic                 set_o,
  /// Which.
  output logic [5:0]           set_flag_o,
  output logic                 result_valid_o,
  input  logic                 result_ready_i,
  /// What a record says.
  output ring_result_t         result_o,
  /// An entry ended with an error.
  output logic                 error_o,
  /// Slot behind the last complete entry.
  output ring_number_t         done_o,
  /// No entry is in the queue.
  output logic                 empty_o,
  /// No entry has begun and is not complete, and no result waits.
  output logic                 quiet_o
);

  localparam int unsigned ItemWidth = $clog2(EntryDepth + 1);
  localparam int unsigned PathWidth = $clog2(Depth + 1);

  // ---------------------------------------------------------------------------------------------
  // Entries that have not begun
  // ---------------------------------------------------------------------------------------------

  logic                 push, payload_push, pop, payload_pop;
  logic                 head_valid, offered_q, waits;
  logic                 asks_q, granted_q;
  ring_item_t           head;
  logic [ItemWidth-1:0] items_q;
  logic [1:0]           payloads_q;
  logic                 begins, room;
  logic                 payload_valid;
  logic [PathWidth-1:0] paths_q;

  assign item_ready_o    = items_q != ItemWidth'(EntryDepth);
  assign payload_ready_o = !payloads_q[1];
  assign push            = item_valid_i;
  assign payload_push    = push && item_i.op == RingOpWork;

  gsq_fifo #(
    .data_t(ring_item_t),
    .Depth (EntryDepth)
  ) u_items (
    .clk_i, .rst_ni,
    .push_i (push),
    .data_i (item_i),
    .valid_o(head_valid),
    .ready_i(pop),
    .data_o (head)
  );

  gsq_fifo #(
    .data_t(payload_t),
    .Depth (2)
  ) u_payloads (
    .clk_i, .rst_ni,
    .push_i (payload_push),
    .data_i (payload_i),
    .valid_o(payload_valid),
    .ready_i(payload_pop),
    .data_o (work_o)
  );

  // What has been offered stays, whatever happens to the ring; so does a wait that has its flag.
  assign room         = paths_q != PathWidth'(Depth);
  assign waits        = head_valid && head.op == RingOpWait;
  assign work_valid_o = offered_q || (head_valid && head.op == RingOpWork && go_i && room);
  assign wait_o       = asks_q;
  assign begins       = head.op == RingOpWork ? work_valid_o && work_ready_i :
                        head.op == RingOpWait ? granted_q :
                                                head_valid && go_i && room;
  assign pop          = begins || (drop_i && !work_valid_o && !asks_q && !granted_q);
  assign payload_pop  = pop && head_valid && head.op == RingOpWork;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      items_q    <= '0;
      payloads_q <= '0;
      offered_q  <= 1'b0;
      asks_q     <= 1'b0;
      granted_q  <= 1'b0;
    end else begin
      items_q    <= items_q + ItemWidth'(push) - ItemWidth'(pop && head_valid);
      payloads_q <= payloads_q + 2'(payload_push) - 2'(payload_pop);
      offered_q  <= work_valid_o && !work_ready_i;
      asks_q     <= waits && go_i && room && !granted_q && !wait_grant_i;
      granted_q  <= wait_grant_i;
    end
  end

  always_ff @(posedge clk_i) begin
    wait_flag_o <= head.flag;
  end

  // ---------------------------------------------------------------------------------------------
  // Entries that have begun
  // ---------------------------------------------------------------------------------------------

  logic       path_valid, path_pop, result_valid_q, wanted;
  ring_item_t path;
  logic       twice;
  logic [2:0] status;

  gsq_fifo #(
    .data_t(ring_item_t),
    .Depth (Depth)
  ) u_path (
    .clk_i, .rst_ni,
    .push_i (begins),
    .data_i (head),
    .valid_o(path_valid),
    .ready_i(path_pop),
    .data_o (path)
  );

  assign answer_ready_o = path_valid && path.op == RingOpWork && !result_valid_q;
  assign path_pop       = path_valid && !result_valid_q &&
                          (path.op != RingOpWork || answer_valid_i);
  assign set_o          = path_pop && path.op == RingOpSet;
  assign set_flag_o     = path.flag;
  assign twice          = set_o && flags_i[path.flag];
  assign status         = path.op == RingOpWork ? answer_status_i :
                          twice ? RingFlagSet : RingOk;
  assign error_o        = path_pop && status != '0;
  assign wanted         = path_pop && (path.tag[7] || status != '0);
  assign result_valid_o = result_valid_q;
  assign empty_o        = !head_valid && quiet_o;
  assign quiet_o        = !path_valid && !result_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      paths_q        <= '0;
      result_valid_q <= 1'b0;
      done_o         <= '0;
    end else begin
      paths_q        <= paths_q + PathWidth'(begins) - PathWidth'(path_pop);
      result_valid_q <= result_valid_q ? !result_ready_i : wanted;
      if (start_i)       done_o <= '0;
      else if (path_pop) done_o <= path.number + (path.four ? ring_number_t'(RingEntrySlots) : 1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!result_valid_q) begin
      result_o <= '{
          tag:    path.tag,
          status: status,
          origin: Queue,
          number: path.number,
          info:   path.op == RingOpWork ? answer_info_i : '0,
          addr:   path.op == RingOpWork ? answer_addr_i : '0,
          cycle:  cycle_i
      };
    end
  end

  `GSQ_ASSUME(room_for_the_entry, !item_valid_i || item_ready_o)
  `GSQ_ASSUME(room_for_its_work, !payload_push || payload_ready_o)
  `GSQ_ASSERT(work_is_there, !work_valid_o || payload_valid)

endmodule
