// SPDX-License-Identifier: Apache-2.0
/// Stores of the C API. gsq/kernel/ascend/stores.hpp says for each way what is issued and how the
/// address must be aligned; offsets and _postupdate are as for loads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gsq/kernel/asc/asc_loads.hpp"
#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/stores.hpp"
#include "gsq/kernel/ascend/unaligned.hpp"

namespace gsq::kernel::asc {

using AscendC::Reg::StoreDist;

/// The distributions for lanes of so many bytes.
template <std::size_t bytes>
inline constexpr StoreDist kPack = bytes == 2   ? StoreDist::DIST_PACK_B16
                                   : bytes == 4 ? StoreDist::DIST_PACK_B32
                                                : StoreDist::DIST_PACK_B64;
template <std::size_t bytes>
inline constexpr StoreDist kFirst = bytes == 1   ? StoreDist::DIST_FIRST_ELEMENT_B8
                                    : bytes == 2 ? StoreDist::DIST_FIRST_ELEMENT_B16
                                                 : StoreDist::DIST_FIRST_ELEMENT_B32;

template <StoreDist dist, typename T>
void store(const T* dst, const Vector<T>& src, const Mask& mask, const Call& call) {
  ascend::store(Unit::current(call).address(dst, call), src.part(), mask, dist, sizeof(T), call);
}

/// The lowest lane alone.
template <typename T>
void store_first(const T* dst, const Vector<T>& src, const Call& call) {
  store<kFirst<sizeof(T)>>(dst, src, Mask(), call);
}

/// Lanes of both in turn.
template <typename T>
void store_both(const T* dst, const Vector<T>& src0, const Vector<T>& src1, const Call& call) {
  ascend::store_two(Unit::current(call).address(dst, call), src0.part(), src1.part(), sizeof(T),
                    nullptr, call);
}

}  // namespace gsq::kernel::asc

