// SPDX-License-Identifier: Apache-2.0
// Bins of commands, one group after the other: first the bins, then what hits them.
#include "coverage/command_cover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "gsq/timing/bound.hpp"

namespace tb {
namespace {

using gsq::Command;
using gsq::CommandFacts;
using gsq::Dist;
using gsq::kBlockBytes;
using gsq::MaskUse;
using gsq::MemKind;
using gsq::Model;
using gsq::Opcode;
using gsq::Status;
using gsq::Width;
using Names = std::vector<std::string>;
using Place = Covergroup::Place;

template <typename Table>
Names names_of(const Table& table) {
  Names names;
  for (const auto& row : table) names.emplace_back(row.text);
  return names;
}

Names widths() { return names_of(gsq::kWidthNames); }
Names forms() { return names_of(gsq::kFormNames); }

Names numbers(std::uint64_t first, std::uint64_t last) {
  Names names;
  for (std::uint64_t i = first; i <= last; ++i) names.push_back(std::to_string(i));
  return names;
}

unsigned log2_of(std::uint64_t value) {
  unsigned bits = 0;
  while (value >>= 1U) ++bits;
  return bits;
}

/// Ranges that begin at powers of two below `end`, after one for 0.
Names power_ranges(std::uint64_t end) {
  Names names{"0", "1"};
  for (std::uint64_t low = 2; low < end; low *= 2) {
    names.push_back(low * 2 > end ? std::to_string(low) : fmt::format("{}-{}", low, low * 2 - 1));
  }
  return names;
}
std::size_t power_range(std::uint64_t value) { return value == 0 ? 0 : log2_of(value) + 1; }

std::size_t code(Opcode op) { return static_cast<std::size_t>(op); }
std::size_t code(Width width) { return static_cast<std::size_t>(width); }
std::size_t code(gsq::Form form) { return static_cast<std::size_t>(form); }
std::size_t code(gsq::AddressMode mode) { return static_cast<std::size_t>(mode); }

/// Gather or scatter, whatever the width of its indices.
bool is_lanes(Opcode op) {
  return known(op) && facts(op).mask == MaskUse::Slot && facts(op).reads_vi;
}
bool is_strided(Opcode op) { return op == Opcode::LoadStrided || op == Opcode::StoreStrided; }
std::size_t scatters(Opcode op) { return facts(op).kind == MemKind::Scatter ? 1 : 0; }

/// What a command is besides its opcode, in words; "other" where the contract has no such command.
std::string variant_of(const Command& command, const gsq::Config& config) {
  if (!known(command.op)) return fmt::format("code {}", code(command.op));
  std::string name{to_text(command.op)};
  if (!is_there(command.op, config.lane_ops != 0)) return name;
  const std::string width{to_text(command.width)};
  const CommandFacts& row = facts(command.op);
  const bool width_legal = has(row.widths, command.width);
  switch (gsq::family(command.op)) {
    case gsq::Family::CreateMask:
    case gsq::Family::UpdateMask:
    case gsq::Family::StoreBlock:
    case gsq::Family::Mask:
      return name + " " + width;
    case gsq::Family::LoadAlign:
      return has(row.dists, command.distr) ? fmt::format("{} {}", name, to_text(command.distr))
                                           : name + " other";
    case gsq::Family::StoreAlign:
      if (!has(row.dists, command.distr) ||
          (command.distr == Dist::PackB16 && command.width != Width::B16) ||
          (command.distr == Dist::PackB32 && command.width != Width::B32)) {
        return name + " other";
      }
      return fmt::format("{} {} {}", name, width, to_text(command.distr));
    case gsq::Family::Gather:
    case gsq::Family::Scatter:
      if (!has(row.forms, command.form)) return name + " other form";
      if (code(command.mode) >= gsq::kAddressModeNames.size()) return name + " other mode";
      return fmt::format("{} {} {}", name, to_text(command.form), to_text(command.mode));
    case gsq::Family::GatherIndex:
    case gsq::Family::ScatterIndex:
      if (!width_legal) return name + " other width";
      if (!known(command.form)) return name + " other form";
      if (code(command.mode) >= gsq::kAddressModeNames.size()) return name + " other mode";
      return fmt::format("{} {} {}", name, width, to_text(command.form));
    case gsq::Family::LoadStrided:
    case gsq::Family::StoreStrided:
      return known(command.form) ? fmt::format("{} {}", name, to_text(command.form))
                                 : name + " other form";
    case gsq::Family::GatherReg:
    case gsq::Family::GatherLanes:
    case gsq::Family::Unsqueeze:
      return name + (width_legal ? " " + width : " other");
    case gsq::Family::Squeeze:
      return width_legal ? fmt::format("{} {} {}", name, width,
                                       command.store_reg ? "store_reg" : "no_store_reg")
                         : name + " other";
    case gsq::Family::StoreUnalign:
      return name + (command.abs ? " n" : command.post ? " post" : " normal");
    case gsq::Family::StoreUnalignPost:
      return name + (command.abs ? " abs" : " AR");
    case gsq::Family::Lane: {
      const bool scalar = has(row.fields, gsq::CmdField::Scalar) && command.scalar;
      return width_legal ? fmt::format("{} {}{}", name, width, scalar ? " scalar" : "")
                         : name + " other";
    }
    case gsq::Family::Vec:
      return width_legal
                 ? fmt::format("{} {} {}", name, width, command.bitwise ? "bitwise" : "count")
                 : name + " other";
    case gsq::Family::SetMask:
    case gsq::Family::ClearSpr:
    case gsq::Family::GetSpr:
    case gsq::Family::LoadBlock:
    case gsq::Family::GatherBlock:
    case gsq::Family::Unknown:
      break;
  }
  return name;
}

// Answers: what a status and its info say.
enum Answer : std::size_t {
  kOk,
  kErrOpcode,
  kErrMask,
  kErrRepeat,
  kErrBlkStride,
  kErrN,
  kErrAlignField,
  kErrRowStride,
  kErrCol,
  kErrPattern,
  kErrAlignBase,
  kErrAlignLane,
  kErrSqzOrder,
  kErrStream,
  kErrBounds,
  kErrBoundsSrc0,
  kErrBoundsSrc1,
};
const Names kAnswerNames{"OK",
                         "ERR_OPCODE",
                         "ERR_PARAM mask",
                         "ERR_PARAM repeat",
                         "ERR_PARAM blk_stride",
                         "ERR_PARAM n",
                         "ERR_PARAM align",
                         "ERR_PARAM row_stride",
                         "ERR_PARAM col",
                         "ERR_PARAM pattern",
                         "ERR_ALIGN start",
                         "ERR_ALIGN lane",
                         "ERR_SQZ_ORDER",
                         "ERR_STREAM",
                         "ERR_BOUNDS",
                         "ERR_BOUNDS src0",
                         "ERR_BOUNDS src1"};

bool start_misaligned(const Command& command) {
  if (is_lanes(command.op) || is_strided(command.op))
    return command.addr % element_of(command) != 0;
  const bool sources =
      is_vec(command.op) && (command.src0 % kBlockBytes != 0 ||
                             (vec_sources(command) == 2 && command.src1 % kBlockBytes != 0));
  return command.addr % kBlockBytes != 0 || sources;
}

Answer answer_of(const SeenCommand& seen) {
  const std::uint32_t info = seen.response.info;
  switch (seen.response.status) {
    case Status::ErrOpcode:
      return kErrOpcode;
    case Status::ErrParam:
      return static_cast<Answer>(kErrMask + info - 1);
    case Status::ErrAlign:
      return start_misaligned(seen.command) ? kErrAlignBase : kErrAlignLane;
    case Status::ErrSqzOrder:
      return kErrSqzOrder;
    case Status::ErrStream:
      return kErrStream;
    case Status::ErrBounds:
      return static_cast<Answer>(kErrBounds + (is_vec(seen.command.op) ? info : 0));
    default:
      return kOk;
  }
}

/// The tables of errors in the pages of commands: what each variant may be answered.
struct Variant {
  std::string name;
  std::vector<Answer> answers;
  bool merges;  ///< it has lanes without a result, which may keep their value
};

std::vector<Variant> all_variants(const gsq::Config& config) {
  std::vector<Variant> all;
  const auto add = [&](const Command& command, std::vector<Answer> answers) {
    const bool merges = known(command.op) && answers.front() == kOk &&
                        has(facts(command.op).fields, gsq::CmdField::Merge);
    all.push_back({variant_of(command, config), std::move(answers), merges});
  };
  for (unsigned op = 0; op < gsq::kOpcodeCodes; ++op) {
    Command command;
    command.op = static_cast<Opcode>(op);
    if (!is_there(command.op, config.lane_ops != 0)) {
      add(command, {kErrOpcode});
      continue;
    }
    const CommandFacts& row = facts(command.op);
    const auto each_width = [&](const std::vector<Answer>& answers) {
      for (const auto& width : gsq::kWidthNames) {
        command.width = width.code;
        if (has(row.widths, width.code)) add(command, answers);
      }
    };
    const auto other_width = [&] {
      command.width = command.op == Opcode::VecCopy ? Width::B8 : Width::B64;
      add(command, {kErrOpcode});
    };
    switch (gsq::family(command.op)) {
      case gsq::Family::CreateMask:
        each_width({kOk, kErrPattern});
        break;
      case gsq::Family::UpdateMask:
      case gsq::Family::Mask:
        each_width({kOk});
        break;
      case gsq::Family::SetMask:
      case gsq::Family::ClearSpr:
      case gsq::Family::GetSpr:
        add(command, {kOk});
        break;
      case gsq::Family::LoadAlign:
        for (const auto& dist : gsq::kDistNames) {
          command.distr = dist.code;
          if (has(row.dists, dist.code)) add(command, {kOk, kErrAlignBase, kErrBounds});
        }
        command.distr = Dist::PackB16;
        add(command, {kErrOpcode});
        break;
      case gsq::Family::StoreAlign:
        each_width({kOk, kErrAlignBase, kErrBounds});
        for (const auto& [dist, width] :
             {std::pair{Dist::PackB16, Width::B16}, std::pair{Dist::PackB32, Width::B32}}) {
          command.distr = dist;
          command.width = width;
          add(command, {kOk, kErrAlignBase, kErrBounds});
        }
        command.width = Width::B8;
        add(command, {kErrOpcode});
        break;
      case gsq::Family::LoadBlock:
        add(command, {kOk, kErrAlignBase, kErrBounds});
        break;
      case gsq::Family::StoreBlock:
        each_width({kOk, kErrBlkStride, kErrAlignBase, kErrBounds});
        break;
      case gsq::Family::Gather:
      case gsq::Family::Scatter:
        for (const auto& form : gsq::kFormNames) {
          if (!has(row.forms, form.code)) continue;
          for (const auto& mode : gsq::kAddressModeNames) {
            command.form = form.code;
            command.mode = mode.code;
            std::vector<Answer> answers{kOk, kErrAlignField, kErrAlignLane, kErrBounds};
            if (mode.code == gsq::AddressMode::Row) {
              answers.insert(answers.end(), {kErrRowStride, kErrCol});
            }
            // Every address is a multiple of one byte.
            if (facts(form.code).elem != Width::B8) answers.push_back(kErrAlignBase);
            add(command, answers);
          }
        }
        command.mode = static_cast<gsq::AddressMode>(gsq::kAddressModeNames.size());
        add(command, {kErrOpcode});
        command.form = static_cast<gsq::Form>(gsq::kNumForms);
        add(command, {kErrOpcode});
        break;
      case gsq::Family::GatherIndex:
      case gsq::Family::ScatterIndex:
        for (const auto& form : gsq::kFormNames) {
          command.form = form.code;
          std::vector<Answer> answers{kOk,     kErrAlignField, kErrRowStride,
                                      kErrCol, kErrAlignLane,  kErrBounds};
          if (facts(form.code).elem != Width::B8) answers.push_back(kErrAlignBase);
          each_width(answers);
        }
        command.width = Width::B8;
        command.mode = static_cast<gsq::AddressMode>(gsq::kAddressModeNames.size());
        add(command, {kErrOpcode});
        command.form = static_cast<gsq::Form>(gsq::kNumForms);
        add(command, {kErrOpcode});
        other_width();
        break;
      case gsq::Family::LoadStrided:
      case gsq::Family::StoreStrided:
        for (const auto& form : gsq::kFormNames) {
          command.form = form.code;
          std::vector<Answer> answers{kOk, kErrAlignField, kErrRowStride, kErrAlignLane,
                                      kErrBounds};
          if (facts(form.code).elem != Width::B8) answers.push_back(kErrAlignBase);
          add(command, answers);
        }
        command.form = static_cast<gsq::Form>(gsq::kNumForms);
        add(command, {kErrOpcode});
        break;
      case gsq::Family::GatherBlock:
        add(command, {kOk, kErrAlignBase, kErrAlignLane, kErrBounds});
        break;
      case gsq::Family::GatherReg:
      case gsq::Family::GatherLanes:
      case gsq::Family::Unsqueeze:
        each_width({kOk});
        other_width();
        break;
      case gsq::Family::Lane:
        each_width({kOk});
        other_width();
        if (has(row.fields, gsq::CmdField::Scalar)) {
          command.scalar = true;
          each_width({kOk});
        }
        break;
      case gsq::Family::Squeeze:
        each_width({kOk});
        command.store_reg = true;
        each_width({kOk, kErrSqzOrder});
        other_width();
        break;
      case gsq::Family::StoreUnalign:
        command.abs = true;
        add(command, {kOk, kErrN, kErrStream, kErrBounds});
        command.abs = false;
        for (const bool post : {true, false}) {
          command.post = post;
          add(command, {kOk, kErrSqzOrder, kErrStream, kErrBounds});
        }
        break;
      case gsq::Family::StoreUnalignPost:
        for (const bool abs : {true, false}) {
          command.abs = abs;
          add(command, {kOk, kErrStream});
        }
        break;
      case gsq::Family::Vec: {
        std::vector<Answer> answers{kOk,           kErrMask,   kErrRepeat,    kErrBlkStride,
                                    kErrAlignBase, kErrBounds, kErrBoundsSrc0};
        if (command.op == Opcode::VecAdd) answers.push_back(kErrBoundsSrc1);
        for (const bool bitwise : {false, true}) {
          command.bitwise = bitwise;
          each_width(answers);
        }
        command.width = Width::B8;
        add(command, {kErrOpcode});
        break;
      }
      case gsq::Family::Unknown:
        break;
    }
  }
  return all;
}

// Which lanes of a mask are selected.
enum Density : std::size_t { kNone, kLowest, kHighest, kOneOther, kSome, kAllButOne, kAllLanes };
const Names kDensityNames{
    "none", "only the lowest", "only the highest", "one other", "some", "all but one", "all"};

Density density_of(const std::vector<bool>& mask) {
  const auto count = static_cast<std::size_t>(std::count(mask.begin(), mask.end(), true));
  if (count == mask.size()) return kAllLanes;
  if (count == 0) return kNone;
  if (count + 1 == mask.size()) return kAllButOne;
  if (count != 1) return kSome;
  return mask.front() ? kLowest : mask.back() ? kHighest : kOneOther;
}

/// Commands with a mask register, by the width of their lanes. gather_block has blocks for lanes.
const Names kMaskUsers{
    "store_align b8",  "store_align b16", "store_align b32", "store_align b64",  "store_block b8",
    "store_block b16", "store_block b32", "store_block b64", "gather b16",       "gather b32",
    "gather b64",      "scatter b16",     "scatter b32",     "scatter b64",      "squeeze b8",
    "squeeze b16",     "squeeze b32",     "unsqueeze b8",    "unsqueeze b16",    "unsqueeze b32",
    "lane b8",         "lane b16",        "lane b32",        "gather_block",     "strided b16",
    "strided b32",     "strided b64",     "gather_lanes b8", "gather_lanes b16", "gather_lanes b32",
    "gather b8",       "scatter b8",      "strided b8"};

// Where the lanes of a strided command lie.
enum StridedLanes : std::size_t { kInsideUb, kBelowUb, kAboveUb, kFromOutside, kMisaligned };
const Names kStridedLanes{"in UB", "one below UB", "one above UB", "the first outside UB",
                          "one misaligned"};

/// Commands of masks, in the order of their opcodes.
Names mask_commands() {
  Names names;
  for (const CommandFacts& row : gsq::kCommands) {
    if (row.mask == MaskUse::Logic) names.emplace_back(to_text(row.op));
  }
  return names;
}

/// Commands of lanes, likewise.
Names lane_commands() {
  Names names;
  for (const CommandFacts& row : gsq::kCommands) {
    if (row.lane_op != gsq::LaneOp::None) names.emplace_back(to_text(row.op));
  }
  return names;
}

std::size_t mask_user(const Command& command) {
  const std::string name =
      command.op == Opcode::GatherBlock ? "gather_block"
      : gsq::family(command.op) == gsq::Family::Lane
          ? fmt::format("lane {}", to_text(command.width))
      : is_strided(command.op) ? fmt::format("strided {}", to_text(facts(command.form).slot))
      : is_lanes(command.op)
          ? fmt::format("{} {}", scatters(command.op) != 0 ? "scatter" : "gather",
                        to_text(facts(command.form).slot))
          : fmt::format("{} {}", to_text(command.op), to_text(command.width));
  return static_cast<std::size_t>(std::find(kMaskUsers.begin(), kMaskUsers.end(), name) -
                                  kMaskUsers.begin());
}

std::uint32_t lanes_of_user(std::size_t user, const gsq::Config& config) {
  const std::string& name = kMaskUsers[user];
  if (name == "gather_block") return config.vlen_bytes / kBlockBytes;
  const auto width = static_cast<std::uint32_t>(std::stoul(name.substr(name.find(" b") + 2))) / 8;
  return config.lanes(width);
}

}  // namespace

Names kind_names() {
  Names names = names_of(gsq::kOpcodeNames);
  names.resize(kVecKind);
  names.insert(names.end(), {"vec", "mask", "lane", "compare", "failed"});
  return names;
}

namespace {

/// A command of masks with the numbers of its registers.
Command real_masks(Command command) {
  command.vd %= gsq::kNumMregs;
  command.vs %= gsq::kNumMregs;
  command.vi %= gsq::kNumMregs;
  return command;
}

}  // namespace

std::size_t kind_of(const Command& command, Status status) {
  if (status != Status::Ok) return kFailedKind;
  if (facts(command.op).mask == MaskUse::Logic) return kMaskKind;
  if (facts(command.op).mask == MaskUse::Compare) return kCompareKind;
  if (gsq::family(command.op) == gsq::Family::Lane) return kLaneKind;
  // By numbers of lanes, with indices of another width, or under a mask
  const MemKind kind = facts(command.op).kind;
  if (kind == MemKind::Gather) return code(Opcode::Gather);
  if (kind == MemKind::Scatter) return code(Opcode::Scatter);
  if (kind == MemKind::GatherReg) return code(Opcode::GatherReg);
  return is_vec(command.op) ? kVecKind : code(command.op);
}

SeenCommand see(const Command& command, const gsq::Response& response, const Model& before) {
  SeenCommand seen;
  seen.command = command;
  seen.response = response;
  seen.kind = kind_of(command, response.status);
  seen.ar = before.ar();
  if (!seen.ok()) return seen;
  seen.print = footprint_of(command, before);
  const CommandFacts& row = facts(command.op);
  const bool stream = command.op == Opcode::StoreUnalign;
  const bool empty = stream && stream_of(command, before).bytes == 0;
  if (row.reads_vs && !empty) seen.v_data = 1U << command.vs;
  if (reads_vi(command)) seen.v_index = 1U << command.vi;
  if (row.writes_vd) seen.v_write = 1U << command.vd;
  if (row.mask == MaskUse::Write) seen.m_write = 1U << command.m;
  if (row.mask == MaskUse::Lane || row.mask == MaskUse::Slot || row.mask == MaskUse::Block) {
    seen.m_read = 1U << command.m;
  }
  if (row.mask == MaskUse::Compare) {
    seen.m_read = 1U << command.m;
    seen.m_write = 1U << command.vd % gsq::kNumMregs;
  }
  if (row.mask == MaskUse::Logic) {
    const Command real = real_masks(command);
    seen.m_read = 1U << real.m | 1U << real.vs;
    if (has(row.fields, gsq::CmdField::Vi)) seen.m_read |= 1U << real.vi;
    if (has(row.fields, gsq::CmdField::Vd)) seen.m_write = 1U << real.vd;
  }
  const bool post = command.op == Opcode::StoreUnalignPost;
  if ((stream && !empty) || post) seen.u = 1U << command.u;
  seen.ar_read = command.op == Opcode::GetSpr || ((stream || post) && !command.abs);
  seen.ar_write = command.op == Opcode::ClearSpr || (stream && !command.abs && command.post);
  if (row.writes_vd && (row.mask == MaskUse::Slot || row.mask == MaskUse::Block)) {
    const std::vector<bool> mask = mask_of(command, before);
    seen.partial = std::find(mask.begin(), mask.end(), false) != mask.end();
  }
  return seen;
}

CommandCover::CommandCover(gsq::Config config, Coverage& coverage) : config_(std::move(config)) {
  add_status_groups(coverage);
  add_field_groups(coverage);
  add_lane_groups(coverage);
  add_stream_groups(coverage);
  add_vec_groups(coverage);
  add_pair_groups(coverage);
}

BinHits CommandCover::hits(const SeenCommand& seen, const Model& before) {
  BinHits hits;
  hit_status(seen, hits);
  if (known(seen.command.op)) {
    hit_fields(seen, hits);
    hit_faults(seen, before, hits);
    hit_stream(seen, before, hits);
    hit_vec(seen, before, hits);
    if (seen.ok()) {
      hit_masks(seen, before, hits);
      hit_lanes(seen, before, hits);
    }
  }
  hit_pairs(seen, hits);
  return hits;
}

void CommandCover::remember(SeenCommand seen) {
  past_.push_front(std::move(seen));
  if (past_.size() > kDistances) past_.pop_back();
}

// -------------------------------------------------------------------------------------------------
// Statuses
// -------------------------------------------------------------------------------------------------

void CommandCover::add_status_groups(Coverage& coverage) {
  const std::vector<Variant> variants = all_variants(config_);
  for (const Variant& variant : variants) variants_.push_back(variant.name);
  status_ = &coverage.group(
      "status", "each command in each of its variants, with each answer that its page names",
      {{"command", variants_}, {"answer", kAnswerNames}});
  status_->add([&](const Place& at) {
    const auto& answers = variants[at[0]].answers;
    return std::find(answers.begin(), answers.end(), at[1]) != answers.end();
  });
  for (const Variant& variant : variants) {
    if (variant.merges) merging_.push_back(variant.name);
  }
  merge_ = &coverage.group("merge", "lanes of V without a result become zero, or keep their value",
                           {{"command", merging_}, {"lanes", {"zero", "keep"}}});
  merge_->add_all();
}

void CommandCover::hit_status(const SeenCommand& seen, BinHits& hits) {
  const auto found =
      std::find(variants_.begin(), variants_.end(), variant_of(seen.command, config_));
  hits.push_back(
      status_->at({static_cast<std::size_t>(found - variants_.begin()), answer_of(seen)}));
}

// -------------------------------------------------------------------------------------------------
// Fields
// -------------------------------------------------------------------------------------------------

namespace {

const Names kPlaces{"at 0", "inside", "at the end of UB"};
const Names kAddressed{"load_align", "store_align", "load_block", "store_block",
                       "vec dst",    "vec src0",    "vec src1"};
const Names kBeyond{"store_align norm", "store_align pack", "store_block",
                    "vec dst",          "vec src0",         "vec src1"};
const Names kBeyondLanes{"no lane is active", "other blocks have a lane"};
const Names kStrides{"0", "1", "2-7", "8", "9-255", "256-65534", "65535"};

/// Of kBeyond, for one of kAddressed.
std::size_t beyond_operand(const Command& command, std::size_t operand) {
  if (command.op == Opcode::StoreAlign) return command.distr == Dist::Norm ? 0 : 1;
  return command.op == Opcode::StoreBlock ? 2 : operand - 1;
}

std::size_t stride_range(std::uint32_t stride) {
  if (stride <= 1) return stride;
  if (stride < 8) return 2;
  if (stride == 8) return 3;
  if (stride < 256) return 4;
  return stride < 65535 ? 5 : 6;
}

}  // namespace

void CommandCover::add_field_groups(Coverage& coverage) {
  pattern_ = &coverage
                  .group("pattern", "create_mask: each pattern in each width",
                         {{"pattern", names_of(gsq::kPatternNames)}, {"width", widths()}})
                  .add_all();
  update_mask_ =
      &coverage
           .group("update_mask", "update_mask: n against the N lanes of each width",
                  {{"width", widths()},
                   {"n", {"0", "1", "2 to N-1", "N", "N+1", "above N+1", "2^16 and above"}}})
           .add_all();
  address_ = &coverage
                  .group("address", "first block of an operand, or its last place in UB",
                         {{"operand", kAddressed}, {"place", kPlaces}})
                  .add_all();
  beyond_ = &coverage.group("beyond", "OK, with blocks of an operand beyond UB",
                            {{"operand", kBeyond}, {"lanes", kBeyondLanes}});
  const std::uint32_t blocks = config_.vlen_bytes / kBlockBytes;
  beyond_->add([blocks](const Place& at) {
    const std::size_t vec = 3;
    if (at[1] == 0) return at[0] < vec;  // a mask of vec selects a lane
    return (at[0] == 1 ? blocks / 2 : blocks) > 1;
  });
  block_stride_ = &coverage
                       .group("block_stride", "blk_stride of block forms, whatever the answer",
                              {{"command", {"load_block", "store_block"}}, {"stride", kStrides}})
                       .add_all();
  const Names commands{"gather", "scatter"};
  const unsigned ub = log2_of(config_.ub_bytes);
  Names strides{"0"};
  for (unsigned bit = 0; bit < ub; ++bit)
    strides.push_back(std::to_string(std::uint64_t{1} << bit));
  strides.push_back("no power of two");
  row_stride_ =
      &coverage
           .group(
               "row_stride",
               "mode row, OK: each power of two below UbBytes, and what its active lanes use of it",
               {{"command", commands}, {"stride", strides}, {"rows", {"row 0 only", "other rows"}}})
           .add_all();
  Names cols = power_ranges(config_.ub_bytes);
  col_ =
      &coverage.group("col", "mode row, OK: first column", {{"command", commands}, {"col", cols}})
           .add_all();
  Names aligns{"0"};
  for (unsigned bit = 0; bit < 32; ++bit) aligns.push_back("2^" + std::to_string(bit));
  align_ = &coverage.group(
      "align", "alignment that a gather or scatter asks for, and whether its lanes have it",
      {{"command", commands}, {"align", aligns}, {"answer", {"OK", "ERR_ALIGN lane"}}});
  // All addresses are multiples of one byte; so with 0 and 1 only elements can be misaligned.
  align_->add_all();
}

void CommandCover::hit_fields(const SeenCommand& seen, BinHits& hits) {
  const Command& command = seen.command;
  const std::uint64_t vlen = config_.vlen_bytes;
  const auto place = [&](std::size_t operand, std::uint64_t start, std::uint64_t bytes) {
    if (start + bytes > config_.ub_bytes) {
      const std::size_t lanes = seen.print.writes.empty() ? 0 : 1;
      hits.push_back(beyond_->at({beyond_operand(command, operand), lanes}));
      return;
    }
    hits.push_back(address_->at({operand, start == 0                          ? 0U
                                          : start + bytes == config_.ub_bytes ? 2U
                                                                              : 1U}));
  };
  if (command.op == Opcode::LoadBlock || command.op == Opcode::StoreBlock) {
    hits.push_back(block_stride_->at(
        {command.op == Opcode::StoreBlock ? 1U : 0U, stride_range(command.blk0)}));
  }
  if (is_lanes(command.op) && seen.response.status == Status::ErrAlign &&
      !start_misaligned(command)) {
    hits.push_back(align_->at({scatters(command.op), power_range(command.align), 1}));
  }
  if (!seen.ok()) return;
  switch (gsq::family(command.op)) {
    case gsq::Family::CreateMask:
      hits.push_back(
          pattern_->at({static_cast<std::size_t>(command.pattern), code(command.width)}));
      break;
    case gsq::Family::UpdateMask: {
      const std::uint32_t lanes = config_.lanes(bytes_of(command.width));
      const std::uint32_t n = command.n;
      hits.push_back(update_mask_->at({code(command.width), n <= 1           ? n
                                                            : n < lanes      ? 2U
                                                            : n == lanes     ? 3U
                                                            : n == lanes + 1 ? 4U
                                                            : n < 65536      ? 5U
                                                                             : 6U}));
      break;
    }
    case gsq::Family::LoadAlign:
      place(0, command.addr, command.distr == Dist::Norm ? vlen : vlen / 2);
      break;
    case gsq::Family::StoreAlign:
      place(1, command.addr, command.distr == Dist::Norm ? vlen : vlen / 2);
      break;
    case gsq::Family::LoadBlock:
    case gsq::Family::StoreBlock:
      place(command.op == Opcode::LoadBlock ? 2 : 3, command.addr,
            ((vlen / kBlockBytes - 1) * command.blk0 + 1) * kBlockBytes);
      break;
    case gsq::Family::Gather:
    case gsq::Family::Scatter:
    case gsq::Family::GatherIndex:
    case gsq::Family::ScatterIndex:
      hits.push_back(align_->at({scatters(command.op), power_range(command.align), 0}));
      if (command.mode == gsq::AddressMode::Row) {
        hits.push_back(col_->at({scatters(command.op), power_range(command.col)}));
      }
      break;
    case gsq::Family::Vec:
      if (command.iterations == 0) break;
      for (unsigned operand = 0; operand <= vec_sources(command); ++operand) {
        const std::uint64_t start = vec_block(command, operand, 0, 0);
        place(4 + operand, start,
              vec_block(command, operand, command.iterations - 1, vlen / kBlockBytes - 1) +
                  kBlockBytes - start);
      }
      break;
    case gsq::Family::SetMask:
    case gsq::Family::ClearSpr:
    case gsq::Family::GetSpr:
    case gsq::Family::GatherReg:
    case gsq::Family::GatherLanes:
    case gsq::Family::GatherBlock:
    case gsq::Family::LoadStrided:
    case gsq::Family::StoreStrided:
    case gsq::Family::Squeeze:
    case gsq::Family::Mask:
    case gsq::Family::Lane:
    case gsq::Family::Unsqueeze:
    case gsq::Family::StoreUnalign:
    case gsq::Family::StoreUnalignPost:
    case gsq::Family::Unknown:
      break;
  }
}

// -------------------------------------------------------------------------------------------------
// Masks, lanes and their faults
// -------------------------------------------------------------------------------------------------

namespace {

const Names kFaults{"ERR_BOUNDS", "ERR_ALIGN"};
const Names kReach{"partly outside", "outside", "far outside, below 2^32", "from 2^32 on"};
const Names kGroupNames{"none", "the first only", "the second only", "both"};
const Names kSharing{"all lanes apart", "some lanes the same element", "all lanes the same element",
                     "different elements of a word"};
const Names kValues{"gather b8 fills 0x80 and above",
                    "gather b8x32 fills 0x80 and above",
                    "gather b16x32 fills 0x8000 and above",
                    "load_align unpack_b8 fills 0x80 and above",
                    "load_align unpack_b16 fills 0x8000 and above",
                    "gather_reg b8 takes an index modulo N",
                    "gather_reg b16 takes an index modulo N",
                    "gather_reg b32 takes an index modulo N",
                    "gather_reg all lanes the same",
                    "gather_reg one register for all",
                    "gather_lanes b8 has an active lane beyond the vector",
                    "gather_lanes b16 has an active lane beyond the vector",
                    "gather_lanes b32 has an active lane beyond the vector"};
/// What the operands a and b of a lane are; also the numbers of lanes, in place of a.
enum LaneValues : std::size_t { kAny, kWraps, kSignsDiffer, kEqual, kWide, kNegative, kLeast };
const Names kLaneValues{"any",
                        "the sum or difference wraps",
                        "signs of a and b differ",
                        "a and b are equal",
                        "b is the width or more",
                        "a is negative",
                        "a is the least number"};

/// Whether the operation of a command tells them apart.
bool is_of(gsq::LaneOp op, LaneValues values) {
  const bool shifts = op == gsq::LaneOp::Shl || op == gsq::LaneOp::Shr || op == gsq::LaneOp::Sar;
  switch (values) {
    case kAny:
      return true;
    case kWraps:
      return op <= gsq::LaneOp::Rsub || op == gsq::LaneOp::Index;
    case kSignsDiffer:
    case kEqual:
      return (op >= gsq::LaneOp::Min && op <= gsq::LaneOp::Maxu) ||
             (op >= gsq::LaneOp::Eq && op <= gsq::LaneOp::Leu);
    case kWide:
      return shifts || op == gsq::LaneOp::Steps;
    case kNegative:
      return shifts || op == gsq::LaneOp::Abs;
    case kLeast:
      return op == gsq::LaneOp::Abs;
  }
  return false;
}

constexpr std::uint32_t kFewSlots = 8;  // of the crossbar: more are folded to these

}  // namespace

void CommandCover::add_lane_groups(Coverage& coverage) {
  const Names commands{"gather", "scatter"};
  density_ = &coverage.group("mask_density", "selected lanes of each user of a mask register, OK",
                             {{"user", kMaskUsers}, {"lanes", kDensityNames}});
  density_->add([this](const Place& at) {
    // A mask of few lanes has fewer densities: two lanes are the lowest and the highest.
    const std::uint32_t lanes = lanes_of_user(at[0], config_);
    if (lanes == 1) return at[1] == kNone || at[1] == kAllLanes;
    if (lanes == 2) return at[1] == kNone || at[1] == kAllButOne || at[1] == kAllLanes;
    return true;
  });
  single_lane_ = &coverage.group(
      "single_lane", "a mask that selects this lane alone, OK",
      {{"user", kMaskUsers}, {"lane", numbers(0, std::min(config_.vlen_bytes, 64U) - 1)}});
  single_lane_->add([this](const Place& at) { return at[1] < lanes_of_user(at[0], config_); });
  lane_fault_ = &coverage.group("lane_fault", "the lowest faulty lane, at every position",
                                {{"command", commands},
                                 {"form", forms()},
                                 {"fault", kFaults},
                                 {"lane", numbers(0, config_.lanes(1) - 1)}});
  lane_fault_->add([this](const Place& at) {
    return at[3] < config_.lanes(bytes_of(gsq::kForms.at(at[1]).slot));
  });
  block_fault_ = &coverage.group("block_fault", "the lowest faulty block, at every position",
                                 {{"command", {"gather_block", "load_block", "store_block"}},
                                  {"fault", kFaults},
                                  {"block", numbers(0, config_.vlen_bytes / kBlockBytes - 1)}});
  block_fault_->add([](const Place& at) { return at[0] == 0 || at[1] == 0; });
  fault_reach_ = &coverage.group(
      "fault_reach", "how far the lowest faulty lane lies outside UB",
      {{"command", commands}, {"mode", names_of(gsq::kAddressModeNames)}, {"reach", kReach}});
  // In mode elem all addresses are multiples of the element, and so is UbBytes.
  fault_reach_->add([](const Place& at) { return at[1] != 0 || at[2] != 0; });
  groups_ = &coverage
                 .group("lane_groups", "b8 and b16: groups with an active lane",
                        {{"command", commands}, {"form", {"b8", "b16"}}, {"groups", kGroupNames}})
                 .add_all();
  quarters_ = &coverage
                   .group("lane_quarters", "b8x8: groups with an active lane, bit i for group i",
                          {{"command", commands}, {"groups", numbers(0, 15)}})
                   .add_all();
  const std::uint32_t slots = config_.vlen_bytes / 4;
  beats_ = &coverage.group("beats", "beats of a group, after the bank of each word",
                           {{"command", commands},
                            {"slots", {"lanes of 2 and 4 bytes", "lanes of 8 bytes"}},
                            {"beats", numbers(0, std::min(slots, 64U))}});
  beats_->add([slots, this](const Place& at) {
    if (config_.coalesce == 0) return at[2] <= slots;
    // Neighbouring words have different banks, so those of a b64 lane are in two of them.
    return at[2] <= (at[1] == 1 ? slots / 2 : slots);
  });
  shared_ = &coverage.group("shared", "elements that lanes share",
                            {{"command", commands}, {"form", forms()}, {"lanes", kSharing}});
  shared_->add([this](const Place& at) {
    return at[2] != 3 || bytes_of(gsq::kForms.at(at[1]).elem) < config_.bank_bytes;
  });
  const std::uint32_t banks = std::min(config_.banks, kFewSlots);
  slot_bank_ = &coverage.group("slot_bank", "slot of a lane and bank of its word, modulo 8 each",
                               {{"command", commands},
                                {"slot", numbers(0, kFewSlots - 1)},
                                {"bank", numbers(0, banks - 1)}});
  slot_bank_->add_all();
  mask_lanes_ = &coverage
                     .group("mask_lanes", "mask.*: active lanes of the first source that count",
                            {{"command", mask_commands()}, {"lanes", kDensityNames}})
                     .add_all();
  lane_values_ = &coverage.group("lane_values", "lane.*: operands of an active lane",
                                 {{"command", lane_commands()},
                                  {"width", {"b8", "b16", "b32"}},
                                  {"second", {"vector", "scalar"}},
                                  {"operands", kLaneValues}});
  lane_values_->add([](const Place& at) {
    const CommandFacts& row = facts(static_cast<Opcode>(code(Opcode::LaneAdd) + at[0]));
    const bool scalar = has(row.fields, gsq::CmdField::N);
    const bool vector = row.reads_vi || !scalar;
    if (at[2] == 0 ? !vector : !scalar) return false;
    return is_of(row.lane_op, static_cast<LaneValues>(at[3]));
  });
  strided_ = &coverage.group("strided", "load_strided, store_strided: where lanes lie",
                             {{"command", {"load_strided", "store_strided"}},
                              {"stride", {"down", "0", "up"}},
                              {"lanes", kStridedLanes}});
  strided_->add([](const Place& at) {
    const bool below = at[2] == kBelowUb;
    const bool above = at[2] == kAboveUb;
    return (at[1] == 0 || !below) && (at[1] == 2 || !above);
  });
  values_ =
      &coverage.group("values", "data and indices that try a rule", {{"rule", kValues}}).add_all();
  kept_ =
      &coverage.group("squeeze_kept", "squeeze: lanes kept",
                      {{"width", {"b8", "b16", "b32"}}, {"lanes", numbers(0, config_.vlen_bytes)}});
  kept_->add([this](const Place& at) { return at[1] <= config_.lanes(1U << at[0]); });
}

void CommandCover::hit_masks(const SeenCommand& seen, const Model& before, BinHits& hits) {
  const Command& command = seen.command;
  const MaskUse use = facts(command.op).mask;
  if (use == MaskUse::Logic) {
    const Command real = real_masks(command);
    std::vector<bool> lanes;
    for (std::uint32_t bit = 0; bit < config_.vlen_bytes; bit += bytes_of(command.width)) {
      lanes.push_back(before.m(real.vs)[bit] != 0 && before.m(real.m)[bit] != 0);
    }
    static const Names names = mask_commands();
    const auto name = std::find(names.begin(), names.end(), to_text(command.op));
    hits.push_back(
        mask_lanes_->at({static_cast<std::size_t>(name - names.begin()), density_of(lanes)}));
    return;
  }
  if (use != MaskUse::Lane && use != MaskUse::Slot && use != MaskUse::Block &&
      use != MaskUse::Compare) {
    return;
  }
  const std::vector<bool> mask = mask_of(command, before);
  const std::size_t user = mask_user(command);
  hits.push_back(density_->at({user, density_of(mask)}));
  if (has(facts(command.op).fields, gsq::CmdField::Merge) &&
      std::find(mask.begin(), mask.end(), false) != mask.end()) {
    const auto found = std::find(merging_.begin(), merging_.end(), variant_of(command, config_));
    hits.push_back(merge_->at(
        {static_cast<std::size_t>(found - merging_.begin()), command.merge ? std::size_t{1} : 0}));
  }
  const auto first = std::find(mask.begin(), mask.end(), true);
  const auto lane = static_cast<std::size_t>(first - mask.begin());
  if (lane < 64 && std::count(first, mask.end(), true) == 1) {
    hits.push_back(single_lane_->at({user, lane}));
  }
  if (command.op == Opcode::Squeeze) {
    hits.push_back(kept_->at({code(command.width), static_cast<std::size_t>(std::count(
                                                       mask.begin(), mask.end(), true))}));
  }
}

void CommandCover::hit_lane_values(const Command& command, const Model& before,
                                   BinHits& hits) const {
  const CommandFacts& row = facts(command.op);
  const unsigned width = bytes_of(command.width);
  const std::uint64_t sign = std::uint64_t{1} << (8 * width - 1);
  const std::uint64_t most = 2 * sign - 1;
  const std::vector<bool> mask = mask_of(command, before);
  const bool numbers = !row.reads_vs && !row.reads_vi;  // the first operand is that of the lane
  const std::size_t scalar = has(row.fields, gsq::CmdField::N) && !reads_vi(command) ? 1 : 0;
  std::uint32_t seen = 0;
  for (std::size_t lane = 0; lane < mask.size(); ++lane) {
    if (!mask[lane]) continue;
    const auto number = [&](const std::vector<std::uint8_t>& bytes) {
      std::uint64_t value = 0;
      for (unsigned i = width; i-- != 0;) value = value << 8U | bytes[lane * width + i];
      return value;
    };
    const std::uint64_t a = numbers ? lane : number(before.v(command.vs));
    const std::uint64_t b = scalar != 0 ? command.n & most : number(before.v(command.vi));
    const bool add = row.lane_op == gsq::LaneOp::Add || row.lane_op == gsq::LaneOp::Index;
    const bool wraps = add ? a + b > most : row.lane_op == gsq::LaneOp::Sub ? a < b : b < a;
    const auto note = [&](LaneValues values, bool is) { seen |= is ? 1U << values : 0; };
    note(kAny, true);
    note(kWraps, wraps);
    note(kSignsDiffer, ((a ^ b) & sign) != 0);
    note(kEqual, a == b);
    note(kWide, b >= 8 * width);
    note(kNegative, (a & sign) != 0);
    note(kLeast, a == sign);
  }
  for (std::size_t values = 0; values < kLaneValues.size(); ++values) {
    if (((seen >> values) & 1U) == 0 || !is_of(row.lane_op, static_cast<LaneValues>(values))) {
      continue;
    }
    hits.push_back(lane_values_->at(
        {code(command.op) - code(Opcode::LaneAdd), code(command.width), scalar, values}));
  }
}

void CommandCover::hit_lanes(const SeenCommand& seen, const Model& before, BinHits& hits) {
  const Command& command = seen.command;
  if (gsq::family(command.op) == gsq::Family::Lane) hit_lane_values(command, before, hits);
  const auto value = [&](std::size_t rule) { hits.push_back(values_->at({rule})); };
  if (command.op == Opcode::LoadAlign && command.distr != Dist::Norm) {
    const std::uint32_t width = command.distr == Dist::UnpackB8 ? 1 : 2;
    for (std::uint32_t i = width - 1; i < config_.vlen_bytes / 2; i += width) {
      if (before.ub()[command.addr + i] >= 0x80) return value(width == 1 ? 3 : 4);
    }
  }
  if (facts(command.op).kind == MemKind::GatherReg) {
    const unsigned width = bytes_of(command.width);
    const std::uint32_t lanes = config_.lanes(width);
    const auto& indices = before.v(command.vi);
    bool beyond = false;
    bool same = true;
    for (std::uint32_t i = 0; i < lanes; ++i) {
      std::uint64_t index = 0;
      for (unsigned b = 0; b < width; ++b)
        index |= std::uint64_t{indices[i * width + b]} << (8 * b);
      const bool active = command.op == Opcode::GatherReg || before.m(command.m)[i * width] != 0;
      beyond = beyond || (index >= lanes && active);
      same = same && std::equal(indices.begin(), indices.begin() + width,
                                indices.begin() + static_cast<std::ptrdiff_t>(i) * width);
    }
    if (command.op == Opcode::GatherLanes) {
      if (beyond) value(10 + code(command.width));
      return;
    }
    if (beyond) value(5 + code(command.width));
    if (same) value(8);
    if (command.vd == command.vs && command.vs == command.vi) value(9);
  }
  if (is_strided(command.op)) hit_strided(seen, hits);
  if (!is_lanes(command.op)) return;

  const gsq::FormFacts& form = facts(command.form);
  const std::uint64_t element = bytes_of(form.elem);
  const unsigned slot_bytes = bytes_of(form.slot);
  const std::size_t op = scatters(command.op);
  const std::uint32_t in_group = config_.lanes(std::max(4U, slot_bytes));
  std::array<bool, 4> active_group{};
  std::map<std::uint64_t, unsigned> elements;      // address: lanes
  std::map<std::uint64_t, std::uint64_t> of_word;  // word: an element of it
  std::array<std::map<std::uint32_t, std::map<std::uint64_t, unsigned>>, 4> banks;  // words, lanes
  bool other_rows = false;
  bool fills = false;
  bool word_shared = false;
  unsigned active = 0;
  for (const LaneUse& lane : lanes_of(command, before)) {
    if (!lane.active) continue;
    ++active;
    const std::size_t group = lane.lane / in_group;
    active_group.at(group) = true;
    ++elements[lane.address];
    other_rows = other_rows || lane.index != 0;
    fills = fills || before.ub()[lane.address + element - 1] >= 0x80;
    const auto [first, is_new] = of_word.emplace(lane.address / config_.bank_bytes, lane.address);
    word_shared = word_shared || (!is_new && first->second != lane.address);
    for (std::uint64_t byte = 0; byte < element; byte += config_.bank_bytes) {
      const auto word = static_cast<std::uint32_t>((lane.address + byte) / config_.bank_bytes);
      const std::uint32_t bank = gsq::bank_of(config_, word);
      ++banks.at(group)[bank][word];
      const std::uint32_t slot = slot_bytes == 8
                                     ? lane.lane * 2 + static_cast<std::uint32_t>(byte / 4)
                                     : lane.lane % in_group;
      hits.push_back(slot_bank_->at({op, slot % kFewSlots, bank % kFewSlots}));
    }
  }
  if (slot_bytes == 2) {
    hits.push_back(groups_->at({op, code(command.form),
                                static_cast<std::size_t>(active_group[0]) +
                                    2 * static_cast<std::size_t>(active_group[1])}));
  }
  if (slot_bytes == 1) {
    std::size_t groups = 0;
    for (std::size_t i = 0; i < 4; ++i) groups |= std::size_t{active_group.at(i)} << i;
    hits.push_back(quarters_->at({op, groups}));
  }
  for (std::size_t group = 0; group < (slot_bytes < 4 ? 4 / slot_bytes : 1); ++group) {
    std::size_t beats = 0;
    for (const auto& [bank, words] : banks.at(group)) {
      std::size_t accesses = words.size();
      if (config_.coalesce == 0) {
        accesses = 0;
        for (const auto& [word, lanes] : words) accesses += lanes;
      }
      beats = std::max(beats, accesses);
    }
    hits.push_back(beats_->at({op, slot_bytes == 8 ? 1U : 0U, std::min<std::size_t>(beats, 64)}));
  }
  if (active > 1) {
    const std::size_t sharing = elements.size() == active ? 0 : elements.size() == 1 ? 2 : 1;
    hits.push_back(shared_->at({op, code(command.form), sharing}));
    if (word_shared) hits.push_back(shared_->at({op, code(command.form), 3}));
  }
  if (op == 0 && fills) {
    if (command.form == gsq::Form::B8) value(0);
    if (command.form == gsq::Form::B8x32) value(1);
    if (command.form == gsq::Form::B16x32) value(2);
  }
  if (command.mode == gsq::AddressMode::Row && active != 0) {
    const std::uint32_t stride = command.row_stride;
    const bool power = (stride & (stride - 1)) == 0;
    hits.push_back(row_stride_->at(
        {op, power ? power_range(stride) : log2_of(config_.ub_bytes) + 1U, other_rows ? 1U : 0U}));
  }
}

void CommandCover::hit_strided(const SeenCommand& seen, BinHits& hits) const {
  const Command& command = seen.command;
  const auto stride = static_cast<std::int32_t>(command.row_stride);
  StridedLanes lanes = kInsideUb;
  if (seen.response.status == Status::ErrAlign) lanes = kMisaligned;
  if (seen.response.status == Status::ErrBounds) {
    lanes = command.addr >= config_.ub_bytes ? kFromOutside : stride < 0 ? kBelowUb : kAboveUb;
  }
  hits.push_back(strided_->at({command.op == Opcode::StoreStrided ? std::size_t{1} : 0,
                               stride < 0    ? std::size_t{0}
                               : stride == 0 ? 1
                                             : 2,
                               lanes}));
}

void CommandCover::hit_faults(const SeenCommand& seen, const Model& before, BinHits& hits) {
  const Command& command = seen.command;
  const Status status = seen.response.status;
  if (status != Status::ErrBounds && status != Status::ErrAlign) return;
  if (status == Status::ErrAlign && start_misaligned(command)) return;
  if (is_strided(command.op)) hit_strided(seen, hits);
  const std::size_t fault = status == Status::ErrAlign ? 1 : 0;
  const std::uint32_t info = seen.response.info;
  if (command.op == Opcode::GatherBlock || command.op == Opcode::LoadBlock ||
      command.op == Opcode::StoreBlock) {
    hits.push_back(block_fault_->at({command.op == Opcode::GatherBlock ? 0U
                                     : command.op == Opcode::LoadBlock ? 1U
                                                                       : 2U,
                                     fault, info}));
  }
  if (!is_lanes(command.op)) return;
  hits.push_back(lane_fault_->at({scatters(command.op), code(command.form), fault, info}));
  if (fault == 1) return;
  const std::uint64_t address = lanes_of(command, before).at(info).address;
  const std::uint64_t ub = config_.ub_bytes;
  hits.push_back(fault_reach_->at({scatters(command.op), code(command.mode),
                                   address < ub                         ? 0U
                                   : address < 2 * ub                   ? 1U
                                   : address < (std::uint64_t{1} << 32) ? 2U
                                                                        : 3U}));
}

// -------------------------------------------------------------------------------------------------
// Streams
// -------------------------------------------------------------------------------------------------

namespace {

const Names kStreamForms{"post", "normal", "n"};
const Names kStarts{"empty, at byte 0",
                    "empty, at byte 1",
                    "empty, at bytes 2-30",
                    "empty, at byte 31",
                    "holds byte 0",
                    "holds bytes 0-k",
                    "holds bytes 0-30",
                    "holds bytes from inside on",
                    "holds byte 30 at most from inside on"};
const Names kEnds{"n = 0",
                  "n = 1",
                  "ends in its first block",
                  "ends with its first block",
                  "ends in a later block",
                  "ends with a later block",
                  "n = VL"};

/// The bytes of a block at which a stream of each of these kinds goes on.
constexpr std::array<std::pair<std::uint64_t, std::uint64_t>, 9> kStartBytes{
    {{0, 0}, {1, 1}, {2, 30}, {31, 31}, {1, 1}, {2, 30}, {31, 31}, {2, 30}, {31, 31}}};

enum End : std::size_t {
  kNoByte,
  kOneByte,
  kInFirst,
  kWithFirst,
  kInLater,
  kWithLater,
  kWholeVector
};

/// `start` counts from the begin of a block.
End stream_end(std::uint64_t start, std::uint64_t n, std::uint64_t vlen) {
  if (n <= 1) return n == 0 ? kNoByte : kOneByte;
  if (n == vlen) return kWholeVector;
  const std::uint64_t end = start + n;
  if (end <= kBlockBytes) return end < kBlockBytes ? kInFirst : kWithFirst;
  return end % kBlockBytes != 0 ? kInLater : kWithLater;
}

std::size_t stream_start(const gsq::UnalignedReg& u, std::uint64_t start) {
  const std::uint64_t byte = start % kBlockBytes;
  if (u.lo == u.hi) return byte == 0 ? 0 : byte == 1 ? 1 : byte < 31 ? 2 : 3;
  if (u.lo == 0) return u.hi == 1 ? 4 : u.hi < 31 ? 5 : 6;
  return u.hi < 31 ? 7 : 8;
}

}  // namespace

void CommandCover::add_stream_groups(Coverage& coverage) {
  stream_ =
      &coverage.group("stream", "store_unalign, OK: what u holds, the begin, and where n bytes end",
                      {{"form", kStreamForms}, {"begin", kStarts}, {"end", kEnds}});
  const std::uint32_t vlen = config_.vlen_bytes;
  stream_->add([vlen](const Place& at) {
    if (at[2] <= kOneByte || at[2] == kWholeVector) return true;
    const auto [first, last] = kStartBytes.at(at[1]);
    for (std::uint64_t byte = first; byte <= last; ++byte) {
      for (std::uint64_t n = 2; n < vlen; ++n) {
        if (stream_end(byte, n, vlen) == at[2]) return true;
      }
    }
    return false;
  });
  stream_bytes_ = &coverage.group("stream_n", "store_unalign, OK: bytes",
                                  {{"form", {"AR", "n"}}, {"bytes", numbers(0, vlen)}});
  stream_bytes_->add_all();
  stream_start_ = &coverage.group(
      "stream_begin", "store_unalign with n > 0, OK: byte of its block at which it begins",
      {{"byte", numbers(0, 31)}, {"u", {"empty", "holds bytes"}}});
  stream_start_->add([](const Place& at) { return at[0] != 0 || at[1] == 0; });
  stream_rest_ = &coverage.group("stream_rest", "store_unalign_post, OK: bytes that u holds",
                                 {{"form", {"AR", "abs"}}, {"bytes", numbers(0, 31)}});
  stream_rest_->add_all();
  Names values = power_ranges(config_.ub_bytes);
  values.push_back("UbBytes");
  ar_ = &coverage
             .group("ar", "AR that a command finds, whatever its answer",
                    {{"command", {"clear_spr", "get_spr", "store_unalign", "store_unalign_post"}},
                     {"AR", values}})
             .add_all();
}

void CommandCover::hit_stream(const SeenCommand& seen, const Model& before, BinHits& hits) {
  const Command& command = seen.command;
  const bool store = command.op == Opcode::StoreUnalign;
  const bool post = command.op == Opcode::StoreUnalignPost;
  const bool spr = command.op == Opcode::ClearSpr || command.op == Opcode::GetSpr;
  if (spr || ((store || post) && !command.abs)) {
    hits.push_back(ar_->at({command.op == Opcode::ClearSpr ? 0U
                            : command.op == Opcode::GetSpr ? 1U
                            : store                        ? 2U
                                                           : 3U,
                            power_range(seen.ar)}));
  }
  if (!seen.ok()) return;
  const gsq::UnalignedReg& u = before.u(command.u);
  if (post) hits.push_back(stream_rest_->at({command.abs ? 1U : 0U, u.hi - u.lo}));
  if (!store) return;
  const StreamWrite write = stream_of(command, before);
  hits.push_back(stream_bytes_->at({command.abs ? 1U : 0U, write.bytes}));
  const End where = stream_end(write.start % kBlockBytes, write.bytes, config_.vlen_bytes);
  hits.push_back(stream_->at({command.abs    ? 2U
                              : command.post ? 0U
                                             : 1U,
                              stream_start(u, write.start), where}));
  if (write.bytes != 0) {
    hits.push_back(stream_start_->at({write.start % kBlockBytes, u.lo == u.hi ? 0U : 1U}));
  }
}

// -------------------------------------------------------------------------------------------------
// vec
// -------------------------------------------------------------------------------------------------

namespace {

const Names kVecNames{"vec.copy", "vec.abs", "vec.add"};
const Names kVecWidths{"b16", "b32"};
const Names kOperands{"dst", "src0", "src1"};
const Names kRepeats{"0", "1", "2-4", "5", "6-12", "13-254", "255"};
const Names kRepeatStrides{"0", "1-6", "7", "8", "9-254", "255"};
const Names kDependences{"none",         "the same iteration", "the one before", "two before",
                         "three before", "four before",        "five before",    "further before"};
const Names kAlu{"vec.abs b16 of the lowest number",      "vec.abs b32 of the lowest number",
                 "vec.abs b16 of a negative number",      "vec.abs b32 of a negative number",
                 "vec.add b16 beyond the highest number", "vec.add b32 beyond the highest number",
                 "vec.add b16 beyond the lowest number",  "vec.add b32 beyond the lowest number"};

std::size_t repeat_range(std::uint32_t repeat) {
  if (repeat <= 1) return repeat;
  if (repeat < 5) return 2;
  if (repeat == 5) return 3;
  if (repeat < 13) return 4;
  return repeat < 255 ? 5 : 6;
}

std::size_t repeat_stride_range(std::uint32_t stride) {
  if (stride == 0) return 0;
  if (stride < 7) return 1;
  if (stride <= 8) return stride - 5;
  return stride < 255 ? 4 : 5;
}

std::int64_t lane_value(const Model& before, std::uint64_t address, unsigned width) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < width; ++i) bits |= std::uint64_t{before.ub()[address + i]} << (8 * i);
  const unsigned spare = 64 - 8 * width;
  return static_cast<std::int64_t>(bits << spare) >> spare;
}

}  // namespace

