// SPDX-License-Identifier: Apache-2.0
/// Squeeze and unsqueeze of AscendC::Reg, and the register AR.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/registers.hpp"

namespace AscendC {

/// The value of a special-purpose register; waits. The StoreUnAlign after a Squeeze with STORE_REG
/// adds the kept bytes to AR, not the Squeeze. Throws gsq::kernel::Error of any earlier command
/// that failed.
template <SpecialPurposeReg spr>
__aicore__ inline std::int64_t GetSpr(
    const Reg::detail::Call& call = Reg::detail::Call::here("GetSpr")) {
  gsq::Command command;
  command.op = gsq::Opcode::GetSpr;
  return gsq::kernel::Unit::current(call).issue_and_wait(command, call).info;
}

namespace Reg {

using AscendC::GetSpr;

/// Packs the selected lanes from lane 0 upwards, in order; all lanes after them become 0. Issues
/// squeeze. With STORE_REG the number of kept bytes is stored for the next StoreUnAlign without a
/// stride; the two must alternate, otherwise the later one fails (ERR_SQZ_ORDER).
template <typename T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG, typename U>
__simd_callee__ inline void Squeeze(U& dstReg, const U& srcReg, const MaskReg& mask,
                                    const detail::Call& call = detail::Call::here("Squeeze")) {
  using E = detail::Element<T, U>;
  static_assert(
      gsq::kernel::ascend::is_one_of<E, std::uint8_t, std::int8_t, std::uint16_t, std::int16_t,
                                     std::uint32_t, std::int32_t, half, float>,
      "Squeeze: expected uint8_t, int8_t, uint16_t, int16_t, uint32_t, int32_t, half or "
      "float elements");
  static_assert(std::is_same_v<E, typename U::ActualT>,
                "Squeeze: expected registers of the element type T");
  gsq::Command command;
  command.op = gsq::Opcode::Squeeze;
  command.width = gsq::kernel::ascend::width_of<E>();
  command.store_reg = store == GatherMaskMode::STORE_REG;
  command.vs = srcReg.index(call);
  command.m = mask.index(call);
  command.vd = dstReg.index_to_write(call);
  detail::issue(command, call);
}

/// Counts the selected lanes below each lane, modulo the range of the element type. Issues
/// unsqueeze.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Unsqueeze(U& dstReg, const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("Unsqueeze")) {
  using E = detail::Element<T, U>;
  static_assert(gsq::kernel::ascend::is_one_of<E, std::uint8_t, std::int8_t, std::uint16_t,
                                               std::int16_t, std::uint32_t, std::int32_t>,
                "Unsqueeze: expected uint8_t, int8_t, uint16_t, int16_t, uint32_t or int32_t "
                "elements");
  static_assert(std::is_same_v<E, typename U::ActualT>,
                "Unsqueeze: expected a register of the element type T");
  gsq::Command command;
  command.op = gsq::Opcode::Unsqueeze;
  command.width = gsq::kernel::ascend::width_of<E>();
  command.m = mask.index(call);
  command.vd = dstReg.index_to_write(call);
  detail::issue(command, call);
}

/// Starts a new stream: AR becomes 0, and a Squeeze that waits for its StoreUnAlign is discarded.
/// Issues clear_spr.
template <SpecialPurposeReg spr>
__simd_callee__ inline void ClearSpr(const detail::Call& call = detail::Call::here("ClearSpr")) {
  gsq::Command command;
  command.op = gsq::Opcode::ClearSpr;
  detail::issue(command, call);
}

}  // namespace Reg
}  // namespace AscendC
