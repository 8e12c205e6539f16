// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/issue_order.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "semantics/model_rules.hpp"

namespace gsq::kernel {

void IssueOrder::add(Step step) {
  const auto behind = std::count_if(waiting_.begin(), waiting_.end(), [&](const Waiting& older) {
    return depends(step.uses, older.step.uses);
  });
  waiting_.push_back({std::move(step), static_cast<std::size_t>(behind)});
}

std::uint64_t IssueOrder::wait_of(const Command& command) const {
  if (!known(command.op)) return 0;
  std::uint64_t there = now_;
  const Command real = rules::with_real_registers(command);
  if (facts(command.op).reads_vs) there = std::max(there, there_at_.at(real.vs));
  if (facts(command.op).reads_vi) there = std::max(there, there_at_.at(real.vi));
  return there - now_;
}

std::optional<Step> IssueOrder::take_command() {
  auto best = waiting_.end();
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (auto it = waiting_.begin(); it != waiting_.end() && least != 0; ++it) {
    if (it->behind != 0 || it->step.kind != StepKind::kCommand) continue;
    const std::uint64_t wait = wait_of(it->step.command);
    if (wait >= least) continue;
    best = it;
    least = wait;
  }
  if (best == waiting_.end()) return std::nullopt;
  Step next = remove(best);
  now_ += least + 1;
  const Command& command = next.command;
  if (known(command.op) && facts(command.op).writes_vd) {
    there_at_.at(rules::with_real_registers(command).vd) = now_ + latency_;
  }
  return next;
}

std::optional<Step> IssueOrder::take_operation() {
  const auto first = std::find_if(waiting_.begin(), waiting_.end(), [](const Waiting& each) {
    return each.behind == 0 && each.step.kind != StepKind::kCommand;
  });
  if (first == waiting_.end()) return std::nullopt;
  return remove(first);
}

void IssueOrder::cancel(std::uint64_t number) noexcept {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const Waiting& each) { return each.step.number == number; });
  if (found != waiting_.end()) remove(found);
}

void IssueOrder::drop_after(std::uint64_t number) {
  // No older step waits for a younger one.
  const auto first = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const Waiting& each) { return each.step.number > number; });
  // What they hold is destroyed when they are out of the queue: it may cancel other steps.
  std::vector<Waiting> dropped(std::make_move_iterator(first),
                               std::make_move_iterator(waiting_.end()));
  waiting_.erase(first, waiting_.end());
}

Step IssueOrder::remove(const std::deque<Waiting>::iterator& place) {
  Step step = std::move(place->step);
  const auto younger = waiting_.erase(place);
  std::for_each(younger, waiting_.end(), [&](Waiting& other) {
    if (depends(other.step.uses, step.uses)) --other.behind;
  });
  return step;
}

}  // namespace gsq::kernel