void CommandCover::add_vec_groups(Coverage& coverage) {
  Names lanes = numbers(0, config_.lanes(2));
  vec_lanes_ =
      &coverage.group("vec_lanes", "vec, OK: number of lanes, and a single bit at each lane",
                      {{"width", kVecWidths}, {"mask", {"count", "single bit"}}, {"value", lanes}});
  vec_lanes_->add([this](const Place& at) {
    const std::uint32_t most = config_.lanes(at[0] == 0 ? 2 : 4);
    return at[1] == 0 ? at[2] >= 1 && at[2] <= most : at[2] < most;
  });
  vec_wrong_bit_ = &coverage.group(
      "vec_wrong_bit", "vec, ERR_PARAM mask: the only bit above the lanes",
      {{"width", kVecWidths}, {"lanes", {"no lane", "lanes, too"}}, {"bit", numbers(0, 127)}});
  vec_wrong_bit_->add(
      [this](const Place& at) { return at[2] >= config_.lanes(at[0] == 0 ? 2 : 4); });
  vec_wrong_count_ =
      &coverage
           .group("vec_wrong_count", "vec, ERR_PARAM mask: number of lanes, N being legal",
                  {{"width", kVecWidths}, {"n", {"0", "N+1", "above N+1", "2^64 and above"}}})
           .add_all();
  vec_repeat_ = &coverage
                     .group("vec_repeat", "vec, OK: iterations",
                            {{"command", kVecNames}, {"repeat", kRepeats}})
                     .add_all();
  vec_stride_ = &coverage
                     .group("vec_block_stride", "vec, OK: blk of each operand",
                            {{"operand", kOperands}, {"stride", kStrides}})
                     .add_all();
  vec_repeat_stride_ = &coverage
                            .group("vec_repeat_stride", "vec, OK: rep of each operand",
                                   {{"operand", kOperands}, {"stride", kRepeatStrides}})
                            .add_all();
  vec_dependence_ = &coverage.group(
      "vec_dependence", "vec, OK: the iteration whose result a source reads",
      {{"command", kVecNames}, {"operand", {"src0", "src1"}}, {"written by", kDependences}});
  vec_dependence_->add([](const Place& at) { return at[0] == 2 || at[1] == 0; });
  alu_ =
      &coverage.group("alu", "vec: values at the ends of the range", {{"value", kAlu}}).add_all();
}

