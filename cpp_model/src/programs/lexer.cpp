// SPDX-License-Identifier: Apache-2.0
#include "programs/lexer.hpp"

#include <algorithm>
#include <array>

namespace gsq::syntax {
namespace {

constexpr std::string_view kPunctuation = ",[]=";

constexpr std::array<bool, 256> letters_of_words() {
  std::array<bool, 256> letters{};
  for (char letter = '!'; letter <= '~'; ++letter) {
    letters[static_cast<unsigned char>(letter)] =
        letter != '#' && letter != '"' && kPunctuation.find(letter) == std::string_view::npos;
  }
  return letters;
}
constexpr std::array<bool, 256> kInWord = letters_of_words();

bool in_word(char letter) { return kInWord[static_cast<unsigned char>(letter)]; }

}  // namespace

Token Lexer::next() {
  at_ = std::min(line_.find_first_not_of(" \t", at_), line_.size());
  if (at_ == line_.size() || line_[at_] == '#') return {Token::Kind::End, {}, column()};
  if (line_[at_] == '"') {
    const std::size_t end = line_.find('"', at_ + 1);
    if (end == std::string_view::npos) return take(Token::Kind::Wrong, line_.size() - at_);
    Token token = take(Token::Kind::String, end + 1 - at_);
    token.text = token.text.substr(1, token.text.size() - 2);
    return token;
  }
  if (kPunctuation.find(line_[at_]) != std::string_view::npos) {
    return take(Token::Kind::Punctuation, 1);
  }
  std::size_t end = at_;
  while (end < line_.size() && in_word(line_[end])) ++end;
  return end == at_ ? take(Token::Kind::Wrong, 1) : take(Token::Kind::Word, end - at_);
}

Token Lexer::take(Token::Kind kind, std::size_t size) {
  const Token token{kind, line_.substr(at_, size), column()};
  at_ += size;
  return token;
}

std::string folded(std::string_view line) {
  std::string text;
  for (const char letter : line.substr(0, line.find('#'))) {
    const bool space = letter == ' ' || letter == '\t';
    if (!space) {
      text += letter;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  if (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace gsq::syntax
