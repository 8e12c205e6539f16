// SPDX-License-Identifier: Apache-2.0
/// Reads and writes whole files, with an error message for each failure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gsq {

/// The bytes of a file. Throws std::runtime_error ("PATH: why") when it cannot be read or holds
/// more than `limit` bytes; never reads further than that.
std::vector<std::uint8_t> read_file(const std::string& path, std::size_t limit);

/// The error that write_file() throws; `error`: an errno.
std::runtime_error write_error(const std::string& path, int error);

/// Writes a file anew. Throws std::runtime_error ("PATH: why") when that fails.
void write_file(const std::string& path, std::string_view bytes);

}  // namespace gsq
