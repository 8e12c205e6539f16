// SPDX-License-Identifier: Apache-2.0
// non_zero_with_value of ops-nn: rows, columns and values of all elements of a matrix that are not
// 0.
#include <cstdint>

#include "gsq/foreign/kernel_operator.h"

/// Parameters of a launch, with the names that the operator reads.
struct NonZeroWithValueTilingData {
  std::int64_t row, col, numel, realCoreNum, numPerCore, ubFactorNum, loopNumPerCore,
      loopTailPerCore, loopNumTailCore, loopTailTailCore, loopNumO, beforeNumO, loopTailO,
      loopNumTo, loopTailTo, xInputSize, valueBufSize, quickDivColK, quickDivColM;
};

#include FOREIGN_SOURCE

#include "operator.hpp"

namespace {

/// One launch on a block, which takes `tile` elements at a time.
template <typename T>
void run(foreign::Results& results, const char* what, std::int64_t rows, std::int64_t columns,
         std::int64_t tile) {
  const std::int64_t count = rows * columns;
  const auto values = foreign::random_values<T>(count, -2, 2);
  std::vector<std::int32_t> index;
  std::vector<T> kept;
  for (std::int64_t i = 0; i < count; ++i) {
    if (values[i] == T(0)) continue;
    index.push_back(static_cast<std::int32_t>(i / columns));
    kept.push_back(values[i]);
  }
  std::vector<std::int32_t> place_of_column;
  for (std::int64_t i = 0; i < count; ++i) {
    if (values[i] != T(0)) place_of_column.push_back(static_cast<std::int32_t>(i % columns));
  }

  NonZeroWithValueTilingData tiling{};
  tiling.row = rows;
  tiling.col = columns;
  tiling.numel = count;
  tiling.realCoreNum = 1;
  tiling.numPerCore = count;
  tiling.ubFactorNum = tile;
  tiling.loopNumPerCore = tiling.loopNumTailCore = count / tile;
  tiling.loopTailPerCore = tiling.loopTailTailCore = count % tile;
  tiling.beforeNumO = tile;
  tiling.loopNumO = tiling.loopNumTo = count / tile;
  tiling.loopTailO = tiling.loopTailTo = count % tile;
  tiling.xInputSize = tile * static_cast<std::int64_t>(sizeof(T));
  tiling.valueBufSize = tiling.xInputSize + 256 * static_cast<std::int64_t>(sizeof(T));
  // i / columns is (i + the upper half of i * m) >> k.
  std::int64_t k = 0;
  while ((std::int64_t{1} << k) < columns) ++k;
  tiling.quickDivColK = k;
  tiling.quickDivColM =
      static_cast<std::int64_t>((((std::uint64_t{1} << k) - columns) << 32) / columns + 1);

  const foreign::Global<T> x(values);
  const foreign::Global<T> value(count);
  const foreign::Global<std::int32_t> places(2 * count);
  const foreign::Global<std::int32_t> number(1);
  const foreign::Global<std::uint32_t> workspace(64);
  gsq::foreign::launch(1, 0, nullptr, [&] {
    NonZeroWithValue::NonZeroWithValueGeneral<T, std::int32_t> op;
    op.Init(x, value, places, number, workspace, &tiling);
    op.Process();
  });
  const std::string name = what;
  results.check(name + ", count", number.values(), {static_cast<std::int32_t>(kept.size())});
  results.check(name + ", values", value.values(), kept);
  const auto found = places.values();
  results.check(name + ", rows", found, index);
  results.check(name + ", columns", std::vector<std::int32_t>(found.begin() + count, found.end()),
                place_of_column);
}

}  // namespace

int main() {
  foreign::Results results;
  run<float>(results, "float", 30, 37, 512);
  run<std::int8_t>(results, "int8_t", 25, 64, 1024);
  run<std::int16_t>(results, "int16_t", 17, 33, 256);
  run<std::int64_t>(results, "int64_t", 12, 20, 128);
  return results.print();
}
