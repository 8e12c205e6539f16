#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numeric>
#include <utility>

#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"
#include "programs/program_syntax.hpp"

namespace gsq {
namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): the grammar this file reads by

constexpr std::size_t kMaxProgramBytes = 256U << 20U;

// ------------------------------------------------------------------------------------------------
// Numbers
// ------------------------------------------------------------------------------------------------

/// A number of up to 256 bits, sign and magnitude.
struct Integer {
  Immediate magnitude{};  ///< lowest word first
  bool negative{};
  bool huge{};  ///< more than 256 bits

  [[nodiscard]] bool fits(unsigned bits) const {
    if (huge || negative) return false;
    for (unsigned word = 0; word < magnitude.size(); ++word) {
      const unsigned room = bits > 32 * word ? bits - 32 * word : 0;
      if (room < 32 && magnitude[word] >> room != 0) return false;
    }
    return true;
  }

  /// The lowest 64 bits, in two's complement.
  [[nodiscard]] std::uint64_t low() const {
    const std::uint64_t value = magnitude[0] | std::uint64_t{magnitude[1]} << 32U;
    return negative ? 0 - value : value;
  }

  /// Whether `bits` (8 to 64) hold it as an unsigned or as a signed number.
  [[nodiscard]] bool fits_data(unsigned bits) const {
    if (!negative) return fits(bits);
    Integer positive = *this;
    positive.negative = false;
    return positive.fits(64) && positive.low() <= std::uint64_t{1} << (bits - 1);
  }
};

std::optional<Integer> parse_integer(std::string_view text) {
  Integer value;
  value.negative = text.substr(0, 1) == "-";
  if (value.negative) text.remove_prefix(1);
  const bool hex = !value.negative && text.substr(0, 2) == "0x";
  if (hex) text.remove_prefix(2);
  if (text.empty()) return std::nullopt;

  for (const char digit : text) {
    unsigned carry = 0;
    if (digit >= '0' && digit <= '9') {
      carry = static_cast<unsigned>(digit - '0');
    } else if (hex && digit >= 'a' && digit <= 'f') {
      carry = static_cast<unsigned>(digit - 'a') + 10;
    } else if (hex && digit >= 'A' && digit <= 'F') {
      carry = static_cast<unsigned>(digit - 'A') + 10;
    } else {
      return std::nullopt;
    }
    for (std::uint32_t& word : value.magnitude) {
      const std::uint64_t product = std::uint64_t{word} * (hex ? 16 : 10) + carry;
      word = static_cast<std::uint32_t>(product);
      carry = static_cast<unsigned>(product >> 32U);
    }
    value.huge = value.huge || carry != 0;
  }
  if (!value.huge && value.magnitude == Immediate{}) value.negative = false;
  return value;
}

// ------------------------------------------------------------------------------------------------
// Words
// ------------------------------------------------------------------------------------------------

/// Nearest of `names` to a misspelt word, as the end of an error; empty when none is near.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
  std::string_view best;
  std::size_t least = 3;  // edits; more is not a misspelling
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

struct Token {
  enum class Kind { Word, Punctuation, String, Wrong, End };
  Kind kind{};
  std::string_view text;  ///< of a string: without its quotes
  unsigned column{};      ///< counted from 1

  [[nodiscard]] bool is(char punctuation) const {
    return kind == Kind::Punctuation && text.front() == punctuation;
  }
};

/// The tokens of one line, one after another; End after the last, any number of times.
class Lexer {
 public:
  explicit Lexer(std::string_view line) : line_(line) {}

