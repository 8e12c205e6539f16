// SPDX-License-Identifier: Apache-2.0
// Ascend C on the golden model: what every call does, and how errors show. The calls of
// ascend/*.hpp and ascend_tensor are judged by memory and registers; expectations are computed in
// plain C++.
#include <cstring>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include "gsq/kernel/ascend.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

namespace Reg = AscendC::Reg;
using kernel::Error;
using Reg::DataCopyMode;
using Reg::GatherMaskMode;
using Reg::LoadDist;
using Reg::MaskPattern;
using Reg::MaskReg;
using Reg::PostLiteral;
using Reg::RegTensor;
using Reg::StoreDist;
using Reg::UnalignRegForStore;

template <typename T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T>
std::vector<T> values_of(const Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// A unit on the golden model, and its registers as values.
class Kernel : public ::testing::TestWithParam<Config>, protected KernelUnit {
 protected:
  Kernel() : KernelUnit(GetParam()) {}

  [[nodiscard]] std::uint32_t vl() const { return GetParam().vlen_bytes; }
  template <typename T>
  [[nodiscard]] std::uint32_t lanes() const {
    return GetParam().lanes(sizeof(T));
  }
  template <typename T>
  std::vector<T> lanes_of(const RegTensor<T>& reg) {
    return KernelUnit::lanes_of<T>(reg.index("test"));
  }

  /// `count` values that no other place holds, as far as the type has so many; none is 0.
  template <typename T>
  std::vector<T> different(std::size_t count) {
    Bytes bytes(count * sizeof(T));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<std::uint8_t>(1 + (i / sizeof(T) * 7 + i % sizeof(T) * 31) % 255);
    }
    return values_of<T>(bytes);
  }

  /// A register with these values in its lowest lanes, through UB at address 0.
  template <typename T>
  RegTensor<T> loaded(std::vector<T> values) {
    values.resize(lanes<T>());
    RegTensor<T> reg;
    Reg::LoadAlign(reg, put(0, values));
    unit.wait();
    return reg;
  }

  /// What a mask selects of lanes of type T.
  template <typename T>
  Flags selected(const MaskReg& mask) {
    RegTensor<T> ones = loaded(different<T>(lanes<T>()));
    put(0, std::vector<T>(lanes<T>(), values_of<T>(Bytes(sizeof(T)))[0]));
    Reg::StoreAlign(at<T>(0), ones, mask);
    Flags flags;
    for (const T value : get<T>(0, lanes<T>())) {
      flags.push_back(bytes_of(std::vector<T>{value}) != Bytes(sizeof(T)));
    }
    return flags;
  }
};
INSTANTIATE_TEST_SUITE_P(Configs, Kernel, ::testing::ValuesIn(all_configs()), config_name);

/// Some lanes, a few in a row and some single ones.
bool is_some(std::size_t lane) { return lane % 3 == 1 || lane % 7 < 2; }

Flags some_of(std::size_t count) {
  Flags flags(count);
  for (std::size_t lane = 0; lane < count; ++lane) flags[lane] = is_some(lane);
  return flags;
}

/// Runs `action` with a value of each type.
template <typename... Types, typename Action>
void for_types(Action&& action) {
  (action(Types{}), ...);
}

void expect_text(const std::optional<Error>& error, const std::string& part) {
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(std::string(error->what()).find(part), std::string::npos)
      << "expected '" << part << "' in: " << error->what();
}

// -------------------------------------------------------------------------------------------------
// Masks
// -------------------------------------------------------------------------------------------------

TEST_P(Kernel, CreateMaskKnowsAllPatterns) {
  for_types<std::uint8_t, std::int16_t, float, double>([&](auto type) {
    using T = decltype(type);
    const std::uint32_t n = lanes<T>();
    const auto lowest = [&](std::uint32_t count) {
      Flags flags(n);
      for (std::uint32_t lane = 0; lane < n; ++lane) flags[lane] = lane < count;
      return flags;
    };
    const auto every = [&](std::uint32_t step) {
      Flags flags(n);
      for (std::uint32_t lane = 0; lane < n; lane += step) flags[lane] = true;
      return flags;
    };
    EXPECT_EQ(selected<T>(Reg::CreateMask<T>()), lowest(n));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::ALL>())), lowest(n));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::VL1>())), lowest(1));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::VL2>())), lowest(2));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::VL3>())), lowest(3));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::VL4>())), lowest(4));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::VL8>())), lowest(8));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::VL16>())), lowest(16));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::VL32>())), lowest(32));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::VL64>())), lowest(64));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::VL128>())), lowest(128));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::M3>())), every(3));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::M4>())), every(4));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::H>())), lowest(n / 2));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::Q>())), lowest(n / 4));
    EXPECT_EQ((selected<T>(Reg::CreateMask<T, MaskPattern::ALLF>())), lowest(0));
  });
}

TEST_P(Kernel, UpdateMaskCountsDownToZero) {
  for_types<std::int8_t, half, std::uint32_t>([&](auto type) {
    using T = decltype(type);
    const std::uint32_t n = lanes<T>();
    std::uint32_t left = 2 * n + 3;
    for (const std::uint32_t now : {n, n, 3U, 0U}) {
      Flags expected(n);
      for (std::uint32_t lane = 0; lane < now; ++lane) expected[lane] = true;
      const std::uint32_t before = left;
      EXPECT_EQ(selected<T>(Reg::UpdateMask<T>(left)), expected);
      EXPECT_EQ(left, before - now);
    }
  });
}

