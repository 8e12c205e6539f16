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
      waited_for_((config.banks + 63) / 64) {}

void BankQueues::reset() {
  count_ = 0;
  alone_ = false;
  std::fill(banks_.begin(), banks_.end(), Bank{});
  std::fill(waited_for_.begin(), waited_for_.end(), 0);
  presented_ = {};
}

bool BankQueues::accepts(bool host_wins) const {
  if (window_ != 1) return count_ < window_;
  return count_ == 0 && (presented_.ends.command == nullptr || !host_wins);
}

void BankQueues::step(bool host_wins, const Stage& entering) {
  if (!host_wins) {
    presented_.accesses.clear();
    presented_.groups.clear();
    presented_.ends = presented_.whole = {};
    presented_.count = 0;
    presented_.writes = presented_.slots = presented_.slot_accesses = 0;
    if (window_ != 1) serve();
  }
  if (entering.command != nullptr) enter(entering);
  if (window_ == 1 && presented_.empty()) serve();
}

void BankQueues::enter(const Stage& stage) {
  if (std::exchange(alone_, false)) queue_words(oldest_);
  const std::size_t index = (oldest_ + count_++) % kMostGroups;
  places_[index] = {stage, facts(stage.command->command.op).kind == MemKind::GatherReg};
  if (count_ == 1 && stage.command->groups[stage.group].parallel) {
    alone_ = true;
  } else {
    queue_words(index);
  }
}

void BankQueues::queue_words(std::size_t index) {
  Place& place = places_[index];
  const Transaction& command = *place.stage.command;
  const std::size_t end = place.stage.end();
  auto at = static_cast<std::uint32_t>(index) * most_slots_;
  for (std::size_t i = place.stage.begin(); i < end; ++i, ++at) {
    const BankAccess& access = command.accesses[i];
    place.left |= access.slots;
    words_[at].access = &access;
    Bank& bank = banks_[access.bank];
    if (bank.length++ == 0) {
      begin_word(bank, at);
    } else {
      words_[bank.last].next = at;
    }
    bank.last = at;
    waited_for_[access.bank / 64] |= std::uint64_t{1} << (access.bank % 64);
  }
}

template <typename Use>
void BankQueues::for_offers(Use&& use) const {
  for (std::size_t i = 0; i < waited_for_.size(); ++i) {
    for (std::uint64_t left = waited_for_[i]; left != 0; left &= left - 1) {
      use(64 * i + static_cast<std::size_t>(__builtin_ctzll(left)));
    }
  }
}

std::array<BankQueues::Slots, BankQueues::kMostGroups> BankQueues::called() const {
  std::array<Slots, kMostGroups> called{};
  for_offers([&](std::size_t bank) { called[banks_[bank].place] |= banks_[bank].left; });
  return called;
}

std::array<BankQueues::Slots, BankQueues::kMostGroups> BankQueues::served(
    std::array<Slots, kMostGroups> called) const {
  Slots taken = place(0).local ? ~Slots{0} : 0;
  for (std::size_t at = 0; at < count_; ++at) {
    Slots& slots = called[(oldest_ + at) % kMostGroups];
    slots &= ~taken;
    taken |= slots;
  }
  return called;
}

void BankQueues::serve() {
  if (count_ == 0) return;
  if (alone_) return serve_alone();
  const std::array<Slots, kMostGroups> served = this->served(called());
  for (std::size_t at = 0; at < count_; ++at) {
    const std::size_t index = (oldest_ + at) % kMostGroups;
    places_[index].left &= ~served[index];
    if (served[index] != 0) presented_.groups.push_back(places_[index].stage);
  }
  for_offers([&](std::size_t number) {
    Bank& bank = banks_[number];
    const Slots slots = served[bank.place] & bank.left;
    if (slots == 0) return;
    const BankAccess& access = *words_[bank.first].access;
    Transaction* command = places_[bank.place].stage.command;
    ++presented_.count;
    if (with_ports_) {
      presented_.accesses.push_back({&access, bytes_of(access, slots), command});
      count_slots(access, slots, *command);
    } else {
      presented_.accesses.push_back({&access, access.be, command});
    }
    bank.left &= ~slots;
    if (bank.left != 0) return;
    if (--bank.length == 0) {
      waited_for_[number / 64] &= ~(std::uint64_t{1} << (number % 64));
    } else {
      begin_word(bank, words_[bank.first].next);
    }
  });
  if (place(0).left == 0) {
    presented_.ends = place(0).stage;
    oldest_ = (oldest_ + 1) % kMostGroups;
    --count_;
  }
}

void BankQueues::serve_alone() {
  const Stage stage = place(0).stage;
  presented_.ends = stage;
  presented_.count = stage.end() - stage.begin();
  if (presented_.count != 0) {
    presented_.groups.push_back(stage);
    presented_.whole = stage;
  }
  alone_ = false;
  oldest_ = (oldest_ + 1) % kMostGroups;
  count_ = 0;
  if (!with_ports_) return;
  for (std::size_t i = stage.begin(); i < stage.end(); ++i) {
    const BankAccess& access = stage.command->accesses[i];
    presented_.accesses.push_back({&access, access.be, stage.command});
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
  bank.left = words_[at].access->slots;
  bank.place = at >> slots_shift_;
}

}  // namespace gsq
