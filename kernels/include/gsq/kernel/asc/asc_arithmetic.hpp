// SPDX-License-Identifier: Apache-2.0
/// Arithmetic, logic and compounds of the C API: the calls of AscendC::Reg under other names. Each
/// is an operation of the processor. Lanes that the mask does not select become 0.
#pragma once

#include <cstdint>

#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/arithmetic.hpp"
#include "gsq/kernel/ascend/compound.hpp"
#include "gsq/kernel/ascend/logic.hpp"
#include "gsq/kernel/ascend/mask_logic.hpp"

/// The absolute value; the smallest integer stays as it is.
template <typename T>
__simd_callee__ inline void asc_abs(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_abs")) {
  AscendC::Reg::Abs(dst, src, mask, call);
}

/// -src.
template <typename T>
__simd_callee__ inline void asc_neg(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_neg")) {
  AscendC::Reg::Neg(dst, src, mask, call);
}

/// The larger of src and 0.
template <typename T>
__simd_callee__ inline void asc_relu(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_relu")) {
  AscendC::Reg::Relu(dst, src, mask, call);
}

/// The square root.
template <typename T>
__simd_callee__ inline void asc_sqrt(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_sqrt")) {
  AscendC::Reg::Sqrt(dst, src, mask, call);
}

/// e to the power of src.
template <typename T>
__simd_callee__ inline void asc_exp(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_exp")) {
  AscendC::Reg::Exp(dst, src, mask, call);
}

/// The natural logarithm.
template <typename T>
__simd_callee__ inline void asc_ln(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_ln")) {
  AscendC::Reg::Ln(dst, src, mask, call);
}

/// All bits inverted.
template <typename T>
__simd_callee__ inline void asc_not(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_not")) {
  AscendC::Reg::Not(dst, src, mask, call);
}

/// src0 + src1.
template <typename T>
__simd_callee__ inline void asc_add(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_add")) {
  AscendC::Reg::Add(dst, src0, src1, mask, call);
}

/// src0 - src1.
template <typename T>
__simd_callee__ inline void asc_sub(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_sub")) {
  AscendC::Reg::Sub(dst, src0, src1, mask, call);
}

/// src0 * src1.
template <typename T>
__simd_callee__ inline void asc_mul(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_mul")) {
  AscendC::Reg::Mul(dst, src0, src1, mask, call);
}

/// src0 / src1.
template <typename T>
__simd_callee__ inline void asc_div(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_div")) {
  AscendC::Reg::Div(dst, src0, src1, mask, call);
}

/// The larger one.
template <typename T>
__simd_callee__ inline void asc_max(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_max")) {
  AscendC::Reg::Max(dst, src0, src1, mask, call);
}

/// The smaller one.
template <typename T>
__simd_callee__ inline void asc_min(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_min")) {
  AscendC::Reg::Min(dst, src0, src1, mask, call);
}

/// src0, where it is above 0, else src0 * src1.
template <typename T>
__simd_callee__ inline void asc_prelu(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_prelu")) {
  AscendC::Reg::Prelu(dst, src0, src1, mask, call);
}

/// |src0 - src1|.
template <typename T>
__simd_callee__ inline void asc_abs_sub(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_abs_sub")) {
  AscendC::Reg::AbsSub(dst, src0, src1, mask, call);
}

/// dst * src0 + src1, rounded once.
template <typename T>
__simd_callee__ inline void asc_madd(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_madd")) {
  AscendC::Reg::MulDstAdd(dst, src0, src1, mask, call);
}

/// Bitwise and.
template <typename T>
__simd_callee__ inline void asc_and(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_and")) {
  AscendC::Reg::And(dst, src0, src1, mask, call);
}

/// Bitwise or.
template <typename T>
__simd_callee__ inline void asc_or(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_or")) {
  AscendC::Reg::Or(dst, src0, src1, mask, call);
}

/// Bitwise exclusive or.
template <typename T>
__simd_callee__ inline void asc_xor(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_xor")) {
  AscendC::Reg::Xor(dst, src0, src1, mask, call);
}

/// src + value.
template <typename T>
__simd_callee__ inline void asc_add_scalar(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_add_scalar")) {
  AscendC::Reg::Adds(dst, src, value, mask, call);
}

/// src * value.
template <typename T>
__simd_callee__ inline void asc_mul_scalar(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_mul_scalar")) {
  AscendC::Reg::Muls(dst, src, value, mask, call);
}

/// The larger of src and value.
template <typename T>
__simd_callee__ inline void asc_max_scalar(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_max_scalar")) {
  AscendC::Reg::Maxs(dst, src, value, mask, call);
}

/// The smaller of src and value.
template <typename T>
__simd_callee__ inline void asc_min_scalar(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_min_scalar")) {
  AscendC::Reg::Mins(dst, src, value, mask, call);
}

/// src, where it is above 0, else src * value.
template <typename T>
__simd_callee__ inline void asc_leakyrelu(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_leakyrelu")) {
  AscendC::Reg::LeakyRelu(dst, src, value, mask, call);
}

