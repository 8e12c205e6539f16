// SPDX-License-Identifier: Apache-2.0
// 0 as a number of elements, lanes, blocks, bytes, rows or turns, in the calls that
// kernel_calls_test does not have: nothing is read or written, and nothing is an error.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsq/foreign/acl/acl.h"
#include "gsq/kernel/asc.hpp"
#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/mojo.hpp"
#include "gsq/kernel/pto.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using AscendC::LocalTensor;
using pto::BLayout;
using pto::DYNAMIC;
using pto::Tile;
using pto::TileType;

class Zero : public OnEveryVectorLength {
 protected:
  Zero() {
    std::vector<std::uint16_t> words(k.unit.config().ub_bytes / 2);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint16_t>(3 * i + 1);
    k.put(0, words);
  }

  /// The call leaves UB and `memory` as they are, and throws nothing.
  template <typename Call>
  void expect_nothing(Call&& call) {
    const Bytes before = ub();
    const std::vector<std::int32_t> memory_before = memory;
    EXPECT_NO_THROW(call(); k.unit.wait());
    EXPECT_TRUE(ub() == before);
    EXPECT_EQ(memory, memory_before);
  }

  Bytes ub() { return k.unit.read_ub(0, k.unit.config().ub_bytes, "ub"); }

  std::vector<std::int32_t> memory = std::vector<std::int32_t>(64, -1);
  LocalTensor<std::int32_t> dst{0x1000, 64};
  LocalTensor<std::int32_t> src{0x2000, 64};
};
INSTANTIATE_TEST_SUITE_P(VectorLengths, Zero, ::testing::ValuesIn(kernel_configs()), config_name);

TEST_P(Zero, LanesSetBeforeTheCall) {
  const auto calls = [&] {
    AscendC::Add<std::int32_t, false>(dst, src, src, AscendC::MASK_PLACEHOLDER, 2,
                                      {1, 1, 1, 8, 8, 8});
    AscendC::Muls<std::int32_t, false>(dst, src, 3, AscendC::MASK_PLACEHOLDER, 2, {1, 1, 8, 8});
    AscendC::Copy<std::int32_t, false>(dst, src, AscendC::MASK_PLACEHOLDER, 2, {1, 1, 8, 8});
    AscendC::Duplicate<std::int32_t, false>(dst, 7, AscendC::MASK_PLACEHOLDER, 2, 1, 8);
    AscendC::Add<std::int32_t, false>(dst, src, src, 64);
  };
  AscendC::SetVectorMask<std::int32_t>(0, 0);
  expect_nothing(calls);
  AscendC::SetMaskCount();
  AscendC::SetVectorMask<std::int32_t, AscendC::MaskMode::COUNTER>(0);
  expect_nothing(calls);
  AscendC::SetMaskNorm();
  AscendC::ResetMask();
}

