// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto/tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace pto::detail {
namespace {

using gsq::kernel::Error;
using gsq::kernel::Unit;

/// Ranges of UB of the tiles that have a place: begin to end, tiles may share one.
std::multimap<std::uint32_t, std::uint32_t>& places() {
  static std::multimap<std::uint32_t, std::uint32_t> all;
  return all;
}

constexpr std::uint64_t round_up(std::uint64_t address) {
  return (address + gsq::kBlockBytes - 1) / gsq::kBlockBytes * gsq::kBlockBytes;
}

}  // namespace

Place::~Place() { free(); }

void Place::free() {
  if (!placed_) return;
  const auto [first, last] = places().equal_range(address_);
  const auto own = std::find_if(
      first, last, [this](const auto& place) { return place.second == address_ + bytes_; });
  places().erase(own);
}

void Place::assign(std::uint64_t address, const Call& call) {
  const std::uint32_t ub_bytes = Unit::current().config().ub_bytes;
  if (bytes_ > ub_bytes || address > ub_bytes - bytes_) {
    throw Error(call,
                fmt::format("a tile of {:#x} bytes at {:#x} leaves UB, which has {:#x}", bytes_,
                            address, ub_bytes),
                gsq::Status::ErrBounds, {}, address);
  }
  free();
  placed_ = true;
  address_ = static_cast<std::uint32_t>(address);
  places().emplace(address_, address_ + bytes_);
}

std::uint32_t Place::address(const Call& call) {
  if (placed_) return address_;
  std::uint64_t lowest = 0;
  for (const auto& [begin, end] : places()) {
    if (begin < lowest + bytes_) lowest = std::max(lowest, round_up(end));
  }
  const std::uint32_t ub_bytes = Unit::current().config().ub_bytes;
  if (bytes_ > ub_bytes || lowest > ub_bytes - bytes_) {
    throw Error(call,
                fmt::format("no room in UB, which has {:#x} bytes, for a tile of {:#x} bytes: let "
                            "tiles go out of scope, or give them places with TASSIGN",
                            ub_bytes, bytes_),
                gsq::Status::ErrBounds);
  }
  assign(lowest, call);
  return address_;
}

std::uint32_t checked_size(std::int64_t size, int most, const char* what, const Call& call) {
  if (size >= 0 && size <= most) return static_cast<std::uint32_t>(size);
  throw Error(call, fmt::format("expected from 0 to {} valid {}, found {}", most, what, size),
              gsq::Status::ErrParam);
}

}  // namespace pto::detail
