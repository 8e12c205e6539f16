// SPDX-License-Identifier: Apache-2.0
// Tags of groups, gsq_core_pkg::mem_tag_t, for the benches of blocks that have them on their ports.
#pragma once

#include <cstdint>

namespace tb {

// gsq_pkg::dist_e, gsq_pkg::alu_op_e
enum Unpack { kNorm, kUnpackB8, kUnpackB16 };
enum Alu { kCopy, kAbs, kAdd };

/// What the words of a group give V, gsq_core_pkg::give_e.
enum Give { kGiveWords, kGiveBytes, kGiveHalves, kGiveFours, kGiveSpread };

struct MemTag {
  unsigned place{};  ///< tb::Place of unit/slot_access.hpp
  unsigned elem{3};  ///< log2 of the bytes of an element; 3: slots take whole words
  unsigned lane{};   ///< log2 of the bytes of a lane in V
  unsigned unpack{kNorm};
  bool vec{}, writes_v{};
  unsigned alu{kCopy};
  bool second{};
  unsigned vd{}, rsp_id{};
  unsigned group{};  ///< its number within its command
  bool first{};
  unsigned entry{};
  bool last{};

  /// As the RTL packs it.
  [[nodiscard]] std::uint32_t bits() const {
    std::uint32_t tag = 0;
    const auto field = [&](std::uint32_t value, unsigned bits) { tag = tag << bits | value; };
    field(place, 2);
    field(elem, 2);
    field(lane, 2);
    field(unpack, 3);
    field(vec ? 1 : 0, 1);
    field(writes_v ? 1 : 0, 1);
    field(alu, 2);
    field(second ? 1 : 0, 1);
    field(vd, 5);
    field(rsp_id, 5);
    field(group, 2);
    field(first ? 1 : 0, 1);
    field(entry, 3);
    field(last ? 1 : 0, 1);
    return tag;
  }

  /// By docs/reference/timing.md: lanes narrower than a word of `word` bytes, and words to unpack.
  [[nodiscard]] Give give(unsigned word) const {
    if (vec || !writes_v) return kGiveWords;
    if (unpack != kNorm) return kGiveSpread;
    if (elem == 3 || 1U << lane >= word) return kGiveWords;
    return lane == 0 ? kGiveBytes : lane == 1 ? kGiveHalves : kGiveFours;
  }
};

}  // namespace tb
