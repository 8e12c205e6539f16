// SPDX-License-Identifier: Apache-2.0
// reverse_sequence of ops-nn: the first seq[b] rows of each batch b in reverse order, on x[b, s,
// a].
#include FOREIGN_SOURCE

#include "operator.hpp"

namespace {

struct Shape {
  std::int64_t b;
  std::int64_t s;
  std::int64_t a;
};

/// One launch on two blocks; the loops split one dimension each.
template <typename T>
void run(foreign::Results& results, const char* what, const Shape& shape, std::int64_t split,
         std::int64_t gather, std::int64_t factor_b, std::int64_t factor_s) {
  const auto count = static_cast<std::size_t>(shape.b * shape.s * shape.a);
  const auto values = foreign::random_values<T>(count, -100, 100);
  std::vector<std::int64_t> lengths;
  for (std::int64_t b = 0; b < shape.b; ++b) lengths.push_back(2 + (b * 5) % (shape.s - 1));
  std::vector<T> expected = values;
  for (std::int64_t b = 0; b < shape.b; ++b) {
    for (std::int64_t s = 0; s < lengths[b]; ++s) {
      for (std::int64_t a = 0; a < shape.a; ++a) {
        expected[(b * shape.s + s) * shape.a + a] =
            values[(b * shape.s + lengths[b] - 1 - s) * shape.a + a];
      }
    }
  }

  ReverseSequence::ReverseSequenceBSATilingData tiling{};
  tiling.bDim = shape.b;
  tiling.sDim = shape.s;
  tiling.aDim = shape.a;
  tiling.ubFactorB = factor_b;
  tiling.ubFactorS = factor_s;
  tiling.ubFactorA = shape.a;
  tiling.bLoop = (shape.b + factor_b - 1) / factor_b;
  tiling.sLoop = (shape.s + factor_s - 1) / factor_s;
  tiling.aLoop = 1;
  const std::int64_t loops = tiling.bLoop * tiling.sLoop;
  tiling.usedCoreNum = 2;
  tiling.blockFactor = loops / 2;
  tiling.blockTail = loops % 2;
  tiling.inUbSize = 16384 / sizeof(T);
  tiling.gatherUbSize = 16384 / sizeof(std::uint32_t);
  tiling.gatherMode = gather;
  tiling.splitMode = split;
  tiling.dtypeSize = sizeof(T);

  const foreign::Global<T> x(values);
  const foreign::Global<std::int64_t> seq(lengths);
  const foreign::Global<T> y(count);
  gsq::foreign::launch(2, 0, nullptr, [&] {
    AscendC::TPipe pipe;
    ReverseSequence::ReverseSequenceBSA<T, std::int64_t> op(&pipe, &tiling);
    op.Init(x, seq, y);
    op.Process();
  });
  results.check(what, y.values(), expected);
}

}  // namespace

int main() {
  using namespace ReverseSequence;  // NOLINT: the modes
  foreign::Results results;
  run<float>(results, "float, whole batches by gather", {6, 20, 5}, SPLIT_DIM_B, GATHER_DIM_B, 2,
             20);
  run<std::int16_t>(results, "int16_t, whole batches by gather", {6, 33, 7}, SPLIT_DIM_B,
                    GATHER_DIM_B, 3, 33);
  run<float>(results, "float, whole batches by rows", {4, 12, 72}, SPLIT_DIM_B, NOT_GATHER, 2, 12);
  run<float>(results, "float, rows by gather", {3, 40, 6}, SPLIT_DIM_S, GATHER_DIM_S, 1, 16);
  run<std::int8_t>(results, "int8_t, rows by gather", {3, 64, 16}, SPLIT_DIM_S, GATHER_DIM_S, 1,
                   32);
  run<float>(results, "float, rows", {3, 20, 96}, SPLIT_DIM_S, NOT_GATHER, 1, 8);
  return results.print();
}
