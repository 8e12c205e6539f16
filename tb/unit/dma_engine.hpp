// SPDX-License-Identifier: Apache-2.0
// What the benches of gsq_dma_in and gsq_dma_out share: epochs of descriptors, the ports to UB,
// completions, measurements.
//
// An epoch has its own contents, windows, errors and traffic. Compared are completions, which need
// all their answers, bursts, accesses of each block of UB, and at the end the memories. Then come
// epochs of directed cases, and some that measure: without stalls, at a fixed latency.
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
#include "unit/dma_golden.hpp"
#include "unit/dma_measure.hpp"
#include "unit/dma_stimulus.hpp"

namespace tb::dma {

/// `Dut` is an engine; `kStore`: from UB to memory.
template <typename Dut, bool kStore>
class EngineBench : public Bench<Dut>, protected Golden {
 public:
  EngineBench(const char* name, int argc, char** argv)
      : Bench<Dut>(std::string(name) + " with " + std::to_string(PARAM_DmaDataWidth) + " bits, " +
                       std::to_string(PARAM_Outstanding) + " bursts of " +
                       std::to_string(PARAM_BurstBytes) + " bytes",
                   argc, argv),
        Golden(kStore),
        stimulus_(this->random(), world_),
        port_(world_) {}

 protected:
  using Pair = std::pair<std::uint64_t, std::uint64_t>;
  using Bench<Dut>::dut;
  using Bench<Dut>::expect;

  /// The half of AXI4.
  virtual void drive_memory() = 0;
  virtual void watch_memory() = 0;
  [[nodiscard]] virtual bool memory_idle() const = 0;
  [[nodiscard]] virtual bool memory_quiet() = 0;  // no valid of the engine
  virtual void reset_memory() = 0;
  /// Compares the contents of the memories.
  virtual void compare() = 0;
  /// Forgets what an epoch has left.
  virtual void forget() {}

  bool chance(unsigned percent) { return this->random().percent(percent); }
  std::uint64_t latency() {
    return random_latency_ ? stimulus_.below(2 * std::uint64_t{latency_} + 1) : latency_;
  }
  std::uint8_t random_byte() { return static_cast<std::uint8_t>(this->random().next()); }

  /// Compares 8 bytes at a time.
  void compare_bytes(const char* what, const std::vector<std::uint8_t>& want,
                     const std::vector<std::uint8_t>& have) {
    for (std::size_t i = 0; i < want.size(); i += 8) {
      std::uint64_t wanted = 0;
      std::uint64_t found = 0;
      std::copy_n(&want[i], 8, bytes_of(wanted));
      std::copy_n(&have[i], 8, bytes_of(found));
      expect(what, static_cast<unsigned>(i), wanted, found, "epoch " + std::to_string(epoch_));
    }
  }

  /// An address of the bus is given: that of the next burst, in its page and in a window.
  void give_burst(std::uint64_t addr, unsigned beats) {
    const std::uint64_t end = addr + std::uint64_t{beats} * kBusBytes;
    const std::string what = std::to_string(beats) + " beats at " + std::to_string(addr);
    expect("4 KB page", 0, addr / 4096, (end - 1) / 4096, what);
    bool inside = false;
    for (const Window& window : world_.mem_windows) {
      inside = inside || ((kStore ? window.write : window.read) && window.holds(addr, end));
    }
    expect("burst in a window", 0, 1, inside ? 1 : 0, what);
    meters_[kBursts].tick(cycle_);
    if (!due_.empty() && due_.front().behind && due_.front().addr != addr) {
      skip_behind(due_.front().number);
    }
    expect("burst that is due", 0, 1, due_.empty() ? 0 : 1, what);
    if (due_.empty()) return;
    const Burst burst = due_.front();
    due_.pop_front();
    const std::string text = descriptors_.at(burst.number).text();
    expect("address of a burst", 0, burst.addr, addr, text);
    expect("beats of a burst", 0, burst.beats, beats, text);
    under_way_.push_back(burst);
    expect("bursts under way", 0, 1, under_way_.size() <= PARAM_Outstanding ? 1 : 0);
    if (descriptors_.at(burst.number).after) {
      const unsigned complete = completed_ + (dut().comp_valid_o != 0 ? 1 : 0);
      expect("completions before a descriptor with after", 0, 1, complete >= burst.number ? 1 : 0,
             text);
    }
    if (burst.behind && failed_ == static_cast<int>(burst.number)) {
      ++behind_;
      if (kStore || epoch_ == kFailing) {
        expect("bursts behind an error", 0, 1, behind_ <= kBehind ? 1 : 0, text);
      }
    }
  }
  /// The memory has answered with an error, or UB has not given a byte, in the oldest burst.
  void see_error() {
    if (!under_way_.front().fails) return;
    failed_ = static_cast<int>(under_way_.front().number);
    behind_ = 0;
  }
  /// The oldest burst has been answered.
  void end_burst() { under_way_.pop_front(); }

