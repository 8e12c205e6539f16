// SPDX-License-Identifier: Apache-2.0
// Tensors of Ascend C: gathers, scatters and squeezes by commands, calculations by the processor.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "gsq/kernel/ascend.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using AscendC::LocalTensor;

/// Tensors on every vector length.
class Tensors : public OnEveryVectorLength {
 protected:
  /// A tensor with these values.
  template <typename T>
  LocalTensor<T> tensor(std::uint32_t address, const std::vector<T>& values) {
    k.put(address, values);
    return LocalTensor<T>(address, static_cast<std::uint32_t>(values.size()));
  }

  template <typename T>
  std::vector<T> values(const LocalTensor<T>& of, std::size_t count) {
    return k.get<T>(of.address(), count);
  }

  template <typename T>
  std::vector<T> random(std::size_t count) {
    std::vector<T> all(count);
    for (T& value : all) value = static_cast<T>(generator_() % 251);
    return all;
  }

  /// Byte offsets of `count` elements, all different.
  std::vector<std::uint32_t> offsets(std::size_t count, std::size_t bytes) {
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0U);
    std::shuffle(all.begin(), all.end(), generator_);
    for (std::uint32_t& offset : all) offset *= static_cast<std::uint32_t>(bytes);
    return all;
  }

  std::mt19937 generator_{7};
};
INSTANTIATE_TEST_SUITE_P(VectorLengths, Tensors, ::testing::ValuesIn(kernel_configs()),
                         [](const auto& info) { return info.param.name; });

constexpr std::uint32_t kDst = 0x1000;
constexpr std::uint32_t kSrc = 0x2000;
constexpr std::uint32_t kOffsets = 0x4000;

template <typename... T, typename Test>
void for_types(Test&& test) {
  (test(T{}), ...);
}

TEST_P(Tensors, GatherAndScatterTakeByteOffsets) {
  for_types<std::uint8_t, std::int16_t, float, std::int64_t>([&](auto type) {
    using T = decltype(type);
    for (const std::size_t count : {1U, 31U, 64U, 200U}) {
      const auto source = random<T>(count + 3);
      const auto places = offsets(count, sizeof(T));
      const auto src = tensor(kSrc, source);
      const auto at = tensor(kOffsets, places);
      const auto dst = tensor(kDst, std::vector<T>(count + 1, T(99)));
      // From the third element on.
      AscendC::Gather(dst, src, at, 3 * sizeof(T), static_cast<std::uint32_t>(count));
      std::vector<T> expected(count + 1, T(99));
      for (std::size_t i = 0; i < count; ++i) expected[i] = source[3 + places[i] / sizeof(T)];
      EXPECT_EQ(values(dst, count + 1), expected) << sizeof(T) << " bytes, " << count;
      // And back.
      const auto back = tensor(kSrc, std::vector<T>(count + 3, T(77)));
      AscendC::Scatter(back, dst, at, 3 * sizeof(T), static_cast<std::uint32_t>(count));
      std::vector<T> again = source;
      std::fill(again.begin(), again.begin() + 3, T(77));
      EXPECT_EQ(values(back, count + 3), again);
    }
  });
}

TEST_P(Tensors, IterationsOfGatherHaveMasksAndStrides) {
  for_types<std::int16_t, std::uint32_t>([&](auto type) {
    using T = decltype(type);
    const std::uint32_t lanes = k.lanes(sizeof(T));
    const auto blocks = static_cast<std::uint16_t>(GetParam().vlen_bytes / 32 + 1);
    const std::size_t stride = blocks * 32U / sizeof(T);
    const auto source = random<T>(2 * lanes);
    const auto places = offsets(2 * lanes, sizeof(T));
    const auto src = tensor(kSrc, source);
    const auto at = tensor(kOffsets, places);
    const auto dst = tensor(kDst, std::vector<T>(2 * stride, T(99)));
    const std::uint64_t mask[2] = {0x5a5a5a5a5a5a5a5a, 0x3};
    AscendC::Gather(dst, src, at, 0, mask, 2, blocks);
    std::vector<T> expected(2 * stride, T(99));
    for (std::uint32_t i = 0; i < 2 * lanes; ++i) {
      if ((mask[i % lanes / 64] >> (i % lanes % 64) & 1U) == 0) continue;
      expected[i / lanes * stride + i % lanes] = source[places[i] / sizeof(T)];
    }
    EXPECT_EQ(values(dst, 2 * stride), expected);
    // As a number; more than there are lanes counts as all. Nothing for none.
    AscendC::Gather(dst, src, at, 0, std::uint64_t{1000}, 1, blocks);
    for (std::uint32_t i = 0; i < lanes; ++i) expected[i] = source[places[i] / sizeof(T)];
    EXPECT_EQ(values(dst, 2 * stride), expected);
    k.commands();
    AscendC::Gather(dst, src, at, 0, std::uint64_t{0}, 1, blocks);
    AscendC::Gather(dst, src, at, 0, std::uint64_t{5}, 0, blocks);
    EXPECT_EQ(k.commands(), 0U);
  });
}

