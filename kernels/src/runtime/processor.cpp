// SPDX-License-Identifier: Apache-2.0
#include "gsq/kernel/processor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gsq::kernel {

Values<bool> MaskLanes::get(const State& state) const {
  const std::vector<std::uint8_t>& bits = state.read_m(index);
  Values<bool> lanes;
  lanes.resize_for_overwrite(bits.size() / lane_bytes);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    lanes[lane] = bits[lane * lane_bytes] != 0;
  }
  return lanes;
}

std::vector<std::uint8_t>& MaskLanes::cleared(const State& state, std::size_t lanes) const {
  std::vector<std::uint8_t>& bits = state.scratch();
  if (lanes * lane_bytes > bits.size()) {
    throw state.error(fmt::format("{} lanes of {} bytes do not fit into a mask of {} bits", lanes,
                                  lane_bytes, bits.size()));
  }
  std::fill(bits.begin(), bits.end(), 0);
  return bits;
}

}  // namespace gsq::kernel
