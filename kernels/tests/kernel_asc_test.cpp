// SPDX-License-Identifier: Apache-2.0
// The C API: every overload with values that tell the types apart, and what its errors say.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "gsq/kernel/asc.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

class AscCalls : public OnEveryVectorLength {};
INSTANTIATE_TEST_SUITE_P(Lengths, AscCalls, ::testing::ValuesIn(kernel_configs()), config_name);

/// The unsigned number of as many bytes.
template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;

/// `count` elements whose bytes all differ from their neighbours' and have their sign bit set in
/// every second element.
template <typename T>
std::vector<BitsOf<T>> elements(std::size_t count) {
  std::vector<BitsOf<T>> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t mixed = (i + 1) * 0x9e3779b1U;
    values[i] = static_cast<BitsOf<T>>((mixed >> 3 << 1 | 1) ^ (i % 2 << (8 * sizeof(T) - 1)));
  }
  return values;
}

constexpr std::uint32_t kTable = 0x1000;
constexpr std::uint32_t kIndex = 0x2000;
constexpr std::uint32_t kData = 0x3000;

/// asc_gather(vector D&, T*, vector I, mask): expects element index[i], zero-extended to a lane.
template <typename D, typename T, typename I>
void expect_gather_from_ub(KernelUnit& k) {
  using Lane = I;  // slots are as wide as indices
  const std::uint32_t lanes = k.lanes(sizeof(I));
  const auto table = elements<T>(3 * lanes + 1);
  k.put(kTable, table);
  std::vector<I> indices(lanes);
  for (std::uint32_t i = 0; i < lanes; ++i) indices[i] = static_cast<I>(3 * (lanes - i));

  kernel::asc::Vector<I> index;
  asc_loadalign(index, k.put(kIndex, indices));
  const vector_bool mask =
      sizeof(I) == 2 ? asc_create_mask_b16(Pat::M3) : asc_create_mask_b32(Pat::M3);
  kernel::asc::Vector<D> dst;
  asc_loadalign(dst, k.at<D>(kTable));  // so that zeros are written, not left over
  asc_gather(dst, k.at<T>(kTable), index, mask);

  std::vector<Lane> expected(lanes);
  for (std::uint32_t i = 0; i < lanes; i += 3) expected[i] = table[indices[i]];
  EXPECT_EQ(k.lanes_of<Lane>(dst.index("test")), expected);
}

TEST_P(AscCalls, GatherFromUb) {
  expect_gather_from_ub<std::int16_t, std::int8_t, std::uint16_t>(k);
  expect_gather_from_ub<std::uint16_t, std::uint8_t, std::uint16_t>(k);
  expect_gather_from_ub<std::int16_t, std::int16_t, std::uint16_t>(k);
  expect_gather_from_ub<std::uint16_t, std::uint16_t, std::uint16_t>(k);
  expect_gather_from_ub<std::int32_t, std::int32_t, std::uint32_t>(k);
  expect_gather_from_ub<std::uint32_t, std::uint32_t, std::uint32_t>(k);
  expect_gather_from_ub<half, half, std::uint16_t>(k);
  expect_gather_from_ub<float, float, std::uint32_t>(k);
  expect_gather_from_ub<bfloat16_t, bfloat16_t, std::uint16_t>(k);
  expect_gather_from_ub<fp8_e4m3fn_t, fp8_e4m3fn_t, std::uint16_t>(k);
  expect_gather_from_ub<fp8_e5m2_t, fp8_e5m2_t, std::uint16_t>(k);
  expect_gather_from_ub<fp8_e8m0_t, fp8_e8m0_t, std::uint16_t>(k);
}

/// asc_gather(vector T&, T*, vector I, mask) and the form that returns the same, of elements that
/// keep their type.
template <typename T, typename I>
void expect_returned_gather(KernelUnit& k) {
  expect_gather_from_ub<T, T, I>(k);
  kernel::asc::Vector<I> index;
  asc_loadalign(index, k.at<I>(kIndex));
  const vector_bool mask =
      sizeof(I) == 2 ? asc_create_mask_b16(Pat::VL4) : asc_create_mask_b32(Pat::VL4);
  kernel::asc::Vector<T> dst;
  asc_gather(dst, k.at<T>(kTable), index, mask);
  const auto expected = k.lanes_of<I>(dst.index("test"));
  const kernel::asc::Vector<T> same = asc_gather(k.at<T>(kTable), index, mask);
  EXPECT_EQ(k.lanes_of<I>(same.index("test")), expected);
}

