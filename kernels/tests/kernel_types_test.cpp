// SPDX-License-Identifier: Apache-2.0
// The storage types against an independent count of their codes: all bit patterns, and for every
// pair of neighbours the tie between them and what lies next to the tie.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
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
static_assert(!std::is_convertible_v<float, fp8_e5m2_t> &&
              !std::is_convertible_v<fp8_e5m2_t, float>);

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
    // A NaN comes back quiet, with the rest of its bits where they are defined.
    const unsigned quiet = TypeParam::kHasInfinity ? code | TypeParam::kSteps / 2 : code;
    const unsigned defined =
        TypeParam::kSign < 0x8000 ? ~0U : ~(static_cast<unsigned>(TypeParam::kSteps) / 2 - 1);
    ASSERT_EQ(this->bits(plus) & defined, quiet & defined);
    ASSERT_EQ(this->bits(minus) & defined, (quiet | TypeParam::kSign) & defined);
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

template <typename Format>
class Float16s : public SmallFloats<Format> {};
using Float16Formats = ::testing::Types<Half, Bfloat16>;
TYPED_TEST_SUITE(Float16s, Float16Formats);

/// The code nearest to a value, by the list of all.
template <typename Format>
unsigned nearest(const std::vector<double>& all, double value) {
  const unsigned sign = std::signbit(value) ? Format::kSign : 0;
  const double size = std::fabs(value);
  if (size >= all.back()) {
    const double step = all.back() - all[all.size() - 2];
    return sign | (size >= all.back() + step / 2 ? Format::kTooLarge : Format::kLargest);
  }
  const auto above = std::upper_bound(all.begin(), all.end(), size);
  const auto code = static_cast<unsigned>(above - all.begin() - 1);
  const double below = size - all[code];
  const double rest = all[code + 1] - size;
  return sign | (below < rest || (below == rest && code % 2 == 0) ? code : code + 1);
}

TYPED_TEST(Float16s, OperatorsRoundOnceToTheNearest) {
  using Type = typename TypeParam::Type;
  const std::vector<double> all = values<TypeParam>();
  std::mt19937 random(1);
  std::uniform_int_distribution<unsigned> any(0, TypeParam::kLargest);
  for (int i = 0; i < 200000; ++i) {
    const unsigned code = any(random);
    // The second number is near the first, so that digits of both matter, or anywhere.
    const unsigned near =
        std::min(code ^ (any(random) % (4 * TypeParam::kSteps)), TypeParam::kLargest);
    const unsigned other = i % 2 == 0 ? near : any(random);
    const Type a = Type::from_bits(static_cast<std::uint16_t>(code | (i % 4 < 2 ? 0 : 0x8000)));
    const Type b = Type::from_bits(static_cast<std::uint16_t>(other | (i % 8 < 4 ? 0 : 0x8000)));
    const double x = float{a};
    const double y = float{b};
    ASSERT_EQ((a + b).bits(), nearest<TypeParam>(all, x + y)) << x << " + " << y;
    ASSERT_EQ((a - b).bits(), nearest<TypeParam>(all, x - y)) << x << " - " << y;
    ASSERT_EQ((a * b).bits(), nearest<TypeParam>(all, x * y)) << x << " * " << y;
    ASSERT_EQ(a < b, x < y);
    ASSERT_EQ(a >= b, x >= y);
    ASSERT_EQ(a == b, x == y);
    ASSERT_EQ(a != b, x != y);
    if (other == 0) continue;
    ASSERT_EQ((a / b).bits(), nearest<TypeParam>(all, x / y)) << x << " / " << y;
  }
}

