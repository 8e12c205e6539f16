// SPDX-License-Identifier: Apache-2.0
/// Parameters of one build of the unit, from the files in configs/.
#pragma once

#include <cstdint>
#include <string>

#include "gsq/parameters.hpp"

namespace gsq {

/// Groups that the window holds at most.
inline constexpr std::uint32_t kWindowGroups = 16;

/// One set of parameters and its name. The parameters and their rules: configs/parameters.toml.
struct Config : Parameters {
  std::string name;  ///< name of the file in configs/, for reports

  /// Lanes of `width` bytes in a vector.
  [[nodiscard]] constexpr std::uint32_t lanes(std::uint32_t width) const {
    return vlen_bytes / width;
  }
  /// Groups of accesses in bank arbitration at the same time.
  [[nodiscard]] constexpr std::uint32_t groups() const { return places == 1 ? 1 : kWindowGroups; }
};

/// The Config of the JSON text of a file in configs/ (or the same with overrides).
/// Throws std::invalid_argument with a sentence that names the parameter, its legal values and the
/// value found, when a parameter is missing, unknown or illegal.
Config parse_config(const std::string& name, const std::string& json_text);

/// One of the configurations in configs/: named_config("full"). Throws std::invalid_argument with
/// the names that there are when there is none of that name.
Config named_config(const std::string& name);

/// The Config of a file like those in configs/, whose name is that of the file. Throws
/// std::runtime_error when it cannot be read, std::invalid_argument like parse_config.
Config load_config(const std::string& file);

/// `base` with other values of some parameters, "Banks=8,Places=4" in decimal, and a name such as
/// small+Banks8+Places4, which has what differs. The same as scripts/spec/config.py. Throws
/// std::invalid_argument with a sentence about the text, or like parse_config.
Config with_overrides(const Config& base, const std::string& overrides);

/// Throws std::invalid_argument like parse_config when the set is not legal.
void validate(const Config& config);

}  // namespace gsq
