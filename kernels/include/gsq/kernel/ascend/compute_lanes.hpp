// SPDX-License-Identifier: Apache-2.0
/// How calculations of AscendC::Reg work on registers: lane by lane, on one register or on two.
///
/// Each call queues one operation of the processor and returns. Its time is not modelled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "gsq/kernel/ascend/compute_choices.hpp"  // IWYU pragma: export
#include "gsq/kernel/ascend/registers.hpp"
#include "gsq/kernel/processor.hpp"

namespace AscendC::Reg::detail {

namespace lane = gsq::kernel::lane;
using gsq::kernel::Lanes;
using gsq::kernel::OperationBuilder;
using gsq::kernel::State;
using gsq::kernel::Values;

/// The type of the lanes of a register in calculations.
template <typename U>
using LaneOf = std::conditional_t<std::is_same_v<typename U::ActualT, bool>, std::uint8_t,
                                  typename U::ActualT>;

/// Bytes of mask that belong to a lane.
template <typename U>
inline constexpr std::uint32_t kMaskBytes = sizeof(typename U::ActualT) / U::REG_NUM;

template <typename U>
struct IsRegister : std::false_type {};
template <typename T, const RegTrait& trait>
struct IsRegister<RegTensor<T, trait>> : std::true_type {};

/// Lanes in two registers: the lower halves of all, and the upper halves.
template <typename T>
struct SplitLanes {
  using Half = std::conditional_t<sizeof(T) == 8, std::uint32_t, std::uint16_t>;

  [[nodiscard]] Values<T> get(const State& state) const {
    const Values<Half> low = lower.get(state);
    const Values<Half> high = upper.get(state);
    Values<T> lanes;
    for (std::size_t i = 0; i < low.size(); ++i) {
      const auto bits = static_cast<lane::Bits<T>>(high[i]);
      lanes.push_back(lane::bits_as<T>(bits << 8 * sizeof(Half) | low[i]));
    }
    return lanes;
  }

  template <typename C>
  void set(State& state, const C& lanes) const {
    Values<Half> low;
    Values<Half> high;
    for (const T& value : lanes) {
      const auto bits = lane::bits_as<lane::Bits<T>>(value);
      low.push_back(static_cast<Half>(bits));
      high.push_back(static_cast<Half>(bits >> 8 * sizeof(Half)));
    }
    lower.set(state, low);
    upper.set(state, high);
  }

