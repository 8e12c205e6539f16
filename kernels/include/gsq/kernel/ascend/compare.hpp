// SPDX-License-Identifier: Apache-2.0
/// Comparison and selection of lanes of AscendC::Reg. Each call is an operation of the processor.
#pragma once

#include <cstddef>

#include "gsq/kernel/ascend/compute_lanes.hpp"

namespace AscendC::Reg {

/// A bit for each selected lane: whether src0 compares to src1 as `mode` says. 0 for lanes that the
/// mask does not select. A NaN differs from all, and compares in no other way.
template <typename T = DefaultType, CMPMODE mode = CMPMODE::EQ, typename U>
__simd_callee__ inline void Compare(MaskReg& dst, const U& srcReg0, const U& srcReg1,
                                    const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("Compare")) {
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
