// SPDX-License-Identifier: Apache-2.0
// The worked examples of the documentation of masks and strides: int16_t and int32_t, a mask of 64
// lanes, masks of every other lane, block strides and repeat strides. Elements called undefined
// there keep their old value here.
#include <numeric>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

constexpr std::uint32_t kSrc0 = 0x1000;
constexpr std::uint32_t kSrc1 = 0x2000;
constexpr std::uint32_t kDst = 0x3000;
constexpr std::uint64_t kOld = 0x4321;
constexpr std::uint64_t kEveryOther = 6148914691236517205U;

class VecExamples : public ::testing::Test {
 protected:
  VecExamples() : unit(full_config()) {}

  /// src0 and src1 hold 1 2 3 …, dst kOld; runs Add and returns dst.
  Numbers add(std::uint32_t bytes, const std::array<std::uint64_t, 2>& mask, bool bitwise) {
    const std::size_t count = 256 / bytes;
    Numbers counting(count);
    std::iota(counting.begin(), counting.end(), 1);
    unit.set_ub(kSrc0, bytes, counting);
    unit.set_ub(kSrc1, bytes, counting);
    unit.set_ub(kDst, bytes, Numbers(count, kOld));
    Command c = vec(Opcode::VecAdd, bytes == 2 ? Width::B16 : Width::B32, kDst, kSrc0, kSrc1,
                    full_config());
    c.mask = mask;
    c.bitwise = bitwise;
    unit.expect_ok(c);
    return unit.ub(kDst, bytes, count);
  }

  Unit unit;
};

TEST_F(VecExamples, AddInt16With64Lanes) {
  const Numbers dst = add(2, {64, 0}, false);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(dst[i], 2 * (i + 1));
  EXPECT_EQ(dst[63], 128U);
  for (std::size_t i = 64; i < 128; ++i) EXPECT_EQ(dst[i], kOld);
}

TEST_F(VecExamples, AddInt32With64Lanes) {
  const Numbers dst = add(4, {64, 0}, false);
  ASSERT_EQ(dst.size(), 64U);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(dst[i], 2 * (i + 1));
}

TEST_F(VecExamples, AddInt16WithEveryOtherLane) {
  const Numbers dst = add(2, {kEveryOther, kEveryOther}, true);
  for (std::size_t i = 0; i < 128; ++i) EXPECT_EQ(dst[i], i % 2 == 0 ? 2 * (i + 1) : kOld);
  EXPECT_EQ(dst[0], 2U);
  EXPECT_EQ(dst[2], 6U);
  EXPECT_EQ(dst[126], 254U);
}

TEST_F(VecExamples, AddInt32WithEveryOtherLane) {
  const Numbers dst = add(4, {kEveryOther, 0}, true);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(dst[i], i % 2 == 0 ? 2 * (i + 1) : kOld);
  EXPECT_EQ(dst[62], 126U);
}

TEST_F(VecExamples, RangesOfTheMask) {
  Command c = vec(Opcode::VecAdd, Width::B16, kDst, kSrc0, kSrc1, full_config());
  c.mask = {128, 0};
  unit.expect_ok(c);
  c.mask = {129, 0};
  unit.expect_param(c, Field::Mask);
  c.bitwise = true;
  c.mask = {~0ULL, ~0ULL};
  unit.expect_ok(c);
  c.mask = {0, 0};
  unit.expect_param(c, Field::Mask);
  c.width = Width::B32;
  c.mask = {~0ULL, 0};
  unit.expect_ok(c);
  c.mask = {1, 1};  // the second word is 0 for 32 bits
  unit.expect_param(c, Field::Mask);
  c.bitwise = false;
  c.mask = {65, 0};
  unit.expect_param(c, Field::Mask);
}

