// SPDX-License-Identifier: Apache-2.0
// What belongs to a launch: its settings, and who has which part of UB.
#include <gmock/gmock.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <type_traits>
#include <utility>

#include "gsq/kernel/ascend.hpp"
#include "gsq/kernel/ascend/settings.hpp"
#include "gsq/kernel/launch.hpp"
#include "gsq/kernel/mojo.hpp"
#include "gsq/kernel/pto.hpp"
#include "gsq/kernel/ub_array.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using AscendC::GlobalTensor;
using AscendC::LocalTensor;
using kernel::launch_blocks;
using kernel::UbArray;
using ::testing::HasSubstr;
using Shorts = std::vector<std::int16_t>;

GlobalTensor<std::int16_t> global(Shorts& values) {
  GlobalTensor<std::int16_t> tensor;
  tensor.SetGlobalBuffer(values.data(), values.size());
  return tensor;
}

// --- Settings ------------------------------------------------------------------------------------

class Settings : public ::testing::Test {
 protected:
  /// `set` in one kernel changes nothing for `rely`, whose result is a list of numbers: neither
  /// after the launch, nor in a later one, nor in a later block. In the same block it does.
  void expect_gone(const std::function<void()>& set, const std::function<Shorts()>& rely) {
    const auto in_launch = [&](std::uint32_t blocks, const std::function<void()>& before) {
      Shorts result;
      launch_blocks(blocks, [&] {
        if (kernel::block_in_launch().index == 0) before();
        if (kernel::block_in_launch().index + 1 == blocks) result = rely();
      });
      return result;
    };
    const Shorts expected = in_launch(1, [] {});
    EXPECT_NE(in_launch(1, set), expected) << "the setting has no effect";
    EXPECT_EQ(rely(), expected) << "after the launch";
    in_launch(1, set);
    EXPECT_EQ(in_launch(1, [] {}), expected) << "in the next launch";
    EXPECT_EQ(in_launch(2, set), expected) << "in the next block";
  }

  KernelUnit k{full_config()};
  LocalTensor<std::int16_t> local{0, 256};
};

TEST_F(Settings, CountsAndMasks) {
  const auto add = [&](auto is_set) {
    AscendC::Duplicate(local, std::int16_t{0}, 256);
    AscendC::Adds<std::int16_t, decltype(is_set)::value>(local, local, std::int16_t{1},
                                                         std::uint64_t{40}, 2, {1, 1, 8, 8});
    return k.get<std::int16_t>(0, 256);
  };
  expect_gone([] { AscendC::SetMaskCount(); }, [&] { return add(std::true_type()); });
  expect_gone([] { AscendC::SetVectorMask<std::int16_t>(0, 0xf0); },
              [&] { return add(std::false_type()); });
  expect_gone([] { AscendC::SetVectorMask<std::int16_t>(7); },
              [&] { return add(std::false_type()); });
}

TEST_F(Settings, Copies) {
  const auto out = [&] {
    Shorts to(64, 5);
    AscendC::Duplicate(local, std::int16_t{3}, 256);
    AscendC::DataCopy(global(to), local, 16);
    k.unit.wait();
    return to;
  };
  const auto in = [&] {
    Shorts from(64, 5);
    AscendC::Duplicate(local, std::int16_t{3}, 256);
    AscendC::DataCopyPad(local, global(from), {1, 10, 0, 0, 0}, {false, 2, 3, 0});
    return k.get<std::int16_t>(0, 64);
  };
  expect_gone([] { AscendC::SetAtomicAdd<std::int16_t>(); }, out);
  expect_gone([] { AscendC::SetAtomicMax<std::int16_t>(); }, out);
  expect_gone([] { AscendC::SetPadValue(std::int16_t{7}); }, in);
  const AscendC::LoopModeParams twice{2, 1, 0, 64, 0, 0};
  expect_gone([&] { AscendC::SetLoopModePara(twice, AscendC::DataCopyMVType::OUT_TO_UB); }, in);
  expect_gone([&] { AscendC::SetLoopModePara(twice, AscendC::DataCopyMVType::UB_TO_OUT); }, out);
}

