// SPDX-License-Identifier: Apache-2.0
/// PTO tiles, and scatter and gather by a tile of indices: Tile, TASSIGN, TSCATTER, TGATHER.
///
/// A tile is a matrix in UB, row after row. The calls issue commands and return; none waits. A
/// failing command throws gsq::kernel::Error at the next point that waits, with the name of the
/// call, the row, the lane and the address. Only UB bounds are checked: an index beyond its tile
/// whose element lies in UB reads or writes there, before or after accesses of other commands.
/// Indices of the unit are unsigned, so a negative index is a large one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/types.hpp"
#include "gsq/kernel/unit.hpp"

namespace pto {

using float32_t = float;

/// Memory of a tile. Only Vec, the Unified Buffer, is supported.
enum class TileType : std::uint8_t { Vec, Mat };

/// Order of the elements of a tile. Only RowMajor is supported.
enum class BLayout : std::uint8_t { RowMajor, ColMajor };

/// Meaning of an index.
enum class IndexMeaning : std::uint8_t {
  kRow,      ///< a row; the column is that of the index in its tile
  kElement,  ///< an element of the whole tile, row after row, columns that are not valid included
};

/// An event to wait for. It is empty, since the unit executes commands in order.
struct RecordEvent {};

namespace detail {

/// The place of a tile in UB; its destructor frees it.
class Place {
 public:
  explicit Place(std::uint32_t bytes) : bytes_(bytes) {}
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place();

  /// Throws gsq::kernel::Error when the tile would leave UB.
  void assign(std::uint64_t address);

  /// The address; without assign, the lowest one that overlaps no tile with a place. Throws
  /// gsq::kernel::Error when there is no room.
  std::uint32_t address();

 private:
  void free();

  std::uint32_t bytes_;
  bool placed_{};
  std::uint32_t address_{};
};

/// Description of a tile for its commands. Sizes are in elements.
struct View {
  std::uint32_t address;
  std::uint32_t element_bytes;
  std::uint32_t rows;
  std::uint32_t cols;    ///< valid columns
  std::uint32_t stride;  ///< from row to row
};

/// dst[index] = src, or dst = src[index], for all elements of the tile that is not indexed.
void scatter(IndexMeaning meaning, const View& dst, const View& src, const View& indexes);
void gather(IndexMeaning meaning, const View& dst, const View& src, const View& indexes);

template <typename T, typename... Others>
inline constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);

template <typename T>
inline constexpr bool is_data_type =
    is_one_of<T, std::int32_t, std::int16_t, std::int8_t, half, float32_t, std::uint32_t,
              std::uint16_t, std::uint8_t, bfloat16_t>;

template <typename T>
inline constexpr bool is_index_type =
    is_one_of<T, std::int16_t, std::int32_t, std::uint16_t, std::uint32_t>;

/// The constraints on the tiles of a call, each a sentence of its own.
template <typename D, typename S, typename I>
constexpr void check_tiles() {
  static_assert(D::Loc == TileType::Vec, "dst must be a tile of TileType::Vec");
  static_assert(S::Loc == TileType::Vec, "src must be a tile of TileType::Vec");
  static_assert(I::Loc == TileType::Vec, "indexes must be a tile of TileType::Vec");
  static_assert(D::Layout == BLayout::RowMajor, "dst must be a tile of BLayout::RowMajor");
  static_assert(S::Layout == BLayout::RowMajor, "src must be a tile of BLayout::RowMajor");
  static_assert(I::Layout == BLayout::RowMajor, "indexes must be a tile of BLayout::RowMajor");
  static_assert(is_data_type<typename D::DType>,
                "dst must hold int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, half, "
                "bfloat16_t or float");
  static_assert(is_data_type<typename S::DType>,
                "src must hold int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, half, "
                "bfloat16_t or float");
  static_assert(std::is_same_v<typename D::DType, typename S::DType>,
                "dst and src must hold the same type");
  static_assert(is_index_type<typename I::DType>,
                "indexes must hold int16_t, uint16_t, int32_t or uint32_t");
  // For data of 4 bytes the original allows only indices of 4 bytes, but its own example has
  // indices of 2. Here the load widens them.
  static_assert(sizeof(typename D::DType) != 2 || sizeof(typename I::DType) == 2,
                "data of 2 bytes must have indexes of 2 bytes");
  static_assert(sizeof(typename D::DType) != 1 || sizeof(typename I::DType) == 2,
                "data of 1 byte must have indexes of 2 bytes");
  static_assert(D::ValidRow <= D::Rows, "dst must not have more valid rows than rows");
  static_assert(D::ValidCol <= D::Cols, "dst must not have more valid columns than columns");
  static_assert(S::ValidRow <= S::Rows, "src must not have more valid rows than rows");
  static_assert(S::ValidCol <= S::Cols, "src must not have more valid columns than columns");
  static_assert(I::ValidRow <= I::Rows, "indexes must not have more valid rows than rows");
  static_assert(I::ValidCol <= I::Cols, "indexes must not have more valid columns than columns");
}

template <typename... WaitEvents>
constexpr void check_events() {
  static_assert((std::is_same_v<WaitEvents, RecordEvent> && ...),
                "events must be what other calls returned: RecordEvent");
}

}  // namespace detail

