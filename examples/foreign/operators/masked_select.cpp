// SPDX-License-Identifier: Apache-2.0
// masked_select_v3 of ops-math on one core: the elements whose mask is 1, without gaps.
#include "gsq/foreign/kernel_operator.h"

// clang-format off: the operator needs the header above
#include FOREIGN_SOURCE
// clang-format on

#include "operator.hpp"

namespace {

template <typename T>
void run(foreign::Results& results, const char* what, std::uint32_t count, std::uint32_t tile) {
  const auto values = foreign::random_values<T>(count, 0, 100);
  const auto mask = foreign::random_values<std::uint8_t>(count, 0, 1, 2);
  std::vector<T> kept;
  for (std::size_t i = 0; i < count; ++i) {
    if (mask[i] != 0) kept.push_back(values[i]);
  }
  const std::uint32_t tiles = (count + tile - 1) / tile;
  const std::uint32_t last = count - (tiles - 1) * tile;
  const foreign::Global<T> x(values);
  const foreign::Global<std::uint8_t> mask_of_x(mask);
  const foreign::Global<T> y(count);
  const foreign::Global<std::uint64_t> shape(2);
  const foreign::Global<std::uint64_t> workspace(8 + count * sizeof(T) / 8 + 8);
  gsq::foreign::launch(1, 0, nullptr, [&] {
    MaskedSelectV3::KernelMaskedSelectV3<T> op;
    op.Init(x, mask_of_x, y, shape, workspace, 1, count, tiles, tile, last, 0, 0, 0, 0, 0);
    op.Process(y, shape);
  });
  const std::string name = what;
  results.check(name + ", number", std::vector<std::uint64_t>{shape.values()[1]},
                {static_cast<std::uint64_t>(kept.size())});
  results.check(name + ", values", y.values(), kept);
}

}  // namespace

int main() {
  foreign::Results results;
  run<std::uint32_t>(results, "4 bytes", 3000, 1024);
  run<std::uint16_t>(results, "2 bytes", 2500, 1024);
  run<std::uint8_t>(results, "1 byte", 2000, 512);
  run<std::uint64_t>(results, "8 bytes", 700, 256);
  return results.print();
}