  void count_beat() { meters_[kBeats].tick(cycle_); }

  World world_;
  std::deque<Burst> under_way_;
  std::uint64_t cycle_{};
  unsigned epoch_{};
  unsigned stall_address_{}, stall_data_{};
  unsigned memory_{};  // how its handshakes wait for each other

 private:
  static constexpr unsigned kEpochs = 60;
  static constexpr unsigned kDescriptors = 60;  // of an epoch
  // Directed cases, and measurements.
  enum : unsigned { kWrapping = kEpochs, kLarge, kChained, kFailing, kMeasures };
  static constexpr std::uint64_t kPatience = 1'000'000;
  static constexpr unsigned kBehind = kStore ? 2 : 3;  // bursts given behind an error
  static constexpr unsigned kFirst = 8;                // cycles to the first address
  static constexpr unsigned kList = 9;                 // with indices
  static constexpr unsigned kBeat = 7;                 // from the address to the first beat of W

  // ---- Epochs -----------------------------------------------------------------------------------

  void clear_epoch() {
    Golden::clear();
    descriptors_.clear();
    next_ = 0;
    completed_ = 0;
    written_ = reset_at_ = 0;
    failed_ = -1;
    long_comp_ = false;
    meters_ = {};
    forget();
  }

  void begin_epoch() {
    do {
      clear_epoch();
      stimulus_.renew(epoch_ < kEpochs && epoch_ % 3 == 1, epoch_ % 4 == 3, kStore);
      if (epoch_ < kEpochs) {
        begin_random();
      } else if (epoch_ < kMeasures) {
        begin_directed();
      } else {
        begin_measure();
      }
      golden_ = world_;
      for (const Descriptor& d : descriptors_) foresee(d);
    } while (ambiguous());
    for (unsigned i = 0; i < PARAM_MemWindows; ++i) {
      world_.mem_windows.at(i).drive(dut().mem_window_i[i]);
    }
    world_.ub_window.drive(dut().ub_window_i);
  }

  void begin_random() {
    const unsigned stalls = epoch_ % 4 == 0 ? 0 : epoch_ % 4 == 1 ? 80 : 30;
    for (unsigned* stall : {&stall_address_, &stall_data_, &stall_host_, &stall_comp_, &pause_}) {
      *stall = chance(50) ? stalls : 0;
    }
    latency_ = chance(50) ? 1 + static_cast<unsigned>(stimulus_.below(20)) : 0;
    random_latency_ = chance(50);
    memory_ = static_cast<unsigned>(stimulus_.below(6));
    long_comp_ = epoch_ % 5 == 2;
    if (epoch_ % 10 == 6) reset_at_ = cycle_ + 100 + stimulus_.below(600);
    while (descriptors_.size() < kDescriptors) {
      const bool same = descriptors_.empty() || descriptors_.size() == kDescriptors - 1;
      Descriptor d = same ? stimulus_.same() : stimulus_.next(kStore);
      if (stimulus_.order(d, kStore)) descriptors_.push_back(d);
    }
  }