TEST_P(Kernel, SetMaskSelectsWhatScalarCodeSays) {
  for_types<std::uint8_t, bfloat16_t, std::int32_t, std::int64_t>([&](auto type) {
    using T = decltype(type);
    MaskReg mask;
    Reg::SetMask<T>(mask, some_of(lanes<T>()));
    EXPECT_EQ(selected<T>(mask), some_of(lanes<T>()));
    Reg::SetMask<T>(mask, {false, true});
    Flags second(lanes<T>());
    second[1] = true;
    EXPECT_EQ(selected<T>(mask), second);
    const auto error = error_of([&] { Reg::SetMask<T>(mask, Flags(lanes<T>() + 1)); });
    EXPECT_EQ(error.value().api(), "SetMask");
  });
}

// -------------------------------------------------------------------------------------------------
// Aligned loads and stores
// -------------------------------------------------------------------------------------------------

TEST_P(Kernel, LoadAndStoreMoveThePointersThatTheyAreTold) {
  const auto source = different<std::int16_t>(2 * std::size_t{lanes<std::int16_t>()});
  const auto n = static_cast<std::int32_t>(lanes<std::int16_t>());
  const std::int16_t* const start = put(0, source);
  auto* from = at<std::int16_t>(0);
  auto* to = at<std::int16_t>(1024);
  const MaskReg all = Reg::CreateMask<std::int16_t>();
  RegTensor<std::int16_t> first;
  RegTensor<std::int16_t> second;
  Reg::LoadAlign<std::int16_t, PostLiteral::POST_MODE_UPDATE>(first, from, n);
  EXPECT_EQ(from, start + n);
  Reg::LoadAlign(second, from);
  EXPECT_EQ(from, start + n);
  Reg::LoadAlign<std::int16_t, PostLiteral::POST_MODE_UPDATE>(second, from, -n);
  EXPECT_EQ(from, start);
  Reg::StoreAlign<std::int16_t, PostLiteral::POST_MODE_UPDATE>(to, second, n, all);
  EXPECT_EQ(to, at<std::int16_t>(1024) + n);
  Reg::StoreAlign(to, first, all);
  auto expected = source;
  std::rotate(expected.begin(), expected.begin() + n, expected.end());
  EXPECT_EQ(get<std::int16_t>(1024, source.size()), expected);
}

TEST_P(Kernel, StoreAlignWritesSelectedLanesOnly) {
  for_types<std::uint8_t, half, float, double>([&](auto type) {
    using T = decltype(type);
    const auto values = different<T>(lanes<T>());
    const RegTensor<T> reg = loaded(values);
    MaskReg mask;
    Reg::SetMask<T>(mask, some_of(lanes<T>()));
    const T old = T(2.0F);
    put(512, std::vector<T>(lanes<T>(), old));
    Reg::StoreAlign(at<T>(512), reg, mask);
    std::vector<T> expected(lanes<T>(), old);
    for (std::size_t lane = 0; lane < expected.size(); ++lane) {
      if (is_some(lane)) expected[lane] = values[lane];
    }
    EXPECT_EQ(bytes_of(get<T>(512, lanes<T>())), bytes_of(expected));
  });
}

TEST_P(Kernel, UnpackZeroExtendsAndPackCutsOff) {
  const auto narrow8 = different<std::int8_t>(vl());
  const auto narrow16 = different<half>(vl() / 2);
  RegTensor<std::int16_t> wide16;
  RegTensor<std::uint32_t> wide32;
  put(0, narrow8);
  put(512, narrow16);
  Reg::LoadAlign<std::int8_t, LoadDist::DIST_UNPACK_B8>(wide16, at<std::int8_t>(0));
  Reg::LoadAlign<half, LoadDist::DIST_UNPACK_B16>(wide32, at<half>(512));
  for (std::size_t lane = 0; lane < vl() / 2; ++lane) {
    EXPECT_EQ(lanes_of(wide16)[lane], static_cast<std::uint8_t>(narrow8[lane])) << lane;
  }
  for (std::size_t lane = 0; lane < vl() / 4; ++lane) {
    EXPECT_EQ(lanes_of(wide32)[lane], narrow16[lane].bits()) << lane;
  }
  const Bytes zeros(vl());
  put(1024, zeros);
  put(1536, zeros);
  Reg::StoreAlign<std::int8_t, StoreDist::DIST_PACK_B16>(at<std::int8_t>(1024), wide16,
                                                         Reg::CreateMask<std::int16_t>());
  auto* to = at<half>(1536);
  Reg::StoreAlign<half, PostLiteral::POST_MODE_UPDATE, StoreDist::DIST_PACK_B32>(
      to, wide32, 16, Reg::CreateMask<std::uint32_t>());
  EXPECT_EQ(to, at<half>(1536) + 16);
  Bytes expected = bytes_of(narrow8);
  std::fill(expected.begin() + vl() / 2, expected.end(), 0);
  EXPECT_EQ(get<std::uint8_t>(1024, vl()), expected);
  expected = bytes_of(narrow16);
  std::fill(expected.begin() + vl() / 2, expected.end(), 0);
  EXPECT_EQ(get<std::uint8_t>(1536, vl()), expected);
  // The same register type on both sides, as the original has it.
  RegTensor<std::int8_t> same;
  auto* from = at<std::int8_t>(0);
  Reg::LoadAlign<std::int8_t, PostLiteral::POST_MODE_UPDATE, LoadDist::DIST_UNPACK_B8>(same, from,
                                                                                       32);
  EXPECT_EQ(from, at<std::int8_t>(32));
  EXPECT_EQ(unit.read_v(same.index("test")), unit.read_v(wide16.index("test")));
}

