// SPDX-License-Identifier: Apache-2.0
/// Synchronization of pipes and cores, and who runs the kernel.
///
/// Commands, operations and copies here take effect in the order of the program, so flags and
/// barriers have nothing to order and are empty, except PipeBarrier<PIPE_ALL>, which waits. Blocks
/// of a launch run one after the other, so no block can wait for a later one.
#pragma once

#include <cstdint>

#include "gsq/kernel/launch.hpp"
#include "gsq/kernel/pipes.hpp"  // IWYU pragma: export
#include "gsq/kernel/qualifiers.hpp"
#include "gsq/kernel/unit.hpp"

namespace AscendC {

using TEventID = std::int8_t;

/// Which pipe sets a flag, and which waits for it.
enum class HardEvent : std::uint8_t {
  MTE2_MTE1,
  MTE1_MTE2,
  MTE1_M,
  M_MTE1,
  MTE2_V,
  V_MTE2,
  MTE3_V,
  V_MTE3,
  M_V,
  V_M,
  V_V,
  MTE3_MTE1,
  MTE1_MTE3,
  MTE1_V,
  MTE2_M,
  M_MTE2,
  V_MTE1,
  M_FIX,
  FIX_M,
  MTE3_MTE2,
  MTE2_MTE3,
  S_V,
  V_S,
  S_MTE2,
  MTE2_S,
  S_MTE3,
  MTE3_S,
  MTE2_FIX,
  FIX_MTE2,
  FIX_S,
  M_S,
  FIX_MTE3,
  FIX_FIX,
  FIX_V,
  MAX
};

/// Flags of the pipes of a core: no effect, see above.
template <HardEvent event>
__aicore__ inline void SetFlag(std::int32_t /*eventID*/) {}
template <HardEvent event>
__aicore__ inline void WaitFlag(std::int32_t /*eventID*/) {}

/// PIPE_ALL waits until everything before is done, so that the program may read memory of the host
/// that the kernel has written; the others have no effect. Throws gsq::kernel::Error of an earlier
/// command that failed.
template <pipe_t pipe>
__aicore__ inline void PipeBarrier(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("PipeBarrier")) {
  if constexpr (pipe == PIPE_ALL) gsq::kernel::Unit::current(call).wait();
}

/// What DataSyncBarrier waits for.
enum class MemDsbT : std::uint8_t { ALL, DDR, UB, SEQ };
template <MemDsbT kind>
__aicore__ inline void DataSyncBarrier(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("DataSyncBarrier")) {
  gsq::kernel::Unit::current(call).wait();
}

/// Caches of global memory: there are none, so these have no effect.
enum class CacheLine : std::uint8_t { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE };
enum class DcciDst : std::uint8_t { CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
template <typename T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_ALL,
          typename Tensor>
__aicore__ inline void DataCacheCleanAndInvalid(const Tensor& /*dst*/) {}

/// Waits for all blocks of the launch. Throws gsq::kernel::Error when there are several: they run
/// one after the other.
template <bool isAIVOnly = true>
__aicore__ inline void SyncAll(const gsq::kernel::Call& call = gsq::kernel::Call::here("SyncAll")) {
  gsq::kernel::check_single_block(call);
}

/// Number of the block that runs, and of blocks of the launch.
__aicore__ inline std::int64_t GetBlockIdx() { return gsq::kernel::block_in_launch().index; }
__aicore__ inline std::int64_t GetBlockNum() { return gsq::kernel::block_in_launch().count; }

/// A block is one vector core.
__aicore__ inline std::int64_t GetSubBlockIdx() { return 0; }
__aicore__ inline std::int64_t GetSubBlockNum() { return 1; }
__aicore__ inline std::int64_t GetTaskRation() { return 1; }
__aicore__ inline std::int64_t GetTaskRatio() { return 1; }

/// Cycles of the unit so far; waits. 0 on a backend without time.
__aicore__ inline std::int64_t GetSystemCycle(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("GetSystemCycle")) {
  gsq::kernel::Unit::current(call).wait();
  return static_cast<std::int64_t>(gsq::kernel::Unit::current(call).cycles());
}

/// Bytes of UB.
__aicore__ inline std::uint32_t GetUBSizeInBytes(
    const gsq::kernel::Call& call = gsq::kernel::Call::here("GetUBSizeInBytes")) {
  return gsq::kernel::Unit::current(call).config().ub_bytes;
}

/// State of the core at the start of a kernel: the launch sets it.
__aicore__ inline void InitSocState() {}

}  // namespace AscendC
