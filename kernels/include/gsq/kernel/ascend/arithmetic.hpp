// SPDX-License-Identifier: Apache-2.0
/// Arithmetic of AscendC::Reg. Add, Sub, Max, Min, Adds, Subs, Maxs, Mins, Neg, Abs and Relu of
/// integers of up to four bytes are commands lane.* where the unit has them (LaneOps); all else is
/// an operation of the processor.
///
/// Lanes that the mask does not select become 0, or keep their value with MaskMergeMode::MERGING.
/// Integers wrap around; half, bfloat16_t and float are those of IEEE 754, rounded to the nearest.
/// Elementary functions and divisions replace subnormal operands and results by 0, unless a mode
/// with ..FTZ_FALSE is given.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gsq/kernel/ascend/compute_lanes.hpp"
#include "gsq/kernel/ascend/unit_lanes.hpp"

namespace AscendC::Reg {

namespace detail {

/// The parts of a mode: a MaskMergeMode, or a pointer to one with an algorithm.
template <auto mode>
constexpr MaskMergeMode merge_mode() {
  if constexpr (std::is_pointer_v<decltype(mode)>) {
    return mode->mrgMode;
  } else {
    return mode;
  }
}

constexpr bool keeps_subnormals(ElementaryAlgo algo) {
  return algo == ElementaryAlgo::PRECISION_1ULP_FTZ_FALSE;
}
constexpr bool keeps_subnormals(DivAlgo algo) {
  return algo == DivAlgo::PRECISION_0ULP_FTZ_FALSE || algo == DivAlgo::PRECISION_1ULP_FTZ_FALSE;
}
constexpr bool keeps_subnormals(SqrtAlgo algo) {
  return algo == SqrtAlgo::PRECISION_0ULP_FTZ_FALSE || algo == SqrtAlgo::PRECISION_1ULP_FTZ_FALSE;
}

template <auto mode>
constexpr lane::Subnormal subnormals() {
  if constexpr (std::is_pointer_v<decltype(mode)>) {
    return keeps_subnormals(mode->algo) ? lane::Subnormal::kKeep : lane::Subnormal::kZero;
  } else {
    return lane::Subnormal::kZero;
  }
}

/// A function of two lanes with a scalar as the second one.
template <typename T, typename F, typename U>
auto with_scalar(F function, U scalar) {
  const T value = scalar_as<T>(scalar);
  return [=](T a) { return function(a, value); };
}

/// 32-bit sums with carry: dst and the carries of the selected lanes, 0 for the others. `inverts`
/// the second source for a difference. `carry_in` gives the lowest bit of each lane.
template <typename U, typename CarryIn>
void add_with_carry(const Call& call, MaskReg& carry, U& dst, const U& src0, const U& src1,
                    const MaskReg& mask, bool inverts, const CarryIn& carry_in) {
  using T = typename U::ActualT;
  static_assert(sizeof(T) == 4 && std::is_integral_v<T> && U::REG_NUM == 1,
                "with carry: expected registers of int32_t or uint32_t");
  constexpr bool kHasCarryIn = std::is_same_v<CarryIn, MaskReg>;
  OperationBuilder op(call);
  const auto a = op.read<std::uint32_t>(src0);
  const auto b = op.read<std::uint32_t>(src1);
  const auto selected = op.read_mask(mask, sizeof(T));
  gsq::kernel::MaskLanes in{};
  if constexpr (kHasCarryIn) in = op.read_mask(carry_in, sizeof(T));
  const auto sum = op.write<std::uint32_t>(dst);
  const auto out = op.write_mask(carry, sizeof(T));
  op.run([=](State& state) {
    const auto x = a.get(state);
    const auto y = b.get(state);
    Values<bool> on = selected.get(state);
    Values<bool> carries(on.size(), inverts);
    if constexpr (kHasCarryIn) carries = in.get(state);
    Values<std::uint32_t> result(on.size());
    for (std::size_t i = 0; i < on.size(); ++i) {
      if (!on[i]) continue;
      const auto added = lane::add_carry(x[i], inverts ? ~y[i] : y[i], carries[i]);
      result[i] = added.value;
      on[i] = added.carry;
    }
    sum.set(state, result);
    out.set(state, on);
  });
}

}  // namespace detail

/// src0 + src1.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Add(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Add")) {
  if (detail::calculated<T, mode>(call, gsq::Opcode::LaneAdd, dstReg, mask, srcReg0, srcReg1))
    return;
  detail::map_equal<T, mode>(
      call, dstReg, mask, detail::fixed<detail::lane::add<typename U::ActualT>>, srcReg0, srcReg1);
}

/// src0 - src1.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Sub(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Sub")) {
  if (detail::calculated<T, mode>(call, gsq::Opcode::LaneSub, dstReg, mask, srcReg0, srcReg1))
    return;
  detail::map_equal<T, mode>(
      call, dstReg, mask, detail::fixed<detail::lane::sub<typename U::ActualT>>, srcReg0, srcReg1);
}