  void set_traffic(unsigned latency, unsigned stall_host) {
    stall_address_ = stall_data_ = stall_comp_ = pause_ = memory_ = 0;
    stall_host_ = stall_host;
    latency_ = latency;
    random_latency_ = false;
  }

  void begin_directed() {
    set_traffic(5, epoch_ == kChained ? 80 : 0);
    descriptors_ = epoch_ == kWrapping  ? stimulus_.wrapping()
                   : epoch_ == kLarge   ? stimulus_.large()
                   : epoch_ == kChained ? stimulus_.chained()
                                        : stimulus_.failing();
  }

  void begin_measure() {
    const Measure& measure = measures().at(epoch_ - kMeasures);
    set_traffic(measure.latency, 0);
    descriptors_ = measure.prepare(world_, this->random());
  }

  void end_epoch() {
    compare();
    for (unsigned i = 0; i < accesses_.size(); ++i) {
      expect("writes of a block of UB", i, 0, static_cast<unsigned>(accesses_[i][1]));
      const int reads = ended_early_ ? 0 : accesses_[i][0];
      expect("reads of a block of UB", i, 0, static_cast<unsigned>(reads));
    }
    if (epoch_ >= kMeasures) end_measure();
    ++epoch_;
    if (epoch_ == kEpochs) {
      for (unsigned i = 0; i < seen_.size(); ++i) {
        expect("status that was tried", i, 1, seen_.at(i) >= 2 ? 1 : 0);
      }
      expect("resets that were tried", 0, 1, resets_ >= 2 ? 1 : 0);
    }
    while (epoch_ >= kMeasures && epoch_ < end_ && !measured(measures().at(epoch_ - kMeasures))) {
      ++epoch_;
    }
    if (epoch_ == end_) this->finish();
  }

  // Measurements need a large UB and many bursts.
  static bool measured(const Measure& measure) {
    return kUbBytes == 0x40000 && PARAM_Outstanding >= 8 && measure.figure(kStore) != 0 &&
           measure.outstanding <= std::max(PARAM_Outstanding, 64);
  }

  void end_measure() {
    const Measure& measure = measures().at(epoch_ - kMeasures);
    const double rate = meters_.at(measure.per).rate();
    const double least = measure.least(kStore);
    std::printf("  %-36s %5.3f %s a cycle at %u cycles of latency, at least %.3f\n", measure.name,
                rate, measure.unit(), measure.latency, least);
    expect("rate", epoch_, 1, rate >= least ? 1 : 0, measure.name);
    if (meters_[kBursts].count == 0) return;
    // One cycle for each bit of the rows - 1.
    const Descriptor& d = descriptors_.front();
    const std::uint32_t rows = d.indexed ? d.table_rows : d.rows;
    unsigned bits = 0;
    while ((rows - 1) >> bits != 0) ++bits;
    expect("cycles to the first address", epoch_, kFirst + bits + (d.indexed ? kList : 0),
           meters_[kBursts].first - first_desc_, measure.name);
    if (kStore && epoch_ == kMeasures && kBusBytes <= kBlock) {
      expect("cycles to the first beat", 0, kBeat, meters_[kBeats].first - meters_[kBursts].first);
    }
  }

  // ---- Ports ------------------------------------------------------------------------------------

  // A reset in the middle of an epoch: nothing of it is left, and no answer comes any more.
  void begin_reset() {
    ++resets_;
    in_reset_ = 2;
    clear_epoch();
    under_way_.clear();
    port_.reset();
    host_rules_.reset();
    reset_memory();
    offered_ = begun_ = false;
    ++epoch_;
  }

