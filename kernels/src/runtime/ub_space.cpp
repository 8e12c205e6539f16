// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/ub_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "gsq/kernel/unit.hpp"

namespace gsq::kernel {
namespace {

constexpr std::size_t kMostUsers = 8;  // in the text of an error

constexpr std::uint64_t round_up(std::uint64_t bytes) {
  return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

std::string text_of(const Range& range) {
  return fmt::format("{:#x}..{:#x}", range.begin, range.end);
}

bool overlap(const Range& a, const Range& b) { return a.begin < b.end && b.begin < a.end; }

}  // namespace

UbPart& UbPart::operator=(UbPart&& other) noexcept {
  if (this == &other) return *this;
  release();
  space_ = std::exchange(other.space_, {});
  number_ = other.number_;
  address_ = other.address_;
  return *this;
}

bool UbPart::is_taken() const {
  const auto space = space_.lock();
  const Unit* const unit = Unit::current_or_none();
  return space != nullptr && unit != nullptr && space == unit->ub() &&
         space->taken_.count(number_) != 0;
}

void UbPart::release() noexcept {
  if (const auto space = space_.lock()) space->taken_.erase(number_);
  space_.reset();
}

UbPart UbSpace::allocate(std::uint64_t bytes, const Call& who, Until until) {
  const auto free = free_parts();
  std::uint64_t longest = 0;
  std::uint64_t sum = 0;
  for (const auto& [begin, end] : free) {
    if (bytes <= end - begin) {
      return add({{begin, begin + round_up(bytes)}, who.text(), false, until});
    }
    longest = std::max(longest, end - begin);
    sum += end - begin;
  }
  throw Error(who,
              fmt::format("expected at most {} bytes, the longest free part of UB, found {}; {} "
                          "of {} bytes are free; {}: let arrays and tiles go out of scope, or make "
                          "them smaller",
                          longest, bytes, sum, bytes_, users()),
              Status::ErrBounds);
}

UbPart UbSpace::reserve(std::uint64_t address, std::uint64_t bytes, const Call& who,
                        Sharing sharing, const UbPart& instead_of) {
  if (bytes > bytes_ || address > bytes_ - bytes) {
    throw Error(who,
                fmt::format("{:#x} bytes at {:#x} leave UB, which has {:#x}: choose a lower "
                            "address or a smaller size",
                            bytes, address, bytes_),
                Status::ErrBounds, {}, address);
  }
  const Range range{address, address + bytes};
  const bool shared = sharing == Sharing::kWithShared;
  const std::uint64_t replaced = instead_of.space_.lock().get() == this ? instead_of.number_ : 0;
  for (const auto& [number, other] : taken_) {
    const bool allowed = (shared && other.shared) || number == replaced;
    if (allowed || !overlap(range, other.range)) continue;
    throw Error(who,
                fmt::format("{} of UB overlaps {}, which {} has taken: choose another address, or "
                            "let the other one go before",
                            text_of(range), text_of(other.range), other.who),
                Status::ErrBounds, {}, address);
  }
  return add({range, who.text(), shared, Until::kReleased});
}

std::uint32_t UbSpace::lowest_free() const {
  return static_cast<std::uint32_t>(free_parts().begin()->first);
}

void UbSpace::end_block() {
  for (auto at = taken_.begin(); at != taken_.end();) {
    at = at->second.until == Until::kEndOfBlock ? taken_.erase(at) : std::next(at);
  }
}

UbPart UbSpace::add(Taken taken) {
  UbPart part;
  part.space_ = weak_from_this();
  part.number_ = next_++;
  part.address_ = static_cast<std::uint32_t>(taken.range.begin);
  taken_.emplace(part.number_, std::move(taken));
  return part;
}

/// Begin and end of each free part, in whole blocks of 32 bytes; at the end of UB an empty one.
std::map<std::uint64_t, std::uint64_t> UbSpace::free_parts() const {
  std::vector<Range> ranges{{bytes_, bytes_}};
  for (const auto& [number, taken] : taken_) ranges.push_back(taken.range);
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  std::map<std::uint64_t, std::uint64_t> free;
  std::uint64_t begin = 0;
  for (const Range& range : ranges) {
    const std::uint64_t end = range.begin / kBlockBytes * kBlockBytes;
    if (end > begin) free.emplace(begin, end);
    begin = std::max(begin, round_up(range.end));
  }
  free.emplace(bytes_, bytes_);
  return free;
}

/// "taken: UbArray 0x0..0x100, TPipe 0x100..0x200", by address.
std::string UbSpace::users() const {
  if (taken_.empty()) return "nothing is taken";
  std::vector<const Taken*> all;
  for (const auto& [number, taken] : taken_) all.push_back(&taken);
  std::sort(all.begin(), all.end(),
            [](const Taken* a, const Taken* b) { return a->range.begin < b->range.begin; });
  std::string text = "taken: ";
  for (std::size_t i = 0; i < all.size() && i < kMostUsers; ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", all[i]->who, text_of(all[i]->range));
  }
  if (all.size() > kMostUsers) text += fmt::format(" and {} more", all.size() - kMostUsers);
  return text;
}

}  // namespace gsq::kernel
