// SPDX-License-Identifier: Apache-2.0
#include "gsq/programs/hex.hpp"

#include <charconv>
#include <stdexcept>

namespace gsq {

std::string to_hex(const std::vector<std::uint8_t>& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::vector<std::uint8_t> from_hex(std::string_view text) {
  std::vector<std::uint8_t> bytes(text.size() / 2);
  bool legal = text.size() % 2 == 0;
  for (std::size_t i = 0; i < bytes.size() && legal; ++i) {
    const char* const end = text.data() + 2 * i + 2;
    legal = std::from_chars(end - 2, end, bytes[i], 16).ptr == end;
  }
  if (!legal) throw std::invalid_argument("expected two hexadecimal digits for each byte");
  return bytes;
}

}  // namespace gsq