  void drive() override {
    dut().desc_valid_i = 0;
    dut().host_rvalid_i = 0;
    dut().comp_ready_i = !chance(stall_comp_) && (!long_comp_ || cycle_ % 1024 < 20);
    if (reset_at_ != 0 && cycle_ >= reset_at_) begin_reset();
    drive_memory();
    if (in_reset_ != 0) dut().rst_ni = 0;
    if (this->in_reset() || in_reset_ != 0) return;
    if (next_ == descriptors_.size() && expected_.empty() && port_.idle() && memory_idle()) {
      if (begun_) end_epoch();
      begun_ = true;
      if (epoch_ < end_) begin_epoch();
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
    if (answer != nullptr && answer->write) ++written_;
    for (unsigned i = 0; i < kBlock; ++i) {
      bytes_of(dut().host_rdata_i)[i] = data ? answer->data.at(i) : random_byte();
    }
  }

  void posedge() override {
    if (this->in_reset()) return;
    ++cycle_;
    if (in_reset_ != 0) {
      --in_reset_;
      const bool quiet = memory_quiet() && dut().host_req_o == 0 && dut().comp_valid_o == 0;
      return expect("valid during reset", 0, 0, quiet ? 0 : 1);
    }
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
    port_.cycle(cycle_ - 1, chance(stall_host_));
    if (request && grant) take_access(access);
  }

  void take_access(const HostAccess& access) {
    const Window& window = world_.ub_window;
    expect("host_addr_o aligned", 0, 0, access.addr % kBlock);
    const bool inside = window.holds(access.addr, access.addr + kBlock) &&
                        (access.write ? !kStore && window.write : window.read);
    const std::string what = std::to_string(access.addr);
    expect("access of UB in its window", 0, 1, inside ? 1 : 0, what);
    if (!inside) return;
    if (!access.write) expect("host_be_o of a read", 0, 0xffffffff, access.be, what);
    int& left = accesses_.at((access.addr - kUbBase) / kBlock).at(access.write ? 1 : 0);
    expect("access of UB that is due", access.write ? 1 : 0, 1, left > 0 ? 1 : 0, what);
    --left;
    meters_[kAccesses].tick(cycle_);
    port_.request(access);
  }

  void watch_completion() {
    if (dut().comp_valid_o == 0 || dut().comp_ready_i == 0) return;
    quiet_ = 0;
    expect("completion that is due", 0, 1, expected_.empty() ? 0 : 1);
    if (expected_.empty()) return;
    const auto [want, writes, what] = expected_.front();
    expected_.pop_front();
    expect("comp_o.tag", 0, want.tag, get_bits(dut().comp_o, 99, 8), what);
    expect("comp_o.status", 0, want.status, get_bits(dut().comp_o, 96, 3), what);
    expect("comp_o.addr", 0, want.addr, get_bits(dut().comp_o, 32, 64), what);
    expect("comp_o.bytes", 0, want.bytes, get_bits(dut().comp_o, 0, 32), what);
    // All its bursts have been given and answered, and its writes.
    skip_behind(completed_);
    expect("burst that was not given", 0, 0, !due_.empty() && due_.front().number <= completed_,
           what);
    expect("burst that is not answered", 0, 0,
           !under_way_.empty() && under_way_.front().number <= completed_, what);
    expect("writes that are not answered", 0, 1, written_ >= writes ? 1 : 0, what);
    ++completed_;
    meters_[kCompletions].tick(cycle_);
    // What is complete is in the memories.
    if (expected_.empty() && next_ == descriptors_.size()) compare();
  }

  Stimulus stimulus_;
  HostPort port_;
  std::vector<Descriptor> descriptors_;
  HandshakeMonitor<Pair> host_rules_;
  const unsigned end_ = kMeasures + static_cast<unsigned>(measures().size());
  std::uint64_t written_{};  // writes of UB that are answered
  std::size_t next_{};
  unsigned completed_{};
  int failed_{-1};     // the descriptor whose error has been seen
  unsigned behind_{};  // bursts given since
  bool begun_{}, offered_{};
  bool random_latency_{};
  bool long_comp_{};  // completions wait long
  unsigned stall_host_{}, stall_comp_{}, pause_{}, latency_{};
  unsigned in_reset_{}, resets_{};
  std::uint64_t quiet_{}, reset_at_{};
  std::uint64_t first_desc_{};
  std::array<Meter, 4> meters_{};
};

}  // namespace tb::dma
