// SPDX-License-Identifier: Apache-2.0
/// Gather, scatter and squeeze of the C API: the commands of the unit.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gsq/isa.hpp"
#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/gather.hpp"
#include "gsq/kernel/ascend/squeeze.hpp"
#include "gsq/kernel/ascend/tensor_gather.hpp"

namespace gsq::kernel::asc {

/// Index lanes of a scatter: elements of 1 byte lie in slots of 2.
template <typename T>
using IndexOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>;

/// What begins at a pointer into UB, as a tensor without an end.
template <typename T>
AscendC::LocalTensor<T> tensor(const T* begin, const Call& call) {
  return {Unit::current(call).address(begin, call), 0};
}

template <typename D, typename T, typename I>
void gather(Vector<D>& dst, const T* src, const Vector<I>& index, const Mask& mask,
            const Call& call) {
  Command command = AscendC::Reg::detail::at(Opcode::Gather, src, call);
  command.form = ascend::form_of(sizeof(T), sizeof(I));
  command.vi = index.index(call);
  command.m = mask.index(call);
  command.vd = dst.index_to_write(call);
  Unit::current(call).issue(command, call);
}

template <typename T, typename S>
void scatter(const T* dst, const Vector<S>& src, const Vector<IndexOf<T>>& index, const Mask& mask,
             const Call& call) {
  Command command = AscendC::Reg::detail::at(Opcode::Scatter, dst, call);
  command.form = ascend::form_of(sizeof(T), sizeof(IndexOf<T>));
  command.vs = src.index(call);
  command.vi = index.index(call);
  command.m = mask.index(call);
  Unit::current(call).issue(command, call);
}

}  // namespace gsq::kernel::asc

// One function for each overload of the documents. Those whose result has the type of the source
// have a form that returns it, too.

#define GSQ_ASC_GATHER(D, T, I)                                                                    \
  __simd_callee__ inline void asc_gather(                                                          \
      gsq::kernel::asc::Vector<D>& dst, __ubuf__ T* src, const gsq::kernel::asc::Vector<I>& index, \
      const vector_bool& mask,                                                                     \
      const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gather")) {                     \
    gsq::kernel::asc::gather(dst, src, index, mask, call);                                         \
  }
#define GSQ_ASC_GATHER_REG(T, I)                                                        \
  __simd_callee__ inline void asc_gather(                                               \
      gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,         \
      const gsq::kernel::asc::Vector<I>& index,                                         \
      const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gather")) {          \
    AscendC::Reg::Gather(dst, src, index, call);                                        \
  }                                                                                     \
  __simd_callee__ inline gsq::kernel::asc::Vector<T> asc_gather(                        \
      const gsq::kernel::asc::Vector<T>& src, const gsq::kernel::asc::Vector<I>& index, \
      const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gather")) {          \
    gsq::kernel::asc::Vector<T> dst;                                                    \
    AscendC::Reg::Gather(dst, src, index, call);                                        \
    return dst;                                                                         \
  }

