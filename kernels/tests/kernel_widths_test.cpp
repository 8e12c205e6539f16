// SPDX-License-Identifier: Apache-2.0
// Numbers in the calls of the kernel APIs that have more bits than the original's parameter: they
// mean what they say, or are an error, and never what is left of them in 8, 16 or 32 bits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "gsq/foreign/foreign_launch.hpp"
#include "gsq/kernel/asc.hpp"
#include "gsq/kernel/ascend.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using AscendC::LocalTensor;

constexpr std::uint32_t kTooWide16 = 0x10000;  // 0 in 16 bits
constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();

class Wide : public ::testing::Test {
 protected:
  Wide() {
    std::iota(words.begin(), words.end(), 1);
    k.put(kSrc, words);
  }

  /// The call is an error of this status, at once or with the next wait, and UB stays as it is.
  template <typename F>
  void expect_error(F&& call, Status status, const char* text) {
    const auto before = k.unit.read_ub(0, kEnd, "before");
    const auto error = error_of([&] {
      call();
      k.unit.wait();
    });
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->status(), status) << error->what();
    EXPECT_NE(std::string(error->what()).find(text), std::string::npos) << error->what();
    EXPECT_TRUE(k.unit.read_ub(0, kEnd, "after") == before);
  }

  std::vector<std::int32_t> ub(std::uint32_t address, std::size_t count) {
    return k.get<std::int32_t>(address, count);
  }

  static constexpr std::uint32_t kSrc = 0x1000;
  static constexpr std::uint32_t kDst = 0x4000;
  static constexpr std::uint32_t kEnd = 0x40000;

  KernelUnit k{full_config()};
  std::vector<std::int32_t> words = std::vector<std::int32_t>(128);
  LocalTensor<std::int32_t> src{kSrc, 128};
  LocalTensor<std::int32_t> dst{kDst, 128};
};

TEST_F(Wide, StridesOf256BlocksAndMore) {
  // Of one lane of each iteration, 8 kB and 9 kB apart.
  const std::uint64_t lane = 1;
  for (const std::uint32_t blocks : {256U, 300U}) {
    SCOPED_TRACE(blocks);
    const std::uint32_t second = kDst + blocks * 32;
    const auto expect = [&](std::int32_t first_value, std::int32_t second_value) {
      k.unit.wait();
      EXPECT_EQ(ub(kDst, 1).front(), first_value);
      EXPECT_EQ(ub(second, 1).front(), second_value);
      k.put(kDst, std::vector<std::int32_t>{0});
      k.put(second, std::vector<std::int32_t>{0});
    };
    AscendC::Add(dst, src, src, lane, 2, {1, 1, 1, blocks, 1, 1});
    expect(2, 18);
    AscendC::Sub(dst, src, src[0], lane, 2, {1, 1, 1, blocks, 1, 0});
    expect(0, 8);
    AscendC::Adds(dst, src, 1, lane, 2, {1, 1, blocks, 1});
    expect(2, 10);
    AscendC::Copy(dst, src, lane, 2, {1, 1, blocks, 1});
    expect(1, 9);
    AscendC::Duplicate(dst, 7, lane, 2, 1, blocks);
    expect(7, 7);
    k.put(0, std::vector<std::uint32_t>(128, 4));
    AscendC::Gather(dst, src, LocalTensor<std::uint32_t>(0, 128), 0, lane, 2, blocks);
    expect(2, 2);
    AscendC::Scatter(dst, src, LocalTensor<std::uint32_t>(0, 128), 0, lane, 2, blocks);
    EXPECT_EQ(ub(kDst + 4, 1).front(), ub(kSrc + blocks * 32, 1).front());  // the later one
    AscendC::Brcb(dst, src, 2, {0, blocks});
    expect(8, 16);
    std::uint64_t kept = 0;
    AscendC::GatherMask(dst, src, 7, true, 1, {1, 2, blocks, 0}, kept);
    EXPECT_EQ(ub(kDst, 2), (std::vector<std::int32_t>{1, ub(kSrc + blocks * 32, 1).front()}));
    k.put(kDst, std::vector<std::int32_t>(2, 0));
    // Blocks of one iteration.
    const std::uint64_t two_blocks[] = {0x101, 0};
    AscendC::Add(dst, src, src, two_blocks, 1, {blocks, 1, 1, 8, 8, 8});
    expect(2, 18);
    AscendC::Subs(dst, src, 1, two_blocks, 1, {blocks, 1, 8, 8});
    expect(0, 8);
  }
}