void CommandCover::hit_vec(const SeenCommand& seen, const Model& before, BinHits& hits) {
  const Command& command = seen.command;
  if (!is_vec(command.op)) return;
  const std::size_t width = code(command.width) - code(Width::B16);  // meaningless for others
  const std::uint32_t lanes = config_.lanes(bytes_of(command.width));
  const auto bit = [&](std::size_t i) { return ((command.mask.at(i / 64) >> (i % 64)) & 1U) != 0; };
  if (seen.response.status == Status::ErrParam && seen.response.info == 1) {
    if (!command.bitwise) {
      const std::uint64_t n = command.mask[0];
      hits.push_back(vec_wrong_count_->at({width, command.mask[1] != 0 ? 3U
                                                  : n == 0             ? 0U
                                                  : n == lanes + 1     ? 1U
                                                                       : 2U}));
      return;
    }
    std::size_t high = 0;
    std::size_t wrong = 0;
    bool legal = false;
    for (std::size_t i = 0; i < 128; ++i) {
      if (!bit(i)) continue;
      if (i < lanes) {
        legal = true;
      } else {
        ++wrong;
        high = i;
      }
    }
    if (wrong == 1) hits.push_back(vec_wrong_bit_->at({width, legal ? 1U : 0U, high}));
    return;
  }
  if (!seen.ok()) return;
  const std::size_t op = code(command.op) - code(Opcode::VecCopy);
  if (!command.bitwise) {
    hits.push_back(vec_lanes_->at({width, 0, command.mask[0]}));
  } else {
    const std::vector<bool> mask = mask_of(command, before);
    const auto first = std::find(mask.begin(), mask.end(), true);
    if (std::count(first, mask.end(), true) == 1) {
      hits.push_back(vec_lanes_->at({width, 1, static_cast<std::size_t>(first - mask.begin())}));
    }
  }
  hits.push_back(vec_repeat_->at({op, repeat_range(command.iterations)}));
  const std::array<std::uint32_t, 3> blk{command.blk0, command.blk1, command.blk2};
  const std::array<std::uint32_t, 3> rep{command.rep0, command.rep1, command.rep2};
  for (unsigned operand = 0; operand <= vec_sources(command); ++operand) {
    hits.push_back(vec_stride_->at({operand, stride_range(blk.at(operand))}));
    hits.push_back(vec_repeat_stride_->at({operand, repeat_stride_range(rep.at(operand))}));
  }
  if (command.iterations == 0) return;

  // The youngest iteration before r, or r itself, that writes a block that a source of r reads.
  const std::uint32_t blocks = config_.vlen_bytes / kBlockBytes;
  std::map<std::uint64_t, std::uint32_t> writer;
  std::array<std::array<bool, 8>, 2> found{};
  for (std::uint32_t r = 0; r < command.iterations; ++r) {
    std::array<bool, 2> any{};
    for (unsigned source = 0; source < vec_sources(command); ++source) {
      for (std::uint32_t k = 0; k < blocks; ++k) {
        const std::uint64_t at = vec_block(command, source + 1, r, k);
        const auto known_writer = writer.find(at);
        if (known_writer != writer.end()) {
          found.at(source).at(std::min<std::uint32_t>(r - known_writer->second, 6) + 1) = true;
          any.at(source) = true;
        }
        for (std::uint32_t own = 0; own < blocks; ++own) {
          if (vec_block(command, 0, r, own) == at) found.at(source).at(1) = any.at(source) = true;
        }
      }
    }
    for (std::uint32_t k = 0; k < blocks; ++k) writer[vec_block(command, 0, r, k)] = r;
  }
  for (unsigned source = 0; source < vec_sources(command); ++source) {
    bool any = false;
    for (std::size_t distance = 1; distance < 8; ++distance) {
      if (!found.at(source).at(distance)) continue;
      any = true;
      hits.push_back(vec_dependence_->at({op, source, distance}));
    }
    if (!any) hits.push_back(vec_dependence_->at({op, source, 0}));
  }

  // The sources of iteration 0 are as they were before the command.
  const unsigned bytes = bytes_of(command.width);
  const std::int64_t lowest = -(std::int64_t{1} << (8 * bytes - 1));
  const std::vector<bool> mask = mask_of(command, before);
  for (std::uint64_t i = 0; i < mask.size(); ++i) {
    if (!mask[i]) continue;
    const auto value = [&](unsigned operand) {
      return lane_value(
          before, vec_block(command, operand, 0, i * bytes / kBlockBytes) + i * bytes % kBlockBytes,
          bytes);
    };
    const std::int64_t a = value(1);
    if (command.op == Opcode::VecAbs && a < 0)
      hits.push_back(alu_->at({(a == lowest ? 0U : 2U) + width}));
    if (command.op != Opcode::VecAdd) continue;
    const std::int64_t sum = a + value(2);
    if (sum > -lowest - 1) hits.push_back(alu_->at({4 + width}));
    if (sum < lowest) hits.push_back(alu_->at({6 + width}));
  }
}

