// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gsq/programs/program.hpp"

namespace gsq {
namespace {

using Failure = std::pair<SourcePlace, std::string>;

std::uint64_t little_endian(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

/// Text of the difference between expected and actual data; empty when there is none.
std::string difference(const ExpectData& expected, const std::vector<std::uint8_t>& actual) {
  const std::size_t unit = std::size_t{1} << static_cast<unsigned>(expected.width);
  std::string first;
  std::size_t count = 0;
  for (std::size_t at = 0; at < expected.bytes.size(); at += unit) {
    const std::uint64_t wanted = little_endian(&expected.bytes[at], unit);
    const std::uint64_t found = little_endian(&actual[at], unit);
    if (wanted == found || ++count > 1) continue;
    const std::string place = expected.vreg
                                  ? fmt::format("in v{} lane {}", *expected.vreg, at / unit)
                                  : fmt::format("at address 0x{:04x}", expected.address + at);
    first = fmt::format("expected {} ({:#x}) {} ({}), got {} ({:#x})", wanted, wanted, place,
                        to_text(expected.width), found, found);
  }
  if (count == 0) return "";
  return fmt::format("{}; {} of {} values differ", first, count, expected.bytes.size() / unit);
}

/// Text of the difference between masks, with the numbers that a program would write.
std::string difference(const ExpectMask& expected, const std::vector<std::uint8_t>& actual) {
  const auto number = [](const std::vector<std::uint8_t>& bits) {
    std::string digits;
    for (std::size_t i = 0; i < bits.size(); i += 4) {
      unsigned digit = 0;
      for (std::size_t k = i; k < std::min(i + 4, bits.size()); ++k) digit |= bits[k] << (k - i);
      digits.insert(0, fmt::format("{:x}", digit));
    }
    const std::size_t first = digits.find_first_not_of('0');
    return "0x" + (first == std::string::npos ? "0" : digits.substr(first));
  };
  const auto [wanted, found] =
      std::mismatch(expected.bits.begin(), expected.bits.end(), actual.begin());
  if (wanted == expected.bits.end()) return "";
  return fmt::format("expected {} in m{}, got {}; the lowest bit that differs is bit {}",
                     number(expected.bits), expected.mreg, number(actual),
                     wanted - expected.bits.begin());
}

std::string status_text(Status status, std::optional<std::uint32_t> info) {
  std::string text(to_text(status));
  if (info) text += fmt::format(" info {}", *info);
  if (info && status == Status::ErrParam) {
    text += fmt::format(" ({})", to_text(static_cast<Field>(*info)));
  }
  return text;
}

/// Compares a response with the .expect status of its command; without one, with OK.
void check_status(Program::const_iterator command, Program::const_iterator end,
                  const Completion& completion, std::vector<Failure>& failures) {
  const Response& response = completion.response;
  const std::string& text = std::get<CommandStatement>(command->body).text;
  const auto check = [&](const SourcePlace& place, Status status,
                         std::optional<std::uint32_t> info) {
    if (status == response.status && info.value_or(response.info) == response.info) return;
    failures.emplace_back(place, unexpected_answer(status, info, completion, text));
  };
  bool told = false;
  for (auto next = command + 1;
       next != end && !std::holds_alternative<CommandStatement>(next->body); ++next) {
    if (const auto* expected = std::get_if<ExpectStatus>(&next->body)) {
      check(next->place, expected->status, expected->info);
      told = true;
    }
  }
  if (!told) check(command->place, Status::Ok, std::nullopt);
}

/// .ub and the expectations on state, on an idle unit.
void at_idle(const Statement& statement, Backend& backend, std::vector<Failure>& failures) {
  if (const auto* ub = std::get_if<UbStatement>(&statement.body)) {
    backend.write_ub(ub->address, ub->bytes);
  } else if (const auto* ar = std::get_if<ExpectAr>(&statement.body)) {
    const std::uint32_t actual = backend.read_ar();
    if (actual != ar->value) {
      failures.emplace_back(statement.place,
                            fmt::format("expected AR {}, got {}", ar->value, actual));
    }
  } else if (const auto* data = std::get_if<ExpectData>(&statement.body)) {
    const auto size = static_cast<std::uint32_t>(data->bytes.size());
    std::string text = difference(
        *data, data->vreg ? backend.read_v(*data->vreg) : backend.read_ub(data->address, size));
    if (!text.empty()) failures.emplace_back(statement.place, std::move(text));
  } else if (const auto* mask = std::get_if<ExpectMask>(&statement.body)) {
    std::string text = difference(*mask, backend.read_m(mask->mreg));
    if (!text.empty()) failures.emplace_back(statement.place, std::move(text));
  }
}

}  // namespace

std::string unexpected_answer(Status expected, std::optional<std::uint32_t> info,
                              const Completion& completion, std::string_view text) {
  const Response& response = completion.response;
  const std::string reason =
      response.status == Status::Ok ? "" : fmt::format("\n  {}", why_failed(completion));
  return fmt::format("expected {}, got {} from: {}{}", status_text(expected, info),
                     status_text(response.status, response.info), text, reason);
}

RunResult run_program(const Program& program, Backend& backend) {
  RunResult result;
  std::vector<Failure> failures;
  std::vector<Program::const_iterator> submitted;
  bool idle = false;  // state may be read; at first the unit is still before its reset
  const auto drain = [&] {
    if (std::exchange(idle, true)) return;
    for (Completion& completion : backend.drain()) {
      result.commands.push_back({&*submitted[result.commands.size()], completion});
    }
  };

  for (auto statement = program.begin(); statement != program.end(); ++statement) {
    if (const auto* command = std::get_if<CommandStatement>(&statement->body)) {
      backend.submit(command->command, fmt::format("{}:{}: {}", statement->place.file,
                                                   statement->place.line, command->text));
      submitted.push_back(statement);
      idle = false;
    } else if (!std::holds_alternative<ExpectStatus>(statement->body)) {
      drain();
      at_idle(*statement, backend, failures);
    }
  }
  drain();

  for (std::size_t i = 0; i < submitted.size(); ++i) {
    check_status(submitted[i], program.end(), result.commands[i].completion, failures);
  }
  std::stable_sort(failures.begin(), failures.end(),
                   [](const Failure& a, const Failure& b) { return a.first.line < b.first.line; });
  for (const auto& [place, text] : failures) {
    result.failures.push_back(
        fmt::format("{}:{}:{}: error: {}", place.file, place.line, place.column, text));
  }
  return result;
}

}  // namespace gsq
