// SPDX-License-Identifier: Apache-2.0
// Copies between memory and UB by docs/reference/dma.md: descriptors, why one is refused,
// and the memories around an engine.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "gsq/ring/copy.hpp"

namespace tb::dma {

constexpr unsigned kBlock = 32;
constexpr unsigned kGranule = 64;  // windows and errors of the memories have this grain
constexpr std::uint64_t kMemBytes = 0x40000;
constexpr std::uint64_t kMemMask = ~std::uint64_t{0} >> (64 - PARAM_DmaAddrWidth);
// The highest limit of a window.
constexpr std::uint64_t kMemLimit =
    PARAM_DmaAddrWidth == 64 ? ~std::uint64_t{kGranule - 1} : kMemMask + 1;
constexpr std::uint64_t kUbLimit = std::uint64_t{1} << PARAM_UbAddrWidth;
constexpr std::uint64_t kUbBytes = std::min<std::uint64_t>(kUbLimit, 0x40000);
constexpr std::uint64_t kUbBase = kUbLimit - kUbBytes;  // UB is at the end of its addresses
constexpr unsigned kBusBytes = PARAM_DmaDataWidth / 8;

struct Descriptor : gsq::ring::Descriptor {
  /// As it lies in memory. `junk` goes to the reserved bits.
  [[nodiscard]] std::array<std::uint8_t, 48> packed(std::uint64_t junk) const {
    std::array<std::uint8_t, 48> to{};
    gsq::ring::DescriptorWords words = gsq::ring::to_words(*this);
    words[0] |= static_cast<std::uint32_t>(junk << 12);
    for (unsigned i = 0; i < to.size(); ++i) to.at(i) = words.at(i / 4) >> (8 * (i % 4)) & 0xff;
    return to;
  }

  [[nodiscard]] std::string text() const {
    std::string to = "tag " + std::to_string(tag) + ": " + std::to_string(rows) + " rows of " +
                     std::to_string(left) + "+" + std::to_string(bytes) + "+" +
                     std::to_string(right) + " bytes, memory " + std::to_string(mem_addr) +
                     " stride " + std::to_string(mem_stride) + ", UB " + std::to_string(ub_addr) +
                     " stride " + std::to_string(ub_stride);
    if (indexed) {
      to += ", " + std::to_string(half ? 16 : 32) + "-bit indices at " +
            std::to_string(index_addr) + " of " + std::to_string(table_rows) +
            (skip ? " with skip" : "");
    }
    return to + (after ? ", after" : "");
  }
};

enum Status : unsigned {
  kOk,
  kSlvErr,
  kDecErr,
  kMemWindow,
  kUbWindow,
  kIndexWindow,
  kIndex,
  kUbError
};

struct Completion {
  std::uint64_t tag{};
  std::uint64_t status{};
  std::uint64_t addr{};
  std::uint64_t bytes{};
};

struct Window : gsq::ring::Window {
  /// `end` is the first address behind.
  [[nodiscard]] bool holds(__int128 low, __int128 end) const {
    return low >= static_cast<__int128>(base) && end <= static_cast<__int128>(limit);
  }

  /// As the struct of the RTL.
  template <typename Port>
  void drive(Port& port) const {
    const auto put = [&](unsigned at, unsigned count, std::uint64_t value) {
      for (unsigned i = 0; i < count; ++i) set_bit(port, at + i, (value >> i & 1U) != 0);
    };
    put(0, 1, write ? 1 : 0);
    put(1, 1, read ? 1 : 0);
    put(2, 58, limit / kGranule);
    put(60, 58, base / kGranule);
  }
};

/// What surrounds an engine: contents, windows, and which granules answer with an error. Addresses
/// of memory that differ by a multiple of kMemBytes are the same byte.
struct World {
  std::vector<std::uint8_t> mem = std::vector<std::uint8_t>(kMemBytes);
  std::vector<std::uint8_t> ub = std::vector<std::uint8_t>(kUbBytes);
  std::array<Window, PARAM_MemWindows> mem_windows{};
  Window ub_window{};
  std::vector<std::uint8_t> mem_bad = std::vector<std::uint8_t>(kMemBytes / kGranule);  // RESP
  std::vector<bool> ub_bad = std::vector<bool>(kUbBytes / kGranule);

