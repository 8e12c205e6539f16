// SPDX-License-Identifier: Apache-2.0
/// PTO tiles: a matrix in UB, and its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/types.hpp"
#include "gsq/kernel/ub_space.hpp"
#include "gsq/kernel/unit.hpp"

namespace pto {

using gsq::kernel::Call;

using float32_t = float;
using float16_t = half;
using float8_e4m3_t = fp8_e4m3fn_t;
using float8_e5m2_t = fp8_e5m2_t;
using ::hifloat8_t;

/// A size that is known only at run time.
inline constexpr int DYNAMIC = -1;

/// Bytes of a data block.
inline constexpr int BLOCK_BYTE_SIZE = gsq::kBlockBytes;

/// Memory of a tile. Only Vec, the Unified Buffer, is supported.
enum class TileType : std::uint8_t { Vec, Mat };

/// Order of the elements of a tile. Commands of the unit support only RowMajor.
enum class BLayout : std::uint8_t { RowMajor, ColMajor };

namespace detail {

/// The place of a tile in UB; its destructor frees it.
class Place {
 public:
  explicit Place(std::uint64_t bytes) : bytes_(bytes) {}

  /// Throws gsq::kernel::Error when the tile would leave UB or overlap what somebody else has
  /// taken.
  void assign(std::uint64_t address, const Call& call);

  /// The address; without assign, the lowest free one. Throws gsq::kernel::Error when there is no
  /// room.
  std::uint32_t address(const Call& call);

  /// Of a tile with an address: those of UB at most.
  [[nodiscard]] std::uint32_t bytes() const { return static_cast<std::uint32_t>(bytes_); }

 private:
  std::uint64_t bytes_;
  gsq::kernel::UbPart part_;
};

/// Description of a tile for its commands. Sizes are in elements.
struct View {
  std::uint32_t address;
  std::uint32_t element_bytes;
  std::uint32_t rows;    ///< valid ones
  std::uint32_t cols;    ///< valid ones
  std::uint32_t stride;  ///< from row to row, or from column to column where they lie in a row
  std::uint32_t bytes;   ///< of the whole tile

  [[nodiscard]] gsq::kernel::Range range() const {
    return {address, std::uint64_t{address} + bytes};
  }
};

/// A valid size that is given at run time. Throws gsq::kernel::Error when it is not from 0 to
/// `most`. `what` is "rows" or "columns".
std::uint32_t checked_size(std::int64_t size, int most, const char* what, const Call& call);

/// Distance of rows that are `size` long, or of neighbours.
constexpr int stride(bool of_rows, int size) { return of_rows ? size : 1; }

/// A valid size before it is set.
constexpr std::uint32_t initial_size(int valid, int whole) {
  return static_cast<std::uint32_t>(valid == DYNAMIC ? whole : valid);
}

}  // namespace detail

/// A matrix of kRows x kCols elements, of which the first kValidRow x kValidCol are valid. A valid
/// size of DYNAMIC (-1) is given to the constructor: Tile(rows, cols) for both, Tile(rows) or
/// Tile(cols) for one; without it, it is the whole size.
///
/// TASSIGN sets its place. A tile without TASSIGN gets a place at its first use: the lowest
/// multiple of 32 in UB where it overlaps nothing that is taken (gsq/kernel/ub_space.hpp), such as
/// existing tiles that have a place; the tiles of a call get theirs in the order of its parameters.
/// So the first kernel of a program fills UB from 0 upwards in order of first use. The initial
/// content is that of UB. The destructor frees the place.
template <TileType kLoc, typename T, int kRows, int kCols, BLayout kLayout = BLayout::RowMajor,
          int kValidRow = kRows, int kValidCol = kCols>
class Tile {
  static_assert(kRows >= 1 && kCols >= 1, "a tile must have a row and a column");
  static_assert((kValidRow >= 1 || kValidRow == DYNAMIC) &&
                    (kValidCol >= 1 || kValidCol == DYNAMIC),
                "valid sizes must be numbers from 1, or -1 (DYNAMIC)");

