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

// -------------------------------------------------------------------------------------------------
// Width, form, mode and distribution that a command uses
// -------------------------------------------------------------------------------------------------

bool any_codes(const Command& /*c*/) { return true; }

bool any_width(const Command& c) { return c.width <= Width::B64; }

bool up_to_b32(const Command& c) { return c.width <= Width::B32; }

bool b16_or_b32(const Command& c) { return c.width == Width::B16 || c.width == Width::B32; }

bool load_codes(const Command& c) { return c.distr <= Dist::UnpackB16; }

bool store_codes(const Command& c) {
  return (c.distr == Dist::Norm && any_width(c)) ||
         (c.distr == Dist::PackB16 && c.width == Width::B16) ||
         (c.distr == Dist::PackB32 && c.width == Width::B32);
}

bool form_and_mode(const Command& c) { return c.form <= Form::B64 && c.mode <= AddressMode::Row; }

bool index_form_and_mode(const Command& c) {
  return up_to_b32(c) && c.form <= Form::B8x8 && c.mode <= AddressMode::Row;
}

bool strided_form(const Command& c) { return c.form <= Form::B8x8; }

// -------------------------------------------------------------------------------------------------
// Ranges of fields
// -------------------------------------------------------------------------------------------------

Response any_fields(const Command& /*c*/, const Config& /*config*/) { return kOk; }

Response check_pattern(const Command& c, const Config& /*config*/) {
  return c.pattern > Pattern::Allf ? bad_field(Field::Pattern) : kOk;
}

/// The blocks of a store differ.
Response check_block_stride(const Command& c, const Config& config) {
  return c.blk0 == 0 && config.vlen_bytes > kBlockBytes ? bad_field(Field::BlkStride) : kOk;
}

Response check_stream_bytes(const Command& c, const Config& config) {
  return c.abs && c.n > config.vlen_bytes ? bad_field(Field::N) : kOk;
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

Response check_strided_fields(const Command& c, const Config& config) {
  if (!zero_or_power_of_two(c.align)) return bad_field(Field::Align);
  const std::int64_t stride = stride_of(c);
  const auto size = static_cast<std::uint32_t>(stride < 0 ? -stride : stride);
  if (size >= config.ub_bytes || (config.row_multiplier == 0 && !zero_or_power_of_two(size))) {
    return bad_field(Field::RowStride);
  }
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
  if (!is_vec_mask(c, config.lanes(bytes_of(c.width)))) return bad_field(Field::Mask);
  if (c.iterations > kMaxRepeat) return bad_field(Field::Repeat);
  return check_block_stride(c, config);
}

// -------------------------------------------------------------------------------------------------
// Alignment of base or starts, whether any lane uses them or not
// -------------------------------------------------------------------------------------------------

bool anywhere(const Command& /*c*/) { return true; }

bool at_block(const Command& c) { return c.addr % kBlockBytes == 0; }

bool at_element(const Command& c) { return c.addr % bytes_of(facts(c.form).elem) == 0; }

bool vec2_at_blocks(const Command& c) { return at_block(c) && c.src0 % kBlockBytes == 0; }

bool vec3_at_blocks(const Command& c) { return vec2_at_blocks(c) && c.src1 % kBlockBytes == 0; }

// -------------------------------------------------------------------------------------------------
// The squeeze stream
// -------------------------------------------------------------------------------------------------

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

// -------------------------------------------------------------------------------------------------
// Accesses: they lie in UB, per-lane addresses are aligned. Ok carries the info word.
// -------------------------------------------------------------------------------------------------

Response no_access(const Command& /*c*/, const Model& /*model*/) { return kOk; }

/// What a load or store accesses lies in UB: of a store the places of its active lanes. The block
/// forms name the lowest block of an access outside.
Response check_places(const Command& c, const Model& model) {
  Response response = kOk;
  for_each_access(c, model, [&](const Access& access) {
    if (response.status != Status::Ok || access.address + access.bytes <= model.ub().size()) return;
    const bool in_blocks = has(facts(c.op).fields, CmdField::Blk0);
    response = failure(Status::ErrBounds, in_blocks ? access.offset / kBlockBytes : 0);
  });
  return response;
}

Response check_lanes(const Command& c, const Model& model) {
  const std::uint32_t element = bytes_of(facts(c.form).elem);
  const std::uint32_t slot = bytes_of(facts(c.form).slot);
  const LaneWalk walk = lane_walk(c, model.v(c.vi).data());
  const std::uint8_t* mask = model.m(c.m).data();
  // Both are powers of two.
  const std::uint64_t low_bits = (element - 1) | (c.align == 0 ? 0 : c.align - 1);
  const std::uint64_t size = model.ub().size();
  // Below 0 an address is a very large one; a stride may lead to it, or back into UB.
  const unsigned base_outside = is_strided(c) && c.addr >= size ? 1 : 0;
  const auto outside = [=](std::uint64_t address) {
    return base_outside | static_cast<unsigned>(address > size - element);
  };
  const auto fails = [=](std::uint64_t address) {
    return outside(address) | static_cast<unsigned>((address & low_bits) != 0);
  };
  unsigned failures = 0;  // without a way out of the loop, which handles many lanes at once
  const std::uint32_t lanes = slot_lanes(c, model.config().vlen_bytes);
  with_lanes(c, [&](auto form, auto index) {
    constexpr std::uint32_t kSlot = bytes_of(facts(form()).slot);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const std::uint64_t address = walk.address(lane, walk.index_as<decltype(index)>(lane));
      failures |= static_cast<unsigned>(mask[lane * kSlot] != 0) & fails(address);
    }
  });
  if (failures == 0) return kOk;
  std::uint32_t lane = 0;
  while (mask[std::size_t{lane} * slot] == 0 || fails(walk.address(lane)) == 0) ++lane;
  return failure(outside(walk.address(lane)) != 0 ? Status::ErrBounds : Status::ErrAlign, lane);
}