  std::uint8_t& at(std::uint64_t addr) { return mem[addr % kMemBytes]; }
  [[nodiscard]] unsigned resp(std::uint64_t addr) const {
    return mem_bad[addr % kMemBytes / kGranule];
  }
  std::uint8_t& ub_at(std::uint64_t addr) { return ub.at(addr - kUbBase); }
  [[nodiscard]] bool ub_fails(std::uint64_t addr) const {
    return ub_bad.at((addr - kUbBase) / kGranule);
  }
};

/// Lowest address of rows at a stride, and the first behind.
inline std::pair<__int128, __int128> reach(std::uint64_t base, std::uint32_t rows,
                                           std::int32_t stride, std::uint64_t bytes) {
  const __int128 last = static_cast<__int128>(rows - std::int64_t{1}) * stride;
  return {base + std::min<__int128>(last, 0), base + std::max<__int128>(last, 0) + bytes};
}

/// Why a descriptor is refused, and for which address.
inline Completion verdict(const World& world, const Descriptor& d, bool store) {
  const std::uint64_t row = d.bytes + (store ? 0ULL : std::uint64_t{d.left} + d.right);
  if (d.rows == 0 || row == 0) return {d.tag, kOk, 0, 0};
  const bool indexed = d.indexed && d.bytes != 0;
  if (d.bytes != 0 && !(indexed && d.table_rows == 0)) {
    const auto [low, end] =
        reach(d.mem_addr, indexed ? d.table_rows : d.rows, d.mem_stride, d.bytes);
    bool good = false;
    for (const Window& window : world.mem_windows) {
      good = good || ((store ? window.write : window.read) && window.holds(low, end));
    }
    if (!good) return {d.tag, kMemWindow, d.mem_addr & kMemMask, 0};
  }
  const Window& ub = world.ub_window;
  const auto [low, end] = reach(d.ub_addr, d.rows, d.ub_stride, row);
  if (!(store ? ub.read : ub.write) || !ub.holds(low, end)) return {d.tag, kUbWindow, d.ub_addr, 0};
  const unsigned width = d.half ? 2 : 4;
  if (indexed && (!ub.read || d.index_addr % width != 0 ||
                  !ub.holds(d.index_addr, __int128{d.index_addr} + __int128{d.rows} * width))) {
    return {d.tag, kIndexWindow, d.index_addr, 0};
  }
  return {d.tag, kOk, 0, 0};
}

/// The index number `row`, and whether UB refuses to give it.
inline std::pair<std::uint64_t, bool> index_of(World& world, const Descriptor& d,
                                               std::uint32_t row) {
  const unsigned width = d.half ? 2 : 4;
  const std::uint64_t at = d.index_addr + std::uint64_t{row} * width;
  std::uint64_t index = 0;
  for (unsigned i = 0; i < width; ++i) index |= std::uint64_t{world.ub_at(at + i)} << (8 * i);
  return {index, world.ub_fails(at)};
}

/// An access of UB, and its answer.
struct HostAccess {
  std::uint64_t addr{};
  bool write{};
  std::uint32_t be{};
  std::array<std::uint8_t, kBlock> data{};
  bool error{};
  std::uint64_t due{};  // cycle of the answer
};

/// The host port in front of UB: a queue of two, the answer two cycles after service.
class HostPort {
 public:
  explicit HostPort(World& world) : world_(world) {}

  [[nodiscard]] bool grants() const { return queue_.size() < 2; }
  void request(const HostAccess& access) { queue_.push_back(access); }

  /// One cycle: the oldest request of those before it is served, unless the unit needs the banks.
  void cycle(std::uint64_t now, bool busy) {
    if (!answers_.empty() && answers_.front().due == now) answers_.pop_front();
    if (busy || queue_.empty()) return;
    HostAccess access = queue_.front();
    queue_.pop_front();
    access.error = world_.ub_fails(access.addr);
    for (unsigned i = 0; i < kBlock && !access.error; ++i) {
      std::uint8_t& byte = world_.ub_at(access.addr + i);
      if (access.write && (access.be >> i & 1U) != 0) byte = access.data.at(i);
      if (!access.write) access.data.at(i) = byte;
    }
    access.due = now + 2;
    answers_.push_back(access);
  }

  /// The answer of this cycle, if there is one.
  [[nodiscard]] const HostAccess* answer(std::uint64_t now) const {
    return !answers_.empty() && answers_.front().due == now ? &answers_.front() : nullptr;
  }
  [[nodiscard]] bool idle() const { return queue_.empty() && answers_.empty(); }
  void reset() {
    queue_.clear();
    answers_.clear();
  }

 private:
  World& world_;
  std::deque<HostAccess> queue_;
  std::deque<HostAccess> answers_;
};

}  // namespace tb::dma
