// SPDX-License-Identifier: Apache-2.0
/// half and bfloat16_t as kernels use them: numbers with the operators of the language.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace gsq::kernel {

/// IEEE 754 binary16. Conversions are those of Eigen::half.
struct Binary16 {
  static std::uint16_t encode(float value);        ///< to the nearest value, ties to the even code
  static std::uint16_t encode(long double value);  ///< likewise, in one rounding
  static float decode(std::uint16_t bits);

  static constexpr int kDigits = 11;
  static constexpr int kMaxExponent = 16;
  static constexpr std::uint16_t kInfinity = 0x7c00;
};

/// The upper half of an IEEE 754 binary32. Conversions are those of Eigen::bfloat16.
struct Bfloat16 {
  static std::uint16_t encode(float value);
  static std::uint16_t encode(long double value);
  static float decode(std::uint16_t bits);

  static constexpr int kDigits = 8;
  static constexpr int kMaxExponent = 128;
  static constexpr std::uint16_t kInfinity = 0x7f80;
};

/// A binary floating-point number of 16 bits.
///
/// As a number of the language would, it converts from and to other numbers, and each operation
/// rounds its result once, to the nearest value, ties to even. Too large becomes infinity. A NaN
/// stays a NaN of its sign; it becomes quiet, and its other bits are not defined. Operations with a
/// number of another type are those of float with this type; the result is rounded when it is
/// assigned.
template <typename Format>
class Float16 {
 public:
  Float16() = default;
  template <typename N, std::enable_if_t<std::is_arithmetic_v<N>, int> = 0>
  Float16(N value)  // NOLINT: as in the language
      : bits_(Format::encode(
            std::conditional_t<std::is_same_v<N, float>, float, long double>(value))) {}
  template <typename Other>
  explicit Float16(Float16<Other> other) : Float16(static_cast<float>(other)) {}

  static constexpr Float16 from_bits(std::uint16_t bits) {
    Float16 number{};
    number.bits_ = bits;
    return number;
  }
  [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }

  operator float() const { return Format::decode(bits_); }  // NOLINT: as in the language

  Float16 operator+() const { return *this; }
  Float16 operator-() const { return from_bits(static_cast<std::uint16_t>(bits_ ^ 0x8000U)); }

  template <typename N>
  Float16& operator+=(N value) {
    return *this = static_cast<Float16>(*this + value);
  }
  template <typename N>
  Float16& operator-=(N value) {
    return *this = static_cast<Float16>(*this - value);
  }
  template <typename N>
  Float16& operator*=(N value) {
    return *this = static_cast<Float16>(*this * value);
  }
  template <typename N>
  Float16& operator/=(N value) {
    return *this = static_cast<Float16>(*this / value);
  }
  Float16& operator++() { return *this += 1; }
  Float16& operator--() { return *this -= 1; }

 private:
  std::uint16_t bits_;
};

// These are templates, so that their operands are not converted: with a number of the language, the
// operators of float apply.

// A float has more than twice as many digits, so its result rounds to the same as the exact one.
template <typename Format>
Float16<Format> operator+(Float16<Format> a, Float16<Format> b) {
  return float{a} + float{b};
}
template <typename Format>
Float16<Format> operator-(Float16<Format> a, Float16<Format> b) {
  return float{a} - float{b};
}
template <typename Format>
Float16<Format> operator*(Float16<Format> a, Float16<Format> b) {
  return float{a} * float{b};
}
template <typename Format>
Float16<Format> operator/(Float16<Format> a, Float16<Format> b) {
  return float{a} / float{b};
}

template <typename Format>
bool operator==(Float16<Format> a, Float16<Format> b) {
  return float{a} == float{b};
}
template <typename Format>
bool operator!=(Float16<Format> a, Float16<Format> b) {
  return float{a} != float{b};
}
template <typename Format>
bool operator<(Float16<Format> a, Float16<Format> b) {
  return float{a} < float{b};
}
template <typename Format>
bool operator<=(Float16<Format> a, Float16<Format> b) {
  return float{a} <= float{b};
}
template <typename Format>
bool operator>(Float16<Format> a, Float16<Format> b) {
  return float{a} > float{b};
}
template <typename Format>
bool operator>=(Float16<Format> a, Float16<Format> b) {
  return float{a} >= float{b};
}

}  // namespace gsq::kernel

template <typename Format>
class std::numeric_limits<gsq::kernel::Float16<Format>> {
  using T = gsq::kernel::Float16<Format>;

 public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr int radix = 2;
  static constexpr int digits = Format::kDigits;
  static constexpr int digits10 = (Format::kDigits - 1) * 30103 / 100000;
  static constexpr int max_digits10 = 2 + Format::kDigits * 30103 / 100000;
  static constexpr int max_exponent = Format::kMaxExponent;
  static constexpr int min_exponent = 3 - Format::kMaxExponent;
  static constexpr int max_exponent10 = Format::kMaxExponent * 30103 / 100000;
  static constexpr int min_exponent10 = (2 - Format::kMaxExponent) * 30103 / 100000;

  static constexpr T min() { return T::from_bits(1U << (Format::kDigits - 1)); }
  static constexpr T max() { return T::from_bits(Format::kInfinity - 1); }
  static constexpr T lowest() { return T::from_bits(0x8000U | (Format::kInfinity - 1)); }
  static constexpr T infinity() { return T::from_bits(Format::kInfinity); }
  static constexpr T quiet_NaN() {
    return T::from_bits(Format::kInfinity | 1U << (Format::kDigits - 2));
  }
  static constexpr T signaling_NaN() { return T::from_bits(Format::kInfinity | 1U); }
  static constexpr T denorm_min() { return T::from_bits(1); }
  /// 1 is the middle of the exponents; one ulp of it is digits - 1 exponents lower.
  static constexpr T epsilon() {
    return T::from_bits(
        static_cast<std::uint16_t>(one() - ((Format::kDigits - 1) << (Format::kDigits - 1))));
  }
  static constexpr T round_error() {
    return T::from_bits(static_cast<std::uint16_t>(one() - (1U << (Format::kDigits - 1))));
  }

 private:
  static constexpr std::uint16_t one() {
    return static_cast<std::uint16_t>((Format::kMaxExponent - 1) << (Format::kDigits - 1));
  }
};

/// IEEE 754 binary16.
using half = gsq::kernel::Float16<gsq::kernel::Binary16>;

/// The upper half of an IEEE 754 binary32.
using bfloat16_t = gsq::kernel::Float16<gsq::kernel::Bfloat16>;
