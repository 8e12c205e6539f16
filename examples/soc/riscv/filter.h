// SPDX-License-Identifier: Apache-2.0
// A filter: of each vector of indices, the table's words where a mask has its lane, packed behind
// each other. 5 commands a vector: load, mask, gather, squeeze, append. Four vectors at a time, so that
// one waits while others go on. And the same in plain C.
#ifndef FILTER_H
#define FILTER_H

#include "gsq.h"
#include "soc.h"

#define LANES (VLEN_BYTES / 4)
#define VECTORS 32
#define WORDS 256  // of the table

#define TABLE (UB + 0)
#define INDICES (UB + WORDS)
#define OUTPUT (INDICES + VECTORS * LANES)
#define ADDRESS(place) ((uint32_t)(uintptr_t)(place))

static uint32_t masks[VECTORS][VLEN_BYTES / 32];  // a bit for each byte of a vector: that of a lane is its lowest
static uint32_t expected[VECTORS * LANES];
static uint32_t table[WORDS], indices[VECTORS * LANES];

static uint32_t next_random(void) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return state >> 16;
}

static inline __attribute__((always_inline)) void set_mask(uint32_t m, const uint32_t *bits) {
#if VLEN_BYTES == 32
  gsq_set_mask(m, bits[0], 0);
#else
#if VLEN_BYTES > 64
  gsq_cfg_pair(GSQ_CFG_MASK2, bits[2], bits[3]);
#endif
#if VLEN_BYTES > 128
  gsq_cfg_pair(GSQ_CFG_MASK4, bits[4], bits[5]);
  gsq_cfg_pair(GSQ_CFG_MASK6, bits[6], bits[7]);
#endif
  gsq_set_mask(m, bits[0], bits[1]);
#endif
}

static inline __attribute__((always_inline)) void gather(uint32_t vd, uint32_t vi, uint32_t m) {
  gsq_gather(vd, ADDRESS(TABLE), vi, m, GSQ_FORM_B32, 0, GSQ_MODE_ELEM);
}

static inline __attribute__((always_inline)) void append(uint32_t vd, uint32_t vs, uint32_t m) {
  gsq_squeeze(vd, vs, m, GSQ_WIDTH_B32, 1, 0);
  gsq_store_unalign(ADDRESS(OUTPUT), vd, 0, 1);
}

// Returns the bytes that were kept.
static uint32_t filter(void) {
  gsq_clear_spr();
  for (uint32_t i = 0; i < VECTORS; i += 4) {
    const uint32_t from = ADDRESS(INDICES) + VLEN_BYTES * i;
    gsq_load_align(1, from, GSQ_DIST_NORM);
    gsq_load_align(2, from + VLEN_BYTES, GSQ_DIST_NORM);
    gsq_load_align(3, from + 2 * VLEN_BYTES, GSQ_DIST_NORM);
    gsq_load_align(4, from + 3 * VLEN_BYTES, GSQ_DIST_NORM);
    set_mask(1, masks[i]);
    set_mask(2, masks[i + 1]);
    set_mask(3, masks[i + 2]);
    set_mask(4, masks[i + 3]);
    gather(5, 1, 1);
    gather(6, 2, 2);
    gather(7, 3, 3);
    gather(8, 4, 4);
    append(9, 5, 1);
    append(10, 6, 2);
    append(11, 7, 3);
    append(12, 8, 4);
  }
  gsq_store_unalign_post(ADDRESS(OUTPUT), 0, 0);
  return gsq_get_spr();
}

static uint32_t filter_plain(void) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < VECTORS; ++i) {
    for (uint32_t lane = 0; lane < LANES; ++lane) {
      if (masks[i][lane / 8] >> (lane % 8 * 4) & 1) expected[count++] = table[indices[LANES * i + lane]];
    }
  }
  return 4 * count;
}

// Random indices and masks.
static void prepare(void) {
  for (uint32_t i = 0; i < WORDS; ++i) TABLE[i] = table[i] = 1000 + i;
  for (uint32_t i = 0; i < VECTORS * LANES; ++i) {
    INDICES[i] = indices[i] = next_random() % WORDS;
    if (next_random() & 1) masks[i / LANES][i % LANES / 8] |= 1u << (i % LANES % 8 * 4);
  }
}

// How many words are wrong, where the unit kept so many bytes.
static uint32_t wrong_words(uint32_t kept) {
  const uint32_t bytes = filter_plain();
  uint32_t wrong = kept != bytes;
  for (uint32_t i = 0; i < bytes / 4; ++i) wrong += OUTPUT[i] != expected[i];
  return wrong;
}

#endif
