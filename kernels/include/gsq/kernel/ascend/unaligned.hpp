// SPDX-License-Identifier: Apache-2.0
/// Unaligned loads and stores of AscendC::Reg.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/ascend/address.hpp"
#include "gsq/kernel/ascend/rearrange.hpp"
#include "gsq/kernel/ascend/registers.hpp"

namespace gsq::kernel::ascend {

/// Loads a vector from any address. `kept` keeps indices for the next load.
void load_unaligned(Vector& dst, std::optional<AscendC::Reg::UnalignReg::Loads>& kept,
                    std::uint32_t address, const Call& call);

/// Appends the lowest `bytes` bytes of a vector to a stream, at `address`.
void append(std::uint32_t address, const Vector& src, const AscendC::Reg::UnalignReg& stream,
            std::uint32_t bytes, const Call& call);

/// Ends a stream: writes what is held, up to `address`.
void end_stream(std::uint32_t address, const AscendC::Reg::UnalignReg& stream, const Call& call);

/// Appends a mask, a bit for each lane of `lane_bytes`, to a stream. Returns the number of bytes.
std::uint32_t append_mask(std::uint32_t address, const Mask& mask, std::size_t lane_bytes,
                          const AscendC::Reg::UnalignReg& stream, const Call& call);

/// `count` elements in bytes. Throws Error if that exceeds 32 bits.
std::uint32_t bytes_of(std::uint32_t count, std::size_t element, const Call& call);

}  // namespace gsq::kernel::ascend

namespace AscendC::Reg {
namespace detail {

/// Lanes of T in one register of the unit in use.
template <typename T>
std::uint32_t lanes_of(const Call& call) {
  return Unit::current(call).config().lanes(sizeof(T));
}

template <typename T, typename U>
void load_unaligned(U& dst, UnalignReg& ureg, const T* src, const Call& call) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "LoadUnAlign: expected a register of the type of the elements");
  const std::uint32_t address = Unit::current(call).address(src, call);
  if constexpr (U::REG_NUM == 1) {
    gsq::kernel::ascend::load_unaligned(dst.part(), ureg.loads(), address, call);
  } else {
    gsq::kernel::ascend::Vector low;
    gsq::kernel::ascend::Vector high;
    gsq::kernel::ascend::load_unaligned(low, ureg.loads(), address, call);
    gsq::kernel::ascend::load_unaligned(high, ureg.loads(),
                                        address + Unit::current(call).config().vlen_bytes, call);
    gsq::kernel::ascend::deinterleave(dst.part(0), dst.part(1), low, high, sizeof(T) / 2, call);
  }
}

template <typename T, typename U>
void store_unaligned(T* dst, const U& src, const UnalignReg& ureg, std::uint32_t count,
                     const Call& call) {
  static_assert(std::is_same_v<T, typename U::ActualT>,
                "StoreUnAlign: expected a register of the type of the elements");
  const std::uint32_t address = Unit::current(call).address(dst, call);
  const std::uint32_t bytes = gsq::kernel::ascend::bytes_of(count, sizeof(T), call);
  if constexpr (U::REG_NUM == 1) {
    gsq::kernel::ascend::append(address, src.part(), ureg, bytes, call);
  } else {
    const std::uint32_t vector = Unit::current(call).config().vlen_bytes;
    gsq::kernel::ascend::Vector low;
    gsq::kernel::ascend::Vector high;
    gsq::kernel::ascend::interleave(low, high, src.part(0), src.part(1), sizeof(T) / 2, call);
    gsq::kernel::ascend::append(address, low, ureg, bytes < vector ? bytes : vector, call);
    if (bytes > vector) {
      gsq::kernel::ascend::append(address + vector, high, ureg, bytes - vector, call);
    }
  }
}

}  // namespace detail

// -------------------------------------------------------------------------------------------------
// Loads. Each is one load_strided with LaneOps, otherwise one gather, with indices from an
// operation of the processor that `ureg` keeps for the next load; from a multiple of 32 load_align;
// from an odd address an operation of the processor loads.
// -------------------------------------------------------------------------------------------------