TEST_P(AscCalls, GathersReturnTheirResult) {
  expect_returned_gather<std::int8_t, std::uint16_t>(k);
  expect_returned_gather<std::uint8_t, std::uint16_t>(k);
  expect_returned_gather<hifloat8_t, std::uint16_t>(k);
  expect_returned_gather<half, std::uint16_t>(k);
  expect_returned_gather<half, std::uint32_t>(k);
  expect_returned_gather<float, std::uint32_t>(k);
  vector_int32_t src;
  k.put(kTable, elements<std::int32_t>(k.lanes(4)));
  asc_loadalign(src, k.at<std::int32_t>(kTable));
  vector_uint32_t index;
  asc_loadalign(index, k.put<std::uint32_t>(kIndex, {5, 2, 0, 1, 9, 9, 3, 4}));
  vector_int32_t dst;
  asc_gather(dst, src, index);
  const vector_int32_t same = asc_gather(src, index);
  EXPECT_EQ(k.lanes_of<std::int32_t>(same.index("test")),
            k.lanes_of<std::int32_t>(dst.index("test")));
}

/// asc_gather(T*, T*, uint32_t*, …): from UB to UB, at byte offsets.
template <typename T>
void expect_gather_in_ub(KernelUnit& k) {
  using Bits = BitsOf<T>;
  const std::uint32_t lanes = k.lanes(sizeof(T));
  const auto table = elements<T>(2 * lanes);
  k.put(kTable, table);
  std::vector<std::uint32_t> offsets(2 * lanes);
  for (std::uint32_t i = 0; i < offsets.size(); ++i) {
    offsets[i] = (5 * i + 3) % (2 * lanes) * sizeof(T);
  }
  k.put(kIndex, offsets);
  const auto gathered = [&](std::uint32_t i) { return table[offsets[i] / sizeof(T)]; };
  const std::uint32_t count = lanes + 3;
  const std::vector<Bits> before(4 * lanes, 0x5a);
  for (const bool sync : {false, true}) {
    k.put(kData, before);
    std::vector<Bits> expected = before;
    for (std::uint32_t i = 0; i < count; ++i) expected[i] = gathered(i);
    if (sync) {
      asc_gather_sync(k.at<T>(kData), k.at<T>(kTable), k.at<std::uint32_t>(kIndex), count);
    } else {
      asc_gather(k.at<T>(kData), k.at<T>(kTable), k.at<std::uint32_t>(kIndex), count);
    }
    ASSERT_EQ(k.get<Bits>(kData, expected.size()), expected);
  }
  k.put(kData, before);
  const std::uint32_t blocks = k.unit.config().vlen_bytes / 32;
  asc_gather(k.at<T>(kData), k.at<T>(kTable), k.at<std::uint32_t>(kIndex), 2 * blocks, 2);
  std::vector<Bits> expected = before;
  for (std::uint32_t i = 0; i < 2 * lanes; ++i) expected[i / lanes * lanes + i] = gathered(i);
  ASSERT_EQ(k.get<Bits>(kData, expected.size()), expected);
}

TEST_P(AscCalls, GathersInUb) {
  expect_gather_in_ub<std::int16_t>(k);
  expect_gather_in_ub<std::uint16_t>(k);
  expect_gather_in_ub<half>(k);
  expect_gather_in_ub<bfloat16_t>(k);
  expect_gather_in_ub<std::int32_t>(k);
  expect_gather_in_ub<std::uint32_t>(k);
  expect_gather_in_ub<float>(k);
  // Blocks, of which an iteration has as many as a vector.
  const std::uint32_t blocks = k.unit.config().vlen_bytes / 32;
  const auto table = elements<float>(16 * blocks);
  k.put(kTable, table);
  std::vector<std::uint32_t> offsets(2 * blocks);
  for (std::uint32_t i = 0; i < offsets.size(); ++i) offsets[i] = 32 * ((3 * i + 1) % (2 * blocks));
  k.put(kIndex, offsets);
  asc_gather_datablock(k.at<float>(kData), k.at<float>(kTable), k.at<std::uint32_t>(kIndex),
                       2 * blocks, 2, 2);
  const auto found = k.get<std::uint32_t>(kData, 32 * blocks);
  for (std::uint32_t i = 0; i < 16 * blocks; ++i) {
    EXPECT_EQ(found[i / 8 * 16 + i % 8], table[offsets[i / 8] / 4 + i % 8]) << i;
  }
}

