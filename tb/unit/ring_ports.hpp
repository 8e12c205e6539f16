// SPDX-License-Identifier: Apache-2.0
// What surrounds the ring of commands: a memory on AXI4, the unit, and the engines of copies.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "Vgsq_ring.h"
#include "common/bench.hpp"
#include "common/handshake.hpp"
#include "unit/ring_reach.hpp"

namespace tb::ring {

/// How the surroundings behave; stalls and errors in percent.
struct Traffic {
  unsigned stall_ar{}, stall_r{}, stall_aw{}, stall_w{};
  std::array<unsigned, kQueues> stall{};
  unsigned latency{};       // of the memory
  unsigned work_latency{};  // of unit and engines
  bool random{};            // up to twice the latency
  unsigned errors{};        // of answers
};

/// `count` bits of a port, at most 64, from bit `place` on.
template <typename Port>
void put_bits(Port& port, unsigned place, unsigned count, std::uint64_t value) {
  for (unsigned i = 0; i < count; ++i) set_bit(port, place + i, (value >> i & 1U) != 0);
}

/// Drives the ports, watches their rules, and tells what happens. The bench has the checks.
class PortsBench : public Bench<Vgsq_ring> {
 public:
  using Bench::Bench;

 protected:
  using Payload = std::array<std::uint8_t, 64>;
  struct Address {
    std::uint64_t addr{};
    unsigned beats{};
    bool operator==(const Address& other) const {
      return addr == other.addr && beats == other.beats;
    }
  };

  /// Work is valid for the first time.
  virtual void begins(unsigned q, const gsq::CommandBits& port) = 0;
  virtual void handed(unsigned q) = 0;
  /// An answer was taken.
  virtual void answered(unsigned q, std::uint64_t status, std::uint64_t info,
                        std::uint64_t addr) = 0;
  /// A burst is asked for, for the first time.
  virtual void reads(const Address& burst) = 0;
  /// A read was answered with an error.
  virtual void read_failed() = 0;
  /// Contents of the memory, or no byte: an error.
  [[nodiscard]] virtual const std::uint8_t* memory(std::uint64_t addr) = 0;
  /// A burst was written: address, data and strobes of its beats.
  virtual void written(const Address& burst, const std::vector<std::uint8_t>& data,
                       const std::vector<bool>& strobes) = 0;
  /// Response to a burst that was written.
  [[nodiscard]] virtual unsigned write_response() = 0;
  virtual void write_answered(unsigned response) = 0;

  bool chance(unsigned percent) { return random().percent(percent); }
  std::uint64_t delay(unsigned latency) {
    return traffic_.random ? random().below(2 * latency + 1) : latency;
  }

  void drive_ports() {
    dut().ar_ready_i = !chance(traffic_.stall_ar);
    dut().aw_ready_i = !chance(traffic_.stall_aw);
    dut().w_ready_i = !chance(traffic_.stall_w);
    dut().cmd_ready_i = !chance(traffic_.stall[kUnit]);
    dut().in_desc_ready_i = !chance(traffic_.stall[kIn]);
    dut().out_desc_ready_i = !chance(traffic_.stall[kOut]);
    drive_read();
    if (!b_held_) {
      b_held_ = !responses_.empty() && responses_.front() <= cycle_;
      dut().b_valid_i = b_held_;
      b_response_ = b_held_ ? write_response() : random().below(4);
      dut().b_resp_i = b_response_ & 3U;
    }
    for (unsigned q = 0; q < kQueues; ++q) drive_answer(q);
  }

  void watch_begin() {
    watch_work(kUnit, dut().cmd_valid_o != 0, dut().cmd_ready_i != 0, dut().cmd_o, 64,
               PARAM_UnitDepth);
    watch_work(kIn, dut().in_desc_valid_o != 0, dut().in_desc_ready_i != 0, dut().in_desc_o, 48,
               PARAM_CopyDepth);
    watch_work(kOut, dut().out_desc_valid_o != 0, dut().out_desc_ready_i != 0, dut().out_desc_o, 48,
               PARAM_CopyDepth);
  }

  void watch_answers() {
    watch_answer(kUnit, dut().rsp_valid_i != 0, dut().rsp_ready_o != 0);
    watch_answer(kIn, dut().in_comp_valid_i != 0, dut().in_comp_ready_o != 0);
    watch_answer(kOut, dut().out_comp_valid_i != 0, dut().out_comp_ready_o != 0);
  }

  void watch_memory() {
    watch_read();
    watch_write();
  }

