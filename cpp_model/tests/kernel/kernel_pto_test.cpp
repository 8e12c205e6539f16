// SPDX-License-Identifier: Apache-2.0
// PTO tiles against plain loops: every type, both meanings of an index, equal places, tiles that
// are no multiple of a vector, places in UB, and what the errors say.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "gsq/kernel/pto.hpp"
#include "kernel/kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using pto::BLayout;
using pto::IndexMeaning;
using pto::RecordEvent;
using pto::TASSIGN;
using pto::TGATHER;
using pto::Tile;
using pto::TileType;
using pto::TSCATTER;

class PtoTiles : public OnEveryVectorLength {};
INSTANTIATE_TEST_SUITE_P(Lengths, PtoTiles, ::testing::ValuesIn(kernel_configs()), config_name);

/// The unsigned number of as many bytes.
template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;

/// Random numbers below a limit.
template <typename T>
std::vector<T> numbers(std::size_t count, std::uint32_t limit, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<T> values(count);
  for (auto& value : values) value = static_cast<T>(random() % limit);
  return values;
}

template <typename TileData>
constexpr std::size_t kElements = std::size_t{TileData::Rows} * TileData::Cols;

/// Fills a tile with numbers below a limit and gives them.
template <typename TileData>
auto fill(KernelUnit& k, TileData& tile, std::uint32_t limit, std::uint32_t seed) {
  using Bits = BitsOf<typename TileData::DType>;
  auto values = numbers<Bits>(kElements<TileData>, limit, seed);
  k.put(k.unit.address(tile.data(), "fill"), values);
  return values;
}

template <typename TileData>
auto content(KernelUnit& k, TileData& tile) {
  using Bits = BitsOf<typename TileData::DType>;
  return k.get<Bits>(k.unit.address(tile.data(), "content"), kElements<TileData>);
}

/// Scatters and gathers with tiles of these types against loops over (i,j). Indices are few, so
/// that many are equal. `Small` is the tile whose valid elements are walked over, `Large` the
/// indexed one.
template <typename Small, typename Large, typename Indexes>
void expect_moves(KernelUnit& k) {
  constexpr std::uint32_t kAny = 0xffffffff;
  for (const bool by_row : {true, false}) {
    const std::uint32_t limit =
        by_row ? Large::ValidRow : static_cast<std::uint32_t>(kElements<Large>);
    Small small;
    Large large;
    Indexes indexes;
    const auto from = fill(k, small, kAny, 1);
    auto to = fill(k, large, kAny, 2);
    const auto index = fill(k, indexes, limit, 3);
    const auto place = [&](int i, int j) {
      const std::uint32_t x = index[i * Indexes::Cols + j];
      return by_row ? x * Large::Cols + j : x;
    };

    // Gather first, while the tiles hold different values.
    auto gathered = from;
    for (int i = 0; i < Small::ValidRow; ++i) {
      for (int j = 0; j < Small::ValidCol; ++j) gathered[i * Small::Cols + j] = to[place(i, j)];
    }
    if (by_row) {
      TGATHER(small, large, indexes);
    } else {
      TGATHER<IndexMeaning::kElement>(small, large, indexes);
    }
    ASSERT_EQ(content(k, small), gathered) << by_row;
    ASSERT_EQ(content(k, large), to) << by_row;

    fill(k, small, kAny, 1);
    for (int i = 0; i < Small::ValidRow; ++i) {
      for (int j = 0; j < Small::ValidCol; ++j) to[place(i, j)] = from[i * Small::Cols + j];
    }
    if (by_row) {
      TSCATTER(large, small, indexes);
    } else {
      TSCATTER<IndexMeaning::kElement>(large, small, indexes);
    }
    ASSERT_EQ(content(k, large), to) << by_row;
    ASSERT_EQ(content(k, small), from) << by_row;
  }
}

template <typename T, int kRows, int kCols, int kValidRow = kRows, int kValidCol = kCols>
using Vec = Tile<TileType::Vec, T, kRows, kCols, BLayout::RowMajor, kValidRow, kValidCol>;

/// Tiles of one type: whole ones, and with valid parts, odd sizes, different strides, rows longer
/// than a vector.
template <typename T, typename I>
void expect_moves_of_type(KernelUnit& k) {
  expect_moves<Vec<T, 16, 16>, Vec<T, 16, 16>, Vec<I, 16, 16>>(k);
  expect_moves<Vec<T, 5, 19, 4, 13>, Vec<T, 7, 24, 6, 20>, Vec<I, 6, 15, 5, 14>>(k);
  expect_moves<Vec<T, 4, 12>, Vec<T, 6, 12>, Vec<I, 4, 15>>(k);
  expect_moves<Vec<T, 2, 300, 2, 297>, Vec<T, 3, 310>, Vec<I, 2, 300>>(k);
}

