// SPDX-License-Identifier: Apache-2.0
// Functional coverage of runs of the gsq program: of any run, and of random commands whose goal are
// bins that were not hit yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "gsq/config.hpp"
#include "system/rtl_options.hpp"

namespace tb {

/// What a covered run did.
struct CoverageRun {
  std::uint64_t episodes{};
  std::uint64_t commands{};
  std::uint64_t cycles{};  ///< all of them in lockstep
  std::size_t bins{};
  std::size_t bins_hit{};  ///< by this run and by those before in its file
  std::string json;        ///< the file anew
};

/// Runs at least `commands` random commands in lockstep, in episodes that each start a unit anew:
/// with a mix of commands, stalls, host accesses and resets of its own. Of several next commands it
/// takes the one that hits most bins that no command before it hit, also in the runs of `file`; and
/// it chooses the kinds of episodes that found most bins lately more often. The same for the same
/// seed and file.
///
/// `options`: those of the run but for stalls and host accesses. Throws Mismatch;
/// std::runtime_error when `file` is there and has no coverage of this configuration.
CoverageRun run_for_coverage(const gsq::Config& config, const RtlOptions& options,
                             const std::string& file, std::uint64_t commands);

/// Counts that go on from a file.
struct CoverageCounts {
  std::shared_ptr<FunctionalCoverage> counts;  ///< for RtlOptions::coverage
  std::function<std::string()> json;           ///< the file anew
  std::function<std::string()> text;           ///< "12 of 34 bins hit"
};

/// Throws std::runtime_error when `file` is there and has no coverage of this configuration.
CoverageCounts open_coverage(const gsq::Config& config, const std::string& file);

}  // namespace tb
