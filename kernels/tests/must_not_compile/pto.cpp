// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/pto.hpp"

using pto::BLayout;
using pto::Tile;
using pto::TileType;

template <typename T, int kValidRow = 16, int kValidCol = 16, BLayout kLayout = BLayout::RowMajor,
          TileType kLoc = TileType::Vec>
using Of = Tile<kLoc, T, 16, 16, kLayout, kValidRow, kValidCol>;
template <typename T>
using OfMat = Of<T, 16, 16, BLayout::RowMajor, TileType::Mat>;
template <typename T>
using ByColumn = Of<T, 16, 16, BLayout::ColMajor>;
using Column = ByColumn<std::uint32_t>;
using Tensor = pto::GlobalTensor<float, pto::Shape<1, 1, 1, 16, 16>, pto::Stride<1, 1, 1, 16, 1>>;
struct Event {};

template <typename D, typename S, typename I, typename... Events>
void scatter(D& dst, S& src, I& indexes, Events&... events) {
  pto::TSCATTER(dst, src, indexes, events...);
}
template <typename D, typename S, typename I>
void gather(D& dst, S& src, I& indexes) {
  pto::TGATHER(dst, src, indexes);
}

// What is allowed, the exception of narrow indices of wide data included.
template void scatter(Of<float>&, Of<float>&, Of<std::uint16_t>&);
template void scatter(Of<std::uint8_t, 8, 8>&, Of<std::uint8_t, 9, 8>&, Of<std::int16_t, 10, 9>&);
template void gather(Of<half>&, Of<half>&, Of<std::int16_t>&);
template void gather(Of<half>&, Of<half>&, Of<std::uint32_t>&);
template void gather(Of<fp8_e5m2_t>&, Of<fp8_e5m2_t>&, Of<std::uint16_t>&);
template void scatter(Of<std::int64_t>&, Of<std::int64_t>&, Of<std::uint32_t>&);
template void scatter(Of<float, -1, -1>&, Of<float, 16, -1>&, Of<std::uint32_t, -1>&);

// case dst_location: dst must be a tile of TileType::Vec
template void scatter(OfMat<float>&, Of<float>&, Of<std::uint32_t>&);

// case dst_layout: dst must be a tile of BLayout::RowMajor
template void scatter(ByColumn<float>&, Of<float>&, Of<std::uint32_t>&);

// case dst_valid_rows: dst must not have more valid rows than rows
template void scatter(Of<float, 17>&, Of<float>&, Of<std::uint32_t>&);

// case dst_valid_columns: dst must not have more valid columns than columns
template void scatter(Of<float, 16, 17>&, Of<float>&, Of<std::uint32_t>&);

// case src_location: src must be a tile of TileType::Vec
template void scatter(Of<float>&, OfMat<float>&, Of<std::uint32_t>&);

// case src_layout: src must be a tile of BLayout::RowMajor
template void scatter(Of<float>&, ByColumn<float>&, Of<std::uint32_t>&);

// case src_valid_rows: src must not have more valid rows than rows
template void scatter(Of<float>&, Of<float, 17>&, Of<std::uint32_t>&);

// case src_valid_columns: src must not have more valid columns than columns
template void scatter(Of<float>&, Of<float, 16, 17>&, Of<std::uint32_t>&);

// case indexes_location: indexes must be a tile of TileType::Vec
template void scatter(Of<float>&, Of<float>&, OfMat<std::uint32_t>&);

// case indexes_layout: indexes must be a tile of BLayout::RowMajor
template void scatter(Of<float>&, Of<float>&, ByColumn<std::uint32_t>&);

// case indexes_valid_rows: indexes must not have more valid rows than rows
template void scatter(Of<float>&, Of<float>&, Of<std::uint32_t, 17>&);

// case indexes_valid_columns: indexes must not have more valid columns than columns
template void scatter(Of<float>&, Of<float>&, Of<std::uint32_t, 16, 17>&);