TEST_P(AscCalls, GatherExtendsBytesByZeros) {
  const std::int8_t* const unused = k.put<std::int8_t>(kTable, {40, -40});
  ASSERT_NE(unused, nullptr);
  vector_uint16_t index;
  asc_loadalign(index, k.put<std::uint16_t>(kIndex, {1, 0, 1}));
  vector_int16_t dst;
  asc_gather(dst, k.at<std::int8_t>(kTable), index, asc_create_mask_b16(Pat::VL2));
  const auto lanes = k.lanes_of<std::int16_t>(dst.index("test"));
  EXPECT_EQ(lanes[0], 216);
  EXPECT_EQ(lanes[1], 40);
  EXPECT_EQ(lanes[2], 0);  // masked off
}

/// asc_gather(vector T&, vector T, vector I): indices up to the largest of I, modulo the lanes.
template <typename T, typename I>
void expect_gather_from_register(KernelUnit& k) {
  static_assert(sizeof(I) == sizeof(T));
  const std::uint32_t lanes = k.lanes(sizeof(T));
  const auto table = elements<T>(lanes);
  k.put(kTable, table);
  std::vector<I> indices(lanes);
  for (std::uint32_t i = 0; i < lanes; ++i) indices[i] = static_cast<I>(~I{0} - 5 * i);

  kernel::asc::Vector<T> src;
  kernel::asc::Vector<T> dst;
  kernel::asc::Vector<I> index;
  asc_loadalign(src, k.at<T>(kTable));
  asc_loadalign(index, k.put(kIndex, indices));
  asc_gather(dst, src, index);
  std::vector<BitsOf<T>> expected(lanes);
  for (std::uint32_t i = 0; i < lanes; ++i) expected[i] = table[indices[i] % lanes];
  EXPECT_EQ(k.lanes_of<BitsOf<T>>(dst.index("test")), expected);
}

TEST_P(AscCalls, GatherFromRegister) {
  expect_gather_from_register<std::int8_t, std::uint8_t>(k);
  expect_gather_from_register<std::uint8_t, std::uint8_t>(k);
  expect_gather_from_register<std::int16_t, std::uint16_t>(k);
  expect_gather_from_register<std::uint16_t, std::uint16_t>(k);
  expect_gather_from_register<std::int32_t, std::uint32_t>(k);
  expect_gather_from_register<std::uint32_t, std::uint32_t>(k);
  expect_gather_from_register<half, std::uint16_t>(k);
  expect_gather_from_register<bfloat16_t, std::uint16_t>(k);
  expect_gather_from_register<fp8_e4m3fn_t, std::uint8_t>(k);
  expect_gather_from_register<fp8_e5m2_t, std::uint8_t>(k);
  expect_gather_from_register<fp8_e8m0_t, std::uint8_t>(k);
}

TEST_P(AscCalls, GatherIntoItsOwnSource) {
  const std::uint32_t lanes = k.lanes(2);
  std::vector<std::uint16_t> values(lanes);
  for (std::uint32_t i = 0; i < lanes; ++i) values[i] = static_cast<std::uint16_t>(lanes - 1 - i);
  vector_uint16_t v;
  asc_loadalign(v, k.put(kTable, values));
  const vector_uint16_t copy = v;
  asc_gather(v, v, v);  // turned round twice
  for (std::uint32_t i = 0; i < lanes; ++i) {
    EXPECT_EQ(k.lanes_of<std::uint16_t>(v.index("test"))[i], i);
  }
  EXPECT_EQ(k.lanes_of<std::uint16_t>(copy.index("test")), values);
}

