// SPDX-License-Identifier: Apache-2.0
#include "programs/integer.hpp"

#include "gsq/programs/program.hpp"

namespace gsq {
namespace syntax {

std::optional<Integer> parse_integer(std::string_view text) {
  Integer value;
  value.negative = text.substr(0, 1) == "-";
  if (value.negative) text.remove_prefix(1);
  const bool hex = !value.negative && text.substr(0, 2) == "0x";
  if (hex) text.remove_prefix(2);
  if (text.empty()) return std::nullopt;

  for (const char digit : text) {
    unsigned carry = 0;
    if (digit >= '0' && digit <= '9') {
      carry = static_cast<unsigned>(digit - '0');
    } else if (hex && digit >= 'a' && digit <= 'f') {
      carry = static_cast<unsigned>(digit - 'a') + 10;
    } else if (hex && digit >= 'A' && digit <= 'F') {
      carry = static_cast<unsigned>(digit - 'A') + 10;
    } else {
      return std::nullopt;
    }
    for (std::uint32_t& word : value.magnitude) {
      const std::uint64_t product = std::uint64_t{word} * (hex ? 16 : 10) + carry;
      word = static_cast<std::uint32_t>(product);
      carry = static_cast<unsigned>(product >> 32U);
    }
    value.huge = value.huge || carry != 0;
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
