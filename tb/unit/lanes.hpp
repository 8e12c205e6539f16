// SPDX-License-Identifier: Apache-2.0
/// Lanes of the window for the benches of gsq_lanes and gsq_xbar: random groups, and a reference
/// from the sentences of docs/reference/timing.md. It keeps one queue of words for each bank, and
/// of each lane only how many places are taken.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "gsq/stimulus/random.hpp"
#include "unit/mem_tag.hpp"
#include "unit/slot_access.hpp"
#include "unit/xbar_slot.hpp"

namespace tb {

constexpr unsigned kPlaces = PARAM_Places;
constexpr unsigned kParts = PARAM_Parts;
constexpr bool kCoalesce = PARAM_Coalesce != 0;
constexpr unsigned kPorts = kParts > 1 ? 2 : 1;  // slots that a lane may serve in a cycle
constexpr unsigned kWindowGroups = 16;

/// A group of slots in the window of lanes, or on its way there.
struct LaneGroup {
  std::uint64_t number{};
  std::uint64_t command{};
  bool write{};
  bool local{};  // of gather_reg
  bool lanes{};
  bool killed{};  // it has lost its slots
  MemTag tag;
  std::array<Slot, kSlots> slots;
  std::array<unsigned, kSlots> rank{};  // arrange() sets these
  std::array<bool, kSlots> last{};
  std::uint64_t entered{};  // in which cycle
  unsigned left{};          // slots that are not served yet
  bool turn_is_over{};

  [[nodiscard]] bool fractions() const { return !write && tag.fractions(kWordBytes); }
  [[nodiscard]] bool operand() const { return tag.vec && !write; }
  [[nodiscard]] std::uint64_t bits() const {
    return std::uint64_t{write} << 37U | std::uint64_t{local} << 36U | std::uint64_t{lanes} << 35U |
           std::uint64_t{killed} << 34U | tag.bits();
  }
};
using LaneGroupPtr = std::shared_ptr<LaneGroup>;

struct LaneWord {
  LaneGroupPtr group;
  unsigned row{};
  std::vector<unsigned> slots;  // that are not served yet
};

/// What stage X presents.
struct Presented {
  LaneGroupPtr local;  // whose turn it was
  std::array<std::array<LaneGroupPtr, kSlots>, kPorts> served;
};

/// Sets ranks, and takes bytes from slots that a higher one of the word writes, too.
inline void arrange(LaneGroup& group) {
  if (group.local) return;
  std::array<std::vector<unsigned>, kBanks> leads;  // the lowest slots of the words
  for (unsigned i = 0; i < kSlots; ++i) {
    const Slot& slot = group.slots[i];
    if (!slot.used) continue;
    auto& words = leads.at(slot.select);
    const auto word = std::find_if(words.begin(), words.end(), [&](unsigned lead) {
      return kCoalesce && group.slots[lead].row == slot.row;
    });
    group.rank[i] = static_cast<unsigned>(word - words.begin());
    if (word == words.end()) words.push_back(i);
    for (unsigned k = i + 1; k < kSlots && kCoalesce && group.write; ++k) {
      const Slot& higher = group.slots[k];
      if (higher.used && higher.select == slot.select && higher.row == slot.row) {
        group.slots[i].bytes &= ~higher.bytes;
      }
    }
  }
  for (const auto& words : leads) {
    if (!words.empty()) group.last[words.back()] = true;
  }
}

/// Random groups: reads, writes, groups of gather_reg, often several in a row, groups with few
/// slots or none, words that all slots share, one bank for all slots; commands that give V words or
/// fractions of every kind, and operands of vec commands.
class LaneTraffic {
 public:
  explicit LaneTraffic(gsq::Rng& random) : random_(random) {}

  /// The next group, without ranks.
  LaneGroupPtr next() {
    auto made = std::make_shared<LaneGroup>();
    LaneGroup& group = *made;
    group.number = count_;
    if (count_++ % 64 == 0) new_style();
    if (groups_left_ == 0) make_command();
    --groups_left_;
    group.command = commands_;
    group.tag = tag_;
    group.tag.last = groups_left_ == 0;
    tag_.first = false;
    ++tag_.group;
    group.local = tag_.place == kVector;
    group.write = write_;
    group.lanes = chance(70);
    const unsigned banks = style_ == 1 ? 1 : style_ == 2 ? 1 + random_.below(kBanks) : kBanks;
    const unsigned rows = style_ == 3 ? 1 : style_ == 4 ? std::min(kRows, 2U) : kRows;
    const unsigned used = chance(10) ? 0 : chance(few_slots_) ? random_.below(101) : 100;
    const bool one_word = chance(10);
    const unsigned bank = random_.below(banks);
    const unsigned row = random_.below(rows);
    for (Slot& slot : group.slots) {
      slot.used = chance(used);
      slot.select =
          group.local ? random_.below(kLocalWords) : (one_word ? bank : random_.below(banks));
      slot.row = one_word ? row : random_.below(rows);
      slot.bytes = 1 + random_.below((1U << kWordBytes) - 1);
      slot.data = random_.next() & kWord;
    }
    for (unsigned& rank : group.rank) rank = random_.below(kSlots);  // nothing without a word
    return made;
  }

