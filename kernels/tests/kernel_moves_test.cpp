// SPDX-License-Identifier: Apache-2.0
// Loads and stores of AscendC::Reg on the golden model. What a call must do is written down byte by
// byte, from the Ascend C documents.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "moves_fixture.hpp"

namespace gsq::testing {
namespace {

INSTANTIATE_TEST_SUITE_P(VectorLengths, Moves, ::testing::ValuesIn(kernel_configs()),
                         [](const auto& info) { return info.param.name; });

// -------------------------------------------------------------------------------------------------
// Distributions of loads and stores
// -------------------------------------------------------------------------------------------------

TEST_P(Moves, LoadsOfOneElement) {
  EXPECT_EQ((load<std::uint8_t, LoadDist::DIST_BRC_B8>(77)),
            expected([](std::uint32_t) { return 77; }));
  EXPECT_EQ((load<half, LoadDist::DIST_BRC_B16>(78)),
            expected([](std::uint32_t i) { return 78 + i % 2; }));
  EXPECT_EQ((load<float, LoadDist::DIST_BRC_B32>(76)),
            expected([](std::uint32_t i) { return 76 + i % 4; }));
  // The very last element of UB: nothing behind it is read.
  const std::uint32_t end = k.unit.config().ub_bytes;
  EXPECT_EQ((load<float, LoadDist::DIST_BRC_B32>(end - 4)),
            expected([=](std::uint32_t i) { return end - 4 + i % 4; }));
  expect_error([&] { load<float, LoadDist::DIST_BRC_B32>(78); }, Status::ErrAlign,
               "multiple of 4, found 0x4e");
}

TEST_P(Moves, LoadsThatRepeatOrSkipElements) {
  EXPECT_EQ((load<std::int32_t, LoadDist::DIST_BLK>(96)),
            expected([](std::uint32_t i) { return 96 + i % 32; }));
  EXPECT_EQ((load<std::uint8_t, LoadDist::DIST_US_B8>(64)),
            expected([](std::uint32_t i) { return 64 + i / 2; }));
  EXPECT_EQ((load<half, LoadDist::DIST_US_B16>(64)),
            expected([](std::uint32_t i) { return 64 + i / 4 * 2 + i % 2; }));
  EXPECT_EQ((load<std::int8_t, LoadDist::DIST_DS_B8>(64)),
            expected([](std::uint32_t i) { return 64 + 2 * i; }));
  EXPECT_EQ((load<std::uint16_t, LoadDist::DIST_DS_B16>(64)),
            expected([](std::uint32_t i) { return 64 + i / 2 * 4 + i % 2; }));
  EXPECT_EQ((load<std::uint16_t, LoadDist::DIST_E2B_B16>(64)),
            expected([](std::uint32_t i) { return 64 + i / 32 * 2 + i % 2; }));
  EXPECT_EQ((load<float, LoadDist::DIST_E2B_B32>(64)),
            expected([](std::uint32_t i) { return 64 + i / 32 * 4 + i % 4; }));
  expect_error([&] { load<std::int8_t, LoadDist::DIST_DS_B8>(16); }, Status::ErrAlign,
               "multiple of 32");
}

TEST_P(Moves, LoadsThatExtendElementsByZeros) {
  EXPECT_EQ((load<std::uint8_t, LoadDist::DIST_UNPACK_B8>(64)),
            expected([](std::uint32_t i) { return i % 2 == 0 ? 64 + i / 2 : -1LL; }));
  EXPECT_EQ((load<half, LoadDist::DIST_UNPACK_B16>(64)),
            expected([](std::uint32_t i) { return i % 4 < 2 ? 64 + i / 4 * 2 + i % 2 : -1LL; }));
  EXPECT_EQ((load<std::uint32_t, LoadDist::DIST_UNPACK_B32>(64)),
            expected([](std::uint32_t i) { return i % 8 < 4 ? 64 + i / 8 * 4 + i % 4 : -1LL; }));
  EXPECT_EQ((load<std::uint8_t, LoadDist::DIST_UNPACK4_B8>(64)),
            expected([](std::uint32_t i) { return i % 4 == 0 ? 64 + i / 4 : -1LL; }));
}

TEST_P(Moves, LoadsOfTwoRegistersDealOutElements) {
  const auto check = [&](auto type, auto dist) {
    using T = decltype(type);
    constexpr std::uint32_t kBytes = sizeof(T);
    RegTensor<T> even;
    RegTensor<T> odd;
    auto* from = k.at<T>(128);
    Reg::LoadAlign<T, decltype(dist)::value>(even, odd, from);
    const auto evens = [](std::uint32_t i) { return 128 + i / kBytes * 2 * kBytes + i % kBytes; };
    EXPECT_EQ(content(even), expected(evens));
    EXPECT_EQ(content(odd), expected([&](std::uint32_t i) { return evens(i) + kBytes; }));
    Reg::LoadAlign<T, PostLiteral::POST_MODE_UPDATE, decltype(dist)::value>(odd, even, from, 64);
    EXPECT_EQ(from, k.at<T>(128) + 64);
    EXPECT_EQ(content(odd), expected(evens));
    const auto offset = Reg::CreateAddrReg<T>(2, 32 / kBytes);
    Reg::LoadAlign<T, decltype(dist)::value>(even, odd, k.at<T>(64), offset);
    EXPECT_EQ(content(even), expected(evens));
  };
  check(std::uint8_t{}, std::integral_constant<LoadDist, LoadDist::DIST_DINTLV_B8>{});
  check(half{}, std::integral_constant<LoadDist, LoadDist::DIST_DINTLV_B16>{});
  check(float{}, std::integral_constant<LoadDist, LoadDist::DIST_DINTLV_B32>{});
}

TEST_P(Moves, StoresOfSelectedLanes) {
  const auto reg = loaded<std::uint32_t>(0);
  const Bytes bytes = content(reg);
  const MaskReg third = mask<std::uint32_t>({false, true, true});
  const auto on = [](std::uint32_t lane) { return lane % 3 != 0; };
  Reg::StoreAlign<std::uint32_t, StoreDist::DIST_NORM_B32>(k.at<std::uint32_t>(1024), reg, third);
  EXPECT_EQ(ub(1024, vl()), stored(bytes, 1024, vl(), [&](std::uint32_t i) {
              return on(i / 4) ? std::int64_t{i} : -1LL;
            }));
  Reg::StoreAlign<std::uint32_t, StoreDist::DIST_PACK_B32>(k.at<std::uint32_t>(2048), reg, third);
  EXPECT_EQ(ub(2048, vl()), stored(bytes, 2048, vl(), [&](std::uint32_t i) {
              return i < vl() / 2 && on(i / 2) ? std::int64_t{i / 2 * 4 + i % 2} : -1LL;
            }));
  Reg::StoreAlign<std::uint32_t, StoreDist::DIST_PACK4_B32>(k.at<std::uint32_t>(3072), reg, third);
  EXPECT_EQ(ub(3072, vl()), stored(bytes, 3072, vl(), [&](std::uint32_t i) {
              return i < vl() / 4 && on(i) ? std::int64_t{i} * 4 : -1LL;
            }));
}

TEST_P(Moves, StoresOfTheLowerHalvesOfLongLanes) {
  const auto reg = loaded<std::uint64_t>(0);
  const Bytes bytes = content(reg);
  // A mask with bits for lanes of 4 bytes, too: only those of the lanes of 8 count.
  const MaskReg some = mask<std::uint32_t>({true, true, false, true, false, false});
  const auto on = [](std::uint32_t lane) { return 2 * lane % 6 == 0; };
  Reg::StoreAlign<std::uint64_t, StoreDist::DIST_PACK_B64>(k.at<std::uint64_t>(1024), reg, some);
  EXPECT_EQ(ub(1024, vl()), stored(bytes, 1024, vl(), [&](std::uint32_t i) {
              return i < vl() / 2 && on(i / 4) ? std::int64_t{i / 4 * 8 + i % 4} : -1LL;
            }));
}

TEST_P(Moves, StoresOfTheFirstElementIgnoreTheMask) {
  const MaskReg none = Reg::CreateMask<std::uint8_t, Reg::MaskPattern::ALLF>();
  const Bytes bytes = content(loaded<std::uint8_t>(0));
  Reg::StoreAlign<std::uint8_t, StoreDist::DIST_FIRST_ELEMENT_B8>(k.at<std::uint8_t>(1025),
                                                                  loaded<std::uint8_t>(0), none);
  Reg::StoreAlign<half, StoreDist::DIST_FIRST_ELEMENT_B16>(k.at<half>(1030), loaded<half>(0), none);
  auto* to = k.at<float>(1036);
  Reg::StoreAlign<float, PostLiteral::POST_MODE_UPDATE, StoreDist::DIST_FIRST_ELEMENT_B32>(
      to, loaded<float>(0), 3, none);
  EXPECT_EQ(to, k.at<float>(1048));
  EXPECT_EQ(ub(1024, 24), stored(bytes, 1024, 24, [](std::uint32_t i) -> std::int64_t {
              if (i == 1) return 0;
              if (i == 6 || i == 7) return i - 6;
              return i >= 12 && i < 16 ? i - 12 : -1LL;
            }));
  expect_error(
      [&] {
        Reg::StoreAlign<half, StoreDist::DIST_FIRST_ELEMENT_B16>(k.at<half>(1031), loaded<half>(0),
                                                                 none);
      },
      Status::ErrAlign, "multiple of 2");
}

TEST_P(Moves, StoresOfTwoRegistersAlternate) {
  const auto check = [&](auto type, auto dist, std::uint32_t address) {
    using T = decltype(type);
    constexpr std::uint32_t kBytes = sizeof(T);
    const auto even = loaded<T>(0);
    const auto odd = loaded<T>(512);
    const MaskReg none = Reg::CreateMask<T, Reg::MaskPattern::ALLF>();
    const auto offset = Reg::CreateAddrReg<T>(1, 32 / kBytes, 0, 5, 0, 5);
    Reg::StoreAlign<T, decltype(dist)::value>(k.at<T>(address - 32), even, odd, offset, none);
    Bytes expected_bytes(2 * vl());
    for (std::uint32_t i = 0; i < 2 * vl(); ++i) {
      const std::uint32_t element = i / kBytes;
      expected_bytes[i] = byte_at(element % 2 * 512 + element / 2 * kBytes + i % kBytes);
    }
    EXPECT_EQ(ub(address, 2 * vl()), expected_bytes);
    Reg::StoreAlign<T, decltype(dist)::value>(k.at<T>(address), odd, odd, none);
    EXPECT_EQ(ub(address, kBytes), ub(address + kBytes, kBytes));
  };
  check(std::uint8_t{}, std::integral_constant<StoreDist, StoreDist::DIST_INTLV_B8>{}, 1024);
  check(half{}, std::integral_constant<StoreDist, StoreDist::DIST_INTLV_B16>{}, 2048);
  check(float{}, std::integral_constant<StoreDist, StoreDist::DIST_INTLV_B32>{}, 3072);
}

TEST_P(Moves, OffsetsAreOfUpToFourLoops) {
  EXPECT_EQ(Reg::CreateAddrReg<half>(3, 5).bytes(), 30U);
  EXPECT_EQ(Reg::CreateAddrReg<std::uint8_t>(3, 5, 2, 100).bytes(), 215U);
  EXPECT_EQ(Reg::CreateAddrReg<float>(1, 1, 2, 10, 3, 100).bytes(), 321U * 4);
  EXPECT_EQ(Reg::CreateAddrReg<double>(1, 1, 2, 10, 3, 100, 4, 1000).bytes(), 4321U * 8);
  Reg::AddrReg offset = Reg::CreateAddrReg<float>(2, 8);
  RegTensor<float> reg;
  Reg::LoadAlign(reg, k.at<float>(32), offset);
  EXPECT_EQ(content(reg), expected([](std::uint32_t i) { return 96 + i; }));
  Reg::StoreAlign(k.at<float>(1024), reg, offset, Reg::CreateMask<float>());
  EXPECT_EQ(ub(1024 + 64, vl()), content(reg));
}

TEST_P(Moves, DistributionsHaveTheAlignmentsOfTheDocuments) {
  const MaskReg all = Reg::CreateMask<std::uint8_t>();
  const auto load_fails = [&](auto type, auto dist, std::uint32_t address) {
    expect_error([&] { load<decltype(type), decltype(dist)::value>(address); }, Status::ErrAlign,
                 "LoadAlign at ");
  };
  const auto store_fails = [&](auto type, auto dist, std::uint32_t address) {
    using T = decltype(type);
    expect_error(
        [&] { Reg::StoreAlign<T, decltype(dist)::value>(k.at<T>(address), loaded<T>(0), all); },
        Status::ErrAlign, "StoreAlign at ");
  };
  const std::uint32_t half_vector = std::min(32U, vl() / 2);
  const std::uint32_t quarter = std::min(32U, vl() / 4);
  load_fails(std::uint32_t{}, std::integral_constant<LoadDist, LoadDist::DIST_UNPACK_B32>{},
             64 + half_vector / 2);
  load_fails(std::uint8_t{}, std::integral_constant<LoadDist, LoadDist::DIST_UNPACK4_B8>{},
             64 + quarter / 2);
  load_fails(half{}, std::integral_constant<LoadDist, LoadDist::DIST_E2B_B16>{}, 64 + vl() / 32);
  load_fails(float{}, std::integral_constant<LoadDist, LoadDist::DIST_E2B_B32>{}, 64 + vl() / 16);
  load_fails(half{}, std::integral_constant<LoadDist, LoadDist::DIST_BRC_B16>{}, 65);
  load_fails(float{}, std::integral_constant<LoadDist, LoadDist::DIST_BLK>{}, 80);
  store_fails(std::uint64_t{}, std::integral_constant<StoreDist, StoreDist::DIST_PACK_B64>{},
              64 + half_vector / 2);
  store_fails(std::uint32_t{}, std::integral_constant<StoreDist, StoreDist::DIST_PACK4_B32>{},
              64 + quarter / 2);
  store_fails(float{}, std::integral_constant<StoreDist, StoreDist::DIST_FIRST_ELEMENT_B32>{}, 66);
}

// -------------------------------------------------------------------------------------------------
// Blocks
// -------------------------------------------------------------------------------------------------

TEST_P(Moves, BlocksWithoutASelectedLaneAreZeroAndNeedNotExist) {
  const std::uint32_t blocks = vl() / 32;
  // One lane in each block but the last: the second one of the block.
  std::vector<bool> lanes(vl() / 4);
  for (std::uint32_t block = 0; block + 1 < blocks; ++block) lanes[block * 8 + 1] = true;
  const MaskReg some = mask<float>(lanes);
  const std::uint32_t stride = 3;
  const std::uint32_t end = k.unit.config().ub_bytes;
  const std::uint32_t address = end - (blocks - 1) * stride * 32;  // the last block is outside
  RegTensor<float> reg;
  Reg::LoadAlign<float, DataCopyMode::DATA_BLOCK_COPY>(reg, k.at<float>(address), stride, some);
  EXPECT_EQ(content(reg), expected([&](std::uint32_t i) -> std::int64_t {
              return i / 32 + 1 < blocks ? address + i / 32 * stride * 32 + i % 32 : -1LL;
            }));
  const auto source = loaded<float>(0);
  Reg::StoreAlign<float, DataCopyMode::DATA_BLOCK_COPY>(k.at<float>(address), source, stride, some);
  if (blocks > 1) {
    EXPECT_EQ(ub(address, 32), stored(content(source), address, 32, [](std::uint32_t i) {
                return i / 4 == 1 ? std::int64_t{i} : -1LL;
              }));
  }
  // All blocks: now the last one is an error, and nothing is stored.
  const MaskReg all = Reg::CreateMask<float>();
  const auto load_all = [&] {
    Reg::LoadAlign<float, DataCopyMode::DATA_BLOCK_COPY>(reg, k.at<float>(address), stride, all);
  };
  expect_error(load_all, Status::ErrBounds, "LoadAlign at kernel_moves_test.cpp:");
  const Bytes before = ub(address, end - address);
  const auto store_all = [&] {
    Reg::StoreAlign<float, DataCopyMode::DATA_BLOCK_COPY>(k.at<float>(address), source, stride,
                                                          all);
  };
  expect_error(store_all, Status::ErrBounds, "StoreAlign at kernel_moves_test.cpp:");
  EXPECT_EQ(ub(address, end - address), before);
}

TEST_P(Moves, RepeatStrideOfBlocksMovesThePointerOrTheAccess) {
  const MaskReg all = Reg::CreateMask<half>();
  RegTensor<half> reg;
  auto* from = k.at<half>(64);
  const auto blocks_from = [](std::uint32_t address) {
    return [=](std::uint32_t i) { return address + i / 32 * 64 + i % 32; };
  };
  Reg::LoadAlign<half, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_UPDATE>(reg, from, 2,
                                                                                     3, all);
  EXPECT_EQ(from, k.at<half>(160));
  EXPECT_EQ(content(reg), expected(blocks_from(64)));
  Reg::LoadAlign<half, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_NORMAL>(reg, from, 2,
                                                                                     3, all);
  EXPECT_EQ(from, k.at<half>(160));
  EXPECT_EQ(content(reg), expected(blocks_from(256)));
  auto* to = k.at<half>(2048);
  Reg::StoreAlign<half, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_NORMAL>(to, reg, 1, 4,
                                                                                      all);
  EXPECT_EQ(to, k.at<half>(2048));
  EXPECT_EQ(ub(2048 + 128, vl()), content(reg));
  Reg::StoreAlign<half, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_UPDATE>(to, reg, 1, 4,
                                                                                      all);
  EXPECT_EQ(to, k.at<half>(2048 + 128));
  EXPECT_EQ(ub(2048, vl()), content(reg));
}

// -------------------------------------------------------------------------------------------------
// Unaligned loads and stores
// -------------------------------------------------------------------------------------------------

TEST_P(Moves, UnalignedLoadsFromEveryAddress) {
  UnalignReg ureg;
  for (std::uint32_t address = 64; address < 64 + 70; ++address) {
    RegTensor<std::uint8_t> reg;
    auto* from = k.at<std::uint8_t>(address);
    Reg::LoadUnAlignPre(ureg, from);
    Reg::LoadUnAlign(reg, ureg, from);
    EXPECT_EQ(from, k.at<std::uint8_t>(address));
    EXPECT_EQ(content(reg), expected([&](std::uint32_t i) { return address + i; })) << address;
    Reg::LoadUnAlign<std::uint8_t, PostLiteral::POST_MODE_UPDATE>(reg, ureg, from, 5);
    EXPECT_EQ(from, k.at<std::uint8_t>(address + 5));
    Reg::Load(reg, from);
    EXPECT_EQ(content(reg), expected([&](std::uint32_t i) { return address + 5 + i; }));
  }
  RegTensor<float> reg;
  auto* from = k.at<float>(40);
  Reg::AddrReg offset = Reg::CreateAddrReg<float>(3, 1);
  Reg::LoadUnAlignPre(ureg, from, offset);
  Reg::LoadUnAlign(reg, ureg, from, offset, 0);
  EXPECT_EQ(content(reg), expected([](std::uint32_t i) { return 52 + i; }));
  const std::uint32_t end = k.unit.config().ub_bytes;
  for (const std::uint32_t address : {end - vl() + 1, end - vl() + 2, end - vl() + 4}) {
    RegTensor<std::uint8_t> behind;
    expect_error([&] { Reg::Load(behind, k.at<std::uint8_t>(address)); }, Status::ErrBounds,
                 "Load");
  }
}

TEST_P(Moves, UnalignedLoadsInALoopAreOneCommandEach) {
  RegTensor<std::uint32_t> reg;
  UnalignReg ureg;
  auto* from = k.at<std::uint32_t>(100);
  k.unit.wait();
  static_cast<void>(k.commands());
  const std::uint64_t operations = k.unit.counts().operations;
  for (int i = 0; i < 10; ++i) Reg::LoadUnAlign(reg, ureg, from, 3);
  // A mask, and the loads; if these are gathers, indices by the processor.
  const bool lanes = k.unit.config().lane_ops != 0;
  EXPECT_EQ(k.commands(), 11U);
  EXPECT_EQ(k.unit.counts().operations - operations, lanes ? 0U : 1U);
}

TEST_P(Moves, UnalignedStoresOfVectors) {
  const auto reg = loaded<half>(0);
  const std::uint32_t n = vl() / 2;
  {
    Reg::UnalignRegForStore ureg;
    auto* to = k.at<half>(1030);
    for (std::uint16_t i = 0; i < 3; ++i) {
      Reg::AddrReg offset = Reg::CreateAddrReg<half>(i, static_cast<std::uint32_t>(n));
      Reg::StoreUnAlign(to, reg, ureg, offset);
    }
    Reg::AddrReg last = Reg::CreateAddrReg<half>(2, static_cast<std::uint32_t>(n));
    Reg::StoreUnAlignPost(to, ureg, last);
  }
  EXPECT_EQ(ub(1024, 3 * vl() + 32),
            stored(content(reg), 1024, 3 * vl() + 32, [&](std::uint32_t i) -> std::int64_t {
              return i >= 6 && i < 6 + 3 * vl() ? (i - 6) % vl() : -1LL;
            }));
  Reg::Store(k.at<half>(2050), reg);
  Reg::Store(k.at<half>(3002), reg, 3);
  EXPECT_EQ(ub(2048, vl() + 32), stored(content(reg), 2048, vl() + 32, [&](std::uint32_t i) {
              return i >= 2 && i < 2 + vl() ? std::int64_t{i} - 2 : -1LL;
            }));
  EXPECT_EQ(ub(3000, 16), stored(content(reg), 3000, 16, [](std::uint32_t i) {
              return i >= 2 && i < 8 ? std::int64_t{i} - 2 : -1LL;
            }));
}

// -------------------------------------------------------------------------------------------------
// Masks from and to UB
// -------------------------------------------------------------------------------------------------

TEST_P(Moves, MasksComeFromUbBitByBit) {
  const auto bit_at = [](std::uint32_t address, std::uint32_t bit) {
    return (byte_at(address + bit / 8) >> (bit % 8) & 1) != 0;
  };
  MaskReg norm;
  MaskReg doubled;
  MaskReg halved;
  auto* from = k.at<std::uint16_t>(96);
  Reg::LoadAlign(norm, from);
  Reg::LoadAlign<std::uint16_t, MaskDist::DIST_US>(doubled, from);
  Reg::LoadAlign<std::uint16_t, PostLiteral::POST_MODE_UPDATE, MaskDist::DIST_DS>(halved, from, 64);
  EXPECT_EQ(from, k.at<std::uint16_t>(160));
  const auto norm_bits = bits(norm);
  const auto doubled_bits = bits(doubled);
  const auto halved_bits = bits(halved);
  for (std::uint32_t i = 0; i < vl(); ++i) {
    EXPECT_EQ(norm_bits[i], bit_at(96, i)) << i;
    EXPECT_EQ(doubled_bits[i], bit_at(96, i / 2)) << i;
    EXPECT_EQ(halved_bits[i], bit_at(96, 2 * i)) << i;
  }
  MaskReg moved;
  Reg::LoadAlign(moved, k.at<std::uint16_t>(32), Reg::CreateAddrReg<std::uint16_t>(2, 16));
  EXPECT_EQ(bits(moved), norm_bits);

  auto* to = k.at<std::uint32_t>(1024);
  Reg::StoreAlign<std::uint32_t, PostLiteral::POST_MODE_UPDATE>(to, norm, 32);
  EXPECT_EQ(to, k.at<std::uint32_t>(1056));
  Reg::StoreAlign<std::uint32_t, MaskDist::DIST_PACK>(to, norm);
  Reg::StoreAlign(k.at<std::uint32_t>(1024), norm, Reg::CreateAddrReg<std::uint32_t>(2, 16));
  EXPECT_EQ(ub(1024, vl() / 8), ub(96, vl() / 8));
  EXPECT_EQ(ub(1152, vl() / 8), ub(96, vl() / 8));
  const Bytes packed = ub(1056, vl() / 16 + 1);
  for (std::uint32_t i = 0; i < vl() / 2; ++i) {
    EXPECT_EQ((packed[i / 8] >> (i % 8) & 1) != 0, norm_bits[2 * i]) << i;
  }
  EXPECT_EQ(packed[vl() / 16], byte_at(1056 + vl() / 16)) << "no more is written";
  expect_error([&] { Reg::LoadAlign(norm, k.at<std::uint8_t>(97)); }, Status::ErrAlign, "multiple");
  expect_error([&] { Reg::StoreAlign(k.at<std::uint8_t>(k.unit.config().ub_bytes), norm); },
               Status::ErrBounds, "StoreAlign");
}

TEST_P(Moves, MasksAppendedToAStreamHaveABitForEachLane) {
  const std::vector<bool> lanes16 = {true, false, false, true, true, false, true};
  const MaskReg some = mask<half>(lanes16);
  UnalignReg ureg;
  auto* to = k.at<half>(1024 + 16);
  Reg::StoreUnAlign(to, some, ureg);
  EXPECT_EQ(to, k.at<half>(1024 + 16 + vl() / 16));
  Reg::StoreUnAlign(to, some, ureg);
  Reg::StoreUnAlignPost(to, ureg, 0);
  const Bytes found = ub(1024 + 16, vl() / 8);
  for (std::uint32_t i = 0; i < vl(); ++i) {
    EXPECT_EQ((found[i / 8] >> (i % 8) & 1) != 0, lanes16[i % (vl() / 2) % 7]) << i;
  }
}

TEST_P(Moves, MasksFromBitsOfARegister) {
  const auto reg16 = loaded<std::uint16_t>(64);
  const auto reg32 = loaded<float>(64);
  const auto bit = [&](std::uint32_t i) { return (byte_at(64 + i / 8) >> (i % 8) & 1) != 0; };
  MaskReg second;
  MaskReg last;
  Reg::MaskGenWithRegTensor<std::uint16_t, 1>(second, reg16);
  Reg::MaskGenWithRegTensor<float, 31>(last, reg32);
  const auto second_bits = bits(second);
  const auto last_bits = bits(last);
  for (std::uint32_t i = 0; i < vl(); ++i) {
    EXPECT_EQ(second_bits[i], bit(vl() / 2 + i / 2)) << i;
    EXPECT_EQ(last_bits[i], bit(31 * vl() / 4 + i / 4)) << i;
  }
}

}  // namespace
}  // namespace gsq::testing
