// SPDX-License-Identifier: Apache-2.0
/// Aligned loads of AscendC::Reg.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/address.hpp"
#include "gsq/kernel/ascend/registers.hpp"

namespace gsq::kernel::ascend {

/// Loads a vector as `dist` says; throws Error for an address with less than its alignment.
void load(Vector& dst, std::uint32_t address, AscendC::Reg::LoadDist dist, const Call& call);

/// Loads two vectors; dst0 gets the lanes with even numbers of both, dst1 the others.
void load_two(Vector& dst0, Vector& dst1, std::uint32_t address, std::size_t lane_bytes,
              const Call& call);

/// Loads the blocks of 32 bytes in which `mask` selects a lane of `lane_bytes`; all others are 0.
void load_blocks(Vector& dst, std::uint32_t address, std::uint32_t stride, const Mask& mask,
                 std::size_t lane_bytes, const Call& call);

/// A block stride as in the command. Throws Error above 65535.
std::uint16_t block_stride(std::uint64_t blocks, const Call& call);

}  // namespace gsq::kernel::ascend

namespace AscendC::Reg {
namespace detail {

/// Bytes of the elements that a distribution unpacks; 0 for the others.
constexpr std::size_t unpacked_bytes(LoadDist dist) {
  switch (dist) {
    case LoadDist::DIST_UNPACK_B8:
    case LoadDist::DIST_UNPACK4_B8:
      return 1;
    case LoadDist::DIST_UNPACK_B16:
      return 2;
    case LoadDist::DIST_UNPACK_B32:
      return 4;
    default:
      return 0;
  }
}

/// Bytes of the elements that a distribution for two registers deals out; 0 for the others.
constexpr std::size_t dealt_bytes(LoadDist dist) {
  switch (dist) {
    case LoadDist::DIST_DINTLV_B8:
      return 1;
    case LoadDist::DIST_DINTLV_B16:
      return 2;
    case LoadDist::DIST_DINTLV_B32:
      return 4;
    default:
      return 0;
  }
}

template <LoadDist dist, typename T, typename U>
void load(U& dst, const T* src, const Call& call) {
  using Lane = typename U::ActualT;
  constexpr std::size_t kUnpacked = unpacked_bytes(dist);
  static_assert(std::is_same_v<T, Lane> || sizeof(T) == kUnpacked,
                "LoadAlign: expected elements of 1 byte for DIST_UNPACK_B8, of 2 for "
                "DIST_UNPACK_B16");
  static_assert(
      std::is_same_v<T, Lane> ||
          (kUnpacked != 0 && std::is_integral_v<Lane> &&
           sizeof(Lane) == (dist == LoadDist::DIST_UNPACK4_B8 ? 4 : 2 * kUnpacked)),
      "LoadAlign: expected a register of the type of the elements, or, to unpack, of integers "
      "twice as long");
  static_assert(dealt_bytes(dist) == 0, "LoadAlign: expected two registers for DIST_DINTLV");
  const std::uint32_t address = Unit::current(call).address(src, call);
  if constexpr (U::REG_NUM == 2) {
    static_assert(dist == LoadDist::DIST_NORM,
                  "LoadAlign: expected DIST_NORM for a register of RegTraitNumTwo");
    gsq::kernel::ascend::load_two(dst.part(0), dst.part(1), address, sizeof(T) / 2, call);
  } else {
    gsq::kernel::ascend::load(dst.part(), address, dist, call);
  }
}

template <LoadDist dist, typename T, typename U>
void load_two(U& dst0, U& dst1, const T* src, const Call& call) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "LoadAlign: expected registers of the type of the elements");
  static_assert(U::REG_NUM == 1, "LoadAlign: expected two registers of RegTraitNumOne");
  static_assert(dealt_bytes(dist) != 0,
                "LoadAlign: expected DIST_DINTLV_B8, _B16 or _B32 for two registers");
  gsq::kernel::ascend::load_two(dst0.part(), dst1.part(), Unit::current(call).address(src, call),
                                dealt_bytes(dist), call);
}

template <typename T, typename U>
constexpr void check_block_copy() {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "LoadAlign, StoreAlign: expected a register of the type of the elements");
  static_assert(U::REG_NUM == 1, "LoadAlign, StoreAlign: expected a register of RegTraitNumOne");
}

/// A pointer moved by so many blocks.
template <typename T>
T* moved_by_blocks(T* pointer, std::uint32_t blocks) {
  return moved(pointer, std::int64_t{blocks} * gsq::kBlockBytes);
}

}  // namespace detail

// `dist` is one of these; e is the length of its elements, "B16" means 2 bytes. The address is a
// multiple of 32, where nothing else is said.
//   DIST_NORM              a vector; of RegTraitNumTwo two of them
//   DIST_BRC_B8 .. B32     the element at the address (a multiple of e) in all lanes
//   DIST_BLK               the block of 32 bytes at the address in all blocks
//   DIST_US_B8, _B16       VL / 2 bytes, each element twice
//   DIST_DS_B8, _B16       of two vectors the elements with even numbers
//   DIST_UNPACK_B8 .. B32  VL / 2 bytes, each element extended by zeros to twice its length
//   DIST_UNPACK4_B8        VL / 4 bytes, each extended by zeros to 4 bytes
//   DIST_E2B_B16, _B32     VL / 32 elements, each in all lanes of a block (address: a multiple of
//                          their length together)
//   DIST_DINTLV_B8 .. B32  for two registers: of two vectors the elements with even numbers in the
//                          first register, the others in the second
// DIST_NORM, DIST_UNPACK_B8 and _B16 issue load_align, DIST_BLK load_block, DIST_BRC, DIST_E2B,
// DIST_UNPACK_B32 and DIST_UNPACK4_B8 gather with indices from an operation of the processor, but
// DIST_BRC with LaneOps load_strided. The others issue load_align, and an operation of the
// processor rearranges what came.

