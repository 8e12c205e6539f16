// SPDX-License-Identifier: Apache-2.0
// Tags of groups, gsq_core_pkg::mem_tag_t, for the benches of blocks that have them on their ports.
#pragma once

#include <cstdint>

namespace tb {

// gsq_pkg::dist_e, gsq_pkg::alu_op_e
enum Unpack { kNorm, kUnpackB8, kUnpackB16 };
enum Alu { kCopy, kAbs, kAdd };

/// Where the word of a slot goes, gsq_core_pkg::slot_to_e.
enum SlotTo { kWrites, kToWord, kToFraction, kToOperand };

/// Kind of fractions, gsq_core_pkg::fractions_t.
struct Fractions {
  unsigned elem{}, lane{}, unpack{};

  [[nodiscard]] unsigned bits() const { return elem << 5U | lane << 3U | unpack; }
  bool operator==(const Fractions& other) const { return bits() == other.bits(); }
};

struct MemTag {
  unsigned place{};  ///< tb::Place of unit/slot_access.hpp
  unsigned elem{3};  ///< log2 of the bytes of an element; 3: slots take whole words
  unsigned lane{};   ///< log2 of the bytes of a lane in V
  unsigned unpack{kNorm};
  bool vec{}, writes_v{};
  bool merge{}, bounded{};
  unsigned alu{kCopy};
  bool second{};
  unsigned vd{}, rsp_id{};
  unsigned group{};  ///< its number within its command
  bool first{};
  unsigned entry{};
  bool last{};
  bool check{};

  /// As the RTL packs it.
  [[nodiscard]] std::uint64_t bits() const {
    std::uint64_t tag = 0;
    const auto field = [&](std::uint64_t value, unsigned bits) { tag = tag << bits | value; };
    field(check ? 1 : 0, 1);
    field(place, 2);
    field(elem, 2);
    field(lane, 2);
    field(unpack, 3);
    field(vec ? 1 : 0, 1);
    field(writes_v ? 1 : 0, 1);
    field(merge ? 1 : 0, 1);
    field(bounded ? 1 : 0, 1);
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

  /// By docs/reference/timing.md: a group that reads gives V fractions if its lanes are narrower
  /// than a word of `word` bytes, or if it spreads words.
  [[nodiscard]] bool fractions(unsigned word) const {
    if (vec || !writes_v) return false;
    return unpack != kNorm || (elem != 3 && 1U << lane < word);
  }
  /// Words that are spread have no lanes.
  [[nodiscard]] Fractions kind() const { return {elem, unpack == kNorm ? lane : 0, unpack}; }

  /// What a slot of the group keeps of the tag, gsq_core_pkg::slot_tag_t as the RTL packs it.
  [[nodiscard]] unsigned slot_tag(bool write, unsigned word) const {
    const auto pack = [](SlotTo to, unsigned place, unsigned info) {
      return unsigned{to} << 7U | place << 2U | info;
    };
    if (write) return pack(kWrites, vd, 0);
    if (vec) return pack(kToOperand, alu << 3U | entry, lane == 2 ? 1 : 0);
    return fractions(word) ? pack(kToFraction, vd, group) : pack(kToWord, vd, elem);
  }
};

}  // namespace tb