  // Percent of cycles, for some time:
  [[nodiscard]] unsigned held() const { return held_; }
  [[nodiscard]] unsigned no_fractions() const { return no_fractions_; }
  [[nodiscard]] unsigned pauses() const { return pauses_; }

 private:
  bool chance(unsigned percent) { return random_.percent(percent); }

  void new_style() {
    registers_ = chance(30) ? 2 : 32;
    style_ = random_.below(5);
    held_ = chance(50) ? 0 : random_.below(80);
    no_fractions_ = chance(50) ? 0 : random_.below(80);
    pauses_ = chance(70) ? 2 : random_.below(60);
    only_words_ = chance(50);
    one_kind_ = chance(60);
    locals_ = chance(60) ? 3 : random_.below(80);
    few_slots_ = chance(60) ? 20 : random_.below(101);
    kind_ = random_.below(1000);
  }

  void make_command() {
    ++commands_;
    tag_ = {};
    tag_.first = true;
    tag_.vd = random_.below(registers_);
    tag_.rsp_id = random_.below(32);
    groups_left_ = 1;
    write_ = chance(30);
    if (write_) {
      tag_.vec = chance(10);
      return;
    }
    const unsigned kind = one_kind_ ? kind_ : random_.below(1000);
    tag_.writes_v = true;
    if (chance(locals_)) {
      tag_.place = kVector;
      tag_.elem = tag_.lane = only_words_ ? 2 : kind % 3;
      groups_left_ = 4U >> tag_.lane;
      return;
    }
    if (only_words_ || chance(40)) return;
    if (chance(20)) {
      tag_.vec = true;
      tag_.writes_v = false;
      tag_.lane = 1 + random_.below(2);
      tag_.alu = random_.below(3);
      tag_.second = random_.below(2) != 0;
      tag_.entry = random_.below(5);
    } else if (kind % 4 == 3) {
      tag_.unpack = 1 + kind / 4 % 2;
      tag_.lane = random_.below(4);
    } else {
      tag_.place = kLanes;
      tag_.elem = kind / 4 % 4;
      tag_.lane = tag_.elem >= 2 ? tag_.elem : 1 + kind / 16 % 2;
      groups_left_ = tag_.lane == 1 ? 2 : 1;
    }
  }

  gsq::Rng& random_;
  std::uint64_t count_{};     // groups
  std::uint64_t commands_{};  // with the one below
  MemTag tag_;                // of the next group of the command
  unsigned groups_left_{};    // of the command
  bool write_{};              // the command
  unsigned style_{};
  unsigned held_{}, no_fractions_{}, pauses_{}, locals_{}, few_slots_{};  // percent
  bool only_words_{};       // no command gives fractions
  bool one_kind_{};         // of fractions
  unsigned kind_{};         // this one
  unsigned registers_{32};  // that commands write
};

class LanesReference {
 public:
  /// What a cycle does.
  struct Cycle {
    bool held{};
    Presented served;
    bool leaves{};  // the oldest group
  };

  [[nodiscard]] Cycle cycle(bool held, bool no_fractions) const {
    if (held) return {true, {}, false};
    return {false, serves(no_fractions), may_leave()};
  }

  /// The group may enter in the cycle, which may make room for it.
  [[nodiscard]] bool fits(const LaneGroup& group, const Cycle& cycle) const {
    if (window_.size() >= kWindowGroups) return false;
    for (unsigned b = 0; b < kBanks; ++b) {
      if (queues_[b].size() + left_[b] >= kSlots) return false;
    }
    for (unsigned i = 0; i < kSlots; ++i) {
      const bool takes = group.local || group.slots[i].used;
      const bool frees = !cycle.served.local && cycle.served.served[0][i];
      if (takes && taken_places_[i] == kPlaces && !frees) return false;
    }
    return !group.fractions() ||
           std::none_of(window_.begin(), window_.end(), [&](const LaneGroupPtr& other) {
             return other->fractions() && !(other->tag.kind() == group.tag.kind());
           });
  }

  /// The cycle ends, and with it `enters` enters, if it is there.
  void end(const Cycle& cycle, const LaneGroupPtr& enters) {
    ++now_;
    left_ = {};
    if (!cycle.held) {
      carry_out(cycle.served);
      presented_ = cycle.served;
    }
    if (cycle.leaves) {
      window_.pop_front();
      ++gone_;
    }
    if (enters) enter(enters);
  }

