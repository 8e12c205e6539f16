// SPDX-License-Identifier: Apache-2.0
/// Program text (.gsq): parsing, printing, running on a backend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gsq/backend.hpp"
#include "gsq/config.hpp"
#include "gsq/isa.hpp"

namespace gsq {

/// A place in a program file, counted from 1.
struct SourcePlace {
  std::string file;
  unsigned line{};
  unsigned column{};
};

/// A program that cannot be run. what() is "FILE:LINE:COLUMN: error: …", a line for each error; of
/// more than 20 the first ones, and how many more there are.
class ProgramError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A command and the text of its line, white space folded, without the comment.
struct CommandStatement {
  Command command;
  std::string text;
};

/// .ub: bytes to write at this point of the program.
struct UbStatement {
  std::uint32_t address{};
  std::vector<std::uint8_t> bytes;
};

/// .expect status: expected response of the command just before.
struct ExpectStatus {
  Status status{};
  std::optional<std::uint32_t> info;  ///< any info if absent
};

/// .expect ar
struct ExpectAr {
  std::uint32_t value{};
};

/// .expect ADDRESS and .expect vN: the expected lowest bytes.
struct ExpectData {
  std::optional<unsigned> vreg;  ///< vector register; UB at `address` if absent
  std::uint32_t address{};
  Width width{};  ///< of the values, for reports
  std::vector<std::uint8_t> bytes;
};

/// .expect mN: all bits of a mask register.
struct ExpectMask {
  unsigned mreg{};
  std::vector<std::uint8_t> bits;  ///< 0 or 1 for each byte of a vector
};

using StatementBody =
    std::variant<CommandStatement, UbStatement, ExpectStatus, ExpectAr, ExpectData, ExpectMask>;

struct Statement {
  SourcePlace place;
  StatementBody body;
};

using Program = std::vector<Statement>;

/// Parses a whole program. Throws ProgramError before any command has run. Paths of files in it are
/// relative to `file_name`. The configuration gives the bounds of .ub and .expect and the length of
/// registers.
Program parse_program(const std::string& text, const std::string& file_name, const Config& config);

/// Reads the file, then parse_program. A file that cannot be read is a ProgramError too.
Program load_program(const std::string& file_name, const Config& config);

/// A number as programs write it (decimal or 0x…); std::nullopt if it is none or exceeds 32 bits.
std::optional<std::uint32_t> parse_number(std::string_view text);

/// The program text of one command, which can be parsed again; std::nullopt if no text represents
/// it (an unknown opcode or code). Bits of a set_mask immediate beyond the vector are omitted,
/// since the unit ignores them.
std::optional<std::string> format_command(const Command& command, const Config& config);

/// The text of the width, form or distribution that distinguishes commands of one opcode; empty for
/// opcodes without one.
std::string form_text(const Command& command);

/// "expected OK, got ERR_ALIGN info 0 from: …" for a command that did not answer what was expected;
/// why it failed is a second line. `text`: that of the command.
std::string unexpected_answer(Status expected, std::optional<std::uint32_t> info,
                              const Completion& completion, std::string_view text);

/// One command of a finished run.
struct CommandResult {
  const Statement* statement{};  ///< in the Program that was run
  Completion completion;
};

/// Result of a run. Empty `failures` means that all results were as expected.
struct RunResult {
  std::vector<CommandResult> commands;
  /// "FILE:LINE:COLUMN: error: …" for each expectation not met; why a command failed is a second
  /// line.
  std::vector<std::string> failures;
};

/// Runs a program on a backend. Throws Mismatch when RTL and model differ.
RunResult run_program(const Program& program, Backend& backend);

}  // namespace gsq
