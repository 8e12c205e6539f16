// SPDX-License-Identifier: Apache-2.0
/// Element types that C++ lacks: 16-bit floating point to calculate with (float16.hpp), and 8-bit
/// floating point for storage and conversion.
///
/// The unit moves bit patterns and never calculates with these types. They convert to and from
/// float exactly as their formats define, so that kernels and tests can fill and read them.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "gsq/kernel/float16.hpp"

namespace gsq::kernel {

/// Result of a conversion of values beyond the largest finite one.
enum class Beyond : std::uint8_t {
  kInfinity,  ///< IEEE 754: exponent all ones is infinity or NaN, too large becomes infinity
  kLargest,   ///< same codes, too large and infinity become the largest finite value
  kFinite,    ///< OCP "fn": only the code of all ones is NaN, too large becomes the largest value
};

/// A binary floating-point number of 1 sign bit, kExponentBits and kMantissaBits, kept as bits.
///
/// The conversion from float rounds to the nearest value, ties to the even code, subnormals
/// included; kBeyond defines the result of values that are too large after rounding. A NaN keeps
/// its sign and as many upper bits as the format has, and becomes quiet. The conversion to float is
/// exact.
template <typename Raw, unsigned kExponentBits, unsigned kMantissaBits, Beyond kBeyond>
class SmallFloat {
  static_assert(8 * sizeof(Raw) == 1 + kExponentBits + kMantissaBits);

 public:
  SmallFloat() = default;
  explicit SmallFloat(float value) : bits_(encode(value)) {}

  static SmallFloat from_bits(Raw bits) {
    SmallFloat number;
    number.bits_ = bits;
    return number;
  }

  [[nodiscard]] Raw bits() const { return bits_; }

  explicit operator float() const {
    const std::uint32_t magnitude = bits_ & kMagnitude;
    const std::uint32_t sign = std::uint32_t{bits_} >> (kExponentBits + kMantissaBits) << 31;
    std::uint32_t result = 0;
    if (magnitude > kInfinityCode) {
      result = kFloatQuietNan | (magnitude << (23 - kMantissaBits) & kFloatMantissa);
    } else if (magnitude == kInfinityCode && kBeyond != Beyond::kFinite) {
      result = kFloatInfinity;
    } else if (magnitude < kHidden) {
      const float value = std::ldexp(static_cast<float>(magnitude), kLeastExponent - kMantissa);
      std::memcpy(&result, &value, sizeof result);
    } else {
      result = (magnitude << (23 - kMantissaBits)) + ((127U - kBias) << 23);
    }
    result |= sign;
    float value = 0;
    std::memcpy(&value, &result, sizeof value);
    return value;
  }

 private:
  static constexpr std::uint32_t kHidden = 1U << kMantissaBits;
  static constexpr std::uint32_t kBias = (1U << (kExponentBits - 1)) - 1;
  static constexpr int kMantissa = kMantissaBits;
  static constexpr int kLeastExponent = 1 - static_cast<int>(kBias);
  static constexpr std::uint32_t kMagnitude = (1U << (kExponentBits + kMantissaBits)) - 1;
  /// First code that is not a finite number; with kFinite the last finite one.
  static constexpr std::uint32_t kInfinityCode =
      kBeyond == Beyond::kFinite ? kMagnitude - 1 : kMagnitude - (kHidden - 1);
  /// Result for a number that is too large.
  static constexpr std::uint32_t kTooLarge =
      kBeyond == Beyond::kLargest ? kInfinityCode - 1 : kInfinityCode;
  static constexpr std::uint32_t kFloatInfinity = 0x7f800000;
  static constexpr std::uint32_t kFloatQuietNan = 0x7fc00000;
  static constexpr std::uint32_t kFloatMantissa = 0x007fffff;

