// SPDX-License-Identifier: Apache-2.0
// More values than registers: they are put away and fetched back, and only where that is needed.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "kernel_machine.hpp"

namespace gsq::testing {
namespace {

using kernel::OperationBuilder;
using kernel::Register;
using kernel::RegisterFile;
using kernel::State;

TEST(KernelRegisters, FortyValuesAndTwelveMasksAreKept) {
  for (const std::size_t lookahead : {1U, 64U}) {
    Machine k(lookahead);
    k.count_up(0, 0, 40 * 64);
    std::vector<Register> values(40, vector());
    std::vector<Register> masks;
    for (std::uint32_t i = 0; i < 40; ++i) k.load(values[i], 256 * i);
    for (std::uint32_t i = 0; i < 12; ++i) masks.push_back(k.mask_of(i + 1));
    for (std::uint32_t i = 0; i < 40; ++i) k.store(0x8000 + 256 * i, values[i], masks[i % 12]);
    for (std::uint32_t i = 0; i < 40; ++i) {
      for (std::uint32_t lane = 0; lane < 64; ++lane) {
        EXPECT_EQ(k.word(0x8000 + 256 * i + 4 * lane), lane <= i % 12 ? 64 * i + lane : 0);
      }
    }
    EXPECT_GE(k.unit.counts().put_away, 8U + 4U);
    EXPECT_GE(k.unit.counts().fetched_back, 8U + 4U);
    EXPECT_EQ(k.unit.counts().operations, 0U);
  }
}

TEST(KernelRegisters, TheValueUsedLongestAgoIsPutAway) {
  Machine k;
  std::vector<Register> values(32, vector());
  for (Register& each : values) k.load(each, 0);
  const Register all = k.mask_of(64);
  for (std::uint32_t i = 0; i < 32; ++i) {
    if (i != 5) k.store(0x400, values[i], all);
  }
  Register more = vector();
  k.load(more, 0);
  for (std::uint32_t i = 0; i < 32; ++i) {
    if (i != 5) k.store(0x400, values[i], all);
  }
  k.unit.wait();
  EXPECT_EQ(k.unit.counts().put_away, 1U);
  EXPECT_EQ(k.unit.counts().fetched_back, 0U);
  k.store(0x400, values[5], all);
  k.unit.wait();
  EXPECT_EQ(k.unit.counts().fetched_back, 1U);
}

TEST(KernelRegisters, ValuesThatAreNotReadAgainCostNothing) {
  Machine k;
  for (int round = 0; round < 20; ++round) {
    std::vector<Register> values(40, vector());  // written, never read, gone
    for (Register& each : values) k.load(each, 0);
  }
  std::vector<Register> overwritten(40, vector());
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = 0; i < 33; ++i) k.load(overwritten[i], 0);
  }
  std::vector<Register> unused(100, vector());
  k.unit.wait();
  EXPECT_LE(k.unit.counts().put_away, 33U);
  EXPECT_EQ(k.unit.counts().fetched_back, 0U);
}

TEST(KernelRegisters, ACleanValueIsSavedOnce) {
  Machine k;
  k.count_up(0, 0, 64 * 33);
  std::vector<Register> values(33, vector());
  const Register all = k.mask_of(64);
  for (std::uint32_t i = 0; i < 33; ++i) k.load(values[i], 256 * i);
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t i = 0; i < 33; ++i) k.store(0x8000 + 256 * i, values[i], all);
  }
  for (std::uint32_t i = 0; i < 33; ++i) EXPECT_EQ(k.word(0x8000 + 256 * i), 64 * i);
  EXPECT_GE(k.unit.counts().fetched_back, 90U);
  EXPECT_LE(k.unit.counts().put_away, 33U);
}

