// SPDX-License-Identifier: Apache-2.0
// What surrounds gsq_axi in the bench of its ring: a memory on AXI4 and the registers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/bench.hpp"
#include "gsq/ring/copy.hpp"

namespace tb::ring_system {

constexpr unsigned kBusBytes = PARAM_DmaDataWidth / 8;
constexpr unsigned kGranule = 64;  // errors have this grain

/// Bytes from an address on, of which some granules answer reads or writes with an error.
class Bytes : public gsq::ring::Memory {
 public:
  Bytes(std::uint64_t base, std::size_t size)
      : base_(base), bytes_(size), bad_reads_(size / kGranule), bad_writes_(size / kGranule) {}

  [[nodiscard]] bool holds(std::uint64_t address) const {
    return address >= base_ && address - base_ < bytes_.size();
  }
  std::uint8_t& at(std::uint64_t address) { return bytes_.at(address - base_); }
  std::uint8_t& bad_read(std::uint64_t address) {
    return bad_reads_.at((address - base_) / kGranule);
  }
  std::uint8_t& bad_write(std::uint64_t address) {
    return bad_writes_.at((address - base_) / kGranule);
  }
  [[nodiscard]] const std::vector<std::uint8_t>& all() const { return bytes_; }

  Response read(std::uint64_t address, std::uint8_t* to, std::size_t size) override {
    if (bad_read(address) != 0) return bad_read(address);
    for (std::size_t i = 0; i < size; ++i) to[i] = at(address + i);
    return 0;
  }
  /// The first bad granule says what the burst is answered with; nothing is written there.
  Response write(std::uint64_t address, const std::uint8_t* from, std::size_t size) override {
    Response response = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (bad_write(address + i) == 0) at(address + i) = from[i];
      if (response == 0) response = bad_write(address + i);
    }
    return response;
  }

 private:
  std::uint64_t base_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> bad_reads_;
  std::vector<std::uint8_t> bad_writes_;
};

/// The memory on the manager port. Bursts of one identifier are answered in order, those of the two
/// in any; a write is there when it is answered.
template <typename Dut>
class AxiMemory {
 public:
  using Complain = std::function<void(const std::string& what)>;

  AxiMemory(Bytes& bytes, gsq::Rng& random, Complain complain)
      : bytes_(bytes), random_(random), complain_(std::move(complain)) {}

  /// Percent of cycles in which a channel stalls, and the longest latency.
  void pace(unsigned stall, unsigned latency) {
    stall_ = stall;
    latency_ = latency;
  }

  void drive(Dut& dut, std::uint64_t now) {
    dut.mem_ar_ready_i = ready();
    dut.mem_aw_ready_i = ready();
    dut.mem_w_ready_i = ready();
    if (!r_valid_) offer_read(dut, now);
    if (!b_valid_) offer_answer(dut, now);
  }

  void posedge(Dut& dut, std::uint64_t now) {
    if (dut.mem_ar_valid_o && dut.mem_ar_ready_i) {
      const Burst burst =
          taken(dut.mem_ar_addr_o, dut.mem_ar_len_o, dut.mem_ar_size_o, dut.mem_ar_burst_o, now);
      reads_.at(dut.mem_ar_id_o).push_back(burst);
      ++bursts_;
    }
    if (dut.mem_aw_valid_o && dut.mem_aw_ready_i) {
      Burst burst =
          taken(dut.mem_aw_addr_o, dut.mem_aw_len_o, dut.mem_aw_size_o, dut.mem_aw_burst_o, now);
      burst.id = dut.mem_aw_id_o;
      addresses_.push_back(burst);
      ++bursts_;
    }
    if (dut.mem_w_valid_o && dut.mem_w_ready_i) take_data(dut);
    pair_up();
    if (r_valid_ && dut.mem_r_ready_o) {
      r_valid_ = false;
      Burst& burst = reads_.at(r_id_).front();
      if (++burst.beat > burst.len) reads_.at(r_id_).pop_front();
    }
    if (b_valid_ && dut.mem_b_ready_o) {
      b_valid_ = false;
      answers_.at(b_id_).pop_front();
    }
  }

