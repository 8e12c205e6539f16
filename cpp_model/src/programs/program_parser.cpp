// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "gsq/files.hpp"
#include "gsq/programs/program.hpp"
#include "programs/line_reader.hpp"
#include "programs/program_syntax.hpp"

namespace gsq {
namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): the grammar this file reads by

constexpr std::size_t kMaxProgramBytes = 256U << 20U;
constexpr std::size_t kShownErrors = 20;
constexpr Register kVectorRegister{'v', kNumVregs, nullptr};
constexpr Register kMaskRegister{'m', kNumMregs, nullptr};

/// Reads statements by the grammar of commands.
class Parser : LineReader {
 public:
  Parser(std::string_view text, std::string file, const Config& config)
      : LineReader(text, std::move(file)), config_(config) {}

  Program program() {
    Program program;
    for (bool more = true; more;) {
      try {
        while ((more = next_line())) {
          if (token_.kind == Token::Kind::End) continue;
          const unsigned column = token_.column;
          StatementBody body = statement();
          if (token_.kind != Token::Kind::End) fail("the end of the statement");
          if (errors_ == 0) program.push_back({{file_, line_number_, column}, std::move(body)});
        }
      } catch (const ProgramError& error) {  // the first of its line
        note(error);
      }
    }
    if (errors_ > kShownErrors) messages_ += fmt::format("\n… and {} more", errors_ - kShownErrors);
    if (errors_ != 0) throw ProgramError(messages_);
    return program;
  }

