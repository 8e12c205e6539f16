// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_xbar with a window: checks stages, banks, words that come back, handshakes and ends
// on every cycle against docs/reference/timing.md, with the lanes of unit/lanes.hpp.
//
// The bench has the memory. Beside the cycles it checks the meaning: the word that comes back for a
// slot, and the memory at the end, are those of groups that are carried out one after the other.
// Traffic is that of unit/lanes.hpp, with removed groups, late data, and commands that wait for an
// older one that writes the same register.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "Vgsq_xbar.h"
#include "common/bench.hpp"
#include "unit/lanes.hpp"
#include "unit/xbar_slot.hpp"

namespace {

using tb::kBanks;
using tb::kParts;
using tb::kPlaces;
using tb::kPorts;
using tb::kRows;
using tb::kSlots;
using tb::kWord;
using tb::kWordBytes;
using tb::LaneGroup;
using tb::LaneGroupPtr;
using tb::Slot;

constexpr std::uint64_t kGroups = 60'000 / kSlots + 3'000;

/// What the lanes do not know of a group.
struct Extra {
  bool kill{};                                   // in stage M
  bool kill_later{};                             // in stage R
  bool late{};                                   // data comes as it leaves stage E
  std::array<std::uint64_t, kSlots> expected{};  // words of a read, in program order
};

/// An access of one bank that stage X presents.
struct Access {
  LaneGroupPtr group;
  unsigned row{};
  unsigned bytes{};
  std::uint64_t data{};
};

/// A command that writes V, of which a group has entered the window.
struct Writer {
  std::uint64_t command{};
  unsigned vd{};
  std::optional<std::uint64_t> complete;  // in which cycle
};

/// Bits of the bytes of a word that `bytes` enables.
std::uint64_t bits_of(unsigned bytes) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < kWordBytes; ++i) {
    if ((bytes >> i & 1U) != 0) bits |= std::uint64_t{0xff} << (8 * i);
  }
  return bits;
}

using Memory = std::array<std::array<std::uint64_t, kRows>, kBanks>;

class WindowBench : public tb::Bench<Vgsq_xbar> {
 public:
  WindowBench(int argc, char** argv)
      : Bench("window of " + std::to_string(kPlaces) + " places, " + std::to_string(kSlots) +
                  " slots, " + std::to_string(kBanks) + " banks of " + std::to_string(kWordBytes) +
                  " bytes in " + std::to_string(kParts) + " parts, coding " +
                  std::to_string(PARAM_XbarOneHot) + ", coalescing " +
                  std::to_string(PARAM_Coalesce),
              argc, argv) {
    for (auto& bank : memory_) {
      for (std::uint64_t& word : bank) word = random().next() & kWord;
    }
    golden_ = memory_;
  }

 private:
  enum Stage { kM, kR, kX, kB, kE, kK };  // bits of stage_valid_o

  bool chance(unsigned percent) { return random().percent(percent); }
  Extra& extra(const LaneGroupPtr& group) { return extra_.at(group->number); }

  // ---- Stimulus ---------------------------------------------------------------------------------

  void drive() override {
    dut().valid_i = 0;
    if (in_reset()) return;
    if (!now_ && count_ < kGroups && !chance(traffic_.pauses())) offer();
    drive_late();
    dut().valid_i = now_ != nullptr;
    dut().hold_i = chance(traffic_.held());
    dut().no_fractions_i = chance(traffic_.no_fractions());
    dut().kill_m_i = m_ && extra(m_).kill;
    dut().kill_r_i = r_ && extra(r_).kill_later;
    for (unsigned b = 0; b < kBanks; ++b) dut().bank_rdata_i[b] = read_[b];
    const bool empty = !m_ && !r_ && !e_ && lanes_.window().empty();
    if (count_ == kGroups && empty && idle_++ == 3) {
      for (unsigned b = 0; b < kBanks; ++b) {
        for (unsigned row = 0; row < kRows; ++row) {
          expect("memory", b, golden_[b][row], memory_[b][row], "row " + std::to_string(row));
        }
      }
      finish();
    }
  }

  void offer() {
    now_ = traffic_.next();
    Extra& extra = extra_[now_->number];
    extra.kill = chance(4);
    extra.kill_later = chance(4);
    extra.late = now_->write && chance(30);
    dut().we_i = now_->write;
    dut().local_i = now_->local;
    dut().lanes_i = now_->lanes;
    dut().late_i = extra.late;
    dut().tag_i = now_->tag.bits();
    for (unsigned i = 0; i < kSlots; ++i) {
      const Slot& slot = now_->slots[i];
      tb::drive_slot(dut(), i, slot, extra.late ? random().next() & kWord : slot.data);
    }
  }

