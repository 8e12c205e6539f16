// SPDX-License-Identifier: Apache-2.0
/// PTO scatter and gather: by a tile of indices, by a pattern of columns or rows, by blocks.
///
/// The calls issue commands and return; none waits. A failing command throws gsq::kernel::Error at
/// the next point that waits, with the name of the call, the row, the lane and the address. Only UB
/// bounds are checked: an index beyond its tile whose element lies in UB reads or writes there,
/// before or after accesses of other commands. Only where an index is a row, it must be one of its
/// tile: else it was probably meant as the number of an element. Indices of the unit are unsigned,
/// so a negative index is a large one.
///
/// Every call takes events of other calls after its tiles. It waits for none: the order of the
/// program is kept without them.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gsq/kernel/pto/events.hpp"
#include "gsq/kernel/pto/tile.hpp"
#include "gsq/kernel/pto/tile_compare.hpp"

namespace pto {

/// Which elements a pattern selects: of each two or four neighbours one, from the right bit to the
/// left (P0010 selects the second of four).
enum class MaskPattern : std::uint8_t {
  P0101 = 1,
  P1010 = 2,
  P0001 = 3,
  P0010 = 4,
  P0100 = 5,
  P1000 = 6,
  P1111 = 7,
};

/// What a pattern selects: elements of each row, or whole rows.
enum class GatherAxis : std::uint8_t { GATHER_ROW, GATHER_COL };
enum class ScatterAxis : std::uint8_t { SCATTER_ROW, SCATTER_COL };

/// How many neighbours a pattern selects one of.
template <MaskPattern kPattern>
constexpr int GetTimesByMask() {
  if (kPattern == MaskPattern::P1111) return 1;
  return kPattern == MaskPattern::P0101 || kPattern == MaskPattern::P1010 ? 2 : 4;
}

namespace detail {

/// Meaning of an index.
enum class Meaning : std::uint8_t {
  kRow,      ///< a row; the column is that of the index in its tile
  kElement,  ///< an element of the whole tile, row after row, columns that are not valid included
};

/// dst[index] = src, or dst = src[index]: of all valid elements of src with kRow, of indexes with
/// kElement, where dst is zeroed first; for a gather of all valid elements of dst.
void scatter(const Call& call, Meaning meaning, const View& dst, const View& src,
             const View& indexes);
void gather(const Call& call, Meaning meaning, const View& dst, const View& src,
            const View& indexes);

/// Of each `times` neighbours the one at `place` is selected.
struct Selection {
  std::uint32_t times{1};
  std::uint32_t place{};
};

template <MaskPattern kPattern>
constexpr Selection selection_of() {
  switch (kPattern) {
    case MaskPattern::P0101:
      return {2, 0};
    case MaskPattern::P1010:
      return {2, 1};
    case MaskPattern::P0001:
      return {4, 0};
    case MaskPattern::P0010:
      return {4, 1};
    case MaskPattern::P0100:
      return {4, 2};
    case MaskPattern::P1000:
      return {4, 3};
    case MaskPattern::P1111:
      break;
  }
  return {};
}

/// Copies selected elements of src to dst, which keeps no gaps.
void gather_selected(const Call& call, const View& dst, const View& src, Selection rows,
                     Selection cols);
/// Copies src to selected elements of dst; the others become 0.
void scatter_selected(const Call& call, const View& dst, const View& src, Selection rows,
                      Selection cols);

/// Copies blocks of src at byte offsets to dst.
void gather_blocks(const Call& call, const View& dst, const View& src, const View& offsets);

template <typename T, typename... Others>
inline constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);

template <typename T>
inline constexpr bool is_data_type =
    is_one_of<T, std::int64_t, std::int32_t, std::int16_t, std::int8_t, std::uint64_t,
              std::uint32_t, std::uint16_t, std::uint8_t, float32_t, half, bfloat16_t>;
template <typename T>
inline constexpr bool is_gathered_type =
    is_data_type<T> || is_one_of<T, float8_e4m3_t, float8_e5m2_t, hifloat8_t>;

template <typename T>
inline constexpr bool is_index_type =
    is_one_of<T, std::int16_t, std::int32_t, std::uint16_t, std::uint32_t>;

/// Whether a valid size is at least another one; not known for sizes at run time.
constexpr bool at_least(int size, int other) {
  return size == DYNAMIC || other == DYNAMIC || size >= other;
}

// What an index means, for messages about tiles that do not fit each other: the program may be
// written for the other meaning.
#define GSQ_PTO_ROW_READING                                                                       \
  ": an index is read as the number of a row, row_index; a program in which it is the number of " \
  "an element says '#define GSQ_PTO_INDEX element_index' before it includes PTO"
#define GSQ_PTO_ELEMENT_READING                                                                  \
  ": an index is read as the number of an element, element_index; a program in which it is the " \
  "number of a row says '#define GSQ_PTO_INDEX row_index' before it includes PTO, or nothing"

/// The constraints on the tiles of a call, each a sentence of its own.
template <typename D, typename S>
constexpr void check_data() {
  static_assert(D::Loc == TileType::Vec, "dst must be a tile of TileType::Vec");
  static_assert(S::Loc == TileType::Vec, "src must be a tile of TileType::Vec");
  static_assert(D::isRowMajor, "dst must be a tile of BLayout::RowMajor");
  static_assert(S::isRowMajor, "src must be a tile of BLayout::RowMajor");
  static_assert(D::ValidRow <= D::Rows, "dst must not have more valid rows than rows");
  static_assert(D::ValidCol <= D::Cols, "dst must not have more valid columns than columns");
  static_assert(S::ValidRow <= S::Rows, "src must not have more valid rows than rows");
  static_assert(S::ValidCol <= S::Cols, "src must not have more valid columns than columns");
}

template <typename D, typename S>
constexpr void check_scattered_types() {
  static_assert(is_data_type<typename D::DType>,
                "dst must hold int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, "
                "uint64_t, half, bfloat16_t or float");
  static_assert(is_data_type<typename S::DType>,
                "src must hold int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, "
                "uint64_t, half, bfloat16_t or float");
  static_assert(std::is_same_v<typename D::DType, typename S::DType>,
                "dst and src must hold the same type");
}

template <typename I>
constexpr void check_indexes() {
  static_assert(I::Loc == TileType::Vec, "indexes must be a tile of TileType::Vec");
  static_assert(I::isRowMajor, "indexes must be a tile of BLayout::RowMajor");
  static_assert(is_index_type<typename I::DType>,
                "indexes must hold int16_t, uint16_t, int32_t or uint32_t");
  static_assert(I::ValidRow <= I::Rows, "indexes must not have more valid rows than rows");
  static_assert(I::ValidCol <= I::Cols, "indexes must not have more valid columns than columns");
}

template <Meaning kMeaning, typename D, typename S, typename I>
RecordEvent scatter_tiles(const Call& call, D& dst, S& src, I& indexes) {
  check_data<D, S>();
  check_scattered_types<D, S>();
  check_indexes<I>();
  // For data of 4 bytes the original allows only indices of 4 bytes, but its own example has
  // indices of 2. Here the load widens them.
  static_assert(sizeof(typename D::DType) != 2 || sizeof(typename I::DType) == 2,
                "data of 2 bytes must have indexes of 2 bytes");
  static_assert(sizeof(typename D::DType) != 1 || sizeof(typename I::DType) == 2,
                "data of 1 byte must have indexes of 2 bytes");
  if constexpr (kMeaning == Meaning::kRow) {
    static_assert(at_least(I::ValidRow, S::ValidRow) && at_least(I::ValidCol, S::ValidCol),
                  "indexes must have a valid element for every one of src" GSQ_PTO_ROW_READING);
    static_assert(at_least(D::ValidCol, S::ValidCol),
                  "dst must have at least the valid columns of src" GSQ_PTO_ROW_READING);
  } else {
    static_assert(
        at_least(S::Rows, I::ValidRow) && at_least(S::Cols, I::ValidCol),
        "src must have an element for every valid one of indexes" GSQ_PTO_ELEMENT_READING);
  }
  const View to = dst.view(call);
  const View from = src.view(call);
  scatter(call, kMeaning, to, from, indexes.view(call));
  return {};
}

template <Meaning kMeaning, typename D, typename S, typename I>
RecordEvent gather_tiles(const Call& call, D& dst, S& src, I& indexes) {
  check_data<D, S>();
  check_indexes<I>();
  static_assert(is_gathered_type<typename D::DType>,
                "dst must hold int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, "
                "uint64_t, half, bfloat16_t, float or a type of 8-bit floating point");
  static_assert(std::is_same_v<typename D::DType, typename S::DType>,
                "dst and src must hold the same type");
  static_assert(sizeof(typename D::DType) != 1 || sizeof(typename I::DType) == 2,
                "data of 1 byte must have indexes of 2 bytes");
  static_assert(at_least(I::ValidRow, D::ValidRow) && at_least(I::ValidCol, D::ValidCol),
                "indexes must have a valid element for every one of dst");
  static_assert(kMeaning == Meaning::kElement || at_least(S::ValidCol, D::ValidCol),
                "src must have at least the valid columns of dst" GSQ_PTO_ROW_READING);
  const View to = dst.view(call);
  const View from = src.view(call);
  gather(call, kMeaning, to, from, indexes.view(call));
  return {};
}

}  // namespace detail

