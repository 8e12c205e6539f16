// SPDX-License-Identifier: Apache-2.0
/// Aligned loads and stores of AscendC::Reg.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/registers.hpp"

namespace gsq::kernel::ascend {

/// A block stride as in the command. Throws Error above 65535.
std::uint16_t block_stride(std::uint32_t blocks, const char* api);

}  // namespace gsq::kernel::ascend

namespace AscendC::Reg {

namespace detail {

template <LoadDist dist, typename T, typename U>
Command load_align(U& dst, const T* src) {
  using Lane = typename U::ActualT;
  constexpr std::size_t kElement = dist == LoadDist::DIST_UNPACK_B8    ? 1
                                   : dist == LoadDist::DIST_UNPACK_B16 ? 2
                                                                       : sizeof(T);
  static_assert(sizeof(T) == kElement,
                "LoadAlign: expected elements of 1 byte for DIST_UNPACK_B8, of 2 for "
                "DIST_UNPACK_B16");
  static_assert(
      std::is_same_v<T, Lane> || (dist != LoadDist::DIST_NORM && std::is_integral_v<Lane> &&
                                  sizeof(Lane) == 2 * sizeof(T)),
      "LoadAlign: expected a register of the type of the elements, or, to unpack, of "
      "integers twice as long");
  Command command = at(Opcode::LoadAlign, src, "LoadAlign");
  command.distr = dist == LoadDist::DIST_UNPACK_B8    ? gsq::Dist::UnpackB8
                  : dist == LoadDist::DIST_UNPACK_B16 ? gsq::Dist::UnpackB16
                                                      : gsq::Dist::Norm;
  command.vd = dst.index_to_write();
  return command;
}

template <StoreDist dist, typename T, typename U>
Command store_align(const T* dst, const U& src, const MaskReg& mask) {
  using Lane = typename U::ActualT;
  constexpr std::size_t kElement = dist == StoreDist::DIST_PACK_B16   ? 1
                                   : dist == StoreDist::DIST_PACK_B32 ? 2
                                                                      : sizeof(T);
  static_assert(sizeof(T) == kElement,
                "StoreAlign: expected elements of 1 byte for DIST_PACK_B16, of 2 for "
                "DIST_PACK_B32");
  static_assert(
      std::is_same_v<T, Lane> || (dist != StoreDist::DIST_NORM && std::is_integral_v<Lane> &&
                                  sizeof(Lane) == 2 * sizeof(T)),
      "StoreAlign: expected a register of the type of the elements, or, to pack, of "
      "integers twice as long");
  Command command = at(Opcode::StoreAlign, dst, "StoreAlign");
  command.distr = dist == StoreDist::DIST_PACK_B16   ? gsq::Dist::PackB16
                  : dist == StoreDist::DIST_PACK_B32 ? gsq::Dist::PackB32
                                                     : gsq::Dist::Norm;
  command.width = dist == StoreDist::DIST_PACK_B16   ? gsq::Width::B16
                  : dist == StoreDist::DIST_PACK_B32 ? gsq::Width::B32
                                                     : gsq::kernel::ascend::width_of<T>();
  command.vs = src.index();
  command.m = mask.index();
  return command;
}

}  // namespace detail

/// Loads a vector from a multiple of 32 bytes. Issues load_align.
template <typename T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T* srcAddr) {
  detail::issue(detail::load_align<dist>(dstReg, srcAddr), "LoadAlign");
}

/// The same, and moves the pointer by `postUpdateStride` elements.
template <typename T = DefaultType, PostLiteral postMode, LoadDist dist = LoadDist::DIST_NORM,
          typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T*& srcAddr,
                                      std::int32_t postUpdateStride) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadAlign: expected POST_MODE_UPDATE where a stride is given");
  detail::issue(detail::load_align<dist>(dstReg, srcAddr), "LoadAlign");
  srcAddr += postUpdateStride;
}

