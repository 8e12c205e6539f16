// SPDX-License-Identifier: Apache-2.0
/// Aligned stores of AscendC::Reg.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/address.hpp"
#include "gsq/kernel/ascend/loads.hpp"
#include "gsq/kernel/ascend/registers.hpp"

namespace gsq::kernel::ascend {

/// Stores the selected lanes of a vector of lanes of `lane_bytes` as `dist` says; throws Error for
/// an address with less than its alignment.
void store(std::uint32_t address, const Vector& src, const Mask& mask, AscendC::Reg::StoreDist dist,
           std::size_t lane_bytes, const Call& call);

/// Stores two vectors, lanes of `lane_bytes` of src0 and src1 in turn. `mask`, if there is one,
/// selects pairs of lanes.
void store_two(std::uint32_t address, const Vector& src0, const Vector& src1,
               std::size_t lane_bytes, const Mask* mask, const Call& call);

/// Stores the selected lanes to blocks; those without one need not be inside UB.
void store_blocks(std::uint32_t address, const Vector& src, std::uint32_t stride, const Mask& mask,
                  std::size_t lane_bytes, const Call& call);

}  // namespace gsq::kernel::ascend

namespace AscendC::Reg {
namespace detail {

/// Bytes of the elements that a distribution for two registers stores in turn; 0 for the others.
constexpr std::size_t interleaved_bytes(StoreDist dist) {
  switch (dist) {
    case StoreDist::DIST_INTLV_B8:
      return 1;
    case StoreDist::DIST_INTLV_B16:
      return 2;
    case StoreDist::DIST_INTLV_B32:
      return 4;
    default:
      return 0;
  }
}

/// Bytes of the lanes that a distribution packs; 0 for the others.
constexpr std::size_t packed_bytes(StoreDist dist) {
  switch (dist) {
    case StoreDist::DIST_PACK_B16:
      return 2;
    case StoreDist::DIST_PACK_B32:
    case StoreDist::DIST_PACK4_B32:
      return 4;
    case StoreDist::DIST_PACK_B64:
      return 8;
    default:
      return 0;
  }
}

template <StoreDist dist, typename T, typename U>
void store(T* dst, const U& src, const MaskReg& mask, const Call& call) {
  using Lane = typename U::ActualT;
  constexpr std::size_t kLane = packed_bytes(dist);
  constexpr std::size_t kElement = dist == StoreDist::DIST_PACK4_B32 ? 1 : kLane / 2;
  static_assert(std::is_same_v<T, Lane> || kLane == 0 || sizeof(T) == kElement,
                "StoreAlign: expected elements of 1 byte for DIST_PACK_B16, of 2 for "
                "DIST_PACK_B32");
  static_assert(
      std::is_same_v<T, Lane> || (std::is_integral_v<Lane> && sizeof(Lane) == kLane),
      "StoreAlign: expected a register of the type of the elements, or, to pack, of integers twice "
      "as long");
  static_assert(interleaved_bytes(dist) == 0, "StoreAlign: expected two registers for DIST_INTLV");
  const std::uint32_t address = Unit::current(call).address(dst, call);
  if constexpr (U::REG_NUM == 2) {
    static_assert(dist == StoreDist::DIST_NORM,
                  "StoreAlign: expected DIST_NORM for a register of RegTraitNumTwo");
    gsq::kernel::ascend::store_two(address, src.part(0), src.part(1), sizeof(T) / 2, &mask, call);
  } else {
    gsq::kernel::ascend::store(address, src.part(), mask, dist, sizeof(T), call);
  }
}

template <StoreDist dist, typename T, typename U>
void store_two(T* dst, const U& src0, const U& src1, const Call& call) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "StoreAlign: expected registers of the type of the elements");
  static_assert(U::REG_NUM == 1, "StoreAlign: expected two registers of RegTraitNumOne");
  static_assert(interleaved_bytes(dist) != 0,
                "StoreAlign: expected DIST_INTLV_B8, _B16 or _B32 for two registers");
  gsq::kernel::ascend::store_two(Unit::current(call).address(dst, call), src0.part(), src1.part(),
                                 interleaved_bytes(dist), nullptr, call);
}

}  // namespace detail

