// SPDX-License-Identifier: Apache-2.0
// transpose of ops-math by gathers: the last three dimensions of a tensor in reverse order.
#include <algorithm>
#include <array>

#include "gsq/foreign/kernel_operator.h"

/// Parameters of the operator, which its host program defines with macros of its own.
struct GatherTransposeTilingData {
  std::uint32_t dataTensorSize{};   // bytes
  std::uint32_t indexTensorSize{};  // bytes
  std::uint32_t usedCoreCnt{};
  std::int8_t blkAxesCnt{};
  std::int8_t blkInUbCutPos{-1};
  std::int8_t blkOutUbCutPos{-1};
  std::int8_t ubAxesCnt{};
  std::int8_t inUbInCutPos{};
  std::int8_t inUbOutCutPos{};
  std::int8_t outUbInCutPos{};
  std::int8_t outUbOutCutPos{};
  std::int64_t blkFactor{};
  std::int64_t blkTailFactor{};
  std::int64_t inUbCutAxisSize{};
  std::int64_t outUbCutAxisSize{};
  std::int32_t inUbCutAxisFactor{};
  std::int32_t outUbCutAxisFactor{};
  std::int64_t axis0InSrcStride{};  // strides of loops, from the innermost, in elements
  std::int64_t axis1InSrcStride{};
  std::int64_t axis2InSrcStride{};
  std::int64_t axis0OutDstStride{};
  std::int64_t axis1OutDstStride{};
  std::int64_t axis2OutDstStride{};
  std::array<std::int64_t, 8> blkAxes{};
  std::array<std::int64_t, 8> blkAxesInAOffset{};
  std::array<std::int64_t, 8> blkAxesOutAOffset{};
  std::array<std::int32_t, 6> inUbAxes{};
  std::array<std::int32_t, 6> outUbAxes{};
  std::array<std::int8_t, 6> ubPerm{};
};

/// How copies of several dimensions pad. These headers have no such copies; a header that the
/// operator includes has a constant of this type, which the operator does not use.
namespace AscendC {
struct MultiCopyConfig {
  bool nearest;
  std::uint16_t left;
  std::uint16_t right;
  bool fast;
};
}  // namespace AscendC

// clang-format off: the operator needs the header and the types above
#include FOREIGN_SOURCE
// clang-format on

#include "operator.hpp"

