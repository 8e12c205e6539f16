// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/float16.hpp"

#include <Eigen/Core>
#include <cmath>
#include <cstring>

namespace gsq::kernel {
namespace {

/// The float nearest to a value, or where there is none, of the two next to it that whose last bit
/// is 1. So a second rounding to fewer digits knows on which side the value was.
float to_odd(long double value) {
  const auto nearest = static_cast<float>(value);
  if (nearest == value || std::isnan(value)) return nearest;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &nearest, sizeof bits);
  if ((bits & 1U) != 0) return nearest;
  return std::nextafter(nearest, nearest < value ? std::numeric_limits<float>::infinity()
                                                 : -std::numeric_limits<float>::infinity());
}

template <typename E>
std::uint16_t encode_as(float value) {
  return Eigen::numext::bit_cast<std::uint16_t>(E(value));
}

template <typename E>
float decode_as(std::uint16_t bits) {
  return static_cast<float>(Eigen::numext::bit_cast<E>(bits));
}

}  // namespace

std::uint16_t Binary16::encode(float value) { return encode_as<Eigen::half>(value); }
std::uint16_t Binary16::encode(long double value) { return encode(to_odd(value)); }
float Binary16::decode(std::uint16_t bits) { return decode_as<Eigen::half>(bits); }

std::uint16_t Bfloat16::encode(float value) { return encode_as<Eigen::bfloat16>(value); }
std::uint16_t Bfloat16::encode(long double value) { return encode(to_odd(value)); }
float Bfloat16::decode(std::uint16_t bits) { return decode_as<Eigen::bfloat16>(bits); }

}  // namespace gsq::kernel