Response check_gathered(const Command& c, const Model& model) {
  const ActiveLanes active(c, model, sizeof(std::uint32_t));
  for (std::uint32_t block = 0; block < model.config().vlen_bytes / kBlockBytes; ++block) {
    if (!active(block)) continue;
    const std::uint64_t address = gathered_block_address(c, model, block);
    if (address + kBlockBytes > model.ub().size()) return failure(Status::ErrBounds, block);
    if (address % kBlockBytes != 0) return failure(Status::ErrAlign, block);
  }
  return kOk;
}

/// Strides are never negative, so no iteration reaches higher than the last one. A block lies in UB
/// when any lane of it does, since UB begins and ends with a block and so does the operand.
Response check_vec_range(const Command& c, const Model& model) {
  if (c.iterations == 0) return kOk;
  for (std::uint32_t operand = 0; operand < vec_operands(c.op); ++operand) {
    std::uint64_t end = 0;
    for_each_operand_access(c, model.config().vlen_bytes, c.iterations - 1, operand,
                            [&](const Access& access) { end = access.address + access.bytes; });
    if (end > model.ub().size()) return failure(Status::ErrBounds, operand);
  }
  return kOk;
}

Response check_piece(const Command& c, const Model& model) {
  const auto piece = stream_piece(c, model);
  return piece && piece->end > model.ub().size() ? failure(Status::ErrBounds) : kOk;
}

/// Info: the bytes that a squeeze keeps.
Response count_kept(const Command& c, const Model& model) {
  const std::uint32_t width = bytes_of(c.width);
  const ActiveLanes active(c, model, width);
  const std::uint32_t lanes = model.config().lanes(width);
  std::uint32_t kept = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) kept += active(lane) ? 1 : 0;
  return {0, Status::Ok, kept * width};
}