#define GSQ_ASC_STORE(NAME, POSTUPDATE, DIST)                                                      \
  template <typename T>                                                                            \
  __simd_callee__ inline void NAME(                                                                \
      __ubuf__ T* dst, const gsq::kernel::asc::Vector<T>& src, const vector_bool& mask,            \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                            \
    gsq::kernel::asc::store<DIST>(dst, src, mask, call);                                           \
  }                                                                                                \
  template <typename T>                                                                            \
  __simd_callee__ inline void NAME(                                                                \
      __ubuf__ T* dst, const gsq::kernel::asc::Vector<T>& src, std::int32_t offset,                \
      const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {   \
    gsq::kernel::asc::store<DIST>(gsq::kernel::asc::moved_elements(dst, offset), src, mask, call); \
  }                                                                                                \
  template <typename T>                                                                            \
  __simd_callee__ inline void NAME(                                                                \
      __ubuf__ T* dst, const gsq::kernel::asc::Vector<T>& src, addr_reg offset,                    \
      const vector_bool& mask, const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {   \
    gsq::kernel::asc::store<DIST>(AscendC::Reg::detail::moved(dst, offset), src, mask, call);      \
  }                                                                                                \
  template <typename T>                                                                            \
  __simd_callee__ inline void POSTUPDATE(                                                          \
      __ubuf__ T*& dst, const gsq::kernel::asc::Vector<T>& src, std::int32_t offset,               \
      const vector_bool& mask,                                                                     \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#POSTUPDATE)) {                      \
    gsq::kernel::asc::store<DIST>(dst, src, mask, call);                                           \
    dst = gsq::kernel::asc::moved_elements(dst, offset);                                           \
  }

/// The active lanes, which alone must lie in UB.
GSQ_ASC_STORE(asc_storealign, asc_storealign_postupdate, gsq::kernel::asc::StoreDist::DIST_NORM)
/// The lower halves of all active lanes of 2, 4 or 8 bytes, one lane's place after the other.
GSQ_ASC_STORE(asc_storealign_pack, asc_storealign_pack_postupdate,
              gsq::kernel::asc::kPack<sizeof(T)>)
/// The lowest byte of each active lane of 4 bytes.
GSQ_ASC_STORE(asc_storealign_pack_quarter, asc_storealign_pack_quarter_postupdate,
              gsq::kernel::asc::StoreDist::DIST_PACK4_B32)
GSQ_ASC_STORE(asc_storealign_pack_v2, asc_storealign_pack_postupdate_v2,
              gsq::kernel::asc::StoreDist::DIST_PACK4_B32)
#undef GSQ_ASC_STORE

#define GSQ_ASC_STORE_ALL(NAME, POSTUPDATE, FUNCTION, PARAMETERS, ...)          \
  template <typename T>                                                         \
  __simd_callee__ inline void NAME(                                             \
      __ubuf__ T* dst, GSQ_ASC_UNPACK PARAMETERS,                               \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {         \
    FUNCTION(dst, __VA_ARGS__, call);                                           \
  }                                                                             \
  template <typename T>                                                         \
  __simd_callee__ inline void NAME(                                             \
      __ubuf__ T* dst, GSQ_ASC_UNPACK PARAMETERS, std::int32_t offset,          \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {         \
    FUNCTION(gsq::kernel::asc::moved_elements(dst, offset), __VA_ARGS__, call); \
  }                                                                             \
  template <typename T>                                                         \
  __simd_callee__ inline void NAME(                                             \
      __ubuf__ T* dst, GSQ_ASC_UNPACK PARAMETERS, addr_reg offset,              \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {         \
    FUNCTION(AscendC::Reg::detail::moved(dst, offset), __VA_ARGS__, call);      \
  }                                                                             \
  template <typename T>                                                         \
  __simd_callee__ inline void POSTUPDATE(                                       \
      __ubuf__ T*& dst, GSQ_ASC_UNPACK PARAMETERS, std::int32_t offset,         \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#POSTUPDATE)) {   \
    FUNCTION(dst, __VA_ARGS__, call);                                           \
    dst = gsq::kernel::asc::moved_elements(dst, offset);                        \
  }
#define GSQ_ASC_UNPACK(...) __VA_ARGS__

/// The lowest lane.
GSQ_ASC_STORE_ALL(asc_storealign_1st, asc_storealign_1st_postupdate, gsq::kernel::asc::store_first,
                  (const gsq::kernel::asc::Vector<T>& src), src)
/// Lanes of src0 and src1 in turn: 2 VL bytes.
GSQ_ASC_STORE_ALL(
    asc_storealign_intlv, asc_storealign_intlv_postupdate, gsq::kernel::asc::store_both,
    (const gsq::kernel::asc::Vector<T>& src0, const gsq::kernel::asc::Vector<T>& src1), src0, src1)
#undef GSQ_ASC_STORE_ALL
#undef GSQ_ASC_UNPACK

/// Masks: all VL/8 bytes; every second bit. Offsets are in bytes.
#define GSQ_ASC_STORE_MASK(NAME, POSTUPDATE, DIST)                                                 \
  template <typename T>                                                                            \
  __simd_callee__ inline void NAME(                                                                \
      __ubuf__ T* dst, const vector_bool& src,                                                     \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                            \
    AscendC::Reg::StoreAlign<T, DIST>(dst, src, call);                                             \
  }                                                                                                \
  template <typename T>                                                                            \
  __simd_callee__ inline void NAME(                                                                \
      __ubuf__ T* dst, const vector_bool& src, std::int32_t offset,                                \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                            \
    AscendC::Reg::StoreAlign<T, DIST>(AscendC::Reg::detail::moved(dst, std::int64_t{offset}), src, \
                                      call);                                                       \
  }                                                                                                \
  template <typename T>                                                                            \
  __simd_callee__ inline void NAME(                                                                \
      __ubuf__ T* dst, const vector_bool& src, addr_reg offset,                                    \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#NAME)) {                            \
    AscendC::Reg::StoreAlign<T, DIST>(dst, src, offset, call);                                     \
  }                                                                                                \
  template <typename T>                                                                            \
  __simd_callee__ inline void POSTUPDATE(                                                          \
      __ubuf__ T*& dst, const vector_bool& src, std::int32_t offset,                               \
      const gsq::kernel::Call& call = gsq::kernel::Call::here(#POSTUPDATE)) {                      \
    AscendC::Reg::StoreAlign<T, DIST>(dst, src, call);                                             \
    dst = AscendC::Reg::detail::moved(dst, std::int64_t{offset});                                  \
  }
GSQ_ASC_STORE_MASK(asc_storealign, asc_storealign_postupdate, gsq::kernel::asc::MaskDist::DIST_NORM)
GSQ_ASC_STORE_MASK(asc_storealign_pack, asc_storealign_pack_postupdate,
                   gsq::kernel::asc::MaskDist::DIST_PACK)
#undef GSQ_ASC_STORE_MASK

/// The active lanes in VL/32 blocks of 32 bytes that begin `block_stride` * 32 bytes apart,
/// `repeat_stride` * 32 bytes behind dst; with _postupdate from dst on, which is moved by so much.
template <typename T>
__simd_callee__ inline void asc_storealign(
    __ubuf__ T* dst, const gsq::kernel::asc::Vector<T>& src, std::uint32_t block_stride,
    std::uint32_t repeat_stride, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storealign")) {
  using namespace AscendC::Reg;  // NOLINT(google-build-using-namespace)
  StoreAlign<T, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_NORMAL>(
      dst, src, block_stride, repeat_stride, mask, call);
}
template <typename T>
__simd_callee__ inline void asc_storealign_postupdate(
    __ubuf__ T*& dst, const gsq::kernel::asc::Vector<T>& src, std::uint32_t block_stride,
    std::uint32_t repeat_stride, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storealign_postupdate")) {
  using namespace AscendC::Reg;  // NOLINT(google-build-using-namespace)
  StoreAlign<T, DataCopyMode::DATA_BLOCK_COPY, PostLiteral::POST_MODE_UPDATE>(
      dst, src, block_stride, repeat_stride, mask, call);
}

// Unaligned stores: streams. Complete blocks of 32 bytes are written, the rest stays in `src0`
// until asc_storeunalign_post.

/// Appends the lowest `count` lanes at dst. Issues store_unalign.
template <typename T>
__simd_callee__ inline void asc_storeunalign(
    __ubuf__ T* dst, vector_store_unalign& src0, const gsq::kernel::asc::Vector<T>& src1,
    std::uint32_t count,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storeunalign")) {
  AscendC::Reg::detail::store_unaligned(dst, src1, src0, count, call);
}
/// The same, and moves the pointer by `count` elements.
template <typename T>
__simd_callee__ inline void asc_storeunalign_postupdate(
    __ubuf__ T*& dst, vector_store_unalign& src0, const gsq::kernel::asc::Vector<T>& src1,
    std::uint32_t count,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storeunalign_postupdate")) {
  AscendC::Reg::StoreUnAlign(dst, src1, src0, count, call);
}
/// A vector at an offset from the pointer.
template <typename T>
__simd_callee__ inline void asc_storeunalign_postupdate(
    __ubuf__ T* dst, vector_store_unalign& src0, const gsq::kernel::asc::Vector<T>& src1,
    addr_reg& count,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storeunalign_postupdate")) {
  AscendC::Reg::StoreUnAlign(dst, src1, src0, count, call);
}
/// The bytes that the last asc_squeeze_with_status kept, at dst + AR, which grows by them.
template <typename T>
__simd_callee__ inline void asc_storeunalign_postupdate(
    __ubuf__ T* dst, vector_store_unalign& src0, const gsq::kernel::asc::Vector<T>& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storeunalign_postupdate")) {
  AscendC::Reg::StoreUnAlign(dst, src1, src0, call);
}
/// A mask, a bit for each lane of T, and moves the pointer past it.
template <typename T>
__simd_callee__ inline void asc_storeunalign_postupdate(
    __ubuf__ T*& dst, vector_store_unalign& src0, const vector_bool& src1,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storeunalign_postupdate")) {
  AscendC::Reg::StoreUnAlign(dst, src1, src0, call);
}

/// Writes the held bytes, which end at dst + AR; at `offset` elements behind dst; or, after stores
/// with an addr_reg, a vector behind that. Issues store_unalign_post.
template <typename T>
__simd_callee__ inline void asc_storeunalign_post(
    __ubuf__ T* dst, vector_store_unalign& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storeunalign_post")) {
  AscendC::Reg::StoreUnAlignPost(dst, src, call);
}
template <typename T>
__simd_callee__ inline void asc_storeunalign_post(
    __ubuf__ T* dst, vector_store_unalign& src, std::int32_t offset,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storeunalign_post")) {
  AscendC::Reg::StoreUnAlignPost(dst, src, offset, call);
}
template <typename T>
__simd_callee__ inline void asc_storeunalign_post(
    __ubuf__ T* dst, vector_store_unalign& src, addr_reg offset,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storeunalign_post")) {
  AscendC::Reg::StoreUnAlignPost(dst, src, offset, call);
}
/// The same with an offset, and moves the pointer there.
template <typename T>
__simd_callee__ inline void asc_storeunalign_post_postupdate(
    __ubuf__ T*& dst, vector_store_unalign& src, std::int32_t offset,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_storeunalign_post_postupdate")) {
  AscendC::Reg::StoreUnAlignPost(dst, src, offset, call);
}

/// All lanes to any address, or the lowest `count`.
template <typename T>
__simd_callee__ inline void asc_store(
    __ubuf__ T* dst, const gsq::kernel::asc::Vector<T>& src,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_store")) {
  AscendC::Reg::Store(dst, src, call);
}
template <typename T>
__simd_callee__ inline void asc_store(
    __ubuf__ T* dst, const gsq::kernel::asc::Vector<T>& src, std::uint32_t count,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_store")) {
  AscendC::Reg::Store(dst, src, count, call);
}
