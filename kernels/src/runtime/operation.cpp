// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace gsq::kernel {
namespace {

bool inside(const std::array<Range, 2>& ranges, std::uint64_t address, std::uint64_t bytes) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return range.begin <= address && address + bytes <= range.end;
  });
}

/// `what` gives the text of what is not declared.
template <typename What>
void demand(bool declared, const Call& call, const What& what) {
  if (declared) return;
  throw std::logic_error(
      fmt::format("{}: an operation {}, but does not declare it in its Uses", call.text(), what()));
}

}  // namespace

const std::vector<std::uint8_t>& State::read_v(unsigned index) const {
  demand(declared_.reads_v(index), call_, [&] { return fmt::format("reads v{}", index); });
  return backend_.read_v(index);
}

void State::write_v(unsigned index, const std::vector<std::uint8_t>& bytes) {
  demand(declared_.writes_v(index), call_, [&] { return fmt::format("writes v{}", index); });
  backend_.write_v(index, bytes);
}

const std::vector<std::uint8_t>& State::read_m(unsigned index) const {
  demand(declared_.reads_m(index), call_, [&] { return fmt::format("reads m{}", index); });
  return backend_.read_m(index);
}

void State::write_m(unsigned index, const std::vector<std::uint8_t>& bits) {
  demand(declared_.writes_m(index), call_, [&] { return fmt::format("writes m{}", index); });
  backend_.write_m(index, bits);
}

std::vector<std::uint8_t> State::read_ub(std::uint64_t address, std::uint64_t bytes) const {
  demand(inside(declared_.reads_ub, address, bytes), call_,
         [&] { return fmt::format("reads {} bytes at {:#x}", bytes, address); });
  return backend_.read_ub(static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(bytes));
}

void State::write_ub(std::uint64_t address, const std::vector<std::uint8_t>& bytes) {
  demand(inside(declared_.writes_ub, address, bytes.size()), call_,
         [&] { return fmt::format("writes {} bytes at {:#x}", bytes.size(), address); });
  backend_.write_ub(static_cast<std::uint32_t>(address), bytes);
}

Error State::error(const std::string& text, Status status, std::optional<std::uint32_t> lane,
                   std::optional<std::uint64_t> address) const {
  return {fmt::format("{}: {}; it is {}", call_.text(), text, place_()), std::string(call_.api),
          status, lane, address};
}

}  // namespace gsq::kernel
