// SPDX-License-Identifier: Apache-2.0
// Mojo's scatter and gather against plain loops over UB: all widths, sizes and arrays, equal
// addresses, masks, alignment, and what is refused.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "gsq/kernel/mojo.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using mojo::scatter;
using mojo::Span;
using mojo::StagingArea;

constexpr std::uint32_t kStaging = 0x8000;

class MojoScatter : public OnEveryVectorLength {
 protected:
  [[nodiscard]] std::uint32_t share() const { return 2 * GetParam().vlen_bytes; }
};
INSTANTIATE_TEST_SUITE_P(Lengths, MojoScatter, ::testing::ValuesIn(kernel_configs()), config_name);

/// Scatters `size` random numbers to few places, about half of them active, and compares UB up to
/// the staging area with what a loop does to it.
template <typename T>
void expect_like_loop(KernelUnit& k, std::size_t size, int alignment) {
  std::mt19937 random(static_cast<std::uint32_t>(size));
  const auto step = std::max<std::size_t>(sizeof(T), static_cast<std::size_t>(alignment));
  std::vector<T> value(size);
  std::vector<std::int64_t> base(size);
  std::vector<bool> mask(size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t high = random();
    const std::uint64_t bits = high << 32 | random();
    std::memcpy(static_cast<void*>(&value[i]), &bits, sizeof(T));
    base[i] = static_cast<std::int64_t>(random() % (size + 1) * step);
    mask[i] = random() % 2 != 0;
    if (!mask[i] && i % 3 == 0) base[i] = -7;  // not used
  }
  Bytes expected = k.get<std::uint8_t>(0, kStaging);
  for (std::size_t i = 0; i < size; ++i) {
    if (mask[i]) std::memcpy(expected.data() + base[i], &value[i], sizeof(T));
  }
  scatter(value, base, mask, alignment);
  ASSERT_EQ(k.get<std::uint8_t>(0, kStaging), expected) << sizeof(T) << ' ' << size;
}

TEST_P(MojoScatter, EveryWidthAndSize) {
  const StagingArea area(kStaging, 4 * share());
  for (const std::size_t size : {0, 1, 7, 8, 9, 31, 64, 65, 100, 257, 1000}) {
    expect_like_loop<std::int8_t>(k, size, 0);
    expect_like_loop<std::uint16_t>(k, size, 0);
    expect_like_loop<float>(k, size, 0);
    expect_like_loop<std::int64_t>(k, size, 0);
    expect_like_loop<double>(k, size, 8);
    expect_like_loop<half>(k, size, 1);
    expect_like_loop<fp8_e5m2_t>(k, size, 16);
  }
}

TEST_P(MojoScatter, OfEqualAddressesTheLastStays) {
  const StagingArea area(kStaging, share());
  const std::size_t size = 3 * k.lanes(4) + 1;
  std::vector<std::uint32_t> value(size);
  for (std::size_t i = 0; i < size; ++i) value[i] = static_cast<std::uint32_t>(i + 1);
  std::vector<std::uint64_t> base(size, 0x100);
  std::vector<bool> mask(size, true);
  scatter(value, base, mask);
  EXPECT_EQ(k.get<std::uint32_t>(0x100, 2), (std::vector<std::uint32_t>{value.back(), 0}));
  // In an earlier command, of the same lanes.
  std::fill(mask.begin() + 5, mask.end(), false);
  scatter(value, base, mask);
  EXPECT_EQ(k.get<std::uint32_t>(0x100, 2), (std::vector<std::uint32_t>{5, 0}));
}

