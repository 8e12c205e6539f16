// SPDX-License-Identifier: Apache-2.0
/// Comparison, selection, filling and copying of the C API: the calls of AscendC::Reg under other
/// names. Each is an operation of the processor.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/compare.hpp"
#include "gsq/kernel/ascend/fill.hpp"
#include "gsq/kernel/ascend/mask_logic.hpp"

namespace gsq::kernel::asc {

/// A mask of the bits of group `part` of a register, see asc_copy.
void mask_of_part(Mask& dst, const ascend::Vector& src, std::int32_t part, std::size_t lane_bytes,
                  const Call& call);

}  // namespace gsq::kernel::asc

/// A bit for each selected lane: src0 < src1.
template <typename T>
__simd_callee__ inline void asc_lt(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_lt")) {
  AscendC::Reg::Compare<T, AscendC::CMPMODE::LT>(dst, src0, src1, mask, call);
}

/// A bit for each selected lane: src < value.
template <typename T>
__simd_callee__ inline void asc_lt_scalar(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_lt_scalar")) {
  AscendC::Reg::Compares<T, AscendC::CMPMODE::LT>(dst, src, value, mask, call);
}

/// A bit for each selected lane: src0 > src1.
template <typename T>
__simd_callee__ inline void asc_gt(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gt")) {
  AscendC::Reg::Compare<T, AscendC::CMPMODE::GT>(dst, src0, src1, mask, call);
}

/// A bit for each selected lane: src > value.
template <typename T>
__simd_callee__ inline void asc_gt_scalar(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gt_scalar")) {
  AscendC::Reg::Compares<T, AscendC::CMPMODE::GT>(dst, src, value, mask, call);
}

/// A bit for each selected lane: src0 == src1.
template <typename T>
__simd_callee__ inline void asc_eq(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_eq")) {
  AscendC::Reg::Compare<T, AscendC::CMPMODE::EQ>(dst, src0, src1, mask, call);
}

/// A bit for each selected lane: src == value.
template <typename T>
__simd_callee__ inline void asc_eq_scalar(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_eq_scalar")) {
  AscendC::Reg::Compares<T, AscendC::CMPMODE::EQ>(dst, src, value, mask, call);
}

/// A bit for each selected lane: src0 <= src1.
template <typename T>
__simd_callee__ inline void asc_le(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_le")) {
  AscendC::Reg::Compare<T, AscendC::CMPMODE::LE>(dst, src0, src1, mask, call);
}

/// A bit for each selected lane: src <= value.
template <typename T>
__simd_callee__ inline void asc_le_scalar(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_le_scalar")) {
  AscendC::Reg::Compares<T, AscendC::CMPMODE::LE>(dst, src, value, mask, call);
}

/// A bit for each selected lane: src0 >= src1.
template <typename T>
__simd_callee__ inline void asc_ge(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_ge")) {
  AscendC::Reg::Compare<T, AscendC::CMPMODE::GE>(dst, src0, src1, mask, call);
}

/// A bit for each selected lane: src >= value.
template <typename T>
__simd_callee__ inline void asc_ge_scalar(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_ge_scalar")) {
  AscendC::Reg::Compares<T, AscendC::CMPMODE::GE>(dst, src, value, mask, call);
}

/// A bit for each selected lane: src0 != src1.
template <typename T>
__simd_callee__ inline void asc_ne(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_ne")) {
  AscendC::Reg::Compare<T, AscendC::CMPMODE::NE>(dst, src0, src1, mask, call);
}

/// A bit for each selected lane: src != value.
template <typename T>
__simd_callee__ inline void asc_ne_scalar(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src,
    typename gsq::kernel::asc::Scalar<T>::Type value, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_ne_scalar")) {
  AscendC::Reg::Compares<T, AscendC::CMPMODE::NE>(dst, src, value, mask, call);
}

/// Lanes of src0 where the mask has a bit, of src1 elsewhere.
template <typename T>
__simd_callee__ inline void asc_select(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src0,
    const gsq::kernel::asc::Vector<T>& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_select")) {
  AscendC::Reg::Select(dst, src0, src1, mask, call);
}

/// Bits of src0 where the mask has a 1, of src1 where it has a 0.
__simd_callee__ inline void asc_select(
    vector_bool& dst, const vector_bool& src0, const vector_bool& src1, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_select")) {
  AscendC::Reg::Select(dst, src0, src1, mask, call);
}

/// The value in all lanes.
template <typename T>
__simd_callee__ inline void asc_duplicate_scalar(
    gsq::kernel::asc::Vector<T>& dst, typename gsq::kernel::asc::Scalar<T>::Type value,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_duplicate_scalar")) {
  AscendC::Reg::Duplicate(dst, value, call);
}

/// The value in the selected lanes, 0 in the others.
template <typename T>
__simd_callee__ inline void asc_duplicate_scalar(
    gsq::kernel::asc::Vector<T>& dst, typename gsq::kernel::asc::Scalar<T>::Type value,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_duplicate_scalar")) {
  AscendC::Reg::Duplicate(dst, value, mask, call);
}

/// The lowest lane of src in the selected lanes, 0 in the others.
template <typename T>
__simd_callee__ inline void asc_duplicate(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_duplicate")) {
  AscendC::Reg::Duplicate(dst, src, mask, call);
}

/// value, value + 1, .. from lane 0 on.
template <typename T>
__simd_callee__ inline void asc_arange(
    gsq::kernel::asc::Vector<T>& dst, typename gsq::kernel::asc::Scalar<T>::Type value,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_arange")) {
  AscendC::Reg::Arange(dst, value, call);
}

/// The same from the last lane down.
template <typename T>
__simd_callee__ inline void asc_arange_descend(
    gsq::kernel::asc::Vector<T>& dst, typename gsq::kernel::asc::Scalar<T>::Type value,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_arange_descend")) {
  AscendC::Reg::Arange<T, AscendC::Reg::IndexOrder::DECREASE_ORDER>(dst, value, call);
}

/// The selected lanes of src; the others of dst keep their value.
template <typename T>
__simd_callee__ inline void asc_copy(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy")) {
  AscendC::Reg::Move(dst, src, mask, call);
}

/// The selected bits of src, 0 elsewhere; all bits.
__simd_callee__ inline void asc_copy(
    vector_bool& dst, const vector_bool& src, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy")) {
  AscendC::Reg::Move(dst, src, mask, call);
}

__simd_callee__ inline void asc_copy(vector_bool& dst, const vector_bool& src) {
  AscendC::Reg::Move(dst, src);
}

/// A mask of bits in a register: group `part` of VL/16 bytes for lanes of 2 bytes, of VL/32 for 4.
/// Throws gsq::kernel::Error for a group that the register does not have.
template <typename T>
__simd_callee__ inline void asc_copy(
    vector_bool& dst, const gsq::kernel::asc::Vector<T>& src, std::int32_t part,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy")) {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4, "asc_copy: expected lanes of 2 or 4 bytes");
  gsq::kernel::asc::mask_of_part(dst, src.part(), part, sizeof(T), call);
}
