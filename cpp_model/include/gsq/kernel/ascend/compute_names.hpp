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
__simd_callee__ inline void CompareScalar(MaskReg& dst, const U& srcReg, S scalarValue,
                                          const MaskReg& mask) {
  Compares<T, mode>(dst, srcReg, scalarValue, mask);
}

/// Move.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::MERGING, typename U>
__simd_callee__ inline void Copy(U& dstReg, const U& srcReg, const MaskReg& mask) {
  Move<T, mode>(dstReg, srcReg, mask);
}
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Copy(U& dstReg, const U& srcReg) {
  Move<T>(dstReg, srcReg);
}

/// Reduce with SUM, MAX, MIN.
template <typename T = DefaultType, typename U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V>
__simd_callee__ inline void ReduceSum(S& dstReg, const V& srcReg, const MaskReg& mask) {
  Reduce<ReduceType::SUM, T, U, mode>(dstReg, srcReg, mask);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceMax(U& dstReg, const U& srcReg, const MaskReg& mask) {
  Reduce<ReduceType::MAX, T, T, mode>(dstReg, srcReg, mask);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceMin(U& dstReg, const U& srcReg, const MaskReg& mask) {
  Reduce<ReduceType::MIN, T, T, mode>(dstReg, srcReg, mask);
}

/// ReduceDataBlock with SUM, MAX, MIN.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceSumWithDataBlock(U& dstReg, const U& srcReg,
                                                   const MaskReg& mask) {
  ReduceDataBlock<ReduceType::SUM, T, T, mode>(dstReg, srcReg, mask);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceMaxWithDataBlock(U& dstReg, const U& srcReg,
                                                   const MaskReg& mask) {
  ReduceDataBlock<ReduceType::MAX, T, T, mode>(dstReg, srcReg, mask);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void ReduceMinWithDataBlock(U& dstReg, const U& srcReg,
                                                   const MaskReg& mask) {
  ReduceDataBlock<ReduceType::MIN, T, T, mode>(dstReg, srcReg, mask);
}

/// PairReduceElem.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void PairReduceSum(U& dstReg, const U& srcReg, const MaskReg& mask) {
  PairReduceElem<PairReduce::SUM, T, mode>(dstReg, srcReg, mask);
}

/// MulDstAdd, AbsSub, ExpSub, MulsCast.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void FusedMulDstAdd(U& dstReg, const U& srcReg0, const U& srcReg1,
                                           const MaskReg& mask) {
  MulDstAdd<T, mode>(dstReg, srcReg0, srcReg1, mask);
}
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void FusedAbsSub(U& dstReg, const U& srcReg0, const U& srcReg1,
                                        const MaskReg& mask) {
  AbsSub<T, mode>(dstReg, srcReg0, srcReg1, mask);
}
template <typename T = DefaultType, typename U = DefaultType, RegLayout layout = RegLayout::ZERO,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V>
__simd_callee__ inline void FusedExpSub(S& dstReg, const V& srcReg0, const V& srcReg1,
                                        const MaskReg& mask) {
  ExpSub<T, U, layout, mode>(dstReg, srcReg0, srcReg1, mask);
}
template <typename T0 = DefaultType, typename T1 = DefaultType, typename T2,
          RegLayout layout = RegLayout::ZERO, typename T3, typename T4>
__simd_callee__ inline void FusedMulsCast(T3& dstReg, const T4& srcReg, T2 scalarValue,
                                          const MaskReg& mask) {
  MulsCast<T0, T1, T2, layout>(dstReg, srcReg, scalarValue, mask);
}

/// Add, Sub, AddC, SubC with carries.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void AddCarryOut(MaskReg& carry, U& dstReg, const U& srcReg0,
                                        const U& srcReg1, const MaskReg& mask) {
  Add<T>(carry, dstReg, srcReg0, srcReg1, mask);
}
template <typename T = DefaultType, typename U>
__simd_callee__ inline void SubCarryOut(MaskReg& carry, U& dstReg, const U& srcReg0,
                                        const U& srcReg1, const MaskReg& mask) {
  Sub<T>(carry, dstReg, srcReg0, srcReg1, mask);
}
template <typename T = DefaultType, typename U>
__simd_callee__ inline void AddCarryOuts(MaskReg& carry, U& dstReg, const U& srcReg0,
                                         const U& srcReg1, const MaskReg& carrySrc,
                                         const MaskReg& mask) {
  AddC<T>(carry, dstReg, srcReg0, srcReg1, carrySrc, mask);
}
template <typename T = DefaultType, typename U>
__simd_callee__ inline void SubCarryOuts(MaskReg& carry, U& dstReg, const U& srcReg0,
                                         const U& srcReg1, const MaskReg& carrySrc,
                                         const MaskReg& mask) {
  SubC<T>(carry, dstReg, srcReg0, srcReg1, carrySrc, mask);
}

/// And, Or, Xor, Not, Move, Select of masks.
__simd_callee__ inline void MaskAnd(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                    const MaskReg& mask) {
  And(dst, src0, src1, mask);
}
__simd_callee__ inline void MaskOr(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                   const MaskReg& mask) {
  Or(dst, src0, src1, mask);
}
__simd_callee__ inline void MaskXor(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                    const MaskReg& mask) {
  Xor(dst, src0, src1, mask);
}
__simd_callee__ inline void MaskNot(MaskReg& dst, const MaskReg& src, const MaskReg& mask) {
  Not(dst, src, mask);
}
__simd_callee__ inline void MaskMov(MaskReg& dst, const MaskReg& src, const MaskReg& mask) {
  Move(dst, src, mask);
}
__simd_callee__ inline void MaskMov(MaskReg& dst, const MaskReg& src) { Move(dst, src); }
__simd_callee__ inline void MaskSel(MaskReg& dst, const MaskReg& src0, const MaskReg& src1,
                                    const MaskReg& mask) {
  Select(dst, src0, src1, mask);
}

/// Interleave, DeInterleave, Pack, UnPack of masks.
template <typename T>
__simd_callee__ inline void MaskInterleave(MaskReg& dst0, MaskReg& dst1, const MaskReg& src0,
                                           const MaskReg& src1) {
  Interleave<T>(dst0, dst1, src0, src1);
}
template <typename T>
__simd_callee__ inline void MaskDeInterleave(MaskReg& dst0, MaskReg& dst1, const MaskReg& src0,
                                             const MaskReg& src1) {
  DeInterleave<T>(dst0, dst1, src0, src1);
}
template <HighLowPart part = HighLowPart::LOWEST>
__simd_callee__ inline void MaskPack(MaskReg& dst, const MaskReg& src) {
  Pack<part>(dst, src);
}
template <HighLowPart part = HighLowPart::LOWEST>
__simd_callee__ inline void MaskUnPack(MaskReg& dst, const MaskReg& src) {
  UnPack<part>(dst, src);
}

}  // namespace AscendC::Reg