/// src0 * src1; of integers the lower half.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Mul(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Mul")) {
  detail::map_equal<T, mode>(
      call, dstReg, mask, detail::fixed<detail::lane::mul<typename U::ActualT>>, srcReg0, srcReg1);
}

/// src0 / src1; of integers towards 0, and all ones where src1 is 0. `mode` can be the address of a
/// DivSpecificMode.
template <typename T = DefaultType, auto mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Div(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Div")) {
  detail::map_equal<T, detail::merge_mode<mode>()>(
      call, dstReg, mask,
      detail::fixed<detail::lane::div<typename U::ActualT, detail::subnormals<mode>()>>, srcReg0,
      srcReg1);
}

/// The larger one; a NaN if one is; +0 is above -0.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Max(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Max")) {
  if (detail::calculated<T, mode>(call,
                                  detail::by_sign<U>(gsq::Opcode::LaneMax, gsq::Opcode::LaneMaxu),
                                  dstReg, mask, srcReg0, srcReg1))
    return;
  detail::map_equal<T, mode>(
      call, dstReg, mask, detail::fixed<detail::lane::max<typename U::ActualT>>, srcReg0, srcReg1);
}

/// The smaller one; a NaN if one is; -0 is below +0.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Min(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Min")) {
  if (detail::calculated<T, mode>(call,
                                  detail::by_sign<U>(gsq::Opcode::LaneMin, gsq::Opcode::LaneMinu),
                                  dstReg, mask, srcReg0, srcReg1))
    return;
  detail::map_equal<T, mode>(
      call, dstReg, mask, detail::fixed<detail::lane::min<typename U::ActualT>>, srcReg0, srcReg1);
}

/// src + scalar.
template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename S>
__simd_callee__ inline void Adds(S& dstReg, const S& srcReg, U scalarValue, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Adds")) {
  if (detail::calculated_with<T, mode>(call, gsq::Opcode::LaneAdd, dstReg, mask, srcReg,
                                       scalarValue))
    return;
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      detail::with_scalar<typename S::ActualT>(
          detail::fixed<detail::lane::add<typename S::ActualT>>, scalarValue),
      srcReg);
}

/// src - scalar.
template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename S>
__simd_callee__ inline void Subs(S& dstReg, const S& srcReg, U scalarValue, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Subs")) {
  if (detail::calculated_with<T, mode>(call, gsq::Opcode::LaneSub, dstReg, mask, srcReg,
                                       scalarValue))
    return;
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      detail::with_scalar<typename S::ActualT>(
          detail::fixed<detail::lane::sub<typename S::ActualT>>, scalarValue),
      srcReg);
}

/// src * scalar.
template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename S>
__simd_callee__ inline void Muls(S& dstReg, const S& srcReg, U scalarValue, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Muls")) {
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      detail::with_scalar<typename S::ActualT>(
          detail::fixed<detail::lane::mul<typename S::ActualT>>, scalarValue),
      srcReg);
}

/// The larger of src and the scalar, as Max.
template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename S>
__simd_callee__ inline void Maxs(S& dstReg, const S& srcReg, U scalarValue, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Maxs")) {
  if (detail::calculated_with<T, mode>(
          call, detail::by_sign<S>(gsq::Opcode::LaneMax, gsq::Opcode::LaneMaxu), dstReg, mask,
          srcReg, scalarValue))
    return;
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      detail::with_scalar<typename S::ActualT>(
          detail::fixed<detail::lane::max<typename S::ActualT>>, scalarValue),
      srcReg);
}

/// The smaller of src and the scalar, as Min.
template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename S>
__simd_callee__ inline void Mins(S& dstReg, const S& srcReg, U scalarValue, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Mins")) {
  if (detail::calculated_with<T, mode>(
          call, detail::by_sign<S>(gsq::Opcode::LaneMin, gsq::Opcode::LaneMinu), dstReg, mask,
          srcReg, scalarValue))
    return;
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      detail::with_scalar<typename S::ActualT>(
          detail::fixed<detail::lane::min<typename S::ActualT>>, scalarValue),
      srcReg);
}

/// src, where it is above 0, else src * scalar.
template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename S>
__simd_callee__ inline void LeakyRelu(S& dstReg, const S& srcReg, U scalarValue,
                                      const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("LeakyRelu")) {
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      detail::with_scalar<typename S::ActualT>(
          detail::fixed<detail::lane::prelu<typename S::ActualT>>, scalarValue),
      srcReg);
}

/// src0, where it is above 0, else src0 * src1.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Prelu(U& dstReg, const U& srcReg0, const U& srcReg1,
                                  const MaskReg& mask,
                                  const detail::Call& call = detail::Call::here("Prelu")) {
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::prelu<typename U::ActualT>>, srcReg0,
                             srcReg1);
}

