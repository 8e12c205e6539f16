// SPDX-License-Identifier: Apache-2.0
/// Calculations with tensors, strided, masked and repeated, or on their first elements.
///
/// Add and Abs of int16_t and int32_t, and Copy, are commands of the unit; all others are
/// operations of the processor. Each call returns at once.
///
/// Calls have up to three forms. `count`: the first so many elements. `mask` as a number: the
/// lowest lanes of each of `repeatTime` iterations, all when there are fewer. `mask` as two words:
/// the lane i of each iteration by bit i. Other elements of dst keep their values. With isSetMask =
/// false the mask is that of SetVectorMask; after SetMaskCount masks count the elements of all
/// iterations. Nothing happens when no lane or iteration is selected. A call throws
/// gsq::kernel::Error when a tensor does not begin at a multiple of 32 bytes or its elements leave
/// UB; one that is a command fails for that as commands do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "gsq/kernel/ascend/compute_choices.hpp"
#include "gsq/kernel/ascend/registers.hpp"
#include "gsq/kernel/ascend/tensor_operation.hpp"
#include "gsq/kernel/lanes/lane_arithmetic.hpp"
#include "gsq/kernel/lanes/lane_round.hpp"

namespace AscendC {

/// In calls where a scalar may stand first: which operand of a call is the scalar. The scalar is
/// given as a tensor, whose first element counts.
struct BinaryConfig {
  std::int32_t scalarTensorIndex = 1;
};
inline constexpr BinaryConfig DEFAULT_BINARY_CONFIG{};
/// The type of the operands of such a call: that of the tensors.
struct BinaryDefaultType {};

namespace detail {

using gsq::kernel::ascend::Elements;
using gsq::kernel::ascend::elementwise;
using gsq::kernel::ascend::first_elements;
using gsq::kernel::ascend::LaneMask;
using gsq::kernel::ascend::lanes_of_iteration;
using gsq::kernel::ascend::Operand;

/// A type that is not deduced.
template <typename T>
struct Same {
  using type = T;
};
template <typename T>
using Given = typename Same<T>::type;

/// Types that the unit adds.
template <typename T>
inline constexpr bool is_command_type =
    std::is_same_v<T, std::int16_t> || std::is_same_v<T, std::int32_t>;

/// The mask of a call on its first elements.
template <bool isSetMask>
LaneMask first_lanes(std::int64_t count, const Call& call) {
  if (!isSetMask) return lanes_of<false>(std::uint64_t{0}, 1, call);
  return {false, {gsq::kernel::ascend::count_of(count, call), 0}, true};
}

/// The first element of a tensor that stands for a scalar; not read where nothing is selected.
template <typename T>
T scalar_of(const LocalTensor<T>& tensor, const LaneMask& mask, const Call& call) {
  return mask.words[0] == 0 && mask.words[1] == 0 ? T{} : tensor.GetValue(0, call);
}

template <typename T, typename F>
void binary(const Call& call, const LocalTensor<T>& dst, const LocalTensor<T>& src0,
            const LocalTensor<T>& src1, const LaneMask& mask, std::uint32_t repeat,
            const BinaryRepeatParams& by, F function) {
  elementwise<T, T, T>(call, Elements(mask, repeat, lanes_of_iteration(sizeof(T), call), call),
                       Operand{dst.address(), by.dstBlkStride, by.dstRepStride}, function,
                       Operand{src0.address(), by.src0BlkStride, by.src0RepStride},
                       Operand{src1.address(), by.src1BlkStride, by.src1RepStride});
}

template <typename D, typename S, typename F>
void unary(const Call& call, const LocalTensor<D>& dst, const LocalTensor<S>& src,
           const LaneMask& mask, std::uint32_t repeat, const UnaryRepeatParams& by, F function) {
  const std::size_t longest = sizeof(D) > sizeof(S) ? sizeof(D) : sizeof(S);
  elementwise<D, S>(call, Elements(mask, repeat, lanes_of_iteration(longest, call), call),
                    Operand{dst.address(), by.dstBlkStride, by.dstRepStride}, function,
                    Operand{src.address(), by.srcBlkStride, by.srcRepStride});
}

/// Strides without gaps.
template <typename T>
BinaryRepeatParams dense_binary(const Call& call) {
  const std::uint32_t blocks = lanes_of_iteration(1, call) / 32;
  return {1, 1, 1, blocks, blocks, blocks};
}
template <typename T>
UnaryRepeatParams dense_unary(const Call& call) {
  const std::uint32_t blocks = lanes_of_iteration(1, call) / 32;
  return {1, 1, blocks, blocks};
}

/// Elements of an iteration without gaps: a vector of the longest ones, and at least a block of the
/// shortest ones, since all tensors of an iteration begin at blocks.
template <typename... T>
std::uint32_t dense_lanes(const Call& call) {
  constexpr std::uint32_t kShortest = std::min({std::uint32_t{sizeof(T)}...});
  return std::max(lanes_of_iteration(std::max({sizeof(T)...}), call), 32 / kShortest);
}

template <typename T>
void add(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
         const LaneMask& mask, std::uint32_t repeat, const BinaryRepeatParams& by,
         const Call& call) {
  if constexpr (is_command_type<T>) {
    gsq::kernel::ascend::issue_vec(gsq::Opcode::VecAdd, gsq::kernel::ascend::width_of<T>(),
                                   {dst.address(), by.dstBlkStride, by.dstRepStride},
                                   {src0.address(), by.src0BlkStride, by.src0RepStride},
                                   {src1.address(), by.src1BlkStride, by.src1RepStride}, mask,
                                   repeat, call);
  } else {
    binary(call, dst, src0, src1, mask, repeat, by,
           [](T a, T b) { return gsq::kernel::lane::add(a, b); });
  }
}

template <typename T>
void abs(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LaneMask& mask,
         std::uint32_t repeat, const UnaryRepeatParams& by, const Call& call) {
  if constexpr (is_command_type<T>) {
    gsq::kernel::ascend::issue_vec(gsq::Opcode::VecAbs, gsq::kernel::ascend::width_of<T>(),
                                   {dst.address(), by.dstBlkStride, by.dstRepStride},
                                   {src.address(), by.srcBlkStride, by.srcRepStride}, {}, mask,
                                   repeat, call);
  } else {
    unary(call, dst, src, mask, repeat, by, [](T a) { return gsq::kernel::lane::abs(a); });
  }
}

/// Elements of 2 and 4 bytes are copied by the unit. A mask that counts is that of one iteration,
/// which goes on with as many blocks as it takes.
template <typename T>
void copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LaneMask& mask,
          std::uint32_t repeat, const CopyRepeatParams& by, const Call& call) {
  constexpr std::uint32_t kUnit = sizeof(T) == 8 ? 4 : sizeof(T);  // moved as 4-byte elements
  static_assert(sizeof(T) >= 2, "Copy: expected elements of 2, 4 or 8 bytes");
  const auto issue = [&](const Operand& to, const Operand& from, const LaneMask& lanes,
                         std::uint32_t times) {
    gsq::kernel::ascend::issue_vec(gsq::Opcode::VecCopy, gsq::kernel::ascend::width_of(kUnit), to,
                                   from, {}, lanes, times, call);
  };
  if (mask.counter) {
    const std::uint32_t blocks = lanes_of_iteration(1, call) / 32;
    gsq::kernel::ascend::check_amount({}, repeat, call);
    for (std::uint32_t i = 0; i < repeat; ++i) {
      const auto part = [&](const LocalTensor<T>& tensor, std::uint32_t from, std::uint64_t step) {
        return Operand{gsq::kernel::ascend::iteration_address({tensor.address(), 1, from}, i, call),
                       step, blocks * step};
      };
      issue(part(dst, by.dstRepeatSize, by.dstStride), part(src, by.srcRepeatSize, by.srcStride),
            {false, {mask.words[0] * sizeof(T) / kUnit, 0}, true}, 0);
    }
    return;
  }
  static_assert(sizeof(T) <= 4 || kUnit == 4);
  LaneMask lanes = mask;
  if (sizeof(T) == 8 && !mask.bitwise) lanes.words[0] *= 2;
  if (sizeof(T) == 8 && mask.bitwise) {  // each bit twice
    lanes.words = {};
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      if ((mask.words[0] >> lane & 1U) != 0) {
        lanes.words.at(lane / 32) |= std::uint64_t{3} << (2 * lane % 64);
      }
    }
  }
  issue({dst.address(), by.dstStride, by.dstRepeatSize},
        {src.address(), by.srcStride, by.srcRepeatSize}, lanes, repeat);
}

}  // namespace detail

