// SPDX-License-Identifier: Apache-2.0
#include "gsq/semantics/model.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "semantics/model_rules.hpp"

namespace gsq {
namespace {

using rules::bytes_of;
using rules::read_number;
using rules::write_number;

/// Lanes 0, every, 2 * every, … below `end`.
struct SelectedLanes {
  std::uint32_t end;
  std::uint32_t every{1};
};

/// What a pattern of create_mask selects.
SelectedLanes lanes_of(Pattern pattern, std::uint32_t lanes) {
  switch (pattern) {
    case Pattern::All:
      return {lanes};
    case Pattern::Vl1:
      return {1};
    case Pattern::Vl2:
      return {2};
    case Pattern::Vl3:
      return {3};
    case Pattern::Vl4:
      return {4};
    case Pattern::Vl8:
      return {8};
    case Pattern::Vl16:
      return {16};
    case Pattern::Vl32:
      return {32};
    case Pattern::Vl64:
      return {64};
    case Pattern::Vl128:
      return {128};
    case Pattern::M3:
      return {lanes, 3};
    case Pattern::M4:
      return {lanes, 4};
    case Pattern::H:
      return {lanes / 2};
    case Pattern::Q:
      return {lanes / 4};
    case Pattern::Allf:
      break;
  }
  return {0};
}

/// The immediate of set_mask, see set_mask_imm in the RTL package.
std::array<std::uint64_t, 4> immediate_of(const Command& c) {
  return {c.mask[0], c.mask[1], c.col | std::uint64_t{c.row_stride} << 32U,
          c.src1 | std::uint64_t{c.src0} << 32U};
}

/// Result of a vec command in one lane; the caller keeps the low bits.
std::uint64_t vec_result(Opcode op, std::uint32_t width, std::uint64_t a, std::uint64_t b) {
  if (op == Opcode::VecAdd) return a + b;
  const bool negative = ((a >> (8 * width - 1)) & 1U) != 0;
  return op == Opcode::VecAbs && negative ? 0 - a : a;
}

}  // namespace

Model::Model(Config config) : config_(std::move(config)) {
  validate(config_);
  ub_.resize(config_.ub_bytes);
  for (auto& v : v_) v.resize(config_.vlen_bytes);
  for (auto& m : m_) m.resize(config_.vlen_bytes);
}

void Model::reset() {
  ar_ = 0;
  sqzn_ = 0;
  sqzn_valid_ = false;
  u_ = {};
}

Response Model::execute(const Command& command) {
  const Response response = judge(command);
  if (response.status == Status::Ok) apply(command);
  return response;
}

Response Model::judge(const Command& command) const {
  Response response = rules::judge(rules::RealRegisters(command).command(), *this);
  response.tag = command.tag;
  return response;
}

void Model::apply(const Command& given) {
  const rules::RealRegisters real(given);
  const Command& command = real.command();
  switch (family(command.op)) {
    case Family::CreateMask:
    case Family::UpdateMask:
    case Family::SetMask:
      write_mask(command);
      break;
    case Family::Mask:
      mask_logic(command);
      break;
    case Family::Lane:
      lanes(command);
      break;
    case Family::ClearSpr:
      ar_ = 0;
      sqzn_ = 0;
      sqzn_valid_ = false;
      break;
    case Family::GetSpr:  // the response has the value
      break;
    case Family::LoadAlign:
    case Family::LoadBlock:
    case Family::Gather:
    case Family::GatherBlock:
    case Family::LoadStrided:
    case Family::GatherIndex:
      load(command);
      break;
    case Family::StoreAlign:
    case Family::StoreBlock:
    case Family::Scatter:
    case Family::StoreStrided:
    case Family::ScatterIndex:
      store(command);
      break;
    case Family::GatherReg:
      gather_reg(command);
      break;
    case Family::GatherLanes:
      gather_lanes(command);
      break;
    case Family::Squeeze:
      squeeze(command);
      break;
    case Family::Unsqueeze:
      unsqueeze(command);
      break;
    case Family::StoreUnalign:
    case Family::StoreUnalignPost:
      store_unalign(command);
      break;
    case Family::Vec:
      vec(command);
      break;
    case Family::Unknown:
      break;
  }
}

void Model::write_mask(const Command& command) {
  auto& mask = m_.at(command.m);
  if (command.op == Opcode::SetMask) {
    const std::array<std::uint64_t, 4> immediate = immediate_of(command);
    for (std::size_t bit = 0; bit < mask.size(); ++bit) {
      mask[bit] = (immediate[bit / 64] >> (bit % 64)) & 1U;
    }
    return;
  }
  std::fill(mask.begin(), mask.end(), std::uint8_t{0});
  const std::uint32_t width = bytes_of(command.width);
  const std::uint32_t lanes = config_.lanes(width);
  const SelectedLanes selected = command.op == Opcode::UpdateMask
                                     ? SelectedLanes{command.n}
                                     : lanes_of(command.pattern, lanes);
  const std::uint32_t end = std::min(selected.end, lanes);
  for (std::uint32_t lane = 0; lane < end; lane += selected.every) {
    mask[std::size_t{lane} * width] = 1;
  }
}

void Model::mask_logic(const Command& command) {
  if (!has(facts(command.op).fields, CmdField::Vd)) return;  // the response has the number
  const std::uint32_t width = bytes_of(command.width);
  result_.assign(config_.vlen_bytes, 0);
  const auto& first = m_.at(command.vs);
  const auto& second = m_.at(command.vi);
  const auto& counts = m_.at(command.m);
  bool found = false;  // an active lane of the first source
  for (std::uint32_t bit = 0; bit < config_.vlen_bytes; bit += width) {
    if (counts[bit] == 0) continue;
    const bool a = first[bit] != 0;
    const bool b = second[bit] != 0;
    result_[bit] = rules::lane_of_masks(facts(command.op).mask_op, a, b, found) ? 1 : 0;
    found = found || a;
  }
  m_.at(command.vd).swap(result_);
}

void Model::begin_result(const Command& command) {
  if (rules::merges(command, config_)) {
    result_ = v_.at(command.vd);
  } else {
    result_.assign(config_.vlen_bytes, 0);
  }
}

void Model::load(const Command& command) {
  begin_result(command);
  // What an element leaves over of its slot is zero, also where the register keeps other lanes.
  const bool widens = rules::merges(command, config_) && facts(command.op).mask == MaskUse::Slot;
  const std::uint32_t slot = widens ? bytes_of(facts(command.form).slot) : 0;
  rules::for_each_access(command, *this, [&](const rules::Access& access) {
    std::fill_n(result_.begin() + access.offset, slot, std::uint8_t{0});
    rules::copy_lane(&result_[access.offset], &ub_[access.address], access.bytes);
  });
  v_.at(command.vd).swap(result_);
}

void Model::store(const Command& command) {
  // Accesses are in the order of lanes, so the highest active lane wins.
  const std::uint8_t* source = v_.at(command.vs).data();
  rules::for_each_access(command, *this, [&](const rules::Access& access) {
    rules::copy_lane(&ub_[access.address], source + access.offset, access.bytes);
  });
}

void Model::gather_reg(const Command& command) {
  const std::uint32_t width = bytes_of(command.width);
  result_.assign(config_.vlen_bytes, 0);
  const std::uint8_t* indices = v_.at(command.vi).data();
  const std::uint8_t* source = v_.at(command.vs).data();
  const std::uint32_t last_lane = config_.lanes(width) - 1;  // a power of two less 1
  for (std::uint32_t at = 0; at < config_.vlen_bytes; at += width) {
    const std::uint64_t lane = read_number(indices + at, width) & last_lane;
    rules::copy_lane(&result_[at], source + lane * width, width);
  }
  v_.at(command.vd).swap(result_);
}

void Model::gather_lanes(const Command& command) {
  const std::uint32_t width = bytes_of(command.width);
  begin_result(command);
  const std::uint8_t* source = v_.at(command.vs).data();
  for (std::uint32_t lane = 0; lane < config_.lanes(width); ++lane) {
    const auto from = rules::picked_lane(command, *this, lane);
    if (!from) continue;
    rules::copy_lane(&result_[std::size_t{lane} * width], source + std::size_t{*from} * width,
                     width);
  }
  v_.at(command.vd).swap(result_);
}

void Model::squeeze(const Command& command) {
  const std::uint32_t width = bytes_of(command.width);
  result_.resize(config_.vlen_bytes);
  std::uint32_t kept = 0;
  const std::uint8_t* source = v_.at(command.vs).data();
  const rules::ActiveLanes active(command, *this, width);
  const std::uint32_t lanes = config_.lanes(width);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    // Without a branch: what is not kept is overwritten, by the next lane or by zeros.
    rules::copy_lane(&result_[kept], source + std::size_t{lane} * width, width);
    kept += active(lane) ? width : 0;
  }
  auto& destination = v_.at(command.vd);
  if (rules::merges(command, config_)) {
    std::copy(destination.begin() + kept, destination.end(), result_.begin() + kept);
  } else {
    std::fill(result_.begin() + kept, result_.end(), std::uint8_t{0});
  }
  destination.swap(result_);
  if (command.store_reg) {
    sqzn_ = kept;
    sqzn_valid_ = true;
  }
}