/// An index is the number of an element of its tile, row after row, columns that are not valid
/// included: the meaning of PTO's newer documents, implementations and tests.
namespace element_index {

/// Zeroes the whole tile dst, and scatters src to its elements: dst.data()[indexes[i,j]] = src[i,j]
/// for all valid (i,j) of indexes, row after row, so that for equal places the last value remains.
/// dst must not overlap the other tiles.
///
/// Three commands for each row of indexes, or each VL / max(2, size of an element) of its columns;
/// one for each VL bytes of dst, and up to nine others. With all columns valid, the rows count as
/// one long row.
template <typename TileDataD, typename TileDataS, typename TileDataI, typename... Events,
          typename = std::enable_if_t<is_tile_v<TileDataI>>>
RecordEvent TSCATTER(TileDataD& dst, TileDataS& src, TileDataI& indexes,
                     const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::scatter_tiles<detail::Meaning::kElement>(
      detail::call_of("TSCATTER", event, events...), dst, src, indexes);
}

/// Gathers elements of src: dst[i,j] = src.data()[indexes[i,j]] for all valid (i,j) of dst. Cost,
/// types and errors are those of TSCATTER, but for the zeros; data of 2 bytes may have indices of
/// 4, and 8-bit floating point is allowed.
template <typename TileDataD, typename TileDataS, typename TileDataI, typename... Events,
          typename = std::enable_if_t<is_tile_v<TileDataI>>>
RecordEvent TGATHER(TileDataD& dst, TileDataS& src, TileDataI& indexes,
                    const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::gather_tiles<detail::Meaning::kElement>(
      detail::call_of("TGATHER", event, events...), dst, src, indexes);
}

/// TGATHER; tmp, where some implementations of the original compute addresses, is not used.
template <typename TileDataD, typename TileDataS, typename TileDataI, typename TileDataTmp,
          typename... Events, typename = std::enable_if_t<is_tile_v<TileDataTmp>>>
RecordEvent TGATHER(TileDataD& dst, TileDataS& src, TileDataI& indexes, TileDataTmp& /*tmp*/,
                    const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return element_index::TGATHER(dst, src, indexes, event, events...);
}

}  // namespace element_index