 private:
  void note(const ProgramError& error) {
    if (errors_++ >= kShownErrors) return;
    if (!messages_.empty()) messages_ += '\n';
    messages_ += error.what();
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
  static std::string what(const Signed& /*operand*/) { return "a number from -2^31 to 2^31-1"; }
  [[nodiscard]] std::string what(const MaskImmediate& /*operand*/) const {
    return fmt::format("an unsigned number of at most {} bits", config_.vlen_bytes);
  }
  static std::string what(const LaneMask& /*operand*/) {
    return "a number of lanes or two 64-bit masks LO,HI";
  }
  static std::string what(const SpecialRegister& /*operand*/) { return "ar"; }
  static std::string what(const StreamForm& /*operand*/) { return "post, normal or n=BYTES"; }
  static std::string what(const SecondOperand& operand) {
    return operand.may_be_vector ? "a vector register or n=NUMBER" : "n=NUMBER";
  }
  static std::string what(const AbsWord& /*operand*/) { return "abs"; }
  static std::string what(const MergeWord& /*operand*/) { return "merge"; }

  /// The number in the name of a register, std::nullopt for another text.
  static std::optional<std::uint8_t> register_number(const Register& reg, std::string_view text) {
    if (text.size() < 2 || text.front() != reg.letter || text[1] < '0' || text[1] > '9' ||
        (text.size() > 2 && text[1] == '0')) {
      return std::nullopt;
    }
    const auto index = parse_integer(text.substr(1));
    if (!index || !index->fits(32) || index->low() >= reg.count) return std::nullopt;
    return static_cast<std::uint8_t>(index->low());
  }

  std::uint8_t take_register(const Register& reg) {
    if (token_.kind == Token::Kind::Word) {
      if (const auto number = register_number(reg, token_.text)) {
        take();
        return *number;
      }
    }
    const std::string lowered = lower_case(token_.text);
    fail(what(reg), register_number(reg, lowered) ? suggestion(token_.text, {lowered}) : "");
  }

  void read(const Register& reg, Command& command) { command.*reg.field = take_register(reg); }

  void read(const Address& operand, Command& command) {
    expect('[', [&] { return what(operand); });
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

  void read(const Signed& operand, Command& command) {
    const Token token = token_;
    const Integer value = take_integer([&] { return what(operand); });
    if (value.negative ? !value.fits_data(32) : !value.fits(31)) fail_at(token, what(operand));
    command.*operand.field = static_cast<std::uint32_t>(value.low());
  }

  void read(const MaskImmediate& /*operand*/, Command& command) {
    set_immediate(command, take_unsigned(config_.vlen_bytes, "an unsigned number").magnitude);
  }

  void read(const LaneMask& operand, Command& command) {
    const Token first = token_;
    const Integer value = take_integer([&] { return what(operand); });
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
    if (token_.kind != Token::Kind::Word || token_.text != "ar") {
      fail(what(operand), suggestion(token_.text, {"ar"}));
    }
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
      fail_at(word, what(operand), suggestion(word.text, {"post", "normal", "n"}));
    }
  }

  void read(const SecondOperand& operand, Command& command) {
    if (token_.kind == Token::Kind::Word && token_.text == "n") {
      take();
      expect('=', "'=' after n");
      command.scalar = operand.may_be_vector;
      command.n = take_u32("a number");
      return;
    }
    const Register vector{'v', kNumVregs, &Command::vi};
    if (!operand.may_be_vector || token_.kind != Token::Kind::Word) fail(what(operand));
    if (!register_number(vector, token_.text)) fail(what(operand));
    read(vector, command);
  }

  void read(const AbsWord& operand, Command& command) {
    if (token_.kind != Token::Kind::Word || token_.text != "abs") {
      fail(what(operand), suggestion(token_.text, {"abs"}));
    }
    take();
    command.abs = true;
  }

  static void read(const MergeWord& /*option*/, Command& command) { command.merge = true; }

  // Commands

  Command command(const Row& row) {
    Command command = default_command(row, config_);
    for (const Operand& operand : row.operands) {
      if (std::holds_alternative<AbsWord>(operand) && token_.kind == Token::Kind::End) break;
      std::visit(
          [&](const auto& kind) {
            if (&operand != &row.operands.front()) {
              expect(',', [&] { return fmt::format("',' and {}", what(kind)); });
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
      if (!std::holds_alternative<MergeWord>(given.back()->value)) {
        expect('=', [&] { return fmt::format("'=' after {}", given.back()->key); });
      }
      std::visit([&](const auto& kind) { read(kind, command); }, given.back()->value);
    }
    for (const Option& option : row.options) {
      if (required(option, command) &&
          std::find(given.begin(), given.end(), &option) == given.end()) {
        fail(fmt::format("',' and {}=…, which this command needs", option.key));
      }
    }
  }

  const Option& take_option(const Row& row, const std::vector<const Option*>& given) {
    const auto used = [&](const Option& option) {
      return std::find(given.begin(), given.end(), &option) != given.end();
    };
    for (const Option& option : row.options) {
      if (token_.kind == Token::Kind::Word && token_.text == option.key) {
        if (used(option)) fail(fmt::format("{} only once", option.key));
        if (std::holds_alternative<MergeWord>(option.value) && config_.lane_ops == 0) {
          error_at(token_, "merge needs a configuration with LaneOps 1, this one has 0");
        }
        take();
        return option;
      }
    }
    std::vector<std::string_view> free_keys;
    for (const Option& option : row.options) {
      if (!used(option)) free_keys.push_back(option.key);
    }
    fail(fmt::format("an option of {} ({})", to_text(row.op), fmt::join(free_keys, ", ")),
         suggestion(token_.text, free_keys));
  }

  // .ub and .expect

  /// Destination of data: a part of UB from an address on, or without one a vector register.
  struct Room {
    std::size_t bytes{};
    std::optional<std::uint32_t> address;

    [[nodiscard]] std::string where() const {
      if (!address) return "in a vector register";
      return fmt::format("between 0x{:x} and the end of the Unified Buffer", *address);
    }
  };

  Room room_at(std::uint32_t address, const Token& token) const {
    if (address >= config_.ub_bytes) {
      fail_at(token,
              fmt::format("an address inside the Unified Buffer, below 0x{:x}", config_.ub_bytes));
    }
    return {config_.ub_bytes - address, address};
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
                                   room.where()));
      }
    };
    const auto expected = [&] { return fmt::format("a number that fits {}", to_text(width)); };
    const auto value = [&] {
      const Token token = token_;
      const Integer number = take_integer(expected);
      if (!number.fits_data(static_cast<unsigned>(8 * unit))) fail_at(token, expected());
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
      } else if (token_.kind == Token::Kind::Word) {
        fail("info or the end of the statement", suggestion(token_.text, {"info"}));
      }
      return statement;
    }
    if (token.kind == Token::Kind::Word && token.text == "ar") {
      take();
      return ExpectAr{take_u32("the value of AR")};
    }
    if (token.kind == Token::Kind::Word && token.text.front() == 'm') {
      ExpectMask statement;
      statement.mreg = take_register(kMaskRegister);
      const Integer bits = take_unsigned(config_.vlen_bytes, "the bits of a mask");
      for (unsigned i = 0; i < config_.vlen_bytes; ++i) {
        statement.bits.push_back(bits.magnitude.at(i / 32) >> (i % 32) & 1U);
      }
      return statement;
    }
    ExpectData statement;
    Room room;
    if (token.kind == Token::Kind::Word && token.text.front() == 'v') {
      statement.vreg = take_register(kVectorRegister);
      room = {config_.vlen_bytes, std::nullopt};
    } else {
      const std::string_view expected =
          "status, ar, a vector register, a mask register or a byte address";
      if (token.kind == Token::Kind::Word && !parse_integer(token.text)) {
        const std::string lowered = lower_case(token.text);
        if (parse_integer(lowered) || register_number(kVectorRegister, lowered) ||
            register_number(kMaskRegister, lowered)) {
          fail(expected, suggestion(token.text, {lowered}));
        }
        fail(expected, suggestion(token.text, {"status", "ar"}));
      }
      statement.address = take_u32(expected);
      room = room_at(statement.address, token);
    }
    statement.width = take_name<Width>(kWidthNames);
    const Token values = token_;
    statement.bytes = data(statement.width, room);
    if (statement.bytes.empty()) fail_at(values, "something to compare with (this is no value)");
    return statement;
  }

  StatementBody statement() {
    const Token word = token_;
    if (word.kind == Token::Kind::Word && word.text == ".ub") {
      take();
      return ub();
    }
    if (word.kind == Token::Kind::Word && word.text == ".expect") {
      take();
      return expectation();
    }
    any_command_ = true;  // also one that has an error
    for (const Row& row : rows()) {
      if (word.kind == Token::Kind::Word && word.text == to_text(row.op)) {
        take();
        return CommandStatement{command(row), folded(line_)};
      }
    }
    std::vector<std::string_view> mnemonics = {".ub", ".expect"};
    for (const Row& row : rows()) mnemonics.push_back(to_text(row.op));
    fail("a command, .ub or .expect", suggestion(word.text, mnemonics));
  }

  const Config& config_;
  bool any_command_{};
  std::size_t errors_{};
  std::string messages_;  // of the first errors, a line each
};

}  // namespace

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
