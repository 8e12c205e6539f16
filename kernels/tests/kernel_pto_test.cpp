// SPDX-License-Identifier: Apache-2.0
// PTO tiles against plain loops: every type, both meanings of an index, patterns, blocks, equal
// places, tiles that are not a multiple of a vector or whose sizes are given at run time, copies to
// and from memory, places in UB, and what the errors say.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "gsq/kernel/ascend/global_tensor.hpp"
#include "gsq/kernel/pto.hpp"
#include "kernel_fixture.hpp"

namespace gsq::testing {
namespace {

using pto::BLayout;
using pto::MaskPattern;
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
using BitsOf = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

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
      pto::element_index::TGATHER(small, large, indexes);
    }
    ASSERT_EQ(content(k, small), gathered) << by_row;
    ASSERT_EQ(content(k, large), to) << by_row;

    fill(k, small, kAny, 1);
    if (!by_row) std::fill(to.begin(), to.end(), 0);
    for (int i = 0; i < Small::ValidRow; ++i) {
      for (int j = 0; j < Small::ValidCol; ++j) to[place(i, j)] = from[i * Small::Cols + j];
    }
    if (by_row) {
      TSCATTER(large, small, indexes);
    } else {
      // The indices decide how many elements are scattered, so they must be as many.
      Tile<TileType::Vec, typename Indexes::DType, Indexes::Rows, Indexes::Cols, BLayout::RowMajor,
           Small::ValidRow, Small::ValidCol>
          as_many;
      const std::uint32_t shared = k.unit.address(indexes.data(), "test");
      TASSIGN(indexes, shared);  // a tile with a fixed place may be overlapped by another one
      TASSIGN(as_many, shared);
      pto::element_index::TSCATTER(large, small, as_many);
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
  std::fill(expected.begin(), expected.end(), 0);
  for (int e = 0; e < 48; ++e) expected[2] = values[e];
  pto::element_index::TSCATTER(dst, src, indexes);
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
  Vec<float, 16, 7> src;
  Vec<float, 16, 7> dst;
  Vec<std::uint16_t, 16, 7> indexes;
  const auto pieces = [&](std::uint32_t count) {
    return count / k.lanes(4) + (count % k.lanes(4) == 0 ? 0 : 1);
  };
  k.commands();
  TSCATTER(dst, src, indexes);
  EXPECT_EQ(k.commands(), 3 + 16 * 3);
  TGATHER(dst, src, indexes);
  EXPECT_EQ(k.commands(), 3 + 16 * 3);
  pto::element_index::TGATHER(dst, src, indexes);
  const std::uint32_t of_gather = 2 + (16 * 7 % k.lanes(4) == 0 ? 0 : 1) + pieces(16 * 7) * 3;
  EXPECT_EQ(k.commands(), of_gather);
  pto::element_index::TSCATTER(dst, src, indexes);
  EXPECT_EQ(k.commands(), of_gather + of_gather + 2 - pieces(16 * 7) * 2);
}

/// The value that a call must leave in each element of a tile.
template <typename TileData, typename Value>
void expect_elements(KernelUnit& k, TileData& tile, Value&& value) {
  const auto found = content(k, tile);
  for (int i = 0; i < TileData::Rows; ++i) {
    for (int j = 0; j < TileData::Cols; ++j) {
      ASSERT_EQ(found[i * TileData::Cols + j], value(i, j)) << "row " << i << ", column " << j;
    }
  }
}

TEST_P(PtoTiles, AsManyAreScatteredAsThereAreIndices) {
  Vec<std::int16_t, 2, 32> src;
  Vec<std::int16_t, 2, 32> dst;
  Vec<std::uint16_t, 1, 32> indexes;
  const auto values = fill(k, src, 0xffff, 1);
  fill(k, dst, 0xffff, 2);
  std::vector<std::uint16_t> index(32);
  for (std::size_t j = 0; j < index.size(); ++j) index[j] = static_cast<std::uint16_t>(63 - j);
  k.put(k.unit.address(indexes.data(), "test"), index);
  pto::element_index::TSCATTER(dst, src, indexes);
  expect_elements(k, dst, [&](int i, int j) { return i == 0 ? 0 : values[31 - j]; });
}

TEST_P(PtoTiles, SizesAtRunTime) {
  constexpr std::uint32_t kAny = 0xffffffff;
  Tile<TileType::Vec, float, 6, 16, BLayout::RowMajor, -1, -1> small(4, 13);
  Tile<TileType::Vec, float, 7, 24, BLayout::RowMajor, 6, -1> large(20);
  Tile<TileType::Vec, std::uint32_t, 8, 16, BLayout::RowMajor, -1, 16> indexes(8);
  EXPECT_EQ(small.GetValidRow(), 4U);
  EXPECT_EQ(small.GetValidCol(), 13U);
  EXPECT_EQ(large.GetValidRow(), 6U);
  EXPECT_EQ(large.GetValidCol(), 20U);
  EXPECT_EQ(indexes.GetValidRow(), 8U);
  small.SetValidShape(5, 11);
  const auto from = fill(k, large, kAny, 1);
  const auto kept = fill(k, small, kAny, 2);
  const auto index = fill(k, indexes, 6, 3);
  TGATHER(small, large, indexes);
  expect_elements(k, small, [&](int i, int j) {
    return i < 5 && j < 11 ? from[index[i * 16 + j] * 24 + j] : kept[i * 16 + j];
  });
  small.SetValidRow(0);  // nothing to do
  k.commands();
  TGATHER(small, large, indexes);
  EXPECT_EQ(k.commands(), 2U);
}

TEST_P(PtoTiles, DataOf8Bytes) {
  expect_moves<Vec<std::int64_t, 4, 16>, Vec<std::int64_t, 4, 16>, Vec<std::uint32_t, 4, 16>>(k);
  expect_moves<Vec<std::uint64_t, 5, 19, 4, 13>, Vec<std::uint64_t, 7, 24, 6, 20>,
               Vec<std::int32_t, 6, 15, 5, 14>>(k);
}

TEST_P(PtoTiles, WideIndicesOfNarrowData) {
  Vec<half, 6, 50> src;
  Vec<half, 3, 70> dst;
  Vec<std::uint32_t, 3, 70> indexes;
  Vec<std::uint32_t, 3, 70> tmp;
  const auto values = fill(k, src, 0xffff, 1);
  const auto index = fill(k, indexes, 300, 2);
  const auto untouched = fill(k, tmp, 0xffffffff, 3);
  pto::element_index::TGATHER(dst, src, indexes, tmp);
  expect_elements(k, dst, [&](int i, int j) { return values[index[i * 70 + j]]; });
  EXPECT_EQ(content(k, tmp), untouched);
}

TEST_P(PtoTiles, GatheredFloatOf8Bits) {
  Vec<fp8_e4m3fn_t, 4, 32> src;
  Vec<fp8_e4m3fn_t, 2, 32> dst;
  Vec<std::int16_t, 2, 32> indexes;
  const auto values = fill(k, src, 256, 1);
  const auto index = fill(k, indexes, 128, 2);
  pto::element_index::TGATHER(dst, src, indexes);
  expect_elements(k, dst, [&](int i, int j) { return values[index[i * 32 + j]]; });
}

/// Whether a pattern selects an element or row: the bit of its name, from the right.
bool selects(MaskPattern pattern, int index) {
  switch (pattern) {
    case MaskPattern::P0101:
      return index % 2 == 0;
    case MaskPattern::P1010:
      return index % 2 == 1;
    case MaskPattern::P0001:
      return index % 4 == 0;
    case MaskPattern::P0010:
      return index % 4 == 1;
    case MaskPattern::P0100:
      return index % 4 == 2;
    case MaskPattern::P1000:
      return index % 4 == 3;
    case MaskPattern::P1111:
      break;
  }
  return true;
}

/// Gathers by a pattern from part of a tile, whose size is no multiple of it, to rows of dst that
/// are `pitch` elements apart, and scatters back.
template <typename T, MaskPattern kPattern>
void expect_pattern(KernelUnit& k) {
  constexpr std::uint32_t kAny = 0xffffffff;
  constexpr int kTimes = pto::GetTimesByMask<kPattern>();
  constexpr int kCols = 4 * 37;
  Tile<TileType::Vec, T, 4, kCols + 8, BLayout::RowMajor, -1, -1> wide(3, kCols - 3);
  Vec<T, 4, kCols + 8> packed;
  const auto from = fill(k, wide, kAny, 1);
  auto expected = fill(k, packed, kAny, 2);
  int next = 0;
  for (int i = 0; i < 3; ++i) {
    if (sizeof(T) == 8) next = i * (packed.Cols / kTimes);
    for (int j = 0; j < kCols - 3; ++j) {
      if (selects(kPattern, j)) expected[next++] = from[i * wide.Cols + j];
    }
  }
  TGATHER<decltype(packed), decltype(wide), kPattern>(packed, wide);
  ASSERT_EQ(content(k, packed), expected);

  wide.SetValidCol(kCols);
  Vec<T, 3, kCols / kTimes + 5, 3, kCols / kTimes> narrow;
  const auto source = fill(k, narrow, kAny, 3);
  TSCATTER<kPattern>(wide, narrow);
  expect_elements(k, wide, [&](int i, int j) -> BitsOf<T> {
    if (i < 3 && j < kCols && selects(kPattern, j)) return source[i * narrow.Cols + j / kTimes];
    return kTimes == 1 ? from[i * wide.Cols + j] : BitsOf<T>{0};
  });
}

template <typename T>
void expect_patterns(KernelUnit& k) {
  expect_pattern<T, MaskPattern::P0101>(k);
  expect_pattern<T, MaskPattern::P1010>(k);
  expect_pattern<T, MaskPattern::P0001>(k);
  expect_pattern<T, MaskPattern::P0010>(k);
  expect_pattern<T, MaskPattern::P0100>(k);
  expect_pattern<T, MaskPattern::P1000>(k);
  expect_pattern<T, MaskPattern::P1111>(k);
}

TEST_P(PtoTiles, PatternsOfColumns) {
  expect_patterns<std::int8_t>(k);
  expect_patterns<half>(k);
  expect_patterns<float>(k);
  expect_patterns<std::uint64_t>(k);
}

TEST_P(PtoTiles, PatternsOfRows) {
  constexpr std::uint32_t kAny = 0xffffffff;
  Tile<TileType::Vec, half, 11, 70, BLayout::RowMajor, -1, 67> src(10);
  Vec<half, 6, 70> dst;
  const auto from = fill(k, src, kAny, 1);
  const auto kept = fill(k, dst, kAny, 2);
  TGATHER<decltype(dst), decltype(src), MaskPattern::P0010, pto::GatherAxis::GATHER_COL>(dst, src);
  expect_elements(k, dst, [&](int i, int j) {
    return i < 3 && j < 67 ? from[(4 * i + 1) * 70 + j] : kept[i * 70 + j];  // rows 1, 5, 9
  });

  Vec<half, 5, 70, 5, 66> narrow;
  Vec<half, 12, 72, 10, 66> wide;
  const auto source = fill(k, narrow, kAny, 3);
  fill(k, wide, kAny, 4);
  TSCATTER<MaskPattern::P1010, pto::ScatterAxis::SCATTER_COL>(wide, narrow);
  expect_elements(k, wide, [&](int i, int j) {
    return i < 10 && i % 2 == 1 && j < 66 ? source[i / 2 * 70 + j] : 0;
  });
}

TEST_P(PtoTiles, OtherTypesOfTheSameSize) {
  Vec<float, 2, 16> src;
  Vec<std::int32_t, 2, 8> dst;
  const auto from = fill(k, src, 0xffffffff, 1);
  TGATHER<decltype(dst), decltype(src), MaskPattern::P1010>(dst, src);
  expect_elements(k, dst, [&](int i, int j) { return from[i * 16 + 2 * j + 1]; });
}

template <typename T>
void expect_blocks(KernelUnit& k) {
  constexpr int kBlock = 32 / static_cast<int>(sizeof(T));
  Vec<T, 4, 11 * kBlock> src;
  Vec<T, 3, 19 * kBlock, 2, 18 * kBlock> dst;
  Vec<std::uint32_t, 2, 20> offsets;
  const auto from = fill(k, src, 0xffffffff, 1);
  const auto kept = fill(k, dst, 0xffffffff, 2);
  auto offset = numbers<std::uint32_t>(40, 44, 3);
  for (auto& block : offset) block *= 32;
  k.put(k.unit.address(offsets.data(), "test"), offset);
  pto::TGATHERB(dst, src, offsets);
  expect_elements(k, dst, [&](int i, int j) {
    if (i >= 2 || j >= 18 * kBlock) return kept[i * dst.Cols + j];
    return from[offset[i * 20 + j / kBlock] / sizeof(T) + j % kBlock];
  });
}

TEST_P(PtoTiles, Blocks) {
  expect_blocks<std::int8_t>(k);
  expect_blocks<half>(k);
  expect_blocks<float>(k);
}

/// Numbers of the elements of each row that compare with its value, and how many.
template <typename T, typename V, pto::CmpMode kMode>
void expect_comparison(KernelUnit& k) {
  constexpr int kRows = 5;
  constexpr std::uint32_t kOffset = 1000;
  Tile<TileType::Vec, T, kRows, 96, BLayout::RowMajor, -1, 83> src(4);
  Tile<TileType::Vec, V, 16, 1, BLayout::ColMajor, -1, -1> value(4, 1);
  Tile<TileType::Vec, std::uint32_t, 8, 1, BLayout::ColMajor, 4, 1> counts;
  Vec<std::uint32_t, kRows, 84> dst;
  Vec<std::uint8_t, 1, 32> tmp;
  std::vector<T> elements(kRows * 96);
  const auto random = numbers<std::uint32_t>(elements.size(), 6, 1);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    elements[i] = static_cast<T>(static_cast<float>(static_cast<int>(random[i]) - 2));
  }
  k.put(k.unit.address(src.data(), "test"), elements);
  const std::vector<V> limits{0, 2, 5, 3};  // of the third row none is as large
  k.put(k.unit.address(value.data(), "test"), limits);
  auto expected = fill(k, dst, 0xffffffff, 2);
  std::vector<std::uint32_t> found(4);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 83; ++j) {
      const auto element = static_cast<float>(elements[i * 96 + j]);
      const auto limit = static_cast<float>(limits[i]);
      if (!(kMode == pto::CmpMode::GT ? element > limit : element == limit)) continue;
      expected[i * 84 + found[i]++] = kOffset + i * 83 + j;
    }
  }
  TGATHER<decltype(dst), decltype(src), decltype(value), decltype(counts), decltype(tmp), kMode>(
      dst, src, value, counts, tmp, kOffset);
  EXPECT_EQ(content(k, dst), expected);
  auto all_counts = content(k, counts);
  all_counts.resize(4);
  EXPECT_EQ(all_counts, found);
  EXPECT_GT(found[0] + found[1], 0U);
  EXPECT_EQ(found[2], 0U);
}

