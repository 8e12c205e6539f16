// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_dma_in: random descriptors against docs/reference/dma.md, carried out one after the
// other, and the rates of the bus that the page promises. unit/dma_engine.hpp says how.
#include <cstdint>
#include <deque>

#include "Vgsq_dma_in.h"
#include "unit/dma_engine.hpp"

namespace {

using tb::dma::Completion;
using tb::dma::Descriptor;
using tb::dma::kBusBytes;
using tb::dma::kGranule;

struct Burst {
  std::uint64_t addr{};
  unsigned beats{};
  std::uint64_t due{};
};

class DmaInBench : public tb::dma::EngineBench<Vgsq_dma_in, false> {
 public:
  DmaInBench(int argc, char** argv) : EngineBench("gsq_dma_in", argc, argv) {}

 private:
  // ---- The result by definition -----------------------------------------------------------------

  void write(std::uint64_t addr, std::uint8_t value) {
    if (golden_.ub_bad.at(addr / kGranule)) {
      ub_error_ = true;
    } else {
      golden_.ub.at(addr) = value;
    }
  }

  void copy(const Descriptor& d, Completion& done) override {
    ub_error_ = false;
    for (std::uint32_t r = 0; r < d.rows && done.status == tb::dma::kOk; ++r) {
      copy_row(d, r, done);
    }
    if (done.status == tb::dma::kOk && ub_error_) done.status = tb::dma::kUbError;
  }

  void copy_row(const Descriptor& d, std::uint32_t r, Completion& done) {
    std::uint64_t ub = d.ub_addr + std::int64_t{r} * d.ub_stride;
    std::int64_t i = r;
    bool out = false;
    if (d.indexed && d.bytes != 0) {
      const auto [index, error] = index_of(golden_, d, r);
      out = index >= d.table_rows;
      if (error || (out && !d.skip)) {
        done.status = error ? tb::dma::kUbError : tb::dma::kIndex;
        done.addr = error ? d.index_addr : index;
        return;
      }
      i = static_cast<std::int64_t>(index);
    }
    const auto pad = [&](std::uint64_t count) {
      for (; count != 0; --count, ++ub) {
        write(ub, static_cast<std::uint8_t>(d.value >> (8 * (ub % 4))));
      }
    };
    pad(d.left);
    if (out) pad(d.bytes);
    for (std::uint32_t k = 0; k < d.bytes && !out; ++k, ++ub) {
      const std::uint64_t from = d.mem_addr + i * d.mem_stride + k;
      if (const unsigned resp = golden_.resp(from); resp >= 2) {
        done.status = resp == 2 ? tb::dma::kSlvErr : tb::dma::kDecErr;
        done.addr = from;
        return;
      }
      write(ub, golden_.at(from));
      ++done.bytes;
    }
    pad(d.right);
  }

  void compare() override { compare_bytes("UB", golden_.ub, world_.ub); }

  // ---- AR and R ---------------------------------------------------------------------------------

  [[nodiscard]] bool memory_idle() const override { return bursts_due_.empty(); }

  void drive_memory() override {
    dut().ar_ready_i = !chance(stall_address_);
    if (r_held_) return;
    const bool valid =
        !bursts_due_.empty() && bursts_due_.front().due <= cycle_ && !chance(stall_data_);
    dut().r_valid_i = valid;
    r_held_ = valid;
    dut().r_resp_i = 2;
    dut().r_last_i = chance(50);
    for (unsigned i = 0; i < kBusBytes; ++i) {
      tb::bytes_of(dut().r_data_i)[i] = random_byte(random());
    }
    if (!valid) return;
    const Burst& burst = bursts_due_.front();
    dut().r_resp_i = world_.resp(burst.addr) & 3U;
    dut().r_last_i = burst.beats == 1;
    for (unsigned i = 0; i < kBusBytes && world_.resp(burst.addr) < 2; ++i) {
      tb::bytes_of(dut().r_data_i)[i] = world_.at(burst.addr + i);
    }
  }

  void watch_memory() override {
    const std::uint64_t addr = dut().ar_addr_o;
    const unsigned beats = dut().ar_len_o + 1U;
    const bool valid = dut().ar_valid_o != 0;
    const bool ready = dut().ar_ready_i != 0;
    if (const char* broken = ar_rules_.watch(valid, ready, {addr, beats})) {
      expect("ar_valid_o", 0, 0, 1, broken);
    }
    if (valid && ready) {
      check_burst(addr, beats);
      bursts_due_.push_back({addr, beats, cycle_ + latency()});
      expect("bursts under way", 0, 1, bursts_due_.size() <= PARAM_Outstanding ? 1 : 0);
    }
    if (dut().r_valid_i != 0 && dut().r_ready_o != 0) {
      r_held_ = false;
      count_beat();
      Burst& burst = bursts_due_.front();
      burst.addr += kBusBytes;
      if (--burst.beats == 0) bursts_due_.pop_front();
    }
  }

  std::deque<Burst> bursts_due_;
  tb::HandshakeMonitor<Pair> ar_rules_;
  bool r_held_{};
  bool ub_error_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return DmaInBench(argc, argv).run(); }