/// Loads VL/32 blocks of 32 bytes that begin `dataBlockStride` * 32 bytes apart, 0 to 65535; 0
/// loads one block many times. Issues load_block. The original takes a mask too; here all blocks
/// are loaded.
template <typename T = DefaultType, DataCopyMode dataMode, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T* srcAddr,
                                      std::uint32_t dataBlockStride) {
  static_assert(dataMode == DataCopyMode::DATA_BLOCK_COPY,
                "LoadAlign: expected DATA_BLOCK_COPY where a block stride is given");
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "LoadAlign: expected a register of the type of the elements");
  gsq::Command command = detail::at(gsq::Opcode::LoadBlock, srcAddr, "LoadAlign");
  command.blk0 = gsq::kernel::ascend::block_stride(dataBlockStride, "LoadAlign");
  command.vd = dstReg.index_to_write();
  detail::issue(command, "LoadAlign");
}

/// The same, and moves the pointer by `repeatStride` * 32 bytes.
template <typename T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T*& srcAddr,
                                      std::uint32_t dataBlockStride, std::uint32_t repeatStride) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadAlign: expected POST_MODE_UPDATE where a repeat stride is given");
  LoadAlign<T, dataMode>(dstReg, srcAddr, dataBlockStride);
  srcAddr += std::ptrdiff_t{repeatStride} * (gsq::kBlockBytes / sizeof(T));
}

/// Stores the selected lanes to a multiple of 32 bytes. Issues store_align.
template <typename T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, typename U>
__simd_callee__ inline void StoreAlign(__ubuf__ T* dstAddr, const U& srcReg, const MaskReg& mask) {
  detail::issue(detail::store_align<dist>(dstAddr, srcReg, mask), "StoreAlign");
}

/// The same, and moves the pointer by `postUpdateStride` elements.
template <typename T = DefaultType, PostLiteral postMode, StoreDist dist = StoreDist::DIST_NORM,
          typename U>
__simd_callee__ inline void StoreAlign(__ubuf__ T*& dstAddr, const U& srcReg,
                                       std::int32_t postUpdateStride, const MaskReg& mask) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "StoreAlign: expected POST_MODE_UPDATE where a stride is given");
  detail::issue(detail::store_align<dist>(dstAddr, srcReg, mask), "StoreAlign");
  dstAddr += postUpdateStride;
}

/// Stores the selected lanes in VL/32 blocks of 32 bytes that begin `dataBlockStride` * 32 bytes
/// apart, 1 to 65535. Issues store_block.
template <typename T = DefaultType, DataCopyMode dataMode, typename U>
__simd_callee__ inline void StoreAlign(__ubuf__ T* dstAddr, const U& srcReg,
                                       std::uint32_t dataBlockStride, const MaskReg& mask) {
  static_assert(dataMode == DataCopyMode::DATA_BLOCK_COPY,
                "StoreAlign: expected DATA_BLOCK_COPY where a block stride is given");
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "StoreAlign: expected a register of the type of the elements");
  gsq::Command command = detail::at(gsq::Opcode::StoreBlock, dstAddr, "StoreAlign");
  command.blk0 = gsq::kernel::ascend::block_stride(dataBlockStride, "StoreAlign");
  command.width = gsq::kernel::ascend::width_of<T>();
  command.vs = srcReg.index();
  command.m = mask.index();
  detail::issue(command, "StoreAlign");
}

/// The same, and moves the pointer by `repeatStride` * 32 bytes.
template <typename T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, typename U>
__simd_callee__ inline void StoreAlign(__ubuf__ T*& dstAddr, const U& srcReg,
                                       std::uint32_t dataBlockStride, std::uint32_t repeatStride,
                                       const MaskReg& mask) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "StoreAlign: expected POST_MODE_UPDATE where a repeat stride is given");
  StoreAlign<T, dataMode>(dstAddr, srcReg, dataBlockStride, mask);
  dstAddr += std::ptrdiff_t{repeatStride} * (gsq::kBlockBytes / sizeof(T));
}

}  // namespace AscendC::Reg
