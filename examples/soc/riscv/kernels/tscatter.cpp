// SPDX-License-Identifier: Apache-2.0
// TSCATTER of tiles at given places in UB: dst[idx[i,j], j] = src[i,j].
#include "gsq_pto.hpp"
#include "kernel.hpp"

namespace {

constexpr uint32_t kSize = 16;  // rows and columns

// Places in UB
constexpr uint32_t kDst = 0x000;
constexpr uint32_t kSrc = 0x400;
constexpr uint32_t kIdx = 0x800;

float src_tile[kSize][kSize], expected[kSize][kSize];
uint16_t idx_tile[kSize][kSize];

void example_manual() {
  using namespace pto;  // NOLINT(google-build-using-namespace): as programs of PTO do
  using TileT = Tile<TileType::Vec, float, kSize, kSize>;
  using IdxT = Tile<TileType::Vec, uint16_t, kSize, kSize>;
  TileT src, dst;
  IdxT idx;
  TASSIGN(src, kSrc);
  TASSIGN(dst, kDst);
  TASSIGN(idx, kIdx);
  TSCATTER(dst, src, idx);
}

}  // namespace

int main() {
  for (uint32_t i = 0; i < kSize; ++i) {
    for (uint32_t j = 0; j < kSize; ++j) {
      // Column by column another order of rows; rows 14 and 15 go where 0 and 1 went before.
      idx_tile[i][j] = static_cast<uint16_t>((5 * (i % 14) + 3 * j) % kSize);
      src_tile[i][j] = static_cast<float>(kSize * i + j);
      expected[i][j] = -1.0F;
    }
  }
  copy(ub<float>(kDst), expected[0], kSize * kSize);
  copy(ub<float>(kSrc), src_tile[0], kSize * kSize);
  copy(ub<uint16_t>(kIdx), idx_tile[0], kSize * kSize);

  const bool failed = measure("TSCATTER", example_manual, [] {
    for (uint32_t i = 0; i < kSize; ++i) {
      for (uint32_t j = 0; j < kSize; ++j) expected[idx_tile[i][j]][j] = src_tile[i][j];
    }
  });
  return failed ||
         differs("dst[idx[i,j], j] is src[i,j]", ub<float>(kDst), expected[0], kSize * kSize);
}
