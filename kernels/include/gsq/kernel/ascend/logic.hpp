// SPDX-License-Identifier: Apache-2.0
/// Logic and shifts of AscendC::Reg, on lanes. And, Or, Xor, Not, ShiftRights, and ShiftLefts of
/// unsigned lanes are commands lane.* where the unit has them (LaneOps), of lanes of up to four
/// bytes; all else is an operation of the processor.
///
/// Lanes that the mask does not select become 0, or keep their value with MaskMergeMode::MERGING.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gsq/kernel/ascend/compute_lanes.hpp"
#include "gsq/kernel/ascend/unit_lanes.hpp"

namespace AscendC::Reg {

namespace detail {

/// Bits of a lane.
template <typename U>
inline constexpr int kBits = 8 * sizeof(typename U::ActualT);

}  // namespace detail

/// Bitwise and.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void And(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("And")) {
  if (detail::calculated<T, mode>(call, gsq::Opcode::LaneAnd, dstReg, mask, srcReg0, srcReg1))
    return;
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::bit_and<detail::LaneOf<U>>>, srcReg0,
                             srcReg1);
}

/// Bitwise or.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Or(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
                               const detail::Call& call = detail::Call::here("Or")) {
  if (detail::calculated<T, mode>(call, gsq::Opcode::LaneOr, dstReg, mask, srcReg0, srcReg1))
    return;
  detail::map_equal<T, mode>(
      call, dstReg, mask, detail::fixed<detail::lane::bit_or<detail::LaneOf<U>>>, srcReg0, srcReg1);
}

/// Bitwise exclusive or.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Xor(U& dstReg, const U& srcReg0, const U& srcReg1, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Xor")) {
  if (detail::calculated<T, mode>(call, gsq::Opcode::LaneXor, dstReg, mask, srcReg0, srcReg1))
    return;
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::bit_xor<detail::LaneOf<U>>>, srcReg0,
                             srcReg1);
}

/// All bits inverted.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void Not(U& dstReg, const U& srcReg, const MaskReg& mask,
                                const detail::Call& call = detail::Call::here("Not")) {
  if (detail::calculated_with<T, mode>(call, gsq::Opcode::LaneXor, dstReg, mask, srcReg, -1))
    return;
  detail::map_equal<T, mode>(call, dstReg, mask,
                             detail::fixed<detail::lane::bit_not<detail::LaneOf<U>>>, srcReg);
}

/// src0 shifted left by src1 bits. Signed lanes keep their sign bit. 0 when src1 is the width of a
/// lane or more.
template <typename T = DefaultType, typename U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V>
__simd_callee__ inline void ShiftLeft(S& dstReg, const S& srcReg0, const V& srcReg1,
                                      const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("ShiftLeft")) {
  using Shifted = typename S::ActualT;
  detail::check_element<U, V>();
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      [](Shifted a, typename V::ActualT distance) {
        return detail::lane::shift_left(a, static_cast<std::int64_t>(distance));
      },
      srcReg0, srcReg1);
}

/// src0 shifted right by src1 bits; signed lanes are filled with their sign.
template <typename T = DefaultType, typename U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V>
__simd_callee__ inline void ShiftRight(
    S& dstReg, const S& srcReg0, const V& srcReg1, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("ShiftRight")) {
  using Shifted = typename S::ActualT;
  detail::check_element<U, V>();
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      [](Shifted a, typename V::ActualT distance) {
        return detail::lane::shift_right(a, static_cast<std::int64_t>(distance));
      },
      srcReg0, srcReg1);
}

/// src shifted left by a scalar number of bits, as ShiftLeft.
template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename S>
__simd_callee__ inline void ShiftLefts(
    S& dstReg, const S& srcReg, U scalarValue, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("ShiftLefts")) {
  const auto distance = static_cast<std::int64_t>(scalarValue);
  const bool all = distance < 0 || distance >= detail::kBits<S>;
  if (std::is_unsigned_v<typename S::ActualT> &&
      detail::calculated_with<T, mode>(call,
                                       all ? gsq::Opcode::LaneAnd : gsq::Opcode::LaneShl,  // AND 0
                                       dstReg, mask, srcReg, all ? 0 : distance)) {
    return;
  }
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      [=](typename S::ActualT a) { return detail::lane::shift_left(a, distance); }, srcReg);
}

/// src shifted right by a scalar number of bits, as ShiftRight.
template <typename T = DefaultType, typename U, MaskMergeMode mode = MaskMergeMode::ZEROING,
          typename S>
__simd_callee__ inline void ShiftRights(
    S& dstReg, const S& srcReg, U scalarValue, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("ShiftRights")) {
  const auto distance = static_cast<std::int64_t>(scalarValue);
  const bool all = distance < 0 || distance >= detail::kBits<S>;
  constexpr bool kSigned = std::is_signed_v<typename S::ActualT>;
  const gsq::Opcode op = kSigned ? gsq::Opcode::LaneSar
                         : all   ? gsq::Opcode::LaneAnd  // AND 0
                                 : gsq::Opcode::LaneShr;
  const std::int64_t by = !all ? distance : kSigned ? detail::kBits<S> - 1 : 0;
  if (detail::calculated_with<T, mode>(call, op, dstReg, mask, srcReg, by)) return;
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      [=](typename S::ActualT a) { return detail::lane::shift_right(a, distance); }, srcReg);
}

}  // namespace AscendC::Reg