// The three forms of calls with the same parameters. FUNCTION is a lambda of elements, or BODY a
// function of the tensors, mask, iterations and strides.
// NOLINTBEGIN(cppcoreguidelines-macro-usage): a template cannot declare overloads by name
#define GSQ_BINARY_BY(NAME, BODY)                                                               \
  template <typename T, bool isSetMask = true>                                                  \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0,            \
                              const LocalTensor<T>& src1, std::int32_t count,                   \
                              const detail::Call& call = detail::Call::here(#NAME)) {           \
    BODY(dst, src0, src1, detail::first_lanes<isSetMask>(count, call), 1,                       \
         detail::dense_binary<T>(call), call);                                                  \
  }                                                                                             \
  template <typename T, bool isSetMask = true>                                                  \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0,            \
                              const LocalTensor<T>& src1, std::uint64_t mask,                   \
                              std::uint32_t repeatTime, const BinaryRepeatParams& repeatParams, \
                              const detail::Call& call = detail::Call::here(#NAME)) {           \
    BODY(dst, src0, src1, detail::lanes_of<isSetMask>(mask, sizeof(T), call), repeatTime,       \
         repeatParams, call);                                                                   \
  }                                                                                             \
  template <typename T, bool isSetMask = true>                                                  \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0,            \
                              const LocalTensor<T>& src1, const std::uint64_t mask[],           \
                              std::uint32_t repeatTime, const BinaryRepeatParams& repeatParams, \
                              const detail::Call& call = detail::Call::here(#NAME)) {           \
    BODY(dst, src0, src1, detail::lanes_of<isSetMask>(mask, sizeof(T), call), repeatTime,       \
         repeatParams, call);                                                                   \
  }

