// SPDX-License-Identifier: Apache-2.0
/// Bytes as hexadecimal text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gsq {

/// Two lower-case digits for each byte, in the order of the bytes.
std::string to_hex(const std::vector<std::uint8_t>& bytes);

/// The reverse. Throws std::invalid_argument for any other text.
std::vector<std::uint8_t> from_hex(std::string_view text);

}  // namespace gsq
