// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_dma_out: random descriptors against docs/reference/dma.md, carried out one after the
// other, and the rates of the bus that the page promises. unit/dma_engine.hpp says how.
//
// Behind an error bursts that were on their way may have been written, or not: a byte of memory may
// then be what it was, or what the descriptor writes there.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>

#include "Vgsq_dma_out.h"
#include "unit/dma_engine.hpp"

namespace {

using tb::dma::Completion;
using tb::dma::kBlock;
using tb::dma::kBusBytes;

constexpr unsigned kPiece = std::min(kBusBytes, kBlock);

struct Beat {
  std::array<std::uint8_t, kBusBytes> data{};
  std::uint64_t strb{};
  bool last{};
};

struct Writing {
  std::uint64_t addr{};
  unsigned beats{};
  unsigned resp{};
};

struct Answer {
  unsigned resp{};
  std::uint64_t due{};
};

class DmaOutBench : public tb::dma::EngineBench<Vgsq_dma_out, true> {
 public:
  DmaOutBench(int argc, char** argv) : EngineBench("gsq_dma_out", argc, argv) {}

 private:
  // ---- The result by definition -----------------------------------------------------------------

  void pad(std::uint64_t /*ub*/, std::uint64_t /*count*/, std::uint32_t /*value*/) override {}

  void copy_burst(std::uint64_t to, std::uint64_t from, std::uint32_t count,
                  Completion& done) override {
    const bool after_error = done.status != tb::dma::kOk;
    unsigned resp = 0;
    bool bad = false;
    for (std::uint32_t k = 0; k < count;) {
      // A piece: what of the burst lies in the same beat, and in the same 32 bytes.
      const auto size = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(count - k, kPiece - (to + k) % kPiece));
      bool bad_piece = false;
      for (std::uint32_t i = k; i < k + size; ++i) {
        access_block(from + i);
        bad_piece = bad_piece || golden_.ub_fails(from + i);
      }
      const unsigned beat = golden_.resp(to + k);
      if (resp < 2) resp = beat;
      for (std::uint32_t i = k; i < k + size && !bad_piece && beat < 2; ++i) {
        put(to + i, golden_.ub_at(from + i), after_error);
      }
      bad = bad || bad_piece;
      k += size;
    }
    if (after_error) return;
    if (resp >= 2 || bad) {
      done.status = resp == 2 ? tb::dma::kSlvErr : resp == 3 ? tb::dma::kDecErr : tb::dma::kUbError;
      done.addr = to;
    } else {
      done.bytes += count;
    }
  }

  void put(std::uint64_t addr, std::uint8_t value, bool perhaps) {
    if (perhaps) {
      others_[addr].insert(value);
    } else {
      golden_.at(addr) = value;
      others_.erase(addr);
    }
  }

  void forget() override { others_.clear(); }

  void compare() override {
    for (const auto& [addr, values] : others_) {
      const std::uint8_t found = world_.at(addr);
      if (values.count(found) != 0) golden_.at(addr) = found;
    }
    compare_bytes("memory", golden_.mem, world_.mem);
    compare_bytes("UB", golden_.ub, world_.ub);
  }

  // ---- AW, W and B ------------------------------------------------------------------------------

  [[nodiscard]] bool memory_idle() const override {
    return writings_.empty() && beats_.empty() && answers_.empty();
  }
  [[nodiscard]] bool memory_quiet() override {
    return dut().aw_valid_o == 0 && dut().w_valid_o == 0;
  }

  void reset_memory() override {
    writings_.clear();
    beats_.clear();
    answers_.clear();
    aw_rules_.reset();
    w_rules_.reset();
    b_held_ = false;
  }

  void drive_memory() override {
    // Some memories take an address only with its data or behind them, or data only behind it.
    const bool whole =
        std::any_of(beats_.begin(), beats_.end(), [](const Beat& b) { return b.last; });
    const bool address = memory_ == 1   ? dut().w_valid_o != 0 || !beats_.empty()
                         : memory_ == 2 ? whole
                                        : true;
    dut().aw_ready_i = address && !chance(stall_address_);
    dut().w_ready_i = (memory_ != 3 || !writings_.empty()) && !chance(stall_data_);
    if (b_held_) return;
    const bool valid = !answers_.empty() && answers_.front().due <= cycle_ && !chance(stall_data_);
    b_held_ = valid;
    dut().b_valid_i = valid;
    dut().b_resp_i = valid ? answers_.front().resp : 2;
  }

  void watch_memory() override {
    const std::uint64_t addr = dut().aw_addr_o;
    const unsigned beats = dut().aw_len_o + 1U;
    const bool valid = dut().aw_valid_o != 0;
    const bool ready = dut().aw_ready_i != 0;
    if (const char* broken = aw_rules_.watch(valid, ready, {addr, beats})) {
      expect("aw_valid_o", 0, 0, 1, broken);
    }
    if (valid && ready) {
      give_burst(addr, beats);
      writings_.push_back({addr, beats, 0});
    }
    watch_beat();
    take_beats();
    if (dut().b_valid_i != 0 && dut().b_ready_o != 0) {
      b_held_ = false;
      answers_.pop_front();
      see_error();
      end_burst();
    }
  }

  void watch_beat() {
    Beat beat;
    std::copy_n(tb::bytes_of(dut().w_data_o), kBusBytes, beat.data.begin());
    beat.strb = dut().w_strb_o;
    beat.last = dut().w_last_o != 0;
    const bool valid = dut().w_valid_o != 0;
    const bool ready = dut().w_ready_i != 0;
    std::uint64_t digest = beat.last ? 1 : 0;
    for (const std::uint8_t byte : beat.data) digest = digest * 0x100000001b3 + byte;
    if (const char* broken = w_rules_.watch(valid, ready, {digest, beat.strb})) {
      expect("w_valid_o", 0, 0, 1, broken);
    }
    if (!valid || !ready) return;
    count_beat();
    beats_.push_back(beat);
  }

  // The memory takes data for the oldest address, which may come later than they do.
  void take_beats() {
    while (!writings_.empty() && !beats_.empty()) {
      Writing& burst = writings_.front();
      const Beat beat = beats_.front();
      beats_.pop_front();
      const unsigned resp = world_.resp(burst.addr);
      if (burst.resp < 2) burst.resp = resp;
      for (unsigned i = 0; i < kBusBytes && resp < 2; ++i) {
        if ((beat.strb >> i & 1U) != 0) world_.at(burst.addr + i) = beat.data.at(i);
      }
      burst.addr += kBusBytes;
      --burst.beats;
      expect("w_last_o", 0, burst.beats == 0 ? 1 : 0, beat.last ? 1 : 0);
      if (burst.beats != 0) continue;
      answers_.push_back({burst.resp & 3U, cycle_ + latency()});
      writings_.pop_front();
    }
  }

  std::map<std::uint64_t, std::set<std::uint8_t>> others_;  // what else a byte may be
  std::deque<Writing> writings_;
  std::deque<Beat> beats_;
  std::deque<Answer> answers_;
  tb::HandshakeMonitor<Pair> aw_rules_;
  tb::HandshakeMonitor<Pair> w_rules_;
  bool b_held_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return DmaOutBench(argc, argv).run(); }
