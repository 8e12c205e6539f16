// SPDX-License-Identifier: Apache-2.0
// Gather and scatter through memory, gather_reg, gather_block.
#include <rapidcheck.h>

#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using GatherScatter = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, GatherScatter, ::testing::ValuesIn(all_configs()), config_name);

constexpr AddressMode kModes[] = {AddressMode::Elem, AddressMode::Byte, AddressMode::Row};

/// Random legal operands: base, indices in v7, row fields. Returns the address of every lane.
Numbers prepare(Unit& unit, Command& c) {
  const std::uint32_t e = element_bytes(c.form);
  const std::uint32_t lanes = unit.vl() / slot_bytes(c.form);
  const std::uint32_t ub = unit.config().ub_bytes;
  c.addr = unit.below(ub / 4) / e * e;
  c.row_stride = 64;
  c.col = unit.below(16);
  Numbers addresses;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    std::uint32_t index = 0;
    std::uint64_t address = 0;
    // Up to a quarter of the buffer, so that many lanes agree on small buffers; 16 bits of index.
    const std::uint32_t reach = std::min(ub / 4, 65536U);
    switch (c.mode) {
      case AddressMode::Elem:
        index = unit.below(reach / e);
        address = c.addr + std::uint64_t{index} * e;
        break;
      case AddressMode::Byte:
        index = unit.below(reach / e) * e;
        address = c.addr + index;
        break;
      case AddressMode::Row:
        index = unit.below(reach / 64);
        address = c.addr + std::uint64_t{index} * 64 + std::uint64_t{c.col + lane} * e;
        break;
    }
    unit.set_number(unit.model.v(7), std::size_t{lane} * index_bytes(c.form), index_bytes(c.form),
                    index);
    addresses.push_back(address);
  }
  return addresses;
}

TEST_P(GatherScatter, GatherAgainstNaiveLoop) {
  for (const Form form : kAllForms) {
    for (const AddressMode mode : kModes) {
      for (int round = 0; round < 20; ++round) {
        const std::uint32_t slot = slot_bytes(form);
        Command c = gather(3, 0, 7, 2, form, mode);
        const Numbers addresses = prepare(unit, c);
        for (auto& bit : unit.model.m(2)) bit = unit.below(4) != 0 ? 1 : 0;
        const Flags active = unit.active(2, slot);
        Numbers expected;
        for (std::size_t i = 0; i < addresses.size(); ++i) {
          expected.push_back(active[i] ? unit.ub(addresses[i], element_bytes(form), 1)[0] : 0);
        }
        State after = unit.state();
        unit.expect_ok(c);
        ASSERT_EQ(unit.lanes(3, slot), expected) << to_text(form) << " " << to_text(mode);
        after.v.at(3) = unit.model.v(3);
        ASSERT_TRUE(unit.state() == after);
      }
    }
  }
}

TEST_P(GatherScatter, ScatterAgainstNaiveLoop) {
  for (const Form form : kAllForms) {
    for (const AddressMode mode : kModes) {
      for (int round = 0; round < 20; ++round) {
        const std::uint32_t slot = slot_bytes(form);
        const std::uint32_t e = element_bytes(form);
        Command c = scatter(0, 5, 7, 2, form, mode);
        const Numbers addresses = prepare(unit, c);
        for (auto& bit : unit.model.m(2)) bit = unit.below(4) != 0 ? 1 : 0;
        const Flags active = unit.active(2, slot);
        State after = unit.state();
        for (std::size_t i = 0; i < addresses.size(); ++i) {
          for (std::uint32_t byte = 0; active[i] && byte < e; ++byte) {
            after.ub.at(addresses[i] + byte) = unit.model.v(5).at(i * slot + byte);
          }
        }
        unit.expect_ok(c);
        ASSERT_TRUE(unit.state() == after) << to_text(form) << " " << to_text(mode);
      }
    }
  }
}

TEST_P(GatherScatter, HighestActiveLaneWins) {
  for (const Form form : kAllForms) {
    const std::uint32_t lanes = unit.vl() / slot_bytes(form);
    const std::uint32_t e = element_bytes(form);
    EXPECT_TRUE(rc::check([&] {
      const auto flags = *rc::gen::container<Flags>(lanes, rc::gen::arbitrary<bool>());
      const auto targets =
          *rc::gen::container<Numbers>(lanes, rc::gen::inRange<std::uint64_t>(0, 4));
      unit.set_active(1, slot_bytes(form), flags);
      unit.set_lanes(7, index_bytes(form), targets);
      Numbers expected = unit.ub(128, e, 4);
      for (std::size_t target = 0; target < 4; ++target) {
        for (std::size_t lane = lanes; lane-- > 0;) {  // the first from above
          if (!flags[lane] || targets[lane] != target) continue;
          expected[target] = Unit::number(unit.model.v(5), lane * slot_bytes(form), e);
          break;
        }
      }
      RC_ASSERT(unit.run(scatter(128, 5, 7, 1, form)).status == Status::Ok);
      RC_ASSERT(unit.ub(128, e, 4) == expected);
    }));
  }
}