TEST_P(Kernel, BlockStridesSpreadTheBlocksOfAVector) {
  const std::uint32_t blocks = vl() / 32;
  const auto source = different<std::int32_t>(2 * std::size_t{vl()} / 4 + 8);
  auto* from = put(0, source);
  RegTensor<std::int32_t> reg;
  Reg::LoadAlign<std::int32_t, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_UPDATE>(
      reg, from, 2, 1);
  EXPECT_EQ(from, at<std::int32_t>(32));
  std::vector<std::int32_t> expected;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const auto* const first = source.data() + std::size_t{block} * 16;
    expected.insert(expected.end(), first, first + 8);
  }
  EXPECT_EQ(lanes_of(reg), expected);

  put(1024, std::vector<std::int32_t>(3 * std::size_t{vl()} / 4, -1));
  auto* to = at<std::int32_t>(1024);
  const MaskReg all = Reg::CreateMask<std::int32_t>();
  Reg::StoreAlign<std::int32_t, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_UPDATE>(
      to, reg, 3, 2, all);
  EXPECT_EQ(to, at<std::int32_t>(1024 + 64));
  const auto stored = get<std::int32_t>(1024, 3 * std::size_t{vl()} / 4);
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const bool written = i / 8 % 3 == 0;
    EXPECT_EQ(stored[i], written ? expected[i / 24 * 8 + i % 8] : -1) << i;
  }

  Reg::LoadAlign<std::int32_t, DataCopyMode::DATA_BLOCK_COPY>(reg, at<std::int32_t>(0), 0);
  for (std::size_t lane = 0; lane < lanes<std::int32_t>(); ++lane) {
    EXPECT_EQ(lanes_of(reg)[lane], source[lane % 8]) << lane;
  }
  const auto error = error_of([&] {
    Reg::StoreAlign<std::int32_t, DataCopyMode::DATA_BLOCK_COPY>(at<std::int32_t>(0), reg, 65536,
                                                                 all);
  });
  expect_text(error, "StoreAlign at kernel_ascend_test.cpp:");
  expect_text(error, ": expected a block stride from 0 to 65535, found 65536");
  EXPECT_EQ(error.value().status(), Status::ErrParam);
}

// -------------------------------------------------------------------------------------------------
// Squeeze, unsqueeze and unaligned stores
// -------------------------------------------------------------------------------------------------

TEST_P(Kernel, SqueezePacksEveryType) {
  for_types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
            half, float>([&](auto type) {
    using T = decltype(type);
    const auto values = different<T>(lanes<T>());
    const RegTensor<T> source = loaded(values);
    MaskReg mask;
    Reg::SetMask<T>(mask, some_of(lanes<T>()));
    std::vector<T> expected;
    for (std::size_t lane = 0; lane < values.size(); ++lane) {
      if (is_some(lane)) expected.push_back(values[lane]);
    }
    expected.resize(lanes<T>());
    RegTensor<T> result;
    Reg::Squeeze(result, source, mask);
    EXPECT_EQ(bytes_of(lanes_of(result)), bytes_of(expected));
    RegTensor<T> again;
    Reg::Squeeze<T, GatherMaskMode::NO_STORE_REG>(again, source, mask);
    EXPECT_EQ(bytes_of(lanes_of(again)), bytes_of(expected));
    RegTensor<T> in_place = source;
    Reg::Squeeze<T>(in_place, in_place, mask);
    EXPECT_EQ(bytes_of(lanes_of(in_place)), bytes_of(expected));
    EXPECT_EQ(bytes_of(lanes_of(source)), bytes_of(values));  // shared until then
  });
}

TEST_P(Kernel, SqueezesWithAndWithoutLanesEndTheSame) {
  const auto values = different<std::uint16_t>(lanes<std::uint16_t>());
  const RegTensor<std::uint16_t> source = loaded(values);
  RegTensor<std::uint16_t> result;
  Reg::Squeeze(result, source, Reg::CreateMask<std::uint16_t, MaskPattern::ALLF>());
  EXPECT_EQ(lanes_of(result), std::vector<std::uint16_t>(lanes<std::uint16_t>()));
  Reg::Squeeze(result, source, Reg::CreateMask<std::uint16_t>());
  EXPECT_EQ(lanes_of(result), values);
}

TEST_P(Kernel, StreamOfSqueezesHasNoGaps) {
  for_types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
            half, float>([&](auto type) {
    using T = decltype(type);
    constexpr unsigned kVectors = 5;
    constexpr std::uint32_t kResult = 2048 + 28;  // not a multiple of 32
    const auto values = different<T>(std::size_t{lanes<T>()} * kVectors);
    auto* from = put(0, values);
    put(kResult, Bytes(vl() * kVectors, 0xee));
    T* const to = at<T>(kResult);
    unit.launch();
    std::vector<T> expected;
    {
      RegTensor<T> loaded;
      RegTensor<T> squeezed;
      MaskReg mask;
      UnalignRegForStore rest;
      for (unsigned vector = 0; vector < kVectors; ++vector) {
        Flags flags(lanes<T>());
        for (std::size_t lane = 0; lane < flags.size(); ++lane) {
          flags[lane] = vector != 2 && (lane + vector) % 3 != 0;
          if (flags[lane]) expected.push_back(values[vector * flags.size() + lane]);
        }
        Reg::SetMask<T>(mask, flags);
        Reg::LoadAlign<T, PostLiteral::POST_MODE_UPDATE>(loaded, from,
                                                         static_cast<std::int32_t>(lanes<T>()));
        Reg::Squeeze<T, GatherMaskMode::STORE_REG>(squeezed, loaded, mask);
        Reg::StoreUnAlign<T, PostLiteral::POST_MODE_UPDATE>(to, squeezed, rest);
      }
      Reg::StoreUnAlignPost(to, rest);
    }
    EXPECT_EQ(to, at<T>(kResult));
    const std::size_t bytes = expected.size() * sizeof(T);
    EXPECT_EQ(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>(), static_cast<std::int64_t>(bytes));
    EXPECT_EQ(bytes_of(get<T>(kResult, expected.size())), bytes_of(expected));
    EXPECT_EQ(get<std::uint8_t>(kResult + static_cast<std::uint32_t>(bytes), 1), Bytes{0xee});
  });
}

