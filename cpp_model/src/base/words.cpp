// SPDX-License-Identifier: Apache-2.0
#include "base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gsq {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// Letters to insert, remove, replace, or swap with the next to make one word of the other; case
/// does not count.
std::size_t edits_between(std::string_view word, std::string_view name) {
  using Edits = std::vector<std::size_t>;  // between word[0..row) and name[0..column), a row
  Edits before(name.size() + 1);
  Edits above(name.size() + 1);
  Edits edits(name.size() + 1);
  std::iota(edits.begin(), edits.end(), 0);
  const auto same = [&](std::size_t row, std::size_t column) {
    return lower(word[row - 1]) == lower(name[column - 1]);
  };
  for (std::size_t row = 1; row <= word.size(); ++row) {
    before.swap(above);
    above.swap(edits);
    edits[0] = row;
    for (std::size_t column = 1; column <= name.size(); ++column) {
      const std::size_t replaced = above[column - 1] + (same(row, column) ? 0 : 1);
      edits[column] = std::min({replaced, above[column] + 1, edits[column - 1] + 1});
      if (row > 1 && column > 1 && same(row, column - 1) && same(row - 1, column)) {
        edits[column] = std::min(edits[column], before[column - 2] + 1);
      }
    }
  }
  return edits.back();
}

}  // namespace

std::string one_of(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
  std::string_view best;
  std::size_t least = 3;  // edits; more is no misspelling
  for (const std::string_view name : names) {
    if (word.size() > name.size() + 2) continue;
    const std::size_t edits = edits_between(word, name);
    if (edits < least && 2 * edits <= name.size()) {
      least = edits;
      best = name;
    }
  }
  if (best.empty()) return "";
  return fmt::format("; did you mean '{}'?{}", best, least == 0 ? " Case counts." : "");
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char letter : text) {
    if (letter == '\n') {
      line += "\\n";
    } else if (const auto code = static_cast<unsigned char>(letter); code < ' ' || code == 0x7f) {
      line += fmt::format("\\x{:02x}", code);
    } else {
      line += letter;
    }
  }
  return line;
}

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
  return lowered;
}

}  // namespace gsq
