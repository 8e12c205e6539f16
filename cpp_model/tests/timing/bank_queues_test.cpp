// SPDX-License-Identifier: Apache-2.0
// The window against the sentences of section 4 of the timing contract, written down once more: a
// list of words for each bank, a list of groups, sets of slots, and nothing kept that can be
// counted.
#include "gsq/timing/bank_queues.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gsq/stimulus/random.hpp"
#include "timing/cycle_model_fixture.hpp"

namespace gsq {
namespace {

using Slots = std::set<std::uint32_t>;
using Served = std::map<std::uint64_t, Slots>;  // slots of groups, by the numbers of these

/// A group that comes to the window.
struct Comer {
  std::uint64_t number{};
  Fractions fractions;
  bool gathers_reg{};
  bool reads_for_vec{};
  bool writes_v{};
  std::map<std::uint32_t, std::uint32_t> bank_of_slot;
  std::vector<std::pair<std::uint32_t, Slots>> words;  ///< bank and slots, in order of beats
};

class PlainWindow {
 public:
  explicit PlainWindow(const Config& config)
      : slots_(config.vlen_bytes / 4),
        places_(config.places),
        parts_(config.parts),
        queues_(config.banks),
        left_before_(config.banks) {}

  struct Cycle {
    Served served;
    std::optional<std::uint64_t> turn;
    std::optional<std::uint64_t> ends;
    bool second_port{};  ///< what is served goes through it later
    bool enters{};
    bool has_room{};
  };

  [[nodiscard]] std::size_t groups() const { return groups_.size(); }
  [[nodiscard]] std::uint64_t oldest() const { return groups_.front().comer.number; }

  /// A cycle. `port_and_result`: CL holds a command, and the second port of V is used.
  Cycle step(bool host_wins, bool port_and_result, const Comer* comer) {
    Cycle now;
    const std::vector<std::uint32_t> held = held_by_lanes();
    std::vector<std::size_t> lengths;
    for (std::size_t bank = 0; bank < queues_.size(); ++bank) {
      lengths.push_back(queues_[bank].size() + left_before_[bank]);
    }
    const std::size_t in_window = groups_.size();
    const bool single = port_and_result || std::any_of(groups_.begin(), groups_.end(), [](auto& g) {
                          return g.comer.fractions.any() || g.comer.reads_for_vec;
                        });
    const Group* other_kind = nullptr;
    for (const Group& group : groups_) {
      const Fractions& fractions = group.comer.fractions;
      if (comer != nullptr && comer->fractions.any() && fractions.any() &&
          !(fractions == comer->fractions)) {
        other_kind = &group;
      }
    }
    const bool leaves = !host_wins && !groups_.empty() && is_served(groups_.front()) &&
                        groups_.front().entered + 1 < cycle_;
    std::fill(left_before_.begin(), left_before_.end(), 0);
    std::set<std::uint32_t> serving;
    if (!host_wins) {
      if (Group* group = that_has_its_turn(port_and_result)) {
        now.turn = group->comer.number;
        now.second_port = group->comer.fractions.any();
        group->had_turn = true;
      } else {
        serve(single, port_and_result, now, serving);
      }
    }
    now.has_room = in_window < 16 && *std::max_element(lengths.begin(), lengths.end()) < slots_;
    for (std::uint32_t lane = 0; comer != nullptr && lane < slots_; ++lane) {
      const bool takes = comer->gathers_reg || comer->bank_of_slot.count(lane) != 0;
      if (takes && held[lane] == places_ && serving.count(lane) == 0) now.has_room = false;
    }
    if (leaves) {
      now.ends = groups_.front().comer.number;
      groups_.pop_front();
    }
    now.enters = comer != nullptr && now.has_room && other_kind == nullptr;
    if (now.enters) enter(*comer);
    ++cycle_;
    return now;
  }

 private:
  struct Group {
    Comer comer;
    Slots left;  // to be served
    bool had_turn{};
    std::uint64_t entered{};  // at the end of this cycle
  };
  struct Word {
    std::uint64_t group;
    Slots left;
  };

  static bool is_served(const Group& group) {
    return group.comer.gathers_reg ? group.had_turn : group.left.empty();
  }

  [[nodiscard]] std::vector<std::uint32_t> held_by_lanes() const {
    std::vector<std::uint32_t> held(slots_);
    for (const Group& group : groups_) {
      for (std::uint32_t lane = 0; lane < slots_; ++lane) {
        const bool waits = group.comer.gathers_reg ? !group.had_turn : group.left.count(lane) != 0;
        held[lane] += waits ? 1 : 0;
      }
    }
    return held;
  }

