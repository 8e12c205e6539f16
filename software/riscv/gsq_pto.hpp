// SPDX-License-Identifier: Apache-2.0
/// PTO on the core: tiles in UB, and TSCATTER and TGATHER, in which an index is the number of a
/// row.
///
/// Names and the order of parameters are those of gsq/kernel/pto.hpp. Here a tile has its place by
/// TASSIGN always, its valid sizes are constants, its elements have 2 or 4 bytes, and so has each
/// index: no longer than the elements. No call waits or throws. The calls use V0 to V8, M0 and M1,
/// and the cfg registers row_stride and col.
#ifndef GSQ_PTO_HPP
#define GSQ_PTO_HPP

#include "gsq_registers.hpp"

#ifndef VLEN_BYTES
#error "gsq_pto.hpp: expected VLEN_BYTES, the bytes of a vector of the unit"
#endif

namespace pto {

/// Memory of a tile: the Unified Buffer.
enum class TileType : uint8_t { Vec };

/// Order of the elements of a tile.
enum class BLayout : uint8_t { RowMajor };

/// A matrix of kRows x kCols elements, of which the first kValidRow x kValidCol are valid.
template <TileType kLoc, typename T, int kRows, int kCols, BLayout kLayout = BLayout::RowMajor,
          int kValidRow = kRows, int kValidCol = kCols>
class Tile {
  static_assert(kRows >= 1 && kCols >= 1, "a tile must have a row and a column");
  static_assert(kValidRow >= 1 && kValidRow <= kRows && kValidCol >= 1 && kValidCol <= kCols,
                "valid sizes must be numbers from 1 to the sizes of the tile");

 public:
  using DType = T;
  static constexpr unsigned kValidRows = kValidRow;
  static constexpr unsigned kValidCols = kValidCol;
  static constexpr unsigned kRowElements = kCols;

  GSQ_CALL void assign(uint32_t address) { address_ = address; }
  [[nodiscard]] GSQ_CALL uint32_t address() const { return address_; }

