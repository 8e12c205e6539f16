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
      window_(config.window),
      most_slots_(config.vlen_bytes / 4),
      slots_shift_(__builtin_ctz(most_slots_)),
      words_(kMostGroups * most_slots_),
      banks_(config.banks),
      waited_for_((config.banks + 63) / 64),
      popped_(waited_for_.size()) {
  presented_.banks.resize(waited_for_.size());
}

void BankQueues::reset() {
  count_ = 0;
  longest_ = 0;
  alone_ = false;
  std::fill(banks_.begin(), banks_.end(), Bank{});
  std::fill(waited_for_.begin(), waited_for_.end(), 0);
  called_ = {};
  present_nothing();
}

bool BankQueues::accepts(bool host_wins) const {
  if (window_ != 1) return count_ < window_ && longest_ < most_slots_;
  return count_ == 0 && (presented_.ends.command == nullptr || !host_wins);
}

void BankQueues::present_nothing() {
  presented_.accesses.clear();
  std::fill(presented_.banks.begin(), presented_.banks.end(), 0);
  presented_.groups.clear();
  presented_.ends = presented_.whole = {};
  presented_.parts = nullptr;
  presented_.count = 0;
  presented_.writes = presented_.slots = presented_.slot_accesses = 0;
}

void BankQueues::step(bool host_wins, bool parts_wait, const Stage& entering) {
  longest_ = 0;
  left_alone_ = {};
  std::fill(popped_.begin(), popped_.end(), 0);
  if (!host_wins) {
    present_nothing();
    if (window_ != 1) serve(parts_wait);
  } else {
    for (const Bank& bank : banks_) longest_ = std::max(longest_, bank.length);
  }
  if (entering.command != nullptr) enter(entering);
  if (window_ == 1 && presented_.empty()) serve(false);
}

void BankQueues::enter(const Stage& stage) {
  if (std::exchange(alone_, false)) queue_words(oldest_);
  const std::size_t index = (oldest_ + count_++) % kMostGroups;
  places_[index] = {stage, facts(stage.command->command.op).kind == MemKind::GatherReg,
                    static_cast<unsigned>(stage.command->plan.parts)};
  if (count_ == 1 && stage.words().parallel) {
    alone_ = true;
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
  const Stage& stage = places_[index].stage;
  GroupWords& words = stage.words();
  words.share();
  Slots left = 0;
  auto at = static_cast<std::uint32_t>(index) * most_slots_;
  for (std::uint32_t i = 0; i < words.accesses; ++i, ++at) {
    const std::uint32_t leader = words.led_by[i];
    Word& word = words_[at];
    word.slots = words.sharing[leader];
    word.bank = words.bank[leader];
    word.access = with_ports_ ? stage.accesses() + i : nullptr;
    left |= word.slots;
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
  places_[index].left = left;
}

BankQueues::Turn BankQueues::turn(bool parts_wait) const {
  Turn turn;
  Slots taken = place(0).local ? ~Slots{0} : 0;
  unsigned kinds = 0;  // of parts, that older groups return
  for (std::size_t at = 0; at < count_; ++at) {
    const std::size_t index = (oldest_ + at) % kMostGroups;
    const unsigned parts = places_[index].parts;
    const bool waits = parts != 0 && (parts_wait || (kinds & ~parts) != 0);
    turn.taken[index] = called_[index] & ~taken;
    turn.served[index] = waits ? 0 : turn.taken[index];
    taken |= turn.taken[index];
    kinds |= parts;
  }
  return turn;
}

void BankQueues::serve(bool parts_wait) {
  if (count_ == 0) return;
  if (alone_) {
    const bool waits = parts_wait && place(0).parts != 0 && place(0).stage.words().accesses != 0;
    if (!waits && !holds_local(parts_wait)) serve_alone();
    return;
  }
  const std::array<Slots, kMostGroups> served = turn(parts_wait).served;
  for (std::size_t at = 0; at < count_; ++at) {
    const std::size_t index = (oldest_ + at) % kMostGroups;
    places_[index].left &= ~served[index];
    called_[index] &= ~served[index];
    if (served[index] == 0) continue;
    presented_.groups.push_back(places_[index].stage);
    if (places_[index].parts != 0 && presented_.parts == nullptr) {
      presented_.parts = places_[index].stage.command;
    }
  }
  for (std::size_t i = 0; i < waited_for_.size(); ++i) {
    std::uint64_t presented = 0;
    std::uint64_t emptied = 0;
    for (std::uint64_t left = waited_for_[i]; left != 0; left &= left - 1) {
      const auto number = static_cast<std::size_t>(__builtin_ctzll(left));
      Bank& bank = banks_[64 * i + number];
      longest_ = std::max(longest_, bank.length);
      const Slots slots = served[bank.place] & bank.left;
      if (slots == 0) continue;
      const std::uint64_t bit = std::uint64_t{1} << number;
      presented |= bit;
      const Word& word = words_[bank.first];
      if (with_ports_) {
        const Stage& stage = places_[bank.place].stage;
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
  if (place(0).left == 0 && !holds_local(parts_wait)) {
    presented_.ends = place(0).stage;
    if (place(0).local && place(0).parts != 0) presented_.parts = presented_.ends.command;
    oldest_ = (oldest_ + 1) % kMostGroups;
    --count_;
  }
}

void BankQueues::serve_alone() {
  const Stage stage = place(0).stage;
  presented_.ends = left_alone_ = stage;
  presented_.count = stage.words().accesses;
  if (presented_.count != 0) {
    presented_.groups.push_back(stage);
    presented_.whole = stage;
  }
  if (place(0).parts != 0 && (presented_.count != 0 || place(0).local)) {
    presented_.parts = stage.command;
  }
  alone_ = false;
  oldest_ = (oldest_ + 1) % kMostGroups;
  count_ = 0;
  if (!with_ports_) return;
  for (std::size_t i = 0; i < presented_.count; ++i) {
    const BankAccess& access = stage.accesses()[i];
    presented_.accesses.push_back(
        {&access, access.be, access.slots, stage.command, &stage.command->groups[stage.group]});
    count_slots(access, access.slots, *stage.command);
  }
}

void BankQueues::count_slots(const BankAccess& access, Slots served, const Transaction& command) {
  if (access.write) ++presented_.writes;
  if (command.plan.sources[1] == Plan::kNone) return;
  presented_.slots += static_cast<std::uint32_t>(__builtin_popcountll(served));
  ++presented_.slot_accesses;
}

void BankQueues::begin_word(Bank& bank, std::uint32_t at) {
  bank.first = at;
  bank.left = words_[at].slots;
  bank.place = at >> slots_shift_;
  called_[bank.place] |= bank.left;
}

}  // namespace gsq
