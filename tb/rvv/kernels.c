// SPDX-License-Identifier: Apache-2.0
// Kernels with intrinsics of RVV, as a program has them: each is calculated by scalar code, too, and
// main returns how many of them differ. For scripts/run/rvv_tandem.py, which compiles them with Clang.
#include <riscv_vector.h>
#include <stddef.h>
#include <stdint.h>

enum { kCount = 75 };
static int32_t a[kCount], b[kCount], found[kCount], expected[kCount];
static int16_t h[kCount], found16[kCount], expected16[kCount];
static uint32_t places[kCount];

static void fill(void) {
  uint32_t x = 12345;
  for (int i = 0; i < kCount; ++i) {
    x = x * 1664525u + 1013904223u;
    a[i] = (int32_t)(x >> 8) % 1000 - 500;
    b[i] = (int32_t)(x >> 20) % 100;
    h[i] = (int16_t)(x >> 16);
    places[i] = (x >> 12) % kCount;
    found[i] = expected[i] = 0;
    found16[i] = expected16[i] = 0;
  }
}

static int differs(void) {
  for (int i = 0; i < kCount; ++i) {
    if (found[i] != expected[i] || found16[i] != expected16[i]) return 1;
  }
  return 0;
}

// Keeps the elements below a limit, behind each other.
static int filter(void) {
  fill();
  int32_t* to = found;
  const int32_t* from = a;
  for (size_t n = kCount, vl; n > 0; n -= vl, from += vl) {
    vl = __riscv_vsetvl_e32m1(n);
    vint32m1_t v = __riscv_vle32_v_i32m1(from, vl);
    vbool32_t keep = __riscv_vmslt_vx_i32m1_b32(v, 100, vl);
    size_t kept = __riscv_vcpop_m_b32(keep, vl);
    __riscv_vse32_v_i32m1(to, __riscv_vcompress_vm_i32m1(v, keep, vl), kept);
    to += kept;
  }
  int k = 0;
  for (int i = 0; i < kCount; ++i) {
    if (a[i] < 100) expected[k++] = a[i];
  }
  return differs();
}

// Elements at indices, and to indices; groups of four registers.
static int permute(void) {
  fill();
  for (size_t i = 0, vl; i < kCount; i += vl) {
    vl = __riscv_vsetvl_e32m4(kCount - i);
    vuint32m4_t at = __riscv_vsll_vx_u32m4(__riscv_vle32_v_u32m4(places + i, vl), 2, vl);
    vint32m4_t v = __riscv_vluxei32_v_i32m4(a, at, vl);
    v = __riscv_vadd_vv_i32m4(v, __riscv_vle32_v_i32m4(b + i, vl), vl);
    __riscv_vsoxei32_v_i32m4(found, at, v, vl);
  }
  for (int i = 0; i < kCount; ++i) expected[places[i]] = a[places[i]] + b[i];
  return differs();
}

// A sum under a mask, and another value elsewhere.
static int select(void) {
  fill();
  for (size_t i = 0, vl; i < kCount; i += vl) {
    vl = __riscv_vsetvl_e32m1(kCount - i);
    vint32m1_t x = __riscv_vle32_v_i32m1(a + i, vl);
    vint32m1_t y = __riscv_vle32_v_i32m1(b + i, vl);
    vbool32_t odd = __riscv_vmsne_vx_i32m1_b32(__riscv_vand_vx_i32m1(x, 1, vl), 0, vl);
    vbool32_t both = __riscv_vmand_mm_b32(odd, __riscv_vmsgt_vx_i32m1_b32(y, 50, vl), vl);
    x = __riscv_vsub_vv_i32m1_mu(both, x, x, y, vl);
    x = __riscv_vmerge_vxm_i32m1(x, 7, __riscv_vmnor_mm_b32(odd, both, vl), vl);
    __riscv_vse32_v_i32m1(found + i, x, vl);
  }
  for (int i = 0; i < kCount; ++i) {
    const int odd = a[i] & 1;
    expected[i] = odd && b[i] > 50 ? a[i] - b[i] : odd ? a[i] : 7;
  }
  return differs();
}

