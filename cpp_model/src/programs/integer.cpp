// SPDX-License-Identifier: Apache-2.0
#include "programs/integer.hpp"

#include "gsq/programs/program.hpp"

namespace gsq {
namespace syntax {
namespace {

std::optional<unsigned> digit_of(char letter, bool hex) {
  if (letter >= '0' && letter <= '9') return static_cast<unsigned>(letter - '0');
  if (hex && letter >= 'a' && letter <= 'f') return static_cast<unsigned>(letter - 'a') + 10;
  if (hex && letter >= 'A' && letter <= 'F') return static_cast<unsigned>(letter - 'A') + 10;
  return std::nullopt;
}

void append_digit(Integer& value, unsigned base, unsigned digit) {
  unsigned carry = digit;
  for (std::uint32_t& word : value.magnitude) {
    const std::uint64_t product = std::uint64_t{word} * base + carry;
    word = static_cast<std::uint32_t>(product);
    carry = static_cast<unsigned>(product >> 32U);
  }
  value.huge = value.huge || carry != 0;
}

}  // namespace

std::optional<Integer> parse_integer(std::string_view text) {
  Integer value;
  value.negative = text.substr(0, 1) == "-";
  if (value.negative) text.remove_prefix(1);
  const bool hex = !value.negative && text.substr(0, 2) == "0x";
  if (hex) text.remove_prefix(2);
  if (text.empty()) return std::nullopt;

  constexpr std::size_t kShort = 15;  // digits: fit 64 bits
  std::uint64_t small = 0;
  for (const char letter : text) {
    const auto digit = digit_of(letter, hex);
    if (!digit) return std::nullopt;
    if (text.size() <= kShort) {
      small = small * (hex ? 16 : 10) + *digit;
    } else {
      append_digit(value, hex ? 16 : 10, *digit);
    }
  }
  if (text.size() <= kShort) {
    value.magnitude[0] = static_cast<std::uint32_t>(small);
    value.magnitude[1] = static_cast<std::uint32_t>(small >> 32U);
  }
  if (!value.huge && value.magnitude == Immediate{}) value.negative = false;
  return value;
}

}  // namespace syntax

std::optional<std::uint32_t> parse_number(std::string_view text) {
  const auto value = syntax::parse_integer(text);
  if (!value || !value->fits(32)) return std::nullopt;
  return static_cast<std::uint32_t>(value->low());
}

}  // namespace gsq