TEST_P(PtoTiles, Comparisons) {
  expect_comparison<float, std::uint32_t, pto::CmpMode::GT>(k);
  expect_comparison<float, std::uint32_t, pto::CmpMode::EQ>(k);
  expect_comparison<half, std::uint16_t, pto::CmpMode::GT>(k);
  expect_comparison<std::int16_t, std::uint16_t, pto::CmpMode::EQ>(k);
  expect_comparison<std::int8_t, std::uint16_t, pto::CmpMode::GT>(k);
  expect_comparison<std::uint32_t, std::uint32_t, pto::CmpMode::EQ>(k);
}

TEST_P(PtoTiles, ErrorOfAShortRowOfTheResult) {
  Vec<std::int16_t, 2, 32> src;
  Tile<TileType::Vec, std::uint16_t, 16, 1, BLayout::ColMajor, 2, 1> value;
  Tile<TileType::Vec, std::uint32_t, 8, 1, BLayout::ColMajor, 2, 1> counts;
  Vec<std::uint32_t, 2, 8> dst;
  k.put(k.unit.address(value.data(), "test"), std::vector<std::uint16_t>{0, 0});
  std::vector<std::int16_t> elements(64);
  std::fill(elements.begin() + 32, elements.begin() + 41, std::int16_t{7});
  k.put(k.unit.address(src.data(), "test"), elements);
  const auto error = error_of([&] {
    TGATHER<decltype(dst), decltype(src), decltype(value), decltype(counts), decltype(src),
            pto::CmpMode::GT>(dst, src, value, counts, src, 0);
    k.unit.wait();
  });
  EXPECT_EQ(error->api(), "TGATHER");
  EXPECT_NE(std::string(error->what()).find("9 elements of row 1 are selected, dst has 8 columns"),
            std::string::npos)
      << error->what();
}

