// SPDX-License-Identifier: Apache-2.0
// Unaligned stores: the byte stream through U, AR and SQZN.
#include <rapidcheck.h>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Stream = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Stream, ::testing::ValuesIn(all_configs()), config_name);

// Pieces of any length, then the post: memory holds their concatenation and nothing else changes.
TEST_P(Stream, ExplicitStoresConcatenate) {
  EXPECT_TRUE(rc::check([&] {
    const auto start = *rc::gen::inRange<std::uint32_t>(0, 200);
    const auto lengths = *rc::gen::container<std::vector<std::uint32_t>>(
        rc::gen::inRange<std::uint32_t>(0, unit.vl() + 1));
    RC_PRE(lengths.size() < 12);
    unit.model.reset();
    State expected = unit.state();
    std::uint32_t at = start;
    for (const std::uint32_t n : lengths) {
      const unsigned v = unit.below(kNumVregs);
      std::copy_n(unit.model.v(v).begin(), n, expected.ub.begin() + at);
      RC_ASSERT(unit.run(store_unalign_n(at, v, 2, n)) == (Response{0, Status::Ok, 0}));
      at += n;
      // Everything below the last block boundary is in memory already, unless it came before the
      // first byte; what stays is never a whole block.
      const UnalignedReg& u = unit.model.u(2);
      const std::uint32_t held = u.hi - u.lo;
      RC_ASSERT(held == (at == start ? 0 : at - std::max(start, at / 32 * 32)));
      RC_ASSERT(u.hi < 32U);
      RC_ASSERT(std::equal(expected.ub.begin(), expected.ub.begin() + (at - held),
                           unit.model.ub().begin()));
    }
    RC_ASSERT(unit.run(store_unalign_post(at, 2, true)) == (Response{0, Status::Ok, 0}));
    RC_ASSERT(unit.state() == expected);
  }));
}

// The AR form: squeezes of random masks, one stream; AR is the sum.
TEST_P(Stream, SqueezedStreamConcatenates) {
  EXPECT_TRUE(rc::check([&] {
    const auto base = *rc::gen::inRange<std::uint32_t>(0, 100);
    const auto rounds = *rc::gen::inRange<unsigned>(0, 8);
    unit.model.reset();
    Bytes expected = unit.model.ub();
    std::uint32_t sum = 0;
    for (unsigned round = 0; round < rounds; ++round) {
      for (auto& bit : unit.model.m(1)) bit = static_cast<std::uint8_t>(unit.below(2));
      const Bytes& source = unit.model.v(2);
      const std::uint32_t before = sum;
      for (std::uint32_t i = 0; i < unit.vl(); ++i) {
        if (unit.model.m(1)[i] != 0) expected.at(base + sum++) = source[i];
      }
      RC_ASSERT(unit.run(squeeze(3, 2, 1, Width::B8, true)).info == sum - before);
      RC_ASSERT(unit.model.ar() == before);
      RC_ASSERT(unit.run(store_unalign(base, 3, 0, true)) == (Response{0, Status::Ok, 0}));
      RC_ASSERT(unit.model.ar() == sum);
      RC_ASSERT(!unit.model.sqzn_valid());
    }
    RC_ASSERT(unit.run(store_unalign_post(base, 0, false)) == (Response{0, Status::Ok, 0}));
    RC_ASSERT(unit.model.ub() == expected);
    RC_ASSERT(unit.model.ar() == sum);
  }));
}

/// Leaves `n` in SQZN.
void stored_squeeze(Unit& unit, std::uint32_t n) {
  ASSERT_EQ(unit.run(update_mask(7, Width::B8, n)).status, Status::Ok);
  ASSERT_EQ(unit.run(squeeze(30, 31, 7, Width::B8, true)), (Response{0, Status::Ok, n}));
}

TEST_P(Stream, NormalDoesNotMoveAr) {
  stored_squeeze(unit, 5);
  unit.expect_ok(store_unalign(64, 30, 0, true));
  stored_squeeze(unit, 7);
  unit.expect_ok(store_unalign(64, 30, 0, false));
  EXPECT_EQ(unit.model.ar(), 5U);
  EXPECT_FALSE(unit.model.sqzn_valid());
  EXPECT_EQ(unit.model.u(0).hi, 12U);  // the bytes are still taken
  // The next would have to start at byte 12, but AR still says 5.
  stored_squeeze(unit, 1);
  unit.expect_error(store_unalign(64, 30, 0, true), Status::ErrStream, 0);
}