TEST_P(PtoTiles, EveryTypeBothWays) {
  expect_moves_of_type<std::int8_t, std::int16_t>(k);
  expect_moves_of_type<std::uint8_t, std::uint16_t>(k);
  expect_moves_of_type<std::int16_t, std::uint16_t>(k);
  expect_moves_of_type<std::uint16_t, std::int16_t>(k);
  expect_moves_of_type<half, std::uint16_t>(k);
  expect_moves_of_type<bfloat16_t, std::int16_t>(k);
  expect_moves_of_type<std::int32_t, std::uint32_t>(k);
  expect_moves_of_type<std::uint32_t, std::int32_t>(k);
  expect_moves_of_type<float, std::int32_t>(k);
}

TEST_P(PtoTiles, NarrowIndicesOfWideData) {
  expect_moves_of_type<float, std::uint16_t>(k);
  expect_moves_of_type<std::int32_t, std::int16_t>(k);
}

TEST_P(PtoTiles, OfEqualPlacesTheLastStays) {
  Vec<float, 3, 16> src;
  Vec<float, 4, 16> dst;
  Vec<std::uint16_t, 3, 16> indexes;
  const auto values = fill(k, src, 0xffffffff, 1);
  auto expected = fill(k, dst, 0xffffffff, 2);
  k.put(k.unit.address(indexes.data(), "test"), std::vector<std::uint16_t>(48, 2));
  for (int j = 0; j < 16; ++j) expected[2 * 16 + j] = values[2 * 16 + j];
  TSCATTER(dst, src, indexes);
  EXPECT_EQ(content(k, dst), expected);
  for (int e = 0; e < 48; ++e) expected[2] = values[e];
  TSCATTER<IndexMeaning::kElement>(dst, src, indexes);
  EXPECT_EQ(content(k, dst), expected);
}

TEST_P(PtoTiles, GatherUndoesScatter) {
  Vec<half, 8, 16> src;
  Vec<half, 8, 16> dst;
  Vec<half, 8, 16> back;
  Vec<std::uint16_t, 8, 16> indexes;
  const auto values = fill(k, src, 0xffffffff, 1);
  std::vector<std::uint16_t> index(8 * 16);
  for (std::size_t e = 0; e < index.size(); ++e) {
    index[e] = static_cast<std::uint16_t>((e / 16 * 3 + e % 16) % 8);
  }
  k.put(k.unit.address(indexes.data(), "test"), index);
  TSCATTER(dst, src, indexes);
  TGATHER(back, dst, indexes);
  EXPECT_NE(content(k, dst), values);
  EXPECT_EQ(content(k, back), values);
}

TEST_P(PtoTiles, MayOverlap) {
  // Rows in order, each seeing what the one before wrote: row 0 goes to row 1, that to row 2, …
  Vec<float, 8, 16> tile;
  Vec<std::uint32_t, 8, 16> indexes;
  auto expected = fill(k, tile, 0xffffffff, 1);
  std::vector<std::uint32_t> index(8 * 16);
  for (std::size_t e = 0; e < index.size(); ++e)
    index[e] = static_cast<std::uint32_t>(e / 16 + 1) % 8;
  k.put(k.unit.address(indexes.data(), "test"), index);
  TSCATTER(tile, tile, indexes);
  for (std::size_t e = 0; e < expected.size(); ++e) expected[e] = expected[e % 16];
  EXPECT_EQ(content(k, tile), expected);

  // Indices that the call itself writes: each row of dst is the index of the next one.
  Vec<std::uint32_t, 8, 16> dst;
  Vec<std::uint32_t, 8, 16> src;
  Vec<std::uint32_t, 8, 16> own;
  TASSIGN(dst, 0x4000 + 64);
  TASSIGN(own, 0x4000);  // one row earlier
  TASSIGN(src, 0x5000);
  std::vector<std::uint32_t> rows(8 * 16);
  for (std::size_t e = 0; e < rows.size(); ++e)
    rows[e] = static_cast<std::uint32_t>(e / 16 * 3 + 1) % 8;
  k.put(0x5000, rows);
  k.put(0x4000, std::vector<std::uint32_t>(9 * 16, 0));
  TGATHER(dst, src, own);
  std::vector<std::uint32_t> chain;
  std::uint32_t row = 0;
  for (int i = 0; i < 8; ++i) {
    row = (row * 3 + 1) % 8;
    chain.insert(chain.end(), 16, row);
  }
  EXPECT_EQ(content(k, dst), chain);
}

