// SPDX-License-Identifier: Apache-2.0
/// Loads of the C API. gsq/kernel/ascend/loads.hpp says for each way what is issued and how the
/// address must be aligned.
///
/// Each way has four calls: from a pointer; from `offset` elements behind it, or an addr_reg; and
/// with _postupdate, which moves the pointer by `offset` elements after the load. Loads of masks
/// count `offset` in bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/loads.hpp"
#include "gsq/kernel/ascend/unaligned.hpp"

namespace gsq::kernel::asc {

using AscendC::Reg::LoadDist;
using AscendC::Reg::MaskDist;

/// The distributions for elements of so many bytes.
template <std::size_t bytes>
inline constexpr LoadDist kBroadcast = bytes == 1   ? LoadDist::DIST_BRC_B8
                                       : bytes == 2 ? LoadDist::DIST_BRC_B16
                                                    : LoadDist::DIST_BRC_B32;
template <std::size_t bytes>
inline constexpr LoadDist kUpsample = bytes == 1 ? LoadDist::DIST_US_B8 : LoadDist::DIST_US_B16;
template <std::size_t bytes>
inline constexpr LoadDist kDownsample = bytes == 1 ? LoadDist::DIST_DS_B8 : LoadDist::DIST_DS_B16;
template <std::size_t bytes>
inline constexpr LoadDist kUnpack = bytes == 1   ? LoadDist::DIST_UNPACK_B8
                                    : bytes == 2 ? LoadDist::DIST_UNPACK_B16
                                                 : LoadDist::DIST_UNPACK_B32;
template <std::size_t bytes>
inline constexpr LoadDist kPerBlock = bytes == 2 ? LoadDist::DIST_E2B_B16 : LoadDist::DIST_E2B_B32;
template <std::size_t bytes>
inline constexpr LoadDist kDeal = bytes == 1   ? LoadDist::DIST_DINTLV_B8
                                  : bytes == 2 ? LoadDist::DIST_DINTLV_B16
                                               : LoadDist::DIST_DINTLV_B32;

/// Loads as `dist` says from elements of type T; the register has the type of the result.
template <LoadDist dist, typename D, typename T>
void load(Vector<D>& dst, const T* src, const Call& call) {
  ascend::load(dst.part(), Unit::current(call).address(src, call), dist, call);
}

template <typename T>
T* moved_elements(T* pointer, std::int64_t elements) {
  return AscendC::Reg::detail::moved(pointer, elements * static_cast<std::int64_t>(sizeof(T)));
}

}  // namespace gsq::kernel::asc

#define GSQ_ASC_LOAD(NAME, POSTUPDATE, DIST)                                                \
  template <typename T>                                                                     \
  __simd_callee__ inline void NAME(                                                         \
      gsq::kernel::asc::Vector<T>& dst, __ubuf__ T* src,                                    \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                     \
    gsq::kernel::asc::load<DIST>(dst, src, call);                                           \
  }                                                                                         \
  template <typename T>                                                                     \
  __simd_callee__ inline void NAME(                                                         \
      gsq::kernel::asc::Vector<T>& dst, __ubuf__ T* src, std::int32_t offset,               \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                     \
    gsq::kernel::asc::load<DIST>(dst, gsq::kernel::asc::moved_elements(src, offset), call); \
  }                                                                                         \
  template <typename T>                                                                     \
  __simd_callee__ inline void NAME(                                                         \
      gsq::kernel::asc::Vector<T>& dst, __ubuf__ T* src, addr_reg offset,                   \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                     \
    gsq::kernel::asc::load<DIST>(dst, AscendC::Reg::detail::moved(src, offset), call);      \
  }                                                                                         \
  template <typename T>                                                                     \
  __simd_callee__ inline void POSTUPDATE(                                                   \
      gsq::kernel::asc::Vector<T>& dst, __ubuf__ T*& src, std::int32_t offset,              \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#POSTUPDATE)) {               \
    gsq::kernel::asc::load<DIST>(dst, src, call);                                           \
    src = gsq::kernel::asc::moved_elements(src, offset);                                    \
  }

/// VL bytes.
GSQ_ASC_LOAD(asc_loadalign, asc_loadalign_postupdate, gsq::kernel::asc::LoadDist::DIST_NORM)
/// One element in all lanes.
GSQ_ASC_LOAD(asc_loadalign_brc_elem, asc_loadalign_brc_elem_postupdate,
             gsq::kernel::asc::kBroadcast<sizeof(T)>)
GSQ_ASC_LOAD(asc_loadalign_brc, asc_loadalign_brc_postupdate,
             gsq::kernel::asc::kBroadcast<sizeof(T)>)
