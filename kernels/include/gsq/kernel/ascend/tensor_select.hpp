// SPDX-License-Identifier: Apache-2.0
/// Comparisons of tensors, selection by their results, and data that follows a pattern.
///
/// All are operations of the processor, with the forms and errors of tensor_compute.hpp. Results of
/// comparisons are bits without gaps: that of element i is bit i % 8 of byte i / 8; an iteration
/// gives one for each of its lanes.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "gsq/kernel/ascend/tensor_compute.hpp"
#include "gsq/kernel/lanes/lane_reduce.hpp"

namespace AscendC {

/// Strides of Brcb in blocks of 32 bytes: between the blocks of an iteration, and from one to the
/// next.
struct BrcbRepeatParams {
  std::uint32_t dstBlkStride = 1;
  std::uint32_t dstRepStride = 8;
};

namespace detail {

template <typename T>
bool compare_as(CMPMODE mode, const T& a, const T& b) {
  switch (mode) {
    case CMPMODE::LT:
      return gsq::kernel::lane::compare<CMPMODE::LT>(a, b);
    case CMPMODE::GT:
      return gsq::kernel::lane::compare<CMPMODE::GT>(a, b);
    case CMPMODE::EQ:
      return gsq::kernel::lane::compare<CMPMODE::EQ>(a, b);
    case CMPMODE::LE:
      return gsq::kernel::lane::compare<CMPMODE::LE>(a, b);
    case CMPMODE::GE:
      return gsq::kernel::lane::compare<CMPMODE::GE>(a, b);
    default:
      return gsq::kernel::lane::compare<CMPMODE::NE>(a, b);
  }
}

/// Bits of a function of the elements, from `dst` on.
template <typename T, typename F>
void compare_bits(std::uint32_t dst, const Elements& elements, const Call& call,
                  const Operand& src0, const Operand& src1, F function) {
  if (elements.places().empty()) return;
  const std::uint64_t bits = std::uint64_t{elements.iterations()} * elements.lanes();
  const auto to = gsq::kernel::ascend::range_of(dst, (bits + 7) / 8, call);
  gsq::kernel::ascend::operate(
      call,
      {gsq::kernel::ascend::range_of(src0, elements, sizeof(T), call),
       gsq::kernel::ascend::range_of(src1, elements, sizeof(T), call)},
      {to}, [=](gsq::kernel::ascend::Image& ub) {
        for (const Elements::Place& at : elements.places()) {
          const std::uint64_t bit = std::uint64_t{at.iteration} * elements.lanes() + at.lane;
          const bool holds =
              function(ub.get<T>(gsq::kernel::ascend::place_of(src0, at, sizeof(T))),
                       ub.get<T>(gsq::kernel::ascend::place_of(src1, at, sizeof(T))));
          const auto byte = ub.get<std::uint8_t>(dst + bit / 8);
          const auto one = static_cast<std::uint8_t>(1U << (bit % 8));
          ub.set(dst + bit / 8, static_cast<std::uint8_t>(holds ? byte | one : byte & ~one));
        }
      });
}

/// Elements of a call on the first `count`, with the operands without gaps.
template <typename T>
Elements first(std::uint32_t count, const Call& call) {
  return first_elements(count, lanes_of_iteration(sizeof(T), call), call);
}
template <typename T>
Operand operand(const LocalTensor<T>& tensor, const Call& call) {
  return dense(tensor, lanes_of_iteration(sizeof(T), call));
}

/// dst = bit ? src0 : src1 for all elements; the bits begin anew in each iteration if `again`.
template <typename T, typename First, typename Second>
void select(const Operand& dst, std::uint32_t bits, bool again, const Elements& elements,
            const Operand& src0, const Operand& src1, First first, Second second,
            const Call& call) {
  if (elements.places().empty()) return;
  const std::uint64_t count = std::uint64_t{again ? 1 : elements.iterations()} * elements.lanes();
  gsq::kernel::ascend::operate(
      call,
      {gsq::kernel::ascend::range_of(src0, elements, sizeof(T), call),
       gsq::kernel::ascend::range_of(src1, elements, sizeof(T), call),
       gsq::kernel::ascend::range_of(bits, (count + 7) / 8, call)},
      {gsq::kernel::ascend::range_of(dst, elements, sizeof(T), call)},
      [=](gsq::kernel::ascend::Image& ub) {
        for (const Elements::Place& at : elements.places()) {
          const std::uint64_t bit =
              (again ? 0 : std::uint64_t{at.iteration} * elements.lanes()) + at.lane;
          const T a = first(ub.get<T>(gsq::kernel::ascend::place_of(src0, at, sizeof(T))));
          const T b = second(ub.get<T>(gsq::kernel::ascend::place_of(src1, at, sizeof(T))));
          ub.set(gsq::kernel::ascend::place_of(dst, at, sizeof(T)), ub.bit(bits, bit) ? a : b);
        }
      });
}

/// The register of GetCmpMask has a bit for each of so many lanes. Throws Error for others.
inline void check_compare_mask(const Elements& elements, const Call& call) {
  const std::size_t lanes = 8 * gsq::kernel::ascend::settings(call).compare_mask.size();
  for (const Elements::Place& at : elements.places()) {
    if (at.lane < lanes) continue;
    throw gsq::kernel::Error(
        call,
        "the register of results has a bit for each of the lowest " + std::to_string(lanes) +
            " lanes, lane " + std::to_string(at.lane) +
            " is selected: use a smaller mask, or Compare with a tensor for the results",
        gsq::Status::ErrParam, at.lane);
  }
}

struct Itself {
  template <typename T>
  T operator()(const T& value) const {
    return value;
  }
};

}  // namespace detail

/// Bits of src0 `cmpMode` src1.
template <typename T, typename U>
__aicore__ inline void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                               const LocalTensor<T>& src1, CMPMODE cmpMode, std::uint32_t count,
                               const detail::Call& call = detail::Call::here("Compare")) {
  detail::compare_bits<T>(
      dst.address(), detail::first<T>(count, call), call, detail::operand(src0, call),
      detail::operand(src1, call),
      [cmpMode](const T& a, const T& b) { return detail::compare_as(cmpMode, a, b); });
}
template <typename T, typename U, bool isSetMask = true, typename Mask>
__aicore__ inline void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                               const LocalTensor<T>& src1, CMPMODE cmpMode, const Mask& mask,
                               std::uint32_t repeatTime, const BinaryRepeatParams& by,
                               const detail::Call& call = detail::Call::here("Compare")) {
  detail::compare_bits<T>(
      dst.address(), detail::selected<isSetMask>(mask, repeatTime, sizeof(T), call), call,
      {src0.address(), by.src0BlkStride, by.src0RepStride},
      {src1.address(), by.src1BlkStride, by.src1RepStride},
      [cmpMode](const T& a, const T& b) { return detail::compare_as(cmpMode, a, b); });
}

