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
void check_vector_length(std::uint32_t bytes, const Call& call);

/// Notes that a call of the program has this vector length, also where it is only a part of a
/// constant, which can check nothing. Returns true.
bool note_vector_length(std::uint32_t bytes);

/// The length that was noted; 0 if none was.
std::uint32_t noted_vector_length();

/// A use of the constant: the variable is there, and noted at the start of the program, where a
/// function is compiled that names it. It has `Use` so that a template which names it is no use.
template <std::uint32_t bytes, typename Use>
struct VectorLength {
  static inline const bool noted = note_vector_length(bytes);
};

}  // namespace gsq::kernel::ascend

namespace AscendC {

/// VL, bytes of a vector register: a constant, GSQ_KERNEL_VL. Outside of constant expressions it
/// throws gsq::kernel::Error when the unit in use has another one. `Use` has no meaning.
template <typename Use = void>
__aicore__ constexpr std::uint32_t GetVecLen(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("GetVecLen")) {
  static_cast<void>(&gsq::kernel::ascend::VectorLength<GSQ_KERNEL_VL, Use>::noted);
  if (!__builtin_is_constant_evaluated())
    gsq::kernel::ascend::check_vector_length(GSQ_KERNEL_VL, call);
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

/// Accesses of UB that mem_bar separates: of vectors (V, VLD, VST) and of scalar code (S, LD, ST).
enum MEM_TYPE : std::uint8_t {
  VV_ALL,
  VST_VLD,
  VLD_VST,
  VST_VST,
  VS_ALL,
  VST_LD,
  VLD_ST,
  VST_ST,
  SV_ALL,
  ST_VLD,
  LD_VST,
  ST_VST,
  SS_ALL,
  ST_LD,
  LD_ST,
  ST_ST
};

/// LocalMemBar by its older name.
__simd_callee__ inline void mem_bar(MEM_TYPE /*accesses*/) {}

/// Calls a vector function.
template <auto function, typename... Args>
__aicore__ inline void asc_vf_call(Args&&... args) {
  function(std::forward<Args>(args)...);
}
