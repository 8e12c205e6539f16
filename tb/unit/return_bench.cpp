// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_return: random commands as the crossbar returns them, groups in random beats, with
// gaps. The reference is a vector of lanes that is filled as words come, and which of its bytes
// were.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "Vgsq_return.h"
#include "common/bench.hpp"
#include "unit/mem_tag.hpp"
#include "unit/slot_access.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kWord = PARAM_BankBytes;
constexpr unsigned kSlots = kVlen / 4;
constexpr unsigned kCommands = 10'000;

using tb::kAdd;
using tb::kCopy;
using tb::kInBlocks;
using tb::kLanes;
using tb::kUnpackB16;
using tb::kUnpackB8;
using tb::kVector;

using Bytes = std::array<std::uint8_t, kVlen>;

struct Command {
  unsigned place{}, elem{}, lane{}, unpack{}, alu{}, second{}, vd{}, rsp_id{};
  bool vec{}, fault{}, merge{};
  unsigned groups{1};
};

class ReturnBench : public tb::Bench<Vgsq_return> {
 public:
  ReturnBench(int argc, char** argv)
      : Bench("return, vectors of " + std::to_string(kVlen) + " bytes, words of " +
                  std::to_string(kWord),
              argc, argv) {}

 private:
  void drive() override {
    dut().valid_i = false;
    if (in_reset() || random().percent(gaps_)) return;
    if (!waiting_ && slots_left_.empty() && !new_group()) return;
    beat();
  }

  /// The next group of the command, or of a new one; false when all are through.
  bool new_group() {
    if (group_ == command_.groups) {
      if (commands_++ == kCommands) {
        finish();
        return false;
      }
      new_command();
    }
    for (unsigned s = 0; s < kSlots; ++s) {
      const bool whole = kWord == 8 && command_.elem == 3;
      if (!command_.fault && random().percent(70) && !(whole && s % 2 != 0)) {
        slots_left_.push_back(s);
      }
    }
    waiting_ = true;
    return true;
  }

  void new_command() {
    if (commands_ % 50 == 1) gaps_ = random().below(3) * 30;
    command_ = {};
    group_ = 0;
    command_.place = random().below(4);
    command_.elem = 3;
    command_.lane = random().below(4);
    command_.alu = random().below(3);
    command_.second = command_.alu == kAdd && random().below(2) != 0;
    command_.vd = random().below(32);
    command_.rsp_id = random().below(32);
    command_.vec = command_.place == kInBlocks && random().below(2) == 0;
    command_.fault = !command_.vec && random().percent(10);
    if (command_.place == kInBlocks && !command_.vec) command_.unpack = random().below(3);
    if (command_.place == kLanes) {
      command_.elem = random().below(4);
      command_.lane = command_.elem >= 2 ? command_.elem : 1 + random().below(2);
      command_.groups = command_.lane == 1 ? 2 : 1;
      if (command_.lane == 1) group_ = random().below(2);  // the first may be left out
    }
    if (command_.place == kVector) {
      command_.elem = command_.lane = random().below(3);
      command_.groups = 4U >> command_.lane;
    }
    command_.merge =
        PARAM_LaneOps != 0 && !command_.vec && command_.unpack == 0 && random().percent(50);
    lanes_ = {};
    filled_ = {};
  }

  /// Some of the slots of the group, at least one while there are any.
  void beat() {
    waiting_ = false;
    dut().valid_i = true;
    for (unsigned s = 0; s < kSlots; ++s) {
      tb::set_bit(dut().hit_i, s, false);
      dut().word_i[s] = word();
      dut().be_i[s] = static_cast<std::uint8_t>(random().below(1U << kWord));
    }
    std::vector<unsigned> later;
    for (const unsigned s : slots_left_) {
      if (later.size() + 1 < slots_left_.size() && random().percent(50)) {
        later.push_back(s);
      } else {
        serve(s);
      }
    }
    slots_left_ = later;
    const bool last_beat = slots_left_.empty();
    const bool last_group = group_ + 1 == command_.groups;
    dut().last_i = last_beat;
    // A vec command has a last group, which writes and returns nothing.
    const bool last = last_group && !command_.vec;
    dut().killed_i = command_.fault;
    tb::MemTag tag;
    tag.place = command_.place;
    tag.elem = command_.elem;
    tag.lane = command_.lane;
    tag.unpack = command_.unpack;
    tag.vec = command_.vec;
    tag.writes_v = !command_.vec;
    tag.merge = command_.merge;
    tag.alu = command_.alu;
    tag.second = command_.second != 0;
    tag.vd = command_.vd;
    tag.rsp_id = command_.rsp_id;
    tag.group = group_;
    tag.last = last;
    dut().tag_i = tag.bits();
    if (last_beat) ++group_;
    if (last_beat && last_group) complete_ = true;
  }

