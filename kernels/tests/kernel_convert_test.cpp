// SPDX-License-Identifier: Apache-2.0
// Conversions of lanes against a table of all numbers of a format, and the examples and limits of
// the documents.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gsq/kernel/lanes/lane_round.hpp"
#include "number_table.hpp"

namespace {

using gsq::kernel::lane::bits_as;
using gsq::kernel::lane::RoundMode;
using gsq::testing::NumberTable;
namespace lane = gsq::kernel::lane;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();

const std::vector<RoundMode> kModes{RoundMode::CAST_RINT,  RoundMode::CAST_ROUND,
                                    RoundMode::CAST_TRUNC, RoundMode::CAST_FLOOR,
                                    RoundMode::CAST_CEIL,  RoundMode::CAST_ODD};

/// Every number, every middle between two, and what lies next to the middle, in every mode.
template <typename T>
void convert_all(const NumberTable& table, unsigned sign_bit, unsigned infinity) {
  using Code = lane::Bits<T>;
  std::vector<float> inputs;
  for (std::size_t code = 0; code + 1 < table.value.size(); ++code) {
    const auto middle = static_cast<float>((table.value[code] + table.value[code + 1]) / 2);
    for (const float x : {static_cast<float>(table.value[code]), middle,
                          std::nextafter(middle, 0.0F), std::nextafter(middle, kInf)}) {
      inputs.push_back(x);
    }
  }
  const double top = table.value.back();
  const double step = top - table.value[table.value.size() - 2];
  for (const double x : {top + step / 4, top + step / 2, top + step, 4 * top}) {
    if (x <= kMax) inputs.push_back(static_cast<float>(x));
  }
  for (const RoundMode mode : kModes) {
    for (const float input : inputs) {
      if (input == 0) continue;
      for (const bool negative : {false, true}) {
        for (const bool saturate : {false, true}) {
          const std::size_t code = table.rounded(input, negative, mode);
          const unsigned beyond =
              saturate ? static_cast<unsigned>(table.value.size()) - 1 : infinity;
          const unsigned expected =
              (code < table.value.size() ? static_cast<unsigned>(code) : beyond) |
              (negative ? sign_bit : 0);
          const T result = lane::convert<T>(negative ? -input : input, mode, saturate);
          ASSERT_EQ(bits_as<Code>(result), expected)
              << input << " mode " << static_cast<int>(mode) << (saturate ? " saturating" : "");
        }
      }
    }
  }
}

TEST(ConvertTo, HalfInEveryMode) { convert_all<half>(NumberTable(10, 15, 0x7bff), 0x8000, 0x7c00); }
TEST(ConvertTo, Bfloat16InEveryMode) {
  convert_all<bfloat16_t>(NumberTable(7, 127, 0x7f7f), 0x8000, 0x7f80);
}
TEST(ConvertTo, E4m3InEveryMode) { convert_all<fp8_e4m3fn_t>(NumberTable(3, 7, 0x7e), 0x80, 0x7f); }
TEST(ConvertTo, E5m2InEveryMode) { convert_all<fp8_e5m2_t>(NumberTable(2, 15, 0x7b), 0x80, 0x7c); }

TEST(ConvertTo, ShortFloatsFromInfinityAndNan) {
  const auto rint = RoundMode::CAST_RINT;
  EXPECT_EQ(bits_as<std::uint16_t>(lane::convert<half>(-kInf, rint, false)), 0xfc00);
  EXPECT_EQ(bits_as<std::uint16_t>(lane::convert<half>(-kInf, rint, true)), 0xfbff);
  EXPECT_TRUE(std::isnan(static_cast<float>(lane::convert<half>(kNan, rint, false))));
  EXPECT_EQ(bits_as<std::uint16_t>(lane::convert<half>(kNan, rint, true)), 0);
  EXPECT_EQ(bits_as<std::uint16_t>(lane::convert<bfloat16_t>(kInf, rint, true)), 0x7f7f);
  EXPECT_EQ(bits_as<std::uint8_t>(lane::convert<fp8_e4m3fn_t>(kInf, rint, false)), 0x7f);
  EXPECT_EQ(bits_as<std::uint8_t>(lane::convert<fp8_e4m3fn_t>(-kInf, rint, true)), 0xfe);
  EXPECT_EQ(bits_as<std::uint8_t>(lane::convert<fp8_e5m2_t>(kInf, rint, false)), 0x7c);
  EXPECT_EQ(bits_as<std::uint16_t>(lane::convert<half>(-0.0F, rint, true)), 0x8000);
  // bfloat16 to half and back, half to bfloat16.
  EXPECT_EQ(bits_as<std::uint16_t>(lane::convert<half>(bfloat16_t(65536.0F), rint, true)), 0x7bff);
  EXPECT_EQ(bits_as<std::uint16_t>(lane::convert<bfloat16_t>(half(65504.0F), rint, false)), 0x4780);
  EXPECT_EQ(bits_as<std::uint16_t>(
                lane::convert<bfloat16_t>(half(65504.0F), RoundMode::CAST_TRUNC, false)),
            0x477f);
  // Float has no saturating mode.
  EXPECT_EQ(lane::convert<float>(half(kInf), rint, true), kInf);
}

TEST(ConvertTo, ScalesAreExponentsOfBfloat16) {
  const auto none = RoundMode::UNKNOWN;
  EXPECT_EQ(lane::convert<fp8_e8m0_t>(bfloat16_t(-12.0F), none, true).bits(), 130);
  EXPECT_EQ(lane::convert<fp8_e8m0_t>(bfloat16_t(kNan), none, true).bits(), 255);
  EXPECT_EQ(static_cast<float>(lane::convert<bfloat16_t>(fp8_e8m0_t::from_bits(130), none, false)),
            8.0F);
  EXPECT_TRUE(std::isnan(
      static_cast<float>(lane::convert<bfloat16_t>(fp8_e8m0_t::from_bits(255), none, false))));
}

TEST(ConvertTo, IntegersInEveryMode) {
  struct Row {
    float from;
    std::int32_t rint, round, trunc, floor, ceil;
  };
  const std::vector<Row> rows{
      {0.5F, 0, 1, 0, 0, 1},    {1.5F, 2, 2, 1, 1, 2},        {2.5F, 2, 3, 2, 2, 3},
      {-0.5F, 0, -1, 0, -1, 0}, {-1.5F, -2, -2, -1, -2, -1},  {-2.5F, -2, -3, -2, -3, -2},
      {2.25F, 2, 2, 2, 2, 3},   {-2.75F, -3, -3, -2, -3, -2}, {7.0F, 7, 7, 7, 7, 7},
      {1e-30F, 0, 0, 0, 0, 1},  {-1e-30F, 0, 0, 0, -1, 0}};
  for (const Row& row : rows) {
    const auto to = [&](RoundMode mode) {
      return lane::convert<std::int32_t>(row.from, mode, true);
    };
    EXPECT_EQ(to(RoundMode::CAST_RINT), row.rint) << row.from;
    EXPECT_EQ(to(RoundMode::CAST_NONE), row.rint) << row.from;
    EXPECT_EQ(to(RoundMode::CAST_ROUND), row.round) << row.from;
    EXPECT_EQ(to(RoundMode::CAST_TRUNC), row.trunc) << row.from;
    EXPECT_EQ(to(RoundMode::CAST_FLOOR), row.floor) << row.from;
    EXPECT_EQ(to(RoundMode::CAST_CEIL), row.ceil) << row.from;
  }
}

TEST(ConvertTo, IntegersOutOfRange) {
  const auto trunc = RoundMode::CAST_TRUNC;
  // Examples of the documents: 257 as half becomes 1 or 255; the extremes of half become 32, -32.
  EXPECT_EQ(lane::convert<std::uint8_t>(half(257.0F), trunc, false), 1);
  EXPECT_EQ(lane::convert<std::uint8_t>(half(257.0F), trunc, true), 255);
  EXPECT_EQ(lane::convert<std::uint8_t>(half(-kInf), trunc, true), 0);
  EXPECT_EQ(lane::convert<std::int8_t>(half(-65504.0F), trunc, false), 32);
  EXPECT_EQ(lane::convert<std::int8_t>(half(65504.0F), trunc, false), -32);
  EXPECT_EQ(lane::convert<std::int8_t>(half(65504.0F), trunc, true), 127);
  EXPECT_EQ(lane::convert<std::int8_t>(half(-65504.0F), trunc, true), -128);
  EXPECT_EQ(lane::convert<std::int32_t>(kMax, trunc, false), 0);
  EXPECT_EQ(lane::convert<std::int32_t>(-kMax, trunc, true), INT32_MIN);
  EXPECT_EQ(lane::convert<std::int32_t>(kInf, trunc, false), INT32_MAX);
  EXPECT_EQ(lane::convert<std::int32_t>(-kInf, trunc, false), INT32_MIN);
  EXPECT_EQ(lane::convert<std::int32_t>(kNan, trunc, true), 0);
  EXPECT_EQ(lane::convert<std::int32_t>(0x1p31F, trunc, true), INT32_MAX);
  EXPECT_EQ(lane::convert<std::int32_t>(-0x1p31F, trunc, true), INT32_MIN);
  EXPECT_EQ(lane::convert<std::int64_t>(0x1p63F, trunc, true), INT64_MAX);
  EXPECT_EQ(lane::convert<std::int64_t>(-0x1p63F, trunc, false), INT64_MIN);
  EXPECT_EQ(lane::convert<std::int64_t>(0x1.8p64F, trunc, true), INT64_MAX);
  EXPECT_EQ(lane::convert<std::int64_t>(0x1.8p64F, trunc, false), INT64_MIN);
  EXPECT_EQ(lane::convert<std::int16_t>(32767.5F, RoundMode::CAST_CEIL, true), 32767);
  EXPECT_EQ(lane::convert<std::int16_t>(32767.5F, RoundMode::CAST_CEIL, false), -32768);

  const auto none = RoundMode::UNKNOWN;
  EXPECT_EQ(lane::convert<std::uint8_t>(std::int32_t{256}, none, false), 0);
  EXPECT_EQ(lane::convert<std::uint8_t>(std::int32_t{256}, none, true), 255);
  EXPECT_EQ(lane::convert<std::uint8_t>(std::int16_t{-1}, none, true), 0);
  EXPECT_EQ(lane::convert<std::uint8_t>(std::int16_t{-1}, none, false), 255);
  EXPECT_EQ(lane::convert<std::int16_t>(std::uint32_t{0xffffffff}, none, false), -1);
  EXPECT_EQ(lane::convert<std::int16_t>(std::uint32_t{0xffffffff}, none, true), 32767);
  EXPECT_EQ(lane::convert<std::int32_t>(INT64_MIN, none, true), INT32_MIN);
  EXPECT_EQ(lane::convert<std::int32_t>(INT64_MAX, none, false), -1);
  EXPECT_EQ(lane::convert<std::uint32_t>(std::int16_t{-5}, none, false), 0U);
  EXPECT_EQ(lane::convert<std::int64_t>(std::int32_t{-5}, none, false), -5);
}

TEST(ConvertTo, FloatsFromIntegersRoundOnce) {
  using M = RoundMode;
  EXPECT_EQ(lane::convert<float>(std::int32_t{16777217}, M::CAST_RINT, false), 16777216.0F);
  EXPECT_EQ(lane::convert<float>(std::int32_t{16777217}, M::CAST_ROUND, false), 16777218.0F);
  EXPECT_EQ(lane::convert<float>(std::int32_t{-16777217}, M::CAST_FLOOR, false), -16777218.0F);
  EXPECT_EQ(lane::convert<float>(INT32_MAX, M::CAST_TRUNC, false), 2147483520.0F);
  // Just above the middle of two floats: through double, the sum of both roundings is wrong.
  EXPECT_EQ(lane::convert<float>((std::int64_t{1} << 60) + (std::int64_t{1} << 36) + 1,
                                 M::CAST_RINT, false),
            0x1.000002p60F);
  EXPECT_EQ(lane::convert<float>(INT64_MIN, M::CAST_RINT, false), -0x1p63F);
  EXPECT_EQ(static_cast<float>(lane::convert<half>(std::int16_t{2049}, M::CAST_RINT, false)), 2048);
  EXPECT_EQ(static_cast<float>(lane::convert<half>(std::int16_t{2049}, M::CAST_CEIL, false)), 2050);
  EXPECT_EQ(static_cast<float>(lane::convert<half>(std::uint8_t{255}, M::UNKNOWN, false)), 255);
}

TEST(Truncate, KeepsTypeAndSign) {
  using M = RoundMode;
  EXPECT_EQ(lane::round_to_integral(2.5F, M::CAST_RINT), 2.0F);
  EXPECT_EQ(lane::round_to_integral(-2.5F, M::CAST_ROUND), -3.0F);
  EXPECT_EQ(lane::round_to_integral(-2.5F, M::CAST_CEIL), -2.0F);
  EXPECT_TRUE(std::signbit(lane::round_to_integral(-0.25F, M::CAST_TRUNC)));
  EXPECT_EQ(lane::round_to_integral(kMax, M::CAST_FLOOR), kMax);
  EXPECT_EQ(lane::round_to_integral(-kInf, M::CAST_FLOOR), -kInf);
  EXPECT_TRUE(std::isnan(lane::round_to_integral(kNan, M::CAST_FLOOR)));
  EXPECT_EQ(static_cast<float>(lane::round_to_integral(half(1023.5F), M::CAST_RINT)), 1024.0F);
}

}  // namespace