  // Data of the oldest late group that has none yet; it holds until it is taken.
  void drive_late() {
    const LaneGroupPtr* late = nullptr;
    for (const LaneGroupPtr* stage : {&m_, &r_, &e_}) {
      if (*stage && extra(*stage).late) late = stage;
    }
    late_there_ = late != nullptr && (late_there_ || chance(60));
    dut().late_valid_i = late_there_;
    for (unsigned i = 0; i < kSlots; ++i) {
      dut().late_data_i[i] = late_there_ ? (*late)->slots[i].data : random().next() & kWord;
    }
  }

  // ---- Checks -----------------------------------------------------------------------------------

  void posedge() override {
    if (in_reset()) return;
    ++cycle_;
    const auto cycle = lanes_.cycle(dut().hold_i != 0, dut().no_fractions_i != 0);
    check_return();
    check_access(cycle.held);
    check_stages(cycle);
    access(cycle.held);
    b_ = nullptr;
    if (cycle.leaves) {
      const LaneGroupPtr& oldest = lanes_.window().front();
      if (!oldest->write) b_ = oldest;
      if (oldest->tag.last) complete(*oldest);
    }
    move(cycle);
  }

  // Words that come back, in the cycle after their access, and the end of a group that reads.
  void check_return() {
    for (unsigned x = 0; x < kPorts * kSlots; ++x) {
      const LaneGroupPtr& group = back_[x];
      const unsigned i = x % kSlots;
      expect("ret_hit_o", x, group ? 1 : 0, tb::get_bits(dut().ret_hit_o, x, 1));
      if (!group) continue;
      const std::string what = group->local ? "local group" : "read";
      expect("ret_word_o", x, extra(group).expected[i], dut().ret_word_o[x], what);
      expect("ret_be_o", x, group->slots[i].bytes, dut().ret_be_o[x], what);
      expect("ret_slot_tag_o", x, group->tag.slot_tag(false, kWordBytes), dut().ret_slot_tag_o[x]);
      if (group->fractions()) {
        expect("ret_fractions_o", x, group->tag.kind().bits(), dut().ret_fractions_o);
      }
    }
    back_ = {};
    expect("ret_last_o", 0, b_ ? 1 : 0, dut().ret_last_o);
    if (b_) expect("ret_killed_o", 0, b_->killed, dut().ret_killed_o);
  }

  /// The accesses of stage X, per bank.
  static std::array<std::optional<Access>, kBanks> accesses_of(const tb::Presented& presented) {
    std::array<std::optional<Access>, kBanks> accesses;
    if (presented.local) return accesses;
    for (const auto& served : presented.served) {
      for (unsigned i = 0; i < kSlots; ++i) {
        if (!served[i]) continue;
        const Slot& slot = served[i]->slots[i];
        auto& access = accesses.at(slot.select);
        if (!access) access = Access{served[i], slot.row, 0, 0};
        access->bytes |= slot.bytes;
        access->data |= slot.data & bits_of(slot.bytes);
      }
    }
    return accesses;
  }

  void check_access(bool held) {
    const tb::Presented& presented = lanes_.presented();
    const auto accesses = accesses_of(presented);
    for (unsigned b = 0; b < kBanks; ++b) {
      const auto& access = accesses[b];
      expect("want_o", b, access ? 1 : 0, tb::get_bits(dut().want_o, b, 1));
      expect("bank_req_o", b, access && !held, tb::get_bits(dut().bank_req_o, b, 1));
      const bool lanes = access && access->group->lanes && !held;
      expect("served_bank_o", b, lanes, tb::get_bits(dut().served_bank_o, b, 1));
      if (!access) continue;
      expect("bank_row_o", b, access->row, dut().bank_row_o[b]);
      expect("bank_we_o", b, access->group->write, tb::get_bits(dut().bank_we_o, b, 1));
      expect("bank_be_o", b, access->bytes, dut().bank_be_o[b]);
      if (!access->group->write) continue;
      expect("bank_wdata_o", b, access->data, dut().bank_wdata_o[b] & bits_of(access->bytes));
    }
    for (unsigned x = 0; x < kPorts * kSlots; ++x) {
      const LaneGroupPtr& group = presented.served[x / kSlots][x % kSlots];
      const bool served = group && !group->local && group->lanes && !held;
      expect("served_o", x, served, tb::get_bits(dut().served_o, x, 1));
    }
  }

  void check_stages(const tb::LanesReference::Cycle& cycle) {
    expect("end_o", 0, cycle.leaves, dut().end_o);
    check_stage(kM, m_);
    check_stage(kR, r_);
    check_stage(kX, nullptr);
    check_stage(kB, b_);
    check_stage(kE, e_);
    std::array<LaneGroupPtr, tb::kWindowGroups> window;
    for (unsigned i = 0; i < lanes_.window().size(); ++i) {
      window.at(lanes_.place(i)) = lanes_.window()[i];
    }
    for (unsigned i = 0; i < tb::kWindowGroups; ++i) check_stage(kK + i, window[i]);
  }