/// Info: how many lanes of the first source that count are active, the lowest of them, the number
/// of all lanes if there is none, or the lowest 32 lanes, a bit each.
Response answer_of_masks(const Command& c, const Model& model) {
  const std::uint32_t width = bytes_of(c.width);
  const auto& first = model.m(c.vs);
  const auto& counts = model.m(c.m);
  std::uint32_t active = 0;
  std::uint32_t bits = 0;
  std::uint32_t lowest = model.config().lanes(width);
  for (std::uint32_t lane = lowest; lane-- > 0;) {
    const std::size_t bit = std::size_t{lane} * width;
    if (first[bit] == 0 || counts[bit] == 0) continue;
    ++active;
    lowest = lane;
    if (lane < 32) bits |= std::uint32_t{1} << lane;
  }
  if (c.op == Opcode::MaskBits) return {0, Status::Ok, bits};
  return {0, Status::Ok, c.op == Opcode::MaskCount ? active : lowest};
}

Response read_ar(const Command& /*c*/, const Model& model) { return {0, Status::Ok, model.ar()}; }

// -------------------------------------------------------------------------------------------------
// The checks of each command
// -------------------------------------------------------------------------------------------------

struct Checks {
  Opcode op;
  bool (*codes)(const Command&);                      ///< width, form, mode, distribution exist
  Response (*fields)(const Command&, const Config&);  ///< fields are in range
  bool (*start)(const Command&);                      ///< starts are aligned
  Response (*accesses)(const Command&, const Model&);
};

// clang-format off
constexpr std::array<Checks, static_cast<std::size_t>(Opcode::LaneAdd)> kChecks{{
    {Opcode::CreateMask,       any_width,     check_pattern,      anywhere,       no_access},
    {Opcode::UpdateMask,       any_width,     any_fields,         anywhere,       no_access},
    {Opcode::SetMask,          any_codes,     any_fields,         anywhere,       no_access},
    {Opcode::ClearSpr,         any_codes,     any_fields,         anywhere,       no_access},
    {Opcode::GetSpr,           any_codes,     any_fields,         anywhere,       read_ar},
    {Opcode::LoadAlign,        load_codes,    any_fields,         at_block,       check_places},
    {Opcode::StoreAlign,       store_codes,   any_fields,         at_block,       check_places},
    {Opcode::LoadBlock,        any_codes,     any_fields,         at_block,       check_places},
    {Opcode::StoreBlock,       any_width,     check_block_stride, at_block,       check_places},
    {Opcode::Gather,           form_and_mode, check_lane_fields,  at_element,     check_lanes},
    {Opcode::GatherReg,        up_to_b32,     any_fields,         anywhere,       no_access},
    {Opcode::GatherBlock,      any_codes,     any_fields,         at_block,       check_gathered},
    {Opcode::Scatter,          form_and_mode, check_lane_fields,  at_element,     check_lanes},
    {Opcode::Squeeze,          up_to_b32,     any_fields,         anywhere,       count_kept},
    {Opcode::Unsqueeze,        up_to_b32,     any_fields,         anywhere,       no_access},
    {Opcode::StoreUnalign,     any_codes,     check_stream_bytes, anywhere,       check_piece},
    // What it writes was inside UB when u took it.
    {Opcode::StoreUnalignPost, any_codes,     any_fields,         anywhere,       no_access},
    {Opcode::VecCopy,          b16_or_b32,    check_vec_fields,   vec2_at_blocks, check_vec_range},
    {Opcode::VecAbs,           b16_or_b32,    check_vec_fields,   vec2_at_blocks, check_vec_range},
    {Opcode::VecAdd,           b16_or_b32,    check_vec_fields,   vec3_at_blocks, check_vec_range},
    {Opcode::MaskAnd,          any_width,     any_fields,         anywhere,       no_access},
    {Opcode::MaskOr,           any_width,     any_fields,         anywhere,       no_access},
    {Opcode::MaskXor,          any_width,     any_fields,         anywhere,       no_access},
    {Opcode::MaskAndNot,       any_width,     any_fields,         anywhere,       no_access},
    {Opcode::MaskNot,          any_width,     any_fields,         anywhere,       no_access},
    {Opcode::MaskBeforeFirst,  any_width,     any_fields,         anywhere,       no_access},
    {Opcode::MaskToFirst,      any_width,     any_fields,         anywhere,       no_access},
    {Opcode::MaskOnlyFirst,    any_width,     any_fields,         anywhere,       no_access},
    {Opcode::MaskCount,        any_width,     any_fields,         anywhere,       answer_of_masks},
    {Opcode::MaskFirst,        any_width,     any_fields,         anywhere,       answer_of_masks},
}};

