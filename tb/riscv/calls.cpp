// SPDX-License-Identifier: Apache-2.0
// The calls of gsq_ascend.hpp and gsq_asc.hpp that the kernels of examples/soc/riscv do not use,
// each with what it leaves in the Unified Buffer. Prints those that are wrong, and returns whether
// there are any.
#include <stdio.h>

#include "gsq_asc.hpp"
#include "gsq_mojo.hpp"
#include "soc.h"

namespace {

namespace Reg = AscendC::Reg;

constexpr uint32_t kShorts = VLEN_BYTES / sizeof(uint16_t);
constexpr uint32_t kWords = VLEN_BYTES / sizeof(uint32_t);

// Places in UB
constexpr uint32_t kSource = 0;
constexpr uint32_t kResult = 4 * VLEN_BYTES;
constexpr uint32_t kResultBytes = 4 * VLEN_BYTES;

template <typename T>
T* ub(uint32_t address) {
  return reinterpret_cast<T*>(UB_BASE + address);
}

uint8_t bytes[4 * VLEN_BYTES];
uint16_t shorts[2 * VLEN_BYTES];
uint8_t expected[kResultBytes];
bool wrong = false;

/// Runs a call on results of 0xee, which `expect` changes as the call must.
template <typename Call, typename Expect>
void check(const char* what, const Call& call, const Expect& expect) {
  for (uint32_t i = 0; i < kResultBytes; ++i) expected[i] = ub<uint8_t>(kResult)[i] = 0xee;
  call();
  const uint32_t error = gsq_sync();
  expect();
  uint32_t i = 0;
  while (i < kResultBytes && ub<uint8_t>(kResult)[i] == expected[i]) ++i;
  if (error == 0 && i == kResultBytes) return;
  printf("%s: error 0x%lx, byte %lu\n", what, static_cast<unsigned long>(error),
         static_cast<unsigned long>(i));
  wrong = true;
}

/// What a call must leave as element i of the result.
template <typename T>
void put(uint32_t i, T value) {
  for (uint32_t j = 0; j < sizeof(T); ++j) {
    expected[i * sizeof(T) + j] = static_cast<uint8_t>(static_cast<uint64_t>(value) >> 8 * j);
  }
}

void masks() {
  check(
      "update_mask",
      [] {
        uint32_t left = kShorts + 3;
        vector_bool<1> all = asc_update_mask_b16(left);
        const uint32_t after_first = left;
        vector_bool<2> three = asc_update_mask_b16(left);
        vector_uint16_t<1> x;
        asc_loadalign(x, ub<uint16_t>(kSource));
        asc_storealign(ub<uint16_t>(kResult), x, all);
        asc_storealign(ub<uint16_t>(kResult), x, kShorts, three);
        if (after_first != 3 || left != 0) wrong = true;
      },
      [] {
        for (uint32_t i = 0; i < kShorts; ++i) put(i, shorts[i]);
        for (uint32_t i = 0; i < 3; ++i) put(kShorts + i, shorts[i]);
      });
  check(
      "create_mask_b8, postupdate",
      [] {
        uint8_t* from = ub<uint8_t>(kSource);
        uint8_t* to = ub<uint8_t>(kResult);
        vector_bool<1> lower = asc_create_mask_b8(Pat::H);
        vector_uint8_t<1> x;
        for (int i = 0; i < 2; ++i) {
          asc_loadalign_postupdate(x, from, VLEN_BYTES);
          asc_storealign_postupdate(to, x, VLEN_BYTES, lower);
        }
      },
      [] {
        for (uint32_t i = 0; i < VLEN_BYTES / 2; ++i) {
          put(i, bytes[i]);
          put(VLEN_BYTES + i, bytes[VLEN_BYTES + i]);
        }
      });
  check(
      "unsqueeze",
      [] {
        vector_bool<0> all = asc_create_mask_b32(PAT_ALL);
        vector_bool<1> fourths = asc_create_mask_b32(PAT_M4);
        vector_uint32_t<1> ranks;
        asc_unsqueeze(ranks, fourths);
        asc_storealign(ub<uint32_t>(kResult), ranks, all);
      },
      [] {
        for (uint32_t i = 0; i < kWords; ++i) put(i, (i + 3) / 4);
      });
}

void conversions() {
  check(
      "unpack and pack",
      [] {
        Reg::MaskReg<0> shorts_all = Reg::CreateMask<uint16_t>();
        Reg::MaskReg<1> words_all = Reg::CreateMask<uint32_t>();
        Reg::RegTensor<uint16_t, 1> of_bytes;
        Reg::RegTensor<uint32_t, 2> of_shorts;
        Reg::LoadAlign<uint8_t, Reg::LoadDist::DIST_UNPACK_B8>(of_bytes, ub<uint8_t>(kSource));
        Reg::LoadAlign<uint16_t, Reg::LoadDist::DIST_UNPACK_B16>(of_shorts, ub<uint16_t>(kSource));
        Reg::StoreAlign(ub<uint16_t>(kResult), of_bytes, shorts_all);
        Reg::StoreAlign(ub<uint32_t>(kResult) + kWords, of_shorts, words_all);
        Reg::StoreAlign<uint8_t, Reg::StoreDist::DIST_PACK_B16>(
            ub<uint8_t>(kResult) + 2 * VLEN_BYTES, of_bytes, shorts_all);
        Reg::StoreAlign<uint16_t, Reg::StoreDist::DIST_PACK_B32>(
            ub<uint16_t>(kResult) + 3 * kShorts, of_shorts, words_all);
      },
      [] {
        for (uint32_t i = 0; i < kShorts; ++i) {
          put(i, static_cast<uint16_t>(bytes[i]));
          put(2 * VLEN_BYTES + i, bytes[i]);
        }
        for (uint32_t i = 0; i < kWords; ++i) {
          put(kWords + i, static_cast<uint32_t>(shorts[i]));
          put(3 * kShorts + i, shorts[i]);
        }
      });
  check(
      "gather and scatter of bytes",
      [] {
        vector_bool<0> all = asc_create_mask_b16(PAT_ALL);
        vector_uint16_t<1> numbers;
        vector_uint16_t<2> of_bytes;
        asc_unsqueeze(numbers, all);
        asc_gather(of_bytes, ub<uint8_t>(kSource + 3), numbers, all);
        asc_storealign(ub<uint16_t>(kResult), of_bytes, all);
        asc_scatter(ub<uint8_t>(kResult + VLEN_BYTES + 1), of_bytes, numbers, all);
      },
      [] {
        for (uint32_t i = 0; i < kShorts; ++i) {
          put(i, static_cast<uint16_t>(bytes[3 + i]));
          put(VLEN_BYTES + 1 + i, bytes[3 + i]);
        }
      });
  check(
      "gather of words from an address in UB",
      [] {
        vector_bool<0> all = asc_create_mask_b32(PAT_ALL);
        vector_uint32_t<1> numbers;
        vector_uint32_t<2> words;
        asc_unsqueeze(numbers, all);
        asc_gather(words, static_cast<uint32_t*>(asc_get_phy_buf_addr(kSource + 4)), numbers, all);
        asc_storealign(ub<uint32_t>(kResult), words, all);
      },
      [] {
        for (uint32_t i = 0; i < VLEN_BYTES; ++i) put(i, bytes[4 + i]);
      });
}

void streams() {
  check(
      "squeeze_with_status and its stream",
      [] {
        vector_bool<1> thirds = asc_create_mask_b16(PAT_M3);
        vector_store_unalign<2> rest;
        vector_uint16_t<1> x;
        vector_uint16_t<2> kept;
        uint16_t* const to = ub<uint16_t>(kResult + 2);
        asc_clear_ar_spr();
        for (int i = 0; i < 2; ++i) {
          asc_loadalign(x, ub<uint16_t>(kSource), i * static_cast<int32_t>(kShorts));
          asc_squeeze_with_status(kept, x, thirds);
          asc_storeunalign_postupdate(to, rest, kept);
        }
        asc_storeunalign_post(to, rest);
        if (asc_get_ar_spr() != 2 * 2 * ((kShorts + 2) / 3)) wrong = true;
      },
      [] {
        uint32_t to = 1;
        for (uint32_t first = 0; first < 2 * kShorts; first += kShorts) {
          for (uint32_t i = 0; i < kShorts; i += 3) put(to++, shorts[first + i]);
        }
      });
  check(
      "squeeze, and a stream of counts",
      [] {
        Reg::MaskReg<1> lower = Reg::CreateMask<uint16_t, Reg::MaskPattern::VL8>();
        Reg::UnalignRegForStore<3> rest;
        vector_uint16_t<1> x;
        vector_uint16_t<2> kept;
        asc_loadalign(x, ub<uint16_t>(kSource));
        asc_squeeze(kept, x, lower);
        uint16_t* to = ub<uint16_t>(kResult + 6);
        for (int i = 0; i < 3; ++i) Reg::StoreUnAlign(to, kept, rest, 9);
        Reg::StoreUnAlignPost(to, rest, 0);
        if (to != ub<uint16_t>(kResult + 6) + 27) wrong = true;
      },
      [] {
        for (uint32_t i = 0; i < 27; ++i) {
          put(3 + i, static_cast<uint16_t>(i % 9 < 8 ? shorts[i % 9] : 0));
        }
      });
}

#if LANE_OPS
template <AscendC::CMPMODE mode, typename Holds>
void compare(const char* what, const Holds& holds) {
  const uint16_t number = shorts[kShorts / 2];
  check(
      what,
      [&] {
        Reg::MaskReg<0> all = Reg::CreateMask<uint16_t>();
        Reg::MaskReg<1> found;
        Reg::RegTensor<uint16_t, 1> x;
        Reg::LoadAlign(x, ub<uint16_t>(kSource));
        Reg::Compares<uint16_t, mode>(found, x, number, all);
        Reg::StoreAlign(ub<uint16_t>(kResult), x, found);
      },
      [&] {
        for (uint32_t i = 0; i < kShorts; ++i) {
          if (holds(shorts[i], number)) put(i, shorts[i]);
        }
      });
}

void lanes() {
  compare<AscendC::CMPMODE::EQ>("eq", [](uint16_t a, uint16_t b) { return a == b; });
  compare<AscendC::CMPMODE::NE>("ne", [](uint16_t a, uint16_t b) { return a != b; });
  compare<AscendC::CMPMODE::LT>("lt", [](uint16_t a, uint16_t b) { return a < b; });
  compare<AscendC::CMPMODE::LE>("le", [](uint16_t a, uint16_t b) { return a <= b; });
  check(
      "duplicate, and, adds",
      [] {
        Reg::MaskReg<0> all = Reg::CreateMask<int16_t>();
        Reg::RegTensor<int16_t, 1> x;
        Reg::RegTensor<int16_t, 2> bits;
        Reg::LoadAlign(x, ub<int16_t>(kSource));
        Reg::Duplicate(bits, int16_t{0x0ff0}, all);
        Reg::And(x, x, bits, all);
        Reg::Adds(x, x, int16_t{-5}, all);
        Reg::StoreAlign(ub<int16_t>(kResult), x, all);
      },
      [] {
        for (uint32_t i = 0; i < kShorts; ++i) {
          put(i, static_cast<uint16_t>((shorts[i] & 0x0ff0) - 5));
        }
      });
}
#else
void lanes() {}
#endif

/// An active address that is no multiple of the alignment: its command stores nothing, sync tells.
/// The alignment is that of the call only.
void alignment() {
  static const uint32_t all[1] = {0xff};
  constexpr uint32_t kErrAlign = 3;  // docs/reference/commands.md
  constexpr unsigned kSize = 8;
  uint32_t* const base = ub<uint32_t>(kSource);
  uint32_t* const value = ub<uint32_t>(kSource) + kSize;
  for (uint32_t i = 0; i < kSize; ++i) {
    base[i] = kResult + 4 * i;
    value[i] = i;
    ub<uint32_t>(kResult)[i] = 0xffffffff;
  }
  const auto scatter = [&](uint32_t by) {
    mojo::scatter(mojo::SIMD<uint32_t, kSize>(value), mojo::SIMD<uint32_t, kSize>(base),
                  mojo::SIMD<bool, kSize>(all), by);
    return gsq_sync() & 0xff;
  };
  const uint32_t refused = scatter(8);
  const bool untouched = ub<uint32_t>(kResult)[0] == 0xffffffff;
  const uint32_t taken = scatter(0);
  bool stored = true;
  for (uint32_t i = 0; i < kSize; ++i) stored = stored && ub<uint32_t>(kResult)[i] == i;
  if (refused == kErrAlign && untouched && taken == 0 && stored) return;
  printf("alignment of scatter: status %lu, then %lu\n", static_cast<unsigned long>(refused),
         static_cast<unsigned long>(taken));
  wrong = true;
}

}  // namespace

int main() {
  uint32_t state = 1;
  for (uint32_t i = 0; i < sizeof bytes; ++i) {
    state = state * 1664525U + 1013904223U;
    bytes[i] = static_cast<uint8_t>(state >> 24);
    ub<uint8_t>(kSource)[i] = bytes[i];
  }
  for (uint32_t i = 0; i < sizeof bytes / 2; ++i) {
    shorts[i] = static_cast<uint16_t>(bytes[2 * i] | bytes[2 * i + 1] << 8);
  }
  masks();
  conversions();
  streams();
  lanes();
  alignment();
  return wrong;
}
