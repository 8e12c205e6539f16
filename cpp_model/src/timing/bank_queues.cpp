// SPDX-License-Identifier: Apache-2.0
#include "gsq/timing/bank_queues.hpp"

#include <algorithm>
#include <utility>

#include "gsq/isa.hpp"

namespace gsq {
namespace {

/// The bytes that some slots of a word write; of a read, all bytes of the word that are used.
std::uint32_t bytes_of(const BankAccess& access, std::uint64_t slots) {
  if (!access.write || slots == access.slots) return access.be;
  std::uint32_t bytes = 0;
  for (std::uint32_t left = access.be; left != 0; left &= left - 1) {
    const auto byte = static_cast<std::size_t>(__builtin_ctz(left));
    if (((slots >> access.slot_of_byte.at(byte)) & 1U) != 0) bytes |= left & -left;
  }
  return bytes;
}

}  // namespace

BankQueues::BankQueues(const Config& config, Detail detail)
    : with_ports_(detail == Detail::kPorts),
      places_(config.places),
      last_part_(config.parts - 1),
      most_slots_(config.vlen_bytes / 4),
      slots_shift_(__builtin_ctz(most_slots_)),
      all_lanes_(~Slots{0} >> (64 - most_slots_)),
      words_(kMostGroups * most_slots_),
      banks_(config.banks),
      waited_for_((config.banks + 63) / 64),
      popped_(waited_for_.size()) {
  presented_.banks.resize(waited_for_.size());
}

void BankQueues::reset() {
  count_ = turned_ = local_ = fractions_ = vec_reads_ = 0;
  longest_ = 0;
  alone_ = young_ = false;
  lanes_ = {};
  std::fill(banks_.begin(), banks_.end(), Bank{});
  std::fill(waited_for_.begin(), waited_for_.end(), 0);
  called_ = {};
  present_nothing();
}

void BankQueues::present_nothing() {
  presented_.accesses.clear();
  std::fill(presented_.banks.begin(), presented_.banks.end(), 0);
  presented_.groups.clear();
  presented_.ends = presented_.whole = presented_.turn = {};
  presented_.second_port = nullptr;
  presented_.count = 0;
  presented_.writes = presented_.slots = presented_.slot_accesses = 0;
}

// ---- Decisions for a cycle ----------------------------------------------------------------------

bool BankQueues::oldest_is_served() const {
  return count_ != 0 && held(0).left == 0 && !(alone_ && count_ == 1);
}

void BankQueues::decide(bool host_wins, bool port_busy) {
  host_wins_ = host_wins;
  port_busy_ = port_busy;
  if (places_ == 1) return;
  leaves_ = !host_wins && oldest_is_served() && !(young_ && count_ == 1);
  serves_ = Serves::kNothing;
  serving_ = 0;
  if (host_wins || count_ == 0) return;
  if (turned_ < local_) {  // Those that had their turn are the oldest groups.
    const Held& next = held(turned_);
    if (next.local && !(next.fractions && port_busy)) {
      serves_ = Serves::kTurn;
      return;
    }
  }
  if (alone_) {
    if (!(held(count_ - 1).fractions && port_busy)) serves_ = Serves::kAlone;
    return;
  }
  if (!lanes_.hold_nothing()) {
    decide_slots(last_part_ == 0 || port_busy || fractions_ != 0 || vec_reads_ != 0);
  }
}

void BankQueues::decide_slots(bool single) {
  serves_ = Serves::kSlots;
  serving_ = 0;
  Slots once = 0;                           // lanes with a called slot so far
  Slots twice = 0;                          // with more
  std::array<Slots, kMostParts> of_part{};  // whose oldest called slot wants a bank of the part
  for (std::size_t at = 0; at < count_; ++at) {
    const std::size_t index = (oldest_ + at) % kMostGroups;
    const std::array<Slots, kMostParts>& called = called_[index];
    const Slots all = this->called(index);
    first_[index] = all & ~once;
    served_[index] = port_busy_ && held_[index].fractions ? 0 : first_[index];
    serving_ |= served_[index];
    seconds_[index] = 0;
    if (!single) {
      const Slots same_part = (called[0] & of_part[0]) | (called[1] & of_part[1]) |
                              (called[2] & of_part[2]) | (called[3] & of_part[3]);
      seconds_[index] = all & once & ~twice & ~same_part;
      served_[index] |= seconds_[index];
      twice |= all & once;
      for (std::size_t part = 0; part < kMostParts; ++part) {
        of_part[part] |= called[part] & first_[index];
      }
    }
    once |= all;
  }
}

bool BankQueues::has_room(const Stage& entering) const {
  if (places_ == 1) return count_ == 0 && (presented_.ends.command == nullptr || !host_wins_);
  if (count_ == kMostGroups || longest_ >= most_slots_) return false;
  const Slots full = lanes_.that_hold(places_) & ~serving_;
  if (full == 0 || entering.command == nullptr) return true;
  if (facts(entering.command->command.op).kind == MemKind::GatherReg) return false;
  GroupWords& words = entering.words();
  words.share();
  return (words.slots & full) == 0;
}

const Stage* BankQueues::of_another_kind(const Stage& entering) const {
  if (fractions_ == 0 || entering.command == nullptr) return nullptr;
  const Fractions& own = entering.command->plan.fractions;
  if (!own.any()) return nullptr;
  std::size_t older = 0;
  while (!held(older).fractions) ++older;  // all of them are of one kind
  const Stage& stage = group(older);
  return stage.command->plan.fractions == own ? nullptr : &stage;
}

// ---- The end of a cycle -------------------------------------------------------------------------

void BankQueues::step(const Stage& entering) {
  longest_ = 0;
  left_alone_ = {};
  std::fill(popped_.begin(), popped_.end(), 0);
  if (!host_wins_) {
    present_nothing();
    if (serves_ == Serves::kSlots) serve_slots();
    if (serves_ == Serves::kAlone) serve_alone();
    if (serves_ == Serves::kTurn) serve_turn();
    if (leaves_) leave();
  }
  if (serves_ != Serves::kSlots && places_ != 1 && !lanes_.hold_nothing()) {
    for (const Bank& bank : banks_) longest_ = std::max(longest_, bank.length);
  }
  young_ = false;
  if (entering.command != nullptr) enter(entering);
  if (places_ == 1 && presented_.empty() && count_ != 0) serve_only();
}

void BankQueues::enter(const Stage& stage) {
  if (std::exchange(alone_, false)) queue_words((oldest_ + count_ - 1) % kMostGroups);
  const std::size_t index = (oldest_ + count_++) % kMostGroups;
  const Transaction& command = *stage.command;
  const MemKind kind = facts(command.command.op).kind;
  const GroupWords& words = stage.words();
  Held& held = held_[index];
  held.stage = stage;
  held.left = 0;
  held.local = kind == MemKind::GatherReg;
  held.fractions = command.plan.fractions.any();
  held.reads_vec = kind == MemKind::Vec && !words.write;
  held.fills_dest = command.fills_dest();
  young_ = true;
  if (held.local) ++local_;
  if (held.fractions) ++fractions_;
  if (held.reads_vec) ++vec_reads_;
  if (held.local && places_ != 1) {
    held.left = all_lanes_;
    lanes_.add(all_lanes_);
  } else if (words.parallel && lanes_.hold_nothing()) {
    alone_ = places_ == 1 || words.accesses != 0;
  } else {
    queue_words(index);
  }
}

void BankQueues::queue_words(std::size_t index) {
  if (left_alone_.command != nullptr) {  // its words were in queues of their own
    const GroupWords& left = std::exchange(left_alone_, {}).words();
    for (std::uint32_t i = 0; i < left.accesses; ++i) {
      const std::uint32_t bank = left.bank[left.led_by[i]];
      popped_[bank / 64] |= std::uint64_t{1} << (bank % 64);
    }
  }
  const Stage& stage = held_[index].stage;
  GroupWords& words = stage.words();
  words.share();
  auto at = static_cast<std::uint32_t>(index) * most_slots_;
  for (std::uint32_t i = 0; i < words.accesses; ++i, ++at) {
    const std::uint32_t leader = words.led_by[i];
    Word& word = words_[at];
    word.slots = words.sharing[leader];
    word.bank = words.bank[leader];
    word.access = with_ports_ ? stage.accesses() + i : nullptr;
    Bank& bank = banks_[word.bank];
    if (bank.length++ == 0) {
      begin_word(bank, at);
    } else {
      words_[bank.last].next = at;
    }
    bank.last = at;
    const std::uint64_t popped = popped_[word.bank / 64] >> (word.bank % 64) & 1U;
    longest_ = std::max(longest_, bank.length + static_cast<std::uint32_t>(popped));
    waited_for_[word.bank / 64] |= std::uint64_t{1} << (word.bank % 64);
  }
  held_[index].left = words.slots;
  lanes_.add(words.slots);
}

void BankQueues::leave() {
  const Held& oldest = held(0);
  if (oldest.local) --local_;
  if (oldest.local && turned_ != 0) --turned_;
  if (oldest.fractions) --fractions_;
  if (oldest.reads_vec) --vec_reads_;
  oldest_ = (oldest_ + 1) % kMostGroups;
  --count_;
}

void BankQueues::serve_slots() {
  Slots seconds = 0;
  for (std::size_t at = 0; at < count_; ++at) {
    const std::size_t index = (oldest_ + at) % kMostGroups;
    const Slots served = served_[index];
    if (served == 0) continue;
    Held& held = held_[index];
    held.left &= ~served;
    for (Slots& called : called_[index]) called &= ~served;
    seconds |= seconds_[index];
    presented_.groups.push_back(held.stage);
    const bool second_port = held.fractions || (seconds_[index] != 0 && held.fills_dest);
    if (second_port && presented_.second_port == nullptr) {
      presented_.second_port = held.stage.command;
    }
  }
  lanes_.remove(serving_);
  lanes_.remove(seconds);
  serve_banks();
}

void BankQueues::serve_banks() {
  for (std::size_t i = 0; i < waited_for_.size(); ++i) {
    std::uint64_t presented = 0;
    std::uint64_t emptied = 0;
    for (std::uint64_t left = waited_for_[i]; left != 0; left &= left - 1) {
      const auto number = static_cast<std::size_t>(__builtin_ctzll(left));
      Bank& bank = banks_[64 * i + number];
      longest_ = std::max(longest_, bank.length);
      const Slots slots = served_[bank.group] & bank.left;
      if (slots == 0) continue;
      const std::uint64_t bit = std::uint64_t{1} << number;
      presented |= bit;
      const Word& word = words_[bank.first];
      if (with_ports_) {
        const Stage& stage = held_[bank.group].stage;
        presented_.accesses.push_back({word.access, bytes_of(*word.access, slots), slots,
                                       stage.command, &stage.command->groups[stage.group]});
        count_slots(*word.access, slots, *stage.command);
      }
      bank.left &= ~slots;
      if (bank.left != 0) continue;
      popped_[i] |= bit;
      if (--bank.length == 0) {
        emptied |= bit;
      } else {
        begin_word(bank, word.next);
      }
    }
    presented_.banks[i] = presented;
    presented_.count += static_cast<std::size_t>(__builtin_popcountll(presented));
    waited_for_[i] &= ~emptied;
  }
}

void BankQueues::serve_alone() {
  const Held& own = held(count_ - 1);
  const Stage stage = own.stage;
  alone_ = false;
  left_alone_ = stage;
  presented_.count = stage.words().accesses;
  if (presented_.count != 0) {
    presented_.groups.push_back(stage);
    presented_.whole = stage;
  }
  if (own.fractions) presented_.second_port = stage.command;
  if (!with_ports_) return;
  for (std::size_t i = 0; i < presented_.count; ++i) {
    const BankAccess& access = stage.accesses()[i];
    presented_.accesses.push_back(
        {&access, access.be, access.slots, stage.command, &stage.command->groups[stage.group]});
    count_slots(access, access.slots, *stage.command);
  }
}

void BankQueues::serve_turn() {
  Held& own = held_[(oldest_ + turned_++) % kMostGroups];
  own.left = 0;
  lanes_.remove(all_lanes_);
  presented_.turn = own.stage;
  const Transaction& command = *own.stage.command;
  if (own.fractions && command.groups[own.stage.group].has_result) {
    presented_.second_port = own.stage.command;
  }
}

/// With Places 1: a beat of the group.
void BankQueues::serve_only() {
  const Stage stage = held(0).stage;
  if (alone_) {
    serve_alone();
  } else {
    decide_slots(true);
    serve_slots();
  }
  if (held(0).left != 0) return;
  presented_.ends = stage;
  leave();
}

void BankQueues::count_slots(const BankAccess& access, Slots served, const Transaction& command) {
  if (access.write) ++presented_.writes;
  if (!command.has_lanes()) return;
  presented_.slots += static_cast<std::uint32_t>(__builtin_popcountll(served));
  ++presented_.slot_accesses;
}

void BankQueues::begin_word(Bank& bank, std::uint32_t at) {
  bank.first = at;
  bank.left = words_[at].slots;
  bank.group = at >> slots_shift_;
  called_[bank.group][words_[at].bank & last_part_] |= bank.left;
}

}  // namespace gsq