TEST_P(GatherScatter, RegistersMayBeNamedTwice) {
  Command c = gather(7, 0, 7, 2, Form::B32, AddressMode::Byte);
  prepare(unit, c);
  Unit other(GetParam());
  other.model = unit.model;
  unit.expect_ok(c);
  c.vd = 8;
  other.expect_ok(c);
  EXPECT_EQ(unit.model.v(7), other.model.v(8));

  for (const Width width : {Width::B8, Width::B16, Width::B32}) {
    Unit a(GetParam());
    Unit b(GetParam());
    a.expect_ok(gather_reg(2, 2, 2, width));
    b.expect_ok(gather_reg(9, 2, 2, width));
    EXPECT_EQ(a.model.v(2), b.model.v(9));
  }
}

TEST_P(GatherScatter, B64TakesItsIndicesFromTheLowHalf) {
  const std::uint32_t lanes = unit.vl() / 8;
  Numbers indices;
  for (std::uint32_t i = 0; i < lanes; ++i) indices.push_back(lanes - 1 - i);
  unit.set_lanes(7, 4, indices);
  for (std::size_t i = lanes; i < unit.vl() / 4; ++i)
    unit.set_number(unit.model.v(7), i * 4, 4, ~0U);
  unit.set_all_active(0);
  unit.expect_ok(gather(1, 64, 7, 0, Form::B64));
  Numbers reversed = unit.ub(64, 8, lanes);
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(unit.lanes(1, 8), reversed);
}

TEST_P(GatherScatter, InactiveLanesAreNeverChecked) {
  for (const Form form : kAllForms) {
    std::fill(unit.model.v(7).begin(), unit.model.v(7).end(), std::uint8_t{0xff});
    unit.set_all_active(0, true);
    unit.set_active(0, slot_bytes(form), Flags(unit.vl() / slot_bytes(form), false));
    for (const AddressMode mode : kModes) {
      Command c = gather(3, unit.config().ub_bytes - 8, 7, 0, form, mode);
      unit.expect_ok(c);
      EXPECT_EQ(unit.model.v(3), Bytes(unit.vl(), 0));
      const Bytes before = unit.model.ub();
      c.op = Opcode::Scatter;
      unit.expect_ok(c);
      EXPECT_EQ(unit.model.ub(), before);
    }
  }
}

/// Expects the same error from gather and scatter.
void expect_both(Unit& unit, Command c, Status status, std::uint32_t info) {
  c.op = Opcode::Gather;
  unit.expect_error(c, status, info);
  c.op = Opcode::Scatter;
  unit.expect_error(c, status, info);
}
void expect_both(Unit& unit, const Command& c, Field field) {
  expect_both(unit, c, Status::ErrParam, static_cast<std::uint32_t>(field));
}
void expect_both_ok(Unit& unit, Command c) {
  c.op = Opcode::Gather;
  unit.expect_ok(c);
  c.op = Opcode::Scatter;
  unit.expect_ok(c);
}

TEST_P(GatherScatter, BaseIsAMultipleOfTheElementEvenWithoutActiveLanes) {
  unit.set_all_active(0, false);
  for (const Form form : kAllForms) {
    for (const AddressMode mode : kModes) {
      for (std::uint32_t off = 1; off < element_bytes(form); ++off) {
        expect_both(unit, gather(1, 64 + off, 7, 0, form, mode), Status::ErrAlign, 0);
      }
      expect_both_ok(unit, gather(1, 64 + element_bytes(form), 7, 0, form, mode));
    }
  }
}

TEST_P(GatherScatter, BaseNeedNotBeAMultipleOfAlign) {
  unit.set_all_active(0);
  unit.set_lanes(7, 4, Numbers(unit.vl() / 4, 12));
  Command c = gather(1, 4, 7, 0, Form::B32, AddressMode::Byte);
  c.align = 16;  // 4 + 12
  expect_both_ok(unit, c);
}

