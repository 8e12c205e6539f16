// SPDX-License-Identifier: Apache-2.0
/// Functions of mask registers: a bit for each byte of a vector. The mask of lanes of w bytes has
/// the bit of a lane at w times its number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "gsq/kernel/lanes/lane_values.hpp"

namespace gsq::kernel::lane {

using MaskBits = Values<bool>;

/// Bits of a, then of b, of each group of `width` bits in turn: the lower half of that, and the
/// upper.
std::pair<MaskBits, MaskBits> interleave(const MaskBits& a, const MaskBits& b, std::size_t width);

/// The inverse: of the groups of a and then of b those of even numbers, and those of odd.
std::pair<MaskBits, MaskBits> deinterleave(const MaskBits& a, const MaskBits& b, std::size_t width);

/// Every second bit, from bit 0 on, in the lower or upper half; 0 elsewhere. Turns a mask of lanes
/// into one of lanes half as long.
MaskBits pack(const MaskBits& mask, bool to_upper);

/// The inverse: bits of the lower or upper half, each followed by a 0.
MaskBits unpack(const MaskBits& mask, bool from_upper);

/// `repeat` times each bit.
MaskBits repeat_bits(const MaskBits& bits, std::size_t repeat);

}  // namespace gsq::kernel::lane
