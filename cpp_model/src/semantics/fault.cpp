// SPDX-License-Identifier: Apache-2.0
#include "gsq/semantics/fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/words.hpp"
#include "semantics/model_rules.hpp"

namespace gsq {
namespace {

using rules::bytes_of;

constexpr std::array<std::string_view, 3> kOperandNames{"dst", "src0", "src1"};

// -------------------------------------------------------------------------------------------------
// ERR_OPCODE
// -------------------------------------------------------------------------------------------------

/// One code of a command, among those that are legal beside its other codes.
struct CodeChoice {
  std::string_view kind;
  std::string found;
  std::vector<std::string_view> legal;
};

/// Tries every code with a name in a field of the command.
template <typename Code, typename Names>
CodeChoice choice(std::string_view kind, Code Command::*field, const Names& names,
                  const Command& command, const Model& model) {
  const auto code = static_cast<unsigned>(command.*field);
  CodeChoice result{kind, fmt::format("code {}", code), {}};
  for (const auto& name : names) {
    Command other = command;
    other.*field = name.code;
    if (name.code == command.*field) result.found = name.text;
    if (rules::judge(other, model).status != Status::ErrOpcode) result.legal.push_back(name.text);
  }
  return result;
}

std::vector<CodeChoice> choices(const Command& command, const Model& model) {
  const std::uint32_t fields = facts(command.op).fields;
  std::vector<CodeChoice> all;
  if (has(fields, CmdField::Width)) {
    all.push_back(choice("width", &Command::width, kWidthNames, command, model));
  }
  if (has(fields, CmdField::Distr)) {
    all.push_back(choice("distribution", &Command::distr, kDistNames, command, model));
  }
  if (has(fields, CmdField::Form)) {
    all.push_back(choice("form", &Command::form, kFormNames, command, model));
  }
  if (has(fields, CmdField::Mode)) {
    all.push_back(choice("mode", &Command::mode, kAddressModeNames, command, model));
  }
  return all;
}

std::string opcode_text(const Command& command, const Model& model) {
  if (!known(command.op)) {
    return fmt::format("opcode {} is not a command; the commands are 0 ({}) to {} ({})",
                       static_cast<unsigned>(command.op), kOpcodeNames.front().text,
                       kOpcodeNames.size() - 1, kOpcodeNames.back().text);
  }
  if (!is_there(command.op, model.config().lane_ops != 0)) {
    return fmt::format("{} needs a configuration with LaneOps 1, this one has 0",
                       to_text(command.op));
  }
  std::string takes;
  std::string found;
  const std::vector<CodeChoice> all = choices(command, model);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const CodeChoice& one = all[i];
    if (one.legal.empty()) continue;
    found += fmt::format("{}{}", found.empty() ? "" : " and ", one.found);
    takes += fmt::format("{}{} {}", takes.empty() ? "" : ", or ", one.kind, one_of(one.legal));
    std::string others;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k == i) continue;
      others +=
          fmt::format("{} {} {}", others.empty() ? " with" : " and", all[k].kind, all[k].found);
    }
    takes += others;
  }
  if (takes.empty()) {  // each is wrong beside the others: what the command takes with codes 0
    Command other = command;
    other.width = {};
    other.distr = {};
    other.form = {};
    other.mode = {};
    const std::vector<CodeChoice> legal = choices(other, model);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& codes = legal[i].legal;
      if (std::find(codes.begin(), codes.end(), all[i].found) != codes.end()) continue;
      const std::string_view comma = takes.empty() ? "" : " and ";
      takes += fmt::format("{}{} {}", comma, legal[i].kind, one_of(codes));
      found += fmt::format("{}{}", comma, all[i].found);
    }
  }
  return fmt::format("{} takes {}, not {}", to_text(command.op), takes, found);
}

// -------------------------------------------------------------------------------------------------
// ERR_PARAM
// -------------------------------------------------------------------------------------------------

