// SPDX-License-Identifier: Apache-2.0
#include "unit_session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "backends/backend_checks.hpp"
#include "gsq/programs/program.hpp"

namespace gsq::python {
namespace {

/// The only command of a text. Throws ProgramError.
Command parse_command(const std::string& text, const std::string& place, const Config& config) {
  const auto fail = [&](std::string_view what) {
    throw ProgramError(fmt::format("{}: error: {}, in: {}", place, what, text));
  };
  // Anything that would make it more than one statement.
  if (text.find_first_of("\n\r#") != std::string::npos) fail("expected a command of one line");
  try {
    const Program program = parse_program(text, "", config);
    if (program.size() == 1) {
      if (const auto* one = std::get_if<CommandStatement>(&program.front().body)) {
        return one->command;
      }
    }
  } catch (const ProgramError& error) {
    constexpr std::string_view kBefore = "error: ";  // and the place in the text
    const std::string_view what = error.what();
    fail(what.substr(what.find(kBefore) + kBefore.size()));
  }
  fail("expected a command");
  return {};
}

}  // namespace

void Session::command(const std::string& text, const std::string& file, unsigned line) {
  Queued queued{{}, file, line};
  queued.command = parse_command(text, queued.place(), backend_->config());
  backend_->submit(queued.command, fmt::format("{}: {}", queued.place(), text));
  queued_.push_back(std::move(queued));
  idle_ = false;
}

void Session::wait() {
  if (std::exchange(idle_, true)) return;
  const std::vector<Queued> queued = std::exchange(queued_, {});
  const std::vector<Completion> completions = backend_->drain();
  const Queued* failed = nullptr;
  const Completion* failure = nullptr;
  std::size_t failures = 0;
  for (std::size_t i = 0; i < completions.size(); ++i) {
    executed_.push_back({queued[i].line, queued[i].command, completions[i]});
    info_ = completions[i].response.info;
    if (completions[i].response.status == Status::Ok || failures++ != 0) continue;
    failed = &queued[i];
    failure = &completions[i];
  }
  if (failures == 0) return;
  const std::string text = format_command(failed->command, backend_->config()).value_or("");
  const std::string more =
      failures == 1 ? "" : fmt::format("\n  {} later commands failed, too", failures - 1);
  throw CommandError(fmt::format("{}: error: {}{}", failed->place(),
                                 unexpected_answer(Status::Ok, std::nullopt, *failure, text), more),
                     text, failed->place(), *failure);
}

void Session::run(const std::string& text, const std::string& file) {
  const Program program = parse_program(text, file, backend_->config());
  wait();
  const RunResult result = run_program(program, *backend_);
  for (const CommandResult& done : result.commands) {
    const Command& command = std::get<CommandStatement>(done.statement->body).command;
    executed_.push_back({done.statement->place.line, command, done.completion});
    info_ = done.completion.response.info;
  }
  if (result.failures.empty()) return;
  throw std::runtime_error(fmt::format("{}", fmt::join(result.failures, "\n")));
}

std::vector<std::uint8_t> Session::read_ub(std::uint64_t address, std::uint64_t bytes) {
  check_range(backend_->config(), address, bytes);
  wait();
  return backend_->read_ub(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(bytes));
}

void Session::write_ub(std::uint64_t address, const std::vector<std::uint8_t>& bytes) {
  check_range(backend_->config(), address, bytes.size());
  wait();
  backend_->write_ub(static_cast<std::uint32_t>(address), bytes);
}

std::vector<std::uint8_t> Session::read_v(std::uint64_t index) {
  check_register('v', index);
  wait();
  return backend_->read_v(static_cast<unsigned>(index));
}

void Session::write_v(std::uint64_t index, const std::vector<std::uint8_t>& bytes) {
  check_register(backend_->config(), 'v', index, bytes.size());
  wait();
  backend_->write_v(static_cast<unsigned>(index), bytes);
}

std::vector<std::uint8_t> Session::read_m(std::uint64_t index) {
  check_register('m', index);
  wait();
  return backend_->read_m(static_cast<unsigned>(index));
}

void Session::write_m(std::uint64_t index, const std::vector<std::uint8_t>& bits) {
  check_register(backend_->config(), 'm', index, bits.size());
  wait();
  backend_->write_m(static_cast<unsigned>(index), bits);
}

std::uint32_t Session::ar() {
  wait();
  return backend_->read_ar();
}

std::uint32_t Session::info() {
  wait();
  if (!info_) throw std::logic_error("expected a command before its info word is read, found none");
  return *info_;
}

std::uint64_t Session::cycles() {
  wait();
  return backend_->cycles();
}

std::string Session::statistics() {
  wait();
  const std::uint64_t cycles = backend_->cycles() - counted_cycles_;
  const std::uint64_t compared = backend_->compared_cycles() - counted_compared_;
  nlohmann::ordered_json json = statistics_json(std::exchange(executed_, {}), cycles, *backend_);
  json["totals"]["compared_cycles"] = compared;
  counted_cycles_ += cycles;
  counted_compared_ += compared;
  return json.dump();
}

void Session::finish() {
  wait();
  backend_->finish();
}

}  // namespace gsq::python