TEST_F(Settings, ResultsOutsideOfRegisters) {
  const auto ones = [&] { AscendC::Duplicate(local, std::int16_t{1}, 256); };
  expect_gone(
      [&] {
        ones();
        AscendC::Compare(local, local, AscendC::CMPMODE::EQ, 20, {});
      },
      [&] {
        AscendC::GetCmpMask(local);
        return k.get<std::int16_t>(0, 8);
      });
  const auto sum = [] { return Shorts{AscendC::GetReduceRepeatSumSpr<std::int16_t>()}; };
  expect_gone(
      [&] {
        ones();
        AscendC::ReduceSum(local, local, local, 20);  // runs when the block has ended
      },
      sum);
}

TEST_F(Settings, TheQueuesOfAKernel) {
  expect_gone(
      [] {
        AscendC::TBuf<> buffer;
        AscendC::GetTPipePtr()->InitBuffer(buffer, 64);
      },
      [] {
        AscendC::TBuf<> buffer;
        AscendC::GetTPipePtr()->InitBuffer(buffer, 64);
        return Shorts{static_cast<std::int16_t>(buffer.Get<std::int16_t>().address())};
      });
  AscendC::TPipe outside;
  launch_blocks(1, [&] { EXPECT_NE(AscendC::GetTPipePtr(), &outside); });
}

TEST_F(Settings, EndWithTheirLaunch) {
  launch_blocks(1, [] { AscendC::SetMaskCount(); });
  EXPECT_FALSE(k.unit.settings()->counter);
  EXPECT_ANY_THROW(launch_blocks(1, [&] {
    AscendC::SetMaskCount();
    static_cast<void>(local.GetValue(local.GetSize()));
  }));
  EXPECT_FALSE(k.unit.settings()->counter) << "after a kernel that threw";
}

// --- UB ------------------------------------------------------------------------------------------

using Tile = pto::Tile<pto::TileType::Vec, std::int16_t, 1, 32>;  // 64 bytes
using mojo::StagingArea;
using pto::TASSIGN;

class Ub : public ::testing::Test {
 protected:
  static std::uint32_t address(Tile& tile) { return tile.view("Tile").address; }
  [[nodiscard]] std::uint32_t address(const UbArray<float, 16>& array) const {
    return k.unit.address(array, "test");
  }
  static std::uint32_t address(AscendC::TPipe& pipe) {
    AscendC::TBuf<> buffer;
    pipe.InitBuffer(buffer, 64);
    return buffer.Get<float>().address();
  }
  static std::uint32_t address(AscendC::LocalMemAllocator<>& allocator) {
    return allocator.Alloc<float, 16>().address();
  }
  /// Without the lines of calls other than UbArray: kernel_places_test checks them.
  static std::string what(const std::function<void()>& call) {
    static const std::regex line("(InitBuffer|Alloc|TASSIGN|StagingArea) at \\S*:[0-9]+");
    const auto error = error_of(call);
    return error ? std::regex_replace(error->what(), line, "$1") : "";
  }

  KernelUnit k{full_config()};
};

TEST_F(Ub, ElementsOfArraysAreAssigned) {
  UbArray<float, 16> from;
  UbArray<float, 16> to;
  from[3] = 1.5F;
  to[1] = from[3];
  EXPECT_EQ(static_cast<float>(to[1]), 1.5F);
  auto element = to[1];
  const auto& same = element;
  element = same;
  EXPECT_EQ(static_cast<float>(to[1]), 1.5F);
}

TEST_F(Ub, WhatTheRuntimePlacesIsApart) {
  // In every order of two: the second one gets what is free behind the first.
  for (int first = 0; first < 4; ++first) {
    for (int second = 0; second < 4; ++second) {
      Tile tiles[2];
      std::optional<UbArray<float, 16>> arrays[2];
      AscendC::TPipe pipe;
      AscendC::LocalMemAllocator<> allocator;
      const auto place = [&](int which, int of_two) {
        if (which == 0) return address(tiles[of_two]);
        if (which == 1) return address(arrays[of_two].emplace());
        return which == 2 ? address(pipe) : address(allocator);
      };
      EXPECT_EQ(place(first, 0), 0U) << first << second;
      EXPECT_EQ(place(second, 1), 64U) << first << second;
    }
  }
}

