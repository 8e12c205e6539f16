// SPDX-License-Identifier: Apache-2.0
/// Sums, extremes and histograms of registers of AscendC::Reg. Each call is an operation of the
/// processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/kernel/ascend/compute_lanes.hpp"
#include "gsq/kernel/lanes/lane_reduce.hpp"

namespace AscendC::Reg {

namespace detail {

constexpr lane::Extreme extreme_of(ReduceType type) {
  return type == ReduceType::MAX ? lane::Extreme::kLargest : lane::Extreme::kSmallest;
}

/// Types of reductions: sums of 2-byte integers have 4 bytes, all other results the source's type.
template <ReduceType type, typename T, typename U, typename S, typename V>
constexpr void check_reduction() {
  using To = typename S::ActualT;
  using From = typename V::ActualT;
  check_element<T, S>();
  check_element<U, V>();
  constexpr bool kLonger = type == ReduceType::SUM && std::is_integral_v<To> &&
                           std::is_integral_v<From> && sizeof(To) == 4 && sizeof(From) == 2 &&
                           std::is_signed_v<To> == std::is_signed_v<From>;
  static_assert(std::is_same_v<To, From> || kLonger,
                "reduction: expected registers of one type, or a sum of int16_t as int32_t, of "
                "uint16_t as uint32_t");
}

}  // namespace detail

/// SUM: the sum of the selected lanes in lane 0: neighbours first, then their sums, and so on. MAX,
/// MIN: the extreme of the selected lanes in lane 0, and its lane number, as an integer, in lane 1;
/// the first of several, and of NaNs. When no lane is selected: 0, the smallest number for MAX, the
/// largest for MIN. All other lanes become 0.
template <ReduceType type = ReduceType::SUM, typename T = DefaultType, typename U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V>
__simd_callee__ inline void Reduce(S& dstReg, const V& srcReg, const MaskReg& mask,
                                   const detail::Call& call = detail::Call::here("Reduce")) {
  using To = typename S::ActualT;
  using From = typename V::ActualT;
  detail::check_reduction<type, T, U, S, V>();
  detail::map_whole_masked(
      call, dstReg, mask,
      [](const detail::Values<From>& lanes, const detail::Values<bool>& on) {
        detail::Values<To> result(on.size() * detail::kMaskBytes<V> / detail::kMaskBytes<S>);
        if constexpr (type == ReduceType::SUM) {
          result[0] = detail::lane::sum<To>(lanes, on, 0, lanes.size());
        } else {
          const auto found =
              detail::lane::extreme(lanes, on, detail::extreme_of(type), 0, lanes.size());
          result[0] = found.value;
          result[1] = detail::lane::bits_as<To>(static_cast<detail::lane::Bits<To>>(found.lane));
        }
        return result;
      },
      srcReg);
}

/// The same within each block of 32 bytes: the results of the blocks one after the other, without
/// lane numbers, then 0.
template <ReduceType type = ReduceType::SUM, typename T = DefaultType, typename U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename S, typename V>
__simd_callee__ inline void ReduceDataBlock(
    S& dstReg, const V& srcReg, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("ReduceDataBlock")) {
  using To = typename S::ActualT;
  using From = typename V::ActualT;
  detail::check_reduction<type, T, U, S, V>();
  detail::map_whole_masked(
      call, dstReg, mask,
      [](const detail::Values<From>& lanes, const detail::Values<bool>& on) {
        detail::Values<To> result;
        constexpr std::size_t kBlock = 32 / sizeof(From);
        for (std::size_t begin = 0; begin < lanes.size(); begin += kBlock) {
          if constexpr (type == ReduceType::SUM) {
            result.push_back(detail::lane::sum<To>(lanes, on, begin, begin + kBlock));
          } else {
            result.push_back(
                detail::lane::extreme(lanes, on, detail::extreme_of(type), begin, begin + kBlock)
                    .value);
          }
        }
        return result;
      },
      srcReg);
}

/// The sums of neighbours in the lower half of dst, 0 in the upper. Lanes that are not selected
/// count as 0.
template <PairReduce type = PairReduce::SUM, typename T = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, typename U>
__simd_callee__ inline void PairReduceElem(
    U& dstReg, const U& srcReg, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("PairReduceElem")) {
  using Lane = typename U::ActualT;
  detail::check_element<T, U>();
  detail::map_whole_masked(
      call, dstReg, mask,
      [](const detail::Values<Lane>& lanes, const detail::Values<bool>& on) {
        detail::Values<Lane> result;
        for (std::size_t i = 0; i < lanes.size(); i += 2) {
          result.push_back(detail::lane::sum<Lane>(lanes, on, i, i + 2));
        }
        return result;
      },
      srcReg);
}

/// Adds to each lane of dst how often its value occurs in the selected lanes of src, or with
/// ACCUMULATE how many lanes are at most that. With n lanes in dst, lane i of BINk is of the value
/// k * n + i. Counts wrap around.
template <typename T = DefaultType, typename U = DefaultType, HistogramsBinType mode,
          HistogramsType type, typename S, typename V>
__simd_callee__ inline void Histograms(
    V& dstReg, const S& srcReg, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("Histograms")) {
  using Counts = detail::Values<std::uint16_t>;
  detail::check_element<T, S>();
  detail::check_element<U, V>();
  static_assert(std::is_same_v<typename S::ActualT, std::uint8_t> &&
                    std::is_same_v<typename V::ActualT, std::uint16_t>,
                "Histograms: expected a source of uint8_t, a result of uint16_t");
  detail::map_whole_masked(
      call, dstReg, mask,
      [](const detail::Values<std::uint8_t>& values, Counts counts,
         const detail::Values<bool>& on) {
        const std::size_t first = static_cast<std::size_t>(mode) * counts.size();
        detail::lane::count_values(counts, values, on, first, type == HistogramsType::ACCUMULATE);
        return counts;
      },
      srcReg, dstReg);
}

}  // namespace AscendC::Reg
