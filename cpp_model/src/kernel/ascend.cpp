// SPDX-License-Identifier: Apache-2.0
// What the templates of the Ascend C headers share.
#include <fmt/format.h>

#include <limits>

#include "gsq/kernel/ascend.hpp"

namespace gsq::kernel::ascend {

std::uint16_t block_stride(std::uint32_t blocks, const char* api) {
  if (blocks <= std::numeric_limits<std::uint16_t>::max()) {
    return static_cast<std::uint16_t>(blocks);
  }
  throw Error(fmt::format("{}: expected a block stride from 0 to 65535, found {}", api, blocks),
              api, Status::ErrParam);
}

std::uint32_t bytes_of(std::uint32_t count, std::size_t element, const char* api) {
  const std::uint64_t bytes = std::uint64_t{count} * element;
  if (bytes <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(bytes);
  throw Error(fmt::format("{}: expected no more elements than a vector has, found {}", api, count),
              api, Status::ErrParam);
}

Command set_mask(const std::vector<bool>& lanes, Width width) {
  const std::uint32_t bytes = 1U << static_cast<unsigned>(width);
  const std::uint32_t most = Unit::current().config().lanes(bytes);
  if (lanes.size() > most) {
    throw Error(fmt::format("SetMask: expected a value for each of the {} lanes of {} bytes, or "
                            "fewer, found {}",
                            most, bytes, lanes.size()),
                "SetMask");
  }
  // The immediate is the lowest bits of the packed command.
  CommandBits bits{};
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    if (lanes[lane]) bits.at(lane * bytes / 32) |= 1U << (lane * bytes % 32);
  }
  Command command = unpack(bits);
  command.op = Opcode::SetMask;
  return command;
}

void check_tensor(std::uint32_t address, std::uint32_t size, std::size_t element) {
  const std::uint32_t ub_bytes = Unit::current().config().ub_bytes;
  if (address + std::uint64_t{size} * element <= ub_bytes) return;
  throw Error(fmt::format("LocalTensor: expected elements inside UB, which has {:#x} bytes, found "
                          "{} of {} bytes at {:#x}",
                          ub_bytes, size, element, address),
              "LocalTensor", Status::ErrBounds, {}, address);
}

void check_place(std::uint64_t place, std::uint64_t limit, const char* api) {
  if (place < limit) return;
  throw Error(fmt::format("{}: expected an element below {}, found {}", api, limit, place), api,
              Status::ErrBounds);
}

}  // namespace gsq::kernel::ascend