TEST_P(PtoTiles, CopiesOfMemory) {
  using pto::Shape;
  using pto::Stride;
  // A tensor of 2 x 3 x 5 with gaps, and the rows of a tile.
  std::vector<std::int16_t> memory(2 * 40);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::int16_t>(i);
  using Tensor = pto::GlobalTensor<std::int16_t, Shape<1, 1, 2, 3, -1>, Stride<1, 1, 40, 12, 2>>;
  Tile<TileType::Vec, std::int16_t, 8, 16, BLayout::RowMajor, 6, -1> tile(5);
  const auto kept = fill(k, tile, 0xffff, 1);
  const auto place = [](int row, int j) { return row / 3 * 40 + row % 3 * 12 + 2 * j; };
  pto::TLOAD(tile, Tensor(memory.data(), Shape<1, 1, 2, 3, -1>(5)));
  expect_elements(k, tile, [&](int i, int j) {
    return i < 6 && j < 5 ? static_cast<std::uint16_t>(place(i, j)) : kept[i * 16 + j];
  });

  std::vector<std::int16_t> back(2 * 40, -1);
  pto::TSTORE(Tensor(back.data(), Shape<1, 1, 2, 3, -1>(1, 1, 1, 1, 5)), tile);
  k.unit.wait();
  std::vector<std::int16_t> expected(2 * 40, -1);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 5; ++j) expected[place(i, j)] = static_cast<std::int16_t>(place(i, j));
  }
  EXPECT_EQ(back, expected);

  // Columns: the rows are contiguous, whatever their stride says.
  using Columns = pto::GlobalTensor<std::int16_t, Shape<1, 1, 1, 5, 2>, Stride<1, 1, 1, 99, 20>,
                                    pto::Layout::DN>;
  Tile<TileType::Vec, std::int16_t, 16, 3, BLayout::ColMajor, 5, 2> columns;
  fill(k, columns, 1, 1);
  pto::TLOAD(columns, Columns(memory.data()));
  const auto found = content(k, columns);
  for (int i = 0; i < 48; ++i) {
    const bool valid = i / 16 < 2 && i % 16 < 5;
    EXPECT_EQ(found[i], valid ? i / 16 * 20 + i % 16 : 0) << i;
  }
}

