// SPDX-License-Identifier: Apache-2.0
/// Functions of all lanes of a register: sums, extremes, sequences, histograms.
///
/// `mask` has a bit for each lane; the lanes are a power of two. Both are Values or std::vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "gsq/kernel/lanes/lane_arithmetic.hpp"

namespace gsq::kernel::lane {

/// The sum of the selected lanes [begin, end) as To: neighbours first, then the sums of neighbours,
/// and so on, each rounded to To. 0 when none is selected.
template <typename To, typename L, typename Mask = std::vector<bool>>
To sum(const L& lanes, const Mask& mask, std::size_t begin, std::size_t end) {
  std::vector<To> sums;
  for (std::size_t i = begin; i < end; ++i) {
    sums.push_back(mask[i] ? static_cast<To>(lanes[i]) : To(0));
  }
  for (; sums.size() > 1; sums.resize(sums.size() / 2)) {
    for (std::size_t i = 0; i < sums.size() / 2; ++i) sums[i] = add(sums[2 * i], sums[2 * i + 1]);
  }
  return sums[0];
}

/// Which of several lanes is looked for.
enum class Extreme : std::uint8_t { kLargest, kSmallest };

/// A lane and its number.
template <typename T>
struct Found {
  T value{};
  std::size_t lane{};
};

/// The largest or smallest selected lane of [begin, end), the first of several; a NaN, the first
/// one, if there is one. +0 is above -0. When none is selected: lane `begin`, and the smallest
/// finite number where the largest is looked for, or the other way round.
template <typename L, typename Mask, typename T = typename L::value_type>
Found<T> extreme(const L& lanes, const Mask& mask, Extreme which, std::size_t begin,
                 std::size_t end) {
  const bool largest = which == Extreme::kLargest;
  bool found = false;
  Found<T> best;
  best.lane = begin;
  if constexpr (is_real<T>) {
    best.value = largest_finite<T>(largest);
  } else {
    best.value = largest ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
  }
  for (std::size_t i = begin; i < end; ++i) {
    if (!mask[i]) continue;
    if (is_nan(lanes[i])) return {lanes[i], i};
    if (!found || (largest ? below(best.value, lanes[i]) : below(lanes[i], best.value))) {
      best = {lanes[i], i};
    }
    found = true;
  }
  return best;
}

/// first, first + 1, .. as T, each rounded once or wrapped around; downwards: first is the last
/// lane.
template <typename T>
std::vector<T> sequence(T first, std::size_t count, bool downwards) {
  std::vector<T> lanes;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t distance = downwards ? count - 1 - i : i;
    if constexpr (is_real<T>) {
      lanes.push_back(detail::real_from<T>(
          static_cast<double>(static_cast<float>(first)) + static_cast<double>(distance),
          RoundMode::CAST_RINT, false));
    } else {
      lanes.push_back(add(first, static_cast<T>(distance)));
    }
  }
  return lanes;
}

/// Adds to lane i of `counts` how many selected lanes of `values` are `first` + i; with
/// `cumulative` how many are at most that.
template <typename Counts, typename L, typename Mask>
void count_values(Counts& counts, const L& values, const Mask& mask, std::size_t first,
                  bool cumulative) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!mask[i]) continue;
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
      const std::size_t value = first + bin;
      if (values[i] == value || (cumulative && values[i] < value)) ++counts[bin];
    }
  }
}

}  // namespace gsq::kernel::lane
