// SPDX-License-Identifier: Apache-2.0
// Every call of Ascend C on tensors in UB: with 0 elements and iterations, with 255 and 256
// iterations, and with each of its tensors at the end of UB.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "kernel_fixture.hpp"
#include "tensor_calls.hpp"

namespace gsq::testing {
namespace {

std::uint32_t whole_blocks(std::uint32_t bytes) { return (bytes + 31) / 32 * 32; }

const std::vector<TensorCall>& all_calls() {
  static const std::vector<TensorCall> calls = tensor_calls();
  return calls;
}

/// Bytes of a UB, in which no place looks like its neighbours.
Bytes noise(std::size_t bytes) {
  Bytes all(bytes);
  std::uint32_t state = 1;
  for (std::uint8_t& byte : all) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  return all;
}

/// A call of the table, each time on a new unit, with other bytes around its tensors.
class Trial {
 public:
  Trial(const Config& config, const TensorCall& call, const Amount& amount)
      : config_(config), call_(call), amount_(amount) {
    static Bytes around;
    if (around.size() != config.ub_bytes) around = noise(config.ub_bytes);
    before_ = around;
    std::uint32_t next = 0;
    for (const TensorOperand& operand : call.operands) {
      contents_.push_back(operand.content(generator_, amount));
      places_.push_back(next);
      next += whole_blocks(operand.bytes(amount));
    }
  }

  /// Puts the operand with this number at the end of UB.
  void put_at_end(std::size_t operand) {
    places_[operand] =
        config_.ub_bytes - std::max(32U, whole_blocks(call_.operands[operand].bytes(amount_)));
  }

  /// UB after `run`. What it holds before is kept in before().
  template <typename Run>
  Bytes after(Run run) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      std::copy(contents_[i].begin(), contents_[i].end(), before_.begin() + places_[i]);
    }
    KernelUnit k(config_);
    k.unit.write_ub(0, before_, "before");
    const kernel::Unit::Counts counts = k.unit.counts();
    run(places_, amount_);
    Bytes found = k.unit.read_ub(0, before_.size(), "after");
    steps_ =
        k.unit.counts().commands + k.unit.counts().operations - counts.commands - counts.operations;
    return found;
  }
  Bytes after() { return after(call_.run); }

  /// Commands and operations of the last run.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

  [[nodiscard]] const Bytes& before() const { return before_; }

  /// The bytes of an operand.
  [[nodiscard]] Bytes operand(const Bytes& ub, std::size_t which) const {
    const auto* const begin = ub.data() + places_[which];
    return {begin, begin + call_.operands[which].bytes(amount_)};
  }

  /// UB with the bytes of all operands as before.
  [[nodiscard]] Bytes rest(Bytes ub) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      std::copy_n(before_.begin() + places_[i], call_.operands[i].bytes(amount_),
                  ub.begin() + places_[i]);
    }
    return ub;
  }

 private:
  Config config_;
  const TensorCall& call_;
  Amount amount_;
  std::mt19937 generator_{11};
  Bytes before_;
  std::vector<Bytes> contents_;
  Places places_;
  std::uint64_t steps_{};
};

/// The iterations of a call, `step` at a time: as many as every document allows.
void run_in_parts(const TensorCall& call, const Places& at, const Amount& amount) {
  if (call.reference) return call.reference(at, amount);
  constexpr std::uint32_t kStep = 32;
  for (std::uint32_t first = 0; first < amount.repeat; first += kStep) {
    Places part = at;
    Amount done = amount;
    done.repeat = first;
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (call.operands[i].advances) part[i] += call.operands[i].bytes(done);
    }
    Amount some = amount;
    some.repeat = std::min(kStep, amount.repeat - first);
    call.run(part, some);
  }
}

class Calls : public ::testing::TestWithParam<Config> {
 protected:
  [[nodiscard]] Amount whole(const TensorCall& call, std::uint32_t repeat) const {
    const std::uint32_t vlen = GetParam().vlen_bytes;
    return {vlen, vlen / call.longest, repeat};
  }
};
INSTANTIATE_TEST_SUITE_P(VectorLengths, Calls, ::testing::ValuesIn(kernel_configs()),
                         [](const auto& info) { return info.param.name; });

TEST_P(Calls, Do255And256Iterations) {
  for (const TensorCall& call : all_calls()) {
    if (!call.has_iterations()) continue;
    for (const std::uint32_t repeat : {255U, 256U}) {
      SCOPED_TRACE(fmt::format("{}, {} iterations", call.text(), repeat));
      Trial trial(GetParam(), call, whole(call, repeat));
      const Bytes expected = trial.after(
          [&](const Places& at, const Amount& amount) { run_in_parts(call, at, amount); });
      EXPECT_NE(expected, trial.before());
      EXPECT_TRUE(trial.after() == expected);
    }
  }
}

TEST_P(Calls, DoNothingForZero) {
  for (const TensorCall& call : all_calls()) {
    std::vector<Amount> amounts;
    if (call.has_iterations()) amounts.push_back(whole(call, 0));
    if (call.has_lanes()) amounts.push_back({GetParam().vlen_bytes, 0, 1});
    for (const Amount& amount : amounts) {
      SCOPED_TRACE(
          fmt::format("{}, {} lanes, {} iterations", call.text(), amount.lanes, amount.repeat));
      Trial trial(GetParam(), call, amount);
      EXPECT_TRUE(trial.after() == trial.before());
      EXPECT_EQ(trial.steps(), 0U);
    }
  }
}

class CallsAtTheEnd : public Calls {};
INSTANTIATE_TEST_SUITE_P(VectorLengths, CallsAtTheEnd,
                         ::testing::Values(make_config("vl32", 32, 8192, 8, 4, 0, 1),
                                           make_config("vl64", 64, 8192, 16, 4, 0, 1),
                                           make_config("vl256", 256, 16384, 64, 4, 0, 1)),
                         config_name);

TEST_P(CallsAtTheEnd, NeedNothingBehindTheirTensors) {
  const std::uint32_t vlen = GetParam().vlen_bytes;
  for (const TensorCall& call : all_calls()) {
    const std::uint32_t lanes = vlen / call.longest;
    std::vector<Amount> amounts;
    for (const std::uint32_t repeat : {1U, 2U}) {
      for (const std::uint32_t some : {1U, 3U, lanes / 2 + 1, lanes - 1, lanes, 2 * lanes + 3}) {
        if (some > lanes && call.has_iterations()) continue;
        if (some < lanes && !call.has_lanes()) continue;
        if (repeat == 1 || call.has_iterations()) amounts.push_back({vlen, some, repeat});
      }
    }
    for (const Amount& amount : amounts) {
      Trial low(GetParam(), call, amount);
      const Bytes expected = low.after();
      EXPECT_TRUE(low.rest(expected) == low.before()) << call.text();
      for (std::size_t at_end = 0; at_end < call.operands.size(); ++at_end) {
        SCOPED_TRACE(fmt::format("{}, {} lanes, {} iterations, tensor {} at the end of UB",
                                 call.text(), amount.lanes, amount.repeat, at_end));
        Trial trial(GetParam(), call, amount);
        trial.put_at_end(at_end);
        Bytes found;
        try {
          found = trial.after();
        } catch (const kernel::Error& error) {
          ADD_FAILURE() << error.what();
          continue;
        }
        EXPECT_TRUE(trial.rest(found) == trial.before());
        for (std::size_t i = 0; i < call.operands.size(); ++i) {
          EXPECT_EQ(trial.operand(found, i), low.operand(expected, i)) << "tensor " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace gsq::testing
