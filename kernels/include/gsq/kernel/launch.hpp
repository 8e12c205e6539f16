// SPDX-License-Identifier: Apache-2.0
/// Launches of kernels as blocks, and what they have cost.
#pragma once

#include <cstdint>
#include <functional>

#include "gsq/kernel/unit.hpp"

namespace gsq::kernel {

/// The block that runs: its number, and how many the launch has.
struct Block {
  std::uint32_t index{};
  std::uint32_t count{1};
};

/// Outside a launch: block 0 of 1.
Block block_in_launch();

/// Throws Error when the launch has several blocks.
void check_single_block(const Call& call);

/// Cost of launches. Times are 0 on a backend without time.
struct LaunchCost {
  std::uint64_t launches{};
  std::uint64_t commands{};       ///< issued, with the one that each block begins with
  std::uint64_t operations{};     ///< of the processor: no time is modelled for them
  std::uint64_t put_away{};       ///< registers, since there were too few
  std::uint64_t fetched_back{};   ///< of these
  std::uint64_t drains{};         ///< times that the unit was drained for operations
  std::uint64_t cycles{};         ///< from the first issue of a launch to its last answer
  std::uint64_t bank_accesses{};  ///< summed over banks
  std::uint64_t bank_cycles{};    ///< with an access of any bank

  LaunchCost& operator+=(const LaunchCost& more);

  /// Minimum number of cycles of these commands in any order: in a cycle at most one command
  /// issues, and one beat accesses the banks.
  [[nodiscard]] std::uint64_t bound() const {
    return commands > bank_cycles ? commands : bank_cycles;
  }
  /// Bound / cycles, in percent; 0 without time.
  [[nodiscard]] double percent_of_bound() const {
    return cycles == 0 ? 0.0 : 100.0 * static_cast<double>(bound()) / static_cast<double>(cycles);
  }
};

/// Total cost of all launches by launch_blocks() so far.
LaunchCost launch_cost();

/// Total cost so far of kernels that were called without a launch, on the unit in use; waits for
/// them. Cycles are those from the first issue after one launch to the last answer before the next.
LaunchCost call_cost();

/// Runs `kernel` once for each block, one after the other, on the unit in use, and waits for the
/// end. Throws Error when one of its commands fails, and for 0 blocks or more than 32 bits of them.
void launch_blocks(std::uint64_t blocks, const std::function<void()>& kernel);

}  // namespace gsq::kernel
