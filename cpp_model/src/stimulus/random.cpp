// SPDX-License-Identifier: Apache-2.0
#include "gsq/stimulus/random.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "semantics/model_rules.hpp"

namespace gsq {

namespace {

struct Mix {
  std::string_view name;
  std::uint32_t wrong;   ///< percent of commands that are bent out of shape
  std::uint32_t at_end;  ///< percent of stores and vec commands moved to the end of UB
};

constexpr std::array<Mix, 12> kMixes{{
    {"all", 8, 15},
    {"mask", 10, 0},
    {"memory", 8, 15},
    {"squeeze", 3, 0},
    {"stream", 4, 0},
    {"gather", 4, 0},
    {"vec", 8, 15},
    {"errors", 50, 15},
    {"window", 3, 0},
    {"corners", 12, 15},  // kCornersName
    {"dense", 0, 0},      // kDenseName
    {"lane", 4, 15},
}};

using Draw = RandomCommands::Draw;

/// What can be drawn, and how often in each mix.
struct Kind {
  std::variant<Opcode, Draw> drawn;
  std::array<std::uint8_t, kMixes.size()> weights;
};

// clang-format off
constexpr Kind kKinds[] = {
    //                             all  mask  memory  squeeze  stream  gather  vec  errors  window  corners  dense  lane
    {Opcode::CreateMask,         {{  4,   20,      2,       2,      2,      2,   2,      5,      2,      4,      0,      3}}},
    {Opcode::UpdateMask,         {{  3,   15,      1,       1,      1,      2,   1,      4,      1,      4,      0,      2}}},
    {Opcode::SetMask,            {{  8,   15,      3,       6,      6,      3,   3,      3,      2,      6,      0,      4}}},
    {Opcode::ClearSpr,           {{  2,    2,      1,       2,      2,      0,   0,      2,      0,      2,      0,      1}}},
    {Opcode::GetSpr,             {{  2,    2,      1,       2,      2,      0,   1,      2,      1,      2,      0,      1}}},
    {Opcode::LoadAlign,          {{ 16,    5,     22,      20,     16,      3,   6,     14,      4,      6,      0,     14}}},
    {Opcode::StoreAlign,         {{ 14,    8,     22,       4,      4,      2,   6,     14,      4,      6,      0,      6}}},
    {Opcode::Squeeze,            {{ 16,    8,      3,      40,     36,      3,   4,     16,      3,     10,      0,      8}}},
    {Opcode::Unsqueeze,          {{  5,   20,      3,      15,      2,      3,   1,      6,      1,      4,      0,      4}}},
    {Opcode::StoreUnalign,       {{ 14,    3,      2,       8,     34,      0,   4,     18,      2,     12,      0,      2}}},
    {Opcode::StoreUnalignPost,   {{  4,    1,      1,       2,      5,      0,   1,      8,      1,      5,      0,      1}}},
    {Draw::kTable,               {{  8,    1,      5,       0,      0,     14,   3,      4,      4,      8,      0,      6}}},
    {Opcode::Gather,             {{ 14,    2,     10,       0,      0,     30,   5,     12,      5,      8,      0,      5}}},
    {Opcode::Scatter,            {{ 12,    2,     10,       0,      0,     24,   5,     10,      4,      8,      0,      4}}},
    {Opcode::LoadStrided,        {{  6,    1,      6,       0,      0,     12,   2,      5,      3,      5,      0,      3}}},
    {Opcode::StoreStrided,       {{  6,    1,      6,       0,      0,     10,   2,      5,      3,      5,      0,      2}}},
    {Opcode::GatherReg,          {{  6,    1,      3,       0,      0,      8,   1,      4,      2,      4,      0,      4}}},
    {Opcode::GatherLanes,        {{  4,    1,      2,       0,      0,      6,   1,      3,      2,      4,      0,      5}}},
    {Opcode::GatherIndex,        {{  6,    1,      5,       0,      0,     10,   2,      6,      3,      5,      0,      3}}},
    {Opcode::ScatterIndex,       {{  5,    1,      5,       0,      0,      8,   2,      5,      3,      5,      0,      2}}},
    {Opcode::GatherBlock,        {{  4,    1,      3,       0,      0,      6,   1,      4,      2,      5,      0,      2}}},
    {Opcode::LoadBlock,          {{  5,    0,     10,       0,      0,      0,   4,      6,      2,      4,      0,      3}}},
    {Opcode::StoreBlock,         {{  5,    0,     10,       0,      0,      0,   4,      6,      2,      4,      0,      2}}},
    {Draw::kVec,                 {{ 10,    0,     12,       0,      0,      0,  60,     14,      4,      6,      0,     16}}},
    {Draw::kMasks,               {{  6,   60,      2,       6,       4,       1,   1,      6,      1,      6,      0,      6}}},
    {Draw::kLanes,               {{ 24,   10,      4,      12,       6,       0,   2,     12,      0,     12,      0,     60}}},
    {Draw::kRun,                 {{  0,    0,      0,       0,      0,      0,   0,      0,     12,      0,     12,      0}}},
    {Draw::kAnyOpcode,           {{  3,    1,      1,       0,      0,      0,   0,     10,      0,      2,      0,      1}}},
    {Draw::kUnknownOpcode,       {{  1,    1,      0,       0,      0,      0,   0,      6,      0,      2,      0,      1}}},
    {Draw::kCorner,              {{  0,    0,      0,       0,      0,      0,   0,      0,      0,     60,      0,      0}}},
    {Draw::kClimb,               {{  0,    0,      0,       0,      0,      0,   0,      0,      0,      1,      0,      0}}},
};
// clang-format on

constexpr bool every_command_is_drawn() {
  for (const CommandFacts& row : kCommands) {
    bool found = row.kind == MemKind::Vec || row.mask == MaskUse::Logic ||
                 row.lane_op != LaneOp::None;  // Draw::kVec, kMasks, kLanes
    for (const Kind& kind : kKinds) {
      const Opcode* op = std::get_if<Opcode>(&kind.drawn);
      found = found || (op != nullptr && *op == row.op);
    }
    if (!found) return false;
  }
  return true;
}
static_assert(every_command_is_drawn(), "a command without weights: add its row above");

/// The weight of a kind in a mix, 0 of what a configuration does not have.
constexpr std::uint32_t weight(const Kind& kind, std::size_t mix, bool lane_ops) {
  const Draw* draw = std::get_if<Draw>(&kind.drawn);
  const bool needs_them = draw != nullptr ? *draw == Draw::kMasks || *draw == Draw::kLanes
                                          : facts(std::get<Opcode>(kind.drawn)).lane_ops;
  return needs_them && !lane_ops ? 0 : kind.weights[mix];
}

using Sums = std::array<std::uint32_t, kMixes.size()>;

/// Of the weights, for each mix.
constexpr Sums sums_of_weights(bool lane_ops) {
  Sums sums{};
  for (const Kind& kind : kKinds) {
    for (std::size_t mix = 0; mix < sums.size(); ++mix) sums[mix] += weight(kind, mix, lane_ops);
  }
  return sums;
}
constexpr std::array<Sums, 2> kSums{sums_of_weights(false), sums_of_weights(true)};

constexpr std::uint32_t kTableTries = 8;

/// Commands of a family.
constexpr std::uint32_t commands_of(Family of) {
  std::uint32_t count = 0;
  for (const CommandFacts& row : kCommands) count += family(row.op) == of ? 1 : 0;
  return count;
}
constexpr std::uint32_t kMaskCommands = commands_of(Family::Mask);
constexpr std::uint32_t kLaneCommands = commands_of(Family::Lane);

/// Lets the low bits of a field name a mask register; the others mean nothing.
void put_m(std::uint8_t& field, std::uint32_t m) {
  field = static_cast<std::uint8_t>(field / kNumMregs * kNumMregs + m);
}
constexpr std::string_view kCornersName = "corners";
constexpr std::string_view kDenseName = "dense";

}  // namespace

std::vector<std::string_view> random_mixes() {
  std::vector<std::string_view> names;
  names.reserve(kMixes.size());
  for (const Mix& mix : kMixes) names.push_back(mix.name);
  return names;
}

RandomCommands::RandomCommands(const Config& config, std::uint64_t seed, std::string_view mix)
    : config_(config),
      mix_(static_cast<std::size_t>(
          std::find_if(kMixes.begin(), kMixes.end(),
                       [&](const Mix& known) { return known.name == mix; }) -
          kMixes.begin())),
      rng_(seed),
      model_(config) {
  if (mix_ == kMixes.size()) {
    throw std::invalid_argument(fmt::format("there is no mix {}; expected one of {}", mix,
                                            fmt::join(random_mixes(), ", ")));
  }
  corners_ = mix == kCornersName;
  dense_ = mix == kDenseName;
  host_region_.bytes = config.ub_bytes / 16;
  table_region_.bytes = host_region_.bytes;
  if (rng_.percent(50)) {
    host_region_.base = 0;
    table_region_.base = host_region_.bytes;
  } else {
    host_region_.base = config.ub_bytes - host_region_.bytes;
    table_region_.base = host_region_.base - table_region_.bytes;
  }
}

Command RandomCommands::next() {
  begin_next();
  do {
    last_ = candidate();
  } while (touches_reserved(last_, response_));
  if (response_.status == Status::Ok) model_.apply(last_);
  return last_;
}

Command RandomCommands::next(const Score& score, unsigned tries, const Chosen& chosen) {
  begin_next();
  Command best;
  std::size_t most = 0;
  for (unsigned i = 0; i < tries; ++i) {
    Command command;
    Response response;
    do {
      command = candidate();
    } while (touches_reserved(command, response));
    const std::size_t worth = score(command, response, model_);
    if (i != 0 && worth <= most) continue;
    best = command;
    response_ = response;
    most = worth;
  }
  last_ = best;
  chosen(last_, response_, model_);
  if (response_.status == Status::Ok) model_.apply(last_);
  return last_;
}

void RandomCommands::begin_next() {
  if (count_++ % (dense_ ? 512 : 64) == 0) {
    for (auto& reg : hot_v_) reg = static_cast<std::uint8_t>(rng_.below(kNumVregs));
    for (auto& reg : hot_vi_) reg = static_cast<std::uint8_t>(rng_.below(kNumVregs));
    for (auto& reg : hot_m_) reg = static_cast<std::uint8_t>(rng_.below(kNumMregs));
    hot_base_ = rng_.below(config_.ub_bytes / kBlockBytes) * kBlockBytes;
    run_left_ = 0;
  }
}

Command RandomCommands::candidate() {
  // First, data for every register.
  if (count_ <= kNumVregs) {
    Command command = make(Opcode::LoadAlign);
    command.vd = static_cast<std::uint8_t>(count_ - 1);
    return command;
  }
  if (climbing_) return make_climb();
  // Mostly the store of a STORE_REG squeeze follows at once.
  if (model_.sqzn_valid() && last_.op == Opcode::Squeeze && rng_.percent(85)) {
    if (corners_ && rng_.percent(50)) return make_corner_stream();
    Command command = make(Opcode::StoreUnalign);
    make_stream(command, true);
    if (rng_.percent(90)) command.vs = last_.vd;
    return command;
  }
  if (run_left_ != 0) {
    Command command = make_run();
    if (rng_.percent(kMixes[mix_].wrong)) bend(command);
    return command;
  }
  const bool lane_ops = config_.lane_ops != 0;
  std::uint32_t left = rng_.below(kSums[lane_ops ? 1 : 0][mix_]);
  const Kind* kind = kKinds;
  while (left >= weight(*kind, mix_, lane_ops)) left -= weight(*kind++, mix_, lane_ops);
  Command command = std::visit([this](auto drawn) { return make(drawn); }, kind->drawn);
  // Now and then the same destination again.
  if (rng_.percent(10)) command.vd = last_.vd;
  if (can_move_to_end(command) && rng_.percent(kMixes[mix_].at_end)) move_to_end(command);
  if (rng_.percent(kMixes[mix_].wrong)) bend(command);
  return command;
}

/// Whether the end of UB is not reserved and the command is one that can leave it out.
bool RandomCommands::can_move_to_end(const Command& command) const {
  if (kMixes[mix_].at_end == 0 || host_region_.base != 0 || !known(command.op)) return false;
  const CommandFacts& row = facts(command.op);
  if (row.kind != MemKind::Vec && row.kind != MemKind::Store) return false;
  return has(row.widths, command.width) && has(row.dists, command.distr);
}

Command RandomCommands::random_fields() {
  CommandBits bits{};
  for (auto& word : bits) word = static_cast<std::uint32_t>(rng_.next());
  Command command = unpack(bits);
  command.vd = pick_v();
  command.vs = pick_v();
  command.vi = hot_vi_[rng_.below(hot_vi_.size())];
  command.m = pick_m();
  // Most stores use two of the unaligned-store registers; otherwise streams would stay short.
  command.u = static_cast<std::uint8_t>(rng_.below(rng_.percent(80) ? 2 : kNumUregs));
  return command;
}

Command RandomCommands::make(Draw draw) {
  if (draw == Draw::kTable) return make_table_load();
  if (draw == Draw::kRun) return start_run();
  if (draw == Draw::kCorner) return make_corner();
  if (draw == Draw::kClimb) return make_climb();
  Command command = random_fields();
  if (draw == Draw::kVec) {
    command.op = pick_vec();
    make_vec(command);
  } else if (draw == Draw::kMasks) {
    command.op = pick_masks();
    make_masks(command);
  } else if (draw == Draw::kLanes) {
    return make(static_cast<Opcode>(static_cast<std::uint32_t>(Opcode::LaneAdd) +
                                    rng_.below(kLaneCommands)));
  } else if (draw == Draw::kAnyOpcode) {
    command.op = static_cast<Opcode>(rng_.below(kNumCommands));
  } else {
    command.op = static_cast<Opcode>(kNumCommands + rng_.below(kOpcodeCodes - kNumCommands));
  }
  return command;
}

Command RandomCommands::make_table_load() {
  Command command = random_fields();
  command.op = Opcode::LoadAlign;
  command.distr = Dist::Norm;
  command.vd = command.vi;
  command.addr = table_region_.base +
                 rng_.below(table_region_.bytes / config_.vlen_bytes) * config_.vlen_bytes;
  return command;
}

Command RandomCommands::make(Opcode op) {
  Command command = random_fields();
  command.op = op;
  const CommandFacts& row = facts(op);
  switch (family(op)) {
    case Family::CreateMask:
      command.width = pick<Width>(row.widths);
      command.pattern = static_cast<Pattern>(rng_.below(kPatternNames.size()));
      break;
    case Family::UpdateMask:
      command.width = pick<Width>(row.widths);
      command.n = rng_.percent(80) ? rng_.below(config_.vlen_bytes + 2) : command.n;
      break;
    case Family::SetMask:
      if (rng_.percent(20)) {  // sparse
        for (auto& word : command.mask) word &= rng_.next() & rng_.next();
        command.src0 = command.src1 = command.row_stride = command.col = 0;
      }
      break;
    case Family::LoadAlign:
      command.distr = pick<Dist>(row.dists);
      command.addr = pick_address(config_.vlen_bytes);
      break;
    case Family::StoreAlign:
      command.addr = pick_address(config_.vlen_bytes);
      command.distr = rng_.percent(60)
                          ? Dist::Norm
                          : pick<Dist>(row.dists & ~(1U << static_cast<unsigned>(Dist::Norm)));
      command.width = command.distr == Dist::PackB16   ? Width::B16
                      : command.distr == Dist::PackB32 ? Width::B32
                                                       : pick<Width>(row.widths);
      break;
    case Family::Squeeze:
      command.width = pick<Width>(row.widths);
      command.store_reg = rng_.percent(model_.sqzn_valid() ? 10 : 60);
      break;
    case Family::GatherReg:
    case Family::GatherLanes:
    case Family::Unsqueeze:
      command.width = pick<Width>(row.widths);
      break;
    case Family::StoreUnalign:
      make_stream(command, rng_.percent(model_.sqzn_valid() ? 80 : 5));
      break;
    case Family::StoreUnalignPost: {
      const UnalignedReg& u = model_.u(command.u);
      command.addr = u.block * kBlockBytes + u.hi;
      if (!command.abs) command.addr -= model_.ar();
      break;
    }
    case Family::LoadBlock:
    case Family::StoreBlock: {
      command.width = pick<Width>(row.widths);
      command.blk0 = pick_block_stride(row.writes_vd);
      const std::uint32_t gaps = config_.vlen_bytes / kBlockBytes - 1;
      const std::uint32_t room = config_.ub_bytes / kBlockBytes - 1;
      if (gaps * command.blk0 > room) command.blk0 = static_cast<std::uint16_t>(room / gaps);
      command.addr = pick_address((gaps * command.blk0 + 1) * kBlockBytes);
      break;
    }
    case Family::Vec:
      make_vec(command);
      break;
    case Family::Gather:
    case Family::GatherBlock:
    case Family::Scatter:
    case Family::GatherIndex:
    case Family::ScatterIndex:
      return make_lanes(op);
    case Family::LoadStrided:
    case Family::StoreStrided:
      make_strided(command);
      break;
    case Family::Mask:
      make_masks(command);
      break;
    case Family::Lane:
      command.width = pick<Width>(row.widths);
      command.scalar = rng_.percent(40);
      if (rng_.percent(60)) command.n = rng_.below(300) - 40;  // near 0, modulo 2^32
      // Numbers that are compared are often equal.
      if ((row.mask == MaskUse::Compare ||
           (row.lane_op >= LaneOp::Min && row.lane_op <= LaneOp::Maxu)) &&
          rng_.percent(50)) {
        const std::uint32_t lane = rng_.below(config_.vlen_bytes / 4);
        command.n = static_cast<std::uint32_t>(
            rules::read_number(model_.v(command.vs).data() + std::size_t{4} * lane, 4));
      }
      // Masks that others use become sparse only now and then.
      if (row.mask == MaskUse::Compare) {
        put_m(command.vd, rng_.percent(30) ? pick_m() : rng_.below(kNumMregs));
      }
      break;
    case Family::ClearSpr:
    case Family::GetSpr:
    case Family::Unknown:
      break;
  }
  return command;
}

Opcode RandomCommands::pick_masks() {
  // Half of them make masks with many lanes, for the others to find.
  constexpr std::array kFull{Opcode::MaskOr, Opcode::MaskOr, Opcode::MaskNot, Opcode::MaskToFirst};
  if (rng_.percent(50)) return kFull.at(rng_.below(kFull.size()));
  // The opcode of the last one does not follow those of the others.
  const std::uint32_t choice = rng_.below(kMaskCommands);
  if (choice == kMaskCommands - 1) return Opcode::MaskBits;
  return static_cast<Opcode>(static_cast<std::uint32_t>(Opcode::MaskAnd) + choice);
}

/// Registers of a command of masks: few, so that one finds what another has made. But the result
/// goes mostly anywhere if it may have few lanes (all but or and xor of a mask that others use), so
/// that masks of other commands do not become empty. Bits of their fields that mean nothing stay.
void RandomCommands::make_masks(Command& command) {
  const bool full = command.op == Opcode::MaskOr || command.op == Opcode::MaskXor;
  put_m(command.vd, full || rng_.percent(30) ? pick_m() : rng_.below(kNumMregs));
  put_m(command.vs, pick_m());
  put_m(command.vi, pick_m());
  // Mostly all bits, since a mask of wide lanes has few for narrow ones.
  command.width = rng_.percent(60) ? Width::B8 : pick<Width>(facts(command.op).widths);
}

void RandomCommands::make_stream(Command& command, bool ar_form) {
  command.op = Opcode::StoreUnalign;
  command.abs = !ar_form;
  command.post = rng_.percent(80);
  command.n = rng_.percent(10)   ? 0
              : rng_.percent(50) ? rng_.below(config_.vlen_bytes + 1)
                                 : rng_.below(40 < config_.vlen_bytes ? 40 : config_.vlen_bytes);
  const UnalignedReg& u = model_.u(command.u);
  command.addr = u.lo == u.hi ? pick_address(config_.vlen_bytes) + rng_.below(kBlockBytes)
                              : u.block * kBlockBytes + u.hi;
  if (!ar_form) return;
  if (command.addr < model_.ar() && rng_.percent(90)) {  // AR is already larger than the address
    command.op = Opcode::ClearSpr;
  }
  command.addr -= model_.ar();
}

Command RandomCommands::make_lanes(Opcode op) {
  for (std::uint32_t tries = 0; tries < kTableTries; ++tries) {
    Command command = random_fields();
    command.op = op;
    if (rng_.percent(20)) command.vi = rng_.percent(50) ? last_.vd : pick_v();
    // Of gather_block they mean nothing, but its row stride takes after an element too.
    const bool has_form = has(facts(op).fields, CmdField::Form);
    command.form = pick<Form>(facts(has_form ? op : Opcode::Gather).forms);
    if (has(facts(op).fields, CmdField::Width)) command.width = pick<Width>(facts(op).widths);
    const std::uint32_t element = rules::bytes_of(facts(command.form).elem);
    command.mode = pick<AddressMode>(facts(Opcode::Gather).modes);
    command.row_stride = rng_.percent(10) ? 0
                         : config_.row_multiplier == 0 || rng_.percent(40)
                             ? element << rng_.below(8)
                             : element * (1 + rng_.below(100));
    command.col = rng_.below(rng_.percent(50) ? 4 : 64);
    if (place_lanes(command)) return command;
  }
  // No register has suitable contents.
  return rng_.percent(85) ? make_table_load() : make(Opcode::GatherReg);
}

/// A stride of either sign for which the lanes have room between the reserved regions; the first or
/// the last one often lies at an end of it.
void RandomCommands::make_strided(Command& command) {
  command.form = pick<Form>(facts(command.op).forms);
  const FormFacts& form = facts(command.form);
  const std::uint32_t element = rules::bytes_of(form.elem);
  const std::uint32_t gaps = config_.lanes(rules::bytes_of(form.slot)) - 1;
  const std::uint32_t reserved =
      host_region_.bytes + (facts(command.op).writes_vd ? 0 : table_region_.bytes);
  const std::uint32_t window = config_.ub_bytes - reserved;
  const std::uint32_t choice = rng_.below(10);
  std::uint32_t size = choice < 3   ? element
                       : choice < 4 ? 0
                       : choice < 8 || config_.row_multiplier == 0
                           ? element << rng_.below(12)
                           : element * (1 + rng_.below(1000));
  while (std::uint64_t{gaps} * size + element > window) size = size / 2 / element * element;
  const std::uint32_t room = window - gaps * size - element;
  const std::uint32_t place = rng_.below(4);
  std::uint32_t lowest = place == 0 ? 0 : place == 1 ? room : rng_.below(room + 1);
  lowest = lowest / element * element + (host_region_.base == 0 ? reserved : 0);
  const bool down = rng_.percent(40);
  command.row_stride = down ? 0 - size : size;
  command.addr = lowest + (down ? gaps * size : 0);
  command.align = rng_.percent(70) ? 0 : element << rng_.below(3);
}

/// Sets base and alignment so that the command is legal with the indices that it finds, and keeps
/// away from the reserved regions. False when there is no such base.
bool RandomCommands::place_lanes(Command& command) {
  command.addr = 0;
  const CommandFacts& row = facts(command.op);
  std::uint32_t element = kBlockBytes;
  if (row.mask == MaskUse::Slot) element = rules::bytes_of(facts(command.form).elem);
  std::uint64_t end = element;
  std::uint64_t bits = 0;
  rules::for_each_access(command, model_, [&](const rules::Access& access) {
    end = std::max(end, access.address + access.bytes);
    bits |= access.address;
  });
  const std::uint32_t reserved = host_region_.bytes + (row.writes_vd ? 0 : table_region_.bytes);
  const std::uint32_t window = config_.ub_bytes - reserved;
  if (bits % element != 0 || end > window) return false;
  const auto last = static_cast<std::uint32_t>((window - end) / element);
  std::uint32_t place = rng_.below(last + 1) * element;
  const std::uint32_t choice = rng_.below(10);
  if (choice < 2) place = last * element;  // up to the end
  if (choice > 5) place &= ~(1024U - 1);   // keeps what an index says about banks
  command.addr = place + (host_region_.base == 0 ? reserved : 0);
  bits |= command.addr;
  command.align = rng_.percent(60) ? 0 : 1U << rng_.below(8);
  if (command.align != 0 && bits % command.align != 0 && !rng_.percent(10)) command.align = element;
  return true;
}

std::uint16_t RandomCommands::pick_block_stride(bool may_be_zero) {
  constexpr std::array<std::uint16_t, 6> kUsual{1, 1, 1, 2, 8, 9};
  const std::uint32_t choice = rng_.below(12);
  if (choice < 6) return kUsual.at(choice);
  if (choice < 8 && may_be_zero) return 0;
  if (choice < 10) return static_cast<std::uint16_t>(1 + rng_.below(12));
  return static_cast<std::uint16_t>(1 + rng_.below(config_.ub_bytes / kBlockBytes));
}

std::uint8_t RandomCommands::pick_repeat_stride() {
  constexpr std::array<std::uint8_t, 6> kUsual{0, 1, 7, 8, 9, 255};
  if (rng_.percent(35)) return static_cast<std::uint8_t>(config_.vlen_bytes / kBlockBytes);
  if (rng_.percent(80)) return kUsual.at(rng_.below(kUsual.size()));
  return static_cast<std::uint8_t>(rng_.below(256));
}

Opcode RandomCommands::pick_vec() {
  const auto is_vec = [](const CommandFacts& row) { return row.kind == MemKind::Vec; };
  std::uint32_t left = rng_.below(
      static_cast<std::uint32_t>(std::count_if(kCommands.begin(), kCommands.end(), is_vec)));
  return std::find_if(kCommands.begin(), kCommands.end(),
                      [&](const CommandFacts& row) { return is_vec(row) && left-- == 0; })
      ->op;
}

void RandomCommands::make_vec(Command& command) {
  command.width = pick<Width>(facts(command.op).widths);
  make_vec_mask(command);
  // Small: the time of a command grows with it.
  const std::uint32_t choice = rng_.below(200);
  command.iterations = choice == 0    ? 255
                       : choice < 8   ? 0
                       : choice < 180 ? 1 + rng_.below(5)
                                      : 1 + rng_.below(12);
  command.blk0 = pick_block_stride(false);
  command.blk1 = pick_block_stride(true);
  command.blk2 = pick_block_stride(true);
  command.rep0 = pick_repeat_stride();
  command.rep1 = pick_repeat_stride();
  command.rep2 = pick_repeat_stride();
  if (rng_.percent(50)) {  // equal strides of all operands, as in chained iterations
    command.blk1 = command.blk2 = command.blk0;
    command.rep1 = command.rep2 = command.rep0;
  }
  place_vec(command);
}

void RandomCommands::make_vec_mask(Command& command) {
  const std::uint32_t lanes = config_.lanes(rules::bytes_of(command.width));
  command.bitwise = rng_.percent(50);
  const std::uint32_t choice = rng_.below(10);
  if (!command.bitwise) {
    command.mask = {choice == 0 ? 1 : choice < 5 ? lanes : 1 + rng_.below(lanes), 0};
    return;
  }
  const auto bit = [](std::uint32_t lane) {
    std::array<std::uint64_t, 2> mask{};
    mask.at(lane / 64) = std::uint64_t{1} << (lane % 64);
    return mask;
  };
  if (choice < 2) {
    command.mask = bit(choice == 0 ? lanes - 1 : rng_.below(lanes));
    return;
  }
  command.mask = {rng_.next(), rng_.next()};
  if (choice < 4) command.mask = {~std::uint64_t{0}, ~std::uint64_t{0}};
  if (choice < 6) command.mask[rng_.below(2)] = 0;  // whole blocks without a lane
  if (lanes <= 64) command.mask[1] = 0;
  if (lanes < 64) command.mask[0] &= (std::uint64_t{1} << lanes) - 1;
  if (command.mask[0] == 0 && command.mask[1] == 0) command.mask = bit(rng_.below(lanes));
}

/// Sets the starts so that all operands keep away from the reserved regions, sources often where
/// the destination is; cuts strides that do not fit.
void RandomCommands::place_vec(Command& command) {
  const std::uint32_t reserved = (host_region_.bytes + table_region_.bytes) / kBlockBytes;
  const std::uint32_t window = config_.ub_bytes / kBlockBytes - reserved;
  const std::uint32_t bottom = host_region_.base == 0 ? reserved : 0;
  const std::uint32_t gaps = config_.vlen_bytes / kBlockBytes - 1;
  const std::uint32_t turns = command.iterations == 0 ? 0 : command.iterations - 1;
  const auto highest_start = [&](std::uint16_t& blk, std::uint8_t& rep) {
    // The blocks of an iteration take half of the room at most where iterations take some too.
    const std::uint32_t most = (window - 1) / (turns * rep == 0 ? 1 : 2);
    if (gaps * blk > most) blk = static_cast<std::uint16_t>(most / gaps);
    const std::uint32_t rest = window - 1 - gaps * blk;
    if (turns * rep > rest) rep = static_cast<std::uint8_t>(rest / turns);
    return bottom + rest - turns * rep;
  };
  // In blocks, `to` included; around the blocks in frequent use, at the end, or anywhere.
  const auto pick_start = [&](std::uint32_t to) {
    const std::uint32_t choice = rng_.below(10);
    if (choice == 0) return to;
    if (choice < 5) return bottom + rng_.below(to - bottom + 1);
    const std::uint32_t place = hot_base_ / kBlockBytes + rng_.below(2 * gaps + 2);
    return std::min(std::max(place, bottom), to);
  };
  const std::uint32_t dst = pick_start(highest_start(command.blk0, command.rep0));
  const auto source = [&](std::uint16_t& blk, std::uint8_t& rep) {
    const std::uint32_t to = highest_start(blk, rep);
    std::int64_t start = dst;
    switch (rng_.below(5)) {
      case 0:  // the same start
        break;
      case 1:  // partly the same blocks
        start += std::int64_t{rng_.below(2 * gaps + 5)} - gaps - 2;
        break;
      case 2:  // what an iteration writes, another soon reads
        start -= std::int64_t{rep} * (1 + rng_.below(4));
        break;
      default:
        start = pick_start(to);
        break;
    }
    start = std::min(std::max(start, std::int64_t{bottom}), std::int64_t{to});
    return static_cast<std::uint32_t>(start) * kBlockBytes;
  };
  command.addr = dst * kBlockBytes;
  command.src0 = source(command.blk1, command.rep1);
  command.src1 = source(command.blk2, command.rep2);
}

std::uint8_t RandomCommands::pick_v() {
  return rng_.percent(80) ? hot_v_[rng_.below(hot_v_.size())]
                          : static_cast<std::uint8_t>(rng_.below(kNumVregs));
}

std::uint8_t RandomCommands::pick_m() {
  return rng_.percent(70) ? hot_m_[rng_.below(hot_m_.size())]
                          : static_cast<std::uint8_t>(rng_.below(kNumMregs));
}

std::uint32_t RandomCommands::pick_address(std::uint32_t bytes) {
  const std::uint32_t places = (config_.ub_bytes - bytes) / kBlockBytes + 1;
  const std::uint32_t choice = rng_.below(10);
  if (choice == 0) return (places - 1) * kBlockBytes;  // the very last
  if (choice < 4) return rng_.below(places) * kBlockBytes;
  return (hot_base_ / kBlockBytes + rng_.below(2 * bytes / kBlockBytes)) % places * kBlockBytes;
}

/// Whether a vec command accesses a reserved block: regions have whole blocks.
template <typename Reserved>
bool RandomCommands::vec_touches(const Command& command, const Reserved& reserved) const {
  const std::uint32_t lanes = kBlockBytes / rules::bytes_of(command.width);  // of a block
  for (std::uint32_t block = 0; block < config_.vlen_bytes / kBlockBytes; ++block) {
    std::uint32_t lane = block * lanes;
    while (lane < (block + 1) * lanes && !rules::vec_selects(command, lane)) ++lane;
    if (lane == (block + 1) * lanes) continue;
    for (std::uint32_t operand = 0; operand < rules::vec_operands(command.op); ++operand) {
      const rules::BlockWalk walk = rules::operand_walk(command, operand);
      for (std::uint32_t iteration = 0; iteration < command.iterations; ++iteration) {
        const std::uint64_t offset = std::uint64_t{block} * kBlockBytes;
        if (reserved(walk.address(iteration, offset), operand == 0)) return true;
      }
    }
  }
  return false;
}

bool RandomCommands::touches_reserved(const Command& command, Response& response) {
  const auto inside = [](const Region& region, std::uint64_t address) {
    return address - region.base < region.bytes;
  };
  const auto reserved = [&](std::uint64_t address, bool write) {
    return inside(host_region_, address) || (write && inside(table_region_, address));
  };
  response = model_.judge(command);
  if (command.op == Opcode::StoreUnalign) {  // nor may what a store leaves in u belong there
    const std::uint32_t start = command.addr + (command.abs ? 0 : model_.ar());
    if (reserved(start, true) || reserved(start + config_.vlen_bytes, true)) return true;
  }
  if (response.status != Status::Ok) return false;
  const CommandFacts& row = facts(command.op);
  if (row.kind == MemKind::Vec) return vec_touches(command, reserved);
  bool found = false;
  const bool write = !row.writes_vd;
  rules::for_each_access(command, model_, [&](const rules::Access& access) {
    found = found || reserved(access.address, write) ||
            reserved(access.address + access.bytes - 1, write);
  });
  return found;
}

}  // namespace gsq
