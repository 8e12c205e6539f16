// SPDX-License-Identifier: Apache-2.0
// Strided, masked, repeated vector commands.
#include <rapidcheck.h>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Vec = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Vec, ::testing::ValuesIn(all_configs()), config_name);

constexpr Opcode kOps[] = {Opcode::VecCopy, Opcode::VecAbs, Opcode::VecAdd};

bool selects(const Command& c, std::uint32_t lane) {
  if (!c.bitwise) return lane < c.mask[0];
  return (c.mask.at(lane / 64) >> (lane % 64) & 1) != 0;
}

/// Block by block, with the integer types of the elements.
template <typename Int>
Bytes naive(const Command& c, Bytes ub, std::uint32_t vl) {
  constexpr std::uint32_t kLanes = 32 / sizeof(Int);  // of a block
  for (std::uint32_t r = 0; r < c.iterations; ++r) {
    const Bytes read = ub;
    for (std::uint32_t k = 0; k < vl / 32; ++k) {
      for (std::uint32_t j = 0; j < kLanes; ++j) {
        if (!selects(c, k * kLanes + j)) continue;
        const auto at = [&](std::uint32_t start, std::uint32_t rep, std::uint32_t blk) {
          return start + 32 * (r * rep + k * blk) + j * sizeof(Int);
        };
        const auto load = [&](std::size_t from) {
          return static_cast<Int>(Unit::number(read, from, sizeof(Int)));
        };
        const std::int64_t a = load(at(c.src0, c.rep1, c.blk1));
        std::int64_t result = a;
        if (c.op == Opcode::VecAdd) result += load(at(c.src1, c.rep2, c.blk2));
        if (c.op == Opcode::VecAbs) result = a < 0 ? -a : a;
        Unit::set_number(ub, at(c.addr, c.rep0, c.blk0), sizeof(Int),
                         static_cast<std::uint64_t>(result));
      }
    }
  }
  return ub;
}

// Small strides and starts, so that operands and iterations overlap in every way.
TEST_P(Vec, AgainstNaiveLoop) {
  const std::uint32_t ub_blocks = std::min(unit.config().ub_bytes, 8192U) / 32;
  EXPECT_TRUE(rc::check([&] {
    const auto pick = [](std::uint32_t low, std::uint32_t limit) {
      return *rc::gen::inRange<std::uint32_t>(low, limit);
    };
    const Width width = pick(0, 2) == 0 ? Width::B16 : Width::B32;
    const std::uint32_t lanes = unit.vl() / width_bytes(width);
    Command c = vec(kOps[pick(0, 3)], width, 0, 0, 0, unit.config());
    const auto stride = [&] { return static_cast<std::uint8_t>(pick(0, 12)); };
    c.blk0 = static_cast<std::uint16_t>(pick(1, 3));
    c.blk1 = static_cast<std::uint16_t>(pick(0, 3));
    c.blk2 = static_cast<std::uint16_t>(pick(0, 3));
    c.rep0 = stride();
    c.rep1 = stride();
    c.rep2 = stride();
    c.iterations = pick(0, 6);
    const std::uint32_t reach = 5 * 11 + 7 * 2 + 1;  // blocks that an operand may span
    c.addr = 32 * pick(0, std::min(20U, ub_blocks - reach));
    c.src0 = 32 * pick(0, std::min(20U, ub_blocks - reach));
    c.src1 = 32 * pick(0, std::min(20U, ub_blocks - reach));
    c.bitwise = pick(0, 2) == 1;
    if (c.bitwise) {
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        if (lane == 0) c.mask = {0, 0};
        c.mask.at(lane / 64) |= std::uint64_t{unit.below(2)} << (lane % 64);
      }
      if (c.mask[0] == 0) c.mask[0] = 1;
    } else {
      c.mask = {pick(1, lanes + 1), 0};
    }

    State expected = unit.state();
    expected.ub = width == Width::B16 ? naive<std::int16_t>(c, expected.ub, unit.vl())
                                      : naive<std::int32_t>(c, expected.ub, unit.vl());
    RC_ASSERT(unit.run(c) == (Response{0, Status::Ok, 0}));
    RC_ASSERT(unit.state() == expected);
  }));
}

