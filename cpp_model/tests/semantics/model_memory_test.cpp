// SPDX-License-Identifier: Apache-2.0
// Aligned loads and stores and the block forms.
#include "semantics/model_fixture.hpp"

namespace gsq::testing {
namespace {

using Memory = OnEveryConfig;
INSTANTIATE_TEST_SUITE_P(Configs, Memory, ::testing::ValuesIn(all_configs()), config_name);

TEST_P(Memory, LoadAlignNorm) {
  for (const std::uint32_t address : {0U, 32U, 96U, unit.config().ub_bytes - unit.vl()}) {
    State expected = unit.state();
    unit.expect_ok(load_align(9, address));
    const auto from = expected.ub.begin() + address;
    expected.v.at(9).assign(from, from + unit.vl());
    EXPECT_TRUE(unit.state() == expected) << address;
  }
}

TEST_P(Memory, LoadAlignUnpackZeroExtends) {
  unit.set_ub(64, 1, {0x80, 0xff, 0x7f});
  for (const std::uint32_t bytes : {1U, 2U}) {
    unit.expect_ok(load_align(9, 64, bytes == 1 ? Dist::UnpackB8 : Dist::UnpackB16));
    EXPECT_EQ(unit.lanes(9, 2 * bytes), unit.ub(64, bytes, unit.vl() / 2 / bytes));
  }
}

TEST_P(Memory, StoreAlignNormWritesActiveLanes) {
  for (const Width width : kAllWidths) {
    const std::uint32_t bytes = width_bytes(width);
    Bytes expected = unit.model.ub();
    const Flags active = unit.active(3, bytes);
    for (std::uint32_t i = 0; i < unit.vl(); ++i) {
      if (active.at(i / bytes)) expected.at(96 + i) = unit.model.v(4).at(i);
    }
    const State before = unit.state();
    unit.expect_ok(store_align(96, 4, 3, width));
    EXPECT_EQ(unit.model.ub(), expected) << to_text(width);
    EXPECT_EQ(unit.state().v, before.v);
    unit.model.ub() = before.ub;
  }
}

TEST_P(Memory, StoreAlignPackStoresLowHalves) {
  for (const std::uint32_t slot : {2U, 4U}) {
    Bytes expected = unit.model.ub();
    const Flags active = unit.active(3, slot);
    for (std::uint32_t lane = 0; lane < unit.vl() / slot; ++lane) {
      for (std::uint32_t byte = 0; active.at(lane) && byte < slot / 2; ++byte) {
        expected.at(32 + lane * slot / 2 + byte) = unit.model.v(4).at(lane * slot + byte);
      }
    }
    unit.expect_ok(store_align(32, 4, 3, slot == 2 ? Width::B16 : Width::B32,
                               slot == 2 ? Dist::PackB16 : Dist::PackB32));
    EXPECT_EQ(unit.model.ub(), expected) << slot;
  }
}

TEST_P(Memory, PackUndoesUnpack) {
  unit.set_all_active(0);
  const std::uint32_t half = unit.vl() / 2;
  unit.expect_ok(load_align(1, 0, Dist::UnpackB16));
  unit.expect_ok(store_align(512, 1, 0, Width::B32, Dist::PackB32));
  EXPECT_EQ(unit.ub(512, 1, half), unit.ub(0, 1, half));
}

TEST_P(Memory, DistributionsAndWidthsThatDoNotExist) {
  for (unsigned code = 0; code < 8; ++code) {
    const auto distr = static_cast<Dist>(code);
    if (distr != Dist::Norm && distr != Dist::UnpackB8 && distr != Dist::UnpackB16) {
      unit.expect_error(load_align(1, 0, distr), Status::ErrOpcode, 0);
    }
    for (const Width width : kAllWidths) {
      const bool exists = distr == Dist::Norm || (distr == Dist::PackB16 && width == Width::B16) ||
                          (distr == Dist::PackB32 && width == Width::B32);
      const Command c = store_align(0, 1, 0, width, distr);
      if (exists) {
        unit.expect_ok(c);
      } else {
        unit.expect_error(c, Status::ErrOpcode, 0);
      }
    }
  }
}

TEST_P(Memory, LoadIgnoresTheWidth) {
  for (const Width width : kAllWidths) {
    Command c = load_align(1, 0);
    c.width = width;
    unit.expect_ok(c);
  }
}

TEST_P(Memory, AddressesAreMultiplesOf32) {
  unit.set_all_active(0, false);
  for (const std::uint32_t off : {1U, 8U, 16U, 31U, 33U}) {
    unit.expect_error(load_align(1, off), Status::ErrAlign, 0);
    unit.expect_error(store_align(off, 1, 0, Width::B8), Status::ErrAlign, 0);
    unit.expect_error(load_block(1, off, 1), Status::ErrAlign, 0);
    unit.expect_error(store_block(off, 1, 0, Width::B8, 1), Status::ErrAlign, 0);
  }
}

TEST_P(Memory, WholeFootprintLiesInside) {
  const std::uint32_t ub = unit.config().ub_bytes;
  unit.set_all_active(0);
  for (const std::uint32_t address : {ub - unit.vl() + 32, ub, ub + 32, 0xffffffe0U}) {
    unit.expect_error(load_align(1, address), Status::ErrBounds, 0);
    unit.expect_error(store_align(address, 1, 0, Width::B8), Status::ErrBounds, 0);
  }
  unit.expect_ok(store_align(ub - unit.vl(), 1, 0, Width::B8));
  // Half a vector of memory when unpacking and packing.
  const std::uint32_t last = (ub - unit.vl() / 2) / 32 * 32;
  unit.expect_ok(load_align(1, last, Dist::UnpackB8));
  unit.expect_ok(store_align(last, 1, 0, Width::B16, Dist::PackB16));
  unit.expect_error(load_align(1, last + 32, Dist::UnpackB16), Status::ErrBounds, 0);
  unit.expect_error(store_align(last + 32, 1, 0, Width::B32, Dist::PackB32), Status::ErrBounds, 0);
}

TEST_P(Memory, StoresWithoutALaneSucceedAnywhere) {
  unit.set_all_active(0, false);
  const State before = unit.state();
  for (const std::uint32_t address : {0U, unit.config().ub_bytes, 0x80000000U, 0xffffffe0U}) {
    for (const Width width : kAllWidths) {
      unit.expect_ok(store_align(address, 1, 0, width));
      unit.expect_ok(store_block(address, 1, 0, width, 1));
      unit.expect_ok(store_block(address, 1, 0, width, 65535));
    }
    unit.expect_ok(store_align(address, 1, 0, Width::B16, Dist::PackB16));
    unit.expect_ok(store_align(address, 1, 0, Width::B32, Dist::PackB32));
    unit.expect_error(load_align(1, address | 1), Status::ErrAlign, 0);
  }
  EXPECT_TRUE(unit.state() == before);
}

TEST_P(Memory, StoresReachAsFarAsTheirHighestLane) {
  const std::uint32_t ub = unit.config().ub_bytes;
  for (const Width width : kAllWidths) {
    const std::uint32_t bytes = width_bytes(width);
    for (std::uint32_t lane = 0; lane < unit.vl() / bytes; ++lane) {
      unit.set_all_active(0, false);
      unit.model.m(0).at(std::size_t{lane} * bytes) = 1;
      const std::uint32_t block = lane * bytes / 32;
      const std::uint32_t start = ub - 32 - block * 32;
      unit.expect_ok(store_align(start, 1, 0, width));
      unit.expect_error(store_align(start + 32, 1, 0, width), Status::ErrBounds, 0);
      unit.expect_ok(store_block(ub - 32 - block * 64, 1, 0, width, 2));
      unit.expect_error(store_block(ub - block * 64, 1, 0, width, 2), Status::ErrBounds, block);
      if (bytes != 2 && bytes != 4) continue;
      const Dist pack = bytes == 2 ? Dist::PackB16 : Dist::PackB32;
      const std::uint32_t packed = lane * bytes / 64 * 32;  // start of its block
      unit.expect_ok(store_align(ub - 32 - packed, 1, 0, width, pack));
      unit.expect_error(store_align(ub - packed, 1, 0, width, pack), Status::ErrBounds, 0);
    }
  }
}

TEST_P(Memory, LoadBlockStrides) {
  for (const std::uint32_t stride : {0U, 1U, 2U, 9U}) {
    State expected = unit.state();
    for (std::uint32_t i = 0; i < unit.vl(); ++i) {
      expected.v.at(5).at(i) = expected.ub.at(64 + i / 32 * stride * 32 + i % 32);
    }
    unit.expect_ok(load_block(5, 64, stride));
    EXPECT_TRUE(unit.state() == expected) << stride;
  }
  unit.expect_ok(load_block(5, unit.config().ub_bytes - 32, 0));
  EXPECT_EQ(unit.lanes(5, 1).at(0), unit.lanes(5, 1).at(unit.vl() - 32));
}

TEST_P(Memory, StoreBlockStridesAndMask) {
  for (const Width width : kAllWidths) {
    const std::uint32_t bytes = width_bytes(width);
    for (const std::uint32_t stride : {1U, 2U, 9U}) {
      State expected = unit.state();
      const Flags active = unit.active(3, bytes);
      for (std::uint32_t i = 0; i < unit.vl(); ++i) {
        if (!active.at(i / bytes)) continue;
        expected.ub.at(64 + i / 32 * stride * 32 + i % 32) = unit.model.v(5).at(i);
      }
      unit.expect_ok(store_block(64, 5, 3, width, stride));
      EXPECT_TRUE(unit.state() == expected) << stride << to_text(width);
    }
  }
}

TEST_P(Memory, StoreBlockStrideZeroOnlyWithOneBlock) {
  const Command c = store_block(0, 1, 0, Width::B8, 0);
  if (unit.vl() == 32) {
    unit.expect_ok(c);
  } else {
    unit.expect_param(c, Field::BlkStride);
  }
  unit.expect_ok(load_block(1, 0, 0));
}

TEST_P(Memory, BlockFormsNameTheLowestBlockOutside) {
  const std::uint32_t ub = unit.config().ub_bytes;
  const std::uint32_t blocks = unit.vl() / 32;
  unit.set_all_active(0);
  for (std::uint32_t faulty = 0; faulty < blocks; ++faulty) {
    const std::uint32_t address = ub - faulty * 64;  // two blocks apart: `faulty` of them fit
    unit.expect_error(load_block(1, address, 2), Status::ErrBounds, faulty);
    unit.expect_error(store_block(address, 1, 0, Width::B8, 2), Status::ErrBounds, faulty);
    // Of a store only blocks with an active lane count.
    unit.set_all_active(1, false);
    unit.model.m(1).at(unit.vl() - 8) = 1;  // in the last block
    unit.expect_error(store_block(address, 1, 1, Width::B64, 2), Status::ErrBounds, blocks - 1);
  }
  unit.expect_ok(load_block(1, ub - 32 - (blocks - 1) * 64, 2));
  unit.expect_error(load_block(1, 0xffffffe0U, 65535), Status::ErrBounds, 0);
  if (blocks > 1) unit.expect_error(load_block(1, 0, 65535), Status::ErrBounds, 1);
}

}  // namespace
}  // namespace gsq::testing
