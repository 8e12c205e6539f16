// SPDX-License-Identifier: Apache-2.0
/// Vector functions of Ascend C: how they are called, vector length, barriers.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "gsq/kernel/ascend/choices.hpp"
#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/unit.hpp"

/// Bytes of a vector that kernels which call GetVecLen are compiled for: 256, as in the original,
/// unless this macro says otherwise.
#ifndef GSQ_KERNEL_VL
#define GSQ_KERNEL_VL 256
#endif

namespace gsq::kernel::ascend {

/// Throws Error when vectors of the unit in use have another length.
void check_vector_length(std::uint32_t bytes);

}  // namespace gsq::kernel::ascend

namespace AscendC {

/// VL, bytes of a vector register: a constant, GSQ_KERNEL_VL. Outside of constant expressions it
/// throws gsq::kernel::Error when the unit in use has another one.
__aicore__ constexpr std::uint32_t GetVecLen() {
  if (!__builtin_is_constant_evaluated()) gsq::kernel::ascend::check_vector_length(GSQ_KERNEL_VL);
  return GSQ_KERNEL_VL;
}
inline constexpr std::uint32_t VECTOR_REG_WIDTH = GSQ_KERNEL_VL;

/// Whether T is one of some types, or its length one of some numbers of bytes: for static_assert.
template <typename T, typename... Types>
__aicore__ constexpr bool SupportType() {
  return (std::is_same_v<T, Types> || ...);
}
template <typename T, int... bytes>
__aicore__ constexpr bool SupportBytes() {
  return ((sizeof(T) == bytes) || ...);
}

namespace Reg {

/// Orders accesses of UB. Issues nothing: accesses of the same bytes stay in the order of the
/// program anyway.
template <MemType src, MemType dst>
__simd_callee__ inline void LocalMemBar() {}

}  // namespace Reg
}  // namespace AscendC

/// Calls a vector function.
template <auto function, typename... Args>
__aicore__ inline void asc_vf_call(Args&&... args) {
  function(std::forward<Args>(args)...);
}
