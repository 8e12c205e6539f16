// SPDX-License-Identifier: Apache-2.0
// The storage types against an independent count of their codes: all bit patterns, and for every
// pair of neighbours the tie between them and what lies next to the tie.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "gsq/kernel/types.hpp"

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

static_assert(sizeof(half) == 2 && std::is_trivial_v<half>);
static_assert(sizeof(bfloat16_t) == 2 && std::is_trivial_v<bfloat16_t>);
static_assert(sizeof(fp8_e4m3fn_t) == 1 && std::is_trivial_v<fp8_e4m3fn_t>);
static_assert(sizeof(fp8_e5m2_t) == 1 && std::is_trivial_v<fp8_e5m2_t>);
static_assert(sizeof(fp8_e8m0_t) == 1 && std::is_trivial_v<fp8_e8m0_t>);
static_assert(sizeof(hifloat8_t) == 1 && std::is_trivial_v<hifloat8_t>);
static_assert(!std::is_convertible_v<float, half> && !std::is_convertible_v<half, float>);

/// What the test knows of a format, not taken from the header.
struct Half {
  using Type = half;
  static constexpr int kSteps = 1024;        // codes from one power of two to the next
  static constexpr double kLeast = 0x1p-24;  // smallest number above 0
  static constexpr unsigned kSign = 0x8000;
  static constexpr unsigned kLargest = 0x7bff;
  static constexpr double kLargestValue = 65504;
  static constexpr unsigned kTooLarge = 0x7c00;
  static constexpr bool kHasInfinity = true;
};
struct Bfloat16 {
  using Type = bfloat16_t;
  static constexpr int kSteps = 128;
  static constexpr double kLeast = 0x1p-133;
  static constexpr unsigned kSign = 0x8000;
  static constexpr unsigned kLargest = 0x7f7f;
  static constexpr double kLargestValue = 0x1.fep127;
  static constexpr unsigned kTooLarge = 0x7f80;
  static constexpr bool kHasInfinity = true;
};
struct E4m3fn {
  using Type = fp8_e4m3fn_t;
  static constexpr int kSteps = 8;
  static constexpr double kLeast = 0x1p-9;
  static constexpr unsigned kSign = 0x80;
  static constexpr unsigned kLargest = 0x7e;
  static constexpr double kLargestValue = 448;
  static constexpr unsigned kTooLarge = 0x7e;
  static constexpr bool kHasInfinity = false;
};
struct E5m2 {
  using Type = fp8_e5m2_t;
  static constexpr int kSteps = 4;
  static constexpr double kLeast = 0x1p-16;
  static constexpr unsigned kSign = 0x80;
  static constexpr unsigned kLargest = 0x7b;
  static constexpr double kLargestValue = 57344;
  static constexpr unsigned kTooLarge = 0x7b;
  static constexpr bool kHasInfinity = true;
};

/// Value of every code from 0 to the largest, counted up: the step doubles at each power of two.
template <typename Format>
std::vector<double> values() {
  std::vector<double> all;
  double value = 0;
  double step = Format::kLeast;
  for (unsigned code = 0; code <= Format::kLargest; ++code) {
    if (code % Format::kSteps == 0 && code >= 2 * Format::kSteps) step *= 2;
    all.push_back(value);
    value += step;
  }
  return all;
}

template <typename Format>
class SmallFloats : public ::testing::Test {
 protected:
  using Type = typename Format::Type;
  static unsigned bits(double value) { return Type(static_cast<float>(value)).bits(); }
  static float number(unsigned code) {
    return static_cast<float>(Type::from_bits(static_cast<decltype(Type{}.bits())>(code)));
  }
};
using Formats = ::testing::Types<Half, Bfloat16, E4m3fn, E5m2>;
TYPED_TEST_SUITE(SmallFloats, Formats);

TYPED_TEST(SmallFloats, EveryFinitePatternHasItsValueAndComesBack) {
  const std::vector<double> expected = values<TypeParam>();
  ASSERT_EQ(expected.back(), TypeParam::kLargestValue);
  for (unsigned code = 0; code <= TypeParam::kLargest; ++code) {
    const float plus = this->number(code);
    const float minus = this->number(code | TypeParam::kSign);
    ASSERT_EQ(plus, expected[code]) << code;
    ASSERT_EQ(minus, -expected[code]) << code;
    ASSERT_TRUE(std::signbit(minus) && !std::signbit(plus)) << code;
    ASSERT_EQ(this->bits(plus), code);
    ASSERT_EQ(this->bits(minus), code | TypeParam::kSign);
  }
}

