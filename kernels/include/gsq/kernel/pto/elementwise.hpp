// SPDX-License-Identifier: Apache-2.0
/// PTO calculations on the elements of tiles: TADD, TADDS and those like them, for integers of one,
/// two or four bytes.
///
/// A unit with LaneOps calculates where the rows of all tiles begin at multiples of 32 bytes, tiles
/// are the same or apart, and vectors at all their places lie in UB. Elsewhere the processor does,
/// by an operation.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/pto/events.hpp"
#include "gsq/kernel/pto/tile.hpp"

namespace pto {
namespace detail {

/// What becomes of two elements: a command of lanes, by docs/reference/commands/lane.md.
struct Calculation {
  gsq::Opcode of_signed;
  gsq::Opcode of_unsigned;
};

/// Two tiles, or a tile and a number, the bits of which are those of an element. Throws
/// gsq::kernel::Error when a source has fewer valid rows or columns than dst.
void calculate(const Call& call, gsq::Opcode op, const View& dst, const View& src0,
               const View& src1);
void calculate(const Call& call, gsq::Opcode op, const View& dst, const View& src,
               std::uint32_t number);

template <typename D, typename S>
constexpr void check_operands() {
  using T = typename D::DType;
  static_assert(D::Loc == TileType::Vec && S::Loc == TileType::Vec,
                "tiles must be of TileType::Vec");
  static_assert(D::isRowMajor && S::isRowMajor, "tiles must be of BLayout::RowMajor");
  static_assert(std::is_same_v<T, typename S::DType>, "tiles must hold the same type");
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 4,
                "tiles must hold int8_t, uint8_t, int16_t, uint16_t, int32_t or uint32_t");
}

template <typename T>
constexpr gsq::Opcode opcode_for(Calculation calculation) {
  return std::is_signed_v<T> ? calculation.of_signed : calculation.of_unsigned;
}

template <typename D, typename S0, typename S1>
RecordEvent of_tiles(const Call& call, Calculation calculation, D& dst, S0& src0, S1& src1) {
  check_operands<D, S0>();
  check_operands<D, S1>();
  const View to = dst.view(call);
  const View first = src0.view(call);
  calculate(call, opcode_for<typename D::DType>(calculation), to, first, src1.view(call));
  return {};
}

template <typename D, typename S>
RecordEvent with_number(const Call& call, Calculation calculation, D& dst, S& src,
                        typename D::DType number) {
  check_operands<D, S>();
  const View to = dst.view(call);
  calculate(call, opcode_for<typename D::DType>(calculation), to, src.view(call),
            static_cast<std::uint32_t>(number));
  return {};
}

inline constexpr Calculation kAdd{gsq::Opcode::LaneAdd, gsq::Opcode::LaneAdd};
inline constexpr Calculation kSub{gsq::Opcode::LaneSub, gsq::Opcode::LaneSub};
inline constexpr Calculation kMin{gsq::Opcode::LaneMin, gsq::Opcode::LaneMinu};
inline constexpr Calculation kMax{gsq::Opcode::LaneMax, gsq::Opcode::LaneMaxu};
inline constexpr Calculation kAnd{gsq::Opcode::LaneAnd, gsq::Opcode::LaneAnd};
inline constexpr Calculation kOr{gsq::Opcode::LaneOr, gsq::Opcode::LaneOr};
inline constexpr Calculation kXor{gsq::Opcode::LaneXor, gsq::Opcode::LaneXor};
inline constexpr Calculation kShl{gsq::Opcode::LaneShl, gsq::Opcode::LaneShl};
inline constexpr Calculation kShr{gsq::Opcode::LaneSar, gsq::Opcode::LaneShr};
inline constexpr Calculation kAbs{gsq::Opcode::LaneAbs, gsq::Opcode::LaneAbs};

}  // namespace detail

/// dst = src0 + src1, modulo 2^width.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TADD(D& dst, S0& src0, S1& src1, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  return detail::of_tiles(detail::call_of("TADD", event, events...), detail::kAdd, dst, src0, src1);
}

/// dst = src0 - src1, modulo 2^width.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TSUB(D& dst, S0& src0, S1& src1, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  return detail::of_tiles(detail::call_of("TSUB", event, events...), detail::kSub, dst, src0, src1);
}

/// dst = the larger one of src0 and src1.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TMAX(D& dst, S0& src0, S1& src1, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  return detail::of_tiles(detail::call_of("TMAX", event, events...), detail::kMax, dst, src0, src1);
}

/// dst = the smaller one of src0 and src1.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TMIN(D& dst, S0& src0, S1& src1, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  return detail::of_tiles(detail::call_of("TMIN", event, events...), detail::kMin, dst, src0, src1);
}