  [[nodiscard]] bool idle() const {
    return reads_[0].empty() && reads_[1].empty() && addresses_.empty() && data_.empty() &&
           answers_[0].empty() && answers_[1].empty();
  }
  [[nodiscard]] std::uint64_t bursts() const { return bursts_; }

 private:
  struct Beat {
    std::array<std::uint8_t, kBusBytes> data{};
    std::vector<bool> strobes;
    bool last{};
  };
  struct Burst {
    std::uint64_t addr{};
    unsigned len{};
    unsigned id{};
    unsigned beat{};
    std::uint64_t due{};
    std::vector<Beat> beats;
  };

  bool ready() { return !random_.percent(stall_); }

  Burst taken(std::uint64_t addr, unsigned len, unsigned size, unsigned kind, std::uint64_t now) {
    const std::uint64_t end = addr + (std::uint64_t{len} + 1) * kBusBytes;
    const std::string what = std::to_string(len + 1) + " beats at " + std::to_string(addr);
    if (addr % kBusBytes != 0) complain_("an address that is not aligned: " + what);
    if (addr / 4096 != (end - 1) / 4096) complain_("a burst that crosses 4 KB: " + what);
    if (1U << size != kBusBytes || kind != 1) complain_("a burst that is no INCR: " + what);
    if (!bytes_.holds(addr) || !bytes_.holds(end - 1)) complain_("an address outside: " + what);
    return {addr, len, 0, 0, now + 1 + random_.below(latency_), {}};
  }

  void take_data(Dut& dut) {
    Beat beat;
    beat.last = dut.mem_w_last_o;
    beat.strobes.resize(kBusBytes);
    std::copy_n(bytes_of(dut.mem_w_data_o), kBusBytes, beat.data.begin());
    for (unsigned i = 0; i < kBusBytes; ++i) {
      beat.strobes.at(i) = (bytes_of(dut.mem_w_strb_o)[i / 8] >> (i % 8) & 1) != 0;
    }
    data_.push_back(beat);
  }

  /// Addresses and data of writes come in one order.
  void pair_up() {
    while (!addresses_.empty() && !data_.empty()) {
      Burst& burst = addresses_.front();
      burst.beats.push_back(data_.front());
      data_.pop_front();
      if (burst.beats.back().last != (burst.beats.size() == burst.len + 1U)) {
        complain_("WLAST in beat " + std::to_string(burst.beats.size()) + " of " +
                  std::to_string(burst.len + 1));
      }
      if (burst.beats.size() <= burst.len) continue;
      answers_.at(burst.id).push_back(burst);
      addresses_.pop_front();
    }
  }

  void offer_read(Dut& dut, std::uint64_t now) {
    dut.mem_r_valid_i = 0;
    const unsigned first = random_.below(2);
    for (const unsigned id : {first, 1 - first}) {
      if (reads_.at(id).empty() || reads_.at(id).front().due > now || !ready()) continue;
      const Burst& burst = reads_.at(id).front();
      const std::uint64_t addr = burst.addr + std::uint64_t{burst.beat} * kBusBytes;
      r_valid_ = true;
      r_id_ = id;
      dut.mem_r_valid_i = 1;
      dut.mem_r_id_i = id;
      dut.mem_r_last_i = burst.beat == burst.len;
      dut.mem_r_resp_i = bytes_.bad_read(addr);
      for (unsigned i = 0; i < kBusBytes; ++i) {
        bytes_of(dut.mem_r_data_i)[i] = bytes_.bad_read(addr) == 0
                                            ? bytes_.at(addr + i)
                                            : static_cast<std::uint8_t>(random_.next());
      }
      return;
    }
  }

