// SPDX-License-Identifier: Apache-2.0
// What a slot of a group accesses, from the lane or word that it stands for.
#pragma once

#include <array>
#include <vector>

#include "gsq/stimulus/random.hpp"

namespace tb {

/// gsq_core_pkg::lane_place_e
enum Place { kInBlocks, kLanes, kIndexed, kVector };

/// Contents of the slots of a group, see gsq_core_pkg::slot_ctrl_t.
struct SlotShape {
  unsigned place{kInBlocks};
  unsigned elem{3};  ///< log2 of the bytes of an element; 3: slots take whole words
  unsigned lane{};   ///< log2 of the bytes of a lane in V
  unsigned group{};  ///< of the command: two-byte lanes have two, byte lanes four

  /// Bytes that the lanes of a mask are multiples of: those of blocks have any byte.
  [[nodiscard]] unsigned grain() const {
    return place == kIndexed ? 4 : place != kInBlocks ? 1U << lane : 1;
  }
  /// As the RTL packs it, without `group`.
  [[nodiscard]] unsigned ctrl() const { return place << 4U | elem << 2U | lane; }
};

/// log2 of the bytes of a lane for elements of one or two bytes: of those of one byte a lane may
/// have one, too, with lane operations.
inline unsigned narrow_lane(gsq::Rng& random, unsigned elem, bool lane_ops) {
  const unsigned least = elem == 0 && lane_ops ? 0 : 1;
  return least + random.below(3 - least);
}

/// The word access of one slot.
struct SlotAccess {
  static constexpr int kAny = -1;

  bool active{};
  unsigned be{};  ///< one bit for each byte of the word
  /// For each byte of the word the byte of the data vector that goes there, kAny where it may have
  /// any value.
  std::array<int, 8> data{kAny, kAny, kAny, kAny, kAny, kAny, kAny, kAny};
};

/// The access of slot `s` in a group of `slots`, to words of `word` bytes. `byte`: place of its
/// element in the word. `mask`: the bytes to access, or bytes of active lanes; without lane
/// operations all bytes of a register gather are active.
inline SlotAccess slot_access(const SlotShape& shape, unsigned slots, unsigned word, unsigned s,
                              unsigned byte, const std::vector<bool>& mask) {
  const bool whole = shape.elem == 3;
  const bool lanes = shape.place == kLanes && !whole;
  const unsigned first = word == 4 ? s : s & ~1U;  // whole words begin at this slot's bytes
  // Bytes of the vector that this slot stands for, which are active together or one by one.
  unsigned begin = 4 * s;
  unsigned count = 4;
  const unsigned in_lane = 1U << shape.lane;
  if (shape.place == kLanes && shape.lane == 1) begin = 2 * (shape.group % 2 * slots + s);
  if (shape.place == kLanes && shape.lane == 0) begin = shape.group * slots + s;
  if (whole) {
    begin = 4 * first;
    count = word;
  }
  if (shape.place == kIndexed) begin = s / 8 * 4;
  if (shape.place == kLanes && shape.lane == 3) begin = s / 2 * 8;
  if (shape.place == kVector) begin = in_lane * (shape.group % (4 / in_lane) * slots + s);
  if (shape.place != kInBlocks) count = 1;

  SlotAccess access;
  for (unsigned i = begin; i < begin + count; ++i) access.active = access.active || mask[i];
  if (whole && word == 8 && s % 2 != 0) access.active = false;  // the even slot has the word
  if (!access.active) return access;
  for (unsigned i = 0; i < word; ++i) {
    const bool enabled = whole ? shape.place != kInBlocks || mask[4 * first + i]
                               : i >= byte && i < byte + (1U << shape.elem);
    if (enabled) access.be |= 1U << i;
    // Elements of the data vector: slots bring its words.
    if (!enabled && shape.place != kVector) continue;
    const unsigned from = lanes ? (shape.lane <= 1 ? begin : 4 * s) + i - byte : 4 * first + i;
    access.data.at(i) = static_cast<int>(from);
  }
  return access;
}

}  // namespace tb
