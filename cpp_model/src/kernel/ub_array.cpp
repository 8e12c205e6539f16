// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/ub_array.hpp"

#include <fmt/format.h>

namespace gsq::kernel {

std::uint32_t UbParts::take(std::uint64_t bytes, std::uint64_t ub_bytes) {
  const std::uint64_t length = (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
  std::uint64_t begin = 0;
  for (const auto& [first, end] : taken_) {
    if (first >= begin + length) break;
    begin = end;
  }
  if (begin + length > ub_bytes) {
    throw Error(fmt::format("UbArray: expected at most {} bytes, what is free of UB, found {}: let "
                            "arrays go out of scope, or make them smaller",
                            ub_bytes > begin ? ub_bytes - begin : 0, bytes),
                "UbArray", Status::ErrBounds);
  }
  taken_[begin] = begin + length;
  return static_cast<std::uint32_t>(begin);
}

void* UbPlace::begin() const {
  if (owner_.lock() != Unit::current().parts()) take_now();
  return Unit::current().pointer(address_);
}

void UbPlace::take_now() const {
  Unit* const unit = Unit::current_or_none();
  if (unit == nullptr) return;
  address_ = unit->parts()->take(bytes_, unit->config().ub_bytes);
  owner_ = unit->parts();
}

void UbPlace::give_back() const noexcept {
  if (const auto owner = owner_.lock()) owner->give_back(address_);
}

}  // namespace gsq::kernel
