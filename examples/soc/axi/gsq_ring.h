// SPDX-License-Identifier: Apache-2.0
// A driver of the ring of commands of gsq_axi: entries go into memory, a doorbell starts them,
// records and an interrupt tell what has become of them. docs/reference/ring.md is the contract.
//
// Nothing is allocated; the caller gives the memory of the ring and of the records. It must be
// coherent for the core, or not cached, and so must be what copies read and write. The core is
// little-endian. One thread at a time may call.
#ifndef GSQ_RING_H
#define GSQ_RING_H

#include "gsq_driver.h"

#define GSQ_RING_SLOT_BYTES 16U
#define GSQ_RING_RECORD_BYTES 32U
#define GSQ_RING_ASKS 0x80  // this bit of a tag asks for a record

enum gsq_ring_queue { GSQ_RING_IN, GSQ_RING_UNIT, GSQ_RING_OUT, GSQ_RING_SELF };

// Status of a record of the queue GSQ_RING_SELF, and of flags.
enum gsq_ring_status {
  GSQ_RING_OK,
  GSQ_RING_FLAG_SET,
  GSQ_RING_ENTRY,
  GSQ_RING_FETCH,
  GSQ_RING_DEADLOCK,
  GSQ_RING_TAIL
};

// Memory that the core sees as `words` and the unit at `address`, a multiple of 128.
struct gsq_ring_memory {
  volatile uint32_t *words;
  uint64_t address;
  uint32_t log2_count;  // slots of a ring: 3 to 16; records: 1 to 16
};

// Addresses that copies may access: base <= address < limit, multiples of 64.
struct gsq_ring_window {
  uint64_t base;
  uint64_t limit;
  int read;
  int write;
};

struct gsq_ring_setup {
  struct gsq_ring_memory ring;
  struct gsq_ring_memory records;  // words 0: without records
  struct gsq_ring_window memory[2];
  struct gsq_ring_window buffer;
  int stop_on_error;
  int interrupt;  // for an end, and for an error
  // Orders accesses of the core to memory and to registers; 0 where core and bus need no such
  // thing.
  void (*barrier)(void);
};

struct gsq_ring {
  const struct gsq_bus *bus;
  struct gsq_ring_setup setup;
  uint32_t tail;      // slots that are written
  uint32_t head;      // slots that the ring has given to its queues, when it was last asked
  uint32_t rec_head;  // records that are read
  uint32_t rec_tail;  // records that are in memory, when it was last asked
};

// A copy: the fields of docs/reference/dma.md.
struct gsq_copy {
  uint64_t mem_addr;
  int32_t mem_stride;
  uint32_t ub_addr;
  int32_t ub_stride;
  uint32_t rows;
  uint32_t bytes;
  uint16_t left;
  uint16_t right;
  uint32_t value;
  uint32_t index_addr;
  uint32_t table_rows;
  unsigned indexed : 1;
  unsigned half : 1;
  unsigned skip : 1;
  unsigned after : 1;
};

struct gsq_record {
  uint8_t tag;
  uint8_t status;
  uint8_t queue;
  uint32_t number;  // of the first slot of the entry
  uint32_t info;
  uint32_t cycle;
  uint64_t addr;
};

// Sets the ring up and enables it; one that runs is closed first. 0; -1: there is no ring, or a
// size or an address is not as it must be.
int gsq_ring_open(struct gsq_ring *ring, const struct gsq_bus *bus,
                  const struct gsq_ring_setup *setup);

// Disables the ring and waits until nothing is under way.
void gsq_ring_close(struct gsq_ring *ring);

// Entries. 0; -1: there is no room, and nothing is written. What is written starts with the
// doorbell. A command takes one slot where it has a compact form, otherwise four.
int gsq_ring_command(struct gsq_ring *ring, const uint32_t command[GSQ_CMD_WORDS]);
int gsq_ring_copy_in(struct gsq_ring *ring, uint8_t tag, const struct gsq_copy *copy);
int gsq_ring_copy_out(struct gsq_ring *ring, uint8_t tag, const struct gsq_copy *copy);
int gsq_ring_set_flag(struct gsq_ring *ring, uint8_t tag, enum gsq_ring_queue queue, uint32_t flag);
int gsq_ring_wait_flag(struct gsq_ring *ring, uint8_t tag, enum gsq_ring_queue queue,
                       uint32_t flag);
int gsq_ring_end(struct gsq_ring *ring, uint8_t tag);

// Starts all entries that are written.
void gsq_ring_doorbell(struct gsq_ring *ring);

// Flags of `ring.event` that are set: GSQ_AXI_REGS__RING__EVENT__…_bm. Clears them.
uint32_t gsq_ring_events(struct gsq_ring *ring);

// Waits for one of these flags, by interrupt if the ring was set up with it; clears and returns
// all.
uint32_t gsq_ring_wait(struct gsq_ring *ring, uint32_t flags);

// The next record. 1: there is one; 0: there is none yet. When all places are taken the ring waits,
// and with it responses of commands that were pushed through registers.
int gsq_ring_record(struct gsq_ring *ring, struct gsq_record *record);

#endif
