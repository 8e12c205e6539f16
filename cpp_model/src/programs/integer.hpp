// SPDX-License-Identifier: Apache-2.0
/// Numbers as programs write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "programs/program_syntax.hpp"

namespace gsq::syntax {

/// A number of up to 256 bits, sign and magnitude.
struct Integer {
  Immediate magnitude{};  ///< lowest word first
  bool negative{};
  bool huge{};  ///< more than 256 bits

  [[nodiscard]] bool fits(unsigned bits) const {
    if (huge || negative) return false;
    for (unsigned word = 0; word < magnitude.size(); ++word) {
      const unsigned room = bits > 32 * word ? bits - 32 * word : 0;
      if (room < 32 && magnitude[word] >> room != 0) return false;
    }
    return true;
  }

  /// The lowest 64 bits, in two's complement.
  [[nodiscard]] std::uint64_t low() const {
    const std::uint64_t value = magnitude[0] | std::uint64_t{magnitude[1]} << 32U;
    return negative ? 0 - value : value;
  }

  /// Whether `bits` (8 to 64) hold it as an unsigned or as a signed number.
  [[nodiscard]] bool fits_data(unsigned bits) const {
    if (!negative) return fits(bits);
    Integer positive = *this;
    positive.negative = false;
    return positive.fits(64) && positive.low() <= std::uint64_t{1} << (bits - 1);
  }
};

/// The number that a text writes, decimal or 0x…, std::nullopt where it writes none.
std::optional<Integer> parse_integer(std::string_view text);

}  // namespace gsq::syntax