TEST_P(PtoTiles, CopiesHaveTheValidSizeOfTheTile) {
  using pto::Shape;
  using pto::Stride;
  std::vector<float> memory(64);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i);
  using Tile3x4 = Tile<TileType::Vec, float, 4, 8, BLayout::RowMajor, -1, -1>;
  const auto stored = [&](auto tensor_of, Tile3x4& tile) {
    std::vector<float> back(64, -1);
    pto::TSTORE(tensor_of(back.data()), tile);
    k.unit.wait();
    return back;
  };
  const auto expect_copies = [&](auto tensor_of, auto&& place) {
    Tile3x4 tile(3, 4);
    const auto kept = fill(k, tile, 0xffff, 1);
    pto::TLOAD(tile, tensor_of(memory.data()));
    expect_elements(k, tile, [&](int i, int j) {
      if (i >= 3 || j >= 4) return kept[i * 8 + j];
      std::uint32_t bits = 0;
      std::memcpy(&bits, &memory[place(i, j)], sizeof bits);
      return bits;
    });
    std::vector<float> expected(64, -1);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 4; ++j) expected[place(i, j)] = memory[place(i, j)];
    }
    EXPECT_EQ(stored(tensor_of, tile), expected);
  };
  // A larger tensor, one of several dimensions, and smaller ones, behind which the strides go on.
  using Larger = pto::GlobalTensor<float, Shape<1, 1, 1, 5, 9>, Stride<1, 1, 1, 10, 1>>;
  expect_copies([](float* at) { return Larger(at); }, [](int i, int j) { return 10 * i + j; });
  using Planes = pto::GlobalTensor<float, Shape<1, 1, 2, 2, 6>, Stride<1, 1, 30, 7, 1>>;
  expect_copies([](float* at) { return Planes(at); },
                [](int i, int j) { return i / 2 * 30 + i % 2 * 7 + j; });
  using FewRows = pto::GlobalTensor<float, Shape<1, 1, 1, 1, 4>, Stride<1, 1, 1, 12, 1>>;
  expect_copies([](float* at) { return FewRows(at); }, [](int i, int j) { return 12 * i + j; });
  using FewPlanes = pto::GlobalTensor<float, Shape<1, 1, 2, 1, 4>, Stride<1, 1, 20, 5, 1>>;
  expect_copies([](float* at) { return FewPlanes(at); }, [](int i, int j) { return 20 * i + j; });
  using FewColumns = pto::GlobalTensor<float, Shape<1, 1, 1, 3, 2>, Stride<1, 1, 1, 16, 3>>;
  expect_copies([](float* at) { return FewColumns(at); },
                [](int i, int j) { return 16 * i + 3 * j; });
  // Memory whose bounds are known bounds the copy.
  auto* const known = static_cast<float*>(kernel::ascend::allocate_global(2 * 12 * sizeof(float)));
  Tile3x4 tile(3, 4);
  EXPECT_EQ(error_of([&] { pto::TLOAD(tile, FewRows(known)); })->status(), Status::ErrBounds);
  EXPECT_EQ(error_of([&] { pto::TSTORE(FewRows(known), tile); })->api(), "TSTORE");
  tile.SetValidRow(2);
  EXPECT_NO_THROW(pto::TLOAD(tile, FewRows(known)));
  k.unit.wait();
  kernel::ascend::free_global(known);
}

TEST_P(PtoTiles, CopiesOfColumns) {
  using pto::Shape;
  using pto::Stride;
  std::vector<std::int16_t> memory(99);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::int16_t>(i);
  // All dimensions but that of the rows are columns.
  using Columns = pto::GlobalTensor<std::int16_t, Shape<1, 1, 2, 5, 2>, Stride<1, 1, 40, 1, 20>,
                                    pto::Layout::DN>;
  Tile<TileType::Vec, std::int16_t, 16, 4, BLayout::ColMajor, 3, 4> tile;
  fill(k, tile, 1, 1);
  pto::TLOAD(tile, Columns(memory.data()));
  const auto found = content(k, tile);
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 16; ++row) {
      const int expected = row < 3 ? column / 2 * 40 + column % 2 * 20 + row : 0;
      EXPECT_EQ(found[column * 16 + row], expected) << row << ' ' << column;
    }
  }
  // A single column or row lies both ways.
  using Rows = pto::GlobalTensor<std::int16_t, Shape<1, 1, 1, 5, 1>, Stride<1, 1, 1, 7, 1>>;
  Tile<TileType::Vec, std::int16_t, 16, 1, BLayout::ColMajor, 5, 1> column;
  fill(k, column, 1, 1);
  pto::TLOAD(column, Rows(memory.data()));
  const auto numbers = content(k, column);
  for (int row = 0; row < 5; ++row) EXPECT_EQ(numbers[row], 7 * row);
  using Line =
      pto::GlobalTensor<std::int16_t, Shape<1, 1, 1, 1, 5>, Stride<1, 1, 1, 1, 9>, pto::Layout::DN>;
  Vec<std::int16_t, 1, 16, 1, 5> line;
  pto::TLOAD(line, Line(memory.data()));
  std::vector<std::int16_t> back(99);
  pto::TSTORE(Line(back.data()), line);
  k.unit.wait();
  for (int at = 0; at < 5; ++at) EXPECT_EQ(back[9 * at], 9 * at);
}