/// One block of 32 bytes in all blocks.
GSQ_ASC_LOAD(asc_loadalign_brc_datablock, asc_loadalign_brc_datablock_postupdate,
             gsq::kernel::asc::LoadDist::DIST_BLK)
GSQ_ASC_LOAD(asc_loadalign_brc_v2, asc_loadalign_brc_postupdate_v2,
             gsq::kernel::asc::LoadDist::DIST_BLK)
/// VL/32 elements of 2 or 4 bytes, each in all lanes of a block.
GSQ_ASC_LOAD(asc_loadalign_brc_elem2datablock, asc_loadalign_brc_elem2datablock_postupdate,
             gsq::kernel::asc::kPerBlock<sizeof(T)>)
GSQ_ASC_LOAD(asc_loadalign_brc_v3, asc_loadalign_brc_postupdate_v3,
             gsq::kernel::asc::kPerBlock<sizeof(T)>)
/// VL/2 bytes, each element of 1 or 2 bytes twice.
GSQ_ASC_LOAD(asc_loadalign_upsample, asc_loadalign_upsample_postupdate,
             gsq::kernel::asc::kUpsample<sizeof(T)>)
/// Of 2 VL bytes the elements of 1 or 2 bytes with even numbers.
GSQ_ASC_LOAD(asc_loadalign_downsample, asc_loadalign_downsample_postupdate,
             gsq::kernel::asc::kDownsample<sizeof(T)>)
/// VL/2 bytes, each element extended by zeros to twice its length: in a register of their type.
GSQ_ASC_LOAD(asc_loadalign_unpack, asc_loadalign_unpack_postupdate,
             gsq::kernel::asc::kUnpack<sizeof(T)>)
/// VL/4 bytes, each extended by zeros to 4 bytes.
GSQ_ASC_LOAD(asc_loadalign_unpack4, asc_loadalign_unpack4_postupdate,
             gsq::kernel::asc::LoadDist::DIST_UNPACK4_B8)
GSQ_ASC_LOAD(asc_loadalign_unpack_v2, asc_loadalign_unpack_postupdate_v2,
             gsq::kernel::asc::LoadDist::DIST_UNPACK4_B8)
#undef GSQ_ASC_LOAD

/// Masks: all VL/8 bytes; half as many, each bit twice; twice as many, every second bit.
#define GSQ_ASC_LOAD_MASK(NAME, POSTUPDATE, DIST)                                                 \
  template <typename T>                                                                           \
  __simd_callee__ inline void NAME(                                                               \
      vector_bool& dst, __ubuf__ T* src,                                                          \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                           \
    AscendC::Reg::LoadAlign<T, DIST>(dst, src, call);                                             \
  }                                                                                               \
  template <typename T>                                                                           \
  __simd_callee__ inline void NAME(                                                               \
      vector_bool& dst, __ubuf__ T* src, std::int32_t offset,                                     \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                           \
    AscendC::Reg::LoadAlign<T, DIST>(dst, AscendC::Reg::detail::moved(src, std::int64_t{offset}), \
                                     call);                                                       \
  }                                                                                               \
  template <typename T>                                                                           \
  __simd_callee__ inline void NAME(                                                               \
      vector_bool& dst, __ubuf__ T* src, addr_reg offset,                                         \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                           \
    AscendC::Reg::LoadAlign<T, DIST>(dst, src, offset, call);                                     \
  }                                                                                               \
  template <typename T>                                                                           \
  __simd_callee__ inline void POSTUPDATE(                                                         \
      vector_bool& dst, __ubuf__ T*& src, std::int32_t offset,                                    \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#POSTUPDATE)) {                     \
    AscendC::Reg::LoadAlign<T, DIST>(dst, src, call);                                             \
    src = AscendC::Reg::detail::moved(src, std::int64_t{offset});                                 \
  }
GSQ_ASC_LOAD_MASK(asc_loadalign, asc_loadalign_postupdate, gsq::kernel::asc::MaskDist::DIST_NORM)
GSQ_ASC_LOAD_MASK(asc_loadalign_upsample, asc_loadalign_upsample_postupdate,
                  gsq::kernel::asc::MaskDist::DIST_US)
GSQ_ASC_LOAD_MASK(asc_loadalign_downsample, asc_loadalign_downsample_postupdate,
                  gsq::kernel::asc::MaskDist::DIST_DS)
#undef GSQ_ASC_LOAD_MASK