  void check_stage(unsigned stage, const LaneGroupPtr& group) {
    expect("stage_valid_o", stage, group ? 1 : 0, tb::get_bits(dut().stage_valid_o, stage, 1));
    if (group) expect("stage_tag_o", stage, group->tag.bits(), dut().stage_tag_o[stage]);
  }

  // ---- Reference --------------------------------------------------------------------------------

  // The banks carry out what stage X presents; words that were read come back next.
  void access(bool held) {
    for (std::uint64_t& word : read_) word = random().next() & kWord;
    if (held) return;
    const tb::Presented& presented = lanes_.presented();
    const auto accesses = accesses_of(presented);
    for (unsigned b = 0; b < kBanks; ++b) {
      if (!accesses[b]) continue;
      std::uint64_t& word = memory_[b][accesses[b]->row];
      if (accesses[b]->group->write) {
        word = (word & ~bits_of(accesses[b]->bytes)) | accesses[b]->data;
      } else {
        read_[b] = word;
      }
    }
    for (unsigned x = 0; x < kPorts * kSlots; ++x) {
      const LaneGroupPtr& group = presented.served[x / kSlots][x % kSlots];
      if (group && !group->write) back_[x] = group;
    }
  }

  // The command's last group ends: V is written two cycles later.
  void complete(const LaneGroup& group) {
    for (Writer& writer : writers_) {
      if (writer.command == group.command) writer.complete = cycle_ + 2;
    }
  }

  // Groups move: from E into the window, from R to E, from M to R, from the port to M.
  void move(const tb::LanesReference::Cycle& cycle) {
    const bool late = e_ && extra(e_).late;
    const bool free = e_ && !stalls(*e_) && lanes_.fits(*e_, cycle);
    const bool enters = free && (!late || late_there_);
    expect("enter_o", 0, enters && !e_->killed, dut().enter_o);
    expect("late_ready_o", 0, free && late, dut().late_ready_o);
    lanes_.end(cycle, enters ? e_ : nullptr);
    if (enters) {
      if (late) late_there_ = false;
      enter(e_);
      e_ = nullptr;
    }
    if (r_ && !e_) {
      std::swap(r_, e_);
      e_->killed = extra(e_).kill || extra(e_).kill_later;
      for (Slot& slot : e_->slots) slot.used = slot.used && !e_->killed;
      tb::arrange(*e_);
    }
    if (m_ && !r_) std::swap(m_, r_);
    expect("ready_o", 0, !m_, dut().ready_o);
    if (now_ && !m_) {
      std::swap(m_, now_);
      ++count_;
    }
  }

  // An older command that writes the same register is not complete.
  [[nodiscard]] bool stalls(const LaneGroup& group) const {
    return group.tag.writes_v &&
           std::any_of(writers_.begin(), writers_.end(), [&](const Writer& writer) {
             return writer.vd == group.tag.vd && writer.command != group.command &&
                    writer.complete.value_or(cycle_ + 1) > cycle_;
           });
  }

  void enter(const LaneGroupPtr& group) {
    if (group->tag.writes_v && (writers_.empty() || writers_.back().command != group->command)) {
      writers_.push_back({group->command, group->tag.vd, {}});
      if (writers_.size() > tb::kWindowGroups + 4) writers_.pop_front();  // complete long ago
    }
    Extra& extra = this->extra(group);
    for (unsigned i = 0; i < kSlots; ++i) {
      const Slot& slot = group->slots[i];
      if (!slot.used) continue;
      if (group->local) {
        extra.expected[i] = group->slots[slot.select * tb::kLocalStep].data;
        continue;
      }
      std::uint64_t& word = golden_[slot.select][slot.row];
      const std::uint64_t bits = bits_of(slot.bytes);
      if (group->write) {
        word = (word & ~bits) | (slot.data & bits);
      } else {
        extra.expected[i] = word;
      }
    }
  }

  tb::LaneTraffic traffic_{random()};
  tb::LanesReference lanes_;
  std::uint64_t count_{};  // groups taken
  std::uint64_t cycle_{};
  unsigned idle_{};
  std::map<std::uint64_t, Extra> extra_;
  std::deque<Writer> writers_;
  LaneGroupPtr now_, m_, r_, e_;  // at the port, in the stages
  LaneGroupPtr b_;                // that reads, and has left the window in the cycle before
  bool late_there_{};
  std::array<LaneGroupPtr, kPorts * kSlots> back_;  // whose words come back next
  std::array<std::uint64_t, kBanks> read_{};
  Memory memory_{}, golden_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return WindowBench(argc, argv).run(); }