#define GSQ_BINARY(NAME, FUNCTION)                                                           \
  namespace detail {                                                                         \
  template <typename T>                                                                      \
  void binary_##NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                  \
                     const LocalTensor<T>& src1, const LaneMask& mask, std::uint32_t repeat, \
                     const BinaryRepeatParams& by, const Call& call) {                       \
    binary(call, dst, src0, src1, mask, repeat, by,                                          \
           [](T a, T b) { return gsq::kernel::lane::FUNCTION(a, b); });                      \
  }                                                                                          \
  }                                                                                          \
  GSQ_BINARY_BY(NAME, detail::binary_##NAME)

#define GSQ_UNARY_BY(NAME, BODY)                                                                 \
  template <typename T, bool isSetMask = true>                                                   \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src,              \
                              std::int32_t count,                                                \
                              const detail::Call& call = detail::Call::here(#NAME)) {            \
    BODY(dst, src, detail::first_lanes<isSetMask>(count, call), 1, detail::dense_unary<T>(call), \
         call);                                                                                  \
  }                                                                                              \
  template <typename T, bool isSetMask = true>                                                   \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src,              \
                              std::uint64_t mask, std::uint32_t repeatTime,                      \
                              const UnaryRepeatParams& repeatParams,                             \
                              const detail::Call& call = detail::Call::here(#NAME)) {            \
    BODY(dst, src, detail::lanes_of<isSetMask>(mask, sizeof(T), call), repeatTime, repeatParams, \
         call);                                                                                  \
  }                                                                                              \
  template <typename T, bool isSetMask = true>                                                   \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src,              \
                              const std::uint64_t mask[], std::uint32_t repeatTime,              \
                              const UnaryRepeatParams& repeatParams,                             \
                              const detail::Call& call = detail::Call::here(#NAME)) {            \
    BODY(dst, src, detail::lanes_of<isSetMask>(mask, sizeof(T), call), repeatTime, repeatParams, \
         call);                                                                                  \
  }

#define GSQ_UNARY(NAME, FUNCTION)                                                                \
  namespace detail {                                                                             \
  template <typename T>                                                                          \
  void unary_##NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LaneMask& mask,  \
                    std::uint32_t repeat, const UnaryRepeatParams& by, const Call& call) {       \
    unary(call, dst, src, mask, repeat, by, [](T a) { return gsq::kernel::lane::FUNCTION(a); }); \
  }                                                                                              \
  }                                                                                              \
  GSQ_UNARY_BY(NAME, detail::unary_##NAME)

#define GSQ_BY_SCALAR(NAME, FUNCTION)                                                              \
  template <typename T, bool isSetMask = true>                                                     \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src,                \
                              const detail::Given<T>& scalar, std::int32_t count,                  \
                              const detail::Call& call = detail::Call::here(#NAME)) {              \
    detail::unary(call, dst, src, detail::first_lanes<isSetMask>(count, call), 1,                  \
                  detail::dense_unary<T>(call),                                                    \
                  [scalar](T a) { return gsq::kernel::lane::FUNCTION(a, scalar); });               \
  }                                                                                                \
  template <typename T, bool isSetMask = true>                                                     \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src,                \
                              const detail::Given<T>& scalar, std::uint64_t mask,                  \
                              std::uint32_t repeatTime, const UnaryRepeatParams& repeatParams,     \
                              const detail::Call& call = detail::Call::here(#NAME)) {              \
    detail::unary(call, dst, src, detail::lanes_of<isSetMask>(mask, sizeof(T), call), repeatTime,  \
                  repeatParams, [scalar](T a) { return gsq::kernel::lane::FUNCTION(a, scalar); }); \
  }                                                                                                \
  template <typename T, bool isSetMask = true>                                                     \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src,                \
                              const detail::Given<T>& scalar, const std::uint64_t mask[],          \
                              std::uint32_t repeatTime, const UnaryRepeatParams& repeatParams,     \
                              const detail::Call& call = detail::Call::here(#NAME)) {              \
    detail::unary(call, dst, src, detail::lanes_of<isSetMask>(mask, sizeof(T), call), repeatTime,  \
                  repeatParams, [scalar](T a) { return gsq::kernel::lane::FUNCTION(a, scalar); }); \
  }

#define GSQ_SCALAR(NAME, FUNCTION)                                                                \
  GSQ_BY_SCALAR(NAME, FUNCTION)                                                                   \
  template <typename Default = BinaryDefaultType, bool isSetMask = true,                          \
            const BinaryConfig& config = DEFAULT_BINARY_CONFIG, typename T>                       \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0,              \
                              const LocalTensor<T>& src1, std::int32_t count,                     \
                              const detail::Call& call = detail::Call::here(#NAME)) {             \
    constexpr bool kFirst = config.scalarTensorIndex == 0;                                        \
    const detail::LaneMask mask = detail::first_lanes<isSetMask>(count, call);                    \
    const T scalar = detail::scalar_of(kFirst ? src0 : src1, mask, call);                         \
    detail::unary(call, dst, kFirst ? src1 : src0, mask, 1, detail::dense_unary<T>(call),         \
                  [scalar](T a) {                                                                 \
                    return gsq::kernel::lane::FUNCTION(kFirst ? scalar : a, kFirst ? a : scalar); \
                  });                                                                             \
  }

#define GSQ_SHIFT(NAME, FUNCTION)                                                     \
  GSQ_BY_SCALAR(NAME, FUNCTION)                                                       \
  template <typename T, typename U>                                                   \
  __aicore__ inline void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0,  \
                              const LocalTensor<U>& src1, std::uint32_t count,        \
                              const detail::Call& call = detail::Call::here(#NAME)) { \
    const std::uint32_t lanes = detail::dense_lanes<T, U>(call);                      \
    detail::elementwise<T, T, U>(                                                     \
        call, detail::first_elements(count, lanes, call), detail::dense(dst, lanes),  \
        [](T a, U distance) { return gsq::kernel::lane::FUNCTION(a, distance); },     \
        detail::dense(src0, lanes), detail::dense(src1, lanes));                      \
  }
// NOLINTEND(cppcoreguidelines-macro-usage)

// dst = src0 op src1. Integers wrap around; floating-point numbers are rounded once.
GSQ_BINARY_BY(Add, detail::add)
GSQ_BINARY(Sub, sub)
GSQ_BINARY(Mul, mul)
GSQ_BINARY(Div, div)
GSQ_BINARY(Max, max)
GSQ_BINARY(Min, min)
GSQ_BINARY(And, bit_and)
GSQ_BINARY(Or, bit_or)

/// Largest of 0 and the result.
namespace detail {
template <typename T>
void add_relu(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
              const LaneMask& mask, std::uint32_t repeat, const BinaryRepeatParams& by,
              const Call& call) {
  binary(call, dst, src0, src1, mask, repeat, by,
         [](T a, T b) { return gsq::kernel::lane::relu(gsq::kernel::lane::add(a, b)); });
}
template <typename T>
void sub_relu(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
              const LaneMask& mask, std::uint32_t repeat, const BinaryRepeatParams& by,
              const Call& call) {
  binary(call, dst, src0, src1, mask, repeat, by,
         [](T a, T b) { return gsq::kernel::lane::relu(gsq::kernel::lane::sub(a, b)); });
}
}  // namespace detail
GSQ_BINARY_BY(AddRelu, detail::add_relu)
GSQ_BINARY_BY(SubRelu, detail::sub_relu)

// dst = op(src). |smallest integer| is the smallest integer.
GSQ_UNARY_BY(Abs, detail::abs)
GSQ_UNARY(Exp, exp)
GSQ_UNARY(Ln, log)
GSQ_UNARY(Sqrt, sqrt)
GSQ_UNARY(Relu, relu)
GSQ_UNARY(Neg, neg)
GSQ_UNARY(Not, bit_not)

// dst = src op scalar; the last form has the scalar in a tensor, on either side.
GSQ_SCALAR(Adds, add)
GSQ_SCALAR(Muls, mul)
GSQ_SCALAR(Maxs, max)
GSQ_SCALAR(Mins, min)
GSQ_SCALAR(LeakyRelu, prelu)
GSQ_SCALAR(Subs, sub)
GSQ_SCALAR(Divs, div)
GSQ_SHIFT(ShiftLeft, shift_left)
GSQ_SHIFT(ShiftRight, shift_right)
GSQ_SCALAR(Ands, bit_and)
GSQ_SCALAR(Ors, bit_or)

#undef GSQ_BINARY
#undef GSQ_BINARY_BY
#undef GSQ_UNARY
#undef GSQ_UNARY_BY
#undef GSQ_BY_SCALAR
#undef GSQ_SCALAR
#undef GSQ_SHIFT

/// dst = src * scalar + dst, rounded once.
template <typename T, typename U, bool isSetMask = true>
__aicore__ inline void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                            const detail::Given<U>& scalarValue, std::int32_t count,
                            const detail::Call& call = detail::Call::here("Axpy")) {
  const std::uint32_t lanes = detail::dense_lanes<T, U>(call);
  detail::elementwise<T, U, T>(
      call, detail::Elements(detail::first_lanes<isSetMask>(count, call), 1, lanes, call),
      detail::dense(dst, lanes),
      [scalarValue](U a, T b) {
        return gsq::kernel::lane::mul_add(static_cast<T>(a), static_cast<T>(scalarValue), b);
      },
      detail::dense(src, lanes), detail::dense(dst, lanes));
}

