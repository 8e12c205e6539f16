// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_lane_return: words of random groups, as many as the window holds, in random order,
// with gaps. The reference is a set of registers of bytes, which words are written into as
// docs/reference/timing.md says, and the port of V for each half of a word.
//
// Groups: lanes of every width, of gathers and gather_reg, blocks, loads that unpack, operands of
// vec commands, and groups without words, as an illegal lane leaves them. Words of a cycle belong
// to any groups; fractions are of one kind, a lane has two words only while there are none and no
// operands, and words of gather_reg come alone.
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "Vgsq_lane_return.h"
#include "common/bench.hpp"
#include "unit/mem_tag.hpp"
#include "unit/slot_access.hpp"

namespace {

constexpr unsigned kVlen = PARAM_VlenBytes;
constexpr unsigned kWord = PARAM_BankBytes;
constexpr unsigned kPorts = PARAM_Parts > 1 ? 2 : 1;  // words of a lane in a cycle
constexpr unsigned kGroups = 16;                      // in the window
constexpr unsigned kSlots = kVlen / 4;
constexpr unsigned kStep = kWord / 4;  // slots of a word
constexpr unsigned kRegisters = 32;
constexpr unsigned kCommands = 8'000;
constexpr int kNone = -1;

using Register = std::array<std::uint8_t, kVlen>;
using Registers = std::array<Register, kRegisters>;

struct Group {
  tb::MemTag tag;
  std::array<bool, kSlots> waits{};

  [[nodiscard]] bool fractions() const { return tag.fractions(kWord); }

  [[nodiscard]] bool empty() const {
    for (const bool wait : waits) {
      if (wait) return false;
    }
    return true;
  }
};

struct Operand {
  std::uint32_t data{};
  tb::MemTag tag;
};

/// What the inputs of a cycle show in the next one.
struct Shown {
  bool done{}, read_whole{}, second{};
  unsigned id{};
  std::vector<unsigned> written;                          // registers
  std::array<std::array<int, kVlen / 2>, 2> ports = [] {  // the register that each half writes
    std::array<int, kVlen / 2> none{};
    none.fill(kNone);
    return std::array<std::array<int, kVlen / 2>, 2>{none, none};
  }();
  std::array<std::optional<Operand>, kSlots> operands;
  std::optional<unsigned> free;  // the destination of the complete command
};

class LaneReturnBench : public tb::Bench<Vgsq_lane_return> {
 public:
  LaneReturnBench(int argc, char** argv)
      : Bench("lane return, vectors of " + std::to_string(kVlen) + " bytes, words of " +
                  std::to_string(kWord) + ", lanes of " + std::to_string(kPorts) + " words",
              argc, argv) {}

 private:
  bool chance(unsigned percent) { return random().percent(percent); }

  void drive() override {
    dut().valid_i = false;
    next_ = {};
    for (unsigned x = 0; x < kPorts * kSlots; ++x) {
      tb::set_bit(dut().hit_i, x, false);
      dut().word_i[x] = word();
      dut().be_i[x] = static_cast<std::uint8_t>(random().below(1U << kWord));
      dut().slot_tag_i[x] = static_cast<std::uint16_t>(random().below(512));
    }
    dut().tag_i = random().next() & 0x1'ffff'ffffU;
    dut().fractions_i = static_cast<std::uint8_t>(random().below(128));
    if (in_reset()) return;
    if (groups_.size() < kGroups && chance(80)) enter();
    if (groups_.empty()) {
      if (commands_ == kCommands && !command_ && idle_++ == 2) finish();
      return;
    }
    if (!chance(gaps_)) serve();
    end();
  }

  // The next group of the command enters the window, or the first one of a new command.
  void enter() {
    if (!command_ && !new_command()) return;
    Group group;
    group.tag = *command_;
    for (const Group& other : groups_) {
      const bool alike = other.tag.kind() == group.tag.kind();
      if (group.fractions() && other.fractions() && !alike) return;
    }
    const unsigned used = chance(10) ? 0 : chance(30) ? random().below(101) : 100;
    // Words of eight bytes have even numbers, but for lanes of four bytes or less.
    const bool whole = group.tag.elem == 3;
    const unsigned end = group.tag.unpack != tb::kNorm ? kSlots / 2 : kSlots;
    for (unsigned s = 0; s < end; s += whole ? kStep : 1) group.waits.at(s) = chance(used);
    group.tag.last = !group.tag.vec && group.tag.group + 1 == number_;
    group.tag.first = group.tag.group == 0;
    groups_.push_back(group);
    if (++command_->group == number_) command_.reset();
  }