// case dst_type: dst must hold int8_t
template void scatter(Of<double>&, Of<double>&, Of<std::uint32_t>&);

// case src_type: src must hold int8_t
template void scatter(Of<float>&, Of<fp8_e5m2_t>&, Of<std::uint32_t>&);

// case same_type: dst and src must hold the same type
template void scatter(Of<float>&, Of<std::int32_t>&, Of<std::uint32_t>&);

// case index_type: indexes must hold int16_t
template void scatter(Of<float>&, Of<float>&, Of<std::uint8_t>&);

// case float_index: indexes must hold int16_t
template void scatter(Of<float>&, Of<float>&, Of<float>&);

// case wide_index_of_2_bytes: data of 2 bytes must have indexes of 2 bytes
template void scatter(Of<half>&, Of<half>&, Of<std::uint32_t>&);

// case wide_index_of_1_byte: data of 1 byte must have indexes of 2 bytes
template void scatter(Of<std::int8_t>&, Of<std::int8_t>&, Of<std::int32_t>&);

// case too_few_indices: indexes must have a valid element for every one of src
template void scatter(Of<float>&, Of<float>&, Of<std::uint32_t, 16, 15>&);

// case too_few_rows_of_indices: indexes must have a valid element for every one of dst
template void gather(Of<float>&, Of<float>&, Of<std::uint32_t, 15>&);

// case too_narrow_dst: dst must have at least the valid columns of src
template void scatter(Of<float, 16, 15>&, Of<float>&, Of<std::uint32_t>&);

// case too_narrow_src: src must have at least the valid columns of dst
template void gather(Of<float>&, Of<float, 16, 15>&, Of<std::uint32_t>&);

// case gathered_type: dst and src must hold the same type
template void gather(Of<float>&, Of<std::int32_t>&, Of<std::uint32_t>&);

// case event: events must be what other calls returned: RecordEvent
template void scatter(Of<float>&, Of<float>&, Of<std::uint32_t>&, Event&);

// case no_rows: a tile must have a row and a column
Tile<TileType::Vec, float, 0, 8> tile;

// case no_valid_rows: valid sizes must be numbers from 1, or -1 (DYNAMIC)
Tile<TileType::Vec, float, 8, 8, BLayout::RowMajor, 0, 8> tile;

// case size_of_a_fixed_tile: a valid size belongs to a tile with one DYNAMIC size
Of<float> tile(16);

// case sizes_of_a_fixed_tile: only a DYNAMIC number of valid columns can be set
Of<float, -1, 16> tile(16, 16);

// case elements_too_few: src must have an element for every valid one of indexes
void scatter(Of<float>& data, Tile<TileType::Vec, std::uint32_t, 17, 16>& indexes) {
  pto::element_index::TSCATTER(data, data, indexes);
}

// case pattern_size: dst and src must hold types of the same size
void gather(Of<half>& dst, Of<float>& src) {
  pto::TGATHER<Of<half>, Of<float>, pto::MaskPattern::P0101>(dst, src);
}

// case pattern_type: dst and src must hold the same type
void scatter(Of<std::int32_t>& dst, Of<float>& src) {
  pto::TSCATTER<pto::MaskPattern::P0101>(dst, src);
}

// case block_offsets: offsets must be uint32_t
void blocks(Of<half>& tile, Of<std::uint16_t>& offsets) { TGATHERB(tile, tile, offsets); }

// case block_of_8_bytes: dst must hold data of 1, 2 or 4 bytes
void blocks(Of<std::int64_t>& tile, Of<std::uint32_t>& offsets) { TGATHERB(tile, tile, offsets); }

// case load_layout: a tensor of Layout::ND needs a tile of BLayout::RowMajor
void load(ByColumn<float>& tile, const Tensor& tensor) { TLOAD(tile, tensor); }

// case load_type: tile and tensor must have elements of the same size
void load(Of<half>& tile, const Tensor& tensor) { TLOAD(tile, tensor); }