/// Loads a vector. Throws gsq::kernel::Error for a wrong alignment.
template <typename T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, typename U,
          typename = std::enable_if_t<detail::is_vector<U>>>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T* srcAddr,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  detail::load<dist>(dstReg, srcAddr, call);
}

/// The same, and moves the pointer by `postUpdateStride` elements.
template <typename T = DefaultType, PostLiteral postMode, LoadDist dist = LoadDist::DIST_NORM,
          typename U, typename = std::enable_if_t<detail::is_vector<U>>>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T*& srcAddr,
                                      std::int32_t postUpdateStride,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadAlign: expected POST_MODE_UPDATE where a stride is given");
  detail::load<dist>(dstReg, srcAddr, call);
  srcAddr += postUpdateStride;
}

/// The same as the first, at an offset from the pointer.
template <typename T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, typename U,
          typename = std::enable_if_t<detail::is_vector<U>>>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T* srcAddr, AddrReg offset,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  static_assert(U::REG_NUM == 1, "LoadAlign: expected a register of RegTraitNumOne");
  detail::load<dist>(dstReg, detail::moved(srcAddr, offset), call);
}

/// Loads two vectors into two registers, with DIST_DINTLV_B8, _B16 or _B32.
template <typename T = DefaultType, LoadDist dist, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg0, U& dstReg1, __ubuf__ T* srcAddr,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  detail::load_two<dist>(dstReg0, dstReg1, srcAddr, call);
}
template <typename T = DefaultType, PostLiteral postMode, LoadDist dist, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg0, U& dstReg1, __ubuf__ T*& srcAddr,
                                      std::int32_t postUpdateStride,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadAlign: expected POST_MODE_UPDATE where a stride is given");
  detail::load_two<dist>(dstReg0, dstReg1, srcAddr, call);
  srcAddr += postUpdateStride;
}
template <typename T = DefaultType, LoadDist dist, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg0, U& dstReg1, __ubuf__ T* srcAddr, AddrReg offset,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  detail::load_two<dist>(dstReg0, dstReg1, detail::moved(srcAddr, offset), call);
}

/// Loads VL/32 blocks of 32 bytes that begin `dataBlockStride` * 32 bytes apart; 0 loads one block
/// many times. A block in which `mask` selects no lane becomes 0 and need not be inside UB. Issues
/// gather_block, with offsets and a mask from operations of the processor.
template <typename T = DefaultType, DataCopyMode dataMode, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T* srcAddr, std::uint32_t dataBlockStride,
                                      const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  static_assert(dataMode == DataCopyMode::DATA_BLOCK_COPY,
                "LoadAlign: expected DATA_BLOCK_COPY where a block stride is given");
  detail::check_block_copy<T, U>();
  gsq::kernel::ascend::load_blocks(dstReg.part(),
                                   detail::Unit::current(call).address(srcAddr, call),
                                   dataBlockStride, mask, sizeof(T), call);
}

/// The same, with `repeatStride` * 32 bytes: POST_MODE_UPDATE moves the pointer by them after the
/// load, POST_MODE_NORMAL loads from so far behind the pointer, which does not change.
template <typename T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T*& srcAddr,
                                      std::uint32_t dataBlockStride, std::uint32_t repeatStride,
                                      const MaskReg& mask,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  __ubuf__ T* const behind = detail::moved_by_blocks(srcAddr, repeatStride);
  constexpr bool kUpdate = postMode == PostLiteral::POST_MODE_UPDATE;
  LoadAlign<T, dataMode>(dstReg, kUpdate ? srcAddr : behind, dataBlockStride, mask, call);
  if (kUpdate) srcAddr = behind;
}

/// Without a mask, an addition to the API: all blocks. Issues load_block alone.
template <typename T = DefaultType, DataCopyMode dataMode, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T* srcAddr, std::uint32_t dataBlockStride,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  static_assert(dataMode == DataCopyMode::DATA_BLOCK_COPY,
                "LoadAlign: expected DATA_BLOCK_COPY where a block stride is given");
  detail::check_block_copy<T, U>();
  gsq::Command command = detail::at(gsq::Opcode::LoadBlock, srcAddr, call);
  command.blk0 = gsq::kernel::ascend::block_stride(dataBlockStride, call);
  command.vd = dstReg.index_to_write(call);
  detail::issue(command, call);
}
template <typename T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, typename U>
__simd_callee__ inline void LoadAlign(U& dstReg, __ubuf__ T*& srcAddr,
                                      std::uint32_t dataBlockStride, std::uint32_t repeatStride,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadAlign: expected POST_MODE_UPDATE where a repeat stride is given");
  LoadAlign<T, dataMode>(dstReg, srcAddr, dataBlockStride, call);
  srcAddr = detail::moved_by_blocks(srcAddr, repeatStride);
}

}  // namespace AscendC::Reg