/// An index is a row of its tile; the column is that of the index in its tile: the meaning of the
/// document of TSCATTER. Throws gsq::kernel::Error for an index that is no row of the whole tile,
/// by an operation of the processor.
namespace row_index {

/// Scatters src to the rows of dst: dst[indexes[i,j], j] = src[i,j] for all valid (i,j) of src, row
/// after row, so that for equal places the last value remains.
///
/// Three commands for each row of src, or each VL / max(2, size of an element) of its columns, and
/// up to three before the first; three vector and two mask registers, and more where they are free.
/// Tiles may overlap, which is slower: each row is then written before the next is read.
template <typename TileDataD, typename TileDataS, typename TileDataI, typename... Events,
          typename = std::enable_if_t<is_tile_v<TileDataI>>>
RecordEvent TSCATTER(TileDataD& dst, TileDataS& src, TileDataI& indexes,
                     const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::scatter_tiles<detail::Meaning::kRow>(detail::call_of("TSCATTER", event, events...),
                                                      dst, src, indexes);
}

/// Gathers from the rows of src: dst[i,j] = src[indexes[i,j], j] for all valid (i,j) of dst.
/// TSCATTER with the same indices is the inverse. Cost and errors are those of TSCATTER.
template <typename TileDataD, typename TileDataS, typename TileDataI, typename... Events,
          typename = std::enable_if_t<is_tile_v<TileDataI>>>
RecordEvent TGATHER(TileDataD& dst, TileDataS& src, TileDataI& indexes,
                    const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::gather_tiles<detail::Meaning::kRow>(detail::call_of("TGATHER", event, events...),
                                                     dst, src, indexes);
}

}  // namespace row_index

