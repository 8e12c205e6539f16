// SPDX-License-Identifier: Apache-2.0
// roll of ops-math by gathers: all dimensions of a tensor shifted round.
#include "gsq/foreign/kernel_operator.h"

// clang-format off: the operator needs the header above
#include FOREIGN_SOURCE
// clang-format on

#include "operator.hpp"

namespace {

/// One launch of a block, which takes `rows` of the first dimension at a time.
template <typename T>
void run(foreign::Results& results, const char* what, const std::vector<std::int64_t>& shape,
         const std::vector<std::int64_t>& shifts, std::int64_t rows) {
  RollTilingData tiling{};
  tiling.dimNum = static_cast<std::int64_t>(shape.size());
  std::int64_t count = 1;
  for (std::size_t dim = shape.size(); dim-- > 0;) {
    tiling.shapes[dim] = shape[dim];
    tiling.shifts[dim] = shifts[dim];
    tiling.strides[dim] = count;
    count *= shape[dim];
  }
  tiling.isShiftW = true;
  tiling.needCoreNum = tiling.blockCount = 1;
  tiling.blockFactor = tiling.blockTailFactor = shape[0];
  tiling.tailCoreUbParam.UbFactor = rows;

  const auto values = foreign::random_values<T>(count, 0, 100);
  std::vector<T> expected(count);
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t to = 0;
    for (std::size_t dim = 0; dim < shape.size(); ++dim) {
      const std::int64_t index = i / tiling.strides[dim] % shape[dim];
      to += (index + shifts[dim]) % shape[dim] * tiling.strides[dim];
    }
    expected[to] = values[i];
  }
  const foreign::Global<T> x(values);
  const foreign::Global<T> y(count);
  gsq::foreign::launch(1, 0, nullptr, [&] {
    AscendC::TPipe pipe;
    Roll::RollGatherSimd<T> op(&pipe, &tiling);
    op.Init(x, y, nullptr);
    op.Process();
  });
  results.check(what, y.values(), expected);
}

}  // namespace

int main() {
  foreign::Results results;
  run<float>(results, "float, two dimensions by gather", {20, 6, 7}, {3, 2, 5}, 8);
  run<std::int16_t>(results, "int16_t, three dimensions by gather", {5, 3, 4, 6}, {2, 1, 3, 4}, 2);
  run<std::uint8_t>(results, "uint8_t, one dimension by gather", {9, 30, 11}, {4, 7, 3}, 3);
  return results.print();
}
