// SPDX-License-Identifier: Apache-2.0
#include "gsq_ring.h"

enum { COMPACT, IN, OUT, SET, WAIT, END };  // kinds of entries

#define SLOT_WORDS (GSQ_RING_SLOT_BYTES / 4U)
#define RECORD_WORDS (GSQ_RING_RECORD_BYTES / 4U)

static uint32_t get(const struct gsq_ring *ring, uint32_t offset) {
  return ring->bus->read(offset);
}

static void set(const struct gsq_ring *ring, uint32_t offset, uint32_t value) {
  ring->bus->write(offset, value);
}

static void set64(const struct gsq_ring *ring, uint32_t offset, uint64_t value) {
  set(ring, offset, (uint32_t)value);
  set(ring, offset + 4, (uint32_t)(value >> 32));
}

static void barrier(const struct gsq_ring *ring) {
  if (ring->setup.barrier) ring->setup.barrier();
}

static int good(const struct gsq_ring_memory *memory, uint32_t least) {
  return memory->log2_count >= least && memory->log2_count <= 16 && memory->address % 128 == 0;
}

static int windows_are_good(const struct gsq_ring_setup *setup) {
  const uint64_t bits = setup->memory[0].base | setup->memory[0].limit | setup->memory[1].base |
                        setup->memory[1].limit | setup->buffer.base | setup->buffer.limit;
  return bits % 64 == 0 && setup->buffer.base <= UINT32_MAX && setup->buffer.limit <= UINT32_MAX;
}

int gsq_ring_open(struct gsq_ring *ring, const struct gsq_bus *bus,
                  const struct gsq_ring_setup *setup) {
  const int records = setup->records.words != 0;
  if (bus->read(GSQ_OFFSET(id)) != GSQ_AXI_REGS__ID__VALUE_reset) return -1;
  if (!(bus->read(GSQ_OFFSET(status)) & GSQ_AXI_REGS__STATUS__RING_bm)) return -1;
  if (!setup->ring.words || !good(&setup->ring, 3)) return -1;
  if (records && !good(&setup->records, 1)) return -1;
  if (!windows_are_good(setup)) return -1;
  *ring = (struct gsq_ring){.bus = bus, .setup = *setup};
  gsq_ring_close(ring);  // one that somebody has left
  set(ring, GSQ_OFFSET(ring.size),
      setup->ring.log2_count << GSQ_AXI_REGS__RING__SIZE__SLOTS_bp |
          (records ? setup->records.log2_count : 0) << GSQ_AXI_REGS__RING__SIZE__RECORDS_bp);
  set64(ring, GSQ_OFFSET(ring.base_low), setup->ring.address);
  set64(ring, GSQ_OFFSET(ring.rec_base_low), setup->records.address);
  set(ring, GSQ_OFFSET(ring.tail), 0);
  set(ring, GSQ_OFFSET(ring.rec_head), 0);
  set64(ring, GSQ_OFFSET(ring.mem0_base_low), setup->memory[0].base);
  set64(ring, GSQ_OFFSET(ring.mem0_limit_low), setup->memory[0].limit);
  set64(ring, GSQ_OFFSET(ring.mem1_base_low), setup->memory[1].base);
  set64(ring, GSQ_OFFSET(ring.mem1_limit_low), setup->memory[1].limit);
  set(ring, GSQ_OFFSET(ring.ub_base), (uint32_t)setup->buffer.base);
  set(ring, GSQ_OFFSET(ring.ub_limit), (uint32_t)setup->buffer.limit);
  set(ring, GSQ_OFFSET(ring.allow),
      (setup->memory[0].read ? GSQ_AXI_REGS__RING__ALLOW__MEM0_READ_bm : 0) |
          (setup->memory[0].write ? GSQ_AXI_REGS__RING__ALLOW__MEM0_WRITE_bm : 0) |
          (setup->memory[1].read ? GSQ_AXI_REGS__RING__ALLOW__MEM1_READ_bm : 0) |
          (setup->memory[1].write ? GSQ_AXI_REGS__RING__ALLOW__MEM1_WRITE_bm : 0) |
          (setup->buffer.read ? GSQ_AXI_REGS__RING__ALLOW__UB_READ_bm : 0) |
          (setup->buffer.write ? GSQ_AXI_REGS__RING__ALLOW__UB_WRITE_bm : 0));
  set(ring, GSQ_OFFSET(ring.event), UINT32_MAX);  // clears all
  set(ring, GSQ_OFFSET(ring.irq_enable),
      setup->interrupt
          ? GSQ_AXI_REGS__RING__IRQ_ENABLE__END_bm | GSQ_AXI_REGS__RING__IRQ_ENABLE__ERROR_bm
          : 0);
  barrier(ring);
  set(ring, GSQ_OFFSET(ring.control),
      GSQ_AXI_REGS__RING__CONTROL__ENABLE_bm |
          (setup->stop_on_error ? GSQ_AXI_REGS__RING__CONTROL__STOP_ON_ERROR_bm : 0));
  return 0;
}