  /// Something is on its way.
  [[nodiscard]] bool busy() {
    return outputs_valid() || !bursts_.empty() || !responses_.empty() || !addresses_.empty() ||
           !strobes_.empty() || whole_bursts_ != 0 || in_work();
  }
  [[nodiscard]] bool in_work() const {
    return std::any_of(at_work_.begin(), at_work_.end(),
                       [](const std::deque<Work>& some) { return !some.empty(); });
  }
  [[nodiscard]] bool outputs_valid() {
    return dut().cmd_valid_o != 0 || dut().in_desc_valid_o != 0 || dut().out_desc_valid_o != 0 ||
           dut().ar_valid_o != 0 || dut().aw_valid_o != 0 || dut().w_valid_o != 0;
  }
  [[nodiscard]] std::size_t unanswered_writes() const {
    return responses_.size() + addresses_.size();
  }

  Traffic traffic_;
  std::uint64_t cycle_{};  // since reset

 private:
  struct Work {
    std::uint8_t tag{};
    std::uint64_t due{};
    std::uint64_t status{}, info{}, addr{};
    bool offered{};
  };
  struct Burst {
    Address address;
    std::uint64_t due{};
  };

  void rule(const char* port, const char* broken) {
    if (broken != nullptr) expect(port, 0, 0, 1, broken);
  }

  // ---- Unit and engines -------------------------------------------------------------------------

  template <typename Port>
  void watch_work(unsigned q, bool valid, bool ready, Port& port, unsigned bytes, unsigned depth) {
    static const std::array<const char*, kQueues> names = {"in_desc_valid_o", "cmd_valid_o",
                                                           "out_desc_valid_o"};
    gsq::CommandBits payload{};
    if (valid) std::memcpy(payload.data(), bytes_of(port), bytes);
    rule(names.at(q), work_rules_.at(q).watch(valid, ready, payload));
    if (valid && !pending_.at(q)) begins(q, payload);
    pending_.at(q) = valid && !ready;
    if (!valid || !ready) return;
    handed(q);
    Work work;
    work.tag = static_cast<std::uint8_t>(q == kUnit ? payload[15] >> 23U : payload[0]);
    work.status = chance(traffic_.errors) ? 1 + random().below(7) : 0;
    work.info = random().next() & 0xffffffffU;
    work.addr = q == kUnit ? 0 : random().next();
    work.due = cycle_ + 1 + delay(traffic_.work_latency);
    at_work_.at(q).push_back(work);
    expect("work that is under way", q, 1, at_work_.at(q).size() <= depth ? 1 : 0);
  }

  void drive_answer(unsigned q) {
    std::deque<Work>& some = at_work_.at(q);
    if (!some.empty() && some.front().offered) return;  // held
    const bool valid = !some.empty() && some.front().due <= cycle_;
    Work work{static_cast<std::uint8_t>(random().next()),
              0,
              random().next(),
              random().next(),
              random().next(),
              false};
    if (valid) {
      some.front().offered = true;
      work = some.front();
    }
    const auto put_completion = [&](auto& port) {
      put_bits(port, 0, 32, work.info);
      put_bits(port, 32, 64, work.addr);
      put_bits(port, 96, 3, work.status);
      put_bits(port, 99, 8, work.tag);
    };
    if (q == kUnit) {
      dut().rsp_valid_i = valid;
      put_bits(dut().rsp_i, 0, 32, work.info);
      put_bits(dut().rsp_i, 32, 3, work.status);
      put_bits(dut().rsp_i, 35, 8, work.tag);
    } else if (q == kIn) {
      dut().in_comp_valid_i = valid;
      put_completion(dut().in_comp_i);
    } else {
      dut().out_comp_valid_i = valid;
      put_completion(dut().out_comp_i);
    }
  }

  void watch_answer(unsigned q, bool valid, bool ready) {
    if (!valid || !ready) return;
    const Work work = at_work_.at(q).front();
    at_work_.at(q).pop_front();
    answered(q, work.status, work.info, work.addr);
  }

  // ---- Memory -----------------------------------------------------------------------------------

  void drive_read() {
    if (r_held_) return;
    r_held_ = !bursts_.empty() && bursts_.front().due <= cycle_ && !chance(traffic_.stall_r);
    dut().r_valid_i = r_held_;
    dut().r_resp_i = random().below(4) & 3U;
    dut().r_last_i = chance(50);
    const std::uint8_t* data = nullptr;
    if (r_held_) {
      const Address& burst = bursts_.front().address;
      data = memory(burst.addr);
      dut().r_last_i = burst.beats == 1;
      r_failed_ = data == nullptr;
      dut().r_resp_i = r_failed_ ? 2 + (burst.addr / 64 & 1U) : random().below(2);
    }
    for (unsigned i = 0; i < kBusBytes; ++i) {
      bytes_of(dut().r_data_i)[i] =
          data != nullptr ? data[i] : static_cast<std::uint8_t>(random().next());
    }
  }