/// The absolute value; the smallest integer stays as it is.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Abs(U& dstReg, const U& srcReg, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Abs")) {
  if (std::is_signed_v<typename U::ActualT> &&
      detail::calculated_with<T, mode>(call, gsq::Opcode::LaneAbs, dstReg, mask, srcReg, 0)) {
    return;
  }
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::abs<typename U::ActualT>>, srcReg);
}

/// -src.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Neg(U& dstReg, const U& srcReg, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Neg")) {
  if (detail::calculated_with<T, mode>(call, gsq::Opcode::LaneRsub, dstReg, mask, srcReg, 0))
    return;
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::neg<typename U::ActualT>>, srcReg);
}

/// The larger of src and 0.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Relu(U& dstReg, const U& srcReg, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Relu")) {
  if (std::is_signed_v<typename U::ActualT> &&
      detail::calculated_with<T, mode>(call, gsq::Opcode::LaneMax, dstReg, mask, srcReg, 0)) {
    return;
  }
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::relu<typename U::ActualT>>, srcReg);
}

/// The square root. `mode` can be the address of a SqrtSpecificMode.
template <typename T = DefaultType, auto mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Sqrt(U& dstReg, const U& srcReg, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Sqrt")) {
  detail::map_equal<T, detail::merge_mode<mode>()>(
      call, dstReg, mask,
      detail::fixed<detail::lane::sqrt<typename U::ActualT, detail::subnormals<mode>()>>, srcReg);
}

/// e to the power of src. `mode` can be the address of an ExpSpecificMode.
template <typename T = DefaultType, auto mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Exp(U& dstReg, const U& srcReg, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Exp")) {
  detail::map_equal<T, detail::merge_mode<mode>()>(
      call, dstReg, mask,
      detail::fixed<detail::lane::exp<typename U::ActualT, detail::subnormals<mode>()>>, srcReg);
}

/// The natural logarithm. `mode` can be the address of a LnSpecificMode.
template <typename T = DefaultType, auto mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Ln(U& dstReg, const U& srcReg, const MaskReg& mask,
                               const detail::Call& call = detail::Call::here("Ln")) {
  detail::map_equal<T, detail::merge_mode<mode>()>(
      call, dstReg, mask,
      detail::fixed<detail::lane::log<typename U::ActualT, detail::subnormals<mode>()>>, srcReg);
}

/// The natural logarithm. `mode` can be the address of a LogSpecificMode.
template <typename T = DefaultType, auto mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Log(U& dstReg, const U& srcReg, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Log")) {
  detail::map_equal<T, detail::merge_mode<mode>()>(
      call, dstReg, mask,
      detail::fixed<detail::lane::log<typename U::ActualT, detail::subnormals<mode>()>>, srcReg);
}

/// The logarithm to base 2. `mode` can be the address of a Log2SpecificMode.
template <typename T = DefaultType, auto mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Log2(U& dstReg, const U& srcReg, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Log2")) {
  detail::map_equal<T, detail::merge_mode<mode>()>(
      call, dstReg, mask,
      detail::fixed<detail::lane::log2<typename U::ActualT, detail::subnormals<mode>()>>, srcReg);
}

/// The logarithm to base 10. `mode` can be the address of a Log10SpecificMode.
template <typename T = DefaultType, auto mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Log10(U& dstReg, const U& srcReg, const MaskReg& mask,
                                  const detail::Call& call = detail::Call::here("Log10")) {
  detail::map_equal<T, detail::merge_mode<mode>()>(
      call, dstReg, mask,
      detail::fixed<detail::lane::log10<typename U::ActualT, detail::subnormals<mode>()>>, srcReg);
}

/// src0 + src1 of 32 bits, and the carry of each lane; 0 in lanes that are not selected.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Add(MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1,
                                const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Add")) {
  detail::add_with_carry(call, carry, dstReg, srcReg0, srcReg1, mask, false, nullptr);
}

/// src0 - src1 of 32 bits; the carry says that nothing was borrowed.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Sub(MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1,
                                const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Sub")) {
  detail::add_with_carry(call, carry, dstReg, srcReg0, srcReg1, mask, true, nullptr);
}

/// src0 + src1 + carrySrc of 32 bits, and the carry.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void AddC(MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1,
                                 const MaskReg& carrySrc, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("AddC")) {
  detail::add_with_carry(call, carry, dstReg, srcReg0, srcReg1, mask, false, carrySrc);
}

/// src0 + ~src1 + carrySrc of 32 bits, and the carry.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void SubC(MaskReg& carry, U& dstReg, const U& srcReg0, const U& srcReg1,
                                 const MaskReg& carrySrc, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("SubC")) {
  detail::add_with_carry(call, carry, dstReg, srcReg0, srcReg1, mask, true, carrySrc);
}

}  // namespace AscendC::Reg
