// SPDX-License-Identifier: Apache-2.0
/// The table of all calls of Ascend C on tensors in UB that take a number of elements or of
/// iterations. scripts/tests/kernels/test_kernel_widths.py misses those that are not in it.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor_operands.hpp"

namespace gsq::testing {

// A name stands for overloads, which are no value: so these are macros.
// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define GSQ_CALL_BINARY(T, NAME)                                                              \
  calls.count(#NAME, sizeof(T), {elements<T>(), elements<T>(), elements<T>()},                \
              [](const Places& at, const Amount& n) {                                         \
                AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(at[2]),  \
                              static_cast<std::int32_t>(n.lanes));                            \
              });                                                                             \
  calls.masked(#NAME, sizeof(T), {elements<T>(), elements<T>(), elements<T>()},               \
               [](const Places& at, const Amount& n, auto mask) {                             \
                 const std::uint32_t vector = n.blocks();                                     \
                 AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(at[2]), \
                               mask, n.repeat, {1, 1, 1, vector, vector, vector});            \
               })

#define GSQ_CALL_UNARY(T, NAME)                                                          \
  calls.count(#NAME, sizeof(T), {elements<T>(), elements<T>()},                          \
              [](const Places& at, const Amount& n) {                                    \
                AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]),                  \
                              static_cast<std::int32_t>(n.lanes));                       \
              });                                                                        \
  calls.masked(#NAME, sizeof(T), {elements<T>(), elements<T>()},                         \
               [](const Places& at, const Amount& n, auto mask) {                        \
                 AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]), mask, n.repeat, \
                               {1, 1, n.blocks(), n.blocks()});                          \
               })

#define GSQ_CALL_BY_SCALAR(T, NAME)                                                            \
  calls.count(#NAME, sizeof(T), {elements<T>(), elements<T>()},                                \
              [](const Places& at, const Amount& n) {                                          \
                AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]), T(3),                  \
                              static_cast<std::int32_t>(n.lanes));                             \
              });                                                                              \
  calls.masked(#NAME, sizeof(T), {elements<T>(), elements<T>()},                               \
               [](const Places& at, const Amount& n, auto mask) {                              \
                 AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]), T(3), mask, n.repeat, \
                               {1, 1, n.blocks(), n.blocks()});                                \
               })

/// The scalar as a tensor of one element, too.
#define GSQ_CALL_SCALAR(T, NAME)                                            \
  GSQ_CALL_BY_SCALAR(T, NAME);                                              \
  calls.count(#NAME, sizeof(T), {elements<T>(), elements<T>(), fixed<T>()}, \
              [](const Places& at, const Amount& n) {                       \
                AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]),     \
                              AscendC::LocalTensor<T>(at[2], 1),            \
                              static_cast<std::int32_t>(n.lanes));          \
              })

#define GSQ_CALL_SHIFT(T, NAME)                                                              \
  GSQ_CALL_BY_SCALAR(T, NAME);                                                               \
  calls.count(#NAME, sizeof(T), {elements<T>(), elements<T>(), elements<T>()},               \
              [](const Places& at, const Amount& n) {                                        \
                AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(at[2]), \
                              n.lanes);                                                      \
              })

/// One result of all elements; of iterations, it is that of as many elements.
#define GSQ_CALL_REDUCE(T, NAME)                                                                  \
  calls.count(#NAME, sizeof(T), {fixed<T>(2), elements<T>()},                                     \
              [](const Places& at, const Amount& n) {                                             \
                AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(0),          \
                              static_cast<std::int32_t>(n.lanes), true);                          \
              });                                                                                 \
  calls.masked(                                                                                   \
      #NAME, sizeof(T), {fixed<T>(2), elements<T>()},                                             \
      [](const Places& at, const Amount& n, auto mask) {                                          \
        AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(0), mask,            \
                      static_cast<std::int32_t>(n.repeat), static_cast<std::int32_t>(n.blocks()), \
                      true);                                                                      \
      },                                                                                          \
      [](const Places& at, const Amount& n) {                                                     \
        AscendC::NAME(tensor_at<T>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(0),                  \
                      static_cast<std::int32_t>(n.repeat * n.lanes), true);                       \
      })

/// `groups` results of each iteration: of 1, of its blocks, of its pairs.
#define GSQ_CALL_REDUCE_PARTS(T, NAME, RESULT)                       \
  calls.masked(#NAME, sizeof(T), {RESULT, elements<T>()},            \
               [](const Places& at, const Amount& n, auto mask) {    \
                 AscendC::NAME<AscendC::ReduceType::SUM, T>(         \
                     tensor_at<T>(at[0]), tensor_at<T>(at[1]), mask, \
                     static_cast<std::int32_t>(n.repeat), 1, 1,      \
                     static_cast<std::int32_t>(n.blocks()));         \
               })