/// The registers of one command are in use together, whatever has to be fetched for them.
TEST(KernelRegisters, ACommandNeverPutsItsOwnRegistersAway) {
  Machine k;
  k.count_up(0, 0, 64 * 40);
  std::vector<Register> values(40, vector());
  for (std::uint32_t i = 0; i < 40; ++i) k.load(values[i], 256 * i);
  // The operation reads 31 values, of which some are put away, and writes over two of its sources.
  OperationBuilder op("sum");
  std::vector<kernel::Lanes<std::uint32_t>> sources;
  sources.reserve(30);
  for (std::uint32_t i = 0; i < 30; ++i) sources.push_back(op.read<std::uint32_t>(values[i]));
  const auto to = op.write<std::uint32_t>(values[0]);
  sources.push_back(op.read<std::uint32_t>(values[39]));
  const auto to2 = op.write<std::uint32_t>(values[1]);
  op.run([=](State& state) {
    std::vector<std::uint32_t> sum(64);
    for (const auto& source : sources) {
      const auto lanes = source.get(state);
      for (std::size_t i = 0; i < 64; ++i) sum[i] += lanes[i];
    }
    to.set(state, sum);
    to2.set(state, sum);
  });
  const Register all = k.mask_of(64);
  k.store(0x10000, values[0], all);
  k.store(0x10100, values[1], all);
  const std::uint32_t expected = 64 * (29 * 30 / 2 + 39);
  EXPECT_EQ(k.word(0x10000), expected);
  EXPECT_EQ(k.word(0x10100), expected);
  for (std::uint32_t i = 2; i < 40; ++i) {
    k.store(0x10000, values[i], all);
    EXPECT_EQ(k.word(0x10000), 64 * i);
  }
}

/// A destination before a source: the register that it leaves is free, and still read.
TEST(KernelRegisters, WhatIsFetchedForACommandTakesNoneThatItReads) {
  Machine k;
  k.count_up(0, 0, 64 * 33);
  std::vector<Register> values(33, vector());
  for (std::uint32_t i = 0; i < 33; ++i) k.load(values[i], 256 * i);  // values[0] is put away
  values.pop_back();                                                  // one register is free
  OperationBuilder op("sum");
  const auto a = op.read<std::uint32_t>(values[5]);
  const auto to = op.write<std::uint32_t>(values[5]);
  const auto b = op.read<std::uint32_t>(values[0]);
  op.run([=](State& state) { to.set(state, {a.get(state)[0] + b.get(state)[1]}); });
  k.store(0x10000, values[5], k.mask_of(64));
  EXPECT_EQ(k.word(0x10000), 64 * 5 + 1U);
}

TEST(KernelRegisters, MayOutliveTheirUnit) {
  Register value = vector();
  {
    Machine k;
    k.load(value, 0);
  }
  Machine k;
  std::vector<Register> values(32, vector());
  for (Register& each : values) k.load(each, 0);
  value = vector();  // of the unit that is gone: frees nothing
  EXPECT_EQ(k.unit.registers()->free_count(RegisterFile::kVector), 0U);
}

TEST(KernelRegisters, GoOnAfterAnError) {
  Machine k;
  const Register all = k.mask_of(64);
  k.count_up(0, 1U << 30, 64);
  {
    std::vector<Register> values(40, vector());
    Register index = vector();
    k.load(index, 0);
    k.gather(values[0], 0, index, all, "bad");
    for (Register& each : values) k.load(each, 0);
    // Found by a call, as registers are put away.
    const auto error = error_of([&] {
      for (int i = 0; i < 100; ++i) {
        for (const Register& each : values) k.store(0x400, each, all);
      }
    });
    EXPECT_EQ(error->api(), "bad");
    for (Register& each : values) k.load(each, 0);
    for (const Register& each : values) {
      k.store(0x400, each, all);
      EXPECT_EQ(k.word(0x400), 1U << 30);
    }
  }
  EXPECT_EQ(k.unit.registers()->free_count(RegisterFile::kVector), 32U);
}

}  // namespace
}  // namespace gsq::testing
