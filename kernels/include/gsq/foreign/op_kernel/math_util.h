// SPDX-License-Identifier: Apache-2.0
/// Arithmetic that operators have in common.
#pragma once

#include "gsq/kernel/qualifiers.hpp"

namespace Ops::Base {

/// Quotient, rounded up or down, and the multiple of b that it gives. For b = 0: a.
template <typename A, typename B>
__aicore__ constexpr inline A CeilDiv(A a, B b) {
  return b == 0 ? a : static_cast<A>((a + b - 1) / b);
}
template <typename A, typename B>
__aicore__ constexpr inline A FloorDiv(A a, B b) {
  return b == 0 ? a : static_cast<A>(a / b);
}
template <typename A, typename B>
__aicore__ constexpr inline A CeilAlign(A a, B b) {
  return b == 0 ? a : static_cast<A>((a + b - 1) / b * b);
}
template <typename A, typename B>
__aicore__ constexpr inline A FloorAlign(A a, B b) {
  return b == 0 ? a : static_cast<A>(a / b * b);
}

}  // namespace Ops::Base