  Token next() {
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

 private:
  static constexpr std::string_view kPunctuation = ",[]=";

  static bool in_word(char letter) {
    return letter > ' ' && letter <= '~' && letter != '#' && letter != '"' &&
           kPunctuation.find(letter) == std::string_view::npos;
  }
  [[nodiscard]] unsigned column() const { return static_cast<unsigned>(at_) + 1; }
  Token take(Token::Kind kind, std::size_t size) {
    const Token token{kind, line_.substr(at_, size), column()};
    at_ += size;
    return token;
  }

  std::string_view line_;
  std::size_t at_{};
};

/// The text of a command without its comment, white space folded.
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

// ------------------------------------------------------------------------------------------------
// Statements
// ------------------------------------------------------------------------------------------------

class Parser {
 public:
  Parser(std::string_view text, std::string file, const Config& config)
      : text_(text), file_(std::move(file)), config_(config) {}

  Program program() {
    Program program;
    while (next_line()) {
      if (token_.kind == Token::Kind::End) continue;
      const unsigned column = token_.column;
      StatementBody body = statement();
      if (token_.kind != Token::Kind::End) fail("the end of the statement");
      program.push_back({{file_, line_number_, column}, std::move(body)});
    }
    return program;
  }

 private:
  // Errors and tokens

  [[noreturn]] void error_at(const Token& token, std::string_view message) const {
    throw ProgramError(
        fmt::format("{}:{}:{}: error: {}", file_, line_number_, token.column, message));
  }
  [[noreturn]] void fail_at(const Token& token, std::string_view expected,
                            std::string_view hint = "") const {
    error_at(token, fmt::format("expected {}, found {}{}", expected, found(token), hint));
  }
  [[noreturn]] void fail(std::string_view expected, std::string_view hint = "") const {
    fail_at(token_, expected, hint);
  }

