// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/lanes/lane_masks.hpp"

namespace gsq::kernel::lane {

std::pair<MaskBits, MaskBits> interleave(const MaskBits& a, const MaskBits& b, std::size_t width) {
  std::pair<MaskBits, MaskBits> halves;
  for (std::size_t bit = 0; bit < a.size(); bit += width) {
    MaskBits& to = bit < a.size() / 2 ? halves.first : halves.second;
    for (const MaskBits* from : {&a, &b}) {
      for (std::size_t i = 0; i < width; ++i) to.push_back((*from)[bit + i]);
    }
  }
  return halves;
}

std::pair<MaskBits, MaskBits> deinterleave(const MaskBits& a, const MaskBits& b,
                                           std::size_t width) {
  std::pair<MaskBits, MaskBits> parts;
  for (const MaskBits* from : {&a, &b}) {
    for (std::size_t bit = 0; bit < from->size(); ++bit) {
      (bit / width % 2 == 0 ? parts.first : parts.second).push_back((*from)[bit]);
    }
  }
  return parts;
}

MaskBits pack(const MaskBits& mask, bool to_upper) {
  MaskBits packed(mask.size());
  const std::size_t half = mask.size() / 2;
  for (std::size_t i = 0; i < half; ++i) packed[(to_upper ? half : 0) + i] = mask[2 * i];
  return packed;
}

MaskBits unpack(const MaskBits& mask, bool from_upper) {
  MaskBits unpacked(mask.size());
  const std::size_t half = mask.size() / 2;
  for (std::size_t i = 0; i < half; ++i) unpacked[2 * i] = mask[(from_upper ? half : 0) + i];
  return unpacked;
}

MaskBits repeat_bits(const MaskBits& bits, std::size_t repeat) {
  MaskBits repeated;
  for (const bool bit : bits) {
    for (std::size_t i = 0; i < repeat; ++i) repeated.push_back(bit);
  }
  return repeated;
}

}  // namespace gsq::kernel::lane
