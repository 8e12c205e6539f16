// SPDX-License-Identifier: Apache-2.0
// Descriptors for the benches of the copies between memory and UB: random ones, and those for cases
// that these do not meet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsq/stimulus/random.hpp"
#include "unit/dma.hpp"

namespace tb::dma {

/// Random numbers for descriptors; `wild` in percent are those that mean trouble.
class Stimulus {
 public:
  Stimulus(gsq::Rng& random, World& world) : random_(random), world_(world) {}

  std::uint64_t below(std::uint64_t bound) { return random_.next() % bound; }
  bool chance(unsigned percent) { return random_.percent(percent); }

  /// New contents, windows and errors. Places of index lists have small numbers. Memory is at the
  /// start of its addresses, at their end, or between; `wide`: its first window has all of them.
  void renew(bool errors, bool wide, bool store) {
    for (std::uint8_t& byte : world_.mem) byte = static_cast<std::uint8_t>(random_.next());
    for (std::uint8_t& byte : world_.ub) byte = static_cast<std::uint8_t>(random_.next());
    for (unsigned i = kWords; i < kWide; i += 4) put(i, 4, index());
    for (unsigned i = kWide; i < kHalves; i += 4) put(i, 4, below(kWideTable + 50));
    for (unsigned i = kHalves; i < kLists; i += 2) put(i, 2, index());
    world_.ub_window = {kUbBase + kGranule * below(8),
                        chance(15) ? kUbLimit : kUbBase + kUbArea - kGranule * below(8), chance(94),
                        chance(94)};
    const std::uint64_t end = kMemMask - kMemBytes + 1;
    const std::uint64_t base = chance(30) ? 0 : chance(30) ? end : kMiddle & end;
    for (unsigned i = 0; i < PARAM_MemWindows; ++i) {
      Window& window = world_.mem_windows.at(i);
      const std::uint64_t part = kMemBytes / kGranule / PARAM_MemWindows * kGranule;
      window.base = base + part * i + kGranule * below(16);
      window.limit = base + part * i + (part - kGranule * (1 + below(16)));
      window.read = store ? chance(50) : i == 0 || chance(50);
      window.write = store ? i == 0 || chance(50) : chance(50);
      if (chance(20))
        window.limit += std::min<std::uint64_t>(kGranule * 16, kMemLimit - window.limit);
    }
    wide_ = wide;
    if (wide) world_.mem_windows[0] = {0, kMemLimit, !store, store};
    for (std::uint8_t& resp : world_.mem_bad) {
      resp = static_cast<std::uint8_t>(errors && chance(1) ? 2 + below(2) : chance(10) ? 1 : 0);
    }
    for (auto&& bad : world_.ub_bad) bad = errors && chance(1);
    written_ = {};
  }

  /// The first and the last one of an epoch: the same bytes of UB, whose contents have changed.
  Descriptor same() {
    Descriptor d;
    d.rows = 1;
    d.bytes = 20;
    d.ub_addr = kUbBase + 0xe03;
    d.mem_addr = world_.mem_windows[0].base + below(1000);
    return d;
  }

