// SPDX-License-Identifier: Apache-2.0
// Random instructions of a RISC-V core, for benches.
#pragma once

#include <cstdint>
#include <vector>

#include "gsq/instructions.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/instruction.hpp"
#include "gsq/stimulus/random.hpp"

namespace tb {

/// One of the codes in a set, below `count`.
inline std::uint32_t code_of(gsq::Rng& random, std::uint32_t set, unsigned count) {
  std::uint32_t code = random.below(count);
  while ((set >> code & 1U) == 0) code = random.below(count);
  return code;
}

/// A legal word of this instruction, with random registers and codes.
inline std::uint32_t random_instruction(gsq::Rng& random, const gsq::InstructionFacts& facts,
                                        bool lane_ops) {
  const gsq::CommandFacts& row = gsq::facts(facts.op);
  gsq::Command c;
  c.width = static_cast<gsq::Width>(code_of(random, row.widths, gsq::kWidthNames.size()));
  c.form = static_cast<gsq::Form>(code_of(random, row.forms, gsq::kFormNames.size()));
  c.mode = static_cast<gsq::AddressMode>(code_of(random, row.modes, gsq::kAddressModeNames.size()));
  c.distr = static_cast<gsq::Dist>(code_of(random, row.dists, gsq::kDistNames.size()));
  c.pattern = static_cast<gsq::Pattern>(random.below(gsq::kPatternNames.size()));
  c.store_reg = random.percent(50);
  c.post = random.percent(50);
  c.abs = random.percent(50);
  c.merge = lane_ops && random.percent(50);
  c.vd = static_cast<std::uint8_t>(random.below(32));
  c.vs = static_cast<std::uint8_t>(random.below(32));
  c.vi = static_cast<std::uint8_t>(random.below(32));
  c.m = static_cast<std::uint8_t>(random.below(8));
  c.u = static_cast<std::uint8_t>(random.below(4));
  std::vector<std::uint8_t> numbers;  // of cfg registers that the instruction may name
  for (const auto& one : gsq::kCfgRegisters) {
    const bool pair = facts.kind == gsq::InstructionKind::Write && facts.reads_rs2;
    bool next = false;
    for (const auto& other : gsq::kCfgRegisters) next |= other.number == one.number + 1;
    if (!pair || (one.number % 2 == 0 && next)) numbers.push_back(one.number);
  }
  const auto x = [&] { return static_cast<std::uint8_t>(random.below(32)); };
  return gsq::encode(facts, c, {x(), x(), x()},
                     numbers.at(random.below(static_cast<std::uint32_t>(numbers.size()))));
}

}  // namespace tb