TEST_P(Vec, IterationsSeeWhatTheFormerWrote) {
  // dst one iteration ahead of src: the first iteration's input runs through.
  const std::uint32_t vl = unit.vl();
  Command c = vec(Opcode::VecCopy, Width::B16, vl, 0, 0, unit.config());
  c.iterations = 4;
  const Numbers first = unit.ub(0, 1, vl);
  unit.expect_ok(c);
  for (std::uint32_t r = 0; r <= 4; ++r) EXPECT_EQ(unit.ub(r * vl, 1, vl), first) << r;
}

TEST_P(Vec, AnIterationReadsBeforeItWrites) {
  if (unit.vl() == 32) GTEST_SKIP() << "one block does not overlap itself";
  const Numbers before = unit.ub(0, 1, unit.vl());
  unit.expect_ok(vec(Opcode::VecCopy, Width::B32, 32, 0, 0, unit.config()));
  EXPECT_EQ(unit.ub(32, 1, unit.vl()), before);
}

TEST_P(Vec, WrapsAround) {
  unit.set_ub(0, 2, {0x8000, 0x7fff, 0xffff, 0x8001});
  unit.set_ub(512, 2, {0x8000, 1, 2, 0xffff});
  Command c = vec(Opcode::VecAbs, Width::B16, 1024, 0, 0, unit.config());
  unit.expect_ok(c);
  EXPECT_EQ(unit.ub(1024, 2, 4), (Numbers{0x8000, 0x7fff, 1, 0x7fff}));
  c = vec(Opcode::VecAdd, Width::B16, 1024, 0, 512, unit.config());
  unit.expect_ok(c);
  EXPECT_EQ(unit.ub(1024, 2, 4), (Numbers{0, 0x8000, 1, 0x8000}));
  unit.set_ub(0, 4, {0x80000000, 0x7fffffff, 0xffffffff});
  unit.set_ub(512, 4, {0x80000000, 1, 2});
  unit.expect_ok(vec(Opcode::VecAbs, Width::B32, 1024, 0, 0, unit.config()));
  EXPECT_EQ(unit.ub(1024, 4, 3), (Numbers{0x80000000, 0x7fffffff, 1}));
  unit.expect_ok(vec(Opcode::VecAdd, Width::B32, 1024, 0, 512, unit.config()));
  EXPECT_EQ(unit.ub(1024, 4, 3), (Numbers{0, 0x80000000, 1}));
}

TEST_P(Vec, OtherWidthsDoNotExist) {
  for (const Opcode op : kOps) {
    for (const Width width : {Width::B8, Width::B64}) {
      Command c = vec(op, width, 1, 0, 0, unit.config());
      c.mask = {0, 0};  // later errors do not count
      unit.expect_error(c, Status::ErrOpcode, 0);
    }
  }
}

TEST_P(Vec, ContiguousMaskCountsLanes) {
  for (const Width width : {Width::B16, Width::B32}) {
    const std::uint64_t lanes = unit.vl() / width_bytes(width);
    Command c = vec(Opcode::VecCopy, width, 1024, 0, 0, unit.config());
    for (const std::uint64_t n : {std::uint64_t{1}, lanes - 1, lanes}) {
      c.mask = {n, 0};
      unit.expect_ok(c);
    }
    for (const std::uint64_t n : Numbers{0, lanes + 1, 1ULL << 32, (1ULL << 32) + 1, ~0ULL}) {
      c.mask = {n, 0};
      unit.expect_param(c, Field::Mask);
    }
    c.mask = {1, 1};  // the number has 128 bits
    unit.expect_param(c, Field::Mask);
  }
}