  [[nodiscard]] std::string found(const Token& token) const {
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

  bool next_line() {
    if (text_.data() == nullptr) return false;
    const std::size_t end = text_.find('\n');
    line_ = text_.substr(0, end);
    // A null view means that there is no further line.
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

  Token take() {
    const Token token = token_;
    token_ = lexer_.next();
    return token;
  }

  void expect(char punctuation, std::string_view expected) {
    if (!token_.is(punctuation)) fail(expected);
    take();
  }

  /// The name of a code; its type gives `names` and the text of the error.
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

  Integer take_integer(std::string_view expected) {
    const auto value = token_.kind == Token::Kind::Word ? parse_integer(token_.text) : std::nullopt;
    if (!value) fail(expected);
    take();
    return *value;
  }

  /// An unsigned number of at most `bits` bits.
  Integer take_unsigned(unsigned bits, std::string_view what) {
    const std::string expected = fmt::format("{} of at most {} bits", what, bits);
    const Token token = token_;
    const Integer value = take_integer(expected);
    if (!value.fits(bits)) fail_at(token, expected);
    return value;
  }

  std::uint32_t take_u32(std::string_view what) {
    return static_cast<std::uint32_t>(take_unsigned(32, what).low());
  }

  // Operands: each has its expectation for errors and its parser

  [[nodiscard]] static std::string what(const Register& reg) {
    const std::string_view kind = reg.letter == 'v'   ? "vector"
                                  : reg.letter == 'm' ? "mask"
                                                      : "unaligned-store";
    return fmt::format("{0} {1} register {2}0..{2}{3}", kind[0] == 'u' ? "an" : "a", kind,
                       reg.letter, reg.count - 1);
  }
  static std::string what(const Address& /*operand*/) { return "an address in brackets"; }
  template <typename Code>
  static std::string what(const Name<Code>& /*operand*/) {
    return std::string(kind_of(Code{}));
  }
  static std::string what(const Switch& operand) {
    return fmt::format("{} or {}", operand.on, operand.off);
  }
  template <typename Int>
  static std::string what(const Number<Int>& /*operand*/) {
    return fmt::format("an unsigned number of at most {} bits", std::numeric_limits<Int>::digits);
  }
  [[nodiscard]] std::string what(const MaskImmediate& /*operand*/) const {
    return fmt::format("an unsigned number of at most {} bits", config_.vlen_bytes);
  }
  static std::string what(const LaneMask& /*operand*/) {
    return "a number of lanes or two 64-bit masks LO,HI";
  }
  static std::string what(const SpecialRegister& /*operand*/) { return "ar"; }
  static std::string what(const StreamForm& /*operand*/) { return "post, normal or n=BYTES"; }
  static std::string what(const AbsWord& /*operand*/) { return "abs"; }

  std::uint8_t take_register(const Register& reg) {
    const std::string_view text = token_.text;
    std::optional<Integer> index;
    if (token_.kind == Token::Kind::Word && text.front() == reg.letter && text.size() > 1 &&
        text[1] >= '0' && text[1] <= '9' && (text.size() == 2 || text[1] != '0')) {
      index = parse_integer(text.substr(1));
    }
    if (!index || !index->fits(32) || index->low() >= reg.count) fail(what(reg));
    take();
    return static_cast<std::uint8_t>(index->low());
  }

  void read(const Register& reg, Command& command) { command.*reg.field = take_register(reg); }

  void read(const Address& operand, Command& command) {
    expect('[', what(operand));
    command.addr = take_u32("a byte address");
    expect(']', "']' after the address");
  }

  template <typename Code>
  void read(const Name<Code>& operand, Command& command) {
    command.*operand.field = take_name<Code>(names(Code{}));
  }

  void read(const Switch& operand, Command& command) {
    if (token_.kind != Token::Kind::Word ||
        (token_.text != operand.on && token_.text != operand.off)) {
      fail(what(operand), suggestion(token_.text, {operand.on, operand.off}));
    }
    command.*operand.field = take().text == operand.on;
  }

  template <typename Int>
  void read(const Number<Int>& operand, Command& command) {
    command.*operand.field = static_cast<Int>(
        take_unsigned(std::numeric_limits<Int>::digits, "an unsigned number").low());
  }

  void read(const MaskImmediate& /*operand*/, Command& command) {
    set_immediate(command, take_unsigned(config_.vlen_bytes, "an unsigned number").magnitude);
  }

  void read(const LaneMask& operand, Command& command) {
    const Token first = token_;
    const Integer value = take_integer(what(operand));
    // The comma belongs to the mask unless KEY= follows it.
    Lexer ahead = lexer_;
    if (token_.is(',') && ahead.next().kind == Token::Kind::Word && !ahead.next().is('=')) {
      take();
      command.bitwise = true;
      if (!value.fits(64)) fail_at(first, "lanes 0 to 63 as an unsigned number of at most 64 bits");
      const Integer high = take_unsigned(64, "lanes 64 to 127 as an unsigned number");
      command.mask = {value.low(), high.low()};
      return;
    }
    if (!value.fits(128)) fail_at(first, "a number of lanes of at most 128 bits");
    command.mask = {value.low(), value.magnitude[2] | std::uint64_t{value.magnitude[3]} << 32U};
  }

  void read(const SpecialRegister& operand, Command& /*command*/) {
    if (token_.kind != Token::Kind::Word || token_.text != "ar") fail(what(operand));
    take();
  }

  void read(const StreamForm& operand, Command& command) {
    const Token word = token_;
    if (word.kind != Token::Kind::Word) fail(what(operand));
    take();
    if (word.text == "n") {
      expect('=', "'=' after n");
      command.abs = true;
      command.n = take_u32("a number of bytes");
    } else if (word.text == "post" || word.text == "normal") {
      command.post = word.text == "post";
    } else {
      fail_at(word, what(operand), suggestion(word.text, {"post", "normal"}));
    }
  }

  void read(const AbsWord& operand, Command& command) {
    if (token_.kind != Token::Kind::Word || token_.text != "abs") fail(what(operand));
    take();
    command.abs = true;
  }

  // Commands

  Command command(const Row& row) {
    Command command = default_command(row, config_);
    for (const Operand& operand : row.operands) {
      if (std::holds_alternative<AbsWord>(operand) && token_.kind == Token::Kind::End) break;
      std::visit(
          [&](const auto& kind) {
            if (&operand != &row.operands.front()) {
              expect(',', fmt::format("',' and {}", what(kind)));
            }
            read(kind, command);
          },
          operand);
    }
    options(row, command);
    return command;
  }

  void options(const Row& row, Command& command) {
    std::vector<const Option*> given;
    while (!row.options.empty() && token_.is(',')) {
      take();
      given.push_back(&take_option(row, given));
      expect('=', fmt::format("'=' after {}", given.back()->key));
      std::visit([&](const auto& kind) { read(kind, command); }, given.back()->value);
    }
    for (const Option& option : row.options) {
      if (required(option, command) &&
          std::find(given.begin(), given.end(), &option) == given.end()) {
        fail(fmt::format("',' and {}=…, which this command cannot do without", option.key));
      }
    }
  }

  const Option& take_option(const Row& row, const std::vector<const Option*>& given) {
    std::vector<std::string_view> free_keys;
    for (const Option& option : row.options) {
      const bool used = std::find(given.begin(), given.end(), &option) != given.end();
      if (token_.kind == Token::Kind::Word && token_.text == option.key) {
        if (used) fail(fmt::format("{} only once", option.key));
        take();
        return option;
      }
      if (!used) free_keys.push_back(option.key);
    }
    fail(fmt::format("an option of {} ({})", to_text(row.op), fmt::join(free_keys, ", ")),
         suggestion(token_.text, free_keys));
  }

  // .ub and .expect

  /// Destination of data: its size, and its name for errors.
  struct Room {
    std::size_t bytes;
    std::string where;
  };

  Room room_at(std::uint32_t address, const Token& token) const {
    if (address >= config_.ub_bytes) {
      fail_at(token,
              fmt::format("an address inside the Unified Buffer, below 0x{:x}", config_.ub_bytes));
    }
    return {config_.ub_bytes - address,
            fmt::format("between 0x{:x} and the end of the Unified Buffer", address)};
  }

  /// values | file "PATH" | iota COUNT [START [STEP]] | fill COUNT VALUE
  std::vector<std::uint8_t> data(Width width, const Room& room) {
    const std::size_t unit = std::size_t{1} << static_cast<unsigned>(width);
    std::vector<std::uint8_t> bytes;
    const auto append = [&](std::uint64_t value) {
      for (std::size_t i = 0; i < unit; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
      }
    };
    const auto check = [&](std::size_t count, const Token& token) {
      if (count > room.bytes / unit) {
        fail_at(token, fmt::format("at most {} values of {} {}", room.bytes / unit, to_text(width),
                                   room.where));
      }
    };
    const std::string expected = fmt::format("a number that fits {}", to_text(width));
    const auto value = [&] {
      const Token token = token_;
      const Integer number = take_integer(expected);
      if (!number.fits_data(static_cast<unsigned>(8 * unit))) fail_at(token, expected);
      return number.low();
    };
    const auto count = [&] {
      const Token token = token_;
      const std::uint32_t number = take_u32("the number of values");
      check(number, token);
      return number;
    };

    const Token form = token_;
    if (form.kind == Token::Kind::Word && form.text == "file") {
      take();
      if (token_.kind != Token::Kind::String) fail("the name of a file in double quotes");
      return file(take(), unit, room.bytes);
    }
    if (form.kind == Token::Kind::Word && form.text == "iota") {
      take();
      const std::uint32_t number = count();
      std::uint64_t next = token_.kind == Token::Kind::End ? 0 : value();
      const std::uint64_t step = token_.kind == Token::Kind::End ? 1 : value();
      for (std::uint32_t i = 0; i < number; ++i, next += step) append(next);
    } else if (form.kind == Token::Kind::Word && form.text == "fill") {
      take();
      const std::uint32_t number = count();
      const std::uint64_t same = value();
      for (std::uint32_t i = 0; i < number; ++i) append(same);
    } else {
      if (form.kind != Token::Kind::Word || !parse_integer(form.text)) {
        fail("numbers, file \"PATH\", iota COUNT [START [STEP]] or fill COUNT VALUE",
             suggestion(form.text, {"file", "iota", "fill"}));
      }
      while (token_.kind != Token::Kind::End) {
        check(bytes.size() / unit + 1, token_);
        append(value());
      }
    }
    return bytes;
  }

  [[nodiscard]] std::vector<std::uint8_t> file(const Token& name, std::size_t unit,
                                               std::size_t limit) const {
    const std::string path = (std::filesystem::path(file_).parent_path() / name.text).string();
    std::vector<std::uint8_t> bytes;
    try {
      bytes = read_file(path, limit);
    } catch (const std::runtime_error& error) {
      error_at(name, fmt::format("expected a data file, but {}", error.what()));
    }
    if (bytes.size() % unit != 0) {
      error_at(name, fmt::format("expected whole values of {} bytes, but {} holds {} bytes", unit,
                                 path, bytes.size()));
    }
    return bytes;
  }

  UbStatement ub() {
    const Token token = token_;
    UbStatement statement;
    statement.address = take_u32("a byte address");
    const Room room = room_at(statement.address, token);
    statement.bytes = data(take_name<Width>(kWidthNames), room);
    return statement;
  }

  StatementBody expectation() {
    const Token token = token_;
    if (token.kind == Token::Kind::Word && token.text == "status") {
      if (!any_command_) fail("a command before its status");
      take();
      ExpectStatus statement;
      statement.status = take_name<Status>(kStatusNames);
      if (token_.kind == Token::Kind::Word && token_.text == "info") {
        take();
        statement.info = take_u32("an info word");
      }
      return statement;
    }
    if (token.kind == Token::Kind::Word && token.text == "ar") {
      take();
      return ExpectAr{take_u32("the value of AR")};
    }
    ExpectData statement;
    Room room;
    if (token.kind == Token::Kind::Word && token.text.front() == 'v') {
      statement.vreg = take_register({'v', kNumVregs, nullptr});
      room = {config_.vlen_bytes, "in a vector register"};
    } else {
      statement.address = take_u32("status, ar, a vector register or a byte address");
      room = room_at(statement.address, token);
    }
    statement.width = take_name<Width>(kWidthNames);
    const Token values = token_;
    statement.bytes = data(statement.width, room);
    if (statement.bytes.empty()) fail_at(values, "something to compare with (this is no value)");
    return statement;
  }

  StatementBody statement() {
    std::vector<std::string_view> mnemonics = {".ub", ".expect"};
    const Token word = token_;
    if (word.kind == Token::Kind::Word && word.text == ".ub") {
      take();
      return ub();
    }
    if (word.kind == Token::Kind::Word && word.text == ".expect") {
      take();
      return expectation();
    }
    for (const Row& row : rows()) {
      if (word.kind == Token::Kind::Word && word.text == to_text(row.op)) {
        take();
        any_command_ = true;
        return CommandStatement{command(row), folded(line_)};
      }
      mnemonics.push_back(to_text(row.op));
    }
    fail("a command, .ub or .expect", suggestion(word.text, mnemonics));
  }

  std::string_view text_;  ///< lines to come; null after the last
  std::string file_;
  const Config& config_;
  std::string_view line_;
  unsigned line_number_{};
  Lexer lexer_{{}};
  Token token_{};
  bool any_command_{};
};

}  // namespace

std::optional<std::uint32_t> parse_number(std::string_view text) {
  const auto value = parse_integer(text);
  if (!value || !value->fits(32)) return std::nullopt;
  return static_cast<std::uint32_t>(value->low());
}

Program parse_program(const std::string& text, const std::string& file_name, const Config& config) {
  return Parser(text, file_name, config).program();
}

Program load_program(const std::string& file_name, const Config& config) {
  std::vector<std::uint8_t> bytes;
  try {
    bytes = read_file(file_name, kMaxProgramBytes);
  } catch (const std::runtime_error& error) {
    throw ProgramError(
        fmt::format("{}:1:1: error: expected a program, but {}", file_name, error.what()));
  }
  return parse_program({bytes.begin(), bytes.end()}, file_name, config);
}

}  // namespace gsq