TEST_F(Wide, StridesThatNoCommandHoldsAreErrors) {
  const std::uint64_t lane = 1;
  expect_error(
      [&] {
        AscendC::Add(dst, src, src, lane, 1, {kTooWide16, 1, 1, 8, 8, 8});
      },
      Status::ErrParam, "65536");
  expect_error(
      [&] {
        AscendC::Copy(dst, src, lane, 1, {1, kTooWide16, 8, 8});
      },
      Status::ErrParam, "65536");
  // Addresses that are legal in their lowest 32 bits.
  expect_error(
      [&] {
        AscendC::Abs(dst, src, lane, 2, {1, 1, 1U << 27, 8});
      },
      Status::ErrBounds, "0x100004000");
  expect_error(
      [&] {
        AscendC::Muls(dst, src, 2, lane, 2, {1, 1, 1U << 27, 8});
      },
      Status::ErrBounds, "leave UB");
  expect_error(
      [&] {
        AscendC::Gatherb(dst, src, src.ReinterpretCast<std::uint32_t>(), 2, {1, 1U << 27});
      },
      Status::ErrBounds, "0x100004000");
  std::uint64_t kept = 0;
  expect_error(
      [&] {
        AscendC::GatherMask(dst, src, 7, true, 1, {1, 2, 1U << 27, 0}, kept);
      },
      Status::ErrBounds, "0x100001000");
  expect_error(
      [&] {
        AscendC::GatherMask(dst, src, 256 + 7, true, 1, {1, 1, 8, 0}, kept);
      },
      Status::ErrParam, "263");
}

TEST_F(Wide, NumbersOfIterations) {
  const std::uint64_t lane = 1;
  expect_error(
      [&] {
        AscendC::Add(dst, src, src, lane, kTooWide16, {1, 1, 1, 0, 0, 0});
      },
      Status::ErrParam, "found 65536");
  expect_error(
      [&] {
        AscendC::Sub(dst, src, src, lane, kMost, {1, 1, 1, 0, 0, 0});
      },
      Status::ErrParam, "found 4294967295");
  std::uint64_t kept = 0;
  expect_error(
      [&] {
        AscendC::GatherMask(dst, src, 7, true, 1, {1, kTooWide16, 0, 0}, kept);
      },
      Status::ErrParam, "found 65536");
  expect_error(
      [&] {
        AscendC::Gatherb(dst, src, src.ReinterpretCast<std::uint32_t>(), kTooWide16, {1, 8});
      },
      Status::ErrParam, "found 65536");
  expect_error(
      [&] {
        AscendC::ReduceSum(dst.ReinterpretCast<float>(), src.ReinterpretCast<float>(),
                           src.ReinterpretCast<float>(), lane, -1, 8);
      },
      Status::ErrParam, "found -1");
  // 1,000 are, though the documents have 255 at most.
  AscendC::Add(dst, dst, src, lane, 1000, {1, 1, 1, 0, 0, 0});
  EXPECT_EQ(ub(kDst, 1).front(), 1000);
}