// Four times 64 bytes are 256, where a quarter of a vector is 64 bytes.
TEST_P(Kernel, GetSprGivesTheSumOfAStream) {
  const MaskReg quarter = Reg::CreateMask<std::uint32_t, MaskPattern::Q>();
  RegTensor<std::uint32_t> reg = loaded(different<std::uint32_t>(lanes<std::uint32_t>()));
  RegTensor<std::uint32_t> squeezed;
  UnalignRegForStore rest;
  for (std::int64_t sum = 0; sum < vl(); sum += vl() / 4) {
    EXPECT_EQ(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>(), sum);
    Reg::Squeeze<std::uint32_t, GatherMaskMode::STORE_REG>(squeezed, reg, quarter);
    EXPECT_EQ(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>(), sum);  // the store adds it
    Reg::StoreUnAlign(at<std::uint32_t>(1024), squeezed, rest);
  }
  EXPECT_EQ(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>(), vl());
  Reg::StoreUnAlignPost(at<std::uint32_t>(1024), rest);
  Reg::ClearSpr<Reg::SpecialPurposeReg::AR>();
  EXPECT_EQ(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>(), 0);
}

TEST_P(Kernel, PostModeNormalKeepsAr) {
  const RegTensor<std::uint8_t> reg = loaded(different<std::uint8_t>(vl()));
  RegTensor<std::uint8_t> squeezed;
  UnalignRegForStore rest;
  put(1024, Bytes(vl(), 0xee));
  MaskReg lowest_block;
  Reg::SetMask<std::uint8_t>(lowest_block, Flags(32, true));
  Reg::Squeeze<std::uint8_t, GatherMaskMode::STORE_REG>(squeezed, reg, lowest_block);
  Reg::StoreUnAlign<std::uint8_t, PostLiteral::POST_MODE_NORMAL>(at<std::uint8_t>(1024), squeezed,
                                                                 rest);
  EXPECT_EQ(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>(), 0);
  Bytes expected(vl(), 0xee);
  const Bytes all = different<std::uint8_t>(vl());
  std::copy_n(all.begin(), 32, expected.begin());
  EXPECT_EQ(get<std::uint8_t>(1024, vl()), expected);
}

TEST_P(Kernel, LaunchAndClearSprForgetASqueeze) {
  const RegTensor<std::uint8_t> reg = loaded(different<std::uint8_t>(vl()));
  RegTensor<std::uint8_t> squeezed;
  const MaskReg all = Reg::CreateMask<std::uint8_t>();
  const auto squeeze = [&] {
    Reg::Squeeze<std::uint8_t, GatherMaskMode::STORE_REG>(squeezed, reg, all);
  };
  squeeze();
  unit.launch();
  squeeze();
  Reg::ClearSpr<AscendC::SpecialPurposeReg::AR>();
  squeeze();
  EXPECT_NO_THROW(unit.wait());
  squeeze();
  const auto error = error_of([&] { unit.wait(); });
  EXPECT_EQ(error.value().status(), Status::ErrSqzOrder);
  EXPECT_EQ(error.value().api(), "Squeeze");
}

TEST_P(Kernel, StridesMoveAStreamWithoutAr) {
  const auto values = different<std::uint16_t>(lanes<std::uint16_t>());
  const RegTensor<std::uint16_t> reg = loaded(values);
  for (const bool update : {true, false}) {
    UnalignRegForStore rest;
    auto* to = put(1024, std::vector<std::uint16_t>(3 * values.size(), 0xeeee)) + 3;
    if (update) {
      Reg::StoreUnAlign<std::uint16_t, PostLiteral::POST_MODE_UPDATE>(to, reg, rest, 5);
      EXPECT_EQ(to, at<std::uint16_t>(1024) + 8);
      Reg::StoreUnAlign(to, reg, rest, lanes<std::uint16_t>());
      Reg::StoreUnAlignPost(to, rest, 0);
    } else {
      Reg::StoreUnAlign<std::uint16_t, PostLiteral::POST_MODE_NORMAL>(to, reg, rest, 5);
      EXPECT_EQ(to, at<std::uint16_t>(1024) + 3);
      to += 5;
      Reg::StoreUnAlign<std::uint16_t, PostLiteral::POST_MODE_NORMAL>(to, reg, rest,
                                                                      lanes<std::uint16_t>());
      Reg::StoreUnAlignPost(to, rest, static_cast<std::int32_t>(lanes<std::uint16_t>()));
    }
    EXPECT_EQ(to, at<std::uint16_t>(1024) + 8 + lanes<std::uint16_t>());
    std::vector<std::uint16_t> expected(3 * values.size(), 0xeeee);
    std::copy_n(values.begin(), 5, expected.begin() + 3);
    std::copy(values.begin(), values.end(), expected.begin() + 8);
    EXPECT_EQ(get<std::uint16_t>(1024, expected.size()), expected) << update;
    EXPECT_EQ(AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>(), 0);
  }
  UnalignRegForStore rest;
  auto* to = at<std::uint16_t>(1024);
  Reg::StoreUnAlign(to, reg, rest, lanes<std::uint16_t>() + 1);
  const auto wide = error_of([&] { unit.wait(); });
  EXPECT_EQ(wide.value().status(), Status::ErrParam);
  expect_text(wide, ": n=");
  to = at<std::uint16_t>(1024);
  const auto wider = error_of([&] { Reg::StoreUnAlign(to, reg, rest, 0x80000000); });
  EXPECT_EQ(wider.value().api(), "StoreUnAlign");
  EXPECT_EQ(to, at<std::uint16_t>(1024));
}

