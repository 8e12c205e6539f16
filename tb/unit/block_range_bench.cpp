// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_block_range: compares it with a loop over the blocks.
#include <cstdint>
#include <string>

#include "Vgsq_block_range.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kBlocks = PARAM_VlenBytes / 32;
constexpr std::uint64_t kUbBlocks = PARAM_UbBytes / 32;
constexpr unsigned kCases = 200'000;

class BlockRangeBench : public tb::Bench<Vgsq_block_range> {
 public:
  BlockRangeBench(int argc, char** argv)
      : Bench("range of " + std::to_string(kBlocks) + " blocks", argc, argv) {}

 private:
  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    const unsigned limit = random().below(4) == 0 ? 65536 : static_cast<unsigned>(kUbBlocks / 4);
    stride_ = random().below(limit);
    start_ = random().below(1U << 27);
    if (random().below(8) != 0) {  // so that one of the blocks lies around the end of UB
      const std::uint64_t span = std::uint64_t{random().below(kBlocks)} * stride_;
      const std::uint64_t end = kUbBlocks + random().below(4);
      start_ = end > span + 2 ? static_cast<unsigned>(end - span - 2) : random().below(4);
    }
    dut().start_i = start_;
    dut().blk_stride_i = static_cast<std::uint16_t>(stride_);
  }

  void posedge() override {
    for (unsigned k = 0; k < kBlocks; ++k) {
      expect("outside_o", k, start_ + std::uint64_t{k} * stride_ >= kUbBlocks,
             dut().outside_o >> k & 1U);
    }
  }

  unsigned case_{};
  unsigned start_{};
  unsigned stride_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return BlockRangeBench(argc, argv).run(); }
