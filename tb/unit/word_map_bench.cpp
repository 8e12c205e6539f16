// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_word_map: every word, against the bank function of the golden model; no two words
// have the same place.
#include <cstdint>
#include <string>
#include <vector>

#include "Vgsq_word_map.h"
#include "common/bench.hpp"
#include "gsq/timing/bound.hpp"

namespace {

constexpr unsigned kWords = PARAM_UbBytes / PARAM_BankBytes;

class WordMapBench : public tb::Bench<Vgsq_word_map> {
 public:
  WordMapBench(int argc, char** argv)
      : Bench("bank function, " + std::to_string(PARAM_Banks) + " banks, hash " +
                  std::to_string(PARAM_BankHash),
              argc, argv),
        taken_(kWords) {
    config_.ub_bytes = PARAM_UbBytes;
    config_.banks = PARAM_Banks;
    config_.bank_bytes = PARAM_BankBytes;
    config_.bank_hash = PARAM_BankHash;
  }

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
    expect("bank_o", 0, gsq::bank_of(config_, word_), dut().bank_o, what);
    expect("row_o", 0, word_ / PARAM_Banks, dut().row_o, what);
    const unsigned place = dut().row_o * PARAM_Banks + dut().bank_o;
    expect("words at a place", place, 0, taken_.at(place), what);
    taken_.at(place) = 1;
  }

  gsq::Config config_;
  std::vector<std::uint8_t> taken_;
  unsigned next_{};
  unsigned word_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return WordMapBench(argc, argv).run(); }