/// Bits of one iteration in the register of GetCmpMask; waits.
template <typename T, bool isSetMask = true>
__aicore__ inline void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                               CMPMODE cmpMode, std::uint64_t mask, const BinaryRepeatParams& by,
                               const detail::Call& call = detail::Call::here("Compare")) {
  const auto elements = detail::selected<isSetMask>(mask, 1, sizeof(T), call);
  detail::check_compare_mask(elements, call);
  const detail::Operand first{src0.address(), by.src0BlkStride, by.src0RepStride};
  const detail::Operand second{src1.address(), by.src1BlkStride, by.src1RepStride};
  gsq::kernel::ascend::operate(
      call,
      {gsq::kernel::ascend::range_of(first, elements, sizeof(T), call),
       gsq::kernel::ascend::range_of(second, elements, sizeof(T), call)},
      {},
      [=, settings = gsq::kernel::Unit::current(call).settings()](gsq::kernel::ascend::Image& ub) {
        auto& bits = settings->compare_mask;
        for (const auto& at : elements.places()) {
          const bool holds = detail::compare_as(
              cmpMode, ub.get<T>(gsq::kernel::ascend::place_of(first, at, sizeof(T))),
              ub.get<T>(gsq::kernel::ascend::place_of(second, at, sizeof(T))));
          const auto one = static_cast<std::uint8_t>(1U << (at.lane % 8));
          auto& byte = bits.at(at.lane / 8);
          byte = static_cast<std::uint8_t>(holds ? byte | one : byte & ~one);
        }
      });
  gsq::kernel::Unit::current(call).wait();
}
/// The register of the last such Compare, as 16 bytes.
template <typename T>
__aicore__ inline void GetCmpMask(const LocalTensor<T>& dst,
                                  const detail::Call& call = detail::Call::here("GetCmpMask")) {
  const std::uint32_t address = dst.address();
  const auto bits = gsq::kernel::ascend::settings(call).compare_mask;
  gsq::kernel::ascend::operate(call, {},
                               {gsq::kernel::ascend::range_of(address, bits.size(), call)},
                               [=](gsq::kernel::ascend::Image& ub) {
                                 for (std::size_t i = 0; i < bits.size(); ++i)
                                   ub.set(address + i, bits[i]);
                               });
}
/// Sets it; waits.
template <typename T>
__aicore__ inline void SetCmpMask(const LocalTensor<T>& src,
                                  const detail::Call& call = detail::Call::here("SetCmpMask")) {
  auto& bits = gsq::kernel::ascend::settings(call).compare_mask;
  bits = gsq::kernel::Unit::current(call).read_ub(src.address(), bits.size(), call);
}

