// SPDX-License-Identifier: Apache-2.0
/// Arithmetic, logic and comparison of single lanes, as IEEE 754 and the Ascend C documents define.
///
/// Integers wrap around. half and bfloat16_t are calculated in float and rounded once: float has
/// more than twice their digits, so sums, products, quotients and roots are those of IEEE 754.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "gsq/kernel/lanes/lane_round.hpp"

namespace gsq::kernel::lane {

/// How two lanes are compared.
enum class Comparison : std::uint8_t { LT = 0, GT, EQ, LE, GE, NE };

/// Whether the results of divisions and elementary functions, and their operands, may be subnormal:
/// the documents replace those by 0 unless a call asks for exact ones.
enum class Subnormal : std::uint8_t { kZero, kKeep };

namespace detail {

/// Types that lanes are calculated with.
template <typename T>
inline constexpr bool is_number =
    std::is_integral_v<T> || std::is_same_v<T, float> || is_short_float<T>;

/// The type in which lanes of T are calculated.
template <typename T>
using Wide = std::conditional_t<is_real<T>, float, std::uint64_t>;

/// `function` of lanes in their wide type. Integers have their sign extended: the lowest bits of
/// sums and products are right.
template <typename T, typename Function, typename... Lane>
T wide(Function function, Lane... lane) {
  static_assert(is_number<T>, "expected lanes of integers, half, bfloat16_t or float");
  return static_cast<T>(function(static_cast<Wide<T>>(lane)...));
}

/// Floating-point lanes: 0 of the same sign in place of a subnormal number.
template <Subnormal subnormal, typename T>
T flushed(T value) {
  if constexpr (subnormal == Subnormal::kZero) {
    constexpr Format kFormat = format_of<T>();
    const auto bits = bits_as<Bits<T>>(value);
    constexpr Bits<T> kHidden = Bits<T>{1} << kFormat.mantissa;
    if ((bits & static_cast<Bits<T>>(~kFormat.sign)) < kHidden) {
      return bits_as<T>(static_cast<Bits<T>>(bits & kFormat.sign));
    }
  }
  return value;
}

/// An elementary function of a floating-point lane.
template <Subnormal subnormal, typename T>
T elementary(T value, double (*function)(double)) {
  static_assert(is_number<T> && !std::is_integral_v<T>,
                "expected lanes of half, bfloat16_t or float");
  const double result = function(static_cast<float>(flushed<subnormal>(value)));
  return flushed<subnormal>(real_from<T>(result, RoundMode::CAST_RINT, false));
}

/// a + b without error as a double whose last bit is set if the sum is not exact: rounded once
/// more, to fewer digits, it gives the sum rounded once.
double sum_to_odd(double a, double b);

}  // namespace detail

template <typename T>
T add(T a, T b) {
  return detail::wide<T>([](auto x, auto y) { return x + y; }, a, b);
}

template <typename T>
T sub(T a, T b) {
  return detail::wide<T>([](auto x, auto y) { return x - y; }, a, b);
}

template <typename T>
T mul(T a, T b) {
  return detail::wide<T>([](auto x, auto y) { return x * y; }, a, b);
}

/// Integers: towards 0; a division by 0, which the documents leave open, gives a lane of ones; the
/// smallest number divided by -1 wraps around.
template <typename T, Subnormal subnormal = Subnormal::kZero>
T div(T a, T b) {
  if constexpr (is_real<T>) {
    const auto x = static_cast<float>(detail::flushed<subnormal>(a));
    const auto y = static_cast<float>(detail::flushed<subnormal>(b));
    return detail::flushed<subnormal>(static_cast<T>(x / y));
  } else {
    static_assert(std::is_integral_v<T>, "expected lanes of numbers");
    if (b == 0) return static_cast<T>(~T{0});
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return sub(T{0}, a);
    return static_cast<T>(a / b);
  }
}

template <typename T>
T neg(T a) {
  if constexpr (is_real<T>) {
    return bits_as<T>(static_cast<Bits<T>>(bits_as<Bits<T>>(a) ^ format_of<T>().sign));
  } else {
    return sub(T{0}, a);
  }
}

/// The smallest integer stays as it is.
template <typename T>
T abs(T a) {
  if constexpr (is_real<T>) {
    return bits_as<T>(
        static_cast<Bits<T>>(bits_as<Bits<T>>(a) & static_cast<Bits<T>>(~format_of<T>().sign)));
  } else if constexpr (std::is_signed_v<T>) {
    return a < 0 ? sub(T{0}, a) : a;
  } else {
    return a;
  }
}

template <typename T>
bool is_nan(T a) {
  if constexpr (is_real<T>) {
    return std::isnan(static_cast<float>(a));
  } else {
    return false;
  }
}

/// A NaN compares like no number, not even as equal; -0 is equal to +0.
template <Comparison comparison, typename T>
bool compare(T a, T b) {
  using Compared = std::conditional_t<is_real<T>, float, T>;
  const auto x = static_cast<Compared>(a);
  const auto y = static_cast<Compared>(b);
  switch (comparison) {
    case Comparison::LT:
      return x < y;
    case Comparison::GT:
      return x > y;
    case Comparison::EQ:
      return x == y;
    case Comparison::LE:
      return x <= y;
    case Comparison::GE:
      return x >= y;
    case Comparison::NE:
      return x != y;
  }
  return false;
}

/// Whether a is below b in the order of Max and Min: that of numbers, with -0 below +0.
template <typename T>
bool below(T a, T b) {
  if constexpr (is_real<T>) {
    const auto x = static_cast<float>(a);
    const auto y = static_cast<float>(b);
    return x < y || (x == y && std::signbit(x) && !std::signbit(y));
  } else {
    return a < b;
  }
}

/// A NaN if one of them is.
template <typename T>
T max(T a, T b) {
  if (is_nan(a)) return a;
  return is_nan(b) || below(a, b) ? b : a;
}

template <typename T>
T min(T a, T b) {
  if (is_nan(a)) return a;
  return is_nan(b) || below(b, a) ? b : a;
}

/// -0 becomes +0.
template <typename T>
T relu(T a) {
  return max(a, T(0));
}

/// a, if it is +0 or above; a * slope below.
template <typename T>
T prelu(T a, T slope) {
  if constexpr (is_real<T>) {
    const auto x = static_cast<float>(a);
    return !std::isnan(x) && !std::signbit(x) ? a : mul(a, slope);
  } else {
    return a >= 0 ? a : mul(a, slope);
  }
}

template <typename T, Subnormal subnormal = Subnormal::kZero>
T sqrt(T a) {
  return detail::elementary<subnormal>(a, std::sqrt);
}
template <typename T, Subnormal subnormal = Subnormal::kZero>
T exp(T a) {
  return detail::elementary<subnormal>(a, std::exp);
}
/// The natural logarithm.
template <typename T, Subnormal subnormal = Subnormal::kZero>
T log(T a) {
  return detail::elementary<subnormal>(a, std::log);
}
template <typename T, Subnormal subnormal = Subnormal::kZero>
T log2(T a) {
  return detail::elementary<subnormal>(a, std::log2);
}
template <typename T, Subnormal subnormal = Subnormal::kZero>
T log10(T a) {
  return detail::elementary<subnormal>(a, std::log10);
}

/// a * b + c, rounded once.
template <typename T>
T mul_add(T a, T b, T c) {
  if constexpr (std::is_same_v<T, float>) {
    return std::fma(a, b, c);
  } else if constexpr (is_real<T>) {
    // The product of two numbers of at most 11 digits is exact in double.
    const double product =
        static_cast<double>(static_cast<float>(a)) * static_cast<double>(static_cast<float>(b));
    const double sum = detail::sum_to_odd(product, static_cast<float>(c));
    return detail::real_from<T>(sum, RoundMode::CAST_RINT, false);
  } else {
    return detail::wide<T>([](auto x, auto y, auto z) { return x * y + z; }, a, b, c);
  }
}

template <typename T>
T abs_sub(T a, T b) {
  return abs(sub(a, b));
}

/// exp(a - b) in float.
template <typename T>
float exp_sub(T a, T b) {
  return exp(static_cast<float>(a) - static_cast<float>(b));
}

/// a * scale in float, rounded to half with ties away from 0.
inline half mul_to_half(float a, float scale) {
  return convert<half>(a * scale, RoundMode::CAST_ROUND, false);
}

// Logic works on the bits of any type.
template <typename T>
T bit_and(T a, T b) {
  return bits_as<T>(static_cast<Bits<T>>(bits_as<Bits<T>>(a) & bits_as<Bits<T>>(b)));
}
template <typename T>
T bit_or(T a, T b) {
  return bits_as<T>(static_cast<Bits<T>>(bits_as<Bits<T>>(a) | bits_as<Bits<T>>(b)));
}
template <typename T>
T bit_xor(T a, T b) {
  return bits_as<T>(static_cast<Bits<T>>(bits_as<Bits<T>>(a) ^ bits_as<Bits<T>>(b)));
}
template <typename T>
T bit_not(T a) {
  return bits_as<T>(static_cast<Bits<T>>(~bits_as<Bits<T>>(a)));
}

/// Signed lanes keep their sign bit, the others shift below it. A distance of the lane's width or
/// more gives 0; a negative one is undefined in the documents and counts as such.
template <typename T>
T shift_left(T a, std::int64_t distance) {
  static_assert(std::is_integral_v<T>, "expected lanes of integers");
  constexpr int kBits = std::numeric_limits<Bits<T>>::digits;
  if (distance < 0 || distance >= kBits) return 0;
  const auto shifted =
      static_cast<Bits<T>>(static_cast<std::uint64_t>(static_cast<Bits<T>>(a)) << distance);
  if constexpr (std::is_unsigned_v<T>) return shifted;
  constexpr auto kSign = static_cast<Bits<T>>(Bits<T>{1} << (kBits - 1));
  return static_cast<T>((shifted & static_cast<Bits<T>>(~kSign)) |
                        (static_cast<Bits<T>>(a) & kSign));
}

/// Signed lanes are filled with their sign. A distance of the lane's width or more leaves only
/// that.
template <typename T>
T shift_right(T a, std::int64_t distance) {
  static_assert(std::is_integral_v<T>, "expected lanes of integers");
  constexpr int kBits = std::numeric_limits<Bits<T>>::digits;
  const bool all = distance < 0 || distance >= kBits;
  if constexpr (std::is_unsigned_v<T>) return all ? T{0} : static_cast<T>(a >> distance);
  return static_cast<T>(a >> (all ? kBits - 1 : distance));
}

/// A 32-bit result and its carry.
struct Carried {
  std::uint32_t value{};
  bool carry{};
};

/// a + b + carry. A subtraction a - b is a + ~b + 1; its carry says that nothing was borrowed.
inline Carried add_carry(std::uint32_t a, std::uint32_t b, bool carry) {
  const std::uint64_t sum = std::uint64_t{a} + b + (carry ? 1 : 0);
  return {static_cast<std::uint32_t>(sum), (sum >> 32) != 0};
}

/// The upper 32 bits of a product; the lower ones are mul().
template <typename T>
T mul_high(T a, T b) {
  static_assert(sizeof(T) == 4 && std::is_integral_v<T>, "expected lanes of 4-byte integers");
  using Product = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  return static_cast<T>(static_cast<Product>(a) * static_cast<Product>(b) >> 32);
}

}  // namespace gsq::kernel::lane
