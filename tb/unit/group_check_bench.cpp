// SPDX-License-Identifier: Apache-2.0
// Bench of gsq_group_check between stages A, M and R: random commands with one to four groups of
// lanes, some of them sent ahead to be checked, as docs/reference/timing.md has them. No group of a
// command with an illegal lane keeps its slots when it leaves R, all others do but those that only
// check; the last report of a command names its lowest illegal lane.
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "Vgsq_group_check.h"
#include "common/bench.hpp"
#include "gsq/isa.hpp"
#include "unit/slot_access.hpp"

namespace {

constexpr unsigned kSlots = PARAM_Slots;
constexpr unsigned kCommands = 40'000;
constexpr unsigned kIds = 32;

struct Command {
  tb::SlotShape shape;
  unsigned id{};
  bool illegal{};
  unsigned lane{};  // the lowest illegal one
  bool outside{};   // it lies outside of UB
};

struct Group {
  Command command;
  unsigned number{};
  bool check{}, last{};
  std::vector<bool> faults, outside;
  bool lost{};  // its slots
};

struct Report {
  unsigned status{}, lane{};
};

class GroupCheckBench : public tb::Bench<Vgsq_group_check> {
 public:
  GroupCheckBench(int argc, char** argv)
      : Bench("illegal lanes of commands, " + std::to_string(kSlots) + " slots", argc, argv) {}

 private:
  /// The groups of a new command, in the order of the pipe.
  void make_command() {
    Command command;
    command.id = count_++ % kIds;
    tb::SlotShape& shape = command.shape;
    shape.place = random().percent(90) ? tb::kLanes : tb::kIndexed;
    shape.elem = shape.place == tb::kLanes ? random().below(4) : 3;
    shape.lane = shape.elem >= 2 ? shape.elem : random().below(3);
    const unsigned most = shape.lane == 0                                ? 4
                          : shape.lane == 1 && shape.place == tb::kLanes ? 2
                                                                         : 1;
    const bool legal = random().percent(30);
    // A lane or a block has several slots, which are illegal together.
    const unsigned shared = shape.place == tb::kIndexed ? 8 : shape.elem == 3 ? 2 : 1;
    std::vector<Group> groups;
    for (unsigned number = 0; number < most; ++number) {
      if (number + 1 < most && random().percent(30)) continue;  // without an active lane
      Group group;
      group.number = number;
      const bool none = legal || random().percent(60);
      const unsigned few = 1 + random().below(100);
      for (unsigned s = 0; s < kSlots; ++s) {
        const bool first = s % shared == 0;
        group.faults.push_back(first ? !none && random().percent(few) : group.faults.back());
        group.outside.push_back(first ? random().percent(50) : group.outside.back());
        if (!group.faults.back() || command.illegal) continue;
        command.illegal = true;
        command.lane = number * kSlots + s / shared;
        command.outside = group.outside.back();
      }
      groups.push_back(group);
    }
    groups.back().last = true;
    std::vector<Group> checked;
    if (groups.size() > 2) checked.assign(groups.begin() + 2, groups.end());
    for (Group& group : checked) {
      group.check = true;
      group.last = false;
    }
    groups.insert(groups.begin(), checked.begin(), checked.end());
    for (Group& group : groups) {
      group.command = command;
      coming_.push_back(group);
    }
  }

  void drive() override {
    dut().load_i = dut().m_valid_i = dut().m_pop_i = dut().r_valid_i = 0;
    if (in_reset()) return;
    if (coming_.empty() && count_ < kCommands) make_command();
    if (coming_.empty() && !m_ && !r_) finish();
    const bool inside = m_ && !m_->last;  // the next group follows without a gap
    r_leaves_ = r_ && random().percent(70);
    m_leaves_ = m_ && (!r_ || r_leaves_);
    loads_ = !coming_.empty() && (!m_ || m_leaves_) && (inside || random().percent(70));
    if (inside && m_leaves_ && !loads_) m_leaves_ = r_leaves_ = false;
    dut().load_i = loads_;
    for (unsigned s = 0; s < kSlots; ++s) {
      tb::set_bit(dut().fault_i, s, loads_ ? coming_.front().faults[s] : random().percent(50));
      tb::set_bit(dut().outside_i, s, loads_ ? coming_.front().outside[s] : random().percent(50));
    }
    dut().m_valid_i = m_.has_value();
    dut().m_pop_i = m_leaves_;
    if (m_) {
      dut().m_slot_i = static_cast<std::uint8_t>(m_->command.shape.ctrl());
      dut().m_group_i = static_cast<std::uint8_t>(m_->number);
      dut().m_check_i = m_->check;
      dut().m_last_i = m_->last;
      dut().m_id_i = static_cast<std::uint8_t>(m_->command.id);
    }
    dut().r_valid_i = r_.has_value();
    if (r_) dut().r_last_i = r_->last;
  }

  void posedge() override {
    if (in_reset()) return;
    if (dut().fault_o != 0) reports_.at(dut().id_o) = Report{dut().status_o, dut().lane_o};
    if (r_leaves_) {
      const Command& command = r_->command;
      const std::string what =
          "group " + std::to_string(r_->number) + " of command " + std::to_string(command.id);
      expect("slots lost", 0, r_->check || command.illegal, r_->lost || dut().kill_r_o != 0, what);
      if (r_->last) {
        std::optional<Report>& report = reports_.at(command.id);
        expect("reported", 0, command.illegal, report.has_value(), what);
        if (report) {
          expect("lane_o", 0, command.lane, report->lane, what);
          expect("status_o", 0,
                 static_cast<unsigned>(command.outside ? gsq::Status::ErrBounds
                                                       : gsq::Status::ErrAlign),
                 report->status, what);
        }
        report.reset();
      }
      r_.reset();
    }
    if (m_leaves_) {
      m_->lost = dut().kill_m_o != 0;
      r_ = m_;
      m_.reset();
    }
    if (loads_) {
      m_ = coming_.front();
      coming_.pop_front();
    }
  }

  unsigned count_{};
  std::deque<Group> coming_;
  std::optional<Group> m_, r_;
  bool loads_{}, m_leaves_{}, r_leaves_{};
  std::vector<std::optional<Report>> reports_ = std::vector<std::optional<Report>>(kIds);
};

}  // namespace

extern "C" int sc_main(int argc, char** argv) { return GroupCheckBench(argc, argv).run(); }