  Group* that_has_its_turn(bool port_and_result) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      Group& group = groups_[i];
      if (!group.comer.gathers_reg || group.had_turn) continue;
      const bool first = i == 0 || (groups_[i - 1].comer.gathers_reg && groups_[i - 1].had_turn);
      if (first && !(group.comer.fractions.any() && port_and_result)) return &group;
    }
    return nullptr;
  }

  void serve(bool single, bool port_and_result, Cycle& now, std::set<std::uint32_t>& serving) {
    // Of each lane: the groups whose slot is called, by their places in K, and the banks.
    std::vector<std::vector<std::pair<std::size_t, std::uint32_t>>> called_of(slots_);
    for (std::uint32_t bank = 0; bank < queues_.size(); ++bank) {
      if (queues_[bank].empty()) continue;
      const Word& offered = queues_[bank].front();
      const std::size_t at = place_of(offered.group);
      for (const std::uint32_t lane : offered.left) called_of[lane].emplace_back(at, bank);
    }
    for (std::uint32_t lane = 0; lane < slots_; ++lane) {
      std::vector<std::pair<std::size_t, std::uint32_t>>& called = called_of[lane];
      std::sort(called.begin(), called.end());
      if (called.empty()) continue;
      if (groups_[called[0].first].comer.fractions.any() && port_and_result) continue;
      take(groups_[called[0].first], called[0].second, lane, now);
      serving.insert(lane);
      if (groups_[called[0].first].comer.fractions.any()) now.second_port = true;
      if (called.size() < 2 || single) continue;
      if (called[0].second % parts_ == called[1].second % parts_) continue;
      take(groups_[called[1].first], called[1].second, lane, now);
      if (groups_[called[1].first].comer.writes_v) now.second_port = true;
    }
    for (std::uint32_t bank = 0; bank < queues_.size(); ++bank) {
      if (queues_[bank].empty() || !queues_[bank].front().left.empty()) continue;
      queues_[bank].pop_front();
      left_before_[bank] = 1;
    }
  }

  void take(Group& group, std::uint32_t bank, std::uint32_t lane, Cycle& now) {
    group.left.erase(lane);
    queues_[bank].front().left.erase(lane);
    now.served[group.comer.number].insert(lane);
  }

  [[nodiscard]] std::size_t place_of(std::uint64_t number) const {
    std::size_t at = 0;
    while (groups_[at].comer.number != number) ++at;
    return at;
  }

  void enter(const Comer& comer) {
    Group group{comer, {}, false, cycle_};
    for (const auto& [slot, bank] : comer.bank_of_slot) group.left.insert(slot);
    for (const auto& [bank, slots] : comer.words) queues_[bank].push_back({comer.number, slots});
    groups_.push_back(group);
  }

  std::uint32_t slots_;
  std::uint32_t places_;
  std::uint32_t parts_;
  std::deque<Group> groups_;
  std::vector<std::deque<Word>> queues_;
  std::vector<std::uint32_t> left_before_;  // words of each bank that left in the cycle before
  std::uint64_t cycle_{1};
};

/// The same group for the model.
std::unique_ptr<Transaction> transaction_of(const Comer& comer) {
  auto transaction = std::make_unique<Transaction>();
  transaction->sequence = comer.number;
  transaction->command.op = comer.gathers_reg     ? Opcode::GatherReg
                            : comer.reads_for_vec ? Opcode::VecCopy
                            : comer.writes_v      ? Opcode::Gather
                                                  : Opcode::Scatter;
  transaction->plan.cls = CommandClass::Memory;
  transaction->plan.fractions = comer.fractions;
  if (comer.writes_v) transaction->plan.dest = 0;
  GroupWords& words = transaction->groups.emplace_back().words;
  words.write = !comer.writes_v && !comer.reads_for_vec;
  std::map<std::uint32_t, std::uint32_t> place;  // of a slot
  for (const auto& [slot, bank] : comer.bank_of_slot) {
    place[slot] = words.count;
    words.slot.at(words.count) = static_cast<std::uint8_t>(slot);
    words.bank.at(words.count) = bank;
    words.be.at(words.count++) = 0xf;
  }
  words.parallel = true;
  std::set<std::uint32_t> banks;
  std::map<std::uint32_t, BankAccess> accesses;  // by leader, so in the order of these
  for (const auto& [bank, slots] : comer.words) {
    words.parallel = words.parallel && banks.insert(bank).second;
    const std::uint32_t leader = place[*slots.begin()];
    BankAccess& access = accesses[leader];
    access.bank = bank;
    access.be = 0xf;
    access.write = words.write;
    for (const std::uint32_t slot : slots) {
      words.leader.at(place[slot]) = static_cast<std::uint8_t>(leader);
      access.slots |= std::uint64_t{1} << slot;
    }
  }
  for (const auto& [leader, access] : accesses) {
    words.led_by.at(words.accesses++) = static_cast<std::uint8_t>(leader);
    transaction->accesses.push_back(access);
  }
  return transaction;
}

