// SPDX-License-Identifier: Apache-2.0
// Operations of the processor between commands of the unit: results are those of the program's
// order, many operations share one drain, and nothing runs behind what failed.

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gsq/kernel/processor.hpp"
#include "kernel_machine.hpp"
#include "random_kernel.hpp"

namespace gsq::testing {
namespace {

using kernel::in;
using kernel::Mode;
using kernel::OperationBuilder;
using kernel::Register;
using kernel::RegisterFile;
using kernel::State;
using kernel::Unit;

// -------------------------------------------------------------------------------------------------
// Order
// -------------------------------------------------------------------------------------------------

TEST(KernelOperations, RandomKernelsLeaveWhatTheirStepsSay) {
  std::uint64_t put_away = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Config config = make_config("vl32", 32, 4096, 8, 4, 0, 0);
    const RandomKernel random(config, seed, 300);
    const KernelState expected = random.expected();
    for (const std::size_t lookahead : {1U, 2U, 7U, 64U}) {
      Machine k(lookahead, config);
      k.unit.write_ub(0, random.start(), "start");
      const KernelState found = random.run(k.unit);
      ASSERT_EQ(found.ub, expected.ub) << seed << ", lookahead " << lookahead;
      ASSERT_EQ(found.vectors, expected.vectors) << seed << ", lookahead " << lookahead;
      ASSERT_EQ(found.masks, expected.masks) << seed << ", lookahead " << lookahead;
      ASSERT_EQ(found.host, expected.host) << seed << ", lookahead " << lookahead;
      put_away += k.unit.counts().put_away;
      ASSERT_GT(k.unit.counts().operations, 50U);
    }
  }
  EXPECT_GT(put_away, 1000U);
}

/// A loop of load, operation and store, as anybody would write it.
Unit::Counts count_loop(std::size_t lookahead, std::uint32_t iterations) {
  Machine k(lookahead);
  k.count_up(0, 0, 64 * iterations);
  {
    const Register all = k.mask_of(64);
    Register value = vector();
    for (std::uint32_t i = 0; i < iterations; ++i) {
      k.load(value, 256 * i);
      kernel::map<std::uint32_t>(
          "Adds", value, all, Mode::kZeroing, [](std::uint32_t x) { return x + 7; },
          in<std::uint32_t>(value));
      k.store(0x8000 + 256 * i, value, all);
    }
  }
  for (std::uint32_t i = 0; i < 64 * iterations; ++i) EXPECT_EQ(k.word(0x8000 + 4 * i), i + 7);
  return k.unit.counts();
}

TEST(KernelOperations, ManyShareOneDrain) {
  constexpr std::uint32_t kTogether = kNumVregs / 2;  // an iteration takes two registers
  const Unit::Counts ahead = count_loop(64, kTogether);
  EXPECT_EQ(ahead.operations, kTogether);
  EXPECT_EQ(ahead.commands, 2 + 2 * kTogether);  // with launch and mask
  EXPECT_EQ(ahead.drains, 1U);
  EXPECT_EQ(ahead.put_away, 0U);
  EXPECT_EQ(count_loop(64, 6 * kTogether).drains, 6U);
  EXPECT_EQ(count_loop(1, kTogether).drains, kTogether);  // in the order of the program
}

TEST(KernelOperations, AChainRunsInOneDrain) {
  Machine k;
  Register value = vector();
  const Register all = k.mask_of(64);
  k.fill(value, 1);
  for (int i = 0; i < 10; ++i) {
    kernel::map<std::uint32_t>(
        "double", value, all, Mode::kZeroing, [](std::uint32_t x) { return 2 * x; },
        in<std::uint32_t>(value));
  }
  k.store(0, value, all);
  EXPECT_EQ(k.word(0), 1024U);
  EXPECT_EQ(k.unit.counts().drains, 1U);
}

// -------------------------------------------------------------------------------------------------
// Lanes and masks
// -------------------------------------------------------------------------------------------------

TEST(KernelOperations, LanesThatAreNotSelectedBecomeZeroOrKeepTheirValue) {
  Machine k;
  Register value = vector();
  const Register some = k.mask_of(3);
  const Register all = k.mask_of(64);
  for (const Mode mode : {Mode::kZeroing, Mode::kMerging}) {
    k.fill(value, 5);
    const Register before = value;
    kernel::map<std::uint32_t>(
        "Mul", value, some, mode, [](std::uint32_t x, std::uint32_t y) { return x * y; },
        in<std::uint32_t>(value), in<std::uint32_t>(before));
    k.store(0, value, all);
    EXPECT_EQ(k.word(8), 25U);
    EXPECT_EQ(k.word(12), mode == Mode::kZeroing ? 0U : 5U);
    k.store(0, before, all);
    EXPECT_EQ(k.word(8), 5U);
  }
}

TEST(KernelOperations, AMaskHasTheBitOfALaneAtItsLowestByte) {
  Machine k;
  Register mask(RegisterFile::kMask);
  OperationBuilder write("write");
  const auto to = write.write_mask(mask, 4);
  write.run([=](State& state) { to.set(state, {true, false, true}); });
  Bytes bits;
  OperationBuilder read("read");
  const auto from = read.read_mask(mask, 2);
  read.uses().host = kernel::Uses::kProgram;
  std::vector<bool> halves;
  read.run([&, from](State& state) {
    bits = state.read_m(from.index);
    halves = from.get(state);
  });
  k.unit.wait();
  ASSERT_EQ(bits.size(), 256U);
  EXPECT_EQ(std::accumulate(bits.begin(), bits.end(), 0), 2);
  EXPECT_EQ(bits[0] + bits[8], 2);
  EXPECT_TRUE(halves[0] && halves[4] && !halves[2]);
}

TEST(KernelOperations, TooManyLanesAreAnErrorOfTheCall) {
  Machine k;
  Register value = vector();
  OperationBuilder op("Reduce");
  const auto to = op.write<std::uint64_t>(value);
  op.run([=](State& state) { to.set(state, std::vector<std::uint64_t>(33)); });
  EXPECT_EQ(error_of([&] { k.unit.wait(); })->api(), "Reduce");
}

TEST(KernelOperations, TooManyLanesOfAMaskAreOneToo) {
  Machine k;
  Register bits(RegisterFile::kMask);
  OperationBuilder op("Compare");
  const auto to = op.write_mask(bits, 4);
  op.run([=](State& state) { to.set(state, std::vector<bool>(state.config().lanes(4) + 1)); });
  const auto error = error_of([&] { k.unit.wait(); });
  EXPECT_EQ(error->api(), "Compare");
  EXPECT_NE(std::string(error->what()).find("65 lanes of 4 bytes do not fit into a mask of 256"),
            std::string::npos)
      << error->what();
}

TEST(KernelOperations, WhatIsNotDeclaredCannotBeUsed) {
  const std::vector<void (*)(State&)> wrong{[](State& state) { (void)state.read_v(1); },
                                            [](State& state) { state.write_v(0, {}); },
                                            [](State& state) { (void)state.read_m(1); },
                                            [](State& state) { state.write_m(0, {}); },
                                            [](State& state) { (void)state.read_ub(31, 2); },
                                            [](State& state) { state.write_ub(31, {1}); },
                                            [](State& state) { state.write_ub(65, {1}); }};
  for (const auto& run : wrong) {
    Machine k;
    kernel::Operation operation;
    operation.uses.read_v(0);
    operation.uses.write_v(1);
    operation.uses.read_m(0);
    operation.uses.write_m(1);
    operation.uses.reads_ub[0] = {0, 32};
    operation.uses.writes_ub[1] = {64, 65};
    operation.run = run;
    k.unit.operate("test", operation);
    EXPECT_THROW(k.unit.wait(), std::logic_error);
  }
}

// -------------------------------------------------------------------------------------------------
// Errors
// -------------------------------------------------------------------------------------------------

TEST(KernelOperations, NothingRunsBehindACommandThatFailed) {
  Machine k;
  const Register all = k.mask_of(64);
  Register index = vector();
  Register value = vector();
  k.count_up(0, 1U << 30, 64);
  k.load(index, 0);
  unsigned before = 0;
  unsigned after = 0;
  OperationBuilder first("first");
  first.uses().host = kernel::Uses::kProgram;
  first.run([&](State&) { ++before; });
  k.gather(value, 0, index, all, kernel::Call::here("gather"));
  const int line = __LINE__ - 1;
  OperationBuilder second("second");
  const auto lanes = second.read<float>(value);
  second.run([&, lanes](State& state) { after += lanes.get(state).empty() ? 0 : 1; });
  k.store(0x400, index, all);
  k.fill(value, 1);
  k.store(0x100, value, all);  // behind an operation that does not run
  const auto error = error_of([&] { k.unit.wait(); });
  EXPECT_EQ(before, 1U);
  EXPECT_EQ(after, 0U);
  EXPECT_EQ(error->api(), "gather");
  EXPECT_EQ(error->lane(), 0U);
  const std::string text = error->what();
  EXPECT_EQ(text.find("gather at kernel_operations_test.cpp:" + std::to_string(line) +
                      ": gather answered ERR_BOUNDS: lane 0: index "),
            0U)
      << text;
  EXPECT_NE(text.find("it is command 4 of 6 since the launch"), std::string::npos) << text;
  EXPECT_EQ(k.word(0x100), 0U);
  k.fill(value, 2);  // the unit goes on
  k.store(0x100, value, all);
  EXPECT_EQ(k.word(0x100), 2U);
}

TEST(KernelOperations, TheErrorIsThatOfTheFirstInTheProgramEvenIfItFailsLater) {
  Machine k;
  const Register all = k.mask_of(64);
  Register late = vector();
  Register bad = vector();
  Register value = vector();
  k.count_up(0, 1U << 30, 64);
  k.load(bad, 0);
  k.fill(late, 1U << 29);
  k.gather(value, 0, late, all, "older");  // waits for the operation
  Register other = vector();
  k.gather(other, 0, bad, all, "younger");
  EXPECT_EQ(error_of([&] { k.unit.wait(); })->api(), "older");
}

TEST(KernelOperations, AnOperationThatFailsIsNamedAndStopsTheProgram) {
  Machine k;
  const Register all = k.mask_of(64);
  Register value = vector();
  OperationBuilder op(kernel::Call::here("Check"));
  const auto lanes = op.write<float>(value);
  op.run([=](State& state) {
    if (lanes.index < 64) throw state.error("no such thing", Status::ErrParam, 3, 0x40);
  });
  k.store(0x100, value, all, "behind");
  bool ran = false;
  OperationBuilder behind("behind");
  behind.uses().host = kernel::Uses::kProgram;
  behind.run([&](State&) { ran = true; });
  const auto error = error_of([&] { k.unit.wait(); });
  EXPECT_EQ(error->api(), "Check");
  EXPECT_EQ(error->status(), Status::ErrParam);
  EXPECT_EQ(error->lane(), 3U);
  EXPECT_EQ(error->address(), 0x40U);
  const std::string text = error->what();
  EXPECT_EQ(text.find("Check at kernel_operations_test.cpp:"), 0U) << text;
  EXPECT_NE(text.find(": no such thing; it is operation 1 of 2 since"), std::string::npos) << text;
  EXPECT_FALSE(ran);
  EXPECT_EQ(k.unit.counts().commands, 2U);  // launch and mask
}

TEST(KernelOperations, ThoseThatNobodyWaitedForDoNotRun) {
  bool ran = false;
  {
    Machine k;
    OperationBuilder op("late");
    op.run([&](State&) { ran = true; });
  }
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace gsq::testing
