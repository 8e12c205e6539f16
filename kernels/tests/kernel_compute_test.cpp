// SPDX-License-Identifier: Apache-2.0
// Calculations of AscendC::Reg on registers: which lanes, which masks, which types. The functions
// of single lanes have tests of their own.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "register_fixture.hpp"

namespace {

using namespace AscendC;       // NOLINT(google-build-using-namespace): as kernels do
using namespace AscendC::Reg;  // NOLINT(google-build-using-namespace)

constexpr float kInf = std::numeric_limits<float>::infinity();

class Compute : public gsq::testing::Registers {};
INSTANTIATE_TEST_SUITE_P(VectorLengths, Compute,
                         ::testing::ValuesIn(gsq::testing::kernel_configs()),
                         [](const auto& info) { return info.param.name; });

TEST_P(Compute, UnselectedLanesBecomeZeroOrStay) {
  const auto a = reg<std::int32_t>({1, 2, 3, 4});
  const auto b = reg<std::int32_t>({10, 20, 30, 40});
  const MaskReg even = mask<std::int32_t>({true, false});
  RegTensor<std::int32_t> dst = reg<std::int32_t>({7});
  Add(dst, a, b, even);
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({11, 0, 33, 0}));
  dst = reg<std::int32_t>({7});
  Add<std::int32_t, MaskMergeMode::MERGING>(dst, a, b, even);
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({11, 7, 33, 7}));
  // In place, and the source of a copy stays.
  const RegTensor<std::int32_t> copy = dst;
  Add(dst, dst, dst, even);
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({22, 0, 66, 0}));
  EXPECT_EQ(lanes(copy), fill<std::int32_t>({11, 7, 33, 7}));
  // What keeps a part of it as well, first while copies share the value, then alone.
  Add<std::int32_t, MaskMergeMode::MERGING>(dst, dst, dst, even);
  const RegTensor<std::int32_t> other = dst;
  Adds<std::int32_t, std::int32_t, MaskMergeMode::MERGING>(dst, dst, 1, even);
  EXPECT_EQ(lanes(other), fill<std::int32_t>({44, 0, 132, 0}));
  Adds<std::int32_t, std::int32_t, MaskMergeMode::MERGING>(dst, copy, 1, even);
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({12, 0, 34, 0}));
  EXPECT_EQ(lanes(copy), fill<std::int32_t>({11, 7, 33, 7}));
}

TEST_P(Compute, TwoSources) {
  const auto a = reg<std::int16_t>({7, -7, 100, 32767});
  const auto b = reg<std::int16_t>({2, 2, -100, 1});
  const MaskReg all = CreateMask<std::int16_t>();
  const auto result = [&](auto call) {
    RegTensor<std::int16_t> dst;
    call(dst);
    return lanes(dst);
  };
  using V = std::vector<std::int16_t>;
  EXPECT_EQ(result([&](auto& d) { Sub(d, a, b, all); }), fill(V{5, -9, 200, 32766}));
  EXPECT_EQ(result([&](auto& d) { Mul(d, a, b, all); }), fill(V{14, -14, -10000, 32767}));
  EXPECT_EQ(result([&](auto& d) { Div(d, a, b, all); }), fill(V{3, -3, -1, 32767}));
  EXPECT_EQ(result([&](auto& d) { Max(d, a, b, all); }), fill(V{7, 2, 100, 32767}));
  EXPECT_EQ(result([&](auto& d) { Min(d, a, b, all); }), fill(V{2, -7, -100, 1}));
  EXPECT_EQ(result([&](auto& d) { And(d, a, b, all); }), fill(V{2, 0, 4, 1}));
  EXPECT_EQ(result([&](auto& d) { Or(d, a, b, all); }), fill(V{7, -5, -4, 32767}));
  EXPECT_EQ(result([&](auto& d) { Xor(d, a, b, all); }), fill(V{5, -5, -8, 32766}));
  EXPECT_EQ(result([&](auto& d) { AbsSub(d, a, b, all); }), fill(V{5, 9, 200, 32766}));
  EXPECT_EQ(result([&](auto& d) { Not(d, a, all); }), fill(V{-8, 6, -101, -32768}));
  EXPECT_EQ(result([&](auto& d) { Neg(d, a, all); }), fill(V{-7, 7, -100, -32767}));
  EXPECT_EQ(result([&](auto& d) { Abs(d, a, all); }), fill(V{7, 7, 100, 32767}));
  EXPECT_EQ(result([&](auto& d) { Relu(d, a, all); }), fill(V{7, 0, 100, 32767}));
}