TEST_P(Vec, BitwiseMaskStaysBelowTheLanes) {
  for (const Width width : {Width::B16, Width::B32}) {
    const std::uint32_t lanes = unit.vl() / width_bytes(width);
    Command c = vec(Opcode::VecCopy, width, 1024, 0, 0, unit.config());
    c.bitwise = true;
    c.mask = {0, 0};
    unit.expect_param(c, Field::Mask);
    for (std::uint32_t bit = 0; bit < 128; ++bit) {
      c.mask = {1, 0};
      c.mask.at(bit / 64) |= 1ULL << (bit % 64);
      if (bit < lanes) {
        unit.expect_ok(c);
      } else {
        unit.expect_param(c, Field::Mask);
      }
    }
  }
  if (unit.vl() == 256) {  // the high word alone is a mask too
    Command c = vec(Opcode::VecCopy, Width::B16, 1024, 0, 0, unit.config());
    c.bitwise = true;
    c.mask = {0, 1};
    Numbers expected = unit.ub(1024, 2, 128);
    expected[64] = unit.ub(128, 2, 1)[0];
    unit.expect_ok(c);
    EXPECT_EQ(unit.ub(1024, 2, 128), expected);
  }
}

TEST_P(Vec, RepeatIsAtMost255) {
  Command c = vec(Opcode::VecCopy, Width::B16, 0, 0, 0, unit.config());
  c.rep0 = c.rep1 = 0;
  c.iterations = 255;
  unit.expect_ok(c);
  for (const std::uint32_t repeat : {256U, 512U, ~0U}) {
    c.iterations = repeat;
    unit.expect_param(c, Field::Repeat);
  }
}

TEST_P(Vec, RepeatZeroChecksParametersAndStartsButNotBounds) {
  Command c = vec(Opcode::VecAdd, Width::B16, unit.config().ub_bytes, 0xffffffe0U, 0xffffffe0U,
                  unit.config());
  c.iterations = 0;
  const State before = unit.state();
  unit.expect_ok(c);
  EXPECT_TRUE(unit.state() == before);
  c.src1 += 2;
  unit.expect_error(c, Status::ErrAlign, 0);
  c.mask = {0, 0};
  unit.expect_param(c, Field::Mask);
}

TEST_P(Vec, DestinationBlockStrideZero) {
  Command c = vec(Opcode::VecCopy, Width::B16, 0, 64, 0, unit.config());
  c.blk0 = 0;
  if (unit.vl() == 32) {
    unit.expect_ok(c);
  } else {
    unit.expect_param(c, Field::BlkStride);
  }
  c.blk0 = 1;
  c.blk1 = 0;  // one source block, read again and again
  const Numbers block = unit.ub(64, 2, 16);
  unit.expect_ok(c);
  for (std::uint32_t k = 0; k < unit.vl() / 32; ++k) EXPECT_EQ(unit.ub(32 * k, 2, 16), block);
}

TEST_P(Vec, LowestOffendingFieldFirst) {
  Command c = vec(Opcode::VecCopy, Width::B16, 1, 0, 0, unit.config());  // misaligned as well
  c.mask = {0, 0};
  c.iterations = 256;
  c.blk0 = 0;
  unit.expect_param(c, Field::Mask);
  c.mask = {1, 0};
  unit.expect_param(c, Field::Repeat);
  c.iterations = 1;
  if (unit.vl() > 32) unit.expect_param(c, Field::BlkStride);
  c.blk0 = 1;
  unit.expect_error(c, Status::ErrAlign, 0);
}

TEST_P(Vec, StartsAreMultiplesOf32) {
  for (const Opcode op : kOps) {
    for (const std::uint32_t off : {2U, 4U, 16U}) {
      unit.expect_error(vec(op, Width::B16, off, 0, 0, unit.config()), Status::ErrAlign, 0);
      unit.expect_error(vec(op, Width::B16, 0, off, 0, unit.config()), Status::ErrAlign, 0);
      const Command src1 = vec(op, Width::B16, 0, 0, off, unit.config());
      if (op == Opcode::VecAdd) {
        unit.expect_error(src1, Status::ErrAlign, 0);
      } else {
        unit.expect_ok(src1);  // has no src1
      }
    }
  }
  // Before bounds, whichever operand.
  unit.expect_error(vec(Opcode::VecCopy, Width::B16, ~31U, 2, 0, unit.config()), Status::ErrAlign,
                    0);
}

