// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/lanes/lane_arithmetic.hpp"

namespace gsq::kernel::lane::detail {

double sum_to_odd(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  // What the rounding of the sum left over, exactly.
  const double part = sum - a;
  const double rest = (a - (sum - part)) + (b - part);
  if (rest == 0 || (bits_as<std::uint64_t>(sum) & 1U) != 0) return sum;
  return std::nextafter(sum, rest < 0 ? -HUGE_VAL : HUGE_VAL);
}

}  // namespace gsq::kernel::lane::detail
