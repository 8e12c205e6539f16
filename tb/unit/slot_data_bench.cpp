// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_slot_data: random groups of every place, element and lane width. The reference goes
// from the lane to its slots: which are active, which bytes of a word they access, and what they
// write there.
#include <cstdint>
#include <string>

#include "Vgsq_slot_data.h"
#include "common/bench.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kWord = PARAM_BankBytes;
constexpr unsigned kSlots = kVlen / 4;
constexpr unsigned kCases = 20'000;

// gsq_core_pkg::lane_place_e
enum Place { kBlocks, kLanes, kIndexed, kVector };

class SlotDataBench : public tb::Bench<Vgsq_slot_data> {
 public:
  SlotDataBench(int argc, char** argv)
      : Bench("data of slots, vectors of " + std::to_string(kVlen) + " bytes, words of " +
                  std::to_string(kWord),
              argc, argv) {}

 private:
  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    place_ = random().below(4);
    upper_ = random().below(2);
    elem_ = 3;
    lane_ = random().below(3);
    if (place_ == kLanes) {  // the forms of gathers and scatters
      elem_ = random().below(4);
      lane_ = elem_ == 3 ? 3 : elem_ == 2 ? 2 : 1 + random().below(2);
    }
    if (place_ == kVector) elem_ = lane_;
    dut().ctrl_i = static_cast<std::uint8_t>(place_ << 4U | elem_ << 2U | lane_);
    dut().upper_i = upper_ != 0;
    const unsigned full = random().below(101);
    // Masks have whole lanes, those of blocks whole bytes.
    const unsigned grain = place_ == kIndexed ? 4 : place_ == kLanes ? 1U << lane_ : 1;
    for (unsigned i = 0; i < kVlen; ++i) {
      tb::bytes_of(dut().data_i)[i] = static_cast<std::uint8_t>(random().below(256));
      const bool bit =
          i % grain == 0 ? random().percent(full) : tb::get_bits(dut().be_i, i - 1, 1) != 0;
      tb::set_bit(dut().be_i, i, place_ == kVector || bit);
    }
    const unsigned size = elem_ == 3 ? kWord : 1U << elem_;
    for (auto& byte : dut().byte_i) {
      byte = static_cast<std::uint8_t>(random().below(kWord / size) * size);
    }
  }

  void posedge() override {
    const bool whole = elem_ == 3;
    const bool lanes = place_ == kLanes && !whole;
    for (unsigned s = 0; s < kSlots; ++s) {
      const bool makes = !whole || kWord == 4 || s % 2 == 0;
      const unsigned word = kWord == 4 ? s : s & ~1U;  // whole words begin at this slot's bytes
      // Bytes of the vector that this slot stands for, which are active together or one by one.
      unsigned begin = 4 * s;
      unsigned count = 4;
      if (place_ == kLanes && lane_ == 1) {
        begin = 2 * (upper_ * kSlots + s);
        count = 2;
      }
      if (whole) {
        begin = 4 * word;
        count = kWord;
      }
      if (place_ == kIndexed) begin = s / 8 * 4;
      if (place_ == kIndexed || place_ == kLanes) count = 1;
      if (place_ == kLanes && lane_ == 3) begin = s / 2 * 8;
      bool any = false;
      for (unsigned i = begin; i < begin + count; ++i) {
        any = any || tb::get_bits(dut().be_i, i, 1) != 0;
      }
      expect("active_o", s, any && makes, tb::get_bits(dut().active_o, s, 1), what());
      if (!any || !makes) continue;
      for (unsigned i = 0; i < kWord; ++i) {
        bool enabled = !whole && i >= dut().byte_i[s] && i < dut().byte_i[s] + (1U << elem_);
        if (whole) {
          enabled = place_ != kBlocks || tb::get_bits(dut().be_i, 4 * word + i, 1) != 0;
        }
        expect("be_o", s, enabled, dut().be_o[s] >> i & 1U, what());
        // Elements of the data vector: slots bring its words.
        unsigned from = 4 * word + i;
        if (lanes) from = (lane_ == 1 ? begin : 4 * s) + i - dut().byte_i[s];
        if (!enabled && place_ != kVector) continue;
        const std::uint64_t data = dut().data_o[s];
        expect("data_o", s, tb::bytes_of(dut().data_i)[from], data >> (8 * i) & 0xffU, what());
      }
    }
  }

  [[nodiscard]] std::string what() const {
    return "place " + std::to_string(place_) + ", element " + std::to_string(elem_) + ", lane " +
           std::to_string(lane_);
  }

  unsigned case_{};
  unsigned place_{};
  unsigned upper_{};
  unsigned elem_{};
  unsigned lane_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return SlotDataBench(argc, argv).run(); }