TEST_P(Compute, Scalars) {
  const auto a = reg<float>({1.5F, -2.0F, 0.25F});
  const MaskReg all = CreateMask<float>();
  const auto result = [&](auto call) {
    RegTensor<float> dst;
    call(dst);
    return lanes(dst);
  };
  using V = std::vector<float>;
  EXPECT_EQ(result([&](auto& d) { Adds(d, a, 1, all); }), fill(V{2.5F, -1.0F, 1.25F}));
  EXPECT_EQ(result([&](auto& d) { Adds<float, double>(d, a, 1.5, all); }),
            fill(V{3.0F, -0.5F, 1.75F}));
  EXPECT_EQ(result([&](auto& d) { Subs(d, a, 1.0F, all); }), fill(V{0.5F, -3.0F, -0.75F}));
  EXPECT_EQ(result([&](auto& d) { Muls(d, a, half(2.0F), all); }), fill(V{3.0F, -4.0F, 0.5F}));
  EXPECT_EQ(result([&](auto& d) { Maxs(d, a, 0.5F, all); }), fill(V{1.5F, 0.5F, 0.5F}));
  EXPECT_EQ(result([&](auto& d) { Mins(d, a, 0.5F, all); }), fill(V{0.5F, -2.0F, 0.25F}));
  EXPECT_EQ(result([&](auto& d) { LeakyRelu(d, a, 0.5F, all); }), fill(V{1.5F, -1.0F, 0.25F}));
  // An integer register takes any number, modulo its range.
  RegTensor<std::uint8_t> bytes = reg<std::uint8_t>({200});
  Adds(bytes, bytes, -1, CreateMask<std::uint8_t>());
  EXPECT_EQ(lanes(bytes), fill<std::uint8_t>({199}));
  RegTensor<half> halves = reg<half>({half(2.0F)});
  Muls(halves, halves, 0.5, CreateMask<half>());
  EXPECT_EQ(static_cast<float>(lanes(halves)[1]), 1.0F);
}

TEST_P(Compute, ElementaryFunctionsAndTheirModes) {
  static constexpr ExpSpecificMode kExact = {MaskMergeMode::ZEROING,
                                             ExpAlgo::PRECISION_1ULP_FTZ_FALSE};
  static constexpr DivSpecificMode kExactDiv = {MaskMergeMode::ZEROING, true,
                                                DivAlgo::PRECISION_0ULP_FTZ_FALSE};
  static constexpr SqrtSpecificMode kExactSqrt = {MaskMergeMode::ZEROING, true,
                                                  SqrtAlgo::PRECISION_0ULP_FTZ_FALSE};
  const auto a = reg<float>({4.0F, 1.0F, 0.0F, -100.0F});
  const MaskReg all = CreateMask<float>();
  RegTensor<float> dst;
  Sqrt(dst, a, all);
  EXPECT_EQ(lanes(dst)[0], 2.0F);
  EXPECT_TRUE(std::isnan(lanes(dst)[3]));
  Log2(dst, a, all);
  EXPECT_EQ(lanes(dst)[0], 2.0F);
  EXPECT_EQ(lanes(dst)[2], -kInf);
  Ln(dst, a, all);
  EXPECT_FLOAT_EQ(lanes(dst)[0], 1.3862944F);
  Log(dst, a, all);
  EXPECT_FLOAT_EQ(lanes(dst)[0], 1.3862944F);
  Log10(dst, a, all);
  EXPECT_FLOAT_EQ(lanes(dst)[0], 0.60205999F);
  Exp(dst, a, all);
  EXPECT_FLOAT_EQ(lanes(dst)[1], 2.7182818F);
  EXPECT_EQ(lanes(dst)[3], 0.0F);  // a subnormal result
  Exp<float, &kExact>(dst, a, all);
  EXPECT_GT(lanes(dst)[3], 0.0F);
  const auto tiny = reg<float>({0x1p-130F});
  Div(dst, tiny, reg<float>({0x1p-4F}), all);
  EXPECT_EQ(lanes(dst)[0], 0.0F);
  Div<float, &kExactDiv>(dst, tiny, reg<float>({0x1p-4F}), all);
  EXPECT_EQ(lanes(dst)[0], 0x1p-126F);
  Sqrt<float, &kExactSqrt>(dst, tiny, all);
  EXPECT_EQ(lanes(dst)[0], 0x1p-65F);
}

