// SPDX-License-Identifier: Apache-2.0
/// All numbers of a floating-point format, made from the definition of the format, not from the
/// code that is tested.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "gsq/kernel/lanes/lane_round.hpp"

namespace gsq::testing {

using kernel::lane::RoundMode;

/// The positive numbers of a format in order: code c is value[c].
struct NumberTable {
  NumberTable(int mantissa, int bias, unsigned largest) {
    for (unsigned code = 0; code <= largest; ++code) {
      const int exponent = static_cast<int>(code >> mantissa);
      const double fraction = code & ((1U << mantissa) - 1);
      const double hidden = exponent == 0 ? 0 : std::ldexp(1, mantissa);
      value.push_back(std::ldexp(hidden + fraction, std::max(exponent, 1) - bias - mantissa));
    }
  }

  /// What `wanted` > 0 becomes, as a code; size() of the table is infinity.
  [[nodiscard]] std::size_t rounded(double wanted, bool negative, RoundMode mode) const {
    const auto above_at = std::upper_bound(value.begin(), value.end(), wanted);
    const auto below = static_cast<std::size_t>(above_at - value.begin()) - 1;
    if (value[below] == wanted) return below;
    const double step = value[value.size() - 1] - value[value.size() - 2];
    const double next = below + 1 < value.size() ? value[below + 1] : value[below] + step;
    const double down = wanted - value[below];
    const double up = next - wanted;
    const bool last = below + 1 == value.size();
    switch (mode) {
      case RoundMode::CAST_RINT:
        return below + (up < down || (up == down && below % 2 == 1) ? 1 : 0);
      case RoundMode::CAST_ROUND:
        return below + (up <= down ? 1 : 0);
      case RoundMode::CAST_TRUNC:
        return below;
      case RoundMode::CAST_FLOOR:
        return below + (negative ? 1 : 0);
      case RoundMode::CAST_CEIL:
        return below + (negative ? 0 : 1);
      default:  // CAST_ODD
        return below + (below % 2 == 0 && !last ? 1 : 0);
    }
  }

  std::vector<double> value;
};

}  // namespace gsq::testing