TEST_P(Kernel, UnsqueezeCountsTheLanesBelow) {
  for_types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t>(
      [&](auto type) {
        using T = decltype(type);
        MaskReg mask;
        Reg::SetMask<T>(mask, some_of(lanes<T>()));
        RegTensor<T> counts;
        Reg::Unsqueeze(counts, mask);
        std::vector<T> expected;
        unsigned count = 0;
        for (std::size_t lane = 0; lane < lanes<T>(); ++lane) {
          expected.push_back(static_cast<T>(count));
          count += is_some(lane) ? 1 : 0;
        }
        EXPECT_EQ(lanes_of(counts), expected);
        RegTensor<T> again;
        Reg::Unsqueeze<T>(again, mask);
        EXPECT_EQ(lanes_of(again), expected);
      });
}

// -------------------------------------------------------------------------------------------------
// Gather and scatter
// -------------------------------------------------------------------------------------------------

/// A type in UB, of a lane and of an index.
template <typename T, typename L, typename I>
struct Forms {
  using Element = T;
  using Lane = L;
  using Index = I;
};

template <typename Action>
void for_forms(Action&& action) {
  for_types<Forms<std::int8_t, std::int16_t, std::uint16_t>,
            Forms<std::uint8_t, std::uint16_t, std::uint16_t>,
            Forms<std::int16_t, std::int16_t, std::uint16_t>, Forms<half, half, std::uint16_t>,
            Forms<bfloat16_t, bfloat16_t, std::uint16_t>,
            Forms<std::int32_t, std::int32_t, std::uint32_t>, Forms<float, float, std::uint32_t>,
            Forms<double, double, std::uint32_t>, Forms<std::int8_t, std::int32_t, std::uint32_t>,
            Forms<half, std::uint32_t, std::uint32_t>,
            Forms<fp8_e5m2_t, std::uint16_t, std::uint16_t>>(action);
}

constexpr std::uint32_t kTable = 2048;  // of elements that are gathered; indices reach 40

TEST_P(Kernel, GatherTakesElementsOfUb) {
  for_forms([&](auto form) {
    using T = typename decltype(form)::Element;
    using Lane = typename decltype(form)::Lane;
    using Index = typename decltype(form)::Index;
    const std::size_t n = std::min(lanes<Lane>(), lanes<Index>());
    std::vector<Index> places(lanes<Index>());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<Index>(i * 13 % 41);
    const auto table = different<T>(41);
    const RegTensor<Index> index = loaded(places);
    put(kTable, table);
    MaskReg mask;
    Reg::SetMask<Lane>(mask, some_of(lanes<Lane>()));
    RegTensor<Lane> result;
    Reg::Gather(result, at<T>(kTable), index, mask);
    Bytes expected(vl());
    for (std::size_t lane = 0; lane < n; ++lane) {
      if (!is_some(lane)) continue;
      const T value = table[places[lane]];
      std::memcpy(&expected[lane * sizeof(Lane)], &value, sizeof(T));  // the rest is 0
    }
    EXPECT_EQ(unit.read_v(result.index("test")), expected);
    RegTensor<Lane> again;
    Reg::Gather<Lane>(again, at<T>(kTable), index, mask);
    EXPECT_EQ(unit.read_v(again.index("test")), expected);
  });
}

TEST_P(Kernel, GatherOfBytesIsNotSignExtended) {
  put(kTable, std::vector<std::int8_t>{40, -40});
  const RegTensor<std::uint16_t> index = loaded(std::vector<std::uint16_t>{0, 1});
  RegTensor<std::int16_t> result;
  Reg::Gather(result, at<std::int8_t>(kTable), index,
              Reg::CreateMask<std::int16_t, MaskPattern::VL2>());
  EXPECT_EQ(lanes_of(result)[0], 40);
  EXPECT_EQ(lanes_of(result)[1], 216);
  // Small floats keep their type, in lanes of 2 bytes.
  put(kTable, std::vector<fp8_e4m3fn_t>{fp8_e4m3fn_t(1.5F), fp8_e4m3fn_t(-2.0F)});
  RegTensor<fp8_e4m3fn_t> small;
  Reg::Gather(small, at<fp8_e4m3fn_t>(kTable), index,
              Reg::CreateMask<std::int16_t, MaskPattern::VL2>());
  EXPECT_EQ(lanes_of(small)[0].bits(), fp8_e4m3fn_t(1.5F).bits());
  EXPECT_EQ(lanes_of(small)[1].bits(), 0);
  EXPECT_EQ(lanes_of(small)[2].bits(), fp8_e4m3fn_t(-2.0F).bits());
}

