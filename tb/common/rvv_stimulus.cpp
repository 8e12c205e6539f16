// SPDX-License-Identifier: Apache-2.0
#include "common/rvv_stimulus.hpp"

#include <algorithm>
#include <array>

#include "gsq/rvv.hpp"

namespace tb {
namespace {

constexpr std::uint32_t kVd = 7;
constexpr std::uint32_t kFunct3 = 12;
constexpr std::uint32_t kVs1 = 15;
constexpr std::uint32_t kVs2 = 20;
constexpr std::uint32_t kVm = 25;

/// A word with another number of a register, or other bits, from `low` on.
std::uint32_t with(std::uint32_t word, std::uint32_t low, std::uint32_t bits, std::uint32_t value) {
  const std::uint32_t mask = ((1U << bits) - 1U) << low;
  return (word & ~mask) | (value << low & mask);
}

std::uint32_t of(std::uint32_t word, std::uint32_t low, std::uint32_t bits) {
  return word >> low & ((1U << bits) - 1U);
}

/// vsetvli rd, rs1, vtype
std::uint32_t vsetvli(std::uint32_t vtype, std::uint32_t rd, std::uint32_t rs1) {
  return 0x7057U | vtype << kVs2 | rs1 << kVs1 | rd << kVd;
}

bool is_memory(std::uint32_t word) { return (word & 0x5fU) == 0x07; }

}  // namespace

std::uint32_t RvvStimulus::number(const RvvReference& state) {
  const std::uint32_t most = std::max(state.vlmax(), 1U);
  switch (random_.below(6)) {
    case 0:
      return random_.below(4);
    case 1:
      return random_.below(most + 2);
    case 2:
      return most - 1 + random_.below(3);
    case 3:
      return 0U - random_.below(4);
    case 4:
      return 1U << random_.below(32);
    default:
      return any();
  }
}

RvvInstruction RvvStimulus::vset(const RvvReference& state) {
  // SEW 8, 16, 32 with every LMUL; some that are illegal.
  std::uint32_t vtype = random_.below(3) << 3U | random_.below(8) | random_.below(4) << 6U;
  if (random_.percent(50)) vtype &= ~7U;  // LMUL 1
  if (random_.percent(strange_)) vtype = any();
  RvvInstruction one;
  one.rs1 = number(state);
  one.rs2 = vtype;
  const std::uint32_t rd = random_.percent(25) ? 0 : 10;
  const std::uint32_t rs1 = random_.percent(40) ? 0 : 11;
  switch (random_.below(4)) {
    case 0:
      one.word = 0xc0007057U | (vtype & 0x3ffU) << kVs2 | random_.below(32) << kVs1 | rd << kVd;
      break;
    case 1:
      one.word = 0x80007057U | 12U << kVs2 | rs1 << kVs1 | rd << kVd;
      break;
    default:
      one.word = vsetvli(vtype & 0x7ffU, rd, rs1);
      break;
  }
  return one;
}

RvvInstruction RvvStimulus::candidate(const RvvReference& state) {
  if (random_.percent(state.vill() ? 70 : 10)) return vset(state);
  RvvInstruction one;
  if (random_.percent(3)) {  // vl, vtype, vlenb
    one.word = 0x00002073U | (0xc20U + random_.below(3)) << kVs2 | 10U << kVd;
    return one;
  }
  const gsq::RvvFacts& facts = gsq::kRvv.at(random_.below(gsq::kRvv.size()));
  std::uint32_t word = (any() & ~facts.mask) | facts.match;
  std::uint32_t funct3 = random_.below(8);
  while ((facts.funct3s >> funct3 & 1U) == 0) funct3 = random_.below(8);
  word = with(word, kFunct3, 3, funct3);
  const bool memory = is_memory(word);
  const bool scalar = (!memory && (funct3 & 4U) != 0) || memory;
  const unsigned width = funct3 & 3U;
  // Mostly groups begin where they may, and few registers are used.
  const int own = static_cast<int>(width) - static_cast<int>(state.sew()) + state.lmul();
  const bool indexed = memory && of(word, 26, 1) != 0;
  const auto place = [&](std::uint32_t low, int size) {
    if ((facts.mask >> low & 31U) != 0) return;
    std::uint32_t number =
        random_.percent(60) ? random_.below(4) * 8 + random_.below(3) : random_.below(32);
    if (random_.percent(90) && size > 0) number &= ~((1U << std::min(size, 3)) - 1U);
    word = with(word, low, 5, number);
  };
  place(kVd, memory && !indexed ? own : state.lmul());
  place(kVs2, indexed ? own : state.lmul());
  if (!scalar && funct3 != 3) place(kVs1, state.lmul());
  if (scalar) word = with(word, kVs1, 5, of(facts.mask, kVs1, 5) != 0 ? of(word, kVs1, 5) : 11);
  if (memory && of(word, 26, 2) == 2) word = with(word, kVs2, 5, 12);
  if ((facts.mask >> kVm & 1U) == 0 && state.lmul() > 0 && random_.percent(20)) {
    word |= 1U << kVm;
  }
  one.word = word;
  one.rs1 = number(state);
  one.rs2 = any();
  if (memory) {
    const unsigned element = indexed ? state.sew() : width;
    const auto size = static_cast<std::uint32_t>(const_cast<RvvReference&>(state).memory().size());
    one.rs1 = base_ + random_.below(size / 2);
    if (random_.percent(97)) one.rs1 &= ~((1U << element) - 1U);
    one.rs2 = (random_.below(17) - 8U) << element;
    if (random_.percent(3)) one.rs2 = any();
  }
  return one;
}

/// Puts instructions before an indexed access that take high bits from its indices.
void RvvStimulus::keep_indices_small(const RvvReference& state, const RvvInstruction& indexed) {
  const unsigned width = of(indexed.word, kFunct3, 2);
  const int own = static_cast<int>(width) - static_cast<int>(state.sew()) + state.lmul();
  const std::uint32_t vtype = width << 3U | static_cast<std::uint32_t>(std::max(own, 0));
  const std::uint32_t vs2 = of(indexed.word, kVs2, 5);
  const auto size = static_cast<std::uint32_t>(const_cast<RvvReference&>(state).memory().size());
  const std::uint32_t kept = (size / 2 - 1) & ~((1U << state.sew()) - 1U);
  waiting_.push_back({vsetvli(vtype, 10, 0), 0, 0});
  // vand.vx vs2, vs2, x11
  waiting_.push_back({0x26004057U | vs2 << kVs2 | 11U << kVs1 | vs2 << kVd, kept, 0});
  waiting_.push_back({vsetvli(state.vtype(), 10, 11), state.vl(), 0});
  waiting_.push_back(indexed);
}

RvvInstruction RvvStimulus::next(const RvvReference& state) {
  const auto outcome = [&](const RvvInstruction& one) {
    RvvReference trial = state;
    return trial.execute(one.word, one.rs1, one.rs2);
  };
  if (!waiting_.empty()) {
    const RvvInstruction one = waiting_.front();
    waiting_.pop_front();
    if (strange_ != 0 || outcome(one) == RvvReference::Outcome::Done) return one;
    waiting_.clear();
  }
  const bool strange = random_.percent(strange_);
  for (;;) {
    const RvvInstruction one = candidate(state);
    const auto became = outcome(one);
    if (strange || became == RvvReference::Outcome::Done) return one;
    if (became == RvvReference::Outcome::Fault && is_memory(one.word) && of(one.word, 26, 1) != 0) {
      keep_indices_small(state, one);
      return next(state);
    }
  }
}

}  // namespace tb