 private:
  uint32_t address_{~0U};  ///< outside UB: commands without TASSIGN fail
};

/// Sets the place of a tile in UB, a byte address.
template <typename TileData>
GSQ_CALL void TASSIGN(TileData& tile, uint32_t address) {
  tile.assign(address);
}

namespace detail {

constexpr unsigned kTogether = 4;  // pieces of rows whose indices and elements are loaded ahead

/// What becomes of the elements of a tile whose rows are visited one after the other: each goes to
/// the row of another tile that its index names, or comes from there.
enum class Direction : uint8_t { kScatter, kGather };

/// The other tile is at `named`, with rows of kNamedRow bytes. Pieces of rows, as long as vectors,
/// are moved to and from registers by gathers and scatters with the numbers of lanes, so rows may
/// begin anywhere.
template <Direction direction, unsigned kNamedRow, typename Walked, typename Index>
GSQ_CALL void move(uint32_t named, const Walked& walked, const Index& indexes) {
  using T = typename Walked::DType;
  using I = typename Index::DType;
  static_assert(sizeof(T) == 2 || sizeof(T) == 4,
                "TSCATTER, TGATHER: expected elements of 2 or 4 bytes");
  static_assert(gsq::is_integer<I> && sizeof(I) >= 2 && sizeof(I) <= sizeof(T),
                "TSCATTER, TGATHER: expected indices of 2 or 4 bytes, no longer than the elements");
  static_assert(
      Index::kValidRows >= Walked::kValidRows && Index::kValidCols >= Walked::kValidCols,
      "TSCATTER, TGATHER: expected an index for each valid element of src (TSCATTER) or dst "
      "(TGATHER)");
  constexpr bool kScatter = direction == Direction::kScatter;
  constexpr unsigned kRows = Walked::kValidRows;
  constexpr unsigned kCols = Walked::kValidCols;
  constexpr unsigned kLanes = VLEN_BYTES / sizeof(T);
  constexpr unsigned kPieces = (kCols + kLanes - 1) / kLanes;
  constexpr unsigned kRowBytes = Walked::kRowElements * sizeof(T);
  constexpr unsigned kIndexRowBytes = Index::kRowElements * sizeof(I);
  constexpr uint32_t kForm = gsq::form_of(sizeof(T), sizeof(T));
  constexpr uint32_t kIndexForm = gsq::form_of(sizeof(I), sizeof(T));
  constexpr uint32_t kWidth = gsq::width_of(sizeof(T));
  // M0 has all lanes, M1 those of the last piece of a row, V0 the numbers of the lanes.
  gsq_create_mask(0, kWidth, GSQ_PATTERN_ALL);
  gsq_update_mask(1, kWidth, kCols - (kPieces - 1) * kLanes);
  gsq_unsqueeze(0, 0, kWidth);
  gsq_cfg_pair(GSQ_CFG_ROW_STRIDE, kNamedRow, 0);

  // All rows of one piece after the other: its first column is a cfg register.
  gsq::unrolled<kPieces>([&](auto piece) GSQ_INLINED {
    constexpr unsigned kFirst = decltype(piece)::value * kLanes;
    constexpr unsigned kMask = decltype(piece)::value + 1 == kPieces ? 1 : 0;
    if constexpr (kFirst != 0) gsq_cfg_write(GSQ_CFG_COL, kFirst);
    uint32_t element = walked.address() + kFirst * sizeof(T);
    uint32_t index = indexes.address() + kFirst * sizeof(I);
    const auto rows = [&](auto count) GSQ_INLINED {
      constexpr unsigned kCount = decltype(count)::value;
      gsq::unrolled<kCount>([&](auto i) GSQ_INLINED {
        gsq_gather(1 + i, index + i * kIndexRowBytes, 0, kMask, kIndexForm, 0, GSQ_MODE_ELEM);
        if constexpr (kScatter) {
          gsq_gather(5 + i, element + i * kRowBytes, 0, kMask, kForm, 0, GSQ_MODE_ELEM);
        }
      });
      gsq::unrolled<kCount>([&](auto i) GSQ_INLINED {
        if constexpr (kScatter) {
          gsq_scatter(named, 5 + i, 1 + i, kMask, kForm, GSQ_MODE_ROW);
        } else {
          gsq_gather(5 + i, named, 1 + i, kMask, kForm, 0, GSQ_MODE_ROW);
        }
      });
      if constexpr (!kScatter) {
        gsq::unrolled<kCount>([&](auto i) GSQ_INLINED {
          gsq_scatter(element + i * kRowBytes, 5 + i, 0, kMask, kForm, GSQ_MODE_ELEM);
        });
      }
      element += kCount * kRowBytes;
      index += kCount * kIndexRowBytes;
    };
    for (unsigned row = 0; row < kRows / kTogether; ++row) rows(gsq::Number<kTogether>{});
    if constexpr (kRows % kTogether != 0) rows(gsq::Number<kRows % kTogether>{});
  });
}

}  // namespace detail

/// dst[idx[i,j], j] = src[i,j] for all valid elements of src, row after row of each vector's
/// columns; dst keeps its other elements. Issues three commands for each vector of a row.
template <typename TileDataD, typename TileDataS, typename TileDataI>
GSQ_CALL void TSCATTER(TileDataD& dst, TileDataS& src, TileDataI& indexes) {
  using T = typename TileDataD::DType;
  static_assert(gsq::is_same<T, typename TileDataS::DType>,
                "TSCATTER: expected dst and src of one element type");
  detail::move<detail::Direction::kScatter, TileDataD::kRowElements * sizeof(T)>(dst.address(), src,
                                                                                 indexes);
}

/// dst[i,j] = src[idx[i,j], j] for all valid elements of dst. Issues three commands for each vector
/// of a row.
template <typename TileDataD, typename TileDataS, typename TileDataI>
GSQ_CALL void TGATHER(TileDataD& dst, TileDataS& src, TileDataI& indexes) {
  using T = typename TileDataS::DType;
  static_assert(gsq::is_same<T, typename TileDataD::DType>,
                "TGATHER: expected dst and src of one element type");
  detail::move<detail::Direction::kGather, TileDataS::kRowElements * sizeof(T)>(src.address(), dst,
                                                                                indexes);
}

}  // namespace pto

#endif