std::string mask_text(const Command& command, const Config& config) {
  const std::uint32_t lanes = config.lanes(bytes_of(command.width));
  const std::string has =
      fmt::format("an iteration has {} lanes of {}", lanes, to_text(command.width));
  const auto [low, high] = command.mask;
  if (!command.bitwise) {
    return fmt::format("{} is expected from 1 to {}, since {}",
                       high != 0 ? "a mask of more than 64 bits" : fmt::format("mask={}", low),
                       lanes, has);
  }
  for (std::uint32_t lane = lanes; lane < 128; ++lane) {
    if (rules::vec_selects(command, lane)) {
      return fmt::format("the mask selects lane {}, but {}", lane, has);
    }
  }
  return fmt::format("the mask selects no lane, at least one is expected; {}", has);
}

std::string param_text(const Command& command, Field field, const Config& config) {
  switch (field) {
    case Field::Mask:
      return mask_text(command, config);
    case Field::Repeat:
      return fmt::format("repeat={}, at most {} is expected", command.iterations,
                         rules::kMaxRepeat);
    case Field::BlkStride:
      return fmt::format("{}=0 writes all blocks of a vector to one place, at least 1 is expected",
                         facts(command.op).kind == MemKind::Vec ? "dst_blk" : "blk_stride");
    case Field::N:
      return fmt::format("n={}, at most the {} bytes of a vector register are expected", command.n,
                         config.vlen_bytes);
    case Field::Align:
      return fmt::format("align={}, 0 or a power of two is expected", command.align);
    case Field::RowStride:
      if (rules::is_strided(command)) {
        const std::int64_t stride = rules::stride_of(command);
        if (stride < config.ub_bytes && -stride < config.ub_bytes) {
          return fmt::format(
              "stride={}, 0 or a power of two with a sign is expected: this configuration has no "
              "multiplier for rows (RowMultiplier 0)",
              stride);
        }
        return fmt::format("stride={}, less than the {} bytes of UB is expected, up or down",
                           stride, config.ub_bytes);
      }
      if (command.row_stride < config.ub_bytes) {
        return fmt::format(
            "row_stride={}, 0 or a power of two is expected: this configuration has no multiplier "
            "for rows (RowMultiplier 0)",
            command.row_stride);
      }
      return fmt::format("row_stride={}, less than the {} bytes of UB is expected",
                         command.row_stride, config.ub_bytes);
    case Field::Col:
      return fmt::format("col={}, less than the {} bytes of UB is expected", command.col,
                         config.ub_bytes);
    case Field::Pattern:
      break;
  }
  return fmt::format("pattern code {} does not exist; there are 0 ({}) to {} ({})",
                     static_cast<unsigned>(command.pattern), kPatternNames.front().text,
                     kPatternNames.size() - 1, kPatternNames.back().text);
}

// -------------------------------------------------------------------------------------------------
// Addresses
// -------------------------------------------------------------------------------------------------

/// "lane 3: index 1024 gives address 0x0 + 1024*4 = 0x1000", of a strided command "lane 3: address
/// 0x8 + 3*-4 = -4", and in `fault` an address that is not below 0.
std::string indexed_text(const Command& command, const Model& model, Fault& fault) {
  const std::uint32_t lane = *fault.lane;
  if (facts(command.op).mask == MaskUse::Block) {
    fault.address = rules::gathered_block_address(command, model, lane);
    return fmt::format("block {}: offset {:#x} gives address {:#x} + {:#x} = {:#x}", lane,
                       *fault.address - command.addr, command.addr, *fault.address - command.addr,
                       *fault.address);
  }
  const rules::LaneWalk walk = rules::lane_walk(command, model.v(command.vi).data());
  if (rules::is_strided(command)) {
    const auto address = static_cast<std::int64_t>(walk.address(lane));
    if (address >= 0) fault.address = static_cast<std::uint64_t>(address);
    const std::string at = address < 0 ? fmt::format("{}", address) : fmt::format("{:#x}", address);
    return fmt::format("lane {}: address {:#x} + {}*{} = {}", lane, command.addr, lane,
                       rules::stride_of(command), at);
  }
  fault.address = walk.address(lane);
  const std::uint64_t index = walk.index(lane);
  std::string sum = fmt::format("{:#x} + {}", command.addr, index);
  if (command.mode != AddressMode::Byte) sum += fmt::format("*{}", walk.scale);
  if (command.mode == AddressMode::Row) {
    sum += fmt::format(" + ({} + {})*{}", command.col, lane, walk.step);
  }
  return fmt::format("lane {}: index {} gives address {} = {:#x}", lane, index, sum,
                     *fault.address);
}

