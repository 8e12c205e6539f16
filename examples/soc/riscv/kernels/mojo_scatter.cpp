// SPDX-License-Identifier: Apache-2.0
// Mojo's scatter: values to a vector of addresses under a mask, in order, of several widths.
#include "gsq_mojo.hpp"
#include "kernel.hpp"

namespace {

constexpr uint32_t kSize = kUsedBytes / 32 - 3;  // elements: no whole vectors
constexpr uint32_t kArea = kUsedBytes / 4;       // that is scattered to

// Places in UB
constexpr uint32_t kTarget = 0;
constexpr uint32_t kValue = kArea;
constexpr uint32_t kBase = 2 * kArea;

/// With addresses that are multiples of `alignment`, a power of two from sizeof(T) on.
template <typename T, uint32_t alignment>
bool scatter(const char* name) {
  static T value[kSize], expected[kArea / sizeof(T)];
  static uint32_t base[kSize], mask[kSize / 32 + 1];
  for (uint32_t& word : mask) word = next_random() << 16 | next_random();
  for (uint32_t i = 0; i < kSize; ++i) {
    value[i] = static_cast<T>(i + 1);
    base[i] = kTarget + next_random() % (kArea / alignment) * alignment;  // some are equal
  }
  copy(ub<T>(kTarget), expected, kArea / sizeof(T));
  copy(ub<T>(kValue), value, kSize);
  copy(ub<uint32_t>(kBase), base, kSize);

  const bool failed = measure(
      name,
      [] {
        mojo::scatter(mojo::SIMD<T, kSize>(ub<T>(kValue)),
                      mojo::SIMD<uint32_t, kSize>(ub<uint32_t>(kBase)),
                      mojo::SIMD<bool, kSize>(mask), alignment == sizeof(T) ? 0 : alignment);
      },
      [] {
        for (uint32_t i = 0; i < kSize; ++i) {
          if ((mask[i / 32] >> i % 32 & 1) != 0)
            expected[(base[i] - kTarget) / sizeof(T)] = value[i];
        }
      });
  return failed || differs(name, ub<T>(kTarget), expected, kArea / sizeof(T));
}

/// What scatter wrote, gathered; the elements outside of the mask keep what they had.
bool gather_back() {
  static uint32_t value[kSize], base[kSize], mask[kSize / 32 + 1];
  for (uint32_t& word : mask) word = next_random() << 16 | next_random();
  for (uint32_t i = 0; i < kSize; ++i) {
    value[i] = i;
    base[i] = kTarget + next_random() % (kArea / 4) * 4;
  }
  copy(ub<uint32_t>(kValue), value, kSize);
  copy(ub<uint32_t>(kBase), base, kSize);
  const bool failed = measure(
      "Mojo's gather of uint32_t",
      [] {
        mojo::gather(mojo::SIMD<uint32_t, kSize>(ub<uint32_t>(kBase)),
                     mojo::SIMD<bool, kSize>(mask),
                     mojo::SIMD<uint32_t, kSize>(ub<uint32_t>(kValue)));
      },
      [] {
        for (uint32_t i = 0; i < kSize; ++i) {
          if ((mask[i / 32] >> i % 32 & 1) != 0) value[i] = *ub<uint32_t>(base[i]);
        }
      });
  return failed || differs("gathered", ub<uint32_t>(kValue), value, kSize);
}

}  // namespace

int main() {
  bool wrong = scatter<uint8_t, 1>("Mojo's scatter of uint8_t");
  wrong |= scatter<uint16_t, 4>("Mojo's scatter of uint16_t");
  wrong |= scatter<uint32_t, 4>("Mojo's scatter of uint32_t");
  wrong |= gather_back();
  return wrong;
}
