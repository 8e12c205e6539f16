// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_dma_in: random descriptors against docs/reference/dma.md, carried out one after the
// other, and the rates of the bus that the page promises.
//
// An epoch has its own contents, windows, errors and traffic. Every completion is compared, UB at
// the end of each epoch, every address with the windows and the rules of AXI4 and OBI. Epochs at
// the end measure: no stalls, a memory that answers after a fixed number of cycles.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

#include "Vgsq_dma_in.h"
#include "common/bench.hpp"
#include "common/handshake.hpp"
#include "unit/dma.hpp"

namespace {

using tb::dma::Completion;
using tb::dma::Descriptor;
using tb::dma::HostAccess;
using tb::dma::kBlock;
using tb::dma::kBusBytes;
using tb::dma::kGranule;
using tb::dma::kMemBase;
using tb::dma::kUbBytes;
using tb::dma::World;

constexpr unsigned kEpochs = 60;
constexpr unsigned kDescriptors = 60;  // of an epoch
constexpr std::uint64_t kPatience = 100'000;

struct Expected {
  Completion completion;
  std::string what;
};

struct Burst {
  std::uint64_t addr{};
  unsigned beats{};
  std::uint64_t due{};
};

/// A measurement: what is copied, at which latency, and the rate that is promised.
struct Measure {
  const char* name;
  std::uint32_t rows;
  std::uint32_t bytes;
  bool indexed;
  unsigned mem_place;  // of the first row
  unsigned ub_place;
  unsigned gap;  // in memory, between rows
  unsigned latency;
  double promised;  // beats a cycle, or bursts
  bool bursts;
  bool single;  // each row has a descriptor of its own

  /// What the bursts that are under way allow; an end takes a place as well.
  [[nodiscard]] double bound() const {
    const unsigned burst = std::min<unsigned>(bytes, PARAM_BurstBytes);
    const double beats = bursts ? 1 : std::max(1U, burst / kBusBytes);
    const double places = PARAM_Outstanding / (single ? 2.0 : 1.0);
    return std::min(promised, places * beats / (latency + 6));
  }
};

class DmaInBench : public tb::Bench<Vgsq_dma_in> {
 public:
  DmaInBench(int argc, char** argv)
      : Bench("gsq_dma_in with " + std::to_string(PARAM_AxiDataWidth) + " bits, " +
                  std::to_string(PARAM_Outstanding) + " bursts of " +
                  std::to_string(PARAM_BurstBytes) + " bytes",
              argc, argv),
        stimulus_(random(), world_),
        port_(world_) {}

 private:
  bool chance(unsigned percent) { return random().percent(percent); }

  // ---- The result by definition -----------------------------------------------------------------

  void foresee(const Descriptor& d) {
    Completion done = verdict(golden_, d, false);
    if (done.status == tb::dma::kOk) {
      bool ub_error = false;
      copy(d, done, ub_error);
      if (done.status == tb::dma::kOk && ub_error) done.status = tb::dma::kUbError;
    }
    ++seen_.at(done.status);
    expected_.push_back({done, d.text()});
  }

  void write(std::uint64_t addr, std::uint8_t value, bool& ub_error) {
    if (golden_.ub_bad.at(addr / kGranule)) {
      ub_error = true;
    } else {
      golden_.ub.at(addr) = value;
    }
  }

  void copy(const Descriptor& d, Completion& done, bool& ub_error) {
    for (std::uint32_t r = 0; r < d.rows && d.bytes + d.left + d.right != 0; ++r) {
      std::uint64_t ub = d.ub_addr + std::int64_t{r} * d.ub_stride;
      std::int64_t i = r;
      bool out = false;
      if (d.indexed && d.bytes != 0) {
        const auto [index, error] = index_of(golden_, d, r);
        if (error) {
          done.status = tb::dma::kUbError;
          done.addr = d.index_addr;
          return;
        }
        out = index >= d.table_rows;
        if (out && !d.skip) {
          done.status = tb::dma::kIndex;
          done.addr = index;
          return;
        }
        i = static_cast<std::int64_t>(index);
      }
      const auto pad = [&](std::uint64_t count) {
        for (; count != 0; --count, ++ub) {
          write(ub, static_cast<std::uint8_t>(d.value >> (8 * (ub % 4))), ub_error);
        }
      };
      pad(d.left);
      if (out) {
        pad(d.bytes);
      } else {
        for (std::uint32_t k = 0; k < d.bytes; ++k, ++ub) {
          const std::uint64_t from = d.mem_addr + i * d.mem_stride + k;
          if (const unsigned resp = golden_.resp(from); resp >= 2) {
            done.status = resp == 2 ? tb::dma::kSlvErr : tb::dma::kDecErr;
            done.addr = from;
            return;
          }
          write(ub, golden_.at(from), ub_error);
          ++done.bytes;
        }
      }
      pad(d.right);
    }
  }