/// Gathers the elements of src that the pattern selects: in each row those columns, or with
/// GATHER_COL those rows, of the valid part of src. They follow each other in dst, row after row,
/// without gaps; rows of 8-byte data begin Cols / 2 or Cols / 4 elements of dst apart, and with
/// GATHER_COL rows of dst are used. Types may differ if they have the same size.
///
/// Two commands for each row of src, or each VL / max(2, size of an element) of its columns, and up
/// to five before the first. Throws gsq::kernel::Error when dst is too small.
template <typename TileDataD, typename TileDataS, MaskPattern kPattern = MaskPattern::P1111,
          GatherAxis kAxis = GatherAxis::GATHER_ROW, typename... Events>
RecordEvent TGATHER(TileDataD& dst, TileDataS& src, const detail::FirstEvent& event = RecordEvent(),
                    const Events&... events) {
  const Call call = detail::call_of("TGATHER", event, events...);
  detail::check_data<TileDataD, TileDataS>();
  static_assert(detail::is_gathered_type<typename TileDataD::DType> &&
                    detail::is_gathered_type<typename TileDataS::DType>,
                "tiles must hold integers of 1 to 8 bytes, half, bfloat16_t, float or a type of "
                "8-bit floating point");
  static_assert(sizeof(typename TileDataD::DType) == sizeof(typename TileDataS::DType),
                "dst and src must hold types of the same size");
  constexpr detail::Selection kSelected = detail::selection_of<kPattern>();
  constexpr bool kRows = kAxis == GatherAxis::GATHER_COL;
  const detail::View to = dst.view(call);
  detail::gather_selected(call, to, src.view(call), kRows ? kSelected : detail::Selection{},
                          kRows ? detail::Selection{} : kSelected);
  return {};
}

/// Scatters src to the elements of dst that the pattern selects: in each row to those columns, or
/// with SCATTER_COL to those rows. All other elements of the tile dst become 0, valid or not;
/// P1111 copies the valid part and leaves the others.
///
/// Cost as TGATHER by a pattern, for the columns of dst; and one command for each VL bytes of dst
/// to zero it. Throws gsq::kernel::Error when the valid part of dst has not at least twice or four
/// times the columns (with SCATTER_COL, rows) of src.
template <MaskPattern kPattern = MaskPattern::P1111, ScatterAxis kAxis = ScatterAxis::SCATTER_ROW,
          typename TileDataD, typename TileDataS, typename... Events>
RecordEvent TSCATTER(TileDataD& dst, TileDataS& src,
                     const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  const Call call = detail::call_of("TSCATTER", event, events...);
  detail::check_data<TileDataD, TileDataS>();
  detail::check_scattered_types<TileDataD, TileDataS>();
  constexpr detail::Selection kSelected = detail::selection_of<kPattern>();
  constexpr bool kRows = kAxis == ScatterAxis::SCATTER_COL;
  const detail::View to = dst.view(call);
  detail::scatter_selected(call, to, src.view(call), kRows ? kSelected : detail::Selection{},
                           kRows ? detail::Selection{} : kSelected);
  return {};
}