TEST_P(GatherScatter, LowestFaultyActiveLaneIsNamed) {
  for (const Form form : kAllForms) {
    const std::uint32_t lanes = unit.vl() / slot_bytes(form);
    const std::uint32_t e = element_bytes(form);
    // Base at the last element: index 0 is legal, index 1 is just outside.
    const Command c = gather(1, unit.config().ub_bytes - e, 7, 0, form);
    for (std::uint32_t faulty = 0; faulty < lanes; ++faulty) {
      Numbers indices(lanes, 0);
      for (std::uint32_t i = faulty; i < lanes; ++i) indices[i] = 1;
      unit.set_lanes(7, index_bytes(form), indices);
      unit.set_all_active(0);
      expect_both(unit, c, Status::ErrBounds, faulty);
      // Switched off, the next one is.
      Flags flags(lanes, true);
      flags[faulty] = false;
      unit.set_active(0, slot_bytes(form), flags);
      if (faulty + 1 < lanes) {
        expect_both(unit, c, Status::ErrBounds, faulty + 1);
      } else {
        expect_both_ok(unit, c);
      }
    }
  }
}

TEST_P(GatherScatter, AnElementThatReachesOverTheEndIsOutside) {
  const std::uint32_t ub = unit.config().ub_bytes;
  unit.set_all_active(0);
  unit.set_lanes(7, 4, Numbers(unit.vl() / 4, ub - 8 + 4));
  unit.set_number(unit.model.v(7), 0, 4, ub - 8);
  // Lane 1 is inside with its first half only: bounds are reported although it is misaligned too.
  expect_both(unit, gather(1, 0, 7, 0, Form::B64, AddressMode::Byte), Status::ErrBounds, 1);
}

TEST_P(GatherScatter, ErrorsOfLanesInLaneOrder) {
  unit.set_all_active(0);
  Numbers indices(unit.vl() / 4, 0);
  indices[3] = 2;                       // misaligned
  indices[5] = unit.config().ub_bytes;  // outside
  unit.set_lanes(7, 4, indices);
  const Command c = gather(1, 0, 7, 0, Form::B32, AddressMode::Byte);
  expect_both(unit, c, Status::ErrAlign, 3);
  std::swap(indices[3], indices[5]);
  unit.set_lanes(7, 4, indices);
  expect_both(unit, c, Status::ErrBounds, 3);
  indices[3] = unit.config().ub_bytes + 1;  // both in one lane: bounds first
  unit.set_lanes(7, 4, indices);
  expect_both(unit, c, Status::ErrBounds, 3);
}

TEST_P(GatherScatter, AlignOfEveryAddress) {
  unit.set_all_active(0);
  Numbers indices(unit.vl() / 2, 16);
  unit.set_lanes(7, 2, indices);
  Command c = gather(1, 32, 7, 0, Form::B8);
  for (const std::uint32_t align : {0U, 1U, 2U, 4U, 8U, 16U}) {
    c.align = align;
    expect_both_ok(unit, c);
  }
  c.align = 32;
  expect_both(unit, c, Status::ErrAlign, 0);
  c.addr = 16;
  expect_both_ok(unit, c);
  indices.back() = 17;
  unit.set_lanes(7, 2, indices);
  expect_both(unit, c, Status::ErrAlign, unit.vl() / 2 - 1);
  c.align = 0x80000000U;  // a power of two: only address 0 is a multiple inside UB
  expect_both(unit, c, Status::ErrAlign, 0);
}

TEST_P(GatherScatter, AlignIsZeroOrAPowerOfTwo) {
  unit.set_all_active(0, false);
  for (const AddressMode mode : kModes) {
    for (const std::uint32_t align : {3U, 6U, 7U, 0x80000001U, ~0U}) {
      Command c = gather(1, 0, 7, 0, Form::B16, mode);
      c.align = align;
      expect_both(unit, c, Field::Align);
    }
  }
}

TEST_P(GatherScatter, RowFieldsLieBelowTheBufferSize) {
  const std::uint32_t ub = unit.config().ub_bytes;
  unit.set_all_active(0, false);
  for (const std::uint32_t value : {ub, ub * 2, 0x80000000U, ~0U}) {
    Command c = gather(1, 0, 7, 0, Form::B16, AddressMode::Row);
    c.row_stride = value;
    expect_both(unit, c, Field::RowStride);
    c.col = value;
    expect_both(unit, c, Field::RowStride);  // the lower of the two
    c.align = 3;
    expect_both(unit, c, Field::Align);  // and the lowest of three
    c.align = 0;
    c.row_stride = 0;
    expect_both(unit, c, Field::Col);
    for (const AddressMode mode : {AddressMode::Elem, AddressMode::Byte}) {
      Command other = c;
      other.row_stride = value;
      other.mode = mode;
      expect_both_ok(unit, other);  // only mode row looks at them
    }
  }
  Command c = gather(1, 0, 7, 0, Form::B16, AddressMode::Row);
  c.row_stride = ub / 2;
  c.col = ub - 1;
  expect_both_ok(unit, c);
}