void Model::lanes(const Command& command) {
  const std::uint32_t width = bytes_of(command.width);
  const bool vector = reads_vi(command);
  const auto scalar =
      static_cast<std::uint32_t>(command.n & (~std::uint64_t{0} >> (64 - 8 * width)));
  begin_result(command);
  const std::uint8_t* first = v_.at(command.vs).data();
  const std::uint8_t* second = v_.at(command.vi).data();
  const rules::ActiveLanes active(command, *this, width);
  const CommandFacts& row = facts(command.op);
  const bool compares = row.mask == MaskUse::Compare;
  const auto bit = [](std::uint32_t lane) { return std::uint32_t{1} << lane % 8; };
  // The bit of V for lane 0, where bits are moved.
  const std::uint32_t part = command.n % 8 * config_.lanes(width);
  for (std::uint32_t lane = 0; lane < config_.lanes(width); ++lane) {
    const std::size_t at = std::size_t{lane} * width;
    const auto b = vector ? static_cast<std::uint32_t>(read_number(second + at, width)) : scalar;
    if (row.lane_op == LaneOp::Bits) {
      auto& byte = result_[(part + lane) / 8];
      byte = static_cast<std::uint8_t>(byte & ~bit(part + lane));
      if (active(lane)) byte = static_cast<std::uint8_t>(byte | bit(part + lane));
      continue;
    }
    if (!active(lane)) {
      if (row.lane_op == LaneOp::Select) write_number(&result_[at], width, b);
      continue;
    }
    const auto a = row.lane_op == LaneOp::Mask
                       ? first[(part + lane) / 8] & bit(part + lane)
                       : static_cast<std::uint32_t>(read_number(first + at, width));
    write_number(&result_[at], compares ? 1 : width,
                 rules::lane_result(row.lane_op, 8 * width, lane, a, b));
  }
  (compares ? m_.at(command.vd) : v_.at(command.vd)).swap(result_);
}

