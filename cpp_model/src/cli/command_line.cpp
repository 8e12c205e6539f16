// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "base/words.hpp"
#include "programs/integer.hpp"

namespace gsq::command_line {
namespace {

using Words = std::vector<std::string_view>;

/// Names of the options, or of the subcommands where there are some.
std::vector<std::string> names_in(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* known : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(known->get_name());
  }
  if (!names.empty()) return names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) names.push_back(option->get_name());
  }
  return names;
}

/// "expected an option of gsq run, found '--bakend'; did you mean '--backend'?"
std::string unknown_word(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining();
  const auto option = std::find_if(rest.begin(), rest.end(),
                                   [](const std::string& word) { return word.rfind('-', 0) == 0; });
  if (option == rest.end()) {
    return fmt::format("expected the end of the command line, found '{}'", rest.front());
  }
  const std::vector<std::string> known = names_in(app);
  return fmt::format(
      "expected an option, found '{}'{}", *option,
      suggestion(option->substr(0, option->find('=')), {known.begin(), known.end()}));
}

/// "expected one of the subcommands run, trace, found 'rnu'; did you mean 'run'?"
std::string no_subcommand(const CLI::App& app) {
  const std::vector<std::string> names = names_in(app);
  const std::vector<std::string> words = app.remaining();
  const std::string expected =
      fmt::format("expected one of the subcommands {}", fmt::join(names, ", "));
  if (words.empty()) return expected + ", found none";
  return fmt::format("{}, found '{}'{}", expected, words.front(),
                     suggestion(words.front(), {names.begin(), names.end()}));
}

/// What is wrong with the number of values of an option.
std::string wrong_count(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<const CLI::Option*> options = app.get_options();
  for (const CLI::Option* option : options) {
    if (option->get_required() && option->count() == 0) {
      return fmt::format("expected {}, found none", option->get_name());
    }
  }
  // Beyond that, which option it is about is only to be had from the text's first word.
  const auto bare = [](std::string word) { return word.erase(0, word.find_first_not_of('-')); };
  const std::string text = error.what();
  const std::string subject = bare(text.substr(0, text.find_first_of(": ")));
  for (const CLI::Option* option : options) {
    const std::string name = option->get_name();
    if (bare(name) != subject) continue;
    if (option->get_expected_max() == 0) return fmt::format("{}: expected without a value", name);
    if (option->count() < 2) return fmt::format("{}: expected a value, found none", name);
    return fmt::format("{}: expected once, found {} times", name, option->count());
  }
  return "expected another command line";
}

/// Accepts a number from `least` to 1e6, which may have a fraction; `unit` names it and `least`.
CLI::Validator fraction(double least, const std::string& unit) {
  const auto check = [least, unit](const std::string& text) -> std::string {
    constexpr double kMost = 1e6;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && value >= least && value <= kMost) return "";
    return fmt::format("expected a number of {} to 1000000, found '{}'", unit, text);
  };
  return {check, ""};
}

}  // namespace

CLI::Validator word_of(std::vector<std::string> words) {
  const std::string list = fmt::format("{{{}}}", fmt::join(words, ","));
  const auto check = [words = std::move(words)](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return "";
    const Words known(words.begin(), words.end());
    return fmt::format("expected {}, found '{}'{}", one_of(known), text, suggestion(text, known));
  };
  return {check, list};
}

CLI::Validator number(std::uint64_t least, std::uint64_t most) {
  const bool bounded = most != std::numeric_limits<std::uint64_t>::max();
  const std::string range = bounded      ? fmt::format("from {} to {}", least, most)
                            : least != 0 ? fmt::format("from {} on", least)
                                         : "below 2^64";
  const auto check = [least, most, range](std::string& text) -> std::string {
    const auto value = syntax::parse_integer(text);
    if (value && value->fits(64) && value->low() >= least && value->low() <= most) {
      text = std::to_string(value->low());  // CLI11 takes 010 for 8
      return "";
    }
    return fmt::format("expected a whole number {}, found '{}'", range, text);
  };
  return {check, bounded ? range : ""};
}

CLI::Validator deltas() {
  const auto check = [](std::string& text) -> std::string {
    std::string plain;
    std::istringstream stream(text + ',');
    for (std::string part; std::getline(stream, part, ',');) {
      const auto value = syntax::parse_integer(part);
      if (!value || !value->fits_data(64) || (!value->negative && !value->fits(63))) {
        return fmt::format(
            "expected whole numbers from -2^63 to 2^63 - 1 with commas between them, "
            "found '{}'",
            text);
      }
      if (!plain.empty()) plain += ',';
      plain += std::to_string(static_cast<std::int64_t>(value->low()));
    }
    text = plain;
    return "";
  };
  return {check, ""};
}

CLI::Validator seconds() { return fraction(0, "seconds from 0"); }

CLI::Validator nanoseconds() { return fraction(1e-6, "nanoseconds from 0.000001"); }

CLI::Validator file_name() {
  const auto check = [](const std::string& text) -> std::string {
    return text.empty() ? "expected the name of a file, found ''" : "";
  };
  return {check, ""};
}

std::string sentence(const CLI::App& app, const CLI::ParseError& error) {
  const auto used = app.get_subcommands();
  if (used.empty() && app.get_require_subcommand_min() != 0) return no_subcommand(app);
  const CLI::App& its = used.empty() ? app : *used.front();
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) return error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unknown_word(its);
  return wrong_count(its, error);
}

}  // namespace gsq::command_line
