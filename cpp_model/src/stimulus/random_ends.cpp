// SPDX-License-Identifier: Apache-2.0
// Random stores and vec commands at the end of UB, with blocks beyond it in which no lane is
// active.
#include <algorithm>

#include "gsq/stimulus/random.hpp"
#include "semantics/model_rules.hpp"

namespace gsq {
namespace {

/// From a start of 0: the highest block that a lane selects, and the bytes up to its end. Nothing
/// where no lane does.
struct Reach {
  std::uint64_t block{};
  std::uint64_t bytes{};

  void add(const rules::Access& access, std::uint64_t start) {
    block = access.offset / kBlockBytes;  // accesses come from the lowest lane upwards
    bytes = (access.address - start) / kBlockBytes * kBlockBytes + kBlockBytes;
  }
};

}  // namespace

/// A start from which `bytes` end with UB, or a little beyond; else as it was.
std::uint32_t RandomCommands::start_at_end(std::uint32_t start, std::uint64_t bytes) {
  const std::uint32_t beyond = rng_.percent(70) ? 0 : (1 + rng_.below(2)) * kBlockBytes;
  const std::uint64_t end = std::uint64_t{config_.ub_bytes} + beyond;
  return bytes > end ? start : static_cast<std::uint32_t>(end - bytes);
}

/// A block stride with which block `block` of a vector still fits into UB, and higher ones often do
/// not.
std::uint16_t RandomCommands::pick_wide_stride(std::uint64_t block) {
  const std::uint32_t most = block == 0 ? 65535 : config_.ub_bytes / kBlockBytes;
  const auto room = static_cast<std::uint32_t>(most / std::max<std::uint64_t>(block, 1));
  return static_cast<std::uint16_t>(1 + rng_.below(std::min(room, 65535U)));
}

/// Without lanes from a block on, now and then; the lowest lane stays when no other does.
void RandomCommands::cut_vec_mask(Command& command) {
  const std::uint32_t lanes = config_.lanes(rules::bytes_of(command.width));
  const std::uint32_t kept = 1 + rng_.below(lanes);
  if (!command.bitwise) {
    command.mask[0] = std::min<std::uint64_t>(command.mask[0], kept);
    return;
  }
  for (std::uint32_t lane = kept; lane < lanes; ++lane) {
    command.mask.at(lane / 64) &= ~(std::uint64_t{1} << (lane % 64));
  }
  if (command.mask[0] == 0 && command.mask[1] == 0) command.mask[0] = 1;
}

void RandomCommands::move_vec_to_end(Command& command) {
  if (command.iterations == 0 || command.iterations > rules::kMaxRepeat) return;
  if (rng_.percent(50)) cut_vec_mask(command);
  struct Operand {
    std::uint32_t Command::*start;
    std::uint16_t Command::*blk;
  };
  constexpr std::array<Operand, 3> kOperands{{{&Command::addr, &Command::blk0},
                                              {&Command::src0, &Command::blk1},
                                              {&Command::src1, &Command::blk2}}};
  for (std::uint32_t operand = 0; operand < rules::vec_operands(command.op); ++operand) {
    if (rng_.percent(40)) continue;
    std::uint32_t& start = command.*kOperands.at(operand).start;
    const auto reach = [&] {
      Reach reach;
      rules::for_each_operand_access(
          command, config_.vlen_bytes, command.iterations - 1, operand,
          [&](const rules::Access& access) { reach.add(access, start); });
      return reach;
    };
    if (rng_.percent(30)) {
      command.*kOperands.at(operand).blk = pick_wide_stride(reach().block);
    }
    start = start_at_end(start, reach().bytes);
  }
}

void RandomCommands::move_to_end(Command& command) {
  if (facts(command.op).kind == MemKind::Vec) {
    move_vec_to_end(command);
    return;
  }
  const auto reach = [&] {
    Reach reach;
    rules::for_each_access(command, model_,
                           [&](const rules::Access& access) { reach.add(access, command.addr); });
    return reach;
  };
  if (command.op == Opcode::StoreBlock && rng_.percent(30)) {
    command.blk0 = pick_wide_stride(reach().block);
  }
  const std::uint64_t bytes = reach().bytes;
  if (bytes != 0) {
    command.addr = start_at_end(command.addr, bytes);
  } else {  // without a lane a store may lie anywhere
    command.addr = rng_.percent(50)
                       ? start_at_end(command.addr, 0)
                       : static_cast<std::uint32_t>(rng_.next()) / kBlockBytes * kBlockBytes;
  }
}

}  // namespace gsq