void Model::unsqueeze(const Command& command) {
  const std::uint32_t width = bytes_of(command.width);
  std::uint32_t count = 0;
  std::uint8_t* to = v_.at(command.vd).data();
  const rules::ActiveLanes active(command, *this, width);
  const std::uint32_t lanes = config_.lanes(width);
  for (std::uint32_t lane = 0; lane < lanes; ++lane, to += width) {
    write_number(to, width, count);
    if (active(lane)) ++count;
  }
}

void Model::store_unalign(const Command& command) {
  const auto piece = rules::stream_piece(command, *this);
  if (command.op == Opcode::StoreUnalign && !command.abs) {
    if (command.post) ar_ += sqzn_;
    sqzn_ = 0;
    sqzn_valid_ = false;
  }
  if (!piece) return;

  const UnalignedReg held = u_.at(command.u);
  const auto byte_at = [&](std::uint64_t address) {
    return address < piece->start ? held.data.at(address % kBlockBytes)
                                  : v_.at(command.vs)[address - piece->start];
  };
  for (std::uint64_t at = piece->first; at < piece->cut; ++at) ub_[at] = byte_at(at);

  UnalignedReg& u = u_.at(command.u);
  u = {};
  if (piece->cut == piece->end) return;
  u.block = static_cast<std::uint32_t>(piece->cut / kBlockBytes);
  u.lo = piece->cut % kBlockBytes;
  u.hi = piece->end % kBlockBytes;
  for (std::uint64_t at = piece->cut; at < piece->end; ++at) {
    u.data.at(at % kBlockBytes) = byte_at(at);
  }
}

template <typename Lane>
void Model::vec_of(const Command& command) {
  const std::array<rules::BlockWalk, 3> walks{rules::operand_walk(command, 0),
                                              rules::operand_walk(command, 1),
                                              rules::operand_walk(command, 2)};
  constexpr std::uint32_t kLanes = kBlockBytes / sizeof(Lane);  // of a block
  const std::uint32_t blocks = config_.vlen_bytes / kBlockBytes;
  result_.resize(config_.vlen_bytes);
  std::vector<std::uint32_t> selected;  // blocks that have a selected lane; no others are accessed
  for (std::uint32_t block = 0; block < blocks; ++block) {
    std::uint32_t lane = block * kLanes;
    while (lane < (block + 1) * kLanes && !rules::vec_selects(command, lane)) ++lane;
    if (lane < (block + 1) * kLanes) selected.push_back(block);
  }
  for (std::uint32_t iteration = 0; iteration < command.iterations; ++iteration) {
    const auto place = [&](std::size_t operand, std::uint32_t block) {
      return &ub_[walks.at(operand).address(iteration, std::uint64_t{block} * kBlockBytes)];
    };
    for (const std::uint32_t block : selected) {  // all are read before any is written
      std::array<Lane, kLanes> a{};
      std::array<Lane, kLanes> b{};
      std::memcpy(a.data(), place(1, block), kBlockBytes);
      if (command.op == Opcode::VecAdd) std::memcpy(b.data(), place(2, block), kBlockBytes);
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        a[lane] = static_cast<Lane>(vec_result(command.op, sizeof(Lane), a[lane], b[lane]));
      }
      std::memcpy(&result_[std::size_t{block} * kBlockBytes], a.data(), kBlockBytes);
    }
    for (const std::uint32_t block : selected) {
      std::uint8_t* const to = place(0, block);
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        if (!rules::vec_selects(command, block * kLanes + lane)) continue;
        const std::size_t offset = lane * sizeof(Lane);
        std::memcpy(to + offset, &result_[block * kBlockBytes + offset], sizeof(Lane));
      }
    }
  }
}

void Model::vec(const Command& command) {
  if (command.width == Width::B16) {
    vec_of<std::uint16_t>(command);
  } else {
    vec_of<std::uint32_t>(command);
  }
}

}  // namespace gsq
