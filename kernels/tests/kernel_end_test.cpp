// SPDX-License-Identifier: Apache-2.0
// Accesses that end where UB ends, in the APIs on registers, tiles and addresses: what is selected
// lies in UB, the vector around it does not. kernel_calls_test has the calls on tensors.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "gsq/kernel/asc.hpp"
#include "gsq/kernel/mojo.hpp"
#include "gsq/kernel/pto.hpp"
#include "moves_fixture.hpp"

namespace gsq::testing {
namespace {

class AtTheEnd : public Moves {
 protected:
  /// A store of lanes of T, of each of which `bytes` bytes go to UB: as many of the lowest ones as
  /// the last block of UB holds. With one more it is an error. store(address, register, mask)
  template <typename T, typename Store>
  void expect_last_block(std::uint32_t bytes, Store store) {
    const std::uint32_t lanes = vl() / sizeof(T);
    const std::uint32_t fit = std::min(lanes, 32 / bytes);
    const auto reg = loaded<T>(0);
    const auto masked = [&](std::uint32_t count) {
      const MaskReg mask = Reg::UpdateMask<T>(count);
      store(at, reg, mask);
      k.unit.wait();
    };
    const Bytes before = ub(at, 32);
    if (fit < lanes) {
      const auto error = error_of([&] { masked(fit + 1); });
      EXPECT_EQ(error.value().status(), Status::ErrBounds) << error.value().what();
      EXPECT_EQ(ub(at, 32), before);
    }
    masked(fit);
    Bytes expected = before;
    for (std::uint32_t i = 0; i < fit * bytes; ++i) {
      expected[i] = byte_at(i / bytes * std::uint32_t{sizeof(T)} + i % bytes);
    }
    EXPECT_EQ(ub(at, 32), expected) << sizeof(T) << " to " << bytes << " bytes";
    k.unit.write_ub(at, before, "again");
  }

  template <typename T, StoreDist dist>
  void expect_last_block_of(std::uint32_t bytes) {
    expect_last_block<T>(bytes, [&](std::uint32_t address, const auto& reg, const MaskReg& mask) {
      Reg::StoreAlign<T, dist>(k.at<T>(address), reg, mask);
    });
  }

