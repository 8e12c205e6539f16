// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_xbar: checks banks and returned words on every cycle against the rule that beat k of
// a group serves in every bank the k-th of its words, in the order of the lowest slots that ask for
// them.
//
// With 8 slots, 4 banks and two words a bank all groups are tried, each slot at each word: each
// must take as many beats as the largest number of different words in a bank, without a gap between
// beats. After them, and with other parameters, follow random groups: reads, writes, local groups,
// killed groups, slots without a request, cycles with hold_i, late data.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "Vgsq_xbar.h"
#include "common/bench.hpp"
#include "common/code_coverage.hpp"
#include "unit/xbar_slot.hpp"

namespace {

using tb::kBanks;
using tb::kLocalStep;
using tb::kLocalWords;
using tb::kRows;
using tb::kSlots;
using tb::kWord;
using tb::kWordBytes;
using tb::Slot;

constexpr unsigned kInR = 2;  // cycles from a group's transfer to stage R
constexpr std::uint64_t kAll = kSlots == 8 && kBanks == 4 && kRows == 2
                                   ? (std::uint64_t{1} << (3 * kSlots)) / tb::kCaseStep
                                   : 0;
constexpr std::uint64_t kRandom = 100'000 / kSlots + 2'000;

struct Group {
  bool write{};
  bool local{};
  bool kill{};        // in stage M
  bool kill_later{};  // in stage R
  bool late{};        // `data` comes as it leaves stage R
  std::array<Slot, kSlots> slots;
};

/// The words of one bank that a group still needs, in the order in which it gets them. All groups
/// are tried: memory of their own for each would take longer than the RTL.
class Rows {
 public:
  [[nodiscard]] bool empty() const { return next_ == end_; }
  [[nodiscard]] unsigned size() const { return end_ - next_; }
  [[nodiscard]] unsigned front() const { return rows_.at(next_); }
  void pop_front() { ++next_; }
  /// Once for each row, however many slots have it.
  void add(unsigned row) {
    const auto end = rows_.begin() + end_;
    if (std::find(rows_.begin(), end, row) == end) rows_.at(end_++) = row;
  }

