// SPDX-License-Identifier: Apache-2.0
/// What the C API has around vector functions: who runs, memory, copies, synchronization.
///
/// Copies are done by the processor, in the order of the program; they take no time. So what
/// synchronizes pipes has nothing to order.
#pragma once

#include <cstdint>

#include "gsq/kernel/asc/asc_registers.hpp"
#include "gsq/kernel/ascend/functions.hpp"
#include "gsq/kernel/ascend/global_tensor.hpp"
#include "gsq/kernel/launch.hpp"
#include "gsq/kernel/pipes.hpp"  // IWYU pragma: export
#include "gsq/kernel/unit.hpp"

namespace gsq::kernel::asc {

/// A pointer to byte `address` of UB. Throws Error beyond the end of UB.
void* ub_pointer(std::uint64_t address, const Call& call);

/// Copies of `count` blocks of `bytes` bytes, which begin `.._step` bytes apart. Throw Error for
/// addresses outside UB.
void copy_in(const void* dst, const void* src, std::uint32_t count, std::uint32_t bytes,
             std::int64_t src_step, std::int64_t dst_step, const ascend::Padding& padding,
             const Call& call);
void copy_out(void* dst, const void* src, std::uint32_t count, std::uint32_t bytes,
              std::int64_t dst_step, std::int64_t src_step, const Call& call);

}  // namespace gsq::kernel::asc

/// A pointer to byte `address` of UB, to be cast to its type. Throws gsq::kernel::Error beyond the
/// end of UB.
inline void* asc_get_phy_buf_addr(
    std::uint64_t address,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_get_phy_buf_addr")) {
  return gsq::kernel::asc::ub_pointer(address, call);
}

/// The block that runs, and how many the launch has.
__aicore__ inline std::int64_t asc_get_block_idx() { return gsq::kernel::block_in_launch().index; }
__aicore__ inline std::int64_t asc_get_block_num() { return gsq::kernel::block_in_launch().count; }
/// The same as a variable.
struct BlockIndex {
  operator std::int64_t() const {  // NOLINT(google-explicit-constructor)
    return asc_get_block_idx();
  }
};
inline constexpr BlockIndex block_idx{};

/// Bytes of a vector: a constant, see AscendC::GetVecLen.
template <typename Use = void>
__aicore__ constexpr std::uint32_t asc_get_vf_len(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_get_vf_len")) {
  return AscendC::GetVecLen<Use>(call);
}

/// Begins a kernel: nothing to do.
__aicore__ inline void asc_init() {}

// Synchronization of pipes. asc_sync and asc_sync_pipe(PIPE_ALL) wait until everything before is
// done, and throw gsq::kernel::Error of what failed; the others have no effect.
__aicore__ inline void asc_sync(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_sync")) {
  gsq::kernel::Unit::current(call).wait();
}
__aicore__ inline void asc_sync_pipe(
    pipe_t pipe, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_sync_pipe")) {
  if (pipe == PIPE_ALL) gsq::kernel::Unit::current(call).wait();
}
__aicore__ inline void asc_sync_notify(pipe_t /*from*/, pipe_t /*to*/, std::uint32_t /*id*/) {}
__aicore__ inline void asc_sync_wait(pipe_t /*from*/, pipe_t /*to*/, std::uint32_t /*id*/) {}
__aicore__ inline void asc_lock(pipe_t /*pipe*/, std::uint32_t /*mutex*/) {}
__aicore__ inline void asc_unlock(pipe_t /*pipe*/, std::uint32_t /*mutex*/) {}

/// mem_bar by another name.
__simd_callee__ inline void asc_mem_bar(MEM_TYPE /*mem_type*/) {}

/// How global memory is cached: it is not.
enum class asc_load_l2_cache_mode : std::uint8_t {
  NORMAL_FIRST_VICTIM = 0,
  NORMAL_LAST_VICTIM = 1,
  NORMAL_PERSISTENT = 2,
  NOTALLOC_KEEP = 4,
  NOTALLOC_CLEAN = 5,
  NOTALLOC_DROP = 6
};
enum class asc_store_l2_cache_mode : std::uint8_t {
  NORMAL_FIRST_VICTIM = 0,
  NORMAL_LAST_VICTIM = 1,
  NORMAL_PERSISTENT = 2,
  NOTALLOC_CLEAN = 5
};

/// Copies `size` bytes from global memory to UB, or back; `_sync` waits.
__aicore__ inline void asc_copy_gm2ub(
    __ubuf__ void* dst, __gm__ const void* src, std::uint32_t size,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_gm2ub")) {
  gsq::kernel::asc::copy_in(dst, src, 1, size, 0, 0, {}, call);
}
__aicore__ inline void asc_copy_gm2ub_sync(
    __ubuf__ void* dst, __gm__ const void* src, std::uint32_t size,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_gm2ub_sync")) {
  gsq::kernel::asc::copy_in(dst, src, 1, size, 0, 0, {}, call);
  gsq::kernel::Unit::current(call).wait();
}
__aicore__ inline void asc_copy_ub2gm(
    __gm__ void* dst, __ubuf__ const void* src, std::uint32_t size,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_ub2gm")) {
  gsq::kernel::asc::copy_out(dst, src, 1, size, 0, 0, call);
}
__aicore__ inline void asc_copy_ub2gm_sync(
    __gm__ void* dst, __ubuf__ const void* src, std::uint32_t size,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_ub2gm_sync")) {
  gsq::kernel::asc::copy_out(dst, src, 1, size, 0, 0, call);
  gsq::kernel::Unit::current(call).wait();
}

