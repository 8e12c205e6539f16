// SPDX-License-Identifier: Apache-2.0
// Add of tensors: with a bit for each lane of int16_t, and with a number of lanes of int32_t.
#include "gsq_ascend.hpp"
#include "kernel.hpp"

namespace {

constexpr uint32_t kBytes = kUsedBytes / 8;  // of each operand
constexpr uint32_t kRepeats = kBytes / VLEN_BYTES;
constexpr uint32_t kBlocks = VLEN_BYTES / 32;
static_assert(kRepeats <= 255, "iterations of a command");

template <typename T>
struct Operands {
  static constexpr uint32_t kElements = kBytes / sizeof(T);
  T src0[kElements], src1[kElements], dst[kElements];

  /// Random sources, and zeros, from an address on: src0, src1, dst.
  void prepare(uint32_t address) {
    for (uint32_t i = 0; i < kElements; ++i) {
      src0[i] = static_cast<T>(next_random() << 16 | next_random());
      src1[i] = static_cast<T>(next_random() << 16 | next_random());
    }
    copy(ub<T>(address), src0, kElements);
    copy(ub<T>(address + kBytes), src1, kElements);
    copy(ub<T>(address + 2 * kBytes), dst, kElements);
  }
};

constexpr uint32_t kShort = 0;
constexpr uint32_t kLong = 3 * kBytes;
constexpr uint32_t kCounted = VLEN_BYTES / 4 - 3;  // lanes of int32_t

Operands<int16_t> shorts;
Operands<int32_t> longs;

/// Every second lane of a vector.
constexpr uint64_t lanes_of_64(uint32_t lanes) {
  return lanes >= 64 ? 0x5555555555555555ULL : 0x5555555555555555ULL & ((1ULL << lanes) - 1);
}

void kernel() {
  using Short = AscendC::LocalTensor<int16_t>;
  using Long = AscendC::LocalTensor<int32_t>;
  constexpr uint32_t kLanes = VLEN_BYTES / sizeof(int16_t);
  const Short short_src0(kShort, kBytes / 2);
  const Short short_src1(kShort + kBytes, kBytes / 2);
  const Short short_dst(kShort + 2 * kBytes, kBytes / 2);
  const Long long_src0(kLong, kBytes / 4);
  const Long long_src1(kLong + kBytes, kBytes / 4);
  const Long long_dst(kLong + 2 * kBytes, kBytes / 4);
  const uint64_t mask[2] = {lanes_of_64(kLanes), kLanes > 64 ? lanes_of_64(kLanes - 64) : 0};
  AscendC::Add(short_dst, short_src0, short_src1, mask, kRepeats,
               {1, 1, 1, kBlocks, kBlocks, kBlocks});
  AscendC::Add(long_dst, long_src0, long_src1, kCounted, kRepeats,
               {1, 1, 1, kBlocks, kBlocks, kBlocks});
}

void plain() {
  for (uint32_t i = 0; i < shorts.kElements; i += 2) {
    shorts.dst[i] = static_cast<int16_t>(shorts.src0[i] + shorts.src1[i]);
  }
  for (uint32_t first = 0; first < longs.kElements; first += VLEN_BYTES / 4) {
    for (uint32_t i = first; i < first + kCounted; ++i) {
      longs.dst[i] = static_cast<int32_t>(static_cast<uint32_t>(longs.src0[i]) +
                                          static_cast<uint32_t>(longs.src1[i]));
    }
  }
}

}  // namespace

int main() {
  shorts.prepare(kShort);
  longs.prepare(kLong);
  const bool failed = measure("add of tensors", kernel, plain);
  return failed ||
         differs("int16_t", ub<int16_t>(kShort + 2 * kBytes), shorts.dst, shorts.kElements) ||
         differs("int32_t", ub<int32_t>(kLong + 2 * kBytes), longs.dst, longs.kElements);
}
