// SPDX-License-Identifier: Apache-2.0
// Copies between memory and UB by docs/reference/dma.md: descriptors, their results by definition,
// random ones, and the memories around an engine.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "gsq/stimulus/random.hpp"

namespace tb::dma {

constexpr unsigned kBlock = 32;
constexpr unsigned kGranule = 64;  // windows and errors of the memories have this grain
constexpr std::uint64_t kMemBytes = 0x40000;
constexpr std::uint64_t kMemMask = ~std::uint64_t{0} >> (64 - PARAM_DmaAddrWidth);
constexpr std::uint64_t kMemBase = 0xfedcba9876543210 >> (64 - PARAM_DmaAddrWidth) & -kMemBytes;
constexpr std::uint64_t kUbBytes = std::uint64_t{1} << PARAM_UbAddrWidth;
constexpr unsigned kBusBytes = PARAM_DmaDataWidth / 8;

struct Descriptor {
  std::uint8_t tag{};
  bool indexed{};
  bool half{};
  bool skip{};
  bool after{};
  std::uint32_t rows{};
  std::uint64_t mem_addr{};
  std::int32_t mem_stride{};
  std::uint32_t ub_addr{};
  std::int32_t ub_stride{};
  std::uint32_t bytes{};
  std::uint16_t left{};
  std::uint16_t right{};
  std::uint32_t value{};
  std::uint32_t index_addr{};
  std::uint32_t table_rows{};