TEST_P(Tensors, AnIterationTakesAnOffsetForEachOfItsLanes) {
  // Selected or not: the offsets of the second one begin a vector of lanes later.
  const std::uint32_t lanes = k.lanes(4);
  const std::uint32_t some = lanes / 2 + 1;
  const auto source = random<float>(2 * std::size_t{lanes});
  const auto places = offsets(2 * std::size_t{lanes}, 4);
  const auto src = tensor(kSrc, source);
  const auto at = tensor(kOffsets, places);
  const std::uint32_t blocks = GetParam().vlen_bytes / 32;
  const auto dst = tensor(kDst, std::vector<float>(2 * std::size_t{lanes}, 99.0F));
  AscendC::Gather(dst, src, at, 0, std::uint64_t{some}, 2, blocks);
  std::vector<float> expected(2 * std::size_t{lanes}, 99.0F);
  for (std::uint32_t i = 0; i < 2 * lanes; ++i) {
    if (i % lanes < some) expected[i] = source[places[i] / 4];
  }
  EXPECT_EQ(values(dst, expected.size()), expected);
}

TEST_P(Tensors, OffsetsOfExactlyTheSelectedLanesFollowEachOther) {
  // 256 iterations of one block each.
  const std::uint32_t count = 256 * 8;
  std::vector<float> source(count);
  std::iota(source.begin(), source.end(), 1.0F);
  std::vector<std::uint32_t> places(count);
  for (std::uint32_t i = 0; i < count; ++i) places[i] = 4 * (count - 1 - i);
  const auto dst = tensor(0, std::vector<float>(count));
  const auto src = tensor(4 * count, source);
  const auto at = tensor(8 * count, places);
  AscendC::Gather(dst, src, at, 0, std::uint64_t{8}, 256, 1);
  EXPECT_TRUE(values(dst, count) == std::vector<float>(source.rbegin(), source.rend()));
  const std::uint64_t bits[] = {0xff, 0};
  AscendC::Duplicate(src, 0.0F, static_cast<std::int32_t>(count));
  AscendC::Scatter(src, dst, at, 0, bits, 256, 1);
  EXPECT_TRUE(values(src, count) == source);
}

TEST_P(Tensors, With256IterationsAWholeTensorIsReversedAndBack) {
  const std::uint32_t lanes = k.lanes(4);
  const std::uint32_t count = 256 * lanes;
  const std::uint32_t blocks = GetParam().vlen_bytes / 32;
  std::vector<float> source(count);
  std::iota(source.begin(), source.end(), 1.0F);
  std::vector<std::uint32_t> places(count);
  for (std::uint32_t i = 0; i < count; ++i) places[i] = 4 * (count - 1 - i);
  const auto dst = tensor(0, std::vector<float>(count));
  const auto src = tensor(4 * count, source);
  const auto at = tensor(8 * count, places);
  AscendC::Gather(dst, src, at, 0, std::uint64_t{lanes}, 256, blocks);
  EXPECT_TRUE(values(dst, count) == std::vector<float>(source.rbegin(), source.rend()));
  AscendC::Duplicate(src, 0.0F, std::uint64_t{lanes}, 256, 1, blocks);
  EXPECT_TRUE(values(src, count) == std::vector<float>(count));
  AscendC::Scatter(src, dst, at, 0, std::uint64_t{lanes}, 256, blocks);
  EXPECT_TRUE(values(src, count) == source);
}

TEST_P(Tensors, IterationsOfBytesCoverHalfAVector) {
  const std::uint32_t lanes = k.lanes(2);
  const auto source = random<std::uint8_t>(2 * std::size_t{lanes});
  const auto places = offsets(2 * std::size_t{lanes}, 1);
  const auto src = tensor(kSrc, source);
  const auto at = tensor(kOffsets, places);
  const auto blocks = static_cast<std::uint16_t>(GetParam().vlen_bytes / 32);
  const auto dst = tensor(kDst, std::vector<std::uint8_t>(64 * std::size_t{blocks}, 99));
  AscendC::Gather(dst, src, at, 0, std::uint64_t{lanes}, 2, blocks);
  std::vector<std::uint8_t> expected(64 * std::size_t{blocks}, 99);
  for (std::uint32_t i = 0; i < 2 * lanes; ++i) {
    expected[i / lanes * blocks * 32 + i % lanes] = source[places[i]];
  }
  EXPECT_EQ(values(dst, expected.size()), expected);
}

