// SPDX-License-Identifier: Apache-2.0
// What the benches of gsq_dma_in and gsq_dma_out share: epochs of descriptors, the ports to UB,
// completions, measurements.
//
// An epoch has its own contents, windows, errors and traffic. Every completion is compared, the
// memories at the end of each epoch, every access of UB with the window and the rules of OBI.
// Epochs at the end measure: no stalls, a memory that answers after a fixed number of cycles.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "common/bench.hpp"
#include "common/handshake.hpp"
#include "unit/dma.hpp"

namespace tb::dma {

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
    return std::min(promised, places * beats / (latency + beats + 10));
  }
};

/// `Dut` is an engine; `kStore`: from UB to memory.
template <typename Dut, bool kStore>
class EngineBench : public Bench<Dut> {
 public:
  EngineBench(const char* name, int argc, char** argv)
      : Bench<Dut>(std::string(name) + " with " + std::to_string(PARAM_DmaDataWidth) + " bits, " +
                       std::to_string(PARAM_Outstanding) + " bursts of " +
                       std::to_string(PARAM_BurstBytes) + " bytes",
                   argc, argv),
        stimulus_(this->random(), world_),
        port_(world_) {}

 protected:
  using Pair = std::pair<std::uint64_t, std::uint64_t>;
  using Bench<Dut>::dut;
  using Bench<Dut>::expect;

  /// Carries out a descriptor that is not refused in golden_.
  virtual void copy(const Descriptor& d, Completion& done) = 0;
  /// The half of AXI4.
  virtual void drive_memory() = 0;
  virtual void watch_memory() = 0;
  [[nodiscard]] virtual bool memory_idle() const = 0;
  /// Compares the contents of the memories.
  virtual void compare() = 0;
  /// Forgets what an epoch has left.
  virtual void forget() {}

  bool chance(unsigned percent) { return this->random().percent(percent); }
  std::uint64_t latency() {
    return random_latency_ ? stimulus_.below(2 * std::uint64_t{latency_} + 1) : latency_;
  }
  static std::uint8_t random_byte(gsq::Rng& random) {
    return static_cast<std::uint8_t>(random.next());
  }

  /// Compares 8 bytes at a time.
  void compare_bytes(const char* what, const std::vector<std::uint8_t>& want,
                     const std::vector<std::uint8_t>& have) {
    for (std::size_t i = 0; i < want.size(); i += 8) {
      std::uint64_t wanted = 0;
      std::uint64_t found = 0;
      for (unsigned k = 0; k < 8; ++k) {
        wanted |= std::uint64_t{want[i + k]} << (8 * k);
        found |= std::uint64_t{have[i + k]} << (8 * k);
      }
      expect(what, static_cast<unsigned>(i), wanted, found, "epoch " + std::to_string(epoch_));
    }
  }

  /// An address of the bus is given: it is legal, in its page, and in a window.
  void check_burst(std::uint64_t addr, unsigned beats) {
    const std::uint64_t end = addr + std::uint64_t{beats} * kBusBytes;
    const std::string what = std::to_string(beats) + " beats at " + std::to_string(addr);
    expect("address aligned", 0, 0, addr % kBusBytes, what);
    expect("4 KB page", 0, addr / 4096, (end - 1) / 4096, what);
    bool inside = false;
    for (const Window& window : world_.mem_windows) {
      inside = inside || ((kStore ? window.write : window.read) && window.holds(addr, end));
    }
    expect("burst in a window", 0, 1, inside ? 1 : 0, what);
    if (bursts_++ == 0) first_burst_ = cycle_;
    last_burst_ = cycle_;
  }
  void count_beat() {
    if (beats_++ == 0) first_beat_ = cycle_;
    last_beat_ = cycle_;
  }

  World world_;
  World golden_;
  std::uint64_t cycle_{};
  unsigned epoch_{};
  unsigned stall_address_{}, stall_data_{};

 private:
  static constexpr unsigned kEpochs = 60;
  static constexpr unsigned kDescriptors = 60;  // of an epoch
  static constexpr std::uint64_t kPatience = 100'000;
  static constexpr unsigned kFirst = 8;  // cycles to the first address
  static constexpr unsigned kIndex = 7;  // with indices
  static constexpr unsigned kBeat = 6;   // from the address to the first beat of W

  struct Expected {
    Completion completion;
    std::string what;
  };