/// dst = src0 AND src1, bit by bit.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TAND(D& dst, S0& src0, S1& src1, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  return detail::of_tiles(detail::call_of("TAND", event, events...), detail::kAnd, dst, src0, src1);
}

/// dst = src0 OR src1, bit by bit.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TOR(D& dst, S0& src0, S1& src1, const detail::FirstEvent& event = RecordEvent(),
                const Events&... events) {
  return detail::of_tiles(detail::call_of("TOR", event, events...), detail::kOr, dst, src0, src1);
}

/// dst = src0 XOR src1, bit by bit.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TXOR(D& dst, S0& src0, S1& src1, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  return detail::of_tiles(detail::call_of("TXOR", event, events...), detail::kXor, dst, src0, src1);
}

/// dst = src0 shifted to the left by src1 modulo the width.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TSHL(D& dst, S0& src0, S1& src1, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  return detail::of_tiles(detail::call_of("TSHL", event, events...), detail::kShl, dst, src0, src1);
}

/// dst = src0 shifted to the right by src1 modulo the width; copies of the sign come into signed
/// elements.
template <typename D, typename S0, typename S1, typename... Events>
RecordEvent TSHR(D& dst, S0& src0, S1& src1, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  return detail::of_tiles(detail::call_of("TSHR", event, events...), detail::kShr, dst, src0, src1);
}

/// dst = src + number, modulo 2^width.
template <typename D, typename S, typename... Events>
RecordEvent TADDS(D& dst, S& src, typename D::DType number,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::with_number(detail::call_of("TADDS", event, events...), detail::kAdd, dst, src,
                             number);
}

/// dst = src - number, modulo 2^width.
template <typename D, typename S, typename... Events>
RecordEvent TSUBS(D& dst, S& src, typename D::DType number,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::with_number(detail::call_of("TSUBS", event, events...), detail::kSub, dst, src,
                             number);
}

/// dst = the larger one of src and number.
template <typename D, typename S, typename... Events>
RecordEvent TMAXS(D& dst, S& src, typename D::DType number,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::with_number(detail::call_of("TMAXS", event, events...), detail::kMax, dst, src,
                             number);
}

/// dst = the smaller one of src and number.
template <typename D, typename S, typename... Events>
RecordEvent TMINS(D& dst, S& src, typename D::DType number,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::with_number(detail::call_of("TMINS", event, events...), detail::kMin, dst, src,
                             number);
}

/// dst = src AND number, bit by bit.
template <typename D, typename S, typename... Events>
RecordEvent TANDS(D& dst, S& src, typename D::DType number,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::with_number(detail::call_of("TANDS", event, events...), detail::kAnd, dst, src,
                             number);
}

/// dst = src OR number, bit by bit.
template <typename D, typename S, typename... Events>
RecordEvent TORS(D& dst, S& src, typename D::DType number,
                 const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::with_number(detail::call_of("TORS", event, events...), detail::kOr, dst, src,
                             number);
}

/// dst = src XOR number, bit by bit.
template <typename D, typename S, typename... Events>
RecordEvent TXORS(D& dst, S& src, typename D::DType number,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::with_number(detail::call_of("TXORS", event, events...), detail::kXor, dst, src,
                             number);
}

/// dst = src shifted to the left by number modulo the width.
template <typename D, typename S, typename... Events>
RecordEvent TSHLS(D& dst, S& src, typename D::DType number,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::with_number(detail::call_of("TSHLS", event, events...), detail::kShl, dst, src,
                             number);
}

/// dst = src shifted to the right by number modulo the width; copies of the sign come into signed
/// elements.
template <typename D, typename S, typename... Events>
RecordEvent TSHRS(D& dst, S& src, typename D::DType number,
                  const detail::FirstEvent& event = RecordEvent(), const Events&... events) {
  return detail::with_number(detail::call_of("TSHRS", event, events...), detail::kShr, dst, src,
                             number);
}

/// dst = src without its sign; the lowest number stays as it is.
template <typename D, typename S, typename... Events>
RecordEvent TABS(D& dst, S& src, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  static_assert(std::is_signed_v<typename D::DType>, "tiles must hold numbers with a sign");
  return detail::with_number(detail::call_of("TABS", event, events...), detail::kAbs, dst, src, 0);
}

/// dst = NOT src, bit by bit.
template <typename D, typename S, typename... Events>
RecordEvent TNOT(D& dst, S& src, const detail::FirstEvent& event = RecordEvent(),
                 const Events&... events) {
  return detail::with_number(detail::call_of("TNOT", event, events...), detail::kXor, dst, src,
                             static_cast<typename D::DType>(-1));
}

}  // namespace pto