void gsq_ring_close(struct gsq_ring *ring) {
  set(ring, GSQ_OFFSET(ring.irq_enable), 0);
  set(ring, GSQ_OFFSET(ring.control), 0);
  // Records that nobody reads must not keep it from its end.
  do {
    set(ring, GSQ_OFFSET(ring.rec_head), get(ring, GSQ_OFFSET(ring.rec_tail)));
  } while (!(get(ring, GSQ_OFFSET(ring.state)) & GSQ_AXI_REGS__RING__STATE__IDLE_bm));
  set(ring, GSQ_OFFSET(ring.event), UINT32_MAX);  // clears all
  barrier(ring);
}

// Whether so many slots are free.
static int room(struct gsq_ring *ring, uint32_t slots) {
  const uint32_t count = UINT32_C(1) << ring->setup.ring.log2_count;
  if (ring->tail + slots - ring->head > count) {
    ring->head = get(ring, GSQ_OFFSET(ring.head));
    barrier(ring);
  }
  return ring->tail + slots - ring->head <= count;
}

static int write_words(struct gsq_ring *ring, const uint32_t *words, uint32_t slots) {
  const uint32_t mask = (UINT32_C(1) << ring->setup.ring.log2_count) - 1;
  if (!room(ring, slots)) return -1;
  for (uint32_t i = 0; i < slots * SLOT_WORDS; ++i) {
    const uint32_t slot = (ring->tail + i / SLOT_WORDS) & mask;
    ring->setup.ring.words[slot * SLOT_WORDS + i % SLOT_WORDS] = words[i];
  }
  ring->tail += slots;
  return 0;
}

// Word 0 of an entry that is no command of four slots.
static uint32_t head_word(uint8_t tag) { return UINT32_C(1) << 31 | (uint32_t)tag << 23; }

static uint32_t field(const uint32_t command[GSQ_CMD_WORDS], unsigned low, unsigned bits) {
  uint32_t value = 0;
  for (unsigned i = 0; i < bits; ++i) {
    value |= (command[(low + i) / 32] >> (low + i) % 32 & 1) << i;
  }
  return value;
}

// Makes a command compact, if it needs no more than the fields up to `n` and one word, which is
// `n`, `row_stride` or `blk0`. Returns whether it is.
static int compact(uint32_t command[GSQ_CMD_WORDS]) {
  uint32_t rest = 0;
  switch (field(command, GSQ_CMD_OP_LSB, GSQ_CMD_OP_BITS)) {
    case GSQ_OP_LOAD_BLOCK:
    case GSQ_OP_STORE_BLOCK:
      GSQ_SET(command, N, field(command, GSQ_CMD_BLK0_LSB, GSQ_CMD_BLK0_BITS));
      GSQ_SET(command, BLK0, 0);
      break;
    case GSQ_OP_GATHER:
    case GSQ_OP_SCATTER:
    case GSQ_OP_GATHER_INDEX:
    case GSQ_OP_SCATTER_INDEX:
    case GSQ_OP_LOAD_STRIDED:
    case GSQ_OP_STORE_STRIDED:
      GSQ_SET(command, N, field(command, GSQ_CMD_ROW_STRIDE_LSB, GSQ_CMD_ROW_STRIDE_BITS));
      GSQ_SET(command, ROW_STRIDE, 0);
      break;
    default:
      break;
  }
  for (unsigned i = 0; i < GSQ_CMD_N_LSB / 32; ++i) rest |= command[i];
  return (rest | field(command, GSQ_CMD_N_LSB / 32 * 32, GSQ_CMD_N_LSB % 32)) == 0;
}

int gsq_ring_command(struct gsq_ring *ring, const uint32_t command[GSQ_CMD_WORDS]) {
  uint32_t copy[GSQ_CMD_WORDS];
  uint32_t words[GSQ_CMD_WORDS];
  int is_compact;
  for (uint32_t i = 0; i < GSQ_CMD_WORDS; ++i) copy[i] = command[i];
  is_compact = compact(copy);
  for (uint32_t i = 0; i < GSQ_CMD_WORDS; ++i) {
    words[i] = (is_compact ? copy : command)[GSQ_CMD_WORDS - 1 - i];
  }
  words[0] = is_compact ? words[0] | UINT32_C(1) << 31 : words[0] & UINT32_MAX >> 1;
  return write_words(ring, words, is_compact ? 1 : 4);
}

