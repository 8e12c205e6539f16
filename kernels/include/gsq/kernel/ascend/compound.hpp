// SPDX-License-Identifier: Apache-2.0
/// Calculations of AscendC::Reg that are several in one. Each call is an operation of the
/// processor.
#pragma once

#include <cstddef>
#include <type_traits>

#include "gsq/kernel/ascend/compute_lanes.hpp"

namespace AscendC::Reg {

/// src0 * src1 + dst, rounded once.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void MulAddDst(U& dstReg, const U& srcReg0, const U& srcReg1,
                                      const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("MulAddDst")) {
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::mul_add<typename U::ActualT>>, srcReg0,
                             srcReg1, dstReg);
}

/// dst * src0 + src1, rounded once.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void MulDstAdd(U& dstReg, const U& srcReg0, const U& srcReg1,
                                      const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("MulDstAdd")) {
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::mul_add<typename U::ActualT>>, dstReg,
                             srcReg0, srcReg1);
}

/// scalar * src + dst, rounded once.
template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename S>
__simd_callee__ inline void Axpy(S& dstReg, const S& srcReg, const U scalarValue,
                                 const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Axpy")) {
  using Lane = typename S::ActualT;
  const auto factor = detail::scalar_as<Lane>(scalarValue);
  detail::map_equal<T, mode>(
      call, dstReg, mask, [=](Lane a, Lane sum) { return detail::lane::mul_add(factor, a, sum); },
      srcReg, dstReg);
}

/// |src0 - src1|; integers wrap around.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void AbsSub(U& dstReg, const U& srcReg0, const U& srcReg1,
                                   const MaskReg& mask,
                                   const detail::Call& call = detail::Call::here("AbsSub")) {
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::abs_sub<typename U::ActualT>>, srcReg0,
                             srcReg1);
}

/// e to the power of src0 - src1, in float. Of half sources, those lanes take part whose number is
/// `layout` modulo 2.
template <typename T = DefaultType, typename U = DefaultType, RegLayout layout = RegLayout::ZERO,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V>
__simd_callee__ inline void ExpSub(S& dstReg, const V& srcReg0, const V& srcReg1,
                                   const MaskReg& mask,
                                   const detail::Call& call = detail::Call::here("ExpSub")) {
  detail::check_element<T, S>();
  detail::check_element<U, V>();
  static_assert(std::is_same_v<typename S::ActualT, float>, "ExpSub: expected a result of floats");
  detail::map_lanes<mode>(call, dstReg, mask, static_cast<std::size_t>(layout),
                          detail::fixed<detail::lane::exp_sub<typename V::ActualT>>, srcReg0,
                          srcReg1);
}

/// src * scalar in float, rounded to half with ties away from 0, in the lanes whose number is
/// `layout` modulo 2; 0 in the others.
template <typename T0 = DefaultType, typename T1 = DefaultType, typename T2,
          RegLayout layout = RegLayout::ZERO, typename T3, typename T4>
__simd_callee__ inline void MulsCast(T3& dstReg, const T4& srcReg, T2 scalarValue,
                                     const MaskReg& mask,
                                     const detail::Call& call = detail::Call::here("MulsCast")) {
  detail::check_element<T0, T3>();
  detail::check_element<T1, T4>();
  static_assert(
      std::is_same_v<typename T3::ActualT, half> && std::is_same_v<typename T4::ActualT, float>,
      "MulsCast: expected a source of floats, a result of half");
  const auto scale = detail::scalar_as<float>(scalarValue);
  detail::map_lanes<MaskMergeMode::ZEROING>(
      call, dstReg, mask, static_cast<std::size_t>(layout),
      [=](float a) { return detail::lane::mul_to_half(a, scale); }, srcReg);
}

/// src0 * src1 of 32 bits: the lower half in dst0, the upper one in dst1.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Mull(U& dstReg0, U& dstReg1, const U& srcReg0, const U& srcReg1,
                                 const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Mull")) {
  using Lane = typename U::ActualT;
  detail::check_element<T, U>();
  detail::OperationBuilder op(call);
  const auto a = detail::read_lanes(op, srcReg0);
  const auto b = detail::read_lanes(op, srcReg1);
  const auto selected = op.read_mask(mask, sizeof(Lane));
  const auto lower = detail::write_lanes(op, dstReg0);
  const auto upper = detail::write_lanes(op, dstReg1);
  op.run([=](detail::State& state) {
    const detail::Values<Lane> x = a.get(state);
    const detail::Values<Lane> y = b.get(state);
    const detail::Values<bool> on = selected.get(state);
    detail::Values<Lane> low(on.size());
    detail::Values<Lane> high(on.size());
    for (std::size_t i = 0; i < on.size(); ++i) {
      if (!on[i]) continue;
      low[i] = detail::lane::mul(x[i], y[i]);
      high[i] = detail::lane::mul_high(x[i], y[i]);
    }
    lower.set(state, low);
    upper.set(state, high);
  });
}

}  // namespace AscendC::Reg
