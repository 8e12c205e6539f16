// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_word_map: every word, against the bank function of the contract; no two words
// have the same place.
#include <cstdint>
#include <string>
#include <vector>

#include "Vgsq_word_map.h"
#include "common/bench.hpp"
#include "unit/bank_function.hpp"

namespace {

constexpr unsigned kWords = PARAM_UbBytes / PARAM_BankBytes;

class WordMapBench : public tb::Bench<Vgsq_word_map> {
 public:
  WordMapBench(int argc, char** argv)
      : Bench("bank function, " + std::to_string(PARAM_Banks) + " banks, hash " +
                  std::to_string(PARAM_BankHash),
              argc, argv),
        taken_(kWords) {}

 private:
  void drive() override {
    if (next_ == kWords) {
      finish();
      return;
    }
    word_ = next_++;
    dut().word_i = word_;
  }

  void posedge() override {
    const std::string what = "word " + std::to_string(word_);
    expect("bank_o", 0, tb::bank_of(word_), dut().bank_o, what);
    expect("row_o", 0, word_ / PARAM_Banks, dut().row_o, what);
    const unsigned place = dut().row_o * PARAM_Banks + dut().bank_o;
    expect("words at a place", place, 0, taken_.at(place), what);
    taken_.at(place) = 1;
  }

  std::vector<std::uint8_t> taken_;
  unsigned next_{};
  unsigned word_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return WordMapBench(argc, argv).run(); }
