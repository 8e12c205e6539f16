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
  return std::size_t{1} << static_cast<unsigned>(facts(form).slot);
}

/// Whether a register of `Lane` can hold elements of type T after a gather, or for a scatter: the
/// same type, a b8 integer in an integer of the same sign, a small float in its own type or in
/// bits, any type in unsigned lanes of 4 bytes with indices of 4 bytes. A scatter takes bytes from
/// a register of their own type, too: every second one.
template <typename T, typename Lane>
constexpr bool takes_slots_of(Form form, bool scatter) {
  if (sizeof(T) == slot_of(form)) return std::is_same_v<T, Lane>;
  if ((is_small_float<T> || (scatter && form == Form::B8)) && std::is_same_v<T, Lane>) return true;
  if (!std::is_integral_v<Lane> || sizeof(Lane) != slot_of(form)) return false;
  return std::is_integral_v<T> ? std::is_signed_v<T> == std::is_signed_v<Lane>
                               : std::is_unsigned_v<Lane>;
}

/// Indices of 8 bytes in lanes of 4, the lowest ones; 0xffffffff for larger ones. The second form
/// has the lower and upper halves of indices apart. An operation of the processor.
void narrow_indices(Vector& dst, const Vector& src, const Call& call);
void narrow_indices(Vector& dst, const Vector& low, const Vector& high, const Call& call);

/// Gathers elements of 8 bytes, their halves into two registers; scatters them. Each is two
/// commands for elements of 4 bytes, at indices that an operation of the processor calculates.
void gather_halves(Vector& low, Vector& high, std::uint32_t address, const Vector& index,
                   const Mask& mask, const Call& call);
void scatter_halves(std::uint32_t address, const Vector& low, const Vector& high,
                    const Vector& index, const Mask& mask, const Call& call);

}  // namespace gsq::kernel::ascend