// NOLINTEND(cppcoreguidelines-macro-usage)

/// Results of groups of `lanes` lanes each, the last one of which may have fewer.
template <typename T>
TensorOperand results_of(std::uint32_t lanes) {
  TensorOperand operand = fixed<T>();
  const auto count = [lanes](const Amount& n) {
    return n.repeat == 0 ? 0
                         : (n.repeat - 1) * (n.vlen_bytes / sizeof(T) / lanes) +
                               (n.lanes + lanes - 1) / lanes;
  };
  operand.advances = true;
  operand.bytes = [count](const Amount& n) {
    return static_cast<std::uint32_t>(count(n) * sizeof(T));
  };
  operand.content = [count](std::mt19937& generator, const Amount& n) {
    return small_numbers<T>(generator, count(n));
  };
  return operand;
}

inline void add_calculations(TensorCalls& calls) {
  GSQ_CALL_BINARY(std::int16_t, Add);
  GSQ_CALL_BINARY(std::int32_t, Add);
  GSQ_CALL_BINARY(float, Add);
  GSQ_CALL_BINARY(float, Sub);
  GSQ_CALL_BINARY(half, Mul);
  GSQ_CALL_BINARY(float, Div);
  GSQ_CALL_BINARY(std::int16_t, Max);
  GSQ_CALL_BINARY(std::int32_t, Min);
  GSQ_CALL_BINARY(std::int16_t, And);
  GSQ_CALL_BINARY(std::int16_t, Or);
  GSQ_CALL_BINARY(float, AddRelu);
  GSQ_CALL_BINARY(float, SubRelu);
  GSQ_CALL_UNARY(std::int16_t, Abs);
  GSQ_CALL_UNARY(std::int32_t, Abs);
  GSQ_CALL_UNARY(float, Abs);
  GSQ_CALL_UNARY(float, Exp);
  GSQ_CALL_UNARY(float, Ln);
  GSQ_CALL_UNARY(float, Sqrt);
  GSQ_CALL_UNARY(half, Relu);
  GSQ_CALL_UNARY(float, Neg);
  GSQ_CALL_UNARY(std::int16_t, Not);
  GSQ_CALL_SCALAR(float, Adds);
  GSQ_CALL_SCALAR(float, Muls);
  GSQ_CALL_SCALAR(half, Maxs);
  GSQ_CALL_SCALAR(float, Mins);
  GSQ_CALL_SCALAR(float, LeakyRelu);
  GSQ_CALL_SCALAR(float, Subs);
  GSQ_CALL_SCALAR(float, Divs);
  GSQ_CALL_SCALAR(std::int16_t, Ands);
  GSQ_CALL_SCALAR(std::int16_t, Ors);
  GSQ_CALL_SHIFT(std::int32_t, ShiftLeft);
  GSQ_CALL_SHIFT(std::int16_t, ShiftRight);
  calls.count("Axpy", 4, {elements<float>(), elements<half>(4)},
              [](const Places& at, const Amount& n) {
                AscendC::Axpy(tensor_at<float>(at[0]), tensor_at<half>(at[1]), half(3.0F),
                              static_cast<std::int32_t>(n.lanes));
              });
  calls.count("Cast", 4, {elements<std::int16_t>(4), elements<float>()},
              [](const Places& at, const Amount& n) {
                AscendC::Cast(tensor_at<std::int16_t>(at[0]), tensor_at<float>(at[1]),
                              AscendC::RoundMode::CAST_RINT, n.lanes);
              });
  calls.masked("Cast", 2, {elements<half>(), elements<std::int16_t>()},
               [](const Places& at, const Amount& n, auto mask) {
                 AscendC::Cast(tensor_at<half>(at[0]), tensor_at<std::int16_t>(at[1]),
                               AscendC::RoundMode::CAST_NONE, mask, n.repeat,
                               {1, 1, n.blocks(), n.blocks()});
               });
}

