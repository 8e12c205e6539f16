// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/issue_order.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace gsq::kernel {
namespace {

constexpr std::uint64_t kVregs = Uses::m_bit(0) - 1;
constexpr std::uint64_t kMregs = Uses::kStream - Uses::m_bit(0);
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

/// One range around both.
Range around(const std::array<Range, 2>& ranges) {
  if (ranges[1].end == 0) return ranges[0];
  if (ranges[0].end == 0) return ranges[1];
  return {std::min(ranges[0].begin, ranges[1].begin), std::max(ranges[0].end, ranges[1].end)};
}

bool has_several(const Uses& uses) {
  const auto both = [](const std::array<Range, 2>& ranges) {
    return ranges[0].end != 0 && ranges[1].end != 0;
  };
  return both(uses.reads_ub) || both(uses.writes_ub);
}

}  // namespace

template <typename SetOf, typename F>
void IssueOrder::for_each(const SetOf& set, const F& function) {
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    for (Set left = set(*blocks_[block]); left != 0; left &= left - 1) {
      function(block * kPlaces + static_cast<unsigned>(__builtin_ctzll(left)));
    }
  }
}

/// A place for one more step.
std::size_t IssueOrder::free_place() {
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    const Set free = ~blocks_[block]->used;
    if (free != 0) return block * kPlaces + static_cast<unsigned>(__builtin_ctzll(free));
  }
  blocks_.push_back(std::make_unique<Block>());
  return (blocks_.size() - 1) * kPlaces;
}

/// Those of the steps in a block that a new one must stay behind, as depends() says.
IssueOrder::Set IssueOrder::older_of(const Block& block, const Uses& uses) {
  Set older = 0;
  for (unsigned i = 0; i < kPlaces; ++i) {
    const std::uint64_t registers = (uses.writes & block.uses[i]) | (uses.reads & block.writes[i]);
    older |= Set{registers != 0} << i;
  }
  if (uses.host != Uses::kNone) {
    for (unsigned i = 0; i < kPlaces; ++i) older |= Set{uses.host == block.host[i]} << i;
  }

  Set near = 0;  // one writes bytes that the other one uses
  const auto add_near = [&](const Range& range, const Ranges& ranges) {
    if (range.end == 0) return;
    for (unsigned i = 0; i < kPlaces; ++i) {
      near |= (Set{range.begin < ranges.end[i]} & Set{ranges.begin[i] < range.end}) << i;
    }
  };
  const Range writes = around(uses.writes_ub);
  add_near(writes, block.writes_ub);
  add_near(writes, block.reads_ub);
  add_near(around(uses.reads_ub), block.writes_ub);
  const Set only_near = has_several(uses) ? near : near & block.several;
  older |= near & ~only_near;
  for (Set left = only_near & ~older; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(__builtin_ctzll(left));
    if (depends(uses, block.places[i].step->uses)) older |= Set{1} << i;
  }
  return older;
}

void IssueOrder::add(std::unique_ptr<Step> step) {
  const std::size_t added = free_place();
  Block& block = block_of(added);
  Place& place = at(added);
  const Uses& uses = step->uses;
  place.behind = 0;
  for_each([&](const Block& each) { return older_of(each, uses); },
           [&](std::size_t older) {
             at(older).younger.push_back(added);
             ++place.behind;
           });

  const std::size_t i = added % kPlaces;
  const Set bit = bit_of(added);
  const Range reads = around(uses.reads_ub);
  const Range writes = around(uses.writes_ub);
  block.uses[i] = uses.reads | uses.writes;
  block.writes[i] = uses.writes;
  block.host[i] = uses.host;
  block.reads_ub.begin[i] = reads.begin;
  block.reads_ub.end[i] = reads.end;
  block.writes_ub.begin[i] = writes.begin;
  block.writes_ub.end[i] = writes.end;
  block.number[i] = step->number;
  if (has_several(uses)) block.several |= bit;
  block.used |= bit;
  if (place.behind == 0) block.ready |= bit;
  if (step->kind == StepKind::kCommand) {
    block.commands |= bit;
    block.waits[i] = (uses.reads & kVregs) | ((uses.reads | uses.writes) & kMregs);
  }
  place.step = std::move(step);
  ++size_;
}

