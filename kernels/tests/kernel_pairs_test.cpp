// SPDX-License-Identifier: Apache-2.0
// Two registers as one, long indices, rearrangements, older names and vector functions of
// AscendC::Reg on the golden model, expected byte by byte from the Ascend C documents.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "moves_fixture.hpp"

namespace gsq::testing {
namespace {

INSTANTIATE_TEST_SUITE_P(VectorLengths, Moves, ::testing::ValuesIn(kernel_configs()),
                         [](const auto& info) { return info.param.name; });

// -------------------------------------------------------------------------------------------------
// Two registers, long indices
// -------------------------------------------------------------------------------------------------

TEST_P(Moves, TwoRegistersHoldTheHalvesOfElements) {
  RegTensor<std::int64_t, RegTraitNumTwo> pair;
  auto* from = k.at<std::int64_t>(64);
  Reg::LoadAlign<std::int64_t, PostLiteral::POST_MODE_UPDATE>(pair, from, 16);
  EXPECT_EQ(from, k.at<std::int64_t>(64 + 128));
  const auto halves = [](std::uint32_t base, std::uint32_t which) {
    return [=](std::uint32_t i) { return base + i / 4 * 8 + which * 4 + i % 4; };
  };
  EXPECT_EQ(content(pair, 0), expected(halves(64, 0)));
  EXPECT_EQ(content(pair, 1), expected(halves(64, 1)));

  // Masks of two registers have a lane for each 4 bytes: all but the last 3 elements.
  std::uint32_t count = vl() / 4 - 3;
  const MaskReg most = Reg::UpdateMask<std::int64_t, RegTraitNumTwo>(count);
  EXPECT_EQ(count, 0U);
  Reg::StoreAlign(k.at<std::int64_t>(1024), pair, most);
  Bytes bytes(2 * vl());
  for (std::uint32_t i = 0; i < 2 * vl(); ++i) {
    bytes[i] = byte_at(i < 2 * vl() - 24 ? 64 + i : 1024 + i);
  }
  EXPECT_EQ(ub(1024, 2 * vl()), bytes);

  UnalignReg ureg;
  auto* odd = k.at<std::int64_t>(72);
  Reg::LoadUnAlign(pair, ureg, odd, 2);
  EXPECT_EQ(odd, k.at<std::int64_t>(88));
  EXPECT_EQ(content(pair, 0), expected(halves(72, 0)));
  EXPECT_EQ(content(pair, 1), expected(halves(72, 1)));
  Reg::UnalignRegForStore rest;
  auto* to = k.at<std::int64_t>(2056);
  Reg::StoreUnAlign(to, pair, rest, vl() / 4 - 1);
  Reg::StoreUnAlignPost(to, rest, 0);
  for (std::uint32_t i = 0; i < 2 * vl(); ++i) {
    bytes[i] = byte_at(i < 2 * vl() - 8 ? 72 + i : 2056 + i);
  }
  EXPECT_EQ(ub(2056, 2 * vl()), bytes);
}

TEST(Distributions, BytesOfWhatTheyDealOutPackAndUnpack) {
  struct Load {
    LoadDist dist;
    std::size_t unpacked;
    std::size_t dealt;
  };
  for (const Load& load :
       {Load{LoadDist::DIST_NORM, 0, 0}, Load{LoadDist::DIST_UNPACK_B8, 1, 0},
        Load{LoadDist::DIST_UNPACK4_B8, 1, 0}, Load{LoadDist::DIST_UNPACK_B16, 2, 0},
        Load{LoadDist::DIST_UNPACK_B32, 4, 0}, Load{LoadDist::DIST_DINTLV_B8, 0, 1},
        Load{LoadDist::DIST_DINTLV_B16, 0, 2}, Load{LoadDist::DIST_DINTLV_B32, 0, 4}}) {
    EXPECT_EQ(Reg::detail::unpacked_bytes(load.dist), load.unpacked);
    EXPECT_EQ(Reg::detail::dealt_bytes(load.dist), load.dealt);
  }
  struct Store {
    StoreDist dist;
    std::size_t interleaved;
    std::size_t packed;
  };
  for (const Store& store :
       {Store{StoreDist::DIST_NORM, 0, 0}, Store{StoreDist::DIST_INTLV_B8, 1, 0},
        Store{StoreDist::DIST_INTLV_B16, 2, 0}, Store{StoreDist::DIST_INTLV_B32, 4, 0},
        Store{StoreDist::DIST_PACK_B16, 0, 2}, Store{StoreDist::DIST_PACK_B32, 0, 4},
        Store{StoreDist::DIST_PACK4_B32, 0, 4}, Store{StoreDist::DIST_PACK_B64, 0, 8}}) {
    EXPECT_EQ(Reg::detail::interleaved_bytes(store.dist), store.interleaved);
    EXPECT_EQ(Reg::detail::packed_bytes(store.dist), store.packed);
  }
}

TEST_P(Moves, AStoreOfTwoRegistersMayEndInTheFirst) {
  RegTensor<std::int64_t, RegTraitNumTwo> pair;
  Reg::LoadAlign(pair, k.at<std::int64_t>(64));
  Reg::UnalignRegForStore rest;
  auto* to = k.at<std::int64_t>(2056);
  Reg::StoreUnAlign(to, pair, rest, 3);
  Reg::StoreUnAlignPost(to, rest, 0);
  Bytes bytes(vl());
  for (std::uint32_t i = 0; i < vl(); ++i) bytes[i] = byte_at(i < 24 ? 64 + i : 2056 + i);
  EXPECT_EQ(ub(2056, vl()), bytes);
}

TEST_P(Moves, GathersAndScattersOfTwoRegisters) {
  std::vector<std::uint32_t> where(vl() / 4);
  for (std::uint32_t i = 0; i < where.size(); ++i) where[i] = (i * 5 + 3) % 64;
  k.put(1024, where);
  const auto index = loaded<std::uint32_t>(1024);
  const MaskReg some = mask<std::uint32_t>({true, true, false});
  RegTensor<std::uint64_t, RegTraitNumTwo> pair;
  Reg::Gather(pair, k.at<std::uint64_t>(64), index, some);
  for (std::uint32_t which = 0; which < 2; ++which) {
    EXPECT_EQ(content(pair, which), expected([&](std::uint32_t i) -> std::int64_t {
                return i / 4 % 3 == 2 ? -1LL : 64 + where[i / 4] * 8 + which * 4 + i % 4;
              }));
  }
  Reg::LoadAlign(pair, k.at<std::uint64_t>(0));
  Reg::Scatter(k.at<std::uint64_t>(2048), pair, index, some);
  Bytes bytes(64 * 8);
  for (std::uint32_t i = 0; i < bytes.size(); ++i) bytes[i] = byte_at(2048 + i);
  for (std::uint32_t lane = 0; lane < where.size(); ++lane) {
    if (lane % 3 == 2) continue;
    for (std::uint32_t i = 0; i < 8; ++i) bytes[where[lane] * 8 + i] = byte_at(lane * 8 + i);
  }
  EXPECT_EQ(ub(2048, 64 * 8), bytes);
}

TEST_P(Moves, IndicesOfEightBytes) {
  std::vector<std::uint64_t> where(vl() / 4);
  for (std::uint32_t i = 0; i < where.size(); ++i) where[i] = (i * 11 + 1) % 64;
  k.put(1024, where);
  const auto in_one = loaded<std::uint64_t>(1024);
  RegTensor<std::uint64_t, RegTraitNumTwo> in_two;
  Reg::LoadAlign(in_two, k.at<std::uint64_t>(1024));
  const MaskReg all8 = Reg::CreateMask<std::uint64_t>();
  const MaskReg all4 = Reg::CreateMask<std::uint64_t, Reg::MaskPattern::ALL, RegTraitNumTwo>();
  const auto whole = expected([&](std::uint32_t i) { return where[i / 8] * 8 + i % 8; });
  RegTensor<std::int64_t> one;
  Reg::Gather(one, k.at<std::int64_t>(0), in_one, all8);
  EXPECT_EQ(content(one), whole);
  Reg::Gather(one, k.at<std::int64_t>(0), in_two, all8);
  EXPECT_EQ(content(one), whole);
  RegTensor<std::int64_t, RegTraitNumTwo> two;
  Reg::Gather<std::int64_t, std::int64_t, std::uint64_t>(two, k.at<std::int64_t>(0), in_two, all4);
  for (std::uint32_t which = 0; which < 2; ++which) {
    EXPECT_EQ(content(two, which),
              expected([&](std::uint32_t i) { return where[i / 4] * 8 + which * 4 + i % 4; }));
  }
  Reg::Scatter(k.at<std::int64_t>(2048), one, in_one, all8);
  for (std::uint32_t i = 0; i < vl() / 8; ++i) {
    const auto address = static_cast<std::uint32_t>(where[i]) * 8;
    EXPECT_EQ(ub(2048 + address, 8), ub(address, 8));
  }
  // Indices above 32 bits are out of bounds, not cut off.
  where[1] = std::uint64_t{1} << 32;
  k.put(1024, where);
  const auto large = loaded<std::uint64_t>(1024);
  Reg::LoadAlign(in_two, k.at<std::uint64_t>(1024));
  expect_error([&] { Reg::Gather(one, k.at<std::int64_t>(0), large, all8); }, Status::ErrBounds,
               "lane 1");
  expect_error([&] { Reg::Scatter(k.at<std::int64_t>(0), two, in_two, all4); }, Status::ErrBounds,
               "lane 1");
}

TEST_P(Moves, ScattersOfBytesTakeEverySecondOfTheirRegister) {
  std::vector<std::uint16_t> where(vl() / 2);
  for (std::uint32_t i = 0; i < where.size(); ++i) where[i] = static_cast<std::uint16_t>(3 * i);
  k.put(1024, where);
  Reg::Scatter(k.at<std::int8_t>(2048), loaded<std::int8_t>(0), loaded<std::uint16_t>(1024),
               Reg::CreateMask<std::uint16_t>());
  for (std::uint32_t i = 0; i < where.size(); ++i) {
    EXPECT_EQ(ub(2048 + 3 * i, 2), (Bytes{byte_at(2 * i), byte_at(2048 + 3 * i + 1)})) << i;
  }
}

// -------------------------------------------------------------------------------------------------
// Rearrangements
// -------------------------------------------------------------------------------------------------

TEST_P(Moves, InterleaveAndDeInterleave) {
  const auto check = [&](auto type) {
    using T = decltype(type);
    constexpr std::uint32_t kBytes = sizeof(T);
    auto a = loaded<T>(0);
    auto b = loaded<T>(1024);
    RegTensor<T> c;
    RegTensor<T> d;
    const auto source = [&](std::uint32_t i) {
      const std::uint32_t element = i / kBytes;
      return element % 2 * 1024 + element / 2 * kBytes + i % kBytes;
    };
    Reg::Interleave(c, d, a, b);
    EXPECT_EQ(content(c), expected(source));
    EXPECT_EQ(content(d), expected([&](std::uint32_t i) { return source(vl() + i); }));
    Reg::DeInterleave(c, d, c, d);  // in place, and back
    EXPECT_EQ(content(c), content(a));
    EXPECT_EQ(content(d), content(b));
    Reg::DeInterleave<T>(c, d, a, a);
    EXPECT_EQ(content(c), expected([&](std::uint32_t i) {
                return i % (vl() / 2) / kBytes * 2 * kBytes + i % kBytes;
              }));
  };
  check(std::uint8_t{});
  check(bfloat16_t{});
  check(std::int32_t{});
  RegTensor<std::int64_t, RegTraitNumTwo> a;
  RegTensor<std::int64_t, RegTraitNumTwo> b;
  Reg::LoadAlign(a, k.at<std::int64_t>(0));
  Reg::LoadAlign(b, k.at<std::int64_t>(1024));
  Reg::Interleave(a, b, a, b);
  Reg::StoreAlign(k.at<std::int64_t>(2048), a,
                  Reg::CreateMask<std::int64_t, Reg::MaskPattern::ALL, RegTraitNumTwo>());
  for (std::uint32_t i = 0; i < vl() / 4; ++i) {
    EXPECT_EQ(ub(2048 + 8 * i, 8), ub(i % 2 * 1024 + i / 2 * 8, 8)) << i;
  }
}

TEST_P(Moves, PackAndUnPack) {
  const auto words = loaded<std::int16_t>(0);
  RegTensor<std::uint8_t> bytes;
  Reg::Pack(bytes, words);
  const auto lower = [&](std::uint32_t i) { return i < vl() / 2 ? 2LL * i : -1LL; };
  EXPECT_EQ(content(bytes), expected(lower));
  Reg::Pack<std::uint8_t, std::int16_t, Reg::HighLowPart::HIGHEST>(bytes, words);
  EXPECT_EQ(content(bytes),
            expected([&](std::uint32_t i) { return i < vl() / 2 ? -1LL : 2LL * (i - vl() / 2); }));
  RegTensor<std::uint64_t, RegTraitNumTwo> pair;
  Reg::LoadAlign(pair, k.at<std::uint64_t>(0));
  RegTensor<std::uint32_t> halves;
  Reg::Pack(halves, pair);
  EXPECT_EQ(content(halves), expected([](std::uint32_t i) { return i / 4 * 8 + i % 4; }));

  RegTensor<std::uint32_t> wide;
  Reg::UnPack<std::uint32_t, std::uint16_t, Reg::HighLowPart::HIGHEST>(wide,
                                                                       loaded<std::uint16_t>(0));
  EXPECT_EQ(content(wide), expected([&](std::uint32_t i) {
              return i % 4 < 2 ? vl() / 2 + i / 4 * 2 + i % 2 : -1LL;
            }));
  // The numbers next to where the sign changes.
  k.put(0, std::vector<std::int32_t>{-1, 0x7fffffff, static_cast<std::int32_t>(0x80000000U), 0x80,
                                     0x8000, static_cast<std::int32_t>(0x80007f80U), 0x7f});
  const auto check_signed = [&](auto narrow_type, auto wide_type) {
    using Narrow = decltype(narrow_type);
    using Wide = decltype(wide_type);
    RegTensor<Wide> extended;
    Reg::UnPack(extended, loaded<Narrow>(0));
    const auto values = k.get<Narrow>(0, vl() / sizeof(Wide));
    EXPECT_EQ(lanes(extended), std::vector<Wide>(values.begin(), values.end()));
  };
  check_signed(std::int8_t{}, std::int16_t{});
  check_signed(std::int16_t{}, std::int32_t{});
  check_signed(std::int32_t{}, std::int64_t{});
  RegTensor<std::int64_t, RegTraitNumTwo> extended;
  Reg::UnPack(extended, loaded<std::int32_t>(0));
  Reg::StoreAlign(k.at<std::int64_t>(2048), extended,
                  Reg::CreateMask<std::int64_t, Reg::MaskPattern::ALL, RegTraitNumTwo>());
  const auto values = k.get<std::int32_t>(0, vl() / 4);
  EXPECT_EQ(k.get<std::int64_t>(2048, vl() / 4),
            std::vector<std::int64_t>(values.begin(), values.end()));
}

// -------------------------------------------------------------------------------------------------
// Older names
// -------------------------------------------------------------------------------------------------

TEST_P(Moves, OlderNamesDoTheSame) {
  RegTensor<float> a;
  RegTensor<float> b;
  auto* from = k.at<float>(64);
  MicroAPI::DataCopy(a, from);
  EXPECT_EQ(content(a), expected([](std::uint32_t i) { return 64 + i; }));
  MicroAPI::DataCopy<float, LoadDist::DIST_BRC_B32>(a, from + 1);
  EXPECT_EQ(content(a), expected([](std::uint32_t i) { return 68 + i % 4; }));
  MicroAPI::DataCopy<float, PostLiteral::POST_MODE_UPDATE>(a, from, 8);
  EXPECT_EQ(from, k.at<float>(96));
  MicroAPI::DataCopy<float, LoadDist::DIST_DINTLV_B32>(a, b, k.at<float>(64));
  MaskReg all = MicroAPI::CreateMask<float>();
  MicroAPI::DataCopy<float, StoreDist::DIST_INTLV_B32>(k.at<float>(1024), a, b, all);
  EXPECT_EQ(ub(1024, 2 * vl()), ub(64, 2 * vl()));
  auto* to = k.at<float>(2048);
  MicroAPI::DataCopy<float, PostLiteral::POST_MODE_UPDATE, StoreDist::DIST_NORM>(to, a, 16, all);
  EXPECT_EQ(to, k.at<float>(2048 + 64));
  MicroAPI::DataCopy(to, a, all);
  EXPECT_EQ(ub(2112, vl()), content(a));
  MicroAPI::DataCopy<float, DataCopyMode::DATA_BLOCK_COPY>(a, k.at<float>(64), 0, all);
  EXPECT_EQ(content(a), expected([](std::uint32_t i) { return 64 + i % 32; }));
  MicroAPI::DataCopy(all, k.at<std::uint8_t>(1024));
  MicroAPI::DataCopy(k.at<std::uint8_t>(3072), all);
  EXPECT_EQ(ub(3072, vl() / 8), ub(1024, vl() / 8));

  MicroAPI::UnalignReg ureg;
  auto* odd = k.at<float>(68);
  MicroAPI::DataCopyUnAlignPre(ureg, odd);
  MicroAPI::DataCopyUnAlign(a, ureg, odd, 4);
  EXPECT_EQ(odd, k.at<float>(84));
  EXPECT_EQ(content(a), expected([](std::uint32_t i) { return 68 + i; }));
  auto* end = k.at<float>(3100);
  MicroAPI::DataCopyUnAlign<float, PostLiteral::POST_MODE_UPDATE>(end, a, ureg, 3);
  MicroAPI::DataCopyUnAlignPost(end, ureg, 0);
  EXPECT_EQ(ub(3100, 12), ub(68, 12));

  all = MicroAPI::CreateMask<float>();
  const auto index = reg<std::uint32_t>({5, 2, 9});
  MicroAPI::DataCopyGather(a, k.at<float>(64), index, all);
  EXPECT_EQ(content(a), expected([](std::uint32_t i) {
              const std::uint32_t where[] = {5, 2, 9};
              return 64 + 4 * where[i / 4 % 3] + i % 4;
            }));
  MicroAPI::DataCopyScatter(k.at<float>(3200), a, index, all);
  const std::uint32_t last5 = (vl() / 4 - 1) / 3 * 3;
  const Bytes gathered = content(a);
  EXPECT_EQ(ub(3220, 4), Bytes(gathered.begin() + last5 * 4, gathered.begin() + last5 * 4 + 4));
  const auto blocks = reg<std::uint32_t>({64});
  MicroAPI::DataCopyGatherB(a, k.at<float>(0), blocks, all);
  EXPECT_EQ(content(a), expected([](std::uint32_t i) { return 64 + i % 32; }));
  const MaskReg second = mask<float>({false, true});
  MicroAPI::GatherMask<float, MicroAPI::GatherMaskMode::NO_STORE_REG>(b, a, second);
  EXPECT_EQ(content(b), expected([&](std::uint32_t i) {
              return i < vl() / 2 ? 64 + (i / 4 * 8 + 4) % 32 + i % 4 : -1LL;
            }));
}

void double_in_place(__ubuf__ std::int32_t* data, std::uint32_t count) {
  RegTensor<std::int32_t> reg;
  MaskReg lanes = Reg::UpdateMask<std::int32_t>(count);
  Reg::LoadAlign(reg, data);
  Reg::Add(reg, reg, reg, lanes);
  Reg::LocalMemBar<Reg::MemType::VEC_STORE, Reg::MemType::VEC_LOAD>();
  Reg::StoreAlign(data, reg, lanes);
}

TEST_P(Moves, VectorFunctionsAreCalledAndKnowTheVectorLength) {
  asc_vf_call<double_in_place>(k.put<std::int32_t>(1024, {1, 2, 3, 4}), 3U);
  EXPECT_EQ(k.get<std::int32_t>(1024, 4), (std::vector<std::int32_t>{2, 4, 6, 4}));
  constexpr std::uint32_t kLanes = AscendC::GetVecLen() / sizeof(float);
  static_assert(kLanes == 64 && AscendC::VECTOR_REG_WIDTH == 256);
  static_assert(AscendC::SupportType<float, half, float>() && !AscendC::SupportType<int, float>());
  static_assert(AscendC::SupportBytes<half, 1, 2>() && !AscendC::SupportBytes<half, 1, 4>());
  if (vl() == 256) {
    EXPECT_EQ(AscendC::GetVecLen(), 256U);
  } else {
    const auto error = error_of([] { static_cast<void>(AscendC::GetVecLen()); });
    EXPECT_NE(std::string(error.value().what()).find("vectors of 256 bytes"), std::string::npos);
  }
}

TEST_P(Moves, RegistersOfOneTypeAreUsedAsThoseOfAnother) {
  auto reg = loaded<float>(64);
  auto& words = reinterpret_cast<RegTensor<std::uint32_t>&>(reg);
  EXPECT_EQ(content(words), expected([](std::uint32_t i) { return 64 + i; }));
  Reg::LoadAlign(words, k.at<std::uint32_t>(96));
  EXPECT_EQ(content(reg), expected([](std::uint32_t i) { return 96 + i; }));
}

}  // namespace
}  // namespace gsq::testing