TEST_P(Kernel, ScatterWritesInOrderOfLanes) {
  for_forms([&](auto form) {
    using T = typename decltype(form)::Element;
    using Lane = typename decltype(form)::Lane;
    using Index = typename decltype(form)::Index;
    const std::size_t n = std::min(lanes<Lane>(), lanes<Index>());
    std::vector<Index> places(lanes<Index>());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<Index>(i * i % 31);
    const auto values = different<Lane>(lanes<Lane>());
    const RegTensor<Index> index = loaded(places);
    const RegTensor<Lane> source = loaded(values);
    auto expected = different<T>(41);
    std::reverse(expected.begin(), expected.end());
    put(kTable, expected);
    MaskReg mask;
    Reg::SetMask<Lane>(mask, some_of(lanes<Lane>()));
    Reg::Scatter(at<T>(kTable), source, index, mask);
    for (std::size_t lane = 0; lane < n; ++lane) {
      if (is_some(lane))
        std::memcpy(static_cast<void*>(&expected[places[lane]]), &values[lane], sizeof(T));
    }
    EXPECT_EQ(bytes_of(get<T>(kTable, 41)), bytes_of(expected));
  });
}

TEST_P(Kernel, GatherTakesLanesOfARegister) {
  const auto run = [&](auto type, auto index_type) {
    using T = decltype(type);
    using Index = decltype(index_type);
    const auto values = different<T>(lanes<T>());
    std::vector<Index> places(lanes<T>());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<Index>(i * 37 + 250);
    const RegTensor<T> source = loaded(values);
    const RegTensor<Index> index = loaded(places);
    std::vector<T> expected(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) expected[i] = values[places[i] % lanes<T>()];
    RegTensor<T> result;
    Reg::Gather(result, source, index);
    EXPECT_EQ(bytes_of(lanes_of(result)), bytes_of(expected));
    RegTensor<T> again;
    Reg::Gather<T>(again, source, index);
    EXPECT_EQ(bytes_of(lanes_of(again)), bytes_of(expected));
  };
  for_types<std::int8_t, std::uint8_t, fp8_e8m0_t>([&](auto type) { run(type, std::uint8_t{}); });
  for_types<std::int16_t, half, bfloat16_t>([&](auto type) { run(type, std::uint16_t{}); });
  for_types<std::int32_t, std::uint32_t, float>([&](auto type) { run(type, std::uint32_t{}); });
}

TEST_P(Kernel, GatherBTakesBlocks) {
  const std::uint32_t blocks = vl() / 32;
  const auto table = different<std::uint16_t>(16 * std::size_t{blocks});
  std::vector<std::uint32_t> offsets(lanes<std::uint32_t>());
  for (std::uint32_t k = 0; k < blocks; ++k) offsets[k] = 32 * (blocks - 1 - k);
  const RegTensor<std::uint32_t> index = loaded(offsets);
  put(kTable, table);
  MaskReg mask;
  Reg::SetMask<std::uint32_t>(mask, {true, false, true, true});
  RegTensor<std::uint16_t> result;
  Reg::GatherB(result, at<std::uint16_t>(kTable), index, mask);
  std::vector<std::uint16_t> expected(lanes<std::uint16_t>());
  for (std::uint32_t k = 0; k < blocks && k < 4; ++k) {
    if (k == 1) continue;
    std::copy_n(table.begin() + offsets[k] / 2, 16, expected.begin() + std::ptrdiff_t{k} * 16);
  }
  EXPECT_EQ(lanes_of(result), expected);
}

// -------------------------------------------------------------------------------------------------
// Registers and errors
// -------------------------------------------------------------------------------------------------

TEST_P(Kernel, StreamsAreThereAsLongAsTheirScope) {
  for (int round = 0; round < 2; ++round) {
    std::vector<std::unique_ptr<UnalignRegForStore>> streams;
    std::set<unsigned> numbers;
    for (unsigned i = 0; i < kNumUregs; ++i) {
      streams.push_back(std::make_unique<UnalignRegForStore>());
      numbers.insert(streams.back()->index("test"));
    }
    EXPECT_EQ(numbers.size(), kNumUregs);
    const UnalignRegForStore more;
    expect_text(error_of([&] { (void)more.index("test"); }),
                "all 4 unaligned-store registers are in use");
    streams.pop_back();
    EXPECT_NO_THROW((void)more.index("test"));
  }
}

TEST_P(Kernel, ErrorsTellCallLaneAndAddressWhereTheProgramWaits) {
  std::vector<std::uint16_t> places(lanes<std::uint16_t>());
  places[5] = 0xffff;
  const std::uint32_t ub = GetParam().ub_bytes;
  const RegTensor<std::uint16_t> index = loaded(places);
  RegTensor<std::int16_t> result;
  const MaskReg all = Reg::CreateMask<std::int16_t>();
  const std::uint32_t base = ub - 64;
  Reg::Gather(result, at<std::int16_t>(base), index, all);  // goes on
  RegTensor<std::int16_t> after;
  Reg::LoadAlign(after, at<std::int16_t>(0));
  const auto error = error_of([&] { (void)get<std::int16_t>(0, 1); });
  EXPECT_EQ(error.value().api(), "Gather");
  EXPECT_EQ(error.value().status(), Status::ErrBounds);
  EXPECT_EQ(error.value().lane(), 5U);
  EXPECT_EQ(error.value().address(), base + 2ULL * 0xffff);
  expect_text(error, "Gather at kernel_ascend_test.cpp:");
  expect_text(error, ": gather answered ERR_BOUNDS: lane 5: index 65535 gives address ");
  EXPECT_EQ(lanes_of(after)[5], -1);  // what came behind has run
  EXPECT_NO_THROW(unit.wait());       // and is reported once
}

