#include "gsq/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace gsq {
namespace {

constexpr bool power_of_two(std::uint32_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

/// Whether one parameter is legal, the others being as in `config`.
bool legal(const Config& config, std::uint32_t Config::*field) {
  const std::uint32_t value = config.*field;
  if (field == &Config::vlen_bytes) return power_of_two(value) && value >= 32 && value <= 256;
  if (field == &Config::ub_bytes) return power_of_two(value) && value >= 4096;
  if (field == &Config::banks) {
    if (!legal(config, &Config::bank_bytes)) return true;  // BankBytes is the one to blame
    const std::uint64_t row_bytes = std::uint64_t{value} * config.bank_bytes;
    return power_of_two(value) && row_bytes >= 32 && row_bytes <= config.ub_bytes;
  }
  if (field == &Config::bank_bytes) return value == 4 || value == 8;
  if (field == &Config::window) return value == 1;
  if (field == &Config::squeeze_cuts) return value <= 3;
  if (field == &Config::squeeze_radix) return value == 2 || value == 4;
  return value <= 1;  // switches
}

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
  for (const Parameter& parameter : kParameters) {
    if (!legal(config, parameter.field)) {
      fail(config.name, fmt::format("{} must be {}, found {}", parameter.name, parameter.allowed,
                                    config.*parameter.field));
    }
  }
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
