// SPDX-License-Identifier: Apache-2.0
/// Comparison, selection, filling and copying of the C API: the calls of AscendC::Reg under other
/// names. Each is what it is there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gsq/kernel/asc/asc_forward.hpp"
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
GSQ_ASC_COMPARE(asc_lt, Compare<T, AscendC::CMPMODE::LT>)
/// A bit for each selected lane: src < value.
GSQ_ASC_COMPARE_SCALAR(asc_lt_scalar, Compares<T, AscendC::CMPMODE::LT>)
/// A bit for each selected lane: src0 > src1.
GSQ_ASC_COMPARE(asc_gt, Compare<T, AscendC::CMPMODE::GT>)
/// A bit for each selected lane: src > value.
GSQ_ASC_COMPARE_SCALAR(asc_gt_scalar, Compares<T, AscendC::CMPMODE::GT>)
/// A bit for each selected lane: src0 == src1.
GSQ_ASC_COMPARE(asc_eq, Compare<T, AscendC::CMPMODE::EQ>)
/// A bit for each selected lane: src == value.
GSQ_ASC_COMPARE_SCALAR(asc_eq_scalar, Compares<T, AscendC::CMPMODE::EQ>)
/// A bit for each selected lane: src0 <= src1.
GSQ_ASC_COMPARE(asc_le, Compare<T, AscendC::CMPMODE::LE>)
/// A bit for each selected lane: src <= value.
GSQ_ASC_COMPARE_SCALAR(asc_le_scalar, Compares<T, AscendC::CMPMODE::LE>)
/// A bit for each selected lane: src0 >= src1.
GSQ_ASC_COMPARE(asc_ge, Compare<T, AscendC::CMPMODE::GE>)
/// A bit for each selected lane: src >= value.
GSQ_ASC_COMPARE_SCALAR(asc_ge_scalar, Compares<T, AscendC::CMPMODE::GE>)
/// A bit for each selected lane: src0 != src1.
GSQ_ASC_COMPARE(asc_ne, Compare<T, AscendC::CMPMODE::NE>)
/// A bit for each selected lane: src != value.
GSQ_ASC_COMPARE_SCALAR(asc_ne_scalar, Compares<T, AscendC::CMPMODE::NE>)
/// Lanes of src0 where the mask has a bit, of src1 elsewhere.
GSQ_ASC_BINARY(asc_select, Select)
/// Bits of src0 where the mask has a 1, of src1 where it has a 0.
GSQ_ASC_MASK_BINARY(asc_select, Select)
/// The value in all lanes.
GSQ_ASC_FILL(asc_duplicate_scalar, Duplicate)

/// The value in the selected lanes, 0 in the others.
template <typename T>
__simd_callee__ inline void asc_duplicate_scalar(
    gsq::kernel::asc::Vector<T>& dst, typename gsq::kernel::asc::Scalar<T>::Type value,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_duplicate_scalar")) {
  AscendC::Reg::Duplicate(dst, value, mask, call);
}

/// The lowest lane of src in the selected lanes, 0 in the others.
GSQ_ASC_UNARY(asc_duplicate, Duplicate)
/// value, value + 1, .. from lane 0 on.
GSQ_ASC_FILL(asc_arange, Arange)
/// The same from the last lane down.
GSQ_ASC_FILL(asc_arange_descend, Arange<T, AscendC::Reg::IndexOrder::DECREASE_ORDER>)
/// The selected lanes of src; the others of dst keep their value.
GSQ_ASC_UNARY(asc_copy, Move)
/// The selected bits of src, 0 elsewhere; all bits.
GSQ_ASC_MASK_UNARY(asc_copy, Move)

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
