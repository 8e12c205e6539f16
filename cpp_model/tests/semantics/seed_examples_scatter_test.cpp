// SPDX-License-Identifier: Apache-2.0
// The equations and loops that the documentation of scatters gives: a vector of pointers, lanes in
// order, and the row scatter of a tile.
#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

class ScatterExamples : public ::testing::Test {
 protected:
  ScatterExamples() : unit(full_config()) {}
  Unit unit;
};

// for (int i = 0; i < N; i++) if (mask[i]) base[i] = value[i];
TEST_F(ScatterExamples, VectorOfPointersInOrder) {
  Numbers pointers;
  for (std::uint32_t i = 0; i < 64; ++i) pointers.push_back(0x800 + 4 * (i * i % 17));
  unit.set_lanes(1, 4, pointers);
  const Flags mask = unit.active(3, 4);
  Bytes expected = unit.model.ub();
  const Numbers value = unit.lanes(2, 4);
  for (std::size_t i = 0; i < 64; ++i) {
    if (mask[i]) Unit::set_number(expected, pointers[i], 4, value[i]);
  }
  unit.expect_ok(scatter(0, 2, 1, 3, Form::B32, AddressMode::Byte));
  EXPECT_EQ(unit.model.ub(), expected);
}

TEST_F(ScatterExamples, OverlapIsOrderedFromLeastToMostSignificant) {
  unit.set_lanes(1, 4, Numbers(64, 0x900));
  unit.set_all_active(0);
  unit.expect_ok(scatter(0, 2, 1, 0, Form::B32, AddressMode::Byte));
  EXPECT_EQ(unit.ub(0x900, 4, 1)[0], unit.lanes(2, 4)[63]);
  unit.expect_ok(create_mask(0, Width::B32, Pattern::Vl8));
  unit.expect_ok(scatter(0, 2, 1, 0, Form::B32, AddressMode::Byte));
  EXPECT_EQ(unit.ub(0x900, 4, 1)[0], unit.lanes(2, 4)[7]);
}

TEST_F(ScatterExamples, AlignmentIsZeroOrAPowerOfTwo) {
  unit.set_lanes(1, 4, Numbers(64, 0x904));
  unit.set_all_active(0);
  Command c = scatter(0, 2, 1, 0, Form::B32, AddressMode::Byte);
  c.align = 4;
  unit.expect_ok(c);
  c.align = 8;
  unit.expect_error(c, Status::ErrAlign, 0);
  c.align = 12;
  unit.expect_param(c, Field::Align);
}

// dst[idx[i,j], j] = src[i,j] with tiles of 16 x 16 floats. Lane and column run together, so each
// row of the source is a command of 16 lanes.
TEST_F(ScatterExamples, RowScatterOfATile) {
  constexpr std::size_t kRows = 16;
  constexpr std::uint32_t kCols = 16;
  constexpr std::uint32_t kSrc = 0x1000;
  constexpr std::uint32_t kDst = 0x2000;
  constexpr std::uint32_t kIdx = 0x3000;
  Numbers idx;
  for (std::size_t i = 0; i < kRows * kCols; ++i) idx.push_back(unit.below(16));
  unit.set_ub(kIdx, 4, idx);
  Numbers expected = unit.ub(kDst, 4, kRows * kCols);
  const Numbers src = unit.ub(kSrc, 4, kRows * kCols);
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::uint32_t j = 0; j < kCols; ++j) {
      expected[idx[i * kCols + j] * kCols + j] = src[i * kCols + j];
    }
  }
  unit.expect_ok(create_mask(0, Width::B32, Pattern::Vl16));
  for (std::size_t i = 0; i < kRows; ++i) {
    unit.expect_ok(load_align(1, kIdx + i * kCols * 4));
    unit.expect_ok(load_align(2, kSrc + i * kCols * 4));
    Command c = scatter(kDst, 2, 1, 0, Form::B32, AddressMode::Row);
    c.row_stride = kCols * 4;
    unit.expect_ok(c);
  }
  EXPECT_EQ(unit.ub(kDst, 4, kRows * kCols), expected);
}

// The same with 16-bit elements and a tile wider than a vector: col moves on.
TEST_F(ScatterExamples, RowScatterOfAWideTile) {
  constexpr std::uint32_t kCols = 256;
  constexpr std::size_t kElements = std::size_t{8} * kCols;
  constexpr std::uint32_t kDst = 0x4000;
  Numbers expected = unit.ub(kDst, 2, kElements);
  unit.set_all_active(0);
  for (std::uint32_t col = 0; col < kCols; col += 128) {
    Numbers idx;
    for (std::uint32_t j = 0; j < 128; ++j) idx.push_back((3 * j + col) % 8);
    unit.set_lanes(1, 2, idx);
    const Numbers src = unit.lanes(2, 2);
    for (std::uint32_t j = 0; j < 128; ++j) expected[idx[j] * kCols + col + j] = src[j];
    Command c = scatter(kDst, 2, 1, 0, Form::B16, AddressMode::Row);
    c.row_stride = kCols * 2;
    c.col = col;
    unit.expect_ok(c);
  }
  EXPECT_EQ(unit.ub(kDst, 2, kElements), expected);
}

TEST_F(ScatterExamples, ByteTileWithSixteenBitIndices) {
  unit.set_lanes(1, 2, {3, 1, 3, 0});
  unit.expect_ok(create_mask(0, Width::B16, Pattern::Vl4));
  Bytes expected = unit.model.ub();
  const Numbers src = unit.lanes(2, 2);
  for (std::uint32_t j = 0; j < 4; ++j) {
    const std::uint32_t row = std::array<std::uint32_t, 4>{3, 1, 3, 0}.at(j);
    expected.at(0x5000 + row * 64 + j) = static_cast<std::uint8_t>(src[j]);
  }
  Command c = scatter(0x5000, 2, 1, 0, Form::B8, AddressMode::Row);
  c.row_stride = 64;
  unit.expect_ok(c);
  EXPECT_EQ(unit.model.ub(), expected);
}

}  // namespace
}  // namespace gsq::testing