/// Random groups of different sizes: rows, hot banks, hot words, chains of gather_reg.
class Comers {
 public:
  Comers(const Config& config, std::uint64_t seed)
      : rng_(seed), slots_(config.vlen_bytes / 4), banks_(config.banks) {}

  Comer next() {
    if (number_ % 64 == 0) fashion_ = rng_.below(8);
    Comer comer;
    comer.number = ++number_;
    const std::uint64_t what = rng_.below(100);
    if (fashion_ == 1 ? what < 50 : what < 4) {
      comer.gathers_reg = comer.writes_v = true;
      if (rng_.percent(40)) comer.fractions = {2, 2, Dist::Norm};
      return comer;
    }
    if (fashion_ == 2 ? what < 70 : what < 10) {
      comer.fractions = rng_.percent(60)   ? Fractions{2, 2, Dist::Norm}
                        : rng_.percent(50) ? Fractions{1, 2, Dist::Norm}
                                           : Fractions{1, 2, Dist::UnpackB8};
    }
    comer.reads_for_vec = !comer.fractions.any() && rng_.percent(fashion_ == 3 ? 40 : 4);
    comer.writes_v = comer.fractions.any() || (!comer.reads_for_vec && rng_.percent(70));
    if (rng_.percent(fashion_ == 4 ? 60 : 5)) return comer;  // without slots
    const std::uint64_t density = rng_.percent(60) ? 100 : 1 + rng_.below(60);
    const std::uint64_t shape = rng_.below(fashion_ == 5 ? 3 : 12);
    const auto hot = static_cast<std::uint32_t>(rng_.below(banks_));
    std::map<std::pair<std::uint32_t, std::uint32_t>, Slots> words;
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
      if (!rng_.percent(density)) continue;
      auto bank = static_cast<std::uint32_t>(rng_.below(banks_));
      std::uint32_t row = slot;  // a word of its own
      if (shape == 0) bank = hot;
      if (shape == 1) bank = (hot + slot) % banks_;
      if (shape == 2) row = static_cast<std::uint32_t>(rng_.below(2));  // shared by some
      if (shape == 1) row = 0;
      comer.bank_of_slot[slot] = bank;
      words[{bank, row}].insert(slot);
    }
    for (const auto& [word, slots] : words) comer.words.emplace_back(word.first, slots);
    // In each bank in the order of the lowest slots.
    std::sort(comer.words.begin(), comer.words.end(), [](const auto& one, const auto& other) {
      return *one.second.begin() < *other.second.begin();
    });
    return comer;
  }

 private:
  Rng rng_;
  std::uint32_t slots_;
  std::uint32_t banks_;
  std::uint64_t number_{};
  std::uint64_t fashion_{};
};

struct Totals {
  std::uint64_t seconds{}, single{}, port_waits{}, full{}, most_groups{}, turns{}, kinds{}, hosts{};
};

