// SPDX-License-Identifier: Apache-2.0
/// Rearrangements of the lanes of registers of AscendC::Reg: operations of the processor. Gathers
/// of registers alone cannot do them, since they have one source and no mask.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/kernel/ascend/registers.hpp"

namespace gsq::kernel::ascend {

/// Lanes of `lane_bytes` of src0 and src1 in turn: the first half in dst0, the others in dst1.
void interleave(Vector& dst0, Vector& dst1, const Vector& src0, const Vector& src1,
                std::size_t lane_bytes, const Call& call);

/// The reverse: the lanes with even numbers of src0 and then src1 in dst0, the others in dst1.
void deinterleave(Vector& dst0, Vector& dst1, const Vector& src0, const Vector& src1,
                  std::size_t lane_bytes, const Call& call);

/// The lower halves of all lanes of `lane_bytes`, in the lower or higher half of dst; 0 elsewhere.
void pack(Vector& dst, const Vector& src, std::size_t lane_bytes, bool higher, const Call& call);

/// The lower or higher half of src, each lane of `lane_bytes` extended to twice its length.
void unpack(Vector& dst, const Vector& src, std::size_t lane_bytes, bool is_signed, bool higher,
            const Call& call);

}  // namespace gsq::kernel::ascend

namespace AscendC::Reg {

/// Lanes of both sources in turn, the first half of them in dstReg0, the second in dstReg1. An
/// operation of the processor.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Interleave(
    U& dstReg0, U& dstReg1, const U& srcReg0, const U& srcReg1,
    const detail::Call& call = detail::Call::here("Interleave")) {
  static_assert(std::is_same_v<detail::Element<T, U>, typename U::ActualT>,
                "Interleave: expected registers of the element type T");
  // Halves of elements are apart in two registers, so each half is rearranged alone.
  constexpr std::size_t kBytes = sizeof(typename U::ActualT) / U::REG_NUM;
  for (std::size_t part = 0; part < U::REG_NUM; ++part) {
    gsq::kernel::ascend::interleave(dstReg0.part(part), dstReg1.part(part), srcReg0.part(part),
                                    srcReg1.part(part), kBytes, call);
  }
}

/// The lanes with even numbers of srcReg0 and then of srcReg1 in dstReg0, the others in dstReg1. An
/// operation of the processor.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void DeInterleave(
    U& dstReg0, U& dstReg1, const U& srcReg0, const U& srcReg1,
    const detail::Call& call = detail::Call::here("DeInterleave")) {
  static_assert(std::is_same_v<detail::Element<T, U>, typename U::ActualT>,
                "DeInterleave: expected registers of the element type T");
  constexpr std::size_t kBytes = sizeof(typename U::ActualT) / U::REG_NUM;
  for (std::size_t part = 0; part < U::REG_NUM; ++part) {
    gsq::kernel::ascend::deinterleave(dstReg0.part(part), dstReg1.part(part), srcReg0.part(part),
                                      srcReg1.part(part), kBytes, call);
  }
}

/// The lower half of every lane of `srcReg`, in the lower or higher half of `dstReg`; the other
/// half becomes 0. An operation of the processor. From RegTraitNumTwo: its first register.
template <typename T = DefaultType, typename U = DefaultType,
          HighLowPart part = HighLowPart::LOWEST, typename S, typename V>
__simd_callee__ inline void Pack(S& dstReg, const V& srcReg,
                                 const detail::Call& call = detail::Call::here("Pack")) {
  using To = typename S::ActualT;
  using From = typename V::ActualT;
  static_assert(
      std::is_same_v<detail::Element<T, S>, To> && std::is_same_v<detail::Element<U, V>, From>,
      "Pack: expected registers of the element types T and U");
  static_assert(
      std::is_unsigned_v<To> && std::is_integral_v<From> && sizeof(From) == 2 * sizeof(To),
      "Pack: expected unsigned lanes half as long as the integers that are packed");
  if constexpr (V::REG_NUM == 2) {
    static_assert(part == HighLowPart::LOWEST, "Pack: expected LOWEST from RegTraitNumTwo");
    dstReg.part() = srcReg.part(0);
  } else {
    gsq::kernel::ascend::pack(dstReg.part(), srcReg.part(), sizeof(From),
                              part == HighLowPart::HIGHEST, call);
  }
}

/// The lanes in the lower or higher half of `srcReg`, extended to twice their length: by zeros, or
/// by the sign of signed types. An operation of the processor. To RegTraitNumTwo: all lanes.
template <typename T = DefaultType, typename U = DefaultType,
          HighLowPart part = HighLowPart::LOWEST, typename S, typename V>
__simd_callee__ inline void UnPack(S& dstReg, const V& srcReg,
                                   const detail::Call& call = detail::Call::here("UnPack")) {
  using To = typename S::ActualT;
  using From = typename V::ActualT;
  static_assert(
      std::is_same_v<detail::Element<T, S>, To> && std::is_same_v<detail::Element<U, V>, From>,
      "UnPack: expected registers of the element types T and U");
  static_assert(std::is_integral_v<To> && std::is_integral_v<From> &&
                    std::is_signed_v<To> == std::is_signed_v<From> &&
                    sizeof(To) == 2 * sizeof(From),
                "UnPack: expected integers twice as long, of the same sign");
  if constexpr (S::REG_NUM == 2) {
    static_assert(part == HighLowPart::LOWEST, "UnPack: expected LOWEST to RegTraitNumTwo");
    gsq::kernel::ascend::Vector low;
    gsq::kernel::ascend::Vector high;
    gsq::kernel::ascend::unpack(low, srcReg.part(), sizeof(From), std::is_signed_v<From>, false,
                                call);
    gsq::kernel::ascend::unpack(high, srcReg.part(), sizeof(From), std::is_signed_v<From>, true,
                                call);
    gsq::kernel::ascend::deinterleave(dstReg.part(0), dstReg.part(1), low, high, sizeof(From),
                                      call);
  } else {
    gsq::kernel::ascend::unpack(dstReg.part(), srcReg.part(), sizeof(From), std::is_signed_v<From>,
                                part == HighLowPart::HIGHEST, call);
  }
}

}  // namespace AscendC::Reg
