// SPDX-License-Identifier: Apache-2.0
// TSCATTER of tiles at given places in UB, dst[idx[i,j], j] = src[i,j], and TGATHER, its inverse
// where no index is there twice in a column.
#include "gsq_pto.hpp"
#include "kernel.hpp"

namespace {

using namespace pto;  // NOLINT(google-build-using-namespace): as programs of PTO do

constexpr uint32_t kSize = 16;  // rows and columns

// Places in UB
constexpr uint32_t kDst = 0x000;
constexpr uint32_t kSrc = 0x400;
constexpr uint32_t kBack = 0x800;
constexpr uint32_t kIdx = 0xc00;

using TileT = Tile<TileType::Vec, float, kSize, kSize>;
using IdxT = Tile<TileType::Vec, uint16_t, kSize, kSize>;

float src_tile[kSize][kSize], dst_tile[kSize][kSize], back_tile[kSize][kSize];
uint16_t idx_tile[kSize][kSize];

void example_manual() {
  TileT src, dst;
  IdxT idx;
  TASSIGN(src, kSrc);
  TASSIGN(dst, kDst);
  TASSIGN(idx, kIdx);
  TSCATTER(dst, src, idx);
}

void gather_back() {
  TileT src, dst;
  IdxT idx;
  TASSIGN(src, kDst);
  TASSIGN(dst, kBack);
  TASSIGN(idx, kIdx);
  TGATHER(dst, src, idx);
}

/// Tiles of two-byte elements of which some rows and columns are not valid: no whole vectors, and
/// no multiple of the rows that are moved together.
bool part_of_tiles() {
  constexpr int kValidRows = 14;
  constexpr int kValidCols = 13;
  using PartT =
      Tile<TileType::Vec, int16_t, kSize, kSize, BLayout::RowMajor, kValidRows, kValidCols>;
  static int16_t scattered[kSize][kSize], gathered[kSize][kSize];
  for (uint32_t i = 0; i < kSize; ++i) {
    for (uint32_t j = 0; j < kSize; ++j) {
      ub<int16_t>(kSrc)[i * kSize + j] = static_cast<int16_t>(100 * i + j);
      ub<int16_t>(kDst)[i * kSize + j] = ub<int16_t>(kBack)[i * kSize + j] = -1;
      scattered[i][j] = gathered[i][j] = -1;
    }
  }
  PartT src, dst, back;
  IdxT idx;
  TASSIGN(src, kSrc);
  TASSIGN(dst, kDst);
  TASSIGN(back, kBack);
  TASSIGN(idx, kIdx);
  TSCATTER(dst, src, idx);
  TGATHER(back, dst, idx);
  const bool failed = gsq_sync() != 0;
  for (uint32_t i = 0; i < kValidRows; ++i) {
    for (uint32_t j = 0; j < kValidCols; ++j) {
      scattered[idx_tile[i][j]][j] = static_cast<int16_t>(100 * i + j);
    }
  }
  for (uint32_t i = 0; i < kValidRows; ++i) {
    for (uint32_t j = 0; j < kValidCols; ++j) gathered[i][j] = scattered[idx_tile[i][j]][j];
  }
  return failed || differs("part scattered", ub<int16_t>(kDst), scattered[0], kSize * kSize) ||
         differs("part gathered", ub<int16_t>(kBack), gathered[0], kSize * kSize);
}

}  // namespace

int main() {
  for (uint32_t i = 0; i < kSize; ++i) {
    for (uint32_t j = 0; j < kSize; ++j) {
      // Column by column another order of rows; rows 14 and 15 go where 0 and 1 went before.
      idx_tile[i][j] = static_cast<uint16_t>((5 * (i % 14) + 3 * j) % kSize);
      src_tile[i][j] = static_cast<float>(kSize * i + j);
      dst_tile[i][j] = -1.0F;
    }
  }
  copy(ub<uint16_t>(kIdx), idx_tile[0], kSize * kSize);
  bool wrong = part_of_tiles();

  copy(ub<float>(kDst), dst_tile[0], kSize * kSize);
  copy(ub<float>(kSrc), src_tile[0], kSize * kSize);
  wrong |= measure("TSCATTER", example_manual, [] {
    for (uint32_t i = 0; i < kSize; ++i) {
      for (uint32_t j = 0; j < kSize; ++j) dst_tile[idx_tile[i][j]][j] = src_tile[i][j];
    }
  });
  wrong |= measure("TGATHER", gather_back, [] {
    for (uint32_t i = 0; i < kSize; ++i) {
      for (uint32_t j = 0; j < kSize; ++j) back_tile[i][j] = dst_tile[idx_tile[i][j]][j];
    }
  });
  wrong |= differs("dst[idx[i,j], j] is src[i,j]", ub<float>(kDst), dst_tile[0], kSize * kSize);
  wrong |= differs("dst[i,j] is src[idx[i,j], j]", ub<float>(kBack), back_tile[0], kSize * kSize);
  return wrong;
}
