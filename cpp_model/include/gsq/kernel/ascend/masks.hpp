// SPDX-License-Identifier: Apache-2.0
/// Masks of AscendC::Reg.
#pragma once

#include <cstdint>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/registers.hpp"

namespace gsq::kernel::ascend {

/// set_mask from a bit per lane of `width`. Throws Error when there are more than lanes.
Command set_mask(const std::vector<bool>& lanes, Width width);

}  // namespace gsq::kernel::ascend

namespace AscendC::Reg {

/// A mask of lanes of type T. Issues create_mask.
template <typename T, MaskPattern mode = MaskPattern::ALL>
__simd_callee__ inline MaskReg CreateMask() {
  static_assert(sizeof(T) <= 8, "CreateMask: expected an element type of 1, 2, 4 or 8 bytes");
  MaskReg mask;
  gsq::Command command;
  command.op = gsq::Opcode::CreateMask;
  command.width = gsq::kernel::ascend::width_of<T>();
  command.pattern =
      mode == MaskPattern::ALLF ? gsq::Pattern::Allf : static_cast<gsq::Pattern>(mode);
  command.m = mask.index_to_write();
  detail::issue(command, "CreateMask");
  return mask;
}
static_assert(static_cast<int>(MaskPattern::Q) == static_cast<int>(gsq::Pattern::Q),
              "the patterns but ALLF are numbered as in the instruction set");

/// A mask of the lowest `scalar` lanes of type T, all when there are fewer. Subtracts the lanes of
/// a vector from `scalar`, down to 0. Issues update_mask.
template <typename T>
__simd_callee__ inline MaskReg UpdateMask(std::uint32_t& scalar) {
  static_assert(sizeof(T) <= 8, "UpdateMask: expected an element type of 1, 2, 4 or 8 bytes");
  MaskReg mask;
  gsq::Command command;
  command.op = gsq::Opcode::UpdateMask;
  command.width = gsq::kernel::ascend::width_of<T>();
  command.n = scalar;
  command.m = mask.index_to_write();
  detail::issue(command, "UpdateMask");
  const std::uint32_t lanes = gsq::kernel::Unit::current().config().lanes(sizeof(T));
  scalar -= scalar < lanes ? scalar : lanes;
  return mask;
}

/// Writes a mask of lanes of type T that scalar code has computed: lane i is selected when lanes[i]
/// is; those beyond the end are not. An addition to the API, in place of vector comparisons. With a
/// type of 1 byte it writes the register bit by bit. Issues set_mask. Throws gsq::kernel::Error
/// when there are more values than lanes.
template <typename T>
__simd_callee__ inline void SetMask(MaskReg& mask, const std::vector<bool>& lanes) {
  static_assert(sizeof(T) <= 8, "SetMask: expected an element type of 1, 2, 4 or 8 bytes");
  gsq::Command command = gsq::kernel::ascend::set_mask(lanes, gsq::kernel::ascend::width_of<T>());
  command.m = mask.index_to_write();
  detail::issue(command, "SetMask");
}

}  // namespace AscendC::Reg