TEST_P(Tensors, ABaseBeyond32BitsIsAnErrorOfBounds) {
  const auto src = tensor(kSrc, random<float>(64));
  const auto at = tensor(kOffsets, offsets(64, 4));
  const auto before = random<float>(64);
  const auto dst = tensor(kDst, before);
  const std::uint32_t base = 0U - kSrc;  // cut to 32 bits, the sum would be 0
  const auto expect_bounds = [&](auto&& call) {
    const auto error = error_of([&] {
      call();
      k.unit.wait();
    });
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->status(), Status::ErrBounds) << error->what();
  };
  expect_bounds([&] { AscendC::Gather(dst, src, at, base, 64U); });
  expect_bounds([&] { AscendC::Gather(dst, src, at, 0U - kSrc - 4, 64U); });  // base + index
  expect_bounds([&] { AscendC::Scatter(src, dst, at, base, 64U); });
  EXPECT_EQ(values(dst, 64), before);
  AscendC::Gather(dst, src, at, base, 0U);  // no element, no error
  k.unit.wait();
}

TEST_P(Tensors, GatherbTakesBlocks) {
  const std::uint32_t blocks = GetParam().vlen_bytes / 32;
  const auto source = random<std::uint16_t>(std::size_t{3} * blocks * 16);
  const auto places = offsets(std::size_t{2} * blocks, 32);
  const auto src = tensor(kSrc, source);
  const auto at = tensor(kOffsets, places);
  const std::size_t count = std::size_t{4} * blocks * 16;
  for (const std::uint8_t stride : {0, 1, 2}) {
    const auto dst = tensor(kDst, std::vector<std::uint16_t>(count, 99));
    const auto next = static_cast<std::uint8_t>(blocks * std::max<std::uint32_t>(stride, 1));
    AscendC::Gatherb(dst, src, at, 2, {stride, next});
    std::vector<std::uint16_t> expected(count, 99);
    for (std::size_t i = 0; i < std::size_t{2} * blocks * 16; ++i) {
      expected[i / 16 * std::max<std::size_t>(stride, 1) * 16 + i % 16] =
          source[places[i / 16] / 2 + i % 16];
    }
    EXPECT_EQ(values(dst, count), expected) << "stride " << int{stride};
  }
}

TEST_P(Tensors, GatherMaskKeepsPatterns) {
  for_types<std::uint8_t, half, std::uint32_t>([&](auto type) {
    using T = decltype(type);
    const std::uint32_t lanes = k.lanes(sizeof(T));
    const auto blocks = static_cast<std::uint16_t>(GetParam().vlen_bytes / 32);
    const auto source = random<T>(3 * std::size_t{lanes});
    const auto src = tensor(kSrc, source);
    for (std::uint8_t pattern = 1; pattern <= 7; ++pattern) {
      const auto dst = tensor(kDst, std::vector<T>(3 * std::size_t{lanes}, T(99)));
      std::uint64_t kept = 0;
      AscendC::GatherMask(dst, src, pattern, false, 0, {1, 3, blocks, 0}, kept);
      std::vector<T> expected;
      for (std::uint32_t i = 0; i < 3 * lanes; ++i) {
        const std::uint32_t lane = i % lanes;
        const bool keep = pattern <= 2   ? lane % 2 == pattern - 1U
                          : pattern == 7 ? true
                                         : lane % 4 == pattern - 3U;
        if (keep) expected.push_back(source[i]);
      }
      EXPECT_EQ(kept, expected.size());
      EXPECT_EQ(values(dst, expected.size()), expected) << "pattern " << int{pattern};
    }
    std::uint64_t kept = 0;
    const std::uint8_t wrong = 8;
    EXPECT_EQ(error_of([&] {
                AscendC::GatherMask(src, src, wrong, false, 0, {1, 1, blocks, 0}, kept);
              })
                  .value()
                  .status(),
              Status::ErrParam);
  });
}

TEST_P(Tensors, GatherMaskChecksTheBitsOfAllIterations) {
  const std::uint32_t ub_bytes = k.unit.config().ub_bytes;
  const auto src = tensor(kSrc, random<std::uint16_t>(64));
  const LocalTensor<std::uint16_t> bits(ub_bytes - 32, 16);  // enough for one iteration
  std::uint64_t kept = 0;
  EXPECT_EQ(error_of([&] {
              AscendC::GatherMask(src, src, bits, true, 16, {1, 2, 0, 1}, kept);
            })
                .value()
                .api(),
            "GatherMask");
  EXPECT_NO_THROW(AscendC::GatherMask(src, src, bits, true, 16, {1, 2, 0, 0}, kept));
}

TEST_P(Tensors, GatherMaskTakesBitsOfATensorAndCounts) {
  for_types<std::int16_t, float>([&](auto type) {
    using T = decltype(type);
    using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>;
    const std::uint32_t count = k.lanes(sizeof(T)) + 6;  // of an iteration: more than a vector
    const auto step = static_cast<std::uint16_t>(count * sizeof(T) / 32 + 1);
    const auto source = random<T>(3 * std::size_t{step} * 32 / sizeof(T));
    std::vector<Bits> bits(64);
    for (Bits& word : bits) word = static_cast<Bits>(generator_());
    const auto src = tensor(kSrc, source);
    const auto mask = tensor(kOffsets, bits);
    const auto dst = tensor(kDst, std::vector<T>(2 * std::size_t{count}, T(99)));
    for (const std::uint8_t bits_step : {0, 2}) {
      std::uint64_t kept = 0;
      AscendC::GatherMask(dst, src, mask, true, count, {1, 2, step, bits_step}, kept);
      std::vector<T> expected;
      for (std::uint32_t i = 0; i < 2 * count; ++i) {
        const std::uint32_t bit = i / count * bits_step * 256 + i % count;
        const Bits word = bits[bit / (8 * sizeof(Bits))];
        if ((word >> (bit % (8 * sizeof(Bits))) & 1U) == 0) continue;
        expected.push_back(source[i / count * step * 32 / sizeof(T) + i % count]);
      }
      EXPECT_EQ(kept, expected.size());
      EXPECT_EQ(values(dst, expected.size()), expected);
    }
  });
}