// Halves: columns, reversed, slid.
static int columns(void) {
  fill();
  for (size_t i = 0, vl; 3 * i + 2 < kCount; i += vl) {
    vl = __riscv_vsetvl_e16m1((kCount - 3 * i) / 3);
    vint16m1_t v = __riscv_vlse16_v_i16m1(h + 3 * i, 6, vl);
    vuint16m1_t back = __riscv_vrsub_vx_u16m1(__riscv_vid_v_u16m1(vl), vl - 1, vl);
    v = __riscv_vrgather_vv_i16m1(v, back, vl);
    v = __riscv_vslide1down_vx_i16m1(v, -1, vl);
    v = __riscv_vmax_vx_i16m1(v, -100, vl);
    __riscv_vsse16_v_i16m1(found16 + 3 * i, 6, v, vl);
    for (size_t k = 0; k < vl; ++k) {
      int16_t x = k + 1 < vl ? h[3 * (i + vl - 2 - k)] : -1;
      expected16[3 * (i + k)] = x > -100 ? x : -100;
    }
  }
  return differs();
}

// The first element of some kind, and elements before it.
static int until(void) {
  fill();
  int32_t last = 0;
  for (size_t i = 0, vl; i < kCount; i += vl) {
    vl = __riscv_vsetvl_e32m1(kCount - i);
    vint32m1_t v = __riscv_vle32_v_i32m1(a + i, vl);
    vbool32_t large = __riscv_vmsge_vx_i32m1_b32(v, 450, vl);
    long first = __riscv_vfirst_m_b32(large, vl);
    vbool32_t before = __riscv_vmsbf_m_b32(large, vl);
    __riscv_vse32_v_i32m1_m(before, found + i, v, vl);
    if (first >= 0) {
      last = __riscv_vmv_x_s_i32m1_i32(__riscv_vslidedown_vx_i32m1(v, first, vl));
      break;
    }
  }
  int i = 0;
  for (; i < kCount && a[i] < 450; ++i) expected[i] = a[i];
  return differs() || (i < kCount && last != a[i]);
}

// Copies with as many elements as there are, in groups of eight registers.
static int copy(void) {
  fill();
  for (size_t i = 0, vl; i < kCount; i += vl) {
    vl = __riscv_vsetvl_e16m8(kCount - i);
    vint16m8_t v = __riscv_vle16_v_i16m8(h + i, vl);
    v = __riscv_vxor_vx_i16m8(__riscv_vsra_vx_i16m8(v, 3, vl), 0x55, vl);
    __riscv_vse16_v_i16m8(found16 + i, v, vl);
  }
  for (int i = 0; i < kCount; ++i) expected16[i] = (int16_t)((h[i] >> 3) ^ 0x55);
  return differs();
}

// Bytes: small letters become large ones, and each byte goes through a table; masks in memory.
static int letters(void) {
  static uint8_t text[3 * kCount], table[256], got[3 * kCount], marks[kCount];
  fill();
  for (int i = 0; i < 3 * kCount; ++i) text[i] = (uint8_t)(a[i % kCount] + 3 * i);
  for (int i = 0; i < 256; ++i) table[i] = (uint8_t)(7 * i + 1);
  for (size_t i = 0, vl; i < 3 * kCount; i += vl) {
    vl = __riscv_vsetvl_e8m1(3 * kCount - i);
    vuint8m1_t v = __riscv_vle8_v_u8m1(text + i, vl);
    vuint8m1_t from_a = __riscv_vsub_vx_u8m1(v, 'a', vl);
    vbool8_t small = __riscv_vmsltu_vx_u8m1_b8(from_a, 26, vl);
    __riscv_vsm_v_b8(marks, small, vl);
    v = __riscv_vsub_vx_u8m1_mu(__riscv_vlm_v_b8(marks, vl), v, v, 32, vl);
    v = __riscv_vluxei8_v_u8m1(table, v, vl);
    __riscv_vse8_v_u8m1(got + i, v, vl);
  }
  for (int i = 0; i < 3 * kCount; ++i) {
    const uint8_t large = (uint8_t)(text[i] - 'a') < 26 ? (uint8_t)(text[i] - 32) : text[i];
    if (got[i] != table[large]) return 1;
  }
  // Every other byte of a picture in reverse, in groups of two registers.
  size_t vl = __riscv_vsetvl_e8m2(kCount);
  vuint8m2_t odd = __riscv_vlse8_v_u8m2(text + 1, 2, vl);
  __riscv_vsse8_v_u8m2(got + vl - 1, -1, odd, vl);
  for (size_t i = 0; i < vl; ++i) {
    if (got[vl - 1 - i] != text[1 + 2 * i]) return 1;
  }
  return 0;
}

int main(void) {
  return filter() + permute() + select() + columns() + until() + copy() + letters();
}

// Begins and ends the program: x10 has what main returns, and x31 a sign for the tandem.
__attribute__((naked, section(".start"), used)) void start(void) {
  __asm__ volatile(
      "li a1, 0x600\n csrs mstatus, a1\n lui sp, 0x80700\n call main\n"
      "li t6, 0x777\n 1: j 1b\n");
}
