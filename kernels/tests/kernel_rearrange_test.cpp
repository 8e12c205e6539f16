// SPDX-License-Identifier: Apache-2.0
// Conversions with layouts, reductions, histograms and mask logic of AscendC::Reg: where lanes and
// bits go.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "register_fixture.hpp"

namespace {

using namespace AscendC;       // NOLINT(google-build-using-namespace): as kernels do
using namespace AscendC::Reg;  // NOLINT(google-build-using-namespace)

class Rearrange : public gsq::testing::Registers {
 protected:
  /// The mask with the given bits, by bytes.
  MaskReg mask_of(const std::vector<bool>& bits) {
    MaskReg made;
    SetMask<std::uint8_t>(made, bits);
    return made;
  }
  /// As many random bits as a mask has.
  std::vector<bool> random_bits() {
    std::vector<bool> bits(k.lanes(1));
    for (auto&& bit : bits) bit = random_() % 2 != 0;
    return bits;
  }

 private:
  std::mt19937 random_{5};
};
INSTANTIATE_TEST_SUITE_P(VectorLengths, Rearrange,
                         ::testing::ValuesIn(gsq::testing::kernel_configs()),
                         [](const auto& info) { return info.param.name; });

constexpr CastTrait kRintOne = {RegLayout::ONE, SatMode::NO_SAT, MaskMergeMode::ZEROING,
                                RoundMode::CAST_RINT};

TEST_P(Rearrange, CastToLongerLanesTakesThoseOfTheLayout) {
  std::vector<half> values;
  for (std::size_t i = 0; i < k.lanes(2); ++i) values.emplace_back(static_cast<float>(i));
  const auto src = reg<half>(values);
  RegTensor<float> dst;
  Cast(dst, src, CreateMask<half>());  // the default takes layout ZERO
  std::vector<float> expected;
  for (std::size_t i = 0; i < k.lanes(4); ++i) expected.push_back(static_cast<float>(2 * i));
  EXPECT_EQ(lanes(dst), expected);

  // The mask selects lanes of the source: of 2 bytes.
  std::vector<bool> bits(k.lanes(1));
  bits[2 * 3] = true;  // lane 3, the odd one of the second pair
  bits[2 * 4] = true;  // lane 4, which does not take part
  Cast<float, half, kRintOne>(dst, src, mask_of(bits));
  expected.assign(k.lanes(4), 0.0F);
  expected[1] = 3.0F;
  EXPECT_EQ(lanes(dst), expected);

  static constexpr CastTrait kThree = {RegLayout::THREE};
  RegTensor<std::int32_t> wide;
  Cast<std::int32_t, std::int8_t, kThree>(wide, reg<std::int8_t>({1, 2, 3, -4}),
                                          CreateMask<std::int8_t>());
  EXPECT_EQ(lanes(wide), fill<std::int32_t>({-4}));
}

TEST_P(Rearrange, CastToShorterLanesZeroesTheOthers) {
  static constexpr CastTrait kSat = {RegLayout::ONE, SatMode::SAT, MaskMergeMode::ZEROING,
                                     RoundMode::CAST_ROUND};
  RegTensor<std::int16_t> dst = reg<std::int16_t>({9});
  Cast<std::int16_t, float, kSat>(dst, reg<float>({2.5F, -1e9F}), CreateMask<float>());
  EXPECT_EQ(lanes(dst), fill<std::int16_t>({0, 3, 0, -32768}));
  Cast<std::int16_t, float, kSat>(dst, reg<float>({2.5F, -1e9F}), mask<float>({false, true}));
  EXPECT_EQ(lanes(dst), fill<std::int16_t>({0, 0, 0, -32768}));
  static constexpr CastTrait kMerge = {RegLayout::TWO, SatMode::NO_SAT, MaskMergeMode::MERGING};
  RegTensor<std::uint8_t> bytes = reg<std::uint8_t>({7});
  Cast<std::uint8_t, std::int32_t, kMerge>(bytes, reg<std::int32_t>({0x1234}),
                                           mask<std::int32_t>({true, false}));
  EXPECT_EQ(lanes(bytes), fill<std::uint8_t>({7, 7, 0x34, 7, 7, 7, 7, 7}));
}

TEST_P(Rearrange, CastOfOneLengthAndTruncate) {
  static constexpr CastTrait kFloor = {RegLayout::UNKNOWN, SatMode::SAT, MaskMergeMode::ZEROING,
                                       RoundMode::CAST_FLOOR};
  RegTensor<std::int32_t> dst;
  Cast<std::int32_t, float, kFloor>(dst, reg<float>({-0.5F, 3e9F, 2.75F, 7.0F}),
                                    CreateMask<float>());
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({-1, INT32_MAX, 2, 7}));
  RegTensor<float> rounded;
  Truncate<float, RoundMode::CAST_CEIL>(rounded, reg<float>({-0.5F, 1.25F}), CreateMask<float>());
  EXPECT_EQ(lanes(rounded), fill<float>({-0.0F, 2.0F}));
}