/// Runs both side by side.
void compare(const Config& config, std::uint64_t seed, Totals& totals) {
  PlainWindow plain(config);
  BankQueues queues(config, Detail::kPorts);
  Comers comers(config, seed);
  Rng rng(seed);
  std::map<std::uint64_t, std::unique_ptr<Transaction>> commands;
  Comer comer = comers.next();
  commands[comer.number] = transaction_of(comer);
  bool waits = true;           // the group comes
  std::array<bool, 3> port{};  // used for what X presents, in B, in W
  PlainWindow::Cycle presented;
  for (unsigned cycle = 0; cycle < 3000; ++cycle) {
    if (!waits && rng.percent(cycle / 500 % 2 == 0 ? 100 : 50)) {
      comer = comers.next();
      commands[comer.number] = transaction_of(comer);
      waits = true;
    }
    const bool host_wins = rng.percent(cycle / 300 % 3 * 8);
    const bool port_busy = port[2] && rng.percent(cycle / 700 % 2 == 0 ? 60 : 0);
    const Stage entering = waits ? Stage{commands[comer.number].get(), 0} : Stage{};
    queues.decide(host_wins, port_busy);
    ASSERT_EQ(queues.groups(), plain.groups()) << cycle;
    const bool has_room = queues.has_room(entering);
    const Stage* other = queues.of_another_kind(entering);
    const bool enters = waits && has_room && other == nullptr;
    const Stage ends = queues.ends();
    std::vector<BankQueues::Wait> reasons;
    std::vector<std::uint64_t> numbers;
    for (std::size_t i = 0; i < queues.groups(); ++i) {
      if (!host_wins) reasons.push_back(queues.waits(i));
      numbers.push_back(queues.group(i).command->sequence);
    }
    const PlainWindow::Cycle now = plain.step(host_wins, port_busy, waits ? &comer : nullptr);
    if (waits) ASSERT_EQ(has_room, now.has_room) << cycle;
    ASSERT_EQ(enters, now.enters) << cycle;
    ASSERT_EQ(ends.command != nullptr, now.ends.has_value()) << cycle;
    if (now.ends) ASSERT_EQ(ends.command->sequence, *now.ends) << cycle;
    for (std::size_t i = 0; i < reasons.size(); ++i) {
      const std::uint64_t number = numbers[i];
      const bool goes_on =
          now.served.count(number) != 0 || now.turn == number || now.ends == number;
      const bool young = i == 0 && reasons[i].cause == Cause::kNothing;  // without a slot left
      ASSERT_TRUE((reasons[i].cause == Cause::kNothing) == goes_on || young) << cycle;
      if (reasons[i].by != nullptr) ASSERT_LT(reasons[i].by->command->sequence, number);
    }
    queues.step(enters ? entering : Stage{});
    if (!host_wins) presented = now;
    const BankQueues::Presented& x = queues.presented();
    Served served;
    std::set<std::uint32_t> banks;
    for (const BankQueues::Shown& shown : x.accesses) {
      ASSERT_TRUE(banks.insert(shown.access->bank).second) << cycle;
      for (std::uint32_t slot = 0; slot < 64; ++slot) {
        if (((shown.slots >> slot) & 1U) != 0) served[shown.command->sequence].insert(slot);
      }
    }
    ASSERT_EQ(served, presented.served) << cycle;
    ASSERT_EQ(x.count, banks.size()) << cycle;
    ASSERT_EQ(x.turn.command != nullptr, presented.turn.has_value()) << cycle;
    if (presented.turn) ASSERT_EQ(x.turn.command->sequence, *presented.turn) << cycle;
    ASSERT_EQ(x.second_port != nullptr, presented.second_port) << cycle;
    // What X presented in this cycle is now in B.
    port[2] = std::exchange(port[1], !host_wins && port[0]);
    if (!host_wins) port[0] = now.second_port;
    std::map<std::uint32_t, unsigned> of_lanes;
    for (const auto& [group, slots] : now.served) {
      for (const std::uint32_t slot : slots) totals.seconds += ++of_lanes[slot] == 2 ? 1 : 0;
    }
    totals.port_waits += port_busy ? 1 : 0;
    totals.turns += now.turn.has_value() ? 1 : 0;
    totals.hosts += host_wins && enters ? 1 : 0;
    totals.kinds += waits && other != nullptr ? 1 : 0;
    totals.full += waits && !has_room && plain.groups() < 16 ? 1 : 0;
    totals.most_groups = std::max<std::uint64_t>(totals.most_groups, plain.groups());
    if (enters) waits = false;
    if (now.ends) {
      while (!commands.empty() && commands.begin()->first + 40 < *now.ends) {
        commands.erase(commands.begin());
      }
    }
  }
}

class BankQueuesTest : public ::testing::TestWithParam<std::pair<std::uint32_t, std::uint32_t>> {};
INSTANTIATE_TEST_SUITE_P(Windows, BankQueuesTest,
                         ::testing::Values(std::pair{3U, 1U}, std::pair{3U, 2U}, std::pair{4U, 2U},
                                           std::pair{4U, 4U}, std::pair{5U, 4U}, std::pair{6U, 4U},
                                           std::pair{7U, 2U}, std::pair{8U, 4U}),
                         [](const auto& info) {
                           return std::to_string(info.param.first) + "x" +
                                  std::to_string(info.param.second);
                         });

TEST_P(BankQueuesTest, ServeWhatTheContractSays) {
  Totals totals;
  std::uint64_t seed = 0;
  for (const std::uint32_t vlen : {32U, 64U, 256U}) {
    for (const std::uint32_t banks : {8U, 16U, 128U}) {
      Config config = small_config();
      config.vlen_bytes = vlen;
      config.banks = banks;
      config.places = GetParam().first;
      config.parts = GetParam().second;
      SCOPED_TRACE(std::to_string(vlen) + " bytes, " + std::to_string(banks) + " banks");
      compare(config, ++seed, totals);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_EQ(totals.seconds > 1000, GetParam().second != 1) << totals.seconds;
  EXPECT_GT(totals.port_waits, 100U);
  EXPECT_GT(totals.full, 100U);
  EXPECT_GT(totals.turns, 100U);
  EXPECT_GT(totals.kinds, 100U);
  EXPECT_GT(totals.hosts, 100U);
  EXPECT_EQ(totals.most_groups, 16U);
}

}  // namespace
}  // namespace gsq
