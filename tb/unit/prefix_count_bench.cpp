// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_prefix_count: all inputs up to 8 bits, random inputs of every density above.
#include <cstdint>
#include <string>

#include "Vgsq_prefix_count.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kWidth = PARAM_Width;
constexpr unsigned kCases = kWidth <= 8 ? 1U << kWidth : 20000;

constexpr unsigned count_width() {
  unsigned bits = 0;
  while ((kWidth >> bits) != 0) ++bits;
  return bits;
}

class PrefixCountBench : public tb::Bench<Vgsq_prefix_count> {
 public:
  PrefixCountBench(int argc, char** argv)
      : Bench("prefix count, " + std::to_string(kWidth) + " inputs", argc, argv) {}

 private:
  void drive() override {
    if (case_ == kCases) {
      finish();
      return;
    }
    dut().valid_i = 1;
    const unsigned density = random().below(101);
    for (unsigned i = 0; i < kWidth; ++i) {
      bits_[i] = kWidth <= 8 ? ((case_ >> i) & 1U) != 0 : random().percent(density);
      tb::set_bit(dut().bits_i, i, bits_[i]);
    }
    ++case_;
  }

  void posedge() override {
    unsigned count = 0;
    for (unsigned i = 0; i < kWidth; ++i) {
      expect("count_o", i, count, tb::get_bits(dut().count_o, i * count_width(), count_width()));
      if (bits_[i]) ++count;
    }
    expect("total_o", 0, count, dut().total_o);
  }

  unsigned case_{};
  bool bits_[kWidth]{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return PrefixCountBench(argc, argv).run(); }
