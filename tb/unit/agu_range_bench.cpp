// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_agu_range: compares it with a loop over every block of every iteration.
#include <cstdint>
#include <string>

#include "Vgsq_agu_range.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kBlocks = PARAM_VlenBytes / 32;
constexpr std::uint64_t kUbBlocks = PARAM_UbBytes / 32;
constexpr unsigned kCases = 100'000;

class AguRangeBench : public tb::Bench<Vgsq_agu_range> {
 public:
  AguRangeBench(int argc, char** argv)
      : Bench("range check, " + std::to_string(kBlocks) + " blocks", argc, argv) {}

 private:
  void drive() override {
    if (case_ == kCases) {
      finish();
      return;
    }
    ++case_;
    repeat_ = 1 + random().below(255);
    rep_stride_ = random().below(4) == 0 ? random().below(256) : random().below(12);
    blk_stride_ = random().below(8) == 0 ? random().below(65536) : random().below(64);
    start_ = random().below(1U << 27);
    if (random().below(8) != 0) {  // so that the last block lies around the end of UB
      const std::uint64_t span =
          std::uint64_t{repeat_ - 1} * rep_stride_ + std::uint64_t{kBlocks - 1} * blk_stride_;
      const std::uint64_t end = kUbBlocks + random().below(5);
      start_ = end > span + 2 ? static_cast<unsigned>(end - span - 2) : random().below(4);
    }
    dut().start_i = start_;
    dut().blk_stride_i = blk_stride_;
    dut().rep_stride_i = rep_stride_;
    dut().repeat_i = repeat_;
  }

  void posedge() override {
    if (case_ == 0) return;
    bool outside = false;
    unsigned lowest = 0;  // block of the last iteration
    for (unsigned iteration = 0; iteration < repeat_; ++iteration) {
      for (unsigned k = kBlocks; k-- > 0;) {
        const std::uint64_t block =
            start_ + std::uint64_t{iteration} * rep_stride_ + std::uint64_t{k} * blk_stride_;
        if (block < kUbBlocks) continue;
        outside = true;
        if (iteration + 1 == repeat_) lowest = k;
      }
    }
    expect("outside_o", 0, outside, dut().outside_o);
    if (outside) expect("block_o", 0, lowest, dut().block_o);
  }

  unsigned case_{};
  unsigned start_{};
  unsigned blk_stride_{};
  unsigned rep_stride_{};
  unsigned repeat_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return AguRangeBench(argc, argv).run(); }