template <typename T>
void add_copies(TensorCalls& calls) {
  calls.count("Copy", sizeof(T), {elements<T>(), elements<T>()},
              [](const Places& at, const Amount& n) {
                AscendC::Copy(tensor_at<T>(at[0]), tensor_at<T>(at[1]), n.lanes);
              });
  calls.masked("Copy", sizeof(T), {elements<T>(), elements<T>()},
               [](const Places& at, const Amount& n, auto mask) {
                 AscendC::Copy(tensor_at<T>(at[0]), tensor_at<T>(at[1]), mask, n.repeat,
                               {1, 1, n.blocks(), n.blocks()});
               });
  calls.count("DataCopy", sizeof(T), {elements<T>(), elements<T>()},
              [](const Places& at, const Amount& n) {
                AscendC::DataCopy(tensor_at<T>(at[0]), tensor_at<T>(at[1]), n.lanes);
              });
  calls.count("Duplicate", sizeof(T), {elements<T>()}, [](const Places& at, const Amount& n) {
    AscendC::Duplicate(tensor_at<T>(at[0]), T(7), static_cast<std::int32_t>(n.lanes));
  });
  calls.masked("Duplicate", sizeof(T), {elements<T>()},
               [](const Places& at, const Amount& n, auto mask) {
                 AscendC::Duplicate(tensor_at<T>(at[0]), T(7), mask, n.repeat, 1, n.blocks());
               });
}

template <typename T>
void add_gathers(TensorCalls& calls) {
  // Iterations of 1-byte elements cover half a vector.
  constexpr std::uint32_t kSlot = sizeof(T) == 1 ? 2 : sizeof(T);
  const TensorOperand table = in_place(elements<T>(kSlot));
  const TensorOperand dense = elements<T>(kSlot);
  calls.count("Gather", kSlot, {dense, table, offsets_of(sizeof(T))},
              [](const Places& at, const Amount& n) {
                AscendC::Gather(tensor_at<T>(at[0]), tensor_at<T>(at[1]),
                                tensor_at<std::uint32_t>(at[2]), 0, n.lanes);
              });
  calls.count("Scatter", kSlot, {table, dense, offsets_of(sizeof(T))},
              [](const Places& at, const Amount& n) {
                AscendC::Scatter(tensor_at<T>(at[0]), tensor_at<T>(at[1]),
                                 tensor_at<std::uint32_t>(at[2]), 0, n.lanes);
              });
  if constexpr (sizeof(T) != 1) {
    calls.masked("Gather", kSlot, {dense, table, offsets_of(sizeof(T))},
                 [](const Places& at, const Amount& n, auto mask) {
                   AscendC::Gather(tensor_at<T>(at[0]), tensor_at<T>(at[1]),
                                   tensor_at<std::uint32_t>(at[2]), 0, mask, n.repeat, n.blocks());
                 });
    calls.masked("Scatter", kSlot, {table, dense, offsets_of(sizeof(T))},
                 [](const Places& at, const Amount& n, auto mask) {
                   AscendC::Scatter(tensor_at<T>(at[0]), tensor_at<T>(at[1]),
                                    tensor_at<std::uint32_t>(at[2]), 0, mask, n.repeat, n.blocks());
                 });
  }
}

/// GatherMask of `lanes` elements in each iteration, all of which pattern 7 keeps; by bits, every
/// second one, the same ones in each iteration.
template <typename T>
void add_gather_masks(TensorCalls& calls) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>;
  const auto kept = [](std::uint32_t of, std::uint32_t bytes) {
    TensorOperand operand = fixed<T>();
    operand.advances = true;
    operand.bytes = [=](const Amount& n) { return n.repeat * ((n.lanes + of - 1) / of) * bytes; };
    operand.content = [size = operand.bytes](std::mt19937& generator, const Amount& n) {
      return small_numbers<std::uint8_t>(generator, size(n));
    };
    return operand;
  };
  TensorOperand bits;
  bits.advances = false;
  bits.bytes = [](const Amount& n) { return (n.lanes + 7) / 8; };
  bits.content = [size = bits.bytes](std::mt19937&, const Amount& n) {
    return Bytes(size(n), 0x55);
  };
  const auto by_bits = [](const Places& at, const Amount& n) {
    std::uint64_t count = 99;
    AscendC::GatherMask(tensor_at<T>(at[0]), tensor_at<T>(at[1]), tensor_at<Bits>(at[2]), true,
                        n.lanes, {1, n.repeat, n.blocks(), 0}, count);
    EXPECT_EQ(count, n.repeat * ((n.lanes + 1) / 2));
  };
  const auto by_pattern = [](const Places& at, const Amount& n) {
    std::uint64_t count = 99;
    AscendC::GatherMask(tensor_at<T>(at[0]), tensor_at<T>(at[1]), 7, true, n.lanes,
                        {1, n.repeat, n.blocks(), 0}, count);
    EXPECT_EQ(count, n.repeat * n.lanes);
  };
  for (const char* const form : {"mask", "count"}) {
    calls.add(
        {"GatherMask", form, sizeof(T), {kept(2, sizeof(T)), elements<T>(), bits}, by_bits, {}});
    calls.add({"GatherMask", form, sizeof(T), {kept(1, sizeof(T)), elements<T>()}, by_pattern, {}});
  }
}