TEST_P(PtoTiles, UpToTheLastByteOfUb) {
  using Data = Vec<std::uint8_t, 2, 16>;
  using Index = Vec<std::uint16_t, 2, 16>;
  const std::uint32_t end = GetParam().ub_bytes;
  for (int last = 0; last < 3; ++last) {
    Data src;
    Data dst;
    Index indexes;
    TASSIGN(src, last == 0 ? end - 32 : 0);
    TASSIGN(dst, last == 1 ? end - 32 : 64);
    TASSIGN(indexes, last == 2 ? end - 64 : 128);
    const auto values = fill(k, src, 256, 1);
    std::vector<std::uint16_t> index(32, 1);
    std::fill(index.begin() + 16, index.end(), std::uint16_t{0});
    k.put(k.unit.address(indexes.data(), "test"), index);
    TSCATTER(dst, src, indexes);
    auto swapped = values;
    std::rotate(swapped.begin(), swapped.begin() + 16, swapped.end());
    EXPECT_EQ(content(k, dst), swapped) << last;
  }
}

TEST_P(PtoTiles, ThreeCommandsARow) {
  Vec<float, 16, 8> src;
  Vec<float, 16, 8> dst;
  Vec<std::uint16_t, 16, 8> indexes;
  k.commands();
  TSCATTER(dst, src, indexes);
  EXPECT_EQ(k.commands(), 3 + 16 * 3);
  TSCATTER<IndexMeaning::kElement>(dst, src, indexes);
  EXPECT_EQ(k.commands(), 3 + 16 * 8 / k.lanes(4) * 3);
}

TEST_P(PtoTiles, AfterTheEventsOfOtherCalls) {
  Vec<float, 2, 8> src;
  Vec<float, 2, 8> dst;
  Vec<float, 2, 8> back;
  Vec<std::uint32_t, 2, 8> indexes;
  const auto values = fill(k, src, 0xffffffff, 1);
  k.put(k.unit.address(indexes.data(), "test"),
        std::vector<std::uint32_t>{1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0});
  RecordEvent first = TSCATTER(dst, src, indexes);
  RecordEvent second = TSCATTER(dst, src, indexes, first);
  TGATHER(back, dst, indexes, first, second);
  EXPECT_EQ(content(k, back), values);
}

/// An index that leads out of UB, in row 2 at column 5. `read_as` is what the unit takes it for.
template <typename T, typename I>
void expect_error(KernelUnit& k, I wrong, std::uint64_t read_as) {
  constexpr int kCols = 12;
  Vec<T, 4, kCols> src;
  Vec<T, 4, kCols> dst;
  Vec<I, 4, kCols> indexes;
  std::vector<I> index(4 * kCols, 1);
  index[2 * kCols + 5] = wrong;
  index[3 * kCols + 1] = wrong;  // a later one is not reported
  k.put(k.unit.address(indexes.data(), "test"), index);
  fill(k, dst, 0xffffffff, 1);
  const std::uint32_t columns = k.lanes(std::max<std::uint32_t>(2, sizeof(T)));
  const std::uint32_t base = k.unit.address(dst.data(), "test");
  const std::uint32_t from = 5 / columns * columns;

  const auto row = error_of([&] {
    TSCATTER(dst, src, indexes);
    k.unit.wait();
  });
  EXPECT_EQ(row->api(), "TSCATTER");
  EXPECT_EQ(row->status(), Status::ErrBounds);
  EXPECT_EQ(row->lane(), 5 - from);
  const std::string text = row->what();
  EXPECT_NE(text.find("TSCATTER (row 2, columns from " + std::to_string(from)), std::string::npos)
      << text;
  EXPECT_EQ(row->address(), base + (read_as * kCols + 5) * sizeof(T));

  const auto element = error_of([&] {
    TGATHER<IndexMeaning::kElement>(src, dst, indexes);
    k.unit.wait();
  });
  EXPECT_EQ(element->api(), "TGATHER");
  EXPECT_EQ(element->lane(), (2 * kCols + 5) % columns);
}

TEST_P(PtoTiles, ErrorsOfIndicesNameRowAndLane) {
  expect_error<float, std::int32_t>(k, -1, 0xffffffff);
  expect_error<float, std::int16_t>(k, -1, 0xffff);
  expect_error<std::int32_t, std::uint16_t>(k, 0xffff, 0xffff);
  expect_error<float, std::uint32_t>(k, 0x80000000, 0x80000000);
}