  void foresee(const Descriptor& d) {
    Completion done = verdict(golden_, d, kStore);
    const std::uint64_t row = d.bytes + (kStore ? 0ULL : std::uint64_t{d.left} + d.right);
    if (done.status == kOk && row != 0) copy(d, done);
    ++seen_.at(done.status);
    expected_.push_back({done, d.text()});
  }

  // ---- Epochs -----------------------------------------------------------------------------------

  void begin_epoch() {
    descriptors_.clear();
    next_ = 0;
    forget();
    if (epoch_ < kEpochs) {
      stimulus_.renew(epoch_ % 3 == 1, kStore);
      const unsigned stalls = epoch_ % 4 == 0 ? 0 : epoch_ % 4 == 1 ? 80 : 30;
      for (unsigned* stall : {&stall_address_, &stall_data_, &stall_host_, &stall_comp_, &pause_}) {
        *stall = chance(50) ? stalls : 0;
      }
      latency_ = chance(50) ? 1 + static_cast<unsigned>(stimulus_.below(20)) : 0;
      random_latency_ = chance(50);
      golden_ = world_;
      while (descriptors_.size() < kDescriptors) {
        const bool same = descriptors_.empty() || descriptors_.size() == kDescriptors - 1;
        Descriptor d = same ? stimulus_.same() : stimulus_.next(kStore);
        if (!stimulus_.order(d, kStore)) continue;
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
    // UB takes or gives 32 bytes a cycle.
    static const double half = kBusBytes > kBlock ? 0.5 : 1.0;
    static const double most = 0.95 * half;
    static const std::vector<Measure> all = {
        {"rows of 256 bytes", 512, 256, false, 0, 0, 0, 100, most, false, false},
        {"rows of 256 bytes, unaligned", 512, 256, false, 1, 0, 101, 100, most, false, false},
        {"rows of 1000 bytes, unaligned", 128, 1000, false, 3, 0, 77, 100, most, false, false},
        {"rows of 256 bytes, unaligned in UB", 512, 256, false, 0, 5, 0, 100, 0.88 * half, false,
         false},
        {"rows of 256 bytes, a descriptor each", 512, 256, false, 0, 0, 0, 100, 0.7 * half, false,
         true},
        {"rows of 64 bytes by index", 2048, 64, true, 0, 0, 0, 100, 0.8 * half, false, false},
        {"b32 by index, 50 cycles", 4096, 4, true, 0, 0, 0, 50, 0.9, true, false},
        {"b32 by index, 100 cycles", 4096, 4, true, 0, 0, 0, 100, 0.9, true, false},
    };
    return all;
  }

  void begin_measure() {
    const Measure& measure = measures().at(epoch_ - kEpochs);
    stimulus_.renew(false, false);
    stall_address_ = stall_data_ = stall_host_ = stall_comp_ = pause_ = 0;
    latency_ = measure.latency;
    random_latency_ = false;
    world_.ub_window = {0, kUbBytes, true, true};
    world_.mem_windows[0] = {kMemBase, kMemBase + kMemBytes, true, true};
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
        world_.ub.at(std::size_t{4} * i + k) = static_cast<std::uint8_t>(index >> (8 * k));
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
    compare();
    if (epoch_ >= kEpochs) {
      const Measure& measure = measures().at(epoch_ - kEpochs);
      const auto rate_of = [](std::uint64_t count, std::uint64_t first, std::uint64_t last) {
        return static_cast<double>(count) / static_cast<double>(last - first + 1);
      };
      const double rate = measure.bursts ? rate_of(bursts_, first_burst_, last_burst_)
                                         : rate_of(beats_, first_beat_, last_beat_);
      std::printf("  %-36s %5.3f %s a cycle at %u cycles of latency, at least %.2f\n", measure.name,
                  rate, measure.bursts ? "bursts" : "beats", measure.latency, measure.bound());
      expect("rate", epoch_, 1, rate >= measure.bound() ? 1 : 0, measure.name);
      // One cycle for each bit of the rows - 1.
      unsigned bits = 0;
      const std::uint32_t rows = measure.single ? 1 : measure.indexed ? 4096 : measure.rows;
      while ((rows - 1) >> bits != 0) ++bits;
      expect("cycles to the first address", epoch_, kFirst + bits + (measure.indexed ? kIndex : 0),
             first_burst_ - first_desc_, measure.name);
      if (kStore && epoch_ == kEpochs && kBusBytes <= kBlock) {
        expect("cycles to the first beat", 0, kBeat, first_beat_ - first_burst_);
      }
    }
    ++epoch_;
    for (unsigned i = 0; epoch_ == kEpochs && i < seen_.size(); ++i) {
      expect("status that was tried", i, 1, seen_.at(i) >= 5 ? 1 : 0);
    }
    if (epoch_ == kEpochs + measures().size()) this->finish();
  }

  // ---- Ports ------------------------------------------------------------------------------------

  void drive() override {
    dut().desc_valid_i = 0;
    dut().host_rvalid_i = 0;
    dut().comp_ready_i = !chance(stall_comp_);
    drive_memory();
    if (this->in_reset()) return;
    if (next_ == descriptors_.size() && expected_.empty() && port_.idle() && memory_idle()) {
      if (begun_) end_epoch();
      begun_ = true;
      if (epoch_ < kEpochs + measures().size()) begin_epoch();
    }
    offered_ = offered_ || (next_ < descriptors_.size() && !chance(pause_));
    dut().desc_valid_i = offered_;
    if (offered_) {
      const auto packed = descriptors_.at(next_).packed(next_ * 0x9e3779b97f4a7c15);
      std::copy(packed.begin(), packed.end(), bytes_of(dut().desc_i));
    }
    dut().host_gnt_i = port_.grants() && !chance(stall_host_ / 2);
    const HostAccess* answer = port_.answer(cycle_);
    dut().host_rvalid_i = answer != nullptr;
    dut().host_err_i = answer != nullptr ? answer->error : chance(50);
    const bool data = answer != nullptr && !answer->write && !answer->error;
    for (unsigned i = 0; i < kBlock; ++i) {
      bytes_of(dut().host_rdata_i)[i] = data ? answer->data.at(i) : random_byte(this->random());
    }
  }

  void posedge() override {
    if (this->in_reset()) return;
    ++cycle_;
    if (++quiet_ == kPatience) {
      expect("completion", 0, 1, 0,
             expected_.empty() ? "nothing left to wait for" : expected_.front().what);
    }
    if (dut().desc_valid_i != 0 && dut().desc_ready_o != 0) {
      if (next_++ == 0) first_desc_ = cycle_;
      offered_ = false;
    }
    watch_memory();
    watch_host();
    watch_completion();
  }

  void watch_host() {
    HostAccess access;
    access.addr = dut().host_addr_o;
    access.write = dut().host_we_o != 0;
    access.be = dut().host_be_o;
    std::copy_n(bytes_of(dut().host_wdata_o), kBlock, access.data.begin());
    const bool request = dut().host_req_o != 0;
    const bool grant = dut().host_gnt_i != 0;
    const Pair payload{access.addr, access.be + (std::uint64_t{access.write} << 32)};
    if (const char* broken = host_rules_.watch(request, grant, payload)) {
      expect("host_req_o", 0, 0, 1, broken);
    }
    if (request && grant) {
      const Window& window = world_.ub_window;
      expect("host_addr_o aligned", 0, 0, access.addr % kBlock);
      const bool inside = window.holds(access.addr, access.addr + kBlock) &&
                          (access.write ? !kStore && window.write : window.read);
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
    expect("comp_o.tag", 0, want.tag, get_bits(dut().comp_o, 99, 8), what);
    expect("comp_o.status", 0, want.status, get_bits(dut().comp_o, 96, 3), what);
    expect("comp_o.addr", 0, want.addr, get_bits(dut().comp_o, 32, 64), what);
    expect("comp_o.bytes", 0, want.bytes, get_bits(dut().comp_o, 0, 32), what);
    // What is complete is in the memories.
    if (expected_.empty() && next_ == descriptors_.size()) compare();
  }

  Stimulus stimulus_;
  HostPort port_;
  std::vector<Descriptor> descriptors_;
  std::deque<Expected> expected_;
  HandshakeMonitor<Pair> host_rules_;
  std::array<unsigned, 8> seen_{};  // per status
  std::size_t next_{};
  bool begun_{};
  bool offered_{};
  bool random_latency_{};
  unsigned stall_host_{}, stall_comp_{}, pause_{}, latency_{};
  std::uint64_t quiet_{};
  std::uint64_t beats_{}, bursts_{};
  std::uint64_t first_desc_{}, first_burst_{}, last_burst_{}, first_beat_{}, last_beat_{};
};

}  // namespace tb::dma
