// SPDX-License-Identifier: Apache-2.0
/// Arithmetic, logic and compounds of the C API: the calls of AscendC::Reg under other names. Each
/// is what it is there. Lanes that the mask does not select become 0.
#pragma once

#include <cstdint>

#include "gsq/kernel/asc/asc_forward.hpp"
#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/arithmetic.hpp"
#include "gsq/kernel/ascend/compound.hpp"
#include "gsq/kernel/ascend/logic.hpp"
#include "gsq/kernel/ascend/mask_logic.hpp"

/// The absolute value; the smallest integer stays as it is.
GSQ_ASC_UNARY(asc_abs, Abs)
/// -src.
GSQ_ASC_UNARY(asc_neg, Neg)
/// The larger of src and 0.
GSQ_ASC_UNARY(asc_relu, Relu)
/// The square root.
GSQ_ASC_UNARY(asc_sqrt, Sqrt)
/// e to the power of src.
GSQ_ASC_UNARY(asc_exp, Exp)
/// The natural logarithm.
GSQ_ASC_UNARY(asc_ln, Ln)
/// All bits inverted.
GSQ_ASC_UNARY(asc_not, Not)
/// src0 + src1.
GSQ_ASC_BINARY(asc_add, Add)
/// src0 - src1.
GSQ_ASC_BINARY(asc_sub, Sub)
/// src0 * src1.
GSQ_ASC_BINARY(asc_mul, Mul)
/// src0 / src1.
GSQ_ASC_BINARY(asc_div, Div)
/// The larger one.
GSQ_ASC_BINARY(asc_max, Max)
/// The smaller one.
GSQ_ASC_BINARY(asc_min, Min)
/// src0, where it is above 0, else src0 * src1.
GSQ_ASC_BINARY(asc_prelu, Prelu)
/// |src0 - src1|.
GSQ_ASC_BINARY(asc_abs_sub, AbsSub)
/// dst * src0 + src1, rounded once.
GSQ_ASC_BINARY(asc_madd, MulDstAdd)
/// Bitwise and.
GSQ_ASC_BINARY(asc_and, And)
/// Bitwise or.
GSQ_ASC_BINARY(asc_or, Or)
/// Bitwise exclusive or.
GSQ_ASC_BINARY(asc_xor, Xor)
/// src + value.
GSQ_ASC_SCALAR(asc_add_scalar, Adds)
/// src * value.
GSQ_ASC_SCALAR(asc_mul_scalar, Muls)
/// The larger of src and value.
GSQ_ASC_SCALAR(asc_max_scalar, Maxs)
/// The smaller of src and value.
GSQ_ASC_SCALAR(asc_min_scalar, Mins)
/// src, where it is above 0, else src * value.
GSQ_ASC_SCALAR(asc_leakyrelu, LeakyRelu)
/// value * src + dst, rounded once.
GSQ_ASC_SCALAR(asc_axpy, Axpy)
/// src0 shifted left by src1 bits, as ShiftLeft.
GSQ_ASC_SHIFT(asc_shiftleft, ShiftLeft)
/// src shifted left by value bits.
GSQ_ASC_SHIFT_SCALAR(asc_shiftleft_scalar, ShiftLefts)
/// src0 shifted right by src1 bits, as ShiftRight.
GSQ_ASC_SHIFT(asc_shiftright, ShiftRight)
/// src shifted right by value bits.
GSQ_ASC_SHIFT_SCALAR(asc_shiftright_scalar, ShiftRights)

/// The lower 32 bits of src0 * src1 in dst0, the upper ones in dst1.
template <typename T>
__simd_callee__ inline void asc_mull(
    gsq::kernel::asc::Vector<T>& dst0, gsq::kernel::asc::Vector<T>& dst1,
    const gsq::kernel::asc::Vector<T>& src0, const gsq::kernel::asc::Vector<T>& src1,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_mull")) {
  AscendC::Reg::Mull(dst0, dst1, src0, src1, mask, call);
}

/// src0 + src1 of 32 bits, and the carry.
GSQ_ASC_CARRY(asc_add, Add)
/// src0 - src1 of 32 bits; the carry says that nothing was borrowed.
GSQ_ASC_CARRY(asc_sub, Sub)
/// src0 + src1 + carry_src.
GSQ_ASC_CARRY_IN(asc_addc, AddC)
/// src0 + ~src1 + carry_src.
GSQ_ASC_CARRY_IN(asc_subc, SubC)
/// e to the power of src0 - src1 in float; of half sources the lanes with even numbers.
GSQ_ASC_TO_FLOAT(asc_exp_sub, ExpSub<float, T, AscendC::Reg::RegLayout::ZERO>)
/// src * value rounded to half, ties away from 0, in the lanes with even numbers.
GSQ_ASC_TO_HALF(asc_muls, MulsCast<half, float, float, AscendC::Reg::RegLayout::ZERO>)
/// e to the power of src0 - src1 in float; of half sources the lanes with odd numbers.
GSQ_ASC_TO_FLOAT(asc_exp_sub_v2, ExpSub<float, T, AscendC::Reg::RegLayout::ONE>)
/// src * value rounded to half, ties away from 0, in the lanes with odd numbers.
GSQ_ASC_TO_HALF(asc_muls_v2, MulsCast<half, float, float, AscendC::Reg::RegLayout::ONE>)

// Masks, bit by bit; bits that `mask` does not select become 0.

GSQ_ASC_MASK_BINARY(asc_and, And)
GSQ_ASC_MASK_BINARY(asc_or, Or)
GSQ_ASC_MASK_BINARY(asc_xor, Xor)
GSQ_ASC_MASK_UNARY(asc_not, Not)
