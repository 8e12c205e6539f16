// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_block_map: every word of every block, against the bank function of the contract.
#include <cstdint>
#include <string>

#include "Vgsq_block_map.h"
#include "common/bench.hpp"
#include "unit/bank_function.hpp"

namespace {

constexpr unsigned kBlocks = PARAM_UbBytes / 32;
constexpr unsigned kBlockWords = 32 / PARAM_BankBytes;

class BlockMapBench : public tb::Bench<Vgsq_block_map> {
 public:
  BlockMapBench(int argc, char** argv)
      : Bench("places of blocks, " + std::to_string(PARAM_Banks) + " banks, hash " +
                  std::to_string(PARAM_BankHash),
              argc, argv) {}

 private:
  void drive() override {
    if (next_ == kBlocks) {
      finish();
      return;
    }
    block_ = next_++;
    dut().block_i = block_;
  }

  void posedge() override {
    for (unsigned i = 0; i < kBlockWords; ++i) {
      const std::uint32_t word = block_ * kBlockWords + i;
      const std::string what = "block " + std::to_string(block_);
      expect("bank of a word", i, tb::bank_of(word),
             dut().col_o * kBlockWords + (i ^ dut().swizzle_o), what);
      expect("word_o", i, word / PARAM_Banks, dut().word_o, what);
    }
  }

  unsigned next_{};
  unsigned block_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return BlockMapBench(argc, argv).run(); }
