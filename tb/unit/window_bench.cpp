// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_xbar with a window: checks banks, handshakes and ends on every cycle against the
// sentence of docs/reference/timing.md: every bank is a queue of words in program order and offers
// its first; a lane takes the offer of its oldest group.
//
// The bench keeps one queue of words for each bank, and has the memory. Beside the cycles it checks
// the meaning: the word that comes back for a slot, and the memory at the end, are those of groups
// that are carried out one after the other. Traffic: reads, writes, local groups, removed groups,
// late data, empty groups, words that all slots share, one bank for all slots; commands of several
// groups that write few registers, and that give V words or parts of every kind; with no, some and
// many cycles that are held, or in which parts must wait.
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "Vgsq_xbar.h"
#include "common/bench.hpp"
#include "unit/mem_tag.hpp"
#include "unit/slot_access.hpp"
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

constexpr unsigned kWindow = PARAM_Window;
constexpr bool kCoalesce = PARAM_Coalesce != 0;
constexpr std::uint64_t kGroups = 120'000 / kSlots + 3'000;

struct Group {
  std::uint64_t number{};
  bool write{};
  bool local{};
  bool lanes{};
  bool kill{};        // in stage M
  bool kill_later{};  // in stage R
  bool late{};        // `data` comes as it leaves stage E
  std::uint64_t command{};
  tb::MemTag tag;
  unsigned place{};  // in the window
  std::array<Slot, kSlots> slots;
  std::array<std::uint64_t, kSlots> expected{};  // words of a read, in program order
  unsigned left{};                               // slots that are not served yet

  bool removed() const { return kill || kill_later; }
  tb::Give give() const { return tag.give(kWordBytes); }
};
using GroupPtr = std::shared_ptr<Group>;

struct Word {
  GroupPtr group;
  unsigned row{};
  std::vector<unsigned> slots;  // that are not served yet
};

/// An access of one bank that stage X presents.
struct Access {
  GroupPtr group;
  unsigned row{};
  unsigned bytes{};
  std::uint64_t data{};
  std::vector<unsigned> slots;
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
      : Bench("window of " + std::to_string(kWindow) + ", " + std::to_string(kSlots) + " slots, " +
                  std::to_string(kBanks) + " banks of " + std::to_string(kWordBytes) +
                  " bytes, coding " + std::to_string(PARAM_XbarOneHot) + ", coalescing " +
                  std::to_string(PARAM_Coalesce),
              argc, argv) {
    for (auto& bank : memory_) {
      for (std::uint64_t& word : bank) word = random().next() & kWord;
    }
    golden_ = memory_;
  }

 private:
  unsigned hold_percent() const {
    return count_ < kGroups / 3 ? 0 : count_ < 2 * kGroups / 3 ? 30 : 70;
  }
  bool chance(unsigned percent) { return random().below(100) < percent; }

  void make_group() {
    now_ = std::make_shared<Group>();
    now_->number = count_;
    if (groups_left_ == 0) make_command();
    --groups_left_;
    now_->command = commands_;
    now_->tag = tag_;
    now_->tag.last = groups_left_ == 0;
    tag_.first = false;
    ++tag_.group;
    now_->local = tag_.place == tb::kVector;
    now_->write = write_;
    now_->lanes = chance(70);
    now_->kill = chance(4);
    now_->kill_later = chance(4);
    now_->late = now_->write && chance(30);
    if (count_ % 64 == 0) {
      style_ = random().below(5);
      registers_ = chance(30) ? 2 : 32;
      no_parts_ = chance(50) ? 0 : random().below(80);
      only_words_ = chance(30);
    }
    const unsigned banks = style_ == 1 ? 1 : style_ == 2 ? 1 + random().below(kBanks) : kBanks;
    const unsigned rows = style_ == 3 ? 1 : style_ == 4 ? std::min(kRows, 2U) : kRows;
    const unsigned used = chance(20) ? random().below(101) : 100;
    const bool one_word = chance(10);
    const unsigned bank = random().below(banks);
    const unsigned row = random().below(rows);
    for (Slot& slot : now_->slots) {
      slot.used = chance(used);
      slot.select =
          now_->local ? random().below(kLocalWords) : (one_word ? bank : random().below(banks));
      slot.row = one_word ? row : random().below(rows);
      slot.bytes = 1 + random().below((1U << kWordBytes) - 1);
      slot.data = random().next() & kWord;
    }
  }