/// Those of the commands behind the ones of lanes, which all have the same.
constexpr Checks kLaneChecks{Opcode::LaneAdd, up_to_b32, any_fields, anywhere, no_access};
constexpr auto kFirstOfLast = static_cast<std::size_t>(Opcode::LoadStrided);
constexpr std::array<Checks, kNumCommands - kFirstOfLast> kLastChecks{{
    {Opcode::LoadStrided,  strided_form,        check_strided_fields, at_element, check_lanes},
    {Opcode::StoreStrided, strided_form,        check_strided_fields, at_element, check_lanes},
    {Opcode::MaskBits,     any_width,           any_fields,           anywhere,   answer_of_masks},
    {Opcode::GatherLanes,  up_to_b32,           any_fields,           anywhere,   no_access},
    {Opcode::GatherIndex,  index_form_and_mode, check_lane_fields,    at_element, check_lanes},
    {Opcode::ScatterIndex, index_form_and_mode, check_lane_fields,    at_element, check_lanes},
}};
// clang-format on

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kNumCommands; ++i) {
    const auto op = static_cast<Opcode>(i);
    const bool right = i < kChecks.size() ? kChecks[i].op == op
                       : i < kFirstOfLast ? family(op) == Family::Lane
                                          : kLastChecks[i - kFirstOfLast].op == op;
    if (!right) return false;
  }
  return true;
}
static_assert(rows_are_in_order(), "expected the checks of each command, in order of the opcodes");

constexpr const Checks& checks_of(Opcode op) {
  const auto row = static_cast<std::size_t>(op);
  if (row < kChecks.size()) return kChecks[row];
  return row < kFirstOfLast ? kLaneChecks : kLastChecks[row - kFirstOfLast];
}

/// How many registers there are of those that vd, and vs and vi, of a command name.
struct Registers {
  std::uint32_t vd;
  std::uint32_t vs;
};
Registers registers_of(const Command& command) {
  const MaskUse use = known(command.op) ? facts(command.op).mask : MaskUse::None;
  return {use == MaskUse::Logic || use == MaskUse::Compare ? kNumMregs : kNumVregs,
          use == MaskUse::Logic ? kNumMregs : kNumVregs};
}

}  // namespace

Command with_real_registers(Command command) {
  const Registers registers = registers_of(command);
  command.vd %= registers.vd;
  command.vs %= registers.vs;
  command.vi %= registers.vs;
  command.m %= kNumMregs;
  command.u %= kNumUregs;
  return command;
}

RealRegisters::RealRegisters(const Command& command) : command_(&command) {
  const Registers registers = registers_of(command);
  if (command.vd < registers.vd && command.vs < registers.vs && command.vi < registers.vs &&
      command.m < kNumMregs && command.u < kNumUregs) {
    return;
  }
  cut_ = with_real_registers(command);
  command_ = &*cut_;
}

bool lane_of_masks(MaskOp op, bool first, bool second, bool found) {
  switch (op) {
    case MaskOp::And:
      return first && second;
    case MaskOp::Or:
      return first || second;
    case MaskOp::Xor:
      return first != second;
    case MaskOp::AndNot:
      return first && !second;
    case MaskOp::Not:
      return !first;
    case MaskOp::BeforeFirst:
      return !found && !first;
    case MaskOp::ToFirst:
      return !found;
    case MaskOp::OnlyFirst:
      return !found && first;
    case MaskOp::None:
    case MaskOp::Count:
    case MaskOp::First:
    case MaskOp::Bits:
      break;
  }
  return false;
}

