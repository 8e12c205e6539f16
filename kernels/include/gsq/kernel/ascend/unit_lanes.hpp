// SPDX-License-Identifier: Apache-2.0
/// Calculations of AscendC::Reg that the unit does itself, with commands lane.*: those of integers
/// of up to four bytes, in one register, where it has LaneOps. The processor does all others.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/choices.hpp"
#include "gsq/kernel/ascend/compute_lanes.hpp"
#include "gsq/kernel/ascend/masks.hpp"
#include "gsq/kernel/ascend/registers.hpp"
#include "gsq/kernel/unit.hpp"

namespace AscendC::Reg::detail {

/// Whether the unit can calculate with lanes of this register.
template <typename U, typename = void>
inline constexpr bool of_unit = false;
template <typename U>
inline constexpr bool of_unit<U, std::void_t<decltype(U::REG_NUM)>> =
    U::REG_NUM == 1 && std::is_integral_v<typename U::ActualT> &&
    !std::is_same_v<typename U::ActualT, bool> && sizeof(typename U::ActualT) <= 4;

/// Whether the unit has the commands.
inline bool has_lane_ops(const Call& call) { return Unit::current(call).config().lane_ops != 0; }

/// The opcode for signed or unsigned lanes.
template <typename U>
constexpr Opcode by_sign(Opcode with_sign, Opcode without) {
  return std::is_signed_v<typename U::ActualT> ? with_sign : without;
}

/// A command of lanes of U, with a number as second operand.
template <typename U, typename S>
Command lanes_with_number(Opcode op, S number) {
  Command command;
  command.op = op;
  command.width = gsq::kernel::ascend::width_of<typename U::ActualT>();
  command.scalar = true;
  command.n = static_cast<std::uint32_t>(number);
  return command;
}

/// A command of lanes of U, with the lanes of `second` as second operand.
template <typename U, typename V>
Command lanes_with(Opcode op, const V& second, const Call& call) {
  Command command = lanes_with_number<U>(op, 0);
  command.scalar = false;
  command.vi = second.index(call);
  return command;
}

/// Issues a command of lanes that has its operands. Lanes that the mask does not select become 0,
/// or keep their value with MERGING.
template <MaskMergeMode mode, typename U>
void issue_lanes(Command command, U& dst, const MaskReg& mask, const Call& call) {
  command.m = mask.index(call);
  if constexpr (mode == MaskMergeMode::MERGING) {
    command.merge = true;
    // Twice the same register to choose from: a copy, whatever the mask.
    Command copy = lanes_with<U>(Opcode::LaneSelect, dst, call);
    copy.vs = copy.vi;
    copy.m = command.m;
    command.vd = copy.vd = dst.index_to_change(call);
    if (copy.vd != copy.vs) issue(copy, call);
  } else {
    command.vd = dst.index_to_write(call);
  }
  issue(command, call);
}

/// dst = src0 op src1, if the unit can do it; false where the processor has to.
template <typename T, MaskMergeMode mode, typename U>
bool calculated(const Call& call, Opcode op, U& dst, const MaskReg& mask, const U& src0,
                const U& src1) {
  if constexpr (of_unit<U>) {
    if (has_lane_ops(call)) {
      check_element<T, U>();
      Command command = lanes_with<U>(op, src1, call);
      command.vs = src0.index(call);
      issue_lanes<mode>(command, dst, mask, call);
      return true;
    }
  }
  return false;
}

/// The same with a number, which becomes one of the type of the lane, in place of src1.
template <typename T, MaskMergeMode mode, typename U, typename S>
bool calculated_with(const Call& call, Opcode op, U& dst, const MaskReg& mask, const U& src,
                     S number) {
  if constexpr (of_unit<U>) {
    if (has_lane_ops(call)) {
      check_element<T, U>();
      Command command = lanes_with_number<U>(op, scalar_as<typename U::ActualT>(number));
      command.vs = src.index(call);
      issue_lanes<mode>(command, dst, mask, call);
      return true;
    }
  }
  return false;
}

/// dst = op of a number and, where it uses it, the number of the lane.
template <typename T, MaskMergeMode mode, typename U, typename S>
bool made_of(const Call& call, Opcode op, U& dst, const MaskReg& mask, S number) {
  if constexpr (of_unit<U>) {
    if (has_lane_ops(call)) {
      check_element<T, U>();
      issue_lanes<mode>(lanes_with_number<U>(op, scalar_as<typename U::ActualT>(number)), dst, mask,
                        call);
      return true;
    }
  }
  return false;
}

/// dst = the lanes for which a compare holds.
inline void compare_lanes(Command command, MaskReg& dst, const MaskReg& mask, const Call& call) {
  command.m = mask.index(call);
  command.vd = dst.index_to_write(call);
  issue(command, call);
}

}  // namespace AscendC::Reg::detail