TEST_P(AscCalls, CopiesKeepWhatTheySee) {
  const auto values = elements<std::uint32_t>(k.lanes(4));
  k.put(kData, values);
  vector_uint32_t original;
  asc_loadalign(original, k.at<std::uint32_t>(kData));
  vector_uint32_t zero;
  asc_loadalign(zero, k.at<std::uint32_t>(kIndex));
  const vector_bool all = asc_create_mask_b32(Pat::ALL);
  k.put(kTable, std::vector<std::uint32_t>(k.lanes(4), 7));
  auto* const sevens = k.at<std::uint32_t>(kTable);
  const auto expect_kept = [&](auto&& write) {
    vector_uint32_t copy = original;
    write(copy);
    EXPECT_NE(k.lanes_of<std::uint32_t>(copy.index("test")), values);
    EXPECT_EQ(k.lanes_of<std::uint32_t>(original.index("test")), values);
  };
  expect_kept([&](auto& v) { asc_loadalign(v, sevens); });
  expect_kept([&](auto& v) { asc_gather(v, sevens, zero, all); });
  expect_kept([&](auto& v) { asc_gather(v, v, zero); });
  expect_kept([&](auto& v) { asc_gather_datablock(v, sevens, zero, all); });
  expect_kept([&](auto& v) { asc_squeeze(v, v, asc_create_mask_b32(Pat::M3)); });
  expect_kept([&](auto& v) { asc_unsqueeze(v, all); });
}

/// asc_scatter(T*, vector S, vector I, mask): the low sizeof(T) bytes of the lanes, lane 0 first.
template <typename T, typename S, typename I>
void expect_scatter(KernelUnit& k) {
  const std::uint32_t lanes = k.lanes(sizeof(I));
  const auto values = elements<I>(lanes);  // slots are as wide as indices
  std::vector<I> indices(lanes);
  // Places 1, 3, 5, …, each from two lanes; the higher wins.
  for (std::uint32_t i = 0; i < lanes; ++i) indices[i] = static_cast<I>(i % (lanes / 2) * 2 + 1);
  std::vector<BitsOf<T>> expected(lanes + 1, BitsOf<T>{0x5a});
  k.put(kTable, expected);
  for (std::uint32_t i = 0; i < lanes; i += 3) {
    expected[indices[i]] = static_cast<BitsOf<T>>(values[i]);
  }

  kernel::asc::Vector<S> src;
  kernel::asc::Vector<I> index;
  k.put(kData, values);
  asc_loadalign(src, k.at<S>(kData));
  asc_loadalign(index, k.put(kIndex, indices));
  const vector_bool mask =
      sizeof(I) == 2 ? asc_create_mask_b16(Pat::M3) : asc_create_mask_b32(Pat::M3);
  asc_scatter(k.at<T>(kTable), src, index, mask);
  EXPECT_EQ(k.get<BitsOf<T>>(kTable, expected.size()), expected);
}

TEST_P(AscCalls, Scatter) {
  expect_scatter<std::int8_t, std::int8_t, std::uint16_t>(k);
  expect_scatter<std::uint8_t, std::uint8_t, std::uint16_t>(k);
  expect_scatter<std::int16_t, std::int16_t, std::uint16_t>(k);
  expect_scatter<std::uint16_t, std::uint16_t, std::uint16_t>(k);
  expect_scatter<std::int32_t, std::int32_t, std::uint32_t>(k);
  expect_scatter<std::uint32_t, std::uint32_t, std::uint32_t>(k);
  expect_scatter<half, half, std::uint16_t>(k);
  expect_scatter<float, float, std::uint32_t>(k);
  expect_scatter<bfloat16_t, bfloat16_t, std::uint16_t>(k);
  expect_scatter<fp8_e4m3fn_t, fp8_e4m3fn_t, std::uint16_t>(k);
  expect_scatter<fp8_e5m2_t, fp8_e5m2_t, std::uint16_t>(k);
  expect_scatter<fp8_e8m0_t, fp8_e8m0_t, std::uint16_t>(k);
  expect_scatter<std::int8_t, std::int16_t, std::uint16_t>(k);
  expect_scatter<std::uint8_t, std::uint16_t, std::uint16_t>(k);
}