std::uint32_t lane_result(LaneOp op, unsigned bits, std::uint32_t lane, std::uint32_t a,
                          std::uint32_t b) {
  const auto signed_of = [bits](std::uint32_t value) {
    const std::uint32_t sign = std::uint32_t{1} << (bits - 1);
    return static_cast<std::int64_t>(value ^ sign) - static_cast<std::int64_t>(sign);
  };
  const unsigned amount = b % bits;
  switch (op) {
    case LaneOp::Add:
      return a + b;
    case LaneOp::Sub:
      return a - b;
    case LaneOp::Rsub:
      return b - a;
    case LaneOp::And:
      return a & b;
    case LaneOp::Or:
      return a | b;
    case LaneOp::Xor:
      return a ^ b;
    case LaneOp::Shl:
      return a << amount;
    case LaneOp::Shr:
      return a >> amount;
    case LaneOp::Sar:
      return static_cast<std::uint32_t>(signed_of(a) >> amount);
    case LaneOp::Min:
      return signed_of(a) < signed_of(b) ? a : b;
    case LaneOp::Minu:
      return std::min(a, b);
    case LaneOp::Max:
      return signed_of(a) > signed_of(b) ? a : b;
    case LaneOp::Maxu:
      return std::max(a, b);
    case LaneOp::Abs:
      return signed_of(a) < 0 ? 0 - a : a;
    case LaneOp::Copy:
      return b;
    case LaneOp::Index:
      return lane + b;
    case LaneOp::Steps:
      return lane << amount;
    case LaneOp::Select:
      return a;
    case LaneOp::Eq:
      return a == b ? 1 : 0;
    case LaneOp::Ne:
      return a != b ? 1 : 0;
    case LaneOp::Lt:
      return signed_of(a) < signed_of(b) ? 1 : 0;
    case LaneOp::Le:
      return signed_of(a) <= signed_of(b) ? 1 : 0;
    case LaneOp::Ltu:
      return a < b ? 1 : 0;
    case LaneOp::Leu:
      return a <= b ? 1 : 0;
    case LaneOp::Mask:
      return a != 0 ? 1 : 0;
    case LaneOp::Bits:  // Model::lanes packs them
    case LaneOp::None:
      break;
  }
  return 0;
}

Response judge(const Command& command, const Model& model) {
  if (!is_there(command.op, model.config().lane_ops != 0)) return failure(Status::ErrOpcode);
  const Checks& checks = checks_of(command.op);
  if (!checks.codes(command)) return failure(Status::ErrOpcode);
  const Response fields = checks.fields(command, model.config());
  if (fields.status != Status::Ok) return fields;
  if (!checks.start(command)) return failure(Status::ErrAlign);
  if (!keeps_alternation(command, model)) return failure(Status::ErrSqzOrder);
  if (!continues_stream(command, model)) return failure(Status::ErrStream);
  return checks.accesses(command, model);
}

bool is_lane_fault(const Command& command, const Response& response) {
  if (!known(command.op)) return false;
  const MaskUse mask = facts(command.op).mask;
  if (mask != MaskUse::Slot && mask != MaskUse::Block) return false;
  return response.status == Status::ErrBounds ||
         (response.status == Status::ErrAlign && checks_of(command.op).start(command));
}

LaneWalk lane_walk(const Command& command, const std::uint8_t* indices) {
  const FormFacts& form = facts(command.form);
  const std::uint32_t element = bytes_of(form.elem);
  LaneWalk walk{indices, bytes_of(index_width(command)), command.addr, element, 0};
  if (is_strided(command)) {
    walk.scale = 0;
    walk.step = static_cast<std::uint64_t>(stride_of(command));
    return walk;
  }
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
