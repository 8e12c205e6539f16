// SPDX-License-Identifier: Apache-2.0
/// Rounding and conversion of single lanes, exactly as IEEE 754 and the Ascend C documents define.
///
/// Every conversion takes the exact value apart into sign, significand and exponent, and rounds it
/// once. So no mode rounds twice, and 64-bit integers convert to float without a detour.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "gsq/kernel/types.hpp"

namespace gsq::kernel::lane {

/// To which neighbour a value is rounded that lies between two.
enum class RoundMode : std::uint8_t {
  CAST_NONE = 0,  ///< as CAST_RINT
  CAST_RINT,      ///< the nearest; in the middle, the one with an even code
  CAST_FLOOR,     ///< downwards
  CAST_CEIL,      ///< upwards
  CAST_ROUND,     ///< the nearest; in the middle, away from 0
  CAST_TRUNC,     ///< towards 0
  CAST_ODD,       ///< the one with an odd code
  CAST_HYBRID,    ///< random, for hifloat8 only: not supported
  CAST_EVEN,      ///< as CAST_RINT
  CAST_ZERO,      ///< as CAST_TRUNC
  UNKNOWN = 0xFF  ///< of conversions that are exact; as CAST_RINT otherwise
};

/// A finite number: sign, significand * 2^exponent.
struct Real {
  bool negative{};
  std::uint64_t significand{};
  int exponent{};
};

/// The parts of a finite number.
Real parts_of(double value);
Real parts_of(std::int64_t value);
Real parts_of(std::uint64_t value);

/// The magnitude of `value` in units of 2^scale, rounded; modulo 2^64.
std::uint64_t units_of(const Real& value, int scale, RoundMode mode);

/// A binary format with a sign: `mantissa` bits below the hidden one, the exponent of the least
/// normal number, the code of the largest finite number, and what too large numbers become.
struct Format {
  int mantissa;
  int least_exponent;
  std::uint32_t largest;
  std::uint32_t too_large;
  std::uint32_t nan;
  std::uint32_t sign;
};

template <typename T>
constexpr Format format_of() {
  if constexpr (std::is_same_v<T, float>) {
    return {23, -126, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x80000000};
  } else if constexpr (std::is_same_v<T, half>) {
    return {10, -14, 0x7bff, 0x7c00, 0x7e00, 0x8000};
  } else if constexpr (std::is_same_v<T, bfloat16_t>) {
    return {7, -126, 0x7f7f, 0x7f80, 0x7fc0, 0x8000};
  } else if constexpr (std::is_same_v<T, fp8_e4m3fn_t>) {
    return {3, -6, 0x7e, 0x7f, 0x7f, 0x80};
  } else {
    static_assert(std::is_same_v<T, fp8_e5m2_t>, "expected a floating-point type");
    return {2, -14, 0x7b, 0x7c, 0x7e, 0x80};
  }
}

/// The code of a finite number in a format. Too large after rounding: the largest finite number if
/// `saturate` or if the mode rounds towards it, else what the format has for such numbers.
std::uint32_t encode(const Real& value, const Format& format, RoundMode mode, bool saturate);

/// The bits of a lane as an unsigned integer, and back.
template <typename To, typename From>
To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

/// Types with values between the integers.
template <typename T>
inline constexpr bool is_short_float = std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>;
template <typename T>
inline constexpr bool is_fp8 = std::is_same_v<T, fp8_e4m3fn_t> || std::is_same_v<T, fp8_e5m2_t>;
template <typename T>
inline constexpr bool is_real = std::is_same_v<T, float> || is_short_float<T> || is_fp8<T>;

/// Unsigned integer as long as T.
template <typename T>
using Bits = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// A finite number as T.
template <typename T>
T real_as(const Real& value, RoundMode mode, bool saturate) {
  return bits_as<T>(static_cast<Bits<T>>(encode(value, format_of<T>(), mode, saturate)));
}

/// The largest finite T, or with the sign the smallest.
template <typename T>
T largest_finite(bool negative) {
  constexpr Format kFormat = format_of<T>();
  return bits_as<T>(static_cast<Bits<T>>(kFormat.largest | (negative ? kFormat.sign : 0)));
}

namespace detail {

template <typename To>
To real_from(double value, RoundMode mode, bool saturate) {
  constexpr Format kFormat = format_of<To>();
  if (std::isfinite(value)) return real_as<To>(parts_of(value), mode, saturate);
  if (saturate) {
    return std::isnan(value) ? bits_as<To>(Bits<To>{0}) : largest_finite<To>(value < 0);
  }
  const std::uint32_t sign = std::signbit(value) ? kFormat.sign : 0;
  return bits_as<To>(
      static_cast<Bits<To>>(sign | (std::isnan(value) ? kFormat.nan : kFormat.too_large)));
}

template <typename To>
To integer_from(double value, RoundMode mode, bool saturate) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(value)) return 0;
  if (std::isinf(value)) return value < 0 ? Limits::min() : Limits::max();
  const bool negative = value < 0;
  const std::uint64_t magnitude = units_of(parts_of(value), 0, mode);
  if (saturate) {
    const auto most = static_cast<std::uint64_t>(Limits::max());
    const std::uint64_t limit = !negative ? most : Limits::is_signed ? most + 1 : 0;
    if (magnitude > limit || std::fabs(value) >= 0x1p64) {
      return negative ? Limits::min() : Limits::max();
    }
  }
  return static_cast<To>(negative ? 0 - magnitude : magnitude);
}