TEST_P(AscCalls, GatherBlocks) {
  const std::uint32_t blocks = GetParam().vlen_bytes / 32;
  const auto table = elements<half>((2 * blocks + 1) * 16);
  k.put(kTable, table);
  std::vector<std::uint32_t> offsets(k.lanes(4), 1);  // those above the blocks are not used
  for (std::uint32_t b = 0; b < blocks; ++b) offsets[b] = 64 * (blocks - b);
  vector_uint32_t index;
  asc_loadalign(index, k.put(kIndex, offsets));
  vector_half dst;
  asc_loadalign(dst, k.at<half>(kTable));
  asc_gather_datablock(dst, k.at<half>(kTable), index, asc_create_mask_b32(Pat::M3));
  std::vector<std::uint16_t> expected(k.lanes(2));
  for (std::uint32_t b = 0; b < blocks; b += 3) {
    for (std::uint32_t i = 0; i < 16; ++i) expected[16 * b + i] = table[offsets[b] / 2 + i];
  }
  EXPECT_EQ(k.lanes_of<std::uint16_t>(dst.index("test")), expected);
}

/// asc_squeeze and, with its counts, the way back by a register gather.
template <typename T, typename Count>
void expect_squeeze(KernelUnit& k) {
  const std::uint32_t lanes = k.lanes(sizeof(T));
  const auto values = elements<T>(lanes);
  k.put(kTable, values);
  kernel::asc::Vector<T> src;
  kernel::asc::Vector<T> dst;
  asc_loadalign(src, k.at<T>(kTable));
  const vector_bool mask = sizeof(T) == 1   ? asc_create_mask_b8(Pat::M3)
                           : sizeof(T) == 2 ? asc_create_mask_b16(Pat::M3)
                                            : asc_create_mask_b32(Pat::M3);
  asc_squeeze(dst, src, mask);
  std::vector<BitsOf<T>> packed(lanes);
  std::vector<Count> counts(lanes);
  for (std::uint32_t i = 0; i < lanes; ++i) {
    if (i % 3 == 0) packed[i / 3] = values[i];
    counts[i] = static_cast<Count>((i + 2) / 3);
  }
  EXPECT_EQ(k.lanes_of<BitsOf<T>>(dst.index("test")), packed);
  kernel::asc::Vector<Count> count;
  asc_unsqueeze(count, mask);
  EXPECT_EQ(k.lanes_of<Count>(count.index("test")), counts);
}

TEST_P(AscCalls, SqueezeAndUnsqueeze) {
  expect_squeeze<std::int8_t, std::int8_t>(k);
  expect_squeeze<std::uint8_t, std::uint8_t>(k);
  expect_squeeze<std::int16_t, std::int16_t>(k);
  expect_squeeze<std::uint16_t, std::uint16_t>(k);
  expect_squeeze<std::int32_t, std::int32_t>(k);
  expect_squeeze<std::uint32_t, std::uint32_t>(k);
  expect_squeeze<half, std::uint16_t>(k);
  expect_squeeze<float, std::uint32_t>(k);
  expect_squeeze<bfloat16_t, std::uint16_t>(k);
  expect_squeeze<fp8_e4m3fn_t, std::uint8_t>(k);
  expect_squeeze<fp8_e5m2_t, std::uint8_t>(k);
  expect_squeeze<fp8_e8m0_t, std::uint8_t>(k);
}

TEST_P(AscCalls, SqueezeLeavesTheStreamAlone) {
  vector_float v;
  const vector_bool all = asc_create_mask_b32(PAT_ALL);
  for (int i = 0; i < 3; ++i) asc_squeeze(v, v, all);
  Command get;
  get.op = Opcode::GetSpr;
  EXPECT_EQ(k.unit.issue_and_wait(get, "get_spr").info, 0U);
}