/// Copies `n_burst` blocks of `len_burst` bytes, which begin so many bytes apart.
__aicore__ inline void asc_copy_gm2ub(
    __ubuf__ void* dst, __gm__ const void* src, std::uint32_t n_burst, std::uint32_t len_burst,
    std::uint64_t src_stride, std::uint32_t dst_stride,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_gm2ub")) {
  gsq::kernel::asc::copy_in(dst, src, n_burst, len_burst, static_cast<std::int64_t>(src_stride),
                            dst_stride, {}, call);
}
__aicore__ inline void asc_copy_ub2gm(
    __gm__ void* dst, __ubuf__ const void* src, std::uint32_t n_burst, std::uint32_t len_burst,
    std::uint64_t dst_stride, std::uint32_t src_stride,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_ub2gm")) {
  gsq::kernel::asc::copy_out(dst, src, n_burst, len_burst, static_cast<std::int64_t>(dst_stride),
                             src_stride, call);
}

/// The same of any length.
template <typename T>
__aicore__ inline void asc_copy_gm2ub_align(
    __ubuf__ T* dst, __gm__ T* src, std::uint32_t size,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_gm2ub_align")) {
  gsq::kernel::asc::copy_in(dst, src, 1, size, 0, 0, {}, call);
}
template <typename T>
__aicore__ inline void asc_copy_ub2gm_align(
    __gm__ T* dst, __ubuf__ T* src, std::uint32_t size,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_ub2gm_align")) {
  gsq::kernel::asc::copy_out(dst, src, 1, size, 0, 0, call);
}
/// Copies blocks, with so many elements of padding around each: those of asc_set_copy_pad_val
/// (`enable_constant_pad`), or the first element of the block.
template <typename T>
__aicore__ inline void asc_copy_gm2ub_align(
    __ubuf__ T* dst, __gm__ T* src, std::uint32_t n_burst, std::uint32_t len_burst,
    std::uint32_t left_padding_num, std::uint32_t right_padding_num, bool enable_constant_pad,
    asc_load_l2_cache_mode /*l2_cache_mode*/, std::uint64_t src_stride, std::uint32_t dst_stride,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_gm2ub_align")) {
  if (len_burst == 0) return;
  gsq::kernel::ascend::Padding padding;
  padding.element_bytes = sizeof(T);
  padding.left = left_padding_num * sizeof(T);
  padding.right = right_padding_num * sizeof(T);
  if (enable_constant_pad) padding.value = gsq::kernel::ascend::settings(call).pad_value;
  gsq::kernel::asc::copy_in(dst, src, n_burst, len_burst, static_cast<std::int64_t>(src_stride),
                            dst_stride, padding, call);
}
template <typename T>
__aicore__ inline void asc_copy_ub2gm_align(
    __gm__ T* dst, __ubuf__ T* src, std::uint32_t n_burst, std::uint32_t len_burst,
    asc_store_l2_cache_mode /*l2_cache_mode*/, std::uint64_t dst_stride, std::uint32_t src_stride,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_ub2gm_align")) {
  gsq::kernel::asc::copy_out(dst, src, n_burst, len_burst, static_cast<std::int64_t>(dst_stride),
                             src_stride, call);
}

/// The value of the padding.
template <typename T>
__aicore__ inline void asc_set_copy_pad_val(
    T value, const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_set_copy_pad_val")) {
  AscendC::SetPadValue(value, call);
}

/// Copies `n_burst` blocks of `len_burst` times 32 bytes inside UB; gaps between the end of one and
/// the begin of the next are in 32 bytes.
__aicore__ inline void asc_copy_ub2ub(
    __ubuf__ void* dst, __ubuf__ const void* src, std::uint32_t n_burst, std::uint32_t len_burst,
    std::uint32_t src_gap, std::uint32_t dst_gap,
    const gsq::kernel::Call& call = gsq::kernel::Call::here("asc_copy_ub2ub")) {
  const auto& unit = gsq::kernel::Unit::current(call);
  const auto bytes = [](std::uint64_t blocks) { return static_cast<std::int64_t>(32 * blocks); };
  gsq::kernel::ascend::copy_inside(
      {unit.address(dst, call), bytes(std::uint64_t{len_burst} + dst_gap)},
      {unit.address(src, call), bytes(std::uint64_t{len_burst} + src_gap)}, n_burst,
      std::uint64_t{len_burst} * 32, call);
}
