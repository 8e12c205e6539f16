// SPDX-License-Identifier: Apache-2.0
/// Shared by the model and the bound of a command: checks, selected lanes, addresses. Internal.
///
/// All functions read a Model and do not change it. Addresses have 64 bits, so that no sum of
/// fields can wrap; they lie inside UB if judge() answers Ok.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "gsq/config.hpp"
#include "gsq/isa.hpp"
#include "gsq/semantics/model.hpp"

namespace gsq::rules {

/// The most iterations of a vec command.
inline constexpr std::uint32_t kMaxRepeat = 255;

/// Bytes of a lane of a known width.
constexpr std::uint32_t bytes_of(Width width) { return 1U << static_cast<unsigned>(width); }

/// Little-endian number in `bytes` (1, 2, 4 or 8) bytes.
inline std::uint64_t read_number(const std::uint8_t* from, std::uint32_t bytes) {
  std::uint64_t value = 0;
  for (std::uint32_t i = 0; i < bytes; ++i) value |= std::uint64_t{from[i]} << (8 * i);
  return value;
}

/// Writes the low `bytes` bytes of a number, lowest first.
inline void write_number(std::uint8_t* to, std::uint32_t bytes, std::uint64_t value) {
  for (std::uint32_t i = 0; i < bytes; ++i) to[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// A command whose register numbers are cut to the bits that count: those that they have in RTL, of
/// a command of masks those of a mask register.
Command with_real_registers(Command command);

/// The same without a copy where they have no other bits.
class RealRegisters {
 public:
  explicit RealRegisters(const Command& command);
  RealRegisters(const RealRegisters&) = delete;
  RealRegisters& operator=(const RealRegisters&) = delete;

  [[nodiscard]] const Command& command() const { return *command_; }

 private:
  std::optional<Command> cut_;
  const Command* command_;
};

/// Copies bytes from one place to another one, which do not overlap; fast for the sizes of lanes.
inline void copy_lane(std::uint8_t* to, const std::uint8_t* from, std::uint32_t bytes) {
  switch (bytes) {
    case 1:
      *to = *from;
      break;
    case 2:
      std::memcpy(to, from, 2);
      break;
    case 4:
      std::memcpy(to, from, 4);
      break;
    case 8:
      std::memcpy(to, from, 8);
      break;
    default:
      std::memcpy(to, from, bytes);
      break;
  }
}

/// The answer to a command (without its tag): the first error in the order of the status codes, or
/// Ok with its info word. Register numbers must be real.
Response judge(const Command& command, const Model& model);

/// Whether lanes of V at vd for which a command has no result keep their value, and do not become
/// 0.
inline bool merges(const Command& command, const Config& config) {
  return config.lane_ops != 0 && command.merge && has(facts(command.op).fields, CmdField::Merge);
}

/// The lanes of `width` bytes that the mask register of a command selects.
class ActiveLanes {
 public:
  ActiveLanes(const Command& command, const Model& model, std::uint32_t width)
      : bits_(model.m(command.m).data()), shift_(__builtin_ctz(width)) {}

  [[nodiscard]] bool operator()(std::uint32_t lane) const {
    return bits_[std::size_t{lane} << shift_] != 0;
  }

 private:
  const std::uint8_t* bits_;
  int shift_;
};

/// Whether a lane that counts is active in the result of a command of masks: of its sources, and of
/// whether a lane below that counts is active in the first one.
bool lane_of_masks(MaskOp op, bool first, bool second, bool found);

/// The result of a command of lanes in an active lane `lane`, which has `bits` bits, of which only
/// that many of the value returned count; of a compare 0 or 1. a and b are its operands,
/// zero-extended.
std::uint32_t lane_result(LaneOp op, unsigned bits, std::uint32_t lane, std::uint32_t a,
                          std::uint32_t b);

/// Whether the lanes of a command lie at a stride: it has forms, but no indices.
inline bool is_strided(const Command& command) {
  if (!known(command.op)) return false;
  const CommandFacts& row = facts(command.op);
  return row.mask == MaskUse::Slot && !row.reads_vi;
}

/// Bytes from lane to lane of a strided command.
inline std::int64_t stride_of(const Command& command) {
  return static_cast<std::int32_t>(command.row_stride);
}

/// Width of an index of a gather or scatter: its own where it names one, else that of its form.
inline Width index_width(const Command& command) {
  return has(facts(command.op).fields, CmdField::Width) ? command.width : facts(command.form).index;
}

/// The lanes of a gather, scatter or strided command with a legal form: as many as a vector has
/// slots, and where these are narrower than the indices as many as it has indices.
inline std::uint32_t slot_lanes(const Command& command, std::uint32_t vlen_bytes) {
  const std::uint32_t slot = bytes_of(facts(command.form).slot);
  if (is_strided(command)) return vlen_bytes / slot;
  return vlen_bytes / std::max(slot, bytes_of(index_width(command)));
}

/// The lane of vs that a lane of a gather_lanes takes; none if it is not active, or names a lane
/// beyond the vector.
inline std::optional<std::uint32_t> picked_lane(const Command& command, const Model& model,
                                                std::uint32_t lane) {
  const std::uint32_t width = bytes_of(command.width);
  const ActiveLanes active(command, model, width);
  const std::uint64_t from =
      read_number(model.v(command.vi).data() + std::size_t{lane} * width, width);
  if (!active(lane) || from >= model.config().lanes(width)) return std::nullopt;
  return static_cast<std::uint32_t>(from);
}

/// The addresses in UB of the lanes of a gather or scatter, or of a strided command.
struct LaneWalk {
  const std::uint8_t* indices;  ///< the index register, any if `scale` is 0
  std::uint32_t index_bytes;    ///< of one index: 1, 2 or 4
  std::uint64_t start;          ///< byte address
  std::uint64_t scale;          ///< bytes that an index counts
  std::uint64_t step;           ///< bytes from lane to lane, modulo 2^64

  /// The index of a lane, where indices have this type.
  template <typename Index>
  [[nodiscard]] Index index_as(std::uint32_t lane) const {
    Index index;
    std::memcpy(&index, indices + lane * sizeof index, sizeof index);
    return index;
  }
  [[nodiscard]] std::uint32_t index(std::uint32_t lane) const {
    if (index_bytes == 1) return index_as<std::uint8_t>(lane);
    return index_bytes == 2 ? index_as<std::uint16_t>(lane) : index_as<std::uint32_t>(lane);
  }

  /// UB address of lane `lane` with an index.
  [[nodiscard]] std::uint64_t address(std::uint32_t lane, std::uint64_t index) const {
    return start + index * scale + lane * step;
  }
  [[nodiscard]] std::uint64_t address(std::uint32_t lane) const {
    return address(lane, index(lane));
  }
};

/// The addresses of a gather, scatter or strided command with a legal form and mode, for a vector
/// of indices.
LaneWalk lane_walk(const Command& command, const std::uint8_t* indices);

/// Whether the error of a command lies in the address of a lane or block that has one of its own.
/// `response` is the answer of judge().
bool is_lane_fault(const Command& command, const Response& response);

/// UB address of block `block` of a gather_block.
std::uint64_t gathered_block_address(const Command& command, const Model& model,
                                     std::uint32_t block);

/// The addresses in UB of an operand of strided blocks.
struct BlockWalk {
  std::uint64_t start;       ///< byte address
  std::uint64_t blk_stride;  ///< between the blocks of an iteration, in blocks
  std::uint64_t rep_stride;  ///< between iterations, in blocks

  /// UB address of byte `offset` of the vector formed by the blocks of an iteration.
  [[nodiscard]] constexpr std::uint64_t address(std::uint64_t iteration,
                                                std::uint64_t offset) const {
    const std::uint64_t blocks = iteration * rep_stride + offset / kBlockBytes * blk_stride;
    return start + blocks * kBlockBytes + offset % kBlockBytes;
  }
};

/// Operand of a vec command: 0 dst, 1 src0, 2 src1. The only one of a block form is 0.
inline BlockWalk operand_walk(const Command& command, std::uint32_t operand) {
  if (operand == 0) return {command.addr, command.blk0, command.rep0};
  if (operand == 1) return {command.src0, command.blk1, command.rep1};
  return {command.src1, command.blk2, command.rep2};
}

/// Operands of a vec command: dst, src0 and, for vec.add, src1.
constexpr std::uint32_t vec_operands(Opcode op) { return op == Opcode::VecAdd ? 3 : 2; }

/// Whether a vec command with a legal mask selects the lane.
inline bool vec_selects(const Command& command, std::uint32_t lane) {
  return command.bitwise ? ((command.mask.at(lane / 64) >> (lane % 64)) & 1U) != 0
                         : lane < command.mask[0];
}

/// A store_unalign or store_unalign_post as a piece of the byte stream: [first, start) is held in
/// u, [start, end) comes from the vector register; [first, cut) goes to UB, [cut, end) stays in u.
struct StreamPiece {
  std::uint64_t first{};
  std::uint64_t start{};
  std::uint64_t end{};
  std::uint64_t cut{};
};

/// The piece of the command, whether it is legal or not: empty for a post on an empty u,
/// std::nullopt for a store of no bytes, which has no further checks.
std::optional<StreamPiece> stream_piece(const Command& command, const Model& model);

/// One contiguous access of a command to UB.
struct Access {
  std::uint64_t address;  ///< first byte in UB
  std::uint32_t bytes;    ///< at least 1
  std::uint32_t offset;   ///< byte of the vector register that it moves, lowest first
  std::uint32_t group;    ///< see command_bound(); ascending
};

/// Calls visit(Access) for every selected lane of an operand of a vec command in an iteration, from
/// lane 0 upwards. The group is that of for_each_access().
template <typename Visit>
void for_each_operand_access(const Command& command, std::uint32_t vlen_bytes,
                             std::uint32_t iteration, std::uint32_t operand, Visit&& visit) {
  const std::uint32_t width = bytes_of(command.width);
  const std::uint32_t group = iteration * vec_operands(command.op) + operand;
  const BlockWalk walk = operand_walk(command, operand);
  for (std::uint32_t lane = 0; lane < vlen_bytes / width; ++lane) {
    if (!vec_selects(command, lane)) continue;
    const std::uint32_t offset = lane * width;
    visit(Access{walk.address(iteration, offset), width, offset, group});
  }
}

/// Calls use(std::integral_constant<Form, form>).
template <typename Use>
void with_form(Form form, Use&& use) {
  switch (form) {
    case Form::B8:
      return use(std::integral_constant<Form, Form::B8>{});
    case Form::B16:
      return use(std::integral_constant<Form, Form::B16>{});
    case Form::B8x32:
      return use(std::integral_constant<Form, Form::B8x32>{});
    case Form::B16x32:
      return use(std::integral_constant<Form, Form::B16x32>{});
    case Form::B32:
      return use(std::integral_constant<Form, Form::B32>{});
    case Form::B64:
      return use(std::integral_constant<Form, Form::B64>{});
    case Form::B8x8:
      return use(std::integral_constant<Form, Form::B8x8>{});
  }
}

/// Calls use(std::integral_constant<Form, form>, index), index of the type of an index, so that
/// loops over lanes are compiled for both. The form of the command is legal.
template <typename Use>
void with_lanes(const Command& command, Use&& use) {
  with_form(command.form, [&](auto form) {
    switch (index_width(command)) {
      case Width::B8:
        return use(form, std::uint8_t{});
      case Width::B16:
        return use(form, std::uint16_t{});
      case Width::B32:
        return use(form, std::uint32_t{});
      case Width::B64:  // no index is as wide
        break;
    }
  });
}

/// Calls visit(Access) for every active one of the first `lanes` lanes of a gather or scatter of
/// this form with indices of this type, from lane 0 upwards; a group has VL/4 lanes.
template <Form form, typename Index, typename Visit>
void for_each_lane_access(const LaneWalk& walk, const std::uint8_t* mask, std::uint32_t lanes,
                          std::uint32_t vl, Visit&& visit) {
  constexpr std::uint32_t kElement = bytes_of(facts(form).elem);
  constexpr std::uint32_t kSlot = bytes_of(facts(form).slot);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    const std::uint32_t offset = lane * kSlot;
    if (mask[offset] == 0) continue;
    visit(
        Access{walk.address(lane, walk.index_as<Index>(lane)), kElement, offset, lane / (vl / 4)});
  }
}

/// Calls visit(Access) for everything that a command moves between UB and its vector register, from
/// lane 0 upwards, and for every selected lane of each operand of a vec command. Only for a command
/// whose codes and fields are legal; what lies outside UB is visited too.
template <typename Visit>
void for_each_access(const Command& command, const Model& model, Visit&& visit) {
  const std::uint32_t vl = model.config().vlen_bytes;
  switch (family(command.op)) {
    case Family::LoadAlign: {
      if (command.distr == Dist::Norm) {
        visit(Access{command.addr, vl, 0, 0});
        break;
      }
      const std::uint32_t element = command.distr == Dist::UnpackB8 ? 1 : 2;
      for (std::uint32_t lane = 0; lane < vl / (2 * element); ++lane) {
        visit(Access{command.addr + std::uint64_t{lane} * element, element, lane * 2 * element, 0});
      }
      break;
    }
    case Family::StoreAlign: {
      const std::uint32_t slot = bytes_of(command.width);
      const std::uint32_t element = command.distr == Dist::Norm ? slot : slot / 2;
      const ActiveLanes active(command, model, slot);
      for (std::uint32_t lane = 0; lane < vl / slot; ++lane) {
        if (!active(lane)) continue;
        visit(Access{command.addr + std::uint64_t{lane} * element, element, lane * slot, 0});
      }
      break;
    }
    case Family::LoadBlock:
      for (std::uint32_t offset = 0; offset < vl; offset += kBlockBytes) {
        visit(Access{operand_walk(command, 0).address(0, offset), kBlockBytes, offset, 0});
      }
      break;
    case Family::StoreBlock: {
      const std::uint32_t width = bytes_of(command.width);
      const ActiveLanes active(command, model, width);
      for (std::uint32_t lane = 0; lane < vl / width; ++lane) {
        if (!active(lane)) continue;
        visit(Access{operand_walk(command, 0).address(0, std::uint64_t{lane} * width), width,
                     lane * width, 0});
      }
      break;
    }
    case Family::Gather:
    case Family::Scatter:
    case Family::LoadStrided:
    case Family::StoreStrided:
    case Family::GatherIndex:
    case Family::ScatterIndex: {
      const LaneWalk walk = lane_walk(command, model.v(command.vi).data());
      with_lanes(command, [&](auto form, auto index) {
        for_each_lane_access<form(), decltype(index)>(walk, model.m(command.m).data(),
                                                      slot_lanes(command, vl), vl, visit);
      });
      break;
    }
    case Family::GatherBlock: {
      const ActiveLanes active(command, model, sizeof(std::uint32_t));
      for (std::uint32_t block = 0; block < vl / kBlockBytes; ++block) {
        if (!active(block)) continue;
        visit(Access{gathered_block_address(command, model, block), kBlockBytes,
                     block * kBlockBytes, 0});
      }
      break;
    }
    case Family::StoreUnalign:
    case Family::StoreUnalignPost: {
      const auto piece = stream_piece(command, model);
      if (piece && piece->first < piece->cut) {
        visit(Access{piece->first, static_cast<std::uint32_t>(piece->cut - piece->first), 0, 0});
      }
      break;
    }
    case Family::Vec: {
      const std::uint32_t operands = vec_operands(command.op);
      for (std::uint32_t group = 0; group < command.iterations * operands; ++group) {
        for_each_operand_access(command, vl, group / operands, group % operands, visit);
      }
      break;
    }
    case Family::CreateMask:
    case Family::UpdateMask:
    case Family::SetMask:
    case Family::ClearSpr:
    case Family::GetSpr:
    case Family::GatherReg:
    case Family::GatherLanes:
    case Family::Squeeze:
    case Family::Unsqueeze:
    case Family::Mask:
    case Family::Lane:  // do not touch UB
    case Family::Unknown:
      break;
  }
}

}  // namespace gsq::rules