/// Which of `lanes` lanes a pattern selects, by the words of its description.
bool selects(const std::string& pattern, std::uint32_t lane, std::uint32_t lanes) {
  if (pattern == "ALL") return true;
  if (pattern == "ALLF") return false;
  if (pattern == "H") return lane < lanes / 2;
  if (pattern == "Q") return lane < lanes / 4;
  const auto number =
      static_cast<std::uint32_t>(std::stoul(pattern.substr(pattern[0] == 'V' ? 2 : 1)));
  return pattern[0] == 'V' ? lane < number : lane % number == 0;
}

template <typename T>
void expect_patterns(KernelUnit& k, vector_bool (*create)(Pat)) {
  struct Named {
    const char* name;
    Pat pattern;
    Pat constant;
  };
  constexpr Named kPatterns[] = {{"ALL", Pat::ALL, PAT_ALL},    {"VL1", Pat::VL1, PAT_VL1},
                                 {"VL2", Pat::VL2, PAT_VL2},    {"VL3", Pat::VL3, PAT_VL3},
                                 {"VL4", Pat::VL4, PAT_VL4},    {"VL8", Pat::VL8, PAT_VL8},
                                 {"VL16", Pat::VL16, PAT_VL16}, {"VL32", Pat::VL32, PAT_VL32},
                                 {"VL64", Pat::VL64, PAT_VL64}, {"VL128", Pat::VL128, PAT_VL128},
                                 {"M3", Pat::M3, PAT_M3},       {"M4", Pat::M4, PAT_M4},
                                 {"H", Pat::H, PAT_H},          {"Q", Pat::Q, PAT_Q},
                                 {"ALLF", Pat::ALLF, PAT_ALLF}};
  const std::uint32_t lanes = k.lanes(sizeof(T));
  const auto values = elements<T>(lanes);
  k.put(kTable, values);
  kernel::asc::Vector<T> v;
  asc_loadalign(v, k.at<T>(kTable));
  for (const Named& named : kPatterns) {
    EXPECT_EQ(named.pattern, named.constant) << named.name;
    std::vector<T> expected(lanes, T{0x5a});
    k.put(kData, expected);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      if (selects(named.name, i, lanes)) expected[i] = values[i];
    }
    asc_storealign(k.at<T>(kData), v, create(named.pattern));
    EXPECT_EQ(k.get<T>(kData, lanes), expected) << named.name;
  }
}

TEST_P(AscCalls, MasksOfEveryPatternByStores) {
  expect_patterns<std::uint8_t>(k, [](Pat pattern) { return asc_create_mask_b8(pattern); });
  expect_patterns<std::uint16_t>(k, [](Pat pattern) { return asc_create_mask_b16(pattern); });
  expect_patterns<std::uint32_t>(k, [](Pat pattern) { return asc_create_mask_b32(pattern); });
}

TEST_P(AscCalls, NothingWaitsUntilAResultIsNeeded) {
  k.unit.take_completions();
  vector_half v;
  vector_uint16_t index;
  asc_loadalign(index, (__ubuf__ std::uint16_t*)asc_get_phy_buf_addr(kIndex));
  asc_gather(v, (__ubuf__ half*)asc_get_phy_buf_addr(1), index, asc_create_mask_b16(Pat::ALL));
  asc_squeeze(v, v, asc_create_mask_b16(Pat::ALL));
  // The gather failed before; the next wait reports it.
  const auto error = error_of([&] { k.unit.wait(); });
  EXPECT_EQ(error->api(), "asc_gather");
  EXPECT_EQ(error->status(), Status::ErrAlign);
}