TYPED_TEST(SmallFloats, EveryOtherPatternIsInfinityOrNan) {
  for (unsigned code = TypeParam::kLargest + 1; code < TypeParam::kSign; ++code) {
    const float plus = this->number(code);
    const float minus = this->number(code | TypeParam::kSign);
    ASSERT_EQ(std::signbit(plus), false) << code;
    ASSERT_EQ(std::signbit(minus), true) << code;
    if (TypeParam::kHasInfinity && code == TypeParam::kLargest + 1) {
      ASSERT_EQ(plus, kInf);
      ASSERT_EQ(minus, -kInf);
      continue;
    }
    ASSERT_TRUE(std::isnan(plus) && std::isnan(minus)) << code;
    // A NaN comes back quiet, with the rest of its bits.
    const unsigned quiet = TypeParam::kHasInfinity ? code | TypeParam::kSteps / 2 : code;
    ASSERT_EQ(this->bits(plus), quiet);
    ASSERT_EQ(this->bits(minus), quiet | TypeParam::kSign);
  }
}

TYPED_TEST(SmallFloats, BetweenNeighboursTheNearestAndAtTiesTheEven) {
  const std::vector<double> expected = values<TypeParam>();
  for (unsigned code = 0; code < TypeParam::kLargest; ++code) {
    const double tie = (expected[code] + expected[code + 1]) / 2;
    const auto at = static_cast<float>(tie);
    ASSERT_EQ(at, tie) << "a float holds every tie";
    for (const unsigned sign : {0U, TypeParam::kSign}) {
      const float s = sign == 0 ? 1.0F : -1.0F;
      ASSERT_EQ(this->bits(s * at), sign | (code % 2 == 0 ? code : code + 1)) << code;
      ASSERT_EQ(this->bits(s * std::nextafter(at, 0.0F)), sign | code) << code;
      ASSERT_EQ(this->bits(s * std::nextafter(at, kInf)), sign | (code + 1)) << code;
    }
  }
}

TYPED_TEST(SmallFloats, TooLargeAndNan) {
  const std::vector<double> expected = values<TypeParam>();
  const double step = expected.back() - expected[expected.size() - 2];
  // Half a step above the largest, the tie goes to the even code where that is what comes next.
  const auto tie = static_cast<float>(expected.back() + step / 2);
  EXPECT_EQ(this->bits(std::nextafter(tie, 0.0F)), TypeParam::kLargest);
  EXPECT_EQ(this->bits(tie), TypeParam::kTooLarge);
  EXPECT_EQ(this->bits(-tie), TypeParam::kTooLarge | TypeParam::kSign);
  EXPECT_EQ(this->bits(std::numeric_limits<float>::max()), TypeParam::kTooLarge);
  EXPECT_EQ(this->bits(kInf), TypeParam::kTooLarge);
  EXPECT_EQ(this->bits(-kInf), TypeParam::kTooLarge | TypeParam::kSign);
  EXPECT_TRUE(std::isnan(this->number(this->bits(kNan))));
  EXPECT_EQ(this->bits(std::numeric_limits<float>::denorm_min()), 0U);
}

TEST(E8m0, EveryPatternIsItsPowerOfTwo) {
  double power = 0x1p-127;
  for (unsigned code = 0; code < 255; ++code, power *= 2) {
    const auto number = static_cast<float>(fp8_e8m0_t::from_bits(static_cast<std::uint8_t>(code)));
    ASSERT_EQ(number, power);
    ASSERT_EQ(fp8_e8m0_t(number).bits(), code);
  }
  EXPECT_TRUE(std::isnan(static_cast<float>(fp8_e8m0_t::from_bits(255))));
}

TEST(E8m0, NearestPowerAndAtTiesTheEvenCode) {
  double power = 0x1p-127;
  for (unsigned code = 0; code < 254; ++code, power *= 2) {
    const auto tie = static_cast<float>(1.5 * power);
    ASSERT_EQ(tie, 1.5 * power);
    ASSERT_EQ(fp8_e8m0_t(tie).bits(), code % 2 == 0 ? code : code + 1);
    ASSERT_EQ(fp8_e8m0_t(std::nextafter(tie, 0.0F)).bits(), code);
    ASSERT_EQ(fp8_e8m0_t(std::nextafter(tie, kInf)).bits(), code + 1);
  }
}

TEST(E8m0, WhatHasNoPower) {
  EXPECT_EQ(fp8_e8m0_t(0.0F).bits(), 0);
  EXPECT_EQ(fp8_e8m0_t(-0.0F).bits(), 0);
  EXPECT_EQ(fp8_e8m0_t(std::numeric_limits<float>::denorm_min()).bits(), 0);
  EXPECT_EQ(fp8_e8m0_t(std::numeric_limits<float>::max()).bits(), 254);
  EXPECT_EQ(fp8_e8m0_t(kInf).bits(), 254);
  EXPECT_EQ(fp8_e8m0_t(-1.0F).bits(), 255);
  EXPECT_EQ(fp8_e8m0_t(-kInf).bits(), 255);
  EXPECT_EQ(fp8_e8m0_t(kNan).bits(), 255);
}

TEST(Hifloat8, KeepsItsBits) {
  for (unsigned code = 0; code < 256; ++code) {
    EXPECT_EQ(hifloat8_t::from_bits(static_cast<std::uint8_t>(code)).bits(), code);
  }
}

}  // namespace
