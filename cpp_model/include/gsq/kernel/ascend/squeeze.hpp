// SPDX-License-Identifier: Apache-2.0
/// Squeeze, unsqueeze, and streams of unaligned stores, of AscendC::Reg.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/registers.hpp"

namespace gsq::kernel::ascend {

/// `count` elements in bytes. Throws Error if that exceeds 32 bits.
std::uint32_t bytes_of(std::uint32_t count, std::size_t element, const char* api);

}  // namespace gsq::kernel::ascend

namespace AscendC {

/// The value of a special-purpose register; waits. The StoreUnAlign after a Squeeze with STORE_REG
/// adds the kept bytes to AR, not the Squeeze. Throws gsq::kernel::Error of any earlier command
/// that failed.
template <SpecialPurposeReg spr>
__aicore__ inline std::int64_t GetSpr() {
  gsq::Command command;
  command.op = gsq::Opcode::GetSpr;
  return gsq::kernel::Unit::current().issue_and_wait(command, "GetSpr").info;
}

namespace Reg {

/// Packs the selected lanes from lane 0 upwards, in order; all lanes after them become 0. Issues
/// squeeze. With STORE_REG the number of kept bytes is stored for the next StoreUnAlign without a
/// stride; the two must alternate, otherwise the later one fails (ERR_SQZ_ORDER).
template <typename T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG, typename U>
__simd_callee__ inline void Squeeze(U& dstReg, const U& srcReg, const MaskReg& mask) {
  using E = detail::Element<T, U>;
  static_assert(
      gsq::kernel::ascend::is_one_of<E, std::uint8_t, std::int8_t, std::uint16_t, std::int16_t,
                                     std::uint32_t, std::int32_t, half, float>,
      "Squeeze: expected uint8_t, int8_t, uint16_t, int16_t, uint32_t, int32_t, half or "
      "float elements");
  static_assert(std::is_same_v<E, typename U::ActualT>,
                "Squeeze: expected registers of the element type T");
  gsq::Command command;
  command.op = gsq::Opcode::Squeeze;
  command.width = gsq::kernel::ascend::width_of<E>();
  command.store_reg = store == GatherMaskMode::STORE_REG;
  command.vs = srcReg.index();
  command.m = mask.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "Squeeze");
}

/// Counts the selected lanes below each lane, modulo the range of the element type. Issues
/// unsqueeze.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Unsqueeze(U& dstReg, const MaskReg& mask) {
  using E = detail::Element<T, U>;
  static_assert(gsq::kernel::ascend::is_one_of<E, std::uint8_t, std::int8_t, std::uint16_t,
                                               std::int16_t, std::uint32_t, std::int32_t>,
                "Unsqueeze: expected uint8_t, int8_t, uint16_t, int16_t, uint32_t or int32_t "
                "elements");
  static_assert(std::is_same_v<E, typename U::ActualT>,
                "Unsqueeze: expected a register of the element type T");
  gsq::Command command;
  command.op = gsq::Opcode::Unsqueeze;
  command.width = gsq::kernel::ascend::width_of<E>();
  command.m = mask.index();
  command.vd = dstReg.index_to_write();
  detail::issue(command, "Unsqueeze");
}

/// Appends the bytes that the last Squeeze kept to the stream at `dstAddr` + AR. The pointer does
/// not change; POST_MODE_UPDATE advances AR by the kept bytes. Complete blocks of 32 bytes are
/// written to UB, and `ureg` holds the rest. Issues store_unalign.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename U>
__simd_callee__ inline void StoreUnAlign(__ubuf__ T* dstAddr, const U& srcReg,
                                         UnalignRegForStore& ureg) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "StoreUnAlign: expected a register of the type of the elements");
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalign, dstAddr, "StoreUnAlign");
  command.post = postMode == PostLiteral::POST_MODE_UPDATE;
  command.vs = srcReg.index();
  command.u = ureg.index();
  detail::issue(command, "StoreUnAlign");
}

/// Appends the lowest `postUpdateStride` lanes to the stream, at `dstAddr`; POST_MODE_UPDATE
/// advances the pointer past them. AR is not used. Issues store_unalign with n. Throws
/// gsq::kernel::Error when the number of bytes exceeds 32 bits.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename U>
__simd_callee__ inline void StoreUnAlign(__ubuf__ T*& dstAddr, const U& srcReg,
                                         UnalignRegForStore& ureg, std::uint32_t postUpdateStride) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "StoreUnAlign: expected a register of the type of the elements");
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalign, dstAddr, "StoreUnAlign");
  command.abs = true;
  command.n = gsq::kernel::ascend::bytes_of(postUpdateStride, sizeof(T), "StoreUnAlign");
  command.vs = srcReg.index();
  command.u = ureg.index();
  detail::issue(command, "StoreUnAlign");
  if (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr += postUpdateStride;
}

/// Writes the bytes held in `ureg`, which must end at `dstAddr` + AR: the end of a stream of stores
/// without a stride. Issues store_unalign_post.
template <typename T>
__simd_callee__ inline void StoreUnAlignPost(__ubuf__ T* dstAddr, UnalignRegForStore& ureg) {
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalignPost, dstAddr, "StoreUnAlignPost");
  command.u = ureg.index();
  detail::issue(command, "StoreUnAlignPost");
}

/// Writes the bytes held in `ureg`, which must end `postUpdateStride` elements after `dstAddr`: the
/// end of a stream of stores with strides. POST_MODE_UPDATE advances the pointer to that end.
/// Issues store_unalign_post.
template <typename T, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE>
__simd_callee__ inline void StoreUnAlignPost(__ubuf__ T*& dstAddr, UnalignRegForStore& ureg,
                                             std::int32_t postUpdateStride) {
  __ubuf__ T* const end = dstAddr + postUpdateStride;
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalignPost, end, "StoreUnAlignPost");
  command.abs = true;
  command.u = ureg.index();
  detail::issue(command, "StoreUnAlignPost");
  if (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr = end;
}

/// Starts a new stream: AR becomes 0, and a Squeeze that waits for its StoreUnAlign is discarded.
/// Issues clear_spr.
template <SpecialPurposeReg spr>
__simd_callee__ inline void ClearSpr() {
  gsq::Command command;
  command.op = gsq::Opcode::ClearSpr;
  detail::issue(command, "ClearSpr");
}

}  // namespace Reg
}  // namespace AscendC
