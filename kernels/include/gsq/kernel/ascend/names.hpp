// SPDX-License-Identifier: Apache-2.0
/// Older names of the calls of AscendC::Reg. They take what the calls take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
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

/// Whether a parameter is a register.
template <typename T>
inline constexpr bool is_register = is_vector<T> || std::is_same_v<std::decay_t<T>, MaskReg>;

/// Calls of AscendC::DataCopy with other parameters (tensors) are not those of registers.
template <typename... Args>
using IfRegisters = std::enable_if_t<(is_register<Args> || ...)>;

/// In place of a parameter that a call does not give: with a pack of parameters, none behind it
/// could be the place of the call.
struct Absent {};

template <typename Function, typename Args, std::size_t... at>
void apply_first(const Function& function, Args&& args, std::index_sequence<at...> /*count*/) {
  function(std::get<at>(std::forward<Args>(args))...);
}

/// Calls a function with the parameters that are given, which are the first ones.
template <typename Function, typename... Args>
void with_given(const Function& function, Args&&... args) {
  constexpr std::size_t kGiven = (std::size_t{!std::is_same_v<std::decay_t<Args>, Absent>} + ...);
  apply_first(function, std::forward_as_tuple(std::forward<Args>(args)...),
              std::make_index_sequence<kGiven>{});
}

}  // namespace detail

/// LoadAlign, where a register comes first, or StoreAlign.
template <typename T = DefaultType, auto... options, typename First, typename A,
          typename B = detail::Absent, typename C = detail::Absent, typename D = detail::Absent,
          typename = detail::IfRegisters<First, A, B>>
__simd_callee__ inline void DataCopy(First&& first, A&& a, B&& b = B(), C&& c = C(), D&& d = D(),
                                     const detail::Call& call = detail::Call::here("DataCopy")) {
  detail::with_given(
      [&](auto&&... args) {
        constexpr bool kElement = !std::is_same_v<T, DefaultType>;
        if constexpr (detail::is_register<First> && kElement) {
          LoadAlign<T, options...>(std::forward<decltype(args)>(args)..., call);
        } else if constexpr (detail::is_register<First>) {
          LoadAlign(std::forward<decltype(args)>(args)..., call);
        } else if constexpr (kElement) {
          StoreAlign<T, options...>(std::forward<decltype(args)>(args)..., call);
        } else {
          StoreAlign(std::forward<decltype(args)>(args)..., call);
        }
      },
      std::forward<First>(first), std::forward<A>(a), std::forward<B>(b), std::forward<C>(c),
      std::forward<D>(d));
}

/// LoadUnAlignPre.
template <typename T>
__simd_callee__ inline void DataCopyUnAlignPre(
    UnalignReg& ureg, __ubuf__ T* srcAddr,
    const detail::Call& call = detail::Call::here("DataCopyUnAlignPre")) {
  LoadUnAlignPre(ureg, srcAddr, call);
}
template <typename T>
__simd_callee__ inline void DataCopyUnAlignPre(
    UnalignReg& ureg, __ubuf__ T* srcAddr, const AddrReg& areg,
    const detail::Call& call = detail::Call::here("DataCopyUnAlignPre")) {
  LoadUnAlignPre(ureg, srcAddr, areg, call);
}

/// LoadUnAlign, where a register comes first, or StoreUnAlign.
template <typename T = DefaultType, auto... options, typename First, typename A,
          typename B = detail::Absent, typename C = detail::Absent>
__simd_callee__ inline void DataCopyUnAlign(
    First&& first, A&& a, B&& b = B(), C&& c = C(),
    const detail::Call& call = detail::Call::here("DataCopyUnAlign")) {
  detail::with_given(
      [&](auto&&... args) {
        constexpr bool kElement = !std::is_same_v<T, DefaultType>;
        if constexpr (detail::is_register<First> && kElement) {
          LoadUnAlign<T, options...>(std::forward<decltype(args)>(args)..., call);
        } else if constexpr (detail::is_register<First>) {
          LoadUnAlign(std::forward<decltype(args)>(args)..., call);
        } else if constexpr (kElement) {
          StoreUnAlign<T, options...>(std::forward<decltype(args)>(args)..., call);
        } else {
          StoreUnAlign(std::forward<decltype(args)>(args)..., call);
        }
      },
      std::forward<First>(first), std::forward<A>(a), std::forward<B>(b), std::forward<C>(c));
}

/// StoreUnAlignPost.
template <typename T = DefaultType, auto... options, typename First, typename A,
          typename B = detail::Absent>
__simd_callee__ inline void DataCopyUnAlignPost(
    First&& first, A&& a, B&& b = B(),
    const detail::Call& call = detail::Call::here("DataCopyUnAlignPost")) {
  detail::with_given(
      [&](auto&&... args) {
        if constexpr (std::is_same_v<T, DefaultType>) {
          StoreUnAlignPost(std::forward<decltype(args)>(args)..., call);
        } else {
          StoreUnAlignPost<T, options...>(std::forward<decltype(args)>(args)..., call);
        }
      },
      std::forward<First>(first), std::forward<A>(a), std::forward<B>(b));
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