/// Bits of src0 `cmpMode` scalar. CompareScalar is the older name.
template <typename T, typename U>
__aicore__ inline void Compares(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                                const detail::Given<T>& scalar, CMPMODE cmpMode,
                                std::uint32_t count,
                                const detail::Call& call = detail::Call::here("Compares")) {
  detail::compare_bits<T>(dst.address(), detail::first<T>(count, call), call,
                          detail::operand(src0, call), detail::operand(src0, call),
                          [cmpMode, scalar](const T& a, const T& /*b*/) {
                            return detail::compare_as(cmpMode, a, scalar);
                          });
}
template <typename T, typename U, bool isSetMask = true, typename Mask>
__aicore__ inline void Compares(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                                const detail::Given<T>& scalar, CMPMODE cmpMode, const Mask& mask,
                                std::uint32_t repeatTime, const UnaryRepeatParams& by,
                                const detail::Call& call = detail::Call::here("Compares")) {
  const detail::Operand from{src0.address(), by.srcBlkStride, by.srcRepStride};
  detail::compare_bits<T>(dst.address(),
                          detail::selected<isSetMask>(mask, repeatTime, sizeof(T), call), call,
                          from, from, [cmpMode, scalar](const T& a, const T& /*b*/) {
                            return detail::compare_as(cmpMode, a, scalar);
                          });
}
template <typename T, typename U>
__aicore__ inline void CompareScalar(
    const LocalTensor<U>& dst, const LocalTensor<T>& src0, const detail::Given<T>& scalar,
    CMPMODE cmpMode, std::uint32_t count,
    const detail::Call& call = detail::Call::here("CompareScalar")) {
  Compares(dst, src0, scalar, cmpMode, count, call);
}
template <typename T, typename U, bool isSetMask = true, typename Mask>
__aicore__ inline void CompareScalar(
    const LocalTensor<U>& dst, const LocalTensor<T>& src0, const detail::Given<T>& scalar,
    CMPMODE cmpMode, const Mask& mask, std::uint32_t repeatTime, const UnaryRepeatParams& by,
    const detail::Call& call = detail::Call::here("CompareScalar")) {
  Compares<T, U, isSetMask>(dst, src0, scalar, cmpMode, mask, repeatTime, by, call);
}
/// The scalar as a tensor, on either side.
template <typename Default = BinaryDefaultType, typename U,
          const BinaryConfig& config = DEFAULT_BINARY_CONFIG, typename T>
__aicore__ inline void Compares(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                                const LocalTensor<T>& src1, CMPMODE cmpMode, std::uint32_t count,
                                const detail::Call& call = detail::Call::here("Compares")) {
  if (count == 0) return;
  const bool first = config.scalarTensorIndex == 0;
  detail::Operand left = detail::operand(src0, call);
  detail::Operand right = detail::operand(src1, call);
  const T scalar = (first ? src0 : src1).GetValue(0, call);
  (first ? left : right) = first ? right : left;  // its elements are not looked at
  detail::compare_bits<T>(
      dst.address(), detail::first<T>(count, call), call, left, right, [=](const T& a, const T& b) {
        return detail::compare_as(cmpMode, first ? scalar : a, first ? b : scalar);
      });
}

