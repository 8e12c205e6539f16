// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_prefix_count: all inputs up to 8 bits, random inputs of every density above, with
// stalls and empty cycles.
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "Vgsq_prefix_count.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kWidth = PARAM_Width;
constexpr unsigned kCuts = PARAM_Cuts;
constexpr unsigned kCases = kWidth <= 8 ? 1U << kWidth : 20000;

constexpr unsigned count_width() {
  unsigned bits = 0;
  while ((1U << bits) < kWidth) ++bits;
  return bits;
}

class PrefixCountBench : public tb::Bench<Vgsq_prefix_count> {
 public:
  PrefixCountBench(int argc, char** argv)
      : Bench("prefix count, " + std::to_string(kWidth) + " inputs", argc, argv) {}

 private:
  using Bits = std::array<bool, kWidth>;

  void drive() override {
    if (case_ == kCases && ++drained_ > 20 * (kCuts + 1)) {
      finish();
      return;
    }
    // The first part holds what is offered; with a stall the same stays.
    if (moved_) {
      stage_[0].reset();
      if (case_ < kCases && !random().percent(20)) {
        const unsigned density = random().below(101);
        Bits bits{};
        for (unsigned i = 0; i < kWidth; ++i) {
          bits[i] = kWidth <= 8 ? ((case_ >> i) & 1U) != 0 : random().percent(density);
        }
        stage_[0] = bits;
        ++case_;
      }
    }
    unsigned valid = 0;
    for (unsigned c = 0; c <= kCuts; ++c) valid |= (stage_[c] ? 1U : 0U) << c;
    dut().valid_i = static_cast<std::uint8_t>(valid);
    for (unsigned i = 0; i < kWidth; ++i) {
      tb::set_bit(dut().bits_i, i, stage_[0] ? (*stage_[0])[i] : random().percent(50));
    }
    moved_ = !random().percent(30);
    dut().en_i = moved_;
  }

  void posedge() override {
    if (stage_[kCuts]) {
      unsigned count = 0;
      for (unsigned i = 0; i < kWidth; ++i) {
        expect("count_o", i, count, tb::get_bits(dut().count_o, i * count_width(), count_width()));
        if ((*stage_[kCuts])[i]) ++count;
      }
    }
    if (!moved_) return;
    for (unsigned c = kCuts; c > 0; --c) stage_[c] = stage_[c - 1];
  }

  unsigned case_{};
  unsigned drained_{};  // cycles since the last case
  bool moved_{true};
  std::array<std::optional<Bits>, kCuts + 1> stage_;  // by part
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return PrefixCountBench(argc, argv).run(); }