TEST_P(Rearrange, ReduceWritesValueAndLane) {
  std::vector<half> values(k.lanes(2), half(1.0F));
  values[5] = half(-3.0F);
  values[7] = half(4.0F);
  values[9] = half(4.0F);
  const auto src = reg<half>(values);
  const MaskReg all = CreateMask<half>();
  RegTensor<half> dst;
  Reduce<ReduceType::MAX>(dst, src, all);
  EXPECT_EQ(static_cast<float>(lanes(dst)[0]), 4.0F);
  EXPECT_EQ(k.lanes_of<std::uint16_t>(dst.index("test"))[1], 7);
  EXPECT_EQ(k.lanes_of<std::uint16_t>(dst.index("test"))[2], 0);
  ReduceMin(dst, src, all);
  EXPECT_EQ(static_cast<float>(lanes(dst)[0]), -3.0F);
  EXPECT_EQ(k.lanes_of<std::uint16_t>(dst.index("test"))[1], 5);
  Reduce(dst, src, all);
  EXPECT_EQ(static_cast<float>(lanes(dst)[0]), static_cast<float>(k.lanes(2) - 3 - 3 + 8));
  Reduce<ReduceType::MAX>(dst, src, CreateMask<half, MaskPattern::ALLF>());
  EXPECT_EQ(static_cast<float>(lanes(dst)[0]), -65504.0F);

  RegTensor<std::int32_t> sum;
  ReduceSum(sum, reg<std::int16_t>({-32768}), CreateMask<std::int16_t>());
  std::vector<std::int32_t> expected(k.lanes(4));
  expected[0] = -32768 * static_cast<std::int32_t>(k.lanes(2));
  EXPECT_EQ(lanes(sum), expected);
}

TEST_P(Rearrange, ReduceWithinBlocks) {
  std::vector<std::uint32_t> values(k.lanes(4));
  std::iota(values.begin(), values.end(), 1U);
  const auto src = reg<std::uint32_t>(values);
  const std::size_t blocks = k.lanes(1) / 32;
  std::vector<std::uint32_t> sums(k.lanes(4));
  std::vector<std::uint32_t> largest(k.lanes(4));
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t i = 0; i < 8; ++i) {
      if (i != 7) sums[block] += values[8 * block + i];
      if (i != 7) largest[block] = values[8 * block + i];
    }
  }
  const MaskReg some = mask<std::uint32_t>({true, true, true, true, true, true, true, false});
  RegTensor<std::uint32_t> dst;
  ReduceDataBlock(dst, src, some);
  EXPECT_EQ(lanes(dst), sums);
  ReduceMaxWithDataBlock(dst, src, some);
  EXPECT_EQ(lanes(dst), largest);

  std::vector<float> pairs(k.lanes(4));
  for (std::size_t i = 0; i < pairs.size() / 2; ++i) pairs[i] = i % 2 == 0 ? 3.0F : 4.0F;
  RegTensor<float> sums_of_pairs;
  PairReduceElem(sums_of_pairs, reg<float>({1.0F, 2.0F, 4.0F, 8.0F}),
                 mask<float>({true, true, true, false}));
  EXPECT_EQ(lanes(sums_of_pairs), pairs);
}

