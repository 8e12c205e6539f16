// SPDX-License-Identifier: Apache-2.0
// Random commands at the ends of what fields, masks, addresses and streams can be.
#include <algorithm>

#include "gsq/stimulus/random.hpp"
#include "semantics/model_rules.hpp"

namespace gsq {
namespace {

constexpr std::uint32_t kMaskBits = 128;  // of the mask of vec

/// Sets one bit of the immediate of set_mask, which lies over these fields.
void set_immediate_bit(Command& command, std::uint32_t bit) {
  if (bit < 128) {
    command.mask.at(bit / 64) |= std::uint64_t{1} << (bit % 64);
    return;
  }
  std::uint32_t* const words[] = {&command.col, &command.row_stride, &command.src1, &command.src0};
  *words[(bit - 128) / 32] |= std::uint32_t{1} << (bit % 32);
}

}  // namespace

Command RandomCommands::make_corner() {
  switch (rng_.below(8)) {
    case 0:
    case 1:
      return make_corner_mask();
    case 2:
      return make_corner_vec();
    case 3:
      return make_corner_address();
    case 4:
    case 5:
      return make_corner_stream();
    default:
      return make_corner_lanes();
  }
}

Command RandomCommands::make_corner_mask() {
  Command command = random_fields();
  const std::uint32_t width = 1U << rng_.below(4);
  const std::uint32_t lanes = config_.lanes(width);
  if (rng_.percent(20)) {
    command.op = Opcode::UpdateMask;
    command.width = static_cast<Width>(__builtin_ctz(width));
    const std::uint32_t choice = rng_.below(4);
    command.n = choice == 0   ? rng_.below(2)
                : choice == 1 ? lanes - 1 + rng_.below(3)
                : choice == 2 ? lanes + 2 + rng_.below(1000)
                              : rng_.below(lanes + 1);
    return command;
  }
  command.op = Opcode::SetMask;
  command.mask = {};
  command.col = command.row_stride = command.src0 = command.src1 = 0;
  const std::uint32_t one = rng_.below(lanes);
  const std::uint32_t choice = rng_.below(6);
  const std::uint32_t kept = rng_.below(100);
  for (std::uint32_t i = 0; i < lanes; ++i) {
    const bool upper = i >= lanes / 2;
    const bool selected = choice <= 1   ? i == one
                          : choice == 2 ? i != one
                          : choice == 3 ? upper
                          : choice == 4 ? i <= one
                                        : rng_.below(100) < kept;
    if (selected) set_immediate_bit(command, i * width);
  }
  return command;
}

Command RandomCommands::make_corner_vec() {
  Command command = random_fields();
  command.op = pick_vec();
  make_vec(command);
  const std::uint32_t lanes = config_.lanes(rules::bytes_of(command.width));
  const bool one_block = config_.vlen_bytes == kBlockBytes;
  const auto bit = [&](std::uint32_t lane) {
    command.mask.at(lane / 64) |= std::uint64_t{1} << (lane % 64);
  };
  switch (rng_.below(7)) {
    case 0:  // one bit above the lanes, alone or not
      if (lanes == kMaskBits) break;
      command.bitwise = true;
      if (rng_.percent(50)) {
        command.mask = {};
      } else {
        make_vec_mask(command);
        if (!command.bitwise) command.mask = {1, 0};
        command.bitwise = true;
      }
      bit(lanes + rng_.below(kMaskBits - lanes));
      break;
    case 1:
      command.bitwise = false;
      command.mask = {rng_.percent(50) ? lanes + rng_.below(3) : 0, rng_.below(2)};
      break;
    case 2:  // one lane, or any number of them
      command.bitwise = rng_.percent(50);
      command.mask = {};
      if (command.bitwise) {
        bit(rng_.below(lanes));
      } else {
        command.mask[0] = 1 + rng_.below(lanes);
      }
      break;
    case 3:
      command.iterations = rng_.percent(30) ? 255 : rng_.percent(50) ? 5 : 13 + rng_.below(20);
      command.rep0 = command.rep1 = command.rep2 = static_cast<std::uint8_t>(rng_.below(2));
      place_vec(command);
      break;
    case 4: {  // strides of all sizes
      command.iterations = rng_.below(2);
      const auto rep = [&] {
        const std::uint32_t choice = rng_.below(6);
        return static_cast<std::uint8_t>(choice < 4   ? rng_.below(1U << (2 * choice + 2))
                                         : choice < 5 ? 7 + rng_.below(2)
                                                      : 255);
      };
      const auto blk = [&] {
        if (!one_block) return pick_block_stride(true);
        return static_cast<std::uint16_t>(rng_.percent(30) ? 65535
                                                           : rng_.below(1U << rng_.below(17)));
      };
      command.rep0 = rep();
      command.rep1 = rep();
      command.rep2 = rep();
      command.blk0 = one_block ? blk() : std::max<std::uint16_t>(blk(), 1);
      command.blk1 = blk();
      command.blk2 = blk();
      place_vec(command);
      break;
    }
    case 5: {  // a source reads what an iteration before wrote, as many iterations later
      const std::uint32_t later = rng_.below(8);
      const auto rep = static_cast<std::uint8_t>(config_.vlen_bytes / kBlockBytes);
      command.iterations = later + 1 + rng_.below(3);
      command.blk0 = command.blk1 = command.blk2 = 1;
      command.rep0 = command.rep1 = command.rep2 = rep;
      place_vec(command);
      const std::uint32_t back = later * rep * kBlockBytes;
      if (command.addr >= back) {
        (rng_.percent(50) ? command.src0 : command.src1) = command.addr - back;
      }
      break;
    }
    default: {
      std::uint32_t* const starts[] = {&command.addr, &command.src0, &command.src1};
      command.iterations = 1 + rng_.below(2);
      command.blk0 = command.blk1 = command.blk2 = 1;
      command.rep0 = command.rep1 = command.rep2 = 1;
      *starts[rng_.below(3)] = rng_.percent(50) ? 0
                                                : config_.ub_bytes - config_.vlen_bytes -
                                                      (command.iterations - 1) * kBlockBytes;
      break;
    }
  }
  return command;
}

Command RandomCommands::make_corner_address() {
  constexpr std::array<Opcode, 4> kOps{Opcode::LoadAlign, Opcode::StoreAlign, Opcode::LoadBlock,
                                       Opcode::StoreBlock};
  Command command = make(kOps.at(rng_.below(kOps.size())));
  const bool strided = command.op == Opcode::LoadBlock || command.op == Opcode::StoreBlock;
  if (strided && rng_.percent(50)) {
    command.blk0 = static_cast<std::uint16_t>(rng_.percent(30) ? 65535 * rng_.below(2)
                                                               : rng_.below(1U << rng_.below(17)));
    if (rng_.percent(50)) return command;
  }
  const std::uint32_t gaps = config_.vlen_bytes / kBlockBytes - 1;
  const std::uint32_t bytes = strided ? (gaps * command.blk0 + 1) * kBlockBytes
                              : command.distr == Dist::Norm ? config_.vlen_bytes
                                                            : config_.vlen_bytes / 2;
  command.addr = rng_.percent(50) ? 0 : config_.ub_bytes - std::min(bytes, config_.ub_bytes);
  if (bytes < kBlockBytes && command.addr != 0) command.addr = config_.ub_bytes - kBlockBytes;
  return command;
}

Command RandomCommands::make_corner_stream() {
  Command command = random_fields();
  command.u = static_cast<std::uint8_t>(rng_.below(kNumUregs));
  const UnalignedReg& u = model_.u(command.u);
  const bool empty = u.lo == u.hi;
  command.abs = rng_.percent(50);
  if (rng_.percent(30)) {
    command.op = Opcode::StoreUnalignPost;
    command.addr = u.block * kBlockBytes + u.hi - (command.abs ? 0 : model_.ar());
    return command;
  }
  if (!command.abs && !model_.sqzn_valid()) {
    command.op = Opcode::Squeeze;
    command.width = pick<Width>(facts(Opcode::Squeeze).widths);
    command.store_reg = true;
    command.m = static_cast<std::uint8_t>(rng_.below(kNumMregs));
    for (std::uint8_t m = 0; m < kNumMregs && rng_.percent(90); ++m) {  // one that ends a block
      const auto& mask = model_.m(m);
      const auto kept = static_cast<std::uint32_t>(std::count(mask.begin(), mask.end(), 1));
      if (empty || (u.hi + kept) % kBlockBytes != 0) continue;
      command.width = Width::B8;
      command.m = m;
    }
    return command;
  }
  for (std::uint8_t i = 0; i < kNumUregs && !command.abs && rng_.percent(80); ++i) {
    const UnalignedReg& other = model_.u(i);
    if (other.lo == other.hi || (other.hi + model_.sqzn()) % kBlockBytes != 0) continue;
    command.op = Opcode::StoreUnalign;
    command.post = rng_.percent(60);
    command.u = i;
    command.addr = other.block * kBlockBytes + other.hi - model_.ar();
    return command;
  }
  command.op = Opcode::StoreUnalign;
  command.post = rng_.percent(60);
  constexpr std::array<std::uint32_t, 3> kEnds{0, 1, kBlockBytes - 1};
  std::uint32_t start = u.block * kBlockBytes + u.hi;
  if (empty) {
    std::uint32_t byte = rng_.percent(60) ? kEnds.at(rng_.below(3)) : rng_.below(kBlockBytes);
    if (!command.abs && rng_.percent(30)) byte = (0U - model_.sqzn()) % kBlockBytes;  // to the end
    start = pick_address(2 * config_.vlen_bytes) + byte;
  }
  const std::uint32_t rest = kBlockBytes - start % kBlockBytes;
  const std::uint32_t choice = rng_.below(6);
  command.n = choice == 0   ? rng_.below(2)
              : choice == 1 ? rest - 1
              : choice == 2 ? rest
              : choice == 3 ? config_.vlen_bytes
                            : rng_.below(config_.vlen_bytes + 1);
  command.n = std::min(command.n, config_.vlen_bytes);
  command.addr = start - (command.abs ? 0 : model_.ar());
  return command;
}

Command RandomCommands::make_corner_lanes() {
  if (rng_.percent(10)) return make_table_load();
  Command command = random_fields();
  const std::uint32_t pick_op = rng_.below(10);
  command.op = pick_op < 5 ? Opcode::Gather : pick_op < 9 ? Opcode::Scatter : Opcode::GatherBlock;
  command.m = rng_.percent(50) ? command.m : static_cast<std::uint8_t>(rng_.below(kNumMregs));
  command.form = pick<Form>(facts(Opcode::Gather).forms);
  command.mode = pick<AddressMode>(facts(Opcode::Gather).modes);
  const bool lanes = command.op != Opcode::GatherBlock;
  const std::uint32_t element = lanes ? rules::bytes_of(facts(command.form).elem) : kBlockBytes;
  const auto ub_bits = static_cast<std::uint32_t>(__builtin_ctz(config_.ub_bytes));
  command.row_stride = rng_.percent(10) ? 0 : 1U << rng_.below(ub_bits);
  command.col = rng_.below(4);
  const std::uint32_t choice = rng_.below(8);
  if (choice == 0) {  // a large first column
    command.mode = AddressMode::Row;
    command.col = rng_.below(1U << rng_.below(ub_bits + 1));
    if (rng_.percent(50)) command.row_stride = 0;
  } else if (choice == 1) {
    command.mode = AddressMode::Row;
    if (rng_.percent(50)) command.row_stride = config_.ub_bytes / 2;
  }
  const bool placed = place_lanes(command);
  if (!placed) command.addr = rng_.below(config_.ub_bytes / element) * element;
  if (choice >= 6 && lanes) command.align = 1U << rng_.below(32);
  if (!lanes && rng_.percent(50)) {  // the block of a stream, or of the last command
    const std::uint32_t start = last_.addr + (last_.abs ? 0 : model_.ar());
    const std::uint32_t block =
        rng_.percent(50) ? model_.u(command.u).block : (start - (start == 0 ? 0 : 1)) / kBlockBytes;
    std::uint32_t offset = 0;
    rules::for_each_access(command, model_, [&](const rules::Access& access) {
      offset = static_cast<std::uint32_t>(access.address) - command.addr;  // of the last one
    });
    command.addr = block * kBlockBytes - offset;
    return command;
  }
  if (choice < 2 || choice >= 6) return command;
  if (choice == 2) {  // sums of 2^32 and above, or far outside
    command.addr = rng_.percent(50) ? 0U - element * (1 + rng_.below(64))
                                    : static_cast<std::uint32_t>(rng_.next()) / element * element;
    return command;
  }
  if (choice == 3 && lanes) {  // the first lane partly outside, if its index is not a multiple
    command.mode = rng_.percent(50) ? AddressMode::Byte : AddressMode::Row;
    command.row_stride = 1U << rng_.below(2);
  }
  // One lane just outside, or partly: those with higher addresses go with it.
  const std::uint32_t width = lanes ? rules::bytes_of(facts(command.form).slot) : kBlockBytes;
  const std::uint32_t lane = choice == 3 ? 0 : rng_.below(config_.lanes(width));
  std::uint64_t address = 0;
  bool found = false;
  std::uint32_t at = 0;
  rules::for_each_access(command, model_, [&](const rules::Access& access) {
    if (at++ <= lane) address = access.address;
    found = true;
  });
  if (found && address >= command.addr) {
    const std::uint64_t relative = address - command.addr;
    if (relative < config_.ub_bytes) {
      const auto end = static_cast<std::uint32_t>(config_.ub_bytes - relative);
      command.addr = end / element * element + (rng_.percent(30) ? element : 0);
    }
  }
  return command;
}

/// Full vectors to a stream until AR is UbBytes, then commands that look at it. Below the reserved
/// regions nothing may be written, so the stream begins behind them and, once AR is as large as
/// they are, lies at AR itself.
Command RandomCommands::make_climb() {
  Command command = random_fields();
  const std::uint32_t floor = host_region_.bytes + table_region_.bytes;
  const std::uint32_t ar = model_.ar();
  climbing_ = true;
  if (host_region_.base != 0 || ar % config_.vlen_bytes != 0) {
    climbing_ = host_region_.base == 0;
    command.op = Opcode::ClearSpr;
    return command;
  }
  command.abs = false;
  if (rng_.below(300) == 0) {
    command.op = Opcode::ClearSpr;
    return command;
  }
  if (rng_.percent(6)) {
    command.op = rng_.percent(50) ? Opcode::GetSpr : Opcode::StoreUnalignPost;
    return command;
  }
  if (ar == config_.ub_bytes) {
    const std::uint32_t choice = rng_.below(6);
    if (choice == 0) {
      command.op = Opcode::ClearSpr;
      climbing_ = rng_.percent(50);
    } else if (choice == 1) {
      command.op = Opcode::GetSpr;
    } else if (choice == 2) {
      command.op = Opcode::StoreUnalignPost;
    } else if (choice == 3) {
      command.op = Opcode::UpdateMask;
      command.n = 0;
    } else if (model_.sqzn_valid()) {
      command.op = Opcode::StoreUnalign;
      command.addr = rng_.below(2);
    } else {
      command.op = Opcode::Squeeze;
      command.width = Width::B8;
      command.store_reg = true;
    }
    return command;
  }
  if (model_.sqzn_valid()) {
    command.op = model_.sqzn() == config_.vlen_bytes ? Opcode::StoreUnalign : Opcode::ClearSpr;
    command.post = true;
    command.addr = ar < floor ? floor : 0;
    for (std::uint8_t i = 0; i < kNumUregs; ++i) {
      const UnalignedReg& u = model_.u(i);
      command.u = i;
      if (u.lo == u.hi) return command;
    }
    command.op = Opcode::StoreUnalignPost;
    command.abs = true;
    command.addr = model_.u(command.u).block * kBlockBytes + model_.u(command.u).hi;
    return command;
  }
  command.op = Opcode::Squeeze;
  command.width = Width::B8;
  command.store_reg = true;
  for (std::uint8_t i = 0; i < kNumMregs; ++i) {
    const auto& mask = model_.m(i);
    command.m = i;
    if (std::find(mask.begin(), mask.end(), 0) == mask.end()) return command;
  }
  command.op = Opcode::CreateMask;
  command.pattern = Pattern::All;
  return command;
}

}  // namespace gsq