template <typename T>
void add_selections(TensorCalls& calls) {
  using AscendC::CMPMODE;
  using AscendC::SELMODE;
  using Bits = std::uint8_t;
  constexpr auto kMode = SELMODE::VSEL_TENSOR_TENSOR_MODE;
  const TensorOperand bits = element_bits(sizeof(T));
  const TensorOperand all = elements<T>();
  calls.count("Compare", sizeof(T), {bits, all, all}, [](const Places& at, const Amount& n) {
    AscendC::Compare(tensor_at<Bits>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(at[2]), CMPMODE::LT,
                     n.lanes);
  });
  calls.masked("Compare", sizeof(T), {bits, all, all},
               [](const Places& at, const Amount& n, auto mask) {
                 const std::uint32_t vector = n.blocks();
                 AscendC::Compare(tensor_at<Bits>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(at[2]),
                                  CMPMODE::LT, mask, n.repeat, {1, 1, 1, vector, vector, vector});
               });
  calls.count("Compares", sizeof(T), {bits, all, fixed<T>()},
              [](const Places& at, const Amount& n) {
                AscendC::Compares(tensor_at<Bits>(at[0]), tensor_at<T>(at[1]),
                                  AscendC::LocalTensor<T>(at[2], 1), CMPMODE::GE, n.lanes);
              });
  calls.count("Compares", sizeof(T), {bits, all}, [](const Places& at, const Amount& n) {
    AscendC::Compares(tensor_at<Bits>(at[0]), tensor_at<T>(at[1]), T(50), CMPMODE::GE, n.lanes);
  });
  calls.masked("Compares", sizeof(T), {bits, all},
               [](const Places& at, const Amount& n, auto mask) {
                 AscendC::Compares(tensor_at<Bits>(at[0]), tensor_at<T>(at[1]), T(50), CMPMODE::GE,
                                   mask, n.repeat, {1, 1, n.blocks(), n.blocks()});
               });
  calls.count("CompareScalar", sizeof(T), {bits, all}, [](const Places& at, const Amount& n) {
    AscendC::CompareScalar(tensor_at<Bits>(at[0]), tensor_at<T>(at[1]), T(50), CMPMODE::LE,
                           n.lanes);
  });
  calls.masked(
      "CompareScalar", sizeof(T), {bits, all}, [](const Places& at, const Amount& n, auto mask) {
        AscendC::CompareScalar(tensor_at<Bits>(at[0]), tensor_at<T>(at[1]), T(50), CMPMODE::LE,
                               mask, n.repeat, {1, 1, n.blocks(), n.blocks()});
      });
  calls.count("Select", sizeof(T), {all, bits, all, all}, [](const Places& at, const Amount& n) {
    AscendC::Select(tensor_at<T>(at[0]), tensor_at<Bits>(at[1]), tensor_at<T>(at[2]),
                    tensor_at<T>(at[3]), kMode, n.lanes);
  });
  calls.masked("Select", sizeof(T), {all, bits, all, all},
               [](const Places& at, const Amount& n, auto mask) {
                 const std::uint32_t vector = n.blocks();
                 AscendC::Select(tensor_at<T>(at[0]), tensor_at<Bits>(at[1]), tensor_at<T>(at[2]),
                                 tensor_at<T>(at[3]), kMode, mask, n.repeat,
                                 {1, 1, 1, vector, vector, vector});
               });
  calls.count("Select", sizeof(T), {all, bits, all}, [](const Places& at, const Amount& n) {
    AscendC::Select(tensor_at<T>(at[0]), tensor_at<Bits>(at[1]), tensor_at<T>(at[2]), T(7),
                    SELMODE::VSEL_TENSOR_SCALAR_MODE, n.lanes);
  });
  calls.masked("Select", sizeof(T), {all, bits, all},
               [](const Places& at, const Amount& n, auto mask) {
                 const std::uint32_t vector = n.blocks();
                 AscendC::Select(tensor_at<T>(at[0]), tensor_at<Bits>(at[1]), tensor_at<T>(at[2]),
                                 T(7), SELMODE::VSEL_TENSOR_SCALAR_MODE, mask, n.repeat,
                                 {1, 1, 1, vector, vector, vector});
               });
  calls.count("Interleave", sizeof(T), {all, all, all, all}, [](const Places& at, const Amount& n) {
    AscendC::Interleave(tensor_at<T>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(at[2]),
                        tensor_at<T>(at[3]), static_cast<std::int32_t>(n.lanes));
  });
  calls.count("DeInterleave", sizeof(T), {all, all, all, all},
              [](const Places& at, const Amount& n) {
                AscendC::DeInterleave(tensor_at<T>(at[0]), tensor_at<T>(at[1]), tensor_at<T>(at[2]),
                                      tensor_at<T>(at[3]), static_cast<std::int32_t>(n.lanes));
              });
  calls.count("CreateVecIndex", sizeof(T), {all}, [](const Places& at, const Amount& n) {
    AscendC::CreateVecIndex(tensor_at<T>(at[0]), T(5), n.lanes);
  });
}