/// dst = bit of selMask ? src0 : src1. VSEL_CMPMASK_SPR takes the bits of the first iteration for
/// all.
template <typename T, typename U>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                              SELMODE selMode, std::uint32_t count,
                              const detail::Call& call = detail::Call::here("Select")) {
  detail::select<T>(detail::operand(dst, call), selMask.address(),
                    selMode == SELMODE::VSEL_CMPMASK_SPR, detail::first<T>(count, call),
                    detail::operand(src0, call), detail::operand(src1, call), detail::Itself{},
                    detail::Itself{}, call);
}
template <typename T, typename U, bool isSetMask = true, typename Mask>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                              SELMODE selMode, const Mask& mask, std::uint32_t repeatTime,
                              const BinaryRepeatParams& by,
                              const detail::Call& call = detail::Call::here("Select")) {
  detail::select<T>({dst.address(), by.dstBlkStride, by.dstRepStride}, selMask.address(),
                    selMode == SELMODE::VSEL_CMPMASK_SPR,
                    detail::selected<isSetMask>(mask, repeatTime, sizeof(T), call),
                    {src0.address(), by.src0BlkStride, by.src0RepStride},
                    {src1.address(), by.src1BlkStride, by.src1RepStride}, detail::Itself{},
                    detail::Itself{}, call);
}
/// The same with a scalar as src1.
template <typename T, typename U>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, const detail::Given<T>& src1,
                              SELMODE selMode, std::uint32_t count,
                              const detail::Call& call = detail::Call::here("Select")) {
  detail::select<T>(
      detail::operand(dst, call), selMask.address(), selMode == SELMODE::VSEL_CMPMASK_SPR,
      detail::first<T>(count, call), detail::operand(src0, call), detail::operand(src0, call),
      detail::Itself{}, [src1](const T& /*unused*/) { return src1; }, call);
}
template <typename T, typename U, bool isSetMask = true, typename Mask>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, const detail::Given<T>& src1,
                              SELMODE selMode, const Mask& mask, std::uint32_t repeatTime,
                              const BinaryRepeatParams& by,
                              const detail::Call& call = detail::Call::here("Select")) {
  const detail::Operand from{src0.address(), by.src0BlkStride, by.src0RepStride};
  detail::select<T>(
      {dst.address(), by.dstBlkStride, by.dstRepStride}, selMask.address(),
      selMode == SELMODE::VSEL_CMPMASK_SPR,
      detail::selected<isSetMask>(mask, repeatTime, sizeof(T), call), from, from, detail::Itself{},
      [src1](const T& /*unused*/) { return src1; }, call);
}
/// The scalar as a tensor, on either side.
template <typename Default, typename U, const BinaryConfig& config, typename T>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                              const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                              SELMODE selMode, std::uint32_t count,
                              const detail::Call& call = detail::Call::here("Select")) {
  if (count == 0) return;
  const bool again = selMode == SELMODE::VSEL_CMPMASK_SPR;
  if constexpr (config.scalarTensorIndex == 0) {
    const T scalar = src0.GetValue(0, call);
    detail::select<T>(
        detail::operand(dst, call), selMask.address(), again, detail::first<T>(count, call),
        detail::operand(src1, call), detail::operand(src1, call),
        [scalar](const T& /*unused*/) { return scalar; }, detail::Itself{}, call);
  } else {
    Select(dst, selMask, src0, src1.GetValue(0, call), selMode, count, call);
  }
}

/// firstValue, firstValue + 1, … in the first elements.
template <typename T>
__aicore__ inline void CreateVecIndex(
    const LocalTensor<T>& dst, const detail::Given<T>& firstValue, std::uint32_t count,
    const detail::Call& call = detail::Call::here("CreateVecIndex")) {
  if (count == 0) return;
  const std::uint32_t address = dst.address();
  const auto to = gsq::kernel::ascend::range_of(address, std::uint64_t{count} * sizeof(T), call);
  const auto numbers = gsq::kernel::lane::sequence<T>(firstValue, count, false);
  gsq::kernel::ascend::operate(call, {}, {to}, [=](gsq::kernel::ascend::Image& ub) {
    for (std::size_t i = 0; i < numbers.size(); ++i) ub.set(address + i * sizeof(T), numbers[i]);
  });
}

