// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "gsq/kernel/asc/asc_core.hpp"
#include "gsq/kernel/asc/asc_gather.hpp"
#include "gsq/kernel/asc/asc_lanes.hpp"
#include "gsq/kernel/processor.hpp"

namespace gsq::kernel::asc {

std::int64_t squeezed_bytes(const Call& call) {
  Unit& unit = Unit::current(call);
  const auto pending = std::make_shared<std::int64_t>(0);
  if (const auto& squeezed = unit.squeezed()) {
    OperationBuilder op(call);
    const MaskLanes mask = op.read_mask(squeezed->mask, squeezed->lane_bytes);
    op.uses().host = Uses::kProgram;
    op.run([=](State& state) {
      for (const bool kept : mask.get(state)) *pending += kept ? mask.lane_bytes : 0;
    });
  }
  Command command;
  command.op = Opcode::GetSpr;
  return unit.issue_and_wait(command, call).info + *pending;
}

void mask_of_part(Mask& dst, const ascend::Vector& src, std::int32_t part, std::size_t lane_bytes,
                  const Call& call) {
  const auto parts = static_cast<std::int32_t>(8 * lane_bytes);
  if (part < 0 || part >= parts) {
    throw Error(call,
                fmt::format("expected a part from 0 to {} for lanes of {} bytes, found {}",
                            parts - 1, lane_bytes, part),
                Status::ErrParam);
  }
  const std::uint32_t lanes =
      Unit::current(call).config().lanes(static_cast<std::uint32_t>(lane_bytes));
  ascend::mask_from_bits(dst, src, static_cast<std::size_t>(part) * lanes, lane_bytes, call);
}

void need_loops(const Call& call) {
  throw Error(call,
              "expected an offset that does not depend on the loops around the call, "
              "which only the original compiler knows: use "
              "AscendC::Reg::CreateAddrReg with their indices");
}

void* ub_pointer(std::uint64_t address, const Call& call) {
  const Unit& unit = Unit::current(call);
  if (address > unit.config().ub_bytes) {
    throw Error(call,
                fmt::format("expected an address in UB, which has {:#x} bytes, "
                            "found {:#x}",
                            unit.config().ub_bytes, address),
                Status::ErrBounds, {}, address);
  }
  return unit.pointer(static_cast<std::uint32_t>(address));
}

void copy_in(const void* dst, const void* src, std::uint32_t count, std::uint32_t bytes,
             std::int64_t src_step, std::int64_t dst_step, const ascend::Padding& padding,
             const Call& call) {
  auto* const global = static_cast<std::uint8_t*>(const_cast<void*>(src));
  ascend::copy_in({Unit::current(call).address(dst, call), dst_step}, {global, src_step}, count,
                  bytes, padding, call);
}

void copy_out(void* dst, const void* src, std::uint32_t count, std::uint32_t bytes,
              std::int64_t dst_step, std::int64_t src_step, const Call& call) {
  ascend::copy_out({static_cast<std::uint8_t*>(dst), dst_step},
                   {Unit::current(call).address(src, call), src_step}, count, bytes, call);
}

}  // namespace gsq::kernel::asc