  void offer_answer(Dut& dut, std::uint64_t now) {
    dut.mem_b_valid_i = 0;
    const unsigned first = random_.below(2);
    for (const unsigned id : {first, 1 - first}) {
      if (answers_.at(id).empty() || answers_.at(id).front().due > now || !ready()) continue;
      unsigned response = 0;
      const Burst& burst = answers_.at(id).front();
      for (unsigned k = 0; k <= burst.len; ++k) {
        for (unsigned i = 0; i < kBusBytes; ++i) {
          const std::uint64_t addr = burst.addr + std::uint64_t{k} * kBusBytes + i;
          if (!burst.beats.at(k).strobes.at(i)) continue;
          const auto failed = bytes_.write(addr, &burst.beats.at(k).data.at(i), 1);
          if (response == 0) response = failed;
        }
      }
      b_valid_ = true;
      b_id_ = id;
      dut.mem_b_valid_i = 1;
      dut.mem_b_id_i = id;
      dut.mem_b_resp_i = response;
      return;
    }
  }

  Bytes& bytes_;
  gsq::Rng& random_;
  Complain complain_;
  unsigned stall_{};
  unsigned latency_{1};
  std::uint64_t bursts_{};
  std::array<std::deque<Burst>, 2> reads_;    // of each identifier
  std::array<std::deque<Burst>, 2> answers_;  // of each identifier
  std::deque<Burst> addresses_;
  std::deque<Beat> data_;
  bool r_valid_{};
  bool b_valid_{};
  unsigned r_id_{};
  unsigned b_id_{};
};

/// Accesses of registers, one after the other.
template <typename Dut>
class Registers {
 public:
  using Then = std::function<void(std::uint32_t value)>;

  void write(std::size_t offset, std::uint32_t value) {
    accesses_.push_back({true, static_cast<std::uint32_t>(offset), value, {}});
  }
  void write64(std::size_t offset, std::uint64_t value) {
    write(offset, static_cast<std::uint32_t>(value));
    write(offset + 4, static_cast<std::uint32_t>(value >> 32));
  }
  void read(std::size_t offset, Then then) {
    accesses_.push_back({false, static_cast<std::uint32_t>(offset), 0, std::move(then)});
  }
  [[nodiscard]] bool idle() const { return accesses_.empty(); }

  void drive(Dut& dut) {
    const bool some = !accesses_.empty();
    const bool writes = some && accesses_.front().write;
    dut.reg_aw_valid_i = writes && !address_;
    dut.reg_w_valid_i = writes && !data_;
    dut.reg_ar_valid_i = some && !writes && !address_;
    dut.reg_b_ready_i = 1;
    dut.reg_r_ready_i = 1;
    if (!some) return;
    dut.reg_aw_addr_i = dut.reg_ar_addr_i = accesses_.front().offset;
    dut.reg_w_data_i = accesses_.front().value;
    dut.reg_w_strb_i = 0xf;
  }

  /// Returns a response that is not OKAY, or 0.
  unsigned posedge(Dut& dut) {
    if ((dut.reg_aw_valid_i && dut.reg_aw_ready_o) || (dut.reg_ar_valid_i && dut.reg_ar_ready_o)) {
      address_ = true;
    }
    if (dut.reg_w_valid_i && dut.reg_w_ready_o) data_ = true;
    if (!dut.reg_b_valid_o && !dut.reg_r_valid_o) return 0;
    const unsigned response = dut.reg_b_valid_o ? dut.reg_b_resp_o : dut.reg_r_resp_o;
    const Access access = accesses_.front();
    accesses_.pop_front();
    address_ = data_ = false;
    if (access.then) access.then(dut.reg_r_data_o);
    return response;
  }

 private:
  struct Access {
    bool write{};
    std::uint32_t offset{};
    std::uint32_t value{};
    Then then;
  };

  std::deque<Access> accesses_;
  bool address_{};  // has been taken
  bool data_{};
};

}  // namespace tb::ring_system
