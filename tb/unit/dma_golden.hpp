// SPDX-License-Identifier: Apache-2.0
// Descriptors carried out by docs/reference/dma.md, one after the other, and what an engine must do
// for them: completions, bursts, accesses of UB.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "unit/dma.hpp"

namespace tb::dma {

/// A burst by definition.
struct Burst {
  std::uint64_t addr{};
  unsigned beats{};
  unsigned number{};  // of its descriptor in the epoch
  bool behind{};      // an error, so it may not come
  bool fails{};       // it is the first error of its descriptor
};

/// `store`: from UB to memory.
class Golden {
 public:
  explicit Golden(bool store) : store_(store) {}
  virtual ~Golden() = default;
  Golden(const Golden&) = delete;
  Golden& operator=(const Golden&) = delete;

 protected:
  struct Expected {
    Completion completion;
    std::uint64_t writes{};  // to UB, up to here
    std::string what;
  };

  /// Carries out a part of a row in golden_: padding, and a burst.
  virtual void pad(std::uint64_t ub, std::uint64_t count, std::uint32_t value) = 0;
  virtual void copy_burst(std::uint64_t mem, std::uint64_t ub, std::uint32_t count,
                          Completion& done) = 0;

  /// The engine accesses this block of UB for data, unless it is the one of the access before.
  void access_block(std::uint64_t addr) {
    const std::uint64_t block = addr / kBlock;
    if (block == last_block_) return;
    last_block_ = block;
    ++accesses_.at(block - kUbBase / kBlock).at(store_ ? 0 : 1);
    if (!store_) ++writes_;
  }

  /// Carries out the next descriptor.
  void foresee(Descriptor d) {
    if (store_) d.left = d.right = 0;
    Completion done = verdict(golden_, d, store_);
    const bool copies = done.status == kOk && d.rows != 0 && d.bytes + d.left + d.right != 0;
    if (d.bytes == 0) d.indexed = false;
    last_block_ = ~std::uint64_t{0};
    write_error_ = false;
    if (copies) copy(d, done);
    if (done.status == kOk && write_error_) done.status = kUbError;
    ++seen_.at(done.status);
    expected_.push_back({done, writes_, d.text()});
    ++foreseen_;
  }

  /// The bursts behind the error of a descriptor do not come any more.
  void skip_behind(unsigned number) {
    while (!due_.empty() && due_.front().behind && due_.front().number == number) due_.pop_front();
  }

  /// A burst that may not come has the address of the next one that must: which of them comes could
  /// not be told.
  [[nodiscard]] bool ambiguous() const {
    const Burst* next = nullptr;
    for (auto burst = due_.rbegin(); burst != due_.rend(); ++burst) {
      if (!burst->behind) next = &*burst;
      if (burst->behind && next != nullptr && burst->addr == next->addr) return true;
    }
    return false;
  }

  /// Begins anew, with the contents that golden_ has.
  void clear() {
    expected_.clear();
    due_.clear();
    accesses_.assign(kUbBytes / kBlock, {});
    foreseen_ = 0;
    writes_ = 0;
    ended_early_ = false;
  }

  World golden_;
  std::deque<Expected> expected_;
  std::deque<Burst> due_;                     // that have not been given
  std::vector<std::array<int, 2>> accesses_;  // reads and writes of each block that are due
  std::array<unsigned, 8> seen_{};            // per status
  std::uint64_t writes_{};
  bool write_error_{};  // of this descriptor: UB refuses a write
  bool ended_early_{};  // some descriptor: some reads may not come

 private:
  void copy(const Descriptor& d, Completion& done) {
    const std::uint64_t list = d.index_addr / kBlock;
    const std::uint64_t list_end = d.index_addr + std::uint64_t{d.rows} * (d.half ? 2 : 4);
    for (std::uint64_t block = list; d.indexed && block * kBlock < list_end; ++block) {
      ++accesses_.at(block - kUbBase / kBlock).at(0);
    }
    for (std::uint32_t r = 0; r < d.rows; ++r) {
      std::uint64_t row = r;
      if (d.indexed) {
        const auto [index, error] = index_of(golden_, d, r);
        row = index;
        if (error || (index >= d.table_rows && !d.skip)) {
          ended_early_ = true;
          if (done.status != kOk) return;
          done.status = error ? kUbError : kIndex;
          done.addr = error ? d.index_addr : index;
          return;
        }
      }
      const std::uint64_t ub = d.ub_addr + std::int64_t{r} * d.ub_stride;
      const bool out = d.indexed && row >= d.table_rows;
      if (done.status == kOk) pad(ub, d.left + (out ? d.bytes : 0ULL), d.value);
      if (!out) copy_row(d, d.mem_addr + row * d.mem_stride, ub + d.left, done);
      if (done.status == kOk) pad(ub + d.left + d.bytes, d.right, d.value);
    }
  }

  void copy_row(const Descriptor& d, std::uint64_t mem, std::uint64_t ub, Completion& done) {
    for (std::uint32_t k = 0; k < d.bytes;) {
      const std::uint64_t room = PARAM_BurstBytes - (mem + k) % PARAM_BurstBytes;
      const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(d.bytes - k, room));
      const std::uint64_t first = (mem + k) / kBusBytes;
      const std::uint64_t last = (mem + k + count - 1) / kBusBytes;
      Burst burst{first * kBusBytes, static_cast<unsigned>(last - first + 1), foreseen_,
                  done.status != kOk, false};
      copy_burst(mem + k, ub + k, count, done);
      burst.fails = !burst.behind && done.status != kOk;
      ended_early_ = ended_early_ || burst.fails;
      due_.push_back(burst);
      k += count;
    }
  }

  bool store_;
  unsigned foreseen_{};  // descriptors
  std::uint64_t last_block_{};
};

}  // namespace tb::dma
