// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_mask_gen: every code of a pattern and every number of lanes up to a few more than
// there are, each single bit of a number, and random numbers, for all widths, against
// docs/reference/masks-and-modes.md lane by lane.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "Vgsq_mask_gen.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kCodes = 32;  // of the field `pattern`
constexpr unsigned kCounts = kVlen + 4;
constexpr unsigned kDirected = kCodes + kCounts + 32;
constexpr unsigned kRandom = 5'000;

/// The number of a pattern VL<number>.
std::optional<unsigned> number_of(std::string_view pattern) {
  if (pattern.substr(0, 2) != "VL") return std::nullopt;
  unsigned number = 0;
  for (const char digit : pattern.substr(2)) number = 10 * number + unsigned(digit - '0');
  return number;
}

class MaskGenBench : public tb::Bench<Vgsq_mask_gen> {
 public:
  MaskGenBench(int argc, char** argv)
      : Bench("patterns of masks of " + std::to_string(kVlen) + " bits", argc, argv) {}

 private:
  void drive() override {
    if (case_ == 4 * kDirected + kRandom) {
      finish();
      return;
    }
    width_ = case_ % 4;
    pattern_ = random().below(kCodes);
    by_count_ = true;
    const unsigned form = case_ / 4;
    if (form < kCodes) {
      by_count_ = false;
      pattern_ = form;
      count_ = random().below(1U << 31);
    } else if (form < kCodes + kCounts) {
      count_ = form - kCodes;
    } else if (form < kDirected) {
      count_ = 1U << (form - kCodes - kCounts);
    } else {
      count_ = random().below(1U << (1 + random().below(31)));
      by_count_ = random().percent(70);
    }
    ++case_;
    dut().width_i = static_cast<std::uint8_t>(width_);
    dut().pattern_i = static_cast<std::uint8_t>(pattern_);
    dut().by_count_i = by_count_;
    dut().count_i = count_;
  }

  [[nodiscard]] bool selected(unsigned lane, unsigned lanes) const {
    if (by_count_) return lane < count_;
    if (pattern_ >= gsq::kPatternNames.size()) return false;
    const std::string_view name = gsq::kPatternNames.at(pattern_).text;
    if (const auto number = number_of(name)) return lane < *number;
    if (name == "ALL") return true;
    if (name == "H") return lane < lanes / 2;
    if (name == "Q") return lane < lanes / 4;
    if (name == "M3") return lane % 3 == 0;
    if (name == "M4") return lane % 4 == 0;
    return false;  // ALLF
  }

  void posedge() override {
    const std::string what =
        (by_count_ ? "count " + std::to_string(count_) : "pattern " + std::to_string(pattern_)) +
        ", width code " + std::to_string(width_);
    const unsigned bytes = 1U << width_;
    for (unsigned i = 0; i < kVlen; ++i) {
      const bool expected = i % bytes == 0 && selected(i / bytes, kVlen / bytes);
      expect("mask_o", i, expected, tb::get_bits(dut().mask_o, i, 1), what);
    }
  }

  unsigned case_{};
  unsigned width_{};
  unsigned pattern_{};
  bool by_count_{};
  std::uint32_t count_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return MaskGenBench(argc, argv).run(); }