  const std::uint32_t end = k.unit.config().ub_bytes;
  const std::uint32_t at = end - 32;
};
INSTANTIATE_TEST_SUITE_P(VectorLengths, AtTheEnd, ::testing::ValuesIn(kernel_configs()),
                         config_name);

TEST_P(AtTheEnd, AlignedStoresOfTheLowestLanes) {
  expect_last_block_of<std::uint8_t, StoreDist::DIST_NORM>(1);
  expect_last_block_of<half, StoreDist::DIST_NORM>(2);
  expect_last_block_of<float, StoreDist::DIST_NORM>(4);
  expect_last_block_of<std::int64_t, StoreDist::DIST_NORM>(8);
  expect_last_block_of<std::uint16_t, StoreDist::DIST_PACK_B16>(1);
  expect_last_block_of<std::uint32_t, StoreDist::DIST_PACK_B32>(2);
  expect_last_block_of<std::uint64_t, StoreDist::DIST_PACK_B64>(4);
  expect_last_block_of<std::uint32_t, StoreDist::DIST_PACK4_B32>(1);
  expect_last_block<float>(4, [&](std::uint32_t address, const auto& reg, const MaskReg& mask) {
    asc_storealign(k.at<float>(address), reg, mask);
  });
  expect_last_block<float>(4, [&](std::uint32_t address, const auto& reg, const MaskReg& mask) {
    Reg::StoreAlign<float, DataCopyMode::DATA_BLOCK_COPY>(k.at<float>(address), reg, 1, mask);
  });
  expect_last_block<float>(4, [&](std::uint32_t address, const auto& reg, const MaskReg& mask) {
    asc_storealign(k.at<float>(address), reg, 65535, 0, mask);
  });
}

TEST_P(AtTheEnd, AlignedStoresOfTwoRegisters) {
  const auto low = loaded<std::uint32_t>(0);
  const auto high = loaded<std::uint32_t>(512);
  RegTensor<std::uint64_t, RegTraitNumTwo> both;
  Reg::LoadAlign(both, k.at<std::uint64_t>(1024));
  std::uint32_t count = 4;
  const MaskReg four = Reg::UpdateMask<std::uint64_t, RegTraitNumTwo>(count);
  Reg::StoreAlign(k.at<std::uint64_t>(at), both, four);
  EXPECT_EQ(ub(at, 32), ub(1024, 32));
  // All lanes of both in turn: exactly what is left of UB.
  Reg::StoreAlign<std::uint32_t, StoreDist::DIST_INTLV_B32>(k.at<std::uint32_t>(end - 2 * vl()),
                                                            low, high, four);
  EXPECT_EQ(ub(end - 4, 4), ub(512 + vl() - 4, 4));
}

TEST_P(AtTheEnd, LoadsOfWhatADistributionReads) {
  const auto last = [&](std::uint32_t bytes) { return end - bytes; };
  EXPECT_EQ((load<float, LoadDist::DIST_NORM>(last(vl()))), ub(last(vl()), vl()));
  EXPECT_EQ((load<float, LoadDist::DIST_BRC_B32>(last(4))),
            expected([&](std::uint32_t i) { return last(4) + i % 4; }));
  EXPECT_EQ((load<float, LoadDist::DIST_BLK>(last(32))),
            expected([&](std::uint32_t i) { return last(32) + i % 32; }));
  EXPECT_EQ((load<float, LoadDist::DIST_E2B_B32>(last(vl() / 8))),
            expected([&](std::uint32_t i) { return last(vl() / 8) + i / 32 * 4 + i % 4; }));
  if (vl() < 64) return;  // half a vector is a whole block
  EXPECT_EQ((load<std::uint8_t, LoadDist::DIST_US_B8>(last(vl() / 2))),
            expected([&](std::uint32_t i) { return last(vl() / 2) + i / 2; }));
  expect_error([&] { load<float, LoadDist::DIST_NORM>(last(32)); }, Status::ErrBounds, "LoadAlign");
}

TEST_P(AtTheEnd, UnalignedStores) {
  const auto reg = loaded<half>(0);
  Reg::Store(k.at<half>(end - 6), reg, 3);
  EXPECT_EQ(ub(end - 6, 6), ub(0, 6));
  asc_store(k.at<half>(end - 2), reg, 1U);
  EXPECT_EQ(ub(end - 2, 2), ub(0, 2));
  // A stream of squeezed lanes, the last one of which ends UB.
  auto* const to = k.at<half>(end - 8);
  std::uint32_t count = 2;
  const MaskReg two = Reg::UpdateMask<half>(count);
  UnalignReg stream;
  for (int i = 0; i < 2; ++i) {
    RegTensor<half> packed;
    Reg::Squeeze<half, Reg::GatherMaskMode::STORE_REG>(packed, reg, two);
    Reg::StoreUnAlign(to, packed, stream);
  }
  Reg::StoreUnAlignPost(to, stream);
  EXPECT_EQ(ub(end - 8, 4), ub(0, 4));
  EXPECT_EQ(ub(end - 4, 4), ub(0, 4));
}

TEST_P(AtTheEnd, GathersAndScattersOfTheLastElements) {
  std::vector<std::uint32_t> index(vl() / 4, 1U << 30);  // those beyond are not selected
  index[0] = 1;
  index[1] = 0;
  k.put(1024, index);
  RegTensor<std::uint32_t> indices;
  Reg::LoadAlign(indices, k.at<std::uint32_t>(1024));
  std::uint32_t count = 2;
  const MaskReg two = Reg::UpdateMask<float>(count);
  RegTensor<float> reg;
  Reg::Gather(reg, k.at<float>(end - 8), indices, two);
  EXPECT_EQ(content(reg), expected([&](std::uint32_t i) -> std::int64_t {
              return i < 4 ? end - 4 + i : i < 8 ? end - 12 + i : -1LL;
            }));
  Reg::Scatter(k.at<float>(end - 8), loaded<float>(0), indices, two);
  EXPECT_EQ(ub(end - 8, 4), ub(4, 4));
  EXPECT_EQ(ub(end - 4, 4), ub(0, 4));
}

TEST_P(AtTheEnd, MojoScattersFromAndToTheEnd) {
  const std::vector<std::uint16_t> value{1, 2, 3};
  {
    const mojo::StagingArea area(0x1000, 2 * vl());
    mojo::scatter(value, std::vector<std::uint32_t>{end - 2, end - 4, end - 4},
                  std::vector<bool>{true, true, true});
    EXPECT_EQ(k.get<std::uint16_t>(end - 4, 2), (std::vector<std::uint16_t>{3, 1}));
  }
  const mojo::StagingArea area(end - 2 * vl(), 2 * vl());
  mojo::scatter(value, std::vector<std::uint32_t>{0, 2, 4}, std::vector<bool>{true, true, true});
  EXPECT_EQ(k.get<std::uint16_t>(0, 3), value);
}

TEST_P(AtTheEnd, CopiesOfGlobalMemory) {
  std::vector<std::int32_t> memory(8);
  std::iota(memory.begin(), memory.end(), 1);
  AscendC::GlobalTensor<std::int32_t> global;
  global.SetGlobalBuffer(memory.data());
  const AscendC::LocalTensor<std::int32_t> last(at, 8);
  AscendC::DataCopy(last, global, 8);
  EXPECT_EQ(k.get<std::int32_t>(at, 8), memory);
  // Three numbers, and what fills the block.
  const AscendC::DataCopyExtParams three{1, 12, 0, 0, 0};
  AscendC::DataCopyPad(last, global, three,
                       AscendC::DataCopyPadExtParams<std::int32_t>{true, 0, 5, 9});
  EXPECT_EQ(k.get<std::int32_t>(at, 8), (std::vector<std::int32_t>{1, 2, 3, 9, 9, 9, 9, 9}));
  std::vector<std::int32_t> back(8, -1);
  global.SetGlobalBuffer(back.data());
  AscendC::DataCopyPad(global, last, three);
  k.unit.wait();
  EXPECT_EQ(back, (std::vector<std::int32_t>{1, 2, 3, -1, -1, -1, -1, -1}));
  AscendC::DataCopy(global, last, 8);
  k.unit.wait();
  EXPECT_EQ(back, (std::vector<std::int32_t>{1, 2, 3, 9, 9, 9, 9, 9}));
  asc_copy_gm2ub(k.at<std::int32_t>(end - 32), memory.data(), 32U);
  asc_copy_ub2ub(k.at<std::int32_t>(0), k.at<std::int32_t>(end - 32), 1, 1, 0, 0);
  EXPECT_EQ(k.get<std::int32_t>(0, 8), memory);
}

TEST_P(AtTheEnd, Tiles) {
  using pto::BLayout;
  using pto::Tile;
  using pto::TileType;
  using Words = Tile<TileType::Vec, std::uint32_t, 1, 8>;
  using Column = Tile<TileType::Vec, std::uint32_t, 8, 1, BLayout::ColMajor, 1, 1>;
  std::vector<std::uint32_t> numbers(8);
  std::iota(numbers.begin(), numbers.end(), 0U);
  // Each tile in turn is the last 32 bytes of UB.
  for (std::size_t last = 0; last < 4; ++last) {
    SCOPED_TRACE(last);
    const auto place = [&](std::size_t number) {
      return number == last ? at : static_cast<std::uint32_t>(256 * number);
    };
    Words dst;
    Words src;
    Column value;
    Column counts;
    pto::TASSIGN(dst, place(0));
    pto::TASSIGN(src, place(1));
    pto::TASSIGN(value, place(2));
    pto::TASSIGN(counts, place(3));
    k.put(place(1), numbers);
    k.put(place(2), std::vector<std::uint32_t>{4});
    pto::TGATHER<Words, Words, Column, Column, Words, pto::CmpMode::GT>(dst, src, value, counts,
                                                                        src, 10);
    EXPECT_EQ(k.get<std::uint32_t>(place(0), 3), (std::vector<std::uint32_t>{15, 16, 17}));
    EXPECT_EQ(k.get<std::uint32_t>(place(3), 1), (std::vector<std::uint32_t>{3}));
    // `counts` as offsets of blocks, the first one alone.
    if (last == 2) continue;
    Tile<TileType::Vec, std::uint32_t, 1, 8, BLayout::RowMajor, 1, 1> offset;
    pto::TASSIGN(offset, place(3));
    k.put(place(3), std::vector<std::uint32_t>{0, 1, 1, 1, 1, 1, 1, 1});
    pto::TGATHERB(dst, src, offset);
    EXPECT_EQ(k.get<std::uint32_t>(place(0), 8), numbers);
  }
}

}  // namespace
}  // namespace gsq::testing
