// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_dma_in: random descriptors against docs/reference/dma.md, carried out one after the
// other, and the rates of the bus that the page promises. unit/dma_engine.hpp says how.
#include <cstdint>
#include <deque>

#include "Vgsq_dma_in.h"
#include "unit/dma_engine.hpp"

namespace {

using tb::dma::Completion;
using tb::dma::kBusBytes;

struct Reading {
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
    access_block(addr);
    if (golden_.ub_fails(addr)) {
      write_error_ = true;
    } else {
      golden_.ub_at(addr) = value;
    }
  }

  void pad(std::uint64_t ub, std::uint64_t count, std::uint32_t value) override {
    for (; count != 0; --count, ++ub) write(ub, static_cast<std::uint8_t>(value >> (8 * (ub % 4))));
  }

  void copy_burst(std::uint64_t mem, std::uint64_t ub, std::uint32_t count,
                  Completion& done) override {
    for (std::uint32_t k = 0; k < count && done.status == tb::dma::kOk; ++k) {
      if (const unsigned resp = golden_.resp(mem + k); resp >= 2) {
        done.status = resp == 2 ? tb::dma::kSlvErr : tb::dma::kDecErr;
        done.addr = mem + k;
      } else {
        write(ub + k, golden_.at(mem + k));
        ++done.bytes;
      }
    }
  }

  void compare() override { compare_bytes("UB", golden_.ub, world_.ub); }

  // ---- AR and R ---------------------------------------------------------------------------------

  [[nodiscard]] bool memory_idle() const override { return readings_.empty(); }
  [[nodiscard]] bool memory_quiet() override { return dut().ar_valid_o == 0; }

  void reset_memory() override {
    readings_.clear();
    ar_rules_.reset();
    r_held_ = false;
  }

  void drive_memory() override {
    // Some memories take an address only when the one before is answered.
    dut().ar_ready_i = !chance(stall_address_) && (memory_ != 1 || readings_.empty());
    if (r_held_) return;
    const bool valid =
        !readings_.empty() && readings_.front().due <= cycle_ && !chance(stall_data_);
    dut().r_valid_i = valid;
    r_held_ = valid;
    dut().r_resp_i = 2;
    dut().r_last_i = chance(50);
    for (unsigned i = 0; i < kBusBytes; ++i) {
      tb::bytes_of(dut().r_data_i)[i] = random_byte();
    }
    if (!valid) return;
    const Reading& burst = readings_.front();
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
      give_burst(addr, beats);
      readings_.push_back({addr, beats, cycle_ + latency()});
    }
    if (dut().r_valid_i != 0 && dut().r_ready_o != 0) {
      r_held_ = false;
      count_beat();
      Reading& reading = readings_.front();
      if (world_.resp(reading.addr) >= 2) see_error();
      reading.addr += kBusBytes;
      if (--reading.beats != 0) return;
      readings_.pop_front();
      end_burst();
    }
  }

  std::deque<Reading> readings_;
  tb::HandshakeMonitor<Pair> ar_rules_;
  bool r_held_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return DmaInBench(argc, argv).run(); }
