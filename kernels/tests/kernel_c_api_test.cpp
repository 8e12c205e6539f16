// SPDX-License-Identifier: Apache-2.0
// The C API beyond gather, scatter and squeeze: names of loads, stores, streams, calculations and
// conversions, arrays in UB, copies. What the calls of AscendC::Reg behind them do has tests of its
// own.

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "gsq/kernel/asc.hpp"
#include "kernel_fixture.hpp"

namespace {

using gsq::kernel::UbArray;
using gsq::testing::error_of;

class CApi : public gsq::testing::OnEveryVectorLength {
 protected:
  /// 0, 1, .. in UB, as many as two vectors hold.
  template <typename T>
  T* counted(std::uint32_t address) {
    std::vector<T> values;
    for (std::size_t i = 0; i < 2 * k.lanes(sizeof(T)); ++i) {
      values.push_back(static_cast<T>(static_cast<float>(i)));
    }
    return k.put(address, values);
  }
  template <typename T>
  std::vector<T> lanes(const gsq::kernel::asc::Vector<T>& v) {
    return k.lanes_of<T>(v.index("test"));
  }
};
INSTANTIATE_TEST_SUITE_P(VectorLengths, CApi, ::testing::ValuesIn(gsq::testing::kernel_configs()),
                         [](const auto& info) { return info.param.name; });

TEST_P(CApi, GatherOfWordsByLongIndices) {
  const std::size_t count = k.lanes(4);
  std::vector<std::uint32_t> index(count);
  for (std::size_t i = 0; i < count; ++i) index[i] = static_cast<std::uint32_t>(2 * i + 1);
  auto* const from = counted<std::int16_t>(4096);
  vector_uint32_t indices;
  asc_loadalign(indices, k.put(8192, index));
  vector_int16_t dst;
  asc_gather(dst, from, indices, asc_create_mask_b32(PAT_ALL));
  std::vector<std::int16_t> expected;
  for (std::size_t i = 0; i < count; ++i) {
    expected.push_back(static_cast<std::int16_t>(2 * i + 1));
    expected.push_back(0);
  }
  EXPECT_EQ(lanes(dst), expected);
}

TEST_P(CApi, MasksCountDown) {
  std::uint32_t left = k.lanes(2) + 3;
  vector_uint16_t ones;
  vector_bool mask = asc_update_mask_b16(left);
  EXPECT_EQ(left, 3U);
  mask = asc_update_mask_b16(left);
  EXPECT_EQ(left, 0U);
  asc_duplicate_scalar(ones, 1, mask);
  const auto found = lanes(ones);
  EXPECT_EQ(std::accumulate(found.begin(), found.end(), 0), 3);
}

TEST_P(CApi, LoadsOfEveryKind) {
  auto* const bytes = counted<std::uint8_t>(4096);
  auto* const words = counted<std::uint16_t>(8192);
  const auto n = static_cast<std::uint32_t>(k.lanes(2));
  vector_uint8_t b;
  vector_uint16_t w;
  vector_uint16_t w1;
  asc_loadalign(w, words, static_cast<std::int32_t>(n));
  EXPECT_EQ(lanes(w)[0], n);
  asc_loadalign(w, words, AscendC::Reg::CreateAddrReg<std::uint16_t>(1, n));
  EXPECT_EQ(lanes(w)[1], n + 1);
  std::uint16_t* moving = words;
  asc_loadalign_postupdate(w, moving, static_cast<std::int32_t>(n));
  EXPECT_EQ(moving, words + n);
  asc_loadalign_brc_elem(w, words + 5);
  EXPECT_EQ(lanes(w), std::vector<std::uint16_t>(n, 5));
  asc_loadalign_brc_datablock(w, words + 16);
  EXPECT_EQ(lanes(w)[n - 1], 31);
  asc_loadalign_brc_elem2datablock(w, words);
  EXPECT_EQ(lanes(w)[n - 1], n / 16 - 1);
  asc_loadalign_upsample(b, bytes);
  EXPECT_EQ(lanes(b)[5], 2);
  asc_loadalign_downsample(b, bytes);
  EXPECT_EQ(lanes(b)[5], 10);
  asc_loadalign_unpack(b, bytes);
  EXPECT_EQ(lanes(b)[10], 5);
  EXPECT_EQ(lanes(b)[11], 0);
  asc_loadalign_unpack4(b, bytes);
  EXPECT_EQ(lanes(b)[20], 5);
  asc_loadalign_deintlv(w, w1, words);
  EXPECT_EQ(lanes(w)[3], 6);
  EXPECT_EQ(lanes(w1)[3], 7);
  vector_load_unalign stream;
  asc_loadunalign_pre(stream, words + 3);
  asc_loadunalign(w, stream, words + 3);
  EXPECT_EQ(lanes(w)[0], 3);
  asc_load(w, words + 5);
  EXPECT_EQ(lanes(w)[1], 6);
}

TEST_P(CApi, StoresOfEveryKind) {
  const auto n = static_cast<std::uint32_t>(k.lanes(4));
  vector_uint32_t v;
  vector_uint32_t w;
  asc_loadalign(v, counted<std::uint32_t>(4096));
  asc_add_scalar(w, v, 100, asc_create_mask_b32(PAT_ALL));
  const vector_bool all = asc_create_mask_b32(PAT_ALL);
  auto* const to = k.at<std::uint32_t>(8192);
  asc_storealign(to, v, all);
  EXPECT_EQ(k.get<std::uint32_t>(8192, n)[n - 1], n - 1);
  asc_storealign_pack(to, v, all);
  EXPECT_EQ(k.get<std::uint16_t>(8192, n)[n - 1], n - 1);
  asc_storealign_pack_quarter(to, v, all);
  EXPECT_EQ(k.get<std::uint8_t>(8192, n)[n - 1], n - 1);
  asc_storealign_intlv(to, v, w);
  EXPECT_EQ(k.get<std::uint32_t>(8192, 4), (std::vector<std::uint32_t>{0, 100, 1, 101}));
  asc_storealign_1st(to, w);
  EXPECT_EQ(k.get<std::uint32_t>(8192, 2), (std::vector<std::uint32_t>{100, 100}));
  std::uint32_t* moving = to;
  asc_storealign_postupdate(moving, v, static_cast<std::int32_t>(n), all);
  EXPECT_EQ(moving, to + n);
  asc_store(to + 1, w, 2);
  EXPECT_EQ(k.get<std::uint32_t>(8192, 4), (std::vector<std::uint32_t>{0, 100, 101, 3}));
  asc_storealign(k.at<std::uint8_t>(8192), asc_create_mask_b32(PAT_VL2));
  EXPECT_EQ(k.get<std::uint8_t>(8192, 2), (std::vector<std::uint8_t>{0x11, 0}));
}

TEST_P(CApi, StreamsKnowTheirLength) {
  vector_uint32_t v;
  asc_loadalign(v, counted<std::uint32_t>(4096));
  auto* const to = k.at<std::uint32_t>(8192);
  vector_store_unalign stream;
  asc_clear_ar_spr();
  EXPECT_EQ(asc_get_squeeze_status(), 0);
  std::vector<std::uint32_t> expected;
  for (int round = 0; round < 5; ++round) {
    vector_bool mask;
    asc_lt_scalar(mask, v, static_cast<std::uint32_t>(round), asc_create_mask_b32(PAT_ALL));
    vector_uint32_t kept;
    asc_squeeze_with_status(kept, v, mask);
    for (int i = 0; i < round; ++i) expected.push_back(static_cast<std::uint32_t>(i));
    // The length right after the squeeze, before and after its bytes are stored.
    EXPECT_EQ(asc_get_squeeze_status(), static_cast<std::int64_t>(4 * expected.size()));
    if (round % 2 == 0) {
      asc_storeunalign_postupdate(to, stream, kept);
    } else {  // the store of another API takes the bytes, too
      AscendC::Reg::StoreUnAlign(to, kept, stream);
    }
    EXPECT_EQ(asc_get_squeeze_status(), static_cast<std::int64_t>(4 * expected.size()));
  }
  asc_storeunalign_post(to, stream);
  EXPECT_EQ(k.get<std::uint32_t>(8192, expected.size()), expected);
  // A new kernel knows nothing of a squeeze that was not stored.
  vector_uint32_t kept;
  asc_squeeze_with_status(kept, v, asc_create_mask_b32(PAT_ALL));
  EXPECT_EQ(asc_get_squeeze_status(),
            static_cast<std::int64_t>(4 * expected.size() + 4 * k.lanes(4)));
  k.unit.launch();
  EXPECT_EQ(asc_get_squeeze_status(), 0);
}

TEST_P(CApi, StreamsWithCounts) {
  vector_uint16_t v;
  asc_loadalign(v, counted<std::uint16_t>(4096));
  std::uint16_t* moving = k.at<std::uint16_t>(8192) + 1;
  vector_store_unalign stream;
  asc_storeunalign_postupdate(moving, stream, v, 3);
  asc_storeunalign_postupdate(moving, stream, v, 2);
  EXPECT_EQ(moving, k.at<std::uint16_t>(8192) + 6);
  asc_storeunalign_post(moving, stream, 0);
  EXPECT_EQ(k.get<std::uint16_t>(8194, 5), (std::vector<std::uint16_t>{0, 1, 2, 0, 1}));
}

TEST_P(CApi, Calculations) {
  const vector_bool all = asc_create_mask_b32(PAT_ALL);
  vector_float x;
  asc_loadalign(x, counted<float>(4096));
  vector_float y;
  asc_mul_scalar(y, x, -0.5F, all);
  asc_madd(y, x, x, all);  // x - x * x / 2
  EXPECT_EQ(lanes(y)[6], -12.0F);
  vector_bool positive;
  asc_gt_scalar(positive, y, 0, all);
  vector_float z;
  asc_select(z, y, x, positive);
  EXPECT_EQ(lanes(z)[1], 0.5F);
  EXPECT_EQ(lanes(z)[6], 6.0F);
  asc_reduce_max(z, y, all);
  EXPECT_EQ(lanes(z)[0], 0.5F);
  vector_int32_t shifted;
  asc_shiftright_scalar(shifted, (vector_int32_t)x, 23, all);
  EXPECT_EQ(lanes(shifted)[2], 128);
  vector_int32_t down;
  asc_arange_descend(down, 1);
  EXPECT_EQ(lanes(down).back(), 1);
  vector_bool both;
  asc_not(both, positive, all);
  asc_and(both, both, positive, all);
  asc_duplicate_scalar(z, 7, both);
  EXPECT_EQ(lanes(z), std::vector<float>(k.lanes(4), 0.0F));
  vector_bool part;
  asc_copy(part, (vector_uint32_t)x, 0);
  EXPECT_EQ(error_of([&] { asc_copy(part, (vector_uint32_t)x, 32); })->api(), "asc_copy");
}

TEST_P(CApi, ConversionsByName) {
  const vector_bool all = asc_create_mask_b32(PAT_ALL);
  vector_float x;
  asc_loadalign(x, counted<float>(4096));
  asc_mul_scalar(x, x, 0.5F, all);
  vector_int32_t i;
  asc_float2int32_rn(i, x, all);
  EXPECT_EQ(lanes(i)[5], 2);
  asc_float2int32_rna(i, x, all);
  EXPECT_EQ(lanes(i)[5], 3);
  asc_float2int32_rd_sat(i, x, all);
  EXPECT_EQ(lanes(i)[5], 2);
  vector_half h;
  asc_float2half_rz_v2(h, x, all);
  EXPECT_EQ(static_cast<float>(lanes(h)[11]), 2.5F);
  EXPECT_EQ(static_cast<float>(lanes(h)[10]), 0.0F);
  vector_float back;
  asc_half2float_v2(back, h, asc_create_mask_b16(PAT_ALL));
  EXPECT_EQ(lanes(back), lanes(x));
  vector_uint8_t bytes;
  asc_add_scalar(i, i, 254, all);
  asc_int322uint8_v3(bytes, i, all);
  EXPECT_EQ(lanes(bytes)[4 * 5 + 2], 0);
  asc_int322uint8_sat_v3(bytes, i, all);
  EXPECT_EQ(lanes(bytes)[4 * 5 + 2], 255);
  asc_ceil(x, x, all);
  EXPECT_EQ(lanes(x)[5], 3.0F);
}

UbArray<std::uint32_t, 3> global_array;

TEST_P(CApi, ArraysInUb) {
  float* global_begin = nullptr;
  {
    const UbArray<float, 9> first;  // 36 bytes: 64
    const UbArray<half, 5> second;
    float* const begin = first;
    EXPECT_EQ(k.unit.address(begin, "test"), 0U);
    EXPECT_EQ(k.unit.address(second, "test"), 64U);
    EXPECT_EQ(&first[2], begin + 2);
    EXPECT_EQ((half*)first, static_cast<void*>(begin));
    first[3] = 2.5F;
    EXPECT_EQ(first[3] + 1, 3.5F);
    EXPECT_EQ(k.get<float>(12, 1)[0], 2.5F);
    // A global one takes a place in each unit at its first use.
    EXPECT_EQ(k.unit.address(global_array, "test"), 96U);
    global_begin = first;
  }
  const UbArray<std::uint8_t, 32> again;
  EXPECT_EQ(static_cast<void*>(again), static_cast<void*>(global_begin));
  EXPECT_EQ(k.unit.address(global_array, "test"), 96U);
  const auto error = error_of([] { const UbArray<float, (1U << 20)> large; });
  EXPECT_NE(std::string(error->what()).find(": expected at most"), std::string::npos);
}

TEST_P(CApi, CopiesKeepTheirPlace) {
  const auto n = static_cast<std::uint32_t>(k.lanes(4));
  std::vector<std::uint32_t> from(2 * n);
  std::iota(from.begin(), from.end(), 1U);
  std::vector<std::uint32_t> to(2 * n, 0);
  const UbArray<std::uint32_t, 512> local;
  const vector_bool all = asc_create_mask_b32(PAT_ALL);
  for (std::uint32_t i = 0; i < 2; ++i) {  // the same place in UB twice
    vector_uint32_t v;
    asc_copy_gm2ub_align((std::uint32_t*)local, from.data() + i * n, 4 * n);
    asc_loadalign(v, (std::uint32_t*)local);
    asc_add_scalar(v, v, 10, all);
    asc_storealign((std::uint32_t*)local, v, all);
    asc_copy_ub2gm(to.data() + i * n, local, 4 * n);
  }
  asc_sync();
  for (auto& value : from) value += 10;
  EXPECT_EQ(to, from);
  // Blocks with strides and padding.
  asc_set_copy_pad_val(std::uint32_t{7});
  asc_copy_gm2ub_align((std::uint32_t*)local, from.data(), 2, 12, 1, 0, true,
                       asc_load_l2_cache_mode::NORMAL_FIRST_VICTIM, 16, 32);
  EXPECT_EQ(k.get<std::uint32_t>(0, 4), (std::vector<std::uint32_t>{7, from[0], from[1], from[2]}));
  EXPECT_EQ(k.get<std::uint32_t>(32, 4),
            (std::vector<std::uint32_t>{7, from[4], from[5], from[6]}));
  asc_copy_gm2ub_align((std::uint32_t*)local, from.data(), 1, 12, 1, 0, false,
                       asc_load_l2_cache_mode::NORMAL_FIRST_VICTIM, 16, 32);
  EXPECT_EQ(k.get<std::uint32_t>(0, 4),
            (std::vector<std::uint32_t>{from[0], from[0], from[1], from[2]}));
}

TEST_P(CApi, OffsetsOfLoopsAreRejected) {
  EXPECT_EQ(error_of([] { asc_update_addr_reg_b16(64U); })->api(), "asc_update_addr_reg_b16");
}

}  // namespace