static int write_copy(struct gsq_ring *ring, uint8_t tag, const struct gsq_copy *copy,
                      uint32_t kind) {
  const uint32_t words[4 * SLOT_WORDS] = {head_word(tag),
                                          0,
                                          0,
                                          kind,
                                          (uint32_t)copy->indexed << 8 | (uint32_t)copy->half << 9 |
                                              (uint32_t)copy->skip << 10 |
                                              (uint32_t)copy->after << 11,
                                          copy->rows,
                                          (uint32_t)copy->mem_addr,
                                          (uint32_t)(copy->mem_addr >> 32),
                                          (uint32_t)copy->mem_stride,
                                          copy->ub_addr,
                                          (uint32_t)copy->ub_stride,
                                          copy->bytes,
                                          copy->left | (uint32_t)copy->right << 16,
                                          copy->value,
                                          copy->index_addr,
                                          copy->table_rows};
  return write_words(ring, words, 4);
}

int gsq_ring_copy_in(struct gsq_ring *ring, uint8_t tag, const struct gsq_copy *copy) {
  return write_copy(ring, tag, copy, IN);
}

int gsq_ring_copy_out(struct gsq_ring *ring, uint8_t tag, const struct gsq_copy *copy) {
  return write_copy(ring, tag, copy, OUT);
}

static int write_flag(struct gsq_ring *ring, uint8_t tag, enum gsq_ring_queue queue, uint32_t flag,
                      uint32_t kind) {
  const uint32_t words[SLOT_WORDS] = {head_word(tag), (flag & 63) | (uint32_t)queue << 8, 0, kind};
  return write_words(ring, words, 1);
}

int gsq_ring_set_flag(struct gsq_ring *ring, uint8_t tag, enum gsq_ring_queue queue,
                      uint32_t flag) {
  return write_flag(ring, tag, queue, flag, SET);
}

int gsq_ring_wait_flag(struct gsq_ring *ring, uint8_t tag, enum gsq_ring_queue queue,
                       uint32_t flag) {
  return write_flag(ring, tag, queue, flag, WAIT);
}

int gsq_ring_end(struct gsq_ring *ring, uint8_t tag) {
  const uint32_t words[SLOT_WORDS] = {head_word(tag), 0, 0, END};
  return write_words(ring, words, 1);
}

void gsq_ring_doorbell(struct gsq_ring *ring) {
  barrier(ring);
  set(ring, GSQ_OFFSET(ring.tail), ring->tail);
}

uint32_t gsq_ring_events(struct gsq_ring *ring) {
  const uint32_t events = get(ring, GSQ_OFFSET(ring.event));
  if (events) set(ring, GSQ_OFFSET(ring.event), events);
  barrier(ring);
  return events;
}

uint32_t gsq_ring_wait(struct gsq_ring *ring, uint32_t flags) {
  uint32_t events = gsq_ring_events(ring);
  while (!(events & flags)) {
    // Nothing comes any more of a ring that has stopped or ended.
    const uint32_t state = get(ring, GSQ_OFFSET(ring.state));
    if (state & (GSQ_AXI_REGS__RING__STATE__STOPPED_bm | GSQ_AXI_REGS__RING__STATE__ENDED_bm))
      break;
    if (ring->setup.interrupt) ring->bus->wait();
    events |= gsq_ring_events(ring);
  }
  return events;
}

int gsq_ring_record(struct gsq_ring *ring, struct gsq_record *record) {
  const uint32_t count = UINT32_C(1) << ring->setup.records.log2_count;
  if (!ring->setup.records.words) return 0;
  if (ring->rec_tail == ring->rec_head) ring->rec_tail = get(ring, GSQ_OFFSET(ring.rec_tail));
  if (ring->rec_tail == ring->rec_head) return 0;
  barrier(ring);
  const volatile uint32_t *words =
      ring->setup.records.words + (ring->rec_head & (count - 1)) * RECORD_WORDS;
  *record = (struct gsq_record){.tag = words[0] & 0xff,
                                .status = words[0] >> 8 & 7,
                                .queue = words[0] >> 16 & 3,
                                .number = words[1],
                                .info = words[2],
                                .cycle = words[3],
                                .addr = words[4] | (uint64_t)words[5] << 32};
  barrier(ring);
  set(ring, GSQ_OFFSET(ring.rec_head), ++ring->rec_head);
  return 1;
}
