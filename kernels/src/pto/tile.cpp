// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto/tile.hpp"

#include <fmt/format.h>

namespace pto::detail {

using gsq::kernel::Error;
using gsq::kernel::UbSpace;
using gsq::kernel::Unit;

void Place::assign(std::uint64_t address, const Call& call) {
  part_ = Unit::current(call).ub()->reserve(address, bytes_, call, UbSpace::Sharing::kWithShared,
                                            part_);
}

std::uint32_t Place::address(const Call& call) {
  if (!part_.is_taken()) part_ = Unit::current(call).ub()->allocate(bytes_, call);
  return part_.address();
}

std::uint32_t checked_size(std::int64_t size, int most, const char* what, const Call& call) {
  if (size >= 0 && size <= most) return static_cast<std::uint32_t>(size);
  throw Error(call, fmt::format("expected from 0 to {} valid {}, found {}", most, what, size),
              gsq::Status::ErrParam);
}

}  // namespace pto::detail
