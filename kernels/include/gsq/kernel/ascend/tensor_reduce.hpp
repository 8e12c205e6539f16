// SPDX-License-Identifier: Apache-2.0
/// Sums, largest and smallest elements of tensors: operations of the processor.
///
/// Forms and errors are those of tensor_compute.hpp. A sum adds neighbours first, then the sums of
/// neighbours, each rounded to the type. The index of an element is stored as an integer as long as
/// the element.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gsq/kernel/ascend/compute_choices.hpp"
#include "gsq/kernel/ascend/tensor_compute.hpp"
#include "gsq/kernel/lanes/lane_reduce.hpp"

namespace AscendC {

/// What a search for the largest or smallest element stores, and in which order.
enum class ReduceOrder : std::uint8_t {
  ORDER_VALUE_INDEX,
  ORDER_INDEX_VALUE,
  ORDER_ONLY_VALUE,
  ORDER_ONLY_INDEX
};

namespace detail {

/// A vector of elements, the selected ones by a mask, as long as a power of two.
template <typename T>
struct Lanes {
  std::vector<T> values;
  std::vector<bool> selected;

  void add(std::size_t lane, const T& value) {
    std::size_t size = values.empty() ? 1 : values.size();
    while (size <= lane) size *= 2;
    values.resize(size);
    selected.resize(size);
    values[lane] = value;
    selected[lane] = true;
  }
};

template <ReduceType type, typename D, typename S>
gsq::kernel::lane::Found<D> reduce(const Lanes<S>& lanes) {
  if constexpr (type == ReduceType::SUM) {
    return {gsq::kernel::lane::sum<D>(lanes.values, lanes.selected, 0, lanes.values.size()), 0};
  } else {
    return gsq::kernel::lane::extreme(lanes.values, lanes.selected,
                                      type == ReduceType::MAX
                                          ? gsq::kernel::lane::Extreme::kLargest
                                          : gsq::kernel::lane::Extreme::kSmallest,
                                      0, lanes.values.size());
  }
}

/// Iterations of a call, whose number is signed in the documents.
inline std::uint32_t times(std::int32_t repeat, const Call& call) {
  return static_cast<std::uint32_t>(gsq::kernel::ascend::count_of(repeat, call));
}

/// An index as an element of type T.
template <typename T>
T index_as(std::uint64_t index) {
  T element;
  std::memcpy(static_cast<void*>(&element), &index, sizeof(T));
  return element;
}

/// Groups of `lanes` elements each, of which each gives one result.
template <ReduceType type, typename D, typename S>
void reduce_groups(const Call& call, const Operand& src, const Elements& elements,
                   std::uint32_t lanes, std::uint32_t dst, std::uint64_t step, ReduceOrder order) {
  if (elements.places().empty()) return;
  const bool pair = type != ReduceType::SUM && (order == ReduceOrder::ORDER_VALUE_INDEX ||
                                                order == ReduceOrder::ORDER_INDEX_VALUE);
  const std::uint32_t groups = elements.lanes() / lanes;
  std::uint64_t results = 0;
  for (const Elements::Place& at : elements.places()) {
    results = std::max(results, at.iteration * step + at.lane / lanes + (pair ? 2 : 1));
  }
  const std::uint64_t bytes = results * sizeof(D);
  // Only the first result of an iteration begins at a multiple of 32 bytes, if at all.
  const gsq::kernel::Range to{dst, dst + bytes};
  gsq::kernel::ascend::range_of(dst / 32 * 32, bytes + dst % 32, call);
  gsq::kernel::ascend::operate(
      call, {gsq::kernel::ascend::range_of(src, elements, sizeof(S), call)}, {to},
      [=](gsq::kernel::ascend::Image& ub) {
        const auto& places = elements.places();
        for (std::size_t next = 0; next < places.size();) {
          const std::uint32_t iteration = places[next].iteration;
          const std::uint32_t group = places[next].lane / lanes;
          Lanes<S> all;
          all.add(lanes - 1, S{});
          all.selected.assign(all.selected.size(), false);
          for (; next < places.size() && places[next].iteration == iteration &&
                 places[next].lane / lanes == group;
               ++next) {
            all.add(places[next].lane % lanes,
                    ub.get<S>(gsq::kernel::ascend::place_of(src, places[next], sizeof(S))));
          }
          const auto found = reduce<type, D>(all);
          const std::uint64_t at = dst + (iteration * step + group) * sizeof(D);
          const D index = index_as<D>(found.lane);
          const bool index_first =
              order == ReduceOrder::ORDER_INDEX_VALUE || order == ReduceOrder::ORDER_ONLY_INDEX;
          ub.set(at, type != ReduceType::SUM && groups == 1 && index_first ? index : found.value);
          if (pair && groups == 1) ub.set(at + sizeof(D), index_first ? found.value : index);
        }
      });
}

/// One result of all elements, and its index where wanted.
template <ReduceType type, typename T>
void reduce_all(const Call& call, const LocalTensor<T>& dst, const Operand& src,
                const Elements& elements, bool index) {
  if (elements.places().empty()) return;
  const std::uint32_t to = dst.address();
  const std::uint64_t bytes = sizeof(T) * (index ? 2 : 1);
  gsq::kernel::ascend::range_of(to / 32 * 32, bytes + to % 32, call);
  gsq::kernel::ascend::operate(
      call, {gsq::kernel::ascend::range_of(src, elements, sizeof(T), call)}, {{to, to + bytes}},
      [=, settings = gsq::kernel::Unit::current(call).settings()](gsq::kernel::ascend::Image& ub) {
        Lanes<T> all;
        for (const auto& at : elements.places()) {
          all.add(std::size_t{at.iteration} * elements.lanes() + at.lane,
                  ub.get<T>(gsq::kernel::ascend::place_of(src, at, sizeof(T))));
        }
        const auto found = reduce<type, T>(all);
        if (type == ReduceType::SUM) settings->sum = static_cast<double>(found.value);
        ub.set(to, found.value);
        if (index) ub.set(to + sizeof(T), index_as<T>(found.lane));
      },
      type == ReduceType::SUM ? gsq::kernel::Uses::kSum : gsq::kernel::Uses::kNone);
}

}  // namespace detail

// NOLINTBEGIN(cppcoreguidelines-macro-usage): a template cannot declare overloads by name
#define GSQ_REDUCE(NAME, TYPE)                                                                     \
  template <typename T, bool isSetMask = true>                                                     \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src,                \
                              const LocalTensor<T>& /*sharedTmpBuffer*/, std::int32_t count,       \
                              bool calIndex = false,                                               \
                              const detail::Call& call = detail::Call::here(#NAME)) {              \
    const std::uint32_t lanes = detail::lanes_of_iteration(sizeof(T), call);                       \
    detail::reduce_all<ReduceType::TYPE>(call, dst, detail::dense(src, lanes),                     \
                                         detail::first_elements(count, lanes, call), calIndex);    \
  }                                                                                                \
  template <typename T, typename Mask>                                                             \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src,                \
                              const LocalTensor<T>& /*sharedTmpBuffer*/, const Mask& mask,         \
                              std::int32_t repeatTime, std::int32_t srcRepStride,                  \
                              bool calIndex = false,                                               \
                              const detail::Call& call = detail::Call::here(#NAME)) {              \
    detail::reduce_all<ReduceType::TYPE>(                                                          \
        call, dst, {src.address(), 1, gsq::kernel::ascend::count_of(srcRepStride, call)},          \
        detail::selected<true>(mask, detail::times(repeatTime, call), sizeof(T), call), calIndex); \
  }
// NOLINTEND(cppcoreguidelines-macro-usage)

// dst[0] = sum, largest or smallest element; dst[1] its index, if calIndex. The temporary tensor is
// not used.
GSQ_REDUCE(ReduceSum, SUM)
GSQ_REDUCE(ReduceMax, MAX)
GSQ_REDUCE(ReduceMin, MIN)
#undef GSQ_REDUCE

/// The sum of the last ReduceSum; waits.
template <typename T>
__aicore__ inline T GetReduceRepeatSumSpr(
    const detail::Call& call = detail::Call::here("GetReduceRepeatSumSpr")) {
  gsq::kernel::Unit::current(call).wait();
  return static_cast<T>(gsq::kernel::ascend::settings(call).sum);
}

/// One result of each iteration: the sum, or the largest or smallest element and its lane, in the
/// given order. Results of iterations are `dstRepStride` results apart.
template <ReduceType type, typename T, typename U = T, bool isSetMask = true, typename Mask>
__aicore__ inline void ReduceRepeat(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                                    const Mask& mask, std::int32_t repeatTime,
                                    std::int32_t dstRepStride, std::int32_t srcBlkStride,
                                    std::int32_t srcRepStride,
                                    ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX,
                                    const detail::Call& call = detail::Call::here("ReduceRepeat")) {
  const bool pair = type != ReduceType::SUM && (order == ReduceOrder::ORDER_VALUE_INDEX ||
                                                order == ReduceOrder::ORDER_INDEX_VALUE);
  const std::uint32_t lanes = detail::lanes_of_iteration(sizeof(U), call);
  detail::reduce_groups<type, T, U>(
      call,
      {src.address(), gsq::kernel::ascend::count_of(srcBlkStride, call),
       gsq::kernel::ascend::count_of(srcRepStride, call)},
      detail::selected<isSetMask>(mask, detail::times(repeatTime, call), sizeof(U), call), lanes,
      dst.address(), gsq::kernel::ascend::count_of(dstRepStride, call) * (pair ? 2 : 1), order);
}

/// One result of each block of 32 bytes; VL/32 results of an iteration follow each other, those of
/// the next are `dstRepStride` times so many later.
template <ReduceType type, typename T, typename U = T, bool isSetMask = true, typename Mask>
__aicore__ inline void ReduceDataBlock(
    const LocalTensor<T>& dst, const LocalTensor<U>& src, const Mask& mask, std::int32_t repeatTime,
    std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride,
    const detail::Call& call = detail::Call::here("ReduceDataBlock")) {
  const std::uint32_t lanes = detail::lanes_of_iteration(sizeof(U), call);
  const std::uint32_t group = 32 / static_cast<std::uint32_t>(sizeof(U));
  detail::reduce_groups<type, T, U>(
      call,
      {src.address(), gsq::kernel::ascend::count_of(srcBlkStride, call),
       gsq::kernel::ascend::count_of(srcRepStride, call)},
      detail::selected<isSetMask>(mask, detail::times(repeatTime, call), sizeof(U), call), group,
      dst.address(), gsq::kernel::ascend::count_of(dstRepStride, call) * (lanes / group),
      ReduceOrder::ORDER_ONLY_VALUE);
}

/// The sum of each two neighbours.
template <ReduceType type, typename T, typename U = T, bool isSetMask = true, typename Mask>
__aicore__ inline void ReducePairElem(
    const LocalTensor<T>& dst, const LocalTensor<U>& src, const Mask& mask, std::int32_t repeatTime,
    std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride,
    const detail::Call& call = detail::Call::here("ReducePairElem")) {
  const std::uint32_t lanes = detail::lanes_of_iteration(sizeof(U), call);
  detail::reduce_groups<type, T, U>(
      call,
      {src.address(), gsq::kernel::ascend::count_of(srcBlkStride, call),
       gsq::kernel::ascend::count_of(srcRepStride, call)},
      detail::selected<isSetMask>(mask, detail::times(repeatTime, call), sizeof(U), call), 2,
      dst.address(), gsq::kernel::ascend::count_of(dstRepStride, call) * (lanes / 2),
      ReduceOrder::ORDER_ONLY_VALUE);
}

}  // namespace AscendC