  [[nodiscard]] const std::deque<LaneGroupPtr>& window() const { return window_; }
  /// Number of a group of the window: they have numbers in turn.
  [[nodiscard]] unsigned place(unsigned i) const { return (gone_ + i) % kWindowGroups; }
  [[nodiscard]] const Presented& presented() const { return presented_; }

 private:
  /// What is served in a cycle that is not held.
  [[nodiscard]] Presented serves(bool no_fractions) const {
    Presented next;
    next.local = turn(no_fractions);
    if (next.local) {
      for (unsigned i = 0; i < kSlots; ++i) {
        if (next.local->slots[i].used) next.served[0][i] = next.local;
      }
      return next;
    }
    const bool single =
        no_fractions || std::any_of(window_.begin(), window_.end(), [](const LaneGroupPtr& group) {
          return group->fractions() || group->operand();
        });
    for (unsigned i = 0; i < kSlots; ++i) {
      const std::vector<LaneGroupPtr> called = called_of(i);
      if (called.empty() || (no_fractions && called[0]->fractions())) continue;
      next.served[0][i] = called[0];
      if (single || called.size() == 1) continue;
      const bool other_part =
          called[0]->slots[i].select % kParts != called[1]->slots[i].select % kParts;
      if (other_part) next.served[kPorts - 1][i] = called[1];
    }
    return next;
  }

  // The group of gather_reg that has its turn.
  [[nodiscard]] LaneGroupPtr turn(bool no_fractions) const {
    bool before = true;  // what is before has left, or is such a group that had its turn
    for (const LaneGroupPtr& group : window_) {
      if (!before || !group->local) return nullptr;
      if (!group->turn_is_over) {
        return no_fractions && group->fractions() ? nullptr : group;
      }
      before = group->turn_is_over;
    }
    return nullptr;
  }

  // Groups whose slots of the lane have an offered word, the oldest first.
  [[nodiscard]] std::vector<LaneGroupPtr> called_of(unsigned lane) const {
    std::vector<LaneGroupPtr> called;
    for (const auto& queue : queues_) {
      if (queue.empty()) continue;
      const auto& slots = queue.front().slots;
      if (std::find(slots.begin(), slots.end(), lane) != slots.end()) {
        called.push_back(queue.front().group);
      }
    }
    std::sort(called.begin(), called.end(), [](const LaneGroupPtr& one, const LaneGroupPtr& other) {
      return one->number < other->number;
    });
    return called;
  }

  [[nodiscard]] bool may_leave() const {
    if (window_.empty()) return false;
    const LaneGroup& oldest = *window_.front();
    return now_ > oldest.entered + 1 && (oldest.local ? oldest.turn_is_over : oldest.left == 0);
  }

  void carry_out(const Presented& next) {
    if (next.local) {
      next.local->turn_is_over = true;
      for (unsigned& places : taken_places_) --places;
      return;
    }
    for (const auto& served : next.served) {
      for (unsigned i = 0; i < kSlots; ++i) {
        if (!served[i]) continue;
        --served[i]->left;
        --taken_places_[i];
        const unsigned bank = served[i]->slots[i].select;
        auto& slots = queues_[bank].front().slots;
        slots.erase(std::find(slots.begin(), slots.end(), i));
      }
    }
    for (unsigned b = 0; b < kBanks; ++b) {
      if (queues_[b].empty() || !queues_[b].front().slots.empty()) continue;
      queues_[b].pop_front();
      left_[b] = 1;
    }
  }

  void enter(const LaneGroupPtr& entering) {
    LaneGroup& group = *entering;
    group.entered = now_ - 1;
    window_.push_back(entering);
    for (unsigned i = 0; i < kSlots; ++i) {
      const Slot& slot = group.slots[i];
      if (group.local || slot.used) ++taken_places_[i];
      if (group.local || !slot.used) continue;
      ++group.left;
      auto& queue = queues_[slot.select];
      const auto same = std::find_if(queue.begin(), queue.end(), [&](const LaneWord& word) {
        return kCoalesce && word.group == entering && word.row == slot.row;
      });
      if (same != queue.end()) {
        same->slots.push_back(i);
      } else {
        queue.push_back({entering, slot.row, {i}});
      }
    }
  }

  std::uint64_t now_{};   // cycle
  std::uint64_t gone_{};  // groups that left
  std::deque<LaneGroupPtr> window_;
  std::array<std::deque<LaneWord>, kBanks> queues_;
  std::array<unsigned, kBanks> left_{};  // words that left in the cycle before
  std::array<unsigned, kSlots> taken_places_{};
  Presented presented_;
};

}  // namespace tb
