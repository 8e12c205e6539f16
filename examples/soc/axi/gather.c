// SPDX-License-Identifier: Apache-2.0
// A gather with the driver: elements of a table in the Unified Buffer, at the places that a vector
// of indices names.
#include <string.h>

#include "gsq_driver.h"

enum { TABLE = 0x000, INDICES = 0x400, RESULT = 0x500, MOST = 64 };

// Pushes a command with the next tag.
static void push(const struct gsq_bus *bus, uint32_t *command, uint8_t *tag) {
  GSQ_SET(command, TAG, (*tag)++);
  gsq_push(bus, command);
}

// 0: the result is right. Otherwise what went wrong: 1 no unit, 2 a status, 3 a tag, 4 data,
// 5 a flag of an error.
int gather(const struct gsq_bus *bus, int by_interrupt) {
  uint32_t table[256];
  uint32_t indices[MOST];
  uint32_t result[MOST];
  uint32_t lanes = bus->read(GSQ_OFFSET(vlen)) / 4;
  uint32_t command[GSQ_CMD_WORDS];
  uint8_t tag = 0;

  if (gsq_open(bus) != 0) return 1;
  for (uint32_t i = 0; i < 256; ++i) table[i] = 0x10000 * i + 7;
  for (uint32_t i = 0; i < lanes; ++i) indices[i] = (37 * i + 11) % 256;
  bus->write_buffer(TABLE, table, sizeof table);
  bus->write_buffer(INDICES, indices, 4 * lanes);

  memset(command, 0, sizeof command);  // create_mask M0, b32, ALL
  GSQ_SET(command, OP, GSQ_OP_CREATE_MASK);
  GSQ_SET(command, WIDTH, GSQ_WIDTH_B32);
  GSQ_SET(command, PATTERN, GSQ_PATTERN_ALL);
  push(bus, command, &tag);

  memset(command, 0, sizeof command);  // load_align V1, [INDICES]
  GSQ_SET(command, OP, GSQ_OP_LOAD_ALIGN);
  GSQ_SET(command, VD, 1);
  GSQ_SET(command, ADDR, INDICES);
  push(bus, command, &tag);

  memset(command, 0, sizeof command);  // gather V2, [TABLE], V1, M0, b32
  GSQ_SET(command, OP, GSQ_OP_GATHER);
  GSQ_SET(command, FORM, GSQ_FORM_B32);
  GSQ_SET(command, VD, 2);
  GSQ_SET(command, VI, 1);
  GSQ_SET(command, ADDR, TABLE);
  push(bus, command, &tag);

  memset(command, 0, sizeof command);  // store_align [RESULT], V2, M0, b32
  GSQ_SET(command, OP, GSQ_OP_STORE_ALIGN);
  GSQ_SET(command, WIDTH, GSQ_WIDTH_B32);
  GSQ_SET(command, VS, 2);
  GSQ_SET(command, ADDR, RESULT);
  push(bus, command, &tag);

  for (uint8_t i = 0; i < tag; ++i) {
    struct gsq_response response = gsq_pop(bus, by_interrupt);
    if (response.status != GSQ_STATUS_OK) return 2;
    if (response.tag != i) return 3;
  }
  if (gsq_errors(bus) != 0) return 5;
  bus->read_buffer(RESULT, result, 4 * lanes);
  for (uint32_t i = 0; i < lanes; ++i) {
    if (result[i] != table[indices[i]]) return 4;
  }
  return 0;
}
