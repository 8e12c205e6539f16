// SPDX-License-Identifier: Apache-2.0
#include "coverage/footprint.hpp"

#include <algorithm>
#include <array>

namespace tb {
namespace {

using gsq::Command;
using gsq::kBlockBytes;
using gsq::Model;
using gsq::Opcode;

std::uint64_t number(const std::vector<std::uint8_t>& bytes, std::size_t at, unsigned count) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i) value |= std::uint64_t{bytes.at(at + i)} << (8 * i);
  return value;
}

bool is_strided(Opcode op) { return op == Opcode::LoadStrided || op == Opcode::StoreStrided; }
bool is_lanes(Opcode op) { return known(op) && facts(op).mask == gsq::MaskUse::Slot; }

/// Bytes of an index, of a gather or scatter.
unsigned index_of(const Command& command) {
  const bool own = command.op == Opcode::GatherIndex || command.op == Opcode::ScatterIndex;
  return bytes_of(own ? command.width : facts(command.form).index);
}

/// Lanes that have a slot, and an index where there are indices.
std::uint32_t lane_count(const Command& command, const gsq::Config& config) {
  const unsigned slot = bytes_of(facts(command.form).slot);
  return config.lanes(is_strided(command.op) ? slot : std::max(slot, index_of(command)));
}

}  // namespace

std::uint32_t element_of(const Command& command) {
  return is_lanes(command.op) ? bytes_of(facts(command.form).elem) : kBlockBytes;
}

std::vector<LaneUse> lanes_of(const Command& command, const Model& before) {
  std::vector<LaneUse> lanes;
  const gsq::Config& config = before.config();
  const auto& mask = before.m(command.m);
  const auto& indices = before.v(command.vi);
  if (command.op == Opcode::GatherBlock) {
    for (std::uint32_t k = 0; k < config.vlen_bytes / kBlockBytes; ++k) {
      const std::uint64_t index = number(indices, std::size_t{4} * k, 4);
      lanes.push_back({k, mask.at(std::size_t{4} * k) != 0, index, command.addr + index});
    }
    return lanes;
  }
  const bool strided = is_strided(command.op);
  if (!is_lanes(command.op) || !known(command.form) ||
      (!strided && static_cast<std::size_t>(command.mode) >= gsq::kAddressModeNames.size())) {
    return lanes;
  }
  const gsq::FormFacts& form = facts(command.form);
  const std::uint64_t element = bytes_of(form.elem);
  const unsigned width = index_of(command);
  for (std::uint32_t i = 0; i < lane_count(command, config); ++i) {
    const std::uint64_t x = number(indices, std::size_t{i} * width, width);
    std::uint64_t address = command.addr;
    if (strided) {
      address += static_cast<std::uint64_t>(std::int64_t{i} *
                                            static_cast<std::int32_t>(command.row_stride));
      lanes.push_back({i, mask.at(std::size_t{i} * bytes_of(form.slot)) != 0, 0, address});
      continue;
    }
    if (command.mode == gsq::AddressMode::Elem) address += x * element;
    if (command.mode == gsq::AddressMode::Byte) address += x;
    if (command.mode == gsq::AddressMode::Row) {
      address += x * command.row_stride + (std::uint64_t{command.col} + i) * element;
    }
    lanes.push_back({i, mask.at(std::size_t{i} * bytes_of(form.slot)) != 0, x, address});
  }
  return lanes;
}

std::vector<bool> mask_of(const Command& command, const Model& before) {
  std::vector<bool> selected;
  if (!known(command.op)) return selected;
  const gsq::Config& config = before.config();
  const auto& mask = before.m(command.m);
  const auto select = [&](std::uint32_t lanes, std::uint32_t step) {
    for (std::uint32_t i = 0; i < lanes; ++i) selected.push_back(mask.at(std::size_t{i} * step));
  };
  switch (facts(command.op).mask) {
    case gsq::MaskUse::Lane:
    case gsq::MaskUse::Compare:
      select(config.lanes(bytes_of(command.width)), bytes_of(command.width));
      break;
    case gsq::MaskUse::Slot:
      if (known(command.form)) {
        select(lane_count(command, config), bytes_of(facts(command.form).slot));
      }
      break;
    case gsq::MaskUse::Block:
      select(config.vlen_bytes / kBlockBytes, 4);
      break;
    case gsq::MaskUse::Own:
      for (std::uint32_t i = 0; i < config.lanes(bytes_of(command.width)); ++i) {
        selected.push_back(command.bitwise
                               ? i < 128 && ((command.mask.at(i / 64) >> (i % 64)) & 1U) != 0
                               : i < command.mask[0]);
      }
      break;
    case gsq::MaskUse::None:
    case gsq::MaskUse::Write:
    case gsq::MaskUse::Logic:
      break;
  }
  return selected;
}

StreamWrite stream_of(const Command& command, const Model& before) {
  if (command.abs) return {command.addr, command.n};
  return {std::uint64_t{command.addr} + before.ar(), before.sqzn_valid() ? before.sqzn() : 0};
}