  void watch_read() {
    const bool valid = dut().ar_valid_o != 0;
    const bool ready = dut().ar_ready_i != 0;
    const Address burst{dut().ar_addr_o, dut().ar_len_o + 1U};
    rule("ar_valid_o", ar_rules_.watch(valid, ready, burst));
    if (valid && !ar_pending_) reads(burst);
    ar_pending_ = valid && !ready;
    if (valid && ready) bursts_.push_back({burst, cycle_ + delay(traffic_.latency)});
    if (dut().r_valid_i == 0 || dut().r_ready_o == 0) return;
    r_held_ = false;
    if (r_failed_) read_failed();
    Address& front = bursts_.front().address;
    front.addr += kBusBytes;
    if (--front.beats == 0) bursts_.pop_front();
  }

  void watch_write() {
    const bool aw = dut().aw_valid_o != 0;
    const Address burst{dut().aw_addr_o, dut().aw_len_o + 1U};
    rule("aw_valid_o", aw_rules_.watch(aw, dut().aw_ready_i != 0, burst));
    if (aw && dut().aw_ready_i != 0) addresses_.push_back(burst);
    const bool w = dut().w_valid_o != 0;
    Payload data{};
    std::vector<bool> strobes(kBusBytes);
    if (w) {
      std::copy_n(bytes_of(dut().w_data_o), kBusBytes, data.begin());
      for (unsigned i = 0; i < kBusBytes; ++i) {
        strobes[i] = get_bits(dut().w_strb_o, i, 1) != 0;
        if (!strobes[i]) data.at(i) = 0;
      }
    }
    rule("w_valid_o", w_rules_.watch(w, dut().w_ready_i != 0,
                                     std::make_tuple(data, strobes, dut().w_last_o != 0)));
    if (w && dut().w_ready_i != 0) {
      data_.insert(data_.end(), data.begin(), data.begin() + kBusBytes);
      strobes_.insert(strobes_.end(), strobes.begin(), strobes.end());
      lasts_.push_back(dut().w_last_o != 0);
    }
    match_write();
    if (dut().b_valid_i != 0 && dut().b_ready_o != 0) {
      b_held_ = false;
      responses_.pop_front();
      write_answered(b_response_);
    }
  }

  // Data may come before the address.
  void match_write() {
    whole_bursts_ = static_cast<unsigned>(std::count(lasts_.begin(), lasts_.end(), true));
    if (addresses_.empty()) return;
    const Address burst = addresses_.front();
    if (lasts_.size() < burst.beats) {
      expect("w_last_o", 0, 0, whole_bursts_, "data that end before the burst does");
      return;
    }
    for (unsigned i = 0; i < burst.beats; ++i) {
      expect("w_last_o", i, i + 1 == burst.beats ? 1 : 0, lasts_.front() ? 1 : 0);
      lasts_.pop_front();
    }
    addresses_.pop_front();
    const auto count = static_cast<std::ptrdiff_t>(std::size_t{burst.beats} * kBusBytes);
    const std::vector<std::uint8_t> data(data_.begin(), data_.begin() + count);
    const std::vector<bool> strobes(strobes_.begin(), strobes_.begin() + count);
    data_.erase(data_.begin(), data_.begin() + count);
    strobes_.erase(strobes_.begin(), strobes_.begin() + count);
    whole_bursts_ = static_cast<unsigned>(std::count(lasts_.begin(), lasts_.end(), true));
    written(burst, data, strobes);
    const std::uint64_t due = cycle_ + 1 + delay(traffic_.latency);
    responses_.push_back(responses_.empty() ? due : std::max(due, responses_.back()));
  }

  std::array<std::deque<Work>, kQueues> at_work_;
  std::array<HandshakeMonitor<gsq::CommandBits>, kQueues> work_rules_;
  std::array<bool, kQueues> pending_{};
  std::deque<Burst> bursts_;
  HandshakeMonitor<Address> ar_rules_, aw_rules_;
  HandshakeMonitor<std::tuple<Payload, std::vector<bool>, bool>> w_rules_;
  std::deque<Address> addresses_;
  std::deque<std::uint8_t> data_;
  std::deque<bool> strobes_;
  std::deque<bool> lasts_;
  std::deque<std::uint64_t> responses_;
  unsigned whole_bursts_{};
  unsigned b_response_{};
  bool ar_pending_{};
  bool r_held_{}, r_failed_{};
  bool b_held_{};
};

}  // namespace tb::ring