TEST(PtoIndices, BeyondTheTileButInUbAreNotChecked) {
  KernelUnit k(full_config());
  Vec<float, 2, 8> dst;
  Vec<float, 1, 8> src;
  Vec<std::uint32_t, 1, 8> indexes;
  TASSIGN(dst, 0);
  TASSIGN(src, 0x1000);
  TASSIGN(indexes, 0x2000);
  const auto values = fill(k, src, 0xffffffff, 1);
  k.put(0x2000, std::vector<std::uint32_t>(8, 100));
  TSCATTER(dst, src, indexes);
  EXPECT_EQ(k.get<std::uint32_t>(100 * 32, 8), values);
}

TEST(PtoRows, NeedAPowerOfTwoWithoutRowMultiplier) {
  Config config = full_config();
  config.row_multiplier = 0;
  KernelUnit k(config);
  Vec<float, 2, 16> good;
  Vec<float, 2, 24> bad;
  Vec<std::uint32_t, 2, 16> indexes;
  TSCATTER(good, good, indexes);
  k.unit.wait();
  const auto error = error_of([&] {
    TSCATTER(bad, good, indexes);
    k.unit.wait();
  });
  EXPECT_EQ(error->api(), "TSCATTER");
  EXPECT_EQ(error->status(), Status::ErrParam);
  EXPECT_NE(std::string(error->what()).find("row_stride"), std::string::npos);
}

class PtoPlaces : public ::testing::Test {
 protected:
  template <typename TileData>
  std::uint32_t address(TileData& tile) {
    return k.unit.address(tile.data(), "test");
  }

  KernelUnit k{full_config()};
};

TEST_F(PtoPlaces, AreGivenInOrderOfFirstUse) {
  Vec<float, 16, 16> src;
  Vec<float, 16, 16> dst;
  Vec<std::uint16_t, 3, 3> indexes;  // 18 bytes
  Vec<std::uint16_t, 16, 16> all_indexes;
  TSCATTER(dst, src, all_indexes);
  EXPECT_EQ(address(dst), 0U);
  EXPECT_EQ(address(src), 0x400U);
  EXPECT_EQ(address(all_indexes), 0x800U);
  EXPECT_EQ(address(indexes), 0xa00U);
  Vec<float, 1, 1> next;
  EXPECT_EQ(address(next), 0xa20U);  // a multiple of 32
}

TEST_F(PtoPlaces, AreUsedAgain) {
  Vec<float, 1, 8> first;
  EXPECT_EQ(address(first), 0U);
  {
    Vec<float, 1, 8> second;
    EXPECT_EQ(address(second), 32U);
  }
  Vec<float, 1, 8> third;
  EXPECT_EQ(address(third), 32U);
  TASSIGN(first, 0x1000);
  Vec<float, 1, 8> fourth;
  EXPECT_EQ(address(fourth), 0U);
}

TEST_F(PtoPlaces, KeepOffAssignedTiles) {
  Vec<float, 1, 8> low;
  Vec<float, 1, 8> same;
  Vec<float, 1, 8> high;
  TASSIGN(low, 32);
  TASSIGN(same, 32);  // tiles may overlap
  TASSIGN(high, 100);
  Vec<float, 1, 8> below;
  Vec<float, 1, 8> between;
  Vec<float, 1, 8> above;
  EXPECT_EQ(address(below), 0U);
  EXPECT_EQ(address(between), 64U);
  EXPECT_EQ(address(above), 160U);
  EXPECT_EQ(address(same), 32U);
}

TEST_F(PtoPlaces, LieInUb) {
  Vec<std::uint8_t, 1, 64> tile;
  TASSIGN(tile, 262144 - 64);
  const auto beyond = error_of([&] { TASSIGN(tile, 262144 - 63); });
  EXPECT_EQ(beyond->api(), "TASSIGN");
  EXPECT_EQ(beyond->address(), 262144U - 63);
  EXPECT_EQ(error_of([&] { TASSIGN(tile, -32); })->api(), "TASSIGN");
  EXPECT_EQ(address(tile), 262144U - 64);  // as before

  Vec<std::uint8_t, 512, 512> whole;
  const auto no_room = error_of([&] { address(whole); });
  EXPECT_EQ(no_room->api(), "Tile");
  EXPECT_NE(std::string(no_room->what()).find("no room"), std::string::npos);
}

}  // namespace
}  // namespace gsq::testing
