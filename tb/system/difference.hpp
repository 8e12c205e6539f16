// SPDX-License-Identifier: Apache-2.0
// A difference between RTL and golden model in a cycle.
#pragma once

#include <optional>
#include <string>

#include "gsq/timing/cycle_model.hpp"

namespace tb {

/// Where the RTL differs from the golden model, or breaks its contract.
struct Difference {
  std::string where;                  ///< port or register, bank, lane
  std::string expected;               ///< value of the golden model, or the rule
  std::string actual;                 ///< value of the RTL
  const gsq::Transaction* command{};  ///< the command that caused it, null if unknown
  std::optional<unsigned> vreg{};     ///< the register, when it is one of V
};

}  // namespace tb