/// 2 VL bytes: elements with even numbers in dst0, the others in dst1.
template <typename T>
__simd_callee__ inline void asc_loadalign_deintlv(
    gsq::kernel::asc::Vector<T>& dst0, gsq::kernel::asc::Vector<T>& dst1, __ubuf__ T* src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadalign_deintlv")) {
  AscendC::Reg::LoadAlign<T, gsq::kernel::asc::kDeal<sizeof(T)>>(dst0, dst1, src, call);
}
template <typename T>
__simd_callee__ inline void asc_loadalign_deintlv(
    gsq::kernel::asc::Vector<T>& dst0, gsq::kernel::asc::Vector<T>& dst1, __ubuf__ T* src,
    std::int32_t offset,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadalign_deintlv")) {
  asc_loadalign_deintlv(dst0, dst1, gsq::kernel::asc::moved_elements(src, offset), call);
}
template <typename T>
__simd_callee__ inline void asc_loadalign_deintlv(
    gsq::kernel::asc::Vector<T>& dst0, gsq::kernel::asc::Vector<T>& dst1, __ubuf__ T* src,
    addr_reg offset,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadalign_deintlv")) {
  asc_loadalign_deintlv(dst0, dst1, AscendC::Reg::detail::moved(src, offset), call);
}
template <typename T>
__simd_callee__ inline void asc_loadalign_deintlv_postupdate(
    gsq::kernel::asc::Vector<T>& dst0, gsq::kernel::asc::Vector<T>& dst1, __ubuf__ T*& src,
    std::int32_t offset,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadalign_deintlv_postupdate")) {
  asc_loadalign_deintlv(dst0, dst1, src, call);
  src = gsq::kernel::asc::moved_elements(src, offset);
}

/// VL/32 blocks of 32 bytes that begin `block_stride` * 32 bytes apart, `repeat_stride` * 32 bytes
/// behind src; with _postupdate from src on, which is moved by so much. A block in which `mask`
/// selects no lane becomes 0.
template <typename T>
__simd_callee__ inline void asc_loadalign(
    gsq::kernel::asc::Vector<T>& dst, __ubuf__ T* src, std::uint32_t block_stride,
    std::uint32_t repeat_stride, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadalign")) {
  using namespace AscendC::Reg;  // NOLINT(google-build-using-namespace)
  LoadAlign<T, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_NORMAL>(
      dst, src, block_stride, repeat_stride, mask, call);
}
template <typename T>
__simd_callee__ inline void asc_loadalign_postupdate(
    gsq::kernel::asc::Vector<T>& dst, __ubuf__ T*& src, std::uint32_t block_stride,
    std::uint32_t repeat_stride, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadalign_postupdate")) {
  using namespace AscendC::Reg;  // NOLINT(google-build-using-namespace)
  LoadAlign<T, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_UPDATE>(
      dst, src, block_stride, repeat_stride, mask, call);
}

// Unaligned loads, see gsq/kernel/ascend/unaligned.hpp.

/// Begins unaligned loads. Issues nothing.
template <typename T>
__simd_callee__ inline void asc_loadunalign_pre(
    vector_load_unalign& dst, __ubuf__ T* src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadunalign_pre")) {
  AscendC::Reg::LoadUnAlignPre(dst, src, call);
}
template <typename T>
__simd_callee__ inline void asc_loadunalign_pre(
    vector_load_unalign& dst, __ubuf__ T* src, addr_reg offset,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadunalign_pre")) {
  AscendC::Reg::LoadUnAlignPre(dst, src, offset, call);
}
/// VL bytes from any address.
template <typename T>
__simd_callee__ inline void asc_loadunalign(
    gsq::kernel::asc::Vector<T>& dst, vector_load_unalign& src0, __ubuf__ T* src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadunalign")) {
  AscendC::Reg::LoadUnAlign(dst, src0, src1, call);
}
/// The same, and moves the pointer by `count` elements; or at an offset, which stays as it is.
template <typename T>
__simd_callee__ inline void asc_loadunalign_postupdate(
    gsq::kernel::asc::Vector<T>& dst, vector_load_unalign& src0, __ubuf__ T*& src1,
    std::uint32_t count,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadunalign_postupdate")) {
  AscendC::Reg::LoadUnAlign(dst, src0, src1, count, call);
}
template <typename T>
__simd_callee__ inline void asc_loadunalign_postupdate(
    gsq::kernel::asc::Vector<T>& dst, vector_load_unalign& src0, __ubuf__ T* src1, addr_reg& offset,
    std::uint32_t inc,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_loadunalign_postupdate")) {
  AscendC::Reg::LoadUnAlign(dst, src0, src1, offset, inc, call);
}
/// VL bytes from any address.
template <typename T>
__simd_callee__ inline void asc_load(
    gsq::kernel::asc::Vector<T>& dst, __ubuf__ T* src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_load")) {
  AscendC::Reg::Load(dst, src, call);
}