TEST_P(MojoScatter, TakesArraysOfEveryKind) {
  const StagingArea area(kStaging, share());
  const std::array<std::int16_t, 3> value{-1, 2, -3};
  const std::array<std::int64_t, 3> base{4, 0, 2};
  const std::array<bool, 3> mask{true, false, true};
  const std::vector<std::int16_t> expected{0, -3, -1};
  scatter(value, base, mask);
  EXPECT_EQ(k.get<std::int16_t>(0, 3), expected);
  const std::int16_t plain_value[] = {-1, 2, -3};
  const int plain_base[] = {0x104, 0x100, 0x102};
  const bool plain_mask[] = {true, false, true};
  scatter(plain_value, plain_base, plain_mask);
  EXPECT_EQ(k.get<std::int16_t>(0x100, 3), expected);
  std::array<std::size_t, 3> far{0x204, 0x200, 0x202};
  scatter(Span(value.data(), 3), Span(far.data(), 3), Span(mask.data(), 3));
  EXPECT_EQ(k.get<std::int16_t>(0x200, 3), expected);
  scatter(Span(value.data(), 2), Span(plain_base, 2), Span(mask.data(), 2));
  EXPECT_EQ(k.get<std::int16_t>(0x102, 1), (std::vector<std::int16_t>{-3}));
}

/// Gathers from random places, about half of them active, against a loop.
template <typename T>
void expect_gather_like_loop(KernelUnit& k, std::size_t size, int alignment) {
  std::mt19937 random(static_cast<std::uint32_t>(size));
  const auto step = std::max<std::size_t>(sizeof(T), static_cast<std::size_t>(alignment));
  Bytes memory(kStaging);
  for (auto& byte : memory) byte = static_cast<std::uint8_t>(random());
  k.put(0, memory);
  Bytes other(size * sizeof(T));
  for (auto& byte : other) byte = static_cast<std::uint8_t>(random());
  std::vector<T> passthrough(size);
  if (size != 0) std::memcpy(static_cast<void*>(passthrough.data()), other.data(), other.size());
  std::vector<std::int64_t> base(size);
  std::vector<bool> mask(size);
  Bytes expected = other;
  for (std::size_t i = 0; i < size; ++i) {
    base[i] = static_cast<std::int64_t>(random() % (size + 1) * step);
    mask[i] = random() % 2 != 0;
    if (mask[i]) std::memcpy(&expected[i * sizeof(T)], &memory[base[i]], sizeof(T));
    if (!mask[i] && i % 3 == 0) base[i] = -7;  // not used
  }
  const std::vector<T> found = mojo::gather(base, mask, passthrough, alignment);
  Bytes bytes(size * sizeof(T));
  ASSERT_EQ(found.size(), size);
  if (size != 0) std::memcpy(bytes.data(), found.data(), bytes.size());
  ASSERT_EQ(bytes, expected) << sizeof(T) << ' ' << size;
  ASSERT_EQ(k.get<std::uint8_t>(0, kStaging), memory);
}

TEST_P(MojoScatter, GathersOfEveryWidthAndSize) {
  const StagingArea area(kStaging, 4 * share());
  for (const std::size_t size : {0, 1, 7, 8, 9, 31, 64, 65, 100, 257, 1000}) {
    expect_gather_like_loop<std::int8_t>(k, size, 0);
    expect_gather_like_loop<std::uint16_t>(k, size, 0);
    expect_gather_like_loop<float>(k, size, 0);
    expect_gather_like_loop<std::int64_t>(k, size, 0);
    expect_gather_like_loop<double>(k, size, 8);
    expect_gather_like_loop<half>(k, size, 1);
    expect_gather_like_loop<fp8_e5m2_t>(k, size, 16);
  }
  k.commands();
  const std::size_t size = 2 * k.lanes(4) + 1;
  const std::vector<float> zeros(size);
  EXPECT_EQ(mojo::gather(std::vector<int>(size), std::vector<bool>(size), zeros), zeros);
  EXPECT_EQ(k.commands(), 4U * 3);
}

