// SPDX-License-Identifier: Apache-2.0
// Random commands whose goal are bins that were not hit yet.
#pragma once

#include <cstdint>

#include "coverage/functional_coverage.hpp"
#include "system/rtl_options.hpp"

namespace tb {

/// What a covered run did.
struct CoverageRun {
  std::uint64_t episodes{};
  std::uint64_t commands{};
  std::uint64_t cycles{};  ///< all of them in lockstep
};

/// Runs at least `commands` random commands in lockstep, in episodes that each start a unit anew:
/// with a mix of commands, stalls, host accesses and resets of its own. Of several next commands it
/// takes the one that hits most bins that no command before it hit; and it chooses the kinds of
/// episodes that found most bins lately more often. The same for the same seed.
///
/// `options`: those of the run but for the stalls; its `coverage` must be set. Throws
/// Mismatch.
CoverageRun run_for_coverage(const gsq::Config& config, const RtlOptions& options,
                             std::uint64_t commands);

}  // namespace tb
