// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_group_slots: random groups of every place, element and lane width, with pauses on
// both sides, and addresses near the limits of UB. The reference adds the parts of an address in 64
// bits, and has bank and word of it from the timing contract.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "Vgsq_group_slots.h"
#include "common/bench.hpp"
#include "unit/bank_function.hpp"
#include "unit/slot_access.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kSlots = kVlen / 4;
constexpr unsigned kBlocks = kVlen / 32;
constexpr unsigned kUb = PARAM_UbBytes;
constexpr unsigned kBanks = PARAM_Banks;
constexpr unsigned kWord = PARAM_BankBytes;
constexpr unsigned kTagBits = 34;
constexpr unsigned kGroups = 40'000;

struct Group {
  tb::SlotShape shape;
  std::uint64_t tag{};  // gsq_core_pkg::mem_tag_t
  bool bounded{};       // a register gather under a mask, of elements in the vector
  bool write{};
  unsigned align_mask{};
  std::array<unsigned, kSlots> sum{}, carry{};
  std::array<unsigned, kBlocks> start{};
  std::vector<bool> far = std::vector<bool>(kSlots);
  std::array<std::uint8_t, kVlen> data{};
  std::vector<bool> mask = std::vector<bool>(kVlen);

  /// Address of the lane or block of a slot.
  [[nodiscard]] unsigned address(unsigned s) const {
    return (sum.at(s) + carry.at(s) + start.at(s / 8)) % (4 * kUb);
  }
  /// Bytes of the lane or block at that address.
  [[nodiscard]] unsigned size() const {
    return shape.place == tb::kIndexed ? 32 : 1U << shape.elem;
  }
  /// Its lane or block can be illegal.
  [[nodiscard]] bool checked() const {
    return shape.place == tb::kLanes || shape.place == tb::kIndexed;
  }
  [[nodiscard]] bool outside(unsigned s) const {
    return checked() && (far[s] || address(s) + size() > kUb);
  }
  [[nodiscard]] bool beyond(unsigned s) const { return bounded && (far[s] || address(s) >= kVlen); }
  [[nodiscard]] bool illegal(unsigned s) const {
    return outside(s) || (checked() && (address(s) & align_mask) != 0);
  }
  /// Address of the bytes that the slot itself accesses: of a block or a b64 lane its part.
  [[nodiscard]] unsigned own_address(unsigned s) const {
    if (shape.place == tb::kInBlocks || shape.place == tb::kIndexed) return address(s) + s % 8 * 4;
    if (shape.elem == 3) return address(s) + s % 2 * 4;
    return address(s);
  }
};

class GroupSlotsBench : public tb::Bench<Vgsq_group_slots> {
 public:
  GroupSlotsBench(int argc, char** argv)
      : Bench("slots of groups, vectors of " + std::to_string(kVlen) + " bytes, " +
                  std::to_string(kBanks) + " banks of " + std::to_string(kWord) + ", hash " +
                  std::to_string(PARAM_BankHash),
              argc, argv) {}

 private:
  void drive() override {
    dut().valid_i = 0;
    dut().ready_i = 0;
    if (in_reset()) return;
    if (count_ == kGroups && !held_) {
      finish();
      return;
    }
    if (!offered_) {  // what stands there without valid_i must leave no trace
      next_ = random_group();
      offered_ = count_ < kGroups && !random().percent(pause_);
    }
    for (unsigned i = 0; i < kTagBits; ++i) tb::set_bit(dut().tag_i, i, (next_.tag >> i & 1) != 0);
    dut().write_i = next_.write;
    dut().align_mask_i = next_.align_mask;
    for (unsigned s = 0; s < kSlots; ++s) {
      dut().sum_i[s] = next_.sum.at(s);
      dut().carry_i[s] = next_.carry.at(s);
      tb::set_bit(dut().far_i, s, next_.far[s]);
    }
    for (unsigned k = 0; k < kBlocks; ++k) dut().start_i[k] = next_.start.at(k);
    for (unsigned i = 0; i < kVlen; ++i) {
      tb::bytes_of(dut().data_i)[i] = next_.data.at(i);
      tb::set_bit(dut().be_i, i, next_.mask[i]);
    }
    dut().valid_i = offered_;
    dut().ready_i = !random().percent(stall_);
  }

  /// An address of a lane or block of `size` bytes: mostly aligned and inside UB, often near its
  /// end.
  unsigned random_address(unsigned size) {
    unsigned address = random().below(kUb);
    if (random().percent(30)) address = kUb - 1 - random().below(64);
    if (random().percent(90)) address -= address % size;
    if (random().percent(5)) address = random().below(4 * kUb);
    if (random().percent(5)) address = kUb + random().below(64);
    return address;
  }

