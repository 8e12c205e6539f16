// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_slot_address: slots of every place and element, at random addresses and at those
// around the end of UB. The reference adds the numbers of a slot in 64 bits; bank and word of an
// address are from the timing contract.
#include <array>
#include <cstdint>
#include <string>

#include "Vgsq_slot_address.h"
#include "common/bench.hpp"
#include "unit/bank_function.hpp"
#include "unit/slot_access.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kSlots = kVlen / 4;
constexpr unsigned kBlocks = kVlen / 32;
constexpr std::uint64_t kUb = PARAM_UbBytes;
constexpr unsigned kWord = PARAM_BankBytes;
constexpr std::uint64_t kModulo = 4 * kUb;  // of the sums
constexpr unsigned kCases = 4'000;

class SlotAddressBench : public tb::Bench<Vgsq_slot_address> {
 public:
  SlotAddressBench(int argc, char** argv)
      : Bench("addresses of " + std::to_string(kSlots) + " slots, " + std::to_string(PARAM_Banks) +
                  " banks of " + std::to_string(kWord) + ", hash " + std::to_string(PARAM_BankHash),
              argc, argv) {}

 private:
  /// A lane or block of UB can be outside it or misaligned.
  [[nodiscard]] bool checked() const {
    return shape_.place == tb::kLanes || shape_.place == tb::kIndexed;
  }

  [[nodiscard]] unsigned bytes() const {
    return shape_.place == tb::kIndexed ? 32 : 1U << shape_.elem;
  }

  /// The first byte of a lane or block.
  std::uint64_t random_address() {
    const std::uint64_t unit = random().percent(90) ? bytes() : 1;
    switch (random().below(8)) {
      case 0:  // around the end of UB
        return kUb + 2 * std::uint64_t{bytes()} - random().below(4 * bytes() + 1);
      case 1:  // far away
        return random().below(static_cast<std::uint32_t>(kModulo / unit)) * unit;
      case 2:  // the last legal one, and where it would begin in other multiples of UB
        return (1 + random().below(4)) * kUb - bytes();
      case 3:
        return random().below(4) * kUb;
      default:
        return random().below(static_cast<std::uint32_t>(kUb / unit)) * unit;
    }
  }

  void drive() override {
    if (case_++ == kCases) {
      finish();
      return;
    }
    shape_.place = random().below(4);
    shape_.elem = random().below(4);
    shape_.lane = random().below(3);
    if (shape_.place == tb::kInBlocks || shape_.place == tb::kIndexed) shape_.elem = 3;
    if (shape_.place == tb::kVector) shape_.elem = shape_.lane;
    align_mask_ = checked() ? bytes() - 1 : 0;
    if (random().percent(50)) align_mask_ |= (std::uint64_t{1} << random().below(bits())) - 1;
    dut().valid_i = 1;
    dut().ctrl_i = static_cast<std::uint8_t>(shape_.ctrl());
    dut().align_mask_i = align_mask_;
    for (unsigned k = 0; k < kBlocks; ++k) {
      const std::uint64_t start = random().below(static_cast<std::uint32_t>(kUb));
      dut().start_i[k] = start;
      std::uint64_t address = 0;
      for (unsigned s = 8 * k; s < 8 * k + 8; ++s) {
        // Slots of one block, or of a lane of eight bytes, have one address.
        const bool block = shape_.place == tb::kInBlocks || shape_.place == tb::kIndexed;
        const unsigned together = block ? 8 : shape_.elem == 3 ? 2 : 1;
        if (s % together == 0) address = random_address() % kModulo;
        if (shape_.place == tb::kInBlocks) address = address % kUb / 32 * 32;
        if (shape_.place == tb::kVector) {
          if (random().percent(50)) address %= 2 * kVlen;
          address = address / bytes() * bytes();
        }
        far_.at(s) = shape_.place != tb::kInBlocks && random().percent(5);
        address_.at(s) = address;
        const std::uint64_t sum = random().below(static_cast<std::uint32_t>(kModulo));
        dut().sum_i[s] = sum;
        dut().carry_i[s] = (address + 2 * kModulo - start - sum) % kModulo;
        tb::set_bit(dut().far_i, s, far_.at(s));
      }
    }
  }

  /// Bits of an address in UB.
  static unsigned bits() {
    unsigned count = 0;
    while ((kUb >> count) > 1) ++count;
    return count;
  }

  void posedge() override {
    for (unsigned s = 0; s < kSlots; ++s) {
      const std::uint64_t address = address_.at(s);
      const std::string what = "place " + std::to_string(shape_.place) + ", element " +
                               std::to_string(shape_.elem) + ", address " + std::to_string(address);
      const bool outside = checked() && (far_.at(s) || address + bytes() > kUb);
      const bool misaligned = checked() && (address & align_mask_) != 0;
      expect("outside_o", s, outside, tb::get_bits(dut().outside_o, s, 1), what);
      if (shape_.place == tb::kVector) {
        expect("beyond_o", s, far_.at(s) || address >= kVlen, tb::get_bits(dut().beyond_o, s, 1),
               what);
      }
      if (outside) continue;
      expect("misaligned_o", s, misaligned, tb::get_bits(dut().misaligned_o, s, 1), what);
      if (misaligned) continue;
      // The bytes of a block or of a lane of eight bytes that are this slot's.
      std::uint64_t own = address;
      if (shape_.place == tb::kInBlocks || shape_.place == tb::kIndexed) own += 4 * s % 32;
      if (shape_.place == tb::kLanes && shape_.elem == 3) own += 4 * s % 8;
      const auto word = static_cast<unsigned>(own / kWord);
      expect("byte_o", s, own % kWord, dut().byte_o[s], what);
      if (shape_.place == tb::kVector) {
        expect("sel_o", s, word % (kVlen / kWord), dut().sel_o[s], what);
      } else {
        expect("sel_o", s, tb::bank_of(word), dut().sel_o[s], what);
        expect("row_o", s, word / PARAM_Banks, dut().row_o[s], what);
      }
    }
  }

  unsigned case_{};
  tb::SlotShape shape_;
  std::uint64_t align_mask_{};
  std::array<std::uint64_t, kSlots> address_{};
  std::array<bool, kSlots> far_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return SlotAddressBench(argc, argv).run(); }