TEST_P(Compute, Shifts) {
  const auto a = reg<std::int32_t>({-8, 5});
  const MaskReg all = CreateMask<std::int32_t>();
  RegTensor<std::int32_t> dst;
  ShiftRights(dst, a, static_cast<std::int16_t>(1), all);
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({-4, 2}));
  ShiftLefts(dst, a, 4, all);
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({-128, 80}));
  ShiftRight(dst, a, reg<std::int32_t>({1, 40}), all);
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({-4, 0}));
  RegTensor<std::uint16_t> words;
  ShiftLeft(words, reg<std::uint16_t>({3}), reg<std::int16_t>({15}), CreateMask<std::uint16_t>());
  EXPECT_EQ(lanes(words), fill<std::uint16_t>({0x8000}));
}

TEST_P(Compute, CompoundCalculations) {
  const auto a = reg<half>({half(3.0F)});
  const auto b = reg<half>({half(683.0F / 2048)});
  const MaskReg all = CreateMask<half>();
  RegTensor<half> dst = reg<half>({half(0x1p-24F)});
  MulAddDst(dst, a, b, all);  // the product alone would become 1
  EXPECT_EQ(static_cast<float>(lanes(dst)[0]), 1 + 0x1p-10F);
  dst = reg<half>({half(4.0F)});
  MulDstAdd(dst, a, b, all);
  EXPECT_EQ(static_cast<float>(lanes(dst)[0]), static_cast<float>(half(12 + 683.0F / 2048)));
  dst = reg<half>({half(4.0F)});
  Axpy(dst, a, 2.0F, all);
  EXPECT_EQ(static_cast<float>(lanes(dst)[0]), 10.0F);

  RegTensor<float> wide;
  const auto pairs = reg<half>({half(1.0F), half(3.0F)});
  ExpSub<float, half, RegLayout::ONE>(wide, pairs, reg<half>({half(3.0F)}), all);
  EXPECT_EQ(lanes(wide), fill<float>({1.0F}));
  RegTensor<half> scaled;
  MulsCast<half, float, float, RegLayout::ONE>(scaled, reg<float>({2049.0F}), 1.0F,
                                               CreateMask<float>());
  EXPECT_EQ(static_cast<float>(lanes(scaled)[0]), 0.0F);
  EXPECT_EQ(static_cast<float>(lanes(scaled)[1]), 2050.0F);

  RegTensor<std::uint32_t> low = reg<std::uint32_t>({0x80000001, 7});
  RegTensor<std::uint32_t> high;
  Mull(low, high, low, reg<std::uint32_t>({6, 1}), CreateMask<std::uint32_t>());
  EXPECT_EQ(lanes(low), fill<std::uint32_t>({6, 7}));
  EXPECT_EQ(lanes(high), fill<std::uint32_t>({3, 0}));
  // Lanes that are not selected become 0.
  Mull(low, high, low, reg<std::uint32_t>({0x80000000, 2}),
       CreateMask<std::uint32_t, MaskPattern::VL1>());
  std::vector<std::uint32_t> first(lanes(low).size());
  EXPECT_EQ(lanes(low), first);
  first[0] = 3;
  EXPECT_EQ(lanes(high), first);
}