/// A matrix of kRows x kCols elements, of which the first kValidRow x kValidCol are valid.
///
/// TASSIGN sets its place. A tile without TASSIGN gets a place at its first use: the lowest
/// multiple of 32 in UB where it overlaps no existing tile that has a place; the tiles of a call
/// get theirs in the order of its parameters. So the first kernel of a program fills UB from 0
/// upwards in order of first use. The initial content is that of UB. The destructor frees the
/// place.
template <TileType kLoc, typename T, int kRows, int kCols, BLayout kLayout = BLayout::RowMajor,
          int kValidRow = kRows, int kValidCol = kCols>
class Tile {
  static_assert(kRows >= 1 && kCols >= 1, "a tile must have a row and a column");
  static_assert(kValidRow >= 1 && kValidCol >= 1,
                "valid sizes must be numbers from 1: sizes at run time are not supported");

 public:
  using DType = T;
  static constexpr TileType Loc = kLoc;
  static constexpr BLayout Layout = kLayout;
  static constexpr int Rows = kRows;
  static constexpr int Cols = kCols;
  static constexpr int ValidRow = kValidRow;
  static constexpr int ValidCol = kValidCol;

  /// Pointer to the first element in UB. Gives the tile a place if it has none.
  __ubuf__ T* data() {
    return static_cast<T*>(gsq::kernel::Unit::current().pointer(place_.address()));
  }

  /// Sets the place, for TASSIGN.
  void assign(std::uint64_t address) { place_.assign(address); }

  [[nodiscard]] detail::View view() {
    return {place_.address(), sizeof(T), kValidRow, kValidCol, kCols};
  }

 private:
  detail::Place place_{static_cast<std::uint32_t>(sizeof(T) * kRows * kCols)};
};

/// Sets the place of a tile in UB, a byte address. Tiles may overlap. Throws gsq::kernel::Error
/// when the tile would leave UB.
template <typename TileData>
void TASSIGN(TileData& tile, std::uint64_t address) {
  tile.assign(address);
}

/// Scatters src to the rows of dst: dst[indexes[i,j], j] = src[i,j] for all valid (i,j) of src, row
/// after row, so that for equal places the last value remains.
///
/// TSCATTER<IndexMeaning::kElement> takes an index as the number of an element of dst, row by row:
/// dst.data()[indexes[i,j]] = src[i,j], in the order of j within i.
///
/// Three commands for each row of src, or each VL / max(2, size of an element) of its columns, and
/// three before the first; three vector and two mask registers, and more where they are free. With
/// kElement and all columns valid, the rows count as one long row. Tiles may overlap, which is
/// slower: each row is then written before the next is read.
template <IndexMeaning kMeaning = IndexMeaning::kRow, typename TileDataD, typename TileDataS,
          typename TileDataI, typename... WaitEvents>
RecordEvent TSCATTER(TileDataD& dst, TileDataS& src, TileDataI& indexes,
                     WaitEvents&... /*events*/) {
  detail::check_tiles<TileDataD, TileDataS, TileDataI>();
  detail::check_events<WaitEvents...>();
  static_assert(
      TileDataI::ValidRow >= TileDataS::ValidRow && TileDataI::ValidCol >= TileDataS::ValidCol,
      "indexes must have a valid element for every one of src");
  static_assert(kMeaning == IndexMeaning::kElement || TileDataD::ValidCol >= TileDataS::ValidCol,
                "dst must have at least the valid columns of src");
  const detail::View to = dst.view();
  const detail::View from = src.view();
  detail::scatter(kMeaning, to, from, indexes.view());
  return {};
}

/// Gathers from the rows of src: dst[i,j] = src[indexes[i,j], j] for all valid (i,j) of dst.
/// TSCATTER with the same indices is the inverse.
///
/// TGATHER<IndexMeaning::kElement> takes an index as the number of an element of src: dst[i,j] =
/// src.data()[indexes[i,j]]. Cost, types and errors are those of TSCATTER.
template <IndexMeaning kMeaning = IndexMeaning::kRow, typename TileDataD, typename TileDataS,
          typename TileDataI, typename... WaitEvents>
RecordEvent TGATHER(TileDataD& dst, TileDataS& src, TileDataI& indexes, WaitEvents&... /*events*/) {
  detail::check_tiles<TileDataD, TileDataS, TileDataI>();
  detail::check_events<WaitEvents...>();
  static_assert(
      TileDataI::ValidRow >= TileDataD::ValidRow && TileDataI::ValidCol >= TileDataD::ValidCol,
      "indexes must have a valid element for every one of dst");
  static_assert(kMeaning == IndexMeaning::kElement || TileDataS::ValidCol >= TileDataD::ValidCol,
                "src must have at least the valid columns of dst");
  const detail::View to = dst.view();
  const detail::View from = src.view();
  detail::gather(kMeaning, to, from, indexes.view());
  return {};
}

}  // namespace pto