TEST_P(Tensors, GatherMaskOfWholeVectorsAndPatternsThatCount) {
  const std::uint32_t lanes = k.lanes(2);
  const auto blocks = static_cast<std::uint16_t>(GetParam().vlen_bytes / 32);
  const auto source = random<std::uint16_t>(2 * std::size_t{lanes});
  std::vector<std::uint16_t> bits(lanes / 16);
  for (auto& word : bits) word = static_cast<std::uint16_t>(generator_());
  const auto src = tensor(kSrc, source);
  const auto mask = tensor(kOffsets, bits);
  const auto dst = tensor(kDst, std::vector<std::uint16_t>(2 * std::size_t{lanes}));
  // Without the mode that counts an iteration is a vector; a step of 0 takes the same bits again.
  std::uint64_t kept = 0;
  AscendC::GatherMask(dst, src, mask, false, 3, {1, 2, blocks, 0}, kept);
  std::vector<std::uint16_t> expected;
  for (std::uint32_t i = 0; i < 2 * lanes; ++i) {
    const std::uint32_t bit = i % lanes;
    if ((bits[bit / 16] >> (bit % 16) & 1U) != 0) expected.push_back(source[i]);
  }
  EXPECT_EQ(kept, expected.size());
  EXPECT_EQ(values(dst, expected.size()), expected);
  // With it, pattern 1 keeps the even places of so many elements of each iteration.
  const std::uint32_t count = lanes - 3;
  AscendC::GatherMask(dst, src, std::uint8_t{1}, true, count, {1, 2, blocks, 0}, kept);
  expected.clear();
  for (std::uint32_t i = 0; i < 2 * lanes; ++i) {
    if (i % lanes < count && i % lanes % 2 == 0) expected.push_back(source[i]);
  }
  EXPECT_EQ(kept, expected.size());
  EXPECT_EQ(values(dst, expected.size()), expected);
}