/// Where a store of the stream begins, "0x4000 + AR 12 = 0x400c" or "0x400c".
std::string stream_start(const Command& command, const Model& model) {
  if (command.abs) return fmt::format("{:#x}", command.addr);
  return fmt::format("{:#x} + AR {} = {:#x}", command.addr, model.ar(),
                     std::uint64_t{command.addr} + model.ar());
}

/// "4 bytes `where` end at 0x1004, but UB ends at 0x1000"
std::string outside(const Fault& fault, std::string_view where) {
  const bool one = fault.bytes == 1;
  return fmt::format("{} {} {} {} at {:#x}, but UB ends at {:#x}", fault.bytes,
                     one ? "byte" : "bytes", where, one ? "ends" : "end",
                     *fault.address + fault.bytes, fault.limit);
}

/// "`what`: 32 bytes at 0x1000 end at 0x1020, but UB ends at 0x1000"
std::string outside_at_address(const Fault& fault, std::string_view what) {
  return fmt::format("{}: {}", what, outside(fault, fmt::format("at {:#x}", *fault.address)));
}

/// The first block outside UB in which a lane is selected, of an operand of a vec command.
std::string operand_text(const Command& command, std::uint32_t operand, std::uint32_t vl,
                         Fault& fault) {
  std::uint32_t iteration = 0;
  std::optional<std::uint32_t> offset;  // of the block, in the vector
  while (!offset && iteration < command.iterations) {
    rules::for_each_operand_access(command, vl, iteration, operand,
                                   [&](const rules::Access& access) {
                                     if (!offset && access.address >= fault.limit)
                                       offset = access.offset;
                                   });
    if (!offset) ++iteration;
  }
  const std::uint32_t block = offset.value_or(0) / kBlockBytes;
  fault.address =
      rules::operand_walk(command, operand).address(iteration, std::uint64_t{block} * kBlockBytes);
  fault.bytes = kBlockBytes;
  return outside_at_address(fault, fmt::format("{}: block {} of iteration {}",
                                               kOperandNames.at(operand), block, iteration));
}

/// The lowest active lane of a store_align that does not lie in UB.
std::string stored_lane_text(const Command& command, const Model& model, Fault& fault) {
  std::uint32_t lane = 0;
  rules::for_each_access(command, model, [&](const rules::Access& access) {
    if (fault.address || access.address + access.bytes <= fault.limit) return;
    fault.address = access.address;
    fault.bytes = access.bytes;
    lane = access.offset / bytes_of(command.width);
  });
  return outside_at_address(fault, fmt::format("lane {}", lane));
}

std::string align_text(const Command& command, const Model& model, Fault& fault) {
  const bool blocks = facts(command.op).mask != MaskUse::Slot;
  const std::uint32_t element = blocks ? kBlockBytes : bytes_of(facts(command.form).elem);
  fault.limit = element;
  std::string unit = blocks ? "a block" : "an element";
  std::string where;
  if (fault.lane) {
    where = indexed_text(command, model, fault) + ", which";
    if (!blocks && command.align > element) {
      fault.limit = command.align;
      return fmt::format("{} is not a multiple of align={}", where, command.align);
    }
  } else if (facts(command.op).kind == MemKind::Vec) {
    const std::array<std::uint32_t, 3> starts{command.addr, command.src0, command.src1};
    std::size_t operand = 0;
    while (operand < 2 && starts.at(operand) % kBlockBytes == 0) ++operand;
    fault.address = starts.at(operand);
    where = fmt::format("{}={:#x}", kOperandNames.at(operand), *fault.address);
  } else {
    fault.address = command.addr;
    where =
        fmt::format("{} {:#x}", facts(command.op).reads_vi ? "base" : "address", *fault.address);
  }
  return fmt::format("{} is not a multiple of {}, the bytes of {}", where, fault.limit, unit);
}