// -------------------------------------------------------------------------------------------------
// Pairs
// -------------------------------------------------------------------------------------------------

namespace {

enum Relation : std::size_t {
  kVData,
  kVIndex,
  kVWaw,
  kVWar,
  kMRaw,
  kMWaw,
  kMWar,
  kSameU,
  kAr,
  kUbRaw,
  kUbWaw,
  kUbWar,
};
const Names kRelationNames{"V: data read after write", "V: indices read after write",
                           "V: write after write",     "V: write after read",
                           "M: read after write",      "M: write after write",
                           "M: write after read",      "U: the same",
                           "AR: read after write",     "UB: read after write",
                           "UB: write after write",    "UB: write after read"};

/// What the table of facts says about a kind of command: the registers and bytes that it can use.
struct Uses {
  bool v_data, v_index, v_write, m_read, m_write, u, ar_read, ar_write, ub_read, ub_write;
};

Uses uses_of(std::size_t kind) {
  if (kind == kFailedKind) return {};
  if (kind == kMaskKind) {
    return {false, false, false, true, true, false, false, false, false, false};
  }
  const auto op = kind == kLaneKind      ? Opcode::LaneAdd
                  : kind == kCompareKind ? Opcode::LaneEq
                                         : static_cast<Opcode>(kind);
  const CommandFacts& row = facts(op);
  const bool stream = row.stream == gsq::StreamUse::Store || row.stream == gsq::StreamUse::Post;
  const bool vec = kind == kVecKind;
  const bool picks = op == Opcode::GatherReg;  // gather_lanes counts as one, under a mask
  const bool moves = row.cls == gsq::CommandClass::Memory && !picks;
  return {row.reads_vs,
          row.reads_vi,
          row.writes_vd,
          row.mask == MaskUse::Lane || row.mask == MaskUse::Slot || row.mask == MaskUse::Block ||
              row.mask == MaskUse::Compare || picks,
          row.mask == MaskUse::Write || row.mask == MaskUse::Compare,
          stream,
          row.stream == gsq::StreamUse::Read || stream,
          row.stream == gsq::StreamUse::Clear || row.stream == gsq::StreamUse::Store,
          vec || (moves && row.writes_vd),
          vec || (moves && !row.writes_vd)};
}

bool possible(std::size_t earlier, std::size_t later, std::size_t relation) {
  const Uses a = uses_of(earlier);
  const Uses b = uses_of(later);
  switch (relation) {
    case kVData:
      return a.v_write && b.v_data;
    case kVIndex:
      return a.v_write && b.v_index;
    case kVWaw:
      return a.v_write && b.v_write;
    case kVWar:
      return (a.v_data || a.v_index) && b.v_write;
    case kMRaw:
      return a.m_write && b.m_read;
    case kMWaw:
      return a.m_write && b.m_write;
    case kMWar:
      return a.m_read && b.m_write;
    case kSameU:
      return a.u && b.u;
    case kAr:
      return a.ar_write && b.ar_read;
    case kUbRaw:
      return a.ub_write && b.ub_read;
    case kUbWaw:
      return a.ub_write && b.ub_write;
    default:
      return a.ub_read && b.ub_write;
  }
}

}  // namespace

