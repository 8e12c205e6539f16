// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "gsq/kernel/lanes/lane_round.hpp"

namespace gsq::kernel::lane {
namespace {

constexpr int kWord = 64;

/// Whether the magnitude becomes the next larger one: `rest` of 2 * `half` lies above it.
bool rounds_up(const Real& value, std::uint64_t kept, bool inexact, bool above_half, bool at_half,
               RoundMode mode) {
  const bool odd = (kept & 1U) != 0;
  switch (mode) {
    case RoundMode::CAST_FLOOR:
      return value.negative && inexact;
    case RoundMode::CAST_CEIL:
      return !value.negative && inexact;
    case RoundMode::CAST_ROUND:
      return above_half || at_half;
    case RoundMode::CAST_TRUNC:
    case RoundMode::CAST_ZERO:
      return false;
    case RoundMode::CAST_ODD:
      return inexact && !odd;
    default:
      return above_half || (at_half && odd);
  }
}

/// Whether the mode never goes beyond the largest finite number.
bool stays_finite(const Real& value, RoundMode mode) {
  switch (mode) {
    case RoundMode::CAST_TRUNC:
    case RoundMode::CAST_ZERO:
    case RoundMode::CAST_ODD:
      return true;
    case RoundMode::CAST_FLOOR:
      return !value.negative;
    case RoundMode::CAST_CEIL:
      return value.negative;
    default:
      return false;
  }
}

/// Place of the highest bit; the significand is not 0.
int top_of(std::uint64_t significand) {
  int top = 0;
  while (significand >>= 1) ++top;
  return top;
}

}  // namespace

Real parts_of(double value) {
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  constexpr int kDigits = std::numeric_limits<double>::digits;
  return {std::signbit(value), static_cast<std::uint64_t>(std::ldexp(fraction, kDigits)),
          exponent - kDigits};
}

Real parts_of(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return {value < 0, value < 0 ? 0 - bits : bits, 0};
}

Real parts_of(std::uint64_t value) { return {false, value, 0}; }

std::uint64_t units_of(const Real& value, int scale, RoundMode mode) {
  const int shift = scale - value.exponent;
  if (shift <= 0) return -shift < kWord ? value.significand << -shift : 0;
  const bool far = shift > kWord;  // all of it lies below half a unit
  const std::uint64_t kept = shift < kWord ? value.significand >> shift : 0;
  const std::uint64_t rest =
      shift < kWord ? value.significand - (kept << shift) : value.significand;
  const std::uint64_t half = far ? 0 : std::uint64_t{1} << (shift - 1);
  const bool up =
      rounds_up(value, kept, rest != 0, !far && rest > half, !far && rest == half, mode);
  return kept + (up ? 1 : 0);
}

std::uint32_t encode(const Real& value, const Format& format, RoundMode mode, bool saturate) {
  const std::uint32_t sign = value.negative ? format.sign : 0;
  if (value.significand == 0) return sign;
  const int top = value.exponent + top_of(value.significand);
  // Codes count the steps from one number to the next: subnormal ones from 0 on, normal ones with
  // the hidden bit, which increases the exponent by one, as a carry from rounding does.
  const int exponent = std::max(top, format.least_exponent);
  const std::uint64_t steps = units_of(value, exponent - format.mantissa, mode);
  const std::uint64_t code =
      (static_cast<std::uint64_t>(exponent - format.least_exponent) << format.mantissa) + steps;
  if (code <= format.largest) return sign | static_cast<std::uint32_t>(code);
  return sign | (saturate || stays_finite(value, mode) ? format.largest : format.too_large);
}

}  // namespace gsq::kernel::lane
