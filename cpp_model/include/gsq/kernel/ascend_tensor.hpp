// SPDX-License-Identifier: Apache-2.0
/// Tensors in UB and the strided, masked, repeated calls of Ascend C on them.
///
/// One iteration of a call covers a vector, VL/32 data blocks of 32 bytes, of each operand; where
/// the Ascend C documents say 8 blocks, VL is 256. Every call issues one command and returns at
/// once, as the calls on registers do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/local_tensor.hpp"  // IWYU pragma: export
#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel::ascend {

/// An operand of a call: its address, and strides in blocks of 32 bytes.
struct Operand {
  std::uint32_t address{};
  std::uint16_t block_stride{};
  std::uint8_t repeat_stride{};
};

/// The lanes of each iteration: their number, or one bit for each.
struct LaneMask {
  bool bitwise{};
  std::array<std::uint64_t, 2> words{};
};

/// Issues vec.copy, vec.abs or vec.add.
void issue_vec(Opcode op, Width width, const Operand& dst, const Operand& src0, const Operand& src1,
               const LaneMask& mask, std::uint32_t repeat, const char* api);

}  // namespace gsq::kernel::ascend

namespace AscendC {

/// Strides of a call with two sources, in blocks of 32 bytes: between the blocks of an iteration,
/// and from one iteration to the next.
struct BinaryRepeatParams {
  std::uint16_t dstBlkStride = 1;
  std::uint16_t src0BlkStride = 1;
  std::uint16_t src1BlkStride = 1;
  std::uint8_t dstRepStride = 8;
  std::uint8_t src0RepStride = 8;
  std::uint8_t src1RepStride = 8;
};

/// The same for a call with one source.
struct UnaryRepeatParams {
  std::uint16_t dstBlkStride = 1;
  std::uint16_t srcBlkStride = 1;
  std::uint8_t dstRepStride = 8;
  std::uint8_t srcRepStride = 8;
};

/// The same for Copy, where the members have other names.
struct CopyRepeatParams {
  std::uint16_t dstStride = 1;
  std::uint16_t srcStride = 1;
  std::uint8_t dstRepeatSize = 8;
  std::uint8_t srcRepeatSize = 8;
};

/// Helpers of the calls below.
namespace detail {

inline gsq::kernel::ascend::LaneMask count_of_lanes(std::uint64_t count) {
  return {false, {count, 0}};
}

template <std::size_t kWords>
gsq::kernel::ascend::LaneMask bit_of_each_lane(const std::uint64_t (&mask)[kWords]) {
  static_assert(kWords == 2, "mask: expected two words, a bit for each of up to 128 lanes");
  return {true, {mask[0], mask[1]}};
}

template <typename T>
void add(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
         const gsq::kernel::ascend::LaneMask& mask, std::uint32_t repeat,
         const BinaryRepeatParams& by) {
  static_assert(std::is_same_v<T, std::int16_t> || std::is_same_v<T, std::int32_t>,
                "Add: expected int16_t or int32_t elements, which the unit adds wrapping round");
  gsq::kernel::ascend::issue_vec(
      gsq::Opcode::VecAdd, sizeof(T) == 2 ? gsq::Width::B16 : gsq::Width::B32,
      {dst.address(), by.dstBlkStride, by.dstRepStride},
      {src0.address(), by.src0BlkStride, by.src0RepStride},
      {src1.address(), by.src1BlkStride, by.src1RepStride}, mask, repeat, "Add");
}

template <typename T>
void abs(const LocalTensor<T>& dst, const LocalTensor<T>& src,
         const gsq::kernel::ascend::LaneMask& mask, std::uint32_t repeat,
         const UnaryRepeatParams& by) {
  static_assert(std::is_same_v<T, std::int16_t> || std::is_same_v<T, std::int32_t>,
                "Abs: expected int16_t or int32_t elements; of the smallest one it gives the same");
  gsq::kernel::ascend::issue_vec(
      gsq::Opcode::VecAbs, sizeof(T) == 2 ? gsq::Width::B16 : gsq::Width::B32,
      {dst.address(), by.dstBlkStride, by.dstRepStride},
      {src.address(), by.srcBlkStride, by.srcRepStride}, {}, mask, repeat, "Abs");
}

template <typename T>
void copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
          const gsq::kernel::ascend::LaneMask& mask, std::uint32_t repeat,
          const CopyRepeatParams& by) {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4, "Copy: expected elements of 2 or 4 bytes");
  gsq::kernel::ascend::issue_vec(
      gsq::Opcode::VecCopy, sizeof(T) == 2 ? gsq::Width::B16 : gsq::Width::B32,
      {dst.address(), by.dstStride, by.dstRepeatSize},
      {src.address(), by.srcStride, by.srcRepeatSize}, {}, mask, repeat, "Copy");
}

}  // namespace detail

// Each call has two forms. `mask` selects the lanes of every iteration: as a number, the lowest 1
// to VL / sizeof(T) of them; as two words, lane i by bit i, at least one. Other elements of dst
// keep their values. `repeatTime`, 0 to 255, is the number of iterations. The whole call fails if a
// parameter is out of range, a start is not a multiple of 32 bytes, or a block lies outside UB.

/// dst = src0 + src1, with wrap-around. Issues vec.add.
template <typename T>
__aicore__ inline void Add(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                           const LocalTensor<T>& src1, std::uint64_t mask, std::uint32_t repeatTime,
                           const BinaryRepeatParams& repeatParams) {
  detail::add(dst, src0, src1, detail::count_of_lanes(mask), repeatTime, repeatParams);
}
template <typename T, std::size_t kWords>
__aicore__ inline void Add(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                           const LocalTensor<T>& src1, const std::uint64_t (&mask)[kWords],
                           std::uint32_t repeatTime, const BinaryRepeatParams& repeatParams) {
  detail::add(dst, src0, src1, detail::bit_of_each_lane(mask), repeatTime, repeatParams);
}

/// dst = |src|; the smallest number does not change. Issues vec.abs.
template <typename T>
__aicore__ inline void Abs(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint64_t mask,
                           std::uint32_t repeatTime, const UnaryRepeatParams& repeatParams) {
  detail::abs(dst, src, detail::count_of_lanes(mask), repeatTime, repeatParams);
}
template <typename T, std::size_t kWords>
__aicore__ inline void Abs(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                           const std::uint64_t (&mask)[kWords], std::uint32_t repeatTime,
                           const UnaryRepeatParams& repeatParams) {
  detail::abs(dst, src, detail::bit_of_each_lane(mask), repeatTime, repeatParams);
}

/// dst = src. Issues vec.copy.
template <typename T>
__aicore__ inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            std::uint64_t mask, std::uint32_t repeatTime,
                            const CopyRepeatParams& repeatParams) {
  detail::copy(dst, src, detail::count_of_lanes(mask), repeatTime, repeatParams);
}
template <typename T, std::size_t kWords>
__aicore__ inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            const std::uint64_t (&mask)[kWords], std::uint32_t repeatTime,
                            const CopyRepeatParams& repeatParams) {
  detail::copy(dst, src, detail::bit_of_each_lane(mask), repeatTime, repeatParams);
}

}  // namespace AscendC
