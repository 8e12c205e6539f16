// SPDX-License-Identifier: Apache-2.0
// The worked examples of the documentation of gathers from memory and from a register.
#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

class GatherExamples : public ::testing::Test {
 protected:
  GatherExamples() : unit(full_config()) { unit.set_all_active(0); }
  Unit unit;
};

TEST_F(GatherExamples, BytesAreZeroExtendedEvenNegativeOnes) {
  unit.set_ub(0x100, 1, {static_cast<std::uint8_t>(40), static_cast<std::uint8_t>(-40)});
  Numbers index(128, 0);
  index[1] = 1;
  unit.set_lanes(1, 2, index);
  unit.expect_ok(gather(2, 0x100, 1, 0, Form::B8));
  EXPECT_EQ(unit.lanes(2, 2).at(0), 40U);
  EXPECT_EQ(unit.lanes(2, 2).at(1), 216U);
}

TEST_F(GatherExamples, HalfElementsByIndexLoadedFromMemory) {
  Numbers index;
  Numbers expected;
  for (std::uint32_t i = 0; i < 128; ++i) {
    index.push_back((i * 37 + 5) % 1000);
    expected.push_back(unit.ub(2 * index.back(), 2, 1)[0]);
  }
  unit.set_ub(0x4000, 2, index);
  unit.expect_ok(create_mask(1, Width::B16, Pattern::All));
  unit.expect_ok(load_align(1, 0x4000));
  unit.expect_ok(gather(2, 0, 1, 1, Form::B16));
  EXPECT_EQ(unit.lanes(2, 2), expected);
}

TEST_F(GatherExamples, LanesThatTheMaskLeavesOutAreZero) {
  unit.expect_ok(create_mask(1, Width::B32, Pattern::M4));
  unit.set_lanes(1, 4, Numbers(64, 3));
  unit.expect_ok(gather(2, 0x200, 1, 1, Form::B32));
  const std::uint64_t element = unit.ub(0x20c, 4, 1)[0];
  for (std::uint32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(unit.lanes(2, 4).at(i), i % 4 == 0 ? element : 0) << i;
  }
}

// vl_length lanes: index i means i % vl_length.
TEST_F(GatherExamples, RegisterIndicesWrapAtTheLaneCount) {
  const Numbers source = unit.lanes(3, 2);
  Numbers index(128);
  for (std::uint32_t i = 0; i < 128; ++i) index[i] = 128 + i;
  index[0] = 65535;
  unit.set_lanes(1, 2, index);
  unit.expect_ok(gather_reg(2, 3, 1, Width::B16));
  EXPECT_EQ(unit.lanes(2, 2).at(0), source[127]);
  for (std::uint32_t i = 1; i < 128; ++i) EXPECT_EQ(unit.lanes(2, 2).at(i), source[i]);

  unit.set_lanes(1, 4, {64, 130, 63});
  const Numbers words = unit.lanes(3, 4);
  unit.expect_ok(gather_reg(2, 3, 1, Width::B32));
  EXPECT_EQ(unit.lanes(2, 4).at(0), words[0]);
  EXPECT_EQ(unit.lanes(2, 4).at(1), words[2]);
  EXPECT_EQ(unit.lanes(2, 4).at(2), words[63]);
}

}  // namespace
}  // namespace gsq::testing