/// Begins unaligned loads at a pointer. Issues nothing: the loads need no bytes of earlier ones.
/// Throws gsq::kernel::Error for a pointer that is none into UB.
template <typename T>
__simd_callee__ inline void LoadUnAlignPre(
    UnalignRegForLoad& /*ureg*/, __ubuf__ T* srcAddr,
    const detail::Call& call = detail::Call::here("LoadUnAlignPre")) {
  static_cast<void>(detail::Unit::current(call).address(srcAddr, call));
}
template <typename T>
__simd_callee__ inline void LoadUnAlignPre(
    UnalignRegForLoad& ureg, __ubuf__ T* srcAddr, const AddrReg& areg,
    const detail::Call& call = detail::Call::here("LoadUnAlignPre")) {
  LoadUnAlignPre(ureg, detail::moved(srcAddr, areg), call);
}

/// Loads a vector from any address. Issues gather, see above.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void LoadUnAlign(
    U& dstReg, UnalignRegForLoad& ureg, __ubuf__ T* srcAddr,
    const detail::Call& call = detail::Call::here("LoadUnAlign")) {
  detail::load_unaligned(dstReg, ureg, srcAddr, call);
}

/// The same, and moves the pointer by `postUpdateStride` elements.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename U>
__simd_callee__ inline void LoadUnAlign(
    U& dstReg, UnalignRegForLoad& ureg, __ubuf__ T*& srcAddr, std::uint32_t postUpdateStride,
    const detail::Call& call = detail::Call::here("LoadUnAlign")) {
  static_assert(postMode == PostLiteral::POST_MODE_UPDATE,
                "LoadUnAlign: expected POST_MODE_UPDATE where a stride is given");
  detail::load_unaligned(dstReg, ureg, srcAddr, call);
  srcAddr += postUpdateStride;
}

/// The same as the first, at an offset from the pointer. `inc` has no meaning.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void LoadUnAlign(
    U& dstReg, UnalignRegForLoad& ureg, __ubuf__ T*& srcAddr, const AddrReg& areg,
    std::uint32_t /*inc*/, const detail::Call& call = detail::Call::here("LoadUnAlign")) {
  static_assert(U::REG_NUM == 1, "LoadUnAlign: expected a register of RegTraitNumOne");
  detail::load_unaligned(dstReg, ureg, detail::moved(srcAddr, areg), call);
}

/// LoadUnAlignPre and LoadUnAlign in one.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Load(U& dstReg, __ubuf__ T* srcAddr,
                                 const detail::Call& call = detail::Call::here("Load")) {
  static_assert(U::REG_NUM == 1, "Load: expected a register of RegTraitNumOne");
  UnalignRegForLoad ureg;
  detail::load_unaligned(dstReg, ureg, srcAddr, call);
}

// -------------------------------------------------------------------------------------------------
// Stores: streams. Complete blocks of 32 bytes are written to UB, and `ureg` holds the rest.
// -------------------------------------------------------------------------------------------------

/// Appends the bytes that the last Squeeze kept to the stream at `dstAddr` + AR. The pointer does
/// not change; POST_MODE_UPDATE advances AR by the kept bytes. Issues store_unalign.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename U>
__simd_callee__ inline void StoreUnAlign(
    __ubuf__ T* dstAddr, const U& srcReg, UnalignRegForStore& ureg,
    const detail::Call& call = detail::Call::here("StoreUnAlign")) {
  static_assert(std::is_same_v<T, typename U::ActualT> && U::REG_NUM == 1,
                "StoreUnAlign: expected a register of the type of the elements");
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalign, dstAddr, call);
  command.post = postMode == PostLiteral::POST_MODE_UPDATE;
  command.vs = srcReg.index(call);
  command.u = ureg.index(call);
  detail::issue(command, call);
}

