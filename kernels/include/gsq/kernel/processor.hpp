// SPDX-License-Identifier: Apache-2.0
/// Operations of the processor with types: registers as vectors of lanes.
///
///     map<float>("Adds", dst, mask, Mode::kZeroing, [s](float a) { return a + s; },
///     in<float>(src));
///
///     OperationBuilder op("Interleave");                    // any function of whole registers
///     const auto a = op.read<float>(src0);                  // sources first
///     const auto d = op.write<float>(dst0);
///     op.run([=](State& state) { d.set(state, f(a.get(state))); });
///
/// A register is any object with index(call) and index_to_write(call), or the number of a register.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsq/kernel/lanes/lane_values.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel {

/// What becomes of lanes that a mask does not select.
enum class Mode : std::uint8_t { kZeroing, kMerging };

/// A vector register that an operation reads or writes, as lanes of T.
template <typename T>
struct Lanes {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>, "lanes hold numbers");

  [[nodiscard]] Values<T> get(const State& state) const {
    const std::vector<std::uint8_t>& bytes = state.read_v(index);
    Values<T> lanes;
    lanes.resize_for_overwrite(bytes.size() / sizeof(T));
    std::memcpy(lanes.data(), bytes.data(), bytes.size());
    return lanes;
  }

  /// Lanes beyond the end of `lanes` become 0; it has no more than the register. `C` is Values or
  /// std::vector.
  template <typename C = Values<T>>
  void set(State& state, const C& lanes) const {
    static_assert(std::is_same_v<typename C::value_type, T>, "expected lanes of the register");
    std::vector<std::uint8_t>& bytes = state.scratch();
    const std::size_t used = lanes.size() * sizeof(T);
    if (used > bytes.size()) throw state.error("too many lanes for a register");
    std::memcpy(bytes.data(), lanes.data(), used);
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(used), bytes.end(), 0);
    state.write_v(index, bytes);
  }

  unsigned index{};
};

/// A mask register as one value for each lane of `lane_bytes`, its bit at the lowest byte.
struct MaskLanes {
  [[nodiscard]] Values<bool> get(const State& state) const;

  /// Lanes beyond the end become false, and so do the bits of the other bytes.
  /// `C` is Values<bool> or std::vector<bool>.
  template <typename C = Values<bool>>
  void set(State& state, const C& lanes) const {
    std::vector<std::uint8_t>& bits = cleared(state, lanes.size());
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      bits[lane * lane_bytes] = lanes[lane] ? 1 : 0;
    }
    state.write_m(index, bits);
  }

  unsigned index{};
  std::uint32_t lane_bytes{};

 private:
  /// The bits to write, all 0. Throws an error of `state` where so many lanes do not fit.
  [[nodiscard]] std::vector<std::uint8_t>& cleared(const State& state, std::size_t lanes) const;
};

/// A source of map() with its type, where the register's own type is another one. The operation
/// takes the number of the register.
template <typename T, typename R>
struct Typed {
  const R& source;
};
template <typename T, typename R>
Typed<T, R> in(const R& source) {
  return {source};
}

/// Declares registers as it takes them, and queues the operation.
///
/// Sources before destinations: a destination may take the register of a source over.
class OperationBuilder {
 public:
  /// `part` names the operation where a call has many. It and the name of `call` must exist until
  /// run(). Throws Error when no unit is in use.
  explicit OperationBuilder(const Call& call, std::string_view part = {})
      : unit_(Unit::current(call)), call_(call), part_(part) {}
  template <typename T, typename = std::enable_if_t<std::is_same_v<T, std::string>>>
  OperationBuilder(const Call& call, T&& part) = delete;  // a temporary would not exist until run()

  template <typename T, typename R>
  Lanes<T> read(const R& source) {
    const Lanes<T> lanes{number_to_read(source)};
    operation_.uses.read_v(lanes.index);
    return lanes;
  }
  template <typename T, typename R>
  Lanes<T> read(const Typed<T, R>& typed) {
    return read<T>(typed.source);
  }

  template <typename R>
  MaskLanes read_mask(const R& mask, std::uint32_t lane_bytes) {
    const MaskLanes lanes{number_to_read(mask), lane_bytes};
    operation_.uses.read_m(lanes.index);
    return lanes;
  }

  template <typename T, typename R>
  Lanes<T> write(R& destination) {
    const Lanes<T> lanes{number_to_write(destination)};
    operation_.uses.write_v(lanes.index);
    return lanes;
  }

  template <typename R>
  MaskLanes write_mask(R& mask, std::uint32_t lane_bytes) {
    const MaskLanes lanes{number_to_write(mask), lane_bytes};
    operation_.uses.write_m(lanes.index);
    return lanes;
  }

  /// What else it uses: ranges of UB, memory of the program.
  Uses& uses() { return operation_.uses; }

  /// Queues the operation: `function` gets the State. It reads all before it writes.
  template <typename F>
  void run(F&& function) {
    operation_.run = std::forward<F>(function);
    unit_.operate(call_, std::move(operation_), part_);
  }