template <typename To, typename From>
To integer_from_integer(From value, bool saturate) {
  using Limits = std::numeric_limits<To>;
  // The documents define only this conversion to saturate without a choice.
  constexpr bool kAlways = std::is_same_v<From, std::int16_t> && std::is_same_v<To, std::uint32_t>;
  if (saturate || kAlways) {
    if constexpr (std::is_signed_v<From>) {
      if (value < 0 && (!Limits::is_signed || value < static_cast<std::int64_t>(Limits::min()))) {
        return Limits::min();
      }
    }
    if (value > 0 &&
        static_cast<std::uint64_t>(value) > static_cast<std::uint64_t>(Limits::max())) {
      return Limits::max();
    }
  }
  return static_cast<To>(value);
}

}  // namespace detail

/// A lane converted to another type.
///
/// To an integer: a NaN becomes 0, an infinity the nearest limit; what is out of range becomes that
/// limit if `saturate`, else loses its upper bits. To a shorter floating-point type: what is out of
/// range becomes the largest finite number, and a NaN 0, if `saturate`; else infinity (NaN where
/// the type has none) and NaN. Integers that become floating-point numbers are always in range.
template <typename To, typename From>
To convert(From value, RoundMode mode, bool saturate) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (std::is_same_v<To, fp8_e8m0_t>) {  // the exponent of a bfloat16
    static_assert(std::is_same_v<From, bfloat16_t>, "fp8_e8m0_t: expected bfloat16_t to convert");
    const auto code = static_cast<std::uint8_t>(bits_as<std::uint16_t>(value) >> 7 & 0xffU);
    return fp8_e8m0_t::from_bits(code);
  } else if constexpr (std::is_same_v<From, fp8_e8m0_t>) {
    static_assert(std::is_same_v<To, bfloat16_t>, "fp8_e8m0_t: expected bfloat16_t as the result");
    const unsigned code = value.bits();
    return bits_as<To>(static_cast<std::uint16_t>(code == 0xff ? 0x7fc0 : code << 7));
  } else if constexpr (is_real<From>) {
    const double exact = static_cast<float>(value);
    if constexpr (is_real<To>) {
      // Float has all values of the shorter types: nothing to saturate.
      return detail::real_from<To>(exact, mode, saturate && !std::is_same_v<To, float>);
    } else {
      return detail::integer_from<To>(exact, mode, saturate);
    }
  } else if constexpr (is_real<To>) {
    using Widest = std::conditional_t<std::is_signed_v<From>, std::int64_t, std::uint64_t>;
    return real_as<To>(parts_of(static_cast<Widest>(value)), mode, true);
  } else {
    return detail::integer_from_integer<To>(value, saturate);
  }
}

/// A floating-point lane rounded to a value without fraction, in the same type.
template <typename T>
T round_to_integral(T value, RoundMode mode) {
  const double exact = static_cast<float>(value);
  if (!std::isfinite(exact) || std::fabs(exact) >= 0x1p52) return value;
  const auto rounded = static_cast<double>(units_of(parts_of(exact), 0, mode));
  return detail::real_from<T>(std::copysign(rounded, exact), RoundMode::CAST_RINT, false);
}

}  // namespace gsq::kernel::lane
