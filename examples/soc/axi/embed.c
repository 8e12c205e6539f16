// SPDX-License-Identifier: Apache-2.0
// An embedding from memory to memory: rows of a table, at the places that a list of indices names.
// All of it is one program of the ring: the list to the Unified Buffer, the rows behind it, and the
// rows together to their place.
#include "gsq_ring.h"

enum { ROWS = 32, ROW_BYTES = 64, TABLE_ROWS = 256 };

// Places in memory, and in the Unified Buffer.
enum { RING = 0, RECORDS = 0x400, TABLE = 0x1000, INDICES = 0x5000, RESULT = 0x6000, END = 0x8000 };
enum { UB_INDICES = 0x000, UB_ROWS = 0x100, UB_END = 0x1000 };

// Writes the program, lets it run, and looks at its record. 0, or what went wrong.
static int run(struct gsq_ring *ring, const struct gsq_copy *list, const struct gsq_copy *rows,
               const struct gsq_copy *result) {
  const uint32_t events = GSQ_AXI_REGS__RING__EVENT__END_bm | GSQ_AXI_REGS__RING__EVENT__ERROR_bm;
  struct gsq_record record;

  if (gsq_ring_copy_in(ring, 1, list) != 0 || gsq_ring_copy_in(ring, 2, rows) != 0 ||
      gsq_ring_set_flag(ring, 3, GSQ_RING_IN, 0) != 0 ||
      gsq_ring_wait_flag(ring, 4, GSQ_RING_OUT, 0) != 0 ||
      gsq_ring_copy_out(ring, 5 | GSQ_RING_ASKS, result) != 0 || gsq_ring_end(ring, 6) != 0) {
    return 2;
  }
  gsq_ring_doorbell(ring);
  if (gsq_ring_wait(ring, events) != GSQ_AXI_REGS__RING__EVENT__END_bm) return 3;
  if (!gsq_ring_record(ring, &record) || record.tag != (5 | GSQ_RING_ASKS) ||
      record.status != GSQ_RING_OK || record.info != ROWS * ROW_BYTES ||
      gsq_ring_record(ring, &record)) {
    return 4;
  }
  return 0;
}

// The core sees the memory at `memory`, the unit at `address`, and needs no barrier here. 0: the
// result is right. Otherwise what went wrong: 1 no ring, 2 no room, 3 an error, 4 the record, 5
// data.
int embed(const struct gsq_bus *bus, volatile uint32_t *memory, uint64_t address) {
  const struct gsq_ring_setup setup = {
      .ring = {.words = memory + RING / 4, .address = address + RING, .log2_count = 6},
      .records = {.words = memory + RECORDS / 4, .address = address + RECORDS, .log2_count = 3},
      .memory = {{.base = address + TABLE, .limit = address + RESULT, .read = 1},
                 {.base = address + RESULT, .limit = address + END, .write = 1}},
      .buffer = {.base = 0, .limit = UB_END, .read = 1, .write = 1},
      .interrupt = 1};
  const struct gsq_copy list = {
      .rows = 1, .bytes = 4 * ROWS, .mem_addr = address + INDICES, .ub_addr = UB_INDICES};
  const struct gsq_copy rows = {.rows = ROWS,
                                .bytes = ROW_BYTES,
                                .mem_addr = address + TABLE,
                                .mem_stride = ROW_BYTES,
                                .ub_addr = UB_ROWS,
                                .ub_stride = ROW_BYTES,
                                .indexed = 1,
                                .index_addr = UB_INDICES,
                                .table_rows = TABLE_ROWS,
                                .after = 1};  // the list is read when it is there
  const struct gsq_copy result = {
      .rows = 1, .bytes = ROWS * ROW_BYTES, .mem_addr = address + RESULT, .ub_addr = UB_ROWS};
  struct gsq_ring ring;

  for (uint32_t i = 0; i < TABLE_ROWS * ROW_BYTES / 4; ++i) memory[TABLE / 4 + i] = 0x10000 * i + 7;
  for (uint32_t i = 0; i < ROWS; ++i) memory[INDICES / 4 + i] = (37 * i + 11) % TABLE_ROWS;

  if (gsq_ring_open(&ring, bus, &setup) != 0) return 1;
  const int wrong = run(&ring, &list, &rows, &result);
  gsq_ring_close(&ring);  // after an error as well: copies may be under way
  if (wrong != 0) return wrong;
  for (uint32_t i = 0; i < ROWS * ROW_BYTES / 4; ++i) {
    const uint32_t row = memory[INDICES / 4 + i / (ROW_BYTES / 4)];
    if (memory[RESULT / 4 + i] != memory[TABLE / 4 + row * (ROW_BYTES / 4) + i % (ROW_BYTES / 4)]) {
      return 5;
    }
  }
  return 0;
}
