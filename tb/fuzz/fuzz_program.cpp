// SPDX-License-Identifier: Apache-2.0
// Any text as a program: ProgramError with places, or commands that have a text again and do the
// same on the golden model and on the cycle model.
#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>

#include "fuzz.hpp"
#include "gsq/backend.hpp"
#include "gsq/programs/program.hpp"

namespace {

using gsq::fuzz::expect;

constexpr std::size_t kMostCommands = 200;  // of a program that is run

/// Small units of each kind: windows, bank functions, wide words, no row multiplier, lane
/// operations.
const gsq::Config& config_of(std::uint8_t choice) {
  static const std::array<gsq::Config, 4> kConfigs = [] {
    std::array<gsq::Config, 4> configs;
    configs.fill(gsq::named_config("tiny"));
    configs[1].places = 4;
    configs[1].parts = 2;
    configs[1].bank_hash = 2;
    configs[1].rsp_depth = 32;
    configs[1].lane_ops = 1;
    configs[2].banks = 4;
    configs[2].bank_bytes = 8;
    configs[2].row_multiplier = 1;
    configs[3] = gsq::named_config("small");
    for (const gsq::Config& config : configs) gsq::validate(config);
    return configs;
  }();
  return kConfigs.at(choice % kConfigs.size());
}

/// The text of a command is a program of this command.
void check_text(const gsq::Command& command, const gsq::Config& config) {
  const auto text = gsq::format_command(command, config);
  expect(text.has_value(), "a command of a program without a text");
  const gsq::Program again = gsq::parse_program(*text, "again.gsq", config);
  expect(again.size() == 1, "the text of a command has several: " + *text);
  const auto& parsed = std::get<gsq::CommandStatement>(again.front().body).command;
  expect(gsq::format_command(parsed, config) == text, "the text of a command changes: " + *text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gsq::fuzz::Input input(data, size);
  const gsq::Config& config = config_of(input.byte());
  const std::string text = input.text();
  gsq::Program program;
  try {
    program = gsq::parse_program(text, "fuzz/fuzz.gsq", config);
  } catch (const gsq::ProgramError& error) {
    const std::string said = error.what();
    expect(said.rfind("fuzz/fuzz.gsq:", 0) == 0 && said.find(": error: ") != std::string::npos,
           "an error without a place: " + said);
    return 0;
  }
  std::size_t commands = 0;
  for (const gsq::Statement& statement : program) {
    if (const auto* found = std::get_if<gsq::CommandStatement>(&statement.body)) {
      check_text(found->command, config);
      ++commands;
    }
  }
  if (commands > kMostCommands) return 0;

  const std::unique_ptr<gsq::Backend> golden = gsq::make_golden_backend(config);
  const std::unique_ptr<gsq::Backend> cycle = gsq::make_cycle_backend(config);
  const gsq::RunResult expected = gsq::run_program(program, *golden);
  const gsq::RunResult timed = gsq::run_program(program, *cycle);
  expect(expected.commands.size() == commands && timed.commands.size() == commands,
         "a command without an answer");
  expect(expected.failures == timed.failures, "the models do not meet the same expectations");
  for (std::size_t i = 0; i < commands; ++i) {
    const gsq::Completion& one = expected.commands[i].completion;
    const gsq::Completion& other = timed.commands[i].completion;
    expect(one.response.status == other.response.status && one.response.info == other.response.info,
           "the models answer differently");
    expect(other.issue < other.retire, "an answer before its command");
  }
  expect(golden->read_ub(0, config.ub_bytes) == cycle->read_ub(0, config.ub_bytes),
         "the models leave different bytes in UB");
  return 0;
}
