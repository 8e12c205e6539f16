// SPDX-License-Identifier: Apache-2.0
/// Takes a program apart, line by line and token by token, and words what is wrong with it.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/words.hpp"
#include "gsq/isa.hpp"
#include "programs/integer.hpp"
#include "programs/lexer.hpp"

namespace gsq::syntax {

template <typename Names>
std::vector<std::string_view> texts_of(const Names& names) {
  std::vector<std::string_view> texts(names.size());
  std::transform(names.begin(), names.end(), texts.begin(),
                 [](const auto& name) { return name.text; });
  return texts;
}

constexpr std::string_view kind_of(Width /*kind*/) { return "a lane width"; }
constexpr std::string_view kind_of(Form /*kind*/) { return "a form"; }
constexpr std::string_view kind_of(Pattern /*kind*/) { return "a mask pattern"; }
constexpr std::string_view kind_of(Dist /*kind*/) { return "a distribution"; }
constexpr std::string_view kind_of(AddressMode /*kind*/) { return "an address mode"; }
constexpr std::string_view kind_of(Status /*kind*/) { return "a status"; }

/// What reads a program: the next token, and errors at it. Everything throws ProgramError, with the
/// place, what was expected and what was found.
class LineReader {
 protected:
  /// `file` is the name that errors show. A byte order mark at the start of the text is skipped.
  LineReader(std::string_view text, std::string file);

  [[noreturn]] void error_at(const Token& token, std::string_view message) const;
  [[noreturn]] void fail_at(const Token& token, std::string_view expected,
                            std::string_view hint = "") const {
    error_at(token, fmt::format("expected {}, found {}{}", expected, found(token),
                                hint.empty() ? comment_hint(token) : hint));
  }
  [[noreturn]] void fail(std::string_view expected, std::string_view hint = "") const {
    fail_at(token_, expected, hint);
  }

  [[nodiscard]] std::string found(const Token& token) const;

  /// For a comment as other languages have it; empty otherwise.
  [[nodiscard]] static std::string_view comment_hint(const Token& token) {
    const bool slashes = token.text.substr(0, 2) == "//" || token.text.substr(0, 2) == "/*";
    const bool comment = slashes || token.text.substr(0, 1) == ";";
    return token.kind == Token::Kind::Word && comment ? "; a comment begins with #" : "";
  }

  /// Goes on to the next line and its first token; false after the last line. A line with bytes
  /// that are no text is an error, and the last line.
  bool next_line();

  Token take() {
    const Token token = token_;
    token_ = lexer_.next();
    return token;
  }

  // What is expected may be a text, or a function that returns one: to form texts that no error
  // needs took a good part of the time.
  template <typename Expected>
  static std::string text_of(const Expected& expected) {
    if constexpr (std::is_invocable_v<const Expected&>) {
      return std::string(expected());
    } else {
      return std::string(expected);
    }
  }

  /// Takes a punctuation mark.
  template <typename Expected>
  void expect(char punctuation, const Expected& expected) {
    if (!token_.is(punctuation)) fail(text_of(expected));
    take();
  }

  /// The name of a code; `names` and the wording of the error come with its type.
  template <typename Code, typename Names>
  Code take_name(const Names& names) {
    for (const auto& name : names) {
      if (token_.kind == Token::Kind::Word && token_.text == name.text) {
        take();
        return name.code;
      }
    }
    const auto texts = texts_of(names);
    fail(fmt::format("{} ({})", kind_of(Code{}), fmt::join(texts, ", ")),
         suggestion(token_.text, texts));
  }

  template <typename Expected>
  Integer take_integer(const Expected& expected) {
    if (token_.kind == Token::Kind::Word) {
      if (const auto value = parse_integer(token_.text)) {
        take();
        return *value;
      }
    }
    fail_without_integer(text_of(expected));
  }

  /// An unsigned number of at most `bits` bits.
  Integer take_unsigned(unsigned bits, std::string_view what) {
    const auto expected = [&] { return fmt::format("{} of at most {} bits", what, bits); };
    const Token token = token_;
    const Integer value = take_integer(expected);
    if (!value.fits(bits)) fail_at(token, expected());
    return value;
  }

  std::uint32_t take_u32(std::string_view what) {
    return static_cast<std::uint32_t>(take_unsigned(32, what).low());
  }

  [[noreturn]] void fail_without_integer(const std::string& expected) const;

  std::string_view text_;  ///< lines to come; null after the last
  std::string file_;
  std::string_view line_;
  unsigned line_number_{};
  Lexer lexer_{{}};
  Token token_{};
};

}  // namespace gsq::syntax
