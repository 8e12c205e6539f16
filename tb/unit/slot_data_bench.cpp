// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_slot_data: random groups of every place, element and lane width. The reference goes
// from the lane to its slots: which are active, which bytes of a word they access, and what they
// write there.
#include <cstdint>
#include <string>
#include <vector>

#include "Vgsq_slot_data.h"
#include "common/bench.hpp"
#include "unit/slot_access.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kWord = PARAM_BankBytes;
constexpr unsigned kSlots = kVlen / 4;
constexpr unsigned kCases = 20'000;

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
    shape_ = {};
    shape_.place = random().below(4);
    shape_.group = random().below(4);
    shape_.lane = random().below(3);
    if (shape_.place == tb::kLanes) {  // the forms of gathers and scatters
      shape_.elem = random().below(4);
      shape_.lane = shape_.elem >= 2 ? shape_.elem
                                     : tb::narrow_lane(random(), shape_.elem, PARAM_LaneOps != 0);
    }
    if (shape_.place == tb::kVector) shape_.elem = shape_.lane;
    dut().ctrl_i = static_cast<std::uint8_t>(shape_.ctrl());
    dut().group_i = static_cast<std::uint8_t>(shape_.group);
    const unsigned full = random().below(101);
    for (unsigned i = 0; i < kVlen; ++i) {
      tb::bytes_of(dut().data_i)[i] = static_cast<std::uint8_t>(random().below(256));
      const bool bit = i % shape_.grain() == 0 ? random().percent(full) : mask_[i - 1];
      mask_[i] = (shape_.place == tb::kVector && PARAM_LaneOps == 0) || bit;
      tb::set_bit(dut().be_i, i, mask_[i]);
    }
    const unsigned size = shape_.elem == 3 ? kWord : 1U << shape_.elem;
    for (auto& byte : dut().byte_i) {
      byte = static_cast<std::uint8_t>(random().below(kWord / size) * size);
    }
  }

  void posedge() override {
    const std::string what = "place " + std::to_string(shape_.place) + ", element " +
                             std::to_string(shape_.elem) + ", lane " + std::to_string(shape_.lane);
    for (unsigned s = 0; s < kSlots; ++s) {
      const tb::SlotAccess access =
          tb::slot_access(shape_, kSlots, kWord, s, dut().byte_i[s], mask_);
      expect("active_o", s, access.active, tb::get_bits(dut().active_o, s, 1), what);
      if (!access.active) continue;
      expect("be_o", s, access.be, dut().be_o[s], what);
      for (unsigned i = 0; i < kWord; ++i) {
        if (access.data.at(i) == tb::SlotAccess::kAny) continue;
        const std::uint64_t data = dut().data_o[s];
        expect("data_o", s, tb::bytes_of(dut().data_i)[access.data.at(i)], data >> (8 * i) & 0xffU,
               what);
      }
    }
  }

  unsigned case_{};
  tb::SlotShape shape_;
  std::vector<bool> mask_ = std::vector<bool>(kVlen);
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return SlotDataBench(argc, argv).run(); }
