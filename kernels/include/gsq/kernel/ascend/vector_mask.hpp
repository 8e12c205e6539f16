// SPDX-License-Identifier: Apache-2.0
/// The lanes that calls on tensors work on: given by the call, or set before it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gsq/kernel/ascend/settings.hpp"
#include "gsq/kernel/qualifiers.hpp"

namespace AscendC {

/// In place of the mask, in calls whose mask is set before.
inline constexpr std::uint64_t MASK_PLACEHOLDER = 0;

enum class MaskMode : std::uint8_t { NORMAL, COUNTER };

/// Masks of calls on tensors from now on: the number of all elements (then the call's number of
/// iterations has no meaning), or the lanes of each iteration, as at first.
__aicore__ inline void SetMaskCount(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("SetMaskCount")) {
  gsq::kernel::ascend::settings(call).counter = true;
}
__aicore__ inline void SetMaskNorm(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("SetMaskNorm")) {
  gsq::kernel::ascend::settings(call).counter = false;
}

/// The mask of calls with isSetMask = false: a bit for each lane of an iteration, or, with COUNTER,
/// the number of all elements.
template <typename T, MaskMode mode = MaskMode::NORMAL>
__aicore__ inline void SetVectorMask(
    std::uint64_t maskHigh, std::uint64_t maskLow,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("SetVectorMask")) {
  gsq::kernel::ascend::settings(call).mask = {mode == MaskMode::NORMAL, {maskLow, maskHigh}};
}
/// The same by the number of the lowest lanes, or of all elements.
template <typename T, MaskMode mode = MaskMode::NORMAL>
__aicore__ inline void SetVectorMask(const gsq::kernel::Placed<std::int64_t>& len) {
  const gsq::kernel::Call call = len.call("SetVectorMask");
  gsq::kernel::ascend::settings(call).mask = {false,
                                              {gsq::kernel::ascend::count_of(len.value, call), 0}};
}

/// The mask of SetVectorMask becomes all lanes, as at first.
__aicore__ inline void ResetMask(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("ResetMask")) {
  gsq::kernel::ascend::settings(call).mask = {true, {~std::uint64_t{0}, ~std::uint64_t{0}}};
}

namespace detail {

/// The mask of a call on elements of `bytes` bytes, given as a number, as words, or before it.
template <bool isSetMask>
gsq::kernel::ascend::LaneMask lanes_of(std::uint64_t mask, std::size_t /*bytes*/,
                                       const gsq::kernel::Call& call) {
  gsq::kernel::ascend::LaneMask lanes{false, {mask, 0}};
  if (!isSetMask) lanes = gsq::kernel::ascend::settings(call).mask;
  lanes.counter = gsq::kernel::ascend::settings(call).counter;
  return lanes;
}
/// Of elements of 4 bytes and more, one word has all lanes: there need not be another.
template <bool isSetMask>
gsq::kernel::ascend::LaneMask lanes_of(const std::uint64_t* mask, std::size_t bytes,
                                       const gsq::kernel::Call& call) {
  gsq::kernel::ascend::LaneMask lanes{true, {}};
  if (isSetMask) {
    lanes.words = {mask[0], bytes < 4 ? mask[1] : 0};
  } else {
    lanes = gsq::kernel::ascend::settings(call).mask;
  }
  lanes.counter = gsq::kernel::ascend::settings(call).counter;
  return lanes;
}

}  // namespace detail
}  // namespace AscendC