namespace {

std::int64_t parts(std::int64_t all, std::int64_t part) { return (all + part - 1) / part; }

/// A tensor of `batch` times `size` elements, of which `tile` are in UB at a time. The last
/// `gathered` dimensions of the result, 1 to 3, get a table of indices; loops do the other ones.
struct Case {
  std::int64_t batch;
  std::array<std::int32_t, 3> size;
  std::array<std::int32_t, 3> tile;
  std::int8_t gathered;
};

/// The result of one tile is contiguous in its last `gathered` dimensions, and what is read in the
/// last two dimensions of the tensor, or in all when all are gathered. The outermost dimension of a
/// contiguous part may be cut, the others not.
GatherTransposeTilingData tiling_of(const Case& of, std::uint32_t element_bytes, unsigned cores) {
  const auto& [a, b, c] = of.size;
  const auto& [tile_a, tile_b, tile_c] = of.tile;
  const std::int64_t all = std::int64_t{a} * b * c;
  GatherTransposeTilingData tiling{};
  tiling.ubAxesCnt = 3;
  tiling.inUbAxes = {tile_a, tile_b, tile_c, 1, 1, 1};
  tiling.outUbAxes = {tile_c, tile_b, tile_a, 1, 1, 1};
  tiling.ubPerm = {2, 1, 0};
  tiling.inUbInCutPos = of.gathered == 3 ? 0 : 1;
  tiling.inUbOutCutPos = static_cast<std::int8_t>(of.gathered - 1);
  tiling.outUbInCutPos = static_cast<std::int8_t>(2 - tiling.inUbInCutPos);
  tiling.outUbOutCutPos = static_cast<std::int8_t>(2 - tiling.inUbOutCutPos);
  tiling.inUbCutAxisSize = of.size.at(tiling.inUbInCutPos);
  tiling.inUbCutAxisFactor = of.tile.at(tiling.inUbInCutPos);
  tiling.outUbCutAxisSize = of.size.at(tiling.inUbOutCutPos);
  tiling.outUbCutAxisFactor = of.tile.at(tiling.inUbOutCutPos);
  tiling.axis0InSrcStride = std::int64_t{b} * c;
  tiling.axis0OutDstStride = of.gathered == 1 ? a : std::int64_t{a} * b;
  tiling.axis1OutDstStride = std::int64_t{a} * b;

  tiling.blkAxesCnt = 3;
  tiling.blkAxes = {of.batch, parts(a, tile_a), parts(b, tile_b)};
  tiling.blkAxesInAOffset = {all, std::int64_t{tile_a} * b * c, std::int64_t{tile_b} * c};
  tiling.blkAxesOutAOffset = {all, tile_a, std::int64_t{tile_b} * a};
  if (a % tile_a != 0) tiling.blkOutUbCutPos = 1;
  if (b % tile_b != 0) tiling.blkInUbCutPos = 2;

  const std::int64_t tiles = of.batch * parts(a, tile_a) * parts(b, tile_b);
  tiling.usedCoreCnt = cores;
  tiling.blkFactor = parts(tiles, cores);
  tiling.blkTailFactor = tiles - tiling.blkFactor * (cores - 1);

  // Each contiguous part of the result begins at a multiple of 32 bytes.
  std::int64_t contiguous = 1;
  std::int64_t loops = 1;
  for (int i = 0; i < 3; ++i) (i < of.gathered ? contiguous : loops) *= of.tile.at(i);
  tiling.dataTensorSize =
      static_cast<std::uint32_t>(loops * parts(contiguous * element_bytes, 32) * 32);
  // A table for each of: whole tile, the last of either dimension or of both; whole vectors.
  tiling.indexTensorSize = static_cast<std::uint32_t>(4 * parts(contiguous * 4, 256) * 256 + 256);
  return tiling;
}

template <typename T>
void run(foreign::Results& results, const char* what, const Case& of) {
  constexpr unsigned kCores = 2;
  const auto& [a, b, c] = of.size;
  const std::int64_t count = of.batch * a * b * c;
  const auto values = foreign::random_values<T>(count, 0, 127);
  std::vector<T> expected(count);
  std::size_t from = 0;
  for (std::int64_t n = 0; n < of.batch; ++n) {
    for (int i = 0; i < a; ++i) {
      for (int j = 0; j < b; ++j) {
        for (int k = 0; k < c; ++k) expected[((n * c + k) * b + j) * a + i] = values[from++];
      }
    }
  }
  const GatherTransposeTilingData tiling = tiling_of(of, sizeof(T), kCores);
  const foreign::Global<T> x(values);
  const foreign::Global<T> y(count);
  gsq::foreign::launch(kCores, 0, nullptr, [&] {
    AscendC::TPipe pipe;
    Transpose::TransposeWithGather<T> op;
    op.Init(x, y, &tiling, &pipe);
    op.Process();
  });
  results.check(what, y.values(), expected);
}

}  // namespace

int main() {
  foreign::Results results;
  run<std::int32_t>(results, "int32_t, one dimension gathered", {2, {150, 7, 5}, {70, 3, 5}, 1});
  run<std::int16_t>(results, "int16_t, two dimensions gathered", {1, {11, 40, 6}, {11, 16, 6}, 2});
  run<std::int8_t>(results, "int8_t, three dimensions gathered", {3, {7, 6, 13}, {7, 6, 13}, 3});
  run<std::int64_t>(results, "int64_t, two dimensions gathered", {1, {9, 10, 4}, {9, 4, 4}, 2});
  return results.print();
}
