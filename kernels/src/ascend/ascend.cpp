// SPDX-License-Identifier: Apache-2.0
// What the templates of the Ascend C headers share.
#include "gsq/kernel/ascend.hpp"

#include <fmt/format.h>

#include <limits>

namespace gsq::kernel::ascend {

Command set_mask(const std::vector<bool>& lanes, Width width, const Call& call) {
  const std::uint32_t bytes = 1U << static_cast<unsigned>(width);
  const std::uint32_t most = Unit::current(call).config().lanes(bytes);
  if (lanes.size() > most) {
    throw Error(call, fmt::format("expected a value for each of the {} lanes of {} bytes, or "
                                  "fewer, found {}",
                                  most, bytes, lanes.size()));
  }
  // The immediate is the lowest bits of the packed command.
  CommandBits bits{};
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    if (lanes[lane]) bits.at(lane * bytes / 32) |= 1U << (lane * bytes % 32);
  }
  Command command = gsq::unpack(bits);
  command.op = Opcode::SetMask;
  return command;
}

void check_tensor(std::uint64_t address, std::uint64_t size, std::size_t element,
                  const Call& call) {
  const std::uint32_t ub_bytes = Unit::current(call).config().ub_bytes;
  if (address + size * element <= ub_bytes) return;
  throw Error(call,
              fmt::format("expected elements inside UB, which has {:#x} bytes, found "
                          "{} of {} bytes at {:#x}",
                          ub_bytes, size, element, address),
              Status::ErrBounds, {}, address);
}

void check_place(std::uint64_t place, std::uint64_t limit, const Call& call) {
  if (place < limit) return;
  throw Error(call, fmt::format("expected an element below {}, found {}", limit, place),
              Status::ErrBounds);
}

}  // namespace gsq::kernel::ascend
