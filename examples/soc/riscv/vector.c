// SPDX-License-Identifier: Apache-2.0
// Kernels with intrinsics of RISC-V vectors, which the unit executes, against plain C: results and
// cycles. All that vector instructions access is in the Unified Buffer.
#include <riscv_vector.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gsq.h"
#include "soc.h"

enum { COUNT = 96 };

static volatile uint32_t* const numbers = UB;
static volatile uint32_t* const places = UB + COUNT;
static volatile uint32_t* const found = UB + 2 * COUNT;
static uint32_t expected[COUNT];

static int32_t* words(volatile uint32_t* from) { return (int32_t*)(uintptr_t)from; }

static void prepare(void) {
  uint32_t x = 12345;
  for (uint32_t i = 0; i < COUNT; ++i) {
    x = x * 1664525u + 1013904223u;
    numbers[i] = (x >> 8) % 1000;
    places[i] = (x >> 12) % COUNT;
    found[i] = expected[i] = 0;
  }
}

// Keeps the numbers below 400, behind each other.
__attribute__((noinline)) static uint32_t filter(void) {
  int32_t* to = words(found);
  const int32_t* from = words(numbers);
  for (size_t n = COUNT, vl; n > 0; n -= vl, from += vl) {
    vl = __riscv_vsetvl_e32m1(n);
    const vint32m1_t v = __riscv_vle32_v_i32m1(from, vl);
    const vbool32_t keep = __riscv_vmslt_vx_i32m1_b32(v, 400, vl);
    const size_t kept = __riscv_vcpop_m_b32(keep, vl);
    __riscv_vse32_v_i32m1(to, __riscv_vcompress_vm_i32m1(v, keep, vl), kept);
    to += kept;
  }
  return (uint32_t)(to - words(found));
}

__attribute__((noinline)) static uint32_t filter_plain(void) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < COUNT; ++i) {
    const uint32_t number = numbers[i];
    if (number < 400) expected[kept++] = number;
  }
  return kept;
}

// The numbers at places, each with 7 added, in groups of four registers.
__attribute__((noinline)) static uint32_t gather(void) {
  for (size_t i = 0, vl; i < COUNT; i += vl) {
    vl = __riscv_vsetvl_e32m4(COUNT - i);
    vuint32m4_t at = __riscv_vle32_v_u32m4((const uint32_t*)words(places) + i, vl);
    at = __riscv_vsll_vx_u32m4(at, 2, vl);
    const vint32m4_t v = __riscv_vluxei32_v_i32m4(words(numbers), at, vl);
    __riscv_vse32_v_i32m4(words(found) + i, __riscv_vadd_vx_i32m4(v, 7, vl), vl);
  }
  return COUNT;
}

__attribute__((noinline)) static uint32_t gather_plain(void) {
  for (uint32_t i = 0; i < COUNT; ++i) expected[i] = numbers[places[i]] + 7;
  return COUNT;
}

// Text of four letters a word, in capitals.
__attribute__((noinline)) static uint32_t capitals(void) {
  const uint8_t* from = (const uint8_t*)words(numbers);
  uint8_t* to = (uint8_t*)words(found);
  for (size_t n = 4 * COUNT, vl; n > 0; n -= vl, from += vl, to += vl) {
    vl = __riscv_vsetvl_e8m1(n);
    const vuint8m1_t v = __riscv_vle8_v_u8m1(from, vl);
    const vuint8m1_t from_a = __riscv_vsub_vx_u8m1(v, 'a', vl);
    const vbool8_t small = __riscv_vmsltu_vx_u8m1_b8(from_a, 26, vl);
    __riscv_vse8_v_u8m1(to, __riscv_vsub_vx_u8m1_mu(small, v, v, 32, vl), vl);
  }
  return COUNT;
}

__attribute__((noinline)) static uint32_t capitals_plain(void) {
  const uint8_t* from = (const uint8_t*)words(numbers);
  uint8_t* to = (uint8_t*)expected;
  for (uint32_t i = 0; i < 4 * COUNT; ++i) {
    to[i] = (uint8_t)((uint8_t)(from[i] - 'a') < 26 ? from[i] - 32 : from[i]);
  }
  return COUNT;
}

// Runs both twice, of which the second time counts. Whether results differ.
static int compare(const char* name, uint32_t (*vectors)(void), uint32_t (*plain)(void)) {
  uint32_t cycles = 0, cycles_plain = 0, count = 0, count_plain = 0, error = 0;
  for (int run = 0; run < 2; ++run) {
    prepare();
    gsq_sync();
    uint32_t start = soc_cycles();
    count = vectors();
    error |= gsq_sync();
    cycles = soc_cycles() - start;
    start = soc_cycles();
    count_plain = plain();
    cycles_plain = soc_cycles() - start;
  }
  uint32_t wrong = count != count_plain;
  for (uint32_t i = 0; i < count_plain; ++i) wrong += found[i] != expected[i];
  printf("%s: %lu of %d numbers, %lu cycles, in plain C %lu, error 0x%lx, %lu wrong\n", name,
         (unsigned long)count, COUNT, (unsigned long)cycles, (unsigned long)cycles_plain,
         (unsigned long)error, (unsigned long)wrong);
  return error != 0 || wrong != 0;
}

int main(void) {
  return compare("filter", filter, filter_plain) | compare("gather", gather, gather_plain) |
         compare("capitals", capitals, capitals_plain);
}