TEST_P(PtoTiles, ANumberInAllValidElements) {
  Vec<half, 4, 16, 3, 5> rows;
  const auto kept = fill(k, rows, 0xffff, 1);
  const RecordEvent done = pto::TEXPANDS(rows, 2);
  expect_elements(k, rows, [&](int i, int j) {
    return i < 3 && j < 5 ? std::uint16_t{0x4000} : kept[i * 16 + j];
  });
  Tile<TileType::Vec, std::int32_t, 8, 2, BLayout::ColMajor, 3, 2> columns;
  const auto others = fill(k, columns, 0xffff, 2);
  pto::TEXPANDS(columns, -1.0F, done);
  const auto found = content(k, columns);
  for (int at = 0; at < 16; ++at) EXPECT_EQ(found[at], at % 8 < 3 ? 0xffffffffU : others[at]);
}

TEST_P(PtoTiles, CopiesStayInsideMemoryWhoseBoundsAreKnown) {
  using Tensor = pto::GlobalTensor<float, pto::Shape<1, 1, 1, 2, 8>, pto::Stride<1, 1, 1, 9, 1>>;
  constexpr std::size_t kElements = 17;  // of two rows that begin 9 apart
  Vec<float, 2, 8> tile;
  void* const enough = kernel::ascend::allocate_global(kElements * sizeof(float));
  void* const short_by_one = kernel::ascend::allocate_global((kElements - 1) * sizeof(float));
  EXPECT_NO_THROW(pto::TLOAD(tile, Tensor(static_cast<float*>(enough))));
  EXPECT_NO_THROW(pto::TSTORE(Tensor(static_cast<float*>(enough)), tile));
  const Tensor wrong(static_cast<float*>(short_by_one));
  EXPECT_EQ(error_of([&] { pto::TLOAD(tile, wrong); }).value().api(), "TLOAD");
  EXPECT_EQ(error_of([&] { pto::TSTORE(wrong, tile); }).value().api(), "TSTORE");
  k.unit.wait();
  kernel::ascend::free_global(enough);
  kernel::ascend::free_global(short_by_one);
}

