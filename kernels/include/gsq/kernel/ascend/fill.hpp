// SPDX-License-Identifier: Apache-2.0
/// Filling and copying of registers of AscendC::Reg. Duplicate of a scalar, Arange upwards and Move
/// of integers of up to four bytes are commands lane.* where the unit has them (LaneOps); all else
/// is an operation of the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/kernel/ascend/compute_lanes.hpp"
#include "gsq/kernel/ascend/unit_lanes.hpp"
#include "gsq/kernel/lanes/lane_reduce.hpp"

namespace AscendC::Reg {

/// The scalar in all lanes.
template <typename T = DefaultType, typename U, typename S>
__simd_callee__ inline void Duplicate(S& dstReg, U scalarValue,
                                      const detail::Call& call = detail::Call::here("Duplicate")) {
  if constexpr (detail::of_unit<S>) {
    if (detail::has_lane_ops(call)) {
      const MaskReg all = CreateMask<typename S::ActualT>(call);
      detail::made_of<T, MaskMergeMode::ZEROING>(call, gsq::Opcode::LaneCopy, dstReg, all,
                                                 scalarValue);
      return;
    }
  }
  using Lane = detail::LaneOf<S>;
  detail::check_element<T, S>();
  detail::OperationBuilder op(call);
  const auto to = detail::write_lanes(op, dstReg);
  op.run([to, value = detail::scalar_as<Lane>(scalarValue)](detail::State& state) {
    to.set(state, detail::Values<Lane>(state.config().vlen_bytes / detail::kMaskBytes<S>, value));
  });
}

/// The scalar in the lanes that the mask selects; the others become 0, or keep their value with
/// MERGING.
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, typename U,
          typename S, std::enable_if_t<!detail::IsRegister<U>::value, int> = 0>
__simd_callee__ inline void Duplicate(S& dstReg, U scalarValue, const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("Duplicate")) {
  if (detail::made_of<T, mode>(call, gsq::Opcode::LaneCopy, dstReg, mask, scalarValue)) return;
  using Lane = detail::LaneOf<S>;
  detail::check_element<T, S>();
  detail::OperationBuilder op(call);
  const auto selected = op.read_mask(mask, detail::kMaskBytes<S>);
  const auto old = detail::lanes_to_keep<mode>(op, dstReg);
  const auto to = detail::write_lanes(op, dstReg);
  op.run([=, value = detail::scalar_as<Lane>(scalarValue)](detail::State& state) {
    const detail::Values<bool> on = selected.get(state);
    detail::Values<Lane> result = old(state);
    for (std::size_t i = 0; i < on.size(); ++i) {
      if (on[i]) result[i] = value;
    }
    to.set(state, result);
  });
}

/// The lowest lane of src, or the highest, in the lanes that the mask selects.
template <typename T = DefaultType, HighLowPart pos = HighLowPart::LOWEST,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S,
          std::enable_if_t<detail::IsRegister<S>::value, int> = 0>
__simd_callee__ inline void Duplicate(S& dstReg, const S& srcReg, const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("Duplicate")) {
  using Lane = detail::LaneOf<S>;
  detail::check_element<T, S>();
  detail::OperationBuilder op(call);
  const auto from = detail::read_lanes(op, srcReg);
  const auto selected = op.read_mask(mask, detail::kMaskBytes<S>);
  const auto old = detail::lanes_to_keep<mode>(op, dstReg);
  const auto to = detail::write_lanes(op, dstReg);
  op.run([=](detail::State& state) {
    const detail::Values<Lane> lanes = from.get(state);
    const Lane value = pos == HighLowPart::LOWEST ? lanes.front() : lanes.back();
    const detail::Values<bool> on = selected.get(state);
    detail::Values<Lane> result = old(state);
    for (std::size_t i = 0; i < on.size(); ++i) {
      if (on[i]) result[i] = value;
    }
    to.set(state, result);
  });
}

/// scalar, scalar + 1, .. from lane 0 on; with DECREASE_ORDER from the last lane down. Integers
/// wrap around.
template <typename T = DefaultType, IndexOrder order = IndexOrder::INCREASE_ORDER, typename U,
          typename S>
__simd_callee__ inline void Arange(S& dstReg, U scalarValue,
                                   const detail::Call& call = detail::Call::here("Arange")) {
  if constexpr (order != IndexOrder::DECREASE_ORDER && detail::of_unit<S>) {
    if (detail::has_lane_ops(call)) {
      const MaskReg all = CreateMask<typename S::ActualT>(call);
      detail::made_of<T, MaskMergeMode::ZEROING>(call, gsq::Opcode::LaneIndex, dstReg, all,
                                                 scalarValue);
      return;
    }
  }
  using Lane = typename S::ActualT;
  detail::check_element<T, S>();
  detail::OperationBuilder op(call);
  const auto to = detail::write_lanes(op, dstReg);
  op.run([to, first = detail::scalar_as<Lane>(scalarValue)](detail::State& state) {
    to.set(state, detail::lane::sequence(first, state.config().vlen_bytes / detail::kMaskBytes<S>,
                                         order == IndexOrder::DECREASE_ORDER));
  });
}

/// Lanes of src where the mask selects them; the others of dst keep their value (or become 0 with
/// ZEROING, which the documents do not have).
template <typename T = DefaultType, MaskMergeMode mode = MaskMergeMode::MERGING, typename U>
__simd_callee__ inline void Move(U& dstReg, const U& srcReg, const MaskReg& mask,
                                 const detail::Call& call = detail::Call::here("Move")) {
  if constexpr (mode == MaskMergeMode::MERGING) {
    if (detail::calculated<T, MaskMergeMode::ZEROING>(call, gsq::Opcode::LaneSelect, dstReg, mask,
                                                      srcReg, dstReg)) {
      return;
    }
  } else if (detail::calculated_with<T, mode>(call, gsq::Opcode::LaneOr, dstReg, mask, srcReg, 0)) {
    return;
  }
  using Lane = detail::LaneOf<U>;
  detail::map_equal<T, mode>(
      call, dstReg, mask, [](Lane a) { return a; }, srcReg);
}

/// dst becomes src. Takes no register until one of them is written.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Move(U& dstReg, const U& srcReg) {
  detail::check_element<T, U>();
  dstReg = srcReg;
}

}  // namespace AscendC::Reg