TEST_P(GatherScatter, WithoutRowMultiplierOnlyPowersOfTwo) {
  unit.set_all_active(0, false);
  Command c = gather(1, 0, 7, 0, Form::B16, AddressMode::Row);
  for (const std::uint32_t stride : {0U, 1U, 2U, 512U, unit.config().ub_bytes / 2}) {
    c.row_stride = stride;
    expect_both_ok(unit, c);
  }
  for (const std::uint32_t stride : {3U, 6U, 48U, unit.config().ub_bytes - 1}) {
    c.row_stride = stride;
    if (unit.config().row_multiplier != 0) {
      expect_both_ok(unit, c);
    } else {
      expect_both(unit, c, Field::RowStride);
    }
  }
}

TEST_P(GatherScatter, RowStrideThatIsNoPowerOfTwo) {
  if (unit.config().row_multiplier == 0) GTEST_SKIP() << "no row multiplier";
  const std::uint32_t lanes = unit.vl() / 2;
  Numbers rows;
  Numbers expected;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    rows.push_back(i * 7 % 11);
    expected.push_back(unit.ub(32 + rows[i] * 66 + (5 + std::uint64_t{i}) * 2, 2, 1)[0]);
  }
  unit.set_lanes(7, 2, rows);
  unit.set_all_active(0);
  Command c = gather(1, 32, 7, 0, Form::B16, AddressMode::Row);
  c.row_stride = 66;
  c.col = 5;
  unit.expect_ok(c);
  EXPECT_EQ(unit.lanes(1, 2), expected);
}

TEST_P(GatherScatter, RowStrideMayBreakTheAlignmentOfALane) {
  unit.set_all_active(0);
  Numbers rows(unit.vl() / 4, 0);
  rows[2] = 1;
  unit.set_lanes(7, 4, rows);
  Command c = gather(1, 0, 7, 0, Form::B32, AddressMode::Row);
  c.row_stride = 2;
  expect_both(unit, c, Status::ErrAlign, 2);
}

TEST_P(GatherScatter, AddressArithmeticNeverWraps) {
  unit.set_all_active(0);
  const std::uint32_t ub = unit.config().ub_bytes;
  // 0x40000000 * 4 and 0x20000000 * 8 are 0 in 32 bits, base + x is 0 in 32 bits.
  unit.set_lanes(7, 4, Numbers(unit.vl() / 4, 0x40000000U));
  expect_both(unit, gather(1, 0, 7, 0, Form::B32), Status::ErrBounds, 0);
  unit.set_lanes(7, 4, Numbers(unit.vl() / 4, 0x20000000U));
  expect_both(unit, gather(1, 0, 7, 0, Form::B64), Status::ErrBounds, 0);
  unit.set_lanes(7, 4, Numbers(unit.vl() / 4, 0x100));
  expect_both(unit, gather(1, 0xffffff00U, 7, 0, Form::B32, AddressMode::Byte), Status::ErrBounds,
              0);
  // 2^31 * row stride 2 is 0 in 32 bits; so is 2^(32 - k) * 2^k.
  for (std::uint32_t stride = 2; stride < ub; stride *= 2) {
    unit.set_lanes(7, 4, Numbers(unit.vl() / 4, (1ULL << 32) / stride));
    Command c = gather(1, 0, 7, 0, Form::B8x32, AddressMode::Row);
    c.row_stride = stride;
    expect_both(unit, c, Status::ErrBounds, 0);
  }
}

TEST_P(GatherScatter, NegativeIndicesAreLargeOnes) {
  unit.set_all_active(0);
  Numbers indices(unit.vl() / 4, 1);
  indices[1] = ~0U;
  unit.set_lanes(7, 4, indices);
  expect_both(unit, gather(1, 64, 7, 0, Form::B32), Status::ErrBounds, 1);
  expect_both(unit, gather(1, 64, 7, 0, Form::B8x32, AddressMode::Byte), Status::ErrBounds, 1);
}