  Group random_group() {
    Group group;
    tb::SlotShape& shape = group.shape;
    shape.place = random().below(4);
    shape.group = random().below(4);
    shape.lane = random().below(3);
    if (shape.place == tb::kLanes) {  // the forms of gathers and scatters
      shape.elem = random().below(4);
      shape.lane =
          shape.elem >= 2 ? shape.elem : tb::narrow_lane(random(), shape.elem, PARAM_LaneOps != 0);
    }
    if (shape.place == tb::kVector) shape.elem = shape.lane;
    group.bounded = PARAM_LaneOps != 0 && shape.place == tb::kVector && random().percent(50);
    // Without the contents of slots, that, and the number of the group
    group.tag = random().below(1U << 27U) & ~(1U << 20U | 3U << 5U);
    group.tag |= std::uint64_t{shape.ctrl()} << 27U | std::uint64_t{group.bounded} << 20U |
                 std::uint64_t{shape.group} << 5U;
    if (PARAM_LaneOps != 0) group.tag |= std::uint64_t{random().below(2)} << 33U;
    if (PARAM_LaneOps == 0) group.tag &= ~(std::uint64_t{1} << 21U);  // a constant
    group.write = random().percent(50);
    // Elements and blocks are aligned at least to their own size.
    group.align_mask = group.size() - 1;
    if (random().percent(40)) group.align_mask |= (1U << random().below(10)) - 1;

    for (unsigned k = 0; k < kBlocks; ++k) {
      group.start.at(k) = random().below(kUb);
      unsigned together = random_address(32);
      if (shape.place == tb::kInBlocks) {  // checked before
        together = random().below(kUb / 32) * 32;
        group.start.at(k) = together;
      }
      for (unsigned s = 8 * k; s < 8 * k + 8; ++s) {
        if (shape.place == tb::kVector) {
          together = random().below(random().percent(60) ? kVlen : kUb) << shape.elem;
        }
        if (shape.place == tb::kLanes && (shape.elem != 3 || s % 2 == 0)) {
          together = random_address(group.size());
        }
        group.sum.at(s) = random().below(4 * kUb);
        group.carry.at(s) = (together + 8 * kUb - group.start.at(k) - group.sum.at(s)) % (4 * kUb);
        group.far[s] = shape.place != tb::kInBlocks && random().percent(5);
      }
    }

    const unsigned full = random().below(101);
    for (unsigned i = 0; i < kVlen; ++i) {
      group.data.at(i) = static_cast<std::uint8_t>(random().below(256));
      const bool bit = i % shape.grain() == 0 ? random().percent(full) : group.mask[i - 1];
      group.mask[i] = (shape.place == tb::kVector && PARAM_LaneOps == 0) || bit;
    }
    return group;
  }

  void posedge() override {
    if (in_reset()) return;
    const bool ready = !held_ || dut().ready_i != 0;
    expect("valid_o", 0, held_.has_value(), dut().valid_o);
    expect("ready_o", 0, ready, dut().ready_o);
    if (held_) check(*held_);
    if (!ready) return;
    held_.reset();
    if (!offered_) return;
    held_ = next_;
    offered_ = false;
    if (++count_ % 64 == 0) {
      pause_ = random().below(4) * 30;
      stall_ = random().below(4) * 30;
    }
  }

  void check(const Group& group) {
    const tb::SlotShape& shape = group.shape;
    const bool carries = group.write || shape.place == tb::kVector;  // data
    const std::string what = "place " + std::to_string(shape.place) + ", element " +
                             std::to_string(shape.elem) + ", lane " + std::to_string(shape.lane);
    expect("tag_o", 0, group.tag, tb::get_bits(dut().tag_o, 0, kTagBits), what);
    expect("write_o", 0, group.write, dut().write_o, what);
    for (unsigned s = 0; s < kSlots; ++s) {
      const unsigned address = group.own_address(s);
      tb::SlotAccess access = tb::slot_access(shape, kSlots, kWord, s, address % kWord, group.mask);
      if (group.beyond(s)) access.active = false;
      const bool fault = access.active && group.illegal(s);
      expect("use_o", s, access.active, tb::get_bits(dut().use_o, s, 1), what);
      expect("fault_o", s, fault, tb::get_bits(dut().fault_o, s, 1), what);
      if (fault) {
        expect("outside_o", s, group.outside(s), tb::get_bits(dut().outside_o, s, 1), what);
      }
      if (!access.active || fault) continue;
      const unsigned word = address / kWord;
      if (shape.place == tb::kVector) {  // indices wrap modulo the lanes of the vector
        expect("sel_o", s, word % (kVlen / kWord), dut().sel_o[s], what);
      } else {
        expect("sel_o", s, tb::bank_of(word), dut().sel_o[s], what);
        expect("row_o", s, word / kBanks, dut().row_o[s], what);
      }
      expect("be_o", s, access.be, dut().be_o[s], what);
      for (unsigned i = 0; i < kWord; ++i) {
        if (!carries || access.data.at(i) == tb::SlotAccess::kAny) continue;
        const std::uint64_t data = dut().data_o[s];
        expect("data_o", s, group.data.at(access.data.at(i)), data >> (8 * i) & 0xffU, what);
      }
    }
  }

  unsigned count_{};  // groups taken
  unsigned pause_{};  // percent
  unsigned stall_{};  // percent
  Group next_;
  bool offered_{};
  std::optional<Group> held_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return GroupSlotsBench(argc, argv).run(); }
