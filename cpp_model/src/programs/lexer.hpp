// SPDX-License-Identifier: Apache-2.0
/// The words of a program line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gsq::syntax {

/// The smallest part of a line that means something.
struct Token {
  enum class Kind { Word, Punctuation, String, Wrong, End };
  Kind kind{};
  std::string_view text;  ///< of a string: without its quotes
  unsigned column{};      ///< counted from 1

  [[nodiscard]] bool is(char punctuation) const {
    return kind == Kind::Punctuation && text.front() == punctuation;
  }
};

/// The tokens of one line, one after another; End for ever after the last.
class Lexer {
 public:
  explicit Lexer(std::string_view line) : line_(line) {}

  Token next();

 private:
  [[nodiscard]] unsigned column() const { return static_cast<unsigned>(at_) + 1; }
  Token take(Token::Kind kind, std::size_t size);

  std::string_view line_;
  std::size_t at_{};
};

/// The text of a command without its comment, white space folded.
std::string folded(std::string_view line);

}  // namespace gsq::syntax
