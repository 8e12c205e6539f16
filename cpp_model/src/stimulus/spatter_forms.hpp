// SPDX-License-Identifier: Apache-2.0
/// The ways to write a pattern: numbers, UNIFORM:…, MS1:…, LAPLACIAN:…, XKP:….
#pragma once

#include <optional>
#include <string>

#include "spatter_fields.hpp"

namespace gsq::spatter {

/// Value of a field with a pattern: its indices, and what its form says of the delta.
struct Written {
  Numbers indices;
  std::optional<std::int64_t> delta;  ///< which its text gives; counts before a field with a delta
  std::int64_t default_delta = 8;     ///< without either
  bool shifted{};                     ///< all indices are one more than written: the least was -1
};

/// Reads the value of the field `key`: at least one index. Throws SpatterError.
Written read_pattern(const Fields& fields, const std::string& key, const Json& value);

}  // namespace gsq::spatter
