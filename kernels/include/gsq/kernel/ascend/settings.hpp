// SPDX-License-Identifier: Apache-2.0
/// What a kernel sets for its later calls, until its block ends. A launch begins with the defaults,
/// and so does each of its blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gsq/kernel/error.hpp"

namespace AscendC {
class TPipe;
}  // namespace AscendC

namespace gsq::kernel::ascend {

/// The mask of a call, or of SetVectorMask. Without `counter`: the lanes of each iteration, as
/// their number or as one bit for each (`bitwise`). With it: words[0] elements in all.
struct LaneMask {
  bool bitwise{};
  std::array<std::uint64_t, 2> words{};
  bool counter{};
};

/// Changes bytes in global memory by those of UB, instead of a copy.
using Update = std::function<void(std::uint8_t* global, const std::uint8_t* local, std::size_t)>;

/// Two loops around each copy between the memories: turns, and offsets in bytes from one turn to
/// the next.
struct CopyLoops {
  std::uint32_t inner{1};
  std::uint32_t outer{1};
  std::uint64_t inner_from{};
  std::uint64_t inner_to{};
  std::uint64_t outer_from{};
  std::uint64_t outer_to{};
};

/// The settings of one block. An operation that uses them when it runs keeps a pointer to those of
/// its own block.
struct Settings {
  bool counter{};  ///< masks are counts of all elements: SetMaskCount
  LaneMask mask{true, {~std::uint64_t{0}, ~std::uint64_t{0}}};  ///< SetVectorMask
  /// The register of Compare without dst: a bit for each lane of an iteration.
  std::vector<std::uint8_t> compare_mask = std::vector<std::uint8_t>(16);
  double sum{};         ///< of the last ReduceSum
  Update update;        ///< of copies to global memory, SetAtomicAdd: empty for a plain copy
  CopyLoops loops_in;   ///< SetLoopModePara: around copies to UB
  CopyLoops loops_out;  ///< likewise, from UB
  std::vector<std::uint8_t> pad_value{0};         ///< SetPadValue
  AscendC::TPipe* pipe{};                         ///< made last, that of GetTPipePtr
  std::shared_ptr<AscendC::TPipe> pipe_of_block;  ///< that of a block without one of its own
};

/// Those of the block that runs. Throws Error of `call` when no unit is in use.
Settings& settings(const Call& call);

/// A count that a call takes as a signed number. Throws Error for a negative one.
std::uint64_t count_of(std::int64_t count, const Call& call);

}  // namespace gsq::kernel::ascend
