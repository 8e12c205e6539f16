// SPDX-License-Identifier: Apache-2.0
/// PTO comparisons of the elements of tiles, TCMP and TCMPS, and choices between elements by their
/// results, TSEL and TSELS, for integers of one, two or four bytes.
///
/// A tile of bits holds a bit for each element, 1 where the comparison holds: element j of row i is
/// bit j % 8 of byte j / 8 of row i, whatever integers the tile consists of. The bits above the
/// last element of a row are 0 up to the end of their byte; bytes behind it are not written.
///
/// A unit with LaneOps does it where the rows of the tiles of elements begin at multiples of 32
/// bytes, vectors at all their places lie in UB, dst is the same as such a source or apart from it,
/// and bits are apart from what is written or compared. Rows of bits may begin at any byte.
/// Elsewhere the processor does, by an operation.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gsq/kernel/pto/elementwise.hpp"
#include "gsq/kernel/pto/events.hpp"
#include "gsq/kernel/pto/tile.hpp"

namespace pto {

/// How the first one of two elements is compared with the second one.
enum class CmpMode : std::uint8_t { EQ, NE, LT, LE, GT, GE };

namespace detail {

/// The bits of comparisons of two tiles, or of a tile and a number, the bits of which are those of
/// an element. Throws gsq::kernel::Error for a mode that is none, and when src1 has fewer valid
/// rows or columns than the first source, or dst not the bits.
void compare(const Call& call, CmpMode mode, bool is_signed, const View& dst, const View& src0,
             const View& src1);
void compare(const Call& call, CmpMode mode, bool is_signed, const View& dst, const View& src,
             std::uint32_t number);

/// Elements of src0 where a bit is 1, elsewhere those of src1 or a number. Throws
/// gsq::kernel::Error when a source has fewer valid rows or columns than dst, or mask not the bits.
void select(const Call& call, const View& dst, const View& mask, const View& src0,
            const View& src1);
void select(const Call& call, const View& dst, const View& mask, const View& src,
            std::uint32_t number);

template <typename B>
constexpr void check_bits_tile() {
  using T = typename B::DType;
  static_assert(B::Loc == TileType::Vec, "a tile of bits must be of TileType::Vec");
  static_assert(B::isRowMajor, "a tile of bits must be of BLayout::RowMajor");
  static_assert(std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::uint16_t> ||
                    std::is_same_v<T, std::uint32_t>,
                "a tile of bits must hold uint8_t, uint16_t or uint32_t");
}

template <typename D, typename M, typename S0, typename S1>
RecordEvent select_tiles(const Call& call, D& dst, M& mask, S0& src0, S1& src1) {
  check_bits_tile<M>();
  check_operands<D, S0>();
  check_operands<D, S1>();
  const View to = dst.view(call);
  const View bits = mask.view(call);
  const View first = src0.view(call);
  select(call, to, bits, first, src1.view(call));
  return {};
}

}  // namespace detail

/// Bits of dst = whether src0 compares with src1, for the valid part of src0. Signed elements are
/// compared as signed numbers.
///
/// On the unit five commands for each piece of a row with VL bytes, and two more where its bits
/// begin at no multiple of 32 and are several bytes, in an odd number or from an odd address on;
/// and an update_mask for each length of elements, and of bits. Throws gsq::kernel::Error when src1
/// has fewer valid rows or columns than src0, or dst fewer rows or bytes than the bits need.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TCMP(D& dst, S0& src0, S1& src1, CmpMode mode,
                 const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  const Call call = detail::call_of("TCMP", event, events...);
  detail::check_bits_tile<D>();
  detail::check_operands<S0, S1>();
  const detail::View to = dst.view(call);
  const detail::View first = src0.view(call);
  detail::compare(call, mode, std::is_signed_v<typename S0::DType>, to, first, src1.view(call));
  return {};
}

/// Bits of dst = whether src compares with number, for the valid part of src. As TCMP, with a
/// command less for each piece; GT and GE have one more before the first.
template <typename D, typename S, typename... Events>
RecordEvent TCMPS(D& dst, S& src, typename S::DType number, CmpMode mode,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  const Call call = detail::call_of("TCMPS", event, events...);
  detail::check_bits_tile<D>();
  detail::check_operands<S, S>();
  const detail::View to = dst.view(call);
  detail::compare(call, mode, std::is_signed_v<typename S::DType>, to, src.view(call),
                  static_cast<std::uint32_t>(number));
  return {};
}

/// dst = src0 where the bit of mask is 1, src1 where it is 0, for the valid part of dst.
///
/// On the unit six commands for each piece of a row with VL bytes, and three more where its bits
/// begin at an odd address and are several bytes; and an update_mask for each length of elements,
/// and of bits. Throws gsq::kernel::Error when a source has fewer valid rows or columns than dst,
/// or mask fewer rows or bytes than the bits need.
template <typename D, typename M, typename S0, typename S1, typename... Events>
RecordEvent TSEL(D& dst, M& mask, S0& src0, S1& src1,
                 const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::select_tiles(detail::call_of("TSEL", event, events...), dst, mask, src0, src1);
}

/// TSEL; tmp, where some implementations of the original keep masks, is not used.
template <typename D, typename M, typename S0, typename S1, typename Tmp, typename... Events,
          typename = std::enable_if_t<is_tile_v<Tmp>>>
RecordEvent TSEL(D& dst, M& mask, S0& src0, S1& src1, Tmp& /*tmp*/,
                 const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::select_tiles(detail::call_of("TSEL", event, events...), dst, mask, src0, src1);
}

/// dst = src where the bit of mask is 1, number where it is 0, for the valid part of dst; tmp is
/// not used. As TSEL, with a command less for each piece.
template <typename D, typename M, typename S, typename Tmp, typename... Events>
RecordEvent TSELS(D& dst, M& mask, S& src, Tmp& /*tmp*/, typename D::DType number,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  static_assert(is_tile_v<Tmp>, "tmp must be a tile");
  const Call call = detail::call_of("TSELS", event, events...);
  detail::check_bits_tile<M>();
  detail::check_operands<D, S>();
  const detail::View to = dst.view(call);
  const detail::View bits = mask.view(call);
  detail::select(call, to, bits, src.view(call), static_cast<std::uint32_t>(number));
  return {};
}

}  // namespace pto