std::uint64_t vec_block(const Command& command, unsigned operand, std::uint64_t iteration,
                        std::uint64_t block) {
  const std::array<std::uint64_t, 3> start{command.addr, command.src0, command.src1};
  const std::array<std::uint64_t, 3> blk{command.blk0, command.blk1, command.blk2};
  const std::array<std::uint64_t, 3> rep{command.rep0, command.rep1, command.rep2};
  return start.at(operand) + kBlockBytes * (iteration * rep.at(operand) + block * blk.at(operand));
}

Footprint footprint_of(const Command& command, const Model& before) {
  Footprint print;
  if (!known(command.op)) return print;
  const gsq::Config& config = before.config();
  const std::uint32_t blocks = config.vlen_bytes / kBlockBytes;
  const auto lanes_in_block = [&](auto&& use) {  // of store_align norm, store_block, vec
    const std::vector<bool> mask = mask_of(command, before);
    const unsigned width = bytes_of(command.width);
    for (std::uint64_t i = 0; i < mask.size(); ++i) {
      if (mask[i]) use(i * width / kBlockBytes, i * width % kBlockBytes, width);
    }
  };
  switch (gsq::family(command.op)) {
    case gsq::Family::LoadAlign: {
      const std::uint32_t share = command.distr == gsq::Dist::Norm ? 1 : 2;
      print.reads = {{command.addr, command.addr + config.vlen_bytes / share}};
      break;
    }
    case gsq::Family::StoreAlign: {
      const std::uint64_t width =
          bytes_of(command.width) / (command.distr == gsq::Dist::Norm ? 1 : 2);
      const std::vector<bool> mask = mask_of(command, before);
      for (std::uint64_t i = 0; i < mask.size(); ++i) {
        if (mask[i])
          print.writes.push_back({command.addr + i * width, command.addr + (i + 1) * width});
      }
      break;
    }
    case gsq::Family::LoadBlock:
      for (std::uint64_t k = 0; k < blocks; ++k) {
        const std::uint64_t at = command.addr + k * command.blk0 * kBlockBytes;
        print.reads.push_back({at, at + kBlockBytes});
      }
      break;
    case gsq::Family::StoreBlock:
      lanes_in_block([&](std::uint64_t block, std::uint64_t byte, unsigned width) {
        const std::uint64_t at = command.addr + block * command.blk0 * kBlockBytes + byte;
        print.writes.push_back({at, at + width});
      });
      break;
    case gsq::Family::Gather:
    case gsq::Family::GatherBlock:
    case gsq::Family::Scatter:
    case gsq::Family::LoadStrided:
    case gsq::Family::StoreStrided:
    case gsq::Family::GatherIndex:
    case gsq::Family::ScatterIndex:
      for (const LaneUse& lane : lanes_of(command, before)) {
        if (!lane.active) continue;
        (facts(command.op).writes_vd ? print.reads : print.writes)
            .push_back({lane.address, lane.address + element_of(command)});
      }
      break;
    case gsq::Family::StoreUnalign: {
      const StreamWrite write = stream_of(command, before);
      const gsq::UnalignedReg& u = before.u(command.u);
      const std::uint64_t end = (write.start + write.bytes) / kBlockBytes * kBlockBytes;
      std::uint64_t start = write.start;
      if (u.lo != u.hi) start = std::uint64_t{u.block} * kBlockBytes + u.lo;
      if (write.bytes != 0 && start < end) print.writes = {{start, end}};
      break;
    }
    case gsq::Family::StoreUnalignPost: {
      const gsq::UnalignedReg& u = before.u(command.u);
      const std::uint64_t block = std::uint64_t{u.block} * kBlockBytes;
      if (u.lo != u.hi) print.writes = {{block + u.lo, block + u.hi}};
      break;
    }
    case gsq::Family::Vec:
      for (std::uint64_t r = 0; r < command.iterations; ++r) {
        lanes_in_block([&](std::uint64_t block, std::uint64_t byte, unsigned width) {
          for (unsigned operand = 0; operand <= vec_sources(command); ++operand) {
            const std::uint64_t at = vec_block(command, operand, r, block) + byte;
            (operand == 0 ? print.writes : print.reads).push_back({at, at + width});
          }
        });
      }
      break;
    case gsq::Family::CreateMask:
    case gsq::Family::UpdateMask:
    case gsq::Family::SetMask:
    case gsq::Family::ClearSpr:
    case gsq::Family::GetSpr:
    case gsq::Family::GatherReg:
    case gsq::Family::GatherLanes:
    case gsq::Family::Squeeze:
    case gsq::Family::Unsqueeze:
    case gsq::Family::Mask:
    case gsq::Family::Lane:
    case gsq::Family::Unknown:
      break;
  }
  const auto sort = [](std::vector<Bytes>& all) {
    std::sort(all.begin(), all.end(), [](Bytes a, Bytes b) { return a.first < b.first; });
  };
  sort(print.reads);
  sort(print.writes);
  return print;
}

bool overlap(const std::vector<Bytes>& a, const std::vector<Bytes>& b) {
  // Ranges of one side may overlap each other, but are short: those that ended do not come back.
  auto at = a.begin();
  auto other = b.begin();
  while (at != a.end() && other != b.end()) {
    if (at->first < other->last && other->first < at->last) return true;
    (at->last <= other->first ? at : other)++;
  }
  return false;
}

}  // namespace tb
