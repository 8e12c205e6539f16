// SPDX-License-Identifier: Apache-2.0
#include "gsq/config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/words.hpp"
#include "gsq/files.hpp"

namespace gsq {
namespace {

struct NamedConfig {
  const char* name;
  const char* json;
};
constexpr NamedConfig kNamedConfigs[] = {
#include "named_configs.inc"
};

[[noreturn]] void fail(const std::string& name, const std::string& message) {
  throw std::invalid_argument(fmt::format("configuration {}: {}", name, one_line(message)));
}

std::vector<std::string_view> names_of_parameters() {
  std::vector<std::string_view> names;
  names.reserve(std::size(kParameters));
  for (const Parameter& parameter : kParameters) names.emplace_back(parameter.name);
  return names;
}

const Parameter* find_parameter(std::string_view name) {
  const auto found = std::find_if(kParameters.begin(), kParameters.end(),
                                  [&](const Parameter& known) { return name == known.name; });
  return found == kParameters.end() ? nullptr : &*found;
}

[[noreturn]] void fail_unknown(const std::string& name, const std::string& parameter) {
  const std::vector<std::string_view> names = names_of_parameters();
  fail(name, fmt::format("unknown parameter {}; there are {}{}", parameter, fmt::join(names, ", "),
                         suggestion(parameter, names)));
}

}  // namespace

void validate(const Config& config) {
  const auto check = [&](const auto& rules) {
    for (const auto& rule : rules) {
      if (rule.legal(config)) continue;
      fail(config.name,
           fmt::format("{} must be {}, found {}", rule.name, rule.allowed, config.*rule.field));
    }
  };
  check(kParameters);
  check(kRelations);
}

Config parse_config(const std::string& name, const std::string& json_text) {
  const nlohmann::json json = nlohmann::json::parse(json_text, nullptr, false);
  if (!json.is_object()) fail(name, "expected one JSON object of parameters");

  for (const auto& item : json.items()) {
    if (find_parameter(item.key()) == nullptr) fail_unknown(name, item.key());
  }

  Config config;
  config.name = name;
  for (const Parameter& parameter : kParameters) {
    const auto found = json.find(parameter.name);
    if (found == json.end()) {
      fail(name, fmt::format("{} is missing; it must be {}", parameter.name, parameter.allowed));
    }
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() > UINT32_MAX) {
      fail(name, fmt::format("{} must be {}, found {}", parameter.name, parameter.allowed,
                             found->dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)));
    }
    config.*parameter.field = found->get<std::uint32_t>();
  }
  validate(config);
  return config;
}

Config named_config(const std::string& name) {
  std::vector<std::string_view> names;
  for (const NamedConfig& named : kNamedConfigs) {
    if (name == named.name) return parse_config(name, named.json);
    names.emplace_back(named.name);
  }
  fail(name, fmt::format("expected the name of one of {}{}", fmt::join(names, ", "),
                         suggestion(name, names)));
}

Config load_config(const std::string& file) {
  constexpr std::size_t kLongest = 65536;
  const auto text = read_file(file, kLongest);
  return parse_config(std::filesystem::path(file).stem().string(), {text.begin(), text.end()});
}

Config with_overrides(const Config& base, const std::string& overrides) {
  nlohmann::json values;
  for (const Parameter& parameter : kParameters) values[parameter.name] = base.*parameter.field;
  std::istringstream items(overrides);
  for (std::string item; std::getline(items, item, ',');) {
    if (item.empty()) continue;
    const std::size_t equals = std::min(item.find('='), item.size());
    const std::string name = item.substr(0, equals);
    const std::string digits = item.substr(std::min(equals + 1, item.size()));
    if (name.empty() || digits.empty() ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      fail(base.name, fmt::format("expected Name=Value,… with decimal values, found '{}'", item));
    }
    if (find_parameter(name) == nullptr) fail_unknown(base.name, name);
    const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    values[name] = nlohmann::json::parse(digits.substr(zeros));
  }
  Config config = parse_config(base.name, values.dump());
  for (const Parameter& parameter : kParameters) {
    const std::uint32_t value = config.*parameter.field;
    if (value != base.*parameter.field) config.name += fmt::format("+{}{}", parameter.name, value);
  }
  return config;
}

}  // namespace gsq
