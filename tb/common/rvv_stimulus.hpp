// SPDX-License-Identifier: Apache-2.0
/// Random vector instructions, most of which are legal and access memory only where it is.
#pragma once

#include <cstdint>
#include <deque>

#include "common/rvv_reference.hpp"
#include "gsq/stimulus/random.hpp"

namespace tb {

/// A word with the values of its x registers.
struct RvvInstruction {
  std::uint32_t word{};
  std::uint32_t rs1{};
  std::uint32_t rs2{};
};

/// Chooses one instruction after the other, each for the state that the ones before have left.
class RvvStimulus {
 public:
  /// `strange`: percent of instructions that may as well be illegal, misaligned or fail. Addresses
  /// are from `base` on.
  RvvStimulus(gsq::Rng& random, unsigned strange, std::uint32_t base)
      : random_(random), strange_(strange), base_(base) {}

  /// The next one, for this state.
  RvvInstruction next(const RvvReference& state);

 private:
  RvvInstruction candidate(const RvvReference& state);
  RvvInstruction vset(const RvvReference& state);
  std::uint32_t number(const RvvReference& state);
  void keep_indices_small(const RvvReference& state, const RvvInstruction& indexed);
  std::uint32_t any() { return static_cast<std::uint32_t>(random_.next()); }

  gsq::Rng& random_;
  unsigned strange_;
  std::uint32_t base_;
  std::deque<RvvInstruction> waiting_;
};

}  // namespace tb