TEST_P(MojoScatter, PointersTakeNumbersOfElements) {
  const StagingArea area(kStaging, share());
  const mojo::UnsafePointer<std::int16_t> pointer(k.put<std::int16_t>(0x100, {10, 11, 12, 13}) + 1);
  const std::vector<int> offset{2, -1, 0};
  EXPECT_EQ(pointer.gather(offset), (std::vector<std::int16_t>{13, 10, 11}));
  const std::vector<bool> some{true, false, true};
  EXPECT_EQ(pointer.gather(offset, some), (std::vector<std::int16_t>{13, 0, 11}));
  EXPECT_EQ(pointer.gather(offset, some, std::int16_t{-5}),
            (std::vector<std::int16_t>{13, -5, 11}));
  pointer.scatter(offset, std::vector<std::int16_t>{1, 2, 3}, some);
  EXPECT_EQ(k.get<std::int16_t>(0x100, 4), (std::vector<std::int16_t>{10, 3, 12, 1}));
  pointer.scatter(std::vector<int>{0, 0}, std::vector<std::int16_t>{4, 5});
  EXPECT_EQ(k.get<std::int16_t>(0x102, 1).front(), 5);
  const mojo::UnsafePointer<std::int16_t> begin(k.at<std::int16_t>(0));
  const auto before = error_of([&] { static_cast<void>(begin.gather(std::vector<int>{-1})); });
  EXPECT_EQ(before->api(), "UnsafePointer::gather");
}

TEST_P(MojoScatter, ErrorsOfAGatherAreThrownAtOnce) {
  const StagingArea area(kStaging, share());
  const std::vector<float> other{1, 2};
  const std::vector<bool> both{true, true};
  const auto of = [&](const std::vector<std::int64_t>& base, int alignment = 0) {
    return error_of([&] { static_cast<void>(mojo::gather(base, both, other, alignment)); });
  };
  EXPECT_EQ(of({0, 2})->status(), Status::ErrAlign);
  EXPECT_EQ(of({0, 4}, 8)->status(), Status::ErrAlign);
  EXPECT_EQ(of({0, 4}, 3)->status(), Status::ErrParam);
  const auto outside = of({0, k.unit.config().ub_bytes});
  EXPECT_EQ(outside->status(), Status::ErrBounds);
  EXPECT_EQ(outside->lane(), 1U);
  EXPECT_EQ(of({0, kStaging})->api(), "gather");
  EXPECT_NE(std::string(of({0})->what()).find("elements of base as of value"), std::string::npos);
}

TEST_P(MojoScatter, FourCommandsAVector) {
  const StagingArea area(kStaging, 8 * share());
  for (const std::size_t extra : {0, 1}) {
    const std::size_t size = 2 * k.lanes(4) + extra;
    k.commands();
    scatter(std::vector<std::uint8_t>(size), std::vector<int>(size), std::vector<bool>(size));
    EXPECT_EQ(k.commands(), 4 * (2 + extra));
    scatter(std::vector<double>(size), std::vector<int>(size), std::vector<bool>(size));
    EXPECT_EQ(k.commands(), 4 * (4 + extra));
  }
}

TEST_P(MojoScatter, LeavesTheRestOfItsAreaAlone) {
  const Bytes before(8 * share(), 0x5a);
  k.put(kStaging, before);
  {
    const StagingArea area(kStaging + 2 * share(), share() + share() / 2);
    expect_like_loop<float>(k, 200, 0);
  }
  Bytes after = k.get<std::uint8_t>(kStaging, before.size());
  EXPECT_NE(after, before);
  std::fill_n(after.begin() + 2 * share(), share(), std::uint8_t{0x5a});
  EXPECT_EQ(after, before);
}

TEST_P(MojoScatter, ErrorsOfAddressesNameTheLane) {
  const StagingArea area(kStaging, 8 * share());
  const std::uint32_t lanes = k.lanes(4);
  const std::uint32_t end = GetParam().ub_bytes;
  std::vector<float> value(2 * lanes, 1.0F);
  std::vector<std::int64_t> base(2 * lanes);
  std::vector<bool> mask(2 * lanes, true);
  base[lanes + 3] = end;
  base[lanes + 4] = 2;
  const auto bounds = error_of([&] {
    scatter(value, base, mask);
    k.unit.wait();
  });
  EXPECT_EQ(bounds->api(), "scatter");
  EXPECT_EQ(bounds->status(), Status::ErrBounds);
  EXPECT_EQ(bounds->lane(), 3U);
  EXPECT_EQ(bounds->address(), end);
  EXPECT_NE(std::string(bounds->what()).find("elements from " + std::to_string(lanes)),
            std::string::npos);

  mask[lanes + 3] = false;
  const auto element = error_of([&] {
    scatter(value, base, mask);
    k.unit.wait();
  });
  EXPECT_EQ(element->status(), Status::ErrAlign);
  EXPECT_EQ(element->lane(), 4U);

  mask[lanes + 4] = false;
  base[1] = 20;
  scatter(value, base, mask, 4);
  EXPECT_EQ(k.get<float>(20, 1), (std::vector<float>{1.0F}));
  const auto aligned = error_of([&] {
    scatter(value, base, mask, 8);
    k.unit.wait();
  });
  EXPECT_EQ(aligned->status(), Status::ErrAlign);
  EXPECT_EQ(aligned->lane(), 1U);
  EXPECT_EQ(aligned->address(), 20U);
}