inline void add_reductions(TensorCalls& calls) {
  GSQ_CALL_REDUCE(float, ReduceSum);
  GSQ_CALL_REDUCE(float, ReduceMax);
  GSQ_CALL_REDUCE(half, ReduceMin);
  GSQ_CALL_REDUCE_PARTS(float, ReduceRepeat, per_iteration(4));
  GSQ_CALL_REDUCE_PARTS(float, ReduceDataBlock, results_of<float>(8));
  GSQ_CALL_REDUCE_PARTS(float, ReducePairElem, results_of<float>(2));
  calls.masked("ReduceRepeat", 4, {per_iteration(8), elements<float>()},
               [](const Places& at, const Amount& n, auto mask) {
                 AscendC::ReduceRepeat<AscendC::ReduceType::MAX, float>(
                     tensor_at<float>(at[0]), tensor_at<float>(at[1]), mask,
                     static_cast<std::int32_t>(n.repeat), 1, 1,
                     static_cast<std::int32_t>(n.blocks()));
               });
}

/// Calls whose iterations are always whole.
inline void add_whole_iterations(TensorCalls& calls) {
  using T = float;
  constexpr std::uint32_t kLanesOfBlock = 8;
  TensorOperand of_blocks = results_of<T>(kLanesOfBlock);
  calls.iterations("Brcb", 4, {elements<T>(), of_blocks}, [](const Places& at, const Amount& n) {
    AscendC::Brcb(tensor_at<T>(at[0]), tensor_at<T>(at[1]), n.repeat, {1, n.blocks()});
  });
  TensorOperand offsets = results_of<std::uint32_t>(kLanesOfBlock);
  offsets.content = [size = offsets.bytes](std::mt19937& generator, const Amount& n) {
    std::vector<std::uint32_t> all(size(n) / 4);
    std::iota(all.begin(), all.end(), 0U);
    std::shuffle(all.begin(), all.end(), generator);
    for (std::uint32_t& offset : all) offset *= 32;
    return bytes_of_values(all);
  };
  calls.iterations("Gatherb", 4, {elements<T>(), in_place(elements<T>()), offsets},
                   [](const Places& at, const Amount& n) {
                     AscendC::Gatherb(tensor_at<T>(at[0]), tensor_at<T>(at[1]),
                                      tensor_at<std::uint32_t>(at[2]), n.repeat, {1, n.blocks()});
                   });
  calls.iterations("DataCopy", 4, {elements<T>(), elements<T>()},
                   [](const Places& at, const Amount& n) {
                     AscendC::DataCopy(tensor_at<T>(at[0]), tensor_at<T>(at[1]),
                                       AscendC::DataCopyParams(n.repeat, n.blocks(), 0, 0));
                   });
}

inline std::vector<TensorCall> tensor_calls() {
  TensorCalls calls;
  add_calculations(calls);
  add_copies<std::int16_t>(calls);
  add_copies<float>(calls);
  add_copies<std::int64_t>(calls);
  add_gathers<std::uint8_t>(calls);
  add_gathers<std::int16_t>(calls);
  add_gathers<float>(calls);
  add_gathers<std::int64_t>(calls);
  add_gather_masks<std::int16_t>(calls);
  add_gather_masks<float>(calls);
  add_selections<std::int16_t>(calls);
  add_selections<float>(calls);
  add_reductions(calls);
  add_whole_iterations(calls);
  return calls.take();
}

#undef GSQ_CALL_BINARY
#undef GSQ_CALL_UNARY
#undef GSQ_CALL_BY_SCALAR
#undef GSQ_CALL_SCALAR
#undef GSQ_CALL_SHIFT
#undef GSQ_CALL_REDUCE
#undef GSQ_CALL_REDUCE_PARTS

}  // namespace gsq::testing