  // A command with its tag: few registers, so that some wait for an older one.
  void make_command() {
    ++commands_;
    tag_ = {};
    tag_.first = true;
    tag_.vd = random().below(registers_);
    tag_.rsp_id = random().below(32);
    groups_left_ = 1;
    write_ = chance(50);
    if (write_) return;
    tag_.place = chance(16) ? tb::kVector : random().below(3);
    tag_.writes_v = chance(80);
    if (only_words_) return;
    if (tag_.place == tb::kInBlocks) {
      tag_.unpack = random().below(3);
      tag_.vec = !tag_.writes_v;
    } else if (tag_.place == tb::kLanes) {
      tag_.elem = random().below(4);
      tag_.lane = tag_.elem >= 2 ? tag_.elem : 1 + random().below(2);
      groups_left_ = tag_.lane == 1 ? 2 : 1;
    } else if (tag_.place == tb::kVector) {
      tag_.writes_v = true;
      tag_.elem = tag_.lane = random().below(3);
      groups_left_ = 4U >> tag_.lane;
    }
  }

  void drive() override {
    if (in_reset()) {
      dut().valid_i = 0;
      return;
    }
    if (!offered_ && count_ < kGroups && !chance(style_ == 0 ? 20 : 2)) {
      make_group();
      offered_ = true;
      dut().we_i = now_->write;
      dut().local_i = now_->local;
      dut().lanes_i = now_->lanes;
      dut().late_i = now_->late;
      dut().tag_i = now_->tag.bits();
      for (unsigned i = 0; i < kSlots; ++i) {
        const Slot& slot = now_->slots[i];
        tb::drive_slot(dut(), i, slot, now_->late ? random().next() & kWord : slot.data);
      }
    }
    drive_late();
    dut().valid_i = offered_;
    dut().hold_i = chance(hold_percent());
    dut().no_parts_i = chance(no_parts_);
    dut().kill_m_i = m_ && m_->kill;
    dut().kill_r_i = r_ && r_->kill_later;
    for (unsigned b = 0; b < kBanks; ++b) dut().bank_rdata_i[b] = read_[b];
    if (count_ == kGroups && !m_ && !r_ && !e_ && groups_.empty() && !x_valid_ && !b_oldest_) {
      for (unsigned b = 0; b < kBanks; ++b) {
        for (unsigned row = 0; row < kRows; ++row) {
          expect("memory", b, golden_[b][row], memory_[b][row], "row " + std::to_string(row));
        }
      }
      finish();
    }
  }

  // Data of the oldest late group that has none yet; it holds until it is taken.
  void drive_late() {
    const GroupPtr* late = &e_;
    for (const GroupPtr* stage : {&r_, &m_}) {
      if (!*late || !(*late)->late) late = stage;
    }
    const bool there = *late && (*late)->late;
    dut().late_valid_i = there && (late_there_ || chance(60));
    late_there_ = dut().late_valid_i != 0;
    for (unsigned i = 0; i < kSlots; ++i) {
      dut().late_data_i[i] = late_there_ ? (*late)->slots[i].data : random().next() & kWord;
    }
  }

  void posedge() override {
    if (in_reset()) return;
    ++now_cycle_;
    const bool held = dut().hold_i != 0;
    check_return();
    check_access(held);
    b_oldest_ = nullptr;
    if (!held) {
      access();
      serve();
    }
    move();
  }

  // Words that come back, in the cycle after their access, and the end of a group.
  void check_return() {
    for (unsigned i = 0; i < kSlots; ++i) {
      const GroupPtr& group = back_[i];
      expect("ret_hit_o", i, group ? 1 : 0, tb::get_bits(dut().ret_hit_o, i, 1));
      if (!group) continue;
      expect("ret_word_o", i, group->expected[i], dut().ret_word_o[i]);
      expect("ret_be_o", i, group->slots[i].bytes, dut().ret_be_o[i]);
      expect("ret_place_o", i, group->place, dut().ret_place_o[i]);
      expect("ret_place_tag_o", i, group->tag.bits(), dut().ret_place_tag_o[group->place]);
    }
    back_ = {};
    expect("ret_last_o", 0, b_oldest_ && b_last_ ? 1 : 0, dut().ret_last_o);
    expect("stage_valid_o of B", 0, b_oldest_ ? 1 : 0, tb::get_bits(dut().stage_valid_o, 3, 1));
    if (!b_oldest_) return;
    expect("stage_tag_o of B", 0, b_oldest_->tag.bits(), dut().stage_tag_o[3]);
    if (b_last_) expect("ret_killed_o", 0, b_oldest_->removed(), dut().ret_killed_o);
  }