TEST_P(Tensors, CopyOfEightByteElementsTakesBothMasks) {
  const std::uint32_t lanes = k.lanes(8);
  const auto blocks = static_cast<std::uint16_t>(GetParam().vlen_bytes / 32);
  const auto source = random<std::int64_t>(2 * std::size_t{lanes});
  const auto src = tensor(kSrc, source);
  const auto copied = [&](const auto& mask) {
    const auto dst = tensor(kDst, std::vector<std::int64_t>(2 * std::size_t{lanes}, 99));
    AscendC::Copy(dst, src, mask, 2, {1, 1, blocks, blocks});
    return values(dst, 2 * std::size_t{lanes});
  };
  const auto expected = [&](auto on) {
    std::vector<std::int64_t> all(2 * std::size_t{lanes}, 99);
    for (std::uint32_t i = 0; i < 2 * lanes; ++i) {
      if (on(i % lanes)) all[i] = source[i];
    }
    return all;
  };
  EXPECT_EQ(copied(std::uint64_t{lanes - 1}),
            expected([&](std::uint32_t lane) { return lane < lanes - 1; }));
  const std::uint64_t bits[] = {0xa5a5'a5a5U & ((1ULL << lanes) - 1), 0};
  EXPECT_EQ(copied(bits),
            expected([&](std::uint32_t lane) { return (bits[0] >> lane & 1U) != 0; }));
}

TEST_P(Tensors, CopyCountsTheElementsOfAnIteration) {
  const std::uint32_t count = 3 * k.lanes(4) + 5;
  const auto source = random<std::int32_t>(std::size_t{count} * 2 + 64);
  const auto src = tensor(kSrc, source);
  const auto dst = tensor(kDst, std::vector<std::int32_t>(count + 1, 99));
  AscendC::SetMaskCount();
  AscendC::SetVectorMask<std::int32_t, AscendC::MaskMode::COUNTER>(
      static_cast<std::int32_t>(count));
  AscendC::Copy<std::int32_t, false>(dst, src, AscendC::MASK_PLACEHOLDER, 1, {1, 2, 8, 8});
  AscendC::SetMaskNorm();
  AscendC::ResetMask();
  std::vector<std::int32_t> expected(count + 1, 99);
  for (std::uint32_t i = 0; i < count; ++i) expected[i] = source[i / 8 * 16 + i % 8];
  EXPECT_EQ(values(dst, count + 1), expected);
}

TEST_P(Tensors, CalculationsGoIterationByIteration) {
  // A repeat stride of 0 for dst and src0 adds all iterations up.
  const std::uint32_t lanes = k.lanes(4);
  const auto blocks = static_cast<std::uint8_t>(GetParam().vlen_bytes / 32);
  const auto source = random<float>(4 * std::size_t{lanes});
  const auto src = tensor(kSrc, source);
  const auto sum = tensor(kDst, std::vector<float>(lanes));
  AscendC::Add(sum, sum, src, std::uint64_t{lanes}, 4, {1, 1, 1, 0, 0, blocks});
  std::vector<float> expected(lanes);
  for (std::size_t i = 0; i < source.size(); ++i) expected[i % lanes] += source[i];
  EXPECT_EQ(values(sum, lanes), expected);
  // Commands and operations take the same elements.
  for_types<std::int32_t, std::uint32_t>([&](auto type) {
    using T = decltype(type);
    const auto a = tensor(kSrc, random<T>(lanes + 3));
    const auto b = tensor(kOffsets, random<T>(lanes + 3));
    const auto c = tensor(kDst, std::vector<T>(lanes + 3, T(99)));
    AscendC::Add(c, a, b, static_cast<std::int32_t>(lanes + 2));
    const auto first = values(a, lanes + 3);
    const auto second = values(b, lanes + 3);
    std::vector<T> both(lanes + 3, T(99));
    for (std::uint32_t i = 0; i < lanes + 2; ++i) both[i] = first[i] + second[i];
    EXPECT_EQ(values(c, lanes + 3), both);
  });
}

TEST_P(Tensors, DuplicateCastAndScalars) {
  const auto dst = tensor(kDst, std::vector<half>(40, half(1.0F)));
  AscendC::Duplicate(dst, 18.0, 39);
  std::vector<half> expected(40, half(18.0F));
  expected[39] = half(1.0F);
  EXPECT_EQ(values(dst, 40), expected);
  const auto src = tensor(kSrc, std::vector<float>{1.5F, -2.5F, 70000.0F, 3.0F});
  const auto whole = LocalTensor<std::int16_t>(kDst, 4);
  AscendC::Cast(whole, src, AscendC::RoundMode::CAST_RINT, 4);
  EXPECT_EQ(values(whole, 4), (std::vector<std::int16_t>{2, -2, 32767, 3}));
  AscendC::Muls(src, src, 2.0F, 2);
  EXPECT_EQ(values(src, 4), (std::vector<float>{3.0F, -5.0F, 70000.0F, 3.0F}));
  constexpr static AscendC::BinaryConfig kFirst{0};
  AscendC::Subs<AscendC::BinaryDefaultType, true, kFirst>(src, src[3], src, 2);
  EXPECT_EQ(values(src, 2), (std::vector<float>{0.0F, 8.0F}));
}

TEST_P(Tensors, TypesOfTwoLengthsGoOnWithoutGaps) {
  const std::size_t count = 3 * k.lanes(4) + 5;
  const auto halves = random<half>(count);
  const auto src = tensor(kSrc, halves);
  const auto dst = tensor(kDst, std::vector<float>(count, 1.0F));
  AscendC::Axpy(dst, src, half(2.0F), static_cast<std::int32_t>(count));
  std::vector<float> expected(halves.begin(), halves.end());
  for (float& value : expected) value = 1.0F + 2.0F * value;
  EXPECT_EQ(values(dst, count), expected);
  AscendC::Cast(dst, src, AscendC::RoundMode::CAST_NONE, static_cast<std::uint32_t>(count));
  expected.assign(halves.begin(), halves.end());
  EXPECT_EQ(values(dst, count), expected);
  const auto bytes = tensor(kOffsets, std::vector<std::uint8_t>(count));
  AscendC::Cast(bytes, src, AscendC::RoundMode::CAST_RINT, static_cast<std::uint32_t>(count));
  std::vector<std::uint8_t> whole(count);
  for (std::size_t i = 0; i < count; ++i) whole[i] = static_cast<std::uint8_t>(float{halves[i]});
  EXPECT_EQ(values(bytes, count), whole);
  // Each word shifted by its number, in a tensor of shorter elements.
  std::vector<std::uint16_t> distances(count);
  for (std::size_t i = 0; i < count; ++i) distances[i] = static_cast<std::uint16_t>(i % 31);
  const auto words = tensor(kDst, std::vector<std::uint32_t>(count, 1));
  AscendC::ShiftLeft(words, words, tensor(kSrc, distances), static_cast<std::uint32_t>(count));
  std::vector<std::uint32_t> shifted(count);
  for (std::size_t i = 0; i < count; ++i) shifted[i] = 1U << distances[i];
  EXPECT_EQ(values(words, count), shifted);
}

TEST_P(Tensors, CompareAndSelectUseBits) {
  const std::uint32_t count = k.lanes(4) + 9;
  const auto a = tensor(kSrc, random<float>(count));
  const auto b = tensor(kOffsets, random<float>(count));
  const auto bits = LocalTensor<std::uint8_t>(kDst, 64);
  const auto dst = tensor(0, std::vector<float>(count + 1, 99.0F));
  AscendC::Compare(bits, a, b, AscendC::CMPMODE::LT, count);
  AscendC::Select(dst, bits, a, b, AscendC::SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
  const auto first = values(a, count);
  const auto second = values(b, count);
  std::vector<float> smaller(count + 1, 99.0F);
  for (std::uint32_t i = 0; i < count; ++i) smaller[i] = std::min(first[i], second[i]);
  EXPECT_EQ(values(dst, count + 1), smaller);
  AscendC::Compares(bits, a, 100.0F, AscendC::CMPMODE::GE, count);
  AscendC::Select(dst, bits, a, -1.0F, AscendC::SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
  for (std::uint32_t i = 0; i < count; ++i) smaller[i] = first[i] >= 100 ? first[i] : -1.0F;
  EXPECT_EQ(values(dst, count + 1), smaller);
}

TEST_P(Tensors, CompareHasSixModes) {
  using AscendC::CMPMODE;
  const std::pair<CMPMODE, bool (*)(float, float)> modes[] = {
      {CMPMODE::LT, [](float a, float b) { return a < b; }},
      {CMPMODE::GT, [](float a, float b) { return a > b; }},
      {CMPMODE::EQ, [](float a, float b) { return a == b; }},
      {CMPMODE::LE, [](float a, float b) { return a <= b; }},
      {CMPMODE::GE, [](float a, float b) { return a >= b; }},
      {CMPMODE::NE, [](float a, float b) { return a != b; }}};
  const std::vector<float> first{1, 2, 3, 1, 2, 3, 1, 2};
  const std::vector<float> second{3, 3, 3, 2, 2, 2, 1, 1};
  const auto a = tensor(kSrc, first);
  const auto b = tensor(kOffsets, second);
  const auto bits = LocalTensor<std::uint8_t>(kDst, 64);
  for (const auto& [mode, holds] : modes) {
    AscendC::Compare(bits, a, b, mode, 8);
    unsigned expected = 0;
    for (unsigned i = 0; i < 8; ++i) expected |= (holds(first[i], second[i]) ? 1U : 0U) << i;
    EXPECT_EQ(bits.GetValue(0), expected) << static_cast<int>(mode);
  }
}

TEST_P(Tensors, SelectTakesTheBitsOfTheFirstIterationForAll) {
  const std::uint32_t lanes = k.lanes(4);
  const auto blocks = static_cast<std::uint8_t>(GetParam().vlen_bytes / 32);
  const auto first = random<float>(2 * std::size_t{lanes});
  const auto second = random<float>(2 * std::size_t{lanes});
  const auto a = tensor(kSrc, first);
  const auto b = tensor(kOffsets, second);
  const auto bits = tensor(kDst, std::vector<std::uint8_t>(16, 0x35));
  const auto dst = tensor(0, std::vector<float>(2 * std::size_t{lanes}));
  k.put(kDst + lanes / 8, std::vector<std::uint8_t>(lanes / 8, 0));  // of the second one
  for (const bool again : {false, true}) {
    AscendC::Select(
        dst, bits, a, b,
        again ? AscendC::SELMODE::VSEL_CMPMASK_SPR : AscendC::SELMODE::VSEL_TENSOR_TENSOR_MODE,
        std::uint64_t{lanes}, 2, {1, 1, 1, blocks, blocks, blocks});
    std::vector<float> expected = second;
    for (std::uint32_t i = 0; i < (again ? 2 : 1) * lanes; ++i) {
      if ((0x35U >> (i % 8) & 1U) != 0) expected[i] = first[i];
    }
    EXPECT_EQ(values(dst, 2 * std::size_t{lanes}), expected);
  }
}

TEST_P(Tensors, CallsOfNoElementsDoNothing) {
  const auto a = tensor(kSrc, std::vector<float>(8, 1.0F));
  const auto dst = tensor(kDst, std::vector<float>(8, 99.0F));
  const auto bits = dst.ReinterpretCast<std::uint8_t>();
  AscendC::Compare(bits, a, a, AscendC::CMPMODE::EQ, 0);
  AscendC::Select(dst, bits, a, a, AscendC::SELMODE::VSEL_TENSOR_TENSOR_MODE, 0);
  AscendC::Interleave(dst, dst, a, a, 0);
  AscendC::Muls(dst, a, 2.0F, 0);
  AscendC::ReduceMax(dst, a, dst, 0, true);
  AscendC::ReduceRepeat<AscendC::ReduceType::MAX, float>(dst, a, 8, 0, 1, 1, 1);
  EXPECT_EQ(k.unit.counts().operations, 0U);
  EXPECT_EQ(values(dst, 8), std::vector<float>(8, 99.0F));
}

TEST_P(Tensors, TheRegisterOfCompareHas128Lanes) {
  const std::uint32_t lanes = k.lanes(1);
  const auto a = tensor(kSrc, std::vector<std::int8_t>(lanes, 1));
  const auto bits = LocalTensor<std::uint8_t>(kDst, 16);
  const AscendC::BinaryRepeatParams by;
  const auto compare = [&](std::uint64_t mask) {
    AscendC::Compare(a, a, AscendC::CMPMODE::EQ, mask, by);
    AscendC::GetCmpMask(bits);
    return values(bits, 16);
  };
  std::vector<std::uint8_t> expected(16);
  for (std::uint32_t lane = 0; lane < std::min(lanes, 128U); ++lane) {
    expected[lane / 8] |= static_cast<std::uint8_t>(1U << (lane % 8));
  }
  EXPECT_EQ(compare(128), expected);
  AscendC::Compare(a, a, AscendC::CMPMODE::LT, std::uint64_t{16}, by);
  AscendC::GetCmpMask(bits);
  expected[0] = expected[1] = 0;  // those of the others stay
  EXPECT_EQ(values(bits, 16), expected);
  expected[0] = expected[1] = 0xff;
  if (lanes <= 128) {  // a larger mask selects no more lanes
    EXPECT_EQ(compare(129), expected);
    return;
  }
  const auto error = error_of([&] { compare(129); });
  EXPECT_EQ(error.value().api(), "Compare");
  EXPECT_EQ(error.value().status(), Status::ErrParam);
  EXPECT_EQ(error.value().lane(), 128U);
  EXPECT_EQ(k.unit.counts().operations, 4U);  // those of the two before: this one has none
}

TEST_P(Tensors, ReductionsFindTheFirstExtreme) {
  const std::uint32_t lanes = k.lanes(4);
  std::vector<float> source(2 * std::size_t{lanes}, 1.0F);
  source[3] = source[5] = 7.0F;
  source[lanes + 1] = -2.0F;
  const auto src = tensor(kSrc, source);
  const auto dst = tensor(kDst, std::vector<float>(8, 99.0F));
  const auto index = dst.ReinterpretCast<std::uint32_t>();
  AscendC::ReduceMax(dst, src, dst, static_cast<std::int32_t>(2 * lanes), true);
  EXPECT_EQ(dst.GetValue(0), 7.0F);
  EXPECT_EQ(index.GetValue(1), 3U);
  EXPECT_EQ(dst.GetValue(2), 99.0F);
  AscendC::ReduceMin(dst, src, dst, static_cast<std::int32_t>(2 * lanes), true);
  EXPECT_EQ(dst.GetValue(0), -2.0F);
  EXPECT_EQ(index.GetValue(1), lanes + 1);
  AscendC::ReduceSum(dst, src, dst, static_cast<std::int32_t>(lanes));
  EXPECT_EQ(dst.GetValue(0), static_cast<float>(lanes + 12));
  EXPECT_EQ(AscendC::GetReduceRepeatSumSpr<float>(), static_cast<float>(lanes + 12));
  const auto blocks = static_cast<std::int32_t>(GetParam().vlen_bytes / 32);
  AscendC::ReduceRepeat<AscendC::ReduceType::MIN, float>(dst, src, static_cast<int>(lanes), 2, 1, 1,
                                                         blocks);
  EXPECT_EQ(dst.GetValue(0), 1.0F);
  EXPECT_EQ(index.GetValue(1), 0U);
  EXPECT_EQ(dst.GetValue(2), -2.0F);
  EXPECT_EQ(index.GetValue(3), 1U);
}

TEST_P(Tensors, ReductionsOfIterationsInEveryOrder) {
  using AscendC::ReduceOrder;
  using AscendC::ReduceType;
  const std::uint32_t lanes = k.lanes(4);
  const auto blocks = static_cast<std::int32_t>(GetParam().vlen_bytes / 32);
  std::vector<float> source(2 * std::size_t{lanes}, 1.0F);
  source[5] = 7.0F;
  source[lanes + 2] = 9.0F;
  const auto src = tensor(kSrc, source);
  const auto bits_of = [](float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  };
  const std::uint32_t seven = bits_of(7);
  const std::uint32_t nine = bits_of(9);
  const std::pair<ReduceOrder, std::vector<std::uint32_t>> orders[] = {
      {ReduceOrder::ORDER_VALUE_INDEX, {seven, 5, nine, 2, 99}},
      {ReduceOrder::ORDER_INDEX_VALUE, {5, seven, 2, nine, 99}},
      {ReduceOrder::ORDER_ONLY_VALUE, {seven, nine, 99}},
      {ReduceOrder::ORDER_ONLY_INDEX, {5, 2, 99}}};
  for (const auto& [order, expected] : orders) {
    const auto dst = tensor(kDst, std::vector<std::uint32_t>(8, 99)).ReinterpretCast<float>();
    AscendC::ReduceRepeat<ReduceType::MAX, float>(dst, src, static_cast<std::int32_t>(lanes), 2, 1,
                                                  1, blocks, order);
    EXPECT_EQ(k.get<std::uint32_t>(kDst, expected.size()), expected) << static_cast<int>(order);
  }
  // Sums have no index, whatever the order.
  const auto dst = tensor(kDst, std::vector<float>(2 * std::size_t{lanes}, 99.0F));
  AscendC::ReduceRepeat<ReduceType::SUM, float>(dst, src, static_cast<std::int32_t>(lanes), 2, 1, 1,
                                                blocks, ReduceOrder::ORDER_INDEX_VALUE);
  EXPECT_EQ(values(dst, 3), (std::vector<float>{static_cast<float>(lanes + 6),
                                                static_cast<float>(lanes + 8), 99.0F}));
  // Groups of a block and of two elements.
  AscendC::ReduceDataBlock<ReduceType::MAX, float>(dst, src, static_cast<std::int32_t>(lanes), 2, 1,
                                                   1, blocks);
  std::vector<float> largest;
  for (std::size_t i = 0; i < source.size(); i += 8) {
    largest.push_back(*std::max_element(source.begin() + static_cast<std::ptrdiff_t>(i),
                                        source.begin() + static_cast<std::ptrdiff_t>(i) + 8));
  }
  EXPECT_EQ(values(dst, largest.size()), largest);
  AscendC::ReducePairElem<ReduceType::SUM, float>(dst, src, static_cast<std::int32_t>(lanes), 2, 1,
                                                  1, blocks);
  std::vector<float> pairs;
  for (std::size_t i = 0; i < source.size(); i += 2) pairs.push_back(source[i] + source[i + 1]);
  EXPECT_EQ(values(dst, pairs.size()), pairs);
  // Without an index the element behind the result stays.
  AscendC::ReduceMax(dst, src, dst, std::uint64_t{lanes}, 2, blocks);
  EXPECT_EQ(values(dst, 2), (std::vector<float>{9.0F, pairs[1]}));
  AscendC::ReduceMin(dst, src, dst, static_cast<std::int32_t>(lanes));
  EXPECT_EQ(values(dst, 2), (std::vector<float>{1.0F, pairs[1]}));
}

TEST_P(Tensors, InterleaveAndBack) {
  const std::vector<std::int16_t> even{0, 2, 4, 6};
  const std::vector<std::int16_t> odd{1, 3, 5, 7};
  const auto a = tensor(0, even);
  const auto b = tensor(64, odd);
  const auto c = LocalTensor<std::int16_t>(128, 4);
  const auto d = LocalTensor<std::int16_t>(192, 4);
  AscendC::Interleave(c, d, a, b, 4);
  EXPECT_EQ(values(c, 4), (std::vector<std::int16_t>{0, 1, 2, 3}));
  EXPECT_EQ(values(d, 4), (std::vector<std::int16_t>{4, 5, 6, 7}));
  AscendC::DeInterleave(c, d, c, d, 4);
  EXPECT_EQ(values(c, 4), even);
  EXPECT_EQ(values(d, 4), odd);
}

TEST_P(Tensors, MoveMaskTakesTheMaskOfTensors) {
  AscendC::SetVectorMask<float>(0, 0xa5);
  const AscendC::Reg::MaskReg mask = AscendC::Reg::MoveMask<float>();
  AscendC::ResetMask();
  AscendC::Reg::RegTensor<std::int32_t> counts;
  AscendC::Reg::Unsqueeze(counts, mask);
  const auto found = k.lanes_of<std::int32_t>(counts.index("test"));
  EXPECT_EQ(std::vector<std::int32_t>(found.begin(), found.begin() + 8),
            (std::vector<std::int32_t>{0, 1, 1, 2, 2, 2, 3, 3}));
}

TEST_P(Tensors, ErrorsAreSentences) {
  const std::uint32_t ub = GetParam().ub_bytes;
  const LocalTensor<float> tensor(0, 64);
  const auto outside = error_of([&] { AscendC::Duplicate(tensor, 0.0F, static_cast<int>(ub)); });
  EXPECT_EQ(outside.value().status(), Status::ErrBounds);
  EXPECT_NE(std::string(outside.value().what()).find("Duplicate"), std::string::npos);
  const auto odd = error_of([&] { AscendC::Muls(tensor, tensor[1], 2.0F, 4); });
  EXPECT_EQ(odd.value().status(), Status::ErrAlign);
  // An offset outside UB is an error of the command, which the next wait throws.
  const auto offsets = LocalTensor<std::uint32_t>(kOffsets, 4);
  k.put(kOffsets, std::vector<std::uint32_t>{0, ub, 0, 0});
  AscendC::Gather(tensor, tensor, offsets, 0, 4);
  const std::string here = fmt::format("Gather at kernel_tensor_test.cpp:{}", __LINE__ - 1);
  const auto lane = error_of([&] { k.unit.wait(); });
  EXPECT_EQ(lane.value().api(), "Gather");
  EXPECT_NE(std::string(lane.value().what()).find(here), std::string::npos) << lane.value().what();
  EXPECT_EQ(lane.value().lane(), 1U);
}

}  // namespace
}  // namespace gsq::testing
