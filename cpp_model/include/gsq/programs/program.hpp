/// Program text (.gsq): parsing, printing, running on a backend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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

/// A program that cannot be run. what() is "FILE:LINE:COLUMN: error: …", one line.
class ProgramError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A command and the line it stands on, white space folded, comment dropped.
struct CommandStatement {
  Command command;
  std::string text;
};

/// .ub: bytes that are written at this place of the program.
struct UbStatement {
  std::uint32_t address{};
  std::vector<std::uint8_t> bytes;
};

/// .expect status: about the command just before.
struct ExpectStatus {
  Status status{};
  std::optional<std::uint32_t> info;  ///< any info where absent
};

/// .expect ar
struct ExpectAr {
  std::uint32_t value{};
};

/// .expect ADDRESS and .expect vN: the lowest bytes there.
struct ExpectData {
  std::optional<unsigned> vreg;  ///< vector register; UB at `address` where absent
  std::uint32_t address{};
  Width width{};  ///< of the values, for reports
  std::vector<std::uint8_t> bytes;
};

using StatementBody =
    std::variant<CommandStatement, UbStatement, ExpectStatus, ExpectAr, ExpectData>;

struct Statement {
  SourcePlace place;
  StatementBody body;
};

using Program = std::vector<Statement>;

/// Parses a whole program; nothing has been run when it throws ProgramError. Files named in it are
/// read relative to `file_name`. Bounds of .ub and .expect and the length of registers come from
/// the configuration.
Program parse_program(const std::string& text, const std::string& file_name, const Config& config);

/// Reads the file, then parse_program. A file that cannot be read is a ProgramError too.
Program load_program(const std::string& file_name, const Config& config);

/// A number as programs write it (decimal or 0x…), where it is one and fits 32 bits.
std::optional<std::uint32_t> parse_number(std::string_view text);

/// The program text of one command, parsable again; std::nullopt where the text cannot carry it
/// (an unknown opcode or code). Bits of a set_mask immediate beyond the vector are dropped, as the
/// unit drops them.
std::optional<std::string> format_command(const Command& command, const Config& config);

/// The width, form or distribution that tells commands of one opcode apart, as its text; empty for
/// opcodes without one.
std::string_view form_text(const Command& command);

/// One command of a finished run.
struct CommandResult {
  const Statement* statement{};  ///< in the Program that was run
  Completion completion;
};

/// What a run did. Empty `failures` means that all was as expected.
struct RunResult {
  std::vector<CommandResult> commands;
  std::vector<std::string> failures;  ///< "FILE:LINE:COLUMN: error: …", one an expectation not met
};

/// Told now and then how many commands are done.
using Progress = std::function<void(std::size_t commands)>;

/// Runs a program on a backend. Throws Mismatch when RTL and model differ.
RunResult run_program(const Program& program, Backend& backend, const Progress& progress = {});

}  // namespace gsq