TEST_P(Compute, Carries) {
  const auto a = reg<std::uint32_t>({0xffffffff, 1, 5, 0xffffffff});
  const auto b = reg<std::uint32_t>({1, 1, 6, 1});
  const MaskReg some = mask<std::uint32_t>({true, true, true, false});
  RegTensor<std::uint32_t> dst;
  MaskReg carry;
  const auto carries = [&] {
    const std::vector<bool> all = lane_bits<std::uint32_t>(carry);
    return std::vector<bool>(all.begin(), all.begin() + 4);
  };
  Add(carry, dst, a, b, some);
  EXPECT_EQ(lanes(dst), fill<std::uint32_t>({0, 2, 11, 0}));
  EXPECT_EQ(carries(), (std::vector<bool>{true, false, false, false}));
  AddC(carry, dst, a, b, mask<std::uint32_t>({false, true}), some);
  EXPECT_EQ(lanes(dst), fill<std::uint32_t>({0, 3, 11, 0}));
  Sub(carry, dst, a, b, some);
  EXPECT_EQ(lanes(dst), fill<std::uint32_t>({0xfffffffe, 0, 0xffffffff, 0}));
  EXPECT_EQ(carries(), (std::vector<bool>{true, true, false, false}));
  SubC(carry, dst, a, b, mask<std::uint32_t>({false, true}), some);
  EXPECT_EQ(lanes(dst), fill<std::uint32_t>({0xfffffffd, 0, 0xfffffffe, 0}));
}

TEST_P(Compute, CompareAndSelect) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto a = reg<half>({half(1.0F), half(-0.0F), half(nan), half(5.0F)});
  const auto b = reg<half>({half(2.0F), half(0.0F), half(nan), half(-5.0F)});
  const MaskReg all = CreateMask<half>();
  MaskReg dst;
  const auto pattern = [&](const MaskReg& of) {
    const std::vector<bool> on = lane_bits<half>(of);
    int code = 0;
    for (int i = 0; i < 4; ++i) code |= on[i] ? 1 << i : 0;
    return code;
  };
  Compare<half, CMPMODE::LT>(dst, a, b, all);
  EXPECT_EQ(pattern(dst), 0b0001);
  Compare<half, CMPMODE::NE>(dst, a, b, all);
  EXPECT_EQ(pattern(dst), 0b1101);
  Compare(dst, a, b, all);
  EXPECT_EQ(pattern(dst), 0b0010);
  Compare<half, CMPMODE::GE>(dst, a, b, mask<half>({true, true, true, false}));
  EXPECT_EQ(pattern(dst), 0b0010);
  Compares<half, CMPMODE::GT>(dst, a, 0, all);
  EXPECT_EQ(pattern(dst), 0b1001);
  CompareScalar<half, CMPMODE::LE>(dst, a, half(0.0F), all);
  EXPECT_EQ(pattern(dst), 0b0010);
  Compares<half, CMPMODE::GT>(dst, a, 0, dst);  // the mask may be the result
  EXPECT_EQ(pattern(dst), 0);

  RegTensor<std::uint8_t> chosen;
  Select(chosen, reg<std::uint8_t>({1}), reg<std::uint8_t>({2}),
         mask<std::uint8_t>({true, false, false}));
  EXPECT_EQ(lanes(chosen), fill<std::uint8_t>({1, 2, 2}));
}

