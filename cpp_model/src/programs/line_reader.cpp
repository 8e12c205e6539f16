// SPDX-License-Identifier: Apache-2.0
#include "programs/line_reader.hpp"

#include <numeric>
#include <optional>

#include "gsq/programs/program.hpp"

namespace gsq::syntax {

std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
  std::string_view best;
  std::size_t least = 3;  // edits; more is no misspelling
  for (const std::string_view name : names) {
    if (word.size() > name.size() + 2) continue;
    std::vector<std::size_t> edits(name.size() + 1);  // between word[0..row) and name[0..column)
    std::iota(edits.begin(), edits.end(), 0);
    for (std::size_t row = 1; row <= word.size(); ++row) {
      std::size_t diagonal = edits[0]++;
      for (std::size_t column = 1; column <= name.size(); ++column) {
        const std::size_t replaced = diagonal + (word[row - 1] == name[column - 1] ? 0 : 1);
        diagonal = edits[column];
        edits[column] = std::min({replaced, diagonal + 1, edits[column - 1] + 1});
      }
    }
    if (edits.back() < least && 2 * edits.back() <= name.size()) {
      least = edits.back();
      best = name;
    }
  }
  return best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
}

void LineReader::error_at(const Token& token, std::string_view message) const {
  throw ProgramError(
      fmt::format("{}:{}:{}: error: {}", file_, line_number_, token.column, message));
}

std::string LineReader::found(const Token& token) const {
  constexpr std::size_t kShown = 48;
  switch (token.kind) {
    case Token::Kind::End:
      return text_.data() == nullptr ? "the end of the file" : "the end of the line";
    case Token::Kind::Wrong:
      if (token.text.front() == '"') return "a string without its closing quote";
      return fmt::format("byte 0x{:02x}", static_cast<unsigned char>(token.text.front()));
    default:
      return fmt::format("'{}{}'", token.text.substr(0, kShown),
                         token.text.size() > kShown ? "…" : "");
  }
}

bool LineReader::next_line() {
  if (text_.data() == nullptr) return false;
  const std::size_t end = text_.find('\n');
  line_ = text_.substr(0, end);
  // A null view stands for: no further line.
  text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  ++line_number_;
  for (std::size_t at = 0; at < line_.size(); ++at) {
    if (line_[at] != '\t' && static_cast<unsigned char>(line_[at]) < ' ') {
      fail_at({Token::Kind::Wrong, line_.substr(at, 1), static_cast<unsigned>(at) + 1}, "text");
    }
  }
  lexer_ = Lexer(line_);
  take();
  return true;
}

void LineReader::expect(char punctuation, std::string_view expected) {
  if (!token_.is(punctuation)) fail(expected);
  take();
}

Integer LineReader::take_integer(std::string_view expected) {
  const auto value = token_.kind == Token::Kind::Word ? parse_integer(token_.text) : std::nullopt;
  if (!value) fail(expected);
  take();
  return *value;
}

Integer LineReader::take_unsigned(unsigned bits, std::string_view what) {
  const std::string expected = fmt::format("{} of at most {} bits", what, bits);
  const Token token = token_;
  const Integer value = take_integer(expected);
  if (!value.fits(bits)) fail_at(token, expected);
  return value;
}

}  // namespace gsq::syntax