TEST_P(AscCalls, ErrorsNameCallLaneAndAddress) {
  const std::uint32_t end = GetParam().ub_bytes;
  vector_uint32_t index;
  asc_loadalign(index, k.put<std::uint32_t>(kIndex, {0, 7, 8, 9, 10}));
  const vector_bool four = asc_create_mask_b32(Pat::VL4);
  auto* const near_end = (__ubuf__ float*)asc_get_phy_buf_addr(end - 32);

  const auto gather = error_of([&] {
    vector_float v;
    asc_gather(v, near_end, index, four);
    k.unit.wait();
  });
  EXPECT_EQ(gather->api(), "asc_gather");
  EXPECT_EQ(gather->status(), Status::ErrBounds);
  EXPECT_EQ(gather->lane(), 2U);
  EXPECT_EQ(gather->address(), end);
  EXPECT_NE(std::string(gather->what()).find("asc_gather"), std::string::npos);
  EXPECT_NE(std::string(gather->what()).find("lane 2"), std::string::npos);

  const auto scatter = error_of([&] {
    vector_float v;
    asc_scatter(near_end, v, index, four);
    k.unit.wait();
  });
  EXPECT_EQ(scatter->api(), "asc_scatter");
  EXPECT_EQ(scatter->lane(), 2U);
  EXPECT_EQ(scatter->address(), end);

  const std::uint32_t last = GetParam().vlen_bytes / 32 - 1;
  std::vector<std::uint32_t> offsets(last + 1);
  offsets[last] = 64;
  asc_loadalign(index, k.put(kIndex, offsets));
  const auto block = error_of([&] {
    vector_float v;
    asc_gather_datablock(v, near_end, index, asc_create_mask_b32(Pat::ALL));
    k.unit.wait();
  });
  EXPECT_EQ(block->api(), "asc_gather_datablock");
  EXPECT_EQ(block->lane(), last);
  EXPECT_EQ(block->address(), end + 32);
}

TEST_P(AscCalls, ErrorsOfAddresses) {
  vector_float v;
  const auto load = error_of([&] {
    asc_loadalign(v, (__ubuf__ float*)asc_get_phy_buf_addr(16));
    k.unit.wait();
  });
  EXPECT_EQ(load->api(), "asc_loadalign");
  EXPECT_EQ(load->status(), Status::ErrAlign);
  EXPECT_EQ(load->address(), 16U);

  const auto store = error_of([&] {
    asc_storealign((__ubuf__ float*)asc_get_phy_buf_addr(GetParam().ub_bytes), v,
                   asc_create_mask_b32(Pat::ALL));
    k.unit.wait();
  });
  EXPECT_EQ(store->api(), "asc_storealign");
  EXPECT_EQ(store->status(), Status::ErrBounds);

  const auto beyond = error_of([&] { asc_get_phy_buf_addr(GetParam().ub_bytes + 1); });
  EXPECT_EQ(beyond->api(), "asc_get_phy_buf_addr");
  EXPECT_EQ(beyond->address(), GetParam().ub_bytes + 1);

  float elsewhere = 0;
  const auto foreign = error_of([&] { asc_loadalign(v, &elsewhere); });
  EXPECT_EQ(foreign->api(), "asc_loadalign");
}

TEST(AscRegisters, GiveThemselvesBack) {
  KernelUnit k(full_config());
  for (int round = 0; round < 2; ++round) {
    std::vector<vector_float> taken(40);
    EXPECT_EQ(k.unit.registers()->free_count(kernel::RegisterFile::kVector),
              32U);  // they are not used
    for (vector_float& each : taken) asc_loadalign(each, k.at<float>(0));
    EXPECT_EQ(k.unit.registers()->free_count(kernel::RegisterFile::kVector), 0U);
  }
  EXPECT_EQ(k.unit.registers()->free_count(kernel::RegisterFile::kVector), 32U);
}

// Overloads that the original does not have: no register gather of float, no signed index.
template <typename... Args>
auto has_gather(int, Args&&... args) -> decltype(asc_gather(args...), true) {
  return true;
}
template <typename... Args>
bool has_gather(long, Args&&... /*args*/) {
  return false;
}

TEST(AscOverloads, AreThoseOfTheDocument) {
  KernelUnit k(full_config());
  vector_float f;
  vector_half h;
  vector_int16_t s;
  vector_uint32_t u32;
  vector_uint16_t u16;
  const vector_bool mask;
  EXPECT_TRUE(has_gather(0, h, h, u16));
  EXPECT_FALSE(has_gather(0, f, f, u32));
  EXPECT_FALSE(has_gather(0, h, h, s));
  EXPECT_FALSE(has_gather(0, h, h, u32));
  float* const from = nullptr;
  EXPECT_TRUE(has_gather(0, f, from, u32, mask));
  EXPECT_FALSE(has_gather(0, f, from, u16, mask));
  EXPECT_FALSE(has_gather(0, h, from, u16, mask));
}

}  // namespace
}  // namespace gsq::testing
