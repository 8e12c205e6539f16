// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/launch.hpp"

#include <fmt/format.h>

#include <limits>

namespace gsq::kernel {
namespace {

Block block;
LaunchCost of_launches;
LaunchCost of_calls;

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

/// What the unit has done since the last time. Waits.
LaunchCost take_cost(Unit& unit) {
  const auto completions = unit.take_completions();
  const BankUse banks = unit.take_bank_use();
  const Unit::Counts counts = unit.take_counts();
  LaunchCost cost;
  cost.commands = completions.size();
  cost.operations = counts.operations;
  cost.put_away = counts.put_away;
  cost.fetched_back = counts.fetched_back;
  cost.drains = counts.drains;
  cost.bank_accesses = banks.accesses;
  cost.bank_cycles = banks.cycles;
  if (unit.cycles() == 0 || completions.empty()) return cost;
  cost.cycles = completions.back().retire - completions.front().issue + 1;
  return cost;
}

}  // namespace

Block block_in_launch() { return block; }

LaunchCost& LaunchCost::operator+=(const LaunchCost& more) {
  launches += more.launches;
  commands += more.commands;
  operations += more.operations;
  put_away += more.put_away;
  fetched_back += more.fetched_back;
  drains += more.drains;
  cycles += more.cycles;
  bank_accesses += more.bank_accesses;
  bank_cycles += more.bank_cycles;
  return *this;
}

LaunchCost launch_cost() { return of_launches; }

LaunchCost call_cost() {
  of_calls += take_cost(Unit::current("launch"));
  return of_calls;
}

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
  of_calls += take_cost(unit);
  for (std::uint32_t index = 0; index < blocks; ++index) {
    const RunningBlock running(unit, {index, static_cast<std::uint32_t>(blocks)});
    unit.launch();  // may throw the error of an earlier block
    kernel();
  }
  of_launches += take_cost(unit);
  ++of_launches.launches;
}

}  // namespace gsq::kernel