  Lanes<Half> lower;
  Lanes<Half> upper;
};

/// The lanes of a source. Sources are taken before destinations.
template <typename U>
auto read_lanes(OperationBuilder& op, const U& source) {
  using T = LaneOf<U>;
  if constexpr (U::REG_NUM == 1) {
    return op.read<T>(source);
  } else {
    using Half = typename SplitLanes<T>::Half;
    const Lanes<Half> lower = op.read<Half>(source.part(0));
    return SplitLanes<T>{lower, op.read<Half>(source.part(1))};
  }
}

template <typename U>
auto write_lanes(OperationBuilder& op, U& destination) {
  using T = LaneOf<U>;
  if constexpr (U::REG_NUM == 1) {
    return op.write<T>(destination);
  } else {
    using Half = typename SplitLanes<T>::Half;
    const Lanes<Half> lower = op.write<Half>(destination.part(0));
    return SplitLanes<T>{lower, op.write<Half>(destination.part(1))};
  }
}

/// A function as a type of its own, so that the loop over lanes has its code inside.
template <auto function>
inline constexpr auto fixed = [](auto... lanes) { return function(lanes...); };

/// A scalar as a lane.
template <typename T, typename U>
T scalar_as(U value) {
  if constexpr (std::is_same_v<T, U> || (std::is_arithmetic_v<T> && std::is_arithmetic_v<U>)) {
    return static_cast<T>(value);
  } else {
    return static_cast<T>(static_cast<float>(value));
  }
}

/// The element type that a call names is that of its register.
template <typename T, typename U>
constexpr void check_element() {
  static_assert(std::is_same_v<Element<T, U>, typename U::ActualT>,
                "expected registers of the element type of the call");
}

/// What lanes of a destination hold that an operation does not calculate: a function that gives
/// all of them, their values with MERGING, 0 otherwise.
template <MaskMergeMode mode, typename U>
auto lanes_to_keep(OperationBuilder& op, const U& destination) {
  using T = LaneOf<U>;
  if constexpr (mode == MaskMergeMode::MERGING) {
    return [lanes = read_lanes(op, destination)](const State& state) { return lanes.get(state); };
  } else {
    return [](const State& state) {
      const std::size_t count = state.config().vlen_bytes / kMaskBytes<U>;
      return Values<T>(count, lane::bits_as<T>(lane::Bits<T>{0}));
    };
  }
}

/// dst[i] = function(source[i]...) for the lanes that the mask selects, by the lanes of the
/// sources. All others become 0, or keep their value with MERGING. Where the lanes of one side are
/// shorter, those numbered `layout` of each group take part.
template <MaskMergeMode mode, typename Dst, typename F, typename First, typename... S>
void map_lanes(const Call& call, Dst& dst, const MaskReg& mask, std::size_t layout, F function,
               const First& first, const S&... sources) {
  static_assert(((kMaskBytes<S> == kMaskBytes<First>)&&...),
                "expected sources with lanes of one length");
  OperationBuilder op(call);
  const auto from = std::make_tuple(read_lanes(op, first), read_lanes(op, sources)...);
  const auto selected = op.read_mask(mask, kMaskBytes<First>);
  const auto old = lanes_to_keep<mode>(op, dst);
  const auto to = write_lanes(op, dst);
  gsq::kernel::detail::run_lanes(op, selected, old, to, layout, function, from);
}

/// The usual case: all registers have lanes of one length.
template <typename T, MaskMergeMode mode, typename Dst, typename F, typename... S>
void map_equal(const Call& call, Dst& dst, const MaskReg& mask, F function, const S&... sources) {
  check_element<T, Dst>();
  static_assert(((kMaskBytes<S> == kMaskBytes<Dst>)&&...),
                "expected registers with lanes of one length");
  map_lanes<mode>(call, dst, mask, 0, function, sources...);
}

/// dst = function(source...) of all lanes at once.
template <typename Dst, typename F, typename... S>
void map_whole(const Call& call, Dst& dst, F function, const S&... sources) {
  OperationBuilder op(call);
  const auto from = std::make_tuple(read_lanes(op, sources)...);
  const auto to = write_lanes(op, dst);
  op.run([=](State& state) {
    to.set(state,
           std::apply([&](const auto&... each) { return function(each.get(state)...); }, from));
  });
}

/// The same with the mask of the sources' lanes as the last argument.
template <typename Dst, typename F, typename First, typename... S>
void map_whole_masked(const Call& call, Dst& dst, const MaskReg& mask, F function,
                      const First& first, const S&... sources) {
  OperationBuilder op(call);
  const auto from = std::make_tuple(read_lanes(op, first), read_lanes(op, sources)...);
  const auto selected = op.read_mask(mask, kMaskBytes<First>);
  const auto to = write_lanes(op, dst);
  op.run([=](State& state) {
    const Values<bool> on = selected.get(state);
    to.set(state,
           std::apply([&](const auto&... each) { return function(each.get(state)..., on); }, from));
  });
}

/// Bit i of dst = function(source[i]...) for the selected lanes, 0 for all others.
template <typename F, typename First, typename... S>
void map_to_mask(const Call& call, MaskReg& dst, const MaskReg& mask, F function,
                 const First& first, const S&... sources) {
  OperationBuilder op(call);
  const auto from = std::make_tuple(read_lanes(op, first), read_lanes(op, sources)...);
  const auto selected = op.read_mask(mask, kMaskBytes<First>);
  const auto to = op.write_mask(dst, kMaskBytes<First>);
  gsq::kernel::detail::run_to_mask(op, selected, to, function, from);
}

}  // namespace AscendC::Reg::detail
