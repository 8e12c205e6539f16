// SPDX-License-Identifier: Apache-2.0
/// PTO tensors in memory of the program, the copies between them and tiles, TLOAD and TSTORE, and
/// tiles of one number, TEXPANDS.
///
/// The copies are operations of the processor: they keep the order of the program, and no time is
/// modelled for them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gsq/kernel/pto/events.hpp"
#include "gsq/kernel/pto/tile.hpp"

namespace pto {

/// Order of the elements of a tensor in memory.
enum class Layout : std::uint8_t {
  ND,  ///< rows: the last dimension is contiguous
  DN,  ///< columns: the one before it is contiguous
};

namespace detail {

inline constexpr std::size_t kDimensions = 5;

/// Five numbers, of which those that are DYNAMIC are given at run time; else they are 1.
template <std::int64_t... kNumbers>
class Numbers {
 public:
  /// Gives as many numbers as are DYNAMIC, in their order; or all five, of which only those count.
  template <typename... Given, typename = std::enable_if_t<(std::is_integral_v<Given> && ...)>>
  constexpr Numbers(Given... given) {  // NOLINT(google-explicit-constructor): as the original
    static_assert(
        sizeof...(Given) == 0 || sizeof...(Given) == kDynamic || sizeof...(Given) == kDimensions,
        "expected as many numbers as are DYNAMIC, or all five");
    const std::array<std::int64_t, sizeof...(Given)> all{static_cast<std::int64_t>(given)...};
    std::size_t next = 0;
    for (std::size_t i = 0; i < kDimensions; ++i) {
      if (numbers_[i] != DYNAMIC) continue;
      if constexpr (sizeof...(Given) == 0) {
        numbers_[i] = 1;
      } else {
        numbers_[i] = all[sizeof...(Given) == kDimensions ? i : next++];
      }
    }
  }

  [[nodiscard]] constexpr std::int64_t at(int dimension) const {
    return numbers_.at(static_cast<std::size_t>(dimension));
  }

 private:
  static constexpr std::size_t kDynamic = ((kNumbers == DYNAMIC ? 1 : 0) + ...);

  std::array<std::int64_t, kDimensions> numbers_{kNumbers...};
};

}  // namespace detail

/// Sizes of a tensor, outermost first.
template <std::int64_t k0 = DYNAMIC, std::int64_t k1 = DYNAMIC, std::int64_t k2 = DYNAMIC,
          std::int64_t k3 = DYNAMIC, std::int64_t k4 = DYNAMIC>
class Shape : public detail::Numbers<k0, k1, k2, k3, k4> {
 public:
  using detail::Numbers<k0, k1, k2, k3, k4>::Numbers;
};

/// Distances between neighbours of a tensor in elements, outermost dimension first.
template <std::int64_t k0 = DYNAMIC, std::int64_t k1 = DYNAMIC, std::int64_t k2 = DYNAMIC,
          std::int64_t k3 = DYNAMIC, std::int64_t k4 = DYNAMIC>
class Stride : public detail::Numbers<k0, k1, k2, k3, k4> {
 public:
  using detail::Numbers<k0, k1, k2, k3, k4>::Numbers;
};

/// A tensor of five dimensions in memory of the program.
template <typename T, typename ShapeOf, typename StrideOf, Layout kLayout = Layout::ND>
class GlobalTensor {
 public:
  using DType = T;
  using Shape = ShapeOf;
  using Stride = StrideOf;
  static constexpr Layout layout = kLayout;

  explicit GlobalTensor(T* data, ShapeOf shape = {}, StrideOf stride = {})
      : data_(data), shape_(shape), stride_(stride) {}

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::int64_t GetShape(int dimension) const { return shape_.at(dimension); }
  [[nodiscard]] std::int64_t GetStride(int dimension) const { return stride_.at(dimension); }

  /// Sets the pointer, for TASSIGN.
  void assign(T* data, const Call& /*call*/) { data_ = data; }