/// dst = src, by the unit. After SetMaskCount, `mask` counts the elements of one iteration, which
/// goes on with as many blocks as it takes.
template <typename T, bool isSetMask = true>
__aicore__ inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            std::uint64_t mask, std::uint32_t repeatTime,
                            const CopyRepeatParams& repeatParams,
                            const detail::Call& call = detail::Call::here("Copy")) {
  detail::copy(dst, src, detail::lanes_of<isSetMask>(mask, sizeof(T), call), repeatTime,
               repeatParams, call);
}
template <typename T, bool isSetMask = true>
__aicore__ inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            const std::uint64_t mask[], std::uint32_t repeatTime,
                            const CopyRepeatParams& repeatParams,
                            const detail::Call& call = detail::Call::here("Copy")) {
  detail::copy(dst, src, detail::lanes_of<isSetMask>(mask, sizeof(T), call), repeatTime,
               repeatParams, call);
}
/// The first elements.
template <typename T>
__aicore__ inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            std::uint32_t count,
                            const detail::Call& call = detail::Call::here("Copy")) {
  detail::copy(dst, src, {false, {count, 0}, true}, 1, {1, 1, 0, 0}, call);
}

/// Elements of dst become `scalarValue`, or, in the last form, the first element of a tensor.
template <typename T, bool isSetMask = true>
__aicore__ inline void Duplicate(const LocalTensor<T>& dst, const detail::Given<T>& scalarValue,
                                 std::int32_t count,
                                 const detail::Call& call = detail::Call::here("Duplicate")) {
  const std::uint32_t lanes = detail::lanes_of_iteration(sizeof(T), call);
  detail::elementwise<T>(
      call, detail::Elements(detail::first_lanes<isSetMask>(count, call), 1, lanes, call),
      detail::dense(dst, lanes), [scalarValue]() { return scalarValue; });
}
template <typename T, bool isSetMask = true>
__aicore__ inline void Duplicate(const LocalTensor<T>& dst, const detail::Given<T>& scalarValue,
                                 std::uint64_t mask, std::uint32_t repeatTime,
                                 std::uint32_t dstBlockStride, std::uint32_t dstRepeatStride,
                                 const detail::Call& call = detail::Call::here("Duplicate")) {
  detail::elementwise<T>(call, detail::selected<isSetMask>(mask, repeatTime, sizeof(T), call),
                         detail::Operand{dst.address(), dstBlockStride, dstRepeatStride},
                         [scalarValue]() { return scalarValue; });
}
template <typename T, bool isSetMask = true>
__aicore__ inline void Duplicate(const LocalTensor<T>& dst, const detail::Given<T>& scalarValue,
                                 const std::uint64_t mask[], std::uint32_t repeatTime,
                                 std::uint32_t dstBlockStride, std::uint32_t dstRepeatStride,
                                 const detail::Call& call = detail::Call::here("Duplicate")) {
  detail::elementwise<T>(call, detail::selected<isSetMask>(mask, repeatTime, sizeof(T), call),
                         detail::Operand{dst.address(), dstBlockStride, dstRepeatStride},
                         [scalarValue]() { return scalarValue; });
}