TEST_P(Rearrange, HistogramsAddToTheResult) {
  const std::uint32_t bins = k.lanes(2);
  std::vector<std::uint8_t> values(k.lanes(1), 0);
  values[1] = static_cast<std::uint8_t>(bins);  // the first value of BIN1
  values[2] = static_cast<std::uint8_t>(bins + 1);
  values[3] = 1;
  RegTensor<std::uint16_t> dst = reg<std::uint16_t>({100});
  Histograms<std::uint8_t, std::uint16_t, HistogramsBinType::BIN0, HistogramsType::FREQUENCY>(
      dst, reg<std::uint8_t>(values), CreateMask<std::uint8_t>());
  std::vector<std::uint16_t> expected(bins, 100);
  expected[0] = static_cast<std::uint16_t>(100 + k.lanes(1) - 3);
  expected[1] = 101;
  EXPECT_EQ(lanes(dst), expected);
  Duplicate(dst, 0);
  Histograms<std::uint8_t, std::uint16_t, HistogramsBinType::BIN1, HistogramsType::ACCUMULATE>(
      dst, reg<std::uint8_t>(values), CreateMask<std::uint8_t, MaskPattern::VL4>());
  expected.assign(bins, 4);
  expected[0] = 3;  // all values of lower bins count
  EXPECT_EQ(lanes(dst), expected);
}

TEST_P(Rearrange, MaskLogicBitByBit) {
  const std::vector<bool> x = random_bits();
  const std::vector<bool> y = random_bits();
  const std::vector<bool> on = random_bits();
  const MaskReg a = mask_of(x);
  const MaskReg b = mask_of(y);
  const MaskReg m = mask_of(on);
  const auto expect = [&](const MaskReg& found, auto function, const char* what) {
    std::vector<bool> expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) expected[i] = function(i);
    EXPECT_EQ(bits(found), expected) << what;
  };
  MaskReg dst;
  k.unit.wait();
  k.commands();
  And(dst, a, b, m);
  expect(
      dst, [&](std::size_t i) { return x[i] && y[i] && on[i]; }, "And");
  MaskOr(dst, a, b, m);
  expect(
      dst, [&](std::size_t i) { return (x[i] || y[i]) && on[i]; }, "Or");
  Xor(dst, a, b, m);
  expect(
      dst, [&](std::size_t i) { return x[i] != y[i] && on[i]; }, "Xor");
  MaskNot(dst, a, m);
  expect(
      dst, [&](std::size_t i) { return !x[i] && on[i]; }, "Not");
  Move(dst, a, m);
  expect(
      dst, [&](std::size_t i) { return x[i] && on[i]; }, "Move");
  // Five commands of the unit where it has them, else operations.
  EXPECT_EQ(k.commands(), k.unit.config().lane_ops != 0 ? 5U : 0U);
  Move(dst, a);
  expect(
      dst, [&](std::size_t i) { return x[i]; }, "Move");
  MaskSel(dst, a, b, m);
  expect(
      dst, [&](std::size_t i) { return on[i] ? x[i] : y[i]; }, "Select");
}

TEST_P(Rearrange, MasksOfLongerAndShorterLanes) {
  const std::vector<bool> x = random_bits();
  const std::vector<bool> y = random_bits();
  const std::size_t half_size = x.size() / 2;
  MaskReg low;
  MaskReg high;
  Interleave<std::uint16_t>(low, high, mask_of(x), mask_of(y));
  std::vector<bool> expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t lane = i / 4;
    expected[i] = (i / 2 % 2 == 0 ? x : y)[2 * lane + i % 2];
  }
  EXPECT_EQ(bits(low), expected);
  MaskReg first;
  MaskReg second;
  MaskDeInterleave<std::uint16_t>(first, second, low, high);
  EXPECT_EQ(bits(first), x);
  EXPECT_EQ(bits(second), y);

  // A mask of words becomes two masks of longer lanes, and these the mask of words again.
  const MaskReg words = mask<std::uint16_t>({true, false, false, true, true});
  MaskReg lower;
  MaskReg upper;
  UnPack<HighLowPart::LOWEST>(lower, words);
  MaskUnPack<HighLowPart::HIGHEST>(upper, words);
  EXPECT_EQ(lane_bits<std::uint32_t>(lower).at(3), true);
  EXPECT_EQ(lane_bits<std::uint32_t>(upper).at(0),
            lane_bits<std::uint16_t>(words).at(half_size / 2));
  MaskReg packed_lower;
  MaskReg packed_upper;
  Pack(packed_lower, lower);
  MaskPack<HighLowPart::HIGHEST>(packed_upper, upper);
  MaskReg both;
  Or(both, packed_lower, packed_upper, CreateMask<std::uint8_t>());
  EXPECT_EQ(bits(both), bits(words));
}

}  // namespace