/// Appends the lowest `postUpdateStride` lanes to the stream, at `dstAddr`; POST_MODE_UPDATE
/// advances the pointer past them. AR is not used. Issues store_unalign with n; for RegTraitNumTwo
/// two of them, after an operation that interleaves the registers. Throws gsq::kernel::Error when
/// the number of bytes exceeds 32 bits.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename U>
__simd_callee__ inline void StoreUnAlign(
    __ubuf__ T*& dstAddr, const U& srcReg, UnalignRegForStore& ureg, std::uint32_t postUpdateStride,
    const detail::Call& call = detail::Call::here("StoreUnAlign")) {
  detail::store_unaligned(dstAddr, srcReg, ureg, postUpdateStride, call);
  if (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr += postUpdateStride;
}

/// Appends a vector to the stream, at an offset from the pointer.
template <typename T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE,
          typename U>
__simd_callee__ inline void StoreUnAlign(
    __ubuf__ T*& dstAddr, const U& srcReg, UnalignRegForStore& ureg, const AddrReg& areg,
    const detail::Call& call = detail::Call::here("StoreUnAlign")) {
  static_assert(U::REG_NUM == 1, "StoreUnAlign: expected a register of RegTraitNumOne");
  detail::store_unaligned(detail::moved(dstAddr, areg), srcReg, ureg, detail::lanes_of<T>(call),
                          call);
}

/// Appends a mask to the stream, a bit for each lane of type T, and moves the pointer past it:
/// VL/16 bytes for T of 2 bytes, VL/32 for 4. Issues store_unalign after an operation that packs
/// the bits.
template <typename T>
__simd_callee__ inline void StoreUnAlign(
    __ubuf__ T*& dstAddr, const MaskReg& mask, UnalignRegForStore& ureg,
    const detail::Call& call = detail::Call::here("StoreUnAlign")) {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4,
                "StoreUnAlign: expected elements of 2 or 4 bytes for a mask");
  const std::uint32_t bytes = gsq::kernel::ascend::append_mask(
      detail::Unit::current(call).address(dstAddr, call), mask, sizeof(T), ureg, call);
  dstAddr = detail::moved(dstAddr, std::int64_t{bytes});
}

/// Writes the bytes held in `ureg`, which must end at `dstAddr` + AR: the end of a stream of stores
/// after Squeeze. Issues store_unalign_post.
template <typename T>
__simd_callee__ inline void StoreUnAlignPost(
    __ubuf__ T* dstAddr, UnalignRegForStore& ureg,
    const detail::Call& call = detail::Call::here("StoreUnAlignPost")) {
  gsq::Command command = detail::at(gsq::Opcode::StoreUnalignPost, dstAddr, call);
  command.u = ureg.index(call);
  detail::issue(command, call);
}

/// Writes the bytes held in `ureg`, which must end `postUpdateStride` elements after `dstAddr`: the
/// end of a stream of stores with strides. POST_MODE_UPDATE advances the pointer to that end.
/// Issues store_unalign_post.
template <typename T, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE>
__simd_callee__ inline void StoreUnAlignPost(
    __ubuf__ T*& dstAddr, UnalignRegForStore& ureg, std::int32_t postUpdateStride,
    const detail::Call& call = detail::Call::here("StoreUnAlignPost")) {
  __ubuf__ T* const end = dstAddr + postUpdateStride;
  gsq::kernel::ascend::end_stream(detail::Unit::current(call).address(end, call), ureg, call);
  if (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr = end;
}

/// The same for stores with offsets: `areg` is that of the last store.
template <typename T>
__simd_callee__ inline void StoreUnAlignPost(
    __ubuf__ T*& dstAddr, UnalignRegForStore& ureg, const AddrReg& areg,
    const detail::Call& call = detail::Call::here("StoreUnAlignPost")) {
  __ubuf__ T* const end = detail::moved(dstAddr, areg) + detail::lanes_of<T>(call);
  gsq::kernel::ascend::end_stream(detail::Unit::current(call).address(end, call), ureg, call);
}

/// StoreUnAlign and StoreUnAlignPost in one: stores the lowest `count` lanes, or all, to any
/// address.
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Store(__ubuf__ T* dstAddr, const U& srcReg, std::uint32_t count,
                                  const detail::Call& call = detail::Call::here("Store")) {
  UnalignRegForStore ureg;
  detail::store_unaligned(dstAddr, srcReg, ureg, count, call);
  gsq::kernel::ascend::end_stream(detail::Unit::current(call).address(dstAddr + count, call), ureg,
                                  call);
}
template <typename T = DefaultType, typename U>
__simd_callee__ inline void Store(__ubuf__ T* dstAddr, const U& srcReg,
                                  const detail::Call& call = detail::Call::here("Store")) {
  Store<T>(dstAddr, srcReg, detail::lanes_of<T>(call) * U::REG_NUM, call);
}

}  // namespace AscendC::Reg
