// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_carry_save: the two results add up to the sum of all rows.
#include <cstdint>
#include <string>

#include "Vgsq_carry_save.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kRows = PARAM_Rows;
constexpr unsigned kWidth = PARAM_Width;
constexpr std::uint32_t kMask = (std::uint32_t{1} << kWidth) - 1;
constexpr unsigned kCases = 100'000;

class CarrySaveBench : public tb::Bench<Vgsq_carry_save> {
 public:
  CarrySaveBench(int argc, char** argv)
      : Bench("sum of " + std::to_string(kRows) + " rows", argc, argv) {}

 private:
  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    dut().valid_i = 1;
    sum_ = 0;
    for (unsigned i = 0; i < kRows; ++i) {
      const std::uint32_t row = random().percent(20) ? kMask : random().below(kMask + 1);
      for (unsigned bit = 0; bit < kWidth; ++bit) {
        tb::set_bit(dut().rows_i, kWidth * i + bit, (row >> bit & 1) != 0);
      }
      sum_ += row;
    }
  }

  void posedge() override {
    expect("sum_o + carry_o", 0, sum_ & kMask, (dut().sum_o + dut().carry_o) & kMask);
  }

  unsigned case_{};
  std::uint32_t sum_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return CarrySaveBench(argc, argv).run(); }