TEST_P(Kernel, ErrorsOfAlignedAccessesTellTheAddress) {
  RegTensor<float> reg;
  Reg::LoadAlign(reg, at<float>(0) + 1);
  const auto align = error_of([&] { unit.wait(); });
  EXPECT_EQ(align.value().api(), "LoadAlign");
  EXPECT_EQ(align.value().status(), Status::ErrAlign);
  EXPECT_EQ(align.value().address(), 4U);
  EXPECT_FALSE(align.value().lane().has_value());
  Reg::StoreAlign(at<float>(GetParam().ub_bytes), reg, Reg::CreateMask<float>());
  const auto bounds = error_of([] { AscendC::GetSpr<AscendC::SpecialPurposeReg::AR>(); });
  EXPECT_EQ(bounds.value().api(), "StoreAlign");
  EXPECT_EQ(bounds.value().status(), Status::ErrBounds);
  float elsewhere = 0;
  const auto foreign = error_of([&] { Reg::LoadAlign(reg, &elsewhere); });
  expect_text(foreign, ": expected a pointer into UB");
}

TEST_P(Kernel, StreamsThatDoNotContinueAreErrors) {
  const RegTensor<std::uint8_t> reg = loaded(different<std::uint8_t>(vl()));
  UnalignRegForStore rest;
  auto* to = at<std::uint8_t>(1024);
  Reg::StoreUnAlign(to, reg, rest, 7);
  Reg::StoreUnAlignPost(to, rest, 1);
  const auto error = error_of([&] { unit.wait(); });
  EXPECT_EQ(error.value().api(), "StoreUnAlignPost");
  EXPECT_EQ(error.value().status(), Status::ErrStream);
}

// -------------------------------------------------------------------------------------------------
// Tensors
// -------------------------------------------------------------------------------------------------

TEST_P(Kernel, TensorsReadAndWriteTheirElements) {
  const AscendC::LocalTensor<std::int32_t> tensor(64, 16);
  for (std::uint32_t i = 0; i < tensor.GetSize(); ++i) {
    tensor.SetValue(i, -static_cast<std::int32_t>(i));
  }
  EXPECT_EQ(tensor.GetValue(15), -15);
  EXPECT_EQ(tensor[3].GetValue(0), -3);
  EXPECT_EQ(tensor[3].GetSize(), 13U);
  EXPECT_EQ(tensor[16].GetSize(), 0U);
  EXPECT_EQ(tensor[3].GetPhyAddr(), at<std::int32_t>(76));
  EXPECT_EQ(get<std::int32_t>(64, 3), (std::vector<std::int32_t>{0, -1, -2}));
  const auto beyond = error_of([&] { (void)tensor.GetValue(16); });
  EXPECT_EQ(beyond.value().api(), "LocalTensor::GetValue");
  expect_text(beyond, ": expected an element below 16, found 16");
  expect_text(error_of([&] { tensor.SetValue(16, 0); }), "LocalTensor::SetValue");
  expect_text(error_of([&] { (void)tensor[17]; }), "LocalTensor::operator[]");
  const std::uint32_t ub = GetParam().ub_bytes;
  EXPECT_NO_THROW(AscendC::LocalTensor<std::int16_t>(ub - 4, 2));
  const auto error = error_of([&] { AscendC::LocalTensor<std::int16_t>(ub - 4, 3); });
  EXPECT_EQ(error.value().api(), "LocalTensor");
  EXPECT_EQ(error.value().address(), ub - 4);
}

TEST_P(Kernel, GetValueWaitsForCommandsAndTheirErrors) {
  const AscendC::LocalTensor<float> tensor(512, lanes<float>());
  const RegTensor<float> reg = loaded(std::vector<float>{0.5F, 1.5F});
  Reg::StoreAlign(tensor.GetPhyAddr(), reg, Reg::CreateMask<float>());
  EXPECT_EQ(tensor.GetValue(1), 1.5F);
  Reg::StoreAlign(tensor.GetPhyAddr() + 1, reg, Reg::CreateMask<float>());
  EXPECT_EQ(error_of([&] { (void)tensor.GetValue(0); }).value().api(), "StoreAlign");
}

/// Three tensors of two iterations with a gap of a block between the blocks, and what they hold.
template <typename T>
struct Operands {
  explicit Operands(std::uint32_t vl)
      : elements(vl / sizeof(T) * 4),
        dst(0, elements),
        src0(1024, elements),
        src1(2048, elements) {}

  std::uint32_t elements;
  AscendC::LocalTensor<T> dst;
  AscendC::LocalTensor<T> src0;
  AscendC::LocalTensor<T> src1;
};