  /// The same of an operation that only looks, see Unit::look.
  template <typename F>
  void look(F&& function) {
    operation_.run = std::forward<F>(function);
    unit_.look(call_, std::move(operation_), part_);
  }

 private:
  template <typename R>
  unsigned number_to_read(const R& source) const {
    if constexpr (std::is_integral_v<R>) {
      return static_cast<unsigned>(source);
    } else {
      return source.index(call_);
    }
  }
  template <typename R>
  unsigned number_to_write(R& destination) const {
    if constexpr (std::is_integral_v<R>) {
      return static_cast<unsigned>(destination);
    } else {
      return destination.index_to_write(call_);
    }
  }

  Unit& unit_;
  Call call_;
  std::string_view part_;
  Operation operation_;
};

namespace detail {

/// A source of map(): in<T>(...), or a register object with a type of its own.
template <typename S>
auto typed(const S& source) {
  return in<typename S::ActualT>(source);
}
template <typename T, typename R>
Typed<T, R> typed(const Typed<T, R>& source) {
  return source;
}

/// The lanes of all sources.
template <typename... Source>
auto get_all(const State& state, const std::tuple<Source...>& sources) {
  return std::apply([&](const auto&... each) { return std::make_tuple(each.get(state)...); },
                    sources);
}

template <typename F, typename... T>
auto at_lane(const F& function, const std::tuple<T...>& values, std::size_t lane) {
  return std::apply([&](const auto&... each) { return function(each[lane]...); }, values);
}

/// to[i] = function(from[i]...) for the lanes that are on, by the lanes of the sources; `old` gives
/// all others. Where the lanes of one side are shorter, those numbered `layout` of each group take
/// part.
template <typename Old, typename To, typename F, typename From>
void run_lanes(OperationBuilder& op, const MaskLanes& mask, Old old, To to, std::size_t layout,
               F function, From from) {
  op.run([=](State& state) {
    const auto values = get_all(state, from);
    const Values<bool> on = mask.get(state);
    auto result = old(state);
    const std::size_t count = result.size();
    if (count == on.size()) {  // the usual case, as a loop that compilers turn into vector code
      for (std::size_t i = 0; i < count; ++i) {
        auto lane = result[i];
        if (on[i]) lane = at_lane(function, values, i);
        result[i] = lane;
      }
      return to.set(state, result);
    }
    const std::size_t ratio = count > on.size() ? count / on.size() : on.size() / count;
    const bool wider = count > on.size();  // the sources have fewer lanes
    for (std::size_t i = 0; i < (wider ? on.size() : count); ++i) {
      const std::size_t source = wider ? i : i * ratio + layout;
      const std::size_t target = wider ? i * ratio + layout : i;
      if (on[source]) result[target] = at_lane(function, values, source);
    }
    to.set(state, result);
  });
}

/// to[i] = function(from[i]...) for the lanes that are on, false for all others.
template <typename F, typename From>
void run_to_mask(OperationBuilder& op, const MaskLanes& mask, const MaskLanes& to, F function,
                 From from) {
  op.run([=](State& state) {
    const auto values = get_all(state, from);
    Values<bool> on = mask.get(state);
    for (std::size_t lane = 0; lane < on.size(); ++lane) {
      on[lane] = on[lane] && at_lane(function, values, lane);
    }
    to.set(state, on);
  });
}

}  // namespace detail

/// dst[i] = function(source[i]...) for the lanes of type D that the mask selects; all others become
/// 0 or keep their value. Sources have lanes as long as those of D.
template <typename D, typename Dst, typename M, typename F, typename... S>
void map(const Call& call, Dst& dst, const M& mask, Mode mode, F function, const S&... sources) {
  OperationBuilder op(call);
  const auto from = std::make_tuple(op.read(detail::typed(sources))...);
  const MaskLanes selected = op.read_mask(mask, sizeof(D));
  Lanes<D> old;
  if (mode == Mode::kMerging) old = op.template read<D>(dst);
  const Lanes<D> to = op.template write<D>(dst);
  const auto others = [=](const State& state) {
    return mode == Mode::kMerging ? old.get(state)
                                  : Values<D>(state.config().vlen_bytes / sizeof(D));
  };
  detail::run_lanes(op, selected, others, to, 0, function, from);
}

/// mask dst[i] = function(source[i]...) for the lanes of `lane_bytes` that `mask` selects; all
/// others are not selected in dst.
template <std::size_t lane_bytes, typename Dst, typename M, typename F, typename... S>
void map_to_mask(const Call& call, Dst& dst, const M& mask, F function, const S&... sources) {
  OperationBuilder op(call);
  const auto from = std::make_tuple(op.read(detail::typed(sources))...);
  const MaskLanes selected = op.read_mask(mask, lane_bytes);
  const MaskLanes to = op.write_mask(dst, lane_bytes);
  detail::run_to_mask(op, selected, to, function, from);
}

}  // namespace gsq::kernel