TEST_F(Wide, CountsOfElements) {
  expect_error([&] { AscendC::Add(dst, src, src, -1); }, Status::ErrParam, "found -1");
  expect_error([&] { AscendC::Muls(dst, src, 2, -1); }, Status::ErrParam, "found -1");
  expect_error([&] { AscendC::Interleave(dst, dst, src, src, -1); }, Status::ErrParam, "found -1");
  expect_error([&] { AscendC::SetVectorMask<int>(-1); }, Status::ErrParam, "found -1");
  // 2^30 elements have 2^32 bytes.
  constexpr std::uint32_t kWraps = 1U << 30;
  expect_error([&] { AscendC::Copy(dst, src, kWraps); }, Status::ErrBounds, "1073741824");
  expect_error([&] { AscendC::DataCopy(dst, src, kWraps); }, Status::ErrBounds, "0x100000000");
  expect_error([&] { AscendC::CreateVecIndex(dst, 0, kWraps); }, Status::ErrBounds, "4294967296");
  AscendC::SetMaskCount();
  AscendC::SetVectorMask<int, AscendC::MaskMode::COUNTER>(0, std::uint64_t{1} << 38);
  expect_error(
      [&] {
        AscendC::Abs<int, false>(dst, src, AscendC::MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
      },
      Status::ErrBounds, "274877906944");
  AscendC::SetMaskNorm();
  expect_error([&] { static_cast<void>(src[std::uint64_t{1} << 32]); }, Status::ErrBounds,
               "4294967296");
}

TEST_F(Wide, BlocksOfCopies) {
  std::vector<std::int32_t> memory(64, 5);
  AscendC::GlobalTensor<std::int32_t> global;
  global.SetGlobalBuffer(memory.data());
  const auto expect_bounds = [&](auto&& call) { expect_error(call, Status::ErrBounds, "UB"); };
  expect_bounds([&] { AscendC::DataCopy(dst, src, AscendC::DataCopyParams(kTooWide16, 1, 0, 0)); });
  expect_bounds([&] { AscendC::DataCopy(dst, src, AscendC::DataCopyParams(1, kTooWide16, 0, 0)); });
  expect_bounds([&] { AscendC::DataCopy(dst, src, AscendC::DataCopyParams(2, 1, 0, kTooWide16)); });
  expect_bounds(
      [&] { AscendC::DataCopy(dst, global, AscendC::DataCopyParams(1, 1U << 27, 0, 0)); });
  expect_bounds([&] {
    AscendC::DataCopyPad(dst, global, AscendC::DataCopyExtParams{kTooWide16, 32, 0, 0, 0},
                         AscendC::DataCopyPadExtParams<std::int32_t>{});
  });
  expect_bounds([&] {
    AscendC::DataCopyPad(dst, global, AscendC::DataCopyExtParams{1, 32, 0, 0, 0},
                         AscendC::DataCopyPadExtParams<std::int32_t>{true, 1U << 30, 0, 0});
  });
  AscendC::SetLoopModePara({2, 1, 0, std::uint64_t{1} << 32, 0, 0},
                           AscendC::DataCopyMVType::OUT_TO_UB);
  k.put(kDst, std::vector<std::int32_t>(8, 5));  // what the first turn copies
  expect_bounds([&] { AscendC::DataCopy(dst, global, 8); });
  AscendC::ResetLoopModePara(AscendC::DataCopyMVType::OUT_TO_UB);
  // As many elements of padding as do not fit 8 bits.
  AscendC::DataCopyPad(dst, global, AscendC::DataCopyExtParams{1, 32, 0, 0, 0},
                       AscendC::DataCopyPadExtParams<std::int32_t>{true, 256, 0, 9});
  EXPECT_EQ(ub(kDst, 256), std::vector<std::int32_t>(256, 9));
  EXPECT_EQ(ub(kDst + 1024, 8), std::vector<std::int32_t>(8, 5));
}

TEST_F(Wide, PlacesOfBuffers) {
  AscendC::TPipe pipe;
  AscendC::TBuf<> buffer;
  pipe.InitBuffer(buffer, 512);
  pipe.InitBuffer(buffer, 512);  // at 512: an offset of 2^32 - 512 would be 0
  expect_error([&] { static_cast<void>(buffer.GetWithOffset<float>(1, 0U - 512)); },
               Status::ErrBounds, "0x100000000");
}

TEST_F(Wide, CApi) {
  auto* const to = k.at<std::int32_t>(kDst);
  auto* const from = k.at<std::int32_t>(kSrc);
  const auto expect_bounds = [&](auto&& call) { expect_error(call, Status::ErrBounds, "UB"); };
  expect_bounds([&] { asc_copy_ub2ub(to, from, kTooWide16, 1, 0, 0); });
  expect_bounds([&] { asc_copy_ub2ub(to, from, 1, kTooWide16, 0, 0); });
  expect_bounds([&] { asc_copy_ub2ub(to, from, 2, 1, kTooWide16, 0); });
  expect_bounds([&] { asc_copy_ub2ub(to, from, 2, 1, 0, (1U << 27) - 1); });
  expect_bounds([&] { asc_copy_gm2ub(to, words.data(), kTooWide16, 32, 0, 32); });
  vector_int32_t data;
  const vector_bool all = asc_create_mask_b32(PAT_ALL);
  asc_loadalign(data, from);
  expect_error([&] { asc_loadalign(data, from, kTooWide16, 0, all); }, Status::ErrParam, "65536");
  auto* into = to;
  expect_error([&] { asc_storealign_postupdate(into, data, kTooWide16, 0, all); }, Status::ErrParam,
               "65536");
  vector_bool mask;
  expect_error([&] { asc_copy(mask, data, kTooWide16); }, Status::ErrParam, "65536");
  vector_int32_t shifted;
  asc_shiftleft_scalar(shifted, data, kTooWide16, all);  // by 0 it would be `data`
  EXPECT_EQ(k.lanes_of<std::int32_t>(shifted.index("test")), std::vector<std::int32_t>(64, 0));
  asc_shiftright_scalar(shifted, data, kTooWide16, all);
  EXPECT_EQ(k.lanes_of<std::int32_t>(shifted.index("test")), std::vector<std::int32_t>(64, 0));
  EXPECT_EQ(AscendC::Reg::CreateAddrReg<std::uint8_t>(kTooWide16, 3).bytes(), 3 * kTooWide16);
}

TEST_F(Wide, GathersOfTheCApi) {
  constexpr std::uint32_t kLanes = 64;
  constexpr std::uint32_t kCount = 256 * kLanes;
  auto* const to = k.at<std::int32_t>(0);
  std::vector<std::int32_t> values(kCount);
  std::iota(values.begin(), values.end(), 1);
  auto* const from = k.put(4 * kCount, values);
  std::vector<std::uint32_t> places(kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) places[i] = 4 * (kCount - 1 - i);
  auto* const offsets = k.put(8 * kCount, places);
  asc_gather(to, from, offsets, 8, 256);
  EXPECT_TRUE(ub(0, kCount) == std::vector<std::int32_t>(values.rbegin(), values.rend()));
  for (std::uint32_t i = 0; i < 2048; ++i) places[i] = 32 * (2047 - i);
  k.put(8 * kCount, places);
  asc_gather_datablock(to, from, offsets, 8, 1, 256);
  EXPECT_EQ(ub(0, 8), ub(4 * (2 * kCount - 8), 8));
  EXPECT_EQ(ub(4 * (kCount - 8), 8), ub(4 * kCount, 8));
}

TEST_F(Wide, BlocksOfALaunch) {
  for (const std::uint64_t blocks : {std::uint64_t{0}, std::uint64_t{1} << 32}) {
    const auto error = error_of([&] { foreign::launch(blocks, 0, nullptr, [] {}); });
    EXPECT_NE(std::string(error.value().what()).find(fmt::format("found {}", blocks)),
              std::string::npos);
  }
}

}  // namespace
}  // namespace gsq::testing
