// SPDX-License-Identifier: Apache-2.0
/// Masks of AscendC::Reg: how to make them, loads and stores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/address.hpp"
#include "gsq/kernel/ascend/registers.hpp"

namespace gsq::kernel::ascend {

/// set_mask from a bit per lane of `width`. Throws Error when there are more than lanes.
Command set_mask(const std::vector<bool>& lanes, Width width, const Call& call);

/// All bits of a mask from UB, each `repeated` times, or every `taken`-th of them; throws Error for
/// an address that is not a multiple of the bytes that are loaded (of at most 32).
void load_mask(Mask& dst, std::uint32_t address, std::uint32_t repeated, std::uint32_t taken,
               const Call& call);

/// Every `taken`-th bit of a mask to UB, from bit 0 on; alignment as for loads.
void store_mask(std::uint32_t address, const Mask& src, std::uint32_t taken, const Call& call);

/// A mask from bits in a register: from bit `first` on one for each lane of `lane_bytes`.
void mask_from_bits(Mask& dst, const Vector& src, std::size_t first, std::size_t lane_bytes,
                    const Call& call);

}  // namespace gsq::kernel::ascend

namespace AscendC::Reg {
namespace detail {

/// Length of the lanes of a mask for elements of type T: with two registers, half of an element.
template <typename T, const RegTrait& regTrait>
constexpr gsq::Width mask_width() {
  static_assert(sizeof(T) <= 8,
                "CreateMask, UpdateMask: expected an element type of 1, 2, 4 or 8 bytes");
  static_assert(regTrait.REG_NUM == 1 || sizeof(T) >= 4,
                "CreateMask, UpdateMask: expected elements of 4 or 8 bytes for RegTraitNumTwo");
  return gsq::kernel::ascend::width_of(sizeof(T) / regTrait.REG_NUM);
}

template <MaskDist dist>
void load_mask(MaskReg& mask, const void* src, const Call& call) {
  gsq::kernel::ascend::load_mask(mask, Unit::current(call).address(src, call),
                                 dist == MaskDist::DIST_US ? 2 : 1,
                                 dist == MaskDist::DIST_DS ? 2 : 1, call);
}

template <MaskDist dist>
void store_mask(const void* dst, const MaskReg& mask, const Call& call) {
  static_assert(dist == MaskDist::DIST_NORM || dist == MaskDist::DIST_PACK,
                "StoreAlign: expected DIST_NORM or DIST_PACK for a mask");
  gsq::kernel::ascend::store_mask(Unit::current(call).address(dst, call), mask,
                                  dist == MaskDist::DIST_PACK ? 2 : 1, call);
}

}  // namespace detail

/// A mask of lanes of type T. Issues create_mask.
template <typename T, MaskPattern mode = MaskPattern::ALL,
          const RegTrait& regTrait = RegTraitNumOne>
__simd_callee__ inline MaskReg CreateMask(
    const detail::Call& call = detail::Call::here("CreateMask")) {
  MaskReg mask;
  gsq::Command command;
  command.op = gsq::Opcode::CreateMask;
  command.width = detail::mask_width<T, regTrait>();
  command.pattern =
      mode == MaskPattern::ALLF ? gsq::Pattern::Allf : static_cast<gsq::Pattern>(mode);
  command.m = mask.index_to_write(call);
  detail::issue(command, call);
  return mask;
}
static_assert(static_cast<int>(MaskPattern::Q) == static_cast<int>(gsq::Pattern::Q),
              "the patterns but ALLF are numbered as in the instruction set");

/// A mask of the lowest `scalar` lanes of type T, all when there are fewer. Subtracts the lanes of
/// a vector, or of two, from `scalar`, down to 0. Issues update_mask.
template <typename T, const RegTrait& regTrait = RegTraitNumOne>
__simd_callee__ inline MaskReg UpdateMask(
    std::uint32_t& scalar, const detail::Call& call = detail::Call::here("UpdateMask")) {
  MaskReg mask;
  gsq::Command command;
  command.op = gsq::Opcode::UpdateMask;
  command.width = detail::mask_width<T, regTrait>();
  command.n = scalar;
  command.m = mask.index_to_write(call);
  detail::issue(command, call);
  const std::uint32_t lanes =
      detail::Unit::current(call).config().lanes(sizeof(T) / regTrait.REG_NUM);
  scalar -= scalar < lanes ? scalar : lanes;
  return mask;
}

/// Writes a mask of lanes of type T that scalar code has computed: lane i is selected when lanes[i]
/// is; those beyond the end are not. An addition to the API. With a type of 1 byte it writes the
/// register bit by bit. Issues set_mask. Throws gsq::kernel::Error when there are more values than
/// lanes.
template <typename T>
__simd_callee__ inline void SetMask(MaskReg& mask, const std::vector<bool>& lanes,
                                    const detail::Call& call = detail::Call::here("SetMask")) {
  static_assert(sizeof(T) <= 8, "SetMask: expected an element type of 1, 2, 4 or 8 bytes");
  gsq::Command command =
      gsq::kernel::ascend::set_mask(lanes, gsq::kernel::ascend::width_of<T>(), call);
  command.m = mask.index_to_write(call);
  detail::issue(command, call);
}

/// Makes a mask of bits in a register: group `offset` of VL/16 bytes (T of 2 bytes) or VL/32 (T of
/// 4), a bit for each lane of T. An operation of the processor.
template <typename T = DefaultType, std::int32_t offset, typename U>
__simd_callee__ inline void MaskGenWithRegTensor(
    MaskReg& dst, const U& srcReg,
    const detail::Call& call = detail::Call::here("MaskGenWithRegTensor")) {
  using E = detail::Element<T, U>;
  static_assert(sizeof(E) == 2 || sizeof(E) == 4,
                "MaskGenWithRegTensor: expected elements of 2 or 4 bytes");
  static_assert(offset >= 0 && offset < static_cast<int>(8 * sizeof(E)),
                "MaskGenWithRegTensor: expected an offset below 16 for elements of 2 bytes, below "
                "32 for 4");
  gsq::kernel::ascend::mask_from_bits(
      dst, srcReg.part(),
      std::size_t{offset} * detail::Unit::current(call).config().lanes(sizeof(E)), sizeof(E), call);
}

// All VL/8 bytes of a mask: operations of the processor, but for DIST_NORM with LaneOps and vectors
// of 256 bytes. Addresses are multiples of the bytes that are moved, or of 32.

/// Loads a mask. DIST_US loads half of its bytes and doubles each bit, DIST_DS twice as many and
/// takes every second bit, from bit 0 on.
template <typename T, MaskDist dist = MaskDist::DIST_NORM>
__simd_callee__ inline void LoadAlign(MaskReg& mask, __ubuf__ T* srcAddr,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  detail::load_mask<dist>(mask, srcAddr, call);
}

/// The same, and moves the pointer by `offset` bytes.
template <typename T, PostLiteral postMode, MaskDist dist = MaskDist::DIST_NORM>
__simd_callee__ inline void LoadAlign(MaskReg& mask, __ubuf__ T*& srcAddr, std::int32_t offset,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadAlign: expected POST_MODE_UPDATE where an offset is given");
  detail::load_mask<dist>(mask, srcAddr, call);
  srcAddr = detail::moved(srcAddr, std::int64_t{offset});
}

/// The same as the first, at an offset from the pointer.
template <typename T, MaskDist dist = MaskDist::DIST_NORM>
__simd_callee__ inline void LoadAlign(MaskReg& mask, __ubuf__ T* srcAddr, AddrReg offset,
                                      const detail::Call& call = detail::Call::here("LoadAlign")) {
  detail::load_mask<dist>(mask, detail::moved(srcAddr, offset), call);
}

/// Stores a mask. DIST_PACK stores every second bit, from bit 0 on.
template <typename T, MaskDist dist = MaskDist::DIST_NORM>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T* dstAddr, const MaskReg& mask,
    const detail::Call& call = detail::Call::here("StoreAlign")) {
  detail::store_mask<dist>(dstAddr, mask, call);
}

/// The same, and moves the pointer by `offset` bytes.
template <typename T, PostLiteral postMode, MaskDist dist = MaskDist::DIST_NORM>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T*& dstAddr, const MaskReg& mask, std::int32_t offset,
    const detail::Call& call = detail::Call::here("StoreAlign")) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "StoreAlign: expected POST_MODE_UPDATE where an offset is given");
  detail::store_mask<dist>(dstAddr, mask, call);
  dstAddr = detail::moved(dstAddr, std::int64_t{offset});
}

/// The same as the first, at an offset from the pointer.
template <typename T, MaskDist dist = MaskDist::DIST_NORM>
__simd_callee__ inline void StoreAlign(
    __ubuf__ T* dstAddr, const MaskReg& mask, AddrReg offset,
    const detail::Call& call = detail::Call::here("StoreAlign")) {
  detail::store_mask<dist>(detail::moved(dstAddr, offset), mask, call);
}

}  // namespace AscendC::Reg
