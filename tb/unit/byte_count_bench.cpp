// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_byte_count: sparse and dense masks against a count lane by lane. Without en_i it
// must keep its count.
#include <string>
#include <vector>

#include "Vgsq_byte_count.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kCases = 40'000;

class ByteCountBench : public tb::Bench<Vgsq_byte_count> {
 public:
  ByteCountBench(int argc, char** argv)
      : Bench("count of the bytes of " + std::to_string(kVlen), argc, argv) {}

 private:
  void drive() override {
    if (case_ == kCases) {
      finish();
      return;
    }
    ++case_;
    enabled_ = case_ == 1 || random().percent(80);
    const unsigned percent = random().below(5) * 25;  // none and all too
    width_ = random().below(PARAM_LaneOps != 0 ? 4 : 3);
    for (unsigned i = 0; i < kVlen; ++i) {
      mask_[i] = random().percent(percent);
      tb::set_bit(dut().mask_i, i, mask_[i]);
    }
    dut().width_i = static_cast<std::uint8_t>(width_);
    dut().en_i = enabled_;
  }

  void posedge() override {
    if (case_ > 1) expect("count_o", 0, count_, dut().count_o);
    if (!enabled_) return;
    count_ = 0;
    const unsigned bytes = 1U << width_;
    for (unsigned i = 0; i < kVlen; i += bytes) count_ += mask_[i] ? bytes : 0;
  }

  unsigned case_{};
  bool enabled_{};
  unsigned width_{};
  std::vector<bool> mask_ = std::vector<bool>(kVlen);
  unsigned count_{};  // expected for the inputs taken last
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return ByteCountBench(argc, argv).run(); }