  // ---- Epochs -----------------------------------------------------------------------------------

  void begin_epoch() {
    descriptors_.clear();
    next_ = 0;
    if (epoch_ < kEpochs) {
      errors_ = epoch_ % 3 == 1;
      stimulus_.renew(errors_, false);
      const unsigned stalls = epoch_ % 4 == 0 ? 0 : epoch_ % 4 == 1 ? 80 : 30;
      for (unsigned* stall : {&stall_ar_, &stall_r_, &stall_host_, &stall_comp_, &pause_}) {
        *stall = chance(50) ? stalls : 0;
      }
      latency_ = chance(50) ? 1 + static_cast<unsigned>(stimulus_.below(20)) : 0;
      random_latency_ = chance(50);
      golden_ = world_;
      while (descriptors_.size() < kDescriptors) {
        Descriptor d = stimulus_.next(false);
        if (!stimulus_.order(d, false)) continue;
        descriptors_.push_back(d);
        foresee(d);
      }
    } else {
      begin_measure();
    }
    for (unsigned i = 0; i < PARAM_MemWindows; ++i) {
      world_.mem_windows.at(i).drive(dut().mem_window_i[i]);
    }
    world_.ub_window.drive(dut().ub_window_i);
  }

  [[nodiscard]] static const std::vector<Measure>& measures() {
    // UB takes 32 bytes a cycle.
    static const double half = kBusBytes > kBlock ? 0.5 : 1.0;
    static const std::vector<Measure> all = {
        {"rows of 256 bytes", 512, 256, false, 0, 0, 0, 100, 0.95 * half, false, false},
        {"rows of 256 bytes, unaligned", 512, 256, false, 1, 0, 101, 100, 0.95 * half, false,
         false},
        {"rows of 1000 bytes, unaligned", 128, 1000, false, 3, 0, 77, 100, 0.95 * half, false,
         false},
        {"rows of 256 bytes, unaligned in UB", 512, 256, false, 0, 5, 0, 100, 0.88 * half, false,
         false},
        {"rows of 256 bytes, a descriptor each", 512, 256, false, 0, 0, 0, 100, 0.7 * half, false,
         true},
        {"rows of 64 bytes by index", 2048, 64, true, 0, 0, 0, 100, 0.8 * half, false, false},
        {"b32 by index, 60 cycles", 4096, 4, true, 0, 0, 0, 60, 0.9, true, false},
        {"b32 by index, 100 cycles", 4096, 4, true, 0, 0, 0, 100, 0.9, true, false},
    };
    return all;
  }

  void begin_measure() {
    const Measure& measure = measures().at(epoch_ - kEpochs);
    errors_ = false;
    stimulus_.renew(false, false);
    stall_ar_ = stall_r_ = stall_host_ = stall_comp_ = pause_ = 0;
    latency_ = measure.latency;
    random_latency_ = false;
    world_.ub_window = {0, kUbBytes, true, true};
    world_.mem_windows[0] = {kMemBase, kMemBase + tb::dma::kMemBytes, true, true};
    Descriptor d;
    d.rows = measure.rows;
    d.bytes = measure.bytes;
    d.mem_addr = kMemBase + measure.mem_place;
    d.mem_stride = static_cast<std::int32_t>(measure.bytes + measure.gap);
    d.ub_stride = static_cast<std::int32_t>(
        measure.bytes < kBlock ? measure.bytes
                               : (measure.bytes + measure.ub_place + kBlock - 1) / kBlock * kBlock);
    d.indexed = measure.indexed;
    d.ub_addr = measure.indexed ? 0x8000 : measure.ub_place;
    d.table_rows = 4096;
    for (std::uint32_t i = 0; i < measure.rows && measure.indexed; ++i) {
      const std::uint64_t index = stimulus_.below(4096);
      for (unsigned k = 0; k < 4; ++k) {
        world_.ub.at(4 * i + k) = static_cast<std::uint8_t>(index >> (8 * k));
      }
    }
    golden_ = world_;
    beats_ = bursts_ = 0;
    first_burst_ = last_burst_ = first_beat_ = last_beat_ = 0;
    const unsigned count = measure.single ? d.rows : 1;
    if (measure.single) d.rows = 1;
    for (unsigned i = 0; i < count; ++i) {
      descriptors_.push_back(d);
      foresee(d);
      d.mem_addr += d.mem_stride;
      d.ub_addr += d.ub_stride;
    }
  }

