// SPDX-License-Identifier: Apache-2.0
// Global memory, buffers in UB, and the copies between them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <new>
#include <utility>

#include "gsq/kernel/ascend/global_tensor.hpp"
#include "gsq/kernel/ascend/pipe.hpp"

namespace gsq::kernel::ascend {
namespace {

constexpr std::uint32_t kBlock = 32;

using Allocations = std::map<const std::uint8_t*, std::size_t>;

/// Memory of allocate_global: the begin of each piece, and its bytes.
Allocations& allocations() {
  static Allocations all;
  return all;
}

/// Addresses of all blocks in UB, each of `bytes` bytes and checked. A continuation of bytes need
/// not begin at a multiple of 32.
std::vector<std::uint32_t> addresses_of(const LocalBlocks& blocks, std::uint32_t count,
                                        std::uint64_t bytes, bool continuation, const Call& call) {
  const std::uint32_t ub_bytes = Unit::current(call).config().ub_bytes;
  if (!continuation && blocks.address % kBlock != 0) {
    throw Error(call,
                fmt::format("expected a multiple of 32 bytes as address in UB, found {:#x}",
                            blocks.address),
                Status::ErrAlign, {}, blocks.address);
  }
  std::vector<std::uint32_t> addresses;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::int64_t address = static_cast<std::int64_t>(blocks.address) + blocks.step * i;
    if (address < 0 || address + static_cast<std::int64_t>(bytes) > ub_bytes) {
      throw Error(call,
                  fmt::format("block {} of {}, {:#x} bytes at {:#x}, leaves UB, which has "
                              "{:#x} bytes",
                              i, count, bytes, address, ub_bytes),
                  Status::ErrBounds, {}, blocks.address);
    }
    addresses.push_back(static_cast<std::uint32_t>(address));
  }
  return addresses;
}

/// The range that holds `bytes` bytes at each of the addresses.
Range hull(const std::vector<std::uint32_t>& addresses, std::uint64_t bytes) {
  const auto [first, last] = std::minmax_element(addresses.begin(), addresses.end());
  return {*first, *last + bytes};
}

/// `padding` bytes of its value, for a block that begins at `block`.
void append_padding(std::vector<std::uint8_t>& to, std::uint64_t bytes, const Padding& padding,
                    const std::uint8_t* block) {
  for (std::uint64_t i = 0; i < bytes; ++i) {
    to.push_back(padding.value.empty() ? block[i % padding.element_bytes]
                                       : padding.value[i % padding.value.size()]);
  }
}

}  // namespace

void* allocate_global(std::size_t bytes) {
  void* const begin = std::calloc(bytes == 0 ? 1 : bytes, 1);
  if (begin == nullptr) throw std::bad_alloc();
  allocations().emplace(static_cast<const std::uint8_t*>(begin), bytes);
  return begin;
}

bool free_global(void* begin) {
  if (allocations().erase(static_cast<const std::uint8_t*>(begin)) == 0) return false;
  std::free(begin);
  return true;
}

void check_global(const void* begin, std::int64_t offset, std::uint64_t bytes, const Call& call) {
  const auto* const first = static_cast<const std::uint8_t*>(begin);
  if (first == nullptr) {
    throw Error(call, "expected a pointer to global memory, found a null pointer");
  }
  auto found = allocations().upper_bound(first);
  if (found == allocations().begin()) return;
  --found;
  const auto start = static_cast<std::int64_t>(first - found->first);
  const auto size = static_cast<std::int64_t>(found->second);
  if (start >= size) return;  // other memory
  const std::int64_t place = start + offset;
  if (place >= 0 && place <= size && bytes <= static_cast<std::uint64_t>(size - place)) return;
  throw Error(
      call,
      fmt::format("{} bytes at byte {} leave their memory, which has {} bytes", bytes, place, size),
      Status::ErrBounds);
}

void wait_for_global(const Call& call) { Unit::current(call).wait(); }

namespace {

void copy_blocks_in(const LocalBlocks& to, const GlobalBlocks& from, std::uint32_t count,
                    std::uint64_t bytes, const Padding& padding, const Call& call) {
  const std::uint64_t all = padding.left + bytes + padding.right;
  if (count == 0 || all == 0) return;
  const auto addresses = addresses_of(to, count, all, bytes == 0, call);
  for (std::uint32_t i = 0; bytes != 0 && i < count; ++i) {
    check_global(from.begin, from.step * i, bytes, call);
  }
  Operation operation;
  operation.uses.writes_ub[0] = hull(addresses, all);
  operation.uses.host = Uses::kProgram;
  operation.run = [=](State& state) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint8_t* const block = from.begin + from.step * i;
      std::vector<std::uint8_t> content;
      append_padding(content, padding.left, padding, block);
      content.insert(content.end(), block, block + bytes);
      append_padding(content, padding.right, padding, block);
      state.write_ub(addresses[i], content);
    }
  };
  Unit::current(call).operate(call, std::move(operation));
}

void copy_blocks_out(const GlobalBlocks& to, const LocalBlocks& from, std::uint32_t count,
                     std::uint64_t bytes, const Call& call) {
  if (count == 0 || bytes == 0) return;
  const auto addresses = addresses_of(from, count, bytes, false, call);
  for (std::uint32_t i = 0; i < count; ++i) check_global(to.begin, to.step * i, bytes, call);
  Operation operation;
  operation.uses.reads_ub[0] = hull(addresses, bytes);
  operation.uses.host = Uses::kProgram;
  operation.run = [=, change = settings(call).update](State& state) {
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint8_t* const block = to.begin + to.step * i;
      const auto content = state.read_ub(addresses[i], bytes);
      if (change) {
        change(block, content.data(), bytes);
      } else {
        std::copy(content.begin(), content.end(), block);
      }
    }
  };
  Unit::current(call).operate(call, std::move(operation));
}

