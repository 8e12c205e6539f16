// SPDX-License-Identifier: Apache-2.0
/// The mask of calls on tensors as a mask register.
#pragma once

#include <cstdint>
#include <vector>

#include "gsq/kernel/ascend/masks.hpp"
#include "gsq/kernel/ascend/tensor_operation.hpp"

namespace AscendC::Reg {

/// The mask of SetVectorMask for lanes of type T, of 2 or 4 bytes. Issues set_mask.
template <typename T>
__simd_callee__ inline MaskReg MoveMask(const detail::Call& call = detail::Call::here("MoveMask")) {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4, "MoveMask: expected lanes of 2 or 4 bytes");
  const std::uint32_t count = gsq::kernel::ascend::lanes_of_iteration(sizeof(T), call);
  std::vector<bool> lanes(count);
  const gsq::kernel::ascend::Elements selected(gsq::kernel::ascend::settings(call).mask, 1, count,
                                               call);
  for (const auto& at : selected.places()) lanes[at.lane] = true;
  MaskReg mask;
  SetMask<T>(mask, lanes, call);
  return mask;
}

}  // namespace AscendC::Reg
