// SPDX-License-Identifier: Apache-2.0
/// Conversion and rounding of lanes of AscendC::Reg. Each call is an operation of the processor.
#pragma once

#include <cstddef>
#include <type_traits>

#include "gsq/kernel/ascend/compute_lanes.hpp"

namespace AscendC::Reg {
namespace detail {

/// How many of the shorter lanes stand beside each other in the place of a long one: of so many a
/// layout chooses one.
template <typename S, typename V>
inline constexpr std::size_t kLayouts =
    kMaskBytes<S> < kMaskBytes<V> ? kMaskBytes<V> / kMaskBytes<S> : kMaskBytes<S> / kMaskBytes<V>;

/// Lanes of src as the type of dst; see Cast. One function for all traits: they are many.
template <MaskMergeMode mode, typename S, typename V>
void convert_lanes(const Call& call, S& dst, const V& src, const MaskReg& mask,
                   RoundMode round_mode, bool saturate, std::size_t layout) {
  using From = typename V::ActualT;
  using To = typename S::ActualT;
  map_lanes<mode>(
      call, dst, mask, layout,
      [=](From value) { return lane::convert<To>(value, round_mode, saturate); }, src);
}

}  // namespace detail

/// Lanes of src as the type of dst. The mask selects lanes of src.
///
/// Where the types differ in length, the trait's layout says which of the shorter lanes beside each
/// other take part; in dst, the others become 0. To integers: NaN becomes 0, infinities the limits;
/// what is out of range becomes the limit with SAT, and loses its upper bits with NO_SAT. To
/// floating point: what is too large becomes the largest number with SAT (NaN becomes 0), infinity
/// with NO_SAT (NaN where the type has no infinity). Integers, and all that becomes float, always
/// keep to their range; negative int16_t become 0 as uint32_t.
template <typename T = DefaultType, typename U = DefaultType, const CastTrait& trait = castTrait,
          typename S, typename V>
__simd_callee__ inline void Cast(S& dstReg, const V& srcReg, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Cast")) {
  using From = typename V::ActualT;
  using To = typename S::ActualT;
  detail::check_element<T, S>();
  detail::check_element<U, V>();
  static_assert(!std::is_same_v<From, hifloat8_t> && !std::is_same_v<To, hifloat8_t>,
                "Cast: hifloat8_t is not supported");
  static_assert(trait.roundMode != RoundMode::CAST_HYBRID, "Cast: CAST_HYBRID is not supported");
  constexpr std::size_t kLayout =
      trait.layoutMode == RegLayout::UNKNOWN ? 0 : static_cast<std::size_t>(trait.layoutMode);
  static_assert(kLayout < detail::kLayouts<S, V> || detail::kLayouts<S, V> == 1,
                "Cast: expected a layout below the number of short lanes in a long one");
  detail::convert_lanes<trait.mrgMode>(call, dstReg, srcReg, mask, trait.roundMode,
                                       trait.satMode == SatMode::SAT, kLayout);
}

/// Floating-point lanes rounded to values without a fraction, in the same type.
template <typename T = DefaultType, RoundMode roundMode = RoundMode::CAST_NONE,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S>
__simd_callee__ inline void Truncate(S& dstReg, const S& srcReg, const MaskReg& mask,
                                     const detail::Call& call = detail::Call::here("Truncate")) {
  using Lane = typename S::ActualT;
  detail::map_equal<T, mode>(
      call, dstReg, mask,
      [](Lane value) { return detail::lane::round_to_integral(value, roundMode); }, srcReg);
}

}  // namespace AscendC::Reg
