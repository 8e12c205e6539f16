// SPDX-License-Identifier: Apache-2.0
// asc_gather from a register: its lanes, by a vector of indices modulo their number. Each vector of
// a source is permuted, four at a time.
#include "gsq_asc.hpp"
#include "kernel.hpp"

namespace {

constexpr uint32_t kLanes = VLEN_BYTES / sizeof(half);
constexpr uint32_t kPart = kUsedBytes / 4;
constexpr uint32_t kElements = kPart / sizeof(half);
constexpr uint32_t kVectors = kElements / kLanes;

// Places in UB
constexpr uint32_t kSource = 0;
constexpr uint32_t kIndex = kPart;
constexpr uint32_t kResult = 2 * kPart;

half source[kElements], expected[kElements];
uint16_t indices[kElements];

__simd_vf__ void gather(__ubuf__ half* dst_addr, __ubuf__ half* src_addr,
                        __ubuf__ uint16_t* index_addr) {
  vector_bool<0> all = asc_create_mask_b16(PAT_ALL);
  for (uint32_t v = 0; v < kVectors; v += 4) {
    gsq::unrolled<4>([&](auto i) {
      vector_half<i> src;
      vector_uint16_t<4 + i> index;
      asc_loadalign_postupdate(src, src_addr, kLanes);
      asc_loadalign_postupdate(index, index_addr, kLanes);
    });
    gsq::unrolled<4>([&](auto i) {
      vector_half<8 + i> dst;
      vector_half<i> src;
      vector_uint16_t<4 + i> index;
      asc_gather(dst, src, index);
    });
    gsq::unrolled<4>([&](auto i) {
      vector_half<8 + i> dst;
      asc_storealign_postupdate(dst_addr, dst, kLanes, all);
    });
  }
}

}  // namespace

int main() {
  for (uint32_t i = 0; i < kElements; ++i) {
    source[i].bits = static_cast<uint16_t>(next_random());
    indices[i] = static_cast<uint16_t>(next_random());  // most are no lane numbers
  }
  copy(ub<half>(kSource), source, kElements);
  copy(ub<uint16_t>(kIndex), indices, kElements);

  const bool failed = measure(
      "gather from registers",
      [] { gather(ub<half>(kResult), ub<half>(kSource), ub<uint16_t>(kIndex)); },
      [] {
        for (uint32_t first = 0; first < kElements; first += kLanes) {
          for (uint32_t i = first; i < first + kLanes; ++i) {
            expected[i] = source[first + indices[i] % kLanes];
          }
        }
      });
  return failed ||
         differs("dst[i] is src[index[i] mod lanes]", ub<half>(kResult), expected, kElements);
}
