// SPDX-License-Identifier: Apache-2.0
// Entries, queues and records of the ring of commands: docs/reference/ring.md.
package gsq_ring_pkg;

  localparam int unsigned RingSlotBits    = 128;  // a slot
  localparam int unsigned RingEntrySlots  = 4;    // slots of a long entry
  localparam int unsigned RingBurstSlots  = 8;    // a burst ends at a multiple of it
  localparam int unsigned RingQueues      = 3;
  localparam int unsigned RingFlags       = 64;
  localparam int unsigned RingRecordBytes = 32;

  typedef logic [31:0] ring_number_t;  // of a slot or of a record, modulo 2^32

  // Kind of an entry whose first word has bit 31.
  typedef enum logic [7:0] {
    RingCompact = 8'd0,
    RingIn      = 8'd1,
    RingOut     = 8'd2,
    RingSet     = 8'd3,
    RingWait    = 8'd4,
    RingEnd     = 8'd5
  } ring_kind_e;

  typedef enum logic [1:0] {
    RingQueueIn   = 2'd0,
    RingQueueUnit = 2'd1,
    RingQueueOut  = 2'd2,
    RingQueueSelf = 2'd3  // the ring itself
  } ring_queue_e;

  // Status of entries that are neither commands nor copies.
  typedef enum logic [2:0] {
    RingOk       = 3'd0,
    RingFlagSet  = 3'd1,  // set flag: it was 1
    RingEntry    = 3'd2,  // no such entry
    RingFetch    = 3'd3,  // the memory answered a read with an error
    RingDeadlock = 3'd4,
    RingTail     = 3'd5,  // the doorbell is too far ahead
    RingRecord   = 3'd6   // the memory answered a record with an error
  } ring_status_e;

  // What a queue does with an entry.
  typedef enum logic [1:0] {
    RingOpWork = 2'd0,  // a command or a copy
    RingOpSet  = 2'd1,
    RingOpWait = 2'd2
  } ring_op_e;

  // An entry in a queue, without the command or descriptor.
  typedef struct packed {
    ring_op_e     op;
    logic [7:0]   tag;
    logic [5:0]   flag;
    logic         four;    // takes four slots
    ring_number_t number;  // of its first slot
  } ring_item_t;

  // A record, without the pass.
  typedef struct packed {
    logic [7:0]   tag;
    logic [2:0]   status;
    ring_queue_e  origin;
    ring_number_t number;
    logic [31:0]  info;
    logic [63:0]  addr;
    logic [31:0]  cycle;
  } ring_result_t;

  // What software sets; it stays while the ring is not idle, but for tail, rec_head and the bits.
  typedef struct packed {
    logic         enable;
    logic         pause;
    logic         stop_on_error;
    logic [63:0]  base;
    logic [4:0]   size;      // log2 of the slots
    ring_number_t tail;      // slots that are written
    logic [63:0]  rec_base;
    logic [4:0]   rec_size;  // log2 of the records; 0: none
    ring_number_t rec_head;  // records that are read
  } ring_control_t;

  // What software reads.
  typedef struct packed {
    logic                               idle;     // nothing is under way
    logic                               stopped;  // by an error, until resume
    logic                               ended;    // by an error, until it is disabled
    logic [RingQueues-1:0]              waiting;  // per queue: for a flag
    ring_number_t                       head;     // first slot that is not given to a queue
    ring_number_t                       rec_tail;  // records that are in memory
    ring_number_t [RingQueues-1:0]      done;     // per queue: slot behind its last complete entry
  } ring_state_t;

endpackage
