// SPDX-License-Identifier: Apache-2.0
/// Words of error messages: lists of what is known, and the nearest to what was written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gsq {

/// "b8, b16 or b32"
std::string one_of(const std::vector<std::string_view>& words);

/// Nearest of `names` to a misspelt word, as the end of an error; empty when none is near.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& names);

/// With control characters as C++ writes them, so that what a file names cannot break a line.
std::string one_line(std::string_view text);

/// With 'a' to 'z' for 'A' to 'Z'.
std::string lower_case(std::string_view text);

}  // namespace gsq