TEST_P(Stream, ExplicitFormLeavesArAndSqznAlone) {
  stored_squeeze(unit, 9);
  unit.expect_ok(store_unalign(32, 30, 0, true));
  stored_squeeze(unit, 3);
  const State before = unit.state();
  Command c = store_unalign_n(1, 4, 1, 4);
  c.post = true;  // belongs to the AR form
  unit.expect_ok(c);
  EXPECT_EQ(unit.model.ar(), before.ar);
  EXPECT_TRUE(unit.model.sqzn_valid());
  EXPECT_EQ(unit.model.sqzn(), before.sqzn);
  EXPECT_EQ(unit.model.u(1).lo, 1U);  // at a, not at a + AR
  EXPECT_EQ(unit.model.u(1).hi, 5U);
  unit.expect_ok(store_unalign_n(100, 4, 2, 4));  // works with and without a count in SQZN
}

TEST_P(Stream, ArFormIgnoresN) {
  stored_squeeze(unit, 3);
  Command c = store_unalign(0, 30, 0, true);
  c.n = 1000;
  unit.expect_ok(c);
  EXPECT_EQ(unit.model.ar(), 3U);
}

TEST_P(Stream, WhatStaysInU) {
  unit.expect_ok(store_unalign_n(70, 4, 3, 10));
  UnalignedReg expected{};
  expected.block = 2;
  expected.lo = 6;
  expected.hi = 16;
  std::copy_n(unit.model.v(4).begin(), 10, expected.data.begin() + 6);
  EXPECT_EQ(unit.model.u(3), expected);

  const Bytes before = unit.model.ub();
  unit.expect_ok(store_unalign_n(80, 5, 3, 4));  // same block: lo stays
  expected.hi = 20;
  std::copy_n(unit.model.v(5).begin(), 4, expected.data.begin() + 16);
  EXPECT_EQ(unit.model.u(3), expected);
  EXPECT_EQ(unit.model.ub(), before) << "no block was complete";

  unit.expect_ok(store_unalign_n(84, 6, 3, 14));  // completes block 2, two bytes of block 3
  EXPECT_EQ(unit.model.u(3).block, 3U);
  EXPECT_EQ(unit.model.u(3).lo, 0U);
  EXPECT_EQ(unit.model.u(3).hi, 2U);
  Bytes after = before;
  std::copy_n(unit.model.v(4).begin(), 10, after.begin() + 70);
  std::copy_n(unit.model.v(5).begin(), 4, after.begin() + 80);
  std::copy_n(unit.model.v(6).begin(), 12, after.begin() + 84);
  EXPECT_EQ(unit.model.ub(), after) << "bytes before the first valid one are untouched";

  unit.expect_ok(store_unalign_n(98, 6, 3, 30));  // ends on a block: nothing stays
  EXPECT_EQ(unit.model.u(3), UnalignedReg{});
}

TEST_P(Stream, PostWritesExactlyWhatUHolds) {
  unit.expect_ok(store_unalign_n(70, 4, 3, 10));
  State expected = unit.state();
  std::copy_n(unit.model.v(4).begin(), 10, expected.ub.begin() + 70);
  expected.u.at(3) = UnalignedReg{};
  unit.expect_error(store_unalign_post(79, 3, true), Status::ErrStream, 0);
  unit.expect_error(store_unalign_post(81, 3, true), Status::ErrStream, 0);
  unit.expect_error(store_unalign_post(70, 3, true), Status::ErrStream, 0);
  unit.expect_ok(store_unalign_post(80, 3, true));
  EXPECT_TRUE(unit.state() == expected);
}

TEST_P(Stream, PostOnEmptyUSucceedsAnywhere) {
  stored_squeeze(unit, 1);
  const State before = unit.state();
  for (const bool abs : {false, true}) {
    for (const std::uint32_t address : {0U, 17U, unit.config().ub_bytes, ~0U}) {
      unit.expect_ok(store_unalign_post(address, 1, abs));
    }
  }
  EXPECT_TRUE(unit.state() == before) << "SQZN, AR and memory stay";
}

TEST_P(Stream, PostFindsItsEndThroughArOnlyInTheArForm) {
  stored_squeeze(unit, 6);
  Numbers stored = unit.lanes(30, 1);
  stored.resize(6);
  unit.expect_ok(store_unalign(40, 30, 0, true));  // AR 6, u ends at 46
  stored_squeeze(unit, 2);                         // waits in SQZN
  unit.expect_error(store_unalign_post(46, 0, false), Status::ErrStream, 0);
  unit.expect_error(store_unalign_post(40, 0, true), Status::ErrStream, 0);
  unit.expect_ok(store_unalign_post(40, 0, false));
  EXPECT_EQ(unit.model.ar(), 6U);
  EXPECT_TRUE(unit.model.sqzn_valid());
  EXPECT_EQ(unit.ub(40, 1, 6), stored);
  EXPECT_EQ(unit.model.u(0), UnalignedReg{});
}