// case compare_mode: only CmpMode::GT and CmpMode::EQ select elements
void compare(Of<float>& src, Of<std::uint32_t>& dst, Column& value) {
  pto::TGATHER<Of<std::uint32_t>, Of<float>, Column, Column, Of<float>, pto::CmpMode::LT>(
      dst, src, value, value, src, 0);
}

// case add_type: tiles must hold int8_t, uint8_t, int16_t, uint16_t, int32_t or uint32_t
void add(Of<float>& tile) { TADD(tile, tile, tile); }

// case compare_type: tiles must hold int8_t, uint8_t, int16_t, uint16_t, int32_t or uint32_t
void compare(Of<std::uint8_t>& bits, Of<float>& src) { TCMP(bits, src, src, pto::CmpMode::EQ); }

// case compare_number_type: tiles must hold int8_t, uint8_t, int16_t, uint16_t, int32_t or uint32_t
void compare(Of<std::uint8_t>& bits, Of<half>& src) { TCMPS(bits, src, 0, pto::CmpMode::EQ); }

// case compare_8_bytes: tiles must hold int8_t, uint8_t, int16_t, uint16_t, int32_t or uint32_t
void compare(Of<std::uint8_t>& bits, Of<std::int64_t>& src) {
  TCMPS(bits, src, 0, pto::CmpMode::EQ);
}

// case compare_two_types: tiles must hold the same type
void compare(Of<std::uint8_t>& bits, Of<std::int32_t>& src0, Of<std::uint32_t>& src1) {
  TCMP(bits, src0, src1, pto::CmpMode::EQ);
}

// case compare_layout: tiles must be of BLayout::RowMajor
void compare(Of<std::uint8_t>& bits, Column& src) { TCMP(bits, src, src, pto::CmpMode::EQ); }

// case bits_type: a tile of bits must hold uint8_t, uint16_t or uint32_t
void compare(Of<std::int8_t>& bits, Of<std::int32_t>& src) {
  TCMP(bits, src, src, pto::CmpMode::EQ);
}

// case bits_of_8_bytes: a tile of bits must hold uint8_t, uint16_t or uint32_t
void compare(Of<std::uint64_t>& bits, Of<std::int32_t>& src) {
  TCMPS(bits, src, 0, pto::CmpMode::EQ);
}

// case bits_location: a tile of bits must be of TileType::Vec
void compare(OfMat<std::uint8_t>& bits, Of<std::int32_t>& src) {
  TCMPS(bits, src, 0, pto::CmpMode::EQ);
}

// case bits_layout: a tile of bits must be of BLayout::RowMajor
void select(ByColumn<std::uint8_t>& mask, Of<std::int32_t>& tile) { TSEL(tile, mask, tile, tile); }

// case mask_type: a tile of bits must hold uint8_t, uint16_t or uint32_t
void select(Of<std::int32_t>& tile) { TSEL(tile, tile, tile, tile); }

// case select_type: tiles must hold int8_t, uint8_t, int16_t, uint16_t, int32_t or uint32_t
void select(Of<std::uint8_t>& mask, Of<float>& tile) { TSEL(tile, mask, tile, tile, tile); }

// case select_two_types: tiles must hold the same type
void select(Of<std::uint8_t>& mask, Of<std::int32_t>& dst, Of<std::int16_t>& src) {
  TSELS(dst, mask, src, src, 0);
}

// case select_tmp: tmp must be a tile
void select(Of<std::uint8_t>& mask, Of<std::int32_t>& tile, int& tmp) {
  TSELS(tile, mask, tile, tmp, 0);
}

// case compare_event: events must be what other calls returned: RecordEvent
void compare(Of<std::uint8_t>& bits, Of<std::int32_t>& src, Event& event) {
  TCMP(bits, src, src, pto::CmpMode::EQ, pto::RecordEvent(), event);
}

// case number_of_strides: expected as many numbers as are DYNAMIC, or all five
pto::Stride<1, 1, -1, -1, 1> stride(1);

// case copy: use of deleted function
void copy(Of<float>& tile) { auto other = tile; }