TEST_P(MojoScatter, RefusesAtOnce) {
  const std::vector<float> value(4, 1.0F);
  std::vector<std::int64_t> base{0, 4, 8, 12};
  const std::vector<bool> mask(4, true);
  EXPECT_EQ(error_of([&] { scatter(value, base, mask); })->api(), "scatter");  // no staging area

  const StagingArea area(kStaging, share());
  k.commands();
  for (const std::int64_t alignment :
       {std::int64_t{3}, std::int64_t{6}, std::int64_t{-1}, std::int64_t{-4}, std::int64_t{1000},
        (std::int64_t{1} << 32) + 1}) {
    const auto error = error_of([&] { scatter(value, base, mask, alignment); });
    EXPECT_EQ(error->status(), Status::ErrParam) << alignment;
    EXPECT_NE(std::string(error->what()).find(std::to_string(alignment)), std::string::npos);
  }
  for (const std::int64_t wrong : {std::int64_t{1} << 32, std::int64_t{-4}, std::int64_t{kStaging},
                                   std::int64_t{kStaging} + share() - 4}) {
    base[2] = wrong;
    const auto error = error_of([&] { scatter(value, base, mask); });
    EXPECT_EQ(error->lane(), 2U);
    EXPECT_EQ(error->address(), static_cast<std::uint64_t>(wrong));
  }
  const std::vector<bool> short_mask(3, true);
  EXPECT_EQ(error_of([&] { scatter(value, base, short_mask); })->api(), "scatter");
  base.push_back(0);
  EXPECT_EQ(error_of([&] { scatter(value, base, mask); })->api(), "scatter");
  EXPECT_EQ(k.commands(), 0U);
  EXPECT_EQ(k.get<float>(0, 4), std::vector<float>(4));
}

TEST_P(MojoScatter, AnAlignmentThatIs0In32BitsIsNotNone) {
  const StagingArea area(kStaging, share());
  const auto error = error_of([&] {
    scatter(std::vector<float>{1.0F, 2.0F}, std::vector<std::uint32_t>{0, 4},
            std::vector<bool>{true, true}, std::int64_t{1} << 32);
    k.unit.wait();
  });
  EXPECT_EQ(error->status(), Status::ErrAlign);
  EXPECT_EQ(error->lane(), 1U);  // only address 0 is a multiple of it
}

TEST_P(MojoScatter, NextToTheStagingArea) {
  const StagingArea area(kStaging, share());
  scatter(std::vector<float>{1.0F, 2.0F},
          std::vector<std::uint32_t>{kStaging - 4, kStaging + share()},
          std::vector<bool>{true, true});
  EXPECT_EQ(k.get<float>(kStaging - 4, 1), (std::vector<float>{1.0F}));
  EXPECT_EQ(k.get<float>(kStaging + share(), 1), (std::vector<float>{2.0F}));
}

TEST_P(MojoScatter, AreasAreOnePartOfUb) {
  const std::uint32_t end = GetParam().ub_bytes;
  EXPECT_EQ(error_of([&] { StagingArea(0, share() - 1); })->api(), "StagingArea");
  EXPECT_EQ(error_of([&] { StagingArea(16, share()); })->api(), "StagingArea");
  EXPECT_EQ(error_of([&] { StagingArea(end - share() + 32, share()); })->api(), "StagingArea");
  const StagingArea area(end - share(), share());
  EXPECT_THROW(StagingArea(0, share()), std::logic_error);
  expect_like_loop<std::uint16_t>(k, 50, 0);
}

}  // namespace
}  // namespace gsq::testing
