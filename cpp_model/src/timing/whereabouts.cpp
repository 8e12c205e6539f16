// SPDX-License-Identifier: Apache-2.0
// Explanation of the present cycle: no decision depends on it.
#include <algorithm>

#include "gsq/timing/cycle_model.hpp"

namespace gsq {

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
    if (!compute_moves_) explain({Cause::kOverwrite, pipe_[last_stage_]->plan.dest}, where);
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
    if (stage + 1 < access_.size() && !hands_on_[stage]) explain_stage(stage, where);
  }
  if (x().command != nullptr) {
    Whereabouts& where = all[x().command->sequence - answered_];
    const std::uint32_t group = x().group;
    const std::uint32_t first = group == 0 ? 0 : x().command->groups[group - 1].end;
    where.beat = beat_shown_;
    where.by = where.sequence;
    if (beat_shown_ && x().command->ub_beats != first) {
      where.cause = Cause::kConflict;
    } else if (!beat_shown_ && !hands_on_.back()) {
      where.cause = Cause::kHost;
    }
  }
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
  if (masked_ != accepted_) {
    all.push_back({masked_, Place::kDecode, 0});
    if (!leaves_d0_) explain({Cause::kIssue}, all.back());
  }
  if (inputs.command != nullptr) {
    all.push_back({accepted_, Place::kPort});
    if (!outputs_.cmd_ready) explain({Cause::kIssue}, all.back());
  }
  return all;
}

void CycleModel::explain(const Wait& wait, Whereabouts& where) const {
  where.cause = wait.cause;
  where.reg = wait.reg;
  switch (wait.cause) {
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
  while (stage + 1 < access_.size() && !hands_on_[stage] && access_[stage + 1].command != nullptr &&
         !hands_on_[stage + 1]) {
    ++stage;
  }
  where.by = access_[stage].command->sequence;
  if (hands_on_[stage]) {
    where.cause = Cause::kGroups;
  } else if (stage + 1 < access_.size()) {
    where.cause = Cause::kVecData;
  } else {
    where.cause = beat_shown_ ? Cause::kBanks : Cause::kHost;
  }
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
  consider(r1_);
  return *writer;
}

}  // namespace gsq
