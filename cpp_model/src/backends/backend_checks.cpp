// SPDX-License-Identifier: Apache-2.0
#include "backends/backend_checks.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "gsq/isa.hpp"

namespace gsq {

void check_range(const Config& config, std::uint64_t address, std::uint64_t bytes) {
  if (address + bytes > config.ub_bytes) {
    throw std::out_of_range(fmt::format(
        "UB access of {} bytes at {:#x} leaves the buffer of {:#x} bytes: keep it inside", bytes,
        address, config.ub_bytes));
  }
}

void check_register(char file, std::uint64_t index) {
  const unsigned count = file == 'v' ? kNumVregs : kNumMregs;
  if (index < count) return;
  throw std::out_of_range(
      fmt::format("expected a register {0}0..{0}{1}, found {0}{2}", file, count - 1, index));
}

void check_register(const Config& config, char file, std::uint64_t index, std::size_t bytes) {
  check_register(file, index);
  if (bytes == config.vlen_bytes) return;
  throw std::out_of_range(fmt::format("{}{} takes {} bytes, got {}: give a whole register", file,
                                      index, config.vlen_bytes, bytes));
}

}  // namespace gsq
