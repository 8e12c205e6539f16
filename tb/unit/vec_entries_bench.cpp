// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_vec_entries: operand words of as many iterations as there are entries, in random
// order over lanes and sources, with pauses on both sides. The reference computes lane by lane.
#include <array>
#include <cstdint>
#include <deque>
#include <string>

#include "Vgsq_vec_entries.h"
#include "common/bench.hpp"
#include "unit/mem_tag.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kWords = kVlen / 4;
constexpr unsigned kDepth = PARAM_Depth;
constexpr unsigned kIterations = 10'000;

struct Iteration {
  unsigned entry{};
  unsigned op{};
  bool wide{};
  std::array<bool, kWords> read{};                          // words that the command reads
  std::array<std::array<std::uint32_t, kWords>, 2> data{};  // of each source
  std::array<std::array<bool, kWords>, 2> waits{};

  [[nodiscard]] bool come() const {
    for (const auto& source : waits) {
      for (const bool wait : source) {
        if (wait) return false;
      }
    }
    return true;
  }
};

/// One lane of `width` bytes, wrapping.
std::uint32_t compute(unsigned op, unsigned width, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t bits = width == 4 ? 0xffffffffU : 0xffffU;
  const std::uint32_t sign = width == 4 ? 0x80000000U : 0x8000U;
  if (op == tb::kAbs && (a & sign) != 0) a = 0 - a;
  if (op == tb::kAdd) a += b;
  return a & bits;
}

std::uint32_t result(const Iteration& iteration, unsigned i) {
  const std::uint32_t a = iteration.data[0].at(i);
  const std::uint32_t b = iteration.data[1].at(i);
  if (iteration.wide) return compute(iteration.op, 4, a, b);
  return compute(iteration.op, 2, a & 0xffffU, b & 0xffffU) |
         compute(iteration.op, 2, a >> 16U, b >> 16U) << 16U;
}

class VecEntriesBench : public tb::Bench<Vgsq_vec_entries> {
 public:
  VecEntriesBench(int argc, char** argv)
      : Bench("vec entries, vectors of " + std::to_string(kVlen) + " bytes, " +
                  std::to_string(kDepth) + " entries",
              argc, argv) {}

 private:
  bool chance(unsigned percent) { return random().percent(percent); }

  void drive() override {
    dut().read_whole_i = 0;
    dut().ready_i = 0;
    for (unsigned i = 0; i < kWords; ++i) {
      tb::set_bit(dut().operand_i, i, false);
      set_data(i, 0);
      dut().entry_i[i] = static_cast<std::uint8_t>(random().below(kDepth));
      dut().op_i[i] = static_cast<std::uint8_t>(random().below(3));
      tb::set_bit(dut().wide_i, i, random().below(2) != 0);
    }
    if (in_reset()) return;
    dut().ready_i = chance(ready_);
    if (count_ == kIterations && iterations_.empty()) {
      finish();
      return;
    }
    // An entry is used again from the cycle after its result was taken.
    if (count_ < kIterations && iterations_.size() < kDepth && !chance(pause_)) begin();
    for (unsigned i = 0; i < kWords; ++i) {
      if (chance(pause_) || chance(few_)) continue;
      // Any iteration, of these that wait for a word of this lane; either source.
      const unsigned start = random().below(kDepth);
      const unsigned first = random().below(2);
      for (unsigned k = 0; k < 2 * kDepth; ++k) {
        const unsigned number = (start + k / 2) % kDepth;
        if (number >= iterations_.size()) continue;
        Iteration& iteration = iterations_.at(number);
        const unsigned source = first ^ (k & 1U);
        if (!iteration.waits.at(source).at(i)) continue;
        iteration.waits.at(source).at(i) = false;
        tb::set_bit(dut().operand_i, i, true);
        set_data(i, iteration.data.at(source).at(i));
        dut().entry_i[i] = static_cast<std::uint8_t>(iteration.entry);
        dut().op_i[i] = static_cast<std::uint8_t>(iteration.op);
        tb::set_bit(dut().wide_i, i, iteration.wide);
        break;
      }
    }
    if (results_ < iterations_.size() && iterations_.at(results_).come()) {
      dut().read_whole_i = chance(80);
    }
  }

  void begin() {
    if (count_ % 100 == 0) {
      ready_ = 20 + random().below(4) * 25;
      pause_ = random().below(3) * 30;
      few_ = random().below(3) * 40;
    }
    Iteration iteration;
    iteration.entry = count_++ % kDepth;
    iteration.op = random().below(3);
    iteration.wide = random().below(2) != 0;
    const unsigned used = chance(30) ? random().below(101) : 100;
    for (unsigned i = 0; i < kWords; ++i) {
      iteration.read.at(i) = chance(used);
      for (auto& data : iteration.data) data.at(i) = operand();
      iteration.waits[0].at(i) = iteration.read.at(i);
      iteration.waits[1].at(i) = iteration.read.at(i) && iteration.op == tb::kAdd;
    }
    iterations_.push_back(iteration);
  }

  // Often bytes of zeros or ones, for carries and signs.
  std::uint32_t operand() {
    std::uint32_t data = 0;
    for (unsigned i = 0; i < 4; ++i) {
      data = data << 8U | (chance(30) ? random().below(2) * 255 : random().below(256));
    }
    return data;
  }

  void set_data(unsigned i, std::uint32_t data) {
    for (unsigned k = 0; k < 4; ++k) {
      tb::bytes_of(dut().data_i)[4 * i + k] = static_cast<std::uint8_t>(data >> (8 * k));
    }
  }

  void posedge() override {
    if (in_reset()) return;
    expect("valid_o", 0, results_ != 0, dut().valid_o);
    if (results_ != 0) {
      const Iteration& oldest = iterations_.front();
      for (unsigned i = 0; i < kWords; ++i) {
        if (!oldest.read.at(i)) continue;
        expect("data_o", i, result(oldest, i), tb::get_bits(dut().data_o, 32 * i, 32),
               "operation " + std::to_string(oldest.op));
      }
      if (dut().ready_i != 0) {
        iterations_.pop_front();
        --results_;
      }
    }
    if (dut().read_whole_i != 0) ++results_;
  }

  unsigned count_{};    // iterations that have begun
  unsigned results_{};  // of those below: complete, from the oldest on
  unsigned ready_{50};  // percent, like the following
  unsigned pause_{};
  unsigned few_{};
  std::deque<Iteration> iterations_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return VecEntriesBench(argc, argv).run(); }