  // What stage X presents.
  void check_access(bool held) {
    expect("end_o", 0, x_valid_ && x_last_ && !held, dut().end_o);
    for (unsigned b = 0; b < kBanks; ++b) {
      const auto& access = x_[b];
      expect("want_o", b, access ? 1 : 0, tb::get_bits(dut().want_o, b, 1));
      expect("bank_req_o", b, access && !held ? 1 : 0, tb::get_bits(dut().bank_req_o, b, 1));
      bool lanes = false;
      if (access) {
        expect("bank_row_o", b, access->row, dut().bank_row_o[b]);
        expect("bank_we_o", b, access->group->write, tb::get_bits(dut().bank_we_o, b, 1));
        expect("bank_be_o", b, access->bytes, dut().bank_be_o[b]);
        if (access->group->write) {
          expect("bank_wdata_o", b, access->data, dut().bank_wdata_o[b] & bits_of(access->bytes));
        }
        lanes = access->group->lanes && !held;
        for (const unsigned i : access->slots) {
          expect("served_o", i, lanes, tb::get_bits(dut().served_o, i, 1));
        }
      }
      expect("served_bank_o", b, lanes, tb::get_bits(dut().served_bank_o, b, 1));
    }
  }

  // The banks carry out what stage X presents; its oldest group's words come back next.
  void access() {
    b_oldest_ = x_valid_ && !x_oldest_->write ? x_oldest_ : nullptr;
    b_last_ = x_last_;
    if (x_valid_ && x_last_ && x_oldest_->tag.last) complete(*x_oldest_);
    if (x_local_) {
      for (unsigned i = 0; i < kSlots; ++i) {
        if (x_oldest_->slots[i].used) back_[i] = x_oldest_;
      }
    }
    x_local_ = false;
    for (unsigned b = 0; b < kBanks; ++b) {
      read_[b] = random().next() & kWord;
      if (!x_[b]) continue;
      const Access& access = *x_[b];
      if (access.group->write) {
        const std::uint64_t bits = bits_of(access.bytes);
        memory_[b][access.row] = (memory_[b][access.row] & ~bits) | access.data;
      } else {
        read_[b] = memory_[b][access.row];
        for (const unsigned i : access.slots) back_[i] = access.group;
      }
      x_[b].reset();
    }
    x_valid_ = false;
  }

  // The command's last group ends: V is written two cycles later.
  void complete(const Group& group) {
    for (Writer& writer : writers_) {
      if (writer.command == group.command) writer.complete = now_cycle_ + 2;
    }
  }

  // The group gives V parts, which an older group of another kind or a result keeps back.
  bool waits(const Group& group) {
    if (group.give() == tb::kGiveWords) return false;
    if (dut().no_parts_i != 0) return true;
    return std::any_of(groups_.begin(), groups_.end(), [&](const GroupPtr& other) {
      return other->number < group.number && other->give() != tb::kGiveWords &&
             other->give() != group.give();
    });
  }

  // Stage K: banks offer, lanes take the offer of their oldest group, the oldest group may leave.
  void serve() {
    if (groups_.empty()) return;
    x_valid_ = true;
    x_oldest_ = groups_.front();
    if (x_oldest_->local) {
      x_local_ = !waits(*x_oldest_);
      if (x_local_) x_oldest_->left = 0;
    } else {
      std::array<const Group*, kSlots> oldest{};
      for (const auto& queue : queues_) {
        if (queue.empty()) continue;
        for (const unsigned i : queue.front().slots) {
          if (oldest[i] == nullptr || queue.front().group->number < oldest[i]->number) {
            oldest[i] = queue.front().group.get();
          }
        }
      }
      for (unsigned b = 0; b < kBanks; ++b) serve_bank(b, oldest);
    }
    x_last_ = x_oldest_->left == 0;
    if (x_last_) groups_.pop_front();
  }

  void serve_bank(unsigned bank, const std::array<const Group*, kSlots>& oldest) {
    auto& queue = queues_[bank];
    if (queue.empty()) return;
    Word& word = queue.front();
    if (waits(*word.group)) return;
    Access access{word.group, word.row, 0, 0, {}};
    std::vector<unsigned> rest;
    for (const unsigned i : word.slots) {
      (oldest[i] == word.group.get() ? access.slots : rest).push_back(i);
    }
    if (access.slots.empty()) return;
    for (const unsigned i : access.slots) {
      const unsigned bytes = effective_bytes(*word.group, i);
      access.bytes |= bytes;
      access.data |= word.group->slots[i].data & bits_of(bytes);
    }
    word.group->left -= static_cast<unsigned>(access.slots.size());
    word.slots = rest;
    x_[bank] = access;
    if (word.slots.empty()) {
      queue.pop_front();
      left_[bank] = true;
    }
  }