 private:
  std::array<unsigned, kSlots> rows_{};
  unsigned next_{};
  unsigned end_{};
};

struct InFlight {
  Group group;
  std::uint64_t taken{};
  bool in_x{};
  std::array<Rows, kBanks> rows;
};

/// What a bank holds.
std::uint64_t content(unsigned bank, unsigned row) {
  return (0x9e37'79b9'7f4a'7c15ULL * (std::uint64_t{row} * kBanks + bank + 1)) & kWord;
}

class XbarBench : public tb::Bench<Vgsq_xbar> {
 public:
  XbarBench(int argc, char** argv)
      : Bench("crossbar, " + std::to_string(kSlots) + " slots, " + std::to_string(kBanks) +
                  " banks of " + std::to_string(kWordBytes) + " bytes, coding " +
                  std::to_string(PARAM_XbarOneHot),
              argc, argv) {}

 private:
  // A third of the random groups each with no, some and many held cycles.
  unsigned hold_percent() const {
    return count_ < kAll + kRandom / 3 ? 0 : count_ < kAll + 2 * kRandom / 3 ? 30 : 70;
  }
  bool chance(unsigned percent) { return random().below(100) < percent; }

  void make_group() {
    now_ = {};
    if (count_ < kAll) {
      for (unsigned i = 0; i < kSlots; ++i) {
        const unsigned word = ((count_ * tb::kCaseStep) >> (3 * i)) % 8;
        now_.slots[i] = {true, word / 2, word % 2, 1, 0};
      }
      return;
    }
    now_.local = chance(10);
    now_.write = !now_.local && chance(50);
    now_.kill = chance(5);
    now_.kill_later = chance(5);
    now_.late = now_.write && chance(40);
    const unsigned banks = 1 + random().below(kBanks);
    const unsigned rows = 1 + random().below(std::min(kRows, 1 + random().below(kRows)));
    const unsigned used = random().below(5) == 0 ? random().below(101) : 100;
    for (Slot& slot : now_.slots) {
      slot.used = chance(used);
      slot.select = now_.local ? random().below(kLocalWords) : random().below(banks);
      slot.row = random().below(rows);
      slot.bytes = 1 + random().below((1U << kWordBytes) - 1);
      slot.data = random().next() & kWord;
    }
  }

  void drive() override {
    if (in_reset()) {
      dut().valid_i = 0;
      return;
    }
    if (!offered_ && count_ < kAll + kRandom && (count_ < kAll || !chance(10))) {
      make_group();
      offered_ = true;
      dut().we_i = now_.write;
      dut().local_i = now_.local;
      dut().lanes_i = 1;
      dut().late_i = now_.late;
      dut().tag_i = count_ % 256;
      for (unsigned i = 0; i < kSlots; ++i) {
        const Slot& slot = now_.slots[i];
        tb::drive_slot(dut(), i, slot, now_.late ? random().next() & kWord : slot.data);
      }
    }
    drive_late();
    dut().valid_i = offered_;
    dut().hold_i = chance(hold_percent());
    dut().kill_m_i = (dut().stage_valid_o & 1U) != 0 && killed_.at(dut().stage_tag_o[0]);
    dut().kill_r_i = (dut().stage_valid_o & 2U) != 0 && killed_later_.at(dut().stage_tag_o[1]);
    for (unsigned b = 0; b < kBanks; ++b) {
      dut().bank_rdata_i[b] = read_[b] != kNothing ? content(b, read_[b]) : random().next() & kWord;
    }
    if (count_ == kAll + kRandom && in_flight_.empty() && returned_.empty()) finish();
  }

  // Data of the oldest late group that has none yet; it holds until it is taken.
  void drive_late() {
    late_ = std::find_if(in_flight_.begin(), in_flight_.end(),
                         [](const InFlight& entry) { return entry.group.late && !entry.in_x; });
    const bool there = late_ != in_flight_.end();
    dut().late_valid_i = there && (late_there_ || chance(60));
    late_there_ = dut().late_valid_i != 0;
    for (unsigned i = 0; i < kSlots; ++i) {
      dut().late_data_i[i] = late_there_ ? late_->group.slots[i].data : random().next() & kWord;
    }
  }

  void posedge() override {
    if (in_reset()) return;
    ++cycle_;
    check_return();
    check_beat();
    check_entry();
    if (dut().valid_i && dut().ready_o) take();
  }

  // The words of the beat before.
  void check_return() {
    std::array<const Slot*, kSlots> hit{};
    for (const unsigned i : returned_) hit[i] = &last_group_.slots[i];
    for (unsigned i = 0; i < kSlots; ++i) {
      expect("ret_hit_o", i, hit[i] != nullptr, tb::get_bits(dut().ret_hit_o, i, 1));
      if (hit[i] == nullptr) continue;
      const std::uint64_t word = last_group_.local
                                     ? last_group_.slots[hit[i]->select * kLocalStep].data
                                     : content(hit[i]->select, hit[i]->row);
      expect("ret_word_o", i, word, dut().ret_word_o[i]);
      expect("ret_be_o", i, hit[i]->bytes, dut().ret_be_o[i]);
    }
    expect("ret_last_o", 0, return_last_, dut().ret_last_o);
    if (return_last_) expect("ret_killed_o", 0, removed(last_group_), dut().ret_killed_o);
    returned_.clear();
    return_last_ = false;
    read_.fill(kNothing);
  }

  void check_beat() {
    const bool active = !in_flight_.empty() && in_flight_.front().in_x;
    const bool held = dut().hold_i != 0;
    const InFlight* front = active ? &in_flight_.front() : nullptr;
    const bool last = active && std::all_of(front->rows.begin(), front->rows.end(),
                                            [](const Rows& rows) { return rows.size() <= 1; });
    expect("end_o", 0, last && !held, dut().end_o);
    for (unsigned b = 0; b < kBanks; ++b) {
      const bool wanted = active && !front->rows[b].empty();
      expect("want_o", b, wanted, tb::get_bits(dut().want_o, b, 1));
      expect("bank_req_o", b, wanted && !held, tb::get_bits(dut().bank_req_o, b, 1));
      if (wanted) check_bank(*front, b);
    }
    for (unsigned i = 0; i < kSlots; ++i) {
      const bool served = active && !held && in_beat(*front, i);
      expect("served_o", i, served && !front->group.local, tb::get_bits(dut().served_o, i, 1));
      if (served && !front->group.write) returned_.push_back(i);
    }
    if (!active || held) return;
    last_group_ = front->group;
    return_last_ = last && !front->group.write;
    if (last) {
      in_flight_.pop_front();
    } else {
      for (Rows& rows : in_flight_.front().rows) {
        if (!rows.empty()) rows.pop_front();
      }
    }
  }

  // The group in stage R enters stage X when that is free, or becomes so.
  void check_entry() {
    const bool free = !in_flight_.empty() && !in_flight_.front().in_x &&
                      in_flight_.front().taken + kInR <= cycle_;
    const bool late = free && in_flight_.front().group.late;
    expect("late_ready_o", 0, late, dut().late_ready_o);
    if (!free || (late && !late_there_)) return;
    in_flight_.front().in_x = true;
    if (late) late_there_ = false;
  }

  static bool removed(const Group& group) { return group.kill || group.kill_later; }

  static bool in_beat(const InFlight& front, unsigned i) {
    const Slot& slot = front.group.slots[i];
    if (!slot.used || removed(front.group)) return false;
    return front.group.local ||
           (!front.rows[slot.select].empty() && front.rows[slot.select].front() == slot.row);
  }

  void check_bank(const InFlight& front, unsigned bank) {
    const unsigned row = front.rows[bank].front();
    expect("bank_row_o", bank, row, dut().bank_row_o[bank]);
    expect("bank_we_o", bank, front.group.write, tb::get_bits(dut().bank_we_o, bank, 1));
    unsigned bytes = 0;
    std::uint64_t data = 0;
    for (const Slot& slot : front.group.slots) {  // ascending: the highest slot is last
      if (!slot.used || slot.select != bank || slot.row != row) continue;
      bytes |= slot.bytes;
      for (unsigned byte = 0; byte < kWordBytes; ++byte) {
        const std::uint64_t mask = std::uint64_t{0xff} << (8 * byte);
        if ((slot.bytes >> byte & 1U) != 0) data = (data & ~mask) | (slot.data & mask);
      }
    }
    expect("bank_be_o", bank, bytes, dut().bank_be_o[bank]);
    if (front.group.write) expect("bank_wdata_o", bank, data, dut().bank_wdata_o[bank]);
    if (!front.group.write && dut().hold_i == 0) read_[bank] = row;
  }

  void take() {
    InFlight entry{now_, cycle_, false, {}};
    if (!now_.local && !removed(now_)) {
      for (const Slot& slot : now_.slots) {
        if (slot.used) entry.rows.at(slot.select).add(slot.row);
      }
    }
    killed_.at(count_ % 256) = now_.kill;
    killed_later_.at(count_ % 256) = now_.kill_later;
    in_flight_.push_back(entry);
    offered_ = false;
    ++count_;
  }

  static constexpr unsigned kNothing = ~0U;

  std::uint64_t count_{};  // groups taken
  std::uint64_t cycle_{};
  Group now_;
  bool offered_{};
  std::array<bool, 256> killed_{};
  std::array<bool, 256> killed_later_{};
  std::deque<InFlight> in_flight_;
  std::deque<InFlight>::iterator late_;  // whose data are driven
  bool late_there_{};
  Group last_group_;
  std::vector<unsigned> returned_;  // slots whose words come back in the next cycle
  bool return_last_{};
  std::array<unsigned, kBanks> read_ = [] {
    std::array<unsigned, kBanks> none{};
    none.fill(kNothing);
    return none;
  }();
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return XbarBench(argc, argv).run(); }