std::string bounds_text(const Command& command, std::uint32_t info, const Model& model,
                        Fault& fault) {
  const std::uint32_t vl = model.config().vlen_bytes;
  fault.limit = model.ub().size();
  if (fault.lane) {
    fault.bytes =
        facts(command.op).mask == MaskUse::Block ? kBlockBytes : bytes_of(facts(command.form).elem);
    const std::string lane = indexed_text(command, model, fault);
    if (rules::is_strided(command) && command.addr >= fault.limit) {
      return fmt::format("{}; the address of lane 0 must lie in UB, which ends at {:#x}", lane,
                         fault.limit);
    }
    if (!fault.address) {
      return fmt::format("{}, but UB begins at 0", lane);
    }
    return fmt::format("{}; {}", lane, outside(fault, "there"));
  }
  if (facts(command.op).stream == StreamUse::Store) {
    const auto piece = rules::stream_piece(command, model);
    fault.address = piece->start;
    fault.bytes = piece->end - piece->start;
    return outside(fault, "at " + stream_start(command, model));
  }
  if (command.op == Opcode::LoadAlign) {
    fault.address = command.addr;
    fault.bytes = command.distr == Dist::Norm ? vl : vl / 2;
    return outside(fault, fmt::format("at {:#x}", command.addr));
  }
  if (facts(command.op).kind == MemKind::Vec) return operand_text(command, info, vl, fault);
  if (has(facts(command.op).fields, CmdField::Blk0)) {  // info is the block
    fault.address = rules::operand_walk(command, 0).address(0, std::uint64_t{info} * kBlockBytes);
    fault.bytes = kBlockBytes;
    return outside_at_address(fault, fmt::format("block {}", info));
  }
  return stored_lane_text(command, model, fault);
}

// -------------------------------------------------------------------------------------------------
// The squeeze stream
// -------------------------------------------------------------------------------------------------

std::string order_text(const Command& command, const Model& model) {
  if (facts(command.op).stream == StreamUse::Count) {
    return fmt::format(
        "SQZN still holds the {} bytes of an earlier squeeze; store_unalign takes them, clear_spr "
        "drops them",
        model.sqzn());
  }
  return "SQZN is empty; a squeeze with store_reg comes before each store_unalign without n=";
}

std::string stream_text(const Command& command, const Model& model, Fault& fault) {
  const UnalignedReg& held = model.u(command.u);
  const std::uint64_t block = std::uint64_t{held.block} * kBlockBytes;
  fault.address = rules::stream_piece(command, model)->start;
  fault.limit = block + held.hi;
  return fmt::format("u{} holds bytes {:#x} to {:#x}, but the store goes on at {} instead of {:#x}",
                     command.u, block + held.lo, fault.limit - 1, stream_start(command, model),
                     fault.limit);
}

}  // namespace

Fault explain(const Command& given, const Response& response, const Model& model) {
  const Command command = rules::with_real_registers(given);
  Fault fault;
  if (rules::is_lane_fault(command, response)) fault.lane = response.info;
  switch (response.status) {
    case Status::Ok:
      break;
    case Status::ErrOpcode:
      fault.text = opcode_text(command, model);
      break;
    case Status::ErrParam:
      fault.text = param_text(command, static_cast<Field>(response.info), model.config());
      break;
    case Status::ErrAlign:
      fault.text = align_text(command, model, fault);
      break;
    case Status::ErrSqzOrder:
      fault.text = order_text(command, model);
      break;
    case Status::ErrStream:
      fault.text = stream_text(command, model, fault);
      break;
    case Status::ErrBounds:
      fault.text = bounds_text(command, response.info, model, fault);
      break;
  }
  return fault;
}

}  // namespace gsq
