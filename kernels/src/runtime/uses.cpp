// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/uses.hpp"

#include <algorithm>
#include <limits>

#include "semantics/model_rules.hpp"

namespace gsq::kernel {
namespace {

constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

bool overlap(const Range& a, const Range& b) { return a.begin < b.end && b.begin < a.end; }

/// All bytes between the first and the last block of an operand.
Range span_of(const rules::BlockWalk& walk, std::uint32_t vlen_bytes, std::uint32_t iterations) {
  if (iterations == 0) return {};
  return {walk.start, walk.address(iterations - 1, vlen_bytes - 1) + 1};
}

/// All bytes between the lowest and the highest lane of a gather or scatter; where they lie at
/// indices, all from the base on.
Range lanes_of(const Command& command, std::uint32_t vlen_bytes) {
  if (!rules::is_strided(command) || !known(command.form)) return {command.addr, kEndless};
  const FormFacts& form = facts(command.form);
  const std::int64_t last = rules::slot_lanes(command, vlen_bytes) - 1;
  const std::int64_t far = command.addr + last * rules::stride_of(command);
  const std::int64_t end = std::max<std::int64_t>(far, command.addr) + rules::bytes_of(form.elem);
  return {static_cast<std::uint64_t>(std::clamp<std::int64_t>(far, 0, command.addr)),
          static_cast<std::uint64_t>(end)};
}

void add_ub(Uses& uses, const Command& command, std::uint32_t vlen_bytes,
            const std::optional<Range>& lanes) {
  switch (facts(command.op).kind) {
    case MemKind::Load:
    case MemKind::Store: {
      const bool blocks = command.op == Opcode::LoadBlock || command.op == Opcode::StoreBlock;
      const Range whole = blocks ? span_of(rules::operand_walk(command, 0), vlen_bytes, 1)
                                 : Range{command.addr, std::uint64_t{command.addr} + vlen_bytes};
      const Range range = lanes.value_or(whole);
      (facts(command.op).kind == MemKind::Load ? uses.reads_ub[0] : uses.writes_ub[0]) = range;
      break;
    }
    case MemKind::Stream:
    case MemKind::Post: {
      // Bytes held in u lie below the address, in its block or the one before.
      const std::uint64_t begin = command.addr - std::min(command.addr, kBlockBytes);
      const std::uint32_t bytes = command.op == Opcode::StoreUnalign ? command.n : 0;
      uses.writes_ub[0] = {begin, command.abs ? std::uint64_t{command.addr} + bytes : kEndless};
      break;
    }
    case MemKind::Vec:
      uses.writes_ub[0] = span_of(rules::operand_walk(command, 0), vlen_bytes, command.iterations);
      for (std::uint32_t source = 1; source < rules::vec_operands(command.op); ++source) {
        uses.reads_ub.at(source - 1) =
            span_of(rules::operand_walk(command, source), vlen_bytes, command.iterations);
      }
      break;
    case MemKind::Gather:
    case MemKind::GatherBlock:
      uses.reads_ub[0] = lanes.value_or(lanes_of(command, vlen_bytes));
      break;
    case MemKind::Scatter:
      uses.writes_ub[0] = lanes.value_or(lanes_of(command, vlen_bytes));
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
  if (fact.reads_vs) uses.reads |= Uses::v_bit(real.vs);
  if (reads_vi(real)) uses.reads |= Uses::v_bit(real.vi);
  if (fact.writes_vd) uses.writes |= Uses::v_bit(real.vd);
  // It keeps a part of the register, so whoever fills the rest comes first.
  if (real.merge && has(fact.fields, CmdField::Merge)) uses.reads |= Uses::v_bit(real.vd);
  switch (fact.mask) {
    case MaskUse::Lane:
    case MaskUse::Slot:
    case MaskUse::Block:
      uses.reads |= Uses::m_bit(real.m);
      break;
    case MaskUse::Compare:
      uses.reads |= Uses::m_bit(real.m);
      uses.writes |= Uses::m_bit(real.vd);
      break;
    case MaskUse::Write:
      uses.writes |= Uses::m_bit(real.m);
      break;
    case MaskUse::Logic:
      uses.reads |= Uses::m_bit(real.m) | Uses::m_bit(real.vs);
      if (has(fact.fields, CmdField::Vi)) uses.reads |= Uses::m_bit(real.vi);
      if (has(fact.fields, CmdField::Vd)) uses.writes |= Uses::m_bit(real.vd);
      break;
    case MaskUse::None:
    case MaskUse::Own:
      break;
  }
  const bool no_stream =
      fact.stream == StreamUse::None || (fact.stream == StreamUse::Count && !command.store_reg);
  if (!no_stream) uses.writes |= Uses::kStream;
  add_ub(uses, real, vlen_bytes, lanes);
  return uses;
}

bool depends(const Uses& later, const Uses& earlier) {
  if ((later.writes & (earlier.reads | earlier.writes)) != 0) return true;
  if ((later.reads & earlier.writes) != 0) return true;
  if (later.host != Uses::kNone && later.host == earlier.host) return true;
  const bool writes = later.writes_ub[0].end != 0 || later.writes_ub[1].end != 0;
  if (!writes && earlier.writes_ub[0].end == 0 && earlier.writes_ub[1].end == 0) return false;
  const auto touch = [](const std::array<Range, 2>& some, const std::array<Range, 2>& others) {
    return overlap(some[0], others[0]) || overlap(some[0], others[1]) ||
           overlap(some[1], others[0]) || overlap(some[1], others[1]);
  };
  return touch(later.writes_ub, earlier.writes_ub) || touch(later.reads_ub, earlier.writes_ub) ||
         touch(later.writes_ub, earlier.reads_ub);
}

}  // namespace gsq::kernel