namespace AscendC::Reg {
namespace detail {

/// Types of Gather and Scatter between UB and a register, in `U`, of indices in `S`.
template <typename T, typename U, typename S, bool scatter>
constexpr gsq::Form checked_form() {
  using Index = typename S::ActualT;
  if constexpr (sizeof(T) == 8) {
    static_assert(
        gsq::kernel::ascend::is_one_of<Index, std::uint32_t, std::uint64_t>,
        "Gather, Scatter: expected indices of type uint32_t or uint64_t for elements of 8 "
        "bytes");
    static_assert(U::REG_NUM == 1 || S::REG_NUM == 2 || sizeof(Index) == 4,
                  "Gather, Scatter: expected indices of RegTraitNumTwo, or of type uint32_t, for a "
                  "register of RegTraitNumTwo");
    static_assert(S::REG_NUM == 1 || sizeof(Index) == 8,
                  "Gather, Scatter: expected indices of type uint64_t of RegTraitNumTwo");
    static_assert(std::is_same_v<T, typename U::ActualT>,
                  "Gather, Scatter: expected a register of the type of the elements");
    return gsq::Form::B64;
  } else {
    static_assert(gsq::kernel::ascend::is_one_of<Index, std::uint16_t, std::uint32_t>,
                  "Gather, Scatter: expected indices of type uint16_t or uint32_t");
    static_assert(
        sizeof(T) <= 2 || sizeof(Index) == 4,
        "Gather, Scatter: expected indices of type uint32_t for elements of 4 or 8 bytes");
    static_assert(U::REG_NUM == 1 && S::REG_NUM == 1,
                  "Gather, Scatter: expected registers of RegTraitNumOne for elements of 1, 2 or 4 "
                  "bytes");
    constexpr gsq::Form form = gsq::kernel::ascend::form_of(sizeof(T), sizeof(Index));
    static_assert(gsq::kernel::ascend::takes_slots_of<T, typename U::ActualT>(form, scatter),
                  "Gather, Scatter: expected a register of the type of the elements, or, where the "
                  "lanes are longer, of integers as long as the indices (signed for signed "
                  "integers, unsigned otherwise)");
    return form;
  }
}

/// Indices in lanes of at most 4 bytes.
template <typename S>
gsq::kernel::ascend::Vector indices_of(const S& index, const Call& call) {
  if constexpr (sizeof(typename S::ActualT) <= 4) {
    return index.part();
  } else {
    gsq::kernel::ascend::Vector narrow;
    if constexpr (S::REG_NUM == 1) {
      gsq::kernel::ascend::narrow_indices(narrow, index.part(), call);
    } else {
      gsq::kernel::ascend::narrow_indices(narrow, index.part(0), index.part(1), call);
    }
    return narrow;
  }
}

}  // namespace detail

/// Gathers elements of UB: each selected lane gets baseAddr[index of the lane], all others 0.
/// Elements shorter than their index are zero-extended, also signed ones. Lanes are as long as the
/// longer of element and index; for elements of 8 bytes and indices of 4, as the element, with the
/// indices in the lowest lanes. Issues gather. Before it, an operation of the processor shortens
/// indices of 8 bytes; for a register of RegTraitNumTwo there are two gathers, one for the lower
/// halves of the elements and one for the upper.
template <typename T0 = DefaultType, typename T1, typename T2 = DefaultType, typename T3,
          typename T4>
__simd_callee__ inline void Gather(T3& dstReg, __ubuf__ T1* baseAddr, const T4& index,
                                   const MaskReg& mask,
                                   const detail::Call& call = detail::Call::here("Gather")) {
  static_assert(std::is_same_v<detail::Element<T0, T3>, typename T3::ActualT>,
                "Gather: expected a register of the element type T0");
  static_assert(std::is_same_v<detail::Element<T2, T4>, typename T4::ActualT>,
                "Gather: expected indices of type T2");
  constexpr gsq::Form kForm = detail::checked_form<T1, T3, T4, false>();
  const gsq::kernel::ascend::Vector indices = detail::indices_of(index, call);
  gsq::Command command = detail::at(gsq::Opcode::Gather, baseAddr, call);
  if constexpr (T3::REG_NUM == 2) {
    gsq::kernel::ascend::gather_halves(dstReg.part(0), dstReg.part(1), command.addr, indices, mask,
                                       call);
  } else {
    command.form = kForm;
    command.vi = static_cast<std::uint8_t>(indices.index(call));
    command.m = mask.index(call);
    command.vd = dstReg.index_to_write(call);
    detail::issue(command, call);
  }
}

/// Gathers lanes of a register: each lane gets the lane of `srcReg` at its index, modulo the number
/// of lanes. Issues gather_reg.
template <typename T = DefaultType, typename U = DefaultType, typename S, typename V>
__simd_callee__ inline void Gather(S& dstReg, const S& srcReg, const V& index,
                                   const detail::Call& call = detail::Call::here("Gather")) {
  using E = detail::Element<T, S>;
  using Index = typename V::ActualT;
  static_assert(std::is_same_v<E, typename S::ActualT>,
                "Gather: expected registers of the element type T");
  static_assert(std::is_same_v<detail::Element<U, V>, Index>, "Gather: expected indices of type U");
  static_assert(sizeof(E) <= 4, "Gather: expected registers of elements of 1, 2 or 4 bytes");
  static_assert(std::is_unsigned_v<Index> && sizeof(Index) == sizeof(E),
                "Gather: expected unsigned indices as long as the elements of the registers");
  gsq::Command command;
  command.op = gsq::Opcode::GatherReg;
  command.width = gsq::kernel::ascend::width_of<E>();
  command.vs = srcReg.index(call);
  command.vi = index.index(call);
  command.vd = dstReg.index_to_write(call);
  detail::issue(command, call);
}

/// Gathers VL/32 blocks of 32 bytes at `baseAddr` + the byte offsets in the lowest lanes of
/// `index`, which are multiples of 32. Block k is loaded when the mask selects lane k of 4 bytes;
/// otherwise it becomes 0. Issues gather_block.
template <typename T = DefaultType, typename U, typename S>
__simd_callee__ inline void GatherB(U& dstReg, __ubuf__ T* baseAddr, const S& index,
                                    const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("GatherB")) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "GatherB: expected a register of the type of the elements");
  static_assert(std::is_same_v<typename S::ActualT, std::uint32_t>,
                "GatherB: expected byte offsets of type uint32_t");
  static_assert(U::REG_NUM == 1 && S::REG_NUM == 1,
                "GatherB: expected registers of RegTraitNumOne");
  gsq::Command command = detail::at(gsq::Opcode::GatherBlock, baseAddr, call);
  command.vi = index.index(call);
  command.m = mask.index(call);
  command.vd = dstReg.index_to_write(call);
  detail::issue(command, call);
}

/// Scatters elements to UB: each selected lane is stored to baseAddr[index of the lane]; with equal
/// indices the highest lane wins. Lanes are as for Gather; their low bytes are stored. Issues
/// scatter; operations and a second scatter as for Gather.
template <typename T = DefaultType, typename U = DefaultType, typename S, typename V>
__simd_callee__ inline void Scatter(__ubuf__ T* baseAddr, const S& srcReg, const V& index,
                                    const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("Scatter")) {
  static_assert(std::is_same_v<detail::Element<U, V>, typename V::ActualT>,
                "Scatter: expected indices of type U");
  constexpr gsq::Form kForm = detail::checked_form<T, S, V, true>();
  const gsq::kernel::ascend::Vector indices = detail::indices_of(index, call);
  gsq::Command command = detail::at(gsq::Opcode::Scatter, baseAddr, call);
  if constexpr (S::REG_NUM == 2) {
    gsq::kernel::ascend::scatter_halves(command.addr, srcReg.part(0), srcReg.part(1), indices, mask,
                                        call);
  } else {
    command.form = kForm;
    command.vs = srcReg.index(call);
    command.vi = static_cast<std::uint8_t>(indices.index(call));
    command.m = mask.index(call);
    detail::issue(command, call);
  }
}

}  // namespace AscendC::Reg