  void end_epoch() {
    for (std::uint64_t i = 0; i < kUbBytes; i += 8) {
      std::uint64_t want = 0;
      std::uint64_t have = 0;
      for (unsigned k = 0; k < 8; ++k) {
        want |= std::uint64_t{golden_.ub[i + k]} << (8 * k);
        have |= std::uint64_t{world_.ub[i + k]} << (8 * k);
      }
      expect("UB", static_cast<unsigned>(i), want, have, "epoch " + std::to_string(epoch_));
    }
    if (epoch_ >= kEpochs) {
      const Measure& measure = measures().at(epoch_ - kEpochs);
      const double rate = measure.bursts ? double(bursts_) / double(last_burst_ - first_burst_ + 1)
                                         : double(beats_) / double(last_beat_ - first_beat_ + 1);
      std::printf("  %-36s %5.3f %s a cycle at %u cycles of latency, at least %.2f\n", measure.name,
                  rate, measure.bursts ? "bursts" : "beats", measure.latency, measure.bound());
      expect("rate", epoch_, 1, rate >= measure.bound() ? 1 : 0, measure.name);
    }
    ++epoch_;
    if (epoch_ == kEpochs) {
      for (unsigned i = 0; i < seen_.size(); ++i)
        expect("status that was tried", i, 1, seen_[i] >= 5 ? 1 : 0);
    }
    if (epoch_ == kEpochs + measures().size()) finish();
  }

  // ---- Ports ------------------------------------------------------------------------------------

  void drive() override {
    dut().desc_valid_i = 0;
    dut().r_valid_i = r_held_;
    dut().host_rvalid_i = 0;
    if (in_reset()) {
      dut().desc_valid_i = 0;
      dut().r_valid_i = 0;
      return;
    }
    if (next_ == descriptors_.size() && expected_.empty() && port_.idle() && bursts_due_.empty()) {
      if (begun_) end_epoch();
      begun_ = true;
      if (epoch_ < kEpochs + measures().size()) begin_epoch();
    }
    offered_ = offered_ || (next_ < descriptors_.size() && !chance(pause_));
    dut().desc_valid_i = offered_;
    if (offered_) {
      const auto packed = descriptors_.at(next_).packed(next_ * 0x9e3779b97f4a7c15);
      std::copy(packed.begin(), packed.end(), tb::bytes_of(dut().desc_i));
    }
    dut().comp_ready_i = !chance(stall_comp_);
    dut().ar_ready_i = !chance(stall_ar_);
    drive_r();
    dut().host_gnt_i = port_.grants() && !chance(stall_host_ / 2);
    const HostAccess* answer = port_.answer(cycle_);
    dut().host_rvalid_i = answer != nullptr;
    dut().host_err_i = answer != nullptr ? answer->error : chance(50);
    for (unsigned i = 0; i < kBlock; ++i) {
      tb::bytes_of(dut().host_rdata_i)[i] = answer != nullptr && !answer->write && !answer->error
                                                ? answer->data.at(i)
                                                : static_cast<std::uint8_t>(random().next());
    }
  }

  void drive_r() {
    if (r_held_) return;
    const bool valid =
        !bursts_due_.empty() && bursts_due_.front().due <= cycle_ && !chance(stall_r_);
    dut().r_valid_i = valid;
    r_held_ = valid;
    dut().r_resp_i = 2;
    dut().r_last_i = chance(50);
    for (unsigned i = 0; i < kBusBytes; ++i) {
      tb::bytes_of(dut().r_data_i)[i] = static_cast<std::uint8_t>(random().next());
    }
    if (!valid) return;
    const Burst& burst = bursts_due_.front();
    dut().r_resp_i = world_.resp(burst.addr) & 3U;
    dut().r_last_i = burst.beats == 1;
    for (unsigned i = 0; i < kBusBytes && world_.resp(burst.addr) < 2; ++i) {
      tb::bytes_of(dut().r_data_i)[i] = world_.at(burst.addr + i);
    }
  }

  void posedge() override {
    if (in_reset()) return;
    ++cycle_;
    if (++quiet_ == kPatience) {
      expect("completion", 0, 1, 0,
             expected_.empty() ? "nothing left to wait for" : expected_.front().what);
    }
    if (dut().desc_valid_i != 0 && dut().desc_ready_o != 0) {
      ++next_;
      offered_ = false;
    }
    watch_ar();
    if (dut().r_valid_i != 0 && dut().r_ready_o != 0) {
      r_held_ = false;
      Burst& burst = bursts_due_.front();
      if (beats_++ == 0) first_beat_ = cycle_;
      last_beat_ = cycle_;
      burst.addr += kBusBytes;
      if (--burst.beats == 0) bursts_due_.pop_front();
    }
    watch_host();
    watch_completion();
  }

