// SPDX-License-Identifier: Apache-2.0
// The functions of lanes against values calculated by hand or, of half, exactly and rounded by the
// table of its numbers.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "gsq/kernel/lanes/lane_arithmetic.hpp"
#include "gsq/kernel/lanes/lane_masks.hpp"
#include "gsq/kernel/lanes/lane_reduce.hpp"
#include "gsq/kernel/lanes/lane_values.hpp"
#include "number_table.hpp"

namespace {

using gsq::kernel::lane::bits_as;
using gsq::kernel::lane::Comparison;
using gsq::kernel::lane::Extreme;
using gsq::kernel::lane::MaskBits;
using gsq::kernel::lane::RoundMode;
using gsq::kernel::lane::Subnormal;
using gsq::testing::NumberTable;
namespace lane = gsq::kernel::lane;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();

TEST(Arithmetic, IntegersWrap) {
  EXPECT_EQ(lane::add<std::int16_t>(32767, 32767), -2);
  EXPECT_EQ(lane::add<std::int32_t>(INT32_MIN, INT32_MIN), 0);
  EXPECT_EQ(lane::sub<std::int16_t>(-32768, 32767), 1);
  EXPECT_EQ(lane::mul<std::uint16_t>(65535, 65535), 1);
  EXPECT_EQ(lane::mul<std::int32_t>(INT32_MIN, INT32_MAX), INT32_MIN);
  EXPECT_EQ(lane::mul<std::int64_t>(INT64_MAX, 2), -2);
  EXPECT_EQ(lane::neg<std::int8_t>(-128), -128);
  EXPECT_EQ(lane::abs<std::int8_t>(-128), -128);
  EXPECT_EQ(lane::abs<std::int32_t>(-7), 7);
  EXPECT_EQ(lane::abs_sub<std::int32_t>(3, 10), 7);
  EXPECT_EQ(lane::mul_add<std::int16_t>(300, 300, 5), static_cast<std::int16_t>(90005));
  EXPECT_EQ(lane::div<std::int32_t>(-7, 2), -3);
  EXPECT_EQ(lane::div<std::int32_t>(INT32_MIN, -1), INT32_MIN);
  EXPECT_EQ(lane::div<std::uint16_t>(5, 0), 65535);
  EXPECT_EQ(lane::mul_high<std::int32_t>(INT32_MIN, INT32_MAX), -1073741824);
  EXPECT_EQ(lane::mul_high<std::uint32_t>(0xffffffff, 0xffffffff), 0xfffffffeU);
}

TEST(Arithmetic, CarriesOf32Bits) {
  EXPECT_EQ(lane::add_carry(0xffffffff, 1, false).value, 0U);
  EXPECT_TRUE(lane::add_carry(0xffffffff, 1, false).carry);
  EXPECT_FALSE(lane::add_carry(0x7fffffff, 1, false).carry);
  EXPECT_EQ(lane::add_carry(0xffffffff, 0xffffffff, true).value, 0xffffffffU);
  EXPECT_TRUE(lane::add_carry(0xffffffff, 0xffffffff, true).carry);
}

/// half results equal the exact results, rounded by the table.
TEST(Arithmetic, HalfIsRoundedOnce) {
  const NumberTable table(10, 15, 0x7bff);
  std::mt19937 random(17);
  const auto check = [&](half result, double exact, const char* what) {
    if (exact == 0) return;
    const std::size_t code = table.rounded(std::fabs(exact), exact < 0, RoundMode::CAST_RINT);
    const unsigned expected = static_cast<unsigned>(code) | (exact < 0 ? 0x8000U : 0U);
    ASSERT_EQ(bits_as<std::uint16_t>(result), expected) << what << " " << exact;
  };
  for (int i = 0; i < 200000; ++i) {
    const auto a_code = static_cast<std::uint16_t>(random() % 0x7c00);
    const auto b_code = static_cast<std::uint16_t>(random() % 0x7c00);
    const auto negative = static_cast<std::uint16_t>(random() % 2 * 0x8000);
    const auto a = bits_as<half>(a_code);
    const auto b = bits_as<half>(static_cast<std::uint16_t>(b_code | negative));
    const double x = table.value[a_code];
    const double y = table.value[b_code] * (negative != 0 ? -1 : 1);
    check(lane::add(a, b), x + y, "add");  // at most 42 bits
    check(lane::sub(a, b), x - y, "sub");
    check(lane::mul(a, b), x * y, "mul");
    // A quotient of 11-bit numbers is never so near to a middle that double misleads.
    if (y != 0) check(lane::div<half, Subnormal::kKeep>(a, b), x / y, "div");
    check(lane::sqrt<half, Subnormal::kKeep>(a), std::sqrt(x), "sqrt");
  }
}

TEST(Arithmetic, FusedRoundsOnce) {
  // 3 * (683/2048) = 1 + 2^-11 lies in the middle of 1 and its successor.
  const half three(3.0F);
  const half third(683.0F / 2048);
  const auto next = [](double sign) { return half(static_cast<float>(sign * 0x1p-24)); };
  EXPECT_EQ(static_cast<float>(lane::mul_add(three, third, next(1))), 1 + 0x1p-10F);
  EXPECT_EQ(static_cast<float>(lane::mul_add(three, third, next(-1))), 1.0F);
  EXPECT_EQ(static_cast<float>(lane::mul_add(three, third, half(0.0F))), 1.0F);
  // 7 * (37/256) = 1 + 3 * 2^-8, the middle of 1 + 2^-7 and 1 + 2^-6: what is added is lost in
  // double, but not the side on which it lies.
  EXPECT_EQ(static_cast<float>(
                lane::mul_add(bfloat16_t(7.0F), bfloat16_t(37.0F / 256), bfloat16_t(-0x1p-100F))),
            1 + 0x1p-7F);
  EXPECT_EQ(static_cast<float>(
                lane::mul_add(bfloat16_t(7.0F), bfloat16_t(37.0F / 256), bfloat16_t(0x1p-100F))),
            1 + 0x1p-6F);
  EXPECT_EQ(lane::mul_add(1 + 0x1p-12F, 1 + 0x1p-12F, -1.0F), 0x1p-11F + 0x1p-24F);
  EXPECT_TRUE(std::isnan(static_cast<float>(lane::mul_add(half(kInf), half(1.0F), half(-kInf)))));
  EXPECT_EQ(static_cast<float>(lane::mul_add(half(-60000.0F), half(2.0F), half(1.0F))), -kInf);
}

TEST(Arithmetic, ASumThatIsNotExactEndsInOne) {
  using lane::detail::sum_to_odd;
  EXPECT_EQ(sum_to_odd(1, 0.5), 1.5);
  EXPECT_EQ(sum_to_odd(1, 0x1p-60), 1 + 0x1p-52);
  EXPECT_EQ(sum_to_odd(1, -0x1p-60), 1 - 0x1p-53);
  EXPECT_EQ(sum_to_odd(1 + 0x1p-52, 0x1p-60), 1 + 0x1p-52);  // ends in 1 already
  EXPECT_EQ(sum_to_odd(1 + 0x1p-52, -0x1p-60), 1 + 0x1p-52);
}

TEST(Values, HaveALimit) {
  gsq::kernel::Values<std::uint8_t> values;
  values.resize_for_overwrite(512);
  EXPECT_THROW(values.push_back(1), std::length_error);
  EXPECT_EQ(values.size(), 512U);
}

TEST(Arithmetic, FloatSpecialValues) {
  EXPECT_EQ(lane::add(kMax, kMax), kInf);
  EXPECT_TRUE(std::isnan(lane::sub(kInf, kInf)));
  EXPECT_TRUE(std::isnan(lane::mul(0.0F, kInf)));
  EXPECT_TRUE(std::isnan(lane::div(0.0F, 0.0F)));
  EXPECT_EQ(lane::div(1.0F, -0.0F), -kInf);
  EXPECT_EQ(static_cast<float>(lane::add(half(65504.0F), half(65504.0F))), kInf);
  EXPECT_TRUE(std::signbit(lane::neg(0.0F)));
  EXPECT_TRUE(std::isnan(lane::abs(-kNan)));
  EXPECT_EQ(static_cast<float>(lane::abs(half(-kInf))), kInf);
}

TEST(Arithmetic, SubnormalsAreZeroUnlessAskedFor) {
  // The documents' examples of Div.
  const auto divisor = bits_as<float>(0x8036a794U);
  EXPECT_EQ(lane::div(1.0F, divisor), -kInf);
  EXPECT_EQ(bits_as<std::uint32_t>(lane::div<float, Subnormal::kKeep>(1.0F, divisor)), 0xff15e301U);
  EXPECT_TRUE(std::isnan(lane::div(bits_as<float>(0x0014440bU), bits_as<float>(0x0053e3cfU))));
  EXPECT_EQ(lane::exp(-103.0F), 0.0F);
  EXPECT_GT((lane::exp<float, Subnormal::kKeep>(-103.0F)), 0.0F);
  EXPECT_EQ(static_cast<float>(lane::exp(half(-10.0F))), 0.0F);
  EXPECT_EQ(lane::log(0x1p-140F), -kInf);
  EXPECT_FLOAT_EQ((lane::log2<float, Subnormal::kKeep>(0x1p-140F)), -140.0F);
}

TEST(Arithmetic, ElementaryFunctions) {
  EXPECT_EQ(static_cast<float>(lane::log(half(65504.0F))), 11.09375F);
  EXPECT_EQ(static_cast<float>(lane::log2(half(65504.0F))), 16.0F);
  EXPECT_FLOAT_EQ(lane::log10(kMax), 38.53184F);
  EXPECT_FLOAT_EQ(lane::exp(1.0F), 2.7182817F);
  EXPECT_EQ(lane::exp(-kInf), 0.0F);
  EXPECT_EQ(lane::exp(kMax), kInf);
  EXPECT_TRUE(std::isnan(lane::log(-1.0F)));
  EXPECT_EQ(lane::log(-0.0F), -kInf);
  EXPECT_TRUE(std::isnan(lane::sqrt(-1.0F)));
  EXPECT_TRUE(std::signbit(lane::sqrt(-0.0F)));
  EXPECT_EQ(static_cast<float>(lane::sqrt(half(65504.0F))), 255.875F);
  EXPECT_EQ(lane::exp_sub(half(2.0F), half(2.0F)), 1.0F);
  EXPECT_EQ(static_cast<float>(lane::mul_to_half(2049.0F, 1.0F)), 2050.0F);
}

TEST(Arithmetic, MaxMinAndRelu) {
  EXPECT_TRUE(std::isnan(lane::max(1.0F, kNan)));
  EXPECT_TRUE(std::isnan(lane::min(kNan, 1.0F)));
  EXPECT_FALSE(std::signbit(lane::max(-0.0F, 0.0F)));
  EXPECT_FALSE(std::signbit(lane::max(0.0F, -0.0F)));
  EXPECT_TRUE(std::signbit(lane::min(-0.0F, 0.0F)));
  EXPECT_TRUE(std::signbit(lane::min(0.0F, -0.0F)));
  EXPECT_EQ(lane::max<std::uint32_t>(1, 0x80000000), 0x80000000U);
  EXPECT_EQ(lane::max<std::int32_t>(1, INT32_MIN), 1);
  EXPECT_FALSE(std::signbit(lane::relu(-0.0F)));
  EXPECT_EQ(lane::relu(-kInf), 0.0F);
  EXPECT_TRUE(std::isnan(lane::relu(kNan)));
  EXPECT_EQ(lane::relu<std::int32_t>(-3), 0);
  EXPECT_EQ(lane::prelu(0.0F, kNan), 0.0F);
  EXPECT_TRUE(std::isnan(lane::prelu(-0.0F, kInf)));
  EXPECT_EQ(lane::prelu(-kInf, -2.0F), kInf);
  EXPECT_EQ(lane::prelu(-4.0F, 0.25F), -1.0F);
}

TEST(Logic, WorksOnBits) {
  EXPECT_EQ(bits_as<std::uint32_t>(lane::bit_and(-1.0F, bits_as<float>(0x80000000U))), 0x80000000U);
  EXPECT_EQ(lane::bit_or<std::int8_t>(0x50, 0x05), 0x55);
  EXPECT_EQ(lane::bit_xor<std::uint64_t>(~0ULL, 1), ~1ULL);
  EXPECT_EQ(lane::bit_not<std::uint16_t>(0x00ff), 0xff00);
}

TEST(Logic, Shifts) {
  // The documents' examples: 1010101010101010.
  const std::uint16_t u = 0xaaaa;
  const auto s = static_cast<std::int16_t>(u);
  EXPECT_EQ(lane::shift_left(u, 1), 0x5554);
  EXPECT_EQ(lane::shift_left(s, 1), static_cast<std::int16_t>(0xd554));
  EXPECT_EQ(lane::shift_left(s, 3), static_cast<std::int16_t>(0xd550));
  EXPECT_EQ(lane::shift_right(u, 1), 0x5555);
  EXPECT_EQ(lane::shift_right(s, 1), static_cast<std::int16_t>(0xd555));
  EXPECT_EQ(lane::shift_right(s, 3), static_cast<std::int16_t>(0xf555));
  EXPECT_EQ(lane::shift_left(u, 17), 0);
  EXPECT_EQ(lane::shift_left(s, 17), 0);
  EXPECT_EQ(lane::shift_right(u, 17), 0);
  EXPECT_EQ(lane::shift_right(s, 17), -1);
  EXPECT_EQ(lane::shift_right<std::int32_t>(5, 40), 0);
  EXPECT_EQ(lane::shift_right<std::uint64_t>(~0ULL, 63), 1U);
  EXPECT_EQ(lane::shift_right<std::uint64_t>(~0ULL, 64), 0U);
  EXPECT_EQ(lane::shift_left<std::uint8_t>(0xff, 7), 0x80);
}

TEST(Compare, EveryModeOfEveryKind) {
  const auto all = [](auto a, auto b) {
    return (lane::compare<Comparison::LT>(a, b) ? 1 : 0) |
           (lane::compare<Comparison::GT>(a, b) ? 2 : 0) |
           (lane::compare<Comparison::EQ>(a, b) ? 4 : 0) |
           (lane::compare<Comparison::LE>(a, b) ? 8 : 0) |
           (lane::compare<Comparison::GE>(a, b) ? 16 : 0) |
           (lane::compare<Comparison::NE>(a, b) ? 32 : 0);
  };
  const int less = 1 | 8 | 32;
  const int greater = 2 | 16 | 32;
  const int equal = 4 | 8 | 16;
  EXPECT_EQ(all(std::int32_t{-1}, std::int32_t{1}), less);
  EXPECT_EQ(all(std::uint32_t{0xffffffff}, std::uint32_t{1}), greater);
  EXPECT_EQ(all(0.0F, -0.0F), equal);
  EXPECT_EQ(all(kNan, kNan), 32);
  EXPECT_EQ(all(half(-0.0F), half(0.0F)), equal);
  EXPECT_EQ(all(half(-kInf), half(-65504.0F)), less);
  EXPECT_EQ(all(half(kNan), half(1.0F)), 32);
  EXPECT_EQ(all(bfloat16_t(2.0F), bfloat16_t(-3.0F)), greater);
  EXPECT_EQ(all(std::int64_t{INT64_MIN}, std::int64_t{INT64_MAX}), less);
}

TEST(Reduce, SumsNeighboursFirst) {
  const std::vector<bool> all(4, true);
  // In another order, 2048 + 1 would lose the 1 each time.
  EXPECT_EQ(static_cast<float>(lane::sum<half>(
                std::vector<half>{half(2048.0F), half(1.0F), half(1.0F), half(1.0F)}, all, 0, 4)),
            2050.0F);
  EXPECT_EQ(lane::sum<float>(std::vector<float>{1e8F, -1e8F, 3.0F, 4.0F}, all, 0, 4), 7.0F);
  EXPECT_EQ(lane::sum<std::int32_t>(std::vector<std::int16_t>{32767, 32767, -1, 0},
                                    {true, true, false, true}, 0, 4),
            65534);
  EXPECT_EQ(lane::sum<float>(std::vector<float>{kNan, 1, 2, 3}, {false, true, false, false}, 0, 2),
            1.0F);
  EXPECT_EQ(lane::sum<std::uint32_t>(std::vector<std::uint32_t>(4, 1), MaskBits(4), 0, 4), 0U);
}

TEST(Reduce, FindsTheFirstExtreme) {
  const std::vector<bool> all(4, true);
  const auto best = [](const auto& lanes, const auto& mask, Extreme which) {
    return lane::extreme(lanes, mask, which, 0, lanes.size());
  };
  const std::vector<float> lanes{3, 7, 7, -1};
  EXPECT_EQ(best(lanes, all, Extreme::kLargest).lane, 1U);
  EXPECT_EQ(best(lanes, all, Extreme::kSmallest).value, -1.0F);
  EXPECT_EQ(best(lanes, MaskBits{true, false, false, false}, Extreme::kSmallest).value, 3.0F);
  EXPECT_EQ(best(std::vector<float>{1, kNan, 9, kNan}, all, Extreme::kLargest).lane, 1U);
  EXPECT_EQ(best(std::vector<float>{-kInf, -kInf, -kInf, -kInf}, all, Extreme::kLargest).value,
            -kInf);
  EXPECT_EQ(best(std::vector<float>{-0.0F, 0.0F}, MaskBits(2, true), Extreme::kLargest).lane, 1U);
  EXPECT_EQ(best(lanes, MaskBits(4), Extreme::kLargest).value, -kMax);
  EXPECT_EQ(best(std::vector<std::int16_t>(4, 0), MaskBits(4), Extreme::kSmallest).value, 32767);
  EXPECT_EQ(static_cast<float>(
                best(std::vector<half>(4, half(0.0F)), MaskBits(4), Extreme::kSmallest).value),
            65504.0F);
}

TEST(Sequence, CountsUpAndDown) {
  EXPECT_EQ(lane::sequence<std::int8_t>(127, 3, false),
            (std::vector<std::int8_t>{127, -128, -127}));
  EXPECT_EQ(lane::sequence<std::int32_t>(5, 3, true), (std::vector<std::int32_t>{7, 6, 5}));
  // The documents: from the largest half on, 16 times 65504, then infinity.
  const std::vector<half> lanes = lane::sequence<half>(half(65504.0F), 128, false);
  EXPECT_EQ(static_cast<float>(lanes[15]), 65504.0F);
  EXPECT_EQ(static_cast<float>(lanes[16]), kInf);
  // 32 apart there: each middle goes to the number with an even code.
  std::vector<float> up;
  for (const half x : lane::sequence<half>(half(-65504.0F), 128, false)) {
    up.push_back(static_cast<float>(x));
  }
  std::vector<float> expected(16, -65504.0F);
  expected.resize(49, -65472.0F);
  expected.resize(80, -65440.0F);
  expected.resize(113, -65408.0F);
  expected.resize(128, -65376.0F);
  EXPECT_EQ(up, expected);
}

TEST(Histogram, CountsAndAccumulates) {
  const std::vector<std::uint8_t> values{0, 3, 3, 130, 129, 3};
  const std::vector<bool> mask{true, true, true, true, true, false};
  std::vector<std::uint16_t> counts{10, 0, 0, 65535};
  lane::count_values(counts, values, mask, 0, false);
  EXPECT_EQ(counts, (std::vector<std::uint16_t>{11, 0, 0, 1}));  // wraps
  std::vector<std::uint16_t> upper(4, 1);
  lane::count_values(upper, values, mask, 128, true);
  EXPECT_EQ(upper, (std::vector<std::uint16_t>{4, 5, 6, 6}));
}

TEST(Masks, Rearranged) {
  const auto bits = [](const char* text) {
    MaskBits mask;
    for (; *text != 0; ++text) mask.push_back(*text == '1');
    return mask;
  };
  const MaskBits a = bits("10110010");
  const MaskBits b = bits("01110001");
  EXPECT_EQ(lane::interleave(a, b, 1).first, bits("10011111"));
  EXPECT_EQ(lane::interleave(a, b, 1).second, bits("00001001"));
  EXPECT_EQ(lane::interleave(a, b, 2).first, bits("10011111"));
  EXPECT_EQ(lane::interleave(a, b, 4).first, bits("10110111"));
  for (const std::size_t width : {1U, 2U, 4U}) {
    const auto both = lane::interleave(a, b, width);
    EXPECT_EQ(lane::deinterleave(both.first, both.second, width), std::make_pair(a, b)) << width;
  }
  EXPECT_EQ(lane::pack(a, false), bits("11010000"));
  EXPECT_EQ(lane::pack(a, true), bits("00001101"));
  EXPECT_EQ(lane::unpack(a, false), bits("10001010"));
  EXPECT_EQ(lane::unpack(a, true), bits("00001000"));
  EXPECT_EQ(lane::repeat_bits(bits("101"), 2), bits("110011"));
}

}  // namespace