/// Calls `copy` with the offsets of each turn of both loops, in the source and the destination.
template <typename Copy>
void for_each_turn(const CopyLoops& loops, Copy&& copy) {
  for (std::uint32_t outer = 0; outer < loops.outer; ++outer) {
    for (std::uint32_t inner = 0; inner < loops.inner; ++inner) {
      copy(loops.outer_from * outer + loops.inner_from * inner,
           loops.outer_to * outer + loops.inner_to * inner);
    }
  }
}

}  // namespace

void copy_in(const LocalBlocks& to, const GlobalBlocks& from, std::uint32_t count,
             std::uint64_t bytes, const Padding& padding, const Call& call) {
  for_each_turn(settings(call).loops_in, [&](std::uint64_t source, std::uint64_t target) {
    copy_blocks_in({to.address + target, to.step}, {from.begin + source, from.step}, count, bytes,
                   padding, call);
  });
}

void copy_out(const GlobalBlocks& to, const LocalBlocks& from, std::uint32_t count,
              std::uint64_t bytes, const Call& call) {
  for_each_turn(settings(call).loops_out, [&](std::uint64_t source, std::uint64_t target) {
    copy_blocks_out({to.begin + target, to.step}, {from.address + source, from.step}, count, bytes,
                    call);
  });
}

void copy_inside(const LocalBlocks& to, const LocalBlocks& from, std::uint32_t count,
                 std::uint64_t bytes, const Call& call) {
  if (count == 0 || bytes == 0) return;
  const auto targets = addresses_of(to, count, bytes, false, call);
  const auto sources = addresses_of(from, count, bytes, false, call);
  Operation operation;
  operation.uses.reads_ub[0] = hull(sources, bytes);
  operation.uses.writes_ub[0] = hull(targets, bytes);
  operation.run = [=](State& state) {
    for (std::uint32_t i = 0; i < count; ++i) {
      state.write_ub(targets[i], state.read_ub(sources[i], bytes));
    }
  };
  Unit::current(call).operate(call, std::move(operation));
}

UbPart allocate(std::uint64_t bytes, const Call& call) {
  return Unit::current(call).ub()->allocate(bytes, call, UbSpace::Until::kEndOfBlock);
}

void BufferRing::init(std::uint32_t address, std::uint32_t count, std::uint32_t bytes) {
  address_ = address;
  bytes_ = bytes;
  next_ = 0;
  in_use_.assign(count, false);
  queue_.clear();
}

bool BufferRing::any_free() const {
  return std::find(in_use_.begin(), in_use_.end(), false) != in_use_.end();
}

std::uint32_t BufferRing::take(const Call& call) {
  for (std::size_t tried = 0; tried < in_use_.size(); ++tried) {
    const std::size_t buffer = next_;
    next_ = (next_ + 1) % in_use_.size();
    if (in_use_[buffer]) continue;
    in_use_[buffer] = true;
    return address_ + static_cast<std::uint32_t>(buffer) * bytes_;
  }
  throw Error(call, fmt::format("all {} buffers of the queue are in use: free one with "
                                "FreeTensor, or give the queue more in InitBuffer",
                                in_use_.size()));
}

std::size_t BufferRing::buffer_of(std::uint32_t address, const Call& call) const {
  const std::size_t buffer = bytes_ == 0 ? in_use_.size() : (address - address_) / bytes_;
  if (address >= address_ && buffer < in_use_.size() && in_use_[buffer]) return buffer;
  throw Error(call, fmt::format("expected a tensor in one of the {} buffers of {} bytes from {:#x} "
                                "on that AllocTensor gave, found one at {:#x}",
                                in_use_.size(), bytes_, address_, address));
}

void BufferRing::give_back(std::uint32_t address, const Call& call) {
  in_use_[buffer_of(address, call)] = false;
}

void BufferRing::push(std::uint32_t address, const Call& call) {
  buffer_of(address, call);
  queue_.push_back(address);
}

std::uint32_t BufferRing::pop(const Call& call) {
  if (queue_.empty()) throw Error(call, "the queue holds no tensor: EnQue one before");
  const std::uint32_t address = queue_.front();
  queue_.pop_front();
  return address;
}

}  // namespace gsq::kernel::ascend

namespace AscendC {

TPipe::TPipe() {
  if (gsq::kernel::Unit::current_or_none() != nullptr) Init();
}

TPipe::~TPipe() {
  const gsq::kernel::Unit* const unit = gsq::kernel::Unit::current_or_none();
  if (unit != nullptr && unit->settings()->pipe == this) unit->settings()->pipe = nullptr;
}

void TPipe::Init(const detail::Call& call) { gsq::kernel::ascend::settings(call).pipe = this; }

std::uint32_t TPipe::take(std::uint64_t bytes, const detail::Call& call) {
  buffers_.push_back(gsq::kernel::ascend::allocate(bytes, call));
  return buffers_.back().address();
}

TPipe* GetTPipePtr(const detail::Call& call) {
  auto& settings = gsq::kernel::ascend::settings(call);
  if (settings.pipe == nullptr) settings.pipe_of_block = std::make_shared<TPipe>();
  return settings.pipe;
}

}  // namespace AscendC