  void watch_ar() {
    const std::uint64_t addr = dut().ar_addr_o;
    const unsigned beats = dut().ar_len_o + 1U;
    const bool valid = dut().ar_valid_o != 0;
    const bool ready = dut().ar_ready_i != 0;
    if (const char* broken = ar_rules_.watch(valid, ready, {addr, beats})) {
      expect("ar_valid_o", 0, 0, 1, broken);
    }
    if (!valid || !ready) return;
    const std::uint64_t end = addr + std::uint64_t{beats} * kBusBytes;
    const std::string what = std::to_string(beats) + " beats at " + std::to_string(addr);
    expect("ar_addr_o aligned", 0, 0, addr % kBusBytes, what);
    expect("4 KB page", 0, addr / 4096, (end - 1) / 4096, what);
    bool inside = false;
    for (const auto& window : world_.mem_windows) {
      inside = inside || (window.read && window.holds(addr, end));
    }
    expect("read in a window", 0, 1, inside ? 1 : 0, what);
    const std::uint64_t latency =
        random_latency_ ? stimulus_.below(2 * std::uint64_t{latency_} + 1) : latency_;
    if (bursts_++ == 0) first_burst_ = cycle_;
    last_burst_ = cycle_;
    bursts_due_.push_back({addr, beats, cycle_ + latency});
    expect("bursts under way", 0, 1, bursts_due_.size() <= PARAM_Outstanding ? 1 : 0);
  }

  void watch_host() {
    HostAccess access;
    access.addr = dut().host_addr_o;
    access.write = dut().host_we_o != 0;
    access.be = dut().host_be_o;
    std::copy_n(tb::bytes_of(dut().host_wdata_o), kBlock, access.data.begin());
    const bool request = dut().host_req_o != 0;
    const bool grant = dut().host_gnt_i != 0;
    if (const char* broken =
            host_rules_.watch(request, grant, {access.addr, access.be + std::uint64_t{1}})) {
      expect("host_req_o", 0, 0, 1, broken);
    }
    if (request && grant) {
      const auto& window = world_.ub_window;
      expect("host_addr_o aligned", 0, 0, access.addr % kBlock);
      const bool inside = window.holds(access.addr, access.addr + kBlock) &&
                          (access.write ? window.write : window.read);
      expect("access of UB in its window", 0, 1, inside ? 1 : 0, std::to_string(access.addr));
      if (inside) port_.request(access);
    }
    port_.cycle(cycle_ - 1, chance(stall_host_));
  }

  void watch_completion() {
    if (dut().comp_valid_o == 0 || dut().comp_ready_i == 0) return;
    quiet_ = 0;
    expect("completion that is due", 0, 1, expected_.empty() ? 0 : 1);
    if (expected_.empty()) return;
    const auto [want, what] = expected_.front();
    expected_.pop_front();
    expect("comp_o.tag", 0, want.tag, tb::get_bits(dut().comp_o, 99, 8), what);
    expect("comp_o.status", 0, want.status, tb::get_bits(dut().comp_o, 96, 3), what);
    expect("comp_o.addr", 0, want.addr, tb::get_bits(dut().comp_o, 32, 64), what);
    expect("comp_o.bytes", 0, want.bytes, tb::get_bits(dut().comp_o, 0, 32), what);
  }

  using Pair = std::pair<std::uint64_t, std::uint64_t>;

  World world_;
  World golden_;
  tb::dma::Stimulus stimulus_;
  tb::dma::HostPort port_;
  std::vector<Descriptor> descriptors_;
  std::deque<Expected> expected_;
  std::deque<Burst> bursts_due_;
  tb::HandshakeMonitor<Pair> ar_rules_;
  tb::HandshakeMonitor<Pair> host_rules_;
  std::array<unsigned, 8> seen_{};  // per status
  std::size_t next_{};
  unsigned epoch_{};
  bool begun_{};
  bool offered_{};
  bool r_held_{};
  bool errors_{};
  bool random_latency_{};
  unsigned stall_ar_{}, stall_r_{}, stall_host_{}, stall_comp_{}, pause_{}, latency_{};
  std::uint64_t cycle_{};
  std::uint64_t quiet_{};
  std::uint64_t beats_{}, bursts_{};
  std::uint64_t first_burst_{}, last_burst_{}, first_beat_{}, last_beat_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return DmaInBench(argc, argv).run(); }
