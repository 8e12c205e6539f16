// SPDX-License-Identifier: Apache-2.0
/// Gathers, scatters and squeezes of tensors, by the commands of the unit.
///
/// Offsets are in bytes. Each call issues its commands and returns; GatherMask waits for its count.
/// An iteration takes an offset for each of its lanes, selected or not: those of the next one begin
/// a vector of lanes later. Only a tensor with exactly one offset for each element, of the lowest
/// lanes of each iteration, has them without gaps. As in the Ascend C documents, a count of lanes
/// above those of an iteration counts as all, and nothing happens for 0 elements or iterations.
/// Where they say 8 blocks, VL/32 are meant.
#pragma once

#include <cstdint>

#include "gsq/kernel/ascend/choices.hpp"
#include "gsq/kernel/ascend/tensor_operation.hpp"

namespace gsq::kernel::ascend {

/// A gather from or a scatter to `anywhere` of elements of `bytes` bytes (1, 2, 4, 8), at byte
/// offsets that follow each other; an iteration takes one for each of its lanes. Where there are
/// exactly as many offsets as elements, of the lowest lanes of each iteration, it takes only those.
struct IndexedMove {
  Opcode op;
  std::uint32_t bytes;
  std::uint64_t anywhere;
  Operand dense;               ///< the other tensor
  std::uint32_t offsets;       ///< address of the first one
  std::uint32_t offset_count;  ///< length of their tensor
};

/// Issues the commands. Throws Error when a tensor does not begin at a multiple of 32 bytes.
void move_indexed(const IndexedMove& move, const LaneMask& mask, std::uint32_t repeat,
                  const Call& call);

/// Issues gather_block for each iteration.
void gather_blocks(const Operand& dst, std::uint32_t src, std::uint32_t offsets,
                   std::uint32_t repeat, const Call& call);

/// Which elements GatherMask keeps.
struct Kept {
  std::uint32_t pattern;       ///< 1 to 7; 0: a bit of a tensor for each element
  std::uint32_t bits{};        ///< address of that tensor
  std::uint64_t bits_bytes{};  ///< from the bits of one iteration to those of the next
};

/// Throws Error when a pattern is none of 1 to 7.
void check_pattern(std::uint32_t pattern, const Call& call);

/// Squeezes `count` elements of each iteration to `dst`. Returns how many were kept; waits.
std::uint64_t gather_mask(std::uint32_t dst, const Operand& src, Width width, const Kept& kept,
                          std::uint32_t count, std::uint32_t repeat, const Call& call);

}  // namespace gsq::kernel::ascend

namespace AscendC {

/// Strides of dst in blocks of 32 bytes, between the blocks of an iteration (0 counts as 1) and
/// from one iteration to the next.
struct GatherRepeatParams {
  std::uint32_t dstBlkStride = 1;
  std::uint32_t dstRepStride = 8;
};

/// Iterations of GatherMask, and their strides in blocks of 32 bytes.
struct GatherMaskParams {
  std::uint32_t src0BlockStride = 1;
  std::uint32_t repeatTimes = 0;
  std::uint32_t src0RepeatStride = 0;
  std::uint32_t src1RepeatStride = 0;
};

/// dst[i] = the element of src at byte srcBaseAddr + srcOffset[i], for i below `count`. Issues
/// gather commands.
template <typename T>
__aicore__ inline void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                              const LocalTensor<std::uint32_t>& srcOffset,
                              std::uint32_t srcBaseAddr, std::uint32_t count,
                              const gsq::kernel::Call& call = gsq::kernel::Call::here("Gather")) {
  gsq::kernel::ascend::move_indexed({gsq::Opcode::Gather,
                                     sizeof(T),
                                     src.address() + std::uint64_t{srcBaseAddr},
                                     {dst.address()},
                                     srcOffset.address(),
                                     srcOffset.GetSize()},
                                    {false, {count, 0}, true}, 0, call);
}
/// The same for the selected lanes of `repeatTime` iterations, `dstRepStride` * 32 bytes apart in
/// dst.
template <typename T>
__aicore__ inline void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                              const LocalTensor<std::uint32_t>& srcOffset,
                              std::uint32_t srcBaseAddr, std::uint64_t mask,
                              std::uint32_t repeatTime, std::uint32_t dstRepStride,
                              const gsq::kernel::Call& call = gsq::kernel::Call::here("Gather")) {
  gsq::kernel::ascend::move_indexed({gsq::Opcode::Gather,
                                     sizeof(T),
                                     src.address() + std::uint64_t{srcBaseAddr},
                                     {dst.address(), 1, dstRepStride},
                                     srcOffset.address(),
                                     srcOffset.GetSize()},
                                    detail::lanes_of<true>(mask, sizeof(T), call), repeatTime,
                                    call);
}
template <typename T>
__aicore__ inline void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                              const LocalTensor<std::uint32_t>& srcOffset,
                              std::uint32_t srcBaseAddr, const std::uint64_t mask[],
                              std::uint32_t repeatTime, std::uint32_t dstRepStride,
                              const gsq::kernel::Call& call = gsq::kernel::Call::here("Gather")) {
  gsq::kernel::ascend::move_indexed({gsq::Opcode::Gather,
                                     sizeof(T),
                                     src.address() + std::uint64_t{srcBaseAddr},
                                     {dst.address(), 1, dstRepStride},
                                     srcOffset.address(),
                                     srcOffset.GetSize()},
                                    detail::lanes_of<true>(mask, sizeof(T), call), repeatTime,
                                    call);
}