  /// Bytes of a slot; of a write those that no higher slot writes to the same word.
  static unsigned effective_bytes(const Group& group, unsigned slot) {
    unsigned bytes = group.slots[slot].bytes;
    if (!group.write || !kCoalesce) return bytes;
    for (unsigned i = slot + 1; i < kSlots; ++i) {
      const Slot& higher = group.slots[i];
      if (higher.used && higher.select == group.slots[slot].select &&
          higher.row == group.slots[slot].row) {
        bytes &= ~higher.bytes;
      }
    }
    return bytes;
  }

  // Groups move: from E into the window, from R to E, from M to R, from the port to M. Lengths are
  // those at the start of the cycle, of queues those with the words that left in the cycle before.
  void move() {
    const bool free = free_;
    const bool enters = e_ && free && !stalls(*e_) && (!e_->late || late_there_);
    expect("enter_o", 0, enters && !e_->removed(), dut().enter_o);
    expect("late_ready_o", 0, e_ && e_->late && free, dut().late_ready_o);
    if (enters) {
      if (e_->late) late_there_ = false;
      enter(e_);
      e_.reset();
    }
    if (r_ && !e_) std::swap(r_, e_);
    const bool advances = m_ && !r_;
    if (advances) std::swap(m_, r_);
    expect("ready_o", 0, !m_, dut().ready_o);
    if (offered_ && !m_) {
      m_ = now_;
      offered_ = false;
      ++count_;
    }
    free_ = groups_.size() < kWindow;
    for (unsigned b = 0; b < kBanks; ++b) {
      if (queues_[b].size() + (left_[b] ? 1 : 0) >= kSlots) free_ = false;
    }
    left_ = {};
  }

  // An older command that writes the same register is not complete.
  bool stalls(const Group& group) const {
    return group.tag.writes_v &&
           std::any_of(writers_.begin(), writers_.end(), [&](const Writer& writer) {
             return writer.vd == group.tag.vd && writer.command != group.command &&
                    writer.complete.value_or(now_cycle_ + 1) > now_cycle_;
           });
  }

  void enter(const GroupPtr& group) {
    groups_.push_back(group);
    group->place = entered_++ % kWindow;
    if (group->tag.writes_v && (writers_.empty() || writers_.back().command != group->command)) {
      writers_.push_back({group->command, group->tag.vd, {}});
      if (writers_.size() > kWindow + 4) writers_.pop_front();  // complete long ago
    }
    if (group->removed()) {
      for (Slot& slot : group->slots) slot.used = false;
    }
    for (unsigned i = 0; i < kSlots; ++i) {
      const Slot& slot = group->slots[i];
      if (!slot.used) continue;
      ++group->left;
      if (group->local) {
        group->expected[i] = group->slots[slot.select * kLocalStep].data;
        continue;
      }
      auto& queue = queues_[slot.select];
      const auto same = std::find_if(queue.begin(), queue.end(), [&](const Word& word) {
        return word.group == group && word.row == slot.row;
      });
      if (kCoalesce && same != queue.end()) {
        same->slots.push_back(i);
      } else {
        queue.push_back({group, slot.row, {i}});
      }
      std::uint64_t& word = golden_[slot.select][slot.row];
      if (group->write) {
        word = (word & ~bits_of(slot.bytes)) | (slot.data & bits_of(slot.bytes));
      } else {
        group->expected[i] = word;
      }
    }
  }

  std::uint64_t count_{};  // groups taken
  std::uint64_t now_cycle_{};
  std::uint64_t commands_{};
  tb::MemTag tag_;  // of the next group
  bool write_{};
  bool only_words_{};        // no command gives parts
  unsigned groups_left_{};   // of the command
  unsigned registers_{32};   // that commands write
  unsigned no_parts_{};      // percent
  std::uint64_t entered_{};  // groups
  std::deque<Writer> writers_;
  std::array<GroupPtr, kSlots> back_;  // whose words come back next
  unsigned style_{};
  GroupPtr now_, m_, r_, e_;
  bool offered_{};
  bool late_there_{};
  bool free_{true};
  std::deque<GroupPtr> groups_;  // of the window
  std::array<std::deque<Word>, kBanks> queues_;
  std::array<bool, kBanks> left_{};  // a word left in this cycle
  std::array<std::optional<Access>, kBanks> x_;
  bool x_valid_{}, x_last_{}, x_local_{};
  GroupPtr x_oldest_, b_oldest_;
  bool b_last_{};
  std::array<std::uint64_t, kBanks> read_{};
  Memory memory_{}, golden_{};
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return WindowBench(argc, argv).run(); }