TYPED_TEST(Float16s, IntegersAndDoublesAreRoundedOnce) {
  using Type = typename TypeParam::Type;
  const std::vector<double> all = values<TypeParam>();
  for (unsigned code = 1; code < TypeParam::kLargest; ++code) {
    const double tie = (all[code] + all[code + 1]) / 2;
    for (const double value : {tie, std::nextafter(tie, 0.0), std::nextafter(tie, 2 * tie)}) {
      ASSERT_EQ(Type(value).bits(), nearest<TypeParam>(all, value)) << value;
      ASSERT_EQ(Type(-value).bits(), nearest<TypeParam>(all, -value)) << value;
      if (std::trunc(value) != value || value > 0x1p62) continue;
      const auto whole = static_cast<std::int64_t>(value);
      ASSERT_EQ(Type(whole).bits(), nearest<TypeParam>(all, value)) << value;
      // One more is above the tie, even where a float cannot tell.
      if (value == tie && tie > 2 * TypeParam::kSteps) {
        ASSERT_EQ(Type(whole + 1).bits(), code + 1);
        ASSERT_EQ(Type(whole - 1).bits(), code);
      }
    }
  }
}

TYPED_TEST(Float16s, AreNumbersOfTheLanguage) {
  using Type = typename TypeParam::Type;
  Type one = 1;
  static_assert(std::is_same_v<decltype(one + one), Type>);
  static_assert(std::is_same_v<decltype(one * 0.5F), float>);
  static_assert(std::is_same_v<decltype(0.5 * one), double>);
  EXPECT_EQ(one + 1, 2);
  EXPECT_TRUE(one > 0 && 0.5F < one && one != 1.5);
  one += 2;
  one *= 0.5F;
  one -= Type(1);
  one /= Type(2);
  EXPECT_EQ(one, 0.25F);
  EXPECT_EQ(++one, 1.25F);
  EXPECT_EQ(-one, -1.25F);
  EXPECT_EQ(static_cast<int>(one), 1);
  EXPECT_EQ(static_cast<half>(one), half(1.25));
  EXPECT_EQ(static_cast<bfloat16_t>(one), bfloat16_t(1.25));
}

TYPED_TEST(Float16s, LongNumbersAreRoundedOnce) {
  using Type = typename TypeParam::Type;
  // Just above the middle of 1 and its successor: the float next to it is above, below, or on it.
  const long double step = 1.0L / TypeParam::kSteps;
  for (const long double more : {0x1p-23L + 0x1p-40L, 0x1p-40L, 0x1p-23L - 0x1p-40L}) {
    EXPECT_EQ(Type(1 + step / 2 + more), Type(static_cast<float>(1 + step))) << more;
    EXPECT_EQ(Type(1 + step / 2 - more), Type(1.0F)) << more;
  }
  EXPECT_TRUE(std::isnan(Type(std::numeric_limits<long double>::quiet_NaN())));
}

TYPED_TEST(Float16s, LimitsAreThoseOfTheFormat) {
  using Type = typename TypeParam::Type;
  using Limits = std::numeric_limits<Type>;
  EXPECT_EQ(Limits::max(), TypeParam::kLargestValue);
  EXPECT_EQ(Limits::lowest(), -TypeParam::kLargestValue);
  EXPECT_EQ(Limits::infinity(), kInf);
  EXPECT_TRUE(std::isnan(Limits::quiet_NaN()));
  EXPECT_TRUE(std::isnan(Limits::signaling_NaN()));
  EXPECT_EQ(Limits::denorm_min(), TypeParam::kLeast);
  EXPECT_EQ(Limits::min(), TypeParam::kLeast * TypeParam::kSteps);
  EXPECT_EQ(Limits::epsilon(), 1.0 / TypeParam::kSteps);
  EXPECT_EQ(Limits::round_error(), 0.5F);
  EXPECT_EQ(Limits::digits, std::ilogb(static_cast<double>(TypeParam::kSteps)) + 1);
  EXPECT_EQ(std::ldexp(1.0, Limits::max_exponent - 1), std::exp2(std::ilogb(float{Limits::max()})));
  EXPECT_EQ(std::ldexp(1.0, Limits::min_exponent - 1), float{Limits::min()});
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