TEST_P(Stream, FourStreamsAreIndependent) {
  for (unsigned u = 0; u < kNumUregs; ++u) unit.expect_ok(store_unalign_n(32 * u + u, u, u, 3));
  for (unsigned u = 0; u < kNumUregs; ++u) {
    EXPECT_EQ(unit.model.u(u).block, u);
    EXPECT_EQ(unit.model.u(u).lo, u);
    unit.expect_ok(store_unalign_post(32 * u + u + 3, u, true));
    for (unsigned i = 0; i < 3; ++i) {
      EXPECT_EQ(unit.model.ub().at(32 * u + u + i), unit.model.v(u).at(i));
    }
  }
}

TEST_P(Stream, NothingToWriteLooksAtNothing) {
  unit.expect_ok(store_unalign_n(70, 4, 0, 10));
  State before = unit.state();
  for (const std::uint32_t address : {0U, 79U, unit.config().ub_bytes + 1, ~0U}) {
    unit.expect_ok(store_unalign_n(address, 4, 0, 0));
    EXPECT_TRUE(unit.state() == before);
  }
  for (const bool post : {false, true}) {
    stored_squeeze(unit, 0);
    before = unit.state();
    before.sqzn_valid = false;  // is still consumed
    unit.expect_ok(store_unalign(~0U, 4, 0, post));
    EXPECT_TRUE(unit.state() == before);
  }
}

TEST_P(Stream, StoreThatDoesNotContinue) {
  unit.expect_ok(store_unalign_n(70, 4, 0, 10));
  for (const std::uint32_t address : {0U, 70U, 79U, 81U, 112U}) {
    unit.expect_error(store_unalign_n(address, 4, 0, 1), Status::ErrStream, 0);
  }
  unit.expect_error(store_unalign_n(60, 4, 0, 10), Status::ErrStream, 0);  // ends where u begins
  unit.expect_ok(store_unalign_n(0, 4, 1, 1));  // another u knows nothing of it
}

TEST_P(Stream, NIsAtMostAVector) {
  unit.expect_ok(store_unalign_n(0, 4, 0, unit.vl()));
  for (const std::uint32_t n : {unit.vl() + 1, 0x80000000U, ~0U}) {
    unit.expect_param(store_unalign_n(0, 4, 1, n), Field::N);
  }
}

TEST_P(Stream, AllBytesLieInside) {
  const std::uint32_t ub = unit.config().ub_bytes;
  unit.expect_error(store_unalign_n(ub, 4, 0, 1), Status::ErrBounds, 0);
  unit.expect_error(store_unalign_n(ub - 9, 4, 0, 10), Status::ErrBounds, 0);
  unit.expect_error(store_unalign_n(~0U, 4, 0, 4), Status::ErrBounds, 0);
  unit.expect_ok(store_unalign_n(ub - 10, 4, 0, 10));
  EXPECT_EQ(unit.model.u(0), UnalignedReg{});
  EXPECT_EQ(unit.model.ub().back(), unit.model.v(4).at(9));

  stored_squeeze(unit, 10);
  unit.expect_error(store_unalign(ub - 9, 30, 0, true), Status::ErrBounds, 0);
  EXPECT_TRUE(unit.model.sqzn_valid()) << "a failed store consumes nothing";
  unit.expect_ok(store_unalign(ub - 10, 30, 0, true));
  // a + AR beyond 32 bits does not wrap.
  stored_squeeze(unit, 4);
  unit.expect_error(store_unalign(0xfffffff6U, 30, 0, true), Status::ErrBounds, 0);
}

TEST_P(Stream, StreamErrorComesBeforeBoundsAndAfterTheOthers) {
  unit.expect_ok(store_unalign_n(70, 4, 0, 10));
  unit.expect_error(store_unalign_n(unit.config().ub_bytes, 4, 0, 1), Status::ErrStream, 0);
  unit.expect_param(store_unalign_n(0, 4, 0, unit.vl() + 1), Field::N);
  unit.expect_error(store_unalign(0, 4, 0, true), Status::ErrSqzOrder, 0);
}

}  // namespace
}  // namespace gsq::testing