bool IssueOrder::is_free(const Uses& uses) const {
  return std::all_of(blocks_.begin(), blocks_.end(),
                     [&](const auto& block) { return older_of(*block, uses) == 0; });
}

std::unique_ptr<Step> IssueOrder::take_command() {
  std::size_t best = 0;
  std::uint64_t least = kNever;  // wait
  std::uint64_t oldest = kNever;
  for_each([](const Block& block) { return block.commands & block.ready; },
           [&](std::size_t each) {
             const Block& block = block_of(each);
             const std::uint64_t number = block.number[each % kPlaces];
             if (least == 0 && number > oldest) return;
             std::uint64_t there = 0;
             for (Set left = block.waits[each % kPlaces]; left != 0; left &= left - 1) {
               there = std::max(there, there_at_.at(static_cast<unsigned>(__builtin_ctzll(left))));
             }
             const std::uint64_t wait = there > now_ ? there - now_ : 0;
             if (wait > least || (wait == least && number > oldest)) return;
             best = each;
             least = wait;
             oldest = number;
           });
  if (least == kNever) return nullptr;
  auto next = remove(best);
  now_ += least + 1;
  if (known(next->command.op)) {
    const CommandFacts& fact = facts(next->command.op);
    const bool compares = fact.mask == MaskUse::Compare;
    const std::uint64_t latency = compares                     ? compare_latency_
                                  : fact.kind == MemKind::None ? compute_latency_
                                                               : access_latency_;
    const Set written = next->uses.writes & (compares ? kMregs : kVregs);
    for (Set left = written; left != 0; left &= left - 1) {
      there_at_.at(static_cast<unsigned>(__builtin_ctzll(left))) = now_ + latency;
    }
  }
  return next;
}

std::unique_ptr<Step> IssueOrder::take_operation() {
  std::size_t found = 0;
  std::uint64_t oldest = kNever;
  for_each([](const Block& block) { return block.ready & ~block.commands; },
           [&](std::size_t each) {
             if (number_of(each) > oldest) return;
             found = each;
             oldest = number_of(each);
           });
  return oldest == kNever ? nullptr : remove(found);
}

void IssueOrder::cancel(std::uint64_t number) noexcept {
  std::optional<std::size_t> found;
  const auto used = [](const Block& block) { return block.used; };
  for_each(used, [&](std::size_t each) {
    if (number_of(each) == number) found = each;
  });
  if (!found) return;
  for_each(used, [&](std::size_t each) {
    auto& younger = at(each).younger;
    younger.erase(std::remove(younger.begin(), younger.end(), *found), younger.end());
  });
  remove(*found);
}

void IssueOrder::drop_after(std::uint64_t number) {
  // No older step waits for a younger one. What they hold is destroyed when they are out of the
  // queue: it may cancel other steps.
  std::vector<std::unique_ptr<Step>> dropped;
  const auto used = [](const Block& block) { return block.used; };
  const auto is_dropped = [&](std::size_t place) { return number_of(place) > number; };
  for_each(used, [&](std::size_t each) {
    auto& younger = at(each).younger;
    younger.erase(std::remove_if(younger.begin(), younger.end(), is_dropped), younger.end());
  });
  for_each(used, [&](std::size_t each) {
    if (is_dropped(each)) dropped.push_back(remove(each));
  });
}

/// The step, which is out of the queue: those behind it wait no more for it.
std::unique_ptr<Step> IssueOrder::remove(std::size_t place) {
  Block& block = block_of(place);
  const std::size_t i = place % kPlaces;
  const Set bit = bit_of(place);
  for (const std::size_t younger : at(place).younger) {
    if (--at(younger).behind == 0) block_of(younger).ready |= bit_of(younger);
  }
  at(place).younger.clear();
  block.uses[i] = 0;
  block.writes[i] = 0;
  block.host[i] = Uses::kNone;
  for (Ranges* const ranges : {&block.reads_ub, &block.writes_ub}) {
    ranges->begin[i] = 0;
    ranges->end[i] = 0;
  }
  for (Set* const set : {&block.several, &block.used, &block.commands, &block.ready}) {
    *set &= ~bit;
  }
  --size_;
  return std::move(at(place).step);
}

}  // namespace gsq::kernel