TEST_F(VecExamples, AbsOfSelectedLanes) {
  Numbers input;
  for (int i = 0; i < 128; ++i) {
    input.push_back(static_cast<std::uint16_t>(i % 2 == 0 ? -i : i));
  }
  unit.set_ub(kSrc0, 2, input);
  unit.set_ub(kDst, 2, Numbers(128, kOld));
  Command c = vec(Opcode::VecAbs, Width::B16, kDst, kSrc0, 0, full_config());
  c.bitwise = true;
  c.mask = {0xff00ff00ff00ff00U, 0x0f0f0f0f0f0f0f0fU};
  unit.expect_ok(c);
  const Numbers dst = unit.ub(kDst, 2, 128);
  for (std::size_t i = 0; i < 128; ++i) {
    const bool selected = i < 64 ? i % 16 >= 8 : i % 8 < 4;
    EXPECT_EQ(dst[i], selected ? i : kOld) << i;
  }
}

TEST_F(VecExamples, TwoRepeatsAre256HalfElements) {
  Command c = vec(Opcode::VecCopy, Width::B16, kDst, kSrc0, 0, full_config());
  c.iterations = 2;
  const Numbers after = unit.ub(kDst + 512, 1, 32);
  unit.expect_ok(c);
  EXPECT_EQ(unit.ub(kDst, 2, 256), unit.ub(kSrc0, 2, 256));
  EXPECT_EQ(unit.ub(kDst + 512, 1, 32), after);
}

TEST_F(VecExamples, BlockStride2LeavesOneBlockBetween) {
  Command c = vec(Opcode::VecCopy, Width::B16, kDst, kSrc0, 0, full_config());
  c.blk1 = 2;
  unit.expect_ok(c);
  for (std::uint32_t k = 0; k < 8; ++k) {
    EXPECT_EQ(unit.ub(kDst + 32 * k, 1, 32), unit.ub(kSrc0 + 64 * k, 1, 32)) << k;
  }
}

TEST_F(VecExamples, RepeatStride9PutsNineBlocksBetweenSameBlocks) {
  Command c = vec(Opcode::VecCopy, Width::B16, kDst, kSrc0, 0, full_config());
  c.iterations = 2;
  c.rep0 = c.rep1 = 9;
  const Numbers gap = unit.ub(kDst + 32 * 8, 1, 32);
  unit.expect_ok(c);
  EXPECT_EQ(unit.ub(kDst, 1, 256), unit.ub(kSrc0, 1, 256));
  EXPECT_EQ(unit.ub(kDst + 32 * 9, 1, 256), unit.ub(kSrc0 + 32 * 9, 1, 256));
  EXPECT_EQ(unit.ub(kDst + 32 * 8, 1, 32), gap);
}

// Repeat strides of the source: 0 repeats, below 8 repeats partly, 8 is contiguous, 10 skips two.
TEST_F(VecExamples, RepeatStridesOfTheSource) {
  for (const std::uint32_t stride : {0U, 3U, 7U, 8U, 10U}) {
    Command c = vec(Opcode::VecCopy, Width::B32, kDst, kSrc0, 0, full_config());
    c.iterations = 3;
    c.rep1 = static_cast<std::uint8_t>(stride);
    unit.expect_ok(c);
    for (std::uint32_t r = 0; r < 3; ++r) {
      EXPECT_EQ(unit.ub(kDst + 256 * r, 1, 256), unit.ub(kSrc0 + 32 * stride * r, 1, 256))
          << "stride " << stride << " iteration " << r;
    }
  }
}

TEST_F(VecExamples, AtMost255Repeats) {
  Command c = vec(Opcode::VecCopy, Width::B16, 0x10000, 0, 0, full_config());
  c.iterations = 255;
  unit.expect_ok(c);
  EXPECT_EQ(unit.ub(0x10000 + 254 * 256, 1, 256), unit.ub(254 * 256, 1, 256));
  c.iterations = 256;
  unit.expect_param(c, Field::Repeat);
}

}  // namespace
}  // namespace gsq::testing
