// SPDX-License-Identifier: Apache-2.0
#include "semantics/model_rules.hpp"

#include <algorithm>

namespace gsq::rules {
namespace {

constexpr Response kOk{};

Response failure(Status status, std::uint64_t info = 0) {
  return {0, status, static_cast<std::uint32_t>(info)};
}

Response bad_field(Field field) {
  return failure(Status::ErrParam, static_cast<std::uint32_t>(field));
}

bool zero_or_power_of_two(std::uint32_t value) { return (value & (value - 1)) == 0; }

/// Whether the opcode exists, with the width, form, mode and distribution that it uses.
bool is_defined(const Command& c) {
  switch (c.op) {
    case Opcode::CreateMask:
    case Opcode::UpdateMask:
    case Opcode::StoreBlock:
      return c.width <= Width::B64;
    case Opcode::GatherReg:
    case Opcode::Squeeze:
    case Opcode::Unsqueeze:
      return c.width <= Width::B32;
    case Opcode::VecCopy:
    case Opcode::VecAbs:
    case Opcode::VecAdd:
      return c.width == Width::B16 || c.width == Width::B32;
    case Opcode::LoadAlign:
      return c.distr <= Dist::UnpackB16;
    case Opcode::StoreAlign:
      return (c.distr == Dist::Norm && c.width <= Width::B64) ||
             (c.distr == Dist::PackB16 && c.width == Width::B16) ||
             (c.distr == Dist::PackB32 && c.width == Width::B32);
    case Opcode::Gather:
    case Opcode::Scatter:
      return c.form <= Form::B64 && c.mode <= AddressMode::Row;
    case Opcode::SetMask:
    case Opcode::ClearSpr:
    case Opcode::GetSpr:
    case Opcode::LoadBlock:
    case Opcode::GatherBlock:
    case Opcode::StoreUnalign:
    case Opcode::StoreUnalignPost:
      return true;
  }
  return false;
}

Response check_lane_fields(const Command& c, const Config& config) {
  if (!zero_or_power_of_two(c.align)) return bad_field(Field::Align);
  if (c.mode != AddressMode::Row) return kOk;
  if (c.row_stride >= config.ub_bytes ||
      (config.row_multiplier == 0 && !zero_or_power_of_two(c.row_stride))) {
    return bad_field(Field::RowStride);
  }
  if (c.col >= config.ub_bytes) return bad_field(Field::Col);
  return kOk;
}

/// The mask of a vec command counts or selects from 1 lane to all lanes.
bool is_vec_mask(const Command& c, std::uint32_t lanes) {
  const auto [low, high] = c.mask;
  if (!c.bitwise) return high == 0 && low >= 1 && low <= lanes;
  if (lanes < 64) return high == 0 && low != 0 && (low >> lanes) == 0;
  if (lanes == 64) return high == 0 && low != 0;
  return low != 0 || high != 0;  // 128 lanes, the maximum
}

Response check_vec_fields(const Command& c, const Config& config) {
  constexpr std::uint32_t kMaxRepeat = 255;
  if (!is_vec_mask(c, config.lanes(bytes_of(c.width)))) return bad_field(Field::Mask);
  if (c.iterations > kMaxRepeat) return bad_field(Field::Repeat);
  if (c.blk0 == 0 && config.vlen_bytes > kBlockBytes) return bad_field(Field::BlkStride);
  return kOk;
}

/// Every field that the command uses is in range.
Response check_fields(const Command& c, const Config& config) {
  switch (c.op) {
    case Opcode::CreateMask:
      return c.pattern > Pattern::Allf ? bad_field(Field::Pattern) : kOk;
    case Opcode::StoreBlock:
      return c.blk0 == 0 && config.vlen_bytes > kBlockBytes ? bad_field(Field::BlkStride) : kOk;
    case Opcode::Gather:
    case Opcode::Scatter:
      return check_lane_fields(c, config);
    case Opcode::StoreUnalign:
      return c.abs && c.n > config.vlen_bytes ? bad_field(Field::N) : kOk;
    case Opcode::VecCopy:
    case Opcode::VecAbs:
    case Opcode::VecAdd:
      return check_vec_fields(c, config);
    case Opcode::UpdateMask:
    case Opcode::SetMask:
    case Opcode::ClearSpr:
    case Opcode::GetSpr:
    case Opcode::LoadAlign:
    case Opcode::StoreAlign:
    case Opcode::LoadBlock:
    case Opcode::GatherReg:
    case Opcode::GatherBlock:
    case Opcode::Squeeze:
    case Opcode::Unsqueeze:
    case Opcode::StoreUnalignPost:
      break;
  }
  return kOk;
}

/// Base or starts are aligned, whether any lane uses them or not.
bool starts_aligned(const Command& c) {
  switch (c.op) {
    case Opcode::LoadAlign:
    case Opcode::StoreAlign:
    case Opcode::LoadBlock:
    case Opcode::StoreBlock:
    case Opcode::GatherBlock:
      return c.addr % kBlockBytes == 0;
    case Opcode::Gather:
    case Opcode::Scatter:
      return c.addr % bytes_of(facts(c.form).elem) == 0;
    case Opcode::VecAdd:
      if (c.src1 % kBlockBytes != 0) return false;
      [[fallthrough]];
    case Opcode::VecCopy:
    case Opcode::VecAbs:
      return c.addr % kBlockBytes == 0 && c.src0 % kBlockBytes == 0;
    case Opcode::CreateMask:
    case Opcode::UpdateMask:
    case Opcode::SetMask:
    case Opcode::ClearSpr:
    case Opcode::GetSpr:
    case Opcode::GatherReg:
    case Opcode::Squeeze:
    case Opcode::Unsqueeze:
    case Opcode::StoreUnalign:
    case Opcode::StoreUnalignPost:
      break;
  }
  return true;
}

/// Stored squeezes and AR stores alternate.
bool keeps_alternation(const Command& c, const Model& model) {
  if (c.op == Opcode::Squeeze && c.store_reg) return !model.sqzn_valid();
  if (c.op == Opcode::StoreUnalign && !c.abs) return model.sqzn_valid();
  return true;
}

/// An unaligned store continues at the end of the bytes held in u.
bool continues_stream(const Command& c, const Model& model) {
  if (c.op != Opcode::StoreUnalign && c.op != Opcode::StoreUnalignPost) return true;
  const auto piece = stream_piece(c, model);
  const UnalignedReg& u = model.u(c.u);
  return !piece || u.lo == u.hi || piece->start == std::uint64_t{u.block} * kBlockBytes + u.hi;
}

Response check_lanes(const Command& c, const Model& model) {
  const std::uint32_t element = bytes_of(facts(c.form).elem);
  const std::uint32_t slot = bytes_of(facts(c.form).slot);
  const LaneWalk walk = lane_walk(c, model.v(c.vi).data());
  const auto& mask = model.m(c.m);
  // Both are powers of two.
  const std::uint64_t low_bits = (element - 1) | (c.align == 0 ? 0 : c.align - 1);
  const std::uint32_t lanes = model.config().lanes(slot);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if (mask[std::size_t{lane} * slot] == 0) continue;
    const std::uint64_t address = walk.address(lane);
    if (address + element > model.ub().size()) return failure(Status::ErrBounds, lane);
    if ((address & low_bits) != 0) return failure(Status::ErrAlign, lane);
  }
  return kOk;
}

Response check_gathered_blocks(const Command& c, const Model& model) {
  for (std::uint32_t block = 0; block < model.config().vlen_bytes / kBlockBytes; ++block) {
    if (!is_active(c, model, block, sizeof(std::uint32_t))) continue;
    const std::uint64_t address = gathered_block_address(c, model, block);
    if (address + kBlockBytes > model.ub().size()) return failure(Status::ErrBounds, block);
    if (address % kBlockBytes != 0) return failure(Status::ErrAlign, block);
  }
  return kOk;
}

Response check_strided_blocks(const Command& c, const Model& model) {
  for (std::uint32_t block = 0; block < model.config().vlen_bytes / kBlockBytes; ++block) {
    if (operand_walk(c, 0).address(0, std::uint64_t{block} * kBlockBytes) + kBlockBytes >
        model.ub().size()) {
      return failure(Status::ErrBounds, block);
    }
  }
  return kOk;
}

/// The last block of the last iteration is the highest, since strides are never negative.
Response check_vec_range(const Command& c, const Model& model) {
  if (c.iterations == 0) return kOk;
  for (std::uint32_t operand = 0; operand < vec_operands(c.op); ++operand) {
    const std::uint64_t last =
        operand_walk(c, operand).address(c.iterations - 1, model.config().vlen_bytes - 1);
    if (last >= model.ub().size()) return failure(Status::ErrBounds, operand);
  }
  return kOk;
}

/// Accesses lie in UB, per-lane addresses are aligned; Ok carries the info word.
Response check_accesses(const Command& c, const Model& model) {
  const Config& config = model.config();
  switch (c.op) {
    case Opcode::LoadAlign:
    case Opcode::StoreAlign: {
      const std::uint32_t bytes = config.vlen_bytes / (c.distr == Dist::Norm ? 1 : 2);
      return std::uint64_t{c.addr} + bytes > model.ub().size() ? failure(Status::ErrBounds) : kOk;
    }
    case Opcode::LoadBlock:
    case Opcode::StoreBlock:
      return check_strided_blocks(c, model);
    case Opcode::Gather:
    case Opcode::Scatter:
      return check_lanes(c, model);
    case Opcode::GatherBlock:
      return check_gathered_blocks(c, model);
    case Opcode::StoreUnalign: {
      const auto piece = stream_piece(c, model);
      return piece && piece->end > model.ub().size() ? failure(Status::ErrBounds) : kOk;
    }
    case Opcode::VecCopy:
    case Opcode::VecAbs:
    case Opcode::VecAdd:
      return check_vec_range(c, model);
    case Opcode::Squeeze: {
      const std::uint32_t width = bytes_of(c.width);
      std::uint32_t kept = 0;
      for (std::uint32_t lane = 0; lane < config.lanes(width); ++lane) {
        if (is_active(c, model, lane, width)) kept += width;
      }
      return {0, Status::Ok, kept};
    }
    case Opcode::GetSpr:
      return {0, Status::Ok, model.ar()};
    case Opcode::CreateMask:
    case Opcode::UpdateMask:
    case Opcode::SetMask:
    case Opcode::ClearSpr:
    case Opcode::GatherReg:
    case Opcode::Unsqueeze:
    case Opcode::StoreUnalignPost:  // what it writes was inside UB when u took it
      break;
  }
  return kOk;
}

}  // namespace