TEST_F(Ub, TheStagingAreaBelongsToMojo) {
  const StagingArea area(0, 4096);
  Tile tile;
  EXPECT_EQ(address(tile), 4096U);
  const UbArray<float, 16> array;
  EXPECT_EQ(address(array), 4096U + 64);
  AscendC::TPipe pipe;
  EXPECT_EQ(address(pipe), 4096U + 128);
  AscendC::LocalMemAllocator<> allocator;
  EXPECT_EQ(address(allocator), 4096U + 192);
  EXPECT_EQ(allocator.GetCurAddr(), 4096U + 256);
  Tile other;
  EXPECT_EQ(
      what([&] { TASSIGN(other, 4064); }),
      "TASSIGN: 0xfe0..0x1020 of UB overlaps 0x0..0x1000, which StagingArea has taken: choose "
      "another address, or let the other one go before");
}

TEST_F(Ub, AFixedPlaceOverlapsNothingThatHasItsPlaceOtherwise) {
  const auto expect_overlap = [&](const char* who) {
    Tile tile;
    EXPECT_THAT(
        what([&] { TASSIGN<32>(tile); }),
        HasSubstr(std::string("TASSIGN: 0x20..0x60 of UB overlaps 0x0..0x40, which ") + who));
    EXPECT_EQ(address(tile), 64U);
    EXPECT_THAT(
        what([&] { StagingArea(32, 4096); }),
        HasSubstr(std::string("StagingArea: 0x20..0x1020 of UB overlaps 0x0..0x40, which ") + who));
  };
  {
    Tile tile;
    address(tile);
    expect_overlap("Tile");
  }
  {
    const UbArray<float, 16> array;
    expect_overlap(("UbArray at kernel_ub_test.cpp:" + std::to_string(__LINE__ - 1)).c_str());
  }
  {
    AscendC::TPipe pipe;
    address(pipe);
    expect_overlap("InitBuffer");
    pipe.Reset();
    Tile tile;
    TASSIGN(tile, 0);
  }
  {
    AscendC::LocalMemAllocator<> allocator;
    address(allocator);
    expect_overlap("Alloc");
  }
  Tile tile;
  TASSIGN(tile, 0);
  EXPECT_THAT(what([&] { StagingArea(32, 4096); }),
              HasSubstr("0x0..0x40, which TASSIGN has taken"));
}

TEST_F(Ub, AddressesOfTheKernelMayMeanTheSame) {
  Tile first;
  Tile second;
  TASSIGN<32>(first);
  TASSIGN<64>(second);
  EXPECT_EQ(address(first) + 32, address(second));
  const LocalTensor<std::int16_t> tensor(32, 16);
  const LocalTensor<float> same(32, 8);
  tensor.SetValue(0, 7);
  EXPECT_EQ(same.ReinterpretCast<std::int16_t>().GetValue(0), 7);
  // A tile that gets another place leaves its old one, which it may overlap.
  Tile moved;
  EXPECT_EQ(address(moved), 128U);
  TASSIGN(moved, 160);
  TASSIGN(moved, 128);
  EXPECT_EQ(what([&] { TASSIGN(moved, -1); }).substr(0, 8), "TASSIGN:");
  EXPECT_THAT(what([&] { TASSIGN(moved, k.unit.config().ub_bytes); }),
              HasSubstr("choose a lower address or a smaller size"));
  EXPECT_EQ(address(moved), 128U);
}

TEST_F(Ub, WithoutRoomItSaysWhoHasWhat) {
  const UbArray<std::uint8_t, 1024> array;
  const int line = __LINE__ - 1;
  AscendC::TPipe pipe;
  AscendC::TBuf<> large;
  pipe.InitBuffer(large, 200 * 1024);
  Tile tile;
  TASSIGN(tile, 240 * 1024);
  const StagingArea area(250 * 1024, 4096);
  // Free: 201..240, 240 KiB and 64 bytes..250, 254..256 KiB.
  EXPECT_EQ(
      what([] { const UbArray<std::uint8_t, 40 * 1024> more{"UbArray"}; }),
      "UbArray: expected at most 39936 bytes, the longest free part of UB, found 40960; 52160 "
      "of 262144 bytes are free; taken: UbArray at kernel_ub_test.cpp:" +
          std::to_string(line) +
          " 0x0..0x400, InitBuffer 0x400..0x32400, TASSIGN 0x3c000..0x3c040, StagingArea "
          "0x3e800..0x3f800: let arrays and tiles go out of scope, or make them smaller");
  AscendC::TBuf<> buffer;
  EXPECT_THAT(what([&] { pipe.InitBuffer(buffer, 40 * 1024); }), HasSubstr("InitBuffer 0x400.."));
  pipe.InitBuffer(buffer, 39 * 1024);
  EXPECT_EQ(buffer.Get<float>().address(), 201U * 1024);
}