  /// As it lies in memory. `junk` goes to the reserved bits.
  [[nodiscard]] std::array<std::uint8_t, 48> packed(std::uint64_t junk) const {
    std::array<std::uint8_t, 48> to{};
    const auto put = [&](unsigned at, unsigned count, std::uint64_t value_of) {
      for (unsigned i = 0; i < count; ++i) to.at(at + i) = (value_of >> (8 * i)) & 0xff;
    };
    put(0, 4,
        tag | unsigned{indexed} << 8 | unsigned{half} << 9 | unsigned{skip} << 10 |
            unsigned{after} << 11 | (junk << 12 & 0xfffff000));
    put(4, 4, rows);
    put(8, 8, mem_addr);
    put(16, 4, static_cast<std::uint32_t>(mem_stride));
    put(20, 4, ub_addr);
    put(24, 4, static_cast<std::uint32_t>(ub_stride));
    put(28, 4, bytes);
    put(32, 2, left);
    put(34, 2, right);
    put(36, 4, value);
    put(40, 4, index_addr);
    put(44, 4, table_rows);
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

struct Window {
  std::uint64_t base{};
  std::uint64_t limit{};
  bool read{};
  bool write{};

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

/// What surrounds an engine: contents, windows, and which granules answer with an error.
struct World {
  std::vector<std::uint8_t> mem = std::vector<std::uint8_t>(kMemBytes);
  std::vector<std::uint8_t> ub = std::vector<std::uint8_t>(kUbBytes);
  std::array<Window, PARAM_MemWindows> mem_windows{};
  Window ub_window{};
  std::vector<std::uint8_t> mem_bad = std::vector<std::uint8_t>(kMemBytes / kGranule);  // RESP
  std::vector<bool> ub_bad = std::vector<bool>(kUbBytes / kGranule);

  std::uint8_t& at(std::uint64_t addr) { return mem.at(addr - kMemBase); }
  [[nodiscard]] unsigned resp(std::uint64_t addr) const {
    const std::uint64_t place = addr - kMemBase;
    return place < kMemBytes ? mem_bad[place / kGranule] : 3;
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
inline std::pair<std::uint64_t, bool> index_of(const World& world, const Descriptor& d,
                                               std::uint32_t row) {
  const unsigned width = d.half ? 2 : 4;
  const std::uint64_t at = d.index_addr + std::uint64_t{row} * width;
  std::uint64_t index = 0;
  for (unsigned i = 0; i < width; ++i) index |= std::uint64_t{world.ub.at(at + i)} << (8 * i);
  return {index, world.ub_bad.at(at / kGranule)};
}

/// Random numbers for descriptors; `wild` in percent are those that mean trouble.
class Stimulus {
 public:
  Stimulus(gsq::Rng& random, World& world) : random_(random), world_(world) {}

  std::uint64_t below(std::uint64_t bound) { return random_.next() % bound; }
  bool chance(unsigned percent) { return random_.percent(percent); }

  /// New contents, windows and errors. Places of index lists have small numbers.
  void renew(bool errors, bool store) {
    for (std::uint8_t& byte : world_.mem) byte = static_cast<std::uint8_t>(random_.next());
    for (std::uint8_t& byte : world_.ub) byte = static_cast<std::uint8_t>(random_.next());
    for (unsigned i = kWords; i < kWide; i += 4) put(i, 4, index());
    for (unsigned i = kWide; i < kHalves; i += 4) put(i, 4, below(kWideTable + 50));
    for (unsigned i = kHalves; i < kLists; i += 2) put(i, 2, index());
    world_.ub_window = {kGranule * (1 + below(8)), 0x4000 - kGranule * below(8), true, true};
    for (unsigned i = 0; i < PARAM_MemWindows; ++i) {
      Window& window = world_.mem_windows.at(i);
      const std::uint64_t part = kMemBytes / kGranule / PARAM_MemWindows * kGranule;
      window.base = kMemBase + part * i + kGranule * (1 + below(16));
      window.limit = kMemBase + part * (i + 1) - kGranule * (1 + below(16));
      window.read = store ? chance(50) : i == 0 || chance(50);
      window.write = store ? i == 0 || chance(50) : chance(50);
    }
    for (std::uint8_t& resp : world_.mem_bad) {
      resp = static_cast<std::uint8_t>(errors && chance(1) ? 2 + below(2) : chance(10) ? 1 : 0);
    }
    for (unsigned i = 0; i < world_.ub_bad.size(); ++i) world_.ub_bad[i] = errors && chance(1);
    written_ = {};
  }

  /// The first and the last one of an epoch: the same bytes of UB, whose contents have changed.
  Descriptor same() {
    Descriptor d;
    d.rows = 1;
    d.bytes = 20;
    d.ub_addr = 0x1003;
    d.mem_addr = world_.mem_windows[0].base + below(1000);
    return d;
  }

  Descriptor next(bool store) {
    Descriptor d;
    d.tag = static_cast<std::uint8_t>(random_.next());
    d.rows = static_cast<std::uint32_t>(chance(3) ? 0 : chance(30) ? 1 : 1 + below(24));
    const unsigned kind = static_cast<unsigned>(below(10));
    d.bytes = static_cast<std::uint32_t>(kind == 0   ? below(4)
                                         : kind < 4  ? 1U << below(4)
                                         : kind < 8  ? below(160)
                                         : kind == 8 ? below(1200)
                                                     : below(6000));
    if (d.bytes > 500) d.rows %= 4;
    d.left = static_cast<std::uint16_t>(chance(60) ? 0 : below(chance(10) ? 300 : 40));
    d.right = static_cast<std::uint16_t>(chance(60) ? 0 : below(chance(10) ? 300 : 40));
    d.value = static_cast<std::uint32_t>(random_.next());
    d.indexed = chance(45);
    d.half = chance(40);
    d.skip = chance(50);
    d.after = chance(10);
    d.table_rows = static_cast<std::uint32_t>(chance(3) ? 0 : chance(10) ? below(20) : 24);
    if (d.indexed && d.bytes < 500 && chance(40))
      d.rows = 1 + static_cast<std::uint32_t>(below(90));
    const std::uint64_t row = d.bytes + (store ? 0U : d.left + d.right);
    d.mem_stride = stride(d.bytes);
    d.ub_stride = stride(row);
    // Places that fit, mostly.
    const Window& window = world_.mem_windows.at(below(PARAM_MemWindows));
    d.mem_addr = place(
        window, reach(0, std::max(d.indexed ? d.table_rows : d.rows, 1U), d.mem_stride, d.bytes));
    const std::uint64_t floor = chance(90) ? kLists : world_.ub_window.base;
    d.ub_addr = static_cast<std::uint32_t>(place({floor, world_.ub_window.limit, true, true},
                                                 reach(0, std::max(d.rows, 1U), d.ub_stride, row)));
    const std::uint64_t width = d.half ? 2 : 4;
    const std::uint64_t list = d.half ? kHalves : kWords;
    const std::uint64_t room = (d.half ? kLists - kHalves : kHalves - kWords) / width;
    d.index_addr = static_cast<std::uint32_t>(
        list + width * below(room - std::min<std::uint64_t>(d.rows, room - 1)));
    if (d.indexed && !d.half && chance(15)) {
      d.table_rows = kWideTable;
      d.mem_stride = chance(50) ? 1 : -1;
      d.mem_addr = place(window, reach(0, d.table_rows, d.mem_stride, d.bytes));
      d.rows %= (kHalves - kWide) / 4;
      d.index_addr = static_cast<std::uint32_t>(kWide + 4 * below((kHalves - kWide) / 4 - d.rows));
    }
    if (chance(2)) d.index_addr += 1 + static_cast<std::uint32_t>(below(3));
    if (chance(1)) d.index_addr = static_cast<std::uint32_t>(world_.ub_window.limit - width);
    if (chance(1)) d.ub_addr = static_cast<std::uint32_t>(random_.next());
    if (chance(1)) d.mem_addr = random_.next();
    if (chance(1)) d.mem_addr ^= std::uint64_t{1} << below(64);
    if (chance(1)) d.table_rows = static_cast<std::uint32_t>(random_.next());
    if (chance(1)) d.rows = static_cast<std::uint32_t>(random_.next()) | 0x10000;
    return d;
  }

  /// Obeys the rules of order: what is written is not read by the same descriptor, and what those
  /// before have written only with `after`. False if that cannot be.
  bool order(Descriptor& d, bool store) {
    if (verdict(world_, d, store).status != kOk || d.rows == 0) return true;
    if (d.rows > 0x2000) return false;  // takes too long
    if (store) return true;
    const auto [low, end] =
        reach(d.ub_addr, d.rows, d.ub_stride, std::uint64_t{d.bytes} + d.left + d.right);
    if (d.indexed && d.bytes != 0) {
      const std::uint64_t from = d.index_addr;
      const std::uint64_t to = from + std::uint64_t{d.rows} * (d.half ? 2 : 4);
      // Lists are read in whole blocks, which does not matter: only their indices are used.
      if (low < static_cast<__int128>(to) && end > static_cast<__int128>(from)) return false;
      for (const auto& [first, behind] : written_) {
        if (first < static_cast<__int128>(to) && behind > static_cast<__int128>(from)) {
          d.after = true;
        }
      }
    }
    written_.emplace_back(low, end);
    return true;
  }

 private:
  static constexpr std::uint32_t kWideTable = 0x11000;
  static constexpr unsigned kWords = 0x400;   // lists of 32 bits
  static constexpr unsigned kWide = 0x780;    // of 32 bits, for a table of many rows
  static constexpr unsigned kHalves = 0x900;  // of 16 bits
  static constexpr unsigned kLists = 0xc00;   // and their end

  void put(unsigned at, unsigned count, std::uint64_t value) {
    for (unsigned i = 0; i < count; ++i) {
      world_.ub.at(at + i) = static_cast<std::uint8_t>(value >> (8 * i));
    }
  }
  std::uint64_t index() { return chance(2) ? random_.next() : below(24); }

  std::int32_t stride(std::uint64_t row) {
    const unsigned kind = static_cast<unsigned>(below(8));
    const auto dense = static_cast<std::int64_t>(row);
    std::int64_t value = dense;
    if (kind == 1) value = dense + static_cast<std::int64_t>(below(64));
    if (kind == 2) value = (dense + 63) / 32 * 32;
    if (kind == 3) value = -dense;
    if (kind == 4) value = -(dense + static_cast<std::int64_t>(below(64)));
    if (kind == 5) value = static_cast<std::int64_t>(below(200)) - 100;
    return static_cast<std::int32_t>(value);
  }

  // An address at which rows that reach so far from 0 lie in the window, at its edge at times.
  std::uint64_t place(const Window& window, std::pair<__int128, __int128> rows) {
    const __int128 room =
        static_cast<__int128>(window.limit) - window.base - (rows.second - rows.first);
    if (room < 0) return window.base;
    std::uint64_t offset = below(static_cast<std::uint64_t>(room) + 1);
    if (chance(10)) offset = chance(50) ? 0 : static_cast<std::uint64_t>(room);
    if (chance(30)) offset -= offset % kBlock;
    __int128 at = static_cast<__int128>(window.base) - rows.first + offset;
    if (chance(2)) at = static_cast<__int128>(window.base) - rows.first - 1;
    if (chance(2)) at = static_cast<__int128>(window.limit) - rows.second + 1;
    return static_cast<std::uint64_t>(at);
  }

  gsq::Rng& random_;
  World& world_;
  std::vector<std::pair<__int128, __int128>> written_;
};

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

  /// One cycle: the oldest request is served, unless the unit needs the banks.
  void cycle(std::uint64_t now, bool busy) {
    if (!answers_.empty() && answers_.front().due == now) answers_.pop_front();
    if (busy || queue_.empty()) return;
    HostAccess access = queue_.front();
    queue_.pop_front();
    access.error = world_.ub_bad.at(access.addr / kGranule);
    for (unsigned i = 0; i < kBlock && !access.error; ++i) {
      std::uint8_t& byte = world_.ub.at(access.addr + i);
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

 private:
  World& world_;
  std::deque<HostAccess> queue_;
  std::deque<HostAccess> answers_;
};

}  // namespace tb::dma