TEST_P(Vec, LowestFaultyOperandIsNamed) {
  const std::uint32_t last = unit.config().ub_bytes - unit.vl();
  for (const Opcode op : kOps) {
    Command c = vec(op, Width::B32, last, last, last, unit.config());
    unit.expect_ok(c);
    c.src1 = last + 32;
    if (op == Opcode::VecAdd) {
      unit.expect_error(c, Status::ErrBounds, 2);
    } else {
      unit.expect_ok(c);
    }
    c.src0 = last + 32;
    unit.expect_error(c, Status::ErrBounds, 1);
    c.addr = last + 32;
    unit.expect_error(c, Status::ErrBounds, 0);
    c.src0 = c.src1 = 0;
    unit.expect_error(c, Status::ErrBounds, 0);
    c.addr = ~31U;  // does not wrap
    unit.expect_error(c, Status::ErrBounds, 0);
  }
}

TEST_P(Vec, BlocksWithoutALaneMayLieAnywhere) {
  const std::uint32_t ub = unit.config().ub_bytes;
  const std::uint32_t blocks = unit.vl() / 32;
  for (const Opcode op : kOps) {
    for (std::uint32_t k = 0; k < blocks; ++k) {
      // The first lane of block k alone, or all lanes up to it.
      for (const bool bitwise : {true, false}) {
        Command c = vec(op, Width::B32, ub - 32 * (k + 1), ub - 32 * (k + 1), ub - 32 * (k + 1),
                        unit.config());
        c.bitwise = bitwise;
        c.mask = {0, 0};
        c.mask.at(bitwise ? k * 8 / 64 : 0) = bitwise ? 1ULL << (k * 8 % 64) : k * 8 + 1;
        unit.expect_ok(c);
        c.iterations = 255;
        c.rep0 = c.rep1 = c.rep2 = 0;
        unit.expect_ok(c);
        c.rep1 = 1;
        unit.expect_error(c, Status::ErrBounds, 1);
        c.iterations = 1;
        c.addr += 32;
        unit.expect_error(c, Status::ErrBounds, 0);
      }
    }
    Command c = vec(op, Width::B16, ub - 32, ub - 32, ub - 32, unit.config());
    c.mask = {16, 0};  // block 0 only: its stride leads far away
    c.blk0 = c.blk1 = c.blk2 = 65535;
    unit.expect_ok(c);
  }
}

TEST_P(Vec, StridesReachTheBounds) {
  const std::uint32_t blocks = unit.vl() / 32;
  const std::uint32_t ub_blocks = unit.config().ub_bytes / 32;
  // The last block of the last iteration exactly at the end of UB, and one block beyond.
  Command c = vec(Opcode::VecCopy, Width::B16, 0, 0, 0, unit.config());
  c.iterations = 5;
  c.rep0 = 9;
  c.blk0 = 2;
  const std::uint32_t start = ub_blocks - 1 - (4 * 9 + (blocks - 1) * 2);
  c.rep1 = 0;
  c.addr = 32 * start;
  unit.expect_ok(c);
  c.addr += 32;
  unit.expect_error(c, Status::ErrBounds, 0);
  // The largest strides do not wrap either.
  c = vec(Opcode::VecCopy, Width::B16, 0, 0, 0, unit.config());
  c.iterations = 255;
  c.rep1 = 255;
  c.blk1 = 65535;
  unit.expect_error(c, Status::ErrBounds, unit.config().ub_bytes >= 255 * unit.vl() ? 1 : 0);
}

}  // namespace
}  // namespace gsq::testing