/// The type between that of a tensor and that of another: roundMode and saturation as
/// gsq::kernel::lane::convert has them. Integers that become shorter keep the nearest value.
template <typename D, typename S, bool isSetMask = true>
__aicore__ inline void Cast(const LocalTensor<D>& dst, const LocalTensor<S>& src,
                            RoundMode roundMode, std::uint32_t count,
                            const detail::Call& call = detail::Call::here("Cast")) {
  const std::uint32_t lanes = detail::dense_lanes<D, S>(call);
  detail::elementwise<D, S>(
      call, detail::Elements(detail::first_lanes<isSetMask>(count, call), 1, lanes, call),
      detail::dense(dst, lanes),
      [roundMode](S a) { return gsq::kernel::lane::convert<D>(a, roundMode, true); },
      detail::dense(src, lanes));
}
template <typename D, typename S, bool isSetMask = true>
__aicore__ inline void Cast(const LocalTensor<D>& dst, const LocalTensor<S>& src,
                            RoundMode roundMode, std::uint64_t mask, std::uint32_t repeatTime,
                            const UnaryRepeatParams& repeatParams,
                            const detail::Call& call = detail::Call::here("Cast")) {
  detail::unary(
      call, dst, src,
      detail::lanes_of<isSetMask>(mask, sizeof(D) > sizeof(S) ? sizeof(D) : sizeof(S), call),
      repeatTime, repeatParams,
      [roundMode](S a) { return gsq::kernel::lane::convert<D>(a, roundMode, true); });
}
template <typename D, typename S, bool isSetMask = true>
__aicore__ inline void Cast(const LocalTensor<D>& dst, const LocalTensor<S>& src,
                            RoundMode roundMode, const std::uint64_t mask[],
                            std::uint32_t repeatTime, const UnaryRepeatParams& repeatParams,
                            const detail::Call& call = detail::Call::here("Cast")) {
  detail::unary(
      call, dst, src,
      detail::lanes_of<isSetMask>(mask, sizeof(D) > sizeof(S) ? sizeof(D) : sizeof(S), call),
      repeatTime, repeatParams,
      [roundMode](S a) { return gsq::kernel::lane::convert<D>(a, roundMode, true); });
}

}  // namespace AscendC
