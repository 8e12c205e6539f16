// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/issue_order.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace gsq::kernel {

void IssueOrder::add(Step step) {
  std::unique_ptr<Waiting> added;
  if (spare_.empty()) {
    added = std::make_unique<Waiting>();
  } else {
    added = std::move(spare_.back());
    spare_.pop_back();
  }
  added->step = std::move(step);
  added->behind = 0;
  for (const auto& older : waiting_) {
    if (!depends(added->step.uses, older->step.uses)) continue;
    ++added->behind;
    older->younger.push_back(added.get());
  }
  waiting_.push_back(std::move(added));
}

std::uint64_t IssueOrder::wait_of(const Command& command) const {
  if (!known(command.op)) return 0;
  std::uint64_t there = now_;
  const CommandFacts& row = facts(command.op);
  if (row.reads_vs) there = std::max(there, there_at_[command.vs % kNumVregs]);
  if (row.reads_vi) there = std::max(there, there_at_[command.vi % kNumVregs]);
  return there - now_;
}

std::optional<Step> IssueOrder::take_command() {
  auto best = waiting_.end();
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (auto it = waiting_.begin(); it != waiting_.end() && least != 0; ++it) {
    const Waiting& waiting = **it;
    if (waiting.behind != 0 || waiting.step.kind != StepKind::kCommand) continue;
    const std::uint64_t wait = wait_of(waiting.step.command);
    if (wait >= least) continue;
    best = it;
    least = wait;
  }
  if (best == waiting_.end()) return std::nullopt;
  Step next = remove(best);
  now_ += least + 1;
  const Command& command = next.command;
  if (known(command.op) && facts(command.op).writes_vd) {
    there_at_[command.vd % kNumVregs] = now_ + latency_;
  }
  return next;
}

std::optional<Step> IssueOrder::take_operation() {
  const auto first = std::find_if(waiting_.begin(), waiting_.end(), [](const auto& each) {
    return each->behind == 0 && each->step.kind != StepKind::kCommand;
  });
  if (first == waiting_.end()) return std::nullopt;
  return remove(first);
}

void IssueOrder::cancel(std::uint64_t number) noexcept {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const auto& each) { return each->step.number == number; });
  if (found == waiting_.end()) return;
  for (auto older = waiting_.begin(); older != found; ++older) {
    auto& younger = (*older)->younger;
    younger.erase(std::remove(younger.begin(), younger.end(), found->get()), younger.end());
  }
  remove(found);
}

void IssueOrder::drop_after(std::uint64_t number) {
  // No older step waits for a younger one.
  const auto first = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const auto& each) { return each->step.number > number; });
  for (auto older = waiting_.begin(); older != first; ++older) {
    auto& younger = (*older)->younger;
    younger.erase(std::remove_if(younger.begin(), younger.end(),
                                 [&](const Waiting* each) { return each->step.number > number; }),
                  younger.end());
  }
  // What they hold is destroyed when they are out of the queue: it may cancel other steps.
  Queue dropped(std::make_move_iterator(first), std::make_move_iterator(waiting_.end()));
  waiting_.erase(first, waiting_.end());
}

Step IssueOrder::remove(const Queue::iterator& place) {
  std::unique_ptr<Waiting> removed = std::move(*place);
  waiting_.erase(place);
  for (Waiting* younger : removed->younger) --younger->behind;
  removed->younger.clear();
  Step step = std::move(removed->step);
  spare_.push_back(std::move(removed));
  return step;
}

}  // namespace gsq::kernel