TEST_P(Kernel, AddWrapsAndKeepsWhatIsNotSelected) {
  for_types<std::int16_t, std::int32_t>([&](auto type) {
    using T = decltype(type);
    const Operands<T> on(vl());
    const auto a = different<T>(on.elements);
    auto b = different<T>(on.elements);
    std::reverse(b.begin(), b.end());
    const std::vector<T> old(on.elements, 77);
    const auto blocks = static_cast<std::uint8_t>(vl() / 32);
    const auto step = static_cast<std::uint8_t>(2 * blocks);
    const std::uint32_t n = lanes<T>();
    const std::size_t block = 32 / sizeof(T);
    // Element of a lane of an iteration, with a block stride of 2 or of 1.
    const auto place = [&](std::uint32_t iteration, std::uint32_t lane, std::size_t stride) {
      return (iteration * std::size_t{step} + lane / block * stride) * block + lane % block;
    };
    const auto expect = [&](auto selects) {
      std::vector<T> expected = old;
      for (std::uint32_t i = 0; i < 2 * n; ++i) {
        const std::uint32_t lane = i % n;
        if (!selects(lane)) continue;
        using Wide = std::make_unsigned_t<T>;
        expected[place(i / n, lane, 2)] =
            static_cast<T>(static_cast<Wide>(static_cast<Wide>(a[place(i / n, lane, 1)]) +
                                             static_cast<Wide>(b[place(i / n, lane, 2)])));
      }
      EXPECT_EQ(get<T>(0, on.elements), expected);
    };
    put(1024, a);
    put(2048, b);
    put(0, old);
    AscendC::Add(on.dst, on.src0, on.src1, n - 1, 2, {2, 1, 2, step, step, step});
    expect([&](std::uint32_t lane) { return lane < n - 1; });
    put(0, old);
    const std::uint64_t bits[2] = {n >= 64 ? 0x8000'0000'0000'0005 : 5,
                                   n > 64 ? 0x8000'0000'0000'0001 : 0};
    AscendC::Add(on.dst, on.src0, on.src1, bits, 2, {2, 1, 2, step, step, step});
    expect([&](std::uint32_t lane) { return (bits[lane / 64] >> (lane % 64) & 1U) != 0; });
    // The largest plus one is the smallest.
    put(0, std::vector<T>{std::numeric_limits<T>::max()});
    put(1024, std::vector<T>{1});
    AscendC::Add(on.dst, on.dst, on.src0, 1, 1, {1, 1, 1, 8, 8, 8});
    EXPECT_EQ(on.dst.GetValue(0), std::numeric_limits<T>::min());
  });
}

TEST_P(Kernel, AbsKeepsTheSmallest) {
  for_types<std::int16_t, std::int32_t>([&](auto type) {
    using T = decltype(type);
    const AscendC::LocalTensor<T> dst(0, lanes<T>());
    const AscendC::LocalTensor<T> src(1024, lanes<T>());
    std::vector<T> values(lanes<T>(), -3);
    values[0] = std::numeric_limits<T>::min();
    values[1] = 5;
    values[2] = -7;
    put(1024, values);
    put(0, std::vector<T>(lanes<T>(), 77));
    AscendC::Abs(dst, src, 3, 1, {1, 1, 8, 8});
    std::vector<T> expected(lanes<T>(), 77);
    expected[0] = std::numeric_limits<T>::min();
    expected[1] = 5;
    expected[2] = 7;
    EXPECT_EQ(get<T>(0, lanes<T>()), expected);
    const std::uint64_t fourth[2] = {8, 0};
    AscendC::Abs(dst, src, fourth, 1, {1, 1, 8, 8});
    expected[3] = 3;
    EXPECT_EQ(get<T>(0, lanes<T>()), expected);
  });
}

TEST_P(Kernel, CopyTakesAnyElementsOfItsWidths) {
  for_types<half, std::uint16_t, float, std::uint32_t>([&](auto type) {
    using T = decltype(type);
    const AscendC::LocalTensor<T> dst(0, 3 * lanes<T>());
    const AscendC::LocalTensor<T> src(1024, lanes<T>());
    const auto values = different<T>(lanes<T>());
    put(1024, values);
    put(0, Bytes(3 * std::size_t{vl()}));
    const auto blocks = static_cast<std::uint8_t>(vl() / 32);
    AscendC::Copy(dst, src, lanes<T>(), 3, {1, 1, blocks, 0});  // the same vector three times
    Bytes expected;
    for (int i = 0; i < 3; ++i) {
      const Bytes once = bytes_of(values);
      expected.insert(expected.end(), once.begin(), once.end());
    }
    EXPECT_EQ(get<std::uint8_t>(0, expected.size()), expected);
    put(0, Bytes(3 * std::size_t{vl()}));
    const std::uint64_t second[2] = {2, 0};
    AscendC::Copy(dst, src, second, 1, {1, 1, 8, 8});
    expected.assign(3 * std::size_t{vl()}, 0);
    std::memcpy(&expected[sizeof(T)], &values[1], sizeof(T));
    EXPECT_EQ(get<std::uint8_t>(0, expected.size()), expected);
  });
}

TEST_P(Kernel, MasksOutOfRangeCountAsAllOrNone) {
  const AscendC::LocalTensor<std::int16_t> tensor(0, 2 * lanes<std::int16_t>());
  const std::vector<std::int16_t> ones(2 * lanes<std::int16_t>(), 1);
  put(0, ones);
  const AscendC::BinaryRepeatParams usual;
  const std::uint64_t none[2] = {0, 0};
  commands();
  AscendC::Add(tensor, tensor, tensor, std::uint64_t{0}, 1, usual);
  AscendC::Add(tensor, tensor, tensor, none, 1, usual);
  AscendC::Add(tensor, tensor, tensor, 5, 0, usual);
  EXPECT_EQ(commands(), 0U);
  EXPECT_EQ(get<std::int16_t>(0, ones.size()), ones);
  AscendC::Add(tensor, tensor, tensor, lanes<std::int16_t>() + 1, 1, usual);
  std::vector<std::int16_t> expected = ones;
  std::fill(expected.begin(), expected.begin() + lanes<std::int16_t>(), 2);
  EXPECT_EQ(get<std::int16_t>(0, ones.size()), expected);
}

TEST_P(Kernel, TensorCallsTellWhatIsOutOfRange) {
  const AscendC::LocalTensor<std::int16_t> tensor(0, 16);
  AscendC::Add(tensor, tensor, tensor, 1, 255, {1, 1, 1, 255, 8, 8});
  EXPECT_EQ(error_of([&] { unit.wait(); }).value().status(), Status::ErrBounds);
  AscendC::Copy(tensor[1], tensor, 1, 1, {1, 1, 8, 8});
  const auto start = error_of([&] { unit.wait(); });
  EXPECT_EQ(start.value().api(), "Copy");
  EXPECT_EQ(start.value().status(), Status::ErrAlign);
}

}  // namespace
}  // namespace gsq::testing