  bool new_command() {
    if (commands_ == kCommands) return false;
    if (++commands_ % 50 == 1) {
      gaps_ = random().below(3) * 30;
      few_ = random().below(3) * 40;
      only_ = random().below(3) == 0 ? random().below(4) : 4;
    }
    tb::MemTag tag;
    number_ = 1;
    tag.rsp_id = random().below(32);
    tag.place = only_ < 4 ? only_ : random().below(4);
    tag.lane = random().below(4);
    tag.alu = random().below(3);
    tag.vd = random().below(kRegisters);
    tag.entry = random().below(5);
    tag.writes_v = true;
    if (tag.place == tb::kInBlocks && chance(40)) {
      tag.vec = true;
      tag.writes_v = false;
      tag.lane = 1 + random().below(2);
      tag.second = tag.alu == tb::kAdd && chance(50);
    } else if (tag.place == tb::kInBlocks) {
      tag.unpack = random().below(3);
    } else if (tag.place == tb::kLanes) {
      tag.elem = random().below(4);
      tag.lane = tag.elem >= 2 ? tag.elem : 1 + random().below(2);
      number_ = tag.lane == 1 ? 2 : 1;
    } else if (tag.place == tb::kVector) {
      tag.elem = tag.lane = random().below(3);
      number_ = 4U >> tag.lane;
    }
    if (tag.writes_v) {
      while (busy_.at(tag.vd)) tag.vd = (tag.vd + 1) % kRegisters;
      busy_.at(tag.vd) = true;
      tag.merge = PARAM_LaneOps != 0 && tag.place != tb::kInBlocks && chance(50);
      if (!tag.merge) golden_.at(tag.vd) = written_.at(tag.vd) = {};  // as the unit does
    }
    command_ = tag;
    return true;
  }

  // Words of any groups come.
  void serve() {
    if (groups_.front().tag.place == tb::kVector) {
      for (unsigned s = 0; s < kSlots; ++s) {
        if (groups_.front().waits.at(s)) give(groups_.front(), s, 0);
      }
      return;
    }
    bool single = kPorts == 1;
    for (const Group& group : groups_) single = single || group.fractions() || group.tag.vec;
    for (unsigned s = 0; s < kSlots; ++s) {
      if (chance(few_)) continue;
      const unsigned start = random().below(static_cast<unsigned>(groups_.size()));
      unsigned port = 0;
      for (unsigned i = 0; i < groups_.size() && port < (single ? 1 : kPorts); ++i) {
        Group& group = groups_[(start + i) % groups_.size()];
        if (!group.waits.at(s) || group.tag.place == tb::kVector) continue;
        give(group, s, port++);
        if (chance(30)) break;
      }
    }
  }

  // The word of a slot comes: what of it goes where?
  void give(Group& group, unsigned s, unsigned port) {
    const tb::MemTag& tag = group.tag;
    group.waits.at(s) = false;
    const unsigned x = port * kSlots + s;
    tb::set_bit(dut().hit_i, x, true);
    dut().slot_tag_i[x] = static_cast<std::uint16_t>(tag.slot_tag(false, kWord));
    const std::uint64_t word = dut().word_i[x];
    const auto byte = [&](unsigned i) { return static_cast<std::uint8_t>(word >> (8 * i)); };
    if (tag.elem == 3) dut().be_i[x] = static_cast<std::uint8_t>((1U << kWord) - 1);
    if (tag.vec) {
      for (unsigned i = 0; i < kStep; ++i) {
        next_.operands.at(s + i) = {static_cast<std::uint32_t>(word >> (32 * i)), tag};
      }
      return;
    }
    if (group.fractions()) {
      dut().fractions_i = static_cast<std::uint8_t>(tag.kind().bits());
      port = 1;
    }
    if (port == 1) next_.second = true;
    next_.written.push_back(tag.vd);
    const auto put = [&](unsigned to, std::uint8_t value) {
      golden_.at(tag.vd).at(to) = value;
      next_.ports.at(port).at(to / 2) = static_cast<int>(tag.vd);
    };
    if (tag.elem == 3) {
      for (unsigned i = 0; i < kWord; ++i) {
        const unsigned from = 4 * s + i;
        const unsigned to = tag.unpack == tb::kUnpackB8    ? 2 * from
                            : tag.unpack == tb::kUnpackB16 ? from / 2 * 4 + from % 2
                                                           : from;
        put(to, byte(i));
      }
      return;
    }
    const unsigned size = 1U << tag.elem;
    const unsigned from = random().below(kWord / size) * size;
    dut().be_i[x] = static_cast<std::uint8_t>(((1U << size) - 1) << from);
    const unsigned width = 1U << tag.lane;
    const unsigned lane = tag.group * kSlots + s;
    for (unsigned i = 0; i < width; ++i) {
      put(width * lane + i, i < size ? byte(from + i) : std::uint8_t{0});
    }
  }

