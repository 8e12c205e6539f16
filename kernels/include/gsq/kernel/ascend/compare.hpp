// SPDX-License-Identifier: Apache-2.0
/// Comparison and selection of lanes of AscendC::Reg. Of integers of up to four bytes they are
/// commands lane.* where the unit has them (LaneOps), otherwise operations of the processor.
#pragma once

#include <cstddef>

#include "gsq/kernel/ascend/compute_lanes.hpp"
#include "gsq/kernel/ascend/unit_lanes.hpp"

namespace AscendC::Reg {

namespace detail {

/// The compare of the unit for a mode, or for its opposite where it has no other.
template <typename U>
constexpr Opcode compare_of(CMPMODE mode) {
  switch (mode) {
    case CMPMODE::EQ:
      return Opcode::LaneEq;
    case CMPMODE::NE:
      return Opcode::LaneNe;
    case CMPMODE::LT:
    case CMPMODE::GE:
      return by_sign<U>(Opcode::LaneLt, Opcode::LaneLtu);
    default:
      return by_sign<U>(Opcode::LaneLe, Opcode::LaneLeu);
  }
}

}  // namespace detail

/// A bit for each selected lane: whether src0 compares to src1 as `mode` says. 0 for lanes that the
/// mask does not select. A NaN differs from all, and compares in no other way.
template <typename T = DefaultType, CMPMODE mode = CMPMODE::EQ, typename U>
__simd_callee__ inline void Compare(MaskReg& dst, const U& srcReg0, const U& srcReg1,
                                    const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("Compare")) {
  if constexpr (detail::of_unit<U>) {
    if (detail::has_lane_ops(call)) {
      detail::check_element<T, U>();
      // a > b is b < a.
      constexpr bool kTurned = mode == CMPMODE::GT || mode == CMPMODE::GE;
      constexpr auto kMode = mode == CMPMODE::GT   ? CMPMODE::LT
                             : mode == CMPMODE::GE ? CMPMODE::LE
                                                   : mode;
      const U& first = kTurned ? srcReg1 : srcReg0;
      gsq::Command command =
          detail::lanes_with<U>(detail::compare_of<U>(kMode), kTurned ? srcReg0 : srcReg1, call);
      command.vs = first.index(call);
      detail::compare_lanes(command, dst, mask, call);
      return;
    }
  }
  detail::check_element<T, U>();
  detail::map_to_mask(call, dst, mask,
                      detail::fixed<detail::lane::compare<mode, detail::LaneOf<U>>>, srcReg0,
                      srcReg1);
}

/// Likewise with a scalar in place of src1.
template <typename T = DefaultType, CMPMODE mode = CMPMODE::EQ, typename U, typename S>
__simd_callee__ inline void Compares(MaskReg& dst, const U& srcReg, S scalarValue,
                                     const MaskReg& mask,
                                     const detail::Call& call = detail::Call::here("Compares")) {
  if constexpr (detail::of_unit<U>) {
    if (detail::has_lane_ops(call)) {
      detail::check_element<T, U>();
      // a > n is not a <= n.
      constexpr bool kOpposite = mode == CMPMODE::GT || mode == CMPMODE::GE;
      gsq::Command command = detail::lanes_with_number<U>(
          detail::compare_of<U>(mode), detail::scalar_as<typename U::ActualT>(scalarValue));
      command.vs = srcReg.index(call);
      if constexpr (kOpposite) {
        MaskReg holds;
        detail::compare_lanes(command, holds, mask, call);
        gsq::Command rest;
        rest.op = gsq::Opcode::MaskAndNot;
        rest.width = command.width;
        rest.vs = mask.index(call);
        rest.m = rest.vs;
        rest.vi = holds.index(call);
        rest.vd = dst.index_to_write(call);
        detail::issue(rest, call);
      } else {
        detail::compare_lanes(command, dst, mask, call);
      }
      return;
    }
  }
  using Lane = detail::LaneOf<U>;
  detail::check_element<T, U>();
  const auto value = detail::scalar_as<Lane>(scalarValue);
  detail::map_to_mask(
      call, dst, mask, [=](Lane a) { return detail::lane::compare<mode>(a, value); }, srcReg);
}

/// Lanes of src0 where the mask has a bit, of src1 elsewhere.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Select(U& dstReg, const U& srcReg0, const U& srcReg1,
                                   const MaskReg& mask,
                                   const detail::Call& call = detail::Call::here("Select")) {
  if (detail::calculated<T, MaskMergeMode::ZEROING>(call, gsq::Opcode::LaneSelect, dstReg, mask,
                                                    srcReg0, srcReg1)) {
    return;
  }
  using Lane = detail::LaneOf<U>;
  detail::check_element<T, U>();
  detail::map_whole_masked(
      call, dstReg, mask,
      [](detail::Values<Lane> a, const detail::Values<Lane>& b, const detail::Values<bool>& on) {
        for (std::size_t i = 0; i < on.size(); ++i) a[i] = on[i] ? a[i] : b[i];
        return a;
      },
      srcReg0, srcReg1);
}

}  // namespace AscendC::Reg