  static Raw encode(float value) {
    std::uint32_t from = 0;
    std::memcpy(&from, &value, sizeof from);
    const std::uint32_t sign = from >> 31 << (kExponentBits + kMantissaBits);
    from &= 0x7fffffff;
    if (from > kFloatInfinity) {
      const std::uint32_t payload =
          kBeyond == Beyond::kFinite ? 0 : (from & kFloatMantissa) >> (23 - kMantissaBits);
      const std::uint32_t nan =
          kBeyond == Beyond::kFinite ? kMagnitude : kInfinityCode | kHidden / 2 | payload;
      return static_cast<Raw>(sign | nan);
    }
    if (from == kFloatInfinity) return static_cast<Raw>(sign | kTooLarge);

    // The value is significand * 2^(exponent - 23), the step of the result 2^(scale - mantissa).
    const bool subnormal = from >> 23 == 0;
    const std::uint32_t significand = (from & kFloatMantissa) | (subnormal ? 0 : 1U << 23);
    const int exponent = (subnormal ? 1 : static_cast<int>(from >> 23)) - 127;
    const int scale = exponent > kLeastExponent ? exponent : kLeastExponent;
    const int shift = 23 - kMantissa + (scale - exponent);
    if (shift > 25) return static_cast<Raw>(sign);  // below half of the smallest number
    const std::uint32_t odd = significand >> shift & 1U;
    const std::uint32_t steps = (significand + (1U << (shift - 1)) - 1 + odd) >> shift;
    // The hidden bit increases the exponent by one, and so does a carry from rounding.
    const std::uint32_t code =
        (static_cast<std::uint32_t>(scale - kLeastExponent) << kMantissaBits) + steps;
    return static_cast<Raw>(sign | (code > kTooLarge ? kTooLarge : code));
  }

  Raw bits_;
};

}  // namespace gsq::kernel

/// OCP FP8 E4M3: no infinity, one NaN of each sign, largest value 448. Too large, infinity
/// included, becomes 448: the saturating conversion of OCP FP8.
using fp8_e4m3fn_t = gsq::kernel::SmallFloat<std::uint8_t, 4, 3, gsq::kernel::Beyond::kFinite>;

/// OCP FP8 E5M2: infinity and NaN as in IEEE 754, largest finite value 57344. Too large, infinity
/// included, becomes 57344: the saturating conversion of OCP FP8.
using fp8_e5m2_t = gsq::kernel::SmallFloat<std::uint8_t, 5, 2, gsq::kernel::Beyond::kLargest>;

/// OCP MX scale E8M0: code c is 2^(c - 127), 255 is NaN; neither zero nor sign.
///
/// OCP does not define the conversion. Here the result is the power of two that is nearest by
/// value, ties the even code. Zeros and all smaller values become 2^-127, infinity and all larger
/// values 2^127, NaN and negative numbers NaN.
class fp8_e8m0_t {
 public:
  fp8_e8m0_t() = default;
  explicit fp8_e8m0_t(float value) : bits_(encode(value)) {}

  static fp8_e8m0_t from_bits(std::uint8_t bits) {
    fp8_e8m0_t number;
    number.bits_ = bits;
    return number;
  }

  [[nodiscard]] std::uint8_t bits() const { return bits_; }

  explicit operator float() const {
    if (bits_ == kNan) return std::numeric_limits<float>::quiet_NaN();
    return std::ldexp(1.0F, bits_ - 127);
  }

 private:
  static constexpr std::uint8_t kNan = 255;
  static constexpr std::uint8_t kLargest = 254;

  static std::uint8_t encode(float value) {
    if (std::isnan(value) || value < 0) return kNan;
    if (value <= 0x1p-127F) return 0;
    if (std::isinf(value)) return kLargest;
    int exponent = 0;
    const float fraction = std::frexp(value, &exponent);  // 0.5 to 1: the power is exponent - 1
    const int below = exponent - 1 + 127;
    const bool up = fraction > 0.75F || (fraction == 0.75F && below % 2 != 0);
    const int code = below + (up ? 1 : 0);
    return code > kLargest ? kLargest : static_cast<std::uint8_t>(code);
  }

  std::uint8_t bits_;
};

/// HiFloat8 as bits only: kernels move it, nothing here converts it.
class hifloat8_t {
 public:
  hifloat8_t() = default;

  static hifloat8_t from_bits(std::uint8_t bits) {
    hifloat8_t number;
    number.bits_ = bits;
    return number;
  }

  [[nodiscard]] std::uint8_t bits() const { return bits_; }

 private:
  std::uint8_t bits_;
};