/// The element of dst at byte dstBaseAddr + dstOffset[i] = src[i], for i below `count`; with equal
/// offsets the last one counts within a vector. Issues scatter commands.
template <typename T>
__aicore__ inline void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                               const LocalTensor<std::uint32_t>& dstOffset,
                               std::uint32_t dstBaseAddr, std::uint32_t count,
                               const gsq::kernel::Call& call = gsq::kernel::Call::here("Scatter")) {
  gsq::kernel::ascend::move_indexed({gsq::Opcode::Scatter,
                                     sizeof(T),
                                     dst.address() + std::uint64_t{dstBaseAddr},
                                     {src.address()},
                                     dstOffset.address(),
                                     dstOffset.GetSize()},
                                    {false, {count, 0}, true}, 0, call);
}
/// The same for the selected lanes of `repeatTime` iterations, `srcRepStride` * 32 bytes apart in
/// src.
template <typename T>
__aicore__ inline void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                               const LocalTensor<std::uint32_t>& dstOffset,
                               std::uint32_t dstBaseAddr, std::uint64_t mask,
                               std::uint32_t repeatTime, std::uint32_t srcRepStride,
                               const gsq::kernel::Call& call = gsq::kernel::Call::here("Scatter")) {
  gsq::kernel::ascend::move_indexed({gsq::Opcode::Scatter,
                                     sizeof(T),
                                     dst.address() + std::uint64_t{dstBaseAddr},
                                     {src.address(), 1, srcRepStride},
                                     dstOffset.address(),
                                     dstOffset.GetSize()},
                                    detail::lanes_of<true>(mask, sizeof(T), call), repeatTime,
                                    call);
}
template <typename T>
__aicore__ inline void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                               const LocalTensor<std::uint32_t>& dstOffset,
                               std::uint32_t dstBaseAddr, const std::uint64_t mask[],
                               std::uint32_t repeatTime, std::uint32_t srcRepStride,
                               const gsq::kernel::Call& call = gsq::kernel::Call::here("Scatter")) {
  gsq::kernel::ascend::move_indexed({gsq::Opcode::Scatter,
                                     sizeof(T),
                                     dst.address() + std::uint64_t{dstBaseAddr},
                                     {src.address(), 1, srcRepStride},
                                     dstOffset.address(),
                                     dstOffset.GetSize()},
                                    detail::lanes_of<true>(mask, sizeof(T), call), repeatTime,
                                    call);
}

/// In each iteration, VL/32 blocks of 32 bytes of src at the next offsets, multiples of 32. Issues
/// gather_block commands.
template <typename T>
__aicore__ inline void Gatherb(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                               const LocalTensor<std::uint32_t>& offset, std::uint32_t repeatTime,
                               const GatherRepeatParams& repeatParams,
                               const gsq::kernel::Call& call = gsq::kernel::Call::here("Gatherb")) {
  const std::uint32_t stride = repeatParams.dstBlkStride == 0 ? 1 : repeatParams.dstBlkStride;
  gsq::kernel::ascend::gather_blocks({dst.address(), stride, repeatParams.dstRepStride},
                                     src.address(), offset.address(), repeatTime, call);
}

/// Keeps those elements of src0 whose bit in src1Pattern is 1, in order and without gaps, and
/// counts them. Each iteration covers a vector, or, with reduceMode, `mask` elements; it begins
/// src0RepeatStride * 32 bytes after the one before, and its bits src1RepeatStride * 32. Issues
/// squeeze and store_unalign commands; AR is used. Waits.
template <typename T, typename U, Reg::GatherMaskMode mode = Reg::GatherMaskMode::NO_STORE_REG>
__aicore__ inline void GatherMask(
    const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<U>& src1Pattern,
    bool reduceMode, std::uint32_t mask, const GatherMaskParams& params, std::uint64_t& rsvdCnt,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("GatherMask")) {
  static_assert(sizeof(T) <= 4, "GatherMask: expected elements of 1, 2 or 4 bytes");
  rsvdCnt = gsq::kernel::ascend::gather_mask(
      dst.address(), {src0.address(), params.src0BlockStride, params.src0RepeatStride},
      static_cast<gsq::Width>(sizeof(T) / 2),
      {0, src1Pattern.address(), params.src1RepeatStride * std::uint64_t{32}},
      reduceMode ? mask : gsq::kernel::ascend::lanes_of_iteration(sizeof(T), call),
      params.repeatTimes, call);
}
/// The same for a pattern: 1 and 2 keep the elements of even and odd places of an iteration, 3 to 6
/// the first to fourth of every four, 7 all. Throws gsq::kernel::Error for others.
template <typename T, Reg::GatherMaskMode mode = Reg::GatherMaskMode::NO_STORE_REG>
__aicore__ inline void GatherMask(
    const LocalTensor<T>& dst, const LocalTensor<T>& src0, std::uint32_t src1Pattern,
    bool reduceMode, std::uint32_t mask, const GatherMaskParams& params, std::uint64_t& rsvdCnt,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("GatherMask")) {
  static_assert(sizeof(T) <= 4, "GatherMask: expected elements of 1, 2 or 4 bytes");
  gsq::kernel::ascend::check_pattern(src1Pattern, call);
  rsvdCnt = gsq::kernel::ascend::gather_mask(
      dst.address(), {src0.address(), params.src0BlockStride, params.src0RepeatStride},
      static_cast<gsq::Width>(sizeof(T) / 2), {src1Pattern},
      reduceMode ? mask : gsq::kernel::ascend::lanes_of_iteration(sizeof(T), call),
      params.repeatTimes, call);
}

}  // namespace AscendC
