// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/issue_order.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "semantics/model_rules.hpp"

namespace gsq::kernel {
namespace {

constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

// Bits of the sets of Uses: vector registers, then masks, then the state of the squeeze stream,
// which is AR, SQZN and the unaligned-store registers together.
constexpr unsigned kFirstMask = kNumVregs;
constexpr unsigned kStream = kFirstMask + kNumMregs;

constexpr std::uint64_t bit(unsigned index) { return std::uint64_t{1} << index; }

bool overlap(const Range& a, const Range& b) { return a.begin < b.end && b.begin < a.end; }

/// All bytes between the first and the last block of an operand.
Range span_of(const rules::BlockWalk& walk, std::uint32_t vlen_bytes, std::uint32_t iterations) {
  if (iterations == 0) return {};
  return {walk.start, walk.address(iterations - 1, vlen_bytes - 1) + 1};
}

void add_ub(Uses& uses, const Command& command, std::uint32_t vlen_bytes, const Range& lanes) {
  switch (facts(command.op).kind) {
    case MemKind::Load:
    case MemKind::Store: {
      const bool blocks = command.op == Opcode::LoadBlock || command.op == Opcode::StoreBlock;
      const Range range = blocks ? span_of(rules::operand_walk(command, 0), vlen_bytes, 1)
                                 : Range{command.addr, std::uint64_t{command.addr} + vlen_bytes};
      (facts(command.op).kind == MemKind::Load ? uses.reads_ub[0] : uses.writes_ub) = range;
      break;
    }
    case MemKind::Stream:
    case MemKind::Post: {
      // Bytes held in u lie below the address, in its block or the one before.
      const std::uint64_t begin = command.addr - std::min(command.addr, kBlockBytes);
      const std::uint32_t bytes = command.op == Opcode::StoreUnalign ? command.n : 0;
      uses.writes_ub = {begin, command.abs ? std::uint64_t{command.addr} + bytes : kEndless};
      break;
    }
    case MemKind::Vec:
      uses.writes_ub = span_of(rules::operand_walk(command, 0), vlen_bytes, command.iterations);
      for (std::uint32_t source = 1; source < rules::vec_operands(command.op); ++source) {
        uses.reads_ub.at(source - 1) =
            span_of(rules::operand_walk(command, source), vlen_bytes, command.iterations);
      }
      break;
    case MemKind::Gather:
    case MemKind::GatherBlock:
      uses.reads_ub[0] = lanes;
      break;
    case MemKind::Scatter:
      uses.writes_ub = lanes;
      break;
    case MemKind::GatherReg:
    case MemKind::None:  // do not touch UB
      break;
  }
}

}  // namespace

Uses uses_of(const Command& command, std::uint32_t vlen_bytes, std::optional<Range> lanes) {
  Uses uses;
  if (!known(command.op)) return uses;  // fails, and changes nothing
  const CommandFacts& fact = facts(command.op);
  const Command real = rules::with_real_registers(command);
  if (fact.reads_vs) uses.reads |= bit(real.vs);
  if (fact.reads_vi) uses.reads |= bit(real.vi);
  if (fact.writes_vd) uses.writes |= bit(real.vd);
  switch (fact.mask) {
    case MaskUse::Lane:
    case MaskUse::Slot:
    case MaskUse::Block:
      uses.reads |= bit(kFirstMask + real.m);
      break;
    case MaskUse::Write:
      uses.writes |= bit(kFirstMask + real.m);
      break;
    case MaskUse::None:
    case MaskUse::Own:
      break;
  }
  const bool no_stream =
      fact.stream == StreamUse::None || (fact.stream == StreamUse::Count && !command.store_reg);
  if (!no_stream) uses.writes |= bit(kStream);
  add_ub(uses, real, vlen_bytes, lanes.value_or(Range{command.addr, kEndless}));
  return uses;
}

bool depends(const Uses& later, const Uses& earlier) {
  if ((later.writes & (earlier.reads | earlier.writes)) != 0) return true;
  if ((later.reads & earlier.writes) != 0) return true;
  const auto touches = [](const std::array<Range, 2>& read, const Range& written) {
    return overlap(read[0], written) || overlap(read[1], written);
  };
  return overlap(later.writes_ub, earlier.writes_ub) ||
         touches(later.reads_ub, earlier.writes_ub) || touches(earlier.reads_ub, later.writes_ub);
}

void IssueOrder::add(Issued issued, std::optional<Range> lanes) {
  const Uses uses = uses_of(issued.command, vlen_bytes_, lanes);
  const auto behind = std::count_if(waiting_.begin(), waiting_.end(), [&](const Waiting& older) {
    return depends(uses, older.uses);
  });
  waiting_.push_back({std::move(issued), uses, static_cast<std::size_t>(behind)});
}

std::uint64_t IssueOrder::wait_of(const Command& command) const {
  if (!known(command.op)) return 0;
  std::uint64_t there = now_;
  const Command real = rules::with_real_registers(command);
  if (facts(command.op).reads_vs) there = std::max(there, there_at_.at(real.vs));
  if (facts(command.op).reads_vi) there = std::max(there, there_at_.at(real.vi));
  return there - now_;
}

Issued IssueOrder::take_next() {
  auto best = waiting_.begin();
  std::uint64_t least = kEndless;
  for (auto it = waiting_.begin(); it != waiting_.end() && least != 0; ++it) {
    if (it->behind != 0) continue;
    const std::uint64_t wait = wait_of(it->issued.command);
    if (wait >= least) continue;
    best = it;
    least = wait;
  }
  const Waiting next = std::move(*best);
  const auto younger = waiting_.erase(best);
  std::for_each(younger, waiting_.end(), [&](Waiting& other) {
    if (depends(other.uses, next.uses)) --other.behind;
  });
  now_ += least + 1;
  const Command& command = next.issued.command;
  if (known(command.op) && facts(command.op).writes_vd) {
    there_at_.at(rules::with_real_registers(command).vd) = now_ + latency_;
  }
  return next.issued;
}

}  // namespace gsq::kernel
