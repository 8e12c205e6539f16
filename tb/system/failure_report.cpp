// SPDX-License-Identifier: Apache-2.0
#include "system/failure_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <system_error>

#include "gsq/files.hpp"

namespace tb {

/// The last lines of the report list the files of the failure.
void FailureReport::make(std::uint64_t cycle, const Difference& difference,
                         const Involved& involved) {
  const std::string facts = describe(difference, involved);
  const std::string program = make_folder(cycle, involved.offered);
  const std::string waveform = waveforms_.of_failure(cycle, folder_.path);
  WrongCommand wrong;
  wrong.kind = difference.kind;
  if (involved.first_wrong) wrong = involved.first_wrong();
  folder_.kind = wrong.kind;
  text_ = fmt::format(
      "mismatch in cycle {}: {}{}\n", cycle,
      options_.lockstep ? "RTL and golden model differ" : "the RTL breaks its contract",
      wrong.command.empty() ? "" : fmt::format(", {} of {}", wrong.kind, wrong.command));
  text_ += facts;
  if (!wrong.command.empty()) {
    text_ += fmt::format("  wrong     {}\n            {}: expected {}, actual {}\n", wrong.command,
                         wrong.what, wrong.expected, wrong.actual);
  } else if (!wrong.what.empty()) {
    text_ += fmt::format("  wrong     {}\n", wrong.what);
  }
  text_ += fmt::format("  kind      {}\n", wrong.kind);
  text_ += fmt::format("  seed      {}, stalls {} %, configuration {}\n", options_.seed,
                       options_.stall_percent, config_.name);
  if (!options_.rerun.empty()) text_ += fmt::format("  rerun     {}\n", options_.rerun);
  text_ += fmt::format("  waveform  {}\n  program   {}", waveform, program);
  if (folder_.path.empty()) return;
  try {
    gsq::write_file(folder_.path + "/report.txt", text_ + "\n");
  } catch (const std::exception& error) {
    text_ += fmt::format("\n  report    (none: {})", error.what());
  }
}

/// The port that differs, and its command.
std::string FailureReport::describe(const Difference& difference, const Involved& involved) {
  std::string text = fmt::format(
      "  port      {}\n"
      "  expected  {}\n"
      "  actual    {}\n",
      difference.where, difference.expected, difference.actual);
  if (involved.culprit != nullptr) {
    text += fmt::format("  command   {}\n", gsq::to_text(involved.culprit->label));
    if (const auto& fault = difference.command->fault) {
      text += fmt::format("  fails     {}: {}\n", gsq::to_text(difference.command->response.status),
                          fault->text);
    }
  } else if (involved.oldest != nullptr) {
    text += fmt::format("  oldest    {}\n", gsq::to_text(involved.oldest->label));
  }
  const std::string writer = involved.writer == nullptr ? "" : gsq::to_text(involved.writer->label);
  if (!writer.empty()) {
    text += fmt::format("  command   {} (the last that wrote v{}, answered in cycle {})\n", writer,
                        *difference.vreg, involved.writer->answered);
  }
  return text;
}

/// Makes the folder with the program. Returns the program's file, or in brackets why there is none.
std::string FailureReport::make_folder(std::uint64_t cycle, std::uint64_t commands) {
  if (options_.failures.empty()) return "(none)";
  std::string name = options_.name.empty() ? "run" : options_.name;
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char letter) { return std::isalnum(letter) == 0 && letter != '_'; }, '-');
  try {
    std::error_code error;
    folder_.path = fmt::format("{}/{}-{}-seed{}-cycle{}", options_.failures, config_.name, name,
                               options_.seed, cycle);
    folder_.arguments = run_arguments(options_);
    std::filesystem::remove_all(folder_.path, error);
    std::filesystem::create_directories(folder_.path, error);
    if (error) throw gsq::write_error(folder_.path, error.value());
    gsq::Recorder::Form form;
    form.comment = fmt::format(
        "What ran until RTL and golden model differed, on configuration {}. Host accesses\n"
        "and stalls of that run are not part of it.",
        config_.name);
    form.commands = commands;
    return recorder_.save(folder_.path + "/program.gsq", form);
  } catch (const std::exception& error) {
    return fmt::format("(none: {})", error.what());
  }
}

}  // namespace tb