TEST_F(Ub, AShortListSaysHowManyMoreThereAre) {
  std::array<std::optional<UbArray<float, 8>>, 11> arrays;
  for (auto& array : arrays) array.emplace();
  EXPECT_THAT(what([] { const UbArray<std::uint8_t, 256 * 1024> more{"UbArray"}; }),
              HasSubstr(" 0xe0..0x100 and 3 more: let arrays"));
}

TEST_F(Ub, APlaceMayBeTheOneBeforeOrLargerThanUb) {
  Tile tile;
  TASSIGN(tile, 0x1000);
  EXPECT_NO_THROW(StagingArea(0, 4096));  // before it
  const auto place = [&](std::uint64_t bytes) {
    kernel::UbPart part = k.unit.ub()->reserve(0, bytes, kernel::Call::here("test"),
                                               kernel::UbSpace::Sharing::kAlone);
    auto& same = part;
    part = std::move(same);
    EXPECT_TRUE(part.is_taken());
    return part;
  };
  EXPECT_THAT(what([&] { place(256 * 1024 + 1); }), HasSubstr("leave UB, which has 0x40000"));
  const kernel::UbPart part = place(32);
  EXPECT_TRUE(part.is_taken());
}

TEST_F(Ub, ABlockBeginsWithoutTheQueuesOfOthers) {
  std::vector<std::unique_ptr<AscendC::TPipe>> forgotten;
  UbArray<float, 16> array;  // belongs to the program around
  for (int launch = 0; launch < 2; ++launch) {
    launch_blocks(2, [&] {
      forgotten.push_back(std::make_unique<AscendC::TPipe>());
      EXPECT_EQ(address(*forgotten.back()), 64U);
      EXPECT_EQ(address(array), 0U);
    });
  }
  Tile tile;
  EXPECT_EQ(address(tile), 64U);
  forgotten.clear();  // gives back nothing that it has no more
  Tile other;
  EXPECT_EQ(address(other), 128U);
}

TEST(UbOfUnits, APartEndsWithItsUnit) {
  Tile tile;
  const auto array = std::make_unique<UbArray<float, 16>>();  // before there is a unit
  {
    const KernelUnit first(full_config());
    TASSIGN(tile, 0);
    EXPECT_EQ(first.unit.address(*array, "test"), 64U);
  }
  const KernelUnit second(full_config());
  Tile other;
  EXPECT_EQ(other.view("Tile").address, 0U);
  EXPECT_EQ(error_of([&] { TASSIGN(tile, 0); })->api(), "TASSIGN");
  EXPECT_EQ(second.unit.address(*array, "test"), 64U);
  TASSIGN(tile, 128);
}

TEST(UbOfUnits, APartIsTakenInTheUnitInUse) {
  std::shared_ptr<kernel::UbSpace> space;
  kernel::UbPart part;
  {
    const KernelUnit first(full_config());
    space = first.unit.ub();
    part = space->reserve(0, 32, kernel::Call::here("test"), kernel::UbSpace::Sharing::kAlone);
    EXPECT_TRUE(part.is_taken());
  }
  EXPECT_FALSE(part.is_taken());
  const KernelUnit second(full_config());
  EXPECT_FALSE(part.is_taken());
}

TEST_F(Ub, AnAreaThatWasRefusedLeavesTheOther) {
  const StagingArea area(0x1000, 4096);
  EXPECT_THROW(StagingArea(0x8000, 4096), std::logic_error);
  mojo::scatter(std::vector<std::int16_t>{7}, std::vector<int>{2}, std::vector<bool>{true});
  EXPECT_EQ(k.get<std::int16_t>(2, 1), Shorts{7});
}

}  // namespace
}  // namespace gsq::testing
