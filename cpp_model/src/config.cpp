// SPDX-License-Identifier: Apache-2.0
#include "gsq/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace gsq {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& message) {
  throw std::invalid_argument(fmt::format("configuration {}: {}", name, message));
}

std::string names_of_parameters() {
  std::string names;
  for (const Parameter& parameter : kParameters) {
    names += (names.empty() ? "" : ", ") + std::string(parameter.name);
  }
  return names;
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
    const bool known =
        std::any_of(kParameters.begin(), kParameters.end(),
                    [&](const Parameter& parameter) { return item.key() == parameter.name; });
    if (!known) {
      fail(name,
           fmt::format("unknown parameter {}; there are {}", item.key(), names_of_parameters()));
    }
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

}  // namespace gsq