TEST_P(Zero, CompareIntoItsRegister) {
  const std::vector<std::uint8_t> bits{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  k.put(0x3000, bits);
  AscendC::SetCmpMask(LocalTensor<std::uint8_t>(0x3000, 16));
  AscendC::Compare(src, dst, AscendC::CMPMODE::LT, 0, {1, 1, 1, 8, 8, 8});
  AscendC::GetCmpMask(LocalTensor<std::uint8_t>(0x3040, 16));
  EXPECT_EQ(k.get<std::uint8_t>(0x3040, 16), bits);
}

TEST_P(Zero, CountsOfGatherMask) {
  const LocalTensor<std::uint32_t> bits(0x3000, 8);
  for (const bool counts : {false, true}) {
    std::uint64_t kept = 99;
    const std::uint32_t repeat = counts ? 1 : 0;
    expect_nothing([&] {
      AscendC::GatherMask(dst, src, bits, counts, 0, {1, repeat, 0, 0}, kept);
    });
    EXPECT_EQ(kept, 0U);
    kept = 99;
    expect_nothing([&] { AscendC::GatherMask(dst, src, 7, counts, 0, {1, repeat, 0, 0}, kept); });
    EXPECT_EQ(kept, 0U);
  }
  // Without the mode that counts, `mask` has no meaning.
  std::uint64_t kept = 0;
  AscendC::GatherMask(dst, src, 7, false, 0, {1, 1, 0, 0}, kept);
  EXPECT_EQ(kept, k.lanes(4));
}

TEST_P(Zero, CopiesOfGlobalMemory) {
  AscendC::GlobalTensor<std::int32_t> global;
  global.SetGlobalBuffer(memory.data());
  for (const std::uint32_t blocks : {0U, 1U}) {
    const std::uint32_t length = 1 - blocks;
    expect_nothing([&] {
      const AscendC::DataCopyParams params(blocks, length, 0, 0);
      const AscendC::DataCopyExtParams bytes(blocks, length, 0, 0, 0);
      AscendC::DataCopy(dst, global, params);
      AscendC::DataCopy(global, dst, params);
      AscendC::DataCopy(dst, src, params);
      AscendC::DataCopyPad(dst, global, bytes,
                           AscendC::DataCopyPadExtParams<std::int32_t>{true, 2, 2, 9});
      AscendC::DataCopyPad<std::int32_t, AscendC::PaddingMode::Compact>(
          dst, global, bytes, AscendC::DataCopyPadExtParams<std::int32_t>{true, 0, 0, 9});
      AscendC::DataCopyPad(global, dst, bytes);
    });
  }
  expect_nothing([&] {
    AscendC::DataCopy(dst, global, 0);
    AscendC::DataCopy(global, dst, 0);
    AscendC::DataCopy(dst, src, 0);
  });
  for (const auto type : {AscendC::DataCopyMVType::OUT_TO_UB, AscendC::DataCopyMVType::UB_TO_OUT}) {
    AscendC::SetLoopModePara({0, 3, 0, 0, 0, 0}, type);
    expect_nothing([&] {
      AscendC::DataCopy(dst, global, type == AscendC::DataCopyMVType::OUT_TO_UB ? 8 : 0);
      AscendC::DataCopy(global, dst, type == AscendC::DataCopyMVType::UB_TO_OUT ? 8 : 0);
    });
    AscendC::ResetLoopModePara(type);
  }
}

TEST_P(Zero, BuffersAndTensors) {
  EXPECT_EQ(LocalTensor<float>(k.unit.config().ub_bytes, 0).GetSize(), 0U);
  EXPECT_EQ(dst[64].GetSize(), 0U);
  AscendC::TPipe pipe;
  AscendC::TBuf<> buffer;
  pipe.InitBuffer(buffer, 0);
  EXPECT_EQ(buffer.Get<float>().GetSize(), 0U);
  AscendC::TQue<AscendC::TPosition::VECIN> queue;
  pipe.InitBuffer(queue, 0, 32);
  EXPECT_FALSE(queue.HasIdleBuffer());
  EXPECT_EQ(AscendC::LocalMemAllocator<>().Alloc<float>(0).GetSize(), 0U);
}

TEST_P(Zero, LanesOfRegisters) {
  using namespace AscendC::Reg;  // NOLINT(google-build-using-namespace)
  auto* to = k.at<std::uint32_t>(0x1000);
  auto* const from = k.at<std::uint32_t>(0x2000);
  RegTensor<std::uint32_t> data;
  RegTensor<std::uint32_t> result;
  LoadAlign(data, from);
  std::uint32_t count = 0;
  MaskReg none = UpdateMask<std::uint32_t>(count);
  EXPECT_EQ(count, 0U);
  const std::vector<std::uint32_t> zeros(k.lanes(4), 0);
  const auto expect_zeros = [&] {
    EXPECT_EQ(k.lanes_of<std::uint32_t>(result.index("test")), zeros);
  };
  expect_nothing([&] {
    StoreAlign(to, data, none);
    StoreAlign<std::uint32_t, DataCopyMode::DATA_BLOCK_COPY>(to, data, 1, none);
    Scatter(to, data, data, none);  // with indices beyond UB
    Gather(result, from, data, none);
    expect_zeros();
    LoadAlign<std::uint32_t, DataCopyMode::DATA_BLOCK_COPY>(result, from, 65535, none);
    expect_zeros();
    Squeeze<std::uint32_t, GatherMaskMode::STORE_REG>(result, data, none);
    expect_zeros();
    UnalignReg stream;
    StoreUnAlign(to, result, stream);
    StoreUnAlignPost(to, stream);
    EXPECT_EQ((GetSpr<SpecialPurposeReg::AR>()), 0);
    StoreUnAlign(to, data, stream, 0U);
    StoreUnAlignPost(to, stream, 0);
    Store(to, data, 0U);
  });
}

TEST_P(Zero, LanesAndBytesOfTheCApi) {
  auto* to = k.at<std::int32_t>(0x1000);
  auto* const from = k.at<std::int32_t>(0x2000);
  vector_int32_t data;
  vector_int32_t result;
  asc_loadalign(data, from);
  std::uint32_t count = 0;
  vector_bool none = asc_update_mask_b32(count);
  expect_nothing([&] {
    asc_storealign(to, data, none);
    asc_store(to, data, 0U);
    asc_squeeze(result, data, none);
    EXPECT_EQ(k.lanes_of<std::int32_t>(result.index("test")),
              std::vector<std::int32_t>(k.lanes(4), 0));
    auto* const offsets = k.at<std::uint32_t>(0x3000);
    asc_gather(to, from, offsets, 0U);
    asc_gather_sync(to, from, offsets, 0U);
    asc_gather(to, from, offsets, 8, 0);
    asc_gather_datablock(to, from, offsets, 8, 1, 0);
    asc_copy_gm2ub(to, memory.data(), 0U);
    asc_copy_gm2ub_sync(to, memory.data(), 0U);
    asc_copy_ub2gm(memory.data(), from, 0U);
    asc_copy_ub2gm_sync(memory.data(), from, 0U);
    asc_copy_gm2ub_align(to, memory.data(), 0U);
    asc_copy_ub2gm_align(memory.data(), from, 0U);
    for (const std::uint32_t blocks : {0U, 1U}) {
      const std::uint32_t bytes = 32 * (1 - blocks);
      asc_copy_gm2ub(to, memory.data(), blocks, bytes, 32, 32);
      asc_copy_ub2gm(memory.data(), from, blocks, bytes, 32, 32);
      asc_copy_gm2ub_align(to, memory.data(), blocks, bytes, 2, 2, true,
                           asc_load_l2_cache_mode::NORMAL_FIRST_VICTIM, 32, 64);
      asc_copy_gm2ub_align(to, memory.data(), blocks, bytes, 2, 2, false,
                           asc_load_l2_cache_mode::NORMAL_FIRST_VICTIM, 32, 64);
      asc_copy_ub2gm_align(memory.data(), from, blocks, bytes,
                           asc_store_l2_cache_mode::NORMAL_FIRST_VICTIM, 32, 32);
      asc_copy_ub2ub(to, from, blocks, 1 - blocks, 1, 1);
    }
  });
}

TEST_P(Zero, RowsAndColumnsOfTiles) {
  using Data = Tile<TileType::Vec, float, 4, 16, BLayout::RowMajor, DYNAMIC, DYNAMIC>;
  using Indexes = Tile<TileType::Vec, std::uint32_t, 4, 16, BLayout::RowMajor, DYNAMIC, DYNAMIC>;
  using Column = Tile<TileType::Vec, std::uint32_t, 8, 1, BLayout::ColMajor, DYNAMIC, DYNAMIC>;
  using Global =
      pto::GlobalTensor<float, pto::Shape<1, 1, 1, -1, -1>, pto::Stride<64, 64, 64, 16, 1>>;
  for (const auto& [rows, cols] : {std::pair{0, 16}, {4, 0}, {0, 0}}) {
    SCOPED_TRACE(fmt::format("{} rows of {}", rows, cols));
    Data to(rows, cols);
    Data from(rows, cols);
    Indexes indexes(rows, cols);
    Indexes numbers(rows, cols);
    Tile<TileType::Vec, std::uint8_t, 4, 2> bits;
    expect_nothing([&, r = rows, c = cols] {
      const Global global(reinterpret_cast<float*>(memory.data()), {r, c});
      pto::TLOAD(to, global);
      pto::TSTORE(global, from);
      pto::TEXPANDS(to, 7);
      pto::row_index::TSCATTER(to, from, indexes);
      pto::row_index::TGATHER(to, from, indexes);
      pto::element_index::TGATHER(to, from, indexes);
      pto::TGATHER<Data, Data, pto::MaskPattern::P0101>(to, from);
      pto::TSCATTER<pto::MaskPattern::P1111>(to, from);
      pto::TGATHERB(to, from, indexes);
      pto::TADD(indexes, indexes, numbers);
      pto::TCMP(bits, indexes, numbers, pto::CmpMode::EQ);
      pto::TCMPS(bits, indexes, 7, pto::CmpMode::GT);
      pto::TSEL(indexes, bits, numbers, numbers);
      pto::TSELS(indexes, bits, numbers, numbers, 7);
    });
    // What is zeroed first still is.
    Data whole(4, 16);
    pto::element_index::TSCATTER(whole, from, indexes);
    EXPECT_EQ(k.get<float>(k.unit.address(whole.data(), "test"), 64), std::vector<float>(64, 0));
    // No element of a row is selected, and its count says so; no row has no count.
    Column values(rows, 1);
    Column counts(rows, 1);
    Indexes found(rows, cols);
    const std::uint32_t at = k.unit.address(counts.data(), "test");
    k.put(at, std::vector<std::uint32_t>(8, 99));
    pto::TGATHER<Indexes, Data, Column, Column, Data, pto::CmpMode::GT>(found, from, values, counts,
                                                                        to, 0);
    std::vector<std::uint32_t> expected(8, 99);
    std::fill_n(expected.begin(), rows, 0);
    EXPECT_EQ(k.get<std::uint32_t>(at, 8), expected);
  }
}

TEST_P(Zero, ElementsOfMojo) {
  const mojo::StagingArea area(0x3000, 2 * GetParam().vlen_bytes);
  const std::vector<std::int32_t> values;
  const std::vector<std::uint32_t> addresses;
  const std::vector<bool> mask;
  expect_nothing([&] {
    mojo::scatter(values, addresses, mask);
    EXPECT_TRUE(mojo::gather(addresses, mask, values).empty());
  });
}

TEST(ZeroBytes, OfTheHost) {
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemset(memory, 0, 1, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(memory, 0, memory, 0, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

}  // namespace
}  // namespace gsq::testing
