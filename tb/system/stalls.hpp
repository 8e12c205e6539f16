// SPDX-License-Identifier: Apache-2.0
// Random stalls.
#pragma once

#include <fmt/format.h>

#include <stdexcept>

#include "gsq/stimulus/random.hpp"

namespace tb {

/// Decides in which cycles a driver stalls its channel.
class Stalls {
 public:
  /// Stalls in `percent` of 100 cycles. Throws std::invalid_argument above 99.
  Stalls(unsigned percent, gsq::Rng& rng) : percent_(percent), rng_(rng) {
    if (percent > 99) {
      throw std::invalid_argument(fmt::format("stalls must be 0 to 99 percent, found {}", percent));
    }
  }

  /// Whether to stall in this cycle; call it once a cycle for each channel.
  bool now() { return percent_ != 0 && rng_.percent(percent_); }

 private:
  unsigned percent_;
  gsq::Rng& rng_;
};

}  // namespace tb
