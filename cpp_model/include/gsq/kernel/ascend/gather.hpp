// SPDX-License-Identifier: Apache-2.0
/// Gather and scatter of AscendC::Reg.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/registers.hpp"

namespace gsq::kernel::ascend {

/// Types of b8 that are not integers: gathered into 2-byte slots, they keep their name.
template <typename T>
inline constexpr bool is_small_float =
    is_one_of<T, fp8_e4m3fn_t, fp8_e5m2_t, fp8_e8m0_t, hifloat8_t>;

/// Form of a gather or scatter, by the bytes of an element in UB and of an index.
constexpr Form form_of(std::size_t element, std::size_t index) {
  if (element == 1) return index == 2 ? Form::B8 : Form::B8x32;
  if (element == 2) return index == 2 ? Form::B16 : Form::B16x32;
  return element == 4 ? Form::B32 : Form::B64;
}

/// Bytes of a lane of the data register in this form.
constexpr std::size_t slot_of(Form form) {
  if (form == Form::B8 || form == Form::B16) return 2;
  return form == Form::B64 ? 8 : 4;
}

/// Whether a register of `Lane` can hold elements of type T after a gather, or for a scatter: the
/// same type, a b8 integer in an integer of the same sign, a small float in its own type or in
/// bits, any type in unsigned lanes of 4 bytes with indices of 4 bytes.
template <typename T, typename Lane>
constexpr bool takes_slots_of(Form form) {
  if (sizeof(T) == slot_of(form)) return std::is_same_v<T, Lane>;
  if (is_small_float<T> && std::is_same_v<T, Lane>) return true;
  if (!std::is_integral_v<Lane> || sizeof(Lane) != slot_of(form)) return false;
  return std::is_integral_v<T> ? std::is_signed_v<T> == std::is_signed_v<Lane>
                               : std::is_unsigned_v<Lane>;
}

}  // namespace gsq::kernel::ascend

namespace AscendC::Reg {

namespace detail {

/// Types of Gather and Scatter between UB and a register.
template <typename T, typename U, typename S>
constexpr gsq::Form checked_form() {
  using Index = typename S::ActualT;
  static_assert(gsq::kernel::ascend::is_one_of<Index, std::uint16_t, std::uint32_t>,
                "Gather, Scatter: expected indices of type uint16_t or uint32_t");
  static_assert(sizeof(T) <= 2 || sizeof(Index) == 4,
                "Gather, Scatter: expected indices of type uint32_t for elements of 4 or 8 bytes");
  constexpr gsq::Form form = gsq::kernel::ascend::form_of(sizeof(T), sizeof(Index));
  static_assert(gsq::kernel::ascend::takes_slots_of<T, typename U::ActualT>(form),
                "Gather, Scatter: expected a register of the type of the elements, or, where the "
                "lanes are longer, of integers as long as the indices (signed for signed integers, "
                "unsigned otherwise)");
  return form;
}

}  // namespace detail

/// Gathers elements of UB: each selected lane gets baseAddr[index of the lane], all others 0.
/// Elements shorter than their index are zero-extended, also signed ones. Lanes are as long as the
/// longer of element and index. Issues gather.
template <typename T0 = DefaultType, typename T1, typename U, typename S>
__simd_callee__ inline void Gather(U& dstReg, __ubuf__ T1* baseAddr, const S& index,
                                   const MaskReg& mask) {
  static_assert(std::is_same_v<detail::Element<T0, U>, typename U::ActualT>,
                "Gather: expected a register of the element type T0");
  constexpr gsq::Form kForm = detail::checked_form<T1, U, S>();
  gsq::Command command = detail::at(gsq::Opcode::Gather, baseAddr, "Gather");
  command.form = kForm;
  command.vi = index.index();
  command.m = mask.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "Gather");
}

/// Gathers lanes of a register: each lane gets the lane of `srcReg` at its index, modulo the number
/// of lanes. Issues gather_reg.
template <typename T = DefaultType, typename U, typename S>
__simd_callee__ inline void Gather(U& dstReg, const U& srcReg, const S& index) {
  using E = detail::Element<T, U>;
  using Index = typename S::ActualT;
  static_assert(std::is_same_v<E, typename U::ActualT>,
                "Gather: expected registers of the element type T");
  static_assert(sizeof(E) <= 4, "Gather: expected registers of elements of 1, 2 or 4 bytes");
  static_assert(std::is_unsigned_v<Index> && sizeof(Index) == sizeof(E),
                "Gather: expected unsigned indices as long as the elements of the registers");
  gsq::Command command;
  command.op = gsq::Opcode::GatherReg;
  command.width = gsq::kernel::ascend::width_of<E>();
  command.vs = srcReg.index();
  command.vi = index.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "Gather");
}

/// Gathers VL/32 blocks of 32 bytes at `baseAddr` + the byte offsets in the lowest lanes of
/// `index`, which are multiples of 32. Block k is loaded when the mask selects lane k of 4 bytes;
/// otherwise it becomes 0. Issues gather_block.
template <typename T = DefaultType, typename U, typename S>
__simd_callee__ inline void GatherB(U& dstReg, __ubuf__ T* baseAddr, const S& index,
                                    const MaskReg& mask) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "GatherB: expected a register of the type of the elements");
  static_assert(std::is_same_v<typename S::ActualT, std::uint32_t>,
                "GatherB: expected byte offsets of type uint32_t");
  gsq::Command command = detail::at(gsq::Opcode::GatherBlock, baseAddr, "GatherB");
  command.vi = index.index();
  command.m = mask.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "GatherB");
}

/// Scatters elements to UB: each selected lane is stored to baseAddr[index of the lane]; with equal
/// indices the highest lane wins. Lanes are as for Gather; their low bytes are stored. Issues
/// scatter.
template <typename T = DefaultType, typename U, typename S>
__simd_callee__ inline void Scatter(__ubuf__ T* baseAddr, const U& srcReg, const S& index,
                                    const MaskReg& mask) {
  constexpr gsq::Form kForm = detail::checked_form<T, U, S>();
  gsq::Command command = detail::at(gsq::Opcode::Scatter, baseAddr, "Scatter");
  command.form = kForm;
  command.vs = srcReg.index();
  command.vi = index.index();
  command.m = mask.index();
  detail::issue(command, "Scatter");
}

}  // namespace AscendC::Reg