/// value * src + dst, rounded once.
template <typename T>
__simd_callee__ inline void asc_axpy(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_axpy")) {
  AscendC::Reg::Axpy(dst, src, value, mask, call);
}

/// src0 shifted left by src1 bits, as ShiftLeft.
template <typename T, typename U>
__simd_callee__ inline void asc_shiftleft(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<U>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_shiftleft")) {
  AscendC::Reg::ShiftLeft(dst, src0, src1, mask, call);
}

/// src shifted left by value bits.
template <typename T>
__simd_callee__ inline void asc_shiftleft_scalar(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src, std::int32_t value,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_shiftleft_scalar")) {
  AscendC::Reg::ShiftLefts(dst, src, value, mask, call);
}

/// src0 shifted right by src1 bits, as ShiftRight.
template <typename T, typename U>
__simd_callee__ inline void asc_shiftright(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<U>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_shiftright")) {
  AscendC::Reg::ShiftRight(dst, src0, src1, mask, call);
}

/// src shifted right by value bits.
template <typename T>
__simd_callee__ inline void asc_shiftright_scalar(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src, std::int32_t value,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_shiftright_scalar")) {
  AscendC::Reg::ShiftRights(dst, src, value, mask, call);
}

/// The lower 32 bits of src0 * src1 in dst0, the upper ones in dst1.
template <typename T>
__simd_callee__ inline void asc_mull(
    gsq::kernel::asc::Vector<T>& dst0, gsq::kernel::asc::Vector<T>& dst1,
    const gsq::kernel::asc::Vector<T>& src0, const gsq::kernel::asc::Vector<T>& src1,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_mull")) {
  AscendC::Reg::Mull(dst0, dst1, src0, src1, mask, call);
}

/// src0 + src1 of 32 bits, and the carry.
template <typename T>
__simd_callee__ inline void asc_add(
    vector_bool& carry, gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_add")) {
  AscendC::Reg::Add(carry, dst, src0, src1, mask, call);
}

/// src0 - src1 of 32 bits; the carry says that nothing was borrowed.
template <typename T>
__simd_callee__ inline void asc_sub(
    vector_bool& carry, gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_sub")) {
  AscendC::Reg::Sub(carry, dst, src0, src1, mask, call);
}

/// src0 + src1 + carry_src.
template <typename T>
__simd_callee__ inline void asc_addc(
    vector_bool& carry, gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& carry_src, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_addc")) {
  AscendC::Reg::AddC(carry, dst, src0, src1, carry_src, mask, call);
}

/// src0 + ~src1 + carry_src.
template <typename T>
__simd_callee__ inline void asc_subc(
    vector_bool& carry, gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& carry_src, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_subc")) {
  AscendC::Reg::SubC(carry, dst, src0, src1, carry_src, mask, call);
}

/// e to the power of src0 - src1 in float; of half sources the lanes with even numbers.
template <typename T>
__simd_callee__ inline void asc_exp_sub(
    vector_float& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_exp_sub")) {
  AscendC::Reg::ExpSub<float, T, AscendC::Reg::RegLayout::ZERO>(dst, src0, src1, mask, call);
}

/// src * value rounded to half, ties away from 0, in the lanes with even numbers.
__simd_callee__ inline void asc_muls(
    vector_half& dst, const vector_float& src, float value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_muls")) {
  AscendC::Reg::MulsCast<half, float, float, AscendC::Reg::RegLayout::ZERO>(dst, src, value, mask,
                                                                            call);
}

/// e to the power of src0 - src1 in float; of half sources the lanes with odd numbers.
template <typename T>
__simd_callee__ inline void asc_exp_sub_v2(
    vector_float& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_exp_sub_v2")) {
  AscendC::Reg::ExpSub<float, T, AscendC::Reg::RegLayout::ONE>(dst, src0, src1, mask, call);
}

/// src * value rounded to half, ties away from 0, in the lanes with odd numbers.
__simd_callee__ inline void asc_muls_v2(
    vector_half& dst, const vector_float& src, float value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_muls_v2")) {
  AscendC::Reg::MulsCast<half, float, float, AscendC::Reg::RegLayout::ONE>(dst, src, value, mask,
                                                                           call);
}

// Masks, bit by bit; bits that `mask` does not select become 0.

__simd_callee__ inline void asc_and(
    vector_bool& dst, const vector_bool& src0, const vector_bool& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_and")) {
  AscendC::Reg::And(dst, src0, src1, mask, call);
}

__simd_callee__ inline void asc_or(
    vector_bool& dst, const vector_bool& src0, const vector_bool& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_or")) {
  AscendC::Reg::Or(dst, src0, src1, mask, call);
}

__simd_callee__ inline void asc_xor(
    vector_bool& dst, const vector_bool& src0, const vector_bool& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_xor")) {
  AscendC::Reg::Xor(dst, src0, src1, mask, call);
}

__simd_callee__ inline void asc_not(
    vector_bool& dst, const vector_bool& src, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_not")) {
  AscendC::Reg::Not(dst, src, mask, call);
}