  // The oldest group may end.
  void end() {
    const Group& oldest = groups_.front();
    const tb::MemTag tag = oldest.tag;
    if (!oldest.empty() || !chance(80)) return;
    dut().valid_i = true;
    dut().tag_i = tag.bits();
    next_.done = tag.last;
    next_.id = tag.rsp_id;
    next_.read_whole = tag.vec && tag.second == (tag.alu == tb::kAdd);
    if (tag.last) next_.free = tag.vd;
    groups_.pop_front();
  }

  std::uint64_t word() { return random().next() & (kWord == 8 ? ~std::uint64_t{0} : 0xffffffffU); }

  void posedge() override {
    if (in_reset()) return;
    expect("done_o", 0, shown_.done, dut().done_o);
    if (shown_.done) expect("id_o", 0, shown_.id, dut().id_o);
    expect("read_whole_o", 0, shown_.read_whole, dut().read_whole_o);
    expect("second_o", 0, shown_.second, dut().second_o);
    const auto is_there = [](const std::optional<Operand>& operand) { return operand.has_value(); };
    expect("operand_next_o", 0, std::any_of(next_.operands.begin(), next_.operands.end(), is_there),
           dut().operand_next_o);
    for (unsigned i = 0; i < kVlen / 2; ++i) {
      write(0, i, dut().write_o, dut().vd_o, dut().data_o);
      write(1, i, dut().second_write_o, dut().second_vd_o, dut().second_data_o);
    }
    for (unsigned vd = 0; vd < kRegisters; ++vd) {
      if (touched_.at(vd)) shown_.written.push_back(vd);
    }
    touched_ = {};
    for (const unsigned vd : shown_.written) {
      for (unsigned i = 0; i < kVlen; ++i) {
        expect("byte of a register", i, shown_v_.at(vd).at(i), written_.at(vd).at(i),
               "register " + std::to_string(vd));
      }
    }
    for (unsigned s = 0; s < kSlots; ++s) {
      const auto& operand = shown_.operands.at(s);
      expect("operand_valid_o", s, operand ? 1 : 0, tb::get_bits(dut().operand_valid_o, s, 1));
      expect("operand_o", s, operand ? operand->data : 0,
             tb::get_bits(dut().operand_o, 32 * s, 32));
      if (!operand) continue;
      expect("entry_o", s, operand->tag.entry, dut().entry_o[s]);
      expect("alu_o", s, operand->tag.alu, dut().alu_o[s]);
      expect("wide_o", s, operand->tag.lane == 2, tb::get_bits(dut().wide_o, s, 1));
    }
    if (shown_.free) busy_.at(*shown_.free) = false;
    shown_ = next_;
    for (const unsigned vd : next_.written) shown_v_.at(vd) = golden_.at(vd);
  }

  // Half i of a register, by a port.
  template <typename Enable, typename Number, typename Data>
  void write(unsigned port, unsigned i, Enable& enable, Number& number, Data& data) {
    const int expected = shown_.ports.at(port).at(i);
    const bool writes = tb::get_bits(enable, i, 1) != 0;
    expect(port == 0 ? "write_o" : "second_write_o", i, expected != kNone, writes);
    if (!writes || expected == kNone) return;
    const unsigned vd = tb::get_bits(number, 5 * i, 5);
    expect(port == 0 ? "vd_o" : "second_vd_o", i, static_cast<unsigned>(expected), vd);
    touched_.at(vd) = true;
    for (unsigned k = 0; k < 2; ++k) {
      const unsigned byte = 2 * i + k;
      const bool left_out =
          port == 1 && dut().second_part_o != 0 && tb::get_bits(dut().second_bytes_o, byte, 1) == 0;
      if (!left_out) written_.at(vd).at(byte) = tb::bytes_of(data)[byte];
    }
  }

  unsigned commands_{};
  std::optional<tb::MemTag> command_;  // whose next group this is
  unsigned number_{};                  // of its groups
  unsigned gaps_{}, few_{};            // percent
  unsigned only_{4};                   // place of all lanes for some time, or 4
  unsigned idle_{};
  std::deque<Group> groups_;
  std::array<bool, kRegisters> busy_{};
  std::array<bool, kRegisters> touched_{};  // written in this cycle
  Registers golden_{}, shown_v_{};          // with the words of this cycle, and of the one before
  Registers written_{};                     // by the block
  Shown next_, shown_;
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return LaneReturnBench(argc, argv).run(); }