void CommandCover::add_pair_groups(Coverage& coverage) {
  neighbours_ = &coverage
                     .group("neighbours", "each command directly after each other",
                            {{"earlier", kind_names()}, {"later", kind_names()}})
                     .add_all();
  relation_ =
      &coverage.group("relation", "what a command shares with one that came up to four before it",
                      {{"earlier", kind_names()},
                       {"later", kind_names()},
                       {"relation", kRelationNames},
                       {"distance", numbers(1, kDistances)}});
  relation_->add([](const Place& at) {
    // Between clear_spr or an AR store and the next AR store there is a squeeze.
    if (at[2] == kAr && at[1] == code(Opcode::StoreUnalign) && at[3] == 0) return false;
    return possible(at[0], at[1], at[2]);
  });
}

void CommandCover::hit_pairs(const SeenCommand& seen, BinHits& hits) {
  if (!past_.empty()) hits.push_back(neighbours_->at({past_.front().kind, seen.kind}));
  if (!seen.ok()) return;
  for (std::size_t distance = 0; distance < past_.size(); ++distance) {
    const SeenCommand& old = past_[distance];
    const auto relate = [&](bool holds, Relation relation) {
      if (holds) hits.push_back(relation_->at({old.kind, seen.kind, relation, distance}));
    };
    relate((old.v_write & seen.v_data) != 0, kVData);
    relate((old.v_write & seen.v_index) != 0, kVIndex);
    relate((old.v_write & seen.v_write) != 0, kVWaw);
    relate(((old.v_data | old.v_index) & seen.v_write) != 0, kVWar);
    relate((old.m_write & seen.m_read) != 0, kMRaw);
    relate((old.m_write & seen.m_write) != 0, kMWaw);
    relate((old.m_read & seen.m_write) != 0, kMWar);
    relate((old.u & seen.u) != 0, kSameU);
    relate(old.ar_write && seen.ar_read, kAr);
    relate(overlap(old.print.writes, seen.print.reads), kUbRaw);
    relate(overlap(old.print.writes, seen.print.writes), kUbWaw);
    relate(overlap(old.print.reads, seen.print.writes), kUbWar);
  }
}

}  // namespace tb
