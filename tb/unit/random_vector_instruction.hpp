// SPDX-License-Identifier: Apache-2.0
// Random vector instructions of RISC-V, for benches of the front end, which execute nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "gsq/rvv.hpp"
#include "gsq/semantics/vector_instruction.hpp"
#include "gsq/stimulus/random.hpp"

namespace tb {

/// A word with the values of its x registers.
struct VectorInstruction {
  std::uint32_t word{};
  gsq::XValues rs;
};

/// The place of a word in the table.
inline std::optional<std::size_t> vector_row(std::uint32_t word) {
  for (std::size_t i = 0; i < gsq::kRvv.size(); ++i) {
    const gsq::RvvFacts& one = gsq::kRvv.at(i);
    if ((word & one.mask) == one.match && (one.funct3s >> (word >> 12 & 7U) & 1U) != 0) return i;
  }
  return std::nullopt;
}

/// A number of elements, an index or an operand.
inline std::uint32_t random_number(gsq::Rng& random, const gsq::CoreView& view) {
  switch (random.below(5)) {
    case 0:
      return random.below(4);
    case 1:
      return random.below(2 * view.vlen_bytes);
    case 2:
      return (view.vlen_bytes >> random.below(6) << random.below(4)) - 1 + random.below(3);
    case 3:
      return 0U - random.below(4);
    default:
      return static_cast<std::uint32_t>(random.next());
  }
}

/// vset with any SEW and LMUL, at times with a vtype that is illegal.
inline VectorInstruction random_vset(gsq::Rng& random, const gsq::CoreView& view) {
  std::uint32_t vtype = random.below(3) << 3U | random.below(8) | random.below(4) << 6U;
  if (random.percent(4)) vtype = static_cast<std::uint32_t>(random.next());
  if (random.percent(4)) vtype = random.below(256);
  const std::uint32_t rd = random.percent(30) ? 0 : random.below(32);
  const std::uint32_t rs1 = random.percent(30) ? 0 : random.below(32);
  VectorInstruction one{0x7057U | rs1 << 15 | rd << 7, {random_number(random, view), vtype}};
  switch (random.below(4)) {
    case 0:
      one.word |= 0xc0000000U | (vtype & 0x3ffU) << 20;
      break;
    case 1:
      one.word |= 0x80000000U | random.below(32) << 20;
      break;
    default:
      one.word |= (vtype & 0x7ffU) << 20;
      break;
  }
  return one;
}

/// Mostly one that is legal with this state.
inline VectorInstruction random_vector_instruction(gsq::Rng& random, const gsq::VectorState& state,
                                                   const gsq::CoreView& view) {
  if (random.percent(state.vl == 0 ? 40 : 15)) return random_vset(random, view);
  if (random.percent(5)) {  // vl, vtype, vlenb, and a register that is none of them
    const std::uint32_t rs1 = random.percent(80) ? 0 : random.below(32);
    const std::uint32_t csr = 0xc20U + random.below(random.percent(90) ? 3 : 4);
    return {0x73U | random.below(32) << 7 | (2U + random.below(2) + 4 * random.below(2)) << 12 |
                rs1 << 15 | csr << 20,
            {}};
  }
  VectorInstruction one;
  for (unsigned trial = 0; trial < 8; ++trial) {
    const gsq::RvvFacts& row =
        gsq::kRvv.at(random.below(static_cast<std::uint32_t>(gsq::kRvv.size())));
    std::uint32_t funct3 = random.below(8);
    while ((row.funct3s >> funct3 & 1U) == 0) funct3 = random.below(8);
    auto fields = static_cast<std::uint32_t>(random.next());
    if (random.percent(60)) fields &= ~(7U << 20 | 7U << 15 | 7U << 7);  // groups begin there
    if (random.percent(50)) fields |= 1U << 25;                          // no mask
    one.word = (fields & ~row.mask & ~0x7000U) | row.match | funct3 << 12;
    one.rs = {random_number(random, view), random_number(random, view)};
    if ((one.word & 0x5fU) == 0x07) {
      one.rs.rs1 = random.below(2 * view.ub_bytes) & (random.percent(90) ? ~3U : ~0U);
      if (random.percent(60)) one.rs.rs1 += view.ub_base;
      if (random.percent(70)) one.rs.rs2 = (random.below(65) - 32U) * 2;
    }
    if (random.percent(10) || gsq::crack(one.word, one.rs, state, view)) break;
  }
  return one;
}

}  // namespace tb
