// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_vec_mask: every single bit, alone and above all lanes, every number of lanes up to a
// few more than there are, and random masks, against docs/reference/commands/vec.md lane by lane.
#include <array>
#include <cstdint>
#include <string>

#include "Vgsq_vec_mask.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"

namespace {

using gsq::Width;

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kBits = 128;  // of the field
constexpr unsigned kRandom = 20'000;

using Mask = std::array<bool, kBits>;

class VecMaskBench : public tb::Bench<Vgsq_vec_mask> {
 public:
  VecMaskBench(int argc, char** argv)
      : Bench("mask of vec commands, vectors of " + std::to_string(kVlen) + " bytes", argc, argv) {}

 private:
  // For both widths and both meanings of a mask: no bit; each bit alone; all lanes and each bit;
  // each number up to kBits + 3.
  static constexpr unsigned kForms = 3 * kBits + 4 + 1;

  void drive() override {
    const unsigned directed = 4 * kForms;
    if (case_ == directed + kRandom) {
      finish();
      return;
    }
    mask_ = {};
    use_ = true;
    if (case_ < directed) {
      width_ = case_ % 2 == 0 ? Width::B16 : Width::B32;
      bitwise_ = case_ / 2 % 2 == 0;
      directed_mask(case_ / 4);
    } else {
      width_ = random().percent(50) ? Width::B16 : Width::B32;
      bitwise_ = random().percent(50);
      use_ = random().percent(90);
      const unsigned full = random().below(101);
      const unsigned end = random().percent(50) ? lanes() : 1 + random().below(kBits);
      for (unsigned i = 0; i < end; ++i) mask_.at(i) = random().percent(full);
    }
    ++case_;
    for (unsigned i = 0; i < kBits; ++i) tb::set_bit(dut().mask_i, i, mask_.at(i));
    dut().width_i = static_cast<std::uint8_t>(width_);
    dut().bitwise_i = bitwise_;
    dut().use_i = use_;
  }

  void directed_mask(unsigned form) {
    if (form == 0) return;
    form -= 1;
    if (form < 2 * kBits) {
      for (unsigned i = 0; form >= kBits && i < lanes(); ++i) mask_.at(i) = true;
      mask_.at(form % kBits) = true;
      return;
    }
    for (unsigned i = 0; i < 32; ++i) mask_.at(i) = ((form - 2 * kBits) >> i & 1U) != 0;
  }

  [[nodiscard]] unsigned lanes() const { return kVlen >> static_cast<unsigned>(width_); }

  void posedge() override {
    // The number that the bits are, at most 1000.
    unsigned number = 0;
    for (unsigned i = kBits; i-- > 0;) {
      number = 2 * number + (mask_.at(i) ? 1 : 0);
      if (number > 1000) number = 1000;
    }
    bool selects = false;
    bool above = false;
    for (unsigned i = 0; i < kBits; ++i) {
      selects = selects || mask_.at(i);
      above = above || (mask_.at(i) && i >= lanes());
    }
    const bool legal = selects && (bitwise_ ? !above : number <= lanes());
    expect("legal_o", 0, legal, dut().legal_o, what());
    if (!legal || !use_) return;
    for (unsigned i = 0; i < kVlen; ++i) {
      const unsigned lane = i >> static_cast<unsigned>(width_);
      expect("bytes_o", i, bitwise_ ? mask_.at(lane) : lane < number,
             tb::get_bits(dut().bytes_o, i, 1), what());
    }
  }

  [[nodiscard]] std::string what() const {
    return std::string(width_ == Width::B16 ? "b16" : "b32") + (bitwise_ ? ", bitwise" : ", count");
  }

  unsigned case_{};
  Mask mask_{};
  bool use_{};
  bool bitwise_{};
  Width width_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return VecMaskBench(argc, argv).run(); }