TEST_P(GatherScatter, SixteenBitIndicesAreUnsigned) {
  unit.set_all_active(0);
  unit.set_lanes(7, 2, Numbers(unit.vl() / 2, 0xffff));
  const Command c = gather(1, 0, 7, 0, Form::B16);
  if (unit.config().ub_bytes > 2 * 0xffff) {
    unit.expect_ok(c);
    EXPECT_EQ(unit.lanes(1, 2).at(0), unit.ub(2 * 0xffff, 2, 1)[0]);
  } else {
    expect_both(unit, c, Status::ErrBounds, 0);
  }
}

TEST_P(GatherScatter, FormsAndModesThatDoNotExist) {
  unit.set_all_active(0, false);
  for (unsigned form = 6; form < 8; ++form) {
    expect_both(unit, gather(1, 1, 7, 0, static_cast<Form>(form)), Status::ErrOpcode, 0);
  }
  Command c = gather(1, 1, 7, 0, Form::B32, static_cast<AddressMode>(3));
  c.align = 3;  // later errors do not count
  expect_both(unit, c, Status::ErrOpcode, 0);
}

TEST_P(GatherScatter, GatherRegTakesIndicesModuloTheLanes) {
  for (const Width width : {Width::B8, Width::B16, Width::B32}) {
    const std::uint32_t bytes = width_bytes(width);
    State expected = unit.state();
    const Numbers source = unit.lanes(2, bytes);
    Numbers result;
    for (const std::uint64_t index : unit.lanes(3, bytes)) {
      result.push_back(source.at(index % source.size()));
    }
    unit.expect_ok(gather_reg(4, 2, 3, width));
    EXPECT_EQ(unit.lanes(4, bytes), result);
    expected.v.at(4) = unit.model.v(4);
    EXPECT_TRUE(unit.state() == expected);
  }
  unit.expect_error(gather_reg(4, 2, 3, Width::B64), Status::ErrOpcode, 0);
}

TEST_P(GatherScatter, GatherBlock) {
  const std::uint32_t blocks = unit.vl() / 32;
  Numbers offsets;
  for (std::uint32_t k = 0; k < blocks; ++k) offsets.push_back(std::uint64_t{unit.below(50)} * 32);
  unit.set_lanes(7, 4, offsets);
  unit.set_all_active(0, true);
  for (std::size_t k = 0; k < blocks; k += 3) {
    unit.model.m(0).at(4 * k) = 0;                            // bit 4k is that of block k
    unit.set_number(unit.model.v(7), 4 * k, 4, 0xffffffffU);  // unchecked
  }
  Bytes expected(unit.vl(), 0);
  for (std::uint32_t i = 0; i < unit.vl(); ++i) {
    if (i / 32 % 3 != 0) expected[i] = unit.model.ub().at(96 + offsets.at(i / 32) + i % 32);
  }
  State after = unit.state();
  unit.expect_ok(gather_block(7, 96, 7, 0));
  after.v.at(7) = expected;
  EXPECT_TRUE(unit.state() == after);
}

TEST_P(GatherScatter, GatherBlockErrors) {
  const std::uint32_t blocks = unit.vl() / 32;
  const std::uint32_t ub = unit.config().ub_bytes;
  unit.set_all_active(0, false);
  unit.expect_error(gather_block(1, 16, 7, 0), Status::ErrAlign, 0);
  unit.expect_ok(gather_block(1, 32, 7, 0));
  unit.set_all_active(0, true);
  for (std::uint32_t faulty = 0; faulty < blocks; ++faulty) {
    Numbers offsets(blocks, 0);
    for (std::uint32_t k = faulty; k < blocks; ++k) offsets[k] = k % 2 == faulty % 2 ? ub - 32 : 16;
    unit.set_lanes(7, 4, offsets);
    unit.expect_error(gather_block(1, 32, 7, 0), Status::ErrBounds, faulty);
    for (std::uint32_t k = faulty; k < blocks; ++k) offsets[k] = k % 2 == faulty % 2 ? 16 : ub;
    unit.set_lanes(7, 4, offsets);
    unit.expect_error(gather_block(1, 32, 7, 0), Status::ErrAlign, faulty);
    offsets[faulty] = ub - 16;  // outside and misaligned
    unit.set_lanes(7, 4, offsets);
    unit.expect_error(gather_block(1, 0, 7, 0), Status::ErrBounds, faulty);
    offsets[faulty] = 0xffffffe0U;
    unit.set_lanes(7, 4, offsets);
    unit.expect_error(gather_block(1, 32, 7, 0), Status::ErrBounds, faulty);
  }
  unit.set_lanes(7, 4, Numbers(blocks, ub - 32));
  unit.expect_ok(gather_block(1, 0, 7, 0));
}

}  // namespace
}  // namespace gsq::testing