 private:
  T* data_;
  ShapeOf shape_;
  StrideOf stride_;
};

namespace detail {

/// A tensor in memory, with its sizes and strides in elements, for its copies.
struct Memory {
  std::uint8_t* data;
  std::array<std::int64_t, kDimensions> shape;
  std::array<std::int64_t, kDimensions> stride;
};

/// Copies between a tensor and the valid part of a tile. The tile lies as the tensor does: row
/// after row, or column after column.
void load(const Call& call, const View& tile, const Memory& memory, bool row_major);
void store(const Call& call, const Memory& memory, const View& tile, bool row_major);

template <typename GlobalData>
inline constexpr bool is_nd = GlobalData::layout == Layout::ND;

/// A tile as its tensor lies: a single row or column lies both ways.
template <typename GlobalData, typename TileData>
View view_for(TileData& tile, const Call& call) {
  View view = tile.view(call);
  view.stride = is_nd<GlobalData> ? TileData::Cols : TileData::Rows;
  return view;
}

template <typename TileData, typename GlobalData>
Memory memory_of(const GlobalData& tensor) {
  using T = typename GlobalData::DType;
  static_assert(TileData::Loc == TileType::Vec, "the tile must be one of TileType::Vec");
  static_assert(sizeof(typename TileData::DType) == sizeof(T),
                "tile and tensor must have elements of the same size");
  static_assert(
      TileData::isRowMajor == is_nd<GlobalData> || TileData::Rows == 1 || TileData::Cols == 1,
      "a tensor of Layout::ND needs a tile of BLayout::RowMajor, one of Layout::DN a "
      "tile of BLayout::ColMajor; only a tile of one row or column may be either");
  using Bytes = std::uint8_t;
  Memory memory{};
  memory.data = const_cast<Bytes*>(reinterpret_cast<const Bytes*>(tensor.data()));
  for (int i = 0; i < static_cast<int>(kDimensions); ++i) {
    memory.shape.at(i) = tensor.GetShape(i);
    memory.stride.at(i) = tensor.GetStride(i);
  }
  return memory;
}

/// Sets the valid part of a tile to elements with these bytes.
void fill(const Call& call, const View& tile, bool row_major, const std::uint8_t* element);

}  // namespace detail

/// Copies a tensor to the valid part of a tile; other elements keep their values. The valid size is
/// that of the copy: a larger tensor is copied in part, and behind a smaller one its strides go on.
/// The tensor's dimensions before the last are the rows, the last the columns; in Layout::DN the
/// last but one has the contiguous rows, and all others are columns. Operation of the processor:
/// the memory must exist until the next wait. Throws gsq::kernel::Error when the copy leaves memory
/// of aclrtMalloc.
template <typename TileData, typename GlobalData, typename... Events>
RecordEvent TLOAD(TileData& dst, const GlobalData& src,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  const Call call = detail::call_of("TLOAD", event, events...);
  detail::load(call, detail::view_for<GlobalData>(dst, call), detail::memory_of<TileData>(src),
               detail::is_nd<GlobalData>);
  return {};
}

/// Copies the valid part of a tile to a tensor. Operation of the processor: the memory must exist
/// until the next wait, and has its values then. Throws as TLOAD.
template <typename TileData, typename GlobalData, typename... Events>
RecordEvent TSTORE(const GlobalData& dst, TileData& src,
                   const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  const Call call = detail::call_of("TSTORE", event, events...);
  detail::store(call, detail::memory_of<TileData>(dst), detail::view_for<GlobalData>(src, call),
                detail::is_nd<GlobalData>);
  return {};
}

/// Sets the valid part of a tile to a number, which becomes one of the tile's type; other elements
/// keep their values. Operation of the processor.
template <typename TileData, typename T, typename... Events>
RecordEvent TEXPANDS(TileData& dst, T value, const detail::FirstEvent& event = RecordEvent(),
                     const Events&... events) {
  const Call call = detail::call_of("TEXPANDS", event, events...);
  static_assert(TileData::Loc == TileType::Vec, "the tile must be one of TileType::Vec");
  const auto element = static_cast<typename TileData::DType>(value);
  std::array<std::uint8_t, sizeof element> bytes;
  std::memcpy(bytes.data(), &element, sizeof element);
  detail::fill(call, dst.view(call), TileData::isRowMajor, bytes.data());
  return {};
}

}  // namespace pto
