// SPDX-License-Identifier: Apache-2.0
#include "programs/line_reader.hpp"

#include "gsq/programs/program.hpp"

namespace gsq::syntax {

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

LineReader::LineReader(std::string_view text, std::string file)
    : text_(text), file_(std::move(file)) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // of UTF-8
  if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text_.remove_prefix(kByteOrderMark.size());
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
  if (line_number_ == 1 && (line_.substr(0, 2) == "\xff\xfe" || line_.substr(0, 2) == "\xfe\xff")) {
    text_ = {};
    error_at({Token::Kind::Wrong, line_, 1}, "expected text in ASCII or UTF-8, found UTF-16");
  }
  for (std::size_t at = 0; at < line_.size(); ++at) {
    if (line_[at] != '\t' && static_cast<unsigned char>(line_[at]) < ' ') {
      text_ = {};  // what is no text has no lines either
      fail_at({Token::Kind::Wrong, line_.substr(at, 1), static_cast<unsigned>(at) + 1}, "text");
    }
  }
  lexer_ = Lexer(line_);
  take();
  return true;
}

void LineReader::fail_without_integer(const std::string& expected) const {
  if (token_.is('[')) fail(expected, "; here it is written without brackets");
  const std::string lowered = lower_case(token_.text);  // 0X1F
  fail(expected, parse_integer(lowered) ? suggestion(token_.text, {lowered}) : "");
}

}  // namespace gsq::syntax
