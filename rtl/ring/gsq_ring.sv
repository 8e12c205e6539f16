// SPDX-License-Identifier: Apache-2.0
// A ring of commands in memory: fetches entries, gives them to three queues, writes records.
//
// docs/reference/ring.md is the contract.
//
// Latency: 2 cycles from the doorbell to the address of its slots, and 3 from the last beat of an
// entry to its command. Throughput: a command a cycle, as far as the bus brings them. Handshake:
// valid/ready, AXI4 with one identifier; all outputs depend on registers only.

`include "gsq_assert.svh"

module gsq_ring
  import gsq_dma_pkg::*;
  import gsq_pkg::*;
  import gsq_ring_pkg::*;
#(
  /// Data width of the bus: 64, 128, 256 or 512.
  parameter int unsigned DmaDataWidth = 256,
  /// Bits of a byte address in memory: from 32 to 64.
  parameter int unsigned DmaAddrWidth = 48,
  /// Slots that are fetched ahead: a power of two from 16 to 256.
  parameter int unsigned PrefetchSlots = 32,
  /// Entries of a queue that have not begun: at least 2.
  parameter int unsigned EntryDepth = 8,
  /// Entries of the queue of the unit that have begun and are not complete: at least 2.
  parameter int unsigned UnitDepth = 16,
  /// The same of a queue of copies.
  parameter int unsigned CopyDepth = 4
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// What software sets. Addresses and sizes stay from enable to idle.
  input  ring_control_t             control_i,
  /// Goes on after an error that stopped the ring: a pulse.
  input  logic                      resume_i,
  /// What software reads.
  output ring_state_t               state_o,
  /// An end is complete: a pulse.
  output logic                      end_o,
  /// One error or more in the cycle before: a pulse.
  output logic                      error_o,
  output logic                      cmd_valid_o,
  input  logic                      cmd_ready_i,
  /// Command to the unit.
  output cmd_t                      cmd_o,
  input  logic                      rsp_valid_i,
  output logic                      rsp_ready_o,
  /// Response of the unit, in the order of commands.
  input  rsp_t                      rsp_i,
  output logic                      in_desc_valid_o,
  input  logic                      in_desc_ready_i,
  /// Descriptor to gsq_dma_in.
  output dma_descriptor_t           in_desc_o,
  input  logic                      in_comp_valid_i,
  output logic                      in_comp_ready_o,
  /// Completion of gsq_dma_in.
  input  dma_completion_t           in_comp_i,
  output logic                      out_desc_valid_o,
  input  logic                      out_desc_ready_i,
  /// Descriptor to gsq_dma_out.
  output dma_descriptor_t           out_desc_o,
  input  logic                      out_comp_valid_i,
  output logic                      out_comp_ready_o,
  /// Completion of gsq_dma_out.
  input  dma_completion_t           out_comp_i,
  output logic                      ar_valid_o,
  input  logic                      ar_ready_i,
  output logic [DmaAddrWidth-1:0]   ar_addr_o,
  output logic [7:0]                ar_len_o,
  input  logic                      r_valid_i,
  output logic                      r_ready_o,
  input  logic [DmaDataWidth-1:0]   r_data_i,
  input  logic [1:0]                r_resp_i,
  input  logic                      r_last_i,
  output logic                      aw_valid_o,
  input  logic                      aw_ready_i,
  output logic [DmaAddrWidth-1:0]   aw_addr_o,
  output logic [7:0]                aw_len_o,
  output logic                      w_valid_o,
  input  logic                      w_ready_i,
  output logic [DmaDataWidth-1:0]   w_data_o,
  output logic [DmaDataWidth/8-1:0] w_strb_o,
  output logic                      w_last_o,
  input  logic                      b_valid_i,
  output logic                      b_ready_o,
  input  logic [1:0]                b_resp_i
);

  if (!($onehot(64'(PrefetchSlots)) && PrefetchSlots >= 16 && PrefetchSlots <= 256))
  begin : gen_bad_prefetch_slots
    $fatal(1, "PrefetchSlots must be a power of two from 16 to 256, found %0d", PrefetchSlots);
  end

  localparam int unsigned CountWidth = $clog2(PrefetchSlots + 1);
  localparam int unsigned Sources    = RingQueues + 1;

  // ---------------------------------------------------------------------------------------------
  // State of the ring
  // ---------------------------------------------------------------------------------------------

  typedef enum logic [1:0] {
    StateOff,
    StateRun,
    StateDrain  // disabled, with something under way
  } state_e;

  state_e                state_q;
  logic                  start, run, drop, go, idle;
  logic                  stopped_q, ended_q;
  logic [31:0]           cycle_q;
  logic                  fetch_busy, record_idle, record_error, fatal, end_busy;
  logic [RingQueues-1:0] queue_error, empty, quiet, waiting, waiting_q;
  logic [RingQueues-1:0] grant;  // a queue gets the flag that it waits for

  assign start = state_q == StateOff && control_i.enable;
  assign run   = state_q == StateRun;
  assign drop  = state_q == StateDrain;
  assign go    = run && !stopped_q && !ended_q;
  assign idle  = !fetch_busy && !end_busy && record_idle && empty == '1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StateOff;
      stopped_q <= 1'b0;
      ended_q   <= 1'b0;
      waiting_q <= '0;
      cycle_q   <= '0;
      error_o   <= 1'b0;
    end else begin
      unique case (state_q)
        StateOff: if (control_i.enable) state_q <= StateRun;
        StateRun: if (!control_i.enable) state_q <= StateDrain;
        default:  if (idle) state_q <= StateOff;
      endcase
      stopped_q <= run && ((stopped_q && !resume_i) ||
                           (control_i.stop_on_error && queue_error != '0));
      ended_q   <= run && (ended_q || fatal || record_error);
      waiting_q <= !run ? '0 : go ? waiting : waiting_q & ~grant;  // also when it has stopped
      cycle_q   <= cycle_q + 1'b1;
      error_o   <= queue_error != '0 || fatal || record_error;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Slots and entries
  // ---------------------------------------------------------------------------------------------

  logic [CountWidth-1:0]                       count;
  logic [RingEntrySlots-1:0][RingSlotBits-1:0] slots;
  logic [RingEntrySlots-1:0]                   errors;
  logic                                        four;
  logic [2:0]                                  take;
  logic                                        bad_tail;
  ring_number_t                                next;
  logic [RingQueues-1:0]                       item_valid, item_ready, payload_ready;
  ring_item_t                                  item;
  cmd_t                                        cmd;
  dma_descriptor_t                             desc;
  logic [Sources-1:0]                          result_valid, result_ready;
  ring_result_t                                result [Sources];
  ring_number_t                                head, rec_tail;
  ring_number_t [RingQueues-1:0]               done;

  gsq_ring_fetch #(
    .DmaDataWidth (DmaDataWidth),
    .DmaAddrWidth (DmaAddrWidth),
    .PrefetchSlots(PrefetchSlots)
  ) u_fetch (
    .clk_i, .rst_ni,
    .run_i     (run),
    .base_i    (control_i.base[DmaAddrWidth-1:0]),
    .size_i    (control_i.size),
    .tail_i    (control_i.tail),
    .bad_tail_o(bad_tail),
    .next_o    (next),
    .busy_o    (fetch_busy),
    .count_o   (count),
    .slots_o   (slots),
    .errors_o  (errors),
    .four_o    (four),
    .pop_i     (take),
    .ar_valid_o, .ar_ready_i, .ar_addr_o, .ar_len_o,
    .r_valid_i, .r_data_i, .r_resp_i, .r_last_i
  );

  assign r_ready_o = 1'b1;

  gsq_ring_give #(
    .CountWidth(CountWidth)
  ) u_give (
    .clk_i, .rst_ni,
    .run_i          (run),
    .start_i        (start),
    .go_i           (go && !control_i.pause),
    .cycle_i        (cycle_q),
    .count_i        (count),
    .slots_i        (slots),
    .errors_i       (errors),
    .four_i         (four),
    .take_o         (take),
    .bad_tail_i     (bad_tail),
    .next_i         (next),
    .item_valid_o   (item_valid),
    .item_ready_i   (item_ready),
    .payload_ready_i(payload_ready),
    .item_o         (item),
    .cmd_o          (cmd),
    .desc_o         (desc),
    .empty_i        (empty),
    .stuck_i        (quiet & (waiting | empty)),
    .told_i         (record_idle),
    .result_valid_o (result_valid[RingQueues]),
    .result_ready_i (result_ready[RingQueues]),
    .result_o       (result[RingQueues]),
    .fatal_o        (fatal),
    .end_o          (end_o),
    .busy_o         (end_busy),
    .head_o         (head)
  );

  // ---------------------------------------------------------------------------------------------
  // Queues and flags
  // ---------------------------------------------------------------------------------------------

  logic [RingFlags-1:0]       flags;
  logic [RingQueues-1:0]      waits, set;
  logic [RingQueues-1:0][5:0] wait_flag, set_flag;

  gsq_ring_flags u_flags (
    .clk_i, .rst_ni,
    .clear_i    (start),
    .set_i      (set),
    .set_flag_i (set_flag),
    .wait_i     (waits),
    .wait_flag_i(wait_flag),
    .grant_o    (grant),
    .waiting_o  (waiting),
    .flags_o    (flags)
  );

  gsq_ring_queue #(
    .payload_t (dma_descriptor_t),
    .Queue     (RingQueueIn),
    .EntryDepth(EntryDepth),
    .Depth     (CopyDepth)
  ) u_in (
    .clk_i, .rst_ni,
    .go_i           (go),
    .drop_i         (drop),
    .start_i        (start),
    .cycle_i        (cycle_q),
    .item_valid_i   (item_valid[RingQueueIn]),
    .item_ready_o   (item_ready[RingQueueIn]),
    .payload_ready_o(payload_ready[RingQueueIn]),
    .item_i         (item),
    .payload_i      (desc),
    .work_valid_o   (in_desc_valid_o),
    .work_ready_i   (in_desc_ready_i),
    .work_o         (in_desc_o),
    .answer_valid_i (in_comp_valid_i),
    .answer_ready_o (in_comp_ready_o),
    .answer_status_i(in_comp_i.status),
    .answer_info_i  (in_comp_i.bytes),
    .answer_addr_i  (in_comp_i.addr),
    .flags_i        (flags),
    .wait_o         (waits[RingQueueIn]),
    .wait_flag_o    (wait_flag[RingQueueIn]),
    .wait_grant_i   (grant[RingQueueIn]),
    .set_o          (set[RingQueueIn]),
    .set_flag_o     (set_flag[RingQueueIn]),
    .result_valid_o (result_valid[RingQueueIn]),
    .result_ready_i (result_ready[RingQueueIn]),
    .result_o       (result[RingQueueIn]),
    .error_o        (queue_error[RingQueueIn]),
    .done_o         (done[RingQueueIn]),
    .empty_o        (empty[RingQueueIn]),
    .quiet_o        (quiet[RingQueueIn])
  );

  gsq_ring_queue #(
    .payload_t (cmd_t),
    .Queue     (RingQueueUnit),
    .EntryDepth(EntryDepth),
    .Depth     (UnitDepth)
  ) u_unit (
    .clk_i, .rst_ni,
    .go_i           (go),
    .drop_i         (drop),
    .start_i        (start),
    .cycle_i        (cycle_q),
    .item_valid_i   (item_valid[RingQueueUnit]),
    .item_ready_o   (item_ready[RingQueueUnit]),
    .payload_ready_o(payload_ready[RingQueueUnit]),
    .item_i         (item),
    .payload_i      (cmd),
    .work_valid_o   (cmd_valid_o),
    .work_ready_i   (cmd_ready_i),
    .work_o         (cmd_o),
    .answer_valid_i (rsp_valid_i),
    .answer_ready_o (rsp_ready_o),
    .answer_status_i(rsp_i.status),
    .answer_info_i  (rsp_i.info),
    .answer_addr_i  ('0),
    .flags_i        (flags),
    .wait_o         (waits[RingQueueUnit]),
    .wait_flag_o    (wait_flag[RingQueueUnit]),
    .wait_grant_i   (grant[RingQueueUnit]),
    .set_o          (set[RingQueueUnit]),
    .set_flag_o     (set_flag[RingQueueUnit]),
    .result_valid_o (result_valid[RingQueueUnit]),
    .result_ready_i (result_ready[RingQueueUnit]),
    .result_o       (result[RingQueueUnit]),
    .error_o        (queue_error[RingQueueUnit]),
    .done_o         (done[RingQueueUnit]),
    .empty_o        (empty[RingQueueUnit]),
    .quiet_o        (quiet[RingQueueUnit])
  );

  gsq_ring_queue #(
    .payload_t (dma_descriptor_t),
    .Queue     (RingQueueOut),
    .EntryDepth(EntryDepth),
    .Depth     (CopyDepth)
  ) u_out (
    .clk_i, .rst_ni,
    .go_i           (go),
    .drop_i         (drop),
    .start_i        (start),
    .cycle_i        (cycle_q),
    .item_valid_i   (item_valid[RingQueueOut]),
    .item_ready_o   (item_ready[RingQueueOut]),
    .payload_ready_o(payload_ready[RingQueueOut]),
    .item_i         (item),
    .payload_i      (desc),
    .work_valid_o   (out_desc_valid_o),
    .work_ready_i   (out_desc_ready_i),
    .work_o         (out_desc_o),
    .answer_valid_i (out_comp_valid_i),
    .answer_ready_o (out_comp_ready_o),
    .answer_status_i(out_comp_i.status),
    .answer_info_i  (out_comp_i.bytes),
    .answer_addr_i  (out_comp_i.addr),
    .flags_i        (flags),
    .wait_o         (waits[RingQueueOut]),
    .wait_flag_o    (wait_flag[RingQueueOut]),
    .wait_grant_i   (grant[RingQueueOut]),
    .set_o          (set[RingQueueOut]),
    .set_flag_o     (set_flag[RingQueueOut]),
    .result_valid_o (result_valid[RingQueueOut]),
    .result_ready_i (result_ready[RingQueueOut]),
    .result_o       (result[RingQueueOut]),
    .error_o        (queue_error[RingQueueOut]),
    .done_o         (done[RingQueueOut]),
    .empty_o        (empty[RingQueueOut]),
    .quiet_o        (quiet[RingQueueOut])
  );

  // ---------------------------------------------------------------------------------------------
  // Records and registers
  // ---------------------------------------------------------------------------------------------

  gsq_ring_record #(
    .DmaDataWidth(DmaDataWidth),
    .DmaAddrWidth(DmaAddrWidth),
    .Sources     (Sources)
  ) u_record (
    .clk_i, .rst_ni,
    .start_i       (start),
    .base_i        (control_i.rec_base[DmaAddrWidth-1:0]),
    .size_i        (control_i.rec_size),
    .head_i        (control_i.rec_head),
    .tail_o        (rec_tail),
    .error_o       (record_error),
    .idle_o        (record_idle),
    .result_valid_i(result_valid),
    .result_ready_o(result_ready),
    .result_i      (result),
    .aw_valid_o, .aw_ready_i, .aw_addr_o, .aw_len_o, .w_valid_o, .w_ready_i, .w_data_o,
    .w_strb_o, .w_last_o, .b_valid_i, .b_ready_o, .b_resp_i
  );

  always_comb begin
    state_o = '{
        idle:     idle,
        stopped:  stopped_q,
        ended:    ended_q,
        waiting:  waiting_q,
        head:     head,
        rec_tail: rec_tail,
        done:     done
    };
  end

  // Tags of answers are those of the entries; addresses have DmaAddrWidth bits.
  logic unused;
  assign unused = ^{control_i.base >> DmaAddrWidth, control_i.rec_base >> DmaAddrWidth,
                    in_comp_i.tag, out_comp_i.tag, rsp_i.tag};

endmodule