Command with_real_registers(Command command) {
  command.vd %= kNumVregs;
  command.vs %= kNumVregs;
  command.vi %= kNumVregs;
  command.m %= kNumMregs;
  command.u %= kNumUregs;
  return command;
}

Response judge(const Command& command, const Model& model) {
  if (!is_defined(command)) return failure(Status::ErrOpcode);
  if (const Response fields = check_fields(command, model.config()); fields.status != Status::Ok) {
    return fields;
  }
  if (!starts_aligned(command)) return failure(Status::ErrAlign);
  if (!keeps_alternation(command, model)) return failure(Status::ErrSqzOrder);
  if (!continues_stream(command, model)) return failure(Status::ErrStream);
  return check_accesses(command, model);
}

bool is_lane_fault(const Command& command, const Response& response) {
  if (!known(command.op)) return false;
  const MaskUse mask = facts(command.op).mask;
  if (mask != MaskUse::Slot && mask != MaskUse::Block) return false;
  return response.status == Status::ErrBounds ||
         (response.status == Status::ErrAlign && starts_aligned(command));
}

LaneWalk lane_walk(const Command& command, const std::uint8_t* indices) {
  const FormFacts& form = facts(command.form);
  const std::uint32_t element = bytes_of(form.elem);
  LaneWalk walk{indices, bytes_of(form.index), command.addr, element, 0};
  if (command.mode == AddressMode::Byte) walk.scale = 1;
  if (command.mode == AddressMode::Row) {
    walk.start += std::uint64_t{command.col} * element;
    walk.scale = command.row_stride;
    walk.step = element;
  }
  return walk;
}

std::uint64_t gathered_block_address(const Command& command, const Model& model,
                                     std::uint32_t block) {
  constexpr std::uint32_t kIndexBytes = sizeof(std::uint32_t);
  return command.addr +
         read_number(&model.v(command.vi)[std::size_t{block} * kIndexBytes], kIndexBytes);
}

std::optional<StreamPiece> stream_piece(const Command& command, const Model& model) {
  const UnalignedReg& u = model.u(command.u);
  const bool holds_bytes = u.lo != u.hi;
  const bool post = command.op == Opcode::StoreUnalignPost;
  const std::uint32_t n = post ? 0 : command.abs ? command.n : model.sqzn();
  if (!post && n == 0) return std::nullopt;
  StreamPiece piece;
  piece.start = std::uint64_t{command.addr} + (command.abs ? 0 : model.ar());
  piece.first = holds_bytes ? std::uint64_t{u.block} * kBlockBytes + u.lo : piece.start;
  piece.end = piece.start + n;
  piece.cut = post ? piece.end : std::max(piece.first, piece.end / kBlockBytes * kBlockBytes);
  return piece;
}

}  // namespace gsq::rules