/// Gathers data blocks of 32 bytes: block k of row i of dst is that at offset[i,k] bytes from the
/// start of src, for the valid part of dst. src must begin, and offsets must lie, at multiples of
/// 32.
///
/// Three commands for each VL / 32 blocks of a row, and up to five before the first. Throws
/// gsq::kernel::Error when a row of dst has no whole number of blocks.
template <typename TileDataD, typename TileDataS, typename TileDataO, typename... Events>
RecordEvent TGATHERB(TileDataD& dst, TileDataS& src, TileDataO& offset,
                     const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  const Call call = detail::call_of("TGATHERB", event, events...);
  detail::check_data<TileDataD, TileDataS>();
  detail::check_indexes<TileDataO>();
  static_assert(sizeof(typename TileDataD::DType) <= 4, "dst must hold data of 1, 2 or 4 bytes");
  static_assert(std::is_same_v<typename TileDataO::DType, std::uint32_t>,
                "offsets must be uint32_t");
  const detail::View to = dst.view(call);
  const detail::View from = src.view(call);
  detail::gather_blocks(call, to, from, offset.view(call));
  return {};
}

namespace detail {

/// Whether an element of src is selected by the value of its row, both in memory as they are.
using Selects = bool (*)(const std::uint8_t* element, const std::uint8_t* value);

template <CmpMode kMode, typename S, typename K>
bool compares(const std::uint8_t* element, const std::uint8_t* value) {
  S left;
  K right;
  std::memcpy(&left, element, sizeof left);
  std::memcpy(&right, value, sizeof right);
  // Both have at most 32 bits, so these are their values.
  const auto number = static_cast<double>(
      static_cast<std::conditional_t<std::is_integral_v<S>, std::int64_t, float>>(left));
  return kMode == CmpMode::EQ ? number == static_cast<double>(right)
                              : number > static_cast<double>(right);
}

/// Numbers of the selected elements of each row, and how many.
void gather_compared(const Call& call, Selects selects, const View& dst, const View& src,
                     const View& values, const View& counts, std::uint32_t offset);

}  // namespace detail

/// Gathers the numbers of the elements of src that compare with the value of their row: those
/// (i,j) of the valid part of src with src[i,j] > value[i] (or ==), in dst[i] the numbers offset +
/// i * (valid columns of src) + j one after the other, in counts[i] how many. value and counts
/// have one element for each row, contiguous; tmp is not used. Values are compared as numbers.
///
/// The comparisons are operations of the processor; three commands for each VL / 4 columns of a row
/// compact the numbers, and two end the row. AR is 0 afterwards. Throws gsq::kernel::Error when a
/// row of dst is too short.
template <typename TileDataD, typename TileDataS, typename TileDataV, typename TileDataC,
          typename TileDataTmp, CmpMode kMode, typename... Events>
RecordEvent TGATHER(TileDataD& dst, TileDataS& src, TileDataV& value, TileDataC& counts,
                    TileDataTmp& /*tmp*/, std::uint32_t offset,
                    const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  const Call call = detail::call_of("TGATHER", event, events...);
  detail::check_data<TileDataD, TileDataS>();
  static_assert(kMode == CmpMode::GT || kMode == CmpMode::EQ,
                "only CmpMode::GT and CmpMode::EQ select elements");
  static_assert(detail::is_index_type<typename TileDataD::DType> &&
                    sizeof(typename TileDataD::DType) == 4 &&
                    detail::is_index_type<typename TileDataC::DType> &&
                    sizeof(typename TileDataC::DType) == 4,
                "dst and counts must hold int32_t or uint32_t");
  static_assert(detail::is_index_type<typename TileDataV::DType>,
                "values of rows must be int16_t, uint16_t, int32_t or uint32_t");
  static_assert(
      detail::is_data_type<typename TileDataS::DType> && sizeof(typename TileDataS::DType) <= 4,
      "src must hold integers of 1, 2 or 4 bytes, half, bfloat16_t or float");
  static_assert(TileDataV::Cols == 1 && TileDataC::Cols == 1 && !TileDataV::isRowMajor &&
                    !TileDataC::isRowMajor,
                "value and counts must be tiles of one column, of BLayout::ColMajor");
  const detail::View to = dst.view(call);
  const detail::View from = src.view(call);
  const detail::View values = value.view(call);
  detail::gather_compared(
      call, detail::compares<kMode, typename TileDataS::DType, typename TileDataV::DType>, to, from,
      values, counts.view(call), offset);
  return {};
}

}  // namespace pto
