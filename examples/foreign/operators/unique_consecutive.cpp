// SPDX-License-Identifier: Apache-2.0
// unique_consecutive of ops-nn on one core: the first of each run of equal values, and its length.
#include <cstdint>

#include "gsq/foreign/kernel_operator.h"

using namespace AscendC;  // NOLINT: the operator does without its own

/// Parameters of a launch, with the names that the operator reads.
struct UniqueConsecutiveTilingData {
  std::int64_t totalSize, useCoreNums, tileLengthPerCore, tileLengthTailCore, adjUbTileLength,
      valueQueueSize, countQueueSize, idxQueueSize, collectingCntBufSize, offsetCntBufSize,
      prevIdxBufSize, shapeBufSize;
};

#include FOREIGN_SOURCE

#include "operator.hpp"

namespace {

template <typename T, typename Count>
void run(foreign::Results& results, const char* what, std::size_t count) {
  const auto values = foreign::random_values<T>(count, 0, 2);
  std::vector<T> unique;
  std::vector<Count> lengths;
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || !(values[i] == values[i - 1])) {
      unique.push_back(values[i]);
      lengths.push_back(0);
    }
    ++lengths.back();
  }
  UniqueConsecutiveTilingData tiling{};
  tiling.totalSize = static_cast<std::int64_t>(count);
  const foreign::Global<T> x(values);
  const foreign::Global<T> y(count);
  const foreign::Global<std::int32_t> index(count);
  const foreign::Global<Count> number(count);
  const foreign::Global<std::uint64_t> shape(27);
  gsq::foreign::launch(1, 0, nullptr, [&] {
    TPipe pipe;
    UniqueConsecutiveSingleCoreKerenl<T, T, Count, true, false> op(&pipe);
    op.Init(x, y, index, number, shape, nullptr, &tiling);
    op.Process();
  });
  const std::string name = what;
  results.check(name + ", number", std::vector<std::uint64_t>{shape.values()[1]},
                {static_cast<std::uint64_t>(unique.size())});
  results.check(name + ", values", y.values(), unique);
  results.check(name + ", lengths", number.values(), lengths);
}

}  // namespace

int main() {
  foreign::Results results;
  run<float, std::int32_t>(results, "float", 1000);
  run<std::int32_t, std::int64_t>(results, "int32_t, counts of 8 bytes", 777);
  run<std::int16_t, std::int32_t>(results, "int16_t", 900);
  run<std::int64_t, std::int32_t>(results, "int64_t", 500);
  return results.print();
}