  /// The word of a slot arrives: which lane is it, and what part of the word?
  void serve(unsigned s) {
    tb::set_bit(dut().hit_i, s, true);
    const std::uint64_t word = dut().word_i[s];
    if (command_.elem == 3) {
      for (unsigned i = 0; i < kWord; ++i) fill(4 * s + i, word >> (8 * i) & 0xffU);
      dut().be_i[s] = static_cast<std::uint8_t>((1U << kWord) - 1);
      return;
    }
    const unsigned size = 1U << command_.elem;
    const unsigned from = random().below(kWord / size) * size;
    dut().be_i[s] = static_cast<std::uint8_t>(((1U << size) - 1) << from);
    const unsigned width = 1U << command_.lane;
    const unsigned lane = group_ * kSlots + s;
    for (unsigned i = 0; i < width; ++i) {
      fill(width * lane + i, i < size ? word >> (8 * (from + i)) & 0xffU : 0);
    }
  }

  void fill(unsigned byte, std::uint64_t value) {
    lanes_.at(byte) = static_cast<std::uint8_t>(value);
    filled_.at(byte) = 1;
  }

  std::uint64_t word() {
    std::uint64_t word = random().below(1U << 16);
    for (unsigned i = 0; i < 3; ++i) word = word << 16U | random().below(1U << 16);
    return kWord == 8 ? word : word & 0xffffffffU;
  }

  // What a beat completes shows in the cycle after it.
  void posedge() override {
    if (in_reset()) return;
    const bool vec = shown_ && shown_->vec;
    expect("operand_o", 0, vec, dut().operand_o);
    expect("operand_next_o", 0, complete_ && command_.vec, dut().operand_next_o);
    expect("done_o", 0, shown_ && !vec, dut().done_o);
    expect("write_o", 0, shown_ && !vec && !shown_->fault, dut().write_o);
    if (vec) {
      expect("second_o", 0, shown_->second, dut().second_o);
      const bool pair = shown_->alu == kAdd;  // whose first source is copied
      expect("pair_o", 0, pair, dut().pair_o);
      expect("alu_o", 0, pair && !shown_->second ? unsigned{kCopy} : shown_->alu, dut().alu_o);
      expect("wide_o", 0, shown_->lane == 2, dut().wide_o);
      for (unsigned i = 0; i < kVlen; ++i) {
        expect("operand_data_o", i, vector_.at(i), tb::bytes_of(dut().operand_data_o)[i]);
      }
    } else if (shown_) {
      expect("id_o", 0, shown_->rsp_id, dut().id_o);
      expect("vd_o", 0, shown_->vd, dut().vd_o);
      expect("merge_o", 0, shown_->merge, dut().merge_o);
      for (unsigned i = 0; i < kVlen && shown_->merge; ++i) {
        expect("bytes_o", i, written_.at(i), tb::get_bits(dut().bytes_o, i, 1));
      }
      for (unsigned i = 0; i < kVlen && !shown_->fault; ++i) {
        unsigned expected = vector_.at(i);
        if (shown_->unpack == kUnpackB8) expected = i % 2 == 0 ? vector_.at(i / 2) : 0;
        if (shown_->unpack == kUnpackB16) expected = i % 4 < 2 ? vector_.at(i / 4 * 2 + i % 4) : 0;
        expect("data_o", i, expected, tb::bytes_of(dut().data_o)[i],
               "unpack " + std::to_string(shown_->unpack));
      }
    }
    shown_.reset();
    if (complete_) {
      shown_ = command_;
      vector_ = lanes_;
      written_ = filled_;
      complete_ = false;
    }
  }

  Command command_;
  unsigned group_{1};  // groups of the command that are through
  unsigned commands_{};
  unsigned gaps_{};
  bool waiting_{};  // a group that has had no beat
  bool complete_{};
  std::vector<unsigned> slots_left_;
  Bytes lanes_{};
  Bytes vector_{};
  Bytes filled_{};   // bytes of lanes_ that came
  Bytes written_{};  // of vector_
  std::optional<Command> shown_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return ReturnBench(argc, argv).run(); }