 public:
  using DType = T;
  static constexpr TileType Loc = kLoc;
  static constexpr BLayout BFractal = kLayout;
  static constexpr bool isRowMajor = kLayout == BLayout::RowMajor;
  static constexpr int Rows = kRows;
  static constexpr int Cols = kCols;
  static constexpr int Numel = kRows * kCols;
  static constexpr int RowStride = detail::stride(isRowMajor, kCols);
  static constexpr int ColStride = detail::stride(!isRowMajor, kRows);
  static constexpr int ValidRow = kValidRow;
  static constexpr int ValidCol = kValidCol;

  Tile() = default;

  /// The valid size that is DYNAMIC. Throws gsq::kernel::Error when it exceeds the tile.
  explicit Tile(std::int64_t size, const Call& call = Call::here("Tile")) {
    static_assert((kValidRow == DYNAMIC) != (kValidCol == DYNAMIC),
                  "a valid size belongs to a tile with one DYNAMIC size");
    if constexpr (kValidRow == DYNAMIC) {
      SetValidRow(size, call);
    } else {
      SetValidCol(size, call);
    }
  }

  /// Both valid sizes, which are DYNAMIC. Throws gsq::kernel::Error when they exceed the tile.
  Tile(std::int64_t rows, std::int64_t cols, const Call& call = Call::here("Tile")) {
    SetValidShape(rows, cols, call);
  }

  [[nodiscard]] unsigned GetValidRow() const { return valid_rows_; }
  [[nodiscard]] unsigned GetValidCol() const { return valid_cols_; }

  /// Sets a valid size that is DYNAMIC. Throws gsq::kernel::Error when it exceeds the tile.
  void SetValidRow(std::int64_t rows, const Call& call = Call::here("Tile::SetValidRow")) {
    static_assert(kValidRow == DYNAMIC, "only a DYNAMIC number of valid rows can be set");
    valid_rows_ = detail::checked_size(rows, kRows, "rows", call);
  }
  void SetValidCol(std::int64_t cols, const Call& call = Call::here("Tile::SetValidCol")) {
    static_assert(kValidCol == DYNAMIC, "only a DYNAMIC number of valid columns can be set");
    valid_cols_ = detail::checked_size(cols, kCols, "columns", call);
  }
  void SetValidShape(std::int64_t rows, std::int64_t cols,
                     const Call& call = Call::here("Tile::SetValidShape")) {
    SetValidRow(rows, call);
    SetValidCol(cols, call);
  }

  /// Pointer to the first element in UB. Gives the tile a place if it has none.
  __ubuf__ T* data(const Call& call = Call::here("Tile::data")) {
    return static_cast<T*>(gsq::kernel::Unit::current(call).pointer(place_.address(call)));
  }

  /// Sets the place, for TASSIGN.
  void assign(std::uint64_t address, const Call& call) { place_.assign(address, call); }

  [[nodiscard]] detail::View view(const Call& call) {
    return {place_.address(call),  sizeof(T),     valid_rows_, valid_cols_,
            RowStride * ColStride, place_.bytes()};
  }

 private:
  detail::Place place_{sizeof(T) * kRows * kCols};
  std::uint32_t valid_rows_{detail::initial_size(kValidRow, kRows)};
  std::uint32_t valid_cols_{detail::initial_size(kValidCol, kCols)};
};

template <typename T>
struct is_tile : std::false_type {};
template <TileType kLoc, typename T, int kRows, int kCols, BLayout kLayout, int kValidRow,
          int kValidCol>
struct is_tile<Tile<kLoc, T, kRows, kCols, kLayout, kValidRow, kValidCol>> : std::true_type {};
template <typename T>
inline constexpr bool is_tile_v = is_tile<std::remove_cv_t<T>>::value;

/// Sets the place of a tile in UB, a byte address; of a GlobalTensor, a pointer to its first
/// element. Tiles with TASSIGN may overlap each other. Throws gsq::kernel::Error when the tile
/// would leave UB, or overlap what got its place otherwise.
template <typename Data, typename Address>
void TASSIGN(Data& data, Address address, const Call& call = Call::here("TASSIGN")) {
  data.assign(address, call);
}

/// TASSIGN of an address that is known to the compiler.
template <std::size_t kAddress, typename TileData>
void TASSIGN(TileData& tile, const Call& call = Call::here("TASSIGN")) {
  static_assert(is_tile_v<TileData>, "only a tile has a place in UB");
  tile.assign(kAddress, call);
}

}  // namespace pto
