// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/launch.hpp"

#include <fmt/format.h>

#include <limits>

namespace gsq::kernel {
namespace {

Block block;
LaunchCost cost;

/// A block that runs. Outside of launches there is one block, also after a kernel that threw.
class RunningBlock {
 public:
  RunningBlock(Unit& unit, const Block& which) : unit_(unit) { block = which; }
  RunningBlock(const RunningBlock&) = delete;
  RunningBlock& operator=(const RunningBlock&) = delete;
  ~RunningBlock() {
    block = {};
    unit_.end_block();
  }

 private:
  Unit& unit_;
};

}  // namespace

Block block_in_launch() { return block; }

LaunchCost launch_cost() { return cost; }

void check_single_block(const Call& call) {
  if (block.count == 1) return;
  throw Error(call, fmt::format("the {} blocks of this launch run one after the other, so block {} "
                                "cannot wait for the others: launch one block",
                                block.count, block.index));
}

void launch_blocks(std::uint64_t blocks, const std::function<void()>& kernel) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (blocks == 0 || blocks > kMost) {
    throw Error(Call("launch"),
                fmt::format("expected from 1 to {} blocks, found {}", kMost, blocks));
  }
  Unit& unit = Unit::current("launch");
  unit.take_completions();
  unit.take_bank_use();
  const Unit::Counts before = unit.counts();
  for (std::uint32_t index = 0; index < blocks; ++index) {
    const RunningBlock running(unit, {index, static_cast<std::uint32_t>(blocks)});
    unit.launch();  // may throw the error of an earlier block
    kernel();
  }
  const auto completions = unit.take_completions();
  const BankUse banks = unit.take_bank_use();
  ++cost.launches;
  cost.commands += completions.size();
  cost.operations += unit.counts().operations - before.operations;
  cost.put_away += unit.counts().put_away - before.put_away;
  cost.fetched_back += unit.counts().fetched_back - before.fetched_back;
  cost.drains += unit.counts().drains - before.drains;
  cost.bank_accesses += banks.accesses;
  cost.bank_cycles += banks.cycles;
  if (unit.cycles() == 0) return;
  cost.cycles += completions.back().retire - completions.front().issue + 1;
}

}  // namespace gsq::kernel
