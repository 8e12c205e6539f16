// SPDX-License-Identifier: Apache-2.0
/// Older names of the calls of AscendC::Reg. They take what the calls take, and errors name them
/// without their place.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "gsq/kernel/ascend/gather.hpp"
#include "gsq/kernel/ascend/loads.hpp"
#include "gsq/kernel/ascend/masks.hpp"
#include "gsq/kernel/ascend/squeeze.hpp"
#include "gsq/kernel/ascend/stores.hpp"
#include "gsq/kernel/ascend/unaligned.hpp"

namespace AscendC::Reg {
namespace detail {

/// Whether a parameter is a register, and whether it is a pointer.
template <typename T>
inline constexpr bool is_register = is_vector<T> || std::is_same_v<std::decay_t<T>, MaskReg>;
template <typename T>
inline constexpr bool is_pointer = std::is_pointer_v<std::decay_t<T>>;

/// Calls of AscendC::DataCopy with other parameters (tensors) are not those of registers.
template <typename... Args>
using IfRegisters = std::enable_if_t<(is_register<Args> || ...)>;

}  // namespace detail

/// LoadAlign, where a register comes first, or StoreAlign.
template <typename T = DefaultType, auto... options, typename First, typename... Args,
          typename = detail::IfRegisters<First, Args...>>
__simd_callee__ inline void DataCopy(First&& first, Args&&... args) {
  constexpr bool kElement = !std::is_same_v<T, DefaultType>;
  const detail::Call call("DataCopy");
  if constexpr (detail::is_register<First> && kElement) {
    LoadAlign<T, options...>(first, std::forward<Args>(args)..., call);
  } else if constexpr (detail::is_register<First>) {
    LoadAlign(first, std::forward<Args>(args)..., call);
  } else if constexpr (kElement) {
    StoreAlign<T, options...>(std::forward<First>(first), std::forward<Args>(args)..., call);
  } else {
    StoreAlign(std::forward<First>(first), std::forward<Args>(args)..., call);
  }
}

/// LoadUnAlignPre.
template <typename T = DefaultType, typename... Args>
__simd_callee__ inline void DataCopyUnAlignPre(UnalignReg& ureg, Args&&... args) {
  LoadUnAlignPre(ureg, std::forward<Args>(args)..., detail::Call("DataCopyUnAlignPre"));
}

/// LoadUnAlign, where a register comes first, or StoreUnAlign.
template <typename T = DefaultType, auto... options, typename First, typename... Args>
__simd_callee__ inline void DataCopyUnAlign(First&& first, Args&&... args) {
  constexpr bool kElement = !std::is_same_v<T, DefaultType>;
  const detail::Call call("DataCopyUnAlign");
  if constexpr (detail::is_register<First> && kElement) {
    LoadUnAlign<T, options...>(first, std::forward<Args>(args)..., call);
  } else if constexpr (detail::is_register<First>) {
    LoadUnAlign(first, std::forward<Args>(args)..., call);
  } else if constexpr (kElement) {
    StoreUnAlign<T, options...>(std::forward<First>(first), std::forward<Args>(args)..., call);
  } else {
    StoreUnAlign(std::forward<First>(first), std::forward<Args>(args)..., call);
  }
}

/// StoreUnAlignPost.
template <typename T = DefaultType, auto... options, typename First, typename... Args>
__simd_callee__ inline void DataCopyUnAlignPost(First&& first, Args&&... args) {
  const detail::Call call("DataCopyUnAlignPost");
  if constexpr (std::is_same_v<T, DefaultType>) {
    StoreUnAlignPost(std::forward<First>(first), std::forward<Args>(args)..., call);
  } else {
    StoreUnAlignPost<T, options...>(std::forward<First>(first), std::forward<Args>(args)..., call);
  }
}

/// Gather from UB.
template <typename T0 = DefaultType, typename T1, typename T2 = DefaultType, typename T3,
          typename T4>
__simd_callee__ inline void DataCopyGather(
    T3& dstReg, __ubuf__ T1* baseAddr, const T4& index, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("DataCopyGather")) {
  Gather<T0, T1, T2>(dstReg, baseAddr, index, mask, call);
}

/// GatherB.
template <typename T = DefaultType, typename U, typename S>
__simd_callee__ inline void DataCopyGatherB(
    U& dstReg, __ubuf__ T* baseAddr, const S& index, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("DataCopyGatherB")) {
  GatherB<T>(dstReg, baseAddr, index, mask, call);
}

/// Scatter.
template <typename T = DefaultType, typename U = DefaultType, typename S, typename V>
__simd_callee__ inline void DataCopyScatter(
    __ubuf__ T* baseAddr, const S& srcReg, const V& index, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("DataCopyScatter")) {
  Scatter<T, U>(baseAddr, srcReg, index, mask, call);
}

/// Squeeze.
template <typename T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG, typename U>
__simd_callee__ inline void GatherMask(
    U& dstReg, const U& srcReg, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("GatherMask")) {
  Squeeze<T, store>(dstReg, srcReg, mask, call);
}

/// Unsqueeze.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void UnSqueeze(U& dstReg, const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("UnSqueeze")) {
  Unsqueeze<T>(dstReg, mask, call);
}

}  // namespace AscendC::Reg
