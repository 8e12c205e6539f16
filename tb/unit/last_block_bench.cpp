// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_last_block: every single bit, every number of lanes and random masks, against a
// search from the last lane down.
#include <array>
#include <cstdint>
#include <string>

#include "Vgsq_last_block.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

using gsq::Width;

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kBits = kVlen / 2;  // of the mask
constexpr unsigned kRandom = 20'000;

class LastBlockBench : public tb::Bench<Vgsq_last_block> {
 public:
  LastBlockBench(int argc, char** argv)
      : Bench("last block of a mask, vectors of " + std::to_string(kVlen) + " bytes", argc, argv) {}

 private:
  // For both widths: each bit alone, and each number of lanes.
  static constexpr unsigned kDirected = 2 * 2 * kBits;

  void drive() override {
    if (case_ == kDirected + kRandom) {
      finish();
      return;
    }
    selected_ = {};
    if (case_ < kDirected) {
      width_ = case_ % 2 == 0 ? Width::B16 : Width::B32;
      bitwise_ = case_ / 2 % 2 == 0;
      number_ = case_ / 4;
      if (bitwise_) {
        selected_.at(number_ % lanes()) = true;
      } else {
        number_ = 1 + number_ % lanes();
      }
    } else {
      width_ = random().percent(50) ? Width::B16 : Width::B32;
      bitwise_ = random().percent(70);
      number_ = 1 + random().below(lanes());
      const unsigned full = 1 + random().below(100);
      for (unsigned i = 0; i < number_; ++i) selected_.at(i) = random().percent(full);
      selected_.at(random().below(number_)) = true;
    }
    ++case_;
    for (unsigned i = 0; i < kBits; ++i) {
      const bool bit = bitwise_ ? selected_.at(i) : i < 8 && (number_ >> i & 1U) != 0;
      tb::set_bit(dut().mask_i, i, bit);
    }
    dut().width_i = static_cast<std::uint8_t>(width_);
    dut().bitwise_i = bitwise_;
  }

  [[nodiscard]] unsigned lanes() const { return kVlen >> static_cast<unsigned>(width_); }

  void posedge() override {
    unsigned lane = lanes() - 1;
    while (bitwise_ ? !selected_.at(lane) : lane >= number_) --lane;
    expect(
        "block_o", 0, lane * (1U << static_cast<unsigned>(width_)) / 32, dut().block_o,
        std::string(width_ == Width::B16 ? "b16" : "b32") + (bitwise_ ? ", bitwise" : ", count"));
  }

  unsigned case_{};
  std::array<bool, kBits> selected_{};
  unsigned number_{};
  bool bitwise_{};
  Width width_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return LastBlockBench(argc, argv).run(); }