  Descriptor next(bool store) {
    Descriptor d;
    d.tag = static_cast<std::uint8_t>(random_.next());
    d.rows = static_cast<std::uint32_t>(chance(3) ? 0 : chance(30) ? 1 : 1 + below(24));
    const auto kind = static_cast<unsigned>(below(10));
    d.bytes = static_cast<std::uint32_t>(kind == 0   ? below(4)
                                         : kind < 4  ? 1U << below(4)
                                         : kind < 8  ? below(160)
                                         : kind == 8 ? below(1200)
                                                     : below(6000));
    if (d.bytes > 500) d.rows %= 4;
    d.left = padding();
    d.right = padding();
    if (d.left + d.right > 500) d.rows %= 3;
    d.value = static_cast<std::uint32_t>(random_.next());
    d.indexed = chance(45);
    d.half = chance(40);
    d.skip = chance(50);
    d.after = chance(10);
    d.table_rows = static_cast<std::uint32_t>(chance(3) ? 0 : chance(10) ? below(20) : 24);
    if (d.indexed && d.bytes < 500 && chance(40))
      d.rows = 1 + static_cast<std::uint32_t>(below(90));
    const std::uint64_t row = d.bytes + (store ? 0U : d.left + d.right);
    d.mem_stride =
        wide_ && chance(30) ? static_cast<std::int32_t>(random_.next()) : stride(d.bytes);
    d.ub_stride = stride(row);
    // Places that fit, mostly.
    const Window& window = world_.mem_windows.at(below(PARAM_MemWindows));
    d.mem_addr = place(
        window, reach(0, std::max(d.indexed ? d.table_rows : d.rows, 1U), d.mem_stride, d.bytes));
    const std::uint64_t floor = chance(90) ? kUbBase + kLists : world_.ub_window.base;
    d.ub_addr = static_cast<std::uint32_t>(place({floor, world_.ub_window.limit, true, true},
                                                 reach(0, std::max(d.rows, 1U), d.ub_stride, row)));
    const std::uint64_t width = d.half ? 2 : 4;
    const std::uint64_t list = d.half ? kHalves : kWords;
    const std::uint64_t room = (d.half ? kLists - kHalves : kHalves - kWords) / width;
    d.index_addr = static_cast<std::uint32_t>(
        kUbBase + list + width * below(room - std::min<std::uint64_t>(d.rows, room - 1)));
    if (d.indexed && !d.half && chance(15)) {
      d.table_rows = kWideTable;
      d.mem_stride = chance(50) ? 1 : -1;
      d.mem_addr = place(window, reach(0, d.table_rows, d.mem_stride, d.bytes));
      d.rows %= (kHalves - kWide) / 4;
      d.index_addr =
          static_cast<std::uint32_t>(kUbBase + kWide + 4 * below((kHalves - kWide) / 4 - d.rows));
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

  /// Products, sums and addresses that exceed 32 bits, or the width of an address: those that are
  /// refused would not be if they wrapped.
  std::vector<Descriptor> wrapping() {
    world_.mem_windows.fill({0, 0x8000, true, true});
    world_.ub_window = {0, kUbBase + kUbArea, true, true};
    Descriptor one;
    one.rows = 2;
    one.bytes = 16;
    one.ub_addr = kUbBase + kLists;
    one.index_addr = kUbBase + kWords;
    one.table_rows = 1;
    std::vector<Descriptor> all;
    const auto add = [&](auto&& change) {
      Descriptor d = one;
      change(d);
      all.push_back(d);
    };
    for (const int sign : {1, -1}) {
      for (const unsigned bits : {32U, unsigned{PARAM_DmaAddrWidth}, unsigned{PARAM_UbAddrWidth}}) {
        if (bits > 60) continue;
        const unsigned half = bits / 2;
        const std::int32_t stride = sign * (1 << half);
        const std::uint32_t rows = (1U << (bits - half)) + 1;
        add([&](Descriptor& d) { d.rows = rows, d.mem_stride = stride; });
        add([&](Descriptor& d) { d.rows = rows, d.ub_stride = stride; });
        add([&](Descriptor& d) {
          d.indexed = true;
          d.table_rows = rows;
          d.mem_stride = stride;
        });
      }
    }
    add([](Descriptor& d) { d.mem_addr = 8, d.mem_stride = -16; });
    add([](Descriptor& d) { d.mem_addr = ~std::uint64_t{7}, d.rows = 1; });
    add([](Descriptor& d) { d.mem_addr = ~std::uint64_t{0xfff}, d.mem_stride = 0x1010; });
    if (PARAM_DmaAddrWidth < 64) add([](Descriptor& d) { d.mem_addr = kMemMask + 1; });
    add([](Descriptor& d) { d.ub_addr = 8, d.ub_stride = -16; });
    add([](Descriptor& d) { d.ub_addr = 0xfffffff8, d.rows = 1; });
    add([](Descriptor& d) { d.ub_addr = 0xfffff000, d.ub_stride = 0x1010; });
    add([](Descriptor& d) { d.ub_addr = static_cast<std::uint32_t>(kUbLimit - 8), d.rows = 1; });
    add([](Descriptor& d) { d.indexed = true, d.index_addr = 0xfffffffc; });
    add([](Descriptor& d) { d.indexed = true, d.rows = 0x40000001; });
    add([](Descriptor& d) { d.indexed = true, d.half = true, d.rows = 0x80000001; });
    return all;
  }

  /// Rows, strides, padding and windows as large as they can be.
  std::vector<Descriptor> large() {
    world_.mem_windows.fill({0, kMemLimit, true, true});
    world_.ub_window = {0, kUbLimit, true, true};
    std::vector<Descriptor> all;
    Descriptor d;
    d.bytes = 70;
    d.ub_addr = kUbBase + kLists;
    d.ub_stride = 96;
    d.rows = 2;
    d.mem_addr = 5;
    d.mem_stride = 0x7fffff03;
    all.push_back(d);
    d.mem_addr = 0x80000000;
    d.mem_stride = std::int32_t{-0x7fffffff} - 1;
    all.push_back(d);
    d.mem_addr = kMemLimit - d.bytes;  // the last row ends with the window
    d.mem_stride = -0x12345;
    all.push_back(d);
    d.ub_addr = static_cast<std::uint32_t>(kUbLimit - d.bytes);
    d.ub_stride = -static_cast<std::int32_t>(kUbBytes / 2);
    all.push_back(d);
    d.rows = 1;
    d.left = d.right = 0xffff;
    d.ub_addr = static_cast<std::uint32_t>(kUbLimit - 2 * 0xffff - d.bytes);
    all.push_back(d);
    // More rows than 2^16, and a list of 2^13 whose rows are far away.
    d = {};
    d.bytes = 1;
    d.rows = 0x10005;
    d.ub_addr = kUbBase + (kUbBytes > 0x20000 ? 0x20000 : 0);
    d.ub_stride = kUbBytes > 0x20000 ? 1 : 0;
    d.mem_stride = 3;
    all.push_back(d);
    d.rows = 0x2000 + 77;
    d.indexed = true;
    d.half = true;
    d.skip = true;
    d.table_rows = 0xf000;
    d.mem_stride = 0x8000;
    d.index_addr = kUbBase + 0x4000;
    d.ub_addr += 0x12000;
    all.push_back(d);
    d.bytes = 0xffffffff;  // with its padding more than 2^32
    d.indexed = false;
    d.rows = 1;
    d.left = 0xffff;
    d.mem_addr = 0;
    d.ub_addr = 0;
    all.push_back(d);
    return all;
  }

  /// Lists that the descriptor before has written, in the last block of what it writes. It writes
  /// enough to fill the queues up to the host port, so that this block waits.
  std::vector<Descriptor> chained() {
    world_.mem_windows.fill({0, kMemLimit, true, true});
    world_.ub_window = {0, kUbLimit, true, true};
    std::vector<Descriptor> all;
    for (unsigned i = 0; i < 60; ++i) {
      const std::uint64_t place = 0x1000 + 0x100 * i;
      for (unsigned k = 0; k < 0x100; ++k) {
        world_.mem.at(place + k) = static_cast<std::uint8_t>(k % 4 == 0 ? below(24) : 0);
      }
      Descriptor d;
      d.rows = 1;
      d.bytes = 0x100;
      d.mem_addr = place;
      d.ub_addr = kUbBase + kWords;
      all.push_back(d);
      d = {};
      d.after = d.indexed = true;
      d.rows = 8;
      d.bytes = 7;
      d.mem_addr = 0x8000;
      d.mem_stride = 9;
      d.ub_addr = static_cast<std::uint32_t>(kUbBase + kLists + 0x20 * below(20));
      d.ub_stride = 11;
      d.index_addr = kUbBase + kWords + 0xe0;
      d.table_rows = 24;
      all.push_back(d);
    }
    return all;
  }

  /// An error in the first burst, of many rows and of a long one. What is behind needs no second
  /// access of UB for a burst.
  std::vector<Descriptor> failing() {
    world_.mem_windows.fill({0, kMemLimit, true, true});
    world_.ub_window = {0, kUbLimit, true, true};
    world_.mem_bad[0] = 2;
    world_.ub_bad[(kUbBytes - kGranule) / kGranule] = true;
    std::vector<Descriptor> all;
    Descriptor d;
    d.rows = 400;
    d.bytes = std::min(kBusBytes, kBlock);
    d.mem_stride = static_cast<std::int32_t>(kBusBytes);
    d.ub_addr = kUbBase + kLists;
    all.push_back(d);
    d.rows = 1;
    d.bytes = std::min<std::uint64_t>(40 * PARAM_BurstBytes, kUbBytes / 8);
    all.push_back(d);
    d.rows = 400;  // for gsq_dma_out: UB gives an error
    d.bytes = std::min(kBusBytes, kBlock);
    d.mem_addr = kMemBytes / 2;
    d.ub_addr = static_cast<std::uint32_t>(kUbLimit - kBlock);
    all.push_back(d);
    return all;
  }

 private:
  static constexpr std::uint64_t kMiddle = 0xfedcba9876543210 >> (64 - PARAM_DmaAddrWidth);
  // What descriptors use of UB, mostly.
  static constexpr std::uint64_t kUbArea = std::min<std::uint64_t>(kUbBytes, 0x4000);
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
  std::uint16_t padding() {
    return static_cast<std::uint16_t>(chance(60) ? 0
                                                 : below(chance(2)    ? 0x10000
                                                         : chance(10) ? 300
                                                                      : 40));
  }
  std::uint64_t index() { return chance(2) ? random_.next() : below(24); }

  std::int32_t stride(std::uint64_t row) {
    const auto kind = static_cast<unsigned>(below(8));
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
  bool wide_{};
  std::vector<std::pair<__int128, __int128>> written_;
};

}  // namespace tb::dma