#define GSQ_ASC_GATHER_SAME(T, I)                                                         \
  GSQ_ASC_GATHER(T, T, I)                                                                 \
  __simd_callee__ inline gsq::kernel::asc::Vector<T> asc_gather(                          \
      __ubuf__ T* src, const gsq::kernel::asc::Vector<I>& index, const vector_bool& mask, \
      const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gather")) {            \
    gsq::kernel::asc::Vector<T> dst;                                                      \
    gsq::kernel::asc::gather(dst, src, index, mask, call);                                \
    return dst;                                                                           \
  }

// Gathers from UB: dst[i] = mask[i] ? src[index[i]] : 0. An active lane beyond UB is an error.
// Issues gather. Elements of 1 byte come into lanes of 2 bytes, the upper one 0: int8_t -40 gives
// 216; a register of the bytes themselves has each in every second lane. Elements of 2 bytes with
// indices of 4 come into lanes of 4, the upper half 0; so the mask is that of lanes of 4 bytes.
GSQ_ASC_GATHER(std::int16_t, std::int8_t, std::uint16_t)
GSQ_ASC_GATHER(std::uint16_t, std::uint8_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(std::int8_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(std::uint8_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(hifloat8_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(fp8_e8m0_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(fp8_e5m2_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(fp8_e4m3fn_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(std::int16_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(std::uint16_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(half, std::uint16_t)
GSQ_ASC_GATHER_SAME(bfloat16_t, std::uint16_t)
GSQ_ASC_GATHER_SAME(std::int32_t, std::uint32_t)
GSQ_ASC_GATHER_SAME(std::uint32_t, std::uint32_t)
GSQ_ASC_GATHER_SAME(float, std::uint32_t)
GSQ_ASC_GATHER_SAME(std::int16_t, std::uint32_t)
GSQ_ASC_GATHER_SAME(std::uint16_t, std::uint32_t)
GSQ_ASC_GATHER_SAME(half, std::uint32_t)
GSQ_ASC_GATHER_SAME(bfloat16_t, std::uint32_t)

// Gathers from a register: dst[i] = src[index[i] mod N], N the number of lanes. Issues gather_reg.
GSQ_ASC_GATHER_REG(std::int8_t, std::uint8_t)
GSQ_ASC_GATHER_REG(std::uint8_t, std::uint8_t)
GSQ_ASC_GATHER_REG(hifloat8_t, std::uint8_t)
GSQ_ASC_GATHER_REG(fp8_e8m0_t, std::uint8_t)
GSQ_ASC_GATHER_REG(fp8_e5m2_t, std::uint8_t)
GSQ_ASC_GATHER_REG(fp8_e4m3fn_t, std::uint8_t)
GSQ_ASC_GATHER_REG(std::int16_t, std::uint16_t)
GSQ_ASC_GATHER_REG(std::uint16_t, std::uint16_t)
GSQ_ASC_GATHER_REG(half, std::uint16_t)
GSQ_ASC_GATHER_REG(bfloat16_t, std::uint16_t)
GSQ_ASC_GATHER_REG(std::int32_t, std::uint32_t)
GSQ_ASC_GATHER_REG(std::uint32_t, std::uint32_t)

#undef GSQ_ASC_GATHER_SAME
#undef GSQ_ASC_GATHER
#undef GSQ_ASC_GATHER_REG

namespace gsq::kernel::asc {

/// The forms of asc_gather from UB to UB.
template <typename T>
void gather_counted(const T* dst, const T* src, const std::uint32_t* src_offset,
                    std::uint32_t count, const Call& call) {
  AscendC::Gather(tensor(dst, call), tensor(src, call), tensor(src_offset, call), 0, count, call);
}
template <typename T>
void gather_repeated(const T* dst, const T* src, const std::uint32_t* src_offset,
                     std::uint32_t dst_repeat_stride, std::uint32_t repeat, const Call& call) {
  const std::uint64_t all = Unit::current(call).config().lanes(sizeof(T));
  AscendC::Gather(tensor(dst, call), tensor(src, call), tensor(src_offset, call), 0, all, repeat,
                  dst_repeat_stride, call);
}

}  // namespace gsq::kernel::asc

// The number of elements has the place of its call: a Call of its own would make calls of the other
// form ambiguous.
#define GSQ_ASC_GATHER_UB(T)                                                                       \
  __aicore__ inline void asc_gather(__ubuf__ T* dst, __ubuf__ T* src,                              \
                                    __ubuf__ std::uint32_t* src_offset,                            \
                                    const gsq::kernel::Placed<std::uint32_t>& count) {             \
    gsq::kernel::asc::gather_counted(dst, src, src_offset, count.value, count.call("asc_gather")); \
  }                                                                                                \
  __aicore__ inline void asc_gather(                                                               \
      __ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset,                        \
      std::uint32_t dst_repeat_stride, std::uint32_t repeat,                                       \
      const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gather")) {                     \
    gsq::kernel::asc::gather_repeated(dst, src, src_offset, dst_repeat_stride, repeat, call);      \
  }                                                                                                \
  __aicore__ inline void asc_gather_sync(                                                          \
      __ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset, std::uint32_t count,   \
      const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gather_sync")) {                \
    gsq::kernel::asc::gather_counted(dst, src, src_offset, count, call);                           \
    gsq::kernel::Unit::current(call).wait();                                                       \
  }

// Gathers from UB to UB: dst[i] = the element at byte src_offset[i] from src, for i below `count`;
// or for all lanes of `repeat` iterations, dst_repeat_stride * 32 bytes apart in dst. dst and src
// are multiples of 32. Issue gather and scatter commands; `_sync` waits.
GSQ_ASC_GATHER_UB(std::int16_t)
GSQ_ASC_GATHER_UB(std::uint16_t)
GSQ_ASC_GATHER_UB(half)
GSQ_ASC_GATHER_UB(bfloat16_t)
GSQ_ASC_GATHER_UB(std::int32_t)
GSQ_ASC_GATHER_UB(std::uint32_t)
GSQ_ASC_GATHER_UB(float)

#undef GSQ_ASC_GATHER_UB

/// Gathers blocks of 32 bytes from UB to UB, VL/32 in an iteration: those at byte offsets from src.
/// Strides of dst are in blocks, inside an iteration and from one to the next. Issues gather_block.
template <typename T>
__aicore__ inline void asc_gather_datablock(
    __ubuf__ T* dst, __ubuf__ T* src, __ubuf__ std::uint32_t* src_offset,
    std::uint32_t dst_repeat_stride, std::uint32_t dst_block_stride, std::uint32_t repeat,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gather_datablock")) {
  gsq::kernel::ascend::gather_blocks(
      {gsq::kernel::asc::tensor(dst, call).address(), dst_block_stride, dst_repeat_stride},
      gsq::kernel::asc::tensor(src, call).address(),
      gsq::kernel::asc::tensor(src_offset, call).address(), repeat, call);
}

/// Gathers whole blocks of 32 bytes: block k of dst is the one at byte offset index[k] from src.
/// src and offsets are multiples of 32. Lane k of a b32 mask selects block k; blocks that are not
/// selected become 0. VL/32 blocks. Issues gather_block.
template <typename T>
__simd_callee__ inline void asc_gather_datablock(
    gsq::kernel::asc::Vector<T>& dst, __ubuf__ T* src, const vector_uint32_t& index,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gather_datablock")) {
  AscendC::Reg::GatherB(dst, src, index, mask, call);
}
/// The same for all blocks; issues create_mask, too.
template <typename T>
__simd_callee__ inline void asc_gather_datablock(
    gsq::kernel::asc::Vector<T>& dst, __ubuf__ T* src, const vector_uint32_t& index,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_gather_datablock")) {
  AscendC::Reg::GatherB(dst, src, index, asc_create_mask_b32(PAT_ALL), call);
}

// Scatters to UB, the counterparts of the gathers: dst[index[i]] = src[i] for active lanes, lane 0
// first, so that with equal indices the highest lane wins. Issues scatter. Elements of 1 byte come
// from lanes of 2 bytes, whose upper one is ignored, in a register of their own type or of that
// which asc_gather fills with them.
template <typename T>
__simd_callee__ inline void asc_scatter(
    __ubuf__ T* dst, const gsq::kernel::asc::Vector<T>& src,
    const gsq::kernel::asc::Vector<gsq::kernel::asc::IndexOf<T>>& index, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_scatter")) {
  gsq::kernel::asc::scatter(dst, src, index, mask, call);
}
__simd_callee__ inline void asc_scatter(
    __ubuf__ std::int8_t* dst, const vector_int16_t& src, const vector_uint16_t& index,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_scatter")) {
  gsq::kernel::asc::scatter(dst, src, index, mask, call);
}
__simd_callee__ inline void asc_scatter(
    __ubuf__ std::uint8_t* dst, const vector_uint16_t& src, const vector_uint16_t& index,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_scatter")) {
  gsq::kernel::asc::scatter(dst, src, index, mask, call);
}

namespace gsq::kernel::asc {

template <typename T>
void squeeze(Vector<T>& dst, const Vector<T>& src, const Mask& mask, bool store_reg,
             const Call& call) {
  static_assert(sizeof(T) <= 4, "asc_squeeze: expected lanes of 1, 2 or 4 bytes");
  Command command;
  command.op = Opcode::Squeeze;
  command.width = ascend::width_of<T>();
  command.store_reg = store_reg;
  command.vs = src.index(call);
  command.m = mask.index(call);
  command.vd = dst.index_to_write(call);
  Unit::current(call).issue(command, call);
  if (store_reg) Unit::current(call).squeezed() = Unit::Squeezed{mask, sizeof(T)};
}

/// The bytes that squeezes have kept for the stream, see asc_get_squeeze_status.
std::int64_t squeezed_bytes(const Call& call);

}  // namespace gsq::kernel::asc

/// Packs the active lanes of src from lane 0 upwards, in order; the remaining lanes become 0. AR
/// and the pending squeeze do not change. Issues squeeze.
template <typename T>
__simd_callee__ inline void asc_squeeze(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_squeeze")) {
  gsq::kernel::asc::squeeze(dst, src, mask, false, call);
}

/// The same, and keeps the number of bytes for the next asc_storeunalign_postupdate without a
/// count; the two must alternate, otherwise the later one fails (ERR_SQZ_ORDER).
template <typename T>
__simd_callee__ inline void asc_squeeze_with_status(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_squeeze_with_status")) {
  gsq::kernel::asc::squeeze(dst, src, mask, true, call);
}
/// The older name.
template <typename T>
__simd_callee__ inline void asc_squeeze_v2(
    gsq::kernel::asc::Vector<T>& dst, const gsq::kernel::asc::Vector<T>& src,
    const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_squeeze_v2")) {
  gsq::kernel::asc::squeeze(dst, src, mask, true, call);
}

/// Bytes that all squeezes with status since asc_clear_ar_spr or the launch have kept, the last one
/// included, also before its bytes are stored. Waits; issues get_spr, and an operation of the
/// processor counts the lanes of a squeeze that is not stored. asc_get_ar_spr is the older name.
__aicore__ inline std::int64_t asc_get_squeeze_status(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_get_squeeze_status")) {
  return gsq::kernel::asc::squeezed_bytes(call);
}
__aicore__ inline std::int64_t asc_get_ar_spr(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_get_ar_spr")) {
  return gsq::kernel::asc::squeezed_bytes(call);
}

/// Starts a new stream: AR becomes 0, and a squeeze that waits for its store is discarded. Issues
/// clear_spr.
__simd_callee__ inline void asc_clear_ar_spr(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_clear_ar_spr")) {
  AscendC::Reg::ClearSpr<AscendC::SpecialPurposeReg::AR>(call);
}

/// Counts the active lanes below each lane: dst[0] = 0, dst[i] = dst[i-1] + mask[i-1], modulo the
/// range of the element. A register gather with dst as indices is the inverse of asc_squeeze.
template <typename T>
__simd_callee__ inline void asc_unsqueeze(
    gsq::kernel::asc::Vector<T>& dst, const vector_bool& mask,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_unsqueeze")) {
  static_assert(std::is_integral_v<T>, "asc_unsqueeze counts: dst must hold integers");
  if constexpr (std::is_integral_v<T>) AscendC::Reg::Unsqueeze(dst, mask, call);
}
