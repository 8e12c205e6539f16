// SPDX-License-Identifier: Apache-2.0
// asc_gather from UB: a table of half numbers, read by vectors of indices, four at a time.
#include "gsq_asc.hpp"
#include "kernel.hpp"

namespace {

constexpr uint32_t kLanes = VLEN_BYTES / sizeof(half);
constexpr uint32_t kPart = kUsedBytes / 4;
constexpr uint32_t kElements = kPart / sizeof(half);  // of the table, and of the result
constexpr uint32_t kVectors = kElements / kLanes;

// Places in UB
constexpr uint32_t kTable = 0;
constexpr uint32_t kIndex = kPart;
constexpr uint32_t kResult = 2 * kPart;

half table[kElements], expected[kElements];
uint16_t indices[kElements];

__simd_vf__ void gather(__ubuf__ half* dst_addr, __ubuf__ uint16_t* index_addr) {
  __ubuf__ half* src = (__ubuf__ half*)asc_get_phy_buf_addr(kTable);
  vector_bool<0> mask = asc_create_mask_b16(Pat::ALL);
  for (uint32_t v = 0; v < kVectors; v += 4) {
    gsq::unrolled<4>([&](auto i) {
      vector_uint16_t<i> index;
      asc_loadalign_postupdate(index, index_addr, kLanes);
    });
    gsq::unrolled<4>([&](auto i) {
      vector_half<4 + i> dst;
      vector_uint16_t<i> index;
      asc_gather(dst, src, index, mask);
    });
    gsq::unrolled<4>([&](auto i) {
      vector_half<4 + i> dst;
      asc_storealign_postupdate(dst_addr, dst, kLanes, mask);
    });
  }
}

}  // namespace

int main() {
  for (uint32_t i = 0; i < kElements; ++i) {
    table[i].bits = static_cast<uint16_t>(next_random());
    indices[i] = static_cast<uint16_t>(next_random() % kElements);
  }
  copy(ub<half>(kTable), table, kElements);
  copy(ub<uint16_t>(kIndex), indices, kElements);

  const bool failed = measure(
      "gather from UB", [] { gather(ub<half>(kResult), ub<uint16_t>(kIndex)); },
      [] {
        for (uint32_t i = 0; i < kElements; ++i) expected[i] = table[indices[i]];
      });
  return failed || differs("dst[i] is src[index[i]]", ub<half>(kResult), expected, kElements);
}
