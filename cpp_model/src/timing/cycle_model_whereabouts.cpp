// SPDX-License-Identifier: Apache-2.0
// Explanation of the present cycle: no decision depends on it.
#include <algorithm>

#include "gsq/timing/cycle_model.hpp"

namespace gsq {

std::vector<Transaction> CycleModel::in_flight() const {
  std::vector<Transaction> found;
  for (auto i = answered_; i != accepted_; ++i) found.push_back(pool_[i % pool_.size()]);
  return found;
}

std::vector<Whereabouts> CycleModel::whereabouts(const CycleInputs& inputs) const {
  std::vector<Whereabouts> all;
  for (std::uint64_t sequence = answered_; sequence < issued_; ++sequence) {
    Whereabouts where{sequence, Place::kResponse};  // unless it is found elsewhere below
    where.by = answered_;
    if (sequence != answered_) {
      where.cause = Cause::kOlder;
    } else if (!inputs.rsp_ready) {
      where.cause = Cause::kConsumer;
    }
    all.push_back(where);
  }
  for (unsigned stage = 0; stage <= last_stage_; ++stage) {
    if (pipe_[stage] == nullptr) continue;
    Whereabouts& where = all[pipe_[stage]->sequence - answered_];
    where = {pipe_[stage]->sequence, Place::kCompute, static_cast<std::uint8_t>(stage)};
    if (!compute_moves_) explain(compute_waits(), where);
  }
  for (unsigned i = 0; i < queued_; ++i) {
    Whereabouts& where = all[queue_[i]->sequence - answered_];
    where = {queue_[i]->sequence, Place::kQueue};
    explain(i == 0 ? head_waits() : Wait{Cause::kHead}, where);
  }
  // From P on, so that a command with groups in several stages gets the place of its oldest group.
  for (std::size_t stage = 0; stage < access_.size(); ++stage) {
    if (access_[stage].command == nullptr) continue;
    Whereabouts& where = all[access_[stage].command->sequence - answered_];
    where = {access_[stage].command->sequence, Place::kAccess, static_cast<std::uint8_t>(stage)};
    if (!hands_on_[stage]) explain_stage(stage, where);
  }
  explain_banks(all);
  if (r1_ != nullptr) all[r1_->sequence - answered_] = {r1_->sequence, Place::kData};
  if (r2_ != nullptr) all[r2_->sequence - answered_] = {r2_->sequence, Place::kWrite};
  for (std::uint64_t sequence = issued_; sequence < decoded_; ++sequence) {
    all.push_back({sequence, Place::kIssue});
    explain(sequence == issued_ ? issue_waits() : Wait{Cause::kIssue}, all.back());
  }
  if (decoded_ != masked_) {
    all.push_back({decoded_, Place::kDecode, 1});
    if (!leaves_d1_) explain({Cause::kIssue}, all.back());
  }
  Wait in_d0{Cause::kIssue};
  if (masked_ != accepted_ && (decoded_ == masked_ || leaves_d1_)) in_d0 = mask_waits();
  if (masked_ != accepted_) {
    all.push_back({masked_, Place::kDecode, 0});
    if (!leaves_d0_) explain(in_d0, all.back());
  }
  if (inputs.command != nullptr) {
    all.push_back({accepted_, Place::kPort});
    if (!outputs_.cmd_ready) explain(in_d0, all.back());
  }
  return all;
}

void CycleModel::explain(const Wait& wait, Whereabouts& where) const {
  where.cause = wait.cause;
  where.reg = wait.reg;
  switch (wait.cause) {
    case Cause::kMask:
      // In flight, since its mask register is awaited: the youngest one before the command in D0.
      where.by = masked_ - 1;
      while (pool_[where.by % pool_.size()].plan.mask_dest != wait.reg ||
             !pool_[where.by % pool_.size()].compares()) {
        --where.by;
      }
      break;
    case Cause::kIssue:
      where.by = issued_;
      break;
    case Cause::kResponseQueue:
      where.by = answered_;
      break;
    case Cause::kMemoryQueue:
    case Cause::kHead:
      where.by = queue_[0]->sequence;
      break;
    case Cause::kOverwrite:
      where.by = reader_of_result()->sequence;
      break;
    case Cause::kSecondPort:
      where.by = written_.second_port->sequence;
      break;
    case Cause::kLaneAlu:
      where.by = written_.operand->sequence;
      break;
    case Cause::kFromCompute:
    case Cause::kFromMemory:
      where.by = writer_of(wait.reg, where.sequence).sequence;
      break;
    case Cause::kGroups:
      explain_stage(0, where);
      break;
    default:  // nothing
      break;
  }
}

void CycleModel::explain_stage(std::size_t stage, Whereabouts& where) const {
  // A stage that waits for the next one has the cause of the first stage that waits otherwise.
  while (stage != last_before_banks_ && !hands_on_[stage] &&
         access_[stage + 1].command != nullptr && !hands_on_[stage + 1]) {
    ++stage;
  }
  where.by = access_[stage].command->sequence;
  if (hands_on_[stage]) {
    where.cause = Cause::kGroups;
  } else if (!banks_.has_room(access_[stage])) {
    const bool one = config_.places == 1;
    where.cause = !one ? Cause::kWindow : accesses_shown_ ? Cause::kBanks : Cause::kHost;
    where.by = (one ? on_banks() : banks_.group(0).command)->sequence;
  } else if (const Stage* other = banks_.of_another_kind(access_[stage])) {
    where.cause = Cause::kKind;
    where.by = other->command->sequence;
  } else if (const Transaction* writer = writer_before_entry()) {
    where.cause = Cause::kRegister;
    where.reg = writer->plan.dest;
    where.by = writer->sequence;
  } else {
    where.cause = Cause::kVecData;
  }
}

void CycleModel::explain_banks(std::vector<Whereabouts>& all) const {
  const BankQueues::Presented& x = banks_.presented();
  const auto place = [&](const Stage& group, std::uint8_t stage) -> Whereabouts& {
    const std::uint64_t sequence = group.command->sequence;
    Whereabouts& where = all[sequence - answered_];
    where = {sequence, Place::kAccess, stage};
    where.by = sequence;
    return where;
  };
  // From the youngest group on, so that a command gets the place of its oldest one.
  for (std::size_t i = banks_.groups(); i-- != 0;) {
    // The oldest group stays in K while X presents its last words.
    const bool last =
        i == 0 && (banks_.ends().command != nullptr || (host_wins_ && banks_.oldest_is_served()));
    Whereabouts& where = place(banks_.group(i), config_.places == 1 || last ? kStageX : kStageK);
    if (host_wins_) {
      where.cause = Cause::kHost;
    } else if (config_.places != 1) {
      const BankQueues::Wait wait = banks_.waits(i);
      where.cause = wait.cause;
      if (wait.by != nullptr) where.by = wait.by->command->sequence;
      if (wait.cause == Cause::kResult) where.by = pipe_[last_stage_]->sequence;
    }
  }
  if (x.ends.command != nullptr) {
    Whereabouts& where = place(x.ends, kStageX);
    if (host_wins_) where.cause = Cause::kHost;
  }
  if (!accesses_shown_) return;
  for (std::size_t i = x.groups.size(); i-- != 0;) {
    const Stage& group = x.groups[i];
    Whereabouts& where = all[group.command->sequence - answered_];
    where.beat = true;
    where.cause =
        group.command->groups[group.group].beats == 0 ? Cause::kNothing : Cause::kConflict;
    where.by = where.sequence;
  }
}

BankQueues::Wait BankQueues::waits(std::size_t at) const {
  const std::size_t index = (oldest_ + at) % kMostGroups;
  const Held& own = held_[index];
  if (alone_ && at + 1 == count_) {
    return {serves_ == Serves::kAlone ? Cause::kNothing : Cause::kResult, nullptr};
  }
  if (own.left == 0) return at == 0 ? Wait{} : Wait{Cause::kLeaving, &group(0)};
  const bool has_turn = serves_ == Serves::kTurn;
  if (at == turned_ && own.local) return {has_turn ? Cause::kNothing : Cause::kResult, nullptr};
  if (has_turn || own.local) return {Cause::kTurn, &group(turned_)};
  if (served_[index] != 0) return {};
  if (first_[index] != 0) return {Cause::kResult, nullptr};
  if (const Slots called = this->called(index); called != 0) {
    std::size_t older = 0;
    while ((called & first_[(oldest_ + older) % kMostGroups]) == 0) ++older;
    return {Cause::kLanes, &group(older)};
  }
  // Its words stand behind others; the first one still to be served says behind which.
  const auto waits_behind = [&](std::size_t word) {
    const Bank& bank = banks_[words_[word].bank];
    for (std::uint32_t i = 1, behind = words_[bank.first].next; i < bank.length; ++i) {
      if (behind == word) return true;
      behind = words_[behind].next;
    }
    return false;
  };
  std::size_t word = index * most_slots_;
  while (!waits_behind(word)) ++word;
  return {Cause::kTurn, &held_[banks_[words_[word].bank].group].stage};
}

const Transaction& CycleModel::writer_of(std::uint8_t reg, std::uint64_t reader) const {
  const Transaction* writer = nullptr;
  const auto consider = [&](const Transaction* transaction) {
    if (transaction == nullptr || transaction->plan.dest != reg) return;
    if (transaction->sequence >= reader) return;
    if (writer == nullptr || transaction->sequence > writer->sequence) writer = transaction;
  };
  std::for_each(pipe_.begin(), pipe_.end(), consider);
  std::for_each(queue_.begin(), queue_.begin() + queued_, consider);
  for (const Stage& stage : access_) consider(stage.command);
  for (std::size_t i = 0; i < banks_.groups(); ++i) consider(banks_.group(i).command);
  consider(banks_.presented().ends.command);
  consider(r1_);
  return *writer;
}

Occupancy CycleModel::occupancy() const {
  Occupancy all;
  all.d0 = masked_ != accepted_;
  all.d1 = decoded_ != masked_;
  all.issue_queue = static_cast<unsigned>(decoded_ - issued_);
  for (unsigned stage = 0; stage <= last_stage_; ++stage) {
    if (pipe_[stage] != nullptr) all.compute |= 1U << stage;
  }
  all.memory_queue = queued_;
  for (unsigned stage = 0; stage < access_.size(); ++stage) {
    if (access_[stage].command != nullptr) all.access |= 1U << stage;
  }
  all.window = static_cast<unsigned>(banks_.groups());
  all.x = on_banks() != nullptr;
  all.port_busy = port_busy_;
  all.data = r1_ != nullptr;
  all.write = r2_ != nullptr;
  all.responses = static_cast<unsigned>(issued_ - answered_);
  all.host_queue = host_queued_;
  all.host_waited = host_waited_;
  all.host_served = host_served_;
  all.host_wins = host_wins_;
  return all;
}

}  // namespace gsq
