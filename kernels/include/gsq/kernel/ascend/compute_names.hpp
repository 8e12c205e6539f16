// SPDX-License-Identifier: Apache-2.0
/// Older names of calculations of AscendC::Reg, which kernels still use.
#pragma once

#include "gsq/kernel/ascend/arithmetic.hpp"
#include "gsq/kernel/ascend/compare.hpp"
#include "gsq/kernel/ascend/compound.hpp"
#include "gsq/kernel/ascend/fill.hpp"
#include "gsq/kernel/ascend/mask_logic.hpp"
#include "gsq/kernel/ascend/reduce.hpp"

namespace AscendC::Reg {

/// Compares.
template <typename T = DefaultType, CMPMODE mode = CMPMODE::EQ, typename U, typename S>
__simd_callee__ inline void CompareScalar(
    MaskReg& dst, const U& srcReg, S scalarValue, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("CompareScalar")) {
  Compares<T, mode>(dst, srcReg, scalarValue, mask, call);
}

/// Move.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::MERGING, typename U>
__simd_callee__ inline void Copy(U& dstReg, const U& srcReg, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Copy")) {
  Move<T, mode>(dstReg, srcReg, mask, call);
}
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Copy(U& dstReg, const U& srcReg) {
  Move<T>(dstReg, srcReg);
}

/// Reduce with SUM, MAX, MIN.
template <typename T = DefaultType, typename U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V>
__simd_callee__ inline void ReduceSum(S& dstReg, const V& srcReg, const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("ReduceSum")) {
  Reduce<ReduceType::SUM, T, U, mode>(dstReg, srcReg, mask, call);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceMax(U& dstReg, const U& srcReg, const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("ReduceMax")) {
  Reduce<ReduceType::MAX, T, T, mode>(dstReg, srcReg, mask, call);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceMin(U& dstReg, const U& srcReg, const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("ReduceMin")) {
  Reduce<ReduceType::MIN, T, T, mode>(dstReg, srcReg, mask, call);
}

/// ReduceDataBlock with SUM, MAX, MIN.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceSumWithDataBlock(
    U& dstReg, const U& srcReg, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("ReduceSumWithDataBlock")) {
  ReduceDataBlock<ReduceType::SUM, T, T, mode>(dstReg, srcReg, mask, call);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceMaxWithDataBlock(
    U& dstReg, const U& srcReg, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("ReduceMaxWithDataBlock")) {
  ReduceDataBlock<ReduceType::MAX, T, T, mode>(dstReg, srcReg, mask, call);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceMinWithDataBlock(
    U& dstReg, const U& srcReg, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("ReduceMinWithDataBlock")) {
  ReduceDataBlock<ReduceType::MIN, T, T, mode>(dstReg, srcReg, mask, call);
}

/// PairReduceElem.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void PairReduceSum(
    U& dstReg, const U& srcReg, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("PairReduceSum")) {
  PairReduceElem<PairReduce::SUM, T, mode>(dstReg, srcReg, mask, call);
}

/// MulDstAdd, AbsSub, ExpSub, MulsCast.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void FusedMulDstAdd(
    U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("FusedMulDstAdd")) {
  MulDstAdd<T, mode>(dstReg, srcReg0, srcReg1, mask, call);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void FusedAbsSub(
    U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("FusedAbsSub")) {
  AbsSub<T, mode>(dstReg, srcReg0, srcReg1, mask, call);
}
template <typename T = DefaultType, typename U = DefaultType, RegLayout layout = RegLayout::ZERO,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V>
__simd_callee__ inline void FusedExpSub(
    S& dstReg, const V& srcReg0, const V& srcReg1, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("FusedExpSub")) {
  ExpSub<T, U, layout, mode>(dstReg, srcReg0, srcReg1, mask, call);
}
template <typename T0 = DefaultType, typename T1 = DefaultType, typename T2,
          RegLayout layout = RegLayout::ZERO, typename T3, typename T4>
__simd_callee__ inline void FusedMulsCast(
    T3& dstReg, const T4& srcReg, T2 scalarValue, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("FusedMulsCast")) {
  MulsCast<T0, T1, T2, layout>(dstReg, srcReg, scalarValue, mask, call);
}

/// Add, Sub, AddC, SubC with carries.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void AddCarryOut(
    MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("AddCarryOut")) {
  Add<T>(carry, dstReg, srcReg0, srcReg1, mask, call);
}
template <typename T = DefaultType, typename U>
__simd_callee__ inline void SubCarryOut(
    MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("SubCarryOut")) {
  Sub<T>(carry, dstReg, srcReg0, srcReg1, mask, call);
}
template <typename T = DefaultType, typename U>
__simd_callee__ inline void AddCarryOuts(
    MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& carrySrc,
    const MaskReg& mask, const detail::Call& call = detail::Call::here("AddCarryOuts")) {
  AddC<T>(carry, dstReg, srcReg0, srcReg1, carrySrc, mask, call);
}
template <typename T = DefaultType, typename U>
__simd_callee__ inline void SubCarryOuts(
    MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& carrySrc,
    const MaskReg& mask, const detail::Call& call = detail::Call::here("SubCarryOuts")) {
  SubC<T>(carry, dstReg, srcReg0, srcReg1, carrySrc, mask, call);
}

/// And, Or, Xor, Not, Move, Select of masks.
__simd_callee__ inline void MaskAnd(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                    const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("MaskAnd")) {
  And(dst, src0, src1, mask, call);
}
__simd_callee__ inline void MaskOr(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                   const MaskReg& mask,
                                   const detail::Call& call = detail::Call::here("MaskOr")) {
  Or(dst, src0, src1, mask, call);
}
__simd_callee__ inline void MaskXor(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                    const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("MaskXor")) {
  Xor(dst, src0, src1, mask, call);
}
__simd_callee__ inline void MaskNot(MaskReg& dst, const MaskReg& src, const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("MaskNot")) {
  Not(dst, src, mask, call);
}
__simd_callee__ inline void MaskMov(MaskReg& dst, const MaskReg& src, const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("MaskMov")) {
  Move(dst, src, mask, call);
}
__simd_callee__ inline void MaskMov(MaskReg& dst, const MaskReg& src) { Move(dst, src); }
__simd_callee__ inline void MaskSel(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                    const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("MaskSel")) {
  Select(dst, src0, src1, mask, call);
}

/// Interleave, DeInterleave, Pack, UnPack of masks.
template <typename T>
__simd_callee__ inline void MaskInterleave(
    MaskReg& dst0, MaskReg& dst1, const MaskReg& src0, const MaskReg& src1,
    const detail::Call& call = detail::Call::here("MaskInterleave")) {
  Interleave<T>(dst0, dst1, src0, src1, call);
}
template <typename T>
__simd_callee__ inline void MaskDeInterleave(
    MaskReg& dst0, MaskReg& dst1, const MaskReg& src0, const MaskReg& src1,
    const detail::Call& call = detail::Call::here("MaskDeInterleave")) {
  DeInterleave<T>(dst0, dst1, src0, src1, call);
}
template <HighLowPart part = HighLowPart::LOWEST>
__simd_callee__ inline void MaskPack(MaskReg& dst, const MaskReg& src,
                                     const detail::Call& call = detail::Call::here("MaskPack")) {
  Pack<part>(dst, src, call);
}
template <HighLowPart part = HighLowPart::LOWEST>
__simd_callee__ inline void MaskUnPack(
    MaskReg& dst, const MaskReg& src, const detail::Call& call = detail::Call::here("MaskUnPack")) {
  UnPack<part>(dst, src, call);
}

}  // namespace AscendC::Reg
