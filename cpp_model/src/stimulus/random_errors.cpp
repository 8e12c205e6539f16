// SPDX-License-Identifier: Apache-2.0
// Random commands bent out of shape, so that most are wrong.
#include "gsq/stimulus/random.hpp"
#include "semantics/model_rules.hpp"

namespace gsq {
namespace {

constexpr std::uint32_t kAllWidths = (1U << kWidthNames.size()) - 1;

/// What the access pipe does for an opcode, which may be unknown.
MemKind kind_of(Opcode op) { return known(op) ? facts(op).kind : MemKind::None; }

/// A load or store of strided blocks.
bool has_block_stride(Opcode op) {
  const MemKind kind = kind_of(op);
  return (kind == MemKind::Load || kind == MemKind::Store) && has(facts(op).fields, CmdField::Blk0);
}

}  // namespace

void RandomCommands::bend_vec(Command& command) {
  const std::array<std::uint32_t Command::*, 3> starts{&Command::addr, &Command::src0,
                                                       &Command::src1};
  const std::uint32_t operand = rng_.below(rules::vec_operands(command.op));
  std::uint32_t& start = command.*starts.at(operand);
  const std::uint32_t lanes = config_.lanes(rules::bytes_of(command.width));
  switch (rng_.below(10)) {
    case 0:
      command.mask = {0, 0};
      break;
    case 1:  // a lane too many; a bit for it there is not where there are 128
      command.mask[lanes / 64 % 2] |= std::uint64_t{1} << (lanes % 64);
      if (!command.bitwise) command.mask = {lanes + 1, 0};
      break;
    case 2:
      command.mask = {rng_.next(), rng_.next()};
      break;
    case 3:
      command.iterations = rng_.percent(50) ? 256 : static_cast<std::uint32_t>(rng_.next());
      break;
    case 4:
      command.blk0 = 0;
      break;
    case 5:
      start += 1 + rng_.below(kBlockBytes - 1);
      break;
    case 6:
      start =
          rng_.percent(50) ? static_cast<std::uint32_t>(rng_.next()) : rng_.below(config_.ub_bytes);
      start = start / kBlockBytes * kBlockBytes;
      break;
    case 7:
      command.width = pick<Width>(kAllWidths & ~facts(command.op).widths);
      break;
    default: {  // up to the end of UB, which is legal, or a block further
      if (command.iterations == 0) command.iterations = 1;
      const rules::BlockWalk walk = rules::operand_walk(command, operand);
      const std::uint64_t bytes =
          walk.address(command.iterations - 1, config_.vlen_bytes - 1) + 1 - walk.start;
      start = config_.ub_bytes - static_cast<std::uint32_t>(bytes) + rng_.below(2) * kBlockBytes;
      break;
    }
  }
}

void RandomCommands::bend(Command& command) {
  const MemKind kind = kind_of(command.op);
  if (kind == MemKind::Vec && rng_.percent(90)) {
    bend_vec(command);
    return;
  }
  if (has_block_stride(command.op) && rng_.percent(40)) {
    if (rng_.percent(40)) {
      command.blk0 = rng_.percent(50) ? 0 : static_cast<std::uint16_t>(rng_.next());
    } else {  // up to the end of UB, which is legal, or a block further
      const rules::BlockWalk walk = rules::operand_walk(command, 0);
      const std::uint64_t bytes = walk.address(0, config_.vlen_bytes - 1) + 1 - walk.start;
      command.addr =
          config_.ub_bytes - static_cast<std::uint32_t>(bytes) + rng_.below(2) * kBlockBytes;
    }
    return;
  }
  if (rules::is_strided(command) && rng_.percent(60)) {
    const std::uint32_t bit = 1U << rng_.below(4);
    switch (rng_.below(6)) {
      case 0:
        command.align = rng_.percent(50) ? 3 : bit << rng_.below(6);
        break;
      case 1:  // around the largest strides
        command.row_stride = config_.ub_bytes - 1 + rng_.below(3);
        if (rng_.percent(50)) command.row_stride = 0 - command.row_stride;
        break;
      case 2:
        command.row_stride = rng_.percent(50) ? static_cast<std::uint32_t>(rng_.next())
                                              : 0U - rng_.below(config_.ub_bytes);
        break;
      case 3:  // lanes of no element
        command.row_stride += bit;
        break;
      case 4:  // below 0, or with its first lane at or above the end of UB
        command.addr =
            rng_.percent(50) ? bit << rng_.below(8) : config_.ub_bytes - bit + bit * rng_.below(3);
        if (rng_.percent(70)) command.row_stride = 0U - bit;
        break;
      default:
        command.form = static_cast<Form>(rng_.below(8));
        break;
    }
    return;
  }
  if ((kind == MemKind::Gather || kind == MemKind::Scatter) && rng_.percent(50)) {
    switch (rng_.below(6)) {
      case 0:
        command.align = rng_.percent(50) ? 3 : static_cast<std::uint32_t>(rng_.next());
        break;
      case 1:
        command.mode = AddressMode::Row;
        command.row_stride = rng_.percent(50) ? rng_.below(config_.ub_bytes)
                                              : static_cast<std::uint32_t>(rng_.next());
        break;
      case 2:
        command.mode = AddressMode::Row;
        command.col = rng_.percent(50) ? config_.ub_bytes - rng_.below(2)
                                       : static_cast<std::uint32_t>(rng_.next());
        break;
      case 3:
        command.form = static_cast<Form>(rng_.below(8));
        break;
      case 4:  // of an index, where a command names it
        command.width = static_cast<Width>(rng_.below(kWidthNames.size()));
        break;
      default:
        command.mode = static_cast<AddressMode>(rng_.below(4));
        break;
    }
    return;
  }
  switch (rng_.below(7)) {
    case 0:
      command.addr += 1 + rng_.below(kBlockBytes - 1);
      break;
    case 1:
      command.addr = static_cast<std::uint32_t>(rng_.next());
      break;
    case 2:  // around the end of UB
      command.addr = config_.ub_bytes - config_.vlen_bytes - kBlockBytes +
                     rng_.below(2 * config_.vlen_bytes + 2 * kBlockBytes);
      if (command.op != Opcode::StoreUnalign && rng_.percent(70)) {
        command.addr = command.addr / kBlockBytes * kBlockBytes;
      }
      break;
    case 3:
      command.distr = static_cast<Dist>(rng_.below(8));
      command.pattern = static_cast<Pattern>(rng_.below(32));
      break;
    case 4:
      command.width = static_cast<Width>(rng_.below(kWidthNames.size()));
      break;
    case 5:
      command.n = config_.vlen_bytes + rng_.below(3);
      command.store_reg = true;
      break;
    default:
      command.abs = !command.abs;
      command.op = rng_.percent(20) ? static_cast<Opcode>(rng_.below(kOpcodeCodes)) : command.op;
      break;
  }
}

}  // namespace gsq