// `dist` is one of these; e is the length of its elements, "B16" means 2 bytes. The address is a
// multiple of 32, where nothing else is said.
//   DIST_NORM                   the selected lanes; of RegTraitNumTwo of two vectors
//   DIST_NORM_B8 .. B32         the same, as lanes of e bytes
//   DIST_FIRST_ELEMENT_B8 .. 32 the lowest element, whatever the mask is (address: a multiple of e)
//   DIST_PACK_B16 .. B64        the lower halves of the selected lanes of e bytes, without gaps
//   DIST_PACK4_B32              the lowest byte of each selected lane of 4 bytes, without gaps
//   DIST_INTLV_B8 .. B32        for two registers: elements of both in turn, whatever the mask is
// DIST_NORM, DIST_PACK_B16 and DIST_PACK_B32 issue store_align; DIST_FIRST_ELEMENT, DIST_PACK_B64
// and DIST_PACK4_B32 scatter with indices from an operation of the processor, the first and the
// last of them with LaneOps store_strided; DIST_INTLV and RegTraitNumTwo issue store_align after an
// operation that interleaves the registers.

/// Stores the selected lanes. Throws gsq::kernel::Error for a wrong alignment.
template <typename T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, typename U,
          typename = std::enable_if_t<detail::is_vector<U>>>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T* dstAddr, const U& srcReg, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("StoreAlign")) {
  detail::store<dist>(dstAddr, srcReg, mask, call);
}

/// The same, and moves the pointer by `postUpdateStride` elements.
template <typename T = DefaultType, PostLiteral postMode, StoreDist dist = StoreDist::DIST_NORM,
          typename U, typename = std::enable_if_t<detail::is_vector<U>>>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T*& dstAddr, const U& srcReg, std::int32_t postUpdateStride, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("StoreAlign")) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "StoreAlign: expected POST_MODE_UPDATE where a stride is given");
  detail::store<dist>(dstAddr, srcReg, mask, call);
  dstAddr += postUpdateStride;
}

/// The same as the first, at an offset from the pointer.
template <typename T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, typename U,
          typename = std::enable_if_t<detail::is_vector<U>>>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T* dstAddr, const U& srcReg, AddrReg offset, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("StoreAlign")) {
  static_assert(U::REG_NUM == 1, "StoreAlign: expected a register of RegTraitNumOne");
  detail::store<dist>(detail::moved(dstAddr, offset), srcReg, mask, call);
}

/// Stores two registers, with DIST_INTLV_B8, _B16 or _B32; all lanes, whatever `mask` is.
template <typename T = DefaultType, StoreDist dist, typename U>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T* dstAddr, const U& srcReg0, const U& srcReg1, const MaskReg& /*mask*/,
    const detail::Call& call = detail::Call::here("StoreAlign")) {
  detail::store_two<dist>(dstAddr, srcReg0, srcReg1, call);
}
template <typename T = DefaultType, StoreDist dist, typename U>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T* dstAddr, const U& srcReg0, const U& srcReg1, AddrReg offset,
    const MaskReg& /*mask*/, const detail::Call& call = detail::Call::here("StoreAlign")) {
  detail::store_two<dist>(detail::moved(dstAddr, offset), srcReg0, srcReg1, call);
}

/// Stores the selected lanes in VL/32 blocks of 32 bytes that begin `dataBlockStride` * 32 bytes
/// apart, 1 to 65535. A block in which `mask` selects no lane need not be inside UB. Issues
/// store_block.
template <typename T = DefaultType, DataCopyMode dataMode, typename U>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T* dstAddr, const U& srcReg, std::uint32_t dataBlockStride, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("StoreAlign")) {
  static_assert(dataMode == DataCopyMode::DATA_BLOCK_COPY,
                "StoreAlign: expected DATA_BLOCK_COPY where a block stride is given");
  detail::check_block_copy<T, U>();
  gsq::kernel::ascend::store_blocks(detail::Unit::current(call).address(dstAddr, call),
                                    srcReg.part(), dataBlockStride, mask, sizeof(T), call);
}

/// The same, with `repeatStride` * 32 bytes: POST_MODE_UPDATE moves the pointer by them after the
/// store, POST_MODE_NORMAL stores so far behind the pointer, which does not change.
template <typename T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, typename U>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T*& dstAddr, const U& srcReg, std::uint32_t dataBlockStride,
    std::uint32_t repeatStride, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("StoreAlign")) {
  __ubuf__ T* const behind = detail::moved_by_blocks(dstAddr, repeatStride);
  constexpr bool kUpdate = postMode == PostLiteral::POST_MODE_UPDATE;
  StoreAlign<T, dataMode>(kUpdate ? dstAddr : behind, srcReg, dataBlockStride, mask, call);
  if (kUpdate) dstAddr = behind;
}

}  // namespace AscendC::Reg