TEST_P(Compute, FillAndMove) {
  RegTensor<std::int32_t> dst;
  Duplicate(dst, 7);
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({7}));
  Duplicate(dst, -1, mask<std::int32_t>({false, true}));
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({0, -1}));
  Duplicate<std::int32_t, MaskMergeMode::MERGING>(dst, 9, mask<std::int32_t>({true, false}));
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({9, -1}));
  RegTensor<std::int32_t> counts;
  Arange(counts, 5);
  std::vector<std::int32_t> up;
  for (std::size_t i = 0; i < k.lanes(4); ++i) up.push_back(static_cast<std::int32_t>(5 + i));
  EXPECT_EQ(lanes(counts), up);
  Duplicate(dst, counts, CreateMask<std::int32_t>());
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({5}));
  Duplicate<std::int32_t, HighLowPart::HIGHEST>(dst, counts, mask<std::int32_t>({true, false}));
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({up.back(), 0}));
  Duplicate<std::int32_t, HighLowPart::LOWEST, MaskMergeMode::MERGING>(
      dst, counts, mask<std::int32_t>({false, true}));
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({up.back(), 5}));
  Arange<std::int32_t, IndexOrder::DECREASE_ORDER>(counts, 5);
  EXPECT_EQ(lanes(counts), std::vector<std::int32_t>(up.rbegin(), up.rend()));

  Duplicate(dst, 1);
  Move(dst, reg<std::int32_t>({2}), mask<std::int32_t>({false, true}));
  EXPECT_EQ(lanes(dst), fill<std::int32_t>({1, 2}));
  Copy(dst, counts);
  EXPECT_EQ(lanes(dst), lanes(counts));
  RegTensor<half> halves;
  Duplicate(halves, 0.5F);
  EXPECT_EQ(static_cast<float>(lanes(halves)[3]), 0.5F);
  RegTensor<fp8_e4m3fn_t> small;
  Duplicate(small, fp8_e4m3fn_t::from_bits(0x38));
  EXPECT_EQ(k.lanes_of<std::uint8_t>(small.index("test")), fill<std::uint8_t>({0x38}));
}

TEST_P(Compute, LanesInTwoRegisters) {
  using Wide = RegTensor<std::int64_t, RegTraitNumTwo>;
  const std::size_t count = k.lanes(4);
  const auto values = [&](const Wide& of) {
    const auto low = k.lanes_of<std::uint32_t>(of.index("test", 0));
    const auto high = k.lanes_of<std::int32_t>(of.index("test", 1));
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < low.size(); ++i) all.push_back(high[i] * (1LL << 32) + low[i]);
    return all;
  };
  Wide a;
  Arange(a, (std::int64_t{1} << 32) - 2);
  Wide b;
  Adds(b, a, 1, CreateMask<std::int32_t>());
  Muls(b, b, -3, mask<std::int32_t>({true, false}));
  std::vector<std::int64_t> expected;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::int64_t>(i);
    expected.push_back(i % 2 == 0 ? -3 * ((std::int64_t{1} << 32) - 1 + number) : 0);
  }
  EXPECT_EQ(values(b), expected);
  MaskReg negative;
  Compares<std::int64_t, CMPMODE::LT>(negative, b, 0, CreateMask<std::int32_t>());
  EXPECT_EQ(lane_bits<std::int32_t>(negative),
            lane_bits<std::int32_t>(mask<std::int32_t>({true, false})));
  Wide c;
  Cast<std::int64_t, std::int32_t>(c, reg<std::int32_t>({-5, 6}), CreateMask<std::int32_t>());
  EXPECT_EQ(values(c)[0], -5);
  EXPECT_EQ(values(c)[1], 6);
}

TEST_P(Compute, CommandsAndOperationsStayInOrder) {
  // index -> gather -> sum -> store -> load, with the unit's commands between operations.
  std::vector<std::int32_t> table(k.lanes(4) * 2);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::int32_t>(100 * i);
  std::int32_t* const from = k.put(8192, table);
  auto* const to = k.at<std::int32_t>(16384);
  const MaskReg all = CreateMask<std::int32_t>();
  RegTensor<std::int32_t> sum;
  Duplicate(sum, 0);
  for (int round = 0; round < 20; ++round) {
    RegTensor<std::int32_t> index;
    Arange(index, round % 4);
    RegTensor<std::int32_t> row;
    Gather(row, from, reinterpret_cast<RegTensor<std::uint32_t>&>(index), all);
    Add(sum, sum, row, all);
    StoreAlign(to, sum, all);
    LoadAlign(sum, to);
  }
  std::vector<std::int32_t> expected;
  for (std::size_t i = 0; i < k.lanes(4); ++i) {
    expected.push_back(static_cast<std::int32_t>(20 * 100 * i + 5 * 100 * (0 + 1 + 2 + 3)));
  }
  EXPECT_EQ(lanes(sum), expected);
  // With lane operations the unit does them itself.
  EXPECT_EQ(k.unit.counts().operations, k.unit.config().lane_ops != 0 ? 0U : 41U);
}

}  // namespace