TEST_P(PtoTiles, CopiesKeepTheOrderOfTheProgram) {
  using Tensor = pto::GlobalTensor<float, pto::Shape<1, 1, 1, 2, 8>, pto::Stride<1, 1, 1, 8, 1>>;
  std::vector<float> in{1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18};
  std::vector<std::uint32_t> rows(16, 1);
  std::fill(rows.begin() + 8, rows.end(), 0U);
  std::vector<float> out(16);
  Vec<float, 2, 8> src;
  Vec<float, 2, 8> dst;
  Vec<std::uint32_t, 2, 8> indexes;
  pto::TLOAD(src, Tensor(in.data()));
  pto::TLOAD(
      indexes,
      pto::GlobalTensor<std::uint32_t, pto::Shape<1, 1, 1, 2, 8>, pto::Stride<1, 1, 1, 8, 1>>(
          rows.data()));
  TSCATTER(dst, src, indexes);
  pto::TSTORE(Tensor(out.data()), dst);
  // What TSTORE has written, though nothing but the memory keeps this load behind it.
  Vec<float, 2, 8> again;
  pto::TLOAD(again, Tensor(out.data()));
  TSCATTER(dst, again, indexes);
  pto::TSTORE(Tensor(out.data()), dst);
  k.unit.wait();
  EXPECT_EQ(out, in);
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
  // Events between calls of two kinds.
  pto::Event<pto::Op::TSCATTER, pto::Op::TGATHER> scattered;
  fill(k, back, 1, 1);
  scattered = TSCATTER(dst, src, indexes, second);
  TGATHER(back, dst, indexes, scattered, first);
  scattered.Wait();
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

  // A row is refused before its command is.
  const auto row = error_of([&] {
    TSCATTER(dst, src, indexes);
    k.unit.wait();
  });
  EXPECT_EQ(row->api(), "TSCATTER");
  EXPECT_EQ(row->status(), Status::ErrBounds);
  const std::string text = row->what();
  EXPECT_EQ(text.find("TSCATTER at kernel_pto_test.cpp:"), 0U) << text;
  EXPECT_NE(text.find(": index " + std::to_string(read_as) +
                      " in row 2, column 5 of indexes is none of the 4 rows of dst: an index is "
                      "read as the number of a row, row_index; "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("'#define GSQ_PTO_INDEX element_index'"), std::string::npos) << text;

  const auto element = error_of([&] {
    pto::element_index::TGATHER(src, dst, indexes);
    k.unit.wait();
  });
  EXPECT_EQ(element->api(), "TGATHER");
  EXPECT_EQ(element->lane(), (2 * kCols + 5) % columns);
  EXPECT_EQ(element->address(), base + read_as * sizeof(T));
  EXPECT_NE(std::string(element->what()).find(" (row 0, columns from "), std::string::npos)
      << element->what();
}

TEST_P(PtoTiles, ErrorsOfIndicesNameRowAndLane) {
  expect_error<float, std::int32_t>(k, -1, 0xffffffff);
  expect_error<float, std::int16_t>(k, -1, 0xffff);
  expect_error<std::int32_t, std::uint16_t>(k, 0xffff, 0xffff);
  expect_error<float, std::uint32_t>(k, 0x80000000, 0x80000000);
}

TEST_P(PtoTiles, ErrorsOfSizes) {
  Tile<TileType::Vec, float, 4, 16, BLayout::RowMajor, -1, -1> small(4, 16);
  Tile<TileType::Vec, float, 4, 16, BLayout::RowMajor, -1, -1> large(3, 12);
  Tile<TileType::Vec, std::uint32_t, 4, 16, BLayout::RowMajor, -1, -1> indexes(4, 15);
  // Without the place of the call.
  const auto text_of = [](auto&& call) {
    const std::string text = error_of(call)->what();
    const std::size_t at = text.find(" at kernel_pto_test.cpp:");
    return at == std::string::npos ? text
                                   : text.substr(0, at) + text.substr(text.find(':', at + 24));
  };
  // Tiles that do not fit each other may be meant for the other reading of an index.
  const std::string row =
      ": an index is read as the number of a row, row_index; a program in which it is the number "
      "of an element says '#define GSQ_PTO_INDEX element_index' before it includes PTO";
  const std::string element =
      ": an index is read as the number of an element, element_index; a program in which it is "
      "the number of a row says '#define GSQ_PTO_INDEX row_index' before it includes PTO, or "
      "nothing";
  EXPECT_EQ(text_of([&] { small.SetValidRow(5); }),
            "Tile::SetValidRow: expected from 0 to 4 valid rows, found 5");
  EXPECT_EQ(text_of([&] { small.SetValidCol(-2); }),
            "Tile::SetValidCol: expected from 0 to 16 valid columns, found -2");
  EXPECT_EQ(text_of([&] { TSCATTER(large, small, indexes); }),
            "TSCATTER: src has 4 x 16 valid elements, indexes only 4 x 15" + row);
  EXPECT_EQ(text_of([&] { TGATHER(small, large, indexes); }),
            "TGATHER: dst has 4 x 16 valid elements, indexes only 4 x 15" + row);
  indexes.SetValidShape(4, 16);
  EXPECT_EQ(text_of([&] { TSCATTER(large, small, indexes); }),
            "TSCATTER: src has 16 valid columns, dst only 12" + row);
  EXPECT_EQ(text_of([&] { TGATHER(small, large, indexes); }),
            "TGATHER: dst has 16 valid columns, src only 12" + row);
  Vec<float, 4, 15> narrow;
  EXPECT_EQ(text_of([&] { pto::element_index::TSCATTER(large, narrow, indexes); }),
            "TSCATTER: indexes has 4 x 16 valid elements, src only 4 x 15" + element);
  EXPECT_EQ(text_of([&] { TSCATTER<MaskPattern::P0101>(large, small); }),
            "TSCATTER: src has 4 x 16 valid elements, so dst must have 4 x 32, but has 3 x 12");
  Vec<float, 1, 31> few;
  EXPECT_EQ(
      text_of([&] { TGATHER<decltype(few), decltype(small), MaskPattern::P0101>(few, small); }),
      "TGATHER: 4 x 8 elements are selected, dst has room for 31");
  Vec<std::uint32_t, 4, 2, 4, 1> offsets;
  EXPECT_EQ(text_of([&] { pto::TGATHERB(small, small, offsets); }),
            "TGATHERB: dst has 4 rows of 2 blocks, offset only 4 x 1 valid elements");
  EXPECT_EQ(text_of([&] { pto::TGATHERB(large, small, indexes); }),
            "TGATHERB: a row of the valid part of dst has 48 bytes: make it a multiple of 32");
  EXPECT_EQ(k.commands(), 1U);  // none of them issued any; one begins the kernel
}

TEST_P(PtoTiles, ErrorsOfBlocksNameRowAndBlock) {
  Vec<float, 2, 16> src;
  Vec<float, 2, 16> dst;
  Vec<std::uint32_t, 2, 2> offsets;
  k.put(k.unit.address(offsets.data(), "test"), std::vector<std::uint32_t>{0, 32, 0, 40});
  const auto error = error_of([&] {
    pto::TGATHERB(dst, src, offsets);
    k.unit.wait();
  });
  EXPECT_EQ(error->api(), "TGATHERB");
  EXPECT_EQ(error->status(), Status::ErrAlign);
  EXPECT_NE(std::string(error->what()).find("row 1"), std::string::npos) << error->what();
}

class PtoIndices : public ::testing::Test {
 protected:
  /// Puts one index into all places, and the tiles far from each other.
  void index_all(std::uint32_t index) {
    TASSIGN(dst, 0);
    TASSIGN(src, 0x1000);
    TASSIGN(indexes, 0x2000);
    values = fill(k, src, 0xffffffff, 1);
    k.put(0x2000, std::vector<std::uint32_t>(8, index));
  }

  KernelUnit k{full_config()};
  Vec<float, 3, 8, 2, 8> dst;
  Vec<float, 1, 8> src;
  Vec<std::uint32_t, 1, 8> indexes;
  std::vector<std::uint32_t> values;
};

TEST_F(PtoIndices, ARowMayBeAnyOfTheWholeTile) {
  index_all(2);  // not a valid one
  TSCATTER(dst, src, indexes);
  EXPECT_EQ(k.get<std::uint32_t>(2 * 32, 8), values);
}

TEST_F(PtoIndices, ARowBeyondTheTileIsProbablyAnElement) {
  index_all(3);
  const auto scatter = error_of([&] {
    TSCATTER(dst, src, indexes);
    k.unit.wait();
  });
  EXPECT_NE(std::string(scatter->what())
                .find("index 3 in row 0, column 0 of indexes is none of the "
                      "3 rows of dst: an index is read as the number of a"),
            std::string::npos)
      << scatter->what();
  const auto gather = error_of([&] {
    TGATHER(src, dst, indexes);
    k.unit.wait();
  });
  EXPECT_NE(std::string(gather->what()).find("is none of the 3 rows of src"), std::string::npos)
      << gather->what();
  // Only those of valid elements count.
  Vec<std::uint32_t, 2, 8> more;
  TASSIGN(more, 0x2000);
  k.put(0x2000, std::vector<std::uint32_t>(8, 1));
  k.put(0x2020, std::vector<std::uint32_t>(8, 77));
  TSCATTER(dst, src, more);
  EXPECT_EQ(k.get<std::uint32_t>(32, 8), values);
}

TEST_F(PtoIndices, AreLookedAtBeforeTheyMayBeOverwritten) {
  // Row 3 of dst is the tile of indices.
  const auto expect_first = [&](auto&& scatter) {
    const auto error = error_of(scatter);
    EXPECT_NE(std::string(error->what()).find("index 3 in row 0, column 2 of indexes"),
              std::string::npos)
        << error->what();
  };
  Vec<std::uint32_t, 1, 8> numbers;
  Vec<std::uint32_t, 1, 8> zeros;
  TASSIGN(dst, 0);
  TASSIGN(indexes, 3 * 32);
  TASSIGN(src, 0x1000);
  TASSIGN(numbers, 0x2000);
  TASSIGN(zeros, 0x3000);
  const std::vector<std::uint32_t> rows{0, 1, 3, 0, 0, 0, 0, 0};
  k.put(3 * 32, rows);
  const std::uint64_t drains = k.unit.counts().drains;
  expect_first([&] { TSCATTER(dst, src, indexes); });  // at once, without a wait
  EXPECT_EQ(k.unit.counts().drains, drains);
  // Indices that commands have still to write.
  k.put(3 * 32, std::vector<std::uint32_t>(8));
  k.put(0x2000, rows);
  k.put(0x3000, std::vector<std::uint32_t>(8));
  TSCATTER(indexes, numbers, zeros);
  TSCATTER(dst, src, indexes);
  expect_first([&] { k.unit.wait(); });
  // Those that are there, while commands are under way.
  k.put(3 * 32, rows);
  for (std::size_t i = 0; i < 2 * kernel::kLookahead; ++i) TGATHER(numbers, numbers, zeros);
  TSCATTER(dst, src, indexes);
  expect_first([&] { k.unit.wait(); });
}

TEST_F(PtoIndices, AnElementBeyondTheTileButInUbIsNotChecked) {
  index_all(100);
  pto::element_index::TSCATTER(dst, src, indexes);
  EXPECT_EQ(k.get<std::uint32_t>(400, 1).front(), values.back());
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

TEST_F(PtoPlaces, MayBeKnownToTheCompiler) {
  using Data = Vec<float, 2, 8>;
  Data first;
  Data second;
  TASSIGN<0x40>(first);
  TASSIGN<0x40 + Data::Numel * sizeof(float)>(second);
  EXPECT_EQ(address(first), 0x40U);
  EXPECT_EQ(address(second), 0x80U);
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
  EXPECT_EQ(no_room->api(), "Tile::data");
  EXPECT_NE(std::string(no_room->what()).find("the longest free part of UB"), std::string::npos);
  Vec<std::int64_t, 8192, 65536> endless;  // 2^32 bytes
  EXPECT_NE(std::string(error_of([&] { address(endless); })->what()).find("found 4294967296"),
            std::string::npos);
}

// -------------------------------------------------------------------------------------------------
// Calculations
// -------------------------------------------------------------------------------------------------

/// All calls against numbers of C++, on tiles of a type: `Dst` has the valid part.
template <typename Dst, typename Src>
void expect_calculations(KernelUnit& k) {
  using T = typename Dst::DType;
  using Bits = BitsOf<T>;
  Dst dst;
  Src a;
  Src b;
  const auto x = fill(k, a, 0xffffffff, 1);
  auto y = fill(k, b, 0xffffffff, 2);
  for (std::size_t i = 0; i < y.size(); i += 5) y[i] = x[i];
  k.put(k.unit.address(b.data(), "fill"), y);
  const T number = static_cast<T>(0x85);
  const auto expect = [&](const char* name, const auto& result, bool with_number) {
    const auto before = fill(k, dst, 0xffffffff, 3);
    return [&k, &dst, &x, &y, before, name, result, with_number] {
      const auto now = content(k, dst);
      for (int row = 0; row < Dst::Rows; ++row) {
        for (int col = 0; col < Dst::Cols; ++col) {
          const auto at =
              (static_cast<std::size_t>(row) * Dst::Cols) + static_cast<std::size_t>(col);
          const auto from =
              (static_cast<std::size_t>(row) * Src::Cols) + static_cast<std::size_t>(col);
          Bits expected = before[at];
          if (row < Dst::ValidRow && col < Dst::ValidCol) {
            const auto second = with_number ? number : static_cast<T>(y[from]);
            expected = static_cast<Bits>(result(static_cast<T>(x[from]), second));
          }
          ASSERT_EQ(now[at], expected) << name << " in row " << row << ", column " << col;
        }
      }
    };
  };
  const auto bits = [](T a, T b) {
    return static_cast<int>(static_cast<Bits>(b) % (8 * sizeof a));
  };
  const auto both = [&](const char* name, const auto& result, const auto& tiles,
                        const auto& with_number) {
    const auto check = expect(name, result, false);
    tiles();
    check();
    const auto check_number = expect(name, result, true);
    with_number();
    check_number();
  };
  using Wide = std::uint64_t;
  both(
      "TADD", [](T p, T q) { return Wide(p) + Wide(q); }, [&] { pto::TADD(dst, a, b); },
      [&] { pto::TADDS(dst, a, number); });
  both(
      "TSUB", [](T p, T q) { return Wide(p) - Wide(q); }, [&] { pto::TSUB(dst, a, b); },
      [&] { pto::TSUBS(dst, a, number); });
  both(
      "TMAX", [](T p, T q) { return std::max(p, q); }, [&] { pto::TMAX(dst, a, b); },
      [&] { pto::TMAXS(dst, a, number); });
  both(
      "TMIN", [](T p, T q) { return std::min(p, q); }, [&] { pto::TMIN(dst, a, b); },
      [&] { pto::TMINS(dst, a, number); });
  both(
      "TAND", [](T p, T q) { return p & q; }, [&] { pto::TAND(dst, a, b); },
      [&] { pto::TANDS(dst, a, number); });
  both(
      "TOR", [](T p, T q) { return p | q; }, [&] { pto::TOR(dst, a, b); },
      [&] { pto::TORS(dst, a, number); });
  both(
      "TXOR", [](T p, T q) { return p ^ q; }, [&] { pto::TXOR(dst, a, b); },
      [&] { pto::TXORS(dst, a, number); });
  both(
      "TSHL", [&](T p, T q) { return Wide(p) << bits(p, q); }, [&] { pto::TSHL(dst, a, b); },
      [&] { pto::TSHLS(dst, a, number); });
  both(
      "TSHR", [&](T p, T q) { return p >> bits(p, q); }, [&] { pto::TSHR(dst, a, b); },
      [&] { pto::TSHRS(dst, a, number); });
  const auto check_not = expect(
      "TNOT", [](T p, T /*q*/) { return ~p; }, false);
  pto::TNOT(dst, a);
  check_not();
  if constexpr (std::is_signed_v<T>) {
    const auto check_abs = expect(
        "TABS", [](T p, T /*q*/) { return p < 0 ? 0 - Wide(p) : Wide(p); }, false);
    pto::TABS(dst, a);
    check_abs();
  }
}

TEST_P(PtoTiles, Calculations) {
  expect_calculations<Vec<std::int8_t, 5, 96, 4, 70>, Vec<std::int8_t, 5, 96>>(k);
  expect_calculations<Vec<std::uint8_t, 3, 64>, Vec<std::uint8_t, 3, 64>>(k);
  expect_calculations<Vec<std::int16_t, 4, 48, 4, 33>, Vec<std::int16_t, 4, 80>>(k);
  expect_calculations<Vec<std::uint16_t, 1, 300, 1, 299>, Vec<std::uint16_t, 1, 301>>(k);
  expect_calculations<Vec<std::int32_t, 7, 24, 6, 23>, Vec<std::int32_t, 7, 24>>(k);
  expect_calculations<Vec<std::uint32_t, 3, 5>, Vec<std::uint32_t, 3, 7>>(k);  // rows of no blocks
}

TEST_P(PtoTiles, CalculationsOfTheUnitAreCommands) {
  Vec<std::int32_t, 2, 128> a;
  Vec<std::int32_t, 2, 128> b;
  TASSIGN(a, 0);
  TASSIGN(b, 2048);
  fill(k, a, 100, 1);
  fill(k, b, 100, 2);
  k.unit.wait();
  static_cast<void>(k.commands());
  const auto operations = k.unit.counts().operations;
  const bool lanes = k.unit.config().lane_ops != 0;
  const auto vectors = 2 * 128 / k.unit.config().lanes(4);
  pto::TADD(a, a, b);                                     // in place
  EXPECT_EQ(k.commands(), lanes ? 1 + 4 * vectors : 0U);  // a mask; loads, a sum, a store
  pto::TADDS(a, a, 7);
  EXPECT_EQ(k.commands(), lanes ? 1 + 3 * vectors : 0U);
  EXPECT_EQ(k.unit.counts().operations - operations, lanes ? 0U : 2U);
}

TEST_P(PtoTiles, TilesThatOverlapAreReadBeforeTheyAreWritten) {
  Vec<std::uint16_t, 1, 512> from;
  Vec<std::uint16_t, 1, 512> to;
  TASSIGN(from, 64);
  TASSIGN(to, 128);
  const auto values = fill(k, from, 1000, 1);
  pto::TADDS(to, from, 1);
  const auto now = content(k, to);
  for (std::size_t i = 0; i < now.size(); ++i) EXPECT_EQ(now[i], values[i] + 1) << i;
}

/// Vectors that are loaded behind a tile would leave UB: rows apart, and rows that form one.
TEST_P(PtoTiles, CalculationsAtTheEndOfUb) {
  const std::uint32_t end = k.unit.config().ub_bytes;
  for (const std::uint32_t behind : {0U, 32U, 96U, 192U}) {
    Vec<std::int8_t, 2, 160> whole;
    Vec<std::int8_t, 2, 160, 2, 150> part;
    TASSIGN(whole, end - 2 * 160 - behind);
    TASSIGN(part, end - 2 * 160 - behind);
    const auto values = fill(k, whole, 256, behind + 1);
    pto::TADDS(whole, whole, 3);
    pto::TXORS(part, part, 3);
    const auto now = content(k, whole);
    for (std::uint32_t i = 0; i < now.size(); ++i) {
      const auto sum = static_cast<std::uint8_t>(values[i] + 3);
      EXPECT_EQ(now[i], i % 160 < 150 ? sum ^ 3 : sum) << i << ", " << behind << " behind";
    }
  }
}

TEST_P(PtoTiles, CalculationsNeedSourcesOfTheSizeOfTheResult) {
  Vec<std::int32_t, 2, 8> dst;
  Vec<std::int32_t, 2, 8, 2, 7> narrow;
  const auto error = error_of([&] { pto::TSUB(dst, dst, narrow); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->status(), Status::ErrParam);
  EXPECT_NE(std::string(error->what()).find("src1 only 2 x 7"), std::string::npos) << error->what();
}

}  // namespace
}  // namespace gsq::testing