/// Blocks of 32 bytes of dst become filled with one element of src each; an iteration takes VL/32.
template <typename T>
__aicore__ inline void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            std::uint32_t repeatTime, const BrcbRepeatParams& by,
                            const detail::Call& call = detail::Call::here("Brcb")) {
  const std::uint32_t blocks = detail::lanes_of_iteration(1, call) / 32;
  const detail::Elements elements({false, {~std::uint64_t{0}, 0}, false}, repeatTime,
                                  detail::lanes_of_iteration(sizeof(T), call), call);
  if (elements.places().empty()) return;
  const detail::Operand to{dst.address(), by.dstBlkStride, by.dstRepStride};
  const std::uint32_t from = src.address();
  gsq::kernel::ascend::operate(
      call,
      {gsq::kernel::ascend::range_of(from, std::uint64_t{repeatTime} * blocks * sizeof(T), call)},
      {gsq::kernel::ascend::range_of(to, elements, sizeof(T), call)},
      [=](gsq::kernel::ascend::Image& ub) {
        for (const auto& at : elements.places()) {
          const std::uint32_t number =
              at.iteration * blocks + at.lane * static_cast<std::uint32_t>(sizeof(T)) / 32;
          ub.set(gsq::kernel::ascend::place_of(to, at, sizeof(T)),
                 ub.get<T>(from + number * sizeof(T)));
        }
      });
}

namespace detail {

/// dst0 and dst1 together get the elements of src0 and src1 together, by their places.
template <typename T, typename From>
void rearrange(const Call& call, const LocalTensor<T>& dst0, const LocalTensor<T>& dst1,
               const LocalTensor<T>& src0, const LocalTensor<T>& src1, std::uint32_t count,
               From from) {
  const std::uint64_t bytes = std::uint64_t{count} * sizeof(T);
  const auto place = [count](const LocalTensor<T>& a, const LocalTensor<T>& b, std::uint32_t i) {
    return (i < count ? a.address() : b.address()) + i % count * sizeof(T);
  };
  if (count == 0) return;
  gsq::kernel::ascend::operate(call,
                               {gsq::kernel::ascend::range_of(src0.address(), bytes, call),
                                gsq::kernel::ascend::range_of(src1.address(), bytes, call)},
                               {gsq::kernel::ascend::range_of(dst0.address(), bytes, call),
                                gsq::kernel::ascend::range_of(dst1.address(), bytes, call)},
                               [=](gsq::kernel::ascend::Image& ub) {
                                 std::vector<T> all;
                                 for (std::uint32_t i = 0; i < 2 * count; ++i) {
                                   all.push_back(ub.get<T>(place(src0, src1, from(i))));
                                 }
                                 for (std::uint32_t i = 0; i < 2 * count; ++i)
                                   ub.set(place(dst0, dst1, i), all[i]);
                               });
}

}  // namespace detail

/// Elements of src0 and src1 in turn, the first half in dst0, the second in dst1; and the inverse.
template <typename T>
__aicore__ inline void Interleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1,
                                  const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                                  std::int32_t count,
                                  const detail::Call& call = detail::Call::here("Interleave")) {
  const auto n = static_cast<std::uint32_t>(gsq::kernel::ascend::count_of(count, call));
  detail::rearrange(call, dst0, dst1, src0, src1, n,
                    [n](std::uint32_t i) { return i % 2 * n + i / 2; });
}
template <typename T>
__aicore__ inline void DeInterleave(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1,
                                    const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                                    std::int32_t count,
                                    const detail::Call& call = detail::Call::here("DeInterleave")) {
  const auto n = static_cast<std::uint32_t>(gsq::kernel::ascend::count_of(count, call));
  detail::rearrange(call, dst0, dst1, src0, src1, n,
                    [n](std::uint32_t i) { return i % n * 2 + i / n; });
}

}  // namespace AscendC
